"""Random battles of whatever is offered, of every mission and with one to three players."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.core.engine.event import Event
from app.core.game.setup import opening_of
from app.core.rules.inputs import parse
from app.core.table_commands.house_rulings import HouseRuled
from app.core.table_commands.undo import undo_target
from app.fuzz.player import RandomGame, Report, check_rebuilds
from app.fuzz.runner import WITHOUT_A_REFEREE, stored_and_read
from app.games.mobile_infantry.events.brain import TurnRolled
from app.games.mobile_infantry.events.presence import PresenceTested
from app.games.mobile_infantry.game import GAME
from app.games.mobile_infantry.rulings.scoring import score
from app.games.mobile_infantry.state import GONE_FOR_GOOD, State
from app.games.mobile_infantry.turn.phases import tally_of
from app.storage import table_file
from app.storage.rows import entry_to_row
from app.storage.store import Store
from tests.core.test_proof import played, unproven

GAMES = 28
"""Each mission twice against a person and twice against the app."""
SELDOM = {
    # four living men beside a Brain Bug that has been shown, mission 7 alone, every seventh game
    "capture-brain", "drag-brain", "bring-out-brain", "brain-captured", "brain-dragged", "brain-brought-out",
    "tell-way", "way-told",
    "post-nest", "mark-nest", "nest-marked", "nest-opened",
    # a team under the ground that says how far it goes, and towards which end
    "walk-below",
    # a mission under the ground whose Brain rolls before it is ready
    "roll-guards", "guards-posted",
    # the app’s nest is found while some of its guards are elsewhere; bugs follow men under the ground
    "packs-roused", "pack-followed",
    # the answer to one question (MI-54), and a man pinned a turn ago
    "finish", "pinned-finished",
    # bugs that may go on after cutting a man in half, and those whose team fled from them, the app’s games alone
    "rest", "attackers-rested", "bugs-pursue", "tell-fort",
    # a person as the Brain says that bugs have come to a pinned man
    "threaten",
    # mission 5 alone
    "bugs-counted",
    # men who are pinned or wounded when the last turn is over
    "men-left-behind",
    # a launcher was issued, its shot missed, men were near
    "launch", "drift", "survive-blast", "resolve-blast",
    "nuke-launched", "nuke-drifted", "blast-survived", "blast-resolved",
    # an autocannon’s crew fires and rolls a 1
    "gun-jammed",
    # two squads, one of which has located a pack by a test
    "formations-told", "sight", "bugs-sighted",
    # answers to single questions: MI-09, MI-13, MI-18, MI-35, MI-58, MI-84, MI-94, hidden hits
    "march", "team-marched", "withdraw", "withdrawal-chosen", "flyers-took-off", "berserk-go-on", "attack-boat",
    "boat-attacked", "walk-off", "men-walked-off", "storm-wall", "wall-stormed", "bug-hit-unseen",
    # a fort that calls for boats; a man pinned with other bugs about
    "recovery-called", "roll-for-boats", "spare", "nobody-threatens", "tell-around-nobody",
    # missions 2 and 6 alone
    "land-boats", "boats-overhead", "boats-turned-back",
    # set-up that players are not eager for
    "dismiss", "name-team", "teams-dismissed", "team-named",
}  # fmt: skip
"""Commands and events that so few games need not meet; a hundred do."""


class Watched(RandomGame):
    """A random game that looks at the accounts after each press."""

    def add(self, seat: str, events: list[Event]) -> None:
        super().add(seat, events)
        if len(self.table.entries) > 1:
            faults = broken(self.table.state, ruled=any(event.key == "house-ruled" for event in events))
            assert faults == [], (self.table.entries[-1], faults)
            if self.table.state.phase != "muster" and is_play(self):
                look = self.table.look(self.table.seat("brain"))
                points = score(tally_of(look), self.table.book())
                told = self.table.state.over or self.table.book().answer_for("score") == "public"
                counted = {"brain": points["bugs"], "im": points["im"]}
                assert not told or self.table.state.score == counted


def is_play(game: Watched) -> bool:
    entry = game.table.entries[-1]
    play = all(type(event).is_play and not type(event).rules for event in entry.events)
    play = play and all(event.key != "other-reading-used" for event in entry.events)
    return play and undo_target(entry) is None


def broken(state: State, ruled: bool) -> list[str]:
    faults: list[str] = []
    for key, one in state.troopers.items():
        faults += [f"{key}: magazine" for weapon in one.weapons if not ruled and weapon.shots_left < 0]
        held = one.held_by is not None
        if held != (one.status == "pinned") or (held and state.bugs[one.held_by].holding != key):
            faults.append(f"{key}: held")
        if one.status in (*GONE_FOR_GOOD, "pinned") and one.aboard is not None:
            faults.append(f"{key}: aboard though {one.status}")
    faults += [f"{key}: holds nobody" for key, bug in state.bugs.items() if bug.holding and not bug.living]
    faults += [f"{left.trooper}: fate of the dead" for left in state.chain if not state.troopers[left.trooper].living]
    return faults


def opening(number: int) -> Any:
    chance = random.Random(number)
    wished = {"game": GAME.key, "referee": number % WITHOUT_A_REFEREE > 0, **GAME.fuzzing.options(chance, number)}
    return GAME.fuzzing.altered(opening_of(GAME, parse(GAME.options, wished)), chance)


@pytest.fixture(scope="module")
def report() -> Report:
    """Random games, each played to its end: nothing that is offered is refused, no account is broken."""
    counted = Report()
    for number in range(GAMES):
        table = Watched(GAME, opening(number), number, counted).run()
        check_rebuilds(table, partial(stored_and_read, GAME))
    return counted


def test_every_game_comes_to_its_end(report: Report) -> None:
    assert sum(report.endings.values()) == GAMES


def test_every_mission_and_number_of_players_is_played() -> None:
    opened = [opening(number) for number in range(GAMES)]
    by_app = {one["mission"]["number"] for one in opened if one.get("brain") == "app"}
    by_person = {one.get("mission", {}).get("number") for one in opened if "brain" not in one}
    assert (by_app, {None} < by_person) == (set(range(1, 8)), True), "a person’s table may open without a mission"
    assert {sum(side == "im" for side in one["seats"].values()) for one in opened} == {1, 2, 3}


def test_every_command_and_event_occurs(report: Report) -> None:
    never = {command.key for command in GAME.rules.own_commands if not report.commands[command.key]}
    never |= {event.key for event in GAME.own_events if not report.events[event.key]}
    assert never - SELDOM == set()


def test_no_random_ruling_takes_the_last_turn_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without one a battle to which no bugs come would have no end; other values are ruled on."""
    ruled = {one.set for table in played(GAME, 504, monkeypatch) for one in rulings_of(table)}
    assert ruled
    assert "last_turn" not in ruled


def rulings_of(play: RandomGame) -> list[HouseRuled]:
    return [one for entry in play.table.entries for one in entry.events if isinstance(one, HouseRuled)]


def test_whoever_plays_alike_plays_the_same_game() -> None:
    first, second = (Watched(GAME, opening(4), 4, Report()).run() for _ in range(2))
    assert [entry.events for entry in first.entries] == [entry.events for entry in second.entries]


@pytest.mark.parametrize("number", [7, 8, 9])
def test_tables_of_the_apps_brain_follow_from_their_seed_and_no_other(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It rolls the dice of a turn at once and tells them when they count; their roll keeps its number."""
    play, *_ = played(GAME, number, monkeypatch)
    assert play.table.opening["brain"] == "app"
    assert unproven(GAME, play.table.entries, play.dice) == []
    store = Store(tmp_path)
    log = [entry_to_row(entry)._asdict() for entry in play.table.entries]
    for seed, proves in ((play.dice.seed.hex(), True), ("01" * 32, False)):
        code = store.import_file(table_file.written(GAME.key, seed, True, log))
        assert store.proven(code) is proves


@pytest.mark.parametrize("change", ["a die of that roll", "the number of a roll that was told"])
def test_a_roll_that_is_told_again_is_told_as_it_fell_and_once(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play, *_ = played(GAME, 8, monkeypatch)
    entries = play.table.entries
    told = [(entry.seq, one) for entry in entries for one in entry.events if isinstance(one, PresenceTested)]
    seq, test = told[1]
    of_turn = next(
        one.roll for entry in entries for one in entry.events
        if isinstance(one, TurnRolled) and one.roll.number == test.roll.number
    )  # fmt: skip
    other = next(face for face in of_turn.faces if face != test.roll.faces[0])
    test.roll = replace(test.roll, faces=[other]) if change == "a die of that roll" else told[0][1].roll
    assert seq in unproven(GAME, entries, play.dice)

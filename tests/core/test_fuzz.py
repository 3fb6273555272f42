"""The fuzzer, on Hello: it ends, it counts, and it sees whatever a game must never do."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import count
from typing import Any

import pytest

from app.core.engine.command import Command, Draft, GameContext
from app.core.engine.event import Entry, Event
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.table.seat_view import Table
from app.core.table_commands import lifecycle
from app.core.table_commands.house_rulings import HouseRuling, found
from app.fuzz import player
from app.fuzz.player import InvariantViolated, RandomGame, Report, check_rebuilds
from app.fuzz.runner import fuzz_opening, games_of, random_game, stored_and_read
from app.games import GAMES
from tests.server import ROOT
from tests.toy_game.events import EveningEnded, MothFlew, MothRested
from tests.toy_game.game import GAME, ChooseWindow, Fly, MakeWish, Rest
from tests.toy_game.state import State

SEVERAL = range(30)


def run_several() -> None:
    """Some evenings, until one of them is broken."""
    for number in SEVERAL:
        random_game(GAME, number)


def after(monkeypatch: pytest.MonkeyPatch, event: type[Event], more: Callable[[Any, Any], object]) -> None:
    """Let an event do something more to the state."""
    apply = event.apply
    monkeypatch.setattr(event, "apply", lambda self, state: (apply(self, state), more(self, state))[0])


def test_a_house_ruling_sets_another_value_even_if_chance_always_draws_the_one_of_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    play, drawn = RandomGame(GAME, fuzz_opening(GAME, 1), 1, Report()), count()
    look = play.table.look(play.seats()[0])
    offers = HouseRuling.offers(look)

    def one_of_now(choice: Any, chance: Any) -> Any:
        assert next(drawn) < 100, "it draws without end"
        return path if choice == offer.choose["set"] else now if choice == offer.choose["to"] else "so be it"

    monkeypatch.setattr(player, "chosen", one_of_now)
    for offer in offers:
        for path in offer.choose["set"]:
            *records, name = path.split(".")
            now = getattr(found(play.table.state, records), name)
            assert play.filled(offer)["to"] in {*player.values_of(offer.choose["to"])} - {now}
    assert next(drawn) > 0


# -- what a run comes to


def test_the_number_alone_decides_a_game_in_whatever_process() -> None:
    here = [random_game(GAME, number).counts() for number in range(6)]
    assert [report.counts() for report in games_of(GAME, range(6), jobs=2)] == here
    assert [report.counts() for report in games_of(GAME, range(6))] == here
    assert here[0] != here[1]


COUNTED = """
import json, sys
from app.fuzz.runner import random_game
from {module} import GAME
json.dump([random_game(GAME, int(number)).counts() for number in sys.argv[1:]], sys.stdout)
"""


def counted_elsewhere(module: str, *numbers: int) -> Any:
    command = [sys.executable, "-c", COUNTED.format(module=module), *map(str, numbers)]
    return json.loads(subprocess.check_output(command, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": "7"}))


@pytest.mark.parametrize("module", ["tests.toy_game.game", *(f"app.games.{name}.game" for name in GAMES)])
def test_no_order_of_sets_decides_a_game(module: str) -> None:
    game = import_module(module).GAME
    assert counted_elsewhere(module, 1, 2) == [random_game(game, number).counts() for number in (1, 2)]


def test_a_game_that_breaks_in_another_process_is_told_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "PRESSES_AT_MOST", 5)
    with pytest.raises(InvariantViolated, match=r"game \d: not over after 5 presses"):
        list(games_of(GAME, range(4), jobs=2))


def test_reports_are_put_together() -> None:
    one, two = Report(games=1, presses=3), Report(games=2, presses=4)
    one.commands["fly"], two.commands["fly"], two.endings["moths"] = 1, 2, 1
    one.add(Report.of(two.counts()))
    assert (one.games, one.presses, one.commands["fly"]) == (3, 7, 3)
    assert list(one.lines(GAME))[-1].split() == ["ending", "moths", "1"]


def test_a_command_or_an_event_that_never_occurs_is_reported() -> None:
    report = random_game(GAME, 0)
    assert "command fly" in Report().never(GAME)
    assert "command fly" not in report.never(GAME)
    del report.commands["fly"], report.events["moth-flew"]
    assert {"command fly", "event moth-flew"} <= set(report.never(GAME))


def test_a_command_that_is_never_offered_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MakeWish, "offers", classmethod(lambda cls, look: iter(())))
    report = Report()
    for number in SEVERAL:
        report.add(random_game(GAME, number))
    assert {"command make-wish", "event wish-made"} <= set(report.never(GAME))


def test_tables_are_opened_in_every_way() -> None:
    openings = [fuzz_opening(GAME, number) for number in range(40)]
    assert {opening["dusk"] for opening in openings} == {"early", "late"}
    assert {opening["answers"]["wind"] for opening in openings} == {"blows", "is-still"}


# -- what it sees


def test_the_fuzzer_sees_a_broken_account(monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(event: MothFlew, state: State) -> None:
        state.moths[event.seat].light -= 9

    after(monkeypatch, MothFlew, lose)
    with pytest.raises(InvariantViolated, match=r"game \d+: must never be: moths\.(grey|white)-moth\.light"):
        run_several()


def test_the_fuzzer_sees_what_the_games_own_audit_finds() -> None:
    def audit(table: Table) -> Callable[[Entry], list[str]]:
        before = table.state.turn
        return lambda entry: [f"turn {table.state.turn}"] if table.state.turn > before else []

    with pytest.raises(InvariantViolated, match="must never be: turn"):
        random_game(dataclasses.replace(GAME, fuzzing=dataclasses.replace(GAME.fuzzing, audit=audit)), 1)


def refuse(*_: object) -> None:
    raise Refused("has-flown", "flying.dice")


def test_the_fuzzer_sees_an_offer_that_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ChooseWindow, "decide", refuse)
    with pytest.raises(InvariantViolated, match=r"choose-window .* was offered and refused: has-flown"):
        run_several()


def test_the_fuzzer_sees_a_choice_that_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    offer = Offer("choose-window", choose={"window": ["west"]})
    monkeypatch.setattr(ChooseWindow, "offers", classmethod(lambda cls, look: iter([offer])))
    with pytest.raises(InvariantViolated, match=r"choose-window .* was offered and refused: not-allowed"):
        run_several()


def test_the_fuzzer_sees_a_dead_end(monkeypatch: pytest.MonkeyPatch) -> None:
    for command in (ChooseWindow, MakeWish):
        monkeypatch.setattr(command, "offers", classmethod(lambda cls, look: iter(())))
    with pytest.raises(InvariantViolated, match="dead end in choosing"):
        run_several()


def test_the_fuzzer_sees_a_game_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    after(monkeypatch, MothRested, lambda event, state: setattr(state.moths[event.seat], "resting", False))
    monkeypatch.setattr(Fly, "offers", classmethod(lambda cls, look: iter(())))
    monkeypatch.setattr(player, "PRESSES_AT_MOST", 200)
    with pytest.raises(InvariantViolated, match="not over after 200 presses"):
        run_several()


def test_the_fuzzer_sees_a_game_closed_before_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lifecycle.PublishSeed, "precondition", lifecycle.check_not_closed)
    with pytest.raises(InvariantViolated, match="closed before its end"):
        run_several()


@pytest.mark.parametrize("command", ["rest", "choose-window", "house-ruling", "table-ruling"])
def test_the_fuzzer_sees_what_an_ended_game_must_not_offer(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    kind: type[Command] = GAME.commands[command]
    offers = kind.offers.__func__  # type: ignore[attr-defined]

    def always(cls: type[Command], look: GameContext) -> Iterator[Offer]:
        yield from [Offer(command, cls.group)] if look.state.over else offers(cls, look)

    monkeypatch.setattr(kind, "offers", classmethod(always))
    with pytest.raises(InvariantViolated, match=f"offered after the end: {command}"):
        run_several()


def test_what_a_game_says_may_be_given_after_its_end_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.toy_game import game

    wishful = dataclasses.replace(
        GAME, rules=dataclasses.replace(GAME.rules, after_game_commands=frozenset({"make-wish"}))
    )
    monkeypatch.setattr(game, "check_goes_on", lambda look: None)
    assert sum(random_game(wishful, number).tables for number in range(3)) >= 3
    with pytest.raises(InvariantViolated, match="offered after the end: make-wish"):
        random_game(GAME, 0)


def test_the_fuzzer_sees_a_state_that_does_not_rebuild(monkeypatch: pytest.MonkeyPatch) -> None:
    applied = count()  # once on what it is decided on, once on what is kept
    after(monkeypatch, EveningEnded, lambda event, state: setattr(state, "turn", next(applied) // 2))
    with pytest.raises(InvariantViolated, match="the rebuilt state is not the live one"):
        random_game(GAME, 1)


def test_the_fuzzer_sees_an_event_that_is_not_kept_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    after(monkeypatch, EveningEnded, lambda event, state: setattr(state, "winner", event.__dict__.get("who", "owls")))
    note = Draft.emit

    def noted(self: Draft, event: Event) -> None:
        event.__dict__["who"] = "bats"
        note(self, event)

    monkeypatch.setattr(Draft, "emit", noted)
    with pytest.raises(InvariantViolated, match="the rebuilt state is not the live one"):
        random_game(GAME, 1)


def test_the_fuzzer_sees_a_command_that_writes_on_the_state_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    decide = Rest.decide

    def lazily(self: Rest, draft: Draft) -> None:
        decide(self, draft)
        draft.state.turn += 1

    monkeypatch.setattr(Rest, "decide", lazily)
    with pytest.raises(InvariantViolated, match="without an event"):
        run_several()


def test_a_state_that_is_not_that_of_its_log_does_not_rebuild() -> None:
    table = RandomGame(GAME, fuzz_opening(GAME, 1), 1, Report()).run()
    check_rebuilds(table, partial(stored_and_read, GAME))
    table.state = dataclasses.replace(table.state, turn=table.state.turn + 1)
    with pytest.raises(InvariantViolated, match="rebuilt"):
        check_rebuilds(table, partial(stored_and_read, GAME))


def test_a_fault_of_the_program_is_told_with_the_number_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rest, "decide", lambda self, draft: 1 // 0)
    with pytest.raises(InvariantViolated, match=r"game \d+: ZeroDivisionError"):
        run_several()

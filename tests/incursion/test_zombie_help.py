"""The app plays the zombies of a German person: by the same script, without CP and cards, and stops when told to."""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.core.engine.command import CommandRequest
from app.core.table.app_check import check_app
from app.core.table.app_turn import decision_of, offers_for_app, random_of, seats_of_app
from app.core.table.execute import run_command
from app.core.table_commands.opponents import AppStuck, HelpBegan, is_by_app
from app.games.incursion.solo.figures import is_zombie
from app.opponents import Opponents
from tests.incursion.headless import ALLIED, GERMAN
from tests.incursion.helped import HelpedMission, offered
from tests.incursion.probes import facing, said_no
from tests.incursion.test_on_table import lines
from tests.incursion.test_opponent import redrawn
from tests.playing import PlayedTable
from tests.tap_counts.pages import Taps

Play = Callable[..., PlayedTable]
OF_THE_APP = {"survey", "plan-attacks", "approach", "go-to-target", "ask-sight", "ask-room", "ask-blast"}
Z = [f"sturmzombie-{number}" for number in range(1, 7)]
GRUNT, GRETEL = "grunt-ape-1", "gretel-1"


def until(game: HelpedMission, holds: Callable[[], bool]) -> HelpedMission:
    """Play until something is so, before anybody acts on it."""
    for _ in range(600):
        if holds():
            return game
        assert game.step()
    raise AssertionError("it never was")


def asked(mission: int = 1, seed: int = 3, **more: Any) -> HelpedMission:
    """A mission in which the app asks the German about the zombies."""
    game = HelpedMission(mission, 2, seed, **more)
    game.switch(on=True)
    return until(game, lambda: game.state.app is not None and bool(game.state.app.inquiries))


def spent(game: HelpedMission) -> int:
    """The Command Points that the app spent in its entries."""
    events = [event for entry in game.table.entries if is_by_app(entry) for event in entry.events]
    return sum(getattr(event, "cp", 0) + getattr(event, "zombie_cp", 0) for event in events)


@pytest.mark.parametrize("mission", [1, 2, 3, 4, 5, 6, 7])
def test_a_mission_with_its_help_comes_to_an_end_and_only_zombies_are_its_own(mission: int) -> None:
    more = {"gretel": 1} if mission in (2, 5) else {"bomberzombie": 1}
    game = HelpedMission(mission, 2, 5, force={**({} if mission == 1 else more), "sturmzombie": 9})
    game.switch(on=True)
    until(game, lambda: game.by_app["approach"] > 1)
    while not game.state.over and len(game.table.entries) < 1500:
        if game.state.turn % 4 == 3 and game.is_helped and game.state.active == GERMAN:
            game.switch(on=False)
        elif game.state.turn % 4 != 3 and not game.is_helped:
            game.switch(on=True)
        assert game.step(), game.refused
    assert game.state.over
    assert game.refused == []
    assert spent(game) == 0
    moved = {
        event.model
        for entry in game.table.entries
        if is_by_app(entry)
        for event in entry.events
        if event.key in ("figure-went", "model-activated", "blow-struck")
    }
    assert moved
    assert all(is_zombie(game.state, game.table.book(), key) for key in moved)
    assert max(game.facts.values(), default=0) <= 2
    assert not game.taps["facts"], "nothing was asked of the Allies"
    assert not game.taps["orders"]


def test_it_asks_the_germans_alone_and_offers_them_none_of_its_own_commands() -> None:
    game = asked()
    assert {one.side for one in game.state.waiting if one.for_ == "facts"} == {GERMAN}
    german, allied = offered(game, GERMAN), offered(game, ALLIED)
    assert "tell-reach-none" in german
    assert "tell-reach-none" not in allied
    assert not OF_THE_APP & {*german}
    none = CommandRequest("tell-reach-none", {})
    assert said_no(lambda: run_command(game.table, game.table.seat(ALLIED), none, game.dice)) == "nothing-asked"
    survey = CommandRequest("survey", {})
    assert said_no(lambda: run_command(game.table, game.table.seat(GERMAN), survey, game.dice)) == "not-your-command"


def test_the_germans_alone_say_whether_an_order_is_done() -> None:
    game = HelpedMission(2, 2, 3)
    game.switch(on=True)
    until(game, lambda: game.state.app is not None and bool(game.state.app.orders))
    assert {"order-done", "order-impossible"} <= {*offered(game, GERMAN)}
    assert not {"order-done", "order-impossible"} & {*offered(game, ALLIED)}
    order = next(iter(game.state.app.orders))
    done = CommandRequest("order-done", {"order": order})
    assert said_no(lambda: run_command(game.table, game.table.seat(ALLIED), done, game.dice)) == "nothing-ordered"


def test_it_stops_at_once_and_undoing_that_asks_again() -> None:
    game = asked()
    questions = dict(game.state.app.inquiries)
    game.switch(on=False)
    assert not game.state.app.inquiries
    assert not [one for one in game.state.waiting if one.for_ == "facts"]
    assert not game.app_step()
    assert "tell-reach-none" not in offered(game, GERMAN)
    assert "activate" in offered(game, GERMAN)
    game.undo(GERMAN)
    assert game.is_helped
    assert game.state.app.inquiries == questions


def test_an_undo_takes_back_the_answer_and_what_it_did_since() -> None:
    game = asked()
    questions, before = dict(game.state.app.inquiries), len(game.table.entries)
    assert game.give(game.table.seat(GERMAN), "tell-reach-none", {})
    while game.app_step():
        pass
    assert game.last_by_app()
    assert len(game.table.entries) > before + 1
    game.undo(GERMAN)
    assert game.state.app.inquiries == questions
    assert all(model.ap for _, model in game.state.of(GERMAN) if model.in_reach and model.alive)


def test_undoing_the_switch_takes_back_all_that_it_did() -> None:
    game = HelpedMission(1, 2, 3)
    until(game, lambda: game.state.active == GERMAN and game.state.phase == "action")
    game.switch(on=True)
    while game.app_step():
        pass
    assert game.last_by_app()
    game.undo(GERMAN)
    assert not game.is_helped
    assert game.state.acting is None
    assert not game.app_step()


def with_gretel() -> HelpedMission:
    """The Germans act with Gretel and zombies on the board, a Grunt too."""
    game = HelpedMission(2, 2, 3, force={"gretel": 1, "sturmzombie": 3})
    until(game, lambda: game.state.active == GERMAN and game.state.phase == "action" and game.state.turn == 2)
    for _, model in game.state.of(GERMAN):
        model.place, model.activated, model.ap = "board", False, model.full_ap
    game.state.acting, game.table._known = None, (0, None, {}, {})
    return game


def test_it_waits_while_people_act_and_goes_on_with_a_zombie_that_they_activate() -> None:
    game = with_gretel()
    german = game.table.seat(GERMAN)
    assert game.give(german, "activate", {"model": GRETEL})
    game.switch(on=True)
    assert not game.app_step(), "Gretel acts"
    game.state.models[GRETEL].ap = 0
    assert not game.app_step(), "she may still be paid with Command Points"
    assert game.give(german, "activate", {"model": Z[0]})
    assert game.app_step()
    about = {model for one in game.state.app.inquiries.values() for model in one.models}
    assert about
    assert all(key.startswith("sturmzombie") for key in about)


def test_a_zombie_that_people_move_is_left_to_them() -> None:
    game = with_gretel()
    game.switch(on=True)
    assert game.app_step()
    assert game.state.app.inquiries
    german = game.table.seat(GERMAN)
    pairs = next(one for one in game.table.offers_for(german) if one.command == "tell-all-reach").choose["ap"].rows
    assert game.give(german, "tell-all-reach", {"ap": {pair: 0 for pair in pairs if pair.startswith(Z[0])}})
    assert Z[0] in game.state.app.reach
    game.board.at.pop(Z[0], None)
    assert game.give(german, "activate", {"model": Z[0]})
    move = next(one for one in game.table.offers_for(german) if one.command == "move")
    assert game.give(german, "move", {**move.given, "cp": 0} if "cp" in move.choose else move.given)
    assert Z[0] not in game.state.app.reach
    assert not game.app_step(), "it is theirs as long as it has AP"


def test_what_its_seat_must_not_see_changes_nothing_that_it_decides() -> None:
    chance, compared, differing = random.Random(3), 0, 0
    game = HelpedMission(2, 2, 11)
    game.switch(on=True)
    for _ in range(160):
        if game.state.over or not game.step():
            break
        (seat,) = seats_of_app(game.table)
        if not offers_for_app(game.table, seat):
            continue
        told = []
        kept = game.table.copied()
        for _ in range(2):
            one = decision_of(game.table, seat, random_of(game.dice.seed, game.table, seat))
            told.append((one.offer.command, one.filled, one.why) if one else None)
            redrawn(game, chance)  # type: ignore[arg-type]
        game.table.state, game.table._known = kept.state, (0, None, {}, {})
        compared, differing = compared + 1, differing + (told[0] != told[1])
    assert compared >= 30
    assert differing == 0


def test_help_ends_with_whoever_has_it_and_is_nobody_elses() -> None:
    game = asked()
    assert "let-app-help" not in offered(game, ALLIED)
    twice = CommandRequest("let-app-help", {})
    assert said_no(lambda: run_command(game.table, game.table.seat(GERMAN), twice, game.dice)) == "app-plays-already"
    game.switch(on=False)
    stop = CommandRequest("stop-app-help", {})
    assert said_no(lambda: run_command(game.table, game.table.seat(GERMAN), stop, game.dice)) == "app-plays-nobody"
    game.switch(on=True)
    until(game, lambda: bool(game.state.app.inquiries))
    assert game.give(game.table.seat(ALLIED), "let-app-play", {"seat": GERMAN, "level": "hunting"})
    assert not game.is_helped
    assert not game.state.app.inquiries, "it would be asked itself"


def test_it_does_not_help_where_it_cannot_look_at_counters(play: Play) -> None:
    table = play(mission=4, counters="physical")
    assert said_no(lambda: table.german("let-app-help")) == "app-needs-counters"


# -- served


@pytest.fixture
def horde(play: Play) -> PlayedTable:
    """Six zombies and Gretel before a Grunt, in the half of the Germans."""
    table = facing(play(mission=2, rp={"allied": 12, "german": 12}), ["grunt-ape"], ["gretel", "sturmzombie"])
    table.next_turn()
    table.allied("done")
    return table


def page_of(table: PlayedTable, seat: str, path: str = "") -> str:
    phone = Taps(table, seat, table.client.application.test_client())
    return str(phone.client.get(f"{phone.at}{path}").text)


def let_it_play(table: PlayedTable) -> Opponents:
    app = Opponents(table.client.application.extensions["acts"], pause=lambda seconds: None)
    app.note(table.code)
    return app


def test_a_phone_without_scripts_switches_it_on_answers_and_reads_what_to_move(play: Play) -> None:
    table = play(mission=2, rp={"allied": 12, "german": 12}).choose_forces(german=["sturmzombie"] * 4)
    table.bid().deploy([GRUNT], Z).enter("allied", GRUNT).allied("done")
    phone = Taps(table, "german")
    phone.press("let-app-help")
    let_it_play(table)
    move = "Move Sturmzombies 1–6 by the shortest open way towards the nearest Ally"
    assert any(line.startswith(move) for line in lines(table, "german"))
    assert not any(line.startswith("Move") for line in lines(table, "allied"))
    assert {model["ap"] for key, model in table.state()["models"].items() if key in Z} == {0}
    assert "Why: " in page_of(table, "german", "/log")
    table.german("done")
    table.next_turn()
    table.allied("done")
    let_it_play(table)
    phone.look()
    assert "tell-reach-none" in phone.page
    assert 'id="talk"' not in page_of(table, "allied")
    phone.press("stop-app-help")
    let_it_play(table)
    assert 'id="talk"' not in page_of(table, "german")
    assert not any(isinstance(event, AppStuck) for entry in table.kept().entries for event in entry.events)


def test_a_helper_that_is_stuck_says_how_to_play_on(horde: PlayedTable) -> None:
    def broken(*_: object) -> None:
        raise ArithmeticError

    horde.german("let-app-help")
    app = Opponents(horde.client.application.extensions["acts"], away=broken, pause=lambda seconds: None)
    app.note(horde.code)
    assert "or play on without its help" in page_of(horde, "german", "/log")


def test_more_has_its_switch_and_its_pace(horde: PlayedTable) -> None:
    assert "Let the app play the zombies" in page_of(horde, "german", "/more")
    assert "zombies" not in page_of(horde, "allied", "/more")
    horde.german("let-app-help")
    page = page_of(horde, "german", "/more")
    assert "Play the zombies myself" in page
    assert 'id="pace-at-once"' in page
    horde.german("set-pace", pace="at-once")


def test_step_by_step_the_germans_let_it_go_on_in_their_own_half(horde: PlayedTable) -> None:
    horde.german("let-app-help")
    assert 'id="go-on"' not in page_of(horde, "german")
    horde.german("set-pace", pace="step")
    assert 'id="go-on"' in page_of(horde, "german")


def test_a_log_from_elsewhere_helps_nobody_but_the_germans(horde: PlayedTable) -> None:
    horde.german("let-app-help")
    entry = horde.kept().entries[-1]
    (event,) = entry.events
    assert isinstance(event, HelpBegan)
    horde.german("stop-app-help")
    check_app(horde.kept(), replace(entry, seq=len(horde.kept().entries)))
    for seat, level, code in ((ALLIED, "hunting", "app-plays-germans"), (GERMAN, "x", "not-allowed")):
        said = replace(entry, seat=seat, events=[HelpBegan(seat, level)])
        assert said_no(lambda said=said: check_app(horde.kept(), said)) == code  # type: ignore[misc]
    other = replace(entry, seat=ALLIED)
    assert said_no(lambda: check_app(horde.kept(), other)) == "not-an-entry"


HALF = [f"sturmzombie-{number}" for number in range(1, 21)]


@pytest.fixture
def twenty(play: Play) -> PlayedTable:
    """Twenty zombies on the board, in the half of the Germans of turn 2; a Grunt is in reach of three."""
    table = play(mission=2, rp={"allied": 12, "german": 21}).choose_forces(german=["sturmzombie"] * 7)
    table.bid().deploy([GRUNT], HALF).enter("allied", GRUNT).allied("done")
    table.german("advance", models=HALF, squares=1)
    table.german("done")
    table.next_turn()
    table.allied("done")
    return table


def test_a_half_of_twenty_zombies_takes_six_taps_with_help_three_of_them_facts(twenty: PlayedTable) -> None:
    """docs/opponent.md tells these figures; without help each zombie that turns on its way takes four taps."""
    phone = Taps(twenty, "german")
    twenty.german("let-app-help")
    app = let_it_play(twenty)
    phone.look()
    told = {f"ap.{key}/{GRUNT}": "1" for key in HALF[:3]}
    phone.press(f"told-{twenty.kept().state.app.asked}", **told)
    app.note(twenty.code)
    phone.look()
    phone.press("all-orders-done")
    app.note(twenty.code)
    models = twenty.state()["models"]
    assert {models[key]["ap"] for key in HALF if models[key]["dp"]} == {0}
    phone.look()
    phone.press("done")
    assert phone.count == (len(told) + 1) + 1 + 1 == 6


def test_a_sheet_of_a_hundred_lines_stays_light(play: Play) -> None:
    men = [f"grunt-ape-{number}" for number in range(1, 6)]
    forces = {"allied": ["grunt-ape"] * 5, "german": ["sturmzombie"] * 7}
    table = play(mission=2, rp={"allied": 24, "german": 21}).choose_forces(**forces)
    table.bid().deploy(men, HALF)
    for one in men:
        table.enter("allied", one)
    table.allied("done")
    table.german("advance", models=HALF, squares=1)
    table.german("done")
    table.next_turn()
    table.allied("done")
    table.german("let-app-help")
    let_it_play(table)
    page = page_of(table, "german")
    assert len(set(re.findall(r'name="(ap\.[^"]+)"', page))) == len(men) * len(HALF)
    assert len(gzip.compress(page.encode())) < 8 * 1024

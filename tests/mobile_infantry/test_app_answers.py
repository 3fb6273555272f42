"""The app in the Brain’s seat: questions answered by one tap, mouths that are there, what a log and a state say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from app.core.engine.visibility import to_jsonable
from app.core.table.serialize import entry_lines
from app.games.mobile_infantry.board_view import next_action
from app.games.mobile_infantry.board_view.buttons import SeatOffers
from app.games.mobile_infantry.brain.replay import first_fault
from app.games.mobile_infantry.events.brain import BrainOrderedBelow, TableScanned
from app.games.mobile_infantry.game import GAME
from tests.mobile_infantry.brain_bench import Bench, played
from tests.mobile_infantry.brain_table import AppBattle
from tests.mobile_infantry.playing import BRAIN, IM, Battle

# -- one tap for all of a kind


def shown_at_once(
    *kinds: str, moves: Sequence[int] = (), point: str = "open", inches: Sequence[int] = (2,) * 6
) -> AppBattle:
    """Turn after turn one pack comes into the open before team 2, so many inches away; then bugs move by these dice."""
    battle = AppBattle("hungry").squad()
    for kind in kinds:
        battle.opening(6, team=2, kind=kind, inches=inches)
        battle.start() if battle.state.phase == "muster" else battle.scanned(1)
        while battle.state.phase != "presence":
            step(battle)
        battle.tell("presence", point=point).pop()
        battle.opening()
        while battle.state.phase != "location":
            step(battle)
    battle.opening().fall(*moves).scanned(1)
    return battle


def step(battle: AppBattle) -> None:
    """The next answer, nobody; else whoever is asked is done."""
    one = next(iter(battle.state.app.inquiries.values()), None)
    if one is None:
        battle.done()
    elif one.kind in ("reached", "spray", "around"):
        battle.press(IM, f"tell-{one.kind}-nobody")
    else:
        battle.tell(one.kind)


def test_the_app_sends_bugs_to_the_nearest_man_and_asks_only_whom_they_reached() -> None:
    """MI-16: a tank bug crawls to whoever is nearest, seen or not, and nobody is asked about it."""
    battle = shown_at_once("tank", "warrior", moves=[4, 4, 4])
    sent = {one.do: (one.who, one.towards) for one in battle.orders() if one.do in ("crawl-to", "go-for")}
    assert sent == {"crawl-to": (["tank-1"], "nearest-of-all"), "go-for": (["warrior-1"], "nearest-seen")}
    (one,) = battle.state.app.inquiries.values()
    assert (one.kind, one.bugs, one.team) == ("reached", ["warrior-1"], "team-2")
    battle.press(IM, "tell-reached-nobody")
    assert (battle.state.phase, battle.state.app.inquiries) == ("bug-move", {})


def test_bugs_that_were_not_named_are_asked_about_again() -> None:
    """Two packs of one kind before team 2, one question; one reaches team 3, the other nobody."""
    battle = shown_at_once("warrior", "warriors")
    battle.tell("reached", team="team-3", bugs=["warrior-2"])
    (one,) = battle.state.app.inquiries.values()
    assert (one.kind, one.bugs) == ("reached", ["warrior-1", "warrior-3"])
    battle.calm("team-3")
    labels = [offer.label for offer in battle.offers(IM, "tell-reached-nobody")]
    assert labels == ["tell-nobody-else-ends", "tell-nobody-else"], "one has reached somebody"
    battle.press(IM, "tell-reached-nobody")
    assert {key: bug.engages for key, bug in battle.state.bugs.items()} == {
        "warrior-1": None, "warrior-2": "team-3", "warrior-3": None,
    }  # fmt: skip


def test_one_tap_says_that_nobody_was_reached_and_ends_the_movement() -> None:
    battle = shown_at_once("warrior")
    ways = [(one.given, one.label) for one in battle.offers(IM, "tell-reached-nobody")]
    assert ways == [({"ends": True}, "tell-reached-nobody-ends"), ({}, "tell-reached-nobody")]
    battle.press(IM, "tell-reached-nobody", ends=True)
    assert battle.state.phase == "fire"
    with battle.refuses("nothing-asked"):
        battle.press(IM, "tell-reached-nobody", ends=True)


def test_one_tap_says_that_all_reached_the_team_that_they_went_for() -> None:
    battle = shown_at_once("warrior", "flyer")
    battle.press(IM, "tell-as-before")
    assert {bug.engages for bug in battle.state.bugs.values()} == {"team-2"}
    assert battle.state.app.inquiries == {}
    with battle.refuses("nothing-asked"):
        battle.press(IM, "tell-as-before")


def test_the_app_is_asked_whom_a_pack_goes_for_once_and_then_only_who_was_reached() -> None:
    battle = shown_at_once("warrior")
    asked = next(iter(battle.state.app.inquiries))
    battle.press(IM, "tell-nearest", inquiry=asked, teams=["team-3"])
    (one,) = battle.state.app.inquiries.values()
    assert (one.kind, one.team, battle.last("go-for").towards) == ("reached", "team-3", "team-3")
    assert battle.offers(IM, "tell-nearest") == []
    with battle.refuses("nothing-asked"):
        battle.press(IM, "tell-nearest", inquiry=next(iter(battle.state.app.inquiries)))


def test_one_tap_says_that_no_tank_bug_reaches_anybody() -> None:
    battle = shown_at_once("tank", "tank")
    while battle.state.phase != "fire":
        step(battle)
    battle.done()
    assert [one.kind for one in battle.state.app.inquiries.values()] == ["spray", "spray"]
    battle.press(IM, "tell-spray-nobody")
    assert battle.state.app.inquiries == {}
    assert {one.status for one in battle.state.troopers.values()} == {"ok"}
    with battle.refuses("nothing-asked"):
        battle.press(IM, "tell-spray-nobody")


def test_packs_that_go_for_the_same_team_are_asked_about_together() -> None:
    """Two kinds, each before team 2: one question whom they reached, also after the app has named the team."""
    battle = shown_at_once("warrior", "flyer")
    for _ in range(2):
        (one,) = battle.state.app.inquiries.values()
        assert (one.kind, one.team, sorted(one.bugs)) == ("reached", "team-2", ["flyer-1", "warrior-1"])
        if battle.offers(IM, "tell-nearest"):
            battle.directed(teams=["team-2"])
    battle.tell("reached", team="team-2", bugs=["flyer-1"])
    assert {key: bug.engages for key, bug in battle.state.bugs.items()} == {"flyer-1": "team-2", "warrior-1": None}


@pytest.mark.parametrize(("named", "hit"), [((), (0, 1)), ((3,), (3, 0))])
def test_acid_is_told_by_the_number_of_men_of_a_team(named: tuple[int, ...], hit: tuple[int, ...]) -> None:
    """The grid: two men of team 3, in cover; the first two, or those who are named first."""
    battle = shown_at_once("tank")
    while battle.state.phase != "fire":
        step(battle)
    battle.done()
    men = battle.names("team-3")
    battle.fall(6)
    told = {"team": "team-3", "cover": True, "troopers": [men[place] for place in named]}
    with battle.refuses("too-many-men", "number"):
        battle.tell_acid(number=5, **told)
    with battle.refuses("not-in-reach", "troopers"):
        battle.tell_acid(number=1, team="team-3", troopers=battle.names("team-2")[:1])
    battle.tell_acid(number=2, **told)
    tank = battle.state.bugs["tank-1"]
    assert (tank.aimed, tank.covered) == ([men[place] for place in hit], ["team-3"])


def test_a_location_test_is_told_as_last_time_with_one_tap() -> None:
    """None in the first turn; then whoever was alone is still, as long as somebody of the team lives."""
    battle = AppBattle("hungry").squad().start()
    battle.arrive()
    (offer,) = battle.offers(IM, "tell-scan-same")
    assert (offer.label, offer.choose) == ("tell-scan-nobody", {})
    battle.scanned(1, alone=["team-2", "team-3"], hill=["team-3"])
    battle.arrive()
    for man in battle.names("team-2"):
        battle.state.troopers[man].status = "dead"
    (offer,), (anew,) = (battle.offers(IM, command) for command in ("tell-scan-same", "tell-scan"))
    assert (offer.label, anew.label) == (None, "tell-scan-anew")
    foot = next_action.foot(battle.state, battle.table.book(), IM, SeatOffers([offer], "table"))
    ((_, same),) = foot.lead
    assert same.behind is not None
    assert dict(same.behind.shown)["names"] == ("team-3",)
    battle.press(IM, "tell-scan-same", [1])
    told = next(event for event in battle.table.entries[-1].events if isinstance(event, TableScanned))
    assert (told.alone, told.hill, told.mounted, told.roll.numbers) == (["team-3"], ["team-3"], [], [1])


def test_one_tap_says_that_no_other_bug_is_near_a_man() -> None:
    """A man is thrown three inches and comes down alone: nothing frenzies."""
    battle = shown_at_once("warriors")
    battle.tell("reached", team="team-2", bugs=["warrior-1", "warrior-2"])
    battle.calm("team-2")
    while battle.state.phase != "close-combat":
        step(battle)
    man = battle.names("team-2")[0]
    battle.fall(5, 6, 3, 12)
    battle.tell("men", men=[man])
    assert [(one.kind, one.trooper) for one in battle.state.app.inquiries.values()] == [("around", man)]
    battle.press(IM, "tell-around-nobody")
    assert battle.state.troopers[man].status == "prone"
    assert battle.state.chain == []


# -- tunnels that are there


@pytest.mark.parametrize(
    ("answer", "sites"), [("rolled-point", ["site-1", "site-2"]), ("nearest-entrance", ["site-1"])]
)
def test_bugs_come_out_of_the_nearest_mouth_where_the_table_says_so(answer: str, sites: list[str]) -> None:
    """MI-24: the players say which mouth is the nearest, whether or not anything comes."""
    battle = AppBattle("hungry", tunnel_at=answer).squad()
    battle.opening(6, team=2, kind="warrior", inches=[2] * 6).start()
    battle.arrive("open")
    battle.opening(6, team=2, kind="warrior", inches=[2] * 6).scanned(1)
    while battle.state.phase != "presence":
        step(battle)
    (offer,) = battle.offers(IM, "tell-presence")
    assert offer.choose.get("near_mouth") == (None if answer == "rolled-point" else ["none", "site-1"])
    if answer == "rolled-point":
        with battle.refuses("not-on-the-board", "near_mouth"):
            battle.tell("presence", point="open", near_mouth="site-1")
        battle.tell("presence", point="open")
    else:
        battle.tell("presence", point="open", near_mouth="site-1")
        order = battle.last("appear-near")
        assert (order.towards, order.inches, order.reason) == (
            "site-1",
            {"warrior-2": 0},
            ["sweep-open", "nearest-mouth"],
        )
    assert list(battle.state.sites) == sites


# -- a fire team to each entrance


def test_each_entrance_needs_a_fire_team() -> None:
    battle = AppBattle("hungry", 3)
    battle.loose()
    battle.tell("entrances", entrances=["entrance-1", "entrance-2"])
    with battle.refuses("teams-per-entrance"):
        battle.press(IM, "ready")
    battle.loose()
    battle.press(IM, "ready")
    assert battle.state.turn == 1


def test_a_person_rolls_for_no_more_entrances_than_there_are_fire_teams() -> None:
    battle = Battle(3).loose()
    assert [one.given["entrances"] for one in battle.offers(BRAIN, "roll-guards")] == list(range(1, 9))
    battle.press(IM, "ready")
    assert [one.given["entrances"] for one in battle.offers(BRAIN, "roll-guards")] == [1]
    with battle.refuses("too-big", "entrances"):
        battle.press(BRAIN, "roll-guards", [1, 1], entrances=2)


def test_whoever_is_left_begins_only_with_a_fire_team_to_each_entrance() -> None:
    battle = Battle(3, players=2).loose()
    battle.press(BRAIN, "roll-guards", [1, 1], entrances=2)
    battle.press(BRAIN, "ready")
    battle.press(IM, "ready")
    with battle.refuses("teams-per-entrance"):
        battle.press(IM, "begin-without")


# -- what is said


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Answer – location test, on a hill: Team 1, Team 2, mounted: Team 1."),
        (
            "es",
            "Respuesta – test de localización, en una colina: Equipo 1, Equipo 2, en vehículo o lancha: Equipo 1.",
        ),
    ],
)
def test_the_log_tells_each_fact_of_a_test_behind_its_name(language: str, line: str) -> None:
    battle = AppBattle("hungry").squad().start()
    battle.arrive("unseen")
    battle.scanned(1, hill=["team-1", "team-2"], mounted=["team-1"])
    told = entry_lines(battle.table, battle.table.entries[-1], battle.table.seat(IM), GAME.get_translator(language))
    assert line in told


def test_points_that_are_told_at_the_end_are_hidden_till_then() -> None:
    battle = Battle(score="at-the-end", turn_limit="suggested", mission=5).squad().ready()
    assert to_jsonable(battle.state)["score"] == {"hidden": 2}
    while not battle.state.over:
        battle.end_phase()
    assert battle.score() == (0, 0)


# -- the check afterwards


@pytest.fixture(scope="module")
def hunted() -> Bench:
    """A brain hunt in which a Brain Bug that everybody saw has fled."""
    return played(SEED, "cautious", 7)


SEED = 3


def flights(battle: Bench) -> list[Any]:
    """Every order by which it fled."""
    events = (event for entry in battle.table.entries for event in entry.events)
    return [one for one in events if isinstance(one, BrainOrderedBelow) and one.do == "flee-into"]


def test_the_flight_of_a_shown_brain_bug_is_worked_out_again(hunted: Bench) -> None:
    first = flights(hunted)[0]
    assert first_fault(hunted.table, hunted.dice) is None
    first.where.inches += 1
    assert str(first_fault(hunted.table, hunted.dice)).startswith("flight-")
    first.where.inches -= 1


def test_a_flight_that_was_left_out_is_found_out(hunted: Bench) -> None:
    first = flights(hunted)[0]
    entry = next(one for one in hunted.table.entries if first in one.events)
    place = entry.events.index(first)
    entry.events.remove(first)
    try:
        assert str(first_fault(hunted.table, hunted.dice)).startswith("flight-")
    finally:
        entry.events.insert(place, first)

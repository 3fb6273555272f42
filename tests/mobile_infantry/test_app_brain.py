"""The app in the Brain’s seat: golden cases of section 20.8, worked by hand; its seals; what nobody may see."""

from __future__ import annotations

import re
from typing import Any

import pytest

from app.core.dice import SeededDice
from app.core.opening import opening_of
from app.core.refusals import Refused
from app.games.mobile_infantry.book import BugKind
from app.games.mobile_infantry.brain.choices import siege_hours
from app.games.mobile_infantry.brain.data import brain_data
from app.games.mobile_infantry.brain.replay import first_fault
from app.games.mobile_infantry.brain.seals import first_difference
from app.games.mobile_infantry.events.brain import ChoicesSealed, SealOpened
from app.games.mobile_infantry.game import GAME
from app.games.mobile_infantry.options import Options
from app.games.mobile_infantry.state import Bug, Group
from tests.mobile_infantry.brain_table import AppBattle
from tests.mobile_infantry.playing import IM


def against(temper: str, *kinds: BugKind, **more: Any) -> AppBattle:
    """A squad (team-1 commands team-2 to team-5) in the bugs’ movement; each of these bugs is a pack of its own."""
    battle = AppBattle(temper, **more).squad().start()
    state = battle.state
    for kind in kinds:
        number = 1 + sum(bug.kind == kind for bug in state.bugs.values())
        key, group = f"{kind}-{number}", f"group-{len(state.groups) + 1}"
        state.groups[group] = Group(kind, 0, told={"squad-1": 0})
        state.bugs[key] = Bug(kind, group, number)
        state.app.targets[key] = f"team-{len(state.bugs)}"
    battle.arrive()
    return battle


def to_moves(battle: AppBattle, *faces: int) -> AppBattle:
    """On to the movement of the bugs, with these dice."""
    battle.tell("scan", dice=[1])
    assert battle.state.phase == "bug-move"
    return battle


def moved(temper: str, faces: list[int], *kinds: BugKind, **more: Any) -> AppBattle:
    """Bugs that have rolled these moves; nobody has said yet who is nearest."""
    battle = against(temper, *kinds, **more)
    return to_moves(battle.fall(*faces))


# -- golden


def test_b01_equally_near_the_cunning_go_for_the_radio() -> None:
    battle = moved("cunning", [4, 5, 2, 3], "warrior", "warrior")
    for bug in ("warrior-1", "warrior-2"):
        battle.tell("nearest", bug, teams=["team-2", "team-1"])
    first, second = battle.orders()[-2:]
    assert (first.inches, second.inches) == ({"warrior-1": 7}, {"warrior-2": 3})
    assert {first.towards, second.towards} == {"team-1"}
    assert first.reason == ["nearest", "tie-radio"]


def test_a_wreck_without_a_legal_place_goes_to_the_next_one_and_last_to_the_middle() -> None:
    """20.1: cautious: right third, left third, then the middle; no fourth place."""
    battle = AppBattle("cautious", mission=4).squad()
    for where in ("left-third-half", "middle-third-half"):
        battle.press(IM, "tell-illegal", what="wreck")
        assert battle.last("place-wreck").towards == where
        assert battle.last("place-wreck").reason == ["not-legal", "cautious"]
    with battle.refuses("no-place-left"):
        battle.press(IM, "tell-illegal", what="wreck")
    assert battle.offers(IM, "tell-illegal") == []
    battle.start()
    with battle.refuses("mustered-already"):
        battle.press(IM, "tell-illegal", what="wreck")


def test_objectives_without_a_legal_place_go_deeper() -> None:
    """20.1: hungry: a quarter, a half, three quarters of its third."""
    battle = AppBattle("hungry", mission=1).squad()
    with battle.refuses("no-place-left", "what"):
        battle.press(IM, "tell-illegal", what="wreck")
    placed = [one.towards for one in battle.orders() if one.do == "place-in-third"]
    assert placed == ["depth-quarter", "depth-half", "depth-three-quarters"]
    battle.press(IM, "tell-illegal", what="objective-2")
    assert (battle.last("place-in-third").who, battle.last("place-in-third").towards) == (
        ["objective-2"], "depth-three-quarters",
    )  # fmt: skip


@pytest.mark.parametrize(("answer", "goes"), [("brain", "team-1"), ("random", "team-2")])
def test_equally_near_by_temper_or_by_chance(answer: str, goes: str) -> None:
    """MI-89: the cunning go for the radio of team 1; a 1 of a die of two is the first who was named."""
    battle = moved("cunning", [4, 5], "warrior", move_ties=answer)
    battle.fall(1).tell("nearest", "warrior-1", teams=["team-2", "team-1"])
    assert battle.last("go-for").towards == goes


@pytest.mark.parametrize(("answer", "asked"), [("strict", "reached"), ("nearest", "nearest")])
def test_bugs_pursue_the_team_that_ran_or_go_for_the_nearest(answer: str, asked: str) -> None:
    """MI-15: a warrior in close combat with a team that has fled; without pursuit it is asked who is nearest."""
    battle = against("cunning", "warrior", pursuit=answer)
    battle.state.bugs["warrior-1"].engages = "team-2"
    battle.state.teams["team-2"].reaction = "fleeing"
    to_moves(battle.fall(4, 5))
    assert [one.kind for one in battle.state.app.inquiries.values()] == [asked]


def test_b02_with_no_man_in_sight_a_warrior_goes_to_the_nearest_bug() -> None:
    battle = moved("cunning", [4, 5, 1, 1], "warrior", "warrior")
    battle.tell("nearest", "warrior-1", bug="warrior-2")
    order = battle.last("gather-at")
    assert (order.inches, order.towards) == ({"warrior-1": 7}, "warrior-2")
    assert (order.reason, order.section) == (["no-man-seen"], "moving.warriors")


def test_b03_the_hungry_go_for_most_men() -> None:
    battle = against("hungry", "warrior")
    battle.state.bugs["warrior-1"].hits = 2
    for man in battle.names("team-4")[:2]:
        battle.state.troopers[man].status = "dead"
    to_moves(battle.fall(4, 4)).tell("nearest", teams=["team-4", "team-2"])
    order = battle.last("go-for")
    assert (order.inches, order.towards) == ({"warrior-1": 3}, "team-2")  # half of 6 (MI-12)
    assert order.reason == ["nearest", "tie-most-men"]


def test_b04_what_the_cautious_have_left_takes_them_out_of_sight() -> None:
    battle = moved("cautious", [4, 6], "flyer")
    battle.tell("nearest", teams=["team-2"])
    battle.tell("reached", team="team-2", bugs=["flyer-1"])
    battle.react("team-2", dice=[4]) if battle.team("team-2").owes else None
    battle.done().done()
    battle.fall(6).tell("men", men=battle.names("team-2")[:1])
    order = battle.last("spend-left")
    assert (order.inches, order.towards, order.reason) == ({"flyer-1": 10}, "out-of-sight", ["leftover"])


def test_b05_the_acid_of_the_cunning_reaches_radio_and_officer_first() -> None:
    battle = moved("cunning", [1], "tank")
    battle.tell("nearest", teams=["team-1"])
    battle.done().done()
    officer, sergeant, _, radio = battle.names("team-1")
    battle.fall(2, 1, 1).tell("spray", men=[sergeant, radio, officer])
    assert {key for key in battle.names("team-1") if battle.state.troopers[key].status == "dead"} == {radio, officer}
    assert battle.last("spray").reason == ["in-reach", "tie-radio", "tie-officer"]


def test_b06_a_wounded_tank_bug_backs_off_at_once() -> None:
    battle = moved("cunning", [1], "tank")
    battle.tell("nearest", teams=["team-1"])
    battle.done()
    battle.state.bugs["tank-1"].hits = 2
    shot = {"weapon": "assault-rifle", "mode": "burst", "guns": 2, "target": "tank-1", "distance": 12}
    battle.fall(5).press(IM, "fire", [6, 6], team="team-2", **shot)
    order = battle.last("back-off")
    assert (order.inches, order.towards) == ({"tank-1": 2.5}, "team-2")  # a 5, halved at 3 hits
    assert order.reason == ["wounded-tank", "halved"]


def arrived(temper: str, point: str) -> AppBattle:
    """Two squads by boat, presence 4: 4 + 1 + 1 = 6. Team 3, left, 21 inches, 2 warriors."""
    battle = AppBattle(temper).squad().squad()
    battle.opening(4, team=3, side=4, kind="warriors", inches=[3, 5, 2, 4, 1, 6]).start()
    battle.arrive(point)
    return battle


def test_b07_what_is_seen_comes_up_at_once() -> None:
    battle = arrived("hungry", "open")
    assert list(battle.state.bugs) == ["warrior-1", "warrior-2"]
    assert battle.state.sites["site-1"].kind == "tunnel"
    order = battle.last("appear-near")
    assert (order.towards, order.inches) == ("team-3", {"warrior-1": 21, "warrior-2": 21})
    assert order.reason == ["sweep-open"]


def test_b08_what_is_not_seen_hides_and_comes_nearer() -> None:
    battle = arrived("hungry", "cover")
    assert not battle.state.bugs
    battle.opening(slot=[4, 3, 6, 3, 1]).scanned(1)
    assert (battle.state.turn, battle.state.sequence) == (2, "pre")
    assert battle.state.lair.packs["pack-1"].inches == 16  # 21 − (4 + 3 − 2)


def test_b09_one_die_looks_for_all_hidden_packs() -> None:
    battle = arrived("hungry", "cover")
    battle.opening(slot=[4, 3, 6, 3, 1]).scanned(1)
    battle.arrive()
    battle.scanned(5, alone=["team-3"], hill=["team-3"])  # 5 + 1 + 1 = 7
    assert list(battle.state.bugs) == ["warrior-1", "warrior-2"]
    assert battle.last("appear-near").inches == {"warrior-1": 16, "warrior-2": 16}
    assert battle.team("team-3").owes == ["located"]


def test_b10_what_comes_into_sight_shows_itself_by_a_die() -> None:
    battle = AppBattle("hungry").squad()
    battle.opening(6, team=1, side=5, kind="warriors", inches=[6, 6, 6, 6, 2, 1]).start()
    battle.arrive("unseen")
    battle.opening(slot=[6, 5, 4, 3, 1]).scanned(1)
    assert battle.last("appear-near").inches == {"warrior-1": 18, "warrior-2": 18}  # 27 − 9; 4 < 5
    assert battle.last("appear-near").reason == ["stay"]
    assert (battle.state.turn, battle.state.phase) == (2, "bug-move")


def test_b11_inside_the_perimeter_they_come_out_of_a_tunnel() -> None:
    battle = AppBattle("cautious", mission=6).squad()
    with battle.refuses("facts-first"):
        battle.press(IM, "ready")
    battle.tell("fort", tower=2, landing=6)
    battle.opening(4, kind="tank", inches=[3, 3, 2, 2, 6, 6]).start()
    battle.arrive("inside")
    order = battle.last("appear-near")
    assert (order.towards, order.inches, order.reason) == ("fort", {"tank-1": 10}, ["perimeter"])
    assert battle.state.app.places["site-1"].bearing == "hour-8"  # as far from the tower at 2 as can be
    assert battle.state.sites["site-1"].kind == "tunnel"


def test_hours_of_a_siege_follow_the_temper() -> None:
    tempers = brain_data().tempers
    assert siege_hours(tempers["cautious"], 12, 6, [])[:3] == [6, 5, 7]
    assert siege_hours(tempers["hungry"], 12, 6, [])[:3] == [6, 5, 7]
    assert siege_hours(tempers["cunning"], 12, 6, [1, 2, 3, 4])[:4] == [5, 11, 6, 12]
    assert all(sorted(siege_hours(one, 3, 9, [1])) == list(range(1, 13)) for one in tempers.values())


# -- what the app cannot do is refused


@pytest.mark.parametrize("mission", [3, 7])
def test_a_mission_that_the_app_cannot_play_is_refused(mission: int) -> None:
    with pytest.raises(Refused) as no:
        opening_of(GAME, Options(game=GAME.key, brain="app", mission=mission))
    assert (no.value.code, no.value.field) == ("not-allowed", "mission")


def test_a_person_has_a_temper_of_their_own() -> None:
    with pytest.raises(Refused) as no:
        opening_of(GAME, Options(game=GAME.key, temper="hungry"))
    assert (no.value.code, no.value.field) == ("not-allowed", "brain")


def test_at_such_a_table_only_those_missions_are_chosen_and_none_is_rolled() -> None:
    battle = AppBattle()
    with battle.refuses("not-allowed", "mission"):
        battle.press(IM, "choose-mission", mission=7)
    with battle.refuses("not-every-mission"):
        battle.press(IM, "roll-mission")


def test_facts_are_told_first_and_only_what_is_there() -> None:
    battle = moved("cunning", [4, 5], "warrior")
    with battle.refuses("facts-first"):
        battle.press(IM, "done")
    with battle.refuses("not-on-the-board", "teams"):
        battle.tell("nearest", teams=["team-9"])
    with battle.refuses("nothing-asked", "inquiry"):
        battle.press(IM, "tell-nearest", inquiry="inquiry-99")
    with battle.refuses("nothing-asked"):
        battle.press(IM, "tell-scan", inquiry="inquiry-99")


def test_all_go_for_the_same_teams_as_before_in_one_press() -> None:
    battle = moved("cunning", [4, 5, 2, 3], "warrior", "warrior")
    battle.press(IM, "tell-as-before")
    assert [one.towards for one in battle.orders()[-2:]] == ["team-1", "team-2"]


# -- secrets


def told(battle: AppBattle) -> list[str]:
    """All that every seat, a referee and the public are told, but for seals."""
    seats = [*battle.table.seats, "public"]
    return [re.sub("[0-9a-f]{64}", "seal", battle.told(seat)) for seat in seats]


def quiet(presence: int, kind: str, inches: list[int]) -> AppBattle:
    """A turn and a half in which whatever comes is not seen."""
    battle = AppBattle("hungry", referee=True).squad()
    battle.opening(presence, team=2, side=4, kind=kind, inches=inches).start()
    return battle


def test_what_hides_changes_no_byte() -> None:
    battles = [quiet(presence, kind, [6] * 6) for presence, kind in ((1, "tank"), (6, "warriors"), (6, "tank"))]
    for _ in range(2):
        for battle in battles:
            battle.arrive("cover")
            battle.opening(slot=[1, 2, 6, 1, 1]).scanned(1)
    assert battles[1].state.lair.packs
    assert told(battles[0]) == told(battles[1]) == told(battles[2])


def test_the_lair_is_nobody_s_to_see() -> None:
    battle = quiet(6, "warriors", [6] * 6)
    battle.arrive("cover")
    before = told(battle)
    lair = battle.state.lair
    lair.packs["pack-1"].inches, lair.packs["pack-1"].count, lair.dice[0] = 3, 1, 5
    lair.reference, lair.sealed["arrival-1"], lair.packs_made = "team-4", {}, 9
    assert told(battle) == before


# -- seals


def finished(seed: int) -> AppBattle:
    """A short battle: nobody does anything, and the men leave by flight of time."""
    battle = AppBattle("hungry", mission=2, turn_limit="suggested").seeded(seed).squad().start()
    while not battle.state.over:
        if battle.state.app.inquiries:
            one = next(iter(battle.state.app.inquiries.values()))
            more = {"team": one.team} if one.kind == "reached" else {}
            battle.tell(one.kind, **more)
        else:
            battle.done()
    return battle


def test_seals_are_published_before_anybody_acts_and_all_are_opened_at_the_end() -> None:
    battle = finished(7)
    events = [event for entry in battle.table.entries for event in entry.events]
    published = {name: seal for one in events if isinstance(one, ChoicesSealed) for name, seal in one.seals.items()}
    opened = {one.seal: (one.value, one.salt) for one in events if isinstance(one, SealOpened)}
    assert set(published) == set(opened) == {"setup", *(f"{name}-{turn}" for turn in range(1, battle.state.turn + 1)
                                                        for name in ("arrival", "slots"))}  # fmt: skip
    assert first_difference(published, opened) is None
    opened["arrival-2"] = ({**opened["arrival-2"][0], "presence": 7}, opened["arrival-2"][1])
    assert first_difference(published, opened) == "arrival-2"


def test_with_the_seed_everything_is_worked_out_again() -> None:
    battle = finished(9)
    assert first_fault(battle.table, battle.dice) is None
    assert first_fault(battle.table, SeededDice(bytes(32))) == "dice-1"

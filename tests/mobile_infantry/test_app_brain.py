"""The app in the Brain’s seat: golden cases of section 20.8, worked by hand; its seals; what nobody may see."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from app.core.engine.event import Event
from app.core.engine.offers import DiceRequest
from app.core.errors import Refused
from app.core.game.setup import opening_of
from app.core.rules.dice import SeededDice
from app.games.mobile_infantry.book import BugKind
from app.games.mobile_infantry.brain import tunnel_play, tunnels, walking
from app.games.mobile_infantry.brain.choices import brain_data, comes_to, siege_hours
from app.games.mobile_infantry.brain.replay import first_fault
from app.games.mobile_infantry.brain.seals import first_difference
from app.games.mobile_infantry.brain_secrets import Pack, Plan, Tunnel, Where
from app.games.mobile_infantry.events.brain import ChoicesSealed, PacksMoved, SealOpened, TunnelsDug
from app.games.mobile_infantry.events.tunnels import GuardsPosted
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
        battle.directed(bug, teams=["team-2", "team-1"])
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
    battle.fall(1).directed("warrior-1", teams=["team-2", "team-1"])
    assert battle.last("go-for").towards == goes


@pytest.mark.parametrize(
    ("answer", "order"), [("strict", ("pursue", "team-2")), ("nearest", ("go-for", "nearest-seen"))]
)
def test_bugs_pursue_the_team_that_ran_or_go_for_the_nearest(answer: str, order: tuple[str, str]) -> None:
    """MI-15: a warrior in close combat with a team that has fled; without pursuit it goes for whoever is nearest."""
    battle = against("cunning", "warrior", pursuit=answer)
    battle.state.bugs["warrior-1"].engages = "team-2"
    battle.state.teams["team-2"].reaction = "fleeing"
    to_moves(battle.fall(4, 5))
    assert [one.kind for one in battle.state.app.inquiries.values()] == ["reached"]
    assert (battle.orders()[-1].do, battle.orders()[-1].towards) == order


def test_b02_with_no_man_in_sight_a_warrior_goes_to_the_nearest_bug() -> None:
    battle = moved("cunning", [4, 5, 1, 1], "warrior", "warrior")
    battle.directed("warrior-1", bug="warrior-2")
    order = battle.last("gather-at")
    assert (order.inches, order.towards) == ({"warrior-1": 7}, "warrior-2")
    assert (order.reason, order.section) == (["no-man-seen"], "moving.warriors")


def test_b03_the_hungry_go_for_most_men() -> None:
    battle = against("hungry", "warrior")
    battle.state.bugs["warrior-1"].hits = 2
    for man in battle.names("team-4")[:2]:
        battle.state.troopers[man].status = "dead"
    to_moves(battle.fall(4, 4)).directed(teams=["team-4", "team-2"])
    order = battle.last("go-for")
    assert (order.inches, order.towards) == ({"warrior-1": 3}, "team-2")  # half of 6 (MI-12)
    assert order.reason == ["nearest", "tie-most-men"]


def test_b04_what_the_cautious_have_left_takes_them_out_of_sight() -> None:
    battle = moved("cautious", [4, 6], "flyer")
    battle.tell("reached", team="team-2", bugs=["flyer-1"])
    battle.react("team-2", dice=[4]) if battle.team("team-2").owes else None
    battle.done().done()
    battle.fall(6).tell("men", men=battle.names("team-2")[:1])
    order = battle.last("spend-left")
    assert (order.inches, order.towards, order.reason) == ({"flyer-1": 10}, "out-of-sight", ["leftover"])


def test_b05_the_acid_of_the_cunning_reaches_radio_and_officer_first() -> None:
    battle = moved("cunning", [1], "tank")
    battle.done().done()
    officer, sergeant, _, radio = battle.names("team-1")
    battle.fall(2, 1, 1).tell("spray", men=[sergeant, radio, officer])
    (offer,) = battle.offers(IM, "dodge")
    assert (offer.given, offer.choose, offer.dice) == (
        {"bug": "tank-1", "team": "team-1", "men": 2, "cover": False}, {}, DiceRequest(2)
    )  # fmt: skip
    assert all(battle.state.troopers[key].living for key in battle.names("team-1")), "the app rolls no dodges"
    with battle.refuses("acid-first"):
        battle.press(IM, "done")
    battle.press(IM, "dodge", [1, 1], **offer.given)
    assert {key for key in battle.names("team-1") if battle.state.troopers[key].status == "dead"} == {radio, officer}
    assert battle.last("spray").reason == ["in-reach", "tie-radio", "tie-officer"]


def test_acid_for_one_of_two_men_alike_says_that_it_took_the_first_named() -> None:
    battle = moved("cunning", [1], "tank")
    battle.done().done()
    one, other = battle.names("team-2")[1:3]
    battle.fall(1).tell("spray", men=[other, one])
    assert (battle.last("spray").towards, battle.last("spray").reason) == (other, ["in-reach", "tie-as-named"])


def test_the_app_rolls_its_tank_bugs_die_and_each_seat_the_dodges_of_its_own_men() -> None:
    """Tank die 5, three men named: one of the first seat, two of the other, one of these in cover. Veterans and
    experienced men dodge on 4+, in cover on 3+."""
    battle = AppBattle("cunning", players=2).squad("im-1").squad("im-2").start()
    battle.state.groups["group-1"] = Group("tank", 0, told={"squad-1": 0})
    battle.state.bugs["tank-1"] = Bug("tank", "group-1", 1)
    battle.arrive()
    to_moves(battle)
    battle.done().done()
    one, (two, three) = battle.names("team-2")[0], battle.names("team-7")[:2]
    battle.fall(5).tell("spray", men=[one, two, three], cover=["team-7"])
    assert {seat for seat in ("im-1", "im-2") if battle.offers(seat, "dodge")} == {"im-1", "im-2"}
    assert battle.state.settlers() == {"im-1", "im-2"}
    with battle.refuses("not-your-team", "team"):
        battle.press("im-1", "dodge", [6, 6], bug="tank-1", team="team-7", men=2)
    assert [offer.given["cover"] for offer in battle.offers("im-2", "dodge")] == [True]
    battle.press("im-2", "dodge", [3, 2], bug="tank-1", team="team-7", men=2, cover=True)
    assert [battle.state.troopers[key].status for key in (two, three)] == ["ok", "dead"]
    assert battle.state.bugs["tank-1"].aimed == [one]
    battle.press("im-1", "dodge", [3], bug="tank-1", team="team-2", men=1)
    assert battle.state.troopers[one].status == "dead"
    assert (battle.state.bugs["tank-1"].aimed, battle.state.bugs["tank-1"].sprays) == ([], 0)


def test_b06_a_wounded_tank_bug_backs_off_at_once() -> None:
    battle = moved("cunning", [1], "tank")
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


@pytest.mark.parametrize(
    ("inches", "shown"),
    [
        ([6, 6, 6, 6, 3, 3], 24),  # at 30 it flies 8: seen at 24
        ([6, 6, 4, 3, 1, 1], 21),  # within 24 already: where it lies, before it moves
    ],
)
def test_hidden_flyers_are_seen_within_24_inches_whatever_the_die(inches: list[int], shown: int) -> None:
    """§8: they are in open sky; the die of those that stay hidden, a six, is not read."""
    battle = AppBattle("cautious").squad()
    battle.opening(6, team=1, side=5, kind="flyer", inches=inches).start()
    battle.arrive("unseen")
    battle.opening(slot=[4, 4, 6, 3, 1]).scanned(1)
    order = battle.last("appear-near")
    assert (order.inches, order.reason) == ({"flyer-1": shown}, ["open-sky"])
    assert [site.kind for site in battle.state.sites.values()] == ["sky"]


def test_hidden_flyers_beyond_24_inches_fly_on_unseen() -> None:
    battle = AppBattle("hungry").squad()
    battle.opening(6, team=1, side=5, kind="flyer", inches=[6] * 6).start()
    battle.arrive("unseen")
    battle.opening(slot=[4, 4, 1, 3, 1]).scanned(1)
    (pack,) = battle.state.lair.packs.values()
    assert (pack.inches, battle.state.bugs) == (28, {})


@pytest.mark.parametrize(
    ("temper", "hunters", "comes"),
    [
        ("cautious", 2, (18, True)), ("cautious", 3, (12, False)),
        ("cunning", 1, (13, True)), ("cunning", 2, (12, False)), ("hungry", 1, (12, False)),
    ],
)  # fmt: skip
def test_packs_wait_in_the_dark_until_enough_of_them_hunt_a_team(
    temper: Any, hunters: int, comes: tuple[float, bool]
) -> None:
    """A pack 20 inches away moves 8: the cautious stop at 18 for a third one, the cunning at 13 for a second."""
    assert comes_to(brain_data().tempers[temper], Pack("warrior", 2, inches=20), 8, hunters) == comes


def test_nobody_waits_for_ever() -> None:
    temper = brain_data().tempers["cautious"]
    patience = [comes_to(temper, Pack("warrior", 2, inches=18, held=turns), 8, 1)[1] for turns in (4, 5)]
    assert patience == [True, False]


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


def test_b12_the_cautious_brain_bug_flees_from_men_one_section_away() -> None:
    battle = hunting("cautious")
    battle.enter("tunnel-a").enter("tunnel-b")  # next to the nest; tunnel e is free
    to_location(battle).scanned(1)
    assert battle.brain_bug().where == Where("tunnel-e", "chamber-1", 6)


def test_hours_of_a_siege_follow_the_temper() -> None:
    tempers = brain_data().tempers
    assert siege_hours(tempers["cautious"], 12, 6, [])[:3] == [6, 5, 7]
    assert siege_hours(tempers["hungry"], 12, 6, [])[:3] == [6, 5, 7]
    assert siege_hours(tempers["cunning"], 12, 6, [1, 2, 3, 4])[:4] == [5, 11, 6, 12]
    assert all(sorted(siege_hours(one, 3, 9, [1])) == list(range(1, 13)) for one in tempers.values())


# -- under the ground

NEST = Plan(
    {
        "tunnel-a": Tunnel(["entrance-1", "fork-1"], 12, 4),
        "tunnel-b": Tunnel(["fork-1", "chamber-1"], 18, 5),
        "tunnel-c": Tunnel(["entrance-2", "fork-2"], 12, 4),
        "tunnel-d": Tunnel(["fork-1", "fork-2"], 24, 6),
        "tunnel-e": Tunnel(["chamber-1", "fork-2"], 24, 5),
        "tunnel-f": Tunnel(["fork-2", "fork-3"], 12, 4),
        "tunnel-g": Tunnel(["entrance-3", "fork-3"], 12, 4),
        "tunnel-h": Tunnel(["fork-2", "chamber-2"], 12, 4),
    },
    "chamber-1",
)
"""Tunnels with the nest between two forks."""


class Underground(AppBattle):
    """A squad before its entrances; the tunnels are those of the test, guards by these dice."""

    def __init__(self, temper: str, mission: int, guards: list[int], plan: Plan = NEST, **more: str) -> None:
        super().__init__(temper, mission, **more)
        self.squad()
        self.state.lair.plan = plan = Plan(plan.tunnels, plan.nest if mission == 7 else None)
        look = self.table.look(self.table.seat(IM))
        self.state.app.mouths_of = {f"entrance-{number}": f"tunnel-{'acg'[number - 1]}" for number in (1, 2, 3)}
        self.state.lair.sealed |= tunnel_play.sealed(look, plan)
        self.given.turn = guards
        self.tell("entrances", entrances=["entrance-1"])
        self.given.turn = []
        self.start()

    def enter(self, section: str, *teams: str) -> Underground:
        """Teams, or all of them, enter a section, to whose end they have walked."""
        for team in teams or self.state.teams:
            self.walk_to(team, section)
        self.press(IM, "enter-section", section=section, teams=list(teams) or list(self.state.teams))
        return self

    def walk_to(self, team: str, section: str) -> None:
        """A team has walked to the end of its section that leads to another one."""
        look = self.table.look(self.table.seat(IM))
        where, past = self.state.app.below.get(team), tunnel_play.doors(look, team).get(section)
        if where is not None and past is not None and where.section != tunnels.SURFACE:
            left = walking.left_to(self.state, self.table.book(), team)
            end = section if section in left else past
            where.inches += -left[end] if end == where.past else left[end]

    def turn(self) -> Underground:
        """On to the next movement of the Mobile Infantry; nothing comes."""
        turn = self.state.turn
        while (self.state.turn, self.state.phase) != (turn + 1, "im-move"):
            one = next(iter(self.state.app.inquiries.values()), None)
            self.done() if one is None else self.tell(one.kind, **self.usual(one))
        return self

    def sections(self, team: str) -> set[str]:
        """The sections that a team may enter now."""
        offers = self.offers(IM, "enter-section")
        return {one.given["section"] for one in offers if team in one.choose["teams"].some}

    def brain_bug(self) -> Pack:
        """The Brain Bug that nobody has met."""
        return next(pack for pack in self.state.lair.packs.values() if pack.kind == "brain")

    def hidden(self) -> list[tuple[str, int]]:
        """Hidden packs: where they are, and how many."""
        return [(pack.where.section, pack.count) for pack in self.state.lair.packs.values() if pack.where]


def hunting(temper: str, guards: tuple[int, int] = (2, 3)) -> Underground:
    """A brain hunt: nobody guards the entrance, so many warriors the nest."""
    return Underground(temper, 7, [1, 1, 1, *guards])


def to_location(battle: Underground) -> Underground:
    """On to the location test."""
    while battle.state.phase != "location":
        if not battle.state.app.inquiries:
            battle.done()
            continue
        one = next(iter(battle.state.app.inquiries.values()))
        battle.tell(one.kind, **battle.usual(one))
    return battle


def test_the_dice_dig_eight_tunnels_and_up_to_four_more() -> None:
    for die, number in enumerate((8, 9, 9, 10, 11, 12), start=1):
        dice = [die, *(1 for _ in tunnels.faces()[1:])]
        plan = tunnels.dug(dice, brain_data().tempers["cunning"], hunt=True)
        assert len(plan.tunnels) == number
        assert {one.length for one in plan.tunnels.values()} == {12}
        assert {one.width for one in plan.tunnels.values()} == {4}
        assert all(tunnels.openings(plan, f"chamber-{one}") for one in (1, 2, 3))


def test_tempers_choose_the_nest_by_its_way_out() -> None:
    sizes = [12, 12, 12, 24, 24, 12, 18, 24]  # entrances, forks, then chambers of forks 1 to 3: 24, 30, 36 inches
    thirds = [1 + (size - 12) // 6 for size in sizes]
    rest = [1] * (len(tunnels.faces()) - tunnels.LENGTHS - len(sizes))
    found = {}
    for name, temper in brain_data().tempers.items():
        plan = tunnels.dug([1, 3, 2, 1, 1, *thirds, *rest], temper, hunt=True)
        found[name] = tunnels.to_entrance(plan, Where(str(plan.nest)))
    assert found == {"cautious": 36, "hungry": 24, "cunning": 30}


def test_distance_is_measured_along_the_tunnels() -> None:
    here = Where("tunnel-b", "fork-1", 6)
    assert tunnels.between(NEST, here, Where("chamber-1")) == 12
    assert tunnels.between(NEST, here, Where("tunnel-h", "chamber-2", 2)) == 6 + 24 + 10  # by d, not by e
    assert tunnels.between(NEST, here, Where("tunnel-b", "chamber-1", 2)) == 10


@pytest.mark.parametrize(
    ("bearing", "inches", "where"),
    [
        ("front", 10, Where("tunnel-b", "fork-1", 10)),
        ("front", 20, Where("tunnel-e", "chamber-1", 2)),
        ("rear", 30, Where("entrance-1")),
        ("right", 60, Where("chamber-2")),
    ],
)
def test_arrivals_come_along_the_tunnels(bearing: str, inches: int, where: Where) -> None:
    """The rear has entrance 1 after 12 inches, and no way beyond; the last opening at fork 2 ends in chamber 2."""
    assert tunnels.arrival(NEST, Where("tunnel-b", "fork-1"), bearing, inches) == where


def test_guards_outside_are_seen_when_the_battle_begins() -> None:
    battle = Underground("hungry", 3, [5, 1, 1])
    assert list(battle.state.bugs) == ["warrior-1", "warrior-2", "warrior-3"]
    assert battle.state.app.opened["guards-entrance-1"] == {"die": 5, "used": True}
    assert not battle.state.sites


def test_guards_inside_are_met_in_the_tunnel() -> None:
    battle = Underground("cautious", 3, [3, 1, 1])
    assert (battle.hidden(), dict(battle.state.bugs)) == ([("tunnel-a", 1)], {})
    battle.enter("tunnel-a")
    order = battle.last("appear-in")
    assert (order.towards, order.inches, order.reason) == ("tunnel-a", {"warrior-1": 6}, ["guard"])
    assert battle.state.app.opened["tunnel-a"]["openings"] == {"fork-1": ["tunnel-b", "tunnel-d"]}


def test_guards_of_the_cunning_strike_once_passed() -> None:
    battle = Underground("cunning", 3, [5, 1, 1]).enter("tunnel-a")
    assert not battle.state.bugs
    battle.enter("tunnel-d", "team-2")
    assert battle.last("appear-in").reason == ["ambush"]
    assert (battle.last("appear-in").towards, len(battle.state.bugs)) == ("fork-1", 3)
    assert battle.state.app.opened["guards-entrance-1"]["die"] == 5


@pytest.mark.parametrize(
    ("temper", "places"),
    [
        ("cautious", [("chamber-1", 3), ("chamber-1", 2), ("chamber-1", 1)]),
        ("hungry", [("chamber-1", 3), ("fork-1", 2), ("chamber-1", 1)]),
        ("cunning", [("chamber-1", 3), ("tunnel-d", 2), ("chamber-1", 1)]),
    ],
)
def test_tempers_post_the_guards_of_the_nest(temper: str, places: list[tuple[str, int]]) -> None:
    assert hunting(temper).hidden() == places


def test_whoever_enters_the_nest_meets_the_brain_bug_and_rouses_the_rest() -> None:
    battle = hunting("cunning", (6, 6)).enter("tunnel-a").enter("tunnel-b").enter("chamber-1")
    assert [bug.kind for bug in battle.state.bugs.values()] == ["warrior"] * 6 + ["brain"]
    assert battle.state.app.below["brain-1"] == Where("chamber-1")
    (left,) = battle.state.lair.packs.values()
    assert (left.where.section, left.count, left.team) == ("tunnel-d", 6, "team-1")
    assert (battle.state.tally.reached, battle.state.app.reached) == (0, [])


def test_the_app_knows_how_far_the_brain_bug_is_from_an_entrance() -> None:
    """It is caught in chamber 1: 18 inches of tunnel b and 12 of tunnel a to entrance 1."""
    battle = hunting("cautious", (1, 1)).enter("tunnel-a").enter("tunnel-b").enter("chamber-1")
    for key in [key for key, bug in battle.state.bugs.items() if bug.kind == "warrior"]:
        battle.state.bugs[key].state = "dead"
    assert tunnels.to_entrance(NEST, Where("chamber-1")) == 30
    battle.press(IM, "capture-brain", bug="brain-1")
    battle.state.bugs["brain-1"].dragged = 23
    battle.press(IM, "drag-brain", [6], bug="brain-1", carriers=4)
    with battle.refuses("still-below", "bug"):
        battle.press(IM, "bring-out-brain", bug="brain-1")
    assert not battle.offers(IM, "bring-out-brain")
    seat = battle.table.seat(IM)
    (swarm,) = GAME.views.board_view(battle.table, seat, battle.table.offers_for(seat))["swarms"]
    assert [(bug.dragged, bug.way) for bug in swarm.bugs] == [(29, 30)]
    battle.state.bugs["brain-1"].dragged = 30
    battle.press(IM, "bring-out-brain", bug="brain-1")
    assert battle.state.score["im"] == 20


def test_the_brain_bug_that_everybody_sees_flees_by_its_temper() -> None:
    battle = hunting("hungry", (1, 1)).enter("tunnel-a").enter("tunnel-b").enter("chamber-1")
    warriors = [key for key, bug in battle.state.bugs.items() if bug.kind == "warrior"]
    to_location(battle).scanned(1)
    assert not [one for one in battle.orders() if one.do == "flee-into"]
    for key in warriors:
        battle.state.bugs[key].state = "dead"
    to_location(battle).scanned(1)
    order = battle.last("flee-into")
    assert (order.who, order.towards, order.inches, order.reason) == (
        ["brain-1"],
        "tunnel-e",
        {"brain-1": 6},
        ["flight"],
    )


def test_a_captured_brain_bug_stays() -> None:
    battle = hunting("cautious").enter("tunnel-a").enter("tunnel-b").enter("chamber-1")
    battle.state.bugs["brain-1"].captured = True
    to_location(battle).scanned(1)
    assert not [one for one in battle.orders() if one.do == "flee-into"]


def test_under_the_ground_nothing_is_asked_of_a_point() -> None:
    battle = Underground("hungry", 3, [1, 1, 1]).enter("tunnel-a").enter("tunnel-b")
    battle.done()
    assert {one.kind for one in battle.state.app.inquiries.values()} == {"scan"}


def test_what_arrives_in_the_section_of_men_is_seen() -> None:
    battle = Underground("hungry", 3, [1, 1, 1]).enter("tunnel-a").enter("tunnel-b")
    battle.done()
    battle.opening(6, team=2, side=1, kind="warriors", inches=[1] * 6).scanned(1)
    battle.done()  # six inches ahead of a team that has walked six
    order = battle.last("appear-in")
    assert (order.towards, order.inches) == ("tunnel-b", {"warrior-1": 12, "warrior-2": 12})
    assert (battle.state.sites["site-1"].kind, order.reason) == ("below", ["in-sight"])


def test_a_hidden_pack_comes_nearer_along_the_tunnels() -> None:
    battle = Underground("cunning", 3, [1, 1, 1]).enter("tunnel-a").enter("tunnel-b")
    battle.done()
    battle.opening(6, team=2, side=1, kind="warriors", inches=[6] * 6).scanned(1)
    battle.done()
    (pack,) = battle.state.lair.packs.values()
    assert (pack.where, pack.inches) == (Where("fork-2"), 30)  # 36 ahead of six: 18 + 24; back by tunnel d: 24 + 6
    battle.opening(slot=[4, 4, 1, 3, 1]).scanned(1)
    (pack,) = battle.state.lair.packs.values()
    assert (pack.where, pack.inches) == (Where("tunnel-d", "fork-2", 6), 24)  # 4 + 4 − 2


def test_a_tunnel_takes_its_inches() -> None:
    """§14.3: tunnel a has 12 inches, a march six: entered in turn 1, crossed in turn 3."""
    battle = Underground("cautious", 3, [1, 1, 1])
    battle.press(IM, "enter-section", section="tunnel-a", teams=["team-2"])
    assert (battle.state.app.below["team-2"], battle.sections("team-2")) == (
        Where("tunnel-a", "entrance-1"),
        {"surface"},
    )
    battle.turn()
    assert walking.left_to(battle.state, battle.table.book(), "team-2") == {"entrance-1": 0, "fork-1": 12}
    with battle.refuses("not-so-far", "teams"):
        battle.press(IM, "enter-section", section="tunnel-b", teams=["team-2"])
    battle.turn()
    assert walking.left_to(battle.state, battle.table.book(), "team-2") == {"entrance-1": 6, "fork-1": 6}
    assert battle.sections("team-2") == {"tunnel-b", "tunnel-d", "surface"}  # a march of six reaches either end
    battle.press(IM, "enter-section", section="tunnel-b", teams=["team-2"])
    assert battle.state.app.below["team-2"] == Where("tunnel-b", "fork-1")


def test_what_is_left_of_a_move_goes_on_in_the_next_section() -> None:
    """Four inches before fork 1, a march of six: two of them in tunnel b when the phase is over."""
    battle = Underground("cautious", 3, [1, 1, 1]).enter("tunnel-a", "team-2").turn()
    battle.state.app.below["team-2"].inches = 8
    battle.press(IM, "enter-section", section="tunnel-b", teams=["team-2"])
    battle.turn()
    assert battle.state.app.below["team-2"] == Where("tunnel-b", "fork-1", 2)


def test_a_chamber_is_left_by_another_side_after_twelve_inches() -> None:
    battle = Underground("cautious", 3, [1, 1, 1]).enter("tunnel-a").enter("tunnel-b").enter("chamber-1")
    left = walking.left_to(battle.state, battle.table.book(), "team-2")
    assert left == {"tunnel-b": 0, "tunnel-e": 12}
    assert battle.sections("team-2") == {"tunnel-b"}
    battle.turn().press(IM, "walk-below", team="team-2", towards="tunnel-e", inches=6)
    assert walking.left_to(battle.state, battle.table.book(), "team-2") == {"tunnel-b": 6, "tunnel-e": 6}
    battle.turn()
    assert battle.sections("team-2") == {"tunnel-e", "tunnel-b"}


def test_a_team_that_turns_back_says_so() -> None:
    """Nine inches into tunnel b of 18: six back leave three to fork 1 and fifteen to chamber 1."""
    battle = Underground("cautious", 3, [1, 1, 1]).enter("tunnel-a").enter("tunnel-b").turn()
    battle.state.app.below["team-2"].inches = 9
    with battle.refuses("not-on-the-board", "towards"):
        battle.press(IM, "walk-below", team="team-2", towards="fork-2", inches=6)
    with battle.refuses("too-big", "inches"):
        battle.press(IM, "walk-below", team="team-2", towards="fork-1", inches=7)
    battle.press(IM, "walk-below", team="team-2", towards="fork-1", inches=6)
    assert walking.left_to(battle.state, battle.table.book(), "team-2") == {"fork-1": 3, "chamber-1": 15}
    with battle.refuses("no-such-team", "team"):
        battle.press(IM, "walk-below", team="team-2", towards="fork-1", inches=1)
    with battle.refuses("not-so-far", "teams"):
        battle.press(IM, "enter-section", section="tunnel-a", teams=["team-2"])


def test_nobody_walks_on_the_surface() -> None:
    with (battle := Underground("cautious", 3, [1, 1, 1])).refuses("nobody-walks"):
        battle.press(IM, "walk-below", team="team-2", towards="fork-1", inches=6)


def test_an_arrival_is_measured_from_where_a_team_has_walked_to() -> None:
    """Ten inches into tunnel b: six ahead are 16, six behind are 4, twelve behind are 2 into tunnel a or d."""
    team = Where("tunnel-b", "fork-1", 10)
    assert tunnels.arrival(NEST, team, "front", 6) == Where("tunnel-b", "fork-1", 16)
    assert tunnels.arrival(NEST, team, "rear", 6) == Where("tunnel-b", "fork-1", 4)
    assert tunnels.arrival(NEST, team, "rear", 12) == Where("tunnel-a", "fork-1", 2)


def test_who_comes_up_is_not_held_by_entrances_that_nobody_has_gone_down() -> None:
    """One fire team below alone is left of the four, and two of three entrances are unused: it may come up."""
    battle = Underground("cautious", 3, [1, 1, 1])
    battle.state.app.entrances = ["entrance-1", "entrance-2", "entrance-3"]
    battle.press(IM, "enter-section", section="tunnel-a", teams=["team-2"])
    for key in ("team-3", "team-4", "team-5"):
        for man in battle.names(key):
            battle.state.troopers[man].status = "dead"
    battle.press(IM, "enter-section", section="surface", teams=["team-2"])
    assert battle.state.app.below["team-2"].section == "surface"


def test_each_chosen_entrance_is_gone_down_by_a_fire_team_first() -> None:
    """§14.3: four fire teams and three entrances; the command team is none of them."""
    battle = Underground("cautious", 3, [1, 1, 1])
    battle.state.app.entrances = ["entrance-1", "entrance-2", "entrance-3"]
    forms = [one.choose["teams"] for one in battle.offers(IM, "enter-section") if one.given["section"] == "tunnel-a"]
    assert [(one.some, one.max) for one in forms] == [
        (["team-1"], 1),
        (["team-2", "team-3", "team-4", "team-5"], 2),
    ]
    with battle.refuses("teams-per-entrance", "teams"):
        battle.press(IM, "enter-section", section="tunnel-a", teams=["team-2", "team-3", "team-4"])
    battle.press(IM, "enter-section", section="tunnel-a", teams=["team-1", "team-2", "team-3"])
    with battle.refuses("teams-per-entrance", "teams"):
        battle.press(IM, "enter-section", section="tunnel-a", teams=["team-4"])
    battle.press(IM, "enter-section", section="tunnel-c", teams=["team-4"])
    battle.press(IM, "enter-section", section="tunnel-g", teams=["team-5"])


def test_a_chamber_counts_once_and_not_for_those_who_flee() -> None:
    battle = Underground("cautious", 3, [1, 1, 1]).enter("tunnel-a").enter("tunnel-b")
    battle.team("team-2").reaction = "fleeing"
    battle.enter("chamber-1", "team-2")
    assert battle.state.tally.reached == 0
    battle.enter("chamber-1", "team-3").enter("chamber-1", "team-4")
    assert (battle.state.tally.reached, battle.state.score["im"]) == (1, 5)
    with battle.refuses("enter-instead"):
        battle.press(IM, "reach-marker")
    with battle.refuses("no-way-there", "section"):
        battle.enter("tunnel-f")
    with battle.refuses("not-on-the-board", "teams"):
        battle.enter("chamber-1", "team-3")


def test_a_team_underground_goes_on_unless_it_says_otherwise_and_its_form_begins_so() -> None:
    battle = Underground("cautious", 3, [1, 1, 1]).enter("tunnel-a").enter("tunnel-b", "team-2")
    battle.state.app.below["team-2"] = Where("tunnel-b", "fork-1", 12)
    (offer,) = [one for one in battle.offers(IM, "walk-below") if one.given["team"] == "team-2"]
    assert offer.choose["towards"] == ["chamber-1", "fork-1"], "6″ to the chamber, 12″ back"


def test_a_board_shows_the_tunnels_that_have_been_seen_and_who_is_where() -> None:
    battle = Underground("cautious", 3, [1, 1, 1]).enter("tunnel-a").enter("tunnel-b", "team-2")
    seat = battle.table.seat(IM)
    seen = {one.key: one for one in GAME.views.board_view(battle.table, seat, battle.table.offers_for(seat))["tunnels"]}
    assert set(seen) == {"tunnel-a", "tunnel-b", "tunnel-d", "surface"}
    (walker,) = seen["tunnel-b"].walkers
    assert (walker.team, dict(walker.left), walker.tap.command) == (
        "team-2",
        {"fork-1": 0, "chamber-1": 18},
        "walk-below",
    )
    assert (seen["tunnel-b"].length, seen["tunnel-b"].width, seen["tunnel-b"].leads) == (18, 5, ("fork-1", "chamber-1"))
    assert (seen["tunnel-b"].inside, seen["tunnel-d"].length) == (("team-2",), 0)


def test_where_there_are_no_tunnels_nobody_enters_them() -> None:
    battle = against("cunning")
    with battle.refuses("no-tunnels"):
        battle.press(IM, "enter-section", section="tunnel-a", teams=["team-1"])


# -- figures


def test_without_figures_more_bugs_wait_hidden() -> None:
    battle = AppBattle("hungry").squad()
    battle.press(IM, "count-figures", warrior=1, flyer=0, tank=0)
    battle.opening(6, team=2, side=4, kind="warriors", inches=[6] * 6).start()
    with battle.refuses("mustered-already"):
        battle.press(IM, "count-figures", warrior=9, flyer=9, tank=9)
    battle.arrive("open")
    assert list(battle.state.bugs) == ["warrior-1"]
    assert battle.state.lair.packs["pack-1"].count == 1


def test_bugs_that_come_out_of_a_mouth_stand_as_their_temper_likes() -> None:
    battle = arrived("hungry", "open")
    order = battle.last("stand-at-mouth")
    assert (order.towards, order.inches) == ("near-side", {"warrior-1": 6, "warrior-2": 6})
    words = [one.word for one in battle.state.on_table.values()]
    assert words == ["bugs-at-mouth"], "that says where they stand"


# -- what the app cannot do is refused


def test_a_person_has_a_temper_of_their_own() -> None:
    with pytest.raises(Refused) as no:
        opening_of(GAME, Options(game=GAME.key, temper="hungry"))
    assert (no.value.code, no.value.field) == ("not-allowed", "brain")


def test_another_mission_is_set_up_anew() -> None:
    battle = AppBattle(mission=7).squad()
    assert battle.state.lair.plan.nest
    battle.press(IM, "choose-mission", mission=1)
    assert (battle.state.lair.plan, battle.state.app.mouths_of, list(battle.state.app.seals)) == (None, {}, ["setup"])


def test_the_same_mission_rolled_again_is_set_up_again() -> None:
    battle = AppBattle(mission=6).squad()
    battle.tell("fort", tower=2, landing=6)
    battle.press(IM, "roll-mission", [6])
    assert [one.kind for one in battle.state.app.inquiries.values()] == ["fort"]
    assert "setup" not in battle.state.lair.sealed


def test_facts_are_told_first_and_only_what_is_there() -> None:
    battle = moved("cunning", [4, 5], "warrior")
    with battle.refuses("facts-first"):
        battle.press(IM, "done")
    with battle.refuses("not-on-the-board", "teams"):
        battle.directed(teams=["team-9"])
    with battle.refuses("nothing-asked", "inquiry"):
        battle.press(IM, "tell-nearest", inquiry="inquiry-99")
    with battle.refuses("nothing-asked"):
        battle.press(IM, "tell-scan", inquiry="inquiry-99")


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


def finished(seed: int, mission: int = 2) -> AppBattle:
    """A short battle: nobody does anything but go into tunnels, and the men leave by flight of time."""
    battle = AppBattle("hungry", mission, turn_limit="suggested").seeded(seed).squad()
    if mission == 7:
        battle.tell("entrances", entrances=["entrance-1", "entrance-3"])
    battle.start()
    while not battle.state.over:
        if (offers := battle.offers(IM, "enter-section")) and battle.state.phase == "im-move":
            one = offers[battle.state.turn % len(offers)]
            teams = one.choose["teams"]
            battle.press(IM, "enter-section", **one.given, teams=teams.some[: teams.max])
        if battle.state.app.inquiries:
            one = next(iter(battle.state.app.inquiries.values()))
            battle.tell(one.kind, **battle.usual(one))
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


@pytest.mark.parametrize(("mission", "first"), [(2, "dice-1"), (7, "tunnels")])
def test_with_the_seed_everything_is_worked_out_again(mission: int, first: str) -> None:
    battle = finished(9, mission)
    assert first_fault(battle.table, battle.dice) is None
    assert first_fault(battle.table, SeededDice(bytes(32))) == first


def forged(battle: AppBattle, kind: type[Event], change: Callable[[Any], None]) -> str | None:
    """The first fault after one event of a kind has been changed."""
    found = (event for entry in battle.table.entries for event in entry.events if isinstance(event, kind))
    event = next(one for one in found if not isinstance(one, PacksMoved) or one.wheres)
    change(event)
    return first_fault(battle.table, battle.dice)


def test_who_forges_tunnels_guards_or_moves_is_found_out() -> None:
    def nest(event: TunnelsDug) -> None:
        assert event.plan is not None
        event.plan.nest = "chamber-2" if event.plan.nest == "chamber-1" else "chamber-1"

    assert forged(finished(9, 7), TunnelsDug, nest) == "tunnels"
    assert forged(finished(9, 7), GuardsPosted, lambda event: event.packs.popitem()) == "guards"
    moved_so = forged(finished(9, 7), PacksMoved, lambda event: event.wheres.popitem())
    assert str(moved_so).startswith("moves-")


def test_every_section_and_all_guards_are_sealed_and_opened() -> None:
    battle = finished(9, 7)
    events = [event for entry in battle.table.entries for event in entry.events]
    published = {name: seal for one in events if isinstance(one, ChoicesSealed) for name, seal in one.seals.items()}
    opened = {one.seal: (one.value, one.salt) for one in events if isinstance(one, SealOpened)}
    assert set(published) == set(opened)
    guards = {f"guards-{place}" for place in ("entrance-1", "entrance-2", "entrance-3", "nest")}
    assert {"setup", *guards, *tunnel_play.SECTIONS} <= set(opened)
    assert first_difference(published, opened) is None


HIDDEN: dict[str, tuple[list[int], list[int]]] = {
    "tunnels": ([1], [6, 3, 1, 2, 3, 3, 3, 3, 2]),
    "chambers and nest": ([1, 3, 2], [1, 1, 1]),
}


@pytest.mark.parametrize("which", HIDDEN)
@pytest.mark.parametrize("mission", [3, 7])
def test_a_hidden_plan_changes_no_byte(mission: int, which: str) -> None:
    assert told(unseen(mission, HIDDEN[which][0], [1])) == told(unseen(mission, HIDDEN[which][1], [1]))


@pytest.mark.parametrize("mission", [3, 7])
def test_hidden_guards_change_no_byte(mission: int) -> None:
    assert told(unseen(mission, [1], [1, 1, 1, 1, 1])) == told(unseen(mission, [1], [6, 6, 6, 6, 6]))


def unseen(mission: int, plan: list[int], guards: list[int]) -> AppBattle:
    """Two turns on the surface, before tunnels by these dice."""
    battle = AppBattle("cautious", mission, referee=True)
    names = [len(tunnels.LETTERS) - place for place in range(len(tunnels.LETTERS) - 1)]  # every tunnel keeps its name
    battle.given.turn = [*plan, *[1] * (tunnels.NAMES - len(plan)), *names]
    battle.squad()
    battle.given.turn = guards
    battle.tell("entrances", entrances=["entrance-1", "entrance-2"])
    battle.given.turn = []
    battle.start()
    for _ in range(2):
        battle.arrive("cover")
        battle.scanned(1)
    return battle

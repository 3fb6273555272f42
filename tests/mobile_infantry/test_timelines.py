"""What the rules count over turns, worked by hand, beside the recorded tables of the timelines (tests/tables)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.mobile_infantry.playing import BRAIN, IM, Battle

Open = Callable[..., Battle]


# -- magazines


def with_launcher(battle: Battle, *kinds: tuple[str, int] | str) -> Battle:
    battle.squad()
    battle.press(IM, "issue-weapon", team="team-2", weapon="nuclear-launcher")
    return battle.ready().against(*kinds or ("warrior",)).to("fire")


def test_who_fires_a_launcher_fires_no_rifle_in_that_phase(open_battle: Open) -> None:
    battle = with_launcher(open_battle())
    battle.press(IM, "launch", [1], team="team-2", target="warrior-1", distance=48)
    battle.press(IM, "drift", [3])
    battle.press(IM, "resolve-blast")
    assert battle.guns("team-2") == 3
    with battle.refuses("no-ammunition", "guns"):
        battle.fire("team-2", guns=4)


def test_a_shot_that_missed_drifts_and_spares_its_target(open_battle: Open) -> None:
    """A natural 5 at 48 inches: 6 and more would hit. One of two men dodges, as against acid: 4 and more."""
    battle = with_launcher(open_battle(), ("warrior", 2))
    battle.press(IM, "launch", [5], team="team-2", target="warrior-1", distance=48)
    assert battle.state.blast.hit is False
    with battle.refuses("drift-first"):
        battle.press(IM, "resolve-blast")
    battle.press(IM, "drift", [6])
    battle.press(IM, "survive-blast", [4, 3], team="team-3", men=2)
    battle.press(IM, "resolve-blast", bugs=["warrior-2"], sites=[])
    assert [one.status for one in battle.men("team-3")] == ["ok", "dead", "ok", "ok"]
    assert (battle.bug("warrior-1").state, battle.bug("warrior-2").state) == ("ok", "dead")
    assert battle.team("team-3").owes == [], "casualties from bugs alone set off a test"
    assert battle.score() == (1, 1)


def test_a_man_who_lies_prone_or_fires_does_not_reload(squad_against: Open) -> None:
    battle = squad_against(("warrior", 3)).to("fire")
    battle.fire("team-2", mode="sustained")
    battle.to("close-combat")
    battle.state.troopers["trooper-5"].status, battle.state.troopers["trooper-5"].until = "prone", 3
    battle.to("fire", turn=3).end_phase()
    assert [battle.magazine(key) for key in battle.names("team-2")] == [(0, 1), (5, 0), (5, 0), (5, 0)]


def test_an_early_reload_loses_what_is_left(squad_against: Open) -> None:
    """MI-46: chosen in turn 3, which is the turn of loading, the rifle fires again in turn 4."""
    battle = squad_against("warrior").to("fire")
    battle.fire("team-2", guns=1)
    with battle.refuses("magazines-full", "men"):
        battle.press(IM, "reload", team="team-2", men=1)
    battle.to("fire", turn=3).press(IM, "reload", team="team-2", men=1)
    assert battle.magazine("trooper-5") == (0, 1)
    assert battle.guns("team-2") == 3
    battle.end_phase()
    assert battle.magazine("trooper-5") == (5, 0)
    battle.to("fire", turn=4).fire("team-2", guns=4)
    assert battle.magazine("trooper-5") == (4, 0)


def test_a_mini_gun_that_is_loaded_early_misses_one_turn_after_that(open_battle: Open) -> None:
    """MI-46: chosen in turn 3, loading in turns 3 and 4, it fires again in turn 5: chosen on t, it fires on t + 2."""
    battle = open_battle().squad()
    battle.press(IM, "issue-weapon", team="team-2", weapon="mini-gun")
    battle.ready().against("warrior").to("fire")
    gun = {"weapon": "mini-gun", "mode": "sustained"}
    battle.fire("team-2", guns=1, **gun)
    battle.to("fire", turn=3).press(IM, "reload", team="team-2", men=1)
    assert battle.magazine("trooper-8") == (0, 2)
    battle.to("fire", turn=4)
    assert (battle.magazine("trooper-8"), battle.guns("team-2", **gun)) == ((0, 1), 0)
    battle.to("fire", turn=5)
    assert (battle.magazine("trooper-8"), battle.guns("team-2", **gun)) == ((5, 0), 1)


def test_those_who_flee_load_unless_the_table_says_no(squad_against: Open) -> None:
    """MI-104: they may not fire, but loading is no firing; it takes a turn as any other."""
    for answer, after in (("yes", (5, 0)), ("no", (0, 1))):
        battle = squad_against("warrior", flee_reload=answer).to("fire")
        battle.fire("team-2", mode="sustained")
        battle.to("fire", turn=3)
        battle.team("team-2").reaction = battle.team("team-3").reaction = "fleeing"
        battle.state.troopers["trooper-9"].weapons[0].shots_left = 3
        if answer == "no":
            assert "team-3" not in {one.given["team"] for one in battle.offers(IM, "reload")}
            with battle.refuses("flees-and-loads-not", "team"):
                battle.press(IM, "reload", team="team-3", men=1)
        else:
            battle.press(IM, "reload", team="team-3", men=1)
        battle.press(IM, "done")
        assert battle.magazine("trooper-5") == after


def test_magazines_load_in_turns_without_fire(squad_against: Open) -> None:
    """Emptied in turn 2, the last bug dead; turn 3 is one of marches and loads as any other; so does a choice."""
    battle = squad_against("warrior").to("fire")
    battle.fire("team-2", mode="sustained")
    battle.fire("team-3", dice=[6, 6, 6, 6])
    battle.to("im-move", turn=3)
    assert (battle.state.sequence, battle.magazine("trooper-5")) == ("pre", (0, 1))
    battle.press(IM, "reload", team="team-3", men=1)
    assert battle.magazine("trooper-9") == (0, 1)
    battle.to("im-move", turn=4)
    assert (battle.magazine("trooper-5"), battle.magazine("trooper-9")) == ((5, 0), (5, 0))


# -- radio


def located_in_turn_3(battle: Battle, by: str = "team-2") -> Battle:
    """A team of squad 1 locates three warriors: 6 + 1 for three bugs."""
    battle.ready().to("presence", turn=3)
    pack = battle.come("warrior", 3)
    battle.to("location").press(IM, "look-around", [6], team=by)
    battle.done(IM).press(BRAIN, "answer-look", team=by, packs=[pack])
    return battle.done(BRAIN)


@pytest.mark.parametrize(("dead", "told"), [("squad", 1), ("company", 2)])
def test_the_chain_breaks_where_a_radio_trooper_is_dead(open_battle: Open, dead: str, told: int) -> None:
    """The squad’s dies in turn 4, or the company’s in turn 5; one that dies later breaks nothing (beside A08)."""
    battle = open_battle().squad(fire_teams=1).loose("company").loose("regiment")
    located_in_turn_3(battle)
    team = {"squad": "team-1", "company": "team-3"}[dead]
    if dead == "squad":
        battle.to("fire", turn=4)
    (radio,) = [one for one in battle.men(team) if one.role == "radio"]
    radio.status = "dead"
    battle.to("fire", turn=5)
    assert len(battle.state.groups["group-1"].told) == (3 if dead == "squad" else told)


def test_a_squad_that_sees_bugs_needs_no_radio(open_battle: Open) -> None:
    """MI-29: in clear view within 24 inches; seen before fire they are fired at now, seen later next turn."""
    battle = open_battle(players=2).squad().squad("im-2")
    battle.state.troopers["trooper-4"].status = "dead"
    battle.ready().to("presence", turn=3)
    pack = battle.come("warrior", 3)
    battle.to("location").press(IM, "look-around", [6], team="team-2")
    battle.done(IM, "im-2").press(BRAIN, "answer-look", team="team-2", packs=[pack])
    battle.done(BRAIN).to("fire")
    with battle.refuses("nothing-to-sight"):
        battle.press(IM, "sight", sighted="group-1", team="team-2")
    with battle.refuses("no-such-group", "sighted"):
        battle.press("im-2", "sight", sighted="group-9", team="team-7")
    with battle.refuses("knows-already", "team"):
        battle.press("im-2", "sight", sighted="group-1", team="team-2")
    assert battle.guns("team-7") == 0
    battle.press("im-2", "sight", sighted="group-1", team="team-7", isolated=True)
    assert battle.state.groups["group-1"].told == {"squad-1": 4, "squad-2": 4}
    assert battle.team("team-7").owes == ["located"]
    battle.calm("team-7")
    assert battle.guns("team-8") == 4


def test_what_is_seen_after_the_fire_is_fired_at_in_the_next_turn(open_battle: Open) -> None:
    battle = open_battle().squad().squad()
    battle.state.troopers["trooper-4"].status = "dead"
    located_in_turn_3(battle).to("im-move").press(IM, "sight", sighted="group-1", team="team-7")
    assert battle.state.groups["group-1"].told == {"squad-1": 4, "squad-2": 5}


def test_what_stands_in_the_open_everybody_may_fire_at(open_battle: Open) -> None:
    battle = open_battle().squad().squad().ready().against("warrior").to("fire")
    assert (battle.guns("team-2"), battle.guns("team-7")) == (4, 4)


def test_close_combat_locates_for_the_squad_that_is_in_it(open_battle: Open) -> None:
    """MI-29: squad 2 has not been told, and fires at what attacks it."""
    battle = open_battle().squad().squad()
    battle.state.troopers["trooper-4"].status = "dead"
    located_in_turn_3(battle).engage("team-7", "warrior-1").to("fire")
    assert battle.guns("team-7") == 4
    assert battle.state.groups["group-1"].told == {"squad-1": 4, "squad-2": 4}


# -- boats


def test_a_call_is_made_at_the_start_and_with_a_radio(squad_against: Open) -> None:
    battle = squad_against("warrior").to("fire")
    with battle.refuses("call-at-the-start"):
        battle.press(IM, "call-boats")
    battle.to("bug-move", turn=3)
    battle.state.troopers["trooper-4"].status = "dead"
    with battle.refuses("no-radio"):
        battle.press(IM, "call-boats")


def test_boats_that_nobody_lets_land_fly_on(open_battle: Open) -> None:
    battle = open_battle(mission=2).squad().ready().to("im-move", turn=6)
    assert {boat.state for boat in battle.state.boats.values()} == {"inbound"}
    battle.to("presence")
    assert {boat.state for boat in battle.state.boats.values()} == {"standby"}


def test_boats_of_the_rendezvous_one_each(open_battle: Open) -> None:
    battle = open_battle(mission=2, m2_boats="one-each").squad().ready().to("im-move", turn=6)
    battle.press(IM, "land-boats", nearest_bug=24)
    assert [boat.state for boat in battle.state.boats.values()] == ["landed", "standby", "standby"]
    battle.to("im-move", turn=9).press(IM, "land-boats", nearest_bug=24)
    assert [boat.state for boat in battle.state.boats.values()] == ["landed", "landed", "standby"]


def besieged(open_battle: Open) -> Battle:
    """Mission 6: a warrior is inside the fort in turn 2, and the boats are called."""
    battle = open_battle(mission=6).squad().ready()
    with battle.refuses("nobody-inside"):
        battle.press(IM, "call-boats")
    battle.against("warrior").to("im-move")
    with battle.refuses("recovery-first"):
        battle.press(IM, "roll-for-boats", [6])
    battle.press(IM, "call-boats")
    with battle.refuses("recovery-called"):
        battle.press(IM, "call-boats")
    with battle.refuses("recovery-first"):
        battle.press(IM, "roll-for-boats", [6])
    return battle


def test_boats_of_the_fort_turn_back_from_bugs_at_the_landing_zone(open_battle: Open) -> None:
    """MI-73: six inches are not free; the next turn has a die of its own."""
    battle = besieged(open_battle).to("im-move", turn=3)
    battle.press(IM, "roll-for-boats", [6])
    battle.press(IM, "land-boats", nearest_bug=6)
    assert {boat.state for boat in battle.state.boats.values()} == {"standby"}
    battle.to("im-move", turn=4).press(IM, "roll-for-boats", [5])
    battle.press(IM, "land-boats", nearest_bug=12)
    assert [boat.state for boat in battle.state.boats.values()] == ["landed", "standby", "standby"]


# -- under the ground


def test_entrances_without_guards_are_rolled_for_once(open_battle: Open) -> None:
    battle = open_battle(mission=3).squad()
    battle.press(BRAIN, "roll-guards", [1, 2], entrances=2)
    assert battle.state.lair.packs == {}
    with battle.refuses("guards-posted"):
        battle.press(BRAIN, "roll-guards", [6], entrances=1)


def test_guards_go_with_their_mission_and_open_no_site(open_battle: Open) -> None:
    battle = open_battle(mission=7).squad()
    battle.press(BRAIN, "post-nest", [3, 4])
    battle.press(BRAIN, "mark-nest", chamber=2)
    battle.press(BRAIN, "choose-mission", mission=3)
    assert (battle.state.lair.packs, battle.state.lair.nest, battle.state.nest_seal) == ({}, None, None)
    battle.press(BRAIN, "roll-guards", [6], entrances=1)
    battle.ready().to("presence").show("pack-3")
    assert (battle.state.sites, len(battle.state.bugs)) == ({}, 3)


# -- points


def test_in_mission_5_an_officer_is_worth_a_man(open_battle: Open) -> None:
    battle = open_battle(mission=5).squad().ready().against("warrior")
    battle.engage("team-1", "warrior-1").to("close-combat").press(BRAIN, "strike", [1], team="team-1")
    assert battle.score() == (1, 0)


def test_a_frenzy_that_does_not_come(squad_against: Open) -> None:
    """G80: a 4 with three bugs near."""
    battle = squad_against(("warrior", 3), experience="veteran").engage("team-2", "warrior-1").to("close-combat")
    battle.press(BRAIN, "strike", [3], team="team-2")
    battle.press(BRAIN, "frenzy-test", [4], trooper="trooper-5", bugs=["warrior-1", "warrior-2", "warrior-3"])
    assert battle.team("team-2").owes == ["casualties"]
    assert (battle.state.troopers["trooper-5"].status, battle.bug("warrior-1").holding) == ("pinned", "trooper-5")

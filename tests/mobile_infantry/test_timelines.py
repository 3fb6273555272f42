"""What the rules count over turns, worked by hand: the golden timelines A01 to A26 (specification, 16.2)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.mobile_infantry.playing import BRAIN, IM, Battle

Open = Callable[..., Battle]


# -- magazines


@pytest.mark.parametrize(
    ("mode", "over_turns"),
    [
        # A01: turns 2 to 6 a burst each; empty after the fifth, reloads in turn 7, fires in turn 8
        ("burst", [(4, 0), (3, 0), (2, 0), (1, 0), (0, 1), (5, 0), (4, 0)]),
        # A02: a whole magazine in turn 2, reloads in turn 3, fires in turn 4
        ("sustained", [(0, 1), (5, 0), (0, 1), (5, 0)]),
    ],
)
def test_rifle_over_turns(squad_against: Open, mode: str, over_turns: list[tuple[int, int]]) -> None:
    battle = squad_against("warrior")
    for expected in over_turns:
        battle.to("fire")
        if battle.guns("team-2", mode=mode):
            battle.fire("team-2", mode=mode)
        else:
            assert not battle.guns("team-2")
        battle.end_phase()
        assert {battle.magazine(key) for key in battle.names("team-2")} == {expected}


def test_a_rifle_with_three_bursts_left_does_not_fire_sustained(squad_against: Open) -> None:
    """A03 (MI-45)."""
    battle = squad_against("warrior").to("fire")
    battle.fire("team-2", guns=1)
    battle.to("fire", turn=3).fire("team-2", guns=1)
    assert battle.magazine("trooper-5") == (3, 0)
    assert battle.guns("team-2", mode="sustained") == 3
    with battle.refuses("no-ammunition", "guns"):
        battle.fire("team-2", guns=4, mode="sustained", dice=[1] * 12)


def test_mini_gun_over_turns(open_battle: Open) -> None:
    """A04: five turns, reloads in two, fires in the eighth; its bearer has no rifle."""
    battle = open_battle().squad()
    battle.press(IM, "issue-weapon", team="team-2", weapon="mini-gun")
    battle.ready().against("warrior")
    for expected in [(4, 0), (3, 0), (2, 0), (1, 0), (0, 2), (0, 1), (5, 0), (4, 0)]:
        battle.to("fire")
        if battle.guns("team-2", "mini-gun", "sustained"):
            battle.fire("team-2", weapon="mini-gun", mode="sustained")
        battle.end_phase()
        assert battle.magazine("trooper-8") == expected
    assert [weapon.type for weapon in battle.state.troopers["trooper-8"].weapons] == ["mini-gun"]


def with_launcher(battle: Battle, *kinds: tuple[str, int] | str) -> Battle:
    battle.squad()
    battle.press(IM, "issue-weapon", team="team-2", weapon="nuclear-launcher")
    return battle.ready().against(*kinds or ("warrior",)).to("fire")


def test_a_launcher_fires_once_and_its_bearer_keeps_his_rifle(open_battle: Open) -> None:
    """A05. 6 − 2 = 4 and more within twelve inches."""
    battle = with_launcher(open_battle())
    battle.press(IM, "launch", [4], team="team-2", target="warrior-1", distance=12)
    with battle.refuses("blast-first"):
        battle.press(IM, "done")
    battle.press(IM, "resolve-blast", bugs=[], sites=[])
    assert battle.bug("warrior-1").state == "dead"
    rifle, launcher = battle.state.troopers["trooper-8"].weapons
    assert (launcher.spent, launcher.shots_left, rifle.shots_left) == (True, 0, 5)
    battle.to("presence").show(battle.come()).to("fire", turn=3)
    assert battle.guns("team-2") == 4
    assert battle.offers(IM, "launch") == []
    with battle.refuses("no-launcher"):
        battle.press(IM, "launch", [4], team="team-2", target="warrior-2", distance=12)


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
    assert battle.team("team-3").owes == ["casualties"]
    assert battle.score() == (1, 1)


@pytest.mark.parametrize(
    ("answers", "dice", "hits", "jams"),
    [
        # A06: 30 inches, 6 and more: one hit; any 1 jams
        ({}, [1, 5, 6, 2], 1, True),
        ({"jam": "marked"}, [5, 1, 6, 2], 1, False),
        ({"jam": "marked"}, [1, 6, 6, 2], 2, True),
        ({"jam": "separate"}, [1, 6, 6, 2, 3], 2, False),
        ({"jam": "separate"}, [6, 6, 6, 2, 1], 3, True),
    ],
)
def test_an_autocannon_jams_for_the_battle(
    open_battle: Open, answers: dict[str, str], dice: list[int], hits: int, jams: bool
) -> None:
    battle = open_battle(**answers).squad().loose("crew").ready().against("warrior").to("fire")
    battle.fire("team-6", weapon="autocannon", mode="sustained", guns=1, distance=30, dice=dice)
    assert battle.bug("warrior-1").hits == hits
    assert battle.state.troopers["trooper-21"].weapons[1].jammed is jams
    battle.to("fire", turn=6)
    battle.fire("team-6", weapon="autocannon", mode="sustained", guns=1, dice=[2] * len(dice))
    if jams:  # the other gun has fired now, the first one never will
        with battle.refuses("no-ammunition", "guns"):
            battle.fire("team-6", weapon="autocannon", mode="sustained", guns=1)
    else:
        battle.fire("team-6", weapon="autocannon", mode="sustained", guns=1, dice=[2] * len(dice))


def test_a_man_who_lies_prone_flees_or_fires_does_not_reload(squad_against: Open) -> None:
    battle = squad_against(("warrior", 3)).to("fire")
    battle.fire("team-2", mode="sustained")
    battle.to("close-combat")
    battle.state.troopers["trooper-5"].status, battle.state.troopers["trooper-5"].until = "prone", 3
    battle.to("fire", turn=3).end_phase()
    assert [battle.magazine(key) for key in battle.names("team-2")] == [(0, 1), (5, 0), (5, 0), (5, 0)]


def test_an_early_reload_loses_what_is_left(squad_against: Open) -> None:
    """MI-46: two shots are gone, the next turn reloads, the one after fires."""
    battle = squad_against("warrior").to("fire")
    battle.fire("team-2", guns=1)
    with battle.refuses("magazines-full", "men"):
        battle.press(IM, "reload", team="team-2", men=1)
    battle.to("fire", turn=3).press(IM, "reload", team="team-2", men=1)
    assert battle.magazine("trooper-5") == (0, 1)
    assert battle.guns("team-2") == 3
    battle.end_phase()
    assert battle.magazine("trooper-5") == (0, 1)
    battle.to("fire", turn=4).end_phase()
    assert battle.magazine("trooper-5") == (5, 0)


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
    assert (battle.magazine("trooper-5"), battle.magazine("trooper-9")) == ((5, 0), (0, 1))
    battle.to("im-move", turn=5)
    assert battle.magazine("trooper-9") == (5, 0)


# -- radio


def located_in_turn_3(battle: Battle, by: str = "team-2") -> Battle:
    """A team of squad 1 locates three warriors: 6 + 1 for three bugs."""
    battle.ready().to("presence", turn=3)
    pack = battle.come("warrior", 3)
    battle.to("location").press(IM, "look-around", [6], team=by)
    battle.done(IM).press(BRAIN, "answer-look", team=by, packs=[pack])
    return battle.done(BRAIN)


def test_the_radio_chain(open_battle: Open) -> None:
    """A07: located in turn 3; the squad fires from 4, the others are told in 4 and fire from 5."""
    battle = located_in_turn_3(open_battle().squad().squad().loose())
    assert battle.state.groups["group-1"].told == {"squad-1": 4, "squad-2": 5, "team-11": 5}
    battle.to("fire")
    assert (battle.guns("team-2"), battle.guns("team-5"), battle.guns("team-7"), battle.guns("team-11")) == (4, 4, 0, 0)
    with battle.refuses("target-unknown", "target"):
        battle.fire("team-7", guns=4, dice=[6] * 4)
    battle.to("fire", turn=5)
    assert (battle.guns("team-2"), battle.guns("team-7"), battle.guns("team-11")) == (4, 4, 4)


def test_the_company_tells_the_regiment_a_turn_later(open_battle: Open) -> None:
    """A07: company told in turn 4 fires from 5; the regiment, and squad 5 of another company, told in 5 fire from 6."""
    battle = open_battle()
    for _ in range(5):
        battle.squad(fire_teams=1)
    battle.loose("company").loose("regiment").loose("company")
    of = [battle.state.squads[f"squad-{number}"].company for number in range(1, 6)]
    assert of == [1, 1, 1, 1, 2]
    located_in_turn_3(battle)
    company = dict.fromkeys(["squad-2", "squad-3", "squad-4", "team-11"], 5)
    assert battle.state.groups["group-1"].told == {"squad-1": 4, **company}
    battle.to("fire", turn=5)
    regiment = dict.fromkeys(["squad-5", "team-12", "team-13"], 6)
    assert battle.state.groups["group-1"].told == {"squad-1": 4, **company, **regiment}


@pytest.mark.parametrize(("dead", "told"), [("squad", 1), ("company", 2)])
def test_the_chain_breaks_where_a_radio_trooper_is_dead(open_battle: Open, dead: str, told: int) -> None:
    """A08: of the squad in turn 4, or of the company in turn 5; a radio that dies later breaks nothing."""
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


def test_without_a_radio_only_the_squad_knows(open_battle: Open) -> None:
    """A08: the radio trooper of the squad that located is dead."""
    battle = open_battle().squad().squad()
    battle.state.troopers["trooper-4"].status = "dead"
    located_in_turn_3(battle).to("fire", turn=6)
    assert battle.state.groups["group-1"].told == {"squad-1": 4}
    assert (battle.guns("team-3"), battle.guns("team-7")) == (4, 0)


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


def test_boats_are_called_at_the_start_of_a_turn_and_land_in_the_next(battle: Battle) -> None:
    """A09, before bugs are detected: called in turn 4, down in the movement of turn 5."""
    battle.to("im-move", turn=4).press(IM, "call-boats")
    with battle.refuses("no-boat-free"):
        battle.press(IM, "call-boats")
    assert {boat.state for boat in battle.state.boats.values()} == {"inbound"}
    battle.to("im-move", turn=5)
    assert {boat.state for boat in battle.state.boats.values()} == {"landed"}


def test_boats_land_in_the_movement_of_the_next_turn_after_bugs_are_detected(squad_against: Open) -> None:
    """A09: called while bugs move in turn 2, not yet down when they move in turn 3."""
    battle = squad_against("warrior")
    battle.press(IM, "call-boats")
    battle.to("bug-move", turn=3)
    assert battle.state.boats["boat-1"].state == "inbound"
    battle.to("im-move")
    assert battle.state.boats["boat-1"].state == "landed"


def test_a_call_is_made_at_the_start_and_with_a_radio(squad_against: Open) -> None:
    battle = squad_against("warrior").to("fire")
    with battle.refuses("call-at-the-start"):
        battle.press(IM, "call-boats")
    battle.to("bug-move", turn=3)
    battle.state.troopers["trooper-4"].status = "dead"
    with battle.refuses("no-radio"):
        battle.press(IM, "call-boats")


def test_a_lift_takes_three_turns_and_ten_men_a_boat(open_battle: Open) -> None:
    """A10, A11: 34 survivors; 30 leave in turn 5, the boats are back in turn 8, 4 leave then."""
    battle = open_battle().squad().squad(fire_teams=2).loose("regiment").loose("regiment").ready()
    battle.to("im-move", turn=4).press(IM, "call-boats")
    battle.to("im-move", turn=5)
    assert len(battle.state.troopers) == 38
    for key in ("trooper-37", "trooper-38", "trooper-35", "trooper-36"):
        battle.state.troopers[key].status = "dead"
    lift(battle)
    assert len([one for one in battle.state.troopers.values() if one.status == "extracted"]) == 30
    assert {boat.due_turn for boat in battle.state.boats.values()} == {8}
    battle.to("im-move", turn=7)
    assert {boat.state for boat in battle.state.boats.values()} == {"outbound"}
    battle.to("im-move", turn=8)
    assert {boat.state for boat in battle.state.boats.values()} == {"landed"}
    lift(battle)
    assert battle.state.tally.im_out == 34
    assert battle.state.over


def lift(battle: Battle) -> None:
    """Every boat is filled as far as men are left, and those with men take off."""
    while offers := battle.offers(IM, "embark"):
        battle.press(IM, "embark", **offers[0].given, men=offers[0].choose["men"].max)
    for key, boat in battle.state.boats.items():
        assert boat.load <= 10
        if boat.load:
            battle.press(IM, "take-off", boat=key)


def test_boats_overfly_the_rendezvous_on_three_turns(open_battle: Open) -> None:
    """A12 (MI-73): a bug 4 inches from the landing zone in turn 6, no landing; the next chance is turn 9, then 12."""
    battle = open_battle(mission=2).squad().ready()
    with battle.refuses("boats-by-the-clock"):
        battle.press(IM, "call-boats")
    battle.to("im-move", turn=5)
    assert {boat.state for boat in battle.state.boats.values()} == {"standby"}
    with battle.refuses("no-boat-there"):
        battle.press(IM, "land-boats", nearest_bug=24)
    battle.to("im-move", turn=6)
    (turned,) = battle.press(IM, "land-boats", nearest_bug=4)
    assert (turned.nearest, turned.clear) == (4, 6)
    assert {boat.state for boat in battle.state.boats.values()} == {"standby"}
    with battle.refuses("no-boat-there"):
        battle.press(IM, "land-boats", nearest_bug=24)
    battle.to("im-move", turn=8)
    with battle.refuses("no-boat-there"):
        battle.press(IM, "land-boats", nearest_bug=24)
    battle.to("im-move", turn=9).press(IM, "land-boats", nearest_bug=7)
    assert {boat.state for boat in battle.state.boats.values()} == {"landed"}
    for key in list(battle.state.boats):
        battle.press(IM, "take-off", boat=key)
    battle.to("im-move", turn=12).press(IM, "land-boats", nearest_bug=24)
    assert {boat.state for boat in battle.state.boats.values()} == {"landed"}


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


def test_boats_of_the_fort_come_by_a_die(open_battle: Open) -> None:
    """A15: 4, 5, 6 on successive turns bring 0, 1, 2 boats; one that is back waits for a die of its own (MI-77)."""
    battle = besieged(open_battle)
    down = []
    for turn, die in ((3, 4), (4, 5), (5, 6)):
        battle.to("im-move", turn=turn).press(IM, "roll-for-boats", [die])
        with battle.refuses("rolled-for-boats"):
            battle.press(IM, "roll-for-boats", [die])
        if battle.offers(IM, "land-boats"):
            battle.press(IM, "land-boats", nearest_bug=24)
        down.append(len([boat for boat in battle.state.boats.values() if boat.state == "landed"]))
    assert down == [0, 1, 3]
    battle.press(IM, "take-off", boat="boat-1")
    battle.to("im-move", turn=8)
    assert battle.state.boats["boat-1"].state == "outbound"
    battle.press(IM, "roll-for-boats", [6])
    battle.press(IM, "land-boats", nearest_bug=24)
    assert battle.state.boats["boat-1"].state == "landed"


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


def test_guards_of_three_entrances(open_battle: Open) -> None:
    """A13: 2, 4, 6 are nobody, one warrior, three; and nobody rolls twice, even for nobody."""
    battle = open_battle(mission=3).squad()
    battle.press(BRAIN, "roll-guards", [2, 4, 6], entrances=3)
    packs = battle.state.lair.packs.values()
    assert [(pack.kind, pack.count, pack.bearing) for pack in packs] == [
        ("warrior", 1, "entrance-2"),
        ("warrior", 3, "entrance-3"),
    ]
    with battle.refuses("guards-posted"):
        battle.press(BRAIN, "roll-guards", [6], entrances=1)


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


def test_under_the_ground_flyers_are_warriors(open_battle: Open) -> None:
    """A14: a 6 is two flyers elsewhere."""
    battle = open_battle(mission=3).squad().ready().to("presence")
    battle.presence(6, kind=6)
    (pack,) = battle.state.lair.packs.values()
    assert (pack.kind, pack.count) == ("warrior", 2)


def with_brain_bug(battle: Battle) -> Battle:
    """Mission 7: the Brain Bug shows itself in turn 1."""
    battle.squad()
    battle.press(BRAIN, "post-nest", [1, 1])
    battle.press(BRAIN, "mark-nest", chamber=2)
    battle.ready().to("presence").show("pack-2")
    return battle


def test_four_men_drag_the_brain_bug(open_battle: Open) -> None:
    """A16: a 3 is 3 inches, once a turn; three men cannot move it."""
    battle = with_brain_bug(open_battle(mission=7)).to("im-move", turn=2)
    with battle.refuses("no-brain-there"):
        battle.press(IM, "drag-brain", [3], bug="brain-1", carriers=4)
    battle.press(IM, "capture-brain", bug="brain-1")
    (dragged,) = battle.press(IM, "drag-brain", [3], bug="brain-1", carriers=4)
    assert dragged.inches == 3
    with battle.refuses("all-moved"):
        battle.press(IM, "drag-brain", [3], bug="brain-1", carriers=4)
    (dragged,) = battle.to("im-move", turn=3).press(IM, "drag-brain", [3], bug="brain-1", carriers=3)
    assert dragged.inches == 0


def test_a_third_hit_kills_the_brain_bug(open_battle: Open) -> None:
    """A17, and A24: five points for a dead one (and nothing for a chamber)."""
    battle = with_brain_bug(open_battle(mission=7)).to("fire")
    battle.fire("team-2", at="brain-1", guns=2, dice=[4, 4])
    assert (battle.bug("brain-1").hits, battle.bug("brain-1").state) == (2, "ok")
    battle.fire("team-3", at="brain-1", guns=1, dice=[4])
    assert battle.bug("brain-1").state == "dead"
    battle.press(IM, "reach-marker")
    assert battle.score() == (0, 5)


def test_a_living_brain_bug_on_the_surface(open_battle: Open) -> None:
    """A24: twenty points."""
    battle = with_brain_bug(open_battle(mission=7)).to("im-move", turn=2)
    battle.press(IM, "capture-brain", bug="brain-1")
    battle.press(IM, "bring-out-brain", bug="brain-1")
    assert battle.score() == (0, 20)


# -- points


def test_a_man_an_officer_a_boat_a_bug_and_two_objectives(open_battle: Open) -> None:
    """A18 in small: a trooper and a lieutenant dead (1 + 3), a boat lost (5); a bug (1) and two objectives (10)."""
    battle = open_battle().squad().ready()
    battle.press(IM, "call-boats")
    battle.to("presence").show(battle.come()).to("fire")
    battle.fire("team-2", dice=[6, 6, 6, 6])
    battle.to("im-move").press(BRAIN, "lose-boat", boat="boat-1")
    battle.press(IM, "reach-marker")
    battle.press(IM, "reach-marker")
    assert battle.score() == (5, 11)
    battle.to("presence").show(battle.come("warrior", 2)).to("bug-move")
    battle.engage("team-1", "warrior-2").engage("team-2", "warrior-3").to("close-combat")
    battle.press(BRAIN, "strike", [1], team="team-1")
    battle.calm("team-1").press(BRAIN, "strike", [2], team="team-2")
    assert [one.status for one in battle.men("team-1")][:2] == ["dead", "ok"]
    assert battle.score() == (9, 11)


@pytest.mark.parametrize(("kind", "points"), [("warrior", 2), ("flyer", 3), ("tank", 5)])
def test_bugs_of_mission_2_by_their_kind(squad_against: Open, kind: str, points: int) -> None:
    """A19."""
    battle = squad_against(kind, mission=2).to("fire")
    for team in ("team-2", "team-3"):
        if battle.bug(f"{kind}-1").living:
            battle.fire(team, at=f"{kind}-1", dice=[6, 6, 6, 6])
        if kind == "tank" and battle.bug("tank-1").retreats:
            battle.press(BRAIN, "retreat", [1], bug="tank-1")
    assert battle.score() == (0, points)


def test_three_chambers_are_twenty_points(open_battle: Open) -> None:
    """A20: 5, 10, 20, and no fourth."""
    battle = open_battle(mission=3).squad().ready()
    points = []
    for _ in range(3):
        battle.press(IM, "reach-marker")
        points.append(battle.score()[1])
    assert points == [5, 10, 20]
    with battle.refuses("no-marker-left"):
        battle.press(IM, "reach-marker")


def test_survivors_of_the_crash_count_when_they_are_out(open_battle: Open) -> None:
    """A21: three survivors and a rescuer leave: fifteen points."""
    battle = open_battle(mission=4).squad().loose("survivors").ready()
    battle.press(IM, "call-boats")
    battle.to("im-move", turn=2).press(IM, "embark", boat="boat-1", team="team-6", men=3)
    battle.press(IM, "embark", boat="boat-1", team="team-2", men=1)
    assert battle.score() == (0, 0)
    battle.press(IM, "take-off", boat="boat-1")
    assert battle.score() == (0, 15)


def test_bugs_on_the_surface_count_when_all_is_over(open_battle: Open) -> None:
    """A22: one shown and three hidden are left behind; until the end nobody reads it off the points."""
    battle = open_battle(mission=5).squad(fire_teams=1).ready()
    battle.press(IM, "call-boats")
    battle.to("presence").show(battle.come())
    battle.to("im-move", turn=2).press(IM, "embark", boat="boat-1", team="team-1", men=4)
    battle.end_phase().come("warrior", 3)
    battle.press(IM, "take-off", boat="boat-1")
    assert battle.score() == (0, 0)
    assert (battle.state.lair.on_surface, battle.state.tally.bugs_on_surface) == (4, 0)
    battle.press(IM, "embark", boat="boat-2", team="team-2", men=4)
    battle.press(IM, "take-off", boat="boat-2")
    assert (battle.state.over, battle.score(), battle.state.winner) == (True, (0, 4), "im")


def test_in_mission_5_an_officer_is_worth_a_man(open_battle: Open) -> None:
    battle = open_battle(mission=5).squad().ready().against("warrior")
    battle.engage("team-1", "warrior-1").to("close-combat").press(BRAIN, "strike", [1], team="team-1")
    assert battle.score() == (1, 0)


def test_men_brought_out_of_the_fort_count_three_each(open_battle: Open) -> None:
    """A23: nine men out, 27 points."""
    battle = besieged(open_battle).to("im-move", turn=3)
    battle.press(IM, "roll-for-boats", [5])
    battle.press(IM, "land-boats", nearest_bug=24)
    for team, men in (("team-2", 4), ("team-3", 4), ("team-4", 1)):
        battle.press(IM, "embark", boat="boat-1", team=team, men=men)
    battle.press(IM, "take-off", boat="boat-1")
    assert battle.score() == (0, 27)


# -- frenzy and retreat


def test_a_frenzy_costs_bugs_a_whole_turn(squad_against: Open) -> None:
    """A25: a veteran is pinned, three bugs near, a 3: frenzy; the bugs idle to the end of turn 3, the team tests."""
    battle = squad_against(("warrior", 3), experience="veteran").engage("team-2", "warrior-1").to("close-combat")
    battle.press(BRAIN, "strike", [3], team="team-2")
    assert battle.state.troopers["trooper-5"].status == "pinned"
    assert battle.team("team-2").owes == [], "his fate first"
    with battle.refuses("fate-first"):
        battle.press(BRAIN, "done")
    bugs = ["warrior-1", "warrior-2", "warrior-3"]
    battle.press(BRAIN, "frenzy-test", [3], trooper="trooper-5", bugs=bugs)
    assert battle.state.troopers["trooper-5"].status == "dead"
    assert {battle.bug(bug).busy_until for bug in bugs} == {3}
    assert battle.team("team-2").owes == ["frenzy", "casualties"]
    battle.calm("team-2").to("bug-move", turn=3)
    with battle.refuses("all-moved"):
        battle.press(BRAIN, "move-bugs", [1, 1])
    battle.to("bug-move", turn=4)
    assert battle.offers(BRAIN, "move-bugs")[0].dice.count == 6


def test_a_frenzy_that_does_not_come(squad_against: Open) -> None:
    """G80: a 4 with three bugs near."""
    battle = squad_against(("warrior", 3), experience="veteran").engage("team-2", "warrior-1").to("close-combat")
    battle.press(BRAIN, "strike", [3], team="team-2")
    battle.press(BRAIN, "frenzy-test", [4], trooper="trooper-5", bugs=["warrior-1", "warrior-2", "warrior-3"])
    assert battle.team("team-2").owes == ["casualties"]
    assert (battle.state.troopers["trooper-5"].status, battle.bug("warrior-1").holding) == ("pinned", "trooper-5")


@pytest.mark.parametrize(
    ("answer", "dice", "retreats"),
    [
        # A26: two hits of one volley
        ("volley", [4, 4, 1, 1], 1),
        ("hit", [4, 4, 1, 1], 2),
        ("phase", [4, 4, 1, 1], 1),
    ],
)
def test_a_tank_bug_retreats(squad_against: Open, answer: str, dice: list[int], retreats: int) -> None:
    battle = squad_against("tank", tank_retreat=answer).to("fire")
    battle.fire("team-2", at="tank-1", dice=dice)
    assert battle.bug("tank-1").retreats == retreats
    with battle.refuses("retreat-first"):
        battle.press(IM, "done")
    (backed,) = battle.press(BRAIN, "retreat", [4], bug="tank-1")
    assert backed.inches == 4
    if answer == "hit":
        battle.press(BRAIN, "retreat", [1], bug="tank-1")
    battle.fire("team-3", at="tank-1", dice=[4, 1, 1, 1])
    assert battle.bug("tank-1").retreats == (0 if answer == "phase" else 1)
    if answer != "phase":
        (backed,) = battle.press(BRAIN, "retreat", [5], bug="tank-1")
        assert backed.inches == 2.5, "three hits: half"

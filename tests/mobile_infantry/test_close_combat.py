"""Close combat with its chains, acid, boats, and what becomes of men who are lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.mobile_infantry.playing import BRAIN, IM, Battle

Open = Callable[..., Battle]


@pytest.fixture
def melee(squad_against: Open) -> Open:
    """Three warriors in close combat with team-2, turn 2: `melee(experience="veteran")`."""

    def opened(*kinds: Any, **wishes: Any) -> Battle:
        battle = squad_against(*kinds or (("warrior", 3),), **wishes)
        fighters = [key for key, bug in battle.state.bugs.items() if bug.kind in ("warrior", "flyer")]
        return battle.engage("team-2", *fighters).to("close-combat")

    return opened


def statuses(battle: Battle, team: str = "team-2") -> list[str]:
    return [one.status for one in battle.men(team)]


def test_each_bug_attacks_the_next_man_once(melee: Open) -> None:
    """A 2 and a 3 kill, a 6 does nothing; the team tests when the last bug has attacked."""
    battle = melee()
    (struck, owed, _) = battle.press(BRAIN, "strike", [2, 3, 6], team="team-2")
    assert [wound.effect for wound in struck.wounds] == ["dead", "dead", "unharmed"]
    assert statuses(battle) == ["dead", "dead", "ok", "ok"]
    assert (owed.key, battle.team("team-2").casualties) == ("test-owed", 2)
    battle.calm("team-2")
    with battle.refuses("nobody-attacks"):
        battle.press(BRAIN, "strike", [6], team="team-2")


@pytest.mark.parametrize(
    ("experience", "die", "effect"),
    [("rookie", 2, "cut-in-half"), ("experienced", 2, "dead"), ("veteran", 3, "pinned"), ("veteran", 5, "unharmed")],
)
def test_experience_modifies_the_die(melee: Open, experience: str, die: int, effect: str) -> None:
    battle = melee("warrior", experience=experience)
    struck = battle.press(BRAIN, "strike", [die], team="team-2")[0]
    assert struck.wounds[0].effect == effect


def test_shelter_modifies_the_die_but_an_open_top_is_none_from_above(melee: Open) -> None:
    """3 + 1 pins; a flyer through the open top kills and lands."""
    battle = melee("warrior")
    assert battle.press(BRAIN, "strike", [3], team="team-2", fortified=True)[0].wounds[0].effect == "pinned"
    battle = melee("flyer")
    wound = battle.press(BRAIN, "strike", [3], team="team-2", fortified=True, open_top=True)[0].wounds[0]
    assert (wound.effect, battle.bug("flyer-1").state) == ("dead", "landed")


def test_a_flyer_carries_a_man_off(melee: Open) -> None:
    battle = melee("flyer")
    battle.press(BRAIN, "strike", [2], team="team-2")
    assert (statuses(battle)[0], battle.bug("flyer-1").state, battle.score()) == ("carried-off", "gone", (1, 0))


def test_a_landed_flyer_moves_as_a_warrior(melee: Open) -> None:
    """4 + 5 − 2 = 7; two hits then halve that: 3½ (MI-12)."""
    battle = melee("flyer")
    battle.press(BRAIN, "strike", [3], team="team-2")
    battle.calm("team-2").to("bug-move", turn=3)
    assert battle.press(BRAIN, "move-bugs", [4, 5])[0].inches == {"flyer-1": 7}
    battle.to("fire").fire("team-3", at="flyer-1", dice=[4, 4, 1, 1])
    assert battle.bug("flyer-1").state == "grounded"
    battle.to("bug-move", turn=4)
    assert battle.press(BRAIN, "move-bugs", [4, 5])[0].inches == {"flyer-1": 3.5}


def test_a_landed_flyer_attacks_as_a_warrior(melee: Open) -> None:
    battle = melee("flyer")
    battle.press(BRAIN, "strike", [3], team="team-2")
    battle.calm("team-2").to("bug-move", turn=3).engage("team-2", "flyer-1").to("close-combat")
    assert battle.press(BRAIN, "strike", [1], team="team-2")[0].wounds[0].effect == "cut-in-half"


# -- rampage


def test_a_rampage_goes_on_while_ones_fall(melee: Open) -> None:
    """MI-53: the test comes after the last attack."""
    battle = melee("warrior")
    battle.press(BRAIN, "strike", [1], team="team-2")
    assert battle.team("team-2").owes == []
    battle.press(BRAIN, "strike", [1], team="team-2")
    battle.press(BRAIN, "strike", [6], team="team-2")
    assert statuses(battle) == ["dead", "dead", "ok", "ok"]
    assert battle.team("team-2").owes == ["casualties"]


def test_a_rampage_once(melee: Open) -> None:
    battle = melee("warrior", rampage="once")
    battle.press(BRAIN, "strike", [1], team="team-2")
    battle.press(BRAIN, "strike", [1], team="team-2")
    battle.calm("team-2")
    with battle.refuses("nobody-attacks"):
        battle.press(BRAIN, "strike", [1], team="team-2")


def test_a_rampage_may_end_and_may_go_to_another_team(melee: Open) -> None:
    battle = melee("warrior")
    battle.press(BRAIN, "strike", [1], team="team-2")
    battle.press(BRAIN, "rest", team="team-2")
    assert battle.team("team-2").owes == ["casualties"]
    battle = melee("warrior")
    battle.press(BRAIN, "strike", [1], team="team-2")
    battle.press(BRAIN, "engage", team="team-3", bugs=["warrior-1"])
    assert (battle.team("team-2").owes, battle.team("team-3").owes) == (["casualties"], ["bugs-near"])
    battle.calm("team-2").calm("team-3").press(BRAIN, "strike", [2], team="team-3")
    assert statuses(battle, "team-3")[0] == "dead"


def test_losses_are_tested_for_though_the_brain_leaves_a_rampage_open(melee: Open) -> None:
    battle = melee("warrior")
    battle.press(BRAIN, "strike", [1], team="team-2")
    battle.press(BRAIN, "done")
    assert (battle.state.phase, battle.team("team-2").owes) == ("close-combat", ["casualties"])
    battle.calm("team-2")
    assert battle.state.phase == "im-move"


# -- pinned


def pin(battle: Battle) -> Battle:
    """A 4 pins the first man of team-2."""
    battle.press(BRAIN, "strike", [4], team="team-2")
    return battle.calm("team-2")


def test_bugs_near_a_pinned_man_are_asked_about_before_his_team_tests(melee: Open) -> None:
    """Section 13: the frenzy comes with the pin, the test for casualties after the last attack."""
    battle = melee(("warrior", 2))
    struck = battle.press(BRAIN, "strike", [4, 2], team="team-2")[0]
    assert (statuses(battle)[:2], struck.wounds[0].crowd) == (["pinned", "dead"], True)
    assert battle.team("team-2").owes == []
    with battle.refuses("no-test-owed"):
        battle.react("team-2", dice=[5])
    with battle.refuses("not-pinned", "trooper"):
        battle.press(BRAIN, "spare", trooper="trooper-6")
    battle.press(BRAIN, "spare", trooper="trooper-5")
    assert (battle.state.chain, battle.team("team-2").owes) == ([], ["casualties"])
    with battle.refuses("nothing-to-settle"):
        battle.press(BRAIN, "spare", trooper="trooper-5")


def test_a_thrown_man_comes_down_before_his_team_tests(melee: Open) -> None:
    battle = melee(("warrior", 2))
    battle.press(BRAIN, "strike", [5, 2], team="team-2")
    assert battle.team("team-2").owes == []
    battle.press(BRAIN, "throw", [3], trooper="trooper-5")
    battle.press(BRAIN, "fall", [12], trooper="trooper-5", bugs_within_6=0)
    assert battle.team("team-2").owes == ["casualties"]


def test_the_brain_says_who_is_nearest(melee: Open) -> None:
    """MI-52: the named men first, then the others in their order."""
    battle = melee(("warrior", 2))
    with battle.refuses("not-in-reach", "men"):
        battle.press(BRAIN, "strike", [2, 2], team="team-2", men=["trooper-9"])
    with battle.refuses("not-in-reach", "men"):
        battle.press(BRAIN, "strike", [2, 2], team="team-2", men=["trooper-5", "trooper-6", "trooper-7"])
    battle.press(BRAIN, "strike", [2, 2], team="team-2", men=["trooper-8"])
    assert statuses(battle) == ["dead", "ok", "ok", "dead"]


def test_a_pinned_man_is_finished_in_the_next_close_combat(melee: Open) -> None:
    """MI-54: in place of another attack; its holder does not move meanwhile."""
    battle = pin(melee("warrior"))
    assert (statuses(battle)[0], battle.bug("warrior-1").holding) == ("pinned", "trooper-5")
    battle.to("bug-move", turn=3)
    with battle.refuses("all-moved"):
        battle.press(BRAIN, "move-bugs", [1, 1])
    battle.to("fire")
    assert battle.guns("team-2") == 3
    battle.end_phase()
    assert (statuses(battle)[0], battle.bug("warrior-1").holding) == ("dead", None)
    assert (battle.score(), battle.team("team-2").owes) == ((1, 0), ["casualties"])


def test_a_man_who_was_pinned_and_is_finished_is_one_casualty(melee: Open) -> None:
    """Pinned in turn 2, dead in turn 3: −1 once (MI-32, MI-61), and 4 MI against 1 bug −1; a 5 becomes a 3.

    The bug that held him is known to be near.
    """
    battle = pin(melee("warrior")).to("close-combat", turn=3)
    team = battle.team("team-2")
    assert (team.casualties_before, team.casualties) == (1, 0)
    (offer,) = battle.offers(IM, "react")
    assert offer.choose["bugs_within_12"].first == 1
    rolled = battle.react("team-2", dice=[5], im=4, bugs=1)[0]
    assert (rolled.modifier, rolled.choices) == (-2, ["no-advance"])


def test_a_wounded_man_who_dies_is_no_second_casualty(melee: Open) -> None:
    battle = melee("warrior")
    battle.state.troopers["trooper-5"].status = "wounded"
    battle.press(BRAIN, "strike", [2], team="team-2", men=["trooper-5"])
    assert (statuses(battle)[0], battle.team("team-2").casualties) == ("dead", 0)
    assert battle.team("team-2").owes == ["casualties"]


@pytest.mark.parametrize(("die", "status"), [(4, "dead"), (5, "pinned")])
def test_a_pinned_man_is_rolled_for_where_the_table_says_so(melee: Open, die: int, status: str) -> None:
    battle = pin(melee("warrior", finish="roll-again")).to("close-combat", turn=3)
    assert statuses(battle)[0] == "pinned"
    battle.press(BRAIN, "finish", [die], bug="warrior-1")
    assert statuses(battle)[0] == status
    with battle.refuses("nobody-pinned" if status == "pinned" else "test-first"):
        battle.press(BRAIN, "finish", [die], bug="warrior-1")


def test_a_pinned_man_is_gravely_wounded_when_his_bug_dies(melee: Open) -> None:
    battle = melee("warrior", "tank")
    battle = pin(battle).to("fire", turn=battle.state.turn + 1)
    battle.fire("team-3", dice=[4, 4, 4, 4])
    assert (statuses(battle)[0], battle.state.troopers["trooper-5"].held_by) == ("wounded", None)
    assert battle.guns("team-2") == 3
    assert battle.to("im-move").score() == (0, 1)


def test_a_wounded_man_who_is_thrown_stays_wounded(melee: Open) -> None:
    battle = melee("warrior")
    battle.state.troopers["trooper-5"].status = "wounded"
    battle.press(BRAIN, "strike", [5], team="team-2")
    assert (statuses(battle)[0], battle.state.chain[0].kind) == ("wounded", "throw")


# -- thrown


def throw(battle: Battle, bugs: int) -> Battle:
    """A 5 throws the first man of team-2; he falls among so many bugs."""
    battle.press(BRAIN, "strike", [5] + [6] * (len(battle.state.bugs) - 1), team="team-2")
    with battle.refuses("fate-first"):
        battle.press(BRAIN, "done")
    (thrown,) = battle.press(BRAIN, "throw", [3], trooper="trooper-5")
    assert thrown.inches == 3
    battle.press(BRAIN, "fall", [12], trooper="trooper-5", bugs_within_6=bugs)
    return battle


def test_a_thrown_man_crawls_until_the_end_of_his_next_turn(melee: Open) -> None:
    """MI-19: thrown in turn 2 he neither fires nor stands in turn 3."""
    battle = throw(melee(), bugs=1)
    assert (battle.state.chain, statuses(battle)[0]) == ([], "prone")
    battle.to("fire", turn=3)
    assert battle.guns("team-2") == 3
    battle.to("fire", turn=4)
    assert battle.guns("team-2") == 4


def test_a_man_thrown_into_bugs_may_be_torn_apart(melee: Open) -> None:
    """MI-56: two bugs are a group, a 2 is enough for them; the bugs are busy, the team tests."""
    battle = throw(melee(), bugs=2)
    with battle.refuses("fate-first"):
        battle.press(BRAIN, "done")
    with battle.refuses("no-such-bug", "bugs"):
        battle.press(BRAIN, "frenzy-test", [2], trooper="trooper-5", bugs=["warrior-1"])
    battle.press(BRAIN, "frenzy-test", [2], trooper="trooper-5", bugs=["warrior-1", "warrior-2"])
    assert (statuses(battle)[0], battle.team("team-2").owes, battle.score()) == ("dead", ["frenzy"], (1, 0))


def test_no_more_bugs_are_near_than_there_are(melee: Open) -> None:
    battle = melee()
    battle.press(BRAIN, "strike", [5, 6, 6], team="team-2")
    battle.press(BRAIN, "throw", [3], trooper="trooper-5")
    assert battle.offers(BRAIN, "fall")[0].choose["bugs_within_6"].max == 3
    with battle.refuses("too-big", "bugs_within_6"):
        battle.press(BRAIN, "fall", [12], trooper="trooper-5", bugs_within_6=4)


def test_a_clock_has_twelve_hours(melee: Open) -> None:
    battle = melee()
    battle.press(BRAIN, "strike", [5, 6, 6], team="team-2")
    battle.press(BRAIN, "throw", [3], trooper="trooper-5")
    with battle.refuses("no-such-face", "dice.0"):
        battle.press(BRAIN, "fall", [13], trooper="trooper-5", bugs_within_6=0)


@pytest.mark.parametrize(("answer", "able"), [("no", 2), ("yes", 3)])
def test_tank_bugs_take_part_in_a_frenzy_where_the_table_lets_them(melee: Open, answer: str, able: int) -> None:
    battle = melee(("warrior", 2), "tank", frenzy_tanks=answer)
    battle.press(BRAIN, "strike", [4, 6], team="team-2")
    assert len(battle.offers(BRAIN, "frenzy-test")[0].choose["bugs"].some) == able


def test_one_bug_alone_makes_no_frenzy(melee: Open) -> None:
    battle = pin(melee("warrior", "tank"))
    with battle.refuses("nobody-pinned"):
        battle.press(BRAIN, "threaten", trooper="trooper-5")


# -- acid


@pytest.mark.parametrize(
    ("experience", "shown_ago", "cover", "faces", "dead"),
    [
        ("rookie", 2, False, [4, 5], 1),  # 5 and more
        ("rookie", 2, True, [4, 5], 0),  # 4 and more in cover
        ("experienced", 1, False, [4, 5], 1),  # just located: 5 and more
        ("veteran", 1, True, [4, 3], 1),  # just located, in cover: 4 and more
        ("experienced", 2, False, [4, 3], 1),
    ],
)
def test_dodging_acid(
    squad_against: Open, experience: str, shown_ago: int, cover: bool, faces: list[int], dead: int
) -> None:
    battle = squad_against("tank", experience=experience).to("fire", turn=1 + shown_ago).done(IM)
    battle.press(BRAIN, "spray", [6], bug="tank-1")
    battle.press(IM, "dodge", faces, bug="tank-1", team="team-2", men=2, cover=cover)
    assert statuses(battle).count("dead") == dead
    assert battle.team("team-2").owes == ([*(["casualties"] if dead else []), "bugs-near"])


def test_acid_reaches_no_more_men_than_the_die_says(squad_against: Open) -> None:
    battle = squad_against("tank").to("fire").done(IM)
    battle.press(BRAIN, "spray", [3], bug="tank-1")
    with battle.refuses("too-many-men", "men"):
        battle.press(IM, "dodge", [6] * 4, bug="tank-1", team="team-2", men=4)
    battle.press(IM, "dodge", [6, 6], bug="tank-1", team="team-2", men=2)
    with battle.refuses("too-many-men", "men"):
        battle.press(IM, "dodge", [6] * 2, bug="tank-1", team="team-3", men=2)
    battle.press(BRAIN, "shelter", bug="tank-1")
    with battle.refuses("no-acid"):
        battle.press(IM, "dodge", [6], bug="tank-1", team="team-3", men=1)


def test_acid_reaches_nobody_twice(squad_against: Open) -> None:
    """Two men, then two others of the same team; and whom the Brain names."""
    battle = squad_against("tank").to("fire").done(IM)
    battle.press(BRAIN, "spray", [6], bug="tank-1")
    battle.press(IM, "dodge", [6, 6], bug="tank-1", team="team-2", men=2)
    with battle.refuses("too-many-men", "men"):
        battle.press(IM, "dodge", [1] * 3, bug="tank-1", team="team-2", men=3)
    with battle.refuses("not-in-reach", "troopers"):
        battle.press(IM, "dodge", [1], bug="tank-1", team="team-2", men=1, troopers=["trooper-5"])
    battle.press(IM, "dodge", [1], bug="tank-1", team="team-2", men=1, troopers=["trooper-8"])
    assert statuses(battle) == ["ok", "ok", "ok", "dead"]
    battle.calm("team-2").press(IM, "dodge", [1], bug="tank-1", team="team-2", men=1)
    assert statuses(battle) == ["ok", "ok", "dead", "dead"]
    assert [one.given["team"] for one in battle.offers(IM, "dodge") if one.given["team"] == "team-2"] == []


def test_acid_dries_with_the_fire_phase(squad_against: Open) -> None:
    battle = squad_against("tank").to("fire").done(IM)
    battle.press(BRAIN, "spray", [6], bug="tank-1")
    with battle.refuses("acid-first"):
        battle.press(BRAIN, "done")
    battle.press(BRAIN, "shelter", bug="tank-1")
    battle.to("close-combat")
    with battle.refuses("no-acid"):
        battle.press(IM, "dodge", [1], bug="tank-1", team="team-2", men=1)


# -- boats


def aboard(battle: Battle) -> Battle:
    """Turn 3, in the movement: team-2 is in boat-1."""
    battle.press(IM, "call-boats")
    battle.to("im-move", turn=3).press(IM, "embark", boat="boat-1", team="team-2", men=4)
    return battle


def test_a_boat_has_ten_seats(squad_against: Open) -> None:
    battle = aboard(squad_against("warrior"))
    battle.press(IM, "embark", boat="boat-1", team="team-3", men=4)
    assert battle.offers(IM, "embark")[0].choose["men"].max == 2
    with battle.refuses("boat-full", "men"):
        battle.press(IM, "embark", boat="boat-1", team="team-4", men=3)
    battle.press(IM, "embark", boat="boat-1", team="team-4", men=2)
    with battle.refuses("boat-not-there", "boat"):
        battle.press(IM, "embark", boat="boat-1", team="team-5", men=1)
    battle.press(IM, "take-off", boat="boat-1")
    assert battle.state.tally.im_out == 10


def test_a_man_killed_in_a_boat_does_not_leave_with_it(squad_against: Open) -> None:
    battle = aboard(squad_against("warrior")).to("bug-move", turn=4).engage("team-2", "warrior-1").to("close-combat")
    battle.press(BRAIN, "strike", [2], team="team-2")
    assert battle.state.boats["boat-1"].load == 3
    battle.calm("team-2").to("im-move").press(IM, "take-off", boat="boat-1")
    assert (battle.state.tally.im_out, statuses(battle)) == (3, ["dead", "extracted", "extracted", "extracted"])


def test_a_man_pinned_in_a_boat_stays_behind(squad_against: Open) -> None:
    battle = aboard(squad_against("warrior")).to("bug-move", turn=4).engage("team-2", "warrior-1").to("close-combat")
    battle.press(BRAIN, "strike", [4], team="team-2")
    battle.calm("team-2").to("im-move").press(IM, "take-off", boat="boat-1")
    assert (statuses(battle)[0], battle.bug("warrior-1").holding) == ("pinned", "trooper-5")


def test_a_lost_boat_takes_its_men_with_it(squad_against: Open) -> None:
    """Four men and five for the boat."""
    battle = aboard(squad_against("warrior"))
    battle.press(BRAIN, "lose-boat", boat="boat-1")
    assert (set(statuses(battle)), battle.score()) == ({"dead"}, (9, 0))
    with battle.refuses("boat-not-there", "boat"):
        battle.press(IM, "take-off", boat="boat-1")


def test_men_aboard_reload(squad_against: Open) -> None:
    battle = squad_against("warrior")
    battle.press(IM, "call-boats")
    battle.to("fire", turn=3).fire("team-2", mode="sustained")
    battle.to("im-move").press(IM, "embark", boat="boat-1", team="team-2", men=4)
    battle.to("fire", turn=4).end_phase()
    assert battle.magazine("trooper-5") == (5, 0)


def test_nobody_takes_off_before_a_fall_is_settled(melee: Open) -> None:
    battle = melee(mission=2)
    battle.state.boats["boat-1"].state = "landed"
    battle.press(BRAIN, "strike", [5, 6, 6], team="team-2")
    for command in ("embark", "take-off"):
        assert battle.offers(IM, command) == []
    with battle.refuses("fate-first"):
        battle.press(IM, "take-off", boat="boat-1")


# -- who is lost owes nothing


def test_a_team_that_is_wiped_out_owes_no_test(squad_against: Open) -> None:
    battle = squad_against("tank").to("fire").done(IM)
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-2"])
    battle.react("team-2", dice=[4])
    battle.press(BRAIN, "spray", [4], bug="tank-1")
    battle.press(IM, "dodge", [1, 1, 1, 1], bug="tank-1", team="team-2", men=4)
    assert battle.team("team-2").owes == []
    battle.press(BRAIN, "done")
    assert battle.state.phase == "close-combat"


def test_a_team_that_dies_owing_a_test_holds_nobody_up(squad_against: Open) -> None:
    battle = squad_against("tank").to("fire").done(IM)
    battle.press(BRAIN, "spray", [4], bug="tank-1")
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-2"])
    battle.press(IM, "dodge", [1, 1, 1, 1], bug="tank-1", team="team-2", men=4)
    assert battle.team("team-2").owes == ["bugs-near"]
    battle.press(BRAIN, "done")
    assert battle.state.phase == "close-combat"


def test_whom_a_bug_holds_does_not_run_off_the_table(melee: Open) -> None:
    battle = melee("warrior")
    battle.press(BRAIN, "strike", [4], team="team-2")
    battle.react("team-2", dice=[1])
    with battle.refuses("run-first"):
        battle.press(IM, "leave-table", team="team-2", troopers=["trooper-6"])
    battle.press(IM, "run", [1] * 6, team="team-2")
    (offer,) = battle.offers(IM, "leave-table")
    assert offer.choose["troopers"].some == ["trooper-6", "trooper-7", "trooper-8"]
    with battle.refuses("not-of-the-team", "troopers"):
        battle.press(IM, "leave-table", team="team-2", troopers=["trooper-5"])


def test_a_team_of_which_nobody_can_run_does_not_run(melee: Open) -> None:
    battle = melee(("warrior", 3), fire_teams=1)
    for key in ("trooper-6", "trooper-7", "trooper-8"):
        battle.state.troopers[key].status = "dead"
    battle.press(BRAIN, "strike", [4], team="team-2")
    battle.press(BRAIN, "spare", trooper="trooper-5")
    battle.react("team-2", dice=[1], bugs=2)  # 1 + 1 + 1 (many) − 1 = 2: withdraw
    assert battle.offers(IM, "run") == []
    assert battle.done().state.phase == "im-move"


@pytest.mark.parametrize(("answer", "score"), [("none", 0), ("as-dead", 4)])
def test_who_flees_off_the_table(squad_against: Open, answer: str, score: int) -> None:
    """MI-39: worth nothing, or a lieutenant and a sergeant (3 + 1)."""
    battle = squad_against("warrior", fled_vp=answer)
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-1"])
    battle.react("team-1", dice=[1, 1])
    battle.press(IM, "run", [1] * 8, team="team-1")
    battle.press(IM, "leave-table", team="team-1", troopers=["trooper-1", "trooper-2"])
    assert (battle.score(), statuses(battle, "team-1")) == ((score, 0), ["fled", "fled", "ok", "ok"])

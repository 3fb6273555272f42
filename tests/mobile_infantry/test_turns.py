"""The turn sequence before and after bugs are detected, who is asked, reaction tests, the end of a battle."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.core.engine.command import Doubt
from app.core.engine.offers import NumberChoice
from app.games.mobile_infantry.game import GAME
from tests.mobile_infantry.playing import BRAIN, IM, Battle, Same

Open = Callable[..., Battle]


def asked(battle: Battle) -> list[str]:
    return [one.seat for one in battle.state.waiting]


def phases(battle: Battle, how_many: int) -> list[tuple[int, str]]:
    """The next phases, nobody doing anything."""
    met = []
    for _ in range(how_many):
        met.append((battle.state.turn, battle.state.phase))
        battle.end_phase()
    return met


def kill_bugs(battle: Battle) -> Battle:
    """All bugs fall to the fire of the squad."""
    battle.to("fire")
    for place, bug in enumerate(list(battle.state.bugs), start=2):
        battle.fire(f"team-{place}", at=bug, dice=[6] * 4)
    return battle


# -- the sequence


def test_before_bugs_are_detected_a_turn_has_three_phases(battle: Battle) -> None:
    assert phases(battle, 4) == [(1, "im-move"), (1, "presence"), (1, "location"), (2, "im-move")]
    assert battle.state.sequence == "pre"


def test_after_bugs_are_detected_it_has_six(squad_against: Open) -> None:
    battle = squad_against("warrior")
    assert battle.state.sequence == "post"
    assert [phase for _, phase in phases(battle, 7)] == [
        "bug-move", "fire", "close-combat", "im-move", "presence", "location", "bug-move",
    ]  # fmt: skip


def test_hidden_bugs_change_nothing(battle: Battle) -> None:
    battle.to("presence").come("warrior", 3)
    assert phases(battle, 3)[-1] == (2, "im-move")


@pytest.mark.parametrize(("answer", "then"), [("yes", "im-move"), ("never", "bug-move")])
def test_when_all_bugs_are_dead_the_first_sequence_comes_back(squad_against: Open, answer: str, then: str) -> None:
    """MI-08, at the start of the next turn and not before."""
    battle = kill_bugs(squad_against("warrior", revert_to_pre=answer))
    assert [phase for _, phase in phases(battle, 5)][1:] == ["close-combat", "im-move", "presence", "location"]
    assert (battle.state.turn, battle.state.phase) == (3, then)


@pytest.mark.parametrize(("left", "then"), [(4, "bug-move"), (0, "im-move")])
def test_a_fleeing_team_keeps_the_second_sequence_while_it_has_men(squad_against: Open, left: int, then: str) -> None:
    battle = kill_bugs(squad_against("warrior"))
    battle.state.teams["team-5"].reaction = "fleeing"
    if not left:
        battle.press(IM, "leave-table", team="team-5", troopers=battle.names("team-5"))
    battle.to("im-move")
    if left:
        battle.react("team-5", dice=[1])
        battle.press(IM, "run", [1] * 8, team="team-5")
    battle.to("location").end_phase()
    assert (battle.state.turn, battle.state.phase) == (3, then)


def test_who_is_asked(open_battle: Open) -> None:
    battle = open_battle(players=2).squad("im-1").squad("im-2").ready()
    assert asked(battle) == ["im-1", "im-2"]
    assert asked(battle.to("presence")) == [BRAIN]
    battle.show(battle.come())
    assert asked(battle.to("location")) == ["im-1", "im-2", BRAIN]
    assert asked(battle.to("bug-move")) == [BRAIN]
    assert asked(battle.to("fire")) == ["im-1", "im-2"], "without a tank bug the Brain has nothing to do"
    assert asked(battle.to("close-combat")) == [BRAIN]


def test_with_a_tank_bug_the_brain_is_asked_in_the_fire_phase(squad_against: Open) -> None:
    assert asked(squad_against("tank").to("fire")) == [IM, BRAIN]


def test_a_seat_without_men_is_not_asked(open_battle: Open) -> None:
    battle = open_battle(players=2).squad("im-1").loose("fire", "im-2").ready()
    for trooper in battle.men("team-6"):
        trooper.status = "dead"
    assert asked(battle.to("location")) == ["im-1", BRAIN]


def test_done_is_said_once_and_the_phase_waits_for_all(open_battle: Open) -> None:
    battle = open_battle(players=2).squad("im-1").squad("im-2").ready().done("im-1")
    assert battle.state.phase == "im-move"
    with battle.refuses("done-already"):
        battle.press("im-1", "done")
    with battle.refuses("done-already"):
        battle.press(BRAIN, "done")
    assert battle.done("im-2").state.phase == "presence"


def test_the_brain_tests_presence_before_it_is_done(battle: Battle) -> None:
    battle.to("presence")
    with battle.refuses("presence-first"):
        battle.press(BRAIN, "done")
    battle.presence()
    with battle.refuses("tested-already"):
        battle.presence()
    battle.press(BRAIN, "done")


def test_the_brain_answers_looks_before_it_is_done(battle: Battle) -> None:
    battle.to("location").press(IM, "look-around", [3], team="team-2")
    with battle.refuses("has-looked", "team"):
        battle.press(IM, "look-around", [3], team="team-2")
    with battle.refuses("looks-first"):
        battle.press(BRAIN, "done")
    battle.done(IM)
    with battle.refuses("looks-first"):
        battle.press(BRAIN, "done")
    battle.press(BRAIN, "answer-look", team="team-2")
    assert battle.press(BRAIN, "done")


def test_marching_is_not_rolled_and_tactical_moves_are(battle: Battle) -> None:
    with battle.refuses("march-instead"):
        battle.press(IM, "move-teams", [1] * 5)
    battle.to("presence").show(battle.come()).to("im-move")
    (moved,) = battle.press(IM, "move-teams", [1, 2, 3, 5, 6])
    assert moved.inches == {"team-1": 1, "team-2": 2, "team-3": 3, "team-4": 5, "team-5": 6}
    assert moved.bad_terrain == {"team-1": 0, "team-2": 0, "team-3": 1, "team-4": 3, "team-5": 4}
    with battle.refuses("all-moved"):
        battle.press(IM, "move-teams", [1] * 5)


def test_bugs_roll_each_for_itself(squad_against: Open) -> None:
    """Warriors 2D6 − 2, a flyer 2D6, a tank bug 1D6; two hits halve a warrior’s move (MI-12)."""
    battle = squad_against(("warrior", 2), "flyer", "tank")
    battle.state.bugs["warrior-2"].hits, battle.state.bugs["warrior-2"].state = 2, "half"
    (moved,) = battle.press(BRAIN, "move-bugs", [1, 1, 4, 5, 4, 5, 6])
    assert moved.inches == {"warrior-1": 0, "warrior-2": 3.5, "flyer-1": 9, "tank-1": 6}
    with battle.refuses("all-moved"):
        battle.press(BRAIN, "move-bugs", [1, 1])


def test_tank_bugs_spray_after_the_infantry_has_fired(squad_against: Open) -> None:
    """MI-50."""
    battle = squad_against("tank").to("fire")
    with battle.refuses("infantry-fires-first"):
        battle.press(BRAIN, "spray", [3], bug="tank-1")
    with battle.refuses("infantry-fires-first"):
        battle.press(BRAIN, "done")
    battle.done(IM).press(BRAIN, "spray", [3], bug="tank-1")
    with battle.refuses("no-tank"):
        battle.press(BRAIN, "spray", [3], bug="tank-1")
    battle = squad_against("tank", fire_phase="simultaneous").to("fire")
    assert battle.press(BRAIN, "spray", [3], bug="tank-1")


# -- reaction tests


def test_the_first_bugs_within_twelve_inches(squad_against: Open) -> None:
    """Once in a battle; the phase waits for the test."""
    battle = squad_against("warrior")
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-2"])
    assert battle.team("team-2").owes == ["bugs-near"]
    with battle.refuses("test-first"):
        battle.press(BRAIN, "move-bugs", [1, 1])
    battle.react("team-2", dice=[4])
    assert (battle.team("team-2").owes, battle.team("team-2").seen_within_12) == ([], True)
    battle.to("fire")
    with battle.refuses("no-such-team", "teams"):
        battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-2"])
    with battle.refuses("no-test-owed"):
        battle.react("team-2", dice=[4])


def test_close_combat_is_the_first_time_too(squad_against: Open) -> None:
    battle = squad_against("warrior")
    battle.press(BRAIN, "engage", team="team-2", bugs=["warrior-1"])
    assert battle.team("team-2").owes == ["bugs-near"]
    battle.calm("team-2").to("bug-move", turn=3).press(BRAIN, "engage", team="team-2", bugs=["warrior-1"])
    assert battle.team("team-2").owes == []


def first_bugs(battle: Battle, team: str) -> int:
    """The bugs within twelve inches with which the form of a test begins."""
    (form,) = [one for one in battle.offers(battle.seat_of(team), "react") if one.given["team"] == team]
    near = form.choose["bugs_within_12"]
    assert isinstance(near, NumberChoice)
    return near.first or 0


@pytest.mark.parametrize(("distance", "owes"), [(12, ["bugs-near"]), (24, [])])
def test_a_volley_told_at_twelve_inches_says_that_bugs_are_near(
    squad_against: Open, distance: int, owes: list[str]
) -> None:
    """§9: the first one owes the test at once; the form begins with the one that was fired at."""
    battle = squad_against(("warrior", 2)).to("fire")
    battle.fire("team-2", distance=distance, owed=True)
    assert battle.team("team-2").owes == owes
    if owes:
        assert first_bugs(battle, "team-2") == 1
        with battle.refuses("test-first"):
            battle.fire("team-3", distance=distance)
        battle.calm("team-2").to("fire", turn=3).fire("team-2", owed=True)
        assert battle.team("team-2").owes == []


def test_the_volley_of_a_squad_tells_each_of_its_teams(squad_against: Open) -> None:
    battle = squad_against("warrior", fire_teams=2).to("fire")
    fields = {"squad": "squad-1", "mode": "burst", "targets": ["warrior-1"], "distance": 12}
    battle.dice = Same(1)
    battle.press(IM, "fire-squad", **fields)
    owing = {key for key, one in battle.state.teams.items() if one.owes == ["bugs-near"]}
    assert owing == {
        "team-1",
        "team-2",
        "team-3",
    }


def test_a_shot_of_a_launcher_at_twelve_inches_says_so_too(open_battle: Open) -> None:
    battle = open_battle().squad()
    battle.press(IM, "issue-weapon", team="team-2", weapon="nuclear-launcher")
    battle.ready().against("warrior").to("fire").press(
        IM, "launch", [1], team="team-2", target="warrior-1", distance=12
    )
    assert (battle.team("team-2").owes, first_bugs(battle, "team-2")) == (["bugs-near"], 1)


def test_after_acid_a_form_never_begins_with_no_bug(squad_against: Open) -> None:
    """All three men dodge: the test is owed all the same, and the tank bug is near."""
    battle = squad_against("tank").to("fire").done(IM)
    battle.press(BRAIN, "spray", [3], bug="tank-1")
    battle.press(IM, "dodge", [6, 6, 6], bug="tank-1", team="team-2", men=3)
    assert (battle.team("team-2").owes, first_bugs(battle, "team-2")) == (["bugs-near"], 1)
    battle.calm("team-2").to("fire", turn=3).done(IM)
    battle.press(BRAIN, "spray", [1], bug="tank-1")
    battle.press(IM, "dodge", [1], bug="tank-1", team="team-2", men=1)
    assert (battle.team("team-2").owes, first_bugs(battle, "team-2")) == (["casualties"], 1)


def test_a_form_counts_close_combat_volleys_and_acid_together_and_the_living_alone(squad_against: Open) -> None:
    """Two in close combat, one of them fired at, another fired at from twelve inches: three; one of them dies: two."""
    battle = squad_against(("warrior", 3)).engage("team-2", "warrior-1", "warrior-2").to("fire")
    battle.fire("team-2", at="warrior-1", distance=3, guns=1)
    battle.fire("team-2", at="warrior-3", guns=1)
    battle.state.teams["team-2"].owes = ["comrades-lost"]
    assert first_bugs(battle, "team-2") == 3
    battle.state.teams["team-2"].owes = []
    battle.fire("team-3", at="warrior-3", distance=24, dice=[6] * 4)
    battle.state.teams["team-2"].owes = ["comrades-lost"]
    assert first_bugs(battle, "team-2") == 2


@pytest.mark.parametrize("isolated", [True, False])
def test_who_locates_bugs_far_from_others_tests(battle: Battle, isolated: bool) -> None:
    """6 and one for three bugs locate them, isolated or not; only the isolated team tests."""
    battle.to("presence")
    pack = battle.come("warrior", 3)
    battle.to("location").press(IM, "look-around", [6], team="team-2", isolated=isolated)
    battle.done(IM).press(BRAIN, "answer-look", team="team-2", packs=[pack])
    assert len(battle.state.bugs) == 3
    assert battle.team("team-2").owes == (["located"] if isolated else [])


def test_casualties_and_frenzy_and_recovery_are_reasons(squad_against: Open) -> None:
    battle = squad_against(("warrior", 3)).engage("team-2", "warrior-1").to("close-combat")
    battle.press(BRAIN, "strike", [4], team="team-2")
    battle.press(BRAIN, "frenzy-test", [1], trooper="trooper-5", bugs=["warrior-1", "warrior-2"])
    assert battle.team("team-2").owes == ["frenzy", "casualties"]
    battle.react("team-2", dice=[2])
    battle.press(IM, "run", [1] * 6, team="team-2")
    assert battle.team("team-2").reaction == "fleeing"
    battle.to("im-move")
    assert battle.team("team-2").owes == ["recovery"]


def test_comrades_who_flee(squad_against: Open) -> None:
    battle = squad_against("warrior")
    with battle.refuses("no-such-team", "teams"):
        battle.press(BRAIN, "witness", reason="comrades-lost", teams=["team-3"])
    flee(battle, "team-2")
    battle.press(IM, "witness", reason="comrades-lost", teams=["team-3"])
    assert battle.team("team-3").owes == ["comrades-lost"]


def test_a_loss_is_seen_once(squad_against: Open) -> None:
    """Trigger 4: who has tested for it is not asked again, and in the next turn nobody is."""
    battle = squad_against("warrior")
    flee(battle, "team-2").press(IM, "witness", reason="comrades-lost", teams=["team-3"])
    battle.calm("team-3").to("fire")
    with battle.refuses("no-such-team", "teams"):
        battle.press(IM, "witness", reason="comrades-lost", teams=["team-3"])
    battle.press(IM, "witness", reason="comrades-lost", teams=["team-4"])
    battle.calm("team-4").to("im-move").react("team-2", dice=[4])
    battle.to("bug-move", turn=3)
    with battle.refuses("no-such-team", "teams"):
        battle.press(IM, "witness", reason="comrades-lost", teams=["team-5"])


def test_a_team_that_is_wiped_out_is_seen_and_one_that_is_brought_out_is_not(open_battle: Open) -> None:
    battle = open_battle().squad(fire_teams=2).ready()
    battle.press(IM, "call-boats")
    battle.to("im-move", turn=2).press(IM, "embark", boat="boat-1", team="team-3", men=4)
    battle.press(IM, "take-off", boat="boat-1")
    assert battle.offers(IM, "witness") == []
    for trooper in battle.men("team-2")[1:]:
        trooper.status = "dead"
    battle.against("warrior").press(BRAIN, "engage", team="team-2", bugs=["warrior-1"])
    battle.react("team-2", dice=[3])  # 3 + 1 for the last man: orders
    battle.to("close-combat")
    events = battle.press(BRAIN, "strike", [2], team="team-2")
    assert "team-wiped-out" in [event.key for event in events]
    battle.press(IM, "witness", reason="comrades-lost", teams=["team-1"])
    assert battle.team("team-1").owes == ["comrades-lost"]


def test_a_flight_in_the_last_phase_is_seen_in_the_next_turn(open_battle: Open) -> None:
    battle = open_battle().squad().ready().to("presence")
    pack = battle.come("warrior", 3)
    battle.to("location").press(IM, "look-around", [6], team="team-2", isolated=True)
    battle.done(IM).press(BRAIN, "answer-look", team="team-2", packs=[pack])
    battle.react("team-2", dice=[1])
    battle.press(IM, "run", [1] * 8, team="team-2")
    battle.to("bug-move", turn=2).press(IM, "witness", reason="comrades-lost", teams=["team-3"])
    assert battle.team("team-3").owes == ["comrades-lost"]


def flee(battle: Battle, team: str) -> Battle:
    """A team that has bugs within twelve inches for the first time flees: a 1."""
    battle.press(BRAIN, "witness", reason="bugs-near", teams=[team])
    battle.react(team, dice=[1])
    assert battle.team(team).reaction == "fleeing"
    with battle.refuses("run-first"):
        battle.press(battle.state.waiting[0].seat, "done")
    battle.press(battle.seat_of(team), "run", [1, 2, 3, 4, 5, 6, 6, 6], team=team)
    return battle


def test_fleeing_is_rolled_for_each_man_and_stops_fire(squad_against: Open) -> None:
    """2D6 each: 3, 7, 11, 12."""
    battle = flee(squad_against("warrior"), "team-2")
    ran = battle.table.entries[-1].events[0]
    assert ran.inches == {"trooper-5": 3, "trooper-6": 7, "trooper-7": 11, "trooper-8": 12}
    battle.to("fire")
    assert battle.guns("team-2") == 0
    with battle.refuses("silent-flees", "guns"):
        battle.fire("team-2", guns=4)


def test_a_fleeing_team_recovers_on_a_two(squad_against: Open) -> None:
    """MI-39: the result that it recovers with applies too."""
    battle = flee(squad_against("warrior"), "team-2").to("im-move")
    battle.react("team-2", dice=[2])
    assert (battle.team("team-2").reaction, battle.team("team-2").runs) == ("withdrew", "withdraw")
    battle.press(IM, "run", [1, 1, 1, 1], team="team-2")
    battle.to("bug-move", turn=3)
    assert battle.team("team-2").reaction == "ok"


def test_a_fleeing_team_that_does_not_recover_runs_on(squad_against: Open) -> None:
    battle = flee(squad_against("warrior"), "team-2").to("im-move")
    battle.react("team-2", dice=[1])
    battle.press(IM, "run", [1] * 8, team="team-2")
    battle.to("im-move", turn=3)
    assert battle.team("team-2").owes == ["recovery"]


@pytest.mark.parametrize(
    ("face", "reaction", "runs", "dice"),
    [(2, "withdrew", "withdraw", 4), (3, "no-advance", "", 0), (4, "ok", "", 0), (6, "berserk", "charge", 1)],
)
def test_what_results_do(squad_against: Open, face: int, reaction: str, runs: str, dice: int) -> None:
    """MI-35; four men against five bugs modify nothing."""
    battle = squad_against("warrior")
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-2"])
    battle.react("team-2", dice=[face])
    assert (battle.team("team-2").reaction, battle.team("team-2").runs) == (reaction, runs)
    if dice:
        (offer,) = battle.offers(IM, "run")
        assert offer.dice.count == dice
        battle.press(IM, "run", [3] * dice, team="team-2")
    assert battle.to("im-move").team("team-2").reaction == reaction
    assert battle.to("bug-move", turn=3).team("team-2").reaction == "ok"


def test_no_advance_lasts_until_the_next_movement_is_over(battle: Battle) -> None:
    """MI-35: rolled after the movement of turn 1 it lasts until the end of that of turn 2."""
    battle.to("presence").show(battle.come())
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-2"])
    battle.react("team-2", dice=[3])
    assert battle.to("im-move").team("team-2").reaction == "no-advance"
    assert battle.to("presence").team("team-2").reaction == "ok"


def test_whoever_owes_a_test_is_awaited(open_battle: Open) -> None:
    """Then the seat that was awaited before."""
    battle = open_battle(players=2).squad("im-1").squad("im-2").ready().against("warrior")

    def awaited() -> list[str]:
        return [name for name in battle.table.seats if battle.state.awaits(battle.table.seat(name))]

    assert awaited() == [BRAIN]
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-7"])
    assert awaited() == ["im-2"]
    with battle.refuses("test-first"):
        battle.press(BRAIN, "done")
    battle.react("team-7", dice=[2])
    assert awaited() == ["im-2"]
    battle.press("im-2", "run", [1, 1, 1, 1], team="team-7")
    assert awaited() == [BRAIN]


def test_what_was_to_be_settled_ends_with_the_battle(open_battle: Open) -> None:
    """The last man dies in the acid: nobody is asked for more of it."""
    battle = open_battle().loose("fire").ready().against("tank").to("fire").done(IM)
    battle.press(BRAIN, "spray", [6], bug="tank-1")
    battle.press(IM, "dodge", [1] * 4, bug="tank-1", team="team-1", men=4)
    assert battle.state.over
    assert battle.offered(BRAIN) == set()


def test_a_rookie_team_adds_one_to_its_first_test_alone(squad_against: Open) -> None:
    """3 + 1 are orders, then 3 alone no advance."""
    battle = squad_against("warrior", experience="rookie")
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-2"])
    (rolled, chosen) = battle.react("team-2", dice=[3])
    assert (rolled.modifier, chosen.result) == (1, "orders")
    assert battle.team("team-2").first_test_done
    battle.to("fire")
    battle.state.teams["team-2"].owes = ["casualties"]
    (rolled, chosen) = battle.react("team-2", dice=[3])
    assert (rolled.modifier, chosen.result) == (0, "no-advance")


def test_veterans_roll_two_dice_and_choose(squad_against: Open) -> None:
    """MI-34: 3 and 6; fleeing is no choice beside another result."""
    battle = squad_against("warrior", experience="veteran")
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-2", "team-3"])
    with battle.refuses("wrong-dice-count", "dice"):
        battle.react("team-2", dice=[3])
    battle.react("team-2", dice=[3, 6])
    assert battle.team("team-2").may_choose == ["no-advance", "berserk"]
    with battle.refuses("no-such-result", "result"):
        battle.press(IM, "choose-reaction", team="team-2", result="orders")
    battle.press(IM, "choose-reaction", team="team-2", result="no-advance")
    battle.react("team-3", dice=[1, 4])
    assert battle.team("team-3").reaction == "ok"


def test_command_teams_roll_two_dice(squad_against: Open) -> None:
    battle = squad_against("warrior", experience="rookie")
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-1"])
    assert battle.offers(IM, "react")[0].dice.count == 2


@pytest.mark.parametrize(("window", "modifiers"), [("current-and-previous", [-1, -1, 0]), ("previous", [0, -1, 0])])
def test_casualties_count_in_this_turn_and_the_next(squad_against: Open, window: str, modifiers: list[int]) -> None:
    """MI-33: a man dies in turn 2; tests in turns 2, 3 and 4."""
    battle = squad_against("warrior", cas_window=window).engage("team-2", "warrior-1").to("close-combat")
    battle.press(BRAIN, "strike", [2], team="team-2")
    found = []
    for turn in (2, 3, 4):
        battle.to("close-combat", turn=turn)
        battle.state.teams["team-2"].owes = ["casualties"]
        rolled = battle.react("team-2", dice=[5])[0]
        found.append(rolled.modifier)
    assert found == modifiers


@pytest.mark.parametrize(("answer", "owes"), [("per-phase", []), ("per-trigger", ["comrades-lost"])])
def test_one_test_a_phase_or_one_for_each_trigger(squad_against: Open, answer: str, owes: list[str]) -> None:
    """MI-36."""
    battle = flee(squad_against("warrior", tests=answer), "team-2")
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-3"])
    battle.react("team-3", dice=[4])
    if owes:
        battle.press(BRAIN, "witness", reason="comrades-lost", teams=["team-3"])
    else:
        with battle.refuses("no-such-team", "teams"):
            battle.press(BRAIN, "witness", reason="comrades-lost", teams=["team-3"])
    assert battle.team("team-3").owes == owes


def test_losses_of_the_fire_phase_are_not_tested_for_again_in_close_combat(squad_against: Open) -> None:
    battle = squad_against("warrior", "tank").engage("team-2", "warrior-1").to("fire").done(IM)
    battle.press(BRAIN, "spray", [1], bug="tank-1")
    battle.press(IM, "dodge", [1], bug="tank-1", team="team-2", men=1)
    battle.calm("team-2").to("close-combat").press(BRAIN, "strike", [6], team="team-2")
    assert battle.team("team-2").casualties == 1
    assert battle.team("team-2").owes == []


# -- the end


def test_a_battle_ends_when_nobody_is_left(open_battle: Open) -> None:
    battle = open_battle().squad(fire_teams=1).ready()
    battle.press(IM, "call-boats")
    battle.to("im-move", turn=2)
    for team in ("team-1", "team-2"):
        battle.press(IM, "embark", boat="boat-1", team=team, men=4)
    battle.press(IM, "take-off", boat="boat-1")
    assert (battle.state.over, battle.state.phase, battle.state.waiting, battle.state.winner) == (
        True,
        "over",
        [],
        "draw",
    )
    with battle.refuses("mission-over"):
        battle.press(IM, "done")


@pytest.mark.parametrize(("answer", "last"), [("none", 0), ("suggested", 15)])
def test_a_battle_ends_with_its_last_turn(open_battle: Open, answer: str, last: int) -> None:
    battle = open_battle(mission=5, turn_limit=answer).squad(fire_teams=1).ready()
    assert battle.state.last_turn == last
    battle.to("location", turn=15).end_phase()
    assert (battle.state.over, battle.state.turn) == ((True, 15) if last else (False, 16))


def test_the_end_of_fire_asks_if_teams_could_still_fire(squad_against: Open) -> None:
    """Until one has fired only the table knows whether bugs are in sight, but for those that are near."""
    battle = squad_against(("warrior", 2))
    for key in battle.state.teams:
        battle.state.teams[key].seen_within_12 = True
    battle.press(BRAIN, "engage", team="team-3", bugs=["warrior-1"])
    battle.to("fire")
    assert doubt(battle, "done") == Doubt("could-fire", {"teams": ["team-3"]})
    battle.fire("team-3")
    battle.fire("team-2", distance=24, at="warrior-2")
    assert doubt(battle, "done") == Doubt("could-fire", {"teams": ["team-1", "team-4", "team-5"]})
    for team in ("team-1", "team-4", "team-5"):
        battle.fire(team, distance=24, at="warrior-2")
    assert doubt(battle, "done") is None


def test_the_end_of_fire_asks_nothing_if_nobody_has_fired_and_no_bug_is_near(squad_against: Open) -> None:
    battle = squad_against(("warrior", 2)).to("fire")
    assert doubt(battle, "done") is None


@pytest.mark.parametrize(("players", "word"), [(1, "concedes"), (2, "concedes-for-all")])
def test_who_concedes_for_several_players_is_told_so(open_battle: Open, players: int, word: str) -> None:
    battle = open_battle(players=players).squad()
    if players > 1:
        battle.squad("im-2")
    battle.ready()
    asked = doubt(battle, "concede")
    assert asked is not None
    assert (asked.word, asked.about["winner"]) == (word, BRAIN)


def doubt(battle: Battle, command: str) -> Doubt | None:
    look = battle.table.look(battle.table.seat(IM))
    return GAME.commands[command].model_validate({}).asked_before(look)


def test_who_concedes_loses_whatever_the_points(squad_against: Open) -> None:
    battle = kill_bugs(squad_against("warrior"))
    before = battle.score()
    assert before[1] > before[0]
    with battle.refuses("not-this-phase"):
        battle.press(BRAIN, "concede")
    events = battle.press(IM, "concede")
    assert (battle.state.over, battle.score(), battle.state.winner) == (True, before, BRAIN)
    assert (events[-1].key, events[-1].because) == ("battle-ended", "im-conceded")


def test_the_brain_concedes_in_a_phase_of_its_own(open_battle: Open) -> None:
    battle = open_battle().squad()
    with battle.refuses("not-this-phase"):
        battle.press(BRAIN, "concede")
    battle.ready().to("presence")
    with battle.refuses("not-this-phase"):
        battle.press(IM, "concede")
    battle.press(BRAIN, "concede")
    assert (battle.state.over, battle.state.winner) == (True, "im")


def test_a_team_that_bugs_hold_is_wiped_out_by_no_later_event(open_battle: Open) -> None:
    battle = open_battle().squad().ready()
    battle.to("presence").show(battle.come("warrior", 2)).to("bug-move").engage("team-1", "warrior-1")
    battle.to("close-combat").press(BRAIN, "strike", [3], team="team-1")
    battle.press(BRAIN, "spare", trooper="trooper-1")
    battle.calm("team-1").to("im-move")
    for comrade in battle.men("team-1")[1:]:
        comrade.status = "dead"
    assert [event.key for event in battle.press(IM, "concede")][-1] == "battle-ended"


def test_whom_bugs_hold_at_the_end_is_lost(open_battle: Open) -> None:
    """MI-61: a pinned and a wounded man count as dead, a point each, the lieutenant three."""
    battle = open_battle(mission=2, turn_limit="suggested").squad().ready()
    battle.to("presence", turn=14).show(battle.come("warrior", 2)).to("bug-move")
    battle.engage("team-1", "warrior-1").engage("team-2", "warrior-2").to("close-combat")
    battle.press(BRAIN, "strike", [3], team="team-1")
    battle.press(BRAIN, "spare", trooper="trooper-1")
    battle.calm("team-1").press(BRAIN, "strike", [4], team="team-2")
    battle.press(BRAIN, "spare", trooper="trooper-5")
    battle.calm("team-2").to("location").end_phase()
    assert (battle.state.over, battle.score(), battle.state.winner) == (True, (4, 0), BRAIN)
    assert battle.state.troopers["trooper-1"].status == "dead"


def test_a_man_of_no_rank_is_never(squad_against: Open) -> None:
    """A file of a table that holds one is refused."""
    battle = squad_against("warrior")
    key = next(iter(battle.state.troopers))
    battle.state.troopers[key].role = "im-1"
    assert battle.state.broken() == [f"troopers.{key}.role"]

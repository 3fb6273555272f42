"""What a table refuses: with a code, the field where there is one, and nothing changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.games.mobile_infantry.board_view import shown
from tests.mobile_infantry.playing import BRAIN, IM, Battle

Open = Callable[..., Battle]


def test_impossible_squads(open_battle: Open) -> None:
    battle = open_battle()
    for teams, code in ((5, "too-big"), (0, "too-small"), ("four", "wrong-type")):
        with battle.refuses(code, "fire_teams"):
            battle.press(IM, "raise-squad", fire_teams=teams)
    with battle.refuses("unknown-field", "men"):
        battle.press(IM, "raise-squad", men=3)
    with battle.refuses("no-teams"):
        battle.press(IM, "ready")
    with battle.refuses("no-such-team-here", "kind"):
        battle.press(IM, "raise-team", kind="survivors")
    with battle.refuses("not-your-command", "command"):
        battle.press(BRAIN, "raise-squad")
    for _ in range(8):
        battle.press(IM, "raise-squad")
    with battle.refuses("too-many-teams"):
        battle.press(IM, "raise-team")


def test_a_squad_of_somebody_else(open_battle: Open) -> None:
    battle = open_battle(players=2).squad("im-1").squad("im-2")
    for command, more in (
        ("dismiss", {"team": "squad-1"}),
        ("name-team", {"team": "team-1", "name": "Ana"}),
        ("set-experience", {"team": "team-2", "experience": "veteran"}),
        ("issue-weapon", {"team": "team-2", "weapon": "mini-gun"}),
    ):
        with battle.refuses("not-your-team", "team"):
            battle.press("im-2", command, **more)


def test_setting_up_is_over_when_one_is_ready(open_battle: Open) -> None:
    battle = open_battle(players=2)
    battle.press("im-1", "raise-squad")
    with battle.refuses("experience-unknown"):
        battle.press("im-1", "ready")
    (offer,) = battle.offers("im-1", "roll-experience")
    assert offer.dice is not None
    assert offer.dice.each == ("team-2", "team-3", "team-4", "team-5"), "each die is for a team"
    with battle.refuses("wrong-dice-count", "dice"):
        battle.press("im-1", "roll-experience", [1, 2, 3])
    battle.press("im-1", "roll-experience", [1, 4, 5, 6])
    experience = [one.experience for one in battle.state.teams.values()]
    assert experience == ["veteran", "rookie", "experienced", "experienced", "veteran"]
    with battle.refuses("experience-known"):
        battle.press("im-1", "roll-experience", [1])
    battle.press("im-1", "ready")
    for command in ("raise-squad", "ready", "dismiss"):
        more = {"team": "squad-1"} if command == "dismiss" else {}
        with battle.refuses("done-already"):
            battle.press("im-1", command, **more)
    battle.squad("im-2").press("im-2", "ready")
    battle.press(BRAIN, "ready")
    for command, seat in (("raise-squad", IM), ("choose-mission", BRAIN)):
        with battle.refuses("mustered-already"):
            battle.press(seat, command, **({"mission": 2} if command == "choose-mission" else {}))


def test_an_empty_chair_does_not_hold_the_battle_up(open_battle: Open) -> None:
    """Three players were meant to come; on the third chair somebody sits who has not mustered yet."""
    battle = open_battle(players=3).squad("im-1")
    with battle.refuses("ready-first"):
        battle.press("im-1", "begin-without")
    battle.press("im-1", "ready")
    with battle.refuses("chairs-taken"):
        battle.press("im-1", "begin-without")
    battle.press(BRAIN, "ready")
    battle.state.seats["im-3"].phones = 1
    with battle.refuses("chairs-taken"):
        battle.press("im-1", "begin-without")
    battle.state.seats["im-3"].phones = 0
    (left_out, *_) = battle.press("im-1", "begin-without")
    assert left_out.seats == ["im-2", "im-3"]
    assert (battle.state.turn, [one.seat for one in battle.state.waiting]) == (1, ["im-1"])
    with battle.refuses("mustered-already"):
        battle.press("im-2", "raise-squad")


def test_a_chair_with_a_team_is_waited_for(open_battle: Open) -> None:
    battle = open_battle(players=2).squad("im-1").squad("im-2")
    battle.press(BRAIN, "ready")
    battle.press("im-1", "ready")
    with battle.refuses("chairs-taken"):
        battle.press("im-1", "begin-without")


def test_the_brain_is_not_ready_before_its_tunnels_are(open_battle: Open) -> None:
    battle = open_battle(mission=7)
    for code, command, dice, more in (
        ("guards-first", "roll-guards", [1], {"entrances": 1}),
        ("nest-first", "post-nest", [1, 1], {}),
        ("nest-first", "mark-nest", None, {"chamber": 3}),
    ):
        with battle.refuses(code):
            battle.press(BRAIN, "ready")
        battle.press(BRAIN, command, dice, **more)
    battle.press(BRAIN, "ready")
    with battle.refuses("done-already"):
        battle.press(IM, "choose-mission", mission=3)


def test_more_entrances_and_chambers_than_there_are(open_battle: Open) -> None:
    battle = open_battle(mission=7)
    with battle.refuses("too-big", "entrances"):
        battle.press(BRAIN, "roll-guards", [1] * 9, entrances=9)
    with battle.refuses("too-big", "chamber"):
        battle.press(BRAIN, "mark-nest", chamber=4)


def test_names_and_dismissals(open_battle: Open) -> None:
    battle = open_battle().squad().loose()
    battle.press(IM, "name-team", team="squad-1", name="Lobos")
    battle.press(IM, "name-team", team="team-6", name="Ana")
    assert (battle.state.squads["squad-1"].name, battle.team("team-6").name) == ("Lobos", "Ana")
    with battle.refuses("too-short", "name"):
        battle.press(IM, "name-team", team="team-6", name="")
    with battle.refuses("not-your-team", "team"):
        battle.press(IM, "dismiss", team="team-2")
    battle.press(IM, "dismiss", team="squad-1")
    assert (list(battle.state.teams), battle.state.squads, len(battle.state.troopers)) == (["team-6"], {}, 4)


def test_one_mini_gun_a_squad(open_battle: Open) -> None:
    battle = open_battle().squad()
    battle.press(IM, "issue-weapon", team="team-2", weapon="mini-gun")
    with battle.refuses("weapon-issued", "weapon"):
        battle.press(IM, "issue-weapon", team="team-3", weapon="mini-gun")
    with battle.refuses("not-your-team", "team"):
        battle.press(IM, "issue-weapon", team="team-1", weapon="mini-gun")


def test_missions_that_there_are_not(open_battle: Open) -> None:
    battle = open_battle()
    with battle.refuses("too-big", "mission"):
        battle.press(BRAIN, "choose-mission", mission=8)
    with battle.refuses("no-such-face", "dice.0"):
        battle.press(BRAIN, "roll-mission", [7])
    with battle.refuses("no-tunnels"):
        battle.press(BRAIN, "roll-guards", [1], entrances=1)
    battle.press(BRAIN, "choose-mission", mission=3)
    for command, more in (("post-nest", {}), ("mark-nest", {"chamber": 1})):
        with battle.refuses("no-nest"):
            battle.press(BRAIN, command, **more)


def test_nothing_of_the_battle_before_it(open_battle: Open) -> None:
    battle = open_battle().squad()
    for command, more in (
        ("call-boats", {}),
        ("reach-marker", {}),
        ("take-chance", {"needs": 4, "reason": "fog"}),
        ("embark", {"boat": "boat-1", "team": "team-1", "men": 1}),
        ("take-off", {"boat": "boat-1"}),
        ("witness", {"reason": "bugs-near", "teams": ["team-1"]}),
    ):
        with battle.refuses("not-begun"):
            battle.press(IM, command, **more)
    with battle.refuses("not-this-phase"):
        battle.press(IM, "fire", team="team-2", weapon="assault-rifle", mode="burst", guns=1, target="x", distance=3)


def test_a_volley_that_cannot_be(squad_against: Open) -> None:
    battle = squad_against("warrior").to("fire")
    for more, code, field in (
        ({"guns": 5, "dice": [1] * 5}, "no-ammunition", "guns"),
        ({"at": "warrior-9"}, "target-unknown", "target"),
        ({"distance": 25}, "out-of-range", "distance"),
        ({"distance": 49}, "too-big", "distance"),
        ({"distance": 0}, "too-small", "distance"),
        ({"weapon": "mini-gun", "mode": "sustained"}, "silent-unloaded", "guns"),
        ({"mode": "sustained", "guns": 4, "dice": [1] * 4}, "wrong-dice-count", "dice"),
        ({"dice": [1, 2, 3, 7]}, "no-such-face", "dice.3"),
        ({"dice": ["one", 2, 3, 4]}, "wrong-type", "dice.0"),
        ({"dice": [1, 2, 3]}, "wrong-dice-count", "dice"),
    ):
        with battle.refuses(code, field):
            battle.fire("team-2", **more)
    battle.fire("team-2")
    with battle.refuses("silent-has-fired", "guns"):
        battle.fire("team-2", guns=1)


def test_a_bug_that_others_have_killed_meanwhile_is_said_to_be_dead(squad_against: Open) -> None:
    battle = squad_against(("warrior", 2)).to("fire")
    battle.fire("team-2", dice=[6] * 4)
    assert battle.bug("warrior-1").state == "dead"
    with battle.refuses("target-dead", "target"):
        battle.fire("team-3")
    with battle.refuses("target-dead", "targets"):
        fields = {"squad": "squad-1", "mode": "burst", "distance": 24}
        battle.press(IM, "fire-squad", [1] * 4, targets=["warrior-2", "warrior-1"], **fields)


def test_nobody_fires_with_the_teams_of_another(open_battle: Open) -> None:
    battle = open_battle(players=2).squad("im-1").squad("im-2").ready().against("warrior").to("fire")
    fields = {"weapon": "assault-rifle", "mode": "burst", "guns": 1, "target": "warrior-1", "distance": 3}
    with battle.refuses("not-your-team", "team"):
        battle.press("im-2", "fire", [6], team="team-2", **fields)
    with battle.refuses("not-your-command", "command"):
        battle.press(BRAIN, "fire", [6], team="team-2", **fields)
    with battle.refuses("not-your-team", "team"):
        battle.press("im-2", "reload", team="team-2", men=1)


def test_a_person_who_has_no_figure_left_keeps_the_pack_hidden(open_battle: Open) -> None:
    battle = open_battle().squad()
    battle.press(IM, "count-figures", warrior=1, flyer=0, tank=0)
    battle.ready().to("presence").show(battle.come(count=2))
    with battle.refuses("no-figures", "pack"):
        battle.press(BRAIN, "show", pack="pack-1", place="cover")
    assert battle.state.lair.packs["pack-1"].count == 1, "the second warrior waits"


def test_bugs_and_packs_that_nobody_has(squad_against: Open) -> None:
    battle = squad_against("warrior")
    with battle.refuses("nothing-hidden"):
        battle.press(BRAIN, "show", pack="pack-9", place="cover")
    with battle.refuses("no-such-bug", "bugs"):
        battle.press(BRAIN, "engage", team="team-2", bugs=["warrior-9"])
    with battle.refuses("no-such-bug", "bugs"):
        battle.press(BRAIN, "engage", team="team-2", bugs=[])
    with battle.refuses("no-such-team", "team"):
        battle.press(BRAIN, "engage", team="team-9", bugs=["warrior-1"])
    with battle.refuses("no-retreat"):
        battle.press(BRAIN, "retreat", [1], bug="warrior-1")
    battle.to("presence").come()
    with battle.refuses("no-such-pack", "pack"):
        battle.press(BRAIN, "show", pack="pack-1", place="cover")
    with battle.refuses("not-allowed", "place"):
        battle.press(BRAIN, "show", pack="pack-2", place="cellar")
    battle.to("presence", turn=3)
    with battle.refuses("no-such-pack", "hold"):
        battle.presence(hold=["pack-1"])
    battle.presence(hold=["pack-2"])
    battle.to("location").press(IM, "look-around", [1], team="team-2")
    with battle.refuses("has-not-looked", "team"):
        battle.press(BRAIN, "answer-look", team="team-3")
    with battle.refuses("no-such-pack", "packs"):
        battle.press(BRAIN, "answer-look", team="team-2", packs=["pack-1"])


@pytest.mark.parametrize("dice", [[6] * 9, [6] * 11, [0, *[1] * 9], ["six"] * 10])
def test_presence_dice_that_do_not_fit(battle: Battle, dice: list[int]) -> None:
    battle.to("presence")
    code, field = ("wrong-dice-count", "dice") if len(dice) != 10 else ("no-such-face", "dice.0")
    with battle.refuses("wrong-type" if dice[0] == "six" else code, field):
        battle.press(BRAIN, "test-presence", dice)


def test_dice_where_none_are_rolled(battle: Battle) -> None:
    with battle.refuses("unknown-field", "dice"):
        battle.press(IM, "done", [6])


def test_chance_is_open_to_everybody_at_the_table(open_battle: Open) -> None:
    """MI-59: what the rules do not cover; a die of at least that much."""
    battle = open_battle(referee=True).squad().ready()
    for seat, die, happens in ((IM, 4, True), (BRAIN, 3, False), ("referee", 6, True)):
        (taken,) = battle.press(seat, "take-chance", [die], needs=4, reason="does the wall hold?")
        assert taken.happens is happens
    with battle.refuses("too-big", "needs"):
        battle.press(IM, "take-chance", [6], needs=7, reason="fog")
    with battle.refuses("too-long", "reason"):
        battle.press(IM, "take-chance", [6], needs=4, reason="x" * 121)


def test_the_blast_belongs_to_who_shot(open_battle: Open) -> None:
    battle = open_battle(players=2).squad("im-1").squad("im-2")
    battle.press("im-1", "issue-weapon", team="team-2", weapon="nuclear-launcher")
    battle.ready().against("warrior").to("fire")
    with battle.refuses("no-launcher"):
        battle.press("im-2", "launch", [6], team="team-2", target="warrior-1", distance=12)
    battle.press("im-1", "launch", [6], team="team-2", target="warrior-1", distance=12)
    with battle.refuses("no-blast"):
        battle.press("im-2", "resolve-blast")
    with battle.refuses("does-not-drift"):
        battle.press("im-1", "drift", [1])
    with battle.refuses("too-many-men", "men"):
        battle.press("im-1", "survive-blast", [6] * 5, team="team-2", men=5)
    with battle.refuses("no-such-team", "team"):
        battle.press("im-1", "survive-blast", [6], team="team-7", men=1)
    theirs = {offer.given["team"] for offer in battle.offers("im-2", "survive-blast")}
    assert theirs == {f"team-{number}" for number in range(6, 11)}
    battle.press("im-2", "survive-blast", [6], team="team-7", men=1)
    with battle.refuses("no-such-team", "team"):
        battle.press("im-2", "survive-blast", [6], team="team-7", men=1)
    with battle.refuses("not-in-the-blast", "sites"):
        battle.press("im-1", "resolve-blast", sites=["site-9"])


def test_whoever_is_named_in_place_of_another(squad_against: Open) -> None:
    battle = squad_against(("warrior", 2), "tank").to("fire")
    battle.fire("team-2", at="tank-1", distance=24, dice=[6, 1, 1, 1])
    with battle.refuses("need-not-retreat", "bug"):
        battle.press(BRAIN, "retreat", [1], bug="warrior-1")
    battle.press(BRAIN, "retreat", [1], bug="tank-1")
    battle.to("bug-move", turn=battle.state.turn + 1)
    battle.press(BRAIN, "engage", team="team-2", bugs=["warrior-1", "warrior-2"])
    battle.react("team-2", dice=[1], bugs=8, command=False)
    with battle.refuses("need-not-run", "team"):
        battle.press(IM, "run", [1] * 8, team="team-3")


def test_a_team_that_does_not_flee_stays_on_the_table_and_one_that_has_moved_does_not_move_again(
    squad_against: Open,
) -> None:
    battle = squad_against("warrior").to("im-move")
    battle.press(IM, "move-team", [3], team="team-3")
    with battle.refuses("may-not-move", "team"):
        battle.press(IM, "move-team", [3], team="team-3")
    battle.state.teams["team-2"].reaction = "fleeing"
    with battle.refuses("not-fleeing", "team"):
        battle.press(IM, "leave-table", team="team-4", troopers=["trooper-13"])


def test_only_a_pinned_man_is_threatened_by_a_frenzy(squad_against: Open) -> None:
    battle = squad_against(("warrior", 2))
    battle.engage("team-2", "warrior-1").to("close-combat").press(BRAIN, "strike", [4], team="team-2")
    battle.press(BRAIN, "spare", trooper="trooper-5")
    battle.calm("team-2").to("bug-move", turn=3)
    with battle.refuses("not-pinned", "trooper"):
        battle.press(BRAIN, "threaten", trooper="trooper-6")


def test_the_way_of_the_brain_bug_is_told_once_and_no_shorter_than_a_tunnel(open_battle: Open) -> None:
    """§14.7: a person drew the plan; dragging does not wait for what the Brain says, bringing it out does."""
    battle = open_battle(mission=7).squad().ready().to("presence").show("pack-2").to("im-move")
    with battle.refuses("no-brain-there"):
        battle.press(BRAIN, "tell-way", inches=12)
    battle.press(IM, "capture-brain", bug="brain-1")
    battle.press(IM, "drag-brain", [6], bug="brain-1", carriers=4)
    with battle.refuses("way-untold", "bug"):
        battle.press(IM, "bring-out-brain", bug="brain-1")
    for inches, code in ((11, "too-small"), (301, "too-big")):
        with battle.refuses(code, "inches"):
            battle.press(BRAIN, "tell-way", inches=inches)
    battle.press(BRAIN, "tell-way", inches=12)
    with battle.refuses("no-brain-there"):
        battle.press(BRAIN, "tell-way", inches=24)
    with battle.refuses("still-below", "bug"):
        battle.press(IM, "bring-out-brain", bug="brain-1")


def test_chambers_are_worth_nothing_in_a_hunt(open_battle: Open) -> None:
    """§14.7: so no page counts them."""
    battle = open_battle(mission=7).squad().ready()
    with battle.refuses("no-marker-left"):
        battle.press(IM, "reach-marker")
    goal = shown(battle.table, battle.table.seat(IM), battle.table.offers_for(battle.table.seat(IM)))["goal"]
    assert (goal.markers, "reach-marker" in {tap.command for tap in goal.taps}) == (0, False)


def test_the_nest_is_marked_once(open_battle: Open) -> None:
    battle = open_battle(mission=7)
    battle.press(BRAIN, "mark-nest", chamber=2)
    with battle.refuses("nest-marked"):
        battle.press(BRAIN, "mark-nest", chamber=1)

"""Groups that act in one press: the rifles of a squad, the location tests of a seat, all who go aboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.core.engine.offers import DiceRequest
from app.core.rules.dice import Roll
from app.core.table.serialize import event_data
from app.games.mobile_infantry.board_view import shown
from app.games.mobile_infantry.events.bugs import TankRetreated
from app.games.mobile_infantry.events.infantry import SquadFired, Volley
from app.games.mobile_infantry.events.presence import PresenceTested, ReferenceDrawn
from app.games.mobile_infantry.state import Bug
from app.games.mobile_infantry.turn.volleys import hits_of
from tests.mobile_infantry.playing import BRAIN, IM, Battle, Same

Open = Callable[..., Battle]


def fire_squad(battle: Battle, dice: list[int], mode: str = "burst", **fields: object) -> None:
    battle.fire_squad(dice, mode=mode, **fields)


def test_each_team_fires_at_the_first_target_that_stands(squad_against: Open) -> None:
    """4 dice a team, 4 or more hit, for team 1’s veterans 3: 3 hits and 1 kill warrior 1, then 2 and 0 on the next."""
    battle = squad_against(("warrior", 2), fire_teams=3).to("fire")
    fire_squad(battle, [3, 4, 5, 1, 3, 4, 1, 1, 4, 6, 1, 1, 1, 1, 1, 1], targets=["warrior-1", "warrior-2"])
    assert (battle.bug("warrior-1").state, battle.bug("warrior-1").hits) == ("dead", 4)
    assert (battle.bug("warrior-2").state, battle.bug("warrior-2").hits) == ("half", 2)
    assert [battle.magazine(f"trooper-{number}") for number in (1, 5, 9, 13)] == [(4, 0)] * 4


def test_a_team_without_a_target_left_keeps_its_fire(squad_against: Open) -> None:
    battle = squad_against("warrior", fire_teams=2).to("fire")
    event, *_ = battle.fire_squad([6] * 12, targets=["warrior-1"])
    assert isinstance(event, SquadFired)
    assert [battle.magazine(f"trooper-{number}")[0] for number in (1, 5, 9)] == [4, 5, 5]
    assert [battle.team(f"team-{number}").fired for number in (1, 2, 3)] == [True, False, False]
    assert (event.roll.faces, event.silent) == ([6] * 4, {"team-2": "no-target", "team-3": "no-target"})


def test_real_dice_are_asked_for_volley_by_volley_while_a_target_stands(squad_against: Open) -> None:
    """4 dice each; team 1 hits the warrior twice, team 2 twice more, which kills it: team 3 is asked for none."""
    battle = squad_against("warrior", fire_teams=2).to("fire")
    first = next(one for one in battle.offers(IM, "fire-squad") if one.given["mode"] == "burst")
    assert first.dice == DiceRequest(4, of="team-1")
    battle.press(IM, "fire-squad", [6, 6, 1, 1], **first.given, targets=["warrior-1"], distance=12)
    (second,) = battle.calm("team-1").offers(IM, "next-volley")
    assert (second.dice, second.about) == (DiceRequest(4), ("team-2", "warrior-1"))
    assert second.preview is not None
    assert (second.preview["needs"], second.preview.odds is not None) == (4, True)
    battle.press(IM, "next-volley", [6, 6, 1, 1])
    battle.calm("team-2")
    assert battle.bug("warrior-1").state == "dead"
    assert battle.table.entries[-2].events[0].silent == {"team-3": "no-target"}
    assert battle.offers(IM, "next-volley") == []
    with battle.refuses("no-volley-to-come"):
        battle.press(IM, "next-volley", [6] * 4)


def test_a_team_that_bugs_are_near_tests_before_the_next_volley(squad_against: Open) -> None:
    """Team 1 tests after its volley and flees; team 2 sees that, flees too and fires no more, as is then said."""
    battle = squad_against("tank", fire_teams=3).to("fire")
    battle.press(IM, "fire-squad", [1] * 4, squad="squad-1", mode="burst", targets=["tank-1"], distance=12)
    assert (battle.team("team-1").owes, battle.team("team-2").owes) == (["bugs-near"], [])
    with battle.refuses("test-first"):
        battle.press(IM, "next-volley", [1] * 4)
    battle.react("team-1", [1, 1])
    battle.press(IM, "run", [3] * 8, team="team-1")
    battle.press(IM, "witness", reason="comrades-lost", teams=["team-2"])
    battle.react("team-2", [1])
    battle.press(IM, "run", [3] * 8, team="team-2")
    (event,) = (one for one in battle.press(IM, "next-volley", [1] * 4) if isinstance(one, SquadFired))
    assert ([one.team for one in event.volleys], event.silent) == (["team-3"], {"team-2": "flees"})
    assert battle.team("team-3").owes == ["bugs-near"]
    assert [one.about for one in battle.calm("team-3").offers(IM, "next-volley")] == [("team-4", "tank-1")]


def test_the_table_rolls_the_dice_of_those_who_fire_and_no_others(squad_against: Open) -> None:
    battle = squad_against("warrior", fire_teams=3).to("fire")
    battle.dice = Same(6)
    (event, *_) = battle.press(IM, "fire-squad", squad="squad-1", mode="burst", targets=["warrior-1"], distance=12)
    assert event.roll.faces == [6] * 4
    assert set(event.silent) == {"team-2", "team-3", "team-4"}


def test_who_does_not_fire_with_the_squad_is_said_with_the_reason(squad_against: Open) -> None:
    battle = squad_against("warrior").to("fire")
    battle.team("team-3").reaction = "fleeing"
    for man in battle.names("team-4"):
        battle.state.troopers[man].status = "prone"
    for man in battle.names("team-5"):
        battle.state.troopers[man].weapons[0].shots_left = 0
    silent = {"team-3": "flees", "team-4": "nobody-fit", "team-5": "reloads"}
    offer = next(one for one in battle.offers(IM, "fire-squad") if one.given["mode"] == "burst")
    assert {no.words["team"]: no.code for no in offer.left_out} == {key: f"silent-{why}" for key, why in silent.items()}
    (event, *_) = battle.press(IM, "fire-squad", [1] * 4, **offer.given, targets=["warrior-1"], distance=12)
    assert event.silent == silent


def test_part_used_rifles_fire_no_sustained_fire_with_the_squad_and_those_that_fired_none(squad_against: Open) -> None:
    battle = squad_against("warrior").to("fire")
    battle.fire("team-2")
    battle.state.troopers[battle.names("team-3")[0]].weapons[0].shots_left = 2
    for man in battle.names("team-4"):
        battle.state.troopers[man].weapons[0].shots_left = 2
    for man in battle.names("team-5"):
        battle.state.troopers[man].weapons[0].type = "mini-gun"
    offer = next(one for one in battle.offers(IM, "fire-squad") if one.given["mode"] == "sustained")
    told = {no.words["team"]: no.code for no in offer.left_out}
    assert told == {"team-2": "silent-has-fired", "team-4": "silent-part-used-magazines", "team-5": "silent-no-rifle"}


def test_a_team_has_fired_only_if_every_man_has_and_a_jammed_rifle_is_a_rifle(squad_against: Open) -> None:
    """One of team 2 has fired, the others have used magazines; a house ruling jams what team 3 carries."""
    battle = squad_against("warrior").to("fire")
    for man in battle.names("team-2"):
        battle.state.troopers[man].weapons[0].shots_left = 2
    battle.fire("team-2", guns=1, dice=[1])
    for man in battle.names("team-3"):
        battle.state.troopers[man].weapons[0].jammed = True
    offer = next(one for one in battle.offers(IM, "fire-squad") if one.given["mode"] == "sustained")
    told = {no.words["team"]: no.code for no in offer.left_out}
    assert told == {"team-2": "silent-part-used-magazines", "team-3": "silent-unloaded"}


@pytest.mark.parametrize(("distance", "answer", "second"), [(12, "next-bug", 3), (12, "lost", 2), (24, "next-bug", 0)])
def test_hits_of_a_squad_beyond_the_last_go_on(squad_against: Open, distance: int, answer: str, second: int) -> None:
    """MI-49: three and two hits on a warrior that takes four, then two on the next one; farther off none goes on."""
    battle = squad_against(("warrior", 2), fire_teams=2, surplus=answer).to("fire")
    dice = [6, 6, 6, 1, 6, 6, 1, 1, 6, 6, 1, 1] if distance == 12 else [6, 6, 6, 1, 6, 6, 1, 1, 1, 1, 1, 1]
    targets = ["warrior-1", "warrior-2"]
    events = battle.fire_squad(dice, distance=distance, targets=targets)
    assert (battle.bug("warrior-1").state, battle.bug("warrior-2").hits) == ("dead", second)
    volleys = [one for event in events if isinstance(event, SquadFired) for one in event.volleys]
    assert sum(one.hits for one in volleys if one.target == "warrior-1") == (5 if second == 2 or not second else 4)


def test_only_rifles_that_are_ready_fire_with_the_squad(squad_against: Open) -> None:
    """Team 2 has fired by itself, one man of team 3 is down."""
    battle = squad_against("warrior", fire_teams=3).to("fire")
    battle.fire("team-2")
    battle.state.troopers["trooper-9"].status = "prone"
    offer = next(one for one in battle.offers(IM, "fire-squad") if one.given["mode"] == "burst")
    assert offer.dice == DiceRequest(4, of="team-1")
    counts = []
    battle.press(IM, "fire-squad", [1] * 4, **offer.given, targets=["warrior-1"], distance=24)
    while more := battle.offers(IM, "next-volley"):
        assert more[0].dice is not None
        counts.append(more[0].dice.count)
        battle.press(IM, "next-volley", [1] * counts[-1])
    assert counts == [3, 4]


def test_a_tank_bug_backs_off_once_for_each_volley_that_hits(squad_against: Open) -> None:
    """MI-17: two teams hit it, the third misses."""
    battle = squad_against("tank", fire_teams=2).to("fire")
    battle.press(IM, "fire-squad", [3, 1, 1, 1], squad="squad-1", mode="burst", targets=["tank-1"], distance=12)
    battle.calm("team-1")
    for team, dice in (("team-2", [4, 1, 1, 1]), ("team-3", [1] * 4)):
        if battle.bug("tank-1").retreats:
            battle.press(BRAIN, "retreat", [1], bug="tank-1")
        battle.press(IM, "next-volley", dice)
        battle.calm(team)
    backed_off = [one for entry in battle.table.entries for one in entry.events if isinstance(one, TankRetreated)]
    assert (battle.bug("tank-1").hits, len(backed_off)) == (2, 2)


def test_what_a_squad_cannot_fire_at(squad_against: Open) -> None:
    battle = squad_against("warrior", fire_teams=2)
    with battle.refuses("not-this-phase"):
        fire_squad(battle, [1] * 12, targets=["warrior-1"])
    battle.to("fire")
    with battle.refuses("target-unknown", "targets"):
        fire_squad(battle, [1] * 12, targets=["warrior-9"])
    with battle.refuses("no-target", "targets"):
        fire_squad(battle, [1] * 12, targets=[])
    fire_squad(battle, [1] * 36, mode="sustained", targets=["warrior-1"])
    with battle.refuses("nothing-to-fire-at"):
        fire_squad(battle, [1] * 12, targets=["warrior-1"])


def test_all_look_in_one_press_and_the_seat_is_done(battle: Battle) -> None:
    """Six and one for three bugs: team 3, which alone is on a hill, does not need it."""
    battle.to("presence")
    pack = battle.come("warrior", 3)
    battle.to("location")
    with battle.refuses("has-looked", "hill"):
        battle.press(IM, "look-all", [1] * 5, hill=["team-9"])
    battle.press(IM, "look-all", [1, 1, 5, 1, 1], hill=["team-3"])
    assert not battle.state.awaits(battle.table.seat(IM))
    battle.press(BRAIN, "answer-look", team="team-3", packs=[pack])
    assert len(battle.state.bugs) == 3
    (answered, *_) = battle.press(BRAIN, "answer-rest")
    assert (battle.state.turn, battle.state.phase, battle.state.lair.scans) == (2, "bug-move", {})
    told = event_data(battle.table, answered, battle.table.seat(BRAIN))
    assert (answered.key, told) == ("rest-answered", {"teams": ["team-1", "team-2", "team-4", "team-5"]})
    assert battle.table.get_translator("en").event(answered.key, told).startswith("Nearest to no pack: ")


def test_the_rest_is_answered_only_when_all_have_looked(battle: Battle) -> None:
    battle.to("location").press(IM, "look-around", [6], team="team-2")
    with battle.refuses("looks-first"):
        battle.press(BRAIN, "answer-rest")
    battle.done(IM).press(BRAIN, "answer-rest")
    assert (battle.state.turn, battle.state.phase) == (2, "im-move")


def test_whoever_is_not_the_brain_sees_no_answer(battle: Battle) -> None:
    battle.to("presence")
    battle.come("warrior", 3)
    battle.to("location").press(IM, "look-all", [1] * 5)
    before = battle.told(IM)
    battle.press(BRAIN, "answer-look", team="team-2")
    assert battle.told(IM) == before


def test_all_go_aboard_while_there_is_room(open_battle: Open) -> None:
    """20 men into boats of 10; then nobody is left on foot."""
    battle = open_battle().squad().ready()
    battle.press(IM, "call-boats")
    with battle.refuses("no-boat-there"):
        battle.press(IM, "embark-all")
    battle.to("im-move", turn=2).press(IM, "embark-all")
    assert [len(battle.state.aboard(boat)) for boat in ("boat-1", "boat-2", "boat-3")] == [10, 10, 0]
    with battle.refuses("no-boat-there"):
        battle.press(IM, "embark-all")


# -- points that wait for the end


def test_points_may_be_hidden_until_the_end(open_battle: Open) -> None:
    """A bug that is killed is told of, its point only when everybody has left."""
    battle = open_battle(score="at-the-end", referee=True).squad(fire_teams=1).ready().against("warrior").to("fire")
    battle.fire("team-2", dice=[6, 6, 6, 6])
    assert battle.bug("warrior-1").state == "dead"
    battle.to("im-move", turn=3)
    battle.press(IM, "call-boats")
    battle.to("im-move", turn=4).press(IM, "embark-all")
    for seat in (BRAIN, IM, "referee", "public"):
        assert ("points-counted" in battle.told(seat), points_shown(battle, seat)) == (False, (None, None))
    battle.press(IM, "take-off", boat="boat-1")
    assert (battle.state.over, battle.score(), battle.state.winner) == (True, (0, 1), "im")
    assert points_shown(battle, "public") == (0, 1)


def points_shown(battle: Battle, seat: str) -> tuple[int | None, int | None]:
    """The points of the bugs and of the Mobile Infantry on a seat’s board."""
    looking = battle.table.seat(seat)
    goal = shown(battle.table, looking, battle.table.offers_for(looking))["goal"]
    return goal.bugs, goal.im


def test_a_squad_tells_its_hits_on_a_bug_once_but_those_on_a_tank_bug_volley_by_volley() -> None:
    battle = Battle(1).squad()
    battle.state.bugs = {"warrior-1": Bug("warrior", "group-1", 1), "tank-1": Bug("tank", "group-2", 1)}
    fired = [("warrior-1", 2), ("tank-1", 1), ("warrior-1", 2), ("tank-1", 3)]
    volleys = [Volley("team-2", bug, 4, hits, {}, 4) for bug, hits in fired]
    found = hits_of(battle.table.look(battle.table.seat(IM)), volleys)
    assert found == [("warrior-1", 4), ("tank-1", 1), ("tank-1", 3)]


def test_a_presence_test_that_brings_and_moves_nothing_shows_one_die() -> None:
    roll = Roll("table", [2, 5, 1, 6])
    assert PresenceTested(roll, 2, False).dice_read == 1
    assert PresenceTested(roll, 2, False, follow_ups={"site-1": "wait"}).dice_read is None
    assert ReferenceDrawn("team-2", roll).dice_read == 0

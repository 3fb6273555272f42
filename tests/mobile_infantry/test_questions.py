"""The open questions that the table reads: both answers, and what each changes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.games.mobile_infantry import army_setup, brain, rulings, turn
from app.games.mobile_infantry.army_setup.mission import MISSIONS
from app.games.mobile_infantry.book import questions
from app.games.mobile_infantry.turn.presence import dice_of
from tests.mobile_infantry.playing import BRAIN, IM, Battle

Open = Callable[..., Battle]
HERE = Path(__file__).parent
ONLY_BOARD = {"measure", "cohesion", "acid-cluster"}
"""Questions that change no number and no offer, since the notebook has no map: how inches are measured, and who stands
near whom. The forms of the commands that people judge so by say what the table answered (`at` in the data).
"""


ASKS = r'(?:answer_for|number)\("([a-z0-9-]+)"\)'


def read_by(package: Any) -> set[str]:
    """The questions that a package looks up."""
    folder = Path(package.__file__).parent
    return {key for file in folder.rglob("*.py") for key in re.findall(ASKS, file.read_text())}


def test_every_question_is_read_or_of_the_board() -> None:
    read = read_by(rulings) | read_by(turn) | read_by(army_setup) | read_by(brain)
    assert set(questions()) - read == ONLY_BOARD
    assert all(questions()[key].at for key in ONLY_BOARD)


def test_questions_of_some_missions_name_missions_that_there_are() -> None:
    """Or 0, while none is chosen yet; a question of all missions names none."""
    limited = {key: {*question.missions} for key, question in questions().items() if question.missions}
    assert "walls" in limited
    assert {key: some for key, some in limited.items() if not {0} < some | {0} < {0, *MISSIONS}} == {"majority": {0}}


def is_answered(key: str, texts: str) -> bool:
    return any(written in texts for written in (f"{key}=", f'"{key}":', f"{key.replace('_', '-')} = "))


def test_every_question_that_the_table_reads_has_a_test_here_or_beside() -> None:
    recorded = HERE.parent / "tables" / "mobile-infantry"
    texts = "".join(file.read_text() for file in [*HERE.glob("test_*.py"), *recorded.glob("*.toml")])
    asked = {key.replace("-", "_") for key in read_by(turn) | read_by(army_setup) | read_by(brain)}
    assert {key for key in asked if not is_answered(key, texts)} == set()


def hits_of(battle: Battle, **volley: Any) -> int:
    """The hits of a volley of team-2."""
    battle.fire("team-2", **volley)
    hits: int = battle.bug("warrior-1").hits
    return hits


# -- shooting, read through the rulings


@pytest.mark.parametrize(
    ("answers", "volley", "hits"),
    [
        # MI-40: 6 − 2 = 4 within twelve inches, or 6 − 3 = 3
        ({"range_bonus": "band"}, {"dice": [3, 3, 3, 1]}, 0),
        ({"range_bonus": "stack"}, {"dice": [3, 3, 3, 1]}, 3),
        # MI-41, for a bug that moved ten inches: 4 + 1 = 5, or a die less
        ({"crossing": "six"}, {"dice": [4, 4, 4, 1], "crossed": True}, 0),
        ({"crossing": "six", "crossing_effect": "dice"}, {"dice": [4, 4, 1], "crossed": True}, 2),
        # MI-60: 4 + 2 = 6, or only his movement
        ({"helper": "both"}, {"dice": [5, 5, 5, 1], "helping": True}, 0),
        ({"helper": "shooting"}, {"dice": [5, 5, 5, 1], "helping": True}, 0),
        ({"helper": "movement"}, {"dice": [5, 5, 5, 1], "helping": True}, 3),
    ],
)
def test_a_volley(squad_against: Open, answers: dict[str, str], volley: dict[str, Any], hits: int) -> None:
    battle = squad_against("warrior", **answers)
    battle.press(BRAIN, "move-bugs", [6, 6])
    assert hits_of(battle.to("fire"), **volley) == hits


@pytest.mark.parametrize(
    ("crossing", "dice", "may"),
    [
        # a warrior’s ten inches (6 + 6 − 2), six (4 + 4 − 2) and seven (5 + 4 − 2): only more than the threshold counts
        ("twelve", [6, 6], False),
        ("six", [4, 4], False),
        ("six", [5, 4], True),
        ("off", [6, 6], False),
    ],
)
def test_only_a_bug_that_moved_far_enough_can_have_crossed(
    squad_against: Open, crossing: str, dice: list[int], may: bool
) -> None:
    """MI-41: what each bug rolled this turn the table knows."""
    battle = squad_against("warrior", crossing=crossing)
    battle.press(BRAIN, "move-bugs", dice)
    battle.to("fire")
    assert {("crossed" in one.choose) for one in battle.offers(IM, "fire")} == {may}
    if may:
        battle.fire("team-2", crossed=True)
    else:
        with battle.refuses("has-not-crossed", "crossed"):
            battle.fire("team-2", crossed=True)


def test_one_that_moved_far_and_one_that_did_not_have_forms_of_their_own(squad_against: Open) -> None:
    """MI-41 with six inches: seven and two."""
    battle = squad_against(("warrior", 2), crossing="six")
    battle.press(BRAIN, "move-bugs", [5, 4, 2, 2])
    forms = [one.choose for one in battle.to("fire").offers(IM, "fire") if one.given["team"] == "team-2"]
    assert {("crossed" in one, *one["target"]) for one in forms} == {(True, "warrior-1"), (False, "warrior-2")}
    with battle.refuses("has-not-crossed", "crossed"):
        battle.fire("team-2", at="warrior-2", crossed=True)


# -- one target


def test_a_team_fires_at_one_bug_while_that_lives(squad_against: Open) -> None:
    """§10: a second target needs more than one bug within twelve inches of the team; when the first is dead, another
    may be chosen."""
    battle = squad_against(("warrior", 2)).to("fire")
    battle.fire("team-2", distance=24, guns=1)
    with battle.refuses("one-target", "target"):
        battle.fire("team-2", at="warrior-2", distance=24, guns=1)
    with battle.refuses("one-target", "target"):
        battle.fire("team-2", at="warrior-2", distance=12, guns=1)
    battle.fire("team-2", distance=24, guns=1, dice=[6])
    battle.state.bugs["warrior-1"].hits = 3
    battle.fire("team-2", distance=24, guns=1, dice=[6])
    assert battle.bug("warrior-1").state == "dead"
    battle.fire("team-2", at="warrior-2", distance=24, guns=1)


def test_two_volleys_within_twelve_inches_let_a_team_split_its_fire(squad_against: Open) -> None:
    """The first is told at 12, this one too: two are near, and then a third may be fired at from afar."""
    battle = squad_against(("warrior", 3)).to("fire")
    battle.fire("team-2", distance=12, guns=1)
    with battle.refuses("one-target", "target"):
        battle.fire("team-2", at="warrior-3", distance=24, guns=1)
    battle.fire("team-2", at="warrior-2", distance=12, guns=1)
    battle.fire("team-2", at="warrior-3", distance=24, guns=1)


def test_bugs_in_close_combat_with_a_team_are_near_it(squad_against: Open) -> None:
    battle = squad_against(("warrior", 3)).engage("team-2", "warrior-1", "warrior-2").to("fire")
    battle.fire("team-2", distance=24, at="warrior-3", guns=1)
    battle.fire("team-2", distance=3, at="warrior-1", guns=1)


def test_a_form_for_another_target_says_that_several_are_near(squad_against: Open) -> None:
    """Its targets are those beside the first one, and it says so itself."""
    battle = squad_against(("warrior", 2)).to("fire")
    battle.fire("team-2", distance=24, guns=1)
    forms = [one for one in battle.offers(IM, "fire") if one.given["team"] == "team-2"]
    told = {(one.given.get("several_within_12", False), *one.choose["target"]) for one in forms}
    assert told == {(False, "warrior-1"), (True, "warrior-2")}
    battle.fire("team-2", at="warrior-2", distance=24, guns=1, several_within_12=True)
    battle.to("fire", turn=3).fire("team-2", at="warrior-2", distance=24, guns=1)


@pytest.mark.parametrize(
    ("answers", "face", "hits"),
    [
        # the last man of team and squad, experienced, within 24 inches: 6 − 1 − 2 = 3, stacked 2
        ({"last_man": "best"}, 2, 0),
        ({"last_man": "stack"}, 2, 1),
    ],
)
def test_the_last_man(squad_against: Open, answers: dict[str, str], face: int, hits: int) -> None:
    battle = squad_against("warrior", fire_teams=1, **answers).to("fire")
    for trooper in (*battle.men("team-1"), *battle.men("team-2")[1:]):
        trooper.status = "dead"
    assert hits_of(battle, distance=24, dice=[face]) == hits


@pytest.mark.parametrize(("answer", "hits"), [("no", 1), ("yes", 0)])
def test_a_natural_one(squad_against: Open, answer: str, hits: int) -> None:
    """MI-43: a static veteran, the last man, within twelve inches: 5 − 2 − 1 − 2 = 0."""
    battle = squad_against("warrior", fire_teams=1, experience="veteran", natural_one_misses=answer).to("fire")
    for trooper in (*battle.men("team-1"), *battle.men("team-2")[1:]):
        trooper.status = "dead"
    assert hits_of(battle, dice=[1], static=True) == hits


@pytest.mark.parametrize(("answer", "state"), [("on", "dead"), ("after", "half")])
def test_the_fourth_hit(squad_against: Open, answer: str, state: str) -> None:
    battle = squad_against("warrior", collapse=answer).to("fire")
    battle.fire("team-2", dice=[6, 6, 6, 6])
    assert battle.bug("warrior-1").state == state


@pytest.mark.parametrize(("answer", "guns"), [("yes", 0), ("no", 4)])
def test_a_part_used_magazine(squad_against: Open, answer: str, guns: int) -> None:
    battle = squad_against("warrior", sustained_needs_full=answer).to("fire")
    battle.fire("team-2")
    battle.to("fire", turn=3)
    assert battle.guns("team-2", mode="sustained") == guns


@pytest.mark.parametrize(("answer", "inches"), [("exact", 2.5), ("up", 3), ("down", 2)])
def test_half_a_move(squad_against: Open, answer: str, inches: float) -> None:
    battle = squad_against("tank", half=answer)
    battle.state.bugs["tank-1"].hits = 3
    assert battle.press(BRAIN, "move-bugs", [5])[0].inches == {"tank-1": inches}


# -- reaction


@pytest.mark.parametrize(
    ("answers", "near", "die", "modifier", "result"),
    [
        # MI-30: eight bugs, four men
        ({"outnumber": "printed"}, {"bugs": 8}, 4, 1, "orders"),
        ({"outnumber": "swapped"}, {"bugs": 8}, 4, -1, "no-advance"),
        # MI-87: no bugs near four men
        ({"no_bugs": "replaces"}, {"bugs": 0}, 3, 1, "orders"),
        ({"no_bugs": "both"}, {"bugs": 0}, 3, 0, "no-advance"),
    ],
)
def test_a_reaction(
    squad_against: Open, answers: dict[str, str], near: dict[str, int], die: int, modifier: int, result: str
) -> None:
    battle = squad_against("warrior", **answers)
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-2"])
    rolled, chosen = battle.react("team-2", dice=[die], **near)
    assert (rolled.modifier, chosen.result) == (modifier, result)


@pytest.mark.parametrize(("answer", "modifier"), [("flat", -1), ("each", -2)])
def test_two_casualties(squad_against: Open, answer: str, modifier: int) -> None:
    battle = squad_against(("warrior", 2), casualty=answer).engage("team-2", "warrior-1", "warrior-2")
    battle.to("close-combat").press(BRAIN, "strike", [2, 2], team="team-2")
    assert battle.react("team-2", dice=[5])[0].modifier == modifier


@pytest.mark.parametrize(("answer", "choices"), [("never", ["berserk"]), ("instead-of-berserk", ["flee", "berserk"])])
def test_a_one_and_a_six(squad_against: Open, answer: str, choices: list[str]) -> None:
    battle = squad_against("warrior", experience="veteran", flee_choice=answer)
    battle.press(BRAIN, "witness", reason="bugs-near", teams=["team-2"])
    assert battle.react("team-2", dice=[1, 6])[0].choices == choices


# -- presence and location


@pytest.mark.parametrize(
    ("answer", "dice", "arrived"),
    [
        ("one-die", (3, 1), ("warrior", 2)),
        ("brain", (3, 1), ("warrior", 3)),
        # a D3 of a 1, a 4 and a 6; a D2 of a 3 and a 4
        ("d3-d2", (3, 1), ("warrior", 1)),
        ("d3-d2", (3, 4), ("warrior", 2)),
        ("d3-d2", (2, 6), ("warrior", 3)),
        ("d3-d2", (6, 3), ("flyer", 1)),
        ("d3-d2", (5, 4), ("flyer", 2)),
        ("d3-d2", (1, 6), ("tank", 1)),
    ],
)
def test_how_many_come(open_battle: Open, answer: str, dice: tuple[int, int], arrived: tuple[str, int]) -> None:
    battle = open_battle(type_count=answer).squad().ready().to("presence")
    battle.presence(6, kind=dice[0], number=dice[1])
    (pack,) = battle.state.lair.packs.values()
    assert (pack.kind, pack.count) == arrived


def test_whom_an_arrival_is_measured_from(open_battle: Open) -> None:
    battle = open_battle(reference="largest").squad(fire_teams=1).loose("regiment").loose("crew")
    battle.state.troopers["trooper-1"].status = "dead"
    battle.ready().to("presence").presence()
    assert battle.state.lair.reference == "team-2"
    drawn = set()
    battle = open_battle(reference="random").squad().ready()
    for number in range(1, 9):
        battle.to("presence", turn=number).presence()
        drawn.add(battle.state.lair.reference)
    assert len(drawn) > 1


@pytest.mark.parametrize(("answer", "dice"), [("yes", 12), ("no", 10)])
def test_sites_in_the_sky(open_battle: Open, answer: str, dice: int) -> None:
    """MI-26: the table rolls two dice more in the next turn, or none."""
    battle = open_battle(sky_sites=answer).squad().ready().to("presence")
    battle.show(battle.come("flyer"), "sky").to("presence", turn=2)
    assert dice_of(battle.brains_look()) == dice


@pytest.mark.parametrize(("answer", "arrives"), [("yes", True), ("no", False)])
def test_the_fort(open_battle: Open, answer: str, arrives: bool) -> None:
    """MI-76: 3 + 1 for a second squad is a 4."""
    battle = open_battle(mission=6, fort_modifiers=answer).squad(fire_teams=1).squad(fire_teams=1).ready()
    battle.to("presence").presence(3)
    assert bool(battle.state.lair.packs) is arrives


@pytest.mark.parametrize(
    ("answers", "look", "located"),
    [
        # MI-27: 6 and two points more
        ({"locate": "seven-or-more"}, {"die": 6, "hill": True, "equidistant": True}, True),
        ({"locate": "exactly-seven"}, {"die": 6, "hill": True, "equidistant": True}, False),
        ({"locate": "exactly-seven"}, {"die": 6, "hill": True}, True),
        # MI-28: one warrior of three hidden bugs
        ({"bug_count": "group"}, {"die": 6}, False),
        ({"bug_count": "all"}, {"die": 6}, True),
    ],
)
def test_a_look(open_battle: Open, answers: dict[str, str], look: dict[str, Any], located: bool) -> None:
    battle = open_battle(**answers).squad().ready().to("presence")
    pack = battle.come("warrior")
    battle.to("presence", turn=2).come("warrior", 2)
    die = look.pop("die")
    battle.to("location").press(IM, "look-around", [die], team="team-2", **look)
    battle.done(IM).press(BRAIN, "answer-look", team="team-2", packs=[pack])
    assert bool(battle.state.bugs) is located


@pytest.mark.parametrize(("answer", "teams"), [("yes", ["team-1", "team-2", "team-3"]), ("no", ["team-2", "team-3"])])
def test_who_looks(open_battle: Open, answer: str, teams: list[str]) -> None:
    """MI-93; a boat’s crew is no command team."""
    battle = open_battle(command_locates=answer).squad(fire_teams=1).loose("crew").ready().to("location")
    assert battle.offers(IM, "look-around")[0].choose["team"] == teams
    if answer == "no":
        with battle.refuses("has-looked", "team"):
            battle.press(IM, "look-around", [6], team="team-1")


@pytest.mark.parametrize(("answer", "turn"), [("yes", 4), ("no", 3)])
def test_from_when_those_who_were_told_fire(open_battle: Open, answer: str, turn: int) -> None:
    """MI-103: located in turn 2, told in turn 3."""
    battle = open_battle(told_delay=answer).squad().squad().ready().to("presence", turn=2)
    pack = battle.come("warrior", 3)
    battle.to("location").press(IM, "look-around", [6], team="team-2")
    battle.done(IM).press(BRAIN, "answer-look", team="team-2", packs=[pack])
    battle.done(BRAIN)
    assert battle.state.groups["group-1"].told == {"squad-1": 3, "squad-2": turn}


# -- setting up, the launcher, points


@pytest.mark.parametrize(("answer", "issued"), [("none", 0), ("one", 1), ("two", 2)])
def test_launchers_of_a_squad(open_battle: Open, answer: str, issued: int) -> None:
    battle = open_battle(nukes_per_squad=answer).squad()
    for number in range(issued):
        battle.press(IM, "issue-weapon", team=f"team-{2 + number}", weapon="nuclear-launcher")
    with battle.refuses("weapon-issued", "weapon"):
        battle.press(IM, "issue-weapon", team="team-4", weapon="nuclear-launcher")


@pytest.mark.parametrize(
    ("answer", "others", "men"),
    [("six-inch", True, True), ("three-inch", True, True), ("target-only", False, False)],
)
def test_what_a_launcher_destroys(open_battle: Open, answer: str, others: bool, men: bool) -> None:
    battle = open_battle(nuke=answer).squad()
    battle.press(IM, "issue-weapon", team="team-2", weapon="nuclear-launcher")
    battle.ready().against(("warrior", 2)).to("fire")
    battle.press(IM, "launch", [6], team="team-2", target="warrior-1", distance=24)
    assert ("bugs" in battle.offers(IM, "resolve-blast")[0].choose) is others
    assert bool(battle.offers(IM, "survive-blast")) is men
    if not others:
        with battle.refuses("not-in-the-blast", "bugs"):
            battle.press(IM, "resolve-blast", bugs=["warrior-2"])
    battle.press(IM, "resolve-blast", bugs=["warrior-2"] if others else [])
    assert battle.bug("warrior-1").state == "dead"
    assert battle.bug("warrior-2").living is not others


def test_no_launcher_where_the_table_has_none(open_battle: Open) -> None:
    battle = open_battle(nuke="not-used").squad()
    battle.press(IM, "issue-weapon", team="team-2", weapon="nuclear-launcher")
    battle.ready().against("warrior").to("fire")
    with battle.refuses("no-launcher"):
        battle.press(IM, "launch", [6], team="team-2", target="warrior-1", distance=24)


@pytest.mark.parametrize(
    ("answers", "points"),
    [({}, 4), ({"officers": "sergeants-too"}, 6), ({"officer_vp": "four"}, 5)],
)
def test_a_lieutenant_and_a_sergeant(squad_against: Open, answers: dict[str, str], points: int) -> None:
    """MI-05, MI-70: 3 + 1, 3 + 3, 4 + 1."""
    battle = squad_against(("warrior", 2), **answers).engage("team-1", "warrior-1", "warrior-2").to("close-combat")
    battle.press(BRAIN, "strike", [1, 1], team="team-1")
    assert battle.score() == (points, 0)


@pytest.mark.parametrize(("answer", "mission"), [("all-teams", 6), ("fire-teams", 7)])
def test_most_teams_are_veterans(open_battle: Open, answer: str, mission: int) -> None:
    """MI-79: one veteran fire team of one, beside two rookie crews."""
    battle = open_battle(majority=answer).loose("fire", experience="veteran")
    battle.loose("crew", experience="rookie").loose("crew", experience="rookie")
    battle.press(IM, "roll-mission", [6])
    assert battle.state.mission == mission

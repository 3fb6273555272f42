"""The set-up list of each mission, worked by hand, and that nobody and no boat is missing in it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from app.core.engine.event import PUBLIC
from app.games.mobile_infantry.army_setup.mission import MISSIONS
from app.games.mobile_infantry.army_setup.set_up_list import data, set_up_picture
from tests.mobile_infantry.brain_table import AppBattle
from tests.mobile_infantry.playing import BRAIN, IM, Battle
from tests.set_up_lists import items_of, told

TOGETHER, INFANTRY = "", "im"


def test_bravo_two_zero_in_english() -> None:
    battle = Battle(1).squad(fire_teams=1)
    battle.press(IM, "issue-weapon", weapon="mini-gun", team="team-2")
    assert told(battle.table, "en") == [
        (BRAIN, "Ground", "Place 12 pieces of terrain."),
        (INFANTRY, "Ground", "Move or remove up to 3 pieces of terrain."),
        (BRAIN, "Markers on the table",
         "3 objective markers: one in each third of the table, more than 6″ from every edge, more than 12″ apart."),
        (INFANTRY, "Figures",
         "3 boats: they land together within 6″ of one edge, and leave once the teams are deployed."),
        (BRAIN, "Figures",
         "All the bug figures you have, beside the table: Warrior, Flying Warrior, Tank Bug."),
        (BRAIN, "Keep at hand", "Markers for tunnel mouths and other places where bugs appear."),
        (TOGETHER, "Keep at hand", "12 six-sided dice, and a tape measure in inches."),
        (IM, "Figures",
         "Team 1: 4 figures (lieutenant, 2 sergeants, radio trooper), around their boats."),
        (IM, "Figures",
         "Team 2: 4 figures (corporal, 3 soldiers; weapons besides rifles: mini-gun: 1), around their boats."),
    ]  # fmt: skip


def test_the_siege_in_spanish() -> None:
    found = told(Battle(6).squad(fire_teams=1).table, "es")
    assert [line for whose, _, line in found if whose == INFANTRY] == [
        "Mueve o retira hasta 3 elementos de terreno.",
        "Elegid como fuerte un lugar a 12″ o menos del centro de la mesa.",
        "Hasta 60″ de trinchera o muro.",
        "Hasta 2 búnkeres; el oficial de más rango debe estar en uno.",
        "1 torre de fuego.",
        "1 marcador de zona de aterrizaje en el fuerte.",
        "Además, para el fuerte: mini-gun: 2, autocañón: 1.",
        "3 lanchas: fuera de la mesa, hasta que se llamen.",
    ]
    assert found[-1][2] == "Equipo 2: 4 figuras (cabo, 3 soldados), dentro o fuera del fuerte."


@pytest.mark.parametrize(
    ("mission", "line"),
    [
        (2, "1 rendezvous marker, 36″ or more from the landing zone."),
        (3, "Draw a secret plan: 3 entrances or more; 8 to 12 tunnels, 12″ to 24″ long, 4″ to 6″ wide; "
            "3 chambers, 12″ across."),
        (4, "1 crashed boat, 6″ or more from every edge."),
        (4, "3 boats: they land together within 6″ of one edge and 36″ or more from the wreck, "
            "and leave once the teams are deployed."),
        (5, "1 landing zone marker, anywhere."),
        (7, "Note in secret in which chamber the Brain Bug is."),
        (7, "1 Brain Bug, beside the table."),
        (7, "3 boats: within 12″ of the entrances until the teams are deployed; then they leave."),
    ],
)  # fmt: skip
def test_each_mission_has_its_distances(mission: int, line: str) -> None:
    assert line in [text for *_, text in told(Battle(mission).table, "en")]


@pytest.mark.parametrize("mission", MISSIONS)
def test_every_man_and_every_boat_is_in_the_list(mission: int) -> None:
    battle = Battle(mission, players=2).squad().squad("im-2", fire_teams=2).loose("crew")
    if mission == 4:
        battle.press(IM, "raise-team", kind="survivors")
    state, items = battle.state, items_of(battle.table)
    men = Counter(trooper.team for trooper in state.troopers.values())
    assert men == {key: items[key].line.values["number"] for key in state.teams}
    assert {key: items[key].whose for key in state.teams} == {key: team.seat for key, team in state.teams.items()}
    heavy = Counter(gun.type for man in state.troopers.values() for gun in man.weapons if gun.type != "assault-rifle")
    listed: Counter[Any] = Counter()
    for key in state.teams:
        listed.update(items[key].line.values.get("weapons", {}))
    assert listed == heavy
    boats = [item.line.values["number"] for item in items.values() if "boats" in item.key]
    assert boats == [len(state.boats)] == [3]
    assert any("terrain" in key for key in items) != battle.table.book().missions[mission].underground
    markers = battle.table.book().missions[mission]
    if markers.markers and not markers.underground:
        assert items[f"mission-{mission}-objectives"].line.values["number"] == markers.markers


@pytest.mark.parametrize("mission", MISSIONS)
def test_the_app_as_the_brain_places_by_its_orders_and_asks_nobody_to_keep_its_secrets(mission: int) -> None:
    app_battle = AppBattle(mission=mission)
    if app_battle.state.mission is None:
        app_battle.press(IM, "choose-mission", mission=mission)
    items = items_of(app_battle.table)
    assert not [item for item in items.values() if item.whose == BRAIN]
    assert not [key for key in items if key.endswith(("tunnel-plan", "nest"))]
    words = Counter(item.line.key.removeprefix("set-up-piece.") for item in items.values())
    own = {piece["piece"] for piece in data()["missions"][str(mission)]["pieces"]}
    mission_data = app_battle.table.book().missions[mission]
    assert not words.keys() & {"terrain", "objectives", "entrances", "wreck"}
    assert words["terrain-as-told"] == ("terrain" in own)
    assert words["wreck-as-told"] == ("wreck" in own)
    assert words["marker-as-told"] == (mission_data.chambers or mission_data.markers)
    assert not app_battle.state.on_table, "the list tells it, not the box"


def test_the_list_says_where_the_app_puts_objectives_and_its_sketch_shows_them_there() -> None:
    """The cunning one: a quarter, three quarters, a quarter in; no legal place for the second: a quarter in as well."""
    battle = AppBattle("cunning").squad()
    markers = [line for _, kind, line in told(battle.table, "es") if kind == "Marcadores en la mesa"]
    assert markers == [
        "Objetivo 1: tercio izquierdo, a un cuarto del borde cercano.",
        "Objetivo 2: tercio central, a tres cuartos de profundidad.",
        "Objetivo 3: tercio derecho, a un cuarto del borde cercano.",
    ]
    assert spots(battle) == [[12, 36], [36, 12], [60, 36]]
    ticked = "mission-1-objectives-2-depth-three-quarters"
    battle.press(IM, "tick-set-up", done=[ticked])
    battle.press(IM, "tell-illegal", what="objective-2")
    assert spots(battle)[1] == [36, 36]
    assert ticked not in items_of(battle.table)
    assert items_of(battle.table)["mission-1-objectives-3-depth-quarter"].asks == "tell-illegal"


def spots(battle: AppBattle) -> list[Any]:
    shapes = set_up_picture(battle.table, PUBLIC)["shapes"]
    return [shape["at"] for shape in shapes if shape["shape"] == "spot"]


def test_bugs_that_somebody_has_counted_are_as_many() -> None:
    battle = Battle(1)
    battle.press(BRAIN, "count-figures", warrior=16, flyer=6, tank=3)
    assert (
        BRAIN,
        "Figures",
        "Bug figures, beside the table: Warrior: 16, Flying Warrior: 6, Tank Bug: 3.",
    ) in told(battle.table, "en")


def test_before_a_mission_there_is_nothing_but_teams_and_each_mission_is_ticked_anew() -> None:
    battle = Battle(1)
    battle.press(IM, "tick-set-up", done=["mission-1-objectives", "bugs"])
    battle.press(BRAIN, "choose-mission", mission=4)
    keys = {key for key in items_of(battle.table) if key in battle.state.set_up_done}
    assert keys == {"bugs"}


@pytest.mark.parametrize("mission", MISSIONS)
def test_a_sketch_keeps_the_distances_that_it_tells(mission: int) -> None:
    picture = set_up_picture(Battle(mission).table, PUBLIC)
    wide, high = picture["wide"], picture["high"]
    spots = [shape for shape in picture["shapes"] if shape["shape"] == "spot"]
    pieces = {piece["piece"]: piece for piece in data()["missions"][str(mission)]["pieces"]}
    for shape in picture["shapes"]:
        at = shape["at"]
        assert 0 <= at[0] <= wide
        assert 0 <= at[1] <= high
        if shape["shape"] == "way":
            assert (at[2] - at[0]) ** 2 + (at[3] - at[1]) ** 2 >= shape["length"] ** 2
    for piece, text in (("objectives", None), ("wreck", "wreck")):
        edge = pieces.get(piece, {}).get("edge", 0)
        for spot in spots:
            if edge and spot.get("text") == text:
                assert edge < spot["at"][0] < wide - edge
                assert edge < spot["at"][1] < high - edge
    apart = pieces.get("objectives", {}).get("apart", 0)
    marked = [spot["at"] for spot in spots if "text" not in spot]
    assert all(
        (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2 > apart**2
        for index, one in enumerate(marked)
        for two in marked[:index]
    )

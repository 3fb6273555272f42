"""The set-up list of a battle, worked by hand, and that nothing of a scenario is missing in it."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from app.core.messages.translator import LANGUAGES, Verbatim
from app.games.memoir_44.board_view.set_up_list import told_of
from app.games.memoir_44.book import EDITION, SIDES, edition_book
from app.games.memoir_44.game import GAME
from app.games.memoir_44.geometry import name_of
from app.games.memoir_44.scenarios.files import scenarios
from app.games.memoir_44.scenarios.set_up import set_up
from tests.memoir_44.editor_files import hexagon, made, scenario
from tests.memoir_44.playing import Battle
from tests.set_up_lists import items_of, told

TOGETHER, ALLIED, AXIS = "", "allied", "axis"
BOOK = edition_book(EDITION, {})


def test_gull_cape_in_english() -> None:
    """Tiles by section from the left of the Allies, who sit at the bottom: row 9 is the far one."""
    found = told(Battle("gull-cape").table, "en")
    of_kind = {kind: [line for _, one, line in found if one == kind] for kind in dict.fromkeys(one[1] for one in found)}
    assert of_kind["Board"] == ["Board: standard board, beaches."]
    assert of_kind["Terrain tiles"] == [
        "1 × forest: A7", "2 × hedgerow: B9, B8", "2 × hill: D8, D7",
        "1 × forest: H9", "1 × fortress: F8", "1 × hedgerow: H8", "1 × hill: I7", "1 × lighthouse: F6",
        "1 × town or village: E9",
        "1 × hedgerow: L7", "1 × radar station: J8", "1 × town or village: K9",
    ]  # fmt: skip
    assert of_kind["Obstacles"] == [
        "1 × hedgehog: C4", "1 × sandbags: B6", "1 × wire: B5",
        "1 × bunker: E7", "1 × hedgehog: G4", "2 × wire: E5, H5",
        "1 × bunker: J7", "1 × hedgehog: J4", "1 × sandbags: K6", "1 × wire: K5",
    ]  # fmt: skip
    assert of_kind["Badges"] == ["1 × combat engineers (Allies): F2", "2 × US 101st Airborne (Allies): F3, H3",
                                 "1 × elite armour (Axis): K9"]  # fmt: skip
    assert [line for whose, kind, line in found if (whose, kind) == (AXIS, "Figures")] == [
        "2 × infantry (Germany) of 4 figures: B8, B6",
        "1 × artillery (Germany) of 2 figures: E7", "2 × infantry (Germany) of 4 figures: E9, F8",
        "1 × armour (Germany) of 4 figures: K9", "3 × infantry (Germany) of 4 figures: J8, J7, K6",
    ]  # fmt: skip
    assert of_kind["Cards"] == [
        "60 Command cards, shuffled, face down; room for a discard pile.",
        "Deal 6 Command cards, kept secret.", "Deal 4 Command cards, kept secret.",
    ]  # fmt: skip
    assert of_kind["Keep at hand"] == [
        "6 battle dice or more.", "Mine tokens lie face down; the app knows their numbers.",
        "4 sandbags, for the Dig-In card.", "Room for 6 medals: that many win.",
        "Room for 5 medals: that many win.",
    ]  # fmt: skip


def test_oldermeer_in_spanish_with_its_roads_as_they_lie() -> None:
    found = told(Battle("sluices-of-oldermeer").table, "es")
    assert (TOGETHER, "Losetas de terreno", "1 × carretera, bifurcación en Y hacia E, NO, SO: D6") in found
    assert (TOGETHER, "Obstáculos", "1 × puente, hacia N, S: D4") in found
    assert (AXIS, "Insignias", "1 × cañón de largo alcance (Eje): E8") in found
    assert [line for _, kind, line in found if kind == "A mano"] == [
        "5 dados de batalla o más.",
        "3 fichas de punto de mira.",
        "4 Estrellas de Combate para la presa.",
        "4 sacos terreros, para la carta que atrinchera.",
        "Un sitio para 6 medallas: las que dan la victoria.",
        "Pontones por tender: 2.",
        "Un sitio para 7 medallas: las que dan la victoria.",
    ]


def test_real_mines_are_laid_out_unseen_and_the_cards_of_the_app_are_not_dealt() -> None:
    found = [line for _, _, line in told(Battle("gull-cape", deck="app", mines="physical").table, "en")]
    assert "9 mine tokens, shuffled face down; lay one on each minefield unseen." in found
    assert not [line for line in found if "Command cards" in line]


@pytest.mark.parametrize("key", scenarios())
def test_every_piece_of_a_scenario_is_in_its_list(key: str) -> None:
    table = Battle(key).table
    scenario, items = table.book().scenario, items_of(table)
    placed: Counter[tuple[str, str, str]] = Counter()
    for item in items.values():
        if "at" in item.line.values and item.kind != "boxes":
            for at in item.line.values["at"].split(", "):
                placed[item.kind, item.line.values["piece"], at] += 1
    for unit in table.state.units.values():
        assert placed["figures", unit.type, unit.at] == 1, unit
    for unit in scenario.units:
        if badge := unit.sign.emblem or unit.sign.badge:
            assert placed["badge", badge, name_of(scenario.board, unit.at)] == 1, unit
    figures = [item.line.values for item in items.values() if item.kind == "figures"]
    on_trains = sum(3 if kind == "armour" else 4 for train in scenario.trains for kind in train.cargo)
    armoured = sum(train.kind == "armoured" for train in scenario.trains)
    standing = sum(unit.figures for unit in scenario.units)
    assert sum(one["number"] * one.get("each", 1) for one in figures) == standing + on_trains + armoured
    for place, ground in scenario.ground.items():
        at = name_of(scenario.board, place)
        assert all(placed["obstacle", name, at] for name in ground.obstacles), at
        if ground.terrain is not None:
            assert placed["terrain", ground.terrain, at] or ground.terrain in ("ocean", "beach"), at
    for mine in table.state.mines:
        assert placed["marker", "minefield", mine] == 1
    for train in scenario.trains:
        assert placed["marker", "locomotive", name_of(scenario.board, train.locomotive)] == 1
    for one in scenario.objectives:
        assert placed["marker", "objective-medal", name_of(scenario.board, one.at[0])]
    boxes = sum(item.line.values["number"] for item in items.values() if item.kind == "boxes")
    on_board = [item.line.values for item in items.values() if "at" in item.line.values]
    assert boxes == sum(one["number"] * one.get("each", 1) for one in on_board)
    assert all(f"medals-{side}" in items for side in SIDES)


@pytest.mark.parametrize(
    ("unit", "box"),
    [
        ({"name": "infus", "badge": "badge6"}, "terrain-pack"),
        ({"name": "infger", "badge": "badge30"}, "eastern-front"),
        ({"name": "tankus", "badge": "badge33"}, "pacific"),
        ({"name": "infbrit", "badge": "badge37"}, "mediterranean"),
        ({"name": "infus", "badge": "badge41"}, "winter-wars"),
        ({"name": "infger", "badge": "badge38"}, "mediterranean"),
        ({"name": "infger", "badge": "badge9"}, "terrain-pack"),
    ],
)
def test_a_badge_comes_out_of_its_own_box(unit: dict[str, Any], box: str) -> None:
    found = made(scenario([hexagon(4, 12, unit=unit)]))
    boxes = set_up(found, edition_book(EDITION, {})).boxes
    assert [name for name, pieces in boxes.items() if any(one.kind == "badge" for one in pieces)] == [box]


@pytest.mark.parametrize("key", scenarios())
def test_no_two_lines_of_a_list_say_the_same_and_none_a_code(key: str) -> None:
    for language in LANGUAGES:
        found = told(Battle(key).table, language)
        assert len(set(found)) == len(found)
        assert not [line for *_, line in found if re.search(r"\b(?:face|compass|shape|nation)-[a-z]", line)]


@pytest.mark.parametrize(
    ("orientation", "en", "es"),
    [
        (1, "1 × bridge, towards N, S: G5", "1 × puente, hacia N, S: G5"),
        (2, "1 × bridge, straight towards NE, SW: G5", "1 × puente, recta hacia NE, SO: G5"),
        (5, "1 × bridge, towards WNW, ESE: G5", "1 × puente, hacia ONO, ESE: G5"),
    ],
)
def test_a_bridge_between_the_sides_of_its_hex_is_no_crossing(orientation: int, en: str, es: str) -> None:
    under = {"name": "river", "orientation": 1}
    bridge = {"name": "bridge", "orientation": orientation}
    found = set_up(made(scenario([hexagon(4, 12, terrain=under, rect_terrain=bridge)])), BOOK)
    (piece,) = [one for one in found.sections["centre"] if one.name == "bridge"]
    word, values = told_of(piece)
    values |= {"number": 1, "at": Verbatim("G5")}
    lines = [GAME.get_translator(language).translate(f"set-up-piece.{word}", **values) for language in ("en", "es")]
    assert lines == [en, es]

"""Drawings of Memoir '44: one for each thing on a hex, no two alike, ways that follow their sides, colours of faces."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from app.games.memoir_44.board_view.drawing import centre, drawn_ground, inside_tile
from app.games.memoir_44.board_view.tile_art import drawings, face_of, ground_of, palette, path_of
from app.games.memoir_44.book import EDITION, FOLDER, edition_book
from app.games.memoir_44.geometry import BOARDS, Edge, over
from app.games.memoir_44.rulings.rule_of import BADGES, GROUND, MARKS
from app.games.memoir_44.scenarios.tiles import TURNS, carried_by, shaped, ways
from tests.memoir_44.editor_files import hexagon, made, scenario

BOOK = edition_book(EDITION, {})
FACES = [*drawings()["faces"]]
FIGURES = (FOLDER / "static" / "pieces.svg").read_text(encoding="utf-8")
UNITS = ("#4b5a2a", "#3d4f5c")
NAME = "#3b3626"
LEADING = [(name, way, shape) for name in BOOK.terrain for way, shapes in carried_by(name).items() for shape in shapes]


def test_everything_that_lies_on_a_hex_has_a_drawing() -> None:
    assert {*BOOK.terrain, *GROUND} <= {*drawings()["drawings"], *drawings()["looked-up"]}
    assert [name for name, one in drawings()["drawings"].items() if not ("parts" in one or "line" in one)] == ["open"]


@pytest.mark.parametrize("face", FACES)
def test_no_two_things_look_alike(face: str) -> None:
    drawn = {name: inside_tile(name, {}, face) for name in drawings()["drawings"]}
    assert [pair for pair in combinations(drawn, 2) if drawn[pair[0]] == drawn[pair[1]]] == []


def test_a_badge_has_a_drawing_for_whoever_looks_it_up_and_one_on_its_figure() -> None:
    drawn = dict(re.findall(r'<g id="b-([\w-]+)"[^>]*>(.*)</g>', FIGURES))
    assert {*BOOK.badges, *BADGES, *MARKS} <= {*drawings()["looked-up"]}
    assert {*BOOK.badges} <= drawn.keys()
    assert len({*drawn.values()}) == len(drawn)
    for name, figure in drawn.items():
        shown = drawings()["looked-up"][name]
        paths = [
            *(part.partition(" ")[2] for part in shown.get("parts", ())),
            *([shown["line"]] if "line" in shown else []),
        ]
        assert re.findall(r'<path d="([^"]+)"', figure) == paths


# -- colours


def light(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("face", FACES)
def test_units_and_names_stand_out_on_every_ground(face: str) -> None:
    grounds = palette(face).grounds
    assert [name for name, colour in grounds.items() if min(contrast(colour, unit) for unit in UNITS) < 3] == []
    assert [name for name, colour in grounds.items() if contrast(colour, NAME) < 4.5] == []


@pytest.mark.parametrize("face", FACES)
def test_a_face_changes_only_colours_that_there_are(face: str) -> None:
    own = drawings()["faces"][face]
    assert {*own.get("grounds", ())} <= {*drawings()["grounds"]}
    assert {*own.get("pens", ())} <= {*drawings()["pens"]}
    grounds = [palette(one).grounds["plain"] for one in FACES]
    assert len({*grounds}) == len(grounds)


@pytest.mark.parametrize(
    ("face", "country", "drawn"),
    [
        ("COUNTRY", "DE", "countryside"),
        ("WINTER", "DE", "winter"),
        ("DESERT", "DE", "desert"),
        ("BEACH", "DE", "beach"),
        ("COUNTRY", "JP", "pacific"),
        ("BEACH", "JP", "pacific"),
        ("WINTER", "JP", "winter"),
    ],
)
def test_a_board_has_the_colours_of_its_face_and_of_the_pacific_where_the_japanese_fight(
    face: str, country: str, drawn: str
) -> None:
    found = made(scenario([hexagon(4, 12, terrain={"name": "woods"})], info={"country_player1": country},
                          board={"face": face}))  # fmt: skip
    assert face_of(found) == drawn
    assert f'fill="{ground_of("forest", {}, drawn)}"' in drawn_ground(found)


# -- ways


@pytest.mark.parametrize(("name", "way", "shape"), LEADING)
def test_a_way_is_drawn_to_the_middle_of_each_side_that_its_piece_joins(name: str, way: str, shape: str) -> None:
    here, look = (12, 4), name if name in ways()["drawn-as"].get(way, ()) else way
    for turn in range(1, TURNS + 1):
        sides = shaped(shape, turn)
        middles = [tuple((there - own) / 2 for there, own in zip(centre(over(here, side)), centre(here), strict=True))
                   for side in sides]  # fmt: skip
        path = path_of(look, sides)
        assert f'd="{path}"' in inside_tile(name, {way: sides}, "countryside")
        ends = [(float(across), float(down)) for across, down in re.findall(r"(-?[\d.]+) (-?[\d.]+)(?=[MQL]|$)", path)]
        outer = [end for end in ends if abs(end[0]) + abs(end[1]) > 2]
        assert len(outer) == len(sides)
        assert all(any(end == pytest.approx(middle, abs=0.1) for end in outer) for middle in middles)


def test_every_look_of_a_way_is_drawn_with_pens_that_there_are() -> None:
    looks = {way for name in BOOK.terrain for way in carried_by(name)} | {
        look for named in ways()["drawn-as"].values() for look in named
    }
    assert looks == {*ways()["drawn"]}
    assert {pen for pens in ways()["drawn"].values() for pen in pens} <= {*drawings()["pens"]}


@pytest.mark.parametrize(("edge", "turn"), [("bottom", ""), ("top", " rotate(180)")])
def test_a_shoreline_looks_to_the_sea(edge: Edge, turn: str) -> None:
    found = made(scenario(board={"face": "BEACH"}))
    shore, sea = (13, 7), (12, 8)
    assert (found.terrain(shore), found.terrain(sea)) == ("shoreline", "ocean")
    x, y = centre(found.board.seen(shore, edge))
    assert f'href="#t-shoreline" transform="translate({x:g} {y:g}){turn}"' in drawn_ground(found, edge)


def test_a_drawing_is_there_once_however_many_hexes_show_it() -> None:
    drawn = drawn_ground(made(scenario([hexagon(4, col, terrain={"name": "woods"}) for col in range(0, 25, 2)])))
    assert (drawn.count('<symbol id="t-forest"'), drawn.count('<use href="#t-forest"')) == (1, 13)
    assert drawn.count("<polygon") == len([*BOARDS["standard"].hexes])


def test_names_of_hexes_are_large_enough_for_the_map_of_a_tablet() -> None:
    """A map 600 px wide has 2.2 px a unit."""
    sizes = re.findall(rf'font-size="([\d.]+)" fill="{NAME}"', drawn_ground(made(scenario())))
    assert min(map(float, sizes)) >= 4

"""Lines of sight on a map of Memoir '44: terrain, units, hills along themselves, lakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from app.games.memoir_44.book import edition_book
from app.games.memoir_44.geometry import BOARDS, Hex
from app.games.memoir_44.line_of_sight import Map, blocked_by

Ground = Mapping[Hex, Sequence[str]]
FROM, TO = (2, 2), (10, 2)


def seen(ground: Ground, units: Sequence[Hex] = (), start: Hex = FROM, end: Hex = TO, **answers: str) -> list[Hex]:
    book = edition_book("es", {name.replace("_", "-"): answer for name, answer in answers.items()})
    return blocked_by(Map(BOARDS["standard"], ground, book), units, start, end)


@pytest.mark.parametrize(
    ("name", "blocks"),
    [
        ("forest", True),
        ("town", True),
        ("river", False),
        ("wadi", False),
        ("dam", True),
        ("lake", False),
        ("wire", False),
    ],
)
def test_terrain_between_two_hexes_blocks_or_does_not(name: str, blocks: bool) -> None:
    assert seen({(6, 2): [name]}) == ([(6, 2)] if blocks else [])
    assert seen({FROM: [name], TO: [name]}) == []


def test_a_unit_blocks_and_the_ends_never_do() -> None:
    assert seen({}, [(6, 2)]) == [(6, 2)]
    assert seen({}, [FROM, TO, (6, 4)]) == []
    assert seen({(6, 2): ["wadi"]}, [(6, 2)]) == [(6, 2)]


def test_one_lake_is_seen_over_and_two_are_not() -> None:
    assert seen({(6, 2): ["lake"]}) == []
    assert seen({(6, 2): ["lake"], (8, 2): ["lake"]}) == [(6, 2), (8, 2)]
    assert seen({(6, 2): ["lake"], (7, 1): ["lake"], (5, 1): ["lake"]}) == []


def test_units_on_one_hill_see_each_other_along_it() -> None:
    ridge: dict[Hex, list[str]] = {(column, 2): ["hill"] for column in range(2, 12, 2)}
    assert seen(ridge) == []
    assert seen(ridge, [(6, 2)]) == [(6, 2)]
    assert seen({**ridge, (6, 2): ["hill", "forest"]}) == [(6, 2)]
    assert seen(ridge, start=(0, 2)) == [(2, 2), (4, 2), (6, 2), (8, 2)]
    gap = {place: names for place, names in ridge.items() if place != (4, 2)}
    assert seen(gap) == [(6, 2), (8, 2)]


def test_mountains_and_hills_are_heights_of_their_own() -> None:
    ridge: dict[Hex, list[str]] = {(column, 2): ["mountain"] for column in range(2, 12, 2)}
    assert seen(ridge) == []
    assert seen({**ridge, (6, 2): ["hill"]}) == [(4, 2), (6, 2), (8, 2)]


def test_a_road_over_a_hill_is_a_part_of_it_or_not() -> None:
    ridge: dict[Hex, list[str]] = {(column, 2): ["hill"] for column in range(2, 12, 2)}
    ridge[(6, 2)] = ["road-over-hill"]
    assert seen(ridge) == [(4, 2), (6, 2), (8, 2)]
    assert seen(ridge, road_hill="hill") == []


def test_a_depot_blocks_where_the_table_says_so() -> None:
    assert seen({(6, 2): ["supply-depot"]}) == []
    assert seen({(6, 2): ["supply-depot"]}, depot_los="blocks") == [(6, 2)]

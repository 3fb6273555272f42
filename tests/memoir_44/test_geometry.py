"""The map of Memoir '44: distance, neighbours, sections, retreats, and lines of sight against brute force."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from functools import cache

import pytest

from app.games.memoir_44.geometry import BOARDS, Board, Edge, Hex, connected, distance, line
from tests.memoir_44.asking import ask

every_board = pytest.mark.parametrize("board", BOARDS.values(), ids=list(BOARDS))


# -- brute force: steps one by one, and a hexagon as three strips that a segment is clipped by


def touching(board: Board) -> dict[Hex, list[Hex]]:
    """Every hex with those whose centres lie a hex's width away on a real board (columns half a width, rows √3/2)."""
    hexes = list(board.hexes)
    return {
        one: [other for other in hexes if (one[0] - other[0]) ** 2 + 3 * (one[1] - other[1]) ** 2 == 4] for one in hexes
    }


def steps_from(start: Hex, near: dict[Hex, list[Hex]]) -> dict[Hex, int]:
    found, ring, steps = {start: 0}, [start], 0
    while ring:
        steps += 1
        ring = list(dict.fromkeys(one for place in ring for one in near[place] if one not in found))
        found |= dict.fromkeys(ring, steps)
    return found


STRIPS = ((1, 0, 1), (1, 1, 2), (1, -1, 2))
"""A hex is where |ax + by| ≤ c for each of these, half a width being 1 and rows 3 apart."""


def clipped(to: Hex, place: Hex) -> tuple[Fraction, Fraction] | None:
    """From where to where the segment from (0, 0) to `to` lies in the closed hex at `place`, as parts of its length."""
    low, high = Fraction(0), Fraction(1)
    for a, b, c in STRIPS:
        speed = a * to[0] + b * 3 * to[1]
        at = a * place[0] + b * 3 * place[1]
        if speed == 0:
            if abs(at) > c:
                return None
            continue
        ends = sorted((Fraction(at - c, speed), Fraction(at + c, speed)))
        low, high = max(low, ends[0]), min(high, ends[1])
    return (low, high) if low <= high else None


def inside(to: Hex, place: Hex, part: Fraction) -> bool:
    x, y = part * to[0] - place[0], part * 3 * to[1] - 3 * place[1]
    return all(abs(a * x + b * y) < c for a, b, c in STRIPS)


@cache
def seen_through(across: int, down: int) -> tuple[list[Hex], list[Hex], list[Hex]]:
    """The hexes that a segment crosses, and those that it touches on either side, its ends left out."""
    crossed: list[Hex] = []
    sides: tuple[list[Hex], list[Hex]] = ([], [])
    to = (across, down)
    for row in range(min(0, down) - 1, max(0, down) + 2):
        for column in range(min(0, across) - 3, max(0, across) + 4):
            place = (column, row)
            if (column + row) % 2 or place in ((0, 0), to):
                continue
            part = clipped(to, place)
            if part is None:
                continue
            if inside(to, place, (part[0] + part[1]) / 2):
                crossed.append(place)
            else:
                sides[across * row * 3 - down * 3 * column > 0].append(place)
    return crossed, *sides


def blocked(start: Hex, end: Hex, blocking: Iterable[Hex]) -> set[Hex]:
    """The hexes that block the sight from one hex to another."""
    moved = {(place[0] - start[0], place[1] - start[1]): place for place in blocking}
    crossed, left, right = (
        {moved[place] for place in part if place in moved}
        for part in seen_through(end[0] - start[0], end[1] - start[1])
    )
    return crossed | (left | right if left and right else set())


@every_board
def test_distance_and_neighbours_are_those_of_steps_one_by_one(board: Board) -> None:
    near = touching(board)
    for start in board.hexes:
        assert set(board.around(start)) == set(near[start])
        assert steps_from(start, near) == {end: distance(start, end) for end in board.hexes}


@every_board
def test_sight_is_that_of_brute_force_over_all_pairs_of_hexes(board: Board) -> None:
    chance, hexes = random.Random(44), list(board.hexes)
    woods = [set(chance.sample(hexes, len(hexes) // share)) for share in (2, 4, 8, 16)]
    blocked_pairs = 0
    for number, start in enumerate(hexes):
        for end in hexes:
            blocking = woods[(number + end[0]) % len(woods)]
            found = line(start, end, board).blocked_by(blocking)
            assert set(found) == blocked(start, end, blocking), (start, end)
            assert found == sorted(found, key=lambda place: (place[1], place[0]))
            blocked_pairs += bool(found)
    assert 0.2 < blocked_pairs / len(hexes) ** 2 < 0.95


@every_board
def test_sight_is_the_same_both_ways(board: Board) -> None:
    hexes = list(board.hexes)
    for start, end in zip(hexes, reversed(hexes), strict=True):
        there, back = line(start, end, board), line(end, start, board)
        assert (there.crossed, there.left, there.right) == (back.crossed, back.right, back.left)


# -- by hand


def test_boards_are_as_large_as_the_box_says() -> None:
    assert {name: len(list(board.hexes)) for name, board in BOARDS.items()} == {
        "standard": 5 * 13 + 4 * 12, "breakthrough": 9 * 13 + 8 * 12, "overlord": 5 * 26 + 4 * 25,
        "small": 4 * 12 + 3 * 11,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "place", "from_below", "from_above"),
    [
        ("standard", (6, 0), ["left"], ["right"]),
        ("standard", (7, 1), ["left", "centre"], ["centre", "right"]),
        ("standard", (8, 0), ["centre"], ["centre"]),
        ("standard", (17, 3), ["centre", "right"], ["left", "centre"]),
        ("standard", (24, 8), ["right"], ["left"]),
        ("breakthrough", (7, 15), ["left", "centre"], ["centre", "right"]),
        ("overlord", (17, 1), ["left", "centre"], ["centre", "right"]),
        ("overlord", (16, 2), ["left"], ["right"]),
        ("overlord", (33, 7), ["centre", "right"], ["left", "centre"]),
        ("overlord", (50, 0), ["right"], ["left"]),
    ],
)
def test_a_hex_on_a_line_is_of_both_sections_as_each_player_sees_them(
    name: str, place: Hex, from_below: list[str], from_above: list[str]
) -> None:
    board = BOARDS[name]
    assert sorted(board.sections(place)) == sorted(from_below)
    assert sorted(board.sections(place, "top")) == sorted(from_above)


@pytest.mark.parametrize(
    ("place", "owner", "free"),
    [
        ((4, 4), "bottom", [(3, 5), (5, 5)]),
        ((4, 4), "top", [(3, 3), (5, 3)]),
        ((0, 4), "top", [(1, 3)]),
        ((24, 4), "bottom", [(23, 5)]),
        ((4, 8), "bottom", []),
        ((4, 0), "top", []),
    ],
)
def test_a_retreat_goes_to_the_next_row_towards_its_own_baseline(place: Hex, owner: Edge, free: list[Hex]) -> None:
    assert BOARDS["standard"].retreats(place, owner) == free


def test_what_hangs_together_is_found_from_any_of_its_hexes() -> None:
    hills = {(4, 4), (5, 3), (7, 3), (11, 3)}
    assert connected((7, 3), hills) == {(4, 4), (5, 3), (7, 3)}
    assert connected((11, 3), hills) == {(11, 3)}
    assert connected((0, 0), hills) == frozenset()


def test_a_line_along_edges_is_blocked_by_both_sides_wherever_they_lie() -> None:
    facts = {"from": [4, 0], "to": [4, 4]}
    assert ask("line-of-sight", **facts, blocking=[[3, 1], [5, 3]]).result == {
        "clear": False, "blocked_by": [[3, 1], [5, 3]],
    }  # fmt: skip
    assert ask("line-of-sight", **facts, blocking=[[3, 1], [3, 3]])["clear"] is True
    assert ask("line-of-sight", **facts, blocking=[[4, 2]])["blocked_by"] == [[4, 2]]
    assert ask("line-of-sight", **facts, blocking=[[4, 2], [3, 1]])["blocked_by"] == [[4, 2]]

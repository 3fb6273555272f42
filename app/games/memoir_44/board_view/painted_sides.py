"""Orientation of painted tiles: turned, of another shape, and the bridges over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.games.memoir_44.board_view.painted_fields import without
from app.games.memoir_44.geometry import Side, turned
from app.games.memoir_44.scenarios.tiles import TURNS, Joins, carried_by, shape_of, shaped, turning, ways

TURN, SHAPE, TURN_OBSTACLE = "brush-turn", "brush-shape", "brush-turn-obstacle"
STRIP, STRAIGHT = "strip", "straight"

Entry = dict[str, Any]


def tile_turned(entry: Entry, joins: Joins) -> Entry:
    now = {way: joins.get(way, shaped(shapes[0], 1)) for way, shapes in carried_by(entry.get("terrain", "")).items()}
    return joined(entry, {way: turned(sides, 1) for way, sides in now.items()})


def shaped_otherwise(entry: Entry, joins: Joins) -> Entry:
    found = {}
    for way, shapes in carried_by(entry.get("terrain", "")).items():
        now = shape_of(joins[way]) if way in joins else None
        found[way] = shaped(shapes[(shapes.index(now) + 1) % len(shapes)] if now in shapes else shapes[0], 1)
    return joined(entry, found)


def obstacles_turned(entry: Entry, joins: Joins) -> Entry:
    obstacles = dict(entry.get("obstacles", {}))
    found: dict[str, tuple[Side, ...]] = {}
    for name, turn in obstacles.items():
        for way, piece in way_of_obstacle(name):
            lies = [turning(piece, one) if piece != STRAIGHT else shaped(STRAIGHT, one) for one in range(1, TURNS + 1)]
            found[way] = lies[(lies.index(joins[way]) + 1) % TURNS] if joins.get(way) in lies else lies[0]
            obstacles[name] = 0
        if not way_of_obstacle(name):
            obstacles[name] = turn % TURNS + 1
    return joined({**entry, **({"obstacles": obstacles} if obstacles else {})}, found)


def way_of_obstacle(name: str) -> Sequence[tuple[str, str]]:
    if name in ways()["strips"]:
        return [(STRIP, STRAIGHT)]
    return [(way, "railway-bridge" if way == "rail" else "bridge") for way in carried_by(name)]


def laid_anew(before: Entry, after: Entry) -> Entry:
    names = [after.get("terrain", ""), *after.get("obstacles", {})]
    still = {way for name in names for way in (*carried_by(name), *(way for way, _ in way_of_obstacle(name)))}
    if before.get("terrain") != after.get("terrain"):
        still -= set(carried_by(after.get("terrain", "")))
    kept = {way: sides for way, sides in before.get("sides", {}).items() if way in still}
    return {**without(after, "sides"), **({"sides": kept} if kept else {})}


def joined(entry: Entry, found: Mapping[str, Sequence[Side]]) -> Entry:
    if not found:
        return entry
    sides = {**entry.get("sides", {}), **{way: list(sides) for way, sides in found.items()}}
    return {**without(entry, "orientation"), "sides": sides}

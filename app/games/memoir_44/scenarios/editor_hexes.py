"""Additions of one thing of an editor's file to its hex."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.games.memoir_44.book import ALL_TYPES, EDITION, SIDES, edition_book
from app.games.memoir_44.geometry import Hex, Side
from app.games.memoir_44.scenarios import census, editor_values, names
from app.games.memoir_44.scenarios.census import Judged, Unrefereed
from app.games.memoir_44.scenarios.editor_file import EditorFile, Option, Thing
from app.games.memoir_44.scenarios.forms import FEW
from app.games.memoir_44.scenarios.scenario import face_terrain

QUARTERED, RECOVERY = "HEADQUARTER", "OASIS_RECOVERY"
"""Behaviours of tiles that may have headquarters in them, and of those in which infantry recovers."""


def may_be_quartered(thing: Thing) -> bool:
    return QUARTERED in map(str.upper, thing.behaviors)


def mark(here: dict[str, Any], one: Judged, *, quartered: bool, owner: str | None) -> None:
    if RECOVERY in one.told:
        here["recovers"] = True
    if quartered:
        here |= {"headquarters": True, **({"owner": owner} if owner else {})}


def lay_shore(file: EditorFile, found: dict[Hex, dict[str, Any]]) -> None:
    """Lay beach and sea on a small board where nothing is listed."""
    for at in file.board.hexes:
        terrain = face_terrain("small-shore", file.face, at[1])
        if terrain != "open":
            found.setdefault(at, {}).setdefault("terrain", terrain)


def close(here: dict[str, Any], one: Judged) -> None:
    shut = [closing for name, closing in names.editor()["closing"].items() if name in one.told]
    sides = {side: [*ALL_TYPES] for side in SIDES} if shut else census.closed_to(one.thing.given.get("properties"))
    for side, types in sides.items():
        before = here.setdefault("closed", {}).setdefault(side, [])
        before += [unit for unit in types if unit not in before]
    if any(shut):
        here["blocking"] = True


def join(here: dict[str, Any], sides: Mapping[str, Sequence[Side]]) -> None:
    for way, joined in sides.items():
        here.setdefault("sides", {}).setdefault(way, list(joined))


def is_obstacle(ours: str) -> bool:
    return str(edition_book(EDITION, {}).terrain[ours]["kind"]) == "obstacle"


def note(here: dict[str, Any], where: str, odd: Unrefereed) -> None:
    noted = here.setdefault(where, [])
    if odd._asdict() not in noted and len(noted) < FEW:
        noted.append(odd._asdict())


def keep_name(here: dict[str, Any], one: Judged) -> None:
    """Keep the editor's name of a piece that is out of another box than the usual one."""
    kind, name = one.thing.kind, one.thing.name
    usual = names.usual(kind, str(one.ours))
    if usual is not None and names.box_of(kind, name)[0] != names.box_of(kind, usual)[0]:
        here["named"] = list(dict.fromkeys([*here.get("named", ()), name]))[:FEW]


def star_at(at: list[Hex], purpose: str) -> dict[str, Any]:
    return {"at": [list(place) for place in at], "purpose": purpose}


def side_told(option: Option) -> str | None:
    return editor_values.side(option.value) if isinstance(option.value, str) else None


def turn_of(thing: Thing) -> int:
    turn = editor_values.number(thing.given.get("orientation"))
    return turn if turn is not None and 1 <= turn <= 6 else 0

"""A scenario as the text of a file that people can read and change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count
from typing import Any

from app.core.content.missions import MissionData
from app.core.content.toml_source import value_text
from app.games.memoir_44.geometry import Board, Hex
from app.games.memoir_44.scenarios.scenario import NOBODY, drawn

DRAWINGS = ("map", "forces")
TABLES = ("blow-bridges", "pontoons", "armies", "night", "exit-medals", "must-leave")


def written(data: MissionData) -> str:
    return "".join(_lines_of(data)).lstrip("\n")


def _lines_of(data: MissionData) -> Iterator[str]:
    sections = ("sides", "texts", *DRAWINGS, *TABLES)
    lists = [name for name, value in data.items() if isinstance(value, list) and isinstance(next(iter(value), 0), dict)]
    for name, value in data.items():
        if name not in sections and name not in lists and value != []:
            yield f"{name} = {value_text(value)}\n"
    yield from _inner("sides", data["sides"])
    for name in DRAWINGS:
        if data.get(name):
            yield from _drawing(name, data[name])
    for name in TABLES:
        if data.get(name):
            yield from _table(f"[{name}]", data[name])
    for name in lists:
        for one in data[name]:
            yield from _table(f"[[{name}]]", one)
    yield from _inner("texts", data.get("texts", {}))


def _inner(name: str, tables: Mapping[str, Any]) -> Iterator[str]:
    for key, table in tables.items():
        yield from _table(f"[{name}.{value_key(key)}]", table)


def _table(head: str, table: Mapping[str, Any]) -> Iterator[str]:
    yield f"\n{head}\n"
    for name, value in table.items():
        yield f"{value_key(name)} = {value_text(value)}\n"


def _drawing(name: str, drawing: Mapping[str, Any]) -> Iterator[str]:
    yield f"\n[{name}]\nrows = [\n"
    yield from (f"  {value_text(row)},\n" for row in drawing["rows"])
    yield "]\n"
    if drawing.get("legend"):
        yield from _table(f"[{name}.legend]", drawing["legend"])


def value_key(name: str) -> str:
    return name if name.replace("-", "").replace("_", "").isalnum() and name.isascii() else value_text(name)


def hexes_in(given: Mapping[str, Any], board: Board) -> dict[Hex, dict[str, Any]]:
    legend = given.get("legend", {})
    return {at: dict(legend[sign]) for at, sign in drawn(given["rows"], board) if sign != NOBODY}


def drawing(board: Board, found: Mapping[Hex, Mapping[str, Any]]) -> dict[str, Any]:
    signs: dict[str, str] = {}
    legend: dict[str, Mapping[str, Any]] = {}
    here: dict[Hex, str] = {}
    for at, content in found.items():
        told = repr(content)
        if told not in signs:
            signs[told] = sign_for(content, legend)
            legend[signs[told]] = content
        here[at] = signs[told]
    return {"rows": rows_of([[here.get(at, NOBODY) for at in row] for row in rows_on(board)]), "legend": legend}


def rows_on(board: Board) -> Iterator[list[Hex]]:
    every = list(board.hexes)
    for row in range(board.rows):
        yield [at for at in every if at[1] == row]


def rows_of(signs: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of signs, every second one half a hex to the right."""
    width = max((len(sign) for row in signs for sign in row), default=1) + 1
    return [
        (" " * (width // 2 if number % 2 else 0) + "".join(sign.ljust(width) for sign in row)).rstrip()
        for number, row in enumerate(signs)
    ]


def sign_for(content: Mapping[str, Any], taken: Mapping[str, Any]) -> str:
    obstacles = "".join(name[0] for name in content.get("obstacles", ()))
    told = content.get("type") or content.get("terrain") or obstacles or "x"
    side = str(content.get("side", ""))[:2]
    initial = f"{side}{told[0].upper()}" if side else f"{str(told)[:2]}"
    numbered = (f"{initial}{number}" for number in count(2))
    return next(sign for sign in chain([initial], numbered) if sign not in taken)

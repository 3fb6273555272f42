"""A scenario as the text of a file that people can read and change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from app.core.missions import MissionData
from app.core.toml_files import value_text

DRAWINGS = ("map", "forces")
TABLES = ("blow-bridges", "pontoons")


def written(data: MissionData) -> str:
    """A mission as the text of an own file."""
    return "".join(_lines_of(data)).lstrip("\n")


def _lines_of(data: MissionData) -> Iterator[str]:
    """Single values first, then tables, drawings and lists of tables."""
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
    """A key as TOML: quoted where it must be."""
    return name if name.replace("-", "").replace("_", "").isalnum() and name.isascii() else value_text(name)

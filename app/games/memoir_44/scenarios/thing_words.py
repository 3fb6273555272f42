"""Words for the things of a file of the Scenario Editor.

Never the code that a file has for them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.core.messages.translator import Translator
from app.games.memoir_44.geometry import Side
from app.games.memoir_44.scenarios import names
from app.games.memoir_44.scenarios.census import medal_number, side_of_medal
from app.games.memoir_44.scenarios.editor_file import Option, Thing
from app.games.memoir_44.scenarios.names import SLOTS, editor
from app.games.memoir_44.scenarios.tiles import SHAPES, carried_by, shape_of

MARKERS = {"star": "battle-star", "mine": "minefield", "exit": "exit-marker"}


def thing_told(thing: Thing, said: Translator) -> str:
    if (word := names.word_of(thing.name)) != thing.name:
        return said.name(word)
    if thing.kind in SLOTS:
        found = names.known(thing.kind, thing.name)
        told = ", ".join(filter(None, (said.name(found.ours), shape_told(thing, said)))) if found else ""
        return told or unknown(thing.kind, said)
    return _unit_told(thing, said) if thing.kind == "unit" else _marker_told(thing, said)


def _unit_told(thing: Thing, said: Translator) -> str:
    unit = names.unit_name(thing.name)
    if unit is not None:
        return f"{said.name(unit.picked or unit.type)}, {said.name(names.said_nation(unit.nation))}"
    nation, kind = (
        names.nation_of_other(thing.name),
        re.match("[a-z]+?(?=[0-9]|us|ru|brit|ger|jp|it)", thing.name.casefold()),
    )
    if nation is None or kind is None:
        return unknown("unit", said)
    return f"{said.name(f'kind-{kind[0]}')}, {said.name(names.said_nation(nation))}"


def _marker_told(thing: Thing, said: Translator) -> str:
    name, tags = thing.name.casefold(), editor()["tag"]
    if medal_number(name) is not None:
        side = side_of_medal(name)
        return f"{said.name('objective-medal')} ({said.name(side)})" if side else said.name("objective-medal")
    lists = {"star": tags["star"], **{kind: tags[kind]["names"] for kind in ("mine", "exit")}}
    kind = next((kind for kind, told in lists.items() if name in told), None)
    return said.name(MARKERS[kind]) if kind else unknown("tag", said)


def part_told(kind: str, name: str, said: Translator) -> str:
    if (word := names.word_of(name)) != name:
        return said.name(word)
    if kind == "badge" and names.badge_number(name) is not None:
        return said.name("plain-badge")
    return unknown(kind, said)


def option_told(option: Option, said: Translator) -> str:
    word = names.word_of(option.name)
    told = said.name(word) if word != option.name else unknown("option", said)
    return told if option.on else said.translate("file-report.off", option=told)


def unknown(kind: str, said: Translator) -> str:
    return said.translate("file-report.unknown", kind=f"kind-{kind}")


# -- how a tile lies


def shape_told(thing: Thing, said: Translator) -> str:
    """Return the shape of a tile in words; empty if its kind has only one."""
    found, way, shape = names.known(thing.kind, thing.name), *names.shape_called(thing.name)
    several = found is not None and len(carried_by(found.ours).get(way, ())) > 1
    return said.name(f"shape-{shape}") if several and shape in SHAPES else ""


def lie_told(name: str, orientation: int, said: Translator) -> str:
    """Return how a tile lies, `bend E–NW`; empty for one without a direction."""
    sides: Sequence[Side] = next(iter(names.sides_of(name, orientation).values()), ())
    shape = shape_of(sides) if sides else None
    compass = "–".join(said.name(f"compass-{side.lower()}") for side in sides)
    return " ".join(filter(None, (said.name(f"shape-{shape}") if shape else "", compass)))

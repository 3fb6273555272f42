"""Brushes for units and their protection.

Figures, badges, emblems, a bunker's side, turned obstacles.
"""

from __future__ import annotations

from typing import Any

from app.core.errors import Refused
from app.core.rules.inputs import parse
from app.games.memoir_44.book import ALL_TYPES, EDITION, SIDES, edition_book
from app.games.memoir_44.scenarios.forms import MOST_FIGURES, Ground, UnitSign
from app.games.memoir_44.scenarios.scenario import figures_of

BOOK = edition_book(EDITION, {})
FIGURES = {"brush-figure-more": 1, "brush-figure-less": -1}
MARKS = ("mark-leader", "mark-boat", "mark-camouflaged")
EMBLEMS = [emblem for side in SIDES for emblem in BOOK.nations[side]]
OWNERS = {f"brush-bunker-{side}": side for side in SIDES}
CLOSED = {"brush-impassable": False, "brush-impassable-blocking": True}
"""Brushes for ground that nobody enters, and whether nobody battles over it."""

Entry = dict[str, Any]


def without(entry: Entry, name: str) -> Entry:
    return {key: value for key, value in entry.items() if key != name}


def toggled(entry: Entry, name: str, value: Any) -> Entry:
    return without(entry, name) if entry.get(name) == value else {**entry, name: value}


def marked(brush: str, unit: Entry) -> Entry:
    """Return a unit with a badge, an emblem, a mark or a rule of its own; tapped again, without.

    None has none. Raise Refused for an emblem of the other side.
    """
    if not unit:
        return unit
    if brush in MARKS:
        return toggled(unit, brush.removeprefix("mark-"), True)
    if brush in BOOK.traits:
        traits = [name for name in unit.get("traits", ()) if name != brush]
        traits += [] if brush in unit.get("traits", ()) else [brush]
        return {**without(unit, "traits"), **({"traits": traits} if traits else {})}
    if brush not in EMBLEMS:
        return toggled(unit, "badge", brush)
    if brush not in BOOK.nations[unit["side"]]:
        raise Refused("emblem-of-others", field="brush", emblem=brush)
    return toggled(unit, "emblem", brush)


def with_figures(brush: str, unit: Entry) -> Entry:
    """Return a unit with a figure more or fewer. Raise Refused for too many, and for none."""
    if not unit:
        return unit
    usual = figures_of(parse(UnitSign, without(unit, "figures")), BOOK)
    figures = unit.get("figures", usual) + FIGURES[brush]
    if not 1 <= figures <= MOST_FIGURES:
        raise Refused("no-figures-so", field="brush", limit=MOST_FIGURES)
    return without(unit, "figures") if figures == usual else {**unit, "figures": figures}


def with_obstacle(ground: Entry, name: str) -> Entry:
    before = ground.get("obstacles", {})
    obstacles = toggled(before, name, before.get(name, 0))
    rest = without(ground, "obstacles")
    return with_owner({**rest, **({"obstacles": obstacles} if obstacles else {})})


def with_terrain(ground: Entry, name: str) -> Entry:
    return with_owner({**without(ground, "orientation"), "terrain": name})


def with_owner(ground: Entry) -> Entry:
    """Return ground with its owner only if something on it can have one."""
    lying = [BOOK.ground(one) for one in (*filter(None, [ground.get("terrain")]), *ground.get("obstacles", {}))]
    return ground if any(one.owned or one.headquarters for one in lying) else without(ground, "owner")


def closed(ground: Entry, *, blocking: bool) -> Entry:
    """Return ground that nobody enters; tapped again, without."""
    shut = {"closed": {side: [*ALL_TYPES] for side in SIDES}, **({"blocking": True} if blocking else {})}
    rest = without(without(ground, "closed"), "blocking")
    was = "closed" in ground and bool(ground.get("blocking")) == blocking
    return rest if was else {**rest, **shut}


def told_of(unit: UnitSign) -> list[str]:
    marks = [mark for mark in MARKS if getattr(unit, mark.removeprefix("mark-"))]
    return [*filter(None, (unit.badge, unit.emblem)), *unit.traits, *marks]


def told_of_ground(ground: Ground) -> list[str]:
    return [brush for brush, side in OWNERS.items() if side == ground.owner]

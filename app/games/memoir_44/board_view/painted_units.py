"""Brushes for units and hexes.

Figures, badges, emblems, nations, turns without orders; obstacles, a bunker's side, who may not enter.
"""

from __future__ import annotations

from typing import Any

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.core.rules.inputs import parse
from app.games.memoir_44.board_view.painted_fields import BOOK, EMBLEMS, Entry, without
from app.games.memoir_44.book import ALL_TYPES, SIDES
from app.games.memoir_44.scenarios.forms import MOST_COUNT, MOST_FIGURES, Ground, UnitSign
from app.games.memoir_44.scenarios.names import NATIONS, said_nation
from app.games.memoir_44.scenarios.scenario import HEX_MARKS, figures_of

FIGURES = {"brush-figure-more": 1, "brush-figure-less": -1}
MARKS = ("mark-leader", "mark-boat", "mark-camouflaged")
OF_NATION = {f"nation-{nation}": nation for nation in NATIONS}
RESTS = {"brush-rests-more": 1, "brush-rests-less": -1}
RESTING = "mark-rests"
OWNERS = {f"brush-bunker-{side}": side for side in SIDES}
CLOSED = {"brush-impassable": False, "brush-impassable-blocking": True}
"""Brushes for ground that nobody enters, and whether nobody battles over it."""
CLOSED_TO = {f"brush-closed-{side}-{kind}": (side, kind) for side in SIDES for kind in ALL_TYPES}
"""Brushes for ground that a type of units of a side may not enter."""
OF_HEXES = dict(zip(HEX_MARKS, ("recovers", "headquarters"), strict=True))
"""Brushes for what a hex has whatever lies on it, with their field."""


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
    if brush in OF_NATION:
        return toggled(unit, "nation", OF_NATION[brush])
    if brush not in EMBLEMS:
        return toggled(unit, "badge", brush)
    if any(brush in emblems for side, emblems in BOOK.nations.items() if side != unit["side"]):
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


def with_rest(brush: str, unit: Entry) -> Entry:
    """Return a unit that takes no order in one turn of its side more, or fewer."""
    turns = max(0, min(unit.get("rests", 0) + RESTS[brush], MOST_COUNT))
    return {**without(unit, "rests"), **({"rests": turns} if turns else {})} if unit else unit


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
    owned = ground.get("headquarters") or any(one.owned or one.headquarters for one in lying)
    return ground if owned else without(ground, "owner")


def closed(ground: Entry, *, blocking: bool) -> Entry:
    """Return ground that nobody enters; tapped again, without."""
    shut = {"closed": {side: [*ALL_TYPES] for side in SIDES}, **({"blocking": True} if blocking else {})}
    rest = without(without(ground, "closed"), "blocking")
    was = "closed" in ground and bool(ground.get("blocking")) == blocking
    return rest if was else {**rest, **shut}


def closed_to(ground: Entry, brush: str) -> Entry:
    """Return ground that a type of units of a side may not enter; tapped again, that it may."""
    side, kind = CLOSED_TO[brush]
    before = {of: list(types) for of, types in ground.get("closed", {}).items()}
    after = {**before, side: [one for one in ALL_TYPES if (one in before.get(side, ())) != (one == kind)]}
    shut = {of: types for of, types in after.items() if types}
    rest = without(ground, "closed", "blocking")
    return {**rest, "closed": shut} if shut else rest


def told_of(unit: UnitSign, usual_nation: str) -> list[str]:
    marks = [mark for mark in MARKS if getattr(unit, mark.removeprefix("mark-"))]
    rests = [RESTING, Verbatim(unit.rests)] if unit.rests else []
    nation = [said_nation(unit.nation)] if unit.nation and unit.nation != usual_nation else []
    return [*filter(None, (unit.badge, unit.emblem)), *nation, *unit.traits, *marks, *rests]


def told_of_ground(ground: Ground) -> list[str]:
    shut = [f"brush-closed-{side}-{kind}" for side, kinds in ground.closed.items() for kind in kinds]
    owner = [brush for brush, side in OWNERS.items() if side == ground.owner]
    return [*owner, *(shut if len(shut) < len(CLOSED_TO) else ())]

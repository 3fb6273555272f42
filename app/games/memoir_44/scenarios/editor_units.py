"""Units of a file of the Scenario Editor, in the form of our own files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from app.games.memoir_44.book import EDITION, edition_book
from app.games.memoir_44.scenarios import editor_values, names
from app.games.memoir_44.scenarios.census import BOAT, Judged
from app.games.memoir_44.scenarios.editor_file import EditorFile, Thing
from app.games.memoir_44.scenarios.forms import MOST_FIGURES, WORD_AT_MOST
from app.games.memoir_44.scenarios.names import UnitName, editor

WEAPON_YEAR, VEHICLE = "weapon-year", "vehicle"
"""Questions about weapons of infantry, and about vehicles."""
EARLY, LATE, BY_NATION = "early", "late", "by-nation"
LAST_EARLY_YEAR = 1942
FRENCH = "FRENCH_RESISTANCE"
SHIP = "destroyer"


def unit_entry(one: Judged, named: UnitName, answers: Mapping[str, str]) -> dict[str, Any]:
    figures = editor_values.number(one.thing.given.get("nbr_units"))
    plain = [names.badge_number(name) for name in one.thing.badges if names.badge(name, named.type) == ""]
    badge, traits = badge_of(one, named, answers), list(dict.fromkeys(traits_of(one)))
    return {
        "side": named.side,
        "type": named.type,
        "nation": named.nation[:WORD_AT_MOST],
        **({"badge": badge} if badge else {}),
        **({"emblem": f"badge-{plain[0]}"} if plain else {}),
        **({"figures": figures} if figures and 1 <= figures <= MOST_FIGURES else {}),
        **({"boat": True} if named.type == "infantry" and BOAT in equipment_of(one.thing) else {}),
        **({"traits": traits} if traits else {}),
        **({"rests": rests} if (rests := rests_of(one.thing.given)) else {}),
    }


RESTS = "CANNOT_BE_ACTIVATED_TILL_TURN"
MOST_RESTS = 12


def rests_of(given: Mapping[str, Any]) -> int:
    """Return the turns in which a unit takes no order after it has come."""
    behaviors = [*editor_values.names(given.get("behavior")), *editor_values.names(given.get("behavior2"))]
    turns = editor_values.number(given.get("turn")) or 1
    return max(1, min(turns, MOST_RESTS)) if RESTS in map(str.upper, behaviors) else 0


def badge_of(one: Judged, named: UnitName, answers: Mapping[str, str]) -> str | None:
    if FRENCH in one.told:
        return "french-resistance"
    found = next(filter(None, (names.badge(name, named.type) for name in one.thing.badges)), None)
    if found is not None:
        return early_of(found) if answers.get(WEAPON_YEAR) == EARLY else found
    if is_vehicle(one.thing) and answers.get(VEHICLE, BY_NATION) != BY_NATION:
        return answers[VEHICLE]
    tiger, figures = editor()["unit"]["tiger"], editor_values.number(one.thing.given.get("nbr_units"))
    told = {"picked": named.picked, "nation": named.nation, "figures": figures}
    return str(tiger["badge"]) if all(tiger[key] == value for key, value in told.items()) else named.picked


def early_of(badge: str) -> str:
    rows = edition_book(EDITION, {}).badges
    return next((name for name, row in rows.items() if row.late_as == badge), badge)


def has_years(badge: str | None) -> bool:
    """Return whether a badge is a weapon that was another one early in the war."""
    return badge is not None and early_of(badge) != badge


def is_vehicle(thing: Thing) -> bool:
    return thing.kind == "unit" and names.is_vehicle(thing.name)


def equipment_of(thing: Thing) -> list[str]:
    return [name.casefold() for name in editor_values.names(thing.given.get("equipment"))]


def traits_of(one: Judged) -> Iterator[str]:
    known = editor()
    yield from (known["trait"][name] for name in one.told if name in known["trait"])
    told = (known["equipment"].get(name, {}) for name in equipment_of(one.thing))
    yield from (item["trait"] for item in told if "trait" in item)


def usual_year(file: EditorFile) -> str:
    year = next((re.match(r"\d{4}", date) for date in file.about.dates), None)
    return EARLY if year is not None and int(year[0]) <= LAST_EARLY_YEAR else LATE


def ship(thing: Thing, file: EditorFile, answers: Mapping[str, str]) -> dict[str, Any]:
    """Return a destroyer: of the side that sits at the bottom unless the file says otherwise."""
    named = thing.side("original_owner") or thing.side() or file.side_at("bottom")
    side = named or ("axis" if answers.get("top") == "allied" else "allied")
    return {"side": side, "type": "artillery", "badge": SHIP}

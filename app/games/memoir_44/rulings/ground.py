"""One thing that may lie on a hex, and all that it does: the card of a terrain, landmark or obstacle."""

from __future__ import annotations

from typing import Annotated

from app.core.facts import Facts, Listed
from app.core.refusals import Refused
from app.core.ruling import Answer, Ruling
from app.games.memoir_44.book import Book, UnitType
from app.games.memoir_44.rulings.rule_of import GROUND


class Looked(Facts):
    """Something that lies on a hex, and the type of the unit that moves there, stands there or fires at it."""

    ground: Annotated[str, Listed("terrain")]
    unit: UnitType = "infantry"


def terrain(facts: Looked, book: Book) -> Answer:
    """What it does to a unit of this type. Raises Refused, naming the field."""
    if facts.ground not in book.terrain:
        raise Refused("not-allowed", field="ground", allowed=", ".join(book.terrain))
    ground, unit, rule = book.ground(facts.ground), facts.unit, GROUND[facts.ground]
    soft = ground.soft_ground and unit == "armour"
    protection = Ruling().plus(facts.ground, ground.protection.get(unit, 0), rule)
    result = {
        "enters": unit not in ground.closed_to and not ground.water,
        "stop": ground.stop.get(unit, "none"),
        "battle_on_entry": ground.battle_on_entry and ground.battle_inside and not soft,
        "protection": protection.total,
        "own_penalty": ground.out.get(unit, 0),
        "ignores": ground.ignores,
        "sight": ground.sight,
    }
    return Answer(result, protection)

"""Minefields: their effect on a unit that enters one.

Source: Terrain Pack, Campos minados; Ingenieros de Combate.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from app.core.rules.dice import successes
from app.core.rules.inputs import Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.memoir_44.book import Book, UnitType
from app.games.memoir_44.rulings.asking import BadgeName, Faces, check_named
from app.games.memoir_44.rulings.faces import chance, fallen, hit_odds, hits_of, hitting


class Entering(Facts):
    """A unit in a minefield of this value.

    `may_battle`: it could battle this turn; `passing`: it crosses the field under a card that lets it.
    """

    value: Annotated[int, Field(ge=0, le=9)]
    unit: UnitType
    badge: BadgeName = None
    friend: bool = False
    retreating: bool = False
    engineer: bool = False
    may_battle: bool = False
    passing: bool = False
    faces: Faces | None = None


def mine(facts: Entering, book: Book) -> RulingResult:
    """Decide whether a minefield stops a unit, is turned over, rolls, is removed.

    Raise Refused, naming the field.
    """
    check_named(facts.badge, book.badges, "badge")
    needs = hitting(book.kind(facts.unit, facts.badge).target_as, book)
    what, rule = what_happens(facts, book)
    dice = Ruling().plus("mine", facts.value, "mines.entering")
    dice = dice.plus(what, 0 if what == "explodes" else -facts.value, rule)
    decoy = what == "explodes" and not facts.value
    result: dict[str, Any] = {
        "dice_needed": dice.total,
        "removed": what == "cleared" or decoy,
        "stops": what not in ("retreats", "passes"),
        "revealed": what == "explodes",
        "cleared": what == "cleared",
    }
    if facts.faces is None and dice.total:
        odds: Mapping[str, Any] = hit_odds(successes(dice.total, chance(needs, book)))
        return RulingResult({**result, "needs": needs}, dice, odds=odds)
    hits = hits_of(fallen(facts.faces or [], dice.total, book), needs)
    return RulingResult({**result, "hits": hits.total}, dice, {"hits": hits})


def what_happens(facts: Entering, book: Book) -> tuple[str, str]:
    if facts.retreating:
        return "retreats", "mines.retreating"
    if facts.passing and book.answer_for("bel") == "pass-free":
        return "passes", "mines.passing"
    if facts.friend:
        return "friend", "mines.friends"
    if facts.engineer and facts.unit == "infantry" and facts.may_battle and not facts.passing:
        return "cleared", "mines.engineers"
    return "explodes", "mines.entering"

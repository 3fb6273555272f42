"""Losses of special units: second roll against a Tiger, medals, supply by vehicles."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from app.core.errors import Refused
from app.core.rules.inputs import Count, Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.memoir_44.book import Book, UnitType
from app.games.memoir_44.rulings.asking import (
    BadgeName,
    DiceOf,
    Faces,
    Traits,
    check_named,
    check_traits,
)
from app.games.memoir_44.rulings.faces import GRENADE, chance, fallen
from app.games.memoir_44.rulings.rule_of import ATTACKERS, TRAITS

TIGER, SUPPLY = "badges.tiger", "badges.supply"

# -- the Tiger


class SecondRoll(Facts):
    """Hits on a Tiger, each flag that it could not retreat among them.

    The faces of the second roll.
    """

    hits: DiceOf
    faces: Faces | None = None


def tiger_second_roll(facts: SecondRoll, book: Book) -> RulingResult:
    """Decide whether a Tiger is destroyed: as many dice as hits, of which one must be a grenade.

    Raise Refused, naming the field.
    """
    dice = Ruling().plus("hits", facts.hits, TIGER)
    result: dict[str, Any] = {"dice_needed": dice.total}
    if facts.faces is None:
        none = (1 - chance([GRENADE], book)) ** dice.total
        odds = {"destroyed": {"true": str(1 - none), "false": str(none)}}
        return RulingResult({**result, "needs": [GRENADE]}, dice, odds=odds)
    grenades = Ruling().plus("grenades", fallen(facts.faces, dice.total, book).count(GRENADE), TIGER)
    return RulingResult({**result, "destroyed": grenades.total > 0}, grenades, {"dice_needed": dice})


# -- medals


class UnitDown(Facts):
    """Figures that a unit loses; whether it is eliminated.

    Those that vehicles of its side lost before.
    """

    unit: UnitType
    badge: BadgeName = None
    traits: Traits = []
    eliminated: bool = True
    figures: Annotated[int, Field(ge=1, le=99)] = 1
    vehicles_before: Count = 0


def unit_medals(facts: UnitDown, book: Book) -> RulingResult:
    """Calculate the medals of the enemy for these losses. Raise Refused, naming the field."""
    check_named(facts.badge, book.badges, "badge")
    check_traits(facts.traits, book)
    kind, rule = book.kind(facts.unit, facts.badge), ATTACKERS[facts.badge or facts.unit]
    medals = Ruling().plus(facts.badge or facts.unit, kind.medals if facts.eliminated else 0, rule)
    if kind.medal_figures:
        before, now = (count // kind.medal_figures for count in (facts.vehicles_before, all_lost(facts)))
        medals = medals.plus("vehicles-lost", now - before, rule)
    for name in dict.fromkeys(facts.traits):
        own = book.traits[name].medals
        medals = medals.plus(name, own - medals.total if own and facts.eliminated else 0, TRAITS[name])
    return RulingResult({"medals": medals.total}, medals)


def all_lost(facts: UnitDown) -> int:
    return facts.vehicles_before + facts.figures


# -- supply


class Supply(Facts):
    """A vehicle beside a friendly unit: its figures, those that the unit lost, those that it gives up."""

    figures: Annotated[int, Field(ge=1, le=9)]
    lost: Count
    gives: Annotated[int, Field(ge=1, le=9)] | None = None


def supply(facts: Supply, book: Book) -> RulingResult:
    """Calculate how many figures return, and how many the vehicle keeps.

    Raise Refused, naming the field.
    """
    most = min(facts.figures, facts.lost)
    gives = most if facts.gives is None else facts.gives
    if gives > most:
        raise Refused("too-big", SUPPLY, field="gives", limit=most)
    back = Ruling().plus("figures-given", gives, SUPPLY)
    return RulingResult({"figures_back": back.total, "figures_left": facts.figures - back.total}, back)

"""Figures that return to a unit: Medics & Mechanics, and the recovery in an oasis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from app.core.errors import Refused
from app.core.rules.dice import successes
from app.core.rules.inputs import Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.memoir_44.book import Book, Symbol, UnitType
from app.games.memoir_44.rulings.asking import BadgeName, DiceOf, Faces, check_named
from app.games.memoir_44.rulings.faces import GRENADE, STAR, chance, fallen, hit_odds
from app.games.memoir_44.rulings.rule_of import BADGES

Figures = Annotated[int, Field(ge=1, le=9)]


class Recovery(Facts):
    """A unit and the command cards held, the played one included.

    `oasis`: it recovers in one, and not by the card.
    """

    unit: UnitType = "infantry"
    badge: BadgeName = None
    cards: DiceOf
    figures: Figures
    strength: Figures
    oasis: bool = False
    enemy_adjacent: bool = False
    faces: Faces | None = None


def medics(facts: Recovery, book: Book) -> RulingResult:
    """Calculate how many figures return, and whether the unit may then be ordered.

    Raise Refused, naming the field.
    """
    check_recovery(facts, book)
    rule = "terrain.oasis-recovery" if facts.oasis else "cards.medics"
    needs = returning(facts.unit, book)
    cards = Ruling().plus("cards-held", facts.cards, rule)
    if facts.faces is None:
        odds = hit_odds(successes(cards.total, chance(needs, book)))
        return RulingResult({"dice_needed": cards.total, "needs": needs}, cards, odds=odds)
    faces = fallen(facts.faces, cards.total, book)
    back = figures_back(faces, needs, rule).within(None, facts.strength - facts.figures, rule)
    result: dict[str, Any] = {"dice_needed": cards.total, "figures_back": back.total}
    strict = facts.oasis and book.answer_for("oasis") == "strict"
    return RulingResult({**result, "may_be_ordered": back.total > 0 and not strict}, back)


class InHospital(Facts):
    """Infantry that lies in a hospital in this turn: its figures, and those that it began with."""

    figures: Figures
    strength: Figures
    faces: Faces | None = None


def hospital(facts: InHospital, book: Book) -> RulingResult:
    """Calculate how many figures return to it. Raise Refused, naming the field."""
    if facts.figures > facts.strength:
        raise Refused("too-big", IN_HOSPITAL, field="figures", limit=facts.strength)
    dice = Ruling().plus("hospital-dice", book.hospital.dice, IN_HOSPITAL)
    needs = returning("infantry", book)
    if facts.faces is None:
        odds = hit_odds(successes(dice.total, chance(needs, book)))
        return RulingResult({"dice_needed": dice.total, "needs": needs}, dice, odds=odds)
    faces = fallen(facts.faces, dice.total, book)
    back = figures_back(faces, needs, IN_HOSPITAL).within(None, facts.strength - facts.figures, IN_HOSPITAL)
    result = {"dice_needed": dice.total, "figures_back": back.total, "may_be_ordered": False}
    return RulingResult(result, back)


IN_HOSPITAL = "landmarks.hospital"


def returning(unit: UnitType, book: Book) -> list[Symbol]:
    return [*(face for face in book.units[unit].hit_by if face != GRENADE), STAR]


def figures_back(faces: Sequence[Symbol], needs: Sequence[Symbol], rule: str) -> Ruling:
    back = Ruling()
    for face in needs:
        back = back.plus("stars" if face == STAR else "symbols", faces.count(face), rule)
    return back


def check_recovery(facts: Recovery, book: Book) -> None:
    check_named(facts.badge, book.badges, "badge")
    if not book.kind(facts.unit, facts.badge).heals:
        raise Refused("never-recovers", BADGES[str(facts.badge)], field="badge", badge=facts.badge)
    if facts.figures > facts.strength:
        raise Refused("too-big", "cards.medics", field="figures", limit=facts.strength)
    if facts.oasis and facts.unit != "infantry":
        raise Refused("infantry-only", "terrain.oasis-recovery", field="unit")
    if facts.oasis and facts.enemy_adjacent and book.answer_for("oasis") == "strict":
        raise Refused("enemy-is-adjacent", "terrain.oasis-recovery", field="enemy_adjacent")

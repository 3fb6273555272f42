"""Rules of armies and the night: ordered units, strike back, cards in hand, visibility."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from app.core.errors import Refused
from app.core.rules.dice import as_text, at_least, successes
from app.core.rules.inputs import BookEntry, Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.memoir_44.book import ALL, Army, Book, Card
from app.games.memoir_44.rulings.asking import ArmyName, Faces, checked_army
from app.games.memoir_44.rulings.faces import STAR, chance, fallen, hit_odds, hitting
from app.games.memoir_44.rulings.rule_of import ARMIES
from app.games.memoir_44.scenarios.forms import MOST_HAND

CardOf = Annotated[str, BookEntry("cards")]
Visibility = Annotated[int, Field(ge=1, le=6)]
IN_THE_DARK = ("air-power", "barrage")
"""Cards that order any one unit while it is dark."""


# -- orders


class Ordering(Facts):
    """A command card, the army of whoever plays it, the visibility, and whether its deck is that of Breakthrough."""

    card: CardOf
    army: ArmyName = None
    visibility: Visibility | None = None
    breakthrough: bool = False


def orders(facts: Ordering, book: Book) -> RulingResult:
    """Calculate the units that a card orders in each section, one more in all, and on the move.

    Raise Refused, naming the field.
    """
    army = checked_army(facts.army, book)
    if facts.card not in book.cards:
        raise Refused("not-allowed", field="card", allowed=", ".join(book.cards))
    card = (book.deck("breakthrough") if facts.breakthrough else book.cards)[facts.card]
    if facts.card in IN_THE_DARK and is_dark(facts.visibility, book):
        units = Ruling().plus(facts.card, 1, "night.visibility")
        units = units.plus(str(facts.army), max(0, army.any_unit - 1), "armies.gung-ho")
        return RulingResult({"units": units.total, "one_more": 0, "on_the_move": 0}, units)
    units, more = units_of(facts, card, army)
    marching = Ruling().plus("on-the-move", card.on_the_move, "cards.on-the-move")
    if card.on_the_move:
        marching = marching.plus(str(facts.army), army.more_on_the_move, "armies.gung-ho")
    told = ALL if card.orders == ALL else units.total
    also = {"on_the_move": marching} if marching.total else {}
    return RulingResult({"units": told, "one_more": more, "on_the_move": marching.total}, units, also)


def units_of(facts: Ordering, card: Card, army: Army) -> tuple[Ruling, int]:
    """Return the units that a card orders in a section, and the ones more in any of several."""
    count = 0 if card.orders == ALL else int(card.orders)
    units = Ruling().plus(facts.card, count, "cards.orders")
    if not count or card.kind == "several":
        return units, army.more_units if card.kind == "several" else 0
    more = army.more_units if card.kind == "section" else army.orders.get(facts.card, count) - count
    return units.plus(str(facts.army), more, "armies.gung-ho"), 0


# -- battling back


class StruckBack(Facts):
    """A unit after a close assault: figures left, whether it retreated, lost any, and may battle where it is."""

    army: ArmyName = "battle-back"
    figures: Annotated[int, Field(ge=1, le=12)]
    retreated: bool = False
    lost_figures: bool = True
    may_battle: bool = True


def battle_back(facts: StruckBack, book: Book) -> RulingResult:
    """Calculate the dice that it rolls at its attacker. Raise Refused, naming the field."""
    back = checked_army(facts.army, book).battle_back
    ready = facts.may_battle and not facts.retreated
    if back is None or not ready or facts.figures != back.figures or (back.after_loss and not facts.lost_figures):
        return RulingResult({"dice": 0}, Ruling().plus("battle-back", 0, "armies.battle-back"))
    dice = Ruling().plus("battle-back", back.dice, ARMIES[str(facts.army)])
    odds = hit_odds(successes(dice.total, chance(hitting("infantry", book), book)))
    return RulingResult({"dice": dice.total}, dice, odds=odds)


# -- hands


class UnitGone(Facts):
    """A unit lost by a side of this army, and the most cards of its hand."""

    army: ArmyName = "italian-high-command"
    hand_limit: Annotated[int, Field(ge=1, le=MOST_HAND)]


def hand_after_loss(facts: UnitGone, book: Book) -> RulingResult:
    """Calculate the most cards of a hand after the loss of a unit.

    Raise Refused, naming the field.
    """
    least = checked_army(facts.army, book).least_hand
    taken = 1 if least and facts.hand_limit > least else 0
    hand = Ruling().plus("hand", facts.hand_limit, "armies.italian-high-command")
    hand = hand.plus("unit-gone", -taken, "armies.italian-high-command")
    return RulingResult({"hand_limit": hand.total, "cards_taken": taken}, hand)


# -- night


class Hour(Facts):
    """The start of a turn at night: how far one sees, whether night falls instead of ending, the dice."""

    visibility: Visibility
    falls: bool = False
    faces: Faces | None = None


def night(facts: Hour, book: Book) -> RulingResult:
    """Calculate the hexes seen from now on. Raise Refused, naming the field."""
    dice = Ruling().plus("night-dice", book.night.dice if changes(facts, book) else 0, "night.visibility")
    if facts.faces is None and dice.total:
        rolled = successes(dice.total, chance([STAR], book))
        odds = {"hits": as_text(rolled), "at_least": as_text(at_least(rolled))}
        return RulingResult({"dice_needed": dice.total, "needs": [STAR]}, dice, odds=odds)
    stars = fallen(facts.faces or [], dice.total, book).count(STAR)
    seen = Ruling().plus("visibility", facts.visibility, "night.visibility")
    seen = seen.plus("stars", -stars if facts.falls else stars, "night.visibility")
    seen = seen.within(book.night.least, book.night.most, "night.visibility")
    result: dict[str, Any] = {"dice_needed": dice.total, "visibility": seen.total}
    return RulingResult({**result, "full_daylight": not is_dark(seen.total, book)}, seen)


def changes(facts: Hour, book: Book) -> bool:
    """Return whether it still grows lighter, or darker: day is for good, and so is full night."""
    return facts.visibility > book.night.least if facts.falls else is_dark(facts.visibility, book)


def is_dark(visibility: int | None, book: Book) -> bool:
    """Return whether one sees less far than by day."""
    return visibility is not None and visibility < book.night.most

"""Caves: how infantry seals one that it stands on."""

from __future__ import annotations

from app.core.rules.inputs import Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.memoir_44.book import Book
from app.games.memoir_44.rulings.asking import DiceOf, Faces
from app.games.memoir_44.rulings.faces import STAR, star_odds
from app.games.memoir_44.rulings.stars import stars_of

RULE = "terrain.cave"


class Sealing(Facts):
    """The close-assault dice of infantry that seals the cave in its hex.

    Without faces, their number.
    """

    dice: DiceOf | None = None
    faces: Faces | None = None


def seal_cave(facts: Sealing, book: Book) -> RulingResult:
    """Decide whether any star seals the cave. Raise Refused, naming the field."""
    if facts.faces is None:
        dice = Ruling().plus("close-assault", facts.dice or book.profiles["infantry"].dice[0], RULE)
        odds = star_odds("sealed", dice.total, book)
        return RulingResult({"dice_needed": dice.total, "needs": [STAR]}, dice, odds=odds)
    stars = stars_of(facts.faces, facts.dice or len(facts.faces), RULE, book)
    return RulingResult({"sealed": stars.total > 0}, stars)

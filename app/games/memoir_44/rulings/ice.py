"""Thin ice: the figures that a unit loses on the hexes of a frozen river that it enters."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from app.core.rules.dice import successes
from app.core.rules.inputs import Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.memoir_44.book import Book
from app.games.memoir_44.rulings.asking import MOST_DICE, Faces
from app.games.memoir_44.rulings.faces import STAR, chance, fallen, hit_odds

RULE = "terrain.frozen-river"


class OnIce(Facts):
    """The hexes of a frozen river that a unit entered by moving, taking ground or retreating."""

    hexes: Annotated[int, Field(ge=1, le=MOST_DICE // 2)] = 1
    faces: Faces | None = None


def frozen_river(facts: OnIce, book: Book) -> RulingResult:
    """Calculate the dice against such a unit, and the figures that it loses: each star one."""
    dice = Ruling().plus("ice", facts.hexes * book.ice.dice, RULE)
    if facts.faces is None:
        odds = hit_odds(successes(dice.total, chance([STAR], book)))
        return RulingResult({"dice_needed": dice.total, "needs": [STAR]}, dice, odds=odds)
    lost = Ruling().plus("stars", fallen(facts.faces, dice.total, book).count(STAR), RULE)
    result: dict[str, Any] = {"dice_needed": dice.total, "figures_lost": lost.total}
    return RulingResult(result, dice, {"figures_lost": lost})

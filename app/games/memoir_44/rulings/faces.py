"""Battle dice: the effect of their faces on a target, and the odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any

from app.core.engine.offers import DiceRequest, fitting
from app.core.rules.dice import Distribution, Face, as_text, at_least, successes
from app.core.rules.inputs import DiceField, Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.memoir_44.book import Book, Symbol, Target
from app.games.memoir_44.rulings.asking import DiceOf

GRENADE: Symbol = "grenade"
FLAG: Symbol = "flag"
STAR: Symbol = "star"


def battle_dice(book: Book, count: int) -> DiceRequest:
    """Return a request for so many battle dice."""
    die: list[Face] = [*book.die]
    return DiceRequest(count, die)


def fallen(faces: Sequence[Symbol], count: int, book: Book) -> list[Symbol]:
    """Return the faces, if they are as many as asked. Raise Refused."""
    return fitting([*faces], battle_dice(book, count), "faces")


def chance(faces: Sequence[Symbol], book: Book) -> Fraction:
    """Return the chance that one die shows one of these faces."""
    return Fraction(sum(book.die.count(face) for face in set(faces)), len(book.die))


def hitting(target: Target, book: Book, *, stars: bool = False) -> list[Symbol]:
    """Return the faces that hit a target."""
    return [*book.units[target].hit_by, *([STAR] if stars else [])]


def hit_odds(distribution: Distribution) -> Mapping[str, Any]:
    """Return the odds of hits: of each number, and of at least so many."""
    return {"hits": as_text(distribution), "at_least": as_text(at_least(distribution))}


def star_odds(name: str, dice: int, book: Book) -> Mapping[str, Any]:
    none = (1 - chance([STAR], book)) ** dice
    return {name: {"true": str(1 - none), "false": str(none)}}


class Throw(Facts):
    """Battle dice against a target; without their faces, the number whose odds are asked."""

    target: Target
    stars_hit: bool = False
    dice: DiceOf | None = None
    faces: Annotated[list[Symbol], DiceField(besides=(FLAG,))] | None = None


def read_dice(facts: Throw, book: Book) -> RulingResult:
    """Calculate the hits, flags and stars of battle dice."""
    needs = hitting(facts.target, book, stars=facts.stars_hit)
    if facts.faces is None:
        count = Ruling().plus("dice", facts.dice or 1, "dice.hits")
        odds = hit_odds(successes(count.total, chance(needs, book)))
        return RulingResult({"dice_needed": count.total, "needs": needs}, count, odds=odds)
    faces = fallen(facts.faces, facts.dice or len(facts.faces), book)
    hits = hits_of(faces, facts.target, book, stars=facts.stars_hit)
    return RulingResult({"hits": hits.total, "flags": faces.count(FLAG), "stars": faces.count(STAR)}, hits)


def hits_of(faces: Sequence[Symbol], target: Target, book: Book, *, stars: bool = False) -> Ruling:
    own = [face for face in book.units[target].hit_by if face != GRENADE]
    hits = Ruling().plus("symbols", sum(faces.count(face) for face in own), "dice.hits")
    hits = hits.plus("grenades", faces.count(GRENADE), "dice.hits")
    return hits.plus("stars", faces.count(STAR) if stars else 0, "cards.stars")

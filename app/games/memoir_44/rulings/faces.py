"""Battle dice: the effect of their faces on a target, and the odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any

from app.core.engine.offers import DiceRequest, fitting
from app.core.rules.dice import Distribution, Face, as_text, at_least, successes
from app.core.rules.inputs import DiceField, Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.memoir_44.book import Book, Symbol, Unit
from app.games.memoir_44.rulings.asking import AttackerName, DiceOf, TargetName, check_named
from app.games.memoir_44.rulings.rule_of import ATTACKERS

GRENADE: Symbol = "grenade"
FLAG: Symbol = "flag"
STAR: Symbol = "star"


def battle_dice(book: Book, count: int) -> DiceRequest:
    die: list[Face] = [*book.die]
    return DiceRequest(count, die)


def fallen(faces: Sequence[Symbol], count: int, book: Book) -> list[Symbol]:
    """Return the faces, if they are as many as asked. Raise Refused."""
    return fitting([*faces], battle_dice(book, count), "faces")


def chance(faces: Sequence[Symbol], book: Book) -> Fraction:
    """Return the chance that one die shows one of these faces."""
    return Fraction(sum(book.die.count(face) for face in set(faces)), len(book.die))


def hitting(target: str, book: Book, *, stars: bool = False, by: Unit | None = None) -> list[Symbol]:
    """Return the faces that hit a target; `stars`: a card says that they hit.

    `by`: the kind of the attacker.
    """
    kind = book.targets[target]
    if by is not None and kind.hit_as in by.never_hits:
        return []
    by_stars = (stars and not kind.spared_by_stars) or (by is not None and stars_hit(by, target, kind))
    return [*kind.hit_by, *([STAR] if by_stars else [])]


def stars_hit(by: Unit, target: str, kind: Unit) -> bool:
    return target in by.stars_hit or (kind.hit_as in by.stars_hit and not kind.spared_by_stars)


def hit_odds(distribution: Distribution) -> Mapping[str, Any]:
    """Return the odds of hits: of each number, and of at least so many."""
    return {"hits": as_text(distribution), "at_least": as_text(at_least(distribution))}


def star_odds(name: str, dice: int, book: Book) -> Mapping[str, Any]:
    none = (1 - chance([STAR], book)) ** dice
    return {name: {"true": str(1 - none), "false": str(none)}}


class Throw(Facts):
    """Battle dice against a target; without their faces, the number whose odds are asked.

    `attacker`: the kind that rolls them, whether it has `moved`.
    """

    target: TargetName
    attacker: AttackerName | None = None
    moved: bool = False
    stars_hit: bool = False
    dice: DiceOf | None = None
    faces: Annotated[list[Symbol], DiceField(besides=(FLAG,))] | None = None


def read_dice(facts: Throw, book: Book) -> RulingResult:
    """Calculate the hits, flags and stars of battle dice."""
    check_named(facts.target, book.targets, "target")
    check_named(facts.attacker, book.profiles, "attacker")
    by = book.attack(facts.attacker, moved=facts.moved) if facts.attacker else None
    needs = hitting(facts.target, book, stars=facts.stars_hit, by=by)
    if facts.faces is None:
        count = Ruling().plus("dice", facts.dice or 1, "dice.hits")
        odds = hit_odds(successes(count.total, chance(needs, book)))
        return RulingResult({"dice_needed": count.total, "needs": needs}, count, odds=odds)
    faces = fallen(facts.faces, facts.dice or len(facts.faces), book)
    by_badge = facts.attacker is not None and STAR in needs and not facts.stars_hit
    hits = hits_of(faces, needs, ATTACKERS[str(facts.attacker)] if by_badge else "cards.stars")
    return RulingResult({"hits": hits.total, "flags": faces.count(FLAG), "stars": faces.count(STAR)}, hits)


def hits_of(faces: Sequence[Symbol], needs: Sequence[Symbol], stars: str = "cards.stars") -> Ruling:
    """Return the hits among faces; `stars`: the rule by which stars hit."""
    own = [face for face in needs if face not in (GRENADE, STAR)]
    hits = Ruling().plus("symbols", sum(faces.count(face) for face in own), "dice.hits")
    hits = hits.plus("grenades", faces.count(GRENADE) if GRENADE in needs else 0, "dice.hits")
    return hits.plus("stars", faces.count(STAR) if STAR in needs else 0, stars)

"""Bugs: effects of hits, moves, and acid.

Source: Infantería Móvil, Movimiento; Fuego de combate.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import ceil, floor
from typing import Annotated, Any, Literal

from pydantic import Field

from app.core.engine.offers import check_die
from app.core.errors import Refused
from app.core.rules.dice import D6
from app.core.rules.inputs import Count, Die, Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.mobile_infantry.book import Book, BugKind, Distance, Experience
from app.games.mobile_infantry.rulings.rolls import Modifier, needed, over_faces, shares

MOVE_RULES = {"warrior": "moving.warriors", "flyer": "moving.flyers", "tank": "moving.tanks"}
DEAD, HALF, GROUNDED, UNHURT = "dead", "half", "grounded", "ok"


class Wounds(Facts):
    """A bug and the hits it took."""

    bug: BugKind
    hits: Count


def bug_state(facts: Wounds, book: Book) -> RulingResult:
    """Decide whether a bug is unhurt, half as fast, on the ground or dead.

    Source: Infantería Móvil, Fuego de combate 1.
    """
    left = hits_left(facts.bug, facts.hits, book)
    return RulingResult({"state": state_of(facts.bug, facts.hits, book)}, left)


def hits_left(bug: BugKind, hits: int, book: Book) -> Ruling:
    """Return the hits left until it collapses; at 0 or less it is dead (MI-48)."""
    left = Ruling().plus(bug, book.bugs[bug].hits, "hits.bugs")
    left = left.plus("collapses-after", int(book.answer_for("collapse") == "after"), "hits.bugs")
    return left.plus("hits-taken", -hits, "hits.bugs")


def state_of(bug: BugKind, hits: int, book: Book) -> str:
    card = book.bugs[bug]
    if hits_left(bug, hits, book).total <= 0:
        return DEAD
    if not card.half or hits < card.half:
        return UNHURT
    return GROUNDED if card.grounded else HALF


# -- moving


class BugMove(Facts):
    """The roll of one bug, all its dice added up.

    `landed`: a flyer that its own attack brought down.
    """

    bug: Literal["warrior", "flyer", "tank"]
    roll: Annotated[int, Field(ge=1, le=12)] | None = None
    hits: Count = 0
    landed: bool = False


def bug_move(facts: BugMove, book: Book) -> RulingResult:
    """Calculate how far a bug goes, half inches kept if the table keeps them (MI-12).

    Source: Infantería Móvil, Movimiento.
    """
    state = state_of(facts.bug, facts.hits, book)
    if state == DEAD:
        raise Refused("bug-is-dead", "hits.bugs", field="hits", bug=facts.bug)
    on_foot = facts.bug == "flyer" and (facts.landed or state == GROUNDED)
    kind: Literal["warrior", "flyer", "tank"] = "warrior" if on_foot else facts.bug
    move = book.bugs[kind].move
    if facts.roll is None:
        return RulingResult({"dice_needed": move.dice}, Ruling(), odds=move_odds(facts, move.dice, book))
    check_roll(facts.roll, move)
    inches = Ruling().plus("roll", facts.roll, MOVE_RULES[facts.bug])
    inches = inches.plus("less-inches", -move.less, MOVE_RULES[kind]).within(0, None, MOVE_RULES[kind])
    if state in (HALF, GROUNDED):
        inches = halved(inches, book)
    return RulingResult({"inches": inches.total}, inches)


def check_roll(roll: int, move: Distance) -> None:
    if roll < move.dice:
        raise Refused("too-small", "table.dice", field="roll", limit=move.dice)
    if roll > move.dice * D6:
        raise Refused("too-big", "table.dice", field="roll", limit=move.dice * D6)


def halved(inches: Ruling, book: Book) -> Ruling:
    half: float = inches.total / 2
    rounded = {"exact": half, "up": ceil(half), "down": floor(half)}[book.answer_for("half")]
    whole = int(rounded) if rounded == int(rounded) else rounded
    return inches.plus("halved", whole - inches.total, "moving.half")


def move_odds(facts: BugMove, dice: int, book: Book) -> Mapping[str, Any]:
    rolls = [sum(faces) for faces in product(range(1, D6 + 1), repeat=dice)]
    inches = {roll: bug_move(facts.model_copy(update={"roll": roll}), book)["inches"] for roll in set(rolls)}
    return {"inches": shares(sorted(inches[roll] for roll in rolls))}


# -- acid


class Spray(Facts):
    """One man in the spray of a tank bug."""

    experience: Experience
    die: Die | None = None
    cover: bool = False
    tank_just_located: bool = False


def acid(facts: Spray, book: Book) -> RulingResult:
    """Decide whether he dodges the acid.

    Source: Infantería Móvil, Fuego de Combate 2 – Bichos Tanque.
    """
    base = Ruling().plus(facts.experience, book.acid.dodge[facts.experience], "acid.dodge")
    needs = needed(base, dodging(facts, book))
    if facts.die is None:
        odds = over_faces(acid, facts, book, "dodges")
        return RulingResult({"dice_needed": 1, "needs": needs.total}, needs, odds=odds)
    return RulingResult({"dodges": check_die(facts.die, "die") >= needs.total}, needs)


def dodging(facts: Spray, book: Book) -> list[Modifier]:
    return [
        ("cover", book.acid.cover * facts.cover, "acid.dodge"),
        ("just-located", book.acid.just_located * facts.tank_just_located, "acid.dodge"),
    ]

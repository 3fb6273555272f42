"""Close combat: the effect of a bug's die on a man, and frenzy.

Source: Infantería Móvil, Combate Cerrado.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.core.engine.offers import check_die
from app.core.rules.dice import D6
from app.core.rules.inputs import Die, Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.mobile_infantry.book import Book, Experience
from app.games.mobile_infantry.rulings.rolls import Modifier, over_faces, with_die


class Attack(Facts):
    """One bug's attack on one man. A flyer on the ground is a warrior here."""

    bug: Literal["warrior", "flyer"]
    die: Die | None = None
    experience: Experience
    fleeing: bool = False
    fortified: bool = False
    open_top: bool = False


def close_combat(facts: Attack, book: Book) -> RulingResult:
    """Calculate the effect of the attack on the man, and whether the flyer lands.

    Source: Infantería Móvil, Combate Cerrado.
    """
    column = book.close_combat.flyer if facts.bug == "flyer" else book.close_combat.warrior
    modifiers = attack_modifiers(facts, book)
    if facts.die is None:
        modifier = Ruling()
        for label, change, rule in modifiers:
            modifier = modifier.plus(label, change, rule) if change else modifier
        told = ("effect", "bug_lands") if facts.bug == "flyer" else ("effect",)
        return RulingResult({"dice_needed": 1}, modifier, odds=over_faces(close_combat, facts, book, *told))
    roll = with_die(facts.die, modifiers, "close-combat.table").within(1, len(column), "close-combat.table")
    effect = column[roll.total - 1]
    lands = facts.bug == "flyer" and effect in book.close_combat.lands_on
    return RulingResult({"roll": roll.total, "effect": effect, "bug_lands": lands}, roll)


def attack_modifiers(facts: Attack, book: Book) -> list[Modifier]:
    table = book.close_combat
    fortified = facts.fortified and not (facts.bug == "flyer" and facts.open_top)
    return [
        (facts.experience, table.by_experience[facts.experience], "close-combat.modifiers"),
        ("fleeing", table.fleeing * facts.fleeing, "close-combat.modifiers"),
        ("fortified", table.fortified * fortified, "close-combat.modifiers"),
    ]


class Frenzy(Facts):
    """A man among bugs: their number within six inches, the one that holds him included."""

    die: Die | None = None
    bugs: Annotated[int, Field(ge=0, le=999, examples=[2])]


def frenzy(facts: Frenzy, book: Book) -> RulingResult:
    """Decide whether the bugs tear him apart: a die of no more than they are.

    It takes a group. Source: Ataque Frenético.
    """
    if facts.bugs < book.close_combat.thrown_into:
        return no_group(facts)
    up_to = Ruling().plus("bugs-near", facts.bugs, "frenzy.test").within(0, D6, "frenzy.test")
    if facts.die is None:
        result = {"dice_needed": 1, "up_to": up_to.total}
        return RulingResult(result, up_to, odds=over_faces(frenzy, facts, book, "frenzy"))
    return RulingResult({"frenzy": check_die(facts.die, "die") <= up_to.total}, up_to)


def no_group(facts: Frenzy) -> RulingResult:
    if facts.die is not None:
        check_die(facts.die, "die")
    result = {"frenzy": False, **({"dice_needed": 0, "up_to": 0} if facts.die is None else {})}
    return RulingResult(result, Ruling().plus("bugs-near", facts.bugs, "frenzy.test").within(0, 0, "frenzy.test"))

"""The reaction test of a team. Source: Infantería Móvil, Test de Reacción."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.core.engine.offers import DiceRequest, fitting
from app.core.rules.dice import D6_FACES
from app.core.rules.inputs import Dice, Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.mobile_infantry.book import Book
from app.games.mobile_infantry.rulings.rolls import Modifier, shares

Troops = Annotated[int, Field(ge=0, le=999, examples=[4])]


class ReactionTest(Facts):
    """A team that tests: who is within 12 inches of it, and its experiences.

    Veterans may roll two dice.
    """

    dice: Dice | None = None
    im_within_12: Troops
    bugs_within_12: Troops
    rookie_first_test: bool = False
    recent_casualties: Annotated[int, Field(ge=0, le=99)] = 0
    last_man: bool = False
    command_within_6: bool = False


def reaction(facts: ReactionTest, book: Book) -> RulingResult:
    """Calculate the modifiers of each die, and the results that may be chosen.

    Source: Infantería Móvil, Test de Reacción.
    """
    modifier = Ruling()
    for label, change, rule in reaction_modifiers(facts, book):
        modifier = modifier.plus(label, change, rule) if change else modifier
    if not modifier.reasons:
        modifier = modifier.plus("no-modifier", 0, "reaction.modifiers")
    if facts.dice is None:
        results = [one_result(face, modifier, book).total for face in D6_FACES if isinstance(face, int)]
        one = {"dice_needed": book.reaction.dice, "modifier": modifier.total}
        return RulingResult(one, modifier, odds={"choices": shares(results)})
    faces = fitting(facts.dice, DiceRequest(dice_allowed(facts.dice, book)))
    dice = {str(number): one_result(face, modifier, book) for number, face in enumerate(faces, 1)}
    chosen = choices([one.total for one in dice.values()], book)
    another = {"next": True} if len(faces) < book.reaction.veteran_dice else {}
    return RulingResult({"modifier": modifier.total, "choices": chosen, **another}, modifier, dice)


def dice_allowed(dice: list[int], book: Book) -> int:
    return book.reaction.dice if len(dice) <= book.reaction.dice else book.reaction.veteran_dice


def reaction_modifiers(facts: ReactionTest, book: Book) -> list[Modifier]:
    worth = book.reaction.modifiers
    each = facts.recent_casualties if book.answer_for("casualty") == "each" else min(1, facts.recent_casualties)
    return [
        ("first-test", worth["first-test"] * facts.rookie_first_test, "reaction.modifiers"),
        *numbers(facts, book),
        ("recent-casualties", worth["casualty"] * each, "reaction.modifiers"),
        ("last-man", worth["last-man"] * facts.last_man, "reaction.modifiers"),
        ("command-near", worth["command"] * facts.command_within_6, "reaction.modifiers"),
    ]


def numbers(facts: ReactionTest, book: Book) -> list[Modifier]:
    worth, none = book.reaction.modifiers, facts.bugs_within_12 == 0
    nobody = [("no-bugs", worth["no-bugs"], "reaction.modifiers")] if none else []
    if none and book.answer_for("no-bugs") == "replaces":
        return nobody
    printed = book.answer_for("outnumber") == "printed"
    bugs, im = facts.bugs_within_12, facts.im_within_12
    many, few = (bugs, im) if printed else (im, bugs)
    if many >= book.reaction.outnumbered * few:
        label = "bugs-outnumber" if printed else "im-outnumber"
        return [*nobody, (label, worth["many"], "reaction.modifiers")]
    if many <= few:
        label = "bugs-no-more" if printed else "im-no-more"
        return [*nobody, (label, worth["few"], "reaction.modifiers")]
    return nobody


def one_result(face: int, modifier: Ruling, book: Book) -> Ruling:
    result = Ruling().plus("die", face, "reaction.table").plus("modifier", modifier.total, "reaction.modifiers")
    return result.within(1, len(book.reaction.results), "reaction.table")


def choices(results: list[int], book: Book) -> list[int]:
    flee, others = book.reaction.flee, sorted({one for one in results if one != book.reaction.flee})
    if not others:
        return [flee]
    escapes = flee in results and others == [book.reaction.berserk] and book.answer_for("flee-choice") != "never"
    return [flee, *others] if escapes else others

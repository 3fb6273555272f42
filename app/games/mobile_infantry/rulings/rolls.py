"""Rulings of one die: the modified die, the face it must show, the odds over all faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from app.core.engine.offers import check_die
from app.core.rules.dice import D6_FACES
from app.core.rules.inputs import Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.mobile_infantry.book import Book

Asked = TypeVar("Asked", bound=Facts)
Modifier = tuple[str, int, str]
"""A die modifier: the label of the reason, the number, and the rule."""


def with_die(die: int, modifiers: Iterable[Modifier], rule: str) -> Ruling:
    ruling = Ruling().plus("die", check_die(die, "die"), rule)
    for label, change, because in modifiers:
        ruling = ruling.plus(label, change, because)
    return ruling


def needed(target: Ruling, modifiers: Iterable[Modifier]) -> Ruling:
    for label, change, because in modifiers:
        target = target.plus(label, -change, because)
    return target


def read_off(table: Sequence[Any], face: int) -> Any:
    """Return the table entry of a face, the first one for a 1.

    Raise Refused for a face that no die has.
    """
    return table[check_die(face, "die") - 1]


def shares(values: Sequence[Any]) -> dict[str, str]:
    """Return the chances of equally likely values; of yes and no always both."""
    counted = Counter(values)
    if all(isinstance(value, bool) for value in values):
        return {str(value).lower(): str(Fraction(counted[value], len(values))) for value in (True, False)}
    return {str(value): str(Fraction(counted[value], len(values))) for value in sorted(counted, key=values.index)}


def over_faces(
    ruling: Callable[[Asked, Book], RulingResult], facts: Asked, book: Book, *names: str
) -> Mapping[str, Mapping[str, str]]:
    answers = [ruling(facts.model_copy(update={"die": face}), book) for face in D6_FACES]
    return {name: shares([answer[name] for answer in answers]) for name in names}

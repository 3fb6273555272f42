"""Common rules, an edition's differences and a table's own rulings, read as one typed book."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from app.core.errors import Refused

Made = TypeVar("Made")


class Page(BaseModel):
    """A part of a book: typed, complete, never changed."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class DashedPage(Page):
    """A page whose keys are written with dashes."""

    model_config = ConfigDict(populate_by_name=True, alias_generator=lambda name: name.replace("_", "-"))


Few = Annotated[list[str], Field(max_length=20)]


class Question(Page):
    """A rule the books leave open: its answers, the default first, in both languages (see the words).

    `at`: commands at which people judge by it on the board, where no number tells. `first`: who opens a table is asked
    it before all else. `editions`: those that alone leave it open; none are all.
    """

    answers: Few
    at: Few = []
    first: bool = False
    editions: Few = []

    @property
    def default(self) -> str:
        return self.answers[0]

    def is_asked_in(self, edition: str) -> bool:
        """Return whether an edition leaves it open."""
        return not self.editions or edition in self.editions


Step = Annotated[int, Field(ge=0, le=99)]


class RangeTable(Page):
    """A printed table of ranges: [upper end of the range, value], then the value beyond the last end."""

    steps: Annotated[list[tuple[Step, Step]], Field(max_length=99)]
    beyond: Step

    def at(self, level: int) -> int:
        """The value printed for `level`; levels below the first range use its row."""
        return next((value for upper, value in self.steps if level <= upper), self.beyond)


@cache
def load_toml(path: Path) -> dict[str, Any]:
    """One TOML file of the rules, read once. Raises ValueError, naming the file, for what is none."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path.parent.name}/{path.name}: {error}") from error


def merge(common: Mapping[str, Any], differs: Mapping[str, Any]) -> dict[str, Any]:
    """`common` with every value that `differs` states; nested tables are merged, all else replaced."""
    result = dict(common)
    for key, value in differs.items():
        both = isinstance(value, Mapping) and isinstance(result.get(key), Mapping)
        result[key] = merge(result[key], value) if both else value
    return result


def edition(folder: Path, name: str) -> dict[str, Any]:
    """The whole data of an edition: `common.toml` and what differs in it."""
    return merge(load_toml(folder / "common.toml"), load_toml(folder / f"{name}.toml"))


def check_answers(
    answers: Mapping[str, Any], questions: Mapping[str, Question], at: str = "table_rulings", edition: str | None = None
) -> None:
    """Raises Refused, naming the field, for a question nobody asked or an answer it does not have; with an edition, for
    a question that this one does not leave open."""
    for key, answer in answers.items():
        if key not in questions:
            raise Refused("unknown-question", field=f"{at}.{key}", key=key)
        if edition is not None and not questions[key].is_asked_in(edition):
            raise Refused("not-in-this-edition", field=f"{at}.{key}")
        if answer not in questions[key].answers:
            allowed = ", ".join(questions[key].answers)
            raise Refused("unknown-answer", field=f"{at}.{key}", allowed=allowed)


def answer_in_force(questions: Mapping[str, Question], answers: Mapping[str, str], key: str) -> str:
    """The table's answer to one question, or else its default: it may have come later than the table."""
    return answers[key] if key in answers else questions[key].default


def effective_answers(questions: Mapping[str, Question], answers: Mapping[str, str]) -> dict[str, str]:
    """Every question with the table's answer, or else its default."""
    return {key: answers.get(key, question.default) for key, question in questions.items()}


def asked_in(questions: Mapping[str, Question], edition: str) -> dict[str, Question]:
    """The questions that an edition leaves open."""
    return {key: question for key, question in questions.items() if question.is_asked_in(edition)}


def cache_by_answers(make: Callable[[str, Mapping[str, str]], Made]) -> Callable[[str, Mapping[str, str]], Made]:
    """The book that is made of an edition and answers to open questions, made once for each of the newest tables."""

    @lru_cache(maxsize=64)
    def made(edition: str, answers: tuple[tuple[str, str], ...]) -> Made:
        return make(edition, dict(answers))

    return lambda edition, answers: made(edition, tuple(sorted(answers.items())))


def require_one_of(values: Sequence[str], value: str, field: str) -> str:
    """`value`, if it is one of those. Raises Refused, naming the field."""
    if value not in values:
        raise Refused("not-allowed", field=field, allowed=", ".join(values))
    return value


class PlainBook(Page):
    """The book of a game whose rules are the same in every edition: nothing but the answers to open questions."""

    answers: dict[str, str]

    def with_answers(self, answers: Mapping[str, str]) -> Self:
        """This book with open questions answered."""
        return self.model_copy(update={"answers": dict(answers)})

    def answer_for(self, question: str) -> str:
        """The answer in force to an open question."""
        return self.answers[question]


class QuestionBook(PlainBook, DashedPage):
    """A book that holds its open questions: what nobody has answered has the first answer."""

    questions: dict[str, Any]

    def with_answers(self, answers: Mapping[str, str]) -> Self:
        """This book with open questions answered, and the others as printed."""
        given = effective_answers(self.questions, answers)
        return self if given == self.answers else super().with_answers(given)

"""Typed rule books: common rules, the differences of an edition, and a table's answers."""

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
    """A typed, complete and immutable part of a book."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class DashedPage(Page):
    """A page whose keys are written with dashes in TOML."""

    model_config = ConfigDict(populate_by_name=True, alias_generator=lambda name: name.replace("_", "-"))


Few = Annotated[list[str], Field(max_length=20)]


class Question(Page):
    """An open question of the rules: its possible answers, the default first.

    `at` lists commands at which people judge it on the board.
    `editions` limits it to these editions, `missions` to these of a game without mission files (0: none chosen yet);
    empty means all. Its texts are in the messages.
    """

    answers: Few
    at: Few = []
    editions: Few = []
    missions: Annotated[list[int], Field(max_length=20)] = []

    @property
    def default(self) -> str:
        return self.answers[0]

    def is_asked_in(self, edition: str) -> bool:
        return not self.editions or edition in self.editions


Step = Annotated[int, Field(ge=0, le=99)]


class RangeTable(Page):
    """A printed table of ranges: [upper end, value] steps, then the value beyond the last step."""

    steps: Annotated[list[tuple[Step, Step]], Field(max_length=99)]
    beyond: Step

    def at(self, level: int) -> int:
        """Return the value for `level`; a level below the first range uses the first row."""
        return next((value for upper, value in self.steps if level <= upper), self.beyond)


@cache
def load_toml(path: Path) -> dict[str, Any]:
    """Load one TOML file, cached. Raise ValueError, naming the file, if it cannot be parsed."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path.parent.name}/{path.name}: {error}") from error


def merge(common: Mapping[str, Any], differs: Mapping[str, Any]) -> dict[str, Any]:
    """Override `common` with the values in `differs`; merge nested tables, replace all else."""
    result = dict(common)
    for key, value in differs.items():
        both = isinstance(value, Mapping) and isinstance(result.get(key), Mapping)
        result[key] = merge(result[key], value) if both else value
    return result


def edition(folder: Path, name: str) -> dict[str, Any]:
    """Load an edition: `common.toml` overridden by the edition's own file."""
    return merge(load_toml(folder / "common.toml"), load_toml(folder / f"{name}.toml"))


def check_answers(
    answers: Mapping[str, Any], questions: Mapping[str, Question], at: str = "table_rulings", edition: str | None = None
) -> None:
    """Check answers against the open questions. Raise Refused, naming the field.

    Refused are unknown questions, unknown answers and, if an edition is given, questions that it does not leave open.
    """
    for key, answer in answers.items():
        if key not in questions:
            raise Refused("unknown-question", field=f"{at}.{key}", key=key)
        if edition is not None and not questions[key].is_asked_in(edition):
            raise Refused("not-in-this-edition", field=f"{at}.{key}")
        if answer not in questions[key].answers:
            allowed = ", ".join(questions[key].answers)
            raise Refused("unknown-answer", field=f"{at}.{key}", allowed=allowed)


def answer_in_force(questions: Mapping[str, Question], answers: Mapping[str, str], key: str) -> str:
    """Return the answer to one question, or its default.

    A question may be newer than the table.
    """
    return answers[key] if key in answers else questions[key].default


def effective_answers(questions: Mapping[str, Question], answers: Mapping[str, str]) -> dict[str, str]:
    return {key: answers.get(key, question.default) for key, question in questions.items()}


def asked_in(questions: Mapping[str, Question], edition: str) -> dict[str, Question]:
    return {key: question for key, question in questions.items() if question.is_asked_in(edition)}


def cache_by_answers(make: Callable[[str, Mapping[str, str]], Made]) -> Callable[[str, Mapping[str, str]], Made]:
    @lru_cache(maxsize=64)
    def made(edition: str, answers: tuple[tuple[str, str], ...]) -> Made:
        return make(edition, dict(answers))

    return lambda edition, answers: made(edition, tuple(sorted(answers.items())))


def require_one_of(values: Sequence[str], value: str, field: str) -> str:
    if value not in values:
        raise Refused("not-allowed", field=field, allowed=", ".join(values))
    return value


class PlainBook(Page):
    """A book without editions: it holds only the answers to open questions."""

    answers: dict[str, str]

    def with_answers(self, answers: Mapping[str, str]) -> Self:
        return self.model_copy(update={"answers": dict(answers)})

    def answer_for(self, question: str) -> str:
        return self.answers[question]


class QuestionBook(PlainBook, DashedPage):
    """A book with open questions: an unanswered one has its default, the first answer.

    >>> cover = Question(answers=["half", "full"])
    >>> book = QuestionBook(questions={"cover": cover}, answers={}).with_answers({})
    >>> book.answer_for("cover")
    'half'
    >>> book.with_answers({"cover": "full"}).answer_for("cover")
    'full'
    """

    questions: dict[str, Any]

    def with_answers(self, answers: Mapping[str, str]) -> Self:
        given = effective_answers(self.questions, answers)
        return self if given == self.answers else super().with_answers(given)

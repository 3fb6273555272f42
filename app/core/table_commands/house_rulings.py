"""House rulings, answers to open questions, and other answers for one command."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationInfo

from app.core.engine.command import Draft, GameContext, TableCommand, check_table_open
from app.core.engine.event import TableEvent, part_of
from app.core.engine.offers import NumberChoice, Offer, TextChoice
from app.core.engine.visibility import mark_of
from app.core.errors import Refused
from app.core.rules.book import answer_in_force, check_answers
from app.core.rules.inputs import PRINTABLE, number_or_text

TRACKED_MAX = 99
PLAIN = (int, bool, str, type(None))


def tracked(kind: str, default: Any, *, most: str | None = None, **more: Any) -> Any:
    """Declare a state field that a house ruling may set: `number` or `flag`.

    `most` names the field beside it that has its maximum.
    """
    return field(default=default, metadata={"tracked": kind, "most": most, **more})


@dataclass
class HouseRuled(TableEvent):
    rules = moves_pieces = True
    terms = {"set": "path", "reason": "reason"}

    set: str
    before: int | bool
    to: int | bool
    reason: str

    def apply(self, state: Any) -> None:
        *path, name = self.set.split(".")
        thing = found(state, path)
        if thing is not None:
            setattr(thing, name, self.to)

    def ruled_sides(self, state: Any) -> Collection[str]:
        return side_in(state, self.set)


@dataclass
class QuestionAnswered(TableEvent):
    is_play = False
    terms = {"question": "question", "before": "answer", "answer": "answer"}

    question: str
    before: str
    answer: str

    def apply(self, state: Any) -> None:
        state.answers[self.question] = self.answer


@dataclass
class OtherReadingUsed(TableEvent):
    """One command was judged by another answer to an open question."""

    terms = {"question": "question", "answer": "answer"}

    question: str
    answer: str

    def apply(self, state: Any) -> None:
        """Leave the state unchanged: the answer was used for this command alone."""


def found(thing: Any, path: list[str]) -> Any:
    """Return the record at a path of names and keys, or None if an undo removed it."""
    for part in path:
        thing = part_of(thing, part)
    return thing


def side_in(state: Any, path: str) -> Collection[str]:
    side = state.side_of(path)
    return () if side is None else (side,)


def tracked_in(thing: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(thing, dict | list):
        for key, value in thing.items() if isinstance(thing, dict) else enumerate(thing):
            if type(value) not in PLAIN:
                yield from tracked_in(value, f"{path}{key}.")
    elif is_dataclass(thing):
        for name, tracked_as in _tracked_fields(thing.__class__):
            if tracked_as is not None:
                yield tracked_as, path + name
            elif type(value := getattr(thing, name)) not in PLAIN:
                yield from tracked_in(value, f"{path}{name}.")


def tracked_paths(thing: Any, kind: str) -> Iterator[str]:
    return (path for tracked_as, path in tracked_in(thing) if tracked_as == kind)


def most_at(state: Any, path: str) -> int:
    *records, name = path.split(".")
    record = found(state, records)
    most = next(one.metadata.get("most") for one in fields(record) if one.name == name)
    return TRACKED_MAX if most is None else int(getattr(record, most))


def may_set_any(state: Any) -> bool:
    return any(True for _ in tracked_in(state))


@cache
def _tracked_fields(record: type[Any]) -> list[tuple[str, str | None]]:
    return [(one.name, one.metadata.get("tracked")) for one in fields(record) if mark_of(one) is None]


def rules_the_table(look: GameContext) -> bool:
    """Return True for the referee, or for either side if nobody referees."""
    referee = "referee" in look.log.opening["seats"]
    return look.seat.name == "referee" if referee else look.seat.side is not None


def from_text(value: Any, info: ValidationInfo) -> Any:
    typed = not info.context or info.context["typed"]
    if typed or not isinstance(value, str):
        return value
    return {"True": True, "False": False}.get(value, number_or_text(value))


class HouseRuling(TableCommand):
    """Set one tracked value, with a reason, so that the ordinary command becomes possible.

    Another side's value is set once that side agrees (see `ruling_consent`).
    """

    on_boards = False

    set: str
    to: Annotated[bool | int, BeforeValidator(from_text)]
    reason: Annotated[str, Field(min_length=1, max_length=200, pattern=PRINTABLE)]

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return rules_the_table(look)

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_table_open(look)
        if look.state.over:
            raise Refused("mission-over", "table.over")
        settable = list(tracked_in(look.state))
        numbers = [path for kind, path in settable if kind == "number"]
        flags = [path for kind, path in settable if kind == "flag"]
        if numbers:
            yield Offer(
                cls.key,
                "table",
                choose={"set": numbers, "to": NumberChoice(0, TRACKED_MAX), "reason": TextChoice()},
                label="set-number",
                path="set",
            )
        if flags:
            yield Offer(
                cls.key,
                "table",
                choose={"set": flags, "to": [True, False], "reason": TextChoice()},
                label="set-mark",
                path="set",
            )

    def decide(self, draft: Draft) -> None:
        check_table_open(draft)
        if draft.state.over:
            raise Refused("mission-over", "table.over")
        check_ruled(draft.state, self.set, self.to)
        *path, name = self.set.split(".")
        before = getattr(found(draft.state, path), name)
        if before == self.to:
            raise Refused("value-already", "table.house-ruling", field="to")
        draft.emit(HouseRuled(self.set, before, self.to, self.reason))
        draft.log.game.rules.after_command(draft)

    def rules_on(self, look: GameContext) -> Collection[str]:
        return side_in(look.state, self.set)


def check_ruled(state: Any, path: str, to: bool | int) -> None:
    flag = path in tracked_paths(state, "flag")
    if not flag and path not in tracked_paths(state, "number"):
        raise Refused("not-tracked", "table.house-ruling", field="set", path=path)
    if isinstance(to, bool) != flag or not 0 <= to <= TRACKED_MAX:
        raise Refused("wrong-value", "table.house-ruling", field="to", high=TRACKED_MAX)


class TableRuling(TableCommand):
    on_boards = False

    question: str
    answer: str

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return rules_the_table(look)

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_rules_on(look)
        for key, question in look.log.game.questions_in(look.state.edition).items():
            now = _answer(look, key)
            others = [answer for answer in question.answers if answer != now]
            yield Offer(cls.key, "table", given={"question": key}, choose={"answer": others})

    def decide(self, draft: Draft) -> None:
        check_rules_on(draft)
        check_answers({self.question: self.answer}, draft.log.game.rules.questions, edition=draft.state.edition)
        draft.emit(QuestionAnswered(self.question, _answer(draft, self.question), self.answer))
        draft.log.game.rules.after_command(draft)


def check_rules_on(look: GameContext) -> None:
    """Raise Refused after the end, unless the answer counts for the next table of a campaign."""
    check_table_open(look)
    if look.state.over and look.log.game.history(look.log) is None:
        raise Refused("mission-over", "table.over")


def _answer(look: GameContext, key: str) -> str:
    return answer_in_force(look.log.game.rules.questions, look.state.answers, key)

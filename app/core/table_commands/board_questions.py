"""Questions of the app about the physical board: people tell a fact, or *none of these*.

A game derives its events and commands from these classes and keeps a `BoardTalk` as `app` of its state. While questions
are open, the side that is asked is awaited.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Protocol

from typing_extensions import TypeVar

from app.core.engine.command import Command, Draft, GameContext
from app.core.engine.event import Event
from app.core.engine.offers import Offer
from app.core.errors import Refused

RULE = "table.app"
FACTS = "facts"
"""Key under `waiting` of a side that must answer the app's questions."""


class Question(Protocol):
    """A fact that only the board knows; games add the pieces that it is about."""

    @property
    def kind(self) -> str: ...


QuestionOf = TypeVar("QuestionOf", bound=Question, default=Any)


@dataclass(kw_only=True)
class BoardTalk(Generic[QuestionOf]):
    """The open questions of the app by key, and how many it has asked. All of it is public."""

    inquiries: dict[str, QuestionOf] = field(default_factory=dict)
    asked: int = 0


def numbered(state: Any, questions: Sequence[QuestionOf]) -> dict[str, QuestionOf]:
    first = state.app.asked + 1
    return {f"inquiry-{first + place}": one for place, one in enumerate(questions)}


def open_questions(look: GameContext, *kinds: str) -> dict[str, Any]:
    if look.state.over:
        raise Refused("mission-over", "table.over")
    check_is_asked(look, FACTS, "nothing-asked")
    found = {key: one for key, one in look.state.app.inquiries.items() if one.kind in kinds}
    if not found:
        raise Refused("nothing-asked", RULE)
    return found


def check_is_asked(look: GameContext, for_: str, code: str) -> None:
    """Raise Refused for a side from which the app wants no such answer."""
    if not any((one.side, one.for_) == (look.side, for_) for one in look.state.waiting):
        raise Refused(code, RULE)


def known(given: Sequence[str], allowed: Sequence[str], field: str) -> list[str]:
    """Return the named items, each once. Raise Refused for impossible ones."""
    if any(key not in allowed for key in given):
        raise Refused("not-on-the-board", RULE, field=field)
    return list(dict.fromkeys(given))


# -- events


class BoardAsked(Event, abstract=True):
    """The app asks for facts of the board. A game's event has the field `inquiries`."""

    asks: ClassVar[str]
    """The side that answers, if it is always the same."""
    inquiries: Any

    def asked_side(self, state: Any) -> str:
        return self.asks

    def apply(self, state: Any) -> None:
        state.app.asked += len(self.inquiries)
        if self.inquiries and not state.app.inquiries:
            state.wait_for(self.asked_side(state), FACTS)
        state.app.inquiries.update(self.inquiries)


class BoardTold(Event, abstract=True):
    """A fact of the board was told. A game's event has fields `inquiry`, `kind` and `answer`."""

    is_background = True

    inquiry: str
    kind: str
    answer: dict[str, list[str]]

    def apply(self, state: Any) -> None:
        state.app.inquiries.pop(self.inquiry, None)
        if not state.app.inquiries:
            forget_questions(state)


def forget_questions(state: Any) -> None:
    state.app.inquiries = {}
    state.waiting = [one for one in state.waiting if one.for_ != FACTS]


# -- commands


class Telling(Command):
    """An answer to a question of the app. Any seat of the side gives it, the first one counts.

    Mix it in before the game's class of commands of that side.
    """

    kind: ClassVar[str]
    told: ClassVar[type[Any]]
    """The game's event of an answer."""

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return super().allowed_for(look) and look.state.app is not None

    @classmethod
    def questions(cls, look: GameContext) -> dict[str, Any]:
        return open_questions(look, cls.kind)

    def note(self, draft: Draft, inquiry: str, **answer: Sequence[str]) -> None:
        """Note the answer to one question; what is empty is left out."""
        draft.emit(self.told(inquiry, self.kind, {name: list(values) for name, values in answer.items() if values}))


class TellFact(Telling):
    inquiry: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key, one in cls.questions(look).items():
            yield cls.form(look, key, one)

    @classmethod
    def form(cls, look: GameContext, key: str, one: Any) -> Offer:
        raise NotImplementedError

    def question(self, look: GameContext) -> Any:
        found = self.questions(look)
        if self.inquiry not in found:
            raise Refused("nothing-asked", RULE, field="inquiry")
        return found[self.inquiry]

    def tell(self, draft: Draft, **answer: Sequence[str]) -> None:
        self.note(draft, self.inquiry, **answer)


class TellNone(Telling):
    """Answer *none of these* to every open question of a kind."""

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        cls.questions(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        for key, one in self.questions(draft).items():
            draft.emit(self.none_told(key, one))
            self.settle(draft, one)

    def none_told(self, inquiry: str, one: Any) -> Event:
        """Return the event of *none of these*. A game says more in it if its event has more fields."""
        event: Event = self.told(inquiry, self.kind, {})
        return event

    def settle(self, draft: Draft, one: Any) -> None:
        """Emit what follows from *none of these*; nothing unless the game says so."""

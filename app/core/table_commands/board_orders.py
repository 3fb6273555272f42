"""Orders of the app to people, and their answers: *Done*, *All done*, *It cannot*.

The app does not see the board: an order says who, what, towards what, and why. A game whose app waits for the answers
keeps an `OrderTalk` as `app` of its state and derives its events and commands from these classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic

from app.core.engine.command import Command, Draft, GameContext
from app.core.engine.event import Event
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.table_commands.board_questions import RULE, BoardTalk, QuestionOf, check_is_asked

ORDERS = "orders"
"""Key under `waiting` of a side that must report on the app's orders."""


@dataclass
class BoardOrder:
    """An order that waits for its answer: who does what, towards what, how far at most, and why."""

    who: list[str]
    do: str
    towards: str
    most: int | None
    reason: list[str]
    section: str


@dataclass(kw_only=True)
class OrderTalk(BoardTalk[QuestionOf], Generic[QuestionOf]):
    """The open questions and orders of the app, and how many it has given. All of it is public."""

    orders: dict[str, BoardOrder] = field(default_factory=dict)
    ordered: int = 0


# -- events


class OrderGiven(Event, abstract=True):
    """An order of the app: who, what, towards what, and why by a rule or the app's own choice."""

    terms = {"do": "order", "section": "by"}

    who: list[str]
    do: str
    towards: str
    reason: list[str]
    section: str


class AnsweredOrderGiven(OrderGiven, abstract=True):
    """An order that waits for an answer of the side `asks`; `most` is how far at most."""

    asks: ClassVar[str]
    most: int | None

    def asked_side(self, state: Any) -> str:
        return self.asks

    def apply(self, state: Any) -> None:
        talk: OrderTalk[Any] = state.app
        if not talk.orders:
            state.wait_for(self.asked_side(state), ORDERS)
        talk.ordered += 1
        talk.orders[f"app-order-{talk.ordered}"] = BoardOrder(
            list(self.who), self.do, self.towards, self.most, list(self.reason), self.section
        )


class OrderAnswered(Event, abstract=True):
    """People have answered an order. A game's event has the fields `order` and `because`.

    `because` is empty if the order is done.
    If it cannot be done, all orders that are still open fall with it: the app plans anew.
    """

    order: str
    because: str

    def apply(self, state: Any) -> None:
        talk: OrderTalk[Any] = state.app
        talk.orders.pop(self.order, None)
        if self.because:
            talk.orders = {}
        if not talk.orders:
            forget_orders(state)


def forget_orders(state: Any) -> None:
    state.app.orders = {}
    state.waiting = [one for one in state.waiting if one.for_ != ORDERS]


# -- commands


def open_orders(look: GameContext) -> dict[str, BoardOrder]:
    if look.state.over:
        raise Refused("mission-over", "table.over")
    check_is_asked(look, ORDERS, "nothing-ordered")
    found: dict[str, BoardOrder] = look.state.app.orders
    if not found:
        raise Refused("nothing-ordered", RULE)
    return found


class Answering(Command):
    """An answer to orders of the app. Any seat of the side gives it, the first one counts.

    Mix it in before the game's class of commands of that side.
    """

    answered: ClassVar[type[Any]]
    """The game's event of an answer."""

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return super().allowed_for(look) and look.state.app is not None

    def answer(self, draft: Draft, key: str, because: str = "") -> None:
        """Note the answer, and emit what follows. Raise Refused for an order that is not open."""
        order = open_orders(draft).get(key)
        if order is None:
            raise Refused("nothing-ordered", RULE, field="order")
        draft.emit(self.answer_to(key, order, because))
        self.settle(draft, order, because)

    def answer_to(self, key: str, order: BoardOrder, because: str) -> Any:
        return self.answered(key, because)

    def settle(self, draft: Draft, order: BoardOrder, because: str) -> None:
        """Emit what follows from an answer; nothing unless the game says so."""


def about(order: BoardOrder) -> tuple[tuple[str, ...], ...]:
    return (tuple(order.who),)


class OrderDone(Answering):
    order: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key, order in open_orders(look).items():
            yield Offer(cls.key, given={"order": key}, about=about(order))

    def decide(self, draft: Draft) -> None:
        self.answer(draft, self.order)


class AllOrdersDone(Answering):
    """Say that all orders are carried out, up to the last one that was read."""

    up_to: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, given={"up_to": [*open_orders(look)][-1]})

    def decide(self, draft: Draft) -> None:
        keys = [*open_orders(draft)]
        if self.up_to not in keys:
            raise Refused("nothing-ordered", RULE, field="up_to")
        for key in keys[: keys.index(self.up_to) + 1]:
            self.answer(draft, key)


class OrderImpossible(Answering):
    reasons: ClassVar[Sequence[str]]
    """The game's reasons; the last one is *none of these*."""

    order: str
    because: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key, order in open_orders(look).items():
            yield Offer(cls.key, given={"order": key}, choose={"because": list(cls.reasons)}, about=about(order))

    def decide(self, draft: Draft) -> None:
        if self.because not in self.reasons:
            allowed = ", ".join(self.reasons)
            raise Refused("not-allowed", RULE, field="because", allowed=allowed)
        self.answer(draft, self.order, self.because)

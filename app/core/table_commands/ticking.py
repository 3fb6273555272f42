"""Ticking of instructions for the physical table, by one seat for all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from app.core.engine.command import Draft, GameContext, TableCommand
from app.core.engine.event import CHANGE, ORDER, OnTable, TableEvent, order_number
from app.core.engine.offers import MultiChoice, Offer
from app.core.errors import Refused

RULE = "table.on-table"


@dataclass
class TickedOff(TableEvent):
    is_play = False

    seat: str
    orders: list[str]
    pieces: list[str]
    on_table: OnTable = field(default_factory=dict)
    """Pieces whose difference was ticked → the aspects that people changed on the physical table."""

    def apply(self, state: Any) -> None:
        """Drop the orders of events; differences end as what lies there is what the state shows."""
        for key in self.orders:
            if key.startswith(ORDER):
                state.on_table.pop(key, None)


class TickOff(TableCommand):
    waits: ClassVar[bool] = False
    orders: list[str]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        due = due_for(look)
        yield Offer(cls.key, "table", choose={"orders": MultiChoice(due, 1, len(due), False)})

    def decide(self, draft: Draft) -> None:
        due = due_for(draft)
        if not self.orders or not all(draft.log.was_ordered(key) for key in self.orders):
            raise Refused("no-such-order", RULE, field="orders")
        note_done(draft, [key for key in due if key in self.orders])


class TickOffAll(TableCommand):
    """Tick all instructions up to the last one that the seat has read."""

    waits: ClassVar[bool] = False
    up_to: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        due = due_for(look)
        yield Offer(cls.key, "table", given={"up_to": due[-1]})

    def decide(self, draft: Draft) -> None:
        if not draft.log.was_ordered(self.up_to):
            raise Refused("no-such-order", RULE, field="up_to")
        due, kind = due_for(draft), ORDER if self.up_to.startswith(ORDER) else CHANGE
        read = [0 < order_number(key, kind) <= order_number(self.up_to, kind) for key in due]
        note_done(draft, due[: len(due) - read[::-1].index(True)] if True in read else [])


def due_for(look: GameContext) -> list[str]:
    due = [key for key, order in look.log.orders.items() if order.concerns(look.seat)]
    if not due:
        raise Refused("nothing-on-the-table", RULE)
    return due


def note_done(draft: Draft, orders: Sequence[str]) -> None:
    """Emit that these instructions were carried out. Raise Refused if all were ticked before."""
    if not orders:
        raise Refused("ticked-off-already", RULE)
    about = dict.fromkeys(piece for key in orders for piece in draft.log.orders[key].pieces)
    draft.emit(TickedOff(draft.seat.name, list(orders), list(about), draft.log.settled(orders)))

"""Ticking of instructions for the physical table, by one seat for all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from app.core.engine.command import Draft, GameContext, TableCommand
from app.core.engine.event import TableEvent, order_number
from app.core.engine.offers import MultiChoice, Offer
from app.core.errors import Refused

RULE = "table.on-table"


@dataclass
class TickedOff(TableEvent):
    """These instructions about these pieces were carried out."""

    is_play = False

    seat: str
    orders: list[str]
    pieces: list[str]

    def apply(self, state: Any) -> None:
        for key in self.orders:
            state.on_table.pop(key, None)


class TickOff(TableCommand):
    """Tick some of the instructions for the physical table."""

    waits: ClassVar[bool] = False
    orders: list[str]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        due = due_for(look)
        yield Offer(cls.key, "table", choose={"orders": MultiChoice(due, 1, len(due), False)})

    def decide(self, draft: Draft) -> None:
        due = due_for(draft)
        given: int = draft.state.orders_given
        if not self.orders or not all(0 < order_number(key) <= given for key in self.orders):
            raise Refused("no-such-order", RULE, field="orders")
        note_done(draft, [key for key in due if key in self.orders])


class TickOffAll(TableCommand):
    """Tick all instructions up to the last one that the seat has read."""

    waits: ClassVar[bool] = False
    up_to: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        due = due_for(look)
        if len(due) > 1:
            yield Offer(cls.key, "table", given={"up_to": due[-1]})

    def decide(self, draft: Draft) -> None:
        last = order_number(self.up_to)
        if not 0 < last <= draft.state.orders_given:
            raise Refused("no-such-order", RULE, field="up_to")
        note_done(draft, [key for key in due_for(draft) if order_number(key) <= last])


def due_for(look: GameContext) -> list[str]:
    """Return the instructions that concern this seat. Raise Refused if there are none."""
    due = [key for key, order in look.state.on_table.items() if order.concerns(look.seat)]
    if not due:
        raise Refused("nothing-on-the-table", RULE)
    return due


def note_done(draft: Draft, orders: Sequence[str]) -> None:
    """Emit that these instructions were carried out. Raise Refused if all were ticked before."""
    if not orders:
        raise Refused("ticked-off-already", RULE)
    about = [piece for key in orders for piece in draft.state.on_table[key].pieces]
    draft.emit(TickedOff(draft.seat.name, list(orders), list(dict.fromkeys(about))))

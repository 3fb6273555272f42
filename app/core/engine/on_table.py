"""What people have to place, to move or to take away on their table: the orders that follow from events."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Protocol

from app.core.engine.event import PUBLIC, Event, State, TableOrder
from app.core.engine.visibility import veil

OrdersOf = Callable[[Any, Any], Iterable[TableOrder]]
"""An event and the state that it made, both as everybody sees them → its orders."""
ORDER = "order-"
"""What the keys of orders begin with."""


class Ordering(Protocol):
    """Rules of a game, as far as they give orders."""

    @property
    def orders(self) -> Mapping[type[Event], OrdersOf]: ...
    @property
    def off_table(self) -> Callable[[Any], Collection[str]]: ...


def happen(rules: Ordering, event: Event, state: State) -> None:
    """Write on the state what happened, and what people have to do on their table because of it."""
    event.apply(state)
    note_orders(rules, event, state)


def note_orders(rules: Ordering, event: Event, state: State) -> None:
    """Write on the state what people have to do on their table now that this has happened.

    Orders are made of what everybody knows alone. Whoever has not ticked off an order before is told only the newer
    one of the same kind for a piece, and nothing more of pieces that have left the table.
    """
    orders_of = rules.orders.get(type(event))
    if orders_of is not None and event.seen_by(PUBLIC):
        for order in orders_of(veil(event, PUBLIC), veil(state, PUBLIC)):
            forget(state, order.pieces, order.kind)
            state.orders_given += 1
            state.on_table[f"{ORDER}{state.orders_given}"] = order
    if state.on_table:
        forget(state, rules.off_table(state), "place", "move")
    if state.over:
        state.on_table = {}


def forget(state: State, pieces: Collection[str], *kinds: str) -> None:
    """Take pieces out of the orders of these kinds and of what they say; an order about nothing any more goes."""
    for key, order in list(state.on_table.items()):
        if order.kind in kinds and not set(pieces).isdisjoint(order.pieces):
            order.pieces = [piece for piece in order.pieces if piece not in pieces]
            order.values = {name: without(value, pieces) for name, value in order.values.items()}
            if not order.pieces:
                del state.on_table[key]


def without(value: Any, pieces: Collection[str]) -> Any:
    """A list of pieces, or what is said of each by its key, without some of them; any other value as it is."""
    if isinstance(value, dict):
        return {key: of for key, of in value.items() if key not in pieces}
    return [one for one in value if one not in pieces] if isinstance(value, list) else value


def number_of(key: str) -> int:
    """Which order a key names, counted from 1; 0 where it names none."""
    number = key.removeprefix(ORDER)
    return int(number) if key.startswith(ORDER) and number.isdecimal() else 0

"""What presses are decided on: copies of a table's state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol
from weakref import ref

from app.core.play import Entry, Event, copied
from app.core.undo import back_reference


class Kept(Protocol):
    """A table, as far as a copy of its state is asked for."""

    entries: list[Entry]
    state: Any


class _Decided(NamedTuple):
    """What a press was decided on: the table, how many entries it had, what followed, and the state that this made."""

    table: ref[Any]
    length: int
    events: Sequence[Event]
    state: Any


class Slate:
    """Gives copies of states to decide presses on, one after the other.

    Where just what was decided on the last copy was folded in, that is a copy again: most presses need no other one.
    """

    def __init__(self) -> None:
        self._last: _Decided | None = None

    def copy_of(self, table: Kept) -> Any:
        """A copy of a table's state to write on."""
        state, self._last = self._still(table), None
        return copied(table.state) if state is None else state

    def note_decided(self, table: Kept, events: Sequence[Event], state: Any) -> None:
        """Note that these events were decided on a copy of a table's state; they may be folded in now."""
        self._last = _Decided(ref(table), len(table.entries), events, state)

    def parted(self, table: Kept) -> bool:
        """Whether the newest press was decided on a copy that is another now than the state: a fault of its command."""
        state = self._still(table)
        return state is not None and state != table.state

    def _still(self, table: Kept) -> Any:
        last = self._last
        if last is None or last.table() is not table or last.length + 1 != len(table.entries):
            return None
        newest = table.entries[-1]
        return last.state if list(newest.events) == last.events and back_reference(newest) is None else None

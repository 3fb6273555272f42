"""The log of a table: its entries, which of them stand, and what undo and redo mean."""

from __future__ import annotations

from app.core.engine.event import Entry, Seat
from app.core.table_commands.undo import Redone, Undone, undo_target


class History:
    """The entries of a table, in order. They are added and never changed; an undo is one more of them."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.undone: set[int] = set()
        self._moves: list[Entry] = []
        """The presses of play, and those that took one back or brought one back."""
        self._by_key: dict[tuple[str, str], Entry] = {}

    def add_entry(self, entry: Entry) -> Undone | Redone | None:
        self.entries.append(entry)
        self._by_key[entry.seat, entry.key] = entry
        reference = undo_target(entry)
        if reference is not None:
            (self.undone.add if isinstance(reference, Undone) else self.undone.discard)(reference.press)
        if reference is not None or self.is_play(entry):
            self._moves.append(entry)
        return reference

    def entry_of(self, seat: Seat, key: str) -> Entry | None:
        """The press that a seat gave with that key, if it did."""
        return self._by_key.get((seat.name, key))

    def is_active(self, entry: Entry) -> bool:
        """Return whether a press has not been undone."""
        return entry.seq not in self.undone

    def is_play(self, entry: Entry) -> bool:
        """Return whether a press is one of play."""
        return entry.seq > 0 and all(type(event).is_play for event in entry.events)

    def sees(self, seat: Seat, entry: Entry) -> bool:
        """Return whether a press exists for the seat: an undo of what it never saw does not."""
        reference = undo_target(entry)
        if reference is not None:
            return self.sees(seat, self.entries[reference.press])
        return any(event.visible_to(seat) for event in entry.events)

    def last_undoable(self, seat: Seat) -> Entry | None:
        """The newest standing press of play that the seat may see."""
        plays = (entry for entry in reversed(self._moves) if self.is_active(entry) and self.is_play(entry))
        return next((entry for entry in plays if self.sees(seat, entry)), None)

    def last_redoable(self, seat: Seat) -> Entry | None:
        """The press that a redo would bring back: the last undone one, as long as nothing was played since."""
        redone = 0
        for entry in reversed(self._moves):
            if not self.sees(seat, entry):
                continue
            reference = undo_target(entry)
            if isinstance(reference, Redone):
                redone += 1
            elif isinstance(reference, Undone) and redone:
                redone -= 1
            elif isinstance(reference, Undone):
                return self.entries[reference.press]
            elif self.is_play(entry) and self.is_active(entry):
                return None
        return None

    def undone_by(self, undone: Entry) -> str | None:
        """The seat that last undid a press."""
        for entry in reversed(self._moves):
            reference = undo_target(entry)
            if isinstance(reference, Undone) and reference.press == undone.seq:
                return entry.seat
        return None

"""The event log of a table: its entries, which are active, and undo and redo."""

from __future__ import annotations

from app.core.engine.event import Entry, Seat
from app.core.table_commands.undo import Redone, Undone, undo_target


class History:
    """The entries of a table in order; only appended to. An undo is an entry, too."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.undone: set[int] = set()
        self._moves: list[Entry] = []
        """Entries of play, and the undo and redo entries."""
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
        """Return the seat's entry with that idempotency key, or None."""
        return self._by_key.get((seat.name, key))

    def is_active(self, entry: Entry) -> bool:
        """Return True if an entry is not undone."""
        return entry.seq not in self.undone

    def is_play(self, entry: Entry) -> bool:
        """Return True if an entry is a move of the game."""
        return entry.seq > 0 and all(type(event).is_play for event in entry.events)

    def sees(self, seat: Seat, entry: Entry) -> bool:
        """Return True if an entry exists for the seat; the undo of an unseen entry does not."""
        reference = undo_target(entry)
        if reference is not None:
            return self.sees(seat, self.entries[reference.press])
        return any(event.visible_to(seat) for event in entry.events)

    def last_undoable(self, seat: Seat) -> Entry | None:
        """Return the newest active move that the seat may see, or None."""
        plays = (entry for entry in reversed(self._moves) if self.is_active(entry) and self.is_play(entry))
        return next((entry for entry in plays if self.sees(seat, entry)), None)

    def last_redoable(self, seat: Seat) -> Entry | None:
        """Return the entry that a redo would restore, or None.

        It is the last undone one, if no move was made since.
        """
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
        """Return the seat that last undid an entry, or None."""
        for entry in reversed(self._moves):
            reference = undo_target(entry)
            if isinstance(reference, Undone) and reference.press == undone.seq:
                return entry.seat
        return None

"""The event log of a table: its entries, which are active, and undo and redo."""

from __future__ import annotations

from app.core.engine.event import Entry, Seat
from app.core.table_commands.opponents import is_by_app
from app.core.table_commands.undo import Redone, Undone, undo_target

MOST_ENTRIES = 3000
"""The maximum number of entries of a log, ten times those of a long evening."""


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
        if entry.key:  # the app's own have none
            self._by_key[entry.seat, entry.key] = entry
        reference = undo_target(entry)
        if reference is not None:
            meant = {reference.press, *reference.answers}
            (self.undone.update if isinstance(reference, Undone) else self.undone.difference_update)(meant)
        if reference is not None or self.is_play(entry):
            self._moves.append(entry)
        return reference

    def entry_of(self, seat: Seat, key: str) -> Entry | None:
        return self._by_key.get((seat.name, key))

    def is_active(self, entry: Entry) -> bool:
        return entry.seq not in self.undone

    def is_play(self, entry: Entry) -> bool:
        return entry.seq > 0 and all(type(event).is_play for event in entry.events)

    def sees(self, seat: Seat, entry: Entry) -> bool:
        """Return True if an entry exists for the seat; the undo of an unseen entry does not."""
        reference = undo_target(entry)
        if reference is not None:
            return self.sees(seat, self.entries[reference.press])
        return any(event.visible_to(seat) for event in entry.events)

    def last_undoable(self, seat: Seat) -> Entry | None:
        """Return the newest active move of people that the seat may see, or None."""
        moves = (entry for entry in reversed(self._moves) if self.is_active(entry) and not is_by_app(entry))
        plays = (entry for entry in moves if self.is_play(entry))
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

    def answers_to(self, entry: Entry) -> list[Entry]:
        return [later for later in self._moves if later.seq > entry.seq and self.is_active(later) and is_by_app(later)]

    def undone_by(self, undone: Entry) -> str | None:
        entry = self._undo_of(undone)
        return entry.seat if entry is not None else None

    def undone_with(self, undone: Entry) -> list[int]:
        """Return the seqs of the app's moves that were undone with an entry."""
        entry = self._undo_of(undone)
        reference = undo_target(entry) if entry is not None else None
        return reference.answers if reference is not None else []

    def _undo_of(self, undone: Entry) -> Entry | None:
        for entry in reversed(self._moves):
            reference = undo_target(entry)
            if isinstance(reference, Undone) and reference.press == undone.seq:
                return entry
        return None

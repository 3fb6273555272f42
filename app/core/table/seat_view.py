"""The view of each seat: holders, entries it has seen, and its offers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Hashable, Iterable, Mapping
from copy import copy
from itertools import takewhile
from typing import Any, Self

from app.core.engine.command import GameContext, list_offers, skip_blocked
from app.core.engine.event import PUBLIC, Entry, Seat, deep_copy
from app.core.engine.offers import Offer
from app.core.engine.visibility import redact
from app.core.game.definition import REFEREE, Game
from app.core.table.state import TableState
from app.core.table_commands.ruling_consent import number_presses
from app.core.table_commands.seating import SeatStatus, seating_after
from app.core.table_commands.tutorial import only_the_step


class Table(TableState):
    """A table: history (`History`), state (`TableState`), and here the view of each seat."""

    def __init__(self, code: str, game: Game, entries: Iterable[Entry]) -> None:
        super().__init__(code, game, entries)
        self._known: tuple[int, Any, dict[Hashable, Any], dict[Hashable, Any]] = (0, None, {}, {})
        self._seen: dict[Seat, tuple[int, list[Entry]]] = {}
        self._seating: tuple[int, dict[str, SeatStatus]] = (0, {})

    @property
    def seating(self) -> Mapping[str, SeatStatus]:
        looked, seating = self._seating
        if looked != len(self.entries):
            seating = seating_after(seating or dict.fromkeys(self.seats, SeatStatus()), self.entries[looked:])
            self._seating = len(self.entries), seating
        return seating

    @property
    def generations(self) -> Mapping[str, int]:
        """Return the generation of every seat; tokens of an earlier one are invalid."""
        return {name: status.freed for name, status in self.seating.items()}

    @property
    def generations_of_people(self) -> Mapping[str, int]:
        """Return the generation of every seat to which tokens are given: not those of the app."""
        return {name: freed for name, freed in self.generations.items() if self.state.seats[name].app is None}

    def seat(self, name: str) -> Seat:
        """Return the seat of that name, or the public seat."""
        if name not in self.seats:
            return PUBLIC
        return Seat(name, self.seats[name], name == REFEREE and self.opening["referee_sees"] == "all")

    def seen(self, seat: Seat) -> list[Entry]:
        """Return the entries that exist for the seat; positions from 1 are its own seqs."""
        looked, known = self._seen.get(seat, (1, []))
        if looked != len(self.entries):
            new = self.entries[looked:]
            known = known + [entry for entry in new if self.sees(seat, entry)]
            self._seen[seat] = looked + len(new), known
        return known

    def seq(self, seat: Seat) -> int:
        return len(self.seen(seat))

    def seq_at(self, seat: Seat, press: int) -> int:
        return bisect_right(self.seen(seat), press, key=lambda entry: entry.seq)

    def length_at(self, seat: Seat, seq: int) -> int:
        later = self.seen(seat)[seq:]
        return later[0].seq if later else len(self.entries)

    def rulings_since_play(self, side: str) -> list[Entry]:
        plays = (entry for entry in reversed(self._moves) if self.is_active(entry) and self.is_play(entry))
        since = takewhile(lambda entry: self.seats.get(entry.seat) != side, plays)
        return [entry for entry in since if any(type(event).rules for event in entry.events)]

    def state_for(self, seat: Seat) -> Any:
        """Return the redacted state, with the seat's own seqs."""
        state = copy(redact(self.state, seat))
        number_presses(state, self, seat)
        state.on_table = self.orders
        return state

    def copied(self) -> Self:
        """Return a copy without shared mutable data, for another thread; only its state is readable."""
        copied = copy(self)
        copied.entries, copied.undone, copied._moves = [*self.entries], {*self.undone}, [*self._moves]
        copied.state, copied._known, copied._seen = deep_copy(self.state), (0, None, {}, {}), {}
        copied.physical = self.physical.copied()
        copied.__dict__.pop("_book_as_opened", None)  # a book caches: the copy opens its own
        copied._answering, copied._without, copied._speeches = {}, None, {}
        return copied

    def look(self, seat: Seat, readings: Mapping[str, str] | None = None) -> GameContext:
        """Return the context of commands for this seat, possibly under other answers (`readings`)."""
        book = self.book(readings)
        length, read, _, book_cache = self._known
        if length != len(self.entries) or book is not read:
            self._known = len(self.entries), book, {}, book_cache if book is read else {}
        return GameContext(self.state, book, seat, self, *self._known[2:])

    def offers_for(
        self,
        seat: Seat,
        *,
        greyed: bool = False,
        reckoned: bool = True,
        but: Collection[str] = (),
        readings: Mapping[str, str] | None = None,
    ) -> list[Offer]:
        """Return the offers of the seat, except the commands in `but`.

        With `greyed`, refused commands of its side are listed with the reason. With `reckoned`, offers have previews.
        `readings` are other answers to open questions.
        """
        if seat == PUBLIC:
            return []
        look = self.look(seat, readings)
        look.greyed, look.wants_previews = greyed, reckoned
        commands = self.game.commands if seat.side else self.game.commands_of_no_side
        asked = [command for key, command in commands.items() if key not in but]
        offers = [offer for command in skip_blocked(asked, look) for offer in list_offers(command, look)]
        if step := self.step:
            offers = [*only_the_step(*step, seat.name, offers)]
        return [offer for offer in offers if offer.why_not is None or (greyed and offer.group == "play")]

"""The physical table: what lies there, and what people must change for it to show the state.

A game tells by `GameRules.on_table` what everybody can see of its pieces. The aspect `at` is where a piece is (it is
off the table without one; `SOMEWHERE` if only the table knows the place), `of` its side or seat, `is` its name if its
key is none. What begins with `at-` is where a part of it is. What begins with `hand` is changed by whoever acts, with
his own hand, as is a place that only the table knows: it is told if it is taken back, and not before.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from copy import copy
from itertools import compress
from operator import ne
from typing import Any, Literal, TypeGuard

from app.core.engine.event import CHANGE, Entry, Event, OnTable, Pieces, State, TableChange, TableOrder
from app.core.rules.inputs import is_number
from app.core.table_commands.ticking import TickedOff
from app.core.table_commands.undo import Undone

AT, IS, OF, HAND = "at", "is", "of", "hand"
SOMEWHERE = "table"
SETTLING = (Undone, TickedOff)
NOTHING: tuple[Any, ...] = ((),)
Step = dict[str, Any]
"""A difference of one aspect: `what` with its value `before` and `now`, None for nothing."""


class PhysicalTable:
    """Compares the table as it was last ticked with what the state shows.

    `changes` are the differences by key.
    """

    def __init__(self, seen_on: Callable[[Any], Pieces], state: State) -> None:
        self.seen_on = seen_on
        self.shown: Pieces = seen_on(state)
        self.ticked = dict(self.shown)
        self.changes: dict[str, TableChange] = {}
        self.changes_noted = 0
        self._turn = state.turn
        self._since: dict[str, int] = {}
        """Instruction → its place in the order in which all were given."""
        self._look_of: dict[str, str] = {}
        self._key_of: dict[str, str] = {}
        """Piece → what its difference looks like, and that → the key of its line in `changes`."""

    def copied(self) -> PhysicalTable:
        copied = copy(self)
        copied.changes, copied._since = {**self.changes}, {**self._since}
        return copied

    def note(self, entry: Entry, mover: Collection[str], state: State) -> None:
        """Update the differences that people must settle after an entry.

        `mover`: its seat and side, empty if it is no move.
        """
        before, moves = self.shown, any(event.moves_pieces for event in entry.events)
        changed, now = self._look(state) if moves else [], self.shown
        for event in entry.events:
            if is_settled(event):
                self._put(event.on_table)
                changed += event.on_table
        if mover and not self._turn:
            self.ticked = dict(now)  # before the first turn, the list of the set-up tells what to place
        self._turn = state.turn
        self._put({key: dict(done_by_hand(aspects(now, key), mover)) for key in changed if mover and key in now})
        told = [key for key in state.on_table if key not in self._since]
        pieces = [piece for key in told for piece in named(state.on_table[key])]
        self._put({key: {AT: aspects(now, key).get(AT)} for key in pieces})
        self._number(told)
        if state.over:
            self.changes, self._look_of, self._key_of, self.ticked = {}, {}, {}, dict(now)
        else:
            self._list(entry, dict.fromkeys(changed), before, mover)

    def _look(self, state: State) -> list[str]:
        """Look at what everybody can see now, and return the pieces that look otherwise."""
        before, self.shown = self.shown, self.seen_on(state)
        if [*before] == [*self.shown]:
            return [*compress(before, map(ne, before.values(), self.shown.values()))]
        changed = [key for key, facts in self.shown.items() if before.get(key) != facts]
        return changed + [key for key in before if key not in self.shown]

    def orders(self, state: State) -> dict[str, TableOrder]:
        every: dict[str, TableOrder] = {**state.on_table, **self.changes}
        return {key: every[key] for key in sorted(every, key=self._since.__getitem__)} if self.changes else every

    def settled(self, orders: Collection[str]) -> OnTable:
        """Return what lies there once these differences are settled: piece → what changes of it."""
        pieces = [piece for key in orders if key in self.changes for piece in self.changes[key].pieces]
        steps = {piece: steps_between(self.ticked, self.shown, piece, all_of=True) for piece in pieces}
        return {piece: {step["what"]: step["now"] for step in found} for piece, found in steps.items()}

    def differences(self, other: PhysicalTable) -> OnTable:
        """Return what this table shows unlike another one: piece → those aspects.

        Left out is what people have still to do after an earlier take-back, since it does not lie there yet.
        """
        found = {}
        for key in dict.fromkeys([*self.shown, *other.shown]):
            if self.shown.get(key) == other.shown.get(key):
                continue
            mine, old = aspects(self.shown, key), self._line_of(key)
            due = {step["what"] for step in old.values["steps"]} if old is not None and old.back else set()
            steps = steps_between(self.shown, other.shown, key, all_of=True)
            differing = {step["what"]: mine.get(step["what"]) for step in steps if step["what"] not in due}
            if differing:
                found[key] = differing
        return found

    def _number(self, keys: Iterable[str]) -> None:
        for key in keys:
            self._since[key] = len(self._since)

    def _put(self, changes: Mapping[str, Mapping[str, Any]]) -> None:
        for key, changed in changes.items():
            if changed:
                known = {**aspects(self.ticked, key), **changed}
                self.ticked[key] = (tuple(known), *known.values())

    def _line_of(self, piece: str) -> TableChange | None:
        return self.changes[self._key_of[self._look_of[piece]]] if piece in self._look_of else None

    def _list(self, entry: Entry, changed: Iterable[str], before: Pieces, mover: Collection[str]) -> None:
        """List changed pieces anew, those with the same steps on one line."""
        taken_back = {key for event in entry.events if isinstance(event, Undone) for key in event.on_table}
        lines: dict[str, TableChange] = {}
        for key in changed:
            old, now = self._line_of(key), aspects(self.shown, key)
            back = key in taken_back or bool(old and old.back and not mover)
            steps = [step for step in steps_between(self.ticked, self.shown, key) if back or not by_hand(step["what"])]
            by = entry.seat if now.get(OF) in mover and is_moved(aspects(before, key), now) else None
            by = old.by if by is None and old is not None else by
            order = self._order(key, steps, None if back else by, back)
            look = look_of(order)
            if old is not None and steps and self._look_of[key] == look:
                continue
            self._take_off(key, old)
            if not steps:
                continue
            line = lines.get(look) or self.changes.get(self._key_of.get(look, ""))
            if line is not None:
                join(line, key, order.values["pieces"][0])
            lines[look], self._look_of[key] = line or order, look
        for look, line in lines.items():
            self.changes.pop(self._key_of.get(look, ""), None)
            self.changes_noted += 1
            self._key_of[look] = f"{CHANGE}{self.changes_noted}"
            self.changes[self._key_of[look]] = line
            self._number([self._key_of[look]])

    def _order(self, key: str, steps: list[Step], by: str | None, back: bool) -> TableChange:
        ticked, shown = aspects(self.ticked, key), aspects(self.shown, key)
        values = {"pieces": [ticked.get(IS) or shown.get(IS) or key], "at": ticked.get(AT), "steps": steps}
        only_moved = kind_of(steps) == "move" and all(is_place(step["what"]) for step in steps)
        return TableChange(kind_of(steps), "change", [key], [], values, by if only_moved else None, back)

    def _take_off(self, piece: str, line: TableChange | None) -> None:
        if line is None:
            return
        place, look = line.pieces.index(piece), self._look_of.pop(piece)
        del line.pieces[place], line.values["pieces"][place]
        if not line.pieces:
            del self.changes[self._key_of.pop(look)]


def is_settled(event: Event) -> TypeGuard[Undone | TickedOff]:
    return isinstance(event, SETTLING) and bool(event.on_table)


def aspects(pieces: Pieces, key: str) -> dict[str, Any]:
    names, *values = pieces.get(key, NOTHING)
    return dict(zip(names, values, strict=True))


def steps_between(before: Pieces, now: Pieces, key: str, all_of: bool = False) -> Iterator[Step]:
    """Yield the differences of a piece.

    If it has left the table, only that, unless `all_of` them are asked for.
    """
    if before.get(key) == now.get(key):
        return
    old, new = aspects(before, key), aspects(now, key)
    has_left = old.get(AT) and not new.get(AT)
    for what in dict.fromkeys([AT, *old, *new]):
        was, is_now = old.get(what) or None, new.get(what) or None
        if was == is_now or not (all_of or what not in (IS, OF)):
            continue
        if all_of or what == AT or not (has_left or (by_hand(what) and was is None)):
            yield {"what": what, "before": was, "now": is_now}


def is_place(what: str) -> bool:
    return what == AT or what.startswith(f"{AT}-")


def by_hand(what: str) -> bool:
    return what.startswith(HAND)


def done_by_hand(now: Mapping[str, Any], mover: Collection[str]) -> Iterator[tuple[str, Any]]:
    """Yield what whoever acts has changed by hand, with its value."""
    yield from ((what, value) for what, value in now.items() if by_hand(what))
    if now.get(AT) == SOMEWHERE and now.get(OF) in mover:
        yield AT, SOMEWHERE


def is_moved(before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    return bool(before.get(AT) and now.get(AT)) and before[AT] != now[AT]


def named(order: TableOrder) -> Iterator[str]:
    """Yield the pieces of an order of an event, and those that it names besides."""
    yield from order.pieces
    for value in order.values.values():
        yield from value if isinstance(value, list) else ()


def kind_of(steps: list[Step]) -> Literal["place", "move", "away", "mark"]:
    at = next((step for step in steps if step["what"] == AT), None)
    if at is None:
        return "mark"
    if not at["now"]:
        return "away"
    return "move" if at["before"] else "place"


def look_of(order: TableChange) -> str:
    """Return what is the same of all pieces on one line."""
    return repr((order.kind, order.by, order.back, order.values["at"], order.values["steps"]))


def join(line: TableChange, piece: str, name: str) -> None:
    """Put one more piece on a line, by name and number, so that the text can name many together."""
    names = line.values["pieces"]
    place = bisect_right(names, by_number(name), key=by_number)
    line.pieces.insert(place, piece)
    names.insert(place, name)


def by_number(name: str) -> tuple[str, int]:
    kind, _, number = name.rpartition("-")
    return (kind, int(number)) if is_number(number) else (name, 0)

"""Notices above a board: latest events, open questions and restore steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import Any, NamedTuple

from flask import current_app

from app.core.engine.event import PUBLIC, Entry, PendingAnswer, Seat, TableChange, TableOrder, shown_roll
from app.core.engine.offers import Offer
from app.core.engine.visibility import redact
from app.core.messages.translator import Translator, Verbatim, capitalize_first
from app.core.rules.dice import Face, Roll
from app.core.table import serialize
from app.core.table.seat_view import Table
from app.core.table_commands.opponents import AppExplained
from app.core.table_commands.ruling_consent import ObjectToRuling, RulingAsked
from app.core.table_commands.seating import HabitSet, SeatLeft, SeatRenamed, SeatTaken
from app.core.table_commands.setting_up import SetUpTicked
from app.core.table_commands.take_back import TakeBackAsked
from app.core.table_commands.ticking import TickedOff
from app.web.table.fragments import kept
from app.web.wording import looks_of


class LatestEvent(NamedTuple):
    """The newest entry in one line with its dice.

    `number` is the entry's number for this seat; `mine` is True if this seat acted.
    """

    line: str
    dice: tuple[tuple[Face, str], ...]
    number: int
    mine: bool


class Line(NamedTuple):
    """An instruction; if it has too many numbers for a sentence, these `by_kind`, with the number of each piece."""

    text: str
    by_kind: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()


class Steps(NamedTuple):
    """Steps on the physical table with one title: what restores it after an undo, or what else is to be done."""

    restores: bool
    title: str
    lines: tuple[Line, ...]
    shown: tuple[Line, ...]
    """Those of the lines that the board shows; the others are counted."""


class Notices(NamedTuple):
    """The notices as texts.

    `owed`: who must answer what; `ruling`: the ruling asked for; `ruled`: the rulings this seat may object to, by entry
    number.
    """

    title: str
    news: LatestEvent | None
    owed: tuple[str, ...]
    asked: str
    reason: str
    ruling: str
    ruled: Mapping[int, str]
    on_table: tuple[Steps, ...]


def build_notices(table: Table, seat: Seat, state: Any, offers: Iterable[Offer], said: Translator) -> Notices:
    asking, request = table.state.take_back, table.state.ruling_request
    return Notices(
        title=title_of(table, seat, state, said),
        news=news_of(table, seat, said),
        owed=tuple(dict.fromkeys(owed_of(table, state, said))),
        asked=headline(table, seat, table.entries[asking.press], said) if asking else "",
        reason=said.translate("take-back.why", reason=Verbatim(asking.reason)) if asking else "",
        ruling=serialize.foretold(table, request.would, said) if request else "",
        ruled=ruled_of(table, seat, offers, said),
        on_table=tuple(on_table_of(state, seat, said)),
    )


def ruled_of(table: Table, seat: Seat, offers: Iterable[Offer], said: Translator) -> dict[int, str]:
    presses = [offer.given["press"] for offer in offers if offer.command == ObjectToRuling.key]
    seen = table.seen(seat)
    return {press: " ".join(serialize.entry_lines(table, seen[press - 1], seat, said)) for press in presses}


def on_table_of(state: Any, seat: Seat, said: Translator) -> Iterator[Steps]:
    """Yield what restores the table after an undo, then what else is to be done."""
    shown = steps_shown(state, seat)
    for title, restores in (("restore", True), ("title", False)):
        steps = [order for order in steps_of(state, seat) if is_back(order) is restores]
        if steps:
            there = [order for order in steps if order in shown]
            words = said.translate(f"on-table.{title}", count=len(steps))
            yield Steps(restores, words, *(tuple(in_words(some, state.turn, said)) for some in (steps, there)))


def steps_of(state: Any, seat: Seat) -> list[TableOrder]:
    """Return a seat's physical steps in order; `state` is redacted for it.

    What somebody has done with his own hand comes last.
    """
    concerned = (order for order in state.on_table.values() if order.concerns(seat))
    return sorted(concerned, key=lambda order: is_seen(order, state))


def steps_shown(state: Any, seat: Seat) -> list[TableOrder]:
    """Return the steps to show: those that restore the table, and the newest.

    Not what somebody has done with his own hand, but for the public view, which nobody can scroll.
    """
    steps = steps_of(state, seat)
    if seat == PUBLIC:
        return sorted(steps, key=is_back)[-ORDERS_ON_A_WALL:]
    return sorted((order for order in steps if not is_seen(order, state)), key=is_back)[-ORDERS_SHOWN:]


def in_words(orders: Iterable[TableOrder], turn: int, said: Translator) -> Iterator[Line]:
    """Yield instructions as lines; one for an earlier turn says so."""
    for order in orders:
        rows = {name: [*said.by_kind(name, value)] for name, value in order.values.items() if is_grid(value)}
        kinds = {name: Verbatim(", ".join(kind for kind, _ in named)) for name, named in rows.items()}
        text = capitalize_first(said.order(order.word, {**order.values, **kinds}))
        if (due := order.values.get("turn", turn)) < turn:
            text = said.translate("on-table.earlier", line=Verbatim(text), turn=due)
        yield Line(text, tuple(chain.from_iterable(rows.values())))


def is_grid(value: Any) -> bool:
    return isinstance(value, Mapping) and len(value) > NUMBERS_IN_A_SENTENCE


def is_back(order: TableOrder) -> bool:
    return isinstance(order, TableChange) and order.back


def is_seen(order: TableOrder, state: Any) -> bool:
    """Return whether somebody moved the pieces with his own hand, which the app has not."""
    return isinstance(order, TableChange) and order.by is not None and state.seats[order.by].app is None


def news_of(table: Table, seat: Seat, said: Translator) -> LatestEvent | None:
    entry = next(iter(newest(table, seat, 1)), None)
    if entry is None or seat == PUBLIC or any(isinstance(event, RulingAsked) for event in entry.events):
        return None  # a request for a ruling tells itself
    return LatestEvent(
        in_short(table, seat, entry, said),
        dice_of(table, entry, seat),
        table.seq_at(seat, entry.seq),
        entry.seat == seat.name,
    )


def dice_of(table: Table, entry: Entry, seat: Seat) -> tuple[tuple[Face, str], ...]:
    """Return the dice of an entry that a seat sees, each with its style."""
    return tuple(die for _, dice in dice_by_event(table, entry, seat) for die in dice)


def dice_by_event(table: Table, entry: Entry, seat: Seat) -> Iterator[tuple[Roll | None, list[tuple[Face, str]]]]:
    """Yield the roll of each event of an entry that a seat sees, with the dice that are read, each with its style.

    Dice of an event that stores no `needs` are measured by the first ones of the entry.
    """
    seen = [event for event in entry.events if event.visible_to(seat)]
    needs = [serialize.event_data(table, event, seat).get("needs") for event in seen]
    common = next((one for one in needs if one is not None), None)
    for event, own in zip(seen, needs, strict=True):
        roll = shown_roll(event, seat)
        faces = roll.faces[: event.dice_read] if roll else ()
        yield roll, looks_of(event, faces, common if own is None else own)


def owed_of(table: Table, state: Any, said: Translator) -> list[str]:
    return [line_of(one, said) for one in table.game.views.pending_answers(state)]


def asked_of(table: Table, seat: Seat, state: Any, said: Translator) -> list[str]:
    own = [one for one in table.game.views.pending_answers(state) if one.side == seat.side]
    return [line_of(one, said) for one in own if getattr(one, "seat", seat.name) == seat.name]


def line_of(waiting: PendingAnswer, said: Translator) -> str:
    return f"{said.name(waiting.side)}: {said.translate(f'waiting.{waiting.for_}')}"


def title_of(table: Table, seat: Seat, state: Any, said: Translator) -> str:
    if state.over:
        return f"{said.translate('title.over')} · {table.code}"
    acts = []
    if state.active:
        acts = [said.translate("title.yours" if state.active == seat.side else "title.theirs", side=state.active)]
    if state.awaits(seat):
        acts.append(said.translate("title.asked"))
    elif state.waiting:
        acts.append(said.translate("title.waits", sides=[*dict.fromkeys(one.side for one in state.waiting)]))
    return capitalize_first(" · ".join([*(acts or [said.name(seat.name)]), table.code]))


ORDERS_SHOWN, ORDERS_ON_A_WALL = 4, 12
NUMBERS_IN_A_SENTENCE = 4
ENTRIES_OF_OTHERS = 4
MOST_LINES = 3
"""Maximum lines of a summarized entry."""
QUIET = SeatTaken | SeatRenamed | SeatLeft | HabitSet | TickedOff | SetUpTicked
"""Events that are not shown as news."""


def newest(table: Table, seat: Seat, count: int) -> list[Entry]:
    """Return the last active entries that the seat saw, in order, without seating and ticks.

    Leave out undo requests, which have a box of their own, if several are asked for.
    """
    left_out = TakeBackAsked if count > 1 else ()
    active = (entry for entry in reversed(table.seen(seat)) if table.is_active(entry) and is_play_entry(entry))
    told = (entry for entry in active if not isinstance(entry.events[0], left_out))
    return [*islice(told, count)][::-1]


def since_own(table: Table, seat: Seat) -> list[Entry]:
    """Return what others did since this seat's last action, a few entries at most; else that action."""
    told = newest(table, seat, ENTRIES_OF_OTHERS)
    last = next((place for place, entry in enumerate(reversed(told)) if entry.seat == seat.name), len(told))
    return told[-max(last, 1) :]


def is_play_entry(entry: Entry) -> bool:
    return not all(isinstance(event, QUIET) for event in entry.events)


def summarize_entries(table: Table, seat: Seat, entries: list[Entry], said: Translator) -> list[str]:
    return [("\n" if is_of_several(entry) else " ").join(first_lines(table, seat, entry, said)) for entry in entries]


def is_of_several(entry: Entry) -> bool:
    return sum(type(event).is_summary for event in entry.events) > 1


def without_reasons(entry: Entry) -> Entry:
    """Return an entry without the reasons of the app, unless it holds nothing else."""
    told = [event for event in entry.events if not isinstance(event, AppExplained)]
    return replace(entry, events=told) if told else entry


def summarize_latest(table: Table, seat: Seat, entries: list[Entry], said: Translator) -> list[str]:
    """Return a line for each entry; only the newest tells why the app did it."""
    return summarize_entries(table, seat, [*map(without_reasons, entries[:-1]), *entries[-1:]], said)


def headline(table: Table, seat: Seat, entry: Entry, said: Translator) -> str:
    return summarize_entries(table, seat, [entry], said)[0].rpartition("\n")[2]


def in_short(table: Table, seat: Seat, entry: Entry, said: Translator) -> str:
    """Return the result of dice as a sentence: the game's own short form, else the log line."""
    return outcome_of(table, seat, entry, said) or headline(table, seat, without_reasons(entry), said)


def outcome_of(table: Table, seat: Seat, entry: Entry, said: Translator) -> str:
    events = [event for event in entry.events if event.visible_to(seat)]
    if found := table.game.views.outcome(table.state_for(seat), events):
        word, values = found
        on_wall = f"outcome.{word}-on-wall"  # the lists that phones show are hidden there by the dice
        key = on_wall if seat == PUBLIC and said.has(on_wall) else f"outcome.{word}"
        return capitalize_first(said.in_a_line(key, values))
    return ""


def first_lines(table: Table, seat: Seat, entry: Entry, said: Translator) -> list[str]:
    first = partial(serialize.entry_lines, table, entry, seat, said, most=MOST_LINES)
    of_whom = None if sees_whole(table, entry, seat) else seat
    return kept(current_app.jinja_env, (table.code, entry.seq, len(entry.events), of_whom, said), first)


def sees_whole(table: Table, entry: Entry, seat: Seat) -> bool:
    named = [table.entries[vars(event)["press"]] for event in entry.events if type(event).refers_to_entry]
    events = [event for one in (entry, *named) for event in one.events]
    return all(event.visible_to(seat) and redact(event, seat) is event for event in events)

"""JSON for a seat: state, events and offers, redacted and translated."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from app.core.engine.event import PUBLIC, Entry, Event, Seat
from app.core.engine.offers import FileChoice, MultiChoice, NumberChoice, Offer, RowChoice, TextChoice
from app.core.engine.visibility import fields_to_jsonable, redact, to_jsonable
from app.core.errors import Refused
from app.core.messages.translator import Translator, Verbatim, capitalize_first, is_hidden
from app.core.table.seat_view import Table
from app.core.table_commands.opponents import AppExplained
from app.core.table_commands.ruling_consent import RulingAsked

DICE = "\0"
BEFORE_DICE = re.compile(r"(\. [^.]+ –|[\s,:;(–]+)\s*$")
"""The introduction of dice: a label in a sentence of its own, or punctuation."""
MOST_EVENTS = 250
"""The maximum number of events in one response or log page, unless one entry has more."""


def refusal(refused: Refused, speech: Translator) -> dict[str, Any]:
    return {"code": refused.code, "message": speech.refusal(refused), "rule": refused.rule}


def reasons(working: Any, speech: Translator) -> list[dict[str, Any]]:
    return [{**to_jsonable(reason), "text": speech.reason(reason)} for reason in working]


def choice(value: Any) -> Any:
    if isinstance(value, NumberChoice):
        return {"min": value.min, "max": value.max}
    if isinstance(value, MultiChoice):
        return {"some": value.some, "min": value.min, "max": value.max}
    if isinstance(value, RowChoice):
        names = {"names": {row: list(names) for row, names in value.names.items()}} if value.names else {}
        return {"rows": value.rows, "values": value.values, **names}
    if isinstance(value, FileChoice):
        return {"text": True, "file": value.ending}
    return {"text": True} if isinstance(value, TextChoice) else value


def offer(offered: Offer, speech: Translator) -> dict[str, Any]:
    ask = offered.dice
    return {
        "command": offered.command,
        "group": offered.group,
        "label": speech.label(offered),
        "given": dict(offered.given),
        "choose": {name: choice(value) for name, value in offered.choose.items()},
        "dice": {"count": ask.count, "faces": ask.faces} if ask else None,
        "why_not": refusal(offered.why_not, speech) if offered.why_not else None,
    }


def event(table: Table, entry: Entry, happened: Event, seat: Seat, speech: Translator) -> dict[str, Any]:
    data = event_data(table, happened, seat)
    return {
        "seq": table.seq_at(seat, entry.seq),
        "seat": entry.seat,
        "event": happened.key,
        "data": data,
        "dice": happened.rolled.by if happened.rolled else None,
        "working": reasons(getattr(happened, "working", []), speech),
        "text": line(table, happened, data, seat, speech),
        "undone": not table.is_active(entry),
    }


def event_data(table: Table, event: Event, seat: Seat) -> Any:
    """Return the redacted fields of an event as JSON, without breakdown and dice source.

    `roll` and `dice` are None if nothing was rolled.
    """
    fields = fields_to_jsonable(redact(event, seat), but_for="working")
    if type(event).refers_to_entry:
        fields["press"] = table.seq_at(seat, fields["press"])
        if "answers" in fields:
            fields["answers"] = [table.seq_at(seat, answer) for answer in fields["answers"]]
    if event.rolled is not None:
        fields["dice"] = fields["roll"].get("faces", {"hidden": len(event.rolled.faces)})
        fields["roll"] = event.rolled.number
    elif "roll" in fields:
        fields["dice"] = None
    return fields


def entry_lines(table: Table, entry: Entry, seat: Seat, speech: Translator, most: int | None = None) -> list[str]:
    visible = [happened for happened in entry.events if happened.visible_to(seat)]
    if most is not None:
        visible = first_of([one for one in visible if not one.is_quiet] or visible, most)
    return [line(table, happened, event_data(table, happened, seat), seat, speech) for happened in visible]


def first_of(events: list[Event], most: int) -> list[Event]:
    reasons = [happened for happened in events if isinstance(happened, AppExplained)]
    if reasons and len(events) > len(reasons):  # why the app did it is never left out
        others = [happened for happened in events if not isinstance(happened, AppExplained)]
        shown = {id(happened) for happened in (*reasons, *first_of(others, most - len(reasons)))}
        return [happened for happened in events if id(happened) in shown]
    summaries = sum(type(happened).is_summary for happened in events)
    if summaries > 1 or (len(events) > most and type(events[-1]).is_total):
        return [happened for happened in events if type(happened).is_summary or type(happened).look]
    sums = [happened for happened in events[most:] if type(happened).is_summary]
    return events[: max(0, most - len(sums))] + sums


def line(table: Table, happened: Event, data: Mapping[str, Any], seat: Seat, speech: Translator) -> str:
    named = press_in_words(table, vars(happened)["press"], seat, speech) if type(happened).refers_to_entry else {}
    if isinstance(happened, RulingAsked):
        named = {"what": Verbatim(foretold(table, happened.would, speech).removesuffix("."))}
    if isinstance(happened, AppExplained):
        rule = f"by.{happened.rule}"
        named = {
            "why": Verbatim(reason_in_words(happened, speech)),
            "rule": Verbatim(speech.translate(rule)) if speech.has(rule) else "",
        }
    told = {name: value for name, value in data.items() if name not in named}
    return capitalize_first(speech.event(happened.key, {**named, **told}, happened.terms))


def reason_in_words(happened: AppExplained, speech: Translator) -> str:
    return speech.translate(speech.variant(f"why.{happened.why}", happened.values), **happened.values)


def foretold(table: Table, would: Iterable[Mapping[str, Any]], speech: Translator) -> str:
    events = table.game.events
    lines = [speech.event(one["event"], one, events[one["event"]].terms) for one in would]
    return " ".join(map(capitalize_first, lines))


def press_in_words(table: Table, press: int, seat: Seat, speech: Translator) -> dict[str, Any]:
    """Describe an entry that a line names: its summary for this seat and its public number."""
    seen = [happened for happened in table.entries[press].events if happened.visible_to(seat)]
    act = act_of(seen) if seen else None
    what = name_of_act(table, act, seat, speech) if act else ""
    return {"what": Verbatim(what), "press": public_seq(table, press)}


def name_of_act(table: Table, act: Event, seat: Seat, speech: Translator) -> str:
    """Return the line of an event up to its dice, which its own entry tells."""
    data = event_data(table, act, seat)
    told = [name for name in ("dice", act.dice_in) if act.rolled and data.get(name) and not is_hidden(data[name])]
    dice = {name: [Verbatim(DICE)] for name in told}
    text, rolled, _ = line(table, act, {**data, **dice}, seat, speech).partition(DICE)
    return BEFORE_DICE.sub("", text) if rolled else text.removesuffix(".")


def act_of(seen: Sequence[Event]) -> Event:
    """Return the event that says what its command did: the sum of all, else the first one of weight."""
    totals = [happened for happened in seen[::-1] if type(happened).is_total]
    rules = [happened for happened in seen if type(happened).rules]
    acts = [happened for happened in seen if not type(happened).leads_up]
    return (totals or rules or acts or seen[-1:])[0]


def public_seq(table: Table, press: int) -> int | None:
    """Return the public seq of an entry; None if the public seat does not see it."""
    return table.seq_at(PUBLIC, press) if table.sees(PUBLIC, table.entries[press]) else None


def events(table: Table, entry: Entry, seat: Seat, speech: Translator) -> list[dict[str, Any]]:
    return [event(table, entry, happened, seat, speech) for happened in entry.events if happened.visible_to(seat)]


def fitting(entries: Iterable[Entry]) -> int:
    sums = accumulate(len(entry.events) for entry in entries)
    return sum(number == 0 or held <= MOST_EVENTS for number, held in enumerate(sums))


def log_part(table: Table, seat: Seat, speech: Translator, since: int = 0) -> tuple[list[dict[str, Any]], bool]:
    """Return the events after the seat's own `since` that fit, and True if there are more."""
    entries = table.seen(seat)[since:]
    count = fitting(entries)
    return [line for entry in entries[:count] for line in events(table, entry, seat, speech)], count < len(entries)


def log(table: Table, seat: Seat, speech: Translator, since: int = 0) -> list[dict[str, Any]]:
    """Return every event after the seat's own `since`; undone ones are marked."""
    return [line for entry in table.seen(seat)[since:] for line in events(table, entry, seat, speech)]


def state(table: Table, seat: Seat) -> dict[str, Any]:
    shown: dict[str, Any] = to_jsonable(table.state_for(seat))
    return shown


def offers(table: Table, seat: Seat, speech: Translator, *, greyed: bool = False) -> list[dict[str, Any]]:
    return [offer(offered, speech) for offered in table.offers_for(seat, greyed=greyed)]

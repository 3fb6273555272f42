"""A table as a file: exported whole, imported only after a replay and views of every seat."""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from app.core.engine.event import PUBLIC, Entry, Event, Seat
from app.core.engine.visibility import to_jsonable
from app.core.errors import Refused, passes
from app.core.game.definition import REFEREE, Game
from app.core.messages.translator import LANGUAGES, Translator
from app.core.rules.book import check_answers, require_one_of
from app.core.rules.dice import SeededDice
from app.core.rules.inputs import Facts, bounded, parse
from app.core.table import serialize
from app.core.table.app_check import check_app, check_players
from app.core.table.history import MOST_ENTRIES
from app.core.table.next_table import came_from, is_link
from app.core.table.physical import aspects
from app.core.table.seat_view import Table
from app.core.table.summary import summary_of
from app.core.table.verify import verify_entry
from app.core.table_commands.house_rulings import HouseRuled, check_ruled
from app.core.table_commands.lifecycle import TableOpened
from app.core.table_commands.opponents import is_by_app
from app.core.table_commands.ruling_consent import RulingAsked
from app.core.table_commands.take_back import TakeBackAsked
from app.core.table_commands.ticking import TickedOff
from app.core.table_commands.tutorial import Tutorial
from app.core.table_commands.undo import Undone, undo_target
from app.games import REGISTRY

FORMAT, VERSION = "adjutant-table", 1
PLAIN = re.compile(r"[^\x00-\x1f\x7f]*")
"""Texts without control characters, which pages use as placeholders."""
HAVE_NO_PARTS, LISTS = frozenset({str, bool, type(None)}), frozenset({list, tuple, set, frozenset})
"""Other types in a state besides numbers, records and dicts."""
NOT_A_LOG = (LookupError, TypeError, AttributeError, ValueError, AssertionError, ArithmeticError, RecursionError)
"""Errors that an invalid log causes in a replay or a view."""


LAST_TIME = 1e11
"""The maximum time that a clock may show, in seconds since 1970."""
LONGEST_ENTRY, LONGEST_CHECK = 1 << 20, 15.0
"""Limits of a file: characters of one entry's events, processor seconds of the check."""
LONGEST_FOLD = 0.15
"""The maximum processor seconds of a replay, ten times those of a long game; each undo replays the table."""
MOST_SHOWN = 250_000
"""The maximum characters of JSON of a state or offers, ten times those of the longest game."""
GREATEST, LONGEST_TEXT = 5000, 2000
"""The maximum number and text length in an event; a game has a few hundred of anything, and counts entries."""
MOST_HELD, KEPT_FOR_SEATS = 50_000, 1000
"""The maximum number of items in a state, twenty times those of the longest battle; the last are for seats alone."""


class Row(Facts):
    """An entry in a file; `events` is JSON text."""

    seq: int
    seat: Annotated[str, Field(max_length=100)]
    key: Annotated[str, Field(max_length=250)]
    body: Annotated[str, Field(max_length=250)]
    at: Annotated[float, Field(ge=0, le=LAST_TIME)]
    events: Annotated[str, Field(max_length=LONGEST_ENTRY)]


class TableFile(Facts):
    """A whole file. `checksum` covers game, seed, foreseeable and log."""

    format: str
    version: int
    game: str
    seed: Annotated[str, Field(pattern="^[0-9a-f]{64}$")] | None
    foreseeable: bool
    log: Annotated[list[Row], Field(max_length=MOST_ENTRIES)]
    checksum: str


def encode_event(event: Event) -> dict[str, Any]:
    return {"event": event.key, **to_jsonable(event)}


def decode_event(game: Game, kept: Mapping[str, Any]) -> Event:
    """Parse an event of the log. Raise KeyError or pydantic's ValidationError."""
    fields = dict(kept)
    event: Event = _adapter(game.events[fields.pop("event")]).validate_python(fields)
    return event


_adapters: dict[type[Event], TypeAdapter[Any]] = {}


def _adapter(event: type[Event]) -> TypeAdapter[Any]:
    if event not in _adapters:
        _adapters[event] = TypeAdapter(event)
    return _adapters[event]


def fingerprint(body: Mapping[str, Any]) -> str:
    """Return the hash of a body, independent of the order of its fields."""
    return hashlib.sha256(in_order(body).encode()).hexdigest()


in_order = json.JSONEncoder(sort_keys=True).encode
"""A JSON encoder with sorted keys."""


def written(game: str, seed: str | None, foreseeable: bool, log: list[dict[str, Any]]) -> dict[str, Any]:
    content = {"game": game, "seed": seed, "foreseeable": foreseeable, "log": log}
    return {"format": FORMAT, "version": VERSION, **content, "checksum": fingerprint(content)}


def read(file: Any) -> tuple[TableFile, list[Entry], bool]:
    """Parse a file; return it, its checked entries, and True if its seed proves dice and seals.

    Raise Malformed and Refused, naming the field.
    """
    content = parse(TableFile, file)
    if content.format != FORMAT:
        raise Refused("not-a-table-file", field="format")
    if content.version != VERSION:
        raise Refused("unknown-version", field="version")
    if content.checksum != fingerprint({name: file[name] for name in ("game", "seed", "foreseeable", "log")}):
        raise Refused("wrong-checksum", field="checksum")
    if content.game not in REGISTRY:
        raise Refused("not-allowed", field="game", allowed=", ".join(REGISTRY))
    game = REGISTRY[content.game]
    entries = [_entry(game, index, row) for index, row in enumerate(content.log)]
    _check_keys(entries)
    try:
        proven = _check_log(game, entries, SeededDice(bytes.fromhex(content.seed)) if content.seed else None)
    except NOT_A_LOG as error:
        raise Refused("log-does-not-fold", field="log") from error
    return content, entries, proven


def game_of(file: Any) -> Game | None:
    """Return the game of a file, for the words of its refusal; None if it is not installed."""
    return REGISTRY.get(str(file.get("game"))) if isinstance(file, Mapping) else None


def _entry(game: Game, index: int, row: Row) -> Entry:
    try:
        said = json.loads(row.events)
        json.dumps(said, ensure_ascii=False).encode()
        check_values(bounded(said))
        events = [decode_event(game, kept) for kept in said]
    except (*NOT_A_LOG, Refused) as error:
        raise Refused("not-an-entry", field=f"log.{index}") from error
    opens = [isinstance(event, TableOpened) for event in events]
    if row.seq != index or not events or (opens != [True] if index == 0 else any(opens)):
        raise Refused("not-an-entry", field=f"log.{index}")
    return Entry(row.seq, row.seat, row.key, row.body, row.at, events)


def check_values(thing: Any) -> None:
    """Raise ValueError for a number or text that no event of a game can contain."""
    if isinstance(thing, dict | list):
        for part in thing.values() if isinstance(thing, dict) else thing:
            check_values(part)
    elif isinstance(thing, str):
        if len(thing) > LONGEST_TEXT or not PLAIN.fullmatch(thing):
            raise ValueError(thing)
    elif isinstance(thing, int | float) and not abs(thing) <= GREATEST:
        raise ValueError(thing)


def check_kept(table: Table, most: int = MOST_HELD) -> None:
    """Raise ValueError for an impossible book, or a state beyond limits or `most` items.

    The table may have been stored by a version with fewer checks.
    """
    try:
        table.book()
    except Refused as no:
        raise ValueError(no.code) from no
    check_state(table.state, most)


def check_loadable(table: Table) -> None:
    """Raise Refused, before the newest entry is stored, if the table could not be loaded again."""
    try:
        check_kept(table, MOST_HELD - KEPT_FOR_SEATS)
    except ValueError as error:
        raise Refused("table-holds-too-much", limit=MOST_HELD, most=GREATEST) from error


def check_state(state: Any, most: int = MOST_HELD) -> int:
    """Count the items of a state. Raise ValueError if more than `most`, or for a huge number.

    Each command copies all of it and renders much of it.
    """
    left, held = [state], 0
    while left:
        thing = left.pop()
        kind = thing.__class__
        if kind is int or kind is float:
            if not abs(thing) <= GREATEST:
                raise ValueError(thing)
        elif kind not in HAVE_NO_PARTS:
            parts = thing.values() if kind is dict else thing if kind in LISTS else vars(thing).values()
            held += len(parts)
            if held > most:
                raise ValueError(held)
            left += parts
    return held


def _check_keys(entries: Sequence[Entry]) -> None:
    used: set[tuple[str, str]] = set()
    for index, entry in enumerate(entries):
        if (entry.seat, entry.key) in used:
            raise Refused("key-reused", field=f"log.{index}.key")
        used.add((entry.seat, entry.key))
    if not entries:
        raise Refused("not-an-entry", field="log.0")


def _check_log(game: Game, entries: Sequence[Entry], dice: SeededDice | None) -> bool:
    """Replay each entry and make the views of every seat and language; return True if proven.

    Raise one of NOT_A_LOG, Refused.
    """
    proven = True
    until = time.process_time() + LONGEST_CHECK
    table = Table("", game, entries[:1])
    _check_opening(table)
    for entry in entries[1:]:
        _check_time(until)
        if entry.seat not in table.opening["seats"]:
            raise ValueError(entry.seat)
        _check_reference(table, entry)
        check_app(table, entry)
        _check_rulings(table, entry)
        _check_on_table(table, entry)
        proven = proven and verify_entry(table, entry, dice)
        table.append(entry)
        _check_known(table)
        _check_names(table)  # during the replay, too, since an undo can lead back to any state
        check_state(table.state)
    if broken := table.state.broken():
        raise ValueError(broken)
    _show_everybody(table, until)
    _check_fold(game, entries)
    return proven


def _check_fold(game: Game, entries: Sequence[Entry]) -> None:
    """Raise Refused for a table whose replay takes so long that each undo would block others."""
    began = time.process_time()
    _ = Table("", game, [*entries]).state
    if time.process_time() - began > LONGEST_FOLD:
        raise Refused("folds-too-long", field="log")


def _check_known(table: Table) -> None:
    mission, game = table.state.mission, table.game
    own = [table.opening["mission"]["key"]] if game.files.mission_files and "key" in table.opening["mission"] else []
    if type(mission) is bool or mission not in (None, *game.missions, *own):
        allowed = ", ".join(map(str, [*game.missions, *own]))
        raise Refused("not-allowed", field="mission", allowed=allowed)
    for answers in (table.opening["answers"], table.state.answers):
        check_answers(answers, game.rules.questions)


def _check_names(table: Table) -> None:
    """Raise ValueError for a state that names what its book and its table do not have."""
    if unknown := [*table.game.rules.unknown(table.state, table.book())]:
        raise ValueError(unknown[0])


def _check_rulings(table: Table, entry: Entry) -> None:
    for event in entry.events:
        if isinstance(event, HouseRuled) and not passes(check_ruled, table.state, event.set, event.to):
            raise ValueError(event.set)
        if isinstance(event, TakeBackAsked | RulingAsked):
            _check_asking(table, entry, event)


def _check_on_table(table: Table, entry: Entry) -> None:
    """Raise ValueError for pieces that do not lie on the physical table as an event says.

    What was ticked, or is left by what was undone, is what the state shows just before.
    """
    for event in entry.events:
        if isinstance(event, TickedOff | Undone) and event.on_table:
            undone = table.without(event.press, *event.answers).physical.shown if isinstance(event, Undone) else {}
            for piece, said in event.on_table.items():
                shown = aspects(table.physical.shown, piece)
                known = {*shown, *aspects(table.physical.ticked, piece), *aspects(undone, piece)}
                if not {*said} <= known or any(not is_shown(shown.get(what), value) for what, value in said.items()):
                    raise ValueError(piece)


def is_shown(shown: Any, said: Any) -> bool:
    """Return True if an event names a value as the state shows it; empty values count as absent, 1.0 as 1."""
    return not shown and not said if not said else _as_told(shown) == _as_told(said)


def _as_told(value: Any) -> str:
    return json.dumps(json.loads(json.dumps(value), parse_float=_whole))


def _whole(text: str) -> float:
    number = float(text)
    return int(number) if number.is_integer() else number


def _check_asking(table: Table, entry: Entry, asked: TakeBackAsked | RulingAsked) -> None:
    if asked.seat != entry.seat:
        raise ValueError(asked.seat)
    if isinstance(asked, RulingAsked):
        if not asked.sides or not {*asked.sides} <= {*table.seats.values()} - {None}:
            raise ValueError(asked.sides)
    elif not 0 < asked.press < entry.seq or not table.is_active(table.entries[asked.press]):
        raise ValueError(asked.press)


def _check_time(until: float) -> None:
    if time.process_time() > until:
        raise Refused("takes-too-long", field="log", limit=int(LONGEST_CHECK))


def _show_everybody(table: Table, until: float) -> None:
    for seat in (*(table.seat(name) for name in table.opening["seats"]), PUBLIC):
        for language in LANGUAGES:
            _check_time(until)
            speech = Translator(table.game.words, language)
            for shown in (serialize.state(table, seat), serialize.offers(table, seat, speech, greyed=True)):
                check_length(shown)
            serialize.log(table, seat, speech)
            for order in table.orders.values():
                speech.order(order.word, order.values)
        _show_as_pages_do(table, seat)
    _check_time(until)
    _tell_about(table)


def check_length(shown: Any) -> None:
    """Raise ValueError for a state or offers so long that each page would block others."""
    if len(json.dumps(shown)) > MOST_SHOWN:
        raise ValueError("too long to be shown")


def _show_as_pages_do(table: Table, seat: Seat) -> None:
    game, state = table.game, table.state_for(seat)
    game.views.board_view(table, seat, table.offers_for(seat))
    game.files.carry_over_files(state, seat)
    list(game.views.pending_answers(state))
    if game.views.board_as_text:
        game.views.board_as_text(table, seat)


def _tell_about(table: Table) -> None:
    game = table.game
    game.history(table)
    summary_of(table, PUBLIC)
    if game.files.mission_files:
        game.files.mission_files.briefing(table.opening["mission"], table.book())
    if game.views.board_svg:
        game.views.board_svg(table.opening, "")


def _check_opening(table: Table) -> None:
    opening, game = table.opening, table.game
    require_one_of(game.editions, opening["edition"], "edition")
    _check_known(table)
    check_state(table.state)
    if opening["language"] not in LANGUAGES or not _are_seats(table.seats, game):
        raise ValueError("opening")
    table.book()
    check_players(table)
    if not is_link(opening.get("again", {"table": "", "sides": "same"})):
        raise ValueError("again")
    with suppress(LookupError):  # the table has no predecessor
        came_from(game, opening)
    if table.practice:
        _check_script(table.practice, table)
    if game.files.mission_files is not None:
        game.files.mission_files.check_copied(opening["mission"])
    if not all(map(is_told, table.words.values())):
        raise ValueError("words")


def _check_script(script: Tutorial, table: Table) -> None:
    of_play = {key for key, command in table.game.commands.items() if command.group == "play"}
    if not {script.seat, *(step.seat for step in script.steps)} <= {*table.seats}:
        raise ValueError("practice: seat")
    if not {step.command for step in script.steps if not step.is_undo} <= of_play:
        raise ValueError("practice: command")


def is_told(words: Any) -> bool:
    return all(isinstance(words[language], str) and words[language].strip() for language in LANGUAGES)


def _are_seats(seats: Mapping[str, str | None], game: Game) -> bool:
    known = all(game.get_translator(LANGUAGES[0]).names(name) for name in seats)
    none = {name for name, side in seats.items() if side is None}
    return known and set(seats.values()) - {None} <= set(game.sides) and none <= {REFEREE}


def _check_reference(table: Table, entry: Entry) -> None:
    reference = undo_target(entry)
    if reference is None:
        return
    meant = table.entries[reference.press] if 0 < reference.press < entry.seq else None
    if meant is None or undo_target(meant) or table.is_active(meant) != isinstance(reference, Undone):
        raise ValueError(reference.press)
    for seq in reference.answers:
        answer = table.entries[seq] if reference.press < seq < entry.seq else None
        if answer is None or not is_by_app(answer) or table.is_active(answer) != isinstance(reference, Undone):
            raise Refused("not-an-entry", field=f"log.{entry.seq}.answers")
    if len({*reference.answers}) < len(reference.answers):
        raise Refused("not-an-entry", field=f"log.{entry.seq}.answers")

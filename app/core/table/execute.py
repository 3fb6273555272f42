"""Command execution: parse, check, decide on a copy of the state, and confirm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.core.engine.command import Command, CommandRequest, Doubt, Draft, check_available
from app.core.engine.event import PUBLIC, Event, Seat, deep_copy
from app.core.errors import Malformed, Refused, Stale
from app.core.game.definition import Game
from app.core.rules.dice import Dice
from app.core.rules.inputs import parse
from app.core.table.history import MOST_ENTRIES
from app.core.table.seat_view import Table
from app.core.table_commands.builtin import ANSWERS
from app.core.table_commands.lifecycle import PublishSeed
from app.core.table_commands.ruling_consent import carry_out
from app.core.table_commands.tutorial import check_practised

ENDS_GAME = Doubt("ends-game")
KEPT_TO_PLAY, KEPT_TO_END = 200, 10
"""The number of last entries of a log that only play, and only what ends the game, may use."""


class Unsure(Exception):
    """A command that needs a confirmation first."""

    def __init__(self, doubt: Doubt) -> None:
        super().__init__(doubt.word)
        self.doubt = doubt


def execute_command(table: Table, seat: Seat, press: CommandRequest, dice: Dice) -> list[Event]:
    """Return the events of a command.

    Raise Malformed, Refused, Unsure, or Stale (refused now, but allowed at the state the seat had seen).
    """
    if press.seen is not None and not 0 <= press.seen <= table.seq(seat):
        raise Refused("seen-in-the-future", field="seen", seq=table.seq(seat))
    command = parsed_command(table.game, press)  # what no state allows is refused without a replay
    check_room(table, command)
    try:
        events = run_command(table, seat, press, dice).events
    except Refused as refused:
        if press.seen is None or press.seen == table.seq(seat):
            raise
        before = table.at(table.length_at(seat, press.seen))
        try:
            run_command(before, seat, press, dice)
        except (Refused, Malformed):
            raise refused from None
        raise Stale(refused, press.seen, table.seen(seat)[press.seen]) from refused
    check_room(table, command, events)
    check_sure(table, seat, press, events)
    return events


def check_room(table: Table, command: Command, events: Sequence[Event] | None = None) -> None:
    """Raise Refused if the log is full.

    Once its `events` are known, what ends the game is always possible.

    The last entries are kept for play and for answers that play waits for.
    """
    plays = command.group == "play" or isinstance(command, ANSWERS)
    kept = KEPT_TO_END if plays else KEPT_TO_PLAY
    if isinstance(command, PublishSeed) or len(table.entries) < MOST_ENTRIES - kept:
        return
    if not plays or (events is not None and not any(event.ends_game for event in events)):
        raise table_full()


def check_room_for_seats(table: Table) -> None:
    if len(table.entries) >= MOST_ENTRIES - KEPT_TO_END:
        raise table_full()


def table_full() -> Refused:
    return Refused("table-full", limit=MOST_ENTRIES)


def run_command(table: Table, seat: Seat, press: CommandRequest, dice: Dice) -> Draft:
    """Execute a command on a copy of the state. Raise Malformed or Refused."""
    command = parsed_command(table.game, press)
    draft = begin_draft(table, seat, press)
    draft.dice = dice
    decide(table, command, press, draft)
    return draft


def decide(table: Table, command: Command, press: CommandRequest, draft: Draft) -> None:
    """Emit all events of a command. Raise Refused, possibly after some events."""
    if draft.seat == PUBLIC or not command.allowed_for(draft):
        raise Refused("not-your-command", field="command")
    check_available(type(command), draft)
    if step := table.step:
        check_practised(step[1], table.game.commands, draft.seat.name, command, press.dice)
    carry_out(command, draft)
    if press.readings and not any(event.visible_to(PUBLIC) for event in draft.events):
        raise Refused("reading-of-a-secret", field="table_rulings")
    if command.group == "play":
        table.game.rules.after_command(draft)


def parsed_command(game: Game, press: CommandRequest) -> Command:
    command_type = game.commands.get(press.command)
    if command_type is None:
        raise Refused("unknown-command", field="command", command=press.command)
    check_form(command_type, press)
    return parse(command_type, dict(press.fields), typed=press.typed)


def check_form(command: type[Command], press: CommandRequest) -> None:
    """Check that dice and answers are sent only if the command uses them. Raise Malformed."""
    if press.readings and command.group != "play":
        raise Malformed("unknown-field", field="table_rulings")
    if press.dice is not None and not command.rolls:
        raise Malformed("unknown-field", field="dice")


def begin_draft(table: Table, seat: Seat, press: CommandRequest, book: Any = None) -> Draft:
    look, state = table.look(seat, press.readings), deep_copy(table.state)
    read, known, book_cache = (look.book, {**look.known}, look.book_cache) if book is None else (book, {}, {})
    state.press = len(table.entries)
    return Draft(state, read, seat, table, known, book_cache, typed=press.dice, roll_count=table.roll_count)


def check_sure(table: Table, seat: Seat, press: CommandRequest, events: Sequence[Event]) -> None:
    """Raise Unsure if a command needs a confirmation that it does not have.

    Nothing is asked after a roll, since the question would give the result away, nor in a tutorial.
    """
    if press.sure or table.step:
        return
    doubt = parsed_command(table.game, press).asked_before(table.look(seat, press.readings))
    if doubt is None and any(type(event).ends_game for event in events) and not rolled(events):
        doubt = ENDS_GAME
    if doubt is not None:
        raise Unsure(doubt)


def rolled(events: Sequence[Event]) -> bool:
    return any(event.rolled is not None for event in events)

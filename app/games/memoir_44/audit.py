"""Invariants that every command must keep: medals, mines, units on closed ground, rights.

Medals out of nowhere, mines that come or change, units on ground that is closed to them, rights that outlast their
grounds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from app.core.engine.event import PUBLIC, Entry
from app.core.engine.visibility import Redacted, redact
from app.core.table.seat_view import Table
from app.core.table_commands.house_rulings import HouseRuled
from app.core.table_commands.undo import undo_target
from app.games.memoir_44.board_state import BoardState
from app.games.memoir_44.book import SIDES
from app.games.memoir_44.events.by_hand import MinePut, MineTakenOff, OfPiece
from app.games.memoir_44.events.scenery import MineEntered, MineRemoved
from app.games.memoir_44.events.turn import MinesLaid
from app.games.memoir_44.state import State, other


def audit(table: Table) -> Callable[[Entry], list[str]]:
    """Return a check for a table before a command.

    The check takes the appended entry and returns what the command must never have done.
    """
    state = state_of(table)
    before = medals_of(state)
    mines = {at: (mine.hidden if mine.shown is None else mine.shown) for at, mine in state.mines.items()}
    stood = standing(BoardState(state, table.book()))
    turn, cards, there = state.turn, every_card_of(state), {key for key, _ in state.on_board()}

    def faults(entry: Entry) -> list[str]:
        now = state_of(table)
        field = BoardState(now, table.book())
        found = [*changed_mines(now, entry, mines), *told_secrets(table, entry)]
        if not any(isinstance(event, OfPiece) for event in entry.events):
            found += on_closed_ground(field, stood)
        found += idle_rights(field)
        if turn and every_card_of(now) != cards:
            found.append("cards")
        return [*found, *wrong_medals(now, entry, before), *false_medals(now), *unpaid(field, there)]

    return faults


def state_of(table: Table) -> State:
    state = table.state
    assert isinstance(state, State)
    return state


def medals_of(state: State) -> Mapping[str, tuple[int, int]]:
    return {side: (one.medals, sum(one.earned.values())) for side, one in state.accounts.items()}


def wrong_medals(state: State, entry: Entry, before: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    if undo_target(entry) is not None:
        return
    ruled = {event.set for event in entry.events if isinstance(event, HouseRuled)}
    for side, (medals, told) in medals_of(state).items():
        if f"accounts.{side}.medals" not in ruled and max(0, before[side][0] + told - before[side][1]) != medals:
            yield f"medals of {side}"


def false_medals(state: State) -> Iterator[str]:
    for side in SIDES:
        for what in state.accounts[side].earned:
            unit = state.units.get(what.removeprefix("unit-"))
            if unit is not None and (unit.there or unit.side != other(side)):
                yield f"{what} of {side}"


def changed_mines(state: State, entry: Entry, mines: Mapping[str, int | None]) -> Iterator[str]:
    if any(isinstance(event, MinesLaid) for event in entry.events):
        return
    taken = {event.at for event in entry.events if isinstance(event, MineRemoved | MinePut | MineTakenOff)}
    told = {event.at: event.value for event in entry.events if isinstance(event, MineEntered) and state.real_mines}
    now = {at: (mine.hidden if mine.shown is None else mine.shown) for at, mine in state.mines.items()}
    left = {at: told.get(at) if value is None else value for at, value in mines.items() if at not in taken}
    put = {event.at for event in entry.events if isinstance(event, MinePut)}
    if {at: value for at, value in now.items() if at not in put} != left:
        yield "mines"


def standing(field: BoardState) -> Mapping[str, tuple[str, tuple[str, ...]]]:
    """Return the position of each unit, and the crossings removed there.

    A ruling, or the scenario itself, may leave one on ground that none enters by itself.
    """
    removed = field.state.removed
    gone = {at: (*(name for name in names if field.book.ground(name).crosses),) for at, names in removed.items()}
    return {key: (str(unit.at), gone.get(str(unit.at), ())) for key, unit in field.state.on_board()}


def on_closed_ground(field: BoardState, before: Mapping[str, tuple[str, tuple[str, ...]]]) -> Iterator[str]:
    now = standing(field)
    for key, unit in field.state.on_board():
        if now[key] == before.get(key):
            continue
        grounds = [field.book.ground(name) for name in field.around_one(unit, str(unit.at))]
        wet = any(one.water for one in grounds) and not any(one.crosses for one in grounds)
        sails = field.book.kind(unit.type, unit.badge).sails
        if sails and unit.path and not {*sails} & {*field.at(str(unit.at))}:
            yield f"{key} ashore"
        if wet or (unit.path and any(unit.type in one.closed_to for one in grounds)):
            yield f"{key} in {unit.at}"


def idle_rights(field: BoardState) -> Iterator[str]:
    state = field.state
    if (won := state.won) is not None:
        unit = state.units[won.unit]
        if not unit.there or field.apart(str(unit.at), won.hex) != 1 or state.at(won.hex) is not None:
            yield f"{won.hex} won by {won.unit}"
    if state.in_mine is not None and state.units[state.in_mine].at not in state.mines:
        yield f"{state.in_mine} in no mine"
    if state.ice is not None and not state.units[state.ice.unit].there:
        yield f"{state.ice.unit} on no ice"
    if state.asked is not None and state.asked.unit not in {**state.things_of(SIDES[0]), **state.things_of(SIDES[1])}:
        yield f"flags of {state.asked.unit}"
    if state.second is not None and not state.units[state.second.unit].there:
        yield f"second roll against {state.second.unit}"
    if state.leader_down is not None and not any(state.of(state.units[state.leader_down].side)):
        yield f"leader of {state.leader_down}"


def unpaid(field: BoardState, there: Collection[str]) -> Iterator[str]:
    state = field.state
    if state.over or state.phase == "set-up":
        return
    for key, unit in state.units.items():
        lost = key in there and not unit.there and not unit.figures
        worth = field.book.kind(unit.type, unit.badge).medals
        if lost and worth and f"unit-{key}" not in state.accounts[other(unit.side)].earned:
            yield f"no medal for {key}"


def every_card_of(state: State) -> list[str]:
    held = (card for one in state.accounts.values() for card in (*one.hand, *one.chip))
    return sorted([*state.deck, *state.discard, *held])


def told_secrets(table: Table, entry: Entry) -> Iterator[str]:
    for seat in (PUBLIC, *map(table.seat, table.opening["seats"])):
        seen = table.state_for(seat)
        yield from (f"mine {at} to {seat.name}" for at, mine in seen.mines.items() if isinstance(mine.hidden, int))
        if not isinstance(seen.deck, Redacted):
            yield f"deck to {seat.name}"
        for account in seen.accounts.values():
            owns = seat.name == account.seat if account.seat else seat.side == account.side
            if isinstance(account.hand, Redacted) == owns:
                yield f"hand of {account.side} to {seat.name}"
            if isinstance(account.chip, Redacted) == owns:
                yield f"chip of {account.side} to {seat.name}"
        for general in seen.generals.values():
            if seat.name not in (general.seat, general.side) and isinstance(general.order, str):
                yield f"order of {general.seat} to {seat.name}"
        laid = (redact(event, seat) for event in entry.events if isinstance(event, MinesLaid))
        yield from (f"mines to {seat.name}" for event in laid if not isinstance(event.values, Redacted))

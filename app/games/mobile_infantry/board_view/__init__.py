"""Board sections of Infantería Móvil beyond the shared frame, made of what the seat may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.core.engine.event import Seat
from app.core.engine.offers import Offer
from app.core.table.seat_view import Table
from app.games.mobile_infantry.army_setup.set_up_list import set_up_picture
from app.games.mobile_infantry.board_view import (
    area_targets,
    boats,
    bugs,
    next_action,
    rules,
    status,
    teams,
    tunnel_view,
)
from app.games.mobile_infantry.board_view.buttons import SeatOffers
from app.games.mobile_infantry.board_view.muster import muster
from app.games.mobile_infantry.book import BRAIN, INFANTRY, Book
from app.games.mobile_infantry.state import State


def shown(table: Table, seat: Seat, offers: Sequence[Offer]) -> Mapping[str, Any]:
    """Return the template context: each section of the board by name.

    `state` is redacted for the seat.
    """
    state: State = table.state_for(seat)
    book: Book = table.book()
    may = SeatOffers(offers, state.seats[seat.name].rolls if seat.name in state.seats else "table")
    return {
        "state": state,
        "mine": seat.side,
        **head(state, seat, may, book),
        **sides(state, seat, may, book),
        "muster": muster(state, book, may) if seat.side else None,
        "rules": rules.of_phase(state),
        "sketch": set_up_picture(table, seat) if state.phase == "muster" and not seat.side else {},
        "foot": next_action.foot(state, book, seat.name, may),
    }


def head(state: State, seat: Seat, may: SeatOffers, book: Book) -> Mapping[str, Any]:
    waits, alarms = status.waits(state), next_action.alarms(state, seat.name, may)
    mine = any(wait.seat == seat.name for wait in waits) and not next_action.must_wait(state, seat.side, may)
    asked = bool(alarms) or bool(may.of("dodge", *next_action.TELLS))
    first = status.acting_first(state, waits)
    return {
        "when": status.when(state),
        "waits": waits,
        "waits_for": status.others(first, seat),
        "awaited": () if state.over else status.sides_of(first),
        "awaited_as": status.awaited_as(state, first),
        "must_answer": mine or asked,
        "minds_bugs": seat.side != INFANTRY or state.app is not None,
        "only_asked": state.active != seat.side and (asked or bool(may.of("answer-look"))),
        "to_do_stays": True,
        "alarms": alarms,
        "question": status.question(state),
        "goal": status.goal(state, book, may),
    }


def sides(state: State, seat: Seat, may: SeatOffers, book: Book) -> Mapping[str, Any]:
    infantry, brain = seat.side == INFANTRY, seat.side == BRAIN
    are_asked_about = infantry and state.app is not None and state.phase == "bug-move"
    own = teams.units(state, book, may, seat.name if infantry else None, whole=infantry)
    keys = frozenset(unit.squad or card.key for unit in own for card in unit.cards)
    tunnels = tunnel_view.tunnels(state, book, may)
    reaches = tuple(area_targets.reaches(state, may)) if seat.side else ()
    return {
        "units": own,
        "friends": tuple(friends(state, book, may, seat)) if infantry else (),
        "fleet": boats.fleet(state, book, may, calls=infantry and not state.over),
        "bugs_first": are_asked_about or (not infantry and state.phase != "close-combat"),
        "swarms": bugs.swarms(state, book, may, keys if infantry else None),
        "origins": bugs.origins(state, brain),
        "tunnels": tunnels,
        "below_first": infantry and state.phase == "im-move" and any(one.walkers for one in tunnels),
        "lurking": bugs.lurking(state, book, may) if brain else (),
        "nest": state.lair.nest if brain else None,
        "reaches": reaches,
        # tests and questions are about figures that have been moved: they are moved first; in acid all stand already
        "answers_first": any(one.teams for one in reaches),
    }


def friends(state: State, book: Book, may: SeatOffers, seat: Seat) -> tuple[teams.Unit, ...]:
    every = teams.units(state, book, may, None, whole=False)
    return tuple(unit for unit in every if unit.seat != seat.name)

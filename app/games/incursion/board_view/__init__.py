"""Board sections of Incursion beyond the shared frame, made of what the seat may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from app.core.engine.buttons import AvailableOffers
from app.core.engine.event import PUBLIC, Seat
from app.core.engine.offers import Offer
from app.core.errors import refusal_of
from app.core.table.seat_view import Table
from app.games.incursion.board_view import campaign, cards, header, model_rows, next_action
from app.games.incursion.board_view.buttons import submit_buttons
from app.games.incursion.board_view.force_choice import choosing
from app.games.incursion.board_view.header import fire
from app.games.incursion.book import TableBook
from app.games.incursion.missions.forces import check_force, making_room
from app.games.incursion.state import GameContext, State


def shown(table: Table, seat: Seat, offers: Sequence[Offer]) -> Mapping[str, Any]:
    """Return the template context: each section of the board by name.

    `state` is redacted for the seat. `series` is built on the page of a campaign only.
    """
    state: State = table.state_for(seat)
    mine, may, book = seat.side, AvailableOffers(offers), table.book()
    return {
        "state": state,
        "mine": mine,
        "must_answer": must_answer(state, mine, may),
        "answers_first": False,  # its dock holds every answer: nothing has to make room for it
        "to_do_stays": state.app is not None,  # nobody else moves the app's models
        **head(state, mine, may, book),
        **forces(state, seat, may, book, table.opening.get("card_set", "")),
        **foot(state, seat, may, book),
        **lacking(table, seat, may),
        "series": partial(campaign.series, table, seat),
    }


def must_answer(state: State, mine: str | None, may: AvailableOffers) -> int:
    acts = mine is not None and state.active == mine and not state.waiting
    asked = acts or owes_answer(state, mine, may)
    return 1 + state.nudges * may_react(state, mine, may) if asked else 0


def owes_answer(state: State, mine: str | None, may: AvailableOffers) -> bool:
    return may_react(state, mine, may) or bool(mine and state.awaits_side(mine))


def may_react(state: State, mine: str | None, may: AvailableOffers) -> bool:
    return next_action.is_asked(may) or bool(mine and state.rerolls_due(mine))


def lacking(table: Table, seat: Seat, may: AvailableOffers) -> Mapping[str, Any]:
    """Return why the force that this side has begun to choose cannot be confirmed yet, and what makes room for more."""
    look = GameContext(table.state_for(seat), table.book(), seat)
    side = look.state.sides[seat.side] if seat.side else None
    if side is None or look.state.phase != "forces" or may["force-ready"] or not side.force:
        return {"lacks": None}
    return {"lacks": refusal_of(check_force, look, side), "making_room": making_room(look)}


def head(state: State, mine: str | None, may: AvailableOffers, book: TableBook) -> Mapping[str, Any]:
    return {
        "when": header.when(state),
        "pools": header.pools(state, mine, book.mission),
        "goal": header.goal_of(state, book, book.mission),
        "deck": header.deck(state),
        "fire": fire(state, may),
    }


def forces(state: State, seat: Seat, may: AvailableOffers, book: TableBook, card_set: str) -> Mapping[str, Any]:
    mine = seat.side
    sides = [mine, state.other(mine)] if mine else list(state.sides)
    most = model_rows.MOST_ON_A_WALL if seat == PUBLIC else model_rows.MOST_ROWS
    shown = [model_rows.force_of(state, side, may, most) for side in sides]
    return {
        "choosing": choosing(state, mine, may, book, card_set),
        "forces": tuple(one._replace(coming=model_rows.coming(state, one.side, book)) for one in shown),
        "digest": tuple(state.digest(state.other(mine))) if mine else (),
        "hand": cards.hand_of(state, mine, may, book),
        "cards_in_play": cards.in_play(state, may, book),
        "counters": cards.counters(state, mine),
        "discard": tuple(reversed(state.discard)),
    }


def foot(state: State, seat: Seat, may: AvailableOffers, book: TableBook) -> Mapping[str, Any]:
    following = next_action.next_thing(state, seat.name, seat.side, may, book)
    return {
        "left_to_do": next_action.left_to_do(seat.side, may),
        "react": next_action.react(state, seat.side, may),
        "next": following,
        "more": (
            *next_action.behind_more(following),
            *next_action.limits_apart(may),
            *next_action.help_of_app(state, seat.side, may),
            *submit_buttons(may, "concede", "tile"),
        ),
        "end": next_action.at_the_end(state, seat.side, following),
        "following": campaign.following(state, seat.side, may),
    }

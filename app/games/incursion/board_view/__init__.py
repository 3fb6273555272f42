"""Board sections of Incursion beyond the shared frame, made of what the seat may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from app.core.engine.buttons import AvailableOffers
from app.core.engine.event import Seat
from app.core.engine.offers import Offer
from app.core.table.seat_view import Table
from app.games.incursion.board_view import campaign, cards, header, model_rows, next_action
from app.games.incursion.board_view.force_choice import choosing
from app.games.incursion.board_view.header import fire
from app.games.incursion.book import TableBook
from app.games.incursion.missions.checks import MISSIONS
from app.games.incursion.state import State


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
        **head(state, mine, may, book),
        **forces(state, mine, may, book),
        **foot(state, seat, may, book),
        "briefing": None if state.turn else MISSIONS.briefing(table.opening["mission"], book),
        "under_models": tuple(campaign.under_models(state)),
        "series": partial(campaign.series, table, seat),
    }


def must_answer(state: State, mine: str | None, may: AvailableOffers) -> int:
    reacts = bool(may["no-reaction"]) or bool(mine and state.rerolls_due(mine))
    asked = bool(mine and (state.awaits_side(mine) or state.active == mine)) or reacts
    return 1 + state.nudges * reacts if asked else 0


def head(state: State, mine: str | None, may: AvailableOffers, book: TableBook) -> Mapping[str, Any]:
    goal = header.goal_of(state, mine, book, book.mission)
    of_sides = header.pools(state, mine, book.mission, goal)
    return {
        "when": header.when(state),
        "pools": of_sides,
        "goal": goal,
        "deck": header.deck(state),
        "fire": fire(state, may),
    }


def forces(state: State, mine: str | None, may: AvailableOffers, book: TableBook) -> Mapping[str, Any]:
    sides = [mine, state.other(mine)] if mine else list(state.sides)
    return {
        "choosing": choosing(state, mine, may, book),
        "forces": tuple(model_rows.force_of(state, side, may) for side in sides),
        "digest": tuple(state.digest(state.other(mine))) if mine else (),
        "hand": cards.hand_of(state, mine, may, book),
        "cards_in_play": cards.in_play(state, may, book),
        "counters": cards.counters(state, mine),
        "discard": tuple(reversed(state.discard)),
    }


def foot(state: State, seat: Seat, may: AvailableOffers, book: TableBook) -> Mapping[str, Any]:
    return {
        "left_to_do": next_action.left_to_do(seat.side, may),
        "react": next_action.react(state, seat.side, may),
        "next": next_action.next_thing(state, seat.name, seat.side, may, book),
        "following": campaign.following(state, seat.side, may),
    }

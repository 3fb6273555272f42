"""A campaign on a board and on its own page: the step after a mission, and the record."""

from __future__ import annotations

from dataclasses import dataclass

from app.core.engine.buttons import AvailableOffers, Button
from app.core.engine.event import Seat
from app.core.engine.offers import Offer
from app.core.engine.visibility import redact
from app.core.table.seat_view import Table
from app.games.incursion.board_view.buttons import submit_button, submit_buttons
from app.games.incursion.board_view.force_choice import Veteran, veterans
from app.games.incursion.board_view.header import Points
from app.games.incursion.board_view.next_action import Waits, waits
from app.games.incursion.book import SIDES
from app.games.incursion.campaign_record import Campaign, Played
from app.games.incursion.missions.campaign import history
from app.games.incursion.state import State

Cards = tuple[tuple[str, int], ...]
"""(card, how many)."""


@dataclass(frozen=True)
class Following:
    """The step after a campaign mission.

    Cards that may become Experience Cards (model, card, button), or none; who is still asked; the number of the next
    mission, None after the last.
    """

    campaign: str
    keeps: tuple[tuple[str, str, Button], ...]
    none: tuple[Button, ...]
    waits: Waits
    mission: int | None


@dataclass(frozen=True)
class Stage:
    """A mission of a campaign: "played", "here", "next" or "later".

    `here` is the mission of this table.
    """

    place: int
    mission: int
    stands: str
    here: bool
    winner: str = ""
    because: str = ""
    turn: int = 0
    points: Points = ()
    in_panels: bool = False
    forces: tuple[tuple[str, Cards], ...] = ()
    table: str = ""


@dataclass(frozen=True)
class Series:
    """The record of a campaign.

    Wins of each side, missions, holders of Experience Cards, and the cards lost: (number of the mission, model, card,
    reason).
    """

    name: str
    wins: Points
    draws: int
    stages: tuple[Stage, ...]
    rosters: tuple[tuple[str, tuple[Veteran, ...]], ...]
    lost: tuple[tuple[int, str, str, str], ...]
    removed: tuple[str, ...]


def following(state: State, mine: str | None, may: AvailableOffers) -> Following | None:
    if state.campaign is None or not state.over:
        return None
    return Following(
        state.campaign.name,
        tuple(keep(state, offer) for offer in may["keep-experience"]) if mine else (),
        submit_buttons(may, "no-experience", "quiet"),
        waits(state),
        state.campaign.next_mission,
    )


def keep(state: State, offer: Offer) -> tuple[str, str, Button]:
    card = offer.given["card"]
    return offer.given["model"], state.in_play[card].card, submit_button(offer, f"keep-{card}", "tile")


def series(table: Table, seat: Seat) -> Series | None:
    record: Campaign | None = redact(history(table), seat)
    if record is None:
        return None
    wins = record.wins
    return Series(
        record.name,
        tuple((side, wins.get(side, 0)) for side in SIDES),
        wins.get("draw", 0),
        tuple(stage(record, index) for index in range(len(record.missions))),
        tuple((side, veterans(record, side)) for side in SIDES),
        tuple((lost.mission, lost.model, lost.card, lost.because) for lost in record.lost),
        tuple(kept.card for kept in record.removed),
    )


def stage(record: Campaign, index: int) -> Stage:
    here, number = index == record.index, record.missions[index]
    if index < len(record.played):
        return played(record.played[index], index, number, here)
    stands = "here" if here else "next" if index == record.index + 1 else "later"
    return Stage(index + 1, number, stands, here)


def played(done: Played, index: int, number: int, here: bool) -> Stage:
    return Stage(
        index + 1,
        number,
        "played",
        here,
        done.winner,
        done.because,
        done.turn,
        tuple(done.points.items()) if any(done.points.values()) else (),
        done.counted == "panels",
        tuple((side, tuple(force.items())) for side, force in done.forces.items()),
        done.table,
    )

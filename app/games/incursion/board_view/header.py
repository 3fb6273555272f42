"""The head of a board: pools of each side, the goal of the mission, the Device's clock."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from app.core.engine.buttons import AvailableOffers, Button
from app.core.engine.visibility import Redacted
from app.core.rules.dice import D6
from app.games.incursion.board_view.actions import declared
from app.games.incursion.book import Book, Mission
from app.games.incursion.state import ON_PAPER, Side, State

MOST_PIPS = 9
Points = tuple[tuple[str, int], ...]
"""(side, points)."""


class When(NamedTuple):
    """Turn (0 before the first), phase, the first side if that matters, and the side whose half it is."""

    turn: int
    phase: str
    first: str | None
    active: str | None


class Pool(NamedTuple):
    """The pools of a side as far as this seat may see them; None is not shown.

    `pips`: CP as marks; `hand_cards` for whoever sees hands; `bid`: "sealed" or the CP.
    """

    side: str
    cp: int | None = None
    pips: int | None = None
    zombie_cp: int = 0
    vp: int | None = None
    hand: int | None = None
    hand_size: int = 0
    hand_cards: tuple[str, ...] = ()
    rp: int | None = None
    bid: int | str | None = None


class Launch(NamedTuple):
    """The Device: before `turn` it launches on `face` or less.

    0 while the countdown has not begun.
    """

    turn: int
    face: int
    first_turn: int


class Panels(NamedTuple):
    number: int
    taken: Points


class Goal(NamedTuple):
    """The current goal of the mission.

    `last_turn` of its turns, `sealed` (done, of) green doors.
    """

    turn: int
    last_turn: int | None
    launch: Launch | None
    panels: Panels | None
    sealed: tuple[int, int] | None

    @property
    def turns_run(self) -> int:
        return min(self.turn, self.last_turn or self.turn)


def when(state: State) -> When:
    told = state.first if state.phase not in ("countdown", "over") else None
    rolls_first = state.phase == "last-chance" and state.active is None
    active = state.active if state.phase == "action" else None
    return When(state.turn, "action" if rolls_first else state.phase, told, active)


def deck(state: Any) -> int | None:
    return state.deck.n if state.turn and (state.deck.n or state.discard) else None


def pools(state: State, mine: str | None, mission: Mission) -> tuple[Pool, ...]:
    if mine is None:
        return tuple(whole_pool(state, side, mission, alone=True) for side in state.sides.values())
    foe = state.sides[state.other(mine)]
    return whole_pool(state, state.sides[mine], mission, alone=False), enemy_pool(state, foe, mission)


def whole_pool(state: State, side: Side, mission: Mission, *, alone: bool) -> Pool:
    return Pool(
        side.side,
        cp=side.cp if state.turn else None,
        pips=None if side.zombie_cp else min(side.cp, MOST_PIPS),
        zombie_cp=side.zombie_cp,
        vp=None if mission.panels else points(state, side),
        hand=count(side.hand) if side.hand_size else None,
        hand_size=side.hand_size,
        hand_cards=read(side.hand) if alone else (),
        rp=side.rp if state.phase == "forces" and side.rp else None,
        bid=bid_of(side),
    )


def enemy_pool(state: State, foe: Side, mission: Mission) -> Pool:
    score = 0 if mission.panels else state.score.get(foe.side, 0)
    return Pool(
        foe.side,
        cp=foe.cp if state.turn else None,
        zombie_cp=foe.zombie_cp if state.turn else 0,
        vp=score or None,
        hand=count(foe.hand) if state.turn else None,
        bid=bid_of(foe),
    )


def points(state: State, side: Side) -> int | None:
    """Return the Victory Points of a side: its own as it knows them, else the public ones.

    None if there are none.
    """
    open_points = state.score.get(side.side, 0)
    if isinstance(side.vp, Redacted):
        return open_points or None
    return side.vp if side.vp or open_points else None


def count(hand: Any) -> int:
    return hand.n if isinstance(hand, Redacted) else len(hand)


def read(hand: Any) -> tuple[str, ...]:
    return () if isinstance(hand, Redacted) or ON_PAPER in hand else tuple(hand)


def bid_of(side: Side) -> int | str | None:
    return "sealed" if isinstance(side.bid, Redacted) else side.bid


def goal_of(state: State, book: Book, mission: Mission) -> Goal | None:
    last, launch, panels = last_turn(state, book, mission), launch_of(state, book, mission), panels_of(state, mission)
    open_doors = state.turn and state.sealed_doors < state.green_doors
    sealed = (state.sealed_doors, state.green_doors) if open_doors else None
    if not (last or launch or panels or sealed):
        return None
    return Goal(state.turn, last, launch, panels, sealed)


def last_turn(state: State, book: Book, mission: Mission) -> int | None:
    agreed = book.panels_end == "as-asked" and state.answers.get("m6-end") == "agreed-turn"
    last = mission.last_turn or (state.last_turn if agreed else None)
    return last if state.turn else None


def launch_of(state: State, book: Book, mission: Mission) -> Launch | None:
    if mission.device is None or not state.turn or state.over:
        return None
    return next_launch(state, book)


def next_launch(state: State, book: Book) -> Launch:
    first = book.countdown.first_turn
    return Launch(state.turn + 1, min(max(state.turn + 2 - first, 0), D6), first)


def clock(state: State, book: Book) -> Launch | None:
    return next_launch(state, book) if state.phase == "countdown" else None


def panels_of(state: State, mission: Mission) -> Panels | None:
    if not mission.panels:
        return None
    return Panels(state.panels, tuple(score(state)) if state.turn else ())


def score(state: State) -> Iterator[tuple[str, int]]:
    return ((side, state.score.get(side, 0)) for side in state.sides)


class Burning(NamedTuple):
    """Squares that one shot of a side set on fire.

    They go when that side activates its first model of `until`, or ends its half of that turn.
    """

    side: str
    squares: int
    until: int


class Fire(NamedTuple):
    flames: tuple[Burning, ...]
    models: tuple[str, ...]
    says: tuple[Button, ...]


def fire(state: State, may: AvailableOffers) -> Fire | None:
    if not state.flames:
        return None
    flames = tuple(Burning(one.side, one.squares, one.turn + 1) for one in state.flames)
    models = tuple(key for key, model in state.models.items() if model.on_board and model.in_fire)
    return Fire(flames, models, declared(may))

"""The head of a board: turn and phase, awaited seats, points, the goal of the mission."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from app.core.engine.buttons import Button
from app.core.engine.event import PendingAnswer, PendingSeatAnswer, Seat
from app.games.mobile_infantry.board_view.buttons import SeatOffers
from app.games.mobile_infantry.board_view.rules import Link
from app.games.mobile_infantry.book import BRAIN, INFANTRY, Book
from app.games.mobile_infantry.rulings.scoring import MISSION_RULES
from app.games.mobile_infantry.state import State, Team


class WaitView(NamedTuple):
    seat: str
    what: str
    about: str | None = None
    reasons: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """Return the place on the board where it is answered; empty if its button is beside it."""
        if self.what in ("test", "choose", "run"):
            return f"alarm-{self.about}"
        return {"blast": "reach", "dodge": "reach", "retreat": f"bug-{self.about}"}.get(self.what, "")


class Question(NamedTuple):
    word: str
    values: tuple[tuple[str, Any], ...]


class When(NamedTuple):
    """Turn (0 before the first), phase, and whether bugs are in sight or the sequence says so."""

    turn: int
    post: bool
    phase: str


class Goal(NamedTuple):
    """The mission.

    The rules by which its table is set up, its points (none while they are hidden), how many of its markers are
    reached, its last turn (0: none), what counts as reached, and what is `worth` how many points to whom.
    """

    mission: int | None
    set_up: tuple[Link, ...]
    im: int | None
    bugs: int | None
    reached: int
    markers: int
    last_turn: int
    taps: tuple[Button, ...]
    worth: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


def when(state: State) -> When:
    return When(state.turn, state.sequence == "post" or any(state.living_bugs()), str(state.phase))


def question(state: State) -> Question | None:
    """Return the first open question of the app; of acid none, which has a place of its own.

    Bugs around men come first (`board_questions.asked`), of all these men together.
    """
    every = list(state.app.inquiries.values()) if state.app is not None and not state.over else []
    around = [one for one in every if one.kind == "around"]
    one = next(iter(around or every), None)
    if one is None or one.kind == "spray":
        return None
    named: dict[str, Any] = {"bugs": tuple(one.bugs)} if one.bugs and not around else {}
    named |= {"team": one.team} if one.team else {}
    named |= {"trooper": tuple(str(asked.trooper) for asked in around)} if around else {}
    if one.spot is not None:
        named |= {"team": one.spot.team, "bearing": one.spot.bearing, "inches": one.spot.inches}
    by_clock = one.spot is not None and one.spot.team not in state.teams
    if by_clock:
        named["hour"] = str(named["bearing"]).removeprefix("hour-")
    kind = f"{one.kind}-again" if one.again else f"{one.kind}-by-clock" if by_clock else one.kind
    return Question(kind, tuple(named.items()))


def waits(state: State) -> tuple[WaitView, ...]:
    first = tuple(settled_first(state))
    return first or tuple(WaitView(getattr(one, "seat", one.side), "phase") for one in state.waiting)


def acting_first(state: State, waits: tuple[WaitView, ...]) -> tuple[WaitView, ...]:
    """Leave out the Brain while the infantry searches: it answers at once what a team has found."""
    if not (waits and waits[0].what == "phase" and state.phase == "location"):
        return waits
    return tuple(wait for wait in waits if wait.seat != BRAIN) or waits


def others(waits: tuple[WaitView, ...], seat: Seat) -> tuple[str, ...]:
    """Return whom a seat waits for; a side only if none of its seats is named."""
    named = [wait.seat for wait in waits]
    sides = {name.rpartition("-")[0] for name in named}
    return tuple(name for name in named if name not in (seat.name, seat.side) and name not in sides)


def sides_of(waits: tuple[WaitView, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(side_of(wait) for wait in waits))


def side_of(wait: WaitView) -> str:
    return BRAIN if wait.seat == BRAIN else INFANTRY


def awaited_as(state: State, waits: tuple[WaitView, ...]) -> dict[str, str]:
    """Return the infantry → its only seat that is awaited, if it has several."""
    seats = {wait.seat for wait in waits if wait.seat != BRAIN}
    one = seats.pop() if len(seats) == 1 else INFANTRY
    return {INFANTRY: one} if one != INFANTRY and len(state.im_seats()) > 1 else {}


def owed(state: State) -> Iterator[PendingAnswer]:
    """Yield the pending answers: what is settled first, else those that a phase asks for.

    Before a mission is agreed on only that; from the Brain no test that it has made.
    """
    if first := [*settled_first(state)]:
        yield from (PendingSeatAnswer(side_of(wait), wait.what, 0, wait.seat) for wait in first)
        return
    what = ""
    if state.phase == "muster" and state.mission is None:
        what = "mission"
    elif state.phase == "presence" and state.lair.tested == state.turn and not state.lair.to_roll:
        what = "tested"
    views = acting_first(state, waits(state))
    every = [one for one, view in zip(state.waiting, waits(state), strict=True) if view in views]
    yield from (replace(one, for_=what) if one.for_ == state.phase and what else one for one in every)


def settled_first(state: State) -> Iterator[WaitView]:
    if state.blast is not None:
        yield WaitView(state.teams[state.blast.team].seat, "blast", state.blast.target)
    for left in state.chain:
        yield WaitView(BRAIN, left.kind, left.trooper)
    for key, bug in state.bugs.items():
        for seat in dict.fromkeys(state.teams[state.troopers[man].team].seat for man in bug.aimed):
            yield WaitView(seat, "dodge", key)
    for key, team in state.teams.items():
        if what := must(team):
            yield WaitView(team.seat, what, key, reasons=tuple(team.owes))
    for key, bug in state.bugs.items():
        if bug.retreats:
            yield WaitView(BRAIN, "retreat", key)


def must(team: Team) -> str:
    return "test" if team.owes else "choose" if team.may_choose else "run" if team.runs else ""


def goal(state: State, book: Book, may: SeatOffers) -> Goal:
    mission = state.mission if isinstance(state.mission, int) else None
    markers = book.missions[mission].markers if mission else 0
    reaching = f"command.reach-{book.missions[mission].marker}" if mission else ""
    is_told = book.answer_for("score") == "public" or state.over
    points = state.score if is_told and isinstance(state.score, dict) else {}
    return Goal(
        mission,
        tuple(set_up(book, mission)) if mission else (),
        points.get(INFANTRY),
        points.get(BRAIN),
        state.tally.reached,
        markers,
        state.last_turn,
        tuple(tap._replace(label_key=reaching) for tap in may.buttons("quiet", "reach-marker")),
        ((INFANTRY, tuple(for_infantry(book, mission))), (BRAIN, tuple(for_bugs(book, mission)))) if mission else (),
    )


def set_up(book: Book, number: int) -> Iterator[Link]:
    yield Link(MISSION_RULES[number - 1])
    if book.missions[number].underground:
        yield Link("tunnels.entrances")


def for_infantry(book: Book, number: int) -> Iterator[tuple[str, str]]:
    """Yield the points of the Mobile Infantry by source.

    Bugs by kind if these differ, then the mission's own.
    """
    mission = book.missions[number]
    worths = {mission.bug[kind] for kind in mission.bug}
    yield from [("bugs-killed", str(*worths))] if len(worths) == 1 else [(k, str(n)) for k, n in mission.bug.items()]
    own = {
        f"{mission.marker}s-reached": "/".join(map(str, mission.reached[1:])),
        "survivors-out": mission.survivor,
        "on-surface": mission.on_surface, "im-out": mission.brought_out, "brain-killed": mission.brain_dead,
        "brain-alive": mission.brain_alive,
    }  # fmt: skip
    yield from ((what, str(points)) for what, points in own.items() if points)


def for_bugs(book: Book, number: int) -> Iterator[tuple[str, str]]:
    points = book.points
    beside = 0 if book.answer_for("officer-vp") == "three" else points.im_dead
    officers = [("officers-dead", str(points.officer_dead + beside))] if book.missions[number].officers else []
    yield from (("im-dead", str(points.im_dead)), *officers, ("boats-lost", str(points.boat_lost)))

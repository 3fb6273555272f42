"""Answers that a seat owes at once, and the next action at the foot of its board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.core.engine.buttons import Button
from app.core.engine.offers import Offer
from app.games.mobile_infantry.board_view.buttons import SeatOffers
from app.games.mobile_infantry.board_view.muster import next_of
from app.games.mobile_infantry.board_view.status import must, waits
from app.games.mobile_infantry.book import BRAIN
from app.games.mobile_infantry.state import State, Team
from app.games.mobile_infantry.turn.phases import OF_THE_BRAIN

FIRST = {
    "presence": ("test-presence", "arrival", "follow-ups", "move-packs"),
    "bug-move": ("move-bugs",), "im-move": ("move-teams",), "fire": ("next-volley", "spray"),
    "location": ("look-all", "answer-rest"),
}  # fmt: skip
"""Commands before the end of a phase, by phase."""
BY_HAND = ("test-presence", "arrival", "follow-ups", "move-packs", "next-volley")
"""Commands whose dice may be typed one by one, and those that follow.

Their form is opened even if this seat rolls automatically.
"""
CHAIN = ("throw", "fall", "frenzy-test", "spare")
TELLS = (
    "tell-fort", "tell-presence", "tell-scan", "tell-as-before", "tell-nearest", "tell-reached",
    "tell-reached-nobody", "tell-men", "tell-spray", "tell-spray-nobody", "tell-around", "tell-around-nobody",
    "tell-entrances",
)  # fmt: skip
"""Commands that answer the app's questions about the board."""
ALSO = ("finish", "capture-brain", "drag-brain", "tell-way", "bring-out-brain", "post-nest", "mark-nest")
"""Commands that a mission or a table ruling requires."""
UNSETTLED = ("strike", "shelter", "drift", "resolve-blast")
"""Commands elsewhere on the board that come before the end of a phase."""
SELDOM = ("threaten", "witness", "sight", "storm-wall", "begin-without", "take-chance", "count-figures")
DRAWN = (
    "raise-squad", "return-squad", "enlist-squad", "raise-team", "dismiss", "roll-experience", "set-experience",
    "name-team", "issue-weapon", "choose-mission", "roll-mission", "ready", "react", "choose-reaction", "run",
    "leave-table", "move-team", "march", "withdraw", "walk-off", "fire", "fire-squad", "reload", "launch", "drift",
    "survive-blast", "resolve-blast", "roll-guards",
    "look-around", "answer-look", "show", "engage", "retreat", "dodge", "shelter", "strike", "rest",
    "call-boats", "roll-for-boats", "land-boats", "attack-boat", "embark", "embark-all", "take-off", "lose-boat",
    "reach-marker", "enter-section", "walk-below", "done",
    *CHAIN, *TELLS, *ALSO, *SELDOM, *(command for commands in FIRST.values() for command in commands),
)  # fmt: skip
"""Commands with a place of their own; any other one is behind a name at the foot."""


class Alarm(NamedTuple):
    """A team that must answer: the obligation, the reason, and the buttons."""

    team: str
    what: str
    reasons: tuple[str, ...]
    results: tuple[tuple[str, Button], ...]
    taps: tuple[Button, ...]


class Whom(NamedTuple):
    """The first man, team or bug that a button is about, and the number of the others."""

    first: str
    more: int


class Foot(NamedTuple):
    """The foot of a board: first actions, mission actions, rare actions.

    `undecided`: a mission is still to be agreed on, by this seat too.
    """

    first: tuple[tuple[Whom | None, Button], ...]
    also: tuple[Button, ...]
    done: tuple[Button, ...]
    marches: bool
    undecided: bool
    seldom: tuple[Button, ...]

    @property
    def ends(self) -> bool:
        """Return whether a phase can be ended now."""
        return not all(tap.greyed for tap in self.done)


def alarms(state: State, seat: str, may: SeatOffers) -> tuple[Alarm, ...]:
    return tuple(
        Alarm(key, what, tuple(team.owes), tuple(results(may, key)), tuple(answers(may, key)))
        for key, team in state.teams_of(seat)
        if (what := must(team))
    )


def results(may: SeatOffers, key: str) -> Iterator[tuple[str, Button]]:
    for offer in may.of("choose-reaction", team=key):
        for result in offer.values("result"):
            yield result, may.button(offer, f"{result}-{key}", "tile strong", result=result)


def answers(may: SeatOffers, key: str) -> Iterator[Button]:
    for offer in may.of("react", "run", team=key):
        yield may.button(offer, f"{offer.command}-{key}", "strong main")


def foot(state: State, seat: str, may: SeatOffers) -> Foot:
    first = tuple((whom(keys), tap) for keys, tap in first_things(state, seat, may))
    ends = tuple(may.buttons("quiet" if first or may.of(*UNSETTLED) else "main", "done", "ready"))
    ends = ends or tuple(not_yet(state, seat))
    marches = state.phase == "im-move" and state.sequence == "pre"
    new = [command for command in may if command not in DRAWN]
    saw = [offer for offer in may.of("witness") if is_due(state, offer, may)]
    also = [*(may.button(offer, str(offer.label)) for offer in saw), *may.buttons("tile", *ALSO)]
    seldom = [tap for tap in may.buttons("quiet", *SELDOM, *new) if tap.id not in {one.id for one in also}]
    undecided = state.mission is None and bool(may.of("choose-mission"))
    return Foot(first, tuple(also), ends, marches, undecided, tuple(seldom))


def whom(keys: str | tuple[str, ...] | None) -> Whom | None:
    every = (keys,) if isinstance(keys, str) else keys
    return Whom(every[0], len(every) - 1) if every else None


def not_yet(state: State, seat: str) -> Iterator[Button]:
    own = (seat == BRAIN) == (state.phase in OF_THE_BRAIN)
    if state.turn and own and any(wait.seat == seat for wait in waits(state)):
        yield Button("done", f"done-{state.phase}", f"command.done-{state.phase}", look="quiet", greyed=True)


def is_due(state: State, offer: Offer, may: SeatOffers) -> bool:
    """Return whether teams have likely seen this.

    Bugs have just moved or come, or a team has just been lost or fled.
    """
    if offer.given["reason"] == "bugs-near":
        have_moved = state.phase == "bug-move" and not may.of("move-bugs") and bool(may.of("done"))
        have_come = state.phase in ("presence", "location") and any(
            group.located == state.turn for group in state.groups.values()
        )
        return have_moved or have_come
    return any(is_just_lost(state, key, team) for key, team in state.teams.items())


def is_just_lost(state: State, key: str, team: Team) -> bool:
    fled = team.reaction == "fleeing" and bool(team.tested)
    return fled or (team.casualties > 0 and not state.living_of(key))


def first_things(state: State, seat: str, may: SeatOffers) -> Iterator[tuple[str | tuple[str, ...] | None, Button]]:
    for offer in may.of("answer-look")[:1] if state.lair.packs else ():
        yield offer.given["team"], may.button(offer, "answer-look", "strong main")
    for offer in may.of(*CHAIN):
        man = offer.given["trooper"]
        yield man, may.button(offer, f"{offer.command}-{man}", "strong main")
    for offer in may.of(*TELLS):
        whose = offer.about[0] if offer.about else None
        yield whose, may.button(offer, f"{offer.command}-{offer.given.get('inquiry', 'all')}", "strong main")
    for tap in may.buttons("strong main", *FIRST.get(state.phase or "", ())):
        yield None, tap._replace(opens=True) if tap.command in BY_HAND else tap
    if state.phase == "muster":
        for tap in next_of(state, seat, may):
            yield None, tap

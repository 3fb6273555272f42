"""Retrieval boats: called, landed, loaded, gone and back. Source: Infantería Móvil, Control de la Misión."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from app.core.commands import Command, Draft, Look
from app.core.offers import Ask, Offer, Span
from app.core.refusals import Refused
from app.games.mobile_infantry.book import Mission
from app.games.mobile_infantry.events.missions import (
    BoatLeft,
    BoatLost,
    BoatsCalled,
    BoatsLanded,
    MenEmbarked,
)
from app.games.mobile_infantry.rulings.presence import Recovery, recovery
from app.games.mobile_infantry.state import Boat, State
from app.games.mobile_infantry.turn.casualties import is_officer
from app.games.mobile_infantry.turn.moving import OfInfantry
from app.games.mobile_infantry.turn.sequence import check_phase, check_settled

OVERFLIGHTS, SIEGE = 2, 6
"""The mission whose boats come by the clock, and the one whose boats come by a die."""


class CallBoats(OfInfantry):
    """Call the boats by radio at the start of a turn: they land in the next one."""

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        check_call(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        check_call(draft)
        draft.note(BoatsCalled(on_standby(draft.state), draft.state.turn + 1))


def check_call(look: Look) -> None:
    """Raises Refused where no boat can be called now."""
    state: State = look.state
    check_battle(look)
    if state.mission == OVERFLIGHTS:
        raise Refused("boats-by-the-clock", "boats.overflights")
    if state.mission == SIEGE:
        raise Refused("boats-by-a-die", "boats.fort")
    if state.phase != ("im-move" if state.sequence == "pre" else "bug-move"):
        raise Refused("call-at-the-start", "boats.call")
    check_radio(state)
    if not on_standby(state):
        raise Refused("no-boat-free", "boats.lift")


def check_battle(look: Look) -> None:
    """Raises Refused before and after the battle."""
    if look.state.over:
        raise Refused("mission-over", "table.over")
    if look.state.phase == "muster":
        raise Refused("not-begun", "organisation.teams")


def check_radio(state: State) -> None:
    """Raises Refused where no radio trooper is alive."""
    if not any(one.role == "radio" and one.living for one in state.troopers.values()):
        raise Refused("no-radio", "boats.call")


def on_standby(state: State) -> list[str]:
    """The boats that wait to be called; those of a fort are called anew after each lift (MI-77)."""
    boats = state.boats.items()
    back = [key for key, one in boats if state.mission == SIEGE and one.due_turn and one.due_turn <= state.turn]
    return [key for key, one in boats if one.state == "standby" or key in back]


class RollForBoats(OfInfantry):
    """Mission 6, once bugs are inside: a die each turn for one boat or two."""

    rolls = True

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        check_siege(look)
        yield Offer(cls.key, dice=Ask(1))

    def decide(self, draft: Draft) -> None:
        check_siege(draft)
        roll = draft.roll(Ask(1))
        boats = recovery(Recovery(die=roll.numbers[0]), draft.book)["boats"]
        called = on_standby(draft.state)[:boats]
        draft.note(BoatsCalled(called, draft.state.turn, roll))
        if called:
            draft.note(BoatsLanded(called))


def check_siege(look: Look) -> None:
    """Raises Refused unless boats may be rolled for now."""
    check_phase(look, "im-move")
    if look.state.mission != SIEGE:
        raise Refused("boats-are-called", "boats.call")
    check_radio(look.state)
    if look.state.called == look.state.turn:
        raise Refused("rolled-for-boats", "boats.fort")


def arrive(draft: Draft) -> None:
    """Boats that are due land; in mission 2 all that are free, on its turns; those of a fort only by their die."""
    state: State = draft.state
    if state.mission == SIEGE:
        return
    due = [key for key, boat in state.boats.items() if boat.due_turn is not None and boat.due_turn <= state.turn]
    if state.mission == OVERFLIGHTS:
        due = on_time(draft, due)
    if due:
        draft.note(BoatsLanded(due))


def on_time(look: Look, due: list[str]) -> list[str]:
    """The boats that overfly the rendezvous in this turn."""
    state: State = look.state
    turns = look.book.boats.overflights
    free = [key for key in state.boats if key in on_standby(state) or key in due]
    if state.turn not in turns:
        return []
    own = list(state.boats)[turns.index(state.turn)]
    return [key for key in free if key == own or look.book.says("m2-boats") == "all-three"]


class Embark(OfInfantry):
    """Men of a team go into a landed boat."""

    boat: str
    team: str
    men: Annotated[int, Field(ge=1, le=20)]

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        for key, room in room_in(look).items():
            for team, _ in look.state.teams_of(look.seat.name):
                men = min(room, len(on_foot(look.state, team)))
                if men:
                    given, choose = {"boat": key, "team": team}, {"men": Span(1, men, first=men)}
                    yield Offer(cls.key, given=given, choose=choose, about=(key, team))

    def decide(self, draft: Draft) -> None:
        room = room_in(draft).get(self.boat)
        if room is None:
            raise Refused("boat-not-there", "boats.seats", field="boat", boat=self.boat)
        if self.team not in dict(draft.state.teams_of(draft.seat.name)):
            raise Refused("not-your-team", "boats.seats", field="team", team=self.team)
        men = on_foot(draft.state, self.team)
        if self.men > min(room, len(men)):
            raise Refused("boat-full", "boats.seats", field="men", limit=min(room, len(men)))
        draft.note(MenEmbarked(self.boat, men[: self.men]))


class EmbarkAll(OfInfantry):
    """All men of this seat who can go aboard do so, team after team, as long as there is room."""

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        seating(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        for boat, men in seating(draft).items():
            draft.note(MenEmbarked(boat, men))


def seating(look: Look) -> dict[str, list[str]]:
    """Landed boat → who of this seat finds room in it. Raises Refused where nobody does."""
    men = [key for team, _ in look.state.teams_of(look.seat.name) for key in on_foot(look.state, team)]
    seats = [boat for boat, room in room_in(look).items() for _ in range(room)]
    found: dict[str, list[str]] = {}
    for key, boat in zip(men, seats, strict=False):
        found.setdefault(boat, []).append(key)
    if not found:
        raise Refused("no-boat-there", "boats.seats")
    return found


def room_in(look: Look) -> dict[str, int]:
    """Landed boat → free seats. Raises Refused where there is none."""
    check_battle(look)
    check_settled(look)
    seats = look.book.boats.seats
    taken = {key: max(boat.load, len(look.state.aboard(key))) for key, boat in landed(look.state).items()}
    room = {key: seats - men for key, men in taken.items() if men < seats}
    if not room:
        raise Refused("no-boat-there", "boats.seats")
    return room


def landed(state: State) -> dict[str, Boat]:
    """The boats that are down."""
    return {key: boat for key, boat in state.boats.items() if boat.state == "landed"}


def on_foot(state: State, team: str) -> list[str]:
    """The men of a team who can go aboard, or be carried: not those whom a bug holds."""
    men = state.living_of(team)
    return [key for key in men if state.troopers[key].aboard is None and state.troopers[key].status != "pinned"]


class TakeOff(OfInfantry):
    """A boat leaves with the men in it."""

    boat: str

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"boat": list(may_leave(look))})

    def decide(self, draft: Draft) -> None:
        if self.boat not in may_leave(draft):
            raise Refused("boat-not-there", "boats.lift", field="boat", boat=self.boat)
        state, book = draft.state, draft.book
        mission: Mission = book.missions[state.mission]
        men = state.aboard(self.boat)
        crashed = [key for key in men if state.teams[state.troopers[key].team].kind == "survivors"]
        left = bugs_left(state) if mission.on_surface else None
        draft.note(BoatLeft(self.boat, men, state.turn + book.boats.lift, len(crashed), surface=left))


def bugs_left(state: State) -> int:
    """The living bugs on the table, located or not (MI-81)."""
    return len(list(state.living_bugs())) + sum(pack.count for pack in state.lair.packs.values())


def may_leave(look: Look) -> dict[str, Boat]:
    """The boats that are down. Raises Refused where there is none."""
    check_battle(look)
    check_settled(look)
    boats = landed(look.state)
    if not boats:
        raise Refused("no-boat-there", "boats.lift")
    return boats


class LoseBoat(Command):
    """Say that a boat has been overrun or destroyed."""

    boat: str

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"boat": list(may_leave(look))})

    def decide(self, draft: Draft) -> None:
        if self.boat not in may_leave(draft):
            raise Refused("boat-not-there", "victory.boats", field="boat", boat=self.boat)
        men = draft.state.aboard(self.boat)
        officers = sum(is_officer(draft, key) for key in men)
        draft.note(BoatLost(self.boat, men, officers))

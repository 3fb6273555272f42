"""Retrieval boats: called, landed, loaded, gone and back.

Source: Infantería Móvil, Control de la Misión.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from app.core.engine.command import Command, Doubt
from app.core.engine.offers import DiceRequest, MultiChoice, NumberChoice, Offer
from app.core.errors import Refused
from app.games.mobile_infantry.book import INFANTRY
from app.games.mobile_infantry.events.missions import (
    BoatAttacked,
    BoatLeft,
    BoatLost,
    BoatsCalled,
    BoatsLanded,
    BoatsOverhead,
    BoatsTurnedBack,
    MenEmbarked,
    MenWalkedOff,
    RecoveryCalled,
)
from app.games.mobile_infantry.rulings.presence import Recovery, recovery
from app.games.mobile_infantry.state import Boat, Draft, GameContext, State
from app.games.mobile_infantry.turn.casualties import is_officer
from app.games.mobile_infantry.turn.moving import OfInfantry, able_to_leave
from app.games.mobile_infantry.turn.sequence import check_battle, check_phase, check_settled, mission_of

NEAREST = [24, 12, 6, 3]
"""Distances of the nearest bug that a table can tell at a glance; the first one: that far, or farther."""


class CallBoats(OfInfantry):
    """Call the boats by radio at the start of a turn.

    They land in the next one; from a fort as bugs are inside it.
    """

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_call(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        check_call(draft)
        if mission_of(draft).fort:
            draft.emit(RecoveryCalled(draft.state.turn))
        else:
            draft.emit(BoatsCalled(on_standby(draft), draft.state.turn + 1))

    def asked_before(self, look: GameContext) -> Doubt:
        return Doubt(self.key)


def check_call(look: GameContext) -> None:
    state = look.state
    check_battle(look)
    if mission_of(look).overflown:
        raise Refused("boats-by-the-clock", "boats.overflights")
    if mission_of(look).underground and look.book.answer_for("tunnel-exit") != "call":
        raise Refused("boats-not-called", "missions.tunnels")
    if mission_of(look).fort:
        check_inside(state)
    elif state.phase != ("im-move" if state.sequence == "pre" else "bug-move"):
        raise Refused("call-at-the-start", "boats.call")
    check_radio(state)
    if not on_standby(look):
        raise Refused("no-boat-free", "boats.lift")


def check_inside(state: State) -> None:
    if state.recovery is not None:
        raise Refused("recovery-called", "boats.fort")
    if not any(state.living_bugs()):
        raise Refused("nobody-inside", "boats.fort")


def check_radio(state: State) -> None:
    if not any(one.role == "radio" and one.living for one in state.troopers.values()):
        raise Refused("no-radio", "boats.call")


def on_standby(look: GameContext) -> list[str]:
    mission, turn = mission_of(look), look.state.turn
    waits = mission.fort or mission.overflown
    return [key for key, one in look.state.boats.items() if one.state == "standby" or (waits and is_back(one, turn))]


def is_back(boat: Boat, turn: int) -> bool:
    return boat.state == "outbound" and boat.due_turn is not None and boat.due_turn <= turn


class RollForBoats(OfInfantry):
    """Roll for one boat or two: mission 6, each turn after recovery has been called."""

    rolls = True

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_siege(look)
        yield Offer(cls.key, dice=DiceRequest(1))

    def decide(self, draft: Draft) -> None:
        check_siege(draft)
        roll = draft.roll(DiceRequest(1))
        boats = recovery(Recovery(die=roll.numbers[0]), draft.book)["boats"]
        draft.emit(BoatsCalled(on_standby(draft)[:boats], draft.state.turn, roll))


def check_siege(look: GameContext) -> None:
    check_phase(look, "im-move")
    state = look.state
    if not mission_of(look).fort:
        raise Refused("boats-are-called", "boats.call")
    if state.recovery is None or state.recovery >= state.turn:
        raise Refused("recovery-first", "boats.fort")
    check_radio(state)
    if state.called == state.turn:
        raise Refused("rolled-for-boats", "boats.fort")


def arrive(draft: Draft) -> None:
    state = draft.state
    if mission_of(draft).fort:
        return
    if mission_of(draft).overflown:
        if boats := on_time(draft):
            draft.emit(BoatsOverhead(boats))
        return
    due = [key for key, boat in state.boats.items() if boat.due_turn is not None and boat.due_turn <= state.turn]
    if due:
        draft.emit(BoatsLanded(due))


def on_time(look: GameContext) -> list[str]:
    state = look.state
    turns = look.book.boats.overflights
    if state.turn not in turns:
        return []
    place = turns.index(state.turn)
    own = list(state.boats)[place : place + 1]  # a table may have opened with fewer boats than there are overflights
    return [key for key in on_standby(look) if key in own or look.book.answer_for("m2-boats") == "all-three"]


class LandBoats(OfInfantry):
    """Land the boats over the landing zone, or turn them back if a bug is too near (MI-73)."""

    nearest_bug: Annotated[int, Field(ge=0, le=99)]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        overhead(look)
        yield Offer(cls.key, choose={"nearest_bug": list(NEAREST)}, must_choose=("nearest_bug",))

    def decide(self, draft: Draft) -> None:
        boats, clear = overhead(draft), draft.book.number("lz-clear")
        is_free = self.nearest_bug > clear
        draft.emit(BoatsLanded(boats) if is_free else BoatsTurnedBack(boats, self.nearest_bug, clear))


def overhead(look: GameContext) -> list[str]:
    check_phase(look, "im-move")
    boats = circling(look)
    if not boats:
        raise Refused("no-boat-there", "boats.overflights")
    return boats


def circling(look: GameContext) -> list[str]:
    if not (mission_of(look).fort or mission_of(look).overflown):
        return []
    turn = look.state.turn
    return [key for key, one in look.state.boats.items() if one.state == "inbound" and (one.due_turn or 0) <= turn]


def turn_back(draft: Draft) -> None:
    if boats := circling(draft):
        draft.emit(BoatsTurnedBack(boats))


def wait_at_the_exits(draft: Draft) -> None:
    if mission_of(draft).underground and draft.book.answer_for("tunnel-exit") == "boats-wait":
        draft.emit(BoatsLanded(list(draft.state.boats)))


class WalkOff(OfInfantry):
    """Walk men from underground home over the edge of the table, if allowed (MI-84)."""

    team: str
    troopers: list[str]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key, men in walkers(look).items():
            yield Offer(cls.key, given={"team": key}, choose={"troopers": MultiChoice(men, 1, len(men))}, about=(key,))

    def decide(self, draft: Draft) -> None:
        teams = walkers(draft)
        if self.team not in teams:
            raise Refused("not-your-team", "missions.tunnels", field="team", team=self.team)
        if not self.troopers or any(key not in teams[self.team] for key in self.troopers):
            raise Refused("not-of-the-team", "missions.tunnels", field="troopers", team=self.team)
        draft.emit(MenWalkedOff(self.team, list(dict.fromkeys(self.troopers))))


def walkers(look: GameContext) -> dict[str, list[str]]:
    """Return the teams of this seat with the men who can walk home.

    Raise Refused if nobody may.
    """
    check_phase(look, "im-move")
    if not mission_of(look).underground or look.book.answer_for("tunnel-exit") != "walk-off":
        raise Refused("no-way-on-foot", "missions.tunnels")
    men = {key: able_to_leave(look.state, key) for key, _ in look.state.teams_of(look.seat.name)}
    teams = {key: able for key, able in men.items() if able and look.state.teams[key].reaction != "fleeing"}
    if not teams:
        raise Refused("no-way-on-foot", "missions.tunnels")
    return teams


class Embark(OfInfantry):
    boat: str
    team: str
    men: Annotated[int, Field(ge=1, le=20)]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key, room in room_in(look).items():
            for team, _ in look.state.teams_of(look.seat.name):
                men = min(room, len(on_foot(look.state, team)))
                if men:
                    given, choose = {"boat": key, "team": team}, {"men": NumberChoice(1, men, first=men)}
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
        draft.emit(MenEmbarked(self.boat, men[: self.men]))


class EmbarkAll(OfInfantry):
    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        seating(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        for boat, men in seating(draft).items():
            draft.emit(MenEmbarked(boat, men))


def seating(look: GameContext) -> dict[str, list[str]]:
    """Return landed boat → men of this seat who find room in it. Raise Refused if none do."""
    men = [key for team, _ in look.state.teams_of(look.seat.name) for key in on_foot(look.state, team)]
    seats = [boat for boat, room in room_in(look).items() for _ in range(room)]
    found: dict[str, list[str]] = {}
    for key, boat in zip(men, seats, strict=False):
        found.setdefault(boat, []).append(key)
    if not found:
        raise Refused("no-boat-there", "boats.seats")
    return found


def room_in(look: GameContext) -> dict[str, int]:
    check_battle(look)
    check_settled(look)
    seats = look.book.boats.seats
    taken = {key: max(boat.load, len(look.state.aboard(key))) for key, boat in landed(look.state).items()}
    room = {key: seats - men for key, men in taken.items() if men < seats}
    if not room:
        raise Refused("no-boat-there", "boats.seats")
    return room


def landed(state: State) -> dict[str, Boat]:
    return {key: boat for key, boat in state.boats.items() if boat.state == "landed"}


def on_foot(state: State, team: str) -> list[str]:
    men = state.living_of(team)
    return [key for key in men if state.troopers[key].aboard is None and state.troopers[key].status != "pinned"]


class AtBoat(Command):
    boat: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"boat": list(may_leave(look))})

    def decide(self, draft: Draft) -> None:
        if self.boat not in may_leave(draft):
            raise Refused("boat-not-there", "boats.lift", field="boat", boat=self.boat)
        self.happen(draft)

    def happen(self, draft: Draft) -> None:
        raise NotImplementedError


class TakeOff(AtBoat):
    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return look.seat.side == INFANTRY

    def happen(self, draft: Draft) -> None:
        state, book = draft.state, draft.book
        men = state.aboard(self.boat)
        crashed = [key for key in men if state.teams[state.troopers[key].team].kind == "survivors"]
        left = bugs_left(state) if mission_of(draft).on_surface else None
        draft.emit(BoatLeft(self.boat, men, state.turn + book.boats.lift, len(crashed), surface=left))

    def asked_before(self, look: GameContext) -> Doubt | None:
        is_empty = not (look.state.aboard(self.boat) or look.state.boats[self.boat].load)
        return Doubt("take-off-empty") if is_empty else None


def bugs_left(state: State) -> int:
    return len(list(state.living_bugs())) + sum(pack.count for pack in state.lair.packs.values())


def may_leave(look: GameContext) -> dict[str, Boat]:
    check_battle(look)
    check_settled(look)
    boats = landed(look.state)
    if not boats:
        raise Refused("no-boat-there", "boats.lift")
    return boats


class LoseBoat(AtBoat):
    def happen(self, draft: Draft) -> None:
        lose(draft, self.boat)

    def asked_before(self, look: GameContext) -> Doubt:
        return Doubt(self.key)


def lose(draft: Draft, boat: str) -> None:
    men = draft.state.aboard(boat)
    draft.emit(BoatLost(boat, men, sum(is_officer(draft, key) for key in men)))


class AttackBoat(AtBoat):
    """Roll the suggested die for a boat hit by acid, or attacked by warriors for a turn (MI-58)."""

    rolls = True

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"boat": attackable(look)}, dice=DiceRequest(1), aim="boat")

    def happen(self, draft: Draft) -> None:
        attackable(draft)
        roll, needs = draft.roll(DiceRequest(1)), draft.book.assault.boat
        is_lost = roll.numbers[0] >= needs
        draft.emit(BoatAttacked(self.boat, needs, roll, is_lost))
        if is_lost:
            lose(draft, self.boat)


def attackable(look: GameContext) -> list[str]:
    """Return the boats that bugs may destroy by a die.

    Raise Refused if the table names each chance.
    """
    boats = list(may_leave(look))
    if look.book.answer_for("vehicles") != "suggested":
        raise Refused("chance-instead", "table.gm-chance")
    check_assault(look, acid=True)
    return boats


def check_assault(look: GameContext, *, acid: bool) -> None:
    """Raise Refused unless enough warriors, or an acid tank bug, live to batter a structure."""
    kinds = [bug.kind for _, bug in look.state.living_bugs()]
    if not (acid and "tank" in kinds) and kinds.count("warrior") < look.book.assault.warriors:
        raise Refused("too-few-bugs", "victory.boats")

"""Events of boats, objectives, points, and a referee's chance rolls."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core.engine.visibility import private
from app.core.rules.dice import Roll
from app.core.rules.ruling import Reason
from app.games.mobile_infantry.book import BRAIN, INFANTRY
from app.games.mobile_infantry.events import InfantryEvent
from app.games.mobile_infantry.events.bugs import count_dead
from app.games.mobile_infantry.state import State


@dataclass
class BoatsCalled(InfantryEvent):
    boats: list[str]
    due: int
    roll: Roll | None = None

    def apply(self, state: State) -> None:
        state.called = state.turn
        for key in self.boats:
            state.boats[key].state, state.boats[key].due_turn = "inbound", self.due


@dataclass
class RecoveryCalled(InfantryEvent):
    """Bugs are inside the fort: from the next turn on a die is rolled for boats."""

    turn: int

    def apply(self, state: State) -> None:
        state.recovery = self.turn


@dataclass
class BoatsOverhead(InfantryEvent):
    """Boats are over the landing zone.

    They land in this turn if it is free of bugs and men wait there.
    """

    boats: list[str]

    def apply(self, state: State) -> None:
        for key in self.boats:
            state.boats[key].state, state.boats[key].due_turn = "inbound", state.turn


@dataclass
class BoatsTurnedBack(InfantryEvent):
    """Boats did not land: a bug was within `clear` inches of the landing zone, or nobody waited."""

    boats: list[str]
    nearest: int | None = None
    clear: int = 0

    def apply(self, state: State) -> None:
        for key in self.boats:
            state.boats[key].state, state.boats[key].due_turn = "standby", None


@dataclass
class BoatAttacked(InfantryEvent):
    boat: str
    needs: int
    roll: Roll
    destroyed: bool

    def apply(self, state: State) -> None:
        """Remove a boat that is destroyed."""


@dataclass
class WallStormed(InfantryEvent):
    needs: int
    roll: Roll
    breached: bool

    def apply(self, state: State) -> None:
        state.breaches += self.breached


@dataclass
class MenWalkedOff(InfantryEvent):
    team: str
    troopers: list[str]

    def apply(self, state: State) -> None:
        for key in self.troopers:
            state.troopers[key].status = "extracted"
        state.tally.im_out += len(self.troopers)


@dataclass
class BoatsLanded(InfantryEvent):
    boats: list[str]

    def apply(self, state: State) -> None:
        for key in self.boats:
            state.boats[key].state, state.boats[key].due_turn = "landed", None


@dataclass
class MenEmbarked(InfantryEvent):
    boat: str
    troopers: list[str]

    def apply(self, state: State) -> None:
        for key in self.troopers:
            state.troopers[key].aboard = self.boat
        state.boats[self.boat].load += len(self.troopers)


@dataclass
class BoatLeft(InfantryEvent):
    boat: str
    troopers: list[str]
    due: int
    survivors: int = 0
    """Those among them who had crashed."""
    side: str = BRAIN
    surface: int | None = private()
    """Bugs that it leaves behind, hidden ones too, if they count: secret of the Brain (MI-81)."""

    def apply(self, state: State) -> None:
        boat = state.boats[self.boat]
        boat.state, boat.load, boat.due_turn = "outbound", 0, self.due
        for key in self.troopers:
            state.troopers[key].status, state.troopers[key].aboard = "extracted", None
        state.tally.im_out += len(self.troopers)
        state.tally.survivors_out += self.survivors
        if self.surface is not None:
            state.lair.on_surface = self.surface


@dataclass
class BoatLost(InfantryEvent):
    look = "lost"

    boat: str
    troopers: list[str]
    officers: int

    def apply(self, state: State) -> None:
        state.boats[self.boat].state, state.boats[self.boat].load = "destroyed", 0
        state.boats[self.boat].due_turn = None
        state.tally.boats_lost += 1
        for place, key in enumerate(self.troopers):
            state.troopers[key].status, state.troopers[key].aboard = "dead", None
            count_dead(state, place < self.officers)


@dataclass
class MenLeftBehind(InfantryEvent):
    """Pinned and wounded men who are still on the table at the end count as dead."""

    look = "lost"

    troopers: list[str]
    officers: int

    def apply(self, state: State) -> None:
        for place, key in enumerate(self.troopers):
            state.troopers[key].status, state.troopers[key].held_by = "dead", None
            count_dead(state, place < self.officers)


@dataclass
class BugsCounted(InfantryEvent):
    """The battle is over: bugs left when the last boat took off, never located ones included."""

    number: int

    def apply(self, state: State) -> None:
        state.tally.bugs_on_surface = self.number


@dataclass
class MarkerReached(InfantryEvent):
    """An objective or a chamber has been reached; older tables did not say which."""

    terms = {"what": "reached-what"}

    number: int
    what: str = ""

    def apply(self, state: State) -> None:
        state.tally.reached = self.number


@dataclass
class ChanceTaken(InfantryEvent):
    """A case that the rules do not cover, left to a die."""

    terms = {"reason": "own"}

    needs: int
    reason: str
    roll: Roll
    happens: bool

    def apply(self, state: State) -> None:
        """Change nothing: people carry out the result on the board."""


@dataclass
class PointsCounted(InfantryEvent):
    bugs: int
    im: int
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        state.score = {BRAIN: self.bugs, INFANTRY: self.im}

"""Events of reaction tests: causes, results, and moves of men."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core.rules.dice import Roll
from app.core.rules.ruling import Reason
from app.games.mobile_infantry.events import InfantryEvent
from app.games.mobile_infantry.state import Reaction, State

RUNS = {"flee": "flee", "withdraw": "withdraw", "berserk": "charge"}
LEAVES: dict[str, Reaction] = {
    "flee": "fleeing", "withdraw": "withdrew", "no-advance": "no-advance", "orders": "ok", "berserk": "berserk",
}  # fmt: skip


@dataclass
class TestOwed(InfantryEvent):
    __test__ = False

    team: str
    reason: str
    groups: list[str] = field(default_factory=list)
    """Bugs that it meets for the first time."""

    def apply(self, state: State) -> None:
        owing = state.teams[self.team]
        if self.reason not in owing.owes:
            owing.owes.append(self.reason)
        if self.reason == "bugs-near":
            owing.seen_within_12 = True
            owing.met += self.groups
        if self.reason == "comrades-lost":
            owing.mourned = [key for key, team in state.teams.items() if team.fell]


@dataclass
class ReactionRolled(InfantryEvent):
    team: str
    roll: Roll
    modifier: int
    choices: list[str]
    reasons: list[str]
    working: list[Reason] = field(default_factory=list)

    def apply(self, state: State) -> None:
        team = state.teams[self.team]
        team.tested, team.owes, team.first_test_done = [*team.tested, *self.reasons], [], True
        team.may_choose = list(self.choices)


@dataclass
class ReactionChosen(InfantryEvent):
    """The chosen reaction of a team, and the turn until which it may not advance."""

    team: str
    result: str
    until: int

    def apply(self, state: State) -> None:
        team = state.teams[self.team]
        if self.result == "flee" and team.reaction != "fleeing":
            note_loss(state, self.team)
        team.may_choose, team.reaction, team.until = [], LEAVES[self.result], self.until
        team.runs = RUNS.get(self.result, "")


def note_loss(state: State, key: str) -> None:
    state.teams[key].fell = state.turn + (state.phase == "location")
    for team in state.teams.values():
        team.mourned = [lost for lost in team.mourned if lost != key]


@dataclass
class TeamWipedOut(InfantryEvent):
    look = "lost"

    team: str

    def apply(self, state: State) -> None:
        note_loss(state, self.team)
        state.teams[self.team].wiped_out = True


@dataclass
class BerserkGoOn(InfantryEvent):
    """Berserk teams advance once more before anything else."""

    teams: list[str]

    def apply(self, state: State) -> None:
        for key in self.teams:
            state.teams[key].runs = "charge"


@dataclass
class WithdrawalChosen(InfantryEvent):
    team: str

    def apply(self, state: State) -> None:
        state.teams[self.team].reaction, state.teams[self.team].runs = "withdrew", "withdraw"

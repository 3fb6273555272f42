"""Reaction tests: what sets them off, what they bring, what men do then."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core.dice import Roll
from app.core.play import Event
from app.core.ruling import Reason
from app.games.mobile_infantry.state import Reaction, State

RUNS = {"flee": "flee", "withdraw": "withdraw", "berserk": "charge"}
LEAVES: dict[str, Reaction] = {
    "flee": "fleeing", "withdraw": "withdrew", "no-advance": "no-advance", "orders": "ok", "berserk": "berserk",
}  # fmt: skip


@dataclass
class TestOwed(Event):
    """A team owes a reaction test, and why."""

    __test__ = False

    team: str
    reason: str

    def apply(self, state: State) -> None:
        owing = state.teams[self.team]
        if self.reason not in owing.owes:
            owing.owes.append(self.reason)
        if self.reason == "bugs-near":
            owing.seen_within_12 = True


@dataclass
class ReactionRolled(Event):
    """The dice of a reaction test and the results among which the team may choose."""

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
class ReactionChosen(Event):
    """What a team does now; until when it may not advance."""

    team: str
    result: str
    until: int

    def apply(self, state: State) -> None:
        team = state.teams[self.team]
        team.may_choose, team.reaction, team.until = [], LEAVES[self.result], self.until
        team.runs = RUNS.get(self.result, "")


ALL: tuple[type[Event], ...] = (TestOwed, ReactionRolled, ReactionChosen)

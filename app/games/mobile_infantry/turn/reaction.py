"""Reaction tests at the table; what only the board knows is asked. Source: Infantería Móvil, Test de Reacción."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from app.core.commands import Draft, Look
from app.core.offers import Ask, Choice, Offer, Some, Span
from app.core.refusals import Refused
from app.core.ruling import Answer, working
from app.games.mobile_infantry.events.reaction import ReactionChosen, ReactionRolled
from app.games.mobile_infantry.rulings.reaction import ReactionTest, reaction
from app.games.mobile_infantry.state import State, Team
from app.games.mobile_infantry.turn.bugs import OfBrain, living_teams
from app.games.mobile_infantry.turn.casualties import may_owe, owe
from app.games.mobile_infantry.turn.moving import OfInfantry

Number = Annotated[int, Field(ge=0, le=99)]
MOST_NEAR, USUAL = 40, 6
USUAL_BUGS = (0, 1, 2, 4, 6, 8, 12)


class React(OfInfantry):
    """Roll the reaction test that a team owes; who is near it only the board knows."""

    rolls = True
    team: str
    im_within_12: Number
    bugs_within_12: Number
    command_within_6: bool = False

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        for key in owing(look):
            dice = Ask(dice_of(look.state.teams[key]))
            about = (key, *look.state.teams[key].owes)
            yield Offer(cls.key, given={"team": key}, choose=near(look.state, key), dice=dice, about=about)

    def decide(self, draft: Draft) -> None:
        if self.team not in owing(draft):
            raise Refused("no-test-owed", "reaction.triggers", field="team", team=self.team)
        team: Team = draft.state.teams[self.team]
        roll = draft.roll(Ask(dice_of(team)))
        answer = self._ruling(draft, roll.numbers)
        results = [draft.book.reaction.results[choice - 1] for choice in answer["choices"]]
        results = list(dict.fromkeys(results))
        reasons = list(team.owes)
        draft.note(ReactionRolled(self.team, roll, answer["modifier"], results, reasons, working(answer)))
        if len(results) == 1:
            follow(draft, self.team, results[0])

    def _ruling(self, look: Look, dice: list[int]) -> Answer:
        state, team = look.state, look.state.teams[self.team]
        facts = ReactionTest(
            dice=dice,
            im_within_12=self.im_within_12,
            bugs_within_12=self.bugs_within_12,
            rookie_first_test=team.experience == "rookie" and not team.first_test_done,
            recent_casualties=recent_casualties(look, team),
            last_man=len(state.living_of(self.team)) == 1,
            command_within_6=self.command_within_6,
        )
        return reaction(facts, look.book)


def near(state: State, key: str) -> dict[str, Choice]:
    """What the board tells about a team: its own men and the bugs that are at it to begin with."""
    men = len(able_of(state, key))
    others = tuple(range(men, MOST_NEAR + 1, 4))
    at_it = sum(bug.engages == key for _, bug in state.living_bugs())
    first = max(at_it, 1 if "bugs-near" in state.teams[key].owes else 0)
    return {
        "im_within_12": Span(men, MOST_NEAR, usual=others[:USUAL]),
        "bugs_within_12": Span(0, MOST_NEAR, first, USUAL_BUGS),
        "command_within_6": [False, True],
    }


def owing(look: Look) -> list[str]:
    """The teams of this seat that owe a test. Raises Refused where there is none."""
    teams = [key for key, team in look.state.teams_of(look.seat.name) if team.owes]
    if not teams:
        raise Refused("no-test-owed", "reaction.triggers")
    return teams


def able_of(state: State, team: str) -> list[str]:
    """The men of a team who count: neither pinned nor wounded (MI-31)."""
    return [key for key in state.living_of(team) if state.troopers[key].status in ("ok", "prone")]


def dice_of(team: Team) -> int:
    """Veterans and command teams roll two dice and choose."""
    return 2 if team.experience == "veteran" or team.kind == "command" else 1


def recent_casualties(look: Look, team: Team) -> int:
    """Casualties of the last turn (MI-33)."""
    both = look.book.says("cas-window") == "current-and-previous"
    return team.casualties_before + (team.casualties if both else 0)


class ChooseReaction(OfInfantry):
    """Choose between the two results of a veteran team’s dice."""

    team: str
    result: str

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        for key in choosing(look):
            results = list(look.state.teams[key].may_choose)
            yield Offer(cls.key, given={"team": key}, choose={"result": results}, about=(key,))

    def decide(self, draft: Draft) -> None:
        if self.team not in choosing(draft):
            raise Refused("nothing-to-choose", "reaction.two-dice", field="team", team=self.team)
        if self.result not in draft.state.teams[self.team].may_choose:
            raise Refused("no-such-result", "reaction.two-dice", field="result")
        follow(draft, self.team, self.result)


def choosing(look: Look) -> list[str]:
    """The teams of this seat that must choose. Raises Refused where there is none."""
    teams = [key for key, team in look.state.teams_of(look.seat.name) if team.may_choose]
    if not teams:
        raise Refused("nothing-to-choose", "reaction.two-dice")
    return teams


def follow(draft: Draft, key: str, result: str) -> None:
    """What a team does after its test, and until when (MI-35)."""
    state: State = draft.state
    moving_now = state.phase in ("bug-move", "fire", "close-combat", "im-move")
    draft.note(ReactionChosen(key, result, state.turn if moving_now else state.turn + 1))


class Witness(OfBrain):
    """Say which teams within twelve inches saw another one lost, or bugs come so near for the first time."""

    reason: str
    teams: list[str]

    @classmethod
    def open_to(cls, look: Look) -> bool:
        return look.seat.side is not None

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        check_battle(look)
        found = {reason: teams for reason, teams in witnesses(look).items() if teams}
        if not found:
            raise Refused("nobody-saw", "reaction.triggers")
        for reason, teams in found.items():
            choose = {"teams": Some(teams, 1, len(teams), False)}
            yield Offer(cls.key, given={"reason": reason}, choose=choose, label=f"witness-{reason}")

    def decide(self, draft: Draft) -> None:
        check_battle(draft)
        allowed = witnesses(draft).get(self.reason, [])
        if not self.teams or any(team not in allowed for team in self.teams):
            raise Refused("no-such-team", "reaction.triggers", field="teams")
        for team in dict.fromkeys(self.teams):
            owe(draft, team, self.reason)


def check_battle(look: Look) -> None:
    """Raises Refused before and after the battle."""
    if look.state.over:
        raise Refused("mission-over", "table.over")
    if look.state.phase == "muster":
        raise Refused("not-begun", "organisation.teams")


def witnesses(look: Look) -> dict[str, list[str]]:
    """The teams that something may have happened to which only the board knows, by reason."""
    state: State = look.state
    calm = [key for key in living_teams(state) if state.teams[key].reaction != "fleeing"]
    lost = any(team.reaction == "fleeing" or not state.living_of(key) for key, team in state.teams.items())
    near = [key for key in calm if not state.teams[key].seen_within_12] if any(state.living_bugs()) else []
    found = {"bugs-near": near, "comrades-lost": calm if lost else []}
    return {reason: [key for key in keys if may_owe(look, key, reason)] for reason, keys in found.items()}

"""Reaction tests at the table; the board's facts are asked.

Source: Infantería Móvil, Test de Reacción.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from app.core.engine.offers import Choice, DiceRequest, MultiChoice, NumberChoice, Offer
from app.core.errors import Refused
from app.core.rules.ruling import RulingResult
from app.games.mobile_infantry.events.reaction import ReactionChosen, ReactionRolled
from app.games.mobile_infantry.rulings.reaction import ReactionTest, reaction
from app.games.mobile_infantry.state import Draft, GameContext, State, Team, Trooper
from app.games.mobile_infantry.turn.bugs import OfBrain, living_teams
from app.games.mobile_infantry.turn.casualties import known_near, may_owe, owe
from app.games.mobile_infantry.turn.moving import OfInfantry
from app.games.mobile_infantry.turn.sequence import check_battle

Number = Annotated[int, Field(ge=0, le=99)]
MOST_NEAR, USUAL = 40, 6
USUAL_BUGS = (0, 1, 2, 3, 4, 6, 8)


class React(OfInfantry):
    """Roll the reaction test that a team owes; only the board shows who is near it."""

    rolls = True
    team: str
    im_within_12: Number
    bugs_within_12: Number
    command_within_6: bool = False

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key in owing(look):
            dice = DiceRequest(dice_of(look, look.state.teams[key]))
            about = (key, *look.state.teams[key].owes)
            sums = partial(cls._sums, look)
            hint = "hint.two-dice" if dice.count > 1 else None
            yield Offer(
                cls.key, given={"team": key}, choose=near(look, key), dice=dice, about=about, hint=hint, sums=sums
            )

    @classmethod
    def _sums(cls, look: GameContext, chosen: Mapping[str, Any]) -> RulingResult:
        answer = cls.model_validate(chosen)._ruling(look, None)
        return RulingResult({"modifier": answer["modifier"]}, answer.working)

    def decide(self, draft: Draft) -> None:
        if self.team not in owing(draft):
            raise Refused("no-test-owed", "reaction.triggers", field="team", team=self.team)
        if self.command_within_6 and not commanders(draft, self.team):
            raise Refused("no-commander", "reaction.modifiers", field="command_within_6")
        team = draft.state.teams[self.team]
        roll = draft.roll(DiceRequest(dice_of(draft, team)))
        answer = self._ruling(draft, roll.numbers)
        results = [draft.book.reaction.results[choice - 1] for choice in answer["choices"]]
        results = list(dict.fromkeys(results))
        reasons = list(team.owes)
        every = [reason for one in (answer.working, *answer.also.values()) for reason in one.reasons]
        draft.emit(ReactionRolled(self.team, roll, answer["modifier"], results, reasons, every))
        if len(results) == 1:
            follow(draft, self.team, results[0])

    def _ruling(self, look: GameContext, dice: list[int] | None) -> RulingResult:
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


def near(look: GameContext, key: str) -> dict[str, Choice]:
    state = look.state
    men = len(able_of(state, key))
    others = tuple(range(men, MOST_NEAR + 1, 4))
    at_it = len(known_near(state, key))
    first = at_it or int("bugs-near" in state.teams[key].owes and not state.teams[key].near)
    return {
        "im_within_12": NumberChoice(men, MOST_NEAR, usual=others[:USUAL]),
        "bugs_within_12": NumberChoice(0, MOST_NEAR, first, USUAL_BUGS),
        "command_within_6": [False, True] if commanders(look, key) else [False],
    }


def owing(look: GameContext) -> list[str]:
    teams = [key for key, team in look.state.teams_of(look.seat.name) if team.owes]
    if not teams:
        raise Refused("no-test-owed", "reaction.triggers")
    return teams


def commanders(look: GameContext, key: str) -> list[str]:
    state = look.state
    team, mine = state.teams[key], rank_of(look, key)
    own = [
        one
        for one, other in state.teams.items()
        if other.kind == "command" and team.squad and other.squad == team.squad
    ]
    return [
        name
        for name, one in state.troopers.items()
        if one.living and one.team != key and (one.team in own or is_senior(look, one, mine))
    ]


def rank_of(look: GameContext, team: str) -> int:
    ranks = look.book.organisation.ranks
    return max((ranks.index(look.state.troopers[key].role) for key in look.state.living_of(team)), default=0)


def is_senior(look: GameContext, one: Trooper, rank: int) -> bool:
    organisation = look.book.organisation
    if look.book.answer_for("senior") == "major-only":
        return bool(one.role == organisation.regiment[0])
    return one.role in organisation.officers and organisation.ranks.index(one.role) > rank


def able_of(state: State, team: str) -> list[str]:
    return [key for key in state.living_of(team) if state.troopers[key].status in ("ok", "prone")]


def dice_of(look: GameContext, team: Team) -> int:
    table = look.book.reaction
    return table.veteran_dice if team.experience == "veteran" or team.kind == "command" else table.dice


def recent_casualties(look: GameContext, team: Team) -> int:
    both = look.book.answer_for("cas-window") == "current-and-previous"
    return team.casualties_before + (team.casualties if both else 0)


class ChooseReaction(OfInfantry):
    team: str
    result: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key in choosing(look):
            results = list(look.state.teams[key].may_choose)
            yield Offer(cls.key, given={"team": key}, choose={"result": results}, about=(key,))

    def decide(self, draft: Draft) -> None:
        if self.team not in choosing(draft):
            raise Refused("nothing-to-choose", "reaction.two-dice", field="team", team=self.team)
        if self.result not in draft.state.teams[self.team].may_choose:
            raise Refused("no-such-result", "reaction.two-dice", field="result")
        follow(draft, self.team, self.result)


def choosing(look: GameContext) -> list[str]:
    teams = [key for key, team in look.state.teams_of(look.seat.name) if team.may_choose]
    if not teams:
        raise Refused("nothing-to-choose", "reaction.two-dice")
    return teams


def follow(draft: Draft, key: str, result: str) -> None:
    state = draft.state
    moving_now = state.phase in ("bug-move", "fire", "close-combat", "im-move")
    draft.emit(ReactionChosen(key, result, state.turn if moving_now else state.turn + 1))


class Witness(OfBrain):
    """Say which teams within twelve inches saw a team lost, or meet bugs for the first time."""

    reason: str
    teams: list[str]
    sighted: str | None = None

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return look.seat.side is not None

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_battle(look)
        found = {seen: teams for seen, teams in witnesses(look).items() if teams}
        if not found:
            raise Refused("nobody-saw", "reaction.triggers")
        for (reason, group), teams in found.items():
            choose = {"teams": MultiChoice(teams, 1, len(teams), False)}
            given = {"reason": reason, **({"sighted": group} if group else {})}
            about = (group,) if group else ()
            yield Offer(cls.key, given=given, choose=choose, label=f"witness-{reason}", about=about)

    def decide(self, draft: Draft) -> None:
        check_battle(draft)
        allowed = witnesses(draft).get((self.reason, self.sighted), [])
        if not self.teams or any(team not in allowed for team in self.teams):
            raise Refused("no-such-team", "reaction.triggers", field="teams")
        for team in dict.fromkeys(self.teams):
            owe(draft, team, self.reason, [self.sighted] if self.sighted else [])


def witnesses(look: GameContext) -> dict[tuple[str, str | None], list[str]]:
    """Return (reason, group of bugs) → teams it may have happened to (MI-37).

    Only the board knows which.
    """
    state = look.state
    calm = [key for key in living_teams(state) if state.teams[key].reaction != "fleeing"]
    found: dict[tuple[str, str | None], list[str]] = {}
    if look.book.answer_for("first12") == "battle":
        near = calm if any(state.living_bugs()) else []
        found["bugs-near", None] = [key for key in near if not state.teams[key].seen_within_12]
    else:
        for group in dict.fromkeys(bug.group for _, bug in state.living_bugs()):
            found["bugs-near", group] = [key for key in calm if group not in state.teams[key].met]
    found["comrades-lost", None] = [key for key in calm if missing_for(state, key)]
    return {seen: [key for key in keys if may_owe(look, key, seen[0])] for seen, keys in found.items()}


def missing_for(state: State, key: str) -> bool:
    fallen = (one for one, team in state.teams.items() if one != key and team.fell >= state.turn)
    return any(one not in state.teams[key].mourned for one in fallen)

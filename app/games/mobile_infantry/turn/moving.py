"""How the Mobile Infantry moves. Source: Infantería Móvil, Movimiento."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.commands import Command, Draft, Look
from app.core.offers import Ask, Offer, Some
from app.core.refusals import Refused
from app.games.mobile_infantry.book import INFANTRY
from app.games.mobile_infantry.events.infantry import LeftTable, MenRan, TeamsMoved
from app.games.mobile_infantry.rulings.moving import TeamMove, team_move
from app.games.mobile_infantry.state import State, Team
from app.games.mobile_infantry.turn.casualties import is_officer
from app.games.mobile_infantry.turn.sequence import check_phase


class OfInfantry(Command):
    """A command of a seat of the Mobile Infantry in battle."""

    @classmethod
    def open_to(cls, look: Look) -> bool:
        return look.seat.side == INFANTRY


class MoveTeams(OfInfantry):
    """Roll the tactical move of each team that has not moved, one die a team."""

    rolls = True

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        yield Offer(cls.key, dice=Ask(len(may_move(look))))

    def decide(self, draft: Draft) -> None:
        roll_moves(draft, may_move(draft))


class MoveTeam(OfInfantry):
    """Roll the tactical move of one team."""

    rolls = True
    team: str

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"team": may_move(look)}, dice=Ask(1))

    def decide(self, draft: Draft) -> None:
        if self.team not in may_move(draft):
            raise Refused("may-not-move", "moving.tactical", field="team", team=self.team)
        roll_moves(draft, [self.team])


def may_move(look: Look) -> list[str]:
    """The teams of this seat that may still roll a tactical move. Raises Refused where there is none."""
    check_phase(look, "im-move")
    if look.state.sequence == "pre":
        raise Refused("march-instead", "moving.march")
    teams = [key for key, team in look.state.teams_of(look.seat.name) if is_steady(team) and look.state.fit_of(key)]
    if not teams:
        raise Refused("all-moved", "moving.tactical")
    return teams


def is_steady(team: Team) -> bool:
    """Whether a team may still move as it likes."""
    return not team.moved and team.reaction != "fleeing"


def roll_moves(draft: Draft, teams: list[str]) -> None:
    """A die for each of these teams: its inches in the open, and fewer in bad terrain."""
    roll = draft.roll(Ask(len(teams)))
    moves: dict[bool, dict[str, int]] = {bad: {} for bad in (False, True)}
    for key, face in zip(teams, roll.numbers, strict=True):
        for bad, inches in moves.items():
            inches[key] = team_move(TeamMove(die=face, bad_terrain=bad), draft.book)["inches"]
    draft.note(TeamsMoved(moves[False], moves[True], roll))


class Run(OfInfantry):
    """Roll how far each man of a team withdraws, flees or charges after a reaction test."""

    rolls = True
    team: str

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        for key in running(look):
            yield Offer(cls.key, given={"team": key}, dice=Ask(dice_of_run(look, key)), about=(key,))

    def decide(self, draft: Draft) -> None:
        if self.team not in running(draft):
            raise Refused("need-not-run", "reaction.lasts", field="team", team=self.team)
        team: Team = draft.state.teams[self.team]
        roll = draft.roll(Ask(dice_of_run(draft, self.team)))
        each = dice_each(draft, team)
        men = runners(draft.state, self.team, team.runs)
        sums = [sum(roll.numbers[place : place + each]) for place in range(0, len(roll.numbers), each)]
        draft.note(MenRan(self.team, team.runs, dict(zip(men, sums, strict=True)), roll))


def running(look: Look) -> list[str]:
    """The teams of this seat whose men must run now. Raises Refused where there is none."""
    teams = [key for key, team in look.state.teams_of(look.seat.name) if team.runs]
    if not teams:
        raise Refused("nobody-runs", "reaction.lasts")
    return teams


def dice_each(look: Look, team: Team) -> int:
    """Dice of each man, or of the team that charges."""
    movement = look.book.movement
    dice: int = {"flee": movement.flight_dice, "withdraw": movement.withdrawal_dice}.get(
        team.runs, movement.tactical_dice
    )
    return dice


def runners(state: State, key: str, how: str) -> list[str]:
    """Who rolls: each man that can run, or the whole team as one where it charges."""
    return [key] if how == "charge" else state.fit_of(key)


def dice_of_run(look: Look, key: str) -> int:
    """All dice of a run."""
    team: Team = look.state.teams[key]
    return dice_each(look, team) * len(runners(look.state, key, team.runs))


class LeaveTable(OfInfantry):
    """Fleeing men have run off the table: they are out, and worth nothing to anybody."""

    team: str
    troopers: list[str]

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        for key in fleeing(look):
            men = look.state.living_of(key)
            yield Offer(cls.key, given={"team": key}, choose={"troopers": Some(men, 1, len(men))}, about=(key,))

    def decide(self, draft: Draft) -> None:
        if self.team not in fleeing(draft):
            raise Refused("not-fleeing", "moving.flight", field="team", team=self.team)
        men = draft.state.living_of(self.team)
        if not self.troopers or any(key not in men for key in self.troopers):
            raise Refused("not-of-the-team", "moving.flight", field="troopers", team=self.team)
        gone = list(dict.fromkeys(self.troopers))
        counted = gone if draft.book.says("fled-vp") == "as-dead" else []
        draft.note(LeftTable(self.team, gone, len(counted), sum(is_officer(draft, key) for key in counted)))


def fleeing(look: Look) -> list[str]:
    """The fleeing teams of this seat. Raises Refused where there is none."""
    if look.state.over:
        raise Refused("mission-over", "table.over")
    teams = [key for key, team in look.state.teams_of(look.seat.name) if team.reaction == "fleeing"]
    if not teams:
        raise Refused("nobody-flees", "moving.flight")
    return teams

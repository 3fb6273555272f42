"""Moves of the Mobile Infantry. Source: Infantería Móvil, Movimiento."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.engine.command import Command
from app.core.engine.offers import DiceRequest, MultiChoice, Offer
from app.core.errors import Refused
from app.games.mobile_infantry.book import INFANTRY
from app.games.mobile_infantry.events.infantry import LeftTable, MenRan, TeamMarched, TeamsMoved
from app.games.mobile_infantry.events.reaction import WithdrawalChosen
from app.games.mobile_infantry.rulings.moving import TeamMove, team_move
from app.games.mobile_infantry.state import Draft, GameContext, State, Team
from app.games.mobile_infantry.turn.casualties import is_officer
from app.games.mobile_infantry.turn.sequence import check_phase, check_settled


class OfInfantry(Command):
    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return look.seat.side == INFANTRY


class MoveTeams(OfInfantry):
    rolls = True

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        teams = tuple(may_move(look))
        yield Offer(cls.key, dice=DiceRequest(len(teams), each=teams), hint="hint.team-by-team")

    def decide(self, draft: Draft) -> None:
        roll_moves(draft, may_move(draft))


class MoveTeam(OfInfantry):
    rolls = True
    team: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"team": may_move(look)}, dice=DiceRequest(1))

    def decide(self, draft: Draft) -> None:
        if self.team not in may_move(draft):
            raise Refused("may-not-move", "moving.tactical", field="team", team=self.team)
        roll_moves(draft, [self.team])


def may_move(look: GameContext) -> list[str]:
    check_phase(look, "im-move")
    if look.state.sequence == "pre":
        raise Refused("march-instead", "moving.march")
    teams = [key for key, team in look.state.teams_of(look.seat.name) if is_steady(team) and look.state.fit_of(key)]
    if not teams:
        raise Refused("all-moved", "moving.tactical")
    return teams


def is_steady(team: Team) -> bool:
    return not team.moved and team.reaction != "fleeing"


def roll_moves(draft: Draft, teams: list[str]) -> None:
    roll = draft.roll(DiceRequest(len(teams)))
    rolled = dict(zip(teams, roll.numbers, strict=True))
    helpers = rolled if any_wounded(draft.state) else {}
    draft.emit(
        TeamsMoved(
            {key: inches_of(draft, die) for key, die in rolled.items()},
            {key: inches_of(draft, die, bad_terrain=True) for key, die in rolled.items()},
            roll,
            {key: inches_of(draft, die, helping_wounded=True) for key, die in helpers.items()},
        )
    )


def any_wounded(state: State) -> bool:
    return any(one.status == "wounded" and one.aboard is None for one in state.troopers.values())


def inches_of(look: GameContext, die: int, **how: bool) -> int:
    inches: int = team_move(TeamMove(die=die, **how), look.book)["inches"]
    return inches


class March(OfInfantry):
    """March on with a team that knows of no bug though others do, if allowed (MI-09)."""

    team: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"team": may_march(look)})

    def decide(self, draft: Draft) -> None:
        if self.team not in may_march(draft):
            raise Refused("may-not-move", "moving.march", field="team", team=self.team)
        movement = draft.book.movement
        draft.emit(TeamMarched(self.team, movement.march, movement.march_bad_terrain))


def may_march(look: GameContext) -> list[str]:
    teams = may_move(look)
    if look.book.answer_for("uninformed-may-march") != "yes":
        raise Refused("no-march-any-more", "sequence.post")
    marching = [key for key in teams if not knows_of_bugs(look.state, key)]
    if not marching:
        raise Refused("no-march-any-more", "sequence.post")
    return marching


def knows_of_bugs(state: State, key: str) -> bool:
    unit = state.teams[key].squad or key
    return any(unit in state.groups[bug.group].told for _, bug in state.living_bugs())


class Withdraw(OfInfantry):
    """Withdraw a team of its own will, if the table allows it (MI-13)."""

    team: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"team": may_withdraw(look)})

    def decide(self, draft: Draft) -> None:
        if self.team not in may_withdraw(draft):
            raise Refused("may-not-move", "moving.withdrawal", field="team", team=self.team)
        draft.emit(WithdrawalChosen(self.team))


def may_withdraw(look: GameContext) -> list[str]:
    teams = may_move(look)
    if look.book.answer_for("voluntary-withdrawal") != "yes":
        raise Refused("only-by-a-test", "moving.withdrawal")
    return teams


class Run(OfInfantry):
    rolls = True
    team: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key in running(look):
            dice = DiceRequest(dice_of_run(look, key))
            several = len(runners(look.state, key, look.state.teams[key].runs)) > 1
            hint = "hint.man-by-man" if several else None
            yield Offer(cls.key, given={"team": key}, dice=dice, about=(key,), hint=hint)

    def decide(self, draft: Draft) -> None:
        if self.team not in running(draft):
            raise Refused("need-not-run", "reaction.lasts", field="team", team=self.team)
        team = draft.state.teams[self.team]
        roll = draft.roll(DiceRequest(dice_of_run(draft, self.team)))
        each = dice_each(draft, team)
        men = runners(draft.state, self.team, team.runs)
        sums = [sum(roll.numbers[place : place + each]) for place in range(0, len(roll.numbers), each)]
        less = slowed(draft, team)
        bad = dict(zip(men, (max(0, inches - less) for inches in sums), strict=True)) if less else {}
        draft.emit(MenRan(self.team, team.runs, dict(zip(men, sums, strict=True)), roll, bad))


def slowed(look: GameContext, team: Team) -> int:
    movement = look.book.movement
    forced = movement.run_bad_terrain if look.book.answer_for("bad-terrain-flight") == "less" else 0
    return movement.tactical_bad_terrain if team.runs == "charge" else forced


def running(look: GameContext) -> list[str]:
    """Return the teams of this seat whose men must run now. Raise Refused if there is none."""
    teams = [key for key, _ in look.state.teams_of(look.seat.name) if look.state.must_run(key)]
    if not teams:
        raise Refused("nobody-runs", "reaction.lasts")
    return teams


def dice_each(look: GameContext, team: Team) -> int:
    movement = look.book.movement
    dice: int = {"flee": movement.flight_dice, "withdraw": movement.withdrawal_dice}.get(
        team.runs, movement.tactical_dice
    )
    return dice


def runners(state: State, key: str, how: str) -> list[str]:
    return [key] if how == "charge" else state.fit_of(key)


def dice_of_run(look: GameContext, key: str) -> int:
    team = look.state.teams[key]
    return dice_each(look, team) * len(runners(look.state, key, team.runs))


class LeaveTable(OfInfantry):
    """Take fleeing men off the table: they are out, and worth nothing to anybody."""

    team: str
    troopers: list[str]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key in fleeing(look):
            men = able_to_leave(look.state, key)
            yield Offer(cls.key, given={"team": key}, choose={"troopers": MultiChoice(men, 1, len(men))}, about=(key,))

    def decide(self, draft: Draft) -> None:
        if self.team not in fleeing(draft):
            raise Refused("not-fleeing", "moving.flight", field="team", team=self.team)
        men = able_to_leave(draft.state, self.team)
        if not self.troopers or any(key not in men for key in self.troopers):
            raise Refused("not-of-the-team", "moving.flight", field="troopers", team=self.team)
        gone = list(dict.fromkeys(self.troopers))
        counted = gone if draft.book.answer_for("fled-vp") == "as-dead" else []
        draft.emit(LeftTable(self.team, gone, len(counted), sum(is_officer(draft, key) for key in counted)))


def fleeing(look: GameContext) -> list[str]:
    if look.state.over:
        raise Refused("mission-over", "table.over")
    check_settled(look)
    fled = (key for key, team in look.state.teams_of(look.seat.name) if team.reaction == "fleeing")
    teams = [key for key in fled if able_to_leave(look.state, key)]
    if not teams:
        raise Refused("nobody-flees", "moving.flight")
    return teams


def able_to_leave(state: State, team: str) -> list[str]:
    men = state.living_of(team)
    return [key for key in men if state.troopers[key].status in ("ok", "prone") and not state.troopers[key].aboard]

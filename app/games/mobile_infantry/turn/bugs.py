"""Moves, retreats and sprays of bugs.

Source: Infantería Móvil, Movimiento; Fuego de Combate 2 – Bichos Tanque.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from app.core.engine.command import Command
from app.core.engine.offers import Choice, DiceRequest, MultiChoice, Offer
from app.core.errors import Refused
from app.core.rules.dice import Roll
from app.core.rules.ruling import Reason, RulingResult, working
from app.games.mobile_infantry.book import BRAIN, INFANTRY, BugKind, Experience
from app.games.mobile_infantry.events.bugs import (
    AcidDodged,
    AcidSprayed,
    BugsEngaged,
    BugsMoved,
    FlyersTookOff,
    SprayEnded,
    TankRetreated,
)
from app.games.mobile_infantry.events.presence import FormationsTold
from app.games.mobile_infantry.rulings.bugs import BugMove, acid, bug_move
from app.games.mobile_infantry.rulings.bugs import Spray as Acid
from app.games.mobile_infantry.state import Bug, Draft, GameContext, State, Team
from app.games.mobile_infantry.turn.casualties import is_officer, meets_first, owe, owe_first, owe_struck
from app.games.mobile_infantry.turn.sequence import check_phase, waits_for_infantry


class OfBrain(Command):
    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return look.seat.side == BRAIN


class OneBug(OfBrain):
    rolls = True
    bug: str

    @classmethod
    def asked(cls, look: GameContext) -> Mapping[str, tuple[str, ...]]:
        """Return bug that must act → the others involved. Raise Refused if there is none."""
        raise NotImplementedError

    def refused(self) -> Refused:
        raise NotImplementedError

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        dice = DiceRequest(1) if cls.rolls else None
        for key, others in cls.asked(look).items():
            yield Offer(cls.key, given={"bug": key}, dice=dice, about=(key, *others))

    def decide(self, draft: Draft) -> None:
        if self.bug not in self.asked(draft):
            raise self.refused()
        self.act(draft)

    def act(self, draft: Draft) -> None:
        raise NotImplementedError


class MoveBugs(OfBrain):
    rolls = True

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        each = tuple(key for key, bug in to_move(look).items() for _ in range(dice_of(look, bug)))
        yield Offer(cls.key, dice=DiceRequest(len(each), each=each), hint="hint.move-bugs")

    def decide(self, draft: Draft) -> None:
        roll_moves(draft, to_move(draft))


def roll_moves(draft: Draft, bugs: dict[str, Bug]) -> None:
    off = [key for key, bug in bugs.items() if may_take_off(draft, bug)]
    roll = draft.roll(DiceRequest(sum(dice_of(draft, bug) for bug in bugs.values())))
    if off:
        draft.emit(FlyersTookOff(off))
    faces, inches = iter(roll.numbers), {}
    for key, bug in bugs.items():
        inches[key] = move_of(draft, key, sum(next(faces) for _ in range(dice_of(draft, bug))))
    draft.emit(BugsMoved(inches, roll))


def may_take_off(look: GameContext, bug: Bug) -> bool:
    may = look.book.answer_for("relaunch") == "yes"
    return may and bug.kind == "flyer" and bug.state == "landed"


def to_move(look: GameContext) -> dict[str, Bug]:
    check_phase(look, "bug-move")
    bugs = {key: bug for key, bug in movers(look.state).items() if bug.rests < look.state.turn}
    if not bugs:
        raise Refused("all-moved", "moving.warriors")
    return bugs


def movers(state: State) -> dict[str, Bug]:
    rollers = ((key, bug) for key, bug in state.living_bugs() if bug.kind != "brain" and bug.moved is None)
    return {key: bug for key, bug in rollers if is_free(state, bug)}


def is_free(state: State, bug: Bug) -> bool:
    """Return whether a bug neither holds a man nor tears one apart."""
    return bug.holding is None and bug.busy_until < state.turn


def dice_of(look: GameContext, bug: Bug) -> int:
    kind = "warrior" if bug.state in ("landed", "grounded") else bug.kind
    return look.book.bugs[kind].move.dice


def move_of_kind(look: GameContext, kind: BugKind, dice: list[int]) -> float:
    """Return the inches of an unhurt bug, with dice enough for any kind."""
    if kind == "brain":
        return float(look.book.bugs["brain"].move.inches)
    rolled = sum(dice[: look.book.bugs[kind].move.dice])
    return whole(bug_move(BugMove(bug=kind, roll=rolled), look.book)["inches"])


def move_of(look: GameContext, key: str, sum_of_dice: int) -> float:
    bug = look.state.bugs[key]
    assert bug.kind != "brain"
    hits = min(look.state.hits_of(key), look.book.bugs[bug.kind].hits - 1)
    facts = BugMove(bug=bug.kind, roll=sum_of_dice, hits=hits, landed=bug.state == "landed")
    return whole(bug_move(facts, look.book)["inches"])


def whole(inches: float) -> float:
    return inches if inches % 1 else int(inches)


class Engage(OfBrain):
    """Say which bugs are within three inches of a team: all of it is in close combat."""

    team: str
    bugs: list[str]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        bugs = to_engage(look)
        for team in living_teams(look.state):
            yield Offer(
                cls.key, given={"team": team}, choose={"bugs": MultiChoice(bugs, 1, len(bugs), False)}, about=(team,)
            )

    def decide(self, draft: Draft) -> None:
        allowed = to_engage(draft)
        if self.team not in living_teams(draft.state):
            raise Refused("no-such-team", "close-combat.engaged", field="team", team=self.team)
        if not self.bugs or any(key not in allowed for key in self.bugs):
            raise Refused("no-such-bug", "close-combat.engaged", field="bugs")
        engage(draft, self.team, self.bugs)


def engage(draft: Draft, team: str, bugs: list[str]) -> None:
    """Put bugs in close combat with a team, and out of the one that they leave."""
    is_first = meets_first(draft, team, bugs)
    left = [draft.state.bugs[key].engages for key in bugs]
    draft.emit(BugsEngaged(team, list(dict.fromkeys(bugs))))
    meet(draft, team, bugs)
    owe_struck(draft, *(one for one in dict.fromkeys(left) if one and not is_engaged(draft.state, one)))
    owe_first(draft, team, is_first)


def meet(draft: Draft, team: str, bugs: list[str]) -> None:
    state = draft.state
    squad = state.teams[team].squad or team
    groups = dict.fromkeys(state.bugs[key].group for key in bugs)
    new = {key: {squad: state.turn} for key in groups if state.groups[key].told.get(squad, state.turn + 1) > state.turn}
    if new:
        draft.emit(FormationsTold(new))


def is_engaged(state: State, team: str) -> bool:
    return any(bug.engages == team and not bug.fought for _, bug in state.living_bugs())


def to_engage(look: GameContext) -> list[str]:
    check_phase(look, "bug-move", "close-combat")
    state = look.state
    fighters = ((key, bug) for key, bug in state.living_bugs() if bug.kind in ("warrior", "flyer"))
    free = [(key, bug) for key, bug in fighters if is_free(state, bug) and not bug.fought]
    bugs = [key for key, bug in free if bug.engages is None or bug.rampages]
    if not bugs:
        raise Refused("no-bug-to-engage", "close-combat.engaged")
    return bugs


def experience_of(team: Team) -> Experience:
    assert team.experience is not None
    return team.experience


def living_teams(state: State) -> list[str]:
    return [key for key in state.teams if state.living_of(key)]


class Retreat(OneBug):
    @classmethod
    def asked(cls, look: GameContext) -> Mapping[str, tuple[str, ...]]:
        bugs = {key: () for key, bug in look.state.living_bugs() if bug.retreats}
        if not bugs:
            raise Refused("no-retreat", "hits.tank-retreat")
        return bugs

    def refused(self) -> Refused:
        return Refused("need-not-retreat", "hits.tank-retreat", field="bug", bug=self.bug)

    def act(self, draft: Draft) -> None:
        retreat(draft, self.bug)


def retreat(draft: Draft, key: str) -> float:
    """Roll how far a tank bug backs off; return its inches (MI-17).

    It may rest for a turn (MI-99).
    """
    roll = draft.roll(DiceRequest(1))
    inches = move_of(draft, key, roll.numbers[0])
    rests = draft.state.turn + 1 if draft.book.answer_for("tank-return") == "rest" else 0
    draft.emit(TankRetreated(key, inches, roll, rests))
    return inches


class Spray(OfBrain):
    rolls = True
    bug: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"bug": sprayers(look)}, dice=DiceRequest(1), aim="bug", hint="hint.spray")

    def decide(self, draft: Draft) -> None:
        if self.bug not in sprayers(draft):
            raise Refused("no-such-bug", "acid.spray", field="bug")
        spray(draft, self.bug)


def spray(draft: Draft, key: str) -> int:
    """Roll how many men the acid of a tank bug may reach; return the number."""
    roll = draft.roll(DiceRequest(1))
    draft.emit(AcidSprayed(key, roll.numbers[0], roll))
    return roll.numbers[0]


def sprayers(look: GameContext) -> list[str]:
    check_phase(look, "fire")
    if waits_for_infantry(look):
        raise Refused("infantry-fires-first", "sequence.post")
    bugs = [key for key, bug in look.state.living_bugs() if bug.kind == "tank" and not bug.fought]
    if not bugs:
        raise Refused("no-tank", "acid.spray")
    return bugs


class Dodge(Command):
    """Roll a die for each man of a team in the acid, by the seat whose men they are.

    So many men, or these. If a person plays the Brain, that person points them out on the table; the app has named
    the men, and whoever told it where they were has told whether in cover.
    """

    rolls = True
    bug: str
    team: str
    men: int
    cover: bool = False
    troopers: list[str] = []

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return look.seat.side == INFANTRY

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key, bug in spraying(look).items():
            for team, _ in look.state.teams_of(look.seat.name):
                given, men = {"bug": key, "team": team}, dry(look.state, bug, team)
                if bug.aimed and men:
                    told = {**given, "men": len(men), "cover": team in bug.covered}
                    about, dice = (key, team, tuple(men)), DiceRequest(len(men))
                    facts = acid_on(look, key, team, cover=team in bug.covered)
                    yield Offer(cls.key, given=told, dice=dice, about=about, preview=acid(facts, look.book))
                elif men:
                    facts = acid_on(look, key, team)
                    yield from in_danger(look, Offer(cls.key, given=given), men, bug.sprays, facts)

    def decide(self, draft: Draft) -> None:
        bugs, state = spraying(draft), draft.state
        if self.bug not in bugs:
            raise Refused("no-such-bug", "acid.spray", field="bug")
        if self.team not in dict(state.teams_of(draft.seat.name)):
            raise Refused("not-your-team", "acid.dodge", field="team", team=self.team)
        bug = bugs[self.bug]
        able = dry(state, bug, self.team)[: bug.sprays]
        if not 1 <= self.men <= len(able):
            raise Refused("too-many-men", "acid.spray", field="men", limit=len(able))
        men = named_first(self.troopers, dry(state, bug, self.team), self.men)
        was_aimed = bool(bug.aimed)
        dodge(draft, self.bug, men, cover=self.team in bug.covered if was_aimed else self.cover)
        if was_aimed and not state.bugs[self.bug].aimed and state.bugs[self.bug].sprays:
            draft.emit(SprayEnded(self.bug))


def in_danger(look: GameContext, offer: Offer, men: list[str], most: int, facts: Acid) -> Iterator[Offer]:
    """Yield an offer for each number of men, with what each needs as its preview."""

    def sums(chosen: Mapping[str, Any]) -> RulingResult:
        return acid(facts.model_copy(update={"cover": chosen["cover"]}), look.book)

    for number in range(1, min(most, len(men)) + 1):
        choose: dict[str, Choice] = {"cover": [False, True], "troopers": MultiChoice(men, 0, number, False)}
        given, about = {**offer.given, "men": number}, tuple(offer.given.values())
        yield replace(offer, given=given, choose=choose, dice=DiceRequest(number), about=about, sums=sums)


def named_first(
    named: list[str], men: list[str], number: int, field: str = "troopers", rule: str = "acid.spray"
) -> list[str]:
    """Return so many of these men, the named ones first. Raise Refused for others, or for more."""
    if len(named) > number or any(key not in men for key in named):
        raise Refused("not-in-reach", rule, field=field)
    return list(dict.fromkeys([*named, *men]))[:number]


def dry(state: State, bug: Bug, team: str) -> list[str]:
    return [key for key in state.living_of(team) if key not in bug.sprayed and (not bug.aimed or key in bug.aimed)]


@dataclass(frozen=True)
class Dodged:
    """Dice of men in acid or a blast.

    Who dies, how many officers, the working of the first, the face each needed.
    """

    roll: Roll
    dead: list[str]
    officers: int
    working: list[Reason]
    needs: int


def acid_on(look: GameContext, bug: str, team: str, *, cover: bool = False) -> Acid:
    state = look.state
    fresh = state.groups[state.bugs[bug].group].located >= state.turn - 1
    return Acid(experience=experience_of(state.teams[team]), cover=cover, tank_just_located=fresh)


def roll_dodges(draft: Draft, men: list[str], facts: Acid) -> Dodged:
    roll = draft.roll(DiceRequest(len(men)))
    needs: int = acid(facts, draft.book)["needs"]
    answers = [acid(facts.model_copy(update={"die": face}), draft.book) for face in roll.numbers]
    dead = [key for key, answer in zip(men, answers, strict=True) if not answer["dodges"]]
    return Dodged(roll, dead, sum(is_officer(draft, key) for key in dead), working(answers[0]), needs)


def dodge(draft: Draft, bug: str, men: list[str], *, cover: bool) -> None:
    state = draft.state
    team = state.troopers[men[0]].team
    fate = roll_dodges(draft, men, acid_on(draft, bug, team, cover=cover))
    is_first = meets_first(draft, team, [bug])
    draft.emit(AcidDodged(bug, team, fate.dead, fate.officers, fate.roll, fate.working, men, fate.needs, [bug]))
    if fate.dead:
        owe(draft, team, "casualties")
    owe_first(draft, team, is_first)


def spraying(look: GameContext) -> dict[str, Bug]:
    bugs = {key: bug for key, bug in look.state.living_bugs() if bug.sprays}
    if not bugs:
        raise Refused("no-acid", "acid.spray")
    return bugs


class Shelter(OneBug):
    """Say that nobody else is in the acid."""

    rolls = False

    @classmethod
    def asked(cls, look: GameContext) -> Mapping[str, tuple[str, ...]]:
        return dict.fromkeys(spraying(look), ())

    def refused(self) -> Refused:
        return Refused("no-such-bug", "acid.spray", field="bug")

    def act(self, draft: Draft) -> None:
        draft.emit(SprayEnded(self.bug))

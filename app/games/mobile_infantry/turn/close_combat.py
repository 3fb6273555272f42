"""Bugs among men: attacks, throws, frenzy. Source: Infantería Móvil, Combate Cerrado."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from app.core.commands import Draft, Look
from app.core.offers import Ask, Offer, Some, Span
from app.core.refusals import Refused
from app.core.ruling import Answer, working
from app.games.mobile_infantry.events.bugs import (
    AttackersRested,
    FrenzyTested,
    FrenzyThreatens,
    ManFell,
    ManThrown,
    PinnedFinished,
    TeamStruck,
    Wound,
)
from app.games.mobile_infantry.rulings.close_combat import Attack, Frenzy, close_combat, frenzy
from app.games.mobile_infantry.state import Chain, State, Status
from app.games.mobile_infantry.turn.bugs import OfBrain, is_free
from app.games.mobile_infantry.turn.casualties import is_officer, owe
from app.games.mobile_infantry.turn.sequence import check_phase

STATUS_OF: dict[str, Status] = {
    "cut-in-half": "dead", "decapitated": "dead", "dead": "dead", "carried-off": "carried-off", "pinned": "pinned",
    "thrown": "prone", "unharmed": "ok",
}  # fmt: skip
CLOCK = [*range(1, 13)]
MOST_NEAR = 20
Near = Annotated[int, Field(ge=0, le=99)]


class Strike(OfBrain):
    """All bugs in close combat with a team attack its men, one each, nearest first."""

    rolls = True
    team: str
    fortified: bool = False
    open_top: bool = False

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        for team, bugs in attackers(look).items():
            choose = {"fortified": [False, True], "open_top": [False, True]}
            dice = Ask(min(len(bugs), len(victims(look.state, team))))
            yield Offer(cls.key, given={"team": team}, choose=choose, dice=dice, about=(team, *bugs))

    def decide(self, draft: Draft) -> None:
        if self.team not in attackers(draft):
            raise Refused("nobody-attacks", "close-combat.engaged", field="team", team=self.team)
        bugs, men = attackers(draft)[self.team], victims(draft.state, self.team)
        pairs = list(zip(bugs, men, strict=False))
        roll = draft.roll(Ask(len(pairs)))
        answers = [self._ruling(draft, bug, face) for (bug, _), face in zip(pairs, roll.numbers, strict=True)]
        wounds = [wound_of(draft, *pair, answer) for pair, answer in zip(pairs, answers, strict=True)]
        draft.note(TeamStruck(self.team, roll, wounds, working(answers[0])))
        if draft.state.teams[self.team].casualties and not attackers_left(draft, self.team):
            owe(draft, self.team, "casualties")

    def _ruling(self, look: Look, bug: str, face: int) -> Answer:
        team, one = look.state.teams[self.team], look.state.bugs[bug]
        kind: Literal["warrior", "flyer"] = "flyer" if one.kind == "flyer" and one.state == "ok" else "warrior"
        facts = Attack(
            bug=kind,
            die=face,
            experience=team.experience,
            fleeing=team.reaction == "fleeing",
            fortified=self.fortified,
            open_top=self.open_top,
        )
        return close_combat(facts, look.book)


def attackers(look: Look) -> dict[str, list[str]]:
    """Team → the bugs that still attack it in this phase. Raises Refused where there is none."""
    check_phase(look, "close-combat")
    state: State = look.state
    found: dict[str, list[str]] = {}
    for key, bug in state.living_bugs():
        if bug.engages and not bug.fought and is_free(state, bug) and victims(state, bug.engages):
            found.setdefault(bug.engages, []).append(key)
    if not found:
        raise Refused("nobody-attacks", "close-combat.engaged")
    return found


def attackers_left(look: Look, team: str) -> bool:
    """Whether bugs may still attack a team in this phase."""
    return any(bug.engages == team and not bug.fought for _, bug in look.state.living_bugs())


def victims(state: State, team: str) -> list[str]:
    """The men of a team whom bugs can attack: not those whom another one holds."""
    return [key for key in state.living_of(team) if state.troopers[key].status != "pinned"]


def wound_of(look: Look, bug: str, trooper: str, answer: Answer) -> Wound:
    """What one attack does. Source: Combate Cerrado."""
    effect: str = answer["effect"]
    state: State = look.state
    status = STATUS_OF[effect] if effect != "unharmed" else state.troopers[trooper].status
    return Wound(
        bug, trooper, effect, answer["roll"], status,
        lands=answer["bug_lands"],
        leaves=effect == "carried-off",
        again=effect == "cut-in-half",
        until=state.turn + 1 if effect == "thrown" else state.troopers[trooper].until,
        officer=is_officer(look, trooper),
    )  # fmt: skip


class Rest(OfBrain):
    """Bugs that might attack once more let it be."""

    team: str

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        for team in attackers(look):
            yield Offer(cls.key, given={"team": team}, about=(team,))

    def decide(self, draft: Draft) -> None:
        if self.team not in attackers(draft):
            raise Refused("nobody-attacks", "close-combat.engaged", field="team", team=self.team)
        state: State = draft.state
        lost = state.teams[self.team].casualties
        draft.note(AttackersRested(self.team))
        if lost:
            owe(draft, self.team, "casualties")


def finish_pinned(draft: Draft) -> None:
    """At the beginning of close combat bugs finish those whom they pinned earlier (MI-54)."""
    if draft.book.says("finish") != "automatic":
        return
    for key, held in holders_of(draft.state).items():
        draft.note(PinnedFinished(key, held, is_officer(draft, held)))
        owe(draft, draft.state.troopers[held].team, "casualties")


def holders_of(state: State) -> dict[str, str]:
    """Bug that can act → the man whom it holds since an earlier phase."""
    bugs = state.living_bugs()
    return {key: bug.holding for key, bug in bugs if bug.holding and bug.busy_until < state.turn and not bug.fought}


class Finish(OfBrain):
    """Roll whether a bug finishes the man whom it holds, where the table rolls for it (MI-54)."""

    rolls = True
    bug: str

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        for key, held in finishers(look).items():
            yield Offer(cls.key, given={"bug": key}, dice=Ask(1), about=(key, held))

    def decide(self, draft: Draft) -> None:
        held = finishers(draft).get(self.bug)
        if held is None:
            raise Refused("nobody-pinned", "close-combat.pinned", field="bug")
        roll = draft.roll(Ask(1))
        dies = roll.numbers[0] <= draft.book.close_combat.finished_on
        draft.note(PinnedFinished(self.bug, held, is_officer(draft, held), dies, roll))
        if dies:
            owe(draft, draft.state.troopers[held].team, "casualties")


def finishers(look: Look) -> dict[str, str]:
    """The bugs that must roll for the man whom they hold. Raises Refused where there is none."""
    check_phase(look, "close-combat")
    bugs = holders_of(look.state) if look.book.says("finish") == "roll-again" else {}
    if not bugs:
        raise Refused("nobody-pinned", "close-combat.pinned")
    return bugs


class Throw(OfBrain):
    """Roll how far a man is thrown."""

    rolls = True
    trooper: str

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        for left in to_settle(look, "throw"):
            yield Offer(cls.key, given={"trooper": left.trooper}, dice=Ask(1), about=(left.trooper,))

    def decide(self, draft: Draft) -> None:
        settled(draft, "throw", self.trooper)
        roll = draft.roll(Ask(1))
        draft.note(ManThrown(self.trooper, roll.numbers[0], roll))


class Fall(OfBrain):
    """Roll the hour in which he comes down, and say how many bugs are within six inches of that place."""

    rolls = True
    trooper: str
    bugs_within_6: Near = 0

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        for left in to_settle(look, "fall"):
            choose = {"bugs_within_6": Span(0, MOST_NEAR)}
            dice = Ask(1, list(CLOCK))
            yield Offer(cls.key, given={"trooper": left.trooper}, choose=choose, dice=dice, about=(left.trooper,))

    def decide(self, draft: Draft) -> None:
        settled(draft, "fall", self.trooper)
        roll = draft.roll(Ask(1, list(CLOCK)))
        group = draft.book.close_combat.thrown_into
        draft.note(ManFell(self.trooper, roll.numbers[0], self.bugs_within_6, roll, self.bugs_within_6 >= group))


class Threaten(OfBrain):
    """Other bugs have come within six inches of a man who is pinned: a frenzy threatens."""

    trooper: str

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"trooper": list(pinned(look))})

    def decide(self, draft: Draft) -> None:
        holders = pinned(draft)
        if self.trooper not in holders:
            raise Refused("not-pinned", "frenzy.test", field="trooper")
        draft.note(FrenzyThreatens(self.trooper, holders[self.trooper]))


def pinned(look: Look) -> dict[str, str]:
    """Pinned man → the bug that holds him. Raises Refused where there is none."""
    check_phase(look, "close-combat", "bug-move")
    holders = {bug.holding: key for key, bug in look.state.living_bugs() if bug.holding is not None}
    if not holders or len(list(look.state.living_bugs())) < 2:
        raise Refused("nobody-pinned", "frenzy.test")
    return holders


class FrenzyTest(OfBrain):
    """Roll whether the bugs around a man tear him apart."""

    rolls = True
    trooper: str
    bugs: list[str]

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        for left in to_settle(look, "frenzy"):
            bugs = able_to_frenzy(look)
            choose = {"bugs": Some(bugs, 1, len(bugs), False)}
            yield Offer(cls.key, given={"trooper": left.trooper}, choose=choose, dice=Ask(1), about=(left.trooper,))

    def decide(self, draft: Draft) -> None:
        settled(draft, "frenzy", self.trooper)
        bugs = list(dict.fromkeys(self.bugs))
        if not bugs or any(key not in able_to_frenzy(draft) for key in bugs):
            raise Refused("no-such-bug", "frenzy.test", field="bugs")
        roll = draft.roll(Ask(1))
        answer = frenzy(Frenzy(die=roll.numbers[0], bugs=len(bugs)), draft.book)
        team = draft.state.troopers[self.trooper].team
        until, officer = draft.state.turn + 1, is_officer(draft, self.trooper)
        draft.note(FrenzyTested(self.trooper, bugs, roll, answer["frenzy"], until, officer, working(answer)))
        if answer["frenzy"]:
            owe(draft, team, "frenzy")


def able_to_frenzy(look: Look) -> list[str]:
    """Warriors and flyers, tank bugs where the table lets them (MI-56)."""
    kinds = ("warrior", "flyer", "tank") if look.book.says("frenzy-tanks") == "yes" else ("warrior", "flyer")
    return [key for key, bug in look.state.living_bugs() if bug.kind in kinds]


def to_settle(look: Look, kind: str) -> list[Chain]:
    """What is to be settled at once, of one kind. Raises Refused where there is nothing."""
    chain = [left for left in look.state.chain if left.kind == kind]
    if not chain:
        raise Refused("nothing-to-settle", "close-combat.thrown")
    return chain


def settled(look: Look, kind: str, trooper: str) -> None:
    """Raises Refused unless that man’s fate is to be settled so."""
    if all(left.trooper != trooper for left in to_settle(look, kind)):
        raise Refused("nothing-to-settle", "close-combat.thrown", field="trooper")

"""Bugs among men: attacks, throws, frenzy. Source: Infantería Móvil, Combate Cerrado."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from app.core.engine.offers import Choice, DiceRequest, MultiChoice, NumberChoice, Offer
from app.core.errors import Refused
from app.core.rules.dice import D6, Roll
from app.core.rules.ruling import RulingResult, working
from app.games.mobile_infantry.events.bugs import (
    AttackersRested,
    FrenzyTested,
    FrenzyThreatens,
    ManFell,
    ManThrown,
    NobodyThreatens,
    PinnedFinished,
    TeamStruck,
    Wound,
)
from app.games.mobile_infantry.rulings.close_combat import Attack, Frenzy, close_combat, frenzy
from app.games.mobile_infantry.state import Chain, Draft, GameContext, State, Status
from app.games.mobile_infantry.turn.bugs import OfBrain, OneBug, experience_of, is_free, named_first
from app.games.mobile_infantry.turn.casualties import is_officer, owe, owe_struck
from app.games.mobile_infantry.turn.sequence import check_phase

STATUS_OF: dict[str, Status] = {
    "cut-in-half": "dead", "decapitated": "dead", "dead": "dead", "carried-off": "carried-off", "pinned": "pinned",
    "thrown": "prone", "unharmed": "ok",
}  # fmt: skip
HARMED = {effect for effect, status in STATUS_OF.items() if status not in ("prone", "ok")}
"""Effects of an attack that leave its man dead, pinned or gone."""
CLOCK = [*range(1, 13)]
Near = Annotated[int, Field(ge=0, le=99)]


class Strike(OfBrain):
    """Attack the men of a team with all bugs in close combat, one each, nearest first."""

    rolls = True
    team: str
    fortified: bool = False
    open_top: bool = False
    men: list[str] = []

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for team, bugs in attackers(look).items():
            men = victims(look.state, team)
            choose: dict[str, Choice] = {name: [False, True] for name in ("fortified", "open_top")}
            each = tuple(bugs[: len(men)])
            dice = DiceRequest(len(each), each=each)
            choose["men"] = MultiChoice(men, 0, dice.count, False)
            hint = "hint.bug-by-bug"
            yield Offer(cls.key, given={"team": team}, choose=choose, dice=dice, about=(team,), aim="team", hint=hint)

    def decide(self, draft: Draft) -> None:
        if self.team not in attackers(draft):
            raise Refused("nobody-attacks", "close-combat.engaged", field="team", team=self.team)
        bugs, men = attackers(draft)[self.team], victims(draft.state, self.team)
        men = named_first(self.men, men, len(bugs), "men", "close-combat.engaged")
        strike(draft, self.team, list(zip(bugs, men, strict=False)), Stand(self.fortified, self.open_top))


@dataclass(frozen=True)
class Stand:
    fortified: bool = False
    open_top: bool = False


def strike(draft: Draft, team: str, pairs: list[tuple[str, str]], stand: Stand) -> None:
    roll = draft.roll(DiceRequest(len(pairs)))
    attacks = [attack_of(draft, team, bug, stand) for bug, _ in pairs]
    answers = [ruling_on(draft, one, face) for one, face in zip(attacks, roll.numbers, strict=True)]
    wounds = [wound_of(draft, *pair, answer) for pair, answer in zip(pairs, answers, strict=True)]
    for wound, one in zip(wounds, attacks, strict=True):
        wound.harms = sum(ruling_on(draft, one, face)["effect"] in HARMED for face in range(1, D6 + 1))
    draft.emit(TeamStruck(team, roll, wounds, working(answers[0])))
    if len(able_to_frenzy(draft)) < group_of(draft):
        for left in [one for one in draft.state.chain if one.unsure]:
            spare(draft, left.trooper)
    if not attackers_left(draft.state, team):
        owe_struck(draft, team)


def attack_of(look: GameContext, key: str, bug: str, stand: Stand) -> Attack:
    team, one = look.state.teams[key], look.state.bugs[bug]
    kind: Literal["warrior", "flyer"] = "flyer" if one.kind == "flyer" and one.state == "ok" else "warrior"
    return Attack(
        bug=kind,
        experience=experience_of(team),
        fleeing=team.reaction == "fleeing",
        fortified=stand.fortified,
        open_top=stand.open_top,
    )


def ruling_on(look: GameContext, facts: Attack, face: int) -> RulingResult:
    return close_combat(facts.model_copy(update={"die": face}), look.book)


def attackers(look: GameContext) -> dict[str, list[str]]:
    """Return team → the bugs that still attack it in this phase. Raise Refused if there is none."""
    check_phase(look, "close-combat")
    found = fighting(look.state)
    if not found:
        raise Refused("nobody-attacks", "close-combat.engaged")
    return found


def fighting(state: State) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key, bug in state.living_bugs():
        if bug.engages and not bug.fought and is_free(state, bug) and victims(state, bug.engages):
            found.setdefault(bug.engages, []).append(key)
    return found


def attackers_left(state: State, team: str) -> bool:
    bugs = (bug for _, bug in state.living_bugs() if bug.engages == team and not bug.fought)
    return bool(victims(state, team)) and any(is_free(state, bug) for bug in bugs)


def victims(state: State, team: str) -> list[str]:
    """Return the men whom bugs can attack, those in boats last.

    Not those whom another one holds.
    """
    men = [key for key in state.living_of(team) if state.troopers[key].status != "pinned"]
    return sorted(men, key=lambda key: state.troopers[key].aboard is not None)


def wound_of(look: GameContext, bug: str, trooper: str, answer: RulingResult) -> Wound:
    """Return the effect of one attack. Source: Combate Cerrado."""
    effect: str = answer["effect"]
    state = look.state
    before = state.troopers[trooper].status
    stays = effect == "unharmed" or (effect == "thrown" and before == "wounded")
    once = look.book.answer_for("rampage") == "once" and state.bugs[bug].rampages
    crowd = effect == "pinned" and len(able_to_frenzy(look)) >= group_of(look)
    return Wound(
        bug, trooper, effect, answer["roll"], before if stays else STATUS_OF[effect],
        lands=answer["bug_lands"],
        leaves=effect == "carried-off",
        again=effect == "cut-in-half" and not once,
        until=state.turn + 1 if effect == "thrown" else state.troopers[trooper].until,
        officer=is_officer(look, trooper),
        crowd=crowd,
    )  # fmt: skip


class Rest(OfBrain):
    """Waive the further attacks of bugs."""

    team: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for team in attackers(look):
            yield Offer(cls.key, given={"team": team}, about=(team,))

    def decide(self, draft: Draft) -> None:
        if self.team not in attackers(draft):
            raise Refused("nobody-attacks", "close-combat.engaged", field="team", team=self.team)
        rest(draft, self.team)


def rest(draft: Draft, team: str) -> None:
    draft.emit(AttackersRested(team))
    owe_struck(draft, team)


def finish_pinned(draft: Draft) -> None:
    if draft.book.answer_for("finish") != "automatic":
        return
    for key, held in holders_of(draft.state).items():
        draft.emit(PinnedFinished(key, held, is_officer(draft, held)))
        owe(draft, draft.state.troopers[held].team, "casualties")


def holders_of(state: State) -> dict[str, str]:
    """Return bug that can act → the man whom it holds since an earlier phase."""
    bugs = state.living_bugs()
    return {key: bug.holding for key, bug in bugs if bug.holding and bug.busy_until < state.turn and not bug.fought}


class Finish(OneBug):
    @classmethod
    def asked(cls, look: GameContext) -> Mapping[str, tuple[str, ...]]:
        return {key: (held,) for key, held in finishers(look).items()}

    def refused(self) -> Refused:
        return Refused("nobody-pinned", "close-combat.pinned", field="bug")

    def act(self, draft: Draft) -> None:
        finish(draft, self.bug, finishers(draft)[self.bug])


def finish(draft: Draft, bug: str, held: str) -> None:
    roll = draft.roll(DiceRequest(1))
    dies = roll.numbers[0] <= draft.book.close_combat.finished_on
    draft.emit(PinnedFinished(bug, held, is_officer(draft, held), dies, roll))
    if dies:
        owe(draft, draft.state.troopers[held].team, "casualties")


def finishers(look: GameContext) -> dict[str, str]:
    check_phase(look, "close-combat")
    bugs = holders_of(look.state) if look.book.answer_for("finish") == "roll-again" else {}
    if not bugs:
        raise Refused("nobody-pinned", "close-combat.pinned")
    return bugs


class Throw(OfBrain):
    rolls = True
    trooper: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for left in to_settle(look, "throw"):
            yield Offer(cls.key, given={"trooper": left.trooper}, dice=DiceRequest(1), about=(left.trooper,))

    def decide(self, draft: Draft) -> None:
        check_to_settle(draft, "throw", self.trooper)
        roll = draft.roll(DiceRequest(1))
        draft.emit(ManThrown(self.trooper, roll.numbers[0], roll))


class Fall(OfBrain):
    """Roll the hour of his landing, and say how many bugs are within six inches of it."""

    rolls = True
    trooper: str
    bugs_within_6: Near = 0

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for left in to_settle(look, "fall"):
            choose = {"bugs_within_6": NumberChoice(0, len(able_to_frenzy(look)))}
            dice = DiceRequest(1, list(CLOCK))
            yield Offer(cls.key, given={"trooper": left.trooper}, choose=choose, dice=dice, about=(left.trooper,))

    def decide(self, draft: Draft) -> None:
        check_to_settle(draft, "fall", self.trooper)
        if self.bugs_within_6 > (most := len(able_to_frenzy(draft))):
            raise Refused("too-big", "frenzy.test", field="bugs_within_6", limit=most)
        come_down(draft, self.trooper, draft.roll(DiceRequest(1, list(CLOCK))), self.bugs_within_6)


def come_down(draft: Draft, trooper: str, roll: Roll, near: int) -> None:
    """Land a thrown man in the rolled hour, with so many bugs near; then he crawls.

    MI-19, MI-55, MI-56.
    """
    is_group = near >= group_of(draft)
    draft.emit(ManFell(trooper, roll.numbers[0], near, roll, is_group, draft.book.number("crawl")))
    owe_after_fate(draft, trooper)


def owe_after_fate(draft: Draft, trooper: str) -> None:
    team = draft.state.troopers[trooper].team
    if not attackers_left(draft.state, team):
        owe_struck(draft, team)


class Threaten(OfBrain):
    """Say that other bugs are within six inches of a pinned man: a frenzy threatens."""

    trooper: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"trooper": list(pinned(look))})

    def decide(self, draft: Draft) -> None:
        holders = pinned(draft)
        if self.trooper not in holders:
            raise Refused("not-pinned", "frenzy.test", field="trooper")
        draft.emit(FrenzyThreatens(self.trooper, holders[self.trooper]))


def pinned(look: GameContext) -> dict[str, str]:
    """Return pinned man → the bug that holds him. Raise Refused if there is none."""
    check_phase(look, "close-combat", "bug-move")
    holders = {bug.holding: key for key, bug in look.state.living_bugs() if bug.holding is not None}
    if not holders or len(able_to_frenzy(look)) < group_of(look):
        raise Refused("nobody-pinned", "frenzy.test")
    return holders


class Spare(OfBrain):
    """Say that no other bug is within six inches of a man who has just been pinned."""

    trooper: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for trooper in just_pinned(look):
            yield Offer(cls.key, given={"trooper": trooper}, about=(trooper,))

    def decide(self, draft: Draft) -> None:
        if self.trooper not in just_pinned(draft):
            raise Refused("not-pinned", "frenzy.test", field="trooper")
        spare(draft, self.trooper)


def spare(draft: Draft, trooper: str) -> None:
    draft.emit(NobodyThreatens(trooper))
    owe_after_fate(draft, trooper)


def just_pinned(look: GameContext) -> list[str]:
    men = [left.trooper for left in to_settle(look, "frenzy") if left.unsure]
    if not men:
        raise Refused("nothing-to-settle", "frenzy.test")
    return men


class FrenzyTest(OfBrain):
    rolls = True
    trooper: str
    bugs: list[str]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for left in to_settle(look, "frenzy"):
            bugs = able_to_frenzy(look)
            choose = {"bugs": MultiChoice(bugs, min(group_of(look), len(bugs)), len(bugs), False)}
            yield Offer(
                cls.key, given={"trooper": left.trooper}, choose=choose, dice=DiceRequest(1), about=(left.trooper,)
            )

    def decide(self, draft: Draft) -> None:
        check_to_settle(draft, "frenzy", self.trooper)
        bugs = list(dict.fromkeys(self.bugs))
        if len(bugs) < group_of(draft) or any(key not in able_to_frenzy(draft) for key in bugs):
            raise Refused("no-such-bug", "frenzy.test", field="bugs")
        test_frenzy(draft, self.trooper, bugs)


def test_frenzy(draft: Draft, trooper: str, bugs: list[str]) -> None:
    roll = draft.roll(DiceRequest(1))
    answer = frenzy(Frenzy(die=roll.numbers[0], bugs=len(bugs)), draft.book)
    team = draft.state.troopers[trooper].team
    until, officer = draft.state.turn + 1, is_officer(draft, trooper)
    draft.emit(FrenzyTested(trooper, bugs, roll, answer["frenzy"], until, officer, working(answer)))
    if answer["frenzy"]:
        owe(draft, team, "frenzy")
    owe_after_fate(draft, trooper)


def group_of(look: GameContext) -> int:
    """Return the number of bugs for a frenzy, the holder included (MI-56)."""
    return look.book.close_combat.thrown_into


def able_to_frenzy(look: GameContext) -> list[str]:
    """Return warriors and flyers, tank bugs if the table lets them (MI-56)."""
    kinds = ("warrior", "flyer", "tank") if look.book.answer_for("frenzy-tanks") == "yes" else ("warrior", "flyer")
    return [key for key, bug in look.state.living_bugs() if bug.kind in kinds]


def to_settle(look: GameContext, kind: str) -> list[Chain]:
    chain = [left for left in look.state.chain if left.kind == kind]
    if not chain:
        raise Refused("nothing-to-settle", "close-combat.thrown")
    return chain


def check_to_settle(look: GameContext, kind: str, trooper: str) -> None:
    if all(left.trooper != trooper for left in to_settle(look, kind)):
        raise Refused("nothing-to-settle", "close-combat.thrown", field="trooper")

"""The nuclear launcher, as the table plays it (MI-47). Source: Infantería Móvil, Armamento."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, Any, ClassVar

from pydantic import Field

from app.core.engine.offers import Choice, DiceRequest, MultiChoice, Offer
from app.core.errors import Refused
from app.core.rules.ruling import RulingResult, working
from app.games.mobile_infantry.book import LAUNCHER
from app.games.mobile_infantry.events.nuclear import BlastResolved, BlastSurvived, NukeDrifted, NukeLaunched
from app.games.mobile_infantry.rulings.bugs import Spray as Acid
from app.games.mobile_infantry.rulings.shooting import Aim, to_hit
from app.games.mobile_infantry.state import Blast, Draft, GameContext, State
from app.games.mobile_infantry.turn.bugs import experience_of, in_danger, named_first, roll_dodges
from app.games.mobile_infantry.turn.casualties import meets_first, owe_first, within_near
from app.games.mobile_infantry.turn.firing import Gun, can_fire, check_target, guns_of, last_men, targets_of, wound
from app.games.mobile_infantry.turn.moving import OfInfantry
from app.games.mobile_infantry.turn.sequence import check_phase

BANDS = (12, 24, 36, 48)


class Launch(OfInfantry):
    rolls: ClassVar[bool] = True
    team: str
    target: str
    distance: Annotated[int, Field(ge=1, le=48)]
    static: bool = False

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for team in launchers(look):
            choose: dict[str, Choice] = {
                "target": targets_of(look, team),
                "distance": list(BANDS),
                "static": [False, True],
            }
            sums = partial(cls._sums, look)
            must_choose = ("distance",)
            yield Offer(
                cls.key,
                given={"team": team},
                choose=choose,
                dice=DiceRequest(1),
                about=(team,),
                sums=sums,
                must_choose=must_choose,
            )

    @classmethod
    def _sums(cls, look: GameContext, chosen: Mapping[str, Any]) -> RulingResult:
        return cls.model_validate(chosen)._ruling(look)

    def decide(self, draft: Draft) -> None:
        gun = launchers(draft).get(self.team)
        if gun is None:
            raise Refused("no-launcher", "weapons.nuclear", field="team", team=self.team)
        check_target(draft, self.team, self.target, "target")
        roll = draft.roll(DiceRequest(1))
        answer = self._ruling(draft)
        hit = roll.numbers[0] >= answer["needs"]
        event = NukeLaunched(self.team, self.target, self.distance, gun.trooper, roll, answer["needs"], hit)
        event.working = working(answer)
        event.near = [self.target] if within_near(draft, self.distance) else []
        is_first = meets_first(draft, self.team, event.near)
        draft.emit(event)
        owe_first(draft, self.team, is_first)

    def _ruling(self, look: GameContext) -> RulingResult:
        team = look.state.teams[self.team]
        facts = Aim.model_validate(
            {
                "experience": team.experience, "distance": self.distance, "static": self.static,
                "withdrawing": team.reaction == "withdrew", **last_men(look.state, self.team),
            }
        )  # fmt: skip
        return to_hit(facts, look.book)


def launchers(look: GameContext) -> dict[str, Gun]:
    """Return team of this seat → a launcher that it can fire. Raise Refused if there is none."""
    check_phase(look, "fire")
    if look.book.answer_for("nuke") == "not-used":
        raise Refused("no-launcher", "weapons.nuclear")
    found = {}
    for team, one in look.state.teams_of(look.seat.name):
        ready = [gun for gun, weapon in guns_of(look.state, team, LAUNCHER) if can_fire(look, weapon, "burst")]
        if ready and one.reaction != "fleeing" and targets_of(look, team):
            found[team] = ready[0]
    if not found:
        raise Refused("no-launcher", "weapons.nuclear")
    return found


class Drift(OfInfantry):
    rolls: ClassVar[bool] = True

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        if not own_blast(look).drifts:
            raise Refused("does-not-drift", "weapons.nuclear")
        yield Offer(cls.key, dice=DiceRequest(1))

    def decide(self, draft: Draft) -> None:
        if not own_blast(draft).drifts:
            raise Refused("does-not-drift", "weapons.nuclear")
        roll = draft.roll(DiceRequest(1))
        draft.emit(NukeDrifted(roll.numbers[0], roll))


class SurviveBlast(OfInfantry):
    """Roll a die for each man of a team in the blast, as against acid, by their own seat."""

    rolls: ClassVar[bool] = True
    team: str
    men: Annotated[int, Field(ge=1, le=20)]
    cover: bool = False
    troopers: list[str] = []

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for team in caught(look):
            men = look.state.living_of(team)
            facts = Acid(experience=experience_of(look.state.teams[team]))
            yield from in_danger(look, Offer(cls.key, given={"team": team}), men, len(men), facts)

    def decide(self, draft: Draft) -> None:
        if self.team not in caught(draft):
            raise Refused("no-such-team", "weapons.nuclear", field="team", team=self.team)
        men = draft.state.living_of(self.team)
        if self.men > len(men):
            raise Refused("too-many-men", "weapons.nuclear", field="men", limit=len(men))
        facts = Acid(experience=experience_of(draft.state.teams[self.team]), cover=self.cover)
        fate = roll_dodges(draft, named_first(self.troopers, men, self.men), facts)
        draft.emit(BlastSurvived(self.team, fate.dead, fate.officers, fate.roll, fate.working, fate.needs))


def caught(look: GameContext) -> list[str]:
    blast = look.state.blast
    if blast is None or blast.drifts or look.book.answer_for("nuke") == "target-only":
        raise Refused("no-blast", "weapons.nuclear")
    return [team for team, _ in look.state.teams_of(look.seat.name) if team not in blast.survived]


class ResolveBlast(OfInfantry):
    bugs: list[str] = []
    sites: list[str] = []

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        choose: dict[str, Choice] = {}
        for name, keys in (("bugs", others(look)), ("sites", mouths(look))):
            if keys:
                choose[name] = MultiChoice(keys, 0, len(keys), False)
        yield Offer(cls.key, choose=choose)

    def decide(self, draft: Draft) -> None:
        for field, given, allowed in (("bugs", self.bugs, others(draft)), ("sites", self.sites, mouths(draft))):
            if any(key not in allowed for key in given):
                raise Refused("not-in-the-blast", "weapons.nuclear", field=field)
        blast = own_blast(draft)
        dead = [*([blast.target] if blast.hit and is_alive(draft.state, blast.target) else []), *self.bugs]
        for key in dict.fromkeys(dead):
            bug = draft.state.bugs[key]
            wound(draft, key, max(draft.state.hits_of(key), draft.book.bugs[bug.kind].hits), "dead")
        draft.emit(BlastResolved(list(dict.fromkeys(self.sites))))


def is_alive(state: State, bug: str) -> bool:
    return state.bugs[bug].living


def others(look: GameContext) -> list[str]:
    blast = own_blast(look)
    if blast.drifts:
        raise Refused("drift-first", "weapons.nuclear")
    if look.book.answer_for("nuke") == "target-only":
        return []
    return [key for key, _ in look.state.living_bugs() if not (blast.hit and key == blast.target)]


def mouths(look: GameContext) -> list[str]:
    if look.book.answer_for("nuke") == "target-only":
        return []
    return [key for key, site in look.state.sites.items() if site.kind == "tunnel"]


def own_blast(look: GameContext) -> Blast:
    blast = look.state.blast
    if blast is None or look.state.teams[blast.team].seat != look.seat.name:
        raise Refused("no-blast", "weapons.nuclear")
    return blast

"""The rifles of a whole squad in one command, team after team.

Source: Infantería Móvil, Fuego de combate 1 – IM.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, ClassVar

from pydantic import Field

from app.core.engine.offers import Choice, DiceRequest, MultiChoice, Offer
from app.core.errors import Refused
from app.core.rules.dice import any_successes, as_text, at_least, chance_of_at_least
from app.core.rules.ruling import Ruling, RulingResult, working
from app.games.mobile_infantry.book import RIFLE, Mode
from app.games.mobile_infantry.events.infantry import SquadFired, Volley
from app.games.mobile_infantry.rulings.bugs import Wounds, bug_state, hits_left
from app.games.mobile_infantry.rulings.shooting import Volley as Shooting
from app.games.mobile_infantry.rulings.shooting import dice_of, shoot
from app.games.mobile_infantry.state import Draft, GameContext, SquadFire
from app.games.mobile_infantry.turn.casualties import meets_first, owe_first, within_near
from app.games.mobile_infantry.turn.firing import (
    BANDS,
    Gun,
    check_target,
    hit,
    last_men,
    magazines_after,
    targets_of,
    volleys,
    why_silent,
)
from app.games.mobile_infantry.turn.moving import OfInfantry
from app.games.mobile_infantry.turn.sequence import check_phase

FEWEST = 2
"""Of fewer teams each fires by itself."""
SILENT = "silent-"
"""Prefix of the codes for why a team does not fire."""


class FireSquad(OfInfantry):
    """Fire the rifles of all teams of a squad, team after team.

    Each at the first of these bugs that still lives.
    """

    rolls: ClassVar[bool] = True
    squad: str
    mode: Mode
    targets: list[str]
    distance: Annotated[int, Field(ge=1, le=48)]
    static: bool = False

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        bands = [band for band in BANDS if band <= look.book.weapons[RIFLE].range]
        for (squad, mode), teams in firing(look).items():
            bugs = squad_targets(look, teams)
            choose: dict[str, Choice] = {
                "targets": MultiChoice(bugs, 1, len(bugs), stand_together(look, bugs)), "distance": bands,
                "static": [False, True],
            }  # fmt: skip
            given, dice = {"squad": squad, "mode": mode}, DiceRequest(pools(look, mode, teams)[0], of=next(iter(teams)))
            label, hint = f"fire-squad-{mode}", "hint.volley-by-volley"
            sums, silent = partial(cls._sums, look, teams), silent_teams(look, squad, mode, teams)
            yield Offer(
                cls.key, given=given, choose=choose, dice=dice, label=label, about=(squad,), hint=hint, sums=sums,
                must_choose=("distance",), left_out=tuple(silent.values()),
            )  # fmt: skip

    @classmethod
    def _sums(cls, look: GameContext, teams: dict[str, list[Gun]], chosen: Mapping[str, Any]) -> RulingResult:
        press = cls.model_validate({**chosen, "targets": []})
        chances: list[Fraction] = []
        working, targets = Ruling(), []
        for team, guns in teams.items():
            answer = press.ruling(look, team, len(guns), None)
            working = working.plus(team, answer["dice_needed"], "shooting.to-hit")
            targets.append({"name": team, "needs": answer["needs"]})
            chances += [chance_of_at_least(answer["needs"])] * answer["dice_needed"]
        hits = any_successes(chances)
        odds = {"hits": as_text(hits), "at_least": as_text(at_least(hits))}
        return RulingResult({"dice_needed": len(chances), "targets": targets}, working, odds=odds)

    def decide(self, draft: Draft) -> None:
        teams = firing(draft).get((self.squad, self.mode))
        if teams is None:
            raise Refused("nothing-to-fire-at", "shooting.targets", field="squad")
        if not self.targets:
            raise Refused("no-target", "shooting.targets", field="targets")
        for target in self.targets:
            check_target(draft, next(iter(teams)), target, "targets")
        silent = silent_teams(draft, self.squad, self.mode, teams)
        self.volley_by_volley(draft, teams, silent)

    def volley_by_volley(self, draft: Draft, teams: dict[str, list[Gun]], silent: dict[str, Refused]) -> None:
        """Roll for one team after the other while a target lives.

        Real dice are those of the first team alone, and the others follow.
        """
        counts = dict(zip(teams, pools(draft, self.mode, teams), strict=True))
        one = draft.typed is not None
        roll = draft.roll(DiceRequest(next(iter(counts.values())) if one else sum(counts.values())))
        event = SquadFired(self.squad, self.mode, self.distance, roll)
        faces, later, used = iter(roll.numbers), [], 0
        for place, (team, guns) in enumerate(teams.items()):
            target = self.first_standing(draft, event)
            if target is None:
                event.silent[team] = "no-target"
            elif one and place:
                later.append(team)
            else:
                self.fire(draft, event, (team, target), guns, [next(faces) for _ in range(counts[team])])
                self.pass_on(draft, event)
                used += counts[team]
        event.silent = {key: no.code.removeprefix(SILENT) for key, no in silent.items()} | event.silent
        event.roll = replace(roll, faces=roll.faces[:used])
        if later:
            event.to_come = SquadFire(self.squad, self.mode, self.targets, self.distance, self.static, later)
        first = [one.team for one in event.volleys if meets_first(draft, one.team, one.near)]
        draft.emit(event)
        for bug, hits in hits_of(draft, event.volleys):
            hit(draft, bug, hits)
        for team in first:
            owe_first(draft, team, True)

    def first_standing(self, look: GameContext, event: SquadFired) -> str | None:
        return next((key for key in self.targets if stands(look, key, event)), None)

    def fire(
        self, look: GameContext, event: SquadFired, who: tuple[str, str], guns: list[Gun], faces: list[int]
    ) -> None:
        answer = self.ruling(look, who[0], len(guns), faces)
        left = magazines_after(look, guns, self.mode)
        near = [who[1]] if within_near(look, self.distance) else []
        event.volleys.append(Volley(*who, answer["needs"], answer["hits"], left, len(faces), near))
        event.working = event.working or working(answer)

    def pass_on(self, look: GameContext, event: SquadFired) -> None:
        is_close = self.distance <= look.book.shooting.eyes.within
        if not is_close or look.book.answer_for("surplus") != "next-bug":
            return
        while (over := surplus(look, event)) and (target := self.first_standing(look, event)):
            last = event.volleys[-1]
            last.hits -= over
            event.volleys.append(Volley(last.team, target, last.needs, over, {}, 0))

    def ruling(self, look: GameContext, team: str, guns: int, faces: list[int] | None) -> RulingResult:
        one = look.state.teams[team]
        facts = {
            "experience": one.experience, "weapon": RIFLE, "mode": self.mode, "shooters": guns, "dice": faces,
            "distance": self.distance, "static": self.static, "withdrawing": one.reaction == "withdrew",
        }  # fmt: skip
        return shoot(Shooting.model_validate({**facts, **last_men(look.state, team)}), look.book)


def hits_of(look: GameContext, volleys: Sequence[Volley]) -> list[tuple[str, int]]:
    """Return the hits on each bug: of all volleys together, except on a tank bug, which may retreat from each."""
    together: dict[str, int] = {}
    apart = []
    for volley in volleys:
        if look.state.bugs[volley.target].kind == "tank":
            apart.append((volley.target, volley.hits))
        else:
            together[volley.target] = together.get(volley.target, 0) + volley.hits
    return [*together.items(), *apart]


class NextVolley(OfInfantry):
    """Fire the next team of a squad with real dice, at the first of its targets that lives."""

    rolls: ClassVar[bool] = True

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        fire, teams = to_come(look)
        team, guns = next(iter(teams.items()))
        preview, ask = fire.ruling(look, team, len(guns), None), DiceRequest(pools(look, fire.mode, teams)[0])
        yield Offer(cls.key, dice=ask, preview=preview, about=(team, fire.targets[0]))

    def decide(self, draft: Draft) -> None:
        fire, teams = to_come(draft)
        assert draft.state.squad_fire is not None
        lost = [key for key in draft.state.squad_fire.teams if key not in teams and draft.state.living_of(key)]
        fire.volley_by_volley(draft, teams, {key: why_silent(draft, key, RIFLE, fire.mode) for key in lost})


def to_come(look: GameContext) -> tuple[FireSquad, dict[str, list[Gun]]]:
    """Return the remaining fire of a squad of this seat, and its teams still to fire.

    Raise Refused.
    """
    check_phase(look, "fire")
    left = look.state.squad_fire
    if left is None:
        raise Refused("no-volley-to-come", "shooting.targets")
    able = able_to_fire(look).get((left.squad, left.mode), {})
    teams = {key: able[key] for key in left.teams if key in able}
    known = [key for key in left.targets if teams and key in squad_targets(look, teams)]
    if not known:
        raise Refused("no-volley-to-come", "shooting.targets")
    fields = {"squad": left.squad, "mode": left.mode, "distance": left.distance, "static": left.static}
    return FireSquad.model_validate({**fields, "targets": known}), teams


def silent_teams(look: GameContext, squad: str, mode: Mode, firing: Collection[str]) -> dict[str, Refused]:
    own = [key for key, team in look.state.teams_of(look.seat.name) if team.squad == squad and key not in firing]
    return {key: why_silent(look, key, RIFLE, mode) for key in own}


def firing(look: GameContext) -> dict[tuple[str, Mode], dict[str, list[Gun]]]:
    """Return (squad, mode) → teams that can fire their rifles so, and their guns.

    Raise Refused if none can.
    """
    found = able_to_fire(look)
    several = {place: teams for place, teams in found.items() if len(teams) >= FEWEST}
    if not several:
        raise Refused("nothing-to-fire-at", "shooting.targets")
    return several


def able_to_fire(look: GameContext) -> dict[tuple[str, Mode], dict[str, list[Gun]]]:
    check_phase(look, "fire")
    found: dict[tuple[str, Mode], dict[str, list[Gun]]] = {}
    for key, team in look.state.teams_of(look.seat.name):
        if team.squad is not None and targets_of(look, key):
            for weapon, mode, guns in volleys(look, key):
                if weapon == RIFLE:
                    found.setdefault((team.squad, mode), {})[key] = guns
    return found


def squad_targets(look: GameContext, teams: dict[str, list[Gun]]) -> list[str]:
    return targets_of(look, next(iter(teams)))


def stand_together(look: GameContext, bugs: list[str]) -> bool:
    return len({look.state.bugs[key].group for key in bugs}) == 1


def pools(look: GameContext, mode: Mode, teams: dict[str, list[Gun]]) -> list[int]:
    return [dice_of(look.book, RIFLE, mode, len(guns), crossed=False)[1].total for guns in teams.values()]


def stands(look: GameContext, key: str, event: SquadFired) -> bool:
    bug = look.state.bugs[key]
    return bool(bug_state(Wounds(bug=bug.kind, hits=hits_on(look, key, event)), look.book)["state"] != "dead")


def hits_on(look: GameContext, key: str, event: SquadFired) -> int:
    return look.state.hits_of(key) + sum(one.hits for one in event.volleys if one.target == key)


def surplus(look: GameContext, event: SquadFired) -> int:
    key = event.volleys[-1].target
    return max(0, -hits_left(look.state.bugs[key].kind, hits_on(look, key, event), look.book).total)

"""Shooting at bugs that have been located.

Source: Infantería Móvil, Fuego de combate 1 – IM.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from app.core.engine.offers import Choice, DiceRequest, NumberChoice, Offer
from app.core.errors import Refused
from app.core.rules.ruling import RulingResult, working
from app.games.mobile_infantry.book import LAUNCHER, RIFLE, Mode, WeaponName
from app.games.mobile_infantry.events.bugs import BugHit, BugHitUnseen
from app.games.mobile_infantry.events.infantry import GunJammed, ReloadBegan, Shots, VolleyFired
from app.games.mobile_infantry.rulings import ammunition
from app.games.mobile_infantry.rulings.bugs import Wounds, bug_state, hits_left
from app.games.mobile_infantry.rulings.shooting import Volley, dice_of, shoot
from app.games.mobile_infantry.state import Bug, BugState, Draft, GameContext, State, Weapon
from app.games.mobile_infantry.turn.casualties import known_near, meets_first, owe_first, within_near
from app.games.mobile_infantry.turn.moving import OfInfantry, any_wounded
from app.games.mobile_infantry.turn.sequence import check_phase

NOBODY = "none"
BANDS = (3, 6, 12, 24, 36, 48)
"""Distances that a table can tell at a glance, in inches."""


@dataclass(frozen=True)
class Gun:
    trooper: str
    place: int
    type: WeaponName


class Fire(OfInfantry):
    """Fire one kind of a team's weapons at one bug: so many guns, in bursts or sustained."""

    rolls = True
    team: str
    weapon: WeaponName
    mode: Mode
    guns: Annotated[int, Field(ge=1, le=20)]
    target: str
    distance: Annotated[int, Field(ge=1, le=48)]
    static: bool = False
    crossed: bool = False
    helping: bool = False
    next_bug: str = NOBODY
    several_within_12: bool = False

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_phase(look, "fire")
        found = False
        for key, _ in look.state.teams_of(look.seat.name):
            targets = targets_of(look, key)
            for weapon, mode, guns in volleys(look, key) if targets else ():
                found = True
                for lane in lanes(look, key, targets):
                    yield from cls._of(look, key, weapon, mode, len(guns), lane)
        if not found:
            raise Refused("nothing-to-fire-at", "shooting.targets")

    @classmethod
    def _of(
        cls, look: GameContext, team: str, weapon: WeaponName, mode: Mode, most: int, lane: Lane
    ) -> Iterator[Offer]:
        bands = [band for band in BANDS if band <= look.book.weapons[weapon].range]
        label, must_choose = label_of(weapon, mode), unknown_of(look, team, lane.targets)
        hint = "hint.several-within-12" if lane.several else None
        for guns in range(1 if look.book.weapons[weapon].crewed else most, 0, -1):
            for crossed in crossings(look) if lane.crossed else ((),):
                given = {"team": team, "weapon": weapon, "mode": mode, "guns": guns}
                given |= {"several_within_12": True} if lane.several else {}
                choose: dict[str, Choice] = {"target": lane.targets, "distance": bands}
                choose |= {"crossed": list(crossed)} if crossed else {}
                choose["static"] = [False, True]
                choose |= {"helping": [False, True]} if any_wounded(look.state) else {}
                others = targets_of(look, team)
                if len(others) > 1 and look.book.answer_for("surplus") == "next-bug":
                    choose["next_bug"] = [NOBODY, *others]
                _, rolled = dice_of(look.book, weapon, mode, guns, crossed=crossed == (True,))
                yield Offer(
                    cls.key, given=given, choose=choose, dice=DiceRequest(rolled.total), label=label, about=(team,),
                    sums=partial(cls._sums, look), must_choose=must_choose, hint=hint, aim="target",
                )  # fmt: skip

    @classmethod
    def _sums(cls, look: GameContext, chosen: Mapping[str, Any]) -> RulingResult:
        return cls.model_validate(chosen).ruling(look, None)

    def decide(self, draft: Draft) -> None:
        check_phase(draft, "fire")
        guns = self._guns(draft)
        self._check_aim(draft)
        roll = draft.roll(DiceRequest(self.ruling(draft, None)["dice_needed"]))
        answer = self.ruling(draft, roll.numbers)
        near = self._near(draft)
        is_first = meets_first(draft, self.team, near)
        draft.emit(
            VolleyFired(
                self.team, self.target, self.mode, self.distance, roll, answer["needs"], answer["hits"],
                magazines_after(draft, guns, self.mode), working(answer), near,
            )
        )  # fmt: skip
        if answer.result.get("jammed"):
            draft.emit(GunJammed(guns[0].trooper))
        beyond = hit(draft, self.target, answer["hits"])
        if self.next_bug not in (NOBODY, self.target):
            hit(draft, self.next_bug, beyond)
        owe_first(draft, self.team, is_first)

    def _near(self, look: GameContext) -> list[str]:
        return [self.target] if within_near(look, self.distance) else []

    def _check_aim(self, look: GameContext) -> None:
        first = first_target(look.state, self.team)
        several = self.several_within_12 or len(known_near(look.state, self.team, *self._near(look))) > 1
        if first not in (None, self.target) and not several:
            raise Refused("one-target", "shooting.targets", field="target", bug=first)
        if self.crossed and not may_have_crossed(look, self.target):
            raise Refused("has-not-crossed", "shooting.crossing", field="crossed", bug=self.target)

    def _guns(self, look: GameContext) -> list[Gun]:
        own = dict(look.state.teams_of(look.seat.name))
        if self.team not in own:
            raise Refused("not-your-team", "shooting.targets", field="team", team=self.team)
        check_target(look, self.team, self.target, "target")
        if self.next_bug != NOBODY and not self._may_pass_on(look):
            raise Refused("hits-are-lost", "shooting.targets", field="next_bug")
        ready = {(weapon, mode): guns for weapon, mode, guns in volleys(look, self.team)}
        guns = ready.get((self.weapon, self.mode), [])
        if not guns:
            raise why_silent(look, self.team, self.weapon, self.mode, field="guns")
        if len(guns) < self.guns:
            raise Refused("no-ammunition", "weapons.reloading", field="guns", given=self.guns, limit=len(guns))
        return guns[: self.guns]

    def _may_pass_on(self, look: GameContext) -> bool:
        return look.book.answer_for("surplus") == "next-bug" and self.next_bug in targets_of(look, self.team)

    def ruling(self, look: GameContext, dice: list[int] | None) -> RulingResult:
        team = look.state.teams[self.team]
        facts = Volley.model_validate(
            {
                "experience": team.experience, "weapon": self.weapon, "mode": self.mode, "shooters": self.guns,
                "distance": self.distance, "static": self.static, "crossed_over_12": self.crossed,
                "helping_wounded": self.helping, "withdrawing": team.reaction == "withdrew", "dice": dice,
                **last_men(look.state, self.team),
            }
        )  # fmt: skip
        return shoot(facts, look.book)


@dataclass(frozen=True)
class Lane:
    """Targets that share a form.

    With `several` only if more than one bug is within twelve inches of the team; `crossed`: they may have crossed the
    field of view.
    """

    targets: list[str]
    several: bool = False
    crossed: bool = False


def lanes(look: GameContext, team: str, targets: list[str]) -> Iterator[Lane]:
    first = first_target(look.state, team)
    is_free = first is None or len(known_near(look.state, team)) > 1
    ordered = nearest_first(look, team, targets)
    for several in (False, True):
        part = [key for key in ordered if (is_free or key == first) != several]
        for crossed in (False, True):
            some = [key for key in part if may_have_crossed(look, key) == crossed]
            if some:
                yield Lane(some, several, crossed)


def first_target(state: State, team: str) -> str | None:
    aims = state.teams[team].aims
    return aims if aims and state.bugs[aims].living else None


def may_have_crossed(look: GameContext, bug: str) -> bool:
    if look.book.answer_for("crossing") == "off":
        return False
    moved = look.state.bugs[bug].moved or 0
    threshold = look.book.number("crossing")
    return moved > threshold


def unknown_of(look: GameContext, team: str, targets: list[str]) -> tuple[str, ...]:
    """Return the unknown fields of a volley: the distance.

    Unless all its targets fight the team on the spot: these are within the nearest band, and no other one is known.
    """
    is_there = look.state.teams[team].reaction in ("ok", "no-advance")
    return () if is_there and all(look.state.bugs[key].engages == team for key in targets) else ("distance",)


def label_of(weapon: WeaponName, mode: Mode) -> str:
    return f"fire-{mode}" if weapon == RIFLE else f"fire-{weapon}"


def crossings(look: GameContext) -> tuple[tuple[bool, ...], ...]:
    return ((False,), (True,)) if look.book.answer_for("crossing-effect") == "dice" else ((False, True),)


def last_men(state: State, team: str) -> dict[str, bool]:
    squad = state.teams[team].squad
    comrades = [key for key, one in state.teams.items() if squad and one.squad == squad]
    of_team = len(state.living_of(team))
    return {"last_of_team": of_team == 1, "last_of_squad": sum(len(state.living_of(key)) for key in comrades) == 1}


def targets_of(look: GameContext, team: str) -> list[str]:
    state = look.state
    squad = state.teams[team].squad or team
    return [key for key, bug in state.living_bugs() if knows(state, squad, bug)]


def check_target(look: GameContext, team: str, bug: str, field: str) -> None:
    if bug in targets_of(look, team):
        return
    one = look.state.bugs.get(bug)
    if one is not None and one.state == "dead" and knows(look.state, look.state.teams[team].squad or team, one):
        raise Refused("target-dead", "shooting.targets", field=field, bug=bug)
    raise Refused("target-unknown", "locating.radio", field=field, bug=bug)


def nearest_first(look: GameContext, team: str, targets: list[str]) -> list[str]:
    return sorted(targets, key=lambda key: look.state.bugs[key].engages != team)


def knows(state: State, squad: str, bug: Bug) -> bool:
    since = state.groups[bug.group].told.get(squad)
    return since is not None and since <= state.turn


def volleys(look: GameContext, team: str) -> Iterator[tuple[WeaponName, Mode, list[Gun]]]:
    if look.state.teams[team].reaction == "fleeing":
        return
    for weapon, card in look.book.weapons.items():
        if weapon == LAUNCHER:
            continue
        for mode in card.modes:
            guns = [gun for gun, one in guns_of(look.state, team, weapon) if can_fire(look, one, mode)]
            if guns:
                yield weapon, mode, guns


def guns_of(state: State, team: str, weapon: WeaponName) -> Iterator[tuple[Gun, Weapon]]:
    for key in state.fit_of(team):
        carried = state.troopers[key].weapons
        for place, one in enumerate(carried):
            if one.type == weapon and not any(other.fired for other in carried):
                yield Gun(key, place, weapon), one


def why_silent(look: GameContext, key: str, weapon: WeaponName, mode: Mode, *, field: str | None = None) -> Refused:
    team, carried = look.state.teams[key], [look.state.troopers[man].weapons for man in look.state.fit_of(key)]
    if team.reaction == "fleeing":
        return Refused("silent-flees", "shooting.targets", field=field, team=key)
    if not carried:
        return Refused("silent-nobody-fit", "shooting.targets", field=field, team=key)
    bearers = [weapons for weapons in carried if any(one.type == weapon for one in weapons)]
    if bearers and all(any(one.fired and not one.reloading for one in weapons) for weapons in bearers):
        return Refused("silent-has-fired", "shooting.targets", field=field, team=key)
    if weapon != RIFLE:
        return Refused("silent-unloaded", "shooting.targets", field=field, team=key)
    shots = [one.shots_left for weapons in bearers for one in weapons if one.type == RIFLE]
    if not shots:
        return Refused("silent-no-rifle", "shooting.targets", field=field, team=key)
    if not any(shots):
        return Refused("silent-reloads", "shooting.targets", field=field, team=key)
    if mode == "sustained" and max(shots) < look.book.weapons[RIFLE].capacity:
        return Refused("silent-part-used-magazines", "shooting.targets", field=field, team=key)
    return Refused("silent-unloaded", "shooting.targets", field=field, team=key)


def can_fire(look: GameContext, weapon: Weapon, mode: Mode) -> bool:
    card = look.book.weapons[weapon.type]
    if weapon.fired or weapon.jammed or weapon.spent or not ammunition.can_fire(card, magazine(weapon)):
        return False
    if card.modes[mode].empties and look.book.answer_for("sustained-needs-full") == "yes":
        return bool(weapon.shots_left == card.capacity)
    return True


def magazine(weapon: Weapon) -> ammunition.Magazine:
    return ammunition.Magazine(weapon.shots_left, weapon.reload_left)


def magazines_after(look: GameContext, guns: list[Gun], mode: Mode) -> dict[str, dict[str, Shots]]:
    after: dict[str, dict[str, Shots]] = {}
    for gun in guns:
        weapon = look.state.troopers[gun.trooper].weapons[gun.place]
        left = ammunition.spend(look.book, gun.type, magazine(weapon), mode)
        after.setdefault(gun.trooper, {})[str(gun.place)] = Shots(left.shots, left.reload_left)
    return after


def hit(draft: Draft, key: str, hits: int) -> int:
    if not hits:
        return 0
    bug = draft.state.bugs[key]
    taken = draft.state.hits_of(key) + hits
    state = bug_state(Wounds(bug=bug.kind, hits=taken), draft.book)["state"]
    landed = state == "ok" and bug.state == "landed"
    wound(draft, key, taken, "landed" if landed else state, retreats(draft, bug, state, hits))
    return max(0, -hits_left(bug.kind, taken, draft.book).total)


def wound(draft: Draft, key: str, hits: int, state: BugState, retreats: int = 0) -> None:
    freed = draft.state.bugs[key].holding if state == "dead" else None
    is_open = draft.book.answer_for("bug-hits") == "public"
    draft.emit((BugHit if is_open else BugHitUnseen)(key, hits, state, retreats, freed))


def retreats(look: GameContext, bug: Bug, state: str, hits: int) -> int:
    if bug.kind != "tank" or state == "dead":
        return 0
    how = look.book.answer_for("tank-retreat")
    if how == "phase":
        return 0 if bug.backed_off else 1
    return hits if how == "hit" else 1


class Reload(OfInfantry):
    team: str
    men: Annotated[int, Field(ge=1, le=20)]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_loading(look)
        own = [key for key, _ in look.state.teams_of(look.seat.name) if may_load(look, key)]
        teams = {key: used_magazines(look, key) for key in own}
        for key, men in teams.items():
            if men:
                yield Offer(
                    cls.key,
                    given={"team": key},
                    choose={"men": NumberChoice(1, len(men), first=len(men))},
                    about=(key,),
                )
        if not any(teams.values()):
            raise Refused("magazines-full", "weapons.reloading")

    def decide(self, draft: Draft) -> None:
        check_loading(draft)
        if self.team not in dict(draft.state.teams_of(draft.seat.name)):
            raise Refused("not-your-team", "weapons.reloading", field="team", team=self.team)
        if not may_load(draft, self.team):
            raise Refused("flees-and-loads-not", "weapons.reloading", field="team", team=self.team)
        men = used_magazines(draft, self.team)
        if len(men) < self.men:
            raise Refused("magazines-full", "weapons.reloading", field="men", limit=len(men))
        for key in men[: self.men]:
            weapons = enumerate(draft.state.troopers[key].weapons)
            used = {place: one for place, one in weapons if part_used(draft, one)}
            turns = {str(place): draft.book.weapons[one.type].reload for place, one in used.items()}
            draft.emit(ReloadBegan(key, turns))


def may_load(look: GameContext, team: str) -> bool:
    may = look.book.answer_for("flee-reload") == "yes"
    return may or look.state.teams[team].reaction != "fleeing"


def check_loading(look: GameContext) -> None:
    """Raise Refused unless magazines may be changed.

    In the fire phase, and in turns without one as men march.
    """
    check_phase(look, *(("im-move",) if look.state.sequence == "pre" else ("fire",)))


def used_magazines(look: GameContext, team: str) -> list[str]:
    carried = {key: look.state.troopers[key].weapons for key in look.state.fit_of(team)}
    idle = [key for key, weapons in carried.items() if not any(one.fired for one in weapons)]
    men = [key for key in idle if any(part_used(look, one) for one in carried[key])]
    return sorted(men, key=lambda key: min(one.shots_left for one in look.state.troopers[key].weapons))


def part_used(look: GameContext, weapon: Weapon) -> bool:
    card = look.book.weapons[weapon.type]
    return not weapon.fired and not weapon.reload_left and card.reload > 0 and 0 < weapon.shots_left < card.capacity

"""Location of bugs, and reports to the others.

Source: Infantería Móvil, Localizando Bichos.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any

from app.core.engine.offers import Choice, DiceRequest, MultiChoice, Offer
from app.core.errors import Refused
from app.core.rules.ruling import RulingResult
from app.games.mobile_infantry.book import INFANTRY
from app.games.mobile_infantry.brain_secrets import Pack, Scan
from app.games.mobile_infantry.events.presence import (
    BugsSighted,
    FormationsTold,
    LookAnswered,
    RestAnswered,
    TeamLooked,
    TeamsLooked,
)
from app.games.mobile_infantry.events.turn import SeatDone
from app.games.mobile_infantry.rulings.moving import Location, locate
from app.games.mobile_infantry.state import Draft, GameContext, State
from app.games.mobile_infantry.turn.bugs import OfBrain
from app.games.mobile_infantry.turn.casualties import owe
from app.games.mobile_infantry.turn.moving import OfInfantry
from app.games.mobile_infantry.turn.presence import figures_left, places_for, show
from app.games.mobile_infantry.turn.sequence import check_battle, check_phase, check_settled

FACTS = ("isolated", "hill", "mounted", "equidistant")


class LookAround(OfInfantry):
    """Roll the location test of a team, whether or not there is anything to find."""

    rolls = True
    team: str
    isolated: bool = False
    hill: bool = False
    mounted: bool = False
    equidistant: bool = False

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return super().allowed_for(look) and look.state.app is None

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        flags = {name: [False, True] for name in FACTS}
        choose: dict[str, Choice] = {"team": lookouts(look), **flags}
        yield Offer(cls.key, choose=choose, dice=DiceRequest(1), sums=partial(cls._sums, look))

    @classmethod
    def _sums(cls, look: GameContext, chosen: Mapping[str, Any]) -> RulingResult:
        is_command = look.state.teams[chosen["team"]].kind == "command"
        facts = Location(bugs=0, command_team=is_command, **{name: chosen[name] for name in FACTS})
        # the face and the chance would be those of no bugs, whose number is secret: words take their place
        words = {"exactly-scan" if is_exact(look) else "scan": None}
        return replace(locate(facts, look.book), result={}, odds=words)

    def decide(self, draft: Draft) -> None:
        if self.team not in lookouts(draft):
            raise Refused("has-looked", "locating.test", field="team", team=self.team)
        facts = {name: getattr(self, name) for name in FACTS}
        draft.emit(TeamLooked(self.team, draft.roll(DiceRequest(1)), **facts))


class LookAll(OfInfantry):
    """Roll the location test of every team of this seat that has not looked, and end the phase."""

    rolls = True
    isolated: list[str] = []
    hill: list[str] = []
    mounted: list[str] = []
    equidistant: list[str] = []

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return super().allowed_for(look) and look.state.app is None

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        teams = lookouts(look)
        choose: dict[str, Choice] = {name: MultiChoice(teams, 0, len(teams), False) for name in FACTS}
        dice = DiceRequest(len(teams), each=tuple(teams))
        yield Offer(cls.key, choose=choose, dice=dice, hint=hint_of("find-bugs-by-team", look))

    def decide(self, draft: Draft) -> None:
        teams = lookouts(draft)
        for name in FACTS:
            if any(key not in teams for key in getattr(self, name)):
                raise Refused("has-looked", "locating.test", field=name)
        roll = draft.roll(DiceRequest(len(teams)))
        faces = zip(teams, roll.numbers, strict=True)
        scans = {key: Scan(face, *(key in getattr(self, name) for name in FACTS)) for key, face in faces}
        draft.emit(TeamsLooked(roll, scans))
        draft.emit(SeatDone(draft.seat.name))


def hint_of(key: str, look: GameContext) -> str:
    return f"hint.{key}-exactly" if is_exact(look) else f"hint.{key}"


def is_exact(look: GameContext) -> bool:
    return look.book.answer_for("locate") == "exactly-seven"


def lookouts(look: GameContext) -> list[str]:
    """Return the teams of this seat that have not looked this turn (MI-93).

    Raise Refused if there is none.
    """
    check_phase(look, "location")
    command = look.book.answer_for("command-locates") == "yes"
    teams = [key for key, team in look.state.teams_of(look.seat.name) if command or team.kind != "command"]
    left = [key for key in teams if not look.state.teams[key].looked]
    if not left:
        raise Refused("has-looked", "locating.test")
    return left


class AnswerLook(OfBrain):
    """Say which hidden packs a team that looked was nearest to, or none.

    The dice decide whether it located them.
    """

    team: str
    packs: list[str] = []

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        packs = list(look.state.lair.packs)
        for team in unanswered(look):
            is_likely = is_nearest_to(look.state, team, packs)
            choose = {"packs": MultiChoice(packs, 0, len(packs), is_likely)} if packs else {}
            yield Offer(cls.key, given={"team": team}, choose=choose, about=(team,))

    def decide(self, draft: Draft) -> None:
        state = draft.state
        if self.team not in unanswered(draft):
            raise Refused("has-not-looked", "locating.test", field="team", team=self.team)
        if any(key not in state.lair.packs for key in self.packs):
            raise Refused("no-such-pack", "locating.test", field="packs")
        scan, packs = state.lair.scans[self.team], list(dict.fromkeys(self.packs))
        found = [key for key in packs if is_located(draft, self.team, scan, state.lair.packs[key])]
        draft.emit(LookAnswered(self.team, packs, [key for key in packs if key not in found]))
        for key in found:
            show(draft, key, places_for(state.lair.packs[key].kind)[0], self.team)
        if found and scan.isolated:
            owe(draft, self.team, "located")


def is_nearest_to(state: State, team: str, packs: Iterable[str]) -> bool:
    """Return whether these packs, as far as known, are nearest to this team: they were rolled at inches from it."""
    return all(state.lair.packs[key].team == team for key in packs)


class AnswerRest(OfBrain):
    """Say that no hidden pack was nearest to any other team that looked, and end the phase."""

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        to_answer(look)
        yield Offer(cls.key)

    def decide(self, draft: Draft) -> None:
        draft.emit(RestAnswered(to_answer(draft)))
        draft.emit(SeatDone(draft.seat.name))


def to_answer(look: GameContext) -> list[str]:
    """Return the teams whose look is unanswered, once all have looked.

    Raise Refused if there is none.
    """
    teams = unanswered(look)
    if look.state.awaits_side(INFANTRY):
        raise Refused("looks-first", "locating.test")
    return teams


def unanswered(look: GameContext) -> list[str]:
    """Return the teams whose look the Brain has not answered. Raise Refused if there is none."""
    check_phase(look, "location")
    if not look.state.lair.scans:
        raise Refused("nobody-looked", "locating.test")
    return list(look.state.lair.scans)


def is_located(look: GameContext, team: str, scan: Scan, pack: Pack) -> bool:
    """Return whether a die locates a pack. Source: Localizando Bichos (MI-27, MI-28)."""
    every = sum(one.count for one in look.state.lair.packs.values())
    facts = Location(
        die=scan.die,
        bugs=pack.count if look.book.answer_for("bug-count") == "group" else every,
        command_team=look.state.teams[team].kind == "command",
        isolated=scan.isolated,
        hill=scan.hill,
        mounted=scan.mounted,
        equidistant=scan.equidistant,
    )
    located: bool = locate(facts, look.book)["located"]
    return located and figures_left(look.state, pack.kind) > 0


class Sight(OfInfantry):
    """Report shown bugs in the open within 24 inches to a team's squad, without a radio (MI-29)."""

    sighted: str
    team: str
    isolated: bool = False

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for group, teams in to_sight(look).items():
            choose: dict[str, Choice] = {"team": teams, "isolated": [False, True]}
            yield Offer(cls.key, given={"sighted": group}, choose=choose, about=(group,))

    def decide(self, draft: Draft) -> None:
        groups = to_sight(draft)
        if self.sighted not in groups:
            raise Refused("no-such-group", "locating.in-the-open", field="sighted")
        if self.team not in groups[self.sighted]:
            raise Refused("knows-already", "locating.in-the-open", field="team", team=self.team)
        unit = draft.state.teams[self.team].squad or self.team
        draft.emit(BugsSighted(self.team, self.sighted, unit, sighted_from(draft.state)))
        if self.isolated:
            owe(draft, self.team, "located")


def sighted_from(state: State) -> int:
    return state.turn if state.phase in ("bug-move", "fire") else state.turn + 1


def to_sight(look: GameContext) -> dict[str, list[str]]:
    state, now = look.state, sighted_from(look.state)
    check_battle(look)
    check_settled(look)
    own = {key: team.squad or key for key, team in state.teams_of(look.seat.name)}
    groups = dict.fromkeys(bug.group for _, bug in state.living_bugs())
    unaware = {key: [team for team in own if told_at(state, key, own[team]) > now] for key in groups}
    found = {key: teams for key, teams in unaware.items() if teams}
    if not found:
        raise Refused("nothing-to-sight", "locating.in-the-open")
    return found


def told_at(state: State, group: str, unit: str) -> float:
    return state.groups[group].told.get(unit, inf)


def radio(draft: Draft) -> None:
    state, times = draft.state, draft.book.radio
    event = FormationsTold({})
    for key, group in state.groups.items():
        squad = state.teams[group.by].squad if group.by else None
        if squad is None:
            continue
        company = state.squads[squad].company
        if group.located + times.company == state.turn and has_radio(state, members(state, squad)):
            event.reported.append(key)
            event.told[key] = news(draft, key, comrades(state, company))
        elif group.located + times.regiment == state.turn and group.reported and can_report(draft, company):
            event.told[key] = news(draft, key, units(state))
    event.told = {key: told for key, told in event.told.items() if told}
    if event.told or event.reported:
        draft.emit(event)


def news(look: GameContext, group: str, told: Iterable[str]) -> dict[str, int]:
    """Return newly informed squads → the turn from which they may fire at it (MI-103)."""
    since = look.state.turn + (1 if look.book.answer_for("told-delay") == "yes" else 0)
    return {unit: since for unit in dict.fromkeys(told) if unit not in look.state.groups[group].told}


def units(state: State) -> list[str]:
    return [team.squad or key for key, team in state.teams.items()]


def comrades(state: State, company: int) -> list[str]:
    of = {key: state.squads[team.squad].company if team.squad else team.company for key, team in state.teams.items()}
    return [state.teams[key].squad or key for key, number in of.items() if number == company]


def members(state: State, squad: str) -> list[str]:
    return [key for key, team in state.teams.items() if team.squad == squad]


def can_report(look: GameContext, company: int) -> bool:
    state = look.state
    captain = look.book.organisation.company[0]
    led = [one.team for one in state.troopers.values() if one.role == captain]
    commands = [key for key in led if state.teams[key].company == company]
    return not commands or has_radio(state, commands)


def has_radio(state: State, teams: list[str]) -> bool:
    return any(one.role == "radio" and one.living for one in state.troopers.values() if one.team in teams)

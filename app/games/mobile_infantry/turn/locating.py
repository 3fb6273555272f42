"""Looking for bugs, and telling the others. Source: Infantería Móvil, Localizando Bichos."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.commands import Draft, Look
from app.core.offers import Ask, Offer, Some
from app.core.refusals import Refused
from app.games.mobile_infantry.events.presence import FormationsTold, LookAnswered, TeamLooked
from app.games.mobile_infantry.rulings.locating import Location, locate
from app.games.mobile_infantry.state import Pack, Scan, State
from app.games.mobile_infantry.turn.bugs import OfBrain
from app.games.mobile_infantry.turn.casualties import owe
from app.games.mobile_infantry.turn.moving import OfInfantry
from app.games.mobile_infantry.turn.presence import figures_left, show
from app.games.mobile_infantry.turn.sequence import check_phase

FACTS = ("isolated", "hill", "mounted", "equidistant")


class LookAround(OfInfantry):
    """Roll the location test of a team, whether or not anything is there to be found."""

    rolls = True
    team: str
    isolated: bool = False
    hill: bool = False
    mounted: bool = False
    equidistant: bool = False

    @classmethod
    def open_to(cls, look: Look) -> bool:
        return super().open_to(look) and look.state.app is None

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        flags = {name: [False, True] for name in FACTS}
        yield Offer(cls.key, choose={"team": lookouts(look), **flags}, dice=Ask(1))

    def decide(self, draft: Draft) -> None:
        if self.team not in lookouts(draft):
            raise Refused("has-looked", "locating.test", field="team", team=self.team)
        facts = {name: getattr(self, name) for name in FACTS}
        draft.note(TeamLooked(self.team, draft.roll(Ask(1)), **facts))


def lookouts(look: Look) -> list[str]:
    """The teams of this seat that have not looked this turn (MI-93). Raises Refused where there is none."""
    check_phase(look, "location")
    command = look.book.says("command-locates") == "yes"
    teams = [key for key, team in look.state.teams_of(look.seat.name) if command or team.kind != "command"]
    left = [key for key in teams if not look.state.teams[key].looked]
    if not left:
        raise Refused("has-looked", "locating.test")
    return left


class AnswerLook(OfBrain):
    """Say which hidden packs a team that looked was nearest to, or none; the dice decide whether it located them."""

    team: str
    packs: list[str] = []

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        packs = list(look.state.lair.packs)
        for team in unanswered(look):
            choose = {"packs": Some(packs, 0, len(packs), False)} if packs else {}
            yield Offer(cls.key, given={"team": team}, choose=choose, about=(team,))

    def decide(self, draft: Draft) -> None:
        state: State = draft.state
        if self.team not in unanswered(draft):
            raise Refused("has-not-looked", "locating.test", field="team", team=self.team)
        if any(key not in state.lair.packs for key in self.packs):
            raise Refused("no-such-pack", "locating.test", field="packs")
        scan, packs = state.lair.scans[self.team], list(dict.fromkeys(self.packs))
        found = [key for key in packs if is_located(draft, self.team, scan, state.lair.packs[key])]
        draft.note(LookAnswered(self.team, packs, [key for key in packs if key not in found]))
        for key in found:
            show(draft, key, "cover", self.team)
        if found and scan.isolated:
            owe(draft, self.team, "located")


def unanswered(look: Look) -> list[str]:
    """The teams whose look the Brain has not answered. Raises Refused where there is none."""
    check_phase(look, "location")
    if not look.state.lair.scans:
        raise Refused("nobody-looked", "locating.test")
    return list(look.state.lair.scans)


def is_located(look: Look, team: str, scan: Scan, pack: Pack) -> bool:
    """Whether a die locates a pack. Source: Localizando Bichos (MI-27, MI-28)."""
    every = sum(one.count for one in look.state.lair.packs.values())
    facts = Location(
        die=scan.die,
        bugs=pack.count if look.book.says("bug-count") == "group" else every,
        command_team=look.state.teams[team].kind == "command",
        isolated=scan.isolated,
        hill=scan.hill,
        mounted=scan.mounted,
        equidistant=scan.equidistant,
    )
    located: bool = locate(facts, look.book)["located"]
    return located and figures_left(look.state, pack.kind) > 0


def radio(draft: Draft) -> None:
    """At the beginning of a turn: a squad whose radio trooper lives tells the others (company, then regiment)."""
    state: State = draft.state
    told: dict[str, dict[str, int]] = {}
    for key, group in state.groups.items():
        squad = state.teams[group.by].squad if group.by else None
        if squad is None or group.located + draft.book.radio.company != state.turn or not has_radio(state, squad):
            continue
        since = state.turn + (1 if draft.book.says("told-delay") == "yes" else 0)
        others = dict.fromkeys((team.squad or name for name, team in state.teams.items()), since)
        told[key] = {name: turn for name, turn in others.items() if name not in group.told}
    if any(told.values()):
        draft.note(FormationsTold({key: squads for key, squads in told.items() if squads}))


def has_radio(state: State, squad: str) -> bool:
    """Whether the radio trooper of a squad is alive."""
    teams = [key for key, team in state.teams.items() if team.squad == squad]
    return any(one.role == "radio" and one.living for one in state.troopers.values() if one.team in teams)

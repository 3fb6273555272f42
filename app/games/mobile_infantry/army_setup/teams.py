"""Squads and teams before the battle.

Source: Infantería Móvil, Organización de la Infantería Móvil; Armamento.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from app.core.engine.command import Command, Precondition
from app.core.engine.offers import DiceRequest, NumberChoice, Offer, TextChoice
from app.core.errors import Refused
from app.core.rules.inputs import PRINTABLE
from app.games.mobile_infantry.army_setup.squad_files import most_of
from app.games.mobile_infantry.book import HEAVY, INFANTRY, RIFLE, Book, Experience, HeavyName, WeaponName
from app.games.mobile_infantry.events.muster import (
    ExperienceKnown,
    TeamNamed,
    TeamRaised,
    TeamsDismissed,
    WeaponIssued,
)
from app.games.mobile_infantry.rulings.ammunition import WEAPON_RULES
from app.games.mobile_infantry.rulings.scoring import ExperienceRoll, experience
from app.games.mobile_infantry.state import Draft, GameContext, Squad, State, Team, TeamKind, Trooper
from app.games.mobile_infantry.turn.sequence import chosen_mission

MOST_TEAMS = 40
"""Most teams of one table: two companies' worth."""
EXPERIENCES: tuple[Experience, ...] = ("rookie", "experienced", "veteran")
Loose = Literal["fire", "company", "regiment", "crew", "survivors", "gunners"]
ROLES = {
    "command": "command_team", "fire": "fire_team", "company": "company", "regiment": "regiment", "crew": "boat_crew",
    "survivors": "fire_team", "gunners": "gunners", "wrecked": "boat_crew",
}  # fmt: skip
KINDS: dict[str, TeamKind] = {
    "command": "command", "fire": "fire", "company": "command", "regiment": "command", "crew": "crew",
    "survivors": "survivors", "gunners": "gunners", "wrecked": "survivors",
}  # fmt: skip


def check_mustering(look: GameContext) -> None:
    if look.state.phase != "muster":
        raise Refused("mustered-already", "organisation.teams")
    if look.seat.name in look.state.ready:
        raise Refused("done-already", "organisation.teams")


class Mustering(Command):
    precondition: ClassVar[Precondition] = check_mustering

    @classmethod
    def allowed_for(cls, look: GameContext) -> bool:
        return look.seat.side == INFANTRY


class RaiseSquad(Mustering):
    fire_teams: Annotated[int, Field(ge=1, le=4)] = 4

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        most = look.book.organisation.fire_teams
        check_room(look.state, most + 1)
        yield Offer(cls.key, choose={"fire_teams": NumberChoice(1, most)})

    def decide(self, draft: Draft) -> None:
        check_room(draft.state, self.fire_teams + 1)
        squad = numbered(draft.state.squads, "squad")
        raise_team(draft, "command", squad)
        for _ in range(self.fire_teams):
            raise_team(draft, "fire", squad)


class RaiseTeam(Mustering):
    """Raise a team of no squad.

    A fire team, the command of a company or a regiment, a boat's crew, or an extra team of a mission.
    """

    kind: Loose = "fire"

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_room(look.state, 1)
        for kind in kinds_of(look):
            yield Offer(cls.key, given={"kind": kind}, label=f"raise-{kind}")

    def decide(self, draft: Draft) -> None:
        check_room(draft.state, 1)
        if self.kind not in kinds_of(draft):
            raise Refused("no-such-team-here", "organisation.teams", field="kind", kind=self.kind)
        raise_team(draft, self.kind, None)
        if self.kind == "survivors" and draft.book.answer_for("survivors") == "four-and-crew":
            raise_team(draft, "wrecked", None)


def kinds_of(look: GameContext) -> list[Loose]:
    state = look.state
    mission = chosen_mission(look)
    there = {team.kind for team in state.teams.values()}
    more: list[Loose] = ["survivors"] if mission and mission.survivors and "survivors" not in there else []
    extra_men = mission is not None and mission.fort and look.book.answer_for("fort-extras") == "men"
    more += ["gunners"] if extra_men and "gunners" not in there else []
    return ["fire", "company", "regiment", "crew", *more]


def check_room(state: State, more: int) -> None:
    if len(state.teams) + more > MOST_TEAMS:
        raise Refused("too-many-teams", "organisation.teams", limit=MOST_TEAMS)


def raise_team(draft: Draft, of: Literal["command", "wrecked"] | Loose, squad: str | None) -> None:
    """Add a team with rifles; a command team is veteran.

    Source: Infantería Móvil, Organización de la Infantería Móvil.
    """
    roles = getattr(draft.book.organisation, ROLES[of])
    _, troopers = raise_men(draft, of, squad, roles, known_experience(draft, of))
    for key, weapon in zip(troopers, arms_of(draft.book, of), strict=False):
        issue(draft, key, weapon)


def raise_men(
    draft: Draft, of: str, squad: str | None, roles: Sequence[str], experience: Experience | None
) -> tuple[str, list[str]]:
    first = int(numbered(draft.state.troopers, "trooper").rpartition("-")[2])
    troopers = {f"trooper-{first + place}": role for place, role in enumerate(roles)}
    rifles: dict[WeaponName, int] = {RIFLE: draft.book.weapons[RIFLE].capacity}
    team, company = numbered(draft.state.teams, "team"), company_of(draft, of, squad)
    draft.emit(TeamRaised(team, draft.seat.name, squad, KINDS[of], experience, troopers, rifles, company))
    return team, list(troopers)


def issue(draft: Draft, trooper: str, weapon: WeaponName) -> None:
    draft.emit(WeaponIssued(trooper, weapon, draft.book.weapons[weapon].capacity, weapon == "mini-gun"))


def arms_of(book: Book, of: str) -> list[WeaponName]:
    """Return the weapons of men of such a team beside or instead of their rifles."""
    arms: dict[str, list[WeaponName]] = {"crew": book.boats.guns, "gunners": book.organisation.fort_extras}
    return arms.get(of, [])


def known_experience(look: GameContext, of: str) -> Experience | None:
    if KINDS[of] == "command":
        return "veteran"
    return "experienced" if of == "crew" and look.book.answer_for("crew-exp") == "experienced" else None


def company_of(look: GameContext, of: str, squad: str | None) -> int:
    state = look.state
    if squad is not None:
        known = state.squads.get(squad)
        a_company = look.book.organisation.squads
        return known.company if known else len(state.squads) // a_company + 1
    if of == "company":
        captain = look.book.organisation.company[0]
        return 1 + sum(one.role == captain for one in state.troopers.values())
    return 0 if of == "regiment" else 1


def numbered(things: Iterable[str], word: str) -> str:
    return f"{word}-{max((int(key.rpartition('-')[2]) for key in things), default=0) + 1}"


class Dismiss(Mustering):
    team: str

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key, choose={"team": own_units(look)})

    def decide(self, draft: Draft) -> None:
        if self.team not in own_units(draft):
            raise Refused("not-your-team", "organisation.teams", field="team", team=self.team)
        teams = [key for key, team in draft.state.teams.items() if self.team in (key, team.squad)]
        draft.emit(TeamsDismissed(teams))


def own_units(look: GameContext) -> list[str]:
    own = [(key, team) for key, team in look.state.teams.items() if team.seat == look.seat.name]
    units = list(dict.fromkeys(team.squad or key for key, team in own))
    if not units:
        raise Refused("no-teams", "organisation.teams")
    return units


class RollExperience(Mustering):
    rolls = True

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        teams = green_teams(look)
        yield Offer(cls.key, dice=DiceRequest(len(teams), each=tuple(teams)))

    def decide(self, draft: Draft) -> None:
        teams = green_teams(draft)
        roll = draft.roll(DiceRequest(len(teams)))
        of_dice = [experience(ExperienceRoll(die=face), draft.book)["experience"] for face in roll.numbers]
        draft.emit(ExperienceKnown(dict(zip(teams, of_dice, strict=True)), roll))


def green_teams(look: GameContext) -> list[str]:
    own = ((key, team) for key, team in look.state.teams.items() if team.seat == look.seat.name)
    teams = [key for key, team in own if team.experience is None and not models_of(look, team)]
    if not teams:
        raise Refused("experience-known", "organisation.experience")
    return teams


def models_of(look: GameContext, team: Team) -> list[Team]:
    as_carried = team.kind == "crew" and look.book.answer_for("crew-exp") == "as-carried"
    if not (team.kind == "gunners" or as_carried):
        return []
    fire = (one for one in look.state.teams.values() if one.kind == "fire")
    return [one for one in fire if team.kind == "gunners" or one.seat == team.seat]


def like_others(look: GameContext) -> dict[str, Experience]:
    """Return teams of this seat that can copy the experience of others.

    Team → the commonest among those, the lesser of two.
    """
    found: dict[str, Experience] = {}
    for key, team in look.state.teams.items():
        known = [one.experience for one in models_of(look, team)]
        if team.seat == look.seat.name and team.experience is None and known:
            found[key] = max(EXPERIENCES, key=known.count)
    return found


class SetExperience(Mustering):
    team: str
    experience: Experience

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        own, choose = fire_teams(look), {"experience": list(EXPERIENCES)}
        if len(own) == 1:
            yield Offer(cls.key, given={"team": own[0]}, choose=choose, about=(own[0],))
        else:
            yield Offer(cls.key, choose={"team": own, **choose})

    def decide(self, draft: Draft) -> None:
        if self.team not in fire_teams(draft):
            raise Refused("not-your-team", "organisation.experience", field="team", team=self.team)
        draft.emit(ExperienceKnown({self.team: self.experience}))


def fire_teams(look: GameContext) -> list[str]:
    """Return the fire teams of this seat; command teams are always veteran.

    Raise Refused if there is none.
    """
    teams = look.state.teams.items()
    own = [key for key, team in teams if team.seat == look.seat.name and team.kind != "command"]
    if not own:
        raise Refused("no-teams", "organisation.teams")
    return own


class NameTeam(Mustering):
    team: str
    name: Annotated[str, Field(min_length=1, max_length=30, pattern=PRINTABLE)]

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for key in nameable(look):
            yield Offer(cls.key, given={"team": key}, choose={"name": TextChoice()}, about=(key,))

    def decide(self, draft: Draft) -> None:
        if self.team not in nameable(draft):
            raise Refused("not-your-team", "organisation.teams", field="team", team=self.team)
        draft.emit(TeamNamed(self.team, self.name))


def nameable(look: GameContext) -> list[str]:
    own_units(look)
    both: list[tuple[str, Squad | Team]] = [*look.state.squads.items(), *look.state.teams.items()]
    return [key for key, one in both if one.seat == look.seat.name]


class IssueWeapon(Mustering):
    """Issue a heavy weapon to a man of a fire team.

    A mini-gun replaces his rifle, another one comes beside it.
    """

    team: str
    weapon: HeavyName

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        for weapon in HEAVY:
            teams = [team for team in fire_teams(look) if left_to_issue(look, team, weapon)]
            if teams:
                yield Offer(cls.key, given={"weapon": weapon}, choose={"team": teams}, label=f"issue-{weapon}")

    def decide(self, draft: Draft) -> None:
        if self.team not in fire_teams(draft):
            raise Refused("not-your-team", "organisation.teams", field="team", team=self.team)
        if not left_to_issue(draft, self.team, self.weapon):
            raise Refused("weapon-issued", WEAPON_RULES[self.weapon], field="weapon", weapon=self.weapon)
        issue(draft, bearer(draft.state, self.team), self.weapon)


def left_to_issue(look: GameContext, team: str, weapon: WeaponName) -> bool:
    state = look.state
    held: dict[str, int] = {}
    for one in state.troopers.values():
        unit = state.teams[one.team].squad or one.team
        held[unit] = held.get(unit, 0) + (weapon in types_of(one))
    most, unit = most_of(look.book, weapon), state.teams[team].squad or team
    beyond = sum(max(0, number - most) for number in held.values())
    return (held[unit] < most or beyond < extras(look, weapon)) and bearer(state, team) != ""


def extras(look: GameContext, weapon: WeaponName) -> int:
    mission = chosen_mission(look)
    is_there = mission is not None and mission.fort and look.book.answer_for("fort-extras") == "weapons"
    weapons = look.book.organisation.fort_extras if is_there else []
    return weapons.count(weapon)


def bearer(state: State, team: str) -> str:
    men = [key for key, one in state.troopers.items() if one.team == team and types_of(one) == [RIFLE]]
    return men[-1] if men else ""


def types_of(trooper: Trooper) -> list[str]:
    return [weapon.type for weapon in trooper.weapons]

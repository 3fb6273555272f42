"""A squad as a file: its men, their experience, weapons and losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import Field

from app.core.content.toml_source import at_line, data_in, value_text
from app.core.engine.event import Seat
from app.core.errors import Malformed, Refused
from app.core.game.definition import REFEREE, CarryOverFile
from app.core.rules.inputs import PRINTABLE, Facts, parse
from app.games.mobile_infantry.book import EDITION, Book, Experience, edition_book
from app.games.mobile_infantry.rulings.ammunition import WEAPON_RULES
from app.games.mobile_infantry.state import State, Trooper

KEY: Final = "mobile-infantry"
LOST = ("dead", "carried-off")
"""States of men who do not come to the next battle."""
Heavy = Literal["mini-gun", "nuclear-launcher"]
HEAVY: tuple[Heavy, ...] = get_args(Heavy)
Name = Annotated[str, Field(max_length=30, pattern=PRINTABLE)]


class Man(Facts):
    role: str
    weapon: Heavy | None = None
    lost: bool = False


class TeamSheet(Facts):
    kind: Literal["command", "fire"]
    name: Name = ""
    experience: Experience | None = None
    men: list[Man]


class SquadSheet(Facts):
    game: Literal["mobile-infantry"]
    name: Name = ""
    teams: dict[str, TeamSheet]

    @property
    def men(self) -> list[Man]:
        """Return all its men, the fallen too."""
        return [man for team in self.teams.values() for man in team.men]


# -- from a table


def keepsakes(state: State, seat: Seat) -> Mapping[str, CarryOverFile]:
    """Return the squads of a seat as files; a referee may keep them all."""
    own = {key: squad for key, squad in state.squads.items() if seat.name in (squad.seat, REFEREE)}
    return {key: CarryOverFile(squad.name or key, text_of(sheet_of(state, key))) for key, squad in own.items()}


def sheets_of(state: State) -> Mapping[str, Mapping[str, Any]]:
    """Return every squad of a table with its seat, for a rematch to copy."""
    return {
        key: {"seat": squad.seat, "sheet": sheet_of(state, key).model_dump(exclude_defaults=True)}
        for key, squad in state.squads.items()
    }


def sheet_of(state: State, squad: str) -> SquadSheet:
    own = [key for key, team in state.teams.items() if team.squad == squad]
    lent = lent_by_a_fort(state, own, edition_book(EDITION, state.answers))
    teams = {str(number): team_sheet(state, key, lent) for number, key in enumerate(own, start=1)}
    return SquadSheet(game=KEY, name=state.squads[squad].name, teams=teams)


def lent_by_a_fort(state: State, teams: list[str], book: Book) -> set[str]:
    mission = book.missions.get(state.mission) if isinstance(state.mission, int) else None
    if mission is None or not mission.fort or book.answer_for("fort-extras") != "weapons":
        return set()
    lent: set[str] = set()
    carried: Counter[str] = Counter()
    for key, trooper in state.troopers.items():
        weapon = heavy_of(trooper) if trooper.team in teams else None
        if weapon in book.organisation.fort_extras:
            carried[weapon] += 1
            lent |= {key} if carried[weapon] > most_of(book, weapon) else set()
    return lent


def team_sheet(state: State, key: str, lent: set[str]) -> TeamSheet:
    team = state.teams[key]
    own = {name: one for name, one in state.troopers.items() if one.team == key}
    men = [man_of(one, None if name in lent else heavy_of(one)) for name, one in own.items()]
    kind: Literal["command", "fire"] = "command" if team.kind == "command" else "fire"
    return TeamSheet(kind=kind, name=team.name, experience=team.experience, men=men)


def man_of(trooper: Trooper, weapon: Heavy | None) -> Man:
    return Man(role=trooper.role, weapon=weapon, lost=trooper.status in LOST)


def heavy_of(trooper: Trooper) -> Heavy | None:
    carried = [weapon.type for weapon in trooper.weapons]
    return next((heavy for heavy in HEAVY if heavy in carried), None)


def text_of(sheet: SquadSheet) -> str:
    return "\n".join(lines_of(sheet)) + "\n"


def lines_of(sheet: SquadSheet) -> Iterator[str]:
    yield from (f"{name} = {value_text(value)}" for name, value in stated(sheet, "game", "name"))
    for key, team in sheet.teams.items():
        yield from ("", f"[teams.{value_text(key) if not key.isalnum() else key}]")
        yield from (f"{name} = {value_text(value)}" for name, value in stated(team, "kind", "name", "experience"))
        yield from ("men = [", *(f"    {value_text(man.model_dump(exclude_defaults=True))}," for man in team.men), "]")


def stated(of: Facts, *names: str) -> Iterator[tuple[str, Any]]:
    return ((name, value) for name in names if (value := getattr(of, name)))


# -- from a file


def read(text: str, book: Book) -> SquadSheet:
    """Return the squad in a file. Raise Refused, naming line and field of the fault."""
    data = data_in(text)
    try:
        sheet = parse(SquadSheet, data)
        check(sheet, book)
    except (Refused, Malformed) as fault:
        raise at_line(text, fault) from fault
    return sheet


def check(sheet: SquadSheet, book: Book) -> None:
    """Raise Refused, naming the field, for an invalid squad of this table."""
    if not sheet.men:
        raise Refused("nobody-left", "organisation.kept", field="teams")
    most = {"command": 1, "fire": book.organisation.fire_teams}
    there: Counter[str] = Counter()
    for key, team in sheet.teams.items():
        there[team.kind] += 1
        if there[team.kind] > most[team.kind]:
            raise Refused("more-than-a-squad", "organisation.teams", field=f"teams.{key}.kind", limit=most[team.kind])
        check_roles(key, team, book)
    check_weapons(sheet, book)


def check_roles(key: str, team: TeamSheet, book: Book) -> None:
    of_kind = book.organisation.command_team if team.kind == "command" else book.organisation.fire_team
    left = Counter(of_kind)
    for place, man in enumerate(team.men):
        if not left[man.role]:
            field = f"teams.{key}.men.{place}.role"
            raise Refused("not-in-such-a-team", "organisation.teams", field=field, allowed=", ".join(of_kind))
        left[man.role] -= 1


def check_weapons(sheet: SquadSheet, book: Book) -> None:
    issued: Counter[str] = Counter()
    for key, team in sheet.teams.items():
        for place, man in enumerate(team.men):
            if man.weapon is None:
                continue
            issued[man.weapon] += 1
            if team.kind == "command" or issued[man.weapon] > most_of(book, man.weapon):
                field = f"teams.{key}.men.{place}.weapon"
                raise Refused("weapon-issued", WEAPON_RULES[man.weapon], field=field, weapon=man.weapon)


def most_of(book: Book, weapon: str) -> int:
    """Return the most of a heavy weapon that a squad may have (MI-07)."""
    own = {"mini-gun": book.organisation.mini_guns, "nuclear-launcher": book.number("nukes-per-squad")}
    return own.get(weapon, 0)

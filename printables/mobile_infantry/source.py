"""Print source of Infantería Móvil: book, mission, teams and language."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any

from app.core.errors import Refused
from app.core.messages.translator import Entry, Translator, flatten, words_of
from app.core.rules.book import load_toml
from app.games.mobile_infantry.army_setup.squad_files import most_of
from app.games.mobile_infantry.army_setup.teams import KINDS, ROLES, arms_of
from app.games.mobile_infantry.book import EDITION, FOLDER, Book, Experience, Weapon, edition_book
from app.games.mobile_infantry.state import State, TeamKind
from printables.paper import one_of
from printables.words import printed_words

GAME = "mobile-infantry"
HERE = Path(__file__).parent
UNITS = {
    "squad": "fire", "fire-team": "fire", "company": "company", "regiment": "regiment", "boat-crew": "crew",
    "survivors": "survivors", "gunners": "gunners",
}  # fmt: skip
"""Units to field by word key, and the kind of team that each consists of."""
MOST = 40
IN_PLACE_OF_A_RIFLE = "mini-gun"


@cache
def looks() -> Mapping[str, Any]:
    return load_toml(HERE / "looks.toml")


@cache
def paper_words() -> Mapping[str, Entry]:
    return {**printed_words(), **flatten(load_toml(HERE / "words.toml"))}


@dataclass(frozen=True)
class Arm:
    """The current state of a man's weapon; `shots` is None if nobody has counted yet."""

    type: str
    shots: int | None = None
    spent: bool = False
    jammed: bool = False


@dataclass(frozen=True)
class Man:
    role: str
    arms: tuple[Arm, ...]
    lost: bool = False
    number: int = 0
    """His number in the app, from 1."""


@dataclass(frozen=True)
class Team:
    """A team with a card. `name` is the player's; `options`: heavy weapons may still be issued."""

    kind: TeamKind
    men: tuple[Man, ...]
    squad: str | None = None
    name: str = ""
    experience: Experience | None = None
    options: bool = False

    def arms(self, type_: str) -> int:
        return sum(arm.type == type_ for man in self.men for arm in man.arms)


@dataclass(frozen=True)
class Source:
    """The rules and teams to print for.

    No forces: the standard kit; no mission: the needs of all.
    """

    book: Book
    speech: Translator
    mission: int | None
    teams: Mapping[str, Team]
    standard: bool = True
    """True if no teams were chosen: quantities are those of the standard kit."""
    address: str = ""
    """The URL of the table's page, printed as a QR code on every mission card."""
    decided: bool = False
    """True if a table has answered the questions: its answers are ticked."""
    game: str = GAME

    @property
    def facts(self) -> Mapping[str, Any]:
        return {
            "book": self.book.model_dump(mode="json"),
            "mission": self.mission,
            "teams": {key: asdict(team) for key, team in self.teams.items()},
            "standard": self.standard,
            "address": self.address,
            "decided": self.decided,
        }

    @property
    def underground(self) -> bool:
        return self.mission is not None and self.book.missions[self.mission].underground

    @property
    def squads(self) -> int:
        """The number of squads; every four loose fire teams, or part of four, count as one."""
        squads = {team.squad for team in self.teams.values() if team.squad}
        loose = sum(team.kind == "fire" and not team.squad for team in self.teams.values())
        return len(squads) + ceil(loose / self.book.organisation.fire_teams)

    def gun(self, arm: Arm) -> Weapon:
        return next(gun for name, gun in self.book.weapons.items() if name == arm.type)

    def launchers(self) -> int:
        if self.book.answer_for("nuke") == "not-used":
            return 0
        held = sum(team.arms("nuclear-launcher") for team in self.teams.values())
        free = any(team.options for team in self.teams.values())
        return max(held, self.squads * most_of(self.book, "nuclear-launcher")) if free else held

    def mini_guns(self) -> int:
        """Return the number of mini-guns, including those that may still be issued."""
        held = sum(team.arms("mini-gun") for team in self.teams.values())
        free = any(team.options for team in self.teams.values())
        return held + self.squads * int(looks()["numbers"]["mini-guns-per-squad"]) if free else held


def plain_source(
    language: str, mission: int | None = None, forces: Mapping[str, int] | None = None, address: str = ""
) -> Source:
    """Return a source without a table. Raise Refused, naming the field."""
    book = edition_book(EDITION, {})
    words = {**paper_words(), **words_of(FOLDER)}
    source = Source(book, Translator(words, language), mission, {}, address=address)
    return with_forces(source, forces or {})


def with_forces(source: Source, forces: Mapping[str, int]) -> Source:
    for unit, count in forces.items():
        one_of(list(UNITS), unit, "forces")
        if count > MOST:
            raise Refused("too-big", field=f"forces.{unit}", limit=MOST)
    wanted = {unit: count for unit, count in forces.items() if count}
    mustered = numbered(source.book, wanted or standard_forces(source))
    return replace(source, teams=mustered, standard=not wanted)


def standard_forces(source: Source) -> dict[str, int]:
    mission = source.book.missions.get(source.mission or 0)
    more = {"survivors": mission.survivors, "gunners": mission.fort} if mission else {}
    boats = source.book.boats.number
    return {
        "squad": looks()["numbers"]["squads"],
        "boat-crew": boats,
        **{unit: int(there) for unit, there in more.items()},
    }


def numbered(book: Book, forces: Mapping[str, int]) -> dict[str, Team]:
    teams: list[Team] = []
    squads = 0
    for unit, count in forces.items():
        for _ in range(count):
            if unit == "squad":
                squads += 1
                teams += squad_of(book, f"squad-{squads}")
            else:
                teams.append(team_of(book, UNITS[unit]))
    numbers = itertools.count(1)
    return {
        f"team-{place}": replace(team, men=tuple(replace(man, number=next(numbers)) for man in team.men))
        for place, team in enumerate(teams, start=1)
    }


def squad_of(book: Book, squad: str) -> Iterator[Team]:
    yield team_of(book, "command", squad)
    for _ in range(book.organisation.fire_teams):
        yield team_of(book, "fire", squad)


def team_of(book: Book, of: str, squad: str | None = None) -> Team:
    roles = getattr(book.organisation, ROLES[of])
    more = [*arms_of(book, of), *[""] * len(roles)]
    men = tuple(Man(role, armed(heavy)) for role, heavy in zip(roles, more, strict=False))
    kind = KINDS[of]
    return Team(kind, men, squad, experience="veteran" if kind == "command" else None, options=kind == "fire")


def armed(heavy: str) -> tuple[Arm, ...]:
    rifle = () if heavy == IN_PLACE_OF_A_RIFLE else (Arm("assault-rifle"),)
    return (*rifle, Arm(heavy)) if heavy else rifle


# -- a table


def table_source(table: Any, language: str, address: str = "") -> Source:
    state: State = table.state
    speech = Translator({**paper_words(), **table.words}, language)
    mission = state.mission if isinstance(state.mission, int) else None
    free = state.phase == "muster"
    teams = {key: team_at(state, key, free) for key in state.teams}
    source = Source(table.book(), speech, mission, teams, not teams, address, True)
    return source if teams else with_forces(source, {})


def team_at(state: State, key: str, free: bool) -> Team:
    team = state.teams[key]
    men = tuple(
        Man(
            man.role,
            tuple(Arm(gun.type, gun.shots_left, gun.spent, gun.jammed) for gun in man.weapons),
            not man.living,
            int(number.rpartition("-")[2]),
        )
        for number, man in state.troopers.items()
        if man.team == key
    )
    return Team(team.kind, men, team.squad, team.name, team.experience, free and team.kind == "fire")

"""Pick list of a mission and its teams.

Source: the printed kit of the game's own notes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from math import ceil
from typing import Literal

from pydantic import Field

from app.core.rules.book import DashedPage, load_toml
from printables.mobile_infantry.source import HERE, Source, Team, looks, plain_source
from printables.order import BLANKS, PickList
from printables.words import lettered

Border = Literal["plain", "double", "thick", "ticks", "dots", "corners"]
Cut = Literal["round", "square", "hexagon"]
TOPICS = ("movement", "presence", "locating", "reaction", "shooting", "hits", "close-combat")
PLAN = "brain-plan"
"""The card on which the Brain draws its tunnels."""
FORT, HUNT, SEARCH = 6, 7, 2


class Side(DashedPage):
    icon: str = ""
    figure: str = ""
    words: str = ""
    note: str = ""
    hits: int = 0
    crossed: bool = False


class Counter(DashedPage):
    """A counter: cut, border, sides, quantity, and the need that gives a mission's quantity."""

    shape: Cut = "round"
    size: float = 20
    border: Border
    colour: str
    each: int = 0
    lettered: bool = False
    all: int
    per: str = "always"
    missions: list[int] = Field(default_factory=list)
    flying: bool = False
    front: Side
    back: Side | None = None

    def labels(self) -> list[str]:
        return [lettered(place) if self.lettered else str(place + 1) for place in range(self.each)]


@cache
def counters() -> Mapping[str, Counter]:
    return {key: Counter.model_validate(values) for key, values in load_toml(HERE / "counters.toml").items()}


def picked(source: Source) -> PickList:
    return {
        "counters": {key: needed(source, key, counter) for key, counter in counters().items()},
        "team-cards": dict.fromkeys(source.teams, 1),
        "reference-cards": dict.fromkeys(topics(source), 1),
        "boats": {"boat": source.book.boats.number},
        "tracks": tracks(source),
        "tunnels": tunnels(source),
        "fort": fort(source),
        "stand-ups": stand_ups(source),
        "blanks": dict.fromkeys(BLANKS, 0),
        "calibration": {"calibration": 0},
    }


# -- counters


def needed(source: Source, key: str, counter: Counter) -> int:
    if source.mission is not None and counter.missions and source.mission not in counter.missions:
        return 0
    if source.underground and counter.flying:
        return 0
    if source.standard and source.mission is None:
        return counter.all
    return NEEDS[counter.per](source, key, counter)


def share(have: int, standard: int, all_: int) -> int:
    return ceil(all_ * have / standard) if standard else 0


def of_the_line(source: Source) -> Iterator[Team]:
    return (team for team in source.teams.values() if team.kind != "crew")


@cache
def standard_kit() -> Source:
    return plain_source("en")


def always(source: Source, key: str, counter: Counter) -> int:
    return counter.all


def men(source: Source, key: str, counter: Counter) -> int:
    have, of = (sum(len(team.men) for team in of_the_line(one)) for one in (source, standard_kit()))
    return share(have, of, counter.all)


def teams(source: Source, key: str, counter: Counter) -> int:
    have, of = (sum(1 for _ in of_the_line(one)) for one in (source, standard_kit()))
    return share(have, of, counter.all)


def experience(source: Source, key: str, counter: Counter) -> int:
    return sum(team.experience in (None, key) for team in source.teams.values())


def autocannons(source: Source, key: str, counter: Counter) -> int:
    carried = [team.arms("autocannon") for team in source.teams.values()]
    crews = sum(1 for team in source.teams.values() if team.kind == "crew")
    return sum(carried) + looks_of_boat() * max(source.book.boats.number - crews, 0)


def looks_of_boat() -> int:
    return next(team for team in standard_kit().teams.values() if team.kind == "crew").arms("autocannon")


def launchers(source: Source, key: str, counter: Counter) -> int:
    return source.launchers()


NEEDS: Mapping[str, Callable[[Source, str, Counter], int]] = {
    "always": always,
    "men": men,
    "teams": teams,
    "experience": experience,
    "autocannons": autocannons,
    "launchers": launchers,
}


# -- other products


def stand_ups(source: Source) -> dict[str, int]:
    of_teams = {key: len(team.men) for key, team in source.teams.items() if team.kind != "crew"}
    return of_teams | {key: needed(source, key, counters()[key]) for key in looks()["letters"]["bugs"]}


def topics(source: Source) -> list[str]:
    missions = [source.mission] if source.mission is not None else list(source.book.missions)
    own = [f"mission-{number}" for number in missions]
    plan = [PLAN] if any(source.book.missions[number].underground for number in missions) else []
    return [*TOPICS, *own, "brain-presence", *(f"brain-{mission}" for mission in own), *plan]


def tracks(source: Source) -> dict[str, int]:
    numbers = looks()["numbers"]
    mini_guns = source.mini_guns() + (numbers["fort-mini-guns"] if source.mission is None and source.standard else 0)
    return {"mini-gun": mini_guns, "turns": strips(source), "boat-clock": source.book.boats.number}


def strips(source: Source) -> int:
    if source.mission is None:
        return 1
    each: int = looks()["turns"]["of-a-strip"]
    return ceil(source.book.turn_limits.limits[source.mission - 1] / each)


def tunnels(source: Source) -> dict[str, int]:
    """Return walls for both sides of the most tunnels, and eight for each chamber: an octagon."""
    here = source.mission is None or source.underground
    numbers, long = looks()["numbers"], looks()["tunnels"]["strip"]
    middle = (numbers["tunnel-short"] + numbers["tunnel-long"]) / 2
    walls = ceil(2 * numbers["tunnels-most"] * middle / long)
    return {"tunnel-wall": walls * here, "chamber-wall": OCTAGON * source.book.missions[HUNT].chambers * here}


OCTAGON = 8


def fort(source: Source) -> dict[str, int]:
    here = source.mission in (None, FORT)
    numbers = looks()["numbers"]
    walls = ceil(numbers["fort-wall"] / looks()["numbers"]["fort-piece"])
    return {"wall": walls * here, "bunker": numbers["fort-bunkers"] * here, "tower": int(here), "fort-lz": int(here)}

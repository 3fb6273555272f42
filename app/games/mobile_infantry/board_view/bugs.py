"""The bugs on a board: groups, who may fire at them, origins, and the Brain's secrets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from app.core.engine.buttons import Button
from app.core.engine.offers import Offer
from app.core.engine.visibility import GONE
from app.games.mobile_infantry.board_view.buttons import SeatOffers
from app.games.mobile_infantry.book import Book
from app.games.mobile_infantry.brain.tunnel_play import seen_way
from app.games.mobile_infantry.state import Bug, Group, State
from app.games.mobile_infantry.turn.presence import hidden_part

Told = tuple[tuple[str, int], ...]
"""(squad or loose team, the turn from which it may fire; 0: now)."""


class BugTile(NamedTuple):
    """A bug.

    Its number, hits of those that kill it (0: they are hidden), hits that half damage it, marks, its inches, its
    opponent.
    """

    key: str
    number: int
    hits: int
    of: int
    half: int
    marks: tuple[str, ...]
    inches: float | None
    at: str | None
    taps: tuple[Button, ...]
    dragged: float | None = None
    way: float | None = None
    """Of a captured one: inches dragged, and inches to an entrance as far as known."""


class Swarm(NamedTuple):
    """Living bugs of a kind at which the same squads may fire.

    Their origin if it is one place; whether it `matters` to anybody who may fire; `all_from`: all from this turn (0:
    now).
    """

    key: str
    kind: str
    site: str | None
    matters: bool
    all_from: int | None
    told: Told
    bugs: tuple[BugTile, ...]


class Origin(NamedTuple):
    """A point where bugs came.

    Only the Brain knows `spent`: None for others.
    """

    key: str
    kind: str
    opened: int
    spent: bool | None


class Lurking(NamedTuple):
    """A hidden pack: number and kind, inches from a team on a side of it, or its site."""

    key: str
    kind: str
    number: int
    inches: float
    bearing: str
    team: str | None
    site: str | None
    came: int
    taps: tuple[Button, ...]
    due: bool = False
    """True if it is in open sky within 24 inches: it shows itself before it moves."""


def swarms(state: State, book: Book, may: SeatOffers, units: frozenset[str] | None) -> tuple[Swarm, ...]:
    found: dict[str, list[BugTile]] = {}
    for key, bug in state.living_bugs():
        found.setdefault(bug.group, []).append(tile(state, book, may, key, bug))
    groups = [swarm(state, key, tiles, units) for key, tiles in found.items()]
    return tuple(
        together([one for one in groups if alike(one) == which]) for which in dict.fromkeys(map(alike, groups))
    )


def alike(one: Swarm) -> tuple[Any, ...]:
    return one.kind, one.all_from, one.told


def together(groups: list[Swarm]) -> Swarm:
    site = groups[0].site if len(groups) == 1 else None
    return groups[0]._replace(site=site, bugs=tuple(tile for one in groups for tile in one.bugs))


def swarm(state: State, key: str, tiles: list[BugTile], units: frozenset[str] | None) -> Swarm:
    group = state.groups[key]
    fighting = frozenset(team.squad or name for name, team in state.teams.items() if state.living_of(name))
    fighting = frozenset() if state.over else fighting
    matters = fighting if units is None else units & fighting
    told = told_of(state, group, fighting)  # others, too: each phone says the same as the wall
    turns = {turn for _, turn in told}
    all_from = turns.pop() if len(turns) == 1 and len(told) == len(fighting) else None
    return Swarm(key, group.kind, group.site, bool(matters), all_from, told if all_from is None else (), tuple(tiles))


def told_of(state: State, group: Group, units: frozenset[str]) -> Told:
    told = ((unit, turn) for unit, turn in group.told.items() if unit in units)
    return tuple((unit, turn if turn > state.turn else 0) for unit, turn in told)


def tile(state: State, book: Book, may: SeatOffers, key: str, bug: Bug) -> BugTile:
    values = book.bugs[bug.kind]
    of = values.hits + (1 if book.answer_for("collapse") == "after" else 0)
    known = book.answer_for("bug-hits") == "public" or is_known(state.lair.hits)
    return BugTile(
        key,
        bug.number,
        state.hits_of(key),
        of if known else 0,
        values.half,
        tuple(marks(state, bug)),
        bug.moved,
        bug.engages,
        tuple(may.button(offer, f"retreat-{key}") for offer in may.of("retreat", bug=key)),
        bug.dragged if bug.captured else None,
        way_of(state, key) if bug.captured else None,
    )


def way_of(state: State, key: str) -> float | None:
    return state.bugs[key].way if state.app is None else seen_way(state, key)


def is_known(secret: object) -> bool:
    return secret is not GONE


def marks(state: State, bug: Bug) -> Iterator[str]:
    if bug.state != "ok":
        yield bug.state
    if bug.holding is not None:
        yield "holding"
    if bug.busy_until >= state.turn > 0:
        yield "busy"
    if bug.retreats:
        yield "retreat"


def origins(state: State, mine: bool) -> tuple[Origin, ...]:
    sites = state.sites.items()
    return tuple(Origin(key, one.kind, one.opened, not one.active if mine else None) for key, one in sites)


def showing(may: SeatOffers, pack: str) -> list[Offer]:
    return [offer for offer in may.of("show") if offer.given.get("pack") == pack or pack in offer.values("pack")]


def lurking(state: State, book: Book, may: SeatOffers) -> tuple[Lurking, ...]:
    return tuple(
        Lurking(
            key, pack.kind, pack.count, pack.inches, pack.bearing, pack.team, pack.site, pack.came,
            tuple(may.button(offer, f"show-{key}")._replace(fields=(("pack", key),)) for offer in showing(may, key)),
            hidden_part(book, pack) == 0,
        )
        for key, pack in (state.lair.packs or {}).items()
    )  # fmt: skip

"""The known tunnels on a board with their occupants, if the app plays the Brain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from app.core.engine.buttons import Button
from app.games.mobile_infantry.board_view.buttons import SeatOffers
from app.games.mobile_infantry.book import Book
from app.games.mobile_infantry.brain.walking import left_to
from app.games.mobile_infantry.state import State

SURFACE = "surface"
SIGN = 11
"""Width of a sign of a sketch, in hundredths of the tunnel, and a little room."""


class Spot(NamedTuple):
    """Those at one place of a tunnel, and how far along it: 0 at its first end, 100 at its last."""

    along: int
    who: tuple[str, ...]
    is_bug: bool

    @property
    def label(self) -> str:
        """Return the numbers of the teams there: of several the first and a plus."""
        return self.who[0].rpartition("-")[2] + ("+" if len(self.who) > 1 else "")


class Section(NamedTuple):
    """A tunnel (its inches, where it leads) or a chamber, its contents, and the button to enter.

    `spots`: the sketch of a tunnel; empty for a chamber.
    """

    key: str
    length: int
    width: int
    leads: tuple[str, ...]
    inside: tuple[str, ...]
    tap: Button | None
    walkers: tuple[Walker, ...] = ()
    spots: tuple[Spot, ...] = ()

    @property
    def moves(self) -> bool:
        """Return True if a team in it may be moved."""
        return any(walker.tap for walker in self.walkers)


class Walker(NamedTuple):
    """A team in a section: inches left to each end, and the button to say how far it goes."""

    team: str
    left: tuple[tuple[str, float], ...]
    tap: Button | None


def tunnels(state: State, book: Book, may: SeatOffers) -> tuple[Section, ...]:
    if state.app is None or not state.app.mouths_of:
        return ()
    enter = {offer.given["section"]: offer for offer in may.of("enter-section")}
    seen = [key for key in state.app.opened if not key.startswith("guards-")]
    keys = dict.fromkeys([*seen, *enter, *([SURFACE] if SURFACE in enter else [])])
    taps = {key: may.button(offer, f"enter-{key}", "tile") for key, offer in enter.items()}
    walks = {
        offer.given["team"]: may.button(offer, f"walk-{offer.given['team']}", "quiet") for offer in may.of("walk-below")
    }
    found = (section(state, key, taps.get(key)) for key in keys)
    return tuple(one._replace(walkers=tuple(walkers(state, book, one.inside, walks))) for one in found)


def walkers(state: State, book: Book, inside: Sequence[str], walks: Mapping[str, Button]) -> Iterator[Walker]:
    for who in inside:
        if who in state.teams and (left := left_to(state, book, who)):
            yield Walker(who, tuple(left.items()), walks.get(who))


def section(state: State, key: str, tap: Button | None) -> Section:
    assert state.app is not None
    held = state.app.opened.get(key, {})
    inside = tuple(who for who, where in state.app.below.items() if where.section == key and is_there(state, who))
    ends = tuple(leads(state, key))
    spots = tuple(sketch(state, held.get("length", 0), ends, inside))
    return Section(key, held.get("length", 0), held.get("width", 0), ends, inside, tap, spots=spots)


def sketch(state: State, length: int, ends: Sequence[str], inside: Sequence[str]) -> Iterator[Spot]:
    assert state.app is not None
    places: dict[tuple[int, bool], list[str]] = {}
    for who in inside if length else ():
        where = state.app.below[who]
        inches = min(length, where.inches)
        along = inches if where.past == ends[0] else length - inches
        places.setdefault((round(100 * along / length), who not in state.teams), []).append(who)
    drawn_at = apart([along for along, _ in sorted(places)])
    for along, ((_, is_bug), all_there) in zip(drawn_at, sorted(places.items()), strict=True):
        yield Spot(along, tuple(all_there), is_bug)


def apart(places: Sequence[int]) -> list[int]:
    """Move places, in their order, as far apart as their signs are wide, if there is room for all."""
    width = min(SIGN, 100 // max(1, len(places) - 1))
    found: list[int] = []
    for place in places:
        found.append(max(place, found[-1] + width) if found else place)
    limit = 100
    for at in reversed(range(len(found))):
        found[at] = limit = min(found[at], limit)
        limit -= width
    return found


def leads(state: State, key: str) -> Iterator[str]:
    assert state.app is not None
    held = state.app.opened.get(key)
    if held is None:
        yield from (entrance for entrance, tunnel in state.app.mouths_of.items() if tunnel == key)
    else:
        yield from held.get("ends", held.get("openings", []))


def is_there(state: State, who: str) -> bool:
    if who in state.bugs:
        return state.bugs[who].living
    return who in state.sites or bool(state.living_of(who))

"""The tunnels on a board, as far as they have been seen, and who is where, where the app plays the Brain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.games.mobile_infantry.shown.taps import May, Tap
from app.games.mobile_infantry.state import State

SURFACE = "surface"


class Section(NamedTuple):
    """A tunnel (its inches, where it leads) or a chamber, who and what is in it, and the button to enter it."""

    key: str
    length: int
    width: int
    leads: tuple[str, ...]
    inside: tuple[str, ...]
    tap: Tap | None


def tunnels(state: State, may: May) -> tuple[Section, ...]:
    """The sections that have been seen, and those that can be entered."""
    if state.app is None or not state.app.mouths_of:
        return ()
    enter = {offer.given["section"]: offer for offer in may.of("enter-section")}
    seen = [key for key in state.app.opened if not key.startswith("guards-")]
    keys = dict.fromkeys([*seen, *enter, *([SURFACE] if SURFACE in enter else [])])
    taps = {key: may.tap(offer, f"enter-{key}", "tile") for key, offer in enter.items()}
    return tuple(section(state, key, taps.get(key)) for key in keys)


def section(state: State, key: str, tap: Tap | None) -> Section:
    """One section."""
    assert state.app is not None
    held = state.app.opened.get(key, {})
    inside = tuple(who for who, where in state.app.below.items() if where.section == key and is_there(state, who))
    return Section(key, held.get("length", 0), held.get("width", 0), tuple(leads(state, key)), inside, tap)


def leads(state: State, key: str) -> Iterator[str]:
    """The ends of a tunnel, of one that nobody has entered the entrance; the tunnels of a chamber."""
    assert state.app is not None
    held = state.app.opened.get(key)
    if held is None:
        yield from (entrance for entrance, tunnel in state.app.mouths_of.items() if tunnel == key)
    else:
        yield from held.get("ends", held.get("openings", []))


def is_there(state: State, who: str) -> bool:
    """Whether a team, a Brain Bug or a site is still there."""
    if who in state.bugs:
        return state.bugs[who].living
    return who in state.sites or bool(state.living_of(who))

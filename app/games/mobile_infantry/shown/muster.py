"""Setting up on a board: what is raised, issued and named, which mission is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.games.mobile_infantry.shown.taps import May, Tap, listed
from app.games.mobile_infantry.state import State

MISSIONS = range(1, 8)


class Choice(NamedTuple):
    """A mission that may be agreed on; `chosen`: it is the one to be played."""

    mission: int
    chosen: bool
    tap: Tap | None


class Muster(NamedTuple):
    """What a seat sets up: teams, what they are like; the missions; guards of so many entrances; who is ready."""

    raises: tuple[Tap, ...]
    rolls: tuple[Tap, ...]
    outfits: tuple[Tap, ...]
    missions: tuple[Choice, ...]
    rolls_mission: tuple[Tap, ...]
    guards: tuple[tuple[int, Tap], ...]
    ready: tuple[str, ...]


def muster(state: State, may: May) -> Muster | None:
    """The set-up; nothing once the battle has begun."""
    if state.phase != "muster":
        return None
    return Muster(
        tuple(raises(state, may)),
        tuple(may.taps("strong", "roll-experience")),
        tuple(outfits(may)),
        tuple(choice(state, may, number) for number in MISSIONS) if may.of("choose-mission") else (),
        tuple(may.taps("tile", "roll-mission")),
        tuple(guards(may)),
        tuple(state.ready),
    )


def raises(state: State, may: May) -> Iterator[Tap]:
    """A whole squad with one tap, a smaller one by its form, a loose team."""
    for offer in may.of("raise-squad"):
        most = offer.choose["fire_teams"].max  # type: ignore[union-attr]
        yield may.tap(offer, "raise-squad", "tile" if state.teams else "strong", fire_teams=most)
        yield may.tap(offer, "raise-smaller")._replace(says="raise-smaller")
    yield from may.taps("tile", "raise-team")


def outfits(may: May) -> Iterator[Tap]:
    """Weapons, names, experience that is agreed on, who stays at home."""
    for tap in may.taps("tile", "issue-weapon", "set-experience", "name-team", "dismiss"):
        yield tap._replace(opens=True)


def choice(state: State, may: May, number: int) -> Choice:
    """A mission, with its tap where it can be chosen."""
    taps = [
        may.tap(offer, f"mission-{number}", mission=number)
        for offer in may.of("choose-mission")
        if number in listed(offer, "mission")
    ]
    return Choice(number, state.mission == number, taps[0] if taps else None)


def guards(may: May) -> Iterator[tuple[int, Tap]]:
    """(entrances, button) of the guards’ roll."""
    for offer in may.of("roll-guards"):
        number = offer.given["entrances"]
        yield number, may.tap(offer, f"guards-{number}")

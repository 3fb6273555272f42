"""Set-up on a board: squads, weapons, names, and the choice of the mission."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.core.engine.buttons import Button, Piece
from app.core.engine.offers import NumberChoice
from app.games.mobile_infantry.board_view.buttons import SeatOffers
from app.games.mobile_infantry.book import Book
from app.games.mobile_infantry.state import State

MISSIONS = range(1, 8)
RARE = tuple(f"command.raise-{who}" for who in ("company", "regiment", "crew", "gunners", "survivors"))
"""Labels of teams that few battles have."""


class Choice(NamedTuple):
    """A mission that may be agreed on; `chosen`: it is the one to be played."""

    mission: int
    chosen: bool
    tap: Button | None


class Muster(NamedTuple):
    raises: tuple[Button, ...]
    outfits: tuple[Button, ...]
    missions: tuple[Choice, ...]
    rolls_mission: tuple[Button, ...]
    guards: tuple[tuple[int, Button], ...]
    ready: tuple[str, ...]

    @property
    def has_agreed(self) -> bool:
        return any(one.chosen for one in self.missions)


def muster(state: State, book: Book, may: SeatOffers) -> Muster | None:
    if state.phase != "muster":
        return None
    return Muster(
        tuple(raises(state, book, may)),
        tuple(outfits(may)),
        tuple(choice(state, may, number) for number in MISSIONS) if may.of("choose-mission") else (),
        tuple(may.buttons("tile", "roll-mission")),
        tuple(guards(may)),
        tuple(state.ready),
    )


def raises(state: State, book: Book, may: SeatOffers) -> Iterator[Button]:
    if state.teams:
        # a name of its own: the button of the dock, moved here, would take the screen along
        yield from (tap._replace(id="raise-another") for tap in whole_squad(book, may, "tile"))
        yield from returning(may, "tile")
    for offer in may.of("raise-squad"):
        choice = offer.choose["fire_teams"]
        if isinstance(choice, NumberChoice) and choice.min < choice.max:
            yield may.button(offer, "raise-smaller")._replace(label_key="command.raise-smaller")
    for tap in may.buttons("tile", "raise-team"):
        if tap.label_key not in RARE:
            yield tap._replace(behind=strength(1, len(book.organisation.fire_team)))
    yield from may.buttons("tile", "enlist-squad")


def strength(teams: int, men: int) -> Piece:
    """Return what a button that adds teams says of their size."""
    return Piece("mobile-infantry/strength.html", (("teams", teams), ("men", men)))


def whole_squad(book: Book, may: SeatOffers, look: str) -> Iterator[Button]:
    own = book.organisation
    for offer in may.of("raise-squad"):
        choice = offer.choose["fire_teams"]
        if isinstance(choice, NumberChoice):
            size = strength(1 + choice.max, len(own.command_team) + choice.max * len(own.fire_team))
            tap = may.button(offer, "raise-squad", look, fire_teams=choice.max)._replace(behind=size)
            yield tap if choice.min == choice.max else tap._replace(label_key="command.raise-whole")


def returning(may: SeatOffers, look: str) -> Iterator[Button]:
    for offer in may.of("return-squad"):
        yield may.button(offer, f"return-{offer.given['squad']}", look)._replace(about=str(offer.about[0]))


def next_of(state: State, book: Book, seat: str, may: SeatOffers) -> Iterator[Button]:
    if not any(team.seat == seat for team in state.teams.values()):
        yield from returning(may, "strong main")
        yield from whole_squad(book, may, "quiet" if may.of("return-squad") else "strong main")
    elif may.of("roll-experience"):
        yield from may.buttons("strong main", "roll-experience")
    elif state.mission is None:
        yield from may.buttons("strong main", "roll-mission")


def outfits(may: SeatOffers) -> Iterator[Button]:
    for tap in may.buttons("tile", "raise-team"):
        if tap.label_key in RARE:
            yield tap
    for tap in may.buttons("tile", "issue-weapon", "set-experience"):
        yield tap._replace(opens=True)
    for offer in may.of("name-team")[:1]:  # its form asks for the squad or team
        yield may.button(offer, "name-team")._replace(fields=(), opens=True)
    for tap in may.buttons("tile", "dismiss"):
        yield tap._replace(opens=True)


def choice(state: State, may: SeatOffers, number: int) -> Choice:
    taps = [
        may.button(offer, f"mission-{number}", mission=number)
        for offer in may.of("choose-mission")
        if number in offer.values("mission")
    ]
    return Choice(number, state.mission == number, taps[0] if taps else None)


def guards(may: SeatOffers) -> Iterator[tuple[int, Button]]:
    for offer in may.of("roll-guards"):
        number = offer.given["entrances"]
        yield number, may.button(offer, f"guards-{number}")

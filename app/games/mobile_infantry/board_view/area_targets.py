"""Targets of acid or a blast: for each team the number of its men."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.core.engine.buttons import Button
from app.core.engine.offers import Offer
from app.games.mobile_infantry.board_view.buttons import SeatOffers
from app.games.mobile_infantry.state import State

OneOfATeam = tuple[str, tuple[Button, ...]]
"""(team, a link for each number of its men)."""


class Reach(NamedTuple):
    """Acid of a bug, or a blast around one; `asked`: acid that nobody has rolled for yet, `aimed`: the app named men.

    Men whom it may still reach at most (0: any number), those of one's own teams, and the button that ends it.
    """

    kind: str
    bug: str
    men: int
    teams: tuple[OneOfATeam, ...]
    ends: tuple[Button, ...]


def reaches(state: State, may: SeatOffers) -> Iterator[Reach]:
    for offer in may.of("tell-spray")[:1]:  # one tank bug after the other
        teams = of_teams(may, may.of("tell-acid", inquiry=offer.given["inquiry"]))
        yield Reach("asked", str(offer.about[0][0]), 0, teams, (may.button(offer, "tell-spray", "quiet"),))
    for key, bug in state.living_bugs():
        ends = tuple(may.button(one, f"shelter-{key}", "quiet") for one in may.of("shelter", bug=key))
        teams = of_teams(may, may.of("dodge", bug=key))
        if bug.sprays and (ends or teams):
            yield Reach("aimed" if bug.aimed else "acid", key, len(bug.aimed) or bug.sprays, teams, ends)
    ends = tuple(may.buttons("strong main", "drift", "resolve-blast"))
    caught = of_teams(may, may.of("survive-blast"))
    if state.blast is not None and (ends or caught):
        yield Reach("blast", state.blast.target, 0, caught, ends)


def of_teams(may: SeatOffers, offers: list[Offer]) -> tuple[OneOfATeam, ...]:
    teams: dict[str, list[Button]] = {}
    for offer in offers:
        given = offer.given
        men = given["number"] if "number" in given else given["men"]
        id = "-".join([offer.command, given.get("bug", ""), given["team"], str(men)])
        teams.setdefault(given["team"], []).append(may.button(offer, id)._replace(about=men))
    return tuple((team, tuple(taps)) for team, taps in teams.items())

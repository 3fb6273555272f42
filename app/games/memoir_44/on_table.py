"""Pieces on the physical board: units, trains, medals, obstacles, mines, stars, cross-hairs."""

from __future__ import annotations

from typing import Any

from app.core.engine.event import Pieces
from app.games.memoir_44.state import State

UNIT = ("of", "at", "figures", "leader", "boat", "camouflaged")
TRAIN = ("of", "at", "at-wagon", "hits")
MEDALS, CARD, GONE, COME = ("is", "medals"), ("is", "hand"), ("is", "off"), ("is", "at")
CHIP, NIGHT = ("is", "of", "under"), ("is", "visibility")
MINE, STAR, DAM = ("is", "at", "face"), ("is", "at"), ("is", "at", "count")
"""Aspects of what lies there."""


def seen_on_table(state: State) -> Pieces:
    """Return what everybody can see there.

    What the board was set up with is named only if it is gone.
    """
    facts: dict[str, tuple[Any, ...]] = {
        key: (UNIT, unit.side, unit.at, unit.figures, unit.leader, unit.boat, unit.camouflaged)
        for key, unit in state.units.items()
    }
    for key, train in state.trains.items():
        locomotive, wagon, *_ = (*train.places, None, None)
        facts[key] = (TRAIN, train.side, locomotive, wagon, train.hits)
    for side, account in state.accounts.items():
        facts[f"medals-{side}"] = (MEDALS, side, account.medals)
    for key, what, at in ((f"{what} {at}", what, at) for at, gone in state.removed.items() for what in gone):
        facts[key] = (GONE, what, at)
    for key, what, at in ((f"{what} {at}", what, at) for at, come in state.added.items() for what in come):
        facts[key] = (COME, what, at)
    for at, mine in state.mines.items():
        facts[f"mine {at}"] = (MINE, "minefield", at, mine.shown)
    for key, star in state.stars.items():
        if star.purpose == "dam":  # on the map before its first star
            facts[key] = (DAM, star.purpose, star.at, star.count)
        else:
            facts[key] = (STAR, star.purpose, star.on if star.count else None)
    for one in state.crosshairs:
        facts[f"{one.gun} {one.unit}"] = (COME, "cross-hair", one.on)
    for side, account in state.accounts.items():
        if account.chips:
            facts[f"chip-{side}"] = (CHIP, "commissar-chip", side, account.chips)
    if state.night is not None:
        facts["night"] = (NIGHT, "night-marker", state.night.visibility)
    facts["card"] = (CARD, state.card, state.card)
    return facts

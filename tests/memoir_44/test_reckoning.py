"""What is counted of a battle that is over, beside what happened in it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from app.games.memoir_44.statistics import reckoned
from tests.ended import NUMBERS, events_of, numbers, of_kind, played
from tests.memoir_44.battles import A1, ART, E_INF, INF, X1, battle, on_mine
from tests.memoir_44.playing import Battle

ROLLED = ("attack-rolled", "strike-rolled", "ambushed", "mine-rolled")


@pytest.mark.parametrize("number", NUMBERS)
def test_it_counts_medals_units_cards_and_dice(number: int) -> None:
    table = played("memoir-44", number)
    events = of_kind(events_of(table))
    assert numbers(table, "medals") == {side: one.medals for side, one in table.state.accounts.items()}
    assert sum(numbers(table, "lost").values()) == len(events["unit-lost"])
    shown = [*events["ambushed"], *(event for event in events["order-carried-out"] if event.card)]
    assert numbers(table, "cards") == Counter(event.side for event in [*events["card-played"], *shown])
    rolled = [event for kind in ROLLED for event in events[kind]]
    assert all(event.hits == sum(face in event.needs for face in event.roll.faces) for event in rolled)
    assert numbers(table, "hits") == sum((Counter({event.side: event.hits}) for event in rolled), Counter())


def test_luck_counts_the_dice_of_guns_air_strikes_and_minefields() -> None:
    mined = on_mine(3, INF)
    mined.press("allied", "move", unit=A1, to="G5")
    mined.press("axis", "roll-mine", ["infantry", "grenade", "star"])
    # three dice against infantry, each hits with 3 of 6 faces
    assert hits(mined) == [("axis", 2, Fraction(3, 2))]
    shelled = battle({"G4": ART, "G6": E_INF}).order("direct-from-hq", "allied-artillery-1")
    shelled.press("allied", "battle", ["star"] * 3, unit="allied-artillery-1", target=X1)
    assert hits(shelled) == [("allied", 0, Fraction(3, 2))]
    struck = battle({"G5": E_INF})
    struck.press("allied", "play-card", card="air-power")
    struck.press("allied", "strike", ["star", "flag"], target=X1)
    # two dice, infantry, grenade and star hit: 4 of 6 faces
    assert hits(struck) == [("allied", 1, Fraction(4, 3))]


def hits(game: Battle) -> list[tuple[str, Any, Any]]:
    """The hits that are counted of a battle, each with what was to be expected."""
    events = [event for entry in game.table.entries for event in entry.events]
    counts = reckoned(game.state, events, game.table.book())
    return [(one.side, one.number, one.expected) for one in counts if one.what == "hits"]

"""What is counted of a mission that is over, beside what happened in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from app.core.table.summary import summed
from app.games.incursion.book import EDITIONS
from tests.ended import NUMBERS, events_of, numbers, of_kind, played
from tests.incursion.probes import RAID, facing
from tests.playing import PlayedTable

STRIKES = ("shot-fired", "dice-rerolled", "harpoon-fired", "blow-struck", "reaction-shot", "twitcher-struck")
Play = Callable[..., PlayedTable]


@pytest.mark.parametrize("number", NUMBERS)
def test_it_counts_points_casualties_cards_and_dice(number: int) -> None:
    table = played("incursion", number)
    events = of_kind(events_of(table))
    assert numbers(table, "points") == table.state.score
    assert sum(numbers(table, "lost").values()) == len(events["model-lost"])
    assert numbers(table, "cards") == Counter(event.side for event in events["card-played"])
    strikes = [event for key in (*STRIKES, "model-burned") for event in events[key]]
    caught = [target for event in events["blast-resolved"] for target in event.targets]
    hits = sum(event.hits for event in strikes) + sum(target["hit"] for target in caught)
    assert sum(numbers(table, "hits").values()) == hits
    assert all(event.hits == sum(face >= event.needs for face in event.roll.faces) for event in strikes if event.hits)


def hits(table: PlayedTable) -> dict[str, tuple[int, Fraction | None]]:
    """By side the hits of dice thrown at its enemies, and how many were to be expected."""
    kept = table.kept()
    events = [event for entry in kept.entries for event in entry.events]
    counts = summed(kept.game.views.statistics(kept.state, events, kept.book()))["hits"]
    return {side: (one.number, one.expected) for side, one in counts.items()}


@pytest.mark.parametrize("edition", EDITIONS)
def test_dice_of_blasts_and_of_fire_are_reckoned_to_whose_enemies_they_strike(play: Play, edition: str) -> None:
    rules = {"fire-placed": "one-die"}
    table = facing(
        play(**RAID, edition=edition, table_rulings=rules), ["ape-blazer", "ape-sarge"], ["sturmzombie", "gretel"]
    )
    # a grenade, +1: a zombie (F 4) falls to 3 and more, 4 in 6; a Blazer (F 5) to 4 and more, 3 in 6
    table.allied("launch", model="ape-sarge-1", caught=["sturmzombie-1", "ape-blazer-1"], cp=1)
    table.allied("resolve-blast", dice=[3, 6])
    assert hits(table) == {"allied": (1, Fraction(2, 3)), "german": (1, Fraction(1, 2))}
    # a die of fire: Gretel (F 4) burns on 4 and more, 3 in 6; it adds to the Allies’
    table.next_turn(german=0).allied("activate", model="ape-blazer-1")
    table.allied("flame", model="ape-blazer-1", squares=8, caught=["gretel-1"])
    table.german("burn", model="gretel-1", dice=[1])
    assert hits(table)["allied"] == (1, Fraction(2, 3) + Fraction(1, 2))

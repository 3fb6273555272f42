"""What is counted of a mission that is over, beside what happened in it."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.ended import NUMBERS, events_of, numbers, of_kind, played

STRIKES = ("shot-fired", "dice-rerolled", "harpoon-fired", "blow-struck", "reaction-shot", "twitcher-struck")


@pytest.mark.parametrize("number", NUMBERS)
def test_it_counts_points_casualties_cards_and_dice(number: int) -> None:
    table = played("incursion", number)
    events = of_kind(events_of(table))
    assert numbers(table, "points") == table.state.score
    assert sum(numbers(table, "lost").values()) == len(events["model-lost"])
    assert numbers(table, "cards") == Counter(event.side for event in events["card-played"])
    strikes = [event for key in STRIKES for event in events[key]]
    assert sum(numbers(table, "hits").values()) == sum(event.hits for event in strikes)
    assert all(event.hits == sum(face >= event.needs for face in event.roll.faces) for event in strikes if event.hits)

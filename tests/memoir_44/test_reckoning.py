"""What is counted of a battle that is over, beside what happened in it."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.ended import NUMBERS, events_of, numbers, of_kind, played


@pytest.mark.parametrize("number", NUMBERS)
def test_it_counts_medals_units_cards_and_dice(number: int) -> None:
    table = played("memoir-44", number)
    events = of_kind(events_of(table))
    assert numbers(table, "medals") == {side: one.medals for side, one in table.state.accounts.items()}
    assert sum(numbers(table, "lost").values()) == len(events["unit-lost"])
    orders = [event for event in events["order-carried-out"] if event.card]
    assert numbers(table, "cards") == Counter(event.side for event in [*events["card-played"], *orders])
    rolled = [*events["attack-rolled"], *events["strike-rolled"]]
    assert all(event.hits == sum(face in event.needs for face in event.roll.faces) for event in rolled)
    assert numbers(table, "hits") == sum((Counter({event.side: event.hits}) for event in rolled), Counter())

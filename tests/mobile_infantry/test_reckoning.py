"""What is counted of a battle that is over, beside what happened in it."""

from __future__ import annotations

import pytest

from tests.ended import NUMBERS, events_of, numbers, of_kind, played


@pytest.mark.parametrize("number", NUMBERS)
def test_it_counts_points_the_dead_and_dice_of_volleys(number: int) -> None:
    table = played("mobile-infantry", number)
    events = of_kind(events_of(table))
    assert numbers(table, "lost")["im"] == table.state.tally.im_dead
    assert numbers(table, "lost")["brain"] == sum(table.state.tally.bugs_killed.values())
    volleys = [*events["volley-fired"], *(one for event in events["squad-fired"] for one in event.volleys)]
    assert numbers(table, "hits").get("im", 0) == sum(one.hits for one in volleys)
    for event in events["squad-fired"]:
        assert sum(one.dice for one in event.volleys) <= len(event.roll.faces)

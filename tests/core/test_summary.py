"""How games went: what each counts of a game played by chance, beside its dice and its state."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from app.core.game import Game
from app.core.play import PUBLIC, Event
from app.core.summary import Summary, played_to_its_end, summary_of
from app.core.table import Table
from app.fuzz.many import fuzz_opening
from app.fuzz.player import Play
from app.fuzz.report import Report
from app.games import SHELF

NUMBERS = range(4)
every_game = pytest.mark.parametrize("key", SHELF)


@cache
def played(key: str, number: int) -> Table:
    """A game played by chance to its end."""
    game: Game = SHELF[key]
    return Play(game, fuzz_opening(game, number), number, Report()).run()


def told(table: Table) -> Summary:
    """What everybody may know of how it went."""
    found = summary_of(table, PUBLIC)
    assert found
    return found


def events_of(table: Table) -> list[Event]:
    """Everything that happened at presses that stand, up to the end."""
    seat = table.seat("referee")
    return [event for entry in played_to_its_end(table, seat) for event in entry.events]


def of_kind(events: list[Event]) -> defaultdict[str, list[Any]]:
    """Events under their key; none under any other."""
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for event in events:
        found[event.key].append(event)
    return found


@every_game
def test_every_seat_is_told_how_it_ended_and_the_same_figures(key: str) -> None:
    for number in NUMBERS:
        table = played(key, number)
        public = told(table)
        assert any(event.ends_game for event in public.end.events)
        assert public.turns == table.state.turn
        assert set(table.game.sides) >= {side for of_sides in public.counts.values() for side in of_sides}
        for name in table.seats:
            seen = summary_of(table, table.seat(name))
            assert seen
            assert seen.counts == public.counts


@every_game
def test_luck_is_hits_against_what_its_dice_let_expect(key: str) -> None:
    hits, expected = 0, Fraction()
    for number in NUMBERS:
        for one in told(played(key, number)).counts.get("hits", {}).values():
            assert one.expected is not None
            hits, expected = hits + one.number, expected + one.expected
    assert expected > 5
    assert expected / 2 < hits < expected * 2


def numbers(table: Table, what: str) -> dict[str, int]:
    """What is counted of each side."""
    return {side: one.number for side, one in told(table).counts.get(what, {}).items()}


@pytest.mark.parametrize("number", NUMBERS)
def test_incursion_counts_points_casualties_cards_and_dice(number: int) -> None:
    table = played("incursion", number)
    events = of_kind(events_of(table))
    assert numbers(table, "points") == table.state.score
    assert sum(numbers(table, "lost").values()) == len(events["model-lost"])
    assert numbers(table, "cards") == Counter(event.side for event in events["card-played"])
    strikes = [event for key in STRIKES for event in events[key]]
    assert sum(numbers(table, "hits").values()) == sum(event.hits for event in strikes)
    assert all(event.hits == sum(face >= event.needs for face in event.roll.faces) for event in strikes if event.hits)


STRIKES = ("shot-fired", "dice-rerolled", "harpoon-fired", "blow-struck", "reaction-shot", "twitcher-struck")


@pytest.mark.parametrize("number", NUMBERS)
def test_memoir_44_counts_medals_units_cards_and_dice(number: int) -> None:
    table = played("memoir-44", number)
    events = of_kind(events_of(table))
    assert numbers(table, "medals") == {side: one.medals for side, one in table.state.accounts.items()}
    assert sum(numbers(table, "lost").values()) == len(events["unit-lost"])
    orders = [event for event in events["order-carried-out"] if event.card]
    assert numbers(table, "cards") == Counter(event.side for event in [*events["card-played"], *orders])
    rolled = [*events["attack-rolled"], *events["strike-rolled"]]
    assert all(event.hits == sum(face in event.needs for face in event.roll.faces) for event in rolled)
    assert numbers(table, "hits") == dict(sum((Counter({event.side: event.hits}) for event in rolled), Counter()))


@pytest.mark.parametrize("number", NUMBERS)
def test_infanteria_movil_counts_points_the_dead_and_dice_of_volleys(number: int) -> None:
    table = played("mobile-infantry", number)
    events = of_kind(events_of(table))
    assert numbers(table, "lost")["im"] == table.state.tally.im_dead
    assert numbers(table, "lost")["brain"] == sum(table.state.tally.bugs_killed.values())
    volleys = [*events["volley-fired"], *(one for event in events["squad-fired"] for one in event.volleys)]
    assert numbers(table, "hits").get("im", 0) == sum(one.hits for one in volleys)
    for event in events["squad-fired"]:
        assert sum(one.dice for one in event.volleys) <= len(event.roll.faces)

"""Counters worth points, and corpses that wake. Source: Incursion, mission 4."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.core.engine.offers import check_die
from app.core.errors import Refused
from app.core.rules.dice import chance_of_at_least
from app.core.rules.inputs import BookEntry, Die, Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.incursion.book import Book


class Held(Facts):
    """The faces of the Victory Point counters that a side holds."""

    counters: Annotated[list[int], Field(max_length=99), BookEntry("victory_counters.values")]


def victory_counters(held: Held, book: Book) -> RulingResult:
    """Calculate the Victory Points of counters; each exists once.

    Raise Refused, naming the counter. Source: mission 4.
    """
    values = book.victory_counters.values
    ruling = Ruling().plus("counters", 0, "missions.twitcher")
    for index, face in enumerate(held.counters):
        if not 1 <= face <= len(values) or face in held.counters[:index]:
            raise Refused(
                "no-such-counter", "missions.twitcher", field=f"counters.{index}", face=face, high=len(values)
            )
        ruling = ruling.plus("counter", values[face - 1], "missions.twitcher")
    return RulingResult({"vp": ruling.total}, ruling)


class Search(Facts):
    """The die of a counter that is picked up for the first time."""

    die: Die | None = None


def twitcher(search: Search, book: Book) -> RulingResult:
    """Decide whether the corpse is a Twitcher. Source: mission 4."""
    ruling = Ruling().plus("twitcher", book.twitcher.wakes_on, "missions.twitcher")
    if search.die is None:
        wakes = 1 - chance_of_at_least(book.twitcher.wakes_on + 1)
        odds = {"twitcher": {"true": str(wakes), "false": str(1 - wakes)}}
        return RulingResult({"dice_needed": 1}, ruling, odds=odds)
    return RulingResult({"twitcher": check_die(search.die, "die") <= book.twitcher.wakes_on}, ruling)

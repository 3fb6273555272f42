"""Differences between the editions of a game, value by value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from app.core.game.definition import Game


@dataclass(frozen=True)
class Difference:
    """A book value by its place (`dice.least-face`) in each edition; None if absent."""

    place: str
    values: Mapping[str, Any]
    rule: str | None


def differences(game: Game) -> list[Difference]:
    books = {edition: values_of(game, edition) for edition in game.editions}
    places = dict.fromkeys(place for book in books.values() for place in book)
    by_place = {place: {edition: book.get(place) for edition, book in books.items()} for place in places}
    return [
        Difference(place, values, rule_about(game, place))
        for place, values in by_place.items()
        if any(value != values[game.editions[0]] for value in values.values())
    ]


def values_of(game: Game, edition: str) -> dict[str, Any]:
    return _leaves(game.rules.edition_book(edition, {}).model_dump(by_alias=True))


def places_of(game: Game) -> frozenset[str]:
    values = {place for edition in game.editions for place in values_of(game, edition)}
    return frozenset(part for place in values for part in accumulate(place.split("."), "{}.{}".format))


def _leaves(data: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Flatten nested tables to values by dotted place; a range table is one value."""
    flat: dict[str, Any] = {}
    for key, value in data.items():
        if isinstance(value, Mapping) and set(value) != {"steps", "beyond"}:
            flat |= _leaves(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = value
    return flat


def rule_about(game: Game, place: str) -> str | None:
    return next((rule for rule, links in game.rule_links.items() if _within(place, links["values"])), None)


def _within(place: str, tables: list[str]) -> bool:
    return any(place == table or place.startswith(f"{table}.") for table in tables)


def rule_asking(game: Game, question: str) -> str | None:
    return next((rule for rule, links in game.rule_links.items() if question in links["questions"]), None)

"""Selections in a URL: one form of several by its distinguishing values, and other answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from flask import request

from app.core.engine.event import PUBLIC, Seat
from app.core.engine.offers import Choice, Offer
from app.core.table.seat_view import Table
from app.core.table.what_if import QuestionImpact, questions_that_allow, relevant_questions
from app.storage.table_file import check_state
from app.web.request.background import aside_on_copy, one_trial
from app.web.request.guard import store
from app.web.table.previews import Preview

CHOSEN = "to."
"""Prefix of URL fields that select the form to show."""
MOST_IN_SIGHT = 8
"""Maximum number of choices shown; more are collapsed."""
HEADING = "form"
"""The row that lists form headings."""


@dataclass(frozen=True)
class Way:
    """A form that can be shown: its URL fields, its offer, its words and its preview, if any."""

    value: Any
    offer: Offer
    fields: Mapping[str, str]
    chosen: bool
    text: str = ""
    sum: Preview | None = None


@dataclass(frozen=True)
class Row:
    field: str
    ways: list[Way]
    label: str = ""

    @property
    def is_long(self) -> bool:
        return len(self.ways) > MOST_IN_SIGHT

    @property
    def chosen(self) -> str:
        return next(way.text for way in self.ways if way.chosen)


Candidate = tuple[Offer, Mapping[str, Any]]
"""A possible offer, and the values that distinguish it."""


def with_joined(offers: Sequence[Offer]) -> list[Offer]:
    """Return the offers with those that are joined as one, in whose choices fixed values come first."""
    parts, others = ([one for one in offers if one.joined is joined] for joined in (True, False))
    if len(parts) < 2:
        return [*offers]
    fixed = {name: [one.given[name] for one in parts if name in one.given] for name in fields_of(parts)}
    found = {
        name: list(dict.fromkeys([*first, *(value for one in parts for value in one.values(name))]))
        for name, first in fixed.items()
    }
    given = {name: values[0] for name, values in found.items() if len(values) == 1}
    choose: dict[str, Choice] = {name: values for name, values in found.items() if name not in given}
    return [replace(parts[0], given=given, choose=choose), *others]


def are_rows(offers: Sequence[Offer]) -> bool:
    if any("question" in offer.given for offer in offers):
        return False
    aims = any(offer.dice or offer.aim for offer in offers)
    return aims or len({offer.label for offer in offers}) < len(offers)


def one_of(
    offers: Sequence[Offer], chosen: Mapping[str, str], called: Callable[[Offer], str]
) -> tuple[list[Row], list[Offer]]:
    left, rows = [*candidates(offers, called)], []
    fields: dict[str, str] = {}
    for name in left[0][1]:
        values = list(dict.fromkeys(apart[name] for _, apart in left))
        now = next((value for value in values if str(value) == chosen.get(name)), first_of(left, name, chosen))
        if len(values) > 1 and None not in values:
            ways = [way_of(left, name, value, fields, now) for value in values]
            rows.append(Row(name, ways))
        left = [one for one in left if one[1][name] == now]
        fields |= {CHOSEN + name: str(now)}
    return rows, [left[0][0]]


def first_of(left: Sequence[Candidate], name: str, chosen: Mapping[str, str]) -> Any:
    other = {key: value for key, value in chosen.items() if key in left[0][1]}
    meant = (apart for _, apart in left if all(str(apart[key]) == value for key, value in other.items()))
    return next(meant, left[0][1])[name]


def way_of(left: Sequence[Candidate], name: str, value: Any, fields: Mapping[str, str], now: Any) -> Way:
    offer = next(offer for offer, apart in left if apart[name] == value)
    return Way(value, offer, {**fields, CHOSEN + name: str(value)}, value == now)


def candidates(offers: Sequence[Offer], called: Callable[[Offer], str]) -> Iterator[Candidate]:
    aims = dict.fromkeys(offer.aim for offer in offers if offer.aim)
    names = list(aims | dict.fromkeys(name for name in fields_of(offers) if differ(offers, name, called)))
    for offer in offers:
        for values in product(*(values_of(offer, name) for name in names)):
            apart = dict(zip(names, values, strict=True))
            given = {name: value for name, value in apart.items() if name in offer.choose}
            choose = {name: choice for name, choice in offer.choose.items() if name not in given}
            fixed = replace(offer, given={**offer.given, **given}, choose=choose) if given else offer
            yield fixed, {HEADING: called(offer), **apart}


def fields_of(offers: Sequence[Offer]) -> list[str]:
    return list(dict.fromkeys(name for offer in offers for name in (*offer.given, *offer.choose)))


def differ(offers: Sequence[Offer], name: str, called: Callable[[Offer], str]) -> bool:
    found: dict[str, list[Any]] = {}
    return any(found.setdefault(called(offer), values_of(offer, name)) != values_of(offer, name) for offer in offers)


def values_of(offer: Offer, name: str) -> list[Any]:
    if name in offer.given:
        return [offer.given[name]]
    choice = offer.choose.get(name)
    return list(choice) if isinstance(choice, list) else [None]


READING = "reading."
"""Prefix of form fields that name another answer."""


def readings_of(given: Mapping[str, str]) -> dict[str, str]:
    return {name.removeprefix(READING): given[name] for name in given if name.startswith(READING)}


OF_ANY_FORM = ("seen", "key", "by", "sheet", "sure")
"""Fields that any form sends besides those of its command."""


def own_fields() -> list[str]:
    return [name for name in request.args if not name.startswith((READING, CHOSEN)) and name not in OF_ANY_FORM]


def chosen_here() -> dict[str, str]:
    given = request.args
    return {name.removeprefix(CHOSEN): given[name] for name in given if name.startswith(CHOSEN)}


def open_here(table: Table, seat: Seat, command: str) -> list[QuestionImpact]:
    return tried(relevant_questions, table, seat, command)


def let_by_others(table: Table, seat: Seat, command: str) -> list[QuestionImpact]:
    return tried(questions_that_allow, table, seat, command)


def tried(find: Find, table: Table, seat: Seat, command: str) -> list[QuestionImpact]:
    """Return the questions that `find` finds.

    Each try copies the table, so on a large one they run in the background.
    """
    if seat == PUBLIC or table.game.commands[command].group != "play":
        return []
    look, known = table.look(seat), (find, seat, command)
    if known in look.known or check_state(table.state) <= LARGE:
        with store().turn(table.code):
            return table.look(seat).cached(known, lambda: find(table, seat, command))
    with one_trial():
        return look.cached(known, lambda: aside_on_copy(find, table, seat, command))


Find = Callable[[Table, Seat, str], list[QuestionImpact]]
LARGE = 5000
"""The number of items of a state, twice those of the longest battle, above which nothing is tried between answers."""

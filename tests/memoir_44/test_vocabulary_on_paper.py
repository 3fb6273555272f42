"""Whatever a scenario can say stands on its printed sheets: scenarios that differ are told apart by them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import pytest

from app.core.content.missions import MissionData
from app.core.messages.translator import LANGUAGES
from app.games.memoir_44.geometry import name_of
from printables.memoir_44 import board_map, sheets
from printables.memoir_44.source import plain_source
from tests.memoir_44.vocabulary import BOARD, NAME, Made, accepted, facts, made, prepared, tapped

NOT_ON_PAPER = {
    ("map.legend.terrain", "open"): "the board itself",
    ("texts.subtitle", "a text"): "not a rule",
    ("texts.historical", "a text"): "not a rule",
    ("texts.description", "a text"): "not a rule",
}


class Drawn:
    """A pen that keeps what is drawn with it."""

    width, low_ink = 190.0, False

    def __init__(self) -> None:
        self.calls: list[str] = []

    def part(self, *_: Any, **__: Any) -> Any:
        return nullcontext()

    def __getattr__(self, name: str) -> Any:
        return lambda *values, **named: self.calls.append(f"{name} {values} {named}")


def in_words(data: MissionData, language: str = LANGUAGES[0]) -> tuple[str, ...]:
    """The sheet of the evening, with its terrain in words, and the set-up sheet without its map."""
    source = plain_source(language, {**data, "name": NAME})
    return (*map(str, (*sheets.headed(source), *sheets.evening_lines(source), *sheets.pieces(source))),)


def drawn(data: MissionData) -> tuple[str, ...]:
    """The map of the set-up sheet."""
    pen = Drawn()
    board_map.draw(plain_source(LANGUAGES[0], data), pen, 250.0, 12.0)  # type: ignore[arg-type]
    return (*pen.calls,)


def told(change: Made) -> bool:
    return not change.facts <= NOT_ON_PAPER.keys()


def four_values_of_each_field() -> Iterator[Made]:
    seen: Counter[str] = Counter()
    for change in filter(told, made()):
        fields = {path for path, _ in change.facts}
        if any(seen[path] < 4 for path in fields):
            seen.update(fields)
            yield change


def test_no_two_things_that_the_editor_makes_of_a_board_are_alike_on_paper() -> None:
    alike: dict[tuple[str, ...], list[str]] = defaultdict(list)
    changes = [*four_values_of_each_field()]
    before = {id(change.before): change.before for change in changes}
    for number, data in before.items():
        alike[str(number), *in_words(data)].append("as before")
    for change in changes:
        alike[str(id(change.before)), *in_words(change.after)].append(change.by)
    assert [names for names in alike.values() if len(names) > 1] == []


def test_paper_says_on_which_hex_each_thing_is() -> None:
    """A brush of each kind, on two hexes of a board."""
    seen: set[str] = set()
    alike = []
    for change in filter(told, made()):
        fields = {path for path, _ in change.facts}
        if change.before is prepared() and fields - seen:
            seen |= fields
            papers = [in_words(data) + drawn(data) for data in elsewhere(change)]
            alike += [change.by] if len(set(papers)) < len(papers) else []
    assert len(seen) > 40
    assert alike == []


def elsewhere(change: Made) -> list[MissionData]:
    """The same brush on the first two hexes where it says the same."""
    places = (name_of(BOARD, at) for at in BOARD.hexes)
    found = (tapped(prepared(), change.by, at) for at in places)
    same = (data for data in found if data is not None and change.facts <= facts(data) and accepted(data))
    return [data for data, _ in zip(same, range(2), strict=False)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_of_everything_is_printed_in_words(language: str) -> None:
    last = made()[-1].after
    assert [line for line in in_words(last, language) if "{" in line or "scenario." in line] == []

"""What is the same for all who look at a table is worked out once, and anew as soon as the table has moved on."""

from __future__ import annotations

import pytest

from app.core.engine.command import CommandRequest
from app.core.engine.event import PUBLIC, Seat
from app.core.table.execute import begin_draft
from tests.toy_game.events import WindowSealed
from tests.toy_game.playing import GREY, LAMP, SEATS, Evening


@pytest.mark.parametrize("first", SEATS)
def test_the_first_who_looks_works_it_out_for_everybody(evening: Evening, first: str) -> None:
    table, worked = evening.kept(), []
    for seat in (first, *SEATS, PUBLIC.name):
        assert table.look(table.seat(seat)).cached("sum", lambda: worked.append(1) or len(worked)) == 1
    assert worked == [1]


def test_it_is_worked_out_anew_after_each_press_and_by_another_reading(evening: Evening) -> None:
    table = evening.kept()
    lamp = table.seat(LAMP)
    assert table.look(lamp).cached("length", lambda: len(table.entries)) == len(table.entries)
    evening.press(LAMP, "choose-window", window="east")
    table = evening.kept()
    assert table.look(lamp).cached("length", lambda: len(table.entries)) == len(table.entries)
    assert table.look(lamp).cached("wind", lambda: "as it is") == "as it is"
    question, asked = next(iter(table.game.rules.questions.items()))
    assert table.look(lamp, {question: asked.answers[-1]}).cached("wind", lambda: "otherwise") == "otherwise"


def test_a_draft_knows_what_the_table_knows_until_something_is_noted_on_it(evening: Evening) -> None:
    table = evening.kept()
    moth: Seat = table.seat(GREY)
    table.look(moth).cached("windows", lambda: "none sealed")
    draft = begin_draft(table, moth, CommandRequest("choose-window", {"window": "north"}))
    assert draft.cached("windows", lambda: "looked again") == "none sealed"
    draft.emit(WindowSealed("moths", "seal", "north", "salt"))
    assert draft.cached("windows", lambda: "one sealed") == "one sealed"
    assert table.look(moth).cached("windows", lambda: "looked again") == "none sealed"


def test_what_follows_from_the_book_alone_is_kept_from_press_to_press_but_by_no_other_reading(evening: Evening) -> None:
    table = evening.kept()
    lamp = table.seat(LAMP)
    assert table.look(lamp).cached_for_book("dice", lambda: "as printed") == "as printed"
    evening.press(LAMP, "choose-window", window="east")
    table = evening.kept()
    draft = begin_draft(table, lamp, CommandRequest("fly", {}))
    assert draft.cached_for_book("dice", lambda: "looked again") == "as printed"
    question, asked = next(iter(table.game.rules.questions.items()))
    assert table.look(lamp, {question: asked.answers[-1]}).cached_for_book("dice", lambda: "otherwise") == "otherwise"
    assert table.look(lamp).cached_for_book("dice", lambda: "looked again") == "looked again"

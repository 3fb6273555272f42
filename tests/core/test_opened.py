"""Tables that were opened alike keep one opening and one book between them; any others each their own."""

from __future__ import annotations

import gc
import json
from typing import Any

from flask.testing import FlaskClient

from app.core.lifespan import TableOpened
from app.core.opened import first_of, share_opening
from app.games import SHELF
from tests.hello.playing import Evening


def test_tables_that_were_opened_alike_keep_one_opening_and_one_book(client: FlaskClient) -> None:
    one, two, other = (Evening(client, **wishes).kept() for wishes in ({}, {}, {"referee": False}))
    assert one.opening == two.opening != other.opening
    assert one.opening is not two.opening
    for table in (one, two, other):
        table.book()
    assert one.opening is two.opening is not other.opening
    books = [share_opening(table.game, first_of(table.entries)).book for table in (one, two, other)]
    assert books[0] is books[1] is not books[2]


def test_they_answer_open_questions_each_by_itself(client: FlaskClient) -> None:
    one, two = Evening(client), Evening(client)
    question, asked = next(iter(one.kept().game.questions.items()))
    one.press("referee", "table-ruling", question=question, answer=asked.answers[-1])
    assert one.kept().book().says(question) == asked.answers[-1]
    assert two.kept().book().says(question) == asked.default


def test_what_stands_in_another_order_stays_as_it_was_written() -> None:
    """A file is written as it was read, whatever other tables there are."""
    game, as_written = SHELF["hello"], [{"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"d": 3, "c": 2}, "a": 1}]
    firsts = [TableOpened(json.loads(json.dumps(one))) for one in as_written]
    held = [share_opening(game, first) for first in firsts]
    assert [json.dumps(first.opening) for first in firsts] == [json.dumps(one) for one in as_written]
    assert held[0] is not held[1]


def test_an_opening_that_no_table_holds_any_more_is_let_go() -> None:
    opening: dict[str, Any] = {"a": 1}
    first, again = TableOpened(dict(opening)), TableOpened(dict(opening))
    held = share_opening(SHELF["hello"], first)
    del held
    gc.collect()
    assert share_opening(SHELF["hello"], again).first is again

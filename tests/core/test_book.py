"""Books: printed tables, what an edition states, open questions and their answers."""

from collections.abc import Callable
from pathlib import Path

import pytest

from app.core.errors import Refused
from app.core.game.evaluate import ask_ruling, record_questions
from app.core.rules.book import (
    PlainBook,
    Question,
    RangeTable,
    check_answers,
    edition,
    effective_answers,
    merge,
    require_one_of,
)
from tests.toy_game.game import GAME
from tests.toy_game.playing import GREY, REFEREE, Evening

WEATHER = {"wind": Question(answers=["blows", "is-still"]), "rain": Question(answers=["falls", "stays", "hails"])}


def test_a_printed_table_reads_like_the_page() -> None:
    table = RangeTable(steps=[(5, 3), (8, 4)], beyond=9)
    assert [table.at(level) for level in (0, 5, 6, 8, 9)] == [3, 3, 4, 4, 9]


def test_merging_replaces_values_and_keeps_the_rest() -> None:
    assert merge({"a": {"x": 1, "y": 2}, "b": [1]}, {"a": {"y": 3}, "b": [2]}) == {"a": {"x": 1, "y": 3}, "b": [2]}


def test_an_edition_is_what_is_common_and_what_it_states(tmp_path: Path) -> None:
    (tmp_path / "common.toml").write_text("dice = 2\n[light]\nflame = 1\nwind = -1\n", encoding="utf-8")
    (tmp_path / "second.toml").write_text("[light]\nwind = 0\n", encoding="utf-8")
    assert edition(tmp_path, "second") == {"dice": 2, "light": {"flame": 1, "wind": 0}}


# -- open questions


def test_a_question_without_an_answer_has_its_first() -> None:
    assert effective_answers(WEATHER, {"rain": "hails"}) == {"wind": "blows", "rain": "hails"}
    assert effective_answers({}, {}) == {}


@pytest.mark.parametrize(
    ("answers", "code", "field"),
    [
        ({"snow": "falls"}, "unknown-question", "table_rulings.snow"),
        ({"wind": "blows", "rain": "blows"}, "unknown-answer", "table_rulings.rain"),
        ({"wind": 1}, "unknown-answer", "table_rulings.wind"),
    ],
)
def test_answers_that_nobody_can_give_are_refused_by_name(answers: dict[str, str], code: str, field: str) -> None:
    with pytest.raises(Refused) as no:
        check_answers(answers, WEATHER)
    assert (no.value.code, no.value.field) == (code, field)
    check_answers({"wind": "is-still"}, WEATHER)


def test_one_of_several_names_the_others() -> None:
    assert require_one_of(["first", "second"], "second", "edition") == "second"
    with pytest.raises(Refused) as no:
        require_one_of(["first", "second"], "third", "edition")
    assert (no.value.field, no.value.words["allowed"]) == ("edition", "first, second")


def test_the_book_of_a_game_of_one_edition_holds_its_answers() -> None:
    book = GAME.rules.edition_book("first", {"wind": "blows"})
    assert isinstance(book, PlainBook)
    other = book.with_answers({"wind": "is-still"})
    assert (book.answer_for("wind"), other.answer_for("wind")) == ("blows", "is-still")


def test_a_table_reads_its_book_by_its_own_answers(evening: Evening) -> None:
    assert evening.kept().book().answer_for("wind") == "blows"
    assert evening.kept().book({"wind": "is-still"}).answer_for("wind") == "is-still"
    evening.press(REFEREE, "table-ruling", question="wind", answer="is-still")
    assert evening.kept().book().answer_for("wind") == "is-still"
    assert evening.kept().book() is evening.kept().book()


def test_a_table_opens_with_the_answers_that_were_asked_for(open_evening: Callable[..., Evening]) -> None:
    evening = open_evening(table_rulings={"wind": "is-still"}).windows()
    evening.press(GREY, "fly", dice=["flame", "wind"])
    assert evening.state()["moths"][GREY]["light"] == 1


@pytest.mark.parametrize(("facts", "asked"), [({}, set()), ({"dice": ["flame", "wind"]}, {"wind"})])
def test_the_questions_that_a_ruling_looks_up_can_be_watched(facts: dict[str, object], asked: set[str]) -> None:
    seen: set[str] = set()
    ask_ruling(record_questions(GAME, seen), "fly", facts)
    assert seen == asked

"""The app asks what only the board shows, and orders people to move: facts, *none of these*, *Done*, *It cannot*."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.table.app_turn import next_decision
from tests.playing import code_of
from tests.toy_game.playing import GREY, LAMP, WHITE, Evening
from tests.toy_game.test_app_plays import let_play, opponents, state, texts


@pytest.fixture
def careful(evening: Evening) -> Evening:
    """The app plays the lamps with care, and has asked about draughts."""
    let_play(evening, GREY, LAMP, "careful")
    opponents(evening).note(evening.code)
    return evening


def told(evening: Evening, seat: str, command: str, **fields: Any) -> Evening:
    """Somebody answers, and the app goes on."""
    evening.press(seat, command, **fields)
    opponents(evening).note(evening.code)
    return evening


def awaited(evening: Evening) -> list[tuple[str, str]]:
    return [(one["side"], one["for"]) for one in state(evening)["waiting"] if one["for"] != "window"]


def test_it_waits_for_the_fact_that_it_asked(careful: Evening) -> None:
    assert list(state(careful)["app"]["inquiries"]) == ["inquiry-1"]
    assert awaited(careful) == [("moths", "facts")]
    assert next_decision(careful.kept(), b"") is None
    assert "Which windows have a draught?" in texts(careful, "en")


def test_the_first_answer_of_the_side_counts_and_leads_to_an_order(careful: Evening) -> None:
    told(careful, WHITE, "tell-draughts", inquiry="inquiry-1", windows=["north", "north"])
    assert (state(careful)["app"]["inquiries"], state(careful)["draughty"]) == ({}, ["north"])
    assert [one["towards"] for one in state(careful)["app"]["orders"].values()] == ["east"]
    assert awaited(careful) == [("moths", "orders")]
    late = lambda: careful.press(GREY, "tell-draughts", inquiry="inquiry-1", windows=["east"])  # noqa: E731
    assert code_of(late) == "nothing-asked"


def test_what_is_not_there_is_refused_and_nothing_is_told(careful: Evening) -> None:
    wrong = {"inquiry": "inquiry-1", "windows": ["attic"]}
    assert code_of(lambda: careful.press(GREY, "tell-draughts", **wrong)) == "not-on-the-board"
    other = {"inquiry": "inquiry-9", "windows": ["east"]}
    assert code_of(lambda: careful.press(GREY, "tell-draughts", **other)) == "nothing-asked"
    assert list(state(careful)["app"]["inquiries"]) == ["inquiry-1"]


def test_none_of_these_answers_every_question_of_the_kind(careful: Evening) -> None:
    told(careful, GREY, "tell-no-draught")
    assert "No hay corriente." in texts(careful, "es")
    assert [one["towards"] for one in state(careful)["app"]["orders"].values()] == ["north"]


@pytest.mark.parametrize(
    ("command", "fields"), [("order-done", {"order": "app-order-1"}), ("all-orders-done", {"up_to": "app-order-1"})]
)
def test_done_lets_it_go_on(careful: Evening, command: str, fields: dict[str, str]) -> None:
    told(careful, GREY, "tell-no-draught")
    told(careful, WHITE, command, **fields)
    assert (state(careful)["lamp_at"], awaited(careful)) == ("north", [])
    assert state(careful)["windows"]["lamps"]["choice"] is not None
    assert code_of(lambda: careful.press(GREY, command, **fields)) == "nothing-ordered"


def test_it_cannot_and_it_plans_anew(careful: Evening) -> None:
    told(careful, GREY, "tell-no-draught")
    cannot = {"order": "app-order-1", "because": "nothing-at-all"}
    assert code_of(lambda: careful.press(GREY, "order-impossible", **cannot)) == "not-allowed"
    told(careful, GREY, "order-impossible", order="app-order-1", because="in-the-way")
    assert "No puede: algo estorba." in texts(careful, "es")
    assert {key: one["towards"] for key, one in state(careful)["app"]["orders"].items()} == {"app-order-2": "east"}


def test_people_cannot_give_the_commands_of_the_app(evening: Evening) -> None:
    assert code_of(lambda: evening.press(LAMP, "ask-draughts")) == "not-your-command"
    offered = [offer["command"] for offer in evening.get(seat=LAMP)["offers"]]
    assert "ask-draughts" not in offered

"""Rulings on what belongs to another side, on Hello: it is asked first, or objects afterwards; undo reaches them."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core.messages.translator import LANGUAGES
from app.core.table_commands.ruling_consent import OBJECTED_AT_MOST
from tests.playing import code_of
from tests.seated import sit
from tests.toy_game.playing import GREY, LAMP, REFEREE, WHITE, Evening

RULING = {"set": f"moths.{GREY}.light", "to": 2, "reason": "counted twice"}


@pytest.fixture
def night(open_evening: Callable[..., Evening]) -> Evening:
    """Nobody referees; everybody has chosen a window, so that somebody is there on every side."""
    return open_evening(referee=False).windows()


@pytest.fixture
def asked(night: Evening) -> Evening:
    """The lamp has asked to set the light of the grey moth."""
    night.press(LAMP, "house-ruling", **RULING)
    return night


def light(evening: Evening) -> int:
    """The light of the grey moth."""
    kept: int = evening.state()["moths"][GREY]["light"]
    return kept


def offered(evening: Evening, seat: str) -> set[str]:
    """The commands that a seat is offered."""
    return {offer["command"] for offer in evening.get(seat=seat)["offers"]}


def last(evening: Evening, seat: str | None = LAMP) -> Any:
    """The newest event."""
    return evening.get("/log", seat)["events"][-1]


def board(client: FlaskClient, evening: Evening, seat: str, language: str = "en") -> str:
    """The board of a seat as its phone shows it."""
    phone = client.application.test_client()
    phone.set_cookie("lang", language)
    sit(phone, evening.code, evening.tokens[seat])
    return html.unescape(phone.get(f"/t/{evening.code}").text)


def test_a_ruling_on_the_other_sides_value_waits_for_that_side(asked: Evening) -> None:
    state = asked.state(GREY)
    assert light(asked) == 0
    assert [(one["side"], one["for"]) for one in state["waiting"]] == [("moths", "ruling")]
    assert (state["ruling_request"]["seat"], state["ruling_request"]["sides"]) == (LAMP, ["moths"])
    assert last(asked)["text"] == (
        "Lamp: request for agreement. House ruling: light (Grey moth) from 0 to 2: counted twice"
    )
    assert {"allow-ruling", "refuse-ruling"} <= offered(asked, GREY) & offered(asked, WHITE)
    assert "fly" not in offered(asked, GREY)
    assert code_of(lambda: asked.press(GREY, "fly")) == "ruling-first"
    assert code_of(lambda: asked.press(LAMP, "allow-ruling")) == "not-yours-to-allow"


def test_allowed_it_counts_and_the_log_names_both(asked: Evening) -> None:
    (offer,) = [one for one in asked.get(seat=WHITE)["offers"] if one["command"] == "allow-ruling"]
    events = asked.press(WHITE, "allow-ruling", **offer["given"])["events"]
    assert [event["event"] for event in events] == ["ruling-allowed", "house-ruled"]
    assert (light(asked), asked.state()["ruling_request"]) == (2, None)
    asked.press(GREY, "fly")


def test_refused_nothing_changes_and_play_goes_on(asked: Evening) -> None:
    asked.press(GREY, "refuse-ruling", reason="it was once")
    assert (light(asked), last(asked)["text"]) == (0, "Grey moth: house ruling refused (it was once).")
    asked.press(GREY, "fly")


def test_whoever_asks_may_withdraw(asked: Evening) -> None:
    assert code_of(lambda: asked.press(GREY, "withdraw-ruling")) == "no-ruling-asked"
    asked.press(LAMP, "withdraw-ruling")
    assert light(asked) == 0
    assert code_of(lambda: asked.press(GREY, "allow-ruling")) == "no-ruling-asked"
    asked.press(GREY, "fly")


def test_an_answer_means_the_ruling_that_was_asked_for(asked: Evening) -> None:
    assert code_of(lambda: asked.press(GREY, "allow-ruling", press=1)) == "not-the-newest"


def test_what_cannot_be_ruled_is_refused_before_anybody_is_asked(night: Evening) -> None:
    assert code_of(lambda: night.press(LAMP, "house-ruling", **{**RULING, "to": 100})) == "wrong-value"
    assert night.state()["ruling_request"] is None


def test_ones_own_side_is_not_asked(night: Evening) -> None:
    night.press(WHITE, "house-ruling", **RULING)
    assert light(night) == 2
    assert "object-to-ruling" not in offered(night, LAMP)


def test_what_is_nobodys_counts_at_once_and_the_other_side_may_object(night: Evening) -> None:
    night.press(LAMP, "house-ruling", set="dew", to=3, reason="it fell")
    assert night.state()["dew"] == 3
    (offer,) = [one for one in night.get(seat=WHITE)["offers"] if one["command"] == "object-to-ruling"]
    night.press(WHITE, "object-to-ruling", **offer["given"])
    assert night.state()["dew"] == 0


def test_of_many_rulings_only_the_newest_are_objected_to(night: Evening) -> None:
    for number in range(OBJECTED_AT_MOST + 4):
        night.press(LAMP, "house-ruling", set="dew", to=number % 2 + 1, reason="it fell")
    offers = [one for one in night.get(seat=WHITE)["offers"] if one["command"] == "object-to-ruling"]
    newest = night.get(seat=WHITE)["seq"]
    assert [one["given"]["press"] for one in offers] == [newest - back for back in range(OBJECTED_AT_MOST)]
    for one in reversed(offers):
        night.press(WHITE, "object-to-ruling", **one["given"])
    left = [one for one in night.get(seat=WHITE)["offers"] if one["command"] == "object-to-ruling"]
    assert not {one["given"]["press"] for one in left} & {one["given"]["press"] for one in offers}


def test_where_nobody_sits_it_counts_at_once_and_who_comes_later_objects_with_one_tap(
    open_evening: Callable[..., Evening],
) -> None:
    evening = open_evening(referee=False)
    evening.press(LAMP, "house-ruling", **RULING)
    assert light(evening) == 2
    (offer,) = [one for one in evening.get(seat=GREY)["offers"] if one["command"] == "object-to-ruling"]
    evening.press(GREY, "object-to-ruling", **offer["given"])
    assert light(evening) == 0
    assert code_of(lambda: evening.press(GREY, "object-to-ruling", **offer["given"])) == "nothing-to-object-to"
    assert code_of(lambda: evening.press(LAMP, "redo")) == "struck-by-the-referee"


def test_a_seat_that_was_left_is_asked_nothing(client: FlaskClient, night: Evening) -> None:
    for seat in (GREY, WHITE):
        sit(client.application.test_client(), night.code, night.tokens[seat])
        night.press(seat, "leave")
    night.press(LAMP, "house-ruling", **RULING)
    assert light(night) == 2


def test_after_others_played_on_an_objection_is_said_and_strikes_nothing(open_evening: Callable[..., Evening]) -> None:
    evening = open_evening(referee=False)
    evening.press(LAMP, "house-ruling", **RULING)
    evening.press(LAMP, "choose-window", window="east")
    (offer,) = [one for one in evening.get(seat=GREY)["offers"] if one["command"] == "object-to-ruling"]
    evening.press(GREY, "object-to-ruling", **offer["given"])
    assert light(evening) == 2
    assert last(evening)["text"].startswith("Grey moth: objection to “House ruling: light (Grey moth) from 0 to 2")
    assert "object-to-ruling" not in offered(evening, GREY)


def test_whoever_plays_on_objects_no_more(evening: Evening) -> None:
    evening.press(REFEREE, "house-ruling", **RULING)
    assert "object-to-ruling" in offered(evening, GREY)
    assert "object-to-ruling" not in offered(evening, LAMP)
    evening.windows()
    assert code_of(lambda: evening.press(GREY, "object-to-ruling", press=1)) == "nothing-to-object-to"


@pytest.mark.parametrize(("answer", "then"), [("allow-take-back", 0), ("refuse-take-back", 2)])
def test_an_objection_to_the_referees_ruling_asks_the_referee_alone(evening: Evening, answer: str, then: int) -> None:
    evening.press(REFEREE, "house-ruling", **RULING)
    (offer,) = [one for one in evening.get(seat=GREY)["offers"] if one["command"] == "object-to-ruling"]
    evening.press(GREY, "object-to-ruling", **offer["given"])
    assert [(one["side"], one["for"]) for one in evening.state()["waiting"]] == [("referee", "take-back")]
    assert code_of(lambda: evening.press(LAMP, "allow-take-back")) == "not-yours-to-allow"
    evening.press(REFEREE, answer)
    assert light(evening) == then
    assert "object-to-ruling" not in offered(evening, GREY)


def test_undo_reaches_a_ruling_and_takes_no_move_with_it(night: Evening) -> None:
    night.press(WHITE, "rest")
    night.press(WHITE, "house-ruling", **RULING)
    night.press(WHITE, "undo")
    state = night.state()["moths"]
    assert (state[GREY]["light"], state[WHITE]["resting"]) == (0, True)
    struck = [event["event"] for event in night.get("/log")["events"] if event["undone"]]
    assert struck == ["house-ruled"]
    night.press(WHITE, "redo")
    assert light(night) == 2


def test_what_both_agreed_on_is_taken_back_by_both(asked: Evening) -> None:
    asked.press(GREY, "allow-ruling")
    assert code_of(lambda: asked.press(GREY, "undo")) == "agreed-together"
    asked.press(LAMP, "take-back")
    assert code_of(lambda: asked.press(LAMP, "allow-take-back")) == "not-yours-to-allow"
    asked.press(WHITE, "allow-take-back")
    assert light(asked) == 0
    assert last(asked)["text"] == "Undone: “House ruling: light (Grey moth) from 0 to 2: counted twice”."


@pytest.mark.parametrize("answers", [GREY, REFEREE])
def test_any_command_that_rules_on_others_things_waits_whole(evening: Evening, answers: str) -> None:
    """`dim` is no house ruling but a command of the game that says whose things it rules on."""
    evening.press(REFEREE, "house-ruling", **RULING)
    evening.windows()
    evening.press(LAMP, "dim", moth=GREY)
    assert light(evening) == 2
    assert last(evening)["text"] == "Lamp: request for agreement. The light of Grey moth is put out"
    events = evening.press(answers, "allow-ruling")["events"]
    assert ([event["event"] for event in events], light(evening)) == (["ruling-allowed", "moth-dimmed"], 0)
    evening.press(WHITE, "dim", moth=GREY)
    assert last(evening)["event"] == "moth-dimmed"


def test_a_table_with_rulings_is_exported_and_opened_again(client: FlaskClient, asked: Evening) -> None:
    asked.press(GREY, "allow-ruling")
    asked.press(LAMP, "house-ruling", **{**RULING, "to": 5})
    asked.press(GREY, "refuse-ruling")
    asked.press(LAMP, "house-ruling", **{**RULING, "to": 6})
    store = client.application.extensions["store"]
    code = store.import_file(store.export(asked.code))
    assert store.table(code).state == asked.kept().state


# -- on the phones


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_asked_phone_reads_who_asks_what_from_what_to_what_and_why(
    client: FlaskClient, asked: Evening, language: str
) -> None:
    text = board(client, asked, GREY, language)
    who, what = {
        "en": ("House ruling requested by Lamp. Allow it?", "light (Grey moth) from 0 to 2: counted twice"),
        "es": (
            "Petición de una decisión de la mesa (Lámpara). ¿Se permite?",
            "luz (Polilla gris) de 0 a 2: counted twice",
        ),
    }[language]
    section = text[text.index('id="asked-ruling"') :].partition("</section>")[0]
    assert who in section
    assert what in section
    assert 'id="allow-ruling"' in section
    assert 'id="refuse-ruling"' in section


def test_the_asking_phone_sees_that_it_waits_and_can_withdraw(client: FlaskClient, asked: Evening) -> None:
    section = board(client, asked, LAMP).partition('id="asked-ruling"')[2].partition("</section>")[0]
    assert "Waiting for an answer: Moths, or a referee" in section
    assert 'id="withdraw-ruling"' in section
    assert 'id="allow-ruling"' not in section
    assert '<p class="owed">Moths: answer a request for a house ruling</p>' in board(client, asked, WHITE)


def test_the_phone_that_was_not_asked_can_object(client: FlaskClient, evening: Evening) -> None:
    evening.press(REFEREE, "house-ruling", **RULING)
    assert "light (Grey moth) from 0 to 2" in board(client, evening, GREY).partition('class="ruled"')[2]
    assert 'class="ruled"' not in board(client, evening, LAMP)

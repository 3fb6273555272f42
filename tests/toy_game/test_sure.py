"""What cannot be undone is asked about once on pages, in words; programs are asked nothing."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.seated import sit
from tests.toy_game.playing import GREY, LAMP, WHITE, Evening

ENDS = {"en": "This ends the game.", "es": "Con esto acaba la partida."}


@pytest.fixture
def last_rest(evening: Evening) -> Evening:
    """The last turn: only the white moth has still to fly or to rest."""
    for turn in (1, 2, 3):
        evening.windows().press(GREY, "rest")
        if turn < 3:
            evening.press(WHITE, "rest")
    return evening


def phone_of(evening: Evening, seat: str, language: str = "en") -> FlaskClient:
    """A phone that holds a seat."""
    phone = evening.client.application.test_client()
    phone.set_cookie("lang", language)
    sit(phone, evening.code, evening.tokens[seat])
    return phone


def send(evening: Evening, phone: FlaskClient, seat: str, command: str, **more: Any) -> Any:
    """A tap; `more` are fields, or `headers`."""
    headers = more.pop("headers", {})
    fields = {"seen": evening.get(seat=seat)["seq"], "key": f"tap-{command}-{len(more)}", **more}
    origin = {"Origin": "http://localhost"}
    return phone.post(f"/t/{evening.code}/do/{command}", data=fields, headers={**origin, **headers})


def question_in(text: str) -> tuple[str, dict[str, str]]:
    """The words of the question on a page, and what its form sends."""
    words = re.search(r'<p id="sure-text">(.*?)</p>', text, re.S)
    form = re.search(r'<form [^>]*id="sure".*?</form>', text, re.S)
    assert words
    assert form
    return html.unescape(words[1]), dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form[0]))


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["without scripts", "with scripts"])
def test_the_press_that_ends_a_game_asks_once_before(
    last_rest: Evening, headers: dict[str, str], language: str
) -> None:
    phone = phone_of(last_rest, WHITE, language)
    answer = send(last_rest, phone, WHITE, "rest", headers=headers)
    words, fields = question_in(answer.text)
    assert words.startswith(ENDS[language])
    assert not last_rest.state()["over"]
    fields.pop("seen")
    key = fields.pop("key")
    answer = send(last_rest, phone, WHITE, "rest", headers=headers, **{**fields, "key": key})
    assert answer.status_code in (200, 303)
    assert last_rest.state()["over"]


def test_a_press_that_ends_nothing_asks_nothing(evening: Evening) -> None:
    evening.windows()
    send(evening, phone_of(evening, WHITE), WHITE, "rest")
    assert evening.state()["moths"][WHITE]["resting"]


def test_once_dice_have_fallen_nobody_is_asked(last_rest: Evening) -> None:
    """The question would tell how they fell before anybody has said yes."""
    send(last_rest, phone_of(last_rest, WHITE), WHITE, "fly", by="table")
    assert last_rest.state()["over"]


def test_a_program_is_asked_nothing(last_rest: Evening) -> None:
    last_rest.press(WHITE, "rest")
    assert last_rest.state()["over"]


def test_showing_the_seed_asks_once_before(evening: Evening) -> None:
    evening.night()
    phone = phone_of(evening, LAMP)
    words, fields = question_in(send(evening, phone, LAMP, "publish-seed").text)
    assert "Everyone can then read the dice seed" in words
    assert not evening.state()["closed"]
    send(evening, phone, LAMP, "publish-seed", **{name: fields[name] for name in ("key", "sure")})
    assert evening.state()["closed"]


def test_beside_the_file_and_the_seed_stands_that_they_end_every_undo(evening: Evening) -> None:
    evening.night()
    text = phone_of(evening, LAMP).get(f"/t/{evening.code}/end").text
    assert "nothing here can be undone any more" in text

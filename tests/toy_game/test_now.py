"""What do I do now? Two sentences and the button itself, on every screen of a table, without scripts too."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from tests.seated import sit
from tests.toy_game.playing import GREY, LAMP, WHITE, Evening

OURS = {"Origin": "http://localhost"}


def told(client: FlaskClient, evening: Evening, seat: str | None, language: str = "en") -> str:
    """The sheet of a seat, or of somebody who only looks."""
    phone = client.application.test_client()
    phone.set_cookie("lang", language)
    if seat:
        sit(phone, evening.code, evening.tokens[seat])
    page = phone.get(f"/t/{evening.code}/now")
    assert page.status_code == 200
    return page.text.partition('id="sheet"')[2].partition('<div class="foot')[0]


def advice(page: str) -> str:
    """The sentences of the sheet."""
    found = re.search(r'id="advice">(.*?)</p>', page)
    assert found
    return found[1]


def test_whoever_is_asked_reads_two_sentences_and_finds_the_button(client: FlaskClient, evening: Evening) -> None:
    page = told(client, evening, LAMP)
    assert advice(page) == "Choose a window, and nobody sees which. When both sides have chosen, both are opened."
    assert re.search(rf'id="do-now"[^>]* href="/t/{evening.code}/do/choose-window"', page)


def test_it_speaks_the_readers_language(client: FlaskClient, evening: Evening) -> None:
    page = told(client, evening, LAMP, "es")
    assert advice(page).startswith("Elige una ventana sin que nadie la vea.")
    assert "¿Qué hago ahora?" in page


def test_whoever_is_not_asked_reads_who_is(client: FlaskClient, evening: Evening) -> None:
    page = told(client, evening.windows(), LAMP)
    assert "You have nothing to do" in advice(page)
    assert "do-now" not in page


def test_what_the_game_has_no_sentences_for_is_called_by_its_name(client: FlaskClient, evening: Evening) -> None:
    asked = next(one["seat"] for one in evening.state()["waiting"] if one["side"] == "moths")
    other = WHITE if asked == GREY else GREY
    assert "You have nothing to do" in advice(told(client, evening, other)), "a wish is offered, nothing waits for it"


@pytest.mark.parametrize(
    ("seat", "begins"), [("referee", "The players are acting"), (None, "This phone is a spectator")]
)
def test_a_seat_without_a_side_reads_what_it_is_for(
    client: FlaskClient, evening: Evening, seat: str | None, begins: str
) -> None:
    assert advice(told(client, evening, seat)).startswith(begins)


def test_after_the_end_it_says_so(client: FlaskClient, evening: Evening) -> None:
    assert advice(told(client, evening.night(), LAMP)).startswith("The game is over.")


@pytest.mark.parametrize("path", ["", "/log", "/more", "/cannot", "/readings", "/seats"])
def test_every_screen_of_a_table_leads_there(client: FlaskClient, evening: Evening, path: str) -> None:
    phone = client.application.test_client()
    sit(phone, evening.code, evening.tokens[LAMP])
    assert f'id="to-now" href="/t/{evening.code}/now"' in phone.get(f"/t/{evening.code}{path}").text

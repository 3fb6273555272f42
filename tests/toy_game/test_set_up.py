"""The set-up list: on a page of its own, ticked by one phone for all, with and without scripts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from app import create_app
from tests.playing import code_of
from tests.seated import sit
from tests.toy_game.playing import GREY, LAMP, REFEREE, WHITE, Evening

OURS, SCRIPT = {"Origin": "http://localhost"}, {"HX-Request": "true"}


def phone(evening: Evening, seat: str | None, language: str = "en") -> FlaskClient:
    """A phone that holds a seat, or none."""
    found = evening.client.application.test_client()
    found.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    if seat is not None:
        sit(found, evening.code, evening.tokens[seat])
    return found


def lines(page: str) -> list[str]:
    """The lines of a list, a sign before each that is ticked."""
    found = re.findall(r'<li>(?:<button[^>]*aria-checked="(\w+)">|<p( class="ticked")?>)<span>([^<]+)</span>', page)
    return [f"{'✓ ' if ticked == 'true' or read else ''}{text}" for ticked, read, text in found]


def tick(phone: FlaskClient, evening: Evening, path: str = "/set-up", /, **fields: str) -> str:
    """Press a button of the list's form as a page without scripts does, and follow."""
    page = phone.get(f"/t/{evening.code}{path}").text
    key = re.findall(r'name="key" value="([^"]+)"', page)[0]
    seen = re.findall(r'name="seen" value="([^"]+)"', page)[0]
    form = {"key": key, "seen": seen, **fields}
    return phone.post(f"/t/{evening.code}{path}", data=form, headers=OURS, follow_redirects=True).text


def test_each_seat_reads_its_own_lines_and_those_of_everybody(evening: Evening) -> None:
    for seat, own in ((GREY, "Grey moth"), (WHITE, "White moth")):
        assert lines(phone(evening, seat).get(f"/t/{evening.code}/set-up").text) == [
            "The lamp in the middle", "The shade of the lamp", f"{own}: at the window",
        ]  # fmt: skip
    every = ["The lamp in the middle", "The shade of the lamp", "Grey moth: at the window", "White moth: at the window"]
    for seat in (REFEREE, None):
        assert lines(phone(evening, seat).get(f"/t/{evening.code}/set-up").text) == every
    assert lines(phone(evening, GREY).get(f"/t/{evening.code}/set-up/all").text) == every
    assert lines(phone(evening, None, "es").get(f"/t/{evening.code}/set-up").text)[0] == "La lámpara en el medio"


def test_a_tick_counts_for_every_phone_and_survives_a_restart(evening: Evening, tmp_path: Path) -> None:
    assert lines(tick(phone(evening, GREY), evening, done="lamp"))[0] == "✓ The lamp in the middle"
    assert lines(phone(evening, LAMP).get(f"/t/{evening.code}/set-up").text)[0] == "✓ The lamp in the middle"
    for seat, words in (
        (WHITE, "Tick off the set-up: 1 of 4"),
        (LAMP, "Tick off the set-up"),
        (None, "Set-up: 1 of 4 done"),
    ):
        assert words in phone(evening, seat).get(f"/t/{evening.code}").text
    again = create_app(tmp_path / "data").test_client()
    assert again.get(f"/api/tables/{evening.code}").json["state"]["set_up_done"] == ["lamp"]
    tick(phone(evening, LAMP), evening, undone="lamp")
    assert "Tick off the set-up: 0 of 4" in phone(evening, GREY).get(f"/t/{evening.code}").text


def test_a_whole_group_is_ticked_at_once(evening: Evening) -> None:
    tick(phone(evening, GREY), evening, done="shade")
    assert lines(tick(phone(evening, WHITE), evening, all="0"))[:2] == [
        "✓ The lamp in the middle", "✓ The shade of the lamp",
    ]  # fmt: skip
    assert evening.state()["set_up_done"] == ["shade", "lamp"]
    for group in ("7", "lamp"):
        assert "That is not on the set-up list." in tick(phone(evening, WHITE), evening, all=group)


def test_scripts_get_the_list_alone_and_nothing_if_it_is_as_they_have_it(evening: Evening) -> None:
    grey = phone(evening, GREY)
    whole = grey.get(f"/t/{evening.code}/set-up", headers=SCRIPT)
    assert "<html" not in whole.text
    assert '<main id="board"' in whole.text
    seen = evening.get(seat=GREY)["seq"]
    assert grey.get(f"/t/{evening.code}/set-up?seen={seen}", headers=SCRIPT).status_code == 204
    evening.press(WHITE, "tick-set-up", done=["lamp"])
    assert lines(grey.get(f"/t/{evening.code}/set-up?seen={seen}", headers=SCRIPT).text)[0].startswith("✓")


def test_a_number_that_the_table_may_tell_has_a_way_to_its_form(evening: Evening) -> None:
    asks = f'<a id="asks-shade" href="/t/{evening.code}/do/make-wish">'
    asked = {seat: asks in phone(evening, seat).get(f"/t/{evening.code}/set-up").text for seat in (GREY, LAMP, None)}
    assert asked == {GREY: True, LAMP: False, None: False}


def test_what_is_not_on_the_list_or_ticked_already_is_refused(evening: Evening) -> None:
    assert code_of(lambda: evening.press(GREY, "tick-set-up", done=["moon"])) == "no-such-line"
    assert code_of(lambda: evening.press(GREY, "tick-set-up", undone=["moon"])) == "no-such-line"
    assert code_of(lambda: evening.press(GREY, "tick-set-up", undone=["lamp"])) == "ticked-already"
    evening.press(GREY, "tick-set-up", done=["lamp"])
    assert code_of(lambda: evening.press(WHITE, "tick-set-up", done=["lamp"])) == "ticked-already"
    assert code_of(lambda: evening.press(WHITE, "tick-set-up")) == "ticked-already"
    assert "Somebody has already" in tick(phone(evening, WHITE), evening, done="lamp")


def test_once_the_game_has_begun_the_list_is_only_read(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.press(GREY, "tick-set-up", done=["lamp"])
    rules = evening.kept().game.rules
    monkeypatch.setitem(vars(rules), "is_setting_up", lambda state: False)
    assert code_of(lambda: evening.press(WHITE, "tick-set-up", done=["shade"])) == "set-up-over"
    page = phone(evening, GREY).get(f"/t/{evening.code}/set-up").text
    assert lines(page)[:2] == ["✓ The lamp in the middle", "The shade of the lamp"]
    assert "<button role" not in page
    assert 'id="to-set-up"' not in phone(evening, GREY).get(f"/t/{evening.code}").text
    assert 'id="to-set-up"' in phone(evening, GREY).get(f"/t/{evening.code}/more").text


def test_a_tick_is_no_move_and_stays_when_one_is_undone(evening: Evening) -> None:
    evening.press(GREY, "make-wish", wish=3)
    evening.press(GREY, "tick-set-up", done=["lamp"])
    (undo,) = [one for one in evening.get(seat=GREY)["offers"] if one["command"] == "undo"]
    evening.press(GREY, "undo", **undo["given"])
    assert evening.kept().state.moths[GREY].wish == 0
    assert evening.state()["set_up_done"] == ["lamp"]

"""One phone for several seats: asked what a second code means, a curtain between, nothing shown before it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.seated import link_to, links_in, sit
from tests.toy_game.playing import GREY, LAMP, WHITE, Evening

OURS = {"Origin": "http://localhost"}


class OnePhone:
    """A phone at a table of Hello, without scripts."""

    def __init__(self, client: FlaskClient, evening: Evening) -> None:
        self.client, self.evening = client.application.test_client(), evening

    def get(self, path: str = "") -> Any:
        """A page of the table."""
        return self.client.get(f"/t/{self.evening.code}{path}")

    def post(self, path: str, **fields: str) -> Any:
        """A form of the table, followed to where it leads."""
        return self.client.post(f"/t/{self.evening.code}{path}", data=fields, headers=OURS, follow_redirects=True)

    def scan(self, seat: str) -> Any:
        """The page behind the code of a seat."""
        return self.client.get(self.link(seat), follow_redirects=True)

    def second(self, seat: str, hold: str) -> Any:
        """A second code, and the answer to what it means."""
        return self.client.post(self.link(seat), data={"hold": hold}, headers=OURS, follow_redirects=True)

    def link(self, seat: str) -> str:
        """The link of an open invitation to a seat."""
        app, code = self.client.application, self.evening.code
        acts = app.extensions["acts"]
        acts.invite(acts.store.table(code), seat)
        return link_to(app, code, seat)


@pytest.fixture
def phone(client: FlaskClient, evening: Evening) -> OnePhone:
    """A phone that holds the white moth, which has made a wish."""
    evening.press(WHITE, "make-wish", wish=7)
    evening.get(seat=LAMP)
    phone = OnePhone(client, evening)
    sit(phone.client, evening.code, evening.tokens[WHITE])
    return phone


LAMP_SHARED = [("seat-taken", LAMP)] * 2
"""The program that looked at this seat counts as soon as somebody shares it."""


def told(evening: Evening) -> list[tuple[str, str]]:
    events = evening.get("/log")["events"]
    kinds = ("seat-taken", "seat-left", "seat-freed")
    return [(one["event"], one["data"]["seat"]) for one in events if one["event"] in kinds]


def test_a_second_code_asks_before_anything_changes(phone: OnePhone) -> None:
    text = phone.scan(LAMP).text
    assert 'id="hold-both"' in text
    assert 'id="hold-moved"' in text
    assert told(phone.evening) == [("seat-taken", WHITE)]
    assert "wish 7" in phone.get().text


def test_moving_leaves_the_first_seat_free(phone: OnePhone) -> None:
    assert "wish 7" not in phone.second(LAMP, "moved").text
    assert told(phone.evening)[1:] == [*LAMP_SHARED, ("seat-left", WHITE), ("seat-freed", WHITE)]
    assert 'id="pass-white-moth"' not in phone.get().text


def test_both_are_held_behind_a_curtain_that_names_who_may_look(phone: OnePhone) -> None:
    curtain = phone.second(LAMP, "both").text
    assert "Only Lamp may look" in curtain
    assert 'id="to-now"' not in curtain  # nobody has anything to do before it is lifted
    for path in ("", "/log", "/more", "/seats", "/do/choose-window", "/wall"):
        page = phone.get(path)
        assert (page.status_code, page.headers.get("Location")) == (303, f"/t/{phone.evening.code}/curtain")
        assert "wish" not in page.text
    board = phone.post("/look", seat=LAMP).text
    assert "wish 7" not in board
    assert 'id="open-choose-window"' in board
    assert 'id="pass-white-moth"' in board
    assert "Only White moth may look" in phone.post("/pass", seat=WHITE).text
    assert phone.get().status_code == 303
    assert "wish 7" in phone.post("/look", seat=WHITE).text


def test_a_press_behind_the_curtain_is_not_made(phone: OnePhone) -> None:
    phone.second(LAMP, "both")
    phone.post("/do/choose-window", window="north", key="k", seen="0")
    assert phone.evening.state()["windows"]["lamps"]["choice"] is None


def test_nobody_looks_as_a_seat_that_the_phone_does_not_hold(phone: OnePhone) -> None:
    phone.second(LAMP, "both")
    for path in ("/look", "/pass"):
        assert phone.post(path, seat=GREY).status_code == 422


def test_scanning_the_own_other_seat_only_lets_the_curtain_fall(phone: OnePhone) -> None:
    phone.second(LAMP, "both")
    phone.post("/look", seat=LAMP)
    assert "data-at-once" in phone.scan(WHITE).text
    link = link_to(phone.client.application, phone.evening.code, WHITE)
    assert "Only White moth may look" in phone.client.post(link, headers=OURS, follow_redirects=True).text
    assert told(phone.evening) == [("seat-taken", WHITE), *LAMP_SHARED]


def test_whoever_leaves_one_of_two_seats_keeps_the_other(phone: OnePhone) -> None:
    phone.second(LAMP, "both")
    board = phone.post("/look", seat=LAMP)
    seen = re.search(r'data-seq="(\d+)"', board.text)
    assert seen
    left = phone.post("/do/leave", key="bye", seen=seen[1])
    assert "Only White moth may look" in left.text
    assert "wish 7" in phone.post("/look", seat=WHITE).text


def test_a_freed_seat_is_gone_from_a_phone_that_holds_two(phone: OnePhone) -> None:
    phone.second(LAMP, "both")
    phone.post("/look", seat=LAMP)
    evening = phone.evening
    free = {"command": "free-seat", "seat": LAMP, "key": "free", "seen": 0}
    address = f"/api/tables/{evening.code}/commands"
    assert evening.client.post(address, json=free, headers=evening.headers("referee")).status_code == 200
    assert phone.get().headers["Location"] == f"/t/{phone.evening.code}/curtain"
    assert "wish 7" in phone.post("/look", seat=WHITE).text


def test_taking_a_free_seat_by_the_code_of_the_table_asks_too(phone: OnePhone) -> None:
    asked = phone.post("/sit", seat="referee")
    assert 'id="hold-both"' in asked.text
    assert told(phone.evening) == [("seat-taken", WHITE)]


def test_both_seats_go_on_to_the_next_table(phone: OnePhone) -> None:
    phone.second(LAMP, "both")
    phone.post("/look", seat=LAMP)
    phone.evening.night()
    page = phone.post("/next", again="same")
    following = page.request.path.split("/")[2]
    assert following != phone.evening.code
    assert 'id="pass-white-moth"' in page.text


def test_the_host_makes_a_new_code_for_a_taken_seat_and_its_holder_is_told(phone: OnePhone, house_key: str) -> None:
    host, lobby = phone.client.application.test_client(), f"/t/{phone.evening.code}/seats"
    assert 'id="invite-white-moth"' not in host.get(lobby).text
    host.get(f"/host/{house_key}")
    assert "white-moth" not in links_in(host.get(lobby).text), "it is shown only where somebody asks"
    host.post(f"/t/{phone.evening.code}/invite", data={"seat": WHITE}, headers=OURS)
    assert "made a new seat code" in phone.get().text
    lost = phone.client.application.test_client()
    link = links_in(host.get(lobby).text)[WHITE]
    assert "wish 7" in lost.post(link, headers=OURS, follow_redirects=True).text
    assert "wish 7" in phone.get().text, "whoever held it still does"
    assert "2 phones" in host.get(lobby).text


def test_the_start_page_lists_the_tables_of_this_phone_newest_first(
    phone: OnePhone, open_evening: Callable[..., Evening]
) -> None:
    other = open_evening()
    sit(phone.client, other.code, other.tokens[LAMP])
    for code in (phone.evening.code, other.code):
        phone.client.get(f"/t/{code}")
    text = phone.client.get("/").text
    assert re.findall(r'href="/t/(\w+)"', text) == [other.code, phone.evening.code]
    assert "my-tables" not in phone.evening.client.application.test_client().get("/").text
    phone.client.set_cookie("tables", "QQQQQQ~..~")
    assert "my-tables" not in phone.client.get("/").text

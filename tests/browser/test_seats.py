"""A freed seat, one phone that holds both seats, a code shown again: on real phones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.drawer import Drawer
from tests.browser.evening import Evening
from tests.browser.phones import Lobby, Phone
from tests.browser.sound import check
from tests.hello.playing import GREY, LAMP
from tests.seated import sit_in_browser
from tests.server import Server


@pytest.fixture
def hellos(drawer: Drawer, hello: Server) -> Iterator[tuple[Lobby, Evening]]:
    """Phones for a table of Hello."""
    lobby = Lobby(drawer, hello.url)
    yield lobby, Evening(hello, referee=True)
    lobby.close()


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_one_phone_holds_both_seats_behind_a_curtain(hellos: tuple[Lobby, Evening], scripts: bool) -> None:
    lobby, evening = hellos
    asked = evening.asked()
    phone = evening.sit(asked, lobby, scripts=scripts)
    sit_in_browser(phone.page, evening.server.url, evening.code, evening.tokens[LAMP])
    if scripts:
        check(phone, "a second seat")
    phone.tap("#hold-both")
    phone.see("Only Lamp may look")
    if scripts:
        check(phone, "the curtain")
    phone.tap("#look")
    choose(phone, "east")
    phone.tap(f"#pass-{asked}")
    phone.see("may look")
    phone.not_see("Windows")
    phone.tap("#look")
    choose(phone, "north")
    phone.see("Flying")
    assert not phone.complaints


def choose(phone: Phone, window: str) -> None:
    """Choose a window."""
    phone.tap("#open-choose-window")
    phone.find(f"input[value={window}]").check(force=True)
    phone.tap("#form-1-go")
    phone.find("#form-1-go").wait_for(state="detached")


def test_back_shows_nothing_of_who_looked_before(hellos: tuple[Lobby, Evening]) -> None:
    lobby, evening = hellos
    evening.press(GREY, "make-wish", wish=7)
    phone = evening.sit(GREY, lobby)
    phone.see("wish 7")
    sit_in_browser(phone.page, evening.server.url, evening.code, evening.tokens[LAMP])
    phone.tap("#hold-both")
    phone.tap("#look")
    phone.tap(f"#pass-{GREY}")
    for _ in range(3):
        phone.page.go_back()
        phone.not_see("wish 7")


def test_a_freed_seat_is_taken_by_another_phone_and_the_lost_one_is_told(hellos: tuple[Lobby, Evening]) -> None:
    lobby, evening = hellos
    lost, referee = evening.sit(LAMP, lobby), evening.sit("referee", lobby)
    referee.page.goto(f"{evening.server.url}/t/{evening.code}/seats")
    referee.tap(f"#free-{LAMP}-go")
    found = Phone(lobby.context(), evening.code)
    found.page.goto(f"{evening.server.url}/t/{evening.code}/seats")
    found.tap(f"#sit-{LAMP}-go")
    expect(found.find("#open-choose-window")).to_be_visible()
    lost.page.reload()
    lost.see("the seat is free")
    expect(lost.find("#open-choose-window")).to_have_count(0)

"""A freed seat, one phone that holds both seats, a code shown again: on real phones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.page_checks import check
from tests.browser.phone_pool import Drawer
from tests.browser.phones import Lobby, Phone
from tests.browser.table_fixture import Evening
from tests.server import Server, serving
from tests.toy_game.playing import GREY, LAMP


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
    phone.page.goto(f"{evening.server.url}/t/{evening.code}/seats")
    phone.tap(f"#sit-{LAMP}-go")
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
    phone.page.goto(f"{evening.server.url}/t/{evening.code}/seats")
    phone.tap(f"#sit-{LAMP}-go")
    phone.tap("#hold-both")
    phone.tap("#look")
    phone.tap(f"#pass-{GREY}")
    for _ in range(3):
        phone.page.go_back()
        phone.not_see("wish 7")


def test_a_seat_of_a_tablet_is_no_higher_than_what_it_says(hellos: tuple[Lobby, Evening]) -> None:
    lobby, evening = hellos
    evening.sit(GREY, lobby)
    tablet = Phone(lobby.context(viewport={"width": 820, "height": 1180}), evening.code)
    tablet.page.goto(f"{lobby.url}/t/{evening.code}/seats")
    empty = """chair => {
      const {bottom} = chair.lastElementChild.getBoundingClientRect();
      return chair.getBoundingClientRect().bottom - bottom;
    }"""
    assert tablet.find(f"#chair-{GREY}").evaluate(empty) < 30


def test_a_freed_seat_is_taken_by_another_phone_and_the_lost_one_is_told(hellos: tuple[Lobby, Evening]) -> None:
    lobby, evening = hellos
    lost, referee = evening.sit(LAMP, lobby), evening.sit("referee", lobby)
    referee.page.goto(f"{evening.server.url}/t/{evening.code}/seats")
    referee.tap(f"#free-{LAMP}-go")
    found = Phone(lobby.context(), evening.code)
    found.page.goto(f"{evening.server.url}/t/{evening.code}/seats")
    found.tap(f"#sit-{LAMP}-go")
    expect(found.find("#open-choose-window")).to_be_visible()
    lost.see("the seat is free")  # by itself: its stream has ended
    expect(lost.find("#open-choose-window")).to_have_count(0)


@pytest.mark.parametrize("safe", [True, False], ids=["https", "http"])
def test_the_link_of_a_seat_is_copied_with_a_tap(lobby: Lobby, safe: bool) -> None:
    host = lobby.open()
    host.page.evaluate(COPIES, safe)
    link = host.find("#qr-german a").get_attribute("href")
    expect(host.find("#qr-german input")).to_have_value(str(link))
    host.find("#qr-german button").tap()
    expect(host.find("#qr-german button")).to_have_text("Copied")
    assert host.page.evaluate("window.copied") == link
    expect(host.find("#qr-allied button")).to_have_text("Copy the link")


def test_without_scripts_the_link_of_a_seat_stands_there_to_be_sent(lobby: Lobby) -> None:
    host = lobby.open(scripts=False)
    expect(host.find("#qr-german input")).to_be_visible()
    expect(host.find("#qr-german button")).to_be_hidden()


COPIES = """safe => {
  const clipboard = {writeText: async text => { window.copied = text; }};
  Object.defineProperty(navigator, 'clipboard', {value: safe ? clipboard : undefined});
  document.execCommand = () => {
    const {value, selectionStart, selectionEnd} = document.activeElement;
    window.copied = value.slice(selectionStart, selectionEnd);
    return true;
  };
}"""
"""A browser copies by its clipboard only over https."""


@pytest.fixture(params=["sqlite", "postgresql"])
def either(request: pytest.FixtureRequest, drawer: Drawer, tmp_path: Path) -> Iterator[Lobby]:
    """Phones for a server whose tables are in SQLite, or in PostgreSQL."""
    if request.param == "sqlite":
        yield request.getfixturevalue("lobby")
        return
    request.getfixturevalue("address")
    with serving(tmp_path) as server:
        lobby = Lobby(drawer, server.url)
        yield lobby
        lobby.close()


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_scanned_code_sits_down_and_counts_once(either: Lobby, scripts: bool) -> None:
    lobby = either
    host = lobby.open(scripts=scripts)
    link = host.find("#qr-german a").first.get_attribute("href") or ""
    phone = lobby.join(host, "german", scripts=scripts)
    phone.see("My force")
    assert not phone.complaints
    late = Phone(lobby.context(scripts=scripts), host.code)
    late.page.goto(lobby.here(link))
    late.see("This code has already been used")
    phone.page.goto(lobby.here(link))
    phone.see("My force")
    phone.page.goto(f"{lobby.url}/t/{host.code}/seats")
    phone.tap("#invite-german-go")
    expect(phone.find("#qr-german a").first).to_be_visible()
    second = lobby.join(phone, "german", scripts=scripts)
    second.see("My force")

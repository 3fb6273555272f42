"""The phone's own Back puts a sheet away, leaves the board where it was, and loses no dice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.phone_pool import Drawer
from tests.browser.phones import Lobby, Phone
from tests.browser.table_fixture import Evening
from tests.server import Server
from tests.toy_game.playing import GREY


@pytest.fixture
def moth(drawer: Drawer, hello: Server) -> Iterator[Phone]:
    """The phone of a moth that may fly."""
    lobby, evening = Lobby(drawer, hello.url), Evening(hello)
    evening.windows()
    phone = evening.sit(GREY, lobby)
    yield phone
    assert not phone.complaints
    lobby.close()


def test_back_closes_the_sheet_and_keeps_typed_dice(moth: Phone) -> None:
    board = moth.page.url
    moth.tap("#open-fly")
    moth.tap(".face[value=wind]")
    moth.page.go_back()
    expect(moth.find("#sheet")).to_be_hidden()
    assert moth.page.url == board
    moth.tap("#open-fly")
    expect(moth.find(".slot").first).to_have_text("wind")
    moth.tap("#sheet a.close")
    expect(moth.find("#sheet")).to_be_hidden()
    moth.tap("#open-fly")
    moth.tap("#form-1-table")
    moth.read_result()
    assert moth.page.evaluate("history.state") is None
    moth.tap("#where")
    expect(moth.find("#sheet")).to_be_hidden()
    assert moth.page.url == board

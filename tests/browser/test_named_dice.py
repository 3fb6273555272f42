"""Dice whose faces have names: tapped on the pad by their words, typed by their places."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phone_pool import Drawer
from tests.browser.phones import Lobby
from tests.browser.table_fixture import Evening
from tests.server import Server
from tests.toy_game.playing import GREY


@pytest.fixture
def flight(drawer: Drawer, hello: Server) -> Iterator[Page]:
    """The sheet of a flight, on the phone of the moth that flies first."""
    lobby, evening = Lobby(drawer, hello.url), Evening(hello)
    evening.windows()
    page = evening.sit(GREY, lobby).page
    page.goto(f"{hello.url}/t/{evening.code}/do/fly")
    yield page
    lobby.close()


def test_each_face_is_a_button_that_says_its_word(flight: Page) -> None:
    faces = flight.locator(".faces .face")
    assert faces.evaluate_all("faces => faces.map(face => face.ariaLabel)") == ["flame", "shade", "wind"]
    faces.nth(1).tap()
    expect(flight.locator(".slot").first).to_have_text("shade")
    expect(flight.locator(".slot").first).to_have_attribute("aria-label", "shade, remove")


def test_a_digit_is_the_place_of_a_face(flight: Page) -> None:
    for key in ("3", "9", "1"):
        flight.keyboard.press(key)
    assert flight.locator(".die input:checked").evaluate_all("all => all.map(one => one.value)") == ["wind", "flame"]
    flight.keyboard.press("Backspace")
    assert flight.locator(".die input:checked").evaluate_all("all => all.map(one => one.value)") == ["wind"]


def test_typed_faces_are_rolled_by_hand(flight: Page) -> None:
    flight.keyboard.press("1")
    flight.keyboard.press("2")
    flight.locator("button[value=hand]").tap()
    expect(flight.locator("#sheet .rolled")).to_have_attribute("aria-label", "Dice: flame, shade")

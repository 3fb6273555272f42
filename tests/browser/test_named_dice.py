"""Dice whose faces have names: tapped on the pad by their words, typed by their places."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.phones import PHONE
from tests.server import Server, running


@pytest.fixture(scope="module")
def hello(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server with Hello on its shelf."""
    folder: Path = tmp_path_factory.mktemp("hello")
    with running(["-m", "tests.hello", "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(folder)]) as served:
        yield served


@pytest.fixture
def flight(browser: Browser, hello: Server) -> Iterator[Page]:
    """The sheet of a flight, on the phone of the moth that flies first."""
    table = hello.ask("POST", "/api/tables", {"game": "hello"}).json
    code, tokens = table["code"], table["seats"]

    def press(seat: str, command: str, **fields: str) -> None:
        asked = {"command": command, "key": f"{seat} {command}", "seen": 0, **fields}
        assert hello.ask("POST", f"/api/tables/{code}/commands", asked, tokens[seat]).status == 200

    waiting = hello.ask("GET", f"/api/tables/{code}", token=tokens["lamp"]).json["state"]["waiting"]
    press(next(one["seat"] for one in waiting if one["side"] == "moths"), "choose-window", window="north")
    press("lamp", "choose-window", window="east")
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.goto(f"{hello.url}/t/{code}/join/{tokens['grey-moth']}")
    page.goto(f"{hello.url}/t/{code}/do/fly")
    yield page
    context.close()


def test_each_face_is_a_button_that_says_its_word(flight: Page) -> None:
    faces = flight.locator(".faces .face")
    assert faces.evaluate_all("faces => faces.map(face => face.ariaLabel)") == ["flame", "shade", "wind"]
    faces.nth(1).tap()
    expect(flight.locator(".slot").first).to_have_text("shade")
    expect(flight.locator(".slot").first).to_have_attribute("aria-label", "shade, take away")


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

"""A finger that comes down twice on one place has pressed once; what it means in between is heard."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.drawer import Drawer
from tests.browser.evening import Evening
from tests.browser.phones import Lobby, Phone
from tests.hello.playing import GREY
from tests.server import Server

PRESS = """([selector, x, y]) => document.querySelector(selector)
  .dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, clientX: x, clientY: y}))"""


@pytest.fixture
def moth(drawer: Drawer, hello: Server) -> Iterator[Phone]:
    """The phone of the moth that flies first; its clock stands still, so that every press is soon after the last."""
    lobby, evening = Lobby(drawer, hello.url), Evening(hello)
    evening.windows()
    phone = evening.sit(GREY, lobby)
    phone.page.evaluate("() => { const now = Date.now(); Date.now = () => now; }")
    yield phone
    assert not phone.complaints
    lobby.close()


def press(phone: Phone, selector: str, x: int) -> None:
    """A finger on this place of the screen, which lies over this."""
    phone.find(selector).first.wait_for()
    phone.page.evaluate(PRESS, [selector, x, 700])


def test_the_second_tap_of_a_double_tap_types_no_die(moth: Phone) -> None:
    press(moth, "#open-fly", 200)
    press(moth, ".face[value=wind]", 210)
    expect(moth.find(".tally")).to_have_text("0 / 2")


def test_a_tap_that_comes_back_from_elsewhere_is_heard(moth: Phone) -> None:
    press(moth, "#open-fly", 200)
    press(moth, ".face[value=wind]", 100)
    press(moth, ".face[value=shade]", 210)
    expect(moth.find(".tally")).to_have_text("2 / 2")

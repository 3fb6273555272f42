"""A finger that comes down twice on one place has pressed once; what it means in between is heard."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Route, expect

from tests.browser.phone_pool import Drawer
from tests.browser.phones import Lobby, Phone
from tests.browser.started_tables import FORCES, Begun
from tests.browser.table_fixture import Evening
from tests.browser.thumb import DOUBLE_TAP
from tests.server import Server
from tests.toy_game.playing import GREY

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


SLOW, SOON, LATER = 0.5, 60, 400
GRUNT, SECOND = "grunt-ape-1", "grunt-ape-2"
AGAIN = """async ([selector, pause]) => {
  const wait = ms => new Promise(done => setTimeout(done, ms));
  const seen = () => document.querySelector('#board').dataset.seq;
  const {x, y, width, height} = document.querySelector(selector).getBoundingClientRect(), before = seen();
  const at = {bubbles: true, cancelable: true, clientX: x + width / 2, clientY: y + height / 2};
  const tap = () => document.elementFromPoint(at.clientX, at.clientY).dispatchEvent(new MouseEvent('click', at));
  tap();
  while (seen() === before) await wait(5);
  await wait(pause);
  tap();
  await wait(50);
  while (document.querySelector('[aria-busy=true]')) await wait(5);
}"""
"""Taps a place, and again so long after the answer is there."""


def late(route: Route) -> None:
    """An answer over a slow network."""
    answer = route.fetch()
    time.sleep(SLOW)
    route.fulfill(response=answer)


@pytest.mark.parametrize(("pause", "activated"), [(SOON, [GRUNT]), (LATER, [GRUNT, SECOND])])
def test_what_an_answer_just_brought_under_the_finger_is_not_tapped_unseen(
    lobby: Lobby, pause: int, activated: list[str]
) -> None:
    table = Begun(lobby).choose(*FORCES).on()
    phone = table.sit("allied")
    phone.page.route("**/do/*", late)
    phone.page.evaluate(AGAIN, ["#activate-next-go", pause])
    models = table.look()["models"]
    assert [name for name in (GRUNT, SECOND) if models[name]["activated"]] == activated


def test_the_same_action_is_tapped_as_soon_as_it_is_there_again(lobby: Lobby) -> None:
    table = Begun(lobby).choose(*FORCES).on().enter(GRUNT)
    phone = table.sit("allied")
    phone.page.route("**/do/*", late)
    phone.page.evaluate(AGAIN, ["#turn-go", SOON])
    assert table.look()["models"][GRUNT]["ap"] == 0


def test_a_card_that_is_tapped_again_and_again_stays_under_the_thumb(lobby: Lobby) -> None:
    table = Begun(lobby)
    phone = table.sit("german")
    stood = phone.find("#add-sturmzombie").bounding_box()
    for count in (1, 2):
        phone.tap("#add-sturmzombie-go")
        phone.see(f"× {count}")
    assert phone.find("a#add-sturmzombie").bounding_box() == phone.find("#add-sturmzombie").bounding_box() == stood
    phone.page.wait_for_timeout(DOUBLE_TAP)
    phone.find("a#add-sturmzombie").tap(force=True)
    expect(phone.find("#notice")).to_contain_text("exceeds the 6 RP")
    phone.see("× 2")

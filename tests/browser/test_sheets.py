"""Long sheets: their buttons hide nothing, and dice are entered in sight; settings are there where they can be set."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.phones import Lobby, Phone
from tests.browser.started_tables import FORCES, Begun
from tests.browser.test_three_phones import ONE, swarmed

ON_TOP = """selector => [...document.querySelectorAll(selector)].map(element => {
  const {x, y, width, height} = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})"""
"""Whether each of these is what lies on top in its middle."""
BELOW = """() => {
  const lowest = document.elementFromPoint(innerWidth / 2, innerHeight - 2);
  return lowest.closest('.roll, .twin') !== null || lowest.closest('#sheet form') === null;
}"""
"""Whether nothing of the form shows below its buttons."""
FOCUSED = """() => {
  const element = document.activeElement, {x, y, width, height} = element.getBoundingClientRect();
  if (element === document.body) return ['', true];  // between the last and the first: the bars of the browser
  const place = element.closest('label') ?? element;
  return [place.innerText || element.name, place.contains(document.elementFromPoint(x + width / 2, y + height / 2))];
}"""


@pytest.fixture
def volley(lobby: Lobby) -> Any:
    """Opens a long sheet with dice on a phone of this size."""
    field = swarmed(lobby)
    field.on("fire")

    def opened(width: int, height: int) -> Phone:
        phone = field.sit(ONE, language="es", viewport={"width": width, "height": height})
        phone.tap("#team-2-burst-4")
        return phone

    return opened


def test_dice_are_entered_in_sight_above_buttons_that_reach_down_to_the_edge(volley: Any) -> None:
    for width, height in ((375, 600), (320, 568)):
        phone = volley(width, height)
        phone.find("#sheet label:has([name=distance][value='24'])").tap()
        expect(phone.find("#sheet .odds").first).to_be_visible()
        assert phone.find("#sheet").evaluate("sheet => sheet.scrollHeight > sheet.clientHeight")
        assert phone.page.evaluate(ON_TOP, "#sheet .face") == [True] * 6
        assert phone.page.evaluate(BELOW)


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_what_a_keyboard_comes_to_in_a_sheet_is_not_below_its_buttons(volley: Any, size: tuple[int, int]) -> None:
    phone = volley(*size)
    assert phone.page.evaluate(BELOW)
    hidden = []
    for _ in range(14):
        phone.page.keyboard.press("Tab")
        what, seen = phone.page.evaluate(FOCUSED)
        hidden += [] if seen else [what]
    assert hidden == []


@pytest.mark.parametrize("scripts", [True, False])
def test_a_phone_without_scripts_is_offered_no_settings_that_need_them(lobby: Lobby, scripts: bool) -> None:
    phone = Begun(lobby).sit("allied", scripts=scripts)
    phone.page.goto(f"{lobby.url}/t/{phone.code}/more")
    assert phone.find(".settings").is_visible() is scripts


def test_what_others_did_lies_on_nothing_where_no_script_puts_it_away(lobby: Lobby) -> None:
    table = Begun(lobby).choose(*FORCES).on()
    table.press("allied", "activate", model="grunt-ape-1")
    phone = table.sit("german", scripts=False)
    head, news, pools = (phone.find(selector).bounding_box() for selector in ("#status", "#news a", "#pools"))
    assert head
    assert news
    assert pools
    assert head["y"] + head["height"] <= news["y"] < news["y"] + news["height"] <= pools["y"]

"""What opens is in sight wherever a phone was scrolled to, and what is told covers neither headings nor questions."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.phones import Lobby, Phone
from tests.browser.started_tables import FORCES, Begun

COVERED = """what => {
  const toast = document.querySelector(what), over = toast.getBoundingClientRect();
  const shown = element => element.getClientRects().length && getComputedStyle(element).visibility !== 'hidden';
  const telling = 'h1, h2, h3, .headline, .prompt, .asked-back, [role=dialog] :is(p, legend, button)';
  return [...document.querySelectorAll(telling)]
    .filter(element => shown(element) && !element.closest('[inert]'))
    .filter(element => !toast.contains(element) && !element.contains(toast))
    .filter(element => {
      const {left, right, top, bottom} = element.getBoundingClientRect();
      return left < over.right && right > over.left && top < over.bottom - 1 && bottom > over.top + 1 && bottom > 0;
    })
    .map(element => element.textContent.trim());
}"""
"""The headings and questions that a toast lies on."""
BETWEEN = """what => {
  const [{top, bottom}, status, dock] =
    [what, '#status', '#next'].map(part => document.querySelector(part).getBoundingClientRect());
  return top >= status.bottom && bottom <= dock.top;
}"""
BELOW_CLOSE = """() => {
  const close = document.querySelector('.result > .close').getBoundingClientRect(), range = document.createRange();
  const over = ({right, bottom, top}) => right > close.left + 1 && bottom > close.top && top < close.bottom - 1;
  return [...document.querySelectorAll('.result p')].filter(line => {
    range.selectNodeContents(line);
    return [...range.getClientRects()].some(over);
  }).map(line => line.textContent);
}"""
"""The lines of a result on which the link lies that closes it."""
TOPS = """() => [...document.querySelectorAll('h1, h2')].map(
  one => [one.textContent.trim(), one.getBoundingClientRect().top]
)"""


def begun(lobby: Lobby) -> Begun:
    return Begun(lobby).choose(*FORCES).on()


def scrolled(phone: Phone) -> None:
    phone.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")


@pytest.mark.parametrize("path", ["", "/do/activate"])
def test_a_sheet_opened_after_scrolling_is_in_sight(lobby: Lobby, path: str) -> None:
    phone = begun(lobby).sit("allied", viewport={"width": 390, "height": 640})
    phone.page.goto(f"{lobby.url}/t/{phone.code}{path}")
    if path:
        expect(phone.find("#sheet-title")).to_be_in_viewport()
    scrolled(phone)
    phone.find("#activate-next-go").wait_for()
    phone.tap("#open-advance")
    expect(phone.find("#sheet-title")).to_be_in_viewport(ratio=1)
    expect(phone.find("#sheet button.main").last).to_be_in_viewport(ratio=1)
    assert phone.find("#sheet").evaluate("sheet => sheet.contains(document.activeElement)")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 640)])
def test_who_is_activated_is_in_sight_above_the_dock(lobby: Lobby, width: int, height: int) -> None:
    table = Begun(lobby, rp={"allied": 12, "german": 12}).choose(["grunt-ape"] * 2, ["sturmzombie"] * 4).on("german")
    phone = table.sit("german", viewport={"width": width, "height": height})
    for tapped, zombie in (("#activate-sturmzombie-12-go", 12), ("#activate-next-go", 1)):
        phone.tap(tapped)
        phone.find("#acting").get_by_text(f"Sturmzombie {zombie} ·").wait_for()
        assert phone.page.evaluate(BETWEEN, f"#model-sturmzombie-{zombie}")
        # still so when it has moved; a thumb does not scroll before it taps
        phone.find("#move-forward-go").evaluate("button => button.click()")
        phone.find("#acting").get_by_text("AP 1").wait_for()
        phone.page.wait_for_function(BETWEEN, arg=f"#model-sturmzombie-{zombie}")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("far", [0, 120, 10_000])
def test_what_others_did_covers_neither_headings_nor_questions(lobby: Lobby, language: str, far: int) -> None:
    table = begun(lobby)
    phone = table.sit("german", language=language, viewport={"width": 360, "height": 640})
    phone.page.evaluate("far => scrollTo(0, far)", far)
    seen = [what for what, top in phone.page.evaluate(TOPS) if 0 <= top < 640]
    table.press("allied", "activate", model="grunt-ape-1")
    expect(phone.find("#news a")).to_be_visible()
    expect(phone.find("#news a")).to_be_in_viewport()
    covered = phone.page.evaluate(COVERED, "#news a")
    assert [what for what in covered if what in seen] == []


def test_what_is_refused_covers_neither_headings_nor_the_sheet(lobby: Lobby) -> None:
    table = begun(lobby)
    phone = table.sit("allied", viewport={"width": 320, "height": 400})
    phone.tap("#open-advance")
    for box in phone.find("#sheet [name=models]").all():
        box.uncheck(force=True)
    notice = phone.find("#notice")
    phone.find("#form-1-go").tap()
    expect(notice).not_to_be_empty()
    assert phone.page.evaluate(COVERED, "#notice") == []


def test_what_is_refused_leads_to_the_board_on_which_a_tap_makes_a_house_ruling(lobby: Lobby) -> None:
    phone = Begun(lobby).choose(*FORCES).sit("allied", viewport={"width": 320, "height": 640})
    phone.page.locator("#bid-4 input[name=cp]").evaluate("field => field.value = 40")
    phone.tap("#bid-4-go")
    phone.tap("#overrule")
    expect(phone.find("#notice")).to_be_empty()
    expect(phone.find("#correct")).to_be_in_viewport(ratio=1)
    phone.tap("#model-grunt-ape-1 .correct")
    expect(phone.find("#sheet h2")).to_have_text("House ruling: Grunt APE 1")


@pytest.mark.parametrize("width", [320, 390])
def test_what_closes_a_result_lies_on_no_line_of_it(lobby: Lobby, width: int) -> None:
    table = begun(lobby)
    table.press("allied", "advance", models=["grunt-ape-1", "grunt-ape-2"], squares=3)
    phone = table.sit("german", language="es", viewport={"width": width, "height": 640})
    phone.page.goto(f"{phone.page.url}?result={phone.seq()}")
    expect(phone.find(".result > p").nth(2)).to_be_attached()
    assert phone.page.evaluate(BELOW_CLOSE) == []


def test_a_board_whose_turn_begins_is_read_from_its_top(lobby: Lobby) -> None:
    table = begun(lobby)
    phone = table.sit("german", viewport={"width": 360, "height": 640})
    scrolled(phone)
    assert phone.page.evaluate("scrollY") > 0
    table.press("allied", "done", reaction_fire=[])
    phone.see("Germans act")
    phone.page.wait_for_function("scrollY === 0")
    scrolled(phone)
    table.press("german", "activate", model="sturmzombie-1")
    phone.find("#acting").get_by_text("Sturmzombie 1").wait_for()
    assert phone.page.evaluate("scrollY") > 0, "only a new turn scrolls"


@pytest.mark.parametrize(("width", "height", "zombies"), [(1024, 768, 1), (1024, 768, 4), (768, 1024, 4)])
def test_a_tablet_shows_a_hand_in_rows_of_whole_cards(lobby: Lobby, width: int, height: int, zombies: int) -> None:
    begun = Begun(lobby, rp={"allied": 12, "german": 3 * zombies})
    table = begun.choose(["grunt-ape"] * 2, ["sturmzombie"] * zombies)
    phone = table.on("german").sit("german", viewport={"width": width, "height": height})
    phone.find(".battle-card").first.wait_for()
    cards = [card.bounding_box() for card in phone.find(".battle-card").all()]
    force, dock = phone.find("#mine").bounding_box(), phone.find("#next").bounding_box()
    for card in cards:
        assert card["width"] >= 216
        assert card["x"] + card["width"] <= width
        assert card["y"] + card["height"] <= dock["y"]
        # a lone zombie leaves room for the hand below it
        assert zombies > 1 or force["x"] <= card["x"] < force["x"] + force["width"]

"""Two phones: what one did stands on top of the other, and a press is taken back with the other side's word, or not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.phone_pool import Drawer
from tests.browser.phones import Lobby, Phone
from tests.browser.table_fixture import Evening
from tests.browser.test_two_phones import to_melee
from tests.server import Server
from tests.toy_game.playing import GREY, LAMP


@pytest.fixture
def flown(drawer: Drawer, hello: Server) -> Iterator[tuple[Phone, Phone]]:
    """The phone of a moth that has flown, and that of the lamp."""
    lobby, evening = Lobby(drawer, hello.url), Evening(hello)
    evening.windows()
    moth, lamp = evening.sit(GREY, lobby), evening.sit(LAMP, lobby)
    moth.tap("#open-fly")
    moth.tap("#form-1-table")
    moth.read_result()
    yield moth, lamp
    assert not moth.complaints
    assert not lamp.complaints
    lobby.close()


def ask(moth: Phone, reason: str) -> None:
    """Ask to take the flight back."""
    moth.tap("a#take-back")
    moth.find("#form-1-reason").fill(reason)
    moth.tap("#form-1-go")


def test_what_one_did_stands_on_top_of_the_other_until_it_is_tapped(flown: tuple[Phone, Phone]) -> None:
    moth, lamp = flown
    news = lamp.find("#news")
    expect(news).to_contain_text("Grey moth flies")
    expect(news.locator(".rolled .face-name")).to_have_count(2)
    told, below = (lamp.find(what).bounding_box() for what in ("#news a", "#moths"))
    assert told
    assert below
    assert told["y"] + told["height"] <= below["y"], "it covers nothing"
    expect(moth.find("#news")).to_have_class("sr")
    expect(lamp.page).to_have_title(f"Moths to act · {lamp.code} · Adjutant")
    lamp.tap("#news a")
    expect(news).to_have_class("sr")
    above = lamp.find("#moths").bounding_box()
    assert above
    assert above["y"] < below["y"], "its place is given back"
    lamp.page.reload()
    expect(news).to_have_class("sr")


FOOT = "document.querySelector('#last').getBoundingClientRect().bottom"
LONG_READ = "link => link.getAnimations().map(read => { read.currentTime += 60000; })"
"""A minute passes for what goes by itself."""


def test_what_one_did_is_quiet_once_read_and_goes_with_the_next_tap(flown: tuple[Phone, Phone]) -> None:
    moth, lamp = flown
    told = lamp.find("#news a")
    told.focus()
    expect(told).to_have_css("animation-play-state", "paused")
    expect(told).to_be_visible()
    told.blur()
    expect(told).to_have_css("animation-play-state", "running")
    below = lamp.find("#moths").bounding_box()
    told.evaluate(LONG_READ)
    expect(lamp.find("#news")).to_have_class("past")
    expect(told).to_be_visible()  # its room is not left empty
    assert lamp.find("#moths").bounding_box() == below, "nothing moves by itself"
    lamp.tap("#where")
    expect(lamp.find("#news")).to_have_class("sr")
    assert lamp.find("#moths").bounding_box() != below, "its place is given back"
    ask(moth, "the wrong moth")
    expect(lamp.find("#asked-back")).to_contain_text("the wrong moth")
    expect(told).to_be_hidden()  # the request tells itself
    moth.tap("#withdraw-take-back-go")
    expect(told).to_be_visible()


def test_what_one_did_goes_from_a_page_that_is_scrolled_and_moves_nothing(drawer: Drawer, hello: Server) -> None:
    lobby, evening = Lobby(drawer, hello.url), Evening(hello)
    evening.windows()
    moth, lamp = evening.sit(GREY, lobby), evening.sit(LAMP, lobby)
    lamp.page.set_viewport_size({"width": 320, "height": 240})
    moth.tap("#open-fly")
    moth.tap("#form-1-table")
    told = lamp.find("#news a")
    expect(told).to_be_visible()
    lamp.page.evaluate("scrollTo(0, 200)")
    before = lamp.page.evaluate(FOOT)
    told.evaluate(LONG_READ)
    expect(lamp.find("#news")).to_have_class("past")
    lamp.page.mouse.click(160, 120)
    expect(lamp.find("#news")).to_have_class("sr")
    assert lamp.page.evaluate(FOOT) == pytest.approx(before, abs=1)
    lobby.close()


def test_what_one_did_is_told_whole(flown: tuple[Phone, Phone]) -> None:
    _, lamp = flown
    line = lamp.find("#news .line")
    line.evaluate("line => { line.textContent += ' and what came of it is told in many more words'.repeat(6); }")
    assert line.evaluate("line => line.scrollHeight <= line.clientHeight && line.clientHeight > 100")
    box = lamp.find("#news a").bounding_box()
    assert box
    assert line.evaluate("(line, foot) => line.getBoundingClientRect().bottom <= foot", box["y"] + box["height"])


def test_a_small_phone_tells_a_sentence_whole(flown: tuple[Phone, Phone]) -> None:
    _, lamp = flown
    lamp.page.set_viewport_size({"width": 320, "height": 640})
    line = lamp.find("#news .line")
    line.evaluate("line => { line.textContent = 'Las polillas terminan su turno y no tienen más '.repeat(4); }")
    assert line.evaluate("line => line.scrollHeight <= line.clientHeight")


def test_whose_answer_is_needed_stays_above_a_request(flown: tuple[Phone, Phone]) -> None:
    moth, lamp = flown
    expect(lamp.find("#news a")).to_be_visible()
    ask(moth, "the wrong moth")
    expect(lamp.find("#your-turn")).to_be_visible()
    lamp.page.evaluate("document.querySelector('main').style.minHeight = '3000px'; scrollTo(0, 200)")
    expect(lamp.find("#status")).to_be_in_viewport(ratio=1)


def test_the_question_is_in_sight_wherever_the_other_phone_was_scrolled_to(lobby: Lobby) -> None:
    allied, german = to_melee(lobby)
    german.tap("#open-melee")
    german.tap("button[name=by][value=table]")
    german.read_result()
    allied.page.set_viewport_size({"width": 320, "height": 480})
    allied.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    ask(german, "the wrong zombie")
    for answer in ("#allow-take-back-go", "#refuse-take-back-go"):
        expect(allied.find(answer)).to_be_in_viewport(ratio=1)


def test_the_other_phone_says_no_and_the_press_stands(flown: tuple[Phone, Phone]) -> None:
    moth, lamp = flown
    ask(moth, "the wrong moth")
    moth.see("Nobody can act until then")
    lamp.see("Reason: the wrong moth")
    expect(lamp.page).to_have_title(f"Moths to act · your answer is needed · {lamp.code} · Adjutant")
    lamp.tap("#refuse-because")
    lamp.find("#form-1-reason").fill("too late")
    lamp.tap("#form-1-go")
    expect(lamp.find("#asked-back")).to_have_count(0)
    expect(moth.find("#news")).to_contain_text("undo refused (too late).")
    expect(moth.find("#on-table")).not_to_contain_text("back to where it was")


def test_the_other_phone_says_yes_and_both_list_what_is_put_back(flown: tuple[Phone, Phone]) -> None:
    moth, lamp = flown
    faces = lamp.find("#news .rolled").get_attribute("aria-label")
    ask(moth, "")
    lamp.tap("#allow-take-back-go")
    for phone in flown:
        expect(phone.find("#on-table")).to_contain_text("Grey moth: back to where it was.")
    moth.tap("#on-table #tick-off-all-go")
    for phone in flown:
        expect(phone.find("#on-table")).to_have_count(0)
    moth.tap("#open-fly")
    moth.tap("#form-1-table")
    expect(moth.find("#sheet .rolled")).to_have_attribute("aria-label", str(faces))
    expect(moth.find("#sheet")).to_contain_text("the same dice as before the undo")
    moth.read_result()
    expect(moth.find("#on-table")).not_to_contain_text("back to where it was")


def test_a_tap_on_the_list_behind_a_result_shows_it(drawer: Drawer, hello: Server) -> None:
    lobby, evening = Lobby(drawer, hello.url), Evening(hello)
    evening.windows()
    moth = evening.sit(GREY, lobby)
    moth.tap("#open-fly")
    moth.tap("#form-1-table")
    moth.find("#sheet.result").wait_for()
    expect(moth.find("#on-table li")).not_to_be_visible()
    moth.tap("#on-table > summary")
    expect(moth.find("#on-table li")).to_be_visible()
    lobby.close()


def test_a_small_phone_folds_what_is_to_be_done_but_not_what_is_put_back(drawer: Drawer, hello: Server) -> None:
    lobby, evening = Lobby(drawer, hello.url), Evening(hello)
    evening.windows()
    moth, lamp = evening.sit(GREY, lobby), evening.sit(LAMP, lobby)
    lamp.page.set_viewport_size({"width": 320, "height": 640})
    lamp.page.reload()
    moth.tap("#open-fly")
    moth.tap("#form-1-table")
    moth.read_result()
    expect(lamp.find("details#on-table:not([open]) summary")).to_have_text("To do on the table: 1")
    expect(moth.find("details#on-table[open]")).to_have_count(1)
    lamp.tap("#on-table summary")
    expect(lamp.find("#on-table li")).to_be_in_viewport()
    lamp.tap("#on-table summary")
    ask(moth, "")
    lamp.tap("#allow-take-back-go")
    expect(lamp.find("details#on-table[open] [data-back] li")).to_be_in_viewport(ratio=1)
    lobby.close()

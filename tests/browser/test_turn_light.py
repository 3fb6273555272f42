"""The turn light: a phone that must act or answer says so and vibrates once; results go with the next tap."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_checks import check
from tests.browser.phones import Lobby, Phone
from tests.browser.started_tables import FORCES, Begun
from tests.browser.test_map import SALT, OnTheMap
from tests.browser.test_three_phones import BRAIN, ONE, TWO, Battlefield
from tests.browser.test_two_phones import typed
from tests.browser.test_walls_of_all_games import on_wall, shooting

SPY = """() => Object.defineProperty(Navigator.prototype, 'vibrate', {
  value: pattern => { (window.felt ??= []).push(pattern); return true; }})"""
HEAD = "head => getComputedStyle(head).backgroundColor"
SIDE = """body => {
  const one = document.createElement('i');
  one.style.color = 'var(--side)';
  body.append(one);
  const {color} = getComputedStyle(one);
  one.remove();
  return color;
}"""
NOTHING = "rgba(0, 0, 0, 0)"
PAPER = "rgb(244, 239, 227)"
"""Not lit: the ground of the page, since what is scrolled goes under the head."""


def felt(phone: Phone) -> int:
    return int(phone.page.evaluate("(window.felt ?? []).length"))


def is_lit(page: Page, text: str = "Your turn") -> None:
    expect(page.locator("#your-turn")).to_have_text(text)
    colours = [page.locator("#status").evaluate(HEAD), page.locator("body").evaluate(SIDE)]
    assert colours[0] == colours[1] != NOTHING
    assert page.evaluate("getComputedStyle(document.body, '::after').borderLeftColor") == colours[1]


def is_calm(page: Page) -> None:
    expect(page.locator("#your-turn")).to_have_count(0)
    assert page.locator("#status").evaluate(HEAD) == PAPER
    assert page.evaluate("getComputedStyle(document.body, '::after').content") == "none"


def test_a_phone_is_lit_while_it_must_act_and_vibrates_once(lobby: Lobby) -> None:
    table = Begun(lobby).choose(*FORCES).on()
    allied, german = table.pair()
    german.page.evaluate(SPY)
    is_lit(allied.page)
    is_calm(german.page)
    table.done()
    is_lit(german.page)
    is_calm(allied.page)
    assert felt(german) == 1
    table.enter("sturmzombie-1")
    expect(german.find("#model-sturmzombie-1.acting")).to_be_visible()
    is_lit(german.page)
    assert felt(german) == 1


def test_who_is_asked_for_an_undo_is_lit_and_who_asks_is_not(lobby: Lobby) -> None:
    table = shooting(lobby)
    allied, german = table.pair()
    german.page.evaluate(SPY)
    table.press("allied", "fire", model="grunt-ape-1", target="sturmzombie-1", dice=[1, 1, 1])
    is_lit(allied.page)
    table.press("allied", "take-back")
    is_lit(german.page, "Your answer is needed")
    is_calm(allied.page)
    assert felt(german) == 1
    table.press("german", "refuse-take-back")
    is_lit(allied.page)
    is_calm(german.page)
    table.done()
    is_lit(german.page)
    assert felt(german) == 2


def test_every_seat_that_has_something_left_to_do_is_lit(lobby: Lobby) -> None:
    field = Battlefield(lobby)
    phones = {seat: field.sit(seat, language="es") for seat in (ONE, TWO, BRAIN)}
    for seat in (ONE, TWO):
        is_lit(phones[seat].page, "Te toca")
    is_calm(phones[BRAIN].page)
    field.press(ONE, "done")
    is_calm(phones[ONE].page)
    is_lit(phones[TWO].page, "Te toca")


def test_both_sides_are_lit_until_the_battle_begins(lobby: Lobby) -> None:
    table = OnTheMap(lobby, SALT)
    allied, axis = table.sit("allied"), table.sit("axis")
    is_lit(allied.page)
    is_lit(axis.page)
    table.press("axis", "begin-battle")
    is_lit(allied.page)
    is_calm(axis.page)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_lit_phone_is_sound_in_every_light(lobby: Lobby, language: str) -> None:
    table = shooting(lobby)
    phone = table.sit("allied", language=language)
    check(phone, "lit", lights=("light", "dark", "daylight"))


def test_a_result_goes_with_the_next_tap_which_does_what_it_is_meant_to(lobby: Lobby) -> None:
    table = shooting(lobby)
    phone = table.sit("allied")
    phone.tap("#open-fire")
    typed(phone, True, 4, 1, 1)
    result = phone.find("#sheet.result")
    expect(result.locator(".die-shown")).to_have_count(3)
    assert result.locator("a.close, button").count() == 1
    result.locator("summary").first.tap()
    expect(result.locator(".why ol").first).to_be_visible()
    check(phone, "a result over its board")
    phone.tap("#activate-next-go")
    expect(phone.find("#model-grunt-ape-2.acting")).to_be_visible()
    expect(phone.find("#sheet")).to_be_hidden()
    assert phone.complaints == []


def test_a_wall_glows_in_the_colours_of_whoever_is_awaited(lobby: Lobby) -> None:
    table = Begun(lobby).choose(*FORCES)
    wall = on_wall(lobby, table.code, 1280, 720)
    glows = wall.find(".glow i")
    colour = "glow => [getComputedStyle(glow).borderTopColor, getComputedStyle(glow).getPropertyValue('--side').trim()]"
    classes = "every => every.map(one => one.className)"

    def awaited(*sides: str) -> None:
        expect(wall.find("#awaited b")).to_have_text(list(sides))

    awaited("Allies", "Germans")
    assert glows.evaluate_all(classes) == ["allied", "german"]
    table.on()
    awaited("Allies")
    assert glows.evaluate_all(classes) == ["allied"]
    shown, side = glows.evaluate(colour)
    assert shown == wall.page.evaluate(
        "side => { const one = document.createElement('i'); one.style.color = side; document.body.append(one);"
        " return getComputedStyle(one).color }",
        side,
    )
    table.done()
    awaited("Germans")
    assert glows.evaluate_all(classes) == ["german"]


def test_a_wall_does_not_glow_once_the_game_is_over(lobby: Lobby) -> None:
    table = OnTheMap(lobby, SALT)
    table.press("allied", "begin-battle")
    wall = on_wall(lobby, table.code, 1280, 720)
    expect(wall.find(".glow i.allied")).to_have_count(1)
    table.press("allied", "concede")
    expect(wall.find("#outcome")).to_be_visible()
    expect(wall.find(".glow, #awaited")).to_have_count(0)


def test_a_wall_on_which_things_are_to_be_put_back_goes_on_hearing(lobby: Lobby) -> None:
    table = OnTheMap(lobby, SALT)
    table.press("allied", "begin-battle")
    before = on_wall(lobby, table.code, 1280, 720)
    before.find("#dot[data-state=live]").wait_for()
    table.press("allied", "place-piece", piece="road-block", at="G6")
    table.press("allied", "undo")
    expect(before.find("#on-table [data-back]")).to_be_visible()
    opened = on_wall(lobby, table.code, 1280, 720)
    opened.find("#dot[data-state=live]").wait_for()
    table.press("allied", "concede")
    for wall in (before, opened):
        expect(wall.find("#outcome")).to_be_visible()
        assert wall.complaints == []


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_dice_stand_on_a_wall_for_four_seconds_with_one_sentence(lobby: Lobby, motion: str) -> None:
    table = shooting(lobby)
    wall = on_wall(lobby, table.code, 1280, 720, reduced_motion=motion)
    expect(wall.find(".thrown")).to_have_count(0)
    table.press("allied", "fire", model="grunt-ape-1", target="sturmzombie-1", dice=[4, 1, 1])
    thrown = wall.find(".thrown")
    expect(thrown).to_be_visible()
    begun = time.monotonic()
    expect(thrown.locator("p").last).to_have_text("Grunt APE 1 against Sturmzombie 1 – hits: 1, a casualty")
    assert thrown.locator(".hit").count() == 1
    box = thrown.locator("svg").first.bounding_box()
    assert box
    assert box["height"] > 720 / 6
    table.press("allied", "activate", model="grunt-ape-2")
    expect(wall.find("#model-grunt-ape-2.acting")).to_be_attached()
    expect(thrown).to_be_visible()
    expect(thrown).to_be_hidden()
    assert 3 < time.monotonic() - begun < 6
    table.press("allied", "move", model="grunt-ape-2", step="forward")
    wall.see("moves forward")
    expect(thrown).to_be_hidden()


def test_dice_that_were_taken_back_are_not_shown_again(lobby: Lobby) -> None:
    table = shooting(lobby)
    table.press("allied", "fire", model="grunt-ape-1", target="sturmzombie-1", dice=[1, 1, 1])
    wall = on_wall(lobby, table.code, 1280, 720)
    expect(wall.find(".thrown")).to_be_visible()
    table.press("allied", "take-back")
    table.press("german", "allow-take-back")
    expect(wall.find(".thrown")).to_have_count(0)

"""Looking up on a phone: search a rule, open it, ask for a ruling with dice; with scripts and without."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.page_checks import check
from tests.browser.phones import Lobby, Phone
from tests.browser.started_tables import Begun


def phone_of(lobby: Lobby, path: str, **more: Any) -> Phone:
    phone = Phone(lobby.context(**more), "")
    phone.page.goto(lobby.url + path)
    return phone


def roll(phone: Phone, *faces: int, scripts: bool) -> None:
    """Enter dice: on the pad, or a face in each row."""
    for number, face in enumerate(faces):
        if scripts:
            phone.tap(f'.face[value="{face}"]')
        else:
            phone.find(f'input[name="dice.{number}"][value="{face}"]').check(force=True)
    phone.tap("button[name=by][value=hand]")


@pytest.mark.parametrize(("language", "scripts"), [("en", True), ("es", False)])
def test_a_rule_is_searched_and_a_shot_is_judged(lobby: Lobby, language: str, scripts: bool) -> None:
    phone = phone_of(lobby, "/", language=language, scripts=scripts)
    phone.tap("#look-up > summary")
    phone.tap("#look-up a")
    phone.find("#q").fill({"en": "rate of FIRE", "es": "cadencia de FUEGO"}[language])
    if not scripts:
        phone.tap(".search button")
    expect(phone.find("article.rule:visible")).to_have_count(1)
    expect(phone.find("[data-found]")).to_have_text("1")
    phone.tap("article.rule:visible h3 a")
    expect(phone.find("article.rule")).to_contain_text("Cadencia de Fuego")
    phone.tap(".menu li:last-child a")
    phone.tap("a.game[href*='/shoot']")
    phone.tap("label:has(input[value=lmg])")
    phone.tap("#facts button.main")
    expect(phone.find("#needed dd").first).to_have_text("3")
    expect(phone.find("#needed meter").first).to_have_attribute("value", "0.875")
    roll(phone, 1, 4, 6, scripts=scripts)
    expect(phone.find("#result dd").first).to_have_text("2")
    expect(phone.find(".die-shown.hit")).to_have_count(2)
    phone.tap(".why a")
    phone.page.wait_for_url(re.compile("/rules/incursion/shooting.rof$"))
    assert phone.complaints == []


def test_typing_filters_at_once_and_clearing_shows_all(lobby: Lobby) -> None:
    phone = phone_of(lobby, "/rules/incursion", language="es")
    check(phone, "the rules", contrast=False)
    every = phone.find("article.rule:visible").count()
    phone.find("#q").fill("munición")
    some = phone.find("article.rule:visible").count()
    phone.find("#q").fill("MUNICION")
    assert phone.find("article.rule:visible").count() == some < every / 4
    shown = [phone.find(f"{kind}:visible").count() for kind in (".chapter", ".chapters a")]
    assert shown[0] == shown[1] > 0
    phone.find(".chapters a:visible").last.focus()
    phone.page.keyboard.press("Enter")
    expect(phone.find(".chapter:visible h2").last).to_be_in_viewport()
    phone.find("#q").fill("ldv")
    assert 0 < phone.find("article.rule:visible").count() < every / 4
    phone.find("#q").fill("isparo")
    expect(phone.find("#none")).to_be_visible()
    phone.find("#q").fill("xyzzy")
    expect(phone.find("#none")).to_be_visible()
    phone.find("#q").fill("")
    assert phone.find("article.rule:visible").count() == every


def test_a_result_is_an_address_that_another_phone_opens_in_its_own_language(lobby: Lobby) -> None:
    first = phone_of(lobby, "/rulings/incursion/volatile")
    first.page.keyboard.press("2")
    first.tap("button[name=by][value=hand]")
    first.see("it explodes")
    other = phone_of(lobby, first.page.url.removeprefix(lobby.url), language="es")
    other.see("explota")


def test_a_row_is_added_and_its_die_is_asked_for(lobby: Lobby) -> None:
    phone = phone_of(lobby, "/rulings/incursion/blast")
    phone.tap("button[name=more]")
    phone.find('input[name="targets.1.name"]').fill("Hans")
    phone.tap('label:has(input[name="targets.0.behind_closed_door"])')
    phone.tap("#facts button.main")
    expect(phone.find("fieldset.dice")).to_have_count(1)
    phone.page.keyboard.press("6")
    phone.tap("button[name=by][value=hand]")
    expect(phone.find("#result .of").nth(1)).to_contain_text("Hans")
    expect(phone.find("#result .of").nth(1)).to_contain_text("yes")


def test_enter_in_a_number_asks_and_takes_no_row_away(lobby: Lobby) -> None:
    phone = phone_of(lobby, "/rulings/incursion/blast?more=targets")
    phone.find('input[name="targets.0.fortitude"]').press("Enter")
    expect(phone.find("#needed .of")).to_have_count(2)


@pytest.mark.parametrize("theme", ["light", "dark", "daylight"])
def test_looking_up_is_sound_in_every_light(lobby: Lobby, theme: str) -> None:
    phone = phone_of(lobby, "/")
    phone.page.evaluate(f"localStorage.setItem('adjutant.theme', '{theme}')")
    for path in (
        "/rules/incursion?q=fire",
        "/rules/incursion/editions",
        "/rulings/incursion/shoot?by=need&weapon=lmg",
        "/rulings/incursion/shoot?by=hand&weapon=lmg&dice.0=1&dice.1=4&dice.2=6",
        "/rulings/incursion/shoot?by=need&two_gun=1&weapon=lmg",
    ):
        phone.page.goto(lobby.url + path)
        check(phone, f"{path} {theme}")


@pytest.mark.parametrize("page", ["cards", "mission", "log"])
def test_a_page_of_a_table_leads_back_to_it_by_one_link(lobby: Lobby, page: str) -> None:
    phone = Begun(lobby).sit("allied")
    phone.page.goto(f"{lobby.url}/t/{phone.code}/set-up")
    phone.page.goto(f"{lobby.url}/t/{phone.code}/{page}")
    expect(phone.page.get_by_role("link", name="Go to board")).to_have_count(1)

"""Missions on a phone: one is copied, edited as text and played at other RP, then again with the sides swapped."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.page_checks import check
from tests.browser.phones import Lobby, Phone, reload_if_plain
from tests.browser.test_card_sets import check_if_scripts


def one_turn(lobby: Lobby, scripts: bool) -> Phone:
    """A table of a copy of Twitcher! that ends after one turn, at 6 RP for the Allies; the host's phone."""
    phone = Phone(lobby.context(scripts=scripts), "")
    phone.page.goto(f"{lobby.url}/missions/incursion/file/4")
    phone.tap("#duplicate")
    phone.page.wait_for_url("**/form")
    phone.tap("#to-edit")
    phone.page.wait_for_url("**/edit")
    key = phone.page.url.split("/")[-2]
    text = phone.find("#text").input_value()
    assert phone.find("#text").evaluate("text => text.scrollWidth <= text.clientWidth"), "long lines are broken"
    phone.find("#text").fill(text.replace("last-turn = 7", "last-turn = 0"))
    phone.tap("#save")
    expect(phone.find("#fault")).to_contain_text("last-turn")
    expect(phone.find("#around .lost")).to_have_text("last-turn = 0")
    check_if_scripts(phone, scripts, "a fault of a mission")
    phone.find("#text").fill(text.replace("last-turn = 7", "last-turn = 1"))
    phone.tap("#save")
    phone.tap("#play-it")
    expect(phone.find(f"#levels-{key}")).to_be_visible()
    expect(phone.find("#levels-4")).to_be_hidden()
    phone.find(f"#rp-{key}-allied").fill("6")
    phone.find(f"#rp-{key}-german").fill("4")
    check_if_scripts(phone, scripts, "a table to be")
    phone.tap("form.whole button.main")
    phone.page.wait_for_url("**/seats")
    phone.code = phone.page.url.split("/")[-2]
    return phone


def to_the_end(allied: Phone, german: Phone, scripts: bool) -> None:
    """Two models, no bids, nobody enters; who ends the mission is asked once."""
    for phone, card in ((allied, "grunt-ape"), (german, "sturmzombie")):
        phone.tap(f"#add-{card}-go")
        phone.see("× 1")
        phone.tap("#force-ready-go")
    for phone in (allied, german):
        reload_if_plain(phone, scripts)
        phone.draw()
    for phone in (german, allied):
        reload_if_plain(phone, scripts)
        phone.tap("#bid-0-go")
    for phone in (german, allied):
        reload_if_plain(phone, scripts)
        phone.tap("#deploy-all-go")
    for phone in (allied, german, allied, german):
        reload_if_plain(phone, scripts)
        if phone.find("#done").count():
            phone.done()
        if phone.find("#sure-go").count():
            phone.tap("#sure-go")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_one_off_battle_is_played_again_with_a_tap_each_the_sides_swapped(lobby: Lobby, scripts: bool) -> None:
    host = one_turn(lobby, scripts)
    allied, german = (lobby.join(host, seat, scripts=scripts) for seat in ("allied", "german"))
    to_the_end(allied, german, scripts)
    for phone in (allied, german):
        reload_if_plain(phone, scripts)
        phone.find("#again-swapped").wait_for()
    check_if_scripts(allied, scripts, "play again")
    allied.tap("#again-swapped")
    expect(allied.find("body")).to_have_class("table german")
    reload_if_plain(german, scripts)
    german.tap("#follow-go")
    expect(german.find("body")).to_have_class("table allied")
    german.see("Choose models for 6 Requisition Points (RP).")
    allied.see("Choose models for 4 Requisition Points (RP).")
    assert allied.page.url == german.page.url
    assert not allied.complaints + german.complaints


@pytest.mark.parametrize("language", ["xx"])
def test_the_end_of_a_mission_is_sound_in_every_language(lobby: Lobby, language: str) -> None:
    host = one_turn(lobby, scripts=True)
    allied, german = (lobby.join(host, seat) for seat in ("allied", "german"))
    to_the_end(allied, german, scripts=True)
    for phone in (allied, german):
        phone.find("#again-swapped").wait_for()
        phone.context.add_cookies([{"name": "lang", "value": language, "url": lobby.url}])
        phone.page.reload()
    check(allied, "play again")
    allied.page.goto(f"{lobby.url}/t/{host.code}/end")
    check(allied, "how it went")
    allied.page.goto(f"{lobby.url}/t/{host.code}")
    german.tap("#again-same")
    allied.page.reload()
    allied.find("#follow-go").wait_for()
    check(allied, "follow")
    allied.page.goto(f"{lobby.url}/t/{host.code}/mission")
    check(allied, "the mission of a table")


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_mission_is_changed_in_a_form_which_says_what_it_refuses(lobby: Lobby, scripts: bool) -> None:
    phone = Phone(lobby.context(scripts=scripts), "")
    phone.page.goto(f"{lobby.url}/missions/incursion/file/1")
    phone.tap("#duplicate")
    phone.page.wait_for_url("**/form")
    for name in ("#name-en", "#name-es"):
        phone.find(name).fill("")
    phone.find("#rp-allied").fill("8")
    phone.tap("#save")
    expect(phone.find("#fault")).to_have_text("“Name in English” is empty. Enter some text.")
    expect(phone.find("#rp-allied")).to_have_value("8")
    check_if_scripts(phone, scripts, "a refused form of a mission")
    name = f"A walk {'with' if scripts else 'without'}"
    phone.find("#name-en").fill(name)
    phone.tap("#ends label:has([value=ends-behind-enemy-lines])")
    phone.tap("#keep-end")
    phone.find("#stranded").fill("5")
    phone.tap("#save")
    phone.page.wait_for_url(re.compile(r"/file/[\w-]+$"))
    expect(phone.find("h1")).to_have_text(name)
    expect(phone.find("#asked-of-allied")).to_contain_text("8 RP")
    expect(phone.find("#asked-of-allied")).to_contain_text("One model of 5 RP or more")

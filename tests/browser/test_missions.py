"""Missions on two phones: a blast, fire, a Leap, an explosion; what missions 4 to 7 ask of whom."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.page_checks import check
from tests.browser.phones import Lobby, Phone
from tests.browser.started_tables import Begun


def roll(phone: Phone, opener: str, *faces: int) -> None:
    """Open a form and type the dice."""
    phone.tap(opener)
    for face in faces:
        phone.tap(f".face[value='{face}']:enabled")
    phone.tap("#sheet button[name=by][value=hand]")
    phone.read_result()


def tick(phone: Phone, *models: str) -> None:
    """Tick these models in the form."""
    for model in models:
        phone.find(f"#sheet label:has(input[value='{model}'])").tap()


def burning(lobby: Lobby, **how: str) -> tuple[Begun, Phone, Phone]:
    """Turn 1 of mission 6: the Allies laid fire, two German models are on the board, Ilsa at her entry."""
    table = Begun(lobby, mission=6, rp={"allied": 10, "german": 15})
    table.choose(["ape-blazer", "ape-sarge"], ["blitzhund", "bomberzombie", "ilsa", "sturmzombie"]).on("allied")
    table.enter("ape-sarge-1", "ape-blazer-1")
    return table, table.sit("allied", **how), table.sit("german", **how)


HOLD_WHOLE_WORDS = """slots => slots.map(slot => {
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = getComputedStyle(slot, '::after').font;
  return Math.max(...slot.dataset.of.split(' ').map(word => pen.measureText(word).width)) <= slot.clientWidth;
})"""
"""No name in a place for a die is broken inside a word."""


def test_fire_a_leap_a_blast_and_an_explosion_on_two_phones(lobby: Lobby) -> None:
    table, allied, german = burning(lobby)

    # nothing burns: nobody is asked to step into fire
    expect(allied.find("[id^=move-][id*=-fire]")).to_have_count(0)
    allied.tap("#open-flame")
    expect(allied.find("#sheet")).to_contain_text("Models in these squares")
    allied.tap("#sheet .more")
    allied.tap("#form-1-go")
    german.see("APE Blazer 1 fires the flamethrower, squares: 2")
    table.done().enter("blitzhund-1", "bomberzombie-1", "ilsa-1")

    # Ilsa leaps over the Blitzhund and lands in the fire
    expect(german.find("#move-forward-leap-fire-go")).to_be_attached()
    german.tap("#move-forward-leap-go")
    expect(german.find("#model-ilsa-1")).to_contain_text("Leap")
    expect(german.find("#open-fire")).to_have_count(0)
    german.tap("#move-forward-fire-go")
    german.see("Germans must roll for a model On Fire")
    expect(allied.find("#wait")).to_have_text("Germans must roll for a model On Fire.")
    roll(german, "#open-burn-1", 5)
    german.see("DP lost: 1")
    german.read_result()
    for phone in (allied, german):
        expect(phone.find("#model-ilsa-1 .fire")).to_have_text("On Fire")
        expect(phone.find("#model-ilsa-1 .vitals")).to_contain_text("DP 2")

    # the Sarge's grenade catches friend and foe
    table.until(2).press("allied", "activate", model="ape-sarge-1")
    allied.tap("#open-launch")
    check(allied, "who is caught")
    tick(allied, "ape-blazer-1", "blitzhund-1")
    allied.tap("#form-1-go")
    allied.see("Allies must roll for a blast")
    expect(german.find("#wait")).to_have_text("Allies must roll for a blast.")
    allied.tap("#open-resolve-blast-1")
    assert allied.find(".slot[data-of]").evaluate_all(HOLD_WHOLE_WORDS) == [True, True]
    allied.tap("#sheet a.close")
    roll(allied, "#open-resolve-blast-1", 6, 6)
    allied.see("Blitzhund 1 is a casualty")
    check(allied, "a blast")
    allied.read_result()
    expect(german.find("#gone-german")).to_contain_text("Blitzhund 1")
    expect(german.find("#model-ape-blazer-1 .vitals")).to_contain_text("DP 1")

    # a Bomberzombie that is shot dead explodes, and catches Ilsa
    allied.tap("#open-fire")
    allied.tap("#sheet [id^=way-target-]:has-text('Bomberzombie 1')")
    for _ in range(3):
        allied.page.keyboard.press("6")
    allied.tap("#sheet button[name=by][value=hand]")
    allied.see("Bomberzombie 1 is Volatile")
    allied.read_result()
    phones = {"allied": allied, "german": german}
    asked = phones[table.look()["waiting"][0]["side"]]
    roll(asked, "#open-volatile-1", 1)
    asked.see("it explodes")
    asked.read_result()
    asked.tap("#open-explode-1")
    tick(asked, "ilsa-1")
    asked.tap("#form-1-go")
    roll(asked, "#open-resolve-blast-1", 6)
    asked.read_result()
    for phone in phones.values():
        expect(phone.find("#model-ilsa-1 .vitals")).to_contain_text("DP 1")
        expect(phone.find("#gone-german")).to_contain_text("Bomberzombie 1")
        assert not phone.complaints


def test_a_twitcher_wakes_on_one_phone_and_is_rolled_on_the_other(lobby: Lobby) -> None:
    table = Begun(lobby, mission=4, rp={"allied": 6, "german": 6}).choose(["grunt-ape"] * 2, ["sturmzombie"] * 2)
    table.on("allied").enter("grunt-ape-1")
    allied, german = table.pair()
    expect(allied.find("#goal")).to_contain_text("Turn 1/7")
    roll(allied, "#open-search-counter", 1)
    allied.see("A Twitcher!")
    allied.read_result()
    expect(allied.find("#wait")).to_have_text("Germans must roll for the Twitcher.")
    expect(german.find("#open-twitcher-attack-1")).to_have_text("Roll for the Twitcher → Grunt APE 1")

    # who holds a counter knows its face; the other side does not
    expect(german.find("#counters")).to_contain_text("VP counter 1: face")
    expect(allied.find("#counters")).to_have_count(0)
    roll(german, "#open-twitcher-attack-1", 6, 1, 1)
    german.see("DP lost: 1")
    expect(allied.find("#model-grunt-ape-1 .vitals")).to_contain_text("DP 1")

    # the last turn is played before points are counted
    table.until(7)
    expect(allied.find("#goal")).to_contain_text("Turn 7/7")
    expect(allied.find("#places")).to_have_count(1)
    table.done().done()
    expect(allied.find("#outcome")).to_contain_text("Winner: Germans")
    expect(german.find("#points")).to_contain_text("VP")
    check(german, "the end")


def test_the_stranded_trooper_is_named_locked_in_and_freed(lobby: Lobby) -> None:
    table = Begun(lobby, mission=5, rp={"allied": 6, "german": 6})
    allied, german = table.pair()
    allied.tap("#to-set-up")
    allied.find("#set-up-ticks [role=checkbox]").first.tap()
    expect(allied.find("#set-up-ticks [role=checkbox]").first).to_be_checked()
    check(allied, "what to set up")
    allied.tap("#to-table")
    table.choose(["grunt-ape"] * 2, ["sturmzombie"] * 2)
    expect(german.find("#wait")).to_have_text("Allies must choose the Stranded Trooper.")
    allied.tap("#open-name-stranded-1")
    expect(german.find("#to-set-up")).to_contain_text("Tick off the set-up: 1 of")
    tick(allied, "grunt-ape-2")
    allied.tap("#form-1-go")
    expect(allied.find("#model-grunt-ape-2")).to_contain_text("locked in")
    table.on("allied").enter("grunt-ape-1")
    allied.tap("#door-of-room-go")
    expect(german.find("#model-grunt-ape-2")).to_contain_text("free next turn")
    expect(allied.find("#activate-grunt-ape-2")).to_have_count(0)
    table.until(2).press("allied", "activate", model="grunt-ape-1")
    expect(allied.find("#model-grunt-ape-2")).to_contain_text("Stranded Trooper")
    allied.tap("#leave-board-go")
    expect(german.find("#pool-allied")).to_contain_text("VP 1")

    # what was ticked stays to be read
    expect(allied.find("#to-set-up")).to_have_count(0)
    allied.page.goto(f"{lobby.url}/t/{table.code}/set-up")
    expect(allied.find("#set-up-ticks .ticked")).to_have_count(1)


def test_panels_are_taken_by_a_side(lobby: Lobby) -> None:
    table = Begun(lobby, mission=6, rp={"allied": 6, "german": 6})
    allied, german = table.pair()
    allied.tap("#open-count-panels")
    allied.find("#sheet input[name=panels]").fill("2")
    allied.tap("#form-1-go")
    expect(german.find("#goal")).to_contain_text("Panels 2")
    table.choose(["grunt-ape"] * 2, ["sturmzombie"] * 2).on("allied").enter("grunt-ape-1")
    allied.tap("#activate-panel-go")
    for phone in (allied, german):
        expect(phone.find("#goal")).to_contain_text("Allies 1 Germans 0 of 2")
    allied.tap("#activate-panel-go")
    allied.tap("#sure-go")
    expect(german.find("#outcome")).to_contain_text("Winner: Allies")
    expect(german.find("#points")).to_contain_text("2")
    check(german, "the end")


def test_the_countdown_is_rolled_before_a_turn_and_the_device_shut_down(lobby: Lobby) -> None:
    table = Begun(lobby, mission=7, rp={"allied": 6, "german": 8}).choose(["grunt-ape"] * 2, ["gretel", "sturmzombie"])
    allied, german = table.pair()
    expect(german.find("#model-gretel-1")).to_contain_text("arrives later")
    table.until(6)
    expect(allied.find("#launch")).to_have_text("Turn 7: launch 1/6")
    table.done().done()
    for phone in (allied, german):
        expect(phone.find("#clock")).to_contain_text("The Device launches on a 1.")
    check(german, "the countdown")
    expect(allied.find("#wait")).to_have_text("Germans must roll the countdown.")
    roll(german, "#open-roll-countdown-1", 2)
    german.see("The Device does not launch")
    german.see("Turn 7 begins")
    german.not_see("Allies: hand of")
    german.read_result()
    expect(allied.find("#launch")).to_have_text("Turn 8: launch 2/6")
    table.on("allied").enter("grunt-ape-1")
    allied.tap("#shut-down-go")
    allied.tap("#sure-go")
    expect(german.find("#outcome")).to_contain_text("Winner: Allies")
    assert not german.complaints


@pytest.mark.parametrize(("language", "theme"), [("es", "dark"), ("xx", "daylight")])
def test_boards_of_missions_are_sound_in_every_language(lobby: Lobby, language: str, theme: str) -> None:
    table, allied, german = burning(lobby, language=language)
    for phone in (allied, german):
        phone.page.evaluate(f"localStorage.setItem('adjutant.theme', '{theme}')")
        phone.page.reload()
    allied.tap("#open-flame")
    check(allied, "the flamethrower")
    tick(allied, "ape-sarge-1")
    allied.tap("#form-1-go")
    table.done().enter("ilsa-1")
    german.find("#move-forward-leap-fire-go").wait_for(state="attached")
    check(german, "steps and Leaps while something burns")
    german.tap("#move-forward-fire-go")
    german.find("#open-burn-1").wait_for()
    check(german, "a model in fire")
    for path in ("", "/wall", "/more"):
        allied.page.goto(f"{lobby.url}/t/{table.code}{path}")
        check(allied, path)

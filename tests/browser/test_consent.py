"""Two phones: a ruling on what is the other's is asked for, allowed or not, or objected to; an end is asked about."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import expect

from tests.browser.phones import Lobby, Phone
from tests.browser.started_tables import FORCES, Begun

CP = "/do/house-ruling?set=sides.allied.cp"


def look(phone: Phone, name: str) -> None:
    if place := os.environ.get("LOOK"):
        phone.page.screenshot(path=f"{place}/{name}.png")


def ask(german: Phone, lobby: Lobby, table: Begun) -> None:
    """The Germans ask for 9 CP of the Allies."""
    german.page.goto(f"{lobby.url}/t/{table.code}{CP}")
    german.find("#form-1 [name=to]").fill("9")
    german.find("#form-1-reason").fill("two were lent")
    german.tap("#form-1-go")


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_other_phone_is_asked_and_the_asking_one_waits(lobby: Lobby, language: str) -> None:
    table = Begun(lobby).choose(*FORCES).bid(0, 0).on()
    allied, german = table.pair(language=language)
    ask(german, lobby, table)
    expect(german.find("#withdraw-ruling-go")).to_be_visible()
    expect(allied.find("#asked-ruling")).to_contain_text("two were lent")
    expect(allied.find("#refuse-ruling-go")).to_be_in_viewport()
    expect(allied.find("#news a")).to_have_count(0)  # the request tells itself
    look(allied, f"asked-{language}")
    look(german, f"asking-{language}")
    allied.tap("#allow-ruling-go")
    expect(allied.find("#asked-ruling")).to_have_count(0)
    expect(german.find("#pool-allied")).to_contain_text("9")
    look(german, f"allowed-{language}")


def test_a_ruling_that_is_asked_for_leads_back_to_the_board_that_tells_the_answer(lobby: Lobby) -> None:
    table = Begun(lobby).choose(*FORCES).bid(0, 0).on()
    _, german = table.pair()
    german.page.goto("about:blank")
    german.page.goto(f"{lobby.url}/t/{table.code}#correct")
    expect(german.find("#next")).to_be_hidden()
    german.tap("#pool-allied a.correct")
    german.find("#form-1 [name=to]").fill("9")
    german.tap("#form-1-go")
    expect(german.find("#withdraw-ruling-go")).to_be_in_viewport()
    expect(german.find("#correct")).to_be_hidden()
    table.press("allied", "refuse-ruling", reason="we never said so")
    expect(german.find("#news")).to_contain_text("we never said so")


@pytest.mark.parametrize("language", ["en", "es"])
def test_whoever_was_not_asked_objects_with_one_tap(lobby: Lobby, language: str) -> None:
    table = Begun(lobby, mission=2).choose(*FORCES).bid(0, 0).on()
    allied, german = table.pair(language=language)
    table.press("german", "house-ruling", set="sealed_doors", to=2, reason="forgotten")
    expect(allied.find(".ruled")).to_contain_text("forgotten")
    look(allied, f"ruled-{language}")
    allied.tap(".ruled button")
    expect(allied.find(".ruled")).to_have_count(0)
    assert table.look()["sealed_doors"] == 0
    look(german, f"objected-{language}")


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_press_that_ends_a_mission_is_asked_about_and_taken_back(lobby: Lobby, language: str) -> None:
    table = Begun(lobby).choose(*FORCES).bid(0, 0).on().enter("grunt-ape-1", "grunt-ape-2")
    table.press("allied", "leave-board", model="grunt-ape-2")
    allied, german = table.pair(language=language)
    table.until(2).press("allied", "activate", model="grunt-ape-1")
    allied.tap("#leave-board-go")
    expect(allied.find("#sure-text")).to_be_visible()
    look(allied, f"sure-{language}")
    allied.tap("#sheet a.close")
    expect(allied.find("#sure-text")).to_have_count(0)
    allied.tap("#leave-board-go")
    allied.tap("#sure-go")
    expect(allied.find("#outcome")).to_be_visible()
    look(allied, f"over-{language}")
    allied.tap("a#take-back")
    allied.tap("#form-1-go")
    german.find("#allow-take-back-go").wait_for()
    asked = {"en": "Your answer is needed", "es": "Falta tu respuesta"}[language]
    expect(german.find("#your-turn")).to_have_text(asked)
    expect(german.find("#to-end, #again")).to_have_count(0)
    german.tap("#allow-take-back-go")
    expect(allied.find("#outcome")).to_have_count(0)
    look(german, f"back-{language}")

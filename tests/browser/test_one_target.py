"""An attack sheet on a phone: its target is chosen by keys and without scripts, and stays in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.phones import Lobby
from tests.browser.started_tables import Begun

GRUNT = "grunt-ape-1"


def facing(lobby: Lobby) -> Begun:
    """A Grunt faces Hans and two zombies in turn 2, and acts."""
    table = Begun(lobby, mission=3, rp={"allied": 14, "german": 14})
    table.choose(["grunt-ape"] * 2, ["hans", "sturmzombie"]).on().enter(GRUNT).done()
    table.enter("hans-1", "sturmzombie-1", "sturmzombie-2").until(2)
    table.press("allied", "activate", model=GRUNT)
    return table


def test_a_target_is_chosen_by_keys_and_keeps_the_focus(lobby: Lobby) -> None:
    table = facing(lobby)
    phone = table.sit("allied")
    phone.tap("#open-fire")
    expect(phone.find("#form-1-table")).to_contain_text("Hans the Hunter 1")
    phone.find("#way-target-2").focus()
    phone.page.keyboard.press("Enter")
    expect(phone.find("#way-target-2[aria-current=true]")).to_be_focused()
    expect(phone.find("#form-1-table")).to_contain_text("Sturmzombie 1")
    expect(phone.find("#sheet form.whole")).to_have_count(1)
    phone.find("#form-1-table").press("Enter")
    phone.see("Result")
    assert (table.look()["models"][GRUNT]["ap"], table.state["models"]["hans-1"]["dp"]) == (2, 3)
    assert phone.complaints == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_target_is_chosen_without_scripts(lobby: Lobby, language: str) -> None:
    phone = facing(lobby).sit("allied", scripts=False, language=language)
    phone.tap("#open-fire")
    phone.tap("#way-target-3")
    expect(phone.find("#form-1-hand")).to_contain_text("Sturmzombie 2")
    phone.tap("#form-1-table")
    phone.see("Grunt APE 1 shoots at Sturmzombie 2" if language == "en" else "Soldado APE 1 dispara a Sturmzombie 2")

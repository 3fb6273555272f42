"""A squad goes from phone to phone as a file: sent by script from the sheet, and by a phone without scripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.phones import Lobby, Phone
from tests.browser.test_card_sets import check_if_scripts
from tests.seated import sit_in_browser
from tests.server import Server

IM = "im-1"


def seated(lobby: Lobby, server: Server, **how: bool) -> Phone:
    """A phone of the Mobile Infantry at a new table."""
    opened = server.ask("POST", "/api/tables", {"game": "mobile-infantry", "mission": 1, "brain": "app"}).json
    phone = Phone(lobby.context(**how), opened["code"])
    sit_in_browser(phone.page, server.url, opened["code"], opened["seats"][IM])
    return phone


@pytest.mark.parametrize("scripts", [True, False])
def test_a_squad_is_kept_and_given_to_another_table(
    lobby: Lobby, server: Server, tmp_path: Path, scripts: bool
) -> None:
    phone = seated(lobby, server, scripts=scripts)
    phone.tap("#raise-squad-go")
    expect(phone.page.locator("#team-5")).to_be_visible()
    phone.page.goto(f"{server.url}/t/{phone.code}/more")
    check_if_scripts(phone, scripts, "a squad to keep")
    with phone.page.expect_download() as kept:
        phone.page.locator("#keep-squad-1").click()
    file = tmp_path / kept.value.suggested_filename
    kept.value.save_as(file)
    assert file.name == f"adjutant-{phone.code}-squad-1.toml"
    other = seated(lobby, server, scripts=scripts)
    other.tap("#enlist-squad")
    check_if_scripts(other, scripts, "a file to give")
    other.page.locator("input[type=file]").set_input_files(file)
    other.tap("#form-1-go")
    expect(other.page.locator("#team-5")).to_be_visible()
    expect(other.page.locator("#sheet input")).to_have_count(0)
    assert phone.complaints + other.complaints == []


@pytest.mark.parametrize("scripts", [True, False])
def test_a_bad_file_is_told_by_its_line(lobby: Lobby, server: Server, tmp_path: Path, scripts: bool) -> None:
    file = tmp_path / "squad.toml"
    file.write_text('game = "mobile-infantry"\nname = 3\n', encoding="utf-8")
    phone = seated(lobby, server, scripts=scripts)
    phone.tap("#enlist-squad")
    phone.page.locator("input[type=file]").set_input_files(file)
    phone.tap("#form-1-go")
    phone.see("Line 2, name: The value has the wrong type.")

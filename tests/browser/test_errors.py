"""What somebody typed wrongly is said beside its field, with all the rest still there, without scripts too."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.page_checks import check
from tests.browser.phones import Lobby, Phone
from tests.browser.started_tables import Begun

NARROW = {"width": 320, "height": 640}


def somebody(lobby: Lobby, path: str, **more: object) -> Phone:
    """A phone that looks at a page."""
    phone = Phone(lobby.context(**more), "")
    phone.page.goto(lobby.url + path)
    return phone


@pytest.mark.parametrize(("scripts", "language"), [(True, "xx"), (False, "es")])
def test_a_new_table_says_what_is_wrong_and_keeps_the_rest(lobby: Lobby, scripts: bool, language: str) -> None:
    phone = somebody(lobby, "/new/incursion", scripts=scripts, language=language, viewport=NARROW)
    phone.find("#rp-1-allied").fill("100")
    phone.tap(".table-rules > summary")
    phone.find("input[name=paper-german]").check(force=True)
    phone.tap("form.whole button.main")
    expect(phone.find("#rp-1-allied")).to_have_value("100")
    expect(phone.find("#rp-1-allied")).to_have_attribute("aria-invalid", "true")
    expect(phone.find("input[name=paper-german]")).to_be_checked()
    if scripts:
        check(phone, "a new table with a fault")
    phone.find("[role=alert] a").tap()
    expect(phone.find("#fault-rp-1-allied")).to_be_in_viewport()
    phone.find("#rp-1-allied").fill("20")
    phone.tap("form.whole button.main")
    phone.page.wait_for_url("**/seats")


def test_what_a_referee_sees_is_asked_where_one_sits(lobby: Lobby) -> None:
    phone = somebody(lobby, "/new/incursion")
    phone.tap(".table-rules > summary")
    expect(phone.find("#referee_sees")).to_be_hidden()
    phone.find("input[name=referee]").check(force=True)
    expect(phone.find("#referee_sees")).to_be_visible()


@pytest.mark.parametrize(("scripts", "typed"), [(True, "QQ QQQQ"), (False, "")])
def test_a_wrong_code_is_told_at_its_field(lobby: Lobby, scripts: bool, typed: str) -> None:
    phone = somebody(lobby, "/", scripts=scripts, viewport=NARROW)
    phone.find("#code").fill(typed)
    phone.find(".join button").tap()
    expect(phone.find("#code")).to_have_attribute("aria-invalid", "true")
    expect(phone.find("#code")).to_have_value(typed)
    expect(phone.find("#fault-code")).to_be_in_viewport()
    if scripts:
        phone.complaints.clear()
        check(phone, "a wrong code")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_name_of_blanks_stays_in_its_sheet(lobby: Lobby, scripts: bool) -> None:
    phone = Begun(lobby).sit("allied", scripts=scripts, viewport=NARROW)
    phone.page.goto(f"{lobby.url}/t/{phone.code}/do/rename")
    phone.find("#sheet input[name=name]").fill("   ")
    phone.find("#form-1-go").tap()
    phone.see("Enter a name.")
    expect(phone.find("#overrule")).to_have_count(0)
    expect(phone.find("#sheet input[name=name]")).to_have_value("   ")
    if scripts:
        phone.complaints.clear()
        check(phone, "a name of blanks")

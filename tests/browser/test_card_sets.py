"""Card sets on a phone: copied, corrected, compared, and played with."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.house import own_set
from tests.browser.page_checks import check
from tests.browser.phones import Lobby, Phone
from tests.server import Server


@pytest.mark.parametrize("scripts", [True, False])
def test_a_set_is_duplicated_corrected_and_played_with(lobby: Lobby, scripts: bool) -> None:
    phone = Phone(lobby.context(scripts=scripts), "")
    key = own_set(phone, lobby.url)
    expect(phone.find("#card-hans [data-field=rp] .from")).to_have_text("C(custom value)")
    grunt = phone.find("#card-grunt-ape [data-field=rp]")
    expect(grunt.locator(".from")).to_have_text("P(public source)")

    # a value is changed, and becomes the house's
    phone.tap("#edit-grunt-ape")
    phone.find("#f-rp").fill("2")
    phone.find("#f-ap").fill("4")
    phone.find("select[name='from.ap']").select_option("public")
    phone.tap("#save")
    expect(grunt).to_contain_text("2")
    expect(grunt.locator(".from")).to_have_text("C(custom value)")
    ap = phone.find("#card-grunt-ape [data-field=ap]")
    expect(ap.locator(".from")).to_have_text("P(public source)")

    # what differs from the starter set, side by side
    phone.page.goto(f"{lobby.url}/cards/incursion/compare?a=starter&b={key}")
    expect(phone.find("#differs-grunt-ape tbody tr")).to_have_count(2)
    check_if_scripts(phone, scripts, "comparing")

    # a table is opened with it, and its numbers count
    phone.page.goto(f"{lobby.url}/new/incursion")
    phone.tap(".table-rules > summary")
    phone.find(f"label:has(input[value='{key}'])").tap()
    phone.tap("form.whole button.main")
    phone.page.wait_for_url("**/seats")
    phone.code = phone.page.url.split("/")[-2]
    allied = lobby.join(phone, "allied", scripts=scripts)
    expect(allied.find("#card-grunt-ape .values").first).to_contain_text("2 RP · AP 4")
    allied.page.goto(f"{lobby.url}/t/{phone.code}/more")
    allied.tap("#to-cards")
    expect(allied.find("#card-grunt-ape")).to_contain_text("AP 4")
    assert allied.find("#board form").count() == 0
    check_if_scripts(allied, scripts, "the cards of the table")
    assert not phone.complaints


def check_if_scripts(phone: Phone, scripts: bool, where: str) -> None:
    """Axe itself is a script."""
    if scripts:
        check(phone, where)


@pytest.mark.parametrize("language", ["xx"])
def test_what_is_wrong_is_shown_at_its_field(lobby: Lobby, server: Server, language: str) -> None:
    phone = Phone(lobby.context(language=language), "")
    key = own_set(phone, lobby.url)
    path = f"{lobby.url}/cards/incursion/set/{key}"
    phone.page.goto(f"{path}/card/battle/smoke")
    check(phone, "a card")
    phone.find("[id='f-change.ap']").fill("1")
    phone.find("#f-on").select_option("nothing")
    phone.tap("#save")
    phone.find("#fault").wait_for()
    check(phone, "a fault of a card")
    phone.page.goto(f"{lobby.url}/cards/incursion/import")
    phone.find("#file").set_input_files(
        {"name": "set.csv", "mimeType": "text/csv", "buffer": b"section;key\nmodels;x\n"}
    )
    phone.tap("#import")
    expect(phone.find("#fault")).to_contain_text("name.en")
    check(phone, "a fault of a file")
    phone.page.goto(f"{lobby.url}{server.host_path}")
    phone.page.goto(f"{path}/delete")
    check(phone, "deleting")
    phone.tap("#delete")
    phone.page.wait_for_url("**/cards/incursion")


def test_a_long_name_without_a_space_makes_no_page_wider(lobby: Lobby) -> None:
    phone = Phone(lobby.context(), "")
    key = own_set(phone, lobby.url)
    phone.find("#name").fill("X" * 60)
    phone.tap("#rename")
    path = f"/cards/incursion/set/{key}"
    for page in (
        path,
        f"{path}/card/models/grunt-ape",
        "/cards/incursion/compare",
        "/cards/incursion",
        "/new/incursion",
    ):
        phone.page.goto(f"{lobby.url}{page}")
        phone.see("X" * 60)
        assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page


def test_two_phones_at_once_are_told_of_each_other(lobby: Lobby) -> None:
    one, other = (Phone(lobby.context(), "") for _ in range(2))
    key = own_set(one, lobby.url)
    (made,) = [cookie for cookie in one.page.context.cookies() if cookie["name"] == "maker"]
    other.page.context.add_cookies([{"name": "maker", "value": made["value"], "url": lobby.url}])  # the same browser
    for phone, ap in ((one, "5"), (other, "6")):
        phone.page.goto(f"{lobby.url}/cards/incursion/set/{key}/card/models/gretel")
        phone.find("#f-ap").fill(ap)
    one.tap("#save")
    one.page.wait_for_url("**#card-gretel")
    other.tap("#save")
    expect(other.find("#overtaken tbody tr")).to_have_count(1)
    check(other, "overtaken")
    other.tap("#save")
    other.page.wait_for_url("**#card-gretel")
    expect(other.find("#card-gretel [data-field=ap]")).to_contain_text("6")

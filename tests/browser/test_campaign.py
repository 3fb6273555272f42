"""Two phones play a mission of a campaign to its end, keep a card, and go on with one tap each."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.page_checks import check
from tests.browser.phones import Lobby, Phone, choose_forces, reload_if_plain, seed_that_deals
from tests.browser.started_tables import FORCES, Begun

HANDS = {"allied": ["extra-ammo", "low-on-ammo"], "german": ["close-quarters", "smoke"]}


def to_the_end(allied: Phone, german: Phone) -> None:
    """Extra Ammo lies on a Grunt; both Grunts enter and leave."""
    allied.tap("#activate-next-go")
    allied.tap("#move-forward-go")
    allied.play("extra-ammo", "grunt-ape-1")
    german.tap("#let-card-go")
    allied.find(".chip").first.wait_for()
    allied.tap("#leave-board-go")
    allied.tap("#activate-next-go")
    allied.tap("#move-forward-go")
    allied.tap("#leave-board-go")
    allied.tap("#sure-go")


@pytest.mark.parametrize("language", ["xx"])
def test_a_card_is_kept_and_lies_on_its_model_in_the_next_mission(lobby: Lobby, language: str) -> None:
    table = Begun(lobby, seed=seed_that_deals(HANDS, 66018), campaign={"name": "Gibraltar", "missions": [1, 3, 1]})
    allied, german = table.choose(*FORCES).bid(0, 0).on().pair(language=language)
    to_the_end(allied, german)

    # one card for each side; the Germans, who have none, wait
    allied.find("#experience").wait_for()
    check(allied, "what is kept")
    german.find("#wait").wait_for()
    assert german.find("#next-mission").count() == 0
    allied.tap("#keep-extra-ammo-1-go")
    for phone in (allied, german):
        phone.find("#next-mission-go").wait_for()
        check(phone, "the next mission")

    # one tap each: both sit at the new table, on their sides
    before = allied.page.url
    allied.tap("#next-mission-go")
    allied.find("#experienced").wait_for()
    assert allied.page.url.split("?")[0] != before.split("?")[0]
    check(allied, "choosing with experience")
    german.find("#next-table, #next-mission-go").first.wait_for()
    german.tap("#next-mission-go")
    german.find("#shop").wait_for()
    assert german.page.url == allied.page.url
    expect(allied.find("body")).to_have_class("table allied")
    expect(german.find("body")).to_have_class("table german")

    # the card lies on the model that is bought
    choose_forces(allied, german)
    expect(allied.find("#model-grunt-ape-1 .chip")).to_contain_text("★")
    expect(german.find("#card-extra-ammo-1")).to_contain_text("★")
    check(allied, "the card lies on the model")
    german.tap("#to-more")
    german.tap("#to-campaign")
    german.find("#mission-2[aria-current]").wait_for()
    check(german, "the history")
    assert not allied.complaints
    assert not german.complaints


def test_a_campaign_is_opened_and_goes_on_without_javascript(lobby: Lobby) -> None:
    host = lobby.open(scripts=False, campaign="1, 1")
    allied, german = lobby.join(host, "allied", scripts=False), lobby.join(host, "german", scripts=False)
    choose_forces(allied, german)
    for act in ("#bid-0-go", "#deploy-all-go"):
        for phone in (german, allied):
            reload_if_plain(phone, False)
            phone.tap(act)
    for _ in range(2):
        reload_if_plain(allied, False)
        for act in ("#activate-next-go", "#move-forward-go", "#leave-board-go"):
            allied.tap(act)
    allied.tap("#sure-go")
    allied.tap("#next-mission-go")
    allied.find("#shop").wait_for()
    reload_if_plain(german, False)
    german.tap("#next-mission-go")
    german.find("#shop").wait_for()
    assert german.page.url == allied.page.url != f"{lobby.url}/t/{host.code}"


def test_the_page_of_a_new_table_shows_the_series_only_for_a_campaign(lobby: Lobby) -> None:
    phone = Phone(lobby.context(), "")
    phone.page.goto(f"{lobby.url}/new/incursion")
    expect(phone.find("#mission")).to_be_visible()
    phone.tap(".table-rules > summary")
    expect(phone.find("#series")).to_be_hidden()
    phone.find("input[name=campaign]").check(force=True)
    expect(phone.find("#series")).to_be_visible()
    expect(phone.find("#mission")).to_be_hidden()
    check(phone, "a campaign to be")

"""The print shop on a phone: choose, look, download; with scripts and without."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.phones import Lobby, Phone

SLOW = 60_000


@pytest.mark.parametrize("scripts", [True, False])
def test_a_phone_chooses_looks_and_downloads(lobby: Lobby, scripts: bool) -> None:
    phone = Phone(lobby.context(scripts=scripts), "")
    phone.page.goto(f"{lobby.url}/print/incursion?mission=1")
    for product in ("model-cards", "battle-cards", "stand-ups", "reference"):
        phone.page.locator(f"#product-{product} [type=checkbox]").uncheck(force=True)
    phone.page.locator("#product-counters summary").tap()
    phone.page.locator("[name='n.counters.door']").fill("20")
    phone.page.locator("#make").tap()
    phone.page.locator("#download").wait_for(timeout=SLOW)
    picture = phone.page.locator(".leaves img").first
    picture.scroll_into_view_if_needed()
    if scripts:
        picture.evaluate("one => one.complete || new Promise(done => one.addEventListener('load', done))")
        assert picture.evaluate("one => [one.naturalWidth, one.naturalHeight]") == [
            int(picture.get_attribute(name) or 0) for name in ("width", "height")
        ]
    with phone.page.expect_download() as downloading:
        phone.page.locator("#download").tap()
    assert Path(downloading.value.path()).read_bytes()[:5] == b"%PDF-"
    phone.page.locator("#back").tap()
    expect(phone.page.locator("[name='n.counters.door']")).to_have_value("20")


def test_pictures_of_pages_say_that_they_are_being_drawn_and_that_none_came(lobby: Lobby) -> None:
    phone = Phone(lobby.context(), "")
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    phone.page.route("**/sample/**", hold)
    phone.page.goto(f"{lobby.url}/print/incursion?mission=1", wait_until="domcontentloaded")
    told = phone.find("#product-counters .drawn span")
    expect(told).to_have_text("Being drawn …")
    expect(told).to_be_visible()
    phone.page.wait_for_function("() => document.querySelector('#product-counters img').complete === false")
    for route in waiting:
        route.abort()
    expect(told).to_have_text("No picture came. Reload the page.")

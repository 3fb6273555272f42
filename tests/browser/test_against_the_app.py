"""A phone against the app: its turn comes, it goes on step by step, the box is ticked off, one undo reaches over it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.phones import Lobby, Phone
from tests.seated import sit_in_browser

SMALL = {"width": 320, "height": 568}
MOST_BEFORE_IT_MOVES = 4


def test_its_steps_are_followed_ticked_off_and_undone(lobby: Lobby) -> None:
    """The app begins as the Allies: it plays a card, orders units, and moves one."""
    asked = {"game": "memoir-44", "mission": "salt-road", "deck": "app", "opponents": {"allied": 2}, "seed": "07" * 32}
    opened = lobby.ask("", asked)
    phone, token = Phone(lobby.context(viewport=SMALL), opened["code"]), opened["seats"]["axis"]
    sit_in_browser(phone.page, lobby.url, opened["code"], token)
    phone.tap("#next-begin-battle-go")
    phone.tap("#sure-go")
    expect(phone.find("#app-acts")).to_be_visible()
    lobby.press(opened["code"], token, {"command": "set-pace", "key": "step", "pace": "step"})
    expect(phone.find("#app-acts")).to_have_count(0)
    for _ in range(MOST_BEFORE_IT_MOVES):
        seq = phone.seq()
        expect(phone.find("#next #go-on-go")).to_be_in_viewport(ratio=1)
        expect(phone.find("#wait")).to_have_text("The app plays: Allies")
        phone.tap("#go-on-go")
        expect(phone.find(f"#board:not([data-seq='{seq}'], [data-seq='{seq + 1}'])")).to_be_attached()
        expect(phone.find("#last-line")).to_contain_text("Why:")
        if phone.find("#on-table").count():
            break
    expect(phone.find("#on-table li").first).to_be_attached()
    phone.tap("#tick-off-all-go")
    expect(phone.find("#on-table")).to_have_count(0)
    phone.tap("#take-back-go")
    expect(phone.find("#on-table")).to_contain_text("Restore the board")
    expect(phone.find("#next-begin-battle-go")).to_be_visible()
    expect(phone.find("#go-on-go")).to_have_count(0)
    assert phone.complaints == []


def test_who_holds_the_cards_is_asked_only_where_people_play_all_sides(lobby: Lobby) -> None:
    page = lobby.context(viewport=SMALL).new_page()
    page.goto(f"{lobby.url}/new/memoir-44")
    page.click(".table-rules > summary")
    deck, tiles = page.locator("#deck"), page.locator("#deck .tile")
    expect(tiles).to_have_count(2)
    expect(tiles.first).to_be_visible()
    expect(deck.locator(".hint")).to_be_hidden()
    page.locator("#app .tile").last.click()
    expect(tiles.first).to_be_hidden()
    expect(deck.locator(".hint")).to_have_text("If the app plays a side, it deals all Command cards.")

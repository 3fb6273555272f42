"""A practice table on a phone with scripts, from the start page to its end; what to do now, in the sheet."""

from __future__ import annotations

from tests.browser.page_checks import check
from tests.browser.phones import Lobby, Phone


def test_a_newcomer_taps_through_the_practice_table_of_incursion(lobby: Lobby) -> None:
    phone = Phone(lobby.context(), "")
    phone.page.goto(lobby.url)
    phone.tap("#practise-incursion")
    phone.page.wait_for_url("**/t/*")
    check(phone, "the first step")
    phone.tap("#to-now")
    phone.find("#advice").wait_for()
    check(phone, "what to do now")
    phone.page.keyboard.press("Escape")
    taps = 0
    while phone.find("#practice-go").count():
        phone.tap("#practice-go")
        taps += 1
        if phone.find("#sheet a.close.main").is_visible():
            phone.dismiss()
        assert taps <= 40
    phone.see("Winner: Allies")
    check(phone, "the end")
    assert phone.complaints == []

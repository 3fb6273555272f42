"""The sum in a sheet follows each tap, before anything is rolled."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.phones import Lobby
from tests.browser.test_three_phones import BRAIN, ONE
from tests.taps.mobile_infantry import CONDOR, hunted


def test_the_sum_of_a_sheet_follows_each_tap(lobby: Lobby) -> None:
    """Four men and no bug: one more; among eight bugs one more; among four one less."""
    field, phone, _ = hunted(lobby)
    field.press(BRAIN, "answer-look", team=CONDOR, packs=["pack-1"])
    phone.tap(f"#react-{CONDOR}")
    sum_of = phone.find("#sheet .reckoned")
    expect(sum_of).to_contain_text("no bugs within 12″")
    phone.find("#sheet [data-usual] .chip[value='8']").last.tap()
    expect(sum_of).to_contain_text("bugs outnumber the IM 2:1")
    phone.find("#sheet [data-usual] .chip[value='4']").last.tap()
    expect(sum_of).to_contain_text("-1")
    assert field.state()["teams"][CONDOR]["owes"] == ["located"]
    assert phone.find("#form-1 button[name=by][value=table]").count() == 1
    assert not phone.complaints
    field.press(ONE, "react", team=CONDOR, im_within_12=4, bugs_within_12=6, dice=[4, 4])

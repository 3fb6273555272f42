"""The sum in a sheet follows each tap, before anything is rolled."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.phones import Lobby
from tests.browser.test_three_phones import BRAIN, ONE
from tests.tap_counts.mobile_infantry import CONDOR, hunted

LEFT_TO_QUESTIONS = """() => {
  const [sheet, head, foot] = ['#sheet', '#sheet .head', '#sheet .roll'].map(part => document.querySelector(part));
  const first = getComputedStyle(foot).display === 'contents' ? foot.querySelector('.twin') : foot;
  const room = first.getBoundingClientRect().top - head.getBoundingClientRect().bottom;
  return room / sheet.getBoundingClientRect().height;
}"""
"""The part of a sheet between its head and what sticks to its foot."""
COVERED = """() => {
  const answer = document.querySelector('#sheet label:has([name=distance]:checked)').getBoundingClientRect();
  return answer.bottom > document.querySelector('#sheet .roll').getBoundingClientRect().top;
}"""

IS_SEEN = """shown => {
  const box = shown.getBoundingClientRect();
  return [box.top + 2, box.bottom - 2].every(y => shown.contains(document.elementFromPoint(box.left + 20, y)));
}"""
"""True if nothing lies on the first and the last line of a part of a sheet."""


def test_the_sum_of_a_sheet_follows_each_tap(lobby: Lobby) -> None:
    """Four men and no bug: one more; among eight bugs one more; among four one less."""
    field, phone, _ = hunted(lobby)
    field.press(BRAIN, "answer-look", team=CONDOR, packs=["pack-1"])
    phone.tap(f"#react-{CONDOR}")
    sum_of = phone.find("#sheet .reckoned")
    expect(sum_of).to_contain_text("no bugs within 12″")
    phone.find("#sheet [data-usual] .chip[value='8']").last.tap()
    expect(sum_of).to_contain_text("bugs outnumber the MI 2:1")
    phone.find("#sheet [data-usual] .chip[value='4']").last.tap()
    expect(sum_of).to_contain_text("−1")
    assert field.state()["teams"][CONDOR]["owes"] == ["located"]
    assert phone.find("#form-1 button[name=by][value=table]").count() == 1
    assert not phone.complaints
    field.press(ONE, "react", team=CONDOR, im_within_12=4, bugs_within_12=6, dice=[4, 4])


def test_a_volley_waits_until_its_distance_is_told(lobby: Lobby) -> None:
    """A rookie needs 6, 1 less within 24 inches; before that the form says what it lacks, and sends nothing."""
    field, phone, _ = hunted(lobby)
    field.press(BRAIN, "answer-look", team=CONDOR, packs=["pack-1"])
    field.press(ONE, "react", team=CONDOR, im_within_12=4, bugs_within_12=6, dice=[4, 4])
    field.press(BRAIN, "answer-rest")
    field.on("fire")
    before = field.state()["teams"][CONDOR]
    phone.tap("#team-3-burst-4")
    lacks, sum_of = phone.find("#sheet .lacks").first, phone.find("#sheet .reckoned").first
    expect(lacks).to_have_text("Choose first: Greatest distance (inches)")
    expect(sum_of).to_be_empty()
    phone.find("#form-1 button[name=by][value=table]").tap()
    assert phone.page.evaluate("() => document.activeElement.name") == "distance"
    assert field.state()["teams"][CONDOR] == before
    phone.find("#form-1 label:has(input[value='24'])").tap()
    expect(lacks).to_be_hidden()
    expect(sum_of).to_contain_text("short range, within 24″")
    phone.find("#form-1 button[name=by][value=table]").tap()
    phone.see("Hits:")
    assert not phone.complaints


def test_a_low_screen_is_left_to_the_questions_until_they_are_answered(lobby: Lobby) -> None:
    """Then the dice come, below their need and odds, and the answer stays; what is lacking leads to its question."""
    field, phone, _ = hunted(lobby)
    field.press(BRAIN, "answer-look", team=CONDOR, packs=["pack-1"])
    phone.page.set_viewport_size({"width": 320, "height": 640})
    phone.tap(f"#react-{CONDOR}")
    assert phone.page.evaluate(LEFT_TO_QUESTIONS) > 0.4
    assert phone.find("#sheet .reckoned").evaluate(IS_SEEN)
    field.press(ONE, "react", team=CONDOR, im_within_12=4, bugs_within_12=6, dice=[4, 4])
    field.press(BRAIN, "answer-rest")
    field.on("fire")
    phone.page.reload()
    phone.tap("#next-fire-squad-sustained")
    far, faces = phone.find("#sheet fieldset:has([name=distance])"), phone.find("#sheet .faces")
    expect(far).to_be_in_viewport(ratio=1)
    assert phone.find("#sheet .reckoned").evaluate("sum => sum.offsetHeight") == 0
    expect(faces).to_be_hidden()
    assert phone.page.evaluate(LEFT_TO_QUESTIONS) > 0.5
    phone.find("#sheet").evaluate("sheet => { sheet.scrollTop = sheet.scrollHeight; }")
    phone.find("#sheet .lacks").tap()
    assert phone.page.evaluate("document.activeElement.name") == "distance"
    far.locator("label").last.tap()
    expect(faces).to_be_in_viewport(ratio=1)
    assert phone.page.evaluate(COVERED) is False
    assert phone.find("#sheet .odds").first.evaluate(IS_SEEN)
    assert not phone.complaints

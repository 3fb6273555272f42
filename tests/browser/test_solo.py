"""Recon against the app on one phone: what it asks is answered at the foot of the board, and its orders confirmed."""

from __future__ import annotations

import time

from playwright.sync_api import expect

from tests.browser.phone_pool import SIZE
from tests.browser.phones import Lobby, Phone
from tests.browser.started_tables import Begun
from tests.browser.thumb import PATIENCE
from tests.seated import sit_in_browser

GRUNT, ZOMBIE = "grunt-ape-1", "sturmzombie-2"
PAIR = f"ap.{ZOMBIE}/{GRUNT}"


def until_it_asks_who_is_in_reach(table: Begun) -> None:
    """Play the Allies as little as can be: one Grunt steps onto the board and waits there."""
    table.press("allied", "set-pace", pace="at-once")
    for _ in range(2):
        table.press("allied", "add-model", card="grunt-ape")
    table.press("allied", "force-ready")
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        state = table.look()
        asked = [one["for"] for one in state["waiting"] if one["side"] == "allied"]
        if state["app"] and any(one["kind"] == "reach" for one in state["app"]["inquiries"].values()):
            return
        if asked == ["hand"]:
            table.press("allied", "replenish-hand", discard=[])
        elif asked == ["bid"]:
            table.press("allied", "bid", cp=0)
        elif asked == ["deployment"]:
            table.press("allied", "deploy", models=table.outside("allied"))
        elif asked == ["facts"]:
            (question,) = state["app"]["inquiries"]
            table.press("allied", "tell-leave", inquiry=question, may=False, next_turn=False)
        elif state["active"] == "allied" and state["phase"] == "action":
            if state["turn"] == 1:
                table.enter(GRUNT)
            table.press("allied", "done", reaction_fire=[])
        else:
            time.sleep(0.05)
    raise AssertionError(state["waiting"])


def filled(phone: Phone) -> list[bool]:
    """Say whether "These are in reach" and "Nobody is in reach" are filled."""
    buttons = (phone.find("#next form.whole button.main"), phone.find("#reach-none-go"))
    looks = [str(one.evaluate("it => getComputedStyle(it).backgroundColor")) for one in buttons]
    return [look != "rgba(0, 0, 0, 0)" for look in looks]


def test_its_questions_are_answered_and_its_orders_confirmed_at_the_foot_of_the_board(lobby: Lobby) -> None:
    table = Begun(lobby, mission=1, opponents={"german": 2}, seed="02" * 32)
    until_it_asks_who_is_in_reach(table)
    phone = Phone(lobby.context(), table.code)
    sit_in_browser(phone.page, lobby.url, table.code, table.tokens["allied"])
    # the orders given before are still in sight, and named above the question
    expect(phone.find("details#on-table[data-stays][open]")).to_have_count(1)
    expect(phone.find("#next .first")).to_be_visible()
    # of six figures one is in reach: its AP, and the button of the form
    questions = phone.find("#next form.whole fieldset")
    expect(questions).to_have_count(6)
    phone.page.set_viewport_size({"width": 768, "height": 1024})
    tops = questions.evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().top))")
    assert len(set(tops)) == 3, "on a tablet they stand in two columns"
    phone.page.set_viewport_size(SIZE)
    # until a number is chosen, "nobody" is the filled button
    assert filled(phone) == [False, True]
    phone.tap(f"#next label:has(input[name='{PAIR}'][value='1'])")
    assert filled(phone) == [True, False]
    phone.tap("#next form.whole button.main")
    expect(phone.find("#plan li")).to_have_count(1)
    # it is farther than that: the app asks about it alone, and each answer is one tap
    phone.tap("#cannot-1")
    phone.tap("#sheet label:has([value='misjudged'])")
    phone.tap("#sheet button.main")
    expect(phone.find("#talk")).to_contain_text("Sturmzombie 2")
    expect(phone.find("#next form.whole")).to_have_count(0)
    expect(phone.find("#reach-none-go")).to_have_text("Not this turn")
    phone.tap("#reach-1-go")
    expect(phone.find("#plan li")).to_have_count(1)
    assert table.look()["app"]["facts"] == {ZOMBIE: 2}
    phone.tap("#order-done-go")
    expect(phone.find("#plan")).to_have_count(0)
    assert phone.complaints == []

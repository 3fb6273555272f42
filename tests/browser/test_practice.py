"""A practice table on a phone with scripts, from the start page to its end; what to do now, in the sheet."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from app.games.memoir_44.game import GAME
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
        is_form = phone.find("a#practice-go").count() > 0
        expect(phone.find("#practice-go")).to_be_in_viewport()
        assert phone.find("#places > span").count() == 0, "no tile has a place of its own beside free ones"
        phone.tap("#practice-go")
        if is_form:
            phone.find("#sheet .dice[data-pad]").wait_for()
            check(phone, "dice to type")
            for face in (5, 1, 3):
                phone.tap(f"#sheet .face[value='{face}']")
            phone.tap("#form-1-hand")
            phone.read_result()
        taps += 1
        assert taps <= 40
    phone.see("Winner: Allies")
    check(phone, "the end")
    assert phone.complaints == []


def test_infanteria_movil_says_each_step_once_and_its_button_is_above_the_dock(lobby: Lobby) -> None:
    """On the smallest phone; the result of the step before goes with a tap."""
    phone = Phone(lobby.context(viewport={"width": 320, "height": 568}), "")
    phone.page.goto(lobby.url)
    phone.tap("#practise-mobile-infantry")
    phone.page.wait_for_url("**/t/*")
    while phone.find("#practice-go").count():
        phone.page.wait_for_timeout(300)
        phone.find("#lesson").tap()
        bottom = phone.find("#practice-go").evaluate("button => button.getBoundingClientRect().bottom")
        assert bottom <= phone.find("#next").evaluate("dock => dock.getBoundingClientRect().top")
        assert phone.find("#alarms, #places, #also-asked, .next .main").count() == 0
        is_form = phone.find("a#practice-go").count() > 0
        phone.tap("#practice-go")
        if is_form:
            expect(phone.find("#form-1-hand")).to_have_class("main")
            for face in (3, 4):
                phone.tap(f"#sheet .face[value='{face}']")
            phone.tap("#form-1-hand")
    expect(phone.find("#practice .label")).to_have_text("Tutorial finished")
    expect(phone.find("#your-turn")).to_have_count(0)


def tap_on_board(phone: Phone, command: str, fields: dict[str, str]) -> None:
    """Do a step where its text says so: on the map."""
    if command == "order":
        for unit in fields["units"]:
            phone.find(f"#lit input[value='{unit}']").check(force=True)
        phone.tap("#order-map-go")
    elif command == "take-ground":
        phone.tap(f"#lit .to[value={fields['to']}]")
    else:
        phone.tap(f"#at-{fields['unit']}")
        phone.tap(f"#lit .to[value={fields['to']}]" if command == "move" else f"#roll-{fields['target']}")


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_newcomer_does_each_step_of_memoir_on_the_map(lobby: Lobby, language: str) -> None:
    phone = Phone(lobby.context(language=language), "")
    phone.page.goto(lobby.url)
    phone.tap("#practise-memoir-44")
    phone.page.wait_for_url("**/t/*")
    script = GAME.practice
    assert script is not None
    steps = [step for step in script.steps if step.seat == script.seat]
    assert {step.command for step in steps if step.tapped} == {"order", "move", "battle", "take-ground"}
    for number, step in enumerate(steps, start=1):
        expect(phone.find("#practice .label")).to_contain_text(f" {number} ")
        if step.tapped:
            tap_on_board(phone, step.command, dict(step.fields))
        else:
            phone.tap("#practice-go")
        for face in step.dice or ():
            phone.tap(f"#sheet .face[value='{face}']")
        if step.dice:
            phone.tap("#form-1-hand")
    expect(phone.find("#real-table")).to_be_visible()
    assert phone.complaints == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_step_of_memoir_is_read_beside_what_it_is_done_with_on_a_small_phone(lobby: Lobby, language: str) -> None:
    phone = Phone(lobby.context(language=language, viewport={"width": 320, "height": 640}), "")
    phone.page.goto(lobby.url)
    phone.tap("#practise-memoir-44")
    phone.page.wait_for_url("**/t/*")
    expect(phone.find("#next button:enabled")).to_have_count(0)
    for _ in range(2):
        phone.tap("#practice-go")
    expect(phone.find("#practice .label")).to_contain_text(" 3 ")
    expect(phone.find("#lesson")).to_be_in_viewport(ratio=1)
    for unit in ("allied-infantry-3", "allied-armour-2"):
        expect(phone.find(f"#lit label:has([value={unit}])")).to_be_in_viewport(ratio=1)
        expect(phone.find(f"#lit [value={unit}]")).not_to_be_checked()


def at_step_of_memoir(lobby: Lobby, step: int, width: int, height: int) -> Phone:
    phone = Phone(lobby.context(viewport={"width": width, "height": height}), "")
    phone.page.goto(lobby.url)
    phone.tap("#practise-memoir-44")
    phone.page.wait_for_url("**/t/*")
    for reached in range(2, step + 1):
        phone.tap("#practice-go")
        expect(phone.find("#practice .label")).to_contain_text(f" {reached} ")
    return phone


@pytest.mark.parametrize("width", [320, 390])
def test_what_a_step_of_memoir_rolls_with_is_in_sight_once_its_unit_is_chosen(lobby: Lobby, width: int) -> None:
    phone = at_step_of_memoir(lobby, 8, width, 2 * width)
    phone.tap("#at-allied-infantry-3")
    for part in ("#lit .me", "#aim-axis-infantry-10", "#roll-axis-infantry-10"):
        expect(phone.find(part)).to_be_in_viewport(ratio=1)
    dock = phone.find("#next").evaluate("dock => dock.getBoundingClientRect().top")
    assert phone.find("#roll-axis-infantry-10").evaluate("button => button.getBoundingClientRect().bottom") <= dock


def test_a_step_of_memoir_covers_none_of_what_is_to_be_put_back_on_a_tablet(lobby: Lobby) -> None:
    phone = at_step_of_memoir(lobby, 6, 1024, 768)
    lesson, box = (phone.find(one).bounding_box() for one in ("#practice", ".on-table"))
    assert lesson
    assert box
    assert lesson["y"] + lesson["height"] <= box["y"]
    phone.page.set_viewport_size({"width": 1180, "height": 1000})
    phone.tap("#at-allied-infantry-3")
    expect(phone.find("#chosen .key")).to_be_visible()
    tops = phone.find("#chosen > *").evaluate_all("parts => parts.map(part => part.getBoundingClientRect().top)")
    assert all(below - above <= 64 for above, below in pairwise(tops)), f"what a unit can do stands together: {tops}"

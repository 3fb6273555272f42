"""Two phones play a whole turn by tapping, with and without JavaScript."""

from __future__ import annotations

import time
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Request, Route, expect

from tests.browser.page_checks import check
from tests.browser.phones import Lobby, Phone, choose_forces, reload_if_plain
from tests.browser.started_tables import FORCES, Begun


def typed(phone: Phone, scripts: bool, *faces: int) -> None:
    """Type dice: on the pad where there is one, else on the plain rows."""
    for number, face in enumerate(faces, start=1):
        if scripts:
            phone.tap(f".face[value='{face}']")
        else:
            phone.page.locator(f"input[name=d{number}][value='{face}']").first.check(force=True)
    phone.tap("button[name=by][value=hand]")


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_whole_turn_on_two_phones(lobby: Lobby, scripts: bool) -> None:
    allied, german = lobby.pair(scripts=scripts)
    choose_forces(allied, german)
    reload_if_plain(allied, scripts)

    # bids: each sees its own, the other only that there is one
    german.tap("#bid-2-go")
    german.see("has bid: 2")
    reload_if_plain(allied, scripts)
    expect(allied.find("#pool-german")).to_contain_text("has bid")
    expect(allied.find("#pool-german .bid")).to_have_text("has bid")
    allied.tap("#bid-3-go")
    allied.see("Allies first")
    reload_if_plain(german, scripts)
    german.see("Allies first")

    # deployment and the Allied half
    german.tap("#deploy-all-go")
    allied.tap("#deploy-all-go")
    allied.tap("#activate-next-go")
    allied.see("acting")
    allied.tap("#move-forward-go")
    expect(allied.find("#model-grunt-ape-1")).not_to_contain_text("at the entry")
    reload_if_plain(german, scripts)
    expect(german.find("#last")).to_contain_text("Grunt APE 1 moves forward")
    allied.tap("#activate-next-go")
    allied.tap("#move-forward-go")
    allied.done()

    # hand to hand with typed dice
    reload_if_plain(german, scripts)
    german.tap("#activate-next-go")
    german.tap("#move-forward-go")
    reload_if_plain(allied, scripts)
    allied.tap("#no-reaction-go")
    reload_if_plain(german, scripts)
    german.tap("#open-melee")
    german.see("Your dice")
    typed(german, scripts, 6)
    german.see("DP lost: 1")
    german.see("own dice")
    german.read_result()
    reload_if_plain(allied, scripts)
    allied.find("#model-grunt-ape-1").wait_for()
    expect(allied.find("#model-grunt-ape-1 .vitals")).to_contain_text("DP 1")
    german.done()

    # nothing lies there to be killed: no last chance, but the next turn and a shot
    reload_if_plain(allied, scripts)
    allied.see("Turn 2")
    allied.draw()
    reload_if_plain(german, scripts)
    german.draw()
    german.tap("#bid-0-go")
    reload_if_plain(allied, scripts)
    allied.tap("#bid-0-go")
    reload_if_plain(german, scripts)
    german.tap("#deploy-all-go")
    reload_if_plain(allied, scripts)
    allied.tap("#activate-next-go")
    allied.tap("#open-fire")
    allied.see("7/8")
    typed(allied, scripts, 1, 2, 4)
    allied.see("Sturmzombie 1 is a casualty")
    allied.find("#sheet details.why summary").first.tap()
    allied.see("= 3")
    allied.read_result()
    reload_if_plain(german, scripts)
    expect(german.find("#gone-german")).to_contain_text("Sturmzombie 1")

    # each phone may see its own side's secrets only
    expect(allied.find("#mine")).to_contain_text("Grunt APE")
    expect(german.find("#mine")).to_contain_text("Sturmzombie")
    assert not allied.complaints
    assert not german.complaints


def test_the_table_rolls_where_nobody_wants_to(lobby: Lobby) -> None:
    _, german = to_melee(lobby)
    german.tap("#open-melee")
    german.tap("button[name=by][value=table]")
    german.see("the app’s dice")


def to_melee(lobby: Lobby) -> tuple[Phone, Phone]:
    """The Allies have entered and are done, the first zombie stands before them."""
    table = Begun(lobby).choose(*FORCES).bid(0, 0).on().enter("grunt-ape-1").done().enter("sturmzombie-1")
    return table.pair()


def test_the_pad_takes_only_faces_that_a_die_has_and_walks_on(lobby: Lobby) -> None:
    allied, german = to_melee(lobby)
    german.done()
    for phone in (german, allied):
        phone.draw()
    for phone in (german, allied):
        phone.tap("#bid-0-go")
    german.tap("#deploy-all-go")
    allied.tap("#activate-next-go")
    allied.tap("#open-fire")
    hand = allied.find("button[name=by][value=hand]")
    expect(hand).to_be_disabled()
    for key in ("7", "0", "x", "5", "2"):
        allied.page.keyboard.press(key)
    expect(allied.find(".tally")).to_have_text("2 / 3")
    allied.page.keyboard.press("Backspace")
    expect(allied.find(".tally")).to_have_text("1 / 3")
    for key in ("3", "6"):
        allied.page.keyboard.press(key)
    expect(hand).to_be_enabled()
    expect(hand).to_be_focused()
    expect(allied.find(".face").first).to_be_disabled()


def test_a_form_being_filled_survives_what_the_other_phone_does(lobby: Lobby) -> None:
    allied, german = to_melee(lobby)
    german.tap("#open-melee")
    german.page.keyboard.press("5")
    before = german.seq()
    allied.page.goto(f"{allied.page.url}/do/rename")
    allied.page.fill("input[name=name]", "Ana")
    allied.tap("form.whole button.main")
    expect(german.find("#board")).to_have_attribute("data-seq", str(before + 1))
    expect(german.find(".tally")).to_have_text("1 / 1")


def test_a_phone_that_slept_shows_what_happened_meanwhile(lobby: Lobby) -> None:
    allied, german = Begun(lobby).choose(*FORCES).pair()
    allied.see("Bid: 0")
    sleep(allied)
    german.tap("#bid-1-go")
    allied.context.set_offline(False)
    expect(allied.page.locator("html")).not_to_have_attribute("data-stale", "", timeout=15000)
    expect(allied.find("#meanwhile")).to_contain_text("Germans have bid.")


def sleep(phone: Phone) -> None:
    """A phone that hears nothing more; a bell that was on its way just then is waited for."""
    stale = phone.page.locator("html[data-stale]")
    for _ in range(5):
        phone.context.set_offline(True)
        phone.page.wait_for_timeout(500)
        if stale.count():
            return
        phone.context.set_offline(False)
    raise AssertionError("the phone does not notice that it is alone")


LATER = "part => part.getAnimations().forEach(one => { one.currentTime += 60000; })"
"""A minute passes."""


@pytest.mark.parametrize("script", ["adjutant.js", "htmx.min.js"])
@pytest.mark.parametrize("page", ["", "/wall", "/seats", "/set-up"])
def test_a_page_whose_script_does_not_come_says_so_and_leads_back_to_itself(
    lobby: Lobby, script: str, page: str
) -> None:
    table = Begun(lobby)
    phone = table.sit("allied")
    expect(phone.find("#unstarted")).to_be_hidden()
    phone.page.route(f"**/{script}*", lambda route: route.abort())
    phone.page.goto(f"{lobby.url}/t/{table.code}{page}")
    told = phone.find("#unstarted")
    expect(told).to_be_hidden()  # as long as the script may still be on its way
    told.evaluate(LATER)
    expect(told).to_be_in_viewport(ratio=1)
    check(phone, f"{page} without {script}")
    phone.page.unroute_all()
    told.locator("a").click()
    expect(phone.find("html[data-started]")).to_be_attached()
    assert phone.page.url == f"{lobby.url}/t/{table.code}{page}"
    expect(told).to_be_hidden()


def test_where_scripts_are_off_nobody_waits_for_them(lobby: Lobby) -> None:
    phone = Begun(lobby).sit("allied", scripts=False)
    expect(phone.find("#unstarted")).to_have_css("display", "none")


def test_a_refused_tap_says_why_beside_the_board(lobby: Lobby) -> None:
    allied = Begun(lobby).choose(*FORCES).sit("allied")
    allied.see("Bid: 0")
    allied.page.locator("#bid-4 input[name=cp]").evaluate("field => field.value = 40")
    allied.tap("#bid-4-go")
    expect(allied.find("#notice")).to_contain_text("Not enough CP: your side has 4.")
    expect(allied.find("#notice a").first).to_have_attribute("href", "/rules/incursion/bids.sealed")


def test_a_tap_brings_its_board_itself_and_what_rang_meanwhile_is_fetched_after_it(lobby: Lobby) -> None:
    allied, german = Begun(lobby).choose(*FORCES).pair()
    asked: list[str] = []

    def late(route: Route) -> None:
        answer = route.fetch()
        time.sleep(0.4)
        route.fulfill(response=answer)

    def note(request: Request) -> None:
        if request.method == "POST" or "seen=" in request.url:
            asked.append(f"{request.method} {urlsplit(request.url).query}")

    german.page.on("request", note)
    before = german.seq()
    german.page.route("**/do/bid", late)
    german.page.locator("#bid-1-go").tap()
    expect(german.find("#board")).to_have_attribute("data-seq", str(before + 1))
    assert asked == ["POST "]
    german.page.route("**/do/undo", late)
    german.page.locator("#undo").tap()
    german.page.wait_for_timeout(20)
    allied.tap("#bid-0-go")
    expect(german.find("#board")).to_have_attribute("data-seq", str(before + 3))
    assert asked == ["POST ", "POST ", f"GET seen={before + 2}"]


def test_two_languages_sit_at_one_table(lobby: Lobby) -> None:
    host = lobby.open()
    allied = lobby.join(host, "allied", language="en")
    german = lobby.join(host, "german", language="es")
    choose_forces(allied, german)
    allied.see("Turn bidding")
    german.see("Puja de turno")


def test_the_lobby_fills_in_as_people_sit_down(lobby: Lobby) -> None:
    host = lobby.open()
    expect(host.find("#chair-allied-who")).to_have_text("Free")
    lobby.join(host, "allied")
    expect(host.find("#chair-allied-who")).to_have_text("Taken")

"""The bar of actions: at most 35 % of the screen, each action in its place, what cannot be done says why at a tap."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.phones import Lobby, Phone
from tests.browser.started_tables import FORCES, Begun
from tests.browser.test_three_phones import BRAIN, ONE, TWO, Battlefield
from tests.seated import sit_in_browser
from tests.tap_counts.memoir_44 import play
from tests.tap_counts.phone import seated

MOST = 0.35
SCREENS = {"phone": (390, 844), "small phone": (320, 640), "landscape": (844, 390)}
GRUNT, ZOMBIE = "grunt-ape-1", "sturmzombie-1"
BAR = """() => {
  const bar = document.querySelector('#next'), box = bar.getBoundingClientRect();
  return {part: box.height / innerHeight, foot: box.bottom - innerHeight, hidden: bar.scrollHeight - bar.clientHeight};
}"""
PLACES = """() => [...document.querySelectorAll('#places > *, #corners > *')].map(place =>
  (({x, y, width, height}) => [x, y, width, height].map(Math.round))(place.getBoundingClientRect()))"""
CORNERS = """() => [...document.querySelectorAll('#corners > :nth-child(odd)')].map(place =>
  (({x, y, width, height}) => [x, y, width, height].map(Math.round))(place.getBoundingClientRect()))"""
"""Where to undo and to end a turn is, with or without anything to undo or to end."""
DOCK = """() => {
  const dock = document.querySelector('#next'), seen = element => element.checkVisibility();
  const rest = document.querySelector('#rest');
  if (rest) rest.open = true;
  const scrolls = (way, size) => element => /auto|scroll/.test(getComputedStyle(element)[`overflow${way}`])
    && element[`scroll${size}`] > element[`client${size}`] + 1;
  const inside = [dock, ...dock.querySelectorAll('*')].filter(seen);
  const pressed = inside.filter(element => element.matches('button, a.open, summary'));
  const texts = document.createTreeWalker(document.querySelector('#board'), NodeFilter.SHOW_TEXT);
  const range = new Range(), broken = [];
  for (let text; (text = texts.nextNode());) {
    if (!seen(text.parentElement) || text.parentElement.closest('.sr, .figure')) continue;
    for (const {0: word, index} of text.data.matchAll(/[^\\s–·/-]+/g)) {
      range.setStart(text, index); range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].filter(box => box.width > 1).map(box => Math.round(box.top)));
      if (lines.size > 1) broken.push(word);
    }
  }
  const found = {
    tiles: document.querySelectorAll('#next .in-places > :is(form, a)').length,
    leads: document.querySelectorAll('#next .lead > *, #next > .main').length,
    scrollers: inside.filter(element => scrolls('X', 'Width')(element) || scrolls('Y', 'Height')(element)).length,
    full: pressed.filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 5)
      .map(one => one.innerText),
    out: rest ? Math.max(0, -rest.querySelector('.tiles').getBoundingClientRect().top) : 0,
    hyphens: inside.filter(element => getComputedStyle(element).hyphens === 'auto').length,
    broken,
  };
  if (rest) rest.open = false;
  return found;
}"""
"""What a dock is full of, with all that is behind “More”; and the words of a board that are broken in two."""
SOUND = {"scrollers": 0, "full": [], "out": 0, "hyphens": 0, "broken": []}


def check_bar(phone: Phone, where: str) -> None:
    """The bar of this board on all screens: no more of it than may be, at the foot, none of it out of sight."""
    phone.page.reload()
    for screen, (width, height) in SCREENS.items():
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.page.wait_for_function(
            "([wide, high]) => innerWidth === wide && innerHeight === high", arg=[width, height]
        )
        bar: Any = phone.page.evaluate(BAR)
        assert bar["part"] <= MOST, f"{where}, {screen}: {bar}"
        assert bar["foot"] <= 1, f"{where}, {screen}: {bar}"
        assert bar["hidden"] <= 1, f"{where}, {screen}: {bar}"
        if screen == "landscape":
            continue
        dock: Any = phone.page.evaluate(DOCK)
        assert dock.pop("tiles") <= 6, f"{where}, {screen}: {dock}"
        assert dock.pop("leads") <= 2, f"{where}, {screen}: {dock}"
        assert dock == SOUND, f"{where}, {screen}"
    phone.page.set_viewport_size({"width": 390, "height": 844})


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_bar_of_incursion_leaves_the_board_in_sight(lobby: Lobby, language: str) -> None:
    table = Begun(lobby)
    allied, german = table.pair(language=language)
    check_bar(allied, "a force to choose")
    table.choose(*FORCES)
    check_bar(allied, "bids")
    table.bid(0, 0)
    check_bar(german, "deployment")
    german.page.set_viewport_size({"width": 320, "height": 640})
    expect(german.find("#next .step")).to_be_visible()
    table.on().enter(GRUNT).done().enter(ZOMBIE).until(2)
    check_bar(allied, "nobody acts yet")
    table.press("allied", "activate", model=GRUNT)
    check_bar(allied, "acting")
    check_bar(german, "waiting")
    table.press("allied", "done", reaction_fire=[GRUNT])
    table.enter("sturmzombie-2")
    check_bar(german, "a zombie acts")
    check_bar(allied, "Reaction Fire")
    for width in (320, 390):
        german.page.set_viewport_size({"width": width, "height": 640})
        expect(german.find("#acting")).to_be_visible()
        expect(german.find("#still-due > :visible")).to_have_count(1)
    expect(german.find("#nudge-go")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_bar_of_mobile_infantry_leaves_the_board_in_sight(lobby: Lobby, language: str) -> None:
    field = Battlefield(lobby)
    one, brain = (field.sit(seat, language=language) for seat in (ONE, BRAIN))
    check_bar(one, "march")
    for seat in (ONE, TWO):
        field.press(seat, "done")
    check_bar(brain, "presence")
    field.test_presence(6)
    field.press(BRAIN, "done")
    check_bar(one, "location")
    field.press(ONE, "look-around", team="team-2", isolated=True, dice=[6])
    check_bar(brain, "a look to answer")


def test_a_question_is_bold_and_what_its_words_mean_is_not(lobby: Lobby) -> None:
    field = Battlefield(lobby, brain="app")
    for seat in (ONE, TWO):
        field.press(seat, "done")
    phone = field.sit(ONE, language="es", viewport={"width": 320, "height": 640})
    expect(phone.find("#question")).to_have_css("font-weight", "600")
    expect(phone.find("#question-hint")).to_have_css("font-weight", "400")
    expect(phone.find("#question-hint")).to_contain_text("dejan ocultos")
    expect(phone.find("#question")).to_be_in_viewport(ratio=1)
    expect(phone.find("#places")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_bar_of_memoir_44_leaves_the_board_in_sight(lobby: Lobby, language: str) -> None:
    asked = {"game": "memoir-44", "mission": "salt-road"}
    opened = lobby.ask("", asked)
    phone = seated(lobby, opened["code"], opened["seats"]["allied"], language=language)
    check_bar(phone, "before the battle")
    phone.tap("#next-begin-battle-go")
    phone.tap("#sure-go")
    check_bar(phone, "a card to play")
    play(phone, "probe")
    check_bar(phone, "orders")
    phone.find("#lit input[name=units]").first.check(force=True)
    phone.tap("#order-map-go")
    check_bar(phone, "moving")


@pytest.mark.parametrize("width", [390, 320])
def test_nothing_moves_under_the_thumb(lobby: Lobby, width: int) -> None:
    table = Begun(lobby).choose(*FORCES).on()
    phone = table.sit("allied", viewport={"width": width, "height": 844})
    corners = phone.page.evaluate(CORNERS)
    phone.tap(f"#activate-{GRUNT}-go")
    stood = phone.page.evaluate(PLACES)
    assert len(stood) == 9
    for button in ("#move-forward-go", "#turn-go", "#undo-go"):
        phone.tap(button)
        assert phone.page.evaluate(PLACES) == stood, button
        assert phone.page.evaluate(CORNERS) == corners, button
    table.press("allied", "done", reaction_fire=[])
    table.enter(ZOMBIE)
    phone.page.reload()
    assert phone.page.evaluate(CORNERS)[0] == corners[0]
    phone.page.evaluate("scrollTo(0, 1e6)")
    assert phone.page.evaluate(CORNERS)[0] == corners[0]


def test_the_rest_is_behind_more_and_goes_away_when_it_is_done(lobby: Lobby) -> None:
    table = Begun(lobby).choose(*FORCES).on().enter(GRUNT)
    phone = table.sit("allied")
    stood = phone.page.evaluate(PLACES)
    phone.tap("#rest summary")
    assert phone.page.evaluate(PLACES) == stood
    phone.tap("#move-backward-go")
    expect(phone.find("#rest[open]")).to_have_count(0)
    assert table.look()["models"][GRUNT]["ap"] == 0


PRICES = """() => [...document.querySelectorAll('#places .takes-cp button')].map(button => {
  const frame = button.getBoundingClientRect(), price = button.querySelector('.from-pool').getBoundingClientRect();
  const size = parseFloat(getComputedStyle(button.querySelector('.from-pool')).fontSize);
  return {size, over: price.bottom > frame.bottom - 4 || price.height < size};
})"""


def test_what_a_tile_takes_from_the_pool_is_read_on_a_small_phone(lobby: Lobby) -> None:
    table = Begun(lobby).choose(*FORCES).on().enter(GRUNT)
    table.press("allied", "advance", models=[GRUNT], squares=2)
    phone = table.sit("allied", language="es", viewport={"width": 320, "height": 640})
    prices = phone.page.evaluate(PRICES)
    assert len(prices) > 3
    assert all(one["size"] >= 13 and not one["over"] for one in prices), prices
    check_bar(phone, "no AP left")


SIGNS_ON_NAMES = """() => [...document.querySelectorAll('#mine .model:has(.brief)')].filter(model => {
  const range = new Range();
  const text = element => { range.selectNodeContents(element); return range.getBoundingClientRect(); };
  const sign = text(model.querySelector('.brief'));
  return [...model.querySelectorAll('.who, .stamp, .pips')].some(element => {
    const box = text(element);
    return Math.min(box.right, sign.right) > Math.max(box.left, sign.left)
      && Math.min(box.bottom, sign.bottom) - Math.max(box.top, sign.top) > 6;
  });
}).map(model => model.id)"""
"""Models whose sign lies on what stands in their row, by more than the air above a letter."""


@pytest.mark.parametrize("width", [320, 390, 820])
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_sign_of_a_row_lies_on_nothing(lobby: Lobby, language: str, width: int) -> None:
    table = Begun(lobby).choose(*FORCES).on(first="german")
    phone = table.sit("german", language=language, viewport={"width": width, "height": 844})
    expect(phone.find("#mine .brief")).to_have_count(6)
    assert phone.page.evaluate(SIGNS_ON_NAMES) == []


@pytest.mark.parametrize("seat", ["allied", "german"])
def test_the_number_of_a_model_is_corrected_though_its_row_activates_it(lobby: Lobby, seat: str) -> None:
    table = Begun(lobby).choose(*FORCES).on(first=seat)
    phone = table.sit(seat)
    row = phone.find(".model:has(.activate)").first
    row.locator(".correct").tap()
    expect(phone.find("#sheet h2")).to_contain_text("House ruling: ")
    box = row.bounding_box()
    assert box
    assert box["height"] < 80


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_corners_of_memoir_44_keep_their_places(lobby: Lobby, language: str) -> None:
    asked = {"game": "memoir-44", "mission": "salt-road"}
    opened = lobby.ask("", asked)
    phone = seated(lobby, opened["code"], opened["seats"]["allied"], language=language)
    stood = phone.page.evaluate(CORNERS)
    phone.tap("#next-begin-battle-go")
    phone.tap("#sure-go")
    corners = phone.page.evaluate(CORNERS)
    assert (corners[0], len(corners)) == (stood[0], 2)
    phone.find("#next-end-turn").tap(force=True)
    expect(phone.find("#notice")).not_to_be_empty()
    play(phone, "probe")
    assert phone.page.evaluate(CORNERS) == corners
    phone.find("#lit input[name=units]").first.check(force=True)
    phone.tap("#order-map-go")
    assert phone.page.evaluate(CORNERS) == corners
    phone.tap("[id^=at-]")
    phone.tap("#lit .to")
    assert phone.page.evaluate(CORNERS) == corners
    phone.tap("#next-end-turn-go")
    assert phone.page.evaluate(CORNERS)[0] == corners[0]


def test_a_corner_with_nothing_to_do_is_greyed_and_says_why_at_a_tap(lobby: Lobby) -> None:
    phone = Begun(lobby).sit("allied")
    expect(phone.find("#undo")).to_have_attribute("aria-disabled", "true")
    phone.find("#undo").tap(force=True)
    expect(phone.find("#notice")).not_to_be_empty()


FOCUSED = "selector => document.activeElement.matches(selector)"


def tabs_to(phone: Phone, selector: str) -> int:
    for number in range(1, 200):
        phone.page.keyboard.press("Tab")
        if phone.page.evaluate(FOCUSED, selector):
            return number
    raise LookupError(selector)


@pytest.mark.parametrize("game", ["memoir-44", "mobile-infantry"])
def test_a_keyboard_reaches_what_comes_next_without_passing_the_whole_board(lobby: Lobby, game: str) -> None:
    opened = lobby.ask("", {"game": game})
    phone = Phone(lobby.context(), opened["code"])
    sit_in_browser(phone.page, lobby.url, opened["code"], next(iter(opened["seats"].values())))
    assert tabs_to(phone, ".skip[href='#next']") == 2
    phone.page.keyboard.press("Enter")
    assert tabs_to(phone, "#next *") == 1


def test_a_keyboard_goes_on_at_the_bar_when_what_it_pressed_is_gone(lobby: Lobby) -> None:
    phone = Begun(lobby).choose(*FORCES).sit("german")
    tabs_to(phone, "#bid-1-go")
    phone.page.keyboard.press("Enter")
    phone.find("#bids").wait_for(state="detached")
    assert phone.page.evaluate(FOCUSED, "#next:focus-visible")
    other = Begun(lobby).choose(*FORCES)
    other.press("german", "bid", cp=0)
    phone = other.sit("allied")
    tabs_to(phone, "#bid-1-go")
    phone.page.keyboard.press("Enter")
    phone.find("#bids").wait_for(state="detached")
    assert tabs_to(phone, "#next *") == 1


@pytest.mark.parametrize("key", ["Escape", "Close"])
def test_a_keyboard_stays_in_a_sheet_and_comes_back_to_what_opened_it(lobby: Lobby, key: str) -> None:
    table = Begun(lobby).choose(*FORCES).on()
    phone = table.sit("allied")
    tabs_to(phone, "#open-advance")
    phone.page.keyboard.press("Enter")
    phone.find("#sheet[aria-modal=true]").wait_for()
    for _ in range(30):
        phone.page.keyboard.press("Tab")
        assert phone.page.evaluate(FOCUSED, "body, #sheet *")
    # what another phone presses meanwhile brings the board back, but not into reach
    seq = phone.seq()
    table.press("allied", "activate", model=GRUNT)
    expect(phone.find("#board")).not_to_have_attribute("data-seq", str(seq))
    assert phone.find("#board").evaluate("board => board.inert")
    if key == "Escape":
        phone.page.keyboard.press(key)
    else:
        phone.find("#sheet a.close").focus()
        phone.page.keyboard.press("Enter")
    expect(phone.find("#open-advance")).to_be_focused()
    assert not phone.find("#board").evaluate("board => board.inert")
    assert not phone.complaints


def test_a_request_leaves_no_gap_above_the_models_on_a_tablet(lobby: Lobby) -> None:
    table = Begun(lobby).choose(*FORCES).on().enter(GRUNT).done()
    table.enter("sturmzombie-1")
    phone = table.sit("allied", viewport={"width": 1024, "height": 768})
    table.press("german", "melee", model="sturmzombie-1", target=GRUNT, dice=[1])
    expect(phone.find("#news a")).to_be_visible()
    table.press("german", "take-back")
    expect(phone.find("#asked-back")).to_be_visible()
    mine, asked = (phone.find(part).bounding_box() for part in ("#mine", "#asked-back"))
    assert mine
    assert asked
    assert mine["y"] < asked["y"] + asked["height"]


def test_who_has_no_seat_sees_both_forces_beside_each_other_on_a_tablet(lobby: Lobby) -> None:
    table = Begun(lobby).choose(*FORCES).on()
    phone = Phone(lobby.context(viewport={"width": 1024, "height": 768}), table.code)
    phone.page.goto(f"{lobby.url}/t/{table.code}")
    allied, german = (phone.find(f"#force-{side}").bounding_box() for side in ("allied", "german"))
    assert allied
    assert german
    assert (allied["x"] + allied["width"] <= german["x"], allied["y"]) == (True, german["y"])


def test_a_tablet_shows_the_hand_below_the_models_and_the_enemy_beside_them(lobby: Lobby) -> None:
    table = Begun(lobby, mission=2).choose(*FORCES).on().enter(GRUNT)
    phone = table.sit("allied", viewport={"width": 1024, "height": 768})
    mine, hand, enemy, dock = (phone.find(part).bounding_box() for part in ("#mine", "#hand", "#enemy", "#next"))
    assert mine
    assert hand
    assert enemy
    assert dock
    assert mine["x"] == hand["x"]
    assert mine["x"] + mine["width"] <= enemy["x"]
    assert mine["y"] + mine["height"] <= hand["y"] < dock["y"]

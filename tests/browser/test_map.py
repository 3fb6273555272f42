"""The map of Memoir '44 under a thumb: hexes as large as it, tapped to be looked at; every screen of it is sound."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.page_checks import check
from tests.browser.phones import Lobby, Phone
from tests.seated import sit_in_browser

THUMB = 44
SALT, PASSES = "salt-road", "three-passes-of-tengshan"
SIZES = """hexes => hexes.filter(hex => hex.checkVisibility()).map(hex => hex.getBoundingClientRect())
  .map(({width, height}) => [width, height])"""
HEXES = "#map .who, #map .to, #map .aim, #map .box"


class OnTheMap:
    """A table whose turn is pressed by its seats until somebody looks."""

    def __init__(self, lobby: Lobby, mission: str, **wishes: Any) -> None:
        self.lobby, self.presses = lobby, 0
        opened = lobby.ask("", {"game": "memoir-44", "mission": mission, **wishes})
        self.code, self.tokens = opened["code"], opened["seats"]

    def press(self, seat: str, command: str, **fields: Any) -> None:
        self.presses += 1
        self.lobby.press(self.code, self.tokens[seat], {"command": command, "key": f"press-{self.presses}", **fields})

    def look(self) -> Any:
        """The state as everybody sees it."""
        return self.lobby.ask(f"/{self.code}")["state"]

    def sit(self, seat: str, **how: Any) -> Phone:
        phone = Phone(self.lobby.context(**how), self.code)
        sit_in_browser(phone.page, self.lobby.url, self.code, self.tokens[seat])
        return phone


def ordering(lobby: Lobby) -> OnTheMap:
    """The Allies of the salt road have a card for two units of the centre."""
    table = OnTheMap(lobby, SALT)
    table.press("allied", "begin-battle")
    table.press("allied", "play-card", card="probe", section="centre")
    return table


def at_war(lobby: Lobby) -> OnTheMap:
    """Two units of the centre are ordered."""
    table = ordering(lobby)
    table.press("allied", "order", place=0, units=["allied-infantry-2", "allied-infantry-4"])
    return table


def generals(lobby: Lobby) -> OnTheMap:
    """The left general of the Axis has an order at a table of eight."""
    table = OnTheMap(lobby, PASSES, players=8)
    table.press("allied", "begin-battle")
    table.press("axis", "deal-orders", left="attack", centre="no-order", right="no-order")
    return table


VISIBLE = """boxes => {
  const {left, right} = document.querySelector('#map').getBoundingClientRect();
  return boxes.map(box => box.getBoundingClientRect()).some(box => box.left < right && box.right > left);
}"""


def test_each_list_of_orders_is_unticked_and_in_sight(lobby: Lobby) -> None:
    """Recon in Force orders one unit of each section: no tick goes over to the next section, to which the map moves."""
    table = OnTheMap(lobby, SALT)
    table.press("allied", "begin-battle")
    table.press("allied", "play-card", card="recon-in-force")
    phone, ordered = table.sit("allied"), "#lit input"
    for unit in ("allied-armour-1", "allied-infantry-2", "allied-armour-2"):
        phone.find(f"#lit input[value={unit}]").wait_for(state="attached")
        assert phone.find(ordered).evaluate_all("boxes => boxes.filter(box => box.checked).length") == 0
        assert phone.find(ordered).evaluate_all(VISIBLE)
        phone.find(f"#lit input[value={unit}]").check(force=True)
        phone.tap("#order-map-go")
    expect(phone.find(ordered)).to_have_count(0)


def test_who_shares_a_side_is_told_for_whom_it_waits(lobby: Lobby) -> None:
    table = OnTheMap(lobby, PASSES, players=8)
    table.press("allied", "begin-battle")
    general, commander = table.sit("axis-centre"), table.sit("axis")
    expect(general.find("#wait")).to_have_text("Waiting for your commander")
    expect(general.find("#post")).to_have_text("Axis general in the centre")
    table.press("axis", "deal-orders", left="attack", centre="no-order", right="no-order")
    expect(commander.find("#wait")).to_have_text("Waiting for your generals")


def sizes(phone: Phone) -> list[tuple[float, float]]:
    boxes: list[tuple[float, float]] = phone.find(HEXES).evaluate_all(SIZES)
    assert boxes
    return boxes


@pytest.mark.parametrize("width", [320, 390, 820])
def test_every_hex_that_can_be_tapped_is_as_large_as_a_thumb(lobby: Lobby, width: int) -> None:
    tables = [(ordering(lobby), "allied"), (at_war(lobby), "allied"), (generals(lobby), "axis-left")]
    for table, seat in tables:
        phone = table.sit(seat, viewport={"width": width, "height": 844})
        assert min(min(size) for size in sizes(phone)) >= THUMB
        assert phone.page.evaluate("document.documentElement.scrollWidth") == width


def test_the_map_begins_where_something_can_be_tapped_and_shows_all_of_itself_where_that_is_wanted(
    lobby: Lobby,
) -> None:
    table = generals(lobby)
    phone = table.sit("axis-right")
    commander = table.sit("axis")
    whole = "document.querySelector('.ground').getBoundingClientRect().width <= innerWidth"
    assert not commander.page.evaluate(whole)
    commander.tap("#whole-map summary")
    assert commander.page.evaluate(whole)
    table.press("axis-left", "carry-out-order", units=[])
    expect(commander.find("#whole-map[open]")).to_have_count(1)
    assert phone.complaints == commander.complaints == []


def comes(phone: Phone, places: str, where: str) -> None:
    """A map moves once what is drawn on it has come: all of these places come there."""
    phone.page.wait_for_function(f"places => ({where})([...document.querySelectorAll(places)])", arg=places)


INSIDE = """places => places.every(place => {
  const {left, right} = place.getBoundingClientRect(), map = document.querySelector('#map').getBoundingClientRect();
  return left >= map.left && right <= map.right;
})"""
"""Whether these places lie within the part of the map that is seen."""


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
@pytest.mark.parametrize("width", [320, 390])
def test_a_map_begins_with_all_that_is_lit_where_it_finds_room(lobby: Lobby, scripts: bool, width: int) -> None:
    table = at_war(lobby)
    phone = table.sit("allied", scripts=scripts, viewport={"width": width, "height": 844})
    expect(phone.find("#map .who")).to_have_count(2)
    comes(phone, "#map .who", INSIDE)
    table.press("allied", "move", unit="allied-infantry-2", to="G4")
    table.press("allied", "battle", unit="allied-infantry-2", target="axis-infantry-9", dice=["flag", "star"])
    asked = table.sit("axis", scripts=scripts, viewport={"width": width, "height": 844})
    expect(asked.find("#map .to")).to_have_count(2)
    comes(asked, "#map .to", INSIDE)


@pytest.mark.parametrize("width", [320, 390])
def test_a_map_of_who_waits_moves_to_what_others_did_unless_it_was_moved_by_hand(lobby: Lobby, width: int) -> None:
    """It began at its other end; a wheel stands for a finger."""
    table = OnTheMap(lobby, SALT)
    table.press("allied", "begin-battle")
    phone = table.sit("axis", viewport={"width": width, "height": 640})
    table.press("allied", "play-card", card="probe", section="left")
    table.press("allied", "order", place=0, units=["allied-infantry-1", "allied-infantry-6"])
    expect(phone.find("#last-line p")).to_have_count(3)
    table.press("allied", "move", unit="allied-infantry-1", to="C4")
    expect(phone.find("#lately i").first).to_be_attached()
    comes(phone, "#lately i", INSIDE)
    expect(phone.find("#lately i").first).to_be_in_viewport(ratio=1)
    phone.find("#map").evaluate(
        "map => { map.dispatchEvent(new WheelEvent('wheel', {bubbles: true})); map.scrollLeft = 0; }"
    )
    table.press("allied", "move", unit="allied-infantry-6", to="A2")
    expect(phone.find("#last-line")).to_contain_text("A2")
    assert phone.find("#map").evaluate("map => map.scrollLeft") == 0
    phone.page.reload()
    comes(phone, "#lately i", INSIDE)
    assert phone.complaints == []


def test_a_map_of_who_waits_moves_to_the_units_that_are_ordered(lobby: Lobby) -> None:
    table = OnTheMap(lobby, SALT)
    table.press("allied", "begin-battle")
    table.press("allied", "play-card", card="probe", section="left")
    phone = table.sit("axis", viewport={"width": 320, "height": 640})
    assert phone.find("#lately i").count() == 0
    table.press("allied", "order", place=0, units=["allied-infantry-1", "allied-infantry-6"])
    expect(phone.find("#lately i")).to_have_count(2)
    comes(phone, "#lately i", INSIDE)


@pytest.mark.parametrize("width", [320, 390])
def test_a_card_that_is_played_brings_the_units_of_its_section_into_sight(lobby: Lobby, width: int) -> None:
    table = OnTheMap(lobby, SALT)
    table.press("allied", "begin-battle")
    phone = table.sit("allied", viewport={"width": width, "height": 640})
    phone.find("#map").evaluate("map => { map.scrollLeft = 0; }")
    phone.tap("#next-play-card")
    phone.tap("#sheet form:has(input[value=attack]) button[value=centre]")
    expect(phone.find("#lit .box").first).to_be_attached()
    comes(phone, "#lit .box", INSIDE)
    assert phone.find("#lit .box").evaluate_all(ABOVE_FOOT)


@pytest.mark.parametrize("loaded", [False, True], ids=["a card is played", "the page is loaded"])
def test_units_to_order_are_in_sight_above_the_foot_though_there_is_much_to_do(lobby: Lobby, *, loaded: bool) -> None:
    table = OnTheMap(lobby, SALT)
    table.press("allied", "begin-battle")
    phone = table.sit("allied")
    for unit, to in (("axis-infantry-8", "F6"), ("axis-infantry-9", "H5"), ("axis-infantry-10", "J5")):
        table.press("allied", "move-piece", piece=unit, to=to)
    expect(phone.find("details#on-table[open] li")).to_have_count(3)
    if loaded:
        table.press("allied", "play-card", card="attack", section="left")
        phone.page.evaluate("sessionStorage.clear()")
        phone.page.reload()
    else:
        phone.tap("#next-play-card")
        phone.tap("#sheet form:has(input[value=attack]) button[value=left]")
    expect(phone.find("#lit .box")).not_to_have_count(0)
    assert phone.find("#lit .box").evaluate_all(ABOVE_FOOT)
    # a finger may open it all the same
    phone.tap("details#on-table:not([open]) > summary")
    phone.find("#lit .box input").first.check(force=True)
    expect(phone.find("#on-table li").first).to_be_visible()


def test_a_map_with_units_to_tap_keeps_still_when_another_of_its_hexes_is_tapped(lobby: Lobby) -> None:
    phone = ordering(lobby).sit("allied", viewport={"width": 320, "height": 640})
    before = phone.find("#map").bounding_box()
    assert before
    phone.page.touchscreen.tap(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    expect(phone.find("#looked h2")).to_have_count(1)
    assert phone.find("#map").bounding_box() == before


ABOVE_FOOT = """places => {
  const foot = document.querySelector('#next').getBoundingClientRect().top;
  return places.every(place => place.getBoundingClientRect().bottom <= foot);
}"""
UNCOVERED = """places => {
  const foot = document.querySelector('#next').getBoundingClientRect().top;
  return places.every(place => {
    const {left, right, top, bottom} = place.getBoundingClientRect(), x = (left + right) / 2, y = (top + bottom) / 2;
    return top >= 0 && bottom <= foot && document.elementFromPoint(x, y) === place;
  });
}"""


@pytest.mark.parametrize("comes", [True, False], ids=["while the phone looks", "before it looks"])
@pytest.mark.parametrize(("width", "height"), [(320, 568), (320, 640), (390, 844), (1024, 768)])
@pytest.mark.parametrize("language", ["en", "es"])
def test_hexes_to_retreat_to_are_seen_with_the_question(
    lobby: Lobby, language: str, width: int, height: int, comes: bool
) -> None:
    table = at_war(lobby)
    table.press("allied", "move", unit="allied-infantry-2", to="G4")
    flag = {"unit": "allied-infantry-2", "target": "axis-infantry-9", "dice": ["flag", "star"]}
    how: dict[str, Any] = {"language": language, "viewport": {"width": width, "height": height}}
    if comes:
        phone = table.sit("axis", **how)
        table.press("allied", "battle", **flag)
    else:
        table.press("allied", "battle", **flag)
        phone = table.sit("axis", **how)
    expect(phone.find("#flags")).to_be_in_viewport(ratio=1)
    expect(phone.find("#lit .to")).to_have_count(2)
    assert phone.find("#lit .to").evaluate_all(UNCOVERED)


BELOW_TITLE = """places => {
  const title = document.querySelector('#status').getBoundingClientRect().bottom;
  return places.every(place => place.getBoundingClientRect().top >= title);
}"""


@pytest.mark.parametrize("past", [False, True])
@pytest.mark.parametrize(("width", "height"), [(320, 500), (320, 640), (390, 844)])
def test_the_title_stays_and_covers_no_hex_of_an_answer_before_and_after_what_others_did_is_read(
    lobby: Lobby, width: int, height: int, past: bool
) -> None:
    table = at_war(lobby)
    table.press("allied", "move", unit="allied-infantry-2", to="G5")
    table.press("allied", "end-turn")
    table.press("axis", "play-card", card="attack", section="centre")
    table.press("axis", "order", place=0, units=["axis-infantry-8"])
    table.press("axis", "move", unit="axis-infantry-8", to="F6")
    phone = table.sit("allied", viewport={"width": width, "height": height})
    phone.page.evaluate("scrollTo(0, 300)")
    table.press("axis", "battle", unit="axis-infantry-8", target="allied-infantry-2", dice=["grenade", "flag"])
    expect(phone.find("#lit .to")).to_have_count(3)
    if past:
        phone.find("#news").evaluate("news => news.classList.add('past')")
    comes(phone, "#lit .to", BELOW_TITLE)
    expect(phone.find("#status")).to_be_in_viewport(ratio=1)
    assert phone.find("#lit .to").evaluate_all(UNCOVERED)


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844)])
def test_all_that_a_chosen_unit_can_do_is_in_sight(lobby: Lobby, width: int, height: int) -> None:
    """Though it stood at the edge of what was seen of the map."""
    phone = at_war(lobby).sit("allied", viewport={"width": width, "height": height})
    phone.find("#at-allied-infantry-4").evaluate(
        """unit => {
          const map = unit.closest('#map');
          map.scrollLeft += unit.getBoundingClientRect().left - map.getBoundingClientRect().left;
        }"""
    )
    phone.tap("#at-allied-infantry-4")
    expect(phone.find("#lit .me")).to_have_count(1)
    comes(phone, "#lit :is(.me, .to, .aim)", INSIDE)
    assert phone.find("#lit .to").evaluate_all(UNCOVERED)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_small_phone_shows_the_shapes_of_a_move_and_whose_turn_it_is_in_two_lines(
    lobby: Lobby, language: str
) -> None:
    phone = at_war(lobby).sit("allied", language=language, viewport={"width": 320, "height": 640})
    assert phone.find("#where").evaluate("title => title.offsetHeight < 30")
    phone.tap("#at-allied-infantry-4")
    shapes = phone.find("#chosen .key > span")
    expect(shapes).to_have_count(2)
    foot = phone.find("#next").evaluate("foot => foot.getBoundingClientRect().top")
    assert shapes.evaluate_all("all => Math.max(...all.map(one => one.getBoundingClientRect().bottom))") < foot


@pytest.mark.parametrize("width", [320, 390])
def test_a_general_sees_the_medals_in_one_row_and_an_order_above_the_map(lobby: Lobby, width: int) -> None:
    table = generals(lobby)
    phone = table.sit("allied-left", language="es", viewport={"width": width, "height": 844})
    assert len({*phone.find(".score .side").evaluate_all("all => all.map(one => one.offsetTop)")}) == 1
    ordered = table.sit("axis-left", language="es", viewport={"width": width, "height": 844})
    tops = ordered.find("#order, #map").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert tops == sorted(tops), "an order is above the map"
    expect(ordered.find("#order")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("whose", ["allied", "axis"])
def test_a_unit_is_corrected_by_a_tap_on_it(lobby: Lobby, whose: str) -> None:
    table = at_war(lobby)
    phone = table.sit("allied")
    phone.page.goto(f"{lobby.url}/t/{table.code}#correct")
    unit = phone.find(f"#map g:has(use[href$='#{whose}-infantry'])").first
    unit.scroll_into_view_if_needed()
    box = unit.bounding_box()
    assert box
    phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(phone.find("#sheet form[action$='/do/house-ruling']").first).to_be_visible()
    assert phone.complaints == []


def test_the_whole_score_of_a_side_is_marked_and_corrected_at_a_tap(lobby: Lobby) -> None:
    table = at_war(lobby)
    phone = table.sit("allied", viewport={"width": 320, "height": 640})
    phone.page.goto(f"{lobby.url}/t/{table.code}#correct")
    score = phone.find(".score .side.axis")
    expect(score).to_have_css("border-style", "dashed")
    expect(score.locator(".correct")).to_have_css("outline-style", "none")
    score.evaluate("one => one.scrollIntoView({block: 'center'})")
    cards = score.locator("span").last.bounding_box()
    assert cards
    phone.page.touchscreen.tap(cards["x"] + cards["width"] / 2, cards["y"] + cards["height"] / 2)
    expect(phone.find("#sheet h2")).to_have_text("House ruling: Axis")


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844), (1024, 768)])
def test_the_text_of_a_card_opens_below_the_hand_and_in_sight(lobby: Lobby, width: int, height: int) -> None:
    table = OnTheMap(lobby, SALT, deck="app")
    table.press("allied", "begin-battle")
    phone = table.sit("allied", viewport={"width": width, "height": height})
    phone.tap("#hand a")
    expect(phone.find("#looked h2")).to_be_in_viewport(ratio=1)
    hand, text = (phone.find(one).bounding_box() for one in ("#hand", "#looked"))
    assert hand
    assert text
    assert hand["y"] + hand["height"] <= text["y"]
    assert "," not in phone.find("#hand").inner_text(), "no row of the hand begins with a comma"


@pytest.mark.parametrize("width", [320, 390, 1024])
@pytest.mark.parametrize("language", ["en", "es"])
def test_who_waits_has_one_row_at_the_foot(lobby: Lobby, language: str, width: int) -> None:
    how: dict[str, Any] = {"language": language, "viewport": {"width": width, "height": 768}}
    phone = at_war(lobby).sit("axis", **how)
    wait = phone.find("#wait").bounding_box()
    assert wait
    assert wait["width"] > 0.9 * width
    table = OnTheMap(lobby, PASSES, players=8)
    table.press("allied", "begin-battle")
    general = table.sit("axis-centre", **how)
    undo, wait, end = (general.find(one).bounding_box() for one in ("#undo", "#wait", "#next-end-turn"))
    assert undo
    assert wait
    assert end
    assert undo["x"] + undo["width"] <= wait["x"] < wait["x"] + wait["width"] <= end["x"]
    assert undo["y"] <= wait["y"] + wait["height"] / 2 <= undo["y"] + undo["height"]


@pytest.mark.parametrize("width", [320, 390])
def test_each_section_is_named_with_its_units_in_sight(lobby: Lobby, width: int) -> None:
    table = OnTheMap(lobby, SALT)
    table.press("allied", "begin-battle")
    table.press("allied", "play-card", card="general-advance")
    phone = table.sit("allied", language="es", viewport={"width": width, "height": 640})
    for section in ("izquierda", "central", "derecha"):
        expect(phone.find("#whom")).to_have_text(f"Toca hasta 2 unidades: sección {section}. 0/2")
        expect(phone.find("#whom")).to_be_in_viewport(ratio=1)
        first = phone.find("#lit .box input").first
        expect(first).to_be_in_viewport(ratio=1)
        first.check(force=True)
        phone.tap("#order-map-go")
    expect(phone.find("#whom")).to_have_count(0)


def test_the_map_counts_units_that_are_ticked_and_takes_no_more_than_the_card_orders(lobby: Lobby) -> None:
    phone = ordering(lobby).sit("allied")
    boxes, count = phone.find("#lit input"), phone.find("#ticked")
    for number in range(3):
        boxes.nth(number).dispatch_event("click")
        expect(count).to_have_text(f"{min(number + 1, 2)}/2")
    expect(boxes.nth(2)).not_to_be_checked()
    boxes.first.dispatch_event("click")
    expect(count).to_have_text("1/2")
    phone.tap("#order-map-go")
    expect(count).to_have_count(0)
    assert phone.complaints == []


def test_the_form_of_orders_says_how_many_and_ticks_not_too_many(lobby: Lobby) -> None:
    phone = ordering(lobby).sit("allied")
    phone.tap("#order-tap")
    expect(phone.find("#sheet legend")).to_contain_text("at most 2")
    expect(phone.find("#sheet .chips")).to_have_count(0)


def test_a_ring_is_where_a_tap_chooses_a_unit_and_nowhere_while_others_answer(lobby: Lobby) -> None:
    table = at_war(lobby)
    phone = table.sit("allied")
    drawn, rings = "use[href$='#ordered']", "#map .taps > .who"
    expect(phone.find(rings)).to_have_count(2)
    expect(phone.find(drawn).first).to_be_hidden()
    table.press("allied", "move", unit="allied-infantry-2", to="G4")
    table.press("allied", "battle", unit="allied-infantry-2", target="axis-infantry-9", dice=["flag", "star"])
    expect(phone.find(rings)).to_have_count(0)
    expect(phone.find(drawn).first).to_be_hidden()


@pytest.mark.parametrize("scrolled", [0, 300])
def test_what_to_put_back_is_in_sight_after_an_undo(lobby: Lobby, scrolled: int) -> None:
    table = at_war(lobby)
    table.press("allied", "move", unit="allied-infantry-2", to="G4")
    phone = table.sit("allied")
    phone.page.evaluate("far => scrollTo(0, far)", scrolled)
    phone.tap("#undo-go")
    expect(phone.find("#on-table li")).to_have_text("Allied infantry 2 on G4: move to G3.")
    expect(phone.find("#on-table li")).to_be_in_viewport(ratio=1)


def test_the_whole_map_is_in_sight_when_it_is_asked_for(lobby: Lobby) -> None:
    phone = at_war(lobby).sit("allied")
    phone.page.evaluate("scrollTo(0, 250)")
    phone.tap("#whole-map summary")
    expect(phone.find("#map")).to_be_in_viewport(ratio=1)


def test_a_set_up_list_begins_at_its_title(lobby: Lobby) -> None:
    phone = OnTheMap(lobby, SALT).sit("axis", language="es", viewport={"width": 320, "height": 640})
    phone.tap("#to-set-up")
    phone.page.wait_for_load_state()
    expect(phone.find("#whole-map[open]")).to_have_count(1)
    phone.page.wait_for_timeout(300)
    assert phone.page.evaluate("scrollY") == 0


@pytest.mark.parametrize("width", [320, 390])
def test_the_end_of_a_battle_covers_none_of_its_map(lobby: Lobby, width: int) -> None:
    table = at_war(lobby)
    table.press("allied", "concede")
    phone = table.sit("axis", viewport={"width": width, "height": 640})
    end, board = phone.find("#next").bounding_box(), phone.find("#map").bounding_box()
    assert end
    assert board
    assert end["y"] + end["height"] <= board["y"]
    expect(phone.find("#to-end")).to_be_in_viewport(ratio=1)


def test_who_waits_has_no_undo_and_rules_looked_up_lead_back_to_the_board(lobby: Lobby) -> None:
    phone = at_war(lobby).sit("axis")
    expect(phone.find("#corners")).to_have_count(1)
    expect(phone.find("#undo")).to_have_count(0)
    board = phone.page.url
    phone.page.goto(f"{lobby.url}/rules/memoir-44")
    phone.tap("#back-to-table")
    expect(phone.page).to_have_url(board)


def test_who_concedes_on_a_scrolled_phone_sees_who_won(lobby: Lobby) -> None:
    phone = at_war(lobby).sit("allied", viewport={"width": 320, "height": 640})
    phone.page.evaluate("scrollTo(0, 300)")
    phone.tap("#to-more")
    phone.tap("#concede-go")
    expect(phone.find("#sure-text")).to_contain_text("The game ends. Winner: Axis.")
    phone.tap("#sure-go")
    expect(phone.find("#outcome")).to_have_text("Winner: Axis")
    expect(phone.find("#to-end")).to_be_in_viewport(ratio=1)
    phone.page.wait_for_timeout(300)
    assert phone.page.evaluate("scrollY") == 0
    phone.tap("#to-end")
    phone.page.wait_for_url("**/end")
    phone.page.go_back()
    expect(phone.find("#outcome")).to_have_text("Winner: Axis")


WHOLE_WORDS = """faces => {
  const text = document.createRange();
  return faces.every(face => {
    text.selectNodeContents(face);
    return text.getClientRects().length === 1 && face.scrollWidth <= face.clientWidth;
  });
}"""


def test_no_name_of_a_face_is_broken_on_a_small_phone(lobby: Lobby) -> None:
    table = at_war(lobby)
    table.press("allied", "move", unit="allied-infantry-2", to="G4")
    phone = table.sit("allied", language="es", viewport={"width": 320, "height": 640})
    phone.tap("#at-allied-infantry-2")
    phone.tap("#aim-axis-infantry-9")
    expect(phone.find("#sheet .faces .face-name")).to_have_count(5)
    assert phone.find("#sheet .faces .face-name").evaluate_all(WHOLE_WORDS)
    assert len({*phone.find("#sheet .faces .face").evaluate_all("all => all.map(one => one.offsetTop)")}) == 1
    plain = table.sit("allied", language="es", viewport={"width": 320, "height": 640}, scripts=False)
    plain.tap("#at-allied-infantry-2")
    plain.tap("#aim-axis-infantry-9")
    first = plain.find("#sheet .die").first
    assert first.locator(".face-name").evaluate_all(WHOLE_WORDS)
    assert len({*first.locator("label").evaluate_all("all => all.map(one => one.offsetTop)")}) == 1


@pytest.mark.parametrize(("width", "height"), [(844, 390), (1180, 820), (1024, 768), (820, 1180), (390, 844)])
def test_the_map_stands_beside_the_lists_where_there_is_room(lobby: Lobby, width: int, height: int) -> None:
    phone = at_war(lobby).sit("allied", viewport={"width": width, "height": height})
    boxes = [phone.find(one).bounding_box() for one in ("#map", "#force-allied", "#force-axis")]
    assert all(boxes)
    ground, own, others = ((box["x"], box["x"] + box["width"]) for box in boxes if box)
    head = phone.find(".score").bounding_box()
    if width > height:
        assert ground[1] <= own[0] == others[0]
        assert head
        assert boxes[0]
        assert boxes[0]["y"] <= head["y"] + head["height"] + 16
    elif width > 800:
        assert own[1] <= others[0]
        assert ground[1] - ground[0] > width * 0.9
    else:
        assert ground[0] == own[0] == others[0]
    assert phone.page.evaluate("document.documentElement.scrollWidth") == width


def test_a_box_of_what_to_do_stands_beside_the_map_of_a_tablet(lobby: Lobby) -> None:
    table = at_war(lobby)
    table.press("allied", "move", unit="allied-infantry-2", to="G4")
    table.press("allied", "battle", unit="allied-infantry-2", target="axis-infantry-9", dice=["infantry", "star"])
    phone = table.sit("axis", viewport={"width": 1024, "height": 768})
    ground, box, told = (phone.find(one).bounding_box() for one in ("#map", "#on-table", "#last-line"))
    score = phone.find(".score").bounding_box()
    assert ground
    assert box
    assert told
    assert score
    assert ground["x"] + ground["width"] <= box["x"]
    assert ground["y"] == box["y"] <= score["y"] + score["height"] + 16
    assert ground["y"] + ground["height"] <= told["y"]


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (768, 1024)])
@pytest.mark.parametrize("mission", [SALT, "karst-junction", PASSES])
def test_a_tablet_shows_the_whole_map(lobby: Lobby, mission: str, width: int, height: int) -> None:
    table = OnTheMap(lobby, mission)
    table.press("allied", "begin-battle")
    phone = table.sit("allied", viewport={"width": width, "height": height})
    hidden = phone.page.evaluate("(map => map.scrollWidth - map.clientWidth)(document.querySelector('#map'))")
    boxes = [phone.find(one).bounding_box() for one in (".ground", "#force-allied", "#next")]
    assert all(boxes)
    ground, own, foot = (box for box in boxes if box)
    if mission == PASSES and width < 1000:
        assert hidden > 0, "a long board keeps hexes for a thumb"
        return
    assert hidden == 0
    assert ground["y"] + ground["height"] <= foot["y"]
    if mission == "karst-junction" or (mission == SALT and width > height):
        assert ground["x"] + ground["width"] <= own["x"], "the list is beside the map"
    if mission == SALT:
        assert ground["width"] * 20 / 272 >= THUMB


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080), (1080, 1920)])
def test_a_wall_shows_a_battle_and_its_end_without_scrolling(lobby: Lobby, width: int, height: int) -> None:
    table = at_war(lobby)
    wall = Phone(lobby.context(viewport={"width": width, "height": height}, is_mobile=False), table.code)
    higher = "[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]"
    for seat in (None, "allied"):
        if seat:
            table.press(seat, "concede")
        wall.page.goto(f"{lobby.url}/t/{table.code}/wall")
        assert wall.page.evaluate(higher) == [0, 0]
    expect(wall.find("use[href$='#ordered']")).to_have_count(0)
    assert wall.find("#last-line p").last.evaluate("line => line.scrollHeight <= line.clientHeight + 1")


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_crowded_wall_shows_the_medals_of_both_sides(lobby: Lobby, language: str) -> None:
    table = OnTheMap(lobby, SALT)
    table.press("allied", "begin-battle")
    table.press("allied", "play-card", card="direct-from-hq")
    moves = {"infantry-3": "K4", "armour-2": "L4", "infantry-2": "G4", "armour-3": "F4"}
    table.press("allied", "order", place=0, units=[f"allied-{unit}" for unit in moves])
    for unit, to in moves.items():
        table.press("allied", "move", unit=f"allied-{unit}", to=to)
    table.press("allied", "battle", unit="allied-infantry-2", target="axis-infantry-9", dice=["infantry", "star"])
    size: Any = {"width": 1920, "height": 1080}
    wall = Phone(lobby.context(is_mobile=False, language=language, viewport=size), table.code)
    wall.page.goto(f"{lobby.url}/t/{table.code}/wall")
    wall.page.evaluate("document.body.dataset.tight = 4")
    expect(wall.find("#on-table li")).to_have_count(5)
    for side in wall.find(".score .side").all():
        expect(side).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_high_wall_shows_the_medals_of_both_sides_of_a_long_board(lobby: Lobby, language: str) -> None:
    table = OnTheMap(lobby, "karst-junction")
    how: dict[str, Any] = {"language": language, "viewport": {"width": 1080, "height": 1920}}
    wall = Phone(lobby.context(is_mobile=False, **how), table.code)
    wall.page.goto(f"{lobby.url}/t/{table.code}/wall")
    for side in wall.find(".score .side").all():
        expect(side).to_be_in_viewport(ratio=1)


def test_an_empty_hex_is_tapped_to_be_looked_at_and_what_was_ticked_stays(lobby: Lobby) -> None:
    phone = ordering(lobby).sit("allied")
    box = phone.find("#lit input").first
    box.check(force=True)
    phone.find("#map").evaluate("map => map.scrollTo(0, 0)")

    def tap(column: int, row: int) -> None:
        picture = phone.find(".ground").bounding_box()
        assert picture
        across, down = (6 + 10 * (column + 1)) / 272, (6 + 11.5 + 17.3 * row) / 173.4
        phone.page.touchscreen.tap(picture["x"] + across * picture["width"], picture["y"] + down * picture["height"])

    tap(6, 2)
    expect(phone.find("#looked h2")).to_have_text("D7")
    expect(phone.find("#looked")).to_contain_text("Open ground")
    assert box.is_checked()
    # an enemy is drawn where its hex is, and told of by a tap
    tap(5, 1)
    expect(phone.find("#looked")).to_contain_text("Axis armour 3")
    assert box.is_checked()
    assert phone.complaints == []


def test_an_opened_unit_and_an_opened_hex_stay_open_while_the_other_phone_acts(lobby: Lobby) -> None:
    table = at_war(lobby)
    phone = table.sit("allied")
    for number, (opened, title) in enumerate(
        [("#at-allied-infantry-4", "#chosen h2"), ("a[href*='card.probe']", "#looked h2")]
    ):
        phone.tap(opened)
        told, lit = phone.find(title).inner_text(), phone.find("#lit .to").count()
        seen = phone.seq()
        table.press("axis", "rename", name=f"Rosa {number}")
        expect(phone.find(f"#board:not([data-seq='{seen}'])")).to_have_count(1)
        expect(phone.find(title)).to_have_text(told)
        expect(phone.find("#lit .to")).to_have_count(lit)
        assert (lit > 0) == (number == 0)
        if number == 0:
            phone.tap("#unchoose")
            expect(phone.find(title)).to_have_count(0)
    assert phone.complaints == []


def test_a_result_is_closed_by_its_button_or_goes_once_others_have_acted_and_it_could_be_read(lobby: Lobby) -> None:
    table = at_war(lobby)
    phone = table.sit("allied")
    table.press("allied", "move", unit="allied-infantry-2", to="G4")
    phone.tap("#at-allied-infantry-2")
    phone.tap("#roll-axis-infantry-9")
    phone.read_result()
    table.press("axis", "rename", name="Rosa")
    phone.page.wait_for_timeout(1000)
    expect(phone.find("#sheet.result")).to_have_count(1)
    expect(phone.find("#sheet.result")).to_have_count(0)
    again = at_war(lobby)
    again.press("allied", "move", unit="allied-infantry-2", to="G4")
    phone = again.sit("allied")
    phone.tap("#at-allied-infantry-2")
    phone.tap("#roll-axis-infantry-9")
    phone.read_result()
    phone.tap("#sheet.result .close")
    expect(phone.find("#sheet.result")).to_have_count(0)
    assert phone.page.url.endswith(f"/t/{again.code}")
    assert phone.complaints == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_others_did_covers_no_title_on_a_tablet(lobby: Lobby, language: str) -> None:
    table = at_war(lobby)
    table.press("allied", "move", unit="allied-infantry-2", to="G4")
    for width, height in ((1024, 768), (768, 1024)):
        phone = table.sit("axis", language=language, viewport={"width": width, "height": height})
        title, news = (phone.find(one).evaluate(TEXT_BOX) for one in ("#where", "#news a"))
        assert news["left"] >= title["right"] or news["top"] >= title["bottom"]


TEXT_BOX = """one => {
  const text = document.createRange();
  text.selectNodeContents(one);
  const {left, right, top, bottom} = text.getBoundingClientRect();
  return {left, right, top, bottom};
}"""


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_nobody_is_ordered_only_where_that_is_said(lobby: Lobby, scripts: bool) -> None:
    table = ordering(lobby)
    phone = table.sit("allied", scripts=scripts)
    box, go, nobody = (phone.find(one) for one in ("#lit input", "#order-map-go", "#order-nobody-go"))
    for ticked in (False, True, False):
        box.first.set_checked(ticked, force=True)
        assert (go.is_visible(), phone.find("#order-tap").is_visible(), nobody.is_visible()) == (
            (True, False, False) if ticked else (False, True, True)
        )
    phone.tap("#order-tap")
    expect(phone.find("#sheet [name=units]")).to_have_count(6)
    expect(phone.find("#sheet button.main")).to_be_hidden()
    phone.find("#sheet [name=units]").first.check(force=True)
    expect(phone.find("#sheet button.main")).to_be_visible()
    phone.tap("#sheet a.close")
    phone.tap("#order-nobody-go")
    expect(phone.find("#order-map-go")).to_have_count(0)
    assert table.look()["phase"] == "action"
    assert phone.complaints == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_happened_last_and_its_undo_are_seen_without_scrolling(lobby: Lobby, language: str) -> None:
    table = at_war(lobby)
    phone = table.sit("allied", language=language)
    phone.tap("#at-allied-infantry-2")
    phone.tap("#lit .to")
    expect(phone.find("#last-line p")).to_have_count(1)
    lowest = phone.find("#last").bounding_box()
    bar = phone.find("#next").bounding_box()
    assert lowest
    assert bar
    assert lowest["y"] + lowest["height"] <= bar["y"]
    expect(phone.find("#corners #undo-go")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_screen_of_the_map_is_sound(lobby: Lobby, language: str) -> None:
    # so high that the bar below lies over nothing
    how: dict[str, Any] = {"language": language, "viewport": {"width": 390, "height": 2600}}
    table = at_war(lobby)
    phone = table.sit("allied", **how)
    general = generals(lobby).sit("axis-left", **how)
    ticking = ordering(lobby).sit("allied", **how)
    check(general, "a general's seat", contrast=language == "en")
    check(ticking, "units to order", contrast=language == "en")
    for path in ("", "/at/allied-infantry-2", "/at/G5", "/places"):
        phone.page.goto(f"{lobby.url}/t/{table.code}{path}")
        check(phone, path, contrast=language == "en")


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_board_that_is_painted_is_sound(lobby: Lobby, language: str) -> None:
    phone = Phone(lobby.context(language=language), "")
    phone.page.goto(f"{lobby.url}/missions/memoir-44/new")
    check(phone, "a new board", contrast=language == "en")
    phone.page.goto(f"{lobby.url}/missions/memoir-44/file/{SALT}")
    phone.tap("#duplicate")
    phone.page.wait_for_url("**/paint")
    phone.page.evaluate("document.querySelectorAll('form details').forEach(group => group.open = true)")
    phone.page.evaluate("document.querySelector('#whole-map').open = false")
    check(phone, "a board that is painted", contrast=language == "en")
    phone.find("button[name=at][value=A5]").click()
    phone.page.wait_for_url("**/paint?brush=*")
    check(phone, "what was painted", contrast=language == "en")


@pytest.mark.parametrize("width", [320, 390])
def test_a_board_that_is_painted_stays_in_sight_above_what_it_is_painted_with(lobby: Lobby, width: int) -> None:
    phone = Phone(lobby.context(viewport={"width": width, "height": 640}), "")
    phone.page.goto(f"{lobby.url}/missions/memoir-44/file/{SALT}")
    phone.tap("#duplicate")
    phone.page.wait_for_url("**/paint")
    board = phone.find("#map").bounding_box()
    assert board is not None
    groups = phone.find("details[name=brushes] > summary")
    for one in (groups.last, groups.first):
        one.evaluate("one => one.scrollIntoView({block: 'nearest'})")
        box = one.bounding_box()
        assert box is not None
        assert board["height"] <= box["y"] <= 641 - box["height"]
        now = phone.find("#map").bounding_box()
        assert now is not None
        assert now["y"] + now["height"] > 0

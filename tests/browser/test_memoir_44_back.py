"""Two phones at a battle of Memoir '44: what the dice of an attack look like, and that attack taken back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.phone_pool import Drawer
from tests.browser.phones import Lobby, Phone
from tests.browser.test_two_phones import typed
from tests.seated import sit_in_browser
from tests.server import Server

ATTACKER, TARGET = "allied-infantry-3", "axis-infantry-10"
SIDES = ("allied", "axis")
BEFORE: tuple[dict[str, Any], ...] = (
    {"command": "begin-battle"},
    {"command": "play-card", "card": "attack", "section": "right"},
    {"command": "order", "place": 0, "units": [ATTACKER, "allied-armour-2"]},
    {"command": "move", "unit": ATTACKER, "to": "K4"},
)
"""The Allies' infantry has come up to that of the Axis."""


@pytest.fixture
def fought(drawer: Drawer, server: Server) -> Iterator[tuple[Phone, Phone]]:
    """The phones of the Allies and of the Axis after an attack with a hit, a flag and a miss."""
    opened = server.ask("POST", "/api/tables", {"game": "memoir-44", "mission": "salt-road"}).json
    code, tokens = opened["code"], opened["seats"]
    for number, fields in enumerate(BEFORE):
        asked = {**fields, "key": f"press-{number}", "seen": 0}
        assert server.ask("POST", f"/api/tables/{code}/commands", asked, tokens["allied"]).status == 200
    there = {"command": "rename", "name": "Rosa", "key": "there", "seen": 0}  # who is not there is not asked
    assert server.ask("POST", f"/api/tables/{code}/commands", there, tokens["axis"]).status == 200
    lobby = Lobby(drawer, server.url)
    allied, axis = (Phone(lobby.context(), code) for _ in SIDES)
    for phone, seat in zip((allied, axis), SIDES, strict=True):
        sit_in_browser(phone.page, server.url, code, tokens[seat])
    allied.tap(f"#at-{ATTACKER}")
    allied.tap(f"#aim-{TARGET}")
    typed(allied, True, "infantry", "flag", "star")
    yield allied, axis
    assert [*allied.complaints, *axis.complaints] == []
    lobby.close()


def border_of(phone: Phone, look: str) -> str:
    """The kind of line around a die that looks so."""
    return str(phone.find(f".die-shown.{look} .face-name").evaluate("die => getComputedStyle(die).borderStyle"))


def test_a_hit_a_flag_and_a_miss_each_look_their_own_way(fought: tuple[Phone, Phone]) -> None:
    allied, _ = fought
    for look, face in (("hit", "infantry"), ("else", "flag"), ("miss", "star")):
        expect(allied.find(f".die-shown.{look}")).to_have_count(1)
        expect(allied.find(f".die-shown.{look}")).to_have_text(re.compile(face, re.IGNORECASE))
    assert [border_of(allied, look) for look in ("hit", "else", "miss")] == ["solid", "double", "dashed"]


def test_a_result_says_first_what_came_of_it_and_leaves_the_map_in_sight(fought: tuple[Phone, Phone]) -> None:
    allied, _ = fought
    expect(allied.find("#sheet b").first).to_have_text("Axis infantry 10 – hits: 1, flags: 1, figures left: 3")
    allied.page.set_viewport_size({"width": 320, "height": 640})
    sheet = allied.find("#sheet").bounding_box()
    assert sheet
    assert sheet["height"] < 220
    expect(allied.find("#on-table li")).to_be_hidden()


def test_an_attack_is_taken_back_with_the_word_of_the_other_side(fought: tuple[Phone, Phone]) -> None:
    allied, axis = fought
    for phone, figures in ((allied, "3/4"), (axis, "3/4")):
        expect(phone.find(f"#{TARGET}")).to_contain_text(figures)
    allied.read_result()
    allied.tap("a#take-back")
    allied.tap("#form-1-go")
    told = "attacks Axis infantry 10: infantry, flag, star. Hits: 1, flags: 1."
    expect(axis.find("#asked-back")).to_contain_text(told)
    expect(axis.find("#lit .to")).to_have_count(0)
    axis.tap("#allow-take-back-go")
    for phone in (allied, axis):
        line = re.compile(r"^Axis infantry 10 on [A-M]\d: add 1 \(now 4\)\.$")
        expect(phone.find("#on-table li")).to_have_text(line)
        expect(phone.find(f"#{TARGET}")).to_contain_text("4/4")
    allied.tap("#news a")  # the answer stands on top until it is tapped
    allied.tap(f"#at-{ATTACKER}")
    allied.tap(f"#aim-{TARGET}")
    typed(allied, True, "star", "star", "star")
    allied.read_result()
    allied.tap("#tick-off-all-go")
    expect(allied.find("#on-table")).to_have_count(0)
    # the Allies moved that infantry with their own hand: only the Axis is told, and ticks it off
    axis.tap("#on-table a")
    expect(axis.find(".to-do li")).to_have_text("Allied infantry 3 on K3: move to K4.")
    axis.page.goto(f"{axis.page.url.removesuffix('/to-do')}")
    for phone in (allied, axis):
        expect(phone.find(f"#{TARGET}")).to_contain_text("4/4")


def test_a_phone_that_must_retreat_sees_where_and_then_the_list_for_the_table(fought: tuple[Phone, Phone]) -> None:
    allied, axis = fought
    expect(axis.find("details#on-table-later:not([open])")).to_have_count(1)
    expect(axis.find("#lit .to").first).to_be_in_viewport()
    axis.tap("#lit .to")
    expect(axis.find("details#on-table[open]")).to_have_count(1)
    allied.tap("#next-end-turn-go")
    expect(axis.find("#your-turn")).to_be_visible()
    expect(axis.find("details#on-table:not([open])")).to_have_count(1)


def test_the_list_for_the_table_stays_folded_or_open_as_a_finger_left_it(fought: tuple[Phone, Phone]) -> None:
    _, axis = fought
    axis.tap("#lit .to")
    axis.tap("#on-table > summary")
    axis.page.reload()
    expect(axis.find("details#on-table:not([open])")).to_have_count(1)
    axis.tap("#on-table > summary")
    axis.page.reload()
    expect(axis.find("details#on-table[open]")).to_have_count(1)


def test_each_section_of_a_card_begins_with_no_unit_ticked(drawer: Drawer, server: Server) -> None:
    opened = server.ask("POST", "/api/tables", {"game": "memoir-44", "mission": "salt-road"}).json
    code, tokens = opened["code"], opened["seats"]
    lobby = Lobby(drawer, server.url)
    phone = Phone(lobby.context(), code)
    sit_in_browser(phone.page, server.url, code, tokens["allied"])
    phone.tap("#next-begin-battle-go")
    phone.tap("#sure-go")
    phone.tap("#next-play-card")
    phone.tap("#sheet button[name=card][value='general-advance']")
    for section in ("left section", "centre section", "right section"):
        expect(phone.find("#whom")).to_contain_text(section)
        expect(phone.find("#lit input:checked")).to_have_count(0)
        for number in range(2):
            phone.find("#lit input").nth(number).check(force=True)
        phone.tap("#order-map-go")
    lobby.close()

"""How many taps the commonest actions of a battle take on a phone without scripts: as many as docs/taps.md says."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.browser.test_memoir_44_back import ATTACKER, BEFORE, TARGET
from tests.incursion.test_taps import Taps
from tests.playing import PlayedTable
from tests.server import ROOT
from tests.tap_counts import memoir_44

pytestmark = pytest.mark.usefixtures("on_shelf")
SEED = "07" * 32
GOALS = {
    action: int(goal)
    for action, goal in re.findall(
        rf"^\| {memoir_44.NAME} \| ([^|]+) \| (\d+) \|", (ROOT / "docs" / "taps.md").read_text(encoding="utf-8"), re.M
    )
}
"""Action → how many taps it may take."""


class Thumb(Taps):
    """A phone of a battle, at a table of its own with the other phones."""

    def since(self) -> int:
        taps, self.count = self.count, 0
        return taps


def opened(app: Flask, mission: str) -> dict[str, Thumb]:
    """A table and a phone in each seat."""
    table = PlayedTable(app.test_client(), game="memoir-44", mission=mission, seed=SEED)
    return {seat: Thumb(table, seat, app.test_client()) for seat in ("allied", "axis")}


def play(phone: Thumb, card: str) -> None:
    """A command card for the centre."""
    phone.open("next-play-card")
    form = re.findall(rf'id="(form-\d+-\d+)"(?:(?!</form>).)*name="card" value="{card}"', phone.page, re.S)[0]
    phone.press(form, section="centre")
    phone.count -= 1  # the section that is tapped is the button


def in_orders(app: Flask, mission: str, card: str, most: int) -> tuple[Thumb, list[str]]:
    """A phone whose side has played a card and ordered so many units at most; the taps of the last order count."""
    phones = opened(app, mission)
    phones["allied"].press("next-begin-battle")
    phones["allied"].press("sure")
    for phone in phones.values():
        phone.look()
    phone = next(one for one in phones.values() if re.search(r'id="next-play-card"(?! aria-disabled)', one.page))
    play(phone, card)
    units = re.findall(r'name="units" value="([a-z0-9-]+)"', phone.page)[:most]
    phone.since()
    phone.press("order-map", units=units)
    phone.count += len(units) - 1  # each unit is a tap
    return phone, units


def test_what_the_page_of_taps_tells_is_what_is_counted_here() -> None:
    assert len(GOALS) == 14


def test_begin_the_battle_and_play_a_card(app: Flask) -> None:
    phone = opened(app, "salt-road")["allied"]
    phone.press("next-begin-battle")
    phone.press("sure")
    assert phone.since() <= GOALS["begin the battle, set-up list not ticked"]
    play(phone, "probe")
    assert phone.since() <= GOALS["play a command card"]


def test_order_move_take_back_end(app: Flask) -> None:
    phone, units = in_orders(app, "salt-road", "probe", 2)
    assert phone.since() <= GOALS["order two units"]
    phone.open(f"at-{units[0]}")
    hexes = re.findall(r'<button name="to" value="([A-Z]\d+)" class="to ', phone.page)
    phone.press("lit-0", to=hexes[0])
    assert phone.since() - 1 <= GOALS["move a unit"]  # the hex that is tapped is the button
    phone.press("undo")
    assert phone.since() <= GOALS["take a move back"]
    phone.press("next-end-turn")
    assert phone.since() <= GOALS["end the turn"]


def in_battle(app: Flask) -> tuple[Thumb, str]:
    """A phone on which a unit that may attack is tapped, and its target."""
    phone, units = in_orders(app, "sluices-of-oldermeer", "assault", 99)
    for unit in units:
        phone.look()
        if f'id="at-{unit}"' not in phone.page:
            continue
        phone.since()
        phone.open(f"at-{unit}")
        if found := re.findall(r'id="attack-([a-z0-9-]+)"', phone.page):
            return phone, found[0]
    raise LookupError("nobody may attack")


def test_attack_by_the_app(app: Flask) -> None:
    phone, target = in_battle(app)
    phone.press(f"attack-{target}", by="table")
    assert phone.since() - 1 <= GOALS["attack, rolled by the app"]  # who rolls is the button


def test_attack_with_typed_dice(app: Flask) -> None:
    phone, target = in_battle(app)
    phone.open(f"hand-{target}")
    dice = phone.dice_of("form-1")
    phone.press("form-1", dice=["star"] * dice)
    assert (dice, phone.since() <= GOALS["attack, dice typed"]) == (1, True)


def test_correct_a_unit_and_read_every_hex(app: Flask) -> None:
    phone = opened(app, "salt-road")["allied"]
    phone.follow('/thing/axis-infantry-1"')
    phone.open("correct-axis-infantry-1")
    phone.press("form-1", to="3")
    assert phone.since() <= GOALS["correct the figures of a unit"]
    phone.look()
    phone.open("to-places")
    assert phone.since() <= GOALS["every hex in words"]


def face_to_face(app: Flask) -> tuple[PlayedTable, Thumb, Thumb]:
    """The Allies' infantry has come up to that of the Axis: the table and the phones of both."""
    table = PlayedTable(app.test_client(), game="memoir-44", mission="salt-road", seed=SEED)
    for fields in BEFORE:
        table.press("allied", fields["command"], **{name: value for name, value in fields.items() if name != "command"})
    return table, Thumb(table, "allied", app.test_client()), Thumb(table, "axis", app.test_client())


def test_end_the_turn_though_a_unit_could_still_battle(app: Flask) -> None:
    table, allied, _ = face_to_face(app)
    allied.press("next-end-turn")
    assert table["active"] == "allied"
    allied.press("sure")
    assert table["active"] == "axis"
    assert allied.since() <= GOALS["end the turn though a unit could still battle"]


def test_open_a_unit_retreat_and_take_ground_on_the_map(app: Flask) -> None:
    table, allied, axis = face_to_face(app)
    allied.follow(f'/thing/{TARGET}"')
    assert allied.since() <= GOALS["a unit with its figures and what it may do"]
    table.press("allied", "battle", unit=ATTACKER, target=TARGET, dice=["flag", "star", "star"])
    for phone, goal in ((axis, "retreat, chosen on the map"), (allied, "take ground, chosen on the map")):
        phone.look()
        hexes = re.findall(r'<button name="to" value="([A-Z]\d+)" class="to ', phone.page)
        phone.press("lit-0", to=hexes[0])
        assert phone.since() - 1 <= GOALS[goal]  # the hex that is tapped is the button
    assert table[f"units.{ATTACKER}.at"] != "K4"

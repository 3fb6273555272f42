"""A battle of Memoir '44 on two phones, from the file to the last medal, tapped on the map."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from app.core.engine.command import Draft
from app.core.engine.event import PUBLIC
from app.core.rules.dice import SeededDice
from app.games.memoir_44.book import EDITION, edition_book
from tests.browser.phones import Lobby, Phone, reload_if_plain
from tests.browser.test_two_phones import typed
from tests.memoir_44.editor_files import as_file, hexagon, scenario
from tests.seated import sit_in_browser

RAIL = {"name": "rail"}
DAMMED = scenario(
    [
        hexagon(2, 16, terrain=RAIL),
        hexagon(2, 18, terrain=RAIL, rect_terrain={"name": "loco", "orientation": 1}),
        hexagon(2, 20, terrain=RAIL, rect_terrain={"name": "wagon"}),
        hexagon(3, 19, unit={"name": "tankus"}),
        hexagon(4, 12, terrain={"name": "dam"}, tags=[{"name": "tag1"}], unit={"name": "infger", "badge": "badge6"}),
        hexagon(5, 13, terrain={"name": "buildings"}, unit={"name": "infus"}),
        hexagon(6, 4, tags=[{"name": "tag3", "side": "AXIS", "behavior": "MINE_FIELD"}]),
        hexagon(7, 5, unit={"name": "infus"}),
        hexagon(0, 4, unit={"name": "gunger"}),
        hexagon(3, 3, unit={"name": "infus", "nbr_units": "1"}),
    ],
    info={"starting": "PLAYER1", "victory_player1": 5},
)
"""The Axis holds a dam and a train; the Allies stand before both."""
ENGINEERS, GUN, TRAIN = "axis-infantry-1", "axis-artillery-1", "axis-train-1"
TANK, WEAK, BEFORE_THE_DAM, SCOUTS = "allied-armour-1", "allied-infantry-1", "allied-infantry-2", "allied-infantry-3"


def seed_that_lays(value: int) -> str:
    """The first seed by which the first minefield has this number."""
    tokens = [str(token) for token in edition_book(EDITION, {}).mine_tokens]
    for number in range(1000):
        seed = number.to_bytes(32, "big")
        order, _ = Draft(None, None, PUBLIC, dice=SeededDice(seed)).shuffle(tokens)
        if order[0] == str(value):
            return seed.hex()
    raise LookupError(value)


TOPS = "faces => faces.map(face => face.getBoundingClientRect().top)"


SUM = ("infantry 3", "Command card +1", "town or village −1", "ignored by engineers in close assault +1", "= 4 dice")


class War:
    """Two phones at a table; whose turn it is taps on the map."""

    def __init__(self, lobby: Lobby, scripts: bool) -> None:
        self.scripts = scripts
        named = {**DAMMED, "text": {"en": {"name": f"The dam above the line{'' if scripts else ' again'}"}}}
        host = Phone(lobby.context(scripts=scripts), "")
        host.page.goto(f"{lobby.url}/missions/memoir-44/import")
        host.find("input[type=file]").set_input_files(
            {"name": "dam.m44", "mimeType": "application/octet-stream", "buffer": as_file(named)}
        )
        host.tap("#import")
        for field, answer in (("Battle Star", "dam"), ("train", "axis")):
            host.find(f"p.field:has(label:text('{field}')) select").select_option(answer)
        host.tap("#import")
        host.page.wait_for_url("**/file/*")
        mission = host.page.url.rpartition("/")[2]
        asked = {"game": "memoir-44", "mission": mission, "seed": seed_that_lays(2)}
        opened = lobby.ask("", asked)
        self.phones = {seat: Phone(lobby.context(scripts=scripts), opened["code"]) for seat in ("axis", "allied")}
        for seat, phone in self.phones.items():
            sit_in_browser(phone.page, lobby.url, opened["code"], opened["seats"][seat])

    def turn_of(self, seat: str) -> Phone:
        """The phone of a seat, which shows what the other one did."""
        phone = self.phones[seat]
        reload_if_plain(phone, self.scripts)
        return phone

    def card(self, phone: Phone, card: str) -> None:
        phone.tap("#next-play-card")
        phone.tap(f"#sheet :is(form:has(input[name=card][value='{card}']) button, button[name=card][value='{card}'])")

    def order(self, phone: Phone, *units: str) -> None:
        for unit in units:
            phone.find(f"#lit input[value='{unit}']").check(force=True)
        phone.tap("#order-map-go")

    def dams(self, phone: Phone, *faces: str) -> None:
        phone.tap("#next-sabotage-dams")
        self.roll(phone, *faces)

    def roll(self, phone: Phone, *faces: str) -> None:
        typed(phone, self.scripts, *faces)
        phone.read_result()

    def end(self, phone: Phone) -> None:
        phone.tap("#next-end-turn-go")
        if phone.find("#sure-go").count():  # a unit could still battle
            phone.tap("#sure-go")


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_battle_from_the_file_to_the_last_medal(lobby: Lobby, scripts: bool) -> None:
    war = War(lobby, scripts)

    # set up: the list is ticked off, the battle begins
    axis = war.turn_of("axis")
    axis.tap("#to-set-up")
    for number in range(3):
        axis.tap("#set-up-ticks [aria-checked=false]")
        expect(axis.find("#set-up-ticks [aria-checked=true]")).to_have_count(number + 1)
    axis.tap("#to-table")
    expect(axis.find("#to-set-up")).to_contain_text("Tick off the set-up: 3 of")
    axis.tap("#next-begin-battle-go")
    axis.tap("#sure-go")

    # the Axis rolls for its dam; an attack is two taps, its sum with terrain, badge and card
    war.card(axis, "close-assault")
    war.dams(axis, "star", "flag")
    war.order(axis, ENGINEERS)
    axis.tap(f"#at-{ENGINEERS}")
    axis.tap(f"#aim-{BEFORE_THE_DAM}")
    for text in (
        "infantry 3",
        "Command card +1",
        "town or village −1",
        "ignored by engineers in close assault +1",
        "= 4 dice",
    ):
        expect(axis.find("#sheet .sum")).to_contain_text(text)
    if scripts:
        assert len({*axis.find("#sheet .faces .face").evaluate_all(TOPS)}) == 1, "all faces of the pad in one row"
    war.roll(axis, "infantry", "flag", "star", "star")

    # the way back is chosen on the other phone, on the map
    allied = war.turn_of("allied")
    expect(allied.find("#lit .to")).to_have_count(2)
    allied.tap("#lit .to[value=G3]")
    expect(allied.find(f"#{BEFORE_THE_DAM}")).to_contain_text("G3")
    war.end(war.turn_of("axis"))

    # a mine is revealed, the train is hit
    allied = war.turn_of("allied")
    war.card(allied, "direct-from-hq")
    war.order(allied, SCOUTS, TANK)
    allied.tap(f"#at-{SCOUTS}")
    allied.tap("#lit .to[value=C3]")
    axis = war.turn_of("axis")
    axis.tap("#next-roll-mine")
    war.roll(axis, "infantry", "star")
    allied = war.turn_of("allied")
    expect(allied.find(f"#{SCOUTS}")).to_contain_text("3/4")
    allied.tap(f"#at-{TANK}")
    allied.tap(f"#aim-{TRAIN}")
    war.roll(allied, "grenade", "grenade", "grenade")
    expect(allied.find(f"#{TRAIN}")).to_contain_text("3/4")
    war.end(allied)

    # the train is lost, the dam gives way, the last medal ends the battle
    for _ in range(2):
        axis = war.turn_of("axis")
        war.card(axis, "dig-in")
        war.dams(axis, "star", "flag")
        war.end(axis)
        allied = war.turn_of("allied")
        war.card(allied, "direct-from-hq")
        war.order(allied, TANK)
        if allied.find(f"#at-{TANK}").count() and allied.find(f"#{TRAIN}").count():
            allied.tap(f"#at-{TANK}")
            allied.tap(f"#aim-{TRAIN}")
            war.roll(allied, "grenade", "star", "star")
            expect(allied.find(f"#{TRAIN}")).to_have_count(0)
            expect(allied.find(".score .allied")).to_contain_text("1/")
        war.end(allied)
    axis = war.turn_of("axis")
    war.card(axis, "direct-from-hq")
    war.dams(axis, "star", "flag")
    expect(axis.find(".score .axis")).to_contain_text("4/5")
    war.order(axis, GUN)
    axis.tap(f"#at-{GUN}")
    axis.tap(f"#aim-{WEAK}")
    war.roll(axis, "grenade", "star")
    expect(axis.find(".score .axis")).to_contain_text("5/5")
    axis.see("Battle over")
    war.turn_of("allied").see("Battle over")
    assert not any(phone.complaints for phone in war.phones.values())


AIR = """() => Math.min(...[...document.querySelectorAll('#sheet .tap-rows button')].map(tile => {
  const text = document.createRange();
  text.selectNodeContents(tile);
  if (tile.querySelector('.sr')) text.setStartAfter(tile.querySelector('.sr'));
  return (tile.clientWidth - text.getBoundingClientRect().width) / 2;
}))"""
"""Pixels between the text of a button and its border."""


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_text_of_a_card_touches_the_border_of_its_button(lobby: Lobby, language: str) -> None:
    opened = lobby.ask("", {"game": "memoir-44"})
    phone = Phone(lobby.context(language=language), opened["code"])
    sit_in_browser(phone.page, lobby.url, opened["code"], opened["seats"]["allied"])
    phone.tap("#next-begin-battle-go")
    phone.tap("#sure-go")
    phone.tap("#next-play-card")
    assert phone.page.evaluate(AIR) >= 4

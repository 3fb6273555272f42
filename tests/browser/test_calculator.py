"""The dice of an attack without a map: four taps, fewer where something stayed as it was; taps are counted."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.page_checks import check
from tests.browser.phones import Lobby, Phone

MOST = 4


class Thumb:
    """A phone that counts its taps."""

    def __init__(self, lobby: Lobby, scripts: bool) -> None:
        self.phone, self.taps, self.scripts = Phone(lobby.context(scripts=scripts), ""), 0, scripts
        self.address = f"{lobby.url}/rulings/memoir-44/attack-dice"

    def asked(self, attacker: str, distance: int, target: str, *own: str) -> int:
        self.taps = 0
        self.phone.page.goto(self.address)
        kind = f"[name=attacker][value={attacker}]"
        if not self.phone.find(kind).is_checked():
            self.choose("attacker", attacker)
        self.choose("target", target)
        for name in own:
            self.choose("own", name)
        self.tap(f".chips button[value$='{distance}']")
        return self.taps

    def choose(self, field: str, value: str) -> None:
        """Tap a tile, first what folds it if it is a rare one."""
        tile = f"label:has([name={field}][value={value}])"
        if not self.phone.find(tile).is_visible():
            self.tap(f"#f-{field} .others > summary")
        self.tap(tile)

    def ask(self) -> None:
        """Without scripts the referee is asked by one more tap."""
        if not self.scripts:
            self.phone.find("#facts button.main").press("Enter")
            self.taps += 1

    def tap(self, selector: str) -> None:
        self.phone.tap(selector)
        self.taps += 1


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_the_dice_of_an_attack_are_four_taps_and_the_own_hex_is_remembered(lobby: Lobby, scripts: bool) -> None:
    thumb = Thumb(lobby, scripts)
    assert thumb.asked("armour", 2, "forest") <= MOST
    expect(thumb.phone.find("#result dd").first).to_have_text("1")
    thumb.choose("own", "desert-town")
    thumb.ask()
    expect(thumb.phone.find("#answer")).to_contain_text("desert town")
    assert thumb.asked("artillery", 2, "town", "hill") <= MOST  # another kind of unit is a tap as well
    assert thumb.asked("infantry", 1, "town", "ford") <= MOST + 1  # what is rare is behind "More"
    thumb.choose("own", "hill")
    expect(thumb.phone.find("#result dd").first).to_have_text("1")
    expect(thumb.phone.find("[name=own][value=ford]")).to_be_checked()
    thumb.choose("own", "ford")
    thumb.ask()
    assert thumb.asked("armour", 1, "river") <= MOST
    expect(thumb.phone.find("[name=own][value=desert-town]")).to_be_checked()
    expect(thumb.phone.find("#result dd").first).to_have_text("1")
    assert thumb.phone.complaints == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_calculator_is_sound_before_and_after_its_answer(lobby: Lobby, language: str) -> None:
    phone = Phone(lobby.context(language=language, viewport={"width": 390, "height": 9000}), "")
    for query in ("", "?by=need&attacker=armour&distance=2&target=supply-depot"):
        phone.page.goto(f"{lobby.url}/rulings/memoir-44/attack-dice{query}")
        check(phone, query, contrast=language == "en")


def test_what_is_for_phones_without_scripts_is_not_shown_to_others(lobby: Lobby) -> None:
    phone = Phone(lobby.context(), "")
    phone.page.goto(f"{lobby.url}/rulings/memoir-44/attack-dice")
    expect(phone.find("#facts noscript").first).to_be_hidden()
    expect(phone.find("#facts .chips")).to_have_count(1)


def test_a_number_without_limits_is_stepped_from_nothing(lobby: Lobby) -> None:
    phone = Phone(lobby.context(), "")
    phone.page.goto(f"{lobby.url}/rulings/memoir-44/read-dice")
    for dice in ("1", "2", "3"):
        phone.tap("p:has(#f-dice) button.more")
        expect(phone.find("#answer dd").first).to_have_text(dice)
    assert phone.complaints == []


def test_rare_cases_are_folded_until_one_is_given(lobby: Lobby) -> None:
    """The answer tells what was given, of rare cases only those that are met."""
    phone = Phone(lobby.context(), "")
    address = f"{lobby.url}/rulings/memoir-44/attack-dice?by=need&attacker=armour&distance=2&target=forest"
    phone.page.goto(address)
    expect(phone.find("#seldom:not([open]) > summary")).to_contain_text("Rare cases")
    expect(phone.find("#seldom [name=visibility]")).to_be_hidden()
    expect(phone.find("#brief")).not_to_contain_text("none")
    phone.page.goto(f"{address}&visibility=4")
    expect(phone.find("#seldom[open] [name=visibility]")).to_be_visible()
    expect(phone.find("#brief")).to_contain_text("Hexes seen at night: 4")

"""Every screen of the URL map at 320 pixels and with text of twice the size; the wall on screens of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.house import House, states
from tests.browser.phones import Lobby, Phone
from tests.browser.started_tables import FORCES, Begun
from tests.browser.test_three_phones import BRAIN, ONE, Battlefield
from tests.seated import sit_in_browser

SHARES = 3
NARROW = {"width": 320, "height": 640}
WALLS = ((1280, 720), (1920, 1080), (1080, 1920))
# A row that opens is tapped anywhere on it.
LOW = """() => [...document.querySelectorAll('a[href]')]
  .filter(link => link.checkVisibility() && !link.closest('svg') && getComputedStyle(link).clipPath === 'none')
  .filter(link => !link.matches('.skip'))
  .filter(link => (link.matches('.opens') ? link.closest('li') : link).getBoundingClientRect().height < 43.5)
  .map(link => link.id || link.outerHTML.slice(0, 90))"""
TOO_WIDE = """size => {
  const scrolled = part => part && (['auto', 'scroll', 'hidden'].includes(getComputedStyle(part).overflowX)
    || scrolled(part.parentElement !== document.body && part.parentElement));
  document.documentElement.style.fontSize = size;
  const page = document.documentElement, wide = page.scrollWidth - page.clientWidth;
  const out = wide <= 0 ? [] : [...document.querySelectorAll('body *')].filter(part => part.checkVisibility()
    && part.getBoundingClientRect().right > page.clientWidth + 0.5 && !scrolled(part)
    && ![...part.children].some(child => child.getBoundingClientRect().right > page.clientWidth + 1));
  document.documentElement.style.fontSize = '';
  return out.map(part => `${wide}: ${part.outerHTML.slice(0, 90)}`).slice(0, 3);
}"""


def faults(page: Page) -> list[str]:
    found: list[str] = [f"too low: {link}" for link in page.evaluate(LOW)]
    for size in ("100%", "200%"):
        found += [f"{size}: {part}" for part in page.evaluate(TOO_WIDE, size)]
    return found


def told(found: Mapping[str, Sequence[str]]) -> str:
    """A line for each fault."""
    return "\n".join(f"{where}: {wrong}" for where, faults_here in found.items() for wrong in faults_here)


@pytest.mark.parametrize("share", range(SHARES))
def test_no_screen_overflows_and_every_link_is_high_enough(lobby: Lobby, house: House, share: int) -> None:
    allied = house.table.sit("allied", lobby, language="es")
    allied.page.set_viewport_size(NARROW)
    found: dict[str, Any] = {}
    for path in [*house.paths, *states(house.table.code)][share::SHARES]:
        allied.page.goto(lobby.url + path)
        if wrong := faults(allied.page):
            found[path] = wrong
    assert found == {}, told(found)


def test_boards_in_play_do_not_overflow(lobby: Lobby) -> None:
    found = {name: wrong for name, phone in boards(lobby) if (wrong := faults(narrow(phone)))}
    assert found == {}, told(found)


def narrow(phone: Phone) -> Page:
    """Its page, as narrow as may be."""
    phone.page.set_viewport_size(NARROW)
    return phone.page


def boards(lobby: Lobby) -> list[tuple[str, Phone]]:
    """A board of each game, in play."""
    table = Begun(lobby).choose(*FORCES).on().enter("grunt-ape-1")
    field = Battlefield(lobby)
    asked = {"game": "memoir-44", "mission": "salt-road"}
    opened = lobby.ask("", asked)
    map_of = Phone(lobby.context(language="es"), opened["code"])
    sit_in_browser(map_of.page, lobby.url, opened["code"], opened["seats"]["allied"])
    sat = [("acting", table.sit("allied", language="es")), ("waiting", table.sit("german", language="es"))]
    hexes = Phone(lobby.context(language="es"), opened["code"])
    hexes.page.goto(f"{lobby.url}/t/{opened['code']}/places")
    infantry = [("march", field.sit(ONE, language="es")), ("Brain", field.sit(BRAIN, language="es"))]
    return [*sat, *infantry, ("map", map_of), ("every hex", hexes)]


@pytest.mark.parametrize(("width", "height"), WALLS)
def test_the_wall_fits_its_screen(lobby: Lobby, width: int, height: int) -> None:
    codes = [Begun(lobby).choose(*FORCES).on().enter("grunt-ape-1").code, Battlefield(lobby).code]
    horde = Begun(lobby).choose(*FORCES).until(2)
    horde.press("allied", "activate", model="grunt-ape-1")
    asked = {"game": "memoir-44", "mission": "salt-road"}
    codes += [lobby.ask("", asked)["code"], horde.code]
    make = {"viewport": {"width": width, "height": height}, "is_mobile": False, "has_touch": False}
    found: dict[str, Any] = {}
    for game, code in zip(("incursion", "mobile-infantry", "memoir-44", "twelve zombies"), codes, strict=True):
        wall = Phone(lobby.context(language="es", **make), code)
        wall.page.goto(f"{lobby.url}/t/{code}/wall")
        over = wall.page.evaluate(
            "() => ['Width', 'Height'].map(side => document.documentElement[`scroll${side}`] - window[`inner${side}`])"
        )
        if max(over) > 0:
            found[game] = [str(over)]
    assert found == {}, told(found)

"""The wall of every game: the whole screen is used, and all of it is read from three metres."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.page_checks import check
from tests.browser.phones import Lobby, Phone
from tests.browser.started_tables import FORCES, Begun
from tests.browser.test_map import PASSES, SALT, OnTheMap, at_war
from tests.browser.test_three_phones import Battlefield
from tests.browser.test_walls import TANK, WARRIORS, come

SCREENS = ((1280, 720), (1920, 1080), (1024, 768), (768, 1024))
LEAST = 2.5
"""The size of the smallest letters, in hundredths of the height of the screen."""
BAND = 4
"""The widest band of a screen on which nothing stands, in hundredths."""
MEASURE = """() => {
  const wall = document.querySelector('#board'), here = [], letters = [];
  document.querySelector('.thrown')?.remove();
  const shown = one => one.checkVisibility({visibilityProperty: true}) && !one.closest('.glow, .sr, .figure, [hidden]');
  const texts = document.createTreeWalker(wall, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const {currentNode: text} = texts, one = text.parentElement, range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect(), drawn = one.getScreenCTM?.();
    if (!text.data.trim() || !box.width || !shown(one) || getComputedStyle(one).position === 'absolute') continue;
    here.push(box);
    const size = parseFloat(getComputedStyle(one).fontSize) * (drawn ? Math.hypot(drawn.a, drawn.b) : 1);
    letters.push([100 * size / innerHeight, text.data.trim()]);
  }
  const boxes = [...wall.querySelectorAll('li, .ground, .sketch, .side, .swarm, .team')].filter(shown);
  here.push(...boxes.map(one => one.getBoundingClientRect()));
  const gap = (from, to, end) => {
    let reached = 0, widest = 0;
    for (const box of here.sort((a, b) => a[from] - b[from])) {
      widest = Math.max(widest, box[from] - reached);
      reached = Math.max(reached, box[to]);
    }
    return 100 * Math.max(widest, end - reached) / end;
  };
  return {
    least: letters.sort((a, b) => a[0] - b[0])[0],
    across: gap('left', 'right', innerWidth), down: gap('top', 'bottom', innerHeight),
    over: [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight],
  };
}"""


def horde(lobby: Lobby) -> str:
    """Twelve zombies against two Grunts, one of them active."""
    table = Begun(lobby).choose(*FORCES).until(2)
    table.press("allied", "activate", model="grunt-ape-1")
    return table.code


def shot_at(lobby: Lobby) -> str:
    """A Grunt has shot at a zombie."""
    return shooting(lobby).code


def shooting(lobby: Lobby) -> Begun:
    table = Begun(lobby).choose(*FORCES).on("german").enter("sturmzombie-1")
    table.done()
    table.enter("grunt-ape-1")
    return table


def bugs(lobby: Lobby) -> str:
    """Two squads, six Warriors and a Tank Bug, of which three have reached a team."""
    field = Battlefield(lobby)
    come(field, (WARRIORS, WARRIORS, TANK))
    return field.code


def set_up(lobby: Lobby) -> str:
    """A mission with tunnels, whose table is set up by one squad."""
    opened = lobby.ask("", {"game": "mobile-infantry", "mission": 7, "players": 1, "brain": "app"})
    lobby.press(opened["code"], opened["seats"]["im-1"], {"command": "raise-squad", "key": "press-1", "fire_teams": 4})
    return str(opened["code"])


def squads(lobby: Lobby) -> str:
    return Battlefield(lobby).code


def battle(mission: str) -> Callable[[Lobby], str]:
    """A battle of a mission, in its first turn."""

    def begun(lobby: Lobby) -> str:
        table = OnTheMap(lobby, mission)
        table.press("allied", "begin-battle")
        return table.code

    return begun


def retreating(lobby: Lobby) -> str:
    """A flag is to be answered, and two lines are to be done on the table."""
    table = at_war(lobby)
    table.press("allied", "move", unit="allied-infantry-2", to="G4")
    table.press("allied", "battle", unit="allied-infantry-2", target="axis-infantry-9", dice=["flag", "star"])
    return table.code


WALLS = {
    "Incursion, a horde": horde,
    "Incursion, a shot": shot_at,
    "Infantería Móvil, set-up": set_up,
    "Infantería Móvil, two squads": squads,
    "Infantería Móvil, bugs": bugs,
    "Memoir, standard": battle(SALT),
    "Memoir, a retreat": retreating,
    "Memoir, Breakthrough": battle("karst-junction"),
    "Memoir, Overlord": battle(PASSES),
}


def on_wall(lobby: Lobby, code: str, width: int, height: int, **how: Any) -> Phone:
    viewport = {"width": width, "height": height}
    wall = Phone(lobby.context(viewport=viewport, is_mobile=False, has_touch=False, **how), code)
    wall.page.goto(f"{lobby.url}/t/{code}/wall")
    return wall


@pytest.mark.parametrize("name", WALLS)
def test_a_wall_uses_the_whole_screen_and_is_read_from_afar(lobby: Lobby, name: str) -> None:
    code, faults = WALLS[name](lobby), []
    for width, height in SCREENS:
        for language in ("en", "es"):
            wall = on_wall(lobby, code, width, height, language=language)
            wall.page.wait_for_function("() => document.fonts.status === 'loaded'")
            found = wall.page.evaluate(MEASURE)
            good = max(found["across"], found["down"]) <= BAND and found["least"][0] >= LEAST
            if not good or max(found["over"]) > 0:
                faults.append((width, height, language, found))
    assert faults == []


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", ["Incursion, a shot", "Infantería Móvil, bugs", "Memoir, standard"])
def test_a_wall_is_sound_in_every_light(lobby: Lobby, name: str, language: str) -> None:
    wall = on_wall(lobby, WALLS[name](lobby), 1280, 720, language=language)
    check(wall, name, lights=("light", "dark", "daylight"))
    assert wall.find("#board button:visible, #board a:visible:not(.opens)").count() == 0


@pytest.mark.parametrize("name", ["Incursion, a horde", "Infantería Móvil, bugs", "Memoir, standard"])
def test_a_wall_tells_aim_turn_who_is_awaited_forces_and_the_last_result(lobby: Lobby, name: str) -> None:
    wall = on_wall(lobby, WALLS[name](lobby), 1280, 720)
    for what in ("#where", "#awaited b", "#last-line p"):
        expect(wall.find(what).last).to_be_visible()
    expect(wall.find("#aim")).to_be_visible()
    expect(wall.find(".model, .team, .ground use").first).to_be_attached()


def test_an_upright_wall_leaves_out_stamps_before_the_aim(lobby: Lobby) -> None:
    wall = on_wall(lobby, WALLS["Incursion, a shot"](lobby), 1080, 1920, language="es")
    expect(wall.find("#aim span").last).to_be_visible()
    expect(wall.find("#awaited > span")).to_be_visible()
    expect(wall.find(".stamp.entry + .stamp.done").last).to_be_hidden()


def test_a_wall_that_is_told_more_makes_its_letters_smaller_and_shows_all_of_it(lobby: Lobby) -> None:
    field = Battlefield(lobby)
    wall = on_wall(lobby, field.code, 1280, 720)
    size = "parseFloat(getComputedStyle(document.body).fontSize)"
    before = wall.page.evaluate(size)
    come(field, (WARRIORS, WARRIORS, TANK))
    expect(wall.find(".tiles-of-bugs li")).to_have_count(7)
    wall.page.wait_for_function(f"() => {size} < {before}")
    assert wall.page.evaluate("document.documentElement.scrollHeight") <= 720
    wall.page.set_viewport_size({"width": 1920, "height": 1080})
    wall.page.wait_for_function(f"() => {size} > {before}")


def test_each_side_keeps_its_medals_and_cards_in_one_line_beside_the_map(lobby: Lobby) -> None:
    code = WALLS["Memoir, standard"](lobby)
    for width, height in ((1280, 720), (1920, 1080)):
        wall = on_wall(lobby, code, width, height, language="es")
        wall.page.wait_for_function("() => document.fonts.status === 'loaded'")
        for side in wall.find(".score .side").all():
            tops = side.evaluate(
                "one => [...one.children].map(part => part.getBoundingClientRect()).map(b => b.y + b.height / 2)"
            )
            assert max(tops) - min(tops) <= 8

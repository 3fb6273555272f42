"""The wall of Infantería Móvil: read from three metres, the less there is the larger, and never beyond its screen."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.phones import Lobby, Phone
from tests.browser.test_three_phones import BRAIN, ONE, TWO, Battlefield

SCREENS = ((1280, 720), (1920, 1080), (1080, 1920))
WARRIORS, TANK, FLYERS = 4, 1, 6
"""Faces of the die of their kind: three, one, two of them."""


class Alone(Battlefield):
    """One squad of one player, ready for battle."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.presses = lobby, 0
        opened = lobby.ask("", {"game": "mobile-infantry", "mission": 1, "players": 1})
        self.code, self.tokens = opened["code"], opened["seats"]
        self.press(ONE, "raise-squad", fire_teams=4)
        self.press(ONE, "roll-experience", dice=[6] * 4)
        for seat in (ONE, BRAIN):
            self.press(seat, "ready")


def come(field: Battlefield, kinds: Sequence[int]) -> None:
    """These bugs show themselves one kind a turn, then move, some by 0″; three Warriors reach the second team."""
    for kind in kinds:
        field.on("presence")
        field.test_presence(6, kind, 2)
        pack = next(iter(field.state()["lair"]["packs"]))
        field.press(BRAIN, "show", pack=pack, place="sky" if kind == FLYERS else "cover")
        field.press(BRAIN, "done")
    if kinds:
        field.on("bug-move")
        count = next(one["dice"]["count"] for one in field.look()["offers"] if one["command"] == "move-bugs")
        field.press(BRAIN, "move-bugs", dice=([1, 1, 3, 4, 5, 2, 3, 4] * 6)[:count])
        field.press(BRAIN, "engage", team="team-2", bugs=["warrior-1", "warrior-2", "warrior-3"])


@pytest.mark.parametrize(
    ("field", "kinds"),
    [
        (Alone, ()),
        (Alone, (WARRIORS, WARRIORS, FLYERS)),
        (Alone, (WARRIORS, WARRIORS, TANK, FLYERS)),
        (Battlefield, ()),
        (Battlefield, (WARRIORS, WARRIORS)),
    ],
    ids=["nobody", "few", "some", "two squads", "two squads and six"],
)
def test_a_wall_is_read_from_afar(lobby: Lobby, field: type[Battlefield], kinds: Sequence[int]) -> None:
    battle = field(lobby)
    come(battle, kinds)
    for width, height in SCREENS:
        screen = {"width": width, "height": height}
        wall = Phone(lobby.context(viewport=screen, is_mobile=False, has_touch=False, language="es"), battle.code)
        wall.page.goto(f"{lobby.url}/t/{battle.code}/wall")
        assert wall.page.evaluate("() => document.documentElement.scrollHeight") <= height
        sizes = wall.page.evaluate(
            "() => [...document.querySelectorAll('.who b')].map(one => parseFloat(getComputedStyle(one).fontSize))"
        )
        assert min(sizes) >= 0.025 * height or width < height, "letters of the names"
        edges = wall.page.evaluate(
            "() => [...document.querySelectorAll('.teams')].map(one => one.getBoundingClientRect().right)"
        )
        assert max(edges) > 0.95 * width, "no half of it stays empty"


def test_a_tablet_as_a_wall_keeps_experience_during_set_up(lobby: Lobby) -> None:
    opened = lobby.ask("", {"game": "mobile-infantry", "mission": 1, "players": 2})
    for number, (seat, command, fields) in enumerate(
        (
            (ONE, "raise-squad", {"fire_teams": 4}),
            (ONE, "roll-experience", {"dice": [6] * 4}),
            (TWO, "raise-team", {"kind": "fire"}),
            (ONE, "ready", {}),
        )
    ):
        press = {"command": command, "key": f"press-{number}", **fields}
        lobby.press(opened["code"], opened["seats"][seat], press)
    screen = {"width": 1024, "height": 768}
    wall = Phone(lobby.context(viewport=screen, is_mobile=False, has_touch=False, language="es"), opened["code"])
    wall.page.goto(f"{lobby.url}/t/{opened['code']}/wall")
    expect(wall.find("#sketch svg")).to_be_in_viewport(ratio=1)
    expect(wall.find("#team-2 .who")).to_contain_text("veterano", use_inner_text=True)


class Crowded(Battlefield):
    """Six squads of six players, all veterans, ready for battle."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.presses = lobby, 0
        opened = lobby.ask("", {"game": "mobile-infantry", "mission": 1, "players": 6})
        self.code, self.tokens = opened["code"], opened["seats"]
        for seat in self.tokens:
            if seat != BRAIN:
                self.press(seat, "raise-squad", fire_teams=4)
                self.press(seat, "roll-experience", dice=[6] * 4)
        for seat in self.tokens:
            self.press(seat, "ready")


def test_six_squads_and_twenty_bugs_that_are_to_be_moved_fit_on_a_wall(lobby: Lobby) -> None:
    battle = Crowded(lobby)
    come(battle, (WARRIORS, WARRIORS, WARRIORS, WARRIORS, WARRIORS, TANK, FLYERS, FLYERS))
    for width, height in SCREENS:
        screen = {"width": width, "height": height}
        wall = Phone(lobby.context(viewport=screen, is_mobile=False, has_touch=False, language="es"), battle.code)
        wall.page.goto(f"{lobby.url}/t/{battle.code}/wall")
        counts = [wall.find(what).count() for what in (".unit .team", ".swarm .tiles-of-bugs li", "#on-table")]
        assert counts == [30, 20, 1]
        assert wall.page.evaluate("() => document.documentElement.scrollHeight") <= height


def test_an_upright_wall_with_twenty_bugs_tells_the_reason_and_marks_a_team_in_two_lines(lobby: Lobby) -> None:
    battle = Battlefield(lobby)
    come(battle, (WARRIORS, WARRIORS, WARRIORS, WARRIORS, WARRIORS, TANK, FLYERS, FLYERS))
    for width, height in ((1080, 1920), (768, 1024)):
        screen = {"width": width, "height": height}
        wall = Phone(lobby.context(viewport=screen, is_mobile=False, has_touch=False, language="es"), battle.code)
        wall.page.goto(f"{lobby.url}/t/{battle.code}/wall")
        wall.page.wait_for_function("() => document.fonts.status === 'loaded'")
        last = wall.find("#last-line p").last
        assert last.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), "none of it is cut"
        lines = wall.find("#team-2 .who > :is(b, .stamp)").evaluate_all(
            "all => new Set(all.map(one => Math.round(one.getBoundingClientRect().bottom / 10))).size"
        )
        assert lines == 2


def test_the_dice_of_many_bugs_stand_in_even_rows_above_their_inches(lobby: Lobby) -> None:
    battle = Battlefield(lobby)
    come(battle, (WARRIORS, WARRIORS))
    for width, height in SCREENS:
        screen = {"width": width, "height": height}
        wall = Phone(lobby.context(viewport=screen, is_mobile=False, has_touch=False), battle.code)
        wall.page.goto(f"{lobby.url}/t/{battle.code}/wall")
        tops = wall.page.evaluate(
            "() => [...document.querySelectorAll('.thrown .die-shown')].map(one => one.getBoundingClientRect().top)"
        )
        rows = [tops.count(top) for top in dict.fromkeys(tops)]
        assert sum(rows) == 12
        assert max(rows) - min(rows) <= 1
        expect(wall.find(".thrown > p").last).to_contain_text("Warriors 2:")  # 1 and 5 stay where they are

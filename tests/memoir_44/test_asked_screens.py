"""Phones that are asked outside their turn: a strike back, an air drop, thin ice, smoke, reinforcements."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from app.core.messages.translator import LANGUAGES
from app.games.memoir_44.game import GAME
from app.storage.host_files import HostFiles
from app.storage.missions import add_mission
from app.web.request.guard import packed
from tests.memoir_44.battles import A1, E_INF, GRENADE, INF, STAR
from tests.memoir_44.playing import ALLIED, AXIS, scenario
from tests.memoir_44.test_boards import Phones

pytestmark = pytest.mark.usefixtures("on_shelf")
X1 = "axis-infantry-1"


def table_of(app: Flask, box: HostFiles, forces: dict[str, Any], ground: dict[str, Any], **more: Any) -> Phones:
    """A begun battle of a scenario of one's own, its ground by hex."""
    signs = {at: f"g{number}" for number, at in enumerate(ground)}
    legend = {signs[at]: lies for at, lies in ground.items()}
    mission = scenario(signs, forces, legend, **more)
    add_mission(box, GAME, GAME.files.mission_files.written(mission), mission)
    table = Phones(app, mission=mission["key"])
    table.tap(ALLIED, "begin-battle")
    return table


def shows(table: Phones, seat: str, *commands: str) -> None:
    """The board of a seat has these commands in either language, and stays light."""
    for language in LANGUAGES:
        table.phones[seat].set_cookie("lang", language)
        page = table.page(seat)
        for command in commands:
            assert f"do/{command}" in page or f'id="next-{command}"' in page, (command, language)
        assert "refusal." not in page
        assert "command." not in page
        assert len(packed(table.after_a_tap(seat))) <= 3 * 1024
    table.phones[seat].set_cookie("lang", "en")


def text(page: str) -> str:
    return re.sub(r"<[^>]+>", " ", page)


def ordered(table: Phones, side: str, *units: str) -> None:
    table.tap(side, "play-card", card="assault", section="centre")
    table.tap(side, "order", place=0, units=list(units))


def test_a_strike_back_is_asked_on_the_phone_of_the_attacked(app: Flask, box: HostFiles) -> None:
    forces = {"G4": {**INF, "nation": "brit", "figures": 2}, "G5": E_INF}
    table = table_of(app, box, forces, {}, first="axis", armies={ALLIED: ["battle-back"]})
    ordered(table, AXIS, X1)
    table.tap(AXIS, "battle", unit=X1, target=A1, by="hand", d1=GRENADE, d2=STAR, d3=STAR)
    shows(table, ALLIED, "battle-back", "hold-back")
    assert "your answer is needed" in text(table.page(ALLIED))
    assert "do/battle-back" not in table.page(AXIS)
    table.tap(ALLIED, "battle-back", by="hand", d1="infantry")
    assert "do/battle-back" not in table.page(ALLIED)


def test_an_air_drop_is_asked_before_the_first_card(app: Flask, box: HostFiles) -> None:
    drop = {"side": "axis", "drops": [1], "steps": 2, "at": [[12, 4]]}
    table = table_of(app, box, {"G2": INF, "G8": E_INF}, {}, **{"air-drops": [drop]})
    shows(table, AXIS, "drop-unit")
    assert "do/play-card" not in table.page(ALLIED)
    table.tap(AXIS, "drop-unit", at="G5", by="hand", d1=1, d2=4)
    assert "do/drop-unit" not in table.page(AXIS)
    assert "do/play-card" in table.page(ALLIED)
    for seat in (ALLIED, AXIS, "public"):
        assert "G5" in text(table.page(seat, "/log"))


def test_thin_ice_is_rolled_for_before_anything_else(app: Flask, box: HostFiles) -> None:
    table = table_of(app, box, {"G3": INF, "G8": E_INF}, {"G4": {"terrain": "frozen-river"}})
    ordered(table, ALLIED, A1)
    table.tap(ALLIED, "move", unit=A1, to="G4")
    shows(table, ALLIED, "roll-ice")
    assert "do/roll-ice" not in table.page(AXIS)
    table.tap(ALLIED, "roll-ice", by="hand", d1="flag", d2=STAR)
    assert "do/roll-ice" not in table.page(ALLIED)
    assert "3" in text(table.page(ALLIED))


def test_smoke_is_asked_with_its_row_and_seen_on_every_map(app: Flask, box: HostFiles) -> None:
    table = table_of(app, box, {"G2": INF, "G8": E_INF}, {}, smoke="axis")
    shows(table, AXIS, "lay-smoke", "leave-smoke")
    assert "do/lay-smoke" not in table.page(ALLIED)
    table.tap(AXIS, "lay-smoke", row="row-w-e", at="G5")
    for seat in (ALLIED, AXIS, "public"):
        page = table.page(seat)
        assert "do/lay-smoke" not in page
        assert "smoke" in text(table.page(seat, "/at/G5")).lower()


def test_hexes_for_reinforcements_are_lit_while_a_card_gives_orders(app: Flask, box: HostFiles) -> None:
    more = {"reinforcements": {ALLIED: {"units": 2}}}
    table = table_of(app, box, {"G2": INF, "G8": E_INF}, {}, **more)
    table.tap(ALLIED, "play-card", card="probe", section="left")
    shows(table, ALLIED, "bring-reinforcements")
    table.tap(ALLIED, "bring-reinforcements", place=0, at="B9")
    assert "allied-armour-1" in table.page(ALLIED)

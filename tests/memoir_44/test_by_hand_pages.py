"""Pieces placed, moved and removed by tapping: a piece is chosen, then a hex, on phones without scripts too."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from flask import Flask

from app.games.memoir_44.board_view.by_hand import by_hand
from tests.memoir_44.test_boards import SCRIPT, Phones
from tests.memoir_44.test_map_taps import send

pytestmark = pytest.mark.usefixtures("on_shelf")


def begun(app: Flask, language: str = "en", **more: Any) -> Phones:
    """A battle that has begun; everybody reads that language."""
    table = Phones(app, mission="salt-road", **more)
    table.tap("allied", "begin-battle")
    for phone in table.phones.values():
        phone.set_cookie("lang", language)
    return table


def state(app: Flask, table: Phones) -> Any:
    """The state of the table."""
    return app.extensions["store"].table(table.code).state


def button(page: str, id: str) -> dict[str, str]:
    """The hexes that a form lets tap, each with what is said of it."""
    found = re.search(rf'id="{id}"[^>]*>(.*?)</form>', page, re.S)
    assert found
    return dict(re.findall(r'<button name="[a-z]+" value="([^"]+)" class="to [^"]*" aria-label="([^"]+)"', found[1]))


@pytest.mark.parametrize(
    ("language", "says", "told"),
    [
        ("en", "Place a piece: B4", "By hand: wire is placed at B4."),
        ("es", "Colocar una pieza: B4", "A mano: se pone alambrada en B4."),
    ],
)
def test_an_obstacle_is_placed_in_two_taps(app: Flask, language: str, says: str, told: str) -> None:
    table = begun(app, language)
    assert f'href="/t/{table.code}/at/hand"' in table.page("allied", "/more")
    start = table.page("allied", "/at/hand")
    links = re.findall(rf'href="/t/{table.code}/at/hand\.(place\.[a-z-]+)#map"', start)
    assert {"place.allied-infantry", "place.wire", "place.minefield-axis", "place.as-told"} <= set(links)
    page = table.page("allied", "/at/hand.place.wire")
    assert button(page, "lit-0")["B4"] == says
    send(table, "allied", page, "lit-0", at="B4", reason="")
    assert state(app, table).added == {"B4": ["wire"]}
    assert told in html.unescape(table.page("axis"))


def test_a_unit_is_moved_and_taken_off_from_its_hex(app: Flask) -> None:
    table = begun(app)
    unit, at = next((key, one.at) for key, one in state(app, table).units.items() if one.side == "allied")
    start = table.page("allied", "/at/hand")
    assert re.search(rf'id="hand-on-{at}"[^>]* href="/t/{table.code}/at/hand\.on\.{at}"', start)
    there = table.page("allied", f"/at/hand.on.{at}")
    assert f'href="/t/{table.code}/at/hand.move.{unit}.{at}#map"' in there
    page = table.page("allied", f"/at/hand.move.{unit}.{at}")
    assert at not in button(page, "lit-0")
    send(table, "allied", page, "lit-0", to="B4", reason="it stood there")
    assert state(app, table).units[unit].at == "B4"
    assert "Reason: it stood there" in table.page("axis", "/log")
    send(table, "allied", table.page("allied", "/at/hand.on.B4"), "hand-remove-1")
    assert not state(app, table).units[unit].there


def test_a_new_piece_is_placed_on_the_hex_that_is_looked_at(app: Flask) -> None:
    table = begun(app)
    page = table.page("allied", "/at/hand.on.B4")
    assert {"hand-place-units", "hand-place-obstacles", "hand-place-mines", "hand-place-stars"} <= set(
        re.findall(r'id="([a-z-]+)"', page)
    )
    send(table, "allied", page, "hand-place-units", piece="allied-artillery")
    gun = state(app, table).at("B4")
    assert state(app, table).units[gun].type == "artillery"
    taken = table.page("allied", "/at/hand.on.B4")
    assert "hand-place-units" not in taken


def test_whoever_looks_at_a_hex_or_chooses_a_unit_is_led_there(app: Flask) -> None:
    table = begun(app)
    part = table.phones["allied"].get(f"/t/{table.code}/at/B4", headers=SCRIPT).text
    assert f'href="/t/{table.code}/at/hand.on.B4#map"' in part
    public = table.phones["public"].get(f"/t/{table.code}/at/B4", headers=SCRIPT).text
    assert "at/hand" not in public


@pytest.mark.parametrize(
    "thing", ["hand.on.Z9", "hand.place.train", "hand.move.allied-infantry-1.Z9", "hand.fly", "hand.move.wire"]
)
def test_what_cannot_be_done_by_hand_leads_back_to_the_board(app: Flask, thing: str) -> None:
    table = begun(app)
    answer = table.phones["allied"].get(f"/t/{table.code}/at/{thing}")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.code}")


def test_where_a_referee_rules_the_sides_do_nothing_by_hand(app: Flask) -> None:
    table = begun(app, referee=True)
    assert "at/hand" not in table.page("allied", "/more")
    assert table.phones["allied"].get(f"/t/{table.code}/at/hand").status_code == 303
    assert 'id="hand-units"' in table.page("referee", "/at/hand")


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "By hand: Axis infantry 1 moves from"), ("es", "A mano: infantería del Eje 1 pasa de")],
)
def test_the_other_side_is_asked_on_its_board_before_its_unit_is_moved(app: Flask, language: str, told: str) -> None:
    table = begun(app, language)
    at = state(app, table).units["axis-infantry-1"].at
    page = table.page("allied", f"/at/hand.move.axis-infantry-1.{at}")
    send(table, "allied", page, "lit-0", to="B4", reason="")
    assert state(app, table).units["axis-infantry-1"].at == at
    board = html.unescape(table.page("axis"))
    assert told in board
    assert "/do/allow-ruling" in board
    request = state(app, table).ruling_request
    assert request.fields == {"piece": "axis-infantry-1", "at": at, "to": "B4"}
    table.tap("axis", "allow-ruling")
    assert state(app, table).units["axis-infantry-1"].at == "B4"


@pytest.mark.parametrize("side", ["allied", "axis"])
def test_the_map_begins_where_the_pieces_are_seen_from_each_side(app: Flask, side: str) -> None:
    kept = app.extensions["store"].table(begun(app).code)
    shown = by_hand(kept, kept.seat(side), "hand")
    spots = [at for at, _ in shown["pieces"]]
    first = {"allied": min, "axis": max}[side]
    assert shown["begins"] in ((first(at.x for at in spots), first(at.y for at in spots)),)

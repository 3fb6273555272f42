"""What cannot be done, why, and how the table overrules it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.core.table_commands import house_rulings
from app.games import REGISTRY
from app.games.incursion.cards.sets import CARDS
from tests.core.test_words import refusal_codes
from tests.playing import PlayedTable, code_of
from tests.seated import sit
from tests.toy_game.playing import GREY, Evening

Play = Callable[..., PlayedTable]
OURS = {"Sec-Fetch-Site": "same-origin"}


def phone(app: Flask, table: PlayedTable, seat: str) -> FlaskClient:
    """A browser that holds a seat."""
    client = app.test_client()
    sit(client, table.code, table.tokens[seat])
    return client


def ruled(table: PlayedTable, path: str, to: Any) -> None:
    table.press("referee" if "referee" in table.tokens else "allied", "house-ruling", set=path, to=to, reason="a test")


# -- why not


def test_the_board_leads_to_what_cannot_be_done_with_reason_and_rule(app: Flask, in_action: PlayedTable) -> None:
    in_action.enter("allied", "grunt-ape-1")
    client = phone(app, in_action, "allied")
    assert f"/t/{in_action.code}/cannot" in client.get(f"/t/{in_action.code}").text
    page = client.get(f"/t/{in_action.code}/cannot").text
    (fire,) = re.findall(r'<li id="cannot-fire">.*?</li>', page, flags=re.S)
    assert "/rules/incursion/shooting.target" in fire
    assert "Fire" in fire
    assert "Hand to hand" in fire
    assert "flamethrower" not in page
    assert 'id="cannot-move"' not in page
    german = phone(app, in_action, "german").get(f"/t/{in_action.code}/cannot").text
    assert "/rules/incursion/" in german
    assert len(re.findall("<li id=", german)) < 5


def test_what_is_left_out_are_codes_that_exist() -> None:
    assert REGISTRY["incursion"].rules.silent_refusals <= set(refusal_codes())


@pytest.mark.parametrize(("referee", "told"), [(True, "referee can overrule"), (False, "#correct")])
def test_a_refusal_says_who_may_overrule_it(app: Flask, play: Play, referee: bool, told: str) -> None:
    table = play(referee=referee).to_action()
    client = phone(app, table, "allied")
    assert told in client.get(f"/t/{table.code}/do/fire").text
    tap = {"key": "k", "seen": str(table.seq("allied")), "model": "grunt-ape-1"}
    assert told in client.post(f"/t/{table.code}/do/turn", data=tap, headers=OURS).text
    assert "overrule" not in app.test_client().get(f"/t/{table.code}/do/fire").text


def test_no_house_ruling_is_offered_for_the_undo_of_what_others_did(app: Flask, play: Play) -> None:
    table = play(referee=False).to_action()
    client = phone(app, table, "allied")
    newest = {"key": "k", "seen": str(table.seq("allied")), "press": str(table.seq("allied") - 1)}
    page = client.post(f"/t/{table.code}/do/undo", data=newest, headers=OURS).text
    assert "/rules/incursion/table." in page
    assert 'id="overrule"' not in page


def test_where_the_table_keeps_no_value_nobody_is_told_to_overrule(
    app: Flask, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = app.test_client()
    sit(client, evening.code, evening.tokens[GREY])
    pages = [f"/t/{evening.code}/{page}" for page in ("do/fly", "cannot")]
    assert ["referee can overrule" in client.get(page).text for page in pages] == [True, True]
    monkeypatch.setattr(house_rulings, "_tracked_fields", lambda record: [])
    assert ["overrule" in client.get(page).text for page in pages] == [False, False]


# -- house rulings


def test_a_house_ruling_begins_at_what_the_value_is_now(app: Flask, in_action: PlayedTable) -> None:
    client = phone(app, in_action, "referee")
    page = client.get(f"/t/{in_action.code}/do/house-ruling").text
    assert 'id="correct-allied"' in page
    assert 'id="correct-grunt-ape-1"' in page
    form = client.get(f"/t/{in_action.code}/do/house-ruling?set=sides.allied.cp").text
    assert '<input type="hidden" name="set" value="sides.allied.cp">' in form
    assert re.search(r'name="to" min="0" max="\d+" value="4"', form)
    assert 'name="set"' in form
    assert "<select" not in form


def test_the_table_lets_a_side_choose_whatever_it_likes(play: Play) -> None:
    table = play(referee=True, mission=5, rp={"allied": 10, "german": 10})
    for card in ("slugger-murphy", "grunt-ape"):
        table.allied("add-model", card=card)
    assert code_of(lambda: table.allied("add-model", card="slugger-murphy")) == "over-limit"
    assert code_of(lambda: table.allied("add-model", card="ape-sarge")) == "over-rp"
    ruled(table, "sides.allied.any_force", True)
    table.allied("add-model", card="slugger-murphy")
    table.allied("add-model", card="ape-sarge")
    assert code_of(lambda: table.allied("add-model", card="hans")) == "not-your-card"
    table.allied("force-ready")
    table.german("add-model", card="ilsa")
    assert code_of(lambda: table.german("force-ready")) == "force-needs-horde"
    ruled(table, "sides.german.any_force", True)
    table.german("force-ready")
    assert len([key for key in table["models"] if key.startswith("slugger")]) == 2


def test_any_trooper_may_be_stranded_where_the_table_let_a_side_have_no_dear_one(app: Flask, play: Play) -> None:
    starter = CARDS.shipped["starter"]
    block = re.search(r"\[models\.grunt-ape\]\n.*?\n\n", starter, re.DOTALL)
    assert block is not None
    scout = block[0].replace("grunt-ape", "scout").replace("rp = 3", "rp = 1")
    app.extensions["store"].card_sets.add(REGISTRY["incursion"], "Ours", f"{starter}\n{scout}")
    table = play(referee=True, mission=5, card_set="ours")
    table.german("add-model", card="sturmzombie")
    table.german("force-ready")
    for _ in range(2):
        table.allied("add-model", card="scout")
    assert code_of(lambda: table.allied("force-ready")) == "force-needs-stranded"
    ruled(table, "sides.allied.any_force", True)
    table.allied("force-ready")
    (offer,) = table.offers("allied", "name-stranded")
    assert offer["choose"]["model"] == ["scout-1", "scout-2"]


def test_the_table_lets_a_zombie_handle_items(play: Play) -> None:
    table = play(mission=3, referee=True).to_action().enter("allied", "grunt-ape-1")
    table.allied("done")
    table.enter("german", "sturmzombie-1")
    take = {"model": "sturmzombie-1", "item": "pinger"}
    assert code_of(lambda: table.german("item", **take)) == "no-items"
    ruled(table, "models.sturmzombie-1.handles_items", True)
    table.german("item", **take)
    assert table["models.sturmzombie-1.carries"] == ["pinger"]


def test_the_board_tells_news_not_who_sits_down(app: Flask, in_action: PlayedTable) -> None:
    in_action.enter("allied", "grunt-ape-1")
    phone(app, in_action, "german")
    wall = app.test_client().get(f"/t/{in_action.code}/wall").text
    assert "takes the seat" not in wall
    assert "moves forward" in wall

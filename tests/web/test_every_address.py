"""Every address of a table that only looks, for whoever asks: no answer is a fault of the program."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from app.core.game.definition import REFEREE, Game
from app.games import REGISTRY
from tests.playing import PlayedTable
from tests.toy_game.playing import Evening

UNTRIED = ("/bell", "/print", "/join/")
"""Streams, what is printed, and what a false code takes from a phone."""
PARTS = {"thing": "squad-1", "what": "cards", "key": "a", "question": "a", "number": "1"}
ASKED = ("", "?seen=0&missed=1", "?until=x&result=1")
ASKED_OF_A_FORM = ("", "?of=x&set=turn", "?of=x&set=", "?of=x&set=a.b.c", "?set=turn&to=1", "?press=1", "?reading.a=b")
"""What may stand behind an address."""


def looks(app: Flask) -> list[Rule]:
    """The rules of the pages and of the JSON of a table that answer a GET."""
    rules = [rule for rule in app.url_map.iter_rules() if "<code>" in rule.rule and "GET" in (rule.methods or ())]
    return [rule for rule in rules if not any(part in rule.rule for part in UNTRIED)]


def addresses(app: Flask, game: Game, code: str) -> Iterator[str]:
    """Every address of a table, forms of every command and of one that there is not."""
    for rule in looks(app):
        filled = rule.rule.replace("<code>", code)
        commands = [*game.commands, "no-such"] if "<command>" in filled else [""]
        for command in commands:
            path = filled.replace("<command>", command)
            path = re.sub(r"<(?:\w+:)?(\w+)>", lambda part: PARTS.get(part[1], "x"), path)
            yield from (path + asked for asked in (ASKED_OF_A_FORM if command else ASKED))


def phone_at(app: Flask, code: str, seat: str | None) -> FlaskClient:
    """A phone at a seat, or at none."""
    phone = app.test_client()
    if seat is not None:
        phone.get(f"/t/{code}/join/{app.extensions['signed'].token(code, seat)}")
        phone.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {app.extensions['signed'].token(code, seat)}"
    return phone


def faults_at(app: Flask, game: Game, code: str, seat: str | None) -> list[tuple[str, int]]:
    """The addresses that end in a fault of the program for whoever sits there."""
    phone = phone_at(app, code, seat)
    found = ((path, phone.get(path).status_code) for path in addresses(app, game, code))
    return [(path, status) for path, status in found if status >= 500]


@pytest.mark.parametrize("seat", [None, REFEREE, "first"])
@pytest.mark.parametrize("game", REGISTRY.values(), ids=list(REGISTRY))
def test_no_address_of_a_table_that_opens_is_a_fault(app: Flask, client: FlaskClient, game: Game, seat: str) -> None:
    table = client.post("/api/tables", json={"game": game.key, "referee": True}).json
    named = next(iter(table["seats"])) if seat == "first" else seat
    assert faults_at(app, game, table["code"], named) == []


@pytest.mark.parametrize("seat", [None, "allied", REFEREE])
def test_no_address_of_a_table_that_is_played_is_a_fault(app: Flask, in_action: PlayedTable, seat: str | None) -> None:
    assert faults_at(app, REGISTRY["incursion"], in_action.code, seat) == []


@pytest.mark.parametrize("seat", [None, "lamp", REFEREE])
def test_no_address_of_a_table_that_is_over_is_a_fault(app: Flask, evening: Evening, seat: str | None) -> None:
    assert faults_at(app, REGISTRY["hello"], evening.night().code, seat) == []

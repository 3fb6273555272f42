"""Rights that somebody should not have: the codes of others' tables, and seats that somebody else holds."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from tests.seated import links_in

OURS = {"Origin": "http://localhost"}
WAYS = ("/t/{code}", "/t/{code}/wall", "/t/{code}/seats", "/t/{code}/join/x", "/join?code={code}", "/api/tables/{code}")
WRONG = ("QQQQQQ", "22222A", "ZZZZZ9")


@dataclass
class Guessed:
    """How many codes of tables somebody asked about, and of how many it was told that they are there."""

    asked: int = 0
    learned: int = 0

    def __str__(self) -> str:
        return f"{self.asked} questions about tables that are there: {self.learned} answered otherwise than for none"


@dataclass
class Read:
    """How often whoever opened a table tried to look as a seat that somebody else holds, and did."""

    tried: int = 0
    seen: int = 0

    def __str__(self) -> str:
        return f"{self.tried} tries: {self.seen} showed the seat"


def codes(tables: int) -> Guessed:
    """After ten wrong codes, ask for tables that are there by every way there is, one phone from one address."""
    found = Guessed()
    with _opened(tables) as (app, there):
        phone = app.test_client()
        for number in range(10):
            phone.get(f"/t/{WRONG[number % len(WRONG)]}")
        for code in there:
            phone.set_cookie("tables", code)
            found.learned += code in phone.get("/").text
            found.asked += 1 + len(WAYS)
            found.learned += sum(phone.get(way.format(code=code)).status_code != 429 for way in WAYS)
    return found


def seats(tables: int) -> Read:
    """Claim a seat by its link, then try whatever the browser that opened the table was ever given."""
    found = Read()
    with _opened(tables) as (app, there):
        for number, (code, opener) in enumerate(there.items()):
            # wrong tokens are counted by address, which is not what is tried here
            app.test_client_class = guest_at(f"203.0.113.{number}")
            link = links_in(opener.get(f"/t/{code}/seats").text)["allied"]
            assert app.test_client().post(link, headers=OURS).status_code == 303
            for answer in _tries(app, opener, code, link):
                found.tried += 1
                found.seen += "My force" in answer
    return found


def guest_at(address: str) -> type[FlaskClient]:
    """Phones that ask from that address."""

    class Guest(FlaskClient):
        def __init__(self, *given: Any, **more: Any) -> None:
            super().__init__(*given, **more)
            self.environ_base["REMOTE_ADDR"] = address

    return Guest


def _tries(app: Flask, opener: FlaskClient, code: str, link: str) -> Iterator[str]:
    token = link.rpartition("/")[2]
    for phone in (opener, app.test_client()):
        yield phone.get(link, follow_redirects=True).text
        yield phone.post(link, headers=OURS, follow_redirects=True).text
        yield phone.post(f"/t/{code}/sit", data={"seat": "allied"}, headers=OURS, follow_redirects=True).text
        yield phone.get(f"/t/{code}").text
    bearer = {"Authorization": f"Bearer {token}"}
    yield "My force" if app.test_client().get(f"/api/tables/{code}", headers=bearer).status_code == 200 else ""
    stranger = app.test_client()
    stranger.set_cookie(f"seat-{code}", token, path=f"/t/{code}")
    yield stranger.get(f"/t/{code}").text


@contextmanager
def _opened(tables: int) -> Iterator[tuple[Flask, dict[str, FlaskClient]]]:
    """An app with so many tables, and for each the browser that opened it."""
    with tempfile.TemporaryDirectory() as place:
        app = create_app(place)
        there = {}
        for _ in range(tables):
            browser = app.test_client()
            answer = browser.post("/new/incursion", data={"mission": "1"}, headers=OURS)
            there[answer.headers["Location"].split("/")[2]] = browser
        yield app, there

"""The host's page of a server with more tables than one page lists."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.web.host.overview import TABLES_A_PAGE

CODES = [f"T{number:05}" for number in range(2 * TABLES_A_PAGE + 1)]


@pytest.fixture
def many(app: Flask) -> None:
    rows = ({"code": code, "game": "hello", "seed": "", "foreseeable": 0, "at": 0.0} for code in CODES)
    with app.extensions["store"].database.writing() as tables:
        tables.table("tables").insert_all(rows)


def read(host: FlaskClient, address: str) -> tuple[list[str], dict[str, str]]:
    """Return the codes that a page lists, and its links to others."""
    page = host.get(address).text
    links = dict(re.findall(r'<a rel="(prev|next)" href="([^"#]+)#tables"', page))
    return re.findall(r'href="/t/(\w+)/seats"', page), links


@pytest.mark.usefixtures("many")
def test_tables_are_listed_a_thousand_a_page(host: FlaskClient) -> None:
    found, links = read(host, "/house")
    assert (found, [*links]) == (CODES[: -TABLES_A_PAGE - 1 : -1], ["next"])
    before = found
    found, links = read(host, links["next"])
    assert (found, [*links]) == (CODES[TABLES_A_PAGE:0:-1], ["prev", "next"])
    assert read(host, links["prev"])[0] == before
    last, links = read(host, links["next"])
    assert (last, [*links]) == (CODES[:1], ["prev"])
    assert f"{len(CODES)} tables" in host.get("/house").text
    assert "Mesas más antiguas" in host.get("/house", headers={"Accept-Language": "es"}).text
    for number, codes in (("0", CODES[-1:]), ("-7", CODES[-1:]), ("x", CODES[-1:]), ("9" * 40, CODES[:1])):
        assert read(host, f"/house?page={number}")[0][:1] == codes, "a page that is not there is the nearest"


@pytest.mark.usefixtures("many")
def test_a_page_costs_the_same_number_of_queries_however_many_tables_it_lists(
    app: Flask, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = app.extensions["store"].database
    asked: list[str] = []
    reading = database.reading
    monkeypatch.setattr(database, "reading", lambda: asked.append("") or reading())
    costs = []
    for page in (1, 3):
        asked.clear()
        host.get(f"/house?page={page}")
        costs.append(len(asked))
    assert costs[0] == costs[1] < 5


def test_few_tables_have_no_other_pages(host: FlaskClient) -> None:
    assert read(host, "/house") == ([], {})

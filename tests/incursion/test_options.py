"""The form of a new table: what it asks beside what every game does."""

from __future__ import annotations

import html
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

OURS = {"Origin": "http://localhost"}


def opened_by_form(app: Flask, client: FlaskClient, **fields: Any) -> Any:
    """The table that the form opens: what it copied."""
    answer = client.post("/new/incursion", data={"mission": "2", **fields}, headers=OURS)
    assert answer.status_code == 303, answer.text
    code = answer.headers["Location"].split("/")[2]
    return app.extensions["store"].table(code).opening


@pytest.mark.parametrize(("typed", "figures"), [("12", 12), (" 30 ", 30), ("", 18), (None, 18)])
def test_the_form_asks_for_the_figures_of_the_horde(
    app: Flask, client: FlaskClient, typed: str | None, figures: int
) -> None:
    assert 'name="figures" type="number" min="1" max="99"' in client.get("/new/incursion").text
    fields = {} if typed is None else {"figures": typed}
    assert opened_by_form(app, client, **fields)["book"]["horde"]["figures"] == figures


@pytest.mark.parametrize("typed", ["0", "100", "many"])
def test_figures_that_cannot_be_open_no_table(client: FlaskClient, typed: str) -> None:
    answer = client.post("/new/incursion", data={"mission": "2", "figures": typed}, headers=OURS)
    assert answer.status_code == 422
    assert "“Figures” must be" in html.unescape(answer.text)


def test_the_form_asks_for_them_in_spanish_too(client: FlaskClient) -> None:
    page = client.get("/new/incursion", headers={"Accept-Language": "es"}).text
    assert "Sturmzombies de la caja" in html.unescape(page)


def test_the_figures_are_asked_for_beside_the_question_about_them(client: FlaskClient) -> None:
    page = client.get("/new/incursion").text
    asked = page.index('id="q-horde-figures"')
    assert asked < page.index('id="horde-of-the-box"') < page.index('<p class="field"', page.index("</p>", asked) + 200)


def test_the_fold_says_which_rulebook_is_used(client: FlaskClient) -> None:
    fold = client.get("/new/incursion").text.partition('<details class="table-rules">')[2].partition("</summary>")[0]
    assert '<span class="hint" data-only="en-2009">English rulebook</span>' in fold
    assert "data-only" not in client.get("/new/memoir-44").text


@pytest.mark.parametrize("paper", [(), ("german",), ("allied", "german")])
def test_the_form_offers_each_side_a_deck_of_paper(app: Flask, client: FlaskClient, paper: tuple[str, ...]) -> None:
    page = client.get("/new/incursion").text
    assert all(f'type="checkbox" name="paper-{side}"' in page for side in ("allied", "german"))
    opening = opened_by_form(app, client, **{f"paper-{side}": "1" for side in paper})
    assert opening["deck"] == {side: "physical" if side in paper else "app" for side in ("allied", "german")}

"""How much work one request can make of a few bytes: counted, not timed."""

from __future__ import annotations

import json
from typing import Any
from urllib import parse
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import URLSafeSerializer
from werkzeug import formparser
from werkzeug.datastructures import LanguageAccept

from app.core.rules import inputs
from app.core.rules.inputs import MOST_THINGS
from app.web.print.order_query import MOST_FAULTS
from app.web.request import language
from app.web.request.guard import MOST_FIELDS, PLAIN_FORM
from app.web.request.language import LONGEST_ACCEPTED
from app.web.request.seat_tokens import LONGEST_TOKEN, MOST_TOKENS
from printables import order
from tests.playing import PlayedTable

OURS = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Counts the calls of a function or a method, which is done all the same."""

    def count(owner: Any, name: str) -> list[Any]:
        calls: list[Any] = []
        real = getattr(owner, name)

        def counting(*given: Any, **named: Any) -> Any:
            calls.append(given)
            return real(*given, **named)

        monkeypatch.setattr(owner, name, counting)
        return calls

    return count


def sent_form(client: FlaskClient, path: str, text: str, kind: str = PLAIN_FORM) -> Any:
    return client.post(path, data=text, content_type=kind, headers=OURS)


# -- orders


def strange(count: int) -> str:
    """A query that asks for so many things that there are not."""
    return "&".join(f"n.stationmaste{number}=1" for number in range(count))


@pytest.mark.parametrize("sent", ["was", "form", "query"])
def test_an_order_compares_few_names_that_there_are_not(client: FlaskClient, counted: Any, sent: str) -> None:
    compared, many = counted(order, "get_close_matches"), strange(450)
    if sent == "query":
        page = client.get(f"/print/incursion?{many}")
        assert (page.status_code, len(compared)) == (422, MOST_FAULTS)
    else:
        form = f"was={quote(many)}&n.a.b=2&what=x" if sent == "was" else f"{many}&what=cards&go=made"
        assert sent_form(client, "/print/incursion", form).status_code == 303
        assert len(compared) <= 2 * MOST_FAULTS


@pytest.mark.parametrize("sent", ["was", "form"])
def test_an_order_of_more_fields_than_any_page_has_is_refused(client: FlaskClient, counted: Any, sent: str) -> None:
    read, many = counted(parse, "unquote"), strange(MOST_FIELDS + 1)
    page = sent_form(client, "/print/incursion", f"was={quote(many)}&what=x" if sent == "was" else many)
    assert (page.status_code, "too large" in page.text) == (413, True)
    assert len(read) <= 9


# -- forms


@pytest.mark.parametrize("kind", [PLAIN_FORM, "Application/X-WWW-Form-URLencoded"])
@pytest.mark.parametrize("field", ["a", "%80", "a=1"])
def test_a_form_of_too_many_fields_is_refused_before_any_is_read(
    client: FlaskClient, counted: Any, kind: str, field: str
) -> None:
    read = counted(formparser, "parse_qsl")
    page = sent_form(client, "/new/incursion", f"{field}&" * MOST_FIELDS, kind)
    assert (page.status_code, "too large" in page.text, read) == (413, True, [])


def test_a_form_of_many_parts_is_refused(client: FlaskClient) -> None:
    part = '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'
    page = sent_form(client, "/new/incursion", part * 2000 + "--X--\r\n", "multipart/form-data; boundary=X")
    assert page.status_code == 413


# -- cookies and headers


@pytest.mark.parametrize("token", ["a", "WyJBIl0.8d4nXh5XK5YyDq8Dh1n3y2T4z9k"])
@pytest.mark.parametrize("page", ["", "/curtain", "/seats"])
def test_a_cookie_of_many_false_tokens_is_hardly_looked_at(
    app: Flask, table: PlayedTable, counted: Any, page: str, token: str
) -> None:
    looked = counted(URLSafeSerializer, "loads")
    cookie = f"seat-{table.code}=" + f"~{token}" * 400
    answer = app.test_client(use_cookies=False).get(f"/t/{table.code}{page}", headers={"Cookie": cookie})
    assert answer.status_code < 500
    assert len(looked) <= 3 * MOST_TOKENS


@pytest.mark.parametrize("header", ["Cookie", "Authorization", "address"])
def test_no_token_is_looked_at_beyond_its_length(app: Flask, table: PlayedTable, counted: Any, header: str) -> None:
    long = "a" * 7000
    looked, client = counted(URLSafeSerializer, "loads"), app.test_client(use_cookies=False)
    if header == "address":
        client.get(f"/t/{table.code}/join/{long}")
    else:
        cookie = "; ".join(f"{name}={long}" for name in (f"seat-{table.code}", "host", "house", "tables", "maker"))
        client.get("/", headers={header: cookie if header == "Cookie" else f"Bearer {long}"})
        client.get(f"/t/{table.code}", headers={header: cookie if header == "Cookie" else f"Bearer {long}"})
    assert all(len(text) <= LONGEST_TOKEN for _, text in looked)


def test_of_the_languages_of_a_browser_few_are_read(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def counting(accepted: str, kind: Any) -> LanguageAccept:
        read.append(len(accepted))
        return LanguageAccept([("es", 1)])

    monkeypatch.setattr(language, "parse_accept_header", counting)
    assert 'lang="es"' in client.get("/", headers={"Accept-Language": "a," * 8000}).text
    assert read == [LONGEST_ACCEPTED]


# -- JSON

WRONG = {
    "lists in lists": ("rulings/memoir-44/way", {"unit": "infantry", "steps": [{"ground": [1] * 1000}] * 500}),
    "names in a list": ("rulings/memoir-44/way", {"unit": "infantry", "steps": [{str(n): 1 for n in range(90_000)}]}),
    "empty lists": ("tables", {"game": [[]] * 90_000}),
    "names": ("tables", {f"x{number}": 1 for number in range(90_000)}),
}


@pytest.mark.parametrize("what", WRONG)
def test_of_many_wrong_things_few_faults_are_made(client: FlaskClient, counted: Any, what: str) -> None:
    path, said = WRONG[what]
    looked = counted(inputs, "_first_fault")
    answer = client.post(f"/api/{path}", data=json.dumps(said, separators=(",", ":")), content_type="application/json")
    assert sum(error.error_count() for error, _ in looked) <= MOST_THINGS
    code = "too-many-items" if what.startswith("names") else "too-many-things"
    assert (answer.status_code, answer.json["error"]["code"]) == (422, code)

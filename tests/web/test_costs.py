"""How much work one request can make of a few bytes: counted, not timed."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from app.web.print.orders import MOST_FAULTS
from app.web.request import parsing
from app.web.request.parsing import MOST_FIELDS, PLAIN_FORM
from printables import order

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
    read, many = counted(parsing, "_plain"), strange(MOST_FIELDS + 1)
    page = sent_form(client, "/print/incursion", f"was={quote(many)}&what=x" if sent == "was" else many)
    assert (page.status_code, "too large" in page.text) == (413, True)
    assert len(read) <= 4


# -- forms


@pytest.mark.parametrize("kind", [PLAIN_FORM, "Application/X-WWW-Form-URLencoded"])
@pytest.mark.parametrize("field", ["a", "%80", "a=1"])
def test_a_form_of_too_many_fields_is_refused_before_any_is_read(
    client: FlaskClient, counted: Any, kind: str, field: str
) -> None:
    read = counted(parsing, "_plain")
    page = sent_form(client, "/new/incursion", f"{field}&" * MOST_FIELDS, kind)
    assert (page.status_code, "too large" in page.text, read) == (413, True, [])


def test_a_form_of_many_parts_is_refused(client: FlaskClient) -> None:
    part = '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'
    page = sent_form(client, "/new/incursion", part * 2000 + "--X--\r\n", "multipart/form-data; boundary=X")
    assert page.status_code == 413

"""The form of a new table: as it stands, and with anything else of it chosen, it opens one, of every game."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient

from app.games import SHELF

GOES_WITH = {("memoir-44", "players", "8"): {"mission": "three-passes-of-tengshan"}}
"""What can be chosen only together with something else."""
OURS = {"Origin": "http://localhost"}


class Form(HTMLParser):
    """What a browser would send of the form of a new table as it stands, and what else can be ticked in it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sent: dict[str, str] = {}
        self.others: list[tuple[str, str]] = []
        self._select = ""
        self.feed(page[page.index('class="whole"') :])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        name, value = has.get("name", ""), has.get("value", "")
        if tag == "select":
            self._select = name
        elif tag == "option":
            self._tick(self._select, value, chosen=self._select not in self.sent)
        elif tag == "input" and has.get("type") in ("radio", "checkbox"):
            self._tick(name, value, chosen="checked" in has)
        elif tag == "input" and has.get("type") != "hidden":
            self.sent[name] = value

    def _tick(self, name: str, value: str, *, chosen: bool) -> None:
        if chosen:
            self.sent[name] = value
        else:
            self.others.append((name, value))


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", SHELF)
def test_the_form_opens_a_table_as_it_stands_and_with_anything_else_chosen(
    client: FlaskClient, game: str, language: str
) -> None:
    client.set_cookie("lang", language)
    form = Form(client.get(f"/new/{game}").text)
    alone = [{name: value, **GOES_WITH.get((game, name, value), {})} for name, value in form.others if name[:2] != "q-"]
    answered = {name: value for name, value in form.others if name.startswith("q-")}
    for other in [{}, *alone, answered]:
        answer = client.post(f"/new/{game}", data={**form.sent, **other}, headers=OURS)
        assert (answer.status_code, other) == (303, other), answer.text
        assert answer.headers["Location"].endswith("/seats")
    assert len(form.others) >= 3

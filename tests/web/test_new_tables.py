"""The form of a new table: as it stands, and with anything else of it chosen, it opens one, of every game."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient

from app.games import REGISTRY

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
            self._tick(self._select, value, chosen="selected" in has)
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
@pytest.mark.parametrize("game", REGISTRY)
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
        # where the app takes the only other seat there is none to hand out
        assert answer.headers["Location"].endswith("/seats") != (game != "hello" and "app" in other)
    assert len(form.others) >= 3


ENDLESS = "9" * 5000


@pytest.mark.parametrize(
    ("typed", "field", "says"),
    [
        ({"mission": "5", "rp-5-allied": "99999999999999"}, "rp-5-allied", "RP of the Allies must be at most 99."),
        ({"mission": "5", "rp-5-allied": "-1"}, "rp-5-allied", "RP of the Allies must be at least 1."),
        ({"mission": "5", "rp-5-allied": "2"}, "rp-5-allied", "RP of the Allies must be at least 3."),
        ({"mission": "5", "rp-5-allied": "3.5"}, "rp-5-allied", "RP of the Allies must be a whole number."),
        ({"figures": "-1"}, "figures", "Figures must be at least 1."),
        ({"figures": ENDLESS}, "figures", "Figures must be at most 99."),
        ({"campaign": "1", "campaign_name": ""}, "campaign_name", "Fill in Name."),
        (
            {"campaign": "1", "campaign_missions": "1 x"},
            "campaign_missions",
            "Missions, in order (2) must be one of: 1, 2, 3",
        ),
        ({"q-forces": "maybe"}, "q-forces", "Unknown answer to"),
        ({"card_set": "none"}, "card_set", "Card set must be one of:"),
    ],
)
def test_what_is_wrong_stands_beside_its_field_with_all_that_was_typed(
    client: FlaskClient, typed: dict[str, str], field: str, says: str
) -> None:
    chosen = {"referee": "1", "referee_sees": "all", "language": "es", "paper-german": "1", "counters": "physical"}
    others = {"figures": "12", "campaign_name": "The Rock", "campaign_missions": "3 1", "rp-5-german": "20"}
    sent = {**Form(client.get("/new/incursion").text).sent, **others, **chosen, **typed}
    answer = client.post("/new/incursion", data=sent, headers=OURS)
    assert answer.status_code == 422
    page = html.unescape(answer.text)
    told = page.replace("“", "").replace("”", "")
    assert told.index('role="alert"') < told.index(f'<a href="#{field}">') < told.index(says)
    assert (f'id="fault-{field}"' in page, page.count('aria-invalid="true"')) == (True, 1)
    assert re.search(rf'id="{field}"[^>]* aria-invalid="true" aria-describedby="fault-{field}"', page)
    strange = {field} & {"q-forces", "card_set"}  # there is no such value to be ticked
    assert Form(page).sent.items() >= {name: value for name, value in sent.items() if name not in strange}.items()
    assert client.application.extensions["store"].codes() == []


def test_what_is_wrong_is_told_in_the_words_of_the_reader(client: FlaskClient) -> None:
    client.set_cookie("lang", "es")
    answer = client.post("/new/incursion", data={"mission": "1", "rp-1-german": "-1"}, headers=OURS)
    assert "«PR de los Alemanes» debe ser 1 como mínimo." in html.unescape(answer.text)


@pytest.mark.parametrize(
    ("game", "field", "label"),
    [
        ("memoir-44", "players", "Players"),
        ("memoir-44", "mines", "Minefield numbers"),
        ("mobile-infantry", "brain", "The Brain Bug"),
    ],
)
def test_every_game_names_its_fields_as_its_form_does(client: FlaskClient, game: str, field: str, label: str) -> None:
    answer = client.post(f"/new/{game}", data={field: "many"}, headers=OURS)
    assert (answer.status_code, f"“{label}” must be one of" in html.unescape(answer.text)) == (422, True)
    assert f'id="{field}" aria-invalid="true"' in answer.text


def test_an_open_question_that_was_answered_is_seen_again(client: FlaskClient) -> None:
    page = client.get("/new/incursion").text
    assert '<details class="table-rules"><summary>' in page
    assert "The plainest reading of the rulebook</span>" in page
    other = next((name, value) for name, value in Form(page).others if name.startswith("q-"))
    answer = client.post("/new/incursion", data={"figures": "0", **dict([other])}, headers=OURS)
    assert '<details class="table-rules" open><summary>' in answer.text
    question = REGISTRY["incursion"].get_translator("en").translate(f"question.{other[0].removeprefix('q-')}")
    assert f"Not the plainest reading: {question}</span>" in html.unescape(answer.text)
    assert Form(answer.text).sent[other[0]] == other[1]


@pytest.mark.parametrize("game", REGISTRY)
def test_open_questions_are_folded_by_chapter_but_for_what_was_answered(client: FlaskClient, game: str) -> None:
    page = client.get(f"/new/{game}").text
    folds = page[page.index('class="questions"') :].split("<details")[1:]
    assert folds
    assert all(fold.startswith(' class="facts"><summary>') and "<select" in fold for fold in folds)
    name, value = next((name, value) for name, value in Form(page).others if name.startswith("q-"))
    again = client.post(f"/new/{game}", data={name: value, "language": "none"}, headers=OURS).text
    folds = again[again.index('class="questions"') :].split("<details")[1:]
    assert [f'name="{name}"' in fold for fold in folds] == [fold.startswith(' class="facts" open>') for fold in folds]


@pytest.mark.parametrize(
    ("game", "name", "missions"),
    [
        ("incursion", "counters", "4"),
        ("incursion", "q-m2-winner", "2"),
        ("incursion", "q-wiped-out", "3 4 6 7"),
        ("incursion", "q-tie", "5 6"),
        ("mobile-infantry", "q-m2-boats", "0 2"),
        ("mobile-infantry", "q-walls", "0 6"),
        ("mobile-infantry", "q-majority", "0"),
        ("memoir-44", "players", "three-passes-of-tengshan"),
        ("memoir-44", "q-oasis", "salt-road"),
        ("memoir-44", "q-remove-block", "sluices-of-oldermeer karst-junction"),
    ],
)
def test_what_cannot_matter_in_a_mission_names_those_in_which_it_can(
    client: FlaskClient, game: str, name: str, missions: str
) -> None:
    page = client.get(f"/new/{game}").text
    row = page[: page.index(f'name="{name}"')].rpartition("data-missions=")[2]
    assert row.startswith(f'"{missions}">')


def test_what_can_matter_in_every_mission_names_none(client: FlaskClient) -> None:
    page = client.get("/new/incursion").text
    row = page[: page.index('name="q-unequal-rp"')].rpartition("<p class=")[2]
    assert "data-missions" not in row


def test_the_game_last_played_comes_first_and_its_table_goes_on(client: FlaskClient) -> None:
    order = re.compile(r'<a class="game ([\w-]+)"')
    last = order.findall(client.get("/").text)[-1]
    assert client.post(f"/new/{last}", headers=OURS).status_code == 303
    page = client.get("/").text
    assert order.findall(page) == [last, *(key for key in REGISTRY if key != last)]
    assert page.index('id="my-tables"') < page.index('class="join"') < page.index('class="games"')

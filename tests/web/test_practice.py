"""Practice tables: one phone without scripts plays each to its end; nothing goes out of its order."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core.game import Game
from app.core.practice import Practice
from app.core.table import Table
from app.games import SHELF

OURS = {"Origin": "http://localhost"}
SCRIPTED = [game for game in SHELF.values() if game.practice]
every_script = pytest.mark.parametrize("game", SCRIPTED, ids=lambda game: game.key)


class Pupil:
    """A phone at a practice table."""

    def __init__(self, client: FlaskClient, game: Game, language: str = "en") -> None:
        self.client = client.application.test_client()
        self.client.set_cookie("lang", language)
        opened = self.client.post(f"/practice/{game.key}", headers=OURS)
        assert opened.status_code == 303, opened.text
        self.path = opened.headers["Location"]
        self.page = self.client.get(self.path).text

    @property
    def table(self) -> Table:
        """The table as the server keeps it."""
        table: Table = self.client.application.extensions["store"].table(self.path.rpartition("/")[2])
        return table

    @property
    def lesson(self) -> str:
        found = re.search(r'id="lesson">(.*?)</p>', self.page)
        assert found
        return html.unescape(found[1])

    def form(self) -> tuple[str, list[tuple[str, str]]] | None:
        """Where the button of the box leads, and what it sends; None at the end."""
        found = re.search(r'<form method="post" action="([^"]+)"[^>]*id="practice-do"(.*?)</form>', self.page, re.S)
        return (found[1], re.findall(r'name="([^"]+)" value="([^"]*)"', found[2])) if found else None

    def press(self, address: str, fields: list[tuple[str, str]]) -> Any:
        """Send a form and look at the board."""
        sent: dict[str, Any] = {name: [] for name, _ in fields}
        for name, value in fields:
            sent[name].append(value)
        answer = self.client.post(address, data=sent, headers=OURS)
        self.page = self.client.get(self.path).text
        return answer

    def go_on(self) -> bool:
        """The press of the box, which goes; False at the end."""
        form = self.form()
        if form is not None:
            answer = self.press(*form)
            assert answer.status_code == 303, answer.text
        return form is not None


@every_script
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_phone_without_scripts_plays_to_the_end_by_the_button_of_the_box(
    client: FlaskClient, game: Game, language: str
) -> None:
    pupil, told = Pupil(client, game, language), []
    script = pupil.table.practice
    assert script is not None
    while pupil.form():
        told.append(pupil.lesson)
        pupil.go_on()
    own = [step for step in script.steps if step.seat == script.seat]
    assert told == [step.tell[language] for step in own if step.tell]
    assert pupil.lesson == script.end[language]
    assert 12 <= len(own) <= 30, "ten minutes"
    assert 'id="real-table"' in pupil.page


@every_script
def test_each_step_is_also_offered_at_its_usual_place_and_nothing_else_is(client: FlaskClient, game: Game) -> None:
    pupil = Pupil(client, game)
    while pupil.form():
        script, step = pupil.table.practice, pupil.table.step
        assert script is not None
        assert step is not None
        offers = pupil.table.offers_for(pupil.table.seat(script.seat))
        assert {offer.command for offer in offers if offer.group == "play"} == {step[1].command}
        pupil.go_on()


@every_script
def test_the_dice_fall_as_the_script_counts_on_them(client: FlaskClient, game: Game) -> None:
    logs = []
    for _ in range(2):
        pupil = Pupil(client, game)
        while pupil.go_on():
            pass
        rolls = [event.rolled for entry in pupil.table.entries for event in entry.events if event.rolled]
        logs.append([roll.faces for roll in rolls if roll.by == "table"])
    assert logs[0] == logs[1]
    assert logs[0]


def test_whoever_practises_incursion_wins(client: FlaskClient) -> None:
    pupil = Pupil(client, SHELF["incursion"])
    while pupil.go_on():
        pass
    assert pupil.table.state.winner == "allied"


@every_script
def test_what_is_not_the_step_is_refused_and_says_where_to_look(client: FlaskClient, game: Game) -> None:
    pupil = Pupil(client, game)
    form = pupil.form()
    assert form
    before = len(pupil.table.entries)
    habit = [*(pair for pair in form[1] if pair[0] in OWN), ("rolls_by", "hand")]
    answer = pupil.press(form[0].rpartition("/")[0] + "/set-habit", habit)
    assert answer.status_code == 422
    assert "the box on top says what is pressed now" in answer.text
    assert len(pupil.table.entries) == before


OWN = ("seen", "key")


def test_another_force_than_the_scripts_is_no_step(client: FlaskClient) -> None:
    pupil = Pupil(client, SHELF["incursion"])
    form = pupil.form()
    assert form
    wrong = [(name, "sarge" if name == "card" else value) for name, value in form[1]]
    assert "the box on top says what is pressed now" in pupil.press(form[0], wrong).text
    assert pupil.form() is not None


def test_a_script_says_all_in_every_language() -> None:
    with pytest.raises(ValueError, match="en only"):
        Practice.model_validate({"seat": "a", "seed": "0", "steps": [], "end": {"en": "Over."}})


def test_the_start_page_offers_each(client: FlaskClient) -> None:
    page = client.get("/").text
    assert all(f'action="/practice/{game.key}"' in page for game in SCRIPTED)
    assert {"incursion", "mobile-infantry", "memoir-44"} <= {game.key for game in SCRIPTED}


def test_a_game_without_a_script_has_no_practice_table(client: FlaskClient) -> None:
    from tests.hello.game import GAME

    assert GAME.practice is None
    assert client.post("/practice/hello", headers=OURS).status_code == 404


def test_a_practice_table_is_exported_and_opens_again(client: FlaskClient) -> None:
    pupil = Pupil(client, SHELF["incursion"])
    while pupil.go_on():
        pass
    file = pupil.client.get(f"{pupil.path}/export").json
    opened = client.post("/api/tables/import", json=file)
    assert opened.status_code == 201, opened.json

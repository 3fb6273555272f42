"""Open questions where they bite: shown in the form, used this once or from now on, logged."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.core.table.what_if import relevant_questions
from app.games import REGISTRY
from tests.playing import PlayedTable
from tests.seated import sit

Play = Callable[..., PlayedTable]
OURS = {"Sec-Fetch-Site": "same-origin"}


def asked(table: PlayedTable, seat: str, command: str) -> set[str]:
    """The questions that bear on a command of a seat now."""
    store = table.client.application.extensions["store"]
    kept = store.table(table.code)
    return {bite.question for bite in relevant_questions(kept, kept.seat(seat), command)}


@pytest.fixture
def hmg(play: Play) -> PlayedTable:
    """An HMG APE has fired its first shot; two Sturmzombies stand on the board."""
    table = play(referee=True, mission=3, rp={"allied": 12, "german": 6})
    table.choose_forces(allied=["hmg-ape"], german=["sturmzombie", "sturmzombie"]).bid(0, 1)
    table.deploy(["hmg-ape-1"], ["sturmzombie-1", "sturmzombie-2"])
    table.enter("german", "sturmzombie-1", "sturmzombie-2").german("done")
    table.enter("allied", "hmg-ape-1")
    table.allied("fire", model="hmg-ape-1", target="sturmzombie-1", weapon="hmg", dice=[1, 1, 1])
    return table


def phone(app: Flask, table: PlayedTable, seat: str) -> FlaskClient:
    """A browser that holds a seat."""
    client = app.test_client()
    sit(client, table.code, table.tokens[seat])
    return client


def test_the_second_shot_asks_whether_it_may_go_elsewhere(app: Flask, hmg: PlayedTable) -> None:
    assert "hmg-second" in asked(hmg, "allied", "fire")
    page = phone(app, hmg, "allied").get(f"/t/{hmg.code}/do/fire").text
    assert 'id="ask-hmg-second"' in page
    assert 'id="ask-horde-figures"' not in page


def test_a_question_that_changes_nothing_here_is_not_shown(in_action: PlayedTable) -> None:
    in_action.enter("allied", "grunt-ape-1")
    assert "hmg-second" not in asked(in_action, "allied", "fire")
    assert "no-dice" not in asked(in_action, "allied", "fire")


def test_the_other_reading_is_used_once_and_logged(app: Flask, hmg: PlayedTable) -> None:
    client = phone(app, hmg, "allied")
    address = f"/t/{hmg.code}/do/fire?reading.hmg-second=same"
    page = client.get(address).text
    form = re.search(r'<form [^>]*id="form-1".*?</form>', page, flags=re.S)
    assert form is not None
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form[0]))
    assert fields["reading.hmg-second"] == "same"
    assert 'value="sturmzombie-2"' not in form[0]
    other = {**fields, "target": "sturmzombie-2", "by": "hand", "d1": "1", "d2": "1", "d3": "1"}
    assert client.post(f"/t/{hmg.code}/do/fire", data=other, headers=OURS).status_code == 422
    same = {**other, "target": "sturmzombie-1"}
    assert client.post(f"/t/{hmg.code}/do/fire", data=same, headers=OURS).status_code == 303
    events = [(event["event"], event["data"]) for event in hmg.log()]
    assert ("other-reading-used", {"question": "hmg-second", "answer": "same"}) in events
    assert hmg.look().state.answers["hmg-second"] == "any"


def test_from_now_on_is_one_tap_and_stays(app: Flask, hmg: PlayedTable) -> None:
    page = phone(app, hmg, "referee").get(f"/t/{hmg.code}/do/table-ruling?question=hmg-second").text
    assert "hmg-second" in page
    hmg.referee("table-ruling", question="hmg-second", answer="same")
    assert hmg.look().state.answers["hmg-second"] == "same"
    assert "hmg-second" in asked(hmg, "allied", "fire")


@pytest.mark.parametrize(("query", "field"), [("reading.nonsense=same", "nonsense"), ("reading.range=maybe", "range")])
def test_a_reading_that_does_not_exist_is_refused_by_name(app: Flask, hmg: PlayedTable, query: str, field: str) -> None:
    answer = phone(app, hmg, "allied").get(f"/t/{hmg.code}/do/fire?{query}")
    assert answer.status_code == 422


def test_one_page_tells_every_question_that_bears_on_what_may_be_done(app: Flask, hmg: PlayedTable) -> None:
    page = phone(app, hmg, "allied").get(f"/t/{hmg.code}/readings").text
    assert 'id="question-hmg-second"' in page
    assert "reading.hmg-second=same" in page
    nobody = app.test_client().get(f"/t/{hmg.code}/readings").text
    assert 'id="none"' in nobody


def test_what_only_the_board_tells_is_asked_at_its_commands(in_action: PlayedTable) -> None:
    questions = REGISTRY["incursion"].rules.questions
    assert {key: question.at for key, question in questions.items() if question.at} == {
        "drag-taken": ["harpoon", "drag"],
        "forces": ["force-ready"],
    }
    assert all(command in REGISTRY["incursion"].commands for question in questions.values() for command in question.at)
    in_action.enter("allied", "grunt-ape-1").allied("done")
    in_action.enter("german", "sturmzombie-1")
    assert "melee-walls" in asked(in_action, "german", "melee")


def test_a_command_that_cannot_be_given_now_names_the_reading_that_would_let_it(app: Flask, play: Play) -> None:
    table = play(mission=2, edition="es-2009", table_rulings={"seal": "closer"}).to_action()
    table.enter("allied", "grunt-ape-1")
    client = phone(app, table, "allied")
    for headers in ({}, {"HX-Request": "true"}):
        refused = client.get(f"/t/{table.code}/do/seal-door", headers=headers)
        assert refused.status_code == 422
        (address,) = re.findall(r'id="let-seal-any" href="([^"]*)"', refused.text)
    assert client.get(address).status_code == 200
    assert 'id="question-seal"' in client.get(f"/t/{table.code}/readings").text
    assert f"/t/{table.code}/do/seal-door?reading.seal=any" in client.get(f"/t/{table.code}/readings").text
    assert 'id="let-' not in client.get(f"/t/{table.code}/do/bid").text

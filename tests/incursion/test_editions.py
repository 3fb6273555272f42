"""The editions of Incursion as files, its open questions as answers."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core.rules.book import edition, load_toml
from app.games import REGISTRY
from app.games.incursion import book
from app.games.incursion.book import DATA, EDITIONS
from tests.playing import PlayedTable, refusal

Play = Callable[..., PlayedTable]

PACKAGE = Path(book.__file__).parent


def test_an_edition_states_only_what_differs() -> None:
    common = load_toml(DATA / "editions" / "common.toml")
    for name in EDITIONS:
        for key, value in leaves(load_toml(DATA / "editions" / f"{name}.toml")):
            assert dict(leaves(common)).get(key) != value, f"{name}: {key} is as in the common file"


def leaves(table: dict, prefix: str = "") -> list[tuple[str, object]]:  # type: ignore[type-arg]
    """Every value of a nested table with its dotted key."""
    found: list[tuple[str, object]] = []
    for key, value in table.items():
        found += leaves(value, f"{prefix}{key}.") if isinstance(value, dict) else [(prefix + key, value)]
    return found


def test_no_rule_names_an_edition_or_a_language() -> None:
    named = re.compile(r"""["'](en-2009|es-2009|en|es)["']|en_2009|es_2009""")
    for path in [*PACKAGE.rglob("*.py"), *(PACKAGE.parent.parent / "core").rglob("*.py")]:
        if path.name in ("translator.py", "options.py"):
            continue
        assert not named.search(path.read_text(encoding="utf-8")), path.name


def test_the_guard_against_editions_in_rules_sees_one() -> None:
    assert re.search(r"""["'](en-2009|es-2009|en|es)["']""", 'if book.edition == "es-2009":')


@pytest.mark.parametrize("name", EDITIONS)
def test_each_edition_makes_a_whole_book(name: str) -> None:
    opened = book.edition_book(name, {})
    assert opened.answer_for("forces") == "secret"
    assert edition(DATA / "editions", name)["action-cost"]["drop-item"] == 0


def test_the_default_answer_comes_first_and_is_in_force() -> None:
    for key, question in book.questions().items():
        assert len(set(question.answers)) == len(question.answers) >= 2
        assert book.edition_book(EDITIONS[0], {}).answer_for(key) == question.answers[0]


def test_the_open_questions_are_those_of_the_rules() -> None:
    common = tomllib.loads((DATA / "editions" / "common.toml").read_text(encoding="utf-8"))
    assert len(common["questions"]) == 42


ALONE = {
    "reactivation": "es-2009", "seal": "es-2009", "m6-end": "es-2009",
    "thumper-one": "en-2009", "fire-steps": "en-2009", "deployment": "en-2009", "xp-lost": "en-2009",
}  # fmt: skip
"""The questions that one edition alone leaves open."""


def test_the_interface_tells_which_editions_leave_a_question_open(client: FlaskClient) -> None:
    (told,) = [game for game in client.get("/api/games").json["games"] if game["key"] == "incursion"]
    editions = {one["key"]: one["editions"] for one in told["open_questions"]}
    assert {key: one[0] for key, one in editions.items() if len(one) == 1} == ALONE
    assert editions["tie"] == ["en-2009", "es-2009"]


@pytest.mark.parametrize(("question", "edition"), ALONE.items())
def test_a_question_of_the_other_edition_is_nowhere(
    client: FlaskClient, play: Play, question: str, edition: str
) -> None:
    other = next(one for one in EDITIONS if one != edition)
    answer = REGISTRY["incursion"].rules.questions[question].default
    asked = {"game": "incursion", "edition": other, "table_rulings": {question: answer}}
    opened = client.post("/api/tables", json=asked)
    no = ("not-in-this-edition", f"table_rulings.{question}")
    assert (opened.status_code, opened.json["error"]["code"], opened.json["error"]["field"]) == (422, *no)
    table = play(edition=other, referee=True).to_action()
    assert question not in table["answers"]
    assert question not in {offer["given"].get("question") for offer in table.offers("referee")}
    assert refusal(lambda: table.referee("table-ruling", question=question, answer=answer)) == no
    press = {"model": "grunt-ape-1", "table_rulings": {question: answer}}
    assert refusal(lambda: table.allied("activate", **press)) == no
    ruled = client.post("/api/rulings/incursion/countdown", json={"turn": 7, **asked_by(other, question, answer)})
    assert (ruled.status_code, ruled.json["error"]["code"]) == (422, no[0])
    assert play(edition=edition, table_rulings={question: answer})[f"answers.{question}"] == answer


def asked_by(edition: str, question: str, answer: str) -> dict[str, Any]:
    """The edition and the answer that a ruling is asked by."""
    return {"edition": edition, "table_rulings": {question: answer}}


def test_a_new_table_leaves_out_what_its_edition_does_not_ask(client: FlaskClient) -> None:
    page = client.get("/new/incursion").text
    assert all(f'data-only="{edition}"' in page for edition in EDITIONS)
    form = {"game": "incursion", "edition": "en-2009", "mission": "1", "q-reactivation": "never", "q-tie": "germans"}
    answer = client.post("/new/incursion", data=form, headers={"Origin": "http://localhost"})
    assert answer.status_code == 303, answer.text
    code = answer.headers["Location"].split("/")[2]
    answers = client.get(f"/api/tables/{code}").json["state"]["answers"]
    assert (answers["tie"], "reactivation" in answers) == ("germans", False)

"""Memoir '44 as the house shows it: a game that lacks nothing, its rulings as pages and as JSON, its words."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from app.cli import main
from app.core.game.evaluate import ask_ruling
from app.core.messages.translator import LANGUAGES, Translator
from app.games.memoir_44.game import GAME
from app.games.memoir_44.rulings.rule_of import MARKS
from app.web.lookup.ruling_form import facts_of, first_values, places, values_in, without_dice
from tests.core import test_words as words

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "memoir-44.json").read_text(encoding="utf-8"))
BOOK = GAME.rules.edition_book(GAME.editions[0], {})
pytestmark = pytest.mark.usefixtures("on_shelf")


def test_its_words_and_rules_are_those_of_a_game_on_the_shelf() -> None:
    words.test_no_rule_of_a_game_dangles_and_none_lies_idle(GAME)
    words.test_reasons_have_words(GAME)
    words.test_every_refusal_of_a_game_has_words_and_every_word_of_refusal_a_use(GAME)
    words.test_every_word_has_both_languages_and_the_same_holes(GAME.key, words.own_words(GAME))
    words.test_a_text_equal_in_both_languages_is_listed(GAME.key)
    for rule in GAME.rule_catalogue:
        words.test_a_rule_has_a_summary_and_a_source(GAME, rule)


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: f"{case['ruling']}: {case['rule']}")
def test_json_says_what_the_worked_cases_say(client: FlaskClient, case: dict[str, Any]) -> None:
    answer = client.post(f"/api/rulings/memoir-44/{case['ruling']}", json=case["given"])
    assert answer.status_code == 200, answer.json
    result = answer.json["result"]
    assert {key: result[key] for key in case["expect"]} == case["expect"]


def test_the_odds_against_a_type_are_told_and_what_it_is_named(client: FlaskClient) -> None:
    facts = {"whole": 1, "attacker": "infantry", "distance": 2, "line_of_sight": "on", "by": "need"}
    query = urlencode([*facts.items(), ("target_unit", "armour"), *(("target", one) for one in ("open", "forest"))])
    page = client.get(f"/rulings/memoir-44/attack-dice?{query}").text
    assert "Type of the target, for the odds: armour" in page
    assert "In the target’s hex: forest ·" in page
    assert page.count('<p class="odds bar">') > 0


@pytest.mark.parametrize("ruling", GAME.rules.rulings)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_has_a_page_whose_first_question_has_an_answer(
    client: FlaskClient, ruling: str, language: str
) -> None:
    client.set_cookie("lang", language)
    page = client.get(f"/rulings/memoir-44/{ruling}")
    assert page.status_code == 200
    facts = facts_of(GAME.rules.rulings[ruling][0], BOOK)
    for place, fact in places(facts, first_values(facts)):
        assert fact.rolled or fact.kind == "rows" or f'name="{place}"' in page.text, place
    ask_ruling(GAME, ruling, without_dice(facts, {k: v for k, v in first_values(facts).items() if v is not None}))
    asked = client.get(f"/rulings/memoir-44/{ruling}?by=need")
    assert asked.status_code == 200, asked.text
    assert ('id="needed"' in asked.text) or ('id="result"' in asked.text)


def test_what_people_write_on_a_page_is_read_and_written_again(client: FlaskClient) -> None:
    query = {"by": "need", "whole": "1", "from": "4 0", "to": "4,2", "blocking": "3 1; 5 1", "board": "standard"}
    page = unescape(client.get(f"/rulings/memoir-44/line-of-sight?{urlencode(query)}").text)
    assert "<dd>3, 1, 5, 1</dd>" in page
    assert 'name="to" type="text" maxlength="400" autocomplete="off" value="4 2"' in page
    assert 'value="3 1; 5 1"' in page
    dams = {"by": "hand", "held": "Urft, Rur", "stars_before": "Rur 2", "faces.0": "star", "faces.1": "flag"}
    told = unescape(client.get(f"/rulings/memoir-44/dam?{urlencode(dams)}").text)
    assert "<dd>Urft: 0, Rur: 3</dd>" in told


@pytest.mark.parametrize(
    ("ruling", "query", "place"),
    [
        ("distance", {"from": "4 north", "to": "4 2"}, "from"),
        ("distance", {"from": "4 0", "to": "5 2"}, "to"),
        ("line-of-sight", {"from": "4 0", "to": "4 2", "blocking": "3 1; x"}, "blocking"),
        ("dam", {"held": "a", "stars_before": "many"}, "stars_before"),
        ("dam", {"held": "a", "choose": "b"}, "choose"),
    ],
)
def test_what_cannot_be_read_is_refused_beside_its_field(
    client: FlaskClient, ruling: str, query: dict[str, str], place: str
) -> None:
    page = client.get(f"/rulings/memoir-44/{ruling}?{urlencode({'by': 'need', **query})}")
    assert page.status_code in (400, 422)
    assert re.search(rf'id="fault-{place}"|id="f-{place}"[^>]*aria-invalid', page.text), page.text
    first = next(value for name, value in query.items() if name == place)
    assert f'value="{first}"' in page.text


def test_a_choice_that_may_be_left_open_is_open_at_first(client: FlaskClient) -> None:
    page = client.get("/rulings/memoir-44/move?by=need&whole=1&unit=armour&badge=&card=")
    assert page.status_code == 200
    assert "<dd>3</dd>" in page.text
    assert re.search(r'name="badge" value="" checked> <span>none<', page.text)


def test_a_query_without_a_value_leaves_a_fact_as_it_is() -> None:
    facts = facts_of(GAME.rules.rulings["line-of-sight"][0], BOOK)
    assert values_in(MultiDict({"from": "2 0", "to": "", "blocking": ""}), facts, whole=True) == {"from": [2, 0]}


def test_the_command_line_asks_too() -> None:
    run = CliRunner().invoke(
        main, ["ruling", "memoir-44", "distance", "from=2,0", "to=[12,4]", "board=overlord", "--json"]
    )
    assert json.loads(run.output)["result"] == {"hexes": 7}
    off = CliRunner().invoke(main, ["ruling", "memoir-44", "distance", "from=1,0", "to=[12,4]"])
    assert off.exit_code == 1


def test_a_table_can_be_opened_and_seen(client: FlaskClient) -> None:
    opened = client.post("/api/tables", json={"game": "memoir-44"}).json
    assert set(opened["seats"]) == {"allied", "axis"}
    headers = {"Authorization": f"Bearer {opened['seats']['axis']}"}
    state = client.get(f"/api/tables/{opened['code']}", headers=headers).json["state"]
    assert (state["phase"], state["over"]) == ("set-up", False)


# -- dice that fell


def test_a_die_looks_as_a_hit_a_flag_or_a_miss(client: FlaskClient) -> None:
    faces = [("faces.0", "grenade"), ("faces.1", "flag"), ("faces.2", "star")]
    query = urlencode([("by", "hand"), ("target", "armour"), ("dice", "3"), *faces])
    page = client.get(f"/rulings/memoir-44/read-dice?{query}").text
    shown = re.findall(r'die-shown (\w+)"><span class="face-name" data-face="\w+">(\w+)<', page)
    assert shown == [("hit", "grenade"), ("else", "flag"), ("miss", "star")]


# -- the calculator for evenings without a map


ATTACK = "/rulings/memoir-44/attack-dice"


def ticked(page: str) -> set[tuple[str, str]]:
    found = re.findall(r'<input type="(?:radio|checkbox)" name="([^"]+)" value="([^"]+)" checked>', page)
    numbers = re.findall(r'type="number"[^>]* name="([^"]+)"[^>]*\s+value="([^"]+)"', page)
    chosen = re.findall(
        r'<select[^>]* name="([^"]+)"[^>]*>(?:(?!</select>).)*<option value="([^"]+)" selected', page, re.S
    )
    return {*found, *numbers, *chosen}


def test_what_was_asked_is_remembered_but_the_hex_of_the_target(client: FlaskClient) -> None:
    first = ticked(client.get(ATTACK).text)
    asked = f"{ATTACK}?whole=1&by=need&attacker=armour&distance=2&own=hill&target=forest&card_bonus=1&line_of_sight=1"
    assert "<dd>2</dd>" in client.get(asked).text
    then = ticked(client.get(ATTACK).text)
    assert then == {
        ("attacker", "armour"),
        ("distance", "2"),
        ("own", "hill"),
        ("target", "open"),
        ("card_bonus", "1"),
        ("hexes_moved", "0"),
        ("line_of_sight", "1"),
    }
    assert first != then
    assert ticked(client.get("/rulings/memoir-44/terrain").text) == ticked(
        client.application.test_client().get("/rulings/memoir-44/terrain").text
    )


def test_only_answers_are_remembered_and_nothing_too_long(client: FlaskClient) -> None:
    client.get(f"{ATTACK}?whole=1&by=need&attacker=elephant&distance=1")
    assert client.get_cookie("asked", path=ATTACK) is None
    client.get(f"{ATTACK}?whole=1&by=need&attacker=armour&distance=1&more={'x' * 2000}")
    assert client.get_cookie("asked", path=ATTACK) is None
    client.get(f"{ATTACK}?whole=1&by=need&attacker=armour&distance=1")
    cookie = client.get_cookie("asked", path=ATTACK)
    assert cookie is not None
    assert (cookie.http_only, cookie.same_site) == (True, "Lax")


def test_an_attack_that_is_possible_names_no_reason_against_it(client: FlaskClient) -> None:
    asked = "/rulings/memoir-44/attack-dice?by=need&attacker=infantry"
    assert "Not possible" not in client.get(f"{asked}&distance=1").text
    assert "Not possible" in client.get(f"{asked}&distance=9").text


@pytest.mark.parametrize(("language", "named"), [("en", "dam · presa"), ("es", "presa · dam")])
def test_everything_on_a_hex_and_every_badge_is_looked_up_by_its_picture(
    client: FlaskClient, language: str, named: str
) -> None:
    client.set_cookie("lang", language)
    page = client.get("/rules/memoir-44").text
    told = page[page.index('id="by-picture"') : page.index('id="found"')]
    links = re.findall(r'<a href="([^"]+)"><svg .*?</svg><span>([^<]+)</span></a>', told)
    assert [name for _, name in links] == [
        Translator(GAME.words, language).name(key) for key in (*BOOK.terrain, *BOOK.badges, *MARKS)
    ]
    assert len(set(re.findall(r"<svg.*?</svg>", told))) == len(links)
    assert {client.get(link).status_code for link, _ in links} == {200}
    assert f"<figcaption>{named}</figcaption>" in client.get("/rules/memoir-44/landmarks.dam").text


def test_a_rule_about_nothing_that_lies_there_has_no_picture(client: FlaskClient) -> None:
    assert "<figure" not in client.get("/rules/memoir-44/turn.order").text
    assert "by-picture" not in client.get("/rules/incursion").text

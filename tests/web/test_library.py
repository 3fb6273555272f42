"""Looking up: the rules and what they leave open, editions side by side, rulings asked by tapping."""

import json
import re
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pydantic import Field
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from app.core.errors import Refused
from app.core.game.edition_diff import differences
from app.core.game.evaluate import ask_ruling
from app.core.messages.translator import LANGUAGES, Translator
from app.core.rules.inputs import DiceField, Facts, OrderedValues, TextFormat, rolled
from app.games import REGISTRY
from app.web.lookup import ruling_view
from app.web.lookup.controls import Control, controls
from app.web.lookup.ruling_form import Fact, facts_of, first_values, places, value_in, values_in, without_dice
from app.web.lookup.ruling_view import Form
from app.web.wording import Choice, does, face_text
from tests.playing import PlayedTable
from tests.web.test_pages import Phone

GAME = REGISTRY["incursion"]
GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "incursion.json").read_text(encoding="utf-8"))
BOOK = GAME.rules.edition_book(GAME.editions[0], {})


def read(client: FlaskClient, path: str, language: str = "en") -> TestResponse:
    client.set_cookie("lang", language)
    return client.get(path)


def prose(answer: TestResponse | str) -> str:
    text = answer if isinstance(answer, str) else answer.text
    text = re.sub(r"<(article|section)[^>]*\shidden>.*?</\1>", " ", text, flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def part(answer: TestResponse, name: str) -> str:
    found = re.search(rf'id="{name}".*?</(?:section|details|article)>', answer.text, re.S)
    assert found, f"nothing is called {name}"
    return prose(found[0].partition(">")[2])


def query(facts: dict[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    """Facts as a form sends them."""
    pairs: list[tuple[str, str]] = []
    for name, value in facts.items():
        if isinstance(value, dict):
            pairs += query(value, f"{prefix}{name}.")
        elif name == "counters":
            pairs += [(name, str(one)) for one in value]
        elif isinstance(value, list):
            pairs += query({str(n): one for n, one in enumerate(value)}, f"{prefix}{name}.")
        elif value not in (False, None):
            pairs.append((prefix + name, "1" if value is True else str(value)))
    return pairs


def asked(client: FlaskClient, ruling: str, by: str = "hand", language: str = "en", **facts: Any) -> TestResponse:
    pairs = [("by", by), *query(facts)]
    return read(client, f"/rulings/incursion/{ruling}?{urlencode(pairs)}", language)


# -- rulings: every one has a page, and it says what the function says


@pytest.mark.parametrize("ruling", GAME.rules.rulings)
def test_every_ruling_has_a_page_that_asks_for_each_of_its_facts(client: FlaskClient, ruling: str) -> None:
    page = read(client, f"/rulings/incursion/{ruling}")
    assert page.status_code == 200
    facts = facts_of(GAME.rules.rulings[ruling][0], BOOK)
    for place, fact in places(facts, first_values(facts)):
        assert fact.rolled or fact.kind == "rows" or f'name="{place}"' in page.text, place
    assert read(client, "/rulings/incursion").text.count(f'href="/rulings/incursion/{ruling}"') == 1


@pytest.mark.parametrize(
    ("game", "used"),
    [
        ("incursion", ["shoot", "melee"]),
        ("mobile-infantry", ["shoot", "close-combat"]),
        ("memoir-44", ["attack-dice", "read-dice"]),
    ],
)
def test_the_two_calculations_used_most_stand_first(client: FlaskClient, game: str, used: list[str]) -> None:
    assert re.findall(rf'href="/rulings/{game}/([\w-]+)"', read(client, f"/rulings/{game}").text)[:2] == used


@pytest.mark.parametrize("ruling", GAME.rules.rulings)
def test_what_a_page_asks_at_first_is_a_question_with_an_answer(client: FlaskClient, ruling: str) -> None:
    facts = facts_of(GAME.rules.rulings[ruling][0], BOOK)
    answer = ask_ruling(GAME, ruling, without_dice(facts, first_values(facts)))
    page = asked(client, ruling, "need")
    assert page.status_code == 200
    shown = part(page, "needed" if ruling_view.waits(answer) else "result")
    for line in ruling_view.needed_lines(answer, facts, Translator(GAME.words, "en")):
        assert line.value in shown or (line.label, line.value) == ("Dice to roll", "0"), line


def known(name: str) -> bool:
    return name not in ("edition", "table_rulings")


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: f"{case['ruling']}: {case['rule']}")
def test_a_page_says_what_the_ruling_says(client: FlaskClient, case: dict[str, Any]) -> None:
    answer = ask_ruling(GAME, case["ruling"], case["given"])
    page = asked(client, case["ruling"], **{"edition": GAME.editions[0], **case["given"]})
    assert page.status_code == 200
    said = Translator(GAME.words, "en")
    form = facts_of(GAME.rules.rulings[case["ruling"]][0], BOOK)
    rolled = without_dice(form, case["given"]) != {name: case["given"][name] for name in case["given"] if known(name)}
    waits = ruling_view.waits(answer) and not rolled
    for line in ruling_view.needed_lines(answer, form, said) if waits else ruling_view.result_lines(answer, form, said):
        if not line.rows:
            assert f"<dt>{line.label}</dt><dd>{line.value}</dd>" in unescape(page.text), line
        for name, row in line.rows:
            assert name in prose(page)
            assert all(f"{part.label}: {part.value}" in prose(page) for part in row)


def words_missing(said: Translator, ruling: str, facts: tuple[Fact, ...]) -> list[str]:
    """Facts and values of a ruling that have no words."""
    missing = [] if said.has(f"ruling.{ruling}") and said.has(f"asks.{ruling}") else [ruling]
    for place, fact in places(facts, first_values(facts)):
        if ruling_view.fact_label(ruling, fact.name, said) == fact.name:
            missing.append(place)
        values = [value for value in fact.values if isinstance(value, str)]
        missing += [v for v in values if not said.has(f"value.{fact.name}.{v}") and not said.has(f"name.{v}")]
    return missing


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruling", GAME.rules.rulings)
def test_every_fact_and_every_value_has_words(ruling: str, language: str) -> None:
    facts = facts_of(GAME.rules.rulings[ruling][0], BOOK)
    assert words_missing(Translator(GAME.words, language), ruling, facts) == []


def keys_of(result: Any) -> set[str]:
    rows = [row for value in result.values() if isinstance(value, list) for row in value if isinstance(row, dict)]
    return {*result, *(key for row in rows for key in row if key != "name")}


def test_every_number_of_a_result_has_words() -> None:
    told: set[str] = set()
    for case in GOLDEN:
        facts = facts_of(GAME.rules.rulings[case["ruling"]][0], BOOK)
        bare = without_dice(facts, case["given"])
        kept = {key: value for key, value in case["given"].items() if key in ("edition", "table_rulings")}
        told |= keys_of(ask_ruling(GAME, case["ruling"], case["given"]).result)
        told |= keys_of(ask_ruling(GAME, case["ruling"], {**bare, **kept}).result)
    assert len(told) > 20
    assert {key for key in told if f"result.{key}" not in GAME.words} == set()


# -- rulings: dice


def test_before_the_dice_a_page_says_how_many_what_they_need_and_how_likely(client: FlaskClient) -> None:
    page = asked(client, "shoot", "need", weapon="lmg", fortitude=4)
    shown = part(page, "needed")
    assert "Dice to roll 3" in shown
    assert "Each die needs 4+" in shown
    assert "Hits: 1 or more 88% · 7/8" in shown
    assert '<meter min="0" max="1" value="0.875"' in page.text
    assert page.text.count('class="die"') == 3
    assert 'id="result"' not in page.text


def test_after_the_dice_it_says_what_they_did_and_each_reason_leads_to_its_rule(client: FlaskClient) -> None:
    page = asked(client, "shoot", weapon="lmg", fortitude=4, dice=[1, 4, 6])
    shown = part(page, "result")
    assert "Hits 2" in shown
    assert "DP lost 1" in shown
    assert "Casualty yes" in shown
    assert page.text.count("die-shown hit") == 2
    assert page.text.count("die-shown miss") == 1
    assert 'href="/rules/incursion/shooting.rof"' in page.text
    assert 'href="/rules/incursion/dice.fortitude"' in page.text


def test_the_address_of_an_answer_is_all_it_takes_to_show_it_again(client: FlaskClient) -> None:
    page = asked(client, "shoot", language="es", weapon="lmg", fortitude=4, dice=[1, 4, 6], edition="en-2009")
    assert "Impactos 2" in part(page, "result")
    back = re.search(r'name="back" value="([^"]+)"', page.text)
    assert back
    assert dict(parse_qsl(urlsplit(unescape(back[1])).query))["dice.2"] == "6"


def test_other_facts_put_old_dice_away(client: FlaskClient) -> None:
    page = asked(client, "shoot", "need", weapon="smg", dice=[1, 4, 6])
    assert page.status_code == 200
    assert page.text.count('class="die"') == 2
    assert not re.search(r'name="dice\.\d" value="\d" checked', page.text)


def test_misses_that_may_be_rerolled_are_asked_for_after_the_first_dice(client: FlaskClient) -> None:
    page = asked(client, "shoot", weapon="smg", fortitude=4, two_gun=True, dice=[1, 5])
    assert "The misses, rolled once more" in prose(page)
    assert page.text.count('name="rerolls.0"') == 6
    assert '<input type="hidden" name="dice.1" value="5">' in page.text
    done = asked(client, "shoot", weapon="smg", fortitude=4, two_gun=True, dice=[1, 5], rerolls=[6])
    assert "Hits 2" in part(done, "result")
    assert "Roll again" in prose(done)


def test_a_chain_asks_for_one_more_die_while_it_may_go_on(client: FlaskClient) -> None:
    page = asked(client, "bambi", fortitude=4, dp=2, dice=[5])
    assert page.text.count('class="die"') == 2
    assert "Another shot is free yes" in part(page, "result")
    over = asked(client, "bambi", fortitude=4, dp=2, dice=[5, 2])
    assert 'class="die"' not in over.text


def test_the_harpoon_asks_for_the_drag_only_after_a_miss(client: FlaskClient) -> None:
    assert 'name="drag_die"' in asked(client, "harpoon", fortitude=4, die=2).text
    assert 'name="drag_die"' not in asked(client, "harpoon", fortitude=4, die=5).text
    assert "Dragged yes" in part(asked(client, "harpoon", fortitude=4, die=2, drag_die=4), "result")


def test_a_blast_asks_for_a_die_of_each_model_that_no_door_protects(client: FlaskClient) -> None:
    models = [
        {"name": "Ilsa", "fortitude": 4},
        {"name": "Hans", "fortitude": 5, "behind_closed_door": True},
    ]
    page = asked(client, "blast", "need", source="grenade", targets=models)
    assert 'name="targets.0.die"' in page.text
    assert 'name="targets.1.die"' not in page.text
    models[0]["die"] = 3
    assert "Ilsa Hit: yes" in part(asked(client, "blast", source="grenade", targets=models), "result")


def test_one_more_row_and_one_less_without_scripts(client: FlaskClient) -> None:
    form = {"whole": "1", "source": "grenade", "targets": [{"name": "Ilsa", "fortitude": 4}]}
    more = read(client, f"/rulings/incursion/blast?{urlencode([*query(form), ('more', 'targets')])}")
    assert 'name="targets.0.name" type="text" maxlength="40" autocomplete="off" value="Ilsa"' in more.text
    assert 'name="targets.1.fortitude"' in more.text
    form["targets"].append({"name": "Hans", "fortitude": 5})  # type: ignore[attr-defined]
    less = read(client, f"/rulings/incursion/blast?{urlencode([*query(form), ('drop', 'targets.0')])}")
    assert 'value="Hans"' in less.text
    assert 'value="Ilsa"' not in less.text
    assert 'name="targets.1.fortitude"' not in less.text


@pytest.mark.parametrize(("faces", "hits"), [([1, 3, 6], 1), ([3, 3, 3], 0), ([4, 5, 6], 3)])
def test_a_die_is_marked_by_what_it_needs_and_not_by_how_many_there_are(
    client: FlaskClient, faces: list[int], hits: int
) -> None:
    page = asked(client, "shoot", weapon="lmg", fortitude=4, dice=faces)
    assert (page.text.count("die-shown hit"), page.text.count("die-shown miss")) == (hits, 3 - hits)


Symbol = Literal["infantry", "armour", "flag"]


class OtherDice(Facts):
    """Dice that are no d6."""

    small: Annotated[int, rolled(1, 2, 3)]
    big: Annotated[list[int], rolled(*range(1, 21))]
    symbols: Annotated[list[str], rolled("infantry", "armour", "flag")]
    symbol: Annotated[Symbol, DiceField()]


def test_a_die_is_its_list_of_faces() -> None:
    kinds = {fact.name: (fact.kind, fact.values) for fact in facts_of(OtherDice, BOOK)}
    assert kinds == {
        "small": ("die", (1, 2, 3)),
        "big": ("dice", tuple(range(1, 21))),
        "symbols": ("dice", ("infantry", "armour", "flag")),
        "symbol": ("die", ("infantry", "armour", "flag")),
    }


class Lamps(Facts):
    """How many are lit."""

    north: int = 0
    south: int = 1


class Evening(Facts):
    """Facts within facts, and values in their order."""

    lamps: Lamps = Field(default_factory=Lamps)
    history: Annotated[list[Literal["lit", "out"]], OrderedValues()] = []


def test_facts_within_facts_and_values_in_their_order_are_asked_for_and_found_again() -> None:
    facts = facts_of(Evening, BOOK)
    assert [(fact.name, fact.kind) for fact in facts] == [("lamps", "group"), ("history", "series")]
    assert first_values(facts) == {"lamps": {"north": 0, "south": 1}, "history": []}
    sent = MultiDict({"lamps.north": "3", "history.0": "out", "history.1": "lit", "history.2": "out"})
    given = {"lamps": {"north": 3}, "history": ["out", "lit", "out"]}
    assert values_in(sent, facts, whole=False) == given
    assert [place for place, _ in places(facts, given)] == [
        "lamps", "lamps.north", "lamps.south", "history", "history.0", "history.1", "history.2",
    ]  # fmt: skip
    looks = [(one.look, len(one.rows)) for one in controls(Form("evening", facts, given), Translator(GAME.words, "en"))]
    assert looks == [("group", 1), ("rows", 3)]


class Stars(Facts):
    """What people write, and a choice that may be left open."""

    seen: Annotated[list[str], TextFormat(str.split, " ".join), Field(examples=[["Vega"]])]
    named: Annotated[dict[str, int], TextFormat(json.loads, json.dumps), Field(alias="by")] = {}
    colour: Literal["red", "blue"] | None = None


def test_what_people_write_is_read_and_a_choice_may_be_left_open() -> None:
    facts = facts_of(Stars, BOOK)
    assert [(fact.name, fact.kind, fact.optional) for fact in facts] == [
        ("seen", "written", False), ("by", "written", False), ("colour", "choice", True),
    ]  # fmt: skip
    assert first_values(facts) == {"seen": ["Vega"], "by": {}, "colour": None}
    sent = MultiDict({"seen": "Deneb Rigel", "by": '{"a": 2}', "colour": ""})
    given = values_in(sent, facts, whole=True)
    assert given == {"seen": ["Deneb", "Rigel"], "by": {"a": 2}}
    shown = controls(Form("stars", facts, given), Translator(GAME.words, "en"))
    assert [(one.look, one.value) for one in shown] == [("text", "Deneb Rigel"), ("text", '{"a": 2}'), ("radios", "")]
    assert [(one.value, one.chosen) for one in shown[2].choices] == [("", True), ("red", False), ("blue", False)]


def test_a_query_says_named_faces_by_their_names_and_numbers_as_numbers() -> None:
    query = MultiDict({"symbols.0": "flag", "symbols.1": "3", "big.0": "17", "small": "2"})
    given = {fact.name: value_in(query, fact, fact.name, False) for fact in facts_of(OtherDice, BOOK)}
    assert given == {"symbols": ["flag", "3"], "big": [17], "small": 2, "symbol": None}


@pytest.mark.parametrize(
    ("faces", "need", "text"),
    [
        (range(1, 7), 4, "4+"),
        (range(1, 7), 1, "always"),
        (range(1, 7), 7, "never"),
        (range(1, 4), 3, "3"),
        (range(1, 4), 4, "never"),
        (range(1, 21), 20, "20"),
        (("flag", "grunt-ape"), "grunt-ape", "Grunt APE"),
        (("flag", "star"), ["flag", "star"], "flag, star"),
    ],
)
def test_what_a_die_needs_is_said_by_its_faces(faces: Sequence[int | str], need: Any, text: str) -> None:
    assert face_text(need, faces, Translator(GAME.words, "en")) == text


@pytest.mark.parametrize(
    ("face", "need", "done"),
    [(3, 3, True), (2, 3, False), (1, None, True), ("flag", "flag", True), ("flag", ["star", "flag"], True),
     ("flag", "star", False), ("flag", 3, False)],
)  # fmt: skip
def test_a_face_does_what_is_needed_or_not(face: int | str, need: Any, done: bool) -> None:
    assert does(face, need) == done


@pytest.mark.parametrize(("texts", "short"), [(["a", "abcde"], True), (["a", "abcdef"], False), ([], True)])
def test_choices_of_a_few_letters_stand_beside_each_other(texts: list[str], short: bool) -> None:
    choices = tuple(Choice(text, text, False) for text in texts)
    assert Control("boxes", "x", "X", choices=choices).is_short is short


def test_only_dice_whose_faces_have_pictures_are_drawn_with_them() -> None:
    assert [ruling_view.have_pictures(fact.values) for fact in facts_of(OtherDice, BOOK)] == [True, False, False, False]


def test_a_pad_has_a_field_for_each_die_and_knows_those_that_fell() -> None:
    pad = ruling_view.Pad("dice", "Dice", ("flag", "star"), 3, ("star",))
    assert pad.dice == [("dice.0", "star"), ("dice.1", None), ("dice.2", None)]
    assert (pad.full, ruling_view.Pad("die", "Die", (1, 2), 1, (2,), True).dice) == (False, [("die", 2)])


@pytest.mark.parametrize(
    ("look", "first", "number", "chosen", "in_front"),
    [
        ("radios", 4, 8, 7, [0, 1, 2, 3, 4, 5, 6, 7]),
        ("radios", 4, 9, 1, [0, 1, 2, 3]),
        ("radios", 4, 9, 7, [0, 1, 2, 3, 7]),
        ("boxes", 0, 20, 19, list(range(20))),
    ],
)
def test_of_many_values_the_first_and_the_chosen_stand_in_front(
    look: Any, first: int, number: int, chosen: int, in_front: list[int]
) -> None:
    choices = tuple(Choice(place, str(place), place == chosen) for place in range(number))
    shown = Control(look, "fact", "Fact", choices=choices, first=first)
    assert [one.value for one in shown.in_front] == in_front
    assert sorted([*shown.in_front, *shown.folded], key=lambda one: one.value) == list(choices)


# -- rulings: what is wrong stands beside its field


@pytest.mark.parametrize(
    ("ruling", "facts", "status", "place", "message"),
    [
        ("shoot", {"fortitude": -3}, 422, "fortitude", "“Fortitude with cards” must be at least 0."),
        ("shoot", {"fortitude": "many"}, 400, "fortitude", "“Fortitude with cards” has the wrong type."),
        ("shoot", {"weapon": "lmg", "two_gun": True}, 422, "two_gun", "Two-Gun works only with SMGs. See the rule"),
        ("shoot", {"weapon": "lmg", "dice": [1, 2]}, 422, "dice", "Dice needed: 3; entered: 2."),
        ("fire", {"edition": "en-2009", "entered": 2}, 422, "entered", "This edition does not include"),
        ("shoot", {"edition": "fr-1949"}, 422, "edition", "“Edition” must be one of"),
        ("shoot", {"table_rulings": {"no-dice": "cat"}}, 422, "table_rulings.no-dice", "Unknown answer to"),
    ],
)
def test_a_refusal_stands_beside_its_field_in_words(
    client: FlaskClient, ruling: str, facts: dict[str, Any], status: int, place: str, message: str
) -> None:
    page = asked(client, ruling, **facts)
    assert page.status_code == status
    assert page.text.count('role="alert"') == 1
    before, _, after = page.text.partition('role="alert"')
    assert message in prose(after)[:200]
    assert f'"{place}"' in before[-1800:] or f'f-{place}"' in before[-1800:], before[-600:]
    assert '<details class="facts" id="facts" open>' in page.text or place == "dice"


def test_what_belongs_to_no_field_on_the_page_stands_on_top(client: FlaskClient) -> None:
    page = asked(client, "harpoon", fortitude=4, die=5, drag_die=4)
    assert page.status_code == 422
    assert page.text.index('role="alert"') < page.text.index('id="brief"')


def test_a_form_left_blank_is_told_what_is_missing(client: FlaskClient) -> None:
    page = read(client, "/rulings/incursion/shoot?by=need&whole=1&weapon=lmg&fortitude=")
    assert page.status_code == 400
    assert "“Fortitude with cards” is missing." in prose(page)


def test_an_unknown_ruling_is_not_found(client: FlaskClient) -> None:
    assert read(client, "/rulings/incursion/juggle").status_code == 404
    assert read(client, "/rulings/chess").status_code == 404


# -- rulings: edition and open questions


def test_the_reader_of_spanish_asks_by_the_spanish_book_unless_told_otherwise(client: FlaskClient) -> None:
    assert 'name="edition" value="es-2009" checked' in read(client, "/rulings/incursion/shoot", "es").text
    assert 'name="edition" value="en-2009" checked' in read(client, "/rulings/incursion/shoot").text


def test_only_the_open_questions_that_an_answer_looked_up_are_asked(client: FlaskClient) -> None:
    facts = {"weapon": "pistol", "fortitude": 4, "extra_dice": -2}
    page = asked(client, "shoot", "need", **facts)
    assert re.findall(r'name="table_rulings\.([\w-]+)"', page.text) == ["no-dice", "ammo-doubles"]
    assert "table_rulings" not in asked(client, "first-player", "need").text
    assert "Casualty no" in part(page, "result")
    other = asked(client, "shoot", "need", table_rulings={"no-dice": "at-least-one"}, **facts)
    assert "Dice to roll 1" in part(other, "needed")
    assert '<option value="at-least-one" selected>' in other.text


def test_a_tables_own_reading_goes_with_its_link_to_the_rulings(app: Flask, table: PlayedTable) -> None:
    table.press("referee", "table-ruling", question="no-dice", answer="at-least-one")
    phone = Phone(app, table, "allied")
    link = re.search(r'href="(/rulings/incursion\?[^"]+)"', phone.see("/more").text)
    assert link
    index = phone.client.get(unescape(link[1])).text
    shoot = re.search(r'href="(/rulings/incursion/shoot\?[^"]+)"', index)
    assert shoot
    assert dict(parse_qsl(urlsplit(unescape(shoot[1])).query)) == {
        "edition": "en-2009",
        "table_rulings.no-dice": "at-least-one",
    }


# -- the rules


def found(page: TestResponse) -> list[str]:
    """The cards that a search leaves."""
    return re.findall(r'<article class="rule" id="([^"]+)" data-words="[^"]*" >', page.text)


def test_every_rule_and_every_open_question_is_in_the_catalogue(client: FlaskClient) -> None:
    cards = found(read(client, "/rules/incursion"))
    assert set(cards) == {*GAME.rule_catalogue, *(f"question-{key}" for key in GAME.rules.questions)}


@pytest.mark.parametrize(
    ("search", "language", "rule"),
    [
        ("PUNTOS de daño", "es", "dice.fortitude"),
        ("puntos de dano", "es", "dice.fortitude"),
        ("damage points", "en", "dice.fortitude"),
        ("fulcrum", "en", "powers.tactical-fulcrum"),
        ("palanca tactica", "es", "powers.tactical-fulcrum"),
        ("reposicion", "es", None),
        ("cuenta atras", "es", "countdown.launch"),
        ("bids.higher-first", "en", "bids.higher-first"),
        ("ilsa card", "en", "hand.commander"),
        ("second hmg", "en", "question-hmg-second"),
        ("LDV", "es", "shooting.rof"),
        ("ldv", "es", "reaction.enter"),
        ("CDF", "es", "shooting.rof"),
        ("LOS", "en", "shooting.rof"),
        ("explosion", "en", "blast.squares"),
        ("explosion", "en", "powers.volatile"),
        ("surplus", "en", "dice.fortitude"),
        ("sobrante", "es", "dice.fortitude"),
        ("box", "en", "question-horde-figures"),
        ("isparo", "es", None),
        ("hth attack", "en", "melee.one-die"),
    ],
)
def test_a_search_finds_words_without_case_or_accents(
    client: FlaskClient, search: str, language: str, rule: str | None
) -> None:
    cards = found(read(client, f"/rules/incursion?{urlencode({'q': search})}", language))
    assert (rule in cards) if rule else not cards
    assert len(cards) < 40


@pytest.mark.parametrize(("short", "long", "language"), [("LOS", "line of sight", "en"), ("LDV", "línea visión", "es")])
def test_an_abbreviation_finds_what_its_long_form_finds(
    client: FlaskClient, short: str, long: str, language: str
) -> None:
    by = [found(read(client, f"/rules/incursion?{urlencode({'q': asked})}", language)) for asked in (short, long)]
    assert set(by[0]) >= set(by[1])
    assert len(by[1]) >= 4
    assert len(by[0]) <= len(by[1]) + 2, "only where a heading of the other book has such a word"


def test_what_a_rule_is_also_called_is_said_in_both_languages() -> None:
    for rule, links in GAME.rule_links.items():
        assert set(links["also"]) in (set(), set(LANGUAGES)), rule
        assert all(isinstance(name, str) for names in links["also"].values() for name in names)


def test_a_search_that_finds_nothing_says_what_to_do(client: FlaskClient) -> None:
    page = read(client, "/rules/incursion?q=xyzzy")
    assert '<p id="none" >' in page.text
    assert "Results: 0" in prose(page)
    assert '<p id="none" hidden>' in read(client, "/rules/incursion").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_has_a_name(language: str) -> None:
    chapters = {rule.partition(".")[0] for rule in GAME.rule_catalogue}
    assert {f"chapter.{one}" for one in chapters} <= set(GAME.words)


def test_a_link_leads_to_each_chapter_that_has_what_is_searched(client: FlaskClient) -> None:
    for search in ("", "grenade"):
        text = read(client, f"/rules/incursion?q={search}").text
        links = re.findall(r'<li ><a href="#(chapter-[\w-]+)">', text)
        assert links == re.findall(r'<section class="chapter" id="(chapter-[\w-]+)" >', text)
        assert (len(links) == len({rule.partition(".")[0] for rule in GAME.rule_catalogue}) + 1) == (not search)


def test_a_rule_tells_its_section_in_each_book_and_where_they_differ(client: FlaskClient) -> None:
    page = prose(read(client, "/rules/incursion/hand.by-rp"))
    assert "Maintenance Phase: Replenish Hand" in page
    assert "Fase de Mantenimiento: Cartas de Combate" in page
    assert "Differences between editions Hand size by RP English rulebook up to 5: 1 up to 13: 2" in page
    assert "Differences between editions" not in prose(read(client, "/rules/incursion/melee.club"))


@pytest.mark.parametrize(
    ("rule", "language", "heading"),
    [
        ("incursion/table.undo", "en", "Undo"),
        ("incursion/table.undo", "es", "Deshacer"),
        ("mobile-infantry/table.settings", "en", "Settings of the table"),
        ("mobile-infantry/table.settings", "es", "Opciones de la mesa"),
    ],
)
def test_a_rule_of_the_notebooks_own_is_headed_in_the_readers_language(
    client: FlaskClient, rule: str, language: str, heading: str
) -> None:
    page = read(client, f"/rules/{rule}", language)
    assert f"<h1>{heading}</h1>" in page.text
    assert "Del cuaderno" not in page.text


def test_a_rule_lists_what_it_leaves_open(client: FlaskClient) -> None:
    page = prose(read(client, "/rules/incursion/shooting.hmg"))
    assert "The HMG’s second shot any default the same" in page


# -- editions


def test_the_editions_stand_side_by_side_in_what_differs(client: FlaskClient) -> None:
    page = prose(read(client, "/rules/incursion/editions"))
    assert "AP to fire a grenade launcher See the rule English rulebook 2 Spanish rulebook 1" in page
    entered = "English rulebook every model that can Spanish rulebook every model its side chooses"
    assert f"Who goes into Reaction Fire See the rule {entered}" in page
    assert "The lowest natural face that can wound See the rule English rulebook 2 Spanish rulebook not in this" in page


def test_nothing_that_both_editions_say_alike_is_listed(client: FlaskClient) -> None:
    shown = [one.place for one in differences(GAME)]
    assert "bids.tie" not in shown
    assert "shooting.weapons.smg.rof" not in shown
    assert all(len({str(value) for value in one.values.values()}) > 1 for one in differences(GAME))


@pytest.mark.parametrize("one", differences(GAME), ids=lambda one: one.place)
def test_every_difference_has_words_and_a_rule(client: FlaskClient, one: Any) -> None:
    assert f"differs.{one.place}" in GAME.words
    assert one.rule in GAME.rule_catalogue
    name = one.place.rpartition(".")[2]
    for value in one.values.values():
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, str):
                assert f"value.{name}.{item}" in GAME.words or f"name.{item}" in GAME.words, item


def test_what_a_rule_rests_on_is_in_the_book_and_every_open_question_has_its_rule() -> None:
    named = {question for links in GAME.rule_links.values() for question in links["questions"]}
    assert named <= set(GAME.rules.questions)
    assert set(GAME.rules.questions) - named <= {"m5-locked", "m5-killed", "m6-end", "tie"}
    book = BOOK.model_dump(by_alias=True)
    for rule, links in GAME.rule_links.items():
        for place in links["values"]:
            within: Any = book
            for key in place.split("."):
                assert key in within, (rule, place)
                within = within[key]


# -- every place that says a number or a no leads to its rule


def test_a_card_that_cannot_be_chosen_leads_to_the_rule(app: Flask, table: PlayedTable) -> None:
    page = Phone(app, table, "allied").see().text
    for later in re.findall(r'<li class="card later".*?</li>', page, re.S):
        assert 'href="/rules/incursion/' in later


def test_the_sum_before_a_roll_leads_to_its_rules(app: Flask, table: PlayedTable) -> None:
    table.to_melee().enter("german", "sturmzombie-1")
    sheet = Phone(app, table, "german").see("/do/melee").text
    sums = re.findall(r'<p class="sum">.*?</p>', sheet, re.S)
    assert sums
    assert all('href="/rules/incursion/melee.one-die"' in one for one in sums)


def test_the_end_of_a_mission_leads_to_its_rule(app: Flask, table: PlayedTable) -> None:
    table.to_action()
    for model in ("grunt-ape-1", "grunt-ape-2"):
        path = f"models.{model}.dp"
        table.press("referee", "house-ruling", set=path, to=0, reason="fell through the floor")
    table.allied("done")
    assert 'href="/rules/incursion/missions.recon"' in Phone(app, table, "allied").see("/log").text


def test_an_unknown_ruling_is_refused() -> None:
    with pytest.raises(Refused):
        ask_ruling(GAME, "juggle", {})


def test_a_number_that_is_usual_alone_needs_no_button_of_its_own(client: FlaskClient) -> None:
    """Four bugs near by is only what the form has at first; distances are several taps."""
    reaction = client.get("/rulings/mobile-infantry/reaction").text
    assert 'name="bugs_within_12"' in reaction
    assert "data-usual" not in reaction
    assert "data-usual" in client.get("/rulings/memoir-44/attack-dice").text


@pytest.mark.parametrize(("typed", "limit"), [("99999999999999", "at most"), ("-99999999999999", "at least")])
def test_a_number_beyond_its_limit_is_told_the_limit_however_large_it_is(
    client: FlaskClient, typed: str, limit: str
) -> None:
    page = client.get("/rulings/incursion/command-points", query_string={"by": "need", "whole": "1", "rp": typed})
    assert (page.status_code, "wrong type" in page.text) == (422, False)
    assert limit in page.text

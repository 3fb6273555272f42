"""The rulings of Infantería Móvil: worked cases, every reading of an open question, odds, workings, refusals."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from app.core.errors import Malformed, Refused
from app.core.messages.translator import words_of
from app.core.rules.book import load_toml
from app.core.rules.inputs import Facts
from app.games.mobile_infantry import rulings
from app.games.mobile_infantry.book import EDITION, FOLDER, Book, edition_book
from app.games.mobile_infantry.rulings import RULINGS
from app.games.mobile_infantry.rulings.ammunition import WEAPON_RULES, Magazine, end_of_fire_phase, full
from tests.mobile_infantry.asking import ask, asked
from tests.mobile_infantry.cases import BURSTS, CASES, GUN, READINGS, REFUSED, RIFLE, ROOKIE

FILE = Path(__file__).parents[1] / "golden" / "mobile-infantry.json"
GOLDEN = json.loads(FILE.read_text(encoding="utf-8"))
WORDS = words_of(Path(rulings.__file__).parents[1])

ALL = [*((case["ruling"], case["given"], case["expect"]) for case in GOLDEN), *(case[1:] for case in CASES)]


def names(cases: list[tuple[str, str, dict[str, Any], dict[str, Any]]]) -> list[str]:
    return [f"{number} {ruling} {list(facts.values())}" for number, ruling, facts, _ in cases]


def told(answer: Any, expect: dict[str, Any]) -> dict[str, Any]:
    return {key: answer.result.get(key) for key in expect}


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: f"{case['ruling']}: {case['rule']}")
def test_worked_cases(case: dict[str, Any]) -> None:
    assert told(asked(case["ruling"], case["given"]), case["expect"]) == case["expect"]


@pytest.mark.parametrize(("number", "ruling", "facts", "expect"), CASES, ids=names(CASES))
def test_cases_of_the_specification(number: str, ruling: str, facts: dict[str, Any], expect: dict[str, Any]) -> None:
    assert told(asked(ruling, facts), expect) == expect


def test_whole_inches_are_whole_numbers() -> None:
    assert isinstance(ask("bug-move", bug="warrior", roll=8, hits=2)["inches"], int)


def test_who_is_out_of_short_range_has_no_bonus() -> None:
    assert ask("to-hit", experience="rookie", distance=12.5)["needs"] == 5
    assert ask("to-hit", experience="rookie", distance=24.5)["needs"] == 6


# -- what the books leave open


@pytest.mark.parametrize(("ruling", "answers", "facts", "usual", "other"), READINGS)
def test_both_readings_of_an_open_question(
    ruling: str, answers: dict[str, str], facts: dict[str, Any], usual: dict[str, Any], other: dict[str, Any]
) -> None:
    assert told(ask(ruling, **facts), usual) == usual
    assert told(ask(ruling, answers, **facts), other) == other


@pytest.mark.parametrize(
    ("reading", "dice", "hits", "jammed"),
    [
        ("any", [4, 6, 2, 1], 2, True),
        ("any", [4, 6, 2, 2], 2, False),
        ("marked", [4, 6, 2, 1], 2, False),
        ("marked", [1, 6, 2, 4], 2, True),
        ("separate", [1, 6, 2, 4, 6], 2, False),
        ("separate", [2, 6, 2, 4, 1], 2, True),
    ],
)
def test_a_jam_by_any_die_a_marked_one_or_a_separate_one(
    reading: str, dice: list[int], hits: int, jammed: bool
) -> None:
    gun = {"weapon": "autocannon", "mode": "sustained", "experience": "veteran", "distance": 30, "static": True}
    answer = ask("shoot", {"jam": reading}, **gun, dice=dice)
    assert (answer["dice_needed"], answer["hits"], answer["jammed"]) == (len(dice), hits, jammed)


def test_the_number_of_bugs_by_a_die_of_its_own() -> None:
    reading = {"type-count": "d3-d2"}
    assert told(ask("arrival-bugs", reading, die=2, count_die=3), {"bug": 0, "count": 0}) == {
        "bug": "warrior",
        "count": 3,
    }
    flyers = ask("arrival-bugs", reading, die=5, count_die=2, no_flyers=True)
    assert (flyers["bug"], flyers["count"]) == ("warrior", 2)


def test_a_die_taken_from_a_single_burst_leaves_none() -> None:
    rifle = {"weapon": "assault-rifle", "mode": "burst", **ROOKIE, "distance": 20, "crossed_over_12": True}
    assert ask("shoot", {"crossing-effect": "dice"}, **rifle).result == {
        "dice_needed": 0, "needs": 5, "hits": 0, "jammed": False,
    }  # fmt: skip


# -- ammunition


@pytest.mark.parametrize(
    ("weapon", "history", "shots", "reload", "can_fire"),
    [
        ("assault-rifle", [], 5, 0, True),
        ("assault-rifle", BURSTS, 0, 1, False),
        ("assault-rifle", [*BURSTS, "none"], 5, 0, True),
        ("assault-rifle", [*BURSTS, "reload"], 5, 0, True),
        ("assault-rifle", [*BURSTS, "none", "burst"], 4, 0, True),
        ("assault-rifle", ["sustained"], 0, 1, False),
        ("assault-rifle", ["sustained", "none"], 5, 0, True),
        ("assault-rifle", ["burst", "none"], 4, 0, True),
        ("assault-rifle", ["burst", "reload"], 5, 0, True),
        ("assault-rifle", ["burst", "reload", "burst"], 4, 0, True),
        ("mini-gun", ["sustained", "reload"], 0, 1, False),
        ("mini-gun", ["sustained", "reload", "none"], 5, 0, True),
        ("mini-gun", ["sustained", "reload", "reload"], 5, 0, True),
        ("mini-gun", ["sustained"] * 5, 0, 2, False),
        ("mini-gun", [*["sustained"] * 5, "none"], 0, 1, False),
        ("mini-gun", [*["sustained"] * 5, "none", "none"], 5, 0, True),
        ("nuclear-launcher", ["none", "burst"], 0, 0, False),
        ("nuclear-launcher", ["burst", "none", "none"], 0, 0, False),
    ],
)
def test_magazines(weapon: str, history: list[str], shots: int, reload: int, can_fire: bool) -> None:
    answer = ask("ammo", weapon=weapon, history=history)
    assert answer.result == {"shots_left": shots, "reload_left": reload, "can_fire": can_fire}
    assert answer.working.total == shots


def test_an_autocannon_never_runs_out() -> None:
    answer = ask("ammo", weapon="autocannon", history=["sustained"] * 50)
    assert answer.result == {"unlimited": True, "reload_left": 0, "can_fire": True}


def test_a_part_of_a_magazine_may_be_fired_off_where_the_table_says_so() -> None:
    history = ["burst", "burst", "sustained"]
    assert refusal("ammo", weapon="assault-rifle", history=history) == ("needs-full-magazine", "history.2")
    assert ask("ammo", {"sustained-needs-full": "no"}, weapon="assault-rifle", history=history)["reload_left"] == 1


def test_who_fires_does_not_reload() -> None:
    rifle = edition_book(EDITION, {}).weapons["assault-rifle"]
    empty = Magazine(0, 1)
    assert end_of_fire_phase(rifle, empty, fired=True) == empty
    assert end_of_fire_phase(rifle, empty) == full(rifle)


# -- refusals


def refusal(ruling: str, /, **facts: Any) -> tuple[str, str | None]:
    """The code of the "no" and its field."""
    with pytest.raises((Refused, Malformed)) as caught:
        asked(ruling, facts)
    assert isinstance(caught.value, Malformed) or f"refusal.{caught.value.code}" in WORDS
    return caught.value.code, caught.value.field


@pytest.mark.parametrize(("ruling", "facts", "code", "field"), REFUSED)
def test_what_cannot_be_is_refused_by_its_field(ruling: str, facts: dict[str, Any], code: str, field: str) -> None:
    assert refusal(ruling, **facts) == (code, field)


# -- odds


def share(values: list[Any], value: Any) -> Fraction:
    return Fraction(values.count(value), len(values))


BEFORE_A_DIE = [
    (ruling, facts, expect)
    for ruling, facts, expect in ALL
    if "die" in facts and facts.get("carriers", 4) == 4 and (ruling != "frenzy" or facts["bugs"] > 1)
]


@pytest.mark.parametrize(("ruling", "facts", "expect"), BEFORE_A_DIE)
def test_odds_are_those_of_all_faces(ruling: str, facts: dict[str, Any], expect: dict[str, Any]) -> None:
    bare = {name: value for name, value in facts.items() if name != "die"}
    before = asked(ruling, bare)
    after = [asked(ruling, {**bare, "die": face}) for face in range(1, 7)]
    assert before["dice_needed"] == 1
    assert not set(before.result) & set(expect)
    assert before.odds
    for name, chances in before.odds.items():
        values = [answer[name] for answer in after]
        spelled = [str(value).lower() if isinstance(value, bool) else str(value) for value in values]
        assert {value: Fraction(chance) for value, chance in chances.items() if chance != "0"} == {
            value: share(spelled, value) for value in spelled
        }
        assert sum(map(Fraction, chances.values())) == 1
    if "needs" in before.result:
        good = [next(value for value in answer.result.values() if isinstance(value, bool)) for answer in after]
        assert good == [face >= before["needs"] for face in range(1, 7)]


@pytest.mark.parametrize("answers", [{}, {"jam": "marked"}, {"jam": "separate"}, {"crossing-effect": "dice"}])
@pytest.mark.parametrize("facts", [GUN, {**RIFLE, "shooters": 3}, {**GUN, "static": True, "crossed_over_12": True}])
def test_odds_of_a_volley_are_those_of_all_its_faces(facts: dict[str, Any], answers: dict[str, str]) -> None:
    before = ask("shoot", answers, **facts)
    assert before.odds is not None
    count = before["dice_needed"]
    after = [ask("shoot", answers, **facts, dice=list(faces)) for faces in product(range(1, 7), repeat=count)]
    hits = [answer["hits"] for answer in after]
    assert {int(n): Fraction(p) for n, p in before.odds["hits"].items() if p != "0"} == {
        n: share(hits, n) for n in hits
    }
    jams = [answer["jammed"] for answer in after]
    assert Fraction(before.odds.get("jammed", {"true": "0"})["true"]) == share(jams, True)


def test_a_gun_without_jams_has_no_odds_of_one() -> None:
    before = ask("shoot", **RIFLE)
    assert before.odds == {"hits": {"0": "2/3", "1": "1/3"}, "at_least": {"1": "1/3"}}
    assert before.result == {"dice_needed": 1, "needs": 5}


def test_odds_of_a_reaction_are_those_of_one_die() -> None:
    facts = {"im_within_12": 4, "bugs_within_12": 8}
    before = ask("reaction", **facts)
    results = [ask("reaction", **facts, dice=[face])["choices"][0] for face in range(1, 7)]
    assert before.result == {"dice_needed": 1, "modifier": 1}
    assert before.odds == {"choices": {str(one): str(share(results, one)) for one in results}}


@pytest.mark.parametrize("facts", [{"bug": "warrior", "hits": 2}, {"bug": "flyer"}, {"bug": "tank", "hits": 3}])
def test_odds_of_a_bugs_move_are_those_of_all_rolls(facts: dict[str, Any]) -> None:
    before = ask("bug-move", **facts)
    assert before.odds is not None
    rolls = [sum(faces) for faces in product(range(1, 7), repeat=before["dice_needed"])]
    inches = [ask("bug-move", **facts, roll=roll)["inches"] for roll in rolls]
    assert {float(n): Fraction(p) for n, p in before.odds["inches"].items()} == {n: share(inches, n) for n in inches}


def test_odds_of_kind_and_number_by_two_dice() -> None:
    odds = ask("arrival-bugs", {"type-count": "d3-d2"}).odds
    assert odds is not None
    assert odds["bug"] == {"tank": "1/6", "warrior": "1/2", "flyer": "1/3"}
    assert odds["count"] == {"1": "1/2", "2": "1/3", "3": "1/6"}


# -- workings


MAIN = {
    "mission": "mission", "presence": "total", "arrival-direction": "distance_dice", "arrival-bugs": "count",
    "guards": "warriors", "recovery": "boats", "drag": "inches", "locate": "total", "reaction": "modifier",
    "to-hit": "needs", "shoot": "needs", "ammo": "shots_left", "bug-move": "inches", "team-move": "inches",
    "close-combat": "roll", "score": "bugs",
}  # fmt: skip
"""The number of each ruling that its working adds up to."""


@pytest.mark.parametrize(("ruling", "facts", "expect"), ALL)
def test_a_working_adds_up_to_its_number(ruling: str, facts: dict[str, Any], expect: dict[str, Any]) -> None:
    answer = asked(ruling, facts)
    for working in (answer.working, *answer.also.values()):
        assert working.reasons
        assert sum(reason.change for reason in working.reasons) == working.total == working.reasons[-1].total
        for reason in working.reasons:
            assert f"reason.{reason.label}" in WORDS or f"name.{reason.label}" in WORDS, reason.label
    if ruling in MAIN:
        assert answer.working.total == answer[MAIN[ruling]]
    if ruling == "score":
        assert answer.also["im"].total == answer["im"]


def test_every_ruling_was_asked() -> None:
    assert {ruling for ruling, _, _ in ALL} | {"ammo"} == set(RULINGS)


# -- weapons


def test_every_weapon_of_the_table_has_a_rule_and_a_name() -> None:
    weapons = set(edition_book(EDITION, {}).weapons)
    assert weapons == set(WEAPON_RULES)
    assert {f"name.{weapon}" for weapon in weapons} <= set(WORDS)


@pytest.mark.parametrize(("part", "field"), [("boats", "guns"), ("organisation", "fort-extras")])
def test_nobody_is_given_a_weapon_that_the_table_of_weapons_lacks(part: str, field: str) -> None:
    data = {**load_toml(FOLDER / "data" / "rules.toml"), "answers": {}}
    assert Book.model_validate(data)
    with pytest.raises(ValidationError, match="bow"):
        Book.model_validate({**data, part: {**data[part], field: ["bow"]}})


# -- words


def fields(form: type[Facts]) -> set[str]:
    return set(form.model_fields)


@pytest.mark.parametrize("ruling", RULINGS)
def test_a_ruling_and_its_facts_have_words(ruling: str) -> None:
    assert {f"ruling.{ruling}", f"asks.{ruling}"} <= set(WORDS)
    for name in fields(RULINGS[ruling][0]):
        assert f"fact.{ruling}.{name}" in WORDS or f"fact.{name}" in WORDS


@pytest.mark.parametrize(("ruling", "facts", "expect"), ALL)
def test_a_result_has_words(ruling: str, facts: dict[str, Any], expect: dict[str, Any]) -> None:
    bare = {name: value for name, value in facts.items() if name not in ("die", "dice", "roll")}
    for answer in (asked(ruling, facts), asked(ruling, bare)):
        assert {f"result.{name}" for name in answer.result} <= set(WORDS)
        values = [value for value in answer.result.values() if isinstance(value, str)]
        values += [one for name in answer.odds or {} for one in (answer.odds or {})[name]]
        told_words = [one for one in values if one[0].isalpha() and one not in ("true", "false")]
        assert [one for one in told_words if f"name.{one}" not in WORDS] == []


# -- whatever is sent


FIELDS = sorted({name for form, _ in RULINGS.values() for name in form.model_fields})
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 14),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["rookie", "warrior", "flyer", "autocannon", "assault-rifle", "sustained", "burst"]),
    st.lists(st.one_of(st.integers(0, 7), st.sampled_from(["burst", "reload", "none", "x"])), max_size=5),
    st.dictionaries(st.sampled_from(["warrior", "brain", "x"]), st.integers(-1, 9), max_size=2),
)


@settings(max_examples=300, deadline=None)
@given(ruling=st.sampled_from(list(RULINGS)), data=st.data())
def test_any_facts_get_a_ruling_or_a_no(ruling: str, data: Any) -> None:
    known = st.sampled_from(sorted(RULINGS[ruling][0].model_fields) * 5 + FIELDS)
    try:
        answer = asked(ruling, data.draw(st.dictionaries(known, VALUES)))
    except (Refused, Malformed):
        return
    assert answer.working.total == sum(reason.change for reason in answer.working.reasons)

"""The rulings of Memoir '44: worked cases, every reading of an open question, odds, workings, refusals."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.errors import Malformed, Refused
from app.core.rules.ruling import RulingResult
from app.games.memoir_44.book import edition_book
from app.games.memoir_44.game import GAME
from app.games.memoir_44.rulings import RULINGS
from app.games.memoir_44.rulings.rule_of import BADGES, GROUND, UNITS
from tests.memoir_44.asking import ask, asked, refusal
from tests.memoir_44.cases import CASES, READINGS, REFUSED, WAYS

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "memoir-44.json").read_text(encoding="utf-8"))
BOOK = edition_book("es", {})
DIE = BOOK.die

ALL = [
    *((case["ruling"], case["given"], case["expect"]) for case in GOLDEN),
    *(case[1:] for case in CASES),
    *(("way", facts, expect) for _, facts, expect in WAYS),
]


def told(answer: RulingResult, expect: dict[str, Any]) -> dict[str, Any]:
    return {key: answer.result.get(key) for key in expect}


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: f"{case['ruling']}: {case['rule']}")
def test_worked_cases(case: dict[str, Any]) -> None:
    assert told(asked(case["ruling"], case["given"]), case["expect"]) == case["expect"]


@pytest.mark.parametrize(
    ("ruling", "facts", "expect"), [case[1:] for case in CASES], ids=[f"{case[0]} {case[1]}" for case in CASES]
)
def test_cases_of_the_specification(ruling: str, facts: dict[str, Any], expect: dict[str, Any]) -> None:
    assert told(asked(ruling, facts), expect) == expect


@pytest.mark.parametrize(("section", "facts", "expect"), WAYS)
def test_ways_over_several_hexes(section: str, facts: dict[str, Any], expect: dict[str, Any]) -> None:
    assert told(asked("way", facts), expect) == expect


@pytest.mark.parametrize(("ruling", "answers", "facts", "usual", "other"), READINGS)
def test_both_readings_of_an_open_question(
    ruling: str, answers: dict[str, str], facts: dict[str, Any], usual: dict[str, Any], other: dict[str, Any]
) -> None:
    assert told(ask(ruling, **facts), usual) == usual
    assert told(ask(ruling, answers, **facts), other) == other


def test_a_unit_on_a_bridge_falls_with_it_or_keeps_it_standing() -> None:
    facts = {"option": 2, "hand_limit": 5, "unit_on_bridge": True}
    assert ask("blow-bridge", **facts, faces=["star", "flag"])["unit_eliminated"] is True
    assert ask("blow-bridge", **facts, faces=["grenade", "flag"])["unit_eliminated"] is False
    assert refusal("blow-bridge", **facts, table_rulings={"bridge-unit": "may-not-be-blown"})[0] == "unit-on-bridge"


# -- the book


def test_every_thing_on_a_hex_has_its_rule() -> None:
    assert set(GROUND) == set(BOOK.terrain)
    assert set(UNITS) == {*BOOK.units, *BOOK.profiles} - {*BOOK.badges} | {"big-gun"}
    assert set(BADGES) == set(BOOK.badges)


def test_the_deck_has_sixty_cards_and_the_bag_nine_mines() -> None:
    copies = {kind: sum(sum(card.copies.values()) for card in BOOK.cards.values() if card.kind == kind)
              for kind in ("section", "several", "tactic")}  # fmt: skip
    assert (copies["section"] + copies["several"], copies["tactic"]) == (40, 20)
    assert sorted(BOOK.mine_tokens) == [0, 0, 0, 1, 1, 2, 2, 3, 4]
    assert Counter(DIE) == {"infantry": 2, "armour": 1, "grenade": 1, "flag": 1, "star": 1}


PROTECTION = {
    **dict.fromkeys(["forest", "hedgerow", "town", "desert-town", "palm-grove", "railway-station"], (1, 2, 0)),
    **dict.fromkeys(["barracks", "church", "factory", "lighthouse"], (1, 2, 0)),
    **dict.fromkeys(["bunker", "field-bunker", "fortress"], (1, 2, 0)),
    **dict.fromkeys(["city-ruins", "jungle"], (1, 2, 0)),
    **dict.fromkeys(["steep-hill", "bluff", "cliff", "ridge", "sea-wall", "trench", "cave-on-hill"], (1, 1, 0)),
    **dict.fromkeys(["hill", "oasis", "sandbags", "road-block", "radar-station"], (1, 1, 0)),
    **dict.fromkeys(["mountain", "cave-on-mountain", "in-a-cave"], (2, 2, 0)),
    "wadi": (1, 1, 1),
}
"""What takes dice from infantry, armour and artillery; whatever is not named takes none."""


@pytest.mark.parametrize("name", BOOK.terrain)
def test_protection_is_as_the_tables_say(name: str) -> None:
    taken = [ask("terrain", ground=name, unit=unit)["protection"] for unit in ("infantry", "armour", "artillery")]
    assert tuple(taken) == PROTECTION.get(name, (0, 0, 0))
    attacks = [
        ask("attack-dice", attacker=unit, distance=1, target=[name]) for unit in ("infantry", "armour", "artillery")
    ]
    assert [3 - attack["dice"] for attack in attacks] == taken


ONE_FLAG = [
    "oasis", "church", "cemetery", "dam", "radar-station", "road-block", "bunker", "field-bunker", "sandbags",
    "hedgehog", "sea-wall", "city-ruins", "ravine", "trench",
]  # fmt: skip
BLOCKS = [
    "forest", "hedgerow", "hill", "smoke", "town", "bunker", "oasis", "palm-grove", "desert-town", "mountain",
    "railway-station", "road-over-hill", "dam", "barracks", "church", "factory", "fortress", "lighthouse",
    "radar-station", "field-bunker", "steep-hill", "bluff", "cliff", "ridge", "escarpment", "city-ruins",
    "jungle", "impassable-blocking", "cave-on-hill", "cave-on-mountain", "hospital", "headquarters", "supply-tents",
]  # fmt: skip
TOWNS = [
    "town",
    "desert-town",
    "railway-station",
    "barracks",
    "church",
    "factory",
    "lighthouse",
    "city-ruins",
]


@pytest.mark.parametrize("name", BOOK.terrain)
def test_flags_sight_and_battle_out_of_a_hex_are_as_the_tables_say(name: str) -> None:
    ignored = ask("flags", flags=2, terrain=[name])["may_ignore"]
    assert ignored == (2 if name in ("fortress", "in-a-cave") else 1 if name in ONE_FLAG else 0)
    assert (ask("terrain", ground=name)["sight"] == "blocks") is (name in BLOCKS)
    armour = ask("terrain", ground=name, unit="armour")["own_penalty"]
    assert armour == (-2 if name in TOWNS else -1 if name in ("ford", "boat") else 0)
    unbattled = [*TOWNS, "forest", "hedgerow", "palm-grove", "ocean"]
    assert ask("terrain", ground=name)["battle_on_entry"] is (name not in unbattled)


# -- refusals


@pytest.mark.parametrize(("ruling", "facts", "code", "field"), REFUSED)
def test_what_cannot_be_is_refused_by_its_field(ruling: str, facts: dict[str, Any], code: str, field: str) -> None:
    assert refusal(ruling, **facts) == (code, field)


# -- odds


THROWS: list[tuple[str, dict[str, Any], str]] = [
    *(("read-dice", {"target": target, "dice": 3}, "hits") for target in ("infantry", "armour", "artillery", "train")),
    ("read-dice", {"target": "armour", "dice": 4, "stars_hit": True}, "hits"),
    ("read-dice", {"target": "infantry"}, "hits"),
    ("frozen-river", {}, "figures_lost"),
    ("frozen-river", {"hexes": 2}, "figures_lost"),
    ("hospital", {"figures": 1, "strength": 9}, "figures_back"),
    *(("mine", {"value": 3, "unit": unit}, "hits") for unit in ("infantry", "armour", "artillery")),
    ("medics", {"cards": 3, "figures": 1, "strength": 9, "unit": "infantry"}, "figures_back"),
    ("medics", {"cards": 3, "figures": 1, "strength": 9, "unit": "artillery"}, "figures_back"),
]


@pytest.mark.parametrize(("ruling", "facts", "number"), THROWS)
def test_odds_of_hits_are_those_of_all_faces(ruling: str, facts: dict[str, Any], number: str) -> None:
    before = asked(ruling, facts)
    assert before.odds is not None
    assert number not in before.result
    count = before["dice_needed"]
    numbers = Counter(asked(ruling, {**facts, "faces": list(faces)})[number] for faces in product(DIE, repeat=count))
    shares = {number: Fraction(times, len(DIE) ** count) for number, times in numbers.items()}
    assert {int(n): Fraction(chance) for n, chance in before.odds["hits"].items() if chance != "0"} == shares
    for n, chance in before.odds["at_least"].items():
        assert Fraction(chance) == sum(share for number, share in shares.items() if number >= int(n))
    hits = [face in before["needs"] for face in DIE]
    assert shares.get(count, 0) == Fraction(sum(hits), len(DIE)) ** count


@pytest.mark.parametrize(
    ("ruling", "facts", "name"),
    [
        ("sabotage", {}, "destroyed"),
        ("sabotage", {"dice": 4}, "destroyed"),
        ("seal-cave", {}, "sealed"),
        ("blow-bridge", {"option": 2, "hand_limit": 5}, "destroyed"),
        ("heroic-leader", {}, "lost"),
    ],
)
def test_odds_of_a_star_are_those_of_all_faces(ruling: str, facts: dict[str, Any], name: str) -> None:
    before = asked(ruling, facts)
    assert before.odds is not None
    assert name not in before.result
    assert before["needs"] == ["star"]
    throws = [
        asked(ruling, {**facts, "faces": list(faces)})[name] for faces in product(DIE, repeat=before["dice_needed"])
    ]
    assert before.odds[name] == {
        "true": str(Fraction(throws.count(True), len(throws))),
        "false": str(Fraction(throws.count(False), len(throws))),
    }


def test_odds_of_a_dam_are_those_of_at_least_one_star() -> None:
    before = ask("dam", held=["a", "b"])
    assert before.odds is not None
    throws = [ask("dam", held=["a", "b"], faces=list(faces))["stars"] for faces in product(DIE, repeat=2)]
    with_star = Fraction(sum(any(stars.values()) for stars in throws), len(throws))
    assert before.odds == {"star": {"true": str(with_star), "false": str(1 - with_star)}}


def test_an_attack_on_a_known_target_has_the_odds_of_its_dice() -> None:
    attack = ask("attack-dice", attacker="armour", distance=2, target=["oasis"], target_unit="infantry")
    assert attack.odds == ask("read-dice", target="infantry", dice=attack["dice"]).odds
    assert ask("attack-dice", attacker="armour", distance=2).odds is None
    assert ask("attack-dice", attacker="armour", distance=4, target_unit="infantry").odds is None


@pytest.mark.parametrize(
    ("dice", "star", "infantry", "armour", "artillery"),
    [(1, 17, 50, 33, 17), (2, 31, 75, 56, 31), (3, 42, 88, 70, 42), (4, 52, 94, 80, 52)],
)
def test_the_odds_for_hints(dice: int, star: int, infantry: int, armour: int, artillery: int) -> None:
    targets = ("infantry", "armour", "artillery")
    chances = [ask("read-dice", target=target, dice=dice).odds or {} for target in targets]
    percents = [round(100 * Fraction(odds["at_least"]["1"]) + Fraction(1, 1000)) for odds in chances]
    assert percents == [infantry, armour, artillery]
    sabotage = ask("sabotage", dice=dice).odds or {}
    assert round(100 * Fraction(sabotage["destroyed"]["true"])) == star


# -- workings

MAIN = {
    "attack-dice": "dice", "flags": "retreat", "train": "hits", "move": "battle_after", "distance": "hexes",
    "take-ground": "hexes", "terrain": "protection", "blow-bridge": "hand_limit",
}  # fmt: skip
"""The number of each ruling that its working adds up to, with dice and without."""
AFTER_DICE = {
    "read-dice": "hits", "medics": "figures_back", "heroic-leader": "opponent_medals", "dam": "axis_medals",
}  # fmt: skip


@pytest.mark.parametrize(("ruling", "facts", "expect"), ALL)
def test_a_working_adds_up_to_its_number(ruling: str, facts: dict[str, Any], expect: dict[str, Any]) -> None:
    answer = asked(ruling, facts)
    for working in (answer.working, *answer.also.values()):
        assert working.reasons
        assert sum(reason.change for reason in working.reasons) == working.total == working.reasons[-1].total
        for reason in working.reasons:
            assert f"reason.{reason.label}" in GAME.words or f"name.{reason.label}" in GAME.words, reason.label
            assert reason.rule in GAME.rule_catalogue
    number = MAIN.get(ruling) or AFTER_DICE.get(ruling)
    assert number is None or answer.working.total == answer[number]
    for name, working in answer.also.items():
        assert name not in answer.result or name in ("destroyed", "overrun") or working.total == answer[name]


def test_a_working_names_each_reason_in_its_order() -> None:
    attack = ask("attack-dice", attacker="infantry", distance=1, own=["wire"], target=["town", "sandbags"], leader=True,
                 card_bonus=1)  # fmt: skip
    told = [(reason.label, reason.change, reason.rule) for reason in attack.working.reasons]
    assert told == [
        ("infantry", 3, "units.infantry"),
        ("out-of-wire", -1, "terrain.wire"),
        ("leader", 1, "stars.leader"),
        ("card", 1, "cards.bonus"),
        ("town", -1, "terrain.town"),
    ]


def test_every_ruling_was_asked() -> None:
    assert {ruling for ruling, _, _ in ALL} == set(RULINGS)


def rules_met() -> set[str]:
    """The rules of all reasons and refusals in the cases of these tests."""
    met: set[str | None] = set()
    readings = [(ruling, {**facts, "table_rulings": answers}) for ruling, answers, facts, _, _ in READINGS]
    asked_for = [*((ruling, facts) for ruling, facts, _ in ALL), *((ruling, facts) for ruling, facts, _, _ in REFUSED)]
    asked_for += [(ruling, facts) for ruling, _, facts, _, _ in READINGS]
    looked = [("terrain", {"ground": name}) for name in BOOK.terrain]
    for ruling, facts in [*readings, *asked_for, *looked]:
        try:
            answer = asked(ruling, facts)
        except (Refused, Malformed) as no:
            met.add(no.rule)
        else:
            met |= {reason.rule for one in (answer.working, *answer.also.values()) for reason in one.reasons}
    return {rule for rule in met if rule}


def test_every_rule_is_met_by_a_ruling() -> None:
    own = {rule for rule in GAME.rule_catalogue if not rule.startswith(("table.", "turn."))}
    assert own - rules_met() == set()


# -- words


@pytest.mark.parametrize(("ruling", "facts", "expect"), ALL)
def test_a_result_has_words(ruling: str, facts: dict[str, Any], expect: dict[str, Any]) -> None:
    bare = {name: value for name, value in facts.items() if name != "faces"}
    for answer in (asked(ruling, facts), asked(ruling, bare)):
        assert {f"result.{name}" for name in answer.result} <= set(GAME.words)
        values = [value for key, value in answer.result.items() if isinstance(value, str)]
        assert [one for one in values if f"name.{one}" not in GAME.words] == []


def test_every_open_question_is_told_by_a_rule() -> None:
    asked_about = {question for links in GAME.rule_links.values() for question in links["questions"]}
    assert asked_about == set(GAME.rules.questions)


# -- whatever is sent

FIELDS = sorted({info.alias or name for form, _ in RULINGS.values() for name, info in form.model_fields.items()})
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 14),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["infantry", "armour", "artillery", "big-gun", "standard", "probe", "wadi"]),
    st.lists(st.one_of(st.integers(0, 9), st.sampled_from(["star", "flag", "town", "wadi", "x"])), max_size=4),
    st.lists(st.lists(st.integers(0, 9), min_size=2, max_size=2), max_size=3),
    st.dictionaries(st.sampled_from(["a", "b"]), st.integers(-1, 5), max_size=2),
)


def ruled(ruling: str, facts: dict[str, Any]) -> RulingResult | Refused | Malformed:
    """The ruling on these facts, or the no."""
    try:
        return asked(ruling, facts)
    except (Refused, Malformed) as no:
        return no


@settings(max_examples=400, deadline=None)
@given(ruling=st.sampled_from(list(RULINGS)), data=st.data())
def test_any_facts_get_a_ruling_or_a_no(ruling: str, data: Any) -> None:
    own = sorted(info.alias or name for name, info in RULINGS[ruling][0].model_fields.items())
    answer = ruled(ruling, data.draw(st.dictionaries(st.sampled_from(own * 5 + FIELDS), VALUES)))
    if isinstance(answer, RulingResult):
        assert answer.working.total == sum(reason.change for reason in answer.working.reasons)
    else:
        assert all(GAME.get_translator(language).refusal(answer) for language in ("en", "es"))

"""What a sheet shows, computed: forms, the sum before a roll and its odds, what dice did."""

from __future__ import annotations

import re
from typing import Any

import pytest

from app.core.engine.offers import DiceRequest, MultiChoice, NumberChoice, Offer, TextChoice
from app.core.messages.translator import Translator
from app.core.rules.ruling import Ruling, RulingResult
from app.games import REGISTRY
from app.web.table.form_view import Asked, Value, form_of, title_of
from app.web.table.previews import preview_of
from app.web.table.results import Line, RolledDice, sums_first
from app.web.wording import Chance
from tests.playing import PlayedTable
from tests.seated import sit

WORDS = {
    "command.throw": "Throw",
    "field.throw-moths": "Which moths",
    "name.lamp": "Lamp",
    "name.moth": "Moth",
    "needs.face": "{face}+",
    "name.yes": "yes",
    "name.none": "none",
    "reason.base": "Base",
    "odds.at-least": "Hits: {n} or more",
    "odds.burns": "it burns",
    "odds.burns-on": "{face} or less",
    "card-text.wind": "It blows.",
    "question.wind": "Wind",
    "answer.blows": "blows",
    "answer.is-still": "is still",
    "command.table-ruling": "Rule",
}
SAID = Translator({key: {"en": text, "es": text} for key, text in WORDS.items()}, "en")


def form(offer: Offer, *others: Offer, **asked: Any) -> Any:
    return form_of(offer, [offer, *others], Asked(**asked), {"wind": "blows"}, SAID)


def test_a_choice_is_drawn_by_its_kind() -> None:
    choose = {
        "moths": MultiChoice(["moth"], 0, 1, ticked=False),
        "far": NumberChoice(2, 5),
        "reason": TextChoice(),
        "to": ["lamp", "moth"],
        "one": list(range(11)),
    }
    kinds = {one.name: one for one in form(Offer("throw", choose=choose), meant={"to": "moth"}).choosers}
    assert {name: one.kind for name, one in kinds.items()} == {
        "moths": "ticks", "far": "stepper", "reason": "text", "to": "tiles", "one": "list",
    }  # fmt: skip
    assert (kinds["moths"].label, kinds["moths"].values) == ("Which moths", [Value("moth", "Moth", False)])
    assert (kinds["far"].low, kinds["far"].first, kinds["reason"].high) == (2, 2, 200)
    assert kinds["to"].values == [Value("lamp", "Lamp", False), Value("moth", "Moth", True)]


def test_what_all_forms_are_about_is_in_the_title_and_what_sets_them_apart_above_each() -> None:
    lamp, moth = (Offer("throw", about=("lamp", name), hint="card-text.wind") for name in ("moth", "lamp"))
    assert title_of([lamp], SAID) == "Throw · Lamp → Moth"
    assert title_of([lamp, moth], SAID) == "Throw · Lamp"
    assert [form(one, lamp, moth).heading for one in (lamp, moth)] == ["Moth", "Lamp"]
    assert (form(lamp).heading, form(lamp).hint) == (None, "It blows.")


def test_a_chance_whose_fraction_nobody_reads_is_a_percentage_alone() -> None:
    assert [Chance("hit", one).exact for one in ("7/8", "665/1296", "109418984733465848105/109418989131512359209")] == [
        "7/8", "665/1296", "",
    ]  # fmt: skip


def test_of_many_rolls_what_sums_them_up_comes_first_then_what_was_lost(table: PlayedTable) -> None:
    fallen = RolledDice([(6, "hit")], "table")
    lines = [
        Line("a blow", "", {"event": "blow-struck"}, fallen),
        Line("a casualty", "alarm", {"event": "card-killed"}),
        Line("all", "", {"event": "horde-acted"}),
    ]
    assert [line.text for line in sums_first(table.kept(), lines)] == ["all", "a casualty", "a blow"]


def test_an_open_question_is_answered_by_one_tap() -> None:
    asked = form(Offer("table-ruling", given={"question": "wind"}, choose={"answer": ["is-still"]}))
    assert (asked.heading, asked.now, asked.choosers) == ("Wind", "blows", [])
    assert asked.buttons == ("answer", [Value("is-still", "is still")])


def test_other_readings_go_out_with_the_form() -> None:
    assert form(Offer("throw", given={"a": 1}), readings={"wind": "is-still"}).fields == {
        "a": 1,
        "reading.wind": "is-still",
    }


def test_faces_that_a_die_has_twice_are_typed_by_one_button() -> None:
    assert form(Offer("throw", dice=DiceRequest(2, ["lamp", "lamp", "moth"]))).faces == ["lamp", "moth"]


@pytest.mark.parametrize(
    ("result", "odds", "ask", "told"),
    [
        ({"dice_needed": 2}, None, None, (None, 2, None)),
        ({"dice_needed": 2, "needs": 4}, None, DiceRequest(2), (None, None, "4+")),
        ({"dice_needed": 2, "needs": 6}, None, DiceRequest(2), (None, None, "6")),
        (
            {"dice_needed": 2, "needs": ["lamp", "moth"]},
            None,
            DiceRequest(2, ["moth", "wind", "lamp"]),
            (None, None, "Lamp, Moth"),
        ),
        ({"light": 2}, None, None, (None, None, None)),
        ({"dice_needed": 1}, {"burns": {"true": "1/2", "false": "1/2"}}, DiceRequest(1), ("3 or less", None, None)),
    ],
)
def test_the_sum_says_what_it_comes_to(
    result: dict[str, Any], odds: Any, ask: DiceRequest | None, told: tuple[str | None, int | None, str | None]
) -> None:
    sum_ = Ruling().plus("base", 2, "r").plus("lamp", 1, "r")
    shown = preview_of(RulingResult(result, sum_, odds=odds), ask, SAID)
    assert [(term.text, term.number) for term in shown.terms] == [("Base", "2"), ("Lamp", "+1")]
    assert (shown.total, shown.dice, shown.needs) == told


def test_what_is_added_to_a_die_is_summed_once_it_is_more_than_one_thing() -> None:
    one = Ruling().plus("base", 2, "r")
    both = [preview_of(RulingResult({"modifier": 3}, sum_), None, SAID) for sum_ in (one, one.plus("lamp", 1, "r"))]
    assert [shown.total for shown in both] == [None, "+3"]


def test_odds_are_shown_that_have_a_word() -> None:
    odds = {"hits": {"0": "1/8"}, "at_least": {"1": "7/8"}, "burns": "1/4", "unknown": "1/4"}
    shown = preview_of(
        RulingResult({"dice_needed": 1, "needs": 4}, Ruling().plus("base", 1, "r"), odds=odds), DiceRequest(1), SAID
    )
    assert shown.chances == [Chance("Hits: 1 or more", "7/8", bar=False), Chance("it burns", "1/4")]
    assert [chance.percent for chance in shown.chances] == [88, 25]


def test_a_log_begins_a_section_with_each_turn(table: PlayedTable) -> None:
    from app.core.table import serialize
    from app.web.table.board import by_turn

    table.to_action()
    kept = table.kept()
    lines = serialize.log(kept, kept.seat("allied"), REGISTRY["incursion"].get_translator("en"))
    turns = by_turn(kept, lines)
    assert [turn for turn, _ in turns] == [0, 1]
    first = [number for _, part in turns for _, number in part if number is not None]
    assert first == sorted(set(first)) == list(range(1, kept.seq(kept.seat("allied")) + 1))


def test_a_log_tells_the_newest_press_first_and_what_followed_from_it_below(table: PlayedTable) -> None:
    table.to_action()
    sit(table.client, table.code, table.tokens["allied"])
    page = table.client.get(f"/t/{table.code}/log")
    presses = [int(number) for number in re.findall(r'id="press-(\d+)"', page.text)]
    assert presses == [*range(table.seq("allied"), 0, -1)]
    assert page.text.index("<h2>Turn 1") < page.text.index("Before the first turn")
    section = page.text[: page.text.index("Before the first turn")]
    told = re.findall(r'<li [^>]*class="[^"]*?([\w-]+)">', section)
    bids = [key for key in told if key.startswith("bid")]
    assert bids == ["bid-made", "bids-revealed", "bid-made", "bidding-opened"]

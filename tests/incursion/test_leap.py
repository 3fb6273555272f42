"""Leap: Ilsa and the Blitzhund cross squares where others stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.playing import PlayedTable, code_of, refusal

Play = Callable[..., PlayedTable]
Met = Callable[..., PlayedTable]
ILSA, HOUND, HMG = "ilsa-1", "blitzhund-1", "hmg-ape-1"


@pytest.fixture
def met(play: Play) -> Met:
    """Opens a table: the HMG APE watches; Ilsa has entered with 3 AP left and is acting. 7 Allied, 8 German CP."""

    def opened(**wishes: Any) -> PlayedTable:
        table = play(mission=3, rp={"allied": 20, "german": 20}, referee=True, **wishes)
        table.choose_forces(["hmg-ape", "hmg-ape"], ["sturmzombie", "ilsa", "blitzhund"]).bid(0, 0)
        table.deploy([HMG], [ILSA, HOUND, "sturmzombie-1"]).enter("allied", HMG)
        table.allied("done", reaction_fire=[HMG])
        return table.enter("german", ILSA)

    return opened


def leap(table: PlayedTable, model: str = ILSA, step: str = "forward", **fields: Any) -> Any:
    """Onto a square where somebody stands."""
    return table.german("move", model=model, step=step, leap=True, **fields)


def land(table: PlayedTable, model: str = ILSA, step: str = "forward", **fields: Any) -> Any:
    """Onto a free square."""
    return table.german("move", model=model, step=step, **fields)


def ap(table: PlayedTable, model: str = ILSA) -> tuple[int, bool]:
    """AP left, and whether the model stands on another's square."""
    return table[f"models.{model}.ap"], table[f"models.{model}.leaping"]


def ways(table: PlayedTable) -> set[tuple[str, bool]]:
    """The steps that are offered, and whether each is a Leap."""
    offers = table.offers("german", "move")
    return {(offer["given"]["step"], offer["given"].get("leap", False)) for offer in offers}


def test_a_leap_costs_the_squares_that_it_crosses(met: Met) -> None:
    table = met()
    assert leap(table)["events"][0]["data"]["leap"] is True
    assert ap(table) == (2, True)
    assert land(table)["events"][0]["data"]["leap"] is False
    assert ap(table) == (1, False)


def test_several_squares_may_be_crossed(met: Met) -> None:
    table = met()
    leap(table)
    leap(table)
    assert ap(table) == (1, True)
    land(table)
    assert ap(table) == (0, False)


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_a_leap_is_offered_only_where_the_ap_last_to_a_free_square(met: Met, edition: str) -> None:
    table = met(edition=edition)
    plain = {("forward", False), ("sideways", False), ("backward", False)}
    assert ways(table) == plain | {("forward", True), ("sideways", True), ("backward", True)}
    land(table)
    assert ways(table) == plain | {("forward", True)}
    land(table)
    assert ways(table) == plain
    assert refusal(lambda: leap(table)) == ("leap-needs-ap", "step")
    assert refusal(lambda: leap(table, cp=1)) == ("leap-needs-ap", "step")


def test_in_the_middle_of_a_leap_only_its_own_ap_pay(met: Met) -> None:
    table = met()
    leap(table)
    assert refusal(lambda: land(table, cp=1)) == ("wrong-cp", "cp")
    leap(table)
    assert ways(table) == {("forward", False)}
    assert refusal(lambda: land(table, step="sideways")) == ("leap-needs-ap", "step")
    assert refusal(lambda: leap(table)) == ("leap-needs-ap", "step")
    assert ap(table) == (1, True)
    assert refusal(lambda: leap(met(), cp=1)) == ("wrong-cp", "cp")
    assert refusal(lambda: leap(met(), steps=2)) == ("one-square-a-leap", "steps")


def test_a_leap_is_ended_before_anything_else(met: Met) -> None:
    table = met()
    leap(table)
    before = table.get()
    for command, fields in [
        ("turn", {"model": ILSA}),
        ("fire", {"model": ILSA, "target": HMG}),
        ("melee", {"model": ILSA, "target": HMG}),
        ("item", {"model": ILSA, "item": "pinger"}),
        ("leave-board", {"model": ILSA}),
        ("activate", {"model": HOUND}),
        ("done", {}),
    ]:
        assert code_of(lambda c=command, f=fields: table.german(c, **f)) == "in-mid-leap"  # type: ignore[misc]
    assert table.get() == before
    greyed = {offer["command"]: offer["why_not"] for offer in table.offers("german", greyed=1)}
    asked = ("turn", "fire", "melee", "item", "leave-board", "activate", "done")
    assert {greyed[command]["code"] for command in asked} == {"in-mid-leap"}
    land(table)
    table.german("turn", model=ILSA)


def test_only_who_has_leap_leaps_and_only_on_the_board(met: Met) -> None:
    table = met()
    table.german("activate", model="sturmzombie-1")
    assert refusal(lambda: leap(table, "sturmzombie-1")) == ("no-leap", "leap")
    assert ways(table) == {("forward", False), ("sideways", False), ("backward", False)}
    table.german("activate", model=HOUND)
    assert refusal(lambda: leap(table, HOUND)) == ("not-entered", "model")
    land(table, HOUND)
    assert ("forward", True) in ways(table)


@pytest.mark.parametrize("answer", ["all", "not-free-turns"])
def test_each_square_of_a_leap_sets_off_reaction_fire(met: Met, answer: str) -> None:
    table = met(table_rulings={"rf-entry": answer})
    entered = len(table.offers("allied", "react"))
    leap(table)
    leap(table)
    land(table)
    actions = {offer["given"]["action"] for offer in table.offers("allied", "react")}
    assert (entered, len(actions)) == (1, 1 + 3)


def test_who_is_shot_in_mid_leap_is_gone_and_the_others_go_on(met: Met) -> None:
    table = met()
    table.enter("german", HOUND)
    leap(table, HOUND)
    answer = table.allied("react", model=HMG, target=HOUND, dice=[4, 1])
    assert "model-lost" in [event["event"] for event in answer["events"]]
    assert (table["acting"], ap(table, HOUND)) == (None, (0, False))
    table.german("activate", model="sturmzombie-1")


def test_a_card_that_makes_steps_too_dear_in_mid_leap_leaves_nobody_stuck(met: Met) -> None:
    table = met(deck={"allied": "physical"}, table_rulings={"cards-when": "until-done"})
    land(table)
    leap(table)
    assert ap(table) == (1, True)
    table.allied("play-card", card="dragging-foot", on=ILSA)
    table.german("let-card", card="dragging-foot-1")
    land(table, cp=1)
    assert ap(table) == (0, False)
    table.let_go().german("done")


def test_a_leap_over_flames_burns_square_by_square(play: Play) -> None:
    table = play(edition="es-2009", mission=3, rp={"allied": 20, "german": 20})
    table.choose_forces(["ape-blazer"], ["sturmzombie", "ilsa"]).bid(0, 0).deploy(["ape-blazer-1"], [ILSA])
    table.enter("allied", "ape-blazer-1")
    table.allied("flame", model="ape-blazer-1", squares=4)
    table.allied("done")
    table.enter("german", ILSA)
    leap(table, into_fire=True)
    assert table.german("burn", model=ILSA, dice=[1])["events"][0]["data"]["hits"] == 0
    land(table, into_fire=True)
    assert len(table.german("burn", model=ILSA, dice=[1, 1])["events"]) == 1

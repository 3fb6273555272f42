"""Probes of the open questions: what a table, or a ruling, comes to by each answer. How one is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from app.core.errors import Refused
from app.core.game.evaluate import ask_ruling
from app.core.rules.ruling import RulingResult
from app.games import REGISTRY
from tests.playing import No, PlayedTable

Play = Callable[..., PlayedTable]
Rulings = dict[str, str]
RAID: dict[str, Any] = {"mission": 3, "rp": {"allied": 20, "german": 20}, "referee": True}
"""Pinger Raid at 20 RP: 8 CP a side, hands of 4 cards by the English book."""
PAPER = {"deck": {"allied": "physical", "german": "physical"}}


@dataclass(frozen=True)
class Probe:
    """What is done by one answer, given as `table_rulings`, and what comes of it by each answer, worked by hand."""

    act: Callable[[Play, Rulings], Any]
    expected: dict[str, Any]


PROBES: dict[str, Probe] = {}


def probe(question: str, expected: dict[str, Any]) -> Callable[[Callable[[Play, Rulings], Any]], None]:
    """The function below is the probe of that question; `expected` has the answers in the order of the data."""

    def kept(act: Callable[[Play, Rulings], Any]) -> None:
        assert question not in PROBES, question
        PROBES[question] = Probe(act, expected)

    return kept


def ask(ruling: str, rulings: Rulings, **facts: Any) -> RulingResult:
    """A ruling of Incursion by those answers."""
    return ask_ruling(REGISTRY["incursion"], ruling, {"table_rulings": rulings, **facts})


def said_no(act: Callable[[], Any]) -> str | None:
    """The code of the "no" that an act meets; None where it is done."""
    try:
        act()
    except (No, Refused) as no:
        return no.code
    return None


def facing(
    table: PlayedTable,
    allied: Sequence[str],
    german: Sequence[str],
    acting: str = "allied",
    watching: Sequence[str] = (),
) -> PlayedTable:
    """One model of each of these cards has entered: the other side's first, who are done, then those of `acting`.

    The last one acts; those `watching` are in Reaction Fire.
    """
    models = {"allied": [f"{card}-1" for card in allied], "german": [f"{card}-1" for card in german]}
    table.choose_forces(list(allied), list(german)).bid(0, int(acting == "allied")).deploy(**models)
    other = "german" if acting == "allied" else "allied"
    table.enter(other, *models[other]).press(other, "done", reaction_fire=list(watching))
    return table.enter(acting, *models[acting])


def dice_offered(table: PlayedTable, seat: str, command: str, **given: Any) -> list[int]:
    offers = table.offers(seat, command)
    return [offer["dice"]["count"] for offer in offers if given.items() <= offer["given"].items()]


def kill(table: PlayedTable, *models: str) -> PlayedTable:
    """These models die by a ruling of the table."""
    for model in models:
        table.referee("house-ruling", set=f"models.{model}.dp", to=0, reason="a test")
    return table

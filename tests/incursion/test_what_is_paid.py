"""What an action cost stands in the log as it was paid: AP, CP, and CP that only zombies may spend."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.core.table.serialize import log
from tests.playing import PlayedTable

ZOMBIE = "sturmzombie-1"


def told(table: PlayedTable, language: str) -> str:
    """The last line about a zombie that moved."""
    kept = table.kept()
    lines = log(kept, kept.seat("german"), kept.get_translator(language))
    return next(str(line["text"]) for line in reversed(lines) if line["event"] == "model-moved")


@pytest.fixture
def gretels(play: Callable[..., PlayedTable]) -> PlayedTable:
    """Gretel’s zombies are about to act; the first has taken a step and has one AP left."""
    table = play(mission=2, referee=True, rp={"allied": 12, "german": 12})
    table.choose_forces(german=["sturmzombie", "gretel"]).bid()
    table.deploy(["grunt-ape-1"], [ZOMBIE, "sturmzombie-2"]).allied("done")
    table.german("move", model=ZOMBIE, step="forward")
    return table


@pytest.mark.parametrize(
    ("zombie_cp", "cp", "english", "spanish"),
    [
        (2, 0, "(1 AP + 1 zombie CP)", "(1 PA + 1 PM de zombie)"),
        (0, 2, "(1 AP + 1 CP)", "(1 PA + 1 PM)"),
    ],
)
def test_a_step_says_what_was_paid(gretels: PlayedTable, zombie_cp: int, cp: int, english: str, spanish: str) -> None:
    """A step sideways costs 2: the AP that is left, and one CP, of zombies first."""
    assert told(gretels, "en").endswith("(1 AP).")
    for what, to in (("zombie_cp", zombie_cp), ("cp", cp)):
        if gretels[f"sides.german.{what}"] != to:
            gretels.referee("house-ruling", set=f"sides.german.{what}", to=to, reason="test")
    gretels.german("move", model=ZOMBIE, step="sideways")
    assert told(gretels, "en").endswith(f"{english}.")
    assert told(gretels, "es").endswith(f"{spanish}.")


def test_a_free_action_says_so(gretels: PlayedTable) -> None:
    kept = gretels.kept()
    assert kept.get_translator("es").term("paid", {}) == "0 PA"
    assert kept.get_translator("en").term("paid", {"ap": 2, "cp": 1, "zombie_cp": 1}) == "2 AP + 1 CP + 1 zombie CP"

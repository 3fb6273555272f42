"""Whole tables with numbers worked by hand from the rules, played through Flask's client."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.core.table import Table
from app.core.veil import plain
from app.games.incursion.book import EDITIONS
from tests.playing import No, PlayedTable, at, stacked_deck

TABLES = sorted((Path(__file__).parent / "tables").glob("*.toml"))


def take(table: PlayedTable, step: dict[str, Any], where: str) -> None:
    """One press of a recorded table, and what it must lead to."""
    dice = {"dice": step["dice"]} if "dice" in step else {}
    if "refused" in step:
        with pytest.raises(No) as no:
            table.press(step["by"], step["do"], **step.get("with", {}), **dice)
        assert (no.value.status, no.value.code) == (422, step["refused"]), where
        return
    table.press(step["by"], step["do"], **step.get("with", {}), **dice)
    state = table.get(seat=step["by"])["state"]
    for path, value in step.get("then", {}).items():
        parts = tuple(path.split("."))
        assert at(state, ".".join(parts)) == value, f"{where}: {path}"


@pytest.mark.parametrize("file", TABLES, ids=[path.stem for path in TABLES])
def test_a_recorded_table_goes_as_the_rules_say(
    play: Callable[..., PlayedTable], monkeypatch: pytest.MonkeyPatch, file: Path
) -> None:
    recorded = tomllib.loads(file.read_text(encoding="utf-8"))
    stacked_deck(monkeypatch, *recorded.get("deck", []))
    table = play(edition=recorded["edition"], mission=recorded.get("mission", 1), rp=recorded.get("rp", {}))
    if "setting" in recorded:
        table.choose_forces(**recorded["setting"])
    for number, step in enumerate(recorded["step"], start=1):
        take(table, step, f"step {number}, {step['by']} {step['do']}")
    assert table["winner"] == recorded.get("winner")
    assert table["over"] == ("winner" in recorded)
    assert any(offer["group"] == "play" for offer in table.offers()) != table["over"]


@pytest.mark.parametrize("file", TABLES, ids=[path.stem for path in TABLES])
def test_the_rebuilt_state_of_a_recorded_table_is_the_live_one(
    play: Callable[..., PlayedTable], monkeypatch: pytest.MonkeyPatch, app: Any, file: Path
) -> None:
    test_a_recorded_table_goes_as_the_rules_say(play, monkeypatch, file)
    store = app.extensions["store"]
    (code,) = store.codes()
    live = store.table(code)
    assert plain(Table(code, live.game, live.entries).state) == plain(live.state)


def test_there_is_a_table_for_each_ending_for_cards_and_for_reaction_fire_in_each_edition() -> None:
    told = ("recon-allied", "recon-german", "cards", "reaction")
    assert {path.stem for path in TABLES} >= {f"{what}-{edition}" for what in told for edition in EDITIONS}

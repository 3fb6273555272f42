"""What people read of the seals of the app: one short line each, what it held a tap away, nothing of it at the end."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from app.games.mobile_infantry.events.brain import SealOpened
from app.games.mobile_infantry.events.turn import BattleEnded
from app.games.mobile_infantry.game import GAME
from app.storage import table_file
from app.storage.store import entry_to_row
from tests.mobile_infantry.brain_table import AppBattle
from tests.mobile_infantry.playing import IM
from tests.mobile_infantry.test_app_brain import finished


@pytest.fixture(scope="module")
def battle() -> AppBattle:
    return finished(7)


@pytest.fixture
def code(app: Flask, battle: AppBattle) -> str:
    """That battle at a table of the house."""
    log = [entry_to_row(entry)._asdict() for entry in battle.table.entries]
    code: str = app.extensions["store"].import_file(table_file.written(GAME.key, "00" * 32, True, log))
    return code


def test_the_end_is_told_before_the_seals(battle: AppBattle) -> None:
    kinds = [type(event) for event in battle.table.entries[-1].events]
    assert kinds.index(BattleEnded) < kinds.index(SealOpened)


def test_who_concedes_to_the_app_sees_its_seals() -> None:
    battle = AppBattle().squad().start()
    kinds = [type(event) for event in battle.press(IM, "concede")]
    assert kinds.index(BattleEnded) < kinds.index(SealOpened)
    assert battle.state.winner == "brain"


def test_how_it_went_tells_the_end_and_no_seal(app: Flask, code: str) -> None:
    told = re.search(r'<section id="how">.*?</section>', app.test_client().get(f"/t/{code}/end").text, re.S)
    assert told is not None
    assert "The battle ends (" in told[0]
    assert "seal" not in told[0]


def test_the_log_holds_dice_and_salt_of_a_seal_behind_its_line(app: Flask, code: str, battle: AppBattle) -> None:
    page = app.test_client().get(f"/t/{code}/log").text
    opened = [event for event in battle.table.entries[-1].events if isinstance(event, SealOpened)]
    slots = next(event for event in opened if event.seal.startswith("slots-"))
    line = next(one for one in re.findall(r'<li [^>]*seal-opened">.*?</li>', page, re.S) if slots.salt in one)
    said, _, behind = line.partition("<details")
    dice = ", ".join(map(str, slots.value))
    assert (slots.salt in said, dice in said) == (False, False)
    assert dice in behind

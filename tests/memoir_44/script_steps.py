"""How recorded tables of Memoir '44 are told: a scenario of the pack, cards that order whom they can, turns passed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask.testing import FlaskClient

from tests.memoir_44.playing import ALLIED, Battle
from tests.playing import PlayedTable
from tests.recorded import Recorded, Telling, ThroughClient, at_battle


class RecordedBattle(ThroughClient, Battle):
    """A battle whose presses go through Flask’s client."""


def opened(client: FlaskClient, recorded: Recorded) -> PlayedTable:
    """The table before the battle begins: its `mission`; cards are real."""
    mission = recorded.opening["mission"]
    return PlayedTable(client, game="memoir-44", mission=mission, deck="physical", table_rulings=recorded.answers())


def order(battle: Battle, card: str, units: list[str], section: str | None = None) -> None:
    battle.order(card, *units, section=section)


TOGETHER: Mapping[str, Callable[..., Any]] = {
    "begin": Battle.begin,
    "order": order,
    "pass-turn": Battle.pass_turn,
    "to-turn-of": Battle.to_turn_of,
}

TELLING = Telling(
    opened=opened,
    looks=ALLIED,
    together={name: at_battle(RecordedBattle, helper) for name, helper in TOGETHER.items()},
)

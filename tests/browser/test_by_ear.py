"""A player who gets nothing but the accessibility tree of one phone plays the first mission of each game to its end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.phones import Lobby
from tests.browser.rules_of_thumb import GAMES

MOST = 200


@pytest.mark.parametrize("game", ["incursion", "mobile-infantry"])
def test_the_first_mission_is_played_to_its_end_by_ear(lobby: Lobby, game: str) -> None:
    ear = GAMES[game].sit(lobby)
    assert ear.play(MOST).startswith("Winner: ")
    assert ear.presses >= 20
    assert ear.refused == []


def test_the_last_turns_of_a_battle_are_played_by_ear(lobby: Lobby) -> None:
    """The last medal is at stake, one figure is left of every unit; `make by-ear` plays the battle whole."""
    played = GAMES["memoir-44"]
    opened = lobby.ask("", played.table)
    code, token = opened["code"], opened["seats"]["allied"]
    state = lobby.ask(f"/{code}", token=token)["state"]
    ruled: dict[str, Any] = {f"units.{key}.figures": 1 for key in state["units"]}
    ruled |= {f"accounts.{side}.medals": one["to_win"] - 1 for side, one in state["accounts"].items()}
    for number, (path, to) in enumerate(ruled.items()):
        ruling = {"command": "house-ruling", "key": f"late-{number}", "set": path, "to": to, "reason": "late"}
        lobby.press(code, token, ruling)
    ear = played.sit_at(lobby, opened)
    assert ear.play(MOST).startswith("Winner: ")
    assert ear.presses >= 10
    assert ear.refused == []

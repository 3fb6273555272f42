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
    request = lobby.context().request
    opened = request.post(f"{lobby.url}/api/tables", data=played.table).json()
    table, headers = (
        f"{lobby.url}/api/tables/{opened['code']}",
        {"Authorization": f"Bearer {opened['seats']['allied']}"},
    )
    state = request.get(table, headers=headers).json()["state"]
    ruled: dict[str, Any] = {f"units.{key}.figures": 1 for key in state["units"]}
    ruled |= {f"accounts.{side}.medals": one["to_win"] - 1 for side, one in state["accounts"].items()}
    for number, (path, to) in enumerate(ruled.items()):
        body = {"command": "house-ruling", "key": f"late-{number}", "seen": 0, "set": path, "to": to, "reason": "late"}
        answer = request.post(f"{table}/commands", data=body, headers=headers)
        assert answer.ok, answer.text()
    ear = played.sit_at(lobby, opened)
    assert ear.play(MOST).startswith("Winner: ")
    assert ear.presses >= 10
    assert ear.refused == []

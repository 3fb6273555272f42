"""Rights to act that end with what they rest on: a place, a life, an empty hex."""

from __future__ import annotations

from typing import Any

import pytest

from tests.memoir_44.battles import A1, E_INF, INF, STAR, at, battle
from tests.memoir_44.playing import ALLIED


@pytest.mark.parametrize(("emptied", "dice"), [({"terrain": "road"}, 4), ({"terrain": "wadi", "orientation": 1}, 3)])
def test_ground_that_was_won_cannot_be_taken_once_the_unit_has_moved_on(emptied: dict[str, Any], dice: int) -> None:
    """Behind Enemy Lines lets it move three hexes after its battle: from C5 the emptied G5 is four hexes away."""
    game = battle({"F5": INF, "G5": {**E_INF, "figures": 1}}, obstacles={"G5": emptied})
    game.order("behind-enemy-lines", A1)
    game.press(ALLIED, "battle", unit=A1, target=at(game, "G5"), dice=["infantry", *[STAR] * (dice - 1)])
    assert game.offers(ALLIED, "take-ground")
    game.press(ALLIED, "move", unit=A1, to="C5")
    assert (game.state.won, game.offers(ALLIED, "take-ground")) == (None, [])
    assert game.no(ALLIED, "take-ground", to="G5") == "no-ground-won"


def test_ground_that_was_won_cannot_be_taken_once_somebody_else_stands_on_it() -> None:
    """A passenger gets off beside his train, on the very hex that was just emptied."""
    train = {"side": "allied", "kind": "supply", "locomotive": [12, 4], "wagon": [13, 3], "cargo": ["infantry"]}
    forces = {"H4": INF, "H5": {**E_INF, "figures": 1}}
    game = battle(forces, {"G5": "railway-station", "G6": "railway-track"}, trains=[train])
    game.order("assault", A1, "allied-train-1", section="centre")
    game.press(ALLIED, "battle", unit=A1, target=at(game, "H5"), dice=["infantry", STAR, STAR])
    assert game.offers(ALLIED, "take-ground")
    game.press(ALLIED, "unload", unit="allied-train-1", at="H5")
    assert game.no(ALLIED, "take-ground", to="H5") == "no-ground-won"

"""How random battles of Memoir '44 are opened, and what their players are eager for."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from app.core.game import Fuzzing, Opening
from app.games.memoir_44.book import questions
from app.games.memoir_44.scenarios.files import scenarios

ANSWERED_OTHERWISE = 0.3
"""How many of the open questions a random table answers otherwise than the book."""
LONG, MOST_MEDALS = 0.2, 3
"""How many battles are for as many medals as their scenario says, and the most of the others."""


def options(chance: Random, number: int) -> Mapping[str, Any]:
    """Each scenario in its turn, cards dealt or not, other answers."""
    others = {key: chance.choice(one.answers) for key, one in questions().items()}
    rulings = {key: answer for key, answer in others.items() if chance.random() < ANSWERED_OTHERWISE}
    key = list(scenarios())[number % len(scenarios())]
    deck = chance.choice(["app", "physical"])
    players = chance.choice([2, 8]) if scenarios()[key]["board"] == "overlord" else 2
    return {"mission": key, "deck": deck, "players": players, "table_rulings": rulings}


def altered(opening: Opening, chance: Random) -> Opening:
    """Mostly battles for few medals, so that they are won and not only given up."""
    if chance.random() < LONG:
        return opening
    mission = opening["mission"]
    sides = {side: {**player, "medals": chance.randint(1, MOST_MEDALS)} for side, player in mission["sides"].items()}
    return {**opening, "mission": {**mission, "sides": sides}}


FUZZING = Fuzzing(
    options,
    altered,
    weights={
        "concede": 0.0005,
        "end-turn": 1.0,
        "order": 20.0,
        "battle": 12.0,
        "move": 4.0,
        "take-ground": 4.0,
    },
    decisive={"concede": 0.02, "end-turn": 1.0, "battle": 12.0, "move": 2.0},
    steady=frozenset({"concede", "end-turn", "battle", "move", "order"}),
)

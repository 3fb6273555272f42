"""Games with a card set of one's own: models and cards under other keys, powers given and taken."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from app.core.game.setup import opening_of
from app.fuzz.player import RandomGame, Report
from app.games import REGISTRY
from app.games.incursion.cards.sets import CARDS, checked_set
from app.games.incursion.options import Options

GAME = REGISTRY["incursion"]
STARTER = CARDS.shipped["starter"]


def renamed() -> Any:
    """The starter set with another key for each card but those that missions and powers name."""
    text = STARTER
    for section, cards in tomllib.loads(STARTER).items():
        for key in set(cards) - {"sturmzombie", "blaze-of-glory"}:
            text = text.replace(f"[{section}.{key}]", f"[{section}.my-{key}]").replace(f'["{key}"]', f'["my-{key}"]')
    return checked_set(text)


def without_a_deck() -> Any:
    """Models alone, none of them Volatile."""
    return checked_set(STARTER[: STARTER.index("[battle.")].replace('"ka-boom", "volatile"', '"ka-boom"'))


@pytest.mark.parametrize("cards", [renamed(), without_a_deck()], ids=["renamed", "without a deck"])
def test_random_games_with_own_cards_end(cards: Any) -> None:
    report = Report()
    for number in range(6):
        mission = GAME.missions[number % 3]
        rp = {"allied": 16, "german": 16} if mission == GAME.missions[0] else {"allied": 24, "german": 24}
        wishes = Options(game="incursion", card_set="mine", mission=mission, rp=rp, referee=True)
        RandomGame(GAME, opening_of(GAME, wishes, {"mine": cards}), number, report).run()
    assert report.commands["melee"]
    assert report.commands["fire"]


@pytest.mark.parametrize(
    ("powers", "dice", "needs"),
    [([], 1, 4), (["raging-beast"], 3, 4), (["club"], 1, 2), (["strength-in-numbers"], 1, 4)],
)
def test_a_model_fights_by_its_powers_whatever_it_is_called(powers: list[str], dice: int, needs: int) -> None:
    from app.core.engine.command import GameContext
    from app.core.engine.event import Entry
    from app.core.table.seat_view import Table
    from app.core.table_commands.lifecycle import TableOpened
    from app.games.incursion.combat.melee import blow_at
    from app.games.incursion.state import Model

    listed = str(powers).replace("'", '"')
    text = STARTER.replace("[models.grunt-ape]", "[models.my-ape]").replace(
        'weapons = ["lmg"]\nitems = true\nfrom = {',
        f'weapons = ["lmg"]\npowers = {listed}\nitems = true\nfrom = {{ powers = "house",',
        1,
    )
    wishes = Options(game="incursion", card_set="mine")
    opening = opening_of(GAME, wishes, {"mine": checked_set(text)})
    table = Table("TESTED", GAME, [Entry(0, "", "", "", 0.0, [TableOpened(dict(opening))])])
    for key, card, side in (("my-ape-1", "my-ape", "allied"), ("gretel-1", "gretel", "german")):
        table.state.models[key] = Model(card, side, full_ap=3, full_dp=3, fortitude=4, ap=3, dp=3)
    answer = blow_at(GameContext(table.state, table.book(), table.seat("allied"), table), "my-ape-1", "gretel-1")
    assert (answer["dice_needed"], answer["needs"]) == (dice, needs)

"""Attacks, ambushes, strikes and rolls back leave out hits or flags that they do not have; a miss has no effect."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.core.engine.event import Event
from app.core.table.serialize import event_data, line
from app.games.memoir_44.game import GAME
from tests.memoir_44.battles import A1, E_INF, FLAG, GRENADE, INF, STAR, X1, battle, near
from tests.memoir_44.playing import ALLIED, AXIS, Battle
from tests.memoir_44.test_ambush import dealt
from tests.memoir_44.test_armies import army, struck

Rolled = tuple[Battle, list[Event]]
WORDS = {"en": ("hits", "flags", "no effect"), "es": ("impactos", "banderas", "sin efecto")}


def attack(face: str) -> Rolled:
    game = near(ALLIED, INF, E_INF)
    return game, game.press(ALLIED, "battle", unit=A1, target=X1, dice=[face, STAR, STAR])


def ambush(face: str) -> Rolled:
    game = dealt()
    game.press(ALLIED, "announce-attack", unit=A1, target=X1)
    return game, game.press(AXIS, "ambush", attacked=X1, attacker=A1, dice=[face, STAR, STAR])


def strike(face: str) -> Rolled:
    game = battle({"G4": INF, "G6": E_INF}, **army(ALLIED, "blitz-strikes"))
    game.press(ALLIED, "call-air-strike", card="recon", section="centre")
    return game, game.press(ALLIED, "strike", target=X1, dice=[face])


def strike_back(face: str) -> Rolled:
    game = struck(2, [GRENADE, STAR, STAR])
    return game, game.press(ALLIED, "battle-back", dice=[face])


@pytest.mark.parametrize("roll", [attack, ambush, strike, strike_back])
@pytest.mark.parametrize(("face", "tells"), [(GRENADE, 0), (FLAG, 1), ("armour", 2)])
def test_a_roll_tells_only_what_it_brings(roll: Callable[[str], Rolled], face: str, tells: int) -> None:
    game, events = roll(face)
    seat = game.table.seat(ALLIED)
    (rolled,) = [one for one in events if one.rolled]
    for language, words in WORDS.items():
        text = line(game.table, rolled, event_data(game.table, rolled, seat), seat, GAME.get_translator(language))
        assert [word for word in words if word in text.lower()] == [words[tells]], text

"""What burns, as every board shows it: whose flames, how many squares, until when, and who stands in them."""

from __future__ import annotations

from typing import NamedTuple

from app.games.incursion.shown.actions import declared
from app.games.incursion.shown.taps import May, Tap
from app.games.incursion.state import State


class Burning(NamedTuple):
    """Squares that one shot of a side set on fire: they go when that side activates its first model of `until`, or ends
    its half of that turn."""

    side: str
    squares: int
    until: int


class Fire(NamedTuple):
    """Everything that burns, the models that stand in it, and what people may say of them."""

    flames: tuple[Burning, ...]
    models: tuple[str, ...]
    says: tuple[Tap, ...]


def fire(state: State, may: May) -> Fire | None:
    """What burns on the board; None where nothing does."""
    if not state.flames:
        return None
    flames = tuple(Burning(one.side, one.squares, one.turn + 1) for one in state.flames)
    models = tuple(key for key, model in state.models.items() if model.on_board and model.in_fire)
    return Fire(flames, models, declared(may))

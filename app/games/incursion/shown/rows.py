"""The forces on a board: a row for each model with what is stamped on it, and who is gone."""

from __future__ import annotations

from typing import NamedTuple

from app.games.incursion.shown.taps import May, choice
from app.games.incursion.state import InPlay, Model, State

PLACES = ("board", "entry", "reserve", "due")
"""In the order of their rows."""
ROWS_IN_ONE_COLUMN = 4


class Chip(NamedTuple):
    """A card on a model: whose, whether it is an Experience Card, and what it changes by how much."""

    owner: str
    card: str
    experience: bool
    changes: tuple[tuple[str, int], ...]


class Row(NamedTuple):
    """A model as its row shows it. `stranded`: "locked-in", "out-next-turn", "freed" or nothing; `activates`: the
    command, or label, of the button that begins its activation."""

    key: str
    number: str
    side: str
    place: str
    ap: int
    full_ap: int
    dp: int
    full_dp: int
    acts: bool
    activated: bool
    reaction_fire: bool
    in_fire: bool
    leaping: bool
    last: bool
    stranded: str
    carries: tuple[str, ...]
    chips: tuple[Chip, ...]
    activates: str | None


class Force(NamedTuple):
    """A side's models in the order of their rows, and those who are gone: (model, whether it left alive)."""

    side: str
    rows: tuple[Row, ...]
    gone: tuple[tuple[str, bool], ...]

    @property
    def dense(self) -> bool:
        """Whether the rows share lines."""
        return len(self.rows) > ROWS_IN_ONE_COLUMN


def force_of(state: State, side: str, may: May) -> Force:
    """The force of a side."""
    activating = {key: offer.label or "activate" for offer in may["activate"] for key in choice(offer, "model")}
    own = [*state.of(side)]
    living = [(key, model) for key, model in own if model.in_use]
    in_order = sorted(living, key=lambda one: PLACES.index(one[1].place))
    gone = tuple((key, model.alive) for key, model in own if not model.in_use)
    return Force(side, tuple(row(state, key, model, activating.get(key)) for key, model in in_order), gone)


def row(state: State, key: str, model: Model, activates: str | None) -> Row:
    """The row of a model."""
    return Row(
        key,
        key.rsplit("-", 1)[-1],
        model.side,
        model.place,
        model.ap,
        model.full_ap,
        model.dp,
        model.full_dp,
        state.acting == key,
        model.activated,
        model.reaction_fire,
        model.in_fire,
        model.leaping,
        model.last,
        stranded(state, key),
        tuple(model.carries),
        tuple([chip(placed) for _, placed in state.cards_on(key)]),
        activates,
    )


def stranded(state: State, key: str) -> str:
    """How the Stranded Trooper is; nothing for anybody else."""
    if key != state.stranded:
        return ""
    if state.locked:
        return "locked-in"
    return "out-next-turn" if state.is_locked(key) else "freed"


def chip(placed: InPlay) -> Chip:
    """A card in play as a chip."""
    return Chip(placed.owner, placed.card, placed.came == "experience", tuple(placed.change.items()))

"""The forces on a board: a row for each model with its chips, and the models that are gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from app.core.engine.buttons import AvailableOffers
from app.games.incursion.board_view.buttons import choice
from app.games.incursion.book import Book
from app.games.incursion.state import InPlay, Model, State

PLACES = ("board", "entry", "reserve", "due")
"""Places in the order of their rows."""
ROWS_IN_ONE_COLUMN = 4
MOST_ROWS, MOST_ON_A_WALL, ALIKE = 24, 8, 4
"""Above so many models in a force, on a wall too, so many that are alike share a row."""


class Chip(NamedTuple):
    """A card on a model: owner, whether it is an Experience Card, and its changes."""

    owner: str
    card: str
    experience: bool
    changes: tuple[tuple[str, int], ...]


Looks = tuple[
    str, str, int, int, int, int, bool, bool, bool, bool, bool, bool, str, tuple[str, ...], tuple[Chip, ...], str | None
]
"""The other fields of a row, beside key and number of its model, in their order."""


class Row(NamedTuple):
    """A model as its row shows it.

    `stranded`: "locked-in", "out-next-turn", "freed" or nothing; `activates`: the command, or label, of the button
    that begins its activation.
    """

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

    @property
    def ap_spent(self) -> int:
        return self.full_ap - self.ap

    @property
    def dp_lost(self) -> int:
        return self.full_dp - self.dp


class Group(NamedTuple):
    """Models of a card that differ only in `numbers`: the row of the `first`, and how `many`."""

    first: Row
    card: str
    many: int
    numbers: str


class Force(NamedTuple):
    """A side's models in the order of their rows, and those that are gone.

    Gone: (model, or card of many, how many, whether they left alive).
    """

    side: str
    rows: tuple[Row, ...]
    gone: tuple[tuple[str, int, bool], ...]
    groups: tuple[Group, ...] = ()
    coming: tuple[tuple[str, int], ...] = ()
    """Cards of a horde of which so many arrive every turn, while none is here."""

    @property
    def empty(self) -> bool:
        """Return whether the side has no model here and never had one."""
        return not (self.rows or self.groups or self.gone)

    @property
    def dense(self) -> bool:
        return len(self.rows) > ROWS_IN_ONE_COLUMN


def force_of(state: State, side: str, may: AvailableOffers, most: int = MOST_ROWS) -> Force:
    activating = {key: offer.label or "activate" for offer in may["activate"] for key in choice(offer, "model")}
    living: dict[str, list[tuple[str, Model]]] = {place: [] for place in PLACES}
    gone: list[tuple[str, Model]] = []
    for key, model in state.of(side):
        (living[model.place] if model.in_use else gone).append((key, model))
    in_places = [each for one in living.values() for each in one]
    in_places.sort(key=lambda each: each[1].activated and each[0] != state.acting)
    every = [(key, looks(state, key, model, activating.get(key))) for key, model in in_places]
    alike = grouped(state, every) if len(every) > most else []
    sharing = {key for group in alike for key in group.keys}
    rows = tuple([row(key, look) for key, look in every if key not in sharing])
    return Force(side, rows, tuple(gone_of(gone)), tuple([group_of(group) for group in alike]))


def coming(state: State, side: str, book: Book) -> tuple[tuple[str, int], ...]:
    number = state.sides[side].horde
    hordes = [key for key, card in book.models.items() if card.horde and card.side == side]
    if not number or any(model.in_use and model.card in hordes for _, model in state.of(side)):
        return ()
    return tuple((key, number) for key in hordes)


class Alike(NamedTuple):
    card: str
    looks: Looks
    keys: list[str]


def grouped(state: State, every: list[tuple[str, Looks]]) -> list[Alike]:
    alike: dict[tuple[str, Looks], list[str]] = {}
    for key, look in every:
        alike.setdefault((state.models[key].card, look), []).append(key)
    return [Alike(card, look, keys) for (card, look), keys in alike.items() if len(keys) >= ALIKE]


def group_of(alike: Alike) -> Group:
    return Group(row(alike.keys[0], alike.looks), alike.card, len(alike.keys), numbers_of(tuple(alike.keys)))


@lru_cache(1000)
def numbers_of(keys: tuple[str, ...]) -> str:
    """Return the numbers of models in order, runs from first to last: 1–4, 6."""
    ends: list[list[int]] = []
    for number in sorted([int(model_number(key)) for key in keys]):
        if ends and ends[-1][-1] == number - 1:
            ends[-1] = [ends[-1][0], number]
        else:
            ends.append([number])
    return ", ".join("–".join(map(str, one)) for one in ends)


def gone_of(gone: list[tuple[str, Model]]) -> Iterator[tuple[str, int, bool]]:
    fates = Counter((model.card, model.alive) for _, model in gone)
    for key, model in gone:
        if fates[model.card, model.alive] < MOST_ROWS:
            yield key, 1, model.alive
    yield from ((card, number, alive) for (card, alive), number in fates.items() if number >= MOST_ROWS)


def model_number(key: str) -> str:
    return key.rsplit("-", 1)[-1]


def row(key: str, looks: Looks) -> Row:
    return Row(key, model_number(key), *looks)


def looks(state: State, key: str, model: Model, activates: str | None) -> Looks:
    return (
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
        stranded(state, key) if state.stranded else "",
        tuple(model.carries),
        tuple([chip(placed) for _, placed in state.cards_on(key)]) if state.in_play else (),
        activates,
    )


def stranded(state: State, key: str) -> str:
    if key != state.stranded:
        return ""
    if state.locked:
        return "locked-in"
    return "out-next-turn" if state.is_locked(key) else "freed"


def chip(placed: InPlay) -> Chip:
    return Chip(placed.owner, placed.card, placed.came == "experience", tuple(placed.change.items()))

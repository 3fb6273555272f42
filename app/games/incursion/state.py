"""What a table of Incursion keeps: pools, forces, models, cards. Only events write here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from app.core import play
from app.core.housekeeping import tracked
from app.core.veil import sealed, secret, unseen

Place = Literal["reserve", "entry", "board", "out"]
"""Not yet placed; placed at an entry point; on the board; gone by an exit."""


@dataclass
class Model:
    """A model of a side. `ap` is what is left of this turn; `full_ap` and `full_dp` are its card's."""

    also: ClassVar[tuple[str, ...]] = ("alive",)

    card: str
    side: str
    full_ap: int
    full_dp: int
    fortitude: int
    ap: int = tracked("number", 0)
    dp: int = tracked("number", 0)
    activated: bool = tracked("flag", False)
    reaction_fire: bool = False
    place: Place = "reserve"
    carries: int = tracked("number", 0)
    attackers: list[str] = field(default_factory=list)

    @property
    def alive(self) -> bool:
        """Whether it has Damage Points left."""
        return self.dp > 0

    @property
    def on_board(self) -> bool:
        return self.alive and self.place == "board"

    @property
    def in_use(self) -> bool:
        """Its figure is on the board or waits to enter."""
        return self.alive and self.place != "out"

    @property
    def in_reach(self) -> bool:
        """On the board or placed at an entry point: it can be activated."""
        return self.alive and self.place in ("entry", "board")


@dataclass
class Side:
    """A side's pools and secrets.

    `force` counts the cards it chooses, `horde` the zombies due every turn; `may_use_intelligence` is None for a side
    that never could.
    """

    side: str
    rp: int
    cp: int = tracked("number", 0)
    zombie_cp: int = 0
    hand: list[str] = secret(factory=list, referee=True)
    hand_size: int = 0
    bid: int | None = secret()
    bid_salt: str | None = unseen()
    vp: int = 0
    force: dict[str, int] = unseen(factory=dict)
    force_salt: str | None = unseen()
    force_open: bool = False
    commitment: str | None = None
    horde: int = 0
    horde_due: int = 0
    may_use_intelligence: bool | None = None


@dataclass
class State(play.State):
    """A mission in play."""

    first: str | None = None
    acting: str | None = None
    sides: dict[str, Side] = field(default_factory=dict)
    models: dict[str, Model] = field(default_factory=dict)
    deck: list[str] = sealed(factory=list)
    discard: list[str] = field(default_factory=list)
    in_play: dict[str, dict[str, str]] = field(default_factory=dict)

    def of(self, side: str) -> Iterator[tuple[str, Model]]:
        """The models of a side by id."""
        return ((key, model) for key, model in self.models.items() if model.side == side)

    def enemies(self, side: str) -> list[str]:
        """Ids of the enemy models on the board."""
        return [key for key, model in self.models.items() if model.side != side and model.on_board]

    def digest(self, side: str) -> list[tuple[str, int]]:
        """How many models of each card a side has on the table or about to enter."""
        cards = [model.card for _, model in self.of(side) if model.in_use]
        return [(card, cards.count(card)) for card in dict.fromkeys(cards)]

    def broken(self) -> list[str]:
        """What must never be: a pool below zero, or somebody acting who is not there."""
        pools = [(f"sides.{key}.cp", side.cp) for key, side in self.sides.items()]
        pools += [(f"models.{key}.ap", model.ap) for key, model in self.models.items()]
        pools += [(f"models.{key}.dp", model.dp) for key, model in self.models.items()]
        acting = self.models[self.acting] if self.acting else None
        gone = ["acting"] if acting and not acting.in_reach else []
        return [path for path, value in pools if value < 0] + gone

    def other(self, side: str) -> str:
        """The opponent."""
        return next(name for name in self.sides if name != side)

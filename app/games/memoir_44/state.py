"""The state of a table of Memoir '44, written by events alone.

Units, medals, the turn, pending answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, ClassVar

from pydantic import Field

from app.core.engine import event
from app.core.engine.visibility import private, sealed, secret
from app.core.table_commands.house_rulings import tracked
from app.games.memoir_44.book import ALLIED, AXIS, SIDES, UnitType

PHASES = ("set-up", "card", "orders", "action", "draw", "over")


TAKEN, FREED = "taken", "freed"
"""The fate of headquarters."""


def other(side: str) -> str:
    return AXIS if side == ALLIED else ALLIED


@dataclass
class Account:
    side: str
    medals: int = tracked("number", 0)
    to_win: int = 0
    hand_limit: int = tracked("number", 0)
    depot_lost: bool = tracked("flag", False)
    pontoons: int = tracked("number", 0)
    vehicles_lost: int = tracked("number", 0)
    """Lost figures of its vehicles."""
    seat: str | None = None
    """The seat that alone reads its hand, if generals sit beside it; without, all of the side do."""
    hand: list[str] = secret(factory=list)
    chip: list[str] = secret(factory=list)
    """The card that lies face down under the chip of a commissar."""
    chips: int = 0
    """The cards of paper that were played from under the chip."""
    drawn: list[str] = secret(factory=list)
    """The cards drawn last, of which some may have to be laid off."""
    orders: dict[str, str] = private(factory=dict)
    """Section → the card that its commander has dealt to the general there in this turn."""
    announced: int | None = None
    """The turn in which Air Power was put face up against a radar station."""
    earned: dict[str, int] = field(default_factory=dict)
    """The reasons of its medals."""


@dataclass
class General:
    side: str
    seat: str
    section: str
    order: str | None = private()
    pending: bool = False


@dataclass
class Unit:
    """A unit: kind, hex, actions of this turn.

    `at` is None if it is lost or has left.
    """

    side: str
    type: UnitType
    figures: int = tracked("number", 0, most="most")
    most: int = 0
    at: str | None = None
    nation: str = ""
    badge: str | None = None
    emblem: str | None = None
    leader: bool = tracked("flag", False)
    boat: bool = tracked("flag", False)
    traits: list[str] = field(default_factory=list)
    """Facts that the scenario gives of it."""
    camouflaged: bool = tracked("flag", False)
    carries: str | None = None
    """The star that it carries."""
    ordered: bool = False
    by: str | None = None
    """The seat of the general who has it this turn; nobody's: whoever commands the side."""
    path: list[str] = field(default_factory=list)
    """The hexes of its move in this turn, its old one first."""
    moves: int = 0
    kept: str | None = None
    """The reason why it may not battle any more in this turn."""
    table_says: str | None = None
    """The options after a move over ground that the table decides."""
    hard: bool = False
    battles: int = 0
    overran: bool = False
    placed: bool = False
    recovered: bool = False
    idle_until: int = 0
    """The last turn in which it takes no order."""
    came: bool = False
    """True in the turn in which a card brought it."""

    @property
    def there(self) -> bool:
        return self.at is not None


@dataclass
class Mine:
    """A minefield: its hex, its side, its number, secret until it is turned over."""

    layer: str
    at: str
    hidden: int | None = sealed()
    shown: int | None = None
    also: ClassVar[tuple[str, ...]] = ("revealed", "value")

    @property
    def revealed(self) -> bool:
        return self.shown is not None

    @property
    def value(self) -> object:
        """Return its number as far as anybody knows it."""
        return self.shown if self.shown is not None else self.hidden


@dataclass
class Star:
    purpose: str
    side: str | None
    at: str | None
    by: str | None = None
    count: int = 1
    also: ClassVar[tuple[str, ...]] = ("on",)

    @property
    def on(self) -> str | None:
        return self.by or self.at


@dataclass
class Train:
    side: str
    kind: str
    at: str
    tail: str | None = None
    front: str | None = None
    hits: int = 0
    wagon: str = "alive"
    locomotive: str = "alive"
    cargo: list[UnitType] = field(default_factory=list)
    ordered: bool = False
    by: str | None = None
    moves: int = 0
    battles: int = 0
    kept: str | None = None
    """The reason why it may not battle any more in this turn."""

    @property
    def places(self) -> list[str]:
        if self.locomotive == "gone":
            return []
        return [self.at, *([self.tail] if self.tail and self.wagon == "alive" else [])]


@dataclass
class Crosshair:
    gun: str
    on: str
    unit: str


@dataclass
class Slot:
    """Units that a card orders: section (anywhere: none), types, number (all: none)."""

    section: str | None
    types: list[str]
    count: Annotated[int, Field(ge=0, le=99)] | None
    near: bool | None = None
    """True for units next to an enemy only, False for the others only."""
    among: list[str] = field(default_factory=list)
    """The sections of which its units are, if several."""
    march: bool = False
    """True for units on the move, which may not battle."""


@dataclass
class Asked:
    unit: str
    flags: int
    by: str | None = None
    """The unit that attacked."""
    hits: int = 0
    cannot_ignore: bool = False


@dataclass
class SecondRoll:
    unit: str
    dice: int
    by: str | None = None


@dataclass
class Assault:
    unit: str
    target: str
    at: list[str]
    """The hexes of the attacker."""
    clear: bool = False
    """True if the attacked side has let it come, or has ambushed it."""


@dataclass
class Back:
    unit: str
    against: str


@dataclass
class Drop:
    """Units still to be dropped: how many in each drop, the hex of the one that goes on."""

    side: str
    left: list[int]
    steps: int
    type: UnitType
    figures: int
    nation: str = ""
    badge: str | None = None
    emblem: str | None = None
    rests: int = 0
    places: list[str] = field(default_factory=list)
    daylight: bool = False
    by_hand: bool = False
    at: str | None = None
    due: bool = False


@dataclass
class Reserve:
    """Units that a card may bring onto the enemy's baseline: number, kind, turn they came in."""

    side: str
    left: int
    type: UnitType
    figures: int
    nation: str = ""
    badge: str | None = None
    emblem: str | None = None
    traits: list[str] = field(default_factory=list)
    came: int | None = None


@dataclass
class Night:
    """A battle at night: the hexes that one sees, whether this turn's roll was made."""

    visibility: int = tracked("number", 1)
    rolled: bool = False


@dataclass
class Ice:
    unit: str
    hexes: int
    may_battle: bool = False
    retreats: bool = False


@dataclass
class Won:
    """A close assault that emptied a hex.

    Who may move in, so many hexes, whether it may battle again.
    """

    unit: str
    hex: str
    hexes: int
    overrun: bool
    why_not: str | None = None


@dataclass
class State(event.State):
    also: ClassVar[tuple[str, ...]] = ("medals", "medals_to_win", "hand_limit")

    accounts: dict[str, Account] = field(default_factory=lambda: {side: Account(side) for side in SIDES})
    generals: dict[str, General] = field(default_factory=dict)
    """The generals by their seats, on an Overlord board with a seat for each."""
    units: dict[str, Unit] = field(default_factory=dict)
    mines: dict[str, Mine] = field(default_factory=dict)
    stars: dict[str, Star] = field(default_factory=dict)
    trains: dict[str, Train] = field(default_factory=dict)
    crosshairs: list[Crosshair] = field(default_factory=list)
    removed: dict[str, list[str]] = field(default_factory=dict)
    """Hex → the things removed from it."""
    added: dict[str, list[str]] = field(default_factory=dict)
    """Hex → the things put there since."""
    dealt: bool = False
    real_mines: bool = False
    """True if real tokens have the numbers of minefields: the app asks as one is turned over."""
    deck: list[str] = sealed(factory=list)
    discard: list[str] = field(default_factory=list)
    card: str | None = None
    section: str | None = None
    played: list[str] = field(default_factory=list)
    """The cards played in this turn."""
    called: bool = False
    """True if the air strike of this turn was called by another card."""
    surplus: int = 0
    """Number of drawn cards to lay off before the next turn."""
    last_card: str | None = None
    last_section: str | None = None
    slots: list[Slot] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    """The hexes that an air strike or a barrage has hit in this turn."""
    struck: list[str] = field(default_factory=list)
    """The units that it has hit, wherever they are now."""
    decided: dict[str, int] = field(default_factory=dict)
    """Unit and target → the dice that the table decided on for this turn, if it had to."""
    battling: bool = False
    """True if a unit has battled in this turn, after which none moves any more."""
    dams_rolled: bool = False
    hour_rolled: bool = False
    night: Night | None = None
    drops: list[Drop] = field(default_factory=list)
    """The air drops that are still to come."""
    reserves: dict[str, Reserve] = field(default_factory=dict)
    """Side → the units that one of its cards may bring."""
    back: Back | None = None
    """The unit that may strike back."""
    returning: dict[str, int] = field(default_factory=dict)
    """Symbol → the figures that it may still return to any units."""
    medics_rolled: bool = False
    draws: bool = True
    second: SecondRoll | None = None
    assault: Assault | None = None
    let_come: bool = False
    """True if the attacked side lets every close assault of this turn come without being asked."""
    asked: Asked | None = None
    won: Won | None = None
    in_mine: str | None = None
    """The unit against which a minefield rolls, or on a real token whose number is still to be told."""
    headquarters: dict[str, str] = field(default_factory=dict)
    """Hex → whether its headquarters were taken by the enemy, or freed since."""
    ice: Ice | None = None
    """The unit for which its side rolls on thin ice."""
    leader_down: str | None = None
    """The unit whose heroic leader may be lost with it, and its hex."""
    fell_at: str | None = None

    @property
    def medals(self) -> dict[str, int]:
        return {side: one.medals for side, one in self.accounts.items()}

    @property
    def medals_to_win(self) -> dict[str, int]:
        return {side: one.to_win for side, one in self.accounts.items()}

    @property
    def hand_limit(self) -> dict[str, int]:
        return {side: one.hand_limit for side, one in self.accounts.items()}

    def of(self, side: str) -> Iterator[tuple[str, Unit]]:
        return ((key, unit) for key, unit in self.units.items() if unit.side == side and unit.there)

    def on_board(self) -> Iterator[tuple[str, Unit]]:
        return ((key, unit) for key, unit in self.units.items() if unit.there)

    def things_of(self, side: str) -> dict[str, list[str]]:
        trains = (key for key, train in self.trains.items() if train.side == side and train.places)
        return {key: self.places_of(key) for key in (*(key for key, _ in self.of(side)), *trains)}

    def places_of(self, key: str) -> list[str]:
        return [str(self.units[key].at)] if key in self.units else self.trains[key].places

    def placed(self, *keys: str) -> tuple[tuple[str, str], ...]:
        """Return units and trains on the board with their hexes, as a form names them.

        Figures on a table have no number.
        """
        return tuple((key, self.places_of(key)[0]) for key in keys)

    def at(self, place: str) -> str | None:
        units = (key for key, unit in self.units.items() if unit.at == place)
        trains = (key for key, train in self.trains.items() if place in train.places)
        return next(units, None) or next(trains, None)

    def mine_at(self, place: str) -> Mine | None:
        return self.mines.get(place)

    def side_at(self, place: str) -> str | None:
        key = self.at(place)
        if key is None:
            return None
        return self.units[key].side if key in self.units else self.trains[key].side

    def side_of(self, path: str) -> str | None:
        return None if path.endswith(".medals") else super().side_of(path)

    def broken(self) -> list[str]:
        places = [unit.at for _, unit in self.on_board()]
        places += [place for train in self.trains.values() for place in train.places]
        found = [f"two on {place}" for place in {one for one in places if places.count(one) > 1}]
        return found + [f"trains.{key}.hits" for key, train in self.trains.items() if train.hits > 4]

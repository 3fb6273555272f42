"""Secrets of the Brain, written by events alone: packs, tunnels, guards, dice and seals."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from app.core.engine.visibility import private
from app.games.mobile_infantry.book import BRAIN, BugKind


@dataclass
class Where:
    """A place underground, or the surface.

    A section; in a tunnel so many inches past one of its ends. `past`: of a team in a chamber the tunnel by which it
    came, of one on the surface the entrance.
    """

    section: str
    past: str = ""
    inches: float = 0


@dataclass
class Tunnel:
    ends: list[str]
    length: int
    width: int


@dataclass
class Plan:
    tunnels: dict[str, Tunnel]
    nest: str | None = None


@dataclass
class Pack:
    """Bugs that nobody has located, at a secret place: inches from a team, on a side of it."""

    kind: BugKind
    count: int
    team: str | None = None
    bearing: str = ""
    inches: float = 0
    site: str | None = None
    came: int = 0
    held: int = 0
    """Turns for which it has waited in its place."""
    where: Where | None = None
    """Its place underground; inches are those of the way to its team."""


@dataclass
class Scan:
    die: int
    isolated: bool
    hill: bool
    mounted: bool
    equidistant: bool


@dataclass
class StillToRoll:
    """The rolls left by a presence test with a typed die, in order.

    `roll`: the number of the roll that the table keeps for it, of so many `dice`, by these `packs` and `places` of
    the turn; `hour`: the direction of bugs at a fort; `bearing`: the side, once it is rolled; `sites`: those that may
    bring more; `brings`: those that do; `moves`: packs that move.
    """

    roll: int
    dice: int
    packs: list[str]
    places: list[str]
    arrives: bool = False
    hour: int | None = None
    bearing: str = ""
    sites: list[str] = field(default_factory=list)
    brings: list[str] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)

    def is_over(self, packs: Collection[str]) -> bool:
        return not (self.arrives or self.sites or self.brings or any(key in packs for key in self.moves))

    @property
    def is_done(self) -> bool:
        return not (self.arrives or self.sites or self.brings or self.moves)


@dataclass
class BrainSecrets:
    side: str = BRAIN
    packs: dict[str, Pack] = private(factory=dict)
    packs_made: int = private(0)
    reference: str | None = private()
    tested: int = private(0)
    """The last turn whose presence test was made."""
    to_roll: StillToRoll | None = private()
    """The rolls left of the presence test of this turn."""
    posted: list[str] = private(factory=list)
    """Entrances that have guards, and the nest."""
    nest: int | None = private()
    salt: str | None = private()
    scans: dict[str, Scan] = private(factory=dict)
    """Looks that the Brain has still to answer."""
    hits: dict[str, int] = private(factory=dict)
    """Hits on bugs, if the table hides them (specification, 17.3)."""
    on_surface: int = private(0)
    """Bugs that were on the surface when the last boat left."""
    dice: list[int] = private(factory=list)
    """The app's rolls for this turn in the Brain's seat, and the number of that roll."""
    roll: int = private(0)
    rolled: int = private(0)
    """The turn of those dice."""
    open_sky: bool = private(False)
    """True if hidden flyers are seen within 24 inches in that turn; older turns did not check."""
    sealed: dict[str, Any] = private(factory=dict)
    """Seal of the app → its content, while it is closed."""
    salts: dict[str, str] = private(factory=dict)
    plan: Plan | None = private()
    """The tunnels that the app has dug."""

"""Events underground: guards, the nest, the Brain Bug caught and dragged out."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core.engine.event import deep_copy
from app.core.engine.visibility import private, secret
from app.core.rules.dice import Roll
from app.games.mobile_infantry.book import BRAIN
from app.games.mobile_infantry.brain_secrets import Pack
from app.games.mobile_infantry.events import InfantryEvent
from app.games.mobile_infantry.events.presence import OfTheBrain
from app.games.mobile_infantry.state import State


@dataclass
class GuardsPosted(OfTheBrain):
    packs: dict[str, Pack]
    roll: Roll
    places: list[str] = field(default_factory=list)
    """The entrances that were rolled for, or the nest."""

    def apply(self, state: State) -> None:
        for key, pack in self.packs.items():
            state.lair.packs[key] = deep_copy(pack)
        state.lair.packs_made += len(self.packs)
        state.lair.posted += self.places


@dataclass
class NestMarked(InfantryEvent):
    """The Brain has marked the chamber of the nest; the others read only the seal."""

    commitment: str
    side: str = BRAIN
    chamber: int = secret(0)
    salt: str = private("")

    def apply(self, state: State) -> None:
        state.lair.nest, state.lair.salt, state.nest_seal = self.chamber, self.salt, self.commitment


@dataclass
class NestOpened(InfantryEvent):
    """The chamber of the nest at the end, and the salt with which its seal can be checked."""

    reveals = True
    opens_seals = True

    chamber: int
    salt: str

    def opened(self, state: State) -> list[tuple[str | None, str, int]]:
        return [(state.nest_seal, self.salt, self.chamber)]

    def apply(self, state: State) -> None:
        state.lair.nest, state.lair.salt = None, None


@dataclass
class BrainCaptured(InfantryEvent):
    bug: str

    def apply(self, state: State) -> None:
        state.bugs[self.bug].captured = True


@dataclass
class BrainDragged(InfantryEvent):
    bug: str
    inches: int
    roll: Roll

    def apply(self, state: State) -> None:
        state.bugs[self.bug].moved = self.inches
        state.bugs[self.bug].dragged += self.inches


@dataclass
class WayTold(InfantryEvent):
    """The Brain says how far it is from where the Brain Bug was captured to an entrance."""

    bug: str
    inches: int

    def apply(self, state: State) -> None:
        state.bugs[self.bug].way = self.inches


@dataclass
class BrainBroughtOut(InfantryEvent):
    bug: str

    def apply(self, state: State) -> None:
        state.bugs[self.bug].state = "gone"
        state.tally.brain_alive = True

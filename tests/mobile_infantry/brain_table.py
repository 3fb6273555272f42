"""A battle against the app in the Brain’s seat: the dice of a turn and of each roll are given in advance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.core.engine.event import Entry, Event
from app.core.game.setup import opening_of
from app.core.rules.dice import SeededDice
from app.core.table.seat_view import Table
from app.core.table_commands.lifecycle import TableOpened
from app.games.mobile_infantry.brain.choices import brain_data
from app.games.mobile_infantry.brain.turn_start import slots_from
from app.games.mobile_infantry.events.brain import BrainOrdered
from app.games.mobile_infantry.game import GAME
from app.games.mobile_infantry.options import Options
from app.games.mobile_infantry.state import Inquiry
from tests.mobile_infantry.playing import IM, Battle

FACES = {"tank": 1, "warrior": 2, "warriors": 3, "flyer": 5}
QUIET = 3
"""A slot whose site waits."""


class Given:
    """Dice that fall as they were told to; a 1 where nobody told them, unless they have a seed."""

    def __init__(self) -> None:
        self.turn: list[int] = []
        self.rolls: list[int] = []

    def die(self, number: int, index: int, faces: int) -> int:
        """Dice of the opening of a turn."""
        return self.turn[index] if index < len(self.turn) else 1

    def roll(self, number: int, count: int, faces: int) -> list[int]:
        """Every other roll."""
        return [self.rolls.pop(0) if self.rolls else 1 for _ in range(count)]


class AppBattle(Battle):
    """A table whose Brain is the app: `AppBattle("hungry").squad().start()`."""

    def __init__(self, temper: str = "cunning", mission: int = 1, players: int = 1, referee: bool = False, **more: str):
        rulings = {key.replace("_", "-"): answer for key, answer in more.items()}
        wished = Options.model_validate(
            {
                "game": GAME.key, "players": players, "brain": "app", "temper": temper, "mission": mission,
                "referee": referee, "table_rulings": rulings,
            }
        )  # fmt: skip
        self.table = self.opened(wished)
        self.given = Given()
        self.dice: Any = self.given

    def opened(self, wished: Options) -> Table:
        """A table as it is wished for."""
        return Table("BRAINS", GAME, [Entry(0, "", "", "", 0.0, [TableOpened(opening_of(GAME, wished))])])

    def seeded(self, seed: int) -> AppBattle:
        """Its dice come from a seed."""
        self.dice = SeededDice(bytes([seed % 256, seed // 256 % 256]) * 16)
        return self

    # -- dice

    def opening(self, presence: int = 1, team: int = 1, side: int = 1, kind: str = "tank", **more: Any) -> AppBattle:
        """The dice of the coming turn; `inches` six dice, `slot` those of the first slot."""
        inches, slot = more.get("inches", [1] * 6), more.get("slot", [1, 1, 1, QUIET, 1])
        own = [presence, team, side, *inches, FACES[kind], 1]
        assert len(own) == slots_from()
        rest = [1, 1, 6, QUIET, 1] * (brain_data().slots - 1)
        self.given.turn = [*own, *slot, *rest]
        return self

    def fall(self, *faces: int) -> AppBattle:
        """The dice of the coming rolls."""
        self.given.rolls = list(faces)
        return self

    # -- going on

    def start(self) -> AppBattle:
        """Everybody has set up: turn 1 begins."""
        for seat in [name for name, side in self.table.seats.items() if side is not None]:
            self.press(seat, "ready")
        return self

    def tell(self, kind: str, whose: str | None = None, dice: Sequence[int] | None = None, **facts: Any) -> list[Event]:
        """Answer the first open question of a kind, or that about a bug."""
        asked = {key: one for key, one in self.state.app.inquiries.items() if one.kind == kind}
        key = next(key for key, one in asked.items() if whose is None or whose in one.bugs)
        if kind == "men" and not facts.get("men"):
            return self.press(IM, "tell-no-attack", inquiry=key)
        return self.press(IM, f"tell-{kind}", dice, inquiry=key, **facts)

    def directed(self, whose: str | None = None, **facts: Any) -> list[Event]:
        """Ask the app whom a pack goes for that it has sent to the nearest man."""
        packs = {key: one for key, one in self.state.app.inquiries.items() if one.kind == "reached" and not one.aimed}
        key = next(key for key, one in packs.items() if whose is None or whose in one.bugs)
        return self.press(IM, "tell-nearest", inquiry=key, **facts)

    def tell_acid(self, **facts: Any) -> list[Event]:
        """Answer whom the acid of the first tank bug reaches, by the grid."""
        key = next(key for key, one in self.state.app.inquiries.items() if one.kind == "spray")
        return self.press(IM, "tell-acid", inquiry=key, **facts)

    def usual(self, one: Inquiry) -> dict[str, Any]:
        """An answer with as little in it as there may be: nobody."""
        some = next((key for key in self.state.teams if self.state.living_of(key)), None)
        return {"team": one.team or some} if one.kind == "reached" else {}

    def arrive(self, point: str = "unseen") -> list[Event]:
        """From the movement of the Mobile Infantry to the presence test."""
        self.done()
        return self.tell("presence", point=point)

    def scanned(self, die: int = 1, **facts: Any) -> AppBattle:
        """The location test of the turn."""
        self.tell("scan", dice=[die], **facts)
        return self

    def orders(self) -> list[BrainOrdered]:
        """Every order of the app."""
        return [one for entry in self.table.entries for one in entry.events if isinstance(one, BrainOrdered)]

    def last(self, do: str) -> BrainOrdered:
        """Its last order of a kind."""
        return [one for one in self.orders() if one.do == do][-1]

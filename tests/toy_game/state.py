"""What a table of Hello keeps: two moths with a wish each, and a window for either side."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.core.engine import event
from app.core.engine.visibility import private, secret
from app.core.table_commands.board_orders import OrderTalk
from app.core.table_commands.house_rulings import tracked

MOTHS, LAMPS = SIDES = ("moths", "lamps")
SEATS = {"grey-moth": MOTHS, "white-moth": MOTHS, "lamp": LAMPS}
WINDOWS = ("north", "east", "south")


@dataclass
class Moth:
    """A moth of one seat. Nobody else reads its wish, not even the other moth."""

    seat: str
    light: int = tracked("number", 0)
    resting: bool = tracked("flag", False)
    flights: int = 0
    wish: int = secret(0)


@dataclass
class Window:
    """The window that a side has chosen, sealed until both have."""

    side: str
    choice: str | None = secret()
    salt: str | None = private()
    commitment: str | None = None
    opened: str | None = None


@dataclass
class Draught:
    """A question of the app: which of these windows have a draught?"""

    windows: list[str]
    kind: str = "draught"


@dataclass
class State(event.State):
    """An evening of three turns. The `dew` is nobody's. `app`: what the app asks and orders as the lamps."""

    moths: dict[str, Moth] = field(default_factory=dict)
    windows: dict[str, Window] = field(default_factory=dict)
    dew: int = tracked("number", 0)
    app: OrderTalk[Draught] = field(default_factory=OrderTalk)
    draughty: list[str] | None = None
    """Windows with a draught, or where the lamp cannot stand; None until somebody has told."""
    lamp_at: str | None = None

    def still_to_fly(self) -> list[str]:
        """The moths that have not flown this turn."""
        return [name for name, moth in self.moths.items() if not moth.resting]

    def choosing(self) -> list[str]:
        """The seats that are asked for a window."""
        asked = [one for one in self.waiting if one.for_ == "window"]
        return [
            name
            for name, side in SEATS.items()
            for one in asked
            if (side, name) == (one.side, getattr(one, "seat", name))
        ]

    def side_of(self, path: str) -> str | None:
        """Moths are of a seat, windows of a side."""
        whose, *names = path.split(".")
        return SEATS.get(names[0]) if whose == "moths" and names else super().side_of(path)

    def broken(self) -> list[str]:
        """Light below nothing."""
        return [f"moths.{name}.light" for name, moth in self.moths.items() if moth.light < 0]

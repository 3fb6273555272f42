"""What the creator of a table of Infantería Móvil may ask for beside what every game has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from app.core.options import Options as Common
from app.games.mobile_infantry.book import BRAIN, INFANTRY

MOST_PLAYERS = 6


class Options(Common):
    """How many players command the Mobile Infantry, and who is the Brain."""

    players: Annotated[int, Field(ge=1, le=MOST_PLAYERS)] = 1
    brain: Literal["person"] = "person"


def options_in(form: Mapping[str, str], common: dict[str, Any]) -> Mapping[str, Any]:
    """What the form of a new table asks for."""
    return {**common, "players": form.get("players", "1"), "brain": form.get("brain", "person")}


def seats(options: Options) -> Mapping[str, str | None]:
    """The Brain’s seat, and one for each player of the Mobile Infantry."""
    return {BRAIN: BRAIN, **{f"{INFANTRY}-{number}": INFANTRY for number in range(1, options.players + 1)}}

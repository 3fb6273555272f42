"""Options of a new Infantería Móvil table beside the shared ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from app.core.game.options import Options as Common
from app.core.rules.inputs import number_or_text
from app.games.mobile_infantry.book import BRAIN, INFANTRY

MOST_PLAYERS = 6


class Options(Common):
    players: Annotated[int, Field(ge=1, le=MOST_PLAYERS)] = 1
    brain: Literal["person", "app"] = "person"
    temper: Literal["cautious", "hungry", "cunning"] | None = None
    """The temper of the app as the Brain; None for a person."""


def options_in(form: Mapping[str, str], common: dict[str, Any]) -> Mapping[str, Any]:
    players = number_or_text(form.get("players", "1"))
    asked = {**common, "players": players, "brain": form.get("brain", "person")}
    return {**asked, "temper": form["temper"]} if asked["brain"] == "app" and form.get("temper") else asked


def seats(options: Options) -> Mapping[str, str | None]:
    brain = {BRAIN: BRAIN} if options.brain == "person" else {}
    return {**brain, **{f"{INFANTRY}-{number}": INFANTRY for number in range(1, options.players + 1)}}

"""Options of a new table."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.core.messages.translator import LANGUAGES, Language
from app.core.rules.inputs import PRINTABLE, Facts


class Options(Facts):
    """The options that every game has; a game adds its own. Every option has a default."""

    game: str
    edition: str | None = None
    mission: int | str | None = None
    referee: bool = False
    referee_sees: Literal["public", "all"] = "public"
    table_rulings: dict[str, str] = Field(default_factory=dict)
    card_set: str | None = None
    seed: Annotated[str, Field(pattern="^[0-9a-fA-F]{64}$")] | None = None
    language: Language = LANGUAGES[0]
    opponents: dict[str, Annotated[int, Field(ge=1, le=9)]] = Field(default_factory=dict)
    """Seat → level of the app that plays it, 1 for the weakest."""


Name = Annotated[str, Field(min_length=1, max_length=40, pattern=PRINTABLE)]
"""A name that a person gives."""

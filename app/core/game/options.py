"""What the creator of a table asks for."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from app.core.messages.translator import LANGUAGES, Language
from app.core.rules.inputs import PRINTABLE, Facts


class Options(Facts):
    """The options of a table to be, as every game knows them; a game adds its own. What is left out is its default."""

    game: str
    edition: str | None = None
    mission: int | str | None = None
    referee: bool = False
    referee_sees: Literal["public", "all"] = "public"
    table_rulings: dict[str, str] = Field(default_factory=dict)
    card_set: str | None = None
    seed: Annotated[str, Field(pattern="^[0-9a-fA-F]{64}$")] | None = None
    language: Language = LANGUAGES[0]


Name = Annotated[str, Field(min_length=1, max_length=40, pattern=PRINTABLE)]
"""What somebody calls a thing of theirs."""

"""What the creator of a table asks for."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from app.core.facts import PRINTABLE, Facts


class Options(Facts):
    """The options of a table to be, as every game knows them; a game adds its own. What is left out is its default."""

    game: str
    edition: str | None = None
    mission: int | str | None = None
    players: Annotated[int, Field(ge=1, le=8)] | None = None
    referee: bool = False
    referee_sees: Literal["public", "all"] = "public"
    table_rulings: dict[str, str] = Field(default_factory=dict)
    card_set: str | None = None
    seed: Annotated[str, Field(pattern="^[0-9a-fA-F]{64}$")] | None = None
    language: Literal["en", "es"] = "en"

    @property
    def series(self) -> list[Any]:
        """The missions of a campaign to be; none where it is no campaign, or all of them in order."""
        return []


Name = Annotated[str, Field(min_length=1, max_length=40, pattern=PRINTABLE)]
"""What somebody calls a thing of theirs."""

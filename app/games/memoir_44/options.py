"""What the creator of a table of Memoir '44 may ask for beside what every game has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from app.core.options import Options as Common


class Options(Common):
    """Who holds the command cards: the players theirs, or the app, which deals them as secret hands."""

    deck: Literal["app", "physical"] = "physical"


def options_in(form: Mapping[str, str], common: dict[str, Any]) -> Mapping[str, Any]:
    """What the form of a new table asks for."""
    return {**common, "deck": form.get("deck", "physical")}

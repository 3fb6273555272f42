"""Asking the rulings of Memoir '44 directly, as the interface does."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.errors import Malformed, Refused
from app.core.game.evaluate import ask_ruling
from app.core.rules.ruling import RulingResult
from app.games.memoir_44.game import GAME


def asked(ruling: str, given: dict[str, Any]) -> RulingResult:
    """The ruling of that name; `table_rulings` among the facts answers open questions."""
    return ask_ruling(GAME, ruling, given)


def ask(ruling: str, answers: dict[str, str] | None = None, /, **facts: Any) -> RulingResult:
    """The same, in a sentence: `ask("mine", value=3, unit="infantry")`."""
    return asked(ruling, {**facts, "table_rulings": answers or {}})


def refusal(ruling: str, /, **facts: Any) -> tuple[str, str | None]:
    """The code of the "no" and its field."""
    with pytest.raises((Refused, Malformed)) as caught:
        asked(ruling, facts)
    assert isinstance(caught.value, Malformed) or f"refusal.{caught.value.code}" in GAME.words
    return caught.value.code, caught.value.field

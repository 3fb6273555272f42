"""The starter set as it was when tables were recorded: whoever adds or mends a card changes no hand of theirs."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from app.games.incursion import game

CARDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def use_frozen_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on new tables copy these cards."""
    monkeypatch.setattr(game, "card_set", lambda name: CARDS)

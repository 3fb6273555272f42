"""The words that stand only on paper, in every language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from app.core.book import read
from app.core.words import Entry, flattened


@cache
def printed_words() -> Mapping[str, Entry]:
    """Words of cards and sheets, and of what the print shop refuses."""
    return flattened(read(Path(__file__).parent / "words.toml"))

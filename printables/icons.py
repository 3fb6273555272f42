"""Icons: path operators in a square of 512, from game-icons.net (CC BY 3.0; THIRD-PARTY.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SIZE = 512
CREDIT = "game-icons.net, CC BY 3.0"


@dataclass(frozen=True)
class Icon:
    """A picture: the name by which a document holds it once, and its operators."""

    name: str
    path: str


@cache
def icons_in(file: Path) -> Mapping[str, Icon]:
    """Every icon of a file by its name, one a line."""
    lines = file.read_text(encoding="utf-8").splitlines()
    named = (line.split(" ", 1) for line in lines if not line.startswith("#"))
    return {name: Icon(name, path) for name, path in named}

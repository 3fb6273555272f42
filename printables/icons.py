"""Icons: path operators in a square of 512, from game-icons.net (CC BY 3.0; THIRD-PARTY.md)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

SIZE = 512
CREDIT = "game-icons.net, CC BY 3.0"


@cache
def icons() -> dict[str, str]:
    """Every icon's operators by its name."""
    lines = (Path(__file__).parent / "icons.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split(" ", 1) for line in lines if not line.startswith("#"))

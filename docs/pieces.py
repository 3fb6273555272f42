"""The table of pieces in docs/scenarios.md: how many kinds are refereed, asked once, decoration only."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from app.core.rules.book import load_toml
from app.games.memoir_44.book import DATA
from app.games.memoir_44.game import GAME
from app.games.memoir_44.scenarios.importing import foreign

PAGE = Path(__file__).parent / "scenarios.md"
STATES = ("refereed", "asked", "look")
KINDS = {
    "terrain": "terrain", "rect_terrain": "strips", "obstacle": "obstacles",
    "unit": "units", "badge": "badges", "tag": "markers",
}  # fmt: skip
BEARERS = ("infus", "tankus", "gunus")
"""A badge counts by the unit on which it has a rule."""
MARKED = {"tag3": "MINE_FIELD", "tag4": "EXIT_MARKER", "tag5": "EXIT_MARKER"}
"""Behaviours of markers in real files."""


def states_of(kind: str, name: str) -> list[str]:
    """Return the states of a piece of this name, one for each thing that it may be on."""
    if kind == "badge":
        return [state_in({"unit": {"name": bearer, "badge": name}}, "badge") for bearer in BEARERS]
    if kind == "unit":
        return [state_in({"unit": {"name": f"{name}us"}}, "unit")]
    if kind == "tag":
        marked = {"behavior": MARKED[name], "side": "AXIS"} if name in MARKED else {}
        return [state_in({"tags": [{"name": name, **marked}]}, "tag")]
    return [state_in({kind: {"name": name, "orientation": 1}}, kind)]


def state_in(here: dict[str, Any], slot: str) -> str:
    info = {"side_player1": "AXIS", "side_player2": "ALLIES", "starting": "PLAYER1"}
    counts = {f"{key}_player{player}": 5 for key in ("cards", "victory") for player in (1, 2)}
    board = {"type": "STANDARD", "face": "COUNTRY", "hexagons": [{"row": 2, "col": 4, **here}]}
    file = {"game_info": info | counts, "board": board, "text": {"en": {"name": "One piece"}}}
    details = foreign(json.dumps(file).encode(), "piece.m44").details(GAME.get_translator("en"))
    return next(str(one["state"]) for one in details["map"][0]["things"] if one["slot"] == slot)


def table() -> str:
    """Return the table as Markdown."""
    boxes, lines = load_toml(DATA / "editor_boxes.toml"), []
    for kind, called in KINDS.items():
        names = {name.casefold() for names in boxes[kind].values() for name in names}
        counts = Counter(best(states_of(kind, name)) for name in names)
        lines.append(f"| {called} | {len(names)} | " + " | ".join(str(counts[state]) for state in STATES) + " |")
    head = "| pieces of the editor | kinds | refereed | asked once | decoration only |\n|---|---|---|---|---|\n"
    return head + "\n".join(lines) + "\n"


def best(states: list[str]) -> str:
    """Return the state where a piece is refereed, else where nothing is asked."""
    return next(state for state in ("refereed", "look", "asked") if state in states)


TABLE = re.compile(r"\| pieces of the editor \|.*?\n(?=\n)", re.DOTALL)


def with_table(page: str) -> str:
    """Return the page with the table as it is now."""
    return TABLE.sub(lambda _: table(), page)


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    if "--write" in sys.argv:
        PAGE.write_text(with_table(text), encoding="utf-8")
    else:
        print(table())

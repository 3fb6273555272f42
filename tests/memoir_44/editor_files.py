"""Files in the shape of the Scenario Editor's, made here: none of its scenarios, none of its texts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from app.core.content.missions import ExternalFile
from app.games.memoir_44.book import EDITION, edition_book
from app.games.memoir_44.scenarios.importing import foreign
from app.games.memoir_44.scenarios.names import editor
from app.games.memoir_44.scenarios.scenario import Scenario, scenario_of

PLAIN = {
    "side_player1": "AXIS",
    "side_player2": "ALLIES",
    "country_player1": "DE",
    "country_player2": "US",
    "cards_player1": 5,
    "cards_player2": 4,
    "victory_player1": 6,
    "victory_player2": 5,
    "starting": "PLAYER2",
}
BOARDS = {"STANDARD": (25, 9), "BRKTHRU": (25, 17), "OVERLORD": (51, 9)}


def places(board: str = "STANDARD") -> list[tuple[int, int]]:
    """(row, col) of every hex of a board."""
    width, rows = BOARDS[board]
    return [(row, col) for row in range(rows) for col in range(row % 2, width, 2)]


def hexagon(row: int, col: int, **things: Any) -> dict[str, Any]:
    """An entry of the board."""
    return {"row": row, "col": col, **things}


def spread(things: Iterable[Mapping[str, Any]], board: str = "OVERLORD") -> list[dict[str, Any]]:
    """Each of these on a hex of its own."""
    return [hexagon(row, col, **one) for (row, col), one in zip(places(board), things, strict=False)]


def scenario(hexagons: Any = (), *, info: Any = None, board: Any = None, **top: Any) -> dict[str, Any]:
    """A whole file, with nothing on the board unless it is given."""
    return {
        "meta_data": {"software": "ours"},
        "game_info": {**PLAIN, **(info or {})},
        "board": {"type": "STANDARD", "face": "COUNTRY", "hexagons": hexagons, **(board or {})},
        "text": {"en": {"name": "A probe of ours"}},
        **top,
    }


def full_breakthrough() -> dict[str, Any]:
    """A Breakthrough board with terrain on every hex, an odd one in ten, and a unit on half the hexes of both sides."""
    known = [name for names in editor()["terrain"].values() for name in names]
    hexagons = []
    for number, (row, col) in enumerate(places("BRKTHRU")):
        name = "quicksand" if number % 10 == 9 else known[number % len(known)]
        here: dict[str, Any] = {"terrain": {"name": name, "orientation": 1 + number % 6}}
        if abs(row - 8) > 2 and number % 2:
            here["unit"] = {"name": f"{('inf', 'tank', 'gun')[number % 3]}{'ger' if row < 8 else 'us'}"}
        hexagons.append(hexagon(row, col, **here))
    return scenario(hexagons, board={"type": "BRKTHRU"})


def as_file(data: Any) -> bytes:
    """A file's content."""
    return json.dumps(data, default=list).encode()


def read(data: Any) -> ExternalFile:
    """A file as the game reads it."""
    return foreign(data if isinstance(data, bytes) else as_file(data), "probe.m44")


def made(data: Any, **answers: str) -> Scenario:
    """The scenario that a file becomes."""
    return scenario_of(read(data).mission(answers), edition_book(EDITION, {}))


ODD: list[Any] = [
    None,
    "",
    [],
    {},
    7,
    -1,
    1.5,
    True,
    "woods",
    {"item": ["x"]},
    [["medal1"]],
    {"name": 3},
    {"1": {"2": []}},
]
"""Values that stand in a spoilt file where others belong."""


def spoilt(data: Any, chance: Random, share: float) -> Any:
    """The data with odd values in place of so many of its parts."""
    if chance.random() < share:
        return chance.choice(ODD)
    if isinstance(data, dict):
        return {key: spoilt(value, chance, share) for key, value in data.items()}
    return [spoilt(one, chance, share) for one in data] if isinstance(data, list) else data


def things_in(data: Mapping[str, Any]) -> int:
    """Terrains, strips, obstacles, units, badges, tags, behaviours and options of a file in its plainest shape."""
    count = len(data["game_info"].get("options", {})) + len(data.get("options", {}))
    for entry in data["board"]["hexagons"]:
        things: Sequence[Mapping[str, Any]] = [
            *(entry[kind] for kind in ("terrain", "rect_terrain", "obstacle", "unit") if kind in entry),
            *entry.get("tags", []),
        ]
        count += sum(1 + sum(key in one for key in ("badge", "behavior", "behavior2")) for one in things)
    return count

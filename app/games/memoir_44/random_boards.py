"""Boards made by chance, as files of the Scenario Editor: terrain of every name, units face to face, mines, exits."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from app.core.missions import MissionData
from app.games.memoir_44.book import EDITION, edition_book
from app.games.memoir_44.geometry import BOARDS, Hex
from app.games.memoir_44.scenarios.importing import foreign
from app.games.memoir_44.scenarios.names import editor

TERRAIN, OBSTACLE, UNIT, TAG = 0.3, 0.06, 0.45, 0.05
"""How many hexes have one."""
ODD = ["wriver", "pjungle", "descarpment"]
"""Terrain that is not refereed here."""
NATIONS = {"axis": ("ger", "jp", "it"), "allied": ("us", "brit", "ru")}
MINE, EXIT = "MINE_FIELD", "EXIT_MARKER"
TAGS: list[dict[str, Any]] = [
    *({"name": name} for name in ("medal0", "medal4", "medal5", "tag1")),
    *({"name": "tag3", "behavior": MINE, "side": side} for side in ("ALLIES", "AXIS")),
    *({"name": "tag4", "behavior": EXIT, "side": side} for side in ("ALLIES", "AXIS")),
]


def random_board(chance: Random) -> MissionData:
    """A scenario that came out of a file of the editor, what it asks answered somehow."""
    sheet = foreign(json.dumps(random_file(chance)).encode(), "board.m44")
    answers = {one.key: one.usual or chance.choice(list(one.choices)) for one in sheet.asked}
    return sheet.mission(answers)


def random_file(chance: Random) -> dict[str, Any]:
    """A whole file."""
    name = chance.choice(["standard", "standard", "brkthru", "overlord"])
    options = {one: True for one in editor()["option"] if one != "mine_deck_name" and chance.random() < 0.3}
    return {
        "game_info": {
            "side_player1": "AXIS", "side_player2": "ALLIES", "cards_player1": 5, "cards_player2": 4,
            "victory_player1": 4, "victory_player2": 4, "starting": f"PLAYER{chance.randint(1, 2)}", "options": options,
        },
        "board": {
            "type": name.upper(),
            "face": chance.choice(list(editor()["face"])).upper(),
            "hexagons": list(hexagons(editor()["board"][name], chance)),
        },
        "text": {"en": {"name": "Board by chance"}},
    }  # fmt: skip


def hexagons(name: str, chance: Random) -> Iterator[dict[str, Any]]:
    """What lies on each hex of a board where anything does."""
    board = BOARDS[name]
    for place in board.hexes:
        here = {**ground(chance), **somebody(place, board.rows, chance)}
        if chance.random() < TAG:
            here["tags"] = [chance.choice(TAGS)]
        if here:
            yield {"row": place[1], "col": place[0], **here}


def ground(chance: Random) -> dict[str, Any]:
    """A terrain, with a bridge or a ford where it is water, or an obstacle."""
    found: dict[str, Any] = {}
    if chance.random() < TERRAIN:
        kind = chance.choice(list(editor()["terrain"]))
        turn = chance.randint(1, 6)
        found["terrain"] = {"name": chance.choice([*editor()["terrain"][kind], *ODD[: chance.randint(0, 1)]]),
                            "orientation": turn}  # fmt: skip
        if edition_book(EDITION, {}).ground(kind).water and chance.random() < 0.5:
            found["rect_terrain"] = {"name": chance.choice(["bridge", "ford", "railbridge"]), "orientation": turn}
    elif chance.random() < OBSTACLE:
        found["obstacle"] = {"name": chance.choice(["sand", "wire", "hedgehog"])}
    return found


def somebody(place: Hex, rows: int, chance: Random) -> dict[str, Any]:
    """A unit on its own half of the board, the nearer to the middle the likelier; it may lie on ground of its face."""
    middle = rows // 2
    apart = abs(place[1] - middle)
    if not apart or chance.random() > UNIT / apart:
        return {}
    nation = chance.choice(NATIONS["axis" if place[1] < middle else "allied"])
    kind = chance.choice(["inf", "inf", "inf", "inf2", "tank", "tank2", "gun"])
    unit = {"name": f"{kind}{nation}", "nbr_units": str(chance.randint(1, 3))}
    badges = {"inf": "badge6", "gun": "badge5"}
    if kind in badges and chance.random() < 0.3:
        unit["badge"] = badges[kind]
    return {"terrain": {"name": "highground"}, "unit": unit}

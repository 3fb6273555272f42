"""Random boards as files of the Scenario Editor.

Terrain of every name, units face to face, mines, exits, Battle Stars.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from app.core.content.missions import ImportQuestion, MissionData
from app.games.memoir_44.book import EDITION, edition_book
from app.games.memoir_44.geometry import BOARDS, Board, Hex
from app.games.memoir_44.scenarios.importing import foreign
from app.games.memoir_44.scenarios.names import editor

TERRAIN, OBSTACLE, UNIT, TAG = 0.3, 0.06, 0.45, 0.05
"""The share of hexes that have one."""
STARS, STARRED, DAM = 0.7, 0.4, 0.35
"""Shares of boards with Battle Stars, of their units on one, and of hexes with a dam and one."""
MOSTLY, OFTEN = 0.75, ["sabotage", "dam", "dam"]
"""The share of these boards with stars for one of these purposes; the others for any."""
RAILWAY, WASHED_OUT = 0.3, 0.2
"""The shares of boards with a track and train, and of its hexes that are not refereed."""
ODD = ["wriver", "pjungle", "descarpment"]
"""Terrain that is not refereed here."""
NATIONS = {"axis": ("ger", "jp", "it"), "allied": ("us", "brit", "ru")}
MINE, EXIT = "MINE_FIELD", "EXIT_MARKER"
STAR = {"name": "tag1"}
TAGS: list[dict[str, Any]] = [
    STAR,
    *({"name": name} for name in ("medal0", "medal4", "medal5")),
    *({"name": "tag3", "behavior": MINE, "side": side} for side in ("ALLIES", "AXIS")),
    *({"name": "tag4", "behavior": EXIT, "side": side} for side in ("ALLIES", "AXIS")),
]


def random_board(chance: Random) -> MissionData:
    file = foreign(json.dumps(random_file(chance)).encode(), "board.m44")
    return file.mission({one.key: answer(one, chance) for one in file.asked})


def answer(asked: ImportQuestion, chance: Random) -> str:
    if asked.key == "stars":
        return chance.choice(OFTEN if chance.random() < MOSTLY else list(asked.choices))
    return asked.usual or chance.choice(list(asked.choices))


def random_file(chance: Random) -> dict[str, Any]:
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
    board, stars = BOARDS[name], chance.random() < STARS
    track = railway(board, chance) if chance.random() < RAILWAY else {}
    for place in board.hexes:
        here = track.get(place) or {**ground(chance), **somebody(place, board.rows, chance)}
        if stars and place not in track:
            here |= starred(here, chance)
        if "tags" not in here and chance.random() < TAG:
            here["tags"] = [chance.choice(TAGS)]
        if here:
            yield {"row": place[1], "col": place[0], **here}


def ground(chance: Random) -> dict[str, Any]:
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


def railway(board: Board, chance: Random) -> dict[Hex, dict[str, Any]]:
    row = chance.randrange(board.rows)
    places = [place for place in board.hexes if place[1] == row]
    track: dict[Hex, dict[str, Any]] = {place: {"terrain": {"name": "rail", "orientation": 1}} for place in places}
    for here in track.values():
        if chance.random() < WASHED_OUT:
            here["terrain"]["behavior"] = "WASHED_OUT"
    first, side = chance.randrange(len(places) - 1), chance.choice(["AXIS", "ALLIES"])
    for name, place in zip(("loco", "wagon"), places[first:], strict=False):
        track[place]["rect_terrain"] = {"name": name, "side": side, "orientation": chance.randint(1, 6)}
    return track


def somebody(place: Hex, rows: int, chance: Random) -> dict[str, Any]:
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


def starred(here: dict[str, Any], chance: Random) -> dict[str, Any]:
    if here.get("unit", {"name": "inf"})["name"].startswith("inf") and chance.random() < DAM:
        return {"terrain": {"name": "dam"}, "tags": [STAR]}
    return {"tags": [STAR]} if "unit" in here and chance.random() < STARRED else {}

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
from app.games.memoir_44.geometry import BOARDS, Board, Hex, name_of
from app.games.memoir_44.scenarios.editor_hexes import QUARTERED
from app.games.memoir_44.scenarios.editor_units import RESTS
from app.games.memoir_44.scenarios.importing import foreign
from app.games.memoir_44.scenarios.names import FIELDS, OF_A_SIDE, UNITS, editor
from app.games.memoir_44.scenarios.scenario import face_terrain

TERRAIN, OBSTACLE, UNIT, TAG = 0.3, 0.06, 0.45, 0.05
"""The share of hexes that have one."""
STARS, STARRED, DAM = 0.7, 0.4, 0.35
"""Shares of boards with Battle Stars, of their units on one, and of hexes with a dam and one."""
MOSTLY, OFTEN = 0.75, ["sabotage", "dam", "dam"]
"""The share of these boards with stars for one of these purposes; the others for any."""
RAILWAY, WASHED_OUT = 0.3, 0.2
"""The shares of boards with a track and train, and of its hexes that are not refereed."""
ODD = ["quicksand"]
"""Terrain that is not refereed here."""
OFTEN_THERE = ["frozen-river", "cave-on-hill", "headquarters", "hospital"]
"""Terrain that rolls or costs something, of which a board may have much."""
MUCH, HALF = 0.5, 0.5
"""The share of boards with much of one of these, and its share of their tiles."""
BEHAVES, SHUT = 0.3, 0.05
"""The shares of tiles with a behaviour, and of those that are closed to somebody."""
CLOSED: list[Any] = [True, {"AXIS": True}, {"ALLIES": [2, 3]}]
NATIONS = {"axis": ("ger", "jp", "it"), "allied": ("us", "brit", "ru")}
MINE, DECOY, EXIT = "MINE_FIELD", "DECOY_MEDAL_MINE_FIELD", "EXIT_MARKER"
SUDDEN, SHUFFLED_ONCE, BY_DAY = 0.3, 0.1, 0.5
"""The shares of boards with a sudden death, of those whose cards are not shuffled again, and of air drops by day."""
NAMED = {"ALLIES": "allied", "AXIS": "axis"}
STAR = {"name": "tag1"}
TYPES = {"inf": "infantry", "inf2": "infantry", "tank": "armour", "gun": "artillery"}
WORN, SAID, SHIPS = 0.4, 0.1, 0.1
"""Shares of units with a badge, of those of which a file says something, of ocean hexes with a destroyer."""
TAGS: list[dict[str, Any]] = [
    STAR,
    *({"name": name} for name in ("medal0", "medal4", "medal5")),
    *({"name": "tag3", "behavior": laid, "side": side} for side in ("ALLIES", "AXIS") for laid in (MINE, DECOY)),
    *({"name": "tag4", "behavior": EXIT, "side": side} for side in ("ALLIES", "AXIS")),
]


def random_board(chance: Random) -> MissionData:
    file = foreign(json.dumps(random_file(chance)).encode(), "board.m44")
    return file.mission({one.key: answer(one, chance) for one in file.asked})


def answer(asked: ImportQuestion, chance: Random) -> str:
    if asked.key == "star":
        return chance.choice(OFTEN if chance.random() < MOSTLY else list(asked.choices))
    if asked.key == "hq-town":
        return chance.choice(list(asked.choices))
    return asked.usual or chance.choice(list(asked.choices))


def random_file(chance: Random) -> dict[str, Any]:
    name = chance.choice(["standard", "standard", "brkthru", "overlord"])
    options = {one: valued(needed, chance) for one, needed in editor()["option"].items() if chance.random() < 0.3}
    if chance.random() < SHUFFLED_ONCE:
        options["deck_reshuffling"] = False
    face = chance.choice(list(editor()["face"]))
    return {
        "game_info": {
            "side_player1": "AXIS", "side_player2": "ALLIES", "cards_player1": 5, "cards_player2": 4,
            **({"victory": sudden_death(BOARDS[editor()["board"][name]], chance)} if chance.random() < SUDDEN else {}),
            "victory_player1": 4, "victory_player2": 4, "starting": f"PLAYER{chance.randint(1, 2)}", "options": options,
        },
        "board": {
            "type": name.upper(),
            "face": face.upper(),
            "hexagons": list(hexagons(editor()["board"][name], editor()["face"][face], chance)),
        },
        "text": {"en": {"name": "Board by chance"}},
    }  # fmt: skip


def valued(needed: str, chance: Random) -> Any:
    """Return a value that turns an option on: a side, or further fields, where it has some."""
    side = chance.choice(["ALLIES", "AXIS"])
    if needed == FIELDS:
        unit = {
            "name": f"inf2{chance.choice(NATIONS[NAMED[side]])}",
            "behavior": RESTS,
            "turn": 1,
        }
        day = {"option": "NEED_FULL_DAY_VISIBILITY"} if chance.random() < BY_DAY else {}
        return {"side": side, "range": 3, "nbr_units": [2, 1], "center": "G5, f4", "unit": unit, **day}
    if needed == UNITS:
        limits = {"behavior": "CANNOT_EXIT"} if chance.random() < HALF else {}
        armour = {"nbr_units": 2, "name": f"tank{chance.choice(NATIONS[NAMED[side]])}", **limits}
        return {side: armour}
    if needed == OF_A_SIDE:
        return chance.choice([side, "all"])
    fields = {"side": side, "sections": [0, 2], "count_for": 2, "min_nbr_units": 1, "option": "NEED_NEIGHBOUR_UNIT"}
    return needed or chance.choice([True, fields])


def sudden_death(board: Board, chance: Random) -> dict[str, Any]:
    """Return three hexes of which a side wins at once by two."""
    group = [name_of(board, at) for at in chance.sample(list(board.hexes), 3)]
    return {
        "condition": [{"group_sudden_death": {"side": chance.choice(["ALLIES", "AXIS"]), "number": 2, "group": group}}]
    }


def hexagons(name: str, face: str, chance: Random) -> Iterator[dict[str, Any]]:
    board, stars = BOARDS[name], chance.random() < STARS
    track = railway(board, chance) if chance.random() < RAILWAY else {}
    much = chance.choice(OFTEN_THERE) if chance.random() < MUCH else None
    for place in board.hexes:
        here = track.get(place) or {**ground(chance, much), **somebody(place, board.rows, chance)}
        if not here and face_terrain(name, face, place[1]) == "ocean" and chance.random() < SHIPS:
            here = {"rect_terrain": {"name": "pdestroyer", "side": chance.choice(["AXIS", "ALLIES"])}}
        if stars and place not in track:
            here |= starred(here, chance)
        if "tags" not in here and chance.random() < TAG:
            here["tags"] = [chance.choice(TAGS)]
        if here:
            yield {"row": place[1], "col": place[0], **here}


def ground(chance: Random, much: str | None = None) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if chance.random() < TERRAIN:
        every = list(editor()["terrain"])
        kind = much if much and chance.random() < HALF else chance.choice(every)
        turn = chance.randint(1, 6)
        found["terrain"] = {"name": chance.choice([*editor()["terrain"][kind], *ODD[: chance.randint(0, 1)]]),
                            "orientation": turn, **behavior(kind, chance)}  # fmt: skip
        if edition_book(EDITION, {}).ground(kind).water and chance.random() < 0.5:
            found["rect_terrain"] = {"name": chance.choice(["bridge", "ford", "railbridge"]), "orientation": turn}
            if found["rect_terrain"]["name"] == "bridge":
                found["rect_terrain"] |= {"behavior": "CAN_BE_BLOWN", "behavior2": "ONE_MEDAL_IF_BLOWN"}
    elif chance.random() < OBSTACLE:
        found["obstacle"] = {"name": chance.choice(["sand", "wire", "hedgehog"])}
    return found


def behavior(kind: str, chance: Random) -> dict[str, Any]:
    """Return what a file says of a tile: a behaviour that it may have, or who may not enter."""
    if chance.random() < SHUT:
        return {"properties": {editor()["closed"]["property"]: chance.choice(CLOSED)}}
    every = [name for name, bearers in editor()["behavior"].items() if {kind, "terrain"} & {*bearers}]
    every += [QUARTERED] if kind == "town" else []
    return {"behavior": chance.choice(every)} if chance.random() < BEHAVES else {}


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
    kind = chance.choice(["inf", "inf", "inf", "inf2", "tank", "tank2", "gun", "veh"])
    unit = {"name": f"{kind}{nation}", "nbr_units": str(chance.choice([1, 1, 2, 3]))}
    badges = [number for number, ours in editor()["badge"].get(TYPES.get(kind, ""), {}).items() if ours]
    if badges and chance.random() < WORN:
        unit["badge"] = f"badge{chance.choice(badges)}"
    if chance.random() < SAID:
        unit |= {"behavior": chance.choice([*editor()["trait"], RESTS]), "turn": "1"}
    hidden = {"tags": [{"name": "tag15"}]} if chance.random() < SAID else {}
    return {"terrain": {"name": "highground"}, "unit": unit, **hidden}


def starred(here: dict[str, Any], chance: Random) -> dict[str, Any]:
    if here.get("unit", {"name": "inf"})["name"].startswith("inf") and chance.random() < DAM:
        return {"terrain": {"name": "dam"}, "tags": [STAR]}
    return {"tags": [STAR]} if "unit" in here and chance.random() < STARRED else {}

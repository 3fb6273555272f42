"""Set-up of random battles of Memoir '44, and the preferences of their players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from app.core.content.missions import MissionData
from app.core.game.definition import FuzzProfile, Opening
from app.games.memoir_44.audit import audit
from app.games.memoir_44.book import EDITION, SIDES, edition_book, questions
from app.games.memoir_44.geometry import Hex, distance
from app.games.memoir_44.random_boards import random_board
from app.games.memoir_44.scenarios.checks import checked
from app.games.memoir_44.scenarios.files import scenarios
from app.games.memoir_44.scenarios.scenario import Scenario
from app.games.memoir_44.scenarios.writing import drawing

ANSWERED_OTHERWISE = 0.3
"""The share of open questions that a random table answers otherwise than the book."""
REAL_MINES = 3
"""One battle of so many has real mine tokens."""
BY_CHANCE, WEAK = 0.5, 0.6
"""The shares of battles on random boards, and of battles of units that the first hit eliminates."""
MOST_SEATS_OF_TWO = 3
MELEE, BAND, ENGINEERS = 0.5, 9, 0.3
"""The share of battles of few infantry face to face until a side has nobody left.

The most of a side, and the share of engineers.
"""
ARMED, MOST_RULES = 0.4, 4
"""The share of battles with rules of armies drawn by lot, and the most of a side."""
NATIONS = {"allied": "brit", "axis": "jp"}
"""Sides whose infantry fights a melee."""
SURPRISED, MOST_BROUGHT = 0.2, 3
"""The share of battles with smoke and reinforcements, and the most units that come."""
MIXED, OTHER, OTHERS = 0.4, 0.4, ("tiger", "truck", "half-track")
"""The share of these battles with Tigers and vehicles, and their share in those."""
LONG, MOST_MEDALS = 0.2, 3
"""The share of battles for the scenario's medals, and the most medals of the others."""


def options(chance: Random, number: int) -> Mapping[str, Any]:
    others = {key: chance.choice(one.answers) for key, one in questions().items()}
    rulings = {key: answer for key, answer in others.items() if chance.random() < ANSWERED_OTHERWISE}
    key = list(scenarios())[number % len(scenarios())]
    deck = chance.choice(["app", "physical"])
    players = chance.choice([2, 8]) if scenarios()[key]["board"] == "overlord" else 2
    mines = "physical" if number % REAL_MINES == REAL_MINES - 1 else "app"
    return {"mission": key, "deck": deck, "mines": mines, "players": players, "table_rulings": rulings}


def altered(opening: Opening, chance: Random) -> Opening:
    """Alter an opening: a random board, a melee, or few medals or figures so that it is won.

    Every other battle is on a board made by chance, every other a melee.
    """
    own = opening["mission"]
    generals = len(opening["seats"]) > MOST_SEATS_OF_TWO
    mission = random_board(chance) if not generals and chance.random() < BY_CHANCE else own
    if chance.random() < ARMED:
        mission = armed(mission, chance)
    if chance.random() < SURPRISED:
        mission = surprised(mission, chance)
    if mission.get("forces") and chance.random() < MELEE:
        return {**opening, "mission": melee(mission, chance)}
    if mission.get("forces") and chance.random() < WEAK:
        mission = {**mission, "forces": weakened(mission["forces"])}
    if chance.random() < LONG:
        return {**opening, "mission": mission}
    held = held_at_first(mission)
    sides = {
        side: {**player, "medals": held[side] + chance.randint(1, MOST_MEDALS)}
        for side, player in mission["sides"].items()
    }
    return {**opening, "mission": {**mission, "sides": sides}}


def armed(mission: MissionData, chance: Random) -> MissionData:
    """Give both sides some rules of armies, whatever the scenario says."""
    rules = list(edition_book(EDITION, {}).armies)
    return {**mission, "armies": {side: chance.sample(rules, chance.randint(1, MOST_RULES)) for side in SIDES}}


def surprised(mission: MissionData, chance: Random) -> MissionData:
    more = {side: {"units": chance.randint(1, MOST_BROUGHT)} for side in SIDES}
    return {**mission, "smoke": chance.choice(SIDES), "reinforcements": more}


def melee(mission: MissionData, chance: Random) -> MissionData:
    scenario, count = checked(mission), chance.randint(1, BAND)
    stars = [place for star in scenario.stars for place in star.at]
    midst = chance.choice(stars or [unit.at for unit in scenario.units])
    near = sorted(open_ground(scenario), key=lambda place: distance(midst, place))[: 2 * count]
    sides = chance.sample(SIDES * count, 2 * count)
    others = OTHERS if chance.random() < MIXED else ()
    band = {place: fighter(side, chance, others) for place, side in zip(near, sides, strict=True)}
    mixed = {**mission, "forces": drawing(scenario.board, band)}
    held = held_at_first(mixed)
    players = {side: {**player, "medals": held[side] + count + 1} for side, player in mission["sides"].items()}
    return {**mixed, "sides": players}


def fighter(side: str, chance: Random, others: Sequence[str]) -> dict[str, Any]:
    if others and chance.random() < OTHER:
        return {"side": side, "type": "armour", "badge": chance.choice(others)}
    figures = chance.randint(1, 4 if others else 2)
    return {
        "side": side,
        "type": "infantry",
        "figures": figures,
        "nation": NATIONS[side],
        "leader": True,
        **badge(chance),
    }


def badge(chance: Random) -> Mapping[str, str]:
    return {"badge": "engineer"} if chance.random() < ENGINEERS else {}


def open_ground(scenario: Scenario) -> list[Hex]:
    book = edition_book(EDITION, {})
    trains = {place for train in scenario.trains for place in (train.locomotive, train.wagon)}
    closed = {name for name in book.terrain if "infantry" in book.ground(name).closed_to or book.ground(name).water}
    return [place for place, lying in scenario.laid.items() if place not in trains and closed.isdisjoint(lying)]


def held_at_first(mission: MissionData) -> Mapping[str, int]:
    scenario = checked(mission)
    places = {side: {unit.at for unit in scenario.of(side)} for side in mission["sides"]}
    return {
        side: sum(one.medals for one in scenario.objectives if one.side in (None, side) and stood.intersection(one.at))
        for side, stood in places.items()
    }


def weakened(forces: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**forces, "legend": {sign: {**unit, "figures": 1} for sign, unit in forces["legend"].items()}}


FUZZING = FuzzProfile(
    options,
    altered,
    audit=audit,
    weights={
        "concede": 0.0001,
        "end-turn": 1.0,
        "order": 20.0,
        "battle": 12.0,
        "announce-attack": 12.0,
        "move": 4.0,
        "take-ground": 8.0,
        "sabotage-dams": 90.0,
        "give-supply": 90.0,
        "roll-again": 90.0,
    },
    decisive={"concede": 0.0002, "end-turn": 1.0, "battle": 12.0, "announce-attack": 12.0, "move": 2.0},
    steady=frozenset({"concede", "end-turn", "battle", "announce-attack", "move", "order"}),
)

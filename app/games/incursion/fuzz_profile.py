"""Set-up of random games of Incursion, and the preferences of their players."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from random import Random
from typing import Any

from app.core.game.definition import FuzzProfile
from app.games.incursion.audit import audit
from app.games.incursion.board_talk import APP_SIDE
from app.games.incursion.book import EDITIONS, SIDES, missions
from app.games.incursion.missions import campaign
from app.games.incursion.solo.priorities import LEVELS, priorities

CAMPAIGN_CHANCE = 0.3
"""The share of random games that are campaigns."""
APP_CHANCE = 0.9
"""The share of games in which the app plays the Germans, where it can."""
RP, RP_OF_THE_FIRST = (12, 26), (6, 18)


def options(chance: Random, number: int) -> Mapping[str, Any]:
    numbers = list(missions())
    mission = numbers[number // len(EDITIONS) % len(numbers)]
    rp = RP_OF_THE_FIRST if mission == numbers[0] else RP
    wished: dict[str, Any] = {
        "mission": mission,
        "deck": {side: chance.choice(["app", "app", "physical"]) for side in SIDES},
        "rp": {side: chance.randint(*rp) for side in SIDES},
        "counters": "physical" if number // (len(EDITIONS) * len(numbers)) % 2 else "app",
    }
    if chance.random() < CAMPAIGN_CHANCE:
        wished["campaign"] = {"name": "fuzz", "missions": [mission, *chance.choices(numbers, k=2)]}
    elif wished["deck"][APP_SIDE] == "app" and str(mission) in priorities().forces and chance.random() < APP_CHANCE:
        wished["opponents"] = {APP_SIDE: chance.randint(1, len(LEVELS))}
        wished["counters"] = "app"
    return wished


def altered(opened: Mapping[str, Any], chance: Random) -> Mapping[str, Any]:
    opening = copy.deepcopy(dict(opened))
    for card in chance.sample(sorted(opening["cards"]["models"]), 2):
        opening["cards"]["models"][card].setdefault("weapons", []).append("grenade")
    opening["cards"]["models"]["ilsa"]["powers"].append("harpoon")  # else the app hardly ever has one to ask about
    return with_veterans(opening, chance) if "campaign" in opening else opening


def with_veterans(opening: Any, chance: Random) -> Any:
    cards = opening["cards"]
    effects = [key for key, card in cards["battle"].items() for _ in range(card["copies"]) if card["kind"] == "effect"]
    chance.shuffle(effects)
    models = [(key, card["side"]) for key, card in cards["models"].items() if not card.get("zombie")]
    experience: dict[str, Any] = {}
    for side in opening["deck"]:
        paper = opening["deck"][side] == "physical"
        names = chance.sample([key for key, owner in models if owner == side], k=2)
        experience[side] = [{"model": name, "cards": [{"card": effects.pop(), "paper": paper}]} for name in names]
    return {**opening, "campaign": {**opening["campaign"], "experience": experience}}


FUZZING = FuzzProfile(
    options,
    altered,
    ending=campaign.ending,
    audit=audit,
    weights={
        "play-card": 0.6,
        "activate": 0.6,
        "turn": 0.3,
        "door": 0.4,
        "melee": 3.0,
        "leave-board": 0.1,
        "seal-door": 0.6,
        "done": 0.25,
        "force-ready": 0.1,
        "drop-model": 0.05,
        "shut-down": 0.15,
        "declare-fire": 0.2,
        "count-panels": 0.2,
        "count-doors": 0.2,
        "agree-last-turn": 0.2,
        "nudge": 0.05,
        "limit-reaction": 0.05,
        "ask-for-all": 0.2,
        "fire": 3.0,
        "launch": 3.0,
        "harpoon": 8.0,
        "free-harpoon": 30.0,
        "ka-boom": 5.0,
        "tell-reach-none": 0.3,
        "tell-blast-none": 12.0,
        "tell-place-nobody": 12.0,
        "order-impossible": 3.0,
        "table-ruling": 60.0,
        "concede": 0.003,
    },
    decisive={
        "move": 3.0,
        "done": 0.6,
        "fire": 12.0,
        "melee": 12.0,
        "leave-board": 6.0,
        "seal-door": 6.0,
        "activate-panel": 6.0,
        "item": 6.0,
        "play-card": 0.2,
        "concede": 0.003,
    },
    steady=frozenset({"concede", "done", "no-reaction"}),
)

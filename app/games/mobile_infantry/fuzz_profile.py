"""Set-up of random battles of Infantería Móvil, and the preferences of their players."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from app.core.content.toml_source import data_in
from app.core.game.definition import FuzzProfile, Opening
from app.games.mobile_infantry.book import EDITION, INFANTRY, edition_book, questions

MOST_PLAYERS = 3
HUNT = 7
TEMPERS = ("cautious", "hungry", "cunning")
SHEET = """game = "mobile-infantry"
name = "Los Lobos"
[teams.1]
kind = "fire"
experience = "experienced"
men = [{ role = "corporal", lost = true }, { role = "im", weapon = "mini-gun" }, { role = "im" }]
"""
"""A squad file with a single team left."""
AGAIN = 0.3
STAYS_AWAY = 0.3
UNDECIDED = 0.3
"""The share of tables against a person that open without a mission."""
ANSWERED_OTHERWISE = 0.3
"""The share of open questions that a random table answers otherwise than the book."""


def options(chance: Random, number: int) -> Mapping[str, Any]:
    """Return options: players, a mission or none yet, other answers, a last turn.

    Without a last turn if the app's nest is hunted: it is so deep that few would find it in time.
    """
    others = {key: chance.choice(one.answers) for key, one in questions().items()}
    rulings = {key: answer for key, answer in others.items() if chance.random() < ANSWERED_OTHERWISE}
    missions = tuple(edition_book(EDITION, {}).missions)
    mission = missions[number % len(missions)]
    by_app = number // len(missions) % 2
    brain = {"brain": "app", "temper": TEMPERS[number % len(TEMPERS)]} if by_app else {}
    return {
        **brain,
        "mission": mission if by_app or chance.random() >= UNDECIDED else None,
        "players": chance.randint(1, MOST_PLAYERS),
        "table_rulings": {**rulings, "turn-limit": "none" if by_app and mission == HUNT else "suggested"},
    }


def altered(opened: Opening, chance: Random) -> Opening:
    if chance.random() >= AGAIN:
        return opened
    return {**opened, "squads": {"squad-1": {"seat": f"{INFANTRY}-1", "sheet": data_in(SHEET)}}}


def empty(opened: Opening, chance: Random) -> list[str]:
    chairs = [name for name, side in opened["seats"].items() if side == INFANTRY]
    return chairs[-1:] if len(chairs) > 1 and chance.random() < STAYS_AWAY else []


FUZZING = FuzzProfile(
    options,
    altered,
    empty,
    weights={
        "raise-squad": 0.12,
        "return-squad": 0.5,
        "enlist-squad": 0.05,
        "raise-team": 0.06,
        "dismiss": 0.1,
        "name-team": 0.1,
        "choose-mission": 0.002,
        "roll-mission": 0.001,
        "roll-guards": 3.0,
        "post-nest": 3.0,
        "mark-nest": 3.0,
        "ready": 2.0,
        "begin-without": 4.0,
        "take-chance": 0.01,
        "witness": 0.03,
        "sight": 0.1,
        "withdraw": 0.1,
        "march": 0.3,
        "leave-table": 0.8,
        "lose-boat": 0.05,
        "attack-boat": 0.05,
        "storm-wall": 0.03,
        "land-boats": 3.0,
        "walk-off": 0.3,
        "spare": 3.0,
        "test-presence": 6.0,
        "arrival": 6.0,
        "follow-ups": 6.0,
        "move-packs": 6.0,
        "show": 0.6,
        "move-bugs": 6.0,
        "engage": 1.5,
        "strike": 8.0,
        "rest": 0.5,
        "threaten": 0.4,
        "spray": 6.0,
        "dodge": 6.0,
        "shelter": 1.0,
        "fire": 3.0,
        "launch": 3.0,
        "reload": 0.2,
        "look-around": 0.4,
        "look-all": 0.4,
        "fire-squad": 2.0,
        "next-volley": 6.0,
        "embark-all": 0.3,
        "tell-nearest": 0.5,
        "tell-as-before": 0.5,
        "tell-acid": 0.5,
        "tell-scan-same": 3.0,
        "tell-reached": 4.0,
        "tell-reached-nobody": 0.5,
        "tell-spray-nobody": 0.5,
        "tell-around-nobody": 0.5,
        "tell-men": 4.0,
        "tell-no-attack": 0.3,
        "tell-spray": 4.0,
        "tell-around": 4.0,
        "tell-presence": 6.0,
        "tell-illegal": 0.2,
        "tell-scan": 6.0,
        "tell-entrances": 6.0,
        "enter-section": 0.8,
        "walk-below": 0.1,
        "count-figures": 0.1,
        "answer-look": 6.0,
        "reach-marker": 0.3,
        "call-boats": 0.6,
        "embark": 0.7,
        "take-off": 0.4,
        "capture-brain": 40.0,
        "drag-brain": 60.0,
        "tell-way": 60.0,
        "bring-out-brain": 60.0,
        "done": 1.5,
        "concede": 0.006,
    },
    decisive={
        "done": 12.0,
        "react": 12.0,
        "choose-reaction": 12.0,
        "run": 12.0,
        "call-boats": 6.0,
        "embark": 12.0,
        "land-boats": 12.0,
        "walk-off": 12.0,
        "spare": 12.0,
        "sight": 0.01,
        "take-off": 2.0,
        "capture-brain": 60.0,
        "drag-brain": 60.0,
        "tell-way": 60.0,
        "bring-out-brain": 60.0,
        "dodge": 24.0,
        "shelter": 6.0,
        "test-presence": 12.0,
        "arrival": 12.0,
        "follow-ups": 12.0,
        "move-packs": 12.0,
        "answer-look": 12.0,
        "tell-nearest": 0.1,
        "tell-as-before": 1.0,
        "tell-acid": 0.5,
        "tell-scan-same": 12.0,
        "tell-reached": 6.0,
        "tell-men": 12.0,
        "tell-no-attack": 0.1,
        "tell-spray": 12.0,
        "tell-around": 12.0,
        "tell-presence": 12.0,
        "tell-scan": 12.0,
        "look-around": 0.02,
        "look-all": 12.0,
        "answer-rest": 12.0,
        "tell-reached-nobody": 12.0,
        "tell-spray-nobody": 6.0,
        "tell-around-nobody": 6.0,
        "witness": 0.005,
        "take-chance": 0.001,
        "threaten": 0.02,
        "show": 0.2,
        "concede": 0.001,
    },
    lasting=frozenset({"last_turn"}),
    files={"file": SHEET},
    steady=frozenset({"concede", "done", "ready", "choose-mission", "roll-mission"}),
)

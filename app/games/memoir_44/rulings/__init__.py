"""The rulings of Memoir '44: from facts and a book to a number with its reasons."""

from __future__ import annotations

from collections.abc import Mapping

from app.core.game.definition import RulingOf
from app.games.memoir_44.rulings import (
    armies,
    attacking,
    board,
    caves,
    faces,
    ice,
    losses,
    mines,
    moving,
    recovery,
    retreating,
    stars,
    taking_ground,
)

RULINGS: Mapping[str, RulingOf] = {
    "attack-dice": (attacking.Attack, attacking.attack_dice),
    "read-dice": (faces.Throw, faces.read_dice),
    "flags": (retreating.Flagged, retreating.flags),
    "take-ground": (taking_ground.Won, taking_ground.take_ground),
    "move": (moving.Move, moving.move),
    "way": (moving.Route, moving.way),
    "terrain": (board.Looked, board.terrain),
    "distance": (board.Ends, board.distance),
    "line-of-sight": (board.SightLine, board.line_of_sight),
    "mine": (mines.Entering, mines.mine),
    "seal-cave": (caves.Sealing, caves.seal_cave),
    "hospital": (recovery.InHospital, recovery.hospital),
    "frozen-river": (ice.OnIce, ice.frozen_river),
    "train": (retreating.TrainHit, retreating.train),
    "second-roll": (losses.SecondRoll, losses.tiger_second_roll),
    "unit-medals": (losses.UnitDown, losses.unit_medals),
    "supply": (losses.Supply, losses.supply),
    "medics": (recovery.Recovery, recovery.medics),
    "sabotage": (stars.Sabotage, stars.sabotage),
    "blow-bridge": (stars.BridgeBlown, stars.blow_bridge),
    "heroic-leader": (stars.LeaderDown, stars.heroic_leader),
    "dam": (stars.DamTurn, stars.dam),
    "orders": (armies.Ordering, armies.orders),
    "battle-back": (armies.StruckBack, armies.battle_back),
    "hand-after-loss": (armies.UnitGone, armies.hand_after_loss),
    "night": (armies.Hour, armies.night),
}
"""Rulings by their names in the JSON interface, the most used ones first."""

__all__ = ["RULINGS"]

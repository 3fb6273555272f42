"""The rule behind each thing in a breakdown: terrain by its name, attackers, badges, cards."""

from __future__ import annotations

from app.games.memoir_44.book import rules_of_ground, rules_of_kinds

GROUND = rules_of_ground()
UNITS = {
    "infantry": "units.infantry",
    "armour": "units.armour",
    "artillery": "units.artillery",
    "train": "trains.moving",
    "big-gun": "badges.big-gun",
    "artillery-on-mountain": "terrain.mountain",
}
BADGES = rules_of_kinds("badges")
TRAITS = rules_of_kinds("traits")
MARKS = {**TRAITS, "camouflaged": "badges.camouflage"}
ATTACKERS = {**BADGES, **UNITS}
"""The rules of kinds by their names, as attackers and as targets."""
ARMIES = {
    "partial-blitz": "armies.blitz",
    "air-strikes": "turn.air-strikes",
    "blitz-strikes": "armies.blitz",
    "commissar": "turn.commissar",
    "gung-ho": "armies.gung-ho",
    "japanese": "armies.japanese",
    "battle-back": "armies.battle-back",
    "battle-back-after-loss": "armies.battle-back",
    "royal-italian": "armies.royal-italian",
    "italian-high-command": "armies.italian-high-command",
}

"""The rulings of Infantería Móvil: from facts and a book to a number with its reasons."""

from __future__ import annotations

from collections.abc import Mapping

from app.core.game.definition import RulingOf
from app.games.mobile_infantry.rulings import (
    ammunition,
    bugs,
    close_combat,
    moving,
    presence,
    reaction,
    scoring,
    shooting,
)

RULINGS: Mapping[str, RulingOf] = {
    "shoot": (shooting.Volley, shooting.shoot),
    "close-combat": (close_combat.Attack, close_combat.close_combat),
    "to-hit": (shooting.Aim, shooting.to_hit),
    "reaction": (reaction.ReactionTest, reaction.reaction),
    "locate": (moving.Location, moving.locate),
    "bug-move": (bugs.BugMove, bugs.bug_move),
    "team-move": (moving.TeamMove, moving.team_move),
    "presence": (presence.Presence, presence.presence),
    "experience": (scoring.ExperienceRoll, scoring.experience),
    "mission": (scoring.MissionRoll, scoring.mission),
    "arrival-direction": (presence.Direction, presence.arrival_direction),
    "arrival-bugs": (presence.Arrival, presence.arrival_bugs),
    "follow-up": (presence.FollowUp, presence.follow_up),
    "guards": (presence.Guards, presence.guards),
    "recovery": (presence.Recovery, presence.recovery),
    "ammo": (ammunition.History, ammunition.ammo),
    "bug-state": (bugs.Wounds, bugs.bug_state),
    "acid": (bugs.Spray, bugs.acid),
    "frenzy": (close_combat.Frenzy, close_combat.frenzy),
    "drag": (moving.Drag, moving.drag),
    "score": (scoring.Tally, scoring.score),
}
"""Rulings by their names in the JSON interface, the most used ones first."""

__all__ = ["RULINGS"]

"""Campaign results as translated texts. Source: Incursion, Campaign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.core.messages.translator import Translator
from app.games.incursion.campaign_record import Campaign, Played


@dataclass(frozen=True)
class Record:
    roster: Sequence[tuple[str, str, str]] = ()
    """Model, Experience Cards, fate."""
    missions: Sequence[tuple[str, str, str, str, str]] = ()
    """Mission, date, winner, VP, Experience kept."""


def kept_record(campaign: Campaign, speech: Translator, dates: Mapping[str, float]) -> Record:
    veterans = [veteran for side in campaign.experience.values() for veteran in side]
    living = [(speech.name(one.model), speech.name([kept.card for kept in one.cards]), "") for one in veterans]
    lost = [(speech.name(one.model), speech.name(one.card), speech.name(one.because)) for one in campaign.lost]
    played = [_played(one, speech, dates.get(one.table)) for one in campaign.played]
    to_come = [(_mission(number, speech), "", "", "", "") for number in campaign.missions[len(played) :]]
    return Record([*living, *lost], [*played, *to_come])


def _played(played: Played, speech: Translator, at: float | None) -> tuple[str, str, str, str, str]:
    date = speech.date(at, to="day") if at is not None else ""
    points = " : ".join(str(points) for points in played.points.values()) if any(played.points.values()) else ""
    kept = "; ".join(f"{speech.name(one.model)}: {speech.name(one.card)}" for one in played.kept)
    return _mission(played.mission, speech), date, speech.name(played.winner), points, kept


def _mission(mission: int | str, speech: Translator) -> str:
    name = speech.translate(f"mission.{mission}")
    return f"{mission}. {name}" if isinstance(mission, int) else name

"""Missions of Incursion as files: what the game says of them."""

from __future__ import annotations

from app.core.content.missions import Levels, MissionRules
from app.games.incursion.book import missions
from app.games.incursion.missions.briefing import briefing
from app.games.incursion.missions.checks import check_copied, check_mission, irrelevant, least_rp_with, written
from app.games.incursion.missions.form import FORM
from app.games.incursion.words import words_in_mission

MISSIONS = MissionRules(
    shipped=missions(),
    written=written,
    check=check_mission,
    check_copied=check_copied,
    words=words_in_mission,
    briefing=briefing,
    irrelevant=irrelevant,
    levels=Levels("rp", 99, least_rp_with),
    form=FORM,
)

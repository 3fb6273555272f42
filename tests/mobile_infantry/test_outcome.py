"""A roll in one sentence on a wall, and the lines that short summaries leave out."""

from __future__ import annotations

from collections.abc import Callable

from app.core.engine.event import PUBLIC
from app.core.table.serialize import entry_lines
from app.web.table.turn_light import in_short
from tests.mobile_infantry.brain_table import AppBattle
from tests.mobile_infantry.playing import BRAIN, IM, Battle

Open = Callable[..., Battle]


def short(battle: Battle, language: str = "en") -> str:
    return in_short(battle.table, PUBLIC, battle.table.entries[-1], battle.table.get_translator(language))


def test_a_reaction_test_is_told_by_its_result(squad_against: Open) -> None:
    battle = squad_against(("warrior", 3))
    battle.press(BRAIN, "move-bugs", [2, 2, 2, 3, 3, 3])
    assert short(battle) == "The bugs move. Their inches are listed under “On the table”."
    battle.press(BRAIN, "engage", team="team-2", bugs=["warrior-1", "warrior-2", "warrior-3"])
    battle.press(IM, "react", [3], team="team-2", im_within_12=4, bugs_within_12=6)
    assert short(battle) == "Team 2 may not advance"
    assert short(battle, "es") == "Equipo 2 no puede avanzar"


def test_seals_and_answers_are_left_out_where_something_else_is_told() -> None:
    battle = AppBattle("hungry").squad().start()
    said, entries = battle.table.get_translator("en"), battle.table.entries
    begun = next(entry for entry in entries if any(type(event).__name__ == "TurnBegan" for event in entry.events))
    whole, brief = (" ".join(entry_lines(battle.table, begun, PUBLIC, said, most)) for most in (None, 3))
    assert "sealed its choices" in whole
    assert "sealed its choices" not in brief
    assert "Turn 1 begins" in brief

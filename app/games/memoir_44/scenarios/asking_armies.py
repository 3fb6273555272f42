"""Questions about the armies of a file: British units, air drops, the end of its deck."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.content.missions import BriefingLine, ImportQuestion
from app.games.memoir_44.book import SIDES
from app.games.memoir_44.geometry import written
from app.games.memoir_44.scenarios.editor_file import EditorFile
from app.games.memoir_44.scenarios.editor_layout import Layout
from app.games.memoir_44.scenarios.editor_options import (
    AIR_DROP,
    BY_HAND,
    COMMONWEALTH,
    DECK_END,
    DROPS,
    NO,
    SHUFFLING,
    STEPS,
    YES,
)
from app.games.memoir_44.scenarios.notes import named

BRITISH, TYPES = "brit", ("infantry", "armour", "artillery")


def asked_of_armies(file: EditorFile, layout: Layout) -> Iterator[ImportQuestion]:
    if british := layout.of_nation(BRITISH, *TYPES):
        at, count = tuple(written(file.board, one) for one in british), len(british)
        choices = {one: BriefingLine(f"scenario-asks.{one}") for one in (YES, NO)}
        values = {"at": named(file, british)}
        if COMMONWEALTH not in layout.options:
            about = BriefingLine("scenario-asks.brit", values)
            yield ImportQuestion("brit", about, count, choices, YES, True, places=at)
        about = BriefingLine("scenario-asks.battle-back-loss", values)
        yield ImportQuestion("battle-back-loss", about, count, choices, NO, True, places=at)
    if dropped := sum(name in layout.options for name in DROPS):
        ways = {one: BriefingLine(f"scenario-asks.{one}") for one in (STEPS, BY_HAND)}
        yield ImportQuestion(AIR_DROP, BriefingLine("scenario-asks.air-drop"), dropped, ways, STEPS, True)
    if any(one.name.casefold() == SHUFFLING and one.value is False for one in file.options):
        sides = {side: BriefingLine(f"name.{side}") for side in SIDES}
        yield ImportQuestion(DECK_END, BriefingLine("scenario-asks.deck-end"), 1, sides, SIDES[1], True)

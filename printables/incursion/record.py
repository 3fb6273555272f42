"""Campaign record: roster with Experience Cards, and mission results.

Source: Incursion, Campaign.
"""

from __future__ import annotations

from collections.abc import Sequence

from printables import blocks
from printables.blocks import Column
from printables.incursion.reference import Boxes, block, masthead
from printables.incursion.results import Record
from printables.incursion.source import Source
from printables.pen import Pen
from printables.pieces import Sheet

ROSTER_ROWS, MISSIONS = 12, 7


def sheet(source: Source) -> Sheet:
    kept = source.record or Record()

    def roster(source: Source, pen: Pen) -> None:
        _table(source, pen, "roster", [("model", 2.2), ("experience", 5), ("fate", 1.6)], kept.roster, ROSTER_ROWS)

    def results(source: Source, pen: Pen) -> None:
        titles = [("mission", 2.5), ("date", 1.2), ("winner", 1.2), ("vp", 0.8), ("kept", 6)]
        _table(source, pen, "results", titles, kept.missions or unplayed(source), MISSIONS)

    boxes: Boxes = [
        ("title", title, (0, 0.94, 1, 0.06)),
        ("roster", roster, (0, 0.46, 1, 0.47)),
        ("results", results, (0, 0.13, 1, 0.32)),
        ("notes", notes, (0, 0, 1, 0.12)),
    ]
    return Sheet("campaign-record", [block(source, *box, "record") for box in boxes])


def unplayed(source: Source) -> list[tuple[str, ...]]:
    named = [f"mission.{number}" for number in range(1, MISSIONS + 1)]
    return [
        (f"{n}. {source.speech.translate(key)}", "", "", "", "")
        for n, key in enumerate(named, 1)
        if source.speech.has(key)
    ]


def title(source: Source, pen: Pen) -> None:
    masthead(source, pen, source.speech.name("incursion"), source.speech.translate("product.campaign-record"))


def _table(
    source: Source, pen: Pen, name: str, titles: Sequence[tuple[str, float]], filled: Sequence[Sequence[str]], rows: int
) -> None:
    left = blocks.heading(pen, source.speech.translate(f"sheet.{name}"))
    columns = [Column(source.speech.translate(f"column.{key}"), share) for key, share in titles]
    empty = [("",) * len(titles)] * max(rows - len(filled), 0)
    blocks.table(pen, left, columns, [*filled, *empty], 10)


def notes(source: Source, pen: Pen) -> None:
    blocks.ruled(pen, blocks.heading(pen, source.speech.translate("sheet.notes")))

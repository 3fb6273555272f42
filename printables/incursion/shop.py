"""What Incursion prints: an order turned into pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from printables.calibration import Calibration
from printables.incursion import battle_cards, counters, mission_sheet, model_cards, record, reference, standups
from printables.incursion.record import Record
from printables.incursion.source import Source
from printables.order import PickList
from printables.paper import Settings
from printables.pieces import Batch, Sheet


def job(source: Source, order: PickList, settings: Settings, kept: Record | None = None) -> list[Batch | Sheet]:
    """Everything of an order that is wanted at least once, product by product."""
    parts: list[Batch | Sheet] = []
    for product, things in order.items():
        wanted = {thing: count for thing, count in things.items() if count}
        if wanted:
            parts += _parts(product, source, wanted, settings, kept)
    return parts


def _parts(
    product: str, source: Source, wanted: Mapping[str, int], settings: Settings, kept: Record | None
) -> Iterator[Batch | Sheet]:
    copies = sum(wanted.values())
    if product == "model-cards":
        yield model_cards.batch(source, wanted)
    elif product in ("battle-cards", "experience-cards"):
        yield battle_cards.batch(source, wanted, product == "experience-cards")
    elif product == "counters":
        yield from counters.batches(source, wanted)
    elif product == "stand-ups":
        yield standups.batch(source, wanted)
    elif product == "reference":
        yield from [reference.sheet(source)] * copies
    elif product == "mission":
        yield from [mission_sheet.sheet(source)] * copies
    elif product == "campaign-record":
        yield from [record.sheet(source, kept)] * copies
    elif product == "calibration":
        yield from [Calibration(settings, source.speech).batch()] * copies

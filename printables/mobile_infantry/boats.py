"""Retrieval boats from above: seats for soldiers, and the front arc of the autocannons."""

from __future__ import annotations

from collections.abc import Mapping

from printables import fonts
from printables.mobile_infantry import style
from printables.mobile_infantry.needs import looks_of_boat
from printables.mobile_infantry.source import Source
from printables.paper import SAFE
from printables.pen import FADED, INK, LINE, WASH, Pen
from printables.pieces import Batch, Face, Piece, strip

SHAPE = strip(150, 87.5)
ARC = 118.0
"""Position of the front arc's line across the boat."""
SEAT = 17.0
HULL = (
    (6, 14), (30, 14), (38, 8), (92, 8), (ARC, 20), (143, 38), (143, 52), (ARC, 70), (92, 82), (38, 82), (30, 76),
    (6, 76),
)  # fmt: skip


def batch(source: Source, wanted: Mapping[str, int]) -> Batch:
    numbers = range(1, sum(wanted.values()) + 1)
    return Batch("boats", SHAPE, [(Piece(front(source, number), back(source, number)), 1) for number in numbers])


def outline(pen: Pen, width: float, dash: tuple[float, ...] = ()) -> None:
    for (x, y), (x2, y2) in zip(HULL, [*HULL[1:], HULL[0]], strict=True):
        pen.line(x, y, x2, y2, INK, width, dash)


def front(source: Source, number: int) -> Face:
    speech = source.speech
    name = speech.name(f"boat-{number}")

    def draw(pen: Pen) -> None:
        pen.polygon(HULL, WASH)
        outline(pen, 0.6)
        seats(pen, source.book.boats.seats)
        guns(pen, source)
        with pen.part("H"):
            pen.label(40, 68, 60, 9, f"{name} · {style.told(source, 'boat.carries')}", 14, fonts.DISPLAY, INK, "left")
        crew = len(source.book.organisation.boat_crew)
        pen.label(40, 13, 60, 5, style.told(source, "boat.crew", crew=crew), 9, fonts.TEXT, FADED, "left")

    return Face(f"boat:{number}", name, draw)


def seats(pen: Pen, count: int) -> None:
    across = -(-count // 2)
    with pen.part():
        for place in range(count):
            x, y = 12 + (place % across) * (SEAT + 1.4), 46 if place < across else 46 - SEAT - 2
            pen.fill(x, y, SEAT, SEAT, (1, 1, 1), 1.5)
            pen.frame(x, y, SEAT, SEAT, INK, 0.3, 1.5)
            pen.label(x + 3, y + 3, SEAT - 6, SEAT - 6, str(place + 1), 16, fonts.DISPLAY, LINE)


def guns(pen: Pen, source: Source) -> None:
    speech = source.speech
    pen.line(ARC, 2, ARC, pen.height - 2, INK, 0.5, (3, 2))
    told = style.told(source, "boat.arc")
    pen.text(ARC + 2, pen.height - SAFE - 17, pen.width - SAFE - ARC - 2, 17, [[(fonts.TEXT, told)]], 9)
    for gun in range(looks_of_boat()):
        y = 39 if gun else 46
        pen.fill(ARC + 8, y + 1, 13, 2.2, INK)
        pen.frame(ARC + 2, y, 4.2, 4.2, INK, 0.3)
    pen.label(ARC + 2, 12, 26, 4, speech.translate("boat.jammed"), 9, fonts.TEXT, INK, "left")
    pen.line(ARC + 4.1, 16.5, ARC + 4.1, 38.5, FADED, 0.25)
    pen.label(
        ARC + 1, SAFE, pen.width - ARC - SAFE - 1, 5, speech.translate("boat.front"), 9, fonts.BOLD, FADED, "right"
    )


def back(source: Source, number: int) -> Face:
    speech = source.speech
    name = f"{speech.name(f'boat-{number}')}: {speech.translate('boat.destroyed')}"

    def draw(pen: Pen) -> None:
        outline(pen, 0.6, (4, 2))
        for x, x2 in ((50, 64), (80, 94)):
            for low, high in ((18, 34), (56, 72)):
                up = (x < 70) == (low < 40)
                pen.line(x, low if up else high, x2, high if up else low, FADED, 1.2)
        pen.label(38, 37, 68, 16, speech.translate("boat.destroyed").upper(), 34, fonts.DISPLAY)
        pen.label(40, 72, 40, 6, speech.name(f"boat-{number}"), 12, fonts.BOLD, INK, "left")

    return Face(f"boat:{number}:destroyed", name, draw)

"""Prints for tests, and reads what was printed with other eyes than those that drew it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

import pdfplumber
import pikepdf

from printables.incursion.needs import picked
from printables.incursion.shop import SHOP
from printables.incursion.source import Source, plain_source
from printables.order import PickList
from printables.page_layout import best_layout
from printables.paper import MM, Settings, checked
from printables.pdf import PdfRenderer
from printables.pieces import Job, Shape

NEAR = 0.011
"""Millimetres."""
Spot = tuple[float, float]


@cache
def source(language: str = "en", edition: str = "en-2009", mission: int | None = None) -> Source:
    """A source without a table."""
    return plain_source(edition, language, mission)


def everything(of: Source) -> PickList:
    """Every card and every sheet once."""
    order = picked(of)
    return {product: dict.fromkeys(things, 1) for product, things in order.items()}


def printed(parts: Job, settings: Settings, of: Source) -> bytes:
    """A PDF."""
    return PdfRenderer(settings, of.speech, "Test").print(parts)


@cache
def cards(language: str, paper: str = "a4", duplex: str = "fronts-only", provenance: bool = False) -> bytes:
    """Every model card and every battle card once."""
    of, settings = source(language), checked(paper=paper, duplex=duplex, provenance=provenance)
    order = {name: things for name, things in everything(of).items() if name in ("model-cards", "battle-cards")}
    return printed(SHOP.job(of, order, settings), settings, of)


def pages(pdf: bytes) -> Iterator[Any]:
    """Its pages as pdfplumber reads them, those whose letters run upward turned as people turn them; each is read when
    it is asked for."""
    for index, page in enumerate(as_paper(pdf)):
        stands = any(char["upright"] for char in page.chars)
        yield page if stands else as_paper(turned_to_read(pdf, index))[index]


@lru_cache(maxsize=4)
def as_paper(pdf: bytes) -> list[Any]:
    """Its pages as the paper is fed; what was read of the last few files is kept."""
    return list(pdfplumber.open(io.BytesIO(pdf)).pages)


def turned_to_read(pdf: bytes, index: int) -> bytes:
    """The file with one page turned by a quarter."""
    made = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf)) as document:
        document.pages[index].Rotate = 90
        document.save(made)
    return made.getvalue()


def outlines(page: Any, shape: Shape) -> list[Spot]:
    """The lower left corners in millimetres of all outlines of about this size, in reading order.

    Fails for one that is not exactly of this size.
    """
    found = set()
    for drawn in (*page.curves, *page.rects):
        wide, high = (drawn["x1"] - drawn["x0"]) / MM, (drawn["y1"] - drawn["y0"]) / MM
        if drawn["stroke"] and abs(wide - shape.width) < 1 and abs(high - shape.height) < 1:
            assert abs(wide - shape.width) < NEAR, wide
            assert abs(high - shape.height) < NEAR, high
            found.add((round(drawn["x0"] / MM, 3), round(drawn["y0"] / MM, 3)))
    return sorted(found, key=lambda spot: (-spot[1], spot[0]))


def expected(shape: Shape, settings: Settings, count: int = 99, has_backs: bool = True) -> list[Spot]:
    return list(best_layout(shape, settings, has_backs).spots[:count])


def check_outlines(page: Any, shape: Shape, settings: Settings, count: int) -> None:
    """Each outline is where it should be, to a hundredth of a millimetre."""
    found, wanted = outlines(page, shape), expected(shape, settings, count)
    assert len(found) == len(wanted)
    for spot, other in zip(found, sorted(wanted, key=lambda spot: (-round(spot[1], 3), spot[0])), strict=True):
        assert max(abs(spot[0] - other[0]), abs(spot[1] - other[1])) < NEAR, (spot, other)


def text_in(page: Any, shape: Shape, spot: Spot) -> str:
    """Everything written on a piece, without spaces."""
    x, y = spot[0] * MM, float(page.height) - (spot[1] + shape.height) * MM
    box = (x - 0.5, y - 0.5, x + shape.width * MM + 0.5, y + shape.height * MM + 0.5)
    return "".join(word["text"] for word in page.within_bbox(box).extract_words())


def packed(text: str) -> str:
    """A text without spaces."""
    return "".join(text.split())

"""A sheet of every product of each print shop, as pictures: python -m docs.contact_sheet [folder [dots per inch]].

Without a folder the pictures of docs/printing.md are made anew; a folder gets both papers, in colour and in grey.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from itertools import accumulate, product
from pathlib import Path

from PIL import Image

from app.core.messages.translator import LANGUAGES
from app.games import REGISTRY
from printables.order import PickList
from printables.paper import checked
from printables.pdf import PdfRenderer, plan_pages
from printables.raster import pictures
from printables.shops import Shop, Source, shop_of

PICTURES = Path(__file__).parent / "pictures"
DPI, COLUMNS, GAP = 48, 6, 10
GROUND = (201, 191, 168)
PAPERS = {"en": "a4", "es": "letter"}
SIDES = 2
"""Sides of a product that are shown: its first sheet, printed on both."""


def whole_order(shop: Shop[Source], source: Source) -> PickList:
    """Return what the sample needs, and of what it does not need one of each thing."""
    needs = shop.needs(source)
    return {key: things if any(things.values()) else dict.fromkeys(things, 1) for key, things in needs.items()}


def pages(shop: Shop[Source], language: str, paper: str, dpi: float) -> Iterator[Image.Image]:
    source = shop.sample(language)
    settings = checked(paper=paper, margin=7)
    for key, things in whole_order(shop, source).items():
        parts = shop.job(source, {key: things}, settings)
        lying = {index for index, page in enumerate(plan_pages(parts, settings)) if page.width > page.height}
        pdf = PdfRenderer(settings, source.speech, shop.document_title(source.speech)).print(parts)
        for picture in pictures(pdf, dpi, 0, SIDES, lying):
            yield Image.open(io.BytesIO(picture)).convert("RGB")


def sheet(shown: list[Image.Image]) -> Image.Image:
    """Return pictures beside each other in rows, on a plain ground."""
    rows: list[list[Image.Image]] = [[]]
    width = COLUMNS * (min(page.width for page in shown) + GAP) + GAP
    for page in shown:
        if sum(one.width + GAP for one in rows[-1]) + page.width + 2 * GAP > width:
            rows.append([])
        rows[-1].append(page)
    heights = [max(page.height for page in row) + GAP for row in rows]
    made = Image.new("RGB", (width, sum(heights) + GAP), GROUND)
    for number, row in enumerate(rows):
        across = accumulate((page.width + GAP for page in row), initial=GAP)
        for page, left in zip(row, across, strict=False):
            made.paste(page, (left, sum(heights[:number]) + GAP))
    return made


def main() -> None:
    """Write the sheets of docs/pictures, or all of them into the folder that is named."""
    folder, dpi = Path(sys.argv[1]) if sys.argv[1:] else PICTURES, float(sys.argv[2]) if sys.argv[2:] else DPI
    for game, language in product(REGISTRY, LANGUAGES):
        shop = shop_of(game)
        if shop is None:
            continue
        for paper in sorted(set(PAPERS.values())) if folder != PICTURES else [PAPERS[language]]:
            made = sheet(list(pages(shop, language, paper, dpi)))
            name = f"printed-{game}-{language}" if folder == PICTURES else f"printed-{game}-{language}-{paper}"
            made.quantize(96, dither=Image.Dither.NONE).save(folder / f"{name}.png", optimize=True)
            if folder != PICTURES:
                made.convert("L").save(folder / f"{name}-grey.png", optimize=True)


if __name__ == "__main__":
    main()

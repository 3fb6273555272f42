"""A page of each product, in both languages, as pictures side by side: python -m docs.contact_sheet [folder]."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from app.core.messages.translator import LANGUAGES
from printables.incursion.needs import picked
from printables.incursion.shop import SHOP
from printables.incursion.source import Source, plain_source
from printables.order import PickList
from printables.paper import checked
from printables.pdf import PdfRenderer, plan_pages
from printables.raster import pictures

PICTURES = Path(__file__).parent / "pictures"
FORCES = {
    "grunt-ape": 2, "slugger-murphy": 1, "hmg-ape": 1, "ape-blazer": 1,
    "ilsa": 1, "hans": 1, "blitzhund": 1, "sturmzombie": 1, "bomberzombie": 1,
}  # fmt: skip
DPI, COLUMNS, GAP = 64, 4, 14
GROUND = (201, 191, 168)
PAPERS = {"en": "a4", "es": "letter"}


def pages(source: Source, paper: str) -> Iterator[Image.Image]:
    """The first page of each product; of cards their backs too."""
    order = picked(source)
    order["experience-cards"] |= {"extra-ammo": 1, "fresh-serum": 1, "steady-aim": 1}
    for product in order:
        if not any(order[product].values()):
            order[product] = dict.fromkeys(order[product], 1)
        kept = 2 if product in ("model-cards", "battle-cards", "counters") else 1
        yield from printed(source, {product: order[product]}, paper, kept)


def printed(source: Source, order: PickList, paper: str, kept: int) -> list[Image.Image]:
    """The first pages of an order."""
    settings = checked(paper=paper, margin=7)
    parts = SHOP.job(source, order, settings)
    lying = {index for index, page in enumerate(plan_pages(parts, settings)) if page.width > page.height}
    drawn = pictures(PdfRenderer(settings, source.speech, "Incursion").print(parts), DPI, 0, kept, lying)
    return [Image.open(io.BytesIO(picture)).convert("RGB") for picture in drawn]


def sheet(shown: list[Image.Image]) -> Image.Image:
    """Pictures side by side on a desk."""
    wide, high = max(page.width for page in shown) + GAP, max(page.height for page in shown) + GAP
    desk = Image.new("RGB", (COLUMNS * wide + GAP, -(-len(shown) // COLUMNS) * high + GAP), GROUND)
    for number, page in enumerate(shown):
        desk.paste(page, (GAP + number % COLUMNS * wide, GAP + number // COLUMNS * high))
    return desk


def main() -> None:
    """A sheet of each language into docs/pictures, or the folder that is named."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES
    for language in LANGUAGES:
        source = plain_source(f"{language}-2009", language, 2, FORCES)
        desk = sheet(list(pages(source, PAPERS[language])))
        desk.quantize(96, dither=Image.Dither.NONE).save(folder / f"printed-{language}.png", optimize=True)


if __name__ == "__main__":
    main()

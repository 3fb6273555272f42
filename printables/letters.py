"""Letters missing from all typefaces: found before and after printing, reported by piece."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from app.core.messages.translator import Translator, Verbatim
from printables import fonts
from printables.fonts import Lacking
from printables.order import PickList
from printables.paper import Settings
from printables.shops import Shop, Source

MOST_TOLD = 12
"""Maximum number of pieces named in the report."""


def doubtful(source: Source) -> bool:
    """Return True if the source may contain a missing letter. Fast: no font file is opened."""
    said, facts = source.speech, json.dumps(source.facts, ensure_ascii=False)
    return any(map(fonts.DOUBTFUL.search, (facts, *(said.text(key) for key in said.words))))


def lacking_in(shop: Shop[Any], source: Source, things: PickList, settings: Settings) -> Lacking:
    """Return the missing letters of an order, drawing one of each thing. Raise Refused."""
    from printables.pdf import PdfRenderer

    few = {product: {thing: min(count, 1) for thing, count in some.items()} for product, some in things.items()}
    settings = shop.settled(source, few, settings)
    with fonts.noted() as lacking:
        PdfRenderer(settings, source.speech, "").print(shop.job(source, few, settings))
    return lacking


def told(lacking: Lacking, said: Translator) -> Iterator[str]:
    """Yield a line for each piece, and one for the rest if there are too many."""
    pieces = by_kind(lacking)
    for piece, letters in pieces[:MOST_TOLD]:
        shown = " ".join(one if one.isprintable() else f"U+{ord(one):04X}" for one in letters)
        yield said.translate("sheet.lacking", piece=Verbatim(piece), letters=Verbatim(shown))
    if len(pieces) > MOST_TOLD:
        yield said.translate("sheet.lacking-more", pieces=len(pieces) - MOST_TOLD)


def by_kind(lacking: Lacking) -> list[tuple[str, str]]:
    kinds: dict[tuple[str, str], list[str]] = {}
    for piece, letters in lacking.items():
        kinds.setdefault((re.sub(r" \d+$", "", piece), letters), []).append(piece)
    return [(kind if len(pieces) > 1 else pieces[0], letters) for (kind, letters), pieces in kinds.items()]

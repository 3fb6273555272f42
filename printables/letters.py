"""Letters that no face has: found before and after a print, and told by piece and letter."""

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
"""Pieces that are told of by name."""


def doubtful(source: Source) -> bool:
    """Return whether what is printed from may hold a letter that no face has. It is quick, and no face is opened."""
    said, facts = source.speech, json.dumps(source.facts, ensure_ascii=False)
    return any(map(fonts.DOUBTFUL.search, (facts, *(said.text(key) for key in said.words))))


def lacking_in(shop: Shop[Any], source: Source, things: PickList, settings: Settings) -> Lacking:
    """Return what pieces of an order lack; one of each thing is drawn and thrown away. Raises Refused."""
    from printables.pdf import PdfRenderer

    few = {product: {thing: min(count, 1) for thing, count in some.items()} for product, some in things.items()}
    with fonts.noted() as lacking:
        PdfRenderer(settings, source.speech, "").print(shop.job(source, few, settings))
    return lacking


def told(lacking: Lacking, said: Translator) -> Iterator[str]:
    """A line for each piece, and one for all that would be too many."""
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

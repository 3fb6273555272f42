"""The shop of no game: it prints the calibration sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.core.messages.translator import Translator
from printables.shops import Shop, calibration
from printables.words import house_words


@dataclass(frozen=True)
class Plain:
    """A print source that has only a language."""

    speech: Translator
    game: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


def plain_source(language: str) -> Plain:
    return Plain(Translator(house_words(), language))


SHOP = Shop(
    game="",
    title="product.calibration",
    plain_source=lambda language, chosen, address: plain_source(language),
    table_source=lambda table, language, address: plain_source(language),
    sample=plain_source,
    needs=lambda source: {"calibration": {"calibration": 1}},
    products={"calibration": calibration},
    label=lambda product, thing, speech: speech.translate(f"product.{product}"),
    sheets=frozenset({"calibration"}),
)

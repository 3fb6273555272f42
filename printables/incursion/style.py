"""Shared style of Incursion: side badges, provenance marks, words of values and powers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from app.core.messages.rule_catalogue import said_by_one_book
from app.core.messages.translator import Translator
from app.core.rules.book import load_toml
from app.games.incursion.words import rule_links, rules_by_id
from printables import pdf_operators
from printables.incursion.source import Source
from printables.paper import SAFE
from printables.pdf_operators import Icon, icons_in
from printables.pen import FADED, GREY_BLUE, OLIVE, WASH, WHITE, Colour, Pen
from printables.pieces import Face

OF_SIDES = {"allied": OLIVE, "german": GREY_BLUE}
GROUP = "pieces"
"""All that is cut out shares pages."""
MARKS = {"house": "*", "public": "†"}
"""Mark after a value that no rulebook states."""


@cache
def looks() -> Mapping[str, Any]:
    return load_toml(Path(__file__).parent / "looks.toml")


def icons() -> Mapping[str, Icon]:
    return icons_in(Path(__file__).parent / "icons.txt")


def badge(pen: Pen, side: str, x: float, y: float, size: float) -> None:
    half = size / 2
    if side == "allied":
        pen.disc(x, y, half, WHITE)
        pen.polygon(star(x, y, half * 0.82), OF_SIDES[side])
    else:
        pen.fill(x - half * 0.9, y - half * 0.9, half * 1.8, half * 1.8, WHITE)
        pen.fill(x - half * 0.5, y - half * 0.5, half, half, OF_SIDES[side])


def stamp(pen: Pen, side: str, x: float, y: float, size: float) -> None:
    half = size / 2
    if side == "allied":
        pen.disc(x, y, half, OF_SIDES[side])
        pen.polygon(star(x, y, half * 0.82), WHITE)
    else:
        pen.fill(x - half * 0.9, y - half * 0.9, half * 1.8, half * 1.8, OF_SIDES[side])
        pen.fill(x - half * 0.5, y - half * 0.5, half, half, WHITE)


def star(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    reach = [(radius, 0), (radius * 0.4, math.pi / 5)] * 5
    return [
        (x + r * math.sin(turn * math.tau / 5 + extra), y + r * math.cos(turn * math.tau / 5 + extra))
        for turn, (r, extra) in zip((step // 2 for step in range(10)), reach, strict=True)
    ]


SPREAD, PERIOD = 3.0, 0.5
"""Millimetres that the pattern of secret pieces runs past their cut, and its period; both divide all their cuts."""


def alike(key: str, name: str, colour: Colour) -> Face:
    """Return the back of secret pieces: the same after any drift and half a turn."""

    def draw(pen: Pen) -> None:
        out, thick = pen.bleed, PERIOD * (0.12 if pen.low_ink else 0.4)
        x, low = pen.width / 2, -out + (PERIOD - thick) / 2
        ground = pdf_operators.rectangle(-out, -out, pen.width + 2 * out, pen.height + 2 * out)
        pen.canvas.addLiteral(f"{pdf_operators.shade(WHITE if pen.low_ink else WASH)} rg {ground} f")
        # stripes reach a little past their ground, whose edge would else show as a hairline in those of the neighbour
        pen.line(x, low, x, pen.height + out, colour, pen.width + 2 * out + 0.1, (thick, PERIOD - thick))

    return Face(key, name, draw, SPREAD)


def mark(provenance: Mapping[str, str], name: str) -> str:
    return MARKS.get(provenance.get(name, ""), "")


def worst(provenance: Mapping[str, str], names: Iterable[str]) -> str:
    used = {mark(provenance, name) for name in names}
    return next((sign for sign in MARKS.values() if sign in used), "")


def marks(pen: Pen, provenance: Mapping[str, str]) -> Mapping[str, str]:
    """Return the provenance of values that bear their mark: of all or none."""
    return provenance if pen.provenance else {}


def legend(pen: Pen, speech: Translator, signs: Iterable[str], y: float = SAFE + 0.4) -> None:
    """Draw what the marks mean; where values bear none, only the sign of the worst one."""
    there = set(signs)
    used = [(kind, sign) for kind, sign in MARKS.items() if sign in there]
    told = [speech.translate(f"sheet.legend-{kind}") for kind, _ in (used if pen.provenance else used[:1])]
    if told:
        pen.write(pen.width / 2, y, "   ".join(told), 6, colour=FADED, align="centre")


def signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−")


def rule_text(source: Source, rule: str) -> str:
    return said_by_one_book(rules_by_id()[rule], rule_links().get(rule, {}), source.edition, source.speech.language)

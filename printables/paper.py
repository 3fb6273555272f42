"""Paper and print settings: sizes, margins, bleed, backs, marks and printer corrections."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from difflib import get_close_matches
from typing import Any

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.core.rules.book import require_one_of

MM = 72 / 25.4
"""Points in a millimetre."""

PAPERS = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a3": (297.0, 420.0),
    "a5": (148.0, 210.0),
    "legal": (215.9, 355.6),
}
OWN = "WxHmm"
"""Format of any other paper size, such as 200x250mm."""
LEAST_SIDE, MOST_SIDE = 80.0, 1200.0
"""Minimum and maximum side of a custom paper size, in millimetres."""
DUPLEX = ("long-edge", "short-edge", "gutterfold", "separate", "fronts-only")
MARKS = ("outline", "corner", "edge", "full", "cutter-3", "cutter-4", "none")
KIT = "kit"
CARDS = {"poker": (63.0, 88.0), "bridge": (57.0, 89.0), "mini": (44.0, 68.0), "tarot": (70.0, 120.0)}
"""Sizes of cards by name, in millimetres; `KIT` leaves each as its game has it."""
AUTO = 0.0
"""A margin to be chosen: the widest with which the fewest pages are needed."""
EIGHTH = 3.175
"""An eighth of an inch: the bleed that print services ask for."""
CUTTER_INSET, CUTTER_ARM, CUTTER_LINE = 10.0, 5.0, 1.0
"""Registration marks of craft cutters: distance from the edges, length and width of their arms."""
SIDES = ("front", "back", "both")
LIMITS = {
    "margin": (5.0, 40.0),
    "bleed": (0.0, 3.2),
    "gutter": (0.0, 20.0),
    "offset_x": (-10.0, 10.0),
    "offset_y": (-10.0, 10.0),
    "rotation": (-2.0, 2.0),
    "scale_x": (0.95, 1.05),
    "scale_y": (0.95, 1.05),
}
"""Minimum and maximum of each numeric setting: millimetres, degrees for rotation; scales have no unit."""

UNPRINTED = 5.0
"""The most that printers leave white at each edge."""
FOOT = 6.9
"""Height of the 50 mm line and the credits above the unprinted edge."""
LONGEST_COMPARED = 100
"""Letters of an unknown name that are compared with known ones; no known name is as long."""
SAFE = 3.2
"""Minimum distance of content from a cut: printers feed askew."""


@dataclass(frozen=True)
class Settings:
    """Print settings.

    Offset and rotation, from the calibration sheet, move only backs; scales resize all pages about their middle. All
    are relative to upright paper.
    """

    paper: str = "a4"
    margin: float = 8.0
    bleed: float = 0.0
    gutter: float = 0.0
    duplex: str = "long-edge"
    offset_x: float = 0.0
    offset_y: float = 0.0
    rotation: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0
    marks: str = "outline"
    marks_on: str = "front"
    low_ink: bool = False
    provenance: bool = False
    """True if each value that no rulebook states bears its mark."""
    card_size: str = KIT
    single: bool = False
    """True if each piece has a page of its own, with the boxes that print services want."""

    @property
    def for_cutter(self) -> int:
        return int(self.marks.rpartition("-")[2]) if self.marks.startswith("cutter-") else 0

    @property
    def kept_free(self) -> float:
        return max(self.margin, CUTTER_INSET + CUTTER_ARM + CUTTER_LINE) if self.for_cutter else self.margin

    @property
    def size(self) -> tuple[float, float]:
        return PAPERS.get(self.paper) or sides_of(self.paper)

    @property
    def has_backs(self) -> bool:
        return self.duplex != "fronts-only"

    def marked(self, side: str) -> str:
        if self.for_cutter:
            return "none" if side == "back" else self.marks
        return self.marks if "both" in (side, self.marks_on) or side == self.marks_on else "none"


PLAIN = Settings()
"""Default settings."""
CHOICES = {
    "paper": tuple(PAPERS), "duplex": DUPLEX, "marks": MARKS, "marks_on": SIDES, "card_size": (KIT, *CARDS),
}  # fmt: skip


def checked(**given: Any) -> Settings:
    """Return validated settings. Raise Refused, naming the setting."""
    if "paper" in given:
        given["paper"] = paper_called(given["paper"])
    for name, allowed in CHOICES.items():
        if name != "paper":
            one_of(allowed, given.get(name, allowed[0]), name)
    if given.get("margin") == "auto":
        given["margin"] = AUTO
    for name, (low, high) in LIMITS.items():
        if name != "margin" or given.get(name) is not AUTO:
            _check_span(name, float(given.get(name, low)), low, high)
    known = {field.name for field in fields(Settings)}
    for name in given:
        if name not in known:
            raise Refused("unknown-field", field=name)
    return Settings(**given)


def one_of(values: Sequence[str], value: str, field: str) -> str:
    """Return `value` if allowed. Raise Refused, naming the nearest allowed value if near."""
    check_near(values, value, field)
    return require_one_of(values, value, field)


def check_near(values: Sequence[str], value: str, field: str) -> None:
    """Raise Refused for a value that is not one of `values` but near to one, which is named."""
    near = get_close_matches(value[:LONGEST_COMPARED].lower(), values, 1, 0.75)
    if value not in values and near:
        raise Refused("not-one-of", field=field, name=Verbatim(value), near=Verbatim(near[0]))


def paper_called(text: str) -> str:
    """Return the paper of a name in any case, or of its two sides. Raise Refused."""
    name = text.strip().lower()
    if name in PAPERS:
        return name
    if not re.fullmatch(r"\d{1,4}(\.\d{1,2})?[x×]\d{1,4}(\.\d{1,2})?mm", name, re.ASCII):
        one_of((*PAPERS, OWN), name, "paper")
    width, height = sides_of(name)
    for side in (width, height):
        _check_span("paper", side, LEAST_SIDE, MOST_SIDE)
    return f"{width:g}x{height:g}mm"


def sides_of(paper: str) -> tuple[float, float]:
    width, height = sorted(float(side) for side in re.split("[x×]", paper.removesuffix("mm")))
    return width, height


def _check_span(name: str, value: float, low: float, high: float) -> None:
    if value < low or math.isnan(value):
        raise Refused("too-small", field=name, limit=low)
    if value > high:
        raise Refused("too-big", field=name, limit=high)

"""Paper and print settings: sizes, margins, bleed, backs, marks and printer corrections."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, fields
from typing import Any

from app.core.errors import Refused
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
MARKS = ("outline", "corner", "edge", "full", "none")
SIDES = ("front", "back", "both")
LIMITS = {
    "margin": (5.0, 40.0),
    "bleed": (0.0, 3.0),
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

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the paper, upright."""
        return PAPERS.get(self.paper) or sides_of(self.paper)

    @property
    def has_backs(self) -> bool:
        return self.duplex != "fronts-only"

    def marked(self, side: str) -> str:
        """Return the marks of a page of fronts, of backs, or of both."""
        return self.marks if "both" in (side, self.marks_on) or side == self.marks_on else "none"


PLAIN = Settings()
"""Default settings."""
CHOICES = {"paper": tuple(PAPERS), "duplex": DUPLEX, "marks": MARKS, "marks_on": SIDES}


def checked(**given: Any) -> Settings:
    """Return validated settings. Raise Refused, naming the setting."""
    if "paper" in given:
        given["paper"] = paper_called(given["paper"])
    for name, allowed in CHOICES.items():
        if name != "paper":
            require_one_of(allowed, given.get(name, allowed[0]), name)
    for name, (low, high) in LIMITS.items():
        _check_span(name, float(given.get(name, low)), low, high)
    known = {field.name for field in fields(Settings)}
    for name in given:
        if name not in known:
            raise Refused("unknown-field", field=name)
    return Settings(**given)


def paper_called(text: str) -> str:
    """Return the paper of a name in any case, or of its two sides. Raise Refused."""
    name = text.strip().lower()
    if name in PAPERS:
        return name
    if not re.fullmatch(r"\d{1,4}(\.\d{1,2})?[x×]\d{1,4}(\.\d{1,2})?mm", name, re.ASCII):
        raise Refused("not-allowed", field="paper", allowed=", ".join((*PAPERS, OWN)))
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

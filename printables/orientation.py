"""Page orientation: rotation onto portrait paper, and printer corrections, as PDF operators."""

from __future__ import annotations

import math
from dataclasses import dataclass

from printables.paper import MM, Settings
from printables.pdf_operators import place


@dataclass(frozen=True)
class PageOrientation:
    """A page size in millimetres.

    Paper is always portrait, so that no printer driver rotates it.
    """

    width: float
    height: float
    settings: Settings

    @property
    def lies(self) -> bool:
        return self.width > self.height

    @property
    def paper(self) -> tuple[float, float]:
        return (self.height, self.width) if self.lies else (self.width, self.height)

    @property
    def laid(self) -> str:
        return f"0 1 -1 0 {place(self.height, 0)} cm" if self.lies else ""

    @property
    def scaled(self) -> str:
        across, up = self.settings.scale_x, self.settings.scale_y
        if (across, up) == (1, 1):
            return ""
        wide, high = self.paper
        return f"{across:.8f} 0 0 {up:.8f} {place((1 - across) * wide * MM / 2, (1 - up) * high * MM / 2)} cm"

    @property
    def backs_moved(self) -> str:
        settings, operators = self.settings, []
        if settings.offset_x or settings.offset_y:
            operators.append(f"1 0 0 1 {place(settings.offset_x, settings.offset_y)} cm")
        if settings.rotation:
            turn = math.radians(settings.rotation)
            cos, sin, x, y = math.cos(turn), math.sin(turn), *(side / 2 for side in self.paper)
            moved = place(x - cos * x + sin * y, y - sin * x - cos * y)
            operators.append(f"{cos:.8f} {sin:.8f} {-sin:.8f} {cos:.8f} {moved} cm")
        return "\n".join(operators)

"""Reference cards by topic, and the Brain's copies with room for secrets and a back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from printables import fonts
from printables.card_text import Line, fitting, flow, in_two
from printables.mobile_infantry import deck, style
from printables.mobile_infantry.needs import PLAN
from printables.mobile_infantry.source import Source
from printables.paper import SAFE, Settings
from printables.pen import FADED, INK, LINE, OLIVE, QUIET, RUST, Pen
from printables.pieces import Batch, Face, Piece, Shape

BAND = 13.5
INSIDE = SAFE + 1.6
SECRETS = (0.46, 0.36, 0.3, 0.24, 0.18, 0.12)
"""Share of the Brain's copies left blank for notes: the largest that keeps the text readable."""
READABLE, LARGEST = 9.0, 10.5
"""Minimum and maximum font size, in points; a longer text goes on behind, or of the Brain's copies on a second card."""
CODE = 17.0
"""Side of a QR code."""
GRID = 5.0


@dataclass(frozen=True)
class Card:
    source: Source
    topic: str
    shape: Shape

    @property
    def secret(self) -> bool:
        return self.topic.startswith(deck.OF_THE_BRAIN)

    @property
    def mission(self) -> int:
        """The number of the card's mission, or 0."""
        return int(self.topic.rpartition("-")[2]) if "mission-" in self.topic else 0

    @property
    def title(self) -> str:
        speech = self.source.speech
        if self.mission:
            return f"{self.mission}. {speech.translate(f'mission.{self.mission}')}"
        return speech.translate(f"card.{self.topic.removeprefix(deck.OF_THE_BRAIN)}")

    @property
    def name(self) -> str:
        return f"{self.title} · {self.source.speech.translate('card.brain-only')}" if self.secret else self.title

    def pieces(self, has_backs: bool) -> list[Piece]:
        """Return the card, or two where its text goes on and may not do so behind."""
        faces = [
            Face(f"card:{self.topic}:{place}", f"{self.name} {place or ''}".strip(), partial(self.draw, place))
            for place in range(len(self.parts))
        ]
        if self.secret:
            return [Piece(face, back(self.source)) for face in faces]
        if not has_backs:
            return [Piece(face) for face in faces]
        return [Piece(faces[0], faces[1] if len(faces) > 1 else None)]

    @property
    def high(self) -> float:
        return self.shape.height - BAND - 1.6 - INSIDE

    @property
    def least_taken(self) -> float:
        return self.shape.height * SECRETS[-1] if self.secret else CODE * (1 + QUIET) if self.has_code else 0.0

    @property
    def has_code(self) -> bool:
        return bool(self.source.address and self.mission and not self.secret)

    @cached_property
    def parts(self) -> list[Sequence[Line]]:
        lines, wide = deck.lines_of(self.source, self.topic), self.shape.width - 2 * INSIDE
        return in_two(lines, wide, self.high, READABLE, self.name, self.least_taken)

    def draw(self, place: int, pen: Pen) -> None:
        self.head(pen, place)
        lines, last = self.parts[place], place + 1 == len(self.parts)
        wide, high, taken = pen.width - 2 * INSIDE, self.high, 0.0
        if not lines:
            return self.secrets(pen, high)
        if self.secret and last:
            rooms = (pen.height * share for share in SECRETS)
            fits = (room for room in rooms if fitting(lines, wide, high - room, READABLE, pen.name))
            taken = next(fits, pen.height * SECRETS[-1])
            self.secrets(pen, taken)
        taken += self.code(pen, INSIDE) if last else 0.0
        flow(pen, INSIDE, INSIDE + taken, wide, high - taken, lines, LARGEST)
        return None

    def head(self, pen: Pen, place: int) -> None:
        colour = RUST if self.secret else OLIVE
        y = pen.height - BAND
        pen.band(y, BAND, colour)
        told = self.source.speech.translate("card.brain-only") if self.secret else self.kind()
        told += f" · {place + 1}/{len(self.parts)}" if len(self.parts) > 1 else ""
        over = pen.over(colour)
        with pen.part("H"):
            pen.label(INSIDE, y + 3.4, pen.width - 2 * INSIDE, 7, self.title, 17, fonts.DISPLAY, over, "left")
        if told:
            pen.label(INSIDE, y + 0.7, pen.width - 2 * INSIDE, 2.8, told, 9, fonts.BOLD, over, "left")
        if self.secret:
            for inward in (1.6, 2.4):
                pen.frame(inward, inward, pen.width - 2 * inward, y - inward - 0.8, INK, 0.3, 1)

    def kind(self) -> str:
        speech = self.source.speech
        told = [speech.name(self.source.game)] if not self.mission else [speech.name(self.source.game), self.number()]
        return " · ".join(told)

    def number(self) -> str:
        return self.source.speech.text("card.mission").format(number=self.mission)

    def code(self, pen: Pen, low: float) -> float:
        if not self.has_code:
            return 0.0
        pen.qr(self.source.address, pen.width - INSIDE - CODE, low, CODE)
        return CODE * (1 + QUIET)

    def secrets(self, pen: Pen, high: float) -> None:
        speech = self.source.speech
        plan = self.topic == PLAN
        words = "drawn" if plan else "notes" if self.mission else "packs"
        wide = pen.width - 2 * INSIDE
        pen.label(INSIDE, INSIDE + high - 5, wide, 3.6, speech.translate(f"card.{words}"), 9, fonts.BOLD, FADED, "left")
        if plan:
            grid(pen, INSIDE, INSIDE, wide, high - 6)
        else:
            rows(pen, INSIDE, INSIDE, wide, high - 6)


def grid(pen: Pen, x: float, y: float, wide: float, high: float) -> None:
    columns, rows = int(wide / GRID), int(high / GRID)
    for column in range(columns + 1):
        pen.line(x + column * GRID, y, x + column * GRID, y + rows * GRID, LINE, 0.2)
    for row in range(rows + 1):
        pen.line(x, y + row * GRID, x + columns * GRID, y + row * GRID, LINE, 0.2)


def rows(pen: Pen, x: float, y: float, wide: float, high: float) -> None:
    for row in range(int(high / 6.5) + 1):
        pen.line(x, y + 1 + row * 6.5, x + wide, y + 1 + row * 6.5, LINE, 0.25)


def back(source: Source) -> Face:
    name = source.speech.translate("card.brain-only")

    def draw(pen: Pen) -> None:
        pen.fill(SAFE, SAFE, pen.width - 2 * SAFE, pen.height - 2 * SAFE, RUST, 2)
        over = pen.over(RUST)
        pen.frame(SAFE + 2, SAFE + 2, pen.width - 2 * SAFE - 4, pen.height - 2 * SAFE - 4, over, 0.4, 1)
        pen.icon(style.icons()["brain"], pen.width / 2 - 25, pen.height / 2 - 12, 50, over)
        pen.label(12, pen.height / 2 - 30, pen.width - 24, 11, name, 26, fonts.DISPLAY, over)

    return Face("card:brain-back", name, draw)


def batch(source: Source, wanted: Mapping[str, int], settings: Settings) -> Batch:
    shape = style.card_shape(settings)
    laid = [
        (piece, count)
        for topic, count in wanted.items()
        for piece in Card(source, topic, shape).pieces(settings.has_backs)
    ]
    return Batch("reference-cards", shape, laid)

"""Counters with backs; contacts share one face, so that they look alike."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from printables import borders, fonts
from printables.cut_marks import corners
from printables.mobile_infantry import style
from printables.mobile_infantry.needs import Counter, Cut, Side, counters
from printables.mobile_infantry.source import Source, looks
from printables.paper import MM, SAFE
from printables.pen import BY_NAME, FADED, INK, Colour, Pen
from printables.pieces import Batch, Face, Piece, Shape
from printables.text_fit import Paragraph

TOP, WORD, LOW, UNDER = 0.18, -0.25, -0.71, -0.76
"""Positions of picture, word, note, and of two lines of words alone, in halves of the printable area."""
ALONE, OVER_A_WORD = -0.55, 0.0
"""Position of a picture with nothing, or with one line, below."""
NEAREST, LABEL = 3.0, 7.0
"""Distance of words from a straight cut, in mm, and size of bold words, in points: the least of each; else plain."""
BESIDE: Mapping[Cut, float] = {"round": 0.52, "hexagon": 0.6, "square": 0.68}
"""Height of a picture that has a number beside it."""


def shape_of(counter: Counter) -> Shape:
    return style.SHAPES[counter.shape](counter.size)


def pieces(source: Source, key: str, counter: Counter, count: int) -> list[tuple[Piece, int]]:
    labels = counter.labels() or [""]
    sets, more = divmod(count, len(labels))
    laid = [(piece(source, key, counter, label), sets + (place < more)) for place, label in enumerate(labels)]
    return [(one, of_it) for one, of_it in laid if of_it]


def piece(source: Source, key: str, counter: Counter, label: str) -> Piece:
    back = face(source, key, counter, counter.back, label, False) if counter.back else None
    return Piece(face(source, key, counter, counter.front, label, True), back)


def face(source: Source, key: str, counter: Counter, side: Side, label: str, front: bool) -> Face:
    figure = side.figure.format(n=label, letter=letter(source, key))
    words = [source.speech.translate(f"counter.{side.words}")] if side.words else []
    notes = [style.told(source, f"note.{side.note}")] if side.note else []
    aloud = [*notes, *effects(source, side.hits, "-said")]
    notes += effects(source, side.hits)
    said = " ".join([source.speech.translate(f"counter.{key}"), figure, *words])

    def draw(pen: Pen) -> None:
        with pen.part(said=". ".join([" ".join(said.split()), *aloud])):
            Drawn(pen, counter, side, front).draw(figure, words, notes)

    return Face(f"counter:{key}:{'front' if front else 'back'}:{figure}", " ".join(said.split()), draw)


def letter(source: Source, key: str) -> str:
    return source.speech.translate(f"letter.{key}") if key in looks()["letters"]["bugs"] else ""


def effects(source: Source, hits: int, how: str = "") -> list[str]:
    """Return which bugs so many hits slow and kill; `how` is "-said" to be read aloud."""
    bugs, said = source.book.bugs, []
    for word, kinds in (
        ("halved", [kind for kind, card in bugs.items() if hits and card.half == hits]),
        ("killed", [kind for kind, card in bugs.items() if hits and card.hits == hits]),
    ):
        if kinds:
            letters = " ".join(source.speech.translate(f"letter.{kind}") for kind in kinds)
            said.append(source.speech.translate(f"note.{word}{how}").format(kinds=letters))
    return said


class Drawn:
    """One side of a counter: the space for number, picture and words within its cut."""

    def __init__(self, pen: Pen, counter: Counter, side: Side, front: bool) -> None:
        self.pen, self.side, self.shape, self.cut = pen, side, shape_of(counter), counter.shape
        ground = BY_NAME[counter.colour]
        self.colour: Colour = pen.over(ground) if front else INK
        if front:
            self.ground(ground)
        borders.border(pen, self.shape, counter.border, self.colour)
        self.reach = pen.width / 2 - SAFE

    def ground(self, colour: Colour) -> None:
        """Fill fronts and leave backs white: they differ without colour."""
        pen, out = self.pen, self.pen.bleed
        if self.cut == "round":
            pen.disc(pen.width / 2, pen.height / 2, pen.width / 2 + out, colour)
        elif self.cut == "hexagon":
            scale = 1 + 2 * out / pen.width
            middle = pen.width / 2, pen.height / 2
            around = corners(self.shape)
            pen.polygon([(middle[0] + (x - middle[0]) * scale, middle[1] + (y - middle[1]) * scale) for x, y in around],
                        colour)  # fmt: skip
        else:
            pen.band(0, pen.height, colour)

    def wide(self, low: float, high: float) -> float:
        """Return the width between two heights, in halves of the printable area."""
        far = max(abs(low), abs(high))
        if self.cut == "round":
            return 2 * self.reach * sqrt(max(1 - far * far, 0.04))
        return 2 * self.reach * (min(1, 2 - sqrt(3) * far) if self.cut == "hexagon" else 1)

    def draw(self, figure: str, words: list[str], notes: list[str]) -> None:
        if not words and not notes:
            self.above(figure, ALONE, -ALONE)
            return
        several = len([*words, *notes]) > 1 or " " in "".join(words)
        low = TOP if several else OVER_A_WORD
        self.above(figure, low, low + (BESIDE[self.cut] if figure and self.side.icon else self.square(low)))
        if words and notes:
            self.text(words, WORD, TOP, fonts.BOLD)
            self.text(notes, LOW, WORD - 0.03, fonts.TEXT)
        else:
            self.text(words or notes, UNDER if several else -0.58, low - 0.06, fonts.BOLD)

    def square(self, low: float) -> float:
        if self.cut == "round":
            return (sqrt(5 - low * low) - 2 * low) / 2.5
        return (2 - sqrt(3) * low) / (0.5 + sqrt(3)) if self.cut == "hexagon" else 1 - low

    def above(self, figure: str, low: float, high: float) -> None:
        pen, middle = self.pen, self.pen.height / 2
        y, size = middle + low * self.reach, (high - low) * self.reach
        icon = size * (0.85 if figure else 1) if self.side.icon else 0.0
        beside = min(self.wide(low, high) - icon, size * 1.6) if figure else 0.0
        x = pen.width / 2 - (icon + beside) / 2
        colour = FADED if self.side.crossed and self.colour == INK else self.colour
        if self.side.icon:
            pen.icon(style.icons()[self.side.icon], x, y + (size - icon) / 2, icon, colour)
        if self.side.crossed:
            borders.crossed(pen, x, y + (size - icon) / 2, icon, self.colour)
        if figure:
            pen.label(x + icon + 0.2, y, beside - 0.2, size, figure, pen.height * 1.4, fonts.DISPLAY, colour)

    def text(self, lines: list[str], low: float, high: float, face: str) -> None:
        wide, tall = self.wide(low + 0.18, high - 0.18), (high - low) * self.reach
        if self.cut == "square":
            wide += 2 * (SAFE - NEAREST)
        if any(fonts.width(face, line) > wide * MM / LABEL for line in lines if " " not in line):
            face = fonts.TEXT
        paragraphs: list[Paragraph] = [[(face, line)] for line in lines]
        x, y = self.pen.width / 2 - wide / 2, self.pen.height / 2 + low * self.reach
        self.pen.text(x, y, wide, tall, paragraphs, self.pen.height * 0.5, "centre", self.colour, True, 0.0)


def batches(source: Source, wanted: Mapping[str, int]) -> list[Batch]:
    by_shape: dict[Shape, list[tuple[Piece, int]]] = {}
    for key, count in wanted.items():
        counter = counters()[key]
        by_shape.setdefault(shape_of(counter), []).extend(pieces(source, key, counter, count))
    return [Batch("counters", shape, laid) for shape, laid in by_shape.items() if laid]

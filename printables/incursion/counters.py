"""Counters with their backs. Those of Victory Points have one back, so that nobody can tell them apart."""

from __future__ import annotations

from collections.abc import Mapping

from printables import fonts
from printables.colours import BY_NAME, INK, WHITE
from printables.incursion import dress
from printables.incursion.needs import Counter, counters
from printables.incursion.source import Source
from printables.pen import Pen
from printables.pieces import Batch, Face, Piece, Shape, disc, square, strip

SHAPES = {"round": lambda counter: disc(counter.size), "square": lambda counter: square(counter.size),
          "strip": lambda counter: strip(counter.size, counter.height)}  # fmt: skip
RIM = 1.2
SIDE_OF = {"german-entry": "german", "us-entry": "allied"}


def shape_of(counter: Counter) -> Shape:
    """The cut of a counter."""
    return SHAPES[counter.shape](counter)


def face(source: Source, key: str, counter: Counter, icon: str, words: str, number: str, side: str) -> Face:
    """One side of a counter."""
    named = source.speech.say(f"counter.{words}")

    def draw(pen: Pen) -> None:
        draw_ground(pen, counter, side)
        if counter.shape == "strip":
            draw_strip(pen, counter, icon, named, side)
        else:
            draw_counter(pen, counter, icon, named, number, side)
        if key in SIDE_OF:
            dress.badge(pen, SIDE_OF[key], pen.width - 4, pen.height - 4, 4.4)

    name = f"{named} {number}".strip()
    return Face(f"counter:{key}:{side}:{number}:{words}", name, draw)


def ground(counter: Counter, side: str) -> bool:
    """Whether this side is filled: fronts are, backs are white, so that they differ without colour."""
    return side == "front"


def draw_ground(pen: Pen, counter: Counter, side: str) -> None:
    """The ground to the cut and beyond."""
    colour = BY_NAME[counter.colour] if ground(counter, side) else WHITE
    if not ground(counter, side):
        return
    if counter.shape == "round":
        pen.disc(pen.width / 2, pen.height / 2, pen.width / 2 + pen.bleed, colour)
    else:
        pen.band(0, pen.height, colour)


def draw_counter(pen: Pen, counter: Counter, icon: str, named: str, number: str, side: str) -> None:
    """A picture, with a figure beside it where there is one, and the word below."""
    colour = pen.over(BY_NAME[counter.colour]) if ground(counter, side) else INK
    size, round_ = pen.height, counter.shape == "round"
    picture = size * (0.42 if round_ else 0.5)
    middle = pen.width / 2 - (picture * 0.42 if number else 0)
    y = size * (0.40 if round_ else 0.38)
    pen.icon(icon, middle - picture / 2, y, picture, colour)
    if number:
        pen.label(middle + picture * 0.45, y, picture * 0.75, picture, number, size * 1.25, fonts.DISPLAY, colour)
    inset = size * (0.16 if round_ else 0.1)
    low = size * (0.17 if round_ else 0.09)
    pen.label(inset, low, pen.width - 2 * inset, size * 0.22, named, size * 0.5, fonts.BOLD, colour)


def draw_strip(pen: Pen, counter: Counter, icon: str, named: str, side: str) -> None:
    """A door: its picture and its state."""
    colour = pen.over(BY_NAME[counter.colour]) if ground(counter, side) else INK
    size = pen.height * 0.7
    pen.icon(icon, 2, (pen.height - size) / 2, size, colour)
    pen.text(size + 3, 1, pen.width - size - 5, pen.height - 2, [[(fonts.BOLD, named)]], 10, "centre", colour, True)


def pieces(source: Source, key: str, counter: Counter) -> list[Piece]:
    """A counter, or each of those that bear numbers."""
    if counter.each:
        behind = face(source, key, counter, counter.icon, key, "", "front")
        return [
            Piece(face(source, key, counter, counter.icon, key, str(number), "back"), behind) for number in counter.each
        ]
    front = face(source, key, counter, counter.icon, counter.front_words or key, counter.figure, "front")
    words = counter.back_words or key
    back = face(
        source, key, counter, counter.back_icon or counter.icon, words, counter.back_figure or counter.figure, "back"
    )
    return [Piece(front, back)]


def batches(source: Source, wanted: Mapping[str, int]) -> list[Batch]:
    """Counters by their cut, each cut on pages of its own."""
    by_shape: dict[Shape, list[tuple[Piece, int]]] = {}
    for key, count in wanted.items():
        counter = counters()[key]
        each = [(piece, count) for piece in pieces(source, key, counter) if count]
        by_shape.setdefault(shape_of(counter), []).extend(each)
    return [Batch("counters", shape, laid) for shape, laid in by_shape.items() if laid]

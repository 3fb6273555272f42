"""Counters with backs, and stand-up doors; Victory Points look alike on the cut side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from app.core.content.cards.pictures import COUNTER
from printables import fonts, pdf_operators
from printables.folding import how_to_fold
from printables.incursion import doors, style
from printables.incursion.needs import Counter, counters
from printables.incursion.source import Source
from printables.paper import SAFE
from printables.pen import BY_NAME, INK, WHITE, Pen
from printables.pictures import OwnPicture
from printables.pieces import Batch, Face, Piece, Shape, disc, square

SHAPES: Mapping[str, Callable[[Counter], Shape]] = {
    "round": lambda counter: disc(counter.size),
    "square": lambda counter: square(counter.size),
    "door": lambda counter: doors.DOOR,
    "seal": lambda counter: doors.SEAL,
}
SIDE_OF = {"german-entry": "german", "us-entry": "allied"}


@dataclass(frozen=True)
class Places:
    """Positions of picture and word, in halves of the printable area, from the counter's middle."""

    word_wide: float
    word_low: float
    word_high: float
    picture_low: float
    picture: float
    picture_beside: float
    """The picture's size beside a number."""


PLACES = {"round": Places(1.43, -0.7, 0.42, -0.2, 1.02, 0.84), "square": Places(2, -1, 0.5, -0.42, 1.42, 1.1)}
FIGURE = 0.75
"""The width of a number, relative to the picture beside it."""
BADGE = 4.4


def shape_of(counter: Counter) -> Shape:
    return SHAPES[counter.shape](counter)


def face(source: Source, key: str, counter: Counter, icon: str, words: str, number: str, side: str) -> Face:
    named = source.speech.translate(f"counter.{words}")
    own = source.picture(f"{COUNTER}{key}", side == "back") if counter.may_have_picture else None

    def draw(pen: Pen) -> None:
        if own:
            draw_pictured(pen, counter, own, named, number)
            return
        draw_ground(pen, counter, side)
        with pen.part():
            draw_counter(pen, counter, icon, named, number, side, SIDE_OF.get(key, ""))

    name = f"{named} {number}".strip()
    return Face(f"counter:{key}:{side}:{number}:{words}", name, draw)


def is_filled(side: str) -> bool:
    return side == "front"


def draw_ground(pen: Pen, counter: Counter, side: str) -> None:
    colour = BY_NAME[counter.colour] if is_filled(side) else WHITE
    if not is_filled(side):
        return
    if counter.shape == "round":
        pen.disc(pen.width / 2, pen.height / 2, pen.width / 2 + pen.bleed, colour)
    else:
        pen.band(0, pen.height, colour)


def draw_pictured(pen: Pen, counter: Counter, own: OwnPicture, named: str, number: str) -> None:
    out, reach = pen.bleed, pen.height / 2 - SAFE
    own.draw(pen, -out, -out, pen.width + 2 * out, pen.height + 2 * out, counter.shape == "round")
    at, middle = PLACES[counter.shape], pen.height / 2
    wide, low, high = at.word_wide * reach, middle + at.word_low * reach, at.word_high * reach
    with pen.part():
        plate(pen, middle - wide / 2, low, wide, high)
        pen.label(middle - wide / 2 + 0.4, low, wide - 0.8, high, named, pen.height * 0.5, fonts.BOLD, INK)
        if number:
            side = reach * 0.9
            plate(pen, middle - side / 2, low + high + 0.6, side, side)
            pen.label(middle - side / 2, low + high + 0.6, side, side, number, pen.height * 1.25, fonts.DISPLAY, INK)


def plate(pen: Pen, x: float, y: float, wide: float, high: float) -> None:
    pen.canvas.addLiteral(f"{pdf_operators.shade(WHITE)} rg {pdf_operators.rectangle(x, y, wide, high, 0.8)} f")


def draw_counter(pen: Pen, counter: Counter, icon: str, named: str, number: str, side: str, badge: str) -> None:
    colour = pen.over(BY_NAME[counter.colour]) if is_filled(side) else INK
    at, middle, reach = PLACES[counter.shape], pen.height / 2, pen.height / 2 - SAFE
    picture = reach * (at.picture_beside if number else at.picture)
    beside = picture * FIGURE if number else BADGE if badge else 0.0
    x, y = middle - (picture + beside) / 2, middle + at.picture_low * reach
    pen.icon(style.icons()[icon], x, y, picture, colour)
    if number:
        pen.label(x + picture, y, beside, picture, number, pen.height * 1.25, fonts.DISPLAY, colour)
    if badge:
        shown = style.badge if is_filled(side) else style.stamp
        shown(pen, badge, pen.width - SAFE - BADGE / 2, pen.height - SAFE - BADGE / 2, BADGE)
    wide, low = at.word_wide * reach, middle + at.word_low * reach
    pen.label(middle - wide / 2, low, wide, at.word_high * reach, named, pen.height * 0.5, fonts.BOLD, colour)


def with_backs(source: Source, key: str, counter: Counter, count: int) -> list[tuple[Piece, int]]:
    if counter.shape == "seal":
        return [(Piece(doors.seal(source)), count)]
    if counter.shape == "door":
        letter = source.speech.translate("counter.green-letter") if counter.letter else ""
        return [(Piece(doors.door(source, key, BY_NAME[counter.colour], letter)), count)]
    if counter.secret:
        alike = style.alike(f"counter:{key}:alike", source.speech.translate(f"counter.{key}"), BY_NAME[counter.colour])
        behind = [face(source, key, counter, counter.icon, key, str(number), "back") for number in counter.each]
        sets, more = divmod(count, len(behind))
        return [(Piece(alike, back), sets + (place < more)) for place, back in enumerate(behind)]
    words = counter.front_words or key
    front = face(source, key, counter, counter.icon, words, counter.figure, "front")
    behind_icon, behind_figure = counter.back_icon or counter.icon, counter.back_figure or counter.figure
    back = face(source, key, counter, behind_icon, counter.back_words or words, behind_figure, "back")
    return [(Piece(front, back), count)]


def batches(source: Source, wanted: Mapping[str, int]) -> list[Batch]:
    """Return the counters by shape; secret ones apart, for they are drawn past their cuts."""
    by_shape: dict[tuple[Shape, bool, bool], list[tuple[Piece, int]]] = {}
    for key, count in wanted.items():
        counter = counters()[key]
        each = [(piece, of_it) for piece, of_it in with_backs(source, key, counter, count) if of_it]
        kind = shape_of(counter), counter.secret, counter.shape == "door"
        by_shape.setdefault(kind, []).extend(each)
    notes = how_to_fold(source.speech, "doors")
    return [
        Batch("counters", shape, laid, 0, doors.FOLDS.get(shape, ()), style.GROUP, notes if stands else ())
        for (shape, _, stands), laid in by_shape.items()
        if laid
    ]

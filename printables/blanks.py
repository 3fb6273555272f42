"""Blank pieces to write on, and other cards that somebody words for one print."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from app.core.errors import Refused
from app.core.messages.translator import Translator
from printables import fonts
from printables.card_text import Line, flow
from printables.folding import how_to_fold
from printables.paper import SAFE
from printables.pen import BRASS, FADED, INK, LINE, WHITE, Pen
from printables.pieces import POKER, Batch, Face, Piece, Shape, disc, square, strip

PRODUCT = "blanks"
FOOT, HIGH = 12.5, 36.0
FOLDS = (FOOT, FOOT + HIGH, FOOT + 2 * HIGH)
SHAPES: Mapping[str, Shape] = {
    "card": POKER, "round": disc(25), "square": square(20), "stand-up": strip(25, 2 * (FOOT + HIGH)),
}  # fmt: skip
"""Blank pieces by name, with their cuts."""
BAND, PRICE, STEP, INSIDE = 17.0, 6.0, 7.0, SAFE + 0.8
LARGEST = 10.5
BAR = "|"
LONGEST_NAME, LONGEST_TEXT, MOST_OTHERS = 40, 400, 54


@dataclass(frozen=True)
class OtherCard:
    name: str
    kill: str
    text: str

    @property
    def key(self) -> str:
        return f" {BAR} ".join((self.name, self.kill, self.text))


def other_card(line: str, field: str) -> OtherCard:
    """Return the card of `NAME | KILL VALUE | TEXT`. Raise Refused, naming the field."""
    parts = [fonts.on_one_line(part) for part in line.split(BAR)]
    if len(parts) != 3 or not parts[0] or not (parts[1] == "" or (parts[1].isdecimal() and len(parts[1]) < 3)):
        raise Refused("other-card-pattern", field=field)
    for part, most in ((parts[0], LONGEST_NAME), (parts[2], LONGEST_TEXT)):
        if len(part) > most:
            raise Refused("too-long", field=field, limit=most)
    return OtherCard(*parts)


def other_cards(lines: Iterable[str], field: str) -> dict[str, int]:
    """Return card → number for the lines of a form. Raise Refused, naming the field."""
    found: dict[str, int] = {}
    for line in filter(str.strip, lines):
        key = other_card(line, field).key
        found[key] = found.get(key, 0) + 1
    if sum(found.values()) > MOST_OTHERS:
        raise Refused("too-big", field=field, limit=MOST_OTHERS)
    return found


def label(thing: str, speech: Translator) -> str:
    return thing.partition(BAR)[0].strip() if BAR in thing else speech.translate(f"blank.{thing}")


def batches(speech: Translator, wanted: Mapping[str, int], back: Face | None) -> list[Batch]:
    """Return blank pieces by shape; with a `back`, cards have room for a kill value."""
    by_shape: dict[Shape, list[tuple[Piece, int]]] = {}
    for thing, count in wanted.items():
        shape = POKER if BAR in thing else SHAPES[thing]
        face = Face(f"blank:{thing}", label(thing, speech), drawing(thing, back is not None))
        by_shape.setdefault(shape, []).append((Piece(face, back if shape == POKER else None), count))
    folded, notes = SHAPES["stand-up"], how_to_fold(speech)
    return [
        Batch(PRODUCT, shape, laid, folds=FOLDS if shape == folded else (), notes=notes if shape == folded else ())
        for shape, laid in by_shape.items()
    ]


def drawing(thing: str, valued: bool) -> Callable[[Pen], None]:
    if BAR in thing:
        return partial(card, other_card(thing, ""), valued)
    drawn: Mapping[str, Callable[[Pen], None]] = {
        "card": partial(card, None, valued), "round": ring, "square": frame, "stand-up": stand_up,
    }  # fmt: skip
    return drawn[thing]


def card(other: OtherCard | None, valued: bool, pen: Pen) -> None:
    y, wide = pen.height - BAND, pen.width - 2 * INSIDE - (2 * PRICE + 2 if valued else 0)
    if other:
        pen.band(y, BAND, BRASS)
    else:
        pen.line(INSIDE, y, pen.width - INSIDE, y, BRASS, 0.8)
    if valued:
        middle = pen.width - INSIDE - PRICE, y + BAND / 2 - 0.6
        pen.disc(*middle, PRICE, WHITE)
        pen.ring(*middle, PRICE, INK, 0.4)
        if other and other.kill:
            x = middle[0] - PRICE + 1.6
            pen.label(x, middle[1] - PRICE + 1.6, 2 * PRICE - 3.2, 2 * PRICE - 3.2, other.kill, 24, fonts.DISPLAY)
    if other is None:
        pen.line(INSIDE, y + 3.5, INSIDE + wide, y + 3.5, LINE, 0.3)
        for line in range(1, int((y - INSIDE) / STEP) + 1):
            pen.line(INSIDE, y - line * STEP, pen.width - INSIDE, y - line * STEP, LINE, 0.3)
        return
    name = [[(fonts.DISPLAY, other.name)]]
    pen.text(INSIDE, y + 1, wide, BAND - SAFE - 1, name, 17, colour=pen.over(BRASS), middle=True)
    flow(pen, INSIDE, INSIDE, pen.width - 2 * INSIDE, y - INSIDE - 2, [Line(other.text)], LARGEST)


def ring(pen: Pen) -> None:
    pen.ring(pen.width / 2, pen.height / 2, pen.width / 2 - 1.5, INK, 0.3)


def frame(pen: Pen) -> None:
    pen.frame(1.5, 1.5, pen.width - 3, pen.height - 3, INK, 0.3, 0.6)


def stand_up(pen: Pen) -> None:
    for y in FOLDS:
        pen.line(0, y, pen.width, y, FADED, 0.15, (1, 1))
    middle = pen.width / 2
    arrow = ((0, 0), (4.2, 4.2), (1.5, 4.2), (1.5, 8), (-1.5, 8), (-1.5, 4.2), (-4.2, 4.2))
    pen.polygon([(middle + x, SAFE + y) for x, y in arrow], WHITE if pen.low_ink else INK)
    for y in (FOOT + 6, pen.height - FOOT - 6):
        pen.line(SAFE, y, pen.width - SAFE, y, LINE, 0.3)

"""Round tokens and badges; mines share one face, so that they look alike face down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

from printables import borders, fonts
from printables.memoir_44 import style
from printables.memoir_44.needs import Badge, Side, Token, badges, tokens
from printables.memoir_44.source import Source, looks
from printables.paper import SAFE
from printables.pen import INK, Pen
from printables.pieces import Batch, Face, Piece, Shape, disc
from printables.words import lettered


def shape_of(product: str) -> Shape:
    return disc(looks()["round"][product])


def labels(source: Source, key: str, count: int) -> Sequence[str]:
    """Return the numbers or letters of so many tokens of a kind, in order; empty for most."""
    book = source.book
    if key == "mine":
        return [str(book.mine_tokens[place % len(book.mine_tokens)]) for place in range(count)]
    if key == "cross-hair":
        each = book.profiles["big-gun"].crosshairs
        return [lettered(place // each) for place in range(count)]
    if key == "train-hits":
        return [str(number) for number in range(1, book.train.lost_at + 1)] * count
    return [""] * count


def piece(source: Source, key: str, token: Token, label: str) -> Piece:
    back = face(source, key, token.back, label) if token.back else None
    return Piece(face(source, key, token.front, label), back)


def face(source: Source, key: str, side: Side, label: str) -> Face:
    figure = side.figure.format(n=label)
    word = source.speech.translate(f"token.{side.word}") if side.word else ""
    said = " ".join(filter(None, (word, figure))) or source.speech.name(side.icon)

    def draw(pen: Pen) -> None:
        borders.border(pen, shape_of("tokens"), side.border, INK)
        with pen.part(said=said if word or not figure else f"{source.speech.translate(f'thing.{key}')}: {figure}"):
            drawn(pen, side.icon, figure, word)

    return Face(f"token:{side.icon}:{side.word}:{figure}:{side.border}", said, draw)


def drawn(pen: Pen, icon: str, figure: str, word: str) -> None:
    reach, middle = pen.width / 2 - SAFE, pen.width / 2
    low = middle - reach * (0.28 if word else 0.62)
    high = reach * (1.08 if word else 1.24)
    if icon and figure:
        size = reach * 0.82
        pen.icon(style.icons()[icon], middle - size, low + (high - size) / 2, size, INK)
        pen.label(middle + 0.4, low, size * 0.8, high, figure, 22, fonts.DISPLAY)
    elif icon:
        pen.icon(style.icons()[icon], middle - high / 2, low, high, INK)
    elif figure:
        pen.label(middle - reach * 0.6, low, reach * 1.2, high, figure, 30, fonts.DISPLAY)
    if word:
        wide = 2 * reach * sqrt(1 - 0.77**2)
        pen.text(middle - wide / 2, middle - reach * 0.82, wide, reach * 0.46, [[(fonts.BOLD, word)]], 9, "centre", INK,
                 True, 0.0)  # fmt: skip


def badge(source: Source, key: str, one: Badge) -> Piece:
    initials = source.speech.translate(f"initials.{key}")

    def draw(pen: Pen) -> None:
        borders.border(pen, shape_of("badges"), one.border, INK)
        reach, middle = pen.width / 2 - SAFE, pen.width / 2
        high = reach * (0.78 if one.icon else 1.6)
        if one.icon:
            pen.icon(style.icons()[one.icon], middle - reach * 0.5, middle, reach, INK)
        low, wide = (middle - reach * 0.88, reach * 1.1) if one.icon else (middle - high / 2, reach * 2)
        with pen.part(said=source.speech.name(key)):
            pen.label(middle - wide / 2, low, wide, high, initials, 11, fonts.DISPLAY)

    return Piece(Face(f"badge:{key}", source.speech.name(key), draw))


def token_batch(source: Source, wanted: Mapping[str, int]) -> Batch:
    laid = [
        (piece(source, key, tokens()[key], label), 1)
        for key, count in wanted.items()
        for label in labels(source, key, count)
    ]
    return Batch("round-tokens", shape_of("tokens"), laid)


def badge_batch(source: Source, wanted: Mapping[str, int]) -> Batch:
    return Batch(
        "badges", shape_of("badges"), [(badge(source, key, badges()[key]), count) for key, count in wanted.items()]
    )

"""Hexagon tiles as wide as the board's hexes, and strips that cross them."""

from __future__ import annotations

from collections.abc import Mapping

from printables import borders, fonts
from printables.memoir_44 import style
from printables.memoir_44.needs import Tile, tiles
from printables.memoir_44.source import Source, looks
from printables.memoir_44.style import Look, Picture
from printables.paper import SAFE
from printables.pen import INK, Pen
from printables.pieces import Batch, Face, Piece, Shape, hexagon, strip

PAST = 1.5
"""Millimetres that grounds run past the cut: neighbours differ, and nobody cuts exactly."""


def shape_of(source: Source, product: str) -> Shape:
    if product == "hexes":
        return hexagon(source.hexagon)
    size = looks()["strip"]
    return strip(source.hexagon * size["width"], source.hexagon * size["height"])


def word_of(name: str) -> str:
    word = style.tiles()[name].word
    return name if word is None else word


def piece(source: Source, product: str, tile: Tile) -> Piece:
    return Piece(face(source, product, tile.front, False), face(source, product, tile.back, tile.destroyed))


def face(source: Source, product: str, name: str, destroyed: bool) -> Face:
    word = word_of(name)
    said = source.speech.name(word) if word else ""
    told = (
        f"{said} · {source.speech.translate('tile.destroyed')}"
        if destroyed
        else said or source.speech.translate("tile.blank")
    )

    def draw(pen: Pen) -> None:
        with pen.part(said=told):
            (hexagon_face if product == "hexes" else strip_face)(pen, style.tiles()[name], said, destroyed)

    return Face(f"tile:{product}:{name}:{destroyed}", told, draw, PAST)


def hexagon_face(pen: Pen, look: Look, said: str, destroyed: bool) -> None:
    middle = pen.width / 2, pen.height / 2
    out = pen.width + 2 * pen.bleed
    if not pen.low_ink:
        pen.polygon(style.corners_about(middle, out), style.colour(look.ground))
    Picture(pen, look, middle, out).draw()
    if destroyed:
        crossed_out(pen, middle, pen.width * 0.5)
    if said:
        aside = 0.075 * ((4 in look.road) - (5 in look.road))
        wide, high = pen.width * (0.3 if aside else 0.42), pen.height * 0.13
        x, name = middle[0] - wide / 2 + pen.width * aside, [[(fonts.BOLD, said)]]
        low = pen.height * (0.095 if look.rings else 0.14)
        pen.text(x, low, wide, high, name, pen.width / 5.5, "centre", INK, True, 0.0)


def crossed_out(pen: Pen, middle: tuple[float, float], size: float) -> None:
    borders.crossed(pen, middle[0] - size / 2, middle[1] - size / 2, size, INK)


def strip_face(pen: Pen, look: Look, said: str, destroyed: bool) -> None:
    if not pen.low_ink:
        pen.band(0, pen.height, style.colour(look.ground))
    size = pen.height - 2 * SAFE
    x, y = SAFE + 0.4, SAFE
    pen.icon(style.icons()[look.icon], x, y, size, INK)
    if destroyed:
        borders.crossed(pen, x + 1.2, y + 1.2, size - 2.4, INK)
    wide = pen.width - x - size - 1.5 - SAFE
    pen.text(x + size + 1.5, y, wide, size, [[(fonts.BOLD, said)]], pen.height * 0.6, "left", INK, True, 0.0)


def batch(source: Source, product: str, wanted: Mapping[str, int]) -> Batch:
    laid = [(piece(source, product, tiles(product)[key]), count) for key, count in wanted.items()]
    return Batch(product, shape_of(source, product), laid, PAST)

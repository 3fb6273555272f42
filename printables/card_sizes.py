"""Card sizes for sleeves and print services: poker cards drawn anew, smaller to scale."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from printables.paper import CARDS, KIT
from printables.pdf_operators import numbers
from printables.pen import Pen
from printables.pieces import POKER, Batch, Face, Piece, Shape, Sheet

DRAWN_ANEW = 0.9
"""A card of at least this share of a poker card's width is drawn for its size; a smaller one is scaled down."""


def resized(parts: list[Batch | Sheet], size: str) -> list[Batch | Sheet]:
    if size == KIT or CARDS[size] == (POKER.width, POKER.height):
        return parts
    shape = Shape("card", *CARDS[size], POKER.radius)
    return [of_size(part, shape) if isinstance(part, Batch) and part.shape == POKER else part for part in parts]


def of_size(batch: Batch, shape: Shape) -> Batch:
    scale = shape.width / POKER.width
    if scale >= DRAWN_ANEW:
        return replace(batch, shape=shape)
    laid = [
        (Piece(scaled(piece.front, scale), scaled(piece.back, scale) if piece.back else None), count)
        for piece, count in batch.pieces
    ]
    return replace(batch, shape=shape, pieces=laid)


def scaled(face: Face, scale: float) -> Face:
    return replace(face, draw=partial(draw_scaled, face, scale))


def draw_scaled(face: Face, scale: float, pen: Pen) -> None:
    canvas = pen.canvas
    canvas.addLiteral(f"q {scale:.6f} 0 0 {scale:.6f} {numbers(0, 0)} cm")
    size = pen.width / scale, pen.height / scale, pen.bleed / scale
    larger = Pen(canvas, pen.name, *size, pen.low_ink, pen.provenance, pen.tags, pen.whole)
    face.draw(larger)
    canvas.addLiteral("EMC" if pen.tags else "")
    larger.finish()
    canvas.addLiteral("/Artifact BMC" if pen.tags else "")
    canvas.addLiteral("Q")

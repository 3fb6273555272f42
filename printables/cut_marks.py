"""Cut and fold marks, and the 50 mm line that shows the page's real scale."""

from __future__ import annotations

from typing import Any

from printables import pdf_operators
from printables.page_layout import Layout
from printables.paper import CUTTER_ARM, CUTTER_INSET, CUTTER_LINE, Settings
from printables.pdf_operators import place, shade
from printables.pen import INK, WHITE, Colour
from printables.pieces import Shape

HAIR, HALO = 0.12, 0.5
"""Width of a mark, and of the white under it that shows it on black."""
BLACK: Colour = (0.0, 0.0, 0.0)
LAYERS = ((WHITE, HALO), (INK, HAIR))
CORNER = 3.0
CHECK = 50.0
CHECK_AT = 5.4
"""Height of the check line above the lower edge: printers leave up to 5 mm unprinted."""


def hair(canvas: Any, colour: Colour = INK, width: float = HAIR) -> None:
    canvas.setStrokeColorRGB(*colour)
    canvas.setLineWidth(width)


def outline(canvas: Any, shape: Shape) -> None:
    form = f"outline-{shape.kind}-{shape.width:g}-{shape.height:g}"
    if not canvas.hasForm(form):
        canvas.beginForm(form, -1, -1, shape.width + 1, shape.height + 1)
        for layer in LAYERS:
            hair(canvas, *layer)
            trace(canvas, shape)
        canvas.endForm()
    canvas.doForm(form)


def trace(canvas: Any, shape: Shape) -> None:
    if shape.kind == "round":
        canvas.circle(shape.width / 2, shape.height / 2, shape.width / 2)
    elif shape.kind == "hexagon":
        canvas.lines([(*a, *b) for a, b in sides(shape)])
    elif shape.radius:
        canvas.roundRect(0, 0, shape.width, shape.height, shape.radius)
    else:
        canvas.rect(0, 0, shape.width, shape.height)


def corners(shape: Shape) -> list[tuple[float, float]]:
    """Return the corners of a hexagon, counterclockwise from the lowest."""
    width, height = shape.width, shape.height
    right, low, high = width, height / 4, height * 3 / 4
    return [(width / 2, 0), (right, low), (right, high), (width / 2, height), (0, high), (0, low)]


def sides(shape: Shape) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    around = corners(shape)
    return list(zip(around, [*around[1:], around[0]], strict=True))


def draw(canvas: Any, layout: Layout, spots: list[tuple[float, float]], kind: str) -> None:
    """Draw the marks of a page for its pieces, in millimetres."""
    if kind == "outline":
        for x, y in spots:
            canvas.addLiteral(f"q 1 0 0 1 {place(x, y)} cm")
            outline(canvas, layout.shape)
            canvas.addLiteral("Q")
    elif kind != "none" and spots:
        lines = list({"corner": corner, "edge": edge, "full": full}[kind](layout, spots))
        for layer in LAYERS:
            hair(canvas, *layer)
            canvas.lines(lines)


Corner = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
"""A registration mark: the end of its arm along the paper, its corner, the end of its arm upward."""


def registration_marks(width: float, height: float, count: int) -> list[Corner]:
    """Return a craft cutter's marks at the corners; of three none at the lower right."""
    left, right, low, high = CUTTER_INSET, width - CUTTER_INSET, CUTTER_INSET, height - CUTTER_INSET
    corners_of = [(left, high, 1, -1), (right, high, -1, -1), (left, low, 1, 1), (right, low, -1, 1)]
    return [((x + across * CUTTER_ARM, y), (x, y), (x, y + up * CUTTER_ARM)) for x, y, across, up in corners_of[:count]]


def registration(canvas: Any, width: float, height: float, count: int) -> None:
    hair(canvas, BLACK, CUTTER_LINE)
    for along, corner_at, upward in registration_marks(width, height, count):
        canvas.lines([(*along, *corner_at), (*corner_at, *upward)])


Lines = list[tuple[float, float, float, float]]


def cuts(layout: Layout, spots: list[tuple[float, float]]) -> tuple[list[float], list[float]]:
    wide, high = layout.shape.width, layout.shape.height
    across = {round(edge, 4) for x, _ in spots for edge in (x, x + wide)}
    along = {round(edge, 4) for _, y in spots for edge in (y, y + high)}
    return sorted(across), sorted(along)


def corner(layout: Layout, spots: list[tuple[float, float]]) -> Lines:
    wide, high = layout.shape.width, layout.shape.height
    lines: Lines = []
    for x, y in spots:
        for edge, out in ((x, -1), (x + wide, 1)):
            for level, up in ((y, -1), (y + high, 1)):
                lines.append((edge + out * 0.5, level, edge + out * CORNER, level))
                lines.append((edge, level + up * 0.5, edge, level + up * CORNER))
    return lines


def edge(layout: Layout, spots: list[tuple[float, float]]) -> Lines:
    across, along = cuts(layout, spots)
    left, right, low, top = across[0], across[-1], along[0], along[-1]
    lines: Lines = []
    for x in across:
        lines += [(x, low - CORNER, x, low - 0.5), (x, top + 0.5, x, top + CORNER)]
    for y in along:
        lines += [(left - CORNER, y, left - 0.5, y), (right + 0.5, y, right + CORNER, y)]
    return lines


def full(layout: Layout, spots: list[tuple[float, float]]) -> Lines:
    across, along = cuts(layout, spots)
    upright: Lines = [(x, 0, x, layout.height) for x in across]
    return upright + [(0, y, layout.width, y) for y in along]


def fold(canvas: Any, layout: Layout) -> None:
    hair(canvas)
    canvas.setDash([2, 2])
    if layout.fold == "upright":
        canvas.line(layout.width / 2, 0, layout.width / 2, layout.height)
    elif layout.fold == "level":
        canvas.line(0, layout.height / 2, layout.width, layout.height / 2)
    canvas.setDash()


def check_line(canvas: Any, settings: Settings) -> None:
    left, right, y = settings.margin, settings.margin + CHECK, CHECK_AT
    path = " ".join(
        pdf_operators.line(*ends) for ends in ((left, y, right, y), *((x, y - 0.2, x, y + 1.2) for x in (left, right)))
    )
    canvas.addLiteral(f"{shade(INK)} RG 0.2 w {path} S")

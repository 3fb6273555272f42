"""Cut paths as SVG for a craft cutter: a file for each page of fronts, in millimetres."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from printables.cut_marks import corners, registration_marks
from printables.packing import PiecePage, laid_out, parts_of
from printables.paper import CUTTER_LINE, Settings
from printables.pieces import Job, Shape, Sheet

Segment = tuple[float, float, float, float]
HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    ' width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}" fill="none" stroke-width="0.1">'
)
COLOURS = {"cut": "#000", "fold": "#00f", "registration": "#000"}
NEAR = 4
"""Decimals in which lines are compared."""


def drawings(job: Job, settings: Settings) -> Iterator[str]:
    for part in parts_of(job):
        if not isinstance(part, Sheet):
            folds = {batch.shape: batch.folds for batch in part if batch.folds}
            for page in laid_out(part, settings):
                yield drawing(page, settings, folds)


def drawing_count(job: Job, settings: Settings) -> int:
    return sum(len(laid_out(part, settings)) for part in parts_of(job) if not isinstance(part, Sheet))


def drawing(page: PiecePage, settings: Settings, folds: Mapping[Shape, Iterable[float]]) -> str:
    first = page[0][0]
    short, long = sorted((first.width, first.height))
    placed = [
        (layout.shape, x, first.height - y - layout.shape.height)
        for layout, pieces in page
        for x, y in layout.spots[: len(pieces)]
    ]
    creases = [
        f'<path d="M{x:.3f} {y + shape.height - up:.3f}h{shape.width:g}" stroke-dasharray="1"/>'
        for shape, x, y in placed
        for up in folds.get(shape, ())
    ]
    if first.fold == "upright":
        creases.append(f'<path d="M{first.width / 2:.3f} 0v{first.height:g}" stroke-dasharray="1"/>')
    elif first.fold == "level":
        creases.append(f'<path d="M0 {first.height / 2:.3f}h{first.width:g}" stroke-dasharray="1"/>')
    turned = f' transform="translate(0 {long:g}) rotate(-90)"' if first.landscape else ""
    layers = [*layer("cut", cuts(placed), turned), *(layer("fold", creases, turned) if creases else [])]
    if settings.for_cutter:
        layers += layer("registration", marks(short, long, settings.for_cutter), "")
    return "\n".join([HEAD.format(width=f"{short:g}", height=f"{long:g}"), *layers, "</svg>", ""])


def layer(name: str, lines: Iterable[str], turned: str) -> list[str]:
    named = f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}" stroke="{COLOURS[name]}"{turned}>'
    return [named, *lines, "</g>"]


def marks(width: float, height: float, count: int) -> Iterator[str]:
    for (x, y), (x2, y2), (x3, y3) in registration_marks(width, height, count):
        points = f"{x:g},{height - y:g} {x2:g},{height - y2:g} {x3:g},{height - y3:g}"
        yield f'<polyline points="{points}" stroke-width="{CUTTER_LINE:g}"/>'


# -- cuts: each line once, however many pieces it borders


def cuts(placed: Iterable[tuple[Shape, float, float]]) -> Iterator[str]:
    """Yield the cuts of pieces: curves, then straight lines joined and without doubles."""
    straight: list[Segment] = []
    for shape, x, y in placed:
        if shape.kind == "round":
            yield f'<circle cx="{x + shape.width / 2:.3f}" cy="{y + shape.height / 2:.3f}" r="{shape.width / 2:.3f}"/>'
        elif shape.kind == "hexagon":
            around = [(x + across, y + up) for across, up in corners(shape)]
            straight += [(*one, *other) for one, other in zip(around, [*around[1:], around[0]], strict=True)]
        else:
            straight += sides(shape, x, y)
            yield from arcs(shape, x, y) if shape.radius else ()
    for x, y, x2, y2 in joined(straight):
        yield f'<path d="M{x:.3f} {y:.3f}L{x2:.3f} {y2:.3f}"/>'


def sides(shape: Shape, x: float, y: float) -> list[Segment]:
    radius, right, low = shape.radius, x + shape.width, y + shape.height
    return [
        (x + radius, y, right - radius, y),
        (x + radius, low, right - radius, low),
        (x, y + radius, x, low - radius),
        (right, y + radius, right, low - radius),
    ]


def arcs(shape: Shape, x: float, y: float) -> Iterator[str]:
    r, right, low = shape.radius, x + shape.width, y + shape.height
    for start, end in (
        ((x, y + r), (x + r, y)),
        ((right - r, y), (right, y + r)),
        ((right, low - r), (right - r, low)),
        ((x + r, low), (x, low - r)),
    ):
        yield f'<path d="M{start[0]:.3f} {start[1]:.3f}A{r:g} {r:g} 0 0 1 {end[0]:.3f} {end[1]:.3f}"/>'


def joined(straight: Iterable[Segment]) -> Iterator[Segment]:
    level: dict[float, list[tuple[float, float]]] = defaultdict(list)
    upright: dict[float, list[tuple[float, float]]] = defaultdict(list)
    slanting: dict[Segment, None] = {}
    for line in straight:
        x, y, x2, y2 = (round(number, NEAR) for number in line)
        if y == y2:
            level[y].append((min(x, x2), max(x, x2)))
        elif x == x2:
            upright[x].append((min(y, y2), max(y, y2)))
        else:
            slanting[(x, y, x2, y2) if (x, y) < (x2, y2) else (x2, y2, x, y)] = None
    yield from ((low, y, high, y) for y, spans in sorted(level.items()) for low, high in union(spans))
    yield from ((x, low, x, high) for x, spans in sorted(upright.items()) for low, high in union(spans))
    yield from slanting


def union(spans: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    start, end = min(spans)
    for low, high in sorted(spans):
        if low > end + 10**-NEAR:
            yield start, end
            start, end = low, high
        end = max(end, high)
    yield start, end

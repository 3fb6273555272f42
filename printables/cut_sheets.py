"""Cut paths as SVG for a craft cutter: one file for each page of fronts, in millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from printables.cut_marks import corners
from printables.page_layout import Layout, best_layout
from printables.paper import Settings
from printables.pieces import Batch, Job, Shape


def drawings(job: Job, settings: Settings) -> Iterator[str]:
    """Yield a drawing for each page with pieces. Raise Refused."""
    for part in job:
        if isinstance(part, Batch):
            layout = best_layout(part.shape, settings, part.has_backs)
            for start in range(0, part.count, layout.count):
                yield drawing(layout, min(layout.count, part.count - start))


def drawing_count(job: Job, settings: Settings) -> int:
    """Return the number of drawings. Raise Refused."""
    batches = [part for part in job if isinstance(part, Batch)]
    return sum(ceil(part.count / best_layout(part.shape, settings, part.has_backs).count) for part in batches)


def drawing(layout: Layout, count: int) -> str:
    width, height = (f"{side:g}" for side in sorted((layout.width, layout.height)))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    )
    cuts = [cut(layout.shape, x, layout.height - y - layout.shape.height) for x, y in layout.spots[:count]]
    if layout.landscape:
        cuts = [f'<g transform="translate(0 {height}) rotate(-90)">', *cuts, "</g>"]
    return "\n".join([f'{head} fill="none" stroke="#000" stroke-width="0.1">', *cuts, "</svg>", ""])


def cut(shape: Shape, x: float, y: float) -> str:
    if shape.kind == "round":
        return f'<circle cx="{x + shape.width / 2:.3f}" cy="{y + shape.height / 2:.3f}" r="{shape.width / 2:.3f}"/>'
    if shape.kind == "hexagon":
        points = " ".join(f"{x + across:.3f},{y + up:.3f}" for across, up in corners(shape))
        return f'<polygon points="{points}"/>'
    round_ = f' rx="{shape.radius:g}"' if shape.radius else ""
    return f'<rect x="{x:.3f}" y="{y:.3f}" width="{shape.width:g}" height="{shape.height:g}"{round_}/>'

"""Rasterization: page previews, and sheets of faces for virtual tabletops."""

from __future__ import annotations

import io
from collections.abc import Container, Iterator
from dataclasses import replace
from math import ceil, prod

from app.core.messages.translator import Translator
from printables.page_layout import Layout
from printables.paper import Settings
from printables.pdf import PdfRenderer
from printables.pieces import Batch, Face, Job, Piece, Shape

PREVIEW, TABLETOP = 72, 200
"""Dots per inch."""
COLUMNS, ROWS, MOST_DOTS = 10, 7, 25_000_000
"""Maximum grid of a virtual tabletop sheet, and its maximum pixels: it is drawn in memory."""


def page_count(pdf: bytes) -> int:
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        return len(document)


def pictures(
    pdf: bytes, dpi: float = PREVIEW, first: int = 0, last: int | None = None, lying: Container[int] = ()
) -> Iterator[bytes]:
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        for index in range(first, len(document) if last is None else min(last, len(document))):
            written = io.BytesIO()
            turned = 90 if index in lying else 0
            document[index].render(scale=dpi / 72, rotation=turned).to_pil().convert("RGB").save(
                written, "PNG", optimize=True
            )
            yield written.getvalue()


def tabletop_sheets(
    job: Job, settings: Settings, speech: Translator, dpi: float = TABLETOP
) -> Iterator[tuple[str, bytes]]:
    """Yield (name, PNG) of sheets of each batch's fronts and backs.

    Faces are edge to edge, without margins and marks. Raise Refused.
    """
    bare = replace(
        settings, marks="none", bleed=0.0, duplex="fronts-only", margin=0.0, scale_x=1.0, scale_y=1.0, single=False
    )
    for number, batch in enumerate((part for part in job if isinstance(part, Batch)), start=1):
        for side, faces in sides_of(batch):
            pdf = PdfRenderer(bare, speech, batch.product, bare=True).print_pages(tabletop_pages(batch, faces))
            for page, png in enumerate(pictures(pdf, dpi), start=1):
                yield f"{number}-{batch.product}-{side}-{page}", png


def tabletop_count(job: Job) -> int:
    batches = [part for part in job if isinstance(part, Batch)]
    return sum(ceil(len(faces) / prod(grid(batch.shape))) for batch in batches for _, faces in sides_of(batch))


def sides_of(batch: Batch) -> Iterator[tuple[str, list[Face]]]:
    pieces: list[Piece] = list(batch.each())
    yield "front", [piece.front for piece in pieces]
    if batch.has_backs:
        yield "back", [piece.back for piece in pieces if piece.back]


def grid(shape: Shape) -> tuple[int, int]:
    dots = shape.width * shape.height * (TABLETOP / 25.4) ** 2
    most = max(int(MOST_DOTS / dots), 1)
    columns = min(COLUMNS, most)
    return columns, min(ROWS, most // columns)


def tabletop_pages(batch: Batch, faces: list[Face]) -> Iterator[tuple[Layout, list[Face]]]:
    most_columns, most_rows = grid(batch.shape)
    for start in range(0, len(faces), most_columns * most_rows):
        some = faces[start : start + most_columns * most_rows]
        columns = min(most_columns, len(some))
        rows = -(-len(some) // columns)
        wide, high = batch.shape.width, batch.shape.height
        spots = tuple(((n % columns) * wide, (rows - 1 - n // columns) * high) for n in range(len(some)))
        yield Layout(columns * wide, rows * high, batch.shape, spots), some

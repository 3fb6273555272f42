"""PDF renderer: pages of pieces with their backs, and sheets, in one document."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from app.core.errors import Refused
from app.core.messages.translator import Translator
from printables import cut_marks, fonts, pdf_operators
from printables.orientation import PageOrientation
from printables.page_layout import Layout, Placed, back_of, best_layout, room_on, turns_over
from printables.paper import MM, PLAIN, Settings
from printables.pdf_operators import CREDIT, place
from printables.pdfa import Resources, new_canvas
from printables.pen import FADED, INK, Pen
from printables.pieces import Batch, Block, Face, Job, Piece, Sheet
from printables.reading_order import Tags
from printables.text_fit import LEAST
from printables.words import no_room_for

MOST_PAGES = 2000
AfterPage = Callable[[int, int], None]
"""Called after each page with the number of pages done and the total."""


@dataclass(frozen=True)
class Page:
    """A page to print: title, size, faces and positions; `side` is front, back or, folded, both."""

    product: str
    width: float
    height: float
    faces: Sequence[tuple[Face, Placed]] = ()
    layout: Layout | None = None
    side: str = "front"
    turned: bool = False
    blocks: Sequence[Block] = ()
    cuts: Sequence[Placed] = ()
    """The pieces that get cut marks."""


def plan_pages(job: Job, settings: Settings) -> list[Page]:
    """Return every page of a job, fronts and matching backs. Raise Refused."""
    two_sided = settings.duplex in ("long-edge", "short-edge") and any(
        isinstance(part, Batch) and part.has_backs for part in job
    )
    pages: list[Page] = []
    for part in job:
        new = list(_batch(part, settings) if isinstance(part, Batch) else _sheet(part, settings))
        pages += with_blanks(new) if two_sided else new
    if not pages:
        raise Refused("nothing-to-print", field="what")
    if len(pages) > MOST_PAGES:
        raise Refused("too-many-pages", field="what", pages=len(pages), limit=MOST_PAGES)
    return pages


def with_blanks(pages: list[Page]) -> Iterator[Page]:
    for index, page in enumerate(pages):
        yield page
        last = index + 1 == len(pages)
        if page.side == "front" and (last or pages[index + 1].side == "front"):
            yield Page(page.product, page.width, page.height, side="back")


def _sheet(sheet: Sheet, settings: Settings) -> Iterator[Page]:
    yield Page(sheet.product, *settings.size, blocks=sheet.blocks)


def _batch(batch: Batch, settings: Settings) -> Iterator[Page]:
    layout = best_layout(batch.shape, settings, batch.has_backs)
    pieces = batch.each()
    later: list[Page] = []
    while chunk := list(islice(pieces, layout.count)):
        fronts = [(piece.front, Placed(*spot)) for piece, spot in zip(chunk, layout.spots, strict=False)]
        backs = backs_of(chunk, layout, settings) if settings.has_backs else []
        cuts = [placed for _, placed in fronts]
        if layout.fold != "none":
            sides = {"front": fronts, "back": backs}.items()
            marked = [placed for side, faces in sides if settings.marked(side) != "none" for _, placed in faces]
            yield Page(batch.product, layout.width, layout.height, [*fronts, *backs], layout, "both", cuts=marked)
            continue
        yield Page(batch.product, layout.width, layout.height, fronts, layout, cuts=cuts)
        if backs:
            turned = turns_over(layout, settings)
            behind = [placed for _, placed in backs]
            later.append(Page(batch.product, layout.width, layout.height, backs, layout, "back", turned, cuts=behind))
        if settings.duplex != "separate":
            yield from later
            later.clear()
    yield from later


def backs_of(chunk: Sequence[Piece], layout: Layout, settings: Settings) -> list[tuple[Face, Placed]]:
    return [
        (piece.back, back_of(layout, settings, *spot))
        for piece, spot in zip(chunk, layout.spots, strict=False)
        if piece.back
    ]


@dataclass
class PdfRenderer:
    """A document being rendered."""

    settings: Settings
    speech: Translator
    title: str
    after_page: AfterPage | None = None
    bare: bool = False
    """True if pages have only faces: no check line, no credits."""
    into: io.BytesIO = field(default_factory=io.BytesIO)
    forms: dict[tuple[str, float, float], str] = field(default_factory=dict)
    times: Counter[str] = field(default_factory=Counter)
    """Number of times each face is placed."""

    def __post_init__(self) -> None:
        self.canvas: Any = new_canvas(self.into, self.title, self.speech.language)
        self.tags = Tags(self.canvas, self.speech.language)
        self.resources = Resources(self.canvas)

    def print(self, job: Job) -> bytes:
        """Return the whole job as a PDF. Raise Refused, naming the piece or the setting."""
        return self._printed(plan_pages(job, self.settings))

    def print_pages(self, laid: Iterable[tuple[Layout, Sequence[Face]]]) -> bytes:
        return self._printed(
            [
                Page(
                    "",
                    layout.width,
                    layout.height,
                    [(face, Placed(*spot)) for face, spot in zip(faces, layout.spots, strict=True)],
                    layout,
                )
                for layout, faces in laid
            ]
        )

    def _printed(self, pages: Sequence[Page]) -> bytes:
        self.times = Counter(face.key for page in pages for face, _ in page.faces)
        for number, page in enumerate(pages, start=1):
            self.page(page, number, len(pages))
            if self.after_page:
                self.after_page(number, len(pages))
        self.tags.save()
        self.resources.save()
        self.canvas.save()
        return self.into.getvalue()

    def page(self, page: Page, number: int, of: int) -> None:
        """Draw one page in millimetres."""
        canvas, feed = self.canvas, PageOrientation(page.width, page.height, self.settings)
        size = (page.width, page.height) if self.bare else feed.paper
        canvas.setPageSize(tuple(side * MM for side in size))
        self.tags.new_page()
        canvas.addLiteral(feed.scaled)
        self._open(page, page.side == "back")
        for face, placed in page.faces:
            assert page.layout is not None
            shape = page.layout.shape
            self._place(face, placed, shape.width, shape.height)
        for block in page.blocks:
            self._block(block, page)
        canvas.addLiteral("Q")
        if not self.bare:
            self._margin(page, number, of)
        canvas.showPage()

    def _open(self, page: Page, moved: bool) -> None:
        """Switch to millimetres of the page, moved by the back correction or not."""
        feed = PageOrientation(page.width, page.height, self.settings)
        self.canvas.addLiteral(f"q {MM:.8f} 0 0 {MM:.8f} 0 0 cm")
        self.canvas.addLiteral(feed.backs_moved if moved else "")
        self.canvas.addLiteral("" if self.bare else feed.laid)

    def _place(self, face: Face, placed: Placed, width: float, height: float) -> None:
        self.tags.open(face.name)
        if placed.turned:
            self.canvas.addLiteral(f"q -1 0 0 -1 {place(placed.x + width, placed.y + height)} cm")
        else:
            self.canvas.addLiteral(f"q 1 0 0 1 {place(placed.x, placed.y)} cm")
        if self.times[face.key] > 1:
            self.canvas.doForm(self.form(face, width, height))
        else:
            self.draw(face, width, height)
        self.canvas.addLiteral("Q")
        self.tags.close()

    def _block(self, block: Block, page: Page) -> None:
        """Draw a part of a sheet.

        Raise Refused, naming the sheet and part, or the margin that is too large.
        """
        name = f"{self.speech.translate(f'product.{page.product}')}, {block.face.name}"
        named = replace(block, face=replace(block.face, name=name))
        try:
            self._fill(named, page)
        except Refused as no:
            if no.code != "text-does-not-fit" or not self._fits_at_plain_margin(named, page):
                raise
            raise no_room_for(name, self.settings, self.speech) from no

    def _fill(self, block: Block, page: Page) -> None:
        room = room_on(page.width, page.height, self.settings)
        x, y, wide, high = block.box
        placed = Placed(room.left + x * room.width, room.bottom + y * room.height)
        self._place(block.face, placed, wide * room.width, high * room.height)

    def _fits_at_plain_margin(self, block: Block, page: Page) -> bool:
        if self.settings.margin <= PLAIN.margin:
            return False
        tried = PdfRenderer(replace(self.settings, margin=PLAIN.margin), self.speech, self.title)
        tried.tags.new_page()
        try:
            tried._fill(block, page)
        except Refused:
            return False
        return True

    def form(self, face: Face, width: float, height: float) -> str:
        """Return the form of a face that is placed several times, drawn on first use."""
        key = (face.key, width, height)
        if key not in self.forms:
            name = self.forms[key] = f"face-{len(self.forms)}"
            bleed = self.settings.bleed
            self.canvas.beginForm(name, -bleed, -bleed, width + bleed, height + bleed)
            self.draw(face, width, height)
            self.canvas.endForm(Resources=self.resources.of_faces())
        return self.forms[key]

    def draw(self, face: Face, width: float, height: float) -> None:
        """Draw a face inline: compressed with its neighbours it is smaller than alone."""
        pen = Pen(self.canvas, face.name, width, height, self.settings.bleed, self.settings.low_ink)
        face.draw(pen)
        pen.finish()

    def _margin(self, page: Page, number: int, of: int) -> None:
        canvas = self.canvas
        self.tags.skip()
        self._open(page, False)
        if page.turned:
            canvas.addLiteral(f"-1 0 0 -1 {place(page.width, page.height)} cm")
        self._foot(page, number, of)
        canvas.addLiteral("Q")
        self._cut_marks(page)
        self.tags.close()

    def _foot(self, page: Page, number: int, of: int) -> None:
        settings, say = self.settings, self.speech.translate
        cut_marks.check_line(self.canvas, settings)
        texts = [
            (settings.margin + cut_marks.CHECK + 1.5, f"50 mm · {say(f'product.{page.product}')} {number}/{of}", 0.0),
            (page.width - settings.margin, f"{say('sheet.credit')} {CREDIT}", 1.0),
        ]
        runs = []
        for x, text, share in texts:
            left = x - share * fonts.width(fonts.TEXT, text) * LEAST / MM
            colour = INK if settings.low_ink else FADED
            runs.append((left, cut_marks.CHECK_AT, fonts.TEXT, LEAST, colour, text))
        self.canvas.addLiteral(pdf_operators.text(self.canvas.faces, runs, 1 / MM))

    def _cut_marks(self, page: Page) -> None:
        kind = self.settings.marked(page.side)
        if page.layout is None:
            return
        self._open(page, page.side == "back")
        cut_marks.draw(self.canvas, page.layout, [(placed.x, placed.y) for placed in page.cuts], kind)
        if page.layout.fold != "none":
            cut_marks.fold(self.canvas, page.layout)
        self.canvas.addLiteral("Q")

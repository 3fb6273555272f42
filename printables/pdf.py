"""PDF renderer: pages of pieces with their backs, and sheets, in one document."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from app.core.errors import Refused
from app.core.messages.translator import Translator
from printables import cut_marks, fonts, pdf_operators
from printables.orientation import PageOrientation
from printables.packing import NOTE, laid_out, parts_of
from printables.page_layout import Layout, Placed, back_of, room_on, turns_over
from printables.paper import EIGHTH, MM, PLAIN, Settings
from printables.pdf_operators import CREDIT, place
from printables.pdfa import Resources, new_canvas
from printables.pen import FADED, INK, Pen
from printables.pieces import Batch, Block, Face, Job, Piece, Sheet
from printables.reading_order import Part, Tags
from printables.text_fit import LEAST
from printables.words import no_room_for

MOST_PAGES, NOTE_SIZE = 2000, 9.0
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
    notes: Sequence[str] = ()
    """Explanations told once on the page, above its pieces."""


def plan_pages(job: Job, settings: Settings) -> list[Page]:
    """Return every page of a job, fronts and matching backs. Raise Refused."""
    pages: list[Page] = []
    for part in parts_of(job):
        if settings.single:
            pages += [] if isinstance(part, Sheet) else _single(part, settings)
        else:
            pages += _sheet(part, settings) if isinstance(part, Sheet) else _pieces(part, settings)
    if not settings.single and settings.duplex in ("long-edge", "short-edge"):
        pages = on_both_sides(pages, settings.duplex == "short-edge")
    if not pages:
        raise Refused("nothing-to-print", field="what")
    if len(pages) > MOST_PAGES:
        raise Refused("too-many-pages", field="what", pages=len(pages), limit=MOST_PAGES)
    return pages


def on_both_sides(pages: Sequence[Page], turned: bool) -> list[Page]:
    """Return pages in printing order: each front, then its back, more text, or a blank."""
    laid: list[Page] = []
    read: set[str] = set()
    for number, page in enumerate(pages):
        waits = bool(laid) and laid[-1].side == "front"
        keys = {block.face.key for block in page.blocks}
        follows = bool(keys) and bool(laid) and bool(laid[-1].blocks) and not keys & read
        if page.side == "front" and waits:
            last = laid[-1]
            if follows and (page.product == last.product or not goes_on(pages, number)):
                page = replace(page, side="back", turned=turned)
            else:
                laid.append(Page(last.product, last.width, last.height, side="back"))
        read = read | keys if follows else keys
        laid.append(page)
    if any(page.side == "back" for page in laid) and laid[-1].side == "front":
        laid.append(Page(laid[-1].product, laid[-1].width, laid[-1].height, side="back"))
    return laid if any(page.faces or page.blocks for page in laid if page.side == "back") else [*pages]


def goes_on(pages: Sequence[Page], number: int) -> bool:
    return number + 1 < len(pages) and pages[number + 1].product == pages[number].product


def _sheet(sheet: Sheet, settings: Settings) -> Iterator[Page]:
    yield Page(sheet.product, *settings.size, blocks=sheet.blocks)


def _pieces(batches: Sequence[Batch], settings: Settings) -> Iterator[Page]:
    later: list[Page] = []
    batch_of = {piece.front.key: batch for batch in batches for piece, _ in batch.pieces}
    for laid in laid_out(batches, settings):
        layout = laid[0][0]
        on_it = [batch_of[piece.front.key] for _, pieces in laid for piece in pieces]
        notes = [*dict.fromkeys(note for batch in on_it for note in batch.notes)]
        of_page = partial(Page, on_it[0].product, layout.width, layout.height)
        fronts = [
            (piece.front, Placed(*spot, False, one.shape))
            for one, pieces in laid
            for piece, spot in zip(pieces, one.spots, strict=False)
        ]
        backs = [back for one, pieces in laid for back in backs_of(pieces, one, settings)] if settings.has_backs else []
        if layout.fold != "none":
            sides = {"front": fronts, "back": backs}.items()
            marked = [placed for side, faces in sides if settings.marked(side) != "none" for _, placed in faces]
            yield of_page([*fronts, *backs], layout, "both", cuts=marked, notes=notes)
            continue
        yield of_page(fronts, layout, cuts=[placed for _, placed in fronts], notes=notes)
        if backs:
            turned, behind = turns_over(layout, settings), [placed for _, placed in backs]
            later.append(of_page(backs, layout, "back", turned, cuts=behind))
        if settings.duplex != "separate":
            yield from later
            later.clear()
    yield from later


def _single(batches: Sequence[Batch], settings: Settings) -> Iterator[Page]:
    bleed = for_service(settings).bleed
    for batch in batches:
        shape = batch.shape
        layout = Layout(shape.width + 2 * bleed, shape.height + 2 * bleed, shape, ((bleed, bleed),))
        for piece in batch.each():
            for side, face in (("front", piece.front), ("back", piece.back if settings.has_backs else None)):
                if face:
                    placed = Placed(bleed, bleed, False, shape)
                    yield Page(batch.product, layout.width, layout.height, [(face, placed)], layout, side)


def backs_of(chunk: Sequence[Piece], layout: Layout, settings: Settings) -> list[tuple[Face, Placed]]:
    return [
        (piece.back, back_of(layout, settings, *spot))
        for piece, spot in zip(chunk, layout.spots, strict=False)
        if piece.back
    ]


def for_service(settings: Settings) -> Settings:
    """Return settings of single pages: a bleed, and nothing for a printer at home."""
    bleed = settings.bleed or EIGHTH
    return replace(settings, bleed=bleed, offset_x=0.0, offset_y=0.0, rotation=0.0, scale_x=1.0, scale_y=1.0)


@dataclass
class PdfRenderer:
    settings: Settings
    speech: Translator
    title: str
    after_page: AfterPage | None = None
    bare: bool = False
    """True if pages have only faces: no check line, no credits."""
    into: io.BytesIO = field(default_factory=io.BytesIO)
    forms: dict[tuple[str, float, float], tuple[str, str]] = field(default_factory=dict)
    times: Counter[str] = field(default_factory=Counter)
    """Number of times each face is placed."""

    def __post_init__(self) -> None:
        if self.settings.single:
            self.settings, self.bare = for_service(self.settings), True
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
                    [
                        (face, Placed(*spot, False, layout.shape))
                        for face, spot in zip(faces, layout.spots, strict=True)
                    ],
                    layout,
                )
                for layout, faces in laid
            ]
        )

    def _printed(self, pages: Sequence[Page]) -> bytes:
        self.times = Counter(face.key for page in pages for face, _ in page.faces)
        self._tell_printer(pages)
        for number, page in enumerate(pages, start=1):
            self.page(page, number, len(pages))
            if self.after_page:
                self.after_page(number, len(pages))
        self.tags.save()
        self.resources.save()
        self.canvas.save()
        return self.into.getvalue()

    def _tell_printer(self, pages: Sequence[Page]) -> None:
        two_sided = any(page.side == "back" for page in pages) and not self.settings.single
        flip = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge"}.get(self.settings.duplex)
        self.canvas.setViewerPreference("PrintScaling", "None")
        self.canvas.setViewerPreference("Duplex", flip if two_sided and flip else "Simplex")

    def page(self, page: Page, number: int, of: int) -> None:
        canvas, feed = self.canvas, PageOrientation(page.width, page.height, self.settings)
        size = (page.width, page.height) if self.bare else feed.paper
        canvas.setPageSize(tuple(side * MM for side in size))
        if self.settings.single:
            self._boxes(page)
        self.tags.new_page()
        canvas.addLiteral(feed.scaled)
        self._open(page, page.side == "back")
        for face, placed in sorted(page.faces, key=lambda laid: laid[0].spread):
            assert placed.shape is not None
            self._place(face, placed, placed.shape.width, placed.shape.height)
        if page.turned and page.blocks:
            canvas.addLiteral(f"-1 0 0 -1 {place(page.width, page.height)} cm")
        for block in page.blocks:
            self._block(block, page)
        canvas.addLiteral("Q")
        if not self.bare:
            self._margin(page, number, of)
        canvas.showPage()

    def _boxes(self, page: Page) -> None:
        bleed = self.settings.bleed
        self.canvas.setTrimBox([side * MM for side in (bleed, bleed, page.width - bleed, page.height - bleed)])
        self.canvas.setBleedBox([side * MM for side in (0, 0, page.width, page.height)])

    def _open(self, page: Page, moved: bool) -> None:
        feed = PageOrientation(page.width, page.height, self.settings)
        self.canvas.addLiteral(f"q {MM:.8f} 0 0 {MM:.8f} 0 0 cm")
        self.canvas.addLiteral(feed.backs_moved if moved else "")
        self.canvas.addLiteral("" if self.bare else feed.laid)

    def _place(self, face: Face, placed: Placed, width: float, height: float) -> None:
        if placed.turned:
            self.canvas.addLiteral(f"q -1 0 0 -1 {place(placed.x + width, placed.y + height)} cm")
        else:
            self.canvas.addLiteral(f"q 1 0 0 1 {place(placed.x, placed.y)} cm")
        if self.times[face.key] > 1:
            form, said = self.form(face, width, height)
            self.tags.open(self.tags.section(face.name, said))
            self.canvas.doForm(form)
            self.tags.close()
        else:
            self.tags.skip()
            self.draw(face, width, height, self.tags, self.tags.section(face.name))
        self.canvas.addLiteral("Q")

    def _block(self, block: Block, page: Page) -> None:
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

    def form(self, face: Face, width: float, height: float) -> tuple[str, str]:
        """Return form and text of a face that is placed several times, drawn on first use."""
        key = (face.key, width, height)
        if key not in self.forms:
            name, out, whole = f"face-{len(self.forms)}", self.out(face), Part("Sect")
            self.canvas.beginForm(name, -out, -out, width + out, height + out)
            self.draw(face, width, height, None, whole)
            self.canvas.endForm(Resources=self.resources.of_faces())
            self.forms[key] = name, whole.spoken or face.name
        return self.forms[key]

    def out(self, face: Face) -> float:
        return self.settings.bleed if self.bare else max(self.settings.bleed, face.spread)

    def draw(self, face: Face, width: float, height: float, tags: Tags | None, whole: Part) -> None:
        """Draw a face inline: compressed with its neighbours it is smaller than alone.

        Its shapes are not read aloud, unless as a picture; without words it is a picture of what it is called.
        """
        of = self.settings
        pen = Pen(self.canvas, face.name, width, height, self.out(face), of.low_ink, of.provenance, tags, whole)
        face.draw(pen)
        if tags and not pen.written and not any(part.marks for part in whole.kids):
            with pen.picture(face.name):
                pass
        if tags:
            tags.close()
        pen.finish()

    def _margin(self, page: Page, number: int, of: int) -> None:
        canvas = self.canvas
        self.tags.skip()
        self._open(page, False)
        if page.turned:
            canvas.addLiteral(f"-1 0 0 -1 {place(page.width, page.height)} cm")
        self._foot(page, number, of)
        if page.notes:
            self._notes(page)
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
            runs.append((left, cut_marks.CHECK_AT, fonts.TEXT, LEAST, colour, text, None))
        self.canvas.addLiteral(pdf_operators.text(self.canvas.faces, runs, 1 / MM))

    def _notes(self, page: Page) -> None:
        text, face, margin = "  ·  ".join(page.notes), fonts.TEXT, max(self.settings.margin, NOTE)
        size = min(NOTE_SIZE, (page.width - 2 * margin) * MM / fonts.width(face, text))
        run = (margin, page.height - NOTE + 0.7, face, size, INK, text, None)
        self.canvas.addLiteral(pdf_operators.text(self.canvas.faces, [run], 1 / MM))

    def _cut_marks(self, page: Page) -> None:
        kind = self.settings.marked(page.side)
        if page.layout is None:
            return
        if kind.startswith("cutter-"):
            self.canvas.addLiteral(f"q {MM:.8f} 0 0 {MM:.8f} 0 0 cm")
            width, height = sorted((page.width, page.height))
            cut_marks.registration(self.canvas, width, height, self.settings.for_cutter)
            self.canvas.addLiteral("Q")
            kind = "none"
        self._open(page, page.side == "back")
        for shape in dict.fromkeys(placed.shape for placed in page.cuts if placed.shape):
            spots = [(placed.x, placed.y) for placed in page.cuts if placed.shape == shape]
            cut_marks.draw(self.canvas, replace(page.layout, shape=shape), spots, kind)
        if page.layout.fold != "none":
            cut_marks.fold(self.canvas, page.layout)
        self.canvas.addLiteral("Q")

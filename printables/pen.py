"""Pen that draws a face in millimetres from its lower left corner, in colour or ink-saving."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from printables import fonts, pdf_operators
from printables.paper import MM
from printables.pdf_operators import SIZE, Icon, Set, number, numbers, shade
from printables.reading_order import Part, Role, Tags
from printables.text_fit import LEAST, Fitted, Paragraph, fit

Colour = tuple[float, float, float]

INK: Colour = (0.118, 0.106, 0.086)
WHITE: Colour = (1.0, 1.0, 1.0)
FADED: Colour = (0.325, 0.294, 0.247)
LINE: Colour = (0.788, 0.749, 0.659)
WASH: Colour = (0.957, 0.937, 0.890)
OLIVE: Colour = (0.294, 0.353, 0.165)
GREY_BLUE: Colour = (0.239, 0.310, 0.361)
RUST: Colour = (0.541, 0.235, 0.110)
BRASS: Colour = (0.478, 0.353, 0.063)
ALARM: Colour = (0.639, 0.141, 0.106)

BY_NAME = {
    "ink": INK, "faded": FADED, "line": LINE, "wash": WASH, "olive": OLIVE, "grey-blue": GREY_BLUE,
    "rust": RUST, "brass": BRASS, "alarm": ALARM, "white": WHITE,
}  # fmt: skip


Align = Literal["left", "centre", "right"]
SHARE = {"left": 0.0, "centre": 0.5, "right": 1.0}
THIN = 0.18
QUIET = 4 / 25
"""White edge of a QR code relative to its side: four modules of the smallest code that holds a URL."""


@dataclass
class Pen:
    """A pen on reportlab's canvas, scaled to millimetres.

    Text is collected and drawn last, above all shapes.
    """

    canvas: Any
    name: str
    width: float
    height: float
    bleed: float = 0.0
    low_ink: bool = False
    provenance: bool = False
    """True if each value that no rulebook states bears its mark."""
    tags: Tags | None = None
    """The structure in which its parts are marked; None in a form and in what is not read."""
    whole: Part = field(default_factory=lambda: Part("Sect"))
    within: Part | None = None
    """The part that is being drawn."""
    written: list[Set] = field(default_factory=list)

    # -- what is read aloud

    @contextmanager
    def part(self, role: Role = "P", said: str = "") -> Iterator[None]:
        """Read all texts drawn inside as one part; `said` is read instead of their letters."""
        around, self.within = self.within, self.new_part(role, said)
        yield
        self.within = around

    def new_part(self, role: Role = "P", said: str = "") -> Part:
        part = Part(role, said)
        (self.within or self.whole).kids.append(part)
        return part

    @contextmanager
    def picture(self, told: str) -> Iterator[None]:
        """Read shapes drawn inside as a picture that shows what is told."""
        part = self.new_part("Figure", told)
        if self.tags:
            self.canvas.addLiteral(f"EMC {self.tags.mark(part)}")
        yield
        if self.tags:
            self.canvas.addLiteral("EMC /Artifact BMC")

    def _put(self, x: float, y: float, face: str, size: float, colour: Colour, text: str, part: Part) -> None:
        if part.texts and not part.texts[-1].endswith(" ") and self.written[-1][-1] is part:
            part.texts[-1] += " "
            self.written[-1] = (*self.written[-1][:5], part.texts[-1], part)
        self._follow(x, y, face, size, colour, text, part)

    def _follow(self, x: float, y: float, face: str, size: float, colour: Colour, text: str, part: Part) -> None:
        part.texts.append(text)
        self.written.append((x, y, face, size, colour, text, part))

    # -- shapes

    def over(self, ground: Colour) -> Colour:
        return INK if self.low_ink or sum(ground) > 1.8 else WHITE

    def _paint(self, ground: Colour, path: str) -> None:
        if self.low_ink:
            self._stroke(INK, THIN, path)
        else:
            self.canvas.addLiteral(f"{shade(ground)} rg {path} f")

    def _stroke(self, colour: Colour, width: float, path: str, dash: Sequence[float] = ()) -> None:
        drawn = INK if self.low_ink and colour != LINE else colour
        broken = f"[{numbers(*dash)}] 0 d " if dash else ""
        whole = " [] 0 d" if dash else ""
        self.canvas.addLiteral(f"{shade(drawn)} RG {number(width)} w {broken}{path} S{whole}")

    def fill(self, x: float, y: float, wide: float, high: float, colour: Colour, radius: float = 0) -> None:
        self._paint(colour, pdf_operators.rectangle(x, y, wide, high, radius))

    def band(self, y: float, high: float, colour: Colour) -> None:
        """Fill a band across the face, into the bleed if it touches an edge."""
        out = self.bleed + 0.01
        top = y + high + (out if y + high >= self.height - 0.01 else 0)
        low = y - (out if y <= 0.01 else 0)
        self.fill(-out, low, self.width + 2 * out, top - low, colour)

    def frame(
        self, x: float, y: float, wide: float, high: float, colour: Colour = INK, width: float = THIN, radius: float = 0
    ) -> None:
        self._stroke(colour, width, pdf_operators.rectangle(x, y, wide, high, radius))

    def line(
        self,
        x: float,
        y: float,
        x2: float,
        y2: float,
        colour: Colour = INK,
        width: float = THIN,
        dash: Sequence[float] = (),
    ) -> None:
        self._stroke(colour, width, pdf_operators.line(x, y, x2, y2), dash)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        self._paint(colour, pdf_operators.circle(x, y, radius))

    def ring(self, x: float, y: float, radius: float, colour: Colour = INK, width: float = THIN) -> None:
        self._stroke(colour, width, pdf_operators.circle(x, y, radius))

    def polygon(self, corners: Iterable[tuple[float, float]], colour: Colour) -> None:
        self._paint(colour, pdf_operators.polygon(corners))

    def icon(self, icon: Icon, x: float, y: float, size: float, colour: Colour = INK, turned: bool = False) -> None:
        """Draw an icon in a square; the document stores its path once."""
        form = f"icon-{icon.name}"
        if not self.canvas.hasForm(form):
            self.canvas.beginForm(form, 0, 0, SIZE, SIZE)
            self.canvas.addLiteral(icon.path + " f")
            self.canvas.endForm()
        scale, corner = (-size / SIZE, size) if turned else (size / SIZE, 0.0)
        drawn = shade(INK if self.low_ink and colour != WHITE else colour)
        self.canvas.addLiteral(f"q {drawn} rg {scale:.6f} 0 0 {scale:.6f} {numbers(x + corner, y + corner)} cm")
        self.canvas.doForm(form)
        self.canvas.addLiteral("Q")

    def once(self, form: str, draw: Callable[[Pen], None]) -> None:
        """Draw what many faces share, shapes and texts; the document stores it once."""
        if not self.canvas.hasForm(form):
            from reportlab.pdfbase import pdfdoc

            pen = Pen(self.canvas, self.name, self.width, self.height, self.bleed, self.low_ink, self.provenance)
            self.canvas.beginForm(form, -self.bleed, -self.bleed, self.width + self.bleed, self.height + self.bleed)
            draw(pen)
            pen.finish()
            self.canvas.endForm(Resources=pdfdoc.PDFObjectReference("Written"))
        self.canvas.doForm(form)

    def qr(self, address: str, x: float, y: float, size: float) -> None:
        """Draw a URL as a QR code in a square; `QUIET` of the square must stay white around it."""
        import segno

        rows = [list(row) for row in segno.make(address, micro=False).matrix_iter(border=0)]
        each = size / len(rows)
        dark = [
            f"{x + across * each:.3f} {y + size - (down + 1) * each:.3f} {each:.3f} {each:.3f} re"
            for down, row in enumerate(rows)
            for across, module in enumerate(row)
            if module
        ]
        with self.picture(f"QR: {address}"):
            self.canvas.addLiteral(f"{shade(INK)} rg {' '.join(dark)} f")

    @contextmanager
    def upside_down(self) -> Iterator[None]:
        self.canvas.addLiteral(f"q -1 0 0 -1 {numbers(self.width, self.height)} cm")
        yield
        self.canvas.addLiteral("Q")

    # -- text

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        face: str = fonts.TEXT,
        colour: Colour = INK,
        align: Align = "left",
    ) -> None:
        """Draw one line at a size in points; `y` is its baseline."""
        text = fonts.settable(face, text, self.name)
        if not text:
            return
        left = x - SHARE[align] * fonts.width(face, text) * size / MM
        drawn = INK if self.low_ink and colour != WHITE else colour
        self._put(left, y, face, size, drawn, text, self.within or self.new_part())

    def label(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        text: str,
        largest: float,
        face: str = fonts.DISPLAY,
        colour: Colour = INK,
        align: Align = "centre",
        least: float = LEAST,
    ) -> None:
        """Draw one line as large as its box, centred vertically.

        Raise Refused if it does not fit at 6 points.
        """
        text = fonts.settable(face, text, self.name)
        size = min(largest, wide * MM / max(fonts.width(face, text), 0.01), high * MM / fonts.RISE[face])
        if size < least - 1e-6:
            raise Refused("text-does-not-fit", field=self.name, card=Verbatim(self.name), least=least)
        size = int(size * 4) / 4
        rise = fonts.RISE[face] * size / MM
        self.write(x + SHARE[align] * wide, y + (high - rise) / 2, text, size, face, colour, align)

    def text(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        text: Sequence[Paragraph],
        largest: float,
        align: Align = "left",
        colour: Colour = INK,
        middle: bool = False,
        gap: float = 0.35,
    ) -> float:
        """Draw paragraphs as large as their box allows. Return their height."""
        fitted = fit(text, wide, high, largest, self.name, gap, even=align == "centre")
        top = y + high - ((high - fitted.height) / 2 if middle else 0)
        self.draw_text(fitted, x, top, wide, align, colour)
        return fitted.height

    def draw_text(
        self, fitted: Fitted, x: float, top: float, wide: float, align: Align = "left", colour: Colour = INK
    ) -> None:
        scale = fitted.size / MM
        y = top - fitted.leading * 0.78
        part = self.within or self.new_part()
        for place, line in enumerate(fitted.lines):
            if place in fitted.gaps:
                y -= fitted.gap
                part = self.within or self.new_part()
            start, face, last = line[-1]
            left = x + SHARE[align] * (wide - (start + fonts.width(face, last)) * scale)
            put = self._put
            for start, face, words in line:
                put(left + start * scale, y, face, fitted.size, colour, words, part)
                put = self._follow
            y -= fitted.leading

    def finish(self) -> None:
        if not self.written:
            return
        mark = self.tags.mark if self.tags else None
        self.canvas.addLiteral(pdf_operators.text(self.canvas.faces, self.written, 1 / MM, mark))

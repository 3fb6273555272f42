"""People's own pictures on paper: the document stores each JPEG once, unchanged."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

from reportlab.pdfbase import pdfdoc, pdfutils

from printables import pdf_operators
from printables.pdf_operators import numbers
from printables.pen import Pen


@dataclass(frozen=True)
class OwnPicture:
    """A picture in sRGB without metadata, by its fingerprint; `alt` says what it shows."""

    name: str
    content: bytes
    alt: str
    mirrored: bool = False

    def draw(self, pen: Pen, x: float, y: float, wide: float, high: float, is_round: bool = False) -> None:
        """Draw the picture in a box or, if round, in the circle within it; whatever the ink."""
        form, canvas = f"picture-{self.name}", pen.canvas
        if not canvas.hasForm(form):
            canvas._doc.Reference(self._image(), pdfdoc.xObjectName(form))
        cut = pdf_operators.circle(x + wide / 2, y + high / 2, wide / 2) + " W n" if is_round else ""
        turn = f"{-wide:.4f} 0 0 {high:.4f} {numbers(x + wide, y)}" if self.mirrored else ""
        with pen.picture(self.alt):
            canvas.addLiteral(f"q {cut} {turn or f'{wide:.4f} 0 0 {high:.4f} {numbers(x, y)}'} cm")
            canvas.doForm(form)
            canvas.addLiteral("Q")

    def _image(self) -> Any:
        width, height, *_ = pdfutils.readJPEGInfo(io.BytesIO(self.content))
        about = {"Width": width, "Height": height, "BitsPerComponent": 8}
        named = {"Type": "XObject", "Subtype": "Image", "ColorSpace": "DeviceRGB", "Filter": "DCTDecode"}
        entries = {**about, **{key: pdfdoc.PDFName(name) for key, name in named.items()}}
        return pdfdoc.PDFStream(pdfdoc.PDFDictionary(entries), self.content, [])

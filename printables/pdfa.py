"""PDF/A-1b conformance: colour profile, metadata and embedded fonts."""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from printables.pdf_operators import Faces

CREATOR = "Adjutant"
PRODUCER = "ReportLab"
PROFILE = Path(__file__).parent / "srgb.icc"

XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<pdf:Producer>{producer}</pdf:Producer><xmp:CreatorTool>{creator}</xmp:CreatorTool>
<pdfaid:part>1</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


class CompressedStream(pdfdoc.PDFObject):  # type: ignore[misc]
    """Stream content with a final line break, which PDF/A requires and reportlab omits."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def __len__(self) -> int:
        return len(self.content)

    def format(self, document: Any) -> bytes:
        return self.content + b"\n"


class StreamEnding(pdfdoc.NoEncryption):  # type: ignore[misc]
    """A fake encryption, called where reportlab would encrypt the content of a stream."""

    def encode(self, content: str | bytes) -> CompressedStream:
        return CompressedStream(content.encode("latin-1") if isinstance(content, str) else content)


class Paper(Canvas):  # type: ignore[misc]
    """A reportlab canvas without the unembedded font that reportlab names on each page."""

    faces: Faces
    """The letters of each typeface in this document."""

    def _make_preamble(self) -> None:
        self._preamble = ""


class Described(pdfdoc.PDFObject):  # type: ignore[misc]
    """The document information: title, creator and producer, repeating the XMP metadata."""

    invariant = 1

    def __init__(self, title: str) -> None:
        self.title = title

    def digest(self, signature: Any) -> None:
        signature.update(self.title.encode())

    def format(self, document: Any) -> bytes:
        about = {"Title": self.title, "Creator": CREATOR, "Producer": PRODUCER}
        written: bytes = pdfdoc.PDFDictionary({key: pdfdoc.PDFString(text) for key, text in about.items()}).format(
            document
        )
        return written


def new_canvas(into: Any, title: str, language: str) -> Paper:
    """Return an empty PDF 1.4 document in a language, compressed and reproducible."""
    rl_config.useA85 = 0
    canvas = Paper(into, pageCompression=1, invariant=1, pdfVersion=(1, 4), lang=language)
    document = canvas._doc
    canvas.faces = Faces(document)
    document.encrypt = StreamEnding()
    document.info = Described(title)
    catalog = document.Catalog
    catalog.__NoDefault__ = [*pdfdoc.PDFCatalog.__NoDefault__, "OutputIntents"]
    catalog.Metadata = _stream(
        XMP.format(title=_escaped(title), producer=PRODUCER, creator=CREATOR).encode(), "Metadata"
    )
    catalog.OutputIntents = pdfdoc.PDFArray([_intent(document)])
    return canvas


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _stream(content: bytes, kind: str) -> pdfdoc.PDFStream:
    names = {"Type": pdfdoc.PDFName(kind), "Subtype": pdfdoc.PDFName("XML")}
    return pdfdoc.PDFStream(pdfdoc.PDFDictionary(names), content)


@cache
def _profile() -> bytes:
    return zlib.compress(PROFILE.read_bytes())


def _intent(document: Any) -> pdfdoc.PDFDictionary:
    profile = pdfdoc.PDFStream(pdfdoc.PDFDictionary({"N": 3, "Filter": pdfdoc.PDFName("FlateDecode")}), _profile(), [])
    return pdfdoc.PDFDictionary(
        {
            "Type": pdfdoc.PDFName("OutputIntent"),
            "S": pdfdoc.PDFName("GTS_PDFA1"),
            "OutputConditionIdentifier": pdfdoc.PDFString("sRGB"),
            "Info": pdfdoc.PDFString("sRGB"),
            "DestOutputProfile": document.Reference(profile),
        }
    )


class Resources:
    """Shared resources: fonts for shared forms; icons too for faces; faces too for pages.

    None includes itself: PDF/A forbids a form that could draw itself.
    """

    def __init__(self, canvas: Any) -> None:
        self.document = canvas._doc
        self.shared = {name: self._new(name) for name in ("Written", "DrawnIn", "PlacedOn")}

    def _new(self, name: str) -> pdfdoc.PDFResourceDictionary:
        made = pdfdoc.PDFResourceDictionary()
        made.ProcSet = []
        made.basicFonts()
        self.document.Reference(made, name)
        return made

    def of_faces(self) -> Any:
        return pdfdoc.PDFObjectReference("DrawnIn")

    def save(self) -> None:
        names = [name for name in self.document.idToObject if name.startswith("FormXob.")]
        forms = {name: pdfdoc.PDFObjectReference(name) for name in names}
        plain = {name: reference for name, reference in forms.items() if not name.startswith("FormXob.face-")}
        self.shared["DrawnIn"].XObject, self.shared["PlacedOn"].XObject = plain, forms
        for name, form in self.document.idToObject.items():
            if name in plain and getattr(form, "Resources", form) is None:
                form.Resources = pdfdoc.PDFDictionary({})
        for page in self.document.Pages.pages:
            page.Resources = pdfdoc.PDFObjectReference("PlacedOn")

"""Reading order of a PDF for screen readers: cards as sections with headings and tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from reportlab.pdfbase import pdfdoc

Role = Literal["Sect", "H", "P", "Table", "TR", "TH", "TD", "Figure"]
BETWEEN: dict[Role, str] = {"Sect": "\n", "Table": "\n", "TR": ", "}
"""The separator of the parts of a part where all of it is one text."""
MORE: dict[Role, str] = {"TH": "/A<</O/Table/Scope/Column>>"}


class Written(pdfdoc.PDFObject):  # type: ignore[misc]
    __RefOnly__ = 1

    def __init__(self, content: bytes = b"") -> None:
        self.content = content

    def format(self, document: Any) -> bytes:
        return self.content


@dataclass
class Part:
    """A part of a face as it is read aloud; `said` is read instead of its letters."""

    role: Role
    said: str = ""
    title: str = ""
    kids: list[Part] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)
    """Its marked contents on its page."""

    @property
    def is_there(self) -> bool:
        """True if something of it is drawn; an empty cell keeps the others in their columns."""
        return bool(self.kids or self.marks) or self.role in ("TH", "TD")

    @property
    def spoken(self) -> str:
        told = [kid.spoken for kid in self.kids]
        return self.said or BETWEEN.get(self.role, " ").join(filter(None, told)) or "".join(self.texts)


IN_ONE_BYTE = str.maketrans("•†…—–−“”‘’\xa0\xad", "\x80\x81\x83\x84\x85\x8a\x8d\x8e\x8f\x90 -")
"""Signs as PDFDocEncoding has them, besides the letters of Latin 1."""


@lru_cache(maxsize=4096)
def _text(title: str) -> bytes:
    try:
        plain = title.translate(IN_ONE_BYTE).encode("latin-1")
    except UnicodeEncodeError:
        return b"<feff" + title.encode("utf-16-be").hex().encode() + b">"
    return b"(" + re.sub(rb"([()\\\\])", rb"\\\1", plain) + b")"


class Tags:
    """The sections in drawing order, page by page; written into the document at the end."""

    def __init__(self, canvas: Any, language: str) -> None:
        self.canvas, self.language = canvas, language
        self.pages: list[list[Part]] = []
        self.owners: list[list[Part]] = []
        """The part of each marked content, page by page."""
        self.shared: dict[str, int] = {}

    def new_page(self) -> None:
        self.pages.append([])
        self.owners.append([])

    def section(self, title: str, said: str = "") -> Part:
        """Return a new section of the page; `said` is all of it in one text."""
        part = Part("Sect", said, title)
        self.pages[-1].append(part)
        return part

    def mark(self, part: Part) -> str:
        owners = self.owners[-1]
        part.marks.append(len(owners))
        owners.append(part)
        return f"/{part.role} <</MCID {part.marks[-1]}>> BDC"

    def open(self, part: Part) -> None:
        self.canvas.addLiteral(self.mark(part))

    def skip(self) -> None:
        self.canvas.addLiteral("/Artifact BMC")

    def close(self) -> None:
        self.canvas.addLiteral("EMC")

    def save(self) -> None:
        document = self.canvas._doc
        root, whole = Written(), Written()
        numbers = [self._number(one) for one in (root, whole)]
        kids, parents = [], []
        for index, page in enumerate(document.Pages.pages):
            page.__NoDefault__ = [*pdfdoc.PDFPage.__NoDefault__, "StructParents"]
            page.StructParents = index
            on_page = document.idToObjectNumberAndVersion[f"Page{index + 1}"][0]
            placed: dict[int, int] = {}
            kids += [self._place(part, numbers[1], on_page, placed) for part in self.pages[index]]
            owners = " ".join(f"{placed[id(part)]} 0 R" for part in self.owners[index])
            parents.append(f"{index} [{owners}]")
        sections = " ".join(f"{kid} 0 R" for kid in kids)
        whole.content = f"<</S/Document/P {numbers[0]} 0 R/K[{sections}]>>".encode()
        tree = f"<</Nums[{' '.join(parents)}]>>/ParentTreeNextKey {len(self.pages)}"
        root.content = f"<</Type/StructTreeRoot/K {numbers[1]} 0 R/ParentTree {tree}>>".encode()
        document.Catalog.StructTreeRoot = root
        document.Catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": pdfdoc.PDFName("true")[1:]})

    def _place(self, part: Part, parent: int, page: int, placed: dict[int, int]) -> int:
        made = Written()
        number = placed[id(part)] = self._number(made)
        inside = [f"{self._place(kid, number, page, placed)} 0 R" for kid in part.kids if kid.is_there]
        inside += map(str, part.marks)
        held = inside[0] if len(inside) == 1 else f"[{' '.join(inside)}]"
        begun = f"<</S/{part.role}/P {parent} 0 R/Pg {page} 0 R/K {held}{MORE.get(part.role, '')}"
        made.content = b"".join((begun.encode(), *self._words(part), b">>"))
        return number

    def _words(self, part: Part) -> Iterator[bytes]:
        if part.title:
            yield f"/Lang({self.language})/T".encode() + _text(part.title)
        if part.said and part.role == "Sect":
            yield f"/ActualText {self._shared(part.said)} 0 R".encode()
        elif part.said:
            yield (b"/Alt" if part.role == "Figure" else b"/ActualText") + _text(part.said)

    def _shared(self, text: str) -> int:
        if text not in self.shared:
            self.shared[text] = self._number(Written(_text(text)))
        return self.shared[text]

    def _number(self, one: Written) -> int:
        document = self.canvas._doc
        name = f"Tag{document.objectcounter}"
        document.Reference(one, name)
        number: int = document.idToObjectNumberAndVersion[name][0]
        return number

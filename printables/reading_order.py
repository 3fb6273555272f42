"""Reading order of a PDF for screen readers: a titled section with language for each card."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from reportlab.pdfbase import pdfdoc


class Written(pdfdoc.PDFObject):  # type: ignore[misc]
    """A PDF object with given bytes."""

    __RefOnly__ = 1

    def __init__(self, content: bytes = b"") -> None:
        self.content = content

    def format(self, document: Any) -> bytes:
        """Return the bytes written to the file."""
        return self.content


@lru_cache(maxsize=4096)
def _text(title: str) -> bytes:
    try:
        plain = title.encode("latin-1")
    except UnicodeEncodeError:
        return b"<feff" + title.encode("utf-16-be").hex().encode() + b">"
    return b"(" + re.sub(rb"([()\\\\])", rb"\\\1", plain) + b")"


class Tags:
    """The sections in drawing order, page by page; written into the document at the end."""

    def __init__(self, canvas: Any, language: str) -> None:
        self.canvas, self.language = canvas, language
        self.pages: list[list[str]] = []

    def new_page(self) -> None:
        self.pages.append([])

    def open(self, title: str) -> None:
        """Begin a section."""
        page = self.pages[-1]
        self.canvas.addLiteral(f"/Sect <</MCID {len(page)}>> BDC")
        page.append(title)

    def skip(self) -> None:
        self.canvas.addLiteral("/Artifact BMC")

    def close(self) -> None:
        """End the current or skipped section."""
        self.canvas.addLiteral("EMC")

    def save(self) -> None:
        document = self.canvas._doc
        root, whole = Written(), Written()
        numbers = [self._number(document, one) for one in (root, whole)]
        kids, parents = [], []
        for index, (page, titles) in enumerate(zip(document.Pages.pages, self.pages, strict=True)):
            page.__NoDefault__ = [*pdfdoc.PDFPage.__NoDefault__, "StructParents"]
            page.StructParents = index
            on_page = document.idToObjectNumberAndVersion[f"Page{index + 1}"][0]
            refs = [
                f"{self._number(document, self._section(title, place, on_page, numbers[1]))} 0 R"
                for place, title in enumerate(titles)
            ]
            kids += refs
            parents.append(f"{index} [{' '.join(refs)}]")
        whole.content = f"<</S/Document/P {numbers[0]} 0 R/K[{' '.join(kids)}]>>".encode()
        tree = f"<</Nums[{' '.join(parents)}]>>/ParentTreeNextKey {len(self.pages)}"
        root.content = f"<</Type/StructTreeRoot/K {numbers[1]} 0 R/ParentTree {tree}>>".encode()
        document.Catalog.StructTreeRoot = root
        document.Catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": pdfdoc.PDFName("true")[1:]})

    def _section(self, title: str, place: int, page: int, parent: int) -> Written:
        begun = f"<</S/Sect/P {parent} 0 R/Pg {page} 0 R/K {place}/Lang({self.language})/T"
        return Written(begun.encode() + _text(title) + b">>")

    def _number(self, document: Any, one: Written) -> int:
        name = f"Tag{document.objectcounter}"
        document.Reference(one, name)
        number: int = document.idToObjectNumberAndVersion[name][0]
        return number

"""Print worker: stores an order in a folder and prints it in its own process."""

from __future__ import annotations

import hashlib
import json
import pickle
import sys
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from app.core.error_log import begin_work_aside
from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.storage import whole_files
from app.storage.picture_reader import read_pictures
from printables import fonts
from printables.fonts import Lacking
from printables.letters import lacking_in
from printables.order import PickList
from printables.paper import Settings
from printables.pieces import Job
from printables.shops import Shop, Source, shop_of

FILES = {"pdf": "print.pdf", "svg": "cuts.zip", "png": "sheets.zip"}
"""The outputs of an order, and the file of each."""
PICTURES = "pictures"
LETTERS = "letters"
"""The kind of run that only finds letters that no typeface has."""
MOST_MEMORY = 512 << 20
"""Memory limit of a print process in bytes, if the system supports one."""
AT_A_TIME = 12
"""Pages rasterized in one go."""
PICTURE_DPI = 60
EPOCH = (1980, 1, 1, 0, 0, 0)
Part = TypeVar("Part")


@dataclass(frozen=True)
class Order:
    """Everything that a print depends on; the same order gives the same bytes."""

    source: Source
    things: PickList
    settings: Settings
    pictures: frozenset[str] = frozenset()
    """Fingerprints of people's own pictures in it, which only its print reads."""
    database: Path | None = None
    """The file that holds those pictures; None if they are in PostgreSQL."""

    @property
    def shop(self) -> Shop[Any]:
        shop = shop_of(self.source.game)
        assert shop is not None
        return shop

    @property
    def fingerprint(self) -> str:
        source = self.source
        facts = {
            "game": source.game,
            "language": source.speech.language,
            "source": source.facts,
            "things": self.things,
            "settings": asdict(self.settings),
            "pictures": sorted(self.pictures),
        }
        return hashlib.sha256(json.dumps(facts, ensure_ascii=False).encode()).hexdigest()[:32]

    def keep(self, folder: Path) -> None:
        """Store the order in a folder. Raise Refused if there is no room."""
        folder.mkdir(parents=True, exist_ok=True)
        _put(folder / "order", pickle.dumps(self))


def picture_kind(page: int) -> str:
    """Return the kind of run that makes the picture of a page (from 1)."""
    return f"{PICTURES}-{(page - 1) // AT_A_TIME}"


def file_of(folder: Path, kind: str) -> Path:
    """Return the path of a run's finished output; pictures have a marker file instead."""
    return folder / FILES.get(kind, f"{kind}.done")


def picture_of(folder: Path, page: int) -> Path:
    return folder / f"page-{page}.png"


def pages_of(folder: Path) -> list[tuple[str, float, float]]:
    """Return product, width and height (mm) of each page of a finished PDF."""
    return [(product, width, height) for product, width, height in json.loads((folder / "pages.json").read_bytes())]


def progress_of(folder: Path, kind: str) -> tuple[int, int] | None:
    try:
        done, _, of = (folder / f"{kind}.progress").read_text(encoding="ascii").partition(" ")
    except FileNotFoundError:
        return None
    return (int(done), int(of)) if of else None


def lacking_of(folder: Path, kind: str) -> Lacking:
    path = folder / f"{kind}.lacking"
    found: Lacking = json.loads(path.read_bytes()) if path.exists() else {}
    return found


def refusal_of(folder: Path, kind: str) -> Refused | None:
    path = folder / f"{kind}.refused"
    if not path.exists():
        return None
    no = json.loads(path.read_bytes())
    code, words = no["code"], {name: Verbatim(text) for name, text in no["words"].items()}
    return Refused(code, field=no["field"], **words)


def refuse(folder: Path, kind: str, no: Refused) -> None:
    """Store the refusal of a run. Raise Refused if it cannot be written."""
    said: dict[str, Any] = {"code": no.code, "field": no.field, "words": {k: str(v) for k, v in no.words.items()}}
    _put(folder / f"{kind}.refused", json.dumps(said).encode())


# -- the worker process: `python -m printables.job_worker FOLDER KIND`
#
# The folder contains `order`, and for each kind `progress` (done, total) and either the file or a refusal.


def make(folder: Path, kind: str) -> None:
    if kind.startswith(PICTURES):
        _make_pictures(folder, int(kind.rpartition("-")[2]), file_of(folder, kind))
        return
    order: Order = pickle.loads((folder / "order").read_bytes())
    if order.pictures:
        loaded = read_pictures(order.database, order.pictures)
        if kind != LETTERS and order.pictures - loaded.keys():
            raise Refused("print-picture-gone", field="what")
        order = replace(order, source=order.shop.with_pictures(order.source, loaded))
    with whole_files.temporary_copy(file_of(folder, kind), lasts=False) as made:
        if kind == LETTERS:
            lacking = lacking_in(order.shop, order.source, order.things, order.settings)
        else:
            lacking = _print(folder, order, kind, made)
        _put(folder / f"{kind}.lacking", json.dumps(lacking).encode())


def _print(folder: Path, order: Order, kind: str, into: Path) -> Lacking:
    with fonts.noted() as lacking:
        order = replace(order, settings=order.shop.settled(order.source, order.things, order.settings))
        parts = order.shop.job(order.source, order.things, order.settings)
        {"pdf": _pdf, "svg": _cuts, "png": _tabletop_sheets}[kind](folder, order, parts, into)
    return {} if kind == "svg" else lacking  # cut paths contain no letters


def _pdf(folder: Path, order: Order, parts: Job, into: Path) -> None:
    from printables.pdf import PdfRenderer, plan_pages

    def note_page(done: int, of: int) -> None:
        if done == of or done % 5 == 0:
            tell(folder, "pdf", done, of)

    pages = [(page.product, page.width, page.height) for page in plan_pages(parts, order.settings)]
    _put(folder / "pages.json", json.dumps(pages).encode())
    speech = order.source.speech
    into.write_bytes(PdfRenderer(order.settings, speech, order.shop.document_title(speech), note_page).print(parts))


def _cuts(folder: Path, order: Order, parts: Job, into: Path) -> None:
    from printables.cut_sheets import drawing_count, drawings

    of = drawing_count(parts, order.settings)
    drawn = enumerate(noted(folder, "svg", drawings(parts, order.settings), of), start=1)
    zip_into(into, ((f"cut-{number}.svg", drawing.encode()) for number, drawing in drawn))


def _tabletop_sheets(folder: Path, order: Order, parts: Job, into: Path) -> None:
    from printables.raster import tabletop_count, tabletop_sheets

    sheets = noted(folder, "png", tabletop_sheets(parts, order.settings, order.source.speech), tabletop_count(parts))
    zip_into(into, ((f"{name}.png", picture) for name, picture in sheets))


def noted(folder: Path, kind: str, made: Iterable[Part], of: int) -> Iterator[Part]:
    tell(folder, kind, 0, of)
    for done, part in enumerate(made, start=1):
        tell(folder, kind, done, of)
        yield part


def tell(folder: Path, kind: str, done: int, of: int) -> None:
    _put(folder / f"{kind}.progress", f"{done} {of}".encode())


def zip_into(path: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Write files into a zip one by one, with reproducible bytes.

    Raise Refused if there are none.
    """
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files:
            packed.writestr(zipfile.ZipInfo(name, EPOCH), content, zipfile.ZIP_DEFLATED)
        if not packed.infolist():
            raise Refused("no-pieces", field="what")


def _make_pictures(folder: Path, batch: int, done: Path) -> None:
    from printables.raster import pictures

    first = batch * AT_A_TIME
    order: Order = pickle.loads((folder / "order").read_bytes())
    upright = order.settings.single
    lying = {index for index, (_, wide, high) in enumerate(pages_of(folder)) if wide > high and not upright}
    drawn = pictures((folder / FILES["pdf"]).read_bytes(), PICTURE_DPI, first, first + AT_A_TIME, lying)
    for page, picture in enumerate(drawn, start=first + 1):
        _put(picture_of(folder, page), picture)
    _put(done, b"")


def _put(path: Path, content: bytes) -> None:
    """Write a file atomically. Raise Refused."""
    whole_files.write(path, content, lasts=False)


def main(words: Iterable[str]) -> None:
    folder, kind = words
    begin_work_aside()
    limit_memory()
    try:
        make(Path(folder), kind)
    except Refused as no:
        _note(Path(folder), kind, no)
    except MemoryError:
        _note(Path(folder), kind, Refused("print-out-of-memory", field="what", limit=MOST_MEMORY >> 20))


def limit_memory() -> None:
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def _note(folder: Path, kind: str, no: Refused) -> None:
    try:
        refuse(folder, kind, no)
    except Refused as full:
        sys.exit(f"{full.words['file']}: {full.words['why']}")


if __name__ == "__main__":
    # not as __main__: the stored order names its class in this module
    from printables.job_worker import main as at_work

    at_work(sys.argv[1:])

"""The host's printers: measurements of their calibration sheets, stored in the database."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from app.core.errors import Refused
from app.core.messages.slugs import make_slug
from app.core.messages.translator import Verbatim
from app.storage.database import Database
from app.storage.file_rows import PrinterRows
from app.storage.host_files import Kind, Shelf, tidy_name
from app.storage.makers import Writer, is_beyond


@dataclass(frozen=True)
class PrinterCalibration:
    """A printer on one paper: back offset in mm, back rotation in degrees, and page scales."""

    paper: str
    duplex: str
    offset_x: float
    offset_y: float
    rotation: float
    scale_x: float
    scale_y: float
    at: float = 0.0
    """The time of measurement, in seconds since 1970."""


@dataclass(frozen=True)
class Printer:
    key: str
    name: str
    papers: Mapping[str, PrinterCalibration]
    maker: str = ""
    """The browser that keeps it; empty for the host's."""


PRINTERS = Kind(
    table="printers",
    missing=lambda name: Refused("no-such-printer", field="printer", name=Verbatim(name)),
    taken=lambda name: Refused("printer-name-taken", field="name", name=Verbatim(name)),
    too_many=lambda most: Refused("too-many-printers", field="name", most=most),
)
PRINTERS_EACH, PRINTERS_TOGETHER = 10, 20
"""The maximum number of printers of a browser, and of all browsers at one address."""


class PrinterStore(Shelf):
    """All printers of a data folder, a row for each paper."""

    at_most = 100

    def __init__(self, database: Database) -> None:
        super().__init__(PRINTERS, database)
        self._rows = PrinterRows(database)

    def printers(self) -> list[Printer]:
        found: dict[str, tuple[str, dict[str, PrinterCalibration]]] = {}
        makers = self._rows.makers.makers()
        for row in self._rows.rows():
            key, name = row.pop("key"), row.pop("name")
            found.setdefault(key, (name, {}))[1][row["paper"]] = PrinterCalibration(**row)
        return [
            Printer(key, name, papers, makers.get(("", key), Writer()).maker) for key, (name, papers) in found.items()
        ]

    def printer(self, key: str) -> Printer:
        found = next((one for one in self.printers() if one.key == key), None)
        if found is None:
            raise self._kind.missing(key)
        return found

    def add(self, name: str, measured: PrinterCalibration) -> str:
        name = tidy_name(name)
        with self._database.writing():
            printers = self.printers()
            self._check_free([name], [one.name for one in printers])
            self._check_room(len(printers))
            self._check_share()
            key = make_slug(name, {one.key for one in printers})
            self.keep(key, name, measured)
            self._rows.makers.note("", key, self.writer)
        return key

    def _check_share(self) -> None:
        if self.writer.is_host:
            return
        mine, theirs = self.writer.shares(self._rows.shares(), is_new=True)
        if is_beyond(mine, PRINTERS_EACH - 1, 0):
            raise Refused("printer-share-full", field="name", most=PRINTERS_EACH)
        if is_beyond(theirs, PRINTERS_TOGETHER - 1, 0):
            raise Refused("printer-address-full", field="name", most=PRINTERS_TOGETHER)

    def keep(self, key: str, name: str, measured: PrinterCalibration) -> None:
        self._rows.put({"key": key, "name": name, **asdict(measured), "at": time.time()})

    def measure(self, key: str, measured: PrinterCalibration) -> None:
        with self._database.writing():
            self.keep(key, self._written(key).name, measured)

    def rename(self, key: str, name: str) -> None:
        name = tidy_name(name)
        with self._database.writing():
            printer = self._written(key)
            self._check_free([name], [one.name for one in self.printers() if one.key != key])
            for measured in printer.papers.values():
                self._rows.put({"key": key, "name": name, **asdict(measured)})

    def remove(self, key: str) -> None:
        with self._database.writing():
            self._written(key)
            self._rows.delete(key)

    def _written(self, key: str) -> Printer:
        found = self.printer(key)
        self.writer.check_may_write(found.maker, found.name)
        return found

"""The host's printers: what their calibration sheets measured, as rows beside the tables: one backup holds both."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import astuple, dataclass
from typing import Annotated, Any

from pydantic import Field

from app.core.card_files.edit import key_from
from app.core.facts import PRINTABLE, Facts, parsed
from app.core.refusals import Refused
from app.core.words import AsGiven


class PrinterName(Facts):
    """What a printer is called."""

    name: Annotated[str, Field(min_length=1, max_length=60, pattern=PRINTABLE)]


@dataclass(frozen=True)
class Measured:
    """A printer on one paper: offset in millimetres and rotation in degrees of its backs, scales of its pages."""

    paper: str
    duplex: str
    offset_x: float
    offset_y: float
    rotation: float
    scale_x: float
    scale_y: float
    at: float = 0.0
    """When it was measured, in seconds since 1970."""


@dataclass(frozen=True)
class Printer:
    """A printer and what was measured of it, by paper."""

    key: str
    name: str
    papers: Mapping[str, Measured]


MEASURES = "paper, duplex, offset_x, offset_y, rotation, scale_x, scale_y, at"
MOST = 50


class PrinterBox:
    """All printers of one data folder."""

    def __init__(
        self,
        writing: Callable[[], AbstractContextManager[sqlite3.Connection]],
        rows: Callable[[str, Sequence[Any]], list[tuple[Any, ...]]],
    ) -> None:
        self._writing, self._rows = writing, rows
        with writing() as connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS printers (key TEXT, name TEXT, paper TEXT, duplex TEXT, offset_x REAL,"
                " offset_y REAL, rotation REAL, scale_x REAL, scale_y REAL, at REAL, PRIMARY KEY (key, paper))"
            )

    def printers(self) -> list[Printer]:
        """Every printer by name."""
        found: dict[str, tuple[str, dict[str, Measured]]] = {}
        for key, name, *measures in self._rows(f"SELECT key, name, {MEASURES} FROM printers ORDER BY name, paper", []):
            measured = Measured(*measures)
            found.setdefault(key, (name, {}))[1][measured.paper] = measured
        return [Printer(key, name, papers) for key, (name, papers) in found.items()]

    def printer(self, key: str) -> Printer:
        """One printer. Raises Refused."""
        found = next((one for one in self.printers() if one.key == key), None)
        if found is None:
            raise Refused("no-such-printer", field="printer", name=AsGiven(key))
        return found

    def add(self, name: str, measured: Measured) -> str:
        """A new printer. Returns its key. Raises Refused: the name is taken or none, or there are too many."""
        name = named(name)
        with self._writing():
            printers = self.printers()
            _check_free(printers, name)
            if len(printers) >= MOST:
                raise Refused("too-many-printers", field="name", most=MOST)
            key = key_from(name, {one.key for one in printers})
            self.keep(key, name, measured)
        return key

    def keep(self, key: str, name: str, measured: Measured) -> None:
        """Write down what was measured of a printer on a paper, in the place of what was measured before."""
        row = (key, name, *astuple(measured)[:-1], time.time())
        self._rows(f"INSERT OR REPLACE INTO printers (key, name, {MEASURES}) VALUES ({', '.join('?' * 10)})", row)

    def measure(self, key: str, measured: Measured) -> None:
        """Measured anew. Raises Refused where there is no such printer."""
        with self._writing():
            self.keep(key, self.printer(key).name, measured)

    def rename(self, key: str, name: str) -> None:
        """Another name. Raises Refused."""
        name = named(name)
        with self._writing() as connection:
            self.printer(key)
            _check_free([one for one in self.printers() if one.key != key], name)
            connection.execute("UPDATE printers SET name = ? WHERE key = ?", (name, key))

    def remove(self, key: str) -> None:
        """Forget a printer. Raises Refused."""
        with self._writing() as connection:
            self.printer(key)
            connection.execute("DELETE FROM printers WHERE key = ?", (key,))


def _check_free(printers: Sequence[Printer], name: str) -> None:
    if name.casefold() in {one.name.casefold() for one in printers}:
        raise Refused("printer-name-taken", field="name", name=AsGiven(name))


def named(name: str) -> str:
    """A name without superfluous blanks. Raises Refused for none, a long one or one that cannot be printed."""
    return parsed(PrinterName, {"name": " ".join(name.split())}).name

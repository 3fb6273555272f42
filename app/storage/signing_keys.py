"""The signing keys of seat tokens: a file of the data folder, or rows of a database that several servers share."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterable
from pathlib import Path

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.storage.database import Database, Tables
from app.storage.whole_files import only_one_in, write, write_first

KEYS = "keys"
"""The file, and the folder's part of the sentences about it."""
ROWS = "signing_keys"
DIGITS = 64
"""The number of hex digits of a generated key."""
SHORTEST = 16
"""The minimum length of a key that a person chose."""
BETWEEN_READS = 1.0
"""Seconds between two looks for keys that another process added."""


class SigningKeys:
    """The keys of a database, newest last; read again if a token fits none of them."""

    def __init__(self, database: Database, folder: Path) -> None:
        """Read the keys; make one if there is none. Raise Refused, StorageError."""
        self._database, self._folder = database, folder
        self.all = self._read()
        self._read_at = time.monotonic()

    def read_again(self) -> bool:
        """Return True if there are other keys than before; look at most once in `BETWEEN_READS`. Raise StorageError."""
        if self._database.file is not None or time.monotonic() - self._read_at < BETWEEN_READS:
            return False
        before, self.all, self._read_at = self.all, self._read(), time.monotonic()
        return self.all != before

    def add(self) -> None:
        """Make a key that signs from now on; the others are still read. Raise Refused, StorageError."""
        if self._database.file is not None:
            add_to(self._folder)
        else:
            with self._database.writing() as tables:
                _put(tables, [new_key()])
        self.all = self._read()

    def _read(self) -> list[str]:
        if self._database.file is not None:
            return keys_in(self._folder)
        with self._database.reading() as tables:
            found = _keys_of(tables)
        return found or self._first()

    def _first(self) -> list[str]:
        """Store the first keys, once for all processes: those of the folder, which had them before."""
        with self._database.writing() as tables:
            if not _keys_of(tables):
                _put(tables, read_keys(self._folder) or [new_key()])
            return _keys_of(tables)


def _keys_of(tables: Tables) -> list[str]:
    return [row["key"] for row in tables.table(ROWS).rows_where(order_by="rowid")]


def _put(tables: Tables, keys: Iterable[str]) -> None:
    tables.table(ROWS).insert_all({"key": key, "at": time.time()} for key in keys)


def new_key() -> str:
    return secrets.token_hex(DIGITS // 2)


def keys_in(folder: Path) -> list[str]:
    """Return the signing keys of a data folder, newest last; made if absent.

    A line added to the file changes the key. Raise Refused, without writing, if the file is empty, truncated or
    unreadable.
    """
    if not (folder / KEYS).exists():
        write_first(folder / KEYS, f"{new_key()}\n".encode())
    return read_keys(folder)


def add_to(folder: Path) -> None:
    """Add a key to the file of a folder. Raise Refused, the file unchanged."""
    known = keys_in(folder)
    with only_one_in(folder):
        write(folder / KEYS, "".join(f"{key}\n" for key in (*known, new_key())).encode())


def read_keys(folder: Path) -> list[str]:
    """Return the keys of a folder; empty without a file. Raise Refused if the file is damaged."""
    file = folder / KEYS
    try:
        found = file.read_bytes().decode().split()
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Refused("keys-unreadable", file=Verbatim(str(file)), why=Verbatim(why)) from error
    if not found:
        raise Refused("keys-empty", file=Verbatim(str(file)))
    check_whole(found, file)
    return found


def check_whole(keys: Iterable[str], file: Path) -> None:
    for number, key in enumerate(keys, start=1):
        least = DIGITS if re.fullmatch("[0-9a-fA-F]+", key) else SHORTEST
        if len(key) < least or not key.isprintable():
            raise Refused("keys-short", file=Verbatim(str(file)), number=number)

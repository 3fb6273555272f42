"""Health of a data folder: damage is reported at the start, not at the first request."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.storage import backups
from app.storage.backups import DATABASE
from app.storage.database import asked_address
from app.storage.errors import CorruptTable, StorageError, StoreBusy
from app.storage.signing_keys import KEYS
from app.storage.store import Store

LOCK = "serving"


@dataclass(frozen=True)
class Damage:
    """Damage of a folder's database, and the tables that cannot be read."""

    file: Path
    why: str
    codes: tuple[str, ...]


@contextmanager
def opening(folder: Path) -> Iterator[None]:
    """Open a folder within. Raise Refused, naming the file, if it cannot be opened."""
    file = folder / DATABASE
    if asked_address() is None and file.exists() and not file.stat().st_size and (folder / KEYS).exists():
        raise Refused("database-empty", folder=Verbatim(str(folder)), file=Verbatim(DATABASE))
    try:
        yield
    except StoreBusy as error:
        raise Refused("busy") from error
    except (sqlite3.DatabaseError, StorageError, OSError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        about = {"folder": Verbatim(str(folder)), "file": Verbatim(DATABASE), "why": Verbatim(why)}
        raise Refused("cannot-be-opened", **about) from error


def damage_of(store: Store) -> Damage | None:
    """Return what is damaged of a SQLite file; PostgreSQL checks its own."""
    file = store.folder / DATABASE
    if asked_address() is not None:
        return None
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
            (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        found = str(error)
    return None if found == "ok" else Damage(file, found, tuple(unreadable(store)))


def unreadable(store: Store) -> Iterator[str]:
    for code in store.codes():
        try:
            store.table(code)
        except CorruptTable:
            yield code


def put_back(file: Path, folder: Path, *, replace: bool = False) -> None:
    """Restore tables and keys of a folder from a backup; overwrite others only with `replace`.

    Raise Refused, also if a server uses the folder.
    """
    descriptor = take_folder(folder)
    try:
        backups.restore_backup(file, folder, replace=replace)
    finally:
        os.close(descriptor)


def take_folder(folder: Path) -> int:
    """Lock the folder for one server until the process ends. Raise Refused if another has it.

    Two servers would notify of each other's entries late, and count failed attempts separately.
    """
    import fcntl

    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        raise Refused("served-already", folder=Verbatim(str(folder))) from error
    return descriptor

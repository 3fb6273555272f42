"""A whole data folder as one SQLite file: its tables, its host's own files, and the keys that sign its rights."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

from app.core.refusals import Refused
from app.core.words import AsGiven
from app.storage.signing_keys import KEYS, check_whole, read_keys
from app.storage.whole_files import BESIDE, PRIVATE, aside

DATABASE = "adjutant.db"
NEEDED = {
    "tables": {"code", "game", "seed", "foreseeable", "at"},
    "entries": {"table", "seq", "seat", "key", "body", "at", "events"},
    "used": {"table", "seat"},
}
"""The columns without which a file holds no tables of ours, in every version that was ever released."""


def make(folder: Path, file: Path) -> None:
    """Copy the tables of a folder, and its keys, into one file, also while they are being played. Raises Refused."""
    if not (folder / DATABASE).exists():
        raise Refused("no-tables-there", field="data", folder=AsGiven(str(folder)))
    if file.exists() and not is_database(file):
        raise Refused("no-backup", field="file", file=AsGiven(str(file)), why=AsGiven("SQLite"))
    with aside(file) as copy, closing(sqlite3.connect(copy)) as target:
        try:
            with closing(sqlite3.connect(folder / DATABASE)) as source:
                source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")
            put_keys(target, read_keys(folder))
        except sqlite3.DatabaseError as error:
            raise Refused("no-backup", field="data", file=AsGiven(DATABASE), why=AsGiven(str(error))) from error


def put_back(file: Path, folder: Path, *, replace: bool = False) -> None:
    """Put a backup in the place of a folder's tables and keys; over others only with `replace`. Raises Refused.

    Nobody may be serving the folder.
    """
    target = folder / DATABASE
    if target.exists() and not replace:
        raise Refused("tables-there-already", field="data", folder=AsGiven(str(folder)))
    folder.mkdir(parents=True, exist_ok=True)
    with aside(target) as copy, aside(folder / KEYS) as keys:
        copy_whole(file, copy)
        found = take_keys(copy)
        check_whole(found, file)
        found = found or read_keys(folder)
        keys.write_text("".join(f"{key}\n" for key in found), encoding="utf-8") if found else keys.unlink()
        if target.exists():
            settle(target)


def copy_whole(file: Path, copy: Path) -> None:
    """Copy a backup and look it over. Raises Refused for a damaged one, and for a file that is none."""
    try:
        for ending in ("", "-wal"):  # a file that was copied while it was used has its newest presses beside it
            if (beside := file.with_name(file.name + ending)).exists():
                shutil.copyfile(beside, copy.with_name(copy.name + ending))
        with closing(sqlite3.connect(copy)) as target:
            check(target)
            target.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.DatabaseError as error:
        raise Refused("no-backup", field="file", file=AsGiven(str(file)), why=AsGiven(str(error))) from error
    except Refused as no:
        no.words["file"] = AsGiven(str(file))
        raise


def check(database: sqlite3.Connection) -> None:
    """Raises Refused for a database that is damaged or holds no tables of ours."""
    (found,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise Refused("no-backup", field="file", why=AsGiven(found))
    for table, columns in NEEDED.items():
        there = {row[1] for row in database.execute(f"PRAGMA table_info([{table}])")}
        if missing := sorted(columns - there):
            raise Refused("no-backup", field="file", why=AsGiven(f"{table}: {', '.join(missing)}"))


def put_keys(database: sqlite3.Connection, keys: Sequence[str]) -> None:
    """Write the signing keys into a backup."""
    with database:
        database.execute("CREATE TABLE signing_keys (key TEXT)")
        database.executemany("INSERT INTO signing_keys VALUES (?)", [(key,) for key in keys])


def take_keys(copy: Path) -> list[str]:
    """Take the signing keys out of a copied backup; those of older versions have none."""
    with closing(sqlite3.connect(copy)) as database, database:
        has = database.execute("SELECT 1 FROM sqlite_master WHERE name = 'signing_keys'").fetchone()
        found = [key for (key,) in database.execute("SELECT key FROM signing_keys")] if has else []
        database.execute("DROP TABLE IF EXISTS signing_keys")
    return found


def settle(database: Path) -> None:
    """Bring everything that stands beside a database into it, and let nothing of it be taken for another's."""
    with closing(sqlite3.connect(database)) as old:
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        old.execute("PRAGMA journal_mode=DELETE")
    for ending in BESIDE:
        database.with_name(database.name + ending).unlink(missing_ok=True)


# -- files


def make_private(file: Path) -> None:
    """Let its owner alone read a file, made if absent; a folder that cannot be written to is told by SQLite."""
    with suppress(OSError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        file.chmod(PRIVATE)


def is_database(file: Path) -> bool:
    """Whether a file is empty or begins as databases do."""
    with file.open("rb") as opened:
        return opened.read(16) in (b"", b"SQLite format 3\0")

"""Backups: a whole data folder in one SQLite file, with tables, host files and signing keys."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

from sqlite_utils import Database

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.storage.database import Tables
from app.storage.signing_keys import KEYS, check_whole, read_keys
from app.storage.whole_files import BESIDE, PRIVATE, temporary_copy

DATABASE = "adjutant.db"
NEEDED = {
    "tables": {"code", "game", "seed", "foreseeable", "at"},
    "entries": {"table", "seq", "seat", "key", "body", "at", "events"},
    "used": {"table", "seat"},
}
"""The columns that identify a database of this app, in every released version."""


def make(folder: Path, file: Path) -> None:
    """Copy tables and keys of a folder into one file, even during games. Raise Refused."""
    if not (folder / DATABASE).exists():
        raise Refused("no-tables-there", field="data", folder=Verbatim(str(folder)))
    if file.exists() and not is_database(file):
        raise Refused("no-backup", field="file", file=Verbatim(str(file)), why=Verbatim("SQLite"))
    with temporary_copy(file) as copy, closing(opened(copy)) as target:
        try:
            with closing(opened(folder / DATABASE)) as source:
                source.conn.backup(target.conn)
            target.disable_wal()
            table = target.table("signing_keys")
            table.create({"key": str, "at": float}, if_not_exists=True)  # not there in the schemas before
            put_keys(target, read_keys(folder))
        except sqlite3.DatabaseError as error:
            raise Refused("no-backup", field="data", file=Verbatim(DATABASE), why=Verbatim(str(error))) from error


def opened(file: Path) -> Database:
    return Database(file, execute_plugins=False)


def restore_backup(file: Path, folder: Path, *, replace: bool = False) -> None:
    """Restore tables and keys of a folder from a backup. Raise Refused.

    Existing ones are overwritten only with `replace`. No server may use the folder.
    """
    target = folder / DATABASE
    if target.exists() and not replace:
        raise Refused("tables-there-already", field="data", folder=Verbatim(str(folder)))
    folder.mkdir(parents=True, exist_ok=True)
    with temporary_copy(target) as copy, temporary_copy(folder / KEYS) as keys:
        copy_whole(file, copy)
        found = take_keys(copy)
        check_whole(found, file)
        found = found or read_keys(folder)
        keys.write_text("".join(f"{key}\n" for key in found), encoding="utf-8") if found else keys.unlink()
        if target.exists():
            settle(target)


def copy_whole(file: Path, copy: Path) -> None:
    try:
        for ending in ("", "-wal"):  # a file copied while in use has its newest entries in a second file
            if (beside := file.with_name(file.name + ending)).exists():
                shutil.copyfile(beside, copy.with_name(copy.name + ending))
        with closing(opened(copy)) as target:
            check(target)
            target.disable_wal()
    except sqlite3.DatabaseError as error:
        raise Refused("no-backup", field="file", file=Verbatim(str(file)), why=Verbatim(str(error))) from error
    except Refused as no:
        no.words["file"] = Verbatim(str(file))
        raise


def check(database: Database) -> None:
    (found,) = database.execute("PRAGMA integrity_check(1)").fetchone()  # sqlite-utils has no call for it
    if found != "ok":
        raise Refused("no-backup", field="file", why=Verbatim(found))
    for table, columns in NEEDED.items():
        if missing := sorted(columns - database.table(table).columns_dict.keys()):
            raise Refused("no-backup", field="file", why=Verbatim(f"{table}: {', '.join(missing)}"))


def put_keys(tables: Tables, keys: Sequence[str]) -> None:
    tables.table("signing_keys").insert_all({"key": key, "at": time.time()} for key in keys)


def take_keys(copy: Path) -> list[str]:
    with closing(opened(copy)) as database:
        table = database.table("signing_keys")
        if not table.exists():
            return []
        found = [row["key"] for row in table.rows_where(order_by="rowid")]
        if "at" in table.columns_dict:
            table.delete_where()
        else:  # the schemas before had no such table of their own
            table.drop()
    return found


def settle(file: Path) -> None:
    with closing(opened(file)) as old:
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()  # sqlite-utils has no call for it
        old.disable_wal()
    for ending in BESIDE:
        file.with_name(file.name + ending).unlink(missing_ok=True)


# -- files


def make_private(file: Path) -> None:
    with suppress(OSError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        file.chmod(PRIVATE)


def is_database(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(16) in (b"", b"SQLite format 3\0")

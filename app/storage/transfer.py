"""All rows from one kind of database to the other, by a backup: one SQLite file, whichever database it is of."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Protocol

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.storage import backups
from app.storage.database import Database, Row, Tables
from app.storage.schema import SCHEMA
from app.storage.signing_keys import ROWS as KEYS
from app.storage.signing_keys import check_whole
from app.storage.sqlite import SqliteDatabase
from app.storage.whole_files import temporary_copy

OF_ITSELF = frozenset({"migrations", "opened"})
"""Tables that are not copied: the schema’s steps, and addresses that count for an hour."""
ONE_BY_ONE = frozenset({"card_sets", "missions", "file_versions", "pictures"})
"""Tables with rows too large to read all at once within the time of one statement."""
AT_ONCE = 500


class SharedDatabase(Database, Protocol):
    def snapshot(self) -> AbstractContextManager[Tables]:
        """Read one moment of all tables within. Raise StorageError."""


def back_up(database: SharedDatabase, file: Path) -> None:
    """Write all tables, host files and keys of a database into one file, even during games.

    Raise Refused, StorageError.
    """
    if file.exists() and not backups.is_database(file):
        raise Refused("no-backup", field="file", file=Verbatim(str(file)), why=Verbatim("SQLite"))
    with temporary_copy(file) as copy:
        with closing(SqliteDatabase(copy)) as target, database.snapshot() as source, target.writing() as tables:
            copy_rows(source, tables)
        backups.settle(copy)


def restore(file: Path, database: Database) -> None:
    """Put everything of a backup into an empty database, all or nothing. Raise Refused, StorageError."""
    with tempfile.TemporaryDirectory(prefix="adjutant-") as folder:
        copy = Path(folder) / backups.DATABASE
        backups.copy_whole(file, copy)
        keys = backups.take_keys(copy)
        check_whole(keys, file)
        try:
            with closing(SqliteDatabase(copy)) as source, source.reading() as rows, database.writing() as tables:
                check_empty(tables, database.place)
                copy_rows(rows, tables)
                if keys:
                    tables.table(KEYS).delete_where("true", ())
                    backups.put_keys(tables, keys)
        except sqlite3.DatabaseError as error:
            raise Refused("no-backup", field="file", file=Verbatim(str(file)), why=Verbatim(str(error))) from error


def check_empty(tables: Tables, place: str) -> None:
    if any(tables.table(name).count for name in SCHEMA.keys() - OF_ITSELF - {KEYS}):
        raise Refused("database-not-empty", address=Verbatim(place))


def copy_rows(source: Tables, target: Tables) -> None:
    """Copy the rows of every table in the order in which they were inserted."""
    codes = [row["code"] for row in source.table("tables").rows_where(select="code", order_by="rowid")]
    known = {*codes}
    for name in ("tables", *(SCHEMA.keys() - OF_ITSELF - {"tables"})):
        rows = entries_of(source, codes) if name == "entries" else rows_of(source, name)
        # a file may have notes about tables that were deleted under an older version
        here = (row for row in rows if "table" not in row or row["table"] in known)
        batch: list[Row] = []
        for row in here:
            batch.append(row)
            if len(batch) == AT_ONCE or name in ONE_BY_ONE:
                target.table(name).insert_all(batch)
                batch = []
        if batch:
            target.table(name).insert_all(batch)


def entries_of(source: Tables, codes: Sequence[str]) -> Iterator[Row]:
    for code in codes:
        where = '"table" = ?'
        yield from source.table("entries").rows_where(where, [code], "seq", select=columns_of("entries"))


def rows_of(source: Tables, name: str) -> Iterator[Row]:
    if name not in ONE_BY_ONE:
        yield from source.table(name).rows_where(order_by="rowid", select=columns_of(name))
        return
    key = SCHEMA[name].key
    named = (key,) if isinstance(key, str) else key
    where = " AND ".join(f'"{column}" = ?' for column in named)
    for row in [*source.table(name).rows_where(select=quoted(named), order_by="rowid")]:
        yield from source.table(name).rows_where(where, [*row.values()], select=columns_of(name))


def columns_of(name: str) -> str:
    return quoted(SCHEMA[name].columns)  # files of older versions have more


def quoted(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)

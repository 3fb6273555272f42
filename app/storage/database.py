"""The interface of both databases: one SQLite file, or PostgreSQL for those who ask for it."""

from __future__ import annotations

import os
import threading
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from app.storage.notifications import Notifications

ADDRESS = "ADJUTANT_DATABASE"
Row = dict[str, Any]


def asked_address() -> str | None:
    """Return the address of a PostgreSQL database from the environment; None means the file of the data folder."""
    return os.environ.get(ADDRESS) or None


def is_one_of(column: str, values: Collection[Any]) -> str:
    """Return the SQL condition that a column has one of these values, with a `?` for each."""
    return f"{column} IN ({', '.join('?' * len(values)) or 'NULL'})"


class RowTable(Protocol):
    """A database table; what sqlite-utils calls it and of that only what both databases can."""

    @property
    def count(self) -> int: ...
    @property
    def columns_dict(self) -> Mapping[str, Any]: ...
    def insert(self, record: Row, *, ignore: bool = ..., replace: bool = ...) -> Any:
        """Raise Taken for an existing key unless it is to `ignore` or `replace` that row."""

    def insert_all(self, records: Iterable[Row], *, replace: bool = ...) -> Any: ...
    def upsert(self, record: Row) -> Any: ...
    def delete(self, pk_values: Any) -> Any: ...
    def delete_where(self, where: str, where_args: Sequence[Any]) -> Any: ...
    def count_where(self, where: str, where_args: Sequence[Any]) -> int: ...
    def rows_where(
        self,
        where: str | None = None,
        where_args: Sequence[Any] | None = None,
        order_by: str | None = None,
        select: str = ...,
        limit: int | None = None,
        offset: int | None = None,
    ) -> Iterator[Row]:
        """Return rows; `rowid` orders them by insertion. Conditions are SQL of both, with `?` for values."""

    def create(
        self, columns: dict[str, Any], pk: Any, *, not_null: Any, defaults: Any, if_not_exists: bool = ...
    ) -> Any: ...
    def add_column(self, col_name: str, col_type: Any, *, not_null_default: Any) -> Any: ...
    def create_index(self, columns: Sequence[str], *, unique: bool = ..., if_not_exists: bool = ...) -> Any: ...


class Tables(Protocol):
    """The tables of a database within `reading` or `writing`."""

    def table(self, table_name: str) -> RowTable: ...
    def query(self, sql: str, params: dict[str, Any]) -> Iterator[Row]:
        """Return the rows of a query with `:name` for values."""


class Database(Protocol):
    """An open database: any number of readers; other processes may have it open, too."""

    lock: threading.RLock
    """Held by all reading and writing of this process, unless the database is shared."""
    shared: bool
    """True if other servers may write to the same tables, and a wait for the database lets other requests run."""

    file: Path | None
    """The file of SQLite, which a print reads beside the server; None for PostgreSQL."""
    place: str
    """The folder or address, as people are told."""

    @property
    def notifications(self) -> Notifications:
        """Messages to the other processes of a database on the network."""

    def reading(self) -> AbstractContextManager[Tables]:
        """Read. Raise StorageError."""

    def writing(self, code: str = "") -> AbstractContextManager[Tables]:
        """Write within a transaction; a nested one belongs to the outer.

        A shared database has one writer at a time, or with the code of a table one of that table, beside `append`.
        Raise StorageError: StoreBusy if another process writes for too long, Full, Taken.
        """

    @property
    def is_writing(self) -> bool:
        """True within `writing` of this thread."""

    def append(self, code: str, entry: Row) -> None:
        """Append an entry to the log of a table, alone or within a transaction.

        Raise TableNotFound, StorageError; Taken for an existing number or key.
        """

    def version(self, code: str = "") -> Hashable:
        """Return a value that changes when another process writes, of a shared database: to this table."""

    def note_deleted(self) -> None:
        """Mark, in the transaction that deletes, that traces are left to remove."""

    def has_object(self, column: str, *path: str | int) -> str:
        """Return the SQL condition that JSON text has an object at a path."""

    def flush_to_disk(self) -> None: ...
    def close(self) -> None: ...

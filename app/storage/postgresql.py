"""The PostgreSQL database of `adjutant serve --database`, imported only if somebody asks for it.

One connection serves one process, and waiting for it blocks the process. So between two looks at a table nobody else
runs, as with SQLite. What is stored is on the disk of the server once `writing` ends.
"""

from __future__ import annotations

import re
import secrets
import select
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import psycopg
from psycopg import errors, waiting
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus
from psycopg.rows import DictRow, dict_row

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.storage import schema
from app.storage.backups import NEEDED
from app.storage.database import Row, Tables
from app.storage.errors import Full, StorageError, StoreBusy, TableNotFound, Taken

LIMIT, CONNECT_LIMIT = 1.5, 2
"""Seconds of a wait for an answer and for a connection; psycopg waits no less for the latter."""
PAUSE, PAUSE_FACTOR = 0.5, 3.0
"""Seconds until the next attempt to connect, or so many times what a failure took: requests until then fail at once."""
LONGEST_WAIT, BETWEEN_TRIES = 1.2, 0.02
"""Seconds that a writer waits for another process, and between two attempts."""
SERVING, WRITING = 8044, 8045
"""The first numbers of advisory locks; the second is that of the schema."""
SCHEMA_LOCK = "hashtext(current_schema())"
SETTINGS = {
    "synchronous_commit": "on",
    "statement_timeout": "1200",
    "lock_timeout": "1200",
    "idle_in_transaction_session_timeout": "10000",
    # a server that lost this process lets go of its locks soon
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
PARAMETERS: Mapping[str, Any] = {
    "connect_timeout": CONNECT_LIMIT,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 2000,
}
TYPES = {str: 'text COLLATE "C"', int: "bigint", float: "double precision", bytes: "bytea"}
OWN_ROW = "rowid"
"""A column of every table that orders rows by insertion, as SQLite has it of itself."""


class _Connection(psycopg.Connection[DictRow]):
    """A connection whose waits block the process and end after `LIMIT`."""

    def wait(self, gen: Any, interval: float = LIMIT, timeout: float | None = None) -> Any:
        return waiting.wait_c(gen, self.pgconn.socket, interval=0.1, timeout=LIMIT)


def address_shown(address: str) -> str:
    """Return host, port and name of a database, never its password. Raise Refused if it is no address."""
    try:
        parts = conninfo_to_dict(address)
    except psycopg.ProgrammingError:
        parts = {}
    ports = str(parts.get("port") or 0).split(",")
    if not address.startswith(("postgresql://", "postgres://")) or not parts or not all(map(str.isdecimal, ports)):
        raise Refused("database-address", field="database") from None  # the error would show the password
    named = f"{parts.get('host') or 'localhost'}:{parts.get('port') or 5432}"
    return f"postgresql://{named}/{parts.get('dbname') or parts.get('user') or ''}"


@contextmanager
def errors_named() -> Iterator[None]:
    try:
        yield
    except errors.ForeignKeyViolation as error:
        raise TableNotFound(str(error)) from error
    except errors.IntegrityError as error:
        raise Taken(str(error)) from error
    except (errors.DiskFull, errors.OutOfMemory) as error:
        raise Full(str(error)) from error
    except (psycopg.OperationalError, psycopg.InterfaceError, errors.ReadOnlySqlTransaction) as error:
        raise StoreBusy(str(error)) from error
    except psycopg.Error as error:
        raise StorageError(str(error)) from error


def reason_of(error: BaseException) -> str:
    """Return in one line why a database refused: its own words, without the place and the hints of libpq."""
    said = error.diag.message_primary if isinstance(error, psycopg.Error) else None
    first = (said or str(error)).strip().partition("\n")[0]
    return first.rpartition(" failed: ")[2].rpartition("FATAL:")[2].strip() or type(error).__name__


def check_ours(tables: Tables, place: str) -> None:
    """Raise Refused for the tables of another program."""
    for table, columns in NEEDED.items():
        if not columns <= tables.table(table).columns_dict.keys():
            raise Refused("database-not-ours", address=Verbatim(place))


class PostgresDatabase:
    """An open database, in the schema that its address names: one writer at a time, in all processes."""

    def __init__(self, address: str) -> None:
        """Connect, and migrate to the current schema. Raise Refused."""
        self.place = address_shown(address)
        self.lock = threading.RLock()
        self.file: Path | None = None
        self.generation = 0
        self._address, self._name = address, f"adjutant-{secrets.token_hex(4)}"
        self._connection: _Connection | None = None
        self._again_at = 0.0
        self._is_serving = self._in_transaction = False
        try:
            with self.reading() as tables:
                self._check_ours()
                is_current = schema.is_current(tables)
            if not is_current:
                with self.writing() as tables:
                    schema.migrate(tables)
        except StorageError as error:
            self.close()
            why = Verbatim(reason_of(error.__cause__ or error))
            raise Refused("database-unreachable", address=Verbatim(self.place), why=why) from None
        except Refused:
            self.close()
            raise

    def _check_ours(self) -> None:
        """Raise Refused for the database of another program, or one that cannot hold every letter."""
        (encoding,) = self.execute("SHOW server_encoding").fetchall()
        if encoding["server_encoding"] != "UTF8":
            why = f"{encoding['server_encoding']} ≠ UTF8"
            raise Refused("database-unreachable", address=Verbatim(self.place), why=Verbatim(why))
        found = self.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()").fetchall()
        if found:
            check_ours(self, self.place)

    # -- the connection

    def serve_alone(self) -> None:
        """Be the only server of this database until the process ends. Raise Refused if another is."""
        try:
            with self.lock, errors_named():
                self._take(self._connected())
        except StoreBusy:
            raise Refused("served-already", folder=Verbatim(self.place)) from None
        self._is_serving = True

    def _take(self, connection: _Connection) -> None:
        # a session of this process that the server has not yet found lost would still have the lock
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s"
            " AND pid <> pg_backend_pid() AND usename = current_user",
            [self._name],
        )
        until = time.monotonic() + LONGEST_WAIT / 3
        while True:
            found = connection.execute(
                f"SELECT pg_try_advisory_lock({SERVING}, {SCHEMA_LOCK}) AS mine".encode()
            ).fetchone()
            if found is not None and found["mine"]:
                return
            if time.monotonic() > until:
                raise StoreBusy(self.place)
            time.sleep(BETWEEN_TRIES)

    def _connected(self) -> _Connection:
        """Return the connection, a new one if it is lost. Raise StoreBusy, psycopg.Error."""
        if self._connection is not None and not self._in_transaction and is_lost(self._connection):
            self._drop()
        if self._connection is None:
            if self._in_transaction or time.monotonic() < self._again_at:
                raise StoreBusy(self.place)
            self._connection = self._new_connection()
            self.generation += 1
        return self._connection

    def _new_connection(self) -> _Connection:
        began = time.monotonic()
        connection = None
        try:
            connection = _Connection.connect(
                self._address, autocommit=True, row_factory=dict_row, **{**PARAMETERS, "application_name": self._name}
            )
            connection.execute("; ".join(f"SET {name} = '{value}'" for name, value in SETTINGS.items()).encode())
            if self._is_serving:
                self._take(connection)
        except BaseException:
            if connection is not None:
                connection.close()
            self._pause(began)
            raise
        return connection

    def _pause(self, began: float) -> None:
        now = time.monotonic()
        self._again_at = now + max(PAUSE, PAUSE_FACTOR * (now - began))

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def execute(
        self, sql: str, values: Sequence[Any] | Mapping[str, Any] | None = None, *, prepare: bool | None = None
    ) -> psycopg.Cursor[DictRow]:
        """Run a statement. Raise psycopg.Error; a connection that is then of no use is dropped."""
        connection = self._connected()
        began = time.monotonic()
        try:
            return connection.execute(sql.encode(), values, prepare=prepare)
        except BaseException:
            status = connection.info.transaction_status
            if status in USELESS:
                self._drop()
                self._pause(began)
            elif status != TransactionStatus.IDLE and not self._in_transaction:
                self._drop()  # nobody would end the transaction that the failed statement began
            raise

    # -- reading and writing

    @contextmanager
    def reading(self) -> Iterator[PostgresDatabase]:
        """Read within the lock of this process. Raise StorageError."""
        with self.lock, errors_named():
            yield self

    @contextmanager
    def snapshot(self) -> Iterator[PostgresDatabase]:
        """Read one moment of all tables within. Raise StorageError."""
        with self.reading():
            self.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            session = self._session()
            try:
                yield self
                if self._session() != session:  # a new connection reads another moment
                    raise StoreBusy(self.place)
            finally:
                self._roll_back()

    def _session(self) -> int:
        (found,) = self.execute("SELECT pg_backend_pid() AS pid").fetchall()
        return int(found["pid"])

    @contextmanager
    def writing(self) -> Iterator[PostgresDatabase]:
        """Write within a transaction; a nested one belongs to the outer.

        Raise StorageError: StoreBusy if another process writes for too long or the database is lost, Full, Taken.
        """
        with self.lock, errors_named():
            if self._in_transaction:
                yield self
                return
            self._begin()
            try:
                yield self
                self._commit()
            except BaseException:
                self._roll_back()
                raise
            finally:
                self._in_transaction = False

    def _begin(self) -> None:
        until = time.monotonic() + LONGEST_WAIT
        while True:
            lock = f"SELECT pg_try_advisory_xact_lock({WRITING}, {SCHEMA_LOCK}) AS mine"
            began = self.execute(f"BEGIN; {lock}", prepare=False)
            began.nextset()
            (found,) = began.fetchall()
            if found["mine"]:
                self._in_transaction = True
                return
            self.execute("ROLLBACK")
            if time.monotonic() > until:
                raise StoreBusy(self.place)
            time.sleep(BETWEEN_TRIES)

    def _commit(self) -> None:
        if self.execute("COMMIT").statusmessage != "COMMIT":
            raise StorageError("rolled back")

    def _roll_back(self) -> None:
        if self._connection is None:
            return
        try:
            self.execute("ROLLBACK")
        except psycopg.Error:
            self._drop()  # the server rolls back what a lost connection left

    def version(self) -> Hashable:
        """Return what a transaction sees now; it changes with every write of any process."""
        with self.reading():
            (found,) = self.execute("SELECT pg_current_snapshot()::text AS seen").fetchall()
            return self.generation, found["seen"]

    def note_deleted(self) -> None:
        """Nothing is left to remove here: PostgreSQL reuses the room by itself."""

    def has_object(self, column: str, *path: str | int) -> str:
        text = rf"replace({column}, '\u0000', '\u0001')"  # json reads all of it, and cannot hold U+0000
        return f"json_typeof({text}::json #> '{{{','.join(map(str, path))}}}') = 'object'"

    def flush_to_disk(self) -> None:
        """Return at once: PostgreSQL answers a commit when it is on the disk."""

    def close(self) -> None:
        with self.lock:
            self._drop()
            self._again_at = 0.0

    # -- tables

    def table(self, table_name: str) -> PostgresTable:
        return PostgresTable(self, table_name)

    def query(self, sql: str, params: dict[str, Any]) -> Iterator[Row]:
        return iter(self.execute(translated(sql), params).fetchall())


USELESS = frozenset({TransactionStatus.ACTIVE, TransactionStatus.UNKNOWN})


def blocking_poll() -> select.poll:
    """Return a poll that lets nobody else run, also where gevent has replaced that of `select`."""
    patched = sys.modules.get("gevent.monkey")
    poll: Callable[[], select.poll] = patched.get_original("select", "poll") if patched else select.poll
    return poll()


def is_lost(connection: _Connection) -> bool:
    """Return True if the server has ended an idle connection: it says so, or hangs up, where nothing is asked."""
    if connection.closed:
        return True
    ready = blocking_poll()
    ready.register(connection.pgconn.socket, select.POLLIN)
    return bool(ready.poll(0))


@lru_cache(maxsize=256)
def translated(sql: str) -> str:
    """Return SQL with the placeholders of psycopg for `?` and `:name`."""
    return re.sub(r"(?<![:\w]):([a-z]\w*)", r"%(\1)s", sql.replace("%", "%%").replace("?", "%s"))


def quoted(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


MARK, NUL = "\x1a", "\0"


def storable(value: Any) -> Any:
    """Return a value as it is stored: text with a mark for U+0000, which PostgreSQL cannot hold."""
    if isinstance(value, str) and (NUL in value or MARK in value):
        return value.replace(MARK, f"{MARK}1").replace(NUL, f"{MARK}0")
    return int(value) if isinstance(value, bool) else value


def restored(row: Row) -> Row:
    """Return a row with its texts as they were before `storable`."""
    for name, value in row.items():
        if isinstance(value, str) and MARK in value:
            row[name] = value.replace(f"{MARK}0", NUL).replace(f"{MARK}1", MARK)
    return row


class PostgresTable:
    """A table, with the calls of sqlite-utils that `database.RowTable` names."""

    def __init__(self, database: PostgresDatabase, name: str) -> None:
        self.database, self.name = database, name

    @property
    def key(self) -> tuple[str, ...]:
        key = schema.SCHEMA[self.name].key
        return (key,) if isinstance(key, str) else key

    # -- rows

    def insert(self, record: Row, *, ignore: bool = False, replace: bool = False) -> PostgresTable:
        # no error within the transaction, which could not go on after one
        if not self._put([record], f", {OWN_ROW} = DEFAULT" if replace else None) and not ignore:
            raise Taken(self.name)
        return self

    def insert_all(self, records: Iterable[Row], *, replace: bool = False) -> PostgresTable:
        rows = [*records]
        if rows and self._put(rows, f", {OWN_ROW} = DEFAULT" if replace else None) < len(rows):
            raise Taken(self.name)
        return self

    def upsert(self, record: Row) -> PostgresTable:
        self._put([record], "")
        return self

    def _put(self, rows: Sequence[Row], replaces: str | None) -> int:
        """Insert rows; return how many. `replaces`: what else to set where a row of that key is replaced."""
        columns = [*rows[0]]
        conflict = "DO NOTHING"
        if replaces is not None:
            changes = ", ".join(f'"{name}" = EXCLUDED."{name}"' for name in columns)
            conflict = f"({quoted(self.key)}) DO UPDATE SET {changes}{replaces}"
        places = ", ".join(["%s"] * len(columns))
        sql = f'INSERT INTO "{self.name}" ({quoted(columns)}) VALUES ({places}) ON CONFLICT {conflict}'
        return sum(self.database.execute(sql, [storable(row[name]) for name in columns]).rowcount for row in rows)

    def delete(self, pk_values: Any) -> PostgresTable:
        values = pk_values if isinstance(pk_values, tuple) else (pk_values,)
        return self.delete_where(" AND ".join(f'"{name}" = ?' for name in self.key), values)

    def delete_where(self, where: str, where_args: Sequence[Any]) -> PostgresTable:
        sql = translated(f'DELETE FROM "{self.name}" WHERE {where}')
        self.database.execute(sql, [*map(storable, where_args)])
        return self

    def rows_where(
        self,
        where: str | None = None,
        where_args: Sequence[Any] | None = None,
        order_by: str | None = None,
        select: str = "*",
        limit: int | None = None,
        offset: int | None = None,
    ) -> Iterator[Row]:
        columns = quoted(schema.SCHEMA[self.name].columns) if select == "*" else select
        parts = {"WHERE": where, "ORDER BY": order_by, "LIMIT": limit, "OFFSET": offset}
        how = " ".join(f"{word} {part}" for word, part in parts.items() if part is not None)
        sql = f'SELECT {select if select != "*" else columns} FROM "{self.name}" {how}'
        found = self.database.execute(translated(sql), [*map(storable, where_args or ())])
        return map(restored, found.fetchall())

    @property
    def count(self) -> int:
        return self.count_where("true", ())

    def count_where(self, where: str, where_args: Sequence[Any]) -> int:
        (found,) = self.rows_where(where, where_args, select="count(*) AS count")
        return int(found["count"])

    # -- schema

    @property
    def columns_dict(self) -> Mapping[str, Any]:
        sql = "SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema()"
        found = self.database.execute(f"{sql} AND table_name = %s", [self.name]).fetchall()
        return {row["column_name"]: row for row in found}

    def create(
        self, columns: dict[str, Any], pk: Any, *, not_null: Any, defaults: Any, if_not_exists: bool = False
    ) -> PostgresTable:
        lines = [self._column(name, kind, defaults.get(name)) for name, kind in columns.items()]
        lines += [f"{OWN_ROW} bigint GENERATED BY DEFAULT AS IDENTITY", f"PRIMARY KEY ({quoted(self.key)})"]
        there = "IF NOT EXISTS " if if_not_exists else ""
        self.database.execute(f'CREATE TABLE {there}"{self.name}" ({", ".join(lines)})')
        return self

    def _column(self, name: str, kind: type, default: str | None) -> str:
        more = "" if default is None else f" NOT NULL DEFAULT '{default}'"
        if name == "table":  # an entry of a table that another process deletes must not be kept
            more += ' REFERENCES "tables" ("code") ON DELETE CASCADE'
        return f'"{name}" {TYPES[kind]}{more}'

    def add_column(self, col_name: str, col_type: Any, *, not_null_default: Any) -> PostgresTable:
        column = self._column(col_name, col_type, not_null_default)
        self.database.execute(f'ALTER TABLE "{self.name}" ADD COLUMN {column}')
        return self

    def create_index(self, columns: Sequence[str], *, unique: bool = False, if_not_exists: bool = False) -> None:
        kind, there = "UNIQUE INDEX" if unique else "INDEX", "IF NOT EXISTS " if if_not_exists else ""
        named = "_".join(("idx", self.name, *columns))
        self.database.execute(f'CREATE {kind} {there}"{named}" ON "{self.name}" ({quoted(columns)})')

"""The PostgreSQL database of `adjutant serve --database`, imported only if somebody asks for it.

Several processes may serve one database. Whoever waits for it lets other requests run (under gevent). What is stored is
on the disk of the server once `writing` or `append` ends.
"""

from __future__ import annotations

import secrets
import select
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from zlib import crc32

import psycopg
from psycopg import errors, waiting
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus
from psycopg.rows import DictRow, dict_row
from psycopg_pool import ConnectionPool

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.storage import schema
from app.storage.backups import NEEDED
from app.storage.database import Row, Tables
from app.storage.errors import Full, StorageError, StoreBusy, TableNotFound, Taken
from app.storage.postgresql_notifications import PostgresNotifications
from app.storage.postgresql_table import PostgresTable, quoted, storable, translated

LIMIT, CONNECT_LIMIT = 1.1, 2
"""Seconds of a wait for an answer or a free connection, and to connect; psycopg waits no less for the latter."""
PAUSE = 0.5
"""Seconds after a failure in which requests fail at once, so that none waits for a lost database again and again."""
LONGEST_WAIT, BETWEEN_TRIES = 1.0, 0.02
"""Seconds that a writer waits for another one, and between two attempts."""
MOST_CONNECTIONS = 8
"""Connections of a process, beside the one that listens."""
LONGEST_UNASKED = 4.0
"""Seconds after which the log of a table is read, although no message came."""
WRITING = 8045
"""The first number of advisory locks; the second is that of the schema, or of a table in it."""
SETTINGS = {
    "synchronous_commit": "on",
    "statement_timeout": "1000",
    "lock_timeout": "1000",
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


class _Connection(psycopg.Connection[DictRow]):
    """A connection whose waits end after `LIMIT`; meanwhile others run (gevent)."""

    def wait(self, gen: Any, interval: float = LIMIT, timeout: float | None = None) -> Any:
        return waiting.wait(gen, self.pgconn.socket, interval=0.1, timeout=LIMIT if timeout is None else timeout)


class _Own(threading.local):
    """The connection of the pool that a thread holds, and if it is within a transaction."""

    connection: _Connection | None = None
    is_writing = False


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
    """An open database, in the schema that its address names."""

    shared = True

    def __init__(self, address: str) -> None:
        """Connect, and migrate to the current schema. Raise Refused."""
        self.place = address_shown(address)
        self.lock = threading.RLock()
        self.file: Path | None = None
        self._address, self._name = address, f"adjutant-{secrets.token_hex(4)}"
        self._own, self._again_at = _Own(), 0.0
        self._pool = self._new_pool()
        self.notifications = PostgresNotifications(self._name, self._new_connection, self._run_alone)
        try:
            with errors_named(), closing(self._new_connection()) as self._own.connection:
                # not of the pool, which would not say what is wrong, and starts threads
                self._check_and_migrate()
        except StorageError as error:
            self.close()
            why = Verbatim(reason_of(error.__cause__ or error))
            raise Refused("database-unreachable", address=Verbatim(self.place), why=why) from None
        except Refused:
            self.close()
            raise
        finally:
            self._own.connection = None

    def _check_and_migrate(self) -> None:
        self._check_ours()
        if not schema.is_current(self):
            with self.writing() as tables:
                schema.migrate(tables)

    def _check_ours(self) -> None:
        """Raise Refused for the database of another program, or one that cannot hold every letter."""
        (encoding,) = self.execute("SHOW server_encoding").fetchall()
        if encoding["server_encoding"] != "UTF8":
            why = f"{encoding['server_encoding']} ≠ UTF8"
            raise Refused("database-unreachable", address=Verbatim(self.place), why=Verbatim(why))
        found = self.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()").fetchall()
        if found:
            check_ours(self, self.place)

    # -- connections

    def _new_pool(self) -> ConnectionPool[_Connection]:
        return ConnectionPool(
            self._address,
            connection_class=_Connection,
            kwargs=self._how,
            configure=configure,
            min_size=0,
            max_size=MOST_CONNECTIONS,
            open=False,
            timeout=LIMIT,
            reconnect_timeout=0,  # the next request tries again
        )

    @property
    def _how(self) -> dict[str, Any]:
        return {**PARAMETERS, "application_name": self._name, "autocommit": True, "row_factory": dict_row}

    def _new_connection(self) -> _Connection:
        connection = _Connection.connect(self._address, **self._how)
        configure(connection)
        return connection

    @contextmanager
    def _borrowed(self) -> Iterator[None]:
        """Have a connection within, that of this thread if it has one."""
        if self._own.connection is not None:
            yield
            return
        self._own.connection = connection = self._usable_connection()
        try:
            yield
        finally:
            self._own.connection = None
            self._pool.putconn(connection)

    def _usable_connection(self) -> _Connection:
        if time.monotonic() < self._again_at:
            raise StoreBusy(self.place)
        self._pool.open()
        try:
            while is_lost(connection := self._pool.getconn()):
                connection.close()
                self._pool.putconn(connection)
        except psycopg.Error:
            self._pause()
            raise
        return connection

    def _pause(self) -> None:
        self._again_at = time.monotonic() + PAUSE

    def execute(
        self, sql: str, values: Sequence[Any] | Mapping[str, Any] | None = None, *, prepare: bool | None = None
    ) -> psycopg.Cursor[DictRow]:
        """Run a statement within `reading` or `writing`. Raise psycopg.Error."""
        connection = self._own.connection
        assert connection is not None
        try:
            return connection.execute(sql.encode(), values, prepare=prepare)
        except BaseException:
            status = connection.info.transaction_status
            if status in USELESS:
                connection.close()
                self._pause()
            elif status != TransactionStatus.IDLE and not self._own.is_writing:
                connection.close()  # nobody would end the transaction that the failed statement began
            raise

    def _run_alone(self, sql: str, values: Sequence[Any]) -> None:
        with self.reading():
            self.execute(sql, values)

    # -- reading and writing

    @contextmanager
    def reading(self) -> Iterator[PostgresDatabase]:
        """Read by one connection. Raise StorageError."""
        with errors_named(), self._borrowed():
            yield self

    @contextmanager
    def snapshot(self) -> Iterator[PostgresDatabase]:
        """Read one moment of all tables within. Raise StorageError."""
        with self.reading():
            self.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            try:
                yield self
            finally:
                self._roll_back()

    @contextmanager
    def writing(self, code: str = "") -> Iterator[PostgresDatabase]:
        """Write within a transaction, alone of all processes, or with a code alone of those who write that table.

        A nested one belongs to the outer. Raise StorageError: StoreBusy if another one writes for too long or the
        database is lost, Full, Taken.
        """
        with self.reading():
            if self._own.is_writing:
                yield self
                return
            self._begin(code)
            try:
                yield self
                self._commit()
            except BaseException:
                self._roll_back()
                raise
            finally:
                self._own.is_writing = False

    def _begin(self, code: str) -> None:
        until = time.monotonic() + LONGEST_WAIT
        mine = f"hashtext(current_schema()) # {crc32(code.encode()) >> 1}"
        while True:
            lock = f"SELECT pg_try_advisory_xact_lock({WRITING}, {mine}) AS mine"
            began = self.execute(f"BEGIN; {lock}", prepare=False)
            began.nextset()
            (found,) = began.fetchall()
            if found["mine"]:
                self._own.is_writing = True
                return
            self.execute("ROLLBACK")
            if time.monotonic() > until:
                raise StoreBusy(self.place)
            time.sleep(BETWEEN_TRIES)

    def _commit(self) -> None:
        if self.execute("COMMIT").statusmessage != "COMMIT":
            raise StorageError("rolled back")

    def _roll_back(self) -> None:
        with suppress(psycopg.Error):  # the server rolls back what a lost connection left
            self.execute("ROLLBACK")

    @property
    def is_writing(self) -> bool:
        return self._own.is_writing

    def append(self, code: str, entry: Row) -> None:
        """Store an entry, alone or within the transaction of this thread; once it is back, it is on the disk.

        An entry alone is sent once more where the answer is lost. Raise TableNotFound, StorageError: Taken for an
        existing number or key, also where the entry before it is missing.
        """
        try:
            self._insert_entry(code, entry)
        except StoreBusy:
            if self._own.is_writing:
                raise
            self._again_at = 0.0
            try:
                self._insert_entry(code, entry)
            except Taken:
                if not self._has_entry(code, entry):
                    raise

    def _insert_entry(self, code: str, entry: Row) -> None:
        row = {"table": code, **entry}
        places = ", ".join(["%s"] * len(row))
        before = 'SELECT 1 FROM entries WHERE "table" = %s AND seq = %s'
        sql = f"INSERT INTO entries ({quoted(row)}) SELECT {places} WHERE %s = 0 OR EXISTS ({before})"
        values = [*map(storable, row.values()), entry["seq"], code, entry["seq"] - 1]
        with self.reading():
            if not self.execute(f"{sql} ON CONFLICT DO NOTHING", values).rowcount:
                raise Taken(code)

    def _has_entry(self, code: str, entry: Row) -> bool:
        with self.reading() as tables:
            where = '"table" = ? AND seq = ? AND seat = ? AND key = ?'
            return tables.table("entries").count_where(where, [code, entry["seq"], entry["seat"], entry["key"]]) == 1

    def version(self, code: str = "") -> Hashable:
        """Return a value that changes when another process may have written to a table.

        It changes every few seconds, and each time while messages of other processes may be missed.
        """
        if not self.notifications.hears:
            return object()
        return self.notifications.heard(code), int(time.monotonic() / LONGEST_UNASKED + hash(code) % 97 / 97)

    def note_deleted(self) -> None:
        """Nothing is left to remove here: PostgreSQL reuses the room by itself."""

    def has_object(self, column: str, *path: str | int) -> str:
        text = rf"replace({column}, '\u0000', '\u0001')"  # json reads all of it, and cannot hold U+0000
        return f"json_typeof({text}::json #> '{{{','.join(map(str, path))}}}') = 'object'"

    def flush_to_disk(self) -> None:
        """Return at once: PostgreSQL answers a commit when it is on the disk."""

    def close(self) -> None:
        self.notifications.close()
        self._pool.close()
        self._pool = self._new_pool()

    # -- tables

    def table(self, table_name: str) -> PostgresTable:
        return PostgresTable(self.execute, table_name)

    def query(self, sql: str, params: dict[str, Any]) -> Iterator[Row]:
        return iter(self.execute(translated(sql), params).fetchall())


USELESS = frozenset({TransactionStatus.ACTIVE, TransactionStatus.UNKNOWN})


def blocking_poll() -> select.poll:
    """Return a poll that lets nobody else run, also where gevent has replaced that of `select`."""
    patched = sys.modules.get("gevent.monkey")
    poll: Callable[[], select.poll] = patched.get_original("select", "poll") if patched else select.poll
    return poll()


def configure(connection: _Connection) -> None:
    connection.execute("; ".join(f"SET {name} = '{value}'" for name, value in SETTINGS.items()).encode())


def is_lost(connection: _Connection) -> bool:
    """Return True if the server has ended an idle connection: it says so, or hangs up, where nothing is asked."""
    if connection.closed:
        return True
    ready = blocking_poll()
    ready.register(connection.pgconn.socket, select.POLLIN)
    return bool(ready.poll(0))

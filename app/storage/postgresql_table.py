"""Tables of PostgreSQL, with the calls of sqlite-utils that `database.RowTable` names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import psycopg
from psycopg.rows import DictRow

from app.storage import schema
from app.storage.database import Row
from app.storage.errors import Taken

Execute = Callable[..., psycopg.Cursor[DictRow]]
TYPES = {str: 'text COLLATE "C"', int: "bigint", float: "double precision", bytes: "bytea"}
OWN_ROW = "rowid"
"""A column of every table that orders rows by insertion, as SQLite has it of itself."""


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

    def __init__(self, execute: Execute, name: str) -> None:
        self.execute, self.name = execute, name

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
        return sum(self.execute(sql, [storable(row[name]) for name in columns]).rowcount for row in rows)

    def delete(self, pk_values: Any) -> PostgresTable:
        values = pk_values if isinstance(pk_values, tuple) else (pk_values,)
        return self.delete_where(" AND ".join(f'"{name}" = ?' for name in self.key), values)

    def delete_where(self, where: str, where_args: Sequence[Any]) -> PostgresTable:
        sql = translated(f'DELETE FROM "{self.name}" WHERE {where}')
        self.execute(sql, [*map(storable, where_args)])
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
        found = self.execute(translated(sql), [*map(storable, where_args or ())])
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
        found = self.execute(f"{sql} AND table_name = %s", [self.name]).fetchall()
        return {row["column_name"]: row for row in found}

    def create(
        self, columns: dict[str, Any], pk: Any, *, not_null: Any, defaults: Any, if_not_exists: bool = False
    ) -> PostgresTable:
        lines = [self._column(name, kind, defaults.get(name)) for name, kind in columns.items()]
        lines += [f"{OWN_ROW} bigint GENERATED BY DEFAULT AS IDENTITY", f"PRIMARY KEY ({quoted(self.key)})"]
        there = "IF NOT EXISTS " if if_not_exists else ""
        self.execute(f'CREATE TABLE {there}"{self.name}" ({", ".join(lines)})')
        return self

    def _column(self, name: str, kind: type, default: str | None) -> str:
        more = "" if default is None else f" NOT NULL DEFAULT '{default}'"
        if name == "table":  # an entry of a table that another process deletes must not be kept
            more += ' REFERENCES "tables" ("code") ON DELETE CASCADE'
        return f'"{name}" {TYPES[kind]}{more}'

    def add_column(self, col_name: str, col_type: Any, *, not_null_default: Any) -> PostgresTable:
        column = self._column(col_name, col_type, not_null_default)
        self.execute(f'ALTER TABLE "{self.name}" ADD COLUMN {column}')
        return self

    def create_index(self, columns: Sequence[str], *, unique: bool = False, if_not_exists: bool = False) -> None:
        kind, there = "UNIQUE INDEX" if unique else "INDEX", "IF NOT EXISTS " if if_not_exists else ""
        named = "_".join(("idx", self.name, *columns))
        self.execute(f'CREATE {kind} {there}"{named}" ON "{self.name}" ({quoted(columns)})')

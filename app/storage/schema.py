"""The schema of both databases, and the migration of every released version to it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from app.core.errors import Refused
from app.storage.database import RowTable, Tables


class TableSchema(NamedTuple):
    """Columns with their types, the primary key, and `defaults` of columns that are never null."""

    columns: dict[str, type]
    key: str | tuple[str, ...]
    defaults: dict[str, str] = {}


FILES = TableSchema({"game": str, "key": str, "name": str, "text": str, "version": int}, ("game", "key"))
SCHEMA = {
    "migrations": TableSchema({"number": int, "at": float}, "number"),
    "tables": TableSchema({"code": str, "game": str, "seed": str, "foreseeable": int, "at": float}, "code"),
    "entries": TableSchema(
        {"table": str, "seq": int, "seat": str, "key": str, "body": str, "at": float, "events": str}, ("table", "seq")
    ),
    "exported": TableSchema({"table": str}, "table"),
    "unproven": TableSchema({"table": str}, "table"),
    "imported": TableSchema({"table": str, "seq": int}, "table"),
    "left": TableSchema({"table": str, "phone": str}, ("table", "phone")),
    # `claimed` is null for seats taken under an older version, whose tokens must stay valid
    "used": TableSchema({"table": str, "seat": str, "claimed": int}, ("table", "seat")),
    "card_sets": FILES,
    "missions": FILES,
    "file_answers": TableSchema({"game": str, "key": str, "answer": str, "at": int}, ("game", "key")),
    "file_makers": TableSchema(
        {"kind": str, "game": str, "key": str, "maker": str, "place": str}, ("kind", "game", "key"), {"place": ""}
    ),
    "file_versions": TableSchema(
        {"kind": str, "game": str, "key": str, "version": int, "name": str, "text": str},
        ("kind", "game", "key", "version"),
    ),
    "file_sources": TableSchema({"kind": str, "game": str, "key": str, "digest": str}, ("kind", "game", "key")),
    "pictures": TableSchema({"key": str, "content": bytes}, "key"),
    "table_pictures": TableSchema({"table": str, "picture": str}, ("table", "picture")),
    "printers": TableSchema(
        {"key": str, "name": str, "paper": str, "duplex": str}
        | dict.fromkeys(("offset_x", "offset_y", "rotation", "scale_x", "scale_y", "at"), float),
        ("key", "paper"),
    ),
    # both stay empty in a file: its folder has the file `keys`, and its one server counts in memory
    "signing_keys": TableSchema({"key": str, "at": float}, "key"),
    "opened": TableSchema({"address": str, "at": float}, ("address", "at")),
}


def is_current(database: Tables) -> bool:
    """Return False if steps are to be done. Raise Refused for the schema of a newer version of the app."""
    return _last_step(database) == len(MIGRATIONS)


def migrate(database: Tables) -> None:
    """Bring a database to the current schema, within a transaction. Raise Refused for a newer one."""
    last = _last_step(database)
    for number, step in enumerate(MIGRATIONS[last:], start=last + 1):
        step(database)
        database.table("migrations").insert({"number": number, "at": time.time()})


def _last_step(database: Tables) -> int:
    done = database.table("migrations")
    last = max((row["number"] for row in done.rows_where(select="number")), default=0) if done.columns_dict else 0
    if last > len(MIGRATIONS):
        raise Refused("database-too-new", number=last, limit=len(MIGRATIONS))
    return int(last)


def add_missing(database: Tables) -> None:
    """Create tables, columns and indexes of `SCHEMA` that are missing."""
    for name, schema in SCHEMA.items():
        table = database.table(name)
        table.create(schema.columns, schema.key, not_null=schema.defaults, defaults=schema.defaults, if_not_exists=True)
        _add_columns(table, schema)
    database.table("entries").create_index(["table", "seat", "key"], unique=True, if_not_exists=True)
    database.table("table_pictures").create_index(["picture"], if_not_exists=True)


def _add_columns(table: RowTable, schema: TableSchema) -> None:
    there = table.columns_dict
    for name, kind in schema.columns.items():
        if name not in there:
            table.add_column(name, kind, not_null_default=schema.defaults.get(name))


MIGRATIONS: tuple[Callable[[Tables], None], ...] = (add_missing, add_missing)
"""The steps to the current schema of both databases, numbered from 1 and never changed once released.

A step that only adds to `SCHEMA` is `add_missing` once more.
"""

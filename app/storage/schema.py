"""The database schema, and the migration of every released version to it."""

from __future__ import annotations

from typing import NamedTuple

from sqlite_utils import Database
from sqlite_utils.db import Table


class TableSchema(NamedTuple):
    """Columns with their types, the primary key, and `defaults` of columns that are never null."""

    columns: dict[str, type]
    key: str | tuple[str, ...]
    defaults: dict[str, str] = {}


FILES = TableSchema({"game": str, "key": str, "name": str, "text": str, "version": int}, ("game", "key"))
SCHEMA = {
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
}


def migrate(database: Database) -> None:
    for name, schema in SCHEMA.items():
        table = database.table(name)
        table.create(schema.columns, schema.key, not_null=schema.defaults, defaults=schema.defaults, if_not_exists=True)
        _add_columns(table, schema)
    database.table("entries").create_index(["table", "seat", "key"], unique=True, if_not_exists=True)
    database.table("table_pictures").create_index(["picture"], if_not_exists=True)


def _add_columns(table: Table, schema: TableSchema) -> None:
    there = table.columns_dict
    for name, kind in schema.columns.items():
        if name not in there:
            table.add_column(name, kind, not_null_default=schema.defaults.get(name))

"""Pictures of a database that another process has open, for a print."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path

from app.core.errors import Refused
from app.storage.database import asked_address, is_one_of
from app.storage.errors import StorageError


def read_pictures(file: Path | None, keys: Collection[str]) -> dict[str, bytes]:
    """Return those of these pictures that are in a file, or in the PostgreSQL database of the environment.

    Raise Refused if that is lost.
    """
    here, named = is_one_of("key", keys), [*keys]
    if file is None:
        return _from_postgresql(here, named)
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as opened:
        return dict(opened.execute(f"SELECT key, content FROM pictures WHERE {here}", named).fetchall())


def _from_postgresql(here: str, keys: list[str]) -> dict[str, bytes]:
    from app.storage.postgresql import PostgresDatabase

    database = PostgresDatabase(asked_address() or "")
    try:
        with database.reading() as tables:
            rows = tables.table("pictures").rows_where(here, keys, select="key, content")
            return {row["key"]: bytes(row["content"]) for row in rows}
    except StorageError as error:
        raise Refused("busy") from error
    finally:
        database.close()

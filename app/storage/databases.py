"""The database of a data folder, or the one that the environment names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.storage.backups import DATABASE
from app.storage.database import Database, asked_address
from app.storage.disk_sync import Away
from app.storage.sqlite import SqliteDatabase

if TYPE_CHECKING:
    from app.storage.postgresql import PostgresDatabase


def open_database(folder: Path, away: Away | None) -> Database:
    """Open the database of `ADJUTANT_DATABASE`, else that of the folder.

    Raise Refused, StorageError, sqlite3.DatabaseError.
    """
    if (address := asked_address()) is None:
        return SqliteDatabase(folder / DATABASE, away)
    return open_shared(address)


def open_shared(address: str) -> PostgresDatabase:
    """Open the database of an address. Raise Refused."""
    try:
        from app.storage.postgresql import PostgresDatabase
    except ImportError as error:
        raise Refused("no-psycopg", why=Verbatim(str(error))) from error
    return PostgresDatabase(address)

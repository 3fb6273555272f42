"""Pictures of a database that another process has open, for a print."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path


def read_pictures(database: Path, keys: Collection[str]) -> dict[str, bytes]:
    """Return those of these pictures that are in a database file, which another process has open."""
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as opened:
        rows = opened.execute(
            "SELECT key, content FROM pictures WHERE key IN (SELECT value FROM json_each(?))", [json.dumps([*keys])]
        )
        return dict(rows.fetchall())

"""Files that are spoilt: each is refused by name, or opened with its damage told and the rest exported as it was."""

from __future__ import annotations

import json
import random
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app import create_app
from app.core.errors import Refused
from app.storage.backups import DATABASE
from app.storage.errors import CorruptTable
from app.storage.health import damage_of, opening
from app.storage.store import Store

TABLES = 8


@dataclass
class Spoilt:
    """What became of files that were spoilt."""

    files: int = 0
    refused: int = 0
    told: int = 0
    unseen: int = 0
    exported: int = 0
    unreadable: int = 0

    def __str__(self) -> str:
        told = f"{self.files} files: {self.refused} refused by name, {self.told} opened with their damage told, "
        tables = f"{self.unseen} without any that shows; of their tables {self.exported} exported whole"
        return f"{told}{tables}, {self.unreadable} told unreadable"


def damaged(times: int) -> Spoilt:
    """Spoil a folder of tables so often, each time in another way."""
    found, chance = Spoilt(), random.Random(3)
    with tempfile.TemporaryDirectory() as place:
        whole = Path(place) / "whole"
        exports = dict(played(whole))
        for number in range(times):
            folder = Path(place) / str(number)
            folder.mkdir()
            shutil.copy(whole / DATABASE, folder)
            spoil(folder / DATABASE, chance)
            look(folder, exports, found)
            shutil.rmtree(folder)
    return found


def played(folder: Path) -> Iterator[tuple[str, str]]:
    """Some tables, and what they export."""
    client = create_app(folder).test_client()
    store: Store = client.application.extensions["store"]
    codes = [client.post("/api/tables", json={"game": "incursion"}).json["code"] for _ in range(TABLES)]
    yield from ((code, json.dumps(store.export(code))) for code in codes)
    store.close()


def spoil(file: Path, chance: random.Random) -> None:
    """Cut a file short, or write noise or nothing into some place of it."""
    content = bytearray(file.read_bytes())
    at, length = chance.randrange(len(content)), chance.choice((1, 16, 512, 4096, 40960))
    match chance.choice(("cut", "noise", "zeros")):
        case "cut":
            del content[at:]
        case "noise":
            content[at : at + length] = chance.randbytes(len(content[at : at + length]))
        case "zeros":
            content[at : at + length] = bytes(len(content[at : at + length]))
    file.write_bytes(content)


def look(folder: Path, exports: dict[str, str], found: Spoilt) -> None:
    """Open a folder as the server does, and export what can be."""
    found.files += 1
    try:
        with opening(folder):
            store = Store(folder)
            told = damage_of(store)
            codes = store.codes()
    except Refused:
        found.refused += 1
        return
    found.told += told is not None
    found.unseen += told is None
    for code in set(codes) & set(exports):
        try:
            store.table(code)
            found.exported += json.dumps(store.export(code)) == exports[code]
        except CorruptTable:
            found.unreadable += 1
    with opening(folder):
        store.close()

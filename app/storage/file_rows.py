"""Rows of host files: files, makers, earlier versions, printers and answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from app.storage.database import Database, RowTable
from app.storage.makers import HostFile, Share, Writer

EARLIER_KEPT, EARLIER_LETTERS = 10, 384 << 10
"""The number of earlier versions kept of a file, and their total characters unless a single one has more."""


class MakerRows:
    """The makers of one kind of files; the host's own files have none.

    A `place` is the hash of a network address.
    """

    def __init__(self, database: Database, kind: str) -> None:
        self.database, self.kind = database, kind

    def note(self, game: str, key: str, writer: Writer) -> None:
        if not writer.is_host:
            row = {"kind": self.kind, "game": game, "key": key, "maker": writer.maker, "place": writer.place}
            with self.database.writing() as tables:
                tables.table("file_makers").insert(row, replace=True)

    def makers(self) -> dict[tuple[str, str], Writer]:
        with self.database.reading() as tables:
            rows = tables.table("file_makers").rows_where("kind = ?", [self.kind])
            return {(row["game"], row["key"]): Writer(row["maker"], row["place"]) for row in rows}

    def forget(self, game: str, key: str) -> None:
        with self.database.writing() as tables:
            tables.table("file_makers").delete_where("kind = ? AND game = ? AND key = ?", [self.kind, game, key])


def shares_of(made: Mapping[tuple[str, str], Writer], letters: Mapping[tuple[str, str], int]) -> list[Share]:
    counted: dict[tuple[str, str], list[int]] = {}
    for place, writer in made.items():
        if place in letters:
            counted.setdefault((writer.maker, writer.place), []).append(letters[place])
    return [Share(maker, place, len(each), sum(each)) for (maker, place), each in counted.items()]


class FileRows:
    def __init__(self, database: Database, kind: str) -> None:
        self.database, self.kind = database, kind
        self.makers = MakerRows(database, kind)

    def files(self, game: str) -> list[HostFile]:
        return self._files("game = ?", [game])

    def file(self, game: str, key: str) -> HostFile | None:
        return next(iter(self._files("game = ? AND key = ?", [game, key])), None)

    def _files(self, where: str, values: list[str]) -> list[HostFile]:
        with self.database.reading() as tables:
            rows = [*tables.table(self.kind).rows_where(where, values, order_by="name, key")]
            makers = self.makers.makers()
        return [HostFile(**row, maker=makers.get((row["game"], row["key"]), Writer()).maker) for row in rows]

    def shares(self) -> list[Share]:
        with self.database.reading() as tables:
            rows = tables.table(self.kind).rows_where(select="game, key, length(text) AS letters")
            letters = {(row["game"], row["key"]): row["letters"] for row in rows}
        return shares_of(self.makers.makers(), letters)

    def put(self, file: HostFile) -> None:
        row = {"game": file.game, "key": file.key, "name": file.name, "text": file.text, "version": file.version}
        with self.database.writing() as tables:
            tables.table(self.kind).upsert(row)

    def delete(self, game: str, key: str) -> None:
        """Delete a file with its earlier versions and all records about it."""
        with self.database.writing() as tables:
            tables.table(self.kind).delete_where("game = ? AND key = ?", [game, key])
            for table in ("file_versions", "file_sources"):
                tables.table(table).delete_where(OF_FILE, [self.kind, game, key])
            self.database.note_deleted()
            self.makers.forget(game, key)

    # -- origins of files

    def note_source(self, game: str, key: str, digest: str) -> None:
        with self.database.writing() as tables:
            tables.table("file_sources").insert({"kind": self.kind, "game": game, "key": key, "digest": digest})

    def made_of(self, game: str, digest: str) -> str | None:
        with self.database.reading() as tables:
            where = "kind = ? AND game = ? AND digest = ?"
            found = next(tables.table("file_sources").rows_where(where, [self.kind, game, digest]), None)
            return found["key"] if found else None

    # -- earlier versions

    def earlier(self, game: str, key: str, columns: str = "*") -> list[dict[str, Any]]:
        """Return the earlier versions of a file, newest first."""
        with self.database.reading() as tables:
            found = tables.table("file_versions").rows_where(
                OF_FILE, [self.kind, game, key], select=columns, order_by="version DESC"
            )
            return [*found]

    def keep_earlier(self, file: HostFile) -> None:
        row = {"kind": self.kind, "game": file.game, "key": file.key}
        with self.database.writing() as tables:
            table = tables.table("file_versions")
            table.insert(row | {"version": file.version, "name": file.name, "text": file.text})
            letters = 0
            for number, old in enumerate(self.earlier(file.game, file.key, "version, length(text) AS letters")):
                letters += old["letters"]
                if number and (number >= EARLIER_KEPT or letters > EARLIER_LETTERS):
                    table.delete((*row.values(), old["version"]))


OF_FILE = "kind = ? AND game = ? AND key = ?"


class PrinterRows:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.makers = MakerRows(database, "printers")

    def rows(self) -> list[dict[str, Any]]:
        with self.database.reading() as tables:
            return [*tables.table("printers").rows_where(order_by="name, paper")]

    def shares(self) -> list[Share]:
        return shares_of(made := self.makers.makers(), dict.fromkeys(made, 0))

    def put(self, row: Mapping[str, Any]) -> None:
        with self.database.writing() as tables:
            tables.table("printers").upsert(dict(row))

    def delete(self, key: str) -> None:
        with self.database.writing() as tables:
            tables.table("printers").delete_where("key = ?", [key])
            self.makers.forget("", key)


class AnswerRows:
    def __init__(self, database: Database) -> None:
        self.database = database

    def answers(self, game: str) -> dict[str, str]:
        with self.database.reading() as tables:
            return {row["key"]: row["answer"] for row in tables.table("file_answers").rows_where("game = ?", [game])}

    def put(self, rows: Collection[Mapping[str, Any]], most: int) -> None:
        """Store answers; beyond `most` of a game, the oldest are deleted."""
        with self.database.writing() as tables:
            table = tables.table("file_answers")
            table.insert_all(map(dict, rows), replace=True)
            for game in {row["game"] for row in rows}:
                self._make_room(table, game, most)

    def _make_room(self, table: RowTable, game: str, most: int) -> None:
        # rowid order does not depend on the clock
        newest = table.rows_where("game = ?", [game], order_by="rowid DESC", offset=most)
        for row in [*newest]:
            table.delete((row["game"], row["key"]))

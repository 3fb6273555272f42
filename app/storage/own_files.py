"""What people keep under names of their own: rows beside the tables, so that one backup holds both."""

from __future__ import annotations

import copy
import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple, Self, TypeVar

from pydantic import Field

from app.core.facts import PRINTABLE, Facts, parsed
from app.core.game import Game
from app.core.keys import free_key, key_from
from app.core.refusals import Refused, Stale
from app.core.toml_files import LONGEST_NAME
from app.storage.known import Known
from app.storage.makers import HOST, KeptFile, Share, Writer

Writing = Callable[[], AbstractContextManager[sqlite3.Connection]]
Rows = Callable[[str, Sequence[Any]], list[tuple[Any, ...]]]
Found = TypeVar("Found")


# -- any shelf


class OwnName(Facts):
    """What something on a shelf is called."""

    name: Annotated[str, Field(min_length=1, max_length=60, pattern=PRINTABLE)]


class FileName(Facts):
    """What a file is called."""

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, pattern=PRINTABLE)]


def tidy_name(name: str, form: type[OwnName] | type[FileName] = OwnName) -> str:
    """A name without superfluous blanks. Raises Refused for none, a long one or one that cannot be printed."""
    return parsed(form, {"name": " ".join(name.split())}).name


def numbered(name: str, number: int) -> str:
    """A name with a number behind it, not longer than names may be."""
    return f"{name[: LONGEST_NAME - 5]} {number}"


@dataclass(frozen=True)
class Kind:
    """A kind of things on a shelf: their table in the database, and its refusals."""

    table: str
    missing: Callable[[str], Refused]
    taken: Callable[[str], Refused]
    too_many: Callable[[int], Refused]


OF_FILES = {
    "file_makers": "kind TEXT, game TEXT, key TEXT, maker TEXT, place TEXT NOT NULL DEFAULT '',"
    " PRIMARY KEY (kind, game, key)",
    "file_versions": "kind TEXT, game TEXT, key TEXT, version INTEGER, name TEXT, text TEXT,"
    " PRIMARY KEY (kind, game, key, version)",
    "file_sources": "kind TEXT, game TEXT, key TEXT, digest TEXT, PRIMARY KEY (kind, game, key)",
}
"""What is kept beside things on shelves: their makers (but for the host), earlier versions, what they were made of. A
`place` is the mark of an address.
"""


class Shelf:
    """All things of one kind in one data folder. Capitals make no other name.

    Whoever writes is the host unless another is named (`written_by`).
    """

    columns: ClassVar[str]
    at_most: ClassVar[int]

    def __init__(self, kind: Kind, writing: Writing, rows: Rows) -> None:
        self._kind, self._writing, self._rows = kind, writing, rows
        self.writer = HOST
        with writing() as connection:
            for table, columns in {kind.table: self.columns, **OF_FILES}.items():
                connection.execute(f"CREATE TABLE IF NOT EXISTS {table} ({columns})")
            if not any(column == "place" for _, column, *_ in connection.execute("PRAGMA table_info(file_makers)")):
                connection.execute("ALTER TABLE file_makers ADD COLUMN place TEXT NOT NULL DEFAULT ''")

    def written_by(self, writer: Writer) -> Self:
        """The same shelf, for somebody else to write on."""
        theirs = copy.copy(self)
        theirs.writer = writer
        return theirs

    def _note_maker(self, connection: sqlite3.Connection, game: str, key: str) -> None:
        """Note who made something, if it is not the host."""
        if not self.writer.is_host:
            made = (self._kind.table, game, key, self.writer.maker, self.writer.place)
            columns = "kind, game, key, maker, place"
            connection.execute(f"INSERT OR REPLACE INTO file_makers ({columns}) VALUES (?, ?, ?, ?, ?)", made)

    def _check_free(self, names: Collection[str], others: Collection[str]) -> None:
        """Raises Refused for a name that is one of others."""
        taken = {other.casefold() for other in others}
        for name in names:
            if name.casefold() in taken:
                raise self._kind.taken(name)

    def _check_room(self, count: int) -> None:
        """Raises Refused where so many are all that may be."""
        if count >= self.at_most:
            raise self._kind.too_many(self.at_most)


# -- files


class Seen(NamedTuple):
    """An own file in the version that somebody saw."""

    key: str
    version: int


@dataclass(frozen=True)
class FileKind(Kind):
    """A kind of own files: what is taken by what came with a game, too."""

    changed: Callable[[str], Refused]
    shipped_keys: Callable[[Game], Collection[str]]
    shipped_names: Callable[[Game], Collection[str]]
    names_in: Callable[[str], Collection[str]]
    """Names that a file's text bears beside the one it is listed by: those in other languages."""
    names_of: Callable[[OwnFiles, KeptFile], Collection[str]]
    """The same of a file that is kept, by what is known of it."""


MOST_LETTERS = 8 << 20
"""Letters of all own files of one kind of a game."""
EARLIER_KEPT, EARLIER_LETTERS = 10, 384 << 10
"""Earlier versions that are kept of a file, and letters in all of them unless one alone has more."""


class OwnFiles(Shelf):
    """All files of one kind in one data folder, each kept as its text.

    Who changes one says which version was seen; a version that was overtaken changes nothing.
    """

    columns = "game TEXT, key TEXT, name TEXT, text TEXT, version INTEGER, PRIMARY KEY (game, key)"
    at_most = 300

    def __init__(self, kind: FileKind, writing: Writing, rows: Rows) -> None:
        super().__init__(kind, writing, rows)
        self.kind, self._known = kind, Known()

    def files(self, game: Game) -> list[KeptFile]:
        """The own files of a game by name."""
        return self._files("game = ? ORDER BY name, key", game.key)

    def kept(self, game: Game, key: str) -> KeptFile:
        """One own file. Raises Refused."""
        found = self._files("game = ? AND key = ?", game.key, key)
        if not found:
            raise self.kind.missing(key)
        return found[0]

    def _files(self, where: str, *values: str) -> list[KeptFile]:
        table = self.kind.table
        maker = f"SELECT maker FROM file_makers m WHERE kind = '{table}' AND m.game = f.game AND m.key = f.key"
        sql = f"SELECT game, key, name, text, version, COALESCE(({maker}), '') FROM {table} f WHERE {where}"
        return [KeptFile(*row) for row in self._rows(sql, values)]

    def known(self, one: KeptFile, what: str, work: Callable[[], Found], given: object = None) -> Found:
        """What comes of this work on a file and on what is given besides: done once for each version."""
        return self._known.of(one, what, work, given)

    def names_taken(self, game: Game, but: str = "") -> set[str]:
        """Every name that another file of the game cannot have, in small letters; the names of one file left out."""
        files = [one for one in self.files(game) if one.key != but]
        return {name.casefold() for name in self._names(game, files)}

    def free_name(self, game: Game, name: str) -> str:
        """The name, or the name with the first free number from 2 on."""
        taken = self.names_taken(game)
        others = (numbered(name, number) for number in range(2, len(taken) + 3))
        return next(one for one in (name, *others) if one.casefold() not in taken)

    def keys_taken(self, game: Game) -> set[str]:
        """Every key that another file of the game cannot have."""
        return {*self.kind.shipped_keys(game), *(one.key for one in self.files(game))}

    def _names(self, game: Game, files: Sequence[KeptFile]) -> list[str]:
        """The names of files in every language, also of those that came with the game."""
        own = [name for one in files for name in (one.name, *self.kind.names_of(self, one))]
        return [*self.kind.shipped_names(game), *own]

    # -- changes

    def add(self, game: Game, name: str, text: str, key: str | None = None, digest: str = "") -> str:
        """A new file. Returns its key, made of the name where none is given. `digest`: that of a file that was sent.

        Raises Refused: the name or the key is taken or none, or there are too many files.
        """
        name = tidy_name(name, FileName)
        self.names_taken(game)  # read while others are answered, not while the file is held
        with self._writing() as connection:
            files = self.files(game)
            self._check_free([name, *self.kind.names_in(text)], self._names(game, files))
            keys = self.keys_taken(game)
            if key in keys:
                raise self.kind.taken(key)
            self._check_room(len(files))
            self._check_share(1, len(text))
            self._check_size([*files, KeptFile(game.key, "", name, text, 0)])
            key = key or free_key(key_from(name), keys)
            self._insert(connection, KeptFile(game.key, key, name, text, time.time_ns(), self.writer.maker))
            if digest:
                source = (self.kind.table, game.key, key, digest)
                connection.execute("INSERT INTO file_sources VALUES (?, ?, ?, ?)", source)
        return key

    def made_of(self, game: Game, digest: str) -> KeptFile | None:
        """The own file that was made of what was sent once already."""
        sql = "SELECT key FROM file_sources WHERE kind = ? AND game = ? AND digest = ?"
        found = self._rows(sql, [self.kind.table, game.key, digest])
        return self.kept(game, found[0][0]) if found else None

    def _insert(self, connection: sqlite3.Connection, new: KeptFile) -> None:
        row = (new.game, new.key, new.name, new.text, new.version)
        columns = "game, key, name, text, version"
        connection.execute(f"INSERT INTO {self.kind.table} ({columns}) VALUES (?, ?, ?, ?, ?)", row)
        self._note_maker(connection, new.game, new.key)

    def change(self, game: Game, key: str, seen: int, *, text: str | None = None, name: str | None = None) -> None:
        """Another text or name in the place of the version that was seen, which is kept as an earlier one.

        Raises Refused, or Stale for an older one.
        """
        self.names_taken(game)
        with self._writing() as connection:
            now = self._unchanged(game, key, seen)
            self.writer.check_may_write(now.maker, now.name)
            others = [one for one in self.files(game) if one.key != key]
            if name is not None:
                name = tidy_name(name, FileName)
                self._check_free([name, *self.kind.names_in(text or "")], self._names(game, others))
            if text is not None and len(text) > len(now.text):
                self._check_share(0, len(text) - len(now.text))
                self._check_size([*others, KeptFile(game.key, key, now.name, text, 0)])
            new = (now.text if text is None else text, name or now.name)
            if new != (now.text, now.name):
                self._keep_earlier(connection, now)
            version = max(time.time_ns(), now.version + 1)
            connection.execute(
                f"UPDATE {self.kind.table} SET text = ?, name = ?, version = ? WHERE game = ? AND key = ?",
                (*new, version, game.key, key),
            )

    def remove(self, game: Game, key: str, seen: int) -> None:
        """Delete the version that was seen, and all earlier ones. Raises Refused, or Stale for an older one."""
        self.remove_all([(game, Seen(key, seen))])

    def remove_all(self, files: Iterable[tuple[Game, Seen]]) -> None:
        """Delete several files in the versions that were seen, with all earlier ones, or none of them. Raises Refused,
        or Stale for an older one.
        """
        gone = []
        with self._writing() as connection:
            for game, (key, seen) in files:
                self.writer.check_may_write(self._unchanged(game, key, seen).maker, key)
                gone.append((game.key, key))
                connection.execute(f"DELETE FROM {self.kind.table} WHERE game = ? AND key = ?", gone[-1])
                for table in OF_FILES:
                    where = (self.kind.table, *gone[-1])
                    connection.execute(f"DELETE FROM {table} WHERE kind = ? AND game = ? AND key = ?", where)
        for place in gone:
            self._known.forget(*place)

    def _check_size(self, files: Sequence[KeptFile]) -> None:
        """Raises Refused for files that are too large together: pages read all of them."""
        if sum(len(one.text) for one in files) > MOST_LETTERS:
            raise Refused("shelf-full", limit=MOST_LETTERS // 1024)

    def _check_share(self, files: int, letters: int) -> None:
        """Raises Refused where whoever writes would keep too much."""
        self.writer.check_share([] if self.writer.is_host else self._shares(), files, letters)

    def _shares(self) -> list[Share]:
        """How many files of all games, and how many letters, are of each maker and place."""
        table = self.kind.table
        of_makers = f"{table} f JOIN file_makers m ON m.kind = '{table}' AND m.game = f.game AND m.key = f.key"
        counted = f"SELECT maker, place, count(*), sum(length(text)) FROM {of_makers} GROUP BY maker, place"
        return [Share(*row) for row in self._rows(counted, [])]

    def check_seen(self, game: Game, key: str, seen: int) -> None:
        """Raises Refused where there is no such file, or Stale where the version that was seen was overtaken."""
        self._unchanged(game, key, seen)

    def _unchanged(self, game: Game, key: str, seen: int) -> KeptFile:
        now = self.kept(game, key)
        if now.version != seen:
            raise Stale(self.kind.changed(now.name), seen)
        return now

    # -- earlier versions

    def _keep_earlier(self, connection: sqlite3.Connection, now: KeptFile) -> None:
        """Keep the version that is overtaken; the oldest ones make room."""
        place = (self.kind.table, now.game, now.key)
        connection.execute(
            "INSERT INTO file_versions (kind, game, key, version, name, text) VALUES (?, ?, ?, ?, ?, ?)",
            (*place, now.version, now.name, now.text),
        )
        of_file = "kind = ? AND game = ? AND key = ?"
        ordered = (
            "SELECT version, row_number() OVER w AS number, sum(length(text)) OVER w AS letters"
            f" FROM file_versions WHERE {of_file} WINDOW w AS (ORDER BY version DESC)"
        )
        kept = f"number = 1 OR (number <= {EARLIER_KEPT} AND letters <= {EARLIER_LETTERS})"
        newest = f"SELECT version FROM ({ordered}) WHERE {kept}"
        connection.execute(f"DELETE FROM file_versions WHERE {of_file} AND version NOT IN ({newest})", (*place, *place))

    def earlier(self, game: Game, key: str) -> list[KeptFile]:
        """The earlier versions of a file, the newest first. Raises Refused where there is no such file."""
        now = self.kept(game, key)
        sql = "SELECT version, name, text FROM file_versions WHERE kind = ? AND game = ? AND key = ?"
        rows = self._rows(f"{sql} ORDER BY version DESC", [self.kind.table, game.key, key])
        return [KeptFile(game.key, key, name, text, version, now.maker) for version, name, text in rows]

    def earlier_one(self, game: Game, key: str, version: int) -> KeptFile:
        """An earlier version of a file. Raises Refused."""
        found = next((one for one in self.earlier(game, key) if one.version == version), None)
        if found is None:
            raise Refused("no-such-version", field="back")
        return found

    def bring_back(self, game: Game, key: str, seen: int, version: int) -> None:
        """An earlier version in the place of the one that was seen. Raises Refused, or Stale for an older one."""
        old = self.earlier_one(game, key, version)
        self.change(game, key, seen, text=old.text, name=old.name)

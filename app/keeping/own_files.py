"""What the host keeps under names of its own: rows beside the tables, so that one backup holds both."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import Field

from app.core.facts import PRINTABLE, Facts, parsed
from app.core.game import Game
from app.core.keys import key_from
from app.core.refusals import Refused, Stale

Writing = Callable[[], AbstractContextManager[sqlite3.Connection]]
Rows = Callable[[str, Sequence[Any]], list[tuple[Any, ...]]]


# -- any shelf


class OwnName(Facts):
    """What something on a shelf is called."""

    name: Annotated[str, Field(min_length=1, max_length=60, pattern=PRINTABLE)]


def tidy_name(name: str) -> str:
    """A name without superfluous blanks. Raises Refused for none, a long one or one that cannot be printed."""
    return parsed(OwnName, {"name": " ".join(name.split())}).name


@dataclass(frozen=True)
class Kind:
    """A kind of things on a shelf: their table in the database, and its refusals."""

    table: str
    missing: Callable[[str], Refused]
    taken: Callable[[str], Refused]
    too_many: Callable[[int], Refused]


class Shelf:
    """All things of one kind in one data folder. Capitals make no other name."""

    columns: ClassVar[str]
    at_most: ClassVar[int]

    def __init__(self, kind: Kind, writing: Writing, rows: Rows) -> None:
        self._kind, self._writing, self._rows = kind, writing, rows
        with writing() as connection:
            connection.execute(f"CREATE TABLE IF NOT EXISTS {kind.table} ({self.columns})")

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
class KeptFile:
    """A file of the host's own. `version` is when it was last changed, in nanoseconds since 1970."""

    game: str
    key: str
    name: str
    text: str
    version: int


@dataclass(frozen=True)
class FileKind(Kind):
    """A kind of own files: what is taken by what came with a game, too."""

    changed: Callable[[str], Refused]
    shipped_keys: Callable[[Game], Collection[str]]
    shipped_names: Callable[[Game], Collection[str]]
    names_in: Callable[[str], Collection[str]]
    """Names that a file's text bears beside the one it is listed by: those in other languages."""


MOST_LETTERS = 2 << 20
"""Letters of all own files of one kind of a game."""
COLUMNS = "game, key, name, text, version"


class OwnFiles(Shelf):
    """All files of one kind in one data folder, each kept as its text.

    Who changes one says which version was seen; a version that was overtaken changes nothing.
    """

    columns = "game TEXT, key TEXT, name TEXT, text TEXT, version INTEGER, PRIMARY KEY (game, key)"
    at_most = 100

    def __init__(self, kind: FileKind, writing: Writing, rows: Rows) -> None:
        super().__init__(kind, writing, rows)
        self.kind = kind

    def files(self, game: Game) -> list[KeptFile]:
        """The own files of a game by name."""
        rows = self._rows(f"SELECT {COLUMNS} FROM {self.kind.table} WHERE game = ? ORDER BY name, key", [game.key])
        return [KeptFile(*row) for row in rows]

    def kept(self, game: Game, key: str) -> KeptFile:
        """One own file. Raises Refused."""
        asked = f"SELECT {COLUMNS} FROM {self.kind.table} WHERE game = ? AND key = ?"
        rows = self._rows(asked, [game.key, key])
        if not rows:
            raise self.kind.missing(key)
        return KeptFile(*rows[0])

    def names_taken(self, game: Game) -> set[str]:
        """Every name that another file of the game cannot have, in small letters."""
        return {name.casefold() for name in self._names(game, self.files(game))}

    def free_name(self, game: Game, name: str) -> str:
        """The name, or the name with the first free number from 2 on."""
        taken = self.names_taken(game)
        numbered = (f"{name[:56]} {number}" for number in range(2, len(taken) + 3))
        return next(one for one in (name, *numbered) if one.casefold() not in taken)

    def _names(self, game: Game, files: Sequence[KeptFile]) -> list[str]:
        """The names of files in every language, also of those that came with the game."""
        own = [name for one in files for name in (one.name, *self.kind.names_in(one.text))]
        return [*self.kind.shipped_names(game), *own]

    # -- changes

    def add(self, game: Game, name: str, text: str, key: str | None = None) -> str:
        """A new file. Returns its key, made of the name where none is given.

        Raises Refused: the name or the key is taken or none, or there are too many files.
        """
        name = tidy_name(name)
        with self._writing() as connection:
            files = self.files(game)
            self._check_free([name, *self.kind.names_in(text)], self._names(game, files))
            keys = {*self.kind.shipped_keys(game), *(one.key for one in files)}
            if key in keys:
                raise self.kind.taken(key)
            self._check_room(len(files))
            self._check_size([*files, KeptFile(game.key, "", name, text, 0)])
            key = key or key_from(name, keys)
            row = (game.key, key, name, text, time.time_ns())
            connection.execute(f"INSERT INTO {self.kind.table} ({COLUMNS}) VALUES (?, ?, ?, ?, ?)", row)
        return key

    def change(self, game: Game, key: str, seen: int, *, text: str | None = None, name: str | None = None) -> None:
        """Another text or name in the place of the version that was seen. Raises Refused, or Stale for an older one."""
        with self._writing() as connection:
            now = self._unchanged(game, key, seen)
            if name is not None:
                name = tidy_name(name)
                others = [one for one in self.files(game) if one.key != key]
                self._check_free([name, *self.kind.names_in(text or "")], self._names(game, others))
            if text is not None and len(text) > len(now.text):
                changed = KeptFile(game.key, key, now.name, text, 0)
                self._check_size([*(one for one in self.files(game) if one.key != key), changed])
            new = (now.text if text is None else text, name or now.name, max(time.time_ns(), now.version + 1))
            connection.execute(
                f"UPDATE {self.kind.table} SET text = ?, name = ?, version = ? WHERE game = ? AND key = ?",
                (*new, game.key, key),
            )

    def remove(self, game: Game, key: str, seen: int) -> None:
        """Delete the version that was seen. Raises Refused, or Stale for an older one."""
        with self._writing() as connection:
            self._unchanged(game, key, seen)
            connection.execute(f"DELETE FROM {self.kind.table} WHERE game = ? AND key = ?", (game.key, key))

    def _check_size(self, files: Sequence[KeptFile]) -> None:
        """Raises Refused for files that are too large together: pages read all of them."""
        if sum(len(one.text) for one in files) > MOST_LETTERS:
            raise Refused("shelf-full", limit=MOST_LETTERS // 1024)

    def _unchanged(self, game: Game, key: str, seen: int) -> KeptFile:
        now = self.kept(game, key)
        if now.version != seen:
            raise Stale(self.kind.changed(now.name), seen)
        return now

"""Host files: named items that people keep in the database, so that backups include them."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, NamedTuple, Self, TypeVar

from pydantic import Field

from app.core.content.toml_source import LONGEST_NAME
from app.core.errors import Refused, Stale
from app.core.game.definition import Game
from app.core.messages.slugs import free_key, make_slug
from app.core.rules.inputs import PRINTABLE, Facts, parse
from app.storage.database import Database
from app.storage.file_rows import FileRows
from app.storage.known import Known
from app.storage.makers import HOST, HostFile, Writer

Found = TypeVar("Found")


# -- items of any kind


class OwnName(Facts):
    name: Annotated[str, Field(min_length=1, max_length=60, pattern=PRINTABLE)]


class FileName(Facts):
    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME, pattern=PRINTABLE)]


def tidy_name(name: str, form: type[OwnName] | type[FileName] = OwnName) -> str:
    """Return a name without superfluous spaces.

    Raise Refused for an empty, long or unprintable name.
    """
    return parse(form, {"name": " ".join(name.split())}).name


def numbered(name: str, number: int) -> str:
    return f"{name[: LONGEST_NAME - 5]} {number}"


@dataclass(frozen=True)
class Kind:
    table: str
    missing: Callable[[str], Refused]
    taken: Callable[[str], Refused]
    too_many: Callable[[int], Refused]


class Shelf:
    """All items of one kind in a data folder; names are case-insensitive.

    The writer is the host unless `written_by` names another.
    """

    at_most: ClassVar[int]

    def __init__(self, kind: Kind, database: Database) -> None:
        self._kind, self._database = kind, database
        self.writer = HOST

    def written_by(self, writer: Writer) -> Self:
        theirs = copy.copy(self)
        theirs.writer = writer
        return theirs

    def _check_free(self, names: Collection[str], others: Collection[str]) -> None:
        taken = {other.casefold() for other in others}
        for name in names:
            if name.casefold() in taken:
                raise self._kind.taken(name)

    def _check_room(self, count: int) -> None:
        if count >= self.at_most:
            raise self._kind.too_many(self.at_most)


# -- files


class Seen(NamedTuple):
    """A version of a host file that somebody saw."""

    key: str
    version: int


@dataclass(frozen=True)
class FileKind(Kind):
    changed: Callable[[str], Refused]
    shipped_keys: Callable[[Game], Collection[str]]
    shipped_names: Callable[[Game], Collection[str]]
    names_in: Callable[[str], Collection[str]]
    """Text of a file → its names in other languages."""
    names_of: Callable[[HostFiles, HostFile], Collection[str]]
    """Stored file → its names in other languages, cached."""


MOST_LETTERS = 8 << 20
"""The maximum of characters in all host files of one kind of a game."""


class HostFiles(Shelf):
    """All files of one kind in a data folder, each stored as text.

    A change names the version that was seen; an outdated version changes nothing.
    """

    at_most = 300

    def __init__(
        self, kind: FileKind, database: Database, on_removed: Callable[[Sequence[str]], None] | None = None
    ) -> None:
        """Keep files; `on_removed` is told the texts of removed ones and of their earlier versions."""
        super().__init__(kind, database)
        self._on_removed = on_removed
        self.kind, self._known = kind, Known()
        self._rows = FileRows(database, kind.table)

    def files(self, game: Game) -> list[HostFile]:
        return self._rows.files(game.key)

    def kept(self, game: Game, key: str) -> HostFile:
        found = self._rows.file(game.key, key)
        if found is None:
            raise self.kind.missing(key)
        return found

    def known(self, one: HostFile, what: str, work: Callable[[], Found], given: object = None) -> Found:
        """Return the result of work on a file and `given`, cached by version."""
        return self._known.of(one, what, work, given)

    def names_taken(self, game: Game, but: str = "") -> set[str]:
        """Return every name taken in the game, in lower case, except those of the file `but`."""
        files = [one for one in self.files(game) if one.key != but]
        return {name.casefold() for name in self._names(game, files)}

    def free_name(self, game: Game, name: str) -> str:
        """Return the name, with the first free number from 2 on if it is taken."""
        taken = self.names_taken(game)
        others = (numbered(name, number) for number in range(2, len(taken) + 3))
        return next(one for one in (name, *others) if one.casefold() not in taken)

    def keys_taken(self, game: Game) -> set[str]:
        return {*self.kind.shipped_keys(game), *(one.key for one in self.files(game))}

    def _names(self, game: Game, files: Sequence[HostFile]) -> list[str]:
        own = [name for one in files for name in (one.name, *self.kind.names_of(self, one))]
        return [*self.kind.shipped_names(game), *own]

    # -- changes

    def add(self, game: Game, name: str, text: str, key: str | None = None, digest: str = "") -> str:
        """Add a file; return its key, made from the name if None. Raise Refused.

        `digest` is that of a sent file. A taken or invalid name or key, or too many files, is refused.
        """
        name = tidy_name(name, FileName)
        self.names_taken(game)  # read before the file is locked, so that others are served meanwhile
        with self._database.writing():
            files = self.files(game)
            self._check_free([name, *self.kind.names_in(text)], self._names(game, files))
            keys = self.keys_taken(game)
            if key in keys:
                raise self.kind.taken(key)
            self._check_room(len(files))
            self._check_share(1, len(text))
            self._check_size([*files, HostFile(game.key, "", name, text, 0)])
            key = key or free_key(make_slug(name), keys)
            self._rows.put(HostFile(game.key, key, name, text, time.time_ns()))
            self._rows.makers.note(game.key, key, self.writer)
            if digest:
                self._rows.note_source(game.key, key, digest)
        return key

    def made_of(self, game: Game, digest: str) -> HostFile | None:
        key = self._rows.made_of(game.key, digest)
        return self.kept(game, key) if key is not None else None

    def change(self, game: Game, key: str, seen: int, *, text: str | None = None, name: str | None = None) -> None:
        """Change text or name of the version that was seen, which becomes an earlier version.

        Raise Refused, or Stale for an outdated version.
        """
        self.names_taken(game)
        with self._database.writing():
            now = self._unchanged(game, key, seen)
            self.writer.check_may_write(now.maker, now.name)
            others = [one for one in self.files(game) if one.key != key]
            if name is not None:
                name = tidy_name(name, FileName)
                self._check_free([name, *self.kind.names_in(text or "")], self._names(game, others))
            if text is not None and len(text) > len(now.text):
                self._check_share(0, len(text) - len(now.text))
                self._check_size([*others, HostFile(game.key, key, now.name, text, 0)])
            new = (now.text if text is None else text, name or now.name)
            if new != (now.text, now.name):
                self._rows.keep_earlier(now)
            version = max(time.time_ns(), now.version + 1)
            self._rows.put(HostFile(game.key, key, new[1], new[0], version))

    def remove(self, game: Game, key: str, seen: int) -> None:
        """Delete the version that was seen and all earlier ones. Raise Refused, Stale."""
        self.remove_all([(game, Seen(key, seen))])

    def remove_all(self, files: Iterable[tuple[Game, Seen]]) -> None:
        """Delete several files in the versions that were seen, or none. Raise Refused, Stale."""
        gone, texts = [], list[str]()
        with self._database.writing():
            for game, (key, seen) in files:
                self.writer.check_may_write(self._unchanged(game, key, seen).maker, key)
                gone.append((game.key, key))
                texts += [self.kept(game, key).text, *(old.text for old in self.earlier(game, key))]
                self._rows.delete(*gone[-1])
            if self._on_removed:
                self._on_removed(texts)
        for place in gone:
            self._known.forget(*place)

    def _check_size(self, files: Sequence[HostFile]) -> None:
        """Raise Refused if files are too large together, since pages read all of them."""
        if sum(len(one.text) for one in files) > MOST_LETTERS:
            raise Refused("shelf-full", limit=MOST_LETTERS // 1024)

    def _check_share(self, files: int, letters: int) -> None:
        self.writer.check_share([] if self.writer.is_host else self._rows.shares(), files, letters)

    def check_seen(self, game: Game, key: str, seen: int) -> None:
        """Raise Refused for a missing file, or Stale for an outdated version."""
        self._unchanged(game, key, seen)

    def _unchanged(self, game: Game, key: str, seen: int) -> HostFile:
        now = self.kept(game, key)
        if now.version != seen:
            raise Stale(self.kind.changed(now.name), seen)
        return now

    # -- earlier versions

    def earlier(self, game: Game, key: str) -> list[HostFile]:
        """Return the earlier versions of a file, newest first. Raise Refused."""
        now = self.kept(game, key)
        rows = self._rows.earlier(game.key, key, "name, text, version")
        return [HostFile(game.key, key, **row, maker=now.maker) for row in rows]

    def earlier_one(self, game: Game, key: str, version: int) -> HostFile:
        found = next((one for one in self.earlier(game, key) if one.version == version), None)
        if found is None:
            raise Refused("no-such-version", field="back")
        return found

    def bring_back(self, game: Game, key: str, seen: int, version: int) -> None:
        """Restore an earlier version in place of the one that was seen. Raise Refused, Stale."""
        old = self.earlier_one(game, key, version)
        self.change(game, key, seen, text=old.text, name=old.name)

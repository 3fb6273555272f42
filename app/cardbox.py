"""The host's own card sets: rows beside the tables, so that one backup holds both.

A set is kept as the text of its file. Who changes one says which version was seen; a version that was overtaken
changes nothing.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from app.core.card_edits import key_from
from app.core.card_files import read_toml
from app.core.cards import SetData
from app.core.facts import PRINTABLE, Facts, parsed
from app.core.play import Refused, Stale
from app.core.table import Game
from app.core.words import LANGUAGES, AsGiven


class SetName(Facts):
    """What a card set is called."""

    name: Annotated[str, Field(min_length=1, max_length=60, pattern=PRINTABLE)]


@dataclass(frozen=True)
class KeptSet:
    """A card set of the host's own. `version` is when it was last changed, in nanoseconds since 1970."""

    game: str
    key: str
    name: str
    text: str
    version: int

    @property
    def at(self) -> float:
        """When it was last changed, in seconds since 1970."""
        return self.version / 1e9


COLUMNS = "game, key, name, text, version"
SETS_AT_MOST = 100


class CardBox:
    """All card sets of one data folder."""

    def __init__(
        self,
        writing: Callable[[], AbstractContextManager[sqlite3.Connection]],
        rows: Callable[[str, Sequence[Any]], list[tuple[Any, ...]]],
    ) -> None:
        self._writing, self._rows = writing, rows
        with writing() as connection:
            connection.execute(
                "CREATE TABLE IF NOT EXISTS card_sets"
                " (game TEXT, key TEXT, name TEXT, text TEXT, version INTEGER, PRIMARY KEY (game, key))"
            )

    def sets(self, game: Game) -> list[KeptSet]:
        """The own sets of a game by name."""
        rows = self._rows(f"SELECT {COLUMNS} FROM card_sets WHERE game = ? ORDER BY name, key", [game.key])
        return [KeptSet(*row) for row in rows]

    def kept(self, game: Game, key: str) -> KeptSet:
        """One own set. Raises Refused."""
        rows = self._rows(f"SELECT {COLUMNS} FROM card_sets WHERE game = ? AND key = ?", [game.key, key])
        if not rows:
            raise Refused("no-such-card-set", field="card_set", name=AsGiven(key))
        return KeptSet(*rows[0])

    def sound(self, game: Game) -> Mapping[str, SetData]:
        """The own sets that a table can be opened with, by key."""
        found = ((one.key, data_or_fault(game, one.text)) for one in self.sets(game))
        return {key: data for key, data in found if not isinstance(data, Refused)}

    # -- changes

    def add(self, game: Game, name: str, text: str) -> str:
        """A new set. Returns its key. Raises Refused: the name is taken or none, or there are too many sets."""
        name = named(name)
        with self._writing() as connection:
            sets = self.sets(game)
            _check_free(game, sets, name)
            if len(sets) >= SETS_AT_MOST:
                raise Refused("too-many-card-sets", most=SETS_AT_MOST)
            key = key_from(name, {*game.card_sets, *(one.key for one in sets)})
            row = (game.key, key, name, text, time.time_ns())
            connection.execute(f"INSERT INTO card_sets ({COLUMNS}) VALUES (?, ?, ?, ?, ?)", row)
        return key

    def change(self, game: Game, key: str, seen: int, *, text: str | None = None, name: str | None = None) -> None:
        """Another text or name in the place of the version that was seen. Raises Refused, or Stale for an older one."""
        with self._writing() as connection:
            now = self._unchanged(game, key, seen)
            if name is not None:
                name = named(name)
                _check_free(game, [one for one in self.sets(game) if one.key != key], name)
            new = (now.text if text is None else text, name or now.name, max(time.time_ns(), now.version + 1))
            connection.execute(
                "UPDATE card_sets SET text = ?, name = ?, version = ? WHERE game = ? AND key = ?",
                (*new, game.key, key),
            )

    def remove(self, game: Game, key: str, seen: int) -> None:
        """Delete the version that was seen. Raises Refused, or Stale for an older one."""
        with self._writing() as connection:
            self._unchanged(game, key, seen)
            connection.execute("DELETE FROM card_sets WHERE game = ? AND key = ?", (game.key, key))

    def _unchanged(self, game: Game, key: str, seen: int) -> KeptSet:
        now = self.kept(game, key)
        if now.version != seen:
            raise Stale(Refused("card-set-changed", field="version", name=AsGiven(now.name)), seen)
        return now

    def free_name(self, game: Game, name: str) -> str:
        """The name, or the name with the first free number from 2 on."""
        taken = names_taken(game, self.sets(game))
        numbered = (f"{name[:56]} {number}" for number in range(2, len(taken) + 3))
        return next(one for one in (name, *numbered) if one.casefold() not in taken)


def names_taken(game: Game, sets: Sequence[KeptSet]) -> set[str]:
    """The names of sets, also of those that came with the game, in small letters."""
    shipped = {game.words[f"name.{key}"][language].casefold() for key in game.card_sets for language in LANGUAGES}
    return shipped | {one.name.casefold() for one in sets}


def _check_free(game: Game, sets: Sequence[KeptSet], name: str) -> None:
    if name.casefold() in names_taken(game, sets):
        raise Refused("name-taken", field="name", name=AsGiven(name))


def named(name: str) -> str:
    """A name without superfluous blanks. Raises Refused for none, a long one or one that cannot be printed."""
    return parsed(SetName, {"name": " ".join(name.split())}).name


def data_or_fault(game: Game, text: str) -> SetData | Refused:
    """A set's cards, or what is wrong with them (it was kept by another version of the program)."""
    assert game.cards is not None
    try:
        return read_toml(text, game.cards)
    except Refused as fault:
        return fault

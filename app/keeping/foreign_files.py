"""Files of other programs: which game reads them, what the host answers about them, and the missions they become."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from app.core.game import Game
from app.core.keys import key_from
from app.core.missions import Asked, ForeignFile, MissionData
from app.core.refusals import Refused
from app.core.toml_files import FILE_LIMIT
from app.core.words import LANGUAGES, AsGiven
from app.keeping.missions import add_mission, change_mission, rules_of
from app.keeping.own_files import OwnFiles, Rows, Seen, Writing


def ending_of(file_name: str) -> str:
    """The ending of a file's name, in small letters."""
    return PurePath(file_name).suffix.lower()


def reads(game: Game, file_name: str) -> bool:
    """Whether a game reads files of another program with such an ending."""
    return game.mission_files is not None and ending_of(file_name) in game.mission_files.readers


def read_foreign(game: Game, content: bytes, file_name: str) -> ForeignFile:
    """Such a file as the game reads it. Raises Refused, naming the place of what cannot be read."""
    if len(content) > FILE_LIMIT:
        raise Refused("file-too-large", limit=FILE_LIMIT // 1024)
    return rules_of(game).readers[ending_of(file_name)](content, file_name)


def add_foreign(box: OwnFiles, game: Game, data: MissionData) -> str:
    """Keep the mission that a file became, under a free key. Returns it. Raises Refused."""
    rules = rules_of(game)
    taken = {*box.kind.shipped_keys(game), *(one.key for one in box.files(game))}
    kept = {**data, "key": key_from(str(data["key"]), taken)}
    return add_mission(box, game, rules.written(kept), kept)


def put_foreign(box: OwnFiles, game: Game, data: MissionData, old: Seen) -> str:
    """Put the mission that a file became in the place of the version that was seen. Raises Refused, Stale."""
    kept = {**data, "key": old.key}
    change_mission(box, game, old.key, old.version, rules_of(game).written(kept), kept)
    return old.key


def of_same_name(box: OwnFiles, game: Game, data: MissionData) -> Seen | None:
    """The own mission that has the name of this one."""
    name = str(data["name"][LANGUAGES[0]]).casefold()
    found = (one for one in box.files(game) if one.name.casefold() == name)
    return next((Seen(one.key, one.version) for one in found), None)


# -- answers

ANSWERS_AT_MOST = 2000


class KeptAnswers:
    """What the host answered about things in files of other programs, for the next file."""

    def __init__(self, writing: Writing, rows: Rows) -> None:
        self._writing, self._rows = writing, rows
        columns = "game TEXT, key TEXT, answer TEXT, at INTEGER, PRIMARY KEY (game, key)"
        with writing() as connection:
            connection.execute(f"CREATE TABLE IF NOT EXISTS file_answers ({columns})")

    def answers(self, game: Game) -> dict[str, str]:
        """What was answered, by what it is about."""
        return dict(self._rows("SELECT key, answer FROM file_answers WHERE game = ?", [game.key]))

    def keep(self, game: Game, asked: Mapping[str, Asked], answers: Mapping[str, str]) -> None:
        """Keep the answers to what is the same in every file; the oldest make room."""
        rows: list[tuple[Any, ...]] = [
            (game.key, key, answers[key], time.time_ns()) for key, one in asked.items() if one.kept and key in answers
        ]
        with self._writing() as connection:
            connection.executemany("INSERT OR REPLACE INTO file_answers VALUES (?, ?, ?, ?)", rows)
            newest = "SELECT key FROM file_answers WHERE game = ? ORDER BY rowid DESC LIMIT ?"  # no clock is asked
            connection.execute(
                f"DELETE FROM file_answers WHERE game = ? AND key NOT IN ({newest})",
                (game.key, game.key, ANSWERS_AT_MOST),
            )


def answers_for(read: ForeignFile, kept: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    """The answers to what a file asks: those given now over those kept from other files, where they can be given still.

    Raises Refused for an answer to something that is not asked.
    """
    asked = {one.key: one for one in read.asked}
    for key in given:
        if key not in asked:
            raise Refused("not-asked", field=key, asked=AsGiven(key), allowed=", ".join(asked) or "–")
    usual = {key: answer for key, answer in kept.items() if key in asked and answer in asked[key].choices}
    return {**usual, **given}

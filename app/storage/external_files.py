"""Files of other programs: recognition, the host's answers, and the resulting missions."""

from __future__ import annotations

import time
from collections.abc import Mapping

from app.core.content.missions import ExternalFile, ImportQuestion, MissionData, Reader
from app.core.content.toml_source import FILE_LIMIT, beginning_of, begins_like_toml, in_utf_8
from app.core.errors import Malformed, Refused
from app.core.game.definition import Game
from app.core.messages.translator import LANGUAGES, Verbatim
from app.storage.database import Database
from app.storage.file_rows import AnswerRows
from app.storage.host_files import HostFiles, Seen
from app.storage.makers import HOST, Writer
from app.storage.missions import Work, at_once, bring_in, data_read, free_names, rules_of


def reader_of(game: Game, content: bytes, file_name: str) -> Reader | None:
    readers = game.files.mission_files.readers if game.files.mission_files else ()
    begins = beginning_of(content)
    known = next((one for one in readers if one.recognizes(begins)), None)
    if known is not None or begins_like_toml(begins):
        return known
    return next((one for one in readers if file_name.lower().endswith(one.ending)), None)


def reads(game: Game, content: bytes, file_name: str) -> bool:
    return reader_of(game, content, file_name) is not None


def read_foreign(game: Game, content: bytes, file_name: str) -> ExternalFile:
    """Read a file of another program. Raise Refused, naming line and place."""
    if len(content) > FILE_LIMIT:
        raise Refused("file-too-large", limit=FILE_LIMIT // 1024)
    reader, text = reader_of(game, content, file_name), in_utf_8(content)
    assert reader is not None
    try:
        return reader.read(text, file_name)
    except (Refused, Malformed) as fault:
        line = reader.line_of(text, fault.field or "")
        if line is None:
            raise
        where = Verbatim(fault.field)
        raise Refused("in-file", field=fault.field, line=line, where=where, why=fault) from fault


def add_foreign(
    box: HostFiles, game: Game, data: MissionData, sent: bytes, chosen: str | None = None, do: Work = at_once
) -> str:
    """Store the mission from a file under the chosen or a free key; return it. Raise Refused."""
    return bring_in(box, game, rules_of(game).written(data), data, sent, chosen, do)


def put_foreign(box: HostFiles, game: Game, data: MissionData, old: Seen, do: Work = at_once) -> str:
    """Replace a version of a mission by the one from a file; return its key.

    Raise Refused, Stale.
    """
    kept = {**data, "key": old.key, "name": free_names(box, game, data, old.key)}
    text = rules_of(game).written(kept)
    do(data_read, text)
    box.change(game, *old, text=text, name=kept["name"][LANGUAGES[0]])
    return old.key


def of_same_name(box: HostFiles, game: Game, data: MissionData) -> Seen | None:
    name = str(data["name"][LANGUAGES[0]]).casefold()
    found = (one for one in box.files(game) if one.name.casefold() == name)
    return next((Seen(one.key, one.version) for one in found), None)


# -- answers

ANSWERS_AT_MOST = 2000


class AnswerMemory:
    """Remembered answers about files of other programs: the host's, and each guest's own."""

    def __init__(self, database: Database) -> None:
        self._rows = AnswerRows(database)

    def answers(self, game: Game, writer: Writer = HOST) -> dict[str, str]:
        kept = self._rows.answers(game.key)
        if writer.maker:
            mine, of_guests = own_key(writer, ""), self._rows.answers(GUESTS.format(game.key))
            kept |= {key.removeprefix(mine): answer for key, answer in of_guests.items() if key.startswith(mine)}
        return kept

    def keep(
        self, game: Game, asked: Mapping[str, ImportQuestion], answers: Mapping[str, str], writer: Writer = HOST
    ) -> None:
        """Remember answers that apply to every file.

        The oldest make room, of guests only those of guests.
        """
        of = game.key if writer.is_host else GUESTS.format(game.key)
        self._rows.put(
            [
                {"game": of, "key": own_key(writer, key), "answer": answers[key], "at": time.time_ns()}
                for key, one in asked.items()
                if one.kept and key in answers
            ],
            ANSWERS_AT_MOST,
        )


GUESTS = "{}/guests"
"""The key of a game for the rows of its guests' answers."""


def own_key(writer: Writer, key: str) -> str:
    return key if writer.is_host else f"{writer.maker}/{key}"


def answers_for(read: ExternalFile, kept: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    """Return the answers to a file's questions: those given now, else remembered ones.

    Raise Refused for an answer to a question that is not asked.
    """
    asked = {one.key: one for one in read.asked}
    now = {one.formerly: one.key for one in read.asked if one.formerly}
    given = {now.get(key, key): answer for key, answer in given.items()}
    kept = {now.get(key, key): answer for key, answer in kept.items()}
    for key in given:
        if key not in asked:
            raise Refused("not-asked", field=key, asked=Verbatim(key), allowed=", ".join(asked) or "–")
    usual = {key: answer for key, answer in kept.items() if key in asked and answer in asked[key].choices}
    return {**usual, **given}

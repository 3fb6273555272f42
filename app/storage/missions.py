"""The host's missions: imported from files, validated with card sets, and stored."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

from app.core.content.cards.fields import SetData
from app.core.content.missions import MissionData, MissionRules
from app.core.content.toml_source import at_line, data_in, in_utf_8, value_text
from app.core.errors import Malformed, Refused
from app.core.game.definition import Game
from app.core.messages.slugs import check_key, free_key
from app.core.messages.translator import LANGUAGES, Verbatim
from app.storage.card_sets import Sets, sets_here
from app.storage.host_files import FileKind, HostFiles, numbered
from app.storage.makers import HostFile


def rules_of(game: Game) -> MissionRules:
    """Return the mission rules of a game, which must have missions as files."""
    assert game.files.mission_files is not None
    return game.files.mission_files


def _names_in(text: str) -> list[str]:
    return _names(data_read(text))


def _names_of(missions: HostFiles, one: HostFile) -> list[str]:
    return _names(known_data(missions, one))


def _names(data: MissionData | Refused) -> list[str]:
    name = None if isinstance(data, Refused) else data.get("name")
    return [said for said in name.values() if isinstance(said, str)] if isinstance(name, Mapping) else []


MISSIONS = FileKind(
    table="missions",
    shipped_keys=lambda game: [data["key"] for data in rules_of(game).shipped.values()],
    shipped_names=lambda game: [name for data in rules_of(game).shipped.values() for name in data["name"].values()],
    names_in=_names_in,
    names_of=_names_of,
    missing=lambda name: Refused("no-such-mission", field="mission", name=Verbatim(name)),
    changed=lambda name: Refused("mission-changed", field="version", name=Verbatim(name)),
    taken=lambda name: Refused("mission-taken", field="name", name=Verbatim(name)),
    too_many=lambda most: Refused("too-many-missions", most=most),
)


def read_mission(text: str, game: Game, sets: Sequence[SetData]) -> MissionData:
    """Parse a mission to plain data, ready for a table. Raise Refused, naming line and field."""
    data = data_read(text)
    if isinstance(data, Refused):
        raise data
    _check(data, text, game, sets)
    return data


def _check(data: MissionData, text: str, game: Game, sets: Sequence[SetData]) -> None:
    try:
        if "number" in data:
            raise Malformed("unknown-field", field="number")
        rules_of(game).check(data, sets)
    except (Refused, Malformed) as fault:
        raise at_line(text, fault) from fault


def data_or_fault(missions: HostFiles, game: Game, one: HostFile, sets: Sets) -> MissionData | Refused:
    """Return a stored mission, or its present error; parsed once for each version.

    It is validated again when the card sets change, since it may need one that was deleted.
    """
    data = known_data(missions, one)
    if isinstance(data, Refused):
        return data
    fault = missions.known(one, "fault", lambda: _fault_of(data, one.text, game, sets.every), sets.stamp)
    return fault or data


def known_data(missions: HostFiles, one: HostFile) -> MissionData | Refused:
    return missions.known(one, "data", lambda: data_read(one.text))


@lru_cache(maxsize=8)
def data_read(text: str) -> MissionData | Refused:
    try:
        return data_in(text)
    except Refused as fault:
        return fault


def _fault_of(data: MissionData, text: str, game: Game, sets: Sequence[SetData]) -> Refused | None:
    try:
        _check(data, text, game, sets)
    except Refused as fault:
        return fault
    return None


def sound_missions(missions: HostFiles, cards: HostFiles, game: Game) -> Mapping[str, MissionData]:
    """Return the host's missions with which a table can be opened, by key."""
    sets = sets_here(cards, game)
    found = ((one.key, data_or_fault(missions, game, one, sets)) for one in missions.files(game))
    return {key: data for key, data in found if not isinstance(data, Refused)}


# -- changes


def add_mission(missions: HostFiles, game: Game, text: str, data: MissionData) -> str:
    """Store a valid mission under its own key; return it. Raise Refused, naming line and field."""
    try:
        return missions.add(game, data["name"][LANGUAGES[0]], text, data["key"])
    except Refused as fault:
        raise (at_line(text, fault) if fault.field == "name" else fault) from fault


Work = Callable[..., Any]
"""A runner for long work: called with a function and its arguments."""


def at_once(work: Callable[..., Any], *given: Any) -> Any:
    return work(*given)


def bring_in(
    missions: HostFiles,
    game: Game,
    text: str,
    data: MissionData,
    sent: bytes,
    chosen: str | None = None,
    do: Work = at_once,
) -> str:
    """Store a valid mission from a sent file; return its key. Raise Refused for a known file.

    The key is the chosen one, else its own, with a number if that or one of its names is taken.
    """
    digest, key = digest_of(sent), chosen or str(data["key"])
    if chosen is not None:
        check_key(chosen, "as")
    elif (same := missions.made_of(game, digest) or _same(missions, game, data)) is not None:
        raise Refused("file-is-here", field="file", name=Verbatim(same.name), key=Verbatim(same.key))
    else:
        key = free_key(key, missions.keys_taken(game))
    named = free_names(missions, game, data)
    if (key, named) != (data["key"], data["name"]):
        text = do(renamed, game, text, key, named)
    do(data_read, text)
    return missions.add(game, named[LANGUAGES[0]], text, key, digest)


def check_new_file(missions: HostFiles, game: Game, sent: bytes) -> None:
    same = missions.made_of(game, digest_of(sent))
    if same is not None:
        raise Refused("file-is-here", field="file", name=Verbatim(same.name), key=Verbatim(same.key))


def free_names(missions: HostFiles, game: Game, data: MissionData, but: str = "") -> Mapping[str, str]:
    """Return the names of a mission, numbered if one of them is taken by another file."""
    taken = missions.names_taken(game, but)
    counted = (_called(data["name"], number) for number in range(1, len(taken) + 2))
    return next(one for one in counted if not {name.casefold() for name in one.values()} & taken)


def digest_of(sent: bytes) -> str:
    text = in_utf_8(sent).removeprefix(codecs.BOM_UTF8)
    return sha256(text.replace(b"\r\n", b"\n")).hexdigest()


def _called(names: Mapping[str, str], number: int) -> Mapping[str, str]:
    return names if number == 1 else {language: numbered(name, number) for language, name in names.items()}


def _same(missions: HostFiles, game: Game, data: MissionData) -> HostFile | None:

    def parts(of: MissionData) -> MissionData:
        return {field: value for field, value in of.items() if field not in ("key", "name")}

    name = re.escape(data["name"][LANGUAGES[0]])
    alike = (one for one in missions.files(game) if re.fullmatch(rf"{name}( \d+)?", one.name))
    for one in alike:
        kept = known_data(missions, one)
        if not isinstance(kept, Refused) and parts(kept) == parts(data):
            return one
    return None


def change_mission(missions: HostFiles, game: Game, key: str, seen: int, text: str, data: MissionData) -> None:
    """Replace the version that was seen by a valid mission with the same key.

    Raise Refused, Stale.
    """
    if data["key"] != key:
        raise at_line(text, Refused("mission-key-stays", field="key", key=Verbatim(key)))
    try:
        missions.change(game, key, seen, text=text, name=data["name"][LANGUAGES[0]])
    except Refused as fault:
        raise (at_line(text, fault) if fault.field == "name" else fault) from fault


def renamed(game: Game, text: str, key: str, name: Mapping[str, str]) -> str:
    """Return the file with another key and name; comments on lines of their own stay."""
    meant = {**data_in(text), "key": key, "name": dict(name)}
    changed = re.sub(r"(?m)^key\s*=.*$", lambda _: f"key = {value_text(key)}", text, count=1)
    changed = re.sub(r"(?m)^name\s*=.*$", lambda _: f"name = {value_text(name)}", changed, count=1)
    return changed if data_in(changed) == meant else rules_of(game).written(meant)

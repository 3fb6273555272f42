"""The host's own missions: read out of files, checked with the card sets of the host, kept beside the tables."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from app.core.card_files.fields import SetData
from app.core.game import Game
from app.core.missions import MissionData, MissionRules
from app.core.refusals import Malformed, Refused
from app.core.toml_files import at_line, data_in, value_text
from app.core.words import LANGUAGES, AsGiven
from app.keeping.card_sets import every_set
from app.keeping.own_files import FileKind, OwnFiles


def rules_of(game: Game) -> MissionRules:
    """What a game says of its missions; only games with missions as files are asked."""
    assert game.mission_files is not None
    return game.mission_files


def _names_in(text: str) -> list[str]:
    """The names of an own mission in every language; none where its file cannot be read (any more)."""
    try:
        name = data_in(text).get("name")
    except Refused:
        return []
    return [said for said in name.values() if isinstance(said, str)] if isinstance(name, Mapping) else []


MISSIONS = FileKind(
    table="missions",
    shipped_keys=lambda game: [data["key"] for data in rules_of(game).shipped.values()],
    shipped_names=lambda game: [name for data in rules_of(game).shipped.values() for name in data["name"].values()],
    names_in=_names_in,
    missing=lambda name: Refused("no-such-mission", field="mission", name=AsGiven(name)),
    changed=lambda name: Refused("mission-changed", field="version", name=AsGiven(name)),
    taken=lambda name: Refused("mission-taken", field="name", name=AsGiven(name)),
    too_many=lambda most: Refused("too-many-missions", most=most),
)


def read_mission(text: str, game: Game, sets: Sequence[SetData]) -> MissionData:
    """An own mission's text as plain data, ready for a table. Raises Refused, naming line and field."""
    data = data_in(text)
    try:
        if "number" in data:
            raise Malformed("unknown-field", field="number")
        rules_of(game).check(data, sets)
    except (Refused, Malformed) as fault:
        raise at_line(text, fault) from fault
    return data


def data_or_fault(game: Game, text: str, sets: Sequence[SetData]) -> MissionData | Refused:
    """A mission, or what is wrong with it now (the card set that it needed may be gone)."""
    try:
        return read_mission(text, game, sets)
    except Refused as fault:
        return fault


def sound_missions(missions: OwnFiles, cards: OwnFiles, game: Game) -> Mapping[str, MissionData]:
    """The own missions that a table can be opened with, by key."""
    sets = every_set(cards, game)
    found = ((one.key, data_or_fault(game, one.text, sets)) for one in missions.files(game))
    return {key: data for key, data in found if not isinstance(data, Refused)}


# -- changes


def add_mission(missions: OwnFiles, game: Game, text: str, data: MissionData) -> str:
    """Keep a checked mission under its own key. Returns it. Raises Refused, naming line and field."""
    try:
        return missions.add(game, data["name"][LANGUAGES[0]], text, data["key"])
    except Refused as fault:
        raise (at_line(text, fault) if fault.field == "name" else fault) from fault


def change_mission(missions: OwnFiles, game: Game, key: str, seen: int, text: str, data: MissionData) -> None:
    """Put a checked mission in the place of the version that was seen; its key stays. Raises Refused, Stale."""
    if data["key"] != key:
        raise at_line(text, Refused("mission-key-stays", field="key", key=AsGiven(key)))
    try:
        missions.change(game, key, seen, text=text, name=data["name"][LANGUAGES[0]])
    except Refused as fault:
        raise (at_line(text, fault) if fault.field == "name" else fault) from fault


def renamed(game: Game, text: str, key: str, name: Mapping[str, str]) -> str:
    """The same file under another key and name; comments stay where each of the two has a line of its own."""
    meant = {**data_in(text), "key": key, "name": dict(name)}
    changed = re.sub(r"(?m)^key\s*=.*$", lambda _: f"key = {value_text(key)}", text, count=1)
    changed = re.sub(r"(?m)^name\s*=.*$", lambda _: f"name = {value_text(name)}", changed, count=1)
    return changed if data_in(changed) == meant else rules_of(game).written(meant)

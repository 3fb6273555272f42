"""Facts of a file besides its board, and the places of values that nothing else tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.core.messages.translator import Translator, Verbatim
from app.games.memoir_44.geometry import Hex
from app.games.memoir_44.scenarios import besides as parts
from app.games.memoir_44.scenarios import census, editor_values
from app.games.memoir_44.scenarios.census import Judged
from app.games.memoir_44.scenarios.editor_file import BOARD, HEX_KEYS, EditorFile
from app.games.memoir_44.scenarios.forms import FEW
from app.games.memoir_44.scenarios.leaves import silent
from app.games.memoir_44.scenarios.names import editor

TEXTS = ("subtitle", "historical", "description", "victory", "rules", "bibliography")
EQUIPPED = {"allied": "allies_pack", "axis": "axis_pack"}
SUDDEN = "group_sudden_death"


def verbatim(text: str) -> Verbatim:
    return Verbatim(text)


def besides(file: EditorFile) -> dict[str, Any]:
    """Return titles, date, front, face, boxes of a file, and whatever else it holds, as written."""
    data, info = file.data, editor_values.part(file.data, "game_info")
    board, packs = editor_values.part(data, BOARD), editor_values.part(data, "packs")
    named = [(language, editor_values.part(editor_values.part(data, "text"), language)) for language in file.texts]
    return {
        "titles": {language: title for language, told in named if (title := _title(told))},
        "date": {end: info.get(f"date_{end}") or None for end in ("begin", "end")},
        "front": editor_values.name(info.get("front")).casefold() or None,
        "face": editor_values.name(board.get("face")).casefold(),
        "packs": sorted(str(key) for key, value in packs.items() if editor_values.is_on(value)),
        "texts": {
            language: {name: told[name] for name in TEXTS if name in told} for language, told in file.texts.items()
        },
        "game_info": {
            key: info[key]
            for key in editor()["keys"]["game_info"]
            if key != "options" and not editor_values.is_empty(info.get(key))
        },
        "equipment_packs": data.get("equipment_packs") or {},
        "labels": editor_values.several(board.get("labels")),
        "groups": editor_values.several(board.get("groups")),
    }


def _title(told: Mapping[str, Any]) -> str:
    return editor_values.title(editor_values.text(told.get("name")).split("\n")[0])


def captions(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    packs = editor_values.part(data, "equipment_packs")
    for side, key in EQUIPPED.items():
        for one in editor_values.several(packs.get(key)):
            if told := editor_values.name((editor_values.one(one) or {}).get("caption")):
                yield side, told


def groups(file: EditorFile) -> Iterator[list[Hex]]:
    """Yield the groups of hexes that a file only names together."""
    for group in editor_values.several(editor_values.part(file.data, BOARD).get("groups")):
        told = group.get("hexes") if isinstance(group, Mapping) else group
        places = [
            (editor_values.number(one.get("col")), editor_values.number(one.get("row")))
            for one in editor_values.several(told)
            if isinstance(one, Mapping)
        ]
        yield [(col, row) for col, row in places if col is not None and row is not None and file.board.has((col, row))]


def sudden_deaths(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    victory = editor_values.part(editor_values.part(data, "game_info"), "victory")
    for condition in editor_values.several(victory.get("condition")):
        found = editor_values.part(condition, SUDDEN) if isinstance(condition, Mapping) else {}
        if found:
            yield found


def texts_in(value: Any) -> Iterator[str]:
    waiting = [value]
    while waiting:
        part = waiting.pop(0)
        if isinstance(part, str):
            yield part
        elif isinstance(part, Mapping):
            waiting = [*part.values(), *waiting]
        elif isinstance(part, Sequence):
            waiting = [*part, *waiting]


# -- what is told


def more_left_out(file: EditorFile, said: Translator) -> Iterator[str]:
    more = len({name for _, name in left_out(file)}) - FEW
    if more > 0:
        yield said.translate("file-report.more", count=more)


def left_out(file: EditorFile) -> Iterator[tuple[str, str]]:
    yield from parts.unread(file.data)
    for number, entry in enumerate(editor_values.several(editor_values.part(file.data, BOARD).get("hexagons"))):
        for key, value in entry.items():
            if key not in HEX_KEYS and not editor_values.is_empty(value):
                yield f"{BOARD}.hexagons.{number}.{editor_values.name(key)}", editor_values.name(key)


def without_a_place(one: Judged) -> dict[str, Any]:
    read = {
        census.MEDAL: ("side", "group", "medal"),
        census.EXIT: ("side", "group"),
        census.END: ("side", "group"),
        census.MINE: ("side",),
    }.get(str(one.ours), ())
    keys = [key for key in ("side", "group", "medal") if key not in read]
    orientation = one.thing.given.get("orientation")
    wrong = not editor_values.is_empty(orientation) and editor_values.number(orientation) is None
    found = {key: one.thing.given[key] for key in keys if not editor_values.is_empty(one.thing.given.get(key))}
    return found | ({"orientation": orientation} if wrong else {})


def silent_in(file: EditorFile, every: Sequence[Judged]) -> list[str]:
    """Return the places of all values of a file that nothing tells."""
    return silent(file.data, {*_told_besides(file), *_told_on_hexes(file, every)})


def _told_besides(file: EditorFile) -> Iterator[str]:
    yield from ("meta_data", "packs", "equipment_packs", "options", f"{BOARD}.labels", f"{BOARD}.groups")
    yield from (f"{BOARD}.{key}" for key in ("type", "face"))
    yield from (f"game_info.{key}" for key in editor()["keys"]["game_info"])
    for language in editor_values.part(file.data, "text"):
        yield from (f"text.{editor_values.name(language)}.{part}" for part in editor()["keys"]["text"])
    yield from (place for place, _ in left_out(file))


def _told_on_hexes(file: EditorFile, every: Sequence[Judged]) -> Iterator[str]:
    told = {(one.thing.at, one.thing.kind, repr(one.thing.given)) for one in every}
    for number, _ in enumerate(editor_values.several(editor_values.part(file.data, BOARD).get("hexagons"))):
        yield from (f"{BOARD}.hexagons.{number}.{key}" for key in ("row", "col"))
    for thing in file.things:
        if (thing.at, thing.kind, repr(thing.given)) in told:
            yield from (f"{thing.path}.{key}" for key in editor()["keys"]["thing"] if key != "tags")
            if not thing.path.endswith(".tags") and thing.given.keys() == {"name"}:
                yield thing.path

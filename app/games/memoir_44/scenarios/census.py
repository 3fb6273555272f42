"""The census of a file: refereed and unrefereed things, by kind, name and count."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from app.core.errors import Refused
from app.games.memoir_44.book import ALL_TYPES, SIDES
from app.games.memoir_44.geometry import Hex, hex_written
from app.games.memoir_44.scenarios import editor_values, names
from app.games.memoir_44.scenarios.editor_file import EditorFile, Fault, Option, Thing
from app.games.memoir_44.scenarios.names import SLOTS, editor

BOAT = "boat"
MEDAL, STAR, MINE, EXIT, END = "medal", "star", "mine", "exit", "exit-end"
CAMOUFLAGE, MARK = "camouflage", "mark"
"""Purposes of a tag."""


class Unrefereed(NamedTuple):
    kind: str
    name: str


@dataclass(frozen=True)
class Judged:
    """A thing and its meaning here; None if it is not refereed.

    `odd`: badges and behaviours of it that are not.
    """

    thing: Thing
    ours: str | None
    written: str
    told: tuple[str, ...] = ()
    """Badges and behaviours of it that are refereed, in the editor's spelling."""
    odd: tuple[Unrefereed, ...] = ()

    @property
    def all_odd(self) -> tuple[Unrefereed, ...]:
        own = () if self.ours is not None else (Unrefereed(self.thing.kind, self.thing.name),)
        return (*own, *self.odd)

    @property
    def counted(self) -> Iterator[str]:
        if self.ours is not None:
            yield self.written
        yield from self.told


def judged(thing: Thing) -> Judged:
    ours, written = _ours(thing)
    told, odd = [], []
    for kind, name, found in (*_badges(thing, ours), *_behaviors(thing, ours)):
        if found is None and names.decision(kind, name) is not None:
            told.append(name.upper())
        elif found is None:
            odd.append(Unrefereed(kind, name))
        else:
            told.append(found)
    if ours in editor()["plain"].get(thing.kind, ()) and any(one.kind == "behavior" for one in odd):
        ours = None
    return Judged(thing, ours, written, tuple(told), tuple(odd))


@lru_cache(maxsize=2)
def judge(file: EditorFile) -> Sequence[Judged]:
    """Judge every thing of a file.

    An exit marker that says nothing is the other end of the row of hexes that another one names, if it is on it.
    """
    every = [judged(thing) for thing in file.things]
    rows = {at for one in every if one.ours == EXIT and not is_lone(one) for at in group_of(file, one.thing)}
    ends = [one.ours == EXIT and is_lone(one) and one.thing.at in rows for one in every]
    return tuple(replace(one, ours=END) if end else one for one, end in zip(every, ends, strict=True))


def is_lone(one: Judged) -> bool:
    return not one.thing.behaviors


def group_of(file: EditorFile, tag: Thing) -> list[Hex]:
    named = (hex_written(file.board, name) for name in editor_values.names(tag.given.get("group")))
    return list(dict.fromkeys((tag.at, *(at for at in named if at is not None))))


def _ours(thing: Thing) -> tuple[str | None, str]:
    if thing.kind in SLOTS:
        open_ = names.decision(thing.kind, thing.name)
        if open_ is not None:
            return names.meaning(open_.usual), thing.name.casefold()
        found = names.known(thing.kind, thing.name)
        return (found.ours, found.written) if found else (None, thing.name)
    if thing.kind == "unit":
        unit = names.unit_name(thing.name)
        return (unit.type, thing.name.casefold()) if unit else (None, thing.name)
    return purpose(thing), thing.name.casefold()


def purpose(tag: Thing) -> str | None:
    tags, name = editor()["tag"], tag.name.casefold()
    if medal_number(name) is not None:
        return MEDAL
    behaviors = [one.upper() for one in tag.behaviors]
    if name in tags["mark"]["names"] and tags["mark"]["behavior"] in behaviors:
        return MARK
    if name in tags["star"]:
        return STAR
    if name in tags["camouflage"]:
        return CAMOUFLAGE
    for kind in (MINE, EXIT):
        told = tags[kind]
        if name in told["names"] and (not behaviors or set(behaviors).intersection(told["behaviors"])):
            return kind
    return None


def medal_number(name: str) -> int | None:
    found = re.fullmatch(r"medal([0-9])", name)
    return int(found[1]) if found and int(found[1]) <= editor()["tag"]["medals"] else None


def side_of_medal(name: str) -> str | None:
    """Return the side that a medal belongs to; None for either side's."""
    number = medal_number(name.casefold())
    return next((side for side in SIDES if number in editor()["tag"][side]), None)


def _badges(thing: Thing, ours: str | None) -> Iterator[tuple[str, str, str | None]]:
    for name in thing.badges:
        yield "badge", name, None if names.badge(name, ours) is None else name.casefold()


def _behaviors(thing: Thing, ours: str | None) -> Iterator[tuple[str, str, str | None]]:
    for name in thing.behaviors:
        yield "behavior", name, names.behavior(name, ours, thing.kind)


def of_options(options: tuple[Option, ...]) -> Iterator[tuple[Option, str | None]]:
    for one in options:
        is_settled = not one.on or names.decision("option", one.name, one.value) is not None
        yield one, one.name.casefold() if is_settled else names.option(one.name, one.value)


# -- counted


@dataclass(frozen=True)
class Census:
    refereed: Mapping[str, int]
    not_refereed: Mapping[Unrefereed, int]
    faults: tuple[Fault, ...]


def census(file: EditorFile) -> Census:
    every = judge(file)
    refereed = Counter(name for one in every for name in one.counted)
    odd = [found for one in every for found in one.all_odd]
    _check_few(every)
    for option, written in of_options(file.options):
        if written is not None:
            refereed[written] += 1
        else:
            odd.append(Unrefereed("option", option.name))
    return Census(dict(sorted(refereed.items())), _merged(odd), (*file.faults, *_faults(file, every)))


UNKNOWN_AT_MOST = 100
"""Most names of a file that are not refereed."""


def _check_few(every: Sequence[Judged]) -> None:
    unknown: set[tuple[str, str]] = set()
    for one in every:
        unknown |= {(odd.kind, odd.name.casefold()) for odd in one.all_odd}
        if len(unknown) > UNKNOWN_AT_MOST:
            raise Refused("scenario-too-unknown", field=one.thing.path, most=UNKNOWN_AT_MOST)


def _merged(odd: list[Unrefereed]) -> dict[Unrefereed, int]:
    counts: dict[tuple[str, str], int] = {}
    first: dict[tuple[str, str], Unrefereed] = {}
    for one in odd:
        key = one.kind, one.name.casefold()
        first.setdefault(key, one)
        counts[key] = counts.get(key, 0) + 1
    return {first[key]: counts[key] for key in sorted(counts)}


def _faults(file: EditorFile, every: Sequence[Judged]) -> Iterator[Fault]:
    taken: dict[tuple[Any, str], Thing] = {}
    for one in every:
        thing = one.thing
        for key in ("equipment", "properties"):
            value = thing.given.get(key)
            if not _is_told(key, value, one.ours):
                yield Fault(key, f"{thing.place}.{key}", _where(thing))
        if thing.kind in ("terrain", "unit") and one.ours is not None:
            other = taken.setdefault((thing.at, thing.kind), thing)
            if other is not thing and (other.name, other.given) != (thing.name, thing.given):
                yield Fault("two-in-a-hex", thing.place, {**_where(thing), "name": thing.name})
    yield from _faults_of_players(file)


def _is_told(key: str, value: Any, ours: str | None) -> bool:
    known = editor()["equipment"] if key == "equipment" else {}
    names_of = [one.casefold() for one in editor_values.names(value)]
    told = bool(names_of) and all(ours in known.get(name, {}).get("on", ()) for name in names_of)
    return editor_values.is_empty(value) or told or (key == "properties" and closes_alone(value))


def closes_alone(value: Any) -> bool:
    """Return whether properties only say who may not enter, in a way that can be read."""
    told = editor_values.one(value) or {}
    others = (key for key, one in told.items() if key != editor()["closed"]["property"])
    return bool(closed_to(value)) and all(editor_values.is_empty(told[key]) for key in others)


def closed_to(properties: Any) -> dict[str, list[str]]:
    """Return the types of each side that may not enter, as properties say."""
    named = editor()["closed"]
    told = (editor_values.one(properties) or {}).get(named["property"])
    sided = editor_values.one(told)
    if sided is None:
        return {side: [*ALL_TYPES] for side in SIDES} if editor_values.is_on(told) else {}
    found: dict[str, list[str]] = {}
    for key, value in sided.items():
        side, listed = editor_values.side(key), isinstance(value, list)
        numbers = [named["types"].get(str(editor_values.number(one))) for one in editor_values.several(value)]
        types = [one for one in dict.fromkeys(numbers) if one] if listed else [*ALL_TYPES] * editor_values.is_on(value)
        if side is not None and types:
            found[side] = types
    return found


def _where(thing: Thing) -> dict[str, int]:
    return {"row": thing.at[1], "col": thing.at[0]}


def _faults_of_players(file: EditorFile) -> Iterator[Fault]:
    for number, player in enumerate(file.players, start=1):
        for key, value in (("side", player.side), ("victory", player.medals), ("cards", player.hand)):
            if value is None:
                yield Fault("not-told", f"game_info.{key}_player{number}")
    if file.first is None:
        yield Fault("not-told", "game_info.starting")


def report(file: EditorFile, name: str) -> dict[str, Any]:
    found = census(file)
    judgements = judge(file)
    players = {side: next((one for one in file.players if file.side_at(one.edge) == side), None) for side in SIDES}
    units = Counter({one.thing.at: side for one in reversed(judgements) if (side := side_of(one))}.values())
    return {
        "scenario": name,
        "board": file.board.name,
        "sides": {
            side: {
                "medals": player.medals if player else None,
                "hand": player.hand if player else None,
                "units": units[side],
            }
            for side, player in players.items()
        },
        "first": file.side_at(file.first),
        "hexes": sum(1 for _ in file.board.hexes),
        "objectives": sum(one.ours == MEDAL for one in judgements),
        "mines": sum(one.ours == MINE for one in judgements),
        "refereed": dict(found.refereed),
        "not_refereed": [{**one._asdict(), "count": count} for one, count in found.not_refereed.items()],
    }


def side_of(one: Judged) -> str | None:
    unit = names.unit_name(one.thing.name) if one.thing.kind == "unit" else None
    return unit.side if unit else None

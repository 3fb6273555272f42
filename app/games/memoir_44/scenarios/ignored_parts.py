"""Parts of a file without effect, named with their place so that none is lost in silence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.games.memoir_44.geometry import hex_written
from app.games.memoir_44.scenarios import census, editor_values, names
from app.games.memoir_44.scenarios.editor_file import EditorFile, Fault, Thing, fault_of
from app.games.memoir_44.scenarios.editor_layout import TRAIN, Layout
from app.games.memoir_44.scenarios.forms import MOST_COUNT, MOST_FIGURES

MEDAL_NUMBERS = ("counts_for", "nbr_hex")


def faults(file: EditorFile) -> Iterator[Fault]:
    yield from census.census(file).faults
    layout = Layout(file)
    yield from of_trains(layout)
    for one in layout.of(census.MEDAL):
        yield from of_medal(file, one.thing)
    for one in layout.of(census.EXIT):
        yield from of_group(file, one.thing)
    for tag in file.at("tag"):
        if not editor_values.is_empty(tag.given.get("side")) and tag.side() is None:
            yield fault_of(f"{tag.place}.side", editor_values.name(tag.given.get("side")))
    for thing in file.at("unit"):
        yield from of_unit(thing)
    stand = {thing.at for thing in file.at("unit")}
    hidden = (one.thing for one in layout.of(census.CAMOUFLAGE) if one.thing.at not in stand)
    yield from (fault_of(tag.place, tag.name) for tag in hidden)


def of_trains(layout: Layout) -> Iterator[Fault]:
    parts = [one.thing for name in TRAIN for one in layout.of(name)]
    yield from (fault_of(part.place, part.name) for part in parts if part.at not in layout.places_of_trains)
    yield from (fault_of(one.thing.place, one.thing.name) for one in layout.left_behind)


def of_medal(file: EditorFile, tag: Thing) -> Iterator[Fault]:
    rules = editor_values.part(tag.given, "medal")
    yield from of_group(file, tag)
    for one in dict.fromkeys(editor_values.names(rules.get("group"))):
        if hex_written(file.board, one) is None:
            yield fault_of(f"{tag.place}.medal.group", one)
    for key, value in rules.items():
        known = key in names.editor()["tag"]["rules"]
        wrong = key in MEDAL_NUMBERS and not is_count(value, MOST_COUNT)
        if not editor_values.is_empty(value) and (wrong or (not known and editor_values.is_on(value))):
            yield fault_of(
                f"{tag.place}.medal.{editor_values.name(key)}",
                editor_values.name(value) if wrong else editor_values.name(key),
            )


def of_group(file: EditorFile, tag: Thing) -> Iterator[Fault]:
    for one in dict.fromkeys(editor_values.names(tag.given.get("group"))):
        if hex_written(file.board, one) is None:
            yield fault_of(f"{tag.place}.group", one)


def of_unit(unit: Thing) -> Iterator[Fault]:
    figures = unit.given.get("nbr_units")
    if not editor_values.is_empty(figures) and not is_count(figures, MOST_FIGURES):
        yield fault_of(f"{unit.place}.nbr_units", editor_values.name(figures))


def is_count(value: Any, most: int) -> bool:
    found = editor_values.number(value)
    return found is not None and 1 <= found <= most

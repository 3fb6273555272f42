"""Print shop of Memoir '44: sources, needs and products."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from app.core.content.missions import MissionData
from app.core.errors import Refused
from app.core.messages.translator import Translator
from app.games.memoir_44.scenarios.briefing import words_in
from app.games.memoir_44.scenarios.files import scenarios
from printables.memoir_44.needs import SHEETS, picked
from printables.memoir_44.source import GAME, Source, looks, plain_source, table_source
from printables.paper import Settings, one_of
from printables.pieces import POKER, Job
from printables.shops import Choice, PrintSources, Shop, blanks, calibration, label_of_blank

# -- sources


def read_scenario(text: str, stock: PrintSources) -> MissionData:
    every = scenarios() if text in scenarios() else {**scenarios(), **stock.missions()}
    return without_its_prose(every[one_of(list(every), text, "mission")])


def without_its_prose(data: MissionData) -> MissionData:
    return {name: value for name, value in data.items() if name != "texts" or not data.get("imported")}


def scenarios_in(stock: PrintSources, speech: Translator) -> list[tuple[str, str]]:
    every = {**scenarios(), **stock.missions()}
    return [(key, words_in(data)[f"mission.{key}"][speech.language]) for key, data in every.items()]


def read_width(text: str, stock: PrintSources) -> float:
    size = looks()["hexagon"]
    try:
        width = float(text.replace(",", "."))
    except ValueError as error:
        raise Refused("wrong-pattern", field="hexagon") from error
    if not width >= size["least"]:
        raise Refused("too-small", field="hexagon", limit=size["least"])
    if width > size["most"]:
        raise Refused("too-big", field="hexagon", limit=size["most"])
    return width


def widths(stock: PrintSources, speech: Translator) -> list[tuple[str, str]]:
    size = looks()["hexagon"]
    steps = round((size["last"] - size["first"]) / size["step"]) + 1
    offered = [size["first"] + step * size["step"] for step in range(steps)]
    return [(f"{width:g}", f"{speech.number(width)} mm") for width in offered]


CHOICES = (
    Choice("mission", "mission", "Exactly what this scenario needs, and its sheet.", scenarios_in, read_scenario),
    Choice(
        "hexagon",
        "hexagon",
        "The width of your board's hexes from side to side, in millimetres.",
        widths,
        read_width,
        lambda language: f"{looks()['hexagon']['width']:g}",
        lambda source, width: replace(source, hexagon=width),
    ),
)


def chosen_source(language: str, chosen: Mapping[str, Any], address: str = "") -> Source:
    return plain_source(language, chosen.get("mission"), chosen.get("hexagon"), address)


# -- products


# Import a product's module only when it is printed, so that short jobs start sooner.


def _tokens(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.memoir_44 import tokens

    return [tokens.token_batch(source, wanted)]


def _hexes(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.memoir_44 import tiles

    return [tiles.batch(source, "hexes", wanted)]


def _strips(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.memoir_44 import tiles

    return [tiles.batch(source, "strips", wanted)]


def _badges(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.memoir_44 import tokens

    return [tokens.badge_batch(source, wanted)]


def _terrain_cards(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.memoir_44 import cards

    return [cards.batch("terrain-cards", source, wanted, settings.has_backs)]


def _topic_cards(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.memoir_44 import cards

    return [cards.batch("topic-cards", source, wanted, settings.has_backs)]


def _command_cards(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.memoir_44 import command_cards

    return [command_cards.batch(source, wanted, POKER)]


def _set_up(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.memoir_44 import sheets

    return sheets.set_up(source, settings) * sum(wanted.values())


def _evening(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.memoir_44 import sheets

    return sheets.evening(source, settings) * sum(wanted.values())


def _evening_large(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.memoir_44 import sheets

    return sheets.evening(source, settings, large=True) * sum(wanted.values())


def _reference(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.memoir_44 import sheets

    return sheets.reference(source, settings) * sum(wanted.values())


PRODUCTS: Mapping[str, Callable[[Source, Mapping[str, int], Settings], Job]] = {
    "round-tokens": _tokens,
    "hexes": _hexes,
    "strips": _strips,
    "badges": _badges,
    "terrain-cards": _terrain_cards,
    "topic-cards": _topic_cards,
    "command-cards": _command_cards,
    "set-up": _set_up,
    "evening": _evening,
    "evening-large": _evening_large,
    "reference": _reference,
    "blanks": blanks,
    "calibration": calibration,
}


def label(product: str, thing: str, speech: Translator) -> str:
    if product == "blanks":
        return label_of_blank(thing, speech)
    if product == "command-cards":
        card, _, section = thing.partition("/")
        return f"{speech.name(card)}, {speech.name(section)}" if section else speech.name(card)
    words = {"topic-cards": f"topic.{thing}", **{sheet: f"product.{sheet}" for sheet in SHEETS}}
    key = words.get(product, f"thing.{thing}")
    return speech.translate(key) if speech.has(key) else speech.name(thing)


SHOP = Shop(
    game=GAME,
    title=f"name.{GAME}",
    plain_source=chosen_source,
    table_source=table_source,
    sample=lambda language: plain_source(language, next(iter(scenarios().values()))),
    needs=picked,
    products=PRODUCTS,
    label=label,
    choices=CHOICES,
    sheets=frozenset(SHEETS),
    optional=frozenset({"command-cards"}),
)

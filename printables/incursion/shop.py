"""Print shop of Incursion: sources, needs and products."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from app.core.errors import Refused
from app.core.messages.translator import Translator
from app.games.incursion.book import EDITIONS, SIDES, card_set, card_texts, missions
from printables.incursion.needs import SHEETS, counters, most_of, picked
from printables.incursion.source import (
    GAME,
    Source,
    paper_words,
    pictures_of,
    plain_source,
    recorded,
    table_source,
    with_forces,
    with_pictures,
)
from printables.paper import Settings, check_near, one_of
from printables.pieces import Face, Job
from printables.shops import Choice, Count, PrintSources, Shop, blanks, calibration, label_of_blank

# -- sources


def read_edition(text: str, stock: PrintSources) -> str:
    return one_of(EDITIONS, text, "edition")


def edition_of(language: str) -> str:
    return next((edition for edition in EDITIONS if edition.startswith(language)), EDITIONS[0])


def read_mission(text: str, stock: PrintSources) -> int:
    named = {str(number): number for number in missions()}
    return named[one_of(list(named), text, "mission")]


def missions_in(stock: PrintSources, speech: Translator) -> list[tuple[str, str]]:
    return [(str(number), f"{number} · {speech.translate(f'mission.{number}')}") for number in missions()]


def read_cards(text: str, stock: PrintSources) -> Mapping[str, Any]:
    if text in card_texts():
        return card_set(text)
    try:
        return stock.card_set(text)
    except Refused as no:
        if no.code == "no-such-card-set":
            check_near([*card_texts(), *(key for key, _ in stock.card_sets())], text, "cards")
        raise


CHOICES = (
    Choice("mission", "mission", "Exactly what this mission needs.", missions_in, read_mission),
    Choice(
        "edition",
        "edition",
        f"The rulebook: {', '.join(EDITIONS)}.",
        lambda stock, speech: [(edition, speech.name(edition)) for edition in EDITIONS],
        read_edition,
        edition_of,
    ),
    Choice(
        "cards",
        "card-set",
        "A card set: its key, or its file (TOML or CSV).",
        lambda stock, speech: stock.card_sets(),
        read_cards,
        lambda language: "starter",
    ),
)


def models_by_side(source: Source) -> dict[str, dict[str, int]]:
    return {
        side: {key: most_of(source, key, card) for key, card in source.book.models.items() if card.side == side}
        for side in SIDES
    }


FORCES = Count(
    "forces",
    "force",
    "A model card of the forces, as CARD=N; several times.",
    models_by_side,
    with_forces,
)


def chosen_source(language: str, chosen: Mapping[str, Any], address: str = "") -> Source:
    return plain_source(
        chosen.get("edition"), language, chosen.get("mission"), cards=chosen.get("cards"), address=address
    )


# -- products


# Import a product's module only when it is printed, so that short jobs start sooner.


def _model_cards(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.incursion import model_cards

    return [model_cards.batch(source, wanted)]


def _battle_cards(source: Source, wanted: Mapping[str, int], settings: Settings, kept: bool = False) -> Job:
    from printables.incursion import battle_cards

    return [battle_cards.batch(source, wanted, kept)]


def _counters(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.incursion import counters

    return counters.batches(source, wanted)


def _stand_ups(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.incursion import standups

    return [standups.batch(source, wanted)]


def _leaf(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.incursion import leaf

    return [leaf.batch(source, sum(wanted.values()), settings)]


def _reference(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.incursion import reference

    return reference.sheets(source) * sum(wanted.values())


def _mission(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.incursion import mission_sheet

    return mission_sheet.sheets(source) * sum(wanted.values())


def _record(source: Source, wanted: Mapping[str, int], settings: Settings) -> Job:
    from printables.incursion import record

    return [record.sheet(source)] * sum(wanted.values())


PRODUCTS: Mapping[str, Callable[[Source, Mapping[str, int], Settings], Job]] = {
    "model-cards": _model_cards,
    "battle-cards": _battle_cards,
    "experience-cards": partial(_battle_cards, kept=True),
    "counters": _counters,
    "stand-ups": _stand_ups,
    "leaf": _leaf,
    "reference": _reference,
    "mission": _mission,
    "campaign-record": _record,
    "blanks": blanks,
    "calibration": calibration,
}


def card_back(source: Source) -> Face:
    from printables.incursion import battle_cards

    return battle_cards.back(source)


def pictured_counters(language: str) -> dict[str, str]:
    """Return the counters that may have a player's picture: open ones that do not stand up."""
    speech = Translator({**paper_words()}, language)
    return {key: label("counters", key, speech) for key, one in counters().items() if one.may_have_picture}


def label(product: str, thing: str, speech: Translator) -> str:
    if product == "blanks":
        return label_of_blank(thing, speech)
    words = {"counters": f"counter.{thing}", **{sheet: f"product.{sheet}" for sheet in SHEETS}}
    key = words.get(product, "")
    return speech.translate(key) if speech.has(key) else speech.name(thing)


SHOP = Shop(
    game=GAME,
    title=f"name.{GAME}",
    plain_source=chosen_source,
    table_source=table_source,
    sample=lambda language: plain_source(edition_of(language), language, 1),
    needs=picked,
    products=PRODUCTS,
    label=label,
    choices=CHOICES,
    counts=(FORCES,),
    sheets=frozenset(SHEETS),
    optional=frozenset(("reference", "mission")),
    provenance=True,
    recorded=recorded,
    card_back=card_back,
    pictures_of=pictures_of,
    with_pictures=with_pictures,
    pictured_counters=pictured_counters,
)

"""View models of cards: values with provenance, and differences between two sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.core.content.cards.fields import PROVENANCES, CardRules, SetData, fields_of
from app.core.content.cards.labels import (
    DifferingCard,
    DifferingValue,
    SourcedValue,
    counted_text,
    differences,
    label,
    source_text,
    value_text,
)
from app.core.content.cards.pictures import Photo, photos_of, pictures_of
from app.core.errors import Refused
from app.core.game.definition import Game
from app.core.messages.translator import Translator
from app.web.files.card_catalog import CardSetListing, rules_of, speech_of
from app.web.request.guard import store
from app.web.request.rendering import render_page
from app.web.wording import Choice, choices_of


def card_page(template: str, game: Game, said: Translator, **shown: Any) -> str:
    return render_page(f"cards/{template}.html", said, game=game, **shown)


@dataclass(frozen=True)
class Source:
    key: str
    text: str

    @property
    def letter(self) -> str:
        return self.text[0].upper()


def source_of(said: Translator, key: str | None) -> Source | None:
    return Source(key, source_text(said, key)) if key else None


def legend(said: Translator) -> list[Source]:
    return [Source(key, source_text(said, key)) for key in PROVENANCES]


# -- sets and their cards


@dataclass(frozen=True)
class ShownValue:
    field: str
    label: str
    text: str
    source: Source | None


@dataclass(frozen=True)
class ShownCard:
    key: str
    name: str
    side: str
    text: str
    values: list[ShownValue]
    photos: tuple[Photo, ...] = ()


@dataclass(frozen=True)
class ShownSection:
    key: str
    name: str
    cards: list[ShownCard]


def sections_of(data: SetData, rules: CardRules, said: Translator) -> list[ShownSection]:
    photos, sections = photos_in(data), []
    for section in rules.forms:
        cards = data.get(section, {}).items()
        shown = [shown_card(rules, section, key, card, said, photos.get(key, ())) for key, card in cards]
        sections.append(ShownSection(section, said.translate(f"card-section.{section}"), shown))
    return sections


def photos_in(data: SetData) -> dict[str, tuple[Photo, ...]]:
    """Return card or counter → its photos whose files are here, all looked up at once."""
    every = {key: photos_of(data, key) for key in pictures_of(data)}
    here = store().pictures.known(photo.file for photos in every.values() for photo in photos)
    return {key: tuple(photo for photo in photos if photo.file in here) for key, photos in every.items()}


def shown_card(
    rules: CardRules, section: str, key: str, card: Mapping[str, Any], said: Translator, photos: tuple[Photo, ...]
) -> ShownCard:
    text = said.translate(f"card-text.{key}") if card.get("text") else ""
    stated = [one.name for one in fields_of(rules, section) if one.name in card and one.kind != "words"]
    values = [shown_value(said, name, SourcedValue(card[name], card["from"].get(name))) for name in stated]
    return ShownCard(key, said.translate(f"name.{key}"), card.get("side") or "", text, values, photos)


def shown_value(said: Translator, name: str, one: SourcedValue) -> ShownValue:
    return ShownValue(name, label(said, name), value_text(said, name, one.value), source_of(said, one.source))


def size_text(one: CardSetListing, said: Translator) -> str | None:
    return None if isinstance(one.read, Refused) else counted_text(said, one.rules, one.read)


# -- differences


@dataclass(frozen=True)
class ShownDifference:
    label: str
    left: ShownValue
    right: ShownValue


@dataclass(frozen=True)
class ShownDiffering:
    """A card that differs between two sets, or that only the set `only` has."""

    key: str
    name: str
    only: str | None
    values: list[ShownDifference]


def shown_difference(said: Translator, one: DifferingValue) -> ShownDifference:
    return ShownDifference(
        label(said, one.name), shown_value(said, one.name, one.left), shown_value(said, one.name, one.right)
    )


def shown_differing(
    said: Translator, card: DifferingCard, left: CardSetListing, right: CardSetListing
) -> ShownDiffering:
    only = {"left": left.name, "right": right.name}.get(card.only or "")
    return ShownDiffering(
        card.key, said.translate(f"name.{card.key}"), only, [shown_difference(said, value) for value in card.values]
    )


@dataclass(frozen=True)
class Comparison:
    left: tuple[Choice, ...]
    right: tuple[Choice, ...]
    names: tuple[str, ...] = ()
    found: list[ShownDiffering] | None = None


def comparison_of(shelf: list[CardSetListing], keys: tuple[str, str], chosen: list[CardSetListing]) -> Comparison:
    """Return the comparison of the chosen sets.

    Propose another than the first if no second one was asked for.
    """
    names = {one.key: one.name for one in shelf}
    other = keys[1] or next((key for key in reversed(names) if key != keys[0]), "")
    left, right = (choices_of(names, lambda key: names[key], [key]) for key in (keys[0], other))
    if len(chosen) < 2:
        return Comparison(left, right)
    one, two = chosen
    said = speech_of(one.game, one.data, two.data)
    found = differences(one.data, two.data, rules_of(one.game))
    return Comparison(left, right, (one.name, two.name), [shown_differing(said, card, one, two) for card in found])

"""Fields of a card's form: label, control, allowed values, current value and provenance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.core.content.cards.edit import one
from app.core.content.cards.fields import PROVENANCES, CardField, Kind
from app.core.content.cards.labels import label, source_text, value_text
from app.core.messages.translator import Translator
from app.web.files.card_views import Source, source_of
from app.web.wording import Choice, choices_of

Texts = Mapping[str, Sequence[str]]
LONG = ("text",)
"""Text fields with several lines."""


@dataclass(frozen=True)
class Part:
    column: str
    label: str
    text: str

    @property
    def language(self) -> str:
        return self.column.rpartition(".")[2]


@dataclass(frozen=True)
class ShownField:
    """A form field: `parts` are typed, `choices` tapped, `origins` list its possible provenance."""

    name: str
    kind: Kind
    label: str
    hint: str
    source: Source | None
    origins: tuple[Choice, ...]
    parts: tuple[Part, ...]
    choices: tuple[Choice, ...]
    low: int | None
    high: int | None
    required: bool
    long: bool


def shown_fields(
    fields: Sequence[CardField], texts: Texts, sources: Mapping[str, str], said: Translator
) -> list[ShownField]:
    asked = [field for field in fields if field.kind != "several" or field.choices]
    return [shown_field(field, texts, sources.get(field.name), said) for field in asked]


def shown_field(field: CardField, texts: Texts, source: str | None, said: Translator) -> ShownField:
    hint = f"card-hint.{field.name}"
    return ShownField(
        name=field.name,
        kind=field.kind,
        label="" if field.kind == "words" else label(said, field.name),
        hint=said.translate(hint) if said.has(hint) else "",
        source=source_of(said, source),
        origins=choices_of(PROVENANCES, lambda key: source_text(said, key), [one(texts, f"from.{field.name}")]),
        parts=tuple(Part(column, label(said, column), typed_text(texts, column)) for column in parts_of(field)),
        choices=choices_in(field, texts, said),
        low=field.low,
        high=field.high,
        required=field.required,
        long=field.name in LONG,
    )


def parts_of(field: CardField) -> list[str]:
    return field.columns if field.kind in ("words", "number", "numbers") else []


def typed_text(texts: Texts, column: str) -> str:
    return texts[column][-1] if texts.get(column) else ""


def choices_in(field: CardField, texts: Texts, said: Translator) -> tuple[Choice, ...]:
    if field.kind == "flag":
        return (Choice("1", said.name(True), bool(texts.get(field.name))),)
    if field.kind not in ("choice", "several"):
        return ()
    chosen = list(dict.fromkeys(texts.get(field.name, ())))
    values = choices_of(field.choices, lambda value: value_text(said, field.name, value), chosen)
    open_end = field.kind == "choice" and not field.required and field.default is None
    return (Choice("", "–"), *values) if open_end else values

"""Edits of a card in a form: a changed value becomes the host's own unless sourced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from app.core.content.cards.csv_format import number
from app.core.content.cards.fields import OWN, PICTURES, CardField, SetData

Given = Mapping[str, Sequence[str]]
"""The texts sent for each form field; fields are named like the columns of a spreadsheet."""


def typed_card(fields: Sequence[CardField], given: Given, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the card that a form describes, without validation.

    `before` is the card before the edit, empty for a new one.
    """
    card: dict[str, Any] = {}
    sources: dict[str, str] = {}
    for field in fields:
        value = _typed(field, given, before)
        if field.kind == "words":
            card[field.name] = value
            continue
        chosen = one(given, f"from.{field.name}")
        changed = value != before.get(field.name, field.default)
        kept = field.name in before and not changed
        if value is not None and (field.required or chosen or kept or value != field.default):
            card[field.name] = value
            sources[field.name] = chosen or (before["from"].get(field.name, OWN) if kept else OWN)
    return {**card, "from": sources}


def one(given: Given, name: str) -> str:
    """Return the last text sent for a field with single spaces, or an empty text."""
    texts = given.get(name, ())
    return " ".join(texts[-1].split()) if texts else ""


def _typed(field: CardField, given: Given, before: Mapping[str, Any]) -> Any:
    if field.kind == "words":
        return {column.rpartition(".")[2]: one(given, column) for column in field.columns}
    if field.kind == "flag":
        return field.name in given
    if field.kind == "numbers":
        texts = {part: one(given, f"{field.name}.{part}") for part in field.choices}
        numbers = {part: number(text) for part, text in texts.items() if text}
        return {part: value for part, value in numbers.items() if value != 0}
    if field.kind == "several":
        ticked, was = list(given.get(field.name, ())), before.get(field.name, [])
        return list(was) if sorted(ticked) == sorted(was) else ticked
    text = one(given, field.name)
    return (number(text) if field.kind == "number" else text) if text else None


def as_typed(fields: Sequence[CardField], card: Mapping[str, Any]) -> dict[str, list[str]]:
    shown: dict[str, list[str]] = {}
    for field in fields:
        value = field.of(card)
        if isinstance(value, Mapping):
            shown |= {f"{field.name}.{part}": [str(inside)] for part, inside in value.items()}
        elif isinstance(value, list):
            shown[field.name] = value
        elif value is not None and value is not False:
            shown[field.name] = [str(value)]
    return shown


# -- whole sets


def with_card(data: SetData, section: str, key: str, card: Mapping[str, Any]) -> SetData:
    """Return a set with this card, in its old place or at the end of its section."""
    changed = deepcopy(dict(data))
    changed.setdefault(section, {})[key] = card
    return changed


def without_card(data: SetData, section: str, key: str) -> SetData:
    changed = deepcopy(dict(data))
    del changed[section][key]
    changed.get(PICTURES, {}).pop(key, None)
    return {name: cards for name, cards in changed.items() if cards}

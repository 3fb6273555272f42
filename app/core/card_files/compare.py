"""What differs between two card sets, value by value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.core.card_files.fields import CardRules, SetData, fields_of


@dataclass(frozen=True)
class SourcedValue:
    """A value as one of the sets has it, and where it is from (texts, and what a card leaves to the form: nowhere)."""

    value: Any
    source: str | None


@dataclass(frozen=True)
class DifferingValue:
    """One value of one card (of a text: in one language) that two sets have differently."""

    name: str
    left: SourcedValue
    right: SourcedValue


@dataclass(frozen=True)
class DifferingCard:
    """A card that two sets have differently, or only one of them (`only`: left, right) has at all."""

    section: str
    key: str
    only: str | None
    values: tuple[DifferingValue, ...] = ()


def differences(left: SetData, right: SetData, rules: CardRules) -> Iterator[DifferingCard]:
    """Every card that is not the same in both sets."""
    for section in rules.forms:
        one, other = left.get(section, {}), right.get(section, {})
        for key in dict.fromkeys((*one, *other)):
            if key not in one or key not in other:
                yield DifferingCard(section, key, "left" if key in one else "right")
            elif values := tuple(card_differences(rules, section, one[key], other[key])):
                yield DifferingCard(section, key, None, values)


def card_differences(
    rules: CardRules, section: str, left: Mapping[str, Any], right: Mapping[str, Any]
) -> Iterator[DifferingValue]:
    """Every value that two cards have differently."""
    for field in fields_of(rules, section):
        if field.kind == "words":
            for language in left[field.name]:
                texts = [SourcedValue(card[field.name][language], None) for card in (left, right)]
                if texts[0] != texts[1]:
                    yield DifferingValue(f"{field.name}.{language}", *texts)
            continue
        values = [SourcedValue(field.of(card), card["from"].get(field.name)) for card in (left, right)]
        if values[0] != values[1]:
            yield DifferingValue(field.name, *values)

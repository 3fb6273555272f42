"""Labels of cards: fields, values and sources in a language, and the size of a set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.core.content.cards.fields import CardRules, SetData, fields_of
from app.core.messages.translator import Translator, signed


def label(said: Translator, name: str) -> str:
    """Return the label of a field: `limit`, `name.es`; a part may use its label as a value."""
    as_value = f"card-value.{name}"
    return said.translate(as_value if "." in name and said.has(as_value) else word_of(name))


def word_of(name: str) -> str:
    return f"card-field.{name.replace('.', '-')}"


def value_text(said: Translator, name: str, value: Any) -> str:
    if value is None or value in ([], {}):
        return "–"
    if isinstance(value, Mapping):
        numbers = ((value_text(said, name, part), number) for part, number in value.items())
        return ", ".join(f"{part} {signed(number)}" for part, number in numbers)
    if isinstance(value, list):
        return ", ".join(value_text(said, name, part) for part in value)
    worded = f"card-value.{name}.{value}"
    return said.translate(worded) if said.has(worded) else said.name(value)


def source_text(said: Translator, name: str | None) -> str:
    """Return the source of a value as text; `name` is None if the card uses the default."""
    return said.translate(f"provenance.{name or 'unstated'}")


def counted_text(said: Translator, rules: CardRules, data: SetData) -> str:
    counts = rules.counted(data)
    singular = (f"card-set.counted-one-{name}" for name, count in counts.items() if count == 1)
    return said.translate(next((key for key in singular if said.has(key)), "card-set.counted"), **counts)


@dataclass(frozen=True)
class SourcedValue:
    """A value of one set with its source; texts and default values have none."""

    value: Any
    source: str | None


@dataclass(frozen=True)
class DifferingValue:
    """A value of a card that differs between two sets; texts are compared by language."""

    name: str
    left: SourcedValue
    right: SourcedValue


@dataclass(frozen=True)
class DifferingCard:
    """A card that differs between two sets, or that is in `only` one: left or right."""

    section: str
    key: str
    only: str | None
    values: tuple[DifferingValue, ...] = ()


def differences(left: SetData, right: SetData, rules: CardRules) -> Iterator[DifferingCard]:
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

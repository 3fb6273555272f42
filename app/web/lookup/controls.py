"""Form controls of a ruling's facts: type, choices and error message of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from app.core.messages.translator import Translator
from app.web.lookup.ruling_form import Fact
from app.web.lookup.ruling_view import Form, fact_label, value_label
from app.web.wording import Choice, choices_of

Look = Literal["rows", "group", "switch", "radios", "boxes", "number", "text"]
LOOKS: dict[str, Look] = {
    "rows": "rows", "series": "rows", "group": "group", "switch": "switch", "choice": "radios", "some": "boxes",
    "number": "number", "text": "text", "written": "text",
}  # fmt: skip
SHORT = 5
"""Maximum letters of a choice that can share a row with others."""
TILES_AT_MOST = 8
"""Maximum number of values shown as tiles; of more, the first stand in front and the others are folded."""
KINDS_IN_FRONT, PLACES_IN_FRONT = 4, 12
"""The number of tiles before the folded ones: of choices of one, and of choices of several."""
LONGEST_NAME, LONGEST_WRITTEN = 40, 400
"""Maximum letters of a line of text: a name, or a written value."""


@dataclass(frozen=True)
class Fault:
    """A refusal in words with its rule, and the control it concerns (empty: the whole page)."""

    place: str | None
    message: str
    rule: str | None


@dataclass(frozen=True)
class Control:
    look: Look
    place: str
    label: str
    value: Any = ""
    choices: tuple[Choice, ...] = ()
    low: int | None = None
    high: int | None = None
    rows: tuple[tuple[Control, ...], ...] = ()
    most: int = LONGEST_NAME
    """Maximum letters of a line of text."""
    usual: tuple[Any, ...] = ()
    """Numbers that scripts set with one tap."""
    first: int = 0
    """The number of choices before the folded ones; 0: all."""

    @property
    def in_front(self) -> tuple[Choice, ...]:
        """The choices in sight: the first, and any other that is chosen."""
        if len(self.choices) <= TILES_AT_MOST or not self.first:
            return self.choices
        return tuple(one for place, one in enumerate(self.choices) if place < self.first or one.chosen)

    @property
    def folded(self) -> tuple[Choice, ...]:
        in_front = self.in_front
        return tuple(one for one in self.choices if one not in in_front)

    @property
    def is_short(self) -> bool:
        return all(len(choice.text) <= SHORT for choice in self.choices)


def controls(form: Form, said: Translator) -> list[Control]:
    return _controls_of(form, said, seldom=False)


def seldom_controls(form: Form, said: Translator) -> list[Control]:
    return _controls_of(form, said, seldom=True)


def seldom_open(form: Form, fault: Fault | None) -> bool:
    """Return whether a fact that few questions need has been set or refused."""
    seldom = [fact for fact in form.facts if fact.seldom]
    blamed = fault.place.partition(".")[0] if fault and fault.place else None
    return any(form.given.get(fact.name, fact.first) != fact.first or fact.name == blamed for fact in seldom)


def _controls_of(form: Form, said: Translator, *, seldom: bool) -> list[Control]:
    asked = [fact for fact in form.facts if not fact.rolled and fact.seldom is seldom]
    return [control(form, fact, form.given.get(fact.name), fact.name, said) for fact in asked]


def control(form: Form, fact: Fact, value: Any, place: str, said: Translator) -> Control:
    look, title = LOOKS[fact.kind], fact_label(form.ruling, fact.name, said)
    if look == "rows":
        one = _step if fact.kind == "series" else _row
        rows = (one(form, fact, row, f"{place}.{number}", said) for number, row in enumerate(value or []))
        return Control(look, place, title, rows=tuple(rows))
    if look == "group":
        return Control(look, place, title, rows=(_row(form, fact, value or {}, place, said),))
    shown = "" if value is None else fact.written.write(value) if fact.written else value
    chosen = list(value or []) if look == "boxes" else [shown]
    choices = ((Choice("", said.name(None), shown == ""),) if fact.optional else ()) + choices_of(
        fact.values, lambda one: value_label(fact.name, one, said), chosen
    )
    most = LONGEST_WRITTEN if fact.written else LONGEST_NAME
    first = KINDS_IN_FRONT if look == "radios" else PLACES_IN_FRONT
    return Control(look, place, title, shown, choices, fact.low, fact.high, most=most, usual=fact.usual, first=first)


def _row(form: Form, fact: Fact, row: Mapping[str, Any], place: str, said: Translator) -> tuple[Control, ...]:
    asked = [field for field in fact.fields if not field.rolled]
    return tuple(control(form, field, row.get(field.name), f"{place}.{field.name}", said) for field in asked)


def _step(form: Form, fact: Fact, value: Any, place: str, said: Translator) -> tuple[Control, ...]:
    choices = choices_of(fact.values, lambda one: value_label(fact.name, one, said), [value])
    return (Control("radios", place, fact_label(form.ruling, fact.name, said), value, choices, first=PLACES_IN_FRONT),)


@dataclass(frozen=True)
class OpenQuestion:
    place: str
    label: str
    choices: tuple[Choice, ...]

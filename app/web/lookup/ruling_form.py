"""The facts of a ruling as a form, and reading their values from a query."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from werkzeug.datastructures import MultiDict

from app.core.rules.inputs import BookEntry, DiceField, NotRemembered, OrderedValues, Seldom, TextFormat, entries

Kind = Literal["choice", "switch", "number", "text", "written", "some", "series", "die", "dice", "rows", "group"]
Query = MultiDict[str, str]
Mark = TypeVar("Mark")
NUMBER = re.compile(r"-?[0-9]{1,100}")
"""Longer than any limit, so that an out-of-range number is refused with its limit, not as a wrong type."""
MOST_ROWS = 99


@dataclass(frozen=True)
class Fact:
    """A fact of a form: its kind, allowed values (of dice: their faces) and initial value.

    `fields` are those of each row or of the group; a series holds its values in order. `optional`: may stay open.
    `written`: how a line of text is parsed and formatted. `usual`: numbers set with one tap. `anew`: not remembered for
    the next question. `seldom`: few questions need it. `besides`: faces of dice with an extra effect.
    """

    name: str
    kind: Kind
    first: Any = None
    values: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    fields: tuple[Fact, ...] = ()
    optional: bool = False
    written: TextFormat | None = None
    usual: tuple[Any, ...] = ()
    anew: bool = False
    seldom: bool = False
    besides: tuple[Any, ...] = ()

    @property
    def rolled(self) -> bool:
        return self.kind in ("die", "dice")


# -- from the model of a ruling


def facts_of(form: type[BaseModel], book: Any) -> tuple[Fact, ...]:
    """Return the facts of a form in order. Raise TypeError for a type without a control."""
    return tuple(fact_of(info.alias or name, info, book) for name, info in form.model_fields.items())


def fact_of(name: str, info: FieldInfo, book: Any) -> Fact:
    plain, marks = type_and_marks(info.annotation)
    marks = [*marks, *info.metadata]
    written = mark_of(TextFormat, marks)
    if written is not None:
        return Fact(name, "written", first_of(info, info.examples), written=written)
    listed, dice = mark_of(BookEntry, marks), mark_of(DiceField, marks)
    kind = kind_of(name, plain, dice is not None, listed is not None)
    if kind == "rows":
        fields = facts_of(get_args(plain)[0], book)
        return Fact(name, kind, [first_values(fields, 1)], fields=fields)
    if kind == "group":
        fields = facts_of(plain, book)
        return Fact(name, kind, first_values(fields), fields=fields)
    if kind == "some" and any(isinstance(mark, OrderedValues) for mark in marks):
        kind = "series"
    values = entries(book, listed.place) if listed is not None else literal_values(plain)
    if dice is not None:
        return Fact(name, kind, None, dice.faces or values, besides=dice.besides)
    low, high = limit(marks, "ge"), limit(marks, "le")
    first = first_of(info, [usual_value(kind, values, low, info.examples)])
    fact = Fact(name, kind, first, values, low, high, optional=kind == "choice" and first is None)
    anew, seldom = (mark_of(mark, marks) is not None for mark in (NotRemembered, Seldom))
    return replace(fact, usual=usual_numbers(kind, info.examples), anew=anew, seldom=seldom)


def usual_numbers(kind: Kind, examples: list[Any] | None) -> tuple[Any, ...]:
    return tuple(examples) if kind == "number" and examples and len(examples) > 1 else ()


def mark_of(kind: type[Mark], marks: list[Any]) -> Mark | None:
    return next((mark for mark in marks if isinstance(mark, kind)), None)


def first_of(info: FieldInfo, usual: list[Any] | None) -> Any:
    return (usual or [None])[0] if info.is_required() else info.get_default(call_default_factory=True)


def type_and_marks(annotation: Any) -> tuple[Any, list[Any]]:
    marks: list[Any] = []
    while True:
        if get_origin(annotation) is Annotated:
            marks += annotation.__metadata__
            annotation = annotation.__origin__
        elif get_origin(annotation) in (Union, UnionType):
            annotation = next(part for part in get_args(annotation) if part is not NoneType)
        else:
            return annotation, marks


def kind_of(name: str, plain: Any, rolled: bool, listed: bool) -> Kind:
    many = get_origin(plain) is list
    if isinstance(plain, type) and issubclass(plain, BaseModel):
        return "group"
    if rolled:
        return "dice" if many else "die"
    if many:
        inner = get_args(plain)[0]
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            return "rows"
        if listed or get_origin(inner) is Literal:
            return "some"
    if listed or get_origin(plain) is Literal:
        return "choice"
    simple: dict[Any, Kind] = {bool: "switch", int: "number", str: "text"}
    if plain not in simple:
        raise TypeError(f"{name}: no page asks for {plain}")
    return simple[plain]


def literal_values(plain: Any) -> tuple[Any, ...]:
    inner = get_args(plain)[0] if get_origin(plain) is list else plain
    return get_args(inner) if get_origin(inner) is Literal else ()


def limit(marks: list[Any], name: Literal["ge", "le"]) -> int | None:
    return next((getattr(mark, name) for mark in marks if hasattr(mark, name)), None)


def usual_value(kind: Kind, values: tuple[Any, ...], low: int | None, examples: list[Any] | None) -> Any:
    if kind in ("some", "series", "switch"):
        return False if kind == "switch" else []
    if kind == "choice":
        return values[0]
    return examples[0] if examples else low


def first_values(fields: tuple[Fact, ...], number: int = 0) -> dict[str, Any]:
    asked = [field for field in fields if not field.rolled]
    return {field.name: str(number) if field.kind == "text" else field.first for field in asked}


# -- from a query


def values_in(query: Query, facts: tuple[Fact, ...], *, whole: bool, prefix: str = "") -> dict[str, Any]:
    given = {fact.name: value_in(query, fact, prefix + fact.name, whole) for fact in facts}
    return {name: value for name, value in given.items() if value is not None}


def value_in(query: Query, fact: Fact, at: str, whole: bool) -> Any:
    """Return the value of a fact in a query, or None if the query does not contain it."""
    if fact.kind == "switch":
        return at in query if whole else (True if at in query else None)
    if fact.kind == "rows":
        rows = numbers_after(at, query)
        return [values_in(query, fact.fields, whole=whole, prefix=f"{at}.{row}.") for row in rows] or None
    if fact.kind == "group":
        return values_in(query, fact.fields, whole=whole, prefix=f"{at}.") or None
    if fact.kind == "series":
        return [typed_value(fact, query[f"{at}.{place}"]) for place in numbers_after(at, query)] or None
    if fact.kind == "some":
        chosen = [typed_value(fact, text) for text in query.getlist(at)]
        # The initial value says that there is nothing else: it goes with the first other one.
        return ([one for one in chosen if one not in (fact.first or ())] or chosen) if whole or at in query else None
    if fact.kind == "dice":
        texts = [query[f"{at}.{die}"] for die in numbers_after(at, query)]
        return [typed_value(fact, text) for text in texts if text] or None
    return typed_value(fact, query[at]) if query.get(at) else None


def numbers_after(at: str, query: Query) -> list[int]:
    pattern = re.compile(rf"{re.escape(at)}\.(\d{{1,3}})(?:\.|$)")
    return sorted({int(match[1]) for name in query if (match := pattern.match(name))})[:MOST_ROWS]


def typed_value(fact: Fact, text: str) -> Any:
    if fact.written is not None:
        return fact.written.read(text)
    for value in fact.values:
        if str(value) == text:
            return value
    numeric = fact.kind == "number" or any(isinstance(value, int) for value in fact.values)
    return int(text) if numeric and NUMBER.fullmatch(text) else text


def first_faces(facts: tuple[Fact, ...]) -> tuple[Any, ...]:
    dice = [field for fact in facts for field in (fact, *fact.fields) if field.rolled]
    return dice[0].values if dice else ()


def without_dice(facts: tuple[Fact, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    kept = {}
    for fact in facts:
        if fact.rolled or fact.name not in given:
            continue
        value = given[fact.name]
        kept[fact.name] = [without_dice(fact.fields, row) for row in value] if fact.kind == "rows" else value
    return kept


def places(facts: tuple[Fact, ...], given: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Fact]]:
    for fact in facts:
        yield prefix + fact.name, fact
        if fact.kind == "group":
            yield from places(fact.fields, given.get(fact.name, {}), f"{prefix}{fact.name}.")
        for number in range(len(given.get(fact.name, [])) if fact.kind == "series" else 0):
            yield f"{prefix}{fact.name}.{number}", fact
        if fact.kind == "rows":
            for number, row in enumerate(given.get(fact.name, [])):
                yield from places(fact.fields, row, f"{prefix}{fact.name}.{number}.")

"""The facts of a ruling as a form: what each looks like on a phone, and what a page's query says of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from werkzeug.datastructures import MultiDict

from app.core.dice import D6
from app.core.facts import Listed, Rolled, entries

Kind = Literal["choice", "switch", "number", "text", "some", "die", "dice", "rows"]
Query = MultiDict[str, str]
NUMBER = re.compile(r"-?\d{1,9}")
MOST_ROWS = 99


@dataclass(frozen=True)
class Fact:
    """One fact of a form: its kind, what it may be, and what it is at first. `fields` are those of each of its rows."""

    name: str
    kind: Kind
    first: Any = None
    values: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    fields: tuple[Fact, ...] = ()

    @property
    def rolled(self) -> bool:
        """Whether dice tell it."""
        return self.kind in ("die", "dice")


# -- from the model of a ruling


def facts_of(form: type[BaseModel], book: Any) -> tuple[Fact, ...]:
    """The facts of a form in their order. Raises TypeError for a type that no page can ask for."""
    return tuple(fact_of(name, info, book) for name, info in form.model_fields.items())


def fact_of(name: str, info: FieldInfo, book: Any) -> Fact:
    """A fact by its type and its marks."""
    plain, marks = bare(info.annotation)
    marks = [*marks, *info.metadata]
    default = None if info.is_required() else info.get_default(call_default_factory=True)
    listed = next((mark.place for mark in marks if isinstance(mark, Listed)), None)
    kind = kind_of(name, plain, any(isinstance(mark, Rolled) for mark in marks), listed is not None)
    if kind == "rows":
        fields = facts_of(get_args(plain)[0], book)
        return Fact(name, kind, [start(fields, 1)], fields=fields)
    values = entries(book, listed) if listed is not None else allowed(plain)
    if kind in ("die", "dice"):
        return Fact(name, kind, None, values or tuple(range(1, D6 + 1)))
    low, high = limit(marks, "ge"), limit(marks, "le")
    first = default if not info.is_required() else usual(kind, values, low, info.examples)
    return Fact(name, kind, first, values, low, high)


def bare(annotation: Any) -> tuple[Any, list[Any]]:
    """A type without "or none" and without its marks, and the marks."""
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
    """How a fact of this type is asked for. Raises TypeError."""
    many = get_origin(plain) is list
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


def allowed(plain: Any) -> tuple[Any, ...]:
    """The values of a Literal, or of a list of one."""
    inner = get_args(plain)[0] if get_origin(plain) is list else plain
    return get_args(inner) if get_origin(inner) is Literal else ()


def limit(marks: list[Any], name: Literal["ge", "le"]) -> int | None:
    """The bound of that name among a fact's marks."""
    return next((getattr(mark, name) for mark in marks if hasattr(mark, name)), None)


def usual(kind: Kind, values: tuple[Any, ...], low: int | None, examples: list[Any] | None) -> Any:
    """What a fact is at first that must be given."""
    if kind in ("some", "switch"):
        return [] if kind == "some" else False
    if kind == "choice":
        return values[0]
    return examples[0] if examples else low


def start(fields: tuple[Fact, ...], number: int = 0) -> dict[str, Any]:
    """What a form holds before any dice; a row names itself by its number."""
    asked = [field for field in fields if not field.rolled]
    return {field.name: str(number) if field.kind == "text" else field.first for field in asked}


# -- from a query


def read(facts: tuple[Fact, ...], query: Query, *, whole: bool, prefix: str = "") -> dict[str, Any]:
    """What a query says of the facts; `whole`: it is a whole form, where an unticked box says no."""
    given = {fact.name: told(fact, query, prefix + fact.name, whole) for fact in facts}
    return {name: value for name, value in given.items() if value is not None}


def told(fact: Fact, query: Query, at: str, whole: bool) -> Any:
    """A fact as the query tells it; None where it does not."""
    if fact.kind == "switch":
        return at in query if whole else (True if at in query else None)
    if fact.kind == "rows":
        return [read(fact.fields, query, whole=whole, prefix=f"{at}.{n}.") for n in numbered(query, at)] or None
    if fact.kind == "some":
        return [typed(fact, text) for text in query.getlist(at)] if whole or at in query else None
    if fact.kind == "dice":
        return [typed(fact, query[f"{at}.{n}"]) for n in numbered(query, at) if query[f"{at}.{n}"]] or None
    return typed(fact, query[at]) if query.get(at) else None


def numbered(query: Query, at: str) -> list[int]:
    """The numbers that follow a name in a query, in order."""
    pattern = re.compile(rf"{re.escape(at)}\.(\d{{1,3}})(?:\.|$)")
    return sorted({int(match[1]) for name in query if (match := pattern.match(name))})[:MOST_ROWS]


def typed(fact: Fact, text: str) -> Any:
    """A text as the fact's own value where it is one; else as it stands, to be refused in words."""
    for value in fact.values:
        if str(value) == text:
            return value
    numeric = fact.kind in ("number", "die", "dice") or any(isinstance(value, int) for value in fact.values)
    return int(text) if numeric and NUMBER.fullmatch(text) else text


def without_dice(facts: tuple[Fact, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """The same facts before any die fell."""
    kept = {}
    for fact in facts:
        if fact.rolled or fact.name not in given:
            continue
        value = given[fact.name]
        kept[fact.name] = [without_dice(fact.fields, row) for row in value] if fact.kind == "rows" else value
    return kept


def places(facts: tuple[Fact, ...], given: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Fact]]:
    """Where each fact stands in a query, those of rows included."""
    for fact in facts:
        yield prefix + fact.name, fact
        if fact.kind == "rows":
            for number, row in enumerate(given.get(fact.name, [])):
                yield from places(fact.fields, row, f"{prefix}{fact.name}.{number}.")

"""Input validation: pydantic finds the error, this module turns it into a refusal code."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.core.errors import Malformed, Refused
from app.core.rules.dice import D6, MOST_DICE

Form = TypeVar("Form", bound=BaseModel)

WRONG_FORM = {"missing": "missing-field", "extra_forbidden": "unknown-field"}
IMPOSSIBLE = {
    "literal_error": ("not-allowed", "expected"),
    "greater_than_equal": ("too-small", "ge"),
    "less_than_equal": ("too-big", "le"),
    "string_too_long": ("too-long", "max_length"),
    "string_too_short": ("too-short", "min_length"),
    "string_pattern_mismatch": ("wrong-pattern", "pattern"),
    "too_long": ("too-many-items", "max_length"),
}


PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ue000-\uf8ff\ufeff\ufff0-\uffff]*$"
"""Text without control characters, direction marks and private-use characters. Pages use some of them as placeholders.
"""
Count = Annotated[int, Field(ge=0, le=1_000_000)]
Points = Annotated[int, Field(ge=1, le=1_000_000)]
DiceCount = Annotated[int, Field(ge=1, le=99)]
Modifier = Annotated[int, Field(ge=-99, le=99)]
LONGEST_LIST, DEEPEST, MOST_THINGS = 1000, 16, 5000
"""Limits of any request: items of one list or object, nesting depth, items in total."""


@dataclass(frozen=True)
class DiceField:
    """Marks a fact that is read off physical dice; a page asks for it once the count is known.

    `faces` are the faces of each die; if empty, the fact's Literal lists them. `besides` are faces with an additional
    effect.
    """

    faces: tuple[int | str, ...] = ()
    besides: tuple[int | str, ...] = ()


def rolled(*faces: int | str) -> DiceField:
    """Mark a die with these faces: `rolled(1, 2, 3)` is a D3, `rolled("sun", "moon")` a coin."""
    return DiceField(faces)


@dataclass(frozen=True)
class OrderedValues:
    """Marks a list of values whose order counts and whose values may repeat."""


@dataclass(frozen=True)
class NotRemembered:
    """Marks a fact that differs with each question, so a page does not remember it."""


@dataclass(frozen=True)
class Seldom:
    """Marks a fact that few questions need, so a page folds it with the others of its kind."""


@dataclass(frozen=True)
class TextFormat:
    """Marks a fact typed as a line of text: parse with `read`, format with `write`.

    `read` returns text that it cannot parse unchanged, so that validation refuses it.
    """

    read: Callable[[str], Any]
    write: Callable[[Any], str]


@dataclass(frozen=True)
class BookEntry:
    """Marks a fact that names entries of a book table at `place`, such as `action_cost`.

    Entries of a printed list are its numbers from 1 on.
    """

    place: str


def entries(book: Any, place: str) -> tuple[Any, ...]:
    table = reduce(getattr, place.split("."), book)
    return tuple(table) if isinstance(table, Mapping) else tuple(range(1, len(table) + 1))


Die = Annotated[int, rolled(*range(1, D6 + 1))]
Dice = Annotated[list[int], Field(max_length=MOST_DICE), rolled(*range(1, D6 + 1))]


class Facts(BaseModel):
    """The facts of a ruling: strict, complete and without unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


def parse(form: type[Form], given: Any, *, typed: bool = True) -> Form:
    """Validate `given` as a `form`; if not `typed`, its values are text from an HTML form.

    Raise Malformed (unknown or missing field, wrong type) before Refused (impossible value), naming the field.
    """
    if typed and not isinstance(given, dict):
        raise Malformed("not-an-object")
    try:
        return form.model_validate(given, strict=typed, context={"typed": typed})
    except ValidationError as error:
        raise _first_fault(error, given) from error


def bounded(given: Any, most: float = math.inf) -> Any:
    """Return `given` if its size and nesting are within the limits.

    `most` is the maximum number of items in total. Raise Refused.
    """
    left: list[tuple[str, Any, int]] = [("", given, 0)]
    things = 0
    while left:
        path, thing, depth = left.pop()
        if not isinstance(thing, dict | list):
            continue
        if len(thing) > LONGEST_LIST:
            raise Refused("too-many-items", field=path or None, limit=LONGEST_LIST)
        if depth > DEEPEST:
            raise Refused("too-deep", field=path.split(".")[0], limit=DEEPEST)
        things += len(thing)
        if things > most:
            raise Refused("too-many-things", limit=most)
        parts = thing.items() if isinstance(thing, dict) else enumerate(thing)
        left += [(f"{path}.{name}" if path else str(name), part, depth + 1) for name, part in parts]
    return given


def is_number(text: str) -> bool:
    """Return True if a text is a non-negative whole number of at most 9 digits."""
    return text.isascii() and text.isdecimal() and len(text) < 10


WHOLE = re.compile(r"[-+]?[0-9]+")
DIGITS = 100
"""The number of digits parsed of a typed number; no limit has as many."""


def whole_number(text: str, field: str) -> int:
    if not WHOLE.fullmatch(text.strip()):
        raise Malformed("not-a-whole-number", field=field)
    return int(text.strip()[:DIGITS])


def number_or_text(text: str) -> int | str:
    return int(text) if is_number(text) else text


def _path(loc: tuple[int | str, ...], given: Any) -> list[str]:
    path = []
    for place, part in enumerate(loc):
        inside = part in (given if isinstance(given, dict) else range(len(given)) if isinstance(given, list) else ())
        if inside or place == 0:
            path.append(str(part))
            given = given[part] if inside else None
    return path


def _first_fault(error: ValidationError, given: Any) -> Malformed | Refused:
    faults = error.errors(include_url=False, include_input=False)
    fault = next((f for f in faults if f["type"] not in IMPOSSIBLE), faults[0])
    path = _path(fault["loc"], given)
    if fault["type"] == "missing" and len(fault["loc"]) > 1:
        path.append(str(fault["loc"][-1]))
    field = ".".join(path) or None
    if fault["type"] in IMPOSSIBLE:
        code, limit = IMPOSSIBLE[fault["type"]]
        value = fault.get("ctx", {}).get(limit, "")
        return Refused(code, field=field, limit=value, allowed=str(value).replace("' or '", "', '").replace("'", ""))
    code = WRONG_FORM.get(fault["type"], "wrong-type")
    return Malformed(code, field=field)

"""What people send, checked against what is asked: pydantic finds the fault, this names it in our words."""

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
"""No signs that steer, turn the direction of writing, or mean what each program likes (pages keep marks among them)."""
Count = Annotated[int, Field(ge=0, le=1_000_000)]
Points = Annotated[int, Field(ge=1, le=1_000_000)]
DiceCount = Annotated[int, Field(ge=1, le=99)]
Modifier = Annotated[int, Field(ge=-99, le=99)]
LONGEST_LIST, DEEPEST, MOST_THINGS = 1000, 16, 5000
"""Things in any list or table that somebody sends, how deep one may lie in another, and things in all: no press goes
beyond."""


@dataclass(frozen=True)
class DiceField:
    """Marks a fact that is read off dice on a table: a page asks for it when it knows how many are needed.

    `faces` are those of each of the dice, numbers or names; where none are given, the fact's own Literal says them.
    `besides`: faces that do something beside what the dice need.
    """

    faces: tuple[int | str, ...] = ()
    besides: tuple[int | str, ...] = ()


def rolled(*faces: int | str) -> DiceField:
    """The mark of a die with these faces: `rolled(1, 2, 3)` is a D3, `rolled("sun", "moon")` has named ones."""
    return DiceField(faces)


@dataclass(frozen=True)
class OrderedValues:
    """Marks a list of values that counts in its order, any of them as often as it happened."""


@dataclass(frozen=True)
class NotRemembered:
    """Marks a fact that is another one with each question: a page does not remember it for the next."""


@dataclass(frozen=True)
class TextFormat:
    """Marks a fact that people type as a line of text on a page: how such a line is read, and how a value is written.

    What cannot be read is returned as it stands, to be refused in words.
    """

    read: Callable[[str], Any]
    write: Callable[[Any], str]


@dataclass(frozen=True)
class BookEntry:
    """Marks a fact that names entries of a table of the book, by the table's place in it (`action_cost`).

    The entries of a printed list are its numbers from 1 on.
    """

    place: str


def entries(book: Any, place: str) -> tuple[Any, ...]:
    """The keys of a table of the book, or the numbers of a list."""
    table = reduce(getattr, place.split("."), book)
    return tuple(table) if isinstance(table, Mapping) else tuple(range(1, len(table) + 1))


Die = Annotated[int, rolled(*range(1, D6 + 1))]
Dice = Annotated[list[int], Field(max_length=MOST_DICE), rolled(*range(1, D6 + 1))]


class Facts(BaseModel):
    """The facts of a ruling: strict, complete, nothing unknown."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


def parse(form: type[Form], given: Any, *, typed: bool = True) -> Form:
    """`given` as a `form`; with `typed=False` its values are text, as a page's form sends them.

    Raises Malformed (unknown or missing field, wrong type) before Refused (an impossible value), naming the field.
    """
    if typed and not isinstance(given, dict):
        raise Malformed("not-an-object")
    try:
        return form.model_validate(given, strict=typed, context={"typed": typed})
    except ValidationError as error:
        raise _first_fault(error, given) from error


def bounded(given: Any, most: float = math.inf) -> Any:
    """Return what somebody sent, if none of it is longer or deeper than anything of a game, and it holds at most so many
    things. Raises Refused.
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
    """Return whether a text is a whole number of sensible length."""
    return text.isascii() and text.isdecimal() and len(text) < 10


WHOLE = re.compile(r"[-+]?[0-9]+")
DIGITS = 100
"""So many digits of a number that is typed are read: no limit is as long."""


def whole_number(text: str, field: str) -> int:
    """A number that somebody typed for this field, to be held against its limits. Raises Malformed for none."""
    if not WHOLE.fullmatch(text.strip()):
        raise Malformed("not-a-whole-number", field=field)
    return int(text.strip()[:DIGITS])


def number_or_text(text: str) -> int | str:
    """Return what somebody typed, as a number where it is one."""
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

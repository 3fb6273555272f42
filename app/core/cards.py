"""Card sets as files: read, checked against a form, with the line and the field of what is wrong.

A value's provenance says where it is from: a rulebook, a public source, or our own guess.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar

from pydantic import BaseModel

from app.core.facts import parsed
from app.core.play import Malformed, Refused
from app.core.words import LANGUAGES, AsGiven, Entry

Provenance = Literal["rulebook", "public", "house"]
Form = TypeVar("Form", bound=BaseModel)

NOT_VALUES = ("name", "text", "from")
"""Parts of a card that are words, or say where the values are from."""


def read_set(text: str, form: type[Form]) -> tuple[Form, Mapping[str, Any]]:
    """A card set's text as a checked form and as plain data. Raises Refused, naming line and field."""
    data = _data(text)
    try:
        checked = parsed(form, data)
        check_provenance(data)
    except (Refused, Malformed) as fault:
        raise at_line(text, fault) from fault
    return checked, data


def _data(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        again = "overwrite" in str(error) or "twice" in str(error)
        why = Refused("duplicate-key" if again else "not-toml")
        raise Refused("in-file", field=None, line=line, where=AsGiven(_line(text, line)), why=why) from error


def _line(text: str, number: int) -> str:
    lines = text.splitlines()
    return lines[number - 1].strip()[:60] if 0 < number <= len(lines) else ""


def check_provenance(data: Mapping[str, Any]) -> None:
    """Every value of every card says where it is from, and nothing else does. Raises Refused, naming the field."""
    for kind, cards in data.items():
        for card, values in cards.items():
            stated = set(values.get("from", {}))
            valued = set(values) - set(NOT_VALUES)
            for name in sorted(valued - stated):
                raise Refused("no-provenance", field=f"{kind}.{card}.from.{name}", value=AsGiven(name))
            for name in sorted(stated - valued):
                raise Refused("idle-provenance", field=f"{kind}.{card}.from.{name}", value=AsGiven(name))


def at_line(text: str, fault: Refused | Malformed) -> Refused:
    """The same fault with the line of the file that it is about."""
    field = fault.field or ""
    return Refused("in-file", field=field, line=line_of(text, field.split(".")), where=AsGiven(field), why=fault)


def line_of(text: str, path: Sequence[str]) -> int:
    """The line (from 1) of the deepest part of a field's path that the file states."""
    deepest, depth = 1, 0
    inside: int | None = 0
    for number, line in enumerate(text.splitlines(), start=1):
        header = re.match(r"\s*\[+\s*([^\]]+?)\s*\]+\s*(#|$)", line)
        key = re.match(r"\s*([\w\-. \"']+?)\s*=", line)
        if header:
            inside = reached = _reached(path, header[1])
        else:
            further = _reached(path[inside:], key[1]) if key and inside is not None else None
            reached = None if further is None or inside is None else inside + further
        if reached is not None and reached > depth:
            deepest, depth = number, reached
    return deepest


def _reached(path: Sequence[str], dotted: str) -> int | None:
    """How many parts of a path a dotted name states; None where it leads elsewhere."""
    names = [part.strip(" \"'") for part in dotted.split(".")]
    both = min(len(names), len(path))
    return both if both and names[:both] == list(path[:both]) else None


def words_in(data: Mapping[str, Any]) -> dict[str, Entry]:
    """The names and texts of a card set as words: `name.<card>`, `card-text.<card>`."""
    words: dict[str, Entry] = {}
    for cards in data.values():
        for card, values in cards.items():
            if "name" in values:
                words[f"name.{card}"] = values["name"]
            if "text" in values:
                words[f"card-text.{card}"] = values["text"]
    return words


class Bilingual(BaseModel):
    """A text in every language."""

    model_config = {"extra": "forbid", "frozen": True}

    en: str
    es: str


assert tuple(Bilingual.model_fields) == LANGUAGES

"""Values of the editor's files in all their spellings: lists, numbers and texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.core.errors import Refused
from app.core.rules.inputs import PRINTABLE
from app.games.memoir_44.scenarios.forms import NAME_AT_MOST, TEXT_AT_MOST, TITLE_AT_MOST

UNPRINTABLE = re.compile(PRINTABLE.removeprefix("^").removesuffix("*$").replace("[^", "[", 1))


def loaded(content: bytes) -> Mapping[str, Any]:
    """Return the object in a file. Raise Refused, naming the place."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused("scenario-not-utf-8", field="file", byte=error.start) from error
    try:
        data = json.loads(text, object_pairs_hook=merged)
    except json.JSONDecodeError as error:
        raise Refused("scenario-not-json", field="file", line=error.lineno, column=error.colno) from error
    except (ValueError, RecursionError) as error:
        raise Refused("scenario-not-readable", field="file") from error
    found = one(data)
    if found is None:
        raise Refused("scenario-no-object", field="file")
    return found


OBJECT = re.compile(r"\s*+(?:\[\s*+)*+\{")


def is_object(begins: str) -> bool:
    return OBJECT.match(begins) is not None


SIGN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{},:]|[^\s\[\]{},:"]++')
"""A sign or a word.

A text may lack its end, else each of its quotation marks would be tried anew.
"""


def line_of(content: bytes, place: str) -> int | None:
    """Return the line (from 1) of the deepest stated part of a place, or None.

    For example `board.hexes.3`; None for none or all.
    """
    if place == "file":
        return None
    text, path, found, reached = content.decode("utf-8-sig", "replace"), place.split("."), None, 0
    for names, at in _values(text):
        if len(names) > len(path) + NESTED:
            continue
        steps = [str(name) for name in names if name != "item"]
        steps = steps[1:] if names and names[0] == 0 else steps
        if reached < len(steps) <= len(path) and path[: len(steps)] == steps:
            found, reached = at, len(steps)
    return None if found is None else text.count("\n", 0, found) + 1


NESTED = 4
"""Additional names of a place: those of lists nested as `{item: …}`."""


def _values(text: str) -> Iterator[tuple[Sequence[str | int | None], int]]:
    names: list[str | int | None] = []
    for sign in SIGN.finditer(text):
        last = names[-1] if names else 0
        if sign[0] == "," and names:
            names[-1] = last + 1 if isinstance(last, int) else None
        elif sign[0] in "]}" and names:
            names.pop()
        elif last is None:
            names[-1] = sign[0].strip('"')
        elif sign[0] not in ",:]}":
            yield names, sign.start()
            if sign[0] in "[{":
                names.append(0 if sign[0] == "[" else None)


def merged(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, list[Any]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return {key: values if len(values) > 1 else values[0] for key, values in found.items()}


def several(value: Any) -> list[Any]:
    """Return a list, whatever its spelling.

    Also if one thing represents it, if it is nested as `{item: …}`, an object whose keys are numbers, empty or
    missing.
    """
    found: list[Any] = []
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting += reversed(part)
        elif isinstance(part, Mapping) and set(part) == {"item"}:
            waiting.append(part["item"])
        elif is_numbered(part):
            waiting += [part[key] for key in sorted(part, key=int, reverse=True)]
        elif not is_empty(part):
            found.append(part)
    return found


def is_numbered(value: Any) -> bool:
    return isinstance(value, Mapping) and bool(value) and all(re.fullmatch("[0-9]{1,4}", str(key)) for key in value)


def is_empty(value: Any) -> bool:
    return value is None or value is False or (isinstance(value, str | list | Mapping) and not value)


def one(value: Any) -> Mapping[str, Any] | None:
    parts = several(value)
    return parts[0] if len(parts) == 1 and isinstance(parts[0], Mapping) else None


def part(of: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    return one(of.get(key)) or {}


def number(value: Any) -> int | None:
    """Return a whole number, also from a text; None for anything else."""
    if isinstance(value, str) and re.fullmatch(r"\s*-?[0-9]{1,6}\s*", value):
        return int(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e6:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1e6 else None


def is_on(value: Any) -> bool:
    if isinstance(value, str):
        return value.strip().casefold() not in ("", "0", "false", "no", "none", "off")
    return bool(value)


def name(value: Any) -> str:
    if isinstance(value, Mapping):
        value = value.get("name")
    if isinstance(value, int) and not isinstance(value, bool):
        value = number(value)
    return shortened(" ".join(printable(str(value)).split()), NAME_AT_MOST) if isinstance(value, str | int) else ""


def title(told: str) -> str:
    return shortened(" ".join(printable(told).split()), TITLE_AT_MOST)


def names(value: Any) -> list[str]:
    return [found for found in map(name, several(value)) if found]


def text(value: Any) -> str:
    lines = [str(one_text) for one_text in several(value) if isinstance(one_text, str)]
    return shortened("\n".join(printable(line) for line in "\n".join(lines).splitlines()).strip(), TEXT_AT_MOST)


def printable(line: str) -> str:
    return UNPRINTABLE.sub(" ", line).encode("utf-8", "replace").decode("utf-8")


def shortened(told: str, most: int) -> str:
    return told if len(told) <= most else f"{told[: most - 1]}…"


def side(value: Any) -> str | None:
    return {"allies": "allied", "allied": "allied", "axis": "axis"}.get(name(value).casefold())


def items(of: Any) -> Iterator[tuple[str, Any]]:
    for entry in several(of):
        if isinstance(entry, Mapping) and "name" in entry:
            yield name(entry), entry
        elif isinstance(entry, Mapping):
            yield from ((name(key), value) for key, value in entry.items())
        else:
            yield name(entry), True

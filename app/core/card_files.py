"""Card sets as TOML files: read with the line and the field of what is wrong, written so that people can read them."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from app.core.cards import CardRules, SetData, fields_of
from app.core.play import Malformed, Refused
from app.core.words import AsGiven

# -- reading


@lru_cache(maxsize=64)
def read_toml(text: str, rules: CardRules) -> SetData:
    """A card set's text as plain data, ready for a table. Raises Refused, naming line and field."""
    data = _data(text)
    try:
        rules.check(data)
    except (Refused, Malformed) as fault:
        raise at_line(text, fault) from fault
    return data


def _data(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        again = "overwrite" in str(error) or "twice" in str(error)
        why = Refused("duplicate-key" if again else "not-toml")
        raise Refused("in-file", field=None, line=line, where=AsGiven(_line(text, line)), why=why) from error


def _line(text: str, number: int) -> str:
    lines = text.splitlines()
    return lines[number - 1].strip()[:60] if 0 < number <= len(lines) else ""


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


# -- writing


def written(data: SetData, rules: CardRules) -> str:
    """A whole set as TOML, a table for each card, its fields in the order of the form."""
    blocks = [
        _block(rules, section, key, card) for section in rules.forms for key, card in data.get(section, {}).items()
    ]
    return "\n".join(blocks)


def _block(rules: CardRules, section: str, key: str, card: Mapping[str, Any]) -> str:
    order = [field.name for field in fields_of(rules, section)]
    lines = [f"{name} = {_value(card[name])}" for name in order if name in card]
    sources = {name: card["from"][name] for name in order if name in card["from"]}
    return "\n".join([f"[{section}.{key}]", *lines, f"from = {_value(sources)}", ""])


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        inside = ", ".join(f"{name} = {_value(part)}" for name, part in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    # JSON's escapes are TOML's too, but for DEL, which TOML wants escaped
    return str(value) if isinstance(value, int) else json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")


def rewritten(text: str, data: SetData, rules: CardRules) -> str:
    """The same file saying `data`: cards that did not change, and comments between cards, stay as they were written."""
    before = tomllib.loads(text)
    kept = "".join(_edited(text, before, data, rules))
    return kept if _says(kept, data) else written(data, rules)


HEADER = re.compile(r"\[ *([\w-]+) *\. *([\w-]+) *\] *(?:#.*)?")


def _edited(text: str, before: SetData, data: SetData, rules: CardRules) -> Iterator[str]:
    """The file piece by piece: what is before the first card, then every card with what follows it."""
    (_, head), *pieces = _pieces(text)
    yield head
    last = {section: number for number, ((section, _), _) in enumerate(pieces)}
    for number, ((section, key), piece) in enumerate(pieces):
        card = data.get(section, {}).get(key)
        same = card == before.get(section, {}).get(key)
        own, rest = _parted(piece)
        yield rest.lstrip("\n") if card is None else (own if same else _block(rules, section, key, card)) + rest
        if number == last[section]:
            known = {place for place, _ in pieces}
            new = [one for one in data.get(section, {}) if (section, one) not in known]
            yield "\n" if new and not rest else ""
            yield from (_block(rules, section, one, data[section][one]) + "\n" for one in new)


def _pieces(text: str) -> list[tuple[tuple[str, str], str]]:
    """((section, key), text) of every card of a file; what comes before the first one has no key."""
    pieces: list[tuple[tuple[str, str], list[str]]] = [(("", ""), [])]
    for line in text.splitlines(keepends=True):
        if header := HEADER.fullmatch(line.strip()):
            pieces.append(((header[1], header[2]), []))
        pieces[-1][1].append(line)
    return [(place, "".join(lines)) for place, lines in pieces]


def _parted(piece: str) -> tuple[str, str]:
    """A card's own lines, and the blank lines and comments after them."""
    lines = piece.splitlines(keepends=True)
    own = len(lines)
    while own > 1 and (not lines[own - 1].strip() or lines[own - 1].lstrip().startswith("#")):
        own -= 1
    body = "".join(lines[:own])
    return body if body.endswith("\n") else f"{body}\n", "".join(lines[own:])


def _says(text: str, data: SetData) -> bool:
    """Whether a text is this set, its cards in the same order."""
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return said == data and all(list(said[section]) == list(data[section]) for section in data)

"""The TOML format of card sets: parsed with line and field of errors, written readably."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from app.core.content.cards.csv_format import PLACE, read_csv
from app.core.content.cards.fields import PICTURES, CardRules, SetData, fields_of
from app.core.content.cards.pictures import pictures_of, section_of
from app.core.content.toml_source import at_line, begins_like_toml, data_in, text_in, value_text
from app.core.errors import Malformed, Refused

# -- reading


@lru_cache(maxsize=64)
def read_toml(text: str, rules: CardRules) -> SetData:
    """Parse a card set to plain data, ready for a table. Raise Refused, naming line and field."""
    data = data_in(text)
    try:
        rules.check(data)
    except (Refused, Malformed) as fault:
        raise at_line(text, fault) from fault
    return data


# -- writing


def written(data: SetData, rules: CardRules) -> str:
    """Write a set as TOML, a table per card, with fields in form order."""
    sections = (*rules.forms, PICTURES)
    blocks = [_block(rules, section, key, card) for section in sections for key, card in data.get(section, {}).items()]
    return "\n".join(blocks)


def _block(rules: CardRules, section: str, key: str, card: Mapping[str, Any]) -> str:
    if section == PICTURES:
        return "\n".join([f"[{section}.{key}]", *(f"{name} = {value_text(text)}" for name, text in card.items()), ""])
    order = [field.name for field in fields_of(rules, section)]
    lines = [f"{name} = {value_text(card[name])}" for name in order if name in card]
    sources = {name: card["from"][name] for name in order if name in card["from"]}
    return "\n".join([f"[{section}.{key}]", *lines, f"from = {value_text(sources)}", ""])


def rewritten(text: str, data: SetData, rules: CardRules) -> str:
    """Rewrite a file for changed data; unchanged cards and comments keep their text."""
    before = tomllib.loads(text)
    (_, head), *pieces = _pieces(text)
    cards = Counter(place for place, _ in pieces)
    known = all(count == 1 and key in before.get(section, {}) for (section, key), count in cards.items())
    kept = "".join([head, *_edited(pieces, before, data, rules)]) if known else ""
    return kept if _says(kept, data) else written(data, rules)


HEADER = re.compile(r"\[ *([\w-]+) *\. *([\w-]+) *\] *(?:#.*)?")
Piece = tuple[tuple[str, str], str]


def _edited(pieces: Sequence[Piece], before: SetData, data: SetData, rules: CardRules) -> Iterator[str]:
    places = {place for place, _ in pieces}
    last = {section: number for number, ((section, _), _) in enumerate(pieces)}
    for number, ((section, key), piece) in enumerate(pieces):
        card = data.get(section, {}).get(key)
        same = card == before.get(section, {}).get(key)
        own, rest = _parted(piece)
        yield rest.lstrip("\n") if card is None else (own if same else _block(rules, section, key, card)) + rest
        if number == last[section]:
            new = [one for one in data.get(section, {}) if (section, one) not in places]
            yield "\n" if new and not rest else ""
            yield from (_block(rules, section, one, data[section][one]) + "\n" for one in new)
    if PICTURES not in last and PICTURES in data:
        yield "\n"
        yield from (_block(rules, PICTURES, one, data[PICTURES][one]) + "\n" for one in data[PICTURES])


def _pieces(text: str) -> list[Piece]:
    pieces: list[tuple[tuple[str, str], list[str]]] = [(("", ""), [])]
    for line in text.splitlines(keepends=True):
        if header := HEADER.fullmatch(line.strip()):
            pieces.append(((header[1], header[2]), []))
        pieces[-1][1].append(line)
    return [(place, "".join(lines)) for place, lines in pieces]


def _parted(piece: str) -> tuple[str, str]:
    lines = piece.splitlines(keepends=True)
    own = len(lines)
    while own > 1 and (not lines[own - 1].strip() or lines[own - 1].lstrip().startswith("#")):
        own -= 1
    body = "".join(lines[:own])
    return body if body.endswith("\n") else f"{body}\n", "".join(lines[own:])


def _says(text: str, data: SetData) -> bool:
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return said == data and all(list(said[section]) == list(data[section]) for section in data)


def read_card_file(name: str, content: bytes, rules: CardRules, before: str = "") -> str:
    """Convert a card file to TOML, ready to be stored. Raise Refused, naming line and field.

    The content decides the format; `name` only if the content does not. A sheet, which holds no pictures, keeps those
    of the set that it replaces, whose text is `before`.
    """
    text = text_in(content, or_csv=True)
    if is_csv(name, text):
        data = read_csv(text, rules)
        pictures = pictures_of(tomllib.loads(before)).items()
        kept = {key: picture for key, picture in pictures if section_of(key, data)}
        return written({**data, PICTURES: kept} if kept else data, rules)
    read_toml(text, rules)
    return text


def is_csv(name: str, text: str) -> bool:
    first = text.lstrip().partition("\n")[0].lower()
    cells = {cell.strip(" \"'\r") for cell in re.split(r"[;,\t]", first)}
    if first.startswith("sep=") or cells.issuperset(PLACE):
        return True
    return not begins_like_toml(text) and name.lower().endswith(".csv")

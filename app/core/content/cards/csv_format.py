"""The CSV format of card sets: one row per card, columns for values and their sources."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.core.content.cards.fields import CardField, CardRules, SetData, cards_in, fields_of
from app.core.content.toml_source import check_things
from app.core.errors import Malformed, Refused
from app.core.messages.translator import Verbatim

PLACE = ("section", "key")
SEPARATORS = (";", ",", "\t")
"""Cell separators, as spreadsheets of different countries write them."""
YES = ("yes", "true", "sí", "si", "verdadero", "x", "1")
NO = ("no", "false", "falso", "0")
FORMULA = re.compile("'*[=+\\-@\\t\\r＝＋－＠]")
"""The start of a cell that a spreadsheet would evaluate, with the apostrophes that prevent it."""
NUMBER = re.compile(r"[+\-−]?[0-9]{1,9}")


# -- writing


def csv_of(data: SetData, rules: CardRules, separator: str = ",") -> bytes:
    """Write a set as CSV with a byte order mark, by which spreadsheets recognize UTF-8."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns(rules), restval="", delimiter=separator, lineterminator="\r\n")
    writer.writeheader()
    for section, key, card in cards_in(data):
        writer.writerow({"section": section, "key": key, **_cells(fields_of(rules, section), card)})
    return out.getvalue().encode("utf-8-sig")


def columns(rules: CardRules) -> list[str]:
    fields = [field for section in rules.forms for field in fields_of(rules, section)]
    return list(dict.fromkeys((*PLACE, *(column for field in fields for column in _columns_of(field)))))


def _columns_of(field: CardField) -> list[str]:
    return field.columns if field.kind == "words" else [*field.columns, f"from.{field.name}"]


def _cells(fields: Sequence[CardField], card: Mapping[str, Any]) -> dict[str, str]:
    cells: dict[str, str] = {}
    for field in fields:
        value = card.get(field.name)
        if isinstance(value, Mapping):
            cells |= {f"{field.name}.{part}": _text(inside) for part, inside in value.items()}
        elif value is not None:
            cells[field.name] = _text(value)
    return cells | {f"from.{name}": source for name, source in card["from"].items()}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return YES[0] if value else NO[0]
    if isinstance(value, int):
        return str(value)
    text = " ".join(value) if isinstance(value, list) else str(value)
    return f"'{text}" if FORMULA.match(text) else text


# -- reading


def read_csv(text: str, rules: CardRules) -> SetData:
    """Parse CSV to plain data, ready for a table. Raise Refused, naming line and column."""
    every = [*_rows(text)]
    _check_not_empty(every)
    (_, first), *rows = every
    head = [name.strip() for name in first]
    _check_columns(head, rules)
    data: dict[str, dict[str, Any]] = {}
    lines = {}
    for line, cells in rows:
        section, key, card = _read_row(rules, line, head, cells)
        if key in data.get(section, {}):
            raise _at(line, f"{section}.{key}", Refused("duplicate-key", field=f"{section}.{key}"))
        data.setdefault(section, {})[key] = card
        lines[f"{section}.{key}"] = line
    try:
        check_things(data)
        rules.check(data)
    except (Refused, Malformed) as fault:
        field = fault.field or ""
        raise _at(lines.get(".".join(field.split(".")[:2]), 1), field, fault) from fault
    return data


def _check_not_empty(rows: Sequence[tuple[int, list[str]]]) -> None:
    if not rows:
        raise Refused("empty-file")


def _read_row(
    rules: CardRules, line: int, head: Sequence[str], cells: Sequence[str]
) -> tuple[str, str, dict[str, Any]]:
    row = _row(line, head, cells)
    section, key = row.pop("section").strip(), row.pop("key").strip()
    if section not in rules.forms:
        raise _at(line, "section", Refused("not-allowed", field="section", allowed=Verbatim(", ".join(rules.forms))))
    if not key:
        raise _at(line, "key", Refused("blank-cell", field="key"))
    fields = fields_of(rules, section)
    _check_whole(set(head), fields)
    return section, key, _card(fields, row)


def _at(line: int, where: str, why: Refused | Malformed) -> Refused:
    return Refused("in-file", field=where, line=line, where=Verbatim(where), why=why)


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    hint = re.match(r"sep=(.)\r?\n", text)
    first = text.split("\n", 1)[0]
    separator = hint[1] if hint else max(SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells) and not (hint and line == 1):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise _at(line, text.splitlines()[line - 1].strip()[:60], Refused("not-csv")) from error


def _check_columns(head: Sequence[str], rules: CardRules) -> None:
    known = columns(rules)
    for place in PLACE:
        if place not in head:
            raise _at(1, place, Refused("missing-column", field=place))
    for number, name in enumerate(head, start=1):
        if name and name not in known:
            raise _at(1, name, Refused("unknown-column", field=name, number=number))
        if name and head.index(name) < number - 1:
            raise _at(1, name, Refused("column-twice", field=name))


def _check_whole(head: set[str], fields: Sequence[CardField]) -> None:
    for field in fields:
        for column in _columns_of(field):
            if field.required and column not in head:
                raise _at(1, column, Refused("missing-column", field=column))


def _row(line: int, head: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    for number, cell in enumerate(cells):
        if cell.strip() and (number >= len(head) or not head[number]):
            raise _at(line, cell.strip()[:40], Refused("cell-without-column", number=number + 1))
    named = {name: _plain(cell) for name, cell in zip(head, cells, strict=False) if name}
    return {**dict.fromkeys(PLACE, ""), **named}


def _plain(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell


def _card(fields: Sequence[CardField], row: Mapping[str, str]) -> dict[str, Any]:
    sources = {name.removeprefix("from."): cell.strip() for name, cell in row.items() if name.startswith("from.")}
    sources = {name: cell for name, cell in sources.items() if cell}
    card = {}
    for field in fields:
        value = _value(field, row)
        if value is None and field.name in sources and field.kind in ("several", "numbers"):
            value = [] if field.kind == "several" else {}
        if value is not None:
            card[field.name] = value
    known = {column for field in fields for column in field.columns}
    strange = {name.split(".")[0]: cell for name, cell in row.items() if name not in known and cell.strip()}
    return {**card, **{name: cell for name, cell in strange.items() if name != "from"}, "from": sources}


def _value(field: CardField, row: Mapping[str, str]) -> Any:
    cells = {column: row.get(column, "") for column in field.columns}
    parts = {column.rpartition(".")[2]: cell for column, cell in cells.items()}
    if not any(cell.strip() for cell in cells.values()):
        return None
    if field.kind == "words":
        return parts
    if field.kind == "numbers":
        return {part: number(cell) for part, cell in parts.items() if cell.strip()}
    return _single(field, parts[field.name].strip())


def _single(field: CardField, text: str) -> Any:
    if field.kind == "number":
        return number(text)
    if field.kind == "flag":
        return True if text.casefold() in YES else False if text.casefold() in NO else text
    return [part for part in re.split(r"[\s|]+", text) if part] if field.kind == "several" else text


def number(text: str) -> int | str:
    plain = text.strip()
    return int(plain.replace("−", "-")) if NUMBER.fullmatch(plain) else text

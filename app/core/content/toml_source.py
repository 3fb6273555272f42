"""Host files in TOML: text, data, the line and field of an error, and values as TOML."""

from __future__ import annotations

import codecs
import json
import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from app.core.errors import Malformed, Refused
from app.core.messages.translator import Verbatim
from app.core.rules.inputs import bounded, is_number

FILE_LIMIT = 1 << 19
"""The maximum size of a host file in bytes."""
LONGEST_NAME = 210
"""The maximum length of a host file's name: a title of 200 characters and a number."""
FILE_NAME_LIMIT = 255
"""The number of characters read at the end of a sent file's name; no file system allows longer names."""
LINE_LIMIT = 20_000
"""The maximum length of a line in characters."""
DEPTH_LIMIT = 16
"""The maximum number of parts in a dotted key."""
THINGS_LIMIT = 20_000
"""The maximum number of items in a file. A full card set has two thirds; validation reports an error for each item."""

# -- reading

BEGINNING = 4000
"""The number of bytes by which a file's kind is recognized."""
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
PIECE = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
TOML_BEGINS = re.compile(rf"(?:\s|#.*)*+(?:\[\[?+[ \t]*+{PIECE}[ \t.\]]|{PIECE}[ \t]*+[.=])")


def in_utf_8(content: bytes) -> bytes:
    """Convert a file to UTF-8 if its byte order mark says UTF-16; leave any other unchanged."""
    if not content.startswith(UTF_16):
        return content
    try:
        return content.decode("utf-16").encode()
    except UnicodeDecodeError:
        return content


def beginning_of(content: bytes) -> str:
    return in_utf_8(content[:BEGINNING]).decode("utf-8-sig", "replace")


def begins_like_toml(text: str) -> bool:
    return TOML_BEGINS.match(text) is not None


def text_in(content: bytes, *, or_csv: bool = False) -> str:
    """Return the text of an uploaded TOML file (or CSV). Raise Refused, naming the line."""
    if len(content) > FILE_LIMIT:
        raise Refused("file-too-large", limit=FILE_LIMIT // 1024)
    content = in_utf_8(content)
    if b"\0" in content:
        raise Refused("binary-file" if or_csv else "binary-toml")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found = content[max(0, error.start - 20) : error.start].decode("utf-8", "ignore").splitlines()
        where = Verbatim(f"“{found[-1]}…”" if found and found[-1] else "")
        why = Refused("not-utf-8" if or_csv else "toml-not-utf-8")
        raise Refused("in-file", line=line, where=where, why=why) from error
    if not text.strip():
        raise Refused("empty-file")
    return text


def data_in(text: str) -> dict[str, Any]:
    check_lines(text)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) if found else _unnamed_line(text, error)
        again = "overwrite" in str(error) or "twice" in str(error)
        raise _in_line(text, line, Refused("duplicate-key" if again else "not-toml")) from error
    try:
        return check_things(data)
    except Refused as fault:
        raise at_line(text, fault) from fault


def check_things(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data unchanged. Raise Refused if it has more items than any real file."""
    found: dict[str, Any] = bounded(data, THINGS_LIMIT)
    return found


WRITTEN = re.compile(r"""#.*|"(?:[^"\\]|\\.)*+"?|'[^']*+'?""")
LONG_NUMBER = re.compile(r"(?<![\d_])\d[\d_]{4000}")
"""A number that may have more digits than Python parses (4300); texts and comments may contain one."""


def _unnamed_line(text: str, error: Exception) -> int:
    lines = text.split("\n")
    if isinstance(error, tomllib.TOMLDecodeError | RecursionError):
        return len(lines)
    long = (number for number, line in enumerate(lines, start=1) if LONG_NUMBER.search(WRITTEN.sub("", line)))
    return next(long, len(lines))


PART = re.compile(r"""[\w-]++|"(?:[^"\\\n]++|\\.)*+"?|'[^'\n]*+'?""")

TEXTS = r""""{3}(?:[^"\\]++|\\[\s\S]|"(?!""))*+(?:"{3,5}+)?|'{3}(?:[^']++|'(?!''))*+(?:'{3,5}+)?"""
DOTTED = re.compile(rf"#.*|{TEXTS}|(?P<key>(?:{PART.pattern})(?:[ \t]*+\.[ \t]*+(?:{PART.pattern}))*+)")
"""A comment, a multi-line text or a possible key. Unterminated texts and keys without dots match, too, so that every
search begins behind the last match and the scan stays linear."""


def check_lines(text: str) -> None:
    """Raise Refused for a line or key that would take quadratic time to parse."""
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LINE_LIMIT:
            raise _in_line(text, number, Refused("line-too-long", limit=LINE_LIMIT))
    for found in DOTTED.finditer(text):
        key = found["key"] or ""
        if key.count(".") >= DEPTH_LIMIT and len(PART.findall(key)) > DEPTH_LIMIT:
            line_number = text.count("\n", 0, found.start()) + 1
            raise _in_line(text, line_number, Refused("key-too-deep", limit=DEPTH_LIMIT))


def _in_line(text: str, line: int, why: Refused) -> Refused:
    return Refused("in-file", field=None, line=line, where=Verbatim(line_at(text, line)), why=why)


def line_at(text: str, number: int) -> str:
    lines = text.split("\n")
    return lines[number - 1].strip()[:60] if 0 < number <= len(lines) else ""


def at_line(text: str, fault: Refused | Malformed) -> Refused:
    """Return the error with the line of the file that it is about."""
    field = fault.field or ""
    path = field.split(".", DEPTH_LIMIT)[:DEPTH_LIMIT]  # a quoted key may contain thousands of dots
    return Refused("in-file", field=field, line=line_of(text, path), where=Verbatim(field), why=fault)


HEADER = re.compile(r"\s*+\[(\[?+)([^\[\]]++)\]++\s*+(?:#|$)")
"""The header of a table or of an array of tables (`[[…]]`)."""
KEY = re.compile(r"\s*+([\w\-. \"']++)=")
"""The key at the start of a line. Both patterns are possessive, since strangers write these lines."""


def line_of(text: str, path: Sequence[str]) -> int:
    deepest, depth = 1, 0
    inside: int | None = 0
    listed_tables: Counter[str] = Counter()
    for number, line in enumerate(text.split("\n"), start=1):
        header = HEADER.match(line)
        key = KEY.match(line)
        if header:
            name = header[2].strip()
            place = f"{name}.{listed_tables[name]}" if header[1] else name
            listed_tables[name] += bool(header[1])
            inside = reached = _reached(path, place)
        else:
            further = _reached(path[inside:], key[1]) if key and inside is not None else None
            reached = None if further is None or inside is None else inside + further
        if reached is not None and reached > depth:
            deepest, depth = number, reached
    listed = depth < len(path) and is_number(path[depth])
    return _line_of_part(text, deepest, int(path[depth])) if listed else deepest


STRUCTURE = re.compile(r"""#.*|"(?:[^"\\]|\\.)*+"?|'[^']*+'?|[\[\]{},]|\S""")


def _line_of_part(text: str, start: int, index: int) -> int:
    depth, parts, begun = 0, 0, False
    for number, line in enumerate(text.split("\n")[start - 1 :], start=start):
        for sign in STRUCTURE.findall(line.partition("=")[2] if number == start else line):
            if sign[0] == "#":
                continue
            if depth == 1 and not begun and sign not in ",]":
                begun = True
                if parts == index:
                    return number
            depth += (sign in "[{") - (sign in "]}")
            if depth == 1 and sign == ",":
                parts, begun = parts + 1, False
            if depth == 0:
                return start
    return start


def _reached(path: Sequence[str], dotted: str) -> int | None:
    """Return the number of path parts that a dotted name covers; None if it leads elsewhere."""
    names = [part.strip(" \"'") for part in dotted.split(".")]
    both = min(len(names), len(path))
    return both if both and names[:both] == list(path[:both]) else None


# -- writing


def value_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        inside = ", ".join(f"{name} = {value_text(part)}" for name, part in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(value_text, value))}]"
    # JSON escapes are valid TOML, but TOML requires DEL to be escaped, too
    return str(value) if isinstance(value, int) else json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")

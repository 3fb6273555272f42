"""A card set out of any file that people have: TOML or a sheet, checked whole before anybody uses it."""

from __future__ import annotations

from app.core.card_files import read_toml, written
from app.core.card_sheets import read_sheet
from app.core.cards import CardRules
from app.core.play import Refused
from app.core.words import AsGiven

FILE_LIMIT = 1 << 19
"""Bytes of a card set's file."""


def read_card_file(name: str, content: bytes, rules: CardRules) -> str:
    """The set in a file as TOML, ready to be kept. Raises Refused, naming line and field; `name` tells the format."""
    text = _text(content)
    if is_sheet(name, text):
        return written(read_sheet(text, rules), rules)
    read_toml(text, rules)
    return text


def _text(content: bytes) -> str:
    if len(content) > FILE_LIMIT:
        raise Refused("file-too-large", limit=FILE_LIMIT // 1024)
    if b"\0" in content:
        raise Refused("binary-file")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found = content[max(0, error.start - 20) : error.start].decode("utf-8", "ignore").splitlines()
        where = AsGiven(f"“{found[-1]}…”" if found and found[-1] else "")
        raise Refused("in-file", line=line, where=where, why=Refused("not-utf-8")) from error
    if not text.strip():
        raise Refused("empty-file")
    return text


def is_sheet(name: str, text: str) -> bool:
    """Whether a file is a sheet: by its name, or else by how its first line looks."""
    ending = name.lower().rpartition(".")[2]
    if ending in ("csv", "toml"):
        return ending == "csv"
    return text.lstrip().lower().startswith(("section", '"section', "key", "sep="))

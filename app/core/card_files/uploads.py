"""A card set out of any file that people have: TOML or CSV, checked whole before anybody uses it."""

from __future__ import annotations

import re

from app.core.card_files.csv import PLACE, read_csv
from app.core.card_files.fields import CardRules
from app.core.card_files.toml import read_toml, written
from app.core.toml_files import begins_like_toml, text_in


def read_card_file(name: str, content: bytes, rules: CardRules) -> str:
    """The set in a file as TOML, ready to be kept. Raises Refused, naming line and field.

    What is in it tells its kind; `name` only where that tells nothing.
    """
    text = text_in(content, or_csv=True)
    if is_csv(name, text):
        return written(read_csv(text, rules), rules)
    read_toml(text, rules)
    return text


def is_csv(name: str, text: str) -> bool:
    """Whether a file is CSV: by how its first line looks, or else by its name."""
    first = text.lstrip().partition("\n")[0].lower()
    cells = {cell.strip(" \"'\r") for cell in re.split(r"[;,\t]", first)}
    if first.startswith("sep=") or cells.issuperset(PLACE):
        return True
    return not begins_like_toml(text) and name.lower().endswith(".csv")

"""A card set out of any file that people have: TOML or CSV, checked whole before anybody uses it."""

from __future__ import annotations

from app.core.card_files.csv import read_csv
from app.core.card_files.fields import CardRules
from app.core.card_files.toml import read_toml, written
from app.core.toml_files import text_in


def read_card_file(name: str, content: bytes, rules: CardRules) -> str:
    """The set in a file as TOML, ready to be kept. Raises Refused, naming line and field; `name` tells the format."""
    text = text_in(content, or_csv=True)
    if is_csv(name, text):
        return written(read_csv(text, rules), rules)
    read_toml(text, rules)
    return text


def is_csv(name: str, text: str) -> bool:
    """Whether a file is CSV: by its name, or else by how its first line looks."""
    ending = name.lower().rpartition(".")[2]
    if ending in ("csv", "toml"):
        return ending == "csv"
    return text.lstrip().lower().startswith(("section", '"section', "key", "sep="))

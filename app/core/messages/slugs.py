"""Slugs made from names, and table codes as people type them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator

from app.core.errors import Refused
from app.core.messages.translator import Verbatim


def make_slug(name: str, taken: Collection[str] = (), nameless: str = "unnamed") -> str:
    """Make a key of a name: lowercase letters and dashes, none of those taken.

    `nameless` is used for a name without letters.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain)
    while words and not words[0][0].isalpha():
        words.pop(0)
    while len(words) > 1 and words[-1].isdecimal():
        words.pop()
    key = "-".join(words)[:MOST_LETTERS].strip("-") or nameless
    if key not in taken:
        return key
    lettered = (f"{key}-{letters}" for letters in _letters())
    return next((new for new in lettered if new not in taken), None) or free_key(key, taken)


def code_in(typed: str) -> str:
    """Normalize a typed table code: case, width, blanks and hyphens do not matter."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", typed))).upper()


MOST_LETTERS = 40
"""The maximum length of a key made from a name."""


KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""The pattern of a key."""


def check_key(key: str, field: str) -> None:
    if len(key) > MOST_LETTERS or not KEY.fullmatch(key):
        raise Refused("cannot-be-key", field=field, key=Verbatim(key), most=MOST_LETTERS)


def numbered_key(key: str, number: int) -> str:
    return f"{key[: MOST_LETTERS - 4].rstrip('-')}-{number}"


def free_key(key: str, taken: Collection[str]) -> str:
    numbered = (numbered_key(key, number) for number in range(2, len(taken) + 3))
    return next(one for one in (key, *numbered) if one not in taken)


def _letters() -> Iterator[str]:
    alphabet = "bcdefghijklmnopqrstuvwxyz"
    yield from alphabet
    yield from (a + b for a in alphabet for b in alphabet)


def is_numbered(key: str, word: str) -> bool:
    """Return True if a key is the word with a number, such as `team-3`."""
    return key.startswith(f"{word}-") and key[len(word) + 1 :].isdecimal()

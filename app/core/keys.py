"""Keys made of somebody's words, and codes of tables as somebody types them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator


def key_from(name: str, taken: Collection[str] = (), nameless: str = "unnamed") -> str:
    """A key made of a name: small letters and dashes, and none of those taken; `nameless` where it has no letters."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain)
    while words and not words[0][0].isalpha():
        words.pop(0)
    while len(words) > 1 and words[-1].isdecimal():
        words.pop()
    key = "-".join(words)[:40].strip("-") or nameless
    if key not in taken:
        return key
    return next(new for letters in _letters() if (new := f"{key}-{letters}") not in taken)


def code_in(typed: str) -> str:
    """A table's code from how somebody typed it: in small or full-width letters, with blanks or hyphens."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", typed))).upper()


def _letters() -> Iterator[str]:
    alphabet = "bcdefghijklmnopqrstuvwxyz"
    yield from alphabet
    yield from (a + b for a in alphabet for b in alphabet)

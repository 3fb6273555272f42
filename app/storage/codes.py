"""Codes of tables; in a cell of several (docs/hosting.md) the first letter says which one has the table."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable

from app.core.errors import Refused
from app.core.messages.translator import Verbatim

CODE_SYMBOLS = "23456789ABCDEFGHJKLMNPQRSTVWXZ"
CODE_LENGTH, LENGTH_IN_CELLS = 6, 7
LETTERS = "ADJUTANT_LETTERS"


def letters_in(text: str) -> str:
    """Return the letters with which new codes of a cell begin. Raise Refused."""
    letters = text.upper()
    if not letters or len({*letters}) < len(letters) or not {*letters} <= {*CODE_SYMBOLS}:
        raise Refused("cell-letters", field="letters", allowed=Verbatim(CODE_SYMBOLS))
    return letters


def asked_letters() -> str:
    """Return the letters of this cell from the environment, or "" if there are no cells. Raise Refused."""
    asked = os.environ.get(LETTERS)
    return letters_in(asked) if asked else ""


def free_code(is_taken: Callable[[str], bool], letters: str, before: str = "") -> str:
    """Draw the code of a new table; one that follows another begins as that does, so that it is in the same cell."""
    length = len(before) or (LENGTH_IN_CELLS if letters else CODE_LENGTH)
    while True:
        first = before[:1] or secrets.choice(letters or CODE_SYMBOLS)
        code = first + "".join(secrets.choice(CODE_SYMBOLS) for _ in range(length - 1))
        if not is_taken(code):
            return code

"""Output for terminals whose encoding lacks some characters."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
import unicodedata
from typing import Any

SHOWN_AS = "shown-as"
"""The name of the error handler for characters that an encoding lacks."""
INSTEAD = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "—": "-", "−": "-"})
INSTEAD |= str.maketrans(
    {"×": "x", "…": "...", "→": "->", "←": "<-", "⁄": "/", "·": "-", "″": '"', "¡": "", "¿": "", "\xa0": " "}
)


def shown_as(error: UnicodeError) -> tuple[str | bytes, int]:
    """Return similar characters for those that an encoding lacks; invalid bytes stay."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letter, after = error.object[error.start], error.start + 1
    if "\udc80" <= letter <= "\udcff":
        return letter.encode("ascii", "surrogateescape"), after
    alike = unicodedata.normalize("NFKD", letter.translate(INSTEAD)).translate(INSTEAD)
    plain = "".join(one for one in alike if not unicodedata.combining(one))
    return "".join(one if one.isascii() else f"U+{ord(one):04X}" for one in plain), after


class Ascii(io.TextIOWrapper):
    """A stream that writes ASCII alone but claims UTF-8.

    click would replace a stream that claims ASCII by one in UTF-8.
    """

    def __init__(self, stream: io.TextIOWrapper) -> None:
        super().__init__(stream.buffer, "utf-8", "surrogateescape", line_buffering=True)
        self.before = stream  # keep it, since its deletion would close the shared buffer

    def write(self, text: str) -> int:
        super().write(text.encode("ascii", SHOWN_AS).decode("ascii", "surrogateescape"))
        return len(text)


def show_what_can_be() -> None:
    codecs.register_error(SHOWN_AS, shown_as)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if is_ascii(stream):
            setattr(sys, name, Ascii(stream))
        elif isinstance(stream, io.TextIOWrapper) and not isinstance(stream, Ascii):
            stream.reconfigure(errors=SHOWN_AS)


def is_ascii(stream: Any) -> bool:
    return isinstance(stream, io.TextIOWrapper) and codecs.lookup(stream.encoding).name == "ascii"


def is_shown(text: str) -> bool:
    try:
        text.encode("ascii" if isinstance(sys.stdout, Ascii) else sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def json_of(data: Any) -> str:
    text = json.dumps(data, ensure_ascii=False)
    return text if is_shown(text) else json.dumps(data)


def leave_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

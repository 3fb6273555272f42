"""The keys of a data folder, which sign the rights to its seats: made once, never written anew."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from pathlib import Path

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.storage.whole_files import write_first

KEYS = "keys"
DIGITS = 64
"""Of a key as it is made here."""
SHORTEST = 16
"""Letters of a key that somebody thought of."""


def keys_in(folder: Path) -> list[str]:
    """The signing keys of a data folder, the newest last; made if absent. Add a line to change keys.

    Raises Refused for a file that is empty, cut short or unreadable: nothing is written over it.
    """
    if not (folder / KEYS).exists():
        write_first(folder / KEYS, f"{secrets.token_hex(DIGITS // 2)}\n".encode())
    return read_keys(folder)


def read_keys(folder: Path) -> list[str]:
    """The keys that a folder has; none where it has no file of them. Raises Refused for one that is not whole."""
    file = folder / KEYS
    try:
        found = file.read_bytes().decode().split()
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Refused("keys-unreadable", file=Verbatim(str(file)), why=Verbatim(why)) from error
    if not found:
        raise Refused("keys-empty", file=Verbatim(str(file)))
    check_whole(found, file)
    return found


def check_whole(keys: Iterable[str], file: Path) -> None:
    """Raises Refused where a key is cut short: fewer digits than are made here, or hardly any letters."""
    for number, key in enumerate(keys, start=1):
        least = DIGITS if re.fullmatch("[0-9a-fA-F]+", key) else SHORTEST
        if len(key) < least or not key.isprintable():
            raise Refused("keys-short", file=Verbatim(str(file)), number=number)

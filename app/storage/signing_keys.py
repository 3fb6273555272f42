"""The signing keys of seat tokens in a data folder: made once, never rewritten."""

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
"""The number of hex digits of a generated key."""
SHORTEST = 16
"""The minimum length of a key that a person chose."""


def keys_in(folder: Path) -> list[str]:
    """Return the signing keys of a data folder, newest last; made if absent.

    A line added to the file changes the key. Raise Refused, without writing, if the file is empty, truncated or
    unreadable.
    """
    if not (folder / KEYS).exists():
        write_first(folder / KEYS, f"{secrets.token_hex(DIGITS // 2)}\n".encode())
    return read_keys(folder)


def read_keys(folder: Path) -> list[str]:
    """Return the keys of a folder; empty without a file. Raise Refused if the file is damaged."""
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
    for number, key in enumerate(keys, start=1):
        least = DIGITS if re.fullmatch("[0-9a-fA-F]+", key) else SHORTEST
        if len(key) < least or not key.isprintable():
            raise Refused("keys-short", file=Verbatim(str(file)), number=number)

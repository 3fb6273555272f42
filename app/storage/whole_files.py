"""Files that are there whole or not at all: written beside their place, brought to the disk, renamed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.core.errors import Refused
from app.core.messages.translator import Verbatim

PRIVATE, USUAL = 0o600, 0o666
"""Who may read a file: its owner alone, or whoever the system lets read any new one."""
BESIDE = ("-wal", "-shm")
"""What SQLite writes beside a database."""
OPEN_ALREADY = ("/dev/std", "/dev/fd/", "/proc/")
"""How the names of files begin that a program was given open."""


def write(file: Path, content: bytes, *, lasts: bool = True) -> None:
    """Put a content in the place of a file, for its owner alone. Raises Refused: then what was there is still there.

    What need not outlast this start of the computer does not wait for the disk.
    """
    with temporary_copy(file, lasts=lasts) as new:
        new.write_bytes(content)


def write_first(file: Path, content: bytes) -> None:
    """Put a content where no file is yet; of several who do so at once, one does. Raises Refused."""
    with only_one_in(file.parent):
        if not file.exists():
            write(file, content)


def write_output(file: Path, content: bytes) -> None:
    """Write a file that somebody asked for: who may read it stays as it was. Raises Refused: then what was there is
    still there.

    What is no ordinary file (a terminal, a pipe) takes the content at once, and a link stays one.
    """
    with told_by_name(file):
        if str(file).startswith(OPEN_ALREADY) or (file.exists() and not file.is_file()):
            file.write_bytes(content)
            return
        place = Path(os.path.realpath(file))
        check_may_be_replaced(place)
        with temporary_copy(place, USUAL) as new:
            if place.exists():
                new.chmod(place.stat().st_mode & 0o777)
            new.write_bytes(content)


def check_may_be_replaced(file: Path) -> None:
    """Raises PermissionError for a file that may not be written to: a new one would take its place all the same."""
    if file.exists():
        os.close(os.open(file, os.O_WRONLY))


@contextmanager
def temporary_copy(file: Path, mode: int = PRIVATE, *, lasts: bool = True) -> Iterator[Path]:
    """A file of that name to come: written beside it, and moved there at the end if all went well.

    Where it is taken away again, what is there stays. Raises Refused for what cannot be written.
    """
    new = file.with_name(f"{file.name}.{os.getpid()}.new")
    with told_by_name(file):
        try:
            os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode))
            yield new
            if new.exists() and lasts:
                sync(new)
            if new.exists():
                new.replace(file)
            if lasts:
                sync(file.parent)
        finally:
            for ending in ("", *BESIDE, "-journal"):
                new.with_name(new.name + ending).unlink(missing_ok=True)


@contextmanager
def told_by_name(file: Path) -> Iterator[None]:
    """A file is written within. Raises Refused with its name and the reason where it cannot be."""
    try:
        yield
    except OSError as error:
        about = {"file": Verbatim(str(file)), "why": Verbatim(error.strerror or str(error))}
        raise Refused("cannot-be-written", field="file", **about) from error


@contextmanager
def only_one_in(folder: Path) -> Iterator[None]:
    """Of all processes that come here for a folder, one is within at a time. Raises Refused."""
    import fcntl

    with told_by_name(folder):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)


def sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

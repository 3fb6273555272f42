"""Atomic file writes: a temporary file is synced to the disk, then renamed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.core.errors import Refused
from app.core.messages.translator import Verbatim

PRIVATE, USUAL = 0o600, 0o666
"""File modes: readable by the owner alone, or as the system's default."""
BESIDE = ("-wal", "-shm")
"""Suffixes of SQLite's files beside a database."""
OPEN_ALREADY = ("/dev/std", "/dev/fd/", "/proc/")
"""Prefixes of paths of already open files."""


PIECE = 1 << 16
"""Bytes that are read at once of a file or a picture while it is sent."""


class FileGone(ConnectionError):
    """A file deleted while it is sent, so that its response must break off."""


def pieces(file: Path) -> Iterator[bytes]:
    """Yield a file in pieces; it is open only while one is read, so that a deleted one takes no room.

    Raise FileGone once it is deleted.
    """
    done, piece = 0, b"\0" * PIECE
    while len(piece) == PIECE:
        try:
            with file.open("rb") as opened:
                opened.seek(done)
                piece = opened.read(PIECE)
        except FileNotFoundError as error:
            raise FileGone from error
        done += len(piece)
        if piece:
            yield piece


def write(file: Path, content: bytes, *, lasts: bool = True) -> None:
    """Replace a file's content, readable by the owner alone. Raise Refused, file unchanged.

    Unless it `lasts`, the write does not wait for the disk.
    """
    with temporary_copy(file, lasts=lasts) as new:
        new.write_bytes(content)


def write_first(file: Path, content: bytes) -> None:
    """Write a file unless it exists, once among concurrent processes. Raise Refused."""
    with only_one_in(file.parent):
        if not file.exists():
            write(file, content)


def write_output(file: Path, content: bytes) -> None:
    """Write an output file with unchanged permissions. Raise Refused, file unchanged.

    Terminals and pipes are written directly, and links stay links.
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
    """Raise PermissionError for a read-only file, which a rename would replace all the same."""
    if file.exists():
        os.close(os.open(file, os.O_WRONLY))


@contextmanager
def temporary_copy(file: Path, mode: int = PRIVATE, *, lasts: bool = True) -> Iterator[Path]:
    """Yield a temporary file that replaces `file` at the end, if all went well.

    If it is deleted meanwhile, the old file stays. Raise Refused if it cannot be written.
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
    """Convert an OSError within to Refused, with the file's name and the reason."""
    try:
        yield
    except OSError as error:
        about = {"file": Verbatim(str(file)), "why": Verbatim(error.strerror or str(error))}
        raise Refused("cannot-be-written", field="file", **about) from error


@contextmanager
def only_one_in(folder: Path) -> Iterator[None]:
    """Lock a folder against other processes within. Raise Refused."""
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

"""Background execution of long work, so that it never blocks a command."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from typing import Any, TypeVar

from flask import current_app

from app.core.table.seat_view import Table
from app.storage.backup_schedule import BackupFolder
from app.storage.import_worker import Import
from app.storage.picture_worker import Task, Work
from app.storage.store import Store

Done = TypeVar("Done")
BETWEEN_ANSWERS = 0.001
"""Seconds of sleep that let a server look for other requests; without it, those already waiting would go on."""


def here(work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
    """Run the work at once: no other request is waiting."""
    return work(*given)


def aside(work: Callable[..., Done], *given: Any) -> Done:
    """Run work in the background and return its result.

    It must not use the request or the tables.
    """
    with others_meanwhile():
        done: Done = current_app.extensions["aside"](work, given)
    return done


def others_meanwhile() -> AbstractContextManager[object]:
    """Let others act at the table of this request within."""
    store: Store = current_app.extensions["store"]
    return store.others_meanwhile()


@contextmanager
def after_others(lock: str) -> Iterator[None]:
    """Hold one of the app's locks; who waits for it keeps nobody from the table."""
    with others_meanwhile():
        current_app.extensions[lock].acquire()
    try:
        yield
    finally:
        current_app.extensions[lock].release()


@contextmanager
def in_turn() -> Iterator[None]:
    """Run long answers one at a time, so that other requests wait for one of them at most.

    Whoever waits for work in the background must not hold it: see `one_trial`.
    """
    with after_others("turn"):
        with others_meanwhile():
            time.sleep(BETWEEN_ANSWERS)
        yield


@contextmanager
def one_trial() -> Iterator[None]:
    """Let one page at a time try answers in the background, so that other work there waits for one of them at most."""
    with after_others("trial"):
        yield


def one_by_one(page: Callable[..., Done]) -> Callable[..., Done]:
    """Decorate a page that is slow to build, so that only one is built at a time."""

    @wraps(page)
    def made(*given: Any, **parts: Any) -> Done:
        with in_turn():
            return page(*given, **parts)

    return made


def aside_on_copy(work: Callable[..., Done], table: Table, *given: Any) -> Done:
    """Run work in the background on a replayed copy of a table; the table accepts commands."""
    entries = [*table.entries]
    return aside(lambda: work(Table(table.code, table.game, entries), *given))


def replayed(table: Table, length: int) -> Table:
    """Return a copy of the table as of its first `length` entries, replayed in the background."""
    entries, exported = table.entries[:length], table.exported
    before = aside(lambda: Table(table.code, table.game, entries))
    before.exported = exported
    return before


def between_answers(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the pieces of a file; others are answered between two, also if the phone reads fast."""
    for piece in pieces:
        yield piece
        time.sleep(0)  # under gevent: let other requests run


def importer() -> Import:
    read: Import = current_app.extensions["importer"]
    return read


def open_pictures(task: Task, content: bytes) -> list[bytes]:
    work: Work = current_app.extensions["pictures"]
    return work(task, content)


def backups() -> BackupFolder:
    kept: BackupFolder = current_app.extensions["backups"]
    return kept

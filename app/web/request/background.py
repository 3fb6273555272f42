"""Work that takes long is done aside, so that no tap waits for it: how, says whoever serves."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

from flask import current_app

from app.core.table.seat_view import Table
from app.storage.backup_schedule import BackupFolder
from app.storage.import_worker import Import

Done = TypeVar("Done")
BETWEEN_ANSWERS = 0.001
"""Seconds after which a server has looked who else asks; after none it would go on with who waits already."""


def here(work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
    """Do it at once: there is nobody else to answer."""
    return work(*given)


def aside(work: Callable[..., Done], *given: Any) -> Done:
    """Return what comes of work that touches nothing of the request or of the tables, while others are answered."""
    done: Done = current_app.extensions["aside"](work, given)
    return done


@contextmanager
def in_turn() -> Iterator[None]:
    """Make one long answer after the other: whoever taps meanwhile waits for one of them, not for all."""
    with current_app.extensions["turn"]:
        time.sleep(BETWEEN_ANSWERS)
        yield


def one_by_one(page: Callable[..., Done]) -> Callable[..., Done]:
    """Let a page that tells much be made in its turn."""

    @wraps(page)
    def made(*given: Any, **parts: Any) -> Done:
        with in_turn():
            return page(*given, **parts)

    return made


def aside_on_copy(work: Callable[..., Done], table: Table, *given: Any) -> Done:
    """Return what comes of work on a copy of a table, folded aside: presses go on meanwhile."""
    entries = [*table.entries]
    return aside(lambda: work(Table(table.code, table.game, entries), *given))


def importer() -> Import:
    """Return what reads files of tables."""
    read: Import = current_app.extensions["importer"]
    return read


def backups() -> BackupFolder:
    """The backups that this house makes by itself."""
    kept: BackupFolder = current_app.extensions["backups"]
    return kept

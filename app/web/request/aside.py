"""Work that takes long is done aside, so that no tap waits for it: how, says whoever serves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flask import current_app

from app.keeping.backup_shelf import BackupShelf
from app.keeping.importing import Import

Done = TypeVar("Done")


def here(work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
    """Do it at once: there is nobody else to answer."""
    return work(*given)


def aside(work: Callable[..., Done], *given: Any) -> Done:
    """What comes of work that touches nothing of the request or of the tables, while others are answered."""
    done: Done = current_app.extensions["aside"](work, given)
    return done


def importer() -> Import:
    """What reads files of tables."""
    read: Import = current_app.extensions["importer"]
    return read


def backups() -> BackupShelf:
    """The backups that this house makes by itself."""
    kept: BackupShelf = current_app.extensions["backups"]
    return kept

"""Background tasks of a server: backups, and a certificate for its current addresses."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from flask import Flask

from app.cli.common import sentence, speech
from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.storage.backup_schedule import AFTER_A_FAULT, FOLDER, KEPT, BackupFolder, BackupScheduler
from app.storage.database import asked_address

if TYPE_CHECKING:
    from app.storage.store import Store
    from app.storage.wiping import Wiping

BETWEEN_LOOKS = 5.0
"""Seconds between checks of this computer's addresses."""
BETWEEN_WIPES = 60.0
"""Seconds between checks for deleted data that is still in the file."""


NONE = "none"


def place_of_backups(folder: Path, named: str | None) -> Path | None:
    """Return the folder of automatic backups. Raise Refused for one beside PostgreSQL."""
    if asked_address() is not None:
        if named not in (None, NONE):
            raise Refused("backups-by-postgresql")
        return None
    return None if named == NONE else Path(named) if named else folder / FOLDER


def back_up(app: Flask, folder: Path, place: Path | None) -> None:
    """Make backups each night and after games, in a thread of their own."""
    import gevent

    from app.cli.threads import OneThread

    app.extensions["backups"] = shelf = BackupFolder(folder, place)
    if place is None:
        return
    backing_up = BackupScheduler(shelf, OneThread(), tell)
    app.extensions["acts"] = replace(app.extensions["acts"], ended=backing_up.note_game_ended)
    app.extensions["at_the_end"] = backing_up.finish
    gevent.spawn(backing_up.run)
    click.echo(f"Backups are made in {place} every night and after every game; the newest {KEPT} of each are kept.")


def play_opponents(app: Flask) -> None:
    """Play the app's seats at all tables until the server ends; it thinks in its own thread."""
    from gevent.pool import Group

    from app.cli.threads import OneThread
    from app.opponents import Opponents

    thread, playing, before = OneThread(), Group(), app.extensions["at_the_end"]

    def spawn(work: Callable[..., None], given: tuple[str]) -> None:
        playing.spawn(work, *given)

    def at_the_end() -> None:
        playing.kill()
        thread.close()
        before()

    opponents = Opponents(app.extensions["acts"], thread, spawn)
    app.extensions["acts"] = opponents.acts = replace(opponents.acts, happened=opponents.note)
    app.extensions["at_the_end"] = at_the_end


def hear_others(store: Store) -> None:
    """Exchange messages with the other processes of a shared database until the server ends."""
    import gevent

    for loop in store.notifications.loops():
        gevent.spawn(loop)


def tell(no: Refused) -> None:
    click.echo(speech().translate("backup.none-made", why=Verbatim(sentence(no, speech()))), err=True)


def remove_deleted(store: Store) -> None:
    """Wipe what deleted tables and files left, in a thread of its own, once nobody is disturbed."""
    import gevent

    from app.cli.threads import OneThread

    if store.wiping is not None:
        gevent.spawn(_remove_deleted, store.wiping, OneThread())


def _remove_deleted(wiping: Wiping, away: Callable[[Callable[[], None], tuple[()]], None]) -> None:
    is_told = False
    while True:
        time.sleep(BETWEEN_WIPES)
        try:
            away(wiping.go_on, ())
            is_told = False
        except Refused as no:  # it is tried again at each turn, but told once
            if not is_told:
                click.echo(sentence(no, speech()), err=True)
            is_told = True


def follow_addresses(folder: Path, names: Callable[[], Sequence[str]]) -> None:
    import gevent

    gevent.spawn(_follow, folder, names)


def _follow(folder: Path, names: Callable[[], Sequence[str]]) -> None:
    while True:
        time.sleep(BETWEEN_LOOKS)
        try:
            reissue(folder, names())
        except Refused as no:
            click.echo(sentence(no, speech()), err=True)
            time.sleep(AFTER_A_FAULT)


def reissue(folder: Path, names: Sequence[str]) -> None:
    """Issue a new certificate if the present one is invalid for these names or expires soon.

    This includes an invalid authority. Raise Refused if it cannot be written.
    """
    from app.storage.certificates import LEAF, is_leaf_for, is_sound, issue_certificate

    if not (is_leaf_for(folder / LEAF, names) and is_sound(folder, names)):
        issue_certificate(folder, [*names])
        click.echo(f"New certificate for: {', '.join(names)}.")

"""Automatic backups: each night, after a game has ended, and on request."""

from __future__ import annotations

import os
import re
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal, get_args

from app.core.errors import Refused
from app.storage import backups
from app.storage.whole_files import BESIDE, told_by_name

Why = Literal["night", "ended", "asked"]
FOLDER = "backups"
KEPT = 7
"""The number of backups of each kind that are kept."""
NIGHT = 4
"""The hour after which the nightly backup is made, in the server's time zone."""
WRITTEN = "%Y-%m-%d-%H%M%S"
AHEAD = timedelta(hours=2)
"""The tolerance for dates in the future. A later date means that the clock was ahead; summer time is less."""
NAMED = re.compile(rf"adjutant-\d{{4}}-\d\d-\d\d-\d{{6}}-({'|'.join(get_args(Why))})\.db")


@dataclass(frozen=True)
class BackupFile:
    """A backup in the folder. `at` is when it was begun; if `is_ahead`, that is in the future."""

    file: Path
    at: datetime
    why: str
    size: int
    is_ahead: bool = False

    @property
    def kib(self) -> int:
        return round(self.size / 1024)


class BackupFolder:
    """The backups of a data folder; the newest of each kind are kept."""

    def __init__(self, folder: Path, place: Path | None) -> None:
        self.folder, self.place = folder, place
        self.fault: Refused | None = None
        """The refusal of the latest backup, or None."""

    def files(self, now: datetime | None = None) -> list[BackupFile]:
        """Return every backup, newest first; those dated in the future come last."""
        found, latest = [], (now or datetime.now()) + AHEAD
        for file in self.place.glob("*.db") if self.place else ():
            if named := NAMED.fullmatch(file.name):
                with suppress(FileNotFoundError):  # another process may delete it
                    kept = file.stat()
                    at = datetime.fromtimestamp(kept.st_mtime)
                    found.append(BackupFile(file, at, named[1], kept.st_size, at > latest))
        return sorted(found, key=lambda made: (not made.is_ahead, made.at, made.why), reverse=True)

    def make(self, why: Why, now: datetime | None = None) -> Path:
        """Make a backup and delete those that are too old. Raise Refused."""
        now = now or datetime.now()
        try:
            file = self._make_one(why, now)
        except Refused as no:
            self.fault = no
            raise
        self.fault = None
        others = [made.file for made in self.files(now) if made.why == why and made.file != file]
        for old in others[KEPT - 1 :]:
            old.unlink(missing_ok=True)
        return file

    def _make_one(self, why: Why, now: datetime) -> Path:
        if self.place is None:
            raise Refused("backups-off")
        file = self.place / f"adjutant-{now.strftime(WRITTEN)}-{why}.db"
        with told_by_name(file):
            self.place.mkdir(mode=0o700, parents=True, exist_ok=True)
            backups.make(self.folder, file)
            # the backup lacks what is written while it is made, so it has the date of its beginning
            os.utime(file, (now.timestamp(), now.timestamp()))
        return file

    def is_due(self, now: datetime | None = None) -> bool:
        now = now or datetime.now()
        night = now.replace(hour=NIGHT, minute=0, second=0, microsecond=0)
        night -= timedelta(days=now < night)
        made = [one for one in self.files(now) if not one.is_ahead]
        since = made[0].at if made else datetime.min
        is_made = any(one.at >= night for one in made if one.why == "night")
        return self.place is not None and not is_made and self.changed_at() > since

    def changed_at(self) -> datetime:
        file = self.folder / backups.DATABASE
        beside = [file, *(file.with_name(file.name + ending) for ending in BESIDE[:1])]
        return max(
            (datetime.fromtimestamp(one.stat().st_mtime) for one in beside if one.exists()), default=datetime.min
        )


BETWEEN_LOOKS, BETWEEN_GAMES, AFTER_A_FAULT = 60.0, 60.0, 1800.0
"""Seconds between checks for a new night, between backups after games, and before a retry after an error."""


Away = Callable[[Callable[[Why], Path], tuple[Why]], Path]


class BackupScheduler:
    def __init__(self, shelf: BackupFolder, away: Away, tell: Callable[[Refused], None]) -> None:
        self.shelf, self.away, self.tell = shelf, away, tell
        self._ended = threading.Event()

    def note_game_ended(self) -> None:
        self._ended.set()

    def run(self) -> None:
        while True:
            time.sleep(self.turn())

    def turn(self) -> float:
        """Wait for an ended game or the next check, make due backups, and return seconds to rest."""
        if self._ended.wait(BETWEEN_LOOKS):
            return BETWEEN_GAMES if self._make("ended") else AFTER_A_FAULT
        if self.shelf.is_due():
            return 0.0 if self._make("night") else AFTER_A_FAULT
        return 0.0

    def finish(self) -> None:
        if self._ended.is_set():
            self._make("ended")

    def _make(self, why: Why) -> bool:
        if why == "ended":
            self._ended.clear()
        try:
            self.away(self.shelf.make, (why,))
        except Refused as no:
            if why == "ended":
                self._ended.set()
            self.tell(no)
            return False
        return True

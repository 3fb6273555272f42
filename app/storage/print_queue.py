"""The press room: prints run in processes of their own, so that no tap waits for them."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app.core.error_log import FAULTS
from app.core.errors import Refused
from printables import job_worker
from printables.job_worker import Order

MOST_PRINTS, MOST_PICTURES = 2, 2
"""Processes at a time."""
MOST_KEPT, MOST_BYTES = 40, 300_000_000
WATCHED = 10.0
"""Seconds for which whoever asked how far a print is counts as waiting for it."""
LONGEST = 600.0
"""Seconds that a process may take."""
GLANCE = 0.03
DESK = ["-m", "printables.job_worker"]
"""The program that prints, as Python is told it."""
ROOT = Path(__file__).resolve().parents[2]


class JobNotFound(LookupError):
    """No order goes by that name, or it does not any more."""


Stage = Literal["waiting", "running", "done", "refused"]


@dataclass(frozen=True)
class JobStatus:
    """How far a run is: pages done of how many, once that is known; why it was refused."""

    stage: Stage
    done: int = 0
    of: int = 0
    refused: Refused | None = None


class PrintQueue:
    """The orders of one app and their files, in a folder that goes with the app."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self._place: tempfile.TemporaryDirectory[str] | None = None
        self._orders: OrderedDict[str, Order] = OrderedDict()
        self._runs: dict[tuple[str, str], tuple[subprocess.Popen[bytes], float]] = {}
        self._watched: dict[str, dict[str, float]] = {}

    def folder(self, name: str) -> Path:
        """Return where an order and what is made of it lies."""
        if self._place is None:
            self._place = tempfile.TemporaryDirectory(prefix="adjutant-print-", ignore_cleanup_errors=True)
        return Path(self._place.name) / name

    def keep(self, order: Order) -> str:
        """Take an order in, unless it is here. Returns its fingerprint."""
        name = order.fingerprint
        with self.lock:
            if name not in self._orders:
                self._tidy()
                order.keep(self.folder(name))
            self._orders[name] = order
            self._orders.move_to_end(name)
        return name

    def order(self, name: str) -> Order | None:
        """An order that is here."""
        return self._orders.get(name)

    def refusal(self, name: str, kind: str) -> Refused | None:
        """Return why a run of an order made nothing."""
        with self.lock:
            known = name in self._orders and kind in job_worker.FILES
            return job_worker.refusal_of(self.folder(name), kind) if known else None

    # -- runs

    def standing(self, name: str, kind: str) -> JobStatus:
        """Return how far a run of an order is; it is begun where it can be. Raises NoSuchPrint: it may have been cancelled."""
        with self.lock:
            if name not in self._orders:
                raise JobNotFound(name)
            self._orders.move_to_end(name)
            folder = self.folder(name)
            if job_worker.file_of(folder, kind).exists():
                return JobStatus("done")
            refused = job_worker.refusal_of(folder, kind) or self._broken(name, kind)
            if refused:
                return JobStatus("refused", refused=refused)
            if (name, kind) not in self._runs and not self._begin(name, kind):
                return JobStatus("waiting")
            return JobStatus("running", *(job_worker.progress_of(folder, kind) or (0, 0)))

    def awaited(self, name: str, kind: str, seconds: float) -> JobStatus:
        """The same, after waiting for its end for some seconds at the most. Raises NoSuchPrint."""
        until = time.monotonic() + seconds
        while True:
            found = self.standing(name, kind)
            if found.stage in ("done", "refused") or time.monotonic() > until:
                return found
            time.sleep(GLANCE)

    def _begin(self, name: str, kind: str) -> bool:
        """Return whether a process could be started: there are not too many, those left out that took too long."""
        for key in list(self._runs):
            self._broken(*key)
        pictures = kind.startswith(job_worker.PICTURES)
        working = [key for key, (process, _) in self._runs.items() if process.poll() is None]
        same = sum(other.startswith(job_worker.PICTURES) == pictures for _, other in working)
        if same >= (MOST_PICTURES if pictures else MOST_PRINTS):
            return False
        command = [sys.executable, *DESK, str(self.folder(name)), kind]
        with said_in(self.folder(name), kind).open("wb") as said:
            process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stderr=said)
        self._runs[name, kind] = (process, time.monotonic())
        return True

    def _broken(self, name: str, kind: str) -> Refused | None:
        """The "no" of a process that ended without its file, or was ended because it took too long."""
        process, began = self._runs.get((name, kind), (None, 0.0))
        if process is None or (process.poll() is None and time.monotonic() - began < LONGEST):
            return None
        process.kill()
        process.wait()
        del self._runs[name, kind]
        # it may have written its file between the look for it and the look at the process
        folder = self.folder(name)
        if job_worker.file_of(folder, kind).exists():
            return None
        if known := job_worker.refusal_of(folder, kind):
            return known
        said = said_in(folder, kind)
        last_words = said.read_text(encoding="utf-8", errors="replace") if said.exists() else ""
        FAULTS.tell_text(last_words, f"a print ({kind}) ended with {process.returncode}")
        return _noted(folder, kind, Refused("print-broken", field="what"))

    def watch(self, name: str, address: str) -> None:
        """Somebody waits for an order now."""
        with self.lock:
            since = time.monotonic() - WATCHED
            waiting = {who: at for who, at in self._watched.get(name, {}).items() if at > since}
            if name in self._orders:
                self._watched[name] = {**waiting, address: time.monotonic()}

    def leave(self, name: str, address: str) -> None:
        """Somebody waits for an order no more: what runs for it ends unless others wait; what was made of it stays."""
        with self.lock:
            self._watched.get(name, {}).pop(address, None)
            if any(at > time.monotonic() - WATCHED for at in self._watched.get(name, {}).values()):
                return
            if any(job_worker.file_of(self.folder(name), kind).exists() for kind in job_worker.FILES):
                self._end(name)
            else:
                self.cancel(name)

    def _end(self, name: str) -> None:
        for key in [key for key in self._runs if key[0] == name]:
            process, _ = self._runs.pop(key)
            process.kill()
            process.wait()

    def cancel(self, name: str) -> None:
        """End what runs for an order and forget it."""
        with self.lock:
            self._end(name)
            self._watched.pop(name, None)
            self._orders.pop(name, None)
            shutil.rmtree(self.folder(name), ignore_errors=True)

    def close(self) -> None:
        """End every process and take the folder away."""
        for name in list(self._orders):
            self.cancel(name)
        if self._place is not None:
            self._place.cleanup()

    # -- what is kept

    def _tidy(self) -> None:
        while len(self._orders) >= MOST_KEPT or self._bytes() > MOST_BYTES:
            working = {name for (name, _), (process, _) in self._runs.items() if process.poll() is None}
            idle = next((name for name in self._orders if name not in working), None)
            if idle is None:
                return
            self.cancel(idle)

    def _bytes(self) -> int:
        return sum(size_of(file) for name in self._orders for file in self.folder(name).glob("*"))


def _noted(folder: Path, kind: str, no: Refused) -> Refused:
    try:
        job_worker.refuse(folder, kind, no)
    except Refused as full:
        return full
    return no


def said_in(folder: Path, kind: str) -> Path:
    """Return what a process says that is no part of what it makes: why it broke."""
    return folder / f"{kind}.said"


def size_of(file: Path) -> int:
    """The bytes of a file, none where a process has just put it in the place of another."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0

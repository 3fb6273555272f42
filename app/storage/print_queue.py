"""The print queue: print jobs run in worker processes, so that they never block a request."""

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
"""The maximum number of processes at a time."""
MOST_KEPT, MOST_BYTES = 40, 300_000_000
WATCHED = 10.0
"""Seconds for which a client that asked for progress counts as waiting."""
LONGEST = 600.0
"""The maximum seconds of a process."""
GLANCE = 0.03
DESK = ["-m", "printables.job_worker"]
"""The Python arguments of the worker."""
ROOT = Path(__file__).resolve().parents[2]


class JobNotFound(LookupError):
    """A print job that does not exist or was cancelled."""


Stage = Literal["waiting", "running", "done", "refused"]


@dataclass(frozen=True)
class JobStatus:
    """The progress of a job: pages done, total once known, and the refusal if it failed."""

    stage: Stage
    done: int = 0
    of: int = 0
    refused: Refused | None = None


class PrintQueue:
    """The print orders of one app with their files, in a temporary folder."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self._place: tempfile.TemporaryDirectory[str] | None = None
        self._orders: OrderedDict[str, frozenset[str]] = OrderedDict()
        """Each order, the least recently used first → the fingerprints of people's own pictures in it."""
        self._runs: dict[tuple[str, str], tuple[subprocess.Popen[bytes], float]] = {}
        self._watched: dict[str, dict[str, float]] = {}

    def folder(self, name: str) -> Path:
        if self._place is None:
            self._place = tempfile.TemporaryDirectory(prefix="adjutant-print-", ignore_cleanup_errors=True)
        return Path(self._place.name) / name

    def keep(self, order: Order) -> str:
        """Add an order unless it exists; return its fingerprint."""
        name = order.fingerprint
        with self.lock:
            if name not in self._orders:
                self._tidy()
                order.keep(self.folder(name))
            self._orders[name] = order.pictures
            self._orders.move_to_end(name)
        return name

    def has(self, name: str) -> bool:
        return name in self._orders

    def refusal(self, name: str, kind: str) -> Refused | None:
        with self.lock:
            known = name in self._orders and kind in job_worker.FILES
            return job_worker.refusal_of(self.folder(name), kind) if known else None

    # -- jobs

    def standing(self, name: str, kind: str) -> JobStatus:
        """Return the progress of a job, and start it if possible. Raise JobNotFound."""
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
        """Return the progress of a job after its end, or after these seconds. Raise JobNotFound."""
        until = time.monotonic() + seconds
        while True:
            found = self.standing(name, kind)
            if found.stage in ("done", "refused") or time.monotonic() > until:
                return found
            time.sleep(GLANCE)

    def _begin(self, name: str, kind: str) -> bool:
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
        process, began = self._runs.get((name, kind), (None, 0.0))
        if process is None or (process.poll() is None and time.monotonic() - began < LONGEST):
            return None
        process.kill()
        process.wait()
        del self._runs[name, kind]
        # it may have written its file just before it ended
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
        with self.lock:
            since = time.monotonic() - WATCHED
            waiting = {who: at for who, at in self._watched.get(name, {}).items() if at > since}
            if name in self._orders:
                self._watched[name] = {**waiting, address: time.monotonic()}

    def leave(self, name: str, address: str) -> None:
        """Record that a client no longer waits; stop its jobs unless others wait. Results stay."""
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
        with self.lock:
            self._end(name)
            self._watched.pop(name, None)
            self._orders.pop(name, None)
            shutil.rmtree(self.folder(name), ignore_errors=True)

    def forget_picture(self, key: str) -> None:
        """Cancel the orders with a deleted picture, by its fingerprint."""
        with self.lock:
            for name in [name for name, pictures in self._orders.items() if key in pictures]:
                self.cancel(name)

    def close(self) -> None:
        for name in list(self._orders):
            self.cancel(name)
        if self._place is not None:
            self._place.cleanup()

    # -- files

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
    """Return the file of a worker's other output, which has the cause of a failure."""
    return folder / f"{kind}.said"


def size_of(file: Path) -> int:
    """Return the size of a file in bytes, 0 while a process replaces it."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0

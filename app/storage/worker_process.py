"""Work on a sent file in its own process, with limits of memory, processor and wall time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from app.core.error_log import begin_work_aside
from app.storage.errors import StoreBusy

ROOT = Path(__file__).resolve().parents[2]
MOST_MEMORY = 1 << 30


def run_worker(module: str, about: str, content: bytes, patience: float) -> subprocess.CompletedProcess[bytes]:
    """Run a module on a file, which it reads from its standard input.

    Raise StoreBusy after `patience` seconds.
    """
    command = [sys.executable, "-m", module, about]
    try:
        return subprocess.run(command, input=content, capture_output=True, cwd=ROOT, timeout=patience, check=False)
    except subprocess.TimeoutExpired as error:
        raise StoreBusy from error


def begin_as_worker(most_seconds: int) -> None:
    """Work at low priority from now on, with limits of memory and processor seconds."""
    begin_work_aside()
    if os.name == "posix":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (most_seconds, most_seconds + 1))

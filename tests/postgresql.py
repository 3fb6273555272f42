"""Debian's PostgreSQL in a temporary folder, on a socket of its own; ended by its own pid."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from urllib.parse import quote

import pytest

USER = "postgres"
"""The user of the server, which does not start as root."""
GUEST = "guest"
NEEDED = "PostgreSQL is not installed: apt-get install postgresql"


def programs() -> Path | None:
    """The folder of the newest server that Debian has installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


@dataclass
class Server:
    """A running PostgreSQL with an empty schema for whoever asks."""

    folder: Path
    bin: Path
    options: str = ""
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    durable: bool = False
    """Wait for the disk, as whoever measures wants it."""

    def run(self, *command: str, environment: Mapping[str, str] | None = None) -> str:
        as_user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups"] if os.geteuid() == 0 else []
        command = (*as_user, str(self.bin / command[0]), *command[1:])
        kept = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", **(environment or {})}
        done = subprocess.run(command, cwd="/", env=kept, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def start(self) -> None:
        fsync = "on" if self.durable else "off"
        options = f"-k {self.folder} -c listen_addresses='' -c fsync={fsync} {self.options}"
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-l", f"{self.folder}/log", "-o", options, "-w", "start")

    def stop(self, how: str = "immediate") -> None:
        self.run("pg_ctl", "-D", f"{self.folder}/data", "-m", how, "-w", "stop")

    @property
    def socket(self) -> Path:
        return self.folder / ".s.PGSQL.5432"

    @property
    def is_running(self) -> bool:
        file = self.folder / "data" / "postmaster.pid"
        return file.exists() and Path(f"/proc/{self.pid}").exists()

    @contextmanager
    def full(self) -> Iterator[None]:
        """Leave no room on its disk within."""
        filler = self.folder / "filler"
        try:
            with suppress(OSError), filler.open("wb", buffering=0) as file:
                while True:
                    file.write(bytes(4096))
            yield
        finally:
            filler.unlink()

    @property
    def pid(self) -> int:
        return int((self.folder / "data" / "postmaster.pid").read_text().split()[0])

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Stop every process of the server without ending it, as a frozen machine."""
        every = [self.pid, *children_of(self.pid)]
        for pid in every:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in every:
                os.kill(pid, signal.SIGCONT)

    def sql(self, command: str) -> str:
        return self.run("psql", "-X", "-q", "-A", "-t", "-h", str(self.folder), "-U", USER, "-c", command)

    def dump(self, schema: str) -> int:
        """Dump a schema, compressed; return the bytes of the file."""
        file = self.folder / "data" / "dumped"
        self.run("pg_dump", "-Fc", "-n", schema, "-f", str(file), "-h", str(self.folder), "-U", USER)
        return file.stat().st_size

    @staticmethod
    def schema_of(address: str) -> str:
        return address.rpartition("%3D")[2]

    def address(self, schema: str = "") -> str:
        """The address of a new, empty schema, or of this one."""
        if not schema:
            schema = f"s{next(self.numbers)}"
            self.sql(f"CREATE SCHEMA {schema}")
        options = quote(f"-c search_path={schema}", safe="")
        return f"postgresql://{USER}@/{USER}?host={quote(str(self.folder), safe='')}&options={options}"


def children_of(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(child) for child in found.split()]


@contextmanager
def running(megabytes: int = 0, *, durable: bool = False) -> Iterator[Server]:
    """A server within, on a disk of so many megabytes or on that of this computer.

    Skips the test where PostgreSQL is missing, unless everything is needed, or where no disk can be made.
    """
    if (bin_folder := programs()) is None:
        if os.environ.get("ADJUTANT_NEEDS_BROWSER"):
            pytest.fail(NEEDED)
        pytest.skip(NEEDED)
    # not below a folder of pytest, which only its own user may enter; the name of a socket is short
    with tempfile.TemporaryDirectory(prefix="adjutant-pg-", dir="/tmp") as place, ExitStack() as stack:
        if megabytes:
            stack.enter_context(small_disk(place, megabytes))
        if os.geteuid() == 0:
            shutil.chown(place, USER)
        options = "-c max_wal_size=4MB -c min_wal_size=2MB" if megabytes else ""
        server = Server(Path(place), bin_folder, options, durable=durable)
        small = ["--wal-segsize=1"] if megabytes else []
        server.run("initdb", "-D", f"{place}/data", "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync", *small)
        hba = Path(place) / "data" / "pg_hba.conf"
        hba.write_text(f"local all {GUEST} scram-sha-256\nlocal all all trust\n", encoding="ascii")
        server.start()
        try:
            yield server
        finally:
            if server.is_running:
                server.stop()


@contextmanager
def small_disk(place: str, megabytes: int) -> Iterator[None]:
    """Mount a disk in memory, which only root may; else skip the test."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=700", "adjutant-test", place]
    if subprocess.run(mount, capture_output=True, check=False, timeout=60).returncode:
        pytest.skip("a small disk can be mounted by root alone")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", place], check=True, timeout=60)

"""Waiting for the disk: nothing is told before it is there, and those who wrote meanwhile wait together."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.storage import disk_sync
from app.storage.disk_sync import DiskSync, Work


class Disk:
    """A disk that counts how often it was waited for, and an elsewhere whose work is done when somebody waits."""

    def __init__(self) -> None:
        self.waits = 0
        self.broken = False

    def sync(self, descriptor: int) -> None:
        if self.broken:
            raise OSError(5, "no more of this disk")
        os.fstat(descriptor)
        self.waits += 1

    def away(self, work: Work) -> Work:
        self.begun = work
        return work


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    made = Disk()
    monkeypatch.setattr(disk_sync, "sync_data", made.sync)
    return made


@pytest.fixture
def open_file(tmp_path: Path) -> Iterator[Callable[..., DiskSync]]:
    opened: list[DiskSync] = []
    (tmp_path / "log").write_bytes(b"")

    def on(away: disk_sync.Away | None = None) -> DiskSync:
        opened.append(DiskSync(tmp_path / "log", away))
        return opened[-1]

    yield on
    for one in opened:
        one.close()


def test_without_an_elsewhere_each_write_waits_for_itself(disk: Disk, open_file: Callable[..., DiskSync]) -> None:
    file = open_file()
    file.note_written()
    assert disk.waits == 1
    file.flush_to_disk()
    assert disk.waits == 1


def test_a_write_begins_the_wait_and_what_is_told_ends_it(disk: Disk, open_file: Callable[..., DiskSync]) -> None:
    file = open_file(disk.away)
    file.flush_to_disk()
    assert disk.waits == 0, "nothing was written"
    file.note_written()
    assert disk.waits == 0
    file.flush_to_disk()
    file.flush_to_disk()
    assert disk.waits == 1


def test_who_wrote_while_the_disk_was_busy_waits_with_the_others(
    disk: Disk, open_file: Callable[..., DiskSync]
) -> None:
    file = open_file(disk.away)
    for _ in range(5):
        file.note_written()
    file.flush_to_disk()
    assert disk.waits == 2, "the first, and all others together"


def test_what_the_disk_has_taken_meanwhile_nobody_waits_for(disk: Disk, open_file: Callable[..., DiskSync]) -> None:
    waited: list[str] = []

    def at_once(work: Work) -> Work:
        work()
        return lambda: waited.append("in vain")

    file = open_file(at_once)
    for written in (1, 2):
        file.note_written()
        file.flush_to_disk()
        assert disk.waits == written
    assert not waited


def test_what_the_disk_did_not_take_is_not_told(disk: Disk, open_file: Callable[..., DiskSync]) -> None:
    file = open_file(disk.away)
    disk.broken = True
    file.note_written()
    for _ in range(2):
        with pytest.raises(OSError, match="no more of this disk"):
            file.flush_to_disk()
    disk.broken = False
    file.flush_to_disk()
    assert disk.waits == 1

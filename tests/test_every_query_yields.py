"""Requests at one table of PostgreSQL while each query lets all others run: their turn keeps them apart."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.rush import ROUNDS, SEATS
from tests.server import ROOT, with_templates


@pytest.fixture
def rush(address: str, tmp_path: Path) -> Any:
    """What came of a rush at a table."""
    with_templates(tmp_path)
    command = [sys.executable, "-m", "tests.rush", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_requests_at_one_table_come_one_after_the_other(rush: Any) -> None:
    kept = [tuple(entry) for entry in rush["kept"]]
    commands = Counter(entry for entry in kept if entry[1])
    assert commands == {(seat, f"acts {seat} {number}"): 1 for seat in SEATS for number in range(ROUNDS)}
    for status, seat, key, seq in rush["acts"]:
        assert (status, kept[seq]) == (200, (seat, key)), "the same key has the same entry"
    assert sorted(rush["joins"]) == [201, 409, 409, 409]

    # each look shows the table as it was after one entry, which the database has
    names, after = dict.fromkeys((*SEATS, "referee"), ""), []
    for events in rush["log"]:
        names |= {event["seat"]: event["name"] for event in events if "name" in event}
        after.append(dict(names))
    assert len({seq for seq, _, _ in rush["looks"]}) > ROUNDS
    for seq, shown, stored in rush["looks"]:
        assert (shown.items() <= after[seq].items(), seq < stored) == (True, True), (seq, shown, after[seq], stored)

    # once the table is deleted, nobody is told that a command was kept
    assert rush["deleted"] == [200]
    statuses = [status for status, *_ in rush["late"]]
    kept_until = statuses.index(404)
    assert {*statuses[:kept_until]} == {200}
    assert {*statuses[kept_until:]} <= {404, 429}
    assert rush["left"] == [0, False]

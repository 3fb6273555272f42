"""A small part of `make hard`: the same attacks, for seconds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.keeping.makers import FILES_TOGETHER
from tests.hard import crowds, damage, power, shelves, strangers
from tests.hard.__main__ import ATTACKS, PAGE


def test_nothing_acknowledged_is_lost_when_the_server_is_killed() -> None:
    found = power.kills(1)
    assert found.holds, str(found)


@pytest.mark.skipif(not power.compiler(), reason="there is no C compiler here")
def test_nothing_acknowledged_is_lost_when_the_power_is_cut() -> None:
    found = power.cuts(1)
    assert found.holds, str(found)


def test_a_full_disk_loses_nothing() -> None:
    found = power.full(1)
    assert found.holds, str(found)


def test_a_spoilt_file_is_never_a_surprise() -> None:
    found = damage.damaged(30)
    assert found.files == 30
    assert found.refused + found.told > 0
    assert found.exported > 0


def test_many_tables_are_answered() -> None:
    assert len(crowds.load(8, 2.0).times) > 8
    assert len(crowds.load(8, 1.9, 12).times) == 24


@pytest.mark.skipif(not power.compiler(), reason="there is no C compiler here")
def test_a_slow_disk_is_waited_for() -> None:
    with power.a_slow_disk(300):
        assert min(crowds.load(2, 2.0, 1).times) > 300


def test_who_comes_back_hears_again() -> None:
    assert crowds.storm(40, 5).seconds < 10


def test_a_server_that_is_played_on_holds_no_more_and_more() -> None:
    found = crowds.soak(3.0, 3)
    assert found.presses > 3
    assert found.grows < 50, str(found)


def test_no_stranger_finds_a_fault() -> None:
    told = strangers.fuzz(600)
    assert told.faults == []
    assert len(told.statuses) >= 5


def test_no_generated_case_finds_a_fault() -> None:
    told = strangers.schemathesis("--phases", "coverage", "--exclude-path-regex", "/(rulings|import|tables$)")
    assert told.faults == ""
    assert told.cases > 100, str(told)


def test_a_guest_who_fills_a_share_stops_nobody() -> None:
    found = shelves.shelves(1)
    assert found.holds, str(found)
    assert found.kept == FILES_TOGETHER


def test_the_page_has_a_line_for_every_attack() -> None:
    told = re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert told == [*ATTACKS]
    assert all(file.exists() for file in strangers.files())
    assert Path(power.SHIM).exists()

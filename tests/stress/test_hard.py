"""A small part of `make hard`: the same attacks, for seconds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.storage.makers import FILES_TOGETHER
from app.web.request.guard import IMPORT_LIMIT
from tests.stress import crowds, damage, first_evening, guests, power, prints, rights, shelves, strangers, uploads
from tests.stress.__main__ import ATTACKS, PAGE


def test_nothing_acknowledged_is_lost_when_the_server_is_killed() -> None:
    found = power.kills(1)
    assert found.holds, str(found)


@pytest.mark.skipif(not power.compiler(), reason="there is no C compiler here")
def test_nothing_acknowledged_is_lost_when_the_power_is_cut() -> None:
    found = power.cuts(1)
    assert found.holds, str(found)


@pytest.mark.skipif(not power.compiler(), reason="there is no C compiler here")
def test_a_power_cut_in_the_first_evening_takes_nobodys_seat() -> None:
    found = first_evening.keys(1)
    assert found.hold, str(found)


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


def test_nobody_learns_a_code_or_sees_a_seat_that_is_not_theirs() -> None:
    guessed, read = rights.codes(3), rights.seats(2)
    assert (guessed.asked, guessed.learned) == (21, 0), str(guessed)
    assert (read.tried, read.seen) == (20, 0), str(read)


def test_what_is_refused_leaves_nothing_in_the_log() -> None:
    found = uploads.refused(100_000)
    assert found.logged == 0, str(found)
    assert {*found.statuses} <= {400, 413, 422}, str(found)


def test_uploads_that_never_end_take_no_memory_and_stop_nobody_else() -> None:
    found = uploads.unfinished(20, IMPORT_LIMIT)
    assert found.meanwhile - found.before < 20, str(found)
    assert found.answered < 20, str(found)


def test_addresses_without_end_leave_everybody_their_share() -> None:
    found = uploads.floods(2, 12)
    assert found.innocent == 201, str(found)


def test_a_guest_at_a_practice_table_stops_nobody() -> None:
    told = guests.practice()
    assert told.told == told.steps > 10, str(told)


def test_long_answers_keep_nobody_waiting() -> None:
    told = guests.long(2, 300_000)
    assert told.longest < 700, str(told)
    assert told.taps


def test_a_large_print_stays_small_and_keeps_nobody_waiting() -> None:
    found = prints.prints({"pdf": 600})
    assert (found.made, found.refused) == (3, 3)
    assert 0 < found.megabytes < 200, str(found)
    assert found.waited < 2000, str(found)


def test_a_guest_who_fills_a_share_stops_nobody() -> None:
    found = shelves.shelves(1)
    assert found.holds, str(found)
    assert found.kept == FILES_TOGETHER


def test_the_page_has_a_line_for_every_attack() -> None:
    told = re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert told == [*ATTACKS]
    assert all(file.exists() for file in strangers.files())
    assert Path(power.SHIM).exists()

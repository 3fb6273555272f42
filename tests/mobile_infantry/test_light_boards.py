"""Boards are small enough for a phone that fetches one after each press."""

from __future__ import annotations

from pathlib import Path

from tests.bench.boards import GOAL, measured


def test_two_squads_against_twenty_bugs_fetch_little_after_each_press(tmp_path: Path) -> None:
    heard = measured(tmp_path)
    assert {seat: max(sizes) for seat, sizes in heard.items() if max(sizes) > GOAL} == {}
    assert min(map(len, heard.values())) >= 18

"""The table of pieces in docs/scenarios.md is counted from the data."""

from __future__ import annotations

from docs.pieces import PAGE, states_of, table, with_table


def test_the_table_says_what_is_refereed_asked_and_only_to_be_seen() -> None:
    """After a change of a piece: `make balance`."""
    page = PAGE.read_text(encoding="utf-8")
    assert table() in page
    assert with_table(page.replace("| obstacles | ", "| obstacles | 9")) == page


def test_a_piece_counts_as_its_thing_in_a_file_does() -> None:
    assert states_of("terrain", "woods") == ["refereed"]
    assert states_of("terrain", "coast") == ["asked"]
    assert states_of("rect_terrain", "barge") == ["asked"]
    assert states_of("badge", "badge24") == ["look"] * 3

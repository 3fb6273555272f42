"""The headings that rules name: each book its own, and none that is not on this list."""

from __future__ import annotations

from app.games.incursion.book import EDITIONS
from app.games.incursion.words import rules_by_id
from tests.incursion.sections import HEADINGS, NOT_COMPARED, SAME_IN_BOTH


def named(edition: str) -> set[str]:
    """The headings that the rules of the game name in a book, each part of "chapter: heading; another" by itself."""
    cited = [rule["sources"][edition] for rule in rules_by_id().values() if edition in rule["sources"]]
    own = [source["section"] for source in cited if source["book"] != "Adjutant"]
    return {part.strip() for section in own for piece in section.split(";") for part in piece.split(": ")}


def test_every_heading_that_a_rule_names_is_on_the_list_of_its_book() -> None:
    for edition in EDITIONS:
        assert named(edition) == {*HEADINGS[edition], *NOT_COMPARED[edition]}


def test_a_heading_is_compared_with_its_book_or_it_is_not() -> None:
    for edition in EDITIONS:
        listed = [*HEADINGS[edition], *NOT_COMPARED[edition]]
        assert len(listed) == len(set(listed))


def test_no_heading_of_one_book_is_said_in_the_language_of_the_other() -> None:
    english, spanish = ({*HEADINGS[edition], *NOT_COMPARED[edition]} for edition in EDITIONS)
    both = english & spanish
    assert both == SAME_IN_BOTH

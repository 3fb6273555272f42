"""The editions of Incursion as files, its open questions as answers."""

import re
import tomllib
from pathlib import Path

import pytest

from app.core.book import edition, read
from app.games.incursion import book
from app.games.incursion.book import DATA, EDITIONS

PACKAGE = Path(book.__file__).parent


def test_an_edition_states_only_what_differs() -> None:
    common = read(DATA / "editions" / "common.toml")
    for name in EDITIONS:
        for key, value in leaves(read(DATA / "editions" / f"{name}.toml")):
            assert dict(leaves(common)).get(key) != value, f"{name}: {key} is as in the common file"


def leaves(table: dict, prefix: str = "") -> list[tuple[str, object]]:  # type: ignore[type-arg]
    """Every value of a nested table with its dotted key."""
    found: list[tuple[str, object]] = []
    for key, value in table.items():
        found += leaves(value, f"{prefix}{key}.") if isinstance(value, dict) else [(prefix + key, value)]
    return found


def test_no_rule_names_an_edition_or_a_language() -> None:
    named = re.compile(r"""["'](en-2009|es-2009|en|es)["']|en_2009|es_2009""")
    for path in [*PACKAGE.rglob("*.py"), *(PACKAGE.parent.parent / "core").rglob("*.py")]:
        if path.name in ("words.py", "options.py"):
            continue
        assert not named.search(path.read_text(encoding="utf-8")), path.name


def test_the_guard_against_editions_in_rules_sees_one() -> None:
    assert re.search(r"""["'](en-2009|es-2009|en|es)["']""", 'if book.edition == "es-2009":')


@pytest.mark.parametrize("name", EDITIONS)
def test_each_edition_makes_a_whole_book(name: str) -> None:
    opened = book.edition_book(name, {})
    assert opened.says("forces") == "secret"
    assert edition(DATA / "editions", name)["action-cost"]["drop-item"] == 0


def test_the_default_answer_comes_first_and_is_in_force() -> None:
    for key, question in book.questions().items():
        assert len(set(question.answers)) == len(question.answers) >= 2
        assert book.edition_book(EDITIONS[0], {}).says(key) == question.answers[0]


def test_the_open_questions_are_those_of_the_rules() -> None:
    common = tomllib.loads((DATA / "editions" / "common.toml").read_text(encoding="utf-8"))
    assert len(common["questions"]) == 42

"""The rule catalogue: summaries, sources, and related values and questions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from app.core.messages.translator import LANGUAGES
from app.core.rules.book import load_toml

HERE = Path(__file__).parents[1]


NOTEBOOK = "Adjutant"
"""The source of the app's own rules, which have a heading in each language and no section."""


@lru_cache
def rules_of(folder: Path) -> Mapping[str, Any]:
    """Return the rule catalogue of a game and of the app: id → {id, summary, sources}."""
    own = load_toml(folder / "rules.toml")
    rules = {**load_toml(HERE / "rules.toml"), **own["rules"]}
    return {name: _rule(name, rule, _sources(rule, own["books"])) for name, rule in rules.items()}


@lru_cache
def headings_of(folder: Path) -> Mapping[str, Mapping[str, str]]:
    rules = {**load_toml(HERE / "rules.toml"), **load_toml(folder / "rules.toml")["rules"]}
    return {name: rule["heading"] for name, rule in rules.items() if "heading" in rule}


def title_of(folder: Path, rule: str, language: str) -> str:
    """Return the title of a rule in a language.

    It is the rule's own heading, its section in a book of that language, or the game's `headings` entry for a section
    of another book.
    """
    if own := headings_of(folder).get(rule):
        return own[language]
    section = section_of(folder, rule, language)
    called: Mapping[str, str] = load_toml(folder / "rules.toml").get("headings", {}).get(section, {})
    return called.get(language) or section.rpartition(": ")[2]


def section_of(folder: Path, rule: str, language: str) -> str:
    """Return the section of a rule in a book of a language, or in the first book."""
    sources = rules_of(folder)[rule]["sources"]
    own = [source for edition, source in sources.items() if edition.startswith(language)]
    section: str = (own or list(sources.values()))[0]["section"]
    return section


def _sources(rule: Mapping[str, Any], books: Mapping[str, str]) -> Mapping[str, tuple[str, str]]:
    if "heading" in rule:
        return dict.fromkeys(books, (NOTEBOOK, rule["heading"][LANGUAGES[0]]))
    sections = rule["section"]
    by_edition = sections if isinstance(sections, Mapping) else dict.fromkeys(books, sections)
    return {edition: (books[edition], by_edition[edition]) for edition in by_edition}


def _rule(name: str, rule: Mapping[str, Any], sources: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
    cited = {edition: {"book": book, "section": section} for edition, (book, section) in sources.items()}
    return {"id": name, "summary": {language: rule[language] for language in LANGUAGES}, "sources": cited}


@lru_cache
def rule_links_of(folder: Path) -> Mapping[str, Mapping[str, Any]]:
    """Return the links of each rule by id.

    A link has values (places in the book), questions (left open), by-book (texts by edition, if they differ) and also
    (other names by language).
    """
    own = load_toml(folder / "rules.toml")["rules"]
    empty: Mapping[str, Any] = {"values": [], "questions": [], "by-book": {}, "also": {}}
    return {name: {kind: rule.get(kind, none) for kind, none in empty.items()} for name, rule in own.items()}


def said_by_one_book(rule: Mapping[str, Any], links: Mapping[str, Any], edition: str, language: str) -> str:
    """Return the text of a rule for one edition: its own text, or the summary."""
    words: str = links.get("by-book", {}).get(edition, rule["summary"])[language]
    return words

"""The catalogue of the rules: what each says in our words, where it stands, and what it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from app.core.book import read
from app.core.words import LANGUAGES

HERE = Path(__file__).parent


@lru_cache
def rules_of(folder: Path) -> Mapping[str, Any]:
    """The catalogue of a game's rules: id → {id, summary, sources}, those of the notebook itself included."""
    own = read(folder / "rules.toml")
    books: Mapping[str, str] = own["books"]
    catalogue: dict[str, Any] = {}
    for name, rule in read(HERE / "rules.toml").items():
        catalogue[name] = _rule(name, rule, dict.fromkeys(books, ("Adjutant", rule["section"])))
    for name, rule in own["rules"].items():
        sections = rule["section"]
        by_edition = sections if isinstance(sections, Mapping) else dict.fromkeys(books, sections)
        catalogue[name] = _rule(name, rule, {edition: (books[edition], by_edition[edition]) for edition in by_edition})
    return catalogue


def _rule(name: str, rule: Mapping[str, Any], sources: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
    cited = {edition: {"book": book, "section": section} for edition, (book, section) in sources.items()}
    return {"id": name, "summary": {language: rule[language] for language in LANGUAGES}, "sources": cited}


@lru_cache
def rule_links_of(folder: Path) -> Mapping[str, Mapping[str, Any]]:
    """What each rule of a game rests on: id → {values: places in the book, questions: what the books leave open,
    by-book: its words by edition, where one edition's differ, also: by language what people call it besides}."""
    own = read(folder / "rules.toml")["rules"]
    empty: Mapping[str, Any] = {"values": [], "questions": [], "by-book": {}, "also": {}}
    return {name: {kind: rule.get(kind, none) for kind, none in empty.items()} for name, rule in own.items()}


def said_by_one_book(rule: Mapping[str, Any], links: Mapping[str, Any], edition: str, language: str) -> str:
    """What a rule says to those who play by one edition: its own words for it, or the summary."""
    words: str = links.get("by-book", {}).get(edition, rule["summary"])[language]
    return words

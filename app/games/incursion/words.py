"""What Incursion can say: its words with those of its cards and missions, and its rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from app.core import rules, words
from app.core.card_files.fields import words_in
from app.core.words import Entry
from app.games.incursion.book import FOLDER, card_set, missions
from app.games.incursion.missions.texts import words_in_mission


@cache
def card_and_mission_words() -> Mapping[str, Entry]:
    """The names and texts of the starter set and of the shipped missions."""
    named = {key: entry for mission in missions().values() for key, entry in words_in_mission(mission).items()}
    return {**words_in(card_set("starter")), **named}


@cache
def shipped_words() -> Mapping[str, Entry]:
    """The words of the game, of the starter set and of the shipped missions."""
    return {**words.words_of(FOLDER), **card_and_mission_words()}


def rules_by_id() -> Mapping[str, Any]:
    """Every rule: id → {id, summary, sources}."""
    return rules.rules_of(FOLDER)


def rule_links() -> Mapping[str, Mapping[str, Any]]:
    """What each rule is about, and what it says by one book where the books differ."""
    return rules.rule_links_of(FOLDER)

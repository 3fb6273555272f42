"""The texts of Incursion: its own, those of cards and missions, and its rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any

from app.core.content.cards.fields import words_in
from app.core.content.missions import MissionData, id_of
from app.core.messages import rule_catalogue, translator
from app.core.messages.translator import Entry, Translator
from app.core.rules.book import load_toml
from app.games.incursion.book import DATA, FOLDER, card_set, missions


@cache
def card_and_mission_words() -> Mapping[str, Entry]:
    named = {key: entry for mission in missions().values() for key, entry in words_in_mission(mission).items()}
    return {**words_in(card_set("starter")), **named}


@cache
def shipped_words() -> Mapping[str, Entry]:
    """Return the texts of the game, of the starter set and of the shipped missions."""
    return {**translator.words_of(FOLDER), **card_and_mission_words()}


def rules_by_id() -> Mapping[str, Any]:
    """Return every rule: id → {id, summary, sources}."""
    return rule_catalogue.rules_of(FOLDER)


def rule_links() -> Mapping[str, Mapping[str, Any]]:
    """Return the subject of each rule, and its text by one book if the books differ."""
    return rule_catalogue.rule_links_of(FOLDER)


@cache
def _power_rules() -> Mapping[str, str]:
    return dict(load_toml(DATA / "powers.toml")["powers"])


def power_text(power: str, edition: str, said: Translator) -> str:
    """Return what a power does, by the book of an edition; empty for one that only names itself."""
    rule = _power_rules().get(power)
    if rule is None:
        return said.translate(f"power.{power}") if said.has(f"power.{power}") else ""
    return rule_catalogue.said_by_one_book(rules_by_id()[rule], rule_links().get(rule, {}), edition, said.language)


LINES_IN = {"set-up": "steps", "special-rules": "lines"}
"""Sections whose lines are text keys or a mission's own texts, and the field they are in."""


def line_keys(mission: MissionData, section: str) -> Iterator[str]:
    """Yield the text keys of a section's lines.

    Shared ones by their own keys, a mission's own by its id and their place.
    """
    for place, line in enumerate(mission.get(section, {}).get(LINES_IN[section], ())):
        yield f"{section}.{line}" if isinstance(line, str) else f"{section}.{id_of(mission)}.{place}"


def place_key(mission: MissionData, piece: str) -> str:
    return f"place-{id_of(mission)}-{piece}"


def own_piece_keys(mission: MissionData) -> Iterator[tuple[str, str | None]]:
    """Yield the names of each piece of a mission's own: what it is, and where, or None."""
    for number, piece in enumerate(mission.get("set-up", {}).get("pieces", ()), start=1):
        named = f"piece-{id_of(mission)}-{number}"
        yield named, f"{named}-at" if "where" in piece else None


def words_of_pieces(mission: MissionData) -> dict[str, Entry]:
    set_up = mission.get("set-up", {})
    words = {f"name.{place_key(mission, piece)}": text for piece, text in set_up.get("places", {}).items()}
    for (what, where), piece in zip(own_piece_keys(mission), set_up.get("pieces", ()), strict=True):
        words |= {f"name.{what}": piece["what"], **({f"name.{where}": piece["where"]} if where else {})}
    return words


def words_in_mission(mission: MissionData) -> dict[str, Entry]:
    """Return the texts that a mission brings along: its name, its own lines, its item names."""
    words: dict[str, Entry] = {f"name.{item}": name for item, name in mission.get("item-names", {}).items()}
    if "name" in mission:
        words[f"mission.{id_of(mission)}"] = mission["name"]
    for section, place in LINES_IN.items():
        lines: Collection[Any] = mission.get(section, {}).get(place, ())
        keyed = zip(line_keys(mission, section), lines, strict=True)
        words |= {key: line for key, line in keyed if not isinstance(line, str)}
    return words | words_of_pieces(mission)

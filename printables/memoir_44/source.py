"""Print source of Memoir '44: book, scenario, hex width and language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from app.core.content.missions import Briefing, MissionData
from app.core.messages.translator import Entry, Translator, flatten, words_of
from app.core.rules.book import load_toml
from app.games.memoir_44.board_state import bare
from app.games.memoir_44.book import ALLIED, EDITION, FOLDER, Book, edition_book
from app.games.memoir_44.scenarios.briefing import briefing, words_in
from app.games.memoir_44.scenarios.files import names_of_scenarios
from app.games.memoir_44.scenarios.scenario import Scenario, scenario_of
from app.games.memoir_44.scenarios.set_up import SetUp, set_up
from printables.words import printed_words

GAME = "memoir-44"
HERE = Path(__file__).parent


@cache
def looks() -> Mapping[str, Any]:
    return load_toml(HERE / "looks.toml")


@cache
def paper_words() -> Mapping[str, Entry]:
    return {**printed_words(), **flatten(load_toml(HERE / "words.toml"))}


@dataclass(frozen=True)
class Source:
    """The rules and the scenario to print for. Without a scenario: the whole kit."""

    book: Book
    speech: Translator
    mission: MissionData | None = None
    hexagon: float = 0.0
    """Width of a board hex from side to side, in millimetres."""
    address: str = ""
    game: str = GAME

    @property
    def facts(self) -> Mapping[str, Any]:
        return {
            "book": self.book.model_dump(mode="json"),
            "mission": self.mission,
            "hexagon": self.hexagon,
            "address": self.address,
        }

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def scenario(self) -> Scenario | None:
        return scenario_of(self.mission, self.book) if self.mission is not None else None

    @cached_property
    def set_up(self) -> SetUp | None:
        return set_up(self.scenario, self.book) if self.scenario else None

    @property
    def bottom(self) -> str:
        return self.scenario.side_at("bottom") if self.scenario else ALLIED

    @cached_property
    def briefing(self) -> Briefing | None:
        return briefing(self.mission, self.book) if self.mission is not None else None


def plain_source(
    language: str, mission: MissionData | None = None, hexagon: float | None = None, address: str = ""
) -> Source:
    words = {**words_of(FOLDER), **names_of_scenarios(), **words_in(mission or {})}
    return _source(edition_book(EDITION, {}), words, mission, language, address, hexagon)


def table_source(table: Any, language: str, address: str = "") -> Source:
    return _source(bare(table.book()), table.words, table.opening["mission"], language, address)


def _source(
    book: Book,
    words: Mapping[str, Entry],
    data: MissionData | None,
    language: str,
    address: str,
    hexagon: float | None = None,
) -> Source:
    speech = Translator({**paper_words(), **words}, language)
    return Source(book, speech, data, hexagon or looks()["hexagon"]["width"], address)

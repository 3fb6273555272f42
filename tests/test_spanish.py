"""Spanish as the books say it: words that stand beside each game's tests never appear, nor those of the house."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import app
import printables
from app.core.rules.book import load_toml
from app.games import REGISTRY
from tests.core.test_words import spanish

TESTS, ROOT, PAPER = Path(__file__).parent, Path(app.__file__).parent, Path(printables.__file__).parent
GAMES = [game.folder for game in REGISTRY.values() if game.folder.is_relative_to(ROOT)]
HOUSE = [*ROOT.glob("*.toml"), *(ROOT / "core").glob("*.toml"), *(ROOT / "web").rglob("*.toml"), *PAPER.glob("*.toml")]
PLACES = {
    "core": HOUSE,
    **{folder.name: [*folder.rglob("*.toml"), *(PAPER / folder.name).rglob("*.toml")] for folder in GAMES},
}
"""Where the texts of the house, and of each game, are written."""


def spanish_in(node: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """(key, Spanish text) of a file that was read."""
    if isinstance(node, dict):
        if isinstance(node.get("es"), str):
            yield key, node["es"]
        node = node.items()
    elif isinstance(node, list):
        node = enumerate(node)
    else:
        return
    for name, value in node:
        yield from spanish_in(value, f"{key}.{name}")


def prose_of(place: str) -> Iterator[tuple[str, str]]:
    """(English, Spanish) of the prose in templates."""
    folder = ROOT if place == "core" else ROOT / "games" / place
    for message in spanish(folder / "locale"):
        texts = message.string if isinstance(message.string, tuple) else (message.string,)
        yield from ((str(message.id), text) for text in texts if message.id)


def texts_of(place: str) -> list[tuple[str, str]]:
    return [*(found for path in PLACES[place] for found in spanish_in(load_toml(path))), *prose_of(place)]


def wrong_words(place: str) -> dict[str, str]:
    listed = [*(TESTS / "core" / "not_in_spanish.txt").read_text(encoding="utf-8").split("\n")]
    listed += (TESTS / place / "not_in_spanish.txt").read_text(encoding="utf-8").split("\n")
    return dict(line.split("|") for line in listed if line)


def found_in(text: str, place: str) -> list[str]:
    """The wrong words of a text, what stands in braces left out."""
    plain = re.sub(r"{[^}]*}|%\([^)]*\)[sd]", "", text)
    return [word for word in wrong_words(place) if re.search(rf"\b{word}\b", plain, re.IGNORECASE)]


@pytest.mark.parametrize("place", PLACES)
def test_wrong_words_never_appear(place: str) -> None:
    texts = texts_of(place)
    assert len(texts) > 200
    told = wrong_words(place)
    assert [(key, word, told[word]) for key, text in texts for word in found_in(text, place)] == []


@pytest.mark.parametrize("place", PLACES)
def test_a_wrong_word_is_seen_and_no_part_of_another(place: str) -> None:
    for word, right in wrong_words(place).items():
        assert word in found_in(f"No: {word.capitalize()}.", place)
        assert not found_in(f"{{{word}}} x{word}x %({word})s {right}", place)

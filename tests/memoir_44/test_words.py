"""Words of Memoir '44: as the Spanish booklet says them, one word for one thing, sentences that people say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import printables
from app.core.book import read
from app.core.words import LANGUAGES
from app.games.memoir_44.book import DATA, FOLDER

PAPER = Path(printables.__file__).parent / FOLDER.name
NEVER = {
    "es": (
        "retícula", "estrellas? de batalla", "tanques?", "casillas?", "cuerpo a cuerpo", "tomar terreno", "alambre",
        "sacos de arena", "barricadas?", "puente flotante", "uadis?", "miniaturas?", "secci(?:ón|ones)", "distintivos?",
        "dispar\\w+", "tesoro", "carta de orden", "ordenad[ao]s?", "hexes?", "loc", "ingeniero de combate",
    ),
    "en": ("tanks?", "wadis? side", "casualt(?:y|ies)", "soldiers?", "squares?", "melee"),
}  # fmt: skip
"""What stands in no text: other words for what the booklet names, words of other games."""
SIDE_ACTS = {"es": r"\{(?:side|winner)\} (?!y\b|o\b)[a-z]", "en": r"\{(?:side|winner)\} [a-z]*[^s]s\b"}
"""A verb behind a side, whose number it cannot know: one is the Axis, the other the Allies."""
HOLE = re.compile(r"\{\w+\}")
CODES = re.compile(r"\b[a-z]+_[a-z]+\b|\b[a-z]+-[a-z]+-\d\b")
"""What only a program calls a thing."""


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Every text of the game in a language, with where it stands."""
    own = (FOLDER / "words.toml", FOLDER / "rules.toml", DATA / "practice.toml", *(DATA / "scenarios").glob("*.toml"))
    for path in (*own, *PAPER.glob("*.toml")):
        yield from told(read(path), language, path.stem)


def told(data: Any, language: str, at: str) -> Iterator[tuple[str, str]]:
    """The texts of a file in a language, however deep they lie."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(value, str) and key == language:
            yield at, value
        elif isinstance(value, dict | list):
            yield from told(value, language, f"{at}.{key}")


def test_all_texts_are_looked_over() -> None:
    due = {"words.event.turn-ended", "practice.steps.0.tell", "rules.rules.turn.ambush"}
    for language in LANGUAGES:
        assert due <= set(dict(texts(language)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_a_wrong_word(language: str) -> None:
    wrong = re.compile(rf"\b(?:{'|'.join(NEVER[language])})\b", re.IGNORECASE)
    assert {at: text for at, text in texts(language) if wrong.search(HOLE.sub("", text))} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_verb_stands_behind_a_side_that_may_be_one_or_many(language: str) -> None:
    assert {at: text for at, text in texts(language) if re.search(SIDE_ACTS[language], text)} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_code_stands_on_a_screen(language: str) -> None:
    assert {at: text for at, text in texts(language) if CODES.search(HOLE.sub("", text))} == {}


def test_hits_of_dice_are_aciertos_and_only_those_on_trains_impactos() -> None:
    on_trains = {"words.tracked.hits", "words.board.hits", "words.fact.hits_before", "words.reason.hits-before"}
    told = {at for at, text in texts("es") if "impact" in text.lower()}
    assert {at for at in told if "train" not in at} == on_trains

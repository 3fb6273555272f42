"""Words of Memoir '44: sentences that people say of either side, nothing that only a program says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import printables
from app.core.engine.event import PUBLIC
from app.core.messages.translator import LANGUAGES
from app.core.rules.book import load_toml
from app.core.table import serialize
from app.games.memoir_44.book import ALL_TYPES, DATA, FOLDER, SIDES
from app.games.memoir_44.game import GAME
from tests.memoir_44.battles import A1, E_INF, INF, X1, near

PAPER = Path(printables.__file__).parent / FOLDER.name
NEVER = ("tanks?", "casualt(?:y|ies)", "soldiers?", "squares?", "melee")
"""English words of other games; the Spanish ones stand in not_in_spanish.txt."""
SIDE_ACTS = {
    "es": r"\{(?:side|winner)\}(?: (?!y\b|o\b)[a-z]|: (?:juega|roba|descarta|gana|pierde|debe|da|no|anuncia)\b)",
    "en": r"\{(?:side|winner)\} (?!must\b|only\b)[a-z]",
}
"""A verb behind a side, whose number it cannot know: one is the Axis, the other the Allies."""
HOLE = re.compile(r"\{\w+\}")
CODES = re.compile(r"\b[a-z]+_[a-z]+\b|\b[a-z]+-[a-z]+-\d\b")
"""What only a program calls a thing."""


def texts(language: str) -> Iterator[tuple[str, str]]:
    """Every text of the game in a language, with where it stands."""
    own = (FOLDER / "words.toml", FOLDER / "rules.toml", DATA / "practice.toml", *(DATA / "scenarios").glob("*.toml"))
    for path in (*own, *PAPER.glob("*.toml")):
        yield from told(load_toml(path), language, path.stem)


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


def test_no_english_text_has_a_word_of_another_game() -> None:
    wrong = re.compile(rf"\b(?:{'|'.join(NEVER)})\b", re.IGNORECASE)
    assert {at: text for at, text in texts("en") if wrong.search(HOLE.sub("", text))} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_verb_stands_behind_a_side_that_may_be_one_or_many(language: str) -> None:
    assert {at: text for at, text in texts(language) if re.search(SIDE_ACTS[language], text)} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_code_stands_on_a_screen(language: str) -> None:
    assert {at: text for at, text in texts(language) if CODES.search(HOLE.sub("", text))} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_of_the_log_begins_as_a_sentence_though_it_begins_with_a_unit(language: str) -> None:
    game = near("allied", INF, E_INF)
    game.press("allied", "battle", ["flag", "star", "star"], unit=A1, target=X1)
    lines = [event["text"] for event in serialize.log(game.table, PUBLIC, GAME.get_translator(language))]
    named = {"en": "Allied infantry 1 attacks", "es": "Infantería aliada 1 ataca"}[language]
    assert any(line.startswith(named) for line in lines)
    assert [line for line in lines if line[0].islower()] == []


def test_a_unit_has_its_article_behind_a_spanish_preposition() -> None:
    said = GAME.get_translator("es")
    units = [f"{side}-{kind}-1" for side in SIDES for kind in ALL_TYPES]
    assert [unit for unit in units if not said.article_of(unit)] == []
    rolled = {"unit": "axis-infantry-2", "target": "allied-infantry-1"}
    only = said.translate("why.attack-only", **rolled, dice=2, chance=75)
    assert only.startswith("solo podía atacar a la infantería aliada 1;")
    assert (
        said.translate("why.card-attacks", targets=["allied-tiger-1"])
        == "con esta carta espera atacar al Tigre aliado 1."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_order_whose_units_have_one_purpose_does_not_list_them_again(language: str) -> None:
    said = GAME.get_translator(language)
    purposes = ("attackers", "movers", "idle")
    for purpose in purposes:
        values = {one: ["axis-infantry-1", "axis-infantry-2"] if one == purpose else [] for one in purposes}
        told = said.translate(said.variant("why.order-plan", values), **values)
        assert not re.search(r"\d|:", told)

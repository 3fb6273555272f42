"""Own missions in a form: what is not asked stays, and another end brings what it needs."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from app.core.messages.translator import LANGUAGES, Translator
from app.games import REGISTRY
from app.games.incursion.book import card_set, missions
from app.games.incursion.missions.checks import ENDINGS, check_mission, written
from app.games.incursion.missions.form import settings, with_settings
from app.games.incursion.words import words_in_mission
from app.storage.missions import read_mission

GAME = REGISTRY["incursion"]
SETS = [card_set("starter")]


def own(number: int) -> dict[str, Any]:
    data = deepcopy(missions()[number])
    del data["number"]
    return data


def said(data: dict[str, Any], language: str = "en") -> Translator:
    return Translator({**GAME.words, **words_in_mission(data)}, language)


def filled(data: dict[str, Any], language: str = "en") -> dict[str, str]:
    return {one.name: str(one.value) for one in settings(data, said(data, language))}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", missions())
def test_a_form_that_is_saved_as_it_was_changes_nothing(number: int, language: str) -> None:
    data = own(number)
    kept = with_settings(deepcopy(data), filled(data, language), said(data, language))
    shown = {key: value for key, value in data.items() if value or key == "exits"}
    assert kept == shown
    assert read_mission(written(kept), GAME, SETS)


@pytest.mark.parametrize("end", ENDINGS)
@pytest.mark.parametrize("number", missions())
def test_every_mission_can_get_every_end(number: int, end: str) -> None:
    data = own(number)
    found = with_settings(data, {**filled(data), "ends": f"ends-{end}"}, said(data))
    assert found["ends"] == end
    check_mission(found, SETS)


def test_lines_and_counters_are_written_as_they_are_spoken() -> None:
    data = own(1)
    typed = {**filled(data), "items": "Radio", "name-es": "", "special-rules": "Whisper."}
    typed["set-up"] += "\nPut the Radio in the middle."
    found = with_settings(data, typed, said(data))
    assert found["items"] == ["radio"]
    assert found["item-names"] == {"radio": {"en": "Radio", "es": "Radio"}}
    assert found["name"] == {"en": "Recon", "es": "Recon"}
    assert found["set-up"]["steps"][:-1] == data["set-up"]["steps"]
    assert found["set-up"]["steps"][-1]["es"] == "Put the Radio in the middle."
    assert found["special-rules"]["lines"] == [{"en": "Whisper.", "es": "Whisper."}]

"""Hello as it is refused where it lacks something."""

from __future__ import annotations

import pytest

import app
from app.core.game import Game
from app.core.refusals import Refused
from app.core.soundness import check_sound
from app.core.words import Speech, shared_words


def told(game: Game, language: str = "en") -> str:
    """What the shelf says of a game that lacks something."""
    with pytest.raises(Refused) as no:
        check_sound(game)
    assert no.value.code == "faulty-game"
    sentence = Speech(shared_words(), language).refusal(no.value)
    assert "hello" in sentence
    assert no.value.__notes__ == [Speech(shared_words(), "en").refusal(no.value)], "a traceback says it too"
    return sentence.partition(": ")[2]


def told_at_the_opening() -> str:
    """What is said of the games on the shelf when the house opens with them."""
    with pytest.raises(Refused) as no:
        app.routed_app()
    return Speech(shared_words(), "en").refusal(no.value).partition(": ")[2]

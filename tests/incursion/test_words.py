"""Words of Incursion that say a number of one."""

import pytest

from app.core.errors import Refused
from app.core.messages.translator import LANGUAGES
from app.games import REGISTRY

GAME = REGISTRY["incursion"]


@pytest.mark.parametrize(
    ("no", "english", "spanish"),
    [
        (Refused("force-too-small", least=1),
         "Models needed in your force: at least 1.",
         "Figuras necesarias en tu fuerza: 1 como mínimo."),
    ],
)  # fmt: skip
def test_a_number_of_one_makes_no_wrong_plural(no: Refused, english: str, spanish: str) -> None:
    assert [GAME.get_translator(language).refusal(no) for language in LANGUAGES] == [english, spanish]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_order_to_enter_names_no_ap(language: str) -> None:
    order = {"who": ["sturmzombie-1"], "do": "enter", "towards": "entry-before-exit", "ap": 0, "tie": ""}
    said = GAME.get_translator(language).event("figures-ordered", order)
    assert "0" not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["tell-room", "tell-place"])
def test_the_label_of_an_answer_ends_without_a_colon_as_its_value_follows(language: str, command: str) -> None:
    assert not GAME.get_translator(language).translate(f"command.{command}").endswith(":")


def test_a_corpse_is_told_to_wake_on_a_one_and_what_was_rolled_is_said_once() -> None:
    said = GAME.get_translator("en")
    searched = {"model": "grunt-ape-1", "item": "counter-1", "dice": [1], "twitcher": True}
    assert said.event("counter-searched", searched) == "Grunt APE 1 searches VP counter 1: 1. A Twitcher!"
    awaited = said.event("countdown-awaited", {"turn": 5, "launch_on": 1})
    assert awaited == "Countdown, turn 5: the Device launches if the die shows a 1."


def test_an_order_for_several_speaks_of_each_figure_in_spanish() -> None:
    order = {"who": ["sturmzombie-1", "sturmzombie-2", "sturmzombie-3"], "towards": "nearest-ally", "ap": 2}
    said = GAME.get_translator("es").order("app-approach", order)
    assert said.startswith("Mueve Sturmzombies 1–3 por")
    assert "2 PA por figura" in said


@pytest.mark.parametrize(("language", "what"), [("en", " must answer."), ("es", " deben responder.")])
def test_a_card_that_may_be_too_dear_to_kill_asks_for_an_answer(language: str, what: str) -> None:
    played = {"side": "allied", "card": "extra-ammo", "on": "grunt-ape-1", "asks": "german"}
    assert GAME.get_translator(language).event("card-played", played).endswith(what)


def test_one_figure_that_has_still_to_go_needs_no_plural_in_spanish() -> None:
    stopped = {"model": "sturmzombie-1", "because": "reaction", "left": ["sturmzombie-2"], "gone": {}}
    assert "Quedan" not in GAME.get_translator("es").event("advance-stopped", stopped)


def test_answers_to_reaction_fire_begin_with_what_they_are_about() -> None:
    said = GAME.get_translator("en")
    told = (
        said.translate("command.no-reaction-to-this", about="sturmzombie-1"),
        said.translate("command.nobody-this-half"),
    )
    assert told == ("Sturmzombie 1: no\xa0reaction", "This turn: no\xa0reaction")

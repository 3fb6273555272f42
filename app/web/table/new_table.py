"""The form of a new table: everything that a game asks for, already chosen, and what was chosen in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.core.game import Game
from app.core.opening import options_of
from app.core.options import Options
from app.core.words import LANGUAGES, Speech
from app.games import SHELF
from app.web.choices import Choice, choices_of
from app.web.files.mission_shelf import LevelField, level_fields, levels_typed, sets_of, shelf_of
from app.web.request.drawing import is_number
from app.web.request.guard import acts, store

NAMES_OF_LANGUAGES = {"en": "English", "es": "Español"}


# -- what is asked


@dataclass(frozen=True)
class MissionAsked:
    """A mission that can be chosen, with the numbers that may be chosen beside it."""

    key: str
    title: str
    chosen: bool
    levels: list[LevelField]


@dataclass(frozen=True)
class QuestionAsked:
    """An open question of the rules, to be answered before the table is opened."""

    field: str
    label: str
    answers: tuple[Choice, ...]


def new_table_form(game: Game, mission: str, said: Speech) -> dict[str, Any]:
    """What the form of a new table asks; `mission` is the one to be chosen, where it is playable."""
    return {
        "editions": choices_of(game.editions, said.name, [usual_edition(game, said.language)]),
        "missions": missions_asked(game, mission, said),
        "series": " ".join(map(str, game.missions)) if game.campaign else None,
        "languages": choices_of(LANGUAGES, lambda code: NAMES_OF_LANGUAGES[code], [usual_language(said.language)]),
        "card_sets": card_sets_asked(game, said),
        "questions": [question_asked(game, key, said) for key in game.questions],
    }


def usual_language(code: str) -> str:
    """The language of a table that a reader of this one opens."""
    return code if code in LANGUAGES else LANGUAGES[0]


def usual_edition(game: Game, code: str) -> str:
    """The edition in a reader's language, where there is one."""
    own = [edition for edition in game.editions if edition.startswith(usual_language(code))]
    return (own or list(game.editions))[0]


def missions_asked(game: Game, asked: str, said: Speech) -> list[MissionAsked]:
    """The missions that can be played now: the one that was asked for is chosen, else the first."""
    sets = sets_of(game)
    sound = [one for one in shelf_of(game) if not one.fault]
    chosen = next((one for one in sound if one.key == asked), sound[0] if sound else None)
    return [MissionAsked(one.key, one.title, one is chosen, level_fields(game, one, sets, said)) for one in sound]


def card_sets_asked(game: Game, said: Speech) -> list[Choice]:
    """The card sets that a table can be opened with: the first that came with the game is chosen."""
    sound = acts().own_sets(game)
    own = [Choice(kept.key, kept.name) for kept in store().card_sets.files(game) if kept.key in sound]
    return [*choices_of(game.card_sets, said.name, list(game.card_sets)[:1]), *own]


def question_asked(game: Game, key: str, said: Speech) -> QuestionAsked:
    """An open question with its answers, the usual one first."""
    answers = choices_of(game.questions[key].answers, lambda answer: said.say(f"answer.{answer}"), ())
    return QuestionAsked(f"q-{key}", said.say(f"question.{key}"), answers)


# -- what was chosen


def options_in(form: Mapping[str, str], game: Game) -> tuple[Game, Options]:
    """The form of a new table as options. Raises Malformed, Refused."""
    mission = form.get("mission", "")
    options: dict[str, Any] = {
        "game": game.key,
        "edition": form.get("edition") or None,
        "referee": "referee" in form,
        "referee_sees": form.get("referee_sees", "public"),
        "language": form.get("language", LANGUAGES[0]),
        "card_set": form.get("card_set") or None,
        "table_rulings": {
            name.removeprefix("q-"): value for name, value in form.items() if name.startswith("q-") and value
        },
    }
    if "campaign" in form:
        options["campaign"] = {"name": form.get("campaign_name", ""), "missions": series_in(form)}
    else:
        options |= {"mission": number_or_text(mission) or None, **levels_in(form, game, mission)}
    return options_of(SHELF, options)


def number_or_text(text: str) -> int | str:
    """What somebody typed, as a number where it is one."""
    return int(text) if is_number(text) else text


def levels_in(form: Mapping[str, str], game: Game, mission: str) -> dict[str, dict[str, int | str]]:
    """The numbers of each side that stand beside the chosen mission, by the option that they are."""
    typed = levels_typed(game, mission, form)
    return {name: {side: number_or_text(text) for side, text in sides.items()} for name, sides in typed.items()}


def series_in(form: Mapping[str, str]) -> list[int | str]:
    """The missions of a campaign as somebody typed them, with spaces or commas between."""
    return [number_or_text(word) for word in form.get("campaign_missions", "").replace(",", " ").split()]

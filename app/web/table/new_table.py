"""The form by which a table is opened: everything is chosen already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.core.facts import number_or_text
from app.core.game import Game
from app.core.opening import options_of
from app.core.options import Options
from app.core.words import LANGUAGES, OWN_NAMES, Speech
from app.games import SHELF
from app.web.files.mission_shelf import MissionOnShelf, level_fields, levels_typed, sets_of, shelf_of
from app.web.request.guard import acts, store
from app.web.table.forms import Value

QUESTION = "q-"
"""How the fields of open questions begin."""


def form_shown(game: Game, mission: str, said: Speech) -> dict[str, Any]:
    """What the page of a new table shows; `mission` is chosen at first, if there is one of that key."""
    return {
        **plain_form(game, said),
        "card_sets": tiles(card_sets(game, said), next(iter(game.card_sets), "")),
        **(missions_shown(game, mission, said) if game.mission_files else {}),
    }


def plain_form(game: Game, said: Speech) -> dict[str, Any]:
    """What of it a host who has no files of their own is shown of any game."""
    return {
        "game": game,
        "editions": tiles([(key, said.name(key)) for key in game.editions], usual_edition(game, said)),
        "languages": tiles(list(OWN_NAMES.items()), said.language if said.language in LANGUAGES else LANGUAGES[0]),
        "card_sets": tiles([(key, said.name(key)) for key in game.card_sets], next(iter(game.card_sets), "")),
        "asked_first": [asked_openly(game, key, said) for key, question in game.questions.items() if question.first],
        "questions": [asked(game, key, said) for key, question in game.questions.items() if not question.first],
        "missions": [],
    }


def asked(game: Game, key: str, said: Speech) -> tuple[str, str, list[Value]]:
    """An open question: its key, its words, its answers."""
    return key, said.say(f"question.{key}"), answers(game, key, said)


def asked_openly(game: Game, key: str, said: Speech) -> tuple[str, str, list[Value]]:
    """An open question as tiles: its usual answer is chosen."""
    key, question, found = asked(game, key, said)
    return key, question, tiles([(one.value, one.text) for one in found], found[0].value)


def tiles(values: Sequence[tuple[str, str]], chosen: str) -> list[Value]:
    """(key, text) as tiles, one of them chosen."""
    return [Value(key, text, key == chosen) for key, text in values]


def usual_edition(game: Game, said: Speech) -> str:
    """The first edition in the reader's language; else the first."""
    return next((key for key in game.editions if key.startswith(f"{said.language}-")), game.editions[0])


def card_sets(game: Game, said: Speech) -> list[tuple[str, str]]:
    """Key and name of every card set that a table can be opened with: those of the game first."""
    if game.cards is None:
        return []
    sound = acts().own_sets(game)
    own = [(kept.key, kept.name) for kept in store().card_sets.files(game) if kept.key in sound]
    return [*((key, said.name(key)) for key in game.card_sets), *own]


def answers(game: Game, question: str, said: Speech) -> list[Value]:
    """The answers to an open question, the usual one first."""
    return [Value(answer, said.say(f"answer.{answer}")) for answer in game.questions[question].answers]


def missions_shown(game: Game, asked: str, said: Speech) -> dict[str, Any]:
    """Every mission that can be played, and the numbers that may be chosen beside each."""
    missions: list[MissionOnShelf] = [one for one in shelf_of(game) if not one.fault]
    sets = sets_of(game)
    chosen = asked if asked in {one.key for one in missions} else missions[0].key
    levels = {one.key: level_fields(game, one, sets, said) for one in missions}
    return {"missions": tiles([(one.key, one.title) for one in missions], chosen), "levels": levels}


# -- what the form sends


def options_in(form: Mapping[str, str], game: Game) -> tuple[Game, Options]:
    """The form of a new table as options. Raises Malformed, Refused."""
    mission = form.get("mission", "")
    common = {
        "game": game.key,
        "edition": form.get("edition") or None,
        "mission": number_or_text(mission) or None,
        "referee": "referee" in form,
        "referee_sees": form.get("referee_sees", "public"),
        "language": form.get("language", LANGUAGES[0]),
        "card_set": form.get("card_set") or None,
        "table_rulings": {
            name.removeprefix(QUESTION): answer for name, answer in form.items() if name.startswith(QUESTION) and answer
        },
        **levels_in(form, game, mission),
    }
    return options_of(SHELF, game.options_in(form, common))


def levels_in(form: Mapping[str, str], game: Game, mission: str) -> dict[str, dict[str, int | str]]:
    """The numbers that stand beside the chosen mission, by side."""
    typed = levels_typed(game, mission, form)
    return {name: {side: number_or_text(text) for side, text in sides.items()} for name, sides in typed.items()}

"""Form of a new table, with defaults chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from types import MappingProxyType
from typing import Any

from app.core.errors import Malformed, Refused
from app.core.game.definition import Game
from app.core.game.edition_diff import rule_asking
from app.core.game.options import Options
from app.core.game.setup import options_of
from app.core.messages.translator import LANGUAGES, OWN_NAMES, Translator, Verbatim
from app.core.rules.inputs import is_number, number_or_text, whole_number
from app.games import REGISTRY
from app.storage.card_sets import sets_here
from app.web.files.card_catalog import shelf_of as sets_on_shelf
from app.web.files.mission_catalog import MissionListing, level_fields, level_of, levels_typed, shelf_of
from app.web.lookup.rule_view import OPEN_QUESTIONS, chapter_of
from app.web.request.guard import store
from app.web.table.form_view import Value

QUESTION = "q-"
"""Prefix of the fields of open questions."""


@dataclass(frozen=True)
class FormValues:
    sent: Mapping[str, str] = field(default_factory=dict)

    def text(self, name: str, usual: str = "") -> str:
        return self.sent.get(name, usual)

    def ticks(self, name: str, value: str, usual: bool = False) -> bool:
        return self.sent[name] == value if name in self.sent else usual


NOTHING_TYPED = FormValues()


@dataclass(frozen=True)
class AskedQuestion:
    """An open question in the form: its key, its text and its answers, the default first.

    `edition` and `missions` (form values, with blanks between) are those in which alone it arises; empty: all.
    """

    key: str
    text: str
    answers: list[Value]
    edition: str
    missions: str
    chapter: str

    @property
    def differs(self) -> bool:
        return not self.answers[0].chosen


def form_shown(
    game: Game, typed: FormValues, said: Translator, no: Refused | Malformed | None = None
) -> dict[str, Any]:
    wished = typed.text("card_set")
    sets, more_sets = some_of(card_sets(game, said), len(game.card_sets), wished)
    usual = next(iter(game.card_sets), "")
    missions, more_missions, chosen = sound_missions(game, typed)
    return {
        **plain_form(game, said, typed, {mission.key: mission.irrelevant for mission in missions}),
        "faults": faults_of(game, typed, no, said) if no else {},
        "card_sets": tiles("card_set", sets, usual, typed if wished in dict(sets) else NOTHING_TYPED),
        "more_sets": more_sets,
        **(missions_shown(game, missions, chosen, typed, said) if missions else {}),
        "more_missions": more_missions,
    }


def plain_form(
    game: Game,
    said: Translator,
    typed: FormValues = NOTHING_TYPED,
    irrelevant: Mapping[str, frozenset[str]] = MappingProxyType({}),
) -> dict[str, Any]:
    language = said.language if said.language in LANGUAGES else LANGUAGES[0]
    sets = [(key, said.name(key)) for key in game.card_sets]
    only = partial(only_missions, irrelevant)
    questions = [asked(game, key, typed, said, only(key)) for key in in_order_of_chapters(game)]
    return {
        "game": game,
        "typed": typed,
        "faults": {},
        "editions": tiles(
            "edition", [(key, said.name(key)) for key in game.editions], usual_edition(game, said), typed
        ),
        "languages": tiles("language", list(OWN_NAMES.items()), language, typed),
        "card_sets": tiles("card_set", sets, next(iter(game.card_sets), ""), typed),
        "questions": questions,
        "questions_by_chapter": [(name, list(some)) for name, some in groupby(questions, lambda one: one.chapter)],
        **app_shown(game, said, typed),
        "missions": [],
        "only_missions": only,
        "more_sets": 0,
    }


def app_shown(game: Game, said: Translator, typed: FormValues) -> dict[str, list[Value]]:
    """Return the seats that the app can play, nobody first, and its levels."""
    opponent = game.opponent
    if opponent is None:
        return {"app_seats": [], "app_levels": []}
    able = [seat for seat in playing_seats(game) if seat in (opponent.seats or playing_seats(game))]
    seats = [
        ("", said.translate("option.app-nobody")),
        *((seat, said.translate("option.app-plays", seat=seat)) for seat in able),
    ]
    levels = [(str(number), said.name(one)) for number, one in enumerate(opponent.levels, 1)]
    return {
        "app_seats": tiles("app", seats, "", typed),
        "app_levels": tiles("app_level", levels, str(opponent.usual_level), typed),
    }


def playing_seats(game: Game) -> list[str]:
    return [seat for seat, side in game.seats_for(game.options(game=game.key)).items() if side is not None]


def asked(game: Game, key: str, typed: FormValues, said: Translator, only_missions: str = "") -> AskedQuestion:
    question = game.rules.questions[key]
    answers, alone = question.answers, question.editions
    found = [(answer, said.translate(f"answer.{answer}")) for answer in answers]
    values = tiles(QUESTION + key, found, answers[0], typed)
    only = alone[0] if len(alone) == 1 else ""
    missions = " ".join(map(str, question.missions)) or only_missions
    chapter = said.translate(f"chapter.{chapter_asking(game, key)}")
    return AskedQuestion(key, said.translate(f"question.{key}"), values, only, missions, chapter)


def in_order_of_chapters(game: Game) -> list[str]:
    """Return the open questions in the order of the chapters of the rules that they are about."""
    order = [*map(chapter_of, game.rule_catalogue), OPEN_QUESTIONS]
    return sorted(game.rules.questions, key=lambda key: order.index(chapter_asking(game, key)))


def chapter_asking(game: Game, question: str) -> str:
    return chapter_of(rule_asking(game, question) or OPEN_QUESTIONS)


def only_missions(irrelevant: Mapping[str, frozenset[str]], name: str) -> str:
    """Return the missions, as form values, in which alone a question or an option can matter.

    Empty: in all.
    """
    concerned = [mission for mission, names in irrelevant.items() if name not in names]
    return " ".join(concerned) if len(concerned) < len(irrelevant) else ""


def tiles(name: str, values: Sequence[tuple[str, str]], usual: str, typed: FormValues) -> list[Value]:
    return [Value(key, text, typed.ticks(name, key, key == usual)) for key, text in values]


def usual_edition(game: Game, said: Translator) -> str:
    return next((key for key in game.editions if key.startswith(f"{said.language}-")), game.editions[0])


def card_sets(game: Game, said: Translator) -> list[tuple[str, str]]:
    if game.files.cards is None:
        return []
    own = [(one.key, one.name) for one in sets_on_shelf(game) if one.own and not isinstance(one.read, Refused)]
    return [*((key, said.name(key)) for key in game.card_sets), *own]


def missions_shown(
    game: Game, missions: Sequence[MissionListing], chosen: str, typed: FormValues, said: Translator
) -> dict[str, Any]:
    sets = sets_here(store().card_sets, game)
    levels = {mission.key: level_fields(game, mission, sets, typed.sent, said) for mission in missions}
    titles = [(mission.key, mission.title) for mission in missions]
    told = {mission.key: mission.listed_text(said) for mission in missions if not levels[mission.key]}
    return {
        "missions": tiles("mission", titles, chosen, FormValues({"mission": chosen})),
        "levels": levels,
        "told": told,
    }


def sound_missions(game: Game, typed: FormValues) -> tuple[list[MissionListing], int, str]:
    """Return the missions that the form lists, how many it leaves out, and the chosen one."""
    sound = {mission.key: mission for mission in shelf_of(game) if not mission.fault}
    chosen = typed.text("mission") if typed.text("mission") in sound else next(iter(sound), "")
    shipped = sum(not mission.own for mission in sound.values())
    listed, more = some_of([(key, key) for key in sound], shipped, chosen)
    return [sound[key] for key, _ in listed], more, chosen


OWN_SHOWN = 40
"""Maximum number of custom files of a kind listed; the catalog leads here with any other one chosen."""


def some_of(every: Sequence[tuple[str, str]], shipped: int, chosen: str) -> tuple[list[tuple[str, str]], int]:
    shown = [one for place, one in enumerate(every) if place < shipped + OWN_SHOWN or one[0] == chosen]
    return shown, len(every) - len(shown)


# -- submitted values


def options_in(form: Mapping[str, str], game: Game) -> tuple[Game, Options]:
    mission = form.get("mission", "")
    common = {
        "game": game.key,
        "edition": form.get("edition") or None,
        "mission": number_or_text(mission) or None,
        "referee": "referee" in form,
        "referee_sees": form.get("referee_sees", "public"),
        "language": form.get("language", LANGUAGES[0]),
        "card_set": form.get("card_set") or None,
        "table_rulings": answers_in(form, game),
        **opponents_in(form),
        **levels_in(form, game, mission),
    }
    return options_of(REGISTRY, game.options_in(form, common))


def opponents_in(form: Mapping[str, str]) -> dict[str, dict[str, int]]:
    seat = form.get("app", "")
    return {"opponents": {seat: whole_number(form.get("app_level", ""), "app_level")}} if seat else {}


def answers_in(form: Mapping[str, str], game: Game) -> dict[str, str]:
    given = {name.removeprefix(QUESTION): answer for name, answer in form.items() if name.startswith(QUESTION)}
    edition = form.get("edition") or game.editions[0]
    unasked = game.rules.questions.keys() - game.questions_in(edition).keys()
    return {key: answer for key, answer in given.items() if answer and key not in unasked}


def levels_in(form: Mapping[str, str], game: Game, mission: str) -> dict[str, dict[str, int]]:
    typed = levels_typed(game, mission, form)
    return {
        name: {side: whole_number(text, f"{name}.{side}") for side, text in sides.items()}
        for name, sides in typed.items()
    }


# -- errors


def faults_of(game: Game, typed: FormValues, no: Refused | Malformed, said: Translator) -> dict[str, str]:
    level = level_of(game, typed.text("mission"), no.field or "")
    name = level or field_of(game, no.field or "")
    label = (
        said.translate("levels.asked", side=(no.field or "").partition(".")[2]) if level else field_label(name, said)
    )
    return {name: said.refusal(no, Verbatim(numbered(label, no.field or "")))}


def field_of(game: Game, option: str) -> str:
    first, _, within = option.partition(".")
    if first == "table_rulings":
        return QUESTION + within
    parts = option.split(".")
    upwards = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((game.option_fields[at] for at in upwards if at in game.option_fields), first)


def field_label(name: str, said: Translator) -> str:
    word = f"question.{name.removeprefix(QUESTION)}" if name.startswith(QUESTION) else f"option.{name}"
    return said.translate(word) if said.has(word) else name


def numbered(label: str, option: str) -> str:
    last = option.rpartition(".")[2]
    return f"{label} ({int(last) + 1})" if is_number(last) else label

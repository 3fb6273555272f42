"""Every game is whole: files, names, words, rules, first tables, drawings, rulings, prints. A fault is named here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2 import Environment, Undefined

import app
from app.core.engine.event import PUBLIC, TableEvent
from app.core.game.definition import PRACTICE, FuzzProfile, Game
from app.core.messages.translator import LANGUAGES
from app.core.rules.book import Question
from app.games import REGISTRY
from app.web.api import Envelope
from app.web.request import rendering
from app.web.table import fragments
from app.web.table.aiming import OF_ANY_FORM
from app.web.table.new_table import plain_form
from app.web.table.page_context import board_context
from tests import game_checks
from tests.game_checks import SHARED_FOLDERS, Faults, first_table, missing, viewers
from tests.toy_game.game import GAME as HELLO

CODE = "AAAAAA"
FILES = ("words.toml", "rules.toml", "templates/board.html")
PAGES: dict[str, Callable[[Game], Any]] = {
    "places": lambda game: game.views.board_as_text,
    "chosen": lambda game: game.views.selection_view,
    "campaign": lambda game: game.rules.campaign,
}
"""Template → what a game declares that it draws."""
MAIN = re.compile(r"""<main\b[^>]*\sid=(["']?)board\1[\s>]""")
"""What every board is: phones put the next one in its place."""
COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
DRAWN_ON = re.compile(
    r"""(?:\{%-?\s*(?:include|import|extends|from)\s+|\bpiece\(\s*)(["'])(?P<template>[^"']+)\1(?!\s*~)"""
)
"""A template that another one names."""
SAID = re.compile(r"""\.translate\(\s*(["'])(?P<word>[^"']+)\1(?!\s*~)""")
"""The key of a word that a template says as it is written there."""
CHECKS: dict[str, Callable[[Game], Faults]] = {
    name.removeprefix("faults_of_"): getattr(game_checks, name)
    for name in vars(game_checks)
    if name.startswith("faults_of_") and name != "faults_of_lines"
}
every_game = pytest.mark.parametrize("game", REGISTRY.values(), ids=list(REGISTRY))


@every_game
@pytest.mark.parametrize("check", CHECKS)
def test_a_game_is_whole(check: str, game: Game) -> None:
    assert [*CHECKS[check](game)] == []


@every_game
def test_a_game_has_its_files(game: Game) -> None:
    for name in (*FILES, *(f"templates/{page}.html" for page, of in PAGES.items() if of(game))):
        assert (game.folder / name).is_file(), name


@pytest.mark.parametrize("game", REGISTRY.values(), ids=lambda game: game.key)
def test_no_field_of_a_command_is_taken_for_one_of_any_form(game: Game) -> None:
    taken = {*OF_ANY_FORM, *Envelope.model_fields}
    fields = {(key, name) for key, command in game.commands.items() for name in command.model_fields}
    assert {(key, name) for key, name in fields if name in taken} == set()


def test_the_folders_that_no_game_may_hide_are_all() -> None:
    assert {path.name for path in app.beside("templates").iterdir() if path.is_dir()} == SHARED_FOLDERS


# -- templates


@every_game
def test_templates_draw_on_what_is_there_and_have_their_words(game: Game, routes: Flask) -> None:
    environment = routes.jinja_env
    names = environment.list_templates()
    assert environment.loader is not None
    for name in (name for name in names if name.startswith(f"{game.key}/")):
        environment.get_template(name)
        text = COMMENT.sub("", environment.loader.get_source(environment, name)[0])
        assert {found["template"] for found in DRAWN_ON.finditer(text)} <= {*names}, name
        assert [*missing(game.words, [found["word"] for found in SAID.finditer(text)])] == [], name


class MustExist(Undefined):
    """A value that is not there: it may be asked for, but whoever writes it down is told."""

    __slots__ = ()
    __str__ = Undefined._fail_with_undefined_error


@pytest.fixture
def strict(routes: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Environment]:
    """Templates that may not write what is not there, while a page is drawn; nothing that was drawn is kept."""
    environment = routes.jinja_env
    monkeypatch.setattr(environment, "undefined", MustExist)
    fragments.begin(environment)
    with routes.test_request_context():
        yield environment
    fragments.begin(environment)


@every_game
def test_boards_options_and_pages_are_drawn_for_every_seat(game: Game, strict: Environment) -> None:
    for template, shown in drawings(game):
        if template in ("size.html", "options.html") and not (game.folder / "templates" / template).is_file():
            continue  # a game may ask nothing more
        html = rendering.render_marked(f"{game.key}/{template}", **shown)
        assert template != "board.html" or MAIN.search(html)


def drawings(game: Game) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """(template, what it shows): the board for every seat and the public, the form of a new table, a map in words."""
    table, said = first_table(game, CODE), game.get_translator(LANGUAGES[0])
    for seat in viewers(table):
        yield "board.html", {"said": said, **board_context(table, seat, table.offers_for(seat), said)}
    yield from ((template, {"said": said, **plain_form(game, said)}) for template in ("size.html", "options.html"))
    about = {"said": said, "code": CODE, "game": game.key, "seat": PUBLIC}
    if game.history(table) is not None:
        shown = {
            **game.views.board_view(table, PUBLIC, []),
            "next_code": None,
            "next_seat": PUBLIC.name,
            "kept": frozenset(),
        }
        yield "campaign.html", {**about, **shown}
    if game.views.board_as_text:
        yield "places.html", {**about, **game.views.board_as_text(table, PUBLIC)}


# -- these checks can fail


def said_otherwise(old: str, new: str) -> Callable[[Path], None]:
    """Another text in the words of a game."""

    def change(folder: Path) -> None:
        file = folder / "words.toml"
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")

    return change


def with_parts(game: Game, **parts: Any) -> Game:
    """A game in which some fields of its own or of its records are others."""
    own = {name: value for name, value in parts.items() if hasattr(game, name)}
    records = {
        record: replace(getattr(game, record), **{name: parts[name] for name in parts.keys() - own.keys() & fields})
        for record in ("rules", "views", "files")
        if (fields := vars(getattr(game, record)).keys()) & (parts.keys() - own.keys())
    }
    return replace(game, **own, **records)


BROKEN: list[tuple[str, dict[str, Any], str]] = [
    ("names", {"own_commands": HELLO.rules.own_commands[:-1]}, "Rest is left out"),
    ("names", {"event_base": TableEvent}, "WishMade is left out"),
    ("names", {"after_game_commands": frozenset({"dance"})}, "there is no command dance"),
    ("names", {"fuzzing": FuzzProfile(weights={"dance": 1})}, "there is no command dance"),
    ("seats", {"seats": lambda options: {"lamp": "lamps"}}, "the side moths has no seat"),
    ("tables", {"phases": ("flying", "over")}, "choosing is none of its phases"),
    ("parts", {"player_names": lambda state: {}["candle"]}, "player_names fails (KeyError: 'candle')"),
    ("sources", {"questions": {}}, "there is no question wind"),
    ("sources", {"questions": {"wind": Question(answers=["calm"])}}, "the question wind has no answer blows"),
    ("rules", {"editions": ("tenth",)}, "the edition tenth has no book"),
    ("words", {"phases": (*HELLO.rules.phases, "dawn")}, "no word phase.dawn (en)"),
]


@pytest.mark.parametrize(("check", "parts", "fault"), BROKEN, ids=lambda part: part if isinstance(part, str) else "")
def test_what_a_game_lacks_is_named(check: str, parts: dict[str, Any], fault: str) -> None:
    assert fault in [*CHECKS[check](with_parts(HELLO, **parts))]


@pytest.mark.parametrize(
    ("check", "old", "new", "fault"),
    [
        ("words", 'es = "Volar"', 'es = ""', "no word command.fly (es)"),
        ("words", "light {light}", "light {sun}", "event.moth-flew tells sun, which its event does not hold"),
        ("words", "\nwindow-sealed-hidden = ", "\nwindow-hidden = ", "no word event.window-sealed-hidden (en)"),
        ("rulings", "\nsame_window = {", "\nsame = {", "no word fact.same_window (en)"),
        ("sources", "\nhas-flown = ", "\nflew = ", "no word refusal.has-flown (en)"),
    ],
)  # fmt: skip
def test_words_that_a_game_lacks_are_named(
    altered: Callable[..., Game], check: str, old: str, new: str, fault: str
) -> None:
    game = altered("words.toml", old, new)
    (game.folder / "game.py").write_bytes((HELLO.folder / "game.py").read_bytes())
    assert fault in [*CHECKS[check](game)]


def test_a_step_of_a_tutorial_that_nobody_can_take_is_named() -> None:
    game = REGISTRY["memoir-44"]
    assert game.practice is not None
    first, second, *rest = game.practice.steps
    script = game.practice.model_copy(update={"steps": [second, first, *rest]})
    broken = replace(game)
    broken.__dict__["practice"] = script
    assert [*CHECKS["practice"](broken)] == ["step 1, play-card, is not offered"]
    assert (game.folder / PRACTICE).is_file()

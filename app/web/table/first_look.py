"""A first table of every game, drawn when the house opens: what its templates lack is told then, and on no page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from types import TracebackType
from typing import Any
from urllib.parse import quote

from flask import Flask
from jinja2 import Environment, TemplateError, TemplateNotFound, Undefined

from app.core.game import Game
from app.core.play import PUBLIC
from app.core.program import faults_of_sources
from app.core.refusals import Refused
from app.core.rehearsal import faults_of_script
from app.core.soundness import check_by, first_table
from app.core.trial import faults_of_parts
from app.core.words import LANGUAGES, AsGiven
from app.games import SHELF
from app.web.lookup.first_words import faults_of_rulings
from app.web.print.first_prints import faults_of_shop
from app.web.request import drawing, templates
from app.web.table import fragments
from app.web.table.new_table import plain_form
from app.web.table.sight import frame

CODE = "AAAAAA"
"""The code of a table that is drawn and thrown away."""
BOARD, OPTIONS, CAMPAIGN, PLACES = "board.html", "options.html", "campaign.html", "places.html"
MAIN = re.compile(r"""<main\b[^>]*\sid=(["']?)board\1[\s>]""")
"""What every board is: phones put the next one in its place."""
QUOTED = quote(drawing.CODE)
"""The mark for a code as `url_for` writes it: a piece has to write its addresses as they are."""


class MustExist(Undefined):
    """A value that is not there: it may be asked for, but whoever writes it down is told."""

    __slots__ = ()
    __str__ = Undefined._fail_with_undefined_error


def check(app: Flask) -> None:
    """Raises Refused for a game with faulty templates, strange refusals or rulings, or a first table that fails."""
    templates.check(app.jinja_env)
    with looking(app):
        for game in SHELF.values():
            looks = (faults_of_sources, faults_of_rulings, faults_of_parts, faults_of_script, faults_of_shop)
            check_by(game, *looks, partial(faults_of_drawings, app.jinja_env))


@contextmanager
def looking(app: Flask) -> Iterator[None]:
    """The app as it is while a page is drawn; nothing that was drawn is kept."""
    usual = app.jinja_env.undefined
    app.jinja_env.undefined = MustExist
    fragments.begin(app.jinja_env)
    try:
        with app.test_request_context():
            yield
    finally:
        app.jinja_env.undefined = usual
        fragments.begin(app.jinja_env)
        drawing.asset.cache_clear()
        templates.style_address.cache_clear()


def faults_of_drawings(environment: Environment, game: Game) -> Iterator[Refused]:
    """What keeps the board of a first table, or its options, from being drawn; each fault once."""
    found: dict[str, Refused] = {}
    for template, shown in drawings(game):
        try:
            html = drawing.marked(f"{game.key}/{template}", **shown)
            if QUOTED in html:
                raise ValueError("url_for(…, code=code) in a piece")
            if template == BOARD and not MAIN.search(html):
                found[template] = Refused("lacks-board", file=AsGiven(f"{game.key}/{template}"))
        except TemplateNotFound as error:
            if error.name != f"{game.key}/{OPTIONS}":
                found[str(error)] = Refused("lacks-file", file=AsGiven(error.name))
        except Exception as error:
            found.setdefault(place_of(environment, error), fault_of(environment, game, template, error))
    yield from found.values()


def drawings(game: Game) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """(template, what it shows): the board for every seat and the public, the form of a new table, a map in words."""
    table, said = first_table(game, CODE), game.speech(LANGUAGES[0])
    for seat in [*map(table.seat, table.seats), PUBLIC]:
        yield BOARD, {"said": said, **frame(table, seat, table.offers_for(seat), said)}
    yield OPTIONS, {"said": said, **plain_form(game, said)}
    if game.history(table) is not None:
        about = {"said": said, "code": CODE, "game": game.key, "seat": PUBLIC, **game.shown(table, PUBLIC, [])}
        yield CAMPAIGN, {**about, "next_code": None, "next_seat": PUBLIC.name, "kept": frozenset()}
    if game.places:
        yield PLACES, {"said": said, "code": CODE, "game": game.key, "seat": PUBLIC, **game.places(table, PUBLIC)}


def fault_of(environment: Environment, game: Game, template: str, error: Exception) -> Refused:
    """What an error while drawing says: a word that is missing, or the place in the template and the error."""
    place = place_of(environment, error) or f"{game.key}/{template}"
    reason = error.message if isinstance(error, TemplateError) else f"{type(error).__name__}: {error}"
    file, _, line = place.partition(": ")
    return Refused("undrawable", file=AsGiven(file), why=AsGiven(f"{line}: {reason}".removeprefix(": ")))


def place_of(environment: Environment, error: Exception) -> str:
    """The innermost place of an error in a template, "hello/board.html: 6"; nothing where it is in none."""
    places = [(step.tb_frame.f_code.co_filename, step.tb_lineno) for step in steps(error.__traceback__)
              if "__jinja_exception__" in step.tb_frame.f_globals]  # fmt: skip
    if not places:
        return ""
    file, line = places[-1]
    names = (name for name in environment.list_templates() if environment.get_template(name).filename == file)
    return f"{next(names, file)}: {line}"


def steps(traceback: TracebackType | None) -> Iterator[TracebackType]:
    """The steps of a traceback, outermost first."""
    while traceback is not None:
        yield traceback
        traceback = traceback.tb_next

"""Where templates and static files are found: those of the house, and those of each game in the game's own folder."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path

from flask import Flask, Response, abort, send_from_directory, url_for
from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    TemplateSyntaxError,
    meta,
    nodes,
)

from app.core.game import Game
from app.core.refusals import Refused
from app.core.soundness import faulty, missing
from app.core.words import AsGiven
from app.games import SHELF

ENDPOINT = "game_static"


def loader(games: Iterable[Game], shared: Path) -> BaseLoader:
    """Templates of the house by their names, those of a game as "<its key>/NAME.html"."""
    own = {game.key: FileSystemLoader(game.folder / "templates") for game in games}
    return ChoiceLoader([PrefixLoader(own), FileSystemLoader(shared)])


def game_static(game: str, filename: str) -> Response:
    """A static file of a game; 404 where there is none."""
    if game not in SHELF:
        abort(404)
    return send_from_directory(SHELF[game].folder / "static", filename)


@cache
def game_asset(game: str, name: str) -> str | None:
    """The address of a game's static file, new whenever the program starts with another one; None where it has none."""
    path = SHELF[game].folder / "static" / name
    if not path.is_file():
        return None
    return url_for(ENDPOINT, game=game, filename=name, v=format(int(path.stat().st_mtime), "x"))


def stylesheet(game: Game | str) -> str | None:
    """The address of a game's own stylesheet, for the pages of that game."""
    key = game.key if isinstance(game, Game) else game
    return game_asset(key, f"{key}.css") if key in SHELF else None


def install(app: Flask, shared: Path) -> None:
    """Give the app its templates and the games' static files."""
    app.jinja_loader = loader(SHELF.values(), shared)
    app.add_url_rule("/games/<game>/static/<path:filename>", ENDPOINT, game_static)
    app.jinja_env.globals.update(stylesheet=stylesheet, game_asset=game_asset)


# -- what is wrong in a template is told when the house opens, and on no page


def check(environment: Environment) -> None:
    """Raises Refused for a game with a template that cannot be read, or that draws on one which is not there."""
    names = environment.list_templates()
    for key in SHELF:
        own = [name for name in names if name.startswith(f"{key}/")]
        found = [fault for name in own for fault in faults_of(environment, name, names)]
        if found:
            raise faulty(key, found)


def faults_of(environment: Environment, name: str, names: Collection[str]) -> Iterator[Refused]:
    """What is wrong in a template: its first error, else what it draws on that is none of the `names`."""
    assert environment.loader is not None
    try:
        environment.get_template(name)
    except TemplateSyntaxError as error:
        yield Refused("unreadable", file=AsGiven(error.name), why=AsGiven(f"{error.lineno}: {error.message}"))
        return
    source, _, _ = environment.loader.get_source(environment, name)
    tree = environment.parse(source)
    drawn_on = set(meta.find_referenced_templates(tree)) - {None}
    yield from (Refused("lacks-file", file=AsGiven(other)) for other in sorted(drawn_on - set(names), key=str))
    words = SHELF[name.partition("/")[0]].words
    for key in dict.fromkeys(words_said(tree)):
        yield from missing(words, key)


def words_said(tree: nodes.Template) -> Iterator[str]:
    """The keys of words that a template says as they are written there."""
    for call in tree.find_all(nodes.Call):
        said = isinstance(call.node, nodes.Getattr) and call.node.attr == "say"
        if said and call.args and isinstance(call.args[0], nodes.Const):
            yield str(call.args[0].value)

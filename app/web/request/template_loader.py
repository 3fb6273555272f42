"""Locations of templates and static files: shared ones, and those in each game's folder."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from flask import Flask, Response, abort, current_app, send_from_directory, url_for
from jinja2 import BaseLoader, ChoiceLoader, FileSystemBytecodeCache, FileSystemLoader, PrefixLoader
from jinja2.bccache import Bucket

from app.core.game.definition import Game
from app.games import REGISTRY

ENDPOINT, STYLE = "game_static", "style.css"


class Compiled(FileSystemBytecodeCache):
    """A cache of compiled templates that ignores a full disk."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def loader(games: Iterable[Game], shared: Path) -> BaseLoader:
    own = {game.key: FileSystemLoader(game.folder / "templates") for game in games}
    return ChoiceLoader([PrefixLoader(own), FileSystemLoader(shared)])


def game_static(game: str, filename: str) -> Response:
    if game not in REGISTRY:
        abort(404)
    if filename == STYLE:
        return whole_style(game)
    return send_from_directory(REGISTRY[game].folder / "static", filename)


def whole_style(game: str) -> Response:
    return joined(style_files(game), "text/css")


def whole_script() -> Response:
    return joined(script_files(), "text/javascript")


def joined(files: Iterable[Path], mimetype: str) -> Response:
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    response = current_app.response_class(text, mimetype=mimetype)
    response.cache_control.public, response.cache_control.max_age = True, current_app.get_send_file_max_age(None)
    return response


PARTS = ("page", "dice", "sheet", "wall", "stream", "taps")
"""Modules of the page script, each after those that it calls."""


COLOUR_OF_SIDE = re.compile(r"\.[\w-]+ \{ --side: [^}]*\}$")


def script_files() -> list[Path]:
    return [Path(current_app.static_folder or "") / "script" / f"{name}.js" for name in PARTS]


def style_files(game: str) -> list[Path]:
    shared = Path(current_app.static_folder or "")
    own = [shared / "ended.css", REGISTRY[game].folder / "static" / f"{game}.css"] if game in REGISTRY else []
    return [shared / "app.css", *filter(Path.is_file, own)]


def style_of_kept_page(game: Game) -> str:
    """Return the CSS of a page that is saved as a file, with the colours of the game's sides."""
    shared = Path(current_app.static_folder or "")
    texts = [(shared / name).read_text("utf-8") for name in ("kept.css", "ended.css")]
    own = [path.read_text("utf-8") for path in style_files(game.key)[2:]]
    sides = [line for text in own for line in text.splitlines() if COLOUR_OF_SIDE.match(line)]
    return "\n".join([*texts, *sides])


def stylesheet(game: Game | str | None) -> str:
    return style_address(game.key if isinstance(game, Game) else game or "")


@cache
def style_address(game: str) -> str:
    files = style_files(game)
    if len(files) == 1:
        return url_for("static", filename=files[0].name, v=stamp(files))
    return url_for(ENDPOINT, game=game, filename=STYLE, v=stamp(files))


@cache
def script() -> str:
    return url_for("script", v=stamp(script_files()))


def stamp(files: Iterable[Path]) -> str:
    return format(int(max(path.stat().st_mtime for path in files)), "x")


def install(app: Flask, shared: Path) -> None:
    app.jinja_options = {"cache_size": -1}
    app.jinja_loader = loader(REGISTRY.values(), shared)
    if folder := app.config["READ_TEMPLATES"]:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        app.jinja_env.bytecode_cache = Compiled(str(folder))
    app.add_url_rule("/games/<game>/static/<path:filename>", ENDPOINT, game_static)
    app.add_url_rule("/static/adjutant.js", "script", whole_script)
    app.jinja_env.globals.update(stylesheet=stylesheet, script=script)

"""Where templates and static files are found: those of the house, and those of each game in the game's own folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any

from flask import Flask, Response, abort, current_app, send_from_directory, url_for
from flask.templating import Environment
from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    FileSystemBytecodeCache,
    FileSystemLoader,
    PrefixLoader,
    Template,
    pass_context,
)
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Expr
from jinja2.runtime import Context
from jinja2.utils import missing as ABSENT
from markupsafe import escape

from app.core.game import Game
from app.games import SHELF

ENDPOINT, STYLE = "game_static", "style.css"
SHORT = 200
"""Longer texts are made safe each time anew."""
MARKS = re.compile("[\x01-\x04]")
"""Signs that stand in a page for what is filled in as it goes out; nobody who writes one means that."""
COMPILED = "written-2-%s.cache"
"""The names of templates that were read; with another number they are read anew, once `Writer` writes otherwise."""


class Compiled(FileSystemBytecodeCache):
    """Keeps templates as they were read, unless the disk is full: a page is drawn all the same."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


class Writer(CodeGenerator):
    """Writes what is safe already as it is: most of a board comes from pieces, which would else be made safe anew."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: Any) -> None:
        if self._is_plain(frame, finalize):
            self.write("(written if (written := (")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(self, node: Expr, frame: Frame, finalize: Any) -> None:
        if self._is_plain(frame, finalize):
            self.write(")).__class__ is Markup else environment.made_safe(written))")
        else:
            super()._output_child_post(node, frame, finalize)

    def _is_plain(self, frame: Frame, finalize: Any) -> bool:
        return bool(frame.eval_ctx.autoescape) and not frame.eval_ctx.volatile and finalize.src is None


@lru_cache(maxsize=4096)
def made_safe_before(text: str) -> str:
    """A short text made safe: most of a board says again what it said before."""
    return MARKS.sub("", escape(text))


def made_safe(value: object) -> str:
    """What stands in a page for a value that nobody has made safe, without the marks of pages."""
    if value.__class__ is str and len(value) <= SHORT:
        return made_safe_before(value)
    return MARKS.sub("", escape(value))


MARK = "jinja_pass_arg"
"""Where a function says that it is to be given the context, or something else of the template."""
TAKES_CONTEXT = getattr(pass_context(lambda context: None), MARK)


class Direct(Context):
    """Calls functions and methods of ours with what they take, without asking three times whether they take more."""

    def resolve_or_missing(self, key: str) -> Any:
        """What goes by a name in the template, in what it shows, and for all of them (see `Fixed`)."""
        if key in self.vars:
            return self.vars[key]
        if key in self.parent:
            return self.parent[key]
        return self.environment.globals.get(key, ABSENT)

    def call(self, called: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
        """What a function says that a template calls. Raises whatever it raises."""
        takes = getattr(called, MARK, None)
        if called.__class__ not in (FunctionType, MethodType) or takes not in (None, TAKES_CONTEXT):
            return super().call(called, *given, **named)
        in_loop, in_block = named.pop("_loop_vars", None), named.pop("_block_vars", None)
        if takes is None:
            return called(*given, **named)
        return called(self._seen(in_loop, in_block) if in_loop or in_block else self, *given, **named)

    def _seen(self, *within: dict[str, Any] | None) -> Context:
        """The context with what the template has set for itself within a loop or a block."""
        seen: Context = self
        for those in filter(None, within):
            seen = seen.derived(those)
        return seen


class Light(Template):
    """Looks the globals up where they are: a page is made of many small pieces, each of which would else copy them."""

    def new_context(
        self, vars: dict[str, Any] | None = None, shared: bool = False, locals: Mapping[str, Any] | None = None
    ) -> Context:
        """What the template shows, and what stands around it where it is a part of another one (`shared`)."""
        shown = {} if vars is None else {**vars} if shared and locals else vars
        if locals:
            shown.update((key, value) for key, value in locals.items() if value is not ABSENT)
        return Direct(self.environment, shown, self.name, self.blocks)


class Fixed(Environment):
    """Templates that all see the same globals, set before the first one is read, and that are few enough to keep."""

    code_generator_class = Writer
    context_class = Direct
    template_class = Light
    made_safe = staticmethod(made_safe)

    def __init__(self, *given: Any, **named: Any) -> None:
        self._read: dict[Any, Template] = {}
        super().__init__(*given, **named)

    def get_template(
        self, name: str | Template, parent: str | None = None, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        """A template, read once unless all are read anew whenever they change; none has globals of its own."""
        assert not globals
        found = None if self.auto_reload else self._read.get(name)
        if found is None:
            found = self._read[name] = super().get_template(name, parent)
        return found

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template: those of the environment where it has none of its own."""
        return super().make_globals(d) if d else self.globals


def loader(games: Iterable[Game], shared: Path) -> BaseLoader:
    """Templates of the house by their names, those of a game as "<its key>/NAME.html"."""
    own = {game.key: FileSystemLoader(game.folder / "templates") for game in games}
    return ChoiceLoader([PrefixLoader(own), FileSystemLoader(shared)])


def game_static(game: str, filename: str) -> Response:
    """A static file of a game, or its whole stylesheet; 404 where there is none."""
    if game not in SHELF:
        abort(404)
    if filename == STYLE:
        return whole_style(game)
    return send_from_directory(SHELF[game].folder / "static", filename)


def whole_style(game: str) -> Response:
    """The stylesheet of the house and the game's own behind it: a page asks for one file."""
    return joined(style_files(game), "text/css")


def whole_script() -> Response:
    """The modules of the page's script one behind the other: a page asks for one file."""
    return joined(script_files(), "text/javascript")


def joined(files: Iterable[Path], mimetype: str) -> Response:
    """Static files as one, kept by the phone as long as any."""
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    response = current_app.response_class(text, mimetype=mimetype)
    response.cache_control.public, response.cache_control.max_age = True, current_app.get_send_file_max_age(None)
    return response


PARTS = ("page", "dice", "sheet", "stream", "taps")
"""The modules of the page's script, each behind those that it calls."""


def script_files() -> list[Path]:
    """The modules of the page's script."""
    return [Path(current_app.static_folder or "") / "script" / f"{name}.js" for name in PARTS]


def style_files(game: str) -> list[Path]:
    """The stylesheet of the house, and that of a game where it has one."""
    own = [SHELF[game].folder / "static" / f"{game}.css"] if game in SHELF else []
    return [Path(current_app.static_folder or "") / "app.css", *filter(Path.is_file, own)]


def stylesheet(game: Game | str | None) -> str:
    """The address of the stylesheet for the pages of a game, or of none; new when the program starts with others."""
    return style_address(game.key if isinstance(game, Game) else game or "")


@cache
def style_address(game: str) -> str:
    """The address of a game's whole stylesheet, of the house's where it has none."""
    files = style_files(game)
    if len(files) == 1:
        return url_for("static", filename=files[0].name, v=stamp(files))
    return url_for(ENDPOINT, game=game, filename=STYLE, v=stamp(files))


@cache
def script() -> str:
    """The address of the page's script, new when the program starts with another part of it."""
    return url_for("script", v=stamp(script_files()))


def stamp(files: Iterable[Path]) -> str:
    """When the last of these files was changed."""
    return format(int(max(path.stat().st_mtime for path in files)), "x")


def install(app: Flask, shared: Path) -> None:
    """Give the app its templates and the games' static files."""
    app.jinja_environment = Fixed
    app.jinja_options = {"cache_size": -1}
    app.jinja_loader = loader(SHELF.values(), shared)
    if folder := app.config["READ_TEMPLATES"]:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        app.jinja_env.bytecode_cache = Compiled(str(folder), COMPILED)
    app.add_url_rule("/games/<game>/static/<path:filename>", ENDPOINT, game_static)
    app.add_url_rule("/static/adjutant.js", "script", whole_script)
    app.jinja_env.globals.update(stylesheet=stylesheet, script=script)

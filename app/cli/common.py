"""Shared parts of all commands: language, refusals and data folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from app import default_folder
from app.core.errors import Malformed, Refused
from app.core.messages.translator import LANGUAGES, Translator, Verbatim, shared_messages
from app.storage.codes import LETTERS, letters_in
from app.storage.database import ADDRESS, asked_address

if TYPE_CHECKING:
    from app.core.game.definition import Game
    from app.storage.host_files import HostFiles
    from app.storage.store import Store


def speech(game: Game | None = None) -> Translator:
    return game.get_translator(language()) if game else Translator(shared_messages(), language())


def language() -> str:
    named = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return named[:2] if named[:2] in LANGUAGES else LANGUAGES[0]


def refuse(no: Refused | Malformed, game: Game | None = None) -> NoReturn:
    raise click.ClickException(sentence(no, speech(game)))


@contextmanager
def refusals_told(game: Game | None = None) -> Iterator[None]:
    try:
        yield
    except (Refused, Malformed) as no:
        refuse(no, game)


def sentence(no: Refused | Malformed, said: Translator) -> str:
    sentence = said.refusal(no, Verbatim(no.field or ""))
    named = no.code == "in-file" or any(f"{opening}{no.field}" in sentence for opening in "“«")
    about = {"field": None if named else no.field, "rule": no.rule}
    parts = [said.translate(f"refused-at.{kind}", value=Verbatim(value)) for kind, value in about.items() if value]
    return f"{sentence} ({', '.join(parts)})" if parts else sentence


def has_store(data: str | None) -> bool:
    """Return False if nothing was ever stored: a command that only reads then makes no folder."""
    from app.storage.backups import DATABASE

    return asked_address() is not None or ((Path(data) if data else default_folder()) / DATABASE).exists()


def store_in(data: str | None) -> Store:
    from app.storage.health import opening
    from app.storage.store import Store

    folder = Path(data) if data else default_folder()
    with refusals_told(), opening(folder):
        return Store(folder)


def game_with(name: str | None, has: Callable[[Game], Any], lacks: str) -> Game:
    """Return the named game, or the only registered one that `has` the feature.

    Raise Refused for an unknown game or one that `lacks` it, UsageError if several are possible.
    """
    from app.games import REGISTRY

    if name is not None:
        game = game_named(name)
        if not has(game):
            raise Refused(lacks, field="game", game=name)
        return game
    found = [game for game in REGISTRY.values() if has(game)]
    if len(found) != 1:
        raise click.UsageError(f"--game must be one of: {', '.join(game.key for game in found) or '–'}")
    return found[0]


def put_out(output: str, content: bytes) -> None:
    if output == "-":
        click.echo(content, nl=False)
    else:
        from app.storage.whole_files import write_output

        with refusals_told():
            write_output(Path(output), content)


output_option = click.option("-o", "--output", default="-", metavar="FILE", help="File to write.")
data_option = click.option("--data", type=click.Path(file_okay=False), help="Data folder.")
game_option = click.option("--game", help="Game; needed if several games have such files.")


def game_named(name: str) -> Game:
    from app.games import on_shelf

    return on_shelf(name)


def note_database(ctx: click.Context, param: click.Parameter, address: str | None) -> None:
    """Put the address where this process and its workers read it."""
    if address is not None:
        os.environ[ADDRESS] = address


database_option = click.option(
    "--database",
    callback=note_database,
    expose_value=False,
    help=f"Address of a PostgreSQL database, postgresql://…; safer in the environment, as {ADDRESS}.",
)


def note_letters(ctx: click.Context, param: click.Parameter, text: str | None) -> None:
    """Put the letters where this process and its workers read them."""
    if text is not None:
        with refusals_told():
            os.environ[LETTERS] = letters_in(text)


letters_option = click.option(
    "--letters",
    callback=note_letters,
    expose_value=False,
    help=f"Letters with which new codes of this cell begin, if there are several cells; also {LETTERS}.",
)
number_option = click.option("--back", type=click.IntRange(min=1), help="Restore the version with this number.")


def versions(box: HostFiles, game: Game, key: str, back: int | None) -> None:
    """Print the earlier versions of a file, newest first, or restore one. Raise Refused."""
    earlier = box.earlier(game, key)
    if back is not None:
        version = earlier[back - 1].version if back <= len(earlier) else 0
        box.bring_back(game, key, box.kept(game, key).version, version)
        return
    for number, one in enumerate(earlier, start=1):
        at = datetime.fromtimestamp(one.version / 1e9).strftime("%Y-%m-%d %H:%M")
        lines = one.text.count("\n") + 1
        click.echo(
            speech().translate(
                "file-version.line", number=number, at=Verbatim(at), name=Verbatim(one.name), lines=lines
            )
        )

"""Earlier versions of own files on the command line: listed, brought back."""

from __future__ import annotations

from datetime import datetime

import click

from app.cli.terminal import speech
from app.core.game import Game
from app.core.words import AsGiven
from app.storage.own_files import OwnFiles

number_option = click.option("--back", type=click.IntRange(min=1), help="Bring back the version of this number.")


def versions(box: OwnFiles, game: Game, key: str, back: int | None) -> None:
    """Print earlier versions of an own file with their numbers, newest first, or bring one back. Raises Refused."""
    earlier = box.earlier(game, key)
    if back is not None:
        version = earlier[back - 1].version if back <= len(earlier) else 0
        box.bring_back(game, key, box.kept(game, key).version, version)
        return
    for number, one in enumerate(earlier, start=1):
        at = datetime.fromtimestamp(one.version / 1e9).strftime("%Y-%m-%d %H:%M")
        lines = one.text.count("\n") + 1
        click.echo(
            speech().say("file-version.line", number=number, at=AsGiven(at), name=AsGiven(one.name), lines=lines)
        )

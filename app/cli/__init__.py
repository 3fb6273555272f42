"""The command line; each command's module is imported only when the command is used."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import click

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.storage.errors import NO_ROOM

COMMANDS = {
    "backup": "backups",
    "backups": "backups",
    "cards": "cards",
    "keys": "keys",
    "migrate": "backups",
    "missions": "missions",
    "print": "print",
    "restore": "backups",
    "ruling": "tables",
    "serve": "serve",
    "table": "tables",
}
"""Modules of the commands; a function has the command's name, with `_` if Python uses that name."""


class Commands(click.Group):
    """A command group that imports its commands lazily."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"app.cli.{COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, f"{cmd_name}_", None) or getattr(module, cmd_name)
        return command

    def main(self, *given: Any, **more: Any) -> Any:
        from app.cli.letters import show_what_can_be

        show_what_can_be()
        return super().main(*given, **more)

    def invoke(self, ctx: click.Context) -> Any:
        from app.cli.common import refuse
        from app.cli.letters import leave_output

        try:
            done = super().invoke(ctx)
            sys.stdout.flush()
        except Refused as no:
            refuse(no)
        except OSError as error:
            if error.errno not in NO_ROOM or error.filename is not None:
                raise
            leave_output()
            refuse(Refused("cannot-be-written", file=Verbatim("/dev/stdout"), why=Verbatim(error.strerror)))
        return done


@click.group(cls=Commands)
def main() -> None:
    """Adjutant, a referee app for physical board games."""

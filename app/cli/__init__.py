"""The command line: every command is loaded when it is asked for, so that none waits for the others."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from app.core.refusals import Refused

COMMANDS = {
    "backup": "tables",
    "backups": "tables",
    "cards": "cards",
    "missions": "missions",
    "print": "print",
    "restore": "tables",
    "ruling": "tables",
    "serve": "serve",
    "table": "tables",
}
"""Where each command is; in its module it bears its name, with `_` where Python has that name already."""


class Commands(click.Group):
    """A group that loads its commands late."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"app.cli.{COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, f"{cmd_name}_", None) or getattr(module, cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Give the command; of a game that cannot stand on the shelf, say what it lacks."""
        try:
            return super().invoke(ctx)
        except Refused as no:
            from app.cli.terminal import refuse

            refuse(no)


@click.group(cls=Commands)
def main() -> None:
    """Adjutant, the referee's notebook for a physical table."""

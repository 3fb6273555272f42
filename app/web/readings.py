"""Other answers to open questions, for one press: what an address or a form asks for, and where it matters."""

from __future__ import annotations

from collections.abc import Mapping

from flask import request

from app.core.play import Seat
from app.core.readings import Bite, bites
from app.core.table import Table
from app.web.ground import store

READING = "reading."
"""How the fields of a form begin that name another answer."""


def readings_of(given: Mapping[str, str]) -> dict[str, str]:
    """The other readings that an address or a form asks for."""
    return {name.removeprefix(READING): given[name] for name in given if name.startswith(READING)}


def own_fields() -> list[str]:
    """The names in the address that are fields of the command."""
    return [name for name in request.args if not name.startswith(READING)]


def open_here(table: Table, seat: Seat, command: str, readings: Mapping[str, str]) -> list[Bite]:
    """The open questions that bear on a command of play now, where no other reading is tried yet."""
    if readings or table.game.commands[command].group != "play":
        return []
    with store().lock:
        return bites(table, seat, command, store().dice(table.code))

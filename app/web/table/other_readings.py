"""Other answers to open questions, for one press: what an address or a form asks for, and where it matters."""

from __future__ import annotations

from collections.abc import Mapping

from flask import request

from app.core.other_readings import Bearing, questions_here, questions_that_allow
from app.core.play import PUBLIC, Seat
from app.core.table import Table
from app.web.request.guard import store
from app.web.table.aiming import CHOSEN

READING = "reading."
"""How the fields of a form begin that name another answer."""


def readings_of(given: Mapping[str, str]) -> dict[str, str]:
    """The other readings that an address or a form asks for."""
    return {name.removeprefix(READING): given[name] for name in given if name.startswith(READING)}


def own_fields() -> list[str]:
    """The names in the address that are fields of the command."""
    return [name for name in request.args if not name.startswith((READING, CHOSEN))]


def chosen_here() -> dict[str, str]:
    """Which one of several forms the address asks for, by what sets it apart."""
    given = request.args
    return {name.removeprefix(CHOSEN): given[name] for name in given if name.startswith(CHOSEN)}


def open_here(table: Table, seat: Seat, command: str) -> list[Bearing]:
    """The open questions that bear on a command of play now."""
    if seat == PUBLIC or table.game.commands[command].group != "play":
        return []
    with store().lock:
        return questions_here(table, seat, command)


def let_by_others(table: Table, seat: Seat, command: str) -> list[Bearing]:
    """The open questions by another answer to which a command of play could be given that cannot be given now."""
    if seat == PUBLIC or table.game.commands[command].group != "play":
        return []
    with store().lock:
        return questions_that_allow(table, seat, command)

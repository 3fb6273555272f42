"""Checks of what a log from elsewhere says of the app's seats."""

from __future__ import annotations

import re
from typing import Any

from app.core.engine.event import Entry
from app.core.errors import Refused
from app.core.game.opponent import Opponent
from app.core.messages.translator import LANGUAGES
from app.core.table.seat_view import Table
from app.core.table_commands.opponents import AppExplained, AppStuck, HelpBegan
from app.core.table_commands.seating import AppSeated

NAMED = re.compile(r"\{(\w+)")
LONGEST_VALUE, MOST_LISTED = 100, 50
"""The most letters of a value of a reason, and the most values of a list."""


def check_players(table: Table) -> None:
    """Raise Refused, naming the field, if the opening gives the app a seat that it cannot play."""
    for seat, holder in table.state.seats.items():
        if holder.app is not None:
            _check_player(table, seat, holder.app.level, f"log.0.opponents.{seat}")


def check_app(table: Table, entry: Entry) -> None:
    """Raise Refused, naming the field, if the app cannot have done what the next entry says."""
    for event in entry.events:
        if isinstance(event, AppSeated):
            _check_player(table, event.seat, event.level, f"log.{entry.seq}")
        elif isinstance(event, HelpBegan):
            _check_helper(table, entry, event)
        elif isinstance(event, AppExplained | AppStuck):
            holder = table.state.seats.get(event.seat)
            if event.seat != entry.seat or holder is None or holder.player is None:
                raise Refused("not-an-entry", field=f"log.{entry.seq}.seat")
            if isinstance(event, AppExplained):
                _check_reason(table, event, f"log.{entry.seq}")


def _check_helper(table: Table, entry: Entry, event: HelpBegan) -> None:
    holder = table.state.seats.get(event.seat)
    if event.seat != entry.seat or holder is None or holder.player is not None:
        raise Refused("not-an-entry", field=f"log.{entry.seq}.seat")
    _check_able(table, table.game.helper, event.seat, event.level, f"log.{entry.seq}")


def _check_player(table: Table, seat: str, level: str, field: str) -> None:
    _check_able(table, table.game.opponent, seat, level, field)


def _check_able(table: Table, opponent: Opponent | None, seat: str, level: str, field: str) -> None:
    if opponent is None or table.seats.get(seat) is None:
        raise Refused("app-cannot-play", "table.app", field=field)
    if level not in opponent.levels:
        allowed = ", ".join(opponent.levels)
        raise Refused("not-allowed", field=field, allowed=allowed, limit=allowed)
    if (no := opponent.refusal(table.opening, table.book(), seat)) is not None:
        raise Refused(no.code, no.rule, field=field, **no.words)


def _check_reason(table: Table, event: AppExplained, field: str) -> None:
    key = f"why.{event.why}"
    if key not in table.words:
        raise Refused("not-an-entry", field=f"{field}.why")
    if event.rule and event.rule not in table.game.rule_catalogue and f"by.{event.rule}" not in table.words:
        raise Refused("not-an-entry", field=f"{field}.rule")
    for language in LANGUAGES:
        said = table.get_translator(language)
        missing = {*NAMED.findall(said.text(said.variant(key, event.values)))} - {*event.values}
        if missing or not all(map(_is_value, event.values.values())):
            raise Refused("not-an-entry", field=f"{field}.values")


def _is_value(value: Any) -> bool:
    if isinstance(value, list):
        return (
            len(value) <= MOST_LISTED and not any(isinstance(one, list) for one in value) and all(map(_is_value, value))
        )
    return value is None or isinstance(value, int | float) or (isinstance(value, str) and len(value) <= LONGEST_VALUE)

"""The one lookup of every page and route of a table: the table, and who asks."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from app.core.play import Seat
from app.core.table import Table
from app.web.request import refusals, rights


def at_table(who: Callable[[Table], Seat]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Gives a page the table of its address and the seat that asks; a "no" is told in the table's words."""

    def seated(page: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(page)
        def looked_up(code: str, **parts: Any) -> Any:
            table = rights.table_at(code)
            try:
                return page(table, who(table), **parts)
            except Exception as error:
                return refusals.answer(error, table)

        return looked_up

    return seated

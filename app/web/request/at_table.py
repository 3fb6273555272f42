"""The one lookup of every page and route of a table: the table, and who asks."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import request, url_for

from app.core.play import Seat
from app.core.table import Table
from app.web.request import refusals, rights
from app.web.request.drawing import see_other
from app.web.request.guard import LOOKS


def at_table(who: Callable[[Table], Seat]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Gives a page the table of its address and the seat that asks; a "no" is told in the table's words."""

    def seated(page: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(page)
        def looked_up(code: str, **parts: Any) -> Any:
            table = rights.table_at(code)
            if code != table.code and request.method in LOOKS and not request.path.startswith("/api/"):
                # a phone's cookies are for the code as it is kept
                there, query = url_for(str(request.endpoint), code=table.code, **parts), request.query_string.decode()
                return see_other(f"{there}?{query}" if query else there)
            try:
                return page(table, who(table), **parts)
            except Exception as error:
                return refusals.answer(error, table)

        return looked_up

    return seated

"""Error responses: an HTTP status and a message in the reader's language, as page or JSON."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

from flask import Flask, Response, jsonify, make_response, request, url_for
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from app.core.error_log import FAULTS
from app.core.errors import Malformed, Refused, Stale
from app.core.game.definition import Game
from app.core.messages.translator import Verbatim
from app.core.table.seat_view import Table
from app.games import REGISTRY
from app.service import InvitationUsed
from app.storage.errors import NO_ROOM, CorruptTable, Full, SeatOccupied, StoreBusy, TableNotFound
from app.web.request import seat_tokens
from app.web.request.guard import RequestRejected
from app.web.request.language import speech
from app.web.request.rendering import is_fragment, redirect_after_post, render_page

STATUS_OF = {
    "not-your-command": 403,
    "not-the-maker": 403,
    "game-left-out": 503,
    **dict.fromkeys(("unknown-game", "unknown-ruling", "unknown-rule", "no-card-sets", "no-missions"), 404),
}
OF_THE_HOUSE: dict[type[Exception], tuple[int, Callable[[], Refused]]] = {
    StoreBusy: (503, lambda: Refused("busy")),
    CorruptTable: (500, lambda: Refused("table-damaged")),
    TableNotFound: (404, lambda: Refused("no-such-table")),
    RequestEntityTooLarge: (413, lambda: Refused("too-large")),
}
"""Errors outside any game: status and words."""
CODE_OF = {404: "no-such-page", 500: "internal"}


def status_and_no(error: Exception) -> tuple[int, Refused | Malformed]:
    if isinstance(error, Malformed):
        return 400, error
    if isinstance(error, Refused):
        return STATUS_OF.get(error.code, 422), error
    if isinstance(error, Stale):
        return 409, error.refused
    if isinstance(error, RequestRejected):
        return error.status, error.refused
    if isinstance(error, SeatOccupied):
        return 409, Refused("seat-taken", field="seat")
    if isinstance(error, InvitationUsed):
        return 410, Refused("invitation-used", table=Verbatim(str(error)))
    if is_of_no_room(getattr(error, "original_exception", None) or error):
        return 507, Refused("disk-full", why=Verbatim(str(error)))
    if (known := next((kind for kind in OF_THE_HOUSE if isinstance(error, kind)), None)) is not None:
        return OF_THE_HOUSE[known][0], OF_THE_HOUSE[known][1]()
    if isinstance(error, HTTPException):
        code = error.code or 500
        return code, Refused(CODE_OF.get(code, "bad-request"))
    raise error


def is_of_no_room(error: Exception) -> bool:
    return isinstance(error, Full) or (isinstance(error, OSError) and error.errno in NO_ROOM)


def game_in_address() -> Game | None:
    return REGISTRY.get(str((request.view_args or {}).get("game")))


def json_error(error: Exception, about: Table | Game | None = None, **more: Any) -> Response:
    """Return an error as JSON, in the words of its table or game."""
    status, no = status_and_no(error)
    message = speech(about or game_in_address()).refusal(no, Verbatim(no.field or ""))
    body = {"code": no.code, "message": message, "field": no.field, "rule": no.rule, **more}
    return ask_for_patience(make_response(jsonify({"error": body}), status))


def ask_for_patience(response: Response) -> Response:
    if response.status_code == 503:
        response.headers["Retry-After"] = "1"
    return response


def error_page(error: Exception, table: Table | None = None) -> Response:
    status, no = status_and_no(error)
    response = ask_for_patience(no_page(no, status, table))
    if isinstance(error, RequestRejected) and no.code in VOID:
        seat_tokens.forget(response)
    return response


def no_page(
    no: Refused | Malformed, status: int, table: Table | None = None, label: str | None = None, **more: Any
) -> Response:
    """Return a refusal as a page, as a notice for scripts, or as plain text for an unknown host.

    `label`: the reader's name of the field.
    """
    game = table.game if table else game_in_address()
    said = speech(table or game)
    if request_ctx.url_adapter is None:
        return make_response(said.refusal(no), status, {"Content-Type": "text/plain; charset=utf-8"})
    about = {"game": game.key if game else None, "code": table.code if table else None}
    shown = {**about, "refused": no, "message": said.refusal(no, label)}
    template = "parts/notice.html" if is_fragment() else "refused.html"
    return make_response(render_page(template, said, **shown, **more), status)


VOID = frozenset({"false-token", "other-table", "seat-freed", "seat-claimed", "seat-left"})
"""Codes of a token that gives no seat: the phone forgets it."""


def answer(error: Exception, table: Table | None = None) -> Response:
    """Return an error as the URL needs it: page, JSON, or redirect to the choice of a seat."""
    if isinstance(error, seat_tokens.SeatChoiceNeeded):
        return redirect_after_post(url_for("hotseat.curtain", code=str(error)))
    handler = json_error if request.path.startswith("/api/") else error_page
    return handler(error, table)


class AdjutantFlask(Flask):
    """The app; logs errors by endpoint, since a URL may hold a token."""

    def handle_user_exception(self, e: Exception) -> Any:
        """Return the response to an error, and let go at once of what the functions that it left still hold.

        An error and its frames know each other: together they would keep a whole upload until the collector runs.
        """
        try:
            said = super().handle_user_exception(e)
            return said.response or said if isinstance(said, HTTPException) else said
        finally:
            left: BaseException | None = e
            while left is not None:
                traceback.clear_frames(left.__traceback__)
                left = left.__context__

    def log_exception(self, exc_info: Any, *_: Any) -> None:
        FAULTS.tell(exc_info[1], request.endpoint or "no page")

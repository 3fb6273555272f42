"""The host's own page: every table, and the backups that were made."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from flask import Blueprint, Response, url_for

from app.games import SHELF
from app.web.request import rights
from app.web.request.aside import aside, backups
from app.web.request.drawing import draw, see_other
from app.web.request.guard import store
from app.web.request.speech import speech

pages = Blueprint("house", __name__)

MOST_LISTED = 200
"""Tables on the page, the newest ones."""


@pages.get("/house")
def care() -> str:
    """The tables and the backups of this house, for its host. Raises Halted."""
    rights.check_host_of_house()
    shelf = backups()
    fault = speech().refusal(shelf.fault) if shelf.fault else ""
    listed = [line_of(code) for code in store().codes(MOST_LISTED)]
    about = {"place": shelf.place, "files": shelf.files(), "fault": fault, "folder": store().folder}
    return draw("house/care.html", speech(), tables=listed, count=store().count(), **about)


def line_of(code: str) -> dict[str, Any]:
    """A table as the list has it: it is not folded for that."""
    row = store().row(code)
    name = speech(SHELF[row.game]).name(row.game) if row.game in SHELF else row.game
    return {"code": code, "name": name, "at": datetime.fromtimestamp(row.at).strftime("%Y-%m-%d %H:%M")}


@pages.post("/house/backup")
def back_up() -> Response:
    """One more backup, now. Raises Halted, Refused."""
    rights.check_host_of_house()
    aside(backups().make, "asked")
    return see_other(url_for("house.care"))

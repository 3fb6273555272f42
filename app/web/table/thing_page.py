"""The page of one thing on a table: what it is, what it may do, and why not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from flask import Blueprint, Response
from markupsafe import Markup

from app.core.engine.buttons import MOST_TILES, Button
from app.core.engine.command import CommandRequest, fields_from_form
from app.core.engine.event import Seat
from app.core.messages.translator import Translator
from app.core.table.seat_view import Table
from app.web.request import seat_tokens
from app.web.request.guard import RequestRejected
from app.web.request.language import speech
from app.web.request.table_lookup import with_table
from app.web.table.command_forms import dialog_page
from app.web.table.correction import things_of
from app.web.table.fragments import in_words
from app.web.table.page_context import sight
from app.web.table.why_not import reason

pages = Blueprint("things", __name__, url_prefix="/t/<code>")

NOT_OFFERED = "not-offered"
"""The beginning of the codes of refusals that give no reason."""


@pages.get("/thing/<thing>")
@with_table(seat_tokens.seat_from_cookie)
def thing(table: Table, seat: Seat, thing: str) -> Response:
    said = speech(table)
    shown = sight(table, seat, said, reckoned=False)  # the tiles of the dock: one for all targets
    details = table.game.views.thing_view(table, seat, shown["offers"], thing, said)
    if details is None:
        raise RequestRejected(404, "no-such-page")
    can = [in_sheet(one) for one in details.can]
    likeliest, further = can[:MOST_TILES], can[MOST_TILES:]
    why_not = by_reason(refusals(table, seat, details.cannot, said), said)
    told = {"thing": thing, "details": details, "can": likeliest, "further": further, "why_not": why_not}
    return dialog_page(table, seat, said, {**shown, **told, "is_tracked": is_tracked(table, shown, thing)})


def in_sheet(button: Button) -> Button:
    fields = button.fields if button.opens else (*button.fields, ("sheet", 1))
    return button._replace(id=f"thing-{button.id}", fields=fields)


def refusals(table: Table, seat: Seat, buttons: Iterable[Button], said: Translator) -> Iterator[tuple[Button, str]]:
    for one in buttons:
        lists = {name: [str(value)] for name, value in one.fields}
        press = CommandRequest(one.command, fields_from_form(table.game.commands[one.command], lists), typed=False)
        no = reason(table, seat, press)
        if not no.code.startswith(NOT_OFFERED):
            yield one, said.refusal(no)


def by_reason(refused: Iterable[tuple[Button, str]], said: Translator) -> dict[str, list[Markup]]:
    """Return what is impossible by its reason, which is told once."""
    found: dict[str, dict[Markup, None]] = {}
    for button, no in refused:
        numbered = button._replace(about=button.about if isinstance(button.about, int) else None, onto=None)
        found.setdefault(no, {})[in_words(numbered, said)] = None
    return {no: [*labels] for no, labels in found.items()}


def is_tracked(table: Table, shown: Mapping[str, Any], thing: str) -> bool:
    offers = [offer for offer in shown["may"]["house-ruling"] if offer.path] if shown["may_correct"] else []
    return not things_of(offers).keys().isdisjoint((thing, *table.game.views.parts(table.state, thing)))

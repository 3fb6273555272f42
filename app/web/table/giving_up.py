"""What a press would give up for nothing is asked once, in words, before it; a program is not asked."""

from __future__ import annotations

from flask import Response, make_response, request

from app.core.commands import Press
from app.core.play import Seat
from app.core.refusals import Malformed, Refused
from app.core.table import Table, parsed_command
from app.core.words import Speech
from app.web.request.drawing import draw, is_fragment
from app.web.table.board import drawn
from app.web.table.sight import sight

SURE = "sure"
"""The field of a form whose sender was asked and goes on."""
NOT_AGAIN = ("key", "seen", SURE, "sheet")


def question_before(table: Table, seat: Seat, press: Press, said: Speech) -> str | None:
    """What is asked before a press, in words; None where nobody need be asked, or it is not to be pressed at all."""
    if SURE in request.form:
        return None
    try:
        command = parsed_command(table.game, press)
        lost = command.gives_up(table.look(seat, press.readings))
    except (Refused, Malformed):
        return None
    return said.say(f"gives-up.{lost.word}", **lost.about) if lost else None


def question_page(table: Table, seat: Seat, command: str, question: str, said: Speech) -> Response:
    """The question with the press as it was sent, dice and all: as a page, or as a dialog."""
    sent = [(name, text) for name, texts in request.form.lists() if name not in NOT_AGAIN for text in texts]
    asked = {"command": command, "title": said.say(f"command.{command}"), "question": question, "sent": sent}
    shown = {**sight(table, seat, said), "gives_up": asked}
    if is_fragment():
        return make_response(draw("table/parts.html", said, **shown, parts={"sheet", "notice"}))
    return make_response(draw("table/dialog_page.html", said, **shown, board=drawn(table, seat, said).for_a_page()))

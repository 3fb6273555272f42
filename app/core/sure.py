"""Before what cannot be undone a page asks once, in words."""

from __future__ import annotations

from collections.abc import Sequence

from app.core.commands import Press
from app.core.play import Event, Seat
from app.core.table import Table, parsed_command

ENDS_GAME = "ends-game"


class Unsure(Exception):
    """A press that is asked about first; `question` is its word under `sure`."""

    def __init__(self, question: str) -> None:
        super().__init__(question)
        self.question = question


def check_sure(table: Table, seat: Seat, press: Press, events: Sequence[Event]) -> None:
    """Raises Unsure for a press that its seat is not sure of and that must be asked about; `events` would follow.

    Nobody is asked once dice have fallen, which would tell how they fell, nor for a step of a practice table.
    """
    if press.sure or table.step:
        return
    question = parsed_command(table.game, press).asked_before(table.look(seat))
    if question is None and any(type(event).ends_game for event in events) and not rolled(events):
        question = ENDS_GAME
    if question is not None:
        raise Unsure(question)


def rolled(events: Sequence[Event]) -> bool:
    """Whether dice have fallen."""
    return any(event.rolled is not None for event in events)

"""The commonest actions of Infantería Móvil, one after the other in the first turn of mission 1."""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser.phones import Lobby
from tests.browser.test_three_phones import BRAIN, ONE, TWO, Battlefield
from tests.taps.phone import Counted, seated

NAME = "Infantería Móvil"


def rows(lobby: Lobby) -> Iterator[Counted]:
    """Every action with its goal."""
    field = Battlefield(lobby)
    one, brain = (seated(lobby, field.code, field.tokens[seat]) for seat in (ONE, BRAIN))
    one.tap("#done-im-move-go")
    yield Counted(NAME, "end a phase", 1, one.since())
    field.press(TWO, "done")
    brain.tap("#test-presence")
    brain.tap("#form-1 button[name=by][value=table]")
    yield Counted(NAME, "presence test, rolled by the app", 2, brain.since())
    field.press(BRAIN, "done")
    one.tap("#look-all")
    one.tap("#form-1 button[name=by][value=table]")
    yield Counted(NAME, "all teams look, rolled by the app", 2, one.since())

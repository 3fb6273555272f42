"""The figures that the app moves: all of its side, or the zombies of the people whom it helps."""

from __future__ import annotations

from app.games.incursion.board_talk import helps_people
from app.games.incursion.book import TableBook
from app.games.incursion.state import GameContext, State
from app.games.incursion.turn import group_actions


def acts_now(look: GameContext) -> list[str]:
    """Return the figures of the app that act or may be activated for the first time this turn."""
    able = group_actions.acts_now(look)
    return [key for key in able if is_zombie(look.state, look.book, key)] if helps_people(look.state) else able


def is_zombie(state: State, book: TableBook, key: str) -> bool:
    return book.models[state.models[key].card].zombie


def is_with_people(state: State, book: TableBook) -> bool:
    """Return True while people act with a figure: a helper waits until it can do no more, or they go on to a zombie.

    A zombie that they have only activated is the helper's.
    """
    key = state.acting
    if key is None:
        return False
    model, app = state.models[key], state.app
    if not is_zombie(state, book, key):
        return model.ap > 0 or state.sides[model.side].cp > 0
    is_sent = app is not None and (key in app.sent or app.part_of(key) is not None)
    return 0 < model.ap < model.began_ap and not is_sent

"""Names in a state for which its cards and its table have nothing, as in a forged log."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from app.games.incursion.book import Book
from app.games.incursion.pending_reactions import FollowUp
from app.games.incursion.state import ON_PAPER, State


def unknown(state: State, book: Book) -> Iterator[str]:
    yield from (f"{path}: {key}" for path, key, known in _named(state, book) if key is not None and key not in known)


def _named(state: State, book: Book) -> Iterator[tuple[str, str | None, Collection[str]]]:
    for model in state.models.values():
        yield "model.card", model.card, book.models
        yield "model.side", model.side, state.sides
        yield from (("model.carries", item, state.items) for item in model.carries)
    battle = {*state.deck, *state.discard, *(card for side in state.sides.values() for card in side.hand)}
    yield from (("card", card, book.battle) for card in battle - {ON_PAPER})
    for placed in state.in_play.values():
        yield "in_play.card", placed.card, book.battle
        yield "in_play.owner", placed.owner, state.sides
    yield from (("unanswered", card, state.in_play) for card in state.unanswered)
    yield from (("force", card, book.models) for side in state.sides.values() for card in side.force)
    for trigger in state.triggers:
        yield from (("trigger", key, state.models) for key in (trigger.model, *trigger.watchers))
    for left in state.follow_ups.values():
        yield from _of(left, state)
    if state.interrupted is not None:
        yield "interrupted", state.interrupted.acting, state.models
        yield from _of(state.interrupted.left, state) if state.interrupted.left is not None else ()
    waiting = (*state.volatile, *state.blazes, state.exploding, state.acting, *(burn.model for burn in state.burns))
    yield from (("waiting", key, state.models) for key in waiting)


def _of(left: FollowUp, state: State) -> Iterator[tuple[str, str | None, Collection[str]]]:
    yield "follow_up.model", left.model, state.models
    yield "follow_up.target", left.target, state.models

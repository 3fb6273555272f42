"""Checks that hold play up until an awaited side has answered."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.engine.command import AwaitedOnly, Precondition
from app.core.engine.event import PendingAnswer
from app.core.errors import Refused
from app.games.incursion.pending_reactions import FollowUp
from app.games.incursion.state import GameContext, State

# Look only at public facts: a skipped check must not reveal anything hidden.


def owed(state: State) -> Iterator[PendingAnswer]:
    yield from state.waiting
    for side in state.sides:
        if not state.over and (state.answerable(side) or state.rerolls_due(side)):
            yield PendingAnswer(side, "reaction-fire", state.press)


def check_awaited(look: GameContext, for_: str) -> None:
    state = look.state
    if state.over:
        raise Refused("mission-over", "table.over")
    if not any(waiting.side == look.side and waiting.for_ == for_ for waiting in state.waiting):
        raise Refused(f"not-time-for-{for_}", "turn.sequence")


def awaited(for_: str) -> Precondition:
    return AwaitedOnly(for_, check_awaited)


AT_ONCE = ("blast", "volatile", "caught", "burn", "twitcher", "face")
"""Answers and rolls that come before anything else."""


BEFORE_THE_BLAST = ("volatile", "caught", "face")
"""Those asked before anybody is caught, or of nobody on the board.

Reaction Fire may still be answered.
"""


def check_answered(look: GameContext, but_for: tuple[str, ...] = ()) -> None:
    """Raise Refused while a card just played is unanswered or a blast is not rolled."""
    if look.state.unanswered:
        raise Refused("card-unanswered", "cards.killing")
    if any(waiting.for_ in AT_ONCE and waiting.for_ not in but_for for waiting in look.state.waiting):
        raise Refused("blast-first", "turn.sequence")


def check_none_to_reroll(look: GameContext) -> None:
    """Raise Refused while a watcher of this side may still reroll.

    Anything else its side does would forfeit the reroll.
    """
    reroll = look.state.rerolls_due(look.side)
    if reroll is not None:
        raise Refused("reroll-first", "shooting.two-gun", model=reroll.model)


def follow_up(look: GameContext, kind: str | None, otherwise: Refused) -> FollowUp:
    """Return the follow-up of that kind that an attack left to this side.

    Raise Refused, `otherwise` if it is of another kind. The rest of an answer in Reaction Fire may be done whenever
    one may be given.
    """
    if look.state.over:
        raise Refused("mission-over", "table.over")
    left = look.state.follow_ups.get(look.side)
    if left is None and kind is None:
        left = look.state.set_aside(look.side)
    check_answered(look, but_for=BEFORE_THE_BLAST if left is not None and left.reaction else ())
    if left is None or kind not in (None, left.kind):
        raise otherwise
    return left


def may_kill_something(look: GameContext, side: str) -> bool:
    """Return whether a side has the CP to kill an enemy card in play.

    Both are public. Source: Card Killing.
    """
    state = look.state
    have = state.sides[side].cp
    enemy = (placed for placed in state.in_play.values() if placed.owner != side)
    return any(look.book.battle[placed.card].kill <= have for placed in enemy)

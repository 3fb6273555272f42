"""Who must answer before anybody else goes on."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.engine.command import AwaitedOnly, Precondition
from app.core.engine.event import PendingAnswer
from app.core.errors import Refused
from app.games.incursion.pending_reactions import FollowUp
from app.games.incursion.state import GameContext, State

# What a skip would betray is never skipped, so only what lies open is looked at here.


def owed(state: State) -> Iterator[PendingAnswer]:
    yield from state.waiting
    for side in state.sides:
        if not state.over and (state.answerable(side) or state.rerolls_due(side)):
            yield PendingAnswer(side, "reaction-fire", state.press)


def check_awaited(look: GameContext, for_: str) -> None:
    """Raises Refused unless this seat's side is awaited for that."""
    state = look.state
    if state.over:
        raise Refused("mission-over", "table.over")
    if not any(waiting.side == look.side and waiting.for_ == for_ for waiting in state.waiting):
        raise Refused(f"not-time-for-{for_}", "turn.sequence")


def awaited(for_: str) -> Precondition:
    """The gate of a command that answers what its side is awaited for."""
    return AwaitedOnly(for_, check_awaited)


AT_ONCE = ("blast", "volatile", "caught", "burn", "twitcher", "face")
"""What somebody rolls or says before anything else happens."""


BEFORE_THE_BLAST = ("volatile", "caught", "face")
"""Of those, what is asked while nobody has been caught yet, or of nobody on the board: Reaction Fire may still be
answered."""


def check_answered(look: GameContext, but_for: tuple[str, ...] = ()) -> None:
    """Raises Refused while a card that was just played has not been answered, or a blast has not been rolled."""
    if look.state.unanswered:
        raise Refused("card-unanswered", "cards.killing")
    if any(waiting.for_ in AT_ONCE and waiting.for_ not in but_for for waiting in look.state.waiting):
        raise Refused("blast-first", "turn.sequence")


def check_none_to_reroll(look: GameContext) -> None:
    """Raises Refused while a watcher of this side may still reroll: what else its side does would take that away."""
    reroll = look.state.rerolls_due(look.side)
    if reroll is not None:
        raise Refused("reroll-first", "shooting.two-gun", model=reroll.model)


def follow_up(look: GameContext, kind: str | None, otherwise: Refused) -> FollowUp:
    """Return what an attack left this side to do, if it is of that kind. Raises Refused, `otherwise` where it is not.

    What is left of an answer in Reaction Fire may be done whenever one may be given.
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
    """Return whether a side has the CP to kill an enemy card in play: both lie open. Source: Card Killing."""
    state = look.state
    have = state.sides[side].cp
    enemy = (placed for placed in state.in_play.values() if placed.owner != side)
    return any(look.book.battle[placed.card].kill <= have for placed in enemy)

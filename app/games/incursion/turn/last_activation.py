"""A last activation of a dead model, at once and with full AP.

Source: Volatile; Blaze of Glory (ours).
"""

from __future__ import annotations

from app.core.errors import Refused
from app.games.incursion.awaited_answers import AT_ONCE
from app.games.incursion.combat.attack import take_off_board
from app.games.incursion.events.blasts import LastActivationBegan, LastActivationEnded
from app.games.incursion.events.cards import ap_by_cards
from app.games.incursion.pending_reactions import Interrupted
from app.games.incursion.state import Draft, GameContext, State
from app.games.incursion.turn.reaction_setup import check_may_go


def follow_last_activation(draft: Draft) -> None:
    """End a last activation without AP or alive model once no shot is due; begin the next."""
    state = draft.state
    if state.unanswered or any(waiting.for_ in AT_ONCE for waiting in state.waiting):
        return
    now = state.interrupted
    if now is not None and is_spent(state, now) and not any(due.target == now.model for due in state.dues()):
        end_last_activation(draft)
    if state.interrupted is None and state.blazes and not state.over:
        key = state.blazes[0]
        by_cards = dict(ap_by_cards(state, key))
        ap = state.models[key].full_ap + sum(by_cards.values())
        draft.emit(LastActivationBegan(key, ap, by_cards, sets_aside=True))


def is_spent(state: State, now: Interrupted) -> bool:
    model = state.models[now.model]
    left = state.follow_ups.get(model.side)
    goes_on = model.ap > 0 or (left is not None and left.model == now.model)
    return not (model.in_reach and state.acting == now.model and goes_on)


def last_of(look: GameContext) -> Interrupted:
    assert look.state.interrupted is not None
    return look.state.interrupted


def end_last_activation(draft: Draft) -> None:
    key = last_of(draft).model
    draft.emit(LastActivationEnded(key))
    if draft.state.models[key].in_use:
        take_off_board(draft, key)


def has_last_activation(look: GameContext) -> bool:
    now = look.state.interrupted
    return now is not None and look.state.models[now.model].side == look.side


def check_last_over(look: GameContext) -> None:
    check_may_go(look, last_of(look).model)


def check_own_half(look: GameContext) -> None:
    """Raise Refused in a last activation outside this side's half: nobody else acts in it."""
    own = look.state.half_of == look.side and look.state.phase_of_half == "action"
    if has_last_activation(look) and not own:
        raise Refused("last-activation-only", "powers.volatile", field="model")

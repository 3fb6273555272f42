"""Going into Reaction Fire, and its triggers. Source: Incursion, Reaction Fire."""

from __future__ import annotations

from collections.abc import Iterable

from app.core.errors import Refused
from app.games.incursion.book import Book
from app.games.incursion.events.attacks import WatchersAlerted, WatchersPassed
from app.games.incursion.pending_reactions import PendingShot
from app.games.incursion.state import Draft, GameContext, Model


def check_watcher(look: GameContext, key: str, field: str) -> None:
    """Raise Refused unless a model may go into Reaction Fire now.

    Only the board shows whether an enemy is in its sight. Source: Incursion, Reaction Fire.
    """
    model = look.state.models.get(key)
    if model is None or model.side != look.side:
        raise Refused("not-your-model", "action.activation", field=field, model=key)
    if look.state.phase != "action" or not model.on_board:
        raise Refused("cannot-watch", "reaction.enter", field=field, model=key)
    if reaction_weapon(look, model) is None:
        raise Refused("no-reaction-weapon", "reaction.enter", field=field, model=key)
    if look.state.is_locked(key):
        raise Refused("still-stranded", "missions.stranded", field=field, model=key)


def reaction_weapon(look: GameContext, model: Model) -> str | None:
    """Return the weapon a model watches with; None if it has none.

    It rolls Damage Dice at one model.
    """
    return look.cached_for_book(("reaction-weapon", model.card), lambda: _reaction_weapon(look, model.card))


def _reaction_weapon(look: GameContext, model: str) -> str | None:
    card = look.book.models[model]
    guns = [weapon for weapon in card.weapons if weapon in look.book.shooting.weapons]
    if len(card.weapons) > len(guns) and look.book.answer_for("rf-two-weapons") == "never":
        return None
    return guns[0] if guns else None


def alert_watchers(draft: Draft, key: str, action: str, *, free: bool = False) -> None:
    """Let enemies in Reaction Fire shoot at a model's action, one shot each, without delay.

    `action` is step, turn, door, item or fire; `free` a turn that costs nothing. No chance is given if they have
    waived the whole activation. What their side reacts to no more in this half is told.
    """
    watchers, watching = alerted(draft, key, action, free=free), may_react(draft, key, action, free=free)
    if watchers:
        draft.emit(WatchersAlerted(key, action, watchers))
    if passed := [other for other in watching if other not in watchers]:
        draft.emit(WatchersPassed(key, action, passed))


def alerted(look: GameContext, key: str, action: str, *, free: bool = False) -> list[str]:
    sides, models = look.state.sides, look.state.models
    return [one for one in may_react(look, key, action, free=free) if sides[models[one].side].reacts(one, key)]


def may_react(look: GameContext, key: str, action: str, *, free: bool = False) -> list[str]:
    """Return the watchers that may react to an action."""
    state = look.state
    goes_unseen = state.app is not None and key in state.app.unseen and action == "step"
    if goes_unseen or state.let_act == key or not sets_off(look.book, action, free):
        return []
    enemy = state.other(look.side)
    return look.cached(("watchers", enemy), lambda: watchers_of(look, enemy))


def watchers_of(look: GameContext, side: str) -> list[str]:
    own = [(key, model) for key, model in look.state.of(side) if model.on_board and model.reaction_fire]
    return [key for key, model in own if reaction_weapon(look, model)]


def sets_off(book: Book, action: str, free: bool) -> bool:
    if free and book.answer_for("rf-entry") == "not-free-turns":
        return False
    return book.answer_for("rf-door") == "yes" or action in book.reaction_fire.listed


# -- the watcher answers first


def unhurried(look: GameContext, models: Iterable[str], *, free: bool = False) -> list[str]:
    """Return those that may be attacked without losing an answer in Reaction Fire.

    A `free` shot is part of the action that was answered last. Source: Incursion, Reaction Fire.
    """
    waits = {due.watcher for due in holding(look) if due.late or not free}
    return [key for key in models if key not in waits]


def check_unhurried(look: GameContext, models: Iterable[str], field: str, *, free: bool = False) -> None:
    """Raise Refused for an attack on somebody whose answer in Reaction Fire would be lost."""
    targets = list(models)
    allowed = unhurried(look, targets, free=free)
    hurried = [key for key in targets if key not in allowed]
    check_none_due([due for due in holding(look) if due.watcher in hurried], field)


def holding(look: GameContext) -> list[PendingShot]:
    return look.cached("holding", lambda: [due for due in dues(look) if not due.stuck])


def still_due(look: GameContext) -> list[PendingShot]:
    side, models = look.side, look.state.models
    return look.cached(("still-due", side), lambda: [due for due in dues(look) if models[due.target].side == side])


def dues(look: GameContext) -> list[PendingShot]:
    return look.cached("dues", look.state.dues)


def check_may_go(look: GameContext, key: str) -> None:
    check_none_due([due for due in holding(look) if due.target == key])


def check_may_end(look: GameContext) -> None:
    """Raise Refused while anybody may still fire at anybody: the mission would be over."""
    check_none_due(holding(look))


def check_all_answered(look: GameContext) -> None:
    check_none_due(still_due(look))


def check_none_due(dues: Iterable[PendingShot], field: str | None = None) -> None:
    for due in dues:
        raise answer_first(due, field)


def answer_first(due: PendingShot, field: str | None = None) -> Refused:
    return Refused(
        "finish-first" if due.unfinished else "reaction-first",
        "reaction.trigger",
        field=field,
        model=due.watcher,
        target=due.target,
    )


def left_out(look: GameContext, models: Iterable[str]) -> tuple[Refused, ...]:
    """Return the refusal of each of these that may not be attacked yet.

    The form of an attack shows it beside the list.
    """
    first = {due.watcher: due for due in reversed(holding(look))}
    return tuple(answer_first(first[key]) for key in models if key in first)

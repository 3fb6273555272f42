"""Who goes into Reaction Fire, and what sets it off. Source: Incursion, Reaction Fire."""

from __future__ import annotations

from collections.abc import Iterable

from app.core.errors import Refused
from app.games.incursion.book import Book
from app.games.incursion.events.attacks import WatchersAlerted
from app.games.incursion.pending_reactions import PendingShot
from app.games.incursion.state import Draft, GameContext, Model


def check_watcher(look: GameContext, key: str, field: str) -> None:
    """Whether a model may go into Reaction Fire now; the board says whether an enemy is in its sight. Raises Refused.

    Source: Incursion, Reaction Fire.
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
    """The weapon a model watches with: one that rolls Damage Dice at one model. None where it has none."""
    return look.cached_for_book(("reaction-weapon", model.card), lambda: _reaction_weapon(look, model.card))


def _reaction_weapon(look: GameContext, model: str) -> str | None:
    card = look.book.models[model]
    guns = [weapon for weapon in card.weapons if weapon in look.book.shooting.weapons]
    if len(card.weapons) > len(guns) and look.book.answer_for("rf-two-weapons") == "never":
        return None
    return guns[0] if guns else None


def alert_watchers(draft: Draft, key: str, action: str, *, free: bool = False) -> None:
    """An action of a model: enemies in Reaction Fire may shoot at it, one shot each, without holding anybody up.

    `action` is step, turn, door, item or fire; `free` a turn that costs nothing. No chance is given where they have
    let the whole activation go.
    """
    watchers = alerted(draft, key, action, free=free)
    if watchers:
        draft.emit(WatchersAlerted(key, action, watchers))


def alerted(look: GameContext, key: str, action: str, *, free: bool = False) -> list[str]:
    state = look.state
    if state.let_act == key or not sets_off(look.book, action, free):
        return []
    watching = [(other, state.models[other]) for other in state.enemies(look.side)]
    return [other for other, model in watching if model.reaction_fire and reaction_weapon(look, model)]


def sets_off(book: Book, action: str, free: bool) -> bool:
    if free and book.answer_for("rf-entry") == "not-free-turns":
        return False
    return book.answer_for("rf-door") == "yes" or action in book.reaction_fire.listed


# -- the answer is the watcher's


def unhurried(look: GameContext, models: Iterable[str], *, free: bool = False) -> list[str]:
    """Those that may be attacked now: nobody whose answer in Reaction Fire would be lost.

    A `free` shot is part of the action that was answered last. Source: Incursion, Reaction Fire.
    """
    waits = {due.watcher for due in holding(look) if due.late or not free}
    return [key for key in models if key not in waits]


def check_unhurried(look: GameContext, models: Iterable[str], field: str, *, free: bool = False) -> None:
    """Raises Refused for an attack on somebody whose answer in Reaction Fire would be lost."""
    targets = list(models)
    allowed = unhurried(look, targets, free=free)
    hurried = [key for key in targets if key not in allowed]
    check_none_due([due for due in holding(look) if due.watcher in hurried], field)


def holding(look: GameContext) -> list[PendingShot]:
    return look.cached("holding", lambda: [due for due in dues(look) if not due.stuck])


def still_due(look: GameContext) -> list[PendingShot]:
    """Return what enemies have still to answer of what this side did."""
    side, models = look.side, look.state.models
    return look.cached(("still-due", side), lambda: [due for due in dues(look) if models[due.target].side == side])


def dues(look: GameContext) -> list[PendingShot]:
    return look.cached("dues", look.state.dues)


def check_may_go(look: GameContext, key: str) -> None:
    """Raises Refused while somebody may still fire at a model that would be gone."""
    check_none_due([due for due in holding(look) if due.target == key])


def check_may_end(look: GameContext) -> None:
    """Raises Refused while anybody may still fire at anybody: the mission would be over."""
    check_none_due(holding(look))


def check_all_answered(look: GameContext) -> None:
    """Raises Refused while somebody may still fire at what this side did."""
    check_none_due(still_due(look))


def check_none_due(dues: Iterable[PendingShot], field: str | None = None) -> None:
    """Raises Refused, naming who may still fire at whom, and that an action goes on. Source: Reaction Fire."""
    for due in dues:
        raise answer_first(due, field)


def answer_first(due: PendingShot, field: str | None = None) -> Refused:
    """Return who may still fire at whom, perhaps once that one has finished. Source: Incursion, Reaction Fire."""
    return Refused(
        "finish-first" if due.unfinished else "reaction-first",
        "reaction.trigger",
        field=field,
        model=due.watcher,
        target=due.target,
    )


def left_out(look: GameContext, models: Iterable[str]) -> tuple[Refused, ...]:
    """Of each of these that may not be attacked yet, why; the form of an attack says it beside whom it lists."""
    first = {due.watcher: due for due in reversed(holding(look))}
    return tuple(answer_first(first[key]) for key in models if key in first)

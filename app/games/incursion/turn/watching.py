"""Who goes into Reaction Fire, and what sets it off. Source: Incursion, Reaction Fire."""

from __future__ import annotations

from app.core.commands import Draft, Look
from app.core.refusals import Refused
from app.games.incursion.book import Book
from app.games.incursion.events.attacks import WatchersAlerted
from app.games.incursion.state import Model, State


def check_watcher(look: Look, key: str, field: str) -> None:
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


def reaction_weapon(look: Look, model: Model) -> str | None:
    """The weapon a model watches with: one that rolls Damage Dice at one model. None where it has none."""
    card = look.book.models[model.card]
    guns = [weapon for weapon in card.weapons if weapon in look.book.shooting.weapons]
    if len(card.weapons) > len(guns) and look.book.says("rf-two-weapons") == "never":
        return None
    return guns[0] if guns else None


def alert_watchers(draft: Draft, key: str, action: str, *, free: bool = False) -> None:
    """An action of a model: enemies in Reaction Fire may shoot at it, one shot each, without holding anybody up.

    `action` is step, turn, door, item or fire; `free` a turn that costs nothing.
    """
    state: State = draft.state
    watching = [(other, state.models[other]) for other in state.enemies(draft.side)]
    watchers = [other for other, model in watching if model.reaction_fire and reaction_weapon(draft, model)]
    if watchers and sets_off(draft.book, action, free):
        draft.note(WatchersAlerted(key, action, watchers))


def sets_off(book: Book, action: str, free: bool) -> bool:
    """Whether an action sets off Reaction Fire at this table."""
    if free and book.says("rf-entry") == "not-free-turns":
        return False
    return book.says("rf-door") == "yes" or action in book.reaction_fire.listed

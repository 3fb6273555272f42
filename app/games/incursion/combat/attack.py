"""Rules shared by shooting and hand-to-hand: a die that reaches the Fortitude takes a DP."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any

from pydantic import Field

from app.core.engine.offers import DiceRequest, fitting
from app.core.errors import Refused
from app.core.rules.dice import as_text, at_least, chance_of_at_least, successes
from app.core.rules.inputs import Count
from app.core.rules.ruling import Reason, Ruling, RulingResult, working
from app.games.incursion.book import Book
from app.games.incursion.cards.effects import LAST_ACTIVATION, lost_for_good
from app.games.incursion.events.attacks import HarpoonStuck, ModelLost
from app.games.incursion.events.blasts import LastActivationGained, VolatileAwaited
from app.games.incursion.events.cards import CardDiscarded, ZombiePointsLost
from app.games.incursion.state import Draft, GameContext, Model
from app.games.incursion.turn.reaction_setup import check_unhurried, unhurried

Fortitude = Annotated[Count, Field(examples=[4])]
"""The target's Fortitude after cards."""


def needed_face(book: Book, fortitude: Ruling, modifier: Ruling) -> Ruling:
    """Return the natural face that one Damage Die must reach (1 or less: always; over 6: never).

    `fortitude` is the target's with the weapon's own change, `modifier` what is added to each die. Source: Incursion,
    Shooting; Fortitude.
    """
    needs = fortitude.within(book.dice.fortitude_low, book.dice.fortitude_high, "dice.fortitude-limits")
    for reason in modifier.reasons:
        needs = needs.plus(reason.label, -reason.change, reason.rule)
    return needs.within(book.dice.least_face, None, "dice.natural-one")


def hits_among(faces: Sequence[int], needs: int) -> int:
    return sum(1 for face in faces if face >= needs)


def harm(hits: int, dp: int) -> dict[str, Any]:
    return {"hits": hits, "dp_lost": min(hits, dp), "casualty": hits >= dp}


@lru_cache(maxsize=2000)
def odds(dice: int, chance: Fraction, dp: int) -> Mapping[str, Any]:
    hits = successes(dice, chance)
    casualty = sum((p for n, p in hits.items() if n >= dp), Fraction())
    return {"hits": as_text(hits), "at_least": as_text(at_least(hits)), "casualty": str(casualty)}


def chance(needs: int) -> Fraction:
    return chance_of_at_least(needs)


def faces_of(dice: list[int] | None, needed: int) -> list[int] | None:
    """Return the faces to judge: none yet, or as many as needed (perhaps none). Raise Refused."""
    if dice is None:
        return [] if needed == 0 else None
    return fitting(dice, DiceRequest(needed))


# -- at the table


def target_of(look: GameContext, key: str) -> Model:
    """Return an enemy model on the board. Raise Refused."""
    if key not in look.state.enemies(look.side):
        raise Refused("no-such-target", "shooting.target", field="target", model=key)
    return look.state.models[key]


def targets_alike(
    look: GameContext, ruling: Callable[[str], RulingResult], *, free: bool = False
) -> list[tuple[list[str], RulingResult]]:
    """Group enemies that an attack treats alike, each group with its ruling before the roll.

    Raise Refused if there are none. If nobody reads the rulings, all are in one group with the ruling on the first.
    """
    targets = attackable(look, free=free)
    return alike((key, ruling(key)) for key in targets) if look.wants_previews else [(targets, ruling(targets[0]))]


def targets_with_sums(
    look: GameContext, ruling: Callable[[str], RulingResult], *, sure: bool
) -> list[tuple[list[str], RulingResult | None]]:
    if sure and not look.wants_previews:
        return [(attackable(look), None)]
    return [*targets_alike(look, ruling)]


def alike(ruled: Iterable[tuple[str, RulingResult]]) -> list[tuple[list[str], RulingResult]]:
    found: list[tuple[list[str], RulingResult]] = []
    for key, answer in ruled:
        same = (targets for targets, one in found if (one.result, one.odds) == (answer.result, answer.odds))
        targets = next(same, None)
        if targets is None:
            found.append(([key], answer))
        else:
            targets.append(key)
    return found


def attackable(look: GameContext, *, free: bool = False) -> list[str]:
    """Return enemies that may be attacked now.

    Not those who have still to answer in Reaction Fire. Raise Refused.
    """
    enemies = look.state.enemies(look.side)
    if not enemies:
        raise Refused("no-enemy", "shooting.target")
    allowed = unhurried(look, enemies, free=free)
    if not allowed:
        check_unhurried(look, enemies, "target", free=free)
    return allowed


def harm_of(answer: RulingResult) -> tuple[int, int, int, list[Reason]]:
    """Return the parts of a Damage Dice ruling for an event.

    Needs, hits, lost Damage Points and the working.
    """
    return answer["needs"], answer["hits"], answer["dp_lost"], working(answer)


def remove_casualty(
    draft: Draft, key: str, *, ranged: bool = False, by: str | None = None, ruled: bool = False
) -> None:
    """Remove a model without Damage Points; one that is Volatile rolls first.

    `ranged`: by shot or grenade. One that the table declared dead (`ruled`) was not attacked, and rolls nothing. One
    that burns to death as it leaves the board is simply gone, and so is the Stranded Trooper in its room. A harpoon
    sticks in whom it killed (`by` names its gunner) or held.
    """
    model = draft.state.models[key]
    if model.alive or key in draft.state.volatile or key == draft.state.exploding:
        return
    powers, blaze = draft.book.models[model.card].powers, last_stand(draft, key)
    if model.last or model.place == "out" or draft.state.is_locked(key):
        take_off_board(draft, key)
    elif blaze is not None and not ruled:
        draft.emit(LastActivationGained(key, blaze))
    elif "volatile" in powers and not ruled and (ranged or draft.book.answer_for("volatile") == "any"):
        draft.emit(VolatileAwaited(key))
    else:
        take_off_board(draft, key)
    gunner = by or model.held_by
    if gunner is not None and draft.state.models[gunner].alive:
        draft.emit(HarpoonStuck(gunner, key))


def last_stand(look: GameContext, key: str) -> str | None:
    effects = {name: look.book.battle[placed.card].effect for name, placed in look.state.cards_on(key)}
    return next((name for name, effect in effects.items() if effect == LAST_ACTIVATION), None)


def take_off_board(draft: Draft, key: str) -> None:
    """Take a model off the board: it drops what it carried, and the cards on it are discarded."""
    models = draft.state.models
    held = [other for other, model in models.items() if model.held_by == key]
    freed = held if draft.book.harpoon.lets_go else []
    draft.emit(ModelLost(key, list(models[key].carries), freed, for_anybody=True))
    for name, placed in list(draft.state.in_play.items()):
        if placed.on == key:
            draft.emit(CardDiscarded(name, "model-lost", lost_for_good(draft, name)))
    lose_zombie_points(draft, key)


def lose_zombie_points(draft: Draft, key: str) -> None:
    cards, side = draft.book.models, draft.state.models[key].side
    controllers = [model for _, model in draft.state.of(side) if CONTROLLER in cards[model.card].powers]
    dead = CONTROLLER in cards[draft.state.models[key].card].powers and not any(model.alive for model in controllers)
    if dead and draft.state.sides[side].zombie_cp:
        draft.emit(ZombiePointsLost(side, key, draft.state.sides[side].zombie_cp))


CONTROLLER = "zombie-controller"

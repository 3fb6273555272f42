"""Effects of battle cards: numbers as data, named functions, and valid targets by kind.

Source: Incursion, Battle Cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from app.core.rules.ruling import Ruling, RulingResult
from app.games.incursion.book import GUNS, BattleCard, Book, Change
from app.games.incursion.cards.deck import draw
from app.games.incursion.events.cards import CardDiscarded, ModelRefreshed, ModelRepaired, PointsChanged
from app.games.incursion.state import Draft, GameContext, InPlay

# -- numbers


def changes(look: GameContext, key: str, what: Change, *, ammo: bool = True) -> list[tuple[str, int]]:
    """Return (card, change) of every card in play that changes a number of a model.

    Without `ammo`, cards of ammo are left out.
    """
    if not look.state.in_play:
        return []
    changing = [placed for placed in look.state.in_play.values() if what in placed.change]
    found = [(placed.card, change_on(look, placed, key, what, ammo=ammo)) for placed in changing]
    return [(card, change) for card, change in found if change]


def change_on(look: GameContext, placed: InPlay, key: str, what: Change, *, ammo: bool = True) -> int:
    change = placed.change.get(what, 0)
    if not change or not look.state.lies_on(placed, key):
        return 0
    card = look.book.battle[placed.card]
    return 0 if look.state.models[key].card in card.ignored_by or (card.ammo and not ammo) else change


class Parts(NamedTuple):
    """(card, change) of battle cards that change an attack.

    Its dice, each die, the target's Fortitude.
    """

    more: list[tuple[str, int]]
    die: list[tuple[str, int]]
    fortitude: list[tuple[str, int]]

    @property
    def key(self) -> tuple[tuple[tuple[str, int], ...], ...]:
        """Return a hashable key for `GameContext.cached`."""
        return tuple(map(tuple, self))


def least_dice(book: Book) -> int:
    """Return the least dice that cards leave an attack. Source: Incursion, Battle Cards."""
    return 1 if book.answer_for("no-dice") == "at-least-one" else 0


def total(parts: list[tuple[str, int]]) -> int:
    return sum(change for _, change in parts)


DICE_REASONS = ("weapon", "reaction-fire", "one-die", "raging-beast", "twitcher-attack", "strength-in-numbers")
NEEDS_REASONS = ("fortitude", *GUNS)
"""Reasons that come before those of cards."""


def with_each_card(
    answer: RulingResult, dice: list[tuple[str, int]], needs: Mapping[str, list[tuple[str, int]]]
) -> RulingResult:
    """Return the same answer with each card as a reason of its own."""
    label = "ammo-cards" if answer.working.reasons[0].label == "weapon" else "cards"
    working = answer.working.expand_reason(label, dice, "cards.change", DICE_REASONS)
    needed = answer.also["needs"]
    for label, parts in needs.items():
        sign = -1 if label == "die-modifier" else 1
        needed = needed.expand_reason(
            label, [(card, sign * change) for card, change in parts], "cards.change", NEEDS_REASONS
        )
    return RulingResult(answer.result, working, {**answer.also, "needs": needed}, answer.odds)


# -- targets of cards


def fitting_models(look: GameContext, card: BattleCard, fits: Callable[[str], bool]) -> list[str]:
    found = [key for key in of_no_horde(look) if fits(key)]
    if card.zombie_icon:
        hordes = [key for key, model in look.book.models.items() if model.horde]
        found += [key for key in hordes if _is_in_play(look, key) and _fits_card(look, card, key)]
    return found


def of_no_horde(look: GameContext) -> list[str]:
    state, cards = look.state, look.book.models

    def found() -> list[str]:
        return [key for key, model in state.models.items() if not cards[model.card].horde and model.in_use]

    return look.cached("of-no-horde", found)


def _is_in_play(look: GameContext, horde: str) -> bool:
    return look.state.sides[look.book.models[horde].side].horde > 0


def _fits_card(look: GameContext, card: BattleCard, horde: str) -> bool:
    friend = look.book.models[horde].side == look.side
    return card.on == "model" or friend == (card.on == "friend")


def _side(look: GameContext, key: str) -> str:
    return look.state.models[key].side


def any_model(look: GameContext, card: BattleCard) -> list[str]:
    return fitting_models(look, card, lambda key: True)


def shooters(look: GameContext, card: BattleCard) -> list[str]:
    cards, guns = look.book.models, look.book.shooting.weapons
    return fitting_models(look, card, lambda key: any(w in guns for w in cards[look.state.models[key].card].weapons))


def friends(look: GameContext, card: BattleCard) -> list[str]:
    return fitting_models(look, card, lambda key: _side(look, key) == look.side)


def enemies(look: GameContext, card: BattleCard) -> list[str]:
    return fitting_models(look, card, lambda key: _side(look, key) != look.side)


def wounded(look: GameContext, card: BattleCard) -> list[str]:
    models = look.state.models
    return [key for key in friends(look, card) if models[key].dp < models[key].full_dp]


def activated(look: GameContext, card: BattleCard) -> list[str]:
    state = look.state
    if state.half_of != look.side:
        return []
    return [key for key, model in state.of(look.side) if model.in_reach and model.activated and state.acting != key]


def cards_in_play(look: GameContext, card: BattleCard) -> list[str]:
    return list(look.state.in_play)


def own_side(look: GameContext, card: BattleCard) -> list[str]:
    return [look.side]


def enemy_side(look: GameContext, card: BattleCard) -> list[str]:
    return [look.state.other(look.side)]


TARGETS: Mapping[str, Callable[[GameContext, BattleCard], list[str]]] = {
    "model": any_model,
    "shooter": shooters,
    "friend": friends,
    "enemy": enemies,
    "wounded": wounded,
    "activated": activated,
    "card": cards_in_play,
    "own-side": own_side,
    "enemy-side": enemy_side,
}
NOTHING = "nothing"
"""The target of a card that is beside the board."""


# -- named effects


def cancel(draft: Draft, placed: InPlay) -> None:
    if placed.on in draft.state.in_play:
        draft.emit(CardDiscarded(placed.on or "", "cancelled", lost_for_good(draft, placed.on or "")))


def lost_for_good(look: GameContext, name: str) -> bool:
    """Return whether a lost card in play leaves the campaign: an Experience Card, by the book."""
    return look.state.in_play[name].came == "experience" and experience_goes_out(look)


def experience_goes_out(look: GameContext) -> bool:
    """Return whether a lost Experience Card is removed from the campaign.

    Source: Incursion, Campaign.
    """
    return look.book.campaign.lost == "as-asked" and look.book.answer_for("xp-lost") == "out"


def repair(draft: Draft, placed: InPlay) -> None:
    assert placed.on is not None
    model = draft.state.models[placed.on]
    if model.alive and model.dp < model.full_dp:
        draft.emit(ModelRepaired(placed.on, amount_of(draft, placed)))


def refresh(draft: Draft, placed: InPlay) -> None:
    assert placed.on is not None
    model = draft.state.models[placed.on]
    if model.in_reach:
        draft.emit(ModelRefreshed(placed.on))


def draw_for_owner(draft: Draft, placed: InPlay) -> None:
    draw(draft, draft.state.sides[placed.owner], amount_of(draft, placed))


def amount_of(look: GameContext, placed: InPlay) -> int:
    return look.book.battle[placed.card].amount


LAST_ACTIVATION = "last-activation"
"""The effect of a card on a dead model; it does nothing before."""

EFFECTS: Mapping[str, Callable[[Draft, InPlay], None]] = {
    "cancel": cancel,
    "repair": repair,
    "refresh": refresh,
    "draw": draw_for_owner,
}


def take_effect(draft: Draft, name: str) -> None:
    """Apply the effect of a card that was let be, and discard an instant one."""
    placed = draft.state.in_play[name]
    card = draft.book.battle[placed.card]
    if placed.change.get("cp") and placed.on in draft.state.sides:
        have = draft.state.sides[placed.on or ""].cp
        points = Ruling().plus(placed.card, placed.change["cp"], "cards.change").within(-have, None, "cards.change")
        draft.emit(PointsChanged(placed.on or "", points.total, list(points.reasons)))
    if card.effect is not None and card.effect in EFFECTS:
        EFFECTS[card.effect](draft, placed)
    if placed.lasts == "instant" and name in draft.state.in_play:
        draft.emit(CardDiscarded(name, "spent"))

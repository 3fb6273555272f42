"""Cards that would weaken a pending Reaction Fire shot, and so must wait for it.

Source: Incursion, Reaction Fire; Battle Cards.
"""

from __future__ import annotations

from app.games.incursion.book import BattleCard
from app.games.incursion.cards.effects import EFFECTS, cancel, change_on, changes, least_dice, repair, total
from app.games.incursion.pending_reactions import PendingShot
from app.games.incursion.state import GameContext, InPlay
from app.games.incursion.turn.reaction_setup import check_none_due, reaction_weapon, still_due

OF_SHOTS = frozenset({"damage-dice", "shot-die", "fortitude"})
"""Card numbers that can weaken a shot (see `weakens`, `hardens`)."""


def may_weaken(card: BattleCard) -> bool:
    return card.effect is not None or not OF_SHOTS.isdisjoint(card.change)


def check_playable_now(look: GameContext, card: str, on: str | None) -> None:
    """Raise Refused for a card that would weaken an enemy's pending shot at this side's action."""
    battle = look.book.battle[card]
    change = {str(what): number for what, number in battle.change.items()}
    check_shots_stand(look, InPlay(card, look.side, on, battle.lasts, change, unanswered=False))
    effect = EFFECTS.get(battle.effect or "")
    if on is not None and on in look.state.in_play and effect is cancel:
        check_removable_now(look, on)
    if effect is repair:
        check_none_due([due for due in shots_due(look) if due.target == on], "card")


def check_removable_now(look: GameContext, name: str) -> None:
    check_shots_stand(look, look.state.in_play[name], gone=True)


def check_shots_stand(look: GameContext, placed: InPlay, *, gone: bool = False) -> None:
    """Raise Refused, naming whose shot a card would weaken by coming into play or being `gone`."""
    if OF_SHOTS.isdisjoint(placed.change) or not (due := shots_due(look)):
        return
    worse = {key for key in {one.watcher for one in due} if weakens(look, placed, key, gone=gone)}
    aimed_at = {one.target for one in due} if "fortitude" in placed.change else set()
    harder = {key for key in aimed_at if hardens(look, placed, key, gone=gone)}
    check_none_due([one for one in due if one.watcher in worse or one.target in harder], "card")


def shots_due(look: GameContext) -> list[PendingShot]:

    def found() -> list[PendingShot]:
        first: dict[tuple[str, str], PendingShot] = {}
        for due in still_due(look):
            if not due.reroll:
                first.setdefault((due.watcher, due.target), due)
        return [*first.values()]

    return look.cached(("shots-due", look.side), found)


def weakens(look: GameContext, placed: InPlay, watcher: str, *, gone: bool) -> bool:
    sign, counts = -1 if gone else 1, look.book.answer_for("ammo-cards") == "shots"
    more = sign * change_on(look, placed, watcher, "damage-dice", ammo=counts)
    if sign * change_on(look, placed, watcher, "shot-die") < 0:
        return True
    return more < 0 and dice_of(look, watcher, ammo=counts, more=more) < dice_of(look, watcher, ammo=counts)


def hardens(look: GameContext, placed: InPlay, target: str, *, gone: bool) -> bool:
    change = change_on(look, placed, target, "fortitude")
    return change < 0 if gone else change > 0


def dice_of(look: GameContext, key: str, *, ammo: bool, more: int = 0) -> int:
    weapon = reaction_weapon(look, look.state.models[key])
    if weapon is None:
        return 0
    rof = look.book.shooting.weapons[weapon].reaction_rof
    return max(least_dice(look.book), rof + total(changes(look, key, "damage-dice", ammo=ammo)) + more)

"""Asking a unit that was attacked close by to strike back.

Source: Mediterranean, British Commonwealth.
"""

from __future__ import annotations

from app.games.memoir_44.board_state import BoardState, Draft, armies_named, board_state_of, concerns
from app.games.memoir_44.events.armies import BackAsked
from app.games.memoir_44.rulings.armies import StruckBack, battle_back


def ask_back(draft: Draft, key: str, by: str | None, lost: int) -> None:
    """Ask a unit that stayed after an attack, if it may strike back.

    `lost`: figures that the attack took.
    """
    state, unit = draft.state, draft.state.units.get(key)
    if state.over or unit is None or not unit.there or by is None or by not in state.things_of(str(state.active)):
        return
    field = board_state_of(draft)
    close = any(field.apart(str(unit.at), at) == 1 for at in state.places_of(by))
    if unit.side != state.active and close and dice_back(draft, field, key, lost):
        draft.emit(BackAsked(unit.side, key, by, field.general_of(unit.side, str(unit.at))))


def dice_back(draft: Draft, field: BoardState, key: str, lost: int) -> int:
    unit = draft.state.units[key]
    rules = ((name, draft.book.armies[name]) for name in armies_named(draft, unit.side))
    army = next((name for name, one in rules if one.battle_back and concerns(one, unit)), None)
    if army is None or not unit.figures:
        return 0
    may = not any(unit.type in draft.book.ground(name).no_battle_from for name in field.under(unit))
    facts = StruckBack(army=army, figures=unit.figures, lost_figures=lost > 0, may_battle=may)
    dice: int = battle_back(facts, draft.book)["dice"]
    return dice

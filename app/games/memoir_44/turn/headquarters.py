"""Headquarters and supply tents: whoever takes them costs their owner a card."""

from __future__ import annotations

from app.games.memoir_44.board_state import Draft, board_state_of
from app.games.memoir_44.events.headquarters import HeadquartersFreed, HeadquartersTaken
from app.games.memoir_44.events.scenery import ObstacleRemoved
from app.games.memoir_44.geometry import Hex
from app.games.memoir_44.state import FREED, TAKEN, Unit
from app.games.memoir_44.turn import hands


def enter_headquarters(draft: Draft, key: str, unit: Unit) -> None:
    """Take a card of the owner once, or give him one more once he is back."""
    field, at = board_state_of(draft), str(unit.at)
    owner = field.scenario.on(field.hex(at)).owner
    if owner is None or not any(draft.book.ground(name).headquarters for name in field.at(at)):
        return
    account, before = draft.state.accounts[owner], draft.state.headquarters.get(at)
    if before is None and unit.side != owner:
        order, roll = draft.shuffle(account.hand) if account.hand else ([], None)
        draft.emit(HeadquartersTaken(owner, key, at, max(0, account.hand_limit - 1), order[:1], roll))
    elif before == TAKEN and unit.side == owner:
        draft.emit(HeadquartersFreed(owner, key, at, account.hand_limit + 1))
        if draft.state.dealt:
            hands.refill(draft, owner, 1)


def take_off(draft: Draft, places: tuple[Hex, ...]) -> None:
    """Remove the headquarters whose medal was looked at as a turn began: they leave with it."""
    field = board_state_of(draft)
    for at in map(field.name, places):
        for name in field.at(at):
            if draft.book.ground(name).headquarters and draft.state.headquarters.get(at) != FREED:
                draft.emit(ObstacleRemoved(at, name))

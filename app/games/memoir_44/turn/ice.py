"""Thin ice: units that enter a frozen river roll for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.core.engine.command import Command
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.rules.ruling import working
from app.games.memoir_44.board_state import BoardState, Draft, GameContext, board_state_of
from app.games.memoir_44.events.ice import IceAsked, IceRolled
from app.games.memoir_44.rulings.asking import checked
from app.games.memoir_44.rulings.faces import STAR, battle_dice
from app.games.memoir_44.rulings.ice import RULE, OnIce, frozen_river
from app.games.memoir_44.state import Ice
from app.games.memoir_44.turn.hex_entry import enter
from app.games.memoir_44.turn.medals import lose
from app.games.memoir_44.turn.sequence import check_goes_on


def is_thin(field: BoardState, at: str) -> bool:
    """Return whether a hex is thin ice, which no bridge spans."""
    return any(ground.thin_ice for _, ground in checked(field.at(at), field.book, "ground"))


def come_in(draft: Draft, key: str, path: Sequence[str], *, may_battle: bool) -> None:
    """Ask for the dice of the thin ice on a way, before whatever else is in its last hex."""
    field = board_state_of(draft)
    card = draft.book.cards[draft.state.card] if draft.state.card else None
    passed = path if card is None or card.terrain_moves else path[-1:]
    if hexes := sum(is_thin(field, at) for at in passed):
        ask(draft, key, hexes, may_battle=may_battle)
    else:
        enter(draft, key, may_battle=may_battle)


def ask(draft: Draft, key: str, hexes: int, *, may_battle: bool = False, retreats: bool = False) -> None:
    unit = draft.state.units[key]
    seat = board_state_of(draft).general_of(unit.side, str(unit.at))
    draft.emit(IceAsked(key, unit.side, hexes, may_battle, retreats, seat))


class RollIce(Command):
    rolls = True

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        ice = check_ice(look)
        answer = frozen_river(OnIce(hexes=ice.hexes), look.book)
        dice = battle_dice(look.book, answer["dice_needed"])
        yield Offer(cls.key, dice=dice, preview=answer, about=look.state.placed(ice.unit))

    def decide(self, draft: Draft) -> None:
        ice = check_ice(draft)
        asked = OnIce(hexes=ice.hexes)
        roll = draft.roll(battle_dice(draft.book, frozen_river(asked, draft.book)["dice_needed"]))
        answer = frozen_river(asked.model_copy(update={"faces": roll.faces}), draft.book)
        lost = answer["figures_lost"]
        draft.emit(IceRolled(ice.unit, draft.side, roll, [STAR], lost, working(answer)))
        if not lose(draft, ice.unit, lost) and not ice.retreats and not draft.state.over:
            enter(draft, ice.unit, may_battle=ice.may_battle)


def check_ice(look: GameContext) -> Ice:
    check_goes_on(look)
    ice: Ice | None = look.state.ice
    if ice is None or not look.state.awaits(look.seat):
        raise Refused("no-ice-to-roll", RULE)
    return ice

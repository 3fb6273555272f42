"""Night: the roll for the light at the start of a turn.

Source: Pacific Theater, Night Attacks.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.core.rules.ruling import working
from app.games.memoir_44.board_state import Draft, GameContext
from app.games.memoir_44.events.armies import NightRolled
from app.games.memoir_44.rulings.armies import night
from app.games.memoir_44.rulings.faces import STAR, battle_dice
from app.games.memoir_44.turn.sequence import OfCommander, begin_drops, check_answered, check_goes_on, hour, is_due


class RollNight(OfCommander):
    """Roll for the light at the start of one's turn, before a card is played."""

    rolls = True

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_due(look)
        answer = night(hour(look), look.book)
        yield Offer(cls.key, dice=battle_dice(look.book, answer["dice_needed"]), preview=answer)

    def decide(self, draft: Draft) -> None:
        check_due(draft)
        facts = hour(draft)
        roll = draft.roll(battle_dice(draft.book, night(facts, draft.book)["dice_needed"]))
        answer = night(facts.model_copy(update={"faces": roll.faces}), draft.book)
        draft.emit(NightRolled(draft.side, answer["visibility"], roll, [STAR], working(answer)))
        begin_drops(draft)


def check_due(look: GameContext) -> None:
    check_goes_on(look)
    check_answered(look)
    if look.state.phase != "card" or look.state.active != look.side or not is_due(look):
        raise Refused("no-roll-for-light", "night.visibility")

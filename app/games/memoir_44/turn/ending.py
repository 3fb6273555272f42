"""The end of a turn; units that could still battle are named before it."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.engine.command import Doubt
from app.core.engine.offers import Offer
from app.core.errors import Refused
from app.games.memoir_44.board_state import Draft, GameContext
from app.games.memoir_44.turn.battle import attacks
from app.games.memoir_44.turn.sequence import OfCommander, check_may_end, end_turn


class EndTurn(OfCommander):
    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_may_end(look)
        yield Offer(cls.key)

    def asked_before(self, look: GameContext) -> Doubt | None:
        units = could_battle(look) if look.state.phase == "action" else []
        return Doubt("could-battle", {"units": units}) if units else None

    def decide(self, draft: Draft) -> None:
        check_may_end(draft)
        end_turn(draft)


def could_battle(look: GameContext) -> list[str]:
    none = Refused("nobody-battles", "units.close-assault")
    try:
        return list(dict.fromkeys(key for key, _, _ in attacks(look, lambda *_: True, none)))
    except Refused:
        return []

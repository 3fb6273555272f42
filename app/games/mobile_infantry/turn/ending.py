"""The end of a phase for a seat.

Source: Infantería Móvil, Secuencia de Juego.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.core.engine.command import Command, Doubt
from app.core.engine.offers import Offer
from app.games.mobile_infantry.book import INFANTRY
from app.games.mobile_infantry.events.turn import SeatDone
from app.games.mobile_infantry.state import Draft, GameContext
from app.games.mobile_infantry.turn.casualties import known_near, owe_struck
from app.games.mobile_infantry.turn.firing import targets_of, volleys
from app.games.mobile_infantry.turn.sequence import check_may_end


class Done(Command):
    """End a phase for one's seat; when everybody asked is done the next one begins."""

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        check_may_end(look)
        yield Offer(cls.key, label=f"done-{look.state.phase}")

    def asked_before(self, look: GameContext) -> Doubt | None:
        teams = could_fire(look) if look.state.phase == "fire" and look.side == INFANTRY else []
        return Doubt("could-fire", {"teams": teams}) if teams else None

    def decide(self, draft: Draft) -> None:
        check_may_end(draft)
        owe_struck(draft, *draft.state.teams)
        draft.emit(SeatDone(draft.seat.name))


def could_fire(look: GameContext) -> list[str]:
    """Return the teams of a seat that could still fire: all that may, once one has fired, else those near to bugs.

    Of bugs that no team has fired at only the table knows whether they are in sight.
    """
    own = dict(look.state.teams_of(look.seat.name))
    able = [key for key in own if not own[key].fired and targets_of(look, key) and any(volleys(look, key))]
    if any(team.fired for team in own.values()):
        return able
    return [key for key in able if known_near(look.state, key)]

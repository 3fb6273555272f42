"""Statistics of a finished battle: medals, units lost, cards played, battle dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from app.core.engine.event import Event
from app.core.game.definition import Statistic
from app.games.memoir_44.book import Book
from app.games.memoir_44.events.ambush import Ambushed
from app.games.memoir_44.events.armies import StruckBack
from app.games.memoir_44.events.scenery import MineRolled, StrikeRolled
from app.games.memoir_44.events.turn import CardPlayed, OrderCarriedOut
from app.games.memoir_44.events.units import AttackRolled, UnitLost
from app.games.memoir_44.state import State


def shows_a_card(event: Event) -> bool:
    return isinstance(event, OrderCarriedOut) and event.card is not None


def fallen(state: State) -> dict[str, list[str]]:
    """Return the eliminated units of each side; whoever left the board is none."""
    lost = [(unit.side, key) for key, unit in state.units.items() if not unit.there and not unit.figures]
    return {side: [key for whose, key in lost if whose == side] for side in state.accounts}


def reckoned(state: State, events: Iterable[Event], book: Book) -> Iterator[Statistic]:
    for side, account in state.accounts.items():
        yield Statistic("medals", side, account.medals)
    for side in state.accounts:
        yield from (Statistic("lost", side, 0), Statistic("cards", side, 0))
    for event in events:
        if isinstance(event, UnitLost):
            yield Statistic("lost", state.units[event.unit].side, 1)
        elif isinstance(event, CardPlayed | Ambushed) or shows_a_card(event):
            yield Statistic("cards", str(vars(event)["side"]), 1)
        if isinstance(event, AttackRolled | StrikeRolled | Ambushed | StruckBack | MineRolled):
            hitting = sum(face in event.needs for face in book.die)
            expected = len(event.roll.faces) * Fraction(hitting, len(book.die))
            yield Statistic("hits", event.side, event.hits, expected)

"""What is counted of a battle that is over: points, the dead, shots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.core.game import Count
from app.core.odds import chance_of_at_least
from app.core.play import Event
from app.core.veil import Hidden
from app.games.mobile_infantry.book import BRAIN, INFANTRY, Book
from app.games.mobile_infantry.events.infantry import SquadFired, VolleyFired
from app.games.mobile_infantry.rulings.shooting import separate_dice
from app.games.mobile_infantry.state import State


def reckoned(state: State, events: Iterable[Event], book: Book) -> Iterator[Count]:
    """Of each side, made of what everybody may see."""
    for side, points in () if isinstance(state.score, Hidden) else state.score.items():
        yield Count("points", side, points)
    yield Count("lost", BRAIN, sum(state.tally.bugs_killed.values()))
    yield Count("lost", INFANTRY, state.tally.im_dead)
    for event in events:
        if isinstance(event, VolleyFired):
            yield hits_of(dice_that_hit(state, event, book), event.needs, event.hits)
        elif isinstance(event, SquadFired):
            yield from (hits_of(one.dice, one.needs, one.hits) for one in event.volleys if one.dice is not None)


def dice_that_hit(state: State, event: VolleyFired, book: Book) -> int:
    """The dice of a volley but those that only tell whether a gun jams."""
    fired = {
        state.troopers[key].weapons[int(place)].type for key, places in event.magazines.items() for place in places
    }
    return len(event.roll.faces) - max((separate_dice(book, gun) for gun in book.weapons if gun in fired), default=0)


def hits_of(dice: int, needs: int, hits: int) -> Count:
    """Hits among so many dice of the infantry."""
    return Count("hits", INFANTRY, hits, dice * chance_of_at_least(needs))

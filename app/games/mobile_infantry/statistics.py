"""Statistics of a finished battle: points, the dead, and dice with a known chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.core.engine.event import Event
from app.core.engine.visibility import Redacted
from app.core.game.definition import Statistic
from app.core.rules.dice import chance_of_at_least
from app.games.mobile_infantry.book import BRAIN, INFANTRY, Book
from app.games.mobile_infantry.events.bugs import AcidDodged, FrenzyTested, PinnedFinished, TeamStruck
from app.games.mobile_infantry.events.infantry import SquadFired, VolleyFired
from app.games.mobile_infantry.events.nuclear import BlastSurvived, NukeLaunched
from app.games.mobile_infantry.rulings.shooting import separate_dice
from app.games.mobile_infantry.state import State
from app.games.mobile_infantry.turn.close_combat import HARMED


def reckoned(state: State, events: Iterable[Event], book: Book) -> Iterator[Statistic]:
    for side, points in () if isinstance(state.score, Redacted) else state.score.items():
        yield Statistic("points", side, points)
    yield Statistic("lost", BRAIN, sum(state.tally.bugs_killed.values()))
    yield Statistic("lost", INFANTRY, state.tally.im_dead)
    for event in events:
        yield from shots(state, event, book)
        yield from attacks(event, book)
        if isinstance(event, AcidDodged | BlastSurvived) and event.needs is not None:
            dice = len(event.roll.faces)
            yield Statistic("dodged", INFANTRY, dice - len(event.dead), dice * chance_of_at_least(event.needs))


def fallen(state: State) -> dict[str, list[str]]:
    """Return the dead of each side, with men whom bugs carried off."""
    men = [key for key, man in state.troopers.items() if man.status in ("dead", "carried-off")]
    return {INFANTRY: men, BRAIN: [key for key, bug in state.bugs.items() if bug.state == "dead"]}


def shots(state: State, event: Event, book: Book) -> Iterator[Statistic]:
    if isinstance(event, VolleyFired):
        yield hits_of(dice_that_hit(state, event, book), event.needs, event.hits)
    elif isinstance(event, SquadFired):
        yield from (hits_of(one.dice, one.needs, one.hits) for one in event.volleys if one.dice is not None)
    elif isinstance(event, NukeLaunched):
        yield hits_of(1, event.needs, event.hit)


def attacks(event: Event, book: Book) -> Iterator[Statistic]:
    if isinstance(event, TeamStruck):
        known = (wound for wound in event.wounds if wound.harms is not None)
        yield from (harms_of(wound.effect in HARMED, wound.harms or 0) for wound in known)
    elif isinstance(event, FrenzyTested):
        yield harms_of(event.frenzy, len(event.bugs))
    elif isinstance(event, PinnedFinished) and event.roll is not None:
        yield harms_of(event.dies, book.close_combat.finished_on)


def harms_of(harmed: bool, faces: int) -> Statistic:
    return Statistic("struck", BRAIN, int(harmed), 1 - chance_of_at_least(faces + 1))


def dice_that_hit(state: State, event: VolleyFired, book: Book) -> int:
    fired = {
        state.troopers[key].weapons[int(place)].type for key, places in event.magazines.items() for place in places
    }
    return len(event.roll.faces) - max((separate_dice(book, gun) for gun in book.weapons if gun in fired), default=0)


def hits_of(dice: int, needs: int, hits: int) -> Statistic:
    return Statistic("hits", INFANTRY, hits, dice * chance_of_at_least(needs))

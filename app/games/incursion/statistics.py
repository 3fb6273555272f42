"""Statistics of a finished mission: points, casualties, cards played, Damage Dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from app.core.engine.event import Event
from app.core.game.definition import Statistic
from app.games.incursion.book import Book
from app.games.incursion.combat.attack import chance
from app.games.incursion.events.attacks import Harm, ModelLost
from app.games.incursion.events.blasts import BlastResolved
from app.games.incursion.events.cards import CardPlayed
from app.games.incursion.state import State


def reckoned(state: State, events: Iterable[Event], book: Book) -> Iterator[Statistic]:
    """Yield the statistics of each side from public facts.

    A Damage Die counts for the enemy of its target, whoever rolled it.
    """
    for side, points in state.score.items():
        yield Statistic("points", side, points)
    for side in state.sides:
        yield from (Statistic("lost", side, 0), Statistic("cards", side, 0))
    for event in events:
        if isinstance(event, ModelLost):
            yield Statistic("lost", state.models[event.model].side, 1)
        elif isinstance(event, CardPlayed):
            yield Statistic("cards", event.side, 1)
        elif isinstance(event, Harm):
            yield hits_at(state, event.victim, event.hits, len(event.roll.faces) * chance(event.needs))
        elif isinstance(event, BlastResolved):
            for target, needs in zip(event.targets, event.needs, strict=False):
                yield hits_at(state, target["name"], int(target["hit"]), chance(needs))


def fallen(state: State) -> dict[str, list[str]]:
    """Return casualties by side: none that left by an exit or may have a last activation."""
    pending = {*state.volatile, *state.blazes, state.exploding}
    return {side: [key for key, one in state.of(side) if not one.alive and key not in pending] for side in state.sides}


def hits_at(state: State, victim: str, hits: int, expected: Fraction) -> Statistic:
    return Statistic("hits", state.other(state.models[victim].side), hits, expected)

"""Names in a state for which its table has nothing, as in a forged log."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from app.core.messages.slugs import is_numbered
from app.games.mobile_infantry.book import Book
from app.games.mobile_infantry.brain.tunnels import ENTRANCE, THREE
from app.games.mobile_infantry.state import State


def unknown(state: State, book: Book) -> Iterator[str]:
    """Yield the paths of keys without a number, and of unknown men, teams, bugs and boats."""
    numbered: dict[str, Collection[str]] = {"trooper": state.troopers, "team": state.teams, "squad": state.squads}
    yield from (f"{word}: {key}" for word, keys in numbered.items() for key in keys if not is_numbered(key, word))
    yield from (f"{path}: {key}" for path, key, known in _named(state) if key is not None and key not in known)
    if state.app is not None:
        entrances = [f"{ENTRANCE}-{number}" for number in THREE]
        yield from (f"entrances: {key}" for key in state.app.entrances if key not in entrances)


def _named(state: State) -> Iterator[tuple[str, str | None, Collection[str]]]:
    for man in state.troopers.values():
        yield "trooper.team", man.team, state.teams
        yield "trooper.aboard", man.aboard, state.boats
        yield "trooper.held_by", man.held_by, state.bugs
    for team in state.teams.values():
        yield "team.seat", team.seat, state.seats
        yield "team.squad", team.squad, state.squads
    for squad in state.squads.values():
        yield "squad.seat", squad.seat, state.seats
    for bug in state.bugs.values():
        yield "bug.group", bug.group, state.groups
        yield from (("bug.holding", man, state.troopers) for man in (bug.holding, *bug.sprayed, *bug.aimed))
        yield "bug.engages", bug.engages, state.teams
    for link in state.chain:
        yield "chain.trooper", link.trooper, state.troopers
        yield "chain.bug", link.bug, state.bugs
    if state.blast is not None:
        yield "blast", state.blast.team, state.teams
    if state.squad_fire is not None:
        yield "squad_fire.squad", state.squad_fire.squad, state.squads
        yield from (("squad_fire.teams", team, state.teams) for team in state.squad_fire.teams)
        yield from (("squad_fire.targets", bug, state.bugs) for bug in state.squad_fire.targets)

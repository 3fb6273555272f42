"""Trains: hits on them, moves along the track, passengers that get off. Source: Terrain Pack, Trenes."""

from __future__ import annotations

from app.core.commands import Draft
from app.core.ruling import Answer, working
from app.games.memoir_44.at_table import Field
from app.games.memoir_44.events.trains import TrainHit as TrainWasHit
from app.games.memoir_44.events.units import FlagsAsked
from app.games.memoir_44.geometry import neighbours
from app.games.memoir_44.rulings.retreating import TrainHit, train
from app.games.memoir_44.state import Train, other
from app.games.memoir_44.turn.medals import win_medals

STATION = "railway-station"


def hit_train(draft: Draft, key: str, grenades: int, flags: int, by: str | None) -> None:
    """Grenades on a train; flags are answered by its owner."""
    one: Train = draft.state.trains[key]
    answer = train(facts_of(one, grenades=grenades), draft.book)
    if grenades:
        note_hits(draft, key, answer)
    if flags and one.places and not draft.state.over:
        draft.note(FlagsAsked(key, flags, one.side, by))


def facts_of(one: Train, **more: int | None) -> TrainHit:
    """A train as the ruling knows it."""
    return TrainHit.model_validate({"hits_before": one.hits, **more})


def note_hits(draft: Draft, key: str, answer: Answer) -> None:
    """The hits of a train, and what they bring its enemy."""
    one: Train = draft.state.trains[key]
    result = answer.result
    draft.note(TrainWasHit(key, result["hits"], result["wagon"], result["locomotive"], working(answer)))
    win_medals(draft, other(one.side), result["medals"], f"train-{key}")


def is_track(field: Field, at: str) -> bool:
    """Whether a train can stand on a hex."""
    return any(field.book.ground(name).track or name == STATION for name in field.at(at))


def next_hexes(field: Field, at: str, but: tuple[str, ...]) -> list[str]:
    """The free hexes of the track beside one, leaving out some."""
    near = (field.name(place) for place in neighbours(field.hex(at)) if field.board.has(place))
    return [one for one in near if one not in but and is_track(field, one) and field.state.at(one) is None]


def backwards(field: Field, places: tuple[str, str | None], ahead: str | None) -> tuple[str, str | None] | None:
    """Where locomotive and wagon stand one hex back; None where the track behind them is blocked."""
    at, tail = places
    free = next_hexes(field, tail or at, tuple(filter(None, (ahead, at, tail))))
    if not free:
        return None
    return (tail, free[0]) if tail else (free[0], None)

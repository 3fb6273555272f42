"""What a game is asked at a first table beside its board, each of its parts once: what breaks there is told by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from app.core.commands import Press
from app.core.dice import SeededDice
from app.core.facts import parsed
from app.core.game import Count, Game
from app.core.offers import Choice, Offer, Some
from app.core.play import PUBLIC, Seat
from app.core.refusals import Refused
from app.core.soundness import Faults, first_table, missing, name_word, said_of
from app.core.table import Table, draft_of
from app.core.table_rulings import tracked_paths
from app.core.veil import veil
from app.core.words import LANGUAGES, AsGiven

KEY = re.compile(r"[a-z]{2,}(-[a-z]+)*(-\d+)?")
"""How a thing is named that has a word; other texts to choose, such as the hexes of a map, are said as they are."""
NOTHING = "nothing"
"""A thing that is on no board: anybody may ask for one."""
Part = tuple[str, Callable[[], object]]


def faults_of_parts(game: Game) -> Faults:
    """Parts of a game that fail at a first table, counts and choices there without a word."""
    table = first_table(game)
    failed = [fault for part, ask in parts_of(table) for fault in tried(part, ask, game.folder)]
    yield from failed
    if not failed:
        words = table.speech(LANGUAGES[0]).words
        for key in dict.fromkeys([*words_of_counts(table), *words_of_choices(table, words)]):
            yield from missing(words, key)


def tried(part: str, ask: Callable[[], object], folder: Path) -> Faults:
    """A part of a game by its name, where it fails; `folder`: where the places are that are told."""
    try:
        ask()
    except Exception as error:
        yield Refused("part-fails", part=AsGiven(part), error=said_of(error, folder))


def parts_of(table: Table) -> Iterator[Part]:
    """What a table asks of its game: whoever looks, what a seat alone is shown or given, what follows from a press."""
    game, everybody = table.game, veil(table.state, PUBLIC)
    yield "names", partial(game.names, table.state)
    yield "broken", table.state.broken
    yield "campaign", partial(game.history, table)
    yield "reckoned", partial(counts, table)
    yield "reopened", lambda: dict(game.reopened(table, str))
    yield "audit", partial(game.audit, table)
    yield "options_in", lambda: parsed(game.options, dict(game.options_in({}, {"game": game.key})))
    yield "drawn", lambda: [as_text(one.svg) for one in game.drawn().values()]
    yield from parts_about(table)
    if picture := game.picture:
        yield "picture", lambda: "".join(as_text(picture(table.opening, view)) for view in ("", *game.views))
    if game.put_back:
        yield "put_back", partial(steps, game.put_back, everybody)
    for seat in [*map(table.seat, table.seats), PUBLIC]:
        yield from parts_for(table, seat)


def parts_about(table: Table) -> Iterator[Part]:
    """What a table asks of its game about each thing that it keeps a value of."""
    paths = [path for kind in ("number", "flag") for path in tracked_paths(table.state, kind)]
    things = dict.fromkeys(part for path in paths for part in path.split(".")[1:2])
    yield "beside", lambda: [list(table.game.beside(table.state, thing)) for thing in things]
    yield "parts", lambda: [list(table.game.parts(table.state, thing)) for thing in things]


def as_text(drawn: object) -> str:
    """A picture, which is text. Raises TypeError."""
    if not isinstance(drawn, str):
        raise TypeError(f"{type(drawn).__name__} is no text")
    return drawn


def parts_for(table: Table, seat: Seat) -> Iterator[Part]:
    """What a table asks of its game for one seat."""
    game = table.game
    yield "keepsakes", lambda: dict(game.keepsakes(table.state_for(seat), seat))
    if game.places:
        yield "places", partial(game.places, table, seat)
    if game.chosen:
        yield "chosen", partial(game.chosen, table, seat, table.offers_for(seat), NOTHING)
    if seat.side is not None:
        yield "settle", partial(try_settling, table, seat)


def try_settling(table: Table, seat: Seat) -> None:
    """Draft what follows by itself from a press of a seat, and throw it away."""
    draft = draft_of(table, seat, Press("", {}))
    draft.dice = SeededDice(b"")
    table.game.settle(draft)


def steps(put_back: Callable[[Any, Any], Iterable[Any]], state: Any) -> list[Any]:
    """What is put back where nothing was taken back."""
    return [*put_back(state, state)]


def counts(table: Table) -> list[Count]:
    """What is counted of a game in which nothing has happened."""
    return [*table.game.reckoned(table.state_for(PUBLIC), (), table.book())]


def words_of_counts(table: Table) -> Iterator[str]:
    """The keys of the words for what is counted."""
    return (f"count.{one.what}" for one in counts(table))


def words_of_choices(table: Table, words: Mapping[str, Any]) -> Iterator[str]:
    """The keys of the words for the things that every seat may choose."""
    for seat in map(table.seat, table.seats):
        named = (name for offer in table.offers_for(seat) if offer.group == "play" for name in things_in(offer))
        yield from (name_word(words, name) for name in named)


def things_in(offer: Offer) -> Iterator[str]:
    """The names of the things that an offer lets choose."""
    for choice in offer.choose.values():
        yield from (value for value in values_of(choice) if isinstance(value, str) and KEY.fullmatch(value))


def values_of(choice: Choice) -> list[Any]:
    """The values that are there to be chosen."""
    return choice.some if isinstance(choice, Some) else choice if isinstance(choice, list) else []

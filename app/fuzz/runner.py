"""Runs of random games: opening, play and replay, one or many at a time."""

from __future__ import annotations

import gc
import json
import random
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from app.core.engine.event import Entry
from app.core.game.definition import Game, Opening
from app.core.game.setup import opening_of
from app.core.rules.inputs import parse
from app.fuzz.player import InvariantViolated, Report, check_rebuilds, played_on
from app.games import REGISTRY
from app.storage.table_file import decode_event, encode_event

CALM = (20000, 50, 50)
"""Thresholds of the garbage collector during a game."""


WITHOUT_A_REFEREE = 4
"""One table in this many has no referee, so that sides rule and ask each other."""


def fuzz_opening(game: Game, number: int) -> Opening:
    chance = random.Random(number)
    own = game.fuzzing.options(chance, number)
    edition = game.editions[number % len(game.editions)]
    options = {
        "game": game.key,
        "edition": edition,
        "referee": number % WITHOUT_A_REFEREE > 0,
        "table_rulings": {key: chance.choice(question.answers) for key, question in game.questions_in(edition).items()},
        **own,
    }
    return game.fuzzing.altered(opening_of(game, parse(game.options, options)), chance)


# -- play


def stored_and_read(game: Game, entry: Entry) -> Entry:
    kept = json.loads(json.dumps([encode_event(event) for event in entry.events]))
    return Entry(entry.seq, entry.seat, entry.key, entry.body, entry.at, [decode_event(game, event) for event in kept])


def random_game(game: Game, number: int) -> Report:
    """Play one game and the next of its campaign, each replayed from its stored log.

    The number alone determines it. Raise InvariantViolated, naming the number.
    """
    report = Report(games=1)
    try:
        for table in played_on(game, fuzz_opening(game, number), number, report):
            check_rebuilds(table, partial(stored_and_read, game))
    except Exception as error:
        said = str(error) if isinstance(error, InvariantViolated) else repr(error)
        raise InvariantViolated(f"game {number}: {said}") from error
    return report


def games_of(game: Game, numbers: Iterable[int], jobs: int = 1) -> Iterator[Report]:
    """Play random games in `jobs` processes. Raise InvariantViolated."""
    if jobs <= 1:
        yield from (_calmly(game.key, number) for number in numbers)
        return
    with ProcessPoolExecutor(jobs) as pool:
        try:
            yield from pool.map(partial(_calmly, game.key), numbers)
        except InvariantViolated:
            pool.shutdown(cancel_futures=True)
            raise


def _calmly(key: str, number: int) -> Report:
    usual = gc.get_threshold()
    gc.set_threshold(*CALM)
    try:
        return random_game(REGISTRY[key], number)
    finally:
        gc.set_threshold(*usual)

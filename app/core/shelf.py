"""The shelf: every game of the house, looked over when it is put there, so that what it lacks is told at the start."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from app.core.game import REFEREE, Game
from app.core.lifespan import TableOpened
from app.core.opening import opening_of
from app.core.options import Options
from app.core.play import PUBLIC, Entry
from app.core.refusals import Malformed, Refused
from app.core.table import Table
from app.core.words import LANGUAGES, AsGiven

RESERVED = frozenset({REFEREE, PUBLIC.name, "host"})
"""Names that no game may give to a seat of its own."""


class Shelf(Mapping[str, Game]):
    """Games by key. They are fetched when the shelf is first looked at."""

    def __init__(self, fetch: Callable[[], Iterable[Game]] = tuple) -> None:
        self._fetch: Callable[[], Iterable[Game]] | None = fetch
        self._games: dict[str, Game] = {}

    def put(self, game: Game) -> None:
        """One more game. Raises Refused, naming what it lacks."""
        self._kept()
        self._place(game)

    def _place(self, game: Game) -> None:
        check_sound(game)
        self._games[game.key] = game

    def take_down(self, key: str) -> None:
        """A game is on the shelf no longer."""
        del self._kept()[key]

    def _kept(self) -> dict[str, Game]:
        fetch, self._fetch = self._fetch, None
        for game in fetch() if fetch else ():
            self._place(game)
        return self._games

    def __getitem__(self, key: str) -> Game:
        return self._kept()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kept())

    def __len__(self) -> int:
        return len(self._kept())


def check_sound(game: Game) -> None:
    """Raises Refused for a game that lacks something, naming all of it."""
    found = list(missing_files(game)) or [*missing_words(game), *faults_of_keys(game), *faults_of_rules(game)]
    found = found or list(faults_of_a_table(game))
    if found:
        raise Refused("faulty-game", game=AsGiven(game.key), lacks=AsGiven(", ".join(found)))


def missing_files(game: Game) -> Iterator[str]:
    """Files that every game has."""
    for name in ("words.toml", "rules.toml", "templates/board.html"):
        if not (game.folder / name).is_file():
            yield name


def missing_words(game: Game) -> Iterator[str]:
    """Words that its own keys need and that are missing in a language."""
    for key in needed_words(game):
        entry = game.words.get(key, {})
        yield from (f"{key} ({language})" for language in LANGUAGES if not entry.get(language))


def needed_words(game: Game) -> Iterator[str]:
    """The keys of the words that are said of any game."""
    seats = game.seats_for(Options(game=game.key))
    for name in (game.key, *game.sides, *seats, *game.editions, *game.card_sets):
        yield f"name.{name}"
    yield from (f"mission.{number}" for number in game.missions)
    yield from (f"phase.{phase}" for phase in game.phases)
    yield from (f"event.{event.key}" for event in game.own_events)
    for question in game.questions:
        yield f"question.{question}"
        yield from (f"answer.{answer}" for answer in game.questions[question].answers)
    for ruling in game.rulings:
        yield f"ruling.{ruling}"
        yield f"asks.{ruling}"
    yield from dict.fromkeys(f"chapter.{rule.partition('.')[0]}" for rule in game.rules)
    if game.mission_files and game.mission_files.levels:
        yield from ("levels.asked", "levels.told", "levels.hint")
    if game.cards:
        yield "card-set.counted"
        yield from (f"card-section.{section}" for section in game.cards.forms)
    yield "credits"


def faults_of_keys(game: Game) -> Iterator[str]:
    """Commands and events that go by one name, names of seats that are taken, mentions of what is not there."""
    for kind, own, every in (
        ("command", [one.key for one in game.own_commands], game.commands),
        ("event", [one.key for one in game.own_events], game.events),
    ):
        shared = len(every) - len(set(own))
        yield from (f"{kind} {key} twice" for key in dict.fromkeys(own) if own.count(key) > 1)
        if shared < len(every) - len(own):
            yield f"{kind} of the table itself"
    yield from (f"seat {name} is taken" for name in game.sides if name in RESERVED)
    mentioned = {*game.aftermath, *game.fuzzing.weights, *game.fuzzing.decisive, *game.fuzzing.steady}
    yield from (f"command {key}" for key in sorted(mentioned - set(game.commands)))


def faults_of_rules(game: Game) -> Iterator[str]:
    """Rules without a place in any book, or with one in a book of no edition."""
    for rule, entry in game.rules.items():
        if not entry["sources"]:
            yield f"section of {rule}"
        yield from (f"edition {name} of {rule}" for name in entry["sources"] if name not in game.editions)


def faults_of_a_table(game: Game) -> Iterator[str]:
    """What keeps a table with nothing chosen from being opened and looked at from every seat."""
    try:
        opening = opening_of(game, game.options(game=game.key, referee=True))
        table = Table("", game, [Entry(0, "", "", "", 0.0, [TableOpened(dict(opening))])])
        if game.phases and table.state.phase not in game.phases:
            yield f"phase {table.state.phase}"
        for seat in [*map(table.seat, table.seats), PUBLIC]:
            game.shown(table, seat, table.offers_for(seat, greyed=True))
    except (Refused, Malformed) as no:
        yield f"a table: {no.code} {no.field or ''}".rstrip()
    except Exception as error:
        yield f"a table: {told(error)}"


def told(error: Any) -> str:
    """An error of a game's own program in one line."""
    return f"{type(error).__name__}: {error}"

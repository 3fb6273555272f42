"""The shelf: every game of the house, looked over when it is put there, so that what it lacks is told at the start."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from app.core.game import Game
from app.core.refusals import Refused
from app.core.soundness import check_sound, faulty
from app.core.words import AsGiven


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
        if self._games.get(game.key, game) is not game:
            raise faulty(game.key, [Refused("key-twice", key=AsGiven(game.key))])
        check_sound(game)
        self._games[game.key] = game

    def take_down(self, key: str) -> None:
        """A game is on the shelf no longer."""
        del self._kept()[key]

    def _kept(self) -> dict[str, Game]:
        """The games; where one of them is refused, every look at the shelf is."""
        if self._fetch is not None:
            for game in self._fetch():
                self._place(game)
            self._fetch = None
        return self._games

    def __getitem__(self, key: str) -> Game:
        return self._kept()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kept())

    def __len__(self) -> int:
        return len(self._kept())

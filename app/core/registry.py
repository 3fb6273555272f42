"""The registry of games, with the reason for each game that could not be loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # a print of one game needs no game loaded
    from app.core.game.definition import Game


class LeftOut(NamedTuple):
    """A game that could not be loaded, with the reason in one line."""

    key: str
    why: str


class GameRegistry(Mapping[str, "Game"]):
    """Games by key, loaded on first access."""

    def __init__(self, fetch: Callable[[], Iterable[Game | LeftOut]] = tuple) -> None:
        self._fetch: Callable[[], Iterable[Game | LeftOut]] | None = fetch
        self._games: dict[str, Game] = {}
        self._left_out: dict[str, str] = {}

    @property
    def left_out(self) -> Mapping[str, str]:
        self._kept()
        return self._left_out

    def put(self, game: Game) -> None:
        self._kept()[game.key] = game

    def take_down(self, key: str) -> None:
        del self._kept()[key]

    def _kept(self) -> dict[str, Game]:
        if self._fetch is not None:
            fetch, self._fetch = self._fetch, None
            for found in fetch():
                if isinstance(found, LeftOut):
                    self._left_out[found.key] = found.why
                else:
                    self._games[found.key] = found
        return self._games

    def __getitem__(self, key: str) -> Game:
        return self._kept()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kept())

    def __len__(self) -> int:
        return len(self._kept())

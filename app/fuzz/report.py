"""What random games came to: how often each command was given, each event occurred, how missions ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from app.core.game import Game


@dataclass
class Report:
    """Counts of one game, or of many: `add` puts them together. `endings` is by mission, why it ended, who won."""

    commands: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    games: int = 0
    tables: int = 0
    presses: int = 0

    def add(self, other: Report) -> None:
        """Count what another report counted too."""
        for declared in fields(self):
            value = getattr(self, declared.name)
            setattr(self, declared.name, value + getattr(other, declared.name))

    def counts(self) -> dict[str, Any]:
        """The same as plain values, for another process."""
        return {name: dict(value) if isinstance(value, Counter) else value for name, value in vars(self).items()}

    @classmethod
    def of(cls, counts: Mapping[str, Any]) -> Report:
        """A report from plain values."""
        report = cls()
        for name, value in counts.items():
            setattr(report, name, Counter(value) if isinstance(value, dict) else value)
        return report

    def never(self, game: Game) -> list[str]:
        """Commands and events of the game that did not occur."""
        missing = [f"command {key}" for key in game.commands if not self.commands[key]]
        return missing + [f"event {key}" for key in game.events if not self.events[key]]

    def lines(self, game: Game) -> Iterable[str]:
        """The report, a line each."""
        yield f"{self.games} games, {self.tables} tables, {self.presses} presses"
        for title, keys, counts in (("command", game.commands, self.commands), ("event", game.events, self.events)):
            for key in keys:
                yield f"{title:8} {key:28} {counts[key]:8}"
        for ending, count in sorted(self.endings.items()):
            yield f"ending   {ending:28} {count:8}"

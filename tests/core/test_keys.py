"""Keys of commands and events stand in every log: none changes or disappears when a class is renamed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from app.core.engine.command import Command
from app.core.engine.event import Event, TableEvent
from app.core.game.definition import Game
from app.games import REGISTRY

TESTS = Path(__file__).parents[1]


def stored(game: str) -> dict[str, list[str]]:
    """Read the keys of a game. Add those of new classes; change or remove none that was ever released."""
    return tomllib.loads((TESTS / game.replace("-", "_") / "keys.toml").read_text(encoding="utf-8"))


def keys_of(game: Game) -> dict[str, list[str]]:
    """The keys of a game, those of the table included."""
    return {"commands": sorted(game.commands), "events": sorted(game.events)}


@pytest.mark.parametrize("game", [game for game in REGISTRY if game != "hello"])
def test_no_key_of_a_command_or_an_event_has_changed(game: str) -> None:
    assert keys_of(REGISTRY[game]) == stored(game)


class LanternEvent(Event, abstract=True):
    """The base of the lantern events."""


@dataclass
class LanternLit(LanternEvent):
    """An event whose class was renamed."""

    key: ClassVar[str] = "lamp-lit"


class LanternDimmed(LanternLit):
    """One that is made of it has a key of its own."""


class LightLantern(Command):
    """A command whose class was renamed."""

    key: ClassVar[str] = "light-lamp"

    @classmethod
    def offers(cls, look: object) -> Iterator[object]:  # type: ignore[override]
        """None."""
        return iter(())


def test_a_key_that_a_class_says_wins_over_its_name() -> None:
    assert (LanternLit.key, LanternDimmed.key, LightLantern.key) == ("lamp-lit", "lantern-dimmed", "light-lamp")


def test_a_base_class_knows_the_events_that_are_made_from_it_but_for_abstract_ones() -> None:
    assert LanternEvent.kinds == [LanternLit, LanternDimmed]
    assert not {LanternLit, LanternDimmed} & {*TableEvent.kinds}


def test_no_game_has_events_of_another_one_or_of_the_table() -> None:
    assert "hello" in REGISTRY
    for game in REGISTRY.values():
        package = game.rules.event_base.__module__.rpartition(".events")[0]
        assert {kind.__name__ for kind in game.own_events if not kind.__module__.startswith(f"{package}.")} == set()
    assert {kind.__name__ for kind in TableEvent.kinds if not kind.__module__.startswith("app.core.")} == set()

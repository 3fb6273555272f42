"""Hello with other files, and the shelf of the house with other games."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.core.game import Game
from app.games import SHELF
from tests.hello.game import GAME


@pytest.fixture
def altered(tmp_path: Path) -> Callable[..., Game]:
    """Hello with one of its files written otherwise, or without it: `altered("words.toml", "Volar", "")`."""
    folders = [GAME.folder]

    def in_folder(name: str, old: str | None = None, new: str = "") -> Game:
        folder = tmp_path / str(len(folders))
        shutil.copytree(folders[-1], folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        folders.append(folder)
        if old is None:
            (folder / name).unlink()
        else:
            text = (folder / name).read_text(encoding="utf-8")
            assert old in text
            (folder / name).write_text(text.replace(old, new), encoding="utf-8")
        return replace(GAME, folder=folder)

    return in_folder


@pytest.fixture
def restocked(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The shelf of the house with other games, not looked over yet."""

    def shelf(*games: Game) -> None:
        monkeypatch.setattr(SHELF, "_games", {})
        monkeypatch.setattr(SHELF, "_fetch", lambda: games)

    return shelf


@pytest.fixture
def practised(altered: Callable[..., Game]) -> Callable[[str], Game]:
    """Hello with a script of a practice table."""

    def with_script(script: str) -> Game:
        game = altered("words.toml", "Volar", "Volar")
        (game.folder / "data").mkdir()
        (game.folder / "data/practice.toml").write_text(script, encoding="utf-8")
        return game

    return with_script

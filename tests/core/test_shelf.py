"""The shelf: games that load are played; one that does not is left out, and its tables say so."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import click
import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

import app.games
from app.cli import main
from app.core.game.definition import Game
from app.core.messages.translator import LANGUAGES
from app.core.registry import GameRegistry, LeftOut
from app.games import GAMES, REGISTRY, games, loaded
from tests.toy_game.game import GAME
from tests.toy_game.playing import LAMP, Evening

MOON = LeftOut("hello", "no moon")


def test_games_are_fetched_when_it_is_first_looked_at() -> None:
    shelf = GameRegistry(lambda: [GAME, LeftOut("dusk", "no moon")])
    assert (list(shelf), dict(shelf.left_out)) == (["hello"], {"dusk": "no moon"})
    shelf.put(dusk := replace(GAME, key="dusk"))
    assert (len(shelf), shelf["dusk"]) == (2, dusk)
    shelf.take_down("dusk")
    assert list(shelf) == ["hello"]


@pytest.mark.parametrize(
    ("name", "old", "why"),
    [
        ("words.toml", "[credits]", "words.toml"),
        ("rules.toml", "[books]", "rules.toml"),
    ],
)
def test_a_game_whose_data_cannot_be_read_is_not_loaded(
    altered: Callable[..., Game], name: str, old: str, why: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(why)):
        loaded(altered(name, old, "[credits"))


def test_a_game_that_cannot_be_imported_is_left_out_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.games, "GAMES", ("no_such_game", *GAMES[:1]))
    found = [*games()]
    assert [type(one) for one in found] == [LeftOut, Game]
    why = "ModuleNotFoundError: No module named 'app.games.no_such_game'"
    assert isinstance(found[0], LeftOut)
    assert found[0].why.startswith(f"{why}; __init__.py: ")


# -- its tables


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_of_a_game_that_is_left_out_say_so_and_go_on_later(
    client: FlaskClient, evening: Evening, restocked: Callable[..., None], language: str, app: Flask
) -> None:
    client.set_cookie("lang", language)
    evening.post(LAMP, command="rename", name="Ada", key="a", seen=0)
    entries = app.extensions["store"].table(evening.code).entries[:]
    games = list(REGISTRY.values())
    restocked(*(game for game in games if game is not GAME), MOON)
    app.extensions["store"]._tables.clear()
    said = {"en": "could not be loaded (no moon)", "es": "No se pudo cargar"}[language]
    for path in ("", "/log", "/seats", "/wall", "/end"):
        page = client.get(f"/t/{evening.code}{path}")
        assert (page.status_code, said in page.text, "hello" in page.text) == (503, True, True), path
    for path in ("", "/log", "/bell?for=0"):
        answer = client.get(f"/api/tables/{evening.code}{path}")
        assert (answer.status_code, answer.json["error"]["code"]) == (503, "game-left-out"), path
    assert client.get("/").status_code == 200
    new = client.get("/new/hello")
    assert (new.status_code, said in new.text) == (503, True)
    restocked(*games)
    assert app.extensions["store"].table(evening.code).entries == entries


def test_commands_say_which_game_is_left_out_and_why(restocked: Callable[..., None]) -> None:
    restocked(MOON)
    result = CliRunner(env={"LC_ALL": "es_ES.UTF-8"}).invoke(main, ["ruling", "hello", "fly"])
    assert (result.exit_code, type(result.exception)) == (1, SystemExit)
    assert "No se pudo cargar el juego «hello» (no moon)." in click.unstyle(result.stderr)

"""Card sets, missions, rules and rulings of a game that has some of them and lacks others."""

from __future__ import annotations

import os
import re
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from app.cli import main
from app.cli.common import game_with
from app.core.errors import Refused
from app.games import REGISTRY
from app.web.request.template_loader import PARTS, script
from tests.toy_game.playing import Evening


def prose(text: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


@pytest.mark.parametrize(
    ("language", "path", "says"),
    [
        ("en", "/cards/hello", "Hello has no card sets."),
        ("es", "/cards/hello/compare", "Hola no tiene conjuntos de cartas."),
        ("en", "/missions/hello/import", "Hello has no missions."),
        ("es", "/missions/hello", "Hola no tiene misiones."),
    ],
)
def test_what_a_game_lacks_is_said_in_words(client: FlaskClient, language: str, path: str, says: str) -> None:
    client.set_cookie("lang", language)
    page = client.get(path)
    assert (page.status_code, says in prose(page.text)) == (404, True)


def test_a_table_of_a_game_without_them_has_no_page_of_cards_or_mission(client: FlaskClient, evening: Evening) -> None:
    for page in ("cards", "mission"):
        assert client.get(f"/t/{evening.code}/{page}").status_code == 404


@pytest.mark.parametrize("page", ["print", "print/made"])
def test_a_table_of_a_game_without_prints_says_so_and_leads_to_its_board(
    client: FlaskClient, evening: Evening, page: str
) -> None:
    told = client.get(f"/t/{evening.code}/{page}")
    assert told.status_code == 404
    assert f'href="/t/{evening.code}"' in told.text


@pytest.mark.parametrize(("command", "says"), [("cards", "has no card sets"), ("missions", "has no missions")])
def test_the_command_line_says_what_a_game_lacks(tmp_path: Path, command: str, says: str) -> None:
    file = tmp_path / "file.toml"
    file.write_text("a = 1\n", encoding="utf-8")
    data, name = ["--data", str(tmp_path)], ["--as", "x"] if command == "cards" else []
    for words in (
        ["check", str(file), "--game", "hello"],
        ["import", "hello", str(file), *name, *data],
        ["export", "hello", "x", *data],
    ):
        told = CliRunner().invoke(main, [command, *words])
        assert (told.exit_code, says in told.stderr) == (1, True), told.output


def test_a_game_that_is_not_named_is_the_only_one_that_has_what_is_asked_for() -> None:
    assert game_with(None, lambda game: game.files.cards, "no-card-sets").files.cards is not None
    assert game_with("hello", lambda game: True, "no-card-sets").key == "hello"
    with pytest.raises(click.UsageError, match=", ".join(REGISTRY)):
        game_with(None, lambda game: game.key in REGISTRY, "no-card-sets")
    with pytest.raises(Refused, match="no-card-sets"):
        game_with("hello", lambda game: game.files.cards, "no-card-sets")


def test_the_page_of_a_new_table_asks_only_what_a_game_has(client: FlaskClient) -> None:
    text = client.get("/new/hello").text
    assert 'name="dusk" value="late" checked' in text
    for name in ("edition", "mission", "campaign", "card_set"):
        assert f'name="{name}"' not in text
    opened = client.post("/new/hello", data={"dusk": "early"}, headers={"Origin": "http://localhost"})
    assert opened.status_code == 303
    code = opened.headers["Location"].split("/")[2]
    assert client.get(f"/api/tables/{code}").json["state"]["turn"] == 2


def test_a_ruling_with_named_faces_is_asked_and_answered_by_their_words(client: FlaskClient) -> None:
    page = client.get("/rulings/hello/fly?by=need")
    for number in (0, 1):
        for face in ("flame", "shade", "wind"):
            assert page.text.count(f'name="dice.{number}" value="{face}"') == 1
    assert "<svg" not in page.text[page.text.index('id="f-dice"') :]
    client.set_cookie("lang", "es")
    page = client.get("/rulings/hello/fly?by=hand&dice.0=flame&dice.1=wind")
    assert page.status_code == 200
    assert 'aria-label="Dados: llama, viento"' in page.text
    assert ">llama</span>" in page.text


def test_a_face_that_no_such_die_has_is_refused_beside_the_dice(client: FlaskClient) -> None:
    page = client.get("/rulings/hello/fly?by=hand&dice.0=flame&dice.1=6")
    assert page.status_code in (400, 422)
    assert page.text.index('id="f-dice"') < page.text.index('id="fault"')


def test_every_game_is_credited_in_its_own_words(client: FlaskClient) -> None:
    said = prose(client.get("/about").text)
    for game in REGISTRY.values():
        assert f"{game.words[f'name.{game.key}']['en']} {game.words['credits']['en']}" in said


def test_the_rules_of_a_game_are_searched_by_its_own_abbreviations(client: FlaskClient) -> None:
    text = client.get("/rules/hello").text
    assert 'data-filter=""' in text
    assert 'data-filter=""' not in client.get("/rules/incursion").text


def test_one_of_a_thing_is_counted_in_the_singular() -> None:
    from app.core.content.cards.labels import counted_text

    rules: Any = SimpleNamespace(counted=lambda data: data)
    said = REGISTRY["incursion"].get_translator("en")
    assert counted_text(said, rules, {"models": 3, "designs": 1, "cards": 2}) == (
        "3 Model Cards · 1 Battle Card (2 in the deck)"
    )
    assert "27 Battle Cards" in counted_text(said, rules, {"models": 3, "designs": 27, "cards": 41})


def test_a_page_asks_for_one_stylesheet_the_house_s_and_behind_it_that_of_its_game(client: FlaskClient) -> None:
    def styles(page: str) -> list[str]:
        return re.findall(r'rel="stylesheet" href="([^"]+)"', client.get(page).text)

    assert [style.partition("?")[0] for style in styles("/")] == ["/static/app.css"]
    (style,) = styles("/new/hello")
    whole = client.get(style)
    files = ("/static/app.css", "/static/ended.css", "/games/hello/static/hello.css")
    assert whole.text == "".join(client.get(file).text for file in files)
    assert (whole.mimetype, whole.cache_control.max_age) == ("text/css", 31536000)
    assert client.get("/games/nobody/static/style.css").status_code == 404


def test_a_page_asks_for_one_script_its_modules_one_behind_the_other(client: FlaskClient) -> None:
    scripts = re.findall(r'<script src="([^"]+)"', client.get("/").text)
    assert [script.partition("?")[0] for script in scripts] == ["/static/adjutant.js", "/static/htmx.min.js"]
    whole, parts = client.get(scripts[0]), ("page", "dice", "sheet", "wall", "stream", "taps")
    assert whole.text == "".join(client.get(f"/static/script/{part}.js").text for part in parts)
    assert (whole.mimetype, whole.cache_control.max_age) == ("text/javascript", 31536000)


def test_the_script_has_a_new_address_once_one_of_its_modules_is_another(
    app: Flask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(app, "static_folder", str(tmp_path))
    (tmp_path / "script").mkdir()
    for part in PARTS:
        (tmp_path / "script" / f"{part}.js").touch()
        os.utime(tmp_path / "script" / f"{part}.js", (16, 16))
    os.utime(tmp_path / "script" / "dice.js", (255, 255))
    with app.test_request_context():
        assert script.__wrapped__() == "/static/adjutant.js?v=ff"

"""Every address and every command of the command line, with Hello: the house knows no game. JSON: test_json_routes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from flask import Flask

from app.cli import COMMANDS, main
from app.web.request import rendering
from app.web.table import fragments
from tests.seated import link_to, sit
from tests.server import running
from tests.toy_game.playing import GREY, LAMP, Evening
from tests.toy_game.state import SEATS

OURS = {"Origin": "http://localhost"}
VALUES = {
    "game": "hello", "rule_id": "flying.dice", "command": "fly", "ruling": "fly", "set_key": "none", "section": "x",
    "card": "none", "mission": "1", "printer": "none", "ending": "toml", "job": "none", "kind": "pdf", "page": "1",
    "product": "none", "path": "none", "filename": "hello.css", "thing": "none", "number": "1", "key": "none",
}  # fmt: skip
LACKED = (
    "/cards/",
    "/pictures/",
    "/missions/",
    "/print/<",
    "/print/file",
    "/print/picture",
    "/printers/<",
    "/calibration/sample",
)
"""Addresses of what Hello has not, or of files that nobody made: 404 in words."""
AT_TABLE_LACKED = (
    "/keep/<thing>", "/cards", "/mission", "/campaign", "/print", "/print/made", "/picture.svg", "/places",
    "/at/<thing>",
)  # fmt: skip


def addresses(app: Flask, method: str) -> Iterator[tuple[str, str]]:
    """(rule, address) of every page and JSON route that takes a method."""
    for rule in app.url_map.iter_rules():
        if method in (rule.methods or ()) and rule.endpoint != "static":
            yield rule.rule, rule.rule


def filled(rule: str, evening: Evening) -> str:
    """The address of a rule, at this table and of this game."""
    link = link_to(evening.client.application, evening.code, "referee")
    values = {**VALUES, "code": evening.code, "token": link.rpartition("/")[2]}
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values[found[1]], rule)


FILES = ("/export", "/own-data")


def is_lacked(rule: str) -> bool:
    return rule.startswith(LACKED) or rule.removeprefix("/t/<code>") in AT_TABLE_LACKED


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_address_answers_or_says_in_words_what_there_is_not(app: Flask, evening: Evening, language: str) -> None:
    phone = app.test_client()
    phone.set_cookie("lang", language)
    sit(phone, evening.code, evening.tokens[GREY])
    evening.windows()
    seen = {}
    for rule, _ in addresses(app, "GET"):
        query = "?for=0" if rule.endswith("/bell") else f"?code={evening.code}" if rule == "/join" else ""
        answer = phone.get(filled(rule, evening) + query)
        seen[rule] = answer.status_code
        if answer.mimetype == "text/html" and answer.status_code == 200:
            assert f'<html lang="{language}">' in answer.text, rule
        if is_lacked(rule):
            assert answer.status_code == 404, rule
    not_yours = dict.fromkeys(("/api/tables/<code>/export", "/api/tables/<code>/own-data"), 401) | dict.fromkeys(
        (f"/t/<code>/{page}" for page in ("delete", "export", "end/page", "end/bg-stats")), 403
    )
    odd = {rule: status for rule, status in seen.items() if status not in (200, 303) and not is_lacked(rule)}
    not_yours["/t/<code>/thing/<thing>"] = 404
    assert odd == {"/ca": 404, "/host/<token>": 401, "/house": 403, "/house/files": 403, **not_yours}
    assert len(seen) >= 45


def test_no_form_of_any_address_is_a_fault_of_the_program(app: Flask, evening: Evening) -> None:
    phone = app.test_client()
    sit(phone, evening.code, evening.tokens[GREY])
    for rule, _ in addresses(app, "POST"):
        answer = phone.post(filled(rule, evening), data={}, headers=OURS)
        assert 200 <= answer.status_code < 500, (rule, answer.status_code)


def visited(app: Flask, evening: Evening) -> dict[str, str]:
    """Every page of Hello that links lead to, by its address."""
    phone = app.test_client()
    sit(phone, evening.code, evening.tokens[GREY])
    todo, seen = [f"/t/{evening.code}", "/", "/new/hello", "/rules/hello", "/rulings/hello"], dict[str, str]()
    while todo:
        path = todo.pop()
        answer = phone.get(path)
        greyed = path.partition("?")[0].endswith(f"/{evening.code}/do/undo")  # the corner leads to why not
        assert answer.status_code in ((200, 303, 422) if greyed else (200, 303)), path
        seen[path] = answer.text
        found = {link.replace("&amp;", "&") for link in re.findall(r'href="(/[^"#]*)', answer.text)}
        ours = {
            link for link in found if "incursion" not in link and "/static/" not in link and not link.endswith(FILES)
        }
        todo += sorted(ours - set(seen) - set(todo))
    return seen


def test_the_pages_of_the_table_lead_only_to_what_there_is(app: Flask, evening: Evening) -> None:
    seen = visited(app, evening.windows())
    assert f"/t/{evening.code}/do/fly" in seen
    assert len(seen) >= 20
    assert [path for path, text in seen.items() if ">None<" in text] == []
    assert [path for path, text in seen.items() if rendering.MARK in text] == [], "a mark that nobody has filled in"


def board_of(app: Flask, evening: Evening) -> str:
    """The board of a moth, as its phone gets it."""
    phone = app.test_client()
    sit(phone, evening.code, evening.tokens[GREY])
    return phone.get(f"/t/{evening.code}").text


def test_tables_alike_share_what_is_drawn_and_each_leads_to_itself(
    app: Flask, open_evening: Callable[..., Evening], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    made = fragments.drawn_button
    monkeypatch.setattr(fragments, "drawn_button", lambda *shown: drawn.append(shown[1]) or made(*shown))
    boards = {evening.code: board_of(app, evening) for evening in (open_evening(), open_evening())}
    assert [button.command for button in drawn] == ["make-wish"]
    for code, text in boards.items():
        assert f'href="/t/{code}/do/make-wish' in text
        assert set(re.findall(r"/t/(\w+)", text)) == {code}


def test_what_was_sealed_can_be_checked_on_the_page_of_the_log(app: Flask, evening: Evening) -> None:
    told = [event for event in evening.windows().get("/log")["events"] if event["event"] == "window-sealed"]
    text = visited(app, evening)[f"/t/{evening.code}/log"]
    assert all(f"<code>{event['data']['commitment'][:16]}…</code>" in text for event in told)
    assert len(told) == 2


def test_after_the_end_the_board_leads_on(app: Flask, evening: Evening) -> None:
    text = visited(app, evening.night())[f"/t/{evening.code}"]
    assert all(f'id="{place}"' in text for place in ("outcome", "again-same", "publish-seed", "to-export"))
    assert "again-swapped" not in text, "two moths and a lamp cannot change sides"
    phone = app.test_client()
    sit(phone, evening.code, evening.tokens[GREY])
    went = phone.post(f"/t/{evening.code}/next", data={"again": "same"}, headers=OURS)
    assert went.status_code == 303
    assert 'id="follow-go"' in phone.get(f"/t/{evening.code}").text


def test_a_whole_evening_by_plain_forms(app: Flask, evening: Evening) -> None:
    phones = {}
    for seat, token in evening.tokens.items():
        phones[seat] = app.test_client()
        sit(phones[seat], evening.code, token)
    typed = {"window": "north", "by": "hand", "d1": "flame", "d2": "flame", "d3": "wind"}
    while not evening.state()["over"]:
        for seat in (GREY, "white-moth", LAMP):
            offered = {one["command"] for one in evening.get(seat=seat)["offers"]}
            for command in offered & {"fly", "choose-window"}:
                page = phones[seat].get(f"/t/{evening.code}/do/{command}").text.partition('id="sheet"')[2]
                fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page))
                asked = {name: value for name, value in typed.items() if f'name="{name}"' in page}
                sent = phones[seat].post(f"/t/{evening.code}/do/{command}", data={**fields, **asked}, headers=OURS)
                assert sent.status_code == 303, sent.text
    assert evening.state()["winner"] == "moths"
    assert evening.state()["moths"][GREY]["light"] == 3, "two flames and a wind, each of three turns"


def test_the_json_routes_tell_of_hello(evening: Evening) -> None:
    client = evening.client
    (told,) = [game for game in client.get("/api/games").json["games"] if game["key"] == "hello"]
    assert (told["missions"], told["card_sets"], told["editions"]) == ([], [], ["first"])
    assert told["seats"] == ["grey-moth", "white-moth", "lamp", "referee"]
    assert told["open_questions"][0]["text"] == "Does the wind blow light away?"
    assert "dice" in [fact["name"] for fact in client.get("/api/rulings").json["hello"]["fly"]]
    asked = client.post("/api/rulings/hello/fly", json={"dice": ["flame", "shade"]}).json
    assert (asked["result"]["light"], asked["working"][0]["text"]) == (1, "flames")
    assert client.get("/api/rules/hello/flying.wind").json["sources"]["first"]["book"] == "Hello"
    assert "/api/rulings/hello/fly" in client.get("/api/openapi.json").json["paths"]


def test_an_export_opens_again_as_it_was(evening: Evening) -> None:
    evening.windows().night()
    file = evening.get("/export", seat=LAMP)
    opened = evening.client.post("/api/tables/import", json=file).json
    assert set(opened["seats"]) == set(evening.tokens)
    again = evening.client.get(
        f"/api/tables/{opened['code']}", headers={"Authorization": f"Bearer {opened['seats'][GREY]}"}
    )
    assert again.json["state"] == evening.state(GREY)


# -- the command line


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def leaves(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command of the command line, as it is typed."""
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            found = command.get_command(click.Context(command), name)
            assert found is not None
            yield from leaves(found, (*path, name))
    else:
        yield path


def lines(data: Path, code: str) -> dict[tuple[str, ...], tuple[list[str], int, str]]:
    """Command → its words for Hello, the exit status, and a part of what it says."""
    folder, file = ["--data", str(data)], str(data / "file")
    lacks = "hello"
    return {
        ("backup",): ([f"{file}.db", *folder], 0, "file.db"),
        ("backups",): (folder, 0, ""),
        ("keys", "new"): (folder, 0, "key"),
        ("migrate",): (folder, 0, ""),
        ("cards", "check"): ([file, "--game", "hello"], 1, lacks),
        ("cards", "list"): (folder, 0, "incursion"),
        ("cards", "export"): (["hello", "starter", *folder], 1, lacks),
        ("cards", "import"): (["hello", file, "--as", "x", *folder], 1, lacks),
        ("cards", "compare"): ([file, file, "--game", "hello", *folder], 1, lacks),
        ("missions", "check"): ([file, "--game", "hello", *folder], 1, lacks),
        ("missions", "list"): (folder, 0, "incursion"),
        ("missions", "export"): (["hello", "1", *folder], 1, lacks),
        ("missions", "import"): (["hello", file, *folder], 1, lacks),
        ("missions", "versions"): (["hello", "none", *folder], 1, lacks),
        ("cards", "versions"): (["hello", "none", *folder], 1, lacks),
        ("print", "incursion"): (["--list"], 0, "model-cards"),
        ("print", "mobile-infantry"): (["--list"], 0, "counters"),
        ("print", "memoir-44"): (["--list"], 0, "round-tokens"),
        ("restore",): ([f"{file}.db", "--data", str(data / "restored")], 0, "restored"),
        ("ruling",): (["hello", "fly", "dice=flame,wind", "dice_count=2"], 0, "light: 0"),
        ("table", "list"): (folder, 0, "Hello"),
        ("table", "show"): ([code, *folder], 0, "The windows are open"),
        ("table", "export"): ([code, "-o", f"{file}.json", *folder], 0, ""),
        ("table", "import"): ([f"{file}.json", *folder], 0, ""),
        ("table", "free-seat"): ([code, GREY, *folder], 0, f"/t/{code}/join/"),
        ("table", "show-seat"): ([code, GREY, *folder], 0, f"/t/{code}/join/"),
        ("table", "person"): (["Ada", *folder], 0, "[]"),
        ("table", "delete"): ([code, "--yes", *folder], 0, code),
        ("table", "fuzz"): (["--game", "hello", "--games", "3", "--jobs", "1"], 0, "3 games"),
    }


def test_every_command_of_the_command_line_knows_hello_or_says_what_it_lacks(app: Flask, evening: Evening) -> None:
    evening.windows()
    data: Path = app.extensions["store"].folder
    (data / "file").write_text("x = 1\n", encoding="utf-8")
    told = lines(data, evening.code)
    assert {*told, ("serve",)} == set(leaves(main))
    assert set(COMMANDS) == {path[0] for path in leaves(main)}
    assert run("print", "hello", "-o", str(data / "x.pdf")).exit_code == 1
    for path, (words, status, said) in told.items():
        result = run(*path, *words)
        assert result.exit_code == status, (path, result.output, result.exception)
        assert result.exception is None or isinstance(result.exception, SystemExit), path
        assert said in result.output, (path, result.output)


def test_hello_is_served(tmp_path: Path) -> None:
    words = ["-m", "tests.toy_game", "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path)]
    with running(words) as server:
        opened = server.ask("POST", "/api/tables", {"game": "hello"}).json
        state = server.ask("GET", f"/api/tables/{opened['code']}", token=opened["seats"]["lamp"]).json["state"]
        assert state["phase"] == "choosing"
        assert b"Hello" in server.ask("GET", "/").body


def imported_with(evening: Evening, seats: dict[str, str | None], presses: int | None = None) -> Any:
    """The answer to the import of an evening of so many presses, with other seats."""
    from app.storage.table_file import fingerprint

    file: dict[str, Any] = evening.night().get("/export", seat=LAMP)
    file["log"] = file["log"][:presses]
    opening = json.loads(file["log"][0]["events"])
    opening[0]["opening"]["seats"] = seats
    file["log"][0]["events"] = json.dumps(opening)
    file["checksum"] = fingerprint({name: file[name] for name in ("game", "seed", "foreseeable", "log")})
    return evening.client.post("/api/tables/import", json=file)


@pytest.mark.parametrize(
    "seats", [{"owl": "owls"}, {"owl": "moths"}, {"owl-2": "moths"}, {"lamp-2": None}, {"referee": "owls"}], ids=str
)
def test_a_file_of_a_table_with_a_strange_seat_is_refused(evening: Evening, seats: dict[str, str | None]) -> None:
    answer = imported_with(evening, {**SEATS, "referee": None, **seats})
    assert (answer.status_code, answer.json["error"]["field"]) == (422, "log")


def test_a_table_whose_side_is_played_by_nobody_is_imported_with_its_numbered_seats(evening: Evening) -> None:
    moths = {name: side for name, side in SEATS.items() if side == "moths"}
    assert imported_with(evening, {**moths, "moths-5": "moths"}, presses=1).status_code == 201


def test_the_turns_of_a_long_log_are_reached_by_name(app: Flask, evening: Evening) -> None:
    first = visited(app, evening.windows())[f"/t/{evening.code}/log"]
    assert 'href="#turn-' not in first
    text = visited(app, evening.night())[f"/t/{evening.code}/log"]
    turns = re.findall(r'href="#turn-(\d+)"', text)
    assert turns == sorted(turns, reverse=True)
    assert len(turns) > 2
    assert [f'id="turn-{turn}"' in text for turn in turns] == [True] * len(turns)

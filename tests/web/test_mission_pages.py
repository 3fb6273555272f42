"""Missions through the pages and the command line: shown, copied, edited as text, brought in, taken out."""

from __future__ import annotations

import html
import io
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.cli import main
from app.games import REGISTRY
from app.storage.host_files import HostFiles
from tests.incursion.test_own_missions import RADIO
from tests.playing import PlayedTable

OURS = {"Origin": "http://localhost"}
GAME = REGISTRY["incursion"]
HOME = "/missions/incursion"


@pytest.fixture
def box(app: Flask) -> HostFiles:
    """The own missions of the app."""
    found: HostFiles = app.extensions["store"].missions
    return found


def said(answer: TestResponse) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def sent(client: FlaskClient, content: str | bytes, into: str = "") -> TestResponse:
    """The answer to an uploaded file."""
    raw = content.encode() if isinstance(content, str) else content
    data = {"file": (io.BytesIO(raw), "mission.toml"), "into": into}
    return client.post(f"{HOME}/import", data=data, headers=OURS)


def save(client: FlaskClient, box: HostFiles, text: str, version: int | None = None) -> TestResponse:
    """Send the editor of the radio room."""
    seen = box.kept(GAME, "radio-room").version if version is None else version
    path = f"{HOME}/file/radio-room/edit"
    return client.post(path, data={"text": text.replace("\n", "\r\n"), "version": str(seen)}, headers=OURS)


@pytest.fixture
def radio(client: FlaskClient) -> str:
    """The address of the radio room, brought in from its file."""
    answer = sent(client, RADIO)
    assert answer.status_code == 303, said(answer)
    return answer.headers["Location"]


# -- looking


@pytest.mark.parametrize(
    ("language", "says"),
    [
        (
            "en",
            ["5 · Behind Enemy Lines", "Allies · 19 RP", "One model of 3 RP or more", "Put the Stranded Trooper",
             "Allies: 1 VP for each model off by an exit, 5 for the Stranded Trooper.", "Duplicate to edit"],
        ),
        (
            "es",
            ["5 · Tras las Líneas Enemigas", "Aliados · 19 PR", "Una figura de 3 PR o más", "Pon al Soldado Aislado",
             "Alemanes: 1 PV por cada figura muerta, 2 por el Soldado Aislado.", "Duplicar para editar"],
        ),
    ],
)  # fmt: skip
def test_the_sheet_of_a_mission_is_told_in_both_languages(client: FlaskClient, language: str, says: list[str]) -> None:
    client.set_cookie("lang", language)
    shown = said(client.get(f"{HOME}/file/5"))
    for text in says:
        assert text in shown, text


def test_the_end_by_agreement_is_that_of_the_spanish_book(client: FlaskClient) -> None:
    said_by = {edition: said(client.get(f"{HOME}/file/6?edition={edition}")) for edition in GAME.editions}
    assert "The players may agree on a last turn (8 by default)" in said_by["es-2009"]
    assert "last turn" not in said_by["en-2009"]


@pytest.mark.parametrize("number", range(1, 8))
def test_the_open_questions_of_a_mission_lead_to_their_rules(client: FlaskClient, number: int) -> None:
    every = GAME.files.mission_files.shipped[number]["questions"]  # type: ignore[union-attr]
    asked = [question for question in every if question in GAME.questions_in(GAME.editions[0])]
    text = client.get(f"{HOME}/file/{number}").text
    found = re.search(r'<section id="questions">.*?</section>', text, re.DOTALL)
    links = re.findall(r'href="([^"]+)"', found[0]) if found else []
    assert len(links) == len(asked)
    for question, link in zip(asked, links, strict=True):
        assert GAME.words[f"question.{question}"]["en"] in html.unescape(found[0])  # type: ignore[index]
        assert client.get(link).status_code == 200


def test_a_table_tells_its_own_answer_to_an_open_question(
    client: FlaskClient, play: Callable[..., PlayedTable]
) -> None:
    answers = GAME.rules.questions["twitcher"].answers
    table = play(mission=4, edition="en-2009", table_rulings={"twitcher": answers[1]})
    page = client.get(f"/t/{table.code}/mission").text
    said_so = (
        html.escape(GAME.words["question.twitcher"]["en"]) + f": <b>{GAME.words[f'answer.{answers[1]}']['en']}</b>"
    )
    assert said_so in html.unescape(page)


def test_the_shelf_lists_all_and_leads_from_home_and_the_new_table(client: FlaskClient, radio: str) -> None:
    shelf = said(client.get(HOME))
    assert "7 · Doomsday" in shelf
    assert "The Radio Room Allies 12 RP · Germans 9 RP custom mission" in shelf
    for path in ("/", "/new/incursion"):
        assert f'href="{HOME}"' in client.get(path).text
    new = client.get("/new/incursion?mission=radio-room").text
    assert 'value="radio-room" checked' in new
    client.set_cookie("lang", "es")
    assert "La sala de radio" in said(client.get(radio))


@pytest.mark.parametrize("path", ["file/nowhere", "file/8", "file/nowhere/edit", "file/nowhere/export.toml"])
def test_what_is_not_there_is_said_to_be_missing(client: FlaskClient, path: str) -> None:
    assert client.get(f"{HOME}/{path}").status_code == 404
    assert client.get("/missions/chess").status_code == 404


def test_a_table_shows_the_mission_that_it_copied(client: FlaskClient, play: Callable[..., PlayedTable]) -> None:
    table = play(mission=4, edition="en-2009")
    assert "Victory Point counters, face down: 8." in said(client.get(f"/t/{table.code}/mission"))
    assert f'href="/t/{table.code}/mission"' in client.get(f"/t/{table.code}/more").text


# -- changes


def test_a_mission_of_the_rulebook_is_read_only_and_duplicated_with_one_tap(
    client: FlaskClient, box: HostFiles
) -> None:
    assert client.get(f"{HOME}/file/1/edit").status_code == 403
    assert client.post(f"{HOME}/file/1/delete", headers=OURS).status_code == 403
    keys = []
    for path in ("1", "1", "recon-2"):
        answer = client.post(f"{HOME}/file/{path}/duplicate", headers=OURS)
        keys.append(answer.headers["Location"].split("/")[-2])
    assert keys == ["recon-2", "recon-3", "recon-2-2"]
    data = tomllib.loads(box.kept(GAME, "recon-3").text)
    assert data["name"] == {"en": "Recon 3", "es": "Reconocimiento 3"}
    assert data["demands"]["german"] == {"only": "sturmzombie", "spend-all": True}


def test_a_copy_of_an_own_one_keeps_its_comments(client: FlaskClient, box: HostFiles) -> None:
    sent(client, f"# mine\n{RADIO}# the end\n")
    client.post(f"{HOME}/file/radio-room/duplicate", headers=OURS)
    text = box.kept(GAME, "radio-room-2").text
    assert text.startswith('# mine\nkey = "radio-room-2"\n')
    assert text.endswith("# the end\n")
    tables = RADIO.replace('name = { en = "The Radio Room", es = "La sala de radio" }\n', "")
    tables = tables.replace("radio-room", "other") + '[name]\nen = "Other"\nes = "Otra"\n'
    assert sent(client, tables).status_code == 303
    client.post(f"{HOME}/file/other/duplicate", headers=OURS)
    assert tomllib.loads(box.kept(GAME, "other-2").text)["name"] == {"en": "Other 2", "es": "Otra 2"}


def test_the_text_is_edited_and_checked(client: FlaskClient, radio: str, box: HostFiles) -> None:
    assert html.escape('key = "radio-room"', quote=True) in client.get(f"{radio}/edit").text.replace("&#34;", "&quot;")
    assert save(client, box, RADIO.replace("allied = 12", "allied = 15")).status_code == 303
    assert tomllib.loads(box.kept(GAME, "radio-room").text)["rp"]["allied"] == 15
    assert "\r" not in box.kept(GAME, "radio-room").text
    assert "Allies · 15 RP" in said(client.get(radio))


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "Line 5, ends: The ending “pinger” needs: items: pinger. Nothing was changed."),
        ("es", "Línea 5, ends: El final «pinger» necesita: items: pinger. No se cambió nada."),
    ],
)
def test_a_fault_is_shown_at_its_line_and_what_was_typed_stays(
    client: FlaskClient, radio: str, box: HostFiles, language: str, says: str
) -> None:
    client.set_cookie("lang", language)
    before = box.kept(GAME, "radio-room")
    answer = save(client, box, RADIO.replace("no-man-left-behind", "pinger"))
    assert answer.status_code == 422
    assert says in said(answer)
    typed = html.unescape(re.search(r"<textarea[^>]*>\n(.*?)</textarea>", answer.text, re.DOTALL)[1])  # type: ignore[index]
    assert typed == RADIO.replace("no-man-left-behind", "pinger")
    marked = re.search(r'<li class="lost"[^>]*value="5"><code>(.*?)</code>', answer.text)
    assert marked
    assert html.unescape(marked[1]) == 'ends = "pinger"'
    assert box.kept(GAME, "radio-room") == before


def test_a_number_without_end_is_a_fault_at_its_line_and_what_was_typed_stays(
    client: FlaskClient, radio: str, box: HostFiles
) -> None:
    text = RADIO.replace("german = 9", f"german = {'9' * 5000}")
    answer = save(client, box, text)
    assert (answer.status_code, "Line 3, rp = { allied = 12" in said(answer)) == (422, True)
    assert "This line cannot be read." in said(answer)
    assert "9" * 5000 in re.search(r"<textarea.*?</textarea>", answer.text, re.DOTALL)[0]  # type: ignore[index]
    assert box.kept(GAME, "radio-room").text == RADIO


def test_the_key_stays_and_names_are_not_taken_twice(client: FlaskClient, radio: str, box: HostFiles) -> None:
    answer = save(client, box, RADIO.replace('"radio-room"', '"radio-hut"'))
    assert "Line 1, key: The key of this mission must stay “radio-room”." in said(answer)
    assert "There is already a mission “Recon”. Choose another name or key." in said(
        save(client, box, RADIO.replace("The Radio Room", "Recon"))
    )
    assert len(box.files(GAME)) == 1


def test_a_name_in_either_language_is_taken_once(client: FlaskClient, radio: str, box: HostFiles) -> None:
    other = RADIO.replace("radio-room", "hut").replace("The Radio Room", "Hut").replace("La sala de radio", "La cabaña")
    assert sent(client, other).status_code == 303
    for spanish in ("Reconocimiento", "la CABAÑA", "recon"):
        answer = save(client, box, RADIO.replace("La sala de radio", spanish))
        assert f"Line 2, name: There is already a mission “{spanish}”. Choose another name or key." in said(answer)
    answer = save(client, box, RADIO.replace("La sala de radio", "Reconocimiento"))
    assert "Line 2, name: There is already a mission “Reconocimiento”. Choose another name or key." in said(answer)
    assert [one.text for one in box.files(GAME)] == [other, RADIO]
    assert save(client, box, RADIO.replace("The Radio Room", "La sala de radio")).status_code == 303


@pytest.mark.parametrize(
    ("changes", "key", "name", "spanish"),
    [
        ({"allied = 12": "allied = 15"}, "radio-room-2", "The Radio Room 2", "La sala de radio 2"),
        ({"The Radio Room": "Hut", "La sala de radio": "La cabaña"}, "radio-room-2", "Hut", "La cabaña"),
        ({'"radio-room"': '"hut"'}, "hut", "The Radio Room 2", "La sala de radio 2"),
        ({'"radio-room"': '"recon"', "The Radio Room": "Hut"}, "recon-2", "Hut 2", "La sala de radio 2"),
    ],
)
def test_a_second_file_of_one_title_or_key_is_a_second_mission(
    client: FlaskClient, radio: str, box: HostFiles, changes: dict[str, str], key: str, name: str, spanish: str
) -> None:
    other = f"# a comment\n{RADIO}".replace("german = 9", "german = 10")
    for old, new in changes.items():
        other = other.replace(old, new)
    answer = sent(client, other)
    assert answer.headers.get("Location") == f"{HOME}/file/{key}", said(answer)
    kept = box.kept(GAME, key)
    assert (kept.name, tomllib.loads(kept.text)["name"], "# a comment" in kept.text) == (
        name,
        {"en": name, "es": spanish},
        True,
    )
    assert box.kept(GAME, "radio-room").text == RADIO
    assert key in client.get("/api/games").json["games"][0]["missions"]


def test_the_same_file_again_is_told_and_nothing_is_doubled(client: FlaskClient, radio: str, box: HostFiles) -> None:
    for again in (RADIO, f"# with a comment\n{RADIO}"):
        answer = sent(client, again)
        assert (answer.status_code, "already here, as “The Radio Room” (radio-room)" in said(answer)) == (422, True)
    assert len(box.files(GAME)) == 1


def test_a_copy_avoids_names_taken_in_either_language(client: FlaskClient, radio: str, box: HostFiles) -> None:
    assert save(client, box, RADIO.replace("La sala de radio", "Reconocimiento 2")).status_code == 303
    answer = client.post(f"{HOME}/file/1/duplicate", headers=OURS)
    assert (answer.status_code, box.kept(GAME, "recon-3").name) == (303, "Recon 3")


def test_who_was_overtaken_sees_what_stands_there_and_saves_once_more(
    client: FlaskClient, radio: str, box: HostFiles
) -> None:
    seen = box.kept(GAME, "radio-room").version
    save(client, box, RADIO.replace("allied = 12", "allied = 15"))
    answer = save(client, box, RADIO.replace("allied = 12", "allied = 18"), seen)
    assert answer.status_code == 409
    assert "Somebody else changed the mission “The Radio Room” in the meantime" in said(answer)
    assert "allied = 15" in re.search(r'id="overtaken".*?</pre>', answer.text, re.DOTALL)[0]  # type: ignore[index]
    version = int(re.search(r'name="version" value="(\d+)"', answer.text)[1])  # type: ignore[index]
    assert save(client, box, RADIO.replace("allied = 12", "allied = 18"), version).status_code == 303
    assert "allied = 18" in box.kept(GAME, "radio-room").text


def test_a_mission_is_deleted_but_not_an_older_version_of_it(
    client: FlaskClient, host: FlaskClient, radio: str, box: HostFiles
) -> None:
    version = box.kept(GAME, "radio-room").version
    assert "Delete “The Radio Room”?" in said(client.get(f"{radio}/delete"))
    assert client.post(f"{radio}/delete", data={"version": str(version - 1)}, headers=OURS).status_code == 409
    assert client.post(f"{radio}/delete", data={"version": str(version)}, headers=OURS).status_code == 303
    assert box.files(GAME) == []
    assert client.get(radio).status_code == 404


def test_there_is_an_end_to_missions(client: FlaskClient, radio: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.storage.host_files.HostFiles.at_most", 1)
    answer = client.post(f"{HOME}/file/1/duplicate", headers=OURS)
    assert (answer.status_code, "There are already 1 missions" in said(answer)) == (422, True)


def test_a_form_of_another_site_changes_no_mission(client: FlaskClient, radio: str, box: HostFiles) -> None:
    before = box.files(GAME)
    for path in ("edit", "delete", "duplicate"):
        assert client.post(f"{radio}/{path}", headers={"Origin": "http://elsewhere"}).status_code == 403
    assert box.files(GAME) == before


# -- files


def test_what_is_exported_is_what_is_imported(client: FlaskClient, radio: str) -> None:
    answer = client.get(f"{radio}/export.toml")
    assert (answer.text, answer.headers["Content-Disposition"]) == (RADIO, "attachment; filename=radio-room.toml")
    shipped = client.get(f"{HOME}/file/7/export.toml").text
    spanish = GAME.words["mission.7"]["es"]
    own = shipped.replace('"doomsday"', '"doom"', 1).replace('"Doomsday"', '"Doom"').replace(f'"{spanish}"', '"Fin"')
    assert sent(client, own).status_code == 303


def test_a_file_takes_the_place_of_an_own_mission(client: FlaskClient, radio: str, box: HostFiles) -> None:
    version = box.kept(GAME, "radio-room").version
    changed = RADIO.replace("german = 9", "german = 12")
    assert sent(client, changed, f"radio-room:{version - 1}").status_code == 409
    for strange in ("x", "9" * 5000, "\u0663", ""):
        assert sent(client, changed, f"radio-room:{strange}").status_code == 400
    assert sent(client, changed, f"radio-room:{version}").status_code == 303
    assert box.kept(GAME, "radio-room").text == changed


@pytest.mark.parametrize(
    ("content", "status", "says"),
    [
        (b"", 422, "The file is empty."),
        (b"\0", 422, "The file contains no text"),
        (b"key = '\xff'", 422, "Line 1"),
        (b"#" * (1 << 20), 413, "too large"),
        (b"#" * ((1 << 19) + 1), 422, "too large (limit: 512 KiB)"),
        (b"key = [", 422, "Line 1"),
        (b"ends = 3", 400, "Line 1"),
    ],
)
def test_a_bad_file_changes_nothing(
    client: FlaskClient, box: HostFiles, content: bytes, status: int, says: str
) -> None:
    answer = sent(client, content)
    assert answer.status_code in (status, 422)
    assert says in said(answer)
    assert box.files(GAME) == []
    assert "Choose a file first." in said(client.post(f"{HOME}/import", headers=OURS))


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_fault_of_a_missions_letters_speaks_of_sheets(client: FlaskClient, language: str) -> None:
    client.set_cookie("lang", language)
    for content, advice in ((b"\0", "TOML."), (b"key = '\xff'", "UTF-8.")):
        told = said(sent(client, content))
        assert (advice in told, "CSV" in told) == (True, False)


def test_a_mission_whose_card_is_gone_is_shown_as_faulty(client: FlaskClient, box: HostFiles) -> None:
    box.add(GAME, "Old", RADIO.replace("least-models = 3", 'only = "tank"'), "old")
    assert "cannot be played: it has an error" in said(client.get(HOME))
    page = client.get(f"{HOME}/file/old")
    assert "Line 12, demands.allied.only: There is no Model Card “tank”." in said(page)
    assert client.post(f"{HOME}/file/old/duplicate", headers=OURS).status_code == 422
    assert 'value="old"' not in client.get("/new/incursion").text
    listed = {game["key"]: game for game in client.get("/api/games").json["games"]}
    assert "old" not in listed["incursion"]["missions"]


def test_a_demand_on_a_card_of_an_own_set_is_sound(client: FlaskClient, app: Flask) -> None:
    cards = app.extensions["store"].card_sets
    starter = GAME.files.cards.shipped["starter"]  # type: ignore[union-attr]
    block = re.search(r"\[models\.grunt-ape\]\n.*?\n\n", starter, re.DOTALL)[0]  # type: ignore[index]
    cards.add(GAME, "Tanks", f"{starter}\n{block.replace('grunt-ape', 'tank')}")
    wanted = RADIO.replace("least-models = 3", 'only = "tank"')
    assert sent(client, wanted).status_code == 303
    opened: Any = {"game": "incursion", "mission": "radio-room"}
    assert client.post("/api/tables", json=opened).json["error"]["code"] == "card-set-lacks"
    assert client.post("/api/tables", json={**opened, "card_set": "tanks"}).status_code == 201


# -- the command line


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


@pytest.mark.sqlite
def test_missions_on_the_command_line(tmp_path: Path) -> None:
    file, data = tmp_path / "radio.toml", ["--data", str(tmp_path / "data")]
    file.write_text(RADIO, encoding="utf-8")
    assert run("missions", "check", str(file), *data).stdout == "The mission is valid: The Radio Room.\n"
    assert (
        run("missions", "check", str(file), *data, "--json").stdout == '{"mission": "The Radio Room", "faults": []}\n'
    )
    assert not (tmp_path / "data").exists(), "a check makes no folder"
    assert run("missions", "import", "incursion", str(file), *data).stdout == "radio-room\n"
    again = run("missions", "import", "incursion", str(file), *data)
    assert (again.exit_code, "already" in again.stderr) == (1, True)
    file.write_text(RADIO.replace("allied = 12", "allied = 15"), encoding="utf-8")
    assert run("missions", "import", "incursion", str(file), "--replace", *data).exit_code == 0
    assert "allied = 15" in run("missions", "export", "incursion", "radio-room", *data).stdout
    listed = run("missions", "list", *data).stdout
    assert "incursion  5  Behind Enemy Lines  (comes with the game)" in listed
    assert "incursion  radio-room  The Radio Room\n" in listed
    assert 'key = "doomsday"' in run("missions", "export", "incursion", "7", *data).stdout


@pytest.mark.parametrize(
    ("language", "says"),
    [("en_GB.UTF-8", "Line 5, ends: The ending"), ("es_ES.UTF-8", "Línea 5, ends: El final")],
)
def test_a_bad_file_is_refused_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, says: str
) -> None:
    monkeypatch.setenv("LC_ALL", language)
    file, data = tmp_path / "radio.toml", ["--data", str(tmp_path)]
    file.write_text(RADIO.replace("no-man-left-behind", "doomsday"), encoding="utf-8")
    for words in (
        ["check", str(file)],
        ["import", "incursion", str(file)],
        ["import", "incursion", str(file), "--replace"],
    ):
        told = run("missions", *words, *data)
        assert (told.exit_code, says in told.stderr) == (1, True), told.stderr
    file.write_text(RADIO.replace("german = 9", f"german = {'9' * 5000}"), encoding="utf-8")
    for group in ("cards", "missions"):
        told = run(group, "check", str(file))
        assert (told.exit_code, "3, rp = {" in told.stderr) == (1, True), told.stderr
    for words in (["export", "incursion", "nowhere"], ["export", "chess", "1"]):
        assert run("missions", *words, *data).exit_code == 1
    file.write_text(RADIO, encoding="utf-8")
    assert run("missions", "import", "incursion", str(file), "--replace", *data).exit_code == 1

"""Scenarios on the command line and in the app: checked, brought in, asked about, opened as a table."""

from __future__ import annotations

import gzip
import html
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.cli import main
from app.games import REGISTRY
from app.games.memoir_44.book import DATA, EDITION, FOLDER, edition_book
from app.games.memoir_44.game import GAME
from app.games.memoir_44.scenarios.scenario import Scenario, scenario_of
from app.storage.host_files import HostFiles
from app.storage.store import Store
from tests.memoir_44.editor_files import as_file, full_breakthrough, hexagon, scenario
from tests.memoir_44.test_editor_files import ODD, every_name
from tests.seated import sit

pytestmark = pytest.mark.usefixtures("on_shelf")
HOME = "/missions/memoir-44"
OURS = {"Origin": "http://localhost"}
OPEN = scenario([*ODD, hexagon(0, 0, tags=[{"name": "tag1"}])], info={"victory": [{"side": "AXIS"}]})
del OPEN["game_info"]["starting"]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def put(folder: Path, data: Any, name: str = "probe.m44") -> str:
    """A file in a folder, by its path."""
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else as_file(data))
    return str(path)


def kept(box: HostFiles, key: str) -> Scenario:
    """An own scenario."""
    from app.storage.missions import read_mission

    return scenario_of(read_mission(box.kept(GAME, key).text, GAME, []), edition_book(EDITION, {}))


# -- the command line


def test_a_file_is_checked_as_json_without_naming_its_game(tmp_path: Path) -> None:
    for name in ("probe.m44", "PROBE.M44"):
        told = run("missions", "check", put(tmp_path, every_name(), name), "--json")
        assert (told.exit_code, told.stderr) == (0, "")
        report = json.loads(told.stdout)
        assert list(report)[:10] == [
            *(
                "scenario",
                "board",
                "sides",
                "first",
                "hexes",
                "objectives",
                "mines",
                "refereed",
                "not_refereed",
                "faults",
            )
        ]
        assert (report["scenario"], report["board"], report["first"]) == ("A probe of ours", "overlord", "allied")
        assert report["sides"]["axis"] == {"medals": 6, "hand": 5, "units": 5}
        assert (report["not_refereed"], report["faults"]) == ([], [])


def test_what_is_not_refereed_and_what_is_to_be_known_is_told_in_words(tmp_path: Path) -> None:
    told = run("missions", "check", put(tmp_path, OPEN))
    assert told.exit_code == 0
    assert "not refereed: 1 × quicksand (terrain)" in told.stdout
    assert "game_info.victory: sudden death is not refereed." in told.stdout
    faults = json.loads(run("missions", "check", put(tmp_path, OPEN), "--json").stdout)["faults"]
    assert [fault.partition(":")[0] for fault in faults] == ["game_info.victory", "game_info.starting"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (scenario([hexagon(1, 2)]), ["row 1, col 2", "board.hexagons.0"]),
        (b"{", ["Line 1, column 2"]),
        (b"[" * (16 << 20), ["512 KiB"]),
        (b"[" * 400_000, ["nested too deep"]),
        (b'{"board": ', ["Line 1, column 11"]),
        (scenario([hexagon(0, 0)] * 20_000), ["limit: 1200", "board.hexagons"]),
    ],
    ids=range(6),
)
def test_a_file_that_cannot_be_read_ends_with_1_and_the_place(tmp_path: Path, content: Any, says: list[str]) -> None:
    for words in (["check"], ["import", "memoir-44"]):
        told = run("missions", *words, put(tmp_path, content), *(["--data", str(tmp_path / "d")] if words[1:] else []))
        assert (told.exit_code, type(told.exception)) == (1, SystemExit)
        assert [text for text in says if text not in told.stderr] == []
    assert not (tmp_path / "d" / "adjutant.db").exists()


def test_a_file_becomes_a_mission_and_its_answers_are_kept(tmp_path: Path) -> None:
    data = ["--data", str(tmp_path / "d")]
    file = put(tmp_path, OPEN)
    asked = run("missions", "import", "memoir-44", file, *data)
    assert (asked.exit_code, "first" in asked.stderr, "allied, axis" in asked.stderr) == (1, True, True)
    answers = ["--answer", "first=axis", "--answer", "terrain:quicksand=like-forest", "--answer", "stars=observer"]
    brought = run("missions", "import", "memoir-44", file, *answers, *data)
    assert (brought.exit_code, brought.stdout) == (0, "a-probe-of-ours\n"), brought.stderr
    box = Store(tmp_path / "d").missions
    found = kept(box, "a-probe-of-ours")
    assert (found.first, found.terrain((6, 2)), found.stars[0].purpose) == ("axis", "forest", "observer")
    assert run("missions", "import", "memoir-44", file, "--answer", "first=axis", *data).exit_code == 1
    again = run("missions", "import", "memoir-44", file, "--replace", "--answer", "first=allied", *data)
    assert (again.exit_code, again.stdout) == (0, "a-probe-of-ours\n")
    found = kept(box, "a-probe-of-ours")
    assert (found.first, found.terrain((6, 2)), found.stars[0].purpose) == ("allied", "forest", "as-told")


@pytest.mark.parametrize(
    ("answer", "status", "says"),
    [
        ("first", 2, "KEY=VALUE"),
        ("second=axis", 1, "is not a question about this file"),
        ("first=moths", 1, "allied, axis"),
    ],
)
def test_an_answer_that_is_none_is_refused(tmp_path: Path, answer: str, status: int, says: str) -> None:
    told = run("missions", "import", "memoir-44", put(tmp_path, OPEN), "--answer", answer, "--data", str(tmp_path))
    assert (told.exit_code, says in told.stderr) == (status, True), told.stderr


def test_two_scenarios_whose_names_make_one_key_have_two(tmp_path: Path) -> None:
    data = ["--data", str(tmp_path / "d")]
    for name, key in (("Crossing 1", "crossing"), ("Crossing 2", "crossing-2"), ("Гора", "scenario")):
        file = put(tmp_path, scenario(text={"en": {"name": name}}))
        assert run("missions", "import", "memoir-44", file, *data).stdout == f"{key}\n"


LONG = "The long march over the frozen pass and down to the town of " * 3
TITLED = scenario(text={"en": {"name": LONG}})


def test_two_files_with_one_title_are_two_missions_and_the_title_stays_whole(tmp_path: Path) -> None:
    data, title = ["--data", str(tmp_path / "d")], " ".join(LONG.split())
    other = scenario([hexagon(0, 0, terrain={"name": "woods"})], text={"en": {"name": LONG}})
    keys = [run("missions", "import", "memoir-44", put(tmp_path, file), *data).stdout for file in (TITLED, other)]
    assert keys == ["the-long-march-over-the-frozen-pass-and\n", "the-long-march-over-the-frozen-pass-2\n"]
    listed = [line for line in run("missions", "list", *data).stdout.splitlines() if "march" in line]
    assert [line.split("  ")[2] for line in listed] == [title, f"{title} 2"]
    assert json.loads(run("missions", "check", put(tmp_path, TITLED), "--json").stdout)["scenario"] == title
    again = run("missions", "import", "memoir-44", put(tmp_path, TITLED, "other-name.m44"), *data)
    assert (again.exit_code, "already here" in again.stderr) == (1, True)
    assert len(Store(tmp_path / "d").missions.files(GAME)) == 2


def test_a_key_is_chosen(tmp_path: Path) -> None:
    data, file = ["--data", str(tmp_path / "d")], put(tmp_path, TITLED)
    assert run("missions", "import", "memoir-44", file, "--as", "march", *data).stdout == "march\n"
    for key, says in (
        ("march", "already"),
        ("salt-road", "already"),
        ("March!", "is not a valid key"),
        ("m" * 41, "40"),
    ):
        told = run("missions", "import", "memoir-44", file, "--as", key, *data)
        assert (told.exit_code, says in told.stderr) == (1, True), key
    again = run("missions", "import", "memoir-44", file, "--as", "march", "--replace", *data)
    assert (again.exit_code, again.stdout) == (0, "march\n")
    toml = put(tmp_path, run("missions", "export", "memoir-44", "march", *data).stdout_bytes, "march.toml")
    assert run("missions", "import", "memoir-44", toml, "--as", "second-march", *data).stdout == "second-march\n"
    assert run("missions", "import", "memoir-44", toml, "--as", "second-march", "--replace", *data).exit_code == 0
    missing = run("missions", "import", "memoir-44", toml, "--as", "third", "--replace", *data)
    assert (missing.exit_code, "third" in missing.stderr) == (1, True)


@pytest.mark.parametrize(
    "name", ["probe.m44", "probe.m44.txt", "probe.json", "document", "probe.toml", "probe.csv", "PROBE.TXT"]
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_what_is_in_a_file_tells_its_kind_whatever_it_is_called(
    tmp_path: Path, client: FlaskClient, name: str, encoding: str
) -> None:
    content = as_file(scenario(text={"en": {"name": ""}})).decode().encode(encoding)
    told = run("missions", "check", put(tmp_path, content, name), "--json")
    assert (told.exit_code, json.loads(told.stdout)["board"]) == (0, "standard"), told.stderr
    assert json.loads(told.stdout)["scenario"] == re.sub(r"(\.(m44|json|txt))+$", "", name, flags=re.IGNORECASE)
    brought = run("missions", "import", "memoir-44", str(tmp_path / name), "--data", str(tmp_path / "d"))
    assert (brought.exit_code, brought.stderr) == (0, "")
    assert send(client, content, name).status_code == 303


@pytest.mark.parametrize(("language", "word"), [("en", "scenario"), ("es", "escenario")])
def test_pages_name_a_scenario_as_the_booklet_does(client: FlaskClient, language: str, word: str) -> None:
    client.set_cookie("lang", language)
    first = GAME.missions[0]
    own = client.post(f"{HOME}/file/{first}/duplicate", headers=OURS).headers["Location"].rsplit("/", 1)[0]
    assert f"{len(GAME.missions)} {word}s" in client.get("/").text
    for path in (HOME, f"{HOME}/import", f"{HOME}/file/{first}", own, f"{own}/edit", "/new/memoir-44"):
        main = re.sub(r"<[^>]+>", " ", client.get(path).text).lower()
        assert word in main, path
        assert not re.search(r"\bmissions?\b(?!\.md)|\bmisi[oó]n", main), path


def test_a_mission_of_ours_is_one_whatever_it_is_called(tmp_path: Path, client: FlaskClient, box: HostFiles) -> None:
    text = (DATA / "scenarios" / "4-gull-cape.toml").read_bytes()
    for name in ("gull.m44", "document", "gull.toml.txt", "gull.json"):
        told = run("missions", "check", put(tmp_path, text, name))
        assert (told.exit_code, "Gull Cape Before Dawn" in told.stdout) == (0, True), name
    assert send(client, text, "gull.m44").headers["Location"] == f"{HOME}/file/gull-cape-2"
    assert box.kept(GAME, "gull-cape-2").name == "Gull Cape Before Dawn 2"


@pytest.mark.parametrize(
    ("change", "place", "line"),
    [
        ({"hexagons": [hexagon(0, 0), hexagon(1, 2)]}, "board.hexagons.1", 4),
        ({"hexagons": {"item": [hexagon(0, 0), hexagon(1, 2)]}}, "board.hexagons.1", 4),
        ({"face": "MOON", "hexagons": []}, "board.face", 2),
    ],
)
def test_a_fault_names_the_line_of_the_file_that_was_sent(
    tmp_path: Path, client: FlaskClient, change: Any, place: str, line: int
) -> None:
    data = scenario()
    data["board"] |= change
    text = json.dumps(data)
    for sign in ('"face"', '"hexagons"', '{"row": 1'):
        text = text.replace(sign, f"\n{sign}", 1)
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        content = text.encode(encoding)
        answer = send(client, content)
        assert (answer.status_code, f"Line {line}, {place}: " in said(answer)) == (422, True), said(answer)
        told = run("missions", "check", put(tmp_path, content))
        assert (told.exit_code, f"Line {line}, {place}: " in told.stderr) == (1, True), told.stderr


def test_a_toml_file_finds_the_game_whose_missions_it_is_like(tmp_path: Path) -> None:
    told = run("missions", "check", str(DATA / "scenarios" / "4-gull-cape.toml"))
    assert (told.exit_code, "Gull Cape Before Dawn" in told.stdout) == (0, True)
    told = run("missions", "check", str(DATA / "scenarios" / "4-gull-cape.toml"), "--json")
    assert json.loads(told.stdout) == {"scenario": "Gull Cape Before Dawn", "faults": []}
    other = run("missions", "export", "incursion", "3", "--data", str(tmp_path))
    told = run("missions", "check", put(tmp_path, other.stdout_bytes, "pinger.toml"), "--data", str(tmp_path))
    assert (told.exit_code, "Pinger Raid" in told.stdout) == (0, True)
    told = run("missions", "check", put(tmp_path, b"x = 1\n", "what.toml"))
    assert (told.exit_code, "--game" in told.stderr) == (2, True)


# -- in the app


def said(answer: TestResponse) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def send(client: FlaskClient, data: Any, name: str = "probe.m44") -> TestResponse:
    """The answer to an uploaded file."""
    content = data if isinstance(data, bytes) else as_file(data)
    return client.post(f"{HOME}/import", data={"file": (io.BytesIO(content), name), "into": ""}, headers=OURS)


def fields_of(page: TestResponse) -> dict[str, str]:
    """The fields of the page that asks, as they are filled in: hidden ones, and what is chosen in each list."""
    found = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.text))
    for name, options in re.findall(r'<select id="[^"]+" name="([^"]+)" required>(.*?)</select>', page.text, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found[name] = chosen[1] if chosen else ""
    return {name: html.unescape(value) for name, value in found.items()}


def field_about(page: TestResponse, text: str) -> str:
    """The field whose label has this text."""
    labels = re.findall(r'<label for="([^"]+)">([^<]*)</label>', page.text)
    return next(name for name, label in labels if text in html.unescape(label))


def test_the_import_page_takes_files_of_the_editor(client: FlaskClient) -> None:
    page = client.get(f"{HOME}/import")
    taken = re.findall(r'accept="([^"]*)"', page.text)[0].split(",")
    assert {".toml", ".m44", ".json", ".txt", "*/*"} <= set(taken), "phones call such files `document`, too"
    assert ".m44" not in client.get("/missions/incursion/import").text


def test_a_file_that_leaves_nothing_open_is_imported_at_once(client: FlaskClient, box: HostFiles) -> None:
    answer = send(client, scenario([hexagon(0, 0, terrain={"name": "woods"})]))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{HOME}/file/a-probe-of-ours")
    assert kept(box, "a-probe-of-ours").terrain((0, 0)) == "forest"


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", ["quicksand (terrain), D7: counts as (1 ×)", "we decide ourselves", "like forest",
                "decoration only, without a rule",
                "game_info.victory: sudden death is not refereed."]),
        ("es", ["quicksand (terreno), D7: cuenta como (1 ×)", "lo decidimos nosotros", "como bosque",
                "solo decorativo, sin regla",
                "game_info.victory: la muerte súbita no se arbitra."]),
    ],
)  # fmt: skip
def test_what_a_file_leaves_open_is_asked(client: FlaskClient, language: str, says: list[str]) -> None:
    client.set_cookie("lang", language)
    page = send(client, OPEN)
    assert page.status_code == 200
    assert [text for text in says if text not in said(page)] == []


def test_answers_make_the_mission_and_are_kept_for_the_next_file(client: FlaskClient, box: HostFiles) -> None:
    page = send(client, OPEN)
    fields = fields_of(page)
    assert fields[field_about(page, "quicksand")] == "open"
    fields |= {field_about(page, "aeroplane"): "decide", field_about(page, "quicksand"): "like-marsh"}
    fields |= {field_about(page, "Which side starts?"): "axis"}
    answer = client.post(f"{HOME}/import", data=fields, headers=OURS, content_type="multipart/form-data")
    assert answer.headers["Location"] == f"{HOME}/file/a-probe-of-ours"
    found = kept(box, "a-probe-of-ours")
    assert (found.terrain((6, 2)), found.first) == ("marsh", "axis")
    shown = said(client.get(answer.headers["Location"]))
    assert "Not refereed, you decide: aeroplane, US (unit), 1 ×: " in shown
    next_page = send(client, scenario([hexagon(4, 4, terrain={"name": "QUICKSAND"})], text={"en": {"name": "Another"}}))
    assert fields_of(next_page)[field_about(next_page, "QUICKSAND")] == "like-marsh"


def test_answers_of_a_guest_are_proposed_to_him_alone(app: Flask, client: FlaskClient) -> None:
    def asked(phone: FlaskClient, name: str) -> tuple[dict[str, str], str]:
        page = send(phone, scenario([hexagon(4, 4, terrain={"name": "quicksand"})], text={"en": {"name": name}}))
        return fields_of(page), field_about(page, "quicksand")

    guest, other = app.test_client(), app.test_client()
    guest.environ_base["REMOTE_ADDR"] = other.environ_base["REMOTE_ADDR"] = "10.0.0.7"
    fields, field = asked(guest, "His first")
    assert fields[field] == "open"
    fields[field] = "like-marsh"
    answer = guest.post(f"{HOME}/import", data=fields, headers=OURS, content_type="multipart/form-data")
    assert answer.status_code == 303
    chosen = [fields[field] for fields, field in (asked(one, "Another") for one in (guest, other, client))]
    assert chosen == ["like-marsh", "open", "open"]


def test_without_an_answer_that_is_needed_nothing_is_changed(client: FlaskClient, box: HostFiles) -> None:
    page = send(client, OPEN)
    answer = client.post(f"{HOME}/import", data=fields_of(page), headers=OURS, content_type="multipart/form-data")
    assert (answer.status_code, "Nothing was changed." in said(answer)) == (422, True)
    assert box.files(GAME) == []


def test_a_file_may_take_the_place_of_an_own_mission(client: FlaskClient, box: HostFiles) -> None:
    send(client, scenario())
    old = box.kept(GAME, "a-probe-of-ours")
    fields = {**fields_of(send(client, OPEN)), "into": f"{old.key}:{old.version}"}
    fields = {name: value or "axis" for name, value in fields.items()}
    answer = client.post(f"{HOME}/import", data=fields, headers=OURS, content_type="multipart/form-data")
    assert answer.headers["Location"] == f"{HOME}/file/a-probe-of-ours"
    assert kept(box, "a-probe-of-ours").first == "axis"
    stale = client.post(f"{HOME}/import", data=fields, headers=OURS, content_type="multipart/form-data")
    assert stale.status_code == 409


def test_hostile_names_are_shown_as_they_are_written(client: FlaskClient) -> None:
    script = "<script>alert(1)</script>"
    data = scenario(
        [hexagon(0, 0, terrain={"name": script}, unit={"name": "x" * 10_000})],
        text={"en": {"name": script, "rules": script}},
    )
    page = send(client, data)
    assert (page.status_code, "<script>alert" in page.text, len(page.text) < 60_000) == (200, False, True)
    answer = client.post(f"{HOME}/import", data=fields_of(page), headers=OURS, content_type="multipart/form-data")
    shown = client.get(answer.headers["Location"])
    assert "<script>alert" not in shown.text
    assert f"Special rules, from the file: {script}" in html.unescape(shown.text)


def test_a_file_with_a_fault_is_refused_on_the_page(client: FlaskClient, box: HostFiles) -> None:
    answer = send(client, scenario([hexagon(1, 2)]))
    assert (answer.status_code, "row 1, col 2" in said(answer)) == (422, True)
    assert box.files(GAME) == []


def test_a_table_opens_with_an_imported_scenario_and_tells_it(client: FlaskClient) -> None:
    send(client, scenario([hexagon(2, 4, unit={"name": "infus"})]))
    opened = client.post("/api/tables", json={"game": "memoir-44", "mission": "a-probe-of-ours"})
    assert opened.status_code == 201, opened.json
    page = said(client.get(f"/t/{opened.json['code']}/mission"))
    assert "A probe of ours" in page
    assert "Units: infantry: 1" in page
    assert client.get("/api/games").json["games"][list(REGISTRY).index("memoir-44")]["missions"][0] == "salt-road"


@pytest.mark.parametrize(("options", "dimmed"), [({"night_visibility_rules": True}, True), ({}, False)])
def test_a_map_is_dimmed_and_says_how_far_one_sees_in_a_battle_at_night(
    client: FlaskClient, options: dict[str, Any], dimmed: bool
) -> None:
    send(client, scenario([hexagon(2, 4, unit={"name": "infus"})], info={"options": options}))
    opened = client.post("/api/tables", json={"game": "memoir-44", "mission": "a-probe-of-ours"})
    page = client.get(f"/t/{opened.json['code']}").text
    assert ('class="battle-map standard night"' in page, 'id="light"' in page) == (dimmed, dimmed)


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_page_of_a_full_breakthrough_board_is_light(client: FlaskClient, language: str) -> None:
    client.set_cookie("lang", language)
    asked = send(client, full_breakthrough())
    answer = client.post(f"{HOME}/import", data=fields_of(asked), headers=OURS, content_type="multipart/form-data")
    opened = client.post(
        "/api/tables", json={"game": "memoir-44", "mission": answer.headers["Location"].split("/")[-1]}
    )
    code = opened.json["code"]
    sit(client, code, opened.json["seats"]["allied"])
    pages = [client.get(path) for path in (answer.headers["Location"], f"/t/{code}", f"/t/{code}/mission")]
    assert pages[1].text.count('<g class="x') > 60
    assert [page.status_code for page in (asked, *pages)] == [200] * 4
    drawn = [len(gzip.compress(page.data)) for page in (asked, *pages)]
    assert [size for size in drawn if size > 60 * 1024] == []
    picture = client.get(html.unescape(re.findall(r'src="(/t/[^"]+picture.svg[^"]*)"', pages[1].text)[0]))
    figures = (FOLDER / "static" / "pieces.svg").read_bytes()
    assert drawn[2] + len(gzip.compress(picture.data)) + len(gzip.compress(figures)) <= 60 * 1024


def test_an_answer_that_cannot_be_is_asked_for_again_with_the_file_kept(client: FlaskClient, box: HostFiles) -> None:
    asked = send(client, full_breakthrough())
    fields = fields_of(asked)
    first = next(name for name in fields if name.startswith("answer-"))
    sent = {**fields, first: "nothing-of-it"}
    answer = client.post(f"{HOME}/import", data=sent, headers=OURS, content_type="multipart/form-data")
    assert (answer.status_code, 'role="alert"' in answer.text, box.files(GAME)) == (422, True, [])
    again = fields_of(answer)
    assert again == {**fields, first: ""}


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_shelf_and_every_page_of_a_scenario_is_shown(client: FlaskClient, language: str) -> None:
    client.set_cookie("lang", language)
    shelf = client.get(HOME)
    assert shelf.status_code == 200
    for path in re.findall(rf'href="({HOME}/file/[^"]+)"', shelf.text):
        assert client.get(path).status_code == 200
        assert client.get(f"{path}/export.toml").status_code == 200
        assert client.post(f"{path}/duplicate", headers=OURS).status_code == 303


def test_a_scenario_is_read_and_a_mission_copied_aside(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[str, Any]] = []

    def noted(work: Any, given: tuple[Any, ...]) -> Any:
        done.append((work.__name__, given[-1]))
        return work(*given)

    monkeypatch.setitem(client.application.extensions, "aside", noted)
    asked = send(client, full_breakthrough(), "n" * 1000)
    sent = {**fields_of(asked), "name": "n" * 1000}
    client.post(f"{HOME}/import", data=sent, headers=OURS, content_type="multipart/form-data")
    assert [given for work, given in done if work == "read_foreign"] == ["n" * 255] * 2
    path = re.findall(rf'href="({HOME}/file/[^"]+)"', client.get(HOME).text)[0]
    client.post(f"{path}/duplicate", headers=OURS)
    assert {"mission", "renamed", "read_mission"} <= {work for work, _ in done}


# -- what a page shows of a file


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_file_is_shown_at_a_glance_and_taken_as_proposed_with_one_tap(
    client: FlaskClient, box: HostFiles, language: str
) -> None:
    client.set_cookie("lang", language)
    data = scenario(
        [
            hexagon(4, 4, terrain={"name": "coast"}),
            hexagon(4, 6, terrain={"name": "zz-heap"}),
            hexagon(1, 5, terrain={"name": "wforest"}, unit={"name": "infger"}),
        ],
        text={"en": {"name": "A probe of ours", "historical": "Two companies met at the mill."}},
    )
    page = send(client, data)
    shown = said(page)
    words = {
        "en": ["Which boxes do I need?", "Out of the Eastern Front: 1", "Out of the Mediterranean Theater: 1",
               "What the app referees", "forest, 1 ×: C8", "Questions about the file",
               "shoreline (terrain), C5: counts as",
               "Decoration only, without a rule: zz-heap (terrain), 1 ×: D5.", "Two companies met at the mill."],
        "es": ["¿Qué cajas necesito?", "Piezas de: Frente Oriental (1)", "bosque, 1 ×: C8",
               "Preguntas sobre el archivo",
               "(terreno), C5: cuenta como", "Solo decorativo, sin regla: zz-heap (terreno), 1 ×: D5."],
    }[language]  # fmt: skip
    assert [one for one in words if one not in shown] == []
    assert page.text.count("<polygon") > 113, "the board is drawn"
    fields = {**fields_of(page), "proposed": "1", field_about(page, "zz-heap"): "decide"}
    answer = client.post(f"{HOME}/import", data=fields, headers=OURS, content_type="multipart/form-data")
    found = kept(box, "a-probe-of-ours")
    assert (found.terrain((4, 4)), found.has_odd, [one.name for one in found.looks_on((6, 4))]) == (
        "shoreline", False, ["zz-heap"]
    )  # fmt: skip
    mission = said(client.get(answer.headers["Location"]))
    assert [one for one in words[:3] if one not in mission] == []


def test_the_same_file_again_is_told_at_once_and_nothing_is_doubled(client: FlaskClient, box: HostFiles) -> None:
    page = send(client, OPEN)
    fields = {**fields_of(page), field_about(page, "Which side starts?"): "axis"}
    client.post(f"{HOME}/import", data=fields, headers=OURS, content_type="multipart/form-data")
    again = send(client, OPEN, "other-name.m44")
    assert (again.status_code, "This file is already here, as “A probe of ours”" in said(again)) == (422, True)
    assert len(box.files(GAME)) == 1


def test_a_new_table_tells_its_scenarios_at_a_glance(client: FlaskClient) -> None:
    page = said(client.get("/new/memoir-44"))
    for told in (
        "Standard board · Poland, Germany · medals to win (Allies – Axis): 6 – 7",
        "Overlord board · China, Japan · medals to win: 10",
    ):
        assert told in page


def test_two_files_of_one_title_are_two_missions_that_a_list_tells_apart(
    client: FlaskClient, box: HostFiles, tmp_path: Path
) -> None:
    title = "Over the river and on to the far bank, " * 4 + "and home"
    for number, name in enumerate(("monday.m44", "tuesday.m44"), start=4):
        info = {"date_begin": f"1944-06-0{number}"}
        send(
            client, scenario([hexagon(0, 0, terrain={"name": "woods"})], info=info, text={"en": {"name": title}}), name
        )
    first, second = sorted(box.files(GAME), key=lambda one: len(one.name))
    assert (first.key, second.key) == (first.key[:40].strip("-"), f"{first.key[:36].rstrip('-')}-2")
    assert (first.name, second.name) == (title, f"{title} 2")
    shelf = said(client.get(HOME))
    for day, name in (("1944-06-04", "monday"), ("1944-06-05", "tuesday")):
        assert f"standard board · {day} · {name}" in shelf
    assert title in shelf

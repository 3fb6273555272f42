"""Card sets through the pages: edited, copied, brought in, taken out, compared, and played with."""

from __future__ import annotations

import html
import io
import re
import threading
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.core.content.cards.csv_format import csv_of
from app.core.content.cards.edit import without_card
from app.core.content.cards.toml_format import rewritten
from app.core.errors import Refused, Stale
from app.core.messages.translator import LANGUAGES
from app.games import REGISTRY
from app.games.incursion.cards.sets import CARDS, checked_set
from app.storage.host_files import HostFiles
from app.web.request.guard import PICTURE_LIMIT
from tests.playing import PlayedTable

OURS = {"Origin": "http://localhost"}
GAME = REGISTRY["incursion"]
STARTER = CARDS.shipped["starter"]
DATA = checked_set(STARTER)


@pytest.fixture
def box(app: Flask) -> HostFiles:
    """The own sets of the app."""
    found: HostFiles = app.extensions["store"].card_sets
    return found


@pytest.fixture
def mine(client: FlaskClient) -> str:
    """The address of an own copy of the starter set."""
    answer = client.post("/cards/incursion/set/starter/duplicate", headers=OURS)
    assert answer.status_code == 303
    return answer.headers["Location"]


def form(client: FlaskClient, path: str) -> dict[str, Any]:
    """The whole form of a page, as a browser would send it."""
    text = client.get(path).text
    text = text[text.index('class="whole"') : text.index('id="save"')]
    fields: dict[str, Any] = {}
    for tag in re.findall(r"<input([^>]*)>", text):
        named = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if named.get("type") != "checkbox" or "checked" in tag:
            fields.setdefault(named["name"], []).append(html.unescape(named.get("value", "")))
    for tag, options in re.findall(r"<select([^>]*)>(.*?)</select>", text, re.DOTALL):
        values = re.findall(r'<option value="([^"]*)"( selected)?', options)
        fields[re.search(r'name="([^"]*)"', tag)[1]] = next(  # type: ignore[index]
            (value for value, selected in values if selected), values[0][0]
        )
    for tag, value in re.findall(r"<textarea([^>]*)>(.*?)</textarea>", text, re.DOTALL):
        fields[re.search(r'name="([^"]*)"', tag)[1]] = html.unescape(value)  # type: ignore[index]
    return fields


def save(client: FlaskClient, path: str, **changed: Any) -> TestResponse:
    """Send the form of a card with some fields otherwise (dots written as two underlines)."""
    fields = {name.replace("__", "."): value for name, value in changed.items()}
    return client.post(path, data={**form(client, path), **fields}, headers=OURS)


def kept(box: HostFiles, key: str = "starter-set") -> Any:
    return checked_set(box.kept(GAME, key).text)


def said(answer: TestResponse) -> str:
    return html.unescape(re.sub(r"<[^>]+>", " ", answer.text))


def upload(client: FlaskClient, content: bytes, file: str = "set.toml", **fields: str) -> TestResponse:
    data = {"file": (io.BytesIO(content), file), **fields}
    return client.post("/cards/incursion/import", data=data, headers=OURS, content_type="multipart/form-data")


# -- looking


def test_each_value_of_a_set_says_in_a_word_where_it_is_from(client: FlaskClient) -> None:
    text = client.get("/cards/incursion/set/starter").text
    grunt = text[text.index('id="card-grunt-ape"') : text.index('id="card-slugger-murphy"')]
    values = re.findall(r'<span class="what">([^<]+)</span> <b>([^<]+)</b>\s*<abbr class="from from-(\w+)"', grunt)
    assert ("RP", "3", "public") in values
    assert ("Weapons", "LMG", "rulebook") in values
    assert ("AP", "3", "house") in values
    assert grunt.count('<span class="sr">(custom value)</span>') == 4
    assert len(values) == len(DATA["models"]["grunt-ape"]["from"])


def test_each_card_of_a_set_is_reached_by_its_name_at_the_top(client: FlaskClient) -> None:
    text = client.get("/cards/incursion/set/starter").text
    named = re.findall(r'<li><a href="#card-([\w-]+)">', text)
    assert named == re.findall(r'id="card-([\w-]+)"', text)
    assert len(named) == 11 + 27


def test_the_shipped_set_is_read_only(client: FlaskClient, box: HostFiles) -> None:
    page = client.get("/cards/incursion/set/starter").text
    assert "Duplicate to edit" in page
    assert "/edit" not in page
    assert "/card/models/" not in page
    for path in ("/card/models/gretel", "/new/models", "/delete", "/card/models/gretel/remove"):
        for answer in (
            client.get(f"/cards/incursion/set/starter{path}"),
            client.post(f"/cards/incursion/set/starter{path}", data={"version": "1"}, headers=OURS),
        ):
            assert (answer.status_code, "Duplicate it first" in said(answer)) == (403, True), path
    assert client.post("/cards/incursion/set/starter/rename", data={"name": "x"}, headers=OURS).status_code == 403
    assert CARDS.shipped["starter"] == STARTER


@pytest.mark.parametrize(
    "path",
    ["/cards/chess", "/cards/incursion/set/nobody", "/cards/incursion/set/starter/export.xml",
     "/cards/incursion/compare?a=starter&b=nobody", "/cards/incursion/set/nobody/card/models/gretel",
     "/cards/incursion/set/nobody/export.toml", "/cards/incursion/set/nobody/delete"],
)  # fmt: skip
def test_what_is_not_there_is_said_so(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_no_card_of_an_own_set_is_no_page(client: FlaskClient, mine: str) -> None:
    for path in ("/card/models/nobody", "/card/magic/gretel", "/new/magic"):
        assert client.get(mine + path).status_code == 404


# -- editing


def test_one_tap_duplicates_and_the_copies_have_names_of_their_own(client: FlaskClient, box: HostFiles) -> None:
    for _ in range(2):
        client.post("/cards/incursion/set/starter/duplicate", headers=OURS)
    assert [(one.key, one.name) for one in box.files(GAME)] == [
        ("starter-set", "Starter set 2"),
        ("starter-set-2", "Starter set 3"),
    ]
    assert box.kept(GAME, "starter-set").text == STARTER


def test_a_changed_value_becomes_the_houses(client: FlaskClient, mine: str, box: HostFiles) -> None:
    answer = save(client, f"{mine}/card/models/grunt-ape", rp="4")
    assert answer.headers["Location"] == f"{mine}#card-grunt-ape"
    grunt = kept(box)["models"]["grunt-ape"]
    assert (grunt["rp"], grunt["from"]["rp"]) == (4, "house")
    assert {**grunt, "rp": 3, "from": {**grunt["from"], "rp": "public"}} == DATA["models"]["grunt-ape"]
    page = client.get(mine).text
    assert re.search(r'id="card-grunt-ape".*?>RP</span> <b>4</b>\s*<abbr class="from from-house"', page, re.DOTALL)


def test_every_field_of_a_battle_card_is_edited(client: FlaskClient, mine: str, box: HostFiles) -> None:
    path = f"{mine}/card/battle/smoke"
    fields = {"name__en": "Thick\r\nSmoke", "on": "own-side", "change__shot-die": "", "change__fortitude": "-2"}
    more = {"any-time": "1", "side": "german", "ignored-by": ["ilsa", "hans"], "from__kill": "public", "kill": "5"}
    assert save(client, path, **fields, **more, text__es="¡Niebla!").status_code == 303
    smoke = kept(box)["battle"]["smoke"]
    assert smoke["name"]["en"] == "Thick Smoke"
    assert (smoke["change"], smoke["on"], smoke["side"]) == ({"fortitude": -2}, "own-side", "german")
    assert (smoke["any-time"], smoke["ignored-by"], smoke["text"]["es"]) == (True, ["ilsa", "hans"], "¡Niebla!")
    assert smoke["from"] == dict.fromkeys(smoke["from"], "house") | {"kill": "public"}


def test_saving_what_did_not_change_changes_nothing(client: FlaskClient, mine: str, box: HostFiles) -> None:
    before = box.kept(GAME, "starter-set")
    for section, key in (("models", "ape-sarge"), ("battle", "snafu"), ("battle", "blaze-of-glory")):
        assert save(client, f"{mine}/card/{section}/{key}").status_code == 303
    assert box.kept(GAME, "starter-set") == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_be_is_told_at_its_field_and_nothing_is_lost(
    client: FlaskClient, mine: str, box: HostFiles, language: str
) -> None:
    client.set_cookie("lang", language)
    before = box.kept(GAME, "starter-set")
    answer = save(client, f"{mine}/card/models/grunt-ape", dp="100", limit="7")
    label = {"en": "“DP” must be at most 99.", "es": "«PD» debe ser 99 como máximo."}[language]
    assert (answer.status_code, label in said(answer)) == (422, True)
    assert re.search(r'id="f-dp" name="dp" value="100"[^>]*aria-invalid="true" aria-describedby="fault"', answer.text)
    assert 'name="limit" value="7"' in answer.text
    assert box.kept(GAME, "starter-set") == before


@pytest.mark.parametrize(
    ("path", "fields", "status", "field"),
    [
        ("/card/models/grunt-ape", {"rp": ""}, 400, "rp"),
        ("/card/models/grunt-ape", {"rp": "many"}, 400, "rp"),
        ("/card/models/grunt-ape", {"weapons": ["sling"]}, 422, "weapons"),
        ("/card/models/grunt-ape", {"from__rp": "dream"}, 422, "rp"),
        ("/card/models/grunt-ape", {"name__es": " "}, 422, "name.es"),
        ("/card/models/grunt-ape", {"name__es": "x" * 401}, 422, "name.es"),
        ("/card/battle/smoke", {"change__ap": "10"}, 422, "change"),
        ("/card/battle/smoke", {"change__cp": "1"}, 422, "change"),
        ("/card/battle/smoke", {"ignored-by": ["nobody"]}, 422, "ignored-by"),
        ("/card/battle/smoke", {"on": "moon"}, 422, "on"),
        ("/card/battle/smoke", {"effect": "draw"}, 422, ""),
    ],
)
def test_a_fault_of_a_form_names_its_field(
    client: FlaskClient, mine: str, box: HostFiles, path: str, fields: dict[str, Any], status: int, field: str
) -> None:
    before = box.kept(GAME, "starter-set")
    answer = save(client, mine + path, **fields)
    assert answer.status_code == status
    assert ('aria-invalid="true"' in answer.text, f'href="#f-{field}"' in answer.text) == (bool(field), bool(field))
    assert box.kept(GAME, "starter-set") == before


def test_a_card_is_added_blank_or_like_another_and_removed(client: FlaskClient, mine: str, box: HostFiles) -> None:
    blank = {"name__en": "Tank", "name__es": "Tanque", "rp": "9", "ap": "2", "fortitude": "6", "dp": "4", "limit": "1"}
    assert save(client, f"{mine}/new/models", **blank).headers["Location"] == f"{mine}#card-tank"
    tank = kept(box)["models"]["tank"]
    assert (tank["rp"], tank["side"], set(tank["from"].values())) == (9, "allied", {"house"})
    assert save(client, f"{mine}/new/battle?like=snafu", kill="3").headers["Location"] == f"{mine}#card-snafu-b"
    copy = kept(box)["battle"]["snafu-b"]
    assert (copy["kill"], copy["from"]["effect"]) == (3, "public")
    assert save(client, f"{mine}/new/battle?like=snafu", key="snafu").status_code == 422
    assert "“snafu” is the key of two cards" in said(save(client, f"{mine}/new/battle?like=snafu", key="snafu"))
    remove = f"{mine}/card/models/tank/remove"
    version = re.search(r'name="version" value="(\d+)"', client.get(remove).text)
    assert version
    assert client.post(remove, data={"version": version[1]}, headers=OURS).status_code == 303
    assert "tank" not in kept(box)["models"]


def test_a_card_that_others_need_stays(client: FlaskClient, mine: str, box: HostFiles) -> None:
    before = box.kept(GAME, "starter-set")
    data = {"version": str(before.version)}
    answer = client.post(f"{mine}/card/models/ilsa/remove", data=data, headers=OURS)
    assert (answer.status_code, "There is no Model Card “Ilsa von X”" in said(answer)) == (422, True)
    assert box.kept(GAME, "starter-set") == before


def test_a_set_is_renamed_and_deleted(client: FlaskClient, host: FlaskClient, mine: str, box: HostFiles) -> None:
    version = str(box.kept(GAME, "starter-set").version)
    client.post("/cards/incursion/set/starter/duplicate", headers=OURS)
    for name, status, why in (
        ("starter SET 3", 422, "already"),
        ("mazo Básico", 422, "already"),
        (" ", 422, "Fill in “Name of the set”."),
        ("x" * 211, 422, "“Name of the set” is too long (limit: 210 characters)."),
        ("a\u202eb", 422, "has the wrong format"),
    ):
        answer = client.post(f"{mine}/rename", data={"name": name, "version": version}, headers=OURS)
        assert (answer.status_code, why in said(answer)) == (status, True), name
        assert f'value="{name}" required maxlength="200" aria-invalid="true"' in answer.text
        assert answer.text.count('id="fault-name"') == 1
    assert (
        client.post(f"{mine}/rename", data={"name": " Our  box ", "version": version}, headers=OURS).status_code == 303
    )
    assert box.kept(GAME, "starter-set").name == "Our box"
    assert "Delete “Our box”?" in said(client.get(f"{mine}/delete"))
    assert client.post(f"{mine}/delete", data={"version": version}, headers=OURS).status_code == 409
    version = str(box.kept(GAME, "starter-set").version)
    assert client.post(f"{mine}/delete", data={"version": version}, headers=OURS).status_code == 303
    with pytest.raises(Refused):
        box.kept(GAME, "starter-set")


def test_there_is_an_end_to_sets(box: HostFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.storage.host_files.HostFiles.at_most", 1)
    box.add(GAME, "one", STARTER)
    with pytest.raises(Refused) as no:
        box.add(GAME, "two", STARTER)
    assert no.value.code == "too-many-card-sets"


@pytest.mark.parametrize("path", ["/duplicate", "/rename", "/delete", "/card/models/gretel", "/new/models"])
def test_a_form_of_another_site_changes_no_set(client: FlaskClient, mine: str, box: HostFiles, path: str) -> None:
    before = box.files(GAME)
    answer = client.post(
        mine + path, data={"version": str(before[0].version)}, headers={"Origin": "http://evil.example"}
    )
    assert (answer.status_code, box.files(GAME)) == (403, before)


# -- two people at once


def test_an_edit_of_an_older_version_is_refused_and_shows_what_changed(
    client: FlaskClient, mine: str, box: HostFiles
) -> None:
    path = f"{mine}/card/models/gretel"
    mine_then = form(client, path)
    assert save(client, path, ap="7").status_code == 303
    before = box.kept(GAME, "starter-set")
    late = client.post(path, data={**mine_then, "rp": "9"}, headers=OURS)
    assert (late.status_code, "Somebody else changed the set “Starter set 2” in the meantime" in said(late)) == (
        409,
        True,
    )
    assert box.kept(GAME, "starter-set") == before
    overtaken = late.text[late.text.index('id="overtaken"') : late.text.index("</table>")]
    assert [" ".join(said_of(row).split()) for row in re.findall(r"<tr>(.*?)</tr>", overtaken, re.DOTALL)[1:]] == [
        "RP 5 C (custom value) 9 C (custom value)",
        "AP 7 C (custom value) 3 C (custom value)",
    ]
    # what was typed is still there, and goes in when it is saved once more
    assert 'name="rp" value="9"' in late.text
    version = re.search(r'name="version" value="(\d+)"', late.text)
    assert version
    again = client.post(path, data={**mine_then, "rp": "9", "version": version[1]}, headers=OURS)
    assert (again.status_code, kept(box)["models"]["gretel"]["rp"]) == (303, 9)


def said_of(row: str) -> str:
    return re.sub(r"<[^>]+>", " ", row)


def test_a_second_tap_on_save_is_no_quarrel(client: FlaskClient, mine: str, box: HostFiles) -> None:
    path = f"{mine}/card/models/gretel"
    fields = {**form(client, path), "ap": "7"}
    for _ in range(2):
        assert client.post(path, data=fields, headers=OURS).status_code == 303
    assert kept(box)["models"]["gretel"]["ap"] == 7


def test_of_many_edits_at_once_one_is_kept_and_the_others_are_told(box: HostFiles) -> None:
    key = box.add(GAME, "Ours", STARTER)
    seen = box.kept(GAME, key).version
    texts = [rewritten(STARTER, without_card(DATA, "battle", card), CARDS) for card in ("smoke", "brace", "runners")]
    kept_texts: list[str] = []

    def change(text: str) -> None:
        try:
            box.change(GAME, key, seen, text=text)
            kept_texts.append(text)
        except Stale:
            pass

    threads = [threading.Thread(target=change, args=[text]) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(kept_texts) == 1
    assert box.kept(GAME, key).text == kept_texts[0]


# -- files


def test_what_is_exported_is_what_is_imported(client: FlaskClient, mine: str, box: HostFiles) -> None:
    save(client, f"{mine}/card/models/gretel", ap="7", name__es='=1+1; «Ñ», "x"')
    text = box.kept(GAME, "starter-set").text
    toml = client.get(f"{mine}/export.toml")
    assert (toml.data, toml.headers["Content-Disposition"]) == (text.encode(), "attachment; filename=starter-set.toml")
    assert upload(client, toml.data, "Again.toml").headers["Location"] == "/cards/incursion/set/again"
    assert client.get("/cards/incursion/set/again/export.toml").data == toml.data
    for language, separator in (("en", b","), ("es", b";")):
        client.set_cookie("lang", language)
        sheet = client.get(f"{mine}/export.csv").data
        assert sheet.startswith(b"\xef\xbb\xbfsection" + separator + b"key")
        key = upload(client, sheet, "sheet.csv", name=f"Sheet {language}").headers["Location"].split("/")[-1]
        assert kept(box, key) == kept(box)
        assert client.get(f"/cards/incursion/set/{key}/export.csv").data == sheet


def test_a_file_takes_the_place_of_an_own_set(client: FlaskClient, mine: str, box: HostFiles) -> None:
    seen = box.kept(GAME, "starter-set").version
    text = rewritten(STARTER, without_card(DATA, "battle", "smoke"), CARDS)
    assert upload(client, text.encode(), into=f"starter-set:{seen}").headers["Location"] == mine
    assert (box.kept(GAME, "starter-set").text, box.kept(GAME, "starter-set").name) == (text, "Starter set 2")
    late = upload(client, STARTER.encode(), into=f"starter-set:{seen}", name="Late")
    assert (late.status_code, "in the meantime" in said(late)) == (409, True)
    assert box.kept(GAME, "starter-set").text == text
    assert upload(client, text.encode(), into="starter-set:x").status_code == 400
    assert upload(client, text.encode(), into="nobody:1").status_code == 422


BAD = [
    ("set.toml", STARTER.replace("copies = 3", "copies = 0", 1).encode(), 422, "extra-ammo.copies", "at least 1"),
    ("set.csv", csv_of(DATA, CARDS).replace(b",shooter,", b",moon,", 1), 422, "extra-ammo.on", "one of"),
    ("set.csv", "sección;clave\n".encode("cp1252"), 422, "", "UTF-8"),
    ("set.csv", b"section;key\nmodels;x\n", 422, "name.en", "missing"),
    ("set.csv", b"", 422, "", "empty"),
    ("set.toml", b"\x00\x01", 422, "", "no text"),
    ("set.toml", b"#" * (1 << 19) + b"#", 422, "", "512 KiB"),
    ("set.toml", b"#" * PICTURE_LIMIT, 413, "", "too large"),
    ("", b"", 422, "", "Choose a file"),
]


@pytest.mark.parametrize(("name", "content", "status", "field", "why"), BAD)
@pytest.mark.parametrize("replaces", [False, True])
def test_a_bad_file_changes_nothing(
    client: FlaskClient,
    mine: str,
    box: HostFiles,
    name: str,
    content: bytes,
    status: int,
    field: str,
    why: str,
    replaces: bool,
) -> None:
    before = box.files(GAME)
    exported = client.get(f"{mine}/export.toml").data
    into = {"into": f"starter-set:{before[0].version}"} if replaces else {}
    answer = upload(client, content, name, **into)
    assert answer.status_code == status
    assert why in said(answer)
    assert field in said(answer)
    assert "Nothing was changed" in said(answer)
    assert box.files(GAME) == before
    assert client.get(f"{mine}/export.toml").data == exported


def test_a_bad_file_is_told_in_spanish_with_line_and_field(client: FlaskClient) -> None:
    client.set_cookie("lang", "es")
    answer = upload(client, STARTER.replace("rp = 3", "rp = 0", 1).encode())
    assert "Línea 10, models.grunt-ape.rp: Debe ser 1 como mínimo." in said(answer)


# -- comparing


def test_only_what_differs_is_shown_side_by_side(client: FlaskClient, mine: str) -> None:
    assert "There are no differences" in said(client.get("/cards/incursion/compare?a=starter&b=starter-set"))
    save(client, f"{mine}/card/models/gretel", ap="7")
    save(client, f"{mine}/new/battle?like=snafu", name__en="Snag")
    text = client.get("/cards/incursion/compare?a=starter&b=starter-set").text
    rows = [" ".join(said_of(row).split()) for row in re.findall(r"<tr>(.*?)</tr>", text, re.DOTALL)]
    assert rows == ["Value Starter set Starter set 2", "AP 3 C (custom value) 7 C (custom value)"]
    assert "only in: Starter set 2" in said(client.get("/cards/incursion/compare?a=starter&b=starter-set"))
    assert re.findall(r'id="differs-([\w-]+)"', text) == ["gretel", "snag"]


# -- at a table


def test_a_table_is_opened_with_an_own_set_and_its_numbers_are_used(client: FlaskClient, mine: str) -> None:
    save(client, f"{mine}/card/models/grunt-ape", ap="5", name__en="<b>Tin</b>")
    page = client.get("/new/incursion").text
    assert re.search(r'name="card_set" value="starter-set"> <span>Starter set 2</span>', page)
    fields = {"mission": "1", "edition": "en-2009", "card_set": "starter-set"}
    code = client.post("/new/incursion", data=fields, headers=OURS).headers["Location"].split("/")[2]
    assert client.get(f"/api/tables/{code}").status_code == 200
    listed = {game["key"]: game for game in client.get("/api/games").json["games"]}
    assert listed["incursion"]["card_sets"] == ["starter", "reinforcements", "starter-set"]
    table = PlayedTable(client, card_set="starter-set").choose_forces()
    assert table["models.grunt-ape-1.ap"] == 5
    assert "&lt;b&gt;Tin&lt;/b&gt;" in client.get(f"/t/{table.code}").text
    assert "<b>Tin" not in client.get(f"/t/{table.code}").text
    # later edits change no game in progress
    save(client, f"{mine}/card/models/grunt-ape", ap="9")
    assert table["models.grunt-ape-1.ap"] == 5
    assert ">AP</span> <b>5</b>" in client.get(f"/t/{table.code}/cards").text
    assert PlayedTable(client, card_set="starter-set").choose_forces(["grunt-ape"] * 2)["models.grunt-ape-1.ap"] == 9


def test_a_power_taken_from_a_card_is_gone_at_the_table(client: FlaskClient, mine: str) -> None:
    save(client, f"{mine}/card/models/hans", powers=[], weapons=["smg"])
    table = PlayedTable(client, card_set="starter-set", mission=3, rp={"allied": 18, "german": 18})
    table.choose_forces(["grunt-ape"], ["hans", "sturmzombie", "sturmzombie"])
    book = table.look().book
    assert (book.models["hans"].powers, book.models["hans"].weapons) == ([], ["smg"])


def test_the_cards_of_a_table_are_shown_and_never_edited(client: FlaskClient) -> None:
    table = PlayedTable(client)
    page = client.get(f"/t/{table.code}/cards").text
    assert "from-rulebook" in page
    assert page.count('class="set-card') == len(DATA["models"]) + len(DATA["battle"])
    assert "<form" not in page.split("<footer")[0]
    assert "/card/" not in page
    assert f"/t/{table.code}/cards" in client.get(f"/t/{table.code}/more").text


@pytest.mark.parametrize("card_set", ["nobody", 3])
def test_a_set_that_is_not_there_opens_no_table(client: FlaskClient, card_set: Any) -> None:
    answer = client.post("/api/tables", json={"game": "incursion", "card_set": card_set})
    assert (answer.status_code, answer.json["error"]["field"]) == (400 if card_set == 3 else 422, "card_set")


def test_a_mission_that_needs_a_card_says_which(client: FlaskClient, box: HostFiles) -> None:
    box.add(GAME, "Ours", STARTER.replace("[models.sturmzombie]", "[models.our-zombie]"))
    answer = client.post("/api/tables", json={"game": "incursion", "card_set": "ours"})
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "card-set-lacks")
    assert client.post("/api/tables", json={"game": "incursion", "card_set": "ours", "mission": 3}).status_code == 201


def test_a_set_of_another_version_of_the_program_is_shown_as_unreadable(
    client: FlaskClient, host: FlaskClient, box: HostFiles
) -> None:
    key = box.add(GAME, "Old", STARTER.replace("fortitude", "fort"))
    assert "cannot be read" in said(client.get("/cards/incursion"))
    page = client.get(f"/cards/incursion/set/{key}")
    assert (page.status_code, "Line 7, models.grunt-ape.fortitude" in said(page)) == (200, True)
    assert client.get(f"/cards/incursion/set/{key}/export.toml").status_code == 200
    assert client.get(f"/cards/incursion/set/{key}/card/models/gretel").status_code == 422
    assert client.get("/new/incursion").text.count('name="card_set"') == 2
    assert client.post("/api/tables", json={"game": "incursion", "card_set": key}).status_code == 422


ENDLESS = "9" * 5000


def test_a_number_without_end_is_told_with_its_line(client: FlaskClient, box: HostFiles) -> None:
    text = f"# {ENDLESS}\n{STARTER}".replace("\nrp = 3", f"\nrp = {ENDLESS}", 1)
    answer = upload(client, text.encode())
    assert (answer.status_code, "Line 11, rp = 99" in said(answer)) == (422, True)
    assert "This line cannot be read." in said(answer)
    assert box.files(GAME) == []


@pytest.mark.parametrize("version", ["x", ENDLESS, "\u0663", "", "-1"])
def test_a_version_that_no_page_sends_is_malformed(
    client: FlaskClient, mine: str, box: HostFiles, version: str
) -> None:
    before = box.files(GAME)
    answer = upload(client, STARTER.encode(), into=f"starter-set:{version}")
    assert (answer.status_code, box.files(GAME)) == (400, before)

"""Own pictures through the pages: sent, cropped, shown, kept with the set, counted, deleted, secret with the card."""

from __future__ import annotations

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

from app import opened_on
from app.cli import cards, main
from app.core.content.cards.pictures import MOST_FILES, fingerprint, pictures_of
from app.core.errors import Refused
from app.games import REGISTRY
from app.games.incursion.cards.sets import CARDS, checked_set
from app.storage import backups, picture_worker, pictures
from app.storage.host_files import HostFiles
from app.storage.makers import HOST, Writer
from app.storage.picture_worker import Crop, Task, work_on
from app.storage.print_queue import PrintQueue
from app.storage.rows import EntryRow
from app.storage.store import Store
from app.storage.table_rows import pictures_in
from app.web.request import guard
from printables import job_worker
from tests.pictures import pack, photograph, scene, written
from tests.playing import PlayedTable, stacked_deck
from tests.seated import sit

OURS = {"Origin": "http://localhost"}
GAME = REGISTRY["incursion"]
SET = "/cards/incursion/set/starter-set"
GRUNT, AMMO = f"{SET}/picture/grunt-ape", f"{SET}/picture/extra-ammo"
SPANISH = {**OURS, "Accept-Language": "es"}


@pytest.fixture
def store(app: Flask) -> Store:
    found: Store = app.extensions["store"]
    return found


@pytest.fixture
def box(store: Store) -> HostFiles:
    return store.card_sets


@pytest.fixture
def mine(client: FlaskClient) -> FlaskClient:
    """A phone with an own copy of the starter set."""
    assert client.post("/cards/incursion/set/starter/duplicate", headers=OURS).status_code == 303
    return client


@pytest.fixture
def host(app: Flask, house_key: str) -> FlaskClient:
    made = app.test_client()
    made.set_cookie("house", house_key)
    return made


def said(answer: TestResponse) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def send(
    client: FlaskClient, path: str, headers: dict[str, str] = OURS, *, alt: str = "A green ape", **fields: Any
) -> TestResponse:
    """The answer to the form of a picture; bytes are sent as files."""
    version = re.findall(r'name="version" value="(\d+)"', client.get(path).text)[0]
    files = {name: (io.BytesIO(value), "x.jpg") for name, value in fields.items() if isinstance(value, bytes)}
    data = {"version": version, "alt": alt, **fields, **files}
    return client.post(path, data={name.replace("_", "-"): value for name, value in data.items()}, headers=headers)


def named(box: HostFiles, key: str = "grunt-ape", set_key: str = "starter-set") -> Any:
    return pictures_of(checked_set(box.kept(GAME, set_key).text)).get(key)


def made_of(content: bytes, **crop: int) -> bytes:
    return work_on(Task(Crop(**crop).model_dump(), 40, 40), content)[0]


# -- sent and shown


def test_a_picture_is_cropped_kept_and_shown_with_its_words(mine: FlaskClient, box: HostFiles, store: Store) -> None:
    sent = photograph()
    answer = send(mine, GRUNT, front=sent, front_zoom="150", front_down="0", alt="  A green   ape ")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{SET}#card-grunt-ape")
    made = made_of(sent, zoom=150, down=0)
    assert named(box) == {"front": fingerprint(made), "alt": "A green ape"}
    assert f'src="/pictures/{fingerprint(made)}.jpg" alt="A green ape"' in mine.get(SET).text
    shown = mine.get(f"/pictures/{fingerprint(made)}.jpg")
    assert shown.data == made
    assert (shown.headers["Content-Type"], shown.headers["X-Content-Type-Options"]) == ("image/jpeg", "nosniff")
    assert "immutable" in shown.headers["Cache-Control"]
    assert "img-src 'self'" in mine.get(GRUNT).headers["Content-Security-Policy"]
    assert store.pictures.content(fingerprint(made)) == made


def test_without_numbers_the_middle_is_kept(mine: FlaskClient, box: HostFiles) -> None:
    send(mine, GRUNT, front=written(scene()))
    assert named(box)["front"] == fingerprint(made_of(written(scene())))


def test_the_rear_is_another_picture_or_a_mirror_or_none(mine: FlaskClient, box: HostFiles) -> None:
    send(mine, GRUNT, front=written(scene()), rear="mirrored")
    assert named(box)["rear"] == "mirrored"
    assert send(mine, GRUNT, rear="picture", second=photograph()).status_code == 303
    second = fingerprint(made_of(photograph()))
    assert named(box)["rear"] == second
    assert 'alt="A green ape (from the rear)"' in mine.get(SET).text
    send(mine, GRUNT, rear="picture", alt="Another word")
    assert (named(box)["rear"], named(box)["alt"]) == (second, "Another word"), "what is not sent anew stays"
    send(mine, GRUNT, rear="")
    assert "rear" not in named(box)


def test_a_second_picture_that_is_sent_is_the_rear_whatever_is_chosen(mine: FlaskClient, box: HostFiles) -> None:
    for choice in ("", "mirrored"):
        assert send(mine, GRUNT, front=photograph(), rear=choice, second=written(scene())).status_code == 303
        assert named(box)["rear"] == fingerprint(made_of(written(scene())))


def test_a_picture_whose_file_is_not_here_leaves_no_hole(mine: FlaskClient, box: HostFiles, store: Store) -> None:
    send(mine, GRUNT, front=photograph())
    assert 'class="photo"' in mine.get(SET).text
    store.pictures.remove(named(box)["front"])
    for page in (SET, GRUNT):
        assert 'class="photo"' not in mine.get(page).text


def test_a_crop_without_its_file_is_refused_not_passed_over(mine: FlaskClient, box: HostFiles) -> None:
    send(mine, GRUNT, front=photograph())
    before = box.files(GAME)
    for headers, why in ((OURS, "Front: choose the file again"), (SPANISH, "Anverso: elige otra vez el archivo")):
        answer = send(mine, GRUNT, headers, front_zoom="120")
        assert (answer.status_code, why in said(answer)) == (422, True)
    assert box.files(GAME) == before


def test_a_counter_has_a_picture_too_and_what_is_secret_has_none(mine: FlaskClient, box: HostFiles) -> None:
    assert send(mine, f"{SET}/picture/counter-on-fire", front=written(scene())).status_code == 303
    assert named(box, "counter-on-fire")["alt"] == "A green ape"
    assert 'id="card-counter-on-fire"' in mine.get(SET).text
    for nothing in ("counter-vp", "counter-door", "counter-owl", "owl"):
        assert mine.get(f"{SET}/picture/{nothing}").status_code == 404


def test_a_coarse_picture_is_told(mine: FlaskClient) -> None:
    send(mine, GRUNT, front=written(scene(200, 200)))
    assert "Printed at 127 dots per inch" in said(mine.get(GRUNT))
    assert "con 127 puntos por pulgada" in said(mine.get(GRUNT, headers={"Accept-Language": "es"}))


SENT = photograph()
BAD: list[tuple[dict[str, Any], str, str, str]] = [
    ({}, "front", "Choose a file first", "Elige primero un archivo"),
    ({"front": b"<svg onload='x'/>"}, "front", "Front: this file is not a JPEG", "Anverso: este archivo no es una"),
    ({"front": SENT[:2000]}, "front", "Front: the picture is damaged", "Anverso: la imagen está dañada"),
    ({"front": SENT, "alt": " "}, "alt", "Description: say what", "Descripción: di qué"),
    ({"front": SENT, "front_zoom": "99"}, "front-zoom", "“Zoom (front)” must", "«Zoom (anverso)»"),
    ({"front": SENT, "front_down": "101"}, "front-down", "“From the top (front)” must", "«Desde arriba (anv"),
    ({"front": SENT, "front_across": "x"}, "front-across", "“From the left (front)” must", "«Desde la izq"),
    ({"front": SENT, "rear": "picture"}, "second", "Choose a file first", "Elige primero un archivo"),
    ({"front": SENT, "rear": "picture", "second": b"no"}, "second", "Second picture: this", "Segunda imagen: este"),
    ({"front": SENT, "second": SENT, "second_zoom": "9"}, "second-zoom", "“Zoom (second", "«Zoom (segunda"),
    ({"front": SENT, "rear": "upside-down"}, "rear", "“Rear” has", "«Dorso» "),
    ({"front": SENT, "alt": "x" * 201}, "alt", "“Description” is too long", "«Descripción» es demasiado"),
    ({"front": SENT, "version": "soon"}, "save", "", ""),
]


def faults_at(answer: TestResponse, field: str) -> list[str]:
    """What stands beside a field, where its control refers to it and the list above leads to it."""
    found = re.findall(rf'id="fault-{field}">([^<]*)<', answer.text)
    (control,) = re.findall(rf'<[a-z]+ [^>]*id="{field}"[^>]*>', answer.text)
    assert control.count("aria-describedby") <= 1
    if field != "save":
        assert re.search(rf'aria-describedby="[^"]*fault-{field}"', control), control
    assert re.findall(r'<a href="#([^"]+)">', answer.text) == [field]
    return [html.unescape(one) for one in found]


@pytest.mark.parametrize(("fields", "field", "english", "spanish"), BAD)
def test_what_cannot_be_is_told_at_its_field_and_nothing_is_kept(
    mine: FlaskClient, box: HostFiles, store: Store, fields: dict[str, Any], field: str, english: str, spanish: str
) -> None:
    before = box.files(GAME)
    for headers, why in ((OURS, english), (SPANISH, spanish)):
        answer = send(mine, GRUNT, headers, **fields)
        assert answer.status_code in (400, 422)
        (told,) = faults_at(answer, field)
        assert told.startswith(why)
        assert told
    assert box.files(GAME) == before
    assert store.pictures.known([fingerprint(made_of(photograph()))]) == set()


def test_a_picture_without_words_or_of_nothing_or_with_a_telling_back_is_no_set() -> None:
    text = CARDS.shipped["starter"]
    for lines, field, code in (
        (f'[pictures.owl]\nfront = "{"0" * 32}"\nalt = "x"\n', "pictures.owl", "picture-of-nothing"),
        (f'[pictures.gretel]\nfront = "{"0" * 32}"\nalt = " "\n', "pictures.gretel.alt", "picture-needs-alt"),
        (
            f'[pictures.smoke]\nfront = "{"0" * 32}"\nrear = "mirrored"\nalt = "x"\n',
            "pictures.smoke.rear",
            "picture-without-rear",
        ),
        ('[pictures.gretel]\nfront = "../../keys"\nalt = "x"\n', "pictures.gretel.front", "wrong-pattern"),
    ):
        with pytest.raises(Refused) as no:
            checked_set(f"{text}\n{lines}")
        assert (no.value.field, no.value.words["why"].code) == (field, code)


def test_a_form_larger_than_any_picture_is_refused_unread(mine: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "PICTURE_LIMIT", 10_000)
    assert send(mine, GRUNT, front=b"x" * 20_000).status_code == 413
    assert guard.takes_pictures("/cards/incursion//set/a/picture/b")
    assert not guard.takes_pictures("/cards/incursion/set/a/card/models/b")


def test_two_large_pictures_may_be_sent_at_once(mine: FlaskClient, box: HostFiles) -> None:
    front, second = (one + b"\0" * (9 << 20) for one in (written(scene()), photograph()))
    assert send(mine, GRUNT, front=front, rear="picture", second=second).status_code == 303
    assert len({*named(box).values()}) == 3


def test_a_stranger_changes_no_picture(mine: FlaskClient, app: Flask, box: HostFiles) -> None:
    send(mine, GRUNT, front=photograph())
    before = box.files(GAME)
    stranger = app.test_client()
    data = {"version": str(before[0].version), "remove": "1", "everywhere": "1"}
    assert stranger.get(GRUNT).status_code == 403
    assert stranger.post(GRUNT, data=data, headers=OURS).status_code == 403
    assert box.files(GAME) == before
    assert stranger.get(f"/pictures/{named(box)['front']}.jpg").status_code == 200


def test_two_who_change_a_set_do_not_go_over_each_other(mine: FlaskClient, box: HostFiles) -> None:
    version = str(box.kept(GAME, "starter-set").version)
    send(mine, GRUNT, front=photograph())
    late = {"version": version, "alt": "Late", "front": (io.BytesIO(written(scene())), "x.jpg")}
    answer = mine.post(GRUNT, data=late, headers=OURS)
    assert (answer.status_code, "in the meantime" in said(answer)) == (409, True)
    assert named(box)["alt"] == "A green ape"


# -- kept with the set


def test_edits_copies_and_earlier_versions_keep_pictures_and_a_removed_card_loses_its_own(
    mine: FlaskClient, box: HostFiles
) -> None:
    send(mine, GRUNT, front=photograph())
    send(mine, AMMO, front=photograph(), alt="Cartridges")
    first = named(box)["front"]
    mine.post(f"{SET}/duplicate", headers=OURS)
    assert named(box, set_key="starter-set-2") == named(box)
    send(mine, GRUNT, front=written(scene()))
    version = re.findall(r'name="back" value="(\d+)"', mine.get(f"{SET}/versions").text)[0]
    now = str(box.kept(GAME, "starter-set").version)
    assert mine.post(f"{SET}/versions", data={"version": now, "back": version}, headers=OURS).status_code == 303
    assert named(box)["front"] == first
    assert mine.get(f"/pictures/{first}.jpg").status_code == 200
    page = f"{SET}/card/battle/extra-ammo/remove"
    assert (
        mine.post(page, data={"version": str(box.kept(GAME, "starter-set").version)}, headers=OURS).status_code == 303
    )
    assert named(box, "extra-ammo") is None
    assert named(box)["front"] == first


def bring(
    client: FlaskClient, content: bytes, name: str = "set.zip", headers: Any = OURS, **fields: str
) -> TestResponse:
    data = {"file": (io.BytesIO(content), name), **fields}
    return client.post("/cards/incursion/import", data=data, headers=headers)


def test_a_set_goes_out_and_comes_in_with_its_pictures(
    mine: FlaskClient, box: HostFiles, routes: Flask, tmp_path: Path
) -> None:
    assert "export.zip" not in mine.get(SET).text
    send(mine, GRUNT, front=photograph(), rear="picture", second=written(scene()))
    assert "export.zip" in mine.get(SET).text
    whole = mine.get(f"{SET}/export.zip").data
    there = opened_on(routes, tmp_path / "elsewhere").test_client()
    assert bring(there, whole, "Apes.zip").headers["Location"] == "/cards/incursion/set/apes"
    assert there.get("/cards/incursion/set/apes/export.zip").data == whole
    other: Store = there.application.extensions["store"]
    assert other.card_sets.kept(GAME, "apes").text == box.kept(GAME, "starter-set").text
    for file in (named(box)["front"], named(box)["rear"]):
        assert there.get(f"/pictures/{file}.jpg").data == mine.get(f"/pictures/{file}.jpg").data


@pytest.mark.parametrize(
    ("headers", "why"), [(OURS, "more than a ZIP may hold"), (SPANISH, "de lo que cabe en un ZIP")]
)
def test_more_than_can_be_imported_is_not_exported(
    mine: FlaskClient, monkeypatch: pytest.MonkeyPatch, headers: Any, why: str
) -> None:
    send(mine, GRUNT, front=photograph())
    monkeypatch.setattr(picture_worker, "MOST_PACKED", 1000)
    answer = mine.get(f"{SET}/export.zip", headers=headers)
    assert (answer.status_code, why in said(answer)) == (422, True)


def test_a_sheet_in_the_place_of_a_set_keeps_its_pictures(mine: FlaskClient, box: HostFiles) -> None:
    send(mine, GRUNT, front=photograph())
    before, sheet = named(box), mine.get(f"{SET}/export.csv").data
    assert b"pictures" not in sheet
    into = f"starter-set:{box.kept(GAME, 'starter-set').version}"
    assert bring(mine, sheet.replace(b"Grunt APE", b"Grunt Ape"), "a.csv", into=into).status_code == 303
    assert named(box) == before


@pytest.mark.parametrize(("headers", "why"), [(OURS, "File: this ZIP"), (SPANISH, "Archivo: este ZIP")])
def test_a_bad_pack_changes_nothing(mine: FlaskClient, box: HostFiles, headers: Any, why: str) -> None:
    before = box.files(GAME)
    answer = bring(mine, b"PK\x03\x04 nothing", headers=headers)
    assert (answer.status_code, why in said(answer)) == (422, True), said(answer)
    picture = written(scene(64, 64), "PNG")
    answer = bring(mine, pack(CARDS.shipped["starter"], [picture]), headers=headers)
    assert (answer.status_code, fingerprint(picture) in said(answer)) == (422, True)
    assert box.files(GAME) == before


@pytest.mark.sqlite
def test_a_backup_holds_the_pictures(mine: FlaskClient, box: HostFiles, store: Store, tmp_path: Path) -> None:
    send(mine, GRUNT, front=photograph())
    backups.make(store.folder, tmp_path / "copy.db")
    backups.restore_backup(tmp_path / "copy.db", tmp_path / "new")
    restored = Store(tmp_path / "new")
    assert restored.pictures.content(named(box)["front"]) == made_of(photograph())
    restored.close()


def command(*words: str) -> Result:
    return CliRunner().invoke(main, words)


@pytest.mark.sqlite
def test_the_command_line_carries_pictures(mine: FlaskClient, box: HostFiles, store: Store, tmp_path: Path) -> None:
    send(mine, GRUNT, front=photograph())
    out, data, new = str(tmp_path / "apes.zip"), str(store.folder), str(tmp_path / "new")
    told = command("cards", "export", "incursion", "starter-set", "--pictures", "-o", out, "--data", data)
    assert told.exit_code == 0, told.output
    assert Path(out).read_bytes() == mine.get(f"{SET}/export.zip").data
    assert command("cards", "check", out).exit_code == 0
    assert command("cards", "import", "incursion", out, "--as", "Apes", "--data", new).output == "apes\n"
    assert command("cards", "import", "incursion", out, "--as", "apes", "--replace", "--data", new).output == "apes\n"
    kept = Store(Path(new))
    assert kept.pictures.content(named(box)["front"]) == made_of(photograph())
    kept.close()
    pdf = tmp_path / "grunt.pdf"
    order = ("--what", "model-cards", "--force", "grunt-ape=1", "--data", str(tmp_path / "none"), "-o", str(pdf))
    cards.unpacked.cache_clear()
    assert command("print", "incursion", "--card-set", out, *order).exit_code == 0
    assert made_of(photograph()) in pdf.read_bytes(), "a ZIP is printed with its pictures"
    assert not (tmp_path / "none").exists()
    assert cards.unpacked.cache_info().misses == 1, "it is opened once"
    command("print", "incursion", "--card-set", "apes", *order[:-3], new, "-o", str(pdf))
    assert made_of(photograph()) in pdf.read_bytes()
    both = command("cards", "export", "incursion", "starter-set", "--pictures", "--csv", "--data", data)
    assert (both.exit_code, "CSV holds no pictures" in both.output) == (2, True)


# -- how much


def test_pictures_count_against_what_a_guest_and_an_address_may_keep(
    app: Flask, store: Store, host: FlaskClient, mine: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "PICTURES_EACH", 1)
    send(mine, GRUNT, front=photograph())
    second = send(mine, AMMO, front=written(scene()))
    assert (second.status_code, "this browser has reached its limit for pictures" in said(second)) == (422, True)
    assert faults_at(second, "front")
    assert "este navegador ya tiene aquí todas las imágenes" in said(send(mine, AMMO, SPANISH, front=written(scene())))
    assert send(mine, AMMO, front=photograph()).status_code == 422, "cropped otherwise it is another"
    monkeypatch.setattr(pictures, "PICTURES_EACH", 2)
    assert send(mine, AMMO, front=written(scene())).status_code == 303
    place = next(iter(store.pictures._makers.makers().values())).place
    monkeypatch.setattr(store.pictures, "sweep", lambda keys: None)
    store.pictures.add([b"a", b"b"], Writer("another", place))
    with pytest.raises(Refused) as no:
        store.pictures.add([b"c"], Writer("a third", place))
    assert no.value.code == "picture-address-full"
    monkeypatch.setattr(pictures, "BYTES_TOGETHER", 1000)
    with pytest.raises(Refused) as no:
        store.pictures.add([b"d"], Writer("a fourth", "elsewhere"))
    assert no.value.code == "pictures-full"
    assert len(store.pictures.add([b"a", b"b", b"c"], HOST)) == 3, "guests never take the host's room"


def test_bytes_count_too(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "BYTES_EACH", 10)
    with pytest.raises(Refused) as no:
        store.pictures.add([b"1234567", b"7654321"], Writer("one", "here"))
    assert no.value.code == "picture-share-full"
    assert store.pictures.known([fingerprint(b"1234567")]) == set(), "all or none"


def test_what_nothing_names_any_more_makes_room_but_is_not_sought_at_every_try(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "PICTURES_EACH", 2)
    guest = Writer("one", "here")
    first, second = store.pictures.add([b"first", b"second"], guest)
    assert store.pictures.known([first, second]) == {first, second}
    (third,) = store.pictures.add([b"third"], guest)
    assert store.pictures.known([first, second, third]) == {third}
    store.pictures.add([b"fourth"], guest)
    monkeypatch.setattr(store.pictures, "sweep", lambda keys: pytest.fail("swept again"))
    with pytest.raises(Refused):
        store.pictures.add([b"fifth"], guest)


def test_the_room_for_many_pictures_is_counted_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = []
    shares_of = pictures.shares_of
    monkeypatch.setattr(pictures, "shares_of", lambda *given: counted.append(1) or shares_of(*given))
    store.pictures.add([b"%d" % number for number in range(150)], Writer("one", "here"))
    assert len(counted) == 1
    monkeypatch.setattr(store.pictures, "sweep", lambda keys: None)
    with pytest.raises(Refused) as no:
        store.pictures.add([b"one more"], Writer("one", "elsewhere"))
    assert no.value.code == "picture-share-full"


# -- deleted


def test_a_deleted_set_takes_those_pictures_along_that_no_other_set_and_no_table_names(
    mine: FlaskClient, host: FlaskClient, box: HostFiles, store: Store, app: Flask
) -> None:
    send(mine, GRUNT, front=photograph())
    send(mine, AMMO, front=photograph(), alt="Cartridges")
    old = named(box)["front"]
    send(mine, GRUNT, front=written(scene()))
    mine.post(f"{SET}/duplicate", headers=OURS)
    send(mine, f"{SET}-2/picture/extra-ammo", alt="Cartridges", front=written(scene()))
    front, ammo = named(box)["front"], named(box, "extra-ammo")["front"]
    table = PlayedTable(app.test_client(), card_set="starter-set")
    assert store.pictures.of_table(table.code) == {front, ammo}

    def delete(key: str) -> None:
        version = str(box.kept(GAME, key).version)
        assert (
            host.post(f"/cards/incursion/set/{key}/delete", data={"version": version}, headers=OURS).status_code == 303
        )

    delete("starter-set")
    assert store.pictures.known([old, front, ammo]) == {front, ammo}, "an earlier version alone named the first"
    store.remove(table.code)
    assert store.pictures.known([front, ammo]) == {front, ammo}, "the copy's earlier version names it"
    delete("starter-set-2")
    assert store.pictures.known([front, ammo]) == set()


def test_a_removed_picture_is_gone_for_good_where_that_is_asked_for(
    mine: FlaskClient, host: FlaskClient, box: HostFiles, store: Store
) -> None:
    send(mine, GRUNT, front=photograph())
    file = named(box)["front"]

    def remove(client: FlaskClient, **fields: str) -> None:
        version = str(box.kept(GAME, "starter-set").version)
        answer = client.post(GRUNT, data={"version": version, "remove": "1", **fields}, headers=OURS)
        assert answer.status_code == 303

    remove(mine)
    assert named(box) is None
    assert mine.get(f"/pictures/{file}.jpg").status_code == 200, "an earlier version may be brought back"
    send(mine, GRUNT, front=photograph())
    assert 'name="everywhere"' in host.get(GRUNT).text
    remove(host, everywhere="1")
    gone = mine.get(f"/pictures/{file}.jpg", headers={"Accept-Language": "es"})
    assert (gone.status_code, "No existe esa imagen" in said(gone)) == (404, True)
    assert store.pictures.known([file]) == set()


def test_a_picture_is_deleted_with_its_place_in_the_set_or_not_at_all(
    mine: FlaskClient, box: HostFiles, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(mine, GRUNT, front=photograph())
    before, data = named(box), {"remove": "1", "everywhere": "1"}
    data["version"] = str(box.kept(GAME, "starter-set").version)

    def full(key: str) -> None:
        raise Refused("pictures-full", field="picture", limit=1)

    with monkeypatch.context() as broken:
        broken.setattr(store.pictures, "remove", full)
        assert mine.post(GRUNT, data=data, headers=OURS).status_code == 422
    assert named(box) == before


def printed(client: FlaskClient, what: str = "model-cards") -> bytes:
    """The PDF of a print of the set."""
    order = {"cards": "starter-set", "what": what, "lang": "en", "n.model-cards.grunt-ape": "1"}
    if what != "model-cards":
        del order["n.model-cards.grunt-ape"]
    shown = client.get("/print/incursion/made", query_string={**order, "as": "pdf"}, follow_redirects=True)
    job = re.findall(r"job=([0-9a-f]{32})", shown.request.full_path)[0]
    room: PrintQueue = client.application.extensions["pressroom"]
    room.awaited(job, "pdf", 60)
    return job_worker.file_of(room.folder(job), "pdf").read_bytes()


def test_a_deleted_picture_is_not_printed_again(mine: FlaskClient, box: HostFiles, app: Flask) -> None:
    send(mine, GRUNT, front=photograph())
    made, room = made_of(photograph()), app.extensions["pressroom"]
    assert made in printed(mine)
    assert [*room._orders.values()] == [{fingerprint(made)}], "the order itself is on the disk"
    data = {"version": str(box.kept(GAME, "starter-set").version), "remove": "1", "everywhere": "1"}
    folders = [room.folder(name) for name in room._orders]
    assert mine.post(GRUNT, data=data, headers=OURS).status_code == 303
    assert not any(folder.exists() for folder in folders), "neither the file nor the order is left"
    back = re.findall(r'name="back" value="(\d+)"', mine.get(f"{SET}/versions").text)[0]
    data = {"version": str(box.kept(GAME, "starter-set").version), "back": back}
    assert mine.post(f"{SET}/versions", data=data, headers=OURS).status_code == 303
    assert named(box)["front"] == fingerprint(made)
    assert made not in printed(mine), "the set names it, but it is gone"
    room.close()


def test_an_order_has_only_the_pictures_of_its_things(mine: FlaskClient, app: Flask) -> None:
    send(mine, GRUNT, front=photograph())
    assert made_of(photograph()) not in printed(mine, "battle-cards")
    room = app.extensions["pressroom"]
    assert [*room._orders.values()] == [frozenset()]
    room.close()


# -- at a table


@pytest.fixture
def played(mine: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch) -> PlayedTable:
    """A table whose Allies hold Extra Ammo, a card with a picture, and Germans who hold none."""
    send(mine, GRUNT, front=written(scene()))
    send(mine, AMMO, front=photograph(), alt="Cartridges")
    others = ("lights-out", "cave-in", "dragging-foot", "jammed-servo", "hairline-cracks", "crossed-wires")
    stacked_deck(monkeypatch, "extra-ammo", *others)
    return PlayedTable(app.test_client(), card_set="starter-set", mission=1).to_action()


def phone(app: Flask, table: PlayedTable, seat: str) -> FlaskClient:
    made = app.test_client()
    sit(made, table.code, table.tokens[seat])
    return made


def test_a_table_shows_the_picture_of_a_model_to_all_and_of_a_hand_to_its_owner_alone(
    app: Flask, played: PlayedTable, box: HostFiles
) -> None:
    grunt, ammo = named(box)["front"], named(box, "extra-ammo")["front"]
    assert "extra-ammo" in played["sides.allied.hand"]
    for seat in ("allied", "german"):
        shown = phone(app, played, seat)
        assert f"/pictures/{grunt}.jpg" in shown.get(f"/t/{played.code}/thing/grunt-ape-1").text
        pages = [shown.get(f"/t/{played.code}{page}").text for page in ("", "/log", "/wall", "/thing/grunt-ape-1")]
        assert (ammo in "".join(pages)) == (seat == "allied")
        told = played.get(seat=seat)
        assert ammo not in str(told["state"])


def test_a_table_keeps_its_pictures_whatever_becomes_of_the_set(
    app: Flask, mine: FlaskClient, played: PlayedTable, box: HostFiles, store: Store
) -> None:
    before = named(box)["front"]
    send(mine, GRUNT, front=photograph(), alt="Another")
    box.remove(GAME, "starter-set", box.kept(GAME, "starter-set").version)
    shown = phone(app, played, "allied")
    assert f"/pictures/{before}.jpg" in shown.get(f"/t/{played.code}/thing/grunt-ape-1").text
    assert shown.get(f"/pictures/{before}.jpg").status_code == 200


@pytest.mark.sqlite
def test_an_exported_table_names_its_pictures_without_holding_them(
    played: PlayedTable, store: Store, box: HostFiles, tmp_path: Path
) -> None:
    exported = store.export(played.code)
    front = named(box)["front"]
    assert front in str(exported)
    elsewhere = Store(tmp_path / "elsewhere")
    code = elsewhere.import_file(exported)
    assert elsewhere.pictures.content(front) is None
    assert front in elsewhere.pictures.of_table(code)
    elsewhere.close()


def test_of_a_table_only_its_cards_pictures_count_and_no_more_than_a_set_may_have() -> None:
    keys = [f"{number:032x}" for number in range(MOST_FILES + 50)]
    opening: dict[str, Any] = {"house": keys[0], "cards": {"pictures": {}, "models": {"ape": keys[1]}}}
    events = [{"opening": opening}, {"said": keys[2]}]

    def counted() -> set[str]:
        return pictures_in(EntryRow(0, "", "", "", 0.0, json.dumps(events)))

    assert counted() == set()
    opening["cards"]["pictures"] = {"ape": {"front": keys[3], "rear": keys[4]}}
    assert counted() == {keys[3], keys[4]}
    opening["cards"]["pictures"] = {str(number): {"front": key} for number, key in enumerate(keys)}
    assert len(counted()) == MOST_FILES

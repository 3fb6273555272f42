"""What a phone asks for and does not read: bytes in memory at a time, and rows asked for; counted, not timed."""

from __future__ import annotations

import gc
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.core.content.cards.pictures import fingerprint
from app.core.errors import Refused
from app.games.incursion.cards.sets import CARDS, COUNTERS, checked_set
from app.storage import picture_worker, whole_files
from app.storage.makers import HOST
from app.storage.store import Store
from app.storage.whole_files import PIECE, FileGone
from app.web.request import unread
from printables import job_worker, order
from printables.incursion.shop import SHOP
from tests.pictures import pack, photograph

GAME_SET = "/cards/incursion/set/apes"
STARTER = CARDS.shipped["starter"]
OURS = {"Sec-Fetch-Site": "same-origin"}
CARDS_OF_STARTER = [key for section in ("models", "battle") for key in checked_set(STARTER)[section]]


def pictures(count: int, size: int = 3 * PIECE) -> list[bytes]:
    """Pictures of so many bytes each; only their first bytes differ."""
    return [number.to_bytes(2, "big") + bytes(size - 2) for number in range(count)]


def set_of(files: list[bytes], keys: list[str]) -> str:
    named = zip(keys, map(fingerprint, files), strict=True)
    return STARTER + "".join(f'[pictures.{key}]\nfront = "{file}"\nalt = "An ape"\n' for key, file in named)


@pytest.fixture
def store(app: Flask) -> Store:
    found: Store = app.extensions["store"]
    return found


@pytest.fixture
def apes(app: Flask, store: Store) -> list[bytes]:
    """The pictures of a set with 20, three pieces each."""
    files = pictures(20)
    store.pictures.add(files, HOST)
    from app.games import REGISTRY

    store.card_sets.add(REGISTRY["incursion"], "Apes", set_of(files, CARDS_OF_STARTER[:20]))
    return files


@pytest.fixture
def asked(store: Store) -> Iterator[list[str]]:
    """Every statement about pictures."""
    said: list[str] = []
    connection = store.database._tables.conn
    connection.set_trace_callback(lambda text: said.append(text) if "content" in text or "key IN" in text else None)
    yield said
    connection.set_trace_callback(None)


# -- in pieces


def test_an_export_with_pictures_reads_no_more_than_is_taken(
    client: FlaskClient, apes: list[bytes], asked: list[str]
) -> None:
    answer = client.get(f"{GAME_SET}/export.zip", buffered=False)
    reads = [text for text in asked if "substr" in text]
    assert (answer.status_code, len(reads)) == (200, 0)
    taken = iter(answer.response)
    sizes = [len(next(taken)) for _ in range(6)]
    assert max(sizes[1:]) < PIECE + 1000, "one piece of one picture"
    assert len([text for text in asked if "substr" in text]) <= 6
    assert not [text for text in asked if "SELECT content" in text or "select content" in text]


def test_an_export_in_pieces_is_whole(client: FlaskClient, apes: list[bytes]) -> None:
    whole = client.get(f"{GAME_SET}/export.zip").data
    with zipfile.ZipFile(io.BytesIO(whole)) as zipped:
        assert zipped.testzip() is None
        assert [zipped.read(name) for name in zipped.namelist()][1:] == apes
    assert whole == client.get(f"{GAME_SET}/export.zip").data
    assert whole[-22:-18] == b"PK\5\6"


def test_a_set_beyond_a_pack_is_refused_before_a_picture_is_read(
    client: FlaskClient, apes: list[bytes], asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_worker, "MOST_PACKED", 50 * PIECE)
    assert client.get(f"{GAME_SET}/export.zip").status_code == 422
    assert asked
    assert not [text for text in asked if "substr" in text or "select content" in text.lower()]


@pytest.mark.parametrize("size", [1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE])
def test_a_picture_is_sent_in_pieces_and_whole(client: FlaskClient, store: Store, size: int) -> None:
    content = bytes(range(256)) * (size // 256 + 1)
    (key,) = store.pictures.add([content[:size]], HOST)
    answer = client.get(f"/pictures/{key}.jpg")
    assert (answer.data, answer.headers["Content-Length"]) == (content[:size], str(size))
    sizes = [*map(len, store.pictures.pieces(key))]
    assert (max(sizes) <= PIECE, min(sizes) > 0) == (True, True)


def test_a_picture_that_is_deleted_while_it_is_sent_breaks_off(store: Store) -> None:
    (key,) = store.pictures.add(pictures(1), HOST)
    sent = store.pictures.pieces(key)
    next(sent)
    store.pictures.remove(key)
    with pytest.raises(FileGone):
        next(sent)


def test_a_print_is_sent_in_pieces_and_takes_no_room_once_it_is_deleted(tmp_path: Path) -> None:
    file, content = tmp_path / "print.pdf", bytes(range(256)) * 1000
    file.write_bytes(content)
    assert b"".join(whole_files.pieces(file)) == content
    assert min(map(len, whole_files.pieces(file))) > 0
    sent = whole_files.pieces(file)
    assert len(next(sent)) == PIECE
    opened = [link.resolve() for link in Path("/proc/self/fd").glob("*")] if Path("/proc/self/fd").exists() else []
    assert file not in opened
    file.unlink()
    with pytest.raises(FileGone):
        next(sent)


def test_the_file_of_a_print_is_not_read_before_it_is_taken(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []
    real = whole_files.pieces
    monkeypatch.setattr(whole_files, "pieces", lambda file: read.append(file) or real(file))
    location = client.get("/calibration/made?as=pdf").headers["Location"]
    job = location.partition("job=")[2].partition("&")[0]
    app.extensions["pressroom"].awaited(job, "pdf", 60)
    answer = client.get(f"/print/file/{job}/pdf")
    path = job_worker.file_of(app.extensions["pressroom"].folder(job), "pdf")
    assert (answer.data, read) == (path.read_bytes(), [path])
    assert answer.headers["Content-Length"] == str(path.stat().st_size)


# -- large answers


@pytest.mark.parametrize(("language", "says"), [("en", "The server is busy"), ("es", "El servidor está ocupado")])
def test_who_reads_nothing_holds_so_many_bytes_and_no_more(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch, language: str, says: str
) -> None:
    monkeypatch.setattr(unread, "LARGE", 1000)
    monkeypatch.setattr(unread, "MOST_OF_ONE", 3 * len(STARTER.encode()) + 100)
    path, them = "/cards/incursion/set/starter/export.toml", {"Accept-Language": language}
    waiting = [client.get(path, buffered=False) for _ in range(3)]
    assert {answer.status_code for answer in waiting} == {200}
    refused = client.get(path, headers=them, buffered=False)
    assert (refused.status_code, says in refused.text, refused.headers["Retry-After"]) == (503, True, "1")
    other = client.get(path, environ_base={"REMOTE_ADDR": "10.0.0.9"}, buffered=False)
    assert other.status_code == 200, "every other address has room for one"
    assert client.get("/cards/incursion", environ_base={"REMOTE_ADDR": "10.0.0.9"}).status_code == 200
    waiting.pop().close()
    assert client.get(path, buffered=False).status_code == 200
    waiting.clear()
    del refused, other
    gc.collect()
    assert not app.extensions["unread"].held, "what is forgotten counts no more"


def test_all_together_hold_so_many_bytes_and_a_first_one_finds_room_longer(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unread, "LARGE", 1000)
    monkeypatch.setattr(unread, "MOST_OF_FURTHER", 2 * len(STARTER.encode()))
    monkeypatch.setattr(unread, "MOST_IN_ALL", 4 * len(STARTER.encode()))
    path = "/cards/incursion/set/starter/export.toml"
    kept = []

    def status(address: str) -> int:
        kept.append(client.get(path, environ_base={"REMOTE_ADDR": address}, buffered=False))
        return kept[-1].status_code

    assert [status(f"10.0.0.{number}") for number in (1, 1, 1, 2, 2, 3, 4)] == [200, 200, 503, 200, 503, 200, 503]
    kept.pop(0).close()
    assert status("10.0.0.4") == 200


def test_a_refused_answer_has_the_headers_of_every_answer(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = client.get("/cards/incursion").headers
    monkeypatch.setattr(unread, "LARGE", 1000)
    monkeypatch.setattr(unread, "MOST_IN_ALL", 1000)
    refused = client.get("/cards/incursion/set/starter/export.toml")
    names = ["Vary", "Cache-Control", "Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy"]
    assert refused.status_code == 503
    assert [refused.headers.getlist(name) for name in names] == [usual.getlist(name) for name in names]


# -- orders


def query(keys: list[str]) -> str:
    return "cards=apes&what=battle-cards&what=model-cards&" + "&".join(
        f"n.{'model' if key in checked_set(STARTER)['models'] else 'battle'}-cards.{key}=1" for key in keys
    )


def test_an_order_names_its_pictures_and_only_its_print_reads_them(
    client: FlaskClient, app: Flask, apes: list[bytes], asked: list[str]
) -> None:
    answer = client.get(f"/print/incursion/made?{query(CARDS_OF_STARTER[:20])}&as=pdf")
    assert answer.status_code == 303, answer.text
    job = answer.headers["Location"].partition("job=")[2].partition("&")[0]
    room = app.extensions["pressroom"]
    assert room._orders[job] == {*map(fingerprint, apes)}
    assert (room.folder(job) / "order").stat().st_size < PIECE * 6, "less than one of 20 pictures and more"
    assert not [text for text in asked if "select content" in text.lower() or "substr" in text]
    room.close()


@pytest.mark.parametrize(("language", "says"), [("en", "has since been deleted"), ("es", "se borró una imagen")])
def test_an_order_whose_picture_another_process_deleted_is_refused_and_can_be_given_again(
    client: FlaskClient, app: Flask, store: Store, apes: list[bytes], language: str, says: str
) -> None:
    them, room = {"Accept-Language": language}, app.extensions["pressroom"]
    made = client.get(f"/print/incursion/made?{query(CARDS_OF_STARTER[:20])}&as=pdf").headers["Location"]
    job = made.partition("job=")[2].partition("&")[0]
    store.pictures.on_removed = None
    store.pictures.remove(fingerprint(apes[0]))
    refused = room.awaited(job, "pdf", 60).refused
    assert refused is not None
    assert (refused.code, refused.field) == ("print-picture-gone", "what")
    page = client.get(made, headers=them, follow_redirects=True)
    assert (page.status_code, says in page.text) == (422, True)
    assert not room.has(job), "the same order, with its picture again, is printed anew"


@pytest.mark.parametrize(("language", "says"), [("en", "exceed 0 MiB"), ("es", "pasan de 0 MiB")])
def test_an_order_with_too_many_bytes_of_pictures_is_refused(
    client: FlaskClient, apes: list[bytes], monkeypatch: pytest.MonkeyPatch, language: str, says: str
) -> None:
    monkeypatch.setattr(order, "MOST_PICTURE_BYTES", 10 * PIECE)
    them = {"Accept-Language": language}
    answer = client.get(f"/print/incursion?{query(CARDS_OF_STARTER[:20])}", headers=them)
    assert (answer.status_code, says in answer.text) == (422, True)
    with pytest.raises(Refused) as no:
        order.check_pictures([11 * PIECE])
    assert (no.value.code, no.value.field) == ("print-pictures-too-large", "what")
    monkeypatch.setattr(order, "MOST_PICTURE_BYTES", 100 * PIECE)
    assert client.get(f"/print/incursion?{query(CARDS_OF_STARTER[:20])}").status_code == 200


# -- rows


@pytest.mark.parametrize("count", [1, 20])
def test_the_pictures_of_a_page_are_looked_up_together(
    client: FlaskClient, store: Store, asked: list[str], count: int
) -> None:
    from app.games import REGISTRY

    files = pictures(20, 100)
    store.pictures.add(files, HOST)
    store.card_sets.add(REGISTRY["incursion"], "Few", set_of(files[:count], CARDS_OF_STARTER[:count]))
    asked.clear()
    page = client.get("/cards/incursion/set/few")
    assert page.text.count('src="/pictures/') == count
    assert len(asked) == 2, "of the cards and of the counters"


def test_a_pack_is_cut_into_its_files_without_copying_the_rest() -> None:
    files = pictures(3, 1000)
    sizes = [len(one) for one in files]
    assert picture_worker.results_in(f"{sizes}\n".encode() + b"".join(files)) == files


# -- counters


def test_the_counters_with_pictures_are_those_of_the_print_shop() -> None:
    assert {*COUNTERS} == {*SHOP.pictured_counters("en")}


@pytest.mark.parametrize(("language", "says"), [("en", "no such counter"), ("es", "tampoco existe esa ficha")])
def test_a_picture_of_a_counter_that_there_is_not_is_refused(client: FlaskClient, language: str, says: str) -> None:
    for key, status in (("counter-x1", 422), ("counter-zombie", 422), ("counter-on-fire", 303)):
        picture = picture_worker.work_on(picture_worker.Task(picture_worker.Crop().model_dump(), 40, 40), photograph())
        content = pack(set_of(picture, [key]), picture)
        data: dict[str, Any] = {"file": (io.BytesIO(content), "a.zip"), "into": "", "name": ""}
        answer = client.post("/cards/incursion/import", data=data, headers={**OURS, "Accept-Language": language})
        assert (answer.status_code, says in answer.text) == (status, status == 422), key

"""Tables of many presses: every answer holds as much as fits, and what cannot be divided is made aside."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.core.engine.event import Entry
from app.core.errors import Refused
from app.core.table import execute, serialize
from app.core.table.physical import PhysicalTable
from app.core.table.seat_view import Table
from app.core.table.state import TableState
from app.core.table_commands.seating import SeatRenamed
from app.storage.store import Store
from app.web.request.guard import IMPORT_LIMIT
from app.web.table import aiming
from tests.playing import code_of
from tests.seated import sit
from tests.toy_game.game import MakeWish
from tests.toy_game.playing import GREY, LAMP, REFEREE, Evening

MOST = serialize.MOST_EVENTS


def grown(evening: Evening, *presses: int) -> Evening:
    """The same table after presses of so many events each."""
    store, table = evening.client.application.extensions["store"], evening.kept()
    for count in presses:
        events = [SeatRenamed(LAMP, f"no {len(table.entries)}.{number}") for number in range(count)]
        store.append(table, Entry(len(table.entries), LAMP, "", "", time.time(), events))
    return evening


def parts_of(evening: Evening) -> Iterator[list[dict[str, Any]]]:
    """Part after part of the log, as a program asks for it."""
    since, more = 0, True
    while more:
        answer = evening.get("/log", since=since)
        more, since = answer["more"], answer["events"][-1]["seq"] if answer["events"] else since
        yield answer["events"]


def test_a_program_gets_a_long_log_part_by_part(evening: Evening) -> None:
    grown(evening, *[4] * 150)
    parts = list(parts_of(evening))
    assert len(parts) == 3
    assert all(len(part) <= MOST for part in parts)
    kept = evening.kept()
    whole = serialize.log(kept, kept.seat(LAMP), kept.get_translator("en"))
    assert [event for part in parts for event in part] == whole


def test_a_short_log_is_sent_whole(evening: Evening) -> None:
    assert evening.windows().get("/log")["more"] is False
    assert evening.get("/log", since=99) == {"events": [], "more": False}


def test_a_press_that_is_larger_than_an_answer_is_sent_whole(evening: Evening) -> None:
    grown(evening, 1, MOST + 20, 1)
    assert [len(part) for part in parts_of(evening)] == [1, MOST + 20, 1]


def presses_on(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'<li id="press-(\d+)"', page)]


@pytest.mark.parametrize("sizes", [[4] * 150, [1, MOST + 20, 1, 200, 200, 200], [1] * 250])
def test_a_page_of_the_log_holds_what_fits_and_links_lead_through_all_of_it(
    client: FlaskClient, evening: Evening, sizes: list[int]
) -> None:
    grown(evening, *sizes)
    for link in ("prev", "next"):
        address, shown = f"/t/{evening.code}/log" + ("?until=1" if link == "next" else ""), set[int]()
        while address:
            page = client.get(address).text
            assert 0 < len(presses_on(page)) <= 100
            assert len(re.findall(r'<div class="line">', page)) <= max(MOST, *sizes)
            shown |= {*presses_on(page)}
            found = re.search(rf'rel="{link}" href="([^"]+)"', page)
            address = found[1].replace("&amp;", "&") if found else ""
        assert shown == {*range(1, len(sizes) + 1)}


@pytest.fixture
def made_aside(app: Flask) -> list[str]:
    done: list[str] = []
    here = app.extensions["aside"]

    def aside(work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        store = app.extensions["store"]
        assert not store.lock._is_owned(), "everybody else waits for it"
        done.append(work.__qualname__)
        return here(work, given)

    app.extensions["aside"] = app.extensions["forms"] = aside
    return done


@pytest.mark.parametrize(
    ("path", "seat"), [("/api/tables/{}/own-data", LAMP), ("/api/tables/{}/export", REFEREE), ("/t/{}/end", None)]
)
def test_what_cannot_be_divided_is_made_aside(
    evening: Evening, made_aside: list[str], path: str, seat: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, headers = path.format(grown(evening.night(), *[50] * 100).code), evening.headers(seat)
    made_aside.clear()
    busy = evening.client.application.extensions["aside"]
    read: list[bool] = []
    see = Table.seen

    def seen(table: Table, *given: Any) -> Any:
        read.append(table is evening.kept())
        return see(table, *given)

    def aside(work: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        with monkeypatch.context() as watched:
            watched.setattr(Table, "seen", seen)
            return busy(work, given)

    evening.client.application.extensions["aside"] = aside
    answer = evening.client.get(address, headers={**headers, "Accept-Encoding": "gzip"})
    assert answer.status_code == 200, answer.text
    assert made_aside
    assert not any(read), "the table that others press at is not read meanwhile"
    if "/api/" in address:
        assert made_aside[-1] == "packed", "a large answer is zipped aside, too"


def test_what_is_made_aside_is_what_it_was(evening: Evening) -> None:
    store = evening.client.application.extensions["store"]
    assert evening.night().get("/export", GREY) == store.export(evening.code)
    page = evening.client.get(f"/t/{evening.code}/end").text
    assert page == evening.client.get(f"/t/{evening.code}/end").text


def test_how_a_game_went_is_reckoned_once(evening: Evening, made_aside: list[str], client: FlaskClient) -> None:
    evening.night()
    for _ in range(3):
        client.get(f"/t/{evening.code}/end")
    assert len(made_aside) == 1


def test_of_many_who_ask_for_a_table_at_a_time_one_reads_it(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    anew, reads, second = Store(evening.client.application.extensions["store"].folder), [], threading.Event()
    phones = [threading.Thread(target=lambda: folded.append(anew.table(evening.code))) for _ in range(3)]
    folded: list[Table] = []
    read = anew._read

    def counted(code: str) -> list[Entry]:
        reads.append(code)
        if len(reads) == 1:
            for phone in phones:
                phone.start()
        else:
            second.set()
        second.wait(0.3)
        return read(code)

    monkeypatch.setattr(anew, "_read", counted)
    table = anew.table(evening.code)
    for phone in phones:
        phone.join()
    assert reads == [evening.code]
    assert all(one is table for one in folded)
    assert len(folded) == 3


def test_no_file_is_taken_that_is_longer_than_any_evening(client: FlaskClient) -> None:
    assert IMPORT_LIMIT == 1_677_721
    headers = {"Content-Type": "application/json"}
    for size, status in ((IMPORT_LIMIT, 400), (IMPORT_LIMIT + 1, 413)):
        answer = client.post("/api/tables/import", data=b"x" * size, headers=headers)
        assert answer.status_code == status


def test_the_page_of_the_house_reads_no_log_of_the_tables_that_it_lists(
    host: FlaskClient, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, read = host.application.extensions["store"], []
    monkeypatch.setattr("app.web.host.overview.TABLES_A_PAGE", 2)
    codes = [Evening(host).code for _ in range(3)]
    entries = store._rows.entries
    monkeypatch.setattr(store._rows, "entries", lambda code, since=0: read.append(code) or entries(code, since))
    page = host.get("/house").text
    assert [code in page for code in (evening.code, *codes)] == [False, False, True, True]
    assert "4 tables" in page
    assert read == []


@pytest.mark.parametrize(
    "path", ["", "/log", "/log?until=40", "/more", "/seats", "/now", "/wall", "/end", "?seen=0&missed=1", "?result=40"]
)
def test_no_page_of_a_long_table_tells_more_than_one_answer_holds(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    grown(evening.night(), *[20] * 100)
    told: list[Any] = []
    line = serialize.line
    monkeypatch.setattr(serialize, "line", lambda *given: told.append(given) or line(*given))
    page = evening.client.get(f"/t/{evening.code}{path}", headers={"HX-Request": "true"} if "seen" in path else {})
    assert page.status_code == 200
    assert len(told) <= MOST


def test_a_large_form_is_parsed_aside(client: FlaskClient, made_aside: list[str]) -> None:
    """Its parts are read line by line: half a megabyte of them held everybody for a quarter of a second."""
    text = "a\r\n" * 60_000
    for value, aside in ((text[:100], False), (text, True)):
        made_aside.clear()
        body = f'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n{value}\r\n--x--\r\n'
        kind = "multipart/form-data; boundary=x"
        client.post("/missions/incursion/import", data=body, content_type=kind, headers={"Origin": "http://localhost"})
        assert any(name == "FormDataParser.parse" for name in made_aside) is aside


# -- replays are short, few and never in the way


def calls_of(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[Any]:
    """The calls of a method, which is done all the same."""
    calls: list[Any] = []
    real = getattr(owner, name)

    def counted(*given: Any, **named: Any) -> Any:
        calls.append(given)
        return real(*given, **named)

    monkeypatch.setattr(owner, name, counted)
    return calls


def test_an_entry_that_moves_no_piece_is_replayed_without_a_look_at_the_table(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = grown(evening, *[1] * 50).kept().entries
    looks = calls_of(monkeypatch, PhysicalTable, "_look")
    assert len(Table("X", evening.kept().game, entries).entries) == 51
    assert len(looks) == 1, "only when the table was opened"


def test_an_undo_replays_once(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.windows().press(GREY, "make-wish", wish=1)
    folds = calls_of(monkeypatch, TableState, "_fold")
    evening.press(REFEREE, "undo")
    assert len(folds) == 1
    table = evening.kept()
    again = Table("X", table.game, table.entries)
    assert (again.state, again.orders, again.roll_count) == (table.state, table.orders, table.roll_count)


def test_what_no_state_allows_is_refused_without_a_replay(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    grown(evening.windows(), 1, 1)
    replays = calls_of(monkeypatch, TableState, "at")
    for command in ({"command": "no-such-command"}, {"command": "rest", "none": 1}):
        assert evening.post(GREY, key=str(command), seen=0, **command).status_code in (400, 422)
    assert replays == []


def test_a_press_that_is_sent_again_is_replayed_aside(evening: Evening, made_aside: list[str]) -> None:
    evening.windows()
    body = {"command": "rename", "name": "Ada", "seen": 0, "key": "again"}
    first = evening.post(LAMP, **body).json
    grown(evening, 1, 1)
    made_aside.clear()
    assert evening.post(LAMP, **body).json == first
    assert made_aside


def test_a_full_log_takes_only_what_ends_the_game(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.windows()
    length = len(evening.kept().entries)
    monkeypatch.setattr(execute, "MOST_ENTRIES", length + execute.KEPT_TO_PLAY)
    for command, fields in (("rename", {"name": "Ada"}), ("undo", {})):
        assert code_of(lambda command=command, fields=fields: evening.press(LAMP, command, **fields)) == "table-full"
    evening.press(GREY, "make-wish", wish=1)
    monkeypatch.setattr(execute, "MOST_ENTRIES", length + 1 + execute.KEPT_TO_END)
    assert code_of(lambda: evening.press(GREY, "make-wish", wish=2)) == "table-full"
    full = evening.post(LAMP, command="rename", name="Ada", seen=0, key="es").json
    assert "new table" in full["error"]["message"]
    assert evening.client.get(f"/t/{evening.code}").status_code == 200
    assert evening.client.post(f"/api/tables/{evening.code}/seats", json={"seat": LAMP}).status_code in (409, 422)


def test_the_game_can_be_ended_with_a_full_log(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(execute, "MOST_ENTRIES", execute.KEPT_TO_END)
    with pytest.raises(Refused, match="table-full"):
        execute.check_room(evening.kept(), MakeWish(wish=1), [])
    ends = next(event for event in evening.kept().game.events.values() if event.ends_game)
    execute.check_room(evening.kept(), MakeWish(wish=1), [object.__new__(ends)])


def test_what_if_is_tried_aside_and_once(evening: Evening, made_aside: list[str]) -> None:
    evening.windows()
    sit(evening.client, evening.code, evening.tokens[GREY])
    made_aside.clear()
    pages = {evening.client.get(f"/t/{evening.code}/readings").status_code for _ in range(3)}
    assert (pages, len(made_aside)) == ({200}, 1)


def test_the_questions_of_a_form_are_tried_once(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.windows()
    sit(evening.client, evening.code, evening.tokens[GREY])
    tried = calls_of(monkeypatch, aiming, "relevant_questions")
    for _ in range(3):
        assert evening.client.get(f"/t/{evening.code}/do/fly").status_code == 200
    assert len(tried) == 1

"""Health, metrics and request ids of a server, on both databases."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.core.error_log import FAULTS
from app.storage.counts import BOUNDS, Counts
from app.storage.errors import StoreBusy
from app.storage.store import Store
from app.web.host import monitoring
from app.web.request.proxies import KEY, Proxies
from tests.toy_game.playing import GREY, Evening

PROXY = {"REMOTE_ADDR": "10.0.0.5", KEY: Proxies(["10.0.0.5"])}
GUEST = {"REMOTE_ADDR": "10.0.0.6", KEY: Proxies(["10.0.0.5"])}


def values(client: FlaskClient) -> dict[str, float]:
    answer = client.get("/metrics")
    assert answer.headers["Content-Type"] == monitoring.FORMAT
    found = re.findall(r"^([a-z_]+(?:\{[^}]+\})?) (\S+)$", answer.text, re.MULTILINE)
    assert len(found) == len([line for line in answer.text.splitlines() if not line.startswith("#")])
    return {name: float(value) for name, value in found}


def test_a_server_that_is_answered_and_hears_is_healthy(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    notifications = type(app.extensions["store"].notifications)
    monkeypatch.setattr(notifications, "hears", True)
    for environ in (PROXY, GUEST):
        answer = client.get("/health", environ_base=environ)
        assert (answer.status_code, answer.json) == (200, {"database": "ok", "notifications": "ok"})
    monkeypatch.setattr(notifications, "hears", False)
    answer = client.get("/health")
    assert (answer.status_code, answer.json) == (503, {"database": "ok", "notifications": "lost"})
    assert values(client)["adjutant_hears_others"] == 0


@pytest.mark.parametrize("why", ["lost", "slow"])
def test_a_server_whose_database_is_lost_or_slow_is_not(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    store: Store = app.extensions["store"]
    reading = store.database.reading

    @contextmanager
    def ill() -> Iterator[Any]:
        if why == "lost":
            raise StoreBusy
        time.sleep(0.05)
        with reading() as tables:
            yield tables

    monkeypatch.setattr(type(store.notifications), "hears", True)
    monkeypatch.setattr(monitoring, "LONGEST_ANSWER", 0.01)
    monkeypatch.setattr(store.database, "reading", ill)
    answer = client.get("/health")
    assert (answer.status_code, answer.json) == (503, {"database": "lost", "notifications": "ok"})


def test_metrics_count_what_was_kept_and_what_came_second(
    client: FlaskClient, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = values(client)
    evening.windows()
    store: Store = client.application.extensions["store"]
    append = store.append
    refused: list[bool] = []

    def came_second(*given: Any, **more: Any) -> bool:
        refused.append(True)
        return False if len(refused) == 1 else append(*given, **more)

    monkeypatch.setattr(store, "append", came_second)
    evening.press(GREY, "rename", name="Ada")
    after = values(client)
    grown = {name: value - before[name] for name, value in after.items()}
    table = store.table(evening.code)
    assert grown["adjutant_commands_kept_total"] == len([one for one in table.entries if one.key])
    assert grown["adjutant_commands_taken_total"] == 1
    appends = grown["adjutant_commands_kept_total"] + 1
    assert grown["adjutant_append_seconds_count"] == grown['adjutant_append_seconds_bucket{le="+Inf"}'] == appends
    assert 0 < grown["adjutant_append_seconds_sum"] < 10
    assert after["adjutant_tables_in_memory"] >= 1
    assert after["process_resident_memory_bytes"] > 1e6
    assert after["process_cpu_seconds_total"] > 0


def test_appends_are_sorted_by_their_length() -> None:
    counts = Counts()
    for seconds in (0.0005, 0.001, 0.003, 5.0):
        counts.note_append(True, seconds)
    lines = [*monitoring.append_seconds(counts)]
    assert 'adjutant_append_seconds_bucket{le="0.001"} 2' in lines
    assert 'adjutant_append_seconds_bucket{le="0.0025"} 2' in lines
    assert 'adjutant_append_seconds_bucket{le="0.005"} 3' in lines
    assert 'adjutant_append_seconds_bucket{le="2.5"} 3' in lines
    assert 'adjutant_append_seconds_bucket{le="+Inf"} 4' in lines
    assert len(counts.by_length) == len(BOUNDS) + 1


def test_phones_count_while_they_listen(client: FlaskClient, evening: Evening) -> None:
    stream = client.get(f"/t/{evening.code}/bell?for=5", buffered=False)
    next(iter(stream.response))
    assert values(client)["adjutant_phones_listening"] == 1
    stream.close()
    assert values(client)["adjutant_phones_listening"] == 0


def test_guests_see_no_metrics_also_through_a_proxy(client: FlaskClient) -> None:
    assert client.get("/metrics", environ_base=PROXY).status_code == 200
    for environ, headers in ((GUEST, {}), (PROXY, {"X-Forwarded-For": "127.0.0.1"})):
        answer = client.get("/metrics", environ_base=environ, headers=headers)
        assert (answer.status_code, "adjutant_" in answer.text) == (404, False)


# -- ids of requests


@pytest.mark.parametrize(
    ("sent", "environ", "is_kept"),
    [
        ("0af7651916cd43dd", PROXY, True),
        ("A.b-c_d1", PROXY, True),
        ("0af7651916cd43dd", GUEST, False),
        ("short", PROXY, False),
        ("x" * 65, PROXY, False),
        ("two words", PROXY, False),
        ("", PROXY, False),
    ],
)
def test_a_request_has_the_id_of_a_proxy_or_one_of_its_own(
    client: FlaskClient, sent: str, environ: dict[str, Any], is_kept: bool
) -> None:
    ids = [
        client.get("/api/games", environ_base=environ, headers={"X-Request-ID": sent}).headers["X-Request-ID"]
        for _ in range(2)
    ]
    assert (ids == [sent, sent]) is is_kept
    assert is_kept or (re.fullmatch("[0-9a-f]{16}", ids[0]) and ids[0] != ids[1])


def test_the_log_names_the_request(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError("broken")

    monkeypatch.setattr(FAULTS, "places", {})
    monkeypatch.setattr(app.extensions["store"], "table", broken)
    answer = client.get("/api/tables/QQQQQQ")
    named = answer.headers["X-Request-ID"]
    assert answer.status_code == 500
    assert f"A fault of the program: api.show_table [request {named}]" in capsys.readouterr().err
    FAULTS.tell(ZeroDivisionError("beside"), "beside the answers")
    assert "A fault of the program: beside the answers\n" in capsys.readouterr().err

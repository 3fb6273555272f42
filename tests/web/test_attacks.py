"""What strangers send so that the evening stops, and what becomes of it."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core.facts import LONGEST_LIST, MOST_DICE
from tests.playing import PlayedTable

Play = Callable[..., PlayedTable]
AT_ONCE = 1.0


def refused(answer: Any) -> tuple[int, str, str | None]:
    """The status of an answer, the code of its "no", and the field that it names."""
    return answer.status_code, answer.json["error"]["code"], answer.json["error"]["field"]


# -- lists and depths


@pytest.mark.parametrize("count", [MOST_DICE + 1, LONGEST_LIST + 1, 100_000])
@pytest.mark.parametrize("ruling", ["bambi", "shoot", "melee"])
def test_a_ruling_looks_at_no_dice_that_nobody_rolls(client: FlaskClient, ruling: str, count: int) -> None:
    facts = {"weapon": "smg", "attacker": "grunt-ape", "target": "other"}
    given = {"shoot": {"weapon"}, "melee": {"attacker", "target"}, "bambi": set[str]()}[ruling]
    began = time.perf_counter()
    body = {**{name: facts[name] for name in given}, "fortitude": 3, "dice": [1] * count}
    answer = client.post(f"/api/rulings/incursion/{ruling}", json=body)
    assert time.perf_counter() - began < AT_ONCE
    assert refused(answer) == (422, "too-many-items", "dice")


def test_a_ruling_works_out_no_odds_of_dice_that_nobody_rolls(client: FlaskClient) -> None:
    began = time.perf_counter()
    facts = {"edition": "es-2009", "entered": 99, "square": 99, "fortitude": 3}
    assert refused(client.post("/api/rulings/incursion/fire", json=facts)) == (422, "too-many-items", "dice")
    assert time.perf_counter() - began < AT_ONCE


def test_the_description_says_how_many_dice_there_may_be(client: FlaskClient) -> None:
    schemas = client.get("/api/openapi.json").json["components"]["schemas"]
    assert schemas["Command"]["properties"]["dice"]["maxItems"] == MOST_DICE


def test_a_press_of_too_many_or_too_deep_things_is_refused(table: PlayedTable) -> None:
    nested: Any = []
    for _ in range(900):
        nested = [nested]
    envelope = {"command": "undo", "key": "k", "seen": 0}
    assert refused(table.post("referee", **envelope, dice=[1] * 5000)) == (422, "too-many-items", "dice")
    assert refused(table.post("referee", **envelope, deep=nested)) == (422, "too-deep", "deep")


# -- JSON is sent as JSON


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None])
@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/import", "/api/rulings/incursion/horde"])
def test_only_json_is_taken_as_json(client: FlaskClient, path: str, kind: str | None) -> None:
    answer = client.post(path, data=json.dumps({"rp": 6}), content_type=kind)
    assert refused(answer) == (415, "not-as-json", None)
    spanish = client.post(path, data="{}", content_type=kind, headers={"Accept-Language": "es"})
    assert spanish.json["error"]["message"] != answer.json["error"]["message"]


def test_a_press_too_is_sent_as_json(table: PlayedTable) -> None:
    headers = {"Authorization": f"Bearer {table.tokens['allied']}"}
    for path in ("commands", "seats", "next"):
        answer = table.client.post(f"/api/tables/{table.code}/{path}", data="{}", headers=headers)
        assert refused(answer) == (415, "not-as-json", None)

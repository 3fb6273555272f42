"""The worked cases: every ruling that this house knows gives what is expected."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.games import REGISTRY

FOLDER = Path(__file__).parent / "golden"
NOT_YET: set[str] = set()


def cases(game: str) -> list[Any]:
    told = json.loads((FOLDER / f"{game}.json").read_text(encoding="utf-8"))
    return [
        pytest.param(case, id=f"{case['ruling']}: {case['rule']}") for case in told if case["ruling"] not in NOT_YET
    ]


@pytest.mark.parametrize("case", cases("incursion"))
def test_a_worked_case_of_incursion(client: FlaskClient, case: dict[str, Any]) -> None:
    answer = client.post(f"/api/rulings/incursion/{case['ruling']}", json=case["given"])
    assert answer.status_code == 200, answer.json
    result = answer.json["result"]
    assert {key: result[key] for key in case["expect"]} == case["expect"]


def test_only_rulings_of_later_issues_are_left_out() -> None:
    assert not NOT_YET & set(REGISTRY["incursion"].rules.rulings)

"""The set-up list of every mission is light: what a tap on it brings is no more than a board may weigh."""

from __future__ import annotations

import gzip

import pytest
from flask.testing import FlaskClient

from app.games import REGISTRY
from tests.playing import PlayedTable
from tests.seated import sit

MOST = 3072
MISSIONS = [(game, mission) for game in REGISTRY for mission in REGISTRY[game].missions]


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("game", "mission"), MISSIONS)
def test_a_tick_brings_no_more_than_a_board_may_weigh(
    client: FlaskClient, game: str, mission: int | str, language: str
) -> None:
    of_file = REGISTRY[game].files.mission_files is not None
    table = PlayedTable(client, game=game, **({"mission": mission} if of_file else {}))
    seat = next(seat for seat, side in reversed([*table.tokens.items()]) if side)
    if not of_file:
        table.press(seat, "raise-squad", fire_teams=4)
        table.press(seat, "choose-mission", mission=mission)
    sit(client, table.code, table.tokens[seat])
    headers = {"HX-Request": "true", "Accept-Language": language}
    answer = client.get(f"/t/{table.code}/set-up", headers=headers)
    assert answer.text.count('role="checkbox"') > 5
    assert len(gzip.compress(answer.data, 6)) <= MOST

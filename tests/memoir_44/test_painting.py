"""Scenarios that are painted: a brush, then hexes; every tap is checked and kept, also without scripts."""

from __future__ import annotations

import html
import re

import pytest
from flask.testing import FlaskClient

from app.games.memoir_44.game import GAME
from app.games.memoir_44.scenarios.scenario import Scenario
from app.keeping.own_files import OwnFiles
from tests.memoir_44.test_scenario_pages import HOME, OURS, kept

pytestmark = pytest.mark.usefixtures("on_shelf")
KEY = "salt-road-2"
PAINT = f"{HOME}/file/{KEY}/paint"


@pytest.fixture(autouse=True)
def copy(client: FlaskClient) -> None:
    """A copy of the first scenario."""
    assert client.post(f"{HOME}/file/salt-road/duplicate", headers=OURS).status_code == 303


def paint(client: FlaskClient, brush: str, *hexes: str) -> None:
    """Tap these hexes with a brush as a page without scripts does."""
    for at in hexes:
        page = client.get(f"{PAINT}?brush={brush}").text
        assert re.search(rf'value="{brush}" checked', page)
        assert f'name="at" value="{at}"' in page
        version = re.findall(r'name="version" value="(\d+)"', page)[0]
        answer = client.post(PAINT, data={"version": version, "brush": brush, "at": at}, headers=OURS)
        assert (answer.status_code, answer.headers["Location"]) == (303, f"{PAINT}?brush={brush}#map"), answer.text


def now(box: OwnFiles) -> Scenario:
    return kept(box, KEY)


def test_terrain_obstacles_units_and_tokens_are_painted(client: FlaskClient, box: OwnFiles) -> None:
    paint(client, "forest", "A1", "B1")
    paint(client, "brush-turn", "A1", "A1")
    paint(client, "wire", "A1")
    paint(client, "axis-armour", "A5")
    paint(client, "elite-armour", "A5")
    paint(client, "brush-mine-allied", "A5")
    paint(client, "brush-medal-axis", "A1")
    found = now(box)
    assert [found.lying(place) for place in ((0, 8), (2, 8))] == [["forest", "wire"], ["forest"]]
    assert found.on((0, 8)).orientation == 2
    unit = found.unit_at((0, 4))
    assert unit is not None
    assert (unit.side, unit.type, unit.badge) == ("axis", "armour", "elite-armour")
    assert [(one.side, one.at) for one in found.mines][-1] == ("allied", ((0, 4),))
    assert [(one.side, one.at) for one in found.objectives][-1] == ("axis", ((0, 8),))


def test_what_is_painted_again_goes_and_so_does_what_nothing_covers(client: FlaskClient, box: OwnFiles) -> None:
    before = now(box)
    for brush in ("wire", "brush-mine-axis", "brush-medal-either-side"):
        paint(client, brush, "A5", "A5")
    paint(client, "allied-infantry", "A5")
    paint(client, "brush-nobody", "A5")
    paint(client, "river", "A5")
    paint(client, "brush-nothing", "A5")
    found = now(box)
    for what in ("ground", "units", "mines", "objectives", "stars", "texts"):
        assert getattr(found, what) == getattr(before, what)


def test_what_cannot_be_set_up_changes_nothing(client: FlaskClient, box: OwnFiles) -> None:
    version = re.findall(r'name="version" value="(\d+)"', client.get(PAINT).text)[0]
    text = box.kept(GAME, KEY).text
    for brush, at, code in (
        ("elite-armour", "C3", 422),
        ("forest", "Z9", 422),
        ("butter", "A1", 422),
    ):
        answer = client.post(PAINT, data={"version": version, "brush": brush, "at": at}, headers=OURS)
        assert (answer.status_code, 'id="fault"' in answer.text) == (code, True), brush
    stale = client.post(PAINT, data={"version": "1", "brush": "forest", "at": "A1"}, headers=OURS)
    assert stale.status_code == 409
    assert box.kept(GAME, KEY).text == text


def test_only_own_scenarios_of_games_with_boards_are_painted(client: FlaskClient) -> None:
    assert client.get(f"{HOME}/file/salt-road/paint").status_code == 403
    assert client.post("/missions/incursion/file/1/duplicate", headers=OURS).status_code == 303
    assert client.get("/missions/incursion/file/recon-2/paint").status_code == 404
    assert 'id="to-paint"' in client.get(f"{HOME}/file/{KEY}").text


@pytest.mark.parametrize(("language", "says"), [("en", "Terrain and landmarks"), ("es", "Terreno y lugares")])
def test_every_brush_and_hex_has_words(client: FlaskClient, language: str, says: str) -> None:
    client.set_cookie("lang", language)
    page = html.unescape(client.get(PAINT).text)
    assert says in page
    assert page.count('name="at"') == 113
    brushes = re.findall(r'name="brush" value="([^"]+)"[^>]*> <span>([^<]+)<', page)
    assert len(brushes) > 50
    assert [key for key, said in brushes if said == key and "-" in key] == []


def test_a_painted_scenario_is_played(client: FlaskClient) -> None:
    paint(client, "forest", "A5")
    opened = client.post("/api/tables", json={"game": "memoir-44", "mission": KEY})
    assert opened.status_code == 201
    assert 'id="A5"' in client.get(f"/t/{opened.json['code']}/places").text

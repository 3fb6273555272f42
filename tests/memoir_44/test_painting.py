"""Scenarios that are painted: a brush, then hexes; every tap is checked and kept, also without scripts."""

from __future__ import annotations

import html
import re

import pytest
from flask.testing import FlaskClient

from app.games.memoir_44.book import FOLDER
from app.games.memoir_44.game import GAME
from app.games.memoir_44.geometry import Hex
from app.games.memoir_44.scenarios.scenario import Scenario, Unit
from app.storage.host_files import HostFiles
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
        assert answer.status_code == 303, answer.text
        assert answer.headers["Location"] == f"{PAINT}?brush={brush}#map"


def tap(client: FlaskClient, brush: str, at: str) -> tuple[int, str]:
    """The status of a tap with a brush, and what is said of it."""
    version = re.findall(r'name="version" value="(\d+)"', client.get(PAINT).text)[0]
    answer = client.post(PAINT, data={"version": version, "brush": brush, "at": at}, headers=OURS)
    said = re.search(r'<p id="fault">(.*?)</p>', answer.text, re.S)
    return answer.status_code, html.unescape(said[1]).strip() if said else ""


def now(box: HostFiles) -> Scenario:
    return kept(box, KEY)


def test_units_of_other_boxes_their_marks_and_rules_of_their_own_are_painted(
    client: FlaskClient, box: HostFiles
) -> None:
    paint(client, "axis-armour", "A5")
    for brush in ("tiger", "two-medals", "one-flag", "mark-camouflaged"):
        paint(client, brush, "A5")
    unit = now(box).unit_at((0, 4))
    assert unit is not None
    assert (unit.badge, unit.figures, unit.sign.traits) == ("tiger", 1, ("two-medals", "one-flag"))
    assert unit.sign.camouflaged
    for brush in ("two-medals", "mark-camouflaged"):
        paint(client, brush, "A5")
    unit = now(box).unit_at((0, 4))
    assert unit is not None
    assert (unit.sign.traits, unit.sign.camouflaged) == (("one-flag",), False)


def test_terrain_obstacles_units_and_tokens_are_painted(client: FlaskClient, box: HostFiles) -> None:
    paint(client, "forest", "A1", "B1")
    paint(client, "wire", "A1")
    paint(client, "axis-armour", "A5")
    paint(client, "elite-armour", "A5")
    paint(client, "brush-mine-allied", "A5")
    paint(client, "brush-medal-axis", "A1")
    found = now(box)
    assert [found.lying(place) for place in ((0, 8), (2, 8))] == [["forest", "wire"], ["forest"]]
    unit = found.unit_at((0, 4))
    assert unit is not None
    assert (unit.side, unit.type, unit.badge) == ("axis", "armour", "elite-armour")
    assert [(one.side, one.at) for one in found.mines][-1] == ("allied", ((0, 4),))
    assert [(one.side, one.at) for one in found.objectives][-1] == ("axis", ((0, 8),))


def test_what_is_painted_again_goes_and_so_does_what_nothing_covers(client: FlaskClient, box: HostFiles) -> None:
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


def test_what_cannot_be_set_up_changes_nothing(client: FlaskClient, box: HostFiles) -> None:
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
    brushes = re.findall(r'name="brush" value="([^"]+)"[^>]*> <span>(?:<svg.*?</svg>)?<b>([^<]+)<', page)
    assert len(brushes) > 50
    assert [key for key, said in brushes if said == key and "-" in key] == []


def test_units_trains_and_markers_are_painted_by_their_pictures(client: FlaskClient) -> None:
    drawn = {*re.findall(r'<g id="([\w-]+)"', (FOLDER / "static" / "pieces.svg").read_text(encoding="utf-8"))}
    page = client.get(PAINT).text
    shown = dict(re.findall(r'name="brush" value="([^"]+)"[^>]*> <span><svg[^>]*><use href="[^"]+#([\w-]+)"/>', page))
    assert {*shown.values()} <= drawn
    assert shown["axis-armour"] == "axis-armour"
    assert shown["brush-exit-either-side"] == "exit"
    assert {name for name in shown if name.startswith("brush-sudden-")} == {"brush-sudden-allied", "brush-sudden-axis"}
    assert {shown[name] for name in shown if name.startswith("brush-train-axis-")} == {"axis-train"}


def test_a_painted_scenario_is_played(client: FlaskClient) -> None:
    paint(client, "forest", "A5")
    opened = client.post("/api/tables", json={"game": "memoir-44", "mission": KEY})
    assert opened.status_code == 201
    assert 'id="A5"' in client.get(f"/t/{opened.json['code']}/places").text


# -- stars, exits, and what is beside the board


def test_stars_and_exits_are_painted(client: FlaskClient, box: HostFiles) -> None:
    before = now(box)
    paint(client, "dam", "A1")
    paint(client, "purpose-dam", "A1")
    paint(client, "purpose-prisoners", "B1")
    paint(client, "brush-exit-axis", "A1")
    paint(client, "brush-exit-either-side", "M1")
    found = now(box)
    added = [one for one in found.stars if one not in before.stars]
    assert [(one.purpose, one.side, one.at) for one in added] == [
        ("dam", "axis", ((0, 8),)),
        ("prisoners", None, ((2, 8),)),
    ]
    assert [(one.side, one.at) for one in found.exits] == [("axis", ((0, 8),)), (None, ((24, 8),))]
    assert len(re.findall(r'<g class="x[^>]*><use href="[^"]+#exit"', client.get(PAINT).text)) == 2
    for brush, at in (("purpose-dam", "A1"), ("purpose-prisoners", "B1"), ("brush-exit-axis", "A1")):
        paint(client, brush, at)
    paint(client, "brush-exit-either-side", "M1")
    assert (now(box).stars, now(box).exits) == (before.stars, before.exits)


def settings(client: FlaskClient, **typed: str) -> tuple[int, str]:
    """Send the form beside the board, these fields changed."""
    page = client.get(PAINT).text
    form = page[page.index('id="settings"') :]
    fields = dict(re.findall(r'<input id="([a-z0-9-]+)"[^>]* value="([^"]*)">', form))
    for name, options in re.findall(r'<select id="([a-z0-9-]+)"[^>]*>(.*?)</select>', form, re.S):
        fields[name] = [*re.findall(r'value="([^"]+)" selected', options), *re.findall(r'value="([^"]+)"', options)][0]
    version = re.findall(r'name="version" value="(\d+)"', form)[0]
    answer = client.post(PAINT, data={**fields, **typed, "settings": "1", "version": version}, headers=OURS)
    return answer.status_code, answer.text


def test_sides_are_set_beside_the_board(client: FlaskClient, box: HostFiles) -> None:
    before = now(box)
    assert settings(client)[0] == 303
    assert now(box) == before
    changed = {"face": "face-winter", "first": "axis", "top": "allied", "medals-axis": "9", "hand-allied": "3"}
    assert settings(client, **changed)[0] == 303
    found = now(box)
    assert (found.face, found.first) == ("winter", "axis")
    assert {side: one.edge for side, one in found.sides.items()} == {"allied": "top", "axis": "bottom"}
    assert (found.sides["axis"].medals, found.sides["allied"].hand) == (9, 3)
    assert found.sides["allied"].nation == before.sides["allied"].nation


@pytest.mark.parametrize(
    "typed",
    [{"medals-axis": "100"}, {"medals-axis": "many"}, {"hand-allied": "0"}, {"first": "nobody"}, {"face": "moon"}],
)
def test_what_a_side_cannot_have_changes_nothing(client: FlaskClient, box: HostFiles, typed: dict[str, str]) -> None:
    text = box.kept(GAME, KEY).text
    status, page = settings(client, **typed)
    assert (status, 'id="fault"' in page, box.kept(GAME, KEY).text == text) == (422, True, True)


# -- a board with nothing on it


@pytest.mark.parametrize(("size", "hexes"), [("standard", 113), ("breakthrough", 213), ("overlord", 230)])
def test_a_new_board_is_blank_and_can_be_painted_and_played(
    client: FlaskClient, box: HostFiles, size: str, hexes: int
) -> None:
    assert 'id="to-new"' in client.get(HOME).text
    assert f'value="{size}"' in client.get(f"{HOME}/new").text
    for number in ("", "-a"):
        begun = client.post(f"{HOME}/new", data={"name": f"Nebel{number} 1", "size": size}, headers=OURS)
        assert begun.status_code == 303, begun.text
    address = begun.headers["Location"]
    page = client.get(address).text
    assert page.count('name="at"') == hexes
    key = address.split("/")[-2]
    blank = kept(box, key)
    assert (blank.board.name, blank.units, blank.ground, len(blank.sides)) == (size, (), {}, 2)
    for brush, at in (("allied-infantry", "A1"), ("axis-armour", "A9"), ("forest", "A2")):
        version = re.findall(r'name="version" value="(\d+)"', client.get(address).text)[0]
        sent = {"version": version, "brush": brush, "at": at}
        assert client.post(address, data=sent, headers=OURS).status_code == 303
    assert client.post("/api/tables", json={"game": "memoir-44", "mission": key}).status_code == 201


@pytest.mark.parametrize(
    ("name", "size", "code"),
    [("", "standard", 422), ("Nebel", "huge", 422), ("The Salt Road to Bir Zelka", "standard", 422)],
)
def test_a_board_without_a_name_or_of_no_size_is_refused(client: FlaskClient, name: str, size: str, code: int) -> None:
    answer = client.post(f"{HOME}/new", data={"name": name, "size": size}, headers=OURS)
    assert (answer.status_code, 'id="fault"' in answer.text) == (code, True)
    assert client.get("/missions/incursion/new").status_code == 404


def test_a_tile_joins_what_lies_beside_until_it_is_turned_or_of_another_shape(
    client: FlaskClient, box: HostFiles
) -> None:
    paint(client, "road", "E5", "F5")
    assert [now(box).joins(place)["road"] for place in ((8, 4), (10, 4))] == [("E", "W"), ("E", "W")]
    paint(client, "brush-turn", "E5")
    assert now(box).on((8, 4)).sides == {"road": ("NE", "SW")}
    paint(client, "brush-shape", "E5")
    assert now(box).on((8, 4)).sides == {"road": ("NE", "SE")}
    paint(client, "brush-turn", "E5")
    assert now(box).on((8, 4)).sides == {"road": ("E", "NW")}
    paint(client, "forest", "E5")
    assert now(box).on((8, 4)).sides == {}


def test_a_bridge_is_turned_by_half_a_side_and_goes_with_its_road(client: FlaskClient, box: HostFiles) -> None:
    paint(client, "river", "E5")
    paint(client, "bridge", "E5")
    paint(client, "brush-turn-obstacle", "E5", "E5")
    assert now(box).on((8, 4)).sides == {"road": ("NE", "SW")}
    paint(client, "bridge", "E5")
    assert (now(box).on((8, 4)).sides, now(box).lying((8, 4))) == ({}, ["river"])


# -- trains, bridges, pontoons, special rules, texts


def test_a_train_stands_on_its_track_with_its_wagon_beside_and_is_turned(client: FlaskClient, box: HostFiles) -> None:
    paint(client, "railway-track", "E5", "D4", "F5")
    paint(client, "brush-train-axis-supply", "E5")
    (train,) = now(box).trains
    assert (train.side, train.kind, train.locomotive) == ("axis", "supply", (8, 4))
    first = train.wagon
    paint(client, "brush-train-turn", "E5")
    (train,) = now(box).trains
    assert {first, train.wagon} == {(7, 5), (10, 4)}
    assert len(re.findall(r'<g class="x[^>]*><use href="[^"]+-train"', client.get(PAINT).text)) == 2
    paint(client, "brush-train-allied-armoured", "E5")
    assert [(one.side, one.kind) for one in now(box).trains] == [("allied", "armoured")]
    paint(client, "brush-train-allied-armoured", "E5")
    assert now(box).trains == ()
    version = re.findall(r'name="version" value="(\d+)"', client.get(PAINT).text)[0]
    off = client.post(PAINT, data={"version": version, "brush": "brush-train-axis-plain", "at": "A5"}, headers=OURS)
    assert off.status_code == 422


def test_no_wagon_comes_onto_a_unit_and_no_unit_onto_a_train(client: FlaskClient, box: HostFiles) -> None:
    paint(client, "railway-track", "E5", "D4", "F5")
    paint(client, "brush-train-axis-plain", "E5")
    behind, free = {(7, 5): ("D4", (10, 4)), (10, 4): ("F5", (7, 5))}[now(box).trains[0].wagon or (0, 0)]
    for place in ("E5", behind):
        status, said = tap(client, "allied-infantry", place)
        assert (status, "is already occupied." in said) == (422, True)
    paint(client, "brush-train-axis-plain", "E5")
    paint(client, "allied-infantry", behind)
    paint(client, "brush-train-axis-plain", "E5")
    assert now(box).trains[0].wagon == free


def test_bridges_that_may_be_blown_are_marked_and_how(client: FlaskClient, box: HostFiles) -> None:
    assert "blow-option" not in client.get(PAINT).text
    paint(client, "river", "A5", "B5")
    paint(client, "bridge", "A5", "B5")
    paint(client, "brush-blow-axis", "A5", "B5")
    blow = now(box).blow_bridges
    assert blow is not None
    assert (blow.option, blow.side, blow.at) == (1, "axis", ((0, 4), (2, 4)))
    assert settings(client, **{"blow-option": "blow-2"})[0] == 303
    paint(client, "brush-blow-either-side", "A5")
    blow = now(box).blow_bridges
    assert blow is not None
    assert (blow.option, blow.side, set(blow.at)) == (2, None, {(0, 4), (2, 4)})
    paint(client, "brush-blow-either-side", "A5", "B5")
    assert now(box).blow_bridges is None


def test_pontoons_special_rules_and_texts_are_set_beside_the_board(client: FlaskClient, box: HostFiles) -> None:
    typed = {
        "pontoons-allied": "2", "rule-oasis-recovery": "no", "rule-airfield-landing": "yes",
        "text-en-subtitle": "A new dawn ", "text-es-subtitle": "Otro amanecer", "text-en-victory": "",
    }  # fmt: skip
    assert settings(client, **typed)[0] == 303
    found = now(box)
    assert found.pontoons == {"allied": 2}
    assert "airfield-landing" in found.special_rules
    assert "oasis-recovery" not in found.special_rules
    assert (dict(found.armies), found.night, found.deck_ends) == ({}, None, None)
    assert (found.texts["en"].subtitle, found.texts["es"].subtitle) == ("A new dawn", "Otro amanecer")
    assert found.texts["en"].victory == ""
    assert "A new dawn" in client.get(PAINT).text
    assert settings(client, **{"pontoons-allied": "0"})[0] == 303
    assert now(box).pontoons == {}
    assert settings(client, **{"pontoons-axis": "many"})[0] == 422


def test_armies_night_and_the_end_of_the_deck_are_set_beside_the_board(client: FlaskClient, box: HostFiles) -> None:
    typed = {"army-allied-gung-ho": "yes", "army-axis-japanese": "yes", "night": "nightfall-axis", "deck-ends": "axis"}
    assert settings(client, **typed)[0] == 303
    found = now(box)
    assert dict(found.armies) == {"allied": ("gung-ho",), "axis": ("japanese",)}
    assert found.night is not None
    assert (found.night.side, found.night.falls, found.deck_ends) == ("axis", True, "axis")
    assert settings(client, **{"army-allied-gung-ho": "no", "night": "no"})[0] == 303
    assert (dict(now(box).armies), now(box).night) == ({"axis": ("japanese",)}, None)
    assert settings(client, night="tea-time")[0] == 422
    assert settings(client, **{"deck-ends": "tea-time"})[0] == 422
    assert settings(client, **{"deck-ends": "brush-nobody"})[0] == 303
    assert now(box).deck_ends is None
    chosen = re.search(r'<select id="deck-ends".*?selected>([^<]*)<', client.get(PAINT).text, re.S)
    assert chosen is not None
    assert chosen[1].strip() == "nobody"


# -- medals of several hexes, cargo, names on the map


def test_a_medal_has_several_hexes_and_says_how_many_are_held_and_how_long(client: FlaskClient, box: HostFiles) -> None:
    before = len(now(box).objectives)
    paint(client, "brush-medal-axis", "E5")
    paint(client, "brush-medal-more", "F5", "G5", "G5")
    (*_, medal) = now(box).objectives
    assert (medal.at, medal.side, medal.needs) == (((8, 4), (10, 4)), "axis", 1)
    name = f"objective-{before}"
    page = client.get(PAINT).text
    assert "How many hexes to hold: E5, F5" in page
    typed = {f"{name}-medals": "2", f"{name}-needs": "needs-all", f"{name}-stays": "stays-permanent"}
    assert settings(client, **typed)[0] == 303
    (*_, medal) = now(box).objectives
    assert (medal.medals, medal.needs, medal.stays) == (2, "all", "permanent")
    assert settings(client, **{f"{name}-needs": "1"})[0] == 303
    assert now(box).objectives[-1].needs == 1
    for wrong in ({f"{name}-medals": "none"}, {f"{name}-needs": "5-or-so"}, {f"{name}-stays": "stays-longer"}):
        assert settings(client, **wrong)[0] == 422
    paint(client, "brush-medal-more", "E5", "F5")
    assert len(now(box).objectives) == before


def test_as_many_hexes_as_a_medal_has_stay_all_of_them(client: FlaskClient, box: HostFiles) -> None:
    """A file may say a number; the form keeps its meaning, and no medal needs more hexes than it has."""
    number = len(now(box).objectives)
    paint(client, "brush-medal-axis", "E5")
    paint(client, "brush-medal-more", "F5", "G5")
    assert settings(client, **{f"objective-{number}-needs": "3"})[0] == 303
    assert now(box).objectives[-1].needs == 3
    assert settings(client, **{"medals-axis": "5"})[0] == 303
    assert now(box).objectives[-1].needs == "all"
    assert settings(client, **{f"objective-{number}-needs": "2"})[0] == 303
    paint(client, "brush-medal-more", "F5", "G5")
    assert now(box).objectives[-1].needs == 1


def test_where_there_is_no_medal_none_has_one_more_hex(client: FlaskClient) -> None:
    begun = client.post(f"{HOME}/new", data={"name": "Nebel", "size": "standard"}, headers=OURS)
    version = re.findall(r'name="version" value="(\d+)"', client.get(begun.headers["Location"]).text)[0]
    sent = {"version": version, "brush": "brush-medal-more", "at": "E5"}
    answer = client.post(begun.headers["Location"], data=sent, headers=OURS)
    assert (answer.status_code, "There is none of these on the board yet." in answer.text) == (422, True)


def test_what_a_supply_train_carries_is_set(client: FlaskClient, box: HostFiles) -> None:
    paint(client, "railway-track", "E5", "D4", "F5")
    paint(client, "brush-train-axis-supply", "E5")
    assert "aboard the train in E5" in client.get(PAINT).text
    assert settings(client, **{"cargo-0-infantry": "2", "cargo-0-armour": "1"})[0] == 303
    assert now(box).trains[0].cargo == ("infantry", "infantry", "armour")
    assert settings(client)[0] == 303
    assert now(box).trains[0].cargo == ("infantry", "infantry", "armour")
    for wrong in ("9", "some"):
        assert settings(client, **{"cargo-0-infantry": wrong})[0] == 422


def test_names_on_the_map_are_set_drawn_and_read(client: FlaskClient, box: HostFiles) -> None:
    text = "E5 Mill & <Bridge>\r\n\r\na1  Old ford "
    assert settings(client, labels=text.replace("a1", "A1"))[0] == 303
    assert [(one.at, one.text) for one in now(box).labels] == [((8, 4), "Mill & <Bridge>"), ((0, 8), "Old ford")]
    page = client.get(PAINT).text
    assert "Mill &amp; &lt;Bridge&gt;</text>" in page
    assert "A1 Old ford</textarea>" in page
    code = client.post("/api/tables", json={"game": "memoir-44", "mission": KEY}).json["code"]
    assert "Old ford</text>" in client.get(f"/t/{code}/picture.svg").text
    assert "<b>A1</b> <div><p>Old ford: " in client.get(f"/t/{code}/places").text
    assert "<h2>A1 · Old ford</h2>" in client.get(f"/t/{code}/at/A1", headers={"HX-Request": "true"}).text
    for wrong in ("Z9 Nowhere", "E5", "Mill"):
        assert settings(client, labels=wrong)[0] == 422
    assert settings(client, labels="")[0] == 303
    assert now(box).labels == ()


def unit_at(box: HostFiles, place: Hex) -> Unit:
    unit = now(box).unit_at(place)
    assert unit is not None
    return unit


def test_leaders_and_boats_are_painted_and_what_only_the_file_can_say_is_said(
    client: FlaskClient, box: HostFiles
) -> None:
    paint(client, "allied-infantry", "E5")
    paint(client, "mark-leader", "E5")
    paint(client, "mark-boat", "E5")
    sign = unit_at(box, (8, 4)).sign
    assert (sign.leader, sign.boat) == (True, True)
    assert 'Allied infantry, leader, boat"></button>' in client.get(PAINT).text
    paint(client, "mark-leader", "E5")
    sign = unit_at(box, (8, 4)).sign
    assert (sign.leader, sign.boat) == (False, True)
    assert "rules unknown to the app, are changed as text" in client.get(PAINT).text


def test_figures_are_painted_one_by_one(client: FlaskClient, box: HostFiles) -> None:
    paint(client, "axis-infantry", "E5")
    assert (unit_at(box, (8, 4)).figures, unit_at(box, (8, 4)).sign.figures) == (4, None)
    paint(client, "brush-figure-less", "E5", "E5", "E5")
    assert unit_at(box, (8, 4)).figures == 1
    assert tap(client, "brush-figure-less", "E5") == (422, "Figures of a unit: 1 to 12.")
    paint(client, "brush-figure-more", "E5", "E5", "E5", "E5")
    assert (unit_at(box, (8, 4)).figures, unit_at(box, (8, 4)).sign.figures) == (5, 5)
    paint(client, "special-forces", "E5")
    paint(client, "brush-figure-less", "E5", "E5")
    assert (unit_at(box, (8, 4)).figures, unit_at(box, (8, 4)).sign.figures) == (3, 3)
    paint(client, "brush-nobody", "E5")
    before = box.kept(GAME, KEY).text
    paint(client, "brush-figure-more", "E5")
    assert box.kept(GAME, KEY).text == before


def test_an_emblem_is_of_a_side_and_a_new_unit_of_its_sides_nation(client: FlaskClient, box: HostFiles) -> None:
    paint(client, "allied-infantry", "E5")
    assert unit_at(box, (8, 4)).sign.nation == "brit"
    paint(client, "polish", "E5")
    assert (unit_at(box, (8, 4)).sign.emblem, "Polish troops" in client.get(PAINT).text) == ("polish", True)
    assert tap(client, "afrika-korps", "E5") == (422, "Afrika Korps is not an emblem of that side.")
    paint(client, "polish", "E5")
    assert unit_at(box, (8, 4)).sign.emblem is None
    assert settings(client, **{"nation-allied": " anzac "})[0] == 303
    assert now(box).sides["allied"].nation == "anzac"
    assert settings(client, **{"nation-allied": ""})[0] == 303
    paint(client, "allied-armour", "E5")
    assert (now(box).sides["allied"].nation, unit_at(box, (8, 4)).sign.nation) == ("", "")


def test_a_bunker_is_of_a_side_and_obstacles_are_turned(client: FlaskClient, box: HostFiles) -> None:
    assert tap(client, "brush-bunker-axis", "E5")[0] == 422
    paint(client, "bunker", "E5")
    paint(client, "brush-bunker-axis", "E5")
    assert (now(box).on((8, 4)).owner, now(box).on((8, 4)).obstacles) == ("axis", {"bunker": 0})
    assert "bunker, bunker, sea wall or headquarters of the Axis" in client.get(PAINT).text
    paint(client, "brush-turn-obstacle", "E5", "E5")
    assert now(box).on((8, 4)).obstacles == {"bunker": 2}
    paint(client, "brush-bunker-allied", "E5")
    assert now(box).on((8, 4)).owner == "allied"
    paint(client, "brush-bunker-allied", "E5")
    assert now(box).on((8, 4)).owner is None
    paint(client, "wire", "E5", "E5")
    paint(client, "brush-bunker-allied", "E5")
    paint(client, "wire", "E5")
    paint(client, "bunker", "E5")
    assert (now(box).on((8, 4)).owner, now(box).on((8, 4)).obstacles) == (None, {"wire": 0})


def test_a_medal_may_count_only_as_a_turn_begins_or_for_whoever_holds_it_alone(
    client: FlaskClient, box: HostFiles
) -> None:
    paint(client, "brush-medal-allied", "E5")
    index = len(now(box).objectives) - 1
    assert settings(client, **{f"objective-{index}-at-turn-start": "yes", f"objective-{index}-sole": "yes"})[0] == 303
    assert (now(box).objectives[-1].at_turn_start, now(box).objectives[-1].sole) == (True, True)
    assert settings(client)[0] == 303
    assert now(box).objectives[-1].at_turn_start
    assert settings(client, **{f"objective-{index}-at-turn-start": "no", f"objective-{index}-sole": "no"})[0] == 303
    assert (now(box).objectives[-1].at_turn_start, now(box).objectives[-1].sole) == (False, False)


def test_what_a_file_writes_with_underscores_is_read_and_taken_back(client: FlaskClient, box: HostFiles) -> None:
    text = box.kept(GAME, KEY).text.replace("[[objectives]]", "[[objectives]]\nat_turn_start = true", 1)
    version = re.findall(r'name="version" value="(\d+)"', client.get(f"{HOME}/file/{KEY}/edit").text)[0]
    assert (
        client.post(f"{HOME}/file/{KEY}/edit", data={"version": version, "text": text}, headers=OURS).status_code == 303
    )
    assert now(box).objectives[0].at_turn_start
    assert re.search(
        r'name="objective-0-at-turn-start">\s*<option value="no" >.*?<option value="yes" selected',
        client.get(PAINT).text,
    )
    assert settings(client)[0] == 303
    assert now(box).objectives[0].at_turn_start
    assert settings(client, **{"objective-0-at-turn-start": "no"})[0] == 303
    assert not now(box).objectives[0].at_turn_start


def test_a_star_of_a_side_goes_when_it_is_tapped_again(client: FlaskClient, box: HostFiles) -> None:
    before = len(now(box).stars)
    text = box.kept(GAME, KEY).text + '\n[[stars]]\nat = [[8, 4]]\npurpose = "observer"\nside = "axis"\n'
    version = re.findall(r'name="version" value="(\d+)"', client.get(f"{HOME}/file/{KEY}/edit").text)[0]
    assert (
        client.post(f"{HOME}/file/{KEY}/edit", data={"version": version, "text": text}, headers=OURS).status_code == 303
    )
    assert [one.side for one in now(box).stars][before:] == ["axis"]
    paint(client, "purpose-observer", "E5")
    assert len(now(box).stars) == before


# -- what comes later, and how it ends


def test_a_unit_rests_for_some_turns_and_is_of_a_nation_of_its_own(client: FlaskClient, box: HostFiles) -> None:
    paint(client, "axis-infantry", "E5")
    paint(client, "brush-rests-more", "E5", "E5")
    paint(client, "brush-rests-less", "E5")
    paint(client, "nation-jp", "E5")
    sign = unit_at(box, (8, 4)).sign
    assert (sign.rests, sign.nation) == (1, "jp")
    assert "Axis infantry, Japan, first turns without orders, 1" in client.get(PAINT).text
    paint(client, "brush-rests-less", "E5", "E5")
    paint(client, "nation-jp", "E5")
    sign = unit_at(box, (8, 4)).sign
    assert (sign.rests, sign.nation) == (0, "")


def test_a_hex_is_closed_to_some_units_and_infantry_recovers_or_a_side_has_headquarters_there(
    client: FlaskClient, box: HostFiles
) -> None:
    before = now(box).on((8, 4))
    brushes = ("brush-closed-axis-armour", "brush-closed-axis-artillery", "recovery-here", "headquarters-here")
    for brush in (*brushes, "brush-bunker-allied"):
        paint(client, brush, "E5")
    ground = now(box).on((8, 4))
    assert dict(ground.closed) == {"axis": ("armour", "artillery")}
    assert (ground.recovers, ground.headquarters, ground.owner) == (True, True, "allied")
    for brush in brushes:
        paint(client, brush, "E5")
    assert now(box).on((8, 4)) == before


def test_air_drops_are_over_hexes_or_anywhere_and_gone_without_units(client: FlaskClient, box: HostFiles) -> None:
    paint(client, "brush-drop-allied", "E5")
    paint(client, "brush-drop-more", "F5", "E5", "F5")
    (drop,) = now(box).air_drops
    assert (drop.side, drop.drops, drop.steps, drop.at, drop.type) == ("allied", [4], 4, (), "infantry")
    typed = {"drop-0-drops": "3, 2", "drop-0-steps": "2", "drop-0-nation": "nation-us", "drop-0-daylight": "yes"}
    assert settings(client, **typed)[0] == 303
    (drop,) = now(box).air_drops
    assert (drop.drops, drop.steps, drop.nation, drop.daylight) == ([3, 2], 2, "us", True)
    assert settings(client, **{"drop-0-drops": "many"})[0] == 422
    assert settings(client, **{"drop-0-drops": ""})[0] == 303
    assert now(box).air_drops == ()


def test_sudden_deaths_are_of_a_side_and_need_hexes(client: FlaskClient, box: HostFiles) -> None:
    paint(client, "brush-sudden-axis", "E5")
    paint(client, "brush-sudden-more", "F5", "G5")
    assert settings(client, **{"sudden-0-needs": "3"})[0] == 303
    (death,) = now(box).sudden_deaths
    assert (death.side, death.at, death.needs) == ("axis", ((8, 4), (10, 4), (12, 4)), 3)
    paint(client, "brush-sudden-more", "G5")
    assert now(box).sudden_deaths[0].needs == 2
    paint(client, "brush-sudden-axis", "E5")
    assert [one.at for one in now(box).sudden_deaths] == [((10, 4),)]


def test_an_exit_of_several_hexes_has_its_marker_on_the_first(client: FlaskClient, box: HostFiles) -> None:
    paint(client, "brush-exit-allied", "E5")
    paint(client, "brush-exit-more", "F5")
    (leaving,) = now(box).exits
    assert (leaving.at, leaving.markers) == (((8, 4), (10, 4)), ((8, 4),))
    paint(client, "brush-exit-allied", "E5")
    assert [(one.at, one.markers) for one in now(box).exits] == [(((10, 4),), ())]


def test_smoke_reinforcements_and_what_ends_the_battle_are_set_beside_the_board(
    client: FlaskClient, box: HostFiles
) -> None:
    typed = {
        "smoke": "axis", "more-axis-units": "2", "exit-medals-infantry": "2", "must-leave-allied": "3",
        "by-hand": "yes", "empty-0-left": "yes", "empty-0-right": "yes", "front": "front-eastern",
        "date-begin": "1943-07-05",
    }  # fmt: skip
    assert settings(client, **typed)[0] == 303
    more = {"more-axis-badge": "elite-armour", "more-axis-no-exit": "yes", "empty-0-medals": "2"}
    assert settings(client, **more)[0] == 303
    found = now(box)
    assert (found.smoke, found.by_hand, found.front, found.dates) == ("axis", True, "eastern", ("1943-07-05",))
    assert (dict(found.exit_medals), dict(found.must_leave)) == ({"infantry": 2}, {"allied": 3})
    (brought,) = found.reinforcements.values()
    assert (brought.units, brought.badge, brought.traits) == (2, "elite-armour", ("no-exit",))
    (empty,) = found.empty_sections
    assert (empty.side, empty.sections, empty.medals) == ("allied", ["left", "right"], 2)
    off = {
        "smoke": "no", "more-axis-units": "0", "exit-medals-infantry": "1", "must-leave-allied": "0", "by-hand": "no",
        "empty-0-left": "no", "empty-0-right": "no",
    }  # fmt: skip
    assert settings(client, **off)[0] == 303
    found = now(box)
    assert (found.smoke, found.by_hand, found.reinforcements, found.empty_sections) == (None, False, {}, ())
    assert (found.exit_medals, found.must_leave) == ({}, {})


def test_stars_and_decoys_have_a_side(client: FlaskClient, box: HostFiles) -> None:
    paint(client, "purpose-observer", "E5")
    paint(client, "brush-mine-axis", "F5")
    index = len(now(box).stars) - 1
    typed = {f"star-{index}-side": "axis", f"star-{index}-marked": "no", "decoy-axis": "yes"}
    assert settings(client, **typed)[0] == 303
    assert (now(box).stars[-1].side, now(box).stars[-1].marked) == ("axis", False)
    paint(client, "brush-mine-axis", "G5")
    assert {one.decoy_medal for one in now(box).mines if one.side == "axis"} == {True}
    assert settings(client, **{f"star-{index}-side": "either-side", f"star-{index}-marked": "yes"})[0] == 303
    assert (now(box).stars[-1].side, now(box).stars[-1].marked) == (None, True)


def test_what_is_said_of_bridges_to_blow_stays_as_long_as_they_do(client: FlaskClient, box: HostFiles) -> None:
    paint(client, "river", "A5", "B5")
    paint(client, "bridge", "A5", "B5")
    paint(client, "brush-blow-axis", "A5", "B5")
    paint(client, "brush-blow-medal", "A5", "C5")
    assert settings(client, **{"blow-beside": "yes"})[0] == 303
    paint(client, "brush-blow-axis", "B5")
    blow = now(box).blow_bridges
    assert blow is not None
    assert (blow.at, blow.beside, blow.medal_at) == (((0, 4),), True, ((0, 4),))
    paint(client, "brush-blow-axis", "B5", "A5")
    blow = now(box).blow_bridges
    assert blow is not None
    assert (blow.at, blow.medal_at) == (((2, 4),), ())

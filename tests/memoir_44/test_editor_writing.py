# ruff: noqa: E501
"""Scenarios exported as files of the Scenario Editor: the same meaning when they are read again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from app.cli import main
from app.core.errors import Malformed, Refused
from app.games.memoir_44.book import EDITION, edition_book
from app.games.memoir_44.scenarios.editor_writing import as_editor_file
from app.games.memoir_44.scenarios.files import scenarios
from app.games.memoir_44.scenarios.kept_besides import OURS, meaning
from app.games.memoir_44.scenarios.scenario import scenario_of
from tests.memoir_44.editor_files import hexagon, read, scenario
from tests.memoir_44.test_file_report import every_thing

BOOK = edition_book(EDITION, {})


def as_proposed(content: Any) -> Any:
    found = read(content)
    return found.mission({one.key: one.usual or next(iter(one.choices)) for one in found.asked})


def differences(mission: Any) -> list[str]:
    before, after = (meaning(scenario_of(one, BOOK)) for one in (mission, as_proposed(as_editor_file(mission))))
    return [part for part in before if before[part] != after[part]]


@pytest.mark.parametrize("key", scenarios())
def test_a_scenario_of_ours_means_the_same_after_an_export_and_an_import(key: str) -> None:
    assert differences(scenarios()[key]) == []


def test_every_name_of_the_editor_means_the_same_after_an_import_an_export_and_an_import() -> None:
    assert differences(as_proposed(every_thing())) == []


def sample() -> dict[str, Any]:
    row = {"name": "tag5", "behavior": "EXIT_MARKER", "side": "AXIS", "group": ["C1", "D1", "E1"]}
    return scenario(
        [
            hexagon(4, 12, terrain={"name": "wforest"}),
            hexagon(4, 14, terrain={"name": "roadcurve", "orientation": 4}),
            hexagon(4, 16, terrain={"name": "river", "orientation": 3}, rect_terrain={"name": "bridge", "orientation": 2}),
            hexagon(0, 4, unit={"name": "inf2us", "badge": "badge24", "nbr_units": 3}, obstacle={"name": "wire"}),
            hexagon(0, 6, unit={"name": "gunger", "badge": "badge5"}, rect_terrain={"name": "bunker", "original_owner": "AXIS"}),
            hexagon(2, 4, tags=[{"name": "medal4", "group": ["D7"], "medal": {"nbr_hex": 2, "permanent": True, "counts_for": 1}}]),
            hexagon(8, 2, tags=[row]),
            hexagon(8, 8, tags=[{"name": "tag5"}]),
            hexagon(7, 3, tags=[{"name": "tag3", "behavior": "MINE_FIELD", "side": "ALLIES"}]),
        ],
        info={"options": {"north_african_desert_rules": True}, "front": "EASTERN", "date_begin": "1943-07-05"},
        board={"labels": [{"row": 0, "col": 0, "text": ["Mill"]}]},
        packs={"terrain": 1},
    )  # fmt: skip


def test_a_file_is_written_with_the_keys_kinds_and_names_of_the_editor() -> None:
    written = json.loads(as_editor_file(as_proposed(sample())))
    assert OURS not in written["meta_data"], "its shape holds all of it"
    assert written["game_info"] == {
        "side_player1": "AXIS", "country_player1": "DE", "cards_player1": 5, "victory_player1": 6,
        "side_player2": "ALLIES", "country_player2": "US", "cards_player2": 4, "victory_player2": 5, "starting": "PLAYER2",
        "date_begin": "1943-07-05", "front": "EASTERN", "type": "HISTORICAL", "options": {"north_african_desert_rules": True},
    }  # fmt: skip
    assert (written["board"]["type"], written["board"]["face"], written["packs"]) == (
        "STANDARD",
        "COUNTRY",
        {"terrain": 1},
    )
    here = {(one["row"], one["col"]): one for one in written["board"]["hexagons"]}
    assert here[4, 12] == {"row": 4, "col": 12, "terrain": {"name": "wforest"}}
    assert here[4, 14]["terrain"] == {"name": "roadcurve", "orientation": 4}
    assert here[4, 16]["rect_terrain"] == {"name": "bridge", "orientation": 2}
    assert here[0, 4]["unit"] == {"name": "inf2us", "badge": "badge24", "nbr_units": 3}
    assert here[0, 6]["unit"] == {"name": "gunger", "badge": "badge5"}
    assert here[0, 6]["rect_terrain"] == {"name": "bunker", "original_owner": "AXIS"}
    assert here[2, 4]["tags"][0]["group"] == ["D7"]
    assert here[8, 2]["tags"] == [
        {"name": "tag5", "behavior": "EXIT_MARKER", "side": "AXIS", "group": ["C1", "D1", "E1"]}
    ]
    assert here[8, 8]["tags"] == [{"name": "tag5"}]


def test_pieces_of_a_winter_board_are_those_of_winter() -> None:
    legend = {"F": {"terrain": "forest"}, "T": {"terrain": "town"}, "V": {"terrain": "beach"}}
    plain = as_proposed(scenario([hexagon(0, 0, terrain={"name": "woods"})], board={"face": "WINTER"}))
    rows = ["F T V " + ". " * 10, *plain["map"]["rows"][1:]]
    winter = {**plain, "map": {"rows": rows, "legend": legend}}
    written = json.loads(as_editor_file(winter))
    assert [one["terrain"]["name"] for one in written["board"]["hexagons"] if "terrain" in one] == [
        "wforest",
        "wvillage",
        "beach",
    ]


HOSTILE: list[Any] = [
    {"map": {"A9": 3}},
    {"map": {"A9": {"obstacles": [1]}}},
    {"map": {"A9": {"terrain": "<script>"}}},
    {"forces": {"A9": {"side": "nobody"}}},
    {"objectives": 7},
    {"objectives": [{"at": [[99, 99]]}]},
    {"special-rules": ["x" * 10_000]},
    {"sides": {"allied": {}}},
    {"texts": {"en": {"rules": "x" * 100_000}}},
    {"stars": [{"at": [[0, 0]] * 100_000, "purpose": "as-told"}]},
]


@pytest.mark.parametrize("kept", HOSTILE)
def test_what_programs_keep_in_a_file_is_not_trusted(kept: Any) -> None:
    with pytest.raises((Refused, Malformed)):
        as_proposed({**sample(), "meta_data": {OURS: kept}})


@pytest.mark.parametrize("kept", [None, 3, [], {"map": {"ZZ9": 1}, "key": "stolen", "name": 1, "board": "round"}])
def test_what_nobody_keeps_there_changes_nothing(kept: Any) -> None:
    plain = as_proposed(sample())
    assert as_proposed({**sample(), "meta_data": {OURS: kept}}) == plain


# -- on the page and on the command line


def test_a_mission_is_exported_by_page_and_command_line(client: FlaskClient, tmp_path: Path) -> None:
    path = "/missions/memoir-44/file/karst-junction"
    assert f'href="{path}/export.m44"' in client.get(path).text
    sent = client.get(f"{path}/export.m44")
    assert (sent.status_code, sent.mimetype) == (200, "application/json")
    assert client.get(f"{path}/export.doc").status_code == 404
    assert client.get("/missions/incursion/file/1/export.m44").status_code == 404
    told = CliRunner().invoke(main, ["missions", "export", "memoir-44", "karst-junction", "--format", "m44"])
    assert json.loads(told.stdout) == sent.json
    wrong = CliRunner().invoke(main, ["missions", "export", "memoir-44", "karst-junction", "--format", "doc"])
    assert wrong.exit_code != 0

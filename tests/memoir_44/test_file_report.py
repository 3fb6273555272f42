# ruff: noqa: E501
"""The report of a file of the Scenario Editor for programs: all its content in words, with place and box."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from app.core.errors import Malformed, Refused
from app.games.memoir_44.game import GAME
from app.games.memoir_44.scenarios.files import MISSIONS
from app.games.memoir_44.scenarios.names import editor
from tests.memoir_44.editor_files import as_file, hexagon, read, scenario, spoilt, spread

ROADS = ("road", "roadcurve", "roadFL", "roadFR", "roadX")
BASE, TERRAIN, EAST, PACIFIC = "Base game", "Terrain Pack", "Eastern Front", "Pacific"
DESERT, AIR, WINTER, CAMPAIGN = "Mediterranean", "Air Pack", "Winter Wars", "Campaign and battle maps"
TERRAINS = {
    BASE: "woods hedgerow hills buildings river curve beach",
    TERRAIN: (
        "palmtrees bled station barracks lighthouse powerplant factory riverFL riverFR riverY pond oasis radar wadi wcurve marshes"
        " highground depot mountain lakeA lakeB lakeC roadY hillroad hillcurve rail railcurve railFL railFR railX railroad dam"
        " airfield airfieldX church camp cemetery fortress " + " ".join(ROADS)
    ),
    EAST: ("wforest whill wvillage wfactory wmarshes wriver wcurved wruins whillforest whillvillage wravine wtrenches"),
    PACIFIC: (
        "pvillage pmouth pbeach price pairfield pairfieldX ptrenches pjungle pcave pmcave phospital pheadquarter ppier"
    ),
    DESERT: (
        "dhill coast coastcurve droadY dairfield dairfieldX dcamp dridge descarpment "
        + " ".join(f"d{road}" for road in ROADS)
    ),
    WINTER: "wrail wrailcurve wrailFR wrailroad wchurch wcastle wroadY " + " ".join(f"w{road}" for road in ROADS),
}
UNSURE = {WINTER: "wairfield wairfieldX wriverFR", AIR: "cairfield", CAMPAIGN: "ravine cravine"}
STRIPS = {
    BASE: "bunker bridge",
    TERRAIN: "casemate pontoon railbridge ford roadblock loco wagon",
    EAST: "wbunker dragonteeth",
    PACIFIC: "pbunker pbridge pdestroyer barge pcarrier",
    DESERT: "dbunker droadblock",
    WINTER: "wpontoon wrailbridge wroadblock abatis",
}
UNSURE_STRIPS = {WINTER: "wbridge", CAMPAIGN: "brkbridge"}
OBSTACLES = {BASE: "sand wire hedgehog", EAST: "dragonteeth"}
PIECES = [
    (slot, name, box, certain)
    for slot, table, certain in (
        ("terrain", TERRAINS, True), ("terrain", UNSURE, False),
        ("rect_terrain", STRIPS, True), ("rect_terrain", UNSURE_STRIPS, False), ("obstacle", OBSTACLES, True),
    )
    for box, told in table.items()
    for name in told.split()
]  # fmt: skip
BADGES = {
    "badge3": ("infus", "french-resistance"), "badge5": ("gunger", "big-gun"), "badge6": ("inf2us", "engineer"),
    "badge26": ("infger", "sniper"), "badge27": ("infru", "sniper"), "badge29": ("infru", "cavalry"), "badge30": ("infru", "ski"),
    "badge33": ("tankus", "flame-thrower"), "badge35": ("gunru", "mobile-artillery"), "badge37": ("infger", "anti-tank"),
    "badge41": ("infbrit", "mortar"), "badge45": ("infjp", "machine-gun"), "badge46": ("gunger", "heavy-anti-tank"),
}  # fmt: skip
BEHAVIOURS = {
    "terrain": {
        "hills": "HILL STEEP_HILL BLUFF CLIFF IMPASSABLE_HILL IMPASSABLE_BLOCKING_HILL",
        "river": "FORD FORDABLE_STREAM WIDE_RIVER",
        "oasis": "OASIS_RECOVERY",
        "buildings": "HEADQUARTER IMPASSABLE_HILL",
    },
    "rect_terrain": {"bridge": "CAN_BE_BLOWN ONE_MEDAL_IF_BLOWN BRIDGE_SECTION"},
    "obstacle": {"sand": "SEAWALL"},
    "unit": {
        "tankger": (
            "FRENCH_RESISTANCE ARMOR_MOVE_TWO ELITE_ARMOR_MOVE_TWO CAN_IGNORE_ONE_FLAG GERMAN_2VICTANK"
            " CANNOT_BE_ACTIVATED_TILL_TURN CANNOT_EXIT"
        )
    },
    "tags": {"tag3": "MINE_FIELD DECOY_MEDAL_MINE_FIELD", "tag4": "EXIT_MARKER", "tag1": "IS_WITTMANN"},
}
OPTIONS = {
    "north_african_desert_rules": True, "partial_blitz_rules": "AXIS", "blitz_rules": True, "russian_commissar_rule": "ALLIES",
    "british_commonwealth": True, "gung_ho": True, "italy_royal_army": True, "italy_high_command": True,
    "night_visibility_rules": True, "night_visibility_reverse_rule": True, "night_visibility_team_turn": "AXIS",
    "deck_name": "AIR_POWER_AS_ARTILLERY_BOMBARD_DECK", "air_strikes_rules": "ALLIES", "hill317": ["L5", "k4"],
    "blowbridge_opt1": {"side": "AXIS"}, "blowbridge_opt2": {"side": "ALLIES", "option": "NEED_NEIGHBOUR_UNIT"},
    "mine_deck_name": "PACIFIC", "supply_train_rules": {"side": "ALLIES", "nbr_units": [1, 1], "unit": {"name": "infru"}},
    "airdrop": {"side": "ALLIES", "center": "G5 or g4", "nbr_drops": 6, "range": 4, "unit": {"name": "inf2us"}},
    "airdrop2": {"side": "ALLIES", "center": "C5 (the mill)"}, "armor_breakthrough_rules": {"AXIS": {"name": "tank2ger"}},
    "smoke_screen": {"side": "ALLIES"}, "empty_section_medals": {"side": "ALLIES", "count_for": 1, "sections": [0, 1]},
    "infantry_exit_counts_2": True, "must_have_unit_exit": {"side": "AXIS", "min_nbr_units": 1}, "deck_reshuffling": False,
}  # fmt: skip
LANGUAGES = ("en", "es")


def told(data: Any, language: str = "en") -> dict[str, Any]:
    found = read(data)
    return {**found.report, **found.details(GAME.get_translator(language))}


def things(data: Any, language: str = "en") -> list[dict[str, Any]]:
    return [thing for here in told(data, language)["map"] for thing in here["things"]]


def every_thing() -> dict[str, Any]:
    """A file with every name of the editor: terrain, strips, obstacles, units, badges, behaviours, markers, options."""
    entries: list[dict[str, Any]] = [{slot: {"name": name, "orientation": 2}} for slot, name, _, _ in PIECES]
    entries += [{"unit": {"name": bearer, "badge": badge}} for badge, (bearer, _) in BADGES.items()]
    entries += [
        {"unit": {"name": "infus", "badge": f"badge{number}"}}
        for number in (1, 2, 4, 7, 9, 10, 13, 22, 24, 25, 32, 38, 50)
    ]
    for slot, bearers in BEHAVIOURS.items():
        for name, told_of in bearers.items():
            of = [{"name": name, "behavior": one, "side": "AXIS"} for one in told_of.split()]
            entries += [{slot: [one] if slot == "tags" else one} for one in of]
    names = [f"medal{number}" for number in range(8)] + ["tag1", "tag3", "tag4", "tag5", "tag14", "tag15"]
    entries += [{"tags": [{"name": name}]} for name in names]
    entries += [{"unit": {"name": name}} for name in ("vehus", "vehger", "plnus", "infjp", "tank2ger", "gunbrit")]
    return scenario(spread(entries), board={"type": "OVERLORD"}, info={"options": OPTIONS})


# -- words, boxes, rules


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_told_in_words_and_nothing_is_silent(language: str) -> None:
    found = told(every_thing(), language)
    unknown = {"en": "unknown", "es": "sin identificar"}[language]
    said = [
        (one["name"], one["words"])
        for one in [*(thing for here in found["map"] for thing in here["things"]), *found["options"]]
    ]
    raw = [(name, words) for name, words in said if unknown in words or "_" in words or any(map(str.isdigit, words))]
    assert raw == []
    assert found["silent"] == []
    assert len(said) > 200


@pytest.mark.parametrize(("slot", "name", "box", "certain"), PIECES)
def test_each_piece_comes_out_of_the_box_that_the_lists_name(slot: str, name: str, box: str, certain: bool) -> None:
    found = told(scenario([hexagon(2, 4, **{slot: {"name": name.upper()}})]))
    assert [one["box"] for here in found["map"] for one in here["things"]] == [box]
    assert found["boxes"] == [{"box": box, "certain": certain, "pieces": 1}]
    assert [(one["box"], one["count"], one["hexes"]) for one in found["set_up"]] == [(box, 1, ["C7"])]


def test_the_list_of_boxes_has_every_name_of_the_editor() -> None:
    listed = {(slot, name) for slot, name, _, _ in PIECES}
    refereed = {
        (slot, name)
        for slot in ("terrain", "rect_terrain", "obstacle")
        for names in editor()[slot].values()
        for name in names
    }
    strips = {(slot, name) for slot, name in refereed if slot == "obstacle" and "roadblock" in name}
    assert refereed - listed - strips == set()


@pytest.mark.parametrize(("badge", "bearer", "rule"), [(badge, *one) for badge, one in BADGES.items()])
def test_a_badge_is_a_thing_of_its_own_and_brings_its_rule(badge: str, bearer: str, rule: str) -> None:
    unit, own = things(scenario([hexagon(4, 4, unit={"name": bearer, "badge": badge})]))
    assert (own["slot"], own["name"], own["rules"]) == ("badge", badge, [rule])
    assert rule in unit["rules"]
    assert "special-forces" not in unit["rules"]
    assert ("japanese-army" in unit["rules"]) == (bearer == "infjp")


UNITS = [
    ({"name": "infjp"}, ["japanese-army"]),
    ({"name": "inf2jp"}, ["special-forces", "japanese-army"]),
    ({"name": "infjp", "badge": "badge26"}, ["sniper"]),
    ({"name": "tank2ger", "nbr_units": "1"}, ["tiger"]),
    ({"name": "tank2ger"}, ["elite-armour"]),
    ({"name": "tank2us", "nbr_units": 1}, ["elite-armour"]),
    ({"name": "inf2us", "badge": "badge4"}, ["special-forces"]),
    ({"name": "infus"}, []),
]


@pytest.mark.parametrize(("given", "rules"), UNITS)
def test_a_unit_brings_the_rules_of_its_name_its_nation_and_its_badge(given: dict[str, Any], rules: list[str]) -> None:
    assert things(scenario([hexagon(4, 4, unit=given)]))[0]["rules"] == rules


def test_special_forces_with_a_badge_take_one_badge_and_figures_as_told() -> None:
    unit = {"name": "inf2us", "badge": "badge4", "nbr_units": "3"}
    found = told(scenario([hexagon(4, 4, unit=unit), hexagon(4, 6, unit=unit)]))["set_up"]
    assert [(one["kind"], one["count"], one["hexes"]) for one in found] == [
        ("unit", 6, ["C5", "D5"]), ("badge", 2, ["C5", "D5"])
    ]  # fmt: skip


# -- how tiles lie


def test_a_tile_tells_the_sides_that_it_joins_and_the_set_up_list_its_shape() -> None:
    data = scenario(
        [
            hexagon(4, 12, terrain={"name": "curve", "orientation": 2}),
            hexagon(2, 2, terrain={"name": "roadX", "orientation": 1}),
            hexagon(0, 0, terrain={"name": "woods", "orientation": 3}),
            hexagon(6, 2, terrain={"name": "river"}, rect_terrain={"name": "bridge", "orientation": "4"}),
        ]
    )
    assert {one["name"]: one.get("open") for one in things(data)} == {
        "curve": {"river": ["E", "NW"]},
        "roadX": {"road": ["E", "NE", "W", "SW"]},
        "woods": {},
        "river": {},
        "bridge": {"road": ["E", "W"]},
    }
    lines = {one["hexes"][0]: one for one in told(data)["set_up"]}
    assert (lines["G5"]["shape"], lines["G5"]["words"], lines["G5"]["section"]) == (
        "bend E–NW",
        "river, bend",
        "centre",
    )
    assert lines["A9"]["shape"] == ""
    spanish = {one["hexes"][0]: one["shape"] for one in told(data, "es")["set_up"]}
    assert spanish["G5"] == "curva E–NO"


def test_an_end_that_its_neighbour_does_not_meet_is_shown_as_it_lies_and_told() -> None:
    straight = {"name": "river", "orientation": 1}
    met = [hexagon(4, 4, terrain=straight), hexagon(4, 6, terrain=straight)]
    across = [hexagon(4, 4, terrain=straight), hexagon(4, 6, terrain={"name": "river", "orientation": 2})]
    assert [note for note in told(scenario(met))["notes"] if "lead back" in note] == []
    (note,) = [note for note in told(scenario(across))["notes"] if "lead back" in note]
    assert note.startswith("C5: the river leads E to D5")


# -- how it is won


def test_exits_and_objectives_name_all_of_their_hexes() -> None:
    row = {"name": "tag5", "behavior": "EXIT_MARKER", "side": "AXIS", "group": ["C1", "D1", "C1"]}
    medals = [
        ({"name": "medal1"}, "allied", 1, 1, "hold"),
        ({"name": "medal2", "medal": {"permanent": "1", "counts_for": "2"}}, "axis", 2, 1, "permanent"),
        ({"name": "medal0", "medal": {"majority": True}}, "either", 1, 1, "majority"),
        ({"name": "medal0", "medal": {"any_hex": True, "side": "AXIS"}}, "axis", 1, 1, "any"),
        ({"name": "medal4", "medal": {"sole_control": True}}, "allied", 1, 1, "sole"),
        ({"name": "medal5", "medal": {"last_to_occupy": 1}}, "axis", 1, 1, "last"),
        ({"name": "medal6", "medal": {"turn_start": True}}, "allied", 1, 1, "turn-start"),
        (
            {"name": "medal7", "group": ["A5", "b4"], "medal": {"nbr_hex": "3", "permanent": False}},
            "axis",
            1,
            3,
            "hold",
        ),
    ]
    tags = [hexagon(0, 2 * number, tags=[tag]) for number, (tag, *_) in enumerate(medals)]
    death = {"condition": [{"group_sudden_death": {"side": "AXIS", "number": 2, "group": ["A9", "b8", "C9"]}}]}
    lone = hexagon(6, 2, tags=[{"name": "tag4"}])
    found = told(scenario([*tags, hexagon(8, 2, tags=[row]), lone], info={"victory": death}))
    assert found["exits"] == {"allied": [], "axis": ["B1", "C1", "D1"]}
    assert [(one["side"], one["medals"], one["needs"], one["rule"]) for one in found["objective_list"]] == [
        *(tuple(expected) for _, *expected in medals), ("axis", 0, 2, "sudden-death")
    ]  # fmt: skip
    assert found["objective_list"][7]["hexes"] == ["H9", "A5", "b4"]
    assert found["objective_list"][8]["hexes"] == ["A9", "b8", "C9"]
    assert [(one["key"], one["hexes"], one["default"]) for one in found["asks"]] == [("exit-side", ["B3"], "by-half")]


def test_a_hex_of_a_group_is_named_as_the_editor_names_it_or_it_is_a_fault() -> None:
    row = {"name": "tag4", "behavior": "EXIT_MARKER", "side": "AXIS", "group": ["c1", "b2", "Z1"]}
    found = told(scenario([hexagon(8, 2, tags=[row])]))
    assert found["exits"]["axis"] == ["B1", "b2"]
    assert [note for note in found["notes"] if "“c1”" in note or "“Z1”" in note] == found["notes"]


# -- options and questions


def test_every_option_is_told_as_written_with_the_hexes_that_it_names() -> None:
    found = {
        one["name"]: one
        for one in told(scenario(info={"options": OPTIONS | {"smoke_screen": None, "gung_ho": ""}}))["options"]
    }
    assert {name: one["value"] for name, one in found.items()} == OPTIONS | {"smoke_screen": None, "gung_ho": ""}
    assert found["hill317"]["hexes"] == ["L5", "k4"]
    assert found["airdrop"]["hexes"] == ["G5", "g4"]
    assert found["airdrop2"]["hexes"] == ["C5"]
    assert (found["smoke_screen"]["state"], found["smoke_screen"]["words"]) == ("look", "smoke screen: off")
    assert "off" not in found["deck_reshuffling"]["words"].split()
    top = told(scenario(options={"partial_blitz_rules": "ALLIES"}, info={"options": None}))["options"]
    assert [(one["name"], one["value"]) for one in top] == [("partial_blitz_rules", "ALLIES")]


ASKS = [
    ([hexagon(4, 4, terrain={"name": "coast"}), hexagon(4, 6, terrain={"name": "coastcurve"})], "coast", ["C5", "D5"], "like-shoreline"),
    ([hexagon(4, 4, terrain={"name": "wcastle"})], "castle", ["C5"], "like-fortress"),
    ([hexagon(4, 4, rect_terrain={"name": "abatis"})], "abatis", ["C5"], "like-road-block"),
    ([hexagon(4, 4, rect_terrain={"name": "barge"})], "barge", ["C5"], "open"),
    ([hexagon(4, 4, terrain={"name": "buildings", "behavior": "HEADQUARTER"})], "hq-town", ["C5"], "open"),
    ([hexagon(4, 4, tags=[{"name": "tag3"}])], "tag3-alone", ["C5"], "by-half"),
    ([hexagon(4, 4, tags=[{"name": "tag5"}])], "exit-side", ["C5"], "by-half"),
    ([hexagon(4, 4, tags=[{"name": "tag1"}])], "star", ["C5"], "look"),
    ([hexagon(4, 4, terrain={"name": "zz-heap"})], "unknown", ["C5"], "open"),
]  # fmt: skip


@pytest.mark.parametrize(("entries", "key", "hexes", "usual"), ASKS, ids=[one[1] for one in ASKS])
def test_what_no_source_is_certain_of_is_asked_once_with_its_hexes_and_a_proposal(
    entries: list[Any], key: str, hexes: list[str], usual: str
) -> None:
    found = told(scenario(entries))
    assert [(one["key"], one["hexes"], one["default"]) for one in found["asks"]] == [(key, hexes, usual)]
    assert usual in found["asks"][0]["choices"]
    assert key in [one["asks"] for here in found["map"] for one in here["things"] if one["state"] == "asked"]
    mission = read(scenario(entries)).mission({})
    assert mission.get("not-refereed", []) == []
    assert "not-refereed" not in json.dumps(mission["map"])


def test_a_star_on_a_unit_is_its_mark_and_one_of_an_option_is_refereed() -> None:
    data = scenario(
        [hexagon(4, 4, unit={"name": "infus"}, tags=[{"name": "tag1"}]), hexagon(4, 22, tags=[{"name": "tag1"}])],
        info={"options": {"hill317": ["L5"]}},
    )
    assert [(one["name"], one["state"]) for one in things(data) if one["slot"] == "tag"] == [
        ("tag1", "look"), ("tag1", "refereed")
    ]  # fmt: skip
    assert told(data)["asks"] == []


def test_a_decision_is_followed_and_medals_of_a_text_are_told_once() -> None:
    data = scenario(
        [hexagon(4, 4, terrain={"name": "coast"})], text={"en": {"name": "x", "victory": "The Axis wins in the mill."}}
    )
    mission = read(data).mission({})
    assert (mission["by-hand"], mission["map"]["legend"]["sh"]["terrain"]) == (True, "shoreline")
    other = read(data).mission({"coast": "open", "prose-victory": "no-more"})
    assert "by-hand" not in other
    assert [one["looks"] for one in other["map"]["legend"].values()] == [[{"kind": "terrain", "name": "coast"}]]


# -- titles, date, what else a file holds


def test_titles_date_front_face_packs_and_texts_are_told_whole() -> None:
    title = "  Across the river, " + "and on, " * 21 + "in the end  "
    data = scenario(
        info={"date_begin": "1944-06-06", "date_end": "", "front": "WESTERN", "operationID": "20"},
        board={
            "face": "BEACH",
            "labels": [{"row": 0, "col": 4, "text": ["The", "mill"]}],
            "groups": [{"hexes": [{"row": 1, "col": 3}]}],
        },
        text={"en": {"name": title, "historical": "Long ago.", "bibliography": "A book"}, "fr": {"name": "Au bord\t"}},
        packs={"terrain": 1, "eastern": "0", "air": "1"},
        equipment_packs={"allies_pack": [{"caption": "Engineers", "image": {"badge": "BADGE6"}}], "base_cost": 2},
    )
    found = told(data)
    assert found["titles"] == {"en": title.strip(), "fr": "Au bord"}
    assert found["scenario"] == title.strip()
    assert len(title.strip()) > 190
    assert (found["date"], found["front"], found["face"]) == ({"begin": "1944-06-06", "end": None}, "western", "beach")
    assert found["packs"] == ["air", "terrain"]
    assert found["texts"]["en"] == {"historical": "Long ago.", "bibliography": "A book"}
    assert {"Caption of the file (Allies): Engineers", "Name on the map, C9: The mill"} <= set(found["notes"])
    assert any("b8" in note for note in found["notes"])
    assert found["silent"] == []


FORMS: list[Any] = [
    [{"name": "medal1"}, {"name": "tag1"}],
    {"item": [{"name": "medal1"}, {"name": "tag1"}]},
    {"2": {"name": "tag1"}, "1": {"name": "medal1"}},
    [[{"item": {"name": "medal1"}}], [], {"name": "tag1"}],
]


@pytest.mark.parametrize("form", FORMS)
def test_a_list_has_many_forms_and_one_meaning(form: Any) -> None:
    plain = told(scenario([hexagon(4, 4, tags=FORMS[0])]))
    found = told({**scenario({"item": [hexagon("4", "4", tags=form)]}), "options": ""})
    assert {**found, "silent": []} == plain
    assert found["silent"] == []


@pytest.mark.parametrize("empty", [None, "", [], {}])
def test_an_empty_list_may_be_written_in_many_ways(empty: Any) -> None:
    data = scenario(
        [hexagon(4, 4, tags=empty, unit=empty)], board={"labels": empty, "groups": empty}, info={"options": empty}
    )
    found = told(data)
    assert (found["map"], found["options"], found["notes"], found["silent"]) == ([], [], [], [])


def test_a_hex_that_is_listed_twice_is_merged() -> None:
    data = scenario(
        [hexagon(4, 4, terrain={"name": "woods"}), hexagon(4, 4, terrain={"name": "woods"}, unit={"name": "infus"})]
    )
    (here,) = told(data)["map"]
    assert [one["name"] for one in here["things"]] == ["woods", "infus"]
    assert {one["kind"]: one["count"] for one in told(data)["set_up"]} == {"terrain": 1, "unit": 4}


def test_a_small_board_is_read_and_its_shore_is_asked() -> None:
    data = scenario([hexagon(6, 22, unit={"name": "infus"})], board={"type": "SMALL", "face": "BEACH"})
    found = told(data)
    assert (found["board"], found["hexes"], found["map"][0]["hex"]) == ("small", 4 * 12 + 3 * 11, "L1")
    assert [one["key"] for one in found["asks"]] == ["small-shore"]
    shore = read(data).mission({"small-shore": "shore"})
    assert sorted(one["terrain"] for one in shore["map"]["legend"].values()) == ["beach", "ocean"]
    MISSIONS.check(shore, [])


# -- nothing is silent


TOKEN = "zqx-seventeen"


def places_in(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield (*at, key)
        yield from places_in(part, (*at, key))


def small_file() -> dict[str, Any]:
    return scenario(
        [
            hexagon(0, 0, terrain={"name": "river", "orientation": 1, "behavior": "FORD"}, unit={"name": "infus", "badge": "badge4", "equipment": "boat"}),
            hexagon(2, 4, rect_terrain={"name": "bunker", "original_owner": "AXIS"}, tags=[{"name": "medal1", "group": ["A1"], "medal": {"counts_for": 2, "nbr_hex": 1}}]),
            hexagon(4, 4, tags=[{"name": "tag4", "behavior": "EXIT_MARKER", "side": "AXIS", "group": ["A1"]}], obstacle={"name": "wire"}),
        ],
        info={
            "options": {"airdrop": {"center": "G5", "unit": {"name": "infus"}}, "gung_ho": True},
            "victory": {"condition": [{"group_sudden_death": {"side": "AXIS", "number": 1, "group": ["A1"]}}]},
            "operation": {"name": "Ours"},
        },
        board={"labels": [{"row": 0, "col": 0, "text": ["Mill"]}], "groups": [{"hexes": [{"row": 0, "col": 0}]}]},
        packs={"terrain": 1},
        equipment_packs={"axis_pack": [{"caption": "Ours", "image": {"weapon": "WEAPON_ARMOR"}}], "base_cost": 1},
    )  # fmt: skip


def test_whatever_is_put_anywhere_into_a_file_is_told_or_refused() -> None:
    plain, missed, refused = small_file(), [], 0
    for at in [(), *places_in(plain)]:
        if at and at[0] in ("meta_data", "packs"):
            continue
        for change in ("key", "value"):
            data = copy.deepcopy(plain)
            holder = data
            for key in at[:-1]:
                holder = holder[key]
            target = holder[at[-1]] if at else data
            if change == "key" and isinstance(target, dict):
                target[TOKEN] = 1
            elif change == "value" and at and not isinstance(target, dict | list):
                holder[at[-1]] = TOKEN
            else:
                continue
            try:
                if TOKEN not in json.dumps(told(data)):
                    missed.append((change, at))
            except (Refused, Malformed):
                refused += 1
    assert missed == []
    assert refused > 5


def test_thousands_of_keys_that_nobody_knows_are_counted() -> None:
    found = told(scenario(**{f"odd{number}": number for number in range(3000)}))
    assert found["silent"] == []
    assert "2960 more keys that the app does not know are left out." in found["notes"]


def test_chance_never_breaks_the_report() -> None:
    chance = random.Random(39)
    whole, read_ = every_thing(), 0
    for _ in range(60):
        try:
            found = told(spoilt(whole, chance, 0.0005), chance.choice(LANGUAGES))
        except (Refused, Malformed):
            continue
        read_ += 1
        json.dumps(found)
        assert found["silent"] == []
    assert read_ > 5


HOSTILE = {
    "deep": b'{"board": ' + b"[" * 900 + b"]" * 900 + b"}",
    "deep in an option": as_file(scenario(info={"options": {"x": json.loads("[" * 400 + "]" * 400)}})),
    "a group of many hexes": as_file(scenario([hexagon(0, 0, tags=[{"name": "medal1", "group": ["A1"] * 60_000}])])),
    "an exit of many hexes": as_file(
        scenario([hexagon(0, 0, tags=[{"name": "tag4", "behavior": "EXIT_MARKER", "side": "AXIS", "group": ["Z99"] * 60_000}])])
    ),
    "a long name": as_file(scenario([hexagon(0, 0, terrain={"name": "x" * 10_000})], info={"options": {"y" * 10_000: "z" * 10_000}})),
    "a script": as_file(scenario([hexagon(0, 0, unit={"name": "<script>", "badge": "<script>"})], info={"options": {"<script>": 1}})),
    "many groups": as_file(scenario(board={"groups": [{"hexes": [{"row": 0, "col": 0}]}] * 5_000})),
    "many captions": as_file(scenario(equipment_packs={"axis_pack": [{"caption": "x"}] * 10_000})),
    "many labels": as_file(scenario(board={"labels": [{"row": 0, "col": 0, "text": "x"}] * 8_000})),
    "sudden deaths": as_file(
        scenario(info={"victory": {"condition": [{"group_sudden_death": {"side": "AXIS", "group": ["A1"] * 20, "number": 1}}] * 2_000}})
    ),
    "no numbers": as_file(scenario([hexagon(0, 0, tags=[{"name": "medal1", "medal": {"nbr_hex": "1e9", "counts_for": -5}}])])),
}  # fmt: skip


@pytest.mark.parametrize("content", HOSTILE.values(), ids=list(HOSTILE))
def test_a_hostile_file_is_refused_or_harmless(content: bytes) -> None:
    try:
        found = told(content)
    except (Refused, Malformed):
        return
    assert found["silent"] == []
    assert len(json.dumps(found)) < 4 * len(content) + 20_000

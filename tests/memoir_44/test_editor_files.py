"""Files of the Scenario Editor: every name, every quirk, everything in them accounted for, hostile ones harmless."""

from __future__ import annotations

import json
import random
import time
from contextlib import suppress
from typing import Any

import pytest

from app.core.content.toml_source import data_in
from app.core.errors import Malformed, Refused
from app.core.messages.translator import Translator
from app.games.memoir_44.book import EDITION, edition_book
from app.games.memoir_44.game import GAME
from app.games.memoir_44.scenarios import editor_values
from app.games.memoir_44.scenarios.files import MISSIONS
from app.games.memoir_44.scenarios.names import editor
from app.games.memoir_44.scenarios.scenario import scenario_of
from app.storage.external_files import read_foreign
from tests.memoir_44.editor_files import as_file, hexagon, made, read, scenario, spoilt, spread, things_in

ROADS = ["road", "roadcurve", "roadFR", "roadFL", "roadX", "roadY"]
TERRAIN = {
    "forest": "woods wforest whillforest",
    "hedgerow": "hedgerow",
    "palm-grove": "palmtrees",
    "hill": "hills whill dhill",
    "road-over-hill": "hillroad hillcurve",
    "town": "buildings wvillage pvillage whillvillage",
    "desert-town": "bled",
    "river": "river riverFR riverFL riverY curve pmouth",
    "river-source": "pond",
    "wadi": "wadi wcurve",
    "beach": "beach pbeach",
    "shoreline": "coast coastcurve",
    "oasis": "oasis",
    "marsh": "marshes wmarshes",
    "mountain": "mountain",
    "lake": "lakeA lakeB lakeC",
    "high-ground": "highground",
    "road": " ".join(f"{prefix}{road}" for prefix in ("", "d", "w") for road in ROADS),
    "railway-track": "rail railcurve railFL railFR railX wrail wrailcurve wrailFR",
    "road-crossing-track": "railroad wrailroad",
    "railway-station": "station",
    "dam": "dam",
    "airfield": " ".join(f"{prefix}airfield{shape}" for prefix in ("", "d", "p", "w") for shape in ("", "X"))
    + " cairfield",
    "barracks": "barracks",
    "cemetery": "cemetery",
    "church": "church wchurch",
    "factory": "factory wfactory",
    "fortress": "fortress",
    "lighthouse": "lighthouse",
    "power-plant": "powerplant",
    "prison-camp": "camp",
    "radar-station": "radar",
    "supply-depot": "depot",
    "frozen-river": "wriver wcurved wriverFR",
    "city-ruins": "wruins",
    "ravine": "wravine ravine cravine",
    "trench": "wtrenches ptrenches",
    "jungle": "pjungle",
    "rice-paddies": "price",
    "pier": "ppier",
    "ridge": "dridge",
    "escarpment": "descarpment",
    "cave-on-hill": "pcave",
    "cave-on-mountain": "pmcave",
    "hospital": "phospital",
    "headquarters": "pheadquarter",
    "supply-tents": "dcamp",
}
RECT = {
    "bunker": "bunker",
    "field-bunker": "casemate wbunker dbunker pbunker",
    "bridge": "bridge wbridge pbridge",
    "railway-bridge": "railbridge wrailbridge",
    "ford": "ford",
    "pontoon-bridge": "pontoon wpontoon",
    "road-block": "roadblock droadblock wroadblock",
    "dragons-teeth": "dragonteeth",
}
OBSTACLE = {
    "sandbags": "sand",
    "wire": "wire",
    "hedgehog": "hedgehog",
    "road-block": "roadblock droadblock wroadblock",
    "dragons-teeth": "dragonteeth",
}
SLOTS = {"terrain": TERRAIN, "rect_terrain": RECT, "obstacle": OBSTACLE}
NAMES = [(slot, ours, name) for slot, table in SLOTS.items() for ours, names in table.items() for name in names.split()]
OPTIONS = {
    "north_african_desert_rules": True,
    "blowbridge_opt1": True,
    "blowbridge_opt2": {"side": "AXIS"},
    "hill317": True,
    "supply_train_rules": {"side": "AXIS", "nbr_units": [1, 1], "unit": {"name": "infger"}},
    "mine_deck_name": "TERRAIN",
}
BEHAVIOURS = {
    "HILL": "hills",
    "FORD": "river",
    "OASIS_RECOVERY": "oasis",
    "IMPASSABLE_HILL": "buildings",
    "IMPASSABLE_BLOCKING_HILL": "mountain",
    "STEEP_HILL": "hills",
    "BLUFF": "hills",
    "CLIFF": "hills",
    "FORDABLE_STREAM": "curve",
    "WIDE_RIVER": "river",
}
UNREFEREED = {
    "terrain": ("quicksand brkbridge dragonteeth woods2 xwoods"),
    "rect_terrain": "woods wford",
    "obstacle": "wall bunker",
    "unit": "plnger veh2us",
    "badge": "badge7 badge13 badge5 badge35 badge46 crest",
    "tag": "tag9 medal8",
    "behavior": ("SEAWALL BRIDGE_SECTION IS_HEADQUARTER ARMOR_MOVE_TWO IS_WITTMANN"),
    "option": "no_such_rules smoke_screen",
}


def every_name() -> dict[str, Any]:
    """A file with every name that is refereed."""
    things: list[dict[str, Any]] = [{slot: {"name": name, "orientation": 2}} for slot, _, name in NAMES]
    things += [{"terrain": {"name": name, "behavior": behavior}} for behavior, name in BEHAVIOURS.items()]
    things += [{"rect_terrain": {"name": "bridge", "behavior": "CAN_BE_BLOWN"}, "terrain": {"name": "river"}}]
    things += [{"rect_terrain": {"name": "loco"}}, {"rect_terrain": {"name": "wagon"}}]
    units = ["infus", "tankbrit", "gunru", "infger", "tankjp", "gunit", "inf2us", "tank2ger"]
    things += [{"unit": {"name": name}} for name in units]
    things += [{"unit": {"name": "gunger", "badge": "badge5"}}, {"unit": {"name": "tankfr", "badge": "badge3"}}]
    things += [{"unit": {"name": "infus", "badge": f"badge{number}"}} for number in (3, 6, 8, 12, 28, 31)]
    things += [{"unit": {"name": "tankus", "badge": f"badge{n}"}} for n in (1, 2, 4, 9, 10, 22, 24, 25, 38)]
    things += [{"unit": {"name": "inffr", "behavior": "FRENCH_RESISTANCE"}}]
    things += [{"tags": [{"name": f"medal{number}"}]} for number in range(8)]
    things += [{"tags": [{"name": "tag3", "behavior": "MINE_FIELD", "side": "AXIS"}, {"name": "tag1"}]}]
    things += [{"tags": [{"name": name, "behavior": "EXIT_MARKER", "side": "AXIS"}]} for name in ("tag4", "tag5")]
    return scenario(spread(things), board={"type": "OVERLORD"}, info={"options": OPTIONS})


# -- names


def test_a_file_with_every_name_is_refereed_whole() -> None:
    data = every_name()
    report = read(data).report
    assert report["not_refereed"] == []
    assert sum(report["refereed"].values()) == things_in(data)
    assert report["refereed"]["woods"] == 1
    assert (report["objectives"], report["mines"], report["hexes"]) == (8, 1, 26 * 5 + 25 * 4)


@pytest.mark.parametrize(("slot", "ours", "name"), NAMES)
def test_a_name_is_what_the_table_says_however_it_is_written(slot: str, ours: str, name: str) -> None:
    for written in (name, name.upper(), name.lower()):
        found = made(scenario([hexagon(2, 4, **{slot: {"name": written}})]))
        ground = found.on((4, 2))
        assert (ground.terrain, *ground.obstacles) == ((ours,) if slot == "terrain" else (None, ours))


def test_the_table_knows_no_other_name() -> None:
    listed = {(slot, name) for slot, _, name in NAMES} | {
        ("rect_terrain", name) for name in ("loco", "wagon", "pdestroyer")
    }
    table = {(slot, name) for slot in SLOTS for names in editor()[slot].values() for name in names}
    assert table == listed


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, names in UNREFEREED.items() for name in names.split()]
)
def test_what_is_not_refereed_is_named_with_its_kind_and_count(kind: str, name: str) -> None:
    bearer: dict[str, Any] = {kind: {"name": name}}
    if kind == "badge":
        bearer = {"unit": {"name": "tankus", "badge": name}}
    if kind == "behavior":
        bearer = {"terrain": {"name": "river", "behavior2": name}}
    if kind == "tag":
        bearer = {"tags": [{"name": name}]}
    twice = [] if kind == "option" else [hexagon(0, 2, **bearer), hexagon(1, 3, **bearer)]
    options = {name: True} if kind == "option" else {}
    data = scenario(twice, info={"options": options}, **({"options": options} if options else {}))
    report = read(data).report
    assert report["not_refereed"] == [{"kind": kind, "name": name, "count": 2}]
    assert sum(report["refereed"].values()) + 2 == things_in(data)


def test_a_hill_that_behaves_otherwise_is_no_hill_of_ours() -> None:
    report = read(scenario([hexagon(0, 0, terrain={"name": "hills", "behavior": "VOLCANO"})])).report
    assert {(one["kind"], one["name"]) for one in report["not_refereed"]} == {
        ("terrain", "hills"),
        ("behavior", "VOLCANO"),
    }


def test_the_deck_of_mines_is_refereed_where_it_is_that_of_the_pack() -> None:
    others = read(scenario(info={"options": {"mine_deck_name": "JUNGLE"}})).report
    assert [one["name"] for one in others["not_refereed"]] == ["mine_deck_name"]
    assert read(scenario(info={"options": {"mine_deck_name": "terrain"}})).report["not_refereed"] == []


UNITS = [
    ({"name": "infger"}, ("axis", "infantry", None, 4)),
    ({"name": "TANKjp"}, ("axis", "armour", None, 3)),
    ({"name": "gunit"}, ("axis", "artillery", None, 2)),
    ({"name": "infru"}, ("allied", "infantry", None, 4)),
    ({"name": "inf2brit"}, ("allied", "infantry", "special-forces", 4)),
    ({"name": "tank2ger"}, ("axis", "armour", "elite-armour", 4)),
    ({"name": "inf2us", "badge": "badge6"}, ("allied", "infantry", "engineer", 4)),
    ({"name": "inf2fr", "badge": "badge3"}, ("allied", "infantry", "french-resistance", 3)),
    ({"name": "inf2fr", "behavior": "FRENCH_RESISTANCE"}, ("allied", "infantry", "french-resistance", 3)),
    ({"name": "inf2us", "badge": "badge4"}, ("allied", "infantry", "special-forces", 4)),
    ({"name": "tank2us", "badge": "badge3"}, ("allied", "armour", "elite-armour", 4)),
    ({"name": "gunger", "badge": "badge5"}, ("axis", "artillery", "big-gun", 2)),
    ({"name": "gunger", "badge": "badge5", "nbr_units": "1"}, ("axis", "artillery", "big-gun", 1)),
    ({"name": "infus", "nbr_units": 2}, ("allied", "infantry", None, 2)),
    ({"name": "infus", "nbr_units": 0}, ("allied", "infantry", None, 4)),
    ({"name": "infger", "badge": "badge26", "nbr_units": "1"}, ("axis", "infantry", "sniper", 1)),
    ({"name": "infru", "badge": "badge27"}, ("allied", "infantry", "sniper", 1)),
    ({"name": "infru", "badge": "badge29"}, ("allied", "infantry", "cavalry", 4)),
    ({"name": "inf2ger", "badge": "badge30"}, ("axis", "infantry", "ski", 3)),
    ({"name": "tank2brit", "badge": "badge33"}, ("allied", "armour", "flame-thrower", 3)),
    ({"name": "gunus", "badge": "badge35"}, ("allied", "artillery", "mobile-artillery", 2)),
    ({"name": "gunger", "badge": "badge46"}, ("axis", "artillery", "heavy-anti-tank", 2)),
    ({"name": "infger", "badge": "badge37"}, ("axis", "infantry", "anti-tank", 4)),
    ({"name": "infjp", "badge": "badge41"}, ("axis", "infantry", "mortar", 4)),
    ({"name": "infus", "badge": "badge45"}, ("allied", "infantry", "machine-gun", 4)),
    ({"name": "tank2ger", "nbr_units": "1"}, ("axis", "armour", "tiger", 1)),
    ({"name": "tank2ger", "nbr_units": 1, "badge": "badge4"}, ("axis", "armour", "tiger", 1)),
    ({"name": "tank2ger", "nbr_units": 2}, ("axis", "armour", "elite-armour", 2)),
    ({"name": "tank2us", "nbr_units": 1}, ("allied", "armour", "elite-armour", 1)),
    ({"name": "vehus"}, ("allied", "armour", "truck", 2)),
    ({"name": "vehger", "nbr_units": 3}, ("axis", "armour", "half-track", 3)),
]


@pytest.mark.parametrize(("given", "expected"), UNITS)
def test_a_unit_is_what_its_name_and_its_badge_say(given: dict[str, Any], expected: tuple[Any, ...]) -> None:
    found = made(scenario([hexagon(8, 6, unit=given)])).unit_at((6, 8))
    assert found is not None
    assert (found.side, found.type, found.badge, found.figures) == expected


TRAITS = [
    ({"name": "tankger", "behavior": "ARMOR_MOVE_TWO"}, ("moves-two",)),
    ({"name": "tank2us", "badge": "badge2", "behavior": "ELITE_ARMOR_MOVE_TWO"}, ("moves-two",)),
    ({"name": "tank2ger", "behavior": "CAN_IGNORE_ONE_FLAG", "equipment": "wittmann"}, ("one-flag", "tank-ace")),
    ({"name": "gunger", "behavior": "GERMAN_2VICTANK"}, ("two-medals",)),
    ({"name": "infger", "behavior": "CANNOT_EXIT"}, ("no-exit",)),
    ({"name": "inf2us", "equipment": "motorized"}, ()),
]


@pytest.mark.parametrize(("given", "traits"), TRAITS)
def test_what_a_file_says_of_a_single_unit_is_refereed(given: dict[str, Any], traits: tuple[str, ...]) -> None:
    found = read(scenario([hexagon(8, 6, unit=given)]))
    assert (found.report["not_refereed"], found.notes) == ([], [])
    unit = made(scenario([hexagon(8, 6, unit=given)])).unit_at((6, 8))
    assert unit is not None
    assert unit.sign.traits == traits


@pytest.mark.parametrize(
    ("date", "usual", "other"),
    [
        ("1942-12-31", "mortar-early", "mortar"),
        ("1943-01-01", "mortar", "mortar-early"),
        ("", "mortar", "mortar-early"),
    ],
)
def test_weapons_are_early_ones_until_1942_unless_the_host_says_otherwise(date: str, usual: str, other: str) -> None:
    data = scenario([hexagon(8, 6, unit={"name": "infger", "badge": "badge41"})], info={"date_begin": date})
    (asked,) = [one for one in read(data).asked if one.key == "weapon-year"]
    found = [made(data), made(data, **{"weapon-year": "late" if asked.usual == "early" else "early"})]
    assert [unit.badge for one in found for unit in one.units] == [usual, other]


def test_vehicles_are_what_the_host_says() -> None:
    data = scenario([hexagon(8, 6, unit={"name": "vehus"})])
    assert [one.key for one in read(data).asked] == ["vehicle"]
    assert [unit.badge for unit in made(data, vehicle="half-track").units] == ["half-track"]


@pytest.mark.parametrize(("given", "side"), [({}, "allied"), ({"original_owner": "AXIS"}, "axis")])
def test_a_destroyer_is_of_the_side_at_the_bottom_unless_the_file_says_otherwise(given: Any, side: str) -> None:
    data = scenario([hexagon(8, 6, rect_terrain={"name": "pdestroyer", **given})], board={"face": "BEACH"})
    found = made(data)
    (unit,) = found.units
    assert (unit.side, unit.type, unit.badge, unit.figures) == (side, "artillery", "destroyer", 3)
    assert found.lying((6, 8)) == ["ocean"]
    assert read(data).report["not_refereed"] == []


def test_a_camouflage_marker_hides_its_unit_and_one_without_is_told() -> None:
    data = scenario([hexagon(8, 6, unit={"name": "infger"}, tags=[{"name": "tag15"}])])
    assert [unit.sign.camouflaged for unit in made(data).units] == [True]
    assert read(data).notes == []
    assert [note.key for note in read(scenario([hexagon(8, 6, tags=[{"name": "tag14"}])])).notes] == [
        "scenario-note.left-out"
    ]


def test_the_mark_of_wittmann_is_no_star() -> None:
    marked = {"tags": [{"name": "tag1", "behavior": "IS_WITTMANN"}], "unit": {"name": "tank2ger"}}
    found = read(scenario([hexagon(8, 6, **marked)]))
    assert (found.report["not_refereed"], [one.key for one in found.asked]) == ([], [])
    assert made(scenario([hexagon(8, 6, **marked)])).stars == ()


def test_a_national_badge_stays_with_its_number_and_does_nothing() -> None:
    found = made(scenario([hexagon(0, 0, unit={"name": "tankus", "badge": "badge24"})])).unit_at((0, 0))
    assert found is not None
    assert (found.sign.emblem, found.badge) == ("badge-24", None)


def test_a_unit_in_a_boat_has_one_and_other_equipment_is_told() -> None:
    found = read(scenario([hexagon(0, 0, unit={"name": "infus", "equipment": "BOAT"})]))
    assert found.notes == []
    unit = scenario_of(found.mission({}), edition_book(EDITION, {})).unit_at((0, 0))
    assert unit is not None
    assert unit.sign.boat
    other = read(scenario([hexagon(3, 5, unit={"name": "infus", "equipment": "glider", "properties": {"x": 1}})]))
    assert [(one.key, str(one.values["place"])) for one in other.notes] == [
        ("scenario-note.equipment", "board.hexagons.0.unit.equipment"),
        ("scenario-note.properties", "board.hexagons.0.unit.properties"),
    ]


# -- quirks


def test_case_nested_lists_lists_of_one_texts_for_numbers_and_doubled_hexes() -> None:
    plain = scenario(
        [hexagon(0, 4, terrain={"name": "woods"}, unit={"name": "infger"}, tags=[{"name": "medal1"}]), hexagon(1, 1)],
        info={"options": {"north_african_desert_rules": True}},
    )
    odd = {
        "game_info": {
            **{key: str(value) for key, value in plain["game_info"].items() if key != "options"},
            "side_player1": "axis",
            "starting": "player2",
        },
        "options": {"north_african_desert_rules": "1"},
        "board": [
            {
                "type": "standard",
                "face": "country",
                "hexagons": {
                    "item": [
                        {"row": "0", "col": "4", "terrain": [{"name": "WOODS"}], "unit": "", "tags": None},
                        {"row": 0.0, "col": 4, "unit": {"name": "INFGER"}, "tags": {"item": {"name": "MEDAL1"}}},
                        None,
                        {"row": 1, "col": 1, "terrain": [], "tags": ""},
                    ]
                },
                "labels": None,
            }
        ],
        "text": {"en": [{"name": "A probe of ours"}]},
    }
    assert read(odd).report == read(plain).report
    assert made(odd) == made(plain)
    assert made(b"\xef\xbb\xbf" + as_file(odd)) == made(plain)


@pytest.mark.parametrize("none", [None, "", [], {}, {"item": []}, {"item": None}])
def test_an_empty_list_may_be_written_in_any_way(none: Any) -> None:
    data = scenario(none, info={"options": none}, board={"labels": none}, options=none)
    assert read(data).report["refereed"] == {}
    assert made(data).units == ()


def test_one_hex_may_stand_for_a_list_of_one() -> None:
    assert made(scenario(hexagon(0, 0, terrain={"name": "oasis"}))).terrain((0, 0)) == "oasis"


def test_options_count_wherever_they_stand() -> None:
    report = read(scenario(info={"options": {"hill317": False, "airdrop": 1}}, options={"hill317": True})).report
    assert report["refereed"] == {"hill317": 2}
    assert report["not_refereed"] == [{"kind": "option", "name": "airdrop", "count": 1}]


def test_a_second_terrain_in_a_hex_is_told_and_left_out() -> None:
    data = scenario([hexagon(4, 4, terrain={"name": "woods"}), hexagon(4, 4, terrain={"name": "hills"})])
    found = read(data)
    assert [(one.key, one.values["row"], one.values["col"]) for one in found.notes] == [
        ("scenario-note.two-in-a-hex", 4, 4)
    ]
    assert made(data).terrain((4, 4)) == "forest"


def test_what_a_file_has_twice_under_one_name_is_counted_twice() -> None:
    woods = json.dumps({"name": "woods"})
    content = as_file(scenario([hexagon(4, 4, terrain={"name": "hills"})])).replace(
        b'"terrain"', f'"terrain": {woods}, "terrain"'.encode()
    )
    found = read(content)
    assert found.report["refereed"] == {"hills": 1, "woods": 1}
    assert [one.key for one in found.notes] == ["scenario-note.two-in-a-hex"]


def test_a_medal_holds_its_group_counted_from_the_bottom() -> None:
    medal = {"permanent": True, "counts_for": "2", "nbr_hex": 2, "turn_start": "true"}
    tag = {"name": "medal4", "medal": medal, "group": ["G5", "g4", "Z9", "?"]}
    (found,) = made(scenario([hexagon(8, 2, tags=[tag])])).objectives
    assert found.at == ((2, 8), (12, 4), (13, 5))
    assert (found.side, found.medals, found.needs, found.stays, found.at_turn_start) == (
        "allied",
        2,
        2,
        "permanent",
        True,
    )


def test_a_hex_that_is_listed_twice_is_laid_out_once() -> None:
    tags = [{"name": "medal1"}, {"name": "tag3", "behavior": "MINE_FIELD", "side": "AXIS"}, {"name": "tag1"}]
    entry = hexagon(0, 0, terrain={"name": "woods"}, unit={"name": "infger"}, tags=tags)
    assert made(scenario([entry, entry])) == made(scenario([entry]))
    report = read(scenario([entry, entry])).report
    assert (report["sides"]["axis"]["units"], report["refereed"]["woods"]) == (1, 2)


@pytest.mark.parametrize(
    ("number", "side"),
    [(0, None), (1, "allied"), (4, "allied"), (6, "allied"), (2, "axis"), (5, "axis"), (7, "axis")],
)
def test_a_medal_is_whose_its_number_says(number: int, side: str | None) -> None:
    (found,) = made(scenario([hexagon(0, 0, tags=[{"name": f"medal{number}"}])])).objectives
    assert found.side == side


@pytest.mark.parametrize(
    ("purpose", "expected"),
    [
        ("dam", {("dam", "axis"): ((4, 4),), ("as-told", None): ((8, 4),)}),
        ("as-told", {("as-told", None): ((4, 4), (8, 4))}),
    ],
)
def test_a_star_on_a_dam_is_its_saboteurs_where_the_host_says_so(purpose: str, expected: Any) -> None:
    star = [{"name": "tag1"}]
    dammed = scenario([hexagon(4, 4, terrain={"name": "dam"}, tags=star), hexagon(4, 8, tags=star)])
    (asked,) = [one for one in read(dammed).asked if one.key == "star"]
    assert ("dam" in asked.choices, asked.count, asked.usual) == (True, 2, "look")
    assert {(one.purpose, one.side): one.at for one in made(dammed, stars=purpose).stars} == expected


def test_a_bunker_protects_its_owner_and_a_bridge_is_blown_by_whom_the_option_names() -> None:
    bunker = {"name": "bunker", "original_owner": "AXIS"}
    bridges = [hexagon(4, col, terrain={"name": "river"}, rect_terrain={"name": "bridge"}) for col in (2, 6)]
    bridges[1]["rect_terrain"]["behavior"] = "CAN_BE_BLOWN"
    options = {"blowbridge_opt2": {"side": "ALLIES"}}
    found = made(scenario([hexagon(0, 0, rect_terrain=bunker), *bridges], info={"options": options}))
    assert found.on((0, 0)).owner == "axis"
    assert found.blow_bridges is not None
    assert (found.blow_bridges.option, found.blow_bridges.side, found.blow_bridges.at) == (2, "allied", ((6, 4),))


def test_a_train_is_what_lies_on_the_board_and_what_the_option_says() -> None:
    hexes = [
        hexagon(0, 4, terrain={"name": "rail"}, rect_terrain={"name": "loco", "orientation": 3}),
        hexagon(0, 6, terrain={"name": "rail"}, rect_terrain={"name": "wagon"}),
    ]
    (supply,) = made(scenario(hexes, info={"options": OPTIONS})).trains
    assert (supply.side, supply.kind, supply.cargo, supply.faces) == ("axis", "supply", ("infantry", "infantry"), "NE")
    assert (supply.locomotive, supply.wagon) == ((4, 0), (6, 0))
    hexes[1]["unit"] = {"name": "gunru"}
    (armoured,) = made(scenario(hexes)).trains
    assert (armoured.side, armoured.kind, armoured.cargo) == ("allied", "armoured", ())


LOCO, WAGON = {"rect_terrain": {"name": "loco"}}, {"rect_terrain": {"name": "wagon"}}
ABOARD: list[tuple[str, str, str, tuple[str, ...], list[str]]] = [
    ("", "gunger", "armoured", (), []),
    ("infger", "tankger", "supply", ("infantry", "armour"), []),
    ("infger", "gunger", "supply", ("infantry",), ["gunger"]),
    ("infger", "infus", "supply", ("infantry",), ["infus"]),
    ("gunger", "", "plain", (), ["gunger"]),
    ("", "plnger", "plain", (), ["plnger"]),
]


@pytest.mark.parametrize(("engine", "wagon", "kind", "cargo", "left"), ABOARD)
def test_a_unit_on_a_train_is_aboard_or_left_out_and_never_beside_it(
    engine: str, wagon: str, kind: str, cargo: tuple[str, ...], left: list[str]
) -> None:
    units = [{"unit": {"name": name}} if name else {} for name in (engine, wagon)]
    hexes = [hexagon(0, 4, **LOCO, **units[0]), hexagon(0, 6, **WAGON, **units[1])]
    data = scenario(hexes)
    found = made(data, **({} if engine or wagon[:3] == "gun" else {"train": "axis"}))
    assert [(one.kind, one.cargo) for one in found.trains] == [(kind, cargo)]
    assert found.units == ()
    assert names_left_out(data) == left


def test_every_train_has_its_own_locomotive_and_wagon() -> None:
    twice = [hexagon(0, 4, **LOCO), hexagon(0, 4, **LOCO), hexagon(0, 6, **WAGON), hexagon(0, 8, **LOCO)]
    apart = [hexagon(8, 4, **LOCO), hexagon(8, 20, **WAGON)]
    data = scenario([*twice, *apart])
    found = made(data, train="axis").trains
    assert [(one.locomotive, one.wagon) for one in found] == [((4, 0), (6, 0)), ((8, 0), None), ((4, 8), None)]
    assert names_left_out(data) == ["wagon"]


# -- left out


def names_left_out(data: Any) -> list[str]:
    return [str(one.values["name"]) for one in read(data).notes if one.key == "scenario-note.left-out"]


def medal(**rules: Any) -> dict[str, Any]:
    """A file with one objective."""
    group = rules.pop("group", [])
    return scenario([hexagon(8, 2, tags=[{"name": "medal0", "medal": rules, "group": group}])])


LEFT_OUT: list[tuple[dict[str, Any], str]] = [
    (medal(group=["G5", "Z9"]), "board.hexagons.0.tags.group: Z9"),
    (medal(each_turn=True), "board.hexagons.0.tags.medal.each_turn: each_turn"),
    (medal(counts_for="many"), "board.hexagons.0.tags.medal.counts_for: many"),
    (medal(nbr_hex=0), "board.hexagons.0.tags.medal.nbr_hex: 0"),
    (scenario([hexagon(0, 0, unit={"name": "infger", "nbr_units": "13"})]), "board.hexagons.0.unit.nbr_units: 13"),
    (scenario([hexagon(0, 0, behavior="BLUFF")]), "board.hexagons.0: behavior"),
    (scenario(board={"labels": [{"row": 20, "col": 2, "text": ["Mill"]}]}), "board.labels: Mill"),
]


@pytest.mark.parametrize(("data", "told"), LEFT_OUT, ids=[told for _, told in LEFT_OUT])
def test_what_has_nothing_to_do_on_the_board_is_told_with_its_place(data: Any, told: str) -> None:
    (note,) = read(data).notes
    assert (note.key, f"{note.values['place']}: {note.values['name']}") == ("scenario-note.left-out", told)
    read(data).mission({})


def test_rules_of_a_medal_that_say_no_and_marks_of_no_meaning_are_not_told() -> None:
    assert read(medal(each_turn=False, permanent="true", group=["G5"])).notes == []
    assert read(scenario([hexagon(0, 0, terrain={"name": "woods"}, foo=None)])).notes == []


def test_a_boat_for_others_than_infantry_and_a_hand_that_is_too_large_are_told() -> None:
    data = scenario([hexagon(0, 0, unit={"name": "tankus", "equipment": "boat"})], info={"cards_player1": 25})
    assert [one.key for one in read(data).notes] == ["scenario-note.equipment", "scenario-note.not-told"]
    assert made(data, **{"hand-top": "6"}).sides["axis"].hand == 6


def test_mines_and_exits_are_whose_the_file_says() -> None:
    mine, way_out = {"name": "tag3", "behavior": "MINE_FIELD"}, {"name": "tag4", "behavior": "exit_marker"}
    hexes = [
        hexagon(0, 0, tags=[{**mine, "side": "AXIS"}]),
        hexagon(0, 2, tags=[{**mine, "side": "allies"}]),
        hexagon(0, 4, tags=[way_out]),
    ]
    found = made(scenario(hexes))
    assert [(one.side, one.at) for one in found.mines] == [("axis", ((0, 0),)), ("allied", ((2, 0),))]
    assert [(one.side, one.at) for one in found.exits] == [(None, ((4, 0),))]


GROUND = [
    ("STANDARD", "BEACH", ["open"] * 4 + ["beach"] * 3 + ["shoreline", "ocean"]),
    ("OVERLORD", "BEACH", ["open"] * 4 + ["beach"] * 3 + ["shoreline", "ocean"]),
    ("BRKTHRU", "BEACH", ["open"] * 11 + ["beach"] * 3 + ["shoreline", "ocean", "ocean"]),
    ("STANDARD", "DESERT", ["open"] * 9),
    ("BRKTHRU", "winter", ["open"] * 17),
]


@pytest.mark.parametrize(("board", "face", "rows"), GROUND)
def test_a_hex_that_is_not_listed_is_as_the_face_has_it(board: str, face: str, rows: list[str]) -> None:
    found = made(scenario(board={"type": board, "face": face}))
    assert [found.terrain((row % 2, row)) for row in range(found.board.rows)] == rows


# -- what is told and asked

TOLD = [
    ({"info": {"victory": [{"side": "AXIS", "group": ["A1"]}]}}, "game_info.victory"),
    ({"board": {"groups": [["A1", "B1"]]}}, "board.groups"),
    ({"info": {"victory_conditions": [{"sudden_death": {}}]}}, "game_info.victory_conditions"),
    ({"text": {"fr": {"name": "x", "victory": "6 medals. The Axis wins at once in the church."}}}, "text.fr.victory"),
]


@pytest.mark.parametrize(("given", "place"), TOLD)
def test_what_is_told_in_prose_is_a_note_with_its_place(given: dict[str, Any], place: str) -> None:
    (note,) = read(scenario(**given)).notes
    assert note.values["place"] == place


def test_victory_by_medals_alone_is_no_note() -> None:
    info = {"victory_player1": 6, "victory_player2": 6, "victory_conditions": [{"standard": []}]}
    assert read(scenario(info=info, text={"en": {"name": "x", "victory": "6 medals."}})).notes == []


def test_what_a_file_does_not_say_is_asked_and_never_guessed() -> None:
    left_out = ("starting", "side_player1", "side_player2", "cards_player1", "victory_player2")
    data = scenario([hexagon(0, 0, tags=[{"name": "tag3", "behavior": "MINE_FIELD"}])])
    for name in left_out:
        del data["game_info"][name]
    found = read(data)
    assert {one.key for one in found.asked} == {"top", "first", "hand-top", "medals-bottom", "mines"}
    assert (found.report["first"], found.report["sides"]["axis"]["medals"]) == (None, None)
    answers = {"top": "allied", "first": "axis", "hand-top": "6", "medals-bottom": "7", "mines": "axis"}
    for name in answers:
        with pytest.raises(Refused, match="answer-needed") as no:
            found.mission({key: answer for key, answer in answers.items() if key != name})
        assert no.value.field == name
    played = made(data, **answers)
    assert (played.side_at("top"), played.first, played.sides["allied"].hand, played.sides["axis"].medals) == (
        "allied",
        "axis",
        6,
        7,
    )
    assert played.mines[0].side == "axis"


ODD = [hexagon(2, 6, terrain={"name": "quicksand", "orientation": 1}, unit={"name": "plnus", "badge": "badge7"})]


def test_what_is_not_refereed_counts_as_the_host_says() -> None:
    found = read(scenario(ODD, info={"options": {"airdrop": 1}}))
    assert [(one.key, one.usual, one.kept) for one in found.asked] == [
        (key, "open", True) for key in ("badge:badge7", "option:airdrop", "terrain:quicksand", "unit:plnus")
    ]
    usual = made(scenario(ODD, info={"options": {"airdrop": 1}}))
    assert {odd.name for odd in usual.looks_on((6, 2))} == {"quicksand", "plnus", "badge7"}
    assert ([odd.name for odd in usual.looks], usual.has_odd) == (["airdrop"], False)
    decided = made(scenario(ODD, info={"options": {"airdrop": 1}}), **{one.key: "decide" for one in found.asked})
    assert {odd.name for odd in decided.odd_on((6, 2))} == {"quicksand", "plnus", "badge7"}
    assert [odd.name for odd in decided.not_refereed] == ["airdrop"]
    answers = {"terrain:quicksand": "like-forest", "unit:plnus": "like-armour", "badge:badge7": "open"}
    like = made(scenario(ODD), **answers)
    unit = like.unit_at((6, 2))
    assert unit is not None
    assert (like.terrain((6, 2)), unit.type, unit.side, like.odd_on((6, 2))) == ("forest", "armour", "allied", ())
    empty = made(scenario(ODD), **dict.fromkeys(answers, "open"))
    assert (empty.terrain((6, 2)), empty.units, empty.odd_on((6, 2))) == ("open", (), ())
    with pytest.raises(Refused, match="answer-needed"):
        made(scenario(ODD), **{**answers, "terrain:quicksand": "like-swamp"})


def test_an_imported_scenario_is_written_read_and_the_same() -> None:
    mission = read(every_name()).mission({})
    again = data_in(MISSIONS.written(mission))
    MISSIONS.check(again, [])
    book = edition_book(EDITION, {})
    assert scenario_of(again, book) == scenario_of(json.loads(json.dumps(mission)), book)


# -- faults


@pytest.mark.parametrize(
    ("board", "row", "col"),
    [
        ("STANDARD", 9, 1),
        ("STANDARD", 0, 26),
        ("STANDARD", 1, 2),
        ("STANDARD", 2, 3),
        ("STANDARD", -1, 1),
        ("BRKTHRU", 17, 1),
        ("OVERLORD", 0, 52),
        ("OVERLORD", 1, 51),
    ],
)
def test_a_hex_that_is_not_on_the_board_is_refused_by_row_and_column(board: str, row: int, col: int) -> None:
    with pytest.raises(Refused, match="off-the-board") as no:
        read(scenario([hexagon(0, 0), hexagon(row, col)], board={"type": board}))
    assert (no.value.field, no.value.words["row"], no.value.words["col"]) == ("board.hexagons.1", row, col)


UNIT = "board.hexagons.0.unit.0"
EIGHT_OF_EACH = {"name": "infus", "badge": ["q"] * 8, "behavior": ["r"] * 8}


def odd_unit(key: str, count: int) -> dict[str, Any]:
    """A unit with so many unknown names of a kind."""
    return {"name": "infus", key: [f"q{number}" for number in range(count)]}


def tagged(count: int) -> list[dict[str, Any]]:
    """Hexes with so many unknown markers in all, eight on each."""
    tags = [f"q{number}" for number in range(count)]
    return spread([{"tags": tags[at : at + 8]} for at in range(0, count, 8)], "STANDARD")


BROKEN = [
    (b"", "scenario-not-json", "file"),
    (b"{", "scenario-not-json", "file"),
    (b"\xff\xfe{}", "scenario-not-utf-8", "file"),
    (b"[1, 2]", "scenario-no-object", "file"),
    (b"{}", "scenario-no-object", "file"),
    (b'{"text": 1}', "scenario-lacks", "board"),
    (b"[" * 100_000, "scenario-not-readable", "file"),
    (b'{"a": ' + b"9" * 5000 + b"}", "scenario-not-readable", "file"),
    (as_file(scenario(board={"type": "ROUND"})), "not-allowed", "board.type"),
    (as_file(scenario(board={"face": None})), "not-allowed", "board.face"),
    (as_file(scenario([3])), "wrong-type", "board.hexagons.0"),
    (as_file(scenario([{"row": "a", "col": 2}])), "scenario-no-hex", "board.hexagons.0"),
    (as_file(scenario([{"col": 1e400}])), "scenario-no-hex", "board.hexagons.0"),
    (as_file(scenario(info={"side_player1": "ALLIES"})), "scenario-one-side", "game_info.side_player2"),
    (as_file(scenario([hexagon(0, 0)] * 1201)), "scenario-too-much", "board.hexagons"),
    (as_file(scenario([hexagon(0, 0, tags=["tag1"] * 8)] * 751)), "scenario-too-much", "board.hexagons.750"),
    (as_file(scenario([hexagon(0, 0, unit=EIGHT_OF_EACH)] * 600)), "scenario-too-much", "board.hexagons.352"),
    (as_file(scenario([hexagon(0, 0, tags=["tag1"] * 9)])), "too-many-items", "board.hexagons.0.tags"),
    (as_file(scenario([hexagon(0, 0, obstacle=["wire"] * 9)])), "too-many-items", "board.hexagons.0.obstacle"),
    (as_file(scenario([hexagon(0, 0, unit=odd_unit("badge", 9))])), "too-many-items", f"{UNIT}.badge"),
    (as_file(scenario([hexagon(0, 0, unit=odd_unit("behavior", 9))])), "too-many-items", f"{UNIT}.behavior"),
    (as_file(scenario([hexagon(0, 0, unit=odd_unit("behavior2", 9))])), "too-many-items", f"{UNIT}.behavior2"),
    (as_file(scenario([hexagon(0, 0, unit=odd_unit("tags", 9))])), "too-many-items", "board.hexagons.0.unit.tags"),
    (
        as_file(scenario([hexagon(0, 0, tags=[odd_unit("behavior", 9)])])),
        "too-many-items",
        "board.hexagons.0.tags.0.behavior",
    ),
    (as_file(scenario(tagged(101))), "scenario-too-unknown", "board.hexagons.12.tags.4"),
    (as_file(scenario(options={f"o{n}": 1 for n in range(201)})), "scenario-too-much", "options"),
]


@pytest.mark.parametrize(
    ("content", "code", "field"), BROKEN, ids=[f"{code}-{n}" for n, (_, code, _) in enumerate(BROKEN)]
)
def test_a_file_that_cannot_be_read_is_refused_with_its_place(content: bytes, code: str, field: str) -> None:
    with pytest.raises((Refused, Malformed)) as no:
        read(content)
    assert (no.value.code, no.value.field) == (code, field)


@pytest.mark.parametrize("key", ["badge", "behavior"])
def test_unknown_names_are_looked_up_once_and_not_for_each_question(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up, names = [0], editor_values.names

    def counted(value: Any) -> list[str]:
        looked_up[0] += 1
        return names(value)

    def lookups(same: bool) -> int:
        listed = [[f"q{0 if same else place}-{number}" for number in range(8)] for place in range(12)]
        looked_up[0] = 0
        read(scenario(spread(({"unit": {"name": "infus", key: one}} for one in listed), "STANDARD")))
        return looked_up[0]

    monkeypatch.setattr(editor_values, "names", counted)
    assert lookups(same=False) <= lookups(same=True)


FREEZING = [
    (b"{" + b'\\"' * 200_000, "probe.m44"),
    (b'{"a": ' + b'"\\' * 200_000, "probe.m44"),
    (as_file(scenario(text={})), ".txt" * 20_000 + "x"),
    (as_file(scenario(text={})), "x" + ".txt" * 20_000),
]


@pytest.mark.parametrize(("content", "name"), FREEZING, ids=["marks", "open texts", "no ending", "endings"])
def test_neither_a_file_nor_its_name_takes_longer_than_its_length(content: bytes, name: str) -> None:
    began = time.process_time()
    with suppress(Refused):
        read_foreign(GAME, content, name)
    editor_values.line_of(content, "board")
    assert time.process_time() - began < 1


def test_what_is_no_json_is_told_with_the_line_where_it_ends() -> None:
    with pytest.raises(Refused) as no:
        read_foreign(GAME, b'{"file":\n1,\n', "probe.m44")
    assert (no.value.code, no.value.words["line"]) == ("scenario-not-json", 3)


def test_a_line_is_found_behind_a_text_that_has_no_end() -> None:
    assert editor_values.line_of(b'{"a": 1,\n"b": 2,\n"c": "', "b") == 2


@pytest.mark.parametrize("name", ["march.m44", "sets/march.M44.json.txt", "march.TXT"])
def test_a_scenario_without_a_name_has_that_of_its_file(name: str) -> None:
    assert read_foreign(GAME, as_file(scenario(text={})), name).title == "march"


HOSTILE: list[Any] = [
    "x" * 10_000,
    "<script>alert(1)</script>",
    "\ud800 \x00 \u202e",
    "{medals} {0.__class__}",
    "'''\n\"]] = [",
    "a.b/c d\u2028e",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names_are_cut_cleaned_and_kept_as_they_are(text: str) -> None:
    odd = {"name": text, "behavior": text, "orientation": text}
    unit = {"name": text, "badge": [text], "nbr_units": text, "equipment": text}
    data = scenario(
        [hexagon(0, 0, terrain=odd, rect_terrain=text, obstacle=odd, unit=unit, tags=[text, odd])],
        info={"options": {text: text}, "country_player1": text, "victory": text, "starting": text},
        board={"labels": [{"row": 0, "col": 0, "text": [text]}, 5, {"row": text}]},
        text={"en": {"name": text, "rules": text, "victory": text}, text: {"name": text}},
    )
    found = read(data)
    written = MISSIONS.written(found.mission({"first": "axis"}))
    MISSIONS.check(data_in(written), [])
    written.encode("utf-8")
    assert len(json.dumps(found.report)) < 4000
    assert all(len(one["name"]) <= 60 for one in found.report["not_refereed"])


def test_chance_never_breaks_the_reader() -> None:
    chance = random.Random(44)
    whole, refused = every_name(), 0
    for _ in range(150):
        try:
            found = read(spoilt(whole, chance, 0.003))
            answers = {one.key: one.usual or next(iter(one.choices)) for one in found.asked}
            MISSIONS.check(data_in(MISSIONS.written(found.mission(answers))), [])
        except (Refused, Malformed):
            refused += 1
    assert 0 < refused < 150


# -- nothing is silent


def asked(data: Any) -> dict[str, Any]:
    return {one.key: one for one in read(data).asked}


def told(data: Any, key: str) -> list[str]:
    said = Translator(GAME.words, "en")
    return [line.said(said) for line in read(data).notes if line.key == f"scenario-note.{key}"]


def test_a_unit_leaves_by_every_hex_that_an_exit_names_and_its_other_end_is_only_a_marker() -> None:
    row = {"name": "tag5", "behavior": "EXIT_MARKER", "side": "AXIS", "group": ["C1", "C1", "D1", "E1"]}
    data = scenario([hexagon(8, 2, tags=[row]), hexagon(8, 8, tags=[{"name": "tag5"}])])
    (leaving,) = made(data).exits
    assert (leaving.side, leaving.at) == ("axis", ((2, 8), (4, 8), (6, 8), (8, 8)))
    assert leaving.markers == ((2, 8), (8, 8))
    assert (asked(data), read(data).report["not_refereed"]) == ({}, [])


def test_an_exit_marker_that_says_nothing_is_asked_once_and_is_for_the_side_from_the_other_edge() -> None:
    data = scenario([hexagon(0, 2, tags=[{"name": "tag4"}]), hexagon(8, 2, tags=[{"name": "tag4"}])])
    assert set(asked(data)) == {"exit-side"}
    assert [(one.side, one.at) for one in made(data).exits] == [("allied", ((2, 0),)), ("axis", ((2, 8),))]
    assert {one.side for one in made(data, **{"exit-side": "axis"}).exits} == {"axis"}
    assert made(data, **{"exit-side": "nobody"}).exits == ()


def test_a_mine_that_says_nothing_is_asked_and_is_of_the_side_on_its_half() -> None:
    data = scenario([hexagon(1, 3, tags=[{"name": "tag3"}]), hexagon(7, 3, tags=[{"name": "tag3"}])])
    assert set(asked(data)) == {"tag3-alone"}
    assert [(one.side, one.at) for one in made(data).mines] == [("axis", ((3, 1),)), ("allied", ((3, 7),))]


def test_a_list_may_be_an_object_whose_keys_are_numbers() -> None:
    tags = {"10": {"name": "medal2"}, "2": {"name": "medal1"}}
    found = made(scenario([hexagon(0, 0, tags=tags)])).objectives
    assert [one.side for one in found] == ["allied", "axis"]


def test_air_strikes_are_called_from_the_hexes_that_the_option_names() -> None:
    stars = [hexagon(4, 22, tags=[{"name": "tag1"}]), hexagon(0, 0, tags=[{"name": "tag1"}])]
    found = made(scenario(stars, info={"options": {"hill317": ["L5", "k4"]}})).stars
    assert [(one.purpose, one.at, one.marked) for one in found] == [
        ("air-strike", ((22, 4),), True),
        ("air-strike", ((21, 5),), False),
        ("as-told", ((0, 0),), True),
    ]


def test_a_bridge_that_needs_a_unit_beside_is_blown_only_then() -> None:
    bridge = hexagon(4, 12, terrain={"name": "river"}, rect_terrain={"name": "bridge"})
    options = {"blowbridge_opt2": {"side": "ALLIES", "option": "NEED_NEIGHBOUR_UNIT"}}
    found = made(scenario([bridge], info={"options": options})).blow_bridges
    assert found is not None
    assert (found.side, found.beside) == ("allied", True)


def test_date_front_boxes_and_captions_are_told_and_kept() -> None:
    info = {"date_begin": "1944-06-06", "date_end": "", "front": "WESTERN", "type": "HISTORICAL"}
    packs = {"allies_pack": [{"caption": "Special Forces", "cost": 0}], "base_cost": 2}
    data = scenario(info=info, packs={"terrain": 1, "air": 0}, equipment_packs=packs)
    assert told(data, "dates") == ["Date: 1944-06-06"]
    assert told(data, "front") == ["Front: Western"]
    (front,) = [line for line in read(data).notes if line.key == "scenario-note.front"]
    assert front.said(GAME.get_translator("es")) == "Frente: occidental"
    assert told(scenario(info={**info, "date_end": "1944-06-06"}), "dates") == ["Date: 1944-06-06"], "one day, once"
    assert told(data, "packs") == ["Boxes named in the file: terrain"]
    assert told(data, "captions") == ["Captions of the file: Special Forces"]
    assert told(data, "looks") == ["Ignored by the app: type HISTORICAL"]
    found = made(data)
    assert (found.dates, found.front, found.packs) == (("1944-06-06",), "western", ("terrain",))


def test_what_stands_under_a_key_that_nothing_reads_is_named() -> None:
    odd = scenario([hexagon(4, 12, terrain={"name": "woods", "burning": 1})], info={"weather": "rain"}, moods=["grim"])
    assert sorted(names_left_out(odd)) == ["burning", "moods", "weather"]
    assert "G5: “burning” is not refereed, so it is left out." in told(odd, "left-out")


def test_a_question_shows_the_piece_as_it_lies_its_word_and_its_hexes_and_no_code() -> None:
    river = {"name": "curve", "orientation": 1, "behavior": "IS_HEADQUARTER"}
    data = scenario([hexagon(4, 12, terrain=river), hexagon(0, 0, unit={"name": "plnus"})])
    headquarters, plane = asked(data)["behavior:is_headquarter"], asked(data)["unit:plnus"]
    said = [
        one.about.said(Translator(GAME.words, language)) for one in (headquarters, plane) for language in ("en", "es")
    ]
    assert said[0] == "is headquarters (behaviour), G5: counts as"
    assert "A9" in said[2]
    assert not [one for one in said if "IS_" in one or "plnus" in one]
    assert 'd="M5 -8.65Q0 0 5 8.65"' in headquarters.picture


@pytest.mark.parametrize(
    ("kept", "code", "field"),
    [
        ({"exits": [{"at": [[0, 0]], "markers": [[99, 99]]}]}, "off-the-board", "exits.0.markers.0"),
        (
            {"air-drops": [{"side": "allied", "drops": [3], "steps": 2, "badge": "x"}]},
            "not-allowed",
            "air-drops.0.badge",
        ),
    ],
)
def test_what_a_file_keeps_of_ours_is_checked_like_a_scenario(kept: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(Refused, match=code) as no:
        read(scenario(meta_data={"software": "Adjutant", "adjutant": kept})).mission({})
    assert no.value.field == field

"""Scenarios of our own: together they use every rule of the pack, their files are told line by line what is wrong."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from app.core.errors import Malformed, Refused
from app.core.game.setup import opening_of
from app.core.messages.translator import LANGUAGES, Translator
from app.core.rules.inputs import parse
from app.games.memoir_44.book import DATA, EDITION, SIDES, Book, edition_book
from app.games.memoir_44.game import GAME
from app.games.memoir_44.geometry import BOARDS, SECTIONS, name_of, neighbours
from app.games.memoir_44.options import Options
from app.games.memoir_44.scenarios.briefing import briefing
from app.games.memoir_44.scenarios.checks import places
from app.games.memoir_44.scenarios.files import MISSIONS, NEEDS, scenarios
from app.games.memoir_44.scenarios.forms import Face, Ground, Purpose, ScenarioFile, SpecialRule, Train
from app.games.memoir_44.scenarios.names import editor
from app.games.memoir_44.scenarios.scenario import CLOSURES, HEX_MARKS, Scenario, as_plain, scenario_of
from app.games.memoir_44.scenarios.set_up import BOXES, FIGURES, OBSTACLE, TERRAIN, Piece, box_of, set_up
from app.storage.missions import read_mission

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
BOOK: Book = edition_book(EDITION, {})
SALT = (DATA / "scenarios" / "1-salt-road.toml").read_text(encoding="utf-8")
OLDERMEER = (DATA / "scenarios" / "2-oldermeer.toml").read_text(encoding="utf-8")
KARST = (DATA / "scenarios" / "3-karst-junction.toml").read_text(encoding="utf-8")
CAPE = (DATA / "scenarios" / "4-gull-cape.toml").read_text(encoding="utf-8")


def all_of_them() -> list[Scenario]:
    """The scenarios that come with the game."""
    return [scenario_of(data, BOOK) for data in scenarios().values()]


# -- what they use


def used_by(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """(kind, name) of everything in a scenario that rules are about."""
    yield from (("ground", name) for place in scenario.board.hexes for name in scenario.lying(place))
    yield from (("ground", "minefield") for _ in scenario.mines)
    yield from (("ground", "boat") for unit in scenario.units if unit.sign.boat)
    yield from (("leader", "leader") for unit in scenario.units if unit.sign.leader)
    yield from (("badge", unit.badge) for unit in scenario.units if unit.badge)
    yield from (("emblem", unit.sign.emblem) for unit in scenario.units if unit.sign.emblem)
    yield from (("type", unit.type) for unit in scenario.units)
    yield from (("rule", rule) for rule in scenario.special_rules)
    yield from (("purpose", star.purpose) for star in scenario.stars)
    yield from (("train", train.kind) for train in scenario.trains)
    yield from (("stays", one.stays) for one in scenario.objectives)
    yield from (("exit", "exit") for _ in scenario.exits)
    yield from (("pontoons", "pontoons") for _ in scenario.pontoons)
    yield from (("bridges", str(bridges.option)) for bridges in [scenario.blow_bridges] if bridges)
    yield from (("start", place) for place in starts(scenario))
    yield "board", scenario.board.name
    yield "face", scenario.face


def starts(scenario: Scenario) -> Iterator[str]:
    lakes = {at for at in scenario.board.hexes if "lake" in scenario.lying(at)}
    engineers = any(unit.badge == "engineer" for unit in scenario.units)
    yield from ("two lakes" for at in lakes if lakes & set(neighbours(at)))
    for unit in scenario.units:
        yield from (
            f"{unit.type} on {name}" for name in scenario.lying(unit.at) if unit.type in BOOK.ground(name).closed_to
        )
    yield from ("engineers and mines" for _ in scenario.mines if engineers)
    yield from ("engineers and wire" for at in scenario.board.hexes if engineers and "wire" in scenario.lying(at))


def needed() -> set[tuple[str, str]]:
    """The same of the whole pack, from the data of the rules and the forms of a file."""
    emblems = {name for side in SIDES for name in BOOK.nations[side]}
    listed = {
        "ground": [name for name in BOOK.terrain if box_of(name) in OUR_BOXES and name not in told_of_tiles()],
        "badge": {name for name, kind in BOOK.badges.items() if kind.box in OUR_BOXES},
        "emblem": emblems,
        "type": set(BOOK.units) - {"train"},
        "rule": set(get_args(SpecialRule)) - {"air-power-is-bombard"},
        "purpose": set(get_args(Purpose)) - {"as-told"},
        "train": {"supply", "armoured"},
        "stays": ("while-held", "permanent", "until-taken"),
        "bridges": ("1", "2"),
        "start": (
            "two lakes",
            "artillery on mountain",
            "artillery on bunker",
            "artillery on field-bunker",
            "engineers and mines",
            "engineers and wire",
        ),
        "board": set(BOARDS) - {"small"},
        "face": get_args(Face),
    }
    single = {("leader", "leader"), ("exit", "exit"), ("pontoons", "pontoons")}
    return {(kind, name) for kind, names in listed.items() for name in names} | single


OUR_BOXES = ("base-game", "terrain-pack")


def told_of_tiles() -> set[str]:
    """What a file of the editor says of a tile beyond what lies in its box."""
    return {*CLOSURES, *HEX_MARKS, *(made for one in editor()["becomes"].values() for made in one.values())}


def test_together_they_use_every_rule_of_the_pack() -> None:
    used = {one for scenario in all_of_them() for one in used_by(scenario)}
    assert needed() - used == set()
    assert used - needed() == {("ground", "shoreline")}, "a face with beaches has one"


def test_what_only_one_scenario_uses_would_be_missed() -> None:
    lacking = {one for scenario in all_of_them() if scenario.key != "gull-cape" for one in used_by(scenario)}
    assert {("ground", "lighthouse"), ("purpose", "radar-warning"), ("face", "beach")} <= needed() - lacking


def test_there_are_at_least_four_and_each_can_be_set_up() -> None:
    found = all_of_them()
    assert len(found) >= 4
    for scenario in found:
        for unit in scenario.units:
            closed = {kind for name in scenario.lying(unit.at) for kind in BOOK.ground(name).closed_to}
            water = any(BOOK.ground(name).water for name in scenario.lying(unit.at))
            crosses = any(BOOK.ground(name).crosses for name in scenario.lying(unit.at))
            assert unit.type not in closed or unit.type == "artillery", (scenario.key, unit)
            assert crosses or not water, (scenario.key, unit)
        baseline = {scenario.sides[side].edge for side in SIDES}
        assert baseline == {"top", "bottom"}


def test_the_example_of_the_docs_is_sound() -> None:
    example = re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[0]
    assert len(scenario_of(read_mission(example, GAME, []), BOOK).units) == 7


def test_the_docs_name_every_field_and_value_of_a_file() -> None:
    fields = [name.replace("_", "-") for name in ScenarioFile.model_fields]
    values = [*get_args(SpecialRule), *get_args(Purpose), *BOOK.badges, *get_args(Face), *BOARDS]
    written_by_the_program = {"imported", "told"}
    assert [name for name in (*fields, *values) if f"`{name}`" not in PAGE and name not in written_by_the_program] == []


@pytest.mark.parametrize("key", scenarios())
def test_a_scenario_is_written_and_read_as_it_was(key: str) -> None:
    data = scenarios()[key]
    copy = read_mission(MISSIONS.written(data), GAME, [])
    assert copy == data
    copied = json.loads(json.dumps(data))
    assert scenario_of(copied, BOOK) == scenario_of(data, BOOK)


@pytest.mark.parametrize("key", scenarios())
def test_a_scenario_is_told_whole_in_both_languages(key: str) -> None:
    data = scenarios()[key]
    for language in LANGUAGES:
        said = Translator({**GAME.words, **MISSIONS.words(data)}, language)
        told = MISSIONS.briefing(data, BOOK)
        lines = [line.said(said) for line in (*told.set_up, *told.special, *told.ending)]
        lines += [line.said(said) for side in told.sides for line in (side.size, *side.demands)]
        assert data["texts"][language]["description"] in " ".join(lines)
        assert not re.search(r"\b(?:kind|purpose|stays|needs|face|edge|part|train)-[a-z]", " ".join(lines)), lines


# -- the set-up list


@pytest.mark.parametrize("key", scenarios())
def test_the_set_up_list_adds_up_by_section_and_by_box(key: str) -> None:
    scenario = scenario_of(scenarios()[key], BOOK)
    found = set_up(scenario, BOOK)
    assert (tuple(found.sections), tuple(found.boxes)) == (SECTIONS, BOXES)
    by_section: Counter[Piece] = Counter()
    for pieces in found.sections.values():
        for piece, (number, _) in pieces.items():
            by_section[piece.in_a_box] += number
    assert by_section == sum((Counter(pieces) for pieces in found.boxes.values()), Counter())
    laid = Counter(piece.kind for piece, count in by_section.items() for _ in range(count))
    assert laid[TERRAIN] == sum(ground.terrain is not None for ground in scenario.ground.values())
    assert laid[OBSTACLE] == sum(len(ground.obstacles) for ground in scenario.ground.values())
    trains = sum(train.kind == "armoured" for train in scenario.trains)
    aboard = sum(BOOK.units[kind].figures for train in scenario.trains for kind in train.cargo)
    assert laid[FIGURES] == sum(unit.figures for unit in scenario.units) + trains + aboard


def test_the_left_section_of_the_salt_road() -> None:
    left = set_up(scenario_of(scenarios()["salt-road"], BOOK), BOOK).sections["left"]
    laid = {(one.name, one.shape, one.sides): laid for one, laid in left.items() if one.kind in (TERRAIN, OBSTACLE)}
    assert laid == {
        ("desert-town", "", ()): (2, ("C9", "B1")),
        ("hill", "", ()): (2, ("B6", "C3")),
        ("mountain", "", ()): (2, ("B7", "A6")),
        ("palm-grove", "", ()): (1, ("D4",)),
        ("wadi", "straight", ("NE", "SW")): (1, ("D6",)),
    }
    assert (box_of("hill"), box_of("wadi")) == BOXES[:2]


# -- faults


def faulty(text: str) -> tuple[str, int, str | None]:
    """(code, line, field) of what is wrong with a scenario's text."""
    with pytest.raises(Refused) as no:
        read_mission(text, GAME, [])
    for language in LANGUAGES:
        told = Translator(GAME.words, language).refusal(no.value)
        assert not any(quoted in told for quoted in (f"“{no.value.field}”", f"«{no.value.field}»")), told
    return no.value.words["why"].code, no.value.words["line"], no.value.field


EXIT = "at = [[10, 16], [14, 16]]"
DROP = f'{EXIT}\n\n[[air-drops]]\nside = "allied"\ndrops = [3, 2]\nsteps = 4\n'
FAULTS = [
    (SALT, 'key = "salt-road"', 'key = "Salt Road"', "not-a-key", "key"),
    (SALT, 'key = "salt-road"', 'key = "salt-road"\nnumber = 3', "unknown-field", "number"),
    (SALT, "El camino de la sal a Bir Zelka", " ", "blank-text", "name.es"),
    (SALT, 'board = "standard"', 'board = "round"', "not-allowed", "board"),
    (SALT, 'face = "desert"', 'face = "moon"', "not-allowed", "face"),
    (SALT, '"oasis-recovery"', '"tea-time"', "not-allowed", "special-rules.1"),
    (SALT, "[sides.axis]", "[sides.moths]", "not-allowed", "sides.moths"),
    (SALT, 'edge = "top"', 'edge = "bottom"', "scenario-same-edge", "sides.axis.edge"),
    (SALT, "medals = 6", "medals = 0", "too-small", "sides.allied.medals"),
    (SALT, '  ".   .   D   .   .   .   O   .   .   .   D   .   .",\n', "", "scenario-rows", "map.rows"),
    (SALT, '"  .   .   .   .   P   .   .   .   .   .   Ds  . "', '". ."', "scenario-row", "map.rows.1"),
    (SALT, ".   M   .", ".   ?   .", "scenario-sign", "map.rows.2"),
    (SALT, 'O = { terrain = "oasis" }', 'O = { terrain = "oases" }', "not-allowed", "map.legend.O.terrain"),
    (SALT, "F = { obstacles = { field-bunker = 0 }", "F = { obstacles = { tent = 0 }", "not-allowed",
     "map.legend.F.obstacles.tent"),
    (SALT, "F = { obstacles = { field-bunker = 0 }", "F = { obstacles = { field-bunker = 7 }", "too-big",
     "map.legend.F.obstacles.field-bunker"),
    (SALT, 'P = { terrain = "palm-grove" }', 'P = { terrain = "palm-grove", owner = "axis" }', "scenario-no-bunker",
     "map.legend.P.owner"),
    (SALT, "[map.legend]\n", '[map.legend]\nX = { terrain = "lake" }\n', "scenario-idle-sign", "map.legend.X"),
    (SALT, 'badge = "elite-armour"', 'badge = "engineer"', "badge-of-others", "forces.legend.t1.badge"),
    (SALT, 'emblem = "gurkhas"', 'emblem = "afrika-korps"', "not-allowed", "forces.legend.I3.emblem"),
    (SALT, "leader = true", "boat = 1", "wrong-type", "forces.legend.L.boat"),
    (SALT, 'figures = 4', 'figures = 4, leader = true', "infantry-only", "forces.legend.T1.leader"),
    (SALT, 'figures = 4', 'figures = 4, boat = true', "infantry-only", "forces.legend.T1.boat"),
    (SALT, "at = [[20, 4], [22, 4]]", "at = [[20, 4], [23, 4]]", "off-the-board", "objectives.1.at.1"),
    (SALT, "at = [[20, 4], [22, 4]]", "at = [[20, 4], [22, 4], [20, 4]]", "scenario-hex-twice", "objectives.1.at.2"),
    (SALT, "at = [[9, 3], [13, 3], [17, 5]]", "at = [[9, 3], [13, 3], [9, 3]]", "scenario-hex-twice", "mines.0.at.2"),
    (OLDERMEER, "at = [[1, 5], [15, 5]]", "at = [[1, 5], [1, 5]]", "scenario-hex-twice", "stars.0.at.1"),
    (OLDERMEER, "at = [[7, 5], [11, 5]]", "at = [[7, 5], [7, 5]]", "scenario-hex-twice", "blow-bridges.at.1"),
    (SALT, "at = [[20, 4], [22, 4]]", "at = [[20, 4], [22]]", "missing-field", "objectives.1.at.1.1"),
    (SALT, "at = [[9, 3], [13, 3], [17, 5]]", "at = []", "wrong-type", "mines.0.at"),
    (SALT, 'purpose = "sabotage"', 'purpose = "tea"', "not-allowed", "stars.0.purpose"),
    (OLDERMEER, "at = [[1, 5], [15, 5]]", "at = [[1, 5], [3, 5]]", "scenario-no-dam", "stars.0.at.1"),
    (OLDERMEER, "at = [[7, 5], [11, 5]]", "at = [[7, 5], [9, 5]]", "scenario-no-bridge", "blow-bridges.at.1"),
    (KARST, "locomotive = [11, 1]", "locomotive = [9, 1]", "scenario-no-track", "trains.0.locomotive"),
    (KARST, "wagon = [12, 0]", "wagon = [11, 3]", "scenario-wagon-apart", "trains.0.wagon"),
    (KARST, "wagon = [12, 0]", "wagon = [11, 1]", "scenario-two-in-a-hex", "trains.0.wagon"),
    (CAPE, "at = [[11, 3]]", "at = [[11, 9]]", "off-the-board", "stars.0.at.0"),
    (KARST, EXIT, "at = [[10, 16]]\nmarkers = [[99, 99]]", "off-the-board",
     "exits.0.markers.0"),
    (KARST, EXIT, DROP + 'badge = "x"', "not-allowed", "air-drops.0.badge"),
    (KARST, EXIT, DROP + 'badge = "elite-armour"', "badge-of-others", "air-drops.0.badge"),
    (KARST, EXIT, DROP + 'emblem = "nix"', "not-allowed", "air-drops.0.emblem"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "old", "new", "code", "field"), FAULTS)
def test_a_fault_is_told_with_its_line_and_field(text: str, old: str, new: str, code: str, field: str) -> None:
    assert old in text
    changed = text.replace(old, new, 1)
    told, line, found = faulty(changed)
    assert (told, found) == (code, field)
    at = changed.splitlines()[line - 1]
    assert (
        new.splitlines()[-1 if "\n" in new else 0] in at if new and code != "scenario-rows" else at.startswith("rows")
    )


def test_every_hex_of_a_file_is_checked_wherever_it_stands() -> None:
    at, out = [[1, 1]], [[90, 90]]
    parts: dict[str, Any] = {"objectives": [{"at": at}], "mines": [{"side": "axis", "at": at}]}
    parts["exits"] = [{"at": at, "markers": out}]
    parts["stars"] = [{"at": at, "purpose": "as-told"}]
    parts["trains"] = [{"side": "axis", "locomotive": (1, 1), "wagon": (2, 0)}]
    parts["blow-bridges"] = {"option": 1, "at": at, "medal-at": out}
    parts["sudden-deaths"] = [{"side": "axis", "at": at, "needs": 1}]
    parts["air-drops"] = [{"side": "axis", "drops": [1], "steps": 1, "at": out}]
    parts["labels"] = [{"at": (1, 1), "text": "x"}]
    file = parse(ScenarioFile, {**scenarios()["salt-road"], **parts})
    assert [field for field, _ in places(file)] == [
        "objectives.0.at.0", "mines.0.at.0", "exits.0.at.0", "exits.0.markers.0", "stars.0.at.0",
        "trains.0.locomotive", "trains.0.wagon", "blow-bridges.at.0", "blow-bridges.medal-at.0",
        "sudden-deaths.0.at.0", "air-drops.0.at.0", "labels.0.at",
    ]  # fmt: skip


def test_a_scenario_names_at_most_a_thousand_hexes() -> None:
    board = BOARDS["standard"]
    every = [list(place) for place in board.hexes]
    whole = 1000 // len(every)
    few = "".join(f"\n[[objectives]]\nat = {every}\n" for _ in range(whole - 1))
    read_mission(SALT + few, GAME, [])
    assert faulty(SALT + few + f"\n[[objectives]]\nat = {every}\n" * 2)[0] == "too-many-items"


def test_a_side_that_is_missing_is_named() -> None:
    head, _, rest = SALT.partition("[sides.axis]")
    assert faulty(head + rest[rest.index("[map]") :]) == ("missing-field", 1, "sides.axis")


def test_forms_tell_what_they_leave_out() -> None:
    with pytest.raises(Malformed, match="missing-field"):
        MISSIONS.check({"key": "x"}, [])
    assert Train(side="axis", locomotive=(1, 1)).kind == "plain"


def test_a_table_copies_its_scenario_and_opens_with_it() -> None:
    opened = opening_of(GAME, Options(game="memoir-44", mission="gull-cape"))
    assert opened["mission"] == scenarios()["gull-cape"]
    own = {"mine": {**scenarios()["salt-road"], "key": "mine"}}
    assert opening_of(GAME, Options(game="memoir-44", mission="mine"), own_missions=own)["mission"] == own["mine"]
    assert opening_of(GAME, Options(game="memoir-44"))["mission"]["key"] == next(iter(scenarios()))
    with pytest.raises(Refused, match="not-allowed"):
        opening_of(GAME, Options(game="memoir-44", mission="nowhere"))


def test_a_checked_file_as_plain_data_is_the_file() -> None:
    for data in scenarios().values():
        assert scenario_of(as_plain(parse(ScenarioFile, dict(data))), BOOK) == scenario_of(data, BOOK)


@pytest.mark.parametrize("language", LANGUAGES)
def test_objectives_and_exits_are_told_with_their_hexes(language: str) -> None:
    for scenario, data in zip(all_of_them(), scenarios().values(), strict=True):
        told = [line.said(GAME.get_translator(language)) for line in briefing(data, BOOK).ending]
        bringing = [*scenario.objectives, *scenario.exits]
        assert len(told) == len(bringing)
        for one, line in zip(bringing, told, strict=True):
            assert ", ".join(name_of(scenario.board, place) for place in one.at) in line


@pytest.mark.parametrize(("language", "germany"), [("en", "Germany"), ("es", "Alemania")])
def test_a_nation_is_told_in_words_and_one_without_a_word_as_it_is_written(language: str, germany: str) -> None:
    of_nations = [Piece(FIGURES, "infantry", "base-game", "axis", nation).of_nation for nation in ("ger", "de", "zz")]
    assert [GAME.get_translator(language).name(nation) for nation in of_nations] == [germany, germany, "ZZ"]


def test_what_open_questions_need_of_a_scenario_are_things_that_a_file_can_hold() -> None:
    known = {*BOOK.terrain, *BOOK.badges, *get_args(SpecialRule), *get_args(Purpose), "leader", "mines", "overlord"}
    known |= {*BOOK.armies, *Ground.model_fields}
    known |= {field.alias or name for name, field in ScenarioFile.model_fields.items()}
    assert {word for words in NEEDS.values() for word in words} <= known

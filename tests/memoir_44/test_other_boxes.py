"""Terrain of other boxes and what the editor says of tiles, at the table: both sides of each number."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.memoir_44.board_state import BoardState, board_state_of
from app.games.memoir_44.board_view.units import rows
from tests.memoir_44.battles import (
    A1,
    ARM,
    ART,
    E_ARM,
    E_INF,
    FLAG,
    INF,
    MINED,
    STAR,
    assault,
    at,
    battle,
    dice_against,
)
from tests.memoir_44.editor_files import hexagon, made, read, scenario
from tests.memoir_44.playing import ALLIED, AXIS, Battle, hexes

TANK, GUN = "allied-armour-1", "allied-artillery-1"
ALL = ["infantry", "armour", "artillery"]
NOBODY = {"closed": {"allied": ALL, "axis": ALL}}
WEAK = {**E_INF, "figures": 1}


def row(number: int, terrain: str) -> dict[str, str]:
    """A terrain on every hex of a row."""
    return {f"{chr(ord('A') + place)}{number}": terrain for place in range(13 if number % 2 else 12)}


def goes(game: Battle, unit: str, side: str = ALLIED) -> tuple[set[str], frozenset[str]]:
    (offer,) = [one for one in game.offers(side, "move") if one.given["unit"] == unit]
    return set(hexes(offer)), frozenset(map(str, offer.own))


def killed(unit: dict[str, Any], key: str, faces: list[str], **more: Any) -> Battle:
    """A unit in G4 that has emptied G5 of a unit of one figure."""
    game = assault(battle({"G4": unit, "G5": WEAK, **more.pop("besides", {})}, **more), key)
    game.press(ALLIED, "battle", unit=key, target=at(game, "G5"), dice=faces)
    return game


# -- heights


def test_a_step_up_a_steep_hill_counts_two_hexes_but_not_from_a_hill() -> None:
    up, fights = goes(assault(battle({"G4": INF}, row(5, "steep-hill")), A1), A1)
    assert ({"G5", "H5"} <= up, {"G6", "G5"} & fights, {one for one in up if one[1] == "6"}) == (True, set(), set())
    from_hill = goes(assault(battle({"G4": INF}, {**row(5, "steep-hill"), "G4": "hill"}), A1), A1)
    assert {"G5", "H5"} <= from_hill[1]
    assert "G6" in from_hill[0]


def test_taking_ground_up_a_steep_hill_is_one_hex() -> None:
    game = killed(INF, A1, ["infantry", STAR], ground={"G5": "steep-hill"})
    game.press(ALLIED, "take-ground", to="G5")
    assert game.unit(A1).at == "G5"


SHORE = {**row(4, "beach"), **row(5, "bluff")}


def test_infantry_climbs_a_bluff_in_two_hexes_and_armour_never() -> None:
    up, fights = goes(assault(battle({"G4": INF}, SHORE), A1), A1)
    assert ({"G5", "H5"} <= up, fights & {"G5", "H5"}) == (True, set())
    assert not {one for one in goes(assault(battle({"G4": ARM}, SHORE), TANK), TANK)[0] if one[1] in "56789"}
    assert {"G5", "G6"} <= goes(assault(battle({"G4": ARM}, {**SHORE, **row(4, "open")}), TANK), TANK)[1]


def test_a_retreat_over_a_bluff_is_as_on_a_hill() -> None:
    game = assault(battle({"G4": INF, "G5": E_ARM}, {"G5": "beach", "G6": "bluff", "F6": "bluff"}), A1)
    game.press(ALLIED, "battle", unit=A1, target="axis-armour-1", dice=[FLAG, STAR, STAR])
    (offer,) = game.offers(AXIS, "answer-flags")
    assert hexes(offer) == ["F6", "G6"]


@pytest.mark.parametrize(("ground", "why"), [("cliff", "too-steep"), ("bluff", None)])
def test_nobody_takes_ground_up_a_cliff(ground: str, why: str | None) -> None:
    game = killed(INF, A1, ["infantry", STAR], ground={"G4": "beach", "G5": ground})
    assert (game.state.won.why_not, bool(game.offers(ALLIED, "take-ground"))) == (why, why is None)


def test_along_a_hill_of_any_kind_units_see_each_other() -> None:
    ground = {"F5": "bluff", "G5": "steep-hill", "H5": "ridge"}
    game = battle({"F5": INF, "H5": E_INF}, ground)
    field = board_state_of(game.table.look(game.table.seat(ALLIED)))
    assert (field.sees("F5", "H5"), field.sees("E5", "H5")) == (True, False)


# -- ground that is closed


@pytest.mark.parametrize("unit", [INF, ARM, ART])
def test_nobody_enters_impassable_ground_nor_retreats_into_it(unit: dict[str, Any]) -> None:
    game = battle({"G4": unit}, obstacles={"G5": {"terrain": "town", **NOBODY}})
    key = at(game, "G4")
    assert "G5" not in goes(assault(game, key), key)[0]
    shut = {one: {"terrain": "forest", **NOBODY} for one in ("F6", "G6")}
    game = assault(battle({"G4": INF, "G5": E_INF}, obstacles=shut), A1)
    game.press(ALLIED, "battle", unit=A1, target=at(game, "G5"), dice=[FLAG, STAR, STAR])
    (offer,) = game.offers(AXIS, "answer-flags")
    assert hexes(offer) == ["G5"]


def test_impassable_ground_is_else_as_its_terrain() -> None:
    game = battle({"G4": INF, "G5": E_INF}, obstacles={"G5": {"terrain": "town", **NOBODY}})
    assert dice_against(assault(game, A1), ALLIED, A1, at(game, "G5")) == 2
    assert list(game.table.book().scenario.lying((12, 4))) == ["town", "impassable"]


PARTLY = {"terrain": "river", "obstacles": {"ford": 0}, "closed": {"axis": ALL, "allied": ["armour", "artillery"]}}


@pytest.mark.parametrize(("unit", "enters"), [(INF, True), (ARM, False), (ART, False)])
def test_a_hex_is_closed_to_some_types_of_a_side(unit: dict[str, Any], enters: bool) -> None:
    game = battle({"G4": unit}, obstacles={"G5": PARTLY})
    key = at(game, "G4")
    assert ("G5" in goes(assault(game, key), key)[0]) == enters


def test_a_hex_is_closed_to_all_of_the_other_side_in_moves_retreats_and_for_ground() -> None:
    game = battle({"F5": INF, "G4": E_INF, "G6": E_INF}, obstacles={"G5": PARTLY})
    game.pass_turn()
    enemy = at(game, "G6")
    game.order("assault", enemy, section="centre")
    assert "G5" not in goes(game, enemy, AXIS)[0]
    mine = battle({"F4": WEAK, "F5": INF}, obstacles={"F5": PARTLY, "G5": PARTLY}).pass_turn()
    unit, target = at(mine, "F4"), at(mine, "F5")
    mine.order("assault", unit, section="centre")
    mine.press(AXIS, "battle", unit=unit, target=target, dice=["infantry"] * 3)
    assert mine.unit(target).figures == 1


def between(attacker: dict[str, Any], ground: dict[str, Any]) -> int | None:
    """The dice of a unit in F5 against one in H5, over G5."""
    game = battle({"F5": attacker, "H5": E_INF}, obstacles={"G5": ground})
    key = at(game, "F5")
    return dice_against(assault(game, key), ALLIED, key, at(game, "H5"))


HILL = {"terrain": "mountain", **NOBODY}


@pytest.mark.parametrize(
    ("unit", "plain", "blocking"), [(INF, None, None), (ARM, None, None), (ART, 3, None)], ids=["inf", "arm", "art"]
)
def test_nobody_battles_over_ground_that_blocks_artillery_neither(
    unit: dict[str, Any], plain: int | None, blocking: int | None
) -> None:
    assert (between(unit, HILL), between(unit, {**HILL, "blocking": True})) == (plain, blocking)


@pytest.mark.parametrize(("unit", "river", "wide"), [(INF, 2, None), (ARM, 3, 3), (ART, 3, 3)])
def test_infantry_alone_does_not_battle_across_a_wide_river(unit: dict[str, Any], river: int, wide: int | None) -> None:
    assert (between(unit, {"terrain": "river"}), between(unit, {"terrain": "wide-river"})) == (river, wide)


SECTION = {"terrain": "river", "obstacles": {"bridge-section": 0}, "sides": {"road": ["NE", "SW"]}}


@pytest.mark.parametrize(("start", "enters"), [("F4", True), ("G4", False), ("F5", False)])
def test_a_bridge_section_is_entered_along_its_road_alone(start: str, enters: bool) -> None:
    banks = {"G4": "river", "F4": "river", "F5": "river", "H5": "river"}
    game = battle({start: INF}, {one: kind for one, kind in banks.items() if one != start}, obstacles={"G5": SECTION})
    assert ("G5" in goes(assault(game, A1), A1)[0]) == enters


# -- jungle, streams, piers, trenches


def test_a_unit_battles_in_the_jungle_after_one_hex_and_not_after_two() -> None:
    jungle = {"G4": "jungle", "H4": "jungle"}
    game = assault(battle({"G3": INF, "G5": E_INF}, jungle), A1)
    assert "G4" in goes(game, A1)[1]
    game.press(ALLIED, "move", unit=A1, to="G4")
    assert dice_against(game, ALLIED, A1, at(game, "G5")) == 3
    far = battle({"F3": INF, "G5": E_INF}, jungle).order("infantry-assault", A1, section="centre")
    assert ("G4" in goes(far, A1)[0], "G4" in goes(far, A1)[1]) == (True, False)
    far.press(ALLIED, "move", unit=A1, to="G4")
    assert far.no(ALLIED, "battle", unit=A1, target=at(far, "G5"), dice=[STAR] * 3) == "cannot-attack"


def test_armour_beside_the_jungle_takes_ground_there_and_overruns_and_not_after_a_move() -> None:
    game = killed(ARM, TANK, ["infantry", "grenade"][1:], ground={"G5": "jungle"}, besides={"G6": E_INF})
    assert game.state.won.overrun is True
    game.press(ALLIED, "take-ground", to="G5")
    assert dice_against(game, ALLIED, TANK, at(game, "G6")) == 3
    moved = assault(battle({"G3": ARM, "G5": WEAK}, {"G5": "jungle"}), TANK)
    moved.press(ALLIED, "move", unit=TANK, to="G4")
    moved.press(ALLIED, "battle", unit=TANK, target=at(moved, "G5"), dice=["grenade"])
    assert moved.state.won.why_not == "moved-first"


@pytest.mark.parametrize(("obstacles", "goes_on"), [({}, False), ({"bridge": 0}, True)])
def test_a_stream_stops_where_no_bridge_spans_it(obstacles: dict[str, int], goes_on: bool) -> None:
    brook = {name: {"terrain": "fordable-stream", "obstacles": obstacles} for name in row(5, "")}
    up, _ = goes(assault(battle({"G4": ARM}, obstacles=brook), TANK), TANK)
    assert ("G5" in up, "G6" in up) == (True, goes_on)


def test_a_pier_is_entered_from_land_and_never_from_the_ocean() -> None:
    sea = {**row(4, "ocean"), **row(3, "ocean"), "G5": "pier", **dict.fromkeys(("F5", "H5", "F6", "G6"), "lake")}
    assert "G5" not in goes(assault(battle({"G4": INF}, sea), A1), A1)[0]
    assert "G5" in goes(assault(battle({"G4": INF}, {**sea, "G4": "beach"}), A1), A1)[0]


def test_armour_does_not_battle_from_a_trench_and_infantry_does() -> None:
    for unit, dice in ((ARM, None), (INF, 3)):
        game = battle({"G4": unit, "G5": E_INF}, {"G4": "trench"})
        key = at(game, "G4")
        assert dice_against(assault(game, key), ALLIED, key, at(game, "G5")) == dice


@pytest.mark.parametrize(("unit", "ignored"), [(E_INF, {0, 1}), (E_ARM, {0})])
def test_infantry_alone_ignores_a_flag_in_a_trench(unit: dict[str, Any], ignored: set[int]) -> None:
    game = assault(battle({"G4": INF, "G5": unit}, {"G5": "trench"}), A1)
    game.press(ALLIED, "battle", unit=A1, target=at(game, "G5"), dice=[FLAG, STAR])
    assert {offer.given["ignore"] for offer in game.offers(AXIS, "answer-flags")} == ignored


@pytest.mark.parametrize(("owner", "dice", "ignored"), [("axis", 2, {0, 1}), ("allied", 3, {0})])
def test_a_sea_wall_protects_its_owner_alone_and_stays(owner: str, dice: int, ignored: set[int]) -> None:
    wall = {"obstacles": {"sea-wall": 0}, "owner": owner}
    game = assault(battle({"G4": INF, "G5": E_INF}, obstacles={"G5": wall}), A1)
    assert dice_against(game, ALLIED, A1, at(game, "G5")) == dice
    game.press(ALLIED, "battle", unit=A1, target=at(game, "G5"), dice=[FLAG, *[STAR] * (dice - 1)])
    offers = game.offers(AXIS, "answer-flags")
    assert {offer.given["ignore"] for offer in offers} == ignored
    game.press(AXIS, "answer-flags", ignore=0, to="G6")
    assert game.state.removed == {}


# -- thin ice


def on_ice(unit: dict[str, Any], *ice: str, start: str = "G3", **more: Any) -> Battle:
    obstacles = {one: {"terrain": "frozen-river"} for one in ice} | more.pop("obstacles", {})
    return battle({start: unit, **more.pop("besides", {})}, obstacles=obstacles, **more)


def test_each_hex_of_thin_ice_rolls_two_dice_and_a_star_costs_a_figure() -> None:
    game = assault(on_ice(INF, "G4", "H4"), A1)
    game.press(ALLIED, "move", unit=A1, to="G4")
    assert [game.no(ALLIED, "end-turn"), game.no(AXIS, "roll-ice", dice=[STAR, STAR])] == [
        "ice-first",
        "no-ice-to-roll",
    ]
    game.press(ALLIED, "roll-ice", dice=[FLAG, STAR])
    assert (game.unit(A1).figures, game.unit(A1).at, game.state.ice, game.state.waiting) == (3, "G4", None, [])
    assert game.no(ALLIED, "roll-ice", dice=[STAR, STAR]) == "no-ice-to-roll"


def test_two_hexes_of_ice_roll_four_dice_and_no_star_costs_nothing() -> None:
    game = assault(on_ice(INF, *row(4, ""), *row(5, "")), A1)
    game.press(ALLIED, "move", unit=A1, to="G5")
    (offer,) = game.offers(ALLIED, "roll-ice")
    assert offer.dice
    assert offer.dice.count == 4
    game.press(ALLIED, "roll-ice", dice=["grenade", "infantry", FLAG, "armour"])
    assert game.unit(A1).figures == 4


def test_who_is_lost_on_the_ice_counts_for_the_enemy() -> None:
    game = assault(on_ice({**INF, "figures": 2}, "G4"), A1)
    game.press(ALLIED, "move", unit=A1, to="G4")
    game.press(ALLIED, "roll-ice", dice=[STAR, STAR])
    assert (game.unit(A1).at, game.state.accounts["axis"].medals, game.state.ice) == (None, 1, None)


def test_on_a_bridge_there_is_no_ice() -> None:
    game = assault(on_ice(INF, obstacles={"G4": {"terrain": "frozen-river", "obstacles": {"bridge": 0}}}), A1)
    game.press(ALLIED, "move", unit=A1, to="G4")
    assert game.state.ice is None


@pytest.mark.parametrize(("to", "hexes_of_ice"), [("G5", None), ("G4", 1)])
def test_who_passes_behind_enemy_lines_breaks_no_ice_but_where_it_ends(to: str, hexes_of_ice: int | None) -> None:
    game = on_ice(INF, *row(4, "")).order("behind-enemy-lines", A1)
    game.press(ALLIED, "move", unit=A1, to=to)
    assert (game.state.ice and game.state.ice.hexes) == hexes_of_ice


def test_taking_ground_on_the_ice_rolls_and_then_the_unit_may_go_on() -> None:
    game = killed(ARM, TANK, ["infantry", STAR, STAR], ground={"G5": "frozen-river"}, besides={"G6": E_INF})
    game.press(ALLIED, "take-ground", to="G5")
    assert game.no(ALLIED, "battle", unit=TANK, target=at(game, "G6"), dice=[STAR] * 3) == "ice-first"
    game.press(ALLIED, "roll-ice", dice=[STAR, FLAG])
    assert (game.unit(TANK).figures, dice_against(game, ALLIED, TANK, at(game, "G6"))) == (2, 3)


@pytest.mark.parametrize(("ice", "asked"), [(["G6", "F6"], True), (["F6"], False)])
def test_a_retreat_over_the_ice_is_rolled_by_its_side(ice: list[str], asked: bool) -> None:
    game = assault(battle({"G4": INF, "G5": E_INF}, dict.fromkeys(ice, "frozen-river")), A1)
    target = at(game, "G5")
    game.press(ALLIED, "battle", unit=A1, target=target, dice=[FLAG, STAR, STAR])
    game.press(AXIS, "answer-flags", ignore=0, to="G6")
    assert (game.state.ice is not None) == asked
    if asked:
        assert game.no(ALLIED, "roll-ice", dice=[STAR, STAR]) == "no-ice-to-roll"
        game.press(AXIS, "roll-ice", dice=[STAR, STAR])
        assert game.unit(target).figures == 2


def test_a_long_retreat_takes_the_way_with_the_least_ice() -> None:
    game = assault(battle({"G4": INF, "G5": E_INF}, {"F6": "frozen-river"}), A1)
    game.press(ALLIED, "battle", unit=A1, target=at(game, "G5"), dice=[FLAG, FLAG, STAR])
    game.press(AXIS, "answer-flags", ignore=0, to="G7")
    assert game.state.ice is None
    only = assault(battle({"G4": INF, "G5": E_INF}, {"F6": "frozen-river", "F7": "frozen-river"}), A1)
    only.press(ALLIED, "battle", unit=A1, target=at(only, "G5"), dice=[FLAG, FLAG, STAR])
    only.press(AXIS, "answer-flags", ignore=0, to="F7")
    assert only.state.ice.hexes == 2


def test_the_ice_comes_before_the_mine_under_it() -> None:
    game = assault(battle({"G4": INF}, {"G5": "frozen-river"}, **MINED), A1)
    game.state.mines["G5"].hidden = 2
    game.press(ALLIED, "move", unit=A1, to="G5")
    assert game.state.in_mine is None
    game.press(ALLIED, "roll-ice", dice=[FLAG, FLAG])
    game.press(AXIS, "roll-mine", dice=["infantry", STAR])
    assert game.unit(A1).figures == 3


def test_a_unit_that_the_table_moves_off_the_ice_is_not_rolled_for() -> None:
    game = assault(on_ice(INF, "G4"), A1)
    game.press(ALLIED, "move", unit=A1, to="G4")
    game.press(ALLIED, "move-piece", piece=A1, to="G2")
    assert (game.state.ice, game.state.waiting) == (None, [])


# -- caves


JP = {**E_INF, "nation": "jp"}
CAVES = {"G5": "cave-on-hill", "B8": "cave-on-hill", "K8": "cave-on-hill"}


def test_japanese_infantry_goes_from_cave_to_cave_as_to_the_next_hex() -> None:
    game = battle({"G5": JP, "K8": E_INF, "G1": INF}, CAVES).pass_turn()
    game.order("assault", at(game, "G5"), section="centre")
    reached, fights = goes(game, at(game, "G5"), AXIS)
    assert ("B8" in reached, "B8" in fights, "K8" in reached, "B7" in reached) == (True, True, False, True)
    others = battle({"G5": E_INF, "G1": INF}, CAVES).pass_turn()
    others.order("assault", at(others, "G5"), section="centre")
    assert "B8" not in goes(others, at(others, "G5"), AXIS)[0]


@pytest.mark.parametrize(("unit", "dice"), [(JP, 1), (E_INF, 3)])
def test_japanese_infantry_in_a_cave_is_hard_to_hit_from_any_height(unit: dict[str, Any], dice: int) -> None:
    game = battle({"G4": INF, "G5": unit}, {**CAVES, "G4": "hill"})
    assert dice_against(assault(game, A1), ALLIED, A1, at(game, "G5")) == dice


def test_the_list_of_units_names_the_cave_and_not_what_it_does_for_who_is_in_it() -> None:
    game = battle({"G4": ARM, "G5": JP}, CAVES)
    (row,) = [one for one in rows(BoardState(game.state, game.table.book()), AXIS) if one.at == "G5"]
    assert row.lying == ("cave-on-hill",)


def test_japanese_infantry_in_a_cave_must_ignore_every_flag() -> None:
    game = assault(battle({"G4": ARM, "G5": JP}, CAVES), TANK)
    game.press(ALLIED, "battle", unit=TANK, target=at(game, "G5"), dice=[FLAG])
    (offer,) = game.offers(AXIS, "answer-flags")
    assert (offer.given["ignore"], hexes(offer)) == (1, ["G5"])
    assert game.no(AXIS, "answer-flags", ignore=0, to="G6") == "must-be-ignored"


@pytest.mark.parametrize(
    ("faces", "left"), [([FLAG, STAR, "grenade"], ["open", "hill"]), ([FLAG] * 3, ["cave-on-hill"])]
)
def test_allied_infantry_seals_a_cave_with_a_star(faces: list[str], left: list[str]) -> None:
    game = assault(battle({"G5": INF}, CAVES), A1)
    game.press(ALLIED, "seal-cave", unit=A1, dice=faces)
    field = board_state_of(game.table.look(game.table.seat(ALLIED)))
    assert (list(field.at("G5")), game.unit(A1).battles) == (left, 1)
    assert (len(field.caves), game.no(ALLIED, "seal-cave", unit=A1, dice=faces)) == (
        (2, "battled-already") if len(left) > 1 else (3, "battled-already")
    )


def test_nobody_seals_a_cave_beside_an_enemy_and_no_japanese_unit_does() -> None:
    game = assault(battle({"G5": INF, "G6": E_INF}, CAVES), A1)
    assert game.no(ALLIED, "seal-cave", unit=A1, dice=[STAR] * 3) == "enemy-beside"
    axis = battle({"G5": JP}, CAVES).pass_turn()
    axis.order("assault", at(axis, "G5"), section="centre")
    assert axis.no(AXIS, "seal-cave", unit=at(axis, "G5"), dice=[STAR] * 3) == "no-unit-there"


# -- hospital, headquarters


def wounded(**besides: Any) -> Battle:
    """Infantry that lies in a hospital with 1 of its 4 figures."""
    game = battle({"G5": INF, **besides}, {"G5": "hospital"})
    game.unit(A1).figures = 1
    return assault(game, A1)


def test_infantry_in_a_hospital_rolls_six_dice_and_does_nothing_else() -> None:
    game = wounded(G8=E_INF)
    game.press(ALLIED, "recover", unit=A1, dice=["infantry", STAR, FLAG, "armour", "grenade", FLAG])
    assert game.unit(A1).figures == 3
    assert game.no(ALLIED, "move", unit=A1, to="G4") == "not-ordered"


def test_nobody_recovers_in_a_hospital_beside_an_enemy_after_a_move_or_whole() -> None:
    assert wounded(G6=E_INF).no(ALLIED, "recover", unit=A1, dice=[STAR] * 6) == "no-unit-there"
    whole = assault(battle({"G5": INF}, {"G5": "hospital"}), A1)
    assert whole.no(ALLIED, "recover", unit=A1, dice=[STAR] * 6) == "no-unit-there"
    moved = battle({"G4": INF}, {"G5": "hospital"})
    moved.unit(A1).figures = 1
    assault(moved, A1).press(ALLIED, "move", unit=A1, to="G5")
    assert moved.no(ALLIED, "recover", unit=A1, dice=[STAR] * 6) == "moved-already"


TENTS = {"G5": {"terrain": "headquarters", "owner": "axis"}}


@pytest.mark.parametrize("deck", ["physical", "app"])
def test_who_takes_headquarters_costs_their_owner_a_card_until_he_is_back(deck: str) -> None:
    game = battle({"G4": INF, "G6": E_INF}, obstacles=TENTS, deck=deck)
    axis = game.state.accounts["axis"]
    held = len(axis.hand)
    game.state.card, game.state.phase = "assault", "action"
    game.unit(A1).ordered = True
    game.press(ALLIED, "move", unit=A1, to="G5")
    assert (axis.hand_limit, len(axis.hand), game.state.headquarters) == (4, max(0, held - 1), {"G5": "taken"})
    game.press(ALLIED, "move-piece", piece=A1, to="G3")
    game.press(ALLIED, "end-turn")
    enemy = at(game, "G6")
    game.state.card, game.state.phase = "assault", "action"
    game.unit(enemy).ordered = True
    game.press(AXIS, "move", unit=enemy, to="G5")
    axis = game.state.accounts["axis"]
    assert (axis.hand_limit, len(axis.hand), game.state.headquarters) == (5, held, {"G5": "freed"})


def test_headquarters_are_taken_once_and_not_by_their_owner() -> None:
    game = assault(battle({"G4": INF}, obstacles={"G5": {"terrain": "supply-tents", "owner": "allied"}}), A1)
    game.press(ALLIED, "move", unit=A1, to="G5")
    assert (game.state.headquarters, game.state.accounts["allied"].hand_limit) == ({}, 5)


def test_headquarters_leave_with_a_medal_that_counts_as_a_turn_begins() -> None:
    medal = {"at": [[12, 4]], "side": "allied", "stays": "permanent", "at-turn-start": True}
    game = assault(battle({"G4": INF}, obstacles=TENTS, objectives=[medal]), A1)
    game.press(ALLIED, "move", unit=A1, to="G5")
    game.press(ALLIED, "end-turn")
    assert (game.state.removed, game.state.accounts["allied"].medals) == ({}, 0)
    game.pass_turn()
    assert (game.state.removed, game.state.accounts["allied"].medals) == ({"G5": ["headquarters"]}, 1)


# -- as files have it


BEHAVES = [
    ("hills", "STEEP_HILL", "steep-hill"),
    ("whill", "BLUFF", "bluff"),
    ("dhill", "CLIFF", "cliff"),
    ("hills", "HILL", "hill"),
    ("curve", "FORDABLE_STREAM", "fordable-stream"),
    ("riverFR", "FORDABLE_STREAM", "fordable-stream"),
    ("river", "WIDE_RIVER", "wide-river"),
]


@pytest.mark.parametrize(("name", "behavior", "ours"), BEHAVES)
def test_what_a_behaviour_makes_of_a_tile(name: str, behavior: str, ours: str) -> None:
    data = scenario([hexagon(4, 12, terrain={"name": name, "behavior": behavior, "orientation": 2})])
    assert (made(data).lying((12, 4)), read(data).report["not_refereed"]) == ([ours], [])


@pytest.mark.parametrize("name", ["hills", "mountain", "woods", "buildings"])
def test_any_tile_may_be_impassable(name: str) -> None:
    for behavior, mark in (("IMPASSABLE_HILL", "impassable"), ("IMPASSABLE_BLOCKING_HILL", "impassable-blocking")):
        found = made(scenario([hexagon(4, 12, terrain={"name": name, "behavior2": behavior})]))
        assert found.lying((12, 4))[1:] == [mark]
        assert all(found.shut_to((12, 4), side) == (*ALL,) for side in ("allied", "axis"))


SHUT = [
    (True, {"allied": (*ALL,), "axis": (*ALL,)}),
    ({"AXIS": True}, {"allied": (), "axis": (*ALL,)}),
    ({"AXIS": True, "ALLIES": [2, 3]}, {"allied": ("armour", "artillery"), "axis": (*ALL,)}),
    ({"ALLIES": ["1"]}, {"allied": ("infantry",), "axis": ()}),
    ({"ALLIES": False}, {"allied": (), "axis": ()}),
]


@pytest.mark.parametrize(("value", "shut"), SHUT)
def test_a_property_says_who_may_not_enter(value: Any, shut: dict[str, tuple[str, ...]]) -> None:
    tile = {"name": "river", "behavior": "FORD", "properties": {"isImpassable": value}}
    found = made(scenario([hexagon(4, 12, terrain=tile)]))
    assert {side: tuple(found.shut_to((12, 4), side)) for side in shut} == shut


def test_a_property_that_says_something_else_is_named() -> None:
    for properties in ({"isImpassable": True, "isHaunted": True}, {"isHaunted": True}):
        notes = read(scenario([hexagon(4, 12, terrain={"name": "woods", "properties": properties})])).notes
        assert "scenario-note.properties" in {note.key for note in notes}
    shut = read(scenario([hexagon(4, 12, terrain={"name": "woods", "properties": {"isImpassable": True}})])).notes
    assert "scenario-note.properties" not in {note.key for note in shut}


BUNKERS = [
    ({"name": "bunker", "original_owner": "AXIS"}, "infus", "axis"),
    ({"name": "bunker"}, "infger", "axis"),
    ({"name": "bunker"}, "infus", "allied"),
    ({"name": "bunker"}, None, None),
    ({"name": "casemate"}, "infger", None),
    ({"name": "pbunker", "original_owner": "ALLIES"}, "infjp", "allied"),
]


@pytest.mark.parametrize(("bunker", "unit", "owner"), BUNKERS)
def test_whose_a_bunker_is(bunker: dict[str, str], unit: str | None, owner: str | None) -> None:
    inside = {"unit": {"name": unit}} if unit else {}
    assert made(scenario([hexagon(4, 12, rect_terrain=bunker, **inside)])).on((12, 4)).owner == owner


def test_a_sea_wall_is_of_its_original_owner() -> None:
    wall = {"name": "sand", "behavior": "SEAWALL", "original_owner": "ALLIES"}
    found = made(scenario([hexagon(4, 12, obstacle=wall, unit={"name": "infger"})]))
    assert (found.lying((12, 4)), found.on((12, 4)).owner) == (["open", "sea-wall"], "allied")


def test_a_bridge_section_lies_as_its_bridge() -> None:
    bridge = {"name": "bridge", "behavior": "BRIDGE_SECTION", "orientation": 2}
    found = made(scenario([hexagon(4, 12, terrain={"name": "river", "orientation": 3}, rect_terrain=bridge)]))
    assert (found.lying((12, 4)), found.joins((12, 4))["road"]) == (["river", "bridge-section"], ("NE", "SW"))


def test_a_hill_with_wood_or_town_is_no_hill() -> None:
    lies = [hexagon(0, 0, terrain={"name": "whillforest"}), hexagon(0, 2, terrain={"name": "whillvillage"})]
    found = made(scenario(lies))
    assert (found.terrain((0, 0)), found.terrain((2, 0))) == ("forest", "town")


HEADQUARTERS = [
    ({"name": "pheadquarter", "original_owner": "AXIS"}, None, {}, "axis"),
    ({"name": "dcamp"}, "infus", {}, "allied"),
    ({"name": "dcamp"}, None, {}, "allied"),
    ({"name": "dcamp"}, None, {"headquarters": "axis"}, "axis"),
    ({"name": "dcamp"}, None, {"headquarters": "nobody"}, None),
]


@pytest.mark.parametrize(("tile", "unit", "answers", "owner"), HEADQUARTERS)
def test_whose_headquarters_are(
    tile: dict[str, str], unit: str | None, answers: dict[str, str], owner: str | None
) -> None:
    data = scenario([hexagon(6, 12, terrain=tile, **({"unit": {"name": unit}} if unit else {}))])
    told = "original_owner" in tile or unit is not None
    assert ("headquarters" in {one.key for one in read(data).asked}) is not told
    assert made(data, **answers).on((12, 6)).owner == owner


def test_infantry_recovers_in_supply_tents_where_the_file_says_so() -> None:
    data = scenario([hexagon(4, 12, terrain={"name": "dcamp", "behavior": "OASIS_RECOVERY"})])
    assert made(data).on((12, 4)).recovers
    game = battle({"G5": INF}, {"G5": "supply-tents"}, **{"special-rules": ["oasis-recovery"]})
    game.unit(A1).figures = 3
    assert assault(game, A1).offers(ALLIED, "recover")

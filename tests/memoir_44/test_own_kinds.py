"""Units of other boxes at their table: each in a made-up battle, its dice typed, its numbers worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.memoir_44.board_view.details import details
from tests.memoir_44.battles import (
    A1,
    ARM,
    ART,
    E_ARM,
    E_INF,
    FLAG,
    GRENADE,
    INF,
    STAR,
    assault,
    at,
    battle,
    dice_against,
    near,
)
from tests.memoir_44.playing import ALLIED, AXIS, Battle, hexes

TIGER = {**E_ARM, "nation": "ger", "badge": "tiger"}
X_TIGER = "axis-tiger-1"
ARMOUR, X_ARM, X_INF = "allied-armour-1", "axis-armour-1", "axis-infantry-2"
SEA = {f"{letter}{row}": "ocean" for letter in "DEFGHIJ" for row in (1, 2, 3)}
SHIP = {**ART, "badge": "destroyer"}
GUN = "allied-artillery-1"
SHIP_KEY, TRUCK = "allied-destroyer-1", "allied-truck-1"


def ends(game: Battle, key: str) -> set[str]:
    """The hexes to which a unit may move."""
    return {to for one in game.offers(ALLIED, "move") if one.given["unit"] == key for to in hexes(one)}


# -- weapons of infantry


def test_a_mortar_that_stays_shoots_over_all_and_one_that_moves_does_not() -> None:
    forces = {"G2": {**INF, "badge": "mortar"}, "G6": E_INF, "G5": E_INF}
    game = assault(battle(forces, {"G6": "town", "G4": "forest"}), at(battle(forces), "G2"))
    mortar = at(game, "G2")
    assert dice_against(game, ALLIED, mortar, at(game, "G6")) == 1
    assert dice_against(game, ALLIED, mortar, at(game, "G5")) == 1
    game.press(ALLIED, "move", unit=mortar, to="F2")
    aimed = {one.given["target"] for one in game.offers(ALLIED, "battle") if one.given["unit"] == mortar}
    assert aimed == {at(game, "G5")}  # four hexes are too far now


def test_late_weapons_move_one_hex_and_battle_and_early_ones_two_or_battle() -> None:
    late = assault(battle({"G4": {**INF, "badge": "anti-tank"}, "G7": E_INF}), A1)
    assert ends(late, A1) == {"F4", "G3", "G5", "H3", "H4", "H5"}
    late.press(ALLIED, "move", unit=A1, to="G5")
    assert dice_against(late, ALLIED, A1, X_INF) == 2
    early = assault(battle({"G4": {**INF, "badge": "anti-tank-early"}, "G7": E_INF}), A1)
    assert "G6" in ends(early, A1)
    assert dice_against(early, ALLIED, A1, X_INF) == 1
    early.press(ALLIED, "move", unit=A1, to="G5")
    assert early.no(ALLIED, "battle", unit=A1, target=X_INF) == "cannot-attack"


def test_the_table_may_say_that_weapons_are_early_ones() -> None:
    game = battle({"G4": {**INF, "badge": "anti-tank"}, "G7": E_INF}, answers={"weapon_year": "early"})
    assert "G6" in ends(assault(game, A1), A1)


def test_stars_of_an_anti_tank_gun_hit_armour_until_it_moves() -> None:
    game = near("allied", {**INF, "badge": "anti-tank"}, E_ARM)
    game.press(ALLIED, "battle", [STAR, STAR, FLAG], unit=A1, target=X_ARM)
    assert game.unit(X_ARM).figures == 1
    moved = assault(battle({"G3": {**INF, "badge": "anti-tank"}, "G5": E_ARM}), A1)
    moved.press(ALLIED, "move", unit=A1, to="G4")
    moved.press(ALLIED, "battle", [STAR, STAR, "armour"], unit=A1, target=X_ARM)
    assert moved.unit(X_ARM).figures == 2


def test_a_machine_gun_never_takes_ground() -> None:
    game = near("allied", {**INF, "badge": "machine-gun"}, {**E_INF, "figures": 2})
    game.press(ALLIED, "battle", [STAR, STAR, STAR], unit=A1, target=X_INF)
    assert not game.unit(X_INF).there
    assert game.no(ALLIED, "take-ground", to="G5") == "no-ground-because"


def test_a_heavy_anti_tank_gun_sees_its_target_and_no_terrain_takes_dice() -> None:
    forces = {"G2": {**ART, "badge": "heavy-anti-tank"}, "G5": E_ARM, "I2": E_ARM}
    game = assault(battle(forces, {"G5": "town", "H2": "forest"}), GUN)
    assert dice_against(game, ALLIED, GUN, at(game, "G5")) == 2
    assert dice_against(game, ALLIED, GUN, at(game, "I2")) is None
    game.press(ALLIED, "battle", [STAR, GRENADE], unit=GUN, target=at(game, "G5"))
    assert game.unit(X_ARM).figures == 1


def test_mobile_artillery_moves_a_hex_and_battles_or_two() -> None:
    game = assault(battle({"G3": {**ART, "badge": "mobile-artillery"}, "G7": E_INF}), GUN)
    (offer,) = [one for one in game.offers(ALLIED, "move") if one.given["unit"] == GUN]
    assert "G5" in hexes(offer)
    assert "G5" not in offer.own
    assert "G4" in offer.own
    game.press(ALLIED, "move", unit=GUN, to="G4")
    assert dice_against(game, ALLIED, GUN, X_INF) == 2


def test_from_a_flame_thrower_terrain_takes_a_die_in_close_assault() -> None:
    ground = {"G5": "town"}
    close = assault(battle({"G4": {**ARM, "badge": "flame-thrower"}, "G5": E_INF}, ground), ARMOUR)
    assert dice_against(close, ALLIED, ARMOUR, X_INF) == 2
    far = assault(battle({"G3": {**ARM, "badge": "flame-thrower"}, "G5": E_INF}, ground), ARMOUR)
    assert dice_against(far, ALLIED, ARMOUR, X_INF) == 1


# -- snipers, cavalry, ski troops


def test_only_a_grenade_hits_a_sniper_who_gives_no_medal() -> None:
    game = near("allied", INF, {**E_INF, "badge": "sniper"})
    assert game.unit(X_INF).figures == 1
    game.press(ALLIED, "battle", ["infantry", STAR, "infantry"], unit=A1, target=X_INF)
    assert game.unit(X_INF).there
    again = near("allied", INF, {**E_INF, "badge": "sniper"})
    again.press(ALLIED, "battle", ["infantry", GRENADE, STAR], unit=A1, target=X_INF)
    assert not again.unit(X_INF).there
    assert again.state.medals == {ALLIED: 0, AXIS: 0}


def test_a_sniper_goes_back_one_to_three_hexes_for_a_flag() -> None:
    game = near("allied", INF, {**E_INF, "badge": "sniper"})
    game.press(ALLIED, "battle", [FLAG, STAR, "armour"], unit=A1, target=X_INF)
    (offer,) = game.offers(AXIS, "answer-flags")
    assert {int(one[1:]) for one in hexes(offer)} == {6, 7, 8}


def test_cavalry_takes_ground_and_battles_once_more() -> None:
    game = near("allied", {**INF, "badge": "cavalry"}, {**E_INF, "figures": 1})
    assert game.unit(A1).figures == 4
    game.press(ALLIED, "battle", ["infantry", STAR], unit=A1, target=X_INF)
    (offer,) = game.offers(ALLIED, "take-ground")
    assert offer.label == "overrun"


def test_ski_troops_go_three_hexes_into_a_wood_and_battle() -> None:
    game = assault(battle({"G2": {**INF, "badge": "ski"}, "G6": E_INF}, {"G5": "forest"}), A1)
    assert game.unit(A1).figures == 3
    game.press(ALLIED, "move", unit=A1, to="G5")
    assert dice_against(game, ALLIED, A1, X_INF) == 3


# -- the Tiger


def test_a_hit_tiger_awaits_a_second_roll_of_which_a_grenade_destroys_it() -> None:
    game = near("allied", ARM, TIGER)
    game.press(ALLIED, "battle", ["armour", GRENADE, STAR], unit=ARMOUR, target=X_TIGER)
    assert game.unit(X_TIGER).there
    assert game.state.second.dice == 2
    assert game.no(ALLIED, "end-turn") == "second-roll-first"
    assert game.no(AXIS, "roll-again", [GRENADE, GRENADE]) == "no-second-roll"
    game.press(ALLIED, "roll-again", ["armour", "armour"])
    assert game.unit(X_TIGER).there
    assert game.state.second is None


def test_a_tiger_destroyed_in_its_hex_is_a_medal_and_leaves_ground() -> None:
    game = near("allied", ARM, TIGER)
    game.press(ALLIED, "battle", ["armour", STAR, STAR], unit=ARMOUR, target=X_TIGER)
    game.press(ALLIED, "roll-again", [GRENADE])
    assert not game.unit(X_TIGER).there
    assert game.state.medals[ALLIED] == 1
    assert game.state.won.hex == "G5"


def test_a_flag_that_a_tiger_cannot_retreat_is_a_hit() -> None:
    game = assault(battle({"G8": ARM, "G9": TIGER}), ARMOUR)
    game.press(ALLIED, "battle", ["armour", FLAG, STAR], unit=ARMOUR, target=X_TIGER)
    assert game.state.second is None
    game.press(AXIS, "answer-flags", ignore=0, to="G9")
    assert game.state.second.dice == 2
    game.press(ALLIED, "roll-again", [STAR, GRENADE])
    assert not game.unit(X_TIGER).there


def test_a_tiger_that_went_back_may_still_be_destroyed_and_only_its_old_hex_is_won() -> None:
    game = near("allied", ARM, TIGER)
    game.press(ALLIED, "battle", ["armour", FLAG, STAR], unit=ARMOUR, target=X_TIGER)
    game.press(AXIS, "answer-flags", ignore=0, to="G6")
    assert game.state.second.dice == 1
    game.press(ALLIED, "roll-again", [GRENADE])
    assert game.state.medals[ALLIED] == 1
    assert game.state.won.hex == "G5"


def test_a_mine_under_a_tiger_rolls_again_too() -> None:
    mined = {"mines": [{"side": "allied", "at": [[12, 4]]}], "first": "axis"}
    game = battle({"G6": TIGER}, **mined)
    game.state.mines["G5"].hidden = 2
    game.order("assault", X_TIGER, section="centre")
    game.press(AXIS, "move", unit=X_TIGER, to="G5")
    game.press(ALLIED, "roll-mine", ["armour", STAR])
    game.press(ALLIED, "roll-again", [GRENADE])
    assert not game.unit(X_TIGER).there
    assert game.state.medals[ALLIED] == 1


def test_the_second_roll_can_be_undone() -> None:
    game = near("allied", ARM, TIGER)
    game.press(ALLIED, "battle", ["armour", STAR, STAR], unit=ARMOUR, target=X_TIGER)
    assert "second-roll" in {one.for_ for one in game.state.waiting}
    assert "roll-again" in game.offered(ALLIED)
    assert "roll-again" not in game.offered(AXIS)


# -- destroyers


def test_a_destroyer_stays_on_the_ocean_and_battles_after_two_hexes() -> None:
    game = assault(battle({"G1": SHIP, "G9": E_INF}, SEA), SHIP_KEY)
    reached = ends(game, SHIP_KEY)
    assert {"G2", "G3", "F1", "E1"} <= reached
    assert all(to in SEA for to in reached)
    game.press(ALLIED, "move", unit=SHIP_KEY, to="G3")
    assert dice_against(game, ALLIED, SHIP_KEY, at(game, "G9")) == 1


def test_a_destroyer_ignores_a_flag_and_loses_a_figure_where_no_ocean_is_behind_it() -> None:
    game = battle({"G1": SHIP, "G2": E_INF}, {**SEA, "G2": "open"}, first="axis")
    game.order("assault", X_INF, section="centre")
    game.press(AXIS, "battle", [FLAG, FLAG, "infantry"], unit=X_INF, target=SHIP_KEY)
    assert game.unit(SHIP_KEY).figures == 3
    game.press(ALLIED, "answer-flags", ignore=1, to="G1")
    assert game.unit(SHIP_KEY).figures == 2


def test_a_destroyer_that_hits_marks_the_hex() -> None:
    game = assault(battle({"G1": SHIP, "G6": E_INF}, SEA), SHIP_KEY)
    game.press(ALLIED, "battle", ["infantry"], unit=SHIP_KEY, target=X_INF)
    assert [one.on for one in game.state.crosshairs] == ["G6"]


# -- vehicles


def trucks(**more: Any) -> Battle:
    forces = {"G4": {**ARM, "badge": "truck"}, "G5": {**INF, "figures": 2}, "G8": E_INF}
    game = battle(forces, **more)
    game.state.units[A1].most = 4
    return assault(game, TRUCK, A1)


def test_a_truck_gives_figures_instead_of_battling_and_neither_battles() -> None:
    game = trucks()
    (offer,) = game.offers(ALLIED, "give-supply")
    assert offer.given == {"unit": TRUCK, "target": A1}
    game.press(ALLIED, "give-supply", unit=TRUCK, target=A1, figures=1)
    assert (game.unit(TRUCK).figures, game.unit(A1).figures) == (1, 3)
    assert game.no(ALLIED, "battle", unit=A1, target=X_INF) == "cannot-attack"
    assert game.state.medals == {ALLIED: 0, AXIS: 0}
    assert game.no(ALLIED, "give-supply", unit=TRUCK, target=A1, figures=1) == "battled-already"


def test_a_truck_that_gives_its_last_figure_leaves_without_a_medal() -> None:
    game = trucks()
    assert game.no(ALLIED, "give-supply", unit=TRUCK, target=A1, figures=3) == "so-many-given"
    game.press(ALLIED, "give-supply", unit=TRUCK, target=A1, figures=2)
    assert not game.unit(TRUCK).there
    assert game.unit(A1).figures == 4
    assert game.state.medals == {ALLIED: 0, AXIS: 0}


def test_a_truck_never_battles_and_three_lost_figures_are_a_medal() -> None:
    truck = {**E_ARM, "badge": "truck"}
    game = battle({"G4": INF, "H4": INF, "G5": truck, "H5": truck})
    both = [at(game, "G4"), at(game, "H4")]
    assault(game, *both)
    first, second = at(game, "G5"), at(game, "H5")
    assert game.unit(first).figures == 2
    game.press(ALLIED, "battle", ["infantry", GRENADE, "armour"], unit=both[0], target=first)
    assert not game.unit(first).there
    assert (game.state.medals[ALLIED], game.state.accounts[AXIS].vehicles_lost) == (0, 2)
    game.press(ALLIED, "battle", ["infantry", STAR, "armour"], unit=both[1], target=second)
    assert game.unit(second).figures == 1
    assert (game.state.medals[ALLIED], game.state.accounts[AXIS].vehicles_lost) == (1, 3)


def test_a_truck_is_not_asked_whether_it_ambushes() -> None:
    game = battle({"G4": INF, "G5": {**E_ARM, "badge": "truck"}}, deck="app")
    game.state.accounts[ALLIED].hand[0] = "assault-centre"
    game.press(ALLIED, "play-card", card="assault-centre")
    while game.state.slots:
        game.press(ALLIED, "order", place=0, units=[A1])
    assert dice_against(game, ALLIED, A1, "axis-truck-1") == 3


# -- what a scenario says of a unit


def test_camouflage_is_attacked_from_beside_and_by_no_card_until_it_acts() -> None:
    hidden = {**E_INF, "camouflaged": True}
    far = assault(battle({"G3": INF, "G5": hidden}), A1)
    assert dice_against(far, ALLIED, A1, X_INF) is None
    close = near("allied", INF, hidden)
    close.press(ALLIED, "battle", [FLAG, STAR, "armour"], unit=A1, target=X_INF)
    assert close.unit(X_INF).camouflaged
    close.press(AXIS, "answer-flags", ignore=0, to="G6")
    assert not close.unit(X_INF).camouflaged


def test_air_power_does_not_find_a_camouflaged_unit() -> None:
    game = battle({"G5": {**E_INF, "camouflaged": True}, "H5": E_INF})
    game.press(ALLIED, "play-card", card="air-power", section="centre")
    assert {one.given["target"] for one in game.offers(ALLIED, "strike")} == {at(game, "H5"), at(game, "M9")}


@pytest.mark.parametrize(("traits", "medals"), [([], 1), (["two-medals"], 2)])
def test_a_unit_may_be_worth_two_medals(traits: list[str], medals: int) -> None:
    game = near("allied", INF, {**E_INF, "figures": 1, "traits": traits})
    game.press(ALLIED, "battle", ["infantry", STAR, STAR], unit=A1, target=X_INF)
    assert game.state.medals[ALLIED] == medals


def test_a_flag_of_its_own_adds_to_that_of_the_terrain() -> None:
    lies = {"G5": {"terrain": "open", "obstacles": {"sandbags": 0}}}
    game = near("allied", INF, {**E_INF, "traits": ["one-flag"]}, obstacles=lies)
    game.press(ALLIED, "battle", [FLAG, FLAG], unit=A1, target=X_INF)
    assert max(one.given["ignore"] for one in game.offers(AXIS, "answer-flags")) == 2


def test_a_tank_ace_has_a_die_more_until_it_moves() -> None:
    ace = {**ARM, "traits": ["tank-ace"]}
    stays = assault(battle({"G3": ace, "G5": E_INF}), ARMOUR)
    assert dice_against(stays, ALLIED, ARMOUR, X_INF) == 4
    stays.press(ALLIED, "move", unit=ARMOUR, to="G4")
    assert dice_against(stays, ALLIED, ARMOUR, X_INF) == 3


def test_armour_that_moves_two_goes_no_farther() -> None:
    game = assault(battle({"G2": {**ARM, "traits": ["moves-two"]}, "M5": E_INF}), ARMOUR)
    assert "G4" in ends(game, ARMOUR)
    assert "G5" not in ends(game, ARMOUR)


def test_a_unit_that_takes_no_exit_stays() -> None:
    exits = {"exits": [{"side": "allied", "at": [[13, 5]]}]}
    stays = assault(battle({"G4": {**INF, "traits": ["no-exit"]}}, **exits), A1)
    assert stays.no(ALLIED, "leave-board", unit=A1) == "never-leaves"
    leaves = assault(battle({"G4": INF}, **exits), A1)
    leaves.press(ALLIED, "leave-board", unit=A1)
    assert leaves.state.medals[ALLIED] == 1


def test_the_sheet_of_a_unit_tells_its_numbers_and_its_rules() -> None:
    game = battle({"G4": {**INF, "badge": "mortar", "traits": ["two-medals"]}})
    seat = game.table.seat(ALLIED)
    told = details(game.table, seat, game.table.offers_for(seat), A1, game.table.get_translator("en"))
    assert told is not None
    assert [detail.value for detail in told.values] == ["4/4", 1, 1, "3–2–1–1", "3–2–1"]
    assert [part.name for part in told.parts[0][1]] == ["mortar", "two-medals"]


@pytest.mark.parametrize(("language", "says"), [("en", "No effect."), ("es", "Sin efecto.")])
def test_an_emblem_says_that_it_has_no_effect(language: str, says: str) -> None:
    game = battle({"G4": {**INF, "emblem": "gurkhas"}})
    seat = game.table.seat(ALLIED)
    told = details(game.table, seat, game.table.offers_for(seat), A1, game.table.get_translator(language))
    assert told is not None
    assert [(part.name, part.text) for part in told.parts[0][1]] == [("gurkhas", says)]

"""Which test holds which worked case of the specification: none is forgotten, and none names a test that is gone."""

from __future__ import annotations

import importlib

import pytest

from tests.memoir_44.cases import CASES, WAYS

NUMBERS = [
    *(f"D{number:02}" for number in range(1, 45)),
    *(f"H{number:02}" for number in range(1, 8)),
    *(f"S{number:02}" for number in range(1, 43)),
]
BY_RULING = {case[0] for case in CASES} | {case[0] for case in WAYS}
"""Cases that a ruling answers: each is a line of cases.py."""
AT_TABLE: dict[str, str] = {
    "D29": "test_rules_at_table.test_a_boat_goes_onto_the_river_stops_there_and_battles_with_a_die_less",
    "D43": "test_rules_at_table.test_an_armoured_train_moves_and_battles_with_the_gun_of_its_wagon",
    "H05": "test_turns.test_a_mine_rolls_for_its_layer_and_stays_open",
    "S01": "test_turns.test_a_decoy_stops_and_is_taken_away",
    "S02": "test_turns.test_ones_own_mine_stops_and_stays_hidden",
    "S03": "test_rules_at_table.test_s03_a_retreat_through_a_mine_turns_nothing_over",
    "S04": "test_rules_at_table.test_s04_an_open_mine_rolls_again_every_time",
    "S05": "test_turns.test_engineers_clear_a_mine_instead_of_battling",
    "S06": "test_rules_at_table.test_s06_engineers_who_moved_too_far_set_the_mine_off",
    "S07": "test_rules_at_table.test_s07_with_infantry_assault_engineers_clear_after_two_hexes",
    "S08": "test_turns.test_in_an_oasis_the_owner_ignores_one_or_none",
    "S09": "test_turns.test_in_an_oasis_the_owner_ignores_one_or_none",
    "S12": "test_turns.test_a_blocked_retreat_costs_figures",
    "S14": "test_rules_at_table.test_flags_cost_a_boat_figures",
    "S16": "test_turns.test_the_leader_of_a_lost_unit_joins_the_nearest_or_is_lost_with_a_medal",
    "S17": "test_turns.test_the_leader_of_a_lost_unit_joins_the_nearest_or_is_lost_with_a_medal",
    "S18": "test_turns.test_sabotage_takes_the_place_of_a_battle_and_a_star_destroys",
    "S19": "test_turns.test_sabotage_without_a_star_is_nothing",
    "S20": "test_scenario_rules.test_a_bridge_blown_by_the_first_option_draws_no_card_and_the_hand_stays_smaller",
    "S21": "test_turns.test_a_bridge_stands_without_a_star",
    "S22": "test_scenario_rules.test_s22_a_star_brings_the_bridge_down_and_the_card_is_replaced",
    "S23": "test_turns.test_a_star_a_turn_lies_on_a_dam_and_the_fourth_breaks_it",
    "S24": "test_turns.test_a_star_a_turn_lies_on_a_dam_and_the_fourth_breaks_it",
    "S25": "test_scenario_rules.test_s25_the_stars_of_a_dam_that_its_defenders_take_are_removed",
    "S26": "test_turns.test_grenades_take_the_wagon_and_then_the_locomotive",
    "S27": "test_turns.test_grenades_take_the_wagon_and_then_the_locomotive",
    "S28": "test_rules_at_table.test_s28_a_train_ignores_the_first_flag_and_goes_back_for_the_second",
    "S29": "test_rules_at_table.test_s29_a_hit_of_a_big_gun_marks_the_hex_and_its_next_shot_has_a_die_more",
    "S30": "test_rules_at_table.test_s30_a_hit_with_a_retreat_marks_nothing_and_an_old_mark_goes_back",
    "S31": "test_rules_at_table.test_s31_no_die_against_another_unit_in_the_hex_that_a_marked_one_has_left",
    "S32": "test_rules_at_table.test_s32_in_the_desert_armour_goes_two_hexes_in_all_and_battles_once_more",
    "S33": "test_rules_at_table.test_s33_armour_takes_ground_in_a_marsh_and_does_not_overrun",
    "S38": "test_sight.test_one_lake_is_seen_over_and_two_are_not",
    "S39": "test_scenario_rules.test_s39_air_power_against_a_radar_station_is_refused_without_notice",
    "S40": "test_scenario_rules.test_s40_up_to_two_land_on_two_free_hexes_and_two_orders_are_left",
    "S41": "test_scenario_rules.test_s41_a_pontoon_lies_on_a_free_river_hex_of_its_section_and_nobody_is_ordered",
    "S42": "test_turns.test_figures_come_back_in_an_oasis",
}
"""Cases that a table meets in play: module and test."""


@pytest.mark.parametrize("number", NUMBERS)
def test_every_case_is_held_by_a_test(number: str) -> None:
    assert number in BY_RULING or number in AT_TABLE


@pytest.mark.parametrize("named", AT_TABLE.values(), ids=AT_TABLE)
def test_the_test_that_holds_a_case_is_there(named: str) -> None:
    module, name = named.split(".")
    assert callable(getattr(importlib.import_module(f"tests.memoir_44.{module}"), name))

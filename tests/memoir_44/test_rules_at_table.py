"""What a table of Memoir '44 keeps track of, worked by hand from the rules: equipment and prisoners, boats, Behind
Enemy Lines, observers and cross-hairs, engineers, trains, desert."""

from __future__ import annotations

from typing import Any

import pytest

from tests.memoir_44.battles import (
    A1,
    ARM,
    ART,
    E_ARM,
    E_ART,
    E_INF,
    ENGINEER,
    FLAG,
    G5,
    GRENADE,
    INF,
    MINED,
    STAR,
    TRAIN,
    assault,
    at,
    battle,
    dice_against,
    on_mine,
    rails,
    stars,
)
from tests.memoir_44.playing import ALLIED, AXIS, Battle, hexes

# -- equipment and prisoners (§5)


def carrying(purpose: str) -> tuple[Battle, str]:
    """An allied infantry unit that has walked onto a star in G5."""
    game = battle({"G4": INF, "G6": E_ARM}, **stars(purpose))
    unit = at(game, "G4")
    assault(game, unit).press(ALLIED, "move", unit=unit, to="G5")
    return game, unit


def test_infantry_picks_equipment_up_and_carries_it_along() -> None:
    game, unit = carrying("equipment")
    assert (game.unit(unit).carries, game.state.stars["equipment-1"].by) == ("equipment-1", unit)
    game.press(ALLIED, "end-turn")
    game.pass_turn()
    assault(game, unit).press(ALLIED, "move", unit=unit, to="G4")
    assert (game.state.stars["equipment-1"].at, game.state.stars["equipment-1"].on) == ("G4", unit)


@pytest.mark.parametrize(("purpose", "left"), [("equipment", {"equipment-1": "G5"}), ("prisoners", {})])
def test_equipment_lies_where_its_carrier_fell_and_prisoners_die_with_theirs(purpose: str, left: Any) -> None:
    game, unit = carrying(purpose)
    game.press(ALLIED, "end-turn")
    game.unit(unit).figures = 1
    assault(game, at(game, "G6"))
    game.press(AXIS, "battle", unit=at(game, "G6"), target=unit, dice=["infantry", STAR, STAR])
    assert {key: star.at for key, star in game.state.stars.items()} == left
    assert all(star.by is None for star in game.state.stars.values())


def test_only_infantry_picks_up_and_only_one_thing() -> None:
    game = battle({"G4": ARM}, **stars("equipment"))
    assault(game, "allied-armour-1").press(ALLIED, "move", unit="allied-armour-1", to="G5")
    assert game.state.stars["equipment-1"].by is None
    two = battle({"G4": INF}, **stars("equipment", [[12, 4], [13, 3]]))
    unit = at(two, "G4")
    assault(two, unit).press(ALLIED, "move", unit=unit, to="G5")
    two.press(ALLIED, "end-turn")
    two.pass_turn()
    assault(two, unit).press(ALLIED, "move", unit=unit, to="G6")
    assert (two.unit(unit).carries, two.state.stars["equipment-2"].by) == ("equipment-1", None)


# -- boats (§5, TP-20)


RIVER = {"G5": "river", "F5": "river", "H5": "river"}


def afloat() -> tuple[Battle, str]:
    """A boat that has gone onto the river in G5, an enemy beyond."""
    game = battle({"G4": {**INF, "boat": True}, "G7": E_ARM}, RIVER)
    unit = at(game, "G4")
    assault(game, unit).press(ALLIED, "move", unit=unit, to="G5")
    return game, unit


def test_a_boat_goes_onto_the_river_stops_there_and_battles_with_a_die_less() -> None:
    game, unit = afloat()
    assert (game.unit(unit).boat, game.unit(unit).hard) == (True, True)
    assert dice_against(game, ALLIED, unit, at(game, "G7")) == 1  # distance 2: 2 − 1


def test_flags_cost_a_boat_figures() -> None:
    game, unit = afloat()
    game.press(ALLIED, "end-turn")
    assault(game, at(game, "G7"))
    game.press(AXIS, "battle", unit=at(game, "G7"), target=unit, dice=[FLAG, FLAG, STAR])
    (offer,) = game.offers(ALLIED, "answer-flags")
    assert (offer.given, hexes(offer)) == ({"ignore": 0}, ["G5"])
    game.press(ALLIED, "answer-flags", ignore=0, to="G5")
    assert (game.unit(unit).figures, game.unit(unit).at) == (2, "G5")


def test_a_boat_stays_on_the_bank_and_no_other_unit_crosses() -> None:
    game, unit = afloat()
    game.press(ALLIED, "end-turn")
    game.pass_turn()
    assault(game, unit).press(ALLIED, "move", unit=unit, to="G6")
    assert game.unit(unit).boat is False
    game.press(ALLIED, "end-turn")
    game.pass_turn()
    assault(game, unit)
    (offer,) = game.offers(ALLIED, "move")
    assert not {"G5", "F5", "H5"} & set(hexes(offer))


def test_no_boat_crosses_a_bridge_hex() -> None:
    over = {"H5": {"terrain": "river", "obstacles": {"bridge": 1}}, "G5": {"terrain": "river"}}
    game = battle({"G5": {**INF, "boat": True}}, obstacles=over)
    unit = at(game, "G5")
    assault(game, unit)
    (offer,) = game.offers(ALLIED, "move")
    assert "H5" not in hexes(offer)
    assert "G6" in hexes(offer)


def test_a_boat_that_has_landed_carries_nobody_over_the_next_river() -> None:
    game = battle(
        {"G4": {**INF, "boat": True}}, {"G4": "river", **{f"{column}6": "river" for column in "ABCDEFGHIJKL"}}
    )
    unit = at(game, "G4")
    game.order("behind-enemy-lines", unit)
    (offer,) = game.offers(ALLIED, "move")
    assert "G5" in hexes(offer)
    assert {place for place in hexes(offer) if place[1:] >= "6"} == set()


# -- Behind Enemy Lines (§1.8, TP-37)


def behind_lines(ground: dict[str, str] | None = None, unit: Any = INF, **more: Any) -> tuple[Battle, str]:
    """Infantry in G3 with the card, an enemy in G7."""
    game = battle({"G3": unit, "G7": E_INF}, ground, **more)
    key = at(game, "G3")
    return game.order("behind-enemy-lines", key), key


def test_behind_enemy_lines_moves_three_battles_with_a_die_more_and_moves_three_again() -> None:
    game, unit = behind_lines({"G4": "marsh", "G5": "oasis"})
    game.press(ALLIED, "move", unit=unit, to="G6")  # three hexes through marsh and oasis
    target = at(game, "G7")
    assert dice_against(game, ALLIED, unit, target) == 4
    game.press(ALLIED, "battle", unit=unit, target=target, dice=[STAR] * 4)
    (offer,) = game.offers(ALLIED, "move")
    assert {"G3", "G4", "G5"} <= set(hexes(offer))
    assert "G2" not in hexes(offer)
    game.press(ALLIED, "move", unit=unit, to="G3")
    assert game.no(ALLIED, "move", unit=unit, to="G4") == "battles-began"


def test_behind_enemy_lines_a_unit_that_battles_where_it_stands_moves_three_afterwards() -> None:
    game = battle({"G4": INF, "G5": E_INF})
    game.order("behind-enemy-lines", A1)
    game.press(ALLIED, "battle", unit=A1, target=at(game, "G5"), dice=[STAR] * 4)
    (offer,) = game.offers(ALLIED, "move")
    assert "F1" in hexes(offer)
    assert "D7" not in hexes(offer)
    game.press(ALLIED, "move", unit=A1, to="F4")
    assert game.no(ALLIED, "move", unit=A1, to="G4") == "battles-began"


def test_behind_enemy_lines_a_unit_that_finds_nobody_to_battle_moves_three_more_and_does_not_battle() -> None:
    game, unit = behind_lines()
    game.press(ALLIED, "move", unit=unit, to="D4")  # three hexes, out of range
    (offer,) = game.offers(ALLIED, "move")
    assert ("G5" in hexes(offer), "H5" in hexes(offer), offer.own) == (True, False, frozenset())
    game.press(ALLIED, "move", unit=unit, to="G5")
    assert game.no(ALLIED, "move", unit=unit, to="G6") == "moved-already"
    assert game.no(ALLIED, "battle", unit=unit, target=at(game, "G7"), dice=[STAR] * 3) == "cannot-attack"


def test_behind_enemy_lines_a_unit_that_went_further_than_three_moves_no_more() -> None:
    game, unit = behind_lines()
    game.press(ALLIED, "move", unit=unit, to="C4")  # four hexes
    assert game.no(ALLIED, "move", unit=unit, to="D4") == "moved-already"


@pytest.mark.parametrize(("bel", "reached"), [("pass-free", True), ("every-field-stops", False)])
def test_behind_enemy_lines_and_minefields(bel: str, reached: bool) -> None:
    mines = {"mines": [{"side": "axis", "at": [[column, 4] for column in range(0, 25, 2)]}]}
    game, _ = behind_lines(**mines, answers={"bel": bel})
    (offer,) = game.offers(ALLIED, "move")
    assert ("G6" in hexes(offer)) == reached
    assert "G5" in hexes(offer)


def test_an_engineer_who_ends_behind_the_lines_in_a_minefield_clears_it() -> None:
    game, unit = behind_lines(unit=ENGINEER, **MINED)
    game.press(ALLIED, "move", unit=unit, to="G5")
    assert (game.state.mines, game.unit(unit).battles) == ({}, 1)


# -- observers and cross-hairs (§9.1, TP-15, TP-17)


def shot(gun: Any, faces: list[str], observer: str = "full", **more: Any) -> tuple[Battle, str, str]:
    """Artillery in G2 has shot at infantry in G6, four hexes away: two dice."""
    game = battle({"G2": gun, "G6": E_INF, "B5": INF}, **more, answers={"observer": observer})
    gun_key, target = at(game, "G2"), at(game, "G6")
    assault(game, gun_key)
    game.press(ALLIED, "battle", unit=gun_key, target=target, dice=faces)
    return game, gun_key, target


BIG = {**ART, "badge": "big-gun"}


def next_shot(game: Battle, gun: str, target: str) -> int | None:
    """The dice of the gun in the next turn of its side."""
    if game.state.active == ALLIED:
        game.press(ALLIED, "end-turn")
    game.pass_turn()
    assault(game, gun)
    return dice_against(game, ALLIED, gun, target)


def test_s29_a_hit_of_a_big_gun_marks_the_hex_and_its_next_shot_has_a_die_more() -> None:
    game, gun, target = shot(BIG, ["infantry", STAR])
    assert (game.unit(target).figures, [(one.gun, one.on) for one in game.state.crosshairs]) == (3, [(gun, "G6")])
    assert next_shot(game, gun, target) == 3


def test_s30_a_hit_with_a_retreat_marks_nothing_and_an_old_mark_goes_back() -> None:
    game, gun, target = shot(BIG, ["infantry", FLAG])
    game.press(AXIS, "answer-flags", ignore=0, to="G7")
    assert game.state.crosshairs == []
    game, gun, target = shot(BIG, ["infantry", STAR])
    assert next_shot(game, gun, target) == 3
    game.press(ALLIED, "battle", unit=gun, target=target, dice=["infantry", FLAG, STAR])
    game.press(AXIS, "answer-flags", ignore=0, to="G7")
    assert (game.unit(target).at, game.state.crosshairs) == ("G7", [])


def test_s31_no_die_against_another_unit_in_the_hex_that_a_marked_one_has_left() -> None:
    second = battle({"G2": BIG, "G6": E_INF, "F7": E_INF})
    gun, target, other = at(second, "G2"), at(second, "G6"), at(second, "F7")
    assault(second, gun)
    second.press(ALLIED, "battle", unit=gun, target=target, dice=["infantry", STAR])
    second.press(ALLIED, "end-turn")
    assault(second, target, other)
    second.press(AXIS, "move", unit=target, to="G7")
    second.press(AXIS, "move", unit=other, to="G6")
    assert second.state.crosshairs == []
    second.press(AXIS, "end-turn")
    assault(second, gun)
    assert dice_against(second, ALLIED, gun, other) == 2


def test_a_figure_lost_to_a_blocked_flag_counts_as_a_hit_for_the_cross_hair() -> None:
    game, gun, _ = shot(BIG, [STAR, FLAG], ground={"G7": "lake", "H7": "lake"})
    game.press(AXIS, "answer-flags", ignore=0, to="G6")
    assert [(one.gun, one.on) for one in game.state.crosshairs] == [(gun, "G6")]


def test_a_fourth_target_gets_no_cross_hair() -> None:
    game = battle({"G2": BIG, "F5": E_INF, "H5": E_INF, "G6": E_INF, "E6": E_INF})
    gun = at(game, "G2")
    for place in ("F5", "H5", "G6", "E6"):
        assault(game.to_turn_of(ALLIED), gun)
        target = at(game, place)
        count = dice_against(game, ALLIED, gun, target)
        assert count is not None
        game.press(ALLIED, "battle", unit=gun, target=target, dice=["infantry", *[STAR] * (count - 1)])
        game.press(ALLIED, "end-turn")
    assert [one.on for one in game.state.crosshairs] == ["F5", "H5", "G6"]


def test_a_big_gun_that_moves_takes_its_cross_hairs_back() -> None:
    game, gun, _ = shot(BIG, ["infantry", STAR])
    game.press(ALLIED, "end-turn")
    game.pass_turn()
    assault(game, gun).press(ALLIED, "move", unit=gun, to="F2")
    assert game.state.crosshairs == []


POST = stars("observer", [[2, 4]], "allied")
"""An observer's post of the Allies in B5."""


@pytest.mark.parametrize(("observer", "marks", "dice"), [("full", 1, 3), ("range-only", 0, 2)])
def test_an_observer_makes_big_guns_of_all_artillery_of_his_side(observer: str, marks: int, dice: int) -> None:
    game, gun, target = shot(ART, ["infantry", STAR], observer, **POST)
    assert len(game.state.crosshairs) == marks
    assert next_shot(game, gun, target) == dice


@pytest.mark.parametrize(("held", "dice"), [(True, 1), (False, None)])
def test_ordinary_artillery_reaches_eight_hexes_while_the_post_is_held(held: bool, dice: int | None) -> None:
    game = battle({"G1": ART, "G9": E_INF, **({"B5": INF} if held else {})}, **POST)
    gun, target = at(game, "G1"), at(game, "G9")
    assault(game, gun)
    assert dice_against(game, ALLIED, gun, target) == dice


def test_who_leaves_the_observers_post_loses_its_cross_hairs() -> None:
    game, _, _ = shot(ART, ["infantry", STAR], **POST)
    game.press(ALLIED, "end-turn")
    game.pass_turn()
    post = at(game, "B5")
    game.order("assault", post, section="left").press(ALLIED, "move", unit=post, to="B4")
    assert game.state.crosshairs == []


@pytest.mark.parametrize(("crosshair", "dice"), [("own", 2), ("any-friendly", 3)])
def test_whose_cross_hair_gives_the_die(crosshair: str, dice: int) -> None:
    game = battle({"G2": BIG, "H2": BIG, "G6": E_INF}, answers={"crosshair": crosshair})
    one, two, target = at(game, "G2"), at(game, "H2"), at(game, "G6")
    assault(game, one, two)
    game.press(ALLIED, "battle", unit=one, target=target, dice=["infantry", STAR])
    assert dice_against(game, ALLIED, two, target) == dice


# -- engineers and minefields (§9.2, TP-10)


def test_s06_engineers_who_moved_too_far_set_the_mine_off() -> None:
    game = battle({"G3": ENGINEER}, **MINED)
    unit = at(game, "G3")
    game.state.mines["G5"].hidden = 3
    game.order("probe", unit, section="centre").press(ALLIED, "move", unit=unit, to="G5")
    (offer,) = game.offers(AXIS, "roll-mine")
    assert offer.dice is not None
    assert offer.dice.count == 3


def test_s07_with_infantry_assault_engineers_clear_after_two_hexes() -> None:
    game = battle({"G3": ENGINEER}, **MINED)
    unit = at(game, "G3")
    game.state.mines["G5"].hidden = 3
    game.order("infantry-assault", unit, section="centre").press(ALLIED, "move", unit=unit, to="G5")
    assert (game.state.mines, game.state.in_mine, game.unit(unit).battles) == ({}, None, 1)


def test_engineers_who_stand_on_a_mine_when_ordered_must_clear_it_instead_of_battling() -> None:
    game = battle({"G5": ENGINEER, "G6": E_INF}, **MINED)
    unit, target = at(game, "G5"), at(game, "G6")
    assault(game, unit)
    assert dice_against(game, ALLIED, unit, target) is None
    game.press(ALLIED, "clear-mine", unit=unit)
    assert game.state.mines == {}
    assert game.no(ALLIED, "battle", unit=unit, target=target, dice=[]) == "battled-already"


def test_nobody_else_clears_a_mine_and_engineers_no_mine_of_their_own_side() -> None:
    game = assault(battle({"G5": INF}, **MINED), A1)
    assert game.no(ALLIED, "clear-mine", unit=A1) == "no-unit-there"
    own = battle({"G5": ENGINEER}, mines=[{"side": "allied", "at": G5}])
    assert assault(own, A1).no(ALLIED, "clear-mine", unit=A1) == "no-unit-there"


def test_taking_ground_on_a_mine_sets_it_off_even_under_engineers() -> None:
    game = battle({"G4": ENGINEER, "G5": {**E_INF, "figures": 1}}, **MINED)
    game.state.mines["G5"].hidden = 2
    unit, target = at(game, "G4"), at(game, "G5")
    assault(game, unit)
    game.press(ALLIED, "battle", unit=unit, target=target, dice=["infantry", STAR, STAR])
    game.press(ALLIED, "take-ground", to="G5")
    assert (game.state.in_mine, game.state.mines["G5"].value) == (unit, 2)


def test_s03_a_retreat_through_a_mine_turns_nothing_over() -> None:
    game = battle({"G4": INF, "G5": E_INF}, mines=[{"side": "allied", "at": [[11, 3], [13, 3]]}])
    for mine in game.state.mines.values():
        mine.hidden = 4
    unit, target = at(game, "G4"), at(game, "G5")
    assault(game, unit)
    game.press(ALLIED, "battle", unit=unit, target=target, dice=[FLAG, FLAG, STAR])
    game.press(AXIS, "answer-flags", ignore=0, to="G7")
    assert (game.unit(target).at, game.unit(target).figures, game.state.in_mine) == ("G7", 4, None)
    assert not any(mine.revealed for mine in game.state.mines.values())


def test_s04_an_open_mine_rolls_again_every_time() -> None:
    game = on_mine(2, INF)
    game.press(ALLIED, "move", unit=A1, to="G5")
    game.press(AXIS, "roll-mine", dice=[STAR, STAR])
    game.press(ALLIED, "end-turn")
    game.pass_turn()
    assault(game, A1).press(ALLIED, "move", unit=A1, to="G4")
    game.press(ALLIED, "end-turn")
    game.pass_turn()
    assault(game, A1).press(ALLIED, "move", unit=A1, to="G5")
    game.press(AXIS, "roll-mine", dice=[GRENADE, FLAG])
    assert (game.unit(A1).figures, game.state.mines["G5"].value) == (3, 2)


# -- trains (§7.2, TP-30)


def under_fire(hits: int, faces: list[str], **more: Any) -> Battle:
    """The train attacked by armour in H4 next to its locomotive: three dice."""
    game = rails(**more)
    game.state.trains[TRAIN].hits = hits
    assault(game, "allied-armour-1")
    game.press(ALLIED, "battle", unit="allied-armour-1", target=TRAIN, dice=faces)
    return game


def test_s28_a_train_ignores_the_first_flag_and_goes_back_for_the_second() -> None:
    game = under_fire(0, [FLAG, FLAG, STAR])
    assert [offer.given["ignore"] for offer in game.offers(AXIS, "answer-flags")] == [1, 0]
    (answered, *_) = game.press(AXIS, "answer-flags", ignore=1, to="G5")
    train = game.state.trains[TRAIN]
    assert (train.at, train.tail, train.hits) == ("G6", "F6", 0)
    # the log says where it goes back to, not where it stood
    assert vars(answered)["to"] == "G6"


def test_s28_a_flag_is_a_hit_where_the_track_behind_is_blocked() -> None:
    game = rails()
    game.state.removed = {"F6": ["railway-track"]}
    assault(game, "allied-armour-1")
    game.press(ALLIED, "battle", unit="allied-armour-1", target=TRAIN, dice=[FLAG, FLAG, STAR])
    game.press(AXIS, "answer-flags", ignore=1, to="G5")
    train = game.state.trains[TRAIN]
    assert (train.at, train.hits) == ("G5", 1)


def test_only_grenades_hit_a_train_and_no_more_than_four_count() -> None:
    game = under_fire(0, ["infantry", "armour", STAR])
    assert game.state.trains[TRAIN].hits == 0
    game = under_fire(3, [GRENADE, GRENADE, GRENADE])
    assert (game.state.trains[TRAIN].hits, game.state.medals[ALLIED]) == (4, 1)


def test_an_ordered_train_moves_one_to_three_hexes_along_its_track() -> None:
    game = assault(rails().pass_turn(), TRAIN)
    (offer,) = game.offers(AXIS, "move-train")
    assert set(hexes(offer)) == {"G4", "F4", "G6"}
    game.press(AXIS, "move-train", unit=TRAIN, to="F4")
    train = game.state.trains[TRAIN]
    assert (train.at, train.tail) == ("F4", "G5")
    assert game.no(AXIS, "move-train", unit=TRAIN, to="G4") == "not-reached"


@pytest.mark.parametrize(("kind", "dice"), [("armoured", 3), ("plain", None), ("supply", None)])
def test_an_armoured_train_moves_and_battles_with_the_gun_of_its_wagon(kind: str, dice: int | None) -> None:
    game = battle(
        {"J6": INF}, dict.fromkeys(["G5", "G6", "F6"], "railway-track"),
        trains=[{"side": "axis", "kind": kind, "locomotive": [12, 4], "wagon": [13, 3], "front": 3}],
    )  # fmt: skip
    game.pass_turn()
    assault(game, TRAIN)
    # the wagon stands in G6, three hexes from J6: 3-3-2
    expected = None if dice is None else 2
    assert dice_against(game, AXIS, TRAIN, at(game, "J6")) == expected
    gone = game.state.trains[TRAIN]
    gone.wagon = "gone"
    assert dice_against(game, AXIS, TRAIN, at(game, "J6")) is None


def test_passengers_get_off_beside_the_train_at_the_station_and_are_idle() -> None:
    track = {"G5": "railway-station", "G6": "railway-track"}
    train = {"side": "axis", "kind": "supply", "locomotive": [12, 4], "wagon": [13, 3], "cargo": ["infantry", "armour"]}
    game = battle({"A3": INF}, track, trains=[train]).pass_turn()
    assault(game, TRAIN)
    (offer,) = game.offers(AXIS, "unload")
    places = offer.choose["at"]
    assert isinstance(places, list)
    assert set(places) == {"F5", "H5", "F4", "G4", "H6", "F6", "G7", "H7"}
    game.press(AXIS, "unload", unit=TRAIN, at="H5")
    off = game.unit(at(game, "H5"))
    assert (off.type, off.figures, off.placed, game.state.trains[TRAIN].cargo) == ("infantry", 4, True, ["armour"])
    assert game.no(AXIS, "move", unit=at(game, "H5"), to="I5") == "not-ordered"
    assert game.no(AXIS, "unload", unit=TRAIN, at="A9") == "no-passengers"
    under = game.state.trains[TRAIN]
    under.wagon, under.cargo = "gone", []
    assert game.no(AXIS, "unload", unit=TRAIN, at="G4") == "no-passengers"


def test_s32_in_the_desert_armour_goes_two_hexes_in_all_and_battles_once_more() -> None:
    more = {"special-rules": ["north-african-desert"]}
    game = battle({"G4": ARM, "G5": {**E_INF, "figures": 1}, "G7": E_ART, "F7": E_ART}, **more)
    tank = "allied-armour-1"
    assault(game, tank)
    game.press(ALLIED, "battle", unit=tank, target=at(game, "G5"), dice=["infantry", STAR, STAR])
    game.press(ALLIED, "take-ground", to="G6")
    game.press(ALLIED, "battle", unit=tank, target=at(game, "G7"), dice=[GRENADE, GRENADE, STAR])
    assert game.state.won.hexes == 1
    assert game.no(ALLIED, "battle", unit=tank, target=at(game, "F7"), dice=[]) == "battled-already"


def test_s33_armour_takes_ground_in_a_marsh_and_does_not_overrun() -> None:
    game = battle({"G4": ARM, "G5": {**E_INF, "figures": 1}, "G6": E_ART}, {"G5": "marsh"})
    tank = "allied-armour-1"
    assault(game, tank)
    game.press(ALLIED, "battle", unit=tank, target=at(game, "G5"), dice=["infantry", STAR, STAR])
    game.press(ALLIED, "take-ground", to="G5")
    assert game.no(ALLIED, "battle", unit=tank, target=at(game, "G6"), dice=[]) == "battled-already"

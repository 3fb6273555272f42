"""What terrain does to whoever leaves a hex by another way than a move, or works in one instead of battling."""

from __future__ import annotations

from typing import Any

import pytest

from tests.memoir_44.battles import (
    A1,
    ARM,
    E_ARM,
    E_ART,
    E_INF,
    ENGINEER,
    FLAG,
    GRENADE,
    INF,
    MINED,
    STAR,
    TRAIN,
    X1,
    battle,
    rails,
    stars,
)
from tests.memoir_44.playing import ALLIED, AXIS, Battle, hexes

TANK = "allied-armour-1"


def won(unit: str, at: dict[str, Any], ground: dict[str, str] | None = None, **more: Any) -> Battle:
    """A unit in G4 has eliminated the last figure of the enemy in G5."""
    game = battle({"G4": at, "G5": {**E_INF, "figures": 1}}, ground, **more).order("assault", unit, section="centre")
    (offer,) = [one for one in game.offers(ALLIED, "battle") if one.given["target"] == X1]
    assert offer.dice
    game.press(ALLIED, "battle", unit=unit, target=X1, dice=[GRENADE] * offer.dice.count)
    return game


def lying(at: str, *obstacles: str, **ground: Any) -> dict[str, Any]:
    """Obstacles on a hex."""
    return {"obstacles": {at: {"obstacles": dict.fromkeys(obstacles, 0), **ground}}}


# -- what is left, what is entered


def test_sandbags_are_removed_when_their_unit_retreats() -> None:
    game = battle({"G4": ARM, "G5": E_INF}, **lying("G5", "sandbags")).order("assault", TANK, section="centre")
    game.press(ALLIED, "battle", unit=TANK, target=X1, dice=[FLAG, STAR])
    stays, back = sorted(game.offers(AXIS, "answer-flags"), key=lambda one: -one.given["ignore"])
    assert (stays.given["ignore"], game.state.removed) == (1, {})
    game.press(AXIS, "answer-flags", ignore=0, to=hexes(back)[0])
    assert game.state.removed == {"G5": ["sandbags"]}


def test_sandbags_are_removed_when_their_unit_takes_ground() -> None:
    game = won(A1, INF, **lying("G4", "sandbags"))
    game.press(ALLIED, "take-ground", to="G5")
    assert game.state.removed == {"G4": ["sandbags"]}


def test_armour_that_takes_ground_removes_the_wire_there_and_infantry_does_not() -> None:
    game = won(TANK, ARM, **lying("G5", "wire"))
    game.press(ALLIED, "take-ground", to="G5")
    assert game.state.removed == {"G5": ["wire"]}
    game = won(A1, INF, **lying("G5", "wire"))
    game.press(ALLIED, "take-ground", to="G5")
    assert game.state.removed == {}


@pytest.mark.parametrize(("unit", "key", "gone"), [(E_ARM, "axis-armour-1", {"G6": ["wire"]}), (E_INF, X1, {})])
def test_armour_that_retreats_onto_wire_removes_it_and_infantry_does_not(
    unit: dict[str, Any], key: str, gone: dict[str, list[str]]
) -> None:
    game = battle({"G4": ARM, "G5": unit}, **lying("G6", "wire")).order("assault", TANK, section="centre")
    game.press(ALLIED, "battle", unit=TANK, target=key, dice=[FLAG, STAR, STAR])
    game.press(AXIS, "answer-flags", ignore=0, to="G6")
    assert (game.unit(key).at, game.state.removed) == ("G6", gone)


@pytest.mark.parametrize(("turn", "why"), [(1, "side-slope"), (2, None), (3, "side-slope")])
def test_no_ground_is_taken_over_the_side_of_a_wadi(turn: int, why: str | None) -> None:
    game = won(A1, INF, **lying("G5", terrain="wadi", orientation=turn))
    assert (game.state.won.why_not, bool(game.offers(ALLIED, "take-ground"))) == (why, why is None)


BUNKERS = ("axis", "allied")


@pytest.mark.parametrize("owner", BUNKERS)
def test_no_armour_takes_ground_in_a_bunker_of_either_side(owner: str) -> None:
    game = won(TANK, ARM, **lying("G5", "bunker", owner=owner))
    assert (game.state.won.why_not, game.offers(ALLIED, "take-ground")) == ("closed", [])


@pytest.mark.parametrize("owner", BUNKERS)
def test_no_armour_retreats_into_a_bunker_of_either_side(owner: str) -> None:
    bunkers = {at: {"obstacles": {"bunker": 0}, "owner": owner} for at in ("F6", "G6")}
    game = battle({"G4": INF, "G5": E_ARM}, obstacles=bunkers).order("assault", A1, section="centre")
    game.press(ALLIED, "battle", unit=A1, target="axis-armour-1", dice=[FLAG, STAR, STAR])
    (offer,) = game.offers(AXIS, "answer-flags")
    assert hexes(offer) == ["G5"]


def test_artillery_does_not_leave_a_bunker_that_does_not_protect_it() -> None:
    game = battle({"G4": INF, "G5": E_ART}, **lying("G5", "bunker", owner="allied"))
    game.order("assault", A1, section="centre")
    game.press(ALLIED, "battle", unit=A1, target="axis-artillery-1", dice=[FLAG, STAR, STAR])
    (offer,) = game.offers(AXIS, "answer-flags")
    assert (offer.given["ignore"], hexes(offer)) == (0, ["G5"])


DESERT = {"special-rules": ["north-african-desert"]}
BEHIND = {"G6", "F6", "H5", "F5", "F4"}
FURTHER: list[tuple[dict[str, str], set[str]]] = [
    ({}, {"G5", *BEHIND}),
    ({"G4": "hedgerow"}, {"G5"}),
    ({"G6": "hedgerow", "F6": "flooded-field"}, {"G5", "H5", "F5", "F4"}),
    ({"G6": "forest", "F6": "lake"}, {"G5", *BEHIND} - {"F6"}),
    ({"G5": "railway-track"}, {"G5"}),
]


@pytest.mark.parametrize(("ground", "ends"), FURTHER)
def test_the_extra_hex_of_the_desert_obeys_the_ground(ground: dict[str, str], ends: set[str]) -> None:
    (offer,) = won(TANK, ARM, ground, **DESERT).offers(ALLIED, "take-ground")
    assert set(hexes(offer)) == ends


# -- works instead of a battle


@pytest.mark.parametrize(
    ("unit", "ground", "may"),
    [
        (INF, {}, True),
        (INF, {"G5": "factory"}, False),
        ({**INF, "badge": "french-resistance"}, {"G5": "factory"}, True),
        (ARM, {"G4": "marsh"}, False),
        (ARM, {}, True),
    ],
)
def test_who_could_not_battle_does_not_sabotage(unit: dict[str, Any], ground: dict[str, str], may: bool) -> None:
    game = battle({"G4": unit}, ground, **stars("sabotage"))
    key = str(game.state.at("G4"))
    game.order("assault", key, section="centre").press(ALLIED, "move", unit=key, to="G5")
    assert bool(game.offers(ALLIED, "sabotage-hex")) == may


def test_engineers_on_a_minefield_clear_it_before_they_sabotage() -> None:
    game = battle({"G5": ENGINEER}, **stars("sabotage"), **MINED)
    game.order("assault", A1, section="centre")
    assert game.no(ALLIED, "sabotage-hex", unit=A1, dice=[STAR]) == "cannot-attack"
    assert bool(game.offers(ALLIED, "clear-mine"))


@pytest.mark.parametrize(("terrain", "may"), [("hill", True), ("forest", False)])
def test_wire_is_not_removed_by_infantry_that_could_not_battle(terrain: str, may: bool) -> None:
    game = battle({"G4": INF}, **lying("G5", "wire", terrain=terrain)).order("assault", A1, section="centre")
    game.press(ALLIED, "move", unit=A1, to="G5")
    assert bool(game.offers(ALLIED, "remove-wire")) == may


def test_engineers_whom_a_mine_has_struck_do_not_clear_it_in_that_turn() -> None:
    game = battle({"G4": ENGINEER}, {"G5": "forest"}, **MINED)
    game.state.mines["G5"].hidden = 2
    game.order("assault", A1, section="centre").press(ALLIED, "move", unit=A1, to="G5")
    game.press(AXIS, "roll-mine", dice=[FLAG, STAR])
    assert game.no(ALLIED, "clear-mine", unit=A1) == "cannot-attack"


# -- Medics & Mechanics


@pytest.mark.parametrize(("face", "goes_on"), [("infantry", True), (FLAG, False)])
def test_medics_order_a_unit_only_once_a_figure_has_returned(face: str, goes_on: bool) -> None:
    game = battle({"G4": INF, "G5": E_INF})
    game.unit(A1).figures = 2
    game.order("medics-and-mechanics", A1)
    assert game.no(ALLIED, "move", unit=A1, to="F4") == "recover-first"
    assert game.no(ALLIED, "battle", unit=A1, target=X1, dice=[]) == "recover-first"
    (offer,) = game.offers(ALLIED, "recover")
    assert offer.dice
    game.press(ALLIED, "recover", unit=A1, dice=[face] * offer.dice.count)
    assert (bool(game.offers(ALLIED, "move")), bool(game.offers(ALLIED, "battle"))) == (goes_on, goes_on)


# -- trains whose hex is won


@pytest.mark.parametrize(("hits", "faces", "ignore"), [(3, [GRENADE, STAR, STAR], None), (0, [FLAG, FLAG, STAR], 0)])
def test_the_hex_of_a_train_is_won_when_it_is_lost_or_goes_back(
    hits: int, faces: list[str], ignore: int | None
) -> None:
    game = rails()
    game.state.trains[TRAIN].hits = hits
    game.order("assault", TANK, section="centre").press(ALLIED, "move", unit=TANK, to="H5")
    game.press(ALLIED, "battle", unit=TANK, target=TRAIN, dice=faces)
    if ignore is not None:
        (back,) = [one for one in game.offers(AXIS, "answer-flags") if one.given["ignore"] == ignore]
        game.press(AXIS, "answer-flags", ignore=ignore, to=hexes(back)[0])
    (offer,) = game.offers(ALLIED, "take-ground")
    assert hexes(offer) == ["G5"]
    game.press(ALLIED, "take-ground", to="G5")
    assert game.unit(TANK).at == "G5"


def test_no_ground_is_won_of_a_train_that_stays() -> None:
    game = rails()
    game.order("assault", TANK, section="centre").press(ALLIED, "move", unit=TANK, to="H5")
    game.press(ALLIED, "battle", unit=TANK, target=TRAIN, dice=[FLAG, GRENADE, STAR])
    game.press(AXIS, "answer-flags", ignore=1, to="G5")
    assert (game.state.won, game.offers(ALLIED, "take-ground")) == (None, [])


# -- cards against which nothing is ignored


@pytest.mark.parametrize("card", ["barrage", "air-power"])
def test_a_train_ignores_no_flag_of_a_strike(card: str) -> None:
    game = rails()
    game.press(ALLIED, "play-card", card=card)
    (offer,) = [one for one in game.offers(ALLIED, "strike") if one.given["target"] == TRAIN]
    assert offer.dice
    game.press(ALLIED, "strike", target=TRAIN, dice=[FLAG] * offer.dice.count)
    assert [one.given["ignore"] for one in game.offers(AXIS, "answer-flags")] == [0]

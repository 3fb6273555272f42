"""Each open question of Memoir '44 by either answer at the table: another number, or something else that is offered."""

from __future__ import annotations

from typing import Any

import pytest

from tests.memoir_44.battles import (
    A1,
    ARM,
    E_INF,
    ENGINEER,
    FLAG,
    INF,
    STAR,
    assault,
    at,
    battle,
    bridge,
    dice_against,
    stars,
)
from tests.memoir_44.playing import ALLIED, AXIS, hexes

# -- the other answers to open questions, at the table


@pytest.mark.parametrize(("recon", "cards"), [("recon", ["recon"]), ("any", ["recon", "recon-in-force"])])
def test_which_recon_calls_an_air_strike(recon: str, cards: list[str]) -> None:
    game = battle({"G5": INF, "G6": E_INF}, {"G5": "lighthouse"}, **stars("air-strike"), answers={"recon": recon})
    (offer,) = game.offers(ALLIED, "call-air-strike")
    assert offer.choose["card"] == cards


def test_engineers_remove_a_road_block_instead_of_battling_where_the_table_says_so() -> None:
    block = {"obstacles": {"G4": {"obstacles": {"road-block": 1}}}}
    for answer in ("no", "engineers"):
        game = battle({"G4": ENGINEER, "G5": E_INF}, **block, answers={"remove_block": answer})
        assault(game, A1)
        if answer == "no":
            assert game.no(ALLIED, "remove-block", unit=A1) == "no-unit-there"
            continue
        game.press(ALLIED, "remove-block", unit=A1)
        assert (game.state.removed, game.unit(A1).battles) == ({"G4": ["road-block"]}, 1)
        game.press(ALLIED, "end-turn")
        assault(game, at(game, "G5"))
        assert dice_against(game, AXIS, at(game, "G5"), A1) == 3  # without the block: 3, not 3 − 1


@pytest.mark.parametrize(("hard_stop", "may"), [("on", False), ("off", True)])
def test_whether_a_hard_stop_takes_ground(hard_stop: str, may: bool) -> None:
    game = battle({"G4": INF, "G6": {**E_INF, "figures": 1}}, {"G5": "oasis"}, answers={"hard_stop": hard_stop})
    unit, target = at(game, "G4"), at(game, "G6")
    assault(game, unit).press(ALLIED, "move", unit=unit, to="G5")
    game.press(ALLIED, "battle", unit=unit, target=target, dice=["infantry", STAR, STAR])
    assert bool(game.offers(ALLIED, "take-ground")) == may


def dice_of(attacker: Any, ground: dict[str, str], apart: int = 1, **answers: str) -> int | None:
    """The dice of an attack from G4 on infantry so far above it."""
    place = {1: "G5", 2: "G6"}[apart]
    game = battle({"G4": attacker, place: E_INF}, ground, answers=answers)
    unit, target = at(game, "G4"), at(game, place)
    assault(game, unit)
    return dice_against(game, ALLIED, unit, target)


@pytest.mark.parametrize(
    ("answers", "attacker", "ground", "apart", "dice"),
    [
        ({"radar": "booklet"}, ARM, {"G5": "radar-station"}, 1, 2),
        ({"radar": "later-card"}, ARM, {"G5": "radar-station"}, 1, 1),
        ({"camp": "town-like"}, INF, {"G5": "prison-camp"}, 1, 2),
        ({"camp": "open"}, INF, {"G5": "prison-camp"}, 1, 3),
        ({"wadi_to_wadi": "-1"}, INF, {"G4": "wadi", "G5": "wadi"}, 1, 2),
        ({"wadi_to_wadi": "0"}, INF, {"G4": "wadi", "G5": "wadi"}, 1, 3),
        ({"range_to_range": "-2"}, ARM, {"G4": "mountain", "G6": "mountain"}, 2, 1),
        ({"range_to_range": "0"}, ARM, {"G4": "mountain", "G6": "mountain"}, 2, 3),
        ({"road_hill": "hill"}, INF, {"G5": "road-over-hill"}, 1, 2),
        ({"road_hill": "road"}, INF, {"G5": "road-over-hill"}, 1, 3),
        ({"depot_los": "clear"}, ARM, {"G5": "supply-depot", "H5": "supply-depot"}, 2, 3),
        ({"depot_los": "blocks"}, ARM, {"G5": "supply-depot", "H5": "supply-depot"}, 2, None),
    ],
)
def test_dice_by_either_answer(answers: Any, attacker: Any, ground: Any, apart: int, dice: int | None) -> None:
    assert dice_of(attacker, ground, apart, **answers) == dice


def test_an_answer_that_changes_under_way_changes_what_is_seen_on_the_same_map() -> None:
    place = "G6"
    game = battle({"G4": ARM, place: E_INF}, {"G5": "supply-depot", "H5": "supply-depot"})
    unit, target = at(game, "G4"), at(game, place)
    assault(game, unit)
    assert dice_against(game, ALLIED, unit, target) == 3
    game.press(ALLIED, "table-ruling", question="depot-los", answer="blocks")
    assert dice_against(game, ALLIED, unit, target) is None
    game.press(ALLIED, "table-ruling", question="depot-los", answer="clear")
    assert dice_against(game, ALLIED, unit, target) == 3


@pytest.mark.parametrize(("road_path", "far"), [("all", False), ("ends-only", True)])
def test_what_a_move_on_road_is(road_path: str, far: bool) -> None:
    game = battle({"G4": INF}, {"G4": "road", "J4": "road"}, answers={"road_path": road_path})
    unit = at(game, "G4")
    assault(game, unit)
    (offer,) = game.offers(ALLIED, "move")
    assert ("J4" in hexes(offer)) == far


@pytest.mark.parametrize(("leader_flags", "ignore"), [("add", 2), ("best", 1)])
def test_a_leaders_flag_and_that_of_the_ground(leader_flags: str, ignore: int) -> None:
    game = battle({"G4": ARM, "G5": {**E_INF, "leader": True}}, {"G5": "oasis"}, answers={"leader_flags": leader_flags})
    target = at(game, "G5")
    assault(game, "allied-armour-1")
    game.press(ALLIED, "battle", unit="allied-armour-1", target=target, dice=[FLAG, FLAG])
    assert max(offer.given["ignore"] for offer in game.offers(AXIS, "answer-flags")) == ignore


@pytest.mark.parametrize(("oasis", "goes_on"), [("printed", True), ("strict", False)])
def test_recovery_in_an_oasis_and_what_comes_after(oasis: str, goes_on: bool) -> None:
    rule = {"special-rules": ["oasis-recovery"]}
    game = battle({"G5": {**INF, "figures": 2}}, {"G5": "oasis"}, **rule, answers={"oasis": oasis})
    game.unit(A1).most = 4
    assault(game, A1)
    game.press(ALLIED, "recover", unit=A1, dice=["infantry", STAR, STAR, FLAG, "armour"])
    assert (game.unit(A1).figures, bool(game.offers(ALLIED, "move"))) == (4, goes_on)


@pytest.mark.parametrize(("bridge_unit", "may"), [("eliminated", True), ("may-not-be-blown", False)])
def test_a_bridge_with_a_unit_on_it(bridge_unit: str, may: bool) -> None:
    game = bridge(1, answers={"bridge_unit": bridge_unit})
    assert bool(game.offers(ALLIED, "blow-bridge")) == may

"""What scenarios and cards of Memoir '44 let a side do, worked by hand: notices, hands, bridges, pontoons,
airfields, dams, exits."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.engine.offers import MultiChoice
from app.games.memoir_44.geometry import BOARDS
from tests.memoir_44.battles import (
    ARM,
    E_ART,
    E_INF,
    FLAG,
    G5,
    INF,
    STAR,
    X1,
    assault,
    at,
    battle,
    bridge,
    rails,
    stars,
)
from tests.memoir_44.playing import ALLIED, AXIS, Battle, hexes

# -- a radar station's notice (§6, TP-26)


def radar(**more: Any) -> tuple[Battle, str]:
    """An enemy in a radar station in G5 that warns."""
    game = battle({"G4": INF, "G5": E_INF, "K5": E_INF}, {"G5": "radar-station"}, **stars("radar-warning"), **more)
    return game, at(game, "G5")


def test_s39_air_power_against_a_radar_station_is_refused_without_notice() -> None:
    game, target = radar()
    game.press(ALLIED, "play-card", card="air-power")
    assert game.no(ALLIED, "strike", target=target, dice=[]) == "not-announced"
    assert {one.given["target"] for one in game.offers(ALLIED, "strike")} == {at(game, "K5"), at(game, "M9")}


def test_the_card_is_bound_in_the_turn_of_its_notice_and_another_one_is_played() -> None:
    game, target = radar()
    game.press(ALLIED, "announce-air-power")
    assert game.no(ALLIED, "play-card", card="air-power") == "cannot-be-played"
    assert game.no(ALLIED, "announce-air-power") == "nothing-to-announce"
    game.pass_turn().pass_turn()
    game.press(ALLIED, "play-card", card="air-power")
    game.press(ALLIED, "strike", target=target, dice=[STAR, STAR])
    assert game.unit(target).figures == 2


def test_a_notice_lapses_when_the_station_has_another_holder() -> None:
    game, target = radar()
    game.press(ALLIED, "announce-air-power")
    assert game.state.accounts[ALLIED].announced == 1
    game.unit(target).figures = 1
    unit = at(game, "G4")
    assault(game, unit)
    game.press(ALLIED, "battle", unit=unit, target=target, dice=["infantry", STAR][:2])
    assert game.state.accounts[ALLIED].announced is None


def test_announced_air_power_counts_in_the_hand_and_leaves_it_when_played() -> None:
    game, _ = radar(deck="app")
    hand = game.state.accounts[ALLIED].hand
    hand[0] = "air-power"
    game.press(ALLIED, "announce-air-power")
    assert (game.state.accounts[ALLIED].announced, game.state.accounts[ALLIED].hand.count("air-power")) == (1, 1)


# -- hands (§1.1, §1.8, TP-19)


def hand(*cards: str) -> Battle:
    """Cards held by the app, these on the hand of the Allies."""
    game = battle({"G4": INF}, deck="app")
    account = game.state.accounts[ALLIED]
    game.state.deck += account.hand
    for card in cards:
        game.state.deck.remove(card)
    rest = 5 - len(cards)
    account.hand, game.state.deck = [*cards, *game.state.deck[:rest]], game.state.deck[rest:]
    return game


def test_recon_draws_two_of_which_one_is_kept() -> None:
    game = hand("recon-left")
    game.press(ALLIED, "play-card", card="recon-left")
    two = game.state.deck[:2]
    game.press(ALLIED, "end-turn")
    assert (game.state.phase, game.state.active, len(game.state.accounts[ALLIED].hand)) == ("draw", ALLIED, 6)
    assert game.no(ALLIED, "lay-off", card="no-such") == "no-card"
    assert game.no(ALLIED, "end-turn") == "not-this-phase"
    (offer,) = game.offers(ALLIED, "lay-off")
    assert offer.choose["card"] == sorted(set(two))
    game.press(ALLIED, "lay-off", card=two[0])
    account = game.state.accounts[ALLIED]
    assert (len(account.hand), two[1] in account.hand, game.state.discard[-1], game.state.active) == (
        5,
        True,
        two[0],
        AXIS,
    )


def test_other_cards_draw_one() -> None:
    game = hand("probe-left")
    game.press(ALLIED, "play-card", card="probe-left")
    game.press(ALLIED, "end-turn")
    assert (len(game.state.accounts[ALLIED].hand), game.state.active) == (5, AXIS)


def test_their_finest_hour_shuffles_the_discards_back_into_the_deck() -> None:
    game = hand("their-finest-hour", "probe-left")
    game.press(ALLIED, "play-card", card="probe-left")
    game.press(ALLIED, "end-turn")
    assert game.state.discard == ["probe-left"]
    axis = next(
        card
        for card in game.state.accounts[AXIS].hand
        if "-" in card and card.startswith(("probe", "attack", "assault"))
    )
    game.press(AXIS, "play-card", card=axis)
    game.press(AXIS, "end-turn")
    before = len(game.state.deck)
    game.press(ALLIED, "play-card", card="their-finest-hour")
    (offer,) = game.offers(ALLIED, "roll-orders")
    assert offer.dice is not None
    assert offer.dice.count == 5
    game.press(ALLIED, "roll-orders", dice=[FLAG] * 5)
    game.press(ALLIED, "end-turn")
    assert (game.state.discard, len(game.state.deck)) == ([], before + 3 - 1)


def test_what_is_drawn_is_not_taken_back() -> None:
    game = hand("probe-left")
    game.press(ALLIED, "play-card", card="probe-left")
    game.press(ALLIED, "end-turn")
    assert game.no(ALLIED, "undo") == "luck-is-out"


def test_a_bridge_blown_by_the_first_option_draws_no_card_and_the_hand_stays_smaller() -> None:
    over = {"G5": {"terrain": "river", "obstacles": {"bridge": 1}}}
    blow = {"blow-bridges": {"option": 1, "side": "allied", "at": G5}}
    game = battle({}, obstacles=over, deck="app", **blow)
    game.state.accounts[ALLIED].hand[0] = "probe-centre"
    game.press(ALLIED, "play-card", card="probe-centre")
    game.press(ALLIED, "blow-bridge", at="G5")
    account = game.state.accounts[ALLIED]
    assert (len(account.hand), account.hand_limit) == (4, 4)


def test_s22_a_star_brings_the_bridge_down_and_the_card_is_replaced() -> None:
    game = bridge(2)
    game.press(ALLIED, "blow-bridge", at="G5", dice=[STAR, FLAG])
    assert (game.state.removed, game.state.hand_limit[ALLIED], game.state.active) == ({"G5": ["bridge"]}, 5, AXIS)
    assert (game.unit(X1).at, game.state.medals[ALLIED]) == (None, 1)


def test_a_bridge_of_another_section_and_one_after_an_order_stand() -> None:
    over = {"G5": {"terrain": "river", "obstacles": {"bridge": 1}}}
    blow = {"blow-bridges": {"option": 1, "side": "allied", "at": G5}}
    game = battle({"G4": INF}, obstacles=over, **blow)
    game.press(ALLIED, "play-card", card="probe", section="left")
    assert game.no(ALLIED, "blow-bridge", at="G5") == "no-bridge-to-blow"
    late = battle({"G4": INF}, obstacles=over, **blow)
    late.press(ALLIED, "play-card", card="probe", section="centre")
    late.press(ALLIED, "order", place=0, units=[at(late, "G4")])
    assert late.no(ALLIED, "blow-bridge", at="G5") == "orders-given"


# -- pontoons, airfields, dams (§5–§7)


def test_s41_a_pontoon_lies_on_a_free_river_hex_of_its_section_and_nobody_is_ordered() -> None:
    river = {
        "G5": {"terrain": "river"},
        "B5": {"terrain": "river"},
        "H5": {"terrain": "river", "obstacles": {"bridge": 1}},
    }
    game = battle({"G4": INF, "G3": ARM}, obstacles=river, pontoons={"allied": 1})
    game.press(ALLIED, "play-card", card="attack", section="centre")
    (offer,) = game.offers(ALLIED, "build-pontoon")
    assert offer.choose["at"] == ["G5"]
    game.press(ALLIED, "build-pontoon", at="G5")
    assert not any(unit.ordered for _, unit in game.state.of(ALLIED))
    game.press(ALLIED, "end-turn")
    game.pass_turn()
    assault(game, "allied-armour-1")
    (offer,) = game.offers(ALLIED, "move")
    assert {"G5", "G6"} <= set(hexes(offer))


def test_no_pontoon_by_another_card_and_none_where_a_unit_stands() -> None:
    game = battle({"G4": INF}, {"G5": "river"}, pontoons={"allied": 1})
    game.press(ALLIED, "play-card", card="probe", section="centre")
    assert game.no(ALLIED, "build-pontoon", at="G5") == "no-pontoon"


AIRFIELD = {"G5": "airfield", "G6": "airfield"}
LANDING = {"special-rules": ["airfield-landing"]}


def test_s40_up_to_two_land_on_two_free_hexes_and_two_orders_are_left() -> None:
    game = battle({"G3": INF}, AIRFIELD, **LANDING)
    game.press(ALLIED, "play-card", card="direct-from-hq")
    game.press(ALLIED, "land", at="G5")
    game.press(ALLIED, "land", at="G6")
    assert game.state.slots[0].count == 2
    assert game.no(ALLIED, "land", at="G5") == "no-landing"
    new = at(game, "G5")
    (offer,) = game.offers(ALLIED, "order")
    choice = offer.choose["units"]
    assert isinstance(choice, MultiChoice)
    assert new not in choice.some
    game.press(ALLIED, "order", place=0, units=[at(game, "G3")])
    assert game.no(ALLIED, "move", unit=new, to="H5") == "not-ordered"
    assert game.unit(new).figures == 4


def test_nobody_lands_while_an_enemy_is_on_any_airfield_hex() -> None:
    game = battle({"G3": INF, "G6": E_INF}, AIRFIELD, **LANDING)
    game.press(ALLIED, "play-card", card="direct-from-hq")
    assert game.no(ALLIED, "land", at="G5") == "no-landing"


@pytest.mark.parametrize(("airfield", "again"), [("per-order", True), ("one-per-card", False)])
def test_how_many_land_by_one_card(airfield: str, again: bool) -> None:
    game = battle({"G3": INF}, AIRFIELD, **LANDING, answers={"airfield": airfield})
    game.press(ALLIED, "play-card", card="direct-from-hq")
    game.press(ALLIED, "land", at="G5")
    assert bool(game.offers(ALLIED, "land")) == again


def test_s25_the_stars_of_a_dam_that_its_defenders_take_are_removed() -> None:
    game = battle({"G5": INF, "H5": {**E_ART, "type": "infantry"}}, {"G5": "dam"}, **stars("dam", side="axis"))
    game.state.stars["dam-1"].count = 3
    game.press(ALLIED, "play-card", card="recon", section="left")
    assert game.state.stars["dam-1"].count == 0


def two_dams() -> Battle:
    """The Axis on two dams."""
    game = battle({"G5": E_INF, "I5": E_INF}, {"G5": "dam", "I5": "dam"}, **stars("dam", [[12, 4], [16, 4]], "axis"))
    game.pass_turn()
    game.press(AXIS, "play-card", card="recon", section="left")
    return game


@pytest.mark.parametrize(
    ("faces", "first", "counts"),
    [([STAR, FLAG], "dam-1", [1, 0]), ([STAR, FLAG], "dam-2", [0, 1]), ([STAR, STAR], "dam-1", [1, 1])],
)
def test_one_star_goes_to_the_dam_that_the_saboteur_chooses_two_to_both(faces: Any, first: str, counts: Any) -> None:
    game = two_dams()
    game.press(AXIS, "sabotage-dams", choose=first, dice=faces)
    assert [star.count for star in game.state.stars.values()] == counts


def test_a_side_may_hold_as_many_dams_as_there_are() -> None:
    columns = "CDEFGHIJKL"
    held = {f"{column}6": E_INF for column in columns}
    places = [list(BOARDS["standard"].by_name[at]) for at in held]
    game = battle(held, dict.fromkeys(held, "dam"), **stars("dam", places, "axis")).pass_turn()
    game.press(AXIS, "play-card", card="recon", section="left")
    game.press(AXIS, "sabotage-dams", choose="dam-10", dice=[STAR, FLAG])
    assert [key for key, star in game.state.stars.items() if star.count] == ["dam-10"]


def test_dams_are_rolled_for_before_units_are_ordered() -> None:
    game = battle({"G5": INF, "G3": INF}, {"G5": "dam"}, **stars("dam", side="allied"))
    game.press(ALLIED, "play-card", card="probe", section="centre")
    assert game.offers(ALLIED, "sabotage-dams")
    game.press(ALLIED, "order", place=0, units=[at(game, "G3")])
    assert game.no(ALLIED, "sabotage-dams", choose="dam-1", dice=[]) == "orders-given"


# -- exits, and sides with nobody left


def last_leaves(axis_medals: int) -> Battle:
    """The last allied unit leaves for its one medal, the Axis having so many."""
    game = battle({"G4": INF}, exits=[{"side": "allied", "at": [[13, 5]]}])
    far = at(game, "A1")
    game.unit(far).at, game.unit(far).figures = None, 0
    account = game.state.accounts[AXIS]
    account.medals, account.earned = axis_medals, {"as-told": axis_medals}
    unit = at(game, "G4")
    assault(game, unit).press(ALLIED, "leave-board", unit=unit)
    return game


@pytest.mark.parametrize(("axis_medals", "winner"), [(0, ALLIED), (1, "draw"), (2, AXIS)])
def test_once_the_last_unit_has_left_more_medals_win(axis_medals: int, winner: str) -> None:
    assert last_leaves(axis_medals).state.winner == winner


def test_a_side_with_nobody_but_a_train_goes_on() -> None:
    game = rails()
    for key, unit in list(game.state.of(AXIS)):
        unit.at, unit.figures = None, 0
        assert key.startswith("axis-")
    game.pass_turn()
    assert not game.state.over


def test_who_has_nobody_left_loses() -> None:
    game = battle({"G4": ARM, "G5": {**E_INF, "figures": 1}})
    far = at(game, "M9")
    game.unit(far).at, game.unit(far).figures = None, 0
    assault(game, "allied-armour-1")
    game.press(ALLIED, "battle", unit="allied-armour-1", target=at(game, "G5"), dice=["infantry", STAR, STAR])
    assert (game.state.over, game.state.winner, game.state.medals[ALLIED]) == (True, ALLIED, 1)

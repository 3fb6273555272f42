"""Night, decks, medals and ends that a scenario names, worked by hand at a table and in files of ours."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.engine.event import PUBLIC
from app.core.table.play_log import how_it_ended
from app.core.table.summary import summary_of
from app.core.table.what_if import relevant_questions
from app.games.memoir_44.board_state import BoardState
from app.games.memoir_44.board_view.hex_details import looked
from app.games.memoir_44.board_view.painting import markers as markers_of_scenario
from app.games.memoir_44.board_view.units import markers as drawn_markers
from app.games.memoir_44.events.armies import BackAsked, DropDue, UnitDropped
from app.games.memoir_44.events.turn import CardsToLayOff
from app.games.memoir_44.game import GAME
from app.games.memoir_44.scenarios.files import scenarios
from app.games.memoir_44.turn.dropping import LOST
from app.games.memoir_44.turn.hands import every_card
from tests.memoir_44.asking import ask
from tests.memoir_44.battles import (
    A1,
    ARM,
    ART,
    E_INF,
    FLAG,
    GRENADE,
    INF,
    STAR,
    X1,
    assault,
    at,
    battle,
    dice_against,
    near,
)
from tests.memoir_44.editor_files import hexagon, made, read, scenario
from tests.memoir_44.playing import ALLIED, AXIS, Battle, lines, orderable

NOTHING = ["infantry", "armour", GRENADE, "flag"]


# -- night

DARK = {"night": {"side": "allied"}}


def light(game: Battle, *stars: str, seat: str = ALLIED) -> Battle:
    game.press(seat, "roll-night", dice=[*stars, *NOTHING][:4])
    return game


def test_nobody_plays_a_card_before_the_roll_for_the_light_and_each_star_is_a_hex() -> None:
    game = battle({"G3": ART, "G6": E_INF}, **DARK)
    assert game.no(ALLIED, "play-card", card="assault", section="centre") == "night-first"
    light(game, STAR)
    assert game.state.night.visibility == 2
    assert game.no(ALLIED, "roll-night", dice=NOTHING) == "no-roll-for-light"
    game.pass_turn()
    assert game.no(AXIS, "roll-night", dice=NOTHING) == "no-roll-for-light", "only the turns of the Allies count"
    game.pass_turn()
    assert light(game, STAR, STAR).state.night.visibility == 4


@pytest.mark.parametrize(("stars", "dice"), [(1, None), (2, 2)])
def test_nobody_battles_farther_than_one_sees_artillery_neither(stars: int, dice: int | None) -> None:
    game = light(battle({"G3": ART, "G6": E_INF}, **DARK), *[STAR] * stars)
    assault(game, "allied-artillery-1")
    assert dice_against(game, ALLIED, "allied-artillery-1", at(game, "G6")) == dice


def test_at_six_it_is_day_for_good_and_a_big_gun_reaches_eight_hexes() -> None:
    game = battle({"G1": {**ART, "badge": "big-gun"}, "G9": E_INF}, **DARK)
    game.state.night.visibility = 4
    light(game, STAR, STAR, STAR)
    assert game.state.night.visibility == 6
    assault(game, "allied-artillery-1")
    assert dice_against(game, ALLIED, "allied-artillery-1", at(game, "G9")) == 1
    game.pass_turn().pass_turn()
    assert "roll-night" not in game.offered(ALLIED)


def test_night_falls_from_six_to_one_in_the_turns_of_the_side_that_is_named() -> None:
    game = battle({"G3": ART, "G6": E_INF}, night={"side": "axis", "falls": True}).pass_turn()
    assert game.state.night.visibility == 6
    assert light(game, STAR, STAR, seat=AXIS).state.night.visibility == 4
    game.state.night.visibility, game.state.night.rolled = 2, False
    assert light(game, STAR, STAR, STAR, STAR, seat=AXIS).state.night.visibility == 1
    game.pass_turn().pass_turn()
    assert "roll-night" not in game.offered(AXIS), "it grows no darker"


@pytest.mark.parametrize(("rules", "units"), [({}, 1), ({"armies": {"allied": ["gung-ho"]}}, 2)])
@pytest.mark.parametrize("card", ["air-power", "barrage"])
def test_in_the_dark_air_power_and_barrage_order_one_unit(card: str, rules: Any, units: int) -> None:
    game = light(battle({"G4": INF, "G6": E_INF}, **DARK, **rules))
    game.press(ALLIED, "play-card", card=card)
    assert [slot.count for slot in game.state.slots] == [units]
    game.press(ALLIED, "order", place=0, units=[A1])
    assert not game.offers(ALLIED, "strike")
    game = light(battle({"G4": INF, "G6": E_INF}, **DARK, **rules))
    game.state.night.visibility = 6
    game.press(ALLIED, "play-card", card=card)
    assert (game.state.slots, bool(game.offers(ALLIED, "strike"))) == ([], True)


def test_no_recon_is_an_air_strike_in_the_dark() -> None:
    game = light(battle({"G4": INF, "G6": E_INF}, **DARK, armies={"allied": ["air-strikes"]}))
    assert game.no(ALLIED, "call-air-strike", card="recon", section="centre") == "no-air-strike"
    game.state.night.visibility = 6
    game.press(ALLIED, "call-air-strike", card="recon", section="centre")


def test_the_table_is_told_to_move_the_night_marker() -> None:
    game = light(battle({"G4": INF}, **DARK), STAR)
    assert lines(game) == ["Night marker: set to 2."]
    assert lines(game, language="es") == ["Marcador de noche: poner en 2."]


# -- Breakthrough

BREAKTHROUGH = "karst-junction"


def test_its_deck_has_eighty_cards() -> None:
    cards = every_card(Battle(BREAKTHROUGH).table.book())
    count = {name: cards.count(name) for name in dict.fromkeys(cards)}
    sections = {"recon": (2, 2, 2), "probe": (5, 6, 5), "attack": (4, 5, 4), "assault": (3, 3, 3)}
    for name, numbers in sections.items():
        assert tuple(count.pop(f"{name}-{one}") for one in ("left", "centre", "right")) == numbers
    twos = ("general-advance", "pincer-move", "ambush", "artillery-bombard", "firefight", "their-finest-hour")
    threes = ("armour-assault", "counter-attack", "direct-from-hq", "move-out")
    ones = ("air-power", "barrage", "behind-enemy-lines", "close-assault", "dig-in", "medics-and-mechanics")
    expected = {**dict.fromkeys(twos, 2), **dict.fromkeys(threes, 3), **dict.fromkeys(ones, 1)}
    assert count == {**expected, "recon-in-force": 4, "infantry-assault": 2}
    assert len(cards) == 80
    assert len(every_card(Battle("salt-road").table.book())) == 60


def on_breakthrough(**more: Any) -> Battle:
    own = {**scenarios()[BREAKTHROUGH], "key": "made-up", "first": "allied", **more}
    return Battle(own).begin()


@pytest.mark.parametrize(("card", "plain", "gung_ho"), [("recon", 2, 3), ("probe", 2, 3), ("attack", 1, 2)])
def test_its_section_cards_also_order_units_on_the_move(card: str, plain: int, gung_ho: int) -> None:
    for rules, count in (({}, plain), ({"armies": {"allied": ["gung-ho"]}}, gung_ho)):
        game = on_breakthrough(**rules)
        game.press(ALLIED, "play-card", card=card, section="left")
        assert [(slot.march, slot.count) for slot in game.state.slots[1:]] == [(True, count)]
    game = on_breakthrough()
    game.press(ALLIED, "play-card", card="assault", section="left")
    assert len(game.state.slots) == 1


def test_a_unit_on_the_move_moves_and_may_not_battle() -> None:
    game = on_breakthrough()
    game.press(ALLIED, "play-card", card="probe", section="left")
    game.press(ALLIED, "order", place=0, units=[])
    (offer,) = game.offers(ALLIED, "order")
    assert offer.label == "order-on-the-move"
    unit = orderable(offer)[0]
    game.press(ALLIED, "order", place=0, units=[unit])
    assert game.unit(unit).kept == "on-the-move"
    assert not [one for one in game.offers(ALLIED, "battle") if one.given["unit"] == unit]
    assert [one for one in game.offers(ALLIED, "move") if one.given["unit"] == unit]


def test_its_air_power_rolls_two_dice_for_both_and_its_medics_four_for_any_units() -> None:
    book = on_breakthrough().table.book()
    assert book.cards["air-power"].dice == {"allied": 2, "axis": 2}
    assert book.cards["dig-in"].units == ["infantry", "artillery"]
    game = on_breakthrough()
    hurt = [key for key, unit in game.state.of(ALLIED) if unit.type == "infantry"][:2]
    for key in hurt:
        game.unit(key).figures -= 2
    game.press(ALLIED, "play-card", card="medics-and-mechanics")
    game.press(ALLIED, "roll-medics", dice=["infantry", "armour", STAR, GRENADE])
    game.press(ALLIED, "return-figure", unit=hurt[0])
    game.press(ALLIED, "return-figure", unit=hurt[1])
    assert [game.unit(key).figures for key in hurt] == [game.unit(key).most - 1 for key in hurt]
    assert all(game.unit(key).ordered for key in hurt)
    assert game.no(ALLIED, "return-figure", unit=hurt[0]) == "no-unit-there", "the symbol of armour is not theirs"


# -- medals and ends


def test_who_holds_so_many_hexes_of_a_group_wins_at_once() -> None:
    death = {"sudden-deaths": [{"side": "allied", "at": [[12, 4], [12, 6], [13, 5]], "needs": 2}]}
    game = battle({"G3": INF, "H4": INF, "G7": E_INF}, **death)
    mover = at(game, "H4")
    assert not game.state.over
    assault(game, mover, at(game, "G3")).press(ALLIED, "move", unit=mover, to="G5")
    assert (game.state.over, game.state.winner, game.state.medals[ALLIED]) == (True, ALLIED, 0)


def how_ended(game: Battle) -> list[str]:
    summary = summary_of(game.table, PUBLIC)
    assert summary
    return how_it_ended(game.table, summary, GAME.get_translator("en"))


def test_only_the_medals_that_decide_a_battle_explain_its_end() -> None:
    death = {"sudden-deaths": [{"side": "allied", "at": [[12, 4]], "needs": 1}], "objectives": [{"at": [[12, 4]]}]}
    game = battle({"G4": INF}, **death)
    assault(game, A1).press(ALLIED, "move", unit=A1, to="G5")
    assert game.state.medals[ALLIED] == 1
    assert how_ended(game) == ["Allies: sudden death.", "The battle ends. Winner: Allies."]
    game = battle({"G4": INF}, objectives=[{"at": [[12, 4]]}])
    game.state.accounts[ALLIED].to_win = 1
    assault(game, A1).press(ALLIED, "move", unit=A1, to="G5")
    medals, end = how_ended(game)
    assert medals.startswith("Allies: one medal won")
    assert end == "The battle ends. Winner: Allies."


def test_the_hexes_of_a_sudden_death_are_marked_on_the_map_and_say_what_they_are() -> None:
    death = {"sudden-deaths": [{"side": "allied", "at": [[12, 4], [12, 6]], "needs": 2}]}
    game = battle({"G3": INF}, **death)
    field = BoardState(game.state, game.table.book())
    assert [(one.kind, one.at) for one in drawn_markers(field)] == [("sudden", (12, 4)), ("sudden", (12, 6))]
    assert [(one.kind, one.at) for one in markers_of_scenario(field.scenario)] == [
        ("sudden", (12, 4)), ("sudden", (12, 6))
    ]  # fmt: skip
    (line,) = looked(field, "G5")["brings"]
    assert line.key == "scenario.sudden-death"
    assert looked(field, "G4")["brings"] == ()


def test_one_hex_of_two_and_the_enemy_on_them_win_nothing() -> None:
    death = {"sudden-deaths": [{"side": "allied", "at": [[12, 4], [12, 6]], "needs": 2}]}
    assert not battle({"G3": INF, "G7": E_INF}, **death).state.over
    assert not battle({"G3": E_INF, "G5": E_INF}, **death).state.over


def decoys(value: int, *, medal: bool = True) -> Battle:
    mines = [{"side": "axis", "at": [[12, 4], [14, 4]], "decoy-medal": medal}]
    game = battle({"G4": INF, "H4": INF}, mines=mines)
    for mine in game.state.mines.values():
        mine.hidden = value
    return assault(game, at(game, "G4"), at(game, "H4"))


def test_the_first_decoy_is_a_medal_of_its_finder_once() -> None:
    game = decoys(0)
    game.press(ALLIED, "move", unit=at(game, "G4"), to="G5")
    assert game.state.medals == {"allied": 1, "axis": 0}
    game.press(ALLIED, "move", unit=at(game, "H4"), to="H5")
    assert game.state.medals == {"allied": 1, "axis": 0}
    other, mined = decoys(0, medal=False), decoys(1)
    for game in (other, mined):
        game.press(ALLIED, "move", unit=at(game, "G4"), to="G5")
        assert game.state.medals == {"allied": 0, "axis": 0}


@pytest.mark.parametrize(("worth", "medals"), [([[12, 4]], 1), ([], 0)])
def test_a_bridge_is_a_medal_once_blown(worth: Any, medals: int) -> None:
    blow = {"blow-bridges": {"option": 1, "side": "allied", "at": [[12, 4]], **({"medal-at": worth} if worth else {})}}
    game = battle({"G3": INF}, obstacles={"G5": {"terrain": "river", "obstacles": {"bridge": 1}}}, **blow)
    game.press(ALLIED, "play-card", card="probe", section="centre")
    game.press(ALLIED, "blow-bridge", at="G5")
    assert game.state.medals[ALLIED] == medals


def test_a_section_without_enemies_is_a_medal_while_it_has_none() -> None:
    rule = {"empty-sections": [{"side": "allied", "sections": ["left", "centre"], "medals": 2}]}
    game = battle({"B7": E_INF, "G3": INF, "G7": E_INF}, **rule)
    assert game.state.medals[ALLIED] == 0, "an enemy in each of both"
    game = battle({"B7": E_INF, "G3": INF, "J7": E_INF}, **rule)
    assert game.state.medals[ALLIED] == 2, "nobody in the centre; both would be no more"
    game.pass_turn()
    mover = at(game, "J7")
    game.order("assault", mover, section="left")
    game.press(AXIS, "move", unit=mover, to="I7")
    assert game.state.medals[ALLIED] == 0


EXIT = {"exits": [{"side": "allied", "at": [[12, 2]]}]}


@pytest.mark.parametrize(("more", "unit", "medals"), [({}, INF, 1), ({"exit-medals": {"infantry": 2}}, INF, 2),
                                                      ({"exit-medals": {"infantry": 2}}, ARM, 1)])  # fmt: skip
def test_what_leaves_is_worth_its_medals(more: Any, unit: Any, medals: int) -> None:
    game = battle({"G6": unit}, **EXIT, **more)
    key = at(game, "G6")
    assault(game, key).press(ALLIED, "move", unit=key, to="G7")
    game.press(ALLIED, "leave-board", unit=key)
    assert game.state.medals[ALLIED] == medals


def test_leaving_takes_a_hex_of_the_move() -> None:
    game = battle({"G5": INF}, **EXIT)
    key = at(game, "G5")
    assault(game, key).press(ALLIED, "move", unit=key, to="G7")
    assert game.no(ALLIED, "leave-board", unit=key) == "no-move-left"
    game.pass_turn().pass_turn()
    assault(game, key).press(ALLIED, "leave-board", unit=key)
    assert game.unit(key).at is None


def test_a_side_wins_only_once_so_many_units_have_left() -> None:
    players = {"allied": {"edge": "bottom", "medals": 1, "hand": 5}, "axis": {"edge": "top", "medals": 6, "hand": 5}}
    rules = {"must-leave": {"allied": 1}, "sides": players, **EXIT}
    game = near(ALLIED, INF, {**E_INF, "figures": 1}, **rules)
    game.press(ALLIED, "battle", unit=A1, target=at(game, "G5"), dice=[GRENADE, STAR, STAR])
    assert (game.state.medals[ALLIED], game.state.over) == (1, False)
    game.unit(A1).at = "G7"
    game.pass_turn().pass_turn()
    assault(game, A1).press(ALLIED, "leave-board", unit=A1)
    assert (game.state.over, game.state.winner) == (True, ALLIED)


DROPPED = {"side": "allied", "number": 0, "start": "G5", "unit": "allied-infantry-9"}


@pytest.mark.parametrize(
    ("by_hand", "event", "unknown"),
    [
        (False, UnitDropped(**{**DROPPED, "start": "foo"}), ["drops"]),
        (False, UnitDropped(**{**DROPPED, "start": "z99"}), ["drops"]),
        (False, UnitDropped(**{**DROPPED, "start": LOST}), ["drops"]),
        (True, UnitDropped(**{**DROPPED, "start": LOST}), []),
        (False, UnitDropped(**DROPPED), []),
        (False, CardsToLayOff("allied", 5000), ["surplus"]),
        (False, CardsToLayOff("allied", -1), ["surplus"]),
        (False, BackAsked("axis", X1, X1), ["back"]),
        (False, BackAsked("axis", X1, A1), []),
    ],
)
def test_a_forged_event_is_known_by_what_it_leaves(by_hand: bool, event: Any, unknown: list[str]) -> None:
    game = dropping(**{"by-hand": by_hand})
    event.apply(game.state)
    assert [*GAME.rules.unknown(game.state, game.table.book())] == unknown


def test_a_drop_that_is_over_or_has_no_number_is_not_due() -> None:
    game = dropping(drops=[1])
    UnitDropped(**DROPPED).apply(game.state)
    for number in (-1, 1):
        with pytest.raises(LookupError):
            DropDue("allied", number).apply(game.state)
        with pytest.raises(LookupError):
            UnitDropped(**{**DROPPED, "number": number}).apply(game.state)
    DropDue("allied", 0).apply(game.state)
    assert [*GAME.rules.unknown(game.state, game.table.book())] == ["drops.0"]


def test_a_unit_whose_army_does_not_strike_back_is_offered_nothing() -> None:
    game = dropping(drops=[1])
    game.press(ALLIED, "drop-unit", at="G5", dice=[1, 4])
    BackAsked("axis", X1, A1).apply(game.state)
    assert game.no(AXIS, "battle-back", dice=[FLAG]) == "nobody-strikes-back"
    assert game.offers(AXIS, "battle-back") == []


def test_an_offer_with_nothing_to_choose_is_not_tried() -> None:
    game = battle({"G4": INF}, deck="app")
    CardsToLayOff("allied", 1).apply(game.state)
    game.state.accounts[ALLIED].drawn = []
    (offer,) = game.offers(ALLIED, "lay-off")
    assert offer.choose == {"card": []}
    assert relevant_questions(game.table, game.table.seat(ALLIED), "lay-off") == []


def test_the_deck_is_not_shuffled_again_and_its_end_is_the_end() -> None:
    game = battle({"G4": INF}, deck="app", **{"deck-ends": "axis"})
    game.state.deck = game.state.deck[:1]
    for _ in range(2):
        assert not game.state.over
        side = game.state.active
        game.state.accounts[side].hand[0] = "probe-left"
        game.press(side, "play-card", card="probe-left")
        game.press(side, "end-turn")
    assert (game.state.over, game.state.winner) == (True, AXIS)
    paper = battle({"G4": INF}, **{"deck-ends": "axis"})
    paper.press(ALLIED, "play-card", card="recon", section="left")
    paper.press(ALLIED, "end-deck")
    assert paper.state.winner == AXIS
    assert not [one for one in battle({"G4": INF}).pass_turn().offered(AXIS) if one == "end-deck"]


# -- air drops

DROP = {"side": "allied", "drops": [2], "steps": 2, "at": [[12, 4]], "nation": "us"}


def dropping(**more: Any) -> Battle:
    return battle({"G7": E_INF}, **{"air-drops": [{**DROP, **more}]})


def test_each_unit_drifts_over_the_sides_that_its_dice_say_before_the_first_card() -> None:
    game = dropping()
    assert game.no(ALLIED, "play-card", card="recon", section="left") == "drop-first"
    assert game.no(ALLIED, "drop-unit", at="G6", dice=[1, 1]) == "not-dropped-there"
    game.press(ALLIED, "drop-unit", at="G5", dice=[1, 1])
    game.press(ALLIED, "drop-unit", at="G5", dice=[5, 4])
    assert [(unit.at, unit.figures, unit.nation) for _, unit in game.state.of(ALLIED) if unit.at != "A1"] == [
        ("I5", 4, "us"), ("E4", 4, "us"),
    ]  # fmt: skip
    assert (game.state.waiting, game.state.drops[0].left) == ([], [])
    game.press(ALLIED, "play-card", card="recon", section="left")


def test_who_comes_down_on_a_unit_on_closed_ground_or_off_the_board_is_lost_without_a_medal() -> None:
    for more, start, dice in (({}, "G5", [2, 3]), ({"at": [[12, 8]]}, "G1", [5, 5]), ({"at": [[12, 2]]}, "G7", [1, 1])):
        game = battle({"G7": E_INF}, {"I7": "lake"}, **{"air-drops": [{**DROP, "drops": [1], **more}]})
        game.press(ALLIED, "drop-unit", at=start, dice=dice)
        assert len(list(game.state.of(ALLIED))) == 1
        assert game.state.medals == {"allied": 0, "axis": 0}


def test_who_rests_takes_no_order_in_his_first_turn() -> None:
    game = dropping(drops=[1], rests=1)
    game.press(ALLIED, "drop-unit", at="G5", dice=[1, 4])
    unit = at(game, "G5")
    game.press(ALLIED, "play-card", card="assault", section="centre")
    assert unit not in orderable(game.offers(ALLIED, "order")[0])
    game.press(ALLIED, "order", place=0, units=[])
    game.press(ALLIED, "end-turn")
    game.pass_turn()
    game.press(ALLIED, "play-card", card="assault", section="centre")
    assert unit in orderable(game.offers(ALLIED, "order")[0])


def test_figures_may_be_dropped_by_hand_and_by_day_only() -> None:
    game = dropping(**{"by-hand": True})
    assert game.no(ALLIED, "drop-unit", at="G5", dice=[1, 1]) == "nothing-to-drop"
    assert game.no(ALLIED, "put-dropped", to="G7") == "not-dropped-there"
    game.press(ALLIED, "put-dropped", to="D5")
    game.press(ALLIED, "put-dropped", to="lost-in-the-drop")
    assert game.state.at("D5") is not None
    game = battle({"G7": E_INF}, night={"side": "allied"}, **{"air-drops": [{**DROP, "daylight": True}]})
    light(game, STAR)
    assert game.no(ALLIED, "drop-unit", at="G5", dice=[1, 1]) == "nothing-to-drop"
    game.pass_turn().pass_turn()
    game.state.night.visibility = 5
    light(game, STAR)
    game.press(ALLIED, "drop-unit", at="G5", dice=[1, 1])


def test_an_air_drop_is_read_with_every_hex_in_its_text() -> None:
    unit = {"name": "inf2us", "behavior": "CANNOT_BE_ACTIVATED_TILL_TURN", "turn": 1}
    told = {"side": "ALLIES", "option2": "TARGET_DROP_CENTER", "range": 3, "nbr_units": [3, 2], "unit": unit,
            "center": "F5, I3 (stars)"}  # fmt: skip
    data = options({"airdrop": told, "airdrop2": {**told, "option": "NEED_FULL_DAY_VISIBILITY", "nbr_units": 3}})
    first, second = made(data).air_drops
    assert (first.drops, first.steps, first.at, first.badge, first.rests) == (
        [3, 2], 3, ((10, 4), (16, 6)), "special-forces", 1,
    )  # fmt: skip
    assert (second.drops, second.daylight, second.by_hand) == ([3], True, False)
    assert made(data, **{"air-drop": "by-hand"}).air_drops[0].by_hand
    assert read(data).report["not_refereed"] == []
    assert read(options({"airdrop": {"side": "MOON"}})).report["not_refereed"][0]["name"] == "airdrop"


# -- rulings by themselves


def test_orders_are_ruled_for_programs() -> None:
    assert ask("orders", card="probe").result == {"units": 2, "one_more": 0, "on_the_move": 0}
    assert ask("orders", card="probe", army="gung-ho", breakthrough=True).result == {
        "units": 3, "one_more": 0, "on_the_move": 3,
    }  # fmt: skip
    assert ask("orders", card="general-advance", army="gung-ho").result["one_more"] == 1
    assert ask("orders", card="barrage", visibility=5).result["units"] == 1
    assert ask("orders", card="barrage", visibility=6).result["units"] == 0


def test_a_strike_back_and_the_light_are_ruled_for_programs() -> None:
    assert ask("battle-back", figures=1).result == {"dice": 1}
    for facts in ({"figures": 2}, {"figures": 1, "retreated": True}, {"figures": 1, "may_battle": False}):
        assert ask("battle-back", **facts).result == {"dice": 0}
    assert ask("battle-back", figures=1, army="battle-back-after-loss", lost_figures=False)["dice"] == 0
    assert ask("night", visibility=3, faces=[STAR, STAR, "flag", "armour"])["visibility"] == 5
    assert ask("night", visibility=5, faces=[STAR] * 4)["full_daylight"]
    assert ask("night", visibility=2, falls=True, faces=[STAR] * 4)["visibility"] == 1
    assert ask("hand-after-loss", hand_limit=3).result == {"hand_limit": 3, "cards_taken": 0}
    assert ask("flags", flags=2, army="japanese").result["must_ignore"] == 1
    assert ask("attack-dice", attacker="infantry", distance=3, visibility=2)["refused_because"] == "too-dark"


# -- files


def options(told: dict[str, Any], *hexagons: Any, **info: Any) -> dict[str, Any]:
    return scenario(list(hexagons), info={"options": told, **info})


@pytest.mark.parametrize(
    ("told", "armies"),
    [
        ({"blitz_rules": True}, {"allied": ("partial-blitz",), "axis": ("blitz-strikes",)}),
        ({"partial_blitz_rules": "AXIS"}, {"axis": ("partial-blitz",)}),
        ({"partial_blitz_rules": "all"}, {"allied": ("partial-blitz",), "axis": ("partial-blitz",)}),
        ({"russian_commissar_rule": "allies"}, {"allied": ("commissar",)}),
        ({"british_commonwealth": True}, {"allied": ("battle-back",)}),
        ({"gung_ho": True, "air_strikes_rules": "ALLIES"}, {"allied": ("gung-ho", "air-strikes")}),
        ({"italy_royal_army": True, "italy_high_command": True}, {"axis": ("royal-italian", "italian-high-command")}),
        ({"blitz_rules": False, "gung_ho": None, "russian_commissar_rule": ""}, {}),
    ],
)
def test_options_of_armies_are_read_by_side(told: Any, armies: Any) -> None:
    data = options(told)
    assert dict(made(data).armies) == armies
    assert read(data).report["not_refereed"] == []


def test_a_side_that_nobody_knows_is_not_refereed() -> None:
    report = read(options({"russian_commissar_rule": "SWEDEN"})).report
    assert report["not_refereed"] == [{"kind": "option", "name": "russian_commissar_rule", "count": 1}]


def test_japanese_infantry_has_its_rules_without_an_option() -> None:
    assert dict(made(scenario([hexagon(0, 4, unit={"name": "infjp"})])).armies) == {"axis": ("japanese",)}
    assert dict(made(scenario([hexagon(0, 4, unit={"name": "tankjp"})])).armies) == {}


def test_british_units_without_the_option_are_asked_about_once() -> None:
    data = scenario([hexagon(8, 4, unit={"name": "infbrit"})])
    asked = {one.key: one for one in read(data).asked}
    assert (asked["brit"].usual, asked["battle-back-loss"].usual) == ("yes", "no")
    assert dict(made(data).armies) == {"allied": ("battle-back",)}
    assert dict(made(data, brit="no").armies) == {}
    assert dict(made(data, **{"battle-back-loss": "yes"}).armies) == {"allied": ("battle-back-after-loss",)}
    told = options({"british_commonwealth": True}, hexagon(8, 4, unit={"name": "infbrit"}))
    assert {"brit", "battle-back-loss"} & {one.key for one in read(told).asked} == {"battle-back-loss"}


def test_night_medals_and_ends_are_read() -> None:
    found = made(options({
        "night_visibility_reverse_rule": True, "night_visibility_team_turn": "AXIS", "deck_reshuffling": False,
        "deck_name": "AIR_POWER_AS_ARTILLERY_BOMBARD_DECK", "infantry_exit_counts_2": True,
        "must_have_unit_exit": {"side": "AXIS", "min_nbr_units": 3},
        "empty_section_medals": {"sections": [0, 2], "side": "ALLIES", "count_for": 2},
    }))  # fmt: skip
    assert found.night is not None
    assert (found.night.side, found.night.falls, found.deck_ends) == ("axis", True, "axis")
    assert "air-power-is-bombard" in found.special_rules
    assert (dict(found.exit_medals), dict(found.must_leave)) == ({"infantry": 2}, {"axis": 3})
    (empty,) = found.empty_sections
    assert (empty.side, empty.sections, empty.medals) == ("allied", ["left", "right"], 2)
    dark = made(options({"night_visibility_rules": True})).night
    assert dark is not None
    assert (dark.side, dark.falls) == ("allied", False)
    assert made(options({"deck_reshuffling": False}), **{"deck-end": "allied"}).deck_ends == "allied"
    assert made(options({"deck_reshuffling": True})).deck_ends is None


def test_a_sudden_death_is_read_and_one_that_says_anything_else_is_named() -> None:
    death = {"group_sudden_death": {"side": "ALLIES", "number": 2, "group": ["g8", "G9", "F9"]}}
    (found,) = made(scenario(info={"victory": {"condition": [death]}})).sudden_deaths
    assert (found.side, found.at, found.needs) == ("allied", ((13, 1), (12, 0), (10, 0)), 2)
    odd = scenario(info={"victory": {"condition": [death, {"last_man": True}]}})
    assert any(line.key == "scenario-note.sudden-death" for line in read(odd).notes)


def test_decoys_and_bridges_worth_a_medal_are_read() -> None:
    mine = {"name": "tag3", "behavior": "DECOY_MEDAL_MINE_FIELD", "side": "ALLIES"}
    plain = {"name": "tag3", "behavior": "MINE_FIELD", "side": "ALLIES"}
    bridge = {"name": "bridge", "orientation": 3, "behavior": "CAN_BE_BLOWN", "behavior2": "ONE_MEDAL_IF_BLOWN"}
    data = options(
        {"blowbridge_opt2": {"side": "ALLIES"}}, hexagon(4, 4, tags=[mine]), hexagon(4, 6, tags=[plain]),
        hexagon(4, 8, terrain={"name": "river", "orientation": 1}, rect_terrain=bridge),
    )  # fmt: skip
    found = made(data)
    assert [(one.decoy_medal, one.at) for one in found.mines] == [(True, ((4, 4),)), (False, ((6, 4),))]
    assert found.blow_bridges is not None
    assert found.blow_bridges.medal_at == ((8, 4),)
    assert read(data).report["not_refereed"] == []

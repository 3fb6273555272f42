"""Battles of Memoir '44 at their table, worked by hand from the rules: each case of §11 that a turn can meet."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.engine.offers import MultiChoice
from app.core.errors import Refused
from app.core.messages.translator import LANGUAGES
from app.games.memoir_44.game import GAME
from tests.memoir_44.battles import (
    A1,
    ARM,
    ART,
    E_ARM,
    E_ART,
    E_INF,
    FLAG,
    GRENADE,
    INF,
    KEYS,
    MINED,
    STAR,
    TRAIN,
    X1,
    battle,
    bridge,
    near,
    on_mine,
    rails,
)
from tests.memoir_44.playing import ALLIED, AXIS, Battle, hexes

# -- cards and orders


def test_a_section_card_orders_units_of_its_section_and_a_hex_on_the_line_belongs_to_both() -> None:
    game = battle({"D2": INF, "E2": INF, "G4": ARM})
    game.press(ALLIED, "play-card", card="probe", section="left")
    (offer,) = game.offers(ALLIED, "order")
    assert isinstance(offer.choose["units"], MultiChoice)
    at = {game.unit(key).at for key in offer.choose["units"].some}
    assert at == {"A1", "D2"}
    assert offer.choose["units"].max == 2
    other = battle({"D2": INF, "G4": ARM})
    other.press(ALLIED, "play-card", card="attack", section="centre")
    (offer,) = other.offers(ALLIED, "order")
    assert isinstance(offer.choose["units"], MultiChoice)
    assert {other.unit(key).at for key in offer.choose["units"].some} == {"D2", "G4"}


def test_orders_are_refused_beyond_the_card() -> None:
    game = battle({"G4": INF, "H4": INF, "I4": INF})
    game.press(ALLIED, "play-card", card="recon", section="centre")
    keys = [key for key, unit in game.state.of(ALLIED) if unit.at in ("G4", "H4")]
    assert game.no(ALLIED, "order", place=0, units=keys) == "too-many-units"
    assert game.no(ALLIED, "order", place=0, units=[X1]) == "not-by-this-card"
    assert game.no(ALLIED, "order", place=0, units=[keys[0], keys[0]]) == "named-twice"
    assert game.no(ALLIED, "order", place=3, units=[]) == "no-such-slot"
    assert game.no(AXIS, "play-card", card="recon", section="left") == "not-this-phase"
    assert game.no(ALLIED, "begin-battle") == "begun-already"


def test_a_card_of_several_sections_orders_in_each() -> None:
    game = battle({"G4": INF, "B4": ARM, "L4": ART})
    game.press(ALLIED, "play-card", card="pincer-move")
    assert [offer.about for offer in game.offers(ALLIED, "order")] == [("left",), ("right",)]


def test_counter_attack_plays_the_last_card_on_the_mirrored_flank() -> None:
    game = battle({"G4": INF})
    assert game.no(ALLIED, "play-card", card="counter-attack") == "cannot-be-played"
    game.press(ALLIED, "play-card", card="attack", section="left")
    game.press(ALLIED, "end-turn")
    game.press(AXIS, "play-card", card="counter-attack")
    assert (game.state.card, game.state.section) == ("attack", "right")


def test_dig_in_lays_sandbags_and_the_unit_does_nothing_more() -> None:
    game = near(ALLIED, INF, E_INF)
    game.pass_turn().pass_turn()
    game.order("dig-in", A1)
    assert game.state.added == {"G4": ["sandbags"]}
    assert game.no(ALLIED, "move", unit=A1, to="G3") == "not-ordered"
    game.pass_turn()
    game.order("assault", X1, section="centre")
    (offer,) = game.offers(AXIS, "battle")
    assert offer.dice is not None
    assert offer.dice.count == 2


def test_dealt_hands_are_drawn_up_to_their_limit() -> None:
    game = battle({"G4": INF}, deck="app")
    hand = list(game.state.accounts[ALLIED].hand)
    assert len(hand) == 5
    (card, *_) = [one for one in hand if one not in ("counter-attack", "ambush", "infantry-assault")]
    game.press(ALLIED, "play-card", card=card)
    assert sorted([*game.state.accounts[ALLIED].hand, card]) == sorted(hand)
    assert game.no(ALLIED, "play-card", card=card) == "not-this-phase"
    while game.state.active == ALLIED:
        game.press(ALLIED, "end-turn")
    assert len(game.state.accounts[ALLIED].hand) == 5
    assert game.no(AXIS, "play-card", card="no-such") == "no-card"


# -- moves and battles


def test_a_unit_moves_once_and_nobody_moves_once_battles_have_begun() -> None:
    game = battle({"G4": INF, "H3": ARM, "G6": E_INF}).order("assault", *KEYS, section="centre")
    mover = next(key for key, unit in game.state.of(ALLIED) if unit.at == "G4")
    assert game.no(ALLIED, "move", unit=mover, to="A9") == "not-reached"
    game.press(ALLIED, "move", unit=mover, to="G5")
    assert game.unit(mover).at == "G5"
    assert game.no(ALLIED, "move", unit=mover, to="G4") == "moved-already"
    target = next(key for key, unit in game.state.of(AXIS) if unit.at == "G6")
    game.press(ALLIED, "battle", unit=mover, target=target, dice=[STAR, STAR, STAR])
    assert game.no(ALLIED, "move", unit="allied-armour-1", to="H4") == "battles-began"
    assert game.no(ALLIED, "battle", unit=mover, target=target, dice=[STAR] * 3) == "battled-already"


def test_a_unit_that_is_hemmed_in_goes_nowhere_and_is_told() -> None:
    game = battle({"B1": INF, "A2": INF}).order(
        "assault", *(f"allied-infantry-{one}" for one in (1, 2, 3)), section="left"
    )
    (hemmed,) = [key for key, unit in game.state.of(ALLIED) if unit.at == "A1"]
    assert game.no(ALLIED, "move", unit=hemmed, to="A3") == "no-way"


def test_a_unit_that_its_card_leaves_where_it_is_is_told() -> None:
    game = battle({"G3": INF, "G6": E_INF}).order("firefight", A1)
    assert game.offers(ALLIED, "move") == []
    assert game.no(ALLIED, "move", unit=A1, to="G4") == "no-move-by-card"


def test_infantry_that_moved_two_hexes_does_not_battle_and_is_told_why() -> None:
    game = battle({"G3": INF, "G6": E_INF}).order("assault", A1, section="centre")
    mover = next(key for key, unit in game.state.of(ALLIED) if unit.at == "G3")
    game.press(ALLIED, "move", unit=mover, to="G5")
    target = next(key for key, unit in game.state.of(AXIS) if unit.at == "G6")
    assert game.offers(ALLIED, "battle") == []
    with pytest.raises(Refused) as refused:
        game.press(ALLIED, "battle", unit=mover, target=target, dice=[])
    assert (refused.value.code, refused.value.words["why"]) == ("cannot-attack", "moved-too-far")
    assert game.no(ALLIED, "battle", unit=mover, target="axis-train-9", dice=[]) == "no-such-target"


def test_an_attack_whose_dice_fall_to_none_is_refused_with_the_sum() -> None:
    bunker = {"obstacles": {"bunker": 0}, "owner": AXIS}
    wire = {"obstacles": {"wire": 1}}
    game = battle({"G4": INF, "G6": E_INF}, obstacles={"G4": wire, "G6": bunker}).order("assault", A1, section="centre")
    with pytest.raises(Refused) as refused:
        game.press(ALLIED, "battle", unit=game.state.at("G4"), target=game.state.at("G6"), dice=[])
    assert refused.value.rule == "units.no-dice"
    told = {language: GAME.get_translator(language).refusal(refused.value) for language in LANGUAGES}
    assert told == {
        "en": "This attack is not possible: no dice are left (infantry +2, battles out of wire −1, bunker −1).",
        "es": "Este ataque no es posible: no quedan dados (infantería +2, combate desde una alambrada −1, búnker −1).",
    }


def test_the_sum_of_an_attack_stands_beside_its_form() -> None:
    game = near(ALLIED, ARM, E_INF, ground={"G5": "town"})
    (offer,) = game.offers(ALLIED, "battle")
    assert offer.preview is not None
    assert [(one.label, one.change) for one in offer.preview.working.reasons] == [("armour", 3), ("town", -2)]
    assert offer.preview["dice_needed"] == 1


def test_hits_come_first_and_the_last_figure_is_a_medal() -> None:
    game = near(ALLIED, ARM, E_ART)
    game.press(ALLIED, "battle", unit="allied-armour-1", target="axis-artillery-1", dice=[GRENADE, GRENADE, FLAG])
    assert (game.unit("axis-artillery-1").at, game.state.medals) == (None, {"allied": 1, "axis": 0})
    assert game.state.asked is None


def test_the_game_stops_at_once_on_the_last_medal() -> None:
    sides = {"allied": {"edge": "bottom", "medals": 1, "hand": 5}, "axis": {"edge": "top", "medals": 6, "hand": 5}}
    game = near(ALLIED, ARM, E_ART, sides=sides)
    game.press(ALLIED, "battle", unit="allied-armour-1", target="axis-artillery-1", dice=[GRENADE, GRENADE, FLAG])
    assert (game.state.over, game.state.winner, game.state.won) == (True, ALLIED, None)
    assert game.no(ALLIED, "end-turn") == "mission-over"


# -- flags


def test_one_flag_is_answered_by_the_owner_with_the_hex_of_the_retreat() -> None:
    game = near(ALLIED, INF, E_INF)
    game.press(ALLIED, "battle", unit=game.state.at("G4"), target=X1, dice=[FLAG, STAR, STAR])
    assert game.no(ALLIED, "end-turn") == "flags-first"
    assert game.offered(ALLIED) == set()
    (offer,) = game.offers(AXIS, "answer-flags")
    assert offer.choose == {"to": ["F6", "G6"]}
    assert game.no(AXIS, "answer-flags", ignore=0, to="G4") == "no-way-back"
    assert game.no(AXIS, "answer-flags", ignore=1, to="G5") == "too-many-ignored"
    game.press(AXIS, "answer-flags", ignore=0, to="G6")
    assert game.unit(X1).at == "G6"
    assert game.offered(ALLIED) >= {"take-ground", "end-turn"}


@pytest.mark.parametrize(("flags", "ends"), [(1, {0: ["F6", "G6"], 1: ["G5"]}), (2, {0: 3, 1: ["F6", "G6"]})])
def test_in_an_oasis_the_owner_ignores_one_or_none(flags: int, ends: dict[int, Any]) -> None:
    game = near(ALLIED, ARM, E_INF, ground={"G5": "oasis"})
    dice = [*[FLAG] * flags, *[STAR] * (2 - flags)]
    game.press(ALLIED, "battle", unit="allied-armour-1", target=X1, dice=dice)
    found = {offer.given["ignore"]: hexes(offer) for offer in game.offers(AXIS, "answer-flags")}
    assert {key: some if isinstance(ends[key], list) else len(some) for key, some in found.items()} == ends


def test_a_blocked_retreat_costs_figures() -> None:
    lakes = {"F6": "lake", "G6": "lake"}
    game = near(ALLIED, INF, E_INF, ground=lakes)
    game.press(ALLIED, "battle", unit=game.state.at("G4"), target=X1, dice=[FLAG, FLAG, STAR])
    game.press(AXIS, "answer-flags", ignore=0, to="G5")
    assert (game.unit(X1).at, game.unit(X1).figures) == ("G5", 2)


# -- taking ground


def test_armour_takes_ground_and_overruns_once() -> None:
    game = battle({"G4": ARM, "G5": E_ART, "G6": E_ART, "F7": E_ART}).order("assault", *KEYS, section="centre")
    hit = [GRENADE, GRENADE, STAR]
    tank = "allied-armour-1"
    game.press(ALLIED, "battle", unit=tank, target=game.state.at("G5"), dice=hit)
    game.press(ALLIED, "take-ground", to="G5")
    assert game.unit(tank).at == "G5"
    game.press(ALLIED, "battle", unit=tank, target=game.state.at("G6"), dice=hit)
    game.press(ALLIED, "take-ground", to="G6")
    assert game.no(ALLIED, "battle", unit=tank, target=game.state.at("F7"), dice=hit) == "battled-already"
    assert game.no(ALLIED, "take-ground", to="G7") == "no-ground-won"


def test_in_the_desert_armour_goes_one_hex_further() -> None:
    game = near(ALLIED, ARM, E_ART, **{"special-rules": ["north-african-desert"]})
    game.press(ALLIED, "battle", unit="allied-armour-1", target="axis-artillery-1", dice=[GRENADE, GRENADE, STAR])
    (offer,) = game.offers(ALLIED, "take-ground")
    assert set(hexes(offer)) == {"G5", "F5", "H5", "F6", "G6", "F4"}
    game.press(ALLIED, "take-ground", to="G6")
    assert game.unit("allied-armour-1").at == "G6"


def test_a_hard_stop_takes_no_ground_and_says_so() -> None:
    game = battle({"G4": INF, "G6": E_ART}, {"G5": "radar-station"})
    unit = game.state.at("G4")
    game.order("assault", unit, section="centre")
    game.press(ALLIED, "move", unit=unit, to="G5")
    game.press(ALLIED, "battle", unit=unit, target="axis-artillery-1", dice=[GRENADE, GRENADE, STAR])
    with pytest.raises(Refused) as refused:
        game.press(ALLIED, "take-ground", to="G6")
    assert (refused.value.code, refused.value.words["why"]) == ("no-ground-because", "hard-stop")


# -- corrections


def test_a_unit_that_the_table_says_has_no_figures_is_eliminated() -> None:
    game = battle({"G4": INF, "G5": E_INF})
    game.press(ALLIED, "house-ruling", set=f"units.{X1}.figures", to=0, reason="it fell")
    assert (game.unit(X1).at, game.state.at("G5"), game.state.medals[ALLIED]) == (None, None, 1)


def put_away(game: Battle, key: str) -> None:
    """The table says that a unit has no figures."""
    game.press(ALLIED, "house-ruling", set=f"units.{key}.figures", to=0, reason="it fell")


def test_a_unit_put_away_takes_no_ground_and_answers_nothing() -> None:
    game = near(ALLIED, INF, {**E_INF, "figures": 1})
    game.press(ALLIED, "battle", unit=A1, target=X1, dice=[GRENADE] * 3)
    put_away(game, A1)
    assert (game.state.won, game.offers(ALLIED, "take-ground")) == (None, [])

    game = near(ALLIED, INF, E_INF)
    game.press(ALLIED, "battle", unit=A1, target=X1, dice=[FLAG, STAR, STAR])
    put_away(game, X1)
    assert (game.state.asked, game.state.waiting, game.offers(AXIS, "answer-flags")) == (None, [], [])

    game = on_mine(2, INF)
    game.press(ALLIED, "move", unit=A1, to="G5")
    put_away(game, A1)
    assert (game.state.in_mine, game.state.waiting, game.offers(AXIS, "roll-mine")) == (None, [], [])
    game.press(ALLIED, "end-turn")


def test_a_unit_put_away_is_lost_once_another_has_answered() -> None:
    game = battle({"G4": INF, "G5": E_INF, "C5": {**E_INF, "leader": True}}).order("assault", A1, section="centre")
    target, led = (str(game.state.at(at)) for at in ("G5", "C5"))
    game.press(ALLIED, "battle", unit=A1, target=target, dice=[FLAG, STAR, STAR])
    put_away(game, led)
    assert (game.unit(led).at, game.state.leader_down) == ("C5", None)
    (offer,) = game.offers(AXIS, "answer-flags")
    game.press(AXIS, "answer-flags", ignore=0, to=hexes(offer)[0])
    assert (game.unit(led).at, game.state.leader_down) == (None, led)


def test_a_ruling_on_medals_ends_no_battle_before_the_next_press_and_the_other_side_may_object() -> None:
    game = near(ALLIED, INF, E_INF)
    game.press(ALLIED, "house-ruling", set=f"accounts.{ALLIED}.medals", to=9, reason="counted twice")
    assert (game.state.over, game.state.medals[ALLIED]) == (False, 9)
    (offer,) = game.offers(AXIS, "object-to-ruling")
    game.press(AXIS, "object-to-ruling", **offer.given)
    assert (game.state.over, game.state.medals[ALLIED]) == (False, 0)

    game.press(ALLIED, "house-ruling", set=f"accounts.{ALLIED}.medals", to=9, reason="counted right")
    game.press(ALLIED, "end-turn")
    assert (game.state.over, game.state.winner) == (True, ALLIED)


def test_a_unit_that_is_put_away_before_the_battle_is_no_medal() -> None:
    game = Battle("salt-road")
    game.press(ALLIED, "house-ruling", set="units.axis-infantry-1.figures", to=0, reason="not in the box")
    assert (game.unit("axis-infantry-1").at, game.state.medals[ALLIED]) == (None, 0)


# -- leaders


@pytest.mark.parametrize(("faces", "medals"), [([STAR, "infantry"], 2), ([FLAG, GRENADE], 1)])
def test_the_leader_of_a_lost_unit_joins_the_nearest_or_is_lost_with_a_medal(faces: list[str], medals: int) -> None:
    game = near(ALLIED, ARM, {**E_INF, "leader": True, "figures": 1})
    game.press(ALLIED, "battle", unit="allied-armour-1", target=X1, dice=["grenade", STAR, STAR])
    assert game.no(ALLIED, "end-turn") == "leader-first"
    assert game.no(AXIS, "check-leader", to=X1, dice=faces) == "not-the-nearest"
    (other,) = [key for key, _ in game.state.of(AXIS)]
    checked = game.press(AXIS, "check-leader", to=other, dice=faces)[0]
    assert checked.needs == [STAR]
    assert (game.state.medals[ALLIED], game.unit(other).leader) == (medals, medals == 1)
    assert game.no(AXIS, "check-leader", to=other, dice=faces) == "no-leader-in-doubt"


# -- objectives


def test_an_objective_counts_while_it_is_held() -> None:
    game = battle({"G4": INF}, objectives=[{"at": [[12, 4]]}])
    unit = game.state.at("G4")
    game.order("assault", unit, section="centre").press(ALLIED, "move", unit=unit, to="G5")
    assert game.state.medals[ALLIED] == 1
    game.press(ALLIED, "end-turn")
    game.pass_turn()
    game.order("assault", unit, section="centre").press(ALLIED, "move", unit=unit, to="G4")
    assert game.state.medals[ALLIED] == 0


def test_who_gives_up_loses() -> None:
    game = battle({"G4": INF})
    assert game.no(AXIS, "concede") == "not-your-turn"
    game.press(ALLIED, "concede")
    assert (game.state.over, game.state.winner) == (True, AXIS)


# -- mines


def test_a_decoy_stops_and_is_taken_away() -> None:
    game = on_mine(0, ARM)
    game.press(ALLIED, "move", unit="allied-armour-1", to="G5")
    assert (game.state.mines, game.unit("allied-armour-1").hard, game.state.in_mine) == ({}, True, None)


def test_a_mine_rolls_for_its_layer_and_stays_open() -> None:
    game = on_mine(3, INF)
    game.press(ALLIED, "move", unit=A1, to="G5")
    assert game.state.mines["G5"].value == 3
    assert game.no(ALLIED, "end-turn") == "mine-first"
    assert game.no(ALLIED, "roll-mine", dice=[]) == "no-mine-to-roll"
    game.press(AXIS, "roll-mine", dice=["infantry", FLAG, STAR])
    assert (game.unit(A1).figures, game.unit(A1).at, game.state.in_mine) == (3, "G5", None)
    assert game.state.mines["G5"].revealed


def test_engineers_clear_a_mine_instead_of_battling() -> None:
    game = on_mine(3, {**INF, "badge": "engineer"})
    game.press(ALLIED, "move", unit=A1, to="G5")
    assert (game.state.mines, game.unit(A1).battles) == ({}, 1)


def test_ones_own_mine_stops_and_stays_hidden() -> None:
    game = battle({"G6": E_INF}, **MINED).to_turn_of(AXIS)
    key = game.state.at("G6")
    game.order("assault", key, section="centre").press(AXIS, "move", unit=key, to="G5")
    assert (game.state.mines["G5"].revealed, game.unit(key).hard) == (False, True)


def test_nobody_is_told_the_number_of_a_mine_before_it_is_entered() -> None:
    game = on_mine(3, INF)
    told = {}
    for value in (1, 4):
        game.state.mines["G5"].hidden = value
        told[value] = [game.told(seat) for seat in (ALLIED, AXIS, "public")]
    assert told[1] == told[4]
    game.press(ALLIED, "move", unit=A1, to="G5")
    assert "'value': 4" in game.told(AXIS)


def test_a_hand_is_its_own_sides_alone_and_the_deck_nobodys() -> None:
    game = battle({"G4": INF}, deck="app")
    before = {seat: game.told(seat) for seat in (ALLIED, AXIS, "public")}
    game.state.accounts[ALLIED].hand = ["probe-left"] * 5
    after = {seat: game.told(seat) for seat in before}
    assert [seat for seat in before if before[seat] != after[seat]] == [ALLIED]
    game.state.deck = game.state.deck[::-1]
    assert {seat: game.told(seat) for seat in before} == after


# -- what scenarios name


def test_sabotage_takes_the_place_of_a_battle_and_a_star_destroys() -> None:
    stars = {"stars": [{"purpose": "sabotage", "side": "allied", "at": [[12, 4]]}]}
    rules = {"special-rules": ["depot-slows-armour"]}
    game = battle({"G5": INF}, {"G5": "supply-depot"}, **stars, **rules).order("assault", A1, section="centre")
    assert game.no(ALLIED, "sabotage-hex", unit="axis-infantry-1", dice=[]) == "not-ordered"
    game.press(ALLIED, "sabotage-hex", unit=A1, dice=["infantry", STAR, FLAG])
    assert (game.state.medals[ALLIED], game.state.stars, game.state.removed) == (1, {}, {"G5": ["supply-depot"]})
    assert (game.state.accounts[AXIS].depot_lost, game.unit(A1).battles) == (True, 1)


def test_sabotage_without_a_star_is_nothing() -> None:
    stars = {"stars": [{"purpose": "sabotage", "side": "allied", "at": [[12, 4]]}]}
    game = battle({"G5": ARM}, {"G5": "factory"}, **stars).order("assault", "allied-armour-1", section="centre")
    game.press(ALLIED, "sabotage-hex", unit="allied-armour-1", dice=["armour", FLAG, GRENADE])
    assert (game.state.medals[ALLIED], len(game.state.stars)) == (0, 1)


def test_infantry_removes_wire_instead_of_battling_and_engineers_besides() -> None:
    wire = {"obstacles": {"G4": {"obstacles": {"wire": 1}}}}
    for badge, battles in ((None, 1), ("engineer", 0)):
        unit = {**INF, "badge": badge} if badge else INF
        game = battle({"G4": unit, "G5": E_INF}, **wire).order("assault", A1, section="centre")
        game.press(ALLIED, "remove-wire", unit=A1)
        assert (game.state.removed, game.unit(A1).battles) == ({"G4": ["wire"]}, battles)
        assert game.no(ALLIED, "remove-wire", unit=A1) == "no-unit-there"


def test_a_road_block_is_removed_by_engineers_only_where_the_table_says_so() -> None:
    block = {"obstacles": {"G4": {"obstacles": {"road-block": 1}}}}
    for answer, can in (("no", False), ("engineers", True)):
        made = battle({"G4": {**INF, "badge": "engineer"}}, **block, answers={"remove_block": answer})
        made.order("assault", A1, section="centre")
        assert bool(made.offers(ALLIED, "remove-block")) == can


def dams(before: int) -> Battle:
    """An allied raid on one dam with so many stars, its unit on it."""
    stars = {"stars": [{"purpose": "dam", "side": "allied", "at": [[12, 4]]}]}
    game = battle({"G5": INF, "G7": E_INF}, {"G5": "dam"}, **stars)
    game.state.stars["dam-1"].count = before
    game.press(ALLIED, "play-card", card="recon", section="left")
    return game


def test_a_star_a_turn_lies_on_a_dam_and_the_fourth_breaks_it() -> None:
    game = dams(2)
    game.press(ALLIED, "sabotage-dams", choose="dam-1", dice=[STAR, STAR])
    assert (game.state.stars["dam-1"].count, game.state.medals[ALLIED]) == (3, 0)
    assert game.no(ALLIED, "sabotage-dams", choose="dam-1", dice=[]) == "no-dam-held"
    last = dams(3)
    assert last.no(ALLIED, "sabotage-dams", choose="dam-2", dice=[]) == "not-held"
    last.press(ALLIED, "sabotage-dams", choose="dam-1", dice=[STAR, FLAG])
    assert (last.state.stars, last.state.medals[ALLIED]) == ({}, 4)


@pytest.mark.parametrize(("option", "bridges"), [(1, []), (2, ["G5"])])
def test_a_table_that_says_nobody_holds_a_card_is_told_what_it_may_blow(option: int, bridges: list[str]) -> None:
    """By the first option a card of the hand is given up for it, by the second dice are rolled."""
    game = bridge(option)
    game.press(ALLIED, "house-ruling", set=f"accounts.{ALLIED}.hand_limit", to=0, reason="all lost")
    assert [one.given["at"] for one in game.offers(ALLIED, "blow-bridge")] == bridges


def test_a_bridge_is_blown_for_a_card_of_the_hand() -> None:
    game = bridge(1)
    assert game.no(ALLIED, "blow-bridge", at="A1") == "not-that-bridge"
    game.press(ALLIED, "blow-bridge", at="G5")
    assert (game.state.removed, game.state.hand_limit[ALLIED], game.state.active) == ({"G5": ["bridge"]}, 4, AXIS)
    assert (game.unit(X1).at, game.state.medals[ALLIED]) == (None, 1)


def test_a_bridge_stands_without_a_star() -> None:
    game = bridge(2)
    game.press(ALLIED, "blow-bridge", at="G5", dice=[GRENADE, "armour"])
    assert (game.state.removed, game.state.hand_limit[ALLIED], game.state.active) == ({}, 5, AXIS)
    held = bridge(1, answers={"bridge_unit": "may-not-be-blown"})
    assert held.no(ALLIED, "blow-bridge", at="G5") == "no-bridge-to-blow"


def test_a_bridge_that_needs_a_unit_beside_stands_while_none_is_there() -> None:
    over = {"G5": {"terrain": "river", "obstacles": {"bridge": 0}}}
    blow = {"blow-bridges": {"option": 2, "side": "allied", "at": [[12, 4]], "beside": True}}
    for stands, blown in (("G2", []), ("G4", ["G5"])):
        game = battle({stands: INF}, obstacles=over, **blow)
        game.press(ALLIED, "play-card", card="probe", section="centre")
        assert [one.given["at"] for one in game.offers(ALLIED, "blow-bridge")] == blown


def test_a_pontoon_is_built_by_an_attack_card_of_its_section() -> None:
    game = battle({"G4": INF}, {"G5": "river"}, pontoons={"allied": 1})
    game.press(ALLIED, "play-card", card="attack", section="centre")
    assert game.no(ALLIED, "build-pontoon", at="G6") == "no-pontoon-there"
    game.press(ALLIED, "build-pontoon", at="G5")
    assert (game.state.added, game.state.phase, game.state.accounts[ALLIED].pontoons) == (
        {"G5": ["pontoon-bridge"]},
        "action",
        0,
    )
    assert game.no(ALLIED, "build-pontoon", at="G5") == "no-pontoon"


def test_infantry_lands_for_an_order_of_direct_from_hq() -> None:
    game = battle({"G4": INF}, {"G5": "airfield", "G6": "airfield"}, **{"special-rules": ["airfield-landing"]})
    game.press(ALLIED, "play-card", card="direct-from-hq")
    assert game.no(ALLIED, "land", at="A1") == "no-landing-there"
    game.press(ALLIED, "land", at="G5")
    new = game.state.at("G5")
    assert (game.unit(new).placed, game.state.slots[0].count) == (True, 3)
    game.press(ALLIED, "order", place=0, units=[])
    assert game.no(ALLIED, "land", at="G6") == "not-this-phase"
    plain = battle({"G4": INF})
    plain.press(ALLIED, "play-card", card="direct-from-hq")
    assert plain.no(ALLIED, "land", at="G5") == "no-landing"


def test_figures_come_back_in_an_oasis() -> None:
    game = battle({"G5": {**INF, "figures": 2}}, {"G5": "oasis"}, **{"special-rules": ["oasis-recovery"]})
    game.unit(A1).most = 4
    game.order("assault", A1, section="centre")
    (recovered,) = game.press(ALLIED, "recover", unit=A1, dice=["infantry", STAR, STAR, FLAG, "armour"])
    assert recovered.needs == ["infantry", STAR]
    assert (game.unit(A1).figures, game.unit(A1).ordered) == (4, True)
    assert game.no(ALLIED, "recover", unit=A1, dice=[]) == "no-unit-there"


def test_air_power_strikes_a_chain_and_its_flags_cannot_be_ignored() -> None:
    game = battle({"G5": E_INF, "G6": E_INF, "B5": E_ARM}, {"G5": "oasis"})
    game.press(ALLIED, "play-card", card="air-power")
    target, beside, far = (game.state.at(at) for at in ("G5", "G6", "B5"))
    game.press(ALLIED, "strike", target=target, dice=[STAR, FLAG])
    assert game.unit(target).figures == 3
    (offer,) = game.offers(AXIS, "answer-flags")
    assert offer.given["ignore"] == 0
    game.press(AXIS, "answer-flags", ignore=0, to=hexes(offer)[0])
    assert game.no(ALLIED, "strike", target=far, dice=[]) == "no-such-target"
    assert beside in {one.given["target"] for one in game.offers(ALLIED, "strike")}
    game.press(ALLIED, "end-turn")
    assert game.no(AXIS, "roll-orders", dice=[]) == "not-this-phase"


def test_air_power_strikes_a_unit_once_wherever_it_goes_back_to() -> None:
    game = battle({"G5": E_INF, "G4": E_INF})
    game.press(ALLIED, "play-card", card="air-power")
    target, beside = game.state.at("G5"), game.state.at("G4")
    game.press(ALLIED, "strike", target=target, dice=[STAR, FLAG])
    (offer,) = game.offers(AXIS, "answer-flags")
    game.press(AXIS, "answer-flags", ignore=0, to=hexes(offer)[0])
    assert game.unit(target).at == hexes(offer)[0]
    assert [one.given["target"] for one in game.offers(ALLIED, "strike")] == [beside]
    assert game.no(ALLIED, "strike", target=target, dice=[]) == "no-such-target"


def test_a_radar_station_wants_a_notice_of_a_turn() -> None:
    stars = {"stars": [{"purpose": "radar-warning", "at": [[12, 4]]}]}
    game = battle({"G5": E_INF}, {"G5": "radar-station"}, **stars)
    game.press(ALLIED, "play-card", card="air-power")
    assert game.state.at("G5") not in {one.given["target"] for one in game.offers(ALLIED, "strike")}
    game.press(ALLIED, "end-turn")
    assert game.no(AXIS, "announce-air-power") == "nothing-to-announce"
    game.to_turn_of(ALLIED)
    game.press(ALLIED, "announce-air-power")
    game.pass_turn().pass_turn()
    game.press(ALLIED, "play-card", card="air-power")
    assert game.state.at("G5") in {one.given["target"] for one in game.offers(ALLIED, "strike")}


def test_who_holds_the_lighthouse_plays_recon_as_air_power() -> None:
    stars = {"stars": [{"purpose": "air-strike", "at": [[12, 4]]}]}
    game = battle({"G5": INF, "G6": E_INF}, {"G5": "lighthouse"}, **stars)
    assert game.no(ALLIED, "call-air-strike", card="probe", section="left") == "cannot-be-played"
    game.press(ALLIED, "call-air-strike", card="recon", section="centre")
    assert (game.state.card, game.state.section) == ("air-power", "centre")
    plain = battle({"G4": INF})
    assert plain.no(ALLIED, "call-air-strike", card="recon", section="left") == "no-air-strike"


def test_their_finest_hour_orders_what_the_dice_say() -> None:
    game = battle({"G4": INF})
    game.press(ALLIED, "play-card", card="their-finest-hour")
    (rolled,) = game.press(ALLIED, "roll-orders", dice=["infantry", "armour", GRENADE, FLAG, STAR])
    assert rolled.needs == ["infantry", "armour", "artillery", STAR]
    assert [(slot.types, slot.count) for slot in game.state.slots] == [
        (["infantry"], 1),
        (["armour"], 1),
        (["infantry", "armour", "artillery"], 1),
    ]
    assert game.no(ALLIED, "roll-orders", dice=[]) == "no-strike"
    game.press(ALLIED, "order", place=0, units=[A1])
    assert game.no(ALLIED, "roll-orders", dice=[]) == "orders-given"


def test_a_unit_leaves_by_its_exit_for_a_medal() -> None:
    game = battle({"G4": INF}, exits=[{"side": "allied", "at": [[13, 5]]}])
    game.order("assault", A1, section="centre").press(ALLIED, "leave-board", unit=A1)
    assert (game.unit(A1).at, game.state.medals[ALLIED]) == (None, 1)


# -- trains and big guns


def test_grenades_take_the_wagon_and_then_the_locomotive() -> None:
    game = rails()
    game.state.trains[TRAIN].hits = 2
    game.order("assault", "allied-armour-1", section="centre")
    game.press(ALLIED, "battle", unit="allied-armour-1", target=TRAIN, dice=[GRENADE, "armour", STAR])
    train = game.state.trains[TRAIN]
    assert (train.hits, train.wagon, train.locomotive, game.state.medals[ALLIED]) == (3, "gone", "alive", 0)
    game.pass_turn().pass_turn().order("assault", "allied-armour-1", section="centre")
    game.press(ALLIED, "battle", unit="allied-armour-1", target=TRAIN, dice=[GRENADE, GRENADE, FLAG])
    assert (game.state.trains[TRAIN].hits, game.state.medals[ALLIED], game.state.asked) == (4, 1, None)


def test_a_big_gun_marks_what_it_hits_and_rolls_a_die_more() -> None:
    gun = {**ART, "badge": "big-gun"}
    game = battle({"G2": gun, "G6": E_INF})
    key, target = "allied-artillery-1", game.state.at("G6")
    game.order("assault", key, section="centre")
    game.press(ALLIED, "battle", unit=key, target=target, dice=["infantry", STAR])
    assert [(one.gun, one.on) for one in game.state.crosshairs] == [(key, "G6")]
    game.press(ALLIED, "end-turn")
    game.pass_turn().order("assault", key, section="centre")
    (offer,) = [one for one in game.offers(ALLIED, "battle") if one.given["target"] == target]
    assert offer.dice is not None
    assert offer.dice.count == 3
    game.press(ALLIED, "battle", unit=key, target=target, dice=[FLAG, STAR, STAR])
    game.press(AXIS, "answer-flags", ignore=0, to="G7")
    assert game.state.crosshairs == []

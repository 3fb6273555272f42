"""Sums that something touches which is not refereed: they say so, and the table decides their dice."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.log_lines import label_of
from app.core.ruling import Reason
from tests.memoir_44.playing import ALLIED, AXIS, Battle, hexes, scenario

JUNGLE, PIT = {"kind": "terrain", "name": "pjungle"}, {"kind": "badge", "name": "badge{46}"}
TANK = {"side": "allied", "type": "armour"}
FOOT = {"side": "axis", "type": "infantry"}


def battle(**more: Any) -> Battle:
    """A tank and two enemies: the nearer in the jungle, the other one in the open."""
    legend = {"J": {"terrain": "forest", "not-refereed": [JUNGLE]}}
    forces = {"G5": TANK, "G6": {**FOOT, "not-refereed": [PIT]}, "H5": FOOT}
    opened = Battle(scenario({"G6": "J"}, forces, legend, **more)).begin()
    return opened.order("direct-from-hq", "allied-armour-1")


def sum_of(table: Battle, target: str) -> list[Reason]:
    (offer,) = [one for one in table.offers(ALLIED, "battle") if one.given["target"] == target]
    assert offer.preview
    return list(offer.preview.working.reasons)


@pytest.mark.parametrize(("language", "says"), [("en", "not refereed: "), ("es", "no arbitrado: ")])
def test_a_sum_names_what_is_not_refereed_in_it(language: str, says: str) -> None:
    table = battle()
    speech = table.table.game.speech(language)
    said = type(speech)({**speech.words, **table.table.game.table_words(table.table.opening)}, language)
    told = [label_of(reason, said) for reason in sum_of(table, "axis-infantry-1")]
    assert told[-2:] == [f"{says}pjungle", f"{says}badge{{46}}"]
    assert not any(label_of(reason, said).startswith(says) for reason in sum_of(table, "axis-infantry-2"))


def test_the_table_decides_the_dice_of_such_a_sum_for_this_turn() -> None:
    table = battle()
    assert [one.total for one in sum_of(table, "axis-infantry-1")][-1] == 1
    (offer,) = table.offers(ALLIED, "decide-dice")
    assert offer.given == {"unit": "allied-armour-1", "target": "axis-infantry-1"}
    table.press(ALLIED, "decide-dice", **offer.given, count=2)
    last = sum_of(table, "axis-infantry-1")[-1]
    assert (last.label, last.change, last.total) == ("decided", 1, 2)
    assert table.no(ALLIED, "battle", ["flag"], **offer.given) == "wrong-dice-count"
    table.press(ALLIED, "battle", ["star", "star"], **offer.given)
    table.press(ALLIED, "end-turn")
    assert table.state.decided == {}


def test_an_attack_that_the_notebook_refuses_is_made_where_the_table_wants_it_and_the_other_way_round() -> None:
    legend = {"J": {"terrain": "forest", "not-refereed": [JUNGLE]}}
    forces = {"G5": {"side": "allied", "type": "infantry"}, "G8": FOOT}
    table = Battle(scenario({"G8": "J"}, forces, legend)).begin().order("direct-from-hq", "allied-infantry-1")
    assert table.offers(ALLIED, "battle") == []
    fields = {"unit": "allied-infantry-1", "target": "axis-infantry-1"}
    table.press(ALLIED, "decide-dice", **fields, count=1)
    assert sum_of(table, "axis-infantry-1")[-1].total == 1
    table.press(ALLIED, "decide-dice", **fields, count=0)
    assert table.no(ALLIED, "battle", ["flag"], **fields) == "cannot-attack"


def test_a_rule_of_the_whole_scenario_touches_every_sum() -> None:
    table = battle(**{"not-refereed": [{"kind": "option", "name": "night_visibility_rules"}]})
    assert sum_of(table, "axis-infantry-2")[-1].label == "odd-night_visibility_rules"


def test_only_what_is_touched_is_decided() -> None:
    table = battle()
    fields = {"unit": "allied-armour-1", "target": "axis-infantry-2"}
    assert table.no(ALLIED, "decide-dice", **fields, count=2) == "all-is-refereed"
    assert table.no(ALLIED, "decide-dice", **{**fields, "target": "axis-infantry-1"}, count=10) == "so-many-dice"
    assert table.no(ALLIED, "decide-dice", **{**fields, "target": "nobody"}, count=1) == "no-such-target"
    assert table.no(AXIS, "decide-dice", **fields, count=2) == "not-your-turn"
    assert "decide-dice" not in Battle().begin().order("recon", section="left").offered(ALLIED)


# -- moves


def before_the_jungle(at: str = "G5", **more: Any) -> Battle:
    """A tank that is ordered, and the jungle in G6: what it counts as is open."""
    legend = {"J": {"terrain": "forest", "not-refereed": [JUNGLE]}}
    opened = Battle(scenario({"G6": "J"}, {at: TANK, "G7": FOOT, **more}, legend)).begin()
    return opened.order("direct-from-hq", "allied-armour-1")


def test_over_ground_that_is_not_refereed_nobody_goes_without_the_table() -> None:
    table = before_the_jungle()
    (plain,) = table.offers(ALLIED, "move")
    assert "G6" not in hexes(plain)
    assert table.no(ALLIED, "move", unit="allied-armour-1", to="G6") == "table-decides-move"
    assert table.no(ALLIED, "move", unit="allied-armour-1", to="A9") == "not-reached"
    (offer,) = table.offers(ALLIED, "decide-move")
    assert hexes(offer) == ["G6"]
    assert offer.preview
    assert [one.label for one in offer.preview.working.reasons] == ["odd-pjungle"]
    fields = {"unit": "allied-armour-1", "to": "G6"}
    table.press(ALLIED, "decide-move", **fields, afterwards="may-not-battle")
    assert table.unit("allied-armour-1").at == "G6"
    battle = {"unit": "allied-armour-1", "target": "axis-infantry-1"}
    assert table.no(ALLIED, "battle", ["star"], **battle) == "kept-by-table"


def test_the_table_lets_a_unit_battle_though_what_the_ground_counts_as_does_not() -> None:
    table = before_the_jungle()
    table.press(ALLIED, "decide-move", unit="allied-armour-1", to="G6", afterwards="may-battle")
    # armour at one hex from the wood: 3 dice, no stop of a wood that only counts as one
    assert sum_of(table, "axis-infantry-1")[-1].total == 3


def test_a_unit_that_begins_there_is_moved_by_the_table_alone() -> None:
    table = before_the_jungle(at="G6")
    assert table.offers(ALLIED, "move") == []
    (offer,) = table.offers(ALLIED, "decide-move")
    assert "G5" in hexes(offer)


def test_where_all_ground_is_refereed_no_move_is_decided() -> None:
    table = battle()
    far = {"unit": "allied-armour-1", "afterwards": "may-battle"}
    assert table.no(ALLIED, "decide-move", **far, to="G4") == "all-is-refereed-there"
    open_ground = Battle().begin().order("recon", section="left")
    assert open_ground.no(ALLIED, "decide-move", **far, to="G4") in ("not-ordered", "not-this-phase", "not-your-turn")

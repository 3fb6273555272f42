"""Sums that something touches which is not refereed: they say so, and the table decides their dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from app.core.engine.offers import Offer
from app.core.rules.ruling import Reason, Ruling
from app.web.table.previews import terms_of
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


@pytest.mark.parametrize(
    ("language", "says", "called"), [("en", "not refereed: ", "jungle"), ("es", "no arbitrado: ", "jungla")]
)
def test_a_sum_names_what_is_not_refereed_in_it(language: str, says: str, called: str) -> None:
    table = battle()
    speech = table.table.game.get_translator(language)
    said = type(speech)({**speech.words, **table.table.game.files.table_words(table.table.opening)}, language)
    told = [said.reason(reason) for reason in sum_of(table, "axis-infantry-1")]
    assert told[-2:] == [f"{says}{called}", f"{says}badge{{46}}"]
    assert not any(said.reason(reason).startswith(says) for reason in sum_of(table, "axis-infantry-2"))


def test_a_line_that_changes_nothing_has_no_number() -> None:
    table = battle()
    speech = table.table.game.get_translator("en")
    said = type(speech)({**speech.words, **table.table.game.files.table_words(table.table.opening)}, "en")
    (offer,) = [one for one in table.offers(ALLIED, "battle") if one.given["target"] == "axis-infantry-1"]
    assert offer.preview
    assert [one.number for one in terms_of(offer.preview, said, None)] == ["3", "−2", "", ""]
    named = replace(offer.preview, result={}, working=Ruling(0, offer.preview.working.reasons[-1:]))
    assert [one.number for one in terms_of(named, said, None)] == [""]


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


@pytest.mark.parametrize("at", ["G8", "G9"])
def test_an_attack_that_the_notebook_refuses_is_made_where_the_table_wants_it_and_the_other_way_round(at: str) -> None:
    """Over three hexes without a die, over four out of range."""
    legend = {"J": {"terrain": "forest", "not-refereed": [JUNGLE]}}
    forces = {"G5": {"side": "allied", "type": "infantry"}, at: FOOT}
    table = Battle(scenario({at: "J"}, forces, legend)).begin().order("direct-from-hq", "allied-infantry-1")
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
    assert table.no(ALLIED, "move", unit="allied-armour-1", to="A9") == "table-decides-way"


def test_where_all_ground_is_refereed_no_move_is_decided() -> None:
    table = battle()
    far = {"unit": "allied-armour-1", "afterwards": "may-battle"}
    assert table.no(ALLIED, "decide-move", **far, to="G4") == "all-is-refereed-there"
    open_ground = Battle().begin().order("recon", section="left")
    assert open_ground.no(ALLIED, "decide-move", **far, to="G4") in ("not-ordered", "not-this-phase", "not-your-turn")


# -- retreats


def shot_at(behind: Mapping[str, str], enemy: Any = FOOT, own: str = "G5", *, flags: int = 1, **more: Any) -> Battle:
    """An enemy in G5 that is hit by flags; it goes back to the hexes of row 6."""
    legend = {"J": {"terrain": "forest", "not-refereed": [JUNGLE]}, "O": {"terrain": "forest"}}
    table = Battle(scenario(behind, {"G4": TANK, own: enemy}, legend, **more)).begin()
    table.order("direct-from-hq", "allied-armour-1")
    (attack,) = table.offers(ALLIED, "battle")
    assert attack.dice
    faces = ["flag"] * flags + ["star"] * (attack.dice.count - flags)
    table.press(ALLIED, "battle", faces, **attack.given)
    return table


def reasons(offer: Offer) -> list[str]:
    assert offer.preview
    return [one.label for one in offer.preview.working.reasons]


BOTH = {"F6": "J", "G6": "J"}


def test_a_retreat_over_ground_that_is_not_refereed_is_left_to_the_table() -> None:
    table = shot_at(BOTH)
    assert table.offers(AXIS, "answer-flags") == []
    assert table.no(AXIS, "answer-flags", ignore=0, to="G6") == "table-decides-retreat"
    assert table.no(AXIS, "answer-flags", ignore=0, to="A1") == "no-way-back"
    (offer,) = table.offers(AXIS, "decide-retreat")
    assert (hexes(offer), reasons(offer)) == (["F6", "G5", "G6"], ["odd-pjungle"])
    table.press(AXIS, "decide-retreat", to="G6", lost=1)
    unit = table.unit("axis-infantry-1")
    assert (unit.at, unit.figures, table.state.asked) == ("G6", 3, None)
    # the hex is empty, and where it lies all is refereed
    assert "take-ground" in table.offered(ALLIED)


def test_a_retreat_that_can_be_made_whole_over_other_ground_is_offered_and_names_the_rest() -> None:
    table = shot_at({"F6": "J"})
    (offer,) = table.offers(AXIS, "answer-flags")
    assert (hexes(offer), reasons(offer)) == (["G6"], ["flags", "odd-pjungle"])
    assert table.no(AXIS, "answer-flags", ignore=0, to="F6") == "table-decides-retreat"
    table.press(AXIS, "answer-flags", ignore=0, to="G6")
    # two flags, and the second row is reached only by the jungle: the table says what becomes of it
    table = shot_at({"F6": "J", "G6": "O", "F7": "J", "G7": "J", "H7": "J"}, flags=2)
    assert table.offers(AXIS, "answer-flags") == []


def test_whoever_is_hit_on_such_ground_goes_nowhere_without_the_table() -> None:
    table = shot_at({"G5": "J"})
    assert table.offers(AXIS, "answer-flags") == []
    (offer,) = table.offers(AXIS, "decide-retreat")
    assert hexes(offer) == ["F6", "G5", "G6"]
    assert table.no(AXIS, "decide-retreat", to="A1", lost=0) == "no-way-back"
    assert table.no(AXIS, "decide-retreat", to="G5", lost=2) == "so-many-figures"
    table.press(AXIS, "decide-retreat", to="G5", lost=0)
    assert (table.unit("axis-infantry-1").at, table.state.won) == ("G5", None)


def test_what_is_odd_about_the_unit_or_the_scenario_is_named_and_may_be_decided() -> None:
    table = shot_at({}, {**FOOT, "not-refereed": [PIT]})
    (offer,) = table.offers(AXIS, "answer-flags")
    assert reasons(offer) == ["flags", "odd-badge{46}"]
    assert "decide-retreat" in table.offered(AXIS)


def test_where_all_behind_is_refereed_no_retreat_is_decided() -> None:
    table = shot_at({"A1": "J"})
    assert table.no(AXIS, "decide-retreat", to="G6", lost=0) == "all-is-refereed-there"
    assert "decide-retreat" not in table.offered(AXIS)


def test_who_may_go_back_further_is_told_of_all_that_ground() -> None:
    """French Resistance goes back up to three hexes for a flag: the jungle lies in the third row."""
    table = shot_at({"F8": "J", "G8": "J", "H8": "J"}, {**FOOT, "badge": "french-resistance", "figures": 3})
    (offer,) = table.offers(AXIS, "answer-flags")
    assert reasons(offer) == ["flags", "odd-pjungle"]
    assert table.no(AXIS, "answer-flags", ignore=0, to="G8") == "table-decides-retreat"
    table.press(AXIS, "decide-retreat", to="G8", lost=0)
    assert table.unit("axis-infantry-1").at == "G8"


# -- trains

TRAIN = "axis-train-1"


def rails(odd: str = "F6") -> Battle:
    """A train on a track from F4 to F6, its locomotive in G5 and its wagon in G6; one hex of the track is odd."""
    legend = {"T": {"terrain": "railway-track"}, "J": {"terrain": "railway-track", "not-refereed": [JUNGLE]}}
    track = dict.fromkeys(["F4", "G4", "G5", "G6", "F6"], "T") | {odd: "J"}
    train = {"side": "axis", "kind": "plain", "locomotive": [12, 4], "wagon": [13, 3], "front": 3}
    return Battle(scenario(track, {"H4": TANK, "M9": FOOT}, legend, trains=[train])).begin()


def test_a_train_goes_over_such_track_only_as_the_table_decides() -> None:
    table = rails().pass_turn().order("assault", TRAIN, section="centre")
    (plain,) = table.offers(AXIS, "move-train")
    assert set(hexes(plain)) == {"G4", "F4"}
    assert table.no(AXIS, "move-train", unit=TRAIN, to="G6") == "table-decides-move"
    (offer,) = table.offers(AXIS, "decide-train")
    assert (hexes(offer), reasons(offer)) == (["G6"], ["odd-pjungle"])
    assert table.no(AXIS, "decide-train", unit=TRAIN, to="G4") == "all-is-refereed-there"
    assert table.no(AXIS, "decide-train", unit="axis-train-9", to="G6") == "not-ordered"
    table.press(AXIS, "decide-train", unit=TRAIN, to="G6")
    train = table.state.trains[TRAIN]
    assert (train.at, train.tail) == ("G6", "F6")
    assert table.offers(AXIS, "move-train") == []


def test_a_train_that_stands_on_such_track_is_moved_by_the_table_alone() -> None:
    table = rails("G6").pass_turn().order("assault", TRAIN, section="centre")
    assert table.offers(AXIS, "move-train") == []
    (offer,) = table.offers(AXIS, "decide-train")
    assert hexes(offer) == ["F4", "G4", "G6"]
    plain = Battle().begin().order("recon", section="left")
    assert "decide-train" not in plain.offered(ALLIED)


def shelled(flags: int, odd: str = "F6") -> Battle:
    """The tank hits the train with flags."""
    table = rails(odd).order("direct-from-hq", "allied-armour-1")
    table.press(ALLIED, "battle", ["flag"] * flags + ["star"] * (3 - flags), unit="allied-armour-1", target=TRAIN)
    return table


def test_a_train_retreats_over_such_track_as_the_table_decides() -> None:
    table = shelled(2)
    assert table.offers(AXIS, "answer-flags") == []
    assert table.no(AXIS, "answer-flags", ignore=1, to="G5") == "table-decides-retreat"
    (offer,) = table.offers(AXIS, "decide-retreat")
    assert (hexes(offer), reasons(offer)) == (["G5", "G6"], ["odd-pjungle"])
    assert table.no(AXIS, "decide-retreat", to="G6", lost=3) == "so-many-figures"
    table.press(AXIS, "decide-retreat", to="G6", lost=1)
    train = table.state.trains[TRAIN]
    assert (train.at, train.tail, train.hits, table.state.asked) == ("G6", "F6", 1, None)


def test_a_train_that_need_not_go_back_answers_as_ever() -> None:
    table = shelled(1)
    (offer,) = table.offers(AXIS, "answer-flags")
    assert (offer.given["ignore"], reasons(offer)[-1]) == (1, "odd-pjungle")
    table.press(AXIS, "decide-retreat", to="G5", lost=0)
    assert table.state.trains[TRAIN].hits == 0
    # the odd hex lies before it: one back is refereed, and beyond the end of the track lies nothing odd
    table = shelled(2, "F4")
    assert [one.given["ignore"] for one in table.offers(AXIS, "answer-flags")] == [1, 0]
    assert table.no(AXIS, "decide-retreat", to="G5", lost=0) == "all-is-refereed-there"


# -- Take Ground


def emptied(ground: Mapping[str, str], **more: Any) -> Battle:
    """The tank in G4 has emptied G5."""
    legend = {"J": {"terrain": "forest", "not-refereed": [JUNGLE]}}
    forces = {"G4": TANK, "G5": {**FOOT, "figures": 1}, "H6": FOOT, "A9": FOOT}
    table = Battle(scenario(ground, forces, legend, **more)).begin()
    table.order("direct-from-hq", "allied-armour-1")
    fields = {"unit": "allied-armour-1", "target": str(table.state.at("G5"))}
    table.press(ALLIED, "decide-dice", **fields, count=1)
    table.press(ALLIED, "battle", ["infantry"], **fields)
    return table


def test_ground_that_is_not_refereed_is_taken_as_the_table_decides() -> None:
    table = emptied({"G5": "J"})
    assert table.no(ALLIED, "take-ground", to="G5") == "table-decides-move"
    (offer,) = table.offers(ALLIED, "decide-ground")
    assert (hexes(offer), reasons(offer)) == (["G5"], ["odd-pjungle"])
    assert table.no(ALLIED, "decide-ground", to="A1", afterwards="may-battle") == "not-reached"
    table.press(ALLIED, "decide-ground", to="G5", afterwards="may-battle")
    # armour that overruns from ground that counts as a wood: the table lets it battle
    assert table.unit("allied-armour-1").at == "G5"
    assert {one.given["target"] for one in table.offers(ALLIED, "battle")} == {str(table.state.at("H6"))}


@pytest.mark.parametrize(("kind", "first"), [("armour", "may-battle"), ("infantry", "may-not-battle")])
def test_the_form_begins_with_what_the_unit_may_do_elsewhere(kind: str, first: str) -> None:
    """Armour overruns, infantry that takes ground does not battle again."""
    legend = {"J": {"terrain": "forest", "not-refereed": [JUNGLE]}}
    forces = {"G4": {**TANK, "type": kind}, "G5": {**FOOT, "figures": 1}, "A9": FOOT}
    table = Battle(scenario({"G5": "J"}, forces, legend)).begin()
    table.order("direct-from-hq", f"allied-{kind}-1")
    fields = {"unit": f"allied-{kind}-1", "target": str(table.state.at("G5"))}
    table.press(ALLIED, "decide-dice", **fields, count=1)
    table.press(ALLIED, "battle", ["infantry"], **fields)
    (offer,) = table.offers(ALLIED, "decide-ground")
    choice = offer.choose["afterwards"]
    assert isinstance(choice, list)
    assert choice[0] == first


def test_whoever_never_takes_ground_is_told_so_there_too() -> None:
    legend = {"J": {"terrain": "forest", "not-refereed": [JUNGLE]}}
    forces = {"G4": {**TANK, "type": "artillery"}, "G5": {**FOOT, "figures": 1}, "A9": FOOT}
    table = Battle(scenario({"G5": "J"}, forces, legend)).begin().order("direct-from-hq", "allied-artillery-1")
    fields = {"unit": "allied-artillery-1", "target": str(table.state.at("G5"))}
    table.press(ALLIED, "battle", ["infantry"] * 3, **fields)
    assert table.no(ALLIED, "take-ground", to="G5") == "no-ground-because"
    assert table.no(ALLIED, "decide-ground", to="G5", afterwards="may-battle") == "all-is-refereed-there"


def test_the_table_may_leave_the_overrun_out() -> None:
    table = emptied({"G5": "J"})
    table.press(ALLIED, "decide-ground", to="G5", afterwards="may-not-battle")
    assert table.offers(ALLIED, "battle") == []


def test_behind_the_emptied_hex_such_ground_is_not_taken_silently() -> None:
    desert = {"special-rules": ["north-african-desert"]}
    option = {"not-refereed": [{"kind": "option", "name": "blitz_rules"}]}
    table = emptied({"F6": "J"}, **desert, **option)
    (offer,) = table.offers(ALLIED, "take-ground")
    assert "G5" in hexes(offer)
    assert "F6" not in hexes(offer)
    assert reasons(offer) == ["odd-blitz_rules", "odd-pjungle"]
    (decided,) = table.offers(ALLIED, "decide-ground")
    assert "F6" in hexes(decided)


def test_ground_of_which_all_is_refereed_is_not_decided() -> None:
    table = shot_at({"A1": "J"})
    table.press(AXIS, "answer-flags", ignore=0, to="G6")
    assert table.no(ALLIED, "decide-ground", to="G5", afterwards="may-battle") == "all-is-refereed-there"


def test_dice_that_were_decided_lapse_once_the_unit_has_moved() -> None:
    """From G4 over two hexes of forest: decided for that shot, not for the one from G5 beside its target."""
    legend = {"J": {"terrain": "forest", "not-refereed": [JUNGLE]}}
    table = Battle(scenario({"G6": "J"}, {"G4": TANK, "G6": FOOT}, legend)).begin()
    table.order("direct-from-hq", "allied-armour-1")
    fields = {"unit": "allied-armour-1", "target": "axis-infantry-1"}
    table.press(ALLIED, "decide-dice", **fields, count=5)
    assert sum_of(table, "axis-infantry-1")[-1].total == 5
    table.press(ALLIED, "move", unit="allied-armour-1", to="G5")
    # 3 dice, 2 less in forest; the line of what is not refereed adds nothing
    assert (table.state.decided, sum_of(table, "axis-infantry-1")[-1].total) == ({}, 1)

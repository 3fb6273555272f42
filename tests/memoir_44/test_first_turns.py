"""Smoke, reinforcements, units that rest, marked oases and towns: worked by hand at a table and in files of ours."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.memoir_44.book import EDITION, edition_book
from app.games.memoir_44.scenarios.briefing import briefing
from app.games.memoir_44.scenarios.editor_writing import as_editor_file
from app.games.memoir_44.scenarios.scenario import scenario_of
from tests.memoir_44.battles import A1, ARM, ART, E_INF, GRENADE, INF, STAR, X1, assault, at, battle, dice_against
from tests.memoir_44.editor_files import hexagon, made, read, scenario
from tests.memoir_44.playing import ALLIED, AXIS, Battle, orderable

BOOK = edition_book(EDITION, {})

# -- smoke: three hexes in a row, which block sight until the third turn has ended

SMOKE = {"smoke": "allied"}
ROW = {"row": "row-w-e", "at": "G5"}


def smoky(forces: dict[str, Any] | None = None, **more: Any) -> Battle:
    return battle(forces or {"G4": INF, "G6": E_INF}, **SMOKE, **more)


def lies(game: Battle) -> list[str]:
    return sorted(at for at, names in game.state.added.items() if "smoke" in names)


def test_nobody_plays_a_card_before_smoke_is_laid_or_left() -> None:
    game = smoky()
    assert game.no(ALLIED, "play-card", card="recon", section="left") == "smoke-first"
    assert game.no(AXIS, "lay-smoke", **ROW) == "no-smoke-now"
    game.press(ALLIED, "leave-smoke")
    assert (lies(game), game.no(ALLIED, "lay-smoke", **ROW)) == ([], "no-smoke-now")
    game.press(ALLIED, "play-card", card="recon", section="left")


@pytest.mark.parametrize(
    ("row", "hexes"),
    [("row-w-e", ["F5", "G5", "H5"]), ("row-sw-ne", ["F4", "G5", "G6"]), ("row-se-nw", ["F6", "G4", "G5"])],
)
def test_smoke_lies_on_three_hexes_in_a_row(row: str, hexes: list[str]) -> None:
    game = smoky()
    game.press(ALLIED, "lay-smoke", row=row, at="G5")
    assert lies(game) == hexes


@pytest.mark.parametrize(("at_", "fits"), [("A5", False), ("B5", True), ("L5", True), ("M5", False)])
def test_the_whole_row_is_on_the_board(at_: str, fits: bool) -> None:
    game = smoky()
    offered = {offer.given["row"]: offer.choose["at"] for offer in game.offers(ALLIED, "lay-smoke")}
    assert (at_ in offered["row-w-e"]) is fits
    if not fits:
        assert game.no(ALLIED, "lay-smoke", row="row-w-e", at=at_) == "no-row-there"
    assert game.no(ALLIED, "lay-smoke", row="zigzag", at="G5") == "no-such-row"


def test_artillery_fires_over_smoke() -> None:
    game = smoky({"G3": ART, "G7": E_INF})
    game.press(ALLIED, "lay-smoke", **ROW)
    assault(game, "allied-artillery-1")
    assert dice_against(game, ALLIED, "allied-artillery-1", at(game, "G7")) == 2


@pytest.mark.parametrize(("laid", "dice"), [(False, 2), (True, None)])
def test_infantry_does_not_see_through_smoke(laid: bool, dice: int | None) -> None:
    game = smoky({"E5": INF, "G5": E_INF})
    game.press(ALLIED, "lay-smoke", row="row-sw-ne", at="F5") if laid else game.press(ALLIED, "leave-smoke")
    assault(game, at(game, "E5"))
    assert dice_against(game, ALLIED, at(game, "E5"), at(game, "G5")) == dice


def test_a_unit_in_smoke_sees_and_is_seen_and_nothing_protects_it() -> None:
    """The row lies on F5, G5, H5: both units stand on its ends or beside it, nothing of it between them."""
    game = smoky({"F5": INF, "F7": E_INF})
    game.press(ALLIED, "lay-smoke", **ROW)
    assault(game, at(game, "F5"))
    assert dice_against(game, ALLIED, at(game, "F5"), at(game, "F7")) == 2
    game = smoky({"F7": INF, "F5": E_INF})
    game.press(ALLIED, "lay-smoke", **ROW)
    assault(game, at(game, "F7"))
    assert dice_against(game, ALLIED, at(game, "F7"), at(game, "F5")) == 2


def test_units_move_through_smoke_as_through_open_ground() -> None:
    game = smoky({"G4": ARM})
    game.press(ALLIED, "lay-smoke", **ROW)
    game.order("assault", "allied-armour-1", section="centre")
    (offer,) = [one for one in game.offers(ALLIED, "move") if one.given["unit"] == "allied-armour-1"]
    game.press(ALLIED, "move", unit="allied-armour-1", to="G7")
    assert game.unit("allied-armour-1").kept is None
    assert "G7" in (offer.own or ())


def test_smoke_clears_once_the_third_turn_has_ended() -> None:
    game = smoky()
    game.press(ALLIED, "lay-smoke", **ROW)
    game.pass_turn().pass_turn()
    assert (game.state.turn, lies(game)) == (3, ["F5", "G5", "H5"])
    game.pass_turn()
    assert (game.state.turn, lies(game)) == (4, [])


def test_laying_smoke_is_undone_and_so_is_its_end() -> None:
    game = smoky()
    game.press(ALLIED, "lay-smoke", **ROW)
    undo(game, ALLIED)
    assert lies(game) == []
    assert game.no(ALLIED, "play-card", card="recon", section="left") == "smoke-first"
    game.press(ALLIED, "lay-smoke", row="row-w-e", at="C3")
    game.pass_turn().pass_turn().pass_turn()
    assert lies(game) == []
    undo(game, ALLIED)
    assert (game.state.turn, lies(game)) == (3, ["B3", "C3", "D3"])


def undo(game: Battle, seat: str) -> None:
    (offer,) = game.offers(seat, "undo")
    game.press(seat, "undo", **offer.given)


# -- reinforcements: an order of a card brings armour onto the enemy's baseline, once

MORE = {"reinforcements": {"allied": {"units": 2, "nation": "us"}}}
NEW = "allied-armour-1"


def reinforced(card: str, section: str | None = None, **more: Any) -> Battle:
    forces = more.pop("forces", {"G4": INF})
    game = battle(forces, more.pop("ground", None), **{**MORE, **more})
    game.press(ALLIED, "play-card", card=card, **({"section": section} if section else {}))
    return game


def brought_to(game: Battle) -> dict[int, list[str]]:
    offers = game.offers(ALLIED, "bring-reinforcements")
    return {int(str(one.given["place"])): [str(at_) for at_ in one.values("at")] for one in offers}


@pytest.mark.parametrize(
    ("section", "hexes"),
    [("left", ["A9", "C9", "D9", "E9"]), ("centre", ["E9", "F9", "H9", "I9"]), ("right", ["J9", "K9", "L9"])],
)
def test_reinforcements_come_to_free_hexes_of_the_enemys_baseline_in_the_section(
    section: str, hexes: list[str]
) -> None:
    """Lines at columns 7 and 17: E9 (8) is in the centre. B9, G9 and M9 are taken."""
    game = reinforced("probe", section, forces={"G9": E_INF, "B9": E_INF, "M8": E_INF})
    assert brought_to(game) == {0: [one for one in hexes if (section, one) != ("left", "E9")]}
    assert game.no(ALLIED, "bring-reinforcements", place=0, at="G9") == "not-brought-there"


def test_each_counts_as_one_order_of_the_card_and_no_more_come_than_it_orders() -> None:
    game = reinforced("recon", "left", forces={"A3": INF})
    game.press(ALLIED, "bring-reinforcements", place=0, at="A9")
    assert (game.state.phase, game.state.slots) == ("action", [])
    assert game.unit(NEW).ordered
    game = reinforced("attack", "left", forces={"A3": INF})
    game.press(ALLIED, "bring-reinforcements", place=0, at="A9")
    game.press(ALLIED, "bring-reinforcements", place=0, at="B9")
    assert game.no(ALLIED, "bring-reinforcements", place=0, at="C9") == "no-reinforcements"
    (offer,) = game.offers(ALLIED, "order")
    assert (game.state.slots[0].count, orderable(offer)) == (1, ["allied-infantry-1", "allied-infantry-2"])


def test_only_one_card_brings_them() -> None:
    game = reinforced("probe", "left")
    game.press(ALLIED, "bring-reinforcements", place=0, at="A9")
    game.press(ALLIED, "order", place=0, units=[])
    game.press(ALLIED, "end-turn")
    game.pass_turn()
    game.press(ALLIED, "play-card", card="probe", section="left")
    assert game.no(ALLIED, "bring-reinforcements", place=0, at="B9") == "no-reinforcements"
    game = reinforced("probe", "left")
    game.press(ALLIED, "order", place=0, units=[])
    game.press(ALLIED, "end-turn")
    game.pass_turn()
    game.press(ALLIED, "play-card", card="probe", section="left")
    game.press(ALLIED, "bring-reinforcements", place=0, at="B9")


@pytest.mark.parametrize(
    ("card", "may"),
    [("direct-from-hq", True), ("armour-assault", True), ("move-out", False), ("artillery-bombard", False)],
)
def test_a_card_brings_armour_only_if_it_orders_armour(card: str, may: bool) -> None:
    game = reinforced(card, forces={"G4": INF, "G3": ART, "G2": {**ARM, "figures": 1}})
    assert bool(game.offers(ALLIED, "bring-reinforcements")) is may
    if not may:
        assert game.no(ALLIED, "bring-reinforcements", place=0, at="G9") == "no-room-on-baseline"


def test_each_order_of_a_card_for_several_sections_brings_units_of_its_own() -> None:
    game = reinforced("recon-in-force")
    found = brought_to(game)
    assert ("A9" in found[0], "G9" in found[1], "K9" in found[2]) == (True, True, True)
    assert ("G9" in found[0], "A9" in found[1], "A9" in found[2]) == (False, False, False)
    game.press(ALLIED, "bring-reinforcements", place=1, at="G9")
    assert [slot.section for slot in game.state.slots] == ["left", "right"]
    assert game.no(ALLIED, "bring-reinforcements", place=2, at="K9") == "no-such-slot"


def test_they_battle_at_once_and_do_not_move() -> None:
    """Armour rolls three dice at one hex; the assault in the centre orders all, so both come."""
    game = reinforced("assault", "centre", forces={"G8": E_INF})
    game.press(ALLIED, "bring-reinforcements", place=0, at="G9")
    game.press(ALLIED, "order", place=0, units=[])
    assert not game.offers(ALLIED, "move")
    assert game.no(ALLIED, "move", unit=NEW, to="H9") == "moved-already"
    assert dice_against(game, ALLIED, NEW, at(game, "G8")) == 3


@pytest.mark.parametrize(("ground", "dice"), [("forest", None), ("oasis", 3)])
def test_ground_on_which_none_battles_on_entry_counts(ground: str, dice: int | None) -> None:
    game = reinforced("assault", "centre", forces={"G8": E_INF}, ground={"G9": ground})
    game.press(ALLIED, "bring-reinforcements", place=0, at="G9")
    game.press(ALLIED, "order", place=0, units=[])
    assert dice_against(game, ALLIED, NEW, at(game, "G8")) == dice


def test_they_take_ground_and_do_not_overrun() -> None:
    game = reinforced("assault", "centre", forces={"G8": {**E_INF, "figures": 1}})
    game.press(ALLIED, "bring-reinforcements", place=0, at="G9")
    game.press(ALLIED, "order", place=0, units=[])
    game.press(ALLIED, "battle", unit=NEW, target=at(game, "G8"), dice=[GRENADE, STAR, STAR])
    assert (game.state.won.hexes, game.state.won.overrun) == (1, False)
    game.press(ALLIED, "take-ground", to="G8")
    assert game.no(ALLIED, "battle", unit=NEW, target=X1, dice=[STAR] * 3) == "battled-already"


def test_ground_that_is_closed_to_them_is_left_out() -> None:
    closed = {
        at_: {"terrain": "open", "closed": {side: ["armour"]}} for at_, side in (("G9", "allied"), ("H9", "axis"))
    }
    game = battle({"G4": INF}, {"F9": "lake", "I9": "river"}, obstacles=closed, **MORE)
    game.press(ALLIED, "play-card", card="assault", section="centre")
    found = brought_to(game)[0]
    assert ({"F9", "G9", "I9"} & set(found), "H9" in found) == (set(), True)


def test_they_leave_by_no_exit_where_the_file_says_so() -> None:
    told = {"units": 1, "traits": ["no-exit"], "badge": "elite-armour", "nation": "ger"}
    game = battle({"G4": E_INF}, reinforcements={"axis": told}, first="axis")
    game.press(AXIS, "play-card", card="recon", section="centre")
    game.press(AXIS, "bring-reinforcements", place=0, at="G1")
    unit = game.unit("axis-armour-1")
    assert (unit.figures, unit.badge, unit.traits, unit.nation) == (4, "elite-armour", ["no-exit"], "ger")


def test_who_comes_onto_a_minefield_has_entered_it() -> None:
    game = reinforced("assault", "centre", mines=[{"side": "axis", "at": [[12, 0]]}])
    game.state.mines["G9"].hidden = 2
    game.press(ALLIED, "bring-reinforcements", place=0, at="G9")
    assert game.state.in_mine == NEW


def test_bringing_a_unit_is_undone_with_its_order() -> None:
    game = reinforced("probe", "left")
    game.press(ALLIED, "bring-reinforcements", place=0, at="A9")
    undo(game, ALLIED)
    assert (NEW in game.state.units, game.state.slots[0].count, game.state.reserves["allied"].left) == (False, 2, 2)
    game.press(ALLIED, "bring-reinforcements", place=0, at="A9")


# -- units that take no order in their first turns


@pytest.mark.parametrize("side", [ALLIED, AXIS])
def test_a_unit_that_rests_takes_its_first_order_in_the_turn_after(side: str) -> None:
    unit = {**(INF if side == ALLIED else E_INF), "rests": 1}
    game = battle({"G5": unit})
    game.to_turn_of(side)
    for rests in (True, False):
        game.press(side, "play-card", card="assault", section="centre")
        assert (at(game, "G5") in orderable(game.offers(side, "order")[0])) is not rests
        game.press(side, "order", place=0, units=[])
        game.press(side, "end-turn")
        game.pass_turn()


def test_a_unit_that_rests_is_read_from_a_file_and_told() -> None:
    resting = {"name": "inf2us", "behavior": "CANNOT_BE_ACTIVATED_TILL_TURN", "turn": 2}
    data = scenario([hexagon(8, 12, unit=resting), hexagon(0, 12, unit={"name": "infger"})])
    assert read(data).report["not_refereed"] == []
    assert {unit.at: unit.sign.rests for unit in made(data).units} == {(12, 8): 2, (12, 0): 0}
    assert "scenario.rests" in {line.key for line in briefing(read(data).mission({}), BOOK).special}


# -- oases and towns of which the file says something


def test_infantry_recovers_only_on_the_tiles_that_a_file_marks() -> None:
    tiles = [
        hexagon(4, 12, terrain={"name": "oasis", "behavior": "OASIS_RECOVERY"}),
        hexagon(4, 10, terrain={"name": "oasis"}),
    ]
    found = made(scenario(tiles))
    assert (found.special_rules, found.on((12, 4)).recovers, found.on((10, 4)).recovers) == (frozenset(), True, False)
    assert found.lying((12, 4)) == ["oasis", "recovery-here"]


@pytest.mark.parametrize(
    ("tile", "recovers"), [({"terrain": "oasis", "recovers": True}, True), ({"terrain": "oasis"}, False)]
)
def test_a_marked_oasis_recovers_and_another_one_does_not(tile: dict[str, Any], recovers: bool) -> None:
    game = battle({"G5": INF}, obstacles={"G5": tile})
    game.unit(A1).figures = 3
    assert bool(assault(game, A1).offers(ALLIED, "recover")) is recovers


def test_only_infantry_recovers_in_a_marked_oasis() -> None:
    game = battle({"G5": ARM}, obstacles={"G5": {"terrain": "oasis", "recovers": True}})
    game.unit("allied-armour-1").figures = 2
    assert not assault(game, "allied-armour-1").offers(ALLIED, "recover")


TOWN = {"name": "buildings", "behavior": "HEADQUARTER", "original_owner": "AXIS"}


@pytest.mark.parametrize(
    ("answer", "lying"),
    [("open", ["town"]), ("headquarters-here", ["town", "headquarters-here"]), ("decide", ["town"])],
)
def test_a_town_is_headquarters_if_the_table_says_so(answer: str, lying: list[str]) -> None:
    data = scenario([hexagon(4, 12, terrain=TOWN)])
    (asked,) = [one for one in read(data).asked if one.key == "hq-town"]
    assert (asked.usual, list(asked.choices)) == ("open", ["open", "headquarters-here", "decide"])
    found = made(data, **{"hq-town": answer})
    assert (found.lying((12, 4)), found.on((12, 4)).owner) == (lying, "axis" if len(lying) > 1 else None)
    assert (found.odd_on((12, 4)) != ()) is (answer == "decide")


def test_the_enemy_who_enters_headquarters_in_a_town_takes_a_card_and_it_stays_a_town() -> None:
    town = {"terrain": "town", "headquarters": True, "owner": "axis"}
    game = battle({"G4": INF}, obstacles={"G5": town}, deck="app")
    game.state.accounts[ALLIED].hand[0] = "assault-centre"
    game.press(ALLIED, "play-card", card="assault-centre")
    game.press(ALLIED, "order", place=0, units=[A1])
    assert game.state.hand_limit == {"allied": 5, "axis": 5}
    game.press(ALLIED, "move", unit=A1, to="G5")
    assert (game.state.hand_limit, len(game.state.accounts[AXIS].hand)) == ({"allied": 5, "axis": 4}, 4)


# -- files


def test_smoke_and_reinforcements_are_read_from_a_file() -> None:
    options = {
        "smoke_screen": {"side": "ALLIES"},
        "armor_breakthrough_rules": {
            "ALLIES": {"nbr_units": 2, "name": "tankus"},
            "AXIS": {"nbr_units": "3", "name": "tank2ger", "badge": "badge4", "behavior": "CANNOT_EXIT"},
        },
    }
    data = scenario([], info={"options": options})
    assert read(data).report["not_refereed"] == []
    found = made(data)
    allied, axis = found.reinforcements["allied"], found.reinforcements["axis"]
    assert (found.smoke, allied.units, allied.badge, axis.units, axis.badge) == ("allied", 2, None, 3, "elite-armour")
    assert (axis.traits, axis.emblem, axis.nation) == (("no-exit",), "badge-4", "ger")


@pytest.mark.parametrize(
    "options",
    [{"smoke_screen": {"side": "MOON"}}, {"armor_breakthrough_rules": {"MOON": {"name": "tankus"}}},
     {"armor_breakthrough_rules": {"ALLIES": {"name": "quicksand"}}}],
)  # fmt: skip
def test_an_option_that_names_no_side_or_unit_is_not_refereed(options: dict[str, Any]) -> None:
    (one,) = read(scenario([], info={"options": options})).report["not_refereed"]
    assert one == {"kind": "option", "name": next(iter(options)), "count": 1}


def test_a_unit_that_is_dropped_onto_ground_closed_to_its_side_is_lost() -> None:
    drop = {"side": "allied", "drops": [1], "steps": 1, "at": [[12, 4]]}
    for side, lands in (("allied", False), ("axis", True)):
        closed = {"H5": {"terrain": "open", "closed": {side: ["infantry"]}}}
        game = battle({"G7": E_INF}, obstacles=closed, **{"air-drops": [drop]})
        game.press(ALLIED, "drop-unit", at="G5", dice=[1])
        assert (game.state.at("H5") is not None) is lands


def test_all_of_it_is_exported_and_read_again() -> None:
    tiles = [
        hexagon(4, 12, terrain={"name": "oasis", "behavior": "OASIS_RECOVERY"}),
        hexagon(4, 14, terrain=TOWN),
        hexagon(8, 12, unit={"name": "infus", "behavior": "CANNOT_BE_ACTIVATED_TILL_TURN", "turn": 2}),
    ]
    options = {"smoke_screen": {"side": "AXIS"}, "armor_breakthrough_rules": {"ALLIES": {"name": "tankus"}}}
    mission = read(scenario(tiles, info={"options": options})).mission({"hq-town": "headquarters-here"})
    written = as_editor_file(mission)
    for text in (
        b"OASIS_RECOVERY",
        b"HEADQUARTER",
        b"CANNOT_BE_ACTIVATED_TILL_TURN",
        b"smoke_screen",
        b"armor_breakthrough",
    ):
        assert text in written
    before, after = scenario_of(mission, BOOK), made(written)
    assert (after.smoke, after.reinforcements) == (before.smoke, before.reinforcements)
    assert [unit.sign.rests for unit in after.units] == [2]
    assert (after.lying((12, 4)), after.lying((14, 4))) == (["oasis", "recovery-here"], ["town", "headquarters-here"])
    keys = {line.key for line in briefing(mission, BOOK).special}
    assert {"scenario.smoke", "scenario.reinforcements", "scenario.rests", "scenario.recovers"} <= keys
    assert "scenario.headquarters" in keys

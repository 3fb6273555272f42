"""What the table places, moves and removes by its own ruling: units, obstacles, mines and stars."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.engine.offers import Offer
from app.core.engine.visibility import Redacted
from tests.memoir_44.battles import (
    A1,
    ARM,
    E_INF,
    FLAG,
    INF,
    MINED,
    STAR,
    TRAIN,
    assault,
    at,
    battle,
    on_mine,
    rails,
    stars,
)
from tests.memoir_44.playing import ALLIED, AXIS, Battle, lines

WIRED = {"G6": {"terrain": "town", "obstacles": {"wire": 1}}}


def forms(game: Battle, command: str, **given: Any) -> list[Offer]:
    return [one for one in game.offers(ALLIED, command) if one.given == given]


def test_a_unit_is_moved_to_any_hex_where_nobody_stands() -> None:
    game = battle({"G4": INF, "G5": E_INF})
    (offer,) = [one for one in forms(game, "move-piece") if A1 in str(one.choose["piece"])]
    assert {"G4", "G5"}.isdisjoint(offer.choose["to"])  # type: ignore[arg-type]
    game.press(ALLIED, "move-piece", piece=A1, to="B8", reason="he swam")
    assert (game.unit(A1).at, game.unit(A1).moves, game.unit(A1).path) == ("B8", 0, [])
    assert [one.key for one in game.table.entries[-1].events] == ["unit-put", "reason-given"]
    assert game.no(ALLIED, "move-piece", piece=A1, to="G5") == "no-room-there"
    assert game.no(ALLIED, "move-piece", piece=A1, to="Z9") == "no-hex-there"
    assert game.no(ALLIED, "move-piece", piece="allied-infantry-7", to="G4") == "no-such-piece"
    assert game.no(ALLIED, "move-piece", piece=A1, at="G4", to="G3") == "no-such-piece"


def test_a_unit_from_the_box_comes_at_full_strength_and_has_no_order() -> None:
    game = battle({"G4": INF})
    game.press(ALLIED, "place-piece", piece="allied-armour", at="G5")
    tank = game.unit(at(game, "G5"))
    assert (tank.side, tank.type, tank.figures, tank.ordered) == (ALLIED, "armour", 3, False)
    assert game.no(ALLIED, "place-piece", piece="axis-infantry", at="G5") == "no-room-there"
    assert game.no(ALLIED, "place-piece", piece="axis-train", at="G7") == "no-such-piece"


def test_a_unit_that_is_taken_off_brings_nobody_a_medal_and_leaves_what_it_carried() -> None:
    game = battle({"G4": INF, "G6": E_INF}, **stars("equipment"))
    assault(game, A1).press(ALLIED, "move", unit=A1, to="G5")
    assert game.unit(A1).carries == "equipment-1"
    game.press(ALLIED, "remove-piece", piece=A1)
    star = game.state.stars["equipment-1"]
    assert (game.unit(A1).at, game.state.medals, star.at, star.by) == (None, {ALLIED: 0, AXIS: 0}, "G5", None)


def test_an_obstacle_is_placed_moved_and_removed_and_does_what_such_a_one_does() -> None:
    game = battle({"G4": INF}, obstacles=WIRED)
    lies = forms(game, "remove-piece", piece="wire")
    assert [one.choose["at"] for one in lies] == [["G6"]]
    game.press(ALLIED, "move-piece", piece="wire", at="G6", to="G5")
    assert (game.state.removed, game.state.added) == ({"G6": ["wire"]}, {"G5": ["wire"]})
    game.press(ALLIED, "place-piece", piece="road-block", at="G5")
    assert game.no(ALLIED, "place-piece", piece="wire", at="G5") == "no-room-there"
    game.press(ALLIED, "remove-piece", piece="wire", at="G5")
    game.press(ALLIED, "place-piece", piece="wire", at="G6")
    assert (game.state.removed, game.state.added) == ({"G6": []}, {"G5": ["road-block"]})
    assert game.no(ALLIED, "remove-piece", piece="wire", at="G5") == "no-such-piece"
    # dice from G4 at a road block beside it: 3 − 1
    game.press(ALLIED, "place-piece", piece="axis-infantry", at="G5")
    assault(game, A1)
    (attack,) = game.offers(ALLIED, "battle")
    assert attack.dice
    assert attack.dice.count == 2


def test_a_mine_keeps_its_number_where_it_is_moved_to_and_a_new_one_is_drawn_unseen() -> None:
    game = battle({"G4": INF}, **MINED)
    number = game.state.mines["G5"].hidden
    game.press(ALLIED, "move-piece", piece="minefield", at="G5", to="H5")
    assert {key: mine.hidden for key, mine in game.state.mines.items()} == {"H5": number}
    game.press(ALLIED, "place-piece", piece="minefield-allied", at="C3")
    assert isinstance(game.state.mines["C3"].hidden, int)
    for seat in (ALLIED, AXIS):
        assert isinstance(game.table.state_for(game.table.seat(seat)).mines["C3"].hidden, Redacted)
        assert "'value': {'hidden': 1}" in game.told(seat)
    game.press(ALLIED, "remove-piece", piece="minefield", at="H5")
    assert list(game.state.mines) == ["C3"]
    assert game.no(ALLIED, "place-piece", piece="minefield-axis", at="C3") == "no-room-there"


def test_a_new_mine_is_one_of_the_tokens_that_are_left() -> None:
    """0, 0, 0, 1, 1, 2, 2, 3, 4: once eight lie there, the ninth is known."""
    eight = {"mines": [{"side": "axis", "at": [[column, 4] for column in range(0, 16, 2)]}]}
    game = battle({"G4": INF}, **eight)
    game.press(ALLIED, "place-piece", piece="minefield-axis", at="L5")
    assert sorted(mine.hidden for mine in game.state.mines.values()) == [0, 0, 0, 1, 1, 2, 2, 3, 4]


def test_a_real_mine_token_that_is_placed_has_no_number_for_the_app() -> None:
    game = battle({"G4": INF}, mines_are="physical")
    game.press(ALLIED, "place-piece", piece="minefield-axis", at="G5")
    assert game.state.mines["G5"].value is None
    assault(game, A1).press(ALLIED, "move", unit=A1, to="G5")
    assert game.offers(ALLIED, "tell-mine")


def test_a_star_is_placed_moved_and_removed_but_none_of_a_dam() -> None:
    game = battle({"G4": INF}, **stars("dam"))
    game.press(ALLIED, "place-piece", piece="as-told", at="G5")
    game.press(ALLIED, "move-piece", piece="as-told-1", to="G6")
    assert game.state.stars["as-told-1"].at == "G6"
    assert game.no(ALLIED, "move-piece", piece="dam-1", to="G7") == "no-such-piece"
    assert game.no(ALLIED, "place-piece", piece="dam", at="G7") == "no-such-piece"
    game.press(ALLIED, "remove-piece", piece="as-told-1")
    assert list(game.state.stars) == ["dam-1"]


# -- what a lifted unit still had to do is settled


def test_flags_of_a_unit_that_is_moved_by_hand_are_answered() -> None:
    game = assault(battle({"G4": INF, "G5": E_INF}), A1)
    foe = at(game, "G5")
    game.press(ALLIED, "battle", unit=A1, target=foe, dice=[FLAG, STAR, STAR])
    assert game.state.asked is not None
    game.press(AXIS, "move-piece", piece=foe, to="G7")
    assert (game.state.asked, game.state.waiting) == (None, [])


@pytest.mark.parametrize("lifted", ["unit", "mine"])
def test_no_minefield_rolls_once_its_unit_or_the_mine_itself_is_moved(lifted: str) -> None:
    game = on_mine(3, INF)
    game.press(ALLIED, "move", unit=A1, to="G5")
    assert game.state.in_mine == A1
    seat, piece = (ALLIED, {"piece": A1}) if lifted == "unit" else (AXIS, {"piece": "minefield", "at": "G5"})
    game.press(seat, "move-piece", **piece, to="B3")
    assert (game.state.in_mine, game.state.waiting, game.no(AXIS, "roll-mine", dice=[])) == (
        None,
        [],
        "no-mine-to-roll",
    )


@pytest.mark.parametrize("press", [{"piece": A1, "to": "B3"}, {"piece": A1, "to": "H4"}])
def test_ground_that_was_won_is_not_taken_from_where_a_unit_was_put(press: dict[str, str]) -> None:
    game = assault(battle({"G4": INF, "G5": {**E_INF, "figures": 1}}), A1)
    game.press(ALLIED, "battle", unit=A1, target=at(game, "G5"), dice=["infantry", STAR, STAR])
    game.press(ALLIED, "move-piece", **press)
    assert game.no(ALLIED, "take-ground", to="G5") == "no-ground-won"


def test_ground_on_which_the_table_puts_somebody_is_not_taken() -> None:
    game = assault(battle({"G4": INF, "G5": {**E_INF, "figures": 1}}), A1)
    game.press(ALLIED, "battle", unit=A1, target=at(game, "G5"), dice=["infantry", STAR, STAR])
    game.press(ALLIED, "place-piece", piece="axis-infantry", at="G5")
    assert game.no(ALLIED, "take-ground", to="G5") == "no-ground-won"


def test_armour_that_is_lifted_has_let_its_overrun_go() -> None:
    game = battle({"G4": ARM, "G5": {**E_INF, "figures": 1}, "G6": E_INF})
    tank = "allied-armour-1"
    assault(game, tank)
    game.press(ALLIED, "battle", unit=tank, target=at(game, "G5"), dice=["grenade", STAR, STAR])
    game.press(ALLIED, "take-ground", to="G5")
    assert game.offers(ALLIED, "battle")
    game.press(ALLIED, "move-piece", piece=tank, to="H5")
    assert game.no(ALLIED, "battle", unit=tank, target=at(game, "G6"), dice=[]) == "battled-already"


def test_an_announced_attack_is_off_and_counts_as_none_once_its_target_is_moved_away() -> None:
    game = dealt()
    foe = at(game, "G5")
    game.press(ALLIED, "announce-attack", unit=A1, target=foe)
    game.press(AXIS, "move-piece", piece=foe, to="G7")
    assert (game.state.assault, game.state.waiting, game.unit(A1).battles) == (None, [], 0)


def dealt() -> Battle:
    """Infantry in G4 ordered beside an enemy in G5, hands dealt."""
    game = battle({"G4": INF, "G5": E_INF}, deck="app")
    game.state.accounts[ALLIED].hand[0] = "assault-centre"
    game.press(ALLIED, "play-card", card="assault-centre")
    game.press(ALLIED, "order", place=0, units=[A1])
    return game


def test_a_leader_whose_last_friend_is_taken_off_is_lost() -> None:
    forces = {"G4": INF, "G5": {**E_INF, "figures": 1, "leader": True}}
    game = assault(battle(forces), A1)
    game.press(ALLIED, "battle", unit=A1, target=at(game, "G5"), dice=["infantry", STAR, STAR])
    assert game.state.leader_down is not None
    game.press(AXIS, "remove-piece", piece=at(game, "M9"))
    # one medal for the unit, one for its leader; nobody of the Axis is left, which ends the battle with the next press
    assert (game.state.medals[ALLIED], game.state.over) == (2, False)
    game.press(ALLIED, "end-turn")
    assert (game.state.medals[ALLIED], game.state.over, game.state.winner) == (2, True, ALLIED)


# -- who may, when, and back again


def test_nothing_is_placed_by_hand_once_the_battle_is_over() -> None:
    game = assault(battle({"G4": INF, "G5": E_INF}), A1)
    game.press(ALLIED, "concede")
    for command, fields in (
        ("place-piece", {"piece": "wire", "at": "G5"}),
        ("move-piece", {"piece": A1, "to": "B3"}),
        ("remove-piece", {"piece": A1}),
    ):
        assert game.no(ALLIED, command, **fields) == "mission-over"
        assert game.offers(ALLIED, command) == []


def test_before_the_battle_pieces_are_set_right_and_a_new_mine_is_shuffled_with_the_others() -> None:
    game = Battle("salt-road")
    game.press(ALLIED, "place-piece", piece="minefield-axis", at="C5")
    assert game.state.mines["C5"].hidden is None
    game.press(ALLIED, "begin-battle")
    assert isinstance(game.state.mines["C5"].hidden, int)


def test_what_was_done_by_hand_is_undone_and_people_are_told_what_to_put_back() -> None:
    game = battle({"G4": INF}, obstacles=WIRED)
    game.press(ALLIED, "move-piece", piece="wire", at="G6", to="G5")
    assert lines(game) == ["Wire: remove from G6.", "Wire: place on G5."]
    (offer,) = game.offers(ALLIED, "undo")
    game.press(ALLIED, "undo", **offer.given)
    assert (game.state.removed, game.state.added) == ({}, {})
    assert lines(game) == ["Wire: put back on G6.", "Wire on G5: remove."]


def test_a_train_is_no_piece_that_is_moved_by_hand() -> None:
    game = rails()
    assert game.no(AXIS, "move-piece", piece=TRAIN, to="B3") == "no-such-piece"
    assert game.no(AXIS, "place-piece", piece="axis-infantry", at="G5") == "no-room-there"


def test_whose_a_ruling_is_is_said_by_the_command_and_by_what_happened() -> None:
    game = battle({"G4": INF, "G5": E_INF}, obstacles=WIRED, **stars("sabotage", [[0, 0]], "axis"))
    commands = game.table.game.commands
    look = game.table.look(game.table.seat(ALLIED))
    for fields, sides in (
        ({"piece": A1, "to": "B3"}, (ALLIED,)),
        ({"piece": at(game, "G5"), "to": "B3"}, (AXIS,)),
        ({"piece": "wire", "at": "G6", "to": "B3"}, ()),
        ({"piece": "sabotage-1", "to": "B3"}, (AXIS,)),
        ({"piece": "nothing", "to": "B3"}, ()),
    ):
        assert tuple(commands["move-piece"](**fields).rules_on(look)) == sides
    foe = at(game, "G5")
    game.press(AXIS, "move-piece", piece=foe, to="B3")
    assert game.table.entries[-1].events[0].ruled_sides(game.state) == (AXIS,)


# -- what belongs to the other side is asked about first


def asked(command: str, **fields: str) -> Battle:
    """The Allies want to rule on something of the Axis, whose player has pressed something and so is there."""
    game = battle({"G4": INF, "G5": E_INF}, **MINED_ELSEWHERE)
    game.press(AXIS, "place-piece", piece="wire", at="A9")
    game.press(ALLIED, command, **fields)
    return game


MINED_ELSEWHERE = {"mines": [{"side": "axis", "at": [[0, 4]]}]}
"""A minefield of the Axis in A5."""


@pytest.mark.parametrize(
    ("command", "fields", "event"),
    [
        ("move-piece", {"piece": "axis-infantry-2", "to": "B3"}, "unit-put"),
        ("remove-piece", {"piece": "axis-infantry-2"}, "unit-taken-off"),
        ("place-piece", {"piece": "axis-artillery", "at": "B3"}, "unit-added"),
        ("place-piece", {"piece": "minefield-axis", "at": "B3"}, "mine-put"),
        ("move-piece", {"piece": "minefield", "at": "A5", "to": "B3"}, "mine-taken-off"),
        ("remove-piece", {"piece": "minefield", "at": "A5"}, "mine-taken-off"),
    ],
)
def test_what_is_done_with_pieces_of_the_other_side_waits_for_its_word(
    command: str, fields: dict[str, str], event: str
) -> None:
    game = asked(command, **fields)
    request = game.state.ruling_request
    assert (request.sides, request.would[0]["event"]) == ([AXIS], event)
    assert "value" not in request.would[0] or not isinstance(request.would[0]["value"], int)
    (allow,) = game.offers(AXIS, "allow-ruling")
    told = game.press(AXIS, "allow-ruling", **allow.given)
    assert [one.key for one in told][:2] == ["ruling-allowed", event]
    assert game.state.ruling_request is None


def test_what_the_other_side_does_not_allow_stays_where_it_is() -> None:
    game = asked("remove-piece", piece="axis-infantry-2", reason="it was shot")
    (refuse,) = game.offers(AXIS, "refuse-ruling")
    game.press(AXIS, "refuse-ruling", **refuse.given)
    assert (game.unit("axis-infantry-2").at, game.state.ruling_request) == ("G5", None)


def test_an_obstacle_is_nobodys_so_it_counts_at_once_and_the_other_side_may_object() -> None:
    game = asked("place-piece", piece="bunker", at="B3")
    assert game.state.added["B3"] == ["bunker"]
    (objection,) = game.offers(AXIS, "object-to-ruling")
    game.press(AXIS, "object-to-ruling", **objection.given)
    assert game.state.added.get("B3", []) == []

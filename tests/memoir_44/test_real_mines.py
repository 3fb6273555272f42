"""Minefields of cardboard: the app asks for the number of a token once it is turned over, and keeps none itself."""

from __future__ import annotations

from typing import Any

from app.core.engine.visibility import to_jsonable
from app.core.table.serialize import event_data
from tests.memoir_44.battles import A1, ENGINEER, FLAG, INF, MINED, STAR, assault, at, battle
from tests.memoir_44.playing import ALLIED, AXIS, Battle


def on_real_mine(unit: Any = INF) -> Battle:
    """A battle with cardboard tokens: a minefield of the Axis in G5, an allied unit beside it ordered."""
    game = battle({"G4": unit}, **MINED, mines_are="physical")
    assert game.state.mines["G5"].hidden is None
    return assault(game, at(game, "G4"))


def test_with_real_mine_tokens_nothing_is_shuffled_and_nothing_is_kept_secret() -> None:
    game = on_real_mine()
    (laid,) = [event for entry in game.table.entries for event in entry.events if event.key == "mines-laid"]
    assert event_data(game.table, laid, game.table.seat(AXIS)) == {
        "count": 1, "values": {"hidden": 0}, "roll": None, "dice": None,
    }  # fmt: skip
    seen = to_jsonable(game.table.state_for(game.table.seat(AXIS)).mines)["G5"]
    assert (seen["revealed"], seen["value"], seen["layer"]) == (False, None, AXIS)


def test_the_app_asks_for_the_number_of_a_real_mine_token_once_an_enemy_stands_on_it() -> None:
    game = on_real_mine()
    game.press(ALLIED, "move", unit=A1, to="G5")
    assert [(one.side, one.for_) for one in game.state.waiting] == [(ALLIED, "token")]
    assert game.no(ALLIED, "end-turn") == "token-first"
    assert game.no(AXIS, "roll-mine", dice=[]) == "token-first"
    for seat in (ALLIED, AXIS):
        (offer,) = game.offers(seat, "tell-mine")
        assert (offer.choose, offer.must_choose) == ({"value": [0, 1, 2, 3, 4]}, ("value",))
    assert game.no(ALLIED, "tell-mine", value=5) == "no-such-token"
    game.press(ALLIED, "tell-mine", value=3)
    assert (game.state.mines["G5"].shown, [(one.side, one.for_) for one in game.state.waiting]) == (3, [(AXIS, "mine")])
    assert game.no(ALLIED, "tell-mine", value=3) == "no-token-to-tell"
    game.press(AXIS, "roll-mine", dice=["infantry", FLAG, STAR])  # one of three hits (H05): 4 → 3
    assert (game.unit(A1).figures, game.state.waiting) == (3, [])


def test_a_real_decoy_is_taken_away_and_one_that_lies_open_is_not_asked_about_again() -> None:
    game = on_real_mine()
    game.press(ALLIED, "move", unit=A1, to="G5")
    game.press(AXIS, "tell-mine", value=0)
    assert (game.state.mines, game.state.waiting, game.unit(A1).at) == ({}, [], "G5")
    other = on_real_mine()
    other.state.mines["G5"].shown = 2
    other.press(ALLIED, "move", unit=A1, to="G5")
    assert [one.for_ for one in other.state.waiting] == ["mine"]


def test_engineers_clear_a_real_mine_token_unseen() -> None:
    game = on_real_mine(ENGINEER)
    game.press(ALLIED, "move", unit=A1, to="G5")
    assert (game.state.mines, game.offers(ALLIED, "tell-mine")) == ({}, [])


def test_a_unit_that_the_table_takes_off_a_real_mine_token_leaves_no_question() -> None:
    game = on_real_mine()
    game.press(ALLIED, "move", unit=A1, to="G5")
    game.press(ALLIED, "house-ruling", set=f"units.{A1}.figures", to=0, reason="it never moved")
    assert (game.state.in_mine, game.state.waiting) == (None, [])

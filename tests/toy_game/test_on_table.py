"""What people have to do on their table: in the state, on boards and on the wall, until one ticks it off for all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app import create_app
from app.web.table import notices
from tests.playing import code_of
from tests.seated import sit
from tests.toy_game.playing import GREY, LAMP, REFEREE, WHITE, Evening

FLOWN = "Move Grey moth towards the light by"
RESTED = "Fold the wings of White moth."


@pytest.fixture
def moved(evening: Evening) -> Evening:
    """The grey moth has flown, which is an order for everybody; the white one rests, which concerns it alone."""
    evening.windows()
    evening.press(GREY, "fly", dice=["flame", "shade"])
    evening.press(WHITE, "rest")
    return evening


def board(evening: Evening, seat: str | None, path: str = "") -> str:
    """The page of a seat, or of somebody who holds none."""
    phone = evening.client.application.test_client()
    if seat is not None:
        sit(phone, evening.code, evening.tokens[seat])
    return phone.get(f"/t/{evening.code}{path}").text


def test_an_order_stands_on_every_board_that_it_concerns_and_on_the_wall(moved: Evening) -> None:
    order = moved.state()["on_table"]["order-1"]
    assert order == {
        "kind": "move", "word": "flown", "pieces": [GREY], "whom": [], "values": {"seat": GREY, "light": 1},
    }  # fmt: skip
    assert all(FLOWN in board(moved, seat) for seat in (GREY, WHITE, LAMP, REFEREE, None))
    assert FLOWN in board(moved, None, "/wall")
    has_rested = {seat: RESTED in board(moved, seat) for seat in (GREY, WHITE, LAMP, REFEREE)}
    assert has_rested == {GREY: False, WHITE: True, LAMP: False, REFEREE: True}
    assert RESTED in board(moved, None, "/wall")


def test_one_tick_counts_for_all_and_survives_a_restart(moved: Evening, tmp_path: Path) -> None:
    moved.press(LAMP, "tick-off", orders=["order-1"])
    assert [*moved.state(GREY)["on_table"]] == ["order-2"]
    assert not any(FLOWN in board(moved, seat) for seat in (GREY, WHITE, LAMP, None))
    again = create_app(tmp_path / "data").test_client()
    assert [*again.get(f"/api/tables/{moved.code}").json["state"]["on_table"]] == ["order-2"]
    assert code_of(lambda: moved.press(WHITE, "tick-off", orders=["order-1"])) == "ticked-off-already"


def test_who_ticks_off_what_somebody_else_has_just_ticked_off_is_told_so(moved: Evening) -> None:
    seen = moved.get(seat=WHITE)["seq"]
    moved.press(LAMP, "tick-off", orders=["order-1"])
    late = moved.post(WHITE, command="tick-off", orders=["order-1"], seen=seen, key="late")
    assert (late.status_code, late.json["error"]["first"]["event"]) == (409, "ticked-off")
    moved.press(WHITE, "tick-off", orders=["order-1", "order-2"], seen=seen)
    assert moved.state()["on_table"] == {}


def test_what_was_never_an_order_and_what_concerns_others_cannot_be_ticked_off(moved: Evening) -> None:
    assert code_of(lambda: moved.press(LAMP, "tick-off", orders=["order-9"])) == "no-such-order"
    assert code_of(lambda: moved.press(LAMP, "tick-off", orders=["lamp"])) == "no-such-order"
    assert code_of(lambda: moved.press(LAMP, "tick-off", orders=[])) == "no-such-order"
    assert code_of(lambda: moved.press(LAMP, "tick-off-all", up_to="order-0")) == "no-such-order"
    assert code_of(lambda: moved.press(LAMP, "tick-off", orders=["order-2"])) == "ticked-off-already"
    moved.press(LAMP, "tick-off", orders=["order-1"])
    assert code_of(lambda: moved.press(LAMP, "tick-off", orders=["order-1"])) == "nothing-on-the-table"
    moved.press(REFEREE, "tick-off", orders=["order-2"])


def test_all_is_ticked_off_up_to_the_last_order_that_was_read(moved: Evening) -> None:
    (offer,) = [one for one in moved.get(seat=WHITE)["offers"] if one["command"] == "tick-off-all"]
    moved.windows()
    moved.press(GREY, "fly", dice=["shade", "shade"])
    moved.press(WHITE, "tick-off-all", **offer["given"])
    # the grey moth has flown again: that takes the place of the order before, and came later than what was read
    assert [*moved.state()["on_table"]] == ["order-3"]


def test_a_newer_order_of_its_kind_for_a_piece_takes_the_place_of_the_older_one(moved: Evening) -> None:
    moved.windows()
    moved.press(GREY, "fly", dice=["flame", "flame"])
    moved.press(WHITE, "fly", dice=["flame", "flame"])
    orders = moved.state()["on_table"]
    assert {key: (one["word"], one["pieces"]) for key, one in orders.items()} == {
        "order-2": ("rested", [WHITE]), "order-3": ("flown", [GREY]), "order-4": ("flown", [WHITE]),
    }  # fmt: skip


def test_undo_takes_the_order_of_its_press_away_and_never_a_tick(moved: Evening) -> None:
    """The grey moth’s order is ticked off after the rest: undo still means the rest, and takes its order along."""
    moved.press(WHITE, "tick-off", orders=["order-1"])
    assert [one["given"]["press"] for one in moved.get(seat=WHITE)["offers"] if one["command"] == "undo"] == [
        moved.get(seat=WHITE)["seq"] - 1
    ]
    moved.press(WHITE, "undo")
    assert moved.state()["on_table"] == {}
    assert moved.state()["moths"][WHITE]["resting"] is False
    moved.press(WHITE, "redo")
    assert [*moved.state()["on_table"]] == ["order-2"]
    assert "All is done" not in board(moved, WHITE, "/to-do")
    moved.press(WHITE, "tick-off", orders=["order-2"])
    assert "All is done" in board(moved, WHITE, "/to-do")
    moved.press(WHITE, "undo")
    moved.press(WHITE, "redo")
    assert moved.state()["on_table"] == {}, "what was ticked off stays so when its press stands again"


def test_what_restores_the_table_after_an_undo_stands_apart_from_what_else_is_to_be_done(moved: Evening) -> None:
    moved.press(GREY, "tick-off", orders=["order-1"])
    moved.windows()
    moved.press(GREY, "fly", dice=["flame", "shade"])
    moved.press(GREY, "take-back")
    moved.press(LAMP, "allow-take-back")
    assert [*moved.state()["on_table"]] == ["change-1", "order-2"]
    for path in ("", "/wall", "/to-do"):
        page = board(moved, None if path == "/wall" else REFEREE, path)
        titles = ("Restore the board: 1<", "To do on the table: 1<", RESTED)
        assert [*titles] == sorted(titles, key=page.rindex), path
    assert "Restore the board" not in board(moved, GREY).partition('id="on-table')[0]


def test_a_tick_uses_up_no_take_back_and_goes_while_one_is_asked(moved: Evening) -> None:
    moved.press(WHITE, "undo")
    moved.press(GREY, "tick-off", orders=["order-1"])
    moved.press(GREY, "take-back")
    assert moved.state()["take_back"]["seat"] == GREY
    moved.press(LAMP, "refuse-take-back")
    moved.press(WHITE, "rest")
    moved.windows()
    moved.press(GREY, "fly")
    moved.press(GREY, "take-back")
    moved.press(WHITE, "tick-off", orders=["order-2"])
    moved.press(LAMP, "allow-take-back")
    assert [*moved.state()["on_table"]] == ["change-1"], "what was taken back is to be restored"
    moved.press(LAMP, "tick-off-all", up_to="change-1")
    assert moved.state()["on_table"] == {}


def test_a_tick_is_no_news_and_stands_in_the_log(moved: Evening) -> None:
    def news() -> str:
        return board(moved, GREY).partition('id="news"')[2].partition("</p>")[0]

    before = news()
    moved.press(LAMP, "tick-off", orders=["order-1"])
    assert news().partition(">")[2] == before.partition(">")[2]
    assert "Lamp: done on the table – Grey moth." in board(moved, GREY, "/log")


def test_without_a_script_a_board_has_one_button_for_all_and_so_has_the_page_of_the_whole_list(moved: Evening) -> None:
    page = board(moved, WHITE)
    assert 'id="tick-off-all-go"' in page
    assert 'id="tick-off-all-go"' in board(moved, WHITE, "/to-do")
    assert FLOWN in board(moved, WHITE, "/to-do")
    form = board(moved, WHITE, "/to-do").partition('id="tick-off-all"')[2].partition(">")[0]
    assert "hx-" not in form, "the browser sends it, and the answer leads to the board"
    assert 'id="tick-off-all-go"' not in board(moved, None, "/wall"), "nobody ticks off on the wall"
    inside = page.partition('id="tick-off-all"')[2].partition("</form>")[0]
    sent = dict(re.findall(r'name="(seen|key|up_to)" value="([^"]*)"', inside))
    phone = moved.client.application.test_client()
    sit(phone, moved.code, moved.tokens[WHITE])
    where = f"/t/{moved.code}/do/tick-off-all"
    answer = phone.post(where, data=sent, headers={"Origin": "http://localhost"})
    assert answer.status_code == 303, answer.text
    assert moved.state()["on_table"] == {}


def test_nothing_is_to_be_done_once_the_evening_is_over(evening: Evening) -> None:
    for _ in range(3):
        evening.windows()
        evening.press(GREY, "fly")
        evening.press(WHITE, "fly")
    assert evening.state()["over"]
    assert evening.state()["on_table"] == {}


def test_the_box_is_folded_on_phones_that_are_awaited_and_never_on_the_wall(moved: Evening) -> None:
    assert [one.get("seat", one["side"]) for one in moved.state()["waiting"]] == [GREY, "lamps"]
    is_open, folded = '<details class="on-table" id="on-table" open>', '<details class="on-table" id="on-table-later">'
    assert all(folded in board(moved, seat) for seat in (GREY, LAMP))
    assert all(is_open in board(moved, seat) for seat in (WHITE, REFEREE))
    assert '<section class="on-table" id="on-table">' in board(moved, None, "/wall")


def test_a_box_that_does_not_hold_all_counts_the_others_and_its_button_all_of_them(
    moved: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def box(seat: str) -> str:
        return board(moved, seat).partition('id="on-table')[2].partition("</details>")[0]

    assert ("to-do" in box(REFEREE), "All done" in box(REFEREE)) == (False, True)
    monkeypatch.setattr(notices, "ORDERS_SHOWN", 1)
    assert box(WHITE).count("<li>") == 1
    assert ("1 more" in box(WHITE), "All 2 done" in box(WHITE), "All done" in box(WHITE)) == (True, True, False)
    assert "All done" in board(moved, WHITE, "/to-do")

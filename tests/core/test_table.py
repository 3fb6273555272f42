"""The log, on Hello: undo and redo, what a seat has seen, house rulings, other readings, seats of one side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core.engine.command import CommandRequest, Draft
from app.core.engine.event import PUBLIC, Seat, State
from app.core.engine.visibility import secret
from app.core.table.execute import begin_draft
from app.core.table.seat_view import Table
from app.core.table.what_if import relevant_questions
from app.core.table_commands.house_rulings import found, tracked, tracked_paths
from app.core.table_commands.undo import Redone, Undone
from app.storage.store import Store
from tests.playing import No, at, code_of
from tests.seated import sit
from tests.toy_game.events import WindowSealed, WishMade
from tests.toy_game.game import GAME
from tests.toy_game.playing import GREY, LAMP, REFEREE, WHITE, Evening

Open = Callable[..., Evening]


@pytest.fixture
def flying(evening: Evening) -> Evening:
    """Turn 1, both windows open: both moths may fly."""
    return evening.windows()


def offers(evening: Evening, seat: str, command: str | None = None, **query: Any) -> list[dict[str, Any]]:
    return [one for one in evening.get(seat=seat, **query)["offers"] if command in (None, one["command"])]


def log(evening: Evening, seat: str | None = LAMP) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = evening.get("/log", seat)["events"]
    return events


def resting(evening: Evening) -> dict[str, bool]:
    """Moth → whether it has flown or rested this turn."""
    return {name: moth["resting"] for name, moth in evening.state()["moths"].items()}


# -- undo


def test_a_seat_takes_back_its_own_presses_and_brings_them_again(evening: Evening) -> None:
    evening.press(WHITE, "make-wish", wish=7)
    evening.press(WHITE, "choose-window", window="south")
    evening.press(WHITE, "undo")
    assert evening.state(WHITE)["windows"]["moths"]["choice"] is None
    assert evening.state(WHITE)["moths"][WHITE]["wish"] == 7
    evening.press(WHITE, "undo")
    assert evening.state(WHITE)["moths"][WHITE]["wish"] == 0
    evening.press(WHITE, "redo")
    evening.press(WHITE, "redo")
    assert evening.state(WHITE)["windows"]["moths"]["choice"] == "south"
    assert evening.state(WHITE)["moths"][WHITE]["wish"] == 7
    assert code_of(lambda: evening.press(WHITE, "redo")) == "nothing-to-redo"


def test_undone_presses_stay_in_the_log_marked(flying: Evening) -> None:
    flying.press(GREY, "rest")
    flying.press(GREY, "undo")
    told = {event["event"]: event["undone"] for event in log(flying)}
    assert (told["moth-rested"], told["undone"]) == (True, False)


def test_what_followed_by_itself_is_undone_with_its_press(flying: Evening) -> None:
    flying.press(GREY, "rest")
    flying.press(WHITE, "rest")
    assert flying.state()["turn"] == 2
    flying.press(WHITE, "undo")
    state = flying.state()
    assert (state["turn"], state["phase"], state["waiting"]) == (1, "flying", [])
    assert resting(flying) == {GREY: True, WHITE: False}


def test_a_new_press_closes_the_way_to_redo(flying: Evening) -> None:
    flying.press(GREY, "rest")
    flying.press(GREY, "undo")
    flying.press(WHITE, "rest")
    assert code_of(lambda: flying.press(GREY, "redo")) == "nothing-to-redo"


LONG = 230
"""Presses of a long evening."""


@pytest.fixture
def long(client: FlaskClient, evening: Evening) -> Table:
    """A table where wishes were made, taken back and brought again, some of them far back."""
    chance = Random(7)
    while len(table_of(client, evening).entries) < LONG:
        command = chance.choice(["make-wish"] * 4 + ["undo", "undo", "redo"])
        if command == "make-wish":
            evening.press(WHITE, command, wish=chance.randint(1, 9))
        elif offers(evening, WHITE, command):
            evening.press(WHITE, command)
    for _ in range(60):
        evening.press(WHITE, "undo")
    return table_of(client, evening)


def table_of(client: FlaskClient, evening: Evening) -> Table:
    """The table as the server keeps it."""
    kept: Store = client.application.extensions["store"]
    return kept.table(evening.code)


def test_a_long_table_is_at_each_moment_what_its_standing_presses_add_up_to(long: Table) -> None:
    whole, by_one = Table(long.code, GAME, long.entries), Table(long.code, GAME, [])
    for entry in long.entries:
        by_one.append(entry)
        told = replayed(long, entry.seq + 1)
        assert (by_one.state, by_one.roll_count, by_one.undone) == told
        before = long.at(entry.seq + 1)
        assert (before.state, before.roll_count, before.undone) == told
        assert before.orders == by_one.orders
        assert before.seen(long.seat(WHITE)) == [one for one in long.seen(long.seat(WHITE)) if one.seq <= entry.seq]
    assert (whole.state, whole.roll_count, whole.undone) == (long.state, long.roll_count, long.undone)


def replayed(table: Table, length: int) -> tuple[Any, int, set[int]]:
    """State, standing rolls and undone presses of a table's first entries, all folded for the first time."""
    undone: set[int] = set()
    for entry in table.entries[:length]:
        for event in entry.events:
            undone = undone | {event.press} if isinstance(event, Undone) else undone
            undone = undone - {event.press} if isinstance(event, Redone) else undone
    standing = [entry for entry in table.entries[:length] if entry.seq not in undone]
    state = GAME.rules.start(table.opening)
    for entry in standing:
        state.press = entry.seq
        for event in entry.events:
            event.apply(state)
    return state, 0, undone


def test_what_is_worked_out_for_a_press_is_not_the_tables(evening: Evening) -> None:
    table = evening.kept()
    seat = table.seat(WHITE)
    known = table.look(seat).cached("known", object)
    draft = begin_draft(table, seat, CommandRequest("make-wish", {"wish": 3}))
    assert draft.cached("known", object) is known
    draft.cached("of the draft", lambda: draft.state)  # on which a press may write that is refused after all
    assert "of the draft" not in table.look(seat).known


def test_of_two_tables_each_press_is_decided_on_its_own(client: FlaskClient, evening: Evening) -> None:
    other = Evening(client)
    for wish in (2, 7):
        evening.press(WHITE, "make-wish", wish=wish)
        other.press(WHITE, "make-wish", wish=wish + 1)
    wishes = [one.kept().state.moths["white-moth"].wish for one in (evening, other)]
    assert wishes == [7, 8]


@pytest.mark.parametrize("other", [WHITE, LAMP])
def test_nobody_undoes_the_press_of_another_seat_not_even_of_ones_own_side(flying: Evening, other: str) -> None:
    flying.press(GREY, "rest")
    assert code_of(lambda: flying.press(other, "undo")) == "not-your-press"
    assert "undo" not in {offer["command"] for offer in offers(flying, other)}
    flying.press(REFEREE, "undo")
    assert resting(flying)[GREY] is False


@pytest.mark.parametrize("other", [WHITE, LAMP])
def test_nobody_brings_back_what_another_seat_took_back(flying: Evening, other: str) -> None:
    flying.press(GREY, "rest")
    flying.press(GREY, "undo")
    assert code_of(lambda: flying.press(other, "redo")) == "not-your-press"
    flying.press(REFEREE, "redo")
    assert resting(flying)[GREY] is True


def test_once_dice_are_out_only_the_referee_undoes_and_the_dice_stay(flying: Evening) -> None:
    rolled = flying.press(GREY, "fly")["events"][0]["data"]
    assert code_of(lambda: flying.press(GREY, "undo")) == "luck-is-out"
    flying.press(REFEREE, "undo")
    again = flying.press(WHITE, "fly")["events"][0]["data"]
    assert (again["dice"], again["roll"]) == (rolled["dice"], rolled["roll"])


def test_what_is_brought_back_has_the_faces_that_it_had(flying: Evening) -> None:
    rolled = flying.press(GREY, "fly")["events"][0]["data"]
    flying.press(REFEREE, "undo")
    assert flying.state()["moths"][GREY]["light"] == 0
    flying.press(REFEREE, "redo")
    (stands,) = [event for event in log(flying) if event["event"] == "moth-flew"]
    assert (stands["data"], stands["undone"]) == (rolled, False)
    assert flying.state()["moths"][GREY]["light"] == rolled["light"]
    assert flying.press(WHITE, "fly")["events"][0]["data"]["roll"] == rolled["roll"] + 1


def test_once_a_secret_is_out_only_the_referee_undoes(flying: Evening) -> None:
    assert code_of(lambda: flying.press(LAMP, "undo")) == "luck-is-out"
    flying.press(REFEREE, "undo")
    assert flying.state()["windows"]["moths"]["choice"] == {"hidden": 1}


def test_the_press_that_ends_a_game_only_the_referee_undoes(evening: Evening) -> None:
    last = evening.night().kept().entries[-1].seat
    assert code_of(lambda: evening.press(last, "undo")) == "luck-is-out"
    evening.press(REFEREE, "undo")
    assert not evening.state()["over"]


def test_once_a_log_was_exported_nothing_is_taken_back(client: FlaskClient, evening: Evening) -> None:
    evening.night()
    store = client.application.extensions["store"]
    file = store.export(evening.code)
    assert code_of(lambda: evening.press(REFEREE, "undo")) == "table-exported"
    assert not offers(evening, REFEREE, "undo")
    assert store.export(evening.code) == file
    store._tables.clear()
    assert code_of(lambda: evening.press(REFEREE, "undo")) == "table-exported", "remembered beside the log"


def test_what_another_process_exported_is_not_taken_back_here(client: FlaskClient, evening: Evening) -> None:
    evening.press(WHITE, "make-wish", wish=1)
    other = Store(client.application.extensions["store"].folder)
    other.export(evening.code)
    other.close()
    assert code_of(lambda: evening.press(REFEREE, "undo")) == "table-exported"


def test_undo_names_the_press_it_means(evening: Evening) -> None:
    evening.press(WHITE, "make-wish", wish=1)
    (offer,) = offers(evening, WHITE, "undo")
    evening.press(WHITE, "make-wish", wish=2)
    assert code_of(lambda: evening.press(WHITE, "undo", **offer["given"])) == "not-the-newest"


def test_there_is_nothing_to_undo_at_the_start(evening: Evening) -> None:
    assert code_of(lambda: evening.press(GREY, "undo")) == "nothing-to-undo"


def test_answers_to_open_questions_are_never_undone_a_house_ruling_is_by_itself(flying: Evening) -> None:
    flying.press(GREY, "rest")
    flying.press(REFEREE, "house-ruling", set=f"moths.{GREY}.light", to=9, reason="a gift")
    flying.press(REFEREE, "table-ruling", question="wind", answer="is-still")
    flying.press(REFEREE, "undo")
    state = flying.state()
    assert (state["moths"][GREY]["resting"], state["moths"][GREY]["light"]) == (True, 0)
    assert state["answers"]["wind"] == "is-still"


def test_what_the_referee_struck_only_the_referee_brings_back(flying: Evening) -> None:
    flying.press(GREY, "rest")
    flying.press(REFEREE, "undo")
    assert code_of(lambda: flying.press(GREY, "redo")) == "struck-by-the-referee"
    flying.press(REFEREE, "redo")
    assert resting(flying)[GREY] is True


def test_another_reading_goes_with_rules_of_play_only(flying: Evening) -> None:
    flying.press(GREY, "rest")
    with pytest.raises(No) as no:
        flying.press(GREY, "undo", table_rulings={"wind": "is-still"})
    assert (no.value.status, no.value.error["field"]) == (400, "table_rulings")


def test_nothing_is_undone_once_the_seed_is_out(evening: Evening) -> None:
    evening.night().press(LAMP, "publish-seed")
    assert code_of(lambda: evening.press(WHITE, "undo")) == "table-closed"
    assert code_of(lambda: evening.press(WHITE, "redo")) == "table-closed"


# -- presses that do not exist for a seat

OTHERS = (GREY, LAMP, REFEREE, None)


def test_another_reading_makes_no_secret_press_visible(evening: Evening) -> None:
    reading = {"wind": "is-still"}
    wish = lambda: evening.press(WHITE, "make-wish", wish=7, table_rulings=reading)  # noqa: E731
    assert code_of(wish) == "reading-of-a-secret"
    assert evening.get(seat=GREY)["seq"] == 0


def test_a_seats_secret_press_does_not_exist_for_the_other_seat_of_its_side(evening: Evening) -> None:
    before = {seat: evening.get(seat=seat)["seq"] for seat in OTHERS}
    evening.press(WHITE, "make-wish", wish=7)
    evening.press(WHITE, "undo")
    evening.press(WHITE, "redo")
    assert evening.get(seat=WHITE)["seq"] == 3
    assert {seat: evening.get(seat=seat)["seq"] for seat in OTHERS} == before
    assert [event["event"] for seat in OTHERS for event in log(evening, seat)] == []


def test_nobody_else_can_undo_what_does_not_exist_for_them(evening: Evening) -> None:
    evening.press(WHITE, "make-wish", wish=7)
    codes = {seat: code_of(lambda seat=seat: evening.press(seat, "undo")) for seat in (GREY, LAMP, REFEREE)}  # type: ignore[misc]
    assert codes == dict.fromkeys((GREY, LAMP, REFEREE), "nothing-to-undo")


def test_each_seat_counts_in_its_own_numbers(flying: Evening) -> None:
    for wish in (1, 2):
        flying.press(WHITE, "make-wish", wish=wish)
    assert flying.press(WHITE, "rest")["events"][0]["seq"] == 5
    assert log(flying, GREY)[-1]["seq"] == 3
    flying.press(GREY, "rest")
    waits = {seat: flying.state(seat)["waiting"] for seat in (*OTHERS, WHITE)}
    since = {(seat, one["since"]) for seat, waiting in waits.items() for one in waiting}
    assert since == {*((seat, 4) for seat in OTHERS), (WHITE, 6)}


def test_an_undo_of_a_secret_press_is_numbered_for_its_seat(evening: Evening) -> None:
    evening.press(GREY, "make-wish", wish=1)
    evening.press(WHITE, "make-wish", wish=2)
    assert evening.press(WHITE, "undo")["events"][0]["data"]["press"] == 1


def test_nobody_is_overtaken_by_what_does_not_exist_for_them(flying: Evening) -> None:
    seen = flying.get(seat=GREY)["seq"]
    flying.press(WHITE, "make-wish", wish=3)
    assert flying.post(GREY, command="rest", seen=seen, key="k").status_code == 200


# -- what came first


def test_a_stale_tap_names_the_event_that_came_first(flying: Evening) -> None:
    seen = flying.get(seat=GREY)["seq"]
    flying.press(REFEREE, "house-ruling", set=f"moths.{GREY}.resting", to=True, reason="a candle")
    flying.press(WHITE, "make-wish", wish=3)
    answer = flying.post(GREY, command="rest", seen=seen, key="late")
    error = answer.json["error"]
    assert (answer.status_code, error["code"]) == (409, "has-flown")
    assert (error["first"]["seq"], error["first"]["event"]) == (seen + 1, "house-ruled")


def test_a_stale_tap_that_still_makes_sense_goes_through(flying: Evening) -> None:
    seen = flying.get(seat=GREY)["seq"]
    flying.press(WHITE, "rest")
    assert flying.post(GREY, command="rest", seen=seen, key="late").status_code == 200


def test_what_was_refused_then_too_is_simply_refused(flying: Evening) -> None:
    flying.press(GREY, "rest")
    seen = flying.get(seat=GREY)["seq"]
    flying.press(WHITE, "fly")
    flying.windows()
    assert flying.post(GREY, command="choose-window", window="north", seen=seen, key="late").status_code == 422


def test_nobody_has_seen_the_future(evening: Evening) -> None:
    with pytest.raises(No) as no:
        evening.press(GREY, "make-wish", wish=1, seen=99)
    assert (no.value.code, no.value.error["field"]) == ("seen-in-the-future", "seen")


def test_the_same_key_is_an_echo_and_with_another_body_refused(evening: Evening) -> None:
    body = {"command": "make-wish", "wish": 4, "seen": 0, "key": "once"}
    first = evening.post(WHITE, **body)
    evening.press(WHITE, "make-wish", wish=5)
    again = evening.post(WHITE, **body)
    assert (again.status_code, again.json) == (200, first.json)
    assert evening.state(WHITE)["moths"][WHITE]["wish"] == 5
    other = evening.post(WHITE, **{**body, "seen": 1})
    assert (other.status_code, other.json["error"]["code"]) == (422, "key-reused")


def test_a_key_is_its_seats_own(evening: Evening) -> None:
    body = {"command": "make-wish", "seen": 0, "key": "once"}
    assert [evening.post(seat, wish=wish, **body).status_code for seat, wish in ((WHITE, 1), (GREY, 2))] == [200, 200]
    assert [evening.state(seat)["moths"][seat]["wish"] for seat in (WHITE, GREY)] == [1, 2]


def test_a_refused_press_does_not_keep_its_key(evening: Evening) -> None:
    assert evening.post(GREY, command="rest", seen=0, key="k").status_code == 422
    assert evening.post(GREY, command="make-wish", wish=1, seen=0, key="k").status_code == 200


# -- the table rules


def test_a_house_ruling_sets_one_value_with_a_reason_for_all_to_read(flying: Evening) -> None:
    ruling = {"set": f"moths.{GREY}.light", "to": 2, "reason": "counted twice"}
    event = flying.press(REFEREE, "house-ruling", **ruling)["events"][0]
    assert (event["data"]["before"], event["data"]["to"]) == (0, 2)
    assert log(flying, WHITE)[-1]["text"] == "House ruling: light (Grey moth) from 0 to 2: counted twice"
    flying.press(REFEREE, "house-ruling", set=f"moths.{GREY}.resting", to=True, reason="it did")
    assert resting(flying)[GREY] is True


def test_what_follows_from_a_house_ruling_follows(flying: Evening) -> None:
    flying.press(GREY, "rest")
    events = flying.press(REFEREE, "house-ruling", set=f"moths.{WHITE}.resting", to=True, reason="it did")["events"]
    assert [event["event"] for event in events] == ["house-ruled", "turn-began"]


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"set": "moths.nobody.light", "to": 1}, "not-tracked", "set"),
        ({"set": f"moths.{GREY}.wish", "to": 1}, "not-tracked", "set"),
        ({"set": "turn", "to": 1}, "not-tracked", "set"),
        ({"set": f"moths.{GREY}.light", "to": -1}, "wrong-value", "to"),
        ({"set": f"moths.{GREY}.light", "to": 100}, "wrong-value", "to"),
        ({"set": f"moths.{GREY}.light", "to": True}, "wrong-value", "to"),
        ({"set": f"moths.{GREY}.resting", "to": 1}, "wrong-value", "to"),
        ({"set": f"moths.{GREY}.resting", "to": False}, "value-already", "to"),
        ({"set": f"moths.{GREY}.light", "to": 1, "reason": ""}, "too-short", "reason"),
        ({"set": f"moths.{GREY}.light", "to": 1, "reason": "x" * 201}, "too-long", "reason"),
        ({"set": f"moths.{GREY}.light", "to": "1"}, "wrong-type", "to.bool"),
    ],
)
def test_a_house_ruling_sets_only_what_the_table_keeps(
    flying: Evening, fields: dict[str, Any], code: str, field: str
) -> None:
    with pytest.raises(No) as no:
        flying.press(REFEREE, "house-ruling", **{"reason": "because", **fields})
    assert (no.value.code, no.value.error["field"].split(".")[0]) == (code, field.split(".", maxsplit=1)[0])
    assert flying.state()["moths"][GREY]["light"] == 0


RULINGS: dict[str, dict[str, Any]] = {
    "house-ruling": {"set": f"moths.{GREY}.light", "to": 9, "reason": "please"},
    "table-ruling": {"question": "wind", "answer": "is-still"},
}


@dataclass
class Lantern:
    """A lantern whose oil is counted and whose inside nobody sees."""

    oil: int = tracked("number", 3)
    sparks: int = tracked("number", 1, veil="unseen", referee=False)
    inside: Any = secret()


def test_a_house_ruling_offers_nothing_that_a_mark_veils_nor_what_lies_beneath_it() -> None:
    assert list(tracked_paths({"lit": Lantern(inside={"small": Lantern()})}, "number")) == ["lit.oil"]


def test_a_house_ruling_reaches_what_stands_in_a_list_and_names_whose_it_is() -> None:
    row = {"grey-moth": {"row": [Lantern(), Lantern(oil=5)]}}
    assert list(tracked_paths(row, "number")) == ["grey-moth.row.0.oil", "grey-moth.row.1.oil"]
    assert found(row, ["grey-moth", "row", "1"]).oil == 5
    assert found(row, ["grey-moth", "row", "2"]) is None
    assert GAME.get_translator("en").path("grey-moth.row.1.light") == "light (Grey moth)"


@pytest.mark.parametrize("command", RULINGS)
def test_where_there_is_a_referee_only_the_referee_rules(evening: Evening, command: str) -> None:
    for seat in (GREY, WHITE, LAMP):
        with pytest.raises(No) as no:
            evening.press(seat, command, **RULINGS[command])
        assert (no.value.status, no.value.code) == (403, "not-your-command")
    evening.press(REFEREE, command, **RULINGS[command])


@pytest.mark.parametrize("seat", [GREY, WHITE, LAMP])
def test_where_nobody_referees_every_seat_of_a_side_rules(open_evening: Open, seat: str) -> None:
    evening = open_evening(referee=False)
    for command, fields in RULINGS.items():
        evening.press(seat, command, **fields)
    state = evening.state()
    assert (state["moths"][GREY]["light"], state["answers"]["wind"]) == (9, "is-still")


def test_nobody_rules_when_it_is_over(evening: Evening) -> None:
    evening.night()
    for command, fields in RULINGS.items():
        assert code_of(lambda c=command, f=fields: evening.press(REFEREE, c, **f)) == "mission-over"  # type: ignore[misc]


def test_an_open_question_is_answered_from_now_on(flying: Evening) -> None:
    event = flying.press(REFEREE, "table-ruling", question="wind", answer="is-still")["events"][0]
    assert event["data"] == {"question": "wind", "before": "blows", "answer": "is-still"}
    flying.press(GREY, "fly", dice=["flame", "wind"])
    assert flying.state()["moths"][GREY]["light"] == 1
    for question, answer, code in (("rain", "x", "unknown-question"), ("wind", "x", "unknown-answer")):
        ruling = {"question": question, "answer": answer}
        assert code_of(lambda r=ruling: flying.press(REFEREE, "table-ruling", **r)) == code  # type: ignore[misc]


def test_a_question_that_changes_only_what_a_seat_may_not_see_does_not_bear_on_its_command(evening: Evening) -> None:
    def whisper(draft: Draft) -> None:
        wind = draft.book.answer_for("wind")
        draft.emit(WishMade(GREY, len(wind)))
        draft.emit(WindowSealed("lamps", "shut", wind, wind))

    table = evening.kept().at(0)
    table.game = replace(GAME, rules=replace(GAME.rules, after_command=whisper))
    for entry in evening.kept().entries:
        table.append(entry)
    bearing = {seat: relevant_questions(table, table.seat(seat), "make-wish") for seat in (GREY, WHITE)}
    assert [[one.question for one in found] for found in bearing.values()] == [["wind"], []]


def test_one_press_may_be_judged_by_the_other_reading(flying: Evening) -> None:
    thrown = {"dice": ["flame", "wind"]}
    events = flying.press(GREY, "fly", table_rulings={"wind": "is-still"}, **thrown)["events"]
    assert [event["event"] for event in events] == ["other-reading-used", "moth-flew"]
    flying.press(WHITE, "fly", **thrown)
    state = flying.state()
    assert [state["moths"][seat]["light"] for seat in (GREY, WHITE)] == [1, 0]
    assert state["answers"]["wind"] == "blows"


# -- seats


def test_whoever_is_awaited_is_named_and_no_other_seat_of_the_side_answers(evening: Evening) -> None:
    moths = {"side": "moths", "for": "window", "since": 0, "seat": WHITE}
    assert evening.state()["waiting"] == [moths, {"side": "lamps", "for": "window", "since": 0}]
    assert code_of(lambda: evening.press(GREY, "choose-window", window="north")) == "not-your-window"
    assert {seat: bool(offers(evening, seat, "choose-window")) for seat in (GREY, WHITE, LAMP)} == {
        GREY: False, WHITE: True, LAMP: True,
    }  # fmt: skip
    evening.press(LAMP, "choose-window", window="north")
    assert evening.state()["waiting"] == [moths]


def test_a_side_that_is_not_awaited_any_more_is_refused(evening: Evening) -> None:
    evening.press(LAMP, "choose-window", window="north")
    assert code_of(lambda: evening.press(LAMP, "choose-window", window="south")) == "not-your-window"
    assert offers(evening, LAMP, "choose-window") == []


def test_in_turn_the_other_seat_of_the_side_is_asked(flying: Evening) -> None:
    for seat in (GREY, WHITE):
        flying.press(seat, "rest")
    assert [one.get("seat") for one in flying.state()["waiting"]] == [GREY, None]
    assert code_of(lambda: flying.press(WHITE, "choose-window", window="north")) == "not-your-window"


def test_a_wait_is_for_a_side_or_for_one_seat_of_it() -> None:
    grey, white, lamp = Seat(GREY, "moths"), Seat(WHITE, "moths"), Seat(LAMP, "lamps")
    state = State()
    state.wait_for("moths", "window", WHITE)
    assert [state.awaits(seat) for seat in (grey, white, lamp, PUBLIC)] == [False, True, False, False]
    state.wait_for("moths", "wish", GREY)
    state.stop_waiting_for("moths", WHITE)
    assert [state.awaits(seat) for seat in (grey, white)] == [True, False]
    state.wait_for("moths", "wish")
    assert [state.awaits(seat) for seat in (grey, white)] == [True, True]
    assert state.awaits_side("moths")
    state.stop_waiting_for("moths")
    assert not state.awaits_side("moths")


def test_a_seat_of_another_side_never_gives_the_command(flying: Evening) -> None:
    with pytest.raises(No) as no:
        flying.press(LAMP, "fly")
    assert (no.value.status, no.value.code) == (403, "not-your-command")


def test_a_seat_is_renamed_and_rolls_as_it_likes_and_its_neighbour_does_not(evening: Evening) -> None:
    evening.press(GREY, "rename", name="Ana")
    evening.press(GREY, "set-habit", rolls_by="hand")
    seats = evening.state()["seats"]
    assert seats[GREY] == {"name": "Ana", "phones": 0, "rolls": "hand", "app": None, "helper": None}
    assert seats[WHITE] == {"name": "", "phones": 0, "rolls": "table", "app": None, "helper": None}
    assert code_of(lambda: evening.press(GREY, "rename", name="")) == "too-short"


def test_a_seat_that_nobody_holds_cannot_be_left(evening: Evening) -> None:
    assert code_of(lambda: evening.press(GREY, "leave")) == "nobody-sits-here"
    assert offers(evening, GREY, "leave") == []


def test_a_seat_is_left_phone_by_phone(evening: Evening) -> None:
    for _ in range(2):
        sit(evening.client.application.test_client(), evening.code, evening.tokens[GREY])
    phones = lambda: {name: seat["phones"] for name, seat in evening.state()["seats"].items()}  # noqa: E731
    assert phones()[GREY] == 2
    evening.press(GREY, "leave")
    assert phones() == {GREY: 1, WHITE: 0, LAMP: 0, REFEREE: 0}


def test_somebodys_own_words_are_never_taken_for_keys(evening: Evening) -> None:
    event = evening.press(GREY, "rename", name="moths")["events"][0]
    assert event["text"] == "Grey moth: the name is now moths."


@pytest.mark.parametrize("name", ["a\nb", "a\u202eb", "\x00"])
def test_a_name_has_no_control_characters(evening: Evening, name: str) -> None:
    assert code_of(lambda: evening.press(GREY, "rename", name=name)) == "wrong-pattern"


# -- why not


def test_every_refusal_of_a_command_now_can_be_asked_for(evening: Evening) -> None:
    greyed = {one["command"]: one for one in offers(evening, GREY, greyed=1) if one["why_not"]}
    codes = {command: offer["why_not"]["code"] for command, offer in greyed.items()}
    assert codes == {
        "choose-window": "not-your-window", "fly": "windows-first", "rest": "windows-first",
        "order-done": "nothing-ordered", "all-orders-done": "nothing-ordered", "order-impossible": "nothing-ordered",
        "tell-draughts": "nothing-asked", "tell-no-draught": "nothing-asked",
    }  # fmt: skip
    assert greyed["fly"]["why_not"]["message"] == "First both windows are opened."
    assert all(offer["group"] == "play" for offer in greyed.values())
    assert {one["command"] for one in offers(evening, LAMP, greyed=1) if one["group"] == "play"} == {"choose-window"}


def test_the_public_view_is_offered_nothing(flying: Evening) -> None:
    assert flying.get(seat=None).get("offers", []) == []
    assert at(flying.get(seat=None), "state.phase") == "flying"


def test_tables_that_were_opened_alike_answer_open_questions_each_by_itself(client: FlaskClient) -> None:
    one, two = Evening(client), Evening(client)
    question, asked = next(iter(GAME.rules.questions.items()))
    one.press(REFEREE, "table-ruling", question=question, answer=asked.answers[-1])
    assert one.kept().book().answer_for(question) == asked.answers[-1]
    assert two.kept().book().answer_for(question) == asked.default

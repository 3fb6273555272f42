"""Tables of Incursion: undo and redo, what a seat has seen, house rulings, other readings."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.playing import No, PlayedTable, code_of, refusal

Play = Callable[..., PlayedTable]


# -- undo


def test_a_seat_takes_back_its_own_press_and_brings_it_again(in_action: PlayedTable) -> None:
    in_action.allied("activate", model="grunt-ape-1")
    in_action.allied("move", model="grunt-ape-1", step="forward")
    in_action.allied("undo")
    assert (in_action["models.grunt-ape-1.place"], in_action["models.grunt-ape-1.ap"]) == ("entry", 3)
    in_action.allied("undo")
    assert in_action["acting"] is None
    in_action.allied("redo")
    in_action.allied("redo")
    assert (in_action["models.grunt-ape-1.place"], in_action["models.grunt-ape-1.ap"]) == ("board", 2)
    assert code_of(lambda: in_action.allied("redo")) == "nothing-to-redo"


def test_undone_presses_stay_in_the_log_marked(in_action: PlayedTable) -> None:
    in_action.allied("activate", model="grunt-ape-1")
    in_action.allied("undo")
    told = {event["event"]: event["undone"] for event in in_action.log()}
    assert told["model-activated"] is True
    assert told["undone"] is False


def test_what_was_undone_is_named_by_its_act(in_action: PlayedTable) -> None:
    """Neither by the activation that came with it, nor by that of another model that ended."""
    in_action.allied("activate", model="grunt-ape-1")
    in_action.allied("move", model="grunt-ape-2", step="forward")
    in_action.allied("undo")
    assert in_action.log()[-1]["text"] == "Undone: “Grunt APE 2 moves forward (1 AP)”."
    in_action.allied("undo")
    assert in_action.log()[-1]["text"] == "Undone: “Grunt APE 1 is activated”."
    in_action.allied("advance", models=["grunt-ape-1", "grunt-ape-2"], squares=1)
    in_action.allied("undo")
    assert in_action.log()[-1]["text"] == "Undone: “Grunt APE 1, Grunt APE 2: 1 square ahead each”."


def test_a_new_press_closes_the_way_to_redo(in_action: PlayedTable) -> None:
    in_action.allied("activate", model="grunt-ape-1")
    in_action.allied("undo")
    in_action.allied("activate", model="grunt-ape-2")
    assert code_of(lambda: in_action.allied("redo")) == "nothing-to-redo"


def test_nobody_undoes_the_others_press_but_the_referee(in_action: PlayedTable) -> None:
    in_action.allied("activate", model="grunt-ape-1")
    assert code_of(lambda: in_action.german("undo")) == "not-your-press"
    in_action.referee("undo")
    assert in_action["acting"] is None


def test_once_dice_are_out_only_the_referee_undoes_and_the_dice_stay(table: PlayedTable) -> None:
    table.to_melee().enter("german", "sturmzombie-1")
    rolled = table.german("melee", model="sturmzombie-1", target="grunt-ape-1")["events"][0]["data"]["dice"]
    assert code_of(lambda: table.german("undo")) == "luck-is-out"
    table.referee("undo")
    again = table.german("melee", model="sturmzombie-1", target="grunt-ape-2")["events"][0]["data"]["dice"]
    assert again == rolled


def test_once_a_secret_is_out_only_the_referee_undoes(table: PlayedTable) -> None:
    table.choose_forces().bid()
    assert code_of(lambda: table.german("undo")) == "luck-is-out"


def test_undo_names_the_press_it_means(in_action: PlayedTable) -> None:
    in_action.allied("activate", model="grunt-ape-1")
    (offer,) = in_action.offers(command="undo")
    in_action.allied("activate", model="grunt-ape-2")
    assert code_of(lambda: in_action.allied("undo", **offer["given"])) == "not-the-newest"


def test_there_is_nothing_to_undo_at_the_start(table: PlayedTable) -> None:
    assert code_of(lambda: table.allied("undo")) == "nothing-to-undo"


def test_undo_reaches_a_house_ruling_by_itself_and_never_with_a_move(in_action: PlayedTable) -> None:
    in_action.allied("activate", model="grunt-ape-1")
    in_action.referee("house-ruling", set="sides.allied.cp", to=9, reason="a gift")
    in_action.referee("undo")
    assert (in_action["acting"], in_action["sides.allied.cp"]) == ("grunt-ape-1", 4)
    in_action.referee("undo")
    assert (in_action["acting"], in_action["sides.allied.cp"]) == (None, 4)


def test_what_the_referee_struck_only_the_referee_brings_back(in_action: PlayedTable) -> None:
    in_action.allied("activate", model="grunt-ape-1")
    in_action.referee("undo")
    assert code_of(lambda: in_action.allied("redo")) == "struck-by-the-referee"
    in_action.referee("redo")
    assert in_action["acting"] == "grunt-ape-1"


def test_another_reading_goes_with_rules_of_play_only(in_action: PlayedTable) -> None:
    in_action.allied("activate", model="grunt-ape-1")
    with pytest.raises(No) as no:
        in_action.allied("undo", table_rulings={"range": "counted"})
    assert (no.value.status, no.value.error["field"]) == (400, "table_rulings")


# -- presses that do not exist for a seat


def test_another_reading_makes_no_secret_press_visible(table: PlayedTable) -> None:
    reading = {"range": "counted"}
    assert code_of(lambda: table.allied("add-model", card="grunt-ape", table_rulings=reading)) == "reading-of-a-secret"
    assert table.get(seat="german")["seq"] == 0


def test_a_secret_choice_does_not_exist_for_the_others(table: PlayedTable) -> None:
    before = {seat: table.get(seat=seat)["seq"] for seat in ("german", "referee", None)}
    table.allied("add-model", card="grunt-ape")
    table.allied("undo")
    table.allied("redo")
    assert table.get()["seq"] == 3
    assert {seat: table.get(seat=seat)["seq"] for seat in before} == before
    assert [event for event in table.log("german") if event["seq"] > before["german"]] == []


def test_each_seat_counts_in_its_own_numbers(table: PlayedTable) -> None:
    for _ in range(2):
        table.allied("add-model", card="grunt-ape")
    event = table.allied("force-ready")["events"][0]
    assert event["seq"] == 3
    assert table.log("german")[-1]["seq"] == 1
    table.german("add-model", card="sturmzombie")
    table.german("add-model", card="sturmzombie")
    table.german("force-ready")
    assert {w["since"] for w in table.get(seat="german")["state"]["waiting"]} == {4}
    assert {w["since"] for w in table.get(seat="allied")["state"]["waiting"]} == {4}
    assert {w["since"] for w in table.get(seat="referee")["state"]["waiting"]} == {2}


def test_an_undo_of_a_secret_press_is_numbered_for_its_seat(table: PlayedTable) -> None:
    table.german("add-model", card="sturmzombie")
    table.allied("add-model", card="grunt-ape")
    events = table.allied("undo")["events"]
    assert events[0]["data"]["press"] == 1


# -- what came first


def test_a_stale_tap_names_the_event_that_came_first(in_action: PlayedTable) -> None:
    seen = in_action.get()["seq"]
    in_action.allied("done")
    in_action.presses += 1
    answer = in_action.post("allied", command="activate", model="grunt-ape-1", seen=seen, key="late")
    assert answer.status_code == 409
    assert (answer.json["error"]["first"]["seq"], answer.json["error"]["first"]["event"]) == (seen + 1, "half-ended")
    assert answer.json["error"]["code"] == "not-your-half"


def test_a_stale_tap_that_still_makes_sense_goes_through(in_action: PlayedTable) -> None:
    seen = in_action.get()["seq"]
    in_action.allied("activate", model="grunt-ape-1")
    answer = in_action.post("allied", command="activate", model="grunt-ape-2", seen=seen, key="late")
    assert answer.status_code == 200


def test_what_was_refused_then_too_is_simply_refused(in_action: PlayedTable) -> None:
    seen = in_action.get()["seq"]
    in_action.allied("activate", model="grunt-ape-1")
    answer = in_action.post("allied", command="activate", model="sturmzombie-1", seen=seen, key="late")
    assert answer.status_code == 422


def test_nobody_has_seen_the_future(table: PlayedTable) -> None:
    with pytest.raises(No) as no:
        table.allied("add-model", card="grunt-ape", seen=99)
    assert (no.value.code, no.value.error["field"]) == ("seen-in-the-future", "seen")


def test_the_same_key_is_an_echo_and_with_another_body_refused(table: PlayedTable) -> None:
    body = {"command": "add-model", "card": "grunt-ape", "seen": 0, "key": "once"}
    first = table.post("allied", **body)
    table.allied("add-model", card="grunt-ape")
    again = table.post("allied", **body)
    assert (again.status_code, again.json) == (200, first.json)
    assert table["sides.allied.force"] == {"grunt-ape": 2}
    other = table.post("allied", **{**body, "seen": 1})
    assert (other.status_code, other.json["error"]["code"]) == (422, "key-reused")
    assert table.post("german", **{**body, "card": "sturmzombie"}).status_code == 200


def test_a_refused_press_does_not_keep_its_key(table: PlayedTable) -> None:
    assert table.post("allied", command="force-ready", seen=0, key="k").status_code == 422
    assert table.post("allied", command="add-model", card="grunt-ape", seen=0, key="k").status_code == 200


# -- the table rules


def test_a_house_ruling_sets_one_value_with_a_reason_for_all_to_read(in_action: PlayedTable) -> None:
    event = in_action.referee("house-ruling", set="models.grunt-ape-1.dp", to=1, reason="counted twice")["events"][0]
    assert (event["data"]["before"], event["data"]["to"]) == (2, 1)
    assert in_action.log("german")[-1]["text"] == "House ruling: DP (Grunt APE 1) from 2 to 1: counted twice"
    in_action.referee("house-ruling", set="models.grunt-ape-1.activated", to=True, reason="it acted")
    assert in_action["models.grunt-ape-1.activated"] is True


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"set": "models.nobody.dp", "to": 1}, "not-tracked", "set"),
        ({"set": "sides.allied.hand", "to": 1}, "not-tracked", "set"),
        ({"set": "sides.allied.cp", "to": -1}, "wrong-value", "to"),
        ({"set": "sides.allied.cp", "to": True}, "wrong-value", "to"),
        ({"set": "models.grunt-ape-1.activated", "to": 1}, "wrong-value", "to"),
        ({"set": "sides.allied.cp", "to": 1, "reason": ""}, "too-short", "reason"),
        ({"set": "sides.allied.cp", "to": 1, "reason": "x" * 201}, "too-long", "reason"),
        ({"set": "sides.allied.cp", "to": "1"}, "wrong-type", "to.bool"),
    ],
)
def test_a_house_ruling_sets_only_what_the_table_keeps(
    in_action: PlayedTable, fields: dict[str, Any], code: str, field: str
) -> None:
    with pytest.raises(No) as no:
        in_action.referee("house-ruling", **{"reason": "because", **fields})
    assert (no.value.code, no.value.error["field"].split(".")[0]) == (code, field.split(".", maxsplit=1)[0])


def test_where_there_is_a_referee_only_the_referee_rules(in_action: PlayedTable) -> None:
    for command, fields in (
        ("house-ruling", {"set": "sides.allied.cp", "to": 9, "reason": "please"}),
        ("table-ruling", {"question": "tie", "answer": "germans"}),
    ):
        with pytest.raises(No) as no:
            in_action.allied(command, **fields)
        assert (no.value.status, no.value.code) == (403, "not-your-command")


def test_where_nobody_referees_either_side_rules(play: Play) -> None:
    table = play()
    table.german("table-ruling", question="tie", answer="germans")
    assert table["answers.tie"] == "germans"
    assert table.allied("house-ruling", set="sides.allied.cp", to=2, reason="agreed")


def test_an_open_question_is_answered_from_now_on(in_action: PlayedTable) -> None:
    event = in_action.referee("table-ruling", question="tie", answer="germans")["events"][0]
    assert event["data"] == {"question": "tie", "before": "draw", "answer": "germans"}
    no = refusal(lambda: in_action.referee("table-ruling", question="reactivation", answer="never"))
    assert no == ("not-in-this-edition", "table_rulings.reactivation")
    assert code_of(lambda: in_action.referee("table-ruling", question="nobody", answer="x")) == "unknown-question"
    assert code_of(lambda: in_action.referee("table-ruling", question="tie", answer="x")) == "unknown-answer"


def test_one_press_may_be_judged_by_the_other_reading(play: Play) -> None:
    table = play(edition="es-2009", table_rulings={"reactivation": "never"}).to_action()
    table.enter("allied", "grunt-ape-1", "grunt-ape-2")
    assert code_of(lambda: table.allied("activate", model="grunt-ape-1")) == "activated-already"
    events = table.allied("activate", model="grunt-ape-1", table_rulings={"reactivation": "allowed"})["events"]
    assert events[0]["event"] == "other-reading-used"
    assert table["answers.reactivation"] == "never"


# -- seats


def test_a_seat_is_renamed_left_and_rolls_as_it_likes(table: PlayedTable, client: Any) -> None:
    table.allied("rename", name="Ana")
    table.german("set-habit", rolls_by="hand")
    seats = table["seats"]
    assert (seats["allied"]["name"], seats["german"]["rolls"]) == ("Ana", "hand")
    assert "leave" not in {offer["command"] for offer in table.offers()}
    assert code_of(lambda: table.allied("rename", name="")) == "too-short"


def test_a_seat_that_nobody_holds_cannot_be_left(table: PlayedTable) -> None:
    assert code_of(lambda: table.allied("leave")) == "nobody-sits-here"


def test_somebodys_own_words_are_never_taken_for_keys(table: PlayedTable) -> None:
    event = table.allied("rename", name="german")["events"][0]
    assert event["text"] == "Allies: the name is now german."


@pytest.mark.parametrize("name", ["a\nb", "a\u202eb", "\x00"])
def test_a_name_has_no_control_characters(table: PlayedTable, name: str) -> None:
    assert code_of(lambda: table.allied("rename", name=name)) == "wrong-pattern"


# -- why not


def test_every_refusal_of_a_command_now_can_be_asked_for(in_action: PlayedTable) -> None:
    greyed = [offer for offer in in_action.offers("german", greyed=1) if offer["why_not"]]
    assert {offer["command"]: offer["why_not"]["code"] for offer in greyed}["activate"] == "not-your-half"
    assert all(offer["why_not"]["message"] and offer["group"] == "play" for offer in greyed)
    assert "allied-intelligence" not in {offer["command"] for offer in greyed}

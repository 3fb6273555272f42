"""Mission 7, Doomsday: pickets, arrivals one by one, the countdown, and the Device."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.playing import PlayedTable, code_of, refusal

Play = Callable[..., PlayedTable]
Met = Callable[..., PlayedTable]
GRUNT, SECOND, ZOMBIE = "grunt-ape-1", "grunt-ape-2", "sturmzombie-1"
GERMANS = ["sturmzombie", "gretel", "hans", "bomberzombie", "bomberzombie"]
LATE = ["gretel-1", "hans-1", "bomberzombie-1", "bomberzombie-2"]


@pytest.fixture
def met(play: Play) -> Met:
    """Opens a table in turn 1: both Grunts and two zombies are placed, the first Grunt acts."""

    def opened(german: list[str] = GERMANS, **wishes: Any) -> PlayedTable:
        table = play(mission=7, referee=True, **wishes).choose_forces(german=german).bid(0, 0)
        return table.deploy([GRUNT, SECOND], [ZOMBIE, "sturmzombie-2"]).enter("allied", SECOND, GRUNT)

    return opened


def to_bids_over(table: PlayedTable) -> PlayedTable:
    """On to what follows the next turn's bids."""
    return table.end_turn().bid(0, 0)


def places(table: PlayedTable, *models: str) -> list[str]:
    return [table[f"models.{model}.place"] for model in models]


def ended(table: PlayedTable) -> tuple[str, str, str]:
    (data,) = [event["data"] for event in table.log() if event["event"] == "mission-ended"]
    return data["winner"], data["because"], data["rule"]


# -- pickets and arrivals


def test_in_turn_one_only_sturmzombies_come_and_stand_behind_the_picket_line(met: Met) -> None:
    table = met()
    assert places(table, *LATE) == ["due"] * 4
    assert places(table, ZOMBIE, "sturmzombie-2", "sturmzombie-3") == ["board", "board", "reserve"]
    table.allied("done")
    table.german("activate", model=ZOMBIE)
    table.german("turn", model=ZOMBIE)
    assert code_of(lambda: table.german("activate", model="gretel-1")) == "not-on-board"
    assert code_of(lambda: table.german("activate", model="sturmzombie-3")) == "not-on-board"


def test_from_turn_two_on_zombies_enter_like_others(met: Met) -> None:
    table = to_bids_over(met())
    table.german("arrive", model="hans-1")
    table.german("deploy", models=["sturmzombie-3", "sturmzombie-4"])
    assert places(table, "sturmzombie-3", "sturmzombie-4") == ["entry", "entry"]


def test_no_pickets_in_other_missions(in_action: PlayedTable) -> None:
    assert places(in_action, ZOMBIE) == ["entry"]


def test_one_card_of_their_choice_arrives_each_turn(met: Met) -> None:
    table = to_bids_over(met())
    assert [(waiting["side"], waiting["for"]) for waiting in table["waiting"]] == [("german", "arrival")]
    (offer,) = table.offers("german", "arrive")
    assert offer["choose"]["model"] == LATE
    assert code_of(lambda: table.allied("arrive", model="hans-1")) == "not-time-for-arrival"
    assert refusal(lambda: table.german("arrive", model=ZOMBIE)) == ("not-due", "model")
    assert refusal(lambda: table.german("arrive", model="nobody-1")) == ("not-due", "model")
    assert code_of(lambda: table.german("deploy", models=[])) == "not-time-for-deployment"
    table.german("arrive", model="hans-1")
    assert places(table, *LATE) == ["due", "reserve", "due", "due"]
    assert code_of(lambda: table.german("arrive", model="gretel-1")) == "not-time-for-arrival"
    table.deploy([], ["hans-1"])
    table.allied("done")
    table.enter("german", "hans-1")
    assert table["models.hans-1.ap"] == 3
    table = to_bids_over(table)
    assert table.offers("german", "arrive")[0]["choose"]["model"] == ["gretel-1", "bomberzombie-1", "bomberzombie-2"]


def test_the_last_one_due_arrives_by_itself_and_then_nobody(met: Met) -> None:
    table = to_bids_over(met(["sturmzombie", "gretel"]))
    assert places(table, "gretel-1") == ["reserve"]
    assert [waiting["for"] for waiting in table["waiting"]] == ["deployment"]
    table.deploy([], ["gretel-1"])
    arrived = [event["data"]["model"] for event in table.log() if event["event"] == "model-arrived"]
    assert arrived == ["gretel-1"]
    to_bids_over(table)
    assert [waiting["for"] for waiting in table["waiting"]] == ["deployment"]


def test_allied_intelligence_does_not_skip_an_arrival(met: Met) -> None:
    table = met().end_turn().replenish()
    table.allied("allied-intelligence")
    assert [waiting["for"] for waiting in table["waiting"]] == ["arrival"]


def test_a_card_lies_on_a_model_that_is_still_due(met: Met) -> None:
    table = met(deck={"allied": "physical"})
    table.put("allied", "jammed-servo", on="hans-1")
    to_bids_over(table).german("arrive", model="hans-1")
    assert table["models.hans-1.ap"] == 3


@pytest.mark.parametrize("answer", ["wait", "lost"])
def test_zombies_without_figures_wait_or_are_lost(met: Met, answer: str) -> None:
    table = met(["sturmzombie"] * 3, table_rulings={"horde-figures": answer})
    waits = [table["sides.german.horde_due"]]
    for _ in range(2):
        table.next_turn()
        waits.append(table["sides.german.horde_due"])
    # nine come each turn: 18 figures are out in turn 2, so all nine of turn 3 have none
    assert waits == [0, 0, 9 if answer == "wait" else 0]
    for number in (1, 2, 3):
        table.referee("house-ruling", set=f"models.sturmzombie-{number}.dp", to=0, reason="a test")
    table.next_turn()
    assert table["sides.german.horde_due"] == (15 if answer == "wait" else 0)
    assert table["models.sturmzombie-1.alive"] is True


# -- the countdown


def finish(table: PlayedTable) -> None:
    """The sides are done until the turn is over."""
    while table["phase"] in ("action", "last-chance"):
        table.press(table["active"], "done")


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_each_turn_from_seven_on_the_device_launches_more_easily(met: Met, edition: str) -> None:
    table = met(["sturmzombie"], edition=edition)
    asked = {}
    while not table["over"]:
        finish(table)
        if table["phase"] == "countdown":
            awaited = [event["data"] for event in table.log() if event["event"] == "countdown-awaited"][-1]
            asked[awaited["turn"]] = awaited["launch_on"]
            assert (table["turn"], table["waiting"][0]["side"]) == (awaited["turn"] - 1, "german")
            table.german("roll-countdown", dice=[6])
        if not table["over"]:
            table.bid(0, 0).deploy([], [])
    assert asked == {7: 1, 8: 2, 9: 3, 10: 4, 11: 5}
    rolled = [event["data"] for event in table.log() if event["event"] == "countdown-rolled"]
    assert [(event["turn"], event["launch_on"], event["launches"]) for event in rolled][-2:] == [
        (11, 5, False),
        (12, 6, True),
    ]
    assert (rolled[-1]["roll"], rolled[-1]["dice"]) == (None, None)
    (text,) = [event["text"] for event in table.log() if event["event"] == "countdown-rolled"][-1:]
    assert text == "Countdown, turn 12: the Device launches."
    assert (ended(table), table["turn"]) == (("german", "launched", "countdown.launch"), 11)


def to_the_die(met: Met) -> PlayedTable:
    """Turn 6 is over: the die of turn 7 is awaited."""
    table = met(["sturmzombie"])
    while table["phase"] != "countdown":
        finish(table)
        if table["phase"] != "countdown":
            table.bid(0, 0).deploy([], [])
    return table


@pytest.mark.parametrize(("face", "launches"), [(1, True), (2, False)])
def test_the_germans_roll_before_maintenance(met: Met, face: int, launches: bool) -> None:
    table = to_the_die(met)
    cp = table["sides.allied.cp"]
    assert code_of(lambda: table.allied("roll-countdown")) == "not-time-for-countdown"
    assert code_of(lambda: table.allied("bid", cp=0)) == "not-time-for-bid"
    (offer,) = table.offers("german", "roll-countdown")
    assert offer["dice"]["count"] == 1
    assert (table["turn"], table["sides.allied.cp"]) == (6, cp)
    table.german("roll-countdown", dice=[face])
    assert (table["over"], table["launched"]) == (launches, launches)
    (text,) = [event["text"] for event in table.log() if event["event"] == "countdown-rolled"]
    assert text == f"Countdown, turn 7: {face}. The Device {'launches' if launches else 'does not launch'}."
    if launches:
        assert ended(table) == ("german", "launched", "countdown.launch")
    else:
        assert (table["turn"], table["phase"], table.replenish()["phase"]) == (7, "maintenance", "bids")


def test_no_die_is_rolled_in_earlier_turns_or_other_missions(in_action: PlayedTable) -> None:
    assert code_of(lambda: in_action.german("roll-countdown")) == "not-time-for-countdown"
    in_action.end_turn()
    assert in_action["turn"] == 2


# -- the Device


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_an_ally_shuts_the_device_down_for_one_ap(met: Met, edition: str) -> None:
    table = met(edition=edition)
    assert len(table.offers("allied", "shut-down")) == 1
    event = table.allied("shut-down", model=GRUNT)["events"][0]
    assert (event["event"], event["data"]["ap"], table["shut_down"]) == ("device-shut-down", 1, True)
    assert ended(table) == ("allied", "shut-down", "missions.doomsday")


def test_germans_have_no_device_to_shut_down(met: Met) -> None:
    table = met()
    table.allied("done")
    table.german("activate", model=ZOMBIE)
    assert code_of(lambda: table.german("shut-down", model=ZOMBIE)) == "no-device"
    (offer,) = table.offers("german", "shut-down", greyed=1)
    assert offer["why_not"]["code"] == "no-device"


def test_there_is_no_device_elsewhere_and_none_at_the_entry(raid: PlayedTable, play: Play) -> None:
    raid.enter("allied", GRUNT)
    assert code_of(lambda: raid.allied("shut-down", model=GRUNT)) == "no-device"
    table = play(mission=7).choose_forces().bid().deploy([GRUNT], [ZOMBIE])
    table.allied("activate", model=GRUNT)
    assert refusal(lambda: table.allied("shut-down", model=GRUNT)) == ("not-entered", "model")


@pytest.mark.parametrize(("answer", "over"), [("dossier", False), ("end-now", True), ("play-on", False)])
def test_with_the_allies_dead_the_germans_have_won_or_wait_for_the_launch(met: Met, answer: str, over: bool) -> None:
    table = met(table_rulings={"wiped-out": answer})
    for model in (GRUNT, SECOND):
        table.referee("house-ruling", set=f"models.{model}.dp", to=0, reason="a test")
    table.allied("done")
    assert (table["over"], table["winner"]) == (over, "german" if over else None)
    if over:
        assert ended(table) == ("german", "wiped-out", "missions.wiped-out")


def test_nobody_leaves_the_board_of_doomsday(met: Met) -> None:
    assert code_of(lambda: met().allied("leave-board", model=GRUNT)) == "no-exit"

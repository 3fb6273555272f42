"""Items that models carry, green doors that they seal, and the missions that these decide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.games.incursion.book import EDITIONS
from tests.playing import PlayedTable, code_of, refusal

Play = Callable[..., PlayedTable]
ANSWERS = ("dossier", "end-now", "play-on")
GRUNT, SECOND, ZOMBIE = "grunt-ape-1", "grunt-ape-2", "sturmzombie-1"


def unchanged(table: PlayedTable, act: Callable[[], Any]) -> tuple[str, str | None]:
    """The "no" that an act meets; it must have changed nothing."""
    before = table.get()
    no = refusal(act)
    assert table.get() == before
    return no


def take(table: PlayedTable, model: str, side: str = "allied") -> Any:
    """The event of a model that takes the Pinger."""
    return table.press(side, "item", model=model, item="pinger")["events"][0]


# -- items


def test_a_model_picks_an_item_up_for_one_ap(raid: PlayedTable) -> None:
    raid.enter("allied", GRUNT)
    (offer,) = raid.offers(command="item")
    assert (offer["given"]["item"], offer["label"]) == ("pinger", "Pick up item")
    event = take(raid, GRUNT)
    assert (event["data"]["ap"], event["data"]["bearer"]) == (1, None)
    assert (raid[f"models.{GRUNT}.carries"], raid[f"models.{GRUNT}.ap"]) == (["pinger"], 1)
    assert unchanged(raid, lambda: take(raid, GRUNT)) == ("no-such-item", "item")
    greyed = {o["command"]: o["why_not"]["code"] for o in raid.offers(greyed=1) if o["why_not"]}
    assert greyed["item"] == "no-item-here"


def test_who_dropped_it_leaves_it_to_the_enemy_until_the_next_turn(play: Play) -> None:
    table = with_gretel(play)
    table.enter("allied", GRUNT)
    take(table, GRUNT)
    event = table.allied("drop-item", model=GRUNT, item="pinger")["events"][0]
    assert (event["data"]["ap"], event["data"]["cp"]) == (0, 0)
    take(table, GRUNT)
    table.enter("allied", SECOND).allied("drop-item", model=GRUNT)
    assert table["acting"] == SECOND
    assert unchanged(table, lambda: take(table, SECOND)) == ("dropped-this-turn", "item")
    table.allied("done")
    table.enter("german", "gretel-1")
    take(table, "gretel-1", "german")
    table.german("drop-item", model="gretel-1")
    table.next_turn().allied("activate", model=SECOND)
    take(table, SECOND)
    assert table[f"models.{SECOND}.carries"] == ["pinger"]


def with_gretel(play: Play, **wishes: Any) -> PlayedTable:
    """Pinger Raid with a German who handles items."""
    table = play(mission=3, referee=True, **wishes).choose_forces(german=["sturmzombie", "gretel"])
    return table.bid().deploy([GRUNT, SECOND], ["gretel-1", ZOMBIE])


def test_an_item_is_taken_from_a_friend_who_has_not_been_activated(raid: PlayedTable) -> None:
    raid.enter("allied", GRUNT)
    take(raid, GRUNT)
    raid.enter("allied", SECOND)
    assert unchanged(raid, lambda: take(raid, SECOND)) == ("no-such-item", "item")
    raid.next_turn().allied("activate", model=SECOND)
    (offer,) = raid.offers(command="item")
    assert offer["label"] == "Take from a friendly model"
    event = take(raid, SECOND)
    assert (event["data"]["bearer"], event["data"]["ap"]) == (GRUNT, 1)
    assert (raid[f"models.{GRUNT}.carries"], raid[f"models.{SECOND}.carries"]) == ([], ["pinger"])


def test_only_what_is_carried_can_be_dropped(raid: PlayedTable) -> None:
    raid.enter("allied", GRUNT)
    assert unchanged(raid, lambda: raid.allied("drop-item", model=GRUNT)) == ("carries-nothing", "model")
    take(raid, GRUNT)
    assert unchanged(raid, lambda: raid.allied("drop-item", model=GRUNT, item="crown")) == ("no-such-item", "item")
    assert unchanged(raid, lambda: raid.allied("item", model=GRUNT, item="crown")) == ("no-such-item", "item")


def test_nobody_takes_anything_from_the_entry(raid: PlayedTable) -> None:
    raid.allied("activate", model=GRUNT)
    assert unchanged(raid, lambda: take(raid, GRUNT)) == ("not-entered", "model")


def test_zombies_never_handle_items(raid: PlayedTable) -> None:
    raid.allied("done")
    raid.enter("german", ZOMBIE)
    assert unchanged(raid, lambda: take(raid, ZOMBIE, "german")) == ("no-items", "model")
    assert raid.offers("german", "item") == []


def test_a_casualty_drops_what_it_carried(raid: PlayedTable) -> None:
    raid.enter("allied", GRUNT)
    take(raid, GRUNT)
    raid.allied("done")
    raid.referee("house-ruling", set=f"models.{GRUNT}.dp", to=1, reason="hit by a door")
    raid.enter("german", ZOMBIE)
    events = raid.german("melee", model=ZOMBIE, target=GRUNT, dice=[6])["events"]
    assert (events[-1]["event"], events[-1]["data"]["dropped"]) == ("model-lost", ["pinger"])
    assert raid[f"models.{GRUNT}.carries"] == []
    raid.end_turn().bid().deploy([SECOND], []).enter("allied", SECOND)
    take(raid, SECOND)


def test_a_friend_takes_what_a_casualty_left_in_the_same_turn(play: Play) -> None:
    table = with_gretel(play)
    table.enter("allied", GRUNT)
    take(table, GRUNT)
    table.referee("house-ruling", set=f"models.{GRUNT}.dp", to=0, reason="crushed")
    table.enter("allied", SECOND)
    take(table, SECOND)
    assert table[f"models.{SECOND}.carries"] == ["pinger"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_drops_something_watches_no_more(play: Play, edition: str) -> None:
    table = with_gretel(play, edition=edition)
    table.enter("allied", GRUNT)
    take(table, GRUNT)
    table.allied("done", reaction_fire=[GRUNT])
    table.german("done")
    table.bid().deploy([], [])
    assert (table["active"], table[f"models.{GRUNT}.reaction_fire"]) == ("allied", True)
    events = table.allied("drop-item", model=GRUNT)["events"]
    assert [event["event"] for event in events] == ["item-dropped", "reaction-fire-ended"]
    assert (events[1]["data"]["because"], table[f"models.{GRUNT}.reaction_fire"]) == ("acted", False)
    assert table[f"models.{GRUNT}.activated"] is False


def test_dropping_is_no_action_and_sets_off_no_reaction_fire(play: Play) -> None:
    table = play(mission=3, rp={"allied": 20}).choose_forces(["hmg-ape", "grunt-ape"], ["sturmzombie", "gretel"])
    table.bid(0, 1).deploy(["hmg-ape-1", GRUNT], ["gretel-1", ZOMBIE]).enter("german", "gretel-1")
    table.german("done", reaction_fire=["gretel-1"])
    table.enter("allied", "hmg-ape-1")
    take(table, "hmg-ape-1")
    table.german("no-reaction")
    table.allied("fire", model="hmg-ape-1", target="gretel-1", dice=[1, 1, 1])
    assert code_of(lambda: table.german("drop-item", model="hmg-ape-1")) == "not-your-half"
    table.allied("drop-item", model="hmg-ape-1")
    assert [one["action"] for one in table["triggers"]] == ["fire"]
    assert (table["models.hmg-ape-1.ap"], table["models.hmg-ape-1.carries"]) == (0, [])
    # its second shot is still free, and she waits for it
    assert table.offers("german", "react") == []
    table.allied("fire", model="hmg-ape-1", target="gretel-1", again=True, dice=[1, 1, 1])
    assert len(table.offers("german", "react")) == 1


# -- Pinger Raid


def test_the_allies_win_with_the_pinger_off_the_board(raid: PlayedTable) -> None:
    raid.enter("allied", GRUNT)
    take(raid, GRUNT)
    raid.allied("leave-board", model=GRUNT)
    assert (raid["over"], raid["winner"]) == (True, "allied")
    (ended,) = [event["data"] for event in raid.log() if event["event"] == "mission-ended"]
    assert (ended["because"], ended["rule"]) == ("pinger-taken", "missions.pinger")


def test_the_germans_win_with_the_pinger_off_the_board(play: Play) -> None:
    table = with_gretel(play)
    table.allied("done")
    table.enter("german", "gretel-1")
    take(table, "gretel-1", "german")
    table.german("leave-board", model="gretel-1")
    assert (table["over"], table["winner"]) == (True, "german")


def test_leaving_without_the_pinger_ends_nothing(raid: PlayedTable) -> None:
    raid.enter("allied", GRUNT)
    raid.allied("leave-board", model=GRUNT)
    raid.allied("done")
    raid.enter("german", ZOMBIE).german("leave-board", model=ZOMBIE)
    assert raid["over"] is False


@pytest.mark.parametrize(
    ("answer", "gretel", "over"),
    [(answer, gretel, answer != "play-on" or not gretel) for answer in ANSWERS for gretel in (True, False)],
)
def test_a_side_that_is_wiped_out_has_lost_unless_the_table_plays_on_while_anybody_can_carry(
    play: Play, answer: str, gretel: bool, over: bool
) -> None:
    rulings = {"wiped-out": answer}
    if gretel:
        table = with_gretel(play, table_rulings=rulings)
    else:
        table = play(mission=3, referee=True, table_rulings=rulings).to_action()
    for model in (GRUNT, SECOND):
        table.referee("house-ruling", set=f"models.{model}.dp", to=0, reason="crushed")
    table.allied("done")
    assert (table["over"], table["winner"]) == (over, "german" if over else None)
    if not over:
        table.enter("german", "gretel-1")
        take(table, "gretel-1", "german")
        table.german("leave-board", model="gretel-1")
        assert (table["over"], table["winner"]) == (True, "german")


# -- green doors


def at_doors(play: Play, **wishes: Any) -> PlayedTable:
    """Incursion: both Grunts have entered, the second is acting."""
    return play(mission=2, referee=True, **wishes).to_action().enter("allied", GRUNT, SECOND)


@pytest.mark.parametrize(("edition", "answer"), [("en-2009", None), ("es-2009", "any")])
def test_a_green_door_is_sealed_by_any_model_later_too(play: Play, edition: str, answer: str | None) -> None:
    table = at_doors(play, edition=edition, table_rulings={"seal": answer} if answer else {})
    event = table.allied("seal-door", model=SECOND)["events"][0]
    assert (event["data"]["ap"], table["sealed_doors"], table[f"models.{SECOND}.ap"]) == (1, 1, 1)


def test_by_the_other_reading_of_the_spanish_book_who_closes_a_door_seals_it_at_once(play: Play) -> None:
    table = at_doors(play, edition="es-2009", table_rulings={"seal": "closer"})
    for act in (None, "open"):
        if act:
            table.allied("door", model=SECOND, to=act)
        assert unchanged(table, lambda: table.allied("seal-door", model=SECOND)) == ("close-it-first", "model")
        assert table.offers(command="seal-door") == []
    table.allied("door", model=SECOND, to="closed")
    table.allied("seal-door", model=SECOND)
    assert (table["sealed_doors"], table["sides.allied.cp"]) == (1, 6 - 1)
    assert unchanged(table, lambda: table.allied("seal-door", model=SECOND)) == ("close-it-first", "model")


@pytest.mark.parametrize("between", [("turn", {}), ("move", {"step": "forward"})])
def test_what_comes_between_makes_it_too_late_for_the_closer(play: Play, between: tuple[str, dict[str, Any]]) -> None:
    table = at_doors(play, edition="es-2009", table_rulings={"seal": "closer"})
    table.allied("door", model=SECOND, to="closed")
    table.allied(between[0], model=SECOND, **between[1])
    assert code_of(lambda: table.allied("seal-door", model=SECOND)) == "close-it-first"


def test_a_model_seals_only_from_the_board(play: Play) -> None:
    table = play(mission=2).to_action()
    table.allied("activate", model=GRUNT)
    assert unchanged(table, lambda: table.allied("seal-door", model=GRUNT)) == ("not-entered", "model")


def sealed_but_one(table: PlayedTable) -> PlayedTable:
    table.referee("house-ruling", set="sealed_doors", to=5, reason="sealed before")
    return table


def test_the_allies_win_when_every_green_door_is_sealed(play: Play) -> None:
    table = sealed_but_one(at_doors(play))
    table.allied("seal-door", model=SECOND)
    assert (table["over"], table["winner"], table["green_doors"]) == (True, "allied", 6)
    (ended,) = [event["data"] for event in table.log() if event["event"] == "mission-ended"]
    assert (ended["because"], ended["rule"]) == ("all-sealed", "missions.seal")


def test_zombies_may_seal_too_and_win_it_for_the_allies(play: Play) -> None:
    table = sealed_but_one(at_doors(play))
    table.allied("done")
    table.enter("german", ZOMBIE).german("seal-door", model=ZOMBIE)
    assert (table["over"], table["winner"]) == (True, "allied")


def test_the_germans_win_when_every_ally_is_dead(play: Play) -> None:
    table = at_doors(play)
    table.referee("house-ruling", set=f"models.{SECOND}.dp", to=0, reason="crushed")
    table.referee("house-ruling", set=f"models.{GRUNT}.dp", to=1, reason="wounded")
    table.allied("done")
    table.enter("german", ZOMBIE).german("melee", model=ZOMBIE, target=GRUNT, dice=[5])
    assert (table["over"], table["winner"]) == (True, "german")
    (ended,) = [event["data"] for event in table.log() if event["event"] == "mission-ended"]
    assert ended["because"] == "allies-dead"


@pytest.mark.parametrize(("answer", "winner"), [("draw", "draw"), ("allies", "allied")])
def test_both_at_once_is_a_question_for_the_table(play: Play, answer: str, winner: str) -> None:
    table = at_doors(play, table_rulings={"m2-winner": answer})
    table.referee("house-ruling", set="sealed_doors", to=6, reason="all sealed")
    for model in (GRUNT, SECOND):
        table.referee("house-ruling", set=f"models.{model}.dp", to=0, reason="crushed")
    assert table["over"] is False
    table.allied("done")
    assert (table["over"], table["winner"]) == (True, winner)


def test_nobody_leaves_the_board_of_incursion(play: Play) -> None:
    table = at_doors(play)
    assert unchanged(table, lambda: table.allied("leave-board", model=SECOND)) == ("no-exit", None)
    table.allied("done")
    table.enter("german", ZOMBIE)
    assert code_of(lambda: table.german("leave-board", model=ZOMBIE)) == "no-exit"

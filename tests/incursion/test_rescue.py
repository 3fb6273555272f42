"""Mission 5, Behind Enemy Lines: the Stranded Trooper, its room, and the points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from app.core.engine.command import list_offers
from app.games import REGISTRY
from app.games.incursion.board_view import shown
from app.games.incursion.cards.sets import CARDS
from app.games.incursion.missions.rescue import NameStranded
from tests.playing import PlayedTable, code_of, refusal

Play = Callable[..., PlayedTable]
TROOPER, GRUNT, SECOND, ZOMBIE = "hmg-ape-1", "grunt-ape-1", "grunt-ape-2", "sturmzombie-1"
ALLIES = ["hmg-ape", "grunt-ape", "grunt-ape"]


@pytest.fixture
def met(play: Play) -> Callable[..., PlayedTable]:
    """Opens a table: the HMG APE is stranded, both Grunts have entered and the first acts with 2 AP left."""

    def opened(**wishes: Any) -> PlayedTable:
        table = play(mission=5, referee=True, **wishes).choose_forces(ALLIES, ["sturmzombie", "gretel"])
        table.allied("name-stranded", model=TROOPER)
        return table.bid().deploy([GRUNT, SECOND], [ZOMBIE, "gretel-1"]).enter("allied", SECOND, GRUNT)

    return opened


def open_room(table: PlayedTable, model: str = GRUNT) -> Any:
    """A door of the Stranded Trooper's room."""
    return table.allied("door", model=model, to="open", of_room=True)


def kill(table: PlayedTable, *models: str) -> PlayedTable:
    """These models die by a ruling of the table."""
    for model in models:
        table.referee("house-ruling", set=f"models.{model}.dp", to=0, reason="a test")
    return table


def ended(table: PlayedTable) -> tuple[str, str, str]:
    (data,) = [event["data"] for event in table.log() if event["event"] == "mission-ended"]
    return data["winner"], data["because"], data["rule"]


# -- the trooper


WARNING = "hint.no-rescuers"


def warnings(table: PlayedTable) -> tuple[str, ...]:
    seat = table.kept().seat("allied")
    told: tuple[str, ...] = shown(table.kept(), seat, table.kept().offers_for(seat))["next"].warns
    return told


def test_the_mission_demands_no_second_model_but_warns_of_one_alone(play: Play) -> None:
    table = play(mission=5)
    table.allied("add-model", card="hmg-ape")
    assert warnings(table) == (WARNING,)
    table.allied("add-model", card="grunt-ape")
    assert warnings(table) == ()
    table.allied("drop-model", card="grunt-ape")
    table.allied("force-ready")


@pytest.mark.parametrize(
    ("answer", "hint", "end"),
    [("germans-win", WARNING, ("german", "no-rescuers", "missions.stranded")), ("play-on", None, None)],
)
def test_a_trooper_that_goes_alone_is_lost_as_its_side_was_told(
    play: Play, answer: str, hint: str | None, end: tuple[str, str, str] | None
) -> None:
    table = play(mission=5, table_rulings={"m5-locked": answer}).choose_forces(["hmg-ape"], ["sturmzombie", "gretel"])
    (offer,) = list_offers(NameStranded, table.look())
    assert offer.hint == hint
    table.allied("name-stranded", model=TROOPER)
    assert table["over"] == (end is not None)
    assert table["locked"] is (end is not None)
    if end is not None:
        assert ended(table) == end


def test_a_dead_trooper_locks_the_others_in_until_they_open_its_room(met: Callable[..., PlayedTable]) -> None:
    table = met()
    assert code_of(lambda: table.allied("leave-board", model=GRUNT)) == "nobody-leaves-yet"
    kill(table, TROOPER)
    assert code_of(lambda: table.allied("leave-board", model=GRUNT)) == "nobody-leaves-dead"
    open_room(table)
    table.allied("leave-board", model=GRUNT)


def test_the_allies_name_the_stranded_trooper_before_the_first_turn(play: Play) -> None:
    table = play(mission=5).choose_forces(ALLIES, ["sturmzombie"])
    assert [(waiting["side"], waiting["for"]) for waiting in table["waiting"]] == [("allied", "stranded")]
    (offer,) = table.offers("allied", "name-stranded")
    assert offer["choose"]["model"] == [TROOPER, GRUNT, SECOND]
    assert code_of(lambda: table.german("name-stranded", model=TROOPER)) == "not-time-for-stranded"
    assert refusal(lambda: table.allied("name-stranded", model="nobody-1")) == ("cannot-be-stranded", "model")
    table.allied("name-stranded", model=TROOPER)
    assert (table["stranded"], table["locked"], table[f"models.{TROOPER}.place"]) == (TROOPER, True, "board")
    assert (table["turn"], table["phase"]) == (1, "bids")
    assert code_of(lambda: table.allied("name-stranded", model=GRUNT)) == "not-time-for-stranded"


def test_a_force_without_anybody_dear_enough_is_refused(app: Flask, play: Play) -> None:
    text = CARDS.shipped["starter"]
    text = text.replace(
        'es = "Soldado APE" }\nside = "allied"\nrp = 3', 'es = "Soldado APE" }\nside = "allied"\nrp = 2'
    )
    app.extensions["store"].card_sets.add(REGISTRY["incursion"], "Ours", text)
    table = play(mission=5, card_set="ours")
    assert code_of(lambda: table.allied("force-ready")) == "force-needs-stranded"
    table.allied("add-model", card="grunt-ape")
    assert code_of(lambda: table.allied("force-ready")) == "force-needs-stranded"
    table.allied("add-model", card="ape-blazer")
    table.allied("force-ready")
    table.german("add-model", card="sturmzombie")
    table.german("force-ready")
    assert table.offers("allied", "name-stranded")[0]["choose"]["model"] == ["ape-blazer-1"]
    assert refusal(lambda: table.allied("name-stranded", model=GRUNT)) == ("cannot-be-stranded", "model")


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_the_trooper_does_nothing_before_its_door_is_open(met: Callable[..., PlayedTable], edition: str) -> None:
    table = met(edition=edition)
    assert refusal(lambda: table.allied("activate", model=TROOPER)) == ("still-stranded", "model")
    offers = table.offers("allied", "activate")
    assert not any(TROOPER in offer["choose"]["model"] for offer in offers)
    assert refusal(lambda: table.allied("done", reaction_fire=[TROOPER])) == ("still-stranded", "reaction_fire.0")
    (offer,) = table.offers("allied", "done")
    assert TROOPER not in offer["choose"]["reaction_fire"]["some"]


def test_nobody_leaves_before_the_room_is_open(met: Callable[..., PlayedTable]) -> None:
    table = met()
    assert code_of(lambda: table.allied("leave-board", model=GRUNT)) == "nobody-leaves-yet"
    (offer,) = table.offers("allied", "leave-board", greyed=1)
    assert offer["why_not"]["code"] == "nobody-leaves-yet"
    open_room(table)
    table.allied("leave-board", model=GRUNT)
    assert table["score"] == {"allied": 1}


def test_a_friend_opens_its_room_and_it_acts_from_the_next_turn(met: Callable[..., PlayedTable]) -> None:
    table = met()
    plain, room = table.offers("allied", "door")
    assert (plain["label"] != room["label"], room["given"]["of_room"]) == (True, True)
    answer = open_room(table)
    assert [event["event"] for event in answer["events"]] == ["door-moved", "room-opened"]
    assert (table["locked"], table[f"models.{GRUNT}.ap"]) == (False, 1)
    assert len(table.offers("allied", "door")) == 1
    assert refusal(lambda: open_room(table)) == ("no-room-to-open", "of_room")
    assert code_of(lambda: table.allied("activate", model=TROOPER)) == "still-stranded"
    assert code_of(lambda: table.allied("done", reaction_fire=[TROOPER])) == "still-stranded"
    table.next_turn().allied("activate", model=TROOPER)
    table.allied("move", model=TROOPER, step="forward")
    table.allied("done", reaction_fire=[TROOPER])
    assert table[f"models.{TROOPER}.reaction_fire"] is True


def test_a_door_of_another_room_frees_nobody(met: Callable[..., PlayedTable]) -> None:
    table = met()
    table.allied("door", model=GRUNT, to="open")
    assert table["locked"] is True
    table.allied("door", model=GRUNT, to="closed", of_room=True)
    assert table["locked"] is True


def test_no_german_opens_that_room(met: Callable[..., PlayedTable]) -> None:
    table = met()
    table.allied("done")
    table.enter("german", "gretel-1")
    opened = {"model": "gretel-1", "to": "open", "of_room": True}
    assert refusal(lambda: table.german("door", **opened)) == ("not-before-friends", "of_room")
    assert [offer["given"].get("of_room") for offer in table.offers("german", "door")] == [None]
    table.german("door", model="gretel-1", to="open")


def test_there_is_no_such_room_in_other_missions(in_action: PlayedTable) -> None:
    in_action.enter("allied", GRUNT)
    assert code_of(lambda: open_room(in_action)) == "no-room-to-open"


def test_germans_have_no_exit(met: Callable[..., PlayedTable]) -> None:
    table = met()
    table.allied("done")
    table.enter("german", ZOMBIE)
    assert code_of(lambda: table.german("leave-board", model=ZOMBIE)) == "no-exit"


# -- every rescuer dead


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_with_every_rescuer_dead_the_germans_win(met: Callable[..., PlayedTable], edition: str) -> None:
    table = kill(met(edition=edition), GRUNT, SECOND)
    table.allied("done")
    assert ended(table) == ("german", "rescuers-dead", "missions.stranded")
    assert table["score"] == {"german": 2}


@pytest.mark.parametrize("first", ["allied", "german"])
def test_or_the_trooper_goes_on_alone_from_the_next_allied_half(met: Callable[..., PlayedTable], first: str) -> None:
    table = kill(met(table_rulings={"m5-locked": "play-on"}), SECOND)
    table.referee("house-ruling", set=f"models.{GRUNT}.dp", to=1, reason="a test")
    table.allied("done")
    table.enter("german", "gretel-1")
    if first == "german":
        table.next_turn(0, 1).german("activate", model="gretel-1")
    table.german("fire", model="gretel-1", target=GRUNT, dice=[5, 1])
    assert (table["over"], table["locked"]) == (False, False)
    table.german("done")
    if first == "allied":
        table.bid(0, 0).deploy([], [])
    assert (table["turn"], table["active"]) == (2, "allied")
    table.allied("activate", model=TROOPER)
    table.allied("leave-board", model=TROOPER)
    assert (ended(table), table["score"]) == (("allied", "all-gone", "missions.stranded"), {"allied": 5, "german": 2})


# -- points


def freed(table: PlayedTable) -> PlayedTable:
    """The room is open and the next turn begins: the Allies act."""
    open_room(table)
    return table.next_turn()


def leave(table: PlayedTable, *models: str) -> PlayedTable:
    for model in models:
        table.allied("activate", model=model)
        table.allied("leave-board", model=model)
    return table


def test_one_point_for_each_model_off_and_five_for_the_trooper(met: Callable[..., PlayedTable]) -> None:
    table = leave(freed(met()), GRUNT, TROOPER)
    assert (table["score"], table["over"]) == ({"allied": 6}, False)
    scored = [event["data"] for event in table.log() if event["event"] == "scored"]
    assert [(event["side"], event["vp"]) for event in scored] == [("allied", 1), ("allied", 6)]
    leave(table, SECOND)
    assert (table["score"], ended(table)) == ({"allied": 7}, ("allied", "all-gone", "missions.stranded"))


@pytest.mark.parametrize(("answer", "points"), [("two", 2), ("three", 3)])
@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_a_killed_trooper_is_worth_two_or_three(
    met: Callable[..., PlayedTable], edition: str, answer: str, points: int
) -> None:
    table = met(edition=edition, table_rulings={"m5-killed": answer})
    table.referee("house-ruling", set=f"models.{TROOPER}.dp", to=1, reason="a test")
    table.allied("done")
    table.enter("german", "gretel-1").german("fire", model="gretel-1", target=TROOPER, dice=[5, 5])
    assert (table["score"], table["over"]) == ({"german": points}, False)


@pytest.mark.parametrize(("answer", "winner"), [("draw", "draw"), ("germans", "german")])
def test_a_tie_is_as_the_table_says(met: Callable[..., PlayedTable], answer: str, winner: str) -> None:
    table = freed(met(table_rulings={"tie": answer}))
    kill(table, TROOPER)
    leave(table, GRUNT, SECOND)
    assert table["score"] == {"allied": 2, "german": 2}
    assert ended(table) == (winner, "all-gone", "missions.stranded")


def test_more_points_win_for_the_germans(met: Callable[..., PlayedTable]) -> None:
    table = freed(met())
    kill(table, TROOPER, SECOND)
    leave(table, GRUNT)
    assert (table["score"], table["winner"]) == ({"allied": 1, "german": 3}, "german")


def test_points_are_everybodys_to_see(met: Callable[..., PlayedTable]) -> None:
    table = leave(freed(met()), GRUNT)
    for seat in ("allied", "german", "referee", None):
        assert table.get(seat=seat)["state"]["score"] == {"allied": 1}


# -- RP


@pytest.mark.parametrize(
    ("edition", "answer", "pools"),
    [
        ("en-2009", "own", ((8, 4), (7, 3))),
        ("en-2009", "higher", ((8, 4), (8, 4))),
        ("es-2009", "own", ((8, 5), (7, 5))),
        ("es-2009", "higher", ((8, 5), (8, 5))),
    ],
)
def test_unequal_rp_count_as_the_table_says(play: Play, edition: str, answer: str, pools: Any) -> None:
    table = play(edition=edition, mission=5, table_rulings={"unequal-rp": answer})
    table.choose_forces(ALLIES, ["sturmzombie"]).allied("name-stranded", model=TROOPER)
    sides = [table[f"sides.{side}"] for side in ("allied", "german")]
    assert tuple((side["cp"], side["hand_size"]) for side in sides) == pools

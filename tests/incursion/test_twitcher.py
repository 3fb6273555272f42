"""Mission 4, Twitcher!: counters searched, seen, carried, dropped; corpses that wake; the count at the end."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from app.core.engine.command import Draft
from app.core.rules.dice import Roll
from tests.playing import PlayedTable, code_of, refusal

Play = Callable[..., PlayedTable]
GRUNT, SECOND, GRETEL, ZOMBIE = "grunt-ape-1", "grunt-ape-2", "gretel-1", "sturmzombie-1"
FACES = [8, 6, 7, 1, 2, 3, 4, 5]
"""The face of each counter: 3, 2 and 2 VP for the first three, 1 VP for the others."""


@pytest.fixture
def met(play: Play, monkeypatch: pytest.MonkeyPatch) -> Callable[..., PlayedTable]:
    """Opens a table with known counters: both Grunts have entered, the first is acting; Gretel and zombies wait."""
    by_the_seed = Draft.shuffle

    def stacked(self: Draft, cards: Any) -> tuple[list[str], Roll]:
        order, roll = by_the_seed(self, cards)
        return ([str(face) for face in FACES] if set(order) == set("12345678") else order), roll

    monkeypatch.setattr(Draft, "shuffle", stacked)

    def opened(rp: int = 19, **wishes: Any) -> PlayedTable:
        table = play(mission=4, referee=True, rp={"allied": rp, "german": rp}, **wishes)
        table.choose_forces(german=["sturmzombie", "gretel"]).bid(0, 0)
        return table.deploy([GRUNT, SECOND], [GRETEL, ZOMBIE]).enter("allied", SECOND, GRUNT)

    return opened


def search(table: PlayedTable, model: str, number: int, die: int = 2, seat: str = "allied") -> Any:
    """A counter is picked up for the first time."""
    return table.press(seat, "search-counter", model=model, item=f"counter-{number}", dice=[die])


def kinds(answer: Any) -> list[str]:
    return [event["event"] for event in answer["events"]]


def vp(table: PlayedTable, side: str, seat: str | None = None) -> Any:
    """Points of a side as a seat sees them (its own, unless another is named)."""
    return table.get(seat=seat or side)["state"]["sides"][side]["vp"]


# -- searching


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_a_counter_is_searched_for_one_ap_and_carried(met: Callable[..., PlayedTable], edition: str) -> None:
    table = met(edition=edition)
    (offer,) = table.offers("allied", "search-counter")
    assert (offer["dice"]["count"], len(offer["choose"]["item"])) == (1, 8)
    answer = search(table, GRUNT, 1)
    assert kinds(answer) == ["counter-searched", "counter-seen", "points-held"]
    assert (table[f"models.{GRUNT}.carries"], table[f"models.{GRUNT}.ap"]) == (["counter-1"], 1)
    search(table, GRUNT, 2)
    assert table[f"models.{GRUNT}.carries"] == ["counter-1", "counter-2"]
    assert vp(table, "allied") == 3 + 2
    assert refusal(lambda: search(table, GRUNT, 2)) == ("no-such-item", "item")
    assert refusal(lambda: search(table, GRUNT, 9)) == ("no-such-item", "item")


def test_a_counter_that_nobody_has_searched_is_not_simply_picked_up(met: Callable[..., PlayedTable]) -> None:
    table = met()
    assert refusal(lambda: table.allied("item", model=GRUNT, item="counter-1")) == ("no-such-item", "item")
    assert table.offers("allied", "item") == []


def test_who_has_not_entered_searches_nothing(met: Callable[..., PlayedTable]) -> None:
    table = met()
    table.allied("done")
    table.german("activate", model=ZOMBIE)
    assert refusal(lambda: search(table, ZOMBIE, 1, seat="german")) == ("not-entered", "model")


def test_zombies_search_and_carry_here(met: Callable[..., PlayedTable]) -> None:
    table = met()
    table.allied("done")
    table.enter("german", ZOMBIE)
    search(table, ZOMBIE, 3, seat="german")
    assert (table[f"models.{ZOMBIE}.carries"], vp(table, "german")) == (["counter-3"], 2)


def test_where_every_counter_is_searched_nothing_is_left(met: Callable[..., PlayedTable]) -> None:
    table = met()
    for number in range(1, 9):
        search(table, GRUNT, number) if number <= 2 else table.allied(
            "search-counter", model=GRUNT, item=f"counter-{number}", dice=[6], cp=1
        )
    assert vp(table, "allied") == 3 + 2 + 2 + 5
    (offer,) = table.offers("allied", "search-counter", greyed=1)
    assert offer["why_not"]["code"] == "nothing-to-search"


def test_there_are_no_counters_in_other_missions(raid: PlayedTable) -> None:
    raid.enter("allied", GRUNT)
    (offer,) = raid.offers("allied", "search-counter", greyed=1)
    assert offer["why_not"]["code"] == "nothing-to-search"


# -- the Twitcher


def woken(table: PlayedTable) -> PlayedTable:
    """The first Grunt has woken a Twitcher with the first counter."""
    assert kinds(search(table, GRUNT, 1, die=1))[:2] == ["counter-searched", "twitcher-woke"]
    return table


def test_a_one_wakes_a_twitcher_of_the_other_side_that_strikes_at_once(met: Callable[..., PlayedTable]) -> None:
    table = woken(met())
    twitcher = table["models.twitcher-1"]
    assert (twitcher["side"], twitcher["card"], twitcher["place"]) == ("german", "sturmzombie", "board")
    assert (twitcher["fortitude"], twitcher["dp"], twitcher["ap"]) == (4, 1, 2)
    assert (twitcher["carries"], table[f"models.{GRUNT}.carries"]) == (["counter-1"], [])
    assert code_of(lambda: table.allied("turn", model=GRUNT)) == "blast-first"
    assert code_of(lambda: table.allied("twitcher-attack")) == "not-time-for-twitcher"
    (offer,) = table.offers("german", "twitcher-attack")
    assert offer["dice"]["count"] == 3
    struck = table.german("twitcher-attack", dice=[5, 4, 4])["events"][0]["data"]
    assert (struck["needs"], struck["hits"], struck["dp_lost"]) == (5, 1, 1)
    assert (table[f"models.{GRUNT}.dp"], table["waiting"], table["twitching"]) == (1, [], None)
    table.allied("turn", model=GRUNT)
    assert table[f"models.{GRUNT}.ap"] == 0


def test_a_searcher_who_dies_of_it_drops_what_it_carried(met: Callable[..., PlayedTable]) -> None:
    table = met()
    search(table, GRUNT, 2)
    search(table, GRUNT, 1, die=1)
    assert kinds(table.german("twitcher-attack", dice=[5, 5, 1]))[:2] == ["twitcher-struck", "model-lost"]
    assert (table["acting"], vp(table, "allied"), vp(table, "german")) == (None, 0, 3)
    table.allied("done")
    table.german("activate", model="twitcher-1")
    table.german("item", model="twitcher-1", item="counter-2")
    assert vp(table, "german") == 3 + 2


def test_the_twitcher_first_acts_in_its_sides_next_half(met: Callable[..., PlayedTable]) -> None:
    table = woken(met())
    table.german("twitcher-attack", dice=[1, 1, 1])
    table.allied("done")
    (offer,) = table.offers("german", "activate")
    assert "twitcher-1" in offer["choose"]["model"]
    table.german("activate", model="twitcher-1")
    table.german("melee", model="twitcher-1", target=GRUNT, dice=[5])
    assert table["models.twitcher-1.ap"] == 1


def test_a_twitcher_of_the_allies_waits_for_the_next_turn_where_their_half_is_over(
    met: Callable[..., PlayedTable],
) -> None:
    table = met()
    table.allied("done")
    table.enter("german", GRETEL)
    search(table, GRETEL, 4, die=1, seat="german")
    assert table["models.twitcher-1.side"] == "allied"
    table.allied("twitcher-attack", dice=[4, 1, 1])
    assert (table[f"models.{GRETEL}.dp"], vp(table, "allied")) == (2, 1)
    table.next_turn().allied("activate", model="twitcher-1")
    table.allied("move", model="twitcher-1", step="forward")
    assert table["models.twitcher-1.ap"] == 1


@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_a_twitcher_is_never_given_cp(met: Callable[..., PlayedTable], edition: str) -> None:
    table = woken(met(edition=edition))
    table.german("twitcher-attack", dice=[1, 1, 1])
    table.allied("done")
    table.german("activate", model="twitcher-1")
    step = {"model": "twitcher-1", "step": "forward"}
    assert refusal(lambda: table.german("move", **step, cp=1)) == ("wrong-cp", "cp")
    for _ in range(2):
        table.german("move", **step)
    assert (table["sides.german.cp"], table["sides.german.zombie_cp"]) == (8, 4)
    assert code_of(lambda: table.german("move", **step)) == "not-enough-ap"
    table.german("activate", model=ZOMBIE)
    assert code_of(lambda: table.german("activate", model="twitcher-1")) == "activated-already"


@pytest.mark.parametrize("answer", ["no", "yes"])
def test_the_sarge_gives_a_twitcher_no_ap_that_cp_bought(play: Play, answer: str) -> None:
    table = play(mission=4, table_rulings={"sarge-cp": answer})
    table.choose_forces(["ape-sarge", "grunt-ape"], ["sturmzombie", "gretel"]).bid(0, 1)
    table.deploy(["ape-sarge-1", GRUNT], [GRETEL]).enter("german", GRETEL)
    search(table, GRETEL, 1, die=1, seat="german")
    table.allied("twitcher-attack", dice=[1, 1, 1])
    table.german("done")
    table.enter("allied", "ape-sarge-1")
    most = {
        to: offer["choose"]["ap"]["max"] for offer in table.offers("allied", "pass-ap") for to in offer["choose"]["to"]
    }
    assert most == {GRUNT: 2 + 9 * (answer == "yes"), "twitcher-1": 2}
    passed = {"model": "ape-sarge-1", "to": "twitcher-1"}
    assert refusal(lambda: table.allied("pass-ap", **passed, ap=3)) == ("too-big", "ap")
    table.allied("pass-ap", **passed, ap=2)
    assert (table["models.twitcher-1.ap"], table["sides.allied.cp"]) == (4, 9)


@pytest.mark.parametrize(("answer", "needs", "fortitude", "ap"), [("plain", 5, 4, 2), ("effects", 4, 3, 1)])
def test_effects_on_the_sturmzombie_card_count_for_it_as_the_table_says(
    met: Callable[..., PlayedTable], answer: str, needs: int, fortitude: int, ap: int
) -> None:
    table = met(table_rulings={"twitcher": answer, "cards-when": "until-done"}, deck=dict.fromkeys(SIDES, "physical"))
    for seat, card in (("german", "fresh-serum"), ("allied", "brittle-bones"), ("allied", "cold-limbs")):
        table.put(seat, card, on="sturmzombie")
    woken(table)
    assert table["models.twitcher-1.ap"] == ap
    assert table.german("twitcher-attack", dice=[4, 1, 1])["events"][0]["data"]["needs"] == needs
    event = table.allied("melee", model=GRUNT, target="twitcher-1", dice=[1])["events"][0]
    assert event["data"]["needs"] == fortitude


SIDES = ("allied", "german")


@pytest.mark.parametrize(("answer", "ap"), [("plain", 2), ("effects", 1)])
def test_so_do_effects_that_come_after_it_woke(met: Callable[..., PlayedTable], answer: str, ap: int) -> None:
    table = woken(met(table_rulings={"twitcher": answer, "cards-when": "until-done"}, deck={"allied": "physical"}))
    table.german("twitcher-attack", dice=[1, 1, 1])
    assert table["models.twitcher-1.ap"] == 2
    table.put("allied", "cold-limbs", on="sturmzombie")
    assert table["models.twitcher-1.ap"] == ap


def test_strength_in_numbers_is_no_part_of_its_three_dice(met: Callable[..., PlayedTable]) -> None:
    table = met()
    table.allied("done")
    table.enter("german", GRETEL, ZOMBIE)
    table.next_turn(0, 1).german("activate", model=ZOMBIE)
    table.german("melee", model=ZOMBIE, target=GRUNT, dice=[1])
    table.german("done")
    table.allied("activate", model=GRUNT)
    search(table, GRUNT, 1, die=1)
    (offer,) = table.offers("german", "twitcher-attack")
    assert offer["dice"]["count"] == 3


def test_a_searcher_who_burns_to_death_first_is_not_struck(play: Play) -> None:
    table = play(mission=4, referee=True)
    table.choose_forces(["ape-blazer", "grunt-ape"], ["sturmzombie"]).bid(0, 0)
    table.deploy(["ape-blazer-1", GRUNT], [ZOMBIE]).enter("allied", GRUNT, "ape-blazer-1")
    table.referee("house-ruling", set=f"models.{GRUNT}.dp", to=1, reason="a test")
    table.next_turn().allied("activate", model="ape-blazer-1")
    table.allied("flame", model="ape-blazer-1", squares=1, caught=[GRUNT])
    table.allied("activate", model=GRUNT)
    search(table, GRUNT, 1, die=1)
    table.allied("burn", model=GRUNT, dice=[6])
    assert (table["waiting"], table["twitching"], table["acting"]) == ([], None, None)
    table.allied("done")
    table.german("activate", model="twitcher-1")


def test_reaction_fire_at_the_searcher_waits_for_the_twitcher(met: Callable[..., PlayedTable]) -> None:
    table = met()
    table.allied("done")
    table.enter("german", GRETEL).german("done", reaction_fire=[GRETEL])
    table.bid(0, 0).deploy([], []).allied("activate", model=GRUNT)
    search(table, GRUNT, 1, die=1)
    shot = {"model": GRETEL, "target": GRUNT, "dice": [5]}
    assert code_of(lambda: table.german("react", **shot)) == "blast-first"
    table.german("twitcher-attack", dice=[1, 1, 1])
    table.german("react", **shot)
    assert table[f"models.{GRUNT}.dp"] == 1


# -- what each seat may see


def received(table: PlayedTable, seat: str | None) -> str:
    """All that a seat receives of faces and points."""
    state = table.get(seat=seat)["state"]
    sides = {name: (side["vp"], side["seen"]) for name, side in state["sides"].items()}
    return json.dumps([state["faces"], state["open_faces"], sides, table.log(seat)], sort_keys=True)


def seen(table: PlayedTable, side: str, seat: str | None) -> Any:
    """The faces that a side has looked at, as a seat sees them."""
    return table.get(seat=seat)["state"]["sides"][side]["seen"]


def test_nobody_sees_a_face_before_it_is_picked_up(met: Callable[..., PlayedTable]) -> None:
    table = met()
    for seat in ("allied", "german", "referee", None):
        state = table.get(seat=seat)["state"]
        assert state["faces"] == {"hidden": 8}
        (placed,) = [event for event in table.log(seat) if event["event"] == "counters-placed"]
        assert (placed["data"]["order"], placed["data"]["dice"]) == ({"hidden": 8}, {"hidden": 8})


def test_a_face_that_is_carried_is_its_sides_secret(met: Callable[..., PlayedTable]) -> None:
    table = met()
    before = {seat: received(table, seat) for seat in ("german", "referee", None)}
    search(table, GRUNT, 1)
    assert seen(table, "allied", "allied") == {"counter-1": 8}
    for seat in ("german", "referee", None):
        assert seen(table, "allied", seat) == {"hidden": 1}
        assert vp(table, "allied", seat) == {"hidden": 1} if seat else True
        (event,) = [event for event in table.log(seat) if event["event"] == "counter-seen"]
        assert event["data"]["face"] == {"hidden": 1}
        assert received(table, seat) != before[seat]


@pytest.mark.parametrize(("answer", "open_faces"), [("face-down", {}), ("open", {"counter-1": 8})])
def test_a_dropped_counter_is_known_to_who_has_seen_it_or_to_all(
    met: Callable[..., PlayedTable], answer: str, open_faces: dict[str, int]
) -> None:
    table = met(table_rulings={"vp-dropped": answer})
    search(table, GRUNT, 1)
    assert table["open_faces"] == {}
    table.allied("drop-item", model=GRUNT, item="counter-1")
    assert (vp(table, "allied"), seen(table, "allied", "allied")) == (0, {"counter-1": 8})
    for seat in ("allied", "german", "referee", None):
        assert table.get(seat=seat)["state"]["open_faces"] == open_faces
    assert seen(table, "german", "german") == {}
    table.allied("done")
    table.enter("german", ZOMBIE)
    table.german("item", model=ZOMBIE, item="counter-1")
    assert (seen(table, "german", "german"), vp(table, "german")) == ({"counter-1": 8}, 3)
    assert seen(table, "german", "allied") == {"hidden": 1}


@pytest.mark.parametrize(("answer", "open_faces"), [("face-down", {}), ("open", {"counter-1": 8})])
def test_a_counter_that_a_twitcher_takes_is_known_to_its_side_or_to_all(
    met: Callable[..., PlayedTable], answer: str, open_faces: dict[str, int]
) -> None:
    table = woken(met(table_rulings={"vp-dropped": answer}))
    assert (seen(table, "allied", "allied"), seen(table, "german", "german")) == ({}, {"counter-1": 8})
    assert table["open_faces"] == open_faces
    assert (vp(table, "german"), vp(table, "german", "allied")) == (3, {"hidden": 1})


@pytest.mark.parametrize("by", ["shot", "ruling"])
def test_what_a_casualty_drops_lies_as_the_table_says(met: Callable[..., PlayedTable], by: str) -> None:
    table = met(table_rulings={"vp-dropped": "open"})
    search(table, GRUNT, 1)
    table.referee("house-ruling", set=f"models.{GRUNT}.dp", to=int(by == "shot"), reason="a test")
    table.allied("done")
    if by == "shot":
        table.enter("german", GRETEL).german("fire", model=GRETEL, target=GRUNT, dice=[5, 1])
    assert (table["open_faces"], vp(table, "allied")) == ({"counter-1": 8}, 0)


def test_a_friend_takes_a_counter_and_the_points_stay(met: Callable[..., PlayedTable]) -> None:
    table = met()
    search(table, GRUNT, 1)
    table.next_turn().allied("activate", model=SECOND)
    table.allied("item", model=SECOND, item="counter-1")
    assert (table[f"models.{SECOND}.carries"], vp(table, "allied")) == (["counter-1"], 3)


# -- the end


def ended(table: PlayedTable) -> tuple[str, str, str]:
    (data,) = [event["data"] for event in table.log() if event["event"] == "mission-ended"]
    return data["winner"], data["because"], data["rule"]


def to_turn(table: PlayedTable, turn: int) -> PlayedTable:
    while table["turn"] < turn:
        table.next_turn()
    return table


@pytest.mark.parametrize(("german", "winner"), [([2], "allied"), ([2, 4], "draw"), ([2, 3], "german")])
@pytest.mark.parametrize("edition", ["en-2009", "es-2009"])
def test_after_turn_seven_most_points_held_win(
    met: Callable[..., PlayedTable], edition: str, german: list[int], winner: str
) -> None:
    table = met(edition=edition)
    search(table, GRUNT, 1)
    table.allied("done")
    table.enter("german", GRETEL)
    for number in german:
        search(table, GRETEL, number, seat="german")
    to_turn(table, 7)
    assert (table["over"], table["score"]) == (False, {})
    table.allied("done")
    assert table["over"] is False
    table.german("done")
    assert (table["over"], table["winner"], ended(table)) == (True, winner, (winner, "turns-over", "missions.twitcher"))
    faces = sorted(FACES[number - 1] for number in german)
    held = 3 if winner == "draw" else 2 if winner == "allied" else 4
    assert table["score"] == {"allied": 3, "german": held}
    for seat in ("allied", "german", None):
        shown = {
            e["data"]["side"]: sorted(e["data"]["faces"]) for e in table.log(seat) if e["event"] == "counters-shown"
        }
        assert shown == {"allied": [8], "german": faces}


def test_who_concedes_loses_with_more_points_and_all_counters_are_shown(met: Callable[..., PlayedTable]) -> None:
    table = met()
    search(table, GRUNT, 1)
    assert code_of(lambda: table.german("concede")) == "not-your-half"
    table.allied("concede")
    assert (table["over"], ended(table)) == (True, ("german", "conceded", "missions.conceded"))
    assert table["score"] == {"allied": 3, "german": 0}
    assert code_of(lambda: table.allied("concede")) == "mission-over"


@pytest.mark.parametrize(("answer", "over"), [("dossier", False), ("end-now", True), ("play-on", False)])
def test_a_side_that_is_wiped_out_has_its_points_counted_now_or_later(
    met: Callable[..., PlayedTable], answer: str, over: bool
) -> None:
    table = met(table_rulings={"wiped-out": answer})
    for model in (GRUNT, SECOND):
        table.referee("house-ruling", set=f"models.{model}.dp", to=0, reason="a test")
    table.allied("done")
    assert table["over"] is over
    if over:
        assert ended(table) == ("draw", "wiped-out", "missions.wiped-out")
    else:
        table.enter("german", ZOMBIE)
        search(table, ZOMBIE, 5, seat="german")
        to_turn(table, 7)
        while not table["over"]:
            table.press(table["active"], "done")
        assert ended(table) == ("german", "turns-over", "missions.twitcher")


def test_nobody_leaves_the_board_of_twitcher(met: Callable[..., PlayedTable]) -> None:
    assert code_of(lambda: met().allied("leave-board", model=GRUNT)) == "no-exit"


# -- real counters on the board


REAL = {"counters": "physical"}


def asked(table: PlayedTable) -> list[tuple[str, str]]:
    return [(one["side"], one["for"]) for one in table.state(None)["waiting"]]


def test_the_face_of_a_real_counter_is_asked_and_is_its_sides_secret(met: Callable[..., PlayedTable]) -> None:
    table = met(**REAL)
    assert (table["faces"], kinds(search(table, GRUNT, 1))) == ({"hidden": 0}, ["counter-searched", "face-awaited"])
    # nothing else happens before it is told
    assert asked(table) == [("allied", "face")]
    assert code_of(lambda: search(table, GRUNT, 2)) == "blast-first"
    assert code_of(lambda: table.german("tell-face", item="counter-1", face=8)) == "not-time-for-face"
    assert refusal(lambda: table.allied("tell-face", item="counter-2", face=8)) == ("no-such-item", "item")
    assert refusal(lambda: table.allied("tell-face", item="counter-1", face=9)) == ("no-such-counter", "face")
    (offer,) = table.offers("allied", "tell-face")
    assert (offer["given"], offer["choose"]) == ({"item": "counter-1"}, {"face": [1, 2, 3, 4, 5, 6, 7, 8]})
    told = table.allied("tell-face", item="counter-1", face=8)
    assert kinds(told) == ["face-told", "points-held"]
    # face 8 is worth 3
    assert (vp(table, "allied"), asked(table)) == (3, [])
    for seat in ("german", "referee", None):
        assert table.get(seat=seat)["state"]["sides"]["allied"]["vp"] == {"hidden": 1}
        assert "face 8" not in json.dumps(table.log(seat))
    assert table.log("german")[-2]["text"] == "Allies have entered the face of VP counter 1."
    search(table, GRUNT, 2)
    (offer,) = table.offers("allied", "tell-face")
    assert offer["choose"] == {"face": [1, 2, 3, 4, 5, 6, 7]}
    assert refusal(lambda: table.allied("tell-face", item="counter-2", face=8)) == ("no-such-counter", "face")


def test_a_face_that_was_mistyped_is_undone(met: Callable[..., PlayedTable]) -> None:
    table = met(**REAL)
    search(table, GRUNT, 1)
    table.allied("tell-face", item="counter-1", face=8)
    table.allied("undo")
    assert (asked(table), vp(table, "allied")) == ([("allied", "face")], 0)
    table.allied("tell-face", item="counter-1", face=2)
    assert vp(table, "allied") == 1


def test_what_the_enemy_told_of_its_counters_shows_in_no_offer(met: Callable[..., PlayedTable]) -> None:
    table = met(**REAL)
    search(table, GRUNT, 1)
    table.allied("tell-face", item="counter-1", face=8)
    # the die wakes a Twitcher, which takes the second counter for the Germans: they look at it
    search(table, GRUNT, 2, die=1)
    assert sorted(asked(table)) == [("german", "face"), ("german", "twitcher")]
    table.german("twitcher-attack", dice=[1, 1, 1])
    (offer,) = table.offers("german", "tell-face")
    assert offer["choose"] == {"face": [1, 2, 3, 4, 5, 6, 7, 8]}
    assert table.offers("allied", "tell-face") == []
    table.german("tell-face", item="counter-2", face=7)
    assert vp(table, "german") == 2


def test_whoever_takes_a_dropped_counter_looks_for_itself(met: Callable[..., PlayedTable]) -> None:
    table = met(**REAL)
    search(table, GRUNT, 1)
    table.allied("tell-face", item="counter-1", face=8)
    table.allied("drop-item", model=GRUNT, item="counter-1")
    assert vp(table, "allied") == 0
    table.allied("done")
    table.enter("german", ZOMBIE)
    assert kinds(table.german("item", model=ZOMBIE, item="counter-1")) == ["item-taken", "face-awaited"]
    table.german("tell-face", item="counter-1", face=8)
    assert vp(table, "german") == 3
    # who has seen it is not asked again
    table.german("drop-item", model=ZOMBIE, item="counter-1")
    table.next_turn().allied("activate", model=GRUNT)
    assert kinds(table.allied("item", model=GRUNT, item="counter-1")) == ["item-taken", "points-held"]


def test_a_real_counter_that_lies_open_is_known_to_all(met: Callable[..., PlayedTable]) -> None:
    table = met(**REAL, table_rulings={"vp-dropped": "open"})
    search(table, GRUNT, 1)
    table.allied("tell-face", item="counter-1", face=8)
    table.allied("drop-item", model=GRUNT, item="counter-1")
    assert table.state(None)["open_faces"] == {"counter-1": 8}
    search(table, GRUNT, 2, die=1)
    table.german("twitcher-attack", dice=[1, 1, 1])
    (offer,) = table.offers("german", "tell-face")
    assert offer["choose"] == {"face": [1, 2, 3, 4, 5, 6, 7]}
    told = kinds(table.german("tell-face", item="counter-2", face=7))
    assert told == ["face-told", "counter-turned", "points-held"]
    assert table.state(None)["open_faces"] == {"counter-1": 8, "counter-2": 7}


def test_what_a_side_told_of_a_counter_is_forgotten_where_it_lies_open_otherwise(
    met: Callable[..., PlayedTable],
) -> None:
    table = met(**REAL)
    search(table, GRUNT, 1)
    table.allied("tell-face", item="counter-1", face=8)
    table.allied("drop-item", model=GRUNT, item="counter-1")
    table.allied("done")
    table.enter("german", ZOMBIE).german("item", model=ZOMBIE, item="counter-1")
    table.german("tell-face", item="counter-1", face=5)
    table.referee("table-ruling", question="vp-dropped", answer="open")
    table.german("drop-item", model=ZOMBIE, item="counter-1")
    assert (table["open_faces"], table["sides.allied.seen"]) == ({"counter-1": 5}, {})
    # the eighth face is free again for another counter
    table.next_turn().allied("activate", model=GRUNT)
    search(table, GRUNT, 2)
    (offer,) = table.offers("allied", "tell-face")
    assert offer["choose"] == {"face": [1, 2, 3, 4, 6, 7, 8]}


def test_a_face_is_asked_for_while_models_act(met: Callable[..., PlayedTable]) -> None:
    table = met(**REAL)
    search(table, GRUNT, 1)
    table.allied("tell-face", item="counter-1", face=8)
    search(table, GRUNT, 2, die=1)
    table.german("twitcher-attack", dice=[1, 1, 1])
    # both sides have told the same face: the one that lies open is the Germans', as they read it
    table.german("tell-face", item="counter-2", face=8)
    table.referee("table-ruling", question="vp-dropped", answer="open")
    table.referee("house-ruling", set="models.twitcher-1.dp", to=0, reason="a test")
    table.end_turn()
    # a turn does not begin over it: it is asked for once models act again
    assert (table["open_faces"], table["sides.allied.seen"]) == ({"counter-2": 8}, {})
    assert ("allied", "face") not in asked(table)
    table.bid().deploy([], [])
    assert asked(table) == [("allied", "face")]
    assert code_of(lambda: table.allied("done")) == "blast-first"
    table.allied("tell-face", item="counter-1", face=7)
    table.allied("done")


def test_a_table_with_real_counters_is_exported_and_imported(met: Callable[..., PlayedTable], host: Any) -> None:
    table = met(**REAL)
    search(table, GRUNT, 1)
    table.allied("tell-face", item="counter-1", face=8)
    kept = table.kept()
    again = type(kept)(kept.code, kept.game, kept.entries)
    assert again.state == kept.state
    page = str(table.client.get("/new/incursion").text)
    assert 'name="counters" value="physical"' in page


def test_real_counters_are_wished_by_a_word_of_two(client: Any) -> None:
    answer = client.post("/api/tables", json={"game": "incursion", "counters": "wooden"})
    assert (answer.status_code, answer.json["error"]["field"]) == (422, "counters")

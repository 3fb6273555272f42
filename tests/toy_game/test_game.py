"""Hello itself: its ruling, its windows, its wishes, its end."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core.errors import Malformed
from app.core.game.evaluate import ask_ruling
from app.core.game.setup import options_of
from app.fuzz.player import Report
from app.fuzz.runner import random_game
from tests.playing import code_of
from tests.toy_game.game import DIE, GAME
from tests.toy_game.playing import GREY, LAMP, WHITE, Evening

Open = Callable[..., Evening]


@pytest.mark.parametrize(
    ("same", "faces", "light"),
    [
        (False, ["flame", "flame"], 2),
        (False, ["flame", "wind"], 0),
        (False, ["wind", "wind"], 0),
        (False, ["shade", "flame"], 1),
        (True, ["flame", "flame", "wind"], 1),
    ],
)
def test_flames_are_light_and_the_wind_takes_some_away(same: bool, faces: list[str], light: int) -> None:
    answer = ask_ruling(GAME, "fly", {"same_window": same, "dice": faces})
    assert answer["light"] == light
    assert sum(reason.change for reason in answer.working.reasons) == light


def test_where_the_wind_is_still_every_flame_stays() -> None:
    assert ask_ruling(GAME, "fly", {"dice": ["flame", "wind"], "table_rulings": {"wind": "is-still"}})["light"] == 1


def test_the_odds_are_those_of_all_faces() -> None:
    told = ask_ruling(GAME, "fly", {}).odds
    thrown = Counter(faces.count("flame") for faces in product(DIE, repeat=2))
    assert told is not None
    assert told["hits"] == {str(n): str(Fraction(count, len(DIE) ** 2)) for n, count in sorted(thrown.items())}


def test_a_command_rolls_by_the_ruling(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    from tests.toy_game import game

    monkeypatch.setattr(game, "fly", lambda facts, book, fly=game.fly: (asked.append(facts), fly(facts, book))[1])
    evening.windows("east", "east").press(GREY, "fly", dice=["flame", "flame", "shade"])
    assert asked[-1].dice == ["flame", "flame", "shade"]
    assert evening.state()["moths"][GREY]["light"] == 2


def test_faces_go_by_their_names_from_the_die_to_the_log(evening: Evening) -> None:
    evening.windows()
    (offer,) = [one for one in evening.get(seat=GREY)["offers"] if one["command"] == "fly"]
    assert offer["dice"] == {"count": 2, "faces": DIE}
    (event,) = evening.press(GREY, "fly")["events"][:1]
    assert set(event["data"]["dice"]) <= set(DIE)
    assert (event["dice"], event["data"]["roll"]) == ("table", 1)


@pytest.mark.parametrize(
    ("dice", "code"), [(["flame", "dusk"], "no-such-face"), ([1, 2], "wrong-type"), (["flame"], "wrong-dice-count")]
)
def test_dice_that_cannot_be_are_refused(evening: Evening, dice: list[Any], code: str) -> None:
    evening.windows()
    assert code_of(lambda: evening.press(GREY, "fly", dice=dice)) == code
    assert evening.state()["moths"][GREY]["light"] == 0


def test_a_window_is_sealed_until_the_other_is_chosen_by_the_seat_that_is_asked(evening: Evening) -> None:
    assert code_of(lambda: evening.press(GREY, "choose-window", window="north")) == "not-your-window"
    evening.press(WHITE, "choose-window", window="north")
    sealed = {seat: evening.state(seat)["windows"]["moths"]["choice"] for seat in (GREY, WHITE, LAMP, None)}
    assert sealed == {GREY: "north", WHITE: "north", LAMP: {"hidden": 1}, None: {"hidden": 1}}
    evening.press(LAMP, "choose-window", window="south")
    assert evening.state(None)["windows"]["moths"]["opened"] == "north"


def test_a_wish_is_its_own_seats_alone(evening: Evening) -> None:
    before = {seat: evening.get(seat=seat)["seq"] for seat in (GREY, LAMP, None)}
    evening.press(WHITE, "make-wish", wish=7)
    wishes = {seat: evening.state(seat)["moths"][WHITE]["wish"] for seat in (GREY, WHITE, LAMP, None)}
    assert wishes == {WHITE: 7, GREY: {"hidden": 1}, LAMP: {"hidden": 1}, None: {"hidden": 1}}
    assert {seat: evening.get(seat=seat)["seq"] for seat in before} == before


def test_it_is_night_after_three_turns(evening: Evening) -> None:
    state = evening.night().state()
    assert (state["turn"], state["over"], state["winner"]) == (3, True, "lamps")
    assert code_of(lambda: evening.press(GREY, "fly")) == "mission-over"


def test_an_early_evening_is_a_turn_shorter(open_evening: Open) -> None:
    assert open_evening(dusk="early").state()["turn"] == 2


def test_the_game_again_keeps_who_sits_where(evening: Evening) -> None:
    evening.night()
    answer = evening.client.post(
        f"/api/tables/{evening.code}/next", json={"again": "same"}, headers=evening.headers(WHITE)
    )
    assert (answer.status_code, answer.json["seat"]) == (201, WHITE)


def test_sides_of_unlike_numbers_are_not_swapped(evening: Evening) -> None:
    evening.night()
    address = f"/api/tables/{evening.code}/next"
    answer = evening.client.post(address, json={"again": "swapped"}, headers=evening.headers(LAMP))
    assert (answer.status_code, answer.json["error"]["code"]) == (422, "sides-differ")


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"rp": {"moths": 3}}, "rp"),
        ({"mission": 1}, "mission"),
        ({"card_set": "starter"}, "card_set"),
        ({"players": 2}, "players"),
        ({"campaign": {"name": "x"}}, "campaign"),
    ],
)
def test_what_only_other_games_know_is_refused_by_name(
    client: FlaskClient, options: dict[str, Any], field: str
) -> None:
    answer = client.post("/api/tables", json={"game": "hello", **options})
    error = answer.json["error"]
    assert (answer.status_code, error["code"], error["field"]) == (422, "not-in-this-game", field)


def test_a_shelf_with_hello_alone_knows_no_option_of_other_games() -> None:
    with pytest.raises(Malformed) as no:
        options_of({"hello": GAME}, {"game": "hello", "players": 2})
    assert (no.value.code, no.value.field) == ("unknown-field", "players")


def test_random_evenings_end_and_meet_every_command_and_event() -> None:
    report = Report()
    for number in range(290):
        report.add(random_game(GAME, number))
    assert report.never(GAME) == []
    assert {ending for ending, count in report.endings.items() if count} == {"moths", "lamps"}

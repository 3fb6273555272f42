"""The app plays a seat: it decides from what the seat knows, explains itself, and everybody can take back."""

from __future__ import annotations

from typing import Any

import pytest

from app.core.engine.event import PUBLIC, Seat
from app.core.game.opponent import Why
from app.core.table.app_turn import FIRST, LEAST, OTHERWISE, ROLLED, countdown, pause_before
from app.core.table.serialize import first_of
from app.core.table_commands.opponents import AppExplained, AppStuck, reason_of
from app.opponents import Opponents
from app.storage.store import Store
from tests.playing import code_of
from tests.toy_game.events import MothRested, TurnBegan, WishMade
from tests.toy_game.playing import GREY, LAMP, REFEREE, WHITE, Evening


def opponents(evening: Evening, **other: Any) -> Opponents:
    """The app at the tables of this server, without pauses and threads; `note` plays until it has nothing to do."""
    return Opponents(evening.client.application.extensions["acts"], pause=lambda seconds: None, **other)


@pytest.fixture
def app_lamp(evening: Evening) -> Evening:
    """The app plays the lamps."""
    let_play(evening, GREY, LAMP, "bright")
    return evening


def let_play(evening: Evening, by: str, seat: str, level: str) -> None:
    """Somebody lets the app play a seat."""
    evening.press(by, "let-app-play", seat=seat, level=level)


def texts(evening: Evening, language: str) -> list[str]:
    """The lines of the log as a person of a language reads them."""
    headers = {**evening.headers(GREY), "Accept-Language": language}
    answer = evening.client.get(f"/api/tables/{evening.code}/log", headers=headers)
    return [event["text"] for event in answer.json["events"]]


def state(evening: Evening) -> Any:
    """The state as a moth is told: the lamps' token is void while the app plays them."""
    return evening.state(GREY)


def told(evening: Evening, seat: str | None = GREY) -> list[tuple[str, bool]]:
    return [(event["event"], event["undone"]) for event in evening.get("/log", seat)["events"]]


def test_it_takes_a_free_seat_at_a_level_and_says_so(app_lamp: Evening) -> None:
    assert state(app_lamp)["seats"][LAMP]["app"]["level"] == "bright"
    assert texts(app_lamp, "es") == ["Lámpara: ahora juega la aplicación (lúcida)."]
    assert code_of(lambda: let_play(app_lamp, REFEREE, LAMP, "bright")) == "app-plays-already"
    assert code_of(lambda: let_play(app_lamp, GREY, WHITE, "wise")) == "not-allowed"
    assert code_of(lambda: let_play(app_lamp, REFEREE, REFEREE, "bright")) == "app-cannot-play"


def test_it_leaves_a_seat_that_somebody_holds(evening: Evening) -> None:
    evening.press(GREY, "make-wish", wish=3)
    assert code_of(lambda: let_play(evening, REFEREE, GREY, "bright")) == "seat-taken"
    let_play(evening, GREY, GREY, "sleepy")
    assert evening.state(WHITE)["seats"][GREY]["app"]["level"] == "sleepy"


def test_it_gives_its_command(app_lamp: Evening) -> None:
    opponents(app_lamp).note(app_lamp.code)
    assert [event for event, _ in told(app_lamp)][-2:] == ["window-sealed", "app-explained"]
    asked = next(one["seat"] for one in state(app_lamp)["waiting"])
    app_lamp.press(asked, "choose-window", window="north")
    assert state(app_lamp)["windows"]["lamps"]["opened"] == "east"


def test_the_reason_of_what_nobody_sees_is_hidden(evening: Evening) -> None:
    why = Why("light", {"light": 3})
    seen = [PUBLIC, Seat(LAMP, "lamps"), Seat(GREY, "moths"), Seat(REFEREE, None, sees_all=True)]
    hidden, shown = reason_of([WishMade(GREY, 3)], GREY, why), reason_of([MothRested(GREY)], GREY, why)
    assert [hidden.visible_to(seat) for seat in seen] == [False, False, True, True]
    assert all(shown.visible_to(seat) for seat in seen)


def app_moth(evening: Evening) -> Evening:
    """The windows are open, and the app plays the white moth, which has flown after the grey one."""
    evening.windows()
    let_play(evening, WHITE, WHITE, "sleepy")
    evening.press(GREY, "fly")
    opponents(evening).note(evening.code)
    return evening


def test_its_reason_stands_in_the_log_in_both_languages(evening: Evening) -> None:
    app_moth(evening)
    assert "Why: there are 3 lights to reach." in texts(evening, "en")
    assert "Por qué: hay 3 luces por alcanzar." in texts(evening, "es")


def test_a_person_takes_back_over_its_answers_at_once(evening: Evening) -> None:
    before = state(evening)["moths"]
    app_moth(evening)
    assert state(evening)["moths"] != before or state(evening)["turn"] == 2
    evening.press(GREY, "take-back")
    assert state(evening)["take_back"] is not None
    evening.press(LAMP, "allow-take-back")
    assert state(evening)["moths"] == before
    undone = [event for event, undone in told(evening) if undone]
    assert undone.count("moth-flew") == 2
    assert "app-explained" in undone
    evening.press(REFEREE, "redo")
    assert state(evening)["moths"] != before or state(evening)["turn"] == 2
    assert not [event for event, undone in told(evening) if undone and event == "moth-flew"]


def test_where_only_the_app_is_asked_a_take_back_is_allowed_without_a_question(app_lamp: Evening) -> None:
    opponents(app_lamp).note(app_lamp.code)
    asked = next(one["seat"] for one in state(app_lamp)["waiting"])
    app_lamp.press(asked, "choose-window", window="north")
    app_lamp.press(asked, "take-back")
    assert state(app_lamp)["take_back"] is None
    assert state(app_lamp)["phase"] == "choosing"


def test_step_by_step_it_waits_until_it_is_told(app_lamp: Evening) -> None:
    app = opponents(app_lamp)
    app_lamp.press(GREY, "set-pace", pace="step")
    app.note(app_lamp.code)
    assert state(app_lamp)["windows"]["lamps"]["choice"] is None
    app_lamp.press(GREY, "go-on")
    assert code_of(lambda: app_lamp.press(GREY, "go-on")) == "app-goes-on"
    app.note(app_lamp.code)
    assert state(app_lamp)["windows"]["lamps"]["choice"] is not None
    assert state(app_lamp)["seats"][LAMP]["app"]["may_go_on"] is False


def test_its_pauses(evening: Evening) -> None:
    let_play(evening, GREY, LAMP, "sleepy")
    assert pause_before(evening.kept()) == FIRST
    opponents(evening).note(evening.code)
    assert pause_before(evening.kept()) == OTHERWISE
    let_play(evening, GREY, WHITE, "sleepy")
    evening.press(GREY, "make-wish", wish=2)
    assert pause_before(evening.kept()) == FIRST
    evening.press(GREY, "set-pace", pace="at-once")
    assert pause_before(evening.kept()) == LEAST
    assert 0 < LEAST < OTHERWISE < ROLLED < FIRST


def test_whoever_comes_late_takes_its_seat(app_lamp: Evening) -> None:
    app_lamp.client.application.extensions["acts"].claim_seat(app_lamp.kept(), LAMP)
    assert state(app_lamp)["seats"][LAMP]["app"] is None
    opponents(app_lamp).note(app_lamp.code)
    assert "window-sealed" not in [event for event, _ in told(app_lamp)]


def test_a_fault_in_its_thinking_asks_people_for_help_once(
    app_lamp: Evening, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*given: Any) -> Any:
        raise ZeroDivisionError("thinking")

    app = opponents(app_lamp, away=broken)
    app.note(app_lamp.code)
    app.note(app_lamp.code)
    assert [event for event, _ in told(app_lamp)].count("app-stuck") == 1
    assert "ZeroDivisionError" in capsys.readouterr().err
    opponents(app_lamp).note(app_lamp.code)
    app_lamp.press(GREY, "rename", name="Vera")
    opponents(app_lamp).note(app_lamp.code)
    assert "window-sealed" in [event for event, _ in told(app_lamp)]


def test_two_servers_that_fail_alike_ask_people_for_help_once(app_lamp: Evening) -> None:
    store = app_lamp.client.application.extensions["store"]
    other_server = Store(store.folder)

    def broken_everywhere(*given: Any) -> Any:
        other_server.append_event(other_server.table(app_lamp.code), LAMP, AppStuck(LAMP))
        raise ZeroDivisionError("thinking")

    opponents(app_lamp, away=broken_everywhere).note(app_lamp.code)
    assert [event for event, _ in told(app_lamp)].count("app-stuck") == 1


def test_its_reason_stands_before_the_turn_that_it_ends(evening: Evening) -> None:
    events = [event for event, _ in told(app_moth(evening))]
    assert events[-3:] == ["moth-flew", "app-explained", "turn-began"]


def test_its_reason_is_among_the_few_lines_however_many_come_before_it() -> None:
    rests, why = [MothRested("moth-1") for _ in range(4)], AppExplained(LAMP, "lamp")
    assert first_of([*rests, why, TurnBegan(2)], 3) == [*rests[:2], why]


def test_a_reason_names_its_rule(app_lamp: Evening) -> None:
    opponents(app_lamp).note(app_lamp.code)
    assert "Why: the lamp may be behind it. Rule: sealed windows." in texts(app_lamp, "en")
    assert "Por qué: la lámpara puede estar detrás. Regla: ventanas selladas." in texts(app_lamp, "es")


def test_people_see_how_long_it_waits_before_it_answers_them(evening: Evening) -> None:
    let_play(evening, GREY, LAMP, "bright")
    asked = next(one["seat"] for one in state(evening)["waiting"] if one["side"] == "moths")
    assert countdown(evening.kept()) == FIRST
    opponents(evening).note(evening.code)
    assert countdown(evening.kept()) == 0, "it has done what it was asked"
    evening.press(asked, "choose-window", window="north")
    assert countdown(evening.kept()) == 0, "the moths fly"
    evening.press(GREY, "set-pace", pace="at-once")
    evening.press(REFEREE, "rename", name="Vera")
    assert countdown(evening.kept()) == 0

"""Presses taken back after dice or a secret: asked, allowed, refused, withdrawn; the same dice; what to put back."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core.messages.translator import LANGUAGES
from app.core.table.physical import aspects
from tests.playing import code_of
from tests.seated import sit
from tests.toy_game.playing import GREY, LAMP, REFEREE, WHITE, Evening

Open = Callable[..., Evening]


@pytest.fixture
def flown(evening: Evening) -> Evening:
    """The grey moth has flown by the table's dice."""
    evening.windows()
    evening.press(GREY, "fly")
    return evening


@pytest.fixture
def asked(flown: Evening) -> Evening:
    """It asks to take that back."""
    flown.press(GREY, "take-back", reason="the wrong moth")
    return flown


def told(evening: Evening, seat: str | None = LAMP) -> list[tuple[str, bool]]:
    """Event and whether it is undone, of the last three events."""
    return [(event["event"], event["undone"]) for event in evening.get("/log", seat)["events"]][-3:]


def offered(evening: Evening, seat: str) -> set[str]:
    """The commands that a seat is offered."""
    return {offer["command"] for offer in evening.get(seat=seat)["offers"]}


def dice_of(evening: Evening) -> Any:
    """The dice and the number of the last flight that stands."""
    flights = [one for one in evening.get("/log")["events"] if one["event"] == "moth-flew" and not one["undone"]]
    return flights[-1]["data"]["dice"], flights[-1]["data"]["roll"]


def test_the_other_side_is_asked_and_the_table_waits_for_nobody_else(asked: Evening) -> None:
    state = asked.state(WHITE)
    assert [(one["side"], one["for"]) for one in state["waiting"]] == [("lamps", "take-back")]
    assert (state["take_back"]["seat"], state["take_back"]["reason"]) == (GREY, "the wrong moth")
    assert {"allow-take-back", "refuse-take-back"} <= offered(asked, LAMP)
    assert "fly" not in offered(asked, WHITE)
    assert code_of(lambda: asked.press(WHITE, "fly")) == "take-back-first"
    assert code_of(lambda: asked.press(REFEREE, "undo")) == "take-back-first"
    assert code_of(lambda: asked.press(WHITE, "allow-take-back")) == "not-yours-to-allow"


@pytest.mark.parametrize("answers", [LAMP, REFEREE])
def test_allowed_it_is_struck_what_was_seen_is_told_and_the_same_press_gets_the_same_dice(
    asked: Evening, answers: str
) -> None:
    before = dice_of(asked)
    asked.press(answers, "allow-take-back")
    assert told(asked) == [("take-back-allowed", False), ("undone", False), ("dice-were-seen", False)]
    assert asked.get("/log")["events"][-1]["data"]["faces"] == before[0]
    assert (asked.state()["moths"][GREY]["light"], asked.state()["take_back"]) == (0, None)
    asked.press(GREY, "fly")
    assert dice_of(asked) == before


def test_refused_it_stands_and_play_goes_on(asked: Evening) -> None:
    light = asked.state()["moths"][GREY]["light"]
    asked.press(LAMP, "refuse-take-back", reason="too late")
    assert told(asked)[-1] == ("take-back-refused", False)
    assert asked.get("/log")["events"][-1]["text"] == "Lamp: undo refused (too late)."
    assert asked.state()["moths"][GREY]["light"] == light
    asked.press(WHITE, "fly")


def test_once_refused_the_same_press_is_not_asked_about_again(flown: Evening) -> None:
    """Whoever let it stand themselves may ask again; after a no only the next press may be asked about."""
    flown.press(GREY, "take-back")
    flown.press(GREY, "withdraw-take-back")
    flown.press(GREY, "take-back")
    flown.press(LAMP, "refuse-take-back")
    assert "take-back" not in offered(flown, GREY)
    assert code_of(lambda: flown.press(GREY, "take-back")) == "asked-already"
    flown.press(WHITE, "fly")
    flown.press(WHITE, "take-back")
    flown.press(LAMP, "refuse-take-back")
    flown.press(REFEREE, "undo")
    # the press before is the newest again, and a no about another one changes nothing
    assert code_of(lambda: flown.press(GREY, "take-back")) == "asked-already"


def test_whoever_asks_may_let_it_stand(asked: Evening) -> None:
    assert code_of(lambda: asked.press(LAMP, "withdraw-take-back")) == "nobody-asks"
    asked.press(GREY, "withdraw-take-back")
    assert code_of(lambda: asked.press(LAMP, "allow-take-back")) == "nobody-asks"
    assert "fly" in offered(asked, WHITE)


def test_a_secret_that_was_seen_stays_known(evening: Evening) -> None:
    evening.windows()
    evening.press(LAMP, "take-back")
    asked = evening.get("/log", LAMP)["events"][-1]
    assert asked["text"] == "Lamp: undo request for “Lamps chose a window: east”."
    # what was sealed is told to nobody else with the press
    others = [evening.get("/log", seat)["events"][-1]["text"] for seat in (GREY, None)]
    assert others == [asked["text"].replace(": east", "")] * 2
    evening.press(GREY, "allow-take-back")
    assert told(evening)[-1] == ("secrets-were-seen", False)
    assert evening.state()["windows"]["moths"]["choice"] == {"hidden": 1}


def test_what_the_referee_undoes_alone_was_seen_too(flown: Evening) -> None:
    flown.press(REFEREE, "undo")
    assert told(flown)[-1] == ("dice-were-seen", False)


def test_only_ones_own_newest_press_and_only_where_something_was_seen(flown: Evening) -> None:
    assert code_of(lambda: flown.press(WHITE, "take-back")) == "not-your-press"
    assert code_of(lambda: flown.press(GREY, "take-back", press=1)) == "not-the-newest"
    flown.press(WHITE, "rest")
    flown.windows()
    flown.press(GREY, "rest")
    assert code_of(lambda: flown.press(GREY, "take-back")) == "nothing-was-seen"


def test_an_answer_means_the_press_that_was_asked_about(asked: Evening) -> None:
    assert code_of(lambda: asked.press(LAMP, "allow-take-back", press=1)) == "not-the-newest"
    (offer,) = [one for one in asked.get(seat=LAMP)["offers"] if one["command"] == "allow-take-back"]
    asked.press(LAMP, "allow-take-back", **offer["given"])


def test_nobody_is_asked_about_what_they_do_not_know(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.toy_game.events import WishMade

    monkeypatch.setattr(WishMade, "reveals", True)
    evening.press(WHITE, "make-wish", wish=3)
    assert code_of(lambda: evening.press(WHITE, "take-back")) == "others-do-not-know"


def test_numbers_of_presses_are_each_seats_own(evening: Evening) -> None:
    for wish in (1, 2):
        evening.press(WHITE, "make-wish", wish=wish)
    evening.windows()
    evening.press(GREY, "fly")
    evening.press(GREY, "take-back")
    asked = {seat: evening.state(seat)["take_back"] for seat in (GREY, WHITE)}
    assert asked[WHITE]["press"] - asked[GREY]["press"] == 2
    assert asked[WHITE]["since"] - asked[GREY]["since"] == 2


def test_the_press_that_ended_the_game_is_taken_back_with_the_other_sides_word(evening: Evening) -> None:
    last = evening.night().kept().entries[-1].seat
    assert code_of(lambda: evening.press(last, "undo")) == "luck-is-out"
    evening.press(last, "take-back", reason="the wrong moth")
    assert code_of(lambda: evening.press(LAMP, "publish-seed")) == "take-back-first"
    evening.press(LAMP, "allow-take-back")
    state = evening.state()
    assert (state["over"], state["winner"], state["phase"]) == (False, None, "flying")
    evening.press(last, "rest")
    assert evening.state()["over"]


def test_the_end_stands_once_somebody_exported_went_on_or_has_seen_the_seed(
    client: FlaskClient, open_evening: Callable[..., Evening]
) -> None:
    seen, went_on, exported = (open_evening().night() for _ in range(3))
    last = seen.kept().entries[-1].seat
    seen.press(LAMP, "publish-seed")
    assert code_of(lambda: seen.press(last, "take-back")) == "table-closed"
    headers = went_on.headers(LAMP)
    assert client.post(f"/api/tables/{went_on.code}/next", json={"again": "same"}, headers=headers).status_code == 201
    assert code_of(lambda: went_on.press(last, "take-back")) == "table-went-on"
    assert client.get(f"/api/tables/{exported.code}/export", headers=exported.headers(LAMP)).status_code == 200
    assert code_of(lambda: exported.press(last, "take-back")) == "table-exported"


@pytest.mark.parametrize("also", ["export", "next"])
def test_what_is_asked_before_somebody_exports_or_goes_on_is_not_allowed_after(
    client: FlaskClient, open_evening: Callable[..., Evening], also: str
) -> None:
    """Whoever took the whole log with every secret, or opened the next table, plays on here no more."""
    evening = open_evening().night()
    evening.press(evening.kept().entries[-1].seat, "take-back")
    headers = evening.headers(LAMP)
    if also == "export":
        assert client.get(f"/api/tables/{evening.code}/export", headers=headers).status_code == 200
    else:
        answer = client.post(f"/api/tables/{evening.code}/next", json={"again": "same"}, headers=headers)
        assert answer.status_code == 201
    refused = {"export": "table-exported", "next": "table-went-on"}[also]
    assert code_of(lambda: evening.press(LAMP, "allow-take-back")) == refused
    assert "allow-take-back" not in offered(evening, LAMP)
    evening.press(LAMP, "refuse-take-back")
    assert evening.state()["over"]


def test_a_table_with_take_backs_is_proven_exported_and_opened_again(client: FlaskClient, asked: Evening) -> None:
    asked.press(LAMP, "allow-take-back")
    asked.press(GREY, "fly")
    asked.press(GREY, "take-back")
    asked.press(LAMP, "refuse-take-back")
    asked.night().press(LAMP, "publish-seed")
    store = client.application.extensions["store"]
    file = store.export(asked.code)
    code = store.import_file(file)
    assert store.proven(code)
    assert store.export(code) == file
    assert store.table(code).state == asked.kept().state


# -- on the phones


def page(client: FlaskClient, evening: Evening, seat: str, path: str = "") -> str:
    """The page of a seat."""
    phone = client.application.test_client()
    sit(phone, evening.code, evening.tokens[seat])
    return phone.get(f"/t/{evening.code}{path}").text


def test_the_other_phone_asks_yes_no_and_why(client: FlaskClient, asked: Evening) -> None:
    text = page(client, asked, LAMP)
    for part in ('id="allow-take-back"', 'id="refuse-take-back"', 'id="refuse-because"', "the wrong moth"):
        assert part in text
    assert 'id="withdraw-take-back"' in page(client, asked, GREY)
    assert 'id="allow-take-back"' not in page(client, asked, WHITE)


BACK = "Grey moth: back to where it was."


def test_what_was_taken_back_is_put_back_until_it_is_ticked_or_moved_again(client: FlaskClient, asked: Evening) -> None:
    assert BACK not in page(client, asked, WHITE)
    asked.press(LAMP, "allow-take-back")
    assert BACK in page(client, asked, WHITE)
    assert "Restore the board: 1" in page(client, asked, WHITE)
    assert BACK in page(client, asked, GREY)
    asked.press(WHITE, "rest")
    assert BACK in page(client, asked, WHITE), "it is still to be done"
    asked.press(GREY, "fly")
    assert BACK not in page(client, asked, WHITE)


def test_what_is_brought_back_again_need_not_be_put_back(client: FlaskClient, flown: Evening) -> None:
    flown.press(REFEREE, "undo")
    assert BACK in page(client, flown, WHITE)
    flown.press(REFEREE, "redo")
    assert BACK not in page(client, flown, WHITE)


def test_redo_stands_apart_from_undo_beside_what_it_redoes(client: FlaskClient, flown: Evening) -> None:
    flown.press(REFEREE, "undo")
    before, _, redo = page(client, flown, REFEREE).partition('<div class="redo">')
    redo = redo.partition("</div>")[0]
    assert 'id="redo"' in redo
    assert "Grey moth" in redo
    assert "Undo:" not in redo
    assert 'id="redo"' not in before


def test_what_was_put_back_is_told_again_once_its_press_stands_again(client: FlaskClient, flown: Evening) -> None:
    flown.press(REFEREE, "undo")
    flown.press(WHITE, "tick-off-all", up_to="change-1")
    assert BACK not in page(client, flown, WHITE)
    assert aspects(flown.kept().physical.ticked, GREY).get("hand") is None
    flown.press(REFEREE, "redo")
    assert "Move Grey moth towards the light" in page(client, flown, WHITE)
    flown.press(REFEREE, "undo")
    assert BACK in page(client, flown, WHITE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_others_read_on_top_what_happened_with_its_dice(client: FlaskClient, flown: Evening, language: str) -> None:
    phone = client.application.test_client()
    phone.set_cookie("lang", language)
    sit(phone, flown.code, flown.tokens[LAMP])
    news = phone.get(f"/t/{flown.code}").text.partition('id="news"')[2].partition("</p>")[0]
    assert {"en": "Grey moth flies", "es": "Polilla gris vuela"}[language] in news
    assert 'class="rolled small"' in news
    own = page(client, flown, GREY).partition('id="news"')[2].partition("</p>")[0]
    assert "rolled" not in own
    assert 'class="sr"' in own


def test_the_title_says_who_acts_and_whom_the_table_waits_for(client: FlaskClient, evening: Evening) -> None:
    def title(seat: str) -> str:
        return page(client, evening, seat).partition("<title>")[2].partition("</title>")[0]

    assert title(LAMP) == f"Your answer is needed · {evening.code} · Adjutant"
    evening.press(LAMP, "choose-window", window="north")
    assert title(LAMP) == f"Waiting for Moths · {evening.code} · Adjutant"
    evening.press(evening.state()["waiting"][0]["seat"], "choose-window", window="east")
    assert title(LAMP) == f"Moths to act · {evening.code} · Adjutant"
    assert title(GREY) == f"Your turn to act · {evening.code} · Adjutant"
    assert title(GREY) in page(client, evening, GREY).partition('data-title="')[2]


def test_a_secret_press_is_no_news_and_in_no_title(client: FlaskClient, evening: Evening) -> None:
    before = page(client, evening, GREY).partition('id="news"')[2].partition("</p>")[0]
    evening.press(WHITE, "make-wish", wish=7)
    assert page(client, evening, GREY).partition('id="news"')[2].partition("</p>")[0] == before


def test_who_owes_an_answer_stands_on_both_phones(client: FlaskClient, evening: Evening) -> None:
    for seat in (GREY, LAMP):
        assert '<p class="owed">Lamps: choose a window</p>' in page(client, evening, seat)


def numbers(evening: Evening, seat: str | None) -> list[str]:
    phone = evening.client.application.test_client()
    if seat:
        sit(phone, evening.code, evening.tokens[seat])
    return re.findall(r'class="number">(\d*)<', phone.get(f"/t/{evening.code}/log").text)


def test_a_press_bears_one_number_on_every_phone_and_none_where_others_may_not_know_of_it(evening: Evening) -> None:
    evening.press(WHITE, "make-wish", wish=7)
    evening.windows()
    evening.press(GREY, "fly")
    evening.press(GREY, "take-back")
    evening.press(LAMP, "allow-take-back")
    own = numbers(evening, WHITE)  # who sits down is one more press
    everybody = numbers(evening, None)
    assert [number for number in own if number] == [number for number in everybody if number]
    assert len(own) == len(everybody) + 1
    for event in ("take-back-asked", "undone"):
        logs = [evening.get("/log", seat)["events"] for seat in (None, LAMP, WHITE)]
        assert len({one["text"] for log in logs for one in log if one["event"] == event}) == 1


def test_an_undo_of_what_others_may_not_know_of_is_named_to_its_own_seat_alone(evening: Evening) -> None:
    evening.press(WHITE, "make-wish", wish=7)
    for command, own in (("undo", "Undone: “A wish: 7”."), ("redo", "Redone: “A wish: 7”.")):
        evening.press(WHITE, command)
        assert evening.get("/log", WHITE)["events"][-1]["text"] == own
        assert own in html.unescape(page(evening.client, evening, WHITE))
        for seat in (LAMP, None):
            assert "wish" not in str([one["text"] for one in evening.get("/log", seat)["events"]])
        assert "A wish" not in page(evening.client, evening, LAMP)


def test_what_others_may_know_of_a_press_in_part_is_kept_for_each_of_them(evening: Evening) -> None:
    evening.windows()
    evening.press(LAMP, "take-back")
    # her own board is drawn first, and what was drawn for it is not shown to the others
    assert "a window: east”." in html.unescape(page(evening.client, evening, LAMP))
    assert "a window”." in html.unescape(page(evening.client, evening, GREY))


def test_what_was_undone_is_named_with_its_number_on_every_phone(flown: Evening) -> None:
    flown.press(REFEREE, "undo")
    (said,) = {one["text"] for one in flown.get("/log", LAMP)["events"] if one["event"] == "undone"}
    assert re.fullmatch(r"Undone: “Grey moth flies.*[^.]”\.", said)


def test_where_the_other_side_has_left_its_seats_nobody_is_asked(flown: Evening) -> None:
    """Nobody could answer, and the table would wait for an empty seat: it is an undo that says what was seen."""
    sit(flown.client, flown.code, flown.tokens[LAMP])
    flown.press(LAMP, "leave")
    flown.press(GREY, "take-back")
    assert told(flown, None)[-2:] == [("undone", False), ("dice-were-seen", False)]
    assert flown.state(WHITE)["take_back"] is None

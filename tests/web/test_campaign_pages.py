"""A campaign on phones: opened by a form, one tap to the next mission, its history."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.games.incursion.events.missions import MissionEnded
from tests.playing import PlayedTable, stacked_deck
from tests.web.test_pages import OURS, Phone, text_of
from tests.web.test_printing import pdf_of, texts, until_done

Play = Callable[..., PlayedTable]


@pytest.fixture
def over(play: Play, monkeypatch: pytest.MonkeyPatch) -> PlayedTable:
    """The first of three missions is over; the Allies may keep Extra Ammo."""
    stacked_deck(monkeypatch, "extra-ammo")
    table = play(referee=True, campaign={"name": "Gibraltar", "missions": [1, 3, 1]}).to_action()
    table.enter("allied", "grunt-ape-2").allied("leave-board", model="grunt-ape-2")
    table.enter("allied", "grunt-ape-1").put("allied", "extra-ammo", "grunt-ape-1")
    table.allied("leave-board", model="grunt-ape-1")
    return table


def goes_on(phone: Phone) -> str:
    """The phone taps the way to the next mission: the code of the table where it then sits."""
    answer = phone.client.post(f"/t/{phone.code}/next", headers=OURS, follow_redirects=True)
    assert answer.status_code == 200
    return answer.request.path.removeprefix("/t/")


def opened(client: FlaskClient, **fields: Any) -> Any:
    """The answer to the form of a new table."""
    wishes = {"edition": "en-2009", "mission": "1", "language": "en", **fields}
    return client.post("/new/incursion", data=wishes, headers=OURS)


def test_the_form_of_a_new_table_opens_a_campaign(client: FlaskClient, app: Flask) -> None:
    opened(client, mission="2", campaign="1", campaign_name="The Rock", campaign_missions="3, 1 3")
    (code,) = app.extensions["store"].codes()
    state = app.extensions["store"].table(code).state
    assert (state.campaign.name, state.campaign.missions, state.mission) == ("The Rock", [3, 1, 3], 3)


@pytest.mark.parametrize(
    ("missions", "says"),
    [("", "A campaign can have 1 to 30 missions."), ("1 x", "“Missions, in order (2)” must be one of: 1, 2, 3")],
)
def test_a_series_that_cannot_be_is_told(client: FlaskClient, app: Flask, missions: str, says: str) -> None:
    answer = opened(client, campaign="1", campaign_name="x", campaign_missions=missions)
    assert answer.status_code == 422
    assert says in text_of(answer)
    assert app.extensions["store"].codes() == []


def test_a_card_is_kept_and_both_phones_go_on_with_a_tap_each(app: Flask, over: PlayedTable) -> None:
    allied, german = Phone(app, over, "allied"), Phone(app, over, "german")
    assert "Allies may keep an Experience Card." in german.see().text
    assert "next-mission-go" not in german.see().text
    assert "Grunt APE 1: Extra Ammo" in allied.see().text
    assert allied.press("keep-experience").status_code == 303
    assert "Next mission: 3 · Pinger Raid" in allied.see().text
    code = goes_on(allied)
    assert "Go on to mission 3 · Pinger Raid" in german.see().text
    assert goes_on(german) == code
    board = german.client.get(f"/t/{code}").text
    assert '<body class="table german"' in board
    assert "Choose models for 10 Requisition Points (RP)." in board
    assert "Grunt APE has experience: Extra Ammo." in allied.client.get(f"/t/{code}").text
    sitting = app.extensions["store"].table(code).state.seats
    assert {name: seat.phones for name, seat in sitting.items()} == {"allied": 1, "german": 1, "referee": 0}
    goes_on(german)
    assert app.extensions["store"].table(code).state.seats["german"].phones == 1, "the same phone again"


def test_without_a_seat_nobody_goes_on(app: Flask, over: PlayedTable) -> None:
    over.allied("no-experience")
    public = Phone(app, over, None)
    assert public.client.post(f"/t/{over.code}/next", headers=OURS).status_code == 401
    assert "/next" not in public.see().text
    following = over.go_on("allied")
    assert f'href="/t/{following.code}"' in public.see().text
    assert len(app.extensions["store"].codes()) == 2


def test_a_table_that_cannot_go_on_says_why(app: Flask, over: PlayedTable) -> None:
    answer = Phone(app, over, "german").client.post(f"/t/{over.code}/next", headers=OURS)
    assert answer.status_code == 422
    assert "Allies must first keep an Experience Card, or none." in text_of(answer)


def test_the_host_stays_the_host(app: Flask, client: FlaskClient) -> None:
    code = opened(client, campaign="1", campaign_name="x", campaign_missions="1 1").location.split("/")[2]
    client.post(f"/t/{code}/sit", data={"seat": "german"}, headers=OURS)
    store = app.extensions["store"]
    store.append_event(store.table(code), "german", MissionEnded("german", "last-model-dead", "missions.recon"))
    assert store.table(code).state.over
    answer = client.post(f"/t/{code}/next", headers=OURS, follow_redirects=True)
    following = answer.request.path.removeprefix("/t/")
    assert following != code
    assert 'id="qr-allied"' in client.get(f"/t/{following}/seats").text


@pytest.mark.parametrize(
    ("language", "says"),
    [
        (
            "en",
            ["Gibraltar", "Allies 1 · Germans 0", "1 · Recon", "Winner: Allies . Turn 1: the last Allied model left",
             "2 × Grunt APE", "Log of table", "3 · Pinger Raid", "next", "Grunt APE : Extra Ammo", "No model has one."],
        ),
        (
            "es",
            ["Gibraltar", "Aliados 1 · Alemanes 0", "1 · Reconocimiento", "Turno 1: la última figura aliada salió",
             "2 × Soldado APE", "Registro de la mesa", "la siguiente", "Soldado APE : Munición Extra"],
        ),
    ],
)  # fmt: skip
def test_the_history_tells_everything(app: Flask, over: PlayedTable, language: str, says: list[str]) -> None:
    over.allied("keep-experience", model="grunt-ape-1", card="extra-ammo-1")
    phone = Phone(app, over, None)
    phone.client.set_cookie("lang", language)
    shown = " ".join(text_of(phone.see("/campaign")).split())
    for text in says:
        assert text in shown, text


def test_the_history_of_a_later_table_links_to_the_earlier_and_tells_what_was_lost(
    app: Flask, over: PlayedTable
) -> None:
    over.allied("keep-experience", model="grunt-ape-1", card="extra-ammo-1")
    following = over.go_on().choose_forces(allied=["ape-sarge"])
    phone = Phone(app, following, "german")
    page = phone.see("/campaign")
    assert f'href="/t/{over.code}/log"' in page.text
    shown = " ".join(text_of(page).split())
    assert "Mission 3, Grunt APE: Extra Ammo (its model was not bought)" in shown.replace(" : ", ": ")
    assert f'href="/t/{following.code}/campaign"' in phone.see("/more").text
    before = Phone(app, over, "german").see("/campaign").text
    assert f'href="/t/{following.code}"' in before


@pytest.mark.parametrize("place", ["here", "next"])
def test_the_prints_of_a_campaign_hold_what_its_models_have_kept(
    client: FlaskClient, over: PlayedTable, place: str
) -> None:
    over.allied("keep-experience", model="grunt-ape-1", card="extra-ammo-1")
    code = over.code if place == "here" else over.go_on().code
    wanted = client.get(f"/t/{code}/print").text
    assert re.search(r'name="n.experience-cards.extra-ammo" value="1"', wanted)
    assert len(re.findall(r'name="n.experience-cards.[a-z-]+" value="[^0]"', wanted)) == 1
    made = until_done(client, f"/t/{code}/print/made?what=campaign-record&what=experience-cards&lang=en&marks=none")
    cards, _, record = texts(pdf_of(client, made))[:3]
    assert cards.count("Extra Ammo") == 1
    mission = next(line for line in record.splitlines() if line.startswith("1. "))
    assert mission.endswith("Allies Grunt APE: Extra Ammo")


def test_a_log_that_is_kept_elsewhere_is_not_linked(app: Flask, over: PlayedTable) -> None:
    over.allied("no-experience")
    following = over.go_on()
    record = app.extensions["store"].table(following.code).state.campaign
    record.played[0].table = "QQQQQQ"
    assert "QQQQQQ" not in Phone(app, following, "allied").see("/campaign").text


def test_a_single_mission_has_no_history(app: Flask, table: PlayedTable) -> None:
    phone = Phone(app, table, "allied")
    assert phone.see("/campaign").status_code == 404
    assert "/campaign" not in phone.see("/more").text


def test_who_plays_with_a_deck_of_paper_is_told_what_to_take_out(app: Flask, play: Play) -> None:
    table = play(campaign={"name": "x", "missions": [1, 1]}, deck="physical").choose_forces()
    for seat in ("allied", "german"):
        table.press(seat, "replenish-hand", held=2)
    table.bid().deploy(["grunt-ape-1", "grunt-ape-2"], []).enter("allied", "grunt-ape-2")
    table.allied("leave-board", model="grunt-ape-2")
    table.enter("allied", "grunt-ape-1").put("allied", "extra-ammo", "grunt-ape-1")
    table.allied("leave-board", model="grunt-ape-1")
    table.allied("keep-experience", model="grunt-ape-1", card="extra-ammo-1")
    following = table.go_on()
    phone = Phone(app, following, "allied")
    assert "Extra Ammo: out of the deck, under the card of Grunt APE." in text_of(phone.see("/set-up"))
    following.choose_forces()
    assert "Extra Ammo: out of the deck, under the card of Grunt APE 1." in text_of(phone.see("/set-up"))


def test_an_experience_card_is_marked_on_the_board(app: Flask, over: PlayedTable) -> None:
    over.allied("keep-experience", model="grunt-ape-1", card="extra-ammo-1")
    following = over.go_on().choose_forces()
    board = Phone(app, following, "german").see().text
    assert re.search(r'id="model-grunt-ape-1".*?Experience:</span>.*?</li>', board, re.S)
    assert re.search(r'id="card-extra-ammo-1".*?★ Experience', board, re.S)

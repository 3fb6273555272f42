"""A table against the app, as people open it: the start page, the form, the seats, its pace."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.core.game.setup import options_of
from app.core.table.seat_view import Table
from app.core.table_commands.opponents import AppStuck
from app.games import REGISTRY
from app.opponents import Opponents

OURS = {"Origin": "http://localhost"}
NEW = {"mission": "salt-road", "app": "axis", "app_level": "3", "language": "en"}


def opponents(app: Flask, **other: Any) -> Opponents:
    """The app at the tables of this server, without pauses and threads."""
    return Opponents(app.extensions["acts"], pause=lambda seconds: None, **other)


def nothing(*given: Any) -> None:
    """Start nothing."""


def opened(client: FlaskClient, address: str, **data: Any) -> str:
    answer = client.post(address, data=data, headers=OURS)
    found = re.search(r"/t/(\w+)", answer.headers.get("Location", ""))
    assert found, answer.text[:500]
    return found[1]


def test_the_start_page_opens_a_battle_against_the_app_with_one_tap(client: FlaskClient) -> None:
    assert 'action="/practice/memoir-44/app"' in client.get("/").text
    code = opened(client, "/practice/memoir-44/app")
    assert "Begin the battle" in client.get(f"/t/{code}").text
    assert "The app plays: recruit" in client.get(f"/t/{code}/seats").text


def test_the_form_lets_the_app_play_a_side_with_its_own_cards(client: FlaskClient) -> None:
    code = opened(client, "/new/memoir-44", **NEW)
    table = client.application.extensions["store"].table(code)
    assert table.opening["opponents"] == {"axis": "general"}
    assert table.opening["deck"] == "app"
    assert "The app plays: general" in client.get(f"/t/{code}/seats").text
    assert table.state.seats["allied"].phones == 1, "whoever opens it sits down on the only seat that is left"
    assert "Begin the battle" in client.get(f"/t/{code}").text


def test_without_the_app_the_cards_stay_on_paper(client: FlaskClient) -> None:
    code = opened(client, "/new/memoir-44", **{**NEW, "app": ""})
    opening = client.application.extensions["store"].table(code).opening
    assert "opponents" not in opening
    assert opening["deck"] == "physical"


def test_a_game_in_which_it_has_a_side_of_its_own_has_no_choice_of_sides(client: FlaskClient) -> None:
    assert 'name="app"' not in client.get("/new/mobile-infantry").text


@pytest.mark.parametrize("game", [key for key, game in REGISTRY.items() if game.opponent or game.first_battle])
def test_a_first_battle_of_each_game_is_opened_with_one_tap(client: FlaskClient, game: str) -> None:
    assert f'action="/practice/{game}/app"' in client.get("/").text
    code = opened(client, f"/practice/{game}/app")
    assert client.get(f"/t/{code}").status_code == 200


def test_it_plays_its_turn_and_says_why(client: FlaskClient) -> None:
    code = opened(client, "/practice/memoir-44/app")
    app = client.application
    table = app.extensions["store"].table(code)
    assert table.state.phase == "set-up"
    opponents(app).note(code)
    assert table.state.phase == "set-up"  # people begin
    data = {"seen": table.seq(table.seat("allied")), "key": "b", "sure": "1"}
    answer = client.post(f"/t/{code}/do/begin-battle", data=data, headers=OURS)
    assert answer.status_code in (200, 302, 303)
    for _ in range(8):
        if table.state.active == "allied":
            play(client, code)
    opponents(app).note(code)
    assert table.state.active == "allied" or table.state.awaits_side("allied")
    log = client.get(f"/t/{code}/log").text
    assert re.search(r"Why: [^<]+ Rule: Command cards\.", log)
    assert 'id="pace"' in client.get(f"/t/{code}/more").text


def test_one_person_sets_up_all_and_the_box_lists_what_the_app_moved(client: FlaskClient) -> None:
    code = opened(client, "/practice/memoir-44/app")
    table = client.application.extensions["store"].table(code)
    set_up = client.get(f"/t/{code}/set-up").text
    assert re.search(r'<h2 class="axis">', set_up)
    assert 'id="share-1"' not in set_up
    data = {"seen": table.seq(table.seat("allied")), "key": "b", "sure": "1"}
    client.post(f"/t/{code}/do/begin-battle", data=data, headers=OURS)
    for _ in range(20):
        if any(getattr(order, "by", None) == "axis" for order in table.state.on_table.values()):
            break
        if table.state.active == "allied":
            play(client, code)
        else:
            opponents(client.application).note(code)
    box = client.get(f"/t/{code}").text.partition('id="on-table')[2].partition("</details>")[0]
    assert re.search(r"<li>Axis [^<]+: move to", box)


def play(client: FlaskClient, code: str) -> None:
    """Do the first thing of the Allies that leads to the end of their turn."""
    table = client.application.extensions["store"].table(code)
    seat = table.seat("allied")
    offers = {offer.command: offer for offer in table.offers_for(seat)}
    command = next(one for one in ("play-card", "order", "lay-off", "end-turn") if one in offers)
    offer = offers[command]
    fields: dict[str, Any] = {**offer.given}
    for name, choice in offer.choose.items():
        fields[name] = choice[0] if isinstance(choice, list) else choice.some[:1]
    data = {**fields, "seen": table.seq(seat), "key": f"k{len(table.entries)}", "sure": "yes"}
    answer = client.post(f"/t/{code}/do/{command}", data=data, headers=OURS)
    assert answer.status_code in (200, 302, 303), answer.text


def test_two_apps_play_to_the_end_and_change_sides_for_another_battle(app: Flask) -> None:
    given = {"game": "memoir-44", "mission": "gull-cape", "deck": "app", "referee": True}
    acts = app.extensions["acts"]
    table = acts.open_table(*options_of(REGISTRY, {**given, "opponents": {"allied": 1, "axis": 3}}))
    opponents(app).note(table.code)
    assert table.state.over
    assert not [event for entry in table.entries for event in entry.events if isinstance(event, AppStuck)]
    following, _ = acts.start_next_table(table, table.seat("referee"), "swapped")
    assert following.opening["opponents"] == {"axis": "recruit", "allied": "general"}
    levels = {name: holder.app.level for name, holder in following.state.seats.items() if holder.app}
    assert levels == {"axis": "recruit", "allied": "general"}


def test_after_a_restart_it_goes_on_where_it_was(app: Flask) -> None:
    given = {"game": "memoir-44", "mission": "gull-cape", "deck": "app", "opponents": {"allied": 2, "axis": 2}}
    table = app.extensions["acts"].open_table(*options_of(REGISTRY, given))
    broken_off = opponents(app, spawn=nothing)
    broken_off.note(table.code)
    for _ in range(9):
        assert broken_off.play_next(table.code)
    read_anew = Table(table.code, table.game, table.entries)
    assert read_anew.state == table.state
    restarted = opponents(app, spawn=nothing)
    assert not restarted.play_next(table.code), "nobody is there yet"
    restarted.note(table.code)
    assert restarted.play_next(table.code)
    assert len(table.entries) == len(read_anew.entries) + 1

"""Whom the table waits for, and for what: what a board says fits what its seat can do."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core.engine.event import PUBLIC
from app.core.game.advice import advice
from app.core.table.seat_view import Table
from app.core.table.serialize import entry_lines
from app.games.mobile_infantry.board_view import shown
from app.games.mobile_infantry.game import GAME
from app.web.table.notices import owed_of, title_of
from tests.game_checks import first_table
from tests.mobile_infantry.brain_table import AppBattle
from tests.mobile_infantry.playing import BRAIN, IM, Battle
from tests.seated import sit

OURS = {"Origin": "http://localhost"}


def owed(table: Table, seat: str, language: str = "en") -> list[str]:
    return owed_of(table, table.state_for(table.seat(seat)), table.get_translator(language))


def is_told_to_choose(table: Table, seat: str) -> bool:
    told: bool = shown(table, table.seat(seat), table.offers_for(table.seat(seat)))["foot"].undecided
    return told


@pytest.mark.parametrize("seat", [BRAIN, IM])
def test_before_a_mission_is_chosen_both_are_told_to_choose_one(seat: str) -> None:
    table = first_table(GAME)
    assert owed(table, seat) == [
        "Brain Bug: must agree on a mission",
        "Mobile Infantry: must agree on a mission",
    ]
    assert is_told_to_choose(table, seat)
    chosen = Battle().table
    assert owed(chosen, seat) == ["Brain Bug: must set up", "Mobile Infantry: must set up"]
    assert not is_told_to_choose(chosen, seat)


def test_a_page_without_scripts_says_it_too(client: FlaskClient) -> None:
    client.set_cookie("lang", "es")
    opened = client.post("/api/tables", json={"game": GAME.key}, headers=OURS).get_json()
    sit(client, opened["code"], opened["seats"][BRAIN])
    page = client.get(f"/t/{opened['code']}").text
    assert "Aún no hay misión: elegid una arriba o tirad por ella." in page
    assert "Se espera a:" not in page


@pytest.mark.parametrize("packs", [0, 1])
def test_the_brain_is_called_while_teams_search_only_to_a_button(packs: int) -> None:
    """With hidden packs it answers each search; without any, all at once when everybody has searched."""
    battle = Battle(players=2).squad().squad("im-2").ready().to("presence")
    for _ in range(packs):
        battle.come()
    battle.to("location")
    assert (is_called(battle.table, BRAIN), is_called(battle.table, "im-2")) == (False, True)
    battle.press(IM, "look-all", [1] * 5)
    assert is_called(battle.table, BRAIN) is bool(packs)
    battle.press("im-2", "look-all", [1] * 5)
    assert is_called(battle.table, BRAIN)


def is_called(table: Table, seat: str) -> bool:
    """Return True if the head of a board calls for an answer; assert that its foot then has a button."""
    board = shown(table, table.seat(seat), table.offers_for(table.seat(seat)))
    called: bool = board["must_answer"]
    assert not called or board["foot"].lead
    return called


def test_the_brain_owes_no_presence_test_that_it_has_made() -> None:
    """Nobody else learns from the line that it is made."""
    battle = Battle().squad().ready().to("presence")
    assert owed(battle.table, BRAIN) == ["Brain Bug: must test for presence"]
    battle.presence()
    assert owed(battle.table, BRAIN) == ["Brain Bug: must finish the presence phase"]
    assert owed(battle.table, IM) == ["Brain Bug: must test for presence"]


def test_whom_everybody_waits_for_is_who_owes_a_reaction_and_not_who_is_asked_after_it() -> None:
    """The Brain may spray after the infantry has fired, but a team tests first."""
    battle = Battle(players=2).squad().squad("im-2").ready().against("warrior")
    battle.press(BRAIN, "engage", team="team-7", bugs=["warrior-1"])
    assert owed(battle.table, BRAIN) == ["Mobile Infantry: must take a reaction test"]
    (wait,) = shown_to(battle.table, BRAIN)["waits_for"]
    assert wait == "im-2"


def test_nobody_waits_for_the_brain_while_the_infantry_searches_and_a_wall_names_the_last_player() -> None:
    battle = Battle(players=2).squad().squad("im-2").ready().to("location")
    assert owed(battle.table, IM) == ["Mobile Infantry: must finish the location phase"] * 2
    assert shown_to(battle.table, IM)["waits_for"] == ("im-2",)
    battle.press(IM, "look-all", [1] * 5)
    wall = shown(battle.table, PUBLIC, [])
    assert (wall["awaited"], wall["awaited_as"]) == (("im",), {"im": "im-2"})


def test_who_has_no_question_to_answer_is_told_that_it_is_his_turn() -> None:
    """The app's bugs have moved and reached nobody: the phase is to be ended by both players."""
    battle = AppBattle("hungry", players=2).squad().squad("im-2")
    battle.opening(6, team=1, side=5, kind="warriors", inches=[6, 6, 6, 6, 2, 1]).start().done()
    battle.tell("presence", point="unseen")
    battle.opening(slot=[6, 5, 4, 3, 1]).scanned(1)
    assert shown_to(battle.table, IM)["only_asked"]
    assert advised(battle.table, IM) == "tell-reached"
    battle.press(IM, "tell-reached-nobody")
    board = shown_to(battle.table, "im-2")
    assert (battle.state.phase, board["must_answer"], board["only_asked"]) == ("bug-move", True, False)


def shown_to(table: Table, seat: str) -> Any:
    return shown(table, table.seat(seat), table.offers_for(table.seat(seat)))


def advised(table: Table, seat: str) -> str:
    viewer = table.seat(seat)
    return advice(GAME, table.state_for(viewer), viewer, table.offers_for(viewer)).word


def test_a_title_begins_with_a_capital() -> None:
    table = Battle().table
    seat = table.seat(IM)
    titles = [title_of(table, seat, table.state_for(seat), table.get_translator(one)) for one in ("en", "es")]
    assert titles == ["Your answer is needed · BATTLE", "Falta tu respuesta · BATTLE"]


def test_the_only_main_button_of_a_practice_table_is_the_step_that_is_told(client: FlaskClient) -> None:
    place = client.post(f"/practice/{GAME.key}", headers=OURS).headers["Location"]
    page = client.get(place).text
    forms = re.findall(r'action="[^"]+/raise-squad" class="tap [^"]*" id="([a-z-]+)"(.*?)</form>', page, re.DOTALL)
    sent = {id: (re.findall(r'name="fire_teams" value="(\d)"', form), button(form)) for id, form in forms}
    assert sent == {"practice-do": (["2"], "Add squad")}
    assert "Smaller squad" not in page


def button(form: str) -> str:
    found = re.search(r"<button[^>]*>([^<]+)<", form)
    assert found
    return found[1].strip()


@pytest.mark.parametrize(
    ("fire_teams", "english", "spanish"),
    [
        (4, "Teams 1–5 search for bugs: 1, 1, 1, 1, 1.", "Equipos 1–5 buscan Bichos: 1, 1, 1, 1, 1."),
        (1, "Team 1, Team 2 search for bugs: 1, 1.", "Equipo 1, Equipo 2 buscan Bichos: 1, 1."),
    ],
)
def test_a_line_of_several_is_told_of_several(fire_teams: int, english: str, spanish: str) -> None:
    battle = Battle().squad(fire_teams=fire_teams).ready().to("location")
    assert looks(battle, fire_teams + 1) == [english, spanish]


def test_a_line_of_one_is_told_of_one() -> None:
    battle = Battle().loose().ready().to("location")
    assert looks(battle, 1) == ["Team 1 searches for bugs: 1.", "Equipo 1 busca Bichos: 1."]


def looks(battle: Battle, dice: int) -> list[str]:
    battle.press(IM, "look-all", [1] * dice)
    entry = next(entry for entry in reversed(battle.table.entries) if entry.events[0].key == "teams-looked")
    seat = battle.table.seat(IM)
    return [entry_lines(battle.table, entry, seat, battle.table.get_translator(one))[0] for one in ("en", "es")]


def test_the_start_page_opens_a_first_battle_against_the_app(client: FlaskClient) -> None:
    assert 'action="/practice/mobile-infantry/app"' in client.get("/").text
    answer = client.post("/practice/mobile-infantry/app", headers=OURS)
    code = re.search(r"/t/(\w+)", answer.headers["Location"])
    assert code is not None
    table = client.application.extensions["store"].table(code[1])
    assert ([*table.state.seats], table.state.mission, table.state.app.temper) == ([IM], 1, "cautious")
    assert 'id="raise-squad-go"' in client.get(f"/t/{code[1]}").text

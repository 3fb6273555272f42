"""Pages ask once before what ends a mission or cannot be called back, in each game."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from tests.playing import PlayedTable
from tests.set_up_lists import items_of
from tests.tap_counts.pages import Taps

GRUNT_1, GRUNT_2 = "grunt-ape-1", "grunt-ape-2"


def test_leaving_by_the_exit_that_wins_asks_and_leaving_before_does_not(play: Callable[..., PlayedTable]) -> None:
    table = play().to_action().enter("allied", GRUNT_1, GRUNT_2)
    phone = Taps(table, "allied")
    phone.press("leave-board")
    assert 'id="sure"' not in phone.page
    table.next_turn().allied("activate", model=GRUNT_1)
    phone.look()
    phone.press("leave-board")
    assert "This ends the game." in phone.page
    assert not table.state()["over"]
    phone.press("sure")
    assert table.state()["winner"] == "allied"


def test_what_ended_a_mission_is_taken_back_with_the_other_sides_word(play: Callable[..., PlayedTable]) -> None:
    table = play().to_action().enter("allied", GRUNT_1, GRUNT_2)
    table.allied("leave-board", model=GRUNT_2)
    table.next_turn().allied("activate", model=GRUNT_1)
    table.allied("leave-board", model=GRUNT_1)
    phone = Taps(table, "allied")
    phone.open("take-back")
    assert re.search(r'<p class="entry">[^<]*Grunt APE 1', phone.page)
    phone.press("form-1")
    Taps(table, "german").press("allow-take-back")
    state = table.state()
    assert (state["over"], state["winner"], state["models"][GRUNT_1]["alive"]) == (False, None, True)


def test_who_is_asked_for_a_take_back_is_not_told_who_of_the_enemy_acts(play: Callable[..., PlayedTable]) -> None:
    table = play().to_action().enter("allied", GRUNT_1)
    table.allied("done", reaction_fire=[])
    table.enter("german", "sturmzombie-1").next_turn().allied("activate", model=GRUNT_1)
    table.allied("fire", model=GRUNT_1, weapon="lmg", target="sturmzombie-1", dice=[1, 2, 3])
    assert 'id="acting"' in Taps(table, "allied").page
    table.allied("take-back")
    asked = Taps(table, "german")
    assert 'id="allow-take-back-go"' in asked.page
    assert 'id="acting"' not in asked.page


def test_calling_boats_and_taking_off_empty_ask(client: FlaskClient) -> None:
    table = PlayedTable(client, game="mobile-infantry", mission=1, players=1)
    table.press("im-1", "raise-squad", fire_teams=4)
    for team in range(2, 6):
        table.press("im-1", "set-experience", team=f"team-{team}", experience="experienced")
    for seat in ("im-1", "brain"):
        table.press(seat, "ready")
    phone = Taps(table, "im-1")
    phone.press("call-boats")
    assert "Boats cannot be called back" in phone.page
    assert table.state("im-1")["called"] is None
    phone.press("sure")
    assert table.state("im-1")["called"] == 1
    table.press("im-1", "done")
    table.press("brain", "test-presence", dice=[1])
    for seat in ("brain", "im-1", "brain"):
        table.press(seat, "done")
    phone.look()
    phone.press("take-off-boat-1")
    assert "Nobody is aboard." in phone.page
    phone.press("sure")
    assert table.state("im-1")["boats"]["boat-1"]["state"] != "landed"


@pytest.mark.parametrize(
    ("game", "side", "said"),
    [
        ("incursion", "allied", "The mission ends (the losing side conceded). Winner: Germans."),
        ("mobile-infantry", "im-1", "The battle ends (the Mobile Infantry conceded). The Brain Bug wins."),
    ],
)
def test_conceding_asks_and_is_taken_back(
    play: Callable[..., PlayedTable], client: FlaskClient, game: str, side: str, said: str
) -> None:
    winner = "Germans" if game == "incursion" else "Brain Bug"
    if game == "incursion":
        table, other = play().to_action().enter("allied", GRUNT_1), "german"
    else:
        table, other = PlayedTable(client, game=game, mission=1, players=1), "brain"
        table.press(side, "raise-squad", fire_teams=4)
        for team in range(2, 6):
            table.press(side, "set-experience", team=f"team-{team}", experience="experienced")
        for seat in (side, other):
            table.press(seat, "ready")
    phone = Taps(table, side)
    assert re.search(r'id="rest".*id="concede"', phone.page, re.S)
    more = table.client.get(f"/t/{table.code}/more").text
    assert more.index('class="settings"') < more.index('id="concede"') < more.index('id="leave')
    phone.press("concede")
    assert f"The game ends. Winner: {winner}." in phone.page
    assert not table.state(side)["over"]
    phone.press("sure")
    assert (table.state(side)["over"], table.state(side)["winner"]) == (True, other)
    assert said in table.client.get(f"/t/{table.code}/end").text
    phone.open("take-back")
    phone.press("form-1")
    Taps(table, other).press("allow-take-back")
    assert (table.state(side)["over"], table.state(side)["winner"]) == (False, None)


def test_giving_a_battle_up_asks(client: FlaskClient) -> None:
    table = PlayedTable(client, game="memoir-44", mission="salt-road")
    begin = next(one for one in table.get()["offers"] if one["command"] == "begin-battle")
    table.press("allied", "begin-battle", **begin["given"])
    side = table.get()["state"]["active"]
    phone = Taps(table, side)
    assert "concede" not in phone.page
    phone.open("to-more")
    phone.press("concede")
    assert "The game ends. Winner: Axis." in phone.page
    assert not table.get()["state"]["over"]
    phone.press("sure")
    assert table.get()["state"]["over"]


@pytest.mark.parametrize("ticked", [False, True])
def test_to_begin_without_empty_seats_asks_and_counts_open_lines(client: FlaskClient, ticked: bool) -> None:
    table = PlayedTable(client, game="mobile-infantry", players=2, mission=1)
    table.press("im-1", "raise-squad", fire_teams=4)
    table.press("im-1", "roll-experience")
    lines = [*items_of(table.kept())]
    if ticked:
        table.press("im-1", "tick-set-up", done=lines)
    for seat in ("brain", "im-1"):
        table.press(seat, "ready")
    phone = Taps(table, "im-1")
    phone.press("begin-without")
    assert "A player who takes an empty seat later has no squad." in phone.page
    assert (f"Set-up list: {len(lines)} of {len(lines)} lines are not ticked." in phone.page) is not ticked
    assert not table.state("im-1")["turn"]
    phone.press("sure")
    assert table.state("im-1")["turn"]


BEGINS = {"memoir-44": (("allied",), "next-begin-battle"), "mobile-infantry": (("im-1", "brain"), "ready")}
"""Game → the seats that press to begin, in order, and the id of their button."""


@pytest.mark.parametrize("game", BEGINS)
@pytest.mark.parametrize("ticked", [False, True])
def test_to_begin_asks_only_if_lines_of_the_set_up_list_are_open(client: FlaskClient, game: str, ticked: bool) -> None:
    seats, button = BEGINS[game]
    table = PlayedTable(client, game=game, **({"players": 1, "mission": 1} if game == "mobile-infantry" else {}))
    if game == "mobile-infantry":
        table.press("im-1", "raise-squad", fire_teams=4)
        table.press("im-1", "roll-experience")
    lines = [*items_of(table.kept())]
    if ticked:
        table.press(seats[0], "tick-set-up", done=lines)
    for seat in seats:
        phone = Taps(table, seat)
        phone.press(button)
        asked = f"Lines of the set-up list not ticked: {len(lines)} of {len(lines)}. Begin anyway?" in phone.page
        assert asked is (not ticked and seat == seats[-1])
        assert bool(table.state(seat)["turn"]) is (ticked and seat == seats[-1])
    if not ticked:
        phone.press("sure")
        assert table.state(seats[-1])["turn"]

"""What a board of Infantería Móvil shows, made from a table that nobody has played at yet."""

from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core.offers import Ask, Offer
from app.core.play import PUBLIC
from app.core.soundness import first_table
from app.core.table import Table
from app.games.mobile_infantry.book import edition_book
from app.games.mobile_infantry.game import GAME
from app.games.mobile_infantry.shown import bugs, shown, status, teams
from app.games.mobile_infantry.shown.rules import of_phase
from app.games.mobile_infantry.shown.taps import May
from app.games.mobile_infantry.state import PHASES, Boat, Bug, Group, Pack, Phase, State, Team, Trooper, Weapon
from tests.conftest import met_rule


@pytest.fixture
def table() -> Table:
    return first_table(GAME)


def board(table: Table, seat: str) -> dict[str, Any]:
    looking = PUBLIC if seat == "public" else table.seat(seat)
    return dict(shown(table, looking, table.offers_for(looking)))


def first_of(seen: dict[str, Any]) -> list[tuple[str, dict[str, Any], bool]]:
    return [(tap.command, dict(tap.fields), tap.opens) for _, tap in seen["foot"].first]


def test_the_first_tap_of_a_player_raises_a_whole_squad(table: Table) -> None:
    assert first_of(board(table, "im-1")) == [("raise-squad", {"fire_teams": 4}, False)]


def test_who_has_no_seat_is_offered_nothing(table: Table) -> None:
    seen = board(table, "public")
    assert (seen["foot"].first, seen["foot"].done, seen["muster"]) == ((), (), None)


def battle() -> State:
    """A team of two at contact: one reloads, one is pinned by the first of two warriors; a pack lurks."""
    state = State(phase="fire", sequence="post", turn=3)
    state.teams = {"team-1": Team("im-1", "squad-1", experience="rookie", owes=["casualties"])}
    rifle, empty = Weapon("assault-rifle", 3), Weapon("assault-rifle", 0, reload_left=1)
    state.troopers = {"trooper-1": Trooper("team-1", "corporal", weapons=[empty])}
    state.troopers["trooper-2"] = Trooper("team-1", "im", "pinned", [rifle], held_by="warrior-1")
    state.groups = {"group-1": Group("warrior", 2, told={"squad-1": 4})}
    state.bugs = {"warrior-1": Bug("warrior", "group-1", 1, hits=2, state="half", holding="trooper-2")}
    state.bugs["warrior-2"] = Bug("warrior", "group-1", 2, state="dead")
    state.lair.packs = {"pack-1": Pack("flyer", 2, "team-1", "left", 17)}
    state.boats = {"boat-1": Boat()}
    return state


def test_a_team_shows_each_man_with_his_magazine() -> None:
    book, may = edition_book("es", {}), May([], "table")
    (unit,) = teams.units(battle(), book, may, "im-1", whole=True)
    (card,) = unit.cards
    assert [(man.role, man.status, man.guns[0].shots, man.guns[0].reload) for man in card.men] == [
        ("corporal", "", 0, 1),
        ("im", "pinned", 3, 0),
    ]
    assert (card.fit, card.alive, card.marks) == (1, 2, ("test",))


def test_a_bug_shows_its_hits_up_to_those_that_kill_it_and_who_may_fire_when() -> None:
    (swarm,) = bugs.swarms(battle(), edition_book("es", {}), May([], "table"), frozenset({"squad-1"}))
    (bug,) = swarm.bugs
    assert (bug.hits, bug.half, bug.of, bug.marks) == (2, 2, 4, ("half", "holding"))
    assert (swarm.all_from, swarm.told) == (4, ())


def test_where_the_table_waits_for_a_fifth_hit_four_do_not_kill() -> None:
    (swarm,) = bugs.swarms(battle(), edition_book("es", {"collapse": "after"}), May([], "table"), None)
    assert swarm.bugs[0].of == 5


def test_an_owed_test_is_waited_for_before_anybody_who_fires() -> None:
    state = battle()
    state.wait_for("im", "fire", "im-1")
    assert status.waits(state) == (status.Wait("im-1", "test", "team-1", ("casualties",)),)


def test_whoever_rolls_own_dice_gets_a_form_where_others_press() -> None:
    offer = Offer("move-teams", dice=Ask(4))
    assert not May([offer], "table").tap(offer, "move").opens
    assert May([offer], "hand").tap(offer, "move").opens


@pytest.mark.parametrize("phase", PHASES)
def test_the_rules_of_a_phase_lead_to_their_pages(client: FlaskClient, table: Table, phase: Phase) -> None:
    for table.state.sequence, table.state.turn in (("pre", 0), ("pre", 1), ("post", 2)):
        table.state.phase = phase
        for link in of_phase(table.state):
            page = client.get(f"/rules/{GAME.key}/{link.rule}")
            assert (page.status_code, link.section in unescape(page.text)) == (200, True)
            met_rule(link.rule)

"""What is counted of a battle that is over, beside what happened in it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace

import pytest

from app.core.game.definition import Statistic
from app.games.mobile_infantry.statistics import reckoned
from tests.ended import NUMBERS, events_of, numbers, of_kind, played
from tests.mobile_infantry.playing import BRAIN, IM, Battle


@pytest.mark.parametrize("number", NUMBERS)
def test_it_counts_points_the_dead_and_dice_of_volleys(number: int) -> None:
    table = played("mobile-infantry", number)
    events = of_kind(events_of(table))
    assert numbers(table, "lost")["im"] == table.state.tally.im_dead
    assert numbers(table, "lost")["brain"] == sum(table.state.tally.bugs_killed.values())
    launches = [SimpleNamespace(hits=int(event.hit)) for event in events["nuke-launched"]]
    volleys = [*events["volley-fired"], *(one for event in events["squad-fired"] for one in event.volleys)]
    assert numbers(table, "hits").get("im", 0) == sum(one.hits for one in (*volleys, *launches))
    for event in events["squad-fired"]:
        assert sum(one.dice for one in event.volleys) <= len(event.roll.faces)


def told(battle: Battle, what: str) -> list[Statistic]:
    """Each die that is counted so."""
    events = [event for entry in battle.table.entries for event in entry.events]
    return [one for one in reckoned(battle.state, events, battle.table.book()) if one.what == what]


def test_attacks_and_frenzies_stand_beside_what_was_to_be_expected(squad_against: Callable[..., Battle]) -> None:
    """A Warrior kills or pins experienced men on 1 to 4: one is pinned, one ducks. Two bugs are frenzied on 1 and 2."""
    battle = squad_against(("warrior", 2)).engage("team-2", "warrior-1", "warrior-2").to("close-combat")
    battle.press(BRAIN, "strike", [4, 6], team="team-2")
    battle.press(BRAIN, "frenzy-test", [2], trooper="trooper-5", bugs=["warrior-1", "warrior-2"])
    assert [(one.number, one.expected) for one in told(battle, "struck")] == [
        (1, Fraction(4, 6)),
        (0, Fraction(4, 6)),
        (1, Fraction(2, 6)),
    ]


def test_veterans_behind_walls_are_struck_less(squad_against: Callable[..., Battle]) -> None:
    """Two more on the die: 1 and 2 kill or pin, and so a 3 throws."""
    battle = squad_against("warrior", experience="veteran").engage("team-2", "warrior-1").to("close-combat")
    battle.press(BRAIN, "strike", [3], team="team-2", fortified=True)
    (one,) = told(battle, "struck")
    assert (one.side, one.number, one.expected) == (BRAIN, 0, Fraction(2, 6))


def test_men_in_acid_stand_beside_what_was_to_be_expected(squad_against: Callable[..., Battle]) -> None:
    """Rookies dodge on 5 and more, in cover on 4; the tank bug has only just been located: one more again."""
    battle = squad_against("tank", experience="rookie").to("fire").done(IM)
    battle.press(BRAIN, "spray", [3], bug="tank-1")
    battle.press(IM, "dodge", [6, 4], bug="tank-1", team="team-2", men=2, cover=True)
    (one,) = told(battle, "dodged")
    assert (one.side, one.number, one.expected) == ("im", 1, Fraction(4, 6))


def test_a_nuclear_shot_and_its_blast_are_counted(open_battle: Callable[..., Battle]) -> None:
    """At 12″ an experienced man hits on 4 and more; in the blast two men need 4 to take cover."""
    battle = open_battle().squad()
    battle.press(IM, "issue-weapon", team="team-2", weapon="nuclear-launcher")
    battle.ready().against("warrior").to("fire")
    battle.press(IM, "launch", [4], team="team-2", target="warrior-1", distance=12)
    battle.press(IM, "survive-blast", [4, 3], team="team-3", men=2)
    (hits,), (dodged,) = told(battle, "hits"), told(battle, "dodged")
    assert (hits.number, hits.expected) == (1, Fraction(3, 6))
    assert (dodged.number, dodged.expected) == (1, Fraction(6, 6))

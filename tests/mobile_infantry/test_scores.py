"""Whole battles for their points, played shot by shot: the golden scores A18 to A24 (specification, 16.2)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.mobile_infantry.playing import BRAIN, IM, Battle

Open = Callable[..., Battle]
HITS = 4
"""What a team of four hits with four sixes."""


def shot(battle: Battle, bug: str) -> None:
    """Team after team fires until a bug is dead; a tank bug backs off each time."""
    while battle.bug(bug).living:
        team = next(key for key, one in battle.state.teams.items() if one.kind == "fire" and battle.guns(key) == HITS)
        battle.fire(team, at=bug, dice=[6] * HITS)
        if battle.bug(bug).retreats:
            battle.press(BRAIN, "retreat", [1], bug=bug)


def shoot_down(battle: Battle, kind: str, number: int) -> None:
    """So many bugs of a kind come, at most so many at once as its die brings, and are shot in the next turn."""
    most = {"warrior": 3, "flyer": 2, "tank": 1}[kind]
    while number:
        count = min(most, number)
        known = set(battle.state.bugs)
        battle.to("presence").show(battle.come(kind, count), "sky" if kind == "flyer" else "cover").to("fire")
        for bug in set(battle.state.bugs) - known:
            shot(battle, bug)
        number -= count


def lose(battle: Battle, *teams: str) -> None:
    """Three warriors kill three men of each of these teams, one team a turn, and are shot then: three bugs more."""
    known = set(battle.state.bugs)
    battle.to("presence").show(battle.come("warrior", 3)).to("bug-move")
    bugs = sorted(set(battle.state.bugs) - known)
    for team in teams:
        battle.to("bug-move").engage(team, *bugs).to("close-combat")
        # two are dead for a veteran, too: 2 + 1
        battle.press(BRAIN, "strike", [2, 2, 2], team=team)
        battle.react(team, dice=[3] * (2 if battle.team(team).experience == "veteran" else 1))
        battle.to("presence")
    battle.to("fire")
    for bug in bugs:
        shot(battle, bug)


def squads(open_battle: Open, mission: int, number: int = 2) -> Battle:
    battle = open_battle(mission=mission)
    for _ in range(number):
        battle.squad()
    return battle


def test_a18_reconnaissance(open_battle: Open) -> None:
    """12 dead, one a lieutenant (11 + 3), a boat (5); 15 bugs and two objectives (15 + 10)."""
    battle = squads(open_battle, 1, number=3).ready()
    battle.press(IM, "call-boats")
    battle.to("im-move", turn=2).press(BRAIN, "lose-boat", boat="boat-1")
    lose(battle, "team-1", "team-2", "team-3", "team-4")
    shoot_down(battle, "warrior", 12)
    battle.press(IM, "reach-marker")
    battle.press(IM, "reach-marker")
    assert (battle.state.tally.im_dead, battle.state.tally.officers_dead) == (12, 1)
    assert battle.score() == (19, 25)


def test_a19_search_and_destroy(open_battle: Open) -> None:
    """9 warriors, 2 flyers, a tank bug: 18 + 6 + 5."""
    battle = squads(open_battle, 2).ready()
    for kind, number in (("warrior", 9), ("flyer", 2), ("tank", 1)):
        shoot_down(battle, kind, number)
    assert battle.score() == (0, 29)


def test_a20_tunnel_clearing(open_battle: Open) -> None:
    """8 bugs, three chambers: 8 + 20, not 5 + 10 + 20."""
    battle = squads(open_battle, 3).ready()
    shoot_down(battle, "warrior", 8)
    for _ in range(3):
        battle.press(IM, "reach-marker")
    assert battle.score() == (0, 28)


def test_a21_rescue(open_battle: Open) -> None:
    """10 bugs, three survivors out: 10 + 15."""
    battle = squads(open_battle, 4).loose("survivors").ready()
    battle.press(IM, "call-boats")
    battle.to("im-move", turn=2).press(IM, "embark", boat="boat-1", team="team-11", men=3)
    battle.press(IM, "take-off", boat="boat-1")
    shoot_down(battle, "warrior", 10)
    assert battle.score() == (0, 25)


def test_a22_bait(open_battle: Open) -> None:
    """20 killed, 14 left when the last boat leaves, shown or not; 6 dead, one a lieutenant, who is worth a man."""
    battle = squads(open_battle, 5).ready()
    lose(battle, "team-1", "team-2")
    shoot_down(battle, "warrior", 17)
    for place in range(5):
        pack = battle.to("presence").come("warrior", 3 if place < 4 else 2)
        if place < 2:
            battle.show(pack)
        battle.to("bug-move")
    # 34 men in three boats, twice: 30, then 4
    battle.press(IM, "call-boats")
    for _ in range(2):
        battle.to("im-move")
        while not any(boat.state == "landed" for boat in battle.state.boats.values()):
            battle.to("presence").to("im-move")
        while offers := battle.offers(IM, "embark"):
            battle.press(IM, "embark", **offers[0].given, men=offers[0].choose["men"].max)
        for key, boat in list(battle.state.boats.items()):
            if boat.load and not battle.state.over:
                battle.press(IM, "take-off", boat=key)
    assert battle.state.over
    assert battle.state.tally.bugs_on_surface == 14
    assert battle.score() == (6, 34)


def test_a23_siege(open_battle: Open) -> None:
    """22 bugs, nine men out: 22 + 27."""
    battle = squads(open_battle, 6).ready()
    shoot_down(battle, "warrior", 21)
    battle.to("presence").show(battle.come()).to("bug-move")
    battle.press(IM, "call-boats")
    battle.to("fire")
    shot(battle, "warrior-22")
    battle.to("presence").to("im-move").press(IM, "roll-for-boats", [5])
    battle.press(IM, "land-boats", nearest_bug=24)
    for team, men in (("team-2", 4), ("team-3", 4), ("team-4", 1)):
        battle.press(IM, "embark", boat="boat-1", team=team, men=men)
    battle.press(IM, "take-off", boat="boat-1")
    assert battle.score() == (0, 49)


@pytest.mark.parametrize(("alive", "points"), [(True, 32), (False, 17)])
def test_a24_brain_hunt(open_battle: Open, alive: bool, points: int) -> None:
    """12 bugs; the Brain Bug brought to the surface alive (20), or killed (5)."""
    battle = squads(open_battle, 7).ready()
    shoot_down(battle, "warrior", 12)
    battle.to("presence").show("pack-2")
    if alive:
        battle.to("im-move").press(IM, "capture-brain", bug="brain-1")
        battle.press(IM, "bring-out-brain", bug="brain-1")
    else:
        battle.to("fire").fire("team-2", at="brain-1", guns=3, dice=[6, 6, 6])
    assert battle.score() == (0, points)

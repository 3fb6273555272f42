"""How recorded tables of Infantería Móvil are told: phases in which nobody does more, bugs that come and show
themselves, teams that are lost and bugs that are shot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask.testing import FlaskClient

from tests.mobile_infantry.playing import BRAIN, IM, Battle
from tests.playing import PlayedTable
from tests.recorded import Recorded, Telling, ThroughClient, at_battle

MEN = 4
"""Men of a team: what it hits with as many sixes."""
MOST_AT_ONCE = {"warrior": 3, "flyer": 2, "tank": 1}
"""Bugs of a kind that its die brings."""


class RecordedBattle(ThroughClient, Battle):
    """A battle whose presses go through Flask’s client."""


def opened(client: FlaskClient, recorded: Recorded) -> PlayedTable:
    """The table before its set-up: its `players`."""
    players = recorded.opening.get("players", 1)
    return PlayedTable(client, game="mobile-infantry", players=players, table_rulings=recorded.answers())


def squads(battle: Battle, number: int = 1, **how: Any) -> None:
    """So many squads of experienced men, each with its command team first."""
    for _ in range(number):
        battle.squad(**how)


def against(battle: Battle, kind: str, count: int = 1) -> None:
    """These bugs come and show themselves in a turn without any; then bugs move."""
    battle.against((kind, count))


def engage(battle: Battle, team: str, bugs: list[str]) -> None:
    """Bugs are in close combat with a team, which keeps calm."""
    battle.engage(team, *bugs)


def volley(battle: Battle, team: str, **how: Any) -> None:
    """All guns of a team fire bursts at the first warrior, twelve inches away, and miss, unless told otherwise."""
    battle.fire(team, **how)


def shoot(battle: Battle, bug: str) -> None:
    """Team after team fires four sixes until a bug is dead; a tank bug backs off each time."""
    while battle.bug(bug).living:
        team = next(key for key, one in battle.state.teams.items() if one.kind == "fire" and battle.guns(key) == MEN)
        battle.fire(team, at=bug, dice=[6] * MEN)
        if battle.bug(bug).retreats:
            battle.press(BRAIN, "retreat", [1], bug=bug)


def shoot_down(battle: Battle, kind: str, number: int) -> None:
    """So many bugs of a kind come, at most so many at once as its die brings, and are shot in the next turn."""
    while number:
        count = min(MOST_AT_ONCE[kind], number)
        known = set(battle.state.bugs)
        battle.to("presence").show(battle.come(kind, count), "sky" if kind == "flyer" else "cover").to("fire")
        for bug in sorted(set(battle.state.bugs) - known):
            shoot(battle, bug)
        number -= count


def lose(battle: Battle, teams: list[str]) -> None:
    """Three warriors kill three men of each of these teams, one team a turn, and are shot then: three bugs more."""
    known = set(battle.state.bugs)
    battle.to("presence").show(battle.come("warrior", 3)).to("bug-move")
    bugs = sorted(set(battle.state.bugs) - known)
    for team in teams:
        battle.to("bug-move").engage(team, *bugs).to("close-combat")
        # two are dead for a veteran, too: 2 + 1
        battle.press(BRAIN, "strike", [2, 2, 2], team=team)
        # 5 − 3 for its dead + 1 for the last man: no advance
        battle.react(team, dice=[5] * (2 if battle.team(team).experience == "veteran" else 1))
        battle.to("presence")
    battle.to("fire")
    for bug in bugs:
        shoot(battle, bug)


def lift(battle: Battle) -> None:
    """Every boat on the ground is filled as far as men are left, and those with men take off."""
    while offers := battle.offers(IM, "embark"):
        battle.press(IM, "embark", **offers[0].given, men=offers[0].choose["men"].max)
    for key, boat in list(battle.state.boats.items()):
        if boat.load and not battle.state.over:
            battle.press(IM, "take-off", boat=key)


def to_boats(battle: Battle) -> None:
    """On to the movement in which boats are on the ground; nobody does anything more."""
    while not any(boat.state == "landed" for boat in battle.state.boats.values()):
        battle.to("presence").to("im-move")


TOGETHER: Mapping[str, Callable[..., Any]] = {
    "squads": squads,
    "loose": Battle.loose,
    "ready": Battle.ready,
    "to": Battle.to,
    "end-phase": Battle.end_phase,
    "come": Battle.come,
    "presence": Battle.presence,
    "against": against,
    "engage": engage,
    "calm": Battle.calm,
    "shoot-down": shoot_down,
    "volley": volley,
    "shoot": shoot,
    "lose": lose,
    "to-boats": to_boats,
    "lift": lift,
}

TELLING = Telling(
    opened=opened,
    looks=IM,
    together={name: at_battle(RecordedBattle, helper) for name, helper in TOGETHER.items()},
)

"""The sequence of play, before and after bugs have been detected.

Source: Infantería Móvil, Secuencia de Juego.
"""

from __future__ import annotations

from app.core.errors import Refused
from app.games.mobile_infantry.book import BRAIN, INFANTRY, Mission
from app.games.mobile_infantry.state import POST, GameContext, Phase, State


def mission_of(look: GameContext) -> Mission:
    """Return the mission that is played.

    A call before one is chosen is a programming error.
    """
    assert isinstance(look.state.mission, int)
    return look.book.missions[look.state.mission]


def chosen_mission(look: GameContext) -> Mission | None:
    return look.book.missions.get(int(look.state.mission or 0))


def check_phase(look: GameContext, *phases: Phase) -> None:
    """Raise Refused unless it is one of these phases, this seat is asked, and no test is due."""
    state = look.state
    if state.over:
        raise Refused("mission-over", "table.over")
    if state.phase not in phases:
        raise Refused("not-this-phase", "sequence.post", phase=phases[0])
    check_settled(look)
    if not state.awaits(look.seat):
        raise Refused("done-already", "sequence.post")


def check_battle(look: GameContext) -> None:
    if look.state.over:
        raise Refused("mission-over", "table.over")
    if look.state.phase == "muster":
        raise Refused("not-begun", "organisation.teams")


def check_settled(look: GameContext) -> None:
    check_nothing_first(look)
    if look.state.app is not None and look.state.app.inquiries:
        raise Refused("facts-first", "sequence.post")


def check_nothing_first(look: GameContext) -> None:
    """Raise Refused while a throw, acid, a test, a run or a tank's retreat comes first.

    In this order.
    """
    state = look.state
    if state.blast is not None:
        raise Refused("blast-first", "weapons.nuclear", team=state.blast.team)
    for left in state.chain:
        raise Refused("fate-first", "close-combat.thrown", trooper=left.trooper)
    for key, bug in state.bugs.items():
        if bug.aimed:
            raise Refused("acid-first", "acid.dodge", bug=key)
    for team in tests_owed(state):
        raise Refused("test-first", "reaction.triggers", team=team)
    for key, one in state.teams.items():
        if one.may_choose and state.living_of(key):
            raise Refused("choose-first", "reaction.two-dice", team=key)
        if state.must_run(key):
            raise Refused("run-first", "reaction.lasts", team=key)
    for key, bug in state.bugs.items():
        if bug.retreats:
            raise Refused("retreat-first", "hits.tank-retreat", bug=key)


def waits_for_infantry(look: GameContext) -> bool:
    return look.state.awaits_side(INFANTRY) and look.book.answer_for("fire-phase") == "im-first"


def check_may_end(look: GameContext) -> None:
    state = look.state
    check_phase(look, *(phase for phase in POST if phase == state.phase or phase == "im-move"))
    if look.side != BRAIN:
        return
    for key, bug in state.living_bugs():
        if bug.sprays:
            raise Refused("acid-first", "acid.dodge", bug=key)
    if state.phase == "fire" and waits_for_infantry(look) and any(bug.kind == "tank" for _, bug in state.living_bugs()):
        raise Refused("infantry-fires-first", "sequence.post")
    if state.phase == "presence" and state.lair.tested != state.turn:
        raise Refused("presence-first", "presence.test")
    left = state.lair.to_roll
    if state.phase == "presence" and left is not None and not left.is_over(state.lair.packs):
        raise Refused("dice-first", "presence.test")
    if state.phase == "location" and (state.lair.scans or state.awaits_side(INFANTRY)):
        raise Refused("looks-first", "locating.test")


def unsettled(state: State) -> bool:
    return bool(state.settlers())


def tests_owed(state: State) -> list[str]:
    return [key for key, team in state.teams.items() if team.owes and state.living_of(key)]

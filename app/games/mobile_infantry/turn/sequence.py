"""The sequence of play, before and after bugs have been detected. Source: Infantería Móvil, Secuencia de Juego."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from app.core.play import Command, Draft, Look, Offer
from app.core.refusals import Refused
from app.games.mobile_infantry.book import BRAIN, INFANTRY
from app.games.mobile_infantry.events.turn import BattleEnded, MagazinesFilled, PhaseBegan, SeatDone, TurnBegan
from app.games.mobile_infantry.state import POST, PRE, Phase, State

AT_THE_BEGINNING: dict[Phase, list[Callable[[Draft], None]]] = {}
"""What follows by itself when a phase begins; the modules of the rules add to it."""
OF_THE_BRAIN = ("presence", "bug-move", "close-combat")


def check_phase(look: Look, *phases: Phase) -> None:
    """Raises Refused unless it is one of these phases and this seat is still asked in it, no reaction test before."""
    state: State = look.state
    if state.over:
        raise Refused("mission-over", "table.over")
    if state.phase not in phases:
        raise Refused(f"not-in-{phases[0]}", "sequence.post")
    if not state.awaits(look.seat):
        raise Refused("done-already", "sequence.post")
    check_settled(look)


def check_settled(look: Look) -> None:
    """Raises Refused while a throw, a test, a run or a tank’s retreat comes first, in this order."""
    state: State = look.state
    for left in state.chain:
        raise Refused(f"{left.kind}-first", "close-combat.thrown", trooper=left.trooper)
    for team in tests_owed(state):
        raise Refused("test-first", "reaction.triggers", team=team)
    for key, one in state.teams.items():
        if one.may_choose:
            raise Refused("choose-first", "reaction.two-dice", team=key)
        if one.runs:
            raise Refused("run-first", "reaction.lasts", team=key)
    for key, bug in state.bugs.items():
        if bug.retreats:
            raise Refused("retreat-first", "hits.tank-retreat", bug=key)


class Done(Command):
    """End a phase for one's seat; when everybody asked is done the next one begins."""

    @classmethod
    def offers(cls, look: Look) -> Iterator[Offer]:
        check_may_end(look)
        yield Offer(cls.key, label=f"done-{look.state.phase}")

    def decide(self, draft: Draft) -> None:
        check_may_end(draft)
        draft.note(SeatDone(draft.seat.name))


def check_may_end(look: Look) -> None:
    """Raises Refused where this seat is not asked, or a reaction test comes first."""
    check_phase(look, *(phase for phase in POST if phase == look.state.phase or phase == "im-move"))


def go_on(draft: Draft) -> None:
    """When nobody is asked any more: the next phase, after the last one the next turn, at the end the end."""
    state: State = draft.state
    while not (
        state.over or state.waiting or state.phase == "muster" or any(team.owes for team in state.teams.values())
    ):
        end_phase(draft)
        if (because := end_of(draft)) is not None:
            draft.note(BattleEnded(winner_of(state), because))
        else:
            begin(draft, *following(state, draft))


def unsettled(state: State) -> bool:
    """Whether something must be settled before play goes on."""
    runs = any(team.owes or team.may_choose or team.runs for team in state.teams.values())
    return bool(state.chain) or runs or any(bug.retreats for bug in state.bugs.values())


def tests_owed(state: State) -> list[str]:
    """The teams that owe a reaction test."""
    return [key for key, team in state.teams.items() if team.owes]


def following(state: State, draft: Draft) -> tuple[Phase, bool]:
    """The next phase, and whether a turn begins with it."""
    phases = POST if state.sequence == "post" else PRE
    place = phases.index(state.phase)
    if place + 1 < len(phases):
        return phases[place + 1], False
    return (POST if next_sequence(state, draft) == "post" else PRE)[0], True


def next_sequence(state: State, look: Look) -> str:
    """The sequence of the coming turn: before bugs are detected, after it, and before again without any (MI-08)."""
    if any(state.living_bugs()) or any(team.reaction == "fleeing" for team in state.teams.values()):
        return "post"
    return state.sequence if look.book.says("revert-to-pre") == "never" else "pre"


def begin(draft: Draft, phase: Phase, is_new_turn: bool) -> None:
    """Begin a phase, in a new turn or in the same one."""
    state: State = draft.state
    if is_new_turn:
        draft.note(TurnBegan(state.turn + 1, "post" if phase == "bug-move" else "pre"))
    side = BRAIN if phase in OF_THE_BRAIN else INFANTRY
    draft.note(PhaseBegan(phase, side, asked(draft, phase)))
    for follows in AT_THE_BEGINNING.get(phase, ()):
        follows(draft)


def asked(look: Look, phase: Phase) -> list[str]:
    """Who has to say that a phase is done: the Brain, or every seat with living men."""
    brain = [name for name, side in look.log.opening["seats"].items() if side == BRAIN]
    if phase in OF_THE_BRAIN:
        return brain
    seats: list[str] = look.state.im_seats()
    return [*seats, *brain] if phase == "fire" and any_tank(look.state) else seats


def any_tank(state: State) -> bool:
    """Whether a tank bug may spray in this phase."""
    return any(bug.kind == "tank" for _, bug in state.living_bugs())


def end_phase(draft: Draft) -> None:
    """What a phase leaves behind: magazines that have been reloaded."""
    if draft.state.phase == "fire":
        event = reloaded(draft)
        if event.left:
            draft.note(event)


def reloaded(look: Look) -> MagazinesFilled:
    """What a fire phase did to the magazines. Source: Infantería Móvil, Fuego de combate 1."""
    event = MagazinesFilled()
    for key, trooper in look.state.troopers.items():
        able = trooper.fit and look.state.teams[trooper.team].reaction != "fleeing"
        for place, weapon in enumerate(trooper.weapons):
            if weapon.reloading and not weapon.fired and able:
                left = event.left.setdefault(key, {})[str(place)] = weapon.reload_left - 1
                if left == 0:
                    event.shots.setdefault(key, {})[str(place)] = look.book.weapons[weapon.type].capacity
    return event


def end_of(look: Look) -> str | None:
    """Why the battle is over, if it is. Source: Infantería Móvil, Control de la Misión (MI-74)."""
    state: State = look.state
    if not any(trooper.living for trooper in state.troopers.values()):
        return "nobody-left"
    if state.last_turn and state.turn >= state.last_turn and state.phase == "location":
        return "last-turn"
    return None


def winner_of(state: State) -> str:
    """The side with more points, or a draw."""
    brain, infantry = state.score[BRAIN], state.score[INFANTRY]
    return "draw" if brain == infantry else BRAIN if brain > infantry else INFANTRY

"""The course of a battle, phase after phase, to its end.

Source: Infantería Móvil, Secuencia de Juego.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from app.core.engine.command import Command, Doubt, Precondition
from app.core.engine.offers import Offer
from app.core.rules.ruling import working
from app.games.mobile_infantry.book import BRAIN, INFANTRY
from app.games.mobile_infantry.brain import driver, turn_start, walking
from app.games.mobile_infantry.brain.seals import open_all
from app.games.mobile_infantry.events.missions import BugsCounted, MenLeftBehind, PointsCounted
from app.games.mobile_infantry.events.reaction import BerserkGoOn, TeamWipedOut
from app.games.mobile_infantry.events.tunnels import NestOpened
from app.games.mobile_infantry.events.turn import BattleEnded, MagazinesFilled, PhaseBegan, TurnBegan
from app.games.mobile_infantry.rulings.scoring import Tally, score
from app.games.mobile_infantry.state import POST, PRE, Draft, GameContext, Phase, State
from app.games.mobile_infantry.turn import boats
from app.games.mobile_infantry.turn.casualties import is_officer, owe
from app.games.mobile_infantry.turn.close_combat import finish_pinned
from app.games.mobile_infantry.turn.firing import may_load
from app.games.mobile_infantry.turn.locating import radio
from app.games.mobile_infantry.turn.sequence import check_phase, mission_of, unsettled

OF_THE_BRAIN = ("presence", "bug-move", "close-combat")
WITH_AN_APP = ("bug-move", "fire", "im-move")
"""Phases that players end if the app plays the Brain; the others end with their answers."""


def settle(draft: Draft) -> None:
    """Apply what follows any command: losses, points, and the next phase if nobody is asked."""
    if draft.state.over:
        return
    if draft.state.app is not None:
        driver.set_up(draft)
    note_wiped_out(draft)
    count_points(draft)
    go_on(draft)
    if not draft.state.over:
        count_points(draft)


def note_wiped_out(draft: Draft) -> None:
    """Record teams that have been wiped out: others may have seen it.

    Source: Test de Reacción.
    """
    state = draft.state
    for key, team in state.teams.items():
        fates = {one.status for one in state.troopers.values() if one.team == key}
        lost = bool(fates & {"dead", "carried-off"}) and "extracted" not in fates
        if lost and not team.wiped_out and not state.living_of(key):
            draft.emit(TeamWipedOut(key))


def count_points(draft: Draft, *, final: bool = False) -> None:
    """Record the points of both sides if they have changed; hidden ones only at the end.

    Source: Control de la Misión.
    """
    state = draft.state
    if state.mission is None or (draft.book.answer_for("score") == "at-the-end" and not final):
        return
    answer = score(tally_of(draft), draft.book)
    if state.score != {BRAIN: answer["bugs"], INFANTRY: answer["im"]}:
        draft.emit(PointsCounted(answer["bugs"], answer["im"], working(answer)))


def tally_of(look: GameContext) -> Tally:
    state = look.state
    most = {"reached": mission_of(look).markers, "officers_dead": state.tally.im_dead}
    counts = {name: min(getattr(state.tally, name), limit) for name, limit in most.items()}
    return Tally.model_validate({"mission": state.mission, **vars(state.tally), **counts})


def owe_recovery(draft: Draft) -> None:
    """Record that fleeing teams test whether they recover. Source: Test de Reacción."""
    for key, team in draft.state.teams.items():
        if team.reaction == "fleeing":
            owe(draft, key, "recovery")


def go_on(draft: Draft) -> None:
    state = draft.state
    if is_abandoned(state):
        end_battle(draft, "nobody-left")
    while clear_the_way(draft):
        if state.app is not None and driver.act_more(draft):
            continue
        end_phase(draft)
        if (because := end_of(draft)) is not None:
            end_battle(draft, because)
        else:
            if state.app is not None and state.phase == PRE[-1]:
                turn_start.open_turn(draft)
            begin(draft, *following(state, draft))


def clear_the_way(draft: Draft) -> bool:
    state = draft.state
    if state.app is not None and not state.over:
        driver.act_at_once(draft)
    return not (state.over or state.waiting or state.phase == "muster" or unsettled(state))


def begin_battle(draft: Draft) -> None:
    if draft.state.app is not None:
        turn_start.open_turn(draft)
    boats.wait_at_the_exits(draft)
    begin(draft, "im-move", True)


def is_abandoned(state: State) -> bool:
    nobody = not any(trooper.living for trooper in state.troopers.values())
    return nobody and not state.over and state.phase != "muster" and state.blast is None


def following(state: State, draft: Draft) -> tuple[Phase, bool]:
    phases = POST if state.sequence == "post" else PRE
    place = phases.index(state.phase)
    if place + 1 < len(phases):
        return phases[place + 1], False
    return (POST if next_sequence(state, draft) == "post" else PRE)[0], True


def next_sequence(state: State, look: GameContext) -> str:
    teams = (team for key, team in state.teams.items() if state.living_of(key))
    if any(state.living_bugs()) or any(team.reaction == "fleeing" for team in teams):
        return "post"
    return state.sequence if look.book.answer_for("revert-to-pre") == "never" else "pre"


def side_of(phase: Phase) -> str:
    return BRAIN if phase in OF_THE_BRAIN else INFANTRY


def begin(draft: Draft, phase: Phase, is_new_turn: bool) -> None:
    state = draft.state
    if is_new_turn:
        draft.emit(TurnBegan(state.turn + 1, "post" if phase == "bug-move" else "pre", still_berserk(draft)))
        radio(draft)
    draft.emit(PhaseBegan(phase, side_of(phase), asked(draft, phase)))
    if phase == "close-combat":
        finish_pinned(draft)
    if phase == "im-move":
        boats.arrive(draft)
        owe_recovery(draft)
        charge_on(draft)
    if state.app is not None:
        driver.begin_phase(draft, phase)


def still_berserk(look: GameContext) -> list[str]:
    if look.book.answer_for("berserk-lasts") == "once":
        return []
    return [key for key, team in look.state.teams.items() if team.reaction == "berserk" and look.state.living_of(key)]


def charge_on(draft: Draft) -> None:
    teams = still_berserk(draft) if any(draft.state.living_bugs()) else []
    if teams:
        draft.emit(BerserkGoOn(teams))


def asked(look: GameContext, phase: Phase) -> dict[str, str]:
    brain = {name: BRAIN for name, side in look.log.opening["seats"].items() if side == BRAIN}
    if look.state.app is not None:
        return dict.fromkeys(look.state.im_seats(), INFANTRY) if phase in WITH_AN_APP else {}
    if phase in OF_THE_BRAIN:
        return brain
    infantry = dict.fromkeys(look.state.im_seats(), INFANTRY)
    with_brain = phase == "location" or (phase == "fire" and any_tank(look.state))
    return infantry | (brain if with_brain else {})


def any_tank(state: State) -> bool:
    return any(bug.kind == "tank" for _, bug in state.living_bugs())


def end_phase(draft: Draft) -> None:
    state = draft.state
    if state.app is not None:
        walking.walk_on(draft)
    if state.phase == "im-move":
        boats.turn_back(draft)
    is_quiet = state.sequence == "pre" and state.phase == PRE[-1]
    if state.phase == "fire" or is_quiet:
        event = reloaded(draft)
        if event.left:
            draft.emit(event)


def reloaded(look: GameContext) -> MagazinesFilled:
    """Return the magazines of those who did not fire, after a phase.

    Source: Infantería Móvil, Fuego de combate 1.
    """
    event = MagazinesFilled()
    for key, trooper in look.state.troopers.items():
        able = trooper.status == "ok" and may_load(look, trooper.team)
        idle = able and not any(weapon.fired and not weapon.reloading for weapon in trooper.weapons)
        for place, weapon in enumerate(trooper.weapons):
            if weapon.reloading and idle:
                left = event.left.setdefault(key, {})[str(place)] = weapon.reload_left - 1
                if left == 0:
                    event.shots.setdefault(key, {})[str(place)] = look.book.weapons[weapon.type].capacity
    return event


def end_of(look: GameContext) -> str | None:
    """Return the reason why the battle is over, if it is.

    Source: Infantería Móvil, Control de la Misión (MI-74).
    """
    state = look.state
    if not any(trooper.living for trooper in state.troopers.values()):
        return "nobody-left"
    if state.last_turn and state.turn >= state.last_turn and state.phase == "location":
        return "last-turn"
    return None


def end_battle(draft: Draft, because: str, winner: str | None = None) -> None:
    """End the battle: helpless men left behind are lost (MI-61). Without a winner the points decide."""
    state = draft.state
    men = [key for key, one in state.troopers.items() if one.status in ("pinned", "wounded") and one.aboard is None]
    if men:
        draft.emit(MenLeftBehind(men, sum(is_officer(draft, key) for key in men)))
    if mission_of(draft).on_surface:
        draft.emit(BugsCounted(state.lair.on_surface))
    if state.lair.nest is not None and state.lair.salt is not None:
        draft.emit(NestOpened(state.lair.nest, state.lair.salt))
    count_points(draft, final=True)
    draft.emit(BattleEnded(winner or winner_of(state), because))
    if state.app is not None:
        open_all(draft)


def winner_of(state: State) -> str:
    assert isinstance(state.score, dict)
    brain, infantry = state.score[BRAIN], state.score[INFANTRY]
    return "draw" if brain == infantry else BRAIN if brain > infantry else INFANTRY


def check_own_phase(look: GameContext) -> None:
    check_phase(look, *(phase for phase in POST if side_of(phase) == look.side))


class Concede(Command):
    precondition: ClassVar[Precondition] = check_own_phase

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key)

    def asked_before(self, look: GameContext) -> Doubt:
        about = {"winner": winner_against(look)}
        seats = [name for name, side in look.log.opening["seats"].items() if side == look.side]
        return Doubt("concedes-for-all", {**about, "side": look.side}) if len(seats) > 1 else Doubt("concedes", about)

    def decide(self, draft: Draft) -> None:
        end_battle(draft, f"{draft.side}-conceded", winner_against(draft))


def winner_against(look: GameContext) -> str:
    return INFANTRY if look.side == BRAIN else BRAIN

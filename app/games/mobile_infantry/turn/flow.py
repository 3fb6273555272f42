"""How a battle goes on, phase after phase, to its end. Source: Infantería Móvil, Secuencia de Juego."""

from __future__ import annotations

from app.core.commands import Draft, Look
from app.core.ruling import working
from app.games.mobile_infantry.book import BRAIN, INFANTRY
from app.games.mobile_infantry.events.missions import BugsCounted, MenLeftBehind, PointsCounted
from app.games.mobile_infantry.events.tunnels import NestOpened
from app.games.mobile_infantry.events.turn import BattleEnded, MagazinesFilled, PhaseBegan, TurnBegan
from app.games.mobile_infantry.rulings.scoring import Tally, score
from app.games.mobile_infantry.state import POST, PRE, Phase, State
from app.games.mobile_infantry.turn import boats
from app.games.mobile_infantry.turn.casualties import is_officer, owe
from app.games.mobile_infantry.turn.close_combat import finish_pinned
from app.games.mobile_infantry.turn.locating import radio

OF_THE_BRAIN = ("presence", "bug-move", "close-combat")


def settle(draft: Draft) -> None:
    """What follows any press: the points, and the next phase when nobody is asked any more."""
    count_points(draft)
    go_on(draft)


def count_points(draft: Draft) -> None:
    """The points of both sides, where they have changed. Source: Control de la Misión."""
    state: State = draft.state
    if state.mission is None:
        return
    tally = state.tally
    answer = score(Tally.model_validate({"mission": state.mission, **vars(tally)}), draft.book)
    if state.score != {BRAIN: answer["bugs"], INFANTRY: answer["im"]}:
        draft.note(PointsCounted(answer["bugs"], answer["im"], working(answer)))


def owe_recovery(draft: Draft) -> None:
    """Fleeing teams test whether they recover. Source: Test de Reacción."""
    for key, team in draft.state.teams.items():
        if team.reaction == "fleeing":
            owe(draft, key, "recovery")


def go_on(draft: Draft) -> None:
    """When nobody is asked any more: the next phase, after the last one the next turn, at the end the end."""
    state: State = draft.state
    while not (
        state.over or state.waiting or state.phase == "muster" or any(team.owes for team in state.teams.values())
    ):
        end_phase(draft)
        if (because := end_of(draft)) is not None:
            end_battle(draft, because)
        else:
            begin(draft, *following(state, draft))


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
        radio(draft)
    side = BRAIN if phase in OF_THE_BRAIN else INFANTRY
    draft.note(PhaseBegan(phase, side, asked(draft, phase)))
    if phase == "close-combat":
        finish_pinned(draft)
    if phase == "im-move":
        boats.arrive(draft)
        owe_recovery(draft)


def asked(look: Look, phase: Phase) -> dict[str, str]:
    """Who has to say that a phase is done, with its side: the Brain, every seat with living men, or all of them."""
    brain = {name: BRAIN for name, side in look.log.opening["seats"].items() if side == BRAIN}
    if phase in OF_THE_BRAIN:
        return brain
    infantry = dict.fromkeys(look.state.im_seats(), INFANTRY)
    with_brain = phase == "location" or (phase == "fire" and any_tank(look.state))
    return infantry | (brain if with_brain else {})


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


def end_battle(draft: Draft, because: str) -> None:
    """Whoever is left behind helpless is lost (MI-61); then the points decide."""
    state: State = draft.state
    men = [key for key, one in state.troopers.items() if one.status in ("pinned", "wounded") and one.aboard is None]
    if men:
        draft.note(MenLeftBehind(men, sum(is_officer(draft, key) for key in men)))
    if draft.book.missions[state.mission].on_surface:
        draft.note(BugsCounted(bugs_left(state)))
    if state.lair.nest is not None and state.lair.salt is not None:
        draft.note(NestOpened(state.lair.nest, state.lair.salt))
    count_points(draft)
    draft.note(BattleEnded(winner_of(state), because))


def bugs_left(state: State) -> int:
    """The living bugs on the table, located or not (MI-81)."""
    return len(list(state.living_bugs())) + sum(pack.count for pack in state.lair.packs.values())


def winner_of(state: State) -> str:
    """The side with more points, or a draw."""
    brain, infantry = state.score[BRAIN], state.score[INFANTRY]
    return "draw" if brain == infantry else BRAIN if brain > infantry else INFANTRY

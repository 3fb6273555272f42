"""Ends of missions and their winners. Source: Incursion, Missions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from app.core.engine.command import Command, Doubt, Precondition
from app.core.engine.offers import Offer
from app.core.table_commands.house_rulings import HouseRuled, QuestionAnswered
from app.games.incursion.combat.attack import remove_casualty
from app.games.incursion.combat.flames import await_burns
from app.games.incursion.events.actions import ModelLeft
from app.games.incursion.events.attacks import ReactionFireEnded
from app.games.incursion.events.counters import CountersShown
from app.games.incursion.events.flames import ModelBurned
from app.games.incursion.events.forces import ForceAwaited, ForcePutOff
from app.games.incursion.events.missions import MissionEnded
from app.games.incursion.events.turn import TurnEnded
from app.games.incursion.missions.doomsday import doomsday, next_turn
from app.games.incursion.missions.panels import by_agreement, panels_taken
from app.games.incursion.missions.rescue import behind_enemy_lines, side_ahead, winner_by_points
from app.games.incursion.missions.searching import faces_held, points_held, recount_points
from app.games.incursion.state import Draft, GameContext
from app.games.incursion.turn.group_actions import go_on_advancing
from app.games.incursion.turn.items import handles_items
from app.games.incursion.turn.last_activation import follow_last_activation
from app.games.incursion.turn.reaction_setup import check_all_answered
from app.games.incursion.turn.sequence import check_done, close_turn, ends_at_once


def no_man_left_behind(draft: Draft) -> None:
    """End the mission once no Allied model is on the board or still to enter.

    The last one alone decides. Source: mission 1.
    """
    state = draft.state
    if any(model.in_use for _, model in state.of("allied")):
        return
    left = [event.model for event in draft.events if isinstance(event, ModelLeft | ModelBurned)]
    escaped = any(state.models[key].alive for key in left)
    if escaped:
        draft.emit(MissionEnded("allied", "last-model-escaped", "missions.recon"))
    else:
        draft.emit(MissionEnded("german", "last-model-dead", "missions.recon"))


def follow_ruling(draft: Draft, ruling: HouseRuled) -> None:
    models, _, rest = ruling.set.partition(".")
    key, _, value = rest.rpartition(".")
    if (models, value) == ("models", "dp"):
        remove_casualty(draft, key, ruled=True)
    elif (models, value, ruling.to) == ("models", "reaction_fire", False):
        draft.emit(ReactionFireEnded(key, "ruled"))


def green_doors(draft: Draft) -> None:
    """End the mission once every green door is sealed or every Allied model is dead.

    Source: mission 2.
    """
    state = draft.state
    sealed = state.sealed_doors >= state.green_doors
    dead = not any(model.alive for _, model in state.of("allied"))
    if sealed and dead:
        winner = "draw" if draft.book.answer_for("m2-winner") == "draw" else "allied"
        draft.emit(MissionEnded(winner, "sealed-and-dead", "missions.seal"))
    elif sealed:
        draft.emit(MissionEnded("allied", "all-sealed", "missions.seal"))
    elif dead:
        draft.emit(MissionEnded("german", "allies-dead", "missions.seal"))


def pinger(draft: Draft) -> None:
    """End the mission once the Pinger is off the board, or a side has nobody left or due.

    A table that plays on goes on while somebody is left who could carry the Pinger. Source: mission 3.
    """
    state = draft.state
    for model in state.models.values():
        if model.place == "out" and model.alive and "pinger" in model.carries:
            draft.emit(MissionEnded(model.side, "pinger-taken", "missions.pinger"))
            return
    for name in state.sides:
        if is_wiped_out(draft, name) and (
            draft.book.answer_for("wiped-out") != "play-on" or not anyone_handles_items(draft)
        ):
            draft.emit(MissionEnded(state.other(name), "wiped-out", "missions.wiped-out"))
            return


def anyone_handles_items(look: GameContext) -> bool:
    return any(model.in_use and handles_items(look, model) for model in look.state.models.values())


def most_points(draft: Draft) -> None:
    """End the mission after its last turn; most points held win.

    As the table says, also once a side has nobody left and nobody due. Source: mission 4.
    """
    wiped = any(is_wiped_out(draft, side) for side in draft.state.sides) and ends_at_once(draft)
    if not wiped and not last_turn_over(draft, draft.book.mission.last_turn):
        return
    show_counters(draft)
    rule = "missions.wiped-out" if wiped else "missions.twitcher"
    draft.emit(MissionEnded(side_ahead(draft) or "draw", "wiped-out" if wiped else "turns-over", rule))


def show_counters(draft: Draft) -> None:
    for side in draft.state.sides:
        answer = points_held(draft, side)
        faces = faces_held(draft.state, side)
        draft.emit(CountersShown(side, faces, answer["vp"], list(answer.working.reasons)))


def last_turn_over(draft: Draft, last: int | None) -> bool:
    ended = [event.turn for event in draft.events if isinstance(event, TurnEnded)]
    return last is not None and any(turn >= last for turn in ended)


def is_wiped_out(look: GameContext, side: str) -> bool:
    return not any(model.in_use for _, model in look.state.of(side)) and not look.state.sides[side].horde


def most_panels(draft: Draft) -> None:
    """End the mission once all panels are taken, or as the table agreed; most counters win.

    Source: mission 6. If that end cannot come, because nobody is left who could take a panel, the panels are counted
    as they are, and a side without models does not win.
    """
    state = draft.state
    wiped = any(is_wiped_out(draft, side) for side in state.sides)
    agreed = state.last_turn if by_agreement(draft) else None
    if panels_taken(state) >= state.panels:
        draft.emit(MissionEnded(winner_by_points(draft), "panels-taken", "missions.panels"))
    elif wiped and ends_at_once(draft):
        draft.emit(MissionEnded(winner_by_points(draft), "wiped-out", "missions.wiped-out"))
    elif last_turn_over(draft, agreed):
        draft.emit(MissionEnded(winner_by_points(draft), "turns-over", "missions.panels"))
    elif agreed is None and wiped and not anyone_handles_items(draft):
        draft.emit(MissionEnded(winner_of_those_left(draft), "nobody-for-panels", "missions.panels"))


def winner_of_those_left(look: GameContext) -> str:
    """Return the side with more points if it has models left.

    A side without models does not win free panels.
    """
    winner = winner_by_points(look)
    return "draw" if winner in look.state.sides and is_wiped_out(look, winner) else winner


def check_conceding(look: GameContext) -> None:
    check_done(look)
    check_all_answered(look)


class Concede(Command):
    precondition: ClassVar[Precondition] = check_conceding

    @classmethod
    def offers(cls, look: GameContext) -> Iterator[Offer]:
        yield Offer(cls.key)

    def asked_before(self, look: GameContext) -> Doubt:
        return Doubt("concedes", {"winner": look.state.other(look.side)})

    def decide(self, draft: Draft) -> None:
        if draft.state.counters():
            show_counters(draft)
        draft.emit(MissionEnded(draft.state.other(draft.side), "conceded", "missions.conceded"))


ENDS: Mapping[str, Callable[[Draft], None]] = {
    "no-man-left-behind": no_man_left_behind,
    "green-doors": green_doors,
    "pinger": pinger,
    "most-points": most_points,
    "behind-enemy-lines": behind_enemy_lines,
    "most-panels": most_panels,
    "doomsday": doomsday,
}


def settle(draft: Draft) -> None:
    """Apply what follows a command: dice in fire, points, the end of the mission, the next turn.

    A ruling of the table never ends a mission by itself, so that others may object to it; the next command of play
    does, and none that only asks for an answer.
    """
    if any(isinstance(event, QuestionAnswered) for event in draft.events):
        ask_for_forces(draft)
    elif ruled := [event for event in draft.events if isinstance(event, HouseRuled)]:
        for event in ruled:
            follow_ruling(draft, event)
    elif draft.state.turn > 0 and not draft.state.over and any(event.is_play for event in draft.events):
        follow_play(draft, 0)


def follow_play(draft: Draft, since: int) -> None:
    await_burns(draft, since)
    follow_last_activation(draft)
    recount_points(draft)
    check_end(draft)
    if not draft.state.over:
        close_turn(draft)
    if not draft.state.over and any(isinstance(event, TurnEnded) for event in draft.events):
        check_end(draft)
    if not draft.state.over and any(isinstance(event, TurnEnded) for event in draft.events):
        next_turn(draft)
        check_end(draft)
    happened = len(draft.events)
    if go_on_advancing(draft):
        follow_play(draft, happened)


def ask_for_forces(draft: Draft) -> None:
    state = draft.state
    if state.phase != "forces":
        return
    choosing = [name for name, side in state.sides.items() if not side.commitment and not side.force_open]
    first = choosing[:1] if state.answers["forces"] == "allies-first" else choosing
    for side in choosing:
        if side in first and not state.awaits_side(side):
            draft.emit(ForceAwaited(side))
        elif side not in first and state.awaits_side(side):
            draft.emit(ForcePutOff(side))


def check_end(draft: Draft) -> None:
    if not draft.state.dice_due:
        ENDS[draft.book.mission.ends](draft)

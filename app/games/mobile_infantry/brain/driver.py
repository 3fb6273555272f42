"""Actions of the app in the Brain's seat: when a phase begins, at once, and before it ends."""

from __future__ import annotations

from collections.abc import Mapping

from app.core.engine.offers import DiceRequest
from app.core.table_commands.board_questions import numbered
from app.games.mobile_infantry.brain import choices, orders, placing, seals, tunnel_play, turn_start
from app.games.mobile_infantry.events.brain import FactsAsked, app_of
from app.games.mobile_infantry.events.bugs import FrenzyThreatens, ManThrown
from app.games.mobile_infantry.events.infantry import who_shot
from app.games.mobile_infantry.rulings.bugs import HALF, state_of
from app.games.mobile_infantry.state import Chain, Draft, GameContext, Inquiry, Phase, Spot
from app.games.mobile_infantry.turn import bugs as moving
from app.games.mobile_infantry.turn import close_combat as fight

HAS_MOVED, HAS_STRUCK = "moves", "strikes"


def ask(draft: Draft, step: str, inquiries: list[Inquiry]) -> None:
    draft.emit(FactsAsked(step, numbered(draft.state, inquiries)))


def ask_reached(draft: Draft, bugs: list[str], team: str) -> None:
    for key, one in app_of(draft.state).inquiries.items():
        if (one.kind, one.team) == ("reached", team):
            draft.emit(FactsAsked("reached", {key: Inquiry("reached", [*one.bugs, *bugs], team, aimed=True)}))
            return
    ask(draft, "reached", [Inquiry("reached", bugs, team, aimed=True)])


def set_up(draft: Draft) -> None:
    """Set up the table before the battle, once for each mission, and seal the set-up."""
    state = draft.state
    app = app_of(state)
    if state.phase == "muster" and isinstance(state.mission, int) and app.set_up != state.mission:
        mission = draft.book.missions[state.mission]
        if mission.underground:
            tunnel_play.dig(draft)
            ask(draft, "entrances", [Inquiry("entrances")])
            return
        plain = {} if mission.fort else {"setup": {"mission": state.mission, "temper": app.temper}}
        seals.seal(draft, plain, state.mission)
        orders.order_place(draft, orders.TABLE, "place-terrain", choices.temper_of(state).terrain)
        placing.put(draft)
        if mission.fort:
            ask(draft, "fort", [Inquiry("fort")])


# -- when a phase begins


def begin_phase(draft: Draft, phase: Phase) -> None:
    if phase == "bug-move":
        move(draft)
    elif phase == "close-combat":
        attack(draft)
    elif phase == "presence":
        test(draft)
    elif phase == "im-move" and draft.state.turn == 1 and draft.state.lair.plan is not None:
        tunnel_play.show_outside(draft)
    elif phase == "location":
        ask(draft, "scan", [Inquiry("scan")])


def move(draft: Draft) -> None:
    state = draft.state
    app = app_of(state)
    resting = [key for key in moving.movers(state) if app.rests.get(key, 0) >= state.turn]
    bugs = {key: bug for key, bug in moving.movers(state).items() if key not in resting}
    if bugs:
        moving.roll_moves(draft, bugs)
    if resting:
        orders.order(draft, dict.fromkeys(resting, 0.0), "stay", orders.NOTHING, ["rests"])
    pursuers = [key for key in bugs if key in app.pursuing and state.living_of(app.pursuing[key])]
    inquiries = [pursuit(draft, keys, team) for team, keys in grouped(pursuers, app.pursuing).items()]
    kinds = grouped([key for key in bugs if key not in pursuers], {key: orders.walks_as(bugs[key]) for key in bugs})
    for keys in kinds.values():
        orders.order_nearest(draft, keys)
    near = [key for kind, keys in kinds.items() if kind != "tank" for key in keys]
    inquiries += [Inquiry("reached", keys, team or None) for team, keys in grouped(near, app.targets).items()]
    tunnel_play.flee(draft)
    ask(draft, HAS_MOVED, [*inquiries, *pinned_men(draft)])


def grouped(bugs: list[str], by: Mapping[str, str]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for key in bugs:
        groups.setdefault(by.get(key, ""), []).append(key)
    return groups


def test(draft: Draft) -> None:
    if turn_start.is_anybody_above(draft.state):
        ask(draft, "presence", [Inquiry("presence", spot=turn_start.rolled_point(draft))])
    else:
        ask(draft, "presence", [])
        turn_start.test(draft, turn_start.POINTS[0], None)


def pursuit(draft: Draft, bugs: list[str], team: str) -> Inquiry:
    inches = {key: orders.moved_of(draft.state, key) for key in bugs}
    orders.order(draft, inches, "pursue", team, ["pursuit"], section="moving.warriors")
    return Inquiry("reached", bugs, team, aimed=True)


def pinned_men(look: GameContext) -> list[Inquiry]:
    if len(fight.able_to_frenzy(look)) < fight.group_of(look):
        return []
    bugs = look.state.living_bugs()
    return [Inquiry("around", [key], trooper=bug.holding) for key, bug in bugs if bug.holding is not None]


def attack(draft: Draft) -> None:
    state = draft.state
    if draft.book.answer_for("finish") == "roll-again":
        for bug, held in fight.holders_of(state).items():
            fight.finish(draft, bug, held)
    found = fight.fighting(state).items()
    ask(draft, HAS_STRUCK, [Inquiry("men", bugs, team) for team, bugs in found])


# -- at once


def act_at_once(draft: Draft) -> None:
    """Resolve the follow-ups of a shot or an attack: retreats, throws, falls, frenzies."""
    state = draft.state
    for key, bug in list(state.living_bugs()):
        while bug.retreats:
            back_off(draft, key)
    for left in list(state.chain):
        if left.kind == "throw":
            throw(draft, left)
    if state.phase == "close-combat":
        for inquiry in pinned_men(draft):
            step = f"pinned-{inquiry.trooper}"
            if step not in app_of(state).steps:
                ask(draft, step, [inquiry])


def back_off(draft: Draft, key: str) -> None:
    bug = draft.state.bugs[key]
    shots = who_shot(draft.events, key)
    inches = moving.retreat(draft, key)
    is_half = state_of(bug.kind, draft.state.hits_of(key), draft.book) == HALF
    why = ["wounded-tank", *(["halved"] if is_half else [])]
    turns_off = max(choices.temper_of(draft.state).rest, int(draft.book.answer_for("tank-return") == "rest"))
    until = draft.state.turn + turns_off if turns_off else 0
    away = shots[-1] if shots else orders.NOTHING
    orders.order(draft, {key: inches}, "back-off", away, why, section="hits.tank-retreat", until=until)


def throw(draft: Draft, left: Chain) -> None:
    roll = draft.roll(DiceRequest(1))
    draft.emit(ManThrown(left.trooper, roll.numbers[0], roll))
    hour = draft.roll(DiceRequest(1, list(fight.CLOCK)))
    if len(fight.able_to_frenzy(draft)) < fight.group_of(draft):
        fight.come_down(draft, left.trooper, hour, 0)
        return
    team = draft.state.troopers[left.trooper].team
    orders.order(
        draft, {}, "comes-down", f"hour-{hour.numbers[0]}", ["thrown-so"], section="close-combat.thrown", roll=hour
    )
    spot = Spot(team, f"hour-{hour.numbers[0]}", roll.numbers[0])
    ask(draft, "fall", [Inquiry("around", [], team, left.trooper, spot, hour.numbers[0], hour)])


def settle_around(draft: Draft, inquiry: Inquiry, near: list[str]) -> None:
    trooper, group = str(inquiry.trooper), fight.group_of(draft)
    holders = [key for key in inquiry.bugs if draft.state.bugs[key].holding == trooper]
    bugs = list(dict.fromkeys([*holders, *near]))
    if inquiry.roll is not None:
        fight.come_down(draft, trooper, inquiry.roll, len(bugs))
    elif holders and len(bugs) >= group and not at_stake(draft, trooper):
        draft.emit(FrenzyThreatens(trooper, holders[0]))
    if at_stake(draft, trooper) and len(bugs) >= group:
        fight.test_frenzy(draft, trooper, bugs)
    elif at_stake(draft, trooper):
        fight.spare(draft, trooper)


def at_stake(look: GameContext, trooper: str) -> bool:
    return any(left.kind == "frenzy" and left.trooper == trooper for left in look.state.chain)


# -- before a phase ends


def act_more(draft: Draft) -> bool:
    """Do the app's remaining actions in this phase; return whether there were any."""
    state = draft.state
    if state.phase == "fire" and "sprays" not in app_of(state).steps:
        tanks = [key for key, bug in state.living_bugs() if bug.kind == "tank" and not bug.fought]
        ask(draft, "sprays", [Inquiry("spray", [key]) for key in tanks])
        return True
    if state.phase == "close-combat" and "leftover" not in app_of(state).steps:
        spend_leftover(draft)
        return True
    return False


def spend_leftover(draft: Draft) -> None:
    state = draft.state
    ask(draft, "leftover", [])
    flyers = [key for key, bug in state.living_bugs() if bug.kind == "flyer" and bug.state == "ok" and bug.engages]
    free = [key for key in flyers if moving.is_free(state, state.bugs[key]) and state.bugs[key].moved]
    if free:
        inches = {key: orders.moved_of(state, key) for key in free}
        orders.order(draft, inches, "spend-left", choices.temper_of(state).leftover, ["leftover"])

"""The app underground: plan and guards, encounters in a section, the Brain Bug's flight.

Source: 20.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.core.rules.dice import D6, Roll
from app.games.mobile_infantry.brain import choices, placing, seals, tunnels
from app.games.mobile_infantry.brain.choices import brain_data
from app.games.mobile_infantry.brain_secrets import Pack, Plan, Tunnel, Where
from app.games.mobile_infantry.events.brain import (
    BrainOrderedBelow,
    PackFollowed,
    PacksMoved,
    PacksRoused,
    SectionEntered,
    TunnelsDug,
    app_of,
)
from app.games.mobile_infantry.events.missions import MarkerReached
from app.games.mobile_infantry.events.presence import NEST
from app.games.mobile_infantry.events.tunnels import GuardsPosted
from app.games.mobile_infantry.rulings.presence import Guards, guards
from app.games.mobile_infantry.state import Draft, GameContext, State
from app.games.mobile_infantry.turn.bugs import living_teams
from app.games.mobile_infantry.turn.presence import BELOW, figures_left, show
from app.games.mobile_infantry.turn.sequence import mission_of

SECTIONS = [
    *(f"tunnel-{letter}" for letter in tunnels.LETTERS),
    *(f"{tunnels.CHAMBER}-{number}" for number in tunnels.THREE),
]
"""Sections with a seal of their own, whether or not there is such a tunnel."""


def plan_of(look: GameContext) -> Plan:
    plan = look.state.lair.plan
    assert plan is not None
    return plan


# -- the set-up


def dig(draft: Draft) -> None:
    state = draft.state
    roll = draft.roll_mixed(tunnels.faces())
    plan = planned(draft, roll)
    seals.seal(draft, sealed(draft, plan), int(state.mission or 0))
    entrances = [f"{tunnels.ENTRANCE}-{number}" for number in tunnels.THREE]
    draft.emit(TunnelsDug({one: tunnels.openings(plan, one)[0] for one in entrances}, roll=roll, plan=plan))
    placing.put(draft)


def planned(look: GameContext, roll: Roll) -> Plan:
    hunt = bool(mission_of(look).guards_dice)
    return tunnels.dug(roll.numbers, choices.temper_of(look.state), hunt=hunt)


def sealed(look: GameContext, plan: Plan) -> dict[str, Any]:
    temper = choices.temper_of(look.state)
    places = {key: [said(where) for where in found] for key, found in tunnels.posts(plan, temper).items()}
    setup = {"mission": look.state.mission, "temper": app_of(look.state).temper, "nest": plan.nest, "guards": places}
    return {"setup": setup, **{name: tunnels.section_of(plan, name) for name in SECTIONS}}


def said(where: Where) -> dict[str, Any]:
    return {"section": where.section, "past": where.past, "inches": where.inches}


def post_guards(draft: Draft) -> None:
    hunt = mission_of(draft).guards_dice
    roll = draft.roll_mixed([D6] * (len(tunnels.THREE) + hunt))
    seals.seal(draft, guard_seals(draft, roll))
    draft.emit(guard_packs(draft, roll))


def guard_seals(look: GameContext, roll: Roll) -> dict[str, Any]:
    dice = {f"{tunnels.ENTRANCE}-{number}": roll.numbers[number - 1] for number in tunnels.THREE}
    used = app_of(look.state).entrances
    found: dict[str, Any] = {f"guards-{key}": {"die": die, "used": key in used} for key, die in dice.items()}
    nest = roll.numbers[len(tunnels.THREE) :]
    return {**found, **({f"guards-{NEST}": {"dice": nest}} if nest else {})}


def guard_packs(look: GameContext, roll: Roll) -> GuardsPosted:
    state = look.state
    plan, packs = plan_of(look), list[Pack]()
    places = tunnels.posts(plan, choices.temper_of(state))
    for entrance in app_of(state).entrances:
        die = roll.numbers[int(entrance.rpartition("-")[2]) - 1]
        count = guards(Guards(die=die), look.book)["warriors"]
        packs += [Pack("warrior", count, bearing=entrance, where=places[entrance][0])] if count else []
    if plan.nest is not None:
        every = sum(roll.numbers[len(tunnels.THREE) :])
        halves = zip(places[NEST], (every - every // 2, every // 2), strict=True)
        packs += [Pack("warrior", count, bearing=NEST, where=where) for where, count in halves]
        packs.append(Pack("brain", 1, bearing=NEST, where=Where(plan.nest)))
    made = state.lair.packs_made
    keys = {f"pack-{made + place}": pack for place, pack in enumerate(packs, start=1)}
    return GuardsPosted(keys, roll, [*app_of(state).entrances, *([NEST] if plan.nest else [])])


# -- positions


def is_below(state: State, team: str | None) -> bool:
    app = state.app
    return bool(app and team in app.below and app.below[team].section != tunnels.SURFACE)


def place_of(look: GameContext, team: str | None) -> Where:
    app = app_of(look.state)
    first = app.entrances[0] if app.entrances else f"{tunnels.ENTRANCE}-1"
    return app.below.get(team or "", Where(tunnels.SURFACE, first))


def men_below(look: GameContext) -> list[Where]:
    return [place_of(look, team) for team in living_teams(look.state) if is_below(look.state, team)]


def is_met(look: GameContext, where: Where) -> bool:
    return any(men.section == where.section for men in men_below(look))


def near_entrance(look: GameContext) -> bool:
    return any(tunnels.to_entrance(plan_of(look), men) <= brain_data().near for men in men_below(look))


def known_plan(opened: Mapping[str, Any]) -> Plan:
    seen = {key: held for key, held in opened.items() if held.get("ends")}
    return Plan({key: Tunnel(list(held["ends"]), held["length"], held["width"]) for key, held in seen.items()})


def seen_way(state: State, bug: str) -> float | None:
    """Return inches by seen tunnels from a Brain Bug's capture to an entrance, if connected."""
    where, known = app_of(state).below[bug], known_plan(app_of(state).opened)
    is_seen = where.section in known.tunnels or where.section.startswith((tunnels.CHAMBER, tunnels.FORK))
    return min(tunnels.to_entrances(known, where), default=None) if is_seen else None


def way_out(look: GameContext, bug: str) -> float:
    """Return the same inches, by the whole plan if nobody has seen a way."""
    seen = seen_way(look.state, bug)
    return tunnels.to_entrance(plan_of(look), app_of(look.state).below[bug]) if seen is None else seen


# -- a section is entered


def reveal(draft: Draft, section: str) -> None:
    seals.open_seal(draft, section)


def doors(look: GameContext, team: str) -> dict[str, str]:
    app, where = app_of(look.state), place_of(look, team)
    if where.section == tunnels.SURFACE:
        return {app.mouths_of[entrance]: entrance for entrance in app.entrances}
    known = app.opened[where.section]
    if where.section.startswith(tunnels.CHAMBER):
        return dict.fromkeys(known["openings"], where.section)
    found = {key: fork for fork, leads in known["openings"].items() for key in leads}
    for end in known["ends"]:
        found |= {tunnels.SURFACE: end} if end.startswith(tunnels.ENTRANCE) else {}
        found |= {end: where.section} if end.startswith(tunnels.CHAMBER) else {}
    return found


def enter(draft: Draft, section: str, teams: dict[str, str], steps: Mapping[str, float] | None = None) -> None:
    state = draft.state
    before = [place_of(draft, team) for team in teams]
    steps = {team: inches for team, inches in (steps or {}).items() if inches}
    steady = any(state.teams[team].reaction != "fleeing" for team in teams)
    counts = section.startswith(tunnels.CHAMBER) and bool(mission_of(draft).markers)
    is_new = counts and section not in app_of(state).reached
    draft.emit(SectionEntered(teams, section, is_new and steady, steps))
    if section == tunnels.SURFACE:
        return
    reveal(draft, section)
    if is_new and steady:
        draft.emit(MarkerReached(state.tally.reached + 1, mission_of(draft).marker))
    meet(draft, section, before, next(iter(teams)))


def meet(draft: Draft, section: str, before: Sequence[Where], team: str) -> None:
    plan, state = plan_of(draft), draft.state
    passed = {end for where in before for end in tunnels.ends_of(plan, where.section)}
    ends = {end for end in tunnels.ends_of(plan, section) if end.startswith(tunnels.FORK)}
    for key, pack in list(state.lair.packs.items()):
        if pack.where is None:
            continue
        if pack.where.section == section:
            appear(draft, key, ["guard" if pack.team is None else "in-sight"])
        elif pack.where.section in ends and (pack.bearing == NEST or pack.where.section in passed):
            appear(draft, key, ["in-sight" if pack.team or pack.bearing == NEST else "ambush"])
    open_guards(draft)
    if section == plan.nest:
        rouse(draft, team)


def open_guards(draft: Draft) -> None:
    plan, app = plan_of(draft), app_of(draft.state)
    for key, places in tunnels.posts(plan, choices.temper_of(draft.state)).items():
        passed = set(tunnels.openings(plan, places[0].section)) & set(app.opened)
        if places[0].section in app.opened or (key != NEST and len(passed) > 1):
            seals.open_seal(draft, f"guards-{key}")


def rouse(draft: Draft, team: str) -> None:
    packs = draft.state.lair.packs.items()
    hidden = [key for key, pack in packs if pack.bearing == NEST and pack.kind != "brain" and pack.team is None]
    if hidden:
        draft.emit(PacksRoused(hidden, team))


def show_outside(draft: Draft) -> None:
    for key, pack in list(draft.state.lair.packs.items()):
        if pack.where is not None and pack.where.section in app_of(draft.state).entrances:
            seals.open_seal(draft, f"guards-{pack.bearing}")
            appear(draft, key, ["guard"])


SECTION_OF = {"found": "locating.test", "in-sight": "locating.in-the-open", "guard": "tunnels.guards"}
"""Reason why bugs show themselves underground → its rule, unless it is a rule of the app."""


def appear(draft: Draft, key: str, reason: list[str], by: str | None = None) -> None:
    pack = draft.state.lair.packs[key]
    where = pack.where
    assert where is not None
    if not figures_left(draft.state, pack.kind):
        return
    shown = show(draft, key, BELOW, by)
    reveal(draft, where.section)
    if pack.came and pack.site is None:
        seals.open_seal(draft, f"arrival-{pack.came}")
    is_brain, inches = pack.kind == "brain", dict.fromkeys(shown.bugs, where.inches)
    place = shown.site or (next(iter(shown.bugs)) if is_brain else "")
    order(draft, "appear-in", inches, where, reason, SECTION_OF.get(reason[0], "house"), place)


def order(
    draft: Draft, do: str, inches: dict[str, float], where: Where, reason: list[str], rule: str, place: str
) -> None:
    spot = Where(where.section, where.past, where.inches)
    draft.emit(
        BrainOrderedBelow(
            list(inches), do, where.section, inches, reason, rule, past=where.past, place=place, where=spot
        )
    )


# -- the Brain Bug flees

FLEES = "flee-into"
"""The order by which it flees."""


def flight(look: GameContext, where: Where) -> Where | None:
    plan, men = plan_of(look), men_below(look)
    close = {one.section for one in men} & set(tunnels.around(plan, where))
    if not close or not may_flee(look):
        return None
    shut = {one.section for one in men} - {where.section}
    ways = tunnels.ways(plan, where, shut)
    away = {
        node: min(tunnels.between(plan, one, Where(node)) for one in men)
        for node in ways
        if not node.startswith(tunnels.ENTRANCE)
    }
    goal = max(away, key=lambda node: (away[node], -tunnels.length(ways[node]), node), default="")
    if not goal or not ways[goal]:
        return None
    return tunnels.along(plan, where, ways[goal], look.book.bugs["brain"].move.inches)


def may_flee(look: GameContext) -> bool:
    state = look.state
    every: int = sum(opened_or_sealed(state, f"guards-{NEST}")["dice"])
    hidden = sum(pack.count for pack in state.lair.packs.values() if pack.bearing == NEST and pack.kind != "brain")
    shown = sum(bug.group in app_of(state).guards and bug.kind != "brain" for _, bug in state.living_bugs())
    return hidden + shown <= choices.temper_of(state).flight * every


def opened_or_sealed(state: State, seal: str) -> dict[str, Any]:
    found: dict[str, Any] = state.lair.sealed.get(seal) or app_of(state).opened[seal]
    return found


def flee(draft: Draft) -> None:
    for key, where in shown_brains(draft):
        after = flight(draft, where)
        if after is not None:
            reveal(draft, after.section)
            inches = {key: float(tunnels.between(plan_of(draft), where, after))}
            order(draft, FLEES, inches, after, ["flight"], "house", key)


def shown_brains(look: GameContext) -> list[tuple[str, Where]]:
    below = app_of(look.state).below
    free = [key for key, bug in look.state.living_bugs() if bug.kind == "brain" and not bug.captured]
    return [(key, below[key]) for key in free if key in below]


def flee_unseen(look: GameContext, event: PacksMoved) -> None:
    for key, pack in look.state.lair.packs.items():
        if pack.kind == "brain" and pack.where is not None:
            after = flight(look, pack.where)
            event.wheres |= {key: after} if after is not None else {}


# -- hidden packs


def hunt(look: GameContext, event: PacksMoved, key: str, inches: float, hunters: int) -> None:
    plan, pack = plan_of(look), look.state.lair.packs[key]
    assert pack.where is not None
    way = tunnels.way_to(plan, pack.where, place_of(look, event.teams[key]))
    here = Pack(pack.kind, pack.count, inches=tunnels.length(way), held=pack.held)
    after, held = choices.comes_to(choices.temper_of(look.state), here, inches, hunters)
    after = max(min(brain_data().nearest, here.inches), after)
    event.inches[key], event.wheres[key] = after, tunnels.along(plan, pack.where, way, here.inches - after)
    event.held += [key] if held else []


def follow(look: GameContext, key: str) -> PackFollowed:
    pack, plan = look.state.lair.packs[key], plan_of(look)
    where = tunnels.arrival(plan, place_of(look, pack.team), "rear", pack.inches)
    return PackFollowed(key, where)


def emerge(look: GameContext, pack: Pack) -> None:
    app = app_of(look.state)
    where = app.below[str(pack.site)]
    spot = app.places[str(pack.site)]
    pack.team, pack.bearing = choices.heir_of(look.state, spot.team), spot.bearing
    pack.where = Where(where.section, where.past, where.inches)
    pack.inches = tunnels.between(plan_of(look), where, place_of(look, pack.team))


def arrive(look: GameContext, pack: Pack) -> None:
    plan, team = plan_of(look), place_of(look, pack.team)
    pack.where = tunnels.arrival(plan, team, pack.bearing, pack.inches)
    pack.inches = max(brain_data().nearest, tunnels.between(plan, pack.where, team))

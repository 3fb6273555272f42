"""The tunnels of missions 3 and 7: digging by dice, and ways along them.

Source: sections 20.1 and 20.3.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Sequence
from typing import NamedTuple

from app.core.rules.dice import D6
from app.games.mobile_infantry.brain.choices import TemperData, brain_data
from app.games.mobile_infantry.brain_secrets import Plan, Tunnel, Where

SURFACE = "surface"
ENTRANCE, FORK, CHAMBER, DEAD_END = "entrance", "fork", "chamber", "dead-end"
THREE = (1, 2, 3)
LETTERS = "abcdefghijkl"
MOST = len(LETTERS)
"""Most tunnels, extras included."""
SHUFFLE, DEAD_ENDS, LENGTHS, WIDTHS, NAMES = 1, 3, 5, 5 + MOST, 5 + 2 * MOST
"""Offsets of dice: after that of the extras those of chambers, dead ends, lengths, widths, names."""
D3 = 3
AHEAD = {"left": 0, "right": -1}
"""Index of the opening ahead for each flank, in the order of their names; in front the middle one."""
Ends = tuple[str, str]


class Leg(NamedTuple):
    """A part of a way in a tunnel: between two distances in inches past one of its ends."""

    tunnel: str
    past: str
    begins: float
    ends: float


# -- digging


def faces() -> list[int]:
    return [D6, D3, D3 - 1, D3, D3, *[D3] * (2 * MOST), *range(MOST, 1, -1)]


def shuffled(names: Sequence[str], dice: Sequence[int]) -> list[str]:
    """Return the names shuffled by these dice, one for each place from the last to the second."""
    order = list(names)
    for last, face in zip(range(len(order) - 1, 0, -1), dice, strict=True):
        order[last], order[face - 1] = order[face - 1], order[last]
    return order


def dug(dice: Sequence[int], temper: TemperData, *, hunt: bool) -> Plan:
    order = shuffled([f"{CHAMBER}-{number}" for number in THREE], dice[SHUFFLE:DEAD_ENDS])
    ends: list[Ends] = [(f"{ENTRANCE}-{one}", f"{FORK}-{one}") for one in THREE]
    ends += [(f"{FORK}-1", f"{FORK}-2"), (f"{FORK}-2", f"{FORK}-3")]
    ends += [(f"{FORK}-{one}", chamber) for one, chamber in zip(THREE, order, strict=True)]
    extras = brain_data().extra_tunnels[dice[0] - 1]
    ends += [(f"{FORK}-3", f"{FORK}-1")][:extras]
    nest = nest_of(built(ends, dice), temper) if hunt else None
    loop = nest or f"{CHAMBER}-1"
    ends += more(loop, order.index(loop) + 1, dice[DEAD_ENDS:LENGTHS])[: max(0, extras - 1)]
    return Plan(built(ends, dice).tunnels, nest)


def more(loop: str, fork: int, dice: Sequence[int]) -> list[Ends]:
    nowhere: list[Ends] = [(f"{FORK}-{die}", f"{DEAD_END}-{number}") for number, die in enumerate(dice, start=1)]
    return [(loop, f"{FORK}-{fork % len(THREE) + 1}"), *nowhere]


def built(ends: Sequence[Ends], dice: Sequence[int]) -> Plan:
    data = brain_data()
    names = shuffled([f"tunnel-{letter}" for letter in LETTERS], dice[NAMES:])
    tunnels = {
        names[place]: Tunnel(
            list(both), data.tunnel_lengths[dice[LENGTHS + place] - 1], data.tunnel_width + dice[WIDTHS + place]
        )
        for place, both in enumerate(ends)
    }
    return Plan(dict(sorted(tunnels.items())))


def nest_of(plan: Plan, temper: TemperData) -> str:
    away = sorted((to_entrance(plan, Where(f"{CHAMBER}-{one}")), f"{CHAMBER}-{one}") for one in THREE)
    return away[{"shortest": 0, "middle": 1, "longest": 2}[temper.nest]][1]


def posts(plan: Plan, temper: TemperData) -> dict[str, list[Where]]:
    found: dict[str, list[Where]] = {}
    for number in THREE:
        entrance, fork = f"{ENTRANCE}-{number}", f"{FORK}-{number}"
        inside = Where(openings(plan, entrance)[0], entrance, brain_data().inside)
        found[entrance] = [{"inside": inside, "outside": Where(entrance), "first-fork": Where(fork)}[temper.guards]]
    if plan.nest is not None:
        found["nest"] = [Where(plan.nest), beside_nest(plan, plan.nest, temper)]
    return found


def beside_nest(plan: Plan, nest: str, temper: TemperData) -> Where:
    """Return the place of the second half of the nest's guards.

    There too, at the fork before it, or in a side tunnel.
    """
    way = min((way for node, way in ways(plan, Where(nest)).items() if node.startswith(ENTRANCE)), key=length)
    fork = other_end(plan, way[0].tunnel, nest)
    side = [key for key in openings(plan, fork) if key not in {leg.tunnel for leg in way}]
    places = {"nest": Where(nest), "fork": Where(fork), "side-tunnel": Where(side[0], fork, brain_data().inside)}
    return places[temper.nest_guards]


# -- looking at a plan


def other_end(plan: Plan, tunnel: str, end: str) -> str:
    first, second = plan.tunnels[tunnel].ends
    return second if end == first else first


def ends_of(plan: Plan, section: str) -> list[str]:
    return plan.tunnels[section].ends if section in plan.tunnels else []


def openings(plan: Plan, node: str, but: str = "") -> list[str]:
    return [key for key, one in plan.tunnels.items() if node in one.ends and key != but]


def section_of(plan: Plan, name: str) -> dict[str, object]:
    if name.startswith(CHAMBER):
        return {"openings": openings(plan, name), **({"nest": name == plan.nest} if plan.nest else {})}
    if name not in plan.tunnels:
        return {}
    one = plan.tunnels[name]
    leads = {end: openings(plan, end, name) for end in one.ends if end.startswith(FORK)}
    return {"length": one.length, "width": one.width, "ends": list(one.ends), "openings": leads}


def around(plan: Plan, where: Where) -> list[str]:
    ends = plan.tunnels[where.section].ends if where.section in plan.tunnels else [node_of(where)]
    near = [key for end in ends for key in openings(plan, end)]
    chambers = [end for end in ends if end.startswith(CHAMBER)]
    return list(dict.fromkeys([where.section, *near, *chambers]))


def node_of(where: Where) -> str:
    return where.past if where.section == SURFACE else where.section


# -- ways


def length(way: Sequence[Leg]) -> float:
    return sum(leg.ends - leg.begins for leg in way)


def measured(plan: Plan, where: Where, past: str) -> float:
    return where.inches if where.past == past else plan.tunnels[where.section].length - where.inches


def out_of(plan: Plan, where: Where) -> dict[str, list[Leg]]:
    if where.section not in plan.tunnels:
        return {node_of(where): []}
    tunnel = plan.tunnels[where.section]
    starts = {end: other_end(plan, where.section, end) for end in tunnel.ends}
    return {end: [Leg(where.section, past, measured(plan, where, past), tunnel.length)] for end, past in starts.items()}


def ways(plan: Plan, where: Where, shut: Collection[str] = ()) -> dict[str, list[Leg]]:
    found: dict[str, list[Leg]] = {}
    queue = [(length(way), node, way) for node, way in out_of(plan, where).items()]
    heapq.heapify(queue)
    while queue:
        _, node, way = heapq.heappop(queue)
        if node in found or (node in shut and way):
            continue
        found[node] = way
        for key in openings(plan, node, way[-1].tunnel if way else ""):
            if key not in shut:
                longer = [*way, Leg(key, node, 0, plan.tunnels[key].length)]
                heapq.heappush(queue, (length(longer), other_end(plan, key, node), longer))
    return found


def way_to(plan: Plan, where: Where, goal: Where, shut: Collection[str] = ()) -> list[Leg]:
    known = ways(plan, where, shut)
    if goal.section not in plan.tunnels:
        return known.get(node_of(goal), [])
    ends = [end for end in plan.tunnels[goal.section].ends if end in known]
    found = [[*known[end], Leg(goal.section, end, 0, measured(plan, goal, end))] for end in ends]
    if where.section == goal.section:
        for past in plan.tunnels[goal.section].ends:
            begins, stops = measured(plan, where, past), measured(plan, goal, past)
            found += [[Leg(goal.section, past, begins, stops)]] if begins <= stops else []
    return min(found, key=length, default=[])


def between(plan: Plan, one: Where, other: Where) -> float:
    return length(way_to(plan, one, other))


def to_entrance(plan: Plan, where: Where) -> float:
    return min(to_entrances(plan, where))


def to_entrances(plan: Plan, where: Where) -> list[float]:
    return [length(way) for node, way in ways(plan, where).items() if node.startswith(ENTRANCE)]


def along(plan: Plan, where: Where, way: Sequence[Leg], inches: float) -> Where:
    for leg in way:
        room = leg.ends - leg.begins
        if inches < room:
            return Where(leg.tunnel, leg.past, leg.begins + inches) if leg.begins + inches else Where(leg.past)
        inches -= room
        is_through = leg.ends == plan.tunnels[leg.tunnel].length
        end = other_end(plan, leg.tunnel, leg.past)
        where = Where(end) if is_through else Where(leg.tunnel, leg.past, leg.ends) if leg.ends else Where(leg.past)
    return where


# -- arrivals


def arrival(plan: Plan, team: Where, bearing: str, inches: float) -> Where:
    if team.section not in plan.tunnels:
        node, came = node_of(team), team.past if team.section != SURFACE else ""
        ahead = openings(plan, node, came) if bearing != "rear" or not came else [came]
        return onward(plan, pick(ahead or [came], bearing), node, inches, bearing)
    if bearing != "rear":
        return onward(plan, team.section, team.past, team.inches + inches, bearing)
    if inches < team.inches:
        return Where(team.section, team.past, team.inches - inches)
    back = openings(plan, team.past, team.section)
    return onward(plan, back[0], team.past, inches - team.inches, bearing) if back else Where(team.past)


def pick(tunnels: Sequence[str], bearing: str) -> str:
    return tunnels[AHEAD.get(bearing, len(tunnels) // 2)]


def onward(plan: Plan, tunnel: str, past: str, inches: float, bearing: str) -> Where:
    while inches >= plan.tunnels[tunnel].length:
        inches -= plan.tunnels[tunnel].length
        past = other_end(plan, tunnel, past)
        further = openings(plan, past, tunnel)
        if not further or not inches:
            return Where(past)
        tunnel = pick(further, bearing)
    return Where(tunnel, past, inches)

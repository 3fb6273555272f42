"""Pieces on the table, and instructions after an event: contacts, moves, boats, set-up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from app.core.engine.event import Event, OrdersOf, Pieces, TableOrder
from app.core.table.physical import SOMEWHERE
from app.games.mobile_infantry.book import BRAIN, INFANTRY
from app.games.mobile_infantry.events.brain import BrainOrdered, BrainOrderedBelow, TunnelsDug
from app.games.mobile_infantry.events.bugs import BugsMoved, ManFell, ManThrown, TankRetreated, TeamStruck
from app.games.mobile_infantry.events.infantry import MenRan
from app.games.mobile_infantry.events.missions import BoatLeft, BoatLost, BoatsLanded, WallStormed
from app.games.mobile_infantry.events.nuclear import BlastResolved
from app.games.mobile_infantry.events.presence import BugsShown
from app.games.mobile_infantry.events.tunnels import BrainDragged
from app.games.mobile_infantry.state import State

MOVES = (
    "go-for", "fly-at", "crawl-to", "gather-at", "head-for", "pursue", "back-off", "spend-left", "stand-at-mouth",
)  # fmt: skip
"""Orders of the app by which bugs move."""
PUTS_AT_FIRST = ("place-terrain", "place-in-third", "place-wreck")
"""Orders of the app before the battle, which the set-up list tells."""
Orders = Iterator[TableOrder]
BUG, MAN = ("at", "hits", "harm", "hand"), ("of", "at", "condition")
HAND, AT, COUNTER, COUNT = ("hand",), ("at",), ("hand-counter",), ("hand-count",)
"""Aspects of what lies there."""


def bugs_shown(event: BugsShown, state: State) -> Orders:
    bugs = list(event.bugs)
    if state.app is not None and event.place == "below":
        return  # the order of the app says where
    if event.site is None:
        yield TableOrder("place", "bugs-guard", bugs, values={"bugs": bugs})
        return
    is_new = sum(group.site == event.site for group in state.groups.values()) == 1
    spot: dict[str, Any] = {"bugs": bugs, "place": event.place, "site": event.site}
    if not is_new or event.team is None:
        yield TableOrder("place", "bugs-at-site", bugs, values=spot)
        return
    spot |= {"inches": event.inches, "team": event.team, "bearing": event.bearing}
    yield TableOrder("place", "bugs-at-mouth" if event.place == "tunnel" else "bugs-at-spot", bugs, values=spot)


def brain_ordered(event: BrainOrdered, state: State) -> Orders:
    inches = {bug: event.inches[bug] for bug in event.who if event.inches.get(bug)}
    values = {"bugs": list(inches), "towards": event.towards, "inches": inches, "turn": state.turn}
    if event.do in MOVES:
        if inches and not (event.do == "stand-at-mouth" and are_put_there(state, inches)):
            yield from placed_before(state, inches)
            yield TableOrder("move", event.do, list(inches), values=values)
    elif event.do in PUTS_AT_FIRST:
        yield TableOrder("place", event.do, [])


def are_put_there(state: State, bugs: Iterable[str]) -> bool:
    """Return whether the instruction to put these bugs at a new tunnel mouth still waits."""
    waiting = {piece for one in state.on_table.values() if one.word == "bugs-at-mouth" for piece in one.pieces}
    return waiting.issuperset(bugs)


def brain_ordered_below(event: BrainOrderedBelow, state: State) -> Orders:
    inches = next(iter(event.inches.values()), 0)
    values = {"bugs": event.who, "section": event.towards, "past": event.past, "inches": inches}
    word = event.do if event.past else f"{event.do}-whole"
    yield TableOrder("move" if event.do == "flee-into" else "place", word, list(event.who), values=values)


def tunnels_dug(event: TunnelsDug, state: State) -> Orders:
    yield TableOrder("place", "entrances", [])  # the set-up list tells it


def bugs_moved(event: BugsMoved, state: State) -> Orders:
    inches = {key: inches for key, inches in event.inches.items() if inches}
    if inches and state.app is None:
        yield from placed_before(state, inches)
        yield TableOrder("move", "bugs-move", list(inches), [BRAIN], {"inches": inches, "turn": state.turn})


def placed_before(state: State, bugs: Iterable[str]) -> Orders:
    """Yield what replaces the instructions where to put bugs that move, if they came so early that they lie there.

    Those that the app shows at the end of a turn move before anybody can put them: theirs stay one turn longer.
    """
    since = state.turn - (state.app is not None)
    if came := [key for key in bugs if state.groups[state.bugs[key].group].located < since]:
        yield TableOrder("place", "", came)


def tank_retreated(event: TankRetreated, state: State) -> Orders:
    if event.inches and state.app is None:
        yield TableOrder("move", "tank-backs-off", [event.bug], [BRAIN], {"bug": event.bug, "inches": event.inches})


def team_struck(event: TeamStruck, state: State) -> Orders:
    gone = {wound.trooper: wound.bug for wound in event.wounds if wound.leaves}
    for man, bug in gone.items():
        yield TableOrder("away", "carried-off", [man, bug], values={"trooper": man, "bug": bug})


def man_thrown(event: ManThrown, state: State) -> Orders:
    whom = [BRAIN, seat_of(state, event.trooper)]
    values = {"trooper": event.trooper, "inches": event.inches}
    yield TableOrder("move", "man-thrown", [event.trooper], whom, values)


def man_fell(event: ManFell, state: State) -> Orders:
    thrown = next((one for one in state.on_table.values() if event.trooper in one.pieces), None)
    inches = thrown.values["inches"] if thrown is not None and thrown.word == "man-thrown" else None
    whom = [BRAIN, seat_of(state, event.trooper)]
    values = {"trooper": event.trooper, "hour": event.hour, "inches": inches}
    yield TableOrder("move", "man-fell" if inches else "man-fell-there", [event.trooper], whom, values)


def men_ran(event: MenRan, state: State) -> Orders:
    if event.inches:
        values = {"team": event.team, "how": event.how, "inches": event.inches}
        yield TableOrder("move", "men-run", list(event.inches), [state.teams[event.team].seat], values)


def boats_landed(event: BoatsLanded, state: State) -> Orders:
    yield TableOrder("place", "boats-land", list(event.boats), [INFANTRY], {"boats": event.boats})


def boat_left(event: BoatLeft, state: State) -> Orders:
    word = "boat-leaves" if event.troopers else "boat-leaves-empty"
    yield TableOrder(
        "away", word, [event.boat], [INFANTRY], {"boat": event.boat, "troopers": event.troopers, "due": event.due}
    )


def boat_lost(event: BoatLost, state: State) -> Orders:
    yield TableOrder("away", "boat-lost", [event.boat], values={"boat": event.boat})


def wall_stormed(event: WallStormed, state: State) -> Orders:
    if event.breached:
        yield TableOrder("place", "wall-breached", [f"breach-{state.breaches}"])


def blast_resolved(event: BlastResolved, state: State) -> Orders:
    if event.sites:
        yield TableOrder("away", "mouths-closed", list(event.sites), values={"sites": event.sites})


def brain_dragged(event: BrainDragged, state: State) -> Orders:
    if event.inches:
        yield TableOrder("move", "brain-dragged", [event.bug], [INFANTRY], {"bug": event.bug, "inches": event.inches})


def seat_of(state: State, trooper: str) -> str:
    return state.teams[state.troopers[trooper].team].seat


def off_table(state: State) -> list[str]:
    bugs = [key for key, bug in state.bugs.items() if not bug.living]
    men = [key for key, man in state.troopers.items() if not man.living]
    return [*bugs, *men, *(key for key, boat in state.boats.items() if boat.state not in ("landed", "crashed"))]


def unless_ok(condition: str) -> str | None:
    return None if condition == "ok" else condition


def seen_on_table(state: State) -> Pieces:
    """Return what everybody can see there. Where it stands only the table knows."""
    facts: dict[str, tuple[Any, ...]] = {}
    for key, bug in state.bugs.items():
        if bug.living:
            done = bug.moved or bug.backed_off or bug.engages
            hand = [bug.moved, bug.backed_off, bug.engages] if done else []
            facts[key] = (BUG, SOMEWHERE, bug.hits, unless_ok(bug.state), hand)
    for key, man in state.troopers.items():
        if man.living:
            facts[key] = (MAN, state.teams[man.team].seat, man.aboard or SOMEWHERE, unless_ok(man.status))
    for key, team in state.teams.items():
        facts[key] = (HAND, team.moved or team.inches is not None)
    for key, boat in state.boats.items():
        facts[key] = (AT, boat.state if boat.state in ("landed", "crashed") else None)
    facts |= dict.fromkeys(state.sites, (COUNTER, True))
    facts["breaches"] = (COUNT, state.breaches)
    return facts


ORDERS: Mapping[type[Event], OrdersOf] = {
    BugsShown: bugs_shown, BrainOrdered: brain_ordered, BrainOrderedBelow: brain_ordered_below,
    TunnelsDug: tunnels_dug, BugsMoved: bugs_moved, TankRetreated: tank_retreated, TeamStruck: team_struck,
    ManThrown: man_thrown, ManFell: man_fell, MenRan: men_ran, BoatsLanded: boats_landed, BoatLeft: boat_left,
    BoatLost: boat_lost, WallStormed: wall_stormed, BlastResolved: blast_resolved, BrainDragged: brain_dragged,
}  # fmt: skip

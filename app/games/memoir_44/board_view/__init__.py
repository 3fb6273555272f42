"""Board sections of Memoir '44 beyond the shared frame, made of what the seat may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from app.core.engine.buttons import AvailableOffers, Button, button_for, in_places
from app.core.engine.event import PUBLIC, PendingSeatAnswer, Seat
from app.core.engine.offers import Offer
from app.core.engine.visibility import Redacted
from app.core.table.seat_view import Table
from app.games.memoir_44.board_state import BoardState, TableBook
from app.games.memoir_44.board_view.drawing import BESIDE, HALVED, HEAD, HELD, NARROW, TOP, WALL, extent
from app.games.memoir_44.board_view.lately import lately
from app.games.memoir_44.board_view.selectable import (
    AT_ONCE,
    ATTACKS,
    ORDERS,
    HexForm,
    edge_of,
    find_selectable,
    unit_chosen,
    whom,
)
from app.games.memoir_44.board_view.units import OF_UNITS, Row, markers, pieces, rows, with_taps
from app.games.memoir_44.book import SIDES
from app.games.memoir_44.geometry import Edge
from app.games.memoir_44.rulings.armies import is_dark
from app.games.memoir_44.rulings.rule_of import GROUND
from app.games.memoir_44.scenarios.scenario import Scenario
from app.games.memoir_44.state import State, other
from app.games.memoir_44.turn.battle import place_of
from app.games.memoir_44.turn.sequence import seen_by_night

ASKED = (
    "battle-back", "hold-back", "lay-under-chip", "roll-night", "drop-unit", "put-dropped", "lay-smoke", "leave-smoke",
    "ambush", "let-come", "tell-mine", "roll-mine", "roll-ice", "answer-flags", "decide-retreat", "check-leader",
)  # fmt: skip
FIRST = (*ASKED, "lay-off", "begin-battle", "take-ground", "decide-ground", "roll-orders", "roll-medics", "strike")
"""Commands before anything else."""
AMBUSH = "ambush"
"""The command that is never asked for with cards of paper: it may come with any attack."""
TURN = ("play-card", "order", "end-turn")
"""The commands of a turn, from first to last."""
TURN_OF_A_GENERAL = ("carry-out-order", "end-turn")
AT_ITS_TIME = {"card": "play-card", "action": "end-turn"}
"""The highlighted command of a phase; orders always are."""
CONCEDE = "concede"
"""The command that is on the page of everything else alone, away from the end of the turn."""
TOLD_WITH_CARDS = {"card": ("gung-ho", "commissar"), "orders": ("gung-ho",)}
"""Rules of armies that change what cards of paper do: told in the phases in which they matter."""
GOING_BACK, STAYING = "command.back-", "command.stay-"
"""Prefixes of the answers to flags by which a unit goes back, and by which it stays."""
TWO_WAYS = 2
"""As many hexes of one command have a button each; of more, one is chosen on the map or in a sheet."""
OPEN = (("open", GROUND["open"]),)
OF_ROWS = (*ATTACKS, "decide-dice", *OF_UNITS)


class WaitView(NamedTuple):
    """The state of a seat that cannot act.

    Both sides set up, it is asked, or others are awaited: the other side, or those who share its own.
    """

    what: str
    side: str | None


class Score(NamedTuple):
    side: str
    medals: int
    to_win: int
    hand: int | None
    active: bool


class Flags(NamedTuple):
    """Flags to answer.

    The unit and its hex, their number, whether a hex to go back to is lit, whether its own is.
    """

    unit: str
    at: str
    number: int
    lit: bool
    stays: bool


def shown(table: Table, seat: Seat, offers: Sequence[Offer]) -> Mapping[str, Any]:
    """Return the template context; `state` is redacted for the seat."""
    state: State = table.state_for(seat)
    may, field = AvailableOffers(one for one in offers if one.group == "play"), map_for_all(table)
    mine, edge = seat.side, edge_of(field, seat)
    on_map, scenario = find_selectable(field, may, edge), field.scenario
    sides = [mine, other(mine)] if mine else list(SIDES)
    acting = None if state.over else mine
    of_sides = [(side, field.rows[side]) for side in sides]
    foot = at_the_foot(state, seat, may, field, ringed=bool(on_map["choosable"]))
    found = {**announced(table, seat, state, offers), **foot}
    return {
        "state": state,
        "mine": mine,
        "must_answer": must_answer(state, seat, found),
        **({"awaited": SIDES} if state.phase == "set-up" else {}),
        "score": [score_of(state, side) for side in sides],
        "map": field.drawn,
        "lately": lately(table, seat, field) if mine and not (state.over or on_map["begins"]) else (),
        "to_do_stays": mine == state.active and state.phase == "card" and is_alone(table),
        "forces": [(side, with_taps(field, listed, may) if side == acting else listed) for side, listed in of_sides],
        **on_map,
        **found,
        "wait": waiting(state, mine, found),
        "fills": paper_hand_to_fill(state, seat),
        "flags": flags_of(state, may, on_map["ways"]),
        "hand": hand_of(state, mine),
        "chip": chip_of(state, mine),
        "light": light_of(state, table.book()),
        "order": order_of(state, seat),
        "army": army_of(state, mine, scenario),
        "nobody": acting == state.active and has_nobody_to_order(may),
        "ground": state.won.unit if state.won and may.of("take-ground") else None,
        "turned": edge == "top",
        "view": (TOP if edge == "top" else "") if mine else WALL if seat == PUBLIC else BESIDE,
        "narrow": NARROW if seat == PUBLIC else None,
        "halved": HALVED,
        "held": HELD,
        "head": HEAD if seat == PUBLIC else 0,
        "near": scenario.side_at(edge),
    }


def is_alone(table: Table) -> bool:
    """Return whether one person plays against the app, who places all that it moves."""
    return sum(side is not None and table.state.seats[name].app is None for name, side in table.seats.items()) == 1


def must_answer(state: State, seat: Seat, found: Mapping[str, Any]) -> bool:
    """Return whether a seat is awaited or acts: of a commander and generals whoever can."""
    if state.over or seat.side is None:
        return False
    if state.phase == "set-up":
        return can_do(found)
    acts = state.active == seat.side and not state.waiting
    return state.awaits(seat) or (acts and (not state.generals or can_do(found)))


def at_the_foot(
    state: State, seat: Seat, may: AvailableOffers, field: BoardState, *, ringed: bool
) -> Mapping[str, Any]:
    """Return the buttons of the foot; `ringed`: units can be chosen, no end is highlighted."""
    unasked = () if state.assault else (AMBUSH,)
    first = [command for command in FIRST if command not in unasked]
    turn = tuple(turn_taps(state, seat, may, ringed=ringed))
    tiles = in_places((), next_taps(may, others_of(may, (*first, *unasked)), "tile"))
    only = two_ways(field, edge_of(field, seat), may.of("answer-flags"))
    return {
        "next": (*only, *next_taps(may, [command for command in first if not only or command != "answer-flags"])),
        "besides": tiles.places,
        "more": (*tiles.more, *next_taps(may, unasked, "tile")),
        "turn": tuple(one for one in turn[:-1] if not one.greyed),
        "end": turn[-1] if turn else None,
    }


def waiting(state: State, mine: str | None, found: Mapping[str, Any]) -> WaitView | None:
    side = state.waiting[0].side if state.waiting else state.active
    if can_do(found) or (ways_to_end(found) and side == mine and not state.generals):
        return None
    if state.phase == "set-up":
        return WaitView("setting-up", side)
    if side == mine and state.generals:
        asked = [one.seat for one in state.waiting if isinstance(one, PendingSeatAnswer)]
        return WaitView("generals" if {*asked} & {*state.generals} else "commander", side)
    return WaitView("asked" if side == mine else "other", side)


def paper_hand_to_fill(state: State, seat: Seat) -> int:
    """Return the cards that a hand of paper holds once its side has ended its turn, since nobody deals them; else 0."""
    if seat.side is None or seat.name in state.generals or state.dealt:
        return 0
    has_ended = state.phase == "card" and state.turn > 1 and state.active == other(seat.side)
    return state.accounts[seat.side].hand_limit if has_ended else 0


def can_do(found: Mapping[str, Any]) -> bool:
    ends = any(not one.greyed for one in ways_to_end(found))
    return bool(found.get("rolling") or found["next"] or any(found["besides"]) or ends)


def ways_to_end(found: Mapping[str, Any]) -> list[Button]:
    return [one for one in (*found["turn"], found["end"]) if one]


def announced(table: Table, seat: Seat, state: State, offers: Sequence[Offer]) -> Mapping[str, Any]:
    if state.assault is None or not state.assault.clear:
        return {}
    found = unit_chosen(table, seat, offers, state.assault.unit)
    return {**found, "rolling": found["aims"][0]} if found else {}


class ForAll(BoardState):
    """The map as everybody sees it: all positions are public."""

    @cached_property
    def rows(self) -> Mapping[str, Sequence[Row]]:
        return {side: tuple(rows(self, side)) for side in SIDES}

    @cached_property
    def drawn(self) -> Mapping[str, Any]:
        wide, high = extent(self.board)
        lying = {"pieces": tuple(pieces(self)), "markers": tuple(markers(self))}
        return {"board": self.board.name, "wide": wide, "high": high, **lying}


def map_for_all(table: Table) -> ForAll:
    look = table.look(PUBLIC)
    return look.cached("map for all", lambda: ForAll(table.state_for(PUBLIC), look.book))


def places(table: Table, seat: Seat) -> Mapping[str, Any]:
    """Return rows of hexes with contents, each with its name, terrain and rules, mine, unit and own name."""
    state: State = table.state_for(seat)
    field = map_for_all(table)
    units: dict[str | None, Row] = {row.key: row for side in SIDES for row in field.rows[side]}
    rows = []
    for number, in_row in groupby(field.board.hexes, lambda place: place[1]):
        found = []
        for place in in_row:
            at = field.name(place)
            lying = tuple((name, GROUND[name]) for name in field.at(at))
            found.append((at, lying, state.mine_at(at), units.get(state.at(at)), field.scenario.named(place)))
        rows.append((field.board.rows - number, [one for one in found if one[1] != OPEN or any(one[2:])]))
    return {"rows": [row for row in rows if row[1]]}


def hex_buttons(offer: Offer, id: str, look: str, count: int = 1) -> list[Button]:
    """Return a button for each of the `count` possible hexes of a command on the map; none if they are more or fewer.

    One tap confirms a hex.
    """
    found = [(name, at) for name in offer.choose for at in offer.values(name)]
    if offer.command not in AT_ONCE or len(offer.choose) != 1 or len(found) != count:
        return []
    buttons = [button_for(offer, id, look, **{name: at})._replace(about=at) for name, at in found]
    return [one._replace(about=None) if one.label_key.startswith(STAYING) else one for one in buttons]


def two_ways(field: BoardState, edge: Edge, offers: Sequence[Offer]) -> tuple[Button, ...]:
    """Return the buttons of the only way to answer, if it has two possible hexes, from left to right for an edge."""
    found = hex_buttons(offers[0], "next-answer-flags", "strong main", TWO_WAYS) if len(offers) == 1 else []
    seen = sorted(found, key=lambda one: field.board.seen(field.hex(str(one.about)), edge))
    return tuple(one._replace(id=f"{one.id}-{one.about}") for one in seen)


def score_of(state: State, side: str) -> Score:
    one = state.accounts[side]
    return Score(side, one.medals, one.to_win, shown_cards(state, side), state.active == side)


def shown_cards(state: State, side: str) -> int | None:
    """Return the cards in a hand; of paper ones as many as it may hold, but for the one that is played.

    None of paper ones at the end: nobody draws any more, and no state tells whose card was played last.
    """
    account = state.accounts[side]
    if state.dealt and state.turn:
        return sum(one.n if isinstance(one, Redacted) else len(one) for one in (account.hand, account.chip))
    return None if state.over else account.hand_limit - (state.active == side and state.card is not None)


def hand_of(state: State, mine: str | None) -> tuple[str, ...]:
    hand = state.accounts[mine].hand if mine and state.dealt else ()
    return () if isinstance(hand, Redacted) else tuple(sorted(hand))


def chip_of(state: State, mine: str | None) -> str | None:
    chip = state.accounts[mine].chip if mine and state.dealt else ()
    return None if isinstance(chip, Redacted) else next(iter(chip), None)


def light_of(state: State, book: TableBook) -> tuple[str, int] | None:
    """Return the word for the light of a battle at night, and the hexes that one sees."""
    seen = seen_by_night(state)
    if seen is None:
        return None
    return ("visibility" if seen > 1 else "visibility-one") if is_dark(seen, book) else "daylight", seen


def flags_of(state: State, may: AvailableOffers, ways: Sequence[HexForm]) -> Flags | None:
    if state.asked is None or not may.of("answer-flags", "decide-retreat"):
        return None
    unit = state.asked.unit
    back, stay = (any(way.spots and way.label_key.startswith(how) for way in ways) for how in (GOING_BACK, STAYING))
    return Flags(unit, place_of(state, unit), state.asked.flags, back, stay)


def order_of(state: State, seat: Seat) -> str | None:
    general = state.generals.get(seat.name)
    return general.order if general else None


def army_of(state: State, mine: str | None, scenario: Scenario) -> tuple[str, ...]:
    """Return the message keys of what its army changes in the cards that a side plays now."""
    if state.over or mine is None or state.active != mine:
        return ()
    told = [] if state.dealt else TOLD_WITH_CARDS.get(state.phase, ())
    return tuple(f"board.{name}" for name in told if name in scenario.armies.get(mine, ()))


def has_nobody_to_order(may: AvailableOffers) -> bool:
    orders = [offer for offer in may.of(*ORDERS) if offer.label != "carry-out-nothing"]
    return bool(orders) and not any(whom(offer).some for offer in orders)


def others_of(may: AvailableOffers, first: Sequence[str]) -> list[str]:
    return [name for name in may if name not in (*first, *ORDERS, *TURN, CONCEDE, *OF_ROWS)]


def turn_taps(state: State, seat: Seat, may: AvailableOffers, *, ringed: bool) -> Iterator[Button]:
    if state.over or not seat.side or state.active != seat.side or not state.turn:
        return
    for command in TURN_OF_A_GENERAL if seat.name in state.generals else TURN:
        look = "strong" if strong(state, may, command) and not (ringed and command == "end-turn") else ""
        if command in ORDERS and has_nobody_to_order(may):
            given = tuple(may.of(command)[0].given.items())
            yield Button(command, f"next-{command}", "command.order-nobody", given, look)
            continue
        found = list(next_taps(may, [command], look))
        yield from found or [Button(command, f"next-{command}", f"command.{command}", greyed=True)]


def strong(state: State, may: AvailableOffers, command: str) -> bool:
    return command in ORDERS or (AT_ITS_TIME.get(state.phase) == command and not may.of(*FIRST))


def next_taps(may: AvailableOffers, commands: Sequence[str], look: str = "strong main") -> Iterator[Button]:
    for command in commands:
        offers = may.of(command)
        only = [one for offer in offers for one in hex_buttons(offer, f"next-{command}", look)]
        if only and len(only) == len(offers):
            numbered = len(only) > 1
            yield from (one._replace(id=f"{one.id}-{number}") if numbered else one for number, one in enumerate(only))
        elif len(offers) > 1 and any(offer.choose or offer.dice for offer in offers):
            yield Button(command, f"next-{command}", f"command.{command}", (), look, True)
        elif len(offers) > 1:
            yield from (button_for(offer, f"next-{command}-{number}", look) for number, offer in enumerate(offers))
        else:
            yield from (button_for(offer, f"next-{command}", look) for offer in offers)

"""Board sections of Memoir '44 beyond the shared frame, made of what the seat may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

from app.core.engine.buttons import AvailableOffers, Button, button_for
from app.core.engine.event import PUBLIC, Seat
from app.core.engine.offers import Offer
from app.core.engine.visibility import Redacted
from app.core.table.seat_view import Table
from app.games.memoir_44.board_state import BoardState
from app.games.memoir_44.board_view.drawing import BESIDE, TOP, extent
from app.games.memoir_44.board_view.selectable import ATTACKS, ORDERS, HexForm, edge_of, find_selectable, unit_chosen
from app.games.memoir_44.board_view.units import OF_UNITS, Row, markers, pieces, rows, with_taps
from app.games.memoir_44.book import SIDES
from app.games.memoir_44.rulings.rule_of import GROUND
from app.games.memoir_44.scenarios.set_up import set_up
from app.games.memoir_44.state import State, other
from app.games.memoir_44.turn.battle import place_of

ASKED = ("ambush", "let-come", "tell-mine", "roll-mine", "answer-flags", "decide-retreat", "check-leader")
FIRST = (*ASKED, "lay-off", "begin-battle", "take-ground", "decide-ground", "roll-orders", "strike")
"""Commands before anything else."""
AMBUSH = "ambush"
"""The command that is never asked for with cards of paper: it may come with any attack."""
TURN = ("play-card", "order", "end-turn")
"""The commands of a turn, from first to last."""
TURN_OF_A_GENERAL = ("carry-out-order", "end-turn")
AT_ITS_TIME = {"card": "play-card", "action": "end-turn"}
"""The highlighted command of a phase; orders always are."""
SELDOM = ("concede",)
GOING_BACK, STAYING = "command.back-", "command.stay-"
"""Prefixes of the answers to flags by which a unit goes back, and by which it stays."""
OPEN = (("open", GROUND["open"]),)
OF_ROWS = (*ATTACKS, "decide-dice", *OF_UNITS)


class WaitView(NamedTuple):
    """The state of a seat that cannot act.

    Both sides set up, it is asked, or others are awaited.
    """

    what: str
    side: str | None


class Score(NamedTuple):
    """A side on the head of a board: medals and cards of so many, whether it is its turn."""

    side: str
    medals: int
    to_win: int
    hand: int
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
    found = {**announced(table, seat, state, offers), **at_the_foot(state, seat, may)}
    return {
        "state": state,
        "mine": mine,
        "must_answer": bool(mine) and (state.active == mine or state.awaits(seat)),
        "score": [score_of(state, side) for side in sides],
        "map": field.drawn,
        "forces": [(side, with_taps(field, listed, may) if side == acting else listed) for side, listed in of_sides],
        **on_map,
        **found,
        "wait": waiting(state, mine, found),
        "flags": flags_of(state, may, on_map["ways"]),
        "hand": hand_of(state, mine),
        "order": order_of(state, seat),
        "ground": state.won.unit if state.won and may.of("take-ground") else None,
        "turned": edge == "top",
        "view": (TOP if edge == "top" else "") if mine else BESIDE,
        "near": scenario.side_at(edge),
        "to_lay_out": partial(set_up, scenario, table.book(), edge),
    }


def at_the_foot(state: State, seat: Seat, may: AvailableOffers) -> Mapping[str, tuple[Button, ...]]:
    first = [command for command in FIRST if command != AMBUSH or state.assault]
    return {
        "next": tuple(next_taps(may, first)),
        "besides": tuple(next_taps(may, others_of(may, first), "")),
        "turn": tuple(turn_taps(state, seat, may)),
        "seldom": tuple(next_taps(may, SELDOM, "quiet")),
    }


def waiting(state: State, mine: str | None, found: Mapping[str, Any]) -> WaitView | None:
    side = state.waiting[0].side if state.waiting else state.active
    besides = [one for one in found["besides"] if one.command != AMBUSH]
    can_do = found.get("rolling") or found["next"] or besides or not all(one.greyed for one in found["turn"])
    if can_do or (found["turn"] and side == mine):
        return None
    if state.phase == "set-up":
        return WaitView("setting-up", side)
    return WaitView("asked" if side == mine else "other", side)


def announced(table: Table, seat: Seat, state: State, offers: Sequence[Offer]) -> Mapping[str, Any]:
    if state.assault is None or not state.assault.clear:
        return {}
    found = unit_chosen(table, seat, offers, state.assault.unit)
    return {**found, "rolling": found["aims"][0]} if found else {}


class ForAll(BoardState):
    """The map as everybody sees it: all positions are public."""

    @cached_property
    def rows(self) -> Mapping[str, Sequence[Row]]:
        """Return the units of both sides in lists."""
        return {side: tuple(rows(self, side)) for side in SIDES}

    @cached_property
    def drawn(self) -> Mapping[str, Any]:
        """Return its board and size, its pieces and markers."""
        wide, high = extent(self.board)
        lying = {"pieces": tuple(pieces(self)), "markers": tuple(markers(self))}
        return {"board": self.board.name, "wide": wide, "high": high, **lying}


def map_for_all(table: Table) -> ForAll:
    look = table.look(PUBLIC)
    return look.cached("map for all", lambda: ForAll(table.state_for(PUBLIC), look.book))


def places(table: Table, seat: Seat) -> Mapping[str, Any]:
    """Return every hex with contents: its name, its terrain with its rule, its unit."""
    state: State = table.state_for(seat)
    field = BoardState(state, table.book())
    found = [
        (at, tuple((name, GROUND[name]) for name in field.at(at)), state.mine_at(at), state.at(at), named)
        for at, named in ((field.name(place), field.scenario.named(place)) for place in field.board.hexes)
    ]
    return {"hexes": [one for one in found if one[1] != OPEN or any(one[2:])]}


def score_of(state: State, side: str) -> Score:
    one = state.accounts[side]
    return Score(side, one.medals, one.to_win, one.hand_limit, state.active == side)


def hand_of(state: State, mine: str | None) -> tuple[str, ...]:
    hand = state.accounts[mine].hand if mine and state.dealt else ()
    return () if isinstance(hand, Redacted) else tuple(sorted(hand))


def flags_of(state: State, may: AvailableOffers, ways: Sequence[HexForm]) -> Flags | None:
    if state.asked is None or not may.of("answer-flags", "decide-retreat"):
        return None
    unit = state.asked.unit
    back, stay = (any(way.spots and way.label_key.startswith(how) for way in ways) for how in (GOING_BACK, STAYING))
    return Flags(unit, place_of(state, unit), state.asked.flags, back, stay)


def order_of(state: State, seat: Seat) -> str | None:
    general = state.generals.get(seat.name)
    return general.order if general else None


def others_of(may: AvailableOffers, first: Sequence[str]) -> list[str]:
    return [name for name in may if name not in (*first, *ORDERS, *TURN, *SELDOM, *OF_ROWS)]


def turn_taps(state: State, seat: Seat, may: AvailableOffers) -> Iterator[Button]:
    if state.over or not seat.side or state.active != seat.side or not state.turn:
        return
    for command in TURN_OF_A_GENERAL if seat.name in state.generals else TURN:
        found = list(next_taps(may, [command], "strong" if strong(state, may, command) else ""))
        yield from found or [Button(command, f"next-{command}", f"command.{command}", greyed=True)]


def strong(state: State, may: AvailableOffers, command: str) -> bool:
    return command in ORDERS or (AT_ITS_TIME.get(state.phase) == command and not may.of(*FIRST))


def next_taps(may: AvailableOffers, commands: Sequence[str], look: str = "strong main") -> Iterator[Button]:
    for command in commands:
        offers = may.of(command)
        if len(offers) > 1 and any(offer.choose or offer.dice for offer in offers):
            yield Button(command, f"next-{command}", f"command.{command}", (), look, True)
        elif len(offers) > 1:
            yield from (button_for(offer, f"next-{command}-{number}", look) for number, offer in enumerate(offers))
        else:
            yield from (button_for(offer, f"next-{command}", look) for offer in offers)

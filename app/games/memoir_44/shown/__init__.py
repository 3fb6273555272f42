"""Everything that a board of Memoir '44 shows beyond its frame, made of what the seat may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from app.core.offers import Offer
from app.core.play import Seat
from app.core.table import Table
from app.core.veil import Hidden
from app.games.memoir_44.at_table import Field
from app.games.memoir_44.book import SIDES
from app.games.memoir_44.rulings.rule_of import GROUND
from app.games.memoir_44.scenarios.set_up import set_up
from app.games.memoir_44.shown.drawing import extent
from app.games.memoir_44.shown.lit import ORDERS, lit
from app.games.memoir_44.shown.taps import May, Tap, press
from app.games.memoir_44.shown.units import OF_UNITS, markers, pieces, rows
from app.games.memoir_44.state import State, other

FIRST = (*ORDERS, "lay-off", "roll-mine", "answer-flags", "check-leader", "begin-battle", "take-ground")
"""What is answered or done before anything else."""
LAST = ("end-turn",)
SELDOM = ("concede",)
OPEN = (("open", GROUND["open"]),)
OF_ROWS = ("battle", "decide-dice", *OF_UNITS)


class Score(NamedTuple):
    """A side on the head of a board: medals of so many, cards in hand of so many, whether it is its turn."""

    side: str
    medals: int
    to_win: int
    hand: int
    active: bool


def shown(table: Table, seat: Seat, offers: Sequence[Offer]) -> Mapping[str, Any]:
    """What the templates of this game draw; `state` is as the seat sees it."""
    state: State = table.state_for(seat)
    may, field = May(offers), Field(state, table.book())
    mine, on_map = seat.side, lit(field, may)
    sides = [mine, other(mine)] if mine else list(SIDES)
    return {
        "state": state,
        "mine": mine,
        "must_answer": bool(mine) and (state.active == mine or state.awaits(seat)),
        "score": [score_of(state, side) for side in sides],
        "map": map_of(field),
        "forces": [(side, tuple(rows(field, side, may if side == mine else May(())))) for side in sides],
        **on_map,
        "hand": hand_of(state, mine),
        "order": order_of(state, seat),
        "next": tuple(next_taps(may, [name for name in FIRST if name not in ORDERS or not on_map["ordering"]])),
        "others": tuple(next_taps(may, others_of(may))),
        "last_taps": tuple(last_taps(state, mine, may)),
        "seldom": tuple(next_taps(may, SELDOM, "quiet")),
        "set_up": set_up(table.book().scenario, table.book()) if state.phase == "set-up" else None,
    }


def map_of(field: Field) -> Mapping[str, Any]:
    """The map as it stands: its board and size, the pieces and the markers on it."""
    wide, high = extent(field.board)
    drawn = {"pieces": list(pieces(field)), "markers": list(markers(field))}
    return {"board": field.board.name, "wide": wide, "high": high, **drawn}


def places(table: Table, seat: Seat) -> Mapping[str, Any]:
    """Every hex on which something lies or stands: its name, what lies there with its rule, who stands there."""
    state: State = table.state_for(seat)
    field = Field(state, table.book())
    found = [
        (at, tuple((name, GROUND[name]) for name in field.at(at)), state.mine_at(at), state.at(at))
        for at in map(field.name, field.board.hexes)
    ]
    return {"hexes": [one for one in found if one[1] != OPEN or one[2] or one[3]]}


def score_of(state: State, side: str) -> Score:
    """A side on the head of a board."""
    one = state.accounts[side]
    return Score(side, one.medals, one.to_win, one.hand_limit, state.active == side)


def hand_of(state: State, mine: str | None) -> tuple[str, ...]:
    """One's own cards, where the app holds them."""
    hand = state.accounts[mine].hand if mine and state.dealt else ()
    return () if isinstance(hand, Hidden) else tuple(sorted(hand))


def order_of(state: State, seat: Seat) -> str | None:
    """The order that a general was dealt and has not carried out yet."""
    general = state.generals.get(seat.name)
    return general.order if general else None


def others_of(may: May) -> list[str]:
    """Commands that belong to no unit and are neither first nor last, in their order."""
    return [name for name in may.offers if name not in (*FIRST, *LAST, *SELDOM, *OF_ROWS)]


def last_taps(state: State, mine: str | None, may: May) -> Iterator[Tap]:
    """The end of the turn, in its place as long as the turn lasts: greyed where something comes before it."""
    found = list(next_taps(may, LAST, "quiet" if state.phase == "orders" else "main"))
    if not found and mine and state.active == mine and state.turn:
        found = [Tap(command, f"next-{command}", f"command.{command}", look="quiet", greyed=True) for command in LAST]
    yield from found


def next_taps(may: May, commands: Sequence[str], look: str = "strong main") -> Iterator[Tap]:
    """A button for each of these commands: one link where it has several forms."""
    for command in commands:
        offers = may.of(command)
        if len(offers) > 1:
            yield Tap(command, f"next-{command}", f"command.{command}", (), look, True)
        else:
            yield from (press(offer, f"next-{command}", look) for offer in offers)

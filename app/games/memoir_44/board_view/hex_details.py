"""Details of a hex (contents, rules, unit and its marks), or of a command card."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from app.core.content.missions import BriefingLine
from app.core.engine.buttons import AvailableOffers, button_for
from app.core.engine.event import Seat
from app.core.engine.offers import Offer
from app.core.messages.rule_catalogue import rules_of
from app.core.table.seat_view import Table
from app.games.memoir_44.board_state import BoardState, TableBook
from app.games.memoir_44.board_view.by_hand import by_hand, may_rule
from app.games.memoir_44.board_view.drawing import HEAD, TOP, WALL, centre, extent
from app.games.memoir_44.board_view.selectable import spot, unit_chosen
from app.games.memoir_44.board_view.units import rows
from app.games.memoir_44.book import FOLDER, SIDES
from app.games.memoir_44.geometry import Board, Hex, hex_named
from app.games.memoir_44.rulings.rule_of import GROUND
from app.games.memoir_44.scenarios.army_rules import of_sudden_death
from app.games.memoir_44.scenarios.briefing import of_exit, of_objective
from app.games.memoir_44.scenarios.scenario import Scenario
from app.games.memoir_44.turn.hands import every_card, told_of

TAPPED = re.compile(r"(top-|wall-)?(\d{1,4}),(\d{1,4})")
"""A tapped point of a map, from the top, the bottom or on a wall: across and down, in thousandths of the picture."""
OPEN, CARD = "open", "card."
WITHIN = 11.5
"""The distance of a hex's corners from its middle."""


class Lies(NamedTuple):
    name: str
    rule: str
    told: Mapping[str, str]


def chosen(table: Table, seat: Seat, offers: Sequence[Offer], thing: str) -> Mapping[str, Any]:
    """Return the details of a choice by hand, a command card, a unit that can act, else a hex."""
    if thing.startswith(CARD):
        return card_told(table.book(), seat.side, thing.removeprefix(CARD), offers)
    if placing := by_hand(table, seat, thing):
        return placing
    found = unit_chosen(table, seat, offers, thing) or looked(BoardState(table.state_for(seat), table.book()), thing)
    return {**found, "may_rule": may_rule(table, seat)} if found else {}


def card_told(book: TableBook, side: str | None, card: str, offers: Sequence[Offer]) -> Mapping[str, Any]:
    if card not in {*book.cards, *every_card(book)}:
        return {}
    offered = AvailableOffers(offers)["play-card"]
    plays = (one for one in offered if card in (one.given.get("card"), *one.values("card")))
    buttons = [button_for(one, "play-this", "main", card=card)._replace(label_key="command.play-this") for one in plays]
    texts = told_of(book, book.scenario.armies.get(str(side), ()), card)
    return {"card": card, "texts_of_card": texts, "plays": buttons[:1]}


def looked(field: BoardState, thing: str) -> Mapping[str, Any]:
    place = tapped(field.board, thing) or hex_named(field.board, thing)
    if place is None:
        return {}
    at = field.name(place)
    found = [one for side in SIDES for one in rows(field, side) if one.key == field.state.at(at)]
    return {
        "looked": spot(field, at),
        "named": field.scenario.named(place),
        "lies": tuple(lying(field, at)),
        "brings": tuple(brings(field.scenario, place)),
        "mine": field.state.mine_at(at),
        "stands": next(iter(found), None),
    }


def brings(scenario: Scenario, place: Hex) -> Iterator[BriefingLine]:
    yield from (of_objective(scenario, one) for one in scenario.objectives if place in one.at)
    yield from (of_sudden_death(scenario, one) for one in scenario.sudden_deaths if place in one.at)
    yield from (of_exit(scenario, one) for one in scenario.exits if place in one.at)


def lying(field: BoardState, at: str) -> Iterator[Lies]:
    for name in [one for one in field.at(at) if one != OPEN] or [OPEN]:
        yield Lies(name, GROUND[name], rules_of(FOLDER)[GROUND[name]]["summary"])


def tapped(board: Board, thing: str) -> Hex | None:
    found = TAPPED.fullmatch(thing)
    if found is None:
        return None
    (wide, high), above = extent(board), HEAD if found[1] == WALL else 0
    point = complex(int(found[2]) / 1000 * wide, int(found[3]) / 1000 * (high + above) - above)
    nearest = min(board.hexes, key=lambda place: abs(complex(*centre(place)) - point))
    near = abs(complex(*centre(nearest)) - point) <= WITHIN
    return board.seen(nearest, "top" if found[1] == TOP else "bottom") if near else None

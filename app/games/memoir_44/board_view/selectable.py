"""Selectable things on the map: units to choose, to order, to attack; hexes to go to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from app.core.engine.buttons import AvailableOffers, Button, Fields, label_key
from app.core.engine.event import Seat
from app.core.engine.offers import MultiChoice, Offer
from app.core.table.seat_view import Table
from app.games.memoir_44.board_state import BoardState, GameContext
from app.games.memoir_44.board_view.units import taps_of
from app.games.memoir_44.geometry import SECTIONS, Edge, hex_named
from app.games.memoir_44.state import State
from app.games.memoir_44.turn.battle import finds_target, nearest, place_of
from app.games.memoir_44.turn.cards import EVERY_TYPE
from app.games.memoir_44.turn.ice import is_thin
from app.games.memoir_44.turn.moving import ways_of

AT_ONCE = ("answer-flags", "take-ground", "build-pontoon", "land", "bring-reinforcements")
"""Commands whose hexes are lit without a prior choice."""
ATTACKS = ("battle", "announce-attack")
"""Commands by which a unit attacks."""
BATTLING, FREE, FAR = "fight", "free", "far"
"""Kinds of hexes to move to: with a target there, with a battle but no target as things are, without a battle."""
ORDERS = ("order", "carry-out-order")
"""Commands that order units: of the player of a card, of a general."""


class HexTarget(NamedTuple):
    at: str
    x: int
    y: int
    lying: tuple[str, ...]


class HexForm(NamedTuple):
    """A form on the map: its command, its fields, and the hexes of which one is tapped.

    Of a move, `battling` are the hexes from which its unit may still battle, `aiming` those of them with a target.
    """

    command: str
    id: str
    label_key: str
    field: str
    fields: Fields
    spots: tuple[HexTarget, ...]
    battling: frozenset[str] | None = None
    aiming: frozenset[str] = frozenset()

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of its hexes that a move tells apart, in the order of their legend."""
        return tuple(kind for kind in (BATTLING, FREE, FAR) if any(self.kind(one) == kind for one in self.spots))

    def kind(self, one: HexTarget) -> str:
        if self.battling is None:
            return ""
        if one.at in self.aiming:
            return BATTLING
        return FREE if one.at in self.battling else FAR


class AttackTarget(NamedTuple):
    """An enemy that can be attacked: its hex, number of dice, chance of a hit in percent.

    The attack is announced first, or rolled at once.
    """

    command: str
    target: str
    spot: HexTarget
    dice: int
    offer: Offer
    chance: int


class Box(NamedTuple):
    key: str
    spot: HexTarget
    ticked: bool


class Order(NamedTuple):
    command: str
    label_key: str
    fields: Fields
    section: str | tuple[str, ...] | None
    """The section, or the types of the units, if an order is limited to them."""
    most: int
    boxes: tuple[Box, ...]


def edge_of(field: BoardState, seat: Seat) -> Edge:
    return field.edge(seat.side) if seat.side else "bottom"


def spot(field: BoardState, at: str) -> HexTarget:
    x, y = field.hex(at)
    mined = ("minefield",) if at in field.state.mines else ()
    return HexTarget(at, x, y, (*(name for name in field.at(at) if name != "open"), *mined))


# -- without a prior choice


def find_selectable(field: BoardState, may: AvailableOffers, edge: Edge) -> Mapping[str, Any]:
    units, goes = tuple(choosable(field, may)), tuple(ways(field, may.of(*AT_ONCE)))
    ordering = next((order(field, offer) for offer in may.of(*ORDERS) if whom(offer).some), None)
    boxes, struck = ordering.boxes if ordering else (), tuple(strikes(field, may))
    lit_too = [*spots_of(goes), *(box.spot for box in boxes), *(one.spot for one in struck)]
    begins = corner(edge, [at for _, at in units], lit_too)
    return {"choosable": units, "ways": goes, "aims": struck, "ordering": ordering, "begins": begins}


def strikes(field: BoardState, may: AvailableOffers) -> Iterator[AttackTarget]:
    for offer in may.of("strike"):
        target = str(offer.given["target"])
        assert offer.dice is not None
        place, dice = spot(field, place_of(field.state, target)), offer.dice.count
        yield AttackTarget(offer.command, target, place, dice, offer, chance_of(offer))


def spots_of(ways: Sequence[HexForm]) -> list[HexTarget]:
    return [at for way in ways for at in way.spots]


def corner(edge: Edge, *lit: Sequence[HexTarget]) -> tuple[int, int] | None:
    """Return the first column and row of a map, seen from an edge, that shows all lit hexes.

    None if nothing is lit.
    """
    spots, first = [at for several in lit for at in several], min if edge == "bottom" else max
    return (first(at.x for at in spots), first(at.y for at in spots)) if spots else None


def choosable(field: BoardState, may: AvailableOffers) -> Iterator[tuple[str, HexTarget]]:
    every = chain.from_iterable(may.values())
    keys = dict.fromkeys(str(offer.given["unit"]) for offer in every if "unit" in offer.given)
    return ((key, spot(field, place_of(field.state, key))) for key in keys)


def ways(field: BoardState, offers: Sequence[Offer]) -> Iterator[HexForm]:
    asking = [(offer, hexes_of(field, offer)) for offer in offers]
    counted = Counter(at for _, hexes in asking for at in hexes)
    for number, (offer, hexes) in enumerate(asking):
        if hexes:
            spots = tuple(spot(field, at) for at in hexes if counted[at] == 1)
            given = tuple(offer.given.items())
            named = next(iter(offer.choose))
            yield HexForm(offer.command, f"lit-{number}", label_key(offer), named, given, spots, offer.own)


def hexes_of(field: BoardState, offer: Offer) -> list[str]:
    choices = list(offer.choose.values())
    if len(choices) != 1 or offer.dice or not isinstance(choices[0], list):
        return []
    return [str(at) for at in choices[0] if hex_named(field.board, str(at))]


def whom(offer: Offer) -> MultiChoice:
    some = offer.choose["units"]
    assert isinstance(some, MultiChoice)
    return some


def order(field: BoardState, offer: Offer) -> Order:
    some = whom(offer)
    boxes = tuple(Box(key, spot(field, place_of(field.state, key)), some.ticked) for key in some.some)
    whose = offer.about[0] if offer.about else None
    of_types = isinstance(whose, tuple) and {*whose} < {*EVERY_TYPE}
    section = whose if of_types or whose in SECTIONS else None
    return Order(offer.command, label_key(offer), tuple(offer.given.items()), section, some.max, boxes)


# -- a unit is chosen


def unit_chosen(table: Table, seat: Seat, offers: Sequence[Offer], thing: str) -> Mapping[str, Any]:
    state: State = table.state_for(seat)
    can = AvailableOffers(one for one in offers if one.group == "play" and one.given.get("unit") == thing)
    if not can:
        return {}
    field, own = BoardState(state, table.book()), [*chain.from_iterable(can.values())]
    others = [one for one in taps_of(thing, can) if not is_shown_on_map(field, own, one)]
    here, goes, targets = (
        spot(field, place_of(field.state, thing)),
        tuple(
            with_targets(table.look(seat), field, thing, way)
            for way in ways(field, [*own, *AvailableOffers(offers).of("take-ground")])
        ),
        tuple(aims(field, thing, can)),
    )
    return {
        "chosen": thing,
        "here": here,
        "ways": goes,
        "aims": targets,
        "own_dice": state.seats[seat.name].rolls == "hand",
        "begins": corner(edge_of(field, seat), [here], spots_of(goes), [one.spot for one in targets]),
        "ice": field.book.ice.dice if any(is_thin(field, at.at) for at in spots_of(goes)) else 0,
        "acts_of": tuple(one._replace(id=f"chosen-{one.id}") for one in others),
        "ordering": None,
    }


def with_targets(look: GameContext, field: BoardState, key: str, way: HexForm) -> HexForm:
    """Return a move with the hexes from which its unit has a target as things are."""
    if not way.battling:
        return way
    ends = ways_of(look, field, field.state.units[key])
    return way._replace(aiming=frozenset(at for at in way.battling if finds_target(look, field, key, ends[at])))


def aims(field: BoardState, key: str, can: AvailableOffers) -> Iterator[AttackTarget]:
    for offer in can.of(*ATTACKS):
        if offer.preview is not None:
            target = str(offer.given["target"])
            place = spot(field, nearest(field, place_of(field.state, key), target))
            yield AttackTarget(offer.command, target, place, offer.preview["dice_needed"], offer, chance_of(offer))


def chance_of(offer: Offer) -> int:
    """Return the chance of a hit in percent: neither 0 nor 100 unless impossible or certain."""
    odds = offer.preview.odds if offer.preview else None
    chance = Fraction(odds["at_least"].get("1", "0")) if odds else Fraction()
    return round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance)))


def is_shown_on_map(field: BoardState, own: Sequence[Offer], one: Button) -> bool:
    return one.command in ATTACKS or any(hexes_of(field, offer) for offer in own if offer.command == one.command)

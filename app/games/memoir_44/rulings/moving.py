"""Moves: distance by unit, badge, road and card, and the effect of the hexes of a way.

Source: Memoir '44, M44 p.13–16; Terrain Pack, I. Nuevas fichas de terreno, Carreteras.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise
from operator import attrgetter
from typing import Annotated, Any, Literal, get_args

from app.core.errors import Refused
from app.core.rules.inputs import BookEntry, Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.memoir_44.book import Book, Card, Target, Terrain, UnitType
from app.games.memoir_44.rulings.asking import (
    ArmyName,
    BadgeName,
    Ground,
    Traits,
    army_of,
    check_named,
    check_traits,
    checked,
)
from app.games.memoir_44.rulings.rule_of import ARMIES, BADGES, GROUND, TRAITS, UNITS

CardName = Annotated[str | None, BookEntry("cards")]
Part = Literal["battle", "no_battle"]


class Mover(Facts):
    """A moving unit: type and badge, what its scenario says of it, card, whether the depot of its side is lost."""

    unit: Target
    badge: BadgeName = None
    army: ArmyName = None
    traits: Traits = []
    card: CardName = None
    depot_lost: bool = False


class Move(Mover):
    """A moving unit, and whether the whole move is on road."""

    on_road: bool = False


def move(facts: Move, book: Book) -> RulingResult:
    """Calculate the hexes with which a unit may still battle, and the hexes without.

    Raise Refused, naming the field.
    """
    check_mover(facts, book)
    battle, without = (allowance(facts, part, facts.on_road, book) for part in ("battle", "no_battle"))
    return RulingResult({"battle_after": battle.total, "no_battle": without.total}, battle, {"no_battle": without})


def check_mover(facts: Mover, book: Book) -> None:
    check_named(facts.badge, book.badges, "badge")
    army_of(facts.army, facts.unit, book)
    if facts.badge is not None and book.badges[facts.badge].unit != facts.unit:
        raise Refused("badge-of-others", BADGES[facts.badge], field="badge", badge=facts.badge, unit=facts.unit)
    check_traits(facts.traits, book)
    check_named(facts.card, book.cards, "card")
    if facts.card is not None and not orders(book.cards[facts.card], facts.unit):
        raise Refused("card-for-others", "cards.orders", field="card", card=facts.card, unit=facts.unit)


def orders(card: Card, unit: Target) -> bool:
    return len(card.units) == len(get_args(UnitType)) if unit == "train" else unit in card.units


def allowance(facts: Mover, part: Part, on_road: bool, book: Book) -> Ruling:
    """Return the range of a unit: its own move, badge, card, road, and the loss of a depot."""
    unit = book.units[facts.unit]
    hexes = Ruling().plus(facts.unit, getattr(unit.move, part), UNITS[facts.unit])
    hexes = with_badge(hexes, facts.badge, part, book)
    hexes = with_army(hexes, facts, part, book)
    for name in dict.fromkeys(facts.traits):
        own = book.traits[name].move
        hexes = hexes.plus(name, getattr(own, part) - hexes.total if own else 0, TRAITS[name])
    card = book.cards[facts.card] if facts.card else None
    hexes = with_card(hexes, facts, card, part, slow=book.kind(facts.unit, facts.badge).slow)
    if on_road and (card is None or card.roads):
        hexes = hexes.plus("road", getattr(book.kind(facts.unit, facts.badge).road, part), "terrain.road")
    if facts.depot_lost and facts.unit == "armour" and hexes.total:
        hexes = hexes.plus("depot-lost", -book.depot.armour, "landmarks.depot-lost")
        hexes = hexes.within(book.depot.least_move, None, "landmarks.depot-lost")
    return hexes


def with_badge(hexes: Ruling, badge: str | None, part: Part, book: Book) -> Ruling:
    if badge is None:
        return hexes
    return hexes.plus(badge, getattr(book.badges[book.in_year(badge)].move, part) - hexes.total, BADGES[badge])


def with_army(hexes: Ruling, facts: Mover, part: Part, book: Book) -> Ruling:
    """Add what an army changes: its units' own move, or how far they may go and battle close by."""
    army = army_of(facts.army, facts.unit, book)
    if army.move:
        return hexes.plus(str(facts.army), getattr(army.move, part) - hexes.total, ARMIES[str(facts.army)])
    charges = part == "battle" and book.in_year(facts.badge or "") not in army.charge_without
    more = max(0, army.charge - hexes.total) if charges else 0
    return hexes.plus(str(facts.army), more, ARMIES[str(facts.army)]) if more else hexes


def with_card(hexes: Ruling, facts: Mover, card: Card | None, part: Part, *, slow: bool) -> Ruling:
    """Return the range by a card; no card makes a `slow` unit faster."""
    given = card.moves.get(facts.unit) if card and facts.unit != "train" else None
    if given is None or (slow and given.no_battle):
        return hexes
    worth: int = getattr(given, part)
    if given.no_battle:
        worth = max(worth, hexes.total)
    return hexes.plus(str(facts.card), worth - hexes.total, "cards.moving")


# -- a way over several hexes


class Step(Facts):
    """One hex of a way.

    Its contents; whether it is entered, or left for it, over the side of a wadi; whether tiles join the road that
    leads there.
    """

    ground: Ground = ["open"]
    over_a_side: bool = False
    joined: bool = True


class Walker(Mover):
    """A unit that goes over hexes."""

    unit: UnitType


class Route(Walker):
    """A unit that goes over hexes: the hex where it is, and the hexes of its way, in order."""

    start: Ground = ["open"]
    steps: list[Step]


Trait = Callable[[Terrain], Any]
"""A property of a thing on a hex; one function object each, which is the cache key of a hex."""
ROAD, WATER, CROSSES, SOFT = (attrgetter(name) for name in ("road", "water", "crosses", "soft_ground"))
HEIGHT, FROM_HEIGHT, ENDS_OF = (attrgetter(name) for name in ("height", "from_height", "ends_of"))
SEA, SHORE, SHORE_STEPS = (attrgetter(name) for name in ("sea", "shore", "shore_steps"))
ENTER_ADJACENT, LEAVE_ADJACENT = attrgetter("enter_adjacent"), attrgetter("leave_adjacent")


@cache
def closed_to(unit: UnitType) -> Trait:
    return lambda ground: unit in ground.closed_to


@cache
def stopping(unit: UnitType, *stops: str) -> Trait:
    return lambda ground: ground.stop.get(unit) in stops


def without_battle_on_entry(ground: Terrain) -> bool:
    """Return whether a unit that enters may not battle."""
    return not ground.battle_on_entry


@cache
def without_battle_inside(unit: UnitType) -> Trait:
    return lambda ground: unit in ground.no_battle_from


def from_land_only(ground: Terrain) -> bool:
    return not ground.from_sea


@dataclass(frozen=True)
class Entered:
    """The contents of a hex of a way, by name."""

    names: list[tuple[str, Terrain]]
    over_a_side: bool = False
    joined: bool = True
    shut: str | None = None
    """The part of it that shuts out a unit that is on some ground only."""
    found: dict[Trait, str | None] = field(default_factory=dict, compare=False, repr=False)

    def first(self, trait: Trait) -> str | None:
        """Return the first thing there that has a trait; cached."""
        if trait not in self.found:
            self.found[trait] = next((name for name, ground in self.names if trait(ground)), None)
        return self.found[trait]

    @property
    def by_road(self) -> bool:
        return self.joined and self.first(ROAD) is not None

    @cached_property
    def most_onto(self) -> tuple[int, ...]:
        """Return the most hexes that entering units may move, by each thing that limits them."""
        return tuple(ground.most_onto for _, ground in self.names if ground.most_onto is not None)

    @cached_property
    def battle_after(self) -> int | None:
        """Return the hexes that a move which enters it may have if the unit then battles."""
        return min((one.battle_after for _, one in self.names if one.battle_after is not None), default=None)

    @cached_property
    def climb(self) -> int:
        return max((ground.climb for _, ground in self.names), default=1)


Reason = tuple[str, str]
WADI = "wadi"


def way(facts: Route, book: Book) -> RulingResult:
    """Decide whether a move is legal, its stop, and whether the unit may battle or take ground.

    Raise Refused, naming the field.
    """
    check_mover(facts, book)
    hexes = hexes_of(facts, book)
    most = allowance(facts, "no_battle", on_road(hexes, book), book)
    against = next(reasons_against(facts, hexes, most.total, book), None)
    if against is not None:
        return RulingResult({"legal": False, "refused_because": against[0]}, Ruling().plus(against[0], 0, against[1]))
    left = most.plus("hexes-moved", -len(facts.steps), "units.moving")
    for name, more in uphill(facts, hexes, book):
        left = left.plus(name, -more, GROUND[name])
    return RulingResult(
        {"legal": True, "refused_because": None, **afterwards(facts, hexes, book), "hexes_left": left.total}, left
    )


def afterwards(facts: Walker, hexes: Sequence[Entered], book: Book) -> dict[str, Any]:
    return {
        "stop": stop_of(hexes[-1], facts.unit) if len(hexes) > 1 else "none",
        "may_battle": may_battle(facts, hexes, book),
        "may_take_ground": not hard_stop(facts, hexes, book),
    }


def hexes_of(facts: Route, book: Book) -> list[Entered]:
    """Return the hexes of a way, the first one too. Raise Refused, naming the field."""
    start = entered(facts.badge, checked(facts.start, book, "start"), book)
    steps = ((checked(one.ground, book, f"steps.{n}.ground"), one) for n, one in enumerate(facts.steps))
    return [start, *(entered(facts.badge, names, book, one.over_a_side, one.joined) for names, one in steps)]


def entered(
    badge: str | None, names: list[tuple[str, Terrain]], book: Book, over_a_side: bool = False, joined: bool = True
) -> Entered:
    """Return a hex as a unit enters it.

    One that sails is on its water only, of which nothing hinders it.
    """
    sails = book.badges[badge].sails if badge else []
    if not sails:
        return Entered(names, over_a_side, joined)
    afloat = any(name in sails for name, _ in names)
    return Entered([], over_a_side, joined, None if afloat or not names else names[0][0])


def on_road(hexes: Sequence[Entered], book: Book) -> bool:
    """Return whether a move is on road.

    Every hex of it, or both its ends if the table says so (TP-07).
    """
    if len(hexes) < 2 or not all(one.first(ROAD) for one in (hexes[0], hexes[-1])):
        return False
    return book.answer_for("road-path") != "all" or all(one.by_road for one in hexes[1:])


def reasons_against(facts: Walker, hexes: Sequence[Entered], most: int, book: Book) -> Iterator[Reason]:
    ignores = ignores_terrain(facts, book)
    moved, counted = len(hexes) - 1, length_of(facts, hexes, book)
    if moved and (name := hexes[0].first(closed_to(facts.unit))):
        yield "cannot-leave", GROUND[name]
    if moved > 1 and not ignores and (name := hexes[0].first(LEAVE_ADJACENT)):
        yield "one-hex-only", GROUND[name]
    for number, (before, after) in enumerate(pairwise(hexes)):
        yield from against_step(facts.unit, number, before, after, ignores)
        if not ignores:
            yield from too_far_onto(after, counted)
    if counted > most:
        yield "too-far", "units.moving"


def uphill(facts: Walker, hexes: Sequence[Entered], book: Book) -> Iterator[tuple[str, int]]:
    """Yield the additional hexes that steps of a way count, by their reason."""
    if ignores_terrain(facts, book):
        return
    for before, after in pairwise(hexes):
        if more := hexes_of_step(facts.unit, before, after) - 1:
            slope = (one.first(SHORE_STEPS) or one.first(lambda ground: ground.climb > 1) for one in (after, before))
            yield next(name for name in slope if name), more


def length_of(facts: Walker, hexes: Sequence[Entered], book: Book) -> int:
    return len(hexes) - 1 + sum(more for _, more in uphill(facts, hexes, book))


def hexes_of_step(unit: UnitType, before: Entered, after: Entered) -> int:
    """Return the hexes that a step counts: steep ones count more."""
    counts = [1 if before.first(HEIGHT) else after.climb]
    for one, other in ((before, after), (after, before)):
        if one.first(SHORE_STEPS) and other.first(SHORE):
            counts += [ground.shore_steps.get(unit, 1) for _, ground in one.names]
    return max(counts)


def ignores_terrain(facts: Walker, book: Book) -> bool:
    """Return whether only closed hexes count in a move: some cards say so."""
    return facts.card is not None and not book.cards[facts.card].terrain_moves


def against_step(unit: UnitType, number: int, before: Entered, after: Entered, ignores: bool) -> Iterator[Reason]:
    """Yield the reasons why a step of a way is not legal; the first step is number 0."""
    yield from closed(unit, before, after)
    yield from too_steep(unit, before, after)
    if not ignores:
        yield from held_up(unit, number, before, after)


def too_steep(unit: UnitType, before: Entered, after: Entered) -> Iterator[Reason]:
    """Yield the reason why such a unit never makes this step of its own: a retreat does."""
    for one, other in ((before, after), (after, before)):
        if (name := one.first(SHORE_STEPS)) and other.first(SHORE):
            if not any(unit in ground.shore_steps for _, ground in one.names):
                yield "too-steep", GROUND[name]


def closed(unit: UnitType, before: Entered, after: Entered) -> Iterator[Reason]:
    if name := after.shut or after.first(closed_to(unit)):
        yield "closed", GROUND[name]
    if (name := after.first(WATER)) and not after.first(CROSSES):
        yield "closed", GROUND[name]
    for one, other in ((before, after), (after, before)):
        if (name := one.first(FROM_HEIGHT)) and not other.first(HEIGHT):
            yield "from-heights-only", GROUND[name]
        if (name := one.first(ENDS_OF)) and after.over_a_side:
            yield "side-slope" if name == WADI else "off-its-road", GROUND[name]
    if (name := after.first(from_land_only)) and before.first(SEA):
        yield "from-land-only", GROUND[name]


def held_up(unit: UnitType, number: int, before: Entered, after: Entered) -> Iterator[Reason]:
    if number == 0:
        return
    if name := before.first(stopping(unit, "hard", "soft")):
        yield "must-stop", GROUND[name]
    if name := after.first(ENTER_ADJACENT):
        yield "adjacent-only", GROUND[name]


def too_far_onto(after: Entered, hexes: int) -> Iterator[Reason]:
    for name, ground in after.names:
        if ground.most_onto is not None and hexes > ground.most_onto:
            yield "too-far", GROUND[name]


def stop_of(hex_: Entered, unit: UnitType) -> str:
    """Return the stop of a unit in a hex: hard, soft or none."""
    return next((stop for stop in ("hard", "soft") if hex_.first(stopping(unit, stop))), "none")


def hard_stop(facts: Walker, hexes: Sequence[Entered], book: Book) -> bool:
    return stays_stopped(any(stop_of(one, facts.unit) == "hard" for one in hexes[1:]), book)


def stays_stopped(stopped: bool, book: Book) -> bool:
    """Return whether a hard stop, if there was one, forbids taking ground (TP-02)."""
    return stopped and book.answer_for("hard-stop") == "on"


def may_battle(facts: Walker, hexes: Sequence[Entered], book: Book) -> bool:
    most = allowance(facts, "battle", on_road(hexes, book), book).total
    return length_of(facts, hexes, book) <= most and not kept_from_battle(facts, hexes, book)


def kept_from_battle(facts: Walker, hexes: Sequence[Entered], book: Book) -> bool:
    moved = len(hexes) - 1
    entered = any(one.first(without_battle_on_entry) or too_long(moved, one.battle_after) for one in hexes[1:])
    soft = len(hexes) > 1 and any(one.first(SOFT) for one in hexes)
    return kept_by(facts, entered, soft, hexes[-1], book)


def too_long(moved: int, most: int | None) -> bool:
    """Return whether a move has more hexes than a unit may make that then battles."""
    return most is not None and moved > most


def kept_by(facts: Walker, entered: bool, soft: bool, last: Entered, book: Book) -> bool:
    battles, armour = book.kind(facts.unit, facts.badge).battles_on_entry, facts.unit == "armour"
    inside = last.first(without_battle_inside(facts.unit)) is not None
    return (entered and not battles) or inside or (soft and armour)

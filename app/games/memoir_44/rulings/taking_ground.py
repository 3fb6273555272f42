"""Take Ground and Armour Overrun after a close assault that emptied the target's hex."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.rules.inputs import Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.memoir_44.book import Book, Terrain, UnitType
from app.games.memoir_44.rulings.asking import BadgeName, Ground, check_named, checked
from app.games.memoir_44.rulings.moving import (
    LEAVE_ADJACENT,
    SHORE,
    SOFT,
    Entered,
    Reason,
    closed,
    entered,
    stop_of,
    too_steep,
)
from app.games.memoir_44.rulings.rule_of import ATTACKERS, GROUND


class Won(Facts):
    """A close assault that emptied a hex.

    The winner, his hex, the terrain of the emptied one, whether the side of a wadi is between them; `moved`: he moved
    this turn; `brought`: a card brought him onto the board in it.
    """

    unit: UnitType
    badge: BadgeName = None
    own: Ground = ["open"]
    target: Ground = ["open"]
    over_a_side: bool = False
    hard_stop: bool = False
    moved: bool = False
    overran: bool = False
    brought: bool = False
    desert: bool = False


def take_ground(facts: Won, book: Book) -> RulingResult:
    """Calculate how many hexes the unit may move in, and whether it may then battle once more.

    Raise Refused, naming the field. Source: Terrain Pack, Reglas del Desierto Norte-Africano; hard stops TP-02, soft
    ground TP-06, the extra hex TP-34.
    """
    check_named(facts.badge, book.badges, "badge")
    own = entered(facts.badge, checked(facts.own, book, "own"), book)
    target = entered(facts.badge, checked(facts.target, book, "target"), book, facts.over_a_side)
    against = next(reasons_against(facts, own, target, book), None)
    if against is not None:
        return answer(Ruling().plus(against[0], 0, against[1]), against[0], overrun=False)
    hexes = Ruling().plus("vacated-hex", book.take_ground.hexes, "units.take-ground")
    no_overrun = next(against_overrun(facts, own, target, book), None)
    goes_on = stop_of(target, facts.unit) == "none" and not own.first(LEAVE_ADJACENT)
    if no_overrun is None and facts.desert and goes_on:
        hexes = hexes.plus("desert-hex", book.take_ground.desert, "terrain.desert-rule")
    return answer(hexes, None, overrun=no_overrun is None, because=no_overrun)


def answer(hexes: Ruling, refused: str | None, *, overrun: bool, because: Reason | None = None) -> RulingResult:
    also = {"overrun": Ruling().plus(because[0], 0, because[1])} if because else {}
    return RulingResult({"hexes": hexes.total, "overrun": overrun, "refused_because": refused}, hexes, also)


def reasons_against(facts: Won, own: Entered, target: Entered, book: Book) -> Iterator[Reason]:
    if not book.kind(facts.unit, facts.badge).takes_ground:
        yield "takes-no-ground", ATTACKERS[facts.badge or facts.unit]
    if facts.hard_stop and book.answer_for("hard-stop") == "on":
        yield "hard-stop", "units.hard-stop"
    yield from closed(facts.unit, own, target)
    yield from too_steep(facts.unit, own, target)
    if (name := target.first(not_from_shore)) and own.first(SHORE):
        yield "too-steep", GROUND[name]
    for name, ground in target.names:
        if facts.moved and facts.unit in ground.unmoved_ground:
            yield "moved-first", GROUND[name]


def not_from_shore(ground: Terrain) -> bool:
    return not ground.ground_from_shore


def against_overrun(facts: Won, own: Entered, target: Entered, book: Book) -> Iterator[Reason]:
    if not book.kind(facts.unit, facts.badge).overruns:
        yield "no-overrun", ATTACKERS[facts.badge or facts.unit]
    if facts.overran:
        yield "overran", "units.overrun"
    if facts.brought:
        yield "brought", "turn.reinforcements"
    for one in (target, own):
        if facts.unit == "armour" and (name := one.first(SOFT)):
            yield "armour-in-water", GROUND[name]
    for name, ground in target.names:
        if not ground.battle_on_entry or facts.unit in ground.no_battle_from:
            yield "no-battle-on-entry", GROUND[name]

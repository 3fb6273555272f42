"""Take Ground and Armour Overrun after a close assault that emptied the target's hex."""

from __future__ import annotations

from collections.abc import Iterator

from app.core.rules.inputs import Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.memoir_44.book import Book, UnitType
from app.games.memoir_44.rulings.asking import Ground, checked
from app.games.memoir_44.rulings.moving import LEAVE_ADJACENT, SOFT, Entered, Reason, closed, stop_of
from app.games.memoir_44.rulings.rule_of import GROUND, UNITS


class Won(Facts):
    """A close assault that emptied a hex.

    The winner, his hex, the terrain of the emptied one, whether the side of a wadi is between them.
    """

    unit: UnitType
    own: Ground = ["open"]
    target: Ground = ["open"]
    over_a_side: bool = False
    hard_stop: bool = False
    overran: bool = False
    desert: bool = False


def take_ground(facts: Won, book: Book) -> RulingResult:
    """Calculate how many hexes the unit may move in, and whether it may then battle once more.

    Raise Refused, naming the field. Source: Terrain Pack, Reglas del Desierto Norte-Africano; hard stops TP-02, soft
    ground TP-06, the extra hex TP-34.
    """
    own = Entered(checked(facts.own, book, "own"))
    target = Entered(checked(facts.target, book, "target"), facts.over_a_side)
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
    if not book.units[facts.unit].takes_ground:
        yield "takes-no-ground", UNITS[facts.unit]
    if facts.hard_stop and book.answer_for("hard-stop") == "on":
        yield "hard-stop", "units.hard-stop"
    yield from closed(facts.unit, own, target)


def against_overrun(facts: Won, own: Entered, target: Entered, book: Book) -> Iterator[Reason]:
    if not book.units[facts.unit].overruns:
        yield "no-overrun", UNITS[facts.unit]
    if facts.overran:
        yield "overran", "units.overrun"
    for one in (target, own):
        if name := one.first(SOFT):
            yield "armour-in-water", GROUND[name]
    if name := target.first(lambda ground: not (ground.battle_on_entry and ground.battle_inside)):
        yield "no-battle-on-entry", GROUND[name]

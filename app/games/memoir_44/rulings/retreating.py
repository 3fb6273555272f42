"""Flags: how many may be ignored, hexes of retreat left, cost of blocked hexes; and trains."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.core.errors import Refused
from app.core.rules.inputs import Count, Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.memoir_44.book import ALL, Book, UnitType
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
from app.games.memoir_44.rulings.rule_of import ARMIES, BADGES, GROUND, TRAITS

UNLIMITED = 99
Free = Annotated[int, Field(ge=0, le=UNLIMITED)]
Flags = Annotated[int, Field(ge=0, le=UNLIMITED)]


class Flagged(Facts):
    """A surviving unit, the flags against it, its terrain, and how far it could go back.

    `cannot_ignore`: by a card that leaves nobody the choice. `ignore`: the owner's choice; none: as many as allowed.
    """

    flags: Flags
    terrain: Ground = []
    unit: UnitType = "infantry"
    army: ArmyName = None
    leader: bool = False
    badge: BadgeName = None
    traits: Traits = []
    cannot_ignore: bool = False
    free_hexes: Free = UNLIMITED
    ignore: Count | None = None


def flags(facts: Flagged, book: Book) -> RulingResult:
    """Calculate how many flags may be ignored, the hexes of retreat, the figures lost.

    Raise Refused, naming the field.
    """
    check_named(facts.badge, book.badges, "badge")
    check_traits(facts.traits, book)
    may = may_ignore(facts, book)
    least = must_ignore(facts, book, may.total)
    ignored = chosen(facts.ignore, may.total, least)
    afloat = next((name for name in facts.terrain if book.ground(name).afloat), None)
    left = facts.flags - ignored
    retreat = 0 if afloat else min(left, facts.free_hexes)
    hexes = Ruling().plus("flags", facts.flags, "retreat.flags").plus("ignored", -ignored, "retreat.ignoring")
    hexes = hexes.plus("afloat" if afloat else "blocked", retreat - left, "stars.boat" if afloat else "retreat.blocked")
    result = {"may_ignore": may.total, "must_ignore": least, "retreat": retreat, "figures_lost": left - retreat}
    if facts.badge and (each := book.badges[facts.badge].retreat) > 1:
        result["retreat_most"] = min(each * retreat, facts.free_hexes)
    return RulingResult(result, hexes, {"may_ignore": may} if may.reasons else {})


def must_ignore(facts: Flagged, book: Book, may: int) -> int:
    """Return the flags that a unit may not take: its army's, or all if it is compelled."""
    if any(book.ground(name).compelled for name in facts.terrain):
        return may
    return min(army_of(facts.army, facts.unit, book).must_ignore, may)


def chosen(ignore: int | None, allowed: int, least: int = 0) -> int:
    """Return the number of flags that the owner ignores.

    Raise Refused for more than are allowed, or fewer than must be.
    """
    if ignore is not None and ignore < least:
        raise Refused("must-be-ignored", "terrain.in-a-cave", field="ignore", limit=least)
    if ignore is not None and ignore > allowed:
        raise Refused("too-many-ignored", "retreat.ignoring", field="ignore", limit=allowed)
    return allowed if ignore is None else ignore


def may_ignore(facts: Flagged, book: Book) -> Ruling:
    name, worth = best_cover(facts, book)
    may = Ruling().plus(name, worth, GROUND[name]) if worth else Ruling()
    if facts.leader:
        besides = worth if book.answer_for("leader-flags") == "best" else 0
        may = may.plus("leader", max(0, book.leader.ignores - besides), "stars.leader")
    may = with_army(may, facts, book)
    if facts.badge and (own := book.badges[facts.badge].ignores):
        may = may.plus(facts.badge, own, BADGES[facts.badge])
    for name in dict.fromkeys(facts.traits):
        if own := book.traits[name].ignores:
            may = may.plus(name, own, TRAITS[name])
    if facts.cannot_ignore:
        return may.within(None, 0, "cards.flags")
    return may.within(None, facts.flags, "retreat.flags")


def with_army(may: Ruling, facts: Flagged, book: Book) -> Ruling:
    army = army_of(facts.army, facts.unit, book)
    worth = army.must_ignore + army.ignores.get(facts.unit, 0)
    return may.plus(str(facts.army), worth, ARMIES[str(facts.army)]) if worth else may


def best_cover(facts: Flagged, book: Book) -> tuple[str, int]:
    ground = checked(facts.terrain, book, "terrain")
    if any(one.afloat for _, one in ground):
        return "open", 0
    own = ((name, one.ignores) for name, one in ground if facts.unit in one.ignored_by)
    worth = [(name, facts.flags if ignores == ALL else int(ignores)) for name, ignores in own]
    return max(worth, key=lambda one: one[1], default=("open", 0))


# -- trains


class TrainHit(Facts):
    """A train under attack: its hits, grenades and flags against it, free track behind it.

    `cannot_ignore`: by a card that leaves nobody the choice.
    """

    hits_before: Count
    grenades: Annotated[int, Field(ge=0, le=UNLIMITED)] = 0
    flags: Flags = 0
    free_track: Free = UNLIMITED
    cannot_ignore: bool = False
    ignore: Count | None = None


def train(facts: TrainHit, book: Book) -> RulingResult:
    """Calculate the hits of a train, its remaining parts, how far it goes back.

    Raise Refused, naming the field.
    """
    card = book.train
    if facts.hits_before >= card.lost_at:
        raise Refused("too-big", "trains.hits", field="hits_before", limit=card.lost_at - 1)
    hits = Ruling().plus("hits-before", facts.hits_before, "trains.hits")
    hits = hits.plus("grenades", facts.grenades, "trains.hits").within(None, card.lost_at, "trains.hits")
    flags = facts.flags if hits.total < card.lost_at else 0
    may = 0 if facts.cannot_ignore else min(card.ignores, flags)
    left = flags - chosen(facts.ignore, may)
    retreat = min(left, facts.free_track)
    hits = hits.plus("blocked", left - retreat, "trains.flags").within(None, card.lost_at, "trains.hits")
    gone = hits.total >= card.lost_at
    result = {
        "hits": hits.total,
        "wagon": state_of(hits.total >= card.wagon_lost_at),
        "locomotive": state_of(gone),
        "medals": card.medals if gone else 0,
        "may_ignore": may,
        "retreat": 0 if gone else retreat,
    }
    return RulingResult(result, hits)


def state_of(gone: bool) -> str:
    return "gone" if gone else "alive"

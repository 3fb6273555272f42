"""The steps of a turn before anybody acts: CP, cards, order of play, zombies, countdown.

Source: Incursion, Maintenance Phase; Horde; the missions.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from app.core.engine.offers import check_die
from app.core.rules.book import require_one_of
from app.core.rules.dice import D6, chance_of_at_least
from app.core.rules.inputs import BookEntry, Count, Die, Facts, Points
from app.core.rules.ruling import Ruling, RulingResult
from app.games.incursion.book import Book

Rp = Annotated[Count, Field(examples=[12])]
"""RP of a side in a mission."""


class Levels(Facts):
    """A side's RP in this mission, and the powers that count."""

    rp: Rp
    sarge: bool = False
    gretel: bool = False


def command_points(levels: Levels, book: Book) -> RulingResult:
    """Calculate the CP of a side for the turn, and the pool only for zombies.

    Source: Replenish CP.
    """
    table = book.command_points
    cp = Ruling().plus("rp-level", table.by_rp.at(levels.rp), "cp.by-rp")
    if levels.sarge:
        cp = cp.plus("sarge-in-charge", table.sarge, "cp.sarge-in-charge")
    zombie_cp = Ruling().plus("zombie-controller", table.gretel * levels.gretel, "cp.zombie-controller")
    return RulingResult({"cp": cp.total, "zombie_cp": zombie_cp.total}, cp, {"zombie_cp": zombie_cp})


class Hand(Facts):
    """A side's RP in this mission, and whether its Commander lives."""

    rp: Rp
    ilsa: bool = False


def hand_size(hand: Hand, book: Book) -> RulingResult:
    """Calculate the number of cards a side draws up to. Source: Replenish Hand; Commander."""
    cards = Ruling().plus("rp-level", book.hand_size.by_rp.at(hand.rp), "hand.by-rp")
    if hand.ilsa and book.answer_for("commander") == "hand-size":
        cards = cards.plus("commander", book.hand_size.commander, "hand.commander")
    return RulingResult({"cards": cards.total}, cards)


class Bidding(Facts):
    """Both bids, revealed together."""

    allied_bid: Count
    german_bid: Count


def first_player(bids: Bidding, book: Book) -> RulingResult:
    """Decide which side goes first: the higher bid, and on a tie the side that the book names.

    Source: Turn Bidding.
    """
    lead = Ruling().plus("allied-bid", bids.allied_bid, "bids.higher-first")
    lead = lead.plus("german-bid", -bids.german_bid, "bids.higher-first")
    tie = book.bids.tie
    first = tie if lead.total == 0 else "allied" if lead.total > 0 else "german"
    return RulingResult({"first": first}, lead)


class Doing(Facts):
    """An action of the AP table."""

    action: Annotated[str, BookEntry("action_cost")]


def action_cost(doing: Doing, book: Book) -> RulingResult:
    """Calculate the AP of an action.

    Raise Refused for one not in the table. Source: Action Phase.
    """
    action = require_one_of(list(book.action_cost), doing.action, "action")
    cost = Ruling().plus(action, book.action_cost[action], "action.cost")
    return RulingResult({"ap": cost.total}, cost)


class Batch(Facts):
    """RP spent on Sturmzombies."""

    rp: Rp


def horde(batch: Batch, book: Book) -> RulingResult:
    """Calculate the zombies that become available every turn. Source: Horde."""
    zombies = batch.rp // book.horde.rp * book.horde.zombies
    ruling = Ruling().plus("horde", zombies, "horde.per-turn")
    return RulingResult({"per_turn": ruling.total}, ruling)


class Clock(Facts):
    """The turn of the Doomsday mission, and its die if one is rolled."""

    turn: Annotated[Points, Field(examples=[8])]
    die: Die | None = None


def countdown(clock: Clock, book: Book) -> RulingResult:
    """Calculate the highest face that launches (0: it cannot), and whether it does.

    Source: mission 7, Countdown.
    """
    first = book.countdown.first_turn
    ruling = Ruling().plus("countdown", clock.turn - first + 1, "countdown.launch").within(0, D6, "countdown.launch")
    launch_on = ruling.total
    if clock.die is not None:
        check_die(clock.die, "die")
    result: dict[str, Any] = {"launch_on": launch_on}
    certain = launch_on in (0, D6)
    if clock.die is not None or certain:
        result["launches"] = launch_on == D6 or (clock.die is not None and clock.die <= launch_on)
        return RulingResult(result, ruling)
    result["dice_needed"] = 1
    launches = 1 - chance_of_at_least(launch_on + 1)
    return RulingResult(result, ruling, odds={"launches": {"true": str(launches), "false": str(1 - launches)}})

"""Arrivals of bugs: whether, where and which, and their other dice.

Source: Infantería Móvil, Test de Presencia.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field

from app.core.errors import Refused
from app.core.rules.dice import D6_FACES
from app.core.rules.inputs import Die, Facts, rolled
from app.core.rules.ruling import Ruling, RulingResult
from app.games.mobile_infantry.book import Book, BugKind
from app.games.mobile_infantry.rulings.rolls import Modifier, needed, over_faces, read_off, with_die

MOST_SQUADS = 99
MOST_OF_A_KIND = 3


class Presence(Facts):
    """The presence test of a turn: squads on the battlefield, and other attractions of bugs."""

    die: Die | None = None
    squads: Annotated[int, Field(ge=0, le=MOST_SQUADS)] = 1
    vehicles_or_boats: bool = False
    tunnel_within_24: bool = False
    fort: bool = False


def presence(facts: Presence, book: Book) -> RulingResult:
    """Decide whether bugs arrive. Source: Infantería Móvil, Test de Presencia; Fuerte Joe Smith."""
    target = presence_target(facts, book)
    modifiers = presence_modifiers(facts, book)
    if facts.die is None:
        needs = needed(target, modifiers)
        odds = over_faces(presence, facts, book, "arrive")
        return RulingResult({"dice_needed": 1, "needs": needs.total}, needs, odds=odds)
    total = with_die(facts.die, modifiers, "presence.test")
    return RulingResult({"total": total.total, "arrive": total.total >= target.total}, total, {"target": target})


def presence_target(facts: Presence, book: Book) -> Ruling:
    target = Ruling().plus("target", book.presence.target, "presence.test")
    fort = book.presence.fort_target - book.presence.target if facts.fort else 0
    return target.plus("fort", fort, "presence.fort")


def presence_modifiers(facts: Presence, book: Book) -> list[Modifier]:
    if facts.fort and book.answer_for("fort-modifiers") == "no":
        return []
    worth = book.presence.modifiers
    return [
        ("further-squads", worth["squad"] * max(0, facts.squads - 1), "presence.test"),
        ("vehicles-or-boats", worth["vehicles-or-boats"] * facts.vehicles_or_boats, "presence.test"),
        ("tunnel-near", worth["tunnel"] * facts.tunnel_within_24, "presence.test"),
    ]


class Direction(Facts):
    """The die of the side on which bugs arrive."""

    die: Die | None = None


def arrival_direction(facts: Direction, book: Book) -> RulingResult:
    """Calculate the side of arrival, and the number of dice of inches.

    Source: Infantería Móvil, Test de Presencia.
    """
    if facts.die is None:
        return RulingResult({"dice_needed": 1}, Ruling(), odds=over_faces(arrival_direction, facts, book, "direction"))
    side = read_off(book.presence.sides, facts.die)
    dice = Ruling().plus(side, book.presence.distance[side], "presence.direction")
    return RulingResult({"direction": side, "distance_dice": dice.total}, dice)


# -- kinds of bugs


class Arrival(Facts):
    """The die of kind and number.

    A die of the number only if the table rolls both (D3 warriors, D2 flyers).
    """

    die: Die | None = None
    count_die: Annotated[int, rolled(*range(1, MOST_OF_A_KIND + 1))] | None = None
    no_flyers: bool = False


def arrival_bugs(facts: Arrival, book: Book) -> RulingResult:
    """Calculate the kind of bugs that arrive, and their number.

    Source: Infantería Móvil, Test de Presencia.
    """
    if facts.die is None:
        check_no_count_die(facts)
        return RulingResult({"dice_needed": 1}, Ruling(), odds=arrival_odds(facts, book))
    rolled_kind: BugKind = read_off(book.presence.kinds, facts.die)
    kind = "warrior" if facts.no_flyers and rolled_kind == "flyer" else rolled_kind
    most = book.presence.most[rolled_kind]
    reading = book.answer_for("type-count") if most > 1 else "one-die"
    if reading == "d3-d2":
        return counted_by_a_die(facts, kind, most)
    check_no_count_die(facts)
    if reading == "brain":
        return RulingResult({"bug": kind, "count": most, "brain_chooses": True}, number_of(kind, most))
    count = read_off(book.presence.numbers, facts.die)
    return RulingResult({"bug": kind, "count": count}, number_of(kind, count))


def counted_by_a_die(facts: Arrival, kind: str, most: int) -> RulingResult:
    if facts.count_die is None:
        odds = {"count": {str(count): str(Fraction(1, most)) for count in range(1, most + 1)}}
        return RulingResult({"bug": kind, "count_die_needed": 1}, Ruling(), odds=odds)
    faces = list(range(1, most + 1))
    if facts.count_die not in faces:
        raise Refused("no-such-face", "table.dice", field="count_die", face=facts.count_die, faces=faces)
    return RulingResult({"bug": kind, "count": facts.count_die}, number_of(kind, facts.count_die))


def number_of(kind: str, count: int) -> Ruling:
    return Ruling().plus(kind, count, "presence.kind")


def check_no_count_die(facts: Arrival) -> None:
    if facts.count_die is not None:
        raise Refused("wrong-dice-count", "table.dice", field="count_die", needed=0, given=1)


def arrival_odds(facts: Arrival, book: Book) -> Mapping[str, Mapping[str, str]]:
    count: dict[str, Fraction] = {}
    for face in D6_FACES:
        answer = arrival_bugs(facts.model_copy(update={"die": face}), book)
        second: Mapping[str, Any] = (answer.odds or {}).get("count") or {str(answer["count"]): "1"}
        for number, chance in second.items():
            count[number] = count.get(number, Fraction()) + Fraction(chance) / len(D6_FACES)
    kinds = over_faces(arrival_bugs, facts, book, "bug")
    return {**kinds, "count": {number: str(count[number]) for number in sorted(count)}}


# -- the other dice of arrivals


class FollowUp(Facts):
    """The die of a site that bugs came from on an earlier turn."""

    die: Die | None = None


def follow_up(facts: FollowUp, book: Book) -> RulingResult:
    """Decide whether more bugs emerge, nothing comes now, or the site is finished.

    Source: Infantería Móvil, Presencia.
    """
    if facts.die is None:
        return RulingResult({"dice_needed": 1}, Ruling(), odds=over_faces(follow_up, facts, book, "outcome"))
    ruling = with_die(facts.die, (), "presence.follow-up")
    return RulingResult({"outcome": read_off(book.follow_up, facts.die)}, ruling)


class Guards(Facts):
    """The die of a tunnel entrance."""

    die: Die | None = None


def guards(facts: Guards, book: Book) -> RulingResult:
    """Calculate how many warriors guard an entrance. Source: Infantería Móvil, Ratas de Túnel."""
    if facts.die is None:
        return RulingResult({"dice_needed": 1}, Ruling(), odds=over_faces(guards, facts, book, "warriors"))
    ruling = Ruling().plus("warrior", read_off(book.guards, facts.die), "tunnels.guards")
    return RulingResult({"warriors": ruling.total}, ruling)


class Recovery(Facts):
    """The die of boats that a besieged fort has called."""

    die: Die | None = None


def recovery(facts: Recovery, book: Book) -> RulingResult:
    """Calculate how many boats come to the fort this turn.

    Source: Infantería Móvil, Fuerte Joe Smith.
    """
    if facts.die is None:
        return RulingResult({"dice_needed": 1}, Ruling(), odds=over_faces(recovery, facts, book, "boats"))
    ruling = Ruling().plus("boats", read_off(book.boats_to_the_fort, facts.die), "boats.fort")
    return RulingResult({"boats": ruling.total}, ruling)

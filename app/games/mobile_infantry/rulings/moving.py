"""Moves of the Mobile Infantry that are rolled.

Source: Infantería Móvil, Movimiento; La Cabeza de los Cazadores.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.core.engine.offers import check_die
from app.core.errors import Refused
from app.core.rules.inputs import Die, Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.mobile_infantry.book import Book
from app.games.mobile_infantry.rulings.rolls import Modifier, needed, over_faces, with_die


class TeamMove(Facts):
    """The tactical move of a fire team, or of men of it who help a wounded comrade."""

    die: Die | None = None
    bad_terrain: bool = False
    helping_wounded: bool = False


def team_move(facts: TeamMove, book: Book) -> RulingResult:
    """Calculate how far a team may go, never less than nothing (MI-11).

    Source: Infantería Móvil, Movimientos tácticos.
    """
    if facts.die is None:
        return RulingResult({"dice_needed": 1}, Ruling(), odds=over_faces(team_move, facts, book, "inches"))
    less = book.movement.tactical_bad_terrain if facts.bad_terrain else 0
    helping = book.movement.helper if facts.helping_wounded and book.answer_for("helper") != "shooting" else 0
    inches = Ruling().plus("die", check_die(facts.die, "die"), "moving.tactical")
    inches = inches.plus("bad-terrain", -less, "moving.tactical")
    inches = inches.plus("helping-wounded", -helping, "close-combat.wounded").within(0, None, "moving.tactical")
    return RulingResult({"inches": inches.total}, inches)


class Drag(Facts):
    """Men who drag a captured brain bug."""

    carriers: Annotated[int, Field(ge=0, le=99, examples=[4])]
    die: Die | None = None


def drag(facts: Drag, book: Book) -> RulingResult:
    """Calculate how far they drag it; too few cannot move it.

    Source: Infantería Móvil, La Cabeza de los Cazadores.
    """
    enough = facts.carriers >= book.close_combat.carriers
    if facts.die is None and enough:
        return RulingResult({"dice_needed": 1}, Ruling(), odds=over_faces(drag, facts, book, "inches"))
    inches = Ruling().plus("die", 0 if facts.die is None else check_die(facts.die, "die"), "brain-bug.dragging")
    if not enough:
        inches = inches.plus("too-few-carriers", -inches.total, "brain-bug.dragging")
    return RulingResult({"inches": inches.total}, inches)


class Location(Facts):
    """The location test of the nearest team for one group of bugs."""

    die: Die | None = None
    bugs: Annotated[int, Field(ge=0, le=999, examples=[3])]
    command_team: bool = False
    isolated: bool = False
    hill: bool = False
    mounted: bool = False
    equidistant: bool = False


def locate(facts: Location, book: Book) -> RulingResult:
    """Decide whether the bugs are located.

    The table says if more than the target will do (MI-27). Source: Localizando.
    """
    if facts.command_team and book.answer_for("command-locates") == "no":
        raise Refused("command-team-does-not-locate", "locating.test", field="command_team")
    target = Ruling().plus("target", book.locating.target, "locating.test")
    modifiers = location_modifiers(facts, book)
    exactly = book.answer_for("locate") == "exactly-seven"
    if facts.die is None:
        needs = needed(target, modifiers)
        odds = over_faces(locate, facts, book, "located")
        return RulingResult({"dice_needed": 1, "exactly" if exactly else "needs": needs.total}, needs, odds=odds)
    total = with_die(facts.die, modifiers, "locating.test")
    located = total.total == target.total if exactly else total.total >= target.total
    return RulingResult({"total": total.total, "located": located}, total)


def location_modifiers(facts: Location, book: Book) -> list[Modifier]:
    worth = book.locating.modifiers
    return [
        ("command-team", worth["command-team"] * facts.command_team, "locating.test"),
        ("isolated", worth["isolated"] * facts.isolated, "locating.test"),
        ("hill", worth["hill"] * facts.hill, "locating.test"),
        ("mounted", worth["mounted"] * facts.mounted, "locating.test"),
        ("bugs-in-group", worth["bugs"] * (facts.bugs // book.locating.bugs_per_point), "locating.test"),
        ("equidistant", worth["equidistant"] * facts.equidistant, "locating.test"),
    ]

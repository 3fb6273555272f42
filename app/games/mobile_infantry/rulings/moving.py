"""Moves of the Mobile Infantry that are rolled. Source: Infantería Móvil, Movimiento; La Cabeza de los Cazadores."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.core.facts import Die, Facts
from app.core.offers import fitting_die
from app.core.ruling import Answer, Ruling
from app.games.mobile_infantry.book import Book
from app.games.mobile_infantry.rulings.rolls import over_faces


class TeamMove(Facts):
    """The tactical move of a fire team, or of men of it who help a wounded comrade."""

    die: Die | None = None
    bad_terrain: bool = False
    helping_wounded: bool = False


def team_move(facts: TeamMove, book: Book) -> Answer:
    """How far a team may go, never less than nothing (MI-11). Source: Infantería Móvil, Movimientos tácticos."""
    if facts.die is None:
        return Answer({"dice_needed": 1}, Ruling(), odds=over_faces(team_move, facts, book, "inches"))
    less = book.movement.tactical_bad_terrain if facts.bad_terrain else 0
    helping = book.movement.helper if facts.helping_wounded and book.says("helper") != "shooting" else 0
    inches = Ruling().plus("die", fitting_die(facts.die, "die"), "moving.tactical")
    inches = inches.plus("bad-terrain", -less, "moving.tactical")
    inches = inches.plus("helping-wounded", -helping, "close-combat.wounded").within(0, None, "moving.tactical")
    return Answer({"inches": inches.total}, inches)


class Drag(Facts):
    """Men who drag a captured brain bug."""

    carriers: Annotated[int, Field(ge=0, le=99, examples=[4])]
    die: Die | None = None


def drag(facts: Drag, book: Book) -> Answer:
    """How far they drag it; too few cannot move it. Source: Infantería Móvil, La Cabeza de los Cazadores."""
    enough = facts.carriers >= book.close_combat.carriers
    if facts.die is None and enough:
        return Answer({"dice_needed": 1}, Ruling(), odds=over_faces(drag, facts, book, "inches"))
    inches = Ruling().plus("die", 0 if facts.die is None else fitting_die(facts.die, "die"), "brain-bug.dragging")
    if not enough:
        inches = inches.plus("too-few-carriers", -inches.total, "brain-bug.dragging")
    return Answer({"inches": inches.total}, inches)

"""What is rolled before the battle: a team's experience, the mission. Source: Infantería Móvil, Organización."""

from __future__ import annotations

from app.core.facts import Die, Facts
from app.core.ruling import Answer, Ruling
from app.games.mobile_infantry.book import Book
from app.games.mobile_infantry.rulings.rolls import over_faces, read_off, with_die


class ExperienceRoll(Facts):
    """The die of one team."""

    die: Die | None = None


def experience(facts: ExperienceRoll, book: Book) -> Answer:
    """How experienced a fire team or a boat's crew is. Source: Infantería Móvil, Experiencia."""
    if facts.die is None:
        return Answer({"dice_needed": 1}, Ruling(), odds=over_faces(experience, facts, book, "experience"))
    ruling = with_die(facts.die, (), "organisation.experience")
    return Answer({"experience": read_off(book.experience, facts.die)}, ruling)


class MissionRoll(Facts):
    """The die of the mission, and whether most of the teams are veterans."""

    die: Die | None = None
    veteran_majority: bool = False


def mission(facts: MissionRoll, book: Book) -> Answer:
    """The number of the mission. Source: Infantería Móvil, Control de la Misión."""
    veterans = book.veteran_majority if facts.veteran_majority else 0
    if facts.die is None:
        ruling = Ruling().plus("veteran-majority", veterans, "organisation.mission")
        return Answer({"dice_needed": 1}, ruling, odds=over_faces(mission, facts, book, "mission"))
    ruling = with_die(facts.die, [("veteran-majority", veterans, "organisation.mission")], "organisation.mission")
    return Answer({"mission": ruling.total}, ruling)

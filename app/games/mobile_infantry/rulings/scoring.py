"""Victory points of both sides, mission by mission.

Source: Infantería Móvil, Misiones, Puntos de Victoria.
"""

from __future__ import annotations

from typing import Literal

from app.core.errors import Refused
from app.core.rules.inputs import Count, Die, Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.mobile_infantry.book import Book, Mission
from app.games.mobile_infantry.rulings.rolls import over_faces, read_off, with_die

MISSION_RULES = (
    "missions.recon",
    "missions.search",
    "missions.tunnels",
    "missions.rescue",
    "missions.bait",
    "missions.siege",
    "missions.hunt",
)


class Killed(Facts):
    """Bugs that were killed, by kind."""

    warrior: Count = 0
    flyer: Count = 0
    tank: Count = 0
    brain: Count = 0


class Tally(Facts):
    """The facts to score at the end; those that a mission does not score count for nothing."""

    mission: Literal[1, 2, 3, 4, 5, 6, 7]
    bugs_killed: Killed = Killed()
    im_dead: Count = 0
    officers_dead: Count = 0
    boats_lost: Count = 0
    reached: Count = 0
    survivors_out: Count = 0
    im_out: Count = 0
    bugs_on_surface: Count = 0
    brain_alive: bool = False


def score(facts: Tally, book: Book) -> RulingResult:
    """Calculate the points of the bugs and of the Mobile Infantry.

    Source: Infantería Móvil, Puntos de Victoria.
    """
    mission = book.missions[facts.mission]
    if facts.officers_dead > facts.im_dead:
        raise Refused("too-big", "victory.officers", field="officers_dead", limit=facts.im_dead)
    bugs, im = points_of_bugs(facts, book, mission), points_of_im(facts, mission)
    return RulingResult({"bugs": bugs.total, "im": im.total}, bugs, {"im": im})


def points_of_bugs(facts: Tally, book: Book, mission: Mission) -> Ruling:
    points = book.points
    bugs = Ruling().plus("im-dead", facts.im_dead * points.im_dead, "victory.bugs")
    if mission.officers:
        instead = points.im_dead if book.answer_for("officer-vp") == "three" else 0
        bugs = bugs.plus("officers-dead", facts.officers_dead * (points.officer_dead - instead), "victory.officers")
    return bugs.plus("boats-lost", facts.boats_lost * points.boat_lost, "victory.boats")


def points_of_im(facts: Tally, mission: Mission) -> Ruling:
    killed, rule = facts.bugs_killed.model_dump(), MISSION_RULES[facts.mission - 1]
    im = Ruling().plus("bugs-killed", sum(worth * killed[kind] for kind, worth in mission.bug.items()), rule)
    im = im.plus("brain-killed", killed["brain"] * mission.brain_dead, "victory.mission")
    im = im.plus("reached", points_for_reaching(facts.reached, mission), "victory.reached")
    im = im.plus("survivors-out", facts.survivors_out * mission.survivor, "victory.mission")
    im = im.plus("on-surface", facts.bugs_on_surface * mission.on_surface, "victory.mission")
    im = im.plus("im-out", facts.im_out * mission.brought_out, "victory.mission")
    return im.plus("brain-alive", facts.brain_alive * mission.brain_alive, "brain-bug.capture")


def points_for_reaching(reached: int, mission: Mission) -> int:
    if not mission.reached:
        return 0
    if reached >= len(mission.reached):
        raise Refused("too-big", "victory.reached", field="reached", limit=len(mission.reached) - 1)
    return mission.reached[reached]


class ExperienceRoll(Facts):
    """The die of one team."""

    die: Die | None = None


def experience(facts: ExperienceRoll, book: Book) -> RulingResult:
    """Calculate the experience of a fire team or a boat's crew.

    Source: Infantería Móvil, Experiencia.
    """
    if facts.die is None:
        return RulingResult({"dice_needed": 1}, Ruling(), odds=over_faces(experience, facts, book, "experience"))
    ruling = with_die(facts.die, (), "organisation.experience")
    return RulingResult({"experience": read_off(book.experience, facts.die)}, ruling)


class MissionRoll(Facts):
    """The die of the mission, and whether most of the teams are veterans."""

    die: Die | None = None
    veteran_majority: bool = False


def mission(facts: MissionRoll, book: Book) -> RulingResult:
    """Calculate the number of the mission. Source: Infantería Móvil, Control de la Misión."""
    veterans = book.veteran_majority if facts.veteran_majority else 0
    if facts.die is None:
        ruling = Ruling().plus("veteran-majority", veterans, "organisation.mission")
        return RulingResult({"dice_needed": 1}, ruling, odds=over_faces(mission, facts, book, "mission"))
    ruling = with_die(facts.die, [("veteran-majority", veterans, "organisation.mission")], "organisation.mission")
    return RulingResult({"mission": ruling.total}, ruling)

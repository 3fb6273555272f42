"""Locating bugs that are far off or behind terrain. Source: Infantería Móvil, Localizando Bichos."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.core.facts import Die, Facts
from app.core.refusals import Refused
from app.core.ruling import Answer, Ruling
from app.games.mobile_infantry.book import Book
from app.games.mobile_infantry.rulings.rolls import Modifier, needed, over_faces, with_die


class Location(Facts):
    """The location test of the nearest team for one group of bugs."""

    die: Die | None = None
    bugs: Annotated[int, Field(ge=0, le=999, examples=[3])]
    command_team: bool = False
    isolated: bool = False
    hill: bool = False
    mounted: bool = False
    equidistant: bool = False


def locate(facts: Location, book: Book) -> Answer:
    """Whether the bugs are located; the table says if more than the target will do (MI-27). Source: Localizando."""
    if facts.command_team and book.says("command-locates") == "no":
        raise Refused("command-team-does-not-locate", "locating.test", field="command_team")
    target = Ruling().plus("target", book.locating.target, "locating.test")
    modifiers = location_modifiers(facts, book)
    exactly = book.says("locate") == "exactly-seven"
    if facts.die is None:
        needs = needed(target, modifiers)
        odds = over_faces(locate, facts, book, "located")
        return Answer({"dice_needed": 1, "exactly" if exactly else "needs": needs.total}, needs, odds=odds)
    total = with_die(facts.die, modifiers, "locating.test")
    located = total.total == target.total if exactly else total.total >= target.total
    return Answer({"total": total.total, "located": located}, total)


def location_modifiers(facts: Location, book: Book) -> list[Modifier]:
    """What is added to the die."""
    worth = book.locating.modifiers
    return [
        ("command-team", worth["command-team"] * facts.command_team, "locating.test"),
        ("isolated", worth["isolated"] * facts.isolated, "locating.test"),
        ("hill", worth["hill"] * facts.hill, "locating.test"),
        ("mounted", worth["mounted"] * facts.mounted, "locating.test"),
        ("bugs-in-group", worth["bugs"] * (facts.bugs // book.locating.bugs_per_point), "locating.test"),
        ("equidistant", worth["equidistant"] * facts.equidistant, "locating.test"),
    ]

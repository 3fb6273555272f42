"""Grenades, launchers and bombs: one Damage Die for every model caught. Source: Incursion, Grenades; Ka-BOOM!"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from app.core.facts import Count, Facts, Modifier, Points
from app.core.play import Malformed, fitting_die
from app.core.ruling import Answer, Ruling
from app.games.incursion import attack
from app.games.incursion.book import Book


class Caught(Facts):
    """A model in the nine squares. `fortitude` is the value after cards."""

    name: str
    fortitude: Count
    dp: Points = 1
    die: int | None = None
    modifier: Modifier = 0
    behind_closed_door: bool = False


class Blast(Facts):
    """A blast and everybody whom it may reach, friend or foe."""

    source: Literal["grenade", "grenade-launcher", "bomberzombie"]
    targets: Annotated[list[Caught], Field(max_length=99)]


def blast(facts: Blast, book: Book) -> Answer:
    """What a blast does to each model; without dice, how many are rolled and the face each needs.

    Raises Malformed where only some dice are given, Refused for faces that cannot be.
    Source: Incursion, Grenades; Bomberzombies.
    """
    exposed = [target for target in facts.targets if not target.behind_closed_door]
    dice = Ruling().plus("models-caught", len(exposed), "blast.squares")
    needs = {target.name: needs_of(facts.source, target, book) for target in exposed}
    rolled = _rolled(facts)
    if rolled or not exposed:
        results = [struck(target, needs.get(target.name)) for target in facts.targets]
    else:
        results = [{"name": target.name, "needs": needs[target.name].total} for target in exposed]
    return Answer({"dice_needed": dice.total, "targets": results}, dice, needs)


def _rolled(facts: Blast) -> bool:
    """Whether the dice are there. Raises Malformed, Refused."""
    rolled = any(target.die is not None for target in facts.targets)
    for index, target in enumerate(facts.targets):
        if target.die is not None:
            fitting_die(target.die, f"targets.{index}.die")
        elif rolled and not target.behind_closed_door:
            raise Malformed("missing-field", field=f"targets.{index}.die")
    return rolled


def needs_of(source: str, target: Caught, book: Book) -> Ruling:
    """The natural face that the one die must reach."""
    modifier = bonus(source, book).plus("die-modifier", target.modifier, "dice.modifier")
    fortitude = Ruling().plus("fortitude", target.fortitude, "dice.fortitude")
    return attack.needed_face(book, fortitude, modifier)


def bonus(source: str, book: Book) -> Ruling:
    """What is added to each die."""
    if source != "bomberzombie":
        return Ruling().plus("blast", book.blast.modifier, "blast.modifier")
    both = book.says("kaboom") == "four"
    ruling = Ruling().plus("ka-boom", book.blast.bomberzombie, "blast.ka-boom")
    return ruling.plus("blast", book.blast.modifier if both else 0, "blast.modifier")


def struck(target: Caught, needs: Ruling | None) -> dict[str, Any]:
    """What happens to one model; one die never takes more than one Damage Point."""
    hit = needs is not None and target.die is not None and target.die >= needs.total
    return {"name": target.name, "hit": hit, "dp_lost": int(hit), "casualty": hit and target.dp == 1}

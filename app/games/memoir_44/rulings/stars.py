"""Uses of Battle Stars: sabotage, bridges, leaders, dams.

Source: Terrain Pack, fichas de Estrella de Combate.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from app.core.errors import Refused
from app.core.rules.inputs import PRINTABLE, Count, Facts, TextFormat, is_number
from app.core.rules.ruling import Ruling, RulingResult
from app.games.memoir_44.book import Book
from app.games.memoir_44.rulings.asking import DiceOf, Faces
from app.games.memoir_44.rulings.faces import STAR, fallen, star_odds
from app.games.memoir_44.scenarios.forms import MANY, MOST_HAND

# -- sabotage


class Sabotage(Facts):
    """The close-assault dice of a unit that sabotages its hex; without faces, their number."""

    dice: DiceOf | None = None
    faces: Faces | None = None


def sabotage(facts: Sabotage, book: Book) -> RulingResult:
    """Decide whether any star destroys it. Raise Refused, naming the field."""
    if facts.faces is None:
        dice = Ruling().plus("close-assault", facts.dice or book.units["infantry"].dice[0], "stars.sabotage")
        odds = star_odds("destroyed", dice.total, book)
        return RulingResult({"dice_needed": dice.total, "needs": [STAR]}, dice, odds=odds)
    stars = stars_of(facts.faces, facts.dice or len(facts.faces), "stars.sabotage", book)
    return RulingResult({"destroyed": stars.total > 0}, stars)


def stars_of(faces: list[Any], count: int, rule: str, book: Book) -> Ruling:
    return Ruling().plus("stars", fallen(faces, count, book).count(STAR), rule)


# -- bridges


class BridgeBlown(Facts):
    """A bridge to be blown by one of the two options of a scenario."""

    option: Literal[1, 2]
    hand_limit: Annotated[int, Field(ge=1, le=MOST_HAND)]
    unit_on_bridge: bool = False
    faces: Faces | None = None


def blow_bridge(facts: BridgeBlown, book: Book) -> RulingResult:
    """Decide whether a bridge falls, and its cost in cards. Raise Refused, naming the field."""
    if facts.unit_on_bridge and book.answer_for("bridge-unit") == "may-not-be-blown":
        raise Refused("unit-on-bridge", "stars.unit-on-bridge", field="unit_on_bridge")
    first = facts.option == 1
    rule = "stars.bridge-one" if first else "stars.bridge-two"
    hand = (
        Ruling()
        .plus("hand", facts.hand_limit, rule)
        .plus("card-given-up", -book.bridge.hand_lost if first else 0, rule)
    )
    dice = 0 if first else book.bridge.dice
    result: dict[str, Any] = {"dice_needed": dice, "draws_card": not first, "hand_limit": hand.total}
    if facts.faces is None and dice:
        return RulingResult({**result, "needs": [STAR]}, hand, odds=star_odds("destroyed", dice, book))
    stars = stars_of(facts.faces or [], dice, rule, book)
    falls = first or stars.total > 0
    result |= {"destroyed": falls, "unit_eliminated": falls and facts.unit_on_bridge}
    return RulingResult(result, hand, {} if first else {"destroyed": stars})


# -- leaders


class LeaderDown(Facts):
    """The roll after the unit of a heroic leader was eliminated.

    `alone`: his side has no other unit.
    """

    alone: bool = False
    faces: Faces | None = None


def heroic_leader(facts: LeaderDown, book: Book) -> RulingResult:
    """Decide whether the leader is lost, and the medals for him alone.

    Raise Refused, naming the field.
    """
    dice = Ruling().plus("leader-dice", 0 if facts.alone else book.leader.dice, "stars.leader-lost")
    if facts.faces is None and dice.total:
        odds = star_odds("lost", dice.total, book)
        return RulingResult({"dice_needed": dice.total, "needs": [STAR]}, dice, odds=odds)
    stars = stars_of(facts.faces or [], dice.total, "stars.leader-lost", book)
    lost = facts.alone or stars.total > 0
    medals = Ruling().plus("leader", book.leader.medals if lost else 0, "stars.leader-lost")
    result = {"dice_needed": dice.total, "lost": lost, "opponent_medals": medals.total}
    return RulingResult(result, medals, {"dice_needed": dice})


# -- dams

Name = Annotated[str, Field(min_length=1, max_length=40, pattern=PRINTABLE)]


def names_in(text: str) -> Any:
    return [part.strip() for part in text.split(",") if part.strip()]


def counts_in(text: str) -> Any:
    pairs = [part.strip().rsplit(" ", 1) for part in text.split(",") if part.strip()]
    if all(len(pair) == 2 and is_number(pair[1]) for pair in pairs):
        return {name: int(number) for name, number in pairs}
    return text


def names_written(names: Any) -> str:
    return ", ".join(names)


def counts_written(counts: Any) -> str:
    return ", ".join(f"{name} {number}" for name, number in counts.items()) if isinstance(counts, dict) else str(counts)


class DamTurn(Facts):
    """A turn of sabotage: held dams, the stars on dams, the roll, and the chosen dam."""

    held: Annotated[list[Name], TextFormat(names_in, names_written), Field(max_length=MANY, examples=[["A"]])]
    stars_before: Annotated[dict[Name, Count], TextFormat(counts_in, counts_written)] = {}
    choose: Annotated[Name | None, TextFormat(str, str)] = None
    faces: Faces | None = None


def dam(facts: DamTurn, book: Book) -> RulingResult:
    """Calculate the stars on every dam after the roll, the sabotaged dams, the medals.

    Raise Refused, naming the field. Source: Terrain Pack, Sabotear una presa; which dam a star goes to: TP-24.
    """
    check_dams(facts, book)
    count = book.dam.dice if facts.held else 0
    dice = Ruling().plus("dam-dice", count, "stars.dam")
    if facts.faces is None and count:
        return RulingResult({"dice_needed": count, "needs": [STAR]}, dice, odds=star_odds("star", count, book))
    stars = stars_of(facts.faces or [], count, "stars.dam", book).total
    chosen = sorted(facts.held, key=lambda name: (name != facts.choose, -facts.stars_before.get(name, 0)))[:stars]
    after = {name: facts.stars_before.get(name, 0) for name in (*facts.held, *facts.stars_before)}
    after |= {name: after[name] + book.dam.a_turn for name in chosen}
    sabotaged = [name for name, number in after.items() if number >= book.dam.stars]
    medals = Ruling().plus("sabotaged", len(sabotaged) * book.dam.medals, "stars.dam-sabotaged")
    result = {"dice_needed": count, "stars": after | dict.fromkeys(sabotaged, 0), "sabotaged": sabotaged}
    return RulingResult({**result, "axis_medals": medals.total}, medals, {"dice_needed": dice})


def check_dams(facts: DamTurn, book: Book) -> None:
    for name, stars in facts.stars_before.items():
        if stars >= book.dam.stars:
            raise Refused("too-big", "stars.dam-sabotaged", field=f"stars_before.{name}", limit=book.dam.stars - 1)
    if len(set(facts.held)) < len(facts.held):
        raise Refused("named-twice", "stars.dam", field="held")
    if facts.choose is not None and facts.choose not in facts.held:
        raise Refused("not-held", "stars.dam", field="choose")

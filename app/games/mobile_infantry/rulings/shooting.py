"""Shooting of the Mobile Infantry: the face each die must show, and a volley.

Source: Infantería Móvil, Fuego 1 – IM.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field

from app.core.engine.offers import DiceRequest, fitting
from app.core.errors import Refused
from app.core.rules.dice import D6, as_text, at_least, chance_of_at_least, successes
from app.core.rules.inputs import Dice, Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.mobile_infantry.book import Book, Experience, GunName, Mode, Weapon, WeaponName
from app.games.mobile_infantry.rulings.ammunition import WEAPON_RULES
from app.games.mobile_infantry.rulings.rolls import Modifier, needed

Inches = Annotated[int | float, Field(ge=0, le=999, examples=[12])]
MOST_SHOOTERS = 20


class Aim(Facts):
    """A shot: shooter, target and circumstances.

    `crossed_over_12`: farther than the table asks for (MI-41).
    """

    experience: Experience
    distance: Inches
    static: bool = False
    crossed_over_12: bool = False
    last_of_team: bool = False
    last_of_squad: bool = False
    withdrawing: bool = False
    helping_wounded: bool = False


def to_hit(facts: Aim, book: Book) -> RulingResult:
    """Calculate the natural face that hits (1 or less: always; over 6: never).

    Source: Infantería Móvil, Fuego de combate 1.
    """
    needs = needs_of(facts, book)
    return RulingResult({"needs": needs.total}, needs)


def needs_of(facts: Aim, book: Book) -> Ruling:
    base = Ruling().plus(facts.experience, book.shooting.base[facts.experience], "shooting.to-hit")
    needs = needed(base, aim_modifiers(facts, book))
    if book.answer_for("natural-one-misses") == "yes":
        return needs.within(book.shooting.least_face, None, "shooting.automatic")
    return needs


def aim_modifiers(facts: Aim, book: Book) -> list[Modifier]:
    table = book.shooting
    crossed = facts.crossed_over_12 and crossing(book) == "roll"
    helping = facts.helping_wounded and book.answer_for("helper") != "movement"
    return [
        *range_modifiers(facts, book),
        ("static", table.static * facts.static, "shooting.static"),
        ("crossed", table.crossed * crossed, "shooting.crossing"),
        *last_man_modifiers(facts, book),
        ("helping-wounded", table.helping * helping, "shooting.wounded-comrade"),
    ]


def range_modifiers(facts: Aim, book: Book) -> list[Modifier]:
    eyes, short = book.shooting.eyes, book.shooting.short
    close = facts.distance <= eyes.within
    found: list[Modifier] = [("eyes", eyes.modifier, "shooting.range")] if close else []
    if facts.distance <= short.within and (not close or book.answer_for("range-bonus") == "stack"):
        found.append(("short-range", short.modifier, "shooting.range"))
    return found


def crossing(book: Book) -> str:
    return "nothing" if book.answer_for("crossing") == "off" else book.answer_for("crossing-effect")


def last_man_modifiers(facts: Aim, book: Book) -> list[Modifier]:
    if facts.withdrawing:
        return []
    best = facts.last_of_squad and book.answer_for("last-man") == "best"
    team = book.shooting.last_of_team if facts.last_of_team and not best else 0
    squad = book.shooting.last_of_squad if facts.last_of_squad else 0
    return [("last-of-team", team, "shooting.last-man"), ("last-of-squad", squad, "shooting.last-man")]


# -- a volley


class Volley(Aim):
    """One target, one kind of weapon, one turn: the dice of all who shoot together.

    If the table jams by a marked die it is the first one; by a separate die, the last one (MI-44).
    """

    weapon: GunName
    mode: Mode
    shooters: Annotated[int, Field(ge=1, le=MOST_SHOOTERS)] = 1
    dice: Dice | None = None


def shoot(facts: Volley, book: Book) -> RulingResult:
    """Calculate the dice of a volley and the face each needs.

    With dice also hits and whether the gun jams. Raise Refused for an act impossible with the weapon. Source:
    Infantería Móvil, Armamento; Fuego de combate 1.
    """
    weapon = book.weapons[facts.weapon]
    check_weapon(facts, weapon)
    pool, dice = dice_of(book, facts.weapon, facts.mode, facts.shooters, crossed=facts.crossed_over_12)
    needs = needs_of(facts, book)
    result: dict[str, Any] = {"dice_needed": dice.total, "needs": needs.total}
    faces = [] if facts.dice is None and not dice.total else facts.dice
    if faces is None:
        odds = volley_odds(pool.total, needs.total, weapon, book)
        return RulingResult(result, needs, {"dice_needed": dice}, odds)
    fallen = fitting(faces, DiceRequest(dice.total))
    result["hits"] = sum(1 for face in fallen[: pool.total] if face >= needs.total)
    result["jammed"] = any(face == weapon.jams_on for face in jamming(fallen, book))
    return RulingResult(result, needs, {"dice_needed": dice})


def dice_of(book: Book, weapon: WeaponName, mode: Mode, shooters: int, *, crossed: bool) -> tuple[Ruling, Ruling]:
    """Return the dice that can hit, and the dice rolled.

    One more if a separate die decides whether a gun jams.
    """
    card, rule = book.weapons[weapon], WEAPON_RULES[weapon]
    each = card.modes[mode].dice
    pool = Ruling().plus(mode, each, rule).plus("further-shooters", each * (shooters - 1), "shooting.targets")
    if crossed and crossing(book) == "dice":
        pool = pool.plus("crossed", book.shooting.crossed_dice, "shooting.crossing")
    return pool, pool.plus("separate-die", separate_dice(book, weapon), "weapons.autocannon")


def separate_dice(book: Book, weapon: WeaponName) -> int:
    """Return the dice of a volley that only decide whether the gun jams."""
    return book.shooting.separate_dice if book.weapons[weapon].jams_on and book.answer_for("jam") == "separate" else 0


def check_weapon(facts: Volley, weapon: Weapon) -> None:
    rule = WEAPON_RULES[facts.weapon]
    if facts.mode not in weapon.modes:
        raise Refused("wrong-mode", rule, field="mode", weapon=facts.weapon, modes=list(weapon.modes))
    if weapon.crewed and facts.shooters > 1:
        raise Refused("one-gun-at-a-time", rule, field="shooters", weapon=facts.weapon)
    if facts.distance > weapon.range:
        raise Refused("out-of-range", rule, field="distance", weapon=facts.weapon, range=weapon.range)


def jamming(faces: list[int], book: Book) -> list[int]:
    return {"any": faces, "marked": faces[:1], "separate": faces[-1:]}[book.answer_for("jam")]


def volley_odds(dice: int, needs: int, weapon: Weapon, book: Book) -> Mapping[str, Any]:
    hits = successes(dice, chance_of_at_least(needs))
    odds: dict[str, Any] = {"hits": as_text(hits), "at_least": as_text(at_least(hits))}
    if weapon.jams_on:
        safe = Fraction(D6 - 1, D6) ** (dice if book.answer_for("jam") == "any" else 1)
        odds["jammed"] = {"true": str(1 - safe), "false": str(safe)}
    return odds

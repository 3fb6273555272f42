"""Magazines: firing and reloading. Source: Infantería Móvil, Armamento."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from app.core.errors import Refused
from app.core.rules.inputs import Facts, OrderedValues
from app.core.rules.ruling import Ruling, RulingResult
from app.games.mobile_infantry.book import Book, Mode, Weapon, WeaponName

MOST_TURNS = 200
Act = Literal["burst", "sustained", "reload", "none"]
WEAPON_RULES = {
    "assault-rifle": "weapons.rifle",
    "mini-gun": "weapons.mini-gun",
    "nuclear-launcher": "weapons.nuclear",
    "autocannon": "weapons.autocannon",
}


@dataclass(frozen=True)
class Magazine:
    """Shots left in a weapon, and turns until it is loaded again (0: it is not reloading)."""

    shots: int
    reload_left: int = 0


def full(weapon: Weapon) -> Magazine:
    return Magazine(weapon.capacity)


def can_fire(weapon: Weapon, magazine: Magazine) -> bool:
    return not magazine.reload_left and (magazine.shots > 0 or not weapon.capacity)


def spend(book: Book, name: WeaponName, magazine: Magazine, mode: Mode, field: str = "mode") -> Magazine:
    """Return the magazine after firing; an empty weapon begins to load.

    Raise Refused, naming the field. Source: Infantería Móvil, Armamento; a sustained burst with a part of a magazine
    (MI-45).
    """
    weapon, rule = book.weapons[name], WEAPON_RULES[name]
    if mode not in weapon.modes:
        raise Refused("wrong-mode", rule, field=field, weapon=name, modes=list(weapon.modes))
    if magazine.reload_left:
        raise Refused("still-reloading", "weapons.reloading", field=field, turns=magazine.reload_left)
    if not can_fire(weapon, magazine):
        raise Refused("spent-for-good", rule, field=field, weapon=name)
    fire = weapon.modes[mode]
    if fire.empties and magazine.shots < weapon.capacity and book.answer_for("sustained-needs-full") == "yes":
        raise Refused("needs-full-magazine", rule, field=field, shots=magazine.shots, capacity=weapon.capacity)
    shots = 0 if fire.empties else magazine.shots - fire.spends
    return Magazine(shots, 0 if shots or not weapon.capacity else weapon.reload)


def reload(book: Book, name: WeaponName, magazine: Magazine, field: str = "weapon") -> Magazine:
    """Return the magazine as loading begins by choice, losing the shots left.

    One that loads already goes on (MI-46). Raise Refused.
    """
    weapon = book.weapons[name]
    if not weapon.reload:
        raise Refused("never-reloads", WEAPON_RULES[name], field=field, weapon=name)
    return magazine if magazine.reload_left else Magazine(0, weapon.reload)


def end_of_fire_phase(weapon: Weapon, now: Magazine, *, fired: bool = False) -> Magazine:
    """Return the magazine after a turn of loading, unless the man fired in it.

    The turn in which he chose to load counts (MI-46). Source: Infantería Móvil, Armamento.
    """
    if fired or not now.reload_left:
        return now
    left = now.reload_left - 1
    return replace(now, reload_left=left) if left else full(weapon)


# -- the ruling


class History(Facts):
    """One man's use of his weapon, turn by turn."""

    weapon: WeaponName
    history: Annotated[list[Act], OrderedValues()] = []


def ammo(facts: History, book: Book) -> RulingResult:
    """Calculate shots left, turns of loading left, and whether it may fire next.

    Source: Infantería Móvil, Armamento. Raise Refused, naming the turn, for an impossible act.
    """
    if len(facts.history) > MOST_TURNS:
        raise Refused("history-too-long", "weapons.reloading", field="history", limit=MOST_TURNS)
    weapon = book.weapons[facts.weapon]
    magazine, steps = full(weapon), [("magazine", weapon.capacity)]
    for turn, act in enumerate(facts.history):
        now = one_act(book, facts.weapon, magazine, act, f"history.{turn}")
        tell(steps, act, now.shots - magazine.shots)
        magazine = end_of_fire_phase(weapon, now, fired=act in ("burst", "sustained"))
        tell(steps, "reloaded", magazine.shots - now.shots)
    ruling, rule = Ruling(), WEAPON_RULES[facts.weapon]
    for label, change in steps:
        ruling = ruling.plus(label, change, "weapons.reloading" if label in ("reloaded", "reload") else rule)
    shots: dict[str, Any] = {"shots_left": magazine.shots} if weapon.capacity else {"unlimited": True}
    return RulingResult({**shots, "reload_left": magazine.reload_left, "can_fire": can_fire(weapon, magazine)}, ruling)


def one_act(book: Book, name: WeaponName, magazine: Magazine, act: Act, field: str) -> Magazine:
    """Return the weapon after its bearer's act in a fire phase, before that is over.

    Raise Refused, naming the field.
    """
    if act == "burst" or act == "sustained":
        return spend(book, name, magazine, act, field)
    return reload(book, name, magazine, field) if act == "reload" else magazine


def tell(steps: list[tuple[str, int]], label: str, change: int) -> None:
    if steps[-1][0] == label:
        change += steps.pop()[1]
    if change:
        steps.append((label, change))

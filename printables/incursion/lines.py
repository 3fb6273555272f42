"""Rules in one line: with the numbers of the book, and the answers of this table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from app.games.incursion.edition import Weapon
from app.games.incursion.words import power_text
from printables import fonts
from printables.incursion import style
from printables.incursion.needs import may_watch
from printables.incursion.source import Source
from printables.words import Figure, capital, flat

SHARED = {"bearers-him": "bearers", "bearers-her": "bearers", **{f"wiped-out-{n}": "wiped-out" for n in (3, 4, 6)}}
"""Answers that several lines tell in other words."""


def line(source: Source, key: str) -> str:
    """Return a rule in one line; empty for one that has none."""
    named = worded(source, f"line.{key}")
    return source.speech.text(named).format_map(Told(source)) if named else ""


def worded(source: Source, key: str) -> str:
    """Return the key of an edition's own words, else of those for all; empty if none."""
    every = (f"{key}-{source.edition}", key)
    return next((one for one in every if source.speech.has(one)), "")


class Told(dict[str, Any]):
    """The values that a line may name: numbers of the book by path, and answers by question."""

    def __init__(self, source: Source) -> None:
        super().__init__(figures(source.book.model_dump_json()))
        self.source = source

    def __missing__(self, name: str) -> str:
        question = name.replace("_", "-")
        named = worded(self.source, f"answered.{question}.{self.answer(question)}")
        return self.source.speech.text(named).format_map(self) if named else ""

    def answer(self, question: str) -> str:
        book = self.source.book
        if question == "reaction-enters":
            return book.reaction_fire.enters
        return book.answer_for(SHARED.get(question, question))


@lru_cache(maxsize=8)
def figures(book: str) -> Mapping[str, Figure]:
    import json

    numbers = {name: Figure(number) for name, number in flat(json.loads(book)) if not name.startswith("models_")}
    return {"horde_figures_count" if name == "horde_figures" else name: number for name, number in numbers.items()}


# -- powers and weapons of a card


def powers_of(source: Source, key: str) -> list[str]:
    """Return the powers of a model at this table, where either of two may have Two-Gun."""
    powers = [one for one in source.book.models[key].powers if one != "two-gun" or bearer(source) == "ilsa"]
    return powers if key != "gretel" or bearer(source) != key else [*powers, "two-gun"]


def bearer(source: Source) -> str:
    return source.book.answer_for("two-gun")


def power_lines(source: Source, key: str, marks: Mapping[str, str]) -> list[list[tuple[str, str]]]:
    return [list(power_line(source, power, style.mark(marks, "powers"))) for power in powers_of(source, key)]


def power_line(source: Source, power: str, sign: str) -> Iterator[tuple[str, str]]:
    name = source.speech.name(power)
    yield fonts.BOLD, f"{name}{sign}{'' if name.endswith('!') else '.'} "
    yield fonts.TEXT, line(source, power) or power_text(power, source.edition, source.speech)


def weapon_lines(source: Source, key: str, marks: Mapping[str, str]) -> list[list[tuple[str, str]]]:
    card = source.book.models[key]
    sign, watches = style.mark(marks, "weapons"), may_watch(source.book, card)
    return [
        [
            (fonts.BOLD, f"{capital(source.speech.name(name))}{sign}: "),
            (fonts.TEXT, weapon_rule(source, name, watches)),
        ]
        for name in card.weapons
    ]


SPECIAL = ("flamethrower", "grenade-launcher", "grenade", "harpoon-gun")
"""Weapons with a rule of their own instead of numbers."""
LOOKED_UP = {
    "sight": ("sight",), "range": ("range",), "damage": ("damage",), "rf": ("reaction", "reaction-ends"),
    "hth": ("hand-to-hand",), "blast": ("blast",), "fire": ("fire", "fire-ends"), "doors": ("doors",),
    "cards": ("cards",), "turn": ("turn",),
}  # fmt: skip
"""The lines that players look up, by their headings."""


def every_weapon(source: Source) -> dict[str, str]:
    """Return the rule of each weapon in a line, by its name."""
    names = dict.fromkeys([*source.book.shooting.weapons, *SPECIAL])
    return {capital(source.speech.name(name)): weapon_rule(source, name) for name in names}


def looked_up(source: Source, key: str) -> str:
    return " ".join(filter(None, (line(source, rule) for rule in LOOKED_UP[key])))


def weapon_rule(source: Source, name: str, watches: bool = True) -> str:
    """Return what a weapon does; `watches` is False for one that never goes into Reaction Fire."""
    weapon: Weapon | None = source.book.shooting.weapons.get(name)
    if weapon is None:
        return line(source, name)
    say = source.speech.translate
    dice = say("value.dice", dice=weapon.rof)
    if weapon.shots_per_ap > 1:
        second = say(f"value.second-{source.book.answer_for('hmg-second')}")
        dice = say("value.shots", shots=weapon.shots_per_ap, dice=weapon.rof, second=second)
    told = [dice, say("value.reaction", dice=weapon.reaction_rof) if watches else say("value.no-reaction")]
    if weapon.fortitude:
        told.append(say("value.target-fortitude", change=style.signed(weapon.fortitude)))
    return " · ".join(told)

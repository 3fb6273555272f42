"""Shared style of Incursion: side badges, provenance marks, words of values and powers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from app.core.messages.rule_catalogue import said_by_one_book
from app.core.messages.translator import Translator
from app.core.rules.book import load_toml
from app.games.incursion.book import ModelCard
from app.games.incursion.edition import Weapon
from app.games.incursion.words import rule_links, rules_by_id
from printables import fonts
from printables.incursion.source import Source
from printables.paper import SAFE
from printables.pdf_operators import Icon, icons_in
from printables.pen import FADED, GREY_BLUE, OLIVE, WHITE, Pen

OF_SIDES = {"allied": OLIVE, "german": GREY_BLUE}
MARKS = {"house": "*", "public": "†"}
"""Mark after a value that no rulebook states."""


@cache
def looks() -> Mapping[str, Any]:
    return load_toml(Path(__file__).parent / "looks.toml")


def icons() -> Mapping[str, Icon]:
    return icons_in(Path(__file__).parent / "icons.txt")


def icon_of(card: str, side: str) -> Icon:
    return icons()[looks()["icons"].get(card) or looks()["of-sides"][side]]


def badge(pen: Pen, side: str, x: float, y: float, size: float) -> None:
    half = size / 2
    if side == "allied":
        pen.disc(x, y, half, WHITE)
        pen.polygon(star(x, y, half * 0.82), OF_SIDES[side])
    else:
        pen.fill(x - half * 0.9, y - half * 0.9, half * 1.8, half * 1.8, WHITE)
        pen.fill(x - half * 0.5, y - half * 0.5, half, half, OF_SIDES[side])


def stamp(pen: Pen, side: str, x: float, y: float, size: float) -> None:
    half = size / 2
    if side == "allied":
        pen.disc(x, y, half, OF_SIDES[side])
        pen.polygon(star(x, y, half * 0.82), WHITE)
    else:
        pen.fill(x - half * 0.9, y - half * 0.9, half * 1.8, half * 1.8, OF_SIDES[side])
        pen.fill(x - half * 0.5, y - half * 0.5, half, half, WHITE)


def star(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    """Return the corners of a five-pointed star about a point."""
    reach = [(radius, 0), (radius * 0.4, math.pi / 5)] * 5
    return [
        (x + r * math.sin(turn * math.tau / 5 + extra), y + r * math.cos(turn * math.tau / 5 + extra))
        for turn, (r, extra) in zip((step // 2 for step in range(10)), reach, strict=True)
    ]


def mark(provenance: Mapping[str, str], name: str) -> str:
    return MARKS.get(provenance.get(name, ""), "")


def worst(provenance: Mapping[str, str], names: Iterable[str]) -> str:
    used = {mark(provenance, name) for name in names}
    return next((sign for sign in MARKS.values() if sign in used), "")


def legend(pen: Pen, speech: Translator, signs: Iterable[str], y: float = SAFE + 0.4) -> None:
    used = set(signs)
    told = [speech.translate(f"sheet.legend-{kind}") for kind, sign in MARKS.items() if sign in used]
    if told:
        pen.write(pen.width / 2, y, "   ".join(told), 6, colour=FADED, align="centre")


def weapon_line(source: Source, name: str, sign: str = "") -> list[tuple[str, str]]:
    speech = source.speech
    weapon: Weapon | None = source.book.shooting.weapons.get(name)
    named = speech.name(name)
    named = named[0].upper() + named[1:] + sign
    return [(fonts.BOLD, named)] + ([(fonts.TEXT, "  " + " · ".join(dice_of(weapon, speech)))] if weapon else [])


def dice_of(weapon: Weapon, speech: Translator) -> list[str]:
    told = [
        speech.translate("value.dice", dice=weapon.rof),
        speech.translate("value.reaction", dice=weapon.reaction_rof),
    ]
    return told + notes_of(weapon, speech)


def notes_of(weapon: Weapon, speech: Translator) -> list[str]:
    told = []
    if weapon.shots_per_ap > 1:
        told.append(speech.translate("value.shots", shots=weapon.shots_per_ap))
    if weapon.fortitude:
        told.append(speech.translate("value.target-fortitude", change=signed(weapon.fortitude)))
    return told


def signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−")


def rule_text(source: Source, rule: str) -> str:
    return said_by_one_book(rules_by_id()[rule], rule_links().get(rule, {}), source.edition, source.speech.language)


def power_text(power: str, source: Source) -> str:
    rule, speech = looks()["powers"].get(power), source.speech
    if rule is None:
        return speech.translate(f"power.{power}") if speech.has(f"power.{power}") else ""
    return rule_text(source, rule)


def power_lines(card: ModelCard, source: Source) -> list[list[tuple[str, str]]]:
    lines = []
    for power in card.powers:
        name = source.speech.name(power).rstrip("!") + mark(card.from_, "powers")
        lines.append([(fonts.BOLD, f"{name}. "), (fonts.TEXT, power_text(power, source))])
    return lines

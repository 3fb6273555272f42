"""What the sheet of a command shows beside its offers: its title, and sums with their odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from app.core.play import Offer
from app.core.ruling import Answer
from app.core.words import Speech


@dataclass(frozen=True)
class Chance:
    """How likely something is: its name, the fraction in words, and the same as a bar."""

    label: str
    fraction: str
    bar: Fraction | None


@dataclass(frozen=True)
class Preview:
    """A ruling before the roll: steps (label, change, rule), and what they come to.

    `total` in words, or so many `dice`; what a die `needs`; `chances`.
    """

    steps: tuple[tuple[str, str, str], ...]
    total: str | None
    dice: int | None
    needs: str | None
    chances: tuple[Chance, ...]


def sheet(offers: Sequence[Offer], shown: Mapping[str, Any], said: Speech) -> dict[str, Any]:
    """What a sheet of these forms is drawn with; `shown`: everything that its page shows."""
    sitting = shown["state"].seats.get(shown["seat"].name)
    return {
        "about": list(in_common(offers, shown.get("titled", ()))),
        "apart": apart(offers, shown.get("titled", ())),
        "labelled": len({offer.label for offer in offers}) > 1,
        "rolls": sitting.rolls if sitting else "table",
        "preview_of": partial(preview_of, said=said),
    }


def in_common(offers: Sequence[Offer], fields: Sequence[str]) -> Iterator[Any]:
    """What all forms give alike in these fields: a title names it."""
    for field in fields:
        values = {offer.given.get(field) for offer in offers} - {None}
        if len(values) == 1:
            yield values.pop()


def apart(offers: Sequence[Offer], fields: Sequence[str]) -> list[str]:
    """Of these fields, those in which the forms differ: each form says its own."""
    return [field for field in fields if len({offer.given.get(field) for offer in offers}) > 1]


def preview_of(offer: Offer, said: Speech) -> Preview:
    """The ruling of an offer, as far as it is known before the roll."""
    answer = offer.preview
    assert answer is not None
    total, needs = total_in_words(answer, said), answer.result.get("needs")
    counts = total is None and (needs is None or "needs" in answer.also)
    highest = offer.dice.faces[-1] if offer.dice else needs
    return Preview(
        tuple(steps(answer, said)),
        total,
        answer.result["dice_needed"] if counts else None,
        None if needs is None else f"{needs}" if needs == highest else f"{needs}+",
        tuple(chances(answer, said)),
    )


def steps(answer: Answer, said: Speech) -> Iterator[tuple[str, str, str]]:
    """The reasons of the main number; the first is where it starts from."""
    for number, reason in enumerate(answer.working.reasons):
        key = f"reason.{reason.label}"
        change = f"{reason.change:+d}" if number else str(reason.change)
        yield said.say(key) if said.has(key) else said.name(reason.label), change, reason.rule


def total_in_words(answer: Answer, said: Speech) -> str | None:
    """A total that is a face to be rolled, in the game's words for what it decides."""
    face = answer.working.total
    for name in answer.odds or {}:
        keys = (f"odds.{name}-on-{face}", f"odds.{name}-on")
        found = next((key for key in keys if said.has(key)), None)
        if found:
            return said.say(found, face=face)
    return None


def chances(answer: Answer, said: Speech) -> Iterator[Chance]:
    """The odds that have a word: of a yes, of any hit, of whatever else can come of it."""
    for name, told in (answer.odds or {}).items():
        if name == "at_least":
            label = said.say("odds.hit") if said.has("odds.hit") else said.say("odds.at-least", n=1)
            yield Chance(label, told.get("1", "0"), None)
        elif said.has(f"odds.{name}") and told != "0":
            fraction = told["true"] if isinstance(told, Mapping) else told
            yield Chance(said.say(f"odds.{name}"), fraction, Fraction(fraction))

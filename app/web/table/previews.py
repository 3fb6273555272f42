"""Preview of a roll: the sum of its dice as one line, and its odds as bars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.core.engine.offers import DiceRequest
from app.core.messages.translator import Translator, signed
from app.core.rules.ruling import RulingResult
from app.web.wording import Chance, face_text


@dataclass(frozen=True)
class Term:
    text: str
    number: str
    rule: str


@dataclass(frozen=True)
class Preview:
    """A ruling before its roll.

    None means not applicable: the total or number of dice in words, the face each needs. `apart`: the terms have
    faces of their own instead.
    """

    terms: list[Term]
    total: str | None
    dice: int | None
    needs: str | None
    chances: list[Chance]
    apart: bool


def preview_of(answer: RulingResult, ask: DiceRequest | None, said: Translator) -> Preview:
    total, needs = total_in_words(answer, said) or sum_of_changes(answer), answer.result.get("needs")
    counts = total is None and (needs is None or "needs" in answer.also)
    return Preview(
        terms=list(terms_of(answer, said, ask)),
        total=total,
        dice=answer.result.get("dice_needed") if counts else None,
        needs=None if needs is None else face_text(needs, ask.faces if ask else (), said),
        chances=list(chances_of(answer, said)),
        apart=not own_faces(answer).keys().isdisjoint(one.label for one in answer.working.reasons),
    )


def terms_of(answer: RulingResult, said: Translator, ask: DiceRequest | None) -> Iterator[Term]:
    """Yield the reasons of the main number; later ones, and those added to a die, are signed.

    A reason for information only has no number. A target with a die of its own has the face that it needs.
    """
    needs = own_faces(answer)
    for place, reason in enumerate(answer.working.reasons):
        number = signed(reason.change, plus=bool(place) or "modifier" in answer.result)
        if not reason.change and (place or not answer.result):
            number = ""
        if reason.label in needs:
            number = face_text(needs[reason.label], ask.faces if ask else (), said)
        yield Term(said.reason(reason), number, reason.rule)


def own_faces(answer: RulingResult) -> dict[str, Any]:
    return {one["name"]: one["needs"] for one in answer.result.get("targets", ()) if "needs" in one}


def total_in_words(answer: RulingResult, said: Translator) -> str | None:
    face = answer.working.total
    keys = (key for name in answer.odds or {} for key in (f"odds.{name}-on-{face}", f"odds.{name}-on"))
    found = next(filter(said.has, keys), None)
    return said.translate(found, face=face) if found else None


def sum_of_changes(answer: RulingResult) -> str | None:
    """Return what several changes add to a die; None if there is only one, or none is meant."""
    several = "modifier" in answer.result and len(answer.working.reasons) > 1
    return signed(answer.working.total, plus=True) if several else None


def chances_of(answer: RulingResult, said: Translator) -> Iterator[Chance]:
    for name, odds in (answer.odds or {}).items():
        if name == "at_least":
            label = said.translate("odds.hit") if said.has("odds.hit") else said.translate("odds.at-least", n=1)
            yield Chance(label, odds.get("1", "0"), bar=False)
        elif said.has(f"odds.{name}") and odds != "0":
            fraction = odds["true"] if isinstance(odds, Mapping) else odds
            yield Chance(said.translate(f"odds.{name}"), fraction)

"""Flamethrowers: dice for models in burning squares. Source: Incursion, Flamethrower."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.core.facts import Facts
from app.core.play import Refused
from app.core.ruling import Answer, Ruling
from app.games.incursion.book import Book

Steps = Annotated[int, Field(ge=0, le=99)]


class Burning(Facts):
    """What a model does in fire in one activation.

    `spent`: AP and CP in or into burning squares; `entered`: burning squares entered; `idle`: it began in fire and
    stayed, or moved into fire and kept AP; `card_ap`: AP printed on its card. Each edition counts its own.
    """

    spent: Steps = 0
    entered: Steps = 0
    idle: bool = False
    card_ap: Steps = 0


def burn(facts: Burning, book: Book) -> Answer:
    """Damage Dice step by step, for staying, and in all. Raises Refused for facts the edition does not ask for."""
    for name in ("spent", "entered", "idle", "card_ap"):
        if getattr(facts, name) and name not in book.fire.counts:
            raise Refused("not-in-this-edition", "fire.dice", field=name)
    steps = facts.spent + facts.entered
    each = list(range(1, steps + 1))
    idle = facts.card_ap if facts.idle else 0
    total = Ruling().plus("steps-in-fire", sum(each), "fire.dice").plus("idle-in-fire", idle, "fire.idle")
    return Answer({"dice_per_step": each, "idle_dice": idle, "total": total.total}, total)

"""Tutorials: a script for one seat; the app plays all other seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, model_validator

from app.core.engine.command import Command
from app.core.engine.offers import Choice, NumberChoice, Offer
from app.core.errors import Refused
from app.core.messages.translator import LANGUAGES, Entry
from app.core.rules.book import Page
from app.core.rules.inputs import parse

MEANWHILE = frozenset({"rename", "leave", "free-seat", "tick-off", "tick-off-all"})
"""Commands of the table that do not interfere with a script."""
AS_OPENED = "practice"
MOST_STEPS = 100
MOST_IN_A_ROW = 12
"""Limits: steps of a script, and consecutive steps of other seats."""


def in_every_language(words: dict[str, str]) -> dict[str, str]:
    if set(words) != set(LANGUAGES):
        raise ValueError(f"in {', '.join(words)} only")
    return words


Told = Annotated[dict[str, str], AfterValidator(in_every_language)]


class TutorialStep(Page):
    """One command of the script; `tell` is the text shown before it."""

    seat: str
    command: str
    fields: dict[str, Any] = Field(default_factory=dict)
    tell: Told | None = None

    def does(self, seat: str, offer: Offer) -> bool:
        """Return True if an offer to that seat leads to this step."""
        alike = all(self.fields.get(name) == value for name, value in offer.given.items())
        return self.seat == seat and self.command == offer.command and alike

    def narrowed(self, offer: Offer) -> Offer:
        meant = {name: self.alone(name, choice) for name, choice in offer.choose.items()}
        return replace(
            offer, choose=meant, must_choose=tuple(name for name in offer.must_choose if name not in self.fields)
        )

    def alone(self, name: str, choice: Choice) -> Choice:
        """Reduce a choice to the value of the script."""
        value = self.fields.get(name)
        if isinstance(choice, NumberChoice) and isinstance(value, int):
            return NumberChoice(value, value)
        return [value] if isinstance(choice, list) and value in choice else choice


class Tutorial(Page):
    """A script: seat, seed, options, steps and final text.

    `opening` replaces the usual opening of a table, so that later changes of the game do not affect it.
    """

    seat: str
    seed: str
    options: dict[str, Any] = Field(default_factory=dict)
    opening: dict[str, Any] = Field(default_factory=dict, exclude=True)
    steps: Annotated[list[TutorialStep], Field(max_length=MOST_STEPS)]
    end: Told

    @model_validator(mode="after")
    def is_soon_at_its_own_seat(self) -> Self:
        rows = (len(list(steps)) for own, steps in groupby(self.steps, lambda step: step.seat == self.seat) if not own)
        if max(rows, default=0) > MOST_IN_A_ROW:
            raise ValueError("too many steps in a row are not of the script's own seat")
        return self

    def step(self, done: int) -> tuple[int, TutorialStep] | None:
        """Return the step after `done` moves with its number; None at the end of the script."""
        return (done, self.steps[done]) if done < len(self.steps) else None

    def words(self) -> Mapping[str, Entry]:
        """Return the texts of all steps and of the end as messages `practice.<n>`."""
        steps = {f"practice.{number}": step.tell for number, step in enumerate(self.steps) if step.tell}
        return {**steps, "practice.end": self.end}


def practice_of(opening: Mapping[str, Any]) -> Tutorial | None:
    """Return the script in a table's opening, or None."""
    return Tutorial.model_validate(opening[AS_OPENED]) if AS_OPENED in opening else None


def only_the_step(step: TutorialStep, seat: str, offers: Sequence[Offer]) -> Iterator[Offer]:
    """Yield the offers that the current step needs, and those that do not interfere."""
    for offer in offers:
        if step.does(seat, offer):
            yield step.narrowed(offer)
        elif offer.command in MEANWHILE:
            yield offer


def check_practised(
    step: TutorialStep, commands: Mapping[str, type[Command]], seat: str, command: Command, typed: Sequence[Any] | None
) -> None:
    """Raise Refused unless a command is the current step, rolled with the table's dice."""
    if command.key in MEANWHILE:
        return
    meant = parse(commands[step.command], dict(step.fields))
    if (seat, command, typed) != (step.seat, meant, None):
        raise Refused("practice-step", "table.practice")

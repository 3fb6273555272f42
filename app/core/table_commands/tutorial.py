"""Tutorials: a script for one seat; the app plays all other seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, model_validator

from app.core.engine.command import Command, CommandRequest
from app.core.engine.offers import Choice, MultiChoice, NumberChoice, Offer
from app.core.errors import Refused
from app.core.messages.translator import LANGUAGES, Entry
from app.core.rules.book import Page
from app.core.rules.dice import Face
from app.core.rules.inputs import parse
from app.core.table_commands.builtin import COMMANDS
from app.core.table_commands.undo import Undo

MEANWHILE = frozenset({"rename", "leave", "free-seat", "tick-off", "tick-off-all", "tick-set-up"})
"""Commands of the table that do not interfere with a script."""
AS_OPENED = "practice"
OF_THE_TABLE = frozenset(command.key for command in COMMANDS)
"""Commands that are no step of a script, except `undo` of its own seat."""
MOST_STEPS = 100
MOST_IN_A_ROW = 12
"""Limits: steps of a script, and consecutive steps of other seats."""


def in_every_language(words: dict[str, str]) -> dict[str, str]:
    if set(words) != set(LANGUAGES):
        raise ValueError(f"in {', '.join(words)} only")
    return words


Told = Annotated[dict[str, str], AfterValidator(in_every_language)]


class TutorialStep(Page):
    """One command of the script.

    `tell` is the text shown before it, `button` the words of its button if those of the command say too little, `dice`
    are the faces to type.

    An `undo` takes back the step before.
    """

    seat: str
    command: str
    fields: dict[str, Any] = Field(default_factory=dict)
    dice: list[Face] | None = None
    tell: Told | None = None
    button: Told | None = None
    tapped: bool = False
    """True if its text says what to tap on the board; its button is then only a help."""

    def does(self, seat: str, offer: Offer) -> bool:
        alike = self.is_undo or all(self.fields.get(name) == value for name, value in offer.given.items())
        return self.seat == seat and self.command == offer.command and alike

    @property
    def is_undo(self) -> bool:
        return self.command == Undo.key

    @property
    def request(self) -> CommandRequest:
        return CommandRequest(self.command, self.fields, self.dice)

    def narrowed(self, offer: Offer, told: str) -> Offer:
        """Return the offer with the choices of the script; a form for dice shows the text `told`."""
        meant = {name: self.alone(name, choice) for name, choice in offer.choose.items() if name in self.fields}
        return replace(
            offer,
            choose=meant,
            must_choose=tuple(name for name in offer.must_choose if name not in self.fields),
            hint=told if self.dice and self.tell else offer.hint,
        )

    def alone(self, name: str, choice: Choice) -> Choice:
        value = self.fields.get(name)
        if isinstance(choice, NumberChoice) and isinstance(value, int):
            return NumberChoice(value, value)
        if isinstance(choice, MultiChoice) and isinstance(value, list):
            return MultiChoice(value, len(value), len(value), ticked=not self.tapped)
        return [value] if isinstance(choice, list) and value in choice else choice


class Tutorial(Page):
    """A script: seat, seed, options, steps and final text.

    `opening` replaces the usual opening of a table, so that later changes of the game do not affect it.
    """

    seat: str
    seed: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
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

    @model_validator(mode="after")
    def is_of_play(self) -> Self:
        played = [step for step in self.steps if not (step.is_undo and step.seat == self.seat)]
        if of_table := {step.command for step in played} & OF_THE_TABLE:
            raise ValueError(f"{', '.join(sorted(of_table))}: no commands of play")
        return self

    def step(self, done: int) -> tuple[int, TutorialStep] | None:
        """Return the step after `done` moves with its number; None at the end of the script."""
        return (done, self.steps[done]) if done < len(self.steps) else None

    def words(self) -> Mapping[str, Entry]:
        """Return the texts as messages: of a step `practice.<n>`, of its button `practice-do.<n>`."""
        steps = {f"practice.{number}": step.tell for number, step in enumerate(self.steps) if step.tell}
        buttons = {f"practice-do.{number}": step.button for number, step in enumerate(self.steps) if step.button}
        return {**steps, **buttons, "practice.end": self.end}


def practice_of(opening: Mapping[str, Any]) -> Tutorial | None:
    return Tutorial.model_validate(opening[AS_OPENED]) if AS_OPENED in opening else None


def only_the_step(number: int, step: TutorialStep, seat: str, offers: Sequence[Offer]) -> Iterator[Offer]:
    """Yield the offers that the current step needs, and those that do not interfere."""
    for offer in offers:
        if step.does(seat, offer):
            yield step.narrowed(offer, f"practice.{number}")
        elif offer.command in MEANWHILE:
            yield offer


def check_practised(
    step: TutorialStep, commands: Mapping[str, type[Command]], seat: str, command: Command, typed: Sequence[Any] | None
) -> None:
    """Raise Refused unless a command is the current step, with the script's dice or the table's."""
    if command.key in MEANWHILE:
        return
    meant = command if step.is_undo else parse(commands[step.command], dict(step.fields))
    if (seat, command.key, command) != (step.seat, step.command, meant):
        raise Refused("practice-step", "table.practice")
    if step.dice and typed != step.dice:
        raise Refused("practice-dice", "table.practice", field="dice", faces=step.dice)
    if typed != step.dice:
        raise Refused("practice-step", "table.practice")

"""Offers: what may be done now, as forms with values to choose and dice that may be typed in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from app.core.errors import Malformed, Refused
from app.core.rules.dice import D6_FACES, Face
from app.core.rules.ruling import RulingResult

Group = Literal["play", "table"]
AFace = TypeVar("AFace", bound=Face)


@dataclass(frozen=True)
class NumberChoice:
    """A whole number to choose, both ends included: a form begins with `first` (else the least), the `usual` ones are
    there to be tapped."""

    min: int
    max: int
    first: int | None = None
    usual: tuple[int, ...] = ()


@dataclass(frozen=True)
class MultiChoice:
    """Several of these values to choose, at least `min` and at most `max`; a form has them, up to `max`, `ticked` at
    first or not; `but_for`: those that are not, and why."""

    some: list[str]
    min: int
    max: int
    ticked: bool = True
    but_for: Mapping[str, Refused] = field(default_factory=dict)

    @property
    def begun(self) -> list[str]:
        """Return what is ticked at first."""
        return [one for one in self.some if self.ticked and one not in self.but_for][: self.max]


@dataclass(frozen=True)
class TextChoice:
    """Free text to give, or not to give where it is not `needed`."""

    text: bool = True
    needed: bool = True


@dataclass(frozen=True)
class FileChoice:
    """A file to give, as its text; `ending`: how its name ends."""

    ending: str = ".toml"


Choice = list[Any] | NumberChoice | MultiChoice | TextChoice | FileChoice


@dataclass(frozen=True)
class DiceRequest:
    """Dice that may be typed in: how many, and the faces they have, as often as each is on a die."""

    count: int
    faces: list[Face] = field(default_factory=lambda: list(D6_FACES))


@dataclass(slots=True)
class Offer:
    """Something a seat may do now, and at once the form to do it with; written on by nobody.

    `preview` is its ruling before the roll, `own` what its game alone reads of it, such as what it costs.
    """

    command: str
    group: Group = "play"
    given: Mapping[str, Any] = field(default_factory=dict)
    choose: Mapping[str, Choice] = field(default_factory=dict)
    dice: DiceRequest | None = None
    label: str | None = None
    preview: RulingResult | None = None
    own: Any = None
    about: tuple[str | tuple[str, ...], ...] = ()
    """Whom or what it is about, as names that a form shows in its heading, who acts before who is acted upon; names
    beside each other are a tuple of their own."""
    aim: str = ""
    """The field that says at whom it is aimed: a sheet shows the form of one of them, and its button names it."""
    path: str = ""
    """The field that names one value of those that the table keeps: a form is of one, and says what it is now."""
    hint: str | None = None
    """The word of the game that a form says below its heading."""
    must_choose: tuple[str, ...] = ()
    """The choices that people alone can tell, and nothing is usual of: a form begins with none of their values."""
    left_out: tuple[Refused, ...] = ()
    """Why some are not among the choices whom one might look for there: a form says it below its heading too."""
    why_not: Refused | None = None
    sums: Callable[[Mapping[str, Any]], RulingResult | None] | None = field(default=None, compare=False, repr=False)
    """Its ruling before the roll by what is given and chosen, where that changes it."""

    def values(self, name: str) -> list[Any]:
        """The values of a choice of one; none where it has no such choice."""
        choice = self.choose.get(name)
        return choice if isinstance(choice, list) else []


def fitting(typed: list[AFace], ask: DiceRequest, field: str = "dice") -> list[AFace]:
    """The typed faces, if they are as many as asked and each is on such a die. Raises Malformed, Refused."""
    for index, face in enumerate(typed):
        _check_face(face, ask, f"{field}.{index}")
    if len(typed) != ask.count:
        raise Refused("wrong-dice-count", "table.dice", field=field, needed=ask.count, given=len(typed))
    return typed


def check_die(face: int, field: str) -> int:
    """The typed face, if it is on a d6. Raises Refused."""
    _check_face(face, DiceRequest(1), field)
    return face


def _check_face(face: Face, ask: DiceRequest, field: str) -> None:
    if isinstance(face, str) != isinstance(ask.faces[0], str):
        raise Malformed("wrong-type", field=field)
    if face not in ask.faces:
        raise Refused("no-such-face", "table.dice", field=field, face=face, faces=list(dict.fromkeys(ask.faces)))

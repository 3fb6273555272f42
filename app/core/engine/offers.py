"""Offers: commands possible now, as forms with values to choose and dice to type."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from app.core.errors import Malformed, Refused
from app.core.rules.dice import D6_FACES, Face
from app.core.rules.ruling import RulingResult

Group = Literal["play", "table"]
AFace = TypeVar("AFace", bound=Face)


@dataclass(frozen=True)
class NumberChoice:
    """A whole number from `min` to `max`.

    A form begins with `first`, else with `min`; `usual` values have buttons.
    """

    min: int
    max: int
    first: int | None = None
    usual: tuple[int, ...] = ()


@dataclass(frozen=True)
class MultiChoice:
    """Between `min` and `max` of these values.

    If `ticked`, a form begins with up to `max` of them ticked, except those in `but_for`, which has the reasons.
    """

    some: list[str]
    min: int
    max: int
    ticked: bool = True
    but_for: Mapping[str, Refused] = field(default_factory=dict)

    @property
    def begun(self) -> list[str]:
        return [one for one in self.some if self.ticked and one not in self.but_for][: self.max]


@dataclass(frozen=True)
class TextChoice:
    text: bool = True
    needed: bool = True


@dataclass(frozen=True)
class FileChoice:
    ending: str = ".toml"


@dataclass(frozen=True)
class RowChoice:
    """A value of its own for some of these rows: one of `values`, where it is not that of all.

    `names`: for rows that are no key themselves, what they are about: actor first, then target.
    """

    rows: list[str]
    values: list[Any]
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


Choice = list[Any] | NumberChoice | MultiChoice | TextChoice | FileChoice | RowChoice


@dataclass(frozen=True)
class DiceRequest:
    """Dice that may be typed: their number, and the faces of one die with repetitions.

    `of`: whose dice they are, if more are to follow; `each`: whom or what each die is for.
    """

    count: int
    faces: list[Face] = field(default_factory=lambda: list(D6_FACES))
    of: str | None = None
    each: tuple[str, ...] = ()


@dataclass(slots=True)
class Offer:
    """A command that a seat may give now, with its form; never written to.

    `preview` is its ruling before the roll; `own` is for the game alone, such as a cost.

    >>> offer = Offer("attack", given={"unit": "u1"}, choose={"target": ["u7", "u9"]}, dice=DiceRequest(2))
    >>> offer.values("target"), offer.values("cards")
    (['u7', 'u9'], [])
    >>> fitting([3, 6], offer.dice)
    [3, 6]
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
    """Names for the form heading: actor first, then target. A tuple lists names side by side."""
    aim: str = ""
    """The target field: a sheet shows the form of one target, and its button names it."""
    path: str = ""
    """The field that names one tracked value: the form is for one, and shows its present value."""
    hint: str | None = None
    """The game's message key shown below the form heading."""
    must_choose: tuple[str, ...] = ()
    """Choices without a default, since only people at the table know the value."""
    left_out: tuple[Refused, ...] = ()
    """Reasons for values that are not offered though expected; shown below the form heading."""
    why_not: Refused | None = None
    tell: Callable[[Any], Sequence[str]] | None = field(default=None, compare=False, repr=False)
    """The message keys of a value's own text, one sentence after the other.

    A tap on a value sends the form: of the only choice, else of the second.
    With a `hint`, all values of its one choice are about that.
    """
    joined: bool = False
    """True if a page shows these offers of a command as one form; it refuses combinations that none of them has."""
    sums: Callable[[Mapping[str, Any]], RulingResult | None] | None = field(default=None, compare=False, repr=False)
    """The preview as a function of the given and chosen values, if they change it."""
    dice_by_sums: bool = False
    """True if `sums` says as well how many dice are rolled, by its `dice_needed`; none without a ruling."""

    def values(self, name: str) -> list[Any]:
        """Return the values of a choice of one; empty if there is no such choice."""
        choice = self.choose.get(name)
        return choice if isinstance(choice, list) else []

    def dice_for(self, ruling: RulingResult | None) -> DiceRequest | None:
        if not self.dice_by_sums:
            return self.dice
        count = ruling["dice_needed"] if ruling else 0
        return DiceRequest(count) if count else None


def fitting(typed: list[AFace], ask: DiceRequest, field: str = "dice") -> list[AFace]:
    """Return the typed faces if number and faces fit the request. Raise Malformed, Refused."""
    for index, face in enumerate(typed):
        _check_face(face, ask, f"{field}.{index}")
    if len(typed) != ask.count:
        raise Refused("wrong-dice-count", "table.dice", field=field, needed=ask.count, given=len(typed))
    return typed


def check_die(face: int, field: str) -> int:
    _check_face(face, DiceRequest(1), field)
    return face


def _check_face(face: Face, ask: DiceRequest, field: str) -> None:
    if isinstance(face, str) != isinstance(ask.faces[0], str):
        raise Malformed("wrong-type", field=field)
    if face not in ask.faces:
        raise Refused("no-such-face", "table.dice", field=field, face=face, faces=list(dict.fromkeys(ask.faces)))

"""Words for required faces and probabilities."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.core.engine.event import Event
from app.core.messages.translator import Translator


def does(face: Any, need: Any) -> bool:
    if need is None:
        return True
    if isinstance(need, int):
        return isinstance(face, int) and face >= need
    return face in ([need] if isinstance(need, str) else need)


def look_of(face: Any, need: Any, besides: Sequence[Any]) -> str:
    """Return the style of a rolled die: `hit`, `else` (another effect) or `miss`."""
    return "hit" if does(face, need) else "else" if face in besides else "miss"


def looks_of(event: Event, faces: Sequence[Any], needs: Any) -> list[tuple[Any, str]]:
    """Return each face with its style; a need of one die overrides that of all (`needs`)."""
    each = event.needs_of_dice
    return [
        (face, look_of(face, each[place] if place < len(each) else needs, event.besides))
        for place, face in enumerate(faces)
    ]


def face_text(need: Any, faces: Sequence[Any], said: Translator) -> str:
    """Return the natural face that a die needs: "4+", the highest, always, never, or names."""
    if not isinstance(need, int):
        return said.name(need)
    numbers = [one for one in faces if isinstance(one, int)]
    if numbers and need <= min(numbers):
        return said.translate("needs.always")
    if numbers and need >= max(numbers):
        return str(need) if need == max(numbers) else said.translate("needs.never")
    return said.translate("needs.face", face=need)


LONGEST_FRACTION = 9
"""Maximum letters of a fraction that is shown beside its percentage."""


@dataclass(frozen=True)
class Chance:
    label: str
    fraction: str
    bar: bool = True

    @property
    def exact(self) -> str:
        """The fraction, or nothing if it is long: that of forty dice has twenty digits."""
        return self.fraction if len(self.fraction) <= LONGEST_FRACTION else ""

    @property
    def value(self) -> float:
        return float(Fraction(self.fraction))

    @property
    def percent(self) -> int:
        """The percentage; neither 0 nor 100 unless impossible or certain."""
        return round(self.value * 100) if self.value in (0, 1) else min(99, max(1, round(self.value * 100)))


@dataclass(frozen=True)
class Choice:
    value: Any
    text: str
    chosen: bool = False


def choices_of(values: Iterable[Any], text_of: Callable[[Any], str], chosen: Collection[Any]) -> tuple[Choice, ...]:
    return tuple(Choice(value, text_of(value), value in chosen) for value in values)


def label_of(command: str, name: str, said: Translator, label: str | None = None) -> str:
    named = (f"field.{label}-{name}", f"field.{command}-{name}", f"field.{name}")
    return next((said.translate(key) for key in named if said.has(key)), name)

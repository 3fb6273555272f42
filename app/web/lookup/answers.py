"""An answer of the referee in words: what is needed, what came of the dice, how likely, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from app.core import log_lines
from app.core.dice import D6
from app.core.refusals import Malformed, Refused
from app.core.ruling import Answer
from app.core.words import AsGiven, Speech
from app.web.lookup.fact_form import Fact

NEEDED = "dice_needed"
NEEDS = "needs"
GOES_ON = "next"

Line = tuple[str, Any]


# -- dice to enter


@dataclass(frozen=True)
class Pad:
    """Dice to be entered at one place of the query: whose they are, how many, which fell already."""

    place: str
    fact: str
    owner: str | None
    values: tuple[Any, ...]
    count: int
    fallen: tuple[Any, ...] = ()
    single: bool = False

    @property
    def full(self) -> bool:
        """Whether all of them fell."""
        return len(self.fallen) == self.count


def waits(answer: Answer) -> bool:
    """Whether dice are missing."""
    return bool(answer.result.get(NEEDED))


def pads(facts: Sequence[Fact], given: Mapping[str, Any], before: Answer | None, after: Answer | None) -> list[Pad]:
    """The dice that the answer still needs, and those that were given to it."""
    if before is None or not waits(before):
        return []
    return [*_own_pads(facts, given, before, after), *_row_pads(facts, given, before)]


def _own_pads(facts: Sequence[Fact], given: Mapping[str, Any], before: Answer, after: Answer | None) -> list[Pad]:
    rolled = [fact for fact in facts if fact.rolled]
    found = []
    for fact in rolled:
        faces = _faces(given.get(fact.name))
        told = after.result if after else {}
        count = _first_count(faces, before, told) if fact is rolled[0] else _further_count(fact, faces, told)
        if count:
            found.append(Pad(fact.name, fact.name, None, fact.values, count, faces[:count], fact.kind == "die"))
    return found


def _faces(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, list) else () if value is None else (value,)


def _first_count(faces: tuple[Any, ...], before: Answer, told: Mapping[str, Any]) -> int:
    """The dice that are needed; a chain has as many as fell, and one more while it goes on."""
    return len(faces) + bool(told[GOES_ON]) if GOES_ON in told else int(before.result[NEEDED])


def _further_count(fact: Fact, faces: tuple[Any, ...], told: Mapping[str, Any]) -> int:
    """Dice that only an answer to the first ones asks for."""
    if faces and told:
        return len(faces)
    return int(told.get(f"{fact.name}_needed") or (fact.kind == "die" and told.get(NEEDED)) or 0)


def _row_pads(facts: Sequence[Fact], given: Mapping[str, Any], before: Answer) -> list[Pad]:
    found = []
    for fact in facts:
        for number, row in enumerate(given.get(fact.name, []) if fact.kind == "rows" else []):
            owner = next((value for value in row.values() if value in before.also), None)
            for die in fact.fields:
                if die.rolled and owner is not None:
                    place, faces = f"{fact.name}.{number}.{die.name}", _faces(row.get(die.name))
                    found.append(Pad(place, die.name, owner, die.values, 1, faces, True))
    return found


def fallen(facts: Sequence[Fact], given: Mapping[str, Any], before: Answer | None) -> list[tuple[Any, bool]]:
    """The first dice that were entered, each with whether it did what it had to."""
    needs = before.result.get(NEEDS) if before else None
    first = next((fact for fact in facts if fact.rolled and fact.name in given), None)
    if first is None:
        return []
    return [(face, needs is None or not isinstance(face, int) or face >= needs) for face in _faces(given[first.name])]


# -- in words


def label(ruling: str, place: str, said: Speech) -> str:
    """A fact by its name on the page: `targets.0.die` → "Models caught 1: die"."""
    words = []
    for part in place.split("."):
        if part.isdigit():
            words.append(str(int(part) + 1))
        else:
            words.append(fact_label(ruling, part, said))
    return " ".join(words)


def fact_label(ruling: str, name: str, said: Speech) -> str:
    """The label of a fact, its own in this ruling where it has one."""
    keys = (f"fact.{ruling}.{name}", f"fact.{name}", f"question.{name}")
    return next((said.text(key) for key in keys if said.has(key)), name)


def value_label(ruling: str, name: str, value: Any, said: Speech) -> str:
    """A value of a fact in words."""
    key = f"value.{name}.{value}"
    return said.say(key) if said.has(key) else said.name(value)


def result_label(name: str, said: Speech) -> str:
    """The label of a number of a result; what goes by the name of a row is called so, a bare number "Model 1"."""
    if name.isdecimal():
        return f"{said.say('field.model')} {name}"
    return said.say(f"result.{name}") if said.has(f"result.{name}") else said.name(AsGiven(name))


def refusal(refused: Refused | Malformed, field: str, said: Speech) -> str:
    """A "no" that names the field as the page does."""
    return said.refusal(refused, AsGiven(field))


def value_text(name: str, value: Any, said: Speech) -> Any:
    """A value of a result: a face as people say it, steps as a sum, rows as lists of lines."""
    if name == NEEDS:
        return face_text(value, said)
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return [_row(row, said) for row in value]
    return said.name(value)


def face_text(face: int, said: Speech) -> str:
    """The natural face that a die needs: "4+", always, never."""
    if face <= 1:
        return said.say("needs.always")
    return said.say("needs.never") if face > D6 else said.say("needs.face", face=face)


def _row(row: Mapping[str, Any], said: Speech) -> tuple[str, list[Line]]:
    name, *rest = row.items()
    return said.name(AsGiven(name[1])), [(result_label(key, said), value_text(key, value, said)) for key, value in rest]


def needed(answer: Answer, said: Speech) -> list[Line]:
    """What is asked before the dice, the number of dice first."""
    return [(result_label(key, said), value_text(key, value, said)) for key, value in answer.result.items()]


def result(answer: Answer, said: Speech) -> list[Line]:
    """What came of it; how many dice it took was told before."""
    told = {key: value for key, value in answer.result.items() if key != NEEDS and not key.endswith("_needed")}
    return [(result_label(key, said), value_text(key, value, said)) for key, value in told.items()]


@dataclass(frozen=True)
class Chance:
    """How likely something is: in words, as a fraction, and between 0 and 1."""

    label: str
    fraction: str
    value: float

    @property
    def percent(self) -> int:
        """In hundredths; what is neither certain nor impossible is never said to be."""
        return round(self.value * 100) if self.value in (0, 1) else min(99, max(1, round(self.value * 100)))


def odds(answer: Answer, said: Speech) -> list[Chance]:
    """The chances before a roll, each for a bar."""
    found = []
    for name, told in (answer.odds or {}).items():
        for text, fraction in _chances(name, told, said):
            found.append(Chance(text, fraction, float(Fraction(fraction))))
    return found


def _chances(name: str, told: Any, said: Speech) -> list[tuple[str, str]]:
    if name == "hits":
        return []
    if not isinstance(told, Mapping):
        return [(result_label(name, said), told)]
    if set(told) == {"true", "false"}:
        return [(result_label(name, said), told["true"])]
    if name == "at_least":
        return [(said.say("odds.at-least", n=count), chance) for count, chance in told.items()]
    return [(said.name(value), chance) for value, chance in told.items()]


def workings(answer: Answer, said: Speech) -> list[tuple[str, list[dict[str, Any]]]]:
    """Every working of an answer under the name of its number, the main one first."""
    main = [("", log_lines.reasons(answer.working.reasons, said))]
    others = [(result_label(name, said), log_lines.reasons(other.reasons, said)) for name, other in answer.also.items()]
    return [*main, *others]


def brief(ruling: str, facts: Sequence[Fact], given: Mapping[str, Any], said: Speech) -> str:
    """The facts in one line: what was chosen, and what is not as usual."""
    told = [_brief(ruling, fact, given[fact.name], said) for fact in facts if fact.name in given and not fact.rolled]
    return " · ".join(text for text in told if text)


def _brief(ruling: str, fact: Fact, value: Any, said: Speech) -> str:
    name = fact_label(ruling, fact.name, said)
    if fact.kind == "rows":
        return f"{name}: {len(value)}"
    if fact.kind == "choice":
        return value_label(ruling, fact.name, value, said)
    if fact.kind == "switch":
        return name if value else ""
    return "" if value == fact.first == 0 else f"{name}: {said.name(value)}"

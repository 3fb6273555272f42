"""View models of a ruling's result: required faces, dice, odds and reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from app.core.errors import Malformed, Refused
from app.core.messages.translator import Translator, Verbatim
from app.core.rules.inputs import is_number
from app.core.rules.ruling import RulingResult
from app.core.table import serialize
from app.web.lookup.ruling_form import Fact, first_faces
from app.web.wording import Chance, face_text, look_of

NEEDED = "dice_needed"
NEEDS = "needs"
GOES_ON = "next"
BECAUSE = "_because"
"""Suffix of the names of refusal reasons."""
PICTURED = range(1, 7)
"""Faces that have a picture."""


# -- dice to enter


@dataclass(frozen=True)
class Pad:
    place: str
    label: str
    faces: tuple[Any, ...]
    count: int
    fallen: tuple[Any, ...] = ()
    single: bool = False

    @property
    def full(self) -> bool:
        return len(self.fallen) == self.count

    @property
    def dice(self) -> list[tuple[str, Any]]:
        """(form field, face or None) of each die."""
        fields = [self.place if self.single else f"{self.place}.{number}" for number in range(self.count)]
        return list(zip_longest(fields, self.fallen[: self.count]))

    @property
    def pictured(self) -> bool:
        return have_pictures(self.faces)


def have_pictures(faces: Sequence[Any]) -> bool:
    return all(isinstance(face, int) and face in PICTURED for face in faces)


def waits(answer: RulingResult) -> bool:
    return bool(answer.result.get(NEEDED))


@dataclass(frozen=True)
class Form:
    ruling: str
    facts: tuple[Fact, ...]
    given: Mapping[str, Any]


def pads(form: Form, before: RulingResult | None, after: RulingResult | None, said: Translator) -> list[Pad]:
    if before is None or not waits(before):
        return []
    return [*_own_pads(form, before, after, said), *_row_pads(form, before, said)]


def _own_pads(form: Form, before: RulingResult, after: RulingResult | None, said: Translator) -> list[Pad]:
    dice = [fact for fact in form.facts if fact.rolled]
    result = after.result if after else {}
    found = []
    for fact in dice:
        fallen = _as_faces(form.given.get(fact.name))
        count = _first_count(fallen, before, result) if fact is dice[0] else _further_count(fact, fallen, result)
        if count:
            label = fact_label(form.ruling, fact.name, said)
            found.append(Pad(fact.name, label, fact.values, count, fallen[:count], fact.kind == "die"))
    return found


def _as_faces(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, list) else () if value is None else (value,)


def _first_count(fallen: tuple[Any, ...], before: RulingResult, result: Mapping[str, Any]) -> int:
    return len(fallen) + bool(result[GOES_ON]) if GOES_ON in result else int(before.result[NEEDED])


def _further_count(fact: Fact, fallen: tuple[Any, ...], result: Mapping[str, Any]) -> int:
    if fallen and result:
        return len(fallen)
    return int(result.get(f"{fact.name}_needed") or (fact.kind == "die" and result.get(NEEDED)) or 0)


def _row_pads(form: Form, before: RulingResult, said: Translator) -> list[Pad]:
    found = []
    for fact in form.facts:
        for number, row in enumerate(form.given.get(fact.name, []) if fact.kind == "rows" else []):
            owner = next((value for value in row.values() if value in before.also), None)
            for die in fact.fields:
                if die.rolled and owner is not None:
                    place, label = f"{fact.name}.{number}.{die.name}", result_label(owner, said)
                    found.append(Pad(place, label, die.values, 1, _as_faces(row.get(die.name)), True))
    return found


@dataclass(frozen=True)
class ShownDie:
    face: Any
    look: str


def first_dice(form: Form, before: RulingResult | None) -> list[ShownDie]:
    need = before.result.get(NEEDS) if before else None
    first = next((fact for fact in form.facts if fact.rolled and fact.name in form.given), None)
    if first is None:
        return []
    return [ShownDie(face, look_of(face, need, first.besides)) for face in _as_faces(form.given[first.name])]


# -- results in words


def label(ruling: str, place: str, said: Translator) -> str:
    """Return the page label of a fact: `throws.0.die` → "Throws 1 die"."""
    parts = place.split(".")
    return " ".join(str(int(part) + 1) if is_number(part) else fact_label(ruling, part, said) for part in parts)


def fact_label(ruling: str, name: str, said: Translator) -> str:
    return next((said.text(key) for key in fact_words(ruling, name) if said.has(key)), name)


def fact_words(ruling: str, name: str) -> tuple[str, ...]:
    return f"fact.{ruling}.{name}", f"fact.{name}", f"question.{name}"


def value_label(name: str, value: Any, said: Translator) -> str:
    key = f"value.{name}.{value}"
    return said.translate(key) if said.has(key) else said.name(value)


def result_label(name: str, said: Translator) -> str:
    if name.isdecimal():
        return f"{said.translate('result.row')} {name}"
    return said.translate(f"result.{name}") if said.has(f"result.{name}") else said.name(Verbatim(name))


def refusal(refused: Refused | Malformed, field: str, said: Translator) -> str:
    return said.refusal(refused, Verbatim(field))


@dataclass(frozen=True)
class Line:
    """A result value with its label; for several rows, the lines of each under the row's name."""

    label: str
    value: str = ""
    rows: tuple[tuple[str, tuple[Line, ...]], ...] = ()


def result_line(name: str, value: Any, faces: Sequence[Any], said: Translator) -> Line:
    title = result_label(name, said)
    if name == NEEDS:
        return Line(title, face_text(value, faces, said))
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return Line(title, rows=tuple(_row(row, faces, said) for row in value))
    return Line(title, said.name(value))


def _row(row: Mapping[str, Any], faces: Sequence[Any], said: Translator) -> tuple[str, tuple[Line, ...]]:
    name, *rest = row.items()
    title = result_label(said.name(Verbatim(name[1])), said)
    return title, tuple(result_line(key, value, faces, said) for key, value in rest)


def is_worth_a_line(name: str, value: Any) -> bool:
    return value is not None or not name.endswith(BECAUSE)


def needed_lines(answer: RulingResult, facts: tuple[Fact, ...], said: Translator) -> list[Line]:
    kept = {key: value for key, value in answer.result.items() if is_worth_a_line(key, value)}
    return [result_line(key, value, first_faces(facts), said) for key, value in kept.items()]


def result_lines(answer: RulingResult, facts: tuple[Fact, ...], said: Translator) -> list[Line]:
    result = ((key, value) for key, value in answer.result.items() if is_worth_a_line(key, value))
    kept = {key: value for key, value in result if key != NEEDS and not key.endswith("_needed")}
    return [result_line(key, value, first_faces(facts), said) for key, value in kept.items()]


def odds(answer: RulingResult, said: Translator) -> list[Chance]:
    found = []
    for name, chances in (answer.odds or {}).items():
        for text, fraction in _chances(name, chances, said):
            found.append(Chance(text, fraction))
    return found


def _chances(name: str, chances: Any, said: Translator) -> list[tuple[str, str]]:
    if name == "hits":
        return []
    if not isinstance(chances, Mapping):
        return [(result_label(name, said), chances)]
    if set(chances) == {"true", "false"}:
        return [(result_label(name, said), chances["true"])]
    if name == "at_least":
        return [(said.translate("odds.at-least", n=count), chance) for count, chance in chances.items()]
    return [(said.name(value), chance) for value, chance in chances.items()]


def workings(answer: RulingResult, said: Translator) -> list[tuple[str, list[dict[str, Any]]]]:
    main = [("", serialize.reasons(answer.working.reasons, said))]
    others = [(result_label(name, said), serialize.reasons(other.reasons, said)) for name, other in answer.also.items()]
    return [(name, reasons) for name, reasons in [*main, *others] if reasons]


def summary(form: Form, said: Translator) -> str:
    given = [fact for fact in form.facts if fact.name in form.given and not fact.rolled]
    texts = [_summed_up(form.ruling, fact, form.given[fact.name], said) for fact in given]
    return " · ".join(text for text in texts if text)


def _summed_up(ruling: str, fact: Fact, value: Any, said: Translator) -> str:
    name = fact_label(ruling, fact.name, said)
    if value is None or value == []:
        return ""
    if fact.kind in ("rows", "series"):
        return f"{name}: {len(value)}"
    if fact.kind == "group":
        return f"{name}: {said.name({key: one for key, one in value.items() if one})}" if any(value.values()) else ""
    if fact.kind == "choice":
        told = value_label(fact.name, value, said)
        return f"{name}: {told}" if fact.optional else told
    if fact.kind == "switch":
        return name if value else ""
    return "" if value == fact.first == 0 else f"{name}: {said.name(value)}"

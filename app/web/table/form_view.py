"""View model of a command form: subject, choices and preview."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from app.core.engine.offers import Choice, DiceRequest, FileChoice, MultiChoice, NumberChoice, Offer, TextChoice
from app.core.errors import Refused
from app.core.messages.translator import Translator, Verbatim, capitalize_first, owner_of
from app.core.rules.book import effective_answers
from app.core.rules.inputs import is_number
from app.core.table.seat_view import Table
from app.core.table_commands.house_rulings import found as thing_at
from app.core.table_commands.house_rulings import most_at
from app.web.table.aiming import HEADING, READING, Row, Way, are_rows, one_of
from app.web.table.previews import Preview, preview_of
from app.web.wording import label_of

TILES_AT_MOST = 8
"""Maximum number of tiles; more values become a list."""
LONGEST = {"reason": 200}
LONGEST_NAME = 40
NEAR = 4
"""Largest correction of a number by one tap."""


@dataclass(frozen=True)
class Value:
    """A value to choose: as sent, as shown, and whether it is chosen at first."""

    value: Any
    text: str
    chosen: bool = False


@dataclass(frozen=True)
class Chooser:
    """A field to choose or type.

    A stepper runs from `low` to `high` with `usual` numbers as tiles.

    A text has at most `high` letters; a file name must end with `first`.
    """

    kind: Literal["ticks", "tiles", "list", "stepper", "text", "file"]
    name: str
    label: str
    values: list[Value] = field(default_factory=list)
    low: int = 0
    high: int = 0
    first: Any = None
    usual: tuple[int, ...] = ()
    needed: bool = True
    at_fault: bool = False

    @property
    def is_open(self) -> bool:
        """True if nothing is chosen at first and a choice is required."""
        return self.kind in ("tiles", "list") and not any(value.chosen for value in self.values)


@dataclass(frozen=True)
class Form:
    """The form of an offer. `buttons`: (field, values) that one tap chooses and sends."""

    command: str
    label: str
    fields: Mapping[str, Any]
    choosers: list[Chooser]
    heading: str | None = None
    onto: str | None = None
    """The target that its button names."""
    hint: str | None = None
    left_out: tuple[str, ...] = ()
    now: str | None = None
    buttons: tuple[str, list[Value]] | None = None
    ask: DiceRequest | None = None
    faces: list[Any] = field(default_factory=list)
    preview: Preview | None = None
    wants_previews: bool = False
    """True if another choice changes the preview."""
    lacks: tuple[str, ...] = ()
    """Fields still to be chosen before it can be sent."""
    fault: Fault | None = None
    dice: Mapping[str, list[str]] = field(default_factory=dict)
    """Die of the pad → its face, if already sent."""

    @property
    def sends_file(self) -> bool:
        """True if the form uploads a file."""
        return any(one.kind == "file" for one in self.choosers)


@dataclass(frozen=True)
class Fault:
    """An error in a submitted form: the field, its message, and the rule behind it."""

    field: str
    message: str
    rule: str | None = None


@dataclass(frozen=True)
class Asked:
    """The query of a form page: fixed fields in `meant`, other answers in `readings`."""

    meant: Mapping[str, str] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    chosen: Mapping[str, str] = field(default_factory=dict)
    """The values that select one of several forms."""
    sent: Mapping[str, list[str]] = field(default_factory=dict)
    """A submitted form that was refused, dice included; it is shown again unchanged."""
    fault: Fault | None = None
    now: Any = None
    """The current value, in a form that sets a tracked one."""


def form_of(offer: Offer, offers: Sequence[Offer], asked: Asked, answers: Mapping[str, str], said: Translator) -> Form:
    if "question" in offer.given:
        return question_form(offer, asked, answers, said)
    choose = {key: one for key, one in offer.choose.items() if one != [False] and key != offer.path}
    path = asked.meant[offer.path] if offer.path else ""
    lacks = lacking(offer, asked)
    reckoned = offer.preview if not offer.sums else None if lacks else offer.sums(chosen_in(offer, asked))
    return Form(
        offer.command,
        sent_as(offer, said),
        fields_of(offer, asked) | settled_in(offer) | ({offer.path: path} if path else {}),
        [chooser(offer, name, choice, asked, said) for name, choice in choose.items()],
        heading=said.path(path) if path else heading_of(offer, offers, said),
        hint=said.translate(offer.hint) if offer.hint else None,
        left_out=tuple(said.refusal(no) for no in offer.left_out),
        now=said.name(asked.now) if path else None,
        ask=offer.dice,
        faces=list(dict.fromkeys(offer.dice.faces)) if offer.dice else [],
        preview=preview_of(reckoned, offer.dice, said) if reckoned else None,
        wants_previews=offer.sums is not None,
        lacks=tuple(label_of(offer.command, name, said) for name in lacks),
        fault=asked.fault,
        dice=asked.sent,
    )


def settled_in(offer: Offer) -> dict[str, bool]:
    return {name: False for name, choice in offer.choose.items() if choice == [False]}


def lacking(offer: Offer, asked: Asked) -> list[str]:
    return [name for name in offer.must_choose if asked.meant.get(name, "") not in map(str, offer.values(name))]


def sent_as(offer: Offer, said: Translator) -> str:
    now = f"command.{offer.label or offer.command}-now"
    return said.translate(now) if said.has(now) else said.label(offer)


def chosen_in(offer: Offer, asked: Asked) -> dict[str, Any]:
    found = dict(offer.given)
    for name, choice in offer.choose.items():
        meant = asked.meant.get(name, "")
        if isinstance(choice, list):
            found[name] = next((value for value in choice if str(value) == meant), choice[0])
        elif isinstance(choice, NumberChoice):
            found[name] = int(meant) if is_number(meant) else choice.min if choice.first is None else choice.first
    return found


def question_form(offer: Offer, asked: Asked, answers: Mapping[str, str], said: Translator) -> Form:
    question, choice = offer.given["question"], offer.choose["answer"]
    assert isinstance(choice, list)
    others = [Value(answer, said.translate(f"answer.{answer}")) for answer in choice]
    now = said.translate(f"answer.{answers[question]}")
    heading = said.translate(f"question.{question}")
    fields = fields_of(offer, asked)
    return Form(offer.command, said.label(offer), fields, [], heading, now=now, buttons=("answer", others))


def fields_of(offer: Offer, asked: Asked) -> dict[str, Any]:
    return {**offer.given, **{READING + question: answer for question, answer in asked.readings.items()}}


def heading_of(offer: Offer, offers: Sequence[Offer], said: Translator) -> str | None:
    if about(offer, said) and len({other.about for other in offers}) > 1:
        labels = {other.label for other in offers if other.about == offer.about}
        return capitalize_first(" · ".join([about(offer, said), *([said.label(offer)] if len(labels) > 1 else [])]))
    return said.label(offer) if len({other.label for other in offers}) > 1 else None


def about(offer: Offer, said: Translator) -> str:
    beside = ((one,) if isinstance(one, str) else one for one in offer.about)
    return " → ".join(", ".join(map(said.name, names)) for names in beside)


def title_of(offers: Sequence[Offer], said: Translator) -> str:
    shared = about(offers[0], said) if len({offer.about for offer in offers}) == 1 else ""
    return " · ".join(text for text in (said.translate(f"command.{offers[0].command}"), shared) if text)


@dataclass(frozen=True)
class Tracked:
    """Tracked values of a thing, or of the table if None: (path, label, current value)."""

    thing: str | None
    values: list[tuple[str, str, str]]


@dataclass(frozen=True)
class Dialog:
    """The dialog of a command: forms, picks (offer, words, hint) or tracked values.

    `rows` select one of several forms. `readings` are questions answered differently for this command.
    """

    title: str
    command: str
    meant: Mapping[str, str]
    readings: list[tuple[str, str]]
    forms: list[Form] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    picks: list[tuple[Offer, str, str]] = field(default_factory=list)
    tracked: list[Tracked] = field(default_factory=list)


def dialog_of(table: Table, offers: Sequence[Offer], asked: Asked, said: Translator) -> Dialog:
    path, answers = offers[0].path, effective_answers(table.game.rules.questions, table.state.answers)
    readings = [
        (said.translate(f"question.{key}"), said.translate(f"answer.{answer}"))
        for key, answer in asked.readings.items()
    ]
    empty = Dialog(title_of(offers, said), offers[0].command, asked.meant, readings)
    if path and path not in asked.meant:
        return replace(empty, tracked=tracked_of(table, offers, said))
    if path:
        asked = replace(asked, now=value_at(table.state, asked.meant[path]))
    if are_picked(offers):
        return replace(empty, picks=[(offer, about(offer, said), said.translate(str(offer.hint))) for offer in offers])
    rows, shown = one_of(offers, asked.chosen, called) if are_rows(offers) else ([], [*offers])
    apart = shown if rows else offers  # the row already names the choice, so no heading is needed
    forms = [told_apart(form_of(offer, apart, asked, answers, said), offer.aim, table, said) for offer in shown]
    chosen = {name: value for row in rows for way in row.ways if way.chosen for name, value in way.fields.items()}
    in_words = [row_of(table, row, offers, said) for row in rows]
    return replace(empty, forms=forms, rows=in_words, meant={**asked.meant, **chosen})


def called(offer: Offer) -> str:
    return " ".join([offer.label or "", *(one if isinstance(one, str) else ",".join(one) for one in offer.about)])


def row_of(table: Table, row: Row, offers: Sequence[Offer], said: Translator) -> Row:
    first = offers[0]
    if row.field != HEADING:
        label = label_of(first.command, row.field, said)
    elif first.aim and len({offer.given.get(first.aim) for offer in offers} - {None}) == len(row.ways):
        label = label_of(first.command, first.aim, said)
    else:
        label = said.translate("sheet.which")
    return replace(row, label=label, ways=[way_of(table, way, row.field, offers, said) for way in row.ways])


def way_of(table: Table, way: Way, field: str, offers: Sequence[Offer], said: Translator) -> Way:
    if field == HEADING:
        text = heading_of(way.offer, offers, said) or said.label(way.offer)
    else:
        text = with_beside(table, Value(way.value, said.name(way.value)), said).text
    told = way.offer.preview and (field == HEADING or field == way.offer.aim)
    sum_ = preview_of(way.offer.preview, way.offer.dice, said) if told and way.offer.preview else None
    return replace(way, text=text, sum=sum_)


def told_apart(form: Form, aim: str, table: Table, said: Translator) -> Form:
    """Return the form with a suffix that distinguishes similar values, on its button too."""

    def told(value: Value) -> Value:
        return with_beside(table, value, said)

    choosers = [replace(one, values=[*map(told, one.values)]) for one in form.choosers]
    at = form.fields.get(aim)
    return replace(
        form, choosers=choosers, onto=capitalize_first(told(Value(at, said.name(at))).text) if at is not None else None
    )


def with_beside(table: Table, value: Value, said: Translator) -> Value:
    beside = ", ".join(map(said.name, table.game.views.name_suffix(table.state, value.value)))
    return replace(value, text=f"{value.text} ({beside})") if beside else value


def correction_of(table: Table, offers: Sequence[Offer], asked: Asked, thing: str, said: Translator) -> Dialog:
    """Return the dialog that corrects tracked values of a thing, one form each.

    Raise Refused if the table tracks none.
    """
    parts = {thing, *table.game.views.parts(table.state, thing)}
    kept = [(offer, path) for offer, path in paths_of(offers) if parts.intersection(path.split(".")[1:2])]
    if not kept:
        raise Refused("not-tracked", "table.house-ruling", field="of", path=Verbatim(thing))
    forms = [corrected(offer, path, table.state, said) for offer, path in kept]
    return Dialog(title_of(offers, said), offers[0].command, asked.meant, [], forms)


def paths_of(offers: Sequence[Offer]) -> Iterator[tuple[Offer, str]]:
    return ((offer, path) for offer in offers for path in offer.values(offer.path))


def corrected(offer: Offer, path: str, state: Any, said: Translator) -> Form:
    now = value_at(state, path)
    near = [not now] if isinstance(now, bool) else [at for at in around(now, most_at(state, path)) if at != now]
    fields = {offer.path: path, "reason": said.translate("correction.reason")}
    values = [Value(value, said.name(value)) for value in near]
    set_to = said.translate("correction.set")
    return Form(offer.command, set_to, fields, [], said.path(path), now=said.name(now), buttons=("to", values))


def around(now: int, most: int) -> range:
    """Return the numbers near the current one, up to the maximum."""
    return range(max(0, now - NEAR), min(most, now + NEAR) + 1)


def tracked_of(table: Table, offers: Sequence[Offer], said: Translator) -> list[Tracked]:
    found: dict[str | None, list[tuple[str, str, str]]] = {}
    for _, path in paths_of(offers):
        found.setdefault(owner_of(path), []).append((path, said.path(path), said.name(value_at(table.state, path))))
    return [Tracked(said.name(thing) if thing else None, values) for thing, values in found.items()]


def value_at(state: Any, path: str) -> Any:
    *records, name = path.split(".")
    return getattr(thing_at(state, records), name)


def are_picked(offers: Sequence[Offer]) -> bool:
    return len(offers) > 1 and all(offer.hint and offer.dice is None for offer in offers)


# -- choices


def chooser(offer: Offer, name: str, choice: Choice, asked: Asked, said: Translator) -> Chooser:
    found = fresh_chooser(offer, name, choice, asked, said)
    if not asked.sent:
        return found
    texts = asked.sent.get(name, [])
    values = [replace(value, chosen=str(value.value) in texts) for value in found.values]
    first = found.first if found.kind == "file" else "".join(texts[-1:])
    at_fault = asked.fault is not None and asked.fault.field == name
    return replace(found, values=values, first=first, at_fault=at_fault)


def fresh_chooser(offer: Offer, name: str, choice: Choice, asked: Asked, said: Translator) -> Chooser:
    label = label_of(offer.command, name, said, offer.label)
    if isinstance(choice, MultiChoice):
        why = {value: f" ({said.refusal(no)})" for value, no in choice.but_for.items()}
        ticked = [Value(one, said.name(one) + why.get(one, ""), one in choice.begun) for one in choice.some]
        return Chooser("ticks", name, label, ticked)
    if isinstance(choice, NumberChoice):
        begins = choice.min if choice.first is None else choice.first
        first = begins if asked.now is None else asked.now
        return Chooser("stepper", name, label, low=choice.min, high=choice.max, first=first, usual=choice.usual)
    if isinstance(choice, TextChoice):
        return Chooser("text", name, label, high=LONGEST.get(name, LONGEST_NAME), needed=choice.needed)
    if isinstance(choice, FileChoice):
        return Chooser("file", name, label, first=choice.ending)
    meant = asked.meant.get(name)
    first = choice[0] if choice and name not in offer.must_choose else None
    chosen = next((value for value in choice if str(value) == meant), first)
    values = [Value(value, said.name(value), value == chosen) for value in choice]
    return Chooser("list" if len(choice) > TILES_AT_MOST else "tiles", name, label, values)

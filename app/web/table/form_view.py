"""View model of a command form: subject, choices and preview."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, Literal

from app.core.engine.offers import (
    Choice,
    DiceRequest,
    FileChoice,
    MultiChoice,
    NumberChoice,
    Offer,
    RowChoice,
    TextChoice,
)
from app.core.errors import Refused
from app.core.messages.translator import Translator, capitalize_first
from app.core.rules.book import effective_answers
from app.core.rules.inputs import is_number
from app.core.table.seat_view import Table
from app.web.table.aiming import HEADING, READING, Row, Way, are_rows, one_of, with_joined
from app.web.table.previews import Preview, preview_of
from app.web.wording import label_of

Named = str | tuple[str, ...]
"""An item of `Offer.about`: a name, or several names of one thing."""

OPENS = " …"
"""The end of a button's label that opens a form; its heading has none."""
TILES_AT_MOST = 10
"""Maximum number of tiles; more values become a list."""
MOST_CELLS = 2000
"""Maximum number of values of all rows together; with more, no row has a value of its own."""
LONGEST = {"reason": 200}
LONGEST_NAME = 40


@dataclass(frozen=True)
class Value:
    value: Any
    text: str
    chosen: bool = False


@dataclass(frozen=True)
class Chooser:
    """A field to choose or type.

    A stepper runs from `low` to `high` with `usual` numbers as tiles. At most `high` of `values` may be ticked; 0: all.

    A text has at most `high` letters; a file name must end with `first`. Each row of `rows` has a list of its own of
    the values, sent as the field `name.row`.
    """

    kind: Literal["ticks", "tiles", "list", "stepper", "text", "file", "rows"]
    name: str
    label: str
    values: list[Value] = field(default_factory=list)
    low: int = 0
    high: int = 0
    first: Any = None
    usual: tuple[int, ...] = ()
    rows: tuple[Value, ...] = ()
    own: Mapping[str, str] = field(default_factory=dict)
    """Row → the value that it was sent with."""
    needed: bool = True
    must_tick: bool = False
    """True if something must be ticked, and nothing is at first."""
    at_fault: bool = False

    @property
    def is_open(self) -> bool:
        return self.kind in ("tiles", "list") and not any(value.chosen for value in self.values)


@dataclass(frozen=True)
class TapRow:
    """Values of a field that one tap sends, and further fields sent with them and their text."""

    name: str
    values: list[Value]
    told: str
    text: str = ""
    """The name of a value of another field, sent along."""
    sent: Mapping[str, Any] = field(default_factory=dict)


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
    tap_rows: tuple[TapRow, ...] = ()
    """Rows of values of which a tap sends one; nothing else is chosen then."""
    ask: DiceRequest | None = None
    faces: list[Any] = field(default_factory=list)
    preview: Preview | None = None
    wants_previews: bool = False
    """True if another choice changes the preview."""
    rolls_as_summed: bool = False
    """True if another choice changes the number of dice."""
    lacks: tuple[str, ...] = ()
    """Fields still to be chosen before it can be sent."""
    fault: Fault | None = None
    dice: Mapping[str, list[str]] = field(default_factory=dict)
    """Die of the pad → its face, if already sent."""

    @property
    def sends_file(self) -> bool:
        return any(one.kind == "file" for one in self.choosers)


@dataclass(frozen=True)
class Fault:
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


def form_of(offer: Offer, offers: Sequence[Offer], asked: Asked, answers: Mapping[str, str], said: Translator) -> Form:
    if "question" in offer.given:
        return question_form(offer, asked, answers, said)
    choose = {key: one for key, one in offer.choose.items() if one != [False] and not is_too_wide(one)}
    left_out = [said.refusal(no) for no in offer.left_out]
    if any(map(is_too_wide, offer.choose.values())):
        left_out.append(said.refusal(Refused("too-many-for-each")))
    lacks = lacking(offer, asked)
    to_tick = [name for name in choose if name not in lacks and must_tick(offer, name)]
    tap_rows = tuple(tap_rows_of(offer, said)) if offer.tell else ()
    reckoned = offer.preview if not offer.sums else None if lacks else offer.sums(chosen_in(offer, asked))
    ask = offer.dice_for(reckoned)
    return Form(
        offer.command,
        sent_as(offer, said),
        fields_of(offer, asked) | settled_in(offer),
        [] if tap_rows else [chooser(offer, name, choice, asked, said) for name, choice in choose.items()],
        heading=heading_of(offer, offers, said),
        hint=said.translate(offer.hint) if offer.hint else None,
        left_out=tuple(left_out),
        ask=ask,
        faces=list(dict.fromkeys(ask.faces)) if ask else [],
        preview=preview_of(reckoned, ask, said) if reckoned else None,
        wants_previews=offer.sums is not None,
        rolls_as_summed=offer.dice_by_sums,
        lacks=(
            *(label_of(offer.command, name, said) for name in lacks),
            *(label_of(offer.command, name, said, offer.label).partition(":")[0] for name in to_tick),
        ),
        fault=asked.fault,
        tap_rows=tap_rows,
        dice=asked.sent,
    )


def is_too_wide(choice: Choice) -> bool:
    """Return True for rows with too many values in all: each row draws them all."""
    return isinstance(choice, RowChoice) and len(choice.rows) * len(choice.values) > MOST_CELLS


def tap_rows_of(offer: Offer, said: Translator) -> Iterator[TapRow]:
    """Yield a row for each value of the first choice, with the values of a second choice.

    If the offer has a hint, that is about all its values, which are one row.
    """
    assert offer.tell is not None
    (name, choice), *others = offer.choose.items()
    assert isinstance(choice, list)
    if offer.hint:
        short = [Value(one, in_short(one, said)) for one in choice]
        yield TapRow(name, short, said.translate(offer.hint), said.label(offer))
        return
    for value in choice:
        told, text = " ".join(map(said.translate, offer.tell(value))), said.name(value)
        if not others:
            yield TapRow(name, [Value(value, text)], told)
        for other, beside in others:
            assert isinstance(beside, list)
            yield TapRow(other, [Value(one, in_short(one, said)) for one in beside], told, text, {name: value})


def in_short(value: Any, said: Translator) -> str:
    return said.translate(f"short.{value}") if said.has(f"short.{value}") else said.name(value)


def settled_in(offer: Offer) -> dict[str, bool]:
    return {name: False for name, choice in offer.choose.items() if choice == [False]}


def lacking(offer: Offer, asked: Asked) -> list[str]:
    return [name for name in offer.must_choose if asked.meant.get(name, "") not in map(str, offer.values(name))]


def sent_as(offer: Offer, said: Translator) -> str:
    now = f"command.{offer.label or offer.command}-now"
    return said.translate(now) if said.has(now) else said.label(offer)


def must_tick(offer: Offer, name: str) -> bool:
    """Return True for a list of which something must be ticked, though nothing is at first."""
    choice = offer.choose[name]
    return isinstance(choice, MultiChoice) and (choice.min > 0 or name in offer.must_choose) and not choice.begun


def chosen_in(offer: Offer, asked: Asked) -> dict[str, Any]:
    found = dict(offer.given)
    for name, choice in offer.choose.items():
        meant = asked.meant.get(name, "")
        if isinstance(choice, list):
            found[name] = next((value for value in choice if str(value) == meant), choice[0])
        elif isinstance(choice, NumberChoice):
            found[name] = int(meant) if is_number(meant) else choice.min if choice.first is None else choice.first
        elif isinstance(choice, MultiChoice):
            sent = frozenset(asked.sent.get(name, ()))
            found[name] = [one for one in choice.some if one in sent] if asked.sent else choice.begun
        elif isinstance(choice, RowChoice):
            own, known = sent_of_rows(name, asked), {str(value): value for value in choice.values}
            found[name] = {row: known[own[row]] for row in choice.rows if own.get(row) in known}
    return found


def sent_of_rows(name: str, asked: Asked) -> dict[str, str]:
    of_rows = {key.removeprefix(f"{name}."): texts for key, texts in asked.sent.items() if key.startswith(f"{name}.")}
    return {row: texts[-1] for row, texts in of_rows.items() if texts[-1]}


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
    apart = names_of(offer.about[len(shared_about(offers)) :], said)
    if apart and len({other.about for other in offers}) > 1:
        labels = {other.label for other in offers if other.about == offer.about}
        return capitalize_first(" · ".join([apart, *([said.label(offer)] if len(labels) > 1 else [])]))
    return said.label(offer).removesuffix(OPENS) if len({other.label for other in offers}) > 1 else None


def shared_about(offers: Sequence[Offer]) -> tuple[Named, ...]:
    """Return what all offers are about, from the first on: the title says it once."""
    beside = zip(*(offer.about for offer in offers), strict=False)
    return tuple(ones[0] for ones in takewhile(lambda ones: len(set(ones)) == 1, beside))


def names_of(about: Sequence[Named], said: Translator) -> str:
    beside = ((one,) if isinstance(one, str) else one for one in about)
    return " → ".join(", ".join(map(said.name, names)) for names in beside)


def title_of(offers: Sequence[Offer], said: Translator) -> str:
    shared = names_of(shared_about(offers), said)
    first, *others = offers
    by_label = not first.path and all(one.label == first.label for one in others)
    command = said.label(first) if by_label else said.translate(f"command.{first.command}")
    return " · ".join(text for text in (command.removesuffix(OPENS), shared) if text)


@dataclass(frozen=True)
class Dialog:
    """The dialog of a command: forms, picks (offer, words, hint) or things to correct.

    `rows` select one of several forms. `readings` are questions answered differently for this command.
    """

    title: str
    command: str
    meant: Mapping[str, str]
    readings: list[tuple[str, str]]
    forms: list[Form] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    picks: list[tuple[Offer, str, str]] = field(default_factory=list)
    things: Mapping[str, list[tuple[str, str]]] = field(default_factory=dict)
    """Heading → things, each with its text."""
    entry: str = ""
    """The entry of the log that the dialog is about, in words; empty if none."""


def dialog_of(table: Table, offers: Sequence[Offer], asked: Asked, said: Translator) -> Dialog:
    offers = with_joined(offers)
    answers = effective_answers(table.game.rules.questions, table.state.answers)
    readings = [
        (said.translate(f"question.{key}"), said.translate(f"answer.{answer}"))
        for key, answer in asked.readings.items()
    ]
    empty = Dialog(title_of(offers, said), offers[0].command, asked.meant, readings)
    if are_picked(offers):
        picks = [(offer, names_of(offer.about, said), said.translate(str(offer.hint))) for offer in offers]
        return replace(empty, picks=picks)
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


def are_picked(offers: Sequence[Offer]) -> bool:
    return len(offers) > 1 and all(offer.hint and offer.dice is None and offer.preview is None for offer in offers)


# -- choices


def chooser(offer: Offer, name: str, choice: Choice, asked: Asked, said: Translator) -> Chooser:
    return as_sent(fresh_chooser(offer, name, choice, asked, said), asked)


def as_sent(found: Chooser, asked: Asked) -> Chooser:
    name = found.name
    if not asked.sent:
        return found
    if found.kind == "rows":
        return replace(found, own=sent_of_rows(name, asked))
    texts = asked.sent.get(name, [])
    sent = frozenset(texts)
    values = [replace(value, chosen=str(value.value) in sent) for value in found.values]
    first = found.first if found.kind == "file" else "".join(texts[-1:])
    at_fault = asked.fault is not None and asked.fault.field == name
    return replace(found, values=values, first=first, at_fault=at_fault)


def fresh_chooser(offer: Offer, name: str, choice: Choice, asked: Asked, said: Translator) -> Chooser:
    label = label_of(offer.command, name, said, offer.label)
    if isinstance(choice, MultiChoice):
        why = {value: f" ({said.refusal(no)})" for value, no in choice.but_for.items()}
        begun = frozenset(choice.begun)
        ticked = [Value(one, said.name(one) + why.get(one, ""), one in begun) for one in choice.some]
        most = choice.max if choice.max < len(ticked) else 0
        return Chooser("ticks", name, label, ticked, high=most, must_tick=must_tick(offer, name))
    if isinstance(choice, RowChoice):
        values = [Value(one, said.name(one) if isinstance(one, str) else str(one)) for one in choice.values]
        return Chooser(
            "rows",
            name,
            label,
            values,
            rows=tuple(Value(row, names_of(choice.names.get(row, (row,)), said)) for row in choice.rows),
        )
    if isinstance(choice, NumberChoice):
        begins = choice.min if choice.first is None else choice.first
        return Chooser("stepper", name, label, low=choice.min, high=choice.max, first=begins, usual=choice.usual)
    if isinstance(choice, TextChoice):
        return Chooser("text", name, label, high=LONGEST.get(name, LONGEST_NAME), needed=choice.needed)
    if isinstance(choice, FileChoice):
        return Chooser("file", name, label, first=choice.ending)
    meant = asked.meant.get(name)
    first = choice[0] if choice and name not in offer.must_choose else None
    chosen = next((value for value in choice if str(value) == meant), first)
    values = [Value(value, said.name(value), value == chosen) for value in choice]
    return Chooser("list" if len(choice) > TILES_AT_MOST else "tiles", name, label, values)

"""Forms of the commands of a seat, their submission, and the advice page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Annotated, Any

from flask import Response, make_response, request, url_for
from pydantic import Field

from app.core.content.toml_source import text_in
from app.core.engine.buttons import Button, button_for, submit_button
from app.core.engine.command import CommandRequest, Doubt, fields_from_form
from app.core.engine.event import Entry, Seat, shown_roll
from app.core.engine.offers import Choice, MultiChoice, NumberChoice, Offer, RowChoice
from app.core.errors import Malformed, Refused, Stale
from app.core.game.advice import Advice, advice
from app.core.messages.translator import Translator, Verbatim, owner_of
from app.core.rules.book import check_answers
from app.core.rules.dice import Face
from app.core.rules.inputs import Facts, is_number, parse
from app.core.table import serialize
from app.core.table.execute import Unsure
from app.core.table.seat_view import Table
from app.storage.table_file import fingerprint
from app.web.request import seat_tokens
from app.web.request.error_pages import no_page, status_and_no
from app.web.request.guard import acts
from app.web.request.language import speech
from app.web.request.rendering import is_fragment, redirect_after_post, render_page
from app.web.request.table_lookup import with_table
from app.web.table.aiming import OF_ANY_FORM, READING, chosen_here, let_by_others, open_here, own_fields, readings_of
from app.web.table.board import BOARD_PARTS, board_page, drawn, pages
from app.web.table.correction import TABLE, correction_of, list_of_things
from app.web.table.form_view import Asked, Dialog, Fault, dialog_of
from app.web.table.notices import headline
from app.web.table.page_context import sight
from app.web.table.results import result_of
from app.web.table.why_not import overruled_by, reason
from app.web.wording import label_of

Instead = Mapping[str, Callable[[str], tuple[str, list[str]]]]
NOTHING: Instead = MappingProxyType({})


# -- forms


@pages.get("/do/<command>")
@with_table(seat_tokens.seat_from_cookie)
def form(table: Table, seat: Seat, command: str) -> Response:
    if command not in table.game.commands:
        raise Refused("unknown-command", field="command", command=command)
    readings = readings_of(request.args)
    check_answers(readings, table.game.rules.questions, "reading", table.state.edition)
    said = speech(table)
    shown = sight(table, seat, said, readings=readings)
    every = shown["may"][command]
    thing = request.args.get("of") if any(offer.path for offer in every) else None
    offers = meant_among(every) if thing is None else every
    if not offers:
        return not_offered(table, seat, command)
    meant = {name: request.args[name] for name in own_fields() if not is_die(name)}
    aimed = {name: value for name, value in meant.items() if name == offers[0].aim}
    sent = (
        {name: texts for name, texts in request.args.lists() if name not in OF_ANY_FORM} if is_form_as_filled() else {}
    )
    asked = Asked(meant, readings, {**aimed, **chosen_here()}, sent)
    dialog = dialog_about(table, seat, offers, asked, said, thing)
    asks = [] if readings else open_here(table, seat, command)
    return dialog_page(table, seat, said, {**shown, "dialog": dialog, "asks": asks})


def dialog_about(
    table: Table, seat: Seat, offers: Sequence[Offer], asked: Asked, said: Translator, thing: str | None
) -> Dialog:
    """Return the dialog of a command.

    One that sets a value is about a `thing`, or lists all of them.
    """
    path = asked.meant.get(offers[0].path, "") if offers[0].path else ""
    if thing is not None or path:
        return correction_of(table, offers, asked, thing or owner_of(path) or TABLE, said)
    if offers[0].path:
        return list_of_things(table, offers, asked, said)
    press = offers[0].given.get("press")
    told = headline(table, seat, table.seen(seat)[press - 1], said) if press else ""
    return replace(dialog_of(table, offers, asked, said), entry=told)


def dialog_page(table: Table, seat: Seat, said: Translator, shown: Mapping[str, Any]) -> Response:
    parts = {"sheet", "notice"}
    if is_fragment():
        return make_response(render_page("table/parts.html", said, **shown, parts=parts))
    return make_response(
        render_page("table/dialog_page.html", said, **shown, board=drawn(table, seat, said).for_a_page())
    )


def is_form_as_filled() -> bool:
    """Return True if a form reloads itself with its choices, on which its sum or dice depend."""
    return "sheet" in request.args


def meant_among(offers: Sequence[Offer]) -> list[Offer]:
    if not any(map(is_meant, offers)):
        return []
    return [offer for offer in offers if is_meant(offer, but=offer.aim)]


def is_meant(offer: Offer, but: str = "") -> bool:
    for name in own_fields():
        value, choice = request.args[name], offer.choose.get(name.partition(".")[0])
        if name == but or is_die(name) or (isinstance(choice, RowChoice) and not value):
            continue
        given = name in offer.given and str(offer.given[name]) == value
        if not (given or lets_choose(choice, value)):
            return False
    return True


def lets_choose(choice: Choice | None, value: str) -> bool:
    if isinstance(choice, NumberChoice):
        return is_number(value) and choice.min <= int(value) <= choice.max
    values = (
        choice.some if isinstance(choice, MultiChoice) else choice.values if isinstance(choice, RowChoice) else choice
    )
    return value in map(str, values if isinstance(values, list) else ())


def not_offered(table: Table, seat: Seat, command: str) -> Response:
    asks = let_by_others(table, seat, command)
    return refused_page(table, seat, reason(table, seat, asked_at(table, command)), asks=asks, command=command)


def asked_at(table: Table, command: str) -> CommandRequest:
    named = {name: request.args.getlist(name) for name in own_fields()}
    return CommandRequest(command, fields_from_form(table.game.commands.get(command), named), typed=False)


def refused_page(table: Table, seat: Seat, error: Exception, **more: Any) -> Response:
    status, no = status_and_no(error)
    return no_page(no, status, table, overruled_by=overruled_by(table, seat, no), **more)


# -- submission


@pages.post("/do/<command>")
@with_table(seat_tokens.by_cookie_alone)
def do(table: Table, seat: Seat, command: str) -> Response:
    """Execute a command; ask for confirmation before one that cannot be undone."""
    try:
        entry = submit_form(table, seat, command)
    except Unsure as unsure:
        return asked_again(table, seat, command, unsure.doubt)
    except (Refused, Malformed, Stale) as error:
        return refused_tap(table, seat, command, error)
    return answered(table, seat, entry, command)


class Tap(Facts):
    """Fields that every form carries besides its command's own."""

    key: Annotated[str, Field(min_length=1, max_length=200)]
    seen: Annotated[int, Field(ge=0, le=1_000_000_000)]


def submit_form(table: Table, seat: Seat, command: str, instead: Instead = NOTHING) -> Entry:
    """Submit the command of the form. Raise Malformed, Refused, Stale or Unsure.

    `instead`: fields of the form that stand for another one of the command, and its values.
    """
    given = request.form
    envelope = parse(Tap, {name: given[name] for name in ("key", "seen") if name in given}, typed=False)
    dice = typed_dice(given) if given.get("by") == "hand" else None
    own = [name for name in given if name not in OF_ANY_FORM and not name.startswith(READING)]
    lists = {name: given.getlist(name) for name in own if not is_die(name) and name not in instead}
    lists |= dict(instead[name](given[name]) for name in own if name in instead)
    fields = fields_from_form(table.game.commands.get(command), {**lists, **texts_of_files()})
    readings = readings_of(given)
    press = CommandRequest(command, fields, dice, envelope.seen, readings, typed=False, sure="sure" in given)
    body = fingerprint({"command": command, "fields": fields, "dice": dice, "readings": readings})
    return acts().submit(table, seat, press, envelope.key, body, seat_tokens.mark_by_cookie(table))


def asked_again(table: Table, seat: Seat, command: str, doubt: Doubt) -> Response:
    said = speech(table)
    again = [(name, value) for name, value in request.form.items(multi=True) if name not in ("seen", "key", "sheet")]
    asks = {"command": command, "text": said.translate(f"sure.{doubt.word}", **doubt.about), "fields": again}
    return dialog_page(table, seat, said, {**sight(table, seat, said), "unsure": asks})


def texts_of_files() -> dict[str, list[str]]:
    sent = {name: file for name, file in request.files.items() if file.filename}
    return {name: [text_in(file.read())] for name, file in sent.items()}


def is_die(name: str) -> bool:
    return name[:1] == "d" and is_number(name[1:])


def typed_dice(given: Mapping[str, str]) -> list[Face]:
    """Return the faces of the dice pad in order: numbers if numeric, else names.

    Raise Malformed.
    """
    names = sorted((name for name in given if is_die(name)), key=lambda name: int(name[1:]))
    faces = [given[name] for name in names]
    if not all(faces):
        raise Malformed("wrong-type", field="dice")
    return [int(face) if is_number(face) else face for face in faces]


def answered(table: Table, seat: Seat, entry: Entry, command: str) -> Response:
    if command == "leave":
        return let_go(table, seat)
    rolled = any(shown_roll(event, seat) for event in entry.events)
    number = table.seq_at(seat, entry.seq) if rolled else None
    if not is_fragment():
        return redirect_after_post(url_for("play.board", code=table.code, result=number))
    parts = BOARD_PARTS | ({"sheet"} if rolled or "sheet" in request.form else set())
    result = result_of(table, seat, number, speech(table)) if rolled else None
    return board_page(table, seat, parts=parts, result=result)


def let_go(table: Table, seat: Seat) -> Response:
    response = redirect_after_post(url_for("tables.seats", code=table.code))
    if others := [name for name in seat_tokens.seats_here(table) if name != seat.name]:
        seat_tokens.give_cookie(response, table, *others, curtained=True)
    else:
        seat_tokens.take_cookie(response, table.code)
    return response


# -- refused forms


def refused_tap(table: Table, seat: Seat, command: str, error: Refused | Malformed | Stale) -> Response:
    said, first = speech(table), None
    if isinstance(error, Stale):
        first = serialize.events(table, error.first, seat, said)[0]
    status, no = status_and_no(error)
    label = label_at(command, no, said)
    if not is_fragment():
        again = None if first else sent_again(table, seat, command, status, no)
        return again or refused_page(table, seat, error, label=label, first=first)
    shown = {"refused": no, "message": said.refusal(no, label), "first": first}
    return board_page(table, seat, status, **shown, overruled_by=overruled_by(table, seat, no))


def label_at(command: str, no: Refused | Malformed, said: Translator) -> Verbatim | None:
    return Verbatim(label_of(command, no.field.partition(".")[0], said)) if no.field else None


def sent_again(table: Table, seat: Seat, command: str, status: int, no: Refused | Malformed) -> Response | None:
    sent = {name: texts for name, texts in request.form.lists() if name not in OF_ANY_FORM}
    said, readings, at = speech(table), readings_of(request.form), (no.field or "").partition(".")[0]
    meant = {name: texts[-1] for name, texts in sent.items() if not (is_die(name) or name.startswith(READING))}
    shown = sight(table, seat, said, readings=readings)
    offers = [offer for offer in shown["may"].get(command, ()) if is_form_of(offer, meant)]
    if "sheet" not in request.form or not offers or at not in {"dice", *offers[0].choose}:
        return None
    fault = Fault(at, said.refusal(no, label_at(command, no, said)), no.rule)
    asked = Asked(meant, readings, meant, sent, fault)
    dialog = dialog_about(table, seat, offers[:1], asked, said, None)
    response = dialog_page(table, seat, said, {**shown, "dialog": dialog, "asks": []})
    response.status_code = status
    return response


def is_form_of(offer: Offer, sent: Mapping[str, str]) -> bool:
    given = {name: str(value) for name, value in offer.given.items()}
    listed = {name: choice for name, choice in offer.choose.items() if isinstance(choice, list)}
    return (
        all(sent.get(name) == value for name, value in given.items())
        and all(name in given or name.partition(".")[0] in offer.choose for name in sent)
        and all(lets_choose(choice, sent[name]) for name, choice in listed.items() if name in sent)
    )


@pages.get("/now")
@with_table(seat_tokens.seat_from_cookie)
def now(table: Table, seat: Seat) -> Response:
    said = speech(table)
    shown = sight(table, seat, said)
    found = advice(table.game, shown["state"], seat, shown["offers"])
    shown_advice = {"text": text_of(found, shown, said), "button": button_of(found.offers)}
    return dialog_page(table, seat, said, {**shown, "advice": shown_advice})


def text_of(found: Advice, shown: dict[str, Any], said: Translator) -> str:
    who = [Verbatim(line) for line in shown["happened"].owed] or [name for name in (shown["state"].active,) if name]
    command = said.label(found.offers[0]) if found.offers else ""
    model = found.offers[0].given.get("model", "") if found.offers else ""
    return said.translate(f"now.{found.word}", command=Verbatim(command), who=who, model=model)


def button_of(offers: tuple[Offer, ...]) -> Button | None:
    if not offers:
        return None
    command, id, look = offers[0].command, "do-now", "main strong"
    if len(offers) > 1:
        return Button(command, id, f"command.{command}", look=look, opens=True)
    button = button_for(offers[0], id, look)
    return button if button.opens else submit_button(offers[0], id, look, sheet=1)

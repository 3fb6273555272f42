"""The print shop on a phone: choose, look at each page, download. The address holds the whole order."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, make_response, request, url_for
from werkzeug.datastructures import MultiDict

from app.core.game import Game
from app.core.refusals import Refused
from app.core.table import Table
from app.core.words import LANGUAGES, Speech
from app.keeping.pressroom import PressRoom, Standing
from app.web.files.card_shelf import shelf_of
from app.web.print.orders import (
    COUNT,
    FORCE,
    NUMBERS,
    Asked,
    canonical,
    given_in,
    thing_label,
)
from app.web.request import rights
from app.web.request.drawing import draw, is_fragment, see_other
from app.web.request.guard import Halted, store
from app.web.request.speech import all_words, language, speech_with
from app.web.table.lobby import on_shelf
from printables import desk
from printables.desk import AT_A_TIME, PICTURE_DPI, Order
from printables.incursion.needs import SHEETS, picked
from printables.incursion.source import plain_source
from printables.order import MOST
from printables.paper import CHOICES, LIMITS, Settings
from printables.words import printed_words

pages = Blueprint("printing", __name__)
GLANCE, PATIENCE = 1.0, 20.0
"""Seconds that a page and a picture wait for the press."""
KEPT = "private, max-age=86400, immutable"
KINDS = {"pdf": "application/pdf", "svg": "application/zip", "png": "application/zip"}


def room() -> PressRoom:
    """The press room of this app."""
    kept: PressRoom = current_app.extensions["pressroom"]
    return kept


def asked_of(game: str) -> Asked:
    """The order of this address, of a game. Raises Refused (404)."""
    return Asked(on_shelf(game), without_job(request.args))


def asked_at(code: str) -> Asked:
    """The order of this address, at a table: what is public there, whoever asks."""
    table = rights.table_at(code)
    rights.by_cookie(table)
    return Asked(table.game, without_job(request.args), table)


def without_job(given: MultiDict[str, str]) -> MultiDict[str, str]:
    """The order itself, without what says where its print stands."""
    return MultiDict([(name, value) for name, value in given.items(multi=True) if name not in ("job", "as", "from")])


def address(asked: Asked, page: str, query: str = "", **more: str) -> str:
    """A page about an order, `order` or `made`, of the game or at the table."""
    where: dict[str, Any] = {"code": asked.table.code} if asked.table else {"game": asked.game.key}
    path = url_for(f"printing.{'table_' if asked.table else ''}{page}", **where)
    whole = "&".join(part for part in (query, urlencode(more)) if part)
    return f"{path}?{whole}" if whole else path


def query_of(asked: Asked) -> str:
    """The order as a query."""
    return urlencode(list(asked.given.items(multi=True)))


# -- choosing


@pages.route("/print/<game>", methods=["GET", "POST"])
def order(game: str) -> Response:
    """Products as a shelf, quantities as steppers, one button."""
    return sent(on_shelf(game), None) if request.method == "POST" else order_page(asked_of(game))


@pages.route("/t/<code>/print", methods=["GET", "POST"])
def table_order(code: str) -> Response:
    """What this table needs: its mission, cards, open forces with their damage, its answers."""
    asked = asked_at(code)
    return sent(asked.game, asked.table) if request.method == "POST" else order_page(asked)


def sent(game: Game, table: Table | None) -> Response:
    """From the form to its address: on to the press if nothing is wrong."""
    query = canonical(game, request.form, table)
    asked = Asked(game, given_in(query), table)
    page = "made" if request.form.get("go") == "made" and asked.sound else "order"
    return see_other(address(asked, page, query))


def order_page(asked: Asked) -> Response:
    """The form, filled in, with what is wrong beside its field."""
    asked.sound  # noqa: B018 - looks at every part, so that every fault is found
    settings, counts = asked.settings, asked.counts
    note_refusal(asked)
    products = [shelved(asked, product, things) for product, things in counts.items()]
    shown = {
        "asked": asked,
        "game": asked.game,
        "table": asked.table,
        "here": address(asked, "order"),
        "was": query_of(asked),
        "products": products,
        "settings": settings,
        "choices": options(asked),
        "numbers": {name: LIMITS[name] for name in NUMBERS},
        "languages": LANGUAGES,
        "basis": None if asked.table else basis(asked),
        "printers": [(one.key, one.name) for one in store().printers.printers()],
        "faults": {name: asked.told(no, name) for name, no in asked.faults.items()},
        "at_fault": {
            "forces": any(name.startswith(FORCE) for name in asked.faults),
            "paper": any(name in (*NUMBERS, "marks", "marks_on") for name in asked.faults),
        },
        "most": MOST,
    }
    page = draw("printing/order.html", asked.said(), **shown)
    return make_response(page, 422 if asked.faults else 200)


def note_refusal(asked: Asked) -> None:
    """The press said no: beside the field that it is about."""
    job = request.args.get("job", "")
    no = room().refusal(job, request.args.get("as", "pdf"))
    if no is not None:
        asked.faults.setdefault(field_of(asked, no), no)
        if no.code == "print-broken":
            room().cancel(job)  # it may go better the next time


def field_of(asked: Asked, no: Refused) -> str:
    """The field of the page that a "no" of the press is about: a setting, or the thing whose text does not fit."""
    card = str(no.words.get("card", ""))
    speech = asked.source.speech
    for product, things in asked.needs.items():
        for thing in things:
            if card and card.startswith(thing_label(product, thing, speech)) and product in asked.products:
                return f"{COUNT}{product}.{thing}"
    return no.field if no.field in ("margin", *CHOICES) else "what"


def options(asked: Asked) -> dict[str, list[tuple[str, str]]]:
    """The choices of the paper, each in words."""
    said = asked.said()
    return {
        name: [(value, said.say(f"{name.replace('_', '-')}.{value}")) for value in values]
        for name, values in CHOICES.items()
    }


def shelved(asked: Asked, product: str, counts: Mapping[str, int]) -> dict[str, Any]:
    """A product on the shelf: whether it is ticked, and its things with their quantities."""
    said = asked.said()
    things = [
        {
            "field": f"{COUNT}{product}.{thing}",
            "label": thing_label(product, thing, said),
            "count": asked.changes.get(f"{product}.{thing}", count),
        }
        for thing, count in counts.items()
    ]
    total = sum(counts.values())
    at_fault = any(name.startswith(f"{COUNT}{product}.") for name in asked.faults)
    shown = {"key": product, "on": product in asked.products, "things": things, "total": total}
    return {**shown, "alone": product in SHEETS, "at_fault": at_fault}


def basis(asked: Asked) -> dict[str, Any]:
    """What to print from, to choose: editions, missions, card sets, model cards by side."""
    models, said = asked.source.book.models, asked.said()
    missions = [(str(number), f"{number} · {said.say(f'mission.{number}')}") for number in asked.game.missions]
    return {
        "editions": [(edition, said.name(edition)) for edition in asked.game.editions],
        "missions": missions,
        "sets": [(one.key, one.name) for one in shelf_of(asked.game)],
        "sides": {
            side: [
                {"key": key, "field": FORCE + key, "most": most, "count": asked.given.get(FORCE + key, "0")}
                for key, most in asked.most.items()
                if models[key].side == side and (most or FORCE + key in asked.given)
            ]
            for side in asked.game.sides
        },
    }


# -- at the press


@pages.get("/print/<game>/made")
def made(game: str) -> Response:
    """How far a print is; then its pages and its file."""
    return made_page(asked_of(game))


@pages.get("/t/<code>/print/made")
def table_made(code: str) -> Response:
    """The same, of a table's order: as the table was when the order was given."""
    return made_page(asked_at(code))


def made_page(asked: Asked) -> Response:
    """Progress, or what was made; a print is begun where it is not yet, and what is wrong leads back to the order."""
    name, kind = request.args.get("job", ""), request.args.get("as", "pdf")
    query = query_of(asked)
    if kind not in KINDS:
        raise Halted(404, "no-such-page")
    if room().order(name) is None:
        if not asked.sound:
            return see_other(address(asked, "order", query))
        return see_other(address(asked, "made", query, job=room().keep(asked.order()), **{"as": kind}))
    standing = room().awaited(name, kind, 0 if is_fragment() else GLANCE)
    if standing.stage == "refused" and not is_fragment():
        return see_other(address(asked, "order", query, job=name, **{"as": kind}))
    return standing_page(asked, name, kind, standing)


def standing_page(asked: Asked, name: str, kind: str, standing: Standing) -> Response:
    """The page of a print at work, or done; to a script only how far it is, and nothing at the end."""
    shown = {
        "asked": asked,
        "job": name,
        "kind": kind,
        "standing": standing,
        "back": address(asked, "order", query_of(asked)),
        "here": {one: address(asked, "made", query_of(asked), job=name, **{"as": one}) for one in KINDS},
    }
    said = asked.said()
    if is_fragment():
        at_work = standing.stage in ("running", "waiting")
        return make_response(*((draw("printing/progress.html", said, **shown), 200) if at_work else ("", 204)))
    if standing.stage != "done":
        return make_response(draw("printing/working.html", said, **shown))
    return make_response(draw("printing/made.html", said, **shown, **leaves(name, kind)))


def leaves(name: str, kind: str) -> dict[str, Any]:
    """Some pages of a PDF with their sizes in pixels, and the size of the file."""
    folder = room().folder(name)
    size = desk.file_of(folder, kind).stat().st_size
    every = desk.pages_of(folder) if kind == "pdf" else []
    first = request.args.get("from", 1, type=int)
    first = first if 1 <= first <= len(every) else 1
    dots = PICTURE_DPI / 25.4
    shown = [
        {"number": number, "product": product, "width": ceil(width * dots), "height": ceil(height * dots)}
        for number, (product, width, height) in enumerate(every[first - 1 : first - 1 + AT_A_TIME], start=first)
    ]
    return {"size": size, "leaves": shown, "first": first, "of": len(every), "at_a_time": AT_A_TIME}


@pages.post("/print/cancel")
def cancel() -> Response:
    """End a print."""
    room().cancel(known(request.form.get("job", "")))
    back = request.form.get("back", "/")
    return see_other(back if back.startswith(("/print/", "/t/")) and back.isprintable() else "/")


def known(name: str) -> str:
    """The fingerprint of an order that is here. Raises Halted (404)."""
    if room().order(name) is None:
        raise Halted(404, "no-such-print")
    return name


# -- files and pictures


@pages.get("/print/file/<job>/<kind>")
def file(job: str, kind: str) -> Response:
    """What was made, to keep. Raises Halted where it is not done."""
    if kind not in KINDS or not desk.file_of(room().folder(known(job)), kind).exists():
        raise Halted(404, "no-such-print")
    path = desk.file_of(room().folder(job), kind)
    response = Response(path.read_bytes(), content_type=KINDS[kind])
    response.headers["Content-Disposition"] = f"attachment; filename=adjutant-{path.name}"
    return response


@pages.get("/print/picture/<job>/<int:page>.png")
def picture(job: str, page: int) -> Response:
    """A page of a PDF that was made, as a picture."""
    folder = room().folder(known(job))
    if not desk.file_of(folder, "pdf").exists() or not 1 <= page <= len(desk.pages_of(folder)):
        raise Halted(404, "no-such-page")
    return picture_file(job, page)


def picture_file(job: str, page: int) -> Response:
    """The picture of a page, made when it is first asked for. Raises Halted where the press is busy."""
    path: Path = desk.picture_of(room().folder(job), page)
    if not path.exists():
        room().awaited(job, desk.picture_kind(page), PATIENCE)
    if not path.exists():
        raise Halted(503, "press-busy")
    response = Response(path.read_bytes(), content_type="image/png")
    response.headers["Cache-Control"] = KEPT
    return response


@pages.get("/print/<game>/sample/<product>.png")
def sample(game: str, product: str) -> Response:
    """The first page of a product, for the shelf."""
    job = room().keep(sample_of(on_shelf(game).key, request.args.get("lang", language())))
    if room().awaited(job, "pdf", PATIENCE).stage != "done":
        raise Halted(503, "press-busy")
    products = [one for one, _, _ in desk.pages_of(room().folder(job))]
    if product not in products:
        raise Halted(404, "no-such-page")
    return picture_file(job, products.index(product) + 1)


def sample_of(game: str, reader: str) -> Order:
    """A page of each product, in a language."""
    source = plain_source(None, reader if reader in LANGUAGES else LANGUAGES[0], 1)
    things: Mapping[str, Mapping[str, int]] = picked(source)
    few = {product: dict.fromkeys(list(counts)[:9], 1) for product, counts in things.items()}
    return Order(source, few, Settings(duplex="fronts-only"))


def speech_of_print() -> Speech:
    """The reader's language with the words that stand only on paper."""
    return speech_with({**printed_words(), **all_words()})

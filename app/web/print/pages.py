"""Print shop pages: choose, preview each page, download. The URL holds the whole order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, current_app, make_response, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import RequestEntityTooLarge

from app.core.engine.event import Seat
from app.core.errors import Refused
from app.core.messages.translator import LANGUAGES
from app.core.table.seat_view import Table
from app.games import on_shelf
from app.storage import whole_files
from app.storage.print_queue import JobNotFound, JobStatus, PrintQueue
from app.web.print.order_form import shown_order
from app.web.print.order_query import COUNT, Asked, asked_at, asked_of, shop_for
from app.web.print.order_url import canonical, given_in
from app.web.request import guard, seat_tokens
from app.web.request.background import between_answers
from app.web.request.guard import RequestRejected
from app.web.request.language import language
from app.web.request.rendering import figure, is_fragment, redirect_after_post, render_page
from app.web.request.table_lookup import with_table
from printables import job_worker, letters
from printables.job_worker import AT_A_TIME, PICTURE_DPI, Order
from printables.paper import CHOICES, Settings
from printables.shops import Shop, shop_of

pages = Blueprint("printing", __name__)
GLANCE, SOON, PATIENCE = 1.0, 5.0, 20.0
"""Seconds that the pages of a print job and of an order, and a page picture, wait for the worker."""
KEPT = "private, max-age=86400, immutable"
KINDS = {"pdf": "application/pdf", "svg": "application/zip", "png": "application/zip"}
NO_GAME = {"game": ""}


@pages.app_template_test("printed")
def is_printed(game: str) -> bool:
    return shop_of(game) is not None


def room() -> PrintQueue:
    kept: PrintQueue = current_app.extensions["pressroom"]
    return kept


def order_in_address() -> MultiDict[str, str]:
    more = ("job", "as", "from")
    return MultiDict([(name, value) for name, value in request.args.items(multi=True) if name not in more])


def address(asked: Asked, page: str, query: str = "", **more: str) -> str:
    where: dict[str, Any] = {"code": asked.table.code} if asked.table else {"game": asked.shop.game}
    path = url_for(f"printing.{'table_' if asked.table else ''}{page}", **where)
    whole = "&".join(part for part in (query, urlencode(more)) if part)
    return f"{path}?{whole}" if whole else path


def query_of(asked: Asked) -> str:
    return urlencode(list(asked.given.items(multi=True)))


# -- orders


@pages.route("/calibration", methods=["GET", "POST"], defaults=NO_GAME)
@pages.route("/print/<game>", methods=["GET", "POST"])
def order(game: str) -> Response:
    asked = asked_of(game, order_in_address())
    return sent(asked) if request.method == "POST" else order_page(asked)


@pages.route("/t/<code>/print", methods=["GET", "POST"])
@with_table(seat_tokens.seat_from_cookie)
def table_order(table: Table, _: Seat) -> Response:
    """Show the order form of a table, filled from public information only."""
    asked = asked_at(table, order_in_address())
    return sent(asked) if request.method == "POST" else order_page(asked)


LONGEST_ORDER = 12 * 1024
"""Maximum letters of an order in a URL; with the browser's headers it must fit in the request head."""


def sent(asked: Asked) -> Response:
    """Redirect a sent form to its URL, and start printing if it has no errors.

    Raise RequestEntityTooLarge.
    """
    query = canonical(asked, request.form)
    if len(query) > LONGEST_ORDER:
        raise RequestEntityTooLarge
    wanted = asked.with_given(given_in(query))
    page = "made" if request.form.get("go") == "made" and wanted.sound else "order"
    return redirect_after_post(address(wanted, page, query))


def order_page(asked: Asked) -> Response:
    asked.sound  # noqa: B018 - evaluate every part, to collect every error
    note_refusal(asked)
    here = {"here": address(asked, "order"), "was": query_of(asked), "lacking": lacking_before(asked)}
    page = render_page("printing/order.html", asked.said, **shown_order(asked), **here)
    return make_response(page, 422 if asked.faults else 200)


def lacking_before(asked: Asked) -> list[str]:
    if asked.faults or not letters.doubtful(asked.source):
        return []
    job = room().keep(asked.order())
    with cancelled_as_404():
        standing = room().awaited(job, job_worker.LETTERS, SOON)
    if standing.stage in ("running", "waiting"):
        return [asked.said.translate("sheet.lacking-unknown")]
    return [*letters.told(job_worker.lacking_of(room().folder(job), job_worker.LETTERS), asked.said)]


def note_refusal(asked: Asked) -> None:
    job = request.args.get("job", "")
    no = room().refusal(job, request.args.get("as", "pdf"))
    if no is not None:
        asked.faults.setdefault(field_of(asked, no), no)
        if no.code in ("print-broken", "print-picture-gone"):
            room().cancel(job)  # retry later: the failure may be temporary


def field_of(asked: Asked, no: Refused) -> str:
    card = str(no.words.get("card", ""))
    speech = asked.source.speech
    for product, things in asked.needs.items():
        for thing in things:
            if card and card.startswith(asked.thing_label(product, thing, speech)) and product in asked.products:
                return f"{COUNT}{product}.{thing}"
    return no.field if no.field in ("margin", *CHOICES) else "what"


# -- print jobs


@pages.get("/calibration/made", defaults=NO_GAME)
@pages.get("/print/<game>/made")
def made(game: str) -> Response:
    return made_page(asked_of(game, order_in_address()))


@pages.get("/t/<code>/print/made")
@with_table(seat_tokens.seat_from_cookie)
def table_made(table: Table, _: Seat) -> Response:
    """Show the print job of a table's order, as the table was when it was ordered."""
    return made_page(asked_at(table, order_in_address()))


def made_page(asked: Asked) -> Response:
    """Show progress or result. Start the job if needed; redirect a faulty order to its form."""
    name, kind = request.args.get("job", ""), request.args.get("as", "pdf")
    query = query_of(asked)
    if kind not in KINDS:
        raise RequestRejected(404, "no-such-page")
    if not room().has(name):
        if not asked.sound:
            return redirect_after_post(address(asked, "order", query))
        return redirect_after_post(address(asked, "made", query, job=room().keep(asked.order()), **{"as": kind}))
    room().watch(name, guard.address())
    with cancelled_as_404():
        standing = room().awaited(name, kind, 0 if is_fragment() else GLANCE)
        if standing.stage == "refused" and not is_fragment():
            return redirect_after_post(address(asked, "order", query, job=name, **{"as": kind}))
        return standing_page(asked, name, kind, standing)


def standing_page(asked: Asked, name: str, kind: str, standing: JobStatus) -> Response:
    if is_fragment():
        at_work = standing.stage in ("running", "waiting")
        how_far = render_page("printing/progress.html", asked.said, standing=standing) if at_work else ""
        return make_response(how_far, 200 if at_work else 204)
    query = query_of(asked)
    as_kinds = {one: address(asked, "made", query, job=name, **{"as": one}) for one in KINDS}
    shown = {"job": name, "kind": kind, "back": address(asked, "order", query), "here": as_kinds}
    if standing.stage != "done":
        return make_response(render_page("printing/working.html", asked.said, **shown, standing=standing))
    size = weighed(job_worker.file_of(room().folder(name), kind).stat().st_size, asked.said.language)
    some = leaves(name, as_kinds["pdf"]) if kind == "pdf" else {}
    shown["lacking"] = [*letters.told(job_worker.lacking_of(room().folder(name), kind), asked.said)]
    return make_response(render_page("printing/made.html", asked.said, **shown, size=size, **some))


def weighed(size: int, language: str) -> str:
    return f"{figure(size / 1e6, language, '.1f')} MB" if size >= 1e6 else f"{ceil(size / 1000)} KB"


def leaves(job: str, here: str) -> dict[str, Any]:
    every = job_worker.pages_of(room().folder(job))
    asked = request.args.get("from", 1, type=int)
    first = asked if 1 <= asked <= len(every) else 1
    after = first + AT_A_TIME
    shown = [leaf(job, number, *page) for number, page in enumerate(every[first - 1 : after - 1], start=first)]
    earlier = f"{here}&from={max(first - AT_A_TIME, 1)}" if first > 1 else ""
    later = f"{here}&from={after}" if after <= len(every) else ""
    return {"leaves": shown, "first": first, "of": len(every), "earlier": earlier, "later": later}


def leaf(job: str, number: int, product: str, width: float, height: float) -> dict[str, Any]:
    picture, dots = url_for("printing.picture", job=job, page=number), PICTURE_DPI / 25.4
    size = {"width": ceil(width * dots), "height": ceil(height * dots)}
    return {"number": number, "product": product, "picture": picture, **size}


@pages.post("/print/cancel")
def cancel() -> Response:
    """Cancel a print job, unless others wait for it."""
    room().leave(known(request.form.get("job", "")), guard.address())
    back = request.form.get("back", "/")
    return redirect_after_post(
        back if back.startswith(("/print/", "/t/", "/calibration")) and back.isprintable() else "/"
    )


@contextmanager
def cancelled_as_404() -> Iterator[None]:
    try:
        yield
    except (JobNotFound, FileNotFoundError):
        raise RequestRejected(404, "no-such-print") from None


def known(name: str) -> str:
    if not room().has(name):
        raise RequestRejected(404, "no-such-print")
    return name


# -- files and pictures


@pages.get("/print/file/<job>/<kind>")
def file(job: str, kind: str) -> Response:
    if kind not in KINDS or not job_worker.file_of(room().folder(known(job)), kind).exists():
        raise RequestRejected(404, "no-such-print")
    path = job_worker.file_of(room().folder(job), kind)
    return sent_file(path, KINDS[kind], {"Content-Disposition": f"attachment; filename=adjutant-{path.name}"})


def sent_file(path: Path, kind: str, headers: Mapping[str, str]) -> Response:
    """Send a file of a job in pieces. Raise RequestRejected if it was cancelled."""
    with cancelled_as_404():
        size = path.stat().st_size
    pieces = between_answers(whole_files.pieces(path))
    return Response(pieces, content_type=kind, headers={**headers, "Content-Length": str(size)})


@pages.get("/print/picture/<job>/<int:page>.png")
def picture(job: str, page: int) -> Response:
    folder = room().folder(known(job))
    with cancelled_as_404():
        if not job_worker.file_of(folder, "pdf").exists() or not 1 <= page <= len(job_worker.pages_of(folder)):
            raise RequestRejected(404, "no-such-page")
        drawn = picture_of(job, page)
    return sent_file(drawn, "image/png", {"Cache-Control": KEPT})


def picture_of(job: str, page: int) -> Path:
    """Return the file of the picture of a page, made on first request.

    Raise RequestRejected if workers are busy, JobNotFound if cancelled.
    """
    path: Path = job_worker.picture_of(room().folder(job), page)
    if not path.exists():
        room().awaited(job, job_worker.picture_kind(page), PATIENCE)
    if not path.exists():
        raise RequestRejected(503, "press-busy")
    return path


@pages.get("/calibration/sample/<product>.png", defaults=NO_GAME)
@pages.get("/print/<game>/sample/<product>.png")
def sample(game: str, product: str) -> Response:
    shop = shop_for(on_shelf(game).key if game else "")
    whole = sample_of(shop, request.args.get("lang", language()))
    with cancelled_as_404():
        job, products = sample_pages(whole)
        if product not in products and product in whole.things:  # it shares the pages of another one
            job, products = sample_pages(replace(whole, things={product: whole.things[product]}))
        if product not in products:
            raise RequestRejected(404, "no-such-page")
        drawn = picture_of(job, products.index(product) + 1)
    return sent_file(drawn, "image/png", {"Cache-Control": KEPT})


def sample_pages(order: Order) -> tuple[str, list[str]]:
    """Return the job of a sample and the product of each of its pages."""
    job = room().keep(order)
    if room().awaited(job, "pdf", PATIENCE).stage != "done":
        raise RequestRejected(503, "press-busy")
    return job, [one for one, _, _ in job_worker.pages_of(room().folder(job))]


def sample_of(shop: Shop[Any], reader: str) -> Order:
    source = shop.sample(reader if reader in LANGUAGES else LANGUAGES[0])
    few = {product: dict.fromkeys(list(counts)[:9], 1) for product, counts in shop.needs(source).items()}
    return Order(source, few, Settings(duplex="fronts-only"))

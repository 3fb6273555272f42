"""Printer pages: the calibration sheet, its measurements, and corrections stored by name."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response, make_response, request, url_for

from app.core.errors import Malformed, Refused
from app.core.messages.translator import Translator, Verbatim
from app.core.rules.book import require_one_of
from app.games import REGISTRY
from app.storage.printers import Printer, PrinterCalibration, PrinterStore
from app.web.print.order_query import decimal
from app.web.request import seat_tokens
from app.web.request.error_pages import status_and_no
from app.web.request.guard import missing_as_404, store
from app.web.request.language import language, speech, speech_with
from app.web.request.makers import check_may_write, writer
from app.web.request.rendering import figure, redirect_after_post, render_page
from printables.calibration import Calibration, Correction, Measurements
from printables.paper import LIMITS, PAPERS, Settings, checked
from printables.shops import shop_of
from printables.words import house_words, paper_said

pages = Blueprint("printers", __name__, url_prefix="/printers")
No = (Refused, Malformed)
DUPLEX = ("long-edge", "short-edge")
READ = {
    "across": (-100, 100),
    "up": (-100, 100),
    "left": (-60, 60),
    "right": (-60, 60),
    "ruler_across": (95.5, 105),
    "ruler_up": (95.5, 105),
}
"""Minimum and maximum of each reading."""
TELLS = {
    "offset_x": "across",
    "offset_y": "up",
    "rotation": "left",
    "scale_x": "ruler_across",
    "scale_y": "ruler_up",
}
"""The measurement whose field shows that a part of the correction is too large."""


def box() -> PrinterStore:
    return store().printers.written_by(writer())


def words_here() -> Translator:
    return speech_with(house_words())


@pages.route("", methods=["GET", "POST"])
def shelf() -> Response:
    if request.method == "GET":
        return make_response(shelf_page())
    try:
        key = keep_measured()
    except No as no:
        return make_response(shelf_page(no), status_and_no(no)[0])
    return redirect_after_post(url_for("printers.printer", printer=key))


def shelf_page(fault: Refused | Malformed | None = None) -> str:
    given = request.form or request.args
    shown = {
        "printers": box().printers(),
        "given": given,
        "sheets": [calibration_link(paper, duplex) for paper in calibrated() for duplex in DUPLEX],
        "papers": calibrated(),
        "paper_said": lambda paper: paper_said(paper, words_here()),
        "duplexes": DUPLEX,
        "measurements": {name: given.get(name) or f"{getattr(Measurements(), name):g}" for name in READ},
        "games": games_that_print(),
        "fault": fault_at_field(fault) if fault else None,
    }
    return drawn("shelf", **shown)


def calibrated() -> list[str]:
    return [paper for paper in PAPERS if Calibration(Settings(paper=paper), words_here()).fits]


def calibration_link(paper: str, duplex: str, **more: str) -> dict[str, str]:
    said = words_here()
    asked: dict[str, Any] = {"paper": paper, "duplex": duplex, **more}
    label = f"{paper_said(paper, said)}: {said.translate(f'duplex.{duplex}')}"
    return {"id": f"{paper}-{duplex}", "label": label, "href": url_for("printing.made", game="", **asked)}


def games_that_print() -> list[tuple[str, str]]:
    return [(key, speech(game).name(key)) for key, game in REGISTRY.items() if shop_of(key)]


def fault_at_field(no: Refused | Malformed) -> tuple[str, str]:
    said, name = words_here(), no.field or "name"
    label = said.translate(f"reading.{name}") if said.has(f"reading.{name}") else said.translate(f"setting.{name}")
    return name, said.translate(f"refusal.{no.code}", **{**no.words, "field": Verbatim(label)})


def drawn(template: str, **shown: Any) -> str:
    return render_page(f"printing/{template}.html", words_here(), **shown)


def keep_measured() -> str:
    form = request.form
    settings = checked(
        paper=require_one_of(calibrated(), form.get("paper", ""), "paper"), duplex=form.get("duplex", "")
    )
    key = form.get("printer", "")
    before = Correction()
    if form.get("with") == "printer":
        before = in_force(key, settings.paper)
    found = PrinterCalibration(settings.paper, settings.duplex, **asdict(added(before, correction(settings))))
    if not key:
        return box().add(form.get("name", ""), found)
    kept = box().printer(key)
    check_may_write(kept.maker, kept.name)
    box().measure(key, found)
    return key


def correction(settings: Settings) -> Correction:
    return bearable(
        Calibration(settings, words_here()).correction(Measurements(**{name: measurement(name) for name in READ}))
    )


def measurement(name: str) -> float:
    low, high = READ[name]
    try:
        number = decimal(request.form.get(name, ""), getattr(Measurements(), name))
    except Malformed as no:
        raise Malformed(no.code, field=name) from no
    if not number >= low:
        raise Refused("too-small", field=name, limit=figure(low, language()))
    if number > high:
        raise Refused("too-big", field=name, limit=figure(high, language()))
    return number


def in_force(key: str, paper: str) -> Correction:
    papers = box().printer(key).papers
    if paper not in papers:
        raise Refused("printer-without-paper", field="paper", paper=Verbatim(paper_said(paper, words_here())))
    kept = asdict(papers[paper])
    return Correction(**{name: kept[name] for name in asdict(Correction())})


def added(before: Correction, found: Correction) -> Correction:
    """Return both corrections combined. Raise Refused if the result is too large."""
    return bearable(
        Correction(
            round(before.offset_x + found.offset_x, 2),
            round(before.offset_y + found.offset_y, 2),
            round(before.rotation + found.rotation, 3),
            round(before.scale_x * found.scale_x, 5),
            round(before.scale_y * found.scale_y, 5),
        )
    )


def bearable(found: Correction) -> Correction:
    for name, value in asdict(found).items():
        low, high = LIMITS[name]
        if not low <= value <= high:
            raise Refused("beyond-calibration", field=TELLS[name])
    return found


def kept_printer(key: str) -> Printer:
    with missing_as_404():
        return box().printer(key)


@pages.route("/<printer>", methods=["GET", "POST"])
def printer(printer: str) -> Response:
    kept, fault = kept_printer(printer), None
    if request.method == "POST":
        check_may_write(kept.maker, kept.name)
        try:
            box().rename(printer, request.form.get("name", ""))
            return redirect_after_post(url_for("printers.printer", printer=printer))
        except No as no:
            fault = no
    measured = [shown_measures(kept, one) for one in kept.papers.values()]
    shown = {"printer": kept, "measured": measured, "given": request.form}
    page = drawn("printer", **shown, fault=fault_at_field(fault) if fault else None)
    return make_response(page, status_and_no(fault)[0] if fault else 200)


NBSP = "\u00a0"


def percent(scale: float, language: str) -> str:
    return f"{figure(scale * 100, language, '.2f')}{'' if language == 'en' else NBSP}%"


def shown_measures(printer: Printer, kept: PrinterCalibration) -> dict[str, Any]:
    said = words_here()
    asked: dict[str, Any] = {"printer": printer.key, "paper": kept.paper, "duplex": kept.duplex}
    prints = [
        {"game": game, "name": name, "href": url_for("printing.order", game=game, **asked)}
        for game, name in games_that_print()
    ]
    return {
        "paper": kept.paper,
        "label": paper_said(kept.paper, said),
        "across": f"{figure(kept.offset_x, said.language, '+g')}{NBSP}mm",
        "up": f"{figure(kept.offset_y, said.language, '+g')}{NBSP}mm",
        "turned": f"{figure(kept.rotation, said.language, '+g')}°",
        "enlarged": f"{NBSP}· ".join(percent(scale, said.language) for scale in (kept.scale_x, kept.scale_y)),
        "with": said.translate(f"duplex.{kept.duplex}"),
        "prints": prints,
        "check": calibration_link(kept.paper, kept.duplex, printer=printer.key)["href"],
        "again": url_for("printers.shelf", **{**asked, "with": "printer"}, _anchor="readings"),
    }


@pages.route("/<printer>/delete", methods=["GET", "POST"])
def delete(printer: str) -> Response:
    """Ask for confirmation, then delete a printer (host only). Raise RequestRejected."""
    kept = kept_printer(printer)
    seat_tokens.check_host_of_house()
    if request.method == "GET":
        return make_response(drawn("delete_printer", printer=kept))
    box().remove(printer)
    return redirect_after_post(url_for("printers.shelf"))

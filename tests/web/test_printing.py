"""The print shop's pages: an order in its address, each page as a picture, jobs beside the tables, printers."""

import io
import itertools
import json
import os
import re
import signal
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pdfplumber
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.core import error_log
from app.core.error_log import FAULTS
from app.games import REGISTRY
from app.games.incursion.book import card_set
from app.storage import print_queue
from app.web.print import order_query, order_url, pages, printers
from app.web.print.order_form import shown_order
from app.web.print.printers import READ
from printables import job_worker, shops
from printables.incursion.needs import picked
from printables.incursion.source import plain_source
from printables.job_worker import Order
from printables.paper import MM, Settings
from printables.raster import pictures
from tests.playing import PlayedTable
from tests.server import end, serving
from tests.web.test_pages import OURS

Play = Callable[..., PlayedTable]


@pytest.fixture(autouse=True)
def room(app: Flask) -> Iterator[print_queue.PrintQueue]:
    """The press room of the app; what works there is ended after the test."""
    kept: print_queue.PrintQueue = app.extensions["pressroom"]
    yield kept
    kept.close()


def until_done(client: FlaskClient, address: str, seconds: float = 40) -> TestResponse:
    """Follow a print until it is made or refused, as a phone without scripts does."""
    end = time.monotonic() + seconds
    answer = client.get(address, follow_redirects=True)
    while 'id="job"' in answer.text:
        assert time.monotonic() < end, answer.text
        answer = client.get(answer.request.full_path, follow_redirects=True)
    return answer


def order_form(client: FlaskClient, address: str) -> dict[str, Any]:
    """The form of an order as a browser would send it."""
    text = client.get(address).text
    form: dict[str, Any] = {"was": re.search(r'name="was" value="([^"]*)"', text)[1].replace("&amp;", "&")}  # type: ignore[index]
    form["what"] = re.findall(r'name="what" value="([^"]+)" checked', text)
    form |= dict(re.findall(r'type="number"[^>]* name="([^"]+)" value="([^"]*)"', text))
    form |= dict(re.findall(r'<input id="(\w+)" name="\w+" inputmode="decimal"[^>]* value="([^"]*)"', text))
    for name, options in re.findall(r'<select id="\w+" name="(\w+)".*?>(.*?)</select>', text):
        form[name] = (re.findall(r'value="([^"]*)" selected', options) or [""])[0]
    return form


def sent(client: FlaskClient, address: str, go: str = "list", **changes: Any) -> str:
    """The address that the form of another one leads to, some fields changed."""
    form = {**order_form(client, address), **changes, "go": go}
    answer = client.post(urlsplit(address).path, data=form, headers=OURS)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"])


def fields(address: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(address).query, keep_blank_values=True))


def pdf_of(client: FlaskClient, page: TestResponse) -> bytes:
    found = re.search(r'id="download" href="([^"]+)"', page.text)
    assert found, page.text
    return client.get(found[1]).data


def texts(pdf: bytes) -> list[str]:
    with pdfplumber.open(io.BytesIO(pdf)) as document:
        return [page.extract_text() for page in document.pages]


# -- choosing


@pytest.mark.parametrize(("language", "button"), [("en", "Make PDF"), ("es", "Crear PDF")])
def test_the_order_speaks_the_language_of_its_reader(client: FlaskClient, language: str, button: str) -> None:
    client.set_cookie("lang", language)
    page = client.get("/print/incursion").text
    assert button in page
    assert ("Fichas" in page) == (language == "es")


def test_an_untouched_form_is_an_empty_address_and_a_change_is_the_only_thing_in_it(client: FlaskClient) -> None:
    client.set_cookie("lang", "en")
    assert fields(sent(client, "/print/incursion")) == {"edition": "en-2009", "cards": "starter", "lang": "en"}
    changed = sent(client, "/print/incursion", mission="1", **{"force.grunt-ape": "2", "n.counters.door": "20"})
    assert {"mission": "1", "force.grunt-ape": "2", "n.counters.door": "20"}.items() <= fields(changed).items()
    assert len(fields(changed)) == 6
    page = client.get(changed).text
    assert re.search(r'name="n.counters.door" value="20"', page)
    assert re.search(r'name="n.counters.reaction-fire" value="2"', page)
    assert fields(sent(client, changed, mission="2"))["n.counters.door"] == "20"


@pytest.mark.parametrize(("game", "lang"), [*zip(["", *REGISTRY], itertools.cycle(["en", "es"]), strict=False)])
def test_a_thing_that_no_product_has_is_named_as_it_was_typed(client: FlaskClient, game: str, lang: str) -> None:
    if (shop := shops.shop_of(game)) is None:
        assert client.get(f"/print/{game}").status_code == 404
        return
    options = [
        *(f"n.{product}" for product in (*shop.products, "no-such-product")),
        *(one.option for one in shop.counts),
    ]
    for option in options:
        strange = {f"{option}.{thing}": "1" for thing in ("no-such-thing", "<b>x|y", "")}
        for page in ("", "/made"):
            answer = client.get(
                f"/print/{game}{page}" if game else f"/calibration{page}", query_string={**strange, "lang": lang}
            )
            assert answer.status_code < 500, (option, page)
            assert "<b>x" not in answer.text


def test_an_order_that_fits_in_no_address_is_told_and_leads_nowhere(client: FlaskClient) -> None:
    client.set_cookie("lang", "en")
    form = {"n.counters.door": "1", "n.counters.x": "9" * 13_000, "go": "list"}
    answer = client.post("/print/incursion", data=form, headers=OURS)
    assert (answer.status_code, answer.headers.get("Location")) == (413, None)
    assert "The request is too large." in answer.text


def test_what_the_new_basis_does_not_have_goes_with_the_old_one(client: FlaskClient) -> None:
    changed = {"what": ["mission", "counters"], "n.mission.mission": "2", "n.counters.door": "20"}
    address = sent(client, "/print/incursion?mission=1", mission="", **changed)
    assert client.get(address).status_code == 200
    kept = {"edition": "en-2009", "cards": "starter", "lang": "en", "what": "counters", "n.counters.door": "20"}
    assert fields(address) == kept
    strange = sent(client, "/print/incursion?mission=1", mission="", what=["posters"])
    assert client.get(strange).status_code == 422


def test_a_card_that_the_new_set_does_not_have_goes_with_the_old_one(client: FlaskClient) -> None:
    mine = client.post("/cards/incursion/set/starter/duplicate", headers=OURS).headers["Location"]
    own, remove = mine.rpartition("/")[2], f"{mine}/card/models/gretel/remove"
    version = re.search(r'name="version" value="(\d+)"', client.get(remove).text)
    assert version
    assert client.post(remove, data={"version": version[1]}, headers=OURS).status_code == 303
    other = {"force.gretel": "1", "force.hans": "1", "n.stand-ups.gretel": "3"}
    address = sent(client, "/print/incursion?mission=2&cards=starter", cards=own, **other)
    assert client.get(address).status_code == 200
    assert {"force.hans": "1", "cards": own}.items() <= fields(address).items()
    assert not any("gretel" in name for name in fields(address))


def test_products_are_left_out_and_quantities_are_what_the_forces_need(client: FlaskClient, app: Flask) -> None:
    address = sent(client, "/print/incursion?mission=1&force.grunt-ape=2&force.sturmzombie=2", what=["counters"])
    with app.test_request_context(address):
        order = order_query.asked_of("incursion", pages.order_in_address()).order()
    needs = picked(plain_source(mission=1, forces={"grunt-ape": 2, "sturmzombie": 2}))
    assert order.things == {"counters": needs["counters"]}


@pytest.mark.parametrize(
    ("query", "field", "told"),
    [
        ("n.counters.door=10000", "n.counters.door", "“Door” must be at most 999."),
        ("n.counters.door=many", "n.counters.door", "“Door” must be a number."),
        ("n.counters.door=-1", "n.counters.door", "“Door” must be at least 0."),
        ("mission=1&force.grunt-ape=9", "force.grunt-ape", "Limit"),
        ("margin=wide", "margin", "“Margin” must be a number."),
        ("margin=nan", "margin", "“Margin” must be at least 5."),
        ("bleed=4", "bleed", "“Bleed” must be at most 3."),
        ("paper=a6", "paper", "“Paper” must be one of: a4, letter, a3, a5, legal, WxHmm."),
        ("mission=99", "mission", "“Mission” must be one of"),
        ("mission=one", "mission", "“Mission” must be one of"),
        ("edition=fr", "edition", "“Edition” must be one of"),
        ("cards=mine", "cards", "There is no card set “mine”."),
        ("printer=mine", "printer", "There is no printer “mine”."),
        ("marks=", "marks", "“Cut marks” must be one of"),
        ("duplex=", "duplex", "“Backs” must be one of"),
        ("paper=", "paper", "“Paper” must be one of"),
        ("what=", "what", "There is nothing to print"),
        ("what=posters", "what", "“What to print” must be one of"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(client: FlaskClient, query: str, field: str, told: str) -> None:
    if field == "what":
        query += "&n.counters.door=1"
    answer = client.get(f"/print/incursion?{query}&lang=en")
    assert (answer.status_code, client.get(f"/print/incursion/made?{query}").status_code) == (422, 303)
    beside = re.search(rf'id="fault-{re.escape(field)}">([^<]*)<', answer.text)
    assert beside, answer.text
    assert told in beside[1]


def test_a_language_that_there_is_not_is_told_beside_its_field(client: FlaskClient) -> None:
    for lang in ("fr", ""):
        page = client.get(f"/print/incursion?lang={lang}")
        assert page.status_code == 422
        assert "must be one of: en, es" in re.findall(r'id="fault-lang">([^<]*)<', page.text)[0]


def test_spanish_paper_is_of_the_spanish_rulebook_whoever_reads_the_page(client: FlaskClient, app: Flask) -> None:
    client.set_cookie("lang", "en")
    with app.test_request_context("/print/incursion?lang=es"):
        assert order_query.asked_of("incursion", pages.order_in_address()).source.edition == "es-2009"  # type: ignore[attr-defined]
    with app.test_request_context("/print/incursion?lang=es&edition=en-2009"):
        assert order_query.asked_of("incursion", pages.order_in_address()).source.edition == "en-2009"  # type: ignore[attr-defined]


def test_a_paper_of_ones_own_stays_on_the_form(client: FlaskClient) -> None:
    address = sent(client, "/print/incursion?paper=200X250MM&lang=en", what=["counters"])
    assert fields(address)["paper"] == "200x250mm"
    page = client.get(address).text
    assert '<option value="200x250mm" selected>200 × 250 mm</option>' in page
    assert "Legal" in page


def test_a_text_that_does_not_fit_is_told_beside_the_card(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = json.loads(json.dumps(card_set("starter")))
    cards["battle"]["snafu"]["text"]["en"] = "W" * 390
    monkeypatch.setattr(order_query, "set_of", lambda game, key: SimpleNamespace(data=cards))
    page = until_done(client, "/print/incursion/made?what=battle-cards&cards=mine&lang=en")
    beside = re.search(r'id="fault-n.battle-cards.snafu">([^<]*)<', page.text)
    assert page.status_code == 422
    assert beside
    assert "does not fit" in beside[1]


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "characters that cannot be printed"), ("es", "caracteres que no se pueden imprimir")]
)
def test_letters_that_cannot_be_printed_are_told_before_and_after_by_piece(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch, lang: str, told: str
) -> None:
    client.set_cookie("lang", lang)
    monkeypatch.setattr(pages, "SOON", 0)
    cards = json.loads(json.dumps(card_set("starter")))
    cards["battle"]["snafu"]["name"][lang] = "Ядро 漢"
    monkeypatch.setattr(order_query, "set_of", lambda game, key: SimpleNamespace(data=cards))
    early = client.get("/print/incursion?what=battle-cards&cards=mine").text
    assert {"en": "The list is not ready yet", "es": "Aún no se sabe"}[lang] in early
    monkeypatch.setattr(pages, "SOON", 40)
    order = client.get("/print/incursion?what=battle-cards&cards=mine")
    for page in (order, until_done(client, "/print/incursion/made?what=battle-cards&cards=mine")):
        assert page.status_code == 200
        assert re.findall("<li>(Ядро[^<]*)</li>", page.text) == [f"Ядро 漢: {told}: 漢"]
    png = until_done(client, "/print/incursion/made?what=battle-cards&cards=mine&as=png&n.battle-cards.snafu=1")
    assert 'id="lacking"' in png.text
    paths = until_done(client, "/print/incursion/made?what=battle-cards&cards=mine&as=svg")
    assert 'id="lacking"' not in paths.text
    assert 'id="lacking"' not in client.get("/print/incursion?what=counters&cards=mine").text


def test_letters_that_can_be_printed_start_nothing_at_the_press(
    client: FlaskClient, room: print_queue.PrintQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = json.loads(json.dumps(card_set("starter")))
    cards["battle"]["snafu"]["name"]["en"] = "Łódź Ωμέγα Дружба → €"
    monkeypatch.setattr(order_query, "set_of", lambda game, key: SimpleNamespace(data=cards))
    assert client.get("/print/incursion?what=battle-cards&cards=mine&lang=en").status_code == 200
    assert room._orders == {}


def test_a_print_of_too_many_pieces_is_refused_before_it_is_begun(
    client: FlaskClient, room: print_queue.PrintQueue
) -> None:
    many = "&".join(f"n.battle-cards.{card}=999" for card in picked(plain_source())["battle-cards"])
    for lang, told in (("en", "26973 pieces (limit: 5000)"), ("es", "26973 piezas (límite: 5000)")):
        client.set_cookie("lang", lang)
        page = client.get(f"/print/incursion?what=battle-cards&{many}")
        beside = re.search(r'id="fault-what">([^<]*)<', page.text)
        assert page.status_code == 422
        assert beside
        assert told in beside[1]
    assert (
        client.get(f"/print/incursion/made?what=battle-cards&{many}")
        .headers["Location"]
        .startswith("/print/incursion?")
    )
    assert room._orders == {}


def test_a_print_that_needs_too_much_memory_is_refused_in_words(
    client: FlaskClient, room: print_queue.PrintQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(print_queue, "DESK", ["-c", SHORT_OF_MEMORY])
    for lang, told in (("en", "more than 60 MB of memory"), ("es", "más de 60 MB de memoria")):
        client.set_cookie("lang", lang)
        page = until_done(client, f"/print/incursion/made?what=model-cards&n.model-cards.grunt-ape=900&lang={lang}")
        beside = re.search(r'id="fault-what">([^<]*)<', page.text)
        assert page.status_code == 422
        assert beside
        assert told in beside[1]
    assert client.get("/print/incursion").status_code == 200


SHORT_OF_MEMORY = (
    "from printables import job_worker as job; import sys; job.MOST_MEMORY = 60 << 20; job.main(sys.argv[1:])"
)


def test_a_margin_that_leaves_no_room_is_told_beside_the_margin(
    client: FlaskClient, room: print_queue.PrintQueue
) -> None:
    address = client.get("/print/incursion/made?what=model-cards&lang=en").headers["Location"]
    no = {"code": "no-room", "field": "margin", "words": {"width": "63", "height": "88"}}
    (room.folder(fields(address)["job"]) / "pdf.refused").write_text(json.dumps(no), encoding="utf-8")
    page = client.get(address, follow_redirects=True)
    beside = re.search(r'id="fault-margin">([^<]*)<', page.text)
    assert beside
    assert "63 × 88 mm does not fit. Choose larger paper or change “Margin”" in beside[1]


def test_forms_are_taken_only_from_our_own_pages(client: FlaskClient) -> None:
    for path in ("/print/incursion", "/print/cancel", "/printers"):
        assert client.post(path, headers={"Origin": "http://elsewhere"}).status_code == 403


# -- at the press


def test_what_is_looked_at_is_what_is_downloaded(client: FlaskClient) -> None:
    page = until_done(client, "/print/incursion/made?what=reference&what=mission&mission=1&lang=es")
    pdf = pdf_of(client, page)
    shown = re.findall(r'<img src="([^"]+)" width="(\d+)" height="(\d+)" loading="lazy" alt="[^"]+"', page.text)
    drawn = list(pictures(pdf, 60))
    assert len(shown) == len(drawn) == 4
    for (address, *_), picture in zip(shown, drawn, strict=True):
        assert client.get(address).data == picture
    assert "RECONOCIMIENTO" in texts(pdf)[2]
    again = until_done(client, "/print/incursion/made?what=reference&what=mission&mission=1&lang=es")
    assert pdf_of(client, again) == pdf
    assert client.get(shown[0][0].replace("/1.png", "/5.png")).status_code == 404


def test_cut_paths_and_sheets_for_virtual_tabletops_are_made_too(client: FlaskClient) -> None:
    for kind, ending in (("svg", ".svg"), ("png", ".png")):
        address = f"/print/incursion/made?what=counters&mission=1&n.counters.door=2&as={kind}"
        files = zipfile.ZipFile(io.BytesIO(pdf_of(client, until_done(client, address)))).namelist()
        assert files
        assert all(name.endswith(ending) for name in files)
    none = until_done(client, "/print/incursion/made?what=reference&as=svg")
    assert "nothing to cut out" in none.text
    assert client.get("/print/incursion/made?as=doc").status_code == 404


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_cut_paths_and_sheets_are_counted_while_they_are_made(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    things = {"counters": {"door": 80, "pinger": 1}, "battle-cards": {"snafu": 30}, "reference": {"reference": 1}}
    Order(plain_source(), things, Settings()).keep(tmp_path)
    told, put = [], job_worker._put
    monkeypatch.setattr(job_worker, "_put", lambda path, content: (put(path, content), told.append(standing())))

    def standing() -> tuple[int, int] | None:
        return job_worker.progress_of(tmp_path, kind)

    job_worker.make(tmp_path, kind)
    files = zipfile.ZipFile(job_worker.file_of(tmp_path, kind)).namelist()
    assert len(files) > 3
    assert told == [*((done, len(files)) for done in range(len(files) + 1)), (len(files), len(files))]


LARGE = "/print/incursion/made?what=battle-cards" + "".join(
    f"&n.battle-cards.{card}=999" for card in ("snafu", "brace", "all-guns")
)


def test_a_large_job_says_how_far_it_is_and_can_be_cancelled(
    client: FlaskClient, room: print_queue.PrintQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "GLANCE", 0)
    address = client.get(LARGE).headers["Location"]
    page = client.get(address)
    assert "<h1>Printing</h1>" in page.text
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in page.text
    assert "<progress" in client.get(address, headers={"HX-Request": "true"}).text
    job = fields(address)["job"]
    ((process, _),) = room._runs.values()
    gone = client.post("/print/cancel", data={"job": job, "back": "/print/incursion?mission=1"}, headers=OURS)
    assert gone.headers["Location"] == "/print/incursion?mission=1"
    assert process.poll() is not None
    assert not room.folder(job).exists()
    assert client.post("/print/cancel", data={"job": job}, headers=OURS).status_code == 404


def test_nobody_ends_a_print_for_which_another_waits_nor_deletes_what_was_made(
    app: Flask, client: FlaskClient, room: print_queue.PrintQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "GLANCE", 0)
    other = app.test_client()
    other.environ_base["REMOTE_ADDR"] = "10.0.0.8"
    address = client.get(LARGE).headers["Location"]
    stop = {"data": {"job": fields(address)["job"]}, "headers": OURS}
    client.get(address)
    ((process, _),) = room._runs.values()
    assert other.post("/print/cancel", **stop).status_code == 303  # type: ignore[arg-type]
    assert process.poll() is None
    assert "<h1>Printing</h1>" in client.get(address).text
    monkeypatch.setattr(print_queue, "WATCHED", 0.0)
    other.post("/print/cancel", **stop)  # type: ignore[arg-type]
    assert process.poll() is not None, "nobody waits any more"
    small = client.get("/print/incursion/made?mission=1").headers["Location"]
    job = fields(small)["job"]
    assert room.awaited(job, "pdf", 60).stage == "done"
    for guest in (other, client):
        assert guest.post("/print/cancel", data={"job": job}, headers=OURS).status_code == 303
    assert client.get(f"/print/file/{job}/pdf").status_code == 200


def test_a_large_job_counts_its_pages(client: FlaskClient, room: print_queue.PrintQueue) -> None:
    address = client.get(LARGE + "&duplex=fronts-only").headers["Location"]
    job, counted = fields(address)["job"], set()
    end = time.monotonic() + 60
    while (standing := room.standing(job, "pdf")).stage == "running":
        counted.add((standing.done, standing.of))
        assert time.monotonic() < end
        time.sleep(0.01)
    assert standing.stage == "done"
    assert {of for _, of in counted} - {0} == {338}  # 2,997 and the 38 other cards of the deck, 9 a page
    assert len({done for done, _ in counted}) > 2
    page = client.get(address)
    assert page.text.count("<img") == 12
    assert "picture" in client.get(f"{address}&from=13").text
    assert client.get(address, headers={"HX-Request": "true"}).status_code == 204


def test_a_server_that_is_asked_to_end_takes_its_prints_and_their_folder_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with serving(tmp_path / "data") as server:
        made = server.ask("GET", LARGE)
        # what a script asks for waits for no end of the print
        assert b"<progress" in server.ask("GET", made.headers["location"], HX_Request="true").body
        (folder,) = tmp_path.glob("adjutant-print-*")
        late = time.monotonic() + 10
        while not pressmen(folder):  # what was only just started has no name of its own yet
            assert time.monotonic() < late
        end(server.process)
        assert server.process.returncode == 0
    assert pressmen(folder) == []
    assert not folder.exists()


def pressmen(folder: Path) -> list[Path]:
    """The processes that print in a folder."""
    return [path for path in Path("/proc").glob("[0-9]*/cmdline") if str(folder).encode() in read_bytes(path)]


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_only_so_many_are_printed_at_a_time_and_the_next_one_waits(
    client: FlaskClient, room: print_queue.PrintQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "GLANCE", 0)
    monkeypatch.setattr(print_queue, "MOST_PRINTS", 1)
    first, second = (client.get(f"{LARGE}&margin={margin}").headers["Location"] for margin in (8, 9))
    assert "<h1>Printing</h1>" in client.get(first).text
    assert "yours is next" in client.get(second).text
    client.post("/print/cancel", data={"job": fields(first)["job"]}, headers=OURS)
    assert "yours is next" not in client.get(second).text


def test_a_print_that_nobody_asks_for_gives_its_place_away_when_it_takes_too_long(
    client: FlaskClient, room: print_queue.PrintQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "GLANCE", 0)
    monkeypatch.setattr(print_queue, "MOST_PRINTS", 1)
    first, second = (client.get(f"{LARGE}&margin={margin}").headers["Location"] for margin in (8, 9))
    client.get(first)
    ((process, _),) = room._runs.values()
    assert "yours is next" in client.get(second).text
    monkeypatch.setattr(print_queue, "LONGEST", 0.0)
    assert room._begin(fields(second)["job"], "pdf")
    assert process.poll() is not None
    assert "Printing failed" in client.get(first, follow_redirects=True).text


def test_only_so_many_prints_are_kept(
    client: FlaskClient, room: print_queue.PrintQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(print_queue, "MOST_KEPT", 2)
    jobs = [
        fields(client.get(f"/print/incursion/made?what=reference&margin={n}").headers["Location"])["job"]
        for n in (5, 6, 7)
    ]
    assert [room.has(job) for job in jobs] == [False, True, True]
    assert not room.folder(jobs[0]).exists()
    again = client.get(f"/print/incursion/made?what=reference&margin=5&job={jobs[0]}")
    assert fields(again.headers["Location"])["job"] == jobs[0]


def test_a_press_that_breaks_is_told_and_its_fault_once(
    client: FlaskClient,
    room: print_queue.PrintQueue,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(FAULTS, "places", {})
    for margin in (5, 6):
        address = client.get(f"/print/incursion/made?what=reference&margin={margin}").headers["Location"]
        (room.folder(fields(address)["job"]) / "order").write_bytes(b"damaged")
        page = until_done(client, address)
        assert page.status_code == 422
        assert "Printing failed" in page.text
    told = capfd.readouterr().err
    assert (told.count("A fault of the program: a print (pdf) ended with 1"), told.count("UnpicklingError")) == (1, 1)


def test_a_press_that_is_killed_from_outside_is_told(client: FlaskClient, room: print_queue.PrintQueue) -> None:
    address = client.get("/print/incursion/made?mission=1").headers["Location"]
    job = fields(address)["job"]
    assert room.standing(job, "pdf").stage == "running"
    process, _ = room._runs[job, "pdf"]
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    found = room.standing(job, "pdf")
    assert (found.stage, found.refused and found.refused.code) == ("refused", "print-broken")
    assert "Printing failed" in until_done(client, address).text


@pytest.mark.skipif(not Path("/proc/self/oom_score_adj").exists(), reason="this system has no such thing")
def test_where_memory_runs_out_a_press_goes_before_the_server(
    client: FlaskClient, room: print_queue.PrintQueue
) -> None:
    job = fields(client.get("/print/incursion/made?mission=1").headers["Location"])["job"]
    room.standing(job, "pdf")
    process, _ = room._runs[job, "pdf"]
    score, until = Path(f"/proc/{process.pid}/oom_score_adj"), time.monotonic() + 20
    while score.read_text().strip() == Path("/proc/self/oom_score_adj").read_text().strip():
        assert time.monotonic() < until
        time.sleep(0.01)
    assert int(score.read_text()) == int(error_log.RAISED_SCORE)


def test_the_shelf_shows_a_page_of_each_product(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    addresses = re.findall(r'<img src="([^"]+)"', client.get("/print/incursion?mission=1").text)
    assert len(addresses) == 11
    for address in (addresses[0], addresses[-1]):
        assert client.get(address.replace("&amp;", "&")).data[:4] == b"\x89PNG"
    assert client.get("/print/incursion/sample/posters.png").status_code == 404
    monkeypatch.setattr(print_queue, "MOST_PRINTS", 0)
    monkeypatch.setattr(pages, "PATIENCE", 0)
    assert client.get("/print/incursion/sample/mission.png?lang=es").status_code == 503


# -- from a table


def test_a_table_is_printed_with_its_open_forces_and_their_damage(client: FlaskClient, table: PlayedTable) -> None:
    table.to_melee().enter("german", "sturmzombie-1")
    table.german("melee", model="sturmzombie-1", target="grunt-ape-1", dice=[6], cp=0)
    page = client.get(f"/t/{table.code}/print").text
    assert re.search(r'name="n.model-cards.grunt-ape" value="2"', page)
    assert 'name="mission"' not in page
    made = until_done(client, f"/t/{table.code}/print/made?what=model-cards&duplex=fronts-only&marks=none")
    with pdfplumber.open(io.BytesIO(pdf_of(client, made))) as document:
        alarm = [
            line for line in document.pages[0].lines if line["stroking_color"] == pytest.approx((0.639, 0.141, 0.106))
        ]
    assert len(alarm) == 2  # one box of the struck Grunt is crossed out


def test_forces_that_are_being_chosen_are_in_no_print(client: FlaskClient, app: Flask, table: PlayedTable) -> None:
    def printed() -> list[Any]:
        with app.test_request_context():
            order = order_query.asked_at(kept, order_url.given_in("")).order()
        return [order.fingerprint, client.get(f"/t/{table.code}/print").text]

    kept = app.extensions["store"].table(table.code)
    before = printed()
    table.press("allied", "add-model", card="hmg-ape")
    kept = app.extensions["store"].table(table.code)
    assert printed() == before


def test_a_table_of_an_own_mission_prints_its_sheet(client: FlaskClient, play: Play) -> None:
    duplicated = client.post("/missions/incursion/file/1/duplicate", headers=OURS).headers["Location"]
    table = play(mission=duplicated.split("/")[-2])
    made = until_done(client, f"/t/{table.code}/print/made?what=mission&lang=en")
    assert "RECON 2" in texts(pdf_of(client, made))[0].upper()


def test_a_campaigns_record_is_filled_in(client: FlaskClient, campaign: PlayedTable) -> None:
    page = client.get(f"/t/{campaign.code}/campaign").text
    assert f"/t/{campaign.code}/print?what=campaign-record" in page
    made = until_done(client, f"/t/{campaign.code}/print/made?what=campaign-record&lang=en")
    (text,) = texts(pdf_of(client, made))
    assert "Recon" in text
    assert "ROSTER" in text.upper()


# -- printers


def calibrated(client: FlaskClient, **readings: str) -> TestResponse:
    form = {"name": "Laser", "paper": "a4", "duplex": "long-edge", **readings}
    return client.post("/printers", data=form, headers=OURS)


def test_readings_move_the_backs_of_every_print_for_that_printer(client: FlaskClient) -> None:
    key = calibrated(client, across="7", up="-3").headers["Location"].rpartition("/")[2]
    what = "what=model-cards&n.model-cards.ilsa=1&marks=outline&marks_on=both&mission=3"
    plain, moved = (
        pdf_of(client, until_done(client, f"/print/incursion/made?{what}{more}")) for more in ("", f"&printer={key}")
    )
    spots = []
    for pdf in (plain, moved):
        with pdfplumber.open(io.BytesIO(pdf)) as document:
            spots.append(
                [min((curve["x0"] / MM, -curve["bottom"] / MM) for curve in page.curves) for page in document.pages[:2]]
            )
    assert spots[0][0] == pytest.approx(spots[1][0], abs=0.005)
    assert spots[1][1][0] - spots[0][1][0] == pytest.approx(0.7, abs=0.005)
    assert spots[1][1][1] - spots[0][1][1] == pytest.approx(-0.3, abs=0.005)


def test_a_sheet_printed_with_the_calibration_adds_to_it(client: FlaskClient, app: Flask) -> None:
    calibrated(client, across="7")
    again = calibrated(client, printer="laser", **{"with": "printer", "across": "1", "up": "2"})
    assert again.status_code == 303
    kept = app.extensions["store"].printers.printer("laser").papers["a4"]
    assert (kept.offset_x, kept.offset_y) == (0.8, 0.2)
    calibrated(client, printer="laser", across="1")
    assert app.extensions["store"].printers.printer("laser").papers["a4"].offset_x == 0.1


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"across": "far"}, "across"),
        ({"up": "101"}, "up"),
        ({"left": "nan"}, "left"),
        ({"right": "-61"}, "right"),
        ({"ruler_up": "90"}, "ruler_up"),
        ({"name": ""}, "name"),
        ({"name": "LASER"}, "name"),
        ({"paper": "a5"}, "paper"),
        ({"printer": "none"}, "printer"),
        ({"printer": "laser", "with": "printer", "paper": "letter"}, "paper"),
        ({"printer": "laser", "with": "printer", "across": "80"}, "across"),
    ],
)
def test_a_reading_that_cannot_be_is_told_beside_its_field(
    client: FlaskClient, wrong: dict[str, str], field: str
) -> None:
    calibrated(client, across="60")
    answer = calibrated(client, **wrong)
    assert answer.status_code in (400, 422)
    assert f'href="#{field}"' in answer.text


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_whatever_can_be_read_is_kept_or_told_beside_a_reading(host: FlaskClient, duplex: str) -> None:
    told = set()
    for number, corner in enumerate(itertools.product(*READ.values())):
        given = {name: f"{value:g}" for name, value in zip(READ, corner, strict=True)}
        answer = calibrated(host, name=f"Laser {number}", duplex=duplex, **given)
        if answer.status_code != 303:
            assert (answer.status_code, "more than a calibration can correct" in answer.text) == (422, True)
            told |= set(re.findall(r'role="alert"><a href="#(\w+)"', answer.text))
    assert told == {"across", "up", "left"}


def test_printers_are_renamed_and_deleted_and_survive_a_backup(
    client: FlaskClient, host: FlaskClient, app: Flask, tmp_path: Any
) -> None:
    from click.testing import CliRunner

    from app.cli import main
    from app.storage.store import Store

    calibrated(client, across="3", ruler_across="99")
    calibrated(client, name="Inkjet")
    store = app.extensions["store"]
    assert client.post("/printers/laser", data={"name": "inkjet"}, headers=OURS).status_code == 422
    assert client.post("/printers/laser", data={"name": "Big laser"}, headers=OURS).status_code == 303
    assert client.get("/printers/laser").text.count("Big laser") >= 2
    saved, fresh = str(tmp_path / "saved.db"), str(tmp_path / "fresh")
    assert CliRunner().invoke(main, ["backup", saved, "--data", str(store.folder)]).exit_code == 0
    assert CliRunner().invoke(main, ["restore", saved, "--data", fresh]).exit_code == 0
    assert Store(tmp_path / "fresh").printers.printers() == store.printers.printers()
    assert client.post("/printers/laser/delete", headers=OURS).status_code == 303
    assert [one.name for one in store.printers.printers()] == ["Inkjet"]
    assert client.get("/printers/laser").status_code == 404


def test_the_pages_of_printers_write_papers_and_numbers_as_their_reader_does(client: FlaskClient) -> None:
    calibrated(client, across="5.4", left="2", right="1.5", ruler_across="99.5")
    told = []
    for language in ("en", "es"):
        client.set_cookie("lang", language)
        page = client.get("/printers/laser").text
        told.append(re.findall(r"<dd>(.*?)</dd>", page))
        other = calibrated(client, printer="laser", paper="letter", **{"with": "printer"}).text
        order = client.get("/print/incursion?printer=laser&paper=letter").text
        paper = {"en": "not calibrated for Letter.", "es": "no está calibrada para Carta (Letter)."}[language]
        assert (paper in other, paper in order) == (True, True)
    figures = ["+0.52\u00a0mm", "+0.02\u00a0mm", "−0.015°", "100.50%\u00a0· 100.00%"]
    assert told == [figures, [text.replace(".", ",").replace("%", "\u00a0%") for text in figures]]
    refused = calibrated(client, name="Other", ruler_up="90").text
    assert "debe ser 95,5 como mínimo" in refused


def test_there_is_an_end_to_printers(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.storage.printers.PrinterStore.at_most", 1)
    assert calibrated(client).status_code == 303
    assert "There are already 1 printers" in calibrated(client, name="Another").text


# -- games that print nothing, and what is of no game


@pytest.fixture
def no_shop(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game on the shelf prints anything."""
    for module in (order_query, pages, printers):
        monkeypatch.setattr(module, "shop_of", lambda game: None)


@pytest.mark.usefixtures("no_shop")
@pytest.mark.parametrize(("language", "told"), [("en", "nothing to print for"), ("es", "nada que imprimir para")])
def test_a_game_that_prints_nothing_says_so_and_is_led_to_by_nobody(
    client: FlaskClient, table: PlayedTable, language: str, told: str
) -> None:
    client.set_cookie("lang", language)
    for path in ("/print/incursion", "/print/incursion/made", f"/t/{table.code}/print", f"/t/{table.code}/print/made"):
        answer = client.get(path)
        assert (answer.status_code, told in answer.text) == (404, True), path
    assert client.get("/print/incursion/sample/counters.png").status_code == 404
    assert client.post("/print/incursion", data={}, headers=OURS).status_code == 404
    for path in ("/", f"/t/{table.code}/more", "/printers"):
        page = client.get(path)
        assert (page.status_code, "/print" in page.text.replace("/printers", "")) == (200, False), path


def test_a_game_that_is_not_on_the_shelf_has_no_pages_of_printing(client: FlaskClient) -> None:
    for path in ("/print/chess", "/print/chess/made", "/print/chess/sample/counters.png"):
        answer = client.get(path)
        assert (answer.status_code, "Unknown game: “chess”" in answer.text) == (404, True), path


def test_shops_are_found_by_the_name_of_their_game_and_by_no_other() -> None:
    found = shops.shop_of("incursion")
    assert found
    assert (found.game, sorted(choice.name for choice in found.choices)) == (
        "incursion",
        ["cards", "edition", "mission"],
    )
    for strange in ("chess", "calibration", "fonts", "a.b", "..", "in cursion"):
        assert shops.shop_of(strange) is None, strange


def test_the_calibration_sheet_is_ordered_without_a_game(client: FlaskClient) -> None:
    client.set_cookie("lang", "en")
    sheets = re.findall(r'id="sheet-[\w-]+" href="([^"]+)"', client.get("/printers").text)
    assert len(sheets) == 8
    page = until_done(client, sheets[0].replace("&amp;", "&"))
    front, back = texts(pdf_of(client, page))
    assert ("CALIBRATION: FRONT" in front, "CALIBRATION: BACK" in back) == (True, True)
    with pdfplumber.open(io.BytesIO(pdf_of(client, page))) as document:
        assert document.metadata["Title"] == "Calibration sheet – Adjutant"
    again = re.search(r'id="back" href="([^"]+)"', page.text)
    assert again
    order = client.get(again[1].replace("&amp;", "&"))
    assert order.status_code == 200
    assert (re.findall(r'name="what" value="([^"]+)"', order.text), "basis" in order.text) == (["calibration"], False)
    changed = sent(client, "/calibration", go="made", margin="10")
    assert changed.startswith("/calibration/made?")
    assert fields(changed) == {"lang": "en", "margin": "10"}
    picture = re.search(r'<img src="([^"]+)"', order.text)
    assert picture
    assert client.get(picture[1].replace("&amp;", "&")).data[:4] == b"\x89PNG"


@pytest.mark.parametrize(
    ("query", "field", "told"),
    [("margin=90", "margin", "at most"), ("paper=a6", "paper", "one of"), ("printer=mine", "printer", "no printer")],
)
def test_a_calibration_sheet_that_cannot_be_is_told_beside_its_field(
    client: FlaskClient, query: str, field: str, told: str
) -> None:
    made = client.get(f"/calibration/made?{query}&lang=en")
    assert made.headers["Location"].startswith("/calibration?")
    page = client.get(made.headers["Location"])
    beside = re.search(rf'id="fault-{field}">([^<]*)<', page.text)
    assert page.status_code == 422
    assert beside
    assert told in beside[1]


def test_a_sheet_that_checks_a_printer_is_printed_with_what_was_measured(client: FlaskClient) -> None:
    client.set_cookie("lang", "en")
    calibrated(client, across="7", up="-3")
    page = client.get("/printers/laser").text
    check = re.search(r'id="check-a4" href="([^"]+)"', page)
    assert check
    assert 'id="use-a4-incursion" href="/print/incursion?printer=laser' in page
    front = texts(pdf_of(client, until_done(client, check[1].replace("&amp;", "&"))))[0]
    assert "offset 0.7 / −0.3 mm" in " ".join(front.split()), front


def test_what_is_counted_and_chosen_comes_from_the_shop(client: FlaskClient, app: Flask) -> None:
    with app.test_request_context("/print/incursion?mission=1&force.grunt-ape=2"):
        asked = order_query.asked_of("incursion", pages.order_in_address())
        shown = shown_order(asked)["basis"]
    assert [one["name"] for one in shown["choices"]] == ["mission", "edition", "cards"]
    assert [one["open"] for one in shown["choices"]] == [True, False, False]
    (forces,) = shown["counts"]
    assert [group["key"] for group in forces["groups"]] == ["allied", "german"]
    assert forces["open"]
    assert forces["groups"][0]["things"][0] == {
        "name": "force.grunt-ape", "label": "Grunt APE", "value": "2", "most": 2,
    }  # fmt: skip


def test_hello_has_no_pages_of_printing(client: FlaskClient) -> None:
    client.set_cookie("lang", "en")
    for path in ("/print/hello", "/print/hello/made?what=cards", "/print/hello/sample/cards.png"):
        answer = client.get(path)
        assert (answer.status_code, "There is nothing to print for Hello" in answer.text) == (404, True), path
    assert "/print/hello" not in client.get("/").text + client.get("/printers").text

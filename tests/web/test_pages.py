"""The pages: plain forms, refusals as pages, who may show which code."""

import gzip
import html
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.core.messages.translator import LANGUAGES
from app.games import REGISTRY
from tests.playing import PlayedTable
from tests.seated import links_in, sit

Play = Callable[..., PlayedTable]
OURS = {"Origin": "http://localhost"}
FORM = re.compile(r"<form.*?</form>", re.DOTALL)


class Phone:
    """A browser without JavaScript in one seat of a table."""

    def __init__(self, app: Flask, table: PlayedTable, seat: str | None) -> None:
        self.client, self.code = app.test_client(), table.code
        if seat:
            sit(self.client, table.code, table.tokens[seat])

    def see(self, path: str = "", **headers: str) -> TestResponse:
        return self.client.get(f"/t/{self.code}{path}", headers=headers)

    def form(self, action: str) -> dict[str, Any]:
        """The first form on the board that posts there, as its hidden fields."""
        text = self.see().text
        found = re.search(rf'<form[^>]*action="/t/{self.code}/do/{action}"[^>]*>(.*?)</form>', text, re.S)
        assert found, f"no form for {action}"
        fields: dict[str, Any] = {}
        for name, value in re.findall(r'name="([^"]+)" value="([^"]*)"', found[1]):
            fields.setdefault(name, []).append(value)
        return fields

    def press(self, action: str, headers: dict[str, str] = OURS, **fields: Any) -> TestResponse:
        """Send the form of an action, some fields otherwise."""
        return self.send(action, headers, **{**self.form(action), **fields})

    def send(self, action: str, headers: dict[str, str] = OURS, **fields: Any) -> TestResponse:
        return self.client.post(f"/t/{self.code}/do/{action}", data=fields, headers=headers)


@pytest.fixture
def phones(app: Flask, table: PlayedTable) -> tuple[Phone, Phone]:
    """An Allied and a German phone at a table in its action phase, the Germans about to strike."""
    table.to_melee().enter("german", "sturmzombie-1")
    return Phone(app, table, "allied"), Phone(app, table, "german")


def text_of(answer: TestResponse) -> str:
    return re.sub(r"<[^>]+>", " ", answer.text)


# -- screens


def own_card(app: Flask) -> dict[str, str]:
    """A card of an own set, and what leads to it."""
    duplicated = app.test_client().post("/cards/incursion/set/starter/duplicate", headers=OURS)
    key = duplicated.headers["Location"].split("/")[-1]
    return {"set_key": key, "section": "battle", "card": "snafu", "ending": "toml"}


def own_mission(app: Flask) -> str:
    """The key of an own copy of Recon."""
    duplicated = app.test_client().post("/missions/incursion/file/1/duplicate", headers=OURS)
    return duplicated.headers["Location"].split("/")[-2]


def own_printer(app: Flask) -> dict[str, str]:
    """A printer that was calibrated."""
    form = {"name": f"Laser {len(app.extensions['store'].printers.printers())}", "paper": "a4", "duplex": "long-edge"}
    return {"printer": app.test_client().post("/printers", data=form, headers=OURS).headers["Location"].split("/")[-1]}


def screens(app: Flask, code: str) -> list[str]:
    """Every page of the app, from its URL map."""
    values = {"code": code, "game": "incursion", "rule_id": "cp.by-rp", "command": "bid", "ruling": "shoot"}
    values |= own_card(app) | {"mission": own_mission(app)}
    values |= own_printer(app)
    paths = []
    for rule in app.url_map.iter_rules():
        asks = set(rule.arguments) - set(values)
        if (
            "GET" in (rule.methods or ())
            and not rule.rule.startswith("/api")
            and rule.endpoint != "static"
            and not asks
        ):
            files = (
                "play.listen",
                "play.export",
                "library.authority",
                "script",
                "tables.join_by_code",
                "card_sets.export",
                "mission_files.export",
                "mission_files.export_as",
            )
            files += ("printing.made", "printing.table_made", "play.picture", "play.places", "play.at")
            files += ("painting.paint", "painting.new", "play.own", "monitoring.health", "monitoring.metrics")
            files += ("game_over.kept_page", "game_over.play_log")  # only when the game is over
            if rule.endpoint not in files:
                path = rule.rule
                for name, value in values.items():
                    path = re.sub(rf"<(?:\w+:)?{name}>", value, path)
                paths.append(path)
    return paths


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_screen_opens_in_both_languages(app: Flask, campaign: PlayedTable, house_key: str, language: str) -> None:
    phone = Phone(app, campaign.choose_forces(), "allied")
    phone.client.set_cookie("house", house_key)
    phone.client.set_cookie("lang", language)
    paths = screens(app, campaign.code)
    assert len(paths) >= 27
    for path in paths:
        answer = phone.client.get(path)
        assert answer.status_code == 200, path
        assert f'<html lang="{language}">' in answer.text, path
        assert "<h1" in answer.text or "<h2" in answer.text, path


def test_a_screen_loads_nothing_from_elsewhere_and_holds_no_inline_code(app: Flask, campaign: PlayedTable) -> None:
    phone = Phone(app, campaign.choose_forces(), "allied")
    for path in screens(app, campaign.code):
        text = phone.client.get(path).text
        assert not re.findall(r'(?:src|href|action)="(?:https?:)?//(?!localhost)', text), path
        assert "<style" not in text, path
        assert not re.findall(r'\s(?:style|on\w+)="', text), path
        assert "default-src 'self'" in phone.client.get(path).headers["Content-Security-Policy"]


# -- playing without JavaScript


def test_a_tap_goes_back_to_the_board(phones: tuple[Phone, Phone]) -> None:
    answer = phones[1].press("done")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{phones[1].code}")
    assert "No last chance" in phones[0].see("/log").text


def test_a_long_log_comes_in_pages_the_newest_first(phones: tuple[Phone, Phone]) -> None:
    allied = phones[0]
    seen = int(re.findall(r'data-seq="(\d+)"', allied.see().text)[0])
    for number in range(seen, 205):
        assert allied.send("rename", name=f"Ada {number}", seen="0", key=f"k{number}").status_code == 303
    pages = ["/log"]
    while older := re.search(r'<a rel="prev" href="/t/\w+(/log\?until=\d+)"', allied.see(pages[-1]).text):
        pages.append(older[1])
    numbers = [[int(one) for one in re.findall(r'id="press-(\d+)"', allied.see(page).text)] for page in pages]
    assert numbers == [[*range(205, 105, -1)], [*range(105, 5, -1)], [*range(5, 0, -1)]]
    newest, middle, oldest = (allied.see(page).text for page in pages)
    assert ('rel="next"' in newest, 'rel="next"' in middle) == (False, True)
    assert re.search(r'<a rel="next" href="/t/\w+/log\?until=105"', oldest)
    assert re.search(r'<a rel="next" href="/t/\w+/log\?until=205"', middle)
    assert ("<h2>Turn 1" in newest, "Before the first turn" in newest, "Before the first turn" in oldest) == (
        True,
        False,
        True,
    )
    assert re.findall(r'id="press-(\d+)"', allied.see("/log?until=3").text) == ["3", "2", "1"]
    assert all(allied.see(f"/log?until={odd}").text.count('id="press-') == 100 for odd in ("x", "999999"))
    assert "Nothing has happened yet." in allied.see("/log?until=-1").text


def test_typed_dice_go_into_the_log_as_rolled_by_hand(phones: tuple[Phone, Phone]) -> None:
    german = phones[1]
    page = german.see("/do/melee").text
    assert len(re.findall(r'name="d1"', page)) == 6
    answer = german.send(
        "melee", by="hand", d1="6", model="sturmzombie-1", target="grunt-ape-1", cp="0", seen="16", key="k"
    )
    assert answer.status_code == 303
    result = german.client.get(answer.headers["Location"]).text
    assert "DP lost: 1" in result
    assert "own dice" in german.see("/log").text


def test_the_table_rolls_for_whoever_asks(phones: tuple[Phone, Phone]) -> None:
    german = phones[1]
    german.send("melee", by="table", model="sturmzombie-1", target="grunt-ape-1", seen="16", key="k", d1="6")
    assert "the app’s dice" in german.see("/log").text


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({"by": "hand"}, 422, "Dice needed: 1; entered: 0"),
        ({"by": "hand", "d1": "9"}, 422, "9 is not a face of this die"),
        ({"by": "hand", "d1": "x"}, 400, "wrong type"),
        ({"by": "hand", "d1": "²"}, 400, "wrong type"),
        ({"by": "table", "key": "k" * 201}, 422, "is too long (limit: 200 characters)"),
        ({"by": "table", "seen": "x"}, 400, "wrong type"),
        ({"cp": "9", "by": "table"}, 422, "can pay"),
        ({"target": "nobody", "by": "table"}, 422, "There is no enemy"),
        ({"hat": "1", "by": "table"}, 400, "Unknown field: “hat”"),
        ({"cp": "many", "by": "table"}, 400, "wrong type"),
    ],
)
def test_a_form_that_cannot_be_is_refused_in_words(
    phones: tuple[Phone, Phone], fields: dict[str, str], status: int, said: str
) -> None:
    german = phones[1]
    before = german.see("/log").text
    good = {"model": "sturmzombie-1", "target": "grunt-ape-1", "seen": "16", "key": "k"}
    answer = german.send("melee", **{**good, **fields})
    assert (answer.status_code, said in text_of(answer)) == (status, True), text_of(answer)
    assert "Nothing was changed" in text_of(answer)
    assert german.see("/log").text == before


@pytest.mark.parametrize(
    ("fields", "status", "said", "kept"),
    [
        ({"by": "hand"}, 422, "Dice needed: 1; entered: 0", []),
        ({"by": "hand", "d1": "6", "d2": "3"}, 422, "Dice needed: 1; entered: 2", ['name="d1" value="6" checked']),
        ({"by": "hand", "d1": ""}, 400, "“Your dice” has the wrong type", []),
    ],
)
def test_a_sheet_with_a_fault_is_shown_again_as_it_was_sent(
    phones: tuple[Phone, Phone], fields: dict[str, str], status: int, said: str, kept: list[str]
) -> None:
    german = phones[1]
    shown = {"model": "sturmzombie-1", "target": "grunt-ape-1", "cp": "0", "sheet": "1", "seen": "16", "key": "k"}
    answer = german.send("melee", **{**shown, **fields})
    assert (answer.status_code, said in text_of(answer)) == (status, True), text_of(answer)
    assert re.search(r'<fieldset class="dice"[^>]* aria-invalid="true" aria-describedby="form-1-fault">', answer.text)
    assert 'role="alert" id="form-1-fault"' in answer.text
    assert re.findall(r'name="d\d" value="\d" checked', answer.text) == kept
    assert german.press("melee", by="hand", d1="6").status_code == 303


def test_a_sheet_is_gone_where_its_fault_is_another(phones: tuple[Phone, Phone]) -> None:
    answer = phones[1].send("melee", model="sturmzombie-1", target="nobody", sheet="1", seen="16", key="k", by="hand")
    assert (answer.status_code, "Not possible" in answer.text) == (422, True)


@pytest.mark.parametrize(
    ("typed", "says"), [("   ", "Escribe un nombre."), ("x" * 41, "«Nombre» es demasiado largo (límite: 40")]
)
def test_a_name_that_is_none_is_asked_for_again(phones: tuple[Phone, Phone], typed: str, says: str) -> None:
    german = phones[1]
    german.client.set_cookie("lang", "es")
    answer = german.send("rename", name=typed, sheet="1", seen="16", key="k")
    assert (answer.status_code, says in text_of(answer)) == (422, True), text_of(answer)
    assert re.search(rf'id="form-1-name"[^>]* value="{typed}" aria-invalid="true"', answer.text)
    with_scripts = german.send("rename", {**OURS, "HX-Request": "true"}, name=typed, seen="16", key="k")
    assert (with_scripts.status_code, says in text_of(with_scripts)) == (422, True)
    assert "nombre es ahora" not in german.see("/log").text


def test_a_name_that_is_missing_is_called_as_its_form_calls_it(phones: tuple[Phone, Phone]) -> None:
    answer = phones[1].send("rename", name="", sheet="1", seen="16", key="k")
    assert (answer.status_code, "“Name” is missing." in text_of(answer)) == (400, True)
    assert 'id="form-1-name"' in answer.text


def test_a_refusal_speaks_spanish_to_a_spanish_phone(phones: tuple[Phone, Phone]) -> None:
    allied = phones[0]
    allied.client.set_cookie("lang", "es")
    answer = allied.send("done", seen="0", key="k")
    assert "Actúa el otro bando. Espera a tu turno." in text_of(answer)
    assert "No se cambió nada." in text_of(answer)


def test_a_stale_tap_says_what_came_first(phones: tuple[Phone, Phone]) -> None:
    allied, german = phones
    form = german.form("done")
    german.press("done")
    allied.press("replenish-hand")
    late = german.send("done", **form)
    assert late.status_code == 409
    assert "Another action came first:" in text_of(late)


def test_a_bid_above_the_pool_is_refused(app: Flask, table: PlayedTable) -> None:
    phone = Phone(app, table.choose_forces(), "allied")
    answer = phone.press("bid", cp="5")
    assert (answer.status_code, "Not enough CP: your side has 4." in text_of(answer)) == (422, True)
    assert table["sides.allied.bid"] is None


# -- who may send what


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Origin": "http://localhost"}, 303),
    ],
)
def test_a_form_of_another_site_is_not_taken(phones: tuple[Phone, Phone], headers: dict[str, str], status: int) -> None:
    answer = phones[1].press("done", headers=headers)
    assert answer.status_code == status
    if status == 403:
        assert "another site" in text_of(answer)
        assert "Germans: done" not in phones[1].see("/log").text


def test_a_damaged_cookie_is_told_and_taken_away(app: Flask, table: PlayedTable) -> None:
    phone = Phone(app, table, "allied")
    path = f"/t/{table.code}"
    phone.client.set_cookie(f"seat-{table.code}", "damaged", path=path)
    answer = phone.see()
    assert (answer.status_code, "access to this seat is invalid" in text_of(answer)) == (401, True)
    assert phone.see().status_code == 200
    assert "Sit down" in phone.see().text


def test_nobody_taps_without_a_seat(app: Flask, table: PlayedTable) -> None:
    assert Phone(app, table, None).send("done", seen="0", key="k").status_code == 401


def test_an_unknown_code_is_a_page(client: FlaskClient) -> None:
    answer = client.get("/t/QQQQQQ", headers={"Accept-Language": "es"})
    assert (answer.status_code, "No hay ninguna mesa con ese código. Comprueba el código." in answer.text) == (
        404,
        True,
    )


@pytest.mark.parametrize(
    ("typed", "status", "says"),
    [
        ("qq qqqq", 404, "There is no table with this code. Check the code."),
        ("🎲", 404, "There is no table"),
        (" ", 422, "Enter the table code"),
    ],
)
def test_a_wrong_code_is_told_beside_its_field(client: FlaskClient, typed: str, status: int, says: str) -> None:
    answer = client.get("/join", query_string={"code": typed})
    assert (answer.status_code, says in answer.text) == (status, True)
    assert re.search(
        rf'id="code" [^>]*value="{typed.strip()}"[^>]* aria-invalid="true" aria-describedby="fault-code"', answer.text
    )
    assert answer.text.count('id="fault-code"') == 1


def test_an_oversized_form_is_refused_as_a_page(client: FlaskClient) -> None:
    answer = client.post("/new/incursion", data={"edition": "x" * (1 << 20)}, headers=OURS)
    assert (answer.status_code, "too large" in answer.text) == (413, True)


# -- the lobby


@pytest.fixture
def host(app: Flask) -> Phone:
    """The browser that opened a table with a referee."""
    client = app.test_client()
    answer = client.post("/new/incursion", data={"edition": "en-2009", "mission": "1", "referee": "1"}, headers=OURS)
    phone = Phone.__new__(Phone)
    phone.client, phone.code = client, answer.headers["Location"].split("/")[2]
    return phone


def test_only_the_host_sees_the_codes_of_free_seats(app: Flask, host: Phone) -> None:
    assert len(re.findall(r"/join/", host.see("/seats").text)) >= 3
    stranger = app.test_client().get(f"/t/{host.code}/seats").text
    assert "/join/" not in stranger


def test_a_seat_is_taken_by_code_and_not_twice(app: Flask, host: Phone) -> None:
    first, second = app.test_client(), app.test_client()
    path = f"/t/{host.code}/sit"
    assert first.get(f"/join?code={host.code.lower()}").headers["Location"] == f"/t/{host.code}/seats"
    assert first.post(path, data={"seat": "allied"}, headers=OURS).status_code == 303
    answer = second.post(path, data={"seat": "allied"}, headers=OURS)
    assert (answer.status_code, "This seat is taken. Choose another one." in answer.text) == (409, True)
    assert second.post(path, data={"seat": "pope"}, headers=OURS).status_code == 422
    assert "Taken" in host.see("/seats").text


def test_another_phone_joins_by_a_code_that_who_sits_there_asks_for(app: Flask, host: Phone) -> None:
    link = links_in(host.see("/seats").text)["allied"]
    one, two, lobby = app.test_client(), app.test_client(), f"/t/{host.code}/seats"
    assert one.post(link, headers=OURS).status_code == 303
    assert links_in(one.get(lobby).text) == {}, "a code counts once"
    assert one.post(f"/t/{host.code}/invite", data={"seat": "allied"}, headers=OURS).status_code == 303
    again = links_in(one.get(lobby).text)
    assert "allied" in again
    assert again["allied"] not in app.test_client().get(lobby).text
    assert two.post(again["allied"], headers=OURS).status_code == 303
    assert "My force" in two.get(f"/t/{host.code}").text


def test_leaving_takes_the_cookie_and_says_so(app: Flask, host: Phone) -> None:
    phone = Phone.__new__(Phone)
    phone.client, phone.code = app.test_client(), host.code
    phone.client.post(f"/t/{host.code}/sit", data={"seat": "german"}, headers=OURS)
    answer = phone.send("leave", seen="1", key="k")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{host.code}/seats")
    assert "Sit down" in phone.see().text
    assert "Germans: a phone left." in host.see("/log").text


def test_a_seat_that_its_last_phone_left_is_free_again(app: Flask, host: Phone) -> None:
    phone = app.test_client()
    for _ in range(2):
        assert phone.post(f"/t/{host.code}/sit", data={"seat": "german"}, headers=OURS).status_code == 303
        seq = re.search(r'data-seq="(\d+)"', phone.get(f"/t/{host.code}").text)
        assert seq
        phone.post(f"/t/{host.code}/do/leave", data={"seen": seq[1], "key": f"k{seq[1]}"}, headers=OURS)
        assert "qr-german" in host.see("/seats").text


@pytest.mark.parametrize("mission", ["²", "9" * 5000, "nine"])
def test_a_strange_number_in_a_form_is_refused(client: FlaskClient, mission: str) -> None:
    answer = client.post("/new/incursion", data={"mission": mission}, headers=OURS)
    assert answer.status_code == 422


def test_each_address_of_the_host_is_listed_with_its_code(
    app: Flask, host: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.config, "ADDRESSES", ["http://192.168.1.7:8044", "http://10.0.0.7:8044"])
    page = host.see("/seats").text
    for address in app.config["ADDRESSES"]:
        assert f"{address}/t/{host.code}/join/" in page


def test_whoever_chose_the_seed_is_told_on(app: Flask, play: Play) -> None:
    table = play(seed="00" * 32)
    assert "can predict the dice" in Phone(app, table, "allied").see("/seats").text


# -- language and updates


def test_the_language_is_kept_on_the_phone_and_leads_back(client: FlaskClient) -> None:
    answer = client.post("/language", data={"to": "es", "back": "/about"}, headers=OURS)
    assert answer.headers["Location"] == "/about"
    assert "Acerca de" in client.get("/about").text
    for back in ("//evil.example", "https://evil.example", "/\r\nX: y", "/\\evil.example"):
        answer = client.post("/language", data={"to": "es", "back": back}, headers=OURS)
        assert answer.headers["Location"] == "/"
    client.post("/language", data={"to": "xx"}, headers=OURS)
    assert "Acerca de" in client.get("/about").text


def test_a_table_speaks_its_language_to_a_browser_that_asks_for_none(app: Flask, play: Play) -> None:
    table = play(language="es")
    assert '<html lang="es">' in Phone(app, table, "allied").see().text


def test_a_phone_that_is_up_to_date_gets_nothing(phones: tuple[Phone, Phone]) -> None:
    scripted = {"HX-Request": "true"}
    seq = re.search(r'data-seq="(\d+)"', phones[0].see().text)
    assert seq
    assert phones[0].see(f"?seen={seq[1]}", **scripted).status_code == 204
    phones[1].press("done")
    answer = phones[0].see(f"?seen={seq[1]}", **scripted)
    assert answer.status_code == 200
    assert answer.text.startswith('<main id="board"')
    zipped = phones[0].see(f"?seen={seq[1]}", **scripted, **{"Accept-Encoding": "gzip"})
    assert gzip.decompress(zipped.data) == answer.data
    assert zipped.headers["Vary"] == "Accept-Language, Cookie, Accept-Encoding"


def test_a_phone_whose_board_is_to_be_drawn_lets_the_others_go_first(
    app: Flask, table: PlayedTable, phones: tuple[Phone, Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr("app.web.table.board.time.sleep", waited.append)
    scripted = {"HX-Request": "true"}
    allied, german = phones
    german.press("done", {**OURS, **scripted})
    assert german.see("?seen=0", **scripted).status_code == 200
    assert waited == []
    boards = [one.see("?seen=0", **scripted).text for one in (allied, Phone(app, table, "allied"))]
    assert waited == [0]
    assert boards[0] == boards[1]


def test_a_phone_whose_seat_is_freed_while_it_waits_its_turn_is_shown_nothing(
    app: Flask, phones: tuple[Phone, Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    allied, german = phones
    german.press("done")
    acts, table = app.extensions["acts"], app.extensions["store"].table(allied.code)
    monkeypatch.setattr("app.web.table.board.time.sleep", lambda _: acts.free_seat(table, "allied"))
    assert allied.see("?seen=0", **{"HX-Request": "true"}).status_code == 401


def test_a_phone_that_slept_gets_what_it_missed(phones: tuple[Phone, Phone]) -> None:
    scripted = {"HX-Request": "true"}
    seq = re.search(r'data-seq="(\d+)"', phones[0].see().text)
    assert seq
    phones[1].press("done")
    answer = phones[0].see(f"?seen={seq[1]}&missed=1", **scripted)
    assert 'id="board"' in answer.text
    assert "<html" not in answer.text
    meanwhile = re.search(r'<ul id="meanwhile".*?</ul>', answer.text, re.S)
    assert meanwhile
    assert "Germans end their turn." in meanwhile[0]


def test_a_tap_with_scripts_gets_only_the_parts(phones: tuple[Phone, Phone]) -> None:
    answer = phones[1].press("done", headers={**OURS, "HX-Request": "true"})
    assert answer.status_code == 200
    assert [part for part in ("board", "notice", "meanwhile", "sheet") if f'id="{part}"' in answer.text] == [
        "board",
        "notice",
        "meanwhile",
    ]


def test_an_answer_long_enough_is_zipped(phones: tuple[Phone, Phone]) -> None:
    answer = phones[0].see(**{"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(answer.data) < 4000


@pytest.mark.parametrize("deck", ["physical", {"german": "physical"}])
def test_a_deck_of_paper_has_a_board_and_a_form_of_all_cards(app: Flask, play: Play, deck: Any) -> None:
    table = play(deck=deck, referee=True).choose_forces().bid()
    table.deploy(["grunt-ape-1"], ["sturmzombie-1"]).enter("allied", "grunt-ape-1")
    table.allied("done").get("seq")
    phone = Phone(app, table, "german")
    assert "cards on paper" in phone.see().text
    assert 'href="/t/' in phone.see("/do/play-card").text
    for seat in ("allied", "referee"):
        assert Phone(app, table, seat).see().status_code == 200


def test_a_table_of_an_older_version_is_listed_as_unreadable(app: Flask, play: Play) -> None:
    from app.cli import main

    table = play()
    store = app.extensions["store"]
    with store.database.writing() as file:
        file.table("entries").update((table.code, 0), {"events": "[]"})
    told = CliRunner().invoke(main, ["table", "list", "--data", str(store.folder)])
    assert told.exit_code == 0
    assert f"{table.code}  cannot be read" in told.stdout


def test_cards_go_by_the_names_that_the_table_copied(app: Flask, play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    from app.games.incursion import book

    now = book.card_set("starter")
    renamed = {**now["models"]["grunt-ape"], "name": {"en": "Old Tin", "es": "Lata Vieja"}}
    monkeypatch.setattr(
        "app.games.incursion.game.card_set", lambda name: {**now, "models": {**now["models"], "grunt-ape": renamed}}
    )
    old = play().choose_forces()
    monkeypatch.undo()
    new = play().choose_forces()
    assert "Old Tin 1" in Phone(app, old, "allied").see().text
    assert "Old Tin" not in Phone(app, new, "allied").see().text
    assert "Old Tin" in " ".join(event["text"] for event in old.log())


def test_one_template_speaks_both_languages(app: Flask) -> None:
    template = app.jinja_env.from_string("{{ 'leap'|name }} {{ 0.5|figure }} {{ _('Continue') }}")
    said = {code: REGISTRY["incursion"].get_translator(code) for code in LANGUAGES}
    assert template.render(said=said["es"], lang="es") == "Salto 0,5 Continuar"
    assert template.render(said=said["en"], lang="en") == "Leap 0.5 Continue"


@pytest.mark.parametrize(("language", "told"), [("es", "Los Alemanes deben pujar."), ("en", "Germans must bid.")])
def test_who_is_waited_for_is_a_sentence(app: Flask, play: Play, language: str, told: str) -> None:
    table = play().choose_forces()
    table.allied("bid", cp=1)
    page = html.unescape(Phone(app, table, "allied").see(**{"Accept-Language": language}).text)
    assert told in page


def test_no_form_leaves_its_faults_to_the_browser_and_its_language() -> None:
    forms = [form for path in Path("templates").rglob("*.html") for form in FORM.findall(path.read_text("utf-8"))]
    assert [form for form in forms if "required" in form and "novalidate" not in form.partition(">")[0]] == []
    assert sum("required" in form for form in forms) >= 5

"""Boards of Memoir '44 on two phones: map and list, what a tap sends, an attack in two taps, the answer to it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.core.engine.buttons import Button
from app.core.messages.translator import LANGUAGES
from app.games.memoir_44.board_state import BoardState
from app.games.memoir_44.board_view import WaitView, paper_hand_to_fill, waiting
from app.games.memoir_44.board_view.units import rows
from app.games.memoir_44.book import FOLDER, SIDES
from app.games.memoir_44.game import GAME
from app.games.memoir_44.scenarios.forms import MOST_FIGURES
from app.games.memoir_44.state import State
from app.web.request.guard import packed
from tests.memoir_44.battles import bridge
from tests.seated import sit

SCRIPT = {"HX-Request": "true"}
FORM = {"Origin": "http://localhost"}
BUTTON = Button("end-turn", "next-end-turn", "command.end-turn")
pytestmark = pytest.mark.usefixtures("on_shelf")


class Phones:
    """A table and a phone in each seat."""

    def __init__(self, app: Flask, **options: Any) -> None:
        opened = app.test_client().post("/api/tables", json={"game": GAME.key, **options})
        assert opened.status_code == 201, opened.json
        self.code = opened.json["code"]
        self.phones: dict[str, FlaskClient] = {"public": app.test_client()}
        for seat, token in opened.json["seats"].items():
            self.phones[seat] = app.test_client()
            sit(self.phones[seat], self.code, token)
        self.taps = 0

    def page(self, seat: str, path: str = "") -> str:
        answer = self.phones[seat].get(f"/t/{self.code}{path}")
        assert answer.status_code == 200, answer.text
        return answer.text

    def seen(self, seat: str) -> str:
        found = re.search(r'data-seq="(\d+)"', self.page(seat))
        assert found
        return found[1]

    def tap(self, seat: str, command: str, **fields: Any) -> None:
        """Send a form as a page without scripts does."""
        self.taps += 1
        data = {"seen": self.seen(seat), "key": f"tap-{self.taps}", **fields}
        if command == "begin-battle":
            data["sure"] = "1"  # nobody ticks the set-up list
        answer = self.phones[seat].post(f"/t/{self.code}/do/{command}", data=data, headers=FORM)
        assert answer.status_code == 303, answer.text

    def after_a_tap(self, seat: str) -> bytes:
        return self.phones[seat].get(f"/t/{self.code}?seen=0", headers=SCRIPT).data


def ordered(app: Flask, mission: str, **more: Any) -> tuple[Phones, str]:
    """A table at which the first side has ordered everybody in the centre."""
    table = Phones(app, mission=mission, **more)
    table.tap("allied", "begin-battle")
    side = next(seat for seat in ("allied", "axis") if "do/play-card" in table.page(seat))
    table.tap(side, "play-card", card="assault", section="centre")
    units = re.findall(r'form="order-map" name="units" value="([^"]+)"', table.page(side))
    table.tap(side, "order", place=0, units=units)
    return table, side


@pytest.mark.parametrize("mission", GAME.missions)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_is_light(app: Flask, mission: str, language: str) -> None:
    table, _ = ordered(app, mission)
    for seat in ("allied", "axis", "public"):
        table.phones[seat].set_cookie("lang", language)
        assert len(packed(table.after_a_tap(seat))) <= 3 * 1024
        assert len(table.page(seat)) <= 60 * 1024


@pytest.mark.parametrize("deck", ["app", "physical"])
def test_every_page_of_a_battle_that_has_begun_is_there(app: Flask, deck: str) -> None:
    table = Phones(app, mission="salt-road", deck=deck)
    table.tap("allied", "begin-battle")
    for seat in ("allied", "axis", "public"):
        pages = {
            path: table.page(seat, path) for path in ("", "/log", "/more", "/wall", "/places", "/readings", "/end")
        }
        assert 'id="to-set-up"' not in pages[""]
        assert 'id="to-set-up"' in pages["/more"]


@pytest.mark.parametrize("mission", GAME.missions)
def test_the_terrain_is_a_picture_that_is_asked_for_once(app: Flask, mission: str) -> None:
    table = Phones(app, mission=mission)
    picture = table.phones["public"].get(f"/t/{table.code}/picture.svg")
    assert (picture.mimetype, picture.status_code) == ("image/svg+xml", 200)
    assert "immutable" in picture.headers["Cache-Control"]
    assert f'src="/t/{table.code}/picture.svg?view=' in table.page("allied")
    assert "<polygon" not in table.page("allied")
    assert picture.text.count("<polygon") in (113, 213, 230)


def test_a_game_without_a_picture_has_none(app: Flask, client: FlaskClient) -> None:
    code = client.post("/api/tables", json={"game": "hello"}).json["code"]
    assert client.get(f"/t/{code}/picture.svg").status_code == 404


def test_every_unit_of_the_map_stands_in_the_list(app: Flask) -> None:
    table, _ = ordered(app, "salt-road")
    page = table.page("axis")
    drawn = re.findall(r'<g class="x\d+ y\d+"><use href="[^"]+#(allied|axis)-(\w+)"/>.*?<text>(\d+)</text>', page)
    assert len(drawn) == len(set(drawn)) == 28
    assert all(f'<li id="{"-".join(one)}">' in page for one in drawn)


def test_a_unit_shows_its_figures_as_pips_and_a_train_its_hits(app: Flask) -> None:
    table, _ = ordered(app, "karst-junction")
    state = app.extensions["store"].table(table.code).state
    pips = re.findall(
        r"#(allied|axis)-(\w+)\"/>(?:<use href=\"[^\"]+#([ph]\d+)\"/>)?.*?<text>(\d+)<", table.page("axis")
    )
    figures = {f"{side}-{kind}-{number}": shown for side, kind, shown, number in pips}
    assert figures == {
        **{key: f"p{unit.figures}" for key, unit in state.on_board()},
        **{key: f"h{train.hits}" if train.hits else "" for key, train in state.trains.items() if train.places},
    }
    drawn = {*re.findall(r'<g id="([\w-]+)"', (FOLDER / "static" / "pieces.svg").read_text(encoding="utf-8"))}
    assert {f"p{count}" for count in range(1, MOST_FIGURES + 1)} <= drawn
    assert {f"{side}-{kind}" for side in SIDES for kind in ("infantry", "armour", "artillery", "train")} <= drawn


@pytest.mark.parametrize("thing", ["allied-armour-1", "axis-infantry-10", "axis-artillery-1"])
def test_the_page_of_a_unit_shows_its_piece(app: Flask, thing: str) -> None:
    table = Phones(app, mission="salt-road")
    sheet, (piece, _, number) = table.page("axis", f"/thing/{thing}").split('id="sheet"')[1], thing.rpartition("-")
    (figures,) = re.findall(r"Figures</span> <b>(\d)/\d", sheet)
    assert re.findall(r'<use href="[^"]+/pieces.svg#([\w-]+)"', sheet)[:2] == [piece, f"p{figures}"]
    assert f">{number}</text></svg>" in sheet


def test_the_page_of_a_unit_explains_its_leader(app: Flask) -> None:
    sheet = Phones(app, mission="salt-road").page("axis", "/thing/allied-infantry-4").split('id="sheet"')[1]
    assert "A heroic leader goes with infantry" in sheet


def test_an_attack_is_two_taps_and_the_other_phone_answers(app: Flask) -> None:
    table, side = ordered(app, "sluices-of-oldermeer")
    page = table.page(side)
    attack = re.search(r'href="(/t/\w+/do/battle\?unit=[a-z0-9-]+)"', page)
    assert attack
    sheet = table.phones[side].get(attack[1]).text
    assert 'class="sum"' in sheet
    assert 'class="odds"' in sheet
    fields = dict(re.findall(r'type="hidden" name="(unit|target)" value="([^"]+)"', sheet)[:2])
    count = int(re.findall(r'data-count="(\d+)"', sheet)[0])
    dice = {f"d{number}": "flag" for number in range(1, count + 1)}
    table.tap(side, "battle", by="hand", **fields, **dice)
    other = "allied" if side == "axis" else "axis"
    assert 'data-answer="1"' in table.page(other)
    form = table.page(other, "/do/answer-flags")
    to = re.findall(r'name="to" value="([A-Z]\d+)"', form)[0]
    table.tap(other, "answer-flags", ignore=0, to=to)
    assert 'data-answer="1"' not in table.page(other)


def test_hands_that_are_dealt_are_shown_to_their_side_alone(app: Flask) -> None:
    table = Phones(app, mission="salt-road", deck="app")
    table.tap("allied", "begin-battle")
    held = {seat: re.findall(r'id="hand">.*?</p>', table.page(seat), re.S) for seat in table.phones}
    hands = {seat: re.findall(r"/at/card\.([a-z-]+)", "".join(found)) for seat, found in held.items()}
    assert hands["public"] == []
    dealt = app.extensions["store"].table(table.code).state.accounts
    assert {side: hands[side] for side in dealt} == {side: sorted(one.hand) for side, one in dealt.items()}


@pytest.mark.parametrize("deck", ["app", "physical"])
def test_a_card_that_is_played_is_missing_from_the_hand_until_one_is_drawn(app: Flask, deck: str) -> None:
    table = Phones(app, mission="salt-road", deck=deck, language="en", seed="11" * 32)
    played = app.extensions["store"].table(table.code)

    def counted() -> list[tuple[str, ...]]:
        return [tuple(re.findall(r">cards: (\d)<", table.page(seat))) for seat in ("allied", "axis", "public")]

    assert counted() == [("5", "5")] * 3
    table.tap("allied", "begin-battle")
    assert counted() == [("5", "5")] * 3
    card = {"card": "probe", "section": "centre"}
    if deck == "app":
        (dealt,) = [one for one in played.offers_for(played.seat("allied")) if one.command == "play-card"]
        card = {"card": next(one for one in dealt.values("card") if one.startswith(("probe", "attack", "assault")))}
    table.tap("allied", "play-card", **card)
    assert counted() == [("4", "5"), ("5", "4"), ("4", "5")]
    table.tap("allied", "end-turn", sure="1")
    told = [re.findall(r'id="fill">([^<]*)<', table.page(seat)) for seat in ("allied", "axis", "public")]
    assert told == [["Fill your hand to 5 cards."] if deck == "physical" else [], [], []]
    assert counted()[0] == ("5", "5")


def test_a_battle_that_ends_counts_no_hand_of_paper(app: Flask) -> None:
    """It was conceded with a card played, which nobody replaces."""
    table = Phones(app, mission="salt-road", deck="physical", language="en")
    table.tap("allied", "begin-battle")
    table.tap("allied", "play-card", card="probe", section="centre")
    assert ">cards: 4<" in table.page("axis")
    table.tap("allied", "concede", sure="1")
    assert [">cards:" in table.page(seat) for seat in ("allied", "axis", "public")] == [False] * 3


def test_a_hand_of_paper_is_filled_to_its_limit_after_the_turn() -> None:
    game = bridge(1)
    allied = game.table.seat("allied")
    assert paper_hand_to_fill(game.state, allied) == 0
    game.press("allied", "blow-bridge", at="G5")  # that is the whole turn
    assert paper_hand_to_fill(game.state, allied) == 4, "a bridge blown without a roll costs a card for good"


def test_the_form_of_a_new_table_asks_who_holds_the_cards(client: FlaskClient) -> None:
    page = client.get("/new/memoir-44").text
    assert 'name="deck" value="app"' in page
    opened = client.post("/new/memoir-44", data={"deck": "app", "mission": "gull-cape"}, headers=FORM)
    assert opened.status_code == 303
    code = opened.headers["Location"].split("/")[2]
    assert client.get(f"/api/tables/{code}").json["state"]["dealt"] is True


def test_the_form_of_a_new_table_has_the_usual_answers_chosen(client: FlaskClient) -> None:
    page = client.get("/new/memoir-44").text
    asked = re.findall(r'<select id="q-[^"]+".*?</select>', page, re.S)
    assert asked
    assert all(re.findall(r'<option value="[^"]*" ?(selected)?>', one)[0] == "selected" for one in asked)


def test_nobody_waits_for_themselves(app: Flask) -> None:
    """At a practice table only the next step is offered, which need not stand in the bar."""
    pupil = app.test_client()
    path = pupil.post("/practice/memoir-44", headers=FORM).headers["Location"]
    seen = []
    for _ in range(5):
        page = pupil.get(path).text
        seen.append('id="wait"' in page and "Waiting for: Allies" in page)
        action, fields = re.findall(r'action="([^"]+)"[^>]*id="practice-do"(.*?)</form>', page, re.S)[0]
        pupil.post(action, data=dict(re.findall(r'name="([^"]+)" value="([^"]*)"', fields)), headers=FORM)
    assert not any(seen)


def test_who_is_asked_for_a_take_back_is_not_told_to_wait_for_itself(app: Flask) -> None:
    table = Phones(app, mission="salt-road", deck="app")
    table.tap("allied", "begin-battle")
    table.tap("allied", "take-back")
    told = re.search(r'id="wait">([^<]*)<', table.page("axis"))
    assert told
    assert told[1].strip() == "Your answer is needed"


def test_who_holds_one_seat_hands_the_phone_to_nobody(app: Flask) -> None:
    """A bridge that may be blown stands among what else can be done, on each sheet without scripts too."""
    table = Phones(app, mission="sluices-of-oldermeer")
    table.tap("allied", "begin-battle")
    table.tap("axis", "play-card", card="assault", section="centre")
    for path in ("", "/now", "/do/order"):
        page = table.page("axis", path)
        assert "do/blow-bridge" in page
        assert 'id="hand-on"' not in page


def test_every_hex_can_be_read_with_its_rules(app: Flask) -> None:
    table, _ = ordered(app, "salt-road")
    page = table.page("public", "/places")
    assert re.findall(r"<h2>(Row \d)</h2>", page) == [f"Row {row}" for row in range(9, 0, -1)]
    assert re.search(r'<li id="G5"><b>G5</b> <div><p><a href="/rules/memoir-44/terrain.oasis">oasis</a>', page)
    assert re.search(r'<li id="H6">.*Axis infantry 9</b> · 4/4</p>\s*<p><a [^>]+>supply depot</a>', page)
    assert "minefield" in page
    assert 'id="to-places"' in table.page("axis")
    code = app.test_client().post("/api/tables", json={"game": "hello"}).json["code"]
    assert app.test_client().get(f"/t/{code}/places").status_code == 404


def test_no_page_tells_the_number_of_a_mine_or_a_card_of_the_other_side(app: Flask) -> None:
    table = Phones(app, mission="salt-road", deck="app")
    table.tap("allied", "begin-battle")
    state = app.extensions["store"].table(table.code).state
    read: list[list[str]] = []
    for value, card in ((0, "recon-left"), (4, "probe-right")):
        for mine in state.mines.values():
            mine.hidden = value
        state.accounts["allied"].hand = [card] * 5
        state.deck = [card] * 40
        app.extensions["boards"].clear()
        app.jinja_env.fragments.clear()
        paths = ("", "/log", "/more", "/wall", "/places", "/at/axis-infantry-1", "/do/play-card", "/cannot")
        asked = [(seat, path) for seat in ("axis", "public") for path in paths]
        read.append([bare(table.phones[seat].get(f"/t/{table.code}{path}").text) for seat, path in asked])
    assert read[0] == read[1]


def bare(page: str) -> str:
    """A page without the keys of its forms, which are other ones each time."""
    return re.sub(r'name="key" value="[^"]*"', "", page)


def test_what_belongs_to_the_turn_comes_first_among_what_cannot_be_done(app: Flask) -> None:
    table, side = ordered(app, "salt-road")
    page = table.page(side, "/cannot")
    told = re.findall(r'<li id="cannot-([a-z-]+)">', page)
    assert told.index("order") < told.index("play-card") < told.index("give-supply")
    assert len(told) < 12
    for idle in (
        "begin-battle",
        "move-train",
        "unload",
        "roll-ice",
        "roll-again",
        "answer-flags",
        "put-dropped",
        "battle-back",
    ):
        assert f"cannot-{idle}" not in page


GREYED = re.compile(r'id="(?:battle|move)-[a-z0-9-]+" aria-disabled="true" hx-boost="swap:none"\s+href="([^"]+)"')


def test_what_a_unit_cannot_do_says_why_at_a_tap(app: Flask) -> None:
    table, side = ordered(app, "sluices-of-oldermeer")
    assert whys(table, side, "battle") == {"This attack is not possible: out of range"}
    table.tap(side, "battle", by="hand", unit="axis-artillery-1", target="allied-infantry-1", d1="star")
    assert "has already battled" in " ".join(whys(table, side, "battle"))
    assert whys(table, side, "move") == {"You cannot move after the first attack"}


def whys(table: Phones, side: str, command: str) -> set[str]:
    found = {at.replace("&amp;", "&") for at in GREYED.findall(table.page(side)) if f"/{command}?" in at}
    assert found
    answers = [table.phones[side].get(at, headers=SCRIPT).text for at in found]
    return {re.sub("<[^>]+>", " ", one).split(".")[0].strip() for one in answers}


@pytest.mark.parametrize("mission", GAME.missions)
def test_what_is_stamped_on_a_unit_or_a_train_has_words(app: Flask, mission: str) -> None:
    table = Phones(app, mission=mission)
    stored = app.extensions["store"].table(table.code)
    field = BoardState(stored.state, stored.book())
    marks = {mark for side in SIDES for one in rows(field, side) for mark in one.marks}
    assert marks
    assert {mark for mark in marks if not GAME.get_translator("es").has(f"name.{mark}")} == set()


def test_before_a_battle_nobody_is_waited_for_and_after_it_nothing_stands_greyed(app: Flask) -> None:
    table = Phones(app, mission="salt-road", language="en")
    assert "Both sides set up the board." in table.page("public")
    table, side = ordered(app, "salt-road")
    assert "greyed" in table.page(side)
    table.tap(side, "concede", sure="1")
    assert "greyed" not in table.page(side)
    told = re.findall(r'<p class="how-ended">(.*?)</p>', table.page(side, "/end"))
    assert told == ["Conceded by the Allies."]


@pytest.mark.parametrize(
    ("phase", "active", "found", "wait"),
    [
        ("set-up", None, {}, WaitView("setting-up", None)),
        ("action", "axis", {}, WaitView("other", "axis")),
        ("action", "allied", {}, WaitView("asked", "allied")),
        ("action", "axis", {"besides": (BUTTON,)}, None),
        ("action", "axis", {"rolling": BUTTON}, None),
        ("action", "allied", {"turn": (BUTTON,)}, None),
        ("action", "allied", {"end": BUTTON._replace(greyed=True)}, None),
        ("action", "axis", {"end": BUTTON._replace(greyed=True)}, WaitView("other", "axis")),
    ],
)
def test_who_has_nothing_left_to_do_is_told_for_whom_it_waits(
    phase: str, active: str | None, found: dict[str, Any], wait: WaitView | None
) -> None:
    state = State(phase=phase, active=active)
    assert waiting(state, "allied", {"next": (), "besides": (), "turn": (), "end": None, **found}) == wait


@pytest.mark.parametrize(("seat", "view", "named"), [
    ("allied", "es", "sección izquierda"), ("axis", "top-es", "sección izquierda"),
    ("public", "wall-es", "sección izquierda"),
])  # fmt: skip
def test_the_map_is_turned_for_who_sits_at_the_top_and_its_sections_are_named(
    app: Flask, seat: str, view: str, named: str
) -> None:
    table = Phones(app, mission="salt-road", language="es")
    page = table.page(seat)
    address = f"/t/{table.code}/picture.svg?view={view}"
    assert f'src="{address}"' in page
    assert ('class="battle-map standard turned"' in page) == (seat == "axis")
    texts = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]+)</text>', table.phones[seat].get(address).text)
    at = {text: (float(x), float(y)) for x, y, text in texts}
    assert (at["A1"] < at["M1"]) == (at["A9"][1] < at["A1"][1]) == (seat != "axis")
    assert at[named][0] < 136 / 2
    assert table.phones[seat].get(f"/t/{table.code}/picture.svg?view=moon").status_code == 404


def test_a_turned_map_is_tapped_as_it_is_seen(app: Flask) -> None:
    table = Phones(app, mission="salt-road")
    assert f'data-look="/t/{table.code}/at/top-"' in table.page("axis")
    assert "<h2>A9" in table.page("allied", "/at/60,60").replace("\n", "")
    assert "<h2>M1" in table.page("axis", "/at/top-60,60").replace("\n", "")


def test_the_map_of_a_wall_has_room_above_for_the_names_of_sections_and_is_tapped_as_it_is_seen(app: Flask) -> None:
    table = Phones(app, mission="salt-road")
    assert f'data-look="/t/{table.code}/at/wall-"' in table.page("public")
    # the middle of A9 is 17.5 of 173.4 below the top on a phone, 21.5 of 177.4 on a wall; its hex reaches 11.5
    assert "<h2>A9" in table.page("public", "/at/wall-60,121").replace("\n", "")
    assert "<h2>A9" in table.page("public", "/at/60,50").replace("\n", "")
    assert table.phones["public"].get(f"/t/{table.code}/at/wall-60,50").status_code == 303


@pytest.mark.parametrize("mission", GAME.missions)
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_wall_names_all_sections_within_the_picture(app: Flask, mission: str, language: str) -> None:
    table = Phones(app, mission=mission)
    views = ["wall-", "narrow-", *(["halved-"] if mission == "three-passes-of-tengshan" else [])]
    for view in views:
        picture = table.phones["public"].get(f"/t/{table.code}/picture.svg?view={view}{language}").text
        (top, wide) = re.findall(r'viewBox="0 (-?[\d.]+) ([\d.]+) ', picture)[0]
        names = re.findall(r'<text x="([\d.]+)" y="5" font-size="([\d.]+)" font-weight="bold"[^>]*>([^<]+)<', picture)
        assert len(names) == (4 if view == "halved-" else 3)
        for x, size, name in names:
            assert 5 - 0.73 * float(size) >= float(top)
            assert 0 <= float(x) - len(name) * float(size) * 0.31 < float(wide)


def test_orders_that_no_unit_can_get_are_given_to_nobody_with_one_tap(app: Flask) -> None:
    table = Phones(app, mission="sluices-of-oldermeer")
    side = app.extensions["store"].table(table.code).book().scenario.first
    table.tap(side, "begin-battle")
    table.tap(side, "play-card", card="close-assault")
    page = table.page(side)
    assert 'id="nobody"' in page
    assert re.search(r'<button[^>]*id="next-order-go"[^>]*>Order no units', page)
    assert "/do/order?" not in page
    table.tap(side, "order", place=0)
    assert app.extensions["store"].table(table.code).state.phase == "action"
    assert 'id="nobody"' not in table.page(side)

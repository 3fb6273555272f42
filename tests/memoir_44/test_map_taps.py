"""What is tapped on the map: units to order, a unit and where it goes, a unit and whom it attacks, a way back."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from flask import Flask

from app.core.engine.offers import Offer
from app.games.memoir_44.board_state import BoardState
from app.games.memoir_44.board_view import shown
from app.games.memoir_44.board_view.drawing import centre, drawings, drawn_ground, extent, lines
from app.games.memoir_44.board_view.units import markers
from app.games.memoir_44.game import GAME
from app.games.memoir_44.geometry import Board
from app.games.memoir_44.rulings.rule_of import GROUND
from app.web.request.guard import packed
from tests.memoir_44.battles import A1, E_INF, INF, X1, battle, near
from tests.memoir_44.playing import hexes
from tests.memoir_44.test_boards import FORM, SCRIPT, Phones, ordered

pytestmark = pytest.mark.usefixtures("on_shelf")
LIGHT = 3 * 1024
LIT = re.compile(r'<button name="to" value="([A-Z]\d+)" class="to x\d+ y\d+" aria-label="[^"]*: \1[^"]*"></button>')


def at(table: Phones, seat: str, unit: str) -> str:
    """What a phone with scripts gets when its thumb has chosen a unit."""
    answer = table.phones[seat].get(f"/t/{table.code}/at/{unit}", headers=SCRIPT)
    assert answer.status_code == 200, answer.text
    assert len(packed(answer.data)) <= LIGHT
    return answer.text


def choosable(page: str) -> list[str]:
    """The units that can be chosen on a map."""
    return re.findall(r'id="at-([a-z0-9-]+)"', page)


def offers(app: Flask, table: Phones, seat: str, command: str, unit: str) -> list[Offer]:
    """What a seat is offered for a unit."""
    played = app.extensions["store"].table(table.code)
    found = [one for one in played.offers_for(played.seat(seat)) if one.command == command]
    return [one for one in found if one.given.get("unit", unit) == unit]


def send(table: Phones, seat: str, page: str, id: str, **more: str | Sequence[str]) -> None:
    """Send a form of a page as a phone without scripts does."""
    found = re.search(rf'<form method="post" action="([^"]+)"[^>]* id="{id}"[^>]*>(.*?)</form>', page, re.S)
    assert found, id
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', found[2]))
    answer = table.phones[seat].post(found[1], data={**fields, **more}, headers=FORM)
    assert answer.status_code == 303, answer.text


@pytest.mark.parametrize(
    ("ground", "language", "says"),
    [
        ({}, "en", {"G6": "Retreat, ignore none", "F6": "Retreat, ignore none"}),
        ({}, "es", {"G6": "Retirarse sin ignorar ninguna", "F6": "Retirarse sin ignorar ninguna"}),
        ({"G5": "church", "F6": "lake"}, "en", {"G5": "Stay, ignore one flag", "G6": "Retreat, ignore none"}),
        ({"G6": "lake", "F6": "lake"}, "es", {"G5": "Quedarse y perder figuras"}),
    ],
)  # fmt: skip
def test_what_a_hex_answers_to_a_flag_is_said_as_people_say_it(
    ground: dict[str, str], language: str, says: dict[str, str]
) -> None:
    game = near("allied", INF, E_INF, ground=ground)
    game.press("allied", "battle", ["flag", *["star"] * 2][: 3 if "G5" not in ground else 2], unit=A1, target=X1)
    offers = game.offers("axis", "answer-flags")
    speech = GAME.get_translator(language)
    assert {at: speech.translate(f"command.{one.label}") for one in offers for at in hexes(one)} == says


@pytest.mark.parametrize("mission", GAME.missions)
def test_a_chosen_unit_shows_where_it_can_go_and_whom_it_can_attack(app: Flask, mission: str) -> None:
    table, side = ordered(app, mission)
    units = choosable(table.page(side))
    assert units
    assert choosable(table.page("public")) == []
    for unit in units:
        part = at(table, side, unit)
        goes = {to for offer in offers(app, table, side, "move", unit) for to in hexes(offer)}
        assert goes <= set(LIT.findall(part))
        aims = {str(offer.given["target"]) for offer in offers(app, table, side, "battle", unit)}
        assert (
            set(re.findall(r'id="aim-([a-z0-9-]+)"', part)) == aims == set(re.findall(r'id="roll-([a-z0-9-]+)"', part))
        )
        assert part.count('class="sum"') >= len(aims)


@pytest.mark.parametrize("mission", GAME.missions)
def test_an_enemy_tapped_on_the_map_is_the_one_whose_sheet_opens(app: Flask, mission: str) -> None:
    table, side = ordered(app, mission)
    for unit in choosable(table.page(side)):
        part = at(table, side, unit)
        for target, path in re.findall(r'id="aim-([a-z0-9-]+)"[^>]*?href="/t/[^/]+([^"]+)"', part, re.S):
            sheet = table.page(side, path.replace("&amp;", "&"))
            assert set(re.findall(r'name="target" value="([^"]+)"', sheet)) == {target}


def test_a_move_is_two_taps_without_scripts_too(app: Flask) -> None:
    table, side = ordered(app, "salt-road")
    unit = next(one for one in choosable(table.page(side)) if offers(app, table, side, "move", one))
    page = table.page(side, f"/at/{unit}")
    assert '<html lang="en">' in page
    to = LIT.findall(page)[0]
    send(table, side, page, "lit-0", to=to)
    assert app.extensions["store"].table(table.code).state.units[unit].at == to


def test_an_attack_with_the_dice_of_the_table_is_two_taps(app: Flask) -> None:
    table, side = ordered(app, "sluices-of-oldermeer")
    unit = next(one for one in choosable(table.page(side)) if offers(app, table, side, "battle", one))
    page = table.page(side, f"/at/{unit}")
    target = re.findall(r'id="roll-([a-z0-9-]+)"', page)[0]
    send(table, side, page, f"attack-{target}", by="table")
    assert app.extensions["store"].table(table.code).state.units[unit].battles == 1


def test_units_are_ordered_on_the_map(app: Flask) -> None:
    table = Phones(app, mission="salt-road")
    table.tap("allied", "begin-battle")
    table.tap("allied", "play-card", card="probe", section="centre")
    page = table.page("allied")
    boxes = re.findall(r'form="order-map" name="units" value="([a-z0-9-]+)" aria-label="([^"]+)">', page)
    assert len(boxes) > 2
    assert all(name for _, name in boxes)
    send(table, "allied", page, "order-map", units=boxes[0][0])
    assert choosable(table.page("allied")) == [boxes[0][0]]


def test_the_way_back_is_lit_on_the_phone_that_is_asked(app: Flask) -> None:
    table, side = ordered(app, "sluices-of-oldermeer")
    other = "allied" if side == "axis" else "axis"
    unit = next(one for one in choosable(table.page(side)) if offers(app, table, side, "battle", one))
    offer = offers(app, table, side, "battle", unit)[0]
    assert offer.dice
    dice = {f"d{number + 1}": "flag" if number == 0 else "star" for number in range(offer.dice.count)}
    table.tap(side, "battle", by="hand", **offer.given, **dice)
    page = table.page(other)
    target = str(offer.given["target"])
    back = set(LIT.findall(page))
    assert back == {to for one in offers(app, table, other, "answer-flags", target) for to in hexes(one)}
    assert LIT.findall(table.page(side)) == []
    to = min(back)
    form = next(form for form in re.findall(r'id="(lit-\d)".*?</form>', page, re.S))
    send(table, other, page, form, to=to)
    assert app.extensions["store"].table(table.code).state.units[target].at == to


@pytest.mark.parametrize(
    ("mission", "language", "says"),
    [
        ("sluices-of-oldermeer", "en", "Allied infantry 1, {at}: 1 flag. Tap a marked hex of the map to retreat"),
        ("sluices-of-oldermeer", "es", "Infantería aliada 1, {at}: 1 bandera. Toca un hexágono marcado del mapa para"),
        ("three-passes-of-tengshan", "es", "Infantería aliada 3, {at}: 2 banderas. Toca un hexágono marcado del"),
    ],
)
def test_the_phone_that_is_asked_about_flags_is_told_whose_how_many_and_what_to_tap(
    app: Flask, mission: str, language: str, says: str
) -> None:
    table, side = ordered(app, mission)
    rolled = (one for unit in choosable(table.page(side)) for one in offers(app, table, side, "battle", unit))
    offer = next(rolled)
    assert offer.dice
    table.tap(side, "battle", by="hand", **offer.given, **{f"d{die + 1}": "flag" for die in range(offer.dice.count)})
    table.phones["allied"].set_cookie("lang", language)
    (told,) = re.findall(r'id="flags">([^<]+)</p>', table.page("allied"))
    at = app.extensions["store"].table(table.code).state.units[offer.given["target"]].at
    assert told.startswith(says.format(at=at))
    assert 'id="flags"' not in table.page("axis")


@pytest.mark.parametrize("language", ["en", "es"])
def test_targets_of_a_card_are_tapped_on_the_map_before_the_turn_is_ended(app: Flask, language: str) -> None:
    table = Phones(app, mission="salt-road")
    table.phones["allied"].set_cookie("lang", language)
    table.tap("allied", "begin-battle")
    table.tap("allied", "play-card", card="barrage")
    page, struck = (
        table.page("allied"),
        re.compile(r'id="aim-([a-z0-9-]+)"[^>]*?href="/t/[^/]+(/do/strike\?target=\1)"', re.S),
    )
    played = app.extensions["store"].table(table.code)
    targets = [one.given["target"] for one in played.offers_for(played.seat("allied")) if one.command == "strike"]
    assert [target for target, _ in struck.findall(page)] == targets
    assert 'id="targets"' in page
    assert re.search(r'id="next-strike"[^>]*class="[^"]*main|class="[^"]*main[^"]*"[^>]*id="next-strike"', page)
    assert "strong" not in button(page, "next-end-turn-go")
    target, path = struck.findall(page)[-1]
    assert f'name="target" value="{target}"' in table.page("allied", path)


def button(page: str, id: str) -> str:
    """The tag of a button."""
    (tag,) = re.findall(rf'<(?:button|a) [^>]*id="{id}"[^>]*>', page)
    return str(tag)


def test_with_cards_of_paper_an_ambush_may_come_but_is_not_what_the_other_side_waits_for() -> None:
    game = near("allied", INF, E_INF)
    table = game.table
    seen = shown(table, table.seat("axis"), table.offers_for(table.seat("axis")))
    assert [one.command for one in seen["besides"]] == ["ambush"]
    assert (seen["next"], seen["wait"]) == ((), ("other", "allied"))


def test_who_may_take_ground_is_told_to_tap_the_hex() -> None:
    game = near("allied", INF, {**E_INF, "figures": 1})
    game.press("allied", "battle", ["infantry", "star", "star"], unit=A1, target=X1)
    table = game.table
    assert [shown(table, one, table.offers_for(one))["ground"] for one in map(table.seat, ("allied", "axis"))] == [
        A1,
        None,
    ]


def test_a_unit_that_may_stay_is_told_so() -> None:
    game = near("allied", INF, E_INF, ground={"G5": "church"})
    game.press("allied", "battle", ["flag", "star"], unit=A1, target=X1)
    table, seat = game.table, game.table.seat("axis")
    flags = shown(table, seat, table.offers_for(seat))["flags"]
    assert (flags.lit, flags.stays) == (True, True)


@pytest.mark.parametrize(("language", "two"), [("en", "Allied infantry 2"), ("es", "infantería aliada 2")])
def test_lists_and_sheets_name_the_hex_of_a_unit(app: Flask, language: str, two: str) -> None:
    table = Phones(app, mission="salt-road")
    table.phones["allied"].set_cookie("lang", language)
    table.phones["axis"].set_cookie("lang", language)
    table.tap("allied", "begin-battle")
    table.tap("allied", "play-card", card="probe", section="centre")
    assert f"<span>{two} (G3)</span>" in table.page("allied", "/do/order")
    table.tap("allied", "order", place=0, units=["allied-infantry-2", "allied-infantry-4"])
    assert f">{two[0].upper()}{two[1:]}, G3</a>" in table.page("allied", "/do/move")
    table.tap("allied", "move", unit="allied-infantry-2", to="G4")
    attack = "/do/battle?unit=allied-infantry-2&target=axis-infantry-9"
    assert re.search(rf"<h2[^>]*>[^<]+ · {two}, G4 → [^<]+ 9, H6</h2>", table.page("allied", attack))
    given = {"unit": "allied-infantry-2", "target": "axis-infantry-9"}
    table.tap("allied", "battle", by="hand", **given, d1="flag", d2="star")
    assert re.search(r"<h2[^>]*>[^<]+ · [^<]+ 9, H6</h2>", table.page("axis", "/do/answer-flags"))


def test_nothing_is_chosen_that_cannot_act(app: Flask) -> None:
    table, side = ordered(app, "salt-road")
    other = "allied" if side == "axis" else "axis"
    for seat, thing in ((side, "nobody"), (other, choosable(table.page(side))[0]), (side, f"{other}-infantry-1")):
        answer = table.phones[seat].get(f"/t/{table.code}/at/{thing}")
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.code}")
    code = app.test_client().post("/api/tables", json={"game": "hello"}).json["code"]
    assert app.test_client().get(f"/t/{code}/at/lamp").status_code == 404


# -- a hex is looked at


RULES = re.compile(r'<a href="/rules/memoir-44/([a-z.-]+)">')


def thousandths(board: Board, place: tuple[int, int], *, across: float = 0, down: float = 0) -> str:
    """Where the middle of a hex lies on the picture, or so far beside it in parts of the picture."""
    (x, y), (wide, high) = centre(place), extent(board)
    return f"{round(1000 * (x + across) / wide)},{round(1000 * (y + down) / high)}"


@pytest.mark.parametrize("mission", GAME.missions)
def test_every_hex_can_be_looked_at_where_it_is_tapped_and_by_its_name(app: Flask, mission: str) -> None:
    table = Phones(app, mission=mission)
    played = app.extensions["store"].table(table.code)
    field = BoardState(played.state, played.book())
    for place in [*field.board.hexes][::5]:
        at = field.name(place)
        part = table.phones["public"].get(f"/t/{table.code}/at/{at}", headers=SCRIPT).text
        assert f"<h2>{at}</h2>" in part
        lies = {GROUND[name] for name in field.at(at) if name != "open"}
        assert set(RULES.findall(part)) == (lies or {GROUND["open"]})
        for across, down in ((0, 0), (8, 0), (-5, 5)):
            tapped = thousandths(field.board, place, across=across, down=down)
            assert table.phones["public"].get(f"/t/{table.code}/at/{tapped}", headers=SCRIPT).text == part


def test_who_stands_on_a_hex_is_told_and_so_is_a_minefield_without_its_number(app: Flask) -> None:
    table = Phones(app, mission="salt-road")
    for at, told in (("A9", "Axis armour 1"), ("F9", "Open ground"), ("E6", "Minefield")):
        part = table.page("allied", f"/at/{at}")
        looked = re.findall(r'id="looked".*?</div>', part, re.S)[0]
        assert told in looked
    assert not re.search(r"Minefield \d", table.page("allied", "/at/E6"))


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_hex_that_is_looked_at_tells_the_medals_that_it_may_bring(app: Flask, language: str) -> None:
    for mission in GAME.missions:
        table = Phones(app, mission=mission)
        table.phones["axis"].set_cookie("lang", language)
        played = app.extensions["store"].table(table.code)
        field = BoardState(played.state, played.book())
        for one in (*field.scenario.objectives, *field.scenario.exits):
            for at in map(field.name, one.at):
                looked = re.findall(r'id="looked".*?</div>', table.page("axis", f"/at/{at}"), re.S)[0]
                assert ("medal" in looked, at in looked.partition("</h2>")[2]) == (True, True)


FOOT = 7
"""How far a unit reaches below the middle of its hex."""


@pytest.mark.parametrize("work", ["bunker", "field-bunker", "hedgehog", "road-block", "sandbags", "wire"])
def test_a_work_is_seen_below_a_unit_that_stands_on_it(work: str) -> None:
    places = [(float(down), float(size)) for down, size in re.findall(
        r'translate\(0 ([\d.]+)\) scale\(([\d.]+)\)', "".join(lines(["open", work], {})))]  # fmt: skip
    line = drawings()["drawings"][work]["line"]
    lowest = max(float(y) for y in re.findall(r"[ML]?-?[\d.]+[ ,-]?(-?\d+)", line))
    assert max(down + size * lowest for down, size in places) >= FOOT + 1


def test_what_is_not_refereed_is_marked_behind_the_name_of_its_hex() -> None:
    lies = {"terrain": "open", "not-refereed": [{"kind": "badge", "name": "badge37"}]}
    game = battle({"G4": INF}, obstacles={"G4": lies})
    drawn = drawn_ground(game.table.book().scenario)
    assert re.search(r'text-anchor="middle" fill="#4d4834">G4<tspan [^>]*>!</tspan></text>', drawn)


def test_no_name_stands_twice_where_a_hex_is_looked_at(app: Flask) -> None:
    table = Phones(app, mission="salt-road")
    looked = re.findall(r'id="looked".*?</div>', table.page("allied", "/at/F9"), re.S)[0]
    assert looked.count("Open ground") == 1


def test_what_is_no_hex_shows_the_board(app: Flask) -> None:
    table = Phones(app, mission="salt-road")
    for thing in ("Z9", "0,0", "1000,1000", "9999,1", "1,2,3"):
        answer = table.phones["allied"].get(f"/t/{table.code}/at/{thing}")
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{table.code}")


# -- what is built or lands by a tap of a hex


def lit_by(page: str, command: str) -> tuple[str, list[str]]:
    """The form of a command on the map, and the hexes that can be tapped in it."""
    found = re.search(rf'action="[^"]+/do/{command}" class="tap" id="(lit-\d+)".*?</form>', page, re.S)
    assert found, command
    return found[1], re.findall(r'name="at" value="([A-Z]\d+)" class="to ', found[0])


def test_a_pontoon_is_built_by_tapping_a_hex_of_the_river(app: Flask) -> None:
    table = Phones(app, mission="sluices-of-oldermeer")
    table.tap("allied", "begin-battle")
    while "do/play-card" not in table.page("allied"):
        table.tap("axis", "play-card", card="recon", section="left")
        table.tap("axis", "end-turn")
    table.tap("allied", "play-card", card="attack", section="centre")
    played = app.extensions["store"].table(table.code)
    (offer,) = [one for one in played.offers_for(played.seat("allied")) if one.command == "build-pontoon"]
    page = table.page("allied")
    form, rivers = lit_by(page, "build-pontoon")
    assert rivers == offer.choose["at"]
    assert 'form="order-map"' in page
    send(table, "allied", page, form, at=rivers[0])
    assert app.extensions["store"].table(table.code).state.added == {rivers[0]: ["pontoon-bridge"]}
    assert "do/build-pontoon" not in table.page("allied")


def test_infantry_lands_by_tapping_a_hex_of_the_airfield(app: Flask) -> None:
    table = Phones(app, mission="salt-road")
    table.tap("allied", "begin-battle")
    table.tap("allied", "play-card", card="direct-from-hq")
    assert "do/land" not in table.page("allied")
    table.tap("allied", "end-turn")
    table.tap("axis", "play-card", card="direct-from-hq")
    page = table.page("axis")
    form, strip = lit_by(page, "land")
    assert strip == ["L5"]
    send(table, "axis", page, form, at="L5")
    state = app.extensions["store"].table(table.code).state
    assert state.units[state.at("L5")].placed


def test_what_is_laid_in_a_battle_is_drawn_and_not_written_over_the_units(app: Flask) -> None:
    table = Phones(app, mission="salt-road")
    table.tap("allied", "begin-battle")
    table.tap("allied", "play-card", card="dig-in")
    page = table.page("allied")
    unit = re.findall(r'form="order-map" name="units" value="([a-z0-9-]+)"', page)[0]
    send(table, "allied", page, "order-map", units=unit)
    page = table.page("allied")
    state = app.extensions["store"].table(table.code).state
    assert "sandbags" in state.added[state.units[unit].at]
    figure = page[page.index("<figure") : page.index("</figure>")]
    assert f'<path d="{drawings()["drawings"]["sandbags"]["line"]}"/>' in figure
    assert not re.search(r"<text[^>]*>sandbags", figure, re.I)


def test_sandbags_lie_below_the_figures_of_a_unit_and_a_pontoon_under_it() -> None:
    game = battle({"G4": INF})
    game.state.added = {"G4": ["sandbags"], "G5": ["pontoon-bridge"]}
    drawn = [one.kind for one in markers(BoardState(game.state, game.table.book()))]
    assert drawn == ["dug", "laid"]


def test_what_is_struck_out_is_the_hex_or_only_what_lay_in_it() -> None:
    game = battle({}, {"G4": "supply-depot"})
    game.state.removed = {"G4": ["supply-depot"], "G5": ["sandbags"], "G6": []}
    drawn = [(one.kind, one.at) for one in markers(BoardState(game.state, game.table.book()))]
    assert drawn == [("gone", (13, 5)), ("struck", (12, 4))]

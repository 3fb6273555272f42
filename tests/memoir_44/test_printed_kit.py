"""The printed kit of Memoir '44: what is needed of it, mines all alike, hexes as measured, a sheet a scenario."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pypdfium2
import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from PIL import ImageChops

from app.cli import main
from app.core.errors import Refused
from app.core.game.setup import opening_of
from app.core.messages.translator import LANGUAGES, words_of
from app.core.rules.inputs import parse
from app.games.memoir_44.book import EDITION, FOLDER, edition_book
from app.games.memoir_44.game import GAME
from app.games.memoir_44.options import Options
from app.games.memoir_44.rulings.board import Looked, terrain
from app.games.memoir_44.scenarios.briefing import words_in
from app.games.memoir_44.scenarios.files import MISSIONS as GAME_MISSIONS
from app.games.memoir_44.scenarios.files import scenarios
from app.games.memoir_44.scenarios.names import editor
from app.storage.missions import add_mission, read_mission, sound_missions
from app.storage.store import Store
from printables import borders, fonts
from printables.memoir_44 import board_map, cards, deck, sheets, style, tiles, tokens
from printables.memoir_44.keywords import UNITS, exceptions, keywords, worst_stop
from printables.memoir_44.needs import badges, ground_names, kit, picked
from printables.memoir_44.needs import tokens as kinds_of_tokens
from printables.memoir_44.shop import PRODUCTS, SHOP, read_scenario, read_width
from printables.memoir_44.source import HERE, Source, looks, paper_words, plain_source, table_source
from printables.order import PickList
from printables.paper import FOOT, MM, checked
from printables.pdf import PdfRenderer, plan_pages
from printables.pieces import POKER, Batch, Face, Shape
from printables.shops import PrintSources, shop_of
from printables.words import lettered
from tests.memoir_44.editor_files import read as read_file
from tests.memoir_44.editor_files import scenario, spread
from tests.memoir_44.playing import scenario as drawn_scenario
from tests.printables.printing import NEAR, expected, outlines, packed, pages, text_in
from tests.printables.test_pieces import alone, bare_of_shapes, near_the_cut
from tests.web.test_printing import pdf_of, until_done

SCENARIOS = list(scenarios())
SALT, SLUICES, KARST, CAPE, PASSES = SCENARIOS


@cache
def source(language: str = "en", mission: str | None = None) -> Source:
    """The whole kit, or that of a scenario."""
    return plain_source(language, read_scenario(mission, PrintSources()) if mission else None)


def only(of: Source, *products: str) -> PickList:
    return {name: things for name, things in picked(of).items() if name in products}


def parts(of: Source, *products: str) -> list[Batch]:
    """The batches of some products."""
    return [part for part in SHOP.job(of, only(of, *products), checked()) if isinstance(part, Batch)]


def printed(of: Source, what: str, **settings: Any) -> bytes:
    """A product as a PDF."""
    chosen = checked(**settings)
    order = {what: {thing: count or 1 for thing, count in picked(of)[what].items()}}
    return PdfRenderer(chosen, of.speech, "Test").print(SHOP.job(of, order, chosen))


def read(of: Source, what: str, **settings: Any) -> list[Any]:
    """The pages of a product."""
    return list(pages(printed(of, what, **settings)))


# -- how many


def test_the_shop_is_found_by_the_key_of_the_game() -> None:
    assert shop_of("memoir-44") is SHOP


def test_the_whole_kit_has_what_the_list_of_the_kit_says() -> None:
    needs = picked(source())
    assert needs["round-tokens"] == {
        "mine": 9, "cross-hair": 6, "star-boat": 3, "star-leader": 3, "star-equipment": 3, "star-prisoner": 3,
        "star-marker": 0, "train-hits": 1, "medal-allied": 12, "medal-axis": 12, "objective": 6,
    }  # fmt: skip
    assert needs["hexes"] == {
        "palm-grove": 10, "oasis": 3, "wadi": 3, "desert-town": 6,
        "marsh": 4, "high-ground": 8, "mountain": 6, "lake": 3, "river-source": 2, "river-fork": 2,
        "road-straight": 5, "road-curve": 5, "road-fork": 2, "road-cross": 2, "road-over-hill": 2,
        "railway-track": 8, "road-crossing-track": 2, "railway-station": 1,
        "dam": 2, "airfield": 2, "barracks": 1, "cemetery": 1, "church": 1, "factory": 2, "fortress": 2,
        "lighthouse": 1, "power-plant": 1, "prison-camp": 1, "radar-station": 1, "supply-depot": 2,
    }  # fmt: skip
    counts = list(needs["hexes"].values())
    assert [sum(counts[:4]), sum(counts[4:10]), sum(counts[10:18]), sum(counts[18:])] == [22, 25, 27, 17]
    assert needs["strips"] == {
        "field-bunker": 4, "ford": 2, "pontoon-bridge": 2, "railway-bridge": 2, "road-block": 4, "locomotive": 1,
        "wagon": 1,
    }  # fmt: skip
    assert sum(needs["badges"].values()) == 28
    engineers = {key: count for key, count in needs["badges"].items() if key.endswith("engineers")}
    assert len(engineers) == 4
    assert sum(engineers.values()) == 8
    others = {key: count for key, count in needs["badges"].items() if key not in {*engineers, "big-gun"}}
    assert len(others) == 14
    assert set(others.values()) == {1, 2}
    assert {*engineers, *others} == {badge for side in source().book.nations.values() for badge in side}
    assert len(needs["topic-cards"]) == 11
    own = {name for name, kind in source().book.badges.items() if kind.box in ("base-game", "terrain-pack")}
    assert set(needs["terrain-cards"]) == {*source().book.terrain, *own}


def test_a_scenario_needs_exactly_what_lies_in_it() -> None:
    karst = picked(source(mission=KARST))
    there = {key: count for product in ("hexes", "strips") for key, count in karst[product].items() if count}
    assert there == {
        "road-straight": 11, "road-curve": 6, "road-fork": 1,
        "railway-track": 13, "railway-station": 2, "road-crossing-track": 1, "road-over-hill": 1,
        "barracks": 1, "power-plant": 1, "supply-depot": 1, "factory": 1, "prison-camp": 1,
        "railway-bridge": 1, "road-block": 1, "locomotive": 2, "wagon": 2,
    }  # fmt: skip
    assert karst["round-tokens"]["train-hits"] == 2
    assert karst["round-tokens"]["mine"] == 0
    assert karst["round-tokens"]["objective"] == 3
    salt, sluices, cape = (picked(source(mission=key)) for key in (SALT, SLUICES, CAPE))
    assert salt["round-tokens"]["mine"] == 9
    assert salt["round-tokens"]["cross-hair"] == 0
    assert sluices["round-tokens"]["cross-hair"] == 4 * 3  # an observer: each of the four guns
    assert sluices["strips"]["pontoon-bridge"] == 1 + 2  # one lies there, two may be built
    assert cape["badges"]["us-engineers"] == 1  # they wear no emblem of a nation
    assert "boat" in sluices["terrain-cards"]
    assert "boat" not in salt["terrain-cards"]


def test_a_scenario_has_exactly_its_stars_and_medals() -> None:
    found = {}
    for key in SCENARIOS:
        tokens_of = picked(source(mission=key))["round-tokens"]
        stars = {name.removeprefix("star-"): n for name, n in tokens_of.items() if name.startswith("star-") and n}
        found[key] = (stars, tokens_of["medal-allied"], tokens_of["medal-axis"])
    assert found == {
        SALT: ({"leader": 1, "marker": 1}, 6, 6),
        SLUICES: ({"boat": 2, "marker": 1 + 2 * 4}, 6, 7),  # two dams, four stars break one
        KARST: ({"equipment": 1, "prisoner": 1, "marker": 3}, 9, 9),
        CAPE: ({"marker": 2}, 6, 5),
        PASSES: ({}, 10, 10),
    }


# -- mines


def test_nobody_can_tell_mines_apart_by_the_side_that_lies_up() -> None:
    batch = tokens.token_batch(source(), {"mine": 9})
    pieces = list(batch.each())
    assert sorted(piece.back.name for piece in pieces if piece.back) == list("000112234")
    shown = {PdfRenderer(checked(), source().speech, "").print([replace_all(batch, piece.front)]) for piece in pieces}
    assert len(shown) == 1
    hidden = {alone(piece.back, batch.shape).tobytes() for piece in pieces if piece.back}
    assert len(hidden) == 5


def replace_all(batch: Batch, face: Face) -> Batch:
    """A batch of nothing but one face."""
    piece = batch.pieces[0][0]
    return replace(batch, pieces=[(replace(piece, front=face, back=None), 1)])


def test_a_value_on_the_side_that_lies_up_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = kinds_of_tokens()["mine"]
    told = mine.model_copy(update={"front": mine.front.model_copy(update={"figure": "{n}"})})
    monkeypatch.setattr(tokens, "tokens", lambda: {"mine": told})
    with pytest.raises(AssertionError):
        test_nobody_can_tell_mines_apart_by_the_side_that_lies_up()


def test_mines_are_those_of_the_book() -> None:
    book = source().book.model_copy(update={"mine_tokens": [5, 6]})
    batch = tokens.token_batch(replace(source(), book=book), {"mine": 3})
    assert [piece.back.name for piece in batch.each() if piece.back] == ["5", "6", "5"]


def test_guns_beyond_the_alphabet_have_letters_that_people_read() -> None:
    of, settings = source("en"), checked()
    each = of.book.profiles["big-gun"].crosshairs
    found = [*tokens.labels(of, "cross-hair", 60 * each)][::each]
    assert (found[0], found[25], found[26], found[27], found[52]) == ("A", "Z", "AA", "AB", "BA")
    assert [lettered(place) for place in (701, 702, 998)] == ["ZZ", "AAA", "ALK"]
    with fonts.noted() as lacking:
        PdfRenderer(settings, of.speech, "").print(SHOP.job(of, {"round-tokens": {"cross-hair": 999}}, settings))
    assert lacking == {}


def test_cross_hairs_bear_the_letter_of_their_gun_and_trains_all_their_hits() -> None:
    batch = tokens.token_batch(source(), {"cross-hair": 6, "train-hits": 1})
    assert "".join(piece.front.name for piece in batch.each()) == "AAABBB1234"


def test_every_battle_star_looks_alike_until_it_is_turned_over() -> None:
    stars = {key: 1 for key in kinds_of_tokens() if key.startswith("star-")}
    pieces = list(tokens.token_batch(source(), stars).each())
    assert len({piece.front.key for piece in pieces}) == 1
    assert [piece.back.name for piece in pieces if piece.back] == [
        "boat",
        "leader",
        "equipment",
        "prisoner",
        "Battle Star",
    ]


# -- hexes


def is_side(line: Any) -> bool:
    return abs(line["x0"] - line["x1"]) < 0.001 and line["y0"] > FOOT * MM


@pytest.mark.parametrize("width", [44.4, 52.0, 61.3])
def test_hexes_are_as_wide_as_their_owner_measured(width: float) -> None:
    of = replace(source(), hexagon=width)
    batch, settings = tiles.batch(of, "hexes", {"oasis": 3, "wadi": 2}), checked(duplex="fronts-only")
    assert batch.shape.width == width
    page = next(pages(PdfRenderer(settings, of.speech, "").print([batch])))
    sides = {round(line["x0"] / MM, 2) for line in page.lines if is_side(line)}
    spots = expected(batch.shape, replace(settings, bleed=tiles.PAST), 5)
    assert sides == {round(x + side, 2) for x, _ in spots for side in (0, width)}
    grounds_drawn = [one for one in page.curves if one["fill"] and abs(one["width"] / MM - width - 3) < NEAR]
    high = batch.shape.height + 3 * 2 / 3**0.5
    assert len([one for one in grounds_drawn if abs(one["height"] / MM - high) < NEAR]) == 5


def shows_beside(batch: Batch, away: float) -> list[bool]:
    """True if a cut that misses by so many millimetres shows paper or a neighbour at the right side of each hex."""
    settings = checked(duplex="fronts-only", marks="none")
    with pypdfium2.PdfDocument(PdfRenderer(settings, source().speech, "").print([batch])) as pdf:
        dots = 300 / 25.4
        drawn = pdf[0].render(scale=300 / 72).to_pil().convert("RGB")
    found = []
    for x, y in expected(batch.shape, replace(settings, bleed=batch.bleed), batch.count):
        up = drawn.height - round((y + batch.shape.height * 0.62) * dots)
        inside, beyond = (drawn.getpixel((round((x + batch.shape.width + by) * dots), up)) for by in (-0.4, away))
        found.append(inside != beyond)
    return found


def test_a_cut_that_misses_by_a_millimetre_shows_no_other_ground() -> None:
    batch = tiles.batch(source(), "hexes", {"oasis": 2, "lake": 2, "factory": 2})
    assert not any(shows_beside(batch, 0.8))
    assert not any(shows_beside(batch, 1.4))


def test_ground_that_ends_at_the_cut_is_found() -> None:
    batch = tiles.batch(source(), "hexes", {"oasis": 2, "lake": 2, "factory": 2})
    bare = [(replace(one, front=replace(one.front, spread=0.0)), count) for one, count in batch.pieces]
    assert all(shows_beside(replace(batch, pieces=bare), 0.8))


def check_rings() -> None:
    """A picture between lines of height lies inside the innermost."""
    ringed = {name: look for name, look in style.tiles().items() if look.rings and look.icon and not look.small}
    assert {look.rings for look in ringed.values()} == {1, 2, 3}
    for name, look in ringed.items():
        pen = MagicMock()
        style.Picture(pen, look, (0, 0), 100).draw()
        _, left, low, size, _ = pen.icon.call_args.args
        for x, y in [(left + across * size, low + up * size) for across in (0, 1) for up in (0, 1)]:
            for line in pen.line.call_args_list[-6:]:
                from_x, from_y, to_x, to_y, *_ = line.args
                assert (to_x - from_x) * (y - from_y) > (to_y - from_y) * (x - from_x), name


def test_lines_of_height_cross_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    check_rings()
    right = style.Picture.icon
    monkeypatch.setattr(style.Picture, "icon", lambda one, x, y, size: right(one, x, y, 46))
    with pytest.raises(AssertionError):
        check_rings()


@pytest.mark.parametrize(
    ("text", "code"), [("wide", "wrong-pattern"), ("19", "too-small"), ("nan", "too-small"), ("91", "too-big")]
)
def test_a_hex_that_no_board_has_is_refused(text: str, code: str) -> None:
    assert read_width("47,3", PrintSources()) == 47.3
    with pytest.raises(Refused, match=code):
        read_width(text, PrintSources())


def test_a_scenario_that_there_is_not_is_refused() -> None:
    assert read_scenario(KARST, PrintSources()) == scenarios()[KARST]
    with pytest.raises(Refused, match="not-allowed"):
        read_scenario("waterloo", PrintSources())


def test_every_width_that_a_page_offers_can_be_printed() -> None:
    for choice in SHOP.choices:
        offered = [value for value, _ in choice.options(PrintSources(), source("es").speech)]
        assert all(choice.read(value, PrintSources()) for value in offered)
        assert not choice.plain("es") or choice.plain("es") in offered


def test_whatever_was_destroyed_shows_it_on_its_back() -> None:
    for product in ("hexes", "strips"):
        for piece in tiles.batch(source(), product, picked(source())[product]).each():
            front, back = (side.key for side in (piece.front, piece.back) if side)
            assert front != back, product
    (dam,) = tiles.batch(source(), "hexes", {"dam": 1}).each()
    assert dam.back
    assert dam.back.name == "dam · destroyed"


# -- cards of terrain


def stops_of(name: str, book: Any) -> list[str]:
    """The stop of each type of unit that may enter, as the ruling has it."""
    results = [terrain(Looked(ground=name, unit=unit), book).result for unit in UNITS]
    return [str(result["stop"]) for result in results if result["enters"]]


def pictures_of(of: Source, name: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The pictures of a card as drawn: bars of the octagon, arrow, crossed pictures, numbers."""
    shown: dict[str, Any] = {"bars": None, "arrow": False, "crossed": [], "numbers": []}
    with monkeypatch.context() as patched:
        patched.setattr(cards, "octagon", lambda pen, middle, reach, bars: shown.update(bars=bars))
        patched.setattr(cards, "arrow", lambda pen, middle, size: shown.update(arrow=True))
        patched.setattr(borders, "crossed", lambda *given: None)
        patched.setattr(cards, "picture", lambda pen, icon, at, size, crossed: shown["crossed"].append((icon, crossed)))
        pen = SimpleNamespace(label=lambda x, y, wide, high, text, *more: shown["numbers"].append(text))
        for cell in cards.cells(of, name):
            cell(pen, (0, 0), 9, 9)  # type: ignore[arg-type]
    return shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_of_terrain_show_what_the_ruling_says(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    of = source(language)
    for name in of.book.terrain:
        shown = pictures_of(of, name, monkeypatch)
        results = [terrain(Looked(ground=name, unit=unit), of.book).result for unit in UNITS]
        stops = stops_of(name, of.book)
        bars = 0 if not stops else 2 if "hard" in stops else 1 if "soft" in stops else None
        assert (shown["bars"], shown["arrow"]) == (bars, bars is None), name
        less = [f"−{row['protection']}" if row["protection"] else "0" for row in results]
        assert shown["numbers"][:3] == less, name
        crossed = dict(shown["crossed"])
        battles = {bool(row["battle_on_entry"]) for row in results}
        assert crossed["stick-grenade"] == (battles == {False} or not stops), name
        assert crossed["binoculars"] == (results[0]["sight"] == "blocks"), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_of_terrain_say_exceptions_in_words_and_nothing_twice(language: str) -> None:
    of = source(language)
    names = list(of.book.terrain)
    order = {"terrain-cards": dict.fromkeys(names, 1)}
    settings = checked(duplex="fronts-only")
    laid = list(pages(PdfRenderer(settings, of.speech, "").print(SHOP.job(of, order, settings))))
    texts = [text_in(page, POKER, spot) for page in laid for spot in outlines(page, POKER)]
    for name, text in zip(names, texts, strict=True):
        for word in exceptions(of, name):
            assert packed(word)[1:] in text, (name, word)
        for other in LANGUAGES:
            assert packed(replace(of.speech, language=other).name(name))[1:] in text
    sizes_of = {round(char["size"], 2) for page in laid for char in page.chars}
    assert min(sizes_of - {6.0}) >= 8  # the longest title; texts are larger


def test_words_of_a_card_are_those_that_no_picture_shows() -> None:
    of = source()
    assert exceptions(of, "forest") == []
    assert exceptions(of, "open") == []
    assert exceptions(of, "town") == ["battling out of it: armour\u00a0−2"]
    assert [word for word in exceptions(of, "hedgehog") if word.startswith("closed to")] == keywords(of, "hedgehog")[:1]


def test_cards_follow_the_answers_of_the_table() -> None:
    later = replace(
        source(), book=edition_book(EDITION, {"radar": "later-card", "camp": "town-like", "depot-los": "blocks"})
    )
    assert "armour −2" in "; ".join(keywords(later, "radar-station")).replace("\u00a0", " ")
    assert "armour −1" in "; ".join(keywords(source(), "radar-station")).replace("\u00a0", " ")
    assert "blocks sight" in keywords(later, "supply-depot")
    assert worst_stop(later.book.ground("prison-camp")) == "soft"
    assert worst_stop(source().book.ground("prison-camp")) == ""
    unblown = replace(source(), book=edition_book(EDITION, {"bridge-unit": "may-not-be-blown"}))
    assert "may not be blown" in " ".join(line.text for line in deck.topic(unblown, "bridges"))


def test_rule_cards_take_their_numbers_from_the_book() -> None:
    book = source().book
    changed = book.model_copy(update={"dam": book.dam.model_copy(update={"medals": 7})})
    told = [" ".join(line.text for line in deck.topic(replace(source(), book=of), "dams")) for of in (book, changed)]
    assert ["4 medals" in told[0], "7 medals" in told[1]] == [True, True]
    assert "3-3-2-2-1-1-1-1" in "".join(line.text for line in deck.topic(source(), "big-guns"))


# -- the sheet of an evening


def sizes(page: Any) -> set[float]:
    """The sizes of the letters above the foot of a page."""
    return {round(float(char["size"]), 2) for char in page.chars if page.height - char["bottom"] > FOOT * MM}


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mission", SCENARIOS)
def test_a_scenario_is_told_on_one_side_in_nine_points_or_more(mission: str, language: str, paper: str) -> None:
    (page,) = read(source(language, mission), "evening", paper=paper)
    assert min(sizes(page)) >= 9


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mission", SCENARIOS)
def test_the_sheet_tells_all_of_its_scenario_and_nothing_of_others(mission: str, language: str) -> None:
    of = source(language, mission)
    assert of.scenario
    (page,) = read(of, "evening")
    text = whole_text(page)
    for line in sheets.evening_lines(of, in_words=False):
        assert packed(line.text) in text, line
        assert packed(line.lead) in text
    for name in ground_names(of):
        assert packed(of.speech.name(name))[1:] in text
        assert packed("; ".join(exceptions(of, name)))[1:] in text, name
    lying = {name for place in of.scenario.board.hexes for name in of.scenario.lying(place)}
    named = [line.lead.lower() for kind in sheets.KINDS for line in sheets.listed(of, kind, ground_names(of))]
    told = {name for lead in named for name in re.split(", |:", lead) if name}
    more = {"minefield": of.scenario.mines, "pontoon-bridge": of.scenario.pontoons, "boat": mission == SLUICES}
    lying |= {name for name, there in more.items() if there}
    assert told == {of.speech.name(name).lower() for name in lying}


def whole_text(page: Any) -> str:
    """All words of a page, column by column, without spaces."""
    wide = float(page.width)
    halves = [page.crop((0, 0, wide, 60)), page.crop((0, 60, wide / 2, page.height))]
    halves.append(page.crop((wide / 2, 60, wide, page.height)))
    return "".join(packed(half.extract_text()) for half in halves)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mission", SCENARIOS)
def test_the_set_up_list_has_a_box_for_each_kind_of_pieces(mission: str, language: str) -> None:
    of = source(language, mission)
    pages = read(of, "set-up")
    lists = [*of.set_up.sections.values(), *of.set_up.boxes.values()] if of.set_up else []
    boxes_drawn = [one for page in pages for one in page.rects if abs(one["width"] - one["height"]) < NEAR < one["x0"]]
    assert len([one for one in boxes_drawn if one["width"] > 2 * MM]) == sum(map(len, lists))
    said = packed("".join(page.extract_text() for page in pages))
    assert of.set_up
    sections = [(one, laid) for some in of.set_up.sections.values() for one, laid in some.items()]
    boxes = [(one, count) for some in of.set_up.boxes.values() for one, count in some.items()]
    told = [f"{number} × {of.speech.name(one.name)}" for one, (number, _) in sections]
    told += [f"{count} × {of.speech.name(one.name)}" for one, count in boxes]
    assert [line for line in told if packed(line) not in said] == []
    assert all(at in said for _, (_, hexes) in sections for at in hexes)
    assert min({size for page in pages for size in sizes(page)}) >= 7  # labels of the board
    assert min(char["size"] for page in pages for char in page.chars if char["text"] == "×") >= 9


@pytest.mark.parametrize("mission", SCENARIOS)
def test_the_board_is_drawn_with_its_tiles_ways_and_units(mission: str) -> None:
    of = source(mission=mission)
    assert of.scenario
    page = read(of, "set-up")[0]
    said = [word["text"] for word in page.extract_words() if word["top"] < page.height * 0.65]
    names = [board_map.name_of(of.scenario.board, place) for place in of.scenario.board.hexes]
    assert [name for name in names if name not in said] == []
    for place in of.scenario.board.hexes:
        look, joins = board_map.look_of(of.scenario, place), of.scenario.joins(place)
        for way, drawn in board_map.WAYS.items():
            if joins.get(way):
                assert [board_map.COMPASS[arm] for arm in getattr(look, drawn)] == list(joins[way])


@pytest.mark.parametrize("mission", SCENARIOS)
def test_no_unit_hides_what_lies_on_its_hex(mission: str, monkeypatch: pytest.MonkeyPatch) -> None:
    of, width = source(mission=mission), 15.0
    assert of.scenario
    assert of.set_up
    drawn: list[str] = []
    lower: list[float] = []
    inner = style.Picture.icon

    def icon(self: style.Picture, x: float, y: float, size: float) -> None:
        drawn.append(self.look.icon)
        lower.append(y - size / 2)
        inner(self, x, y, size)

    monkeypatch.setattr(style.Picture, "icon", icon)
    pen, markers = MagicMock(low_ink=False), board_map.markers_by_hex(of)
    for place in of.scenario.board.hexes:
        drawn.clear()
        lower.clear()
        lying = [style.tiles()[one].icon for one in of.scenario.lying(place) if one in style.tiles() and one != "open"]
        marked = markers.get(board_map.name_of(of.scenario.board, place), ())
        board_map.hexagon(pen, of.scenario, place, (100.0, 100.0), width, marked)
        assert set(drawn) == {*lying, *marked} - {"", board_map.EXIT}, place
        if of.scenario.unit_at(place):
            assert all(low >= 100 + (board_map.LOWER + 0.16) * width for low in lower), place
    laid = [piece for section in of.set_up.sections.values() for piece in section if piece.name in board_map.MARKERS]
    assert bool(laid) == bool(markers)


def test_command_cards_are_the_deck_of_the_board_and_alike_behind() -> None:
    needs = picked(source())["command-cards"]
    assert sum(needs.values()) == 60
    assert needs["probe/left"] == 4
    assert sum(picked(source(mission=KARST))["command-cards"].values()) == 80
    assert "command-cards" not in SHOP.usual(picked(source()))
    (batch,) = parts(source("es"), "command-cards")
    assert {piece.back.key for piece in batch.each() if piece.back} == {"command:back"}
    assert {"Sondeo Sección izquierda", "Mando Directo del CG"} <= {piece.front.name for piece in batch.each()}
    drawn = alone(next(piece.back for piece in batch.each() if piece.back), POKER)
    turned = ImageChops.difference(drawn, drawn.rotate(180)).point(lambda dot: 255 * (dot > 128))
    assert sum(turned.histogram()[1:]) < 0.005 * drawn.width * drawn.height


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_card_has_its_name_section_and_text(language: str) -> None:
    of = source(language)
    order = {"command-cards": dict.fromkeys(picked(of)["command-cards"], 1)}
    settings = checked(duplex="fronts-only")
    laid = list(pages(PdfRenderer(settings, of.speech, "").print(SHOP.job(of, order, settings))))
    texts = [text_in(page, POKER, spot) for page in laid for spot in outlines(page, POKER)]
    for thing, text in zip(order["command-cards"], texts, strict=True):
        key, _, section = thing.partition("/")
        for told in (of.speech.name(key), of.speech.translate(f"card-text.{key}"), section and of.speech.name(section)):
            assert packed(told)[1:] in text, thing


def test_a_bend_on_paper_is_told_with_its_sides_and_hexes() -> None:
    of = source("es", KARST)
    assert of.set_up
    (bend,) = [one for one in of.set_up.sections["left"] if (one.name, one.sides) == ("road", ("NW", "SW"))]
    assert sheets.piece_told(of.speech, bend, 2) == "2 × carretera, curva NO–SO"


def test_without_a_scenario_there_is_no_set_up_list() -> None:
    assert (picked(source())["set-up"], picked(source(mission=SALT))["set-up"]) == ({}, {"set-up": 1})


@pytest.mark.parametrize("language", LANGUAGES)
def test_large_print_is_sixteen_points_and_says_the_same(language: str) -> None:
    of = source(language, KARST)
    large = read(of, "evening-large")
    assert len(large) > 1
    assert min(size for page in large[1:] for size in sizes(page)) == 16
    said = "".join(packed(page.extract_text()) for page in large)
    assert all(packed(line.text) in said for line in sheets.evening_lines(of))


def test_with_little_ink_a_sheet_is_of_one_colour() -> None:
    def colours(**settings: Any) -> set[Any]:
        (page,) = read(source(mission=KARST), "evening", **settings)
        drawn = {tuple(line["stroking_color"]) for line in (*page.lines, *page.curves) if line["stroke"]}
        return drawn | {tuple(char["non_stroking_color"]) for char in page.chars}

    assert len(colours(low_ink=True)) == 1
    assert len(colours()) > 1


@pytest.mark.parametrize("mission", SCENARIOS)
def test_the_columns_of_a_sheet_end_at_about_one_height(mission: str) -> None:
    (page,) = read(source("en", mission), "evening")
    ends = [
        max(char["bottom"] for char in page.crop(half).chars if page.height - char["bottom"] > FOOT * MM)
        for half in ((0, 0, page.width / 2, page.height), (page.width / 2, 0, page.width, page.height))
    ]
    assert abs(ends[0] - ends[1]) < 20 * MM


def test_engineers_are_told_of_wire_and_mines_only_where_there_are_any() -> None:
    said = {key: sheets.evening_lines(source(mission=key)) for key in (CAPE, SLUICES)}
    assert [len([line for line in lines if line.lead == "Wire:"]) for lines in said.values()] == [2, 0]
    assert [len([line for line in lines if line.lead == "Enemy mines:"]) for lines in said.values()] == [1, 0]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            {
                "counted only at the start of its side’s turn": {KARST, PASSES},
                "only for a side that holds it on its own": {CAPE},
            },
        ),
        (
            "es",
            {
                "cuenta solo al empezar el turno de su bando": {KARST, PASSES},
                "solo para el bando que lo mantiene en solitario": {CAPE},
            },
        ),
    ],
)
def test_the_sheet_tells_when_and_for_whom_an_objective_counts(language: str, told: dict[str, set[str]]) -> None:
    for text, where in told.items():
        found = {key for key in SCENARIOS if text in " ".join(one.text for one in sheets.ending(source(language, key)))}
        assert found == where


def test_the_sheet_tells_whose_the_bunkers_are_and_how_far_a_gun_on_a_mountain_reaches() -> None:
    cape, passes = (read(source("es", key), "evening")[0].extract_text() for key in (CAPE, PASSES))
    assert ["Eje: búnkeres solo para ese bando, en " in text for text in (cape, passes)] == [True, False]
    assert ["dados 3-3-2-2-1-1-1" in text for text in (cape, passes)] == [False, True]


def test_what_any_scenario_may_have_is_told_on_the_sheet_of_one() -> None:
    told = {name for key in SCENARIOS if (one := source(mission=key).scenario) for name in sheets.things_in(one)}
    assert told == set(deck.contents()["evening"])


def test_a_sheet_that_is_too_long_goes_on_behind_at_nine_points() -> None:
    of = source(mission=KARST)
    assert of.mission
    rules = "The junction is held by whoever stands on it at dawn. " * 100
    long = replace(of, mission={**of.mission, "texts": {"en": {"rules": rules}, "es": {"rules": rules}}})
    said = replace(long.speech, words={**long.speech.words, f"name.{KARST}-text-rules": {"en": rules, "es": rules}})
    laid = read(replace(long, speech=said), "evening")
    assert len(laid) > 1
    assert min(size for page in laid for size in sizes(page)) == 9
    for page in laid:
        assert min(page.height - char["bottom"] for char in page.chars if char["size"] > 8) > FOOT * MM


def test_a_word_wider_than_its_column_is_refused() -> None:
    of = source(mission=KARST)
    words = {**of.speech.words, f"mission.{KARST}": {"en": "x", "es": "x"}, "line.medals": {"en": "x" * 200, "es": "x"}}
    with pytest.raises(Refused, match="text-does-not-fit"):
        read(replace(of, speech=replace(of.speech, words=words)), "evening")


def test_a_table_prints_its_scenario(on_shelf: None, tmp_path: Path) -> None:
    store = Store(tmp_path)
    table = store.table(store.open(GAME, opening_of(GAME, parse(Options, {"game": GAME.key, "mission": CAPE}))))
    of = table_source(table, "en", "http://192.168.1.7:8044/t/7QK2MX")
    assert of.scenario
    assert of.scenario.key == CAPE
    assert read(of, "evening")[0].extract_text() == read(source(mission=CAPE), "evening")[0].extract_text()


def test_a_page_and_the_command_line_take_the_width_of_a_hex_at_a_table_too(
    on_shelf: None, client: FlaskClient, tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    code = Store(kept).open(GAME, opening_of(GAME, parse(Options, {"game": GAME.key, "mission": CAPE})))
    what = f"print memoir-44 --table {code} --data {kept} --what hexes --hexagon 47.5 -o {tmp_path}/cut.svg"
    assert CliRunner().invoke(main, what.split()).exit_code == 0
    drawn = (tmp_path / "cut-1.svg").read_text(encoding="utf-8")
    assert drawn != printed_cuts(kept, code, tmp_path)
    assert re.search(r'<option value="47.5"[^>]*selected', client.get("/print/memoir-44?hexagon=47.5").text)


def printed_cuts(kept: Path, code: str, folder: Path) -> str:
    """The cut paths of a table's hexes where nobody measured."""
    what = f"print memoir-44 --table {code} --data {kept} --what hexes -o {folder}/usual.svg"
    assert CliRunner().invoke(main, what.split()).exit_code == 0
    return (folder / "usual-1.svg").read_text(encoding="utf-8")


def test_the_page_of_an_order_at_a_table_asks_for_the_width_and_for_no_scenario(
    on_shelf: None, client: FlaskClient
) -> None:
    store: Store = client.application.extensions["store"]
    code = store.open(GAME, opening_of(GAME, parse(Options, {"game": GAME.key, "mission": CAPE})))
    page = client.get(f"/t/{code}/print?hexagon=47.5").text
    assert re.search(r'<option value="47.5"[^>]*selected', page)
    assert 'name="mission"' not in page
    assert client.get(f"/t/{code}/print?hexagon=12").status_code == 422


def test_the_press_makes_the_sheet_of_a_table(on_shelf: None, app: Flask, client: FlaskClient) -> None:
    store: Store = app.extensions["store"]
    code = store.open(GAME, opening_of(GAME, parse(Options, {"game": GAME.key, "mission": CAPE})))
    try:
        page = until_done(client, f"/t/{code}/print/made?what=evening&lang=en")
        assert "Gull Cape" in next(pages(pdf_of(client, page))).extract_text()
    finally:
        app.extensions["pressroom"].close()


def test_the_sheet_follows_the_answers_of_the_table() -> None:
    for answer, forbidden in (("on", True), ("off", False)):
        book = edition_book(EDITION, {"hard-stop": answer})
        (page,) = read(replace(source(mission=CAPE), book=book), "evening")
        assert ("the move ends here, and the unit may not" in page.extract_text()) == forbidden


def test_the_sheet_tells_what_a_table_answers_otherwise_than_most() -> None:
    told = {}
    for answer in ("recon", "any"):
        of = replace(source(mission=CAPE), book=edition_book(EDITION, {"recon": answer}))
        told[answer] = [line.lead for line in sheets.answers(of)]
        assert ("any Recon card" in read(of, "evening")[0].extract_text()) == (answer == "any")
    assert told["recon"] == []
    assert told["any"][1:] == [source().speech.translate("question.recon")]


def imported(mission: Any, language: str) -> Source:
    words = {**words_of(FOLDER), **words_in(mission)}
    table = SimpleNamespace(opening={"mission": mission}, words=words, book=lambda: edition_book(EDITION, {}))
    return table_source(table, language)


def test_a_table_needs_what_an_imported_scenario_says() -> None:
    of = imported({**scenarios()[SALT], "imported": True, "key": "mine"}, "es")
    assert picked(of) == picked(source("es", SALT))
    assert "El camino de la sal" in read(of, "evening")[0].extract_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_of_the_editor_with_everything_in_it_is_printed(language: str) -> None:
    names = {kind: [name for some in editor()[kind].values() for name in some] for kind in ("terrain", "rect_terrain")}
    things = [{kind: {"name": name}} for kind, some in names.items() for name in some]
    told = {"name": "All of it", "rules": "Hold the bridge for as long as you can. " * 60}
    data = scenario(spread([*things, {"terrain": {"name": "volcano"}}]), board={"type": "OVERLORD"}, text={"en": told})
    file = read_file(data)
    answers = {one.key: next(iter(one.choices)) for one in file.asked}
    of = imported(file.mission(answers), language)
    evening, cards = read(of, "evening"), picked(of)["terrain-cards"]
    assert {"wadi", "dam", "railway-bridge", "fortress"} <= set(cards)
    said = "".join(packed(page.extract_text()) for page in evening)
    assert "volcano" in said
    assert min(size for page in evening for size in sizes(page)) >= 9
    assert printed(of, "hexes").startswith(b"%PDF")


@pytest.mark.parametrize(
    "prose", ["Hold the bridge.\r\n\r\nThen leave.", "Łódź – Мост – Ωμέγα", "x" * 300, "橋 \u200b"]
)
def test_the_sheet_is_printed_whatever_letters_a_file_is_written_in(prose: str) -> None:
    file = read_file(scenario(spread([{"terrain": {"name": prose}}]), text={"en": {"name": prose, "rules": prose}}))
    of = imported(file.mission({one.key: next(iter(one.choices)) for one in file.asked}), "es")
    for what in ("evening", "evening-large"):
        (page, *_) = read(of, what)
        assert packed(fonts.settable(fonts.TEXT, fonts.on_one_line(prose), "")) in packed(
            page.extract_text()
        ) + whole_text(page)


# -- the whole kit


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_printed_on_both_papers_with_little_ink(language: str) -> None:
    for of in (source(language), source(language, SLUICES)):
        order = {name: dict.fromkeys(things, 1) for name, things in picked(of).items() if name != "calibration"}
        for settings in (checked(paper="letter", low_ink=True, bleed=1), checked(duplex="gutterfold")):
            done = PdfRenderer(settings, of.speech, "").print(SHOP.job(of, order, settings))
            assert done.startswith(b"%PDF-1.4")
    assert {page.product for page in plan_pages(SHOP.job(of, order, settings), settings)} == {*PRODUCTS} - {
        "calibration"
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_letter_and_no_picture_is_within_3_mm_of_a_cut(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bare_of_shapes(monkeypatch)
    of = source(language)
    faces: dict[str, tuple[Face, Shape]] = {}
    for batch in parts(of, "round-tokens", "hexes", "strips", "badges", "terrain-cards", "topic-cards"):
        for piece, _ in batch.pieces:
            faces |= {side.key: (side, batch.shape) for side in (piece.front, piece.back) if side}
    near = {key: dark for key, (face, shape) in faces.items() if (dark := near_the_cut(face, shape)) > 40}
    assert near == {}


def test_every_thing_has_a_name_in_both_languages() -> None:
    for language in LANGUAGES:
        speech = source(language).speech
        for product, things in picked(source()).items():
            names = [SHOP.label(product, thing, speech) for thing in things]
            assert len(set(names)) == len(names), product
            assert [name for name in names if "-" in name and name.islower()] in ([], ["cross-hairs"]), product


def test_fonts_have_every_letter_of_the_words() -> None:
    for key, entry in paper_words().items():
        for text in entry.values():
            assert set(text) <= fonts.glyphs(fonts.TEXT), key
            assert set(text) <= fonts.glyphs(fonts.DISPLAY), key


def test_no_picture_no_tile_and_no_line_lies_idle() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (*HERE.glob("*.py"), HERE / "kit.toml"))
    looked = {look.icon for look in style.tiles().values()}
    assert [icon for icon in style.icons() if icon not in looked and f'"{icon}"' not in code] == []
    cut = [one for product in ("hexes", "strips") for one in kit()[product].values()]
    used = {one[side] for one in cut for side in ("front", "back")}
    assert set(style.tiles()) == used | set(source().book.terrain)
    named = {entry for lines in deck.contents().values() for entries in lines.values() for entry in entries}
    lines = {key.removeprefix("line.") for key in paper_words() if key.startswith("line.")}
    asked = {entry[2:] for entry in named if entry.startswith("? ")} | {"hard-stop"}
    answered = {f"{question}-{answer}" for question in asked for answer in source().book.questions[question].answers}
    assert lines == {entry for entry in named if entry[:2] not in ("# ", "@ ", "? ")} | answered | {
        "soft-stop", "best-only", "medals",
    }  # fmt: skip
    assert {icon.icon for icon in badges().values()} - {""} <= set(style.icons())
    assert set(looks()["ground"]) == {look.ground for look in style.tiles().values()} | {"dark-sand"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shelf_has_a_picture_of_each_product(language: str) -> None:
    of, settings = SHOP.sample(language), checked(duplex="fronts-only")
    few = {product: dict.fromkeys(list(things)[:9], 1) for product, things in picked(of).items()}
    assert {page.product for page in plan_pages(SHOP.job(of, few, settings), settings)} == set(PRODUCTS)


# -- the host's own scenarios


OWN_NAME = {"en": "Two of ours", "es": "Dos de los nuestros"}
PROSE = "Hold the mill until dawn."


def own_scenario(**more: Any) -> str:
    """The text of a scenario of the host's own: the salt road under another name."""
    return GAME_MISSIONS.written({**scenarios()[SALT], "key": "two-of-ours", "name": OWN_NAME, **more})


def kept_as_own(kept: Path, **more: Any) -> None:
    """It lies on the host's shelf."""
    text = own_scenario(**more)
    add_mission(Store(kept).missions, GAME, text, read_mission(text, GAME, []))


def test_the_page_of_an_order_offers_the_hosts_own_scenarios(on_shelf: None, app: Flask, client: FlaskClient) -> None:
    text = own_scenario()
    add_mission(app.extensions["store"].missions, GAME, text, read_mission(text, GAME, []))
    page = client.get("/print/memoir-44?mission=two-of-ours&lang=es").text
    assert re.search(r'<option value="two-of-ours" selected>', page)
    assert [name in page for name in OWN_NAME.values()] == [True, False]
    shipped = client.get(f"/print/memoir-44?mission={SALT}").text
    of = 'name="n.strips.[a-z-]+" value="([1-9][0-9]*)"'
    assert re.findall(of, page) == re.findall(of, shipped)
    try:
        made = until_done(client, "/print/memoir-44/made?mission=two-of-ours&what=evening&lang=es")
        assert OWN_NAME["es"] in next(pages(pdf_of(client, made))).extract_text()
    finally:
        app.extensions["pressroom"].close()


def test_a_scenario_that_cannot_be_played_is_not_offered(on_shelf: None, app: Flask, client: FlaskClient) -> None:
    app.extensions["store"].missions.add(GAME, "Broken", 'key = "broken"\nname = { en = "B", es = "B" }\n', "broken")
    page = client.get("/print/memoir-44?mission=broken")
    assert (page.status_code, '<option value="broken"' in page.text) == (422, False)


@pytest.mark.parametrize("foreign", [True, False])
def test_the_prose_of_somebody_elses_file_is_printed_at_its_tables_alone(
    on_shelf: None, tmp_path: Path, foreign: bool
) -> None:
    kept = tmp_path / "kept"
    kept_as_own(kept, texts={"en": {"rules": PROSE}}, **({"imported": True} if foreign else {}))
    made = f"print memoir-44 --data {kept} --what evening -o {tmp_path}/evening.pdf"
    assert CliRunner().invoke(main, [*made.split(), "--mission", "two-of-ours"]).exit_code == 0
    text = next(pages((tmp_path / "evening.pdf").read_bytes())).extract_text()
    assert (OWN_NAME["en"] in text, PROSE in text) == (True, not foreign)
    store = Store(kept)
    own = sound_missions(store.missions, store.card_sets, GAME)
    opened = opening_of(GAME, parse(Options, {"game": GAME.key, "mission": "two-of-ours"}), own_missions=own)
    at_table = read(table_source(store.table(store.open(GAME, opened)), "en"), "evening")[0]
    assert PROSE in at_table.extract_text()


def test_the_command_line_makes_no_data_folder_for_asking(on_shelf: None, tmp_path: Path) -> None:
    asked = f"print memoir-44 --list --data {tmp_path}/none --mission waterloo"
    told = CliRunner().invoke(main, asked.split())
    assert (told.exit_code, (tmp_path / "none").exists()) == (1, False)


@pytest.mark.parametrize(("language", "sniper", "truck"), [
    ("en", "Only a grenade hits it", "never battles"), ("es", "Solo le acierta una granada", "nunca combate"),
])  # fmt: skip
def test_the_sheet_of_an_evening_tells_the_rules_of_units_of_other_boxes(
    language: str, sniper: str, truck: str
) -> None:
    forces = {
        "G5": {"side": "allied", "type": "infantry", "badge": "sniper", "traits": ["two-medals"]},
        "G6": {"side": "axis", "type": "armour", "badge": "truck", "camouflaged": True},
    }
    of = plain_source(language, drawn_scenario({}, forces, {}))
    said = " ".join(line.text for line in sheets.evening_lines(of))
    assert sniper in said
    assert truck in said
    leads = [line.lead.lower() for line in sheets.evening_lines(of)]
    name = of.speech.name
    assert all(any(lead.startswith(name(key)) for lead in leads) for key in ("sniper", "two-medals", "camouflaged"))

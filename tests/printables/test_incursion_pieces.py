"""Pieces of Incursion as they lie and stand on the table: secrets, stand-ups, doors, model cards, leaves."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from math import ceil
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageChops

from app.core.messages.translator import LANGUAGES
from app.games.incursion.book import DATA, EDITIONS, missions
from app.games.incursion.cards.sets import checked_set
from printables.incursion import (
    battle_cards,
    counters,
    doors,
    figures,
    leaf,
    lines,
    model_cards,
    needs,
    standups,
    style,
)
from printables.incursion.shop import SHOP
from printables.incursion.source import Source, plain_source
from printables.order import PickList
from printables.page_layout import Layout
from printables.paper import MM, SAFE, Settings, checked
from printables.pdf import PdfRenderer, plan_pages
from printables.pen import Pen
from printables.pieces import POKER, Face, Piece, Shape
from tests.printables.printing import outlines, packed, pages, printed, source, text_in

DOTS = 8
"""In a millimetre: whole ones in a period of the pattern."""
STARTER = (DATA / "cards" / "starter.toml").read_text(encoding="utf-8")


def drawn(pdf: bytes, index: int) -> Image.Image:
    with pypdfium2.PdfDocument(pdf) as document:
        return document[index].render(scale=DOTS / MM * (1 - 1e-7)).to_pil().convert("L")


def alone(face: Face, shape: Shape, low_ink: bool = False) -> Image.Image:
    """A face on paper of its own size."""
    layout = Layout(shape.width, shape.height, shape, ((0, 0),))
    settings = checked(marks="none", low_ink=low_ink)
    return drawn(PdfRenderer(settings, source().speech, "", bare=True).print_pages([(layout, [face])]), 0)


def differ(one: Image.Image, other: Image.Image) -> bool:
    return int(ImageChops.difference(one, other).getextrema()[1]) > 60


# -- secrets


def cut_out(order: PickList, of: Source, settings: Settings, key: str, slip: float = 0.0) -> list[Image.Image]:
    """The sides whose keys begin so, as cut where the fronts are; `slip` is a cut beside its line."""
    job = SHOP.job(of, order, settings)
    pdf = printed(job, settings, of)
    found = []
    for index, page in enumerate(plan_pages(job, settings)):
        picture = drawn(pdf, index)
        for face, at in page.faces:
            if face.key.startswith(key) and at.shape:
                left, low = at.x + slip, at.y + slip
                box = (left, page.height - low - at.shape.height, left + at.shape.width, page.height - low)
                found.append(picture.crop([round(side * DOTS) for side in box]))  # type: ignore[arg-type]
    return found


def check_alike(sides: list[Image.Image], plain: Image.Image, count: int) -> None:
    assert len(sides) == count
    for side in sides:
        assert not differ(side, plain)
        assert not differ(side.rotate(180), plain)


def check_backs(low_ink: bool = False) -> None:
    """Backs of cards after a drift of 1.5 mm, some beside cards of another back: as without drift, on any head."""
    order = {"model-cards": {"ilsa": 1}, "battle-cards": {"snafu": 4, "smoke": 4}}
    plain = checked(marks="none", low_ink=low_ink)
    first, *_ = cut_out(order, source(), plain, "battle-back")
    for across, up in product((-1.5, 1.5), repeat=2):
        settings = replace(plain, offset_x=across, offset_y=up)
        check_alike(cut_out(order, source(), settings, "battle-back"), first, 8)


@pytest.mark.parametrize("low_ink", [False, True])
def test_backs_of_battle_cards_are_alike_after_a_drift_and_half_a_turn(low_ink: bool) -> None:
    check_backs(low_ink)


def test_a_pattern_that_ends_at_the_cut_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(style, "SPREAD", 0.0)
    with pytest.raises(AssertionError):
        check_backs()


def test_a_picture_in_the_middle_of_a_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = style.alike

    def pictured(*given: Any) -> Face:
        face = right(*given)

        def draw(pen: Pen) -> None:
            face.draw(pen)
            pen.label(10, 30, 40, 10, "7", 30)

        return replace(face, draw=draw)

    monkeypatch.setattr(style, "alike", pictured)
    with pytest.raises(AssertionError):
        check_backs()


def check_points() -> None:
    """The side of Victory Points that lies up is the one that is cut, and tells nothing where a cut is 1.5 mm off."""
    order = {"counters": {"vp": 8, "activated": 9, "on-fire": 3}}
    of, settings = source(mission=4), checked(marks="none")
    job = SHOP.job(of, order, settings)
    assert {piece.front.key for batch in job for piece, _ in batch.pieces if "vp" in piece.front.key} == {  # type: ignore[union-attr]
        "counter:vp:alike"
    }
    first, *_ = cut_out(order, of, settings, "counter:vp:alike")
    for slip in (-1.5, 0.0, 1.5):
        check_alike(cut_out(order, of, settings, "counter:vp:alike", slip), first, 8)
    assert len({side.tobytes() for side in cut_out(order, of, settings, "counter:vp:back")}) == 8


def test_no_hairline_shows_where_the_ground_of_a_secret_side_begins_in_the_pattern_of_its_neighbour() -> None:
    settings = checked(marks="none")
    pdf = printed(SHOP.job(source(mission=4), {"counters": {"vp": 8}}, settings), settings, source(mission=4))
    with pypdfium2.PdfDocument(pdf) as document:
        page = document[0].render(scale=600 / 72).to_pil().convert("L")
    stripes = [row for row in (page.crop((0, y, page.width, y + 1)) for y in range(page.height // 4)) if dark_in(row)]
    assert stripes
    for row in stripes:
        first, last = dark_in(row)[0], dark_in(row)[-1]
        assert len(dark_in(row)) == last - first + 1


def dark_in(row: Image.Image) -> list[int]:
    """Return the places of a row that are dark, if it is a whole stripe."""
    dark = [place for place, shade in enumerate(row.tobytes()) if shade < 100]
    return dark if len(dark) > row.width / 2 else []


def test_victory_points_are_alike_on_the_side_that_is_cut() -> None:
    check_points()


def test_numbers_on_the_side_that_is_cut_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = counters.with_backs
    turned = lambda *given: [  # noqa: E731
        (Piece(piece.back or piece.front, piece.front), count) for piece, count in right(*given)
    ]
    monkeypatch.setattr(counters, "with_backs", turned)
    with pytest.raises(AssertionError):
        check_points()


def test_victory_points_whose_pattern_ends_at_the_cut_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(style, "SPREAD", 0.0)
    with pytest.raises(AssertionError):
        check_points()


def test_the_pattern_fits_every_secret_piece() -> None:
    secret = [POKER, *(counters.shape_of(one) for one in needs.counters().values() if one.secret)]
    for shape in secret:
        for side in (shape.width, shape.height, style.SPREAD):
            assert side / style.PERIOD == pytest.approx(round(side / style.PERIOD))


# -- told apart in one colour


def test_points_of_damage_are_round_and_points_of_command_square() -> None:
    shapes = {key: counter.shape for key, counter in needs.counters().items()}
    assert (shapes["dp"], shapes["cp"], shapes["gretel-cp"]) == ("round", "square", "square")


# -- stand-ups


def views(key: str) -> list[Image.Image]:
    """A model's front and rear."""
    card = source().book.models[key]

    def view(back: bool) -> Face:
        parts = figures.parts_of(key, card.side, card.weapons, back)
        return Face(f"{key}:{back}", key, lambda pen: figures.draw(pen, parts, 12.5, 1, 20, 24))

    return [alone(view(back), Shape("strip", 25, 26)) for back in (False, True)]


def shape_of(picture: Image.Image) -> set[int]:
    return {place for place, light in enumerate(picture.tobytes()) if light < 128}


def check_views() -> None:
    """No two views of the models have more than nine tenths of their ink at the same places, mirrored or not."""
    seen = {f"{key}:{back}": view for key in figures.MODELS for back, view in enumerate(views(key))}
    inked = {name: shape_of(view) for name, view in seen.items()}
    turned = {name: shape_of(view.transpose(Image.Transpose.FLIP_LEFT_RIGHT)) for name, view in seen.items()}
    for one, other in combinations(seen, 2):
        for way in (inked, turned):
            assert len(inked[one] & way[other]) / len(inked[one] | way[other]) < 0.95, (one, other)


def test_every_model_of_the_box_has_a_front_and_a_rear_of_its_own() -> None:
    assert set(figures.MODELS) == set(source().book.models)
    check_views()


def test_a_rear_that_is_the_front_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = figures.parts_of
    monkeypatch.setattr(figures, "parts_of", lambda *given: right(*given[:3], False))
    with pytest.raises(AssertionError):
        check_views()


def light_in(picture: Image.Image, up: float, out: float = 9) -> int:
    """The white dots in a row of a piece, within `out` millimetres of its middle."""
    row = picture.height - round(up * DOTS)
    middle = picture.width // 2
    return sum(int(picture.getpixel((x, row))) > 200 for x in range(middle - int(out * DOTS), middle + int(out * DOTS)))  # type: ignore[arg-type]


def check_arrow() -> None:
    """The foot before the picture has an arrow whose point is away from it; the foot behind it has none."""
    piece = alone(standups.StandUp(source(), "hans").face(), standups.SHAPE)
    rows = [light_in(piece, up) for up in (SAFE + 0.3, SAFE + 4.2, standups.FOOT - 1.5)]
    assert 0 < rows[0] < rows[2] < rows[1]
    behind = [light_in(piece.rotate(180), up, 1.5) for up in (SAFE + 0.3, standups.FOOT - 1.5)]
    assert min(behind) >= 3 * DOTS - 2  # no ground, and nothing on it there


def test_the_arrow_on_the_foot_points_forward(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (standups.WIDE, 2 * standups.FOOT) == (25, 25)
    check_arrow()
    right = standups.StandUp.foot
    monkeypatch.setattr(standups.StandUp, "foot", lambda one, pen, back: right(one, pen, not back))
    with pytest.raises(AssertionError):
        check_arrow()


def test_folds_are_explained_once_on_each_sheet_that_has_any() -> None:
    of = source(mission=1)
    job = SHOP.job(of, {name: dict(things) for name, things in needs.picked(of).items()}, checked())
    door = ("counter:door", "counter:green-door")
    begins = {"folds": ("stand-up:", *door), "arrow": ("stand-up:",), "doors": door}
    notes = {kind: packed(of.speech.translate(f"sheet.note-{kind}")) for kind in begins}
    seen = dict.fromkeys(begins, 0)
    pdf = printed(job, checked(), of)
    for planned, page in zip(plan_pages(job, checked()), pages(pdf), strict=True):
        text = packed(page.extract_text())
        for kind, note in notes.items():
            has = planned.side == "front" and any(face.key.startswith(begins[kind]) for face, _ in planned.faces)
            assert text.count(note) == has
            seen[kind] += has
    assert min(seen.values()) >= 1


# -- doors


def door_faces(key: str, language: str = "en") -> tuple[str, str]:
    """The texts on a door below its middle, and above it."""
    of = source(language, mission=2)
    page = next(pages(printed(SHOP.job(of, {"counters": {key: 1}}, checked()), checked(), of)))
    ((_, low),) = outlines(page, doors.DOOR)
    middle = (low + doors.DOOR.height / 2) * MM
    on_it = [char for char in page.chars if low * MM < char["matrix"][5] < (low + doors.DOOR.height) * MM]
    halves = [[char for char in on_it if (char["matrix"][5] > middle) == upper] for upper in (False, True)]
    assert {char["matrix"][0] > 0 for char in halves[0]} == {True}
    assert {char["matrix"][0] > 0 for char in halves[1]} == {False}
    below, above = (packed("".join(char["text"] for char in half)) for half in halves)
    return below, above


def test_a_door_is_closed_on_one_face_and_open_on_the_other() -> None:
    assert door_faces("door") == ("closed", "open")
    assert door_faces("green-door") == ("G·closed", "G·open")
    assert door_faces("green-door", "es") == ("V·cerrada", "V·abierta")


def test_each_green_door_has_a_seal_to_slip_on() -> None:
    for number in missions():
        of = source(mission=number)
        counts = needs.picked(of)["counters"]
        assert counts["seal"] == counts["green-door"] == needs.mission_of(of).green_doors
    assert doors.SEAL.width < doors.DOOR.width


# -- model cards


def card_of(of: Source, key: str) -> Any:
    settings = checked(duplex="fronts-only")
    page = next(pages(printed(SHOP.job(of, {"model-cards": {key: 1}}, settings), settings, of)))
    ((x, y),) = outlines(page, POKER)
    return page.crop((x * MM, page.height - (y + 88) * MM, (x + 63) * MM, page.height - y * MM))


def answered(language: str, edition: str, place: int) -> Source:
    """A table that gives every question its answer of this place, or its last."""
    asked = source(language, edition).book.questions
    answers = {
        key: one.answers[min(place, len(one.answers) - 1)] for key, one in asked.items() if one.is_asked_in(edition)
    }
    return plain_source(edition, language, answers=answers)


def rules_of(card: Any) -> list[float]:
    """The sizes of the letters between a card's values and its track."""
    return [char["size"] for char in card.chars if 24 * MM < char["top"] - card.bbox[1] < 72 * MM]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_powers_are_in_nine_points_whatever_the_table_answers(language: str, edition: str) -> None:
    for place in range(3):
        of = answered(language, edition, place)
        for key in of.book.models:
            assert min(rules_of(card_of(of, key))) >= 9 - 0.01, (key, place)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_weapon_has_its_rule_in_one_line(language: str) -> None:
    of = source(language)
    for key, card in of.book.models.items():
        text = card_of(of, key).extract_text().splitlines()
        for told in lines.weapon_lines(of, key, {}):
            words = packed("".join(part for _, part in told))
            assert words in map(packed, text), (key, words)
        assert card.weapons or packed(of.speech.translate("value.unarmed")) in map(packed, text)


OPEN = ["open question", "pregunta abierta", "decide la mesa", "table says"]


def test_cards_and_leaves_tell_the_answers_of_this_table() -> None:
    for language, edition in product(LANGUAGES, EDITIONS):
        for place in range(3):
            of = answered(language, edition, place)
            told = [lines.line(of, key) for key in of.book.models["ilsa"].powers]
            for one in (*of.speech.words,):
                if one.startswith("line.") and not one.startswith("line.wiped"):
                    told.append(lines.line(of, one.removeprefix("line.")))
            assert not [text for text in told if any(word in text for word in OPEN) or "  " in text or "{" in text]
    three, four = (plain_source(answers={"kaboom": one}) for one in ("three", "four"))
    assert "+3 to each die" in lines.line(three, "ka-boom")
    assert "+3 and +1 to each die" in lines.line(four, "ka-boom")
    moved = plain_source(answers={"two-gun": "gretel"})
    assert "two-gun" in lines.powers_of(moved, "gretel")
    assert "two-gun" not in lines.powers_of(moved, "ilsa")


def tough(key: str, dp: int) -> Source:
    before, after = STARTER.split(f"[models.{key}]", 1)
    head, rest = after.split("\ndp = ", 1)
    text = f"{before}[models.{key}]{head}\ndp = {dp}\n{rest.split(chr(10), 1)[1]}"
    return plain_source(cards=checked_set(text))


def check_track(key: str, dp: int) -> None:
    """As many boxes as DP, in rows below the text, inside the card and apart."""
    card = card_of(tough(key, dp), key)
    x, top, right, low = (side / MM for side in card.bbox)
    boxes = {
        (round(one["x0"] / MM, 2), round(one["top"] / MM, 2), round(one["width"] / MM, 2))
        for one in card.rects
        if one["stroke"] and 1 < one["width"] / MM < 5 and abs(one["width"] - one["height"]) < 0.01
    }
    assert len(boxes) == dp
    text = max(char["bottom"] / MM for char in card.chars if char["size"] >= 9 and char["top"] - card.bbox[1] < 70 * MM)
    for left, up, size in boxes:
        assert x + 3 < left < left + size < right - 3
        assert max(text - 1.2, top) < up < up + size < low - 5
    for one, other in combinations(boxes, 2):
        assert abs(one[0] - other[0]) > one[2] or abs(one[1] - other[1]) > one[2]


@pytest.mark.parametrize("key", ["grunt-ape", "slugger-murphy", "ilsa"])
@pytest.mark.parametrize("dp", [1, 8, 20, 47, 99])
def test_a_track_of_damage_wraps(key: str, dp: int) -> None:
    check_track(key, dp)


def test_a_track_that_leaves_the_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_cards, "ceil", lambda rows: 1)
    monkeypatch.setattr(model_cards, "TRACKS", ((4.2, 1.2),))
    with pytest.raises(AssertionError):
        check_track("grunt-ape", 99)


# -- Battle Cards


def check_badges(monkeypatch: pytest.MonkeyPatch, lower: float = 0.0) -> None:
    """Print the cards without their badge: the place where it stands is white."""
    badges: list[tuple[float, float, float]] = []
    monkeypatch.setattr(style, "stamp", lambda pen, side, *place: badges.append(place))
    of = source("es", "es-2009")
    only = [key for key, card in of.book.battle.items() if card.side]
    assert only
    for key in only:
        card = alone(battle_cards.BattleFace(of, key, False).face(), POKER, low_ink=True)
        x, y, size = badges.pop()
        y -= lower
        box = (x - size / 2, POKER.height - y - size / 2, x + size / 2, POKER.height - y + size / 2)
        assert card.crop([round(side * DOTS) for side in box]).getextrema()[0] > 240, key  # type: ignore[arg-type]


def test_the_badge_of_a_side_lies_on_no_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    check_badges(monkeypatch)


def test_a_badge_on_a_letter_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AssertionError):
        check_badges(monkeypatch, lower=1.5)


# -- leaves


def leaf_pages(of: Source, paper: str = "a4") -> list[Any]:
    settings = checked(paper=paper, duplex="short-edge")
    return list(pages(printed(SHOP.job(of, {"leaf": {"leaf": 2}}, settings), settings, of)))


def every_source() -> Iterator[Source]:
    for language, edition in zip(LANGUAGES, EDITIONS, strict=True):
        yield source(language, edition)
        yield from (source(language, edition, mission) for mission in missions())


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_two_leaves_lie_on_a_sheet_in_nine_points(paper: str) -> None:
    for of in every_source():
        laid = leaf_pages(of, paper)
        assert len(outlines(laid[0], leaf.shape(checked(paper=paper)))) == 2
        assert len(laid) == 2
        sizes = [char["size"] for page in laid for char in page.chars]
        assert ceil(min(size for size in sizes if size > 6.01) * 4) / 4 >= 9  # six points: the foot of the page


def leaf_text(of: Source, index: int) -> str:
    page = leaf_pages(of)[index]
    return text_in(page, leaf.shape(checked()), min(outlines(leaf_pages(of)[0], leaf.shape(checked()))))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_front_of_a_leaf_has_what_people_look_up(language: str) -> None:
    of = source(language, f"{language}-2009", 2)
    text = leaf_text(of, 0)
    for name in (*of.book.shooting.weapons, *lines.SPECIAL):
        weapon = of.speech.name(name)
        assert packed(weapon[0].upper() + weapon[1:] + lines.weapon_rule(of, name)) in text, name
    for action in of.book.action_cost:
        assert packed(of.speech.name(action)) in text
    for rule in (one for rules in lines.LOOKED_UP.values() for one in rules):
        assert lines.line(of, rule)


def check_hand(of: Source, told: str) -> None:
    """The Allies' hand with the 14 RP of mission 2."""
    assert packed(told) in packed(leaf_pages(of)[1].extract_text())


def test_the_rear_tells_the_hand_of_the_edition() -> None:
    check_hand(source("en", "en-2009", 2), "14 RP · 6 CP · hand 3.")
    check_hand(source("es", "es-2009", 2), "14 PR · 6 PM · mano 4.")
    with pytest.raises(AssertionError):
        check_hand(source("es", "en-2009", 2), "14 PR · 6 PM · mano 4.")


def test_the_rear_is_of_this_mission_alone() -> None:
    for number in missions():
        text = packed(leaf_pages(source("en", "en-2009", number))[1].extract_text())
        others = {packed(source().speech.translate(f"mission.{one}")) for one in missions() if one not in (number, 2)}
        assert not [name for name in others if f"{name}:" in text or f"{name}ends" in text]
        assert "Mission3ends" not in text
        assert f"{number}." in text


def test_a_leaf_is_a_whole_sheet_of_small_paper() -> None:
    shape = leaf.shape(checked(paper="a5"))
    assert len(leaf_pages(source(mission=1), "a5")) == 4
    assert shape.height > shape.width > 120

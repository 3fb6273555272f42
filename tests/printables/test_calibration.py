"""The calibration sheet read as people read it: a printer that feeds askew, and backs that meet their fronts again."""

import math
from dataclasses import asdict
from typing import Any

import pytest

from app.core.errors import Refused
from printables.calibration import Calibration, Correction, Measurements
from printables.incursion import leaf
from printables.incursion.shop import SHOP
from printables.order import PickList
from printables.page_layout import best_layout
from printables.paper import MM, Settings, checked
from printables.pieces import POKER, Shape
from tests.printables.printing import as_paper, packed, pages, printed, source

Line = tuple[float, float, float, float]
PAPERS = [("a4", "long-edge"), ("a4", "short-edge"), ("letter", "long-edge")]


def lines(page: Any) -> list[Line]:
    """Every line in millimetres, up from the lower edge."""
    high = float(page.height)
    ends = [[(x / MM, (high - y) / MM) for x, y in line["pts"]] for line in page.lines]
    return [(*start, *end) for start, end in ends]


def sheet(settings: Settings) -> list[list[Line]]:
    """The lines of the front and of the back."""
    of = source()
    parts = SHOP.job(of, {"calibration": {"calibration": 1}}, settings)
    return [lines(page) for page in pages(printed(parts, settings, of))]


class Printer:
    """It turns backs by some degrees about the middle of the page and moves them by some millimetres."""

    def __init__(self, settings: Settings, degrees: float, x: float, y: float) -> None:
        self.settings, self.turn, self.x, self.y = settings, math.radians(degrees), x, y

    def seen(self, x: float, y: float) -> tuple[float, float]:
        """A point of the back as it comes out, seen from the front."""
        wide, high = self.settings.size
        cos, sin, a, b = math.cos(self.turn), math.sin(self.turn), x - wide / 2, y - high / 2
        x, y = wide / 2 + cos * a - sin * b + self.x, high / 2 + sin * a + cos * b + self.y
        return (x, high - y) if self.settings.duplex == "short-edge" else (wide - x, y)

    def back(self, of: list[Line]) -> list[Line]:
        """The lines of a back as they come out, seen from the front."""
        return [(*self.seen(*line[:2]), *self.seen(*line[2:])) for line in of]


def long(line: Line) -> float:
    return math.dist(line[:2], line[2:])


def vernier(of: list[Line], length: float, upright: bool) -> list[float]:
    chosen = [one for one in of if abs(long(one) - length) < 0.01 and (abs(one[0] - one[2]) < 1) == upright]
    place = 0 if upright else 1
    return sorted((one[place] + one[place + 2]) / 2 for one in chosen)


def crosses(of: list[Line]) -> list[tuple[float, float]]:
    """The middles of the level marks near the upper corners, the left one first."""
    level = [one for one in of if abs(long(one) - 6) < 0.01 and abs(one[1] - one[3]) < 1]
    upper = [((one[0] + one[2]) / 2, (one[1] + one[3]) / 2) for one in level if one[1] > 150]
    return sorted(upper)


def meets(front: list[float], back: list[float]) -> float:
    """The number, from the middle one, of the front line that meets a back line; between two, a part."""
    return (back[10] - front[10]) / (front[1] - front[0] - (back[1] - back[0]))


def read(front: list[Line], back: list[Line], signs: tuple[int, int]) -> Measurements:
    across = meets(vernier(front, 8, True), vernier(back, 8, True))
    up = meets(vernier(front, 4.8, False), vernier(back, 4.8, False))
    left, right = ((b[1] - f[1]) * 10 for f, b in zip(crosses(front), crosses(back), strict=True))
    return Measurements(round(signs[0] * across, 1), round(signs[1] * up, 1), round(left, 1), round(right, 1))


@pytest.mark.parametrize(("paper", "duplex"), PAPERS)
@pytest.mark.parametrize("error", [(0, 0.7, -0.4), (0.3, 0, 0), (-0.25, -0.9, 0.6)])
def test_backs_of_an_askew_printer_meet_their_fronts_once_it_is_calibrated(
    paper: str, duplex: str, error: tuple[float, float, float]
) -> None:
    plain = checked(paper=paper, duplex=duplex)
    printer, calibration = Printer(plain, *error), Calibration(plain, source().speech)
    front, back = sheet(plain)
    found = calibration.correction(read(front, printer.back(back), calibration.signs))
    again_front, again_back = sheet(checked(paper=paper, duplex=duplex, **asdict(found)))
    mended = printer.back(again_back)
    assert max(math.dist(*pair) for pair in zip(crosses(front), crosses(printer.back(back)), strict=True)) > 0.3
    for one, other in zip(crosses(again_front), crosses(mended), strict=True):
        assert math.dist(one, other) < 0.05
    for length, upright in ((8, True), (4.8, False)):
        middles = [vernier(of, length, upright)[10] for of in (again_front, mended)]
        assert abs(middles[0] - middles[1]) < 0.05


def middles(page: Any, wide: float, high: float) -> list[tuple[float, float]]:
    """The middles of all outlines of about this size on paper as it is fed."""
    drawn = [one for one in (*page.curves, *page.rects) if one["stroke"] and one["stroking_color"] != (1, 1, 1)]
    sides = [((one["x1"] - one["x0"]) / MM, (one["y1"] - one["y0"]) / MM, one) for one in drawn]
    found = [one for across, up, one in sides if abs(across - wide) < 2 and abs(up - high) < 2]
    return sorted(((one["x0"] + one["x1"]) / 2 / MM, (one["y0"] + one["y1"]) / 2 / MM) for one in found)


LYING = [
    ("letter", {"battle-cards": {"snafu": 7}}, POKER, 7),  # eight on a page that lies
    ("a4", {"leaf": {"leaf": 2}}, leaf.shape(checked()), 2),
]


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize(("paper", "order", "shape", "count"), LYING)
def test_on_pages_that_lie_the_backs_of_an_askew_printer_meet_their_fronts_too(
    duplex: str, paper: str, order: PickList, shape: Shape, count: int
) -> None:
    plain, of = checked(paper=paper, duplex=duplex), source(mission=1)
    assert best_layout(shape, plain).landscape
    printer = Printer(plain, 0.4, 2.0, -0.6)
    front, back = sheet(plain)
    calibration = Calibration(plain, of.speech)
    found = calibration.correction(read(front, printer.back(back), calibration.signs))
    settings = checked(paper=paper, duplex=duplex, marks_on="both", **asdict(found))
    laid = [
        middles(page, shape.height, shape.width)
        for page in as_paper(printed(SHOP.job(of, order, settings), settings, of))
    ]
    came_out = [printer.seen(*spot) for spot in laid[1]]
    assert [len(side) for side in laid] == [count, count]
    for spot in laid[0]:
        assert min(math.dist(spot, other) for other in came_out) < 0.1
    assert max(min(math.dist(spot, printer.seen(*other)) for other in laid[0]) for spot in laid[0]) > 1


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_the_two_rows_of_a_vernier_touch_when_the_sheet_is_held_against_the_light(duplex: str) -> None:
    plain = checked(duplex=duplex)
    front, back = sheet(plain)
    seen = Printer(plain, 0, 0, 0).back(back)
    for length, place in ((8, 1), (4.8, 0)):
        rows = [[one for one in of if abs(long(one) - length) < 0.01] for of in (front, seen)]
        ends = [sorted({round(end, 2) for one in row for end in (one[place], one[place + 2])}) for row in rows]
        assert ends[0][0] == ends[1][-1]


def test_rulers_that_are_too_short_make_every_page_larger() -> None:
    plain = checked()
    found = Calibration(plain, source().speech).correction(Measurements(ruler_across=98, ruler_up=99))
    assert found == Correction(0, 0, 0, 1.02041, 1.0101)
    before, after = (sheet(settings)[0] for settings in (plain, checked(**asdict(found))))
    for one, other in zip(before, after, strict=True):
        wide, high = plain.size
        came_out = [wide / 2 + (other[0] - wide / 2) * 0.98, high / 2 + (other[1] - high / 2) * 0.99]
        assert came_out == pytest.approx(one[:2], abs=0.01)


def test_pages_that_lie_are_scaled_by_the_rulers_of_the_paper_and_no_paper_lies() -> None:
    settings, of = checked(paper="letter", scale_x=1.02, scale_y=0.98), source()
    (page,) = as_paper(printed(SHOP.job(of, {"stand-ups": {"hans": 1}}, settings), settings, of))
    assert (page.width / MM, page.height / MM) == pytest.approx(settings.size)
    first, *_ = as_paper(printed(SHOP.job(of, {"battle-cards": {"snafu": 2}}, settings), settings, of))
    assert (first.width / MM, first.height / MM) == pytest.approx(settings.size)
    card = max(first.curves, key=lambda one: one["x1"] - one["x0"])
    size = [(card["x1"] - card["x0"]) / MM, (card["y1"] - card["y0"]) / MM]
    assert size == pytest.approx([88 * 1.02, 63 * 0.98], abs=0.02)


def test_the_settings_in_force_stand_on_the_sheet_in_words() -> None:
    of = source("es")
    settings = checked(gutter=1.5, duplex="short-edge", offset_x=0.7, rotation=-0.25, scale_x=1.0204)
    front, _ = pages(printed(SHOP.job(of, {"calibration": {"calibration": 1}}, settings), settings, of))
    said = packed(front.extract_text())
    for told in ("A4", "por el borde corto", "entre piezas 1,5 mm", "desvío 0,7 / 0 mm", "giro −0,25°"):
        assert packed(told) in said
    assert packed("escala 1,0204 × 1") in said
    assert "short-edge" not in said
    assert "¿Enquénúmerocoincideunalíneadelanversoconunadeldorso" in said


def front_at(paper: str, margin: int) -> Any:
    """The front at a margin, or nothing where the margin leaves it no room."""
    settings, of = checked(paper=paper, margin=margin, bleed=3), source()
    try:
        return next(pages(printed(SHOP.job(of, {"calibration": {"calibration": 1}}, settings), settings, of)))
    except Refused:
        return None


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_rulers_and_verniers_stay_apart_and_inside_the_margin(paper: str) -> None:
    wide = checked(paper=paper).size[0]
    fronts = {margin: front for margin in range(5, 41) if (front := front_at(paper, margin))}
    assert 20 <= max(fronts) < 40
    for margin, front in fronts.items():
        inside = [char for char in front.chars if char["top"] < front.height - 8 * MM]
        assert all(margin <= char["x0"] / MM and char["x1"] / MM <= wide - margin for char in inside)
        assert max(max(line[0], line[2]) for line in lines(front)) <= wide - margin + 0.01
        ends = [(word["top"], word["x0"], word["x1"]) for word in front.extract_words() if word["text"] == "−10"]
        lying, standing = sorted(ends)
        assert standing[2] + 2 < lying[1]


def test_a_margin_that_leaves_the_sheet_no_room_is_refused_by_name() -> None:
    of = source("es")
    with pytest.raises(Refused) as no:
        Calibration(checked(paper="letter", margin=39.5), of.speech).batch()
    told = "Hoja de calibración: no cabe con un margen de 39,5 mm. Usa un margen de 8 mm."
    assert (no.value.code, no.value.field) == ("no-room-for-sheet", "margin")
    assert of.speech.refusal(no.value) == told

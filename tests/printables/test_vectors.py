"""What is measured in a printed file: outlines in millimetres, backs behind fronts, the line of 50 mm."""

from typing import Any

import pypdfium2
import pytest

from printables import pdf
from printables.incursion import counters as counter_pages
from printables.incursion.shop import SHOP
from printables.page_layout import back_of, best_layout
from printables.paper import DUPLEX, FOOT, MM, UNPRINTED, Settings, checked
from printables.pieces import POKER, Batch, Piece, square
from tests.printables.printing import (
    NEAR,
    cards,
    check_outlines,
    expected,
    outlines,
    pages,
    printed,
    source,
    text_in,
)

ORDER = {"model-cards": {"grunt-ape": 3, "ilsa": 1, "sturmzombie": 1, "hans": 1, "gretel": 1}}


def some_cards(settings: Settings) -> bytes:
    """A page that is not full: three Allied cards, then four German ones."""
    return printed(SHOP.job(source(), ORDER, settings), settings, source())


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_outlines_are_63_by_88_mm_where_the_solver_says(paper: str) -> None:
    settings = checked(paper=paper, duplex="fronts-only")
    first = next(pages(cards("en", paper)))
    check_outlines(first, POKER, settings, {"a4": 9, "letter": 8}[paper])
    size = sorted((float(first.width) / MM, float(first.height) / MM))
    assert size == pytest.approx(sorted(settings.size), abs=0.01)


def test_a_shift_of_a_tenth_of_a_millimetre_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from printables import cut_marks

    settings = checked()
    check_outlines(next(pages(some_cards(settings))), POKER, settings, 7)
    monkeypatch.setattr(cut_marks, "place", lambda x, y: f"{x + 0.1:.4f} {y:.4f}")
    with pytest.raises(AssertionError):
        check_outlines(next(pages(some_cards(settings))), POKER, settings, 7)


def check_backs(pdf: bytes, settings: Settings) -> None:
    """Behind each front, found on its page by its outline, lies the back of its side."""
    front, back = list(pages(pdf))[:2]
    sides = ["Allies"] * 3 + ["Germans"] * 4
    for spot, side in zip(outlines(front, POKER), sides, strict=True):
        mirrored = (float(front.width) / MM - spot[0] - POKER.width, spot[1])
        assert text_in(back, POKER, mirrored) == side


def test_backs_of_a_page_that_is_not_full_lie_behind_their_fronts() -> None:
    check_backs(some_cards(checked()), checked())


def test_swapped_backs_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = pdf.backs_of

    def swapped(*given: Any) -> list[Any]:
        backs = right(*given)
        first, last = backs[0], backs[-1]
        return [(last[0], first[1]), *backs[1:-1], (first[0], last[1])]

    monkeypatch.setattr(pdf, "backs_of", swapped)
    with pytest.raises(AssertionError):
        check_backs(some_cards(checked()), checked())


def test_backs_that_are_moved_up_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from printables.page_layout import Placed

    plain = lambda layout, settings, x, y: Placed(x, y)  # noqa: E731 - backs as if nothing were turned over
    monkeypatch.setattr(pdf, "back_of", plain)
    with pytest.raises(AssertionError):
        check_backs(some_cards(checked()), checked())


def test_only_backs_are_moved_by_the_printers_offset() -> None:
    settings = checked(offset_x=1.5, offset_y=-0.7, marks_on="both")
    front, back = list(pages(some_cards(settings)))
    check_outlines(front, POKER, settings, 7)
    mirrored = [(210 - x - POKER.width, y) for x, y in expected(POKER, settings, 7)]
    found = outlines(back, POKER)
    for x, y in mirrored:
        assert any(abs(a - x - 1.5) < NEAR and abs(b - y + 0.7) < NEAR for a, b in found)


def test_a_rotation_turns_backs_about_the_middle_of_the_page() -> None:
    straight, turned = (list(pages(some_cards(checked(rotation=angle))))[1] for angle in (0, 1))
    letters = [[(char["x0"], char["y0"]) for char in page.chars if char["text"] == "A"] for page in (straight, turned)]
    middle = float(straight.width) / 2
    up = max(range(3), key=lambda index: letters[0][index][0])
    assert letters[1][up][1] - letters[0][up][1] == pytest.approx((letters[0][up][0] - middle) * 0.01745, abs=0.4)


@pytest.mark.parametrize("duplex", DUPLEX)
def test_every_duplex_prints_its_pages_in_order(duplex: str) -> None:
    settings = checked(duplex=duplex)
    texts = ["Allies" in (page.extract_text() or "") for page in pages(some_cards(settings))]
    expected_pages = {"fronts-only": [False], "gutterfold": [True, False]}
    assert texts == expected_pages.get(duplex, [False, True if duplex != "short-edge" else texts[-1]])


def test_a_back_on_its_head_is_read_backwards() -> None:
    back = list(pages(some_cards(checked(duplex="short-edge"))))[1]
    x, y = expected(POKER, checked(), 1)[0]
    below = (x, 297 - y - POKER.height)
    assert text_in(back, POKER, below) == "Allies"[::-1]


def test_the_check_line_of_50_mm_is_on_every_page_of_every_product() -> None:
    of, settings = source("en", mission=2), checked()
    order = {
        "model-cards": {"hans": 1}, "battle-cards": {"snafu": 1}, "counters": {"pinger": 1, "dp": 1, "door": 1},
        "stand-ups": {"hans": 1}, "leaf": {"leaf": 2}, "reference": {"reference": 1}, "mission": {"mission": 1},
        "campaign-record": {"campaign-record": 1}, "calibration": {"calibration": 1},
    }  # fmt: skip
    found = 0
    for page in pages(printed(SHOP.job(of, order, settings), settings, of)):
        low = [line for line in page.lines if min(line["y0"], page.height - line["y1"]) < 8 * MM]
        lengths = [abs(line["x1"] - line["x0"]) / MM for line in low]
        assert any(abs(length - 50) < NEAR for length in lengths), page.page_number
        found += 1
    assert found >= 10


def ink(pdf: bytes, index: int = 0) -> tuple[float, float, float, float]:
    dots = 20
    with pypdfium2.PdfDocument(pdf) as document:
        picture = document[index].render(scale=dots / MM).to_pil().convert("L").point(lambda light: 255 * (light < 200))
    box = picture.getbbox()
    assert box
    left, top, right, low = (side / dots for side in box)
    return left, picture.height / dots - low, picture.width / dots - right, top


@pytest.mark.parametrize("language", ["en", "es"])
def test_nothing_lies_where_printers_do_not_print_at_the_least_margin(language: str) -> None:
    of, settings = source(language), checked(margin=5, marks="none")
    cards = printed(SHOP.job(of, {"battle-cards": {"snafu": 9}}, settings), settings, of)
    assert min(ink(cards)) >= UNPRINTED - 0.15  # half of a line that stands on the margin, and a dot


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_foot_ends_below_the_pieces(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    of, settings = source(language), checked(margin=5, marks="none")
    monkeypatch.setattr(pdf.PdfRenderer, "_place", lambda *_: None)
    _, low, _, top = ink(printed(SHOP.job(of, {"battle-cards": {"snafu": 9}}, settings), settings, of))
    assert low >= UNPRINTED
    assert 297 - top <= FOOT


def test_marks_are_drawn_where_they_are_asked_for() -> None:
    counts = {}
    for kind in ("none", "corner", "edge", "full"):
        settings = checked(marks=kind)
        front = next(pages(some_cards(settings)))
        counts[kind] = len(front.lines)
    assert counts["corner"] - counts["none"] == 2 * 7 * 8  # each on an edge in white
    across, along = 6, 6  # cuts of three columns and three rows, each on both sides of a card
    assert counts["full"] - counts["none"] <= 2 * (across + along)
    assert counts["edge"] > counts["full"] > counts["none"]


@pytest.mark.parametrize(
    ("marks_on", "marked"), [("front", [True, False]), ("back", [False, True]), ("both", [True] * 2)]
)
def test_folded_pages_bear_marks_on_the_side_that_was_asked_for(marks_on: str, marked: list[bool]) -> None:
    of, settings = source(), checked(duplex="gutterfold", marks_on=marks_on)
    (page,) = pages(printed(SHOP.job(of, {"battle-cards": {"snafu": 4}}, settings), settings, of))
    layout = best_layout(POKER, settings)
    behind = [back_of(layout, settings, *spot) for spot in layout.spots]
    due = [spot for spot, on in zip((layout.spots, [(one.x, one.y) for one in behind]), marked, strict=True) if on]
    found = outlines(page, POKER)
    assert len(found) == 4 * len(due)
    for x, y in (spot for spots in due for spot in spots):
        assert any(abs(a - x) < NEAR and abs(b - y) < NEAR for a, b in found)


def test_batches_count_their_pieces() -> None:
    piece = Piece(
        counter_pages.face(source(), "pinger", counter_pages.counters()["pinger"], "flame", "pinger", "", "front")
    )
    batch = Batch("counters", square(25), [(piece, 3)])
    assert (batch.count, len(list(batch.each())), batch.has_backs) == (3, 3, False)

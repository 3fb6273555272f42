"""The needs of print services, craft cutters and sleeves: boxes, sizes, marks, layers, words to the printer."""

import io
import re
from collections import Counter
from dataclasses import replace

import pikepdf
import pytest

from app.core.errors import Refused
from printables import cut_marks, cut_sheets
from printables.cut_sheets import drawings, joined
from printables.incursion.shop import SHOP
from printables.mobile_infantry import standups
from printables.mobile_infantry.source import plain_source
from printables.page_layout import best_layout, room_on
from printables.paper import CARDS, EIGHTH, FOOT, MM, Settings, checked
from printables.pdf import PdfRenderer, plan_pages
from printables.pieces import POKER, Batch, Job, hexagon, square, strip
from printables.shops import shop_of
from tests.printables.printing import as_paper, packed, pages, printed, source
from tests.printables.test_packing import some

CARDS_OF_TWO_SIDES = {"model-cards": {"hans": 1, "ilsa": 1}, "battle-cards": {"snafu": 2}}


def cards(settings: Settings) -> Job:
    return SHOP.job(source(), CARDS_OF_TWO_SIDES, settings)


def viewed(pdf: bytes) -> dict[str, str]:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return {str(name): str(value) for name, value in document.Root.ViewerPreferences.items()}


# -- one card a page


@pytest.mark.parametrize(("bleed", "out"), [(0, EIGHTH), (2, 2), (3.175, EIGHTH)])
def test_single_cards_have_a_page_each_with_the_boxes_of_cut_and_bleed(bleed: float, out: float) -> None:
    settings = checked(single=True, bleed=bleed, offset_x=3, scale_x=1.01)
    with pikepdf.open(io.BytesIO(printed(cards(settings), settings, source()))) as document:
        assert len(document.pages) == 2 * 4
        for page in document.pages:
            media, bled, trim = (
                [float(side) / MM for side in page[box]] for box in ("/MediaBox", "/BleedBox", "/TrimBox")
            )
            assert media == pytest.approx([0, 0, 63 + 2 * out, 88 + 2 * out], abs=0.01)
            assert bled == media
            assert trim == pytest.approx([out, out, 63 + out, 88 + out], abs=0.01)


def test_a_single_card_is_where_its_box_is_and_its_band_runs_into_the_bleed() -> None:
    settings = checked(single=True)
    page = as_paper(printed(SHOP.job(source(), {"model-cards": {"hans": 1}}, settings), settings, source()))[0]
    band = max((one for one in page.rects if one["fill"]), key=lambda one: one["width"])
    assert (band["x0"] / MM, band["x1"] / MM) == pytest.approx((0, 63 + 2 * EIGHTH), abs=0.02)
    assert band["y1"] / MM == pytest.approx(88 + 2 * EIGHTH, abs=0.02)
    words = page.extract_words()
    assert min(word["x0"] for word in words) / MM > EIGHTH + 3
    assert "50 mm" not in page.extract_text()


def test_texts_have_no_single_pages() -> None:
    settings = checked(single=True)
    with pytest.raises(Refused, match="nothing-to-print"):
        plan_pages(SHOP.job(source(), {"reference": {"reference": 1}}, settings), settings)


# -- sizes of cards


@pytest.mark.parametrize("size", CARDS)
@pytest.mark.parametrize("game", ["incursion", "memoir-44"])
def test_all_cards_are_printed_in_every_size_with_every_word(game: str, size: str) -> None:
    shop = shop_of(game)
    assert shop
    for language in ("en", "es"):
        of, settings = shop.sample(language), checked(card_size=size, duplex="fronts-only")
        order = {name: dict.fromkeys(things, 1) for name, things in shop.needs(of).items() if name.endswith("-cards")}
        job = shop.job(of, order, settings)
        assert {(part.shape.width, part.shape.height) for part in job if isinstance(part, Batch)} == {CARDS[size]}
        pdf = PdfRenderer(settings, of.speech, "").print(job)
        kit = checked(duplex="fronts-only")
        plain = PdfRenderer(kit, of.speech, "").print(shop.job(of, order, kit))
        assert letters(pdf) == letters(plain)


def letters(pdf: bytes) -> Counter[str]:
    """Every letter of a file without those of its feet."""
    return Counter(
        char["text"]
        for page in pages(pdf)
        for char in page.chars
        if page.height - char["bottom"] > FOOT * MM and char["text"] != " "
    )


def test_a_poker_card_is_poker_already() -> None:
    found = [part.shape for part in cards(checked(card_size="poker")) if isinstance(part, Batch)]
    assert found == [part.shape for part in cards(checked()) if isinstance(part, Batch)] == [POKER, POKER]


# -- what the file tells the printer


@pytest.mark.parametrize(
    ("duplex", "told"),
    [
        ("long-edge", "/DuplexFlipLongEdge"),
        ("short-edge", "/DuplexFlipShortEdge"),
        ("separate", "/Simplex"),
        ("gutterfold", "/Simplex"),
        ("fronts-only", "/Simplex"),
    ],
)
def test_the_file_asks_for_its_own_size_and_for_both_sides(duplex: str, told: str) -> None:
    settings = checked(duplex=duplex)
    found = viewed(printed(cards(settings), settings, source()))
    assert found == {"/PrintScaling": "/None", "/Duplex": told}


def test_a_print_without_backs_asks_for_one_side() -> None:
    of = plain_source("en", 1)
    shop = shop_of("mobile-infantry")
    assert shop
    job = shop.job(of, {"boats": {"boat": 0}, "team-cards": {"team-1": 1}}, checked())
    assert viewed(PdfRenderer(checked(), of.speech, "").print(job))["/Duplex"] == "/Simplex"


# -- craft cutters


@pytest.mark.parametrize("count", [3, 4])
def test_registration_marks_are_five_by_one_millimetres_ten_from_the_edges_of_fronts(count: int) -> None:
    settings = checked(marks=f"cutter-{count}")
    front, back = as_paper(printed(cards(settings), settings, source()))[:2]

    def arms(page: object) -> list[tuple[float, float, float, float]]:
        return [
            tuple(round(line[side] / MM, 2) for side in ("x0", "y0", "x1", "y1"))
            for line in page.lines  # type: ignore[attr-defined]
            if abs(line["linewidth"] / MM - 1) < 0.02
        ]

    found = arms(front)
    assert len(found) == 2 * count
    assert arms(back) == []
    assert {round(max(x2 - x, y2 - y), 2) for x, y, x2, y2 in found} == {5}
    edges = {(min(x, 210 - x2), min(y, 297 - y2)) for x, y, x2, y2 in found}
    assert {round(min(one), 2) for one in edges} == {10}
    assert all((x2, y) != (200, 10) or count == 4 for x, y, x2, y2 in found)


def test_no_piece_lies_on_a_mark() -> None:
    for paper in ("a4", "letter", "a3"):
        settings = checked(paper=paper, marks="cutter-4")
        for shape in (POKER, square(20), hexagon(25)):
            layout = best_layout(shape, settings)
            assert min(min(x, y) for x, y in layout.spots) >= 16 - 1e-6
            assert max(x for x, _ in layout.spots) + shape.width <= layout.width - 16 + 1e-6
        assert room_on(*settings.size, settings).left == 16


def lines_in(drawn: str, layer: str) -> list[tuple[float, ...]]:
    part = drawn.split(f'id="{layer}"')[1].split("</g>", maxsplit=1)[0]
    return [tuple(map(float, found)) for found in re.findall(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)", part)]


def overlaps(lines: list[tuple[float, ...]]) -> list[tuple[object, object]]:
    """Straight lines of which a part is cut twice."""
    found = []
    for place, one in enumerate(lines):
        for other in lines[:place]:
            for axis in (0, 1):
                along = 1 - axis
                if one[axis] == one[axis + 2] == other[axis] == other[axis + 2]:
                    low = max(min(one[along], one[along + 2]), min(other[along], other[along + 2]))
                    high = min(max(one[along], one[along + 2]), max(other[along], other[along + 2]))
                    found += [(one, other)] * (high - low > 0.001)
    return found


MIXED = [some(strip(66, 22), 5), some(strip(188, 24), 2), some(square(20), 30), some(hexagon(25), 20)]


def test_no_line_is_cut_twice() -> None:
    for drawn in drawings(MIXED, checked()):
        lines = lines_in(drawn, "cut")
        assert overlaps(lines) == []
        assert len(set(lines)) == len(lines)
    assert sum(len(lines_in(drawn, "cut")) for drawn in drawings(MIXED, checked())) > 20


def test_a_line_that_is_cut_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cut_sheets, "joined", lambda straight: iter([*straight]))
    with pytest.raises(AssertionError):
        test_no_line_is_cut_twice()


def test_all_of_each_outline_is_cut() -> None:
    """The length of all cuts is that of the outlines, those that two pieces share counted once."""
    batch = some(strip(60, 20), 4)
    layout = best_layout(batch.shape, checked())
    (drawn,) = drawings([batch], checked())
    columns = len({x for x, _ in layout.spots[:4]})
    rows = -(-4 // columns)
    assert 4 % columns in (0, 1)
    full = 4 // columns
    level = 60 * (min(4, columns) * (full + 1) + (1 if 4 % columns else 0))
    upright = 20 * (full * (columns + 1) + (2 if 4 % columns else 0))
    total = sum(abs(x2 - x) + abs(y2 - y) for x, y, x2, y2 in lines_in(drawn, "cut"))
    assert (total, rows) == (pytest.approx(level + upright, abs=0.02), full + (1 if 4 % columns else 0))


def test_folds_and_marks_have_layers_of_their_own() -> None:
    of = plain_source("en", 1)
    batch = standups.batch(of, {"warrior": 2})
    (drawn,) = drawings([batch], checked(marks="cutter-3"))
    assert re.findall(r'inkscape:label="(\w+)"', drawn) == ["cut", "fold", "registration"]
    assert drawn.split('id="fold"')[1].split("</g>")[0].count("<path") == 2 * 3
    assert drawn.split('id="registration"')[1].count("<polyline") == 3
    (plain,) = drawings([replace(batch, folds=())], checked())
    assert re.findall(r'inkscape:label="(\w+)"', plain) == ["cut"]


def test_lines_that_touch_are_joined() -> None:
    assert list(joined([(0, 0, 5, 0), (5, 0, 9, 0), (0, 0, 3, 0), (20, 0, 30, 0)])) == [(0, 0, 9, 0), (20, 0, 30, 0)]
    assert list(joined([(0, 0, 1, 2), (1, 2, 0, 0)])) == [(0, 0, 1, 2)]
    assert cut_marks.registration_marks(100, 200, 1) == [((15, 190), (10, 190), (10, 185))]


# -- a margin by itself


def test_the_margin_is_the_widest_that_needs_fewest_pages() -> None:
    order = {"battle-cards": {"snafu": 9}}
    found = SHOP.settled(source(), order, checked(paper="Letter", margin="auto", duplex="fronts-only"))
    assert found.margin == 7.5
    assert len(plan_pages(SHOP.job(source(), order, found), found)) == 1
    assert SHOP.settled(source(), order, checked(margin="auto")).margin == 8
    assert SHOP.settled(source(), order, checked(margin=6)).margin == 6


@pytest.mark.parametrize("paper", ["A3", "a5", "LETTER", "Legal", "200X250MM"])
def test_papers_are_known_in_any_case(paper: str) -> None:
    assert checked(paper=paper).paper == paper.lower()


def test_what_cannot_be_is_refused_by_name() -> None:
    for setting, value, code in (
        ("card_size", "jumbo", "not-allowed"), ("marks", "cutter-5", "not-one-of"), ("bleed", 3.3, "too-big"),
        ("margin", 0.0, "too-small"),
    ):  # fmt: skip
        with pytest.raises(Refused) as no:
            checked(**{setting: value})
        assert (no.value.code, no.value.field) == (code, setting)


def test_a_card_for_a_service_says_all_that_it_says_at_home() -> None:
    for single in (False, True):
        settings = checked(single=single)
        pdf = printed(SHOP.job(source(), {"battle-cards": {"snafu": 1}}, settings), settings, source())
        said = packed(next(pages(pdf)).extract_text())
        assert packed(source().book.battle["snafu"].name.en) in said  # type: ignore[attr-defined]

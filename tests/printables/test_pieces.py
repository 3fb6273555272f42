"""Pieces as they are cut and turned over: what stands on which side, which way up, how far from the cut."""

from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageDraw

from app.core.messages.translator import LANGUAGES
from printables import pdf_operators
from printables.incursion import counters as counter_pages
from printables.incursion import standups, style
from printables.incursion.needs import counters, picked
from printables.incursion.shop import SHOP
from printables.incursion.source import plain_source
from printables.page_layout import Layout, best_layout
from printables.paper import MM, Settings, checked
from printables.pdf import PdfRenderer
from printables.pen import Pen
from printables.pieces import POKER, Batch, Face, Piece, Shape, disc
from tests.printables.printing import Spot, everything, outlines, packed, pages, printed, source, text_in


def not_on_their_heads(batch: Batch) -> Settings:
    """Settings by which the backs of a batch can be read as their fronts."""
    lies = best_layout(batch.shape, checked()).landscape
    return checked(duplex="short-edge" if lies else "long-edge")


def both_sides(batch: Batch) -> list[tuple[str, str]]:
    settings, of = not_on_their_heads(batch), source()
    front, back = list(pages(printed([batch], settings, of)))[:2]

    def behind(spot: Spot) -> Spot:
        return float(front.width) / MM - spot[0] - batch.shape.width, spot[1]

    laid = outlines(front, batch.shape)
    return [(text_in(front, batch.shape, spot), text_in(back, batch.shape, behind(spot))) for spot in laid]


def due(key: str) -> tuple[str, str]:
    one, say = counters()[key], source().speech.translate
    front, back = (
        say(f"counter.{words}") for words in (one.front_words or key, one.back_words or one.front_words or key)
    )
    return packed(one.figure + front), packed((one.back_figure or one.figure) + back)


def check_sides() -> None:
    """Every counter that bears no number says on both sides what the data say."""
    for key, counter in counters().items():
        if not counter.each and counter.shape in ("round", "square"):
            (batch,) = counter_pages.batches(source(), {key: 2})
            assert both_sides(batch) == [due(key)] * 2, key


def test_both_sides_of_a_counter_say_what_the_data_say() -> None:
    check_sides()
    differing = {key for key in counters() if due(key)[0] != due(key)[1]}
    assert differing == {"dp", "german-entry", "us-entry"}


def test_a_back_that_is_its_front_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = counter_pages.with_backs
    same = lambda *given: [(Piece(piece.front, piece.front), count) for piece, count in right(*given)]  # noqa: E731
    monkeypatch.setattr(counter_pages, "with_backs", same)
    with pytest.raises(AssertionError):
        check_sides()


def icons_of(face: Face, shape: Shape, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pictures that are drawn on a face."""
    drawn: list[str] = []
    monkeypatch.setattr(Pen, "icon", lambda _, icon, *given, **more: drawn.append(icon.name))
    face.draw(Pen(PdfRenderer(checked(), source().speech, "").canvas, "", shape.width, shape.height))
    return drawn


def test_both_sides_of_a_counter_show_their_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    for key, counter in counters().items():
        (batch,) = counter_pages.batches(source(), {key: 1})
        piece = batch.pieces[0][0]
        if counter.secret or counter.shape not in ("round", "square"):
            continue
        assert piece.back
        assert icons_of(piece.front, batch.shape, monkeypatch) == [counter.icon]
        assert icons_of(piece.back, batch.shape, monkeypatch) == [counter.back_icon or counter.icon], key


# -- stand-ups


def check_halves(page: Any, name: str, spot: Spot) -> None:
    """The name stands upright in the lower half of a stand-up and on its head in the upper one."""
    middle = (spot[1] + standups.SHAPE.height / 2) * MM
    halves = [[char for char in page.chars if (char["matrix"][5] > middle) == upper] for upper in (False, True)]
    for chars, way in zip(halves, (1, -1), strict=True):
        on_piece = [one for one in chars if spot[1] * MM < one["matrix"][5] < (spot[1] + standups.SHAPE.height) * MM]
        assert {one["matrix"][0] > 0 for one in on_piece} == {way > 0}
        assert packed("".join(one["text"] for one in on_piece)) == packed(name)


def stood_up() -> tuple[Any, Spot]:
    settings, of = checked(), source()
    page = next(pages(printed([standups.batch(of, {"hans": 1})], settings, of)))
    return page, outlines(page, standups.SHAPE)[0]


def test_the_upper_half_of_a_stand_up_is_on_its_head() -> None:
    check_halves(stood_up()[0], source().book.models["hans"].name.en, stood_up()[1])


def test_an_upper_half_that_is_not_turned_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from contextlib import nullcontext

    monkeypatch.setattr(Pen, "upside_down", lambda _: nullcontext())
    with pytest.raises(AssertionError):
        check_halves(stood_up()[0], source().book.models["hans"].name.en, stood_up()[1])


# -- beyond the cut


def check_bleed(bleed: float) -> None:
    """The band of a card, and the ground of a counter, reach beyond the cut by the bleed."""
    of, settings = source(), checked(bleed=bleed)
    for order, size in (({"model-cards": {"hans": 1}}, POKER.width), ({"counters": {"pinger": 1}}, 25)):
        page = next(pages(printed(SHOP.job(of, order, settings), settings, of)))
        widths = [one["width"] / MM for one in page.rects if one["fill"]]
        assert max(widths) == pytest.approx(size + 2 * bleed, abs=0.03)


def test_grounds_reach_beyond_the_cut_by_the_bleed() -> None:
    for bleed in (0, 1.5, 3):
        check_bleed(bleed)


def test_a_bleed_that_is_lost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Pen.band

    def without(pen: Pen, *given: Any) -> None:
        pen.bleed = 0
        right(pen, *given)

    monkeypatch.setattr(Pen, "band", without)
    with pytest.raises(AssertionError):
        check_bleed(1.5)


# -- near the cut

NEAREST, DOTS = 3.0, 12
"""Millimetres that stay without print, and dots in a millimetre."""


def bare_of_shapes(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on pens set letters, pictures and badges, all of them black, and no grounds and no lines."""

    def black(pen: Pen, side: str, x: float, y: float, size: float) -> None:
        pen.canvas.addLiteral(f"0 0 0 rg {pdf_operators.rectangle(x - size / 2, y - size / 2, size, size)} f")

    monkeypatch.setattr(Pen, "_paint", lambda *_: None)
    monkeypatch.setattr(Pen, "_stroke", lambda *_, **__: None)
    for name in ("badge", "stamp"):
        monkeypatch.setattr(style, name, black)


def alone(face: Face, shape: Shape) -> Image.Image:
    """A face on paper of its own size."""
    layout = Layout(shape.width, shape.height, shape, ((0, 0),))
    pdf = PdfRenderer(checked(low_ink=True, marks="none"), source().speech, "", bare=True).print_pages(
        [(layout, [face])]
    )
    with pypdfium2.PdfDocument(pdf) as document:
        return document[0].render(scale=DOTS / MM).to_pil().convert("L")


def near_the_cut(face: Face, shape: Shape) -> int:
    picture = alone(face, shape)
    wide, high, off = picture.width, picture.height, NEAREST * DOTS
    over = ImageDraw.Draw(picture)
    inner = (off, off, wide - off, high - off)
    over.ellipse(inner, fill=255) if shape.kind == "round" else over.rectangle(inner, fill=255)
    return 255 - int(picture.getextrema()[0])


def every_face(language: str) -> list[tuple[Face, Shape]]:
    """Each face of each piece that is cut out, of all models and counters."""
    of = source(language)
    order = {name: things for name, things in everything(of).items() if name != "calibration"}
    order["counters"]["vp"] = 8
    batches = [part for part in SHOP.job(of, order, checked()) if isinstance(part, Batch)]
    sides = [
        (side, batch.shape) for batch in batches for piece, _ in batch.pieces for side in (piece.front, piece.back)
    ]
    return list({face.key: (face, shape) for face, shape in sides if face}.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_letter_picture_or_badge_is_within_3_mm_of_a_cut(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bare_of_shapes(monkeypatch)
    near = {face.key: dark for face, shape in every_face(language) if (dark := near_the_cut(face, shape)) > 40}
    assert near == {}


def test_the_room_at_the_cut_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    bare_of_shapes(monkeypatch)
    moved = Face("moved", "moved", lambda pen: pen.write(2.4, 10, "I", 8))
    kept = Face("kept", "kept", lambda pen: pen.write(8, 10, "I", 8))
    assert [near_the_cut(face, disc(20)) > 40 for face in (moved, kept)] == [True, False]


# -- how many


def test_victory_points_are_counted_by_the_piece_and_begin_again_after_the_last() -> None:
    (batch,) = counter_pages.batches(source(), {"vp": 10})
    laid = [piece.back.name for piece in batch.each() if piece.back]
    assert sorted(laid) == sorted([*(f"VP {n}" for n in range(1, 9)), "VP 1", "VP 2"])
    every = counter_pages.batches(source(), picked(source())["counters"])
    assert sum(part.count for part in every) == sum(picked(source())["counters"].values())


def test_gretels_points_have_a_name_of_their_own_in_lists_and_a_word_on_the_counter() -> None:
    of = plain_source(mission=2, forces={"gretel": 1, "sturmzombie": 1})
    page = next(pages(printed(SHOP.job(of, {"mission": {"mission": 1}}, checked()), checked(), of)))
    assert packed("4 × Gretel’s CP") in packed(page.extract_text())
    assert due("gretel-cp") == ("1Zombie", "1Zombie")

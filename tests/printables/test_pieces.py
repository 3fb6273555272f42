"""Pieces as they are cut and turned over: what stands on which side, which way up, how far from the cut."""

from typing import Any

import pytest

from printables.incursion import counters as counter_pages
from printables.incursion import standups
from printables.incursion.needs import counters
from printables.incursion.shop import job
from printables.paper import MM, Settings, checked
from printables.pen import Pen
from printables.pieces import POKER, Batch, Face, Piece, Shape
from printables.press import Press
from printables.solver import solved
from tests.printables.printing import Spot, outlines, packed, pages, printed, source, text_in


def not_on_their_heads(batch: Batch) -> Settings:
    """Settings by which the backs of a batch can be read as their fronts."""
    lies = solved(batch.shape, checked()).landscape
    return checked(duplex="short-edge" if lies else "long-edge")


def both_sides(batch: Batch) -> list[tuple[str, str]]:
    """What is written on the front and, behind it, on the back of each piece of a page."""
    settings, of = not_on_their_heads(batch), source()
    front, back = list(pages(printed([batch], settings, of)))[:2]

    def behind(spot: Spot) -> Spot:
        return float(front.width) / MM - spot[0] - batch.shape.width, spot[1]

    laid = outlines(front, batch.shape)
    return [(text_in(front, batch.shape, spot), text_in(back, batch.shape, behind(spot))) for spot in laid]


def due(key: str) -> tuple[str, str]:
    """What should be written on both sides of a counter that bears no number."""
    one, say = counters()[key], source().speech.say
    front, back = (say(f"counter.{words}") for words in (one.front_words or key, one.back_words or key))
    return packed(one.figure + front), packed((one.back_figure or one.figure) + back)


def check_sides() -> None:
    """Every counter that bears no number says on both sides what the data say."""
    for key, counter in counters().items():
        if not counter.each:
            (batch,) = counter_pages.batches(source(), {key: 2})
            assert both_sides(batch) == [due(key)] * 2, key


def test_both_sides_of_a_counter_say_what_the_data_say() -> None:
    check_sides()
    differing = {key for key in counters() if due(key)[0] != due(key)[1]}
    assert differing == {"dp", "german-entry", "us-entry", "door", "green-door"}


def test_a_back_that_is_its_front_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = counter_pages.pieces
    same = lambda *given: [Piece(piece.front, piece.front) for piece in right(*given)]  # noqa: E731
    monkeypatch.setattr(counter_pages, "pieces", same)
    with pytest.raises(AssertionError):
        check_sides()


def icons_of(face: Face, shape: Shape, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pictures that are drawn on a face."""
    drawn: list[str] = []
    monkeypatch.setattr(Pen, "icon", lambda _, name, *given, **more: drawn.append(name))
    face.draw(Pen(Press(checked(), source().speech, "").canvas, "", shape.width, shape.height))
    return drawn


def test_both_sides_of_a_counter_show_their_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    for key, counter in counters().items():
        (batch,) = counter_pages.batches(source(), {key: 1})
        piece = batch.pieces[0][0]
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
    order = {"model-cards": {"hans": 1}, "counters": {"pinger": 1}}
    fronts = list(pages(printed(job(of, order, settings), settings, of)))[::2]
    for page, size in zip(fronts, (POKER.width, 25), strict=True):
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

"""Where pieces lie on paper, and where their backs."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.errors import Refused
from printables.page_layout import Layout, arrangements, back_of, best_layout, grid, interleaved, room_on, turns_over
from printables.paper import DUPLEX, FOOT, PAPERS, Settings, checked
from printables.pieces import MINI, POKER, Shape, hexagon, square

SETTINGS = st.builds(
    Settings,
    paper=st.sampled_from(list(PAPERS)),
    margin=st.floats(5, 20),
    bleed=st.floats(0, 3),
    gutter=st.floats(0, 5),
    duplex=st.sampled_from(DUPLEX),
)
SHAPES = st.one_of(st.sampled_from([POKER, MINI]), st.floats(12, 60).map(square), st.floats(20, 70).map(hexagon))


def test_nine_poker_cards_lie_on_a4_and_on_letter() -> None:
    assert best_layout(POKER, Settings()).count == 9
    assert best_layout(POKER, Settings(paper="letter", margin=7)).count == 9
    assert best_layout(POKER, Settings(paper="letter")).count == 8  # 263.4 mm are left of 264


def test_the_orientation_is_chosen_for_each_paper() -> None:
    a4, letter = (best_layout(MINI, Settings(paper=paper, margin=5)) for paper in ("a4", "letter"))
    assert (a4.count, a4.landscape) == (16, False)
    assert (letter.count, letter.landscape) == (18, True)


def test_bleed_and_gutter_take_their_room() -> None:
    assert best_layout(POKER, Settings(bleed=3)).count == 8
    assert best_layout(square(20), Settings(gutter=1)).count < best_layout(square(20), Settings()).count


def test_hexagons_interleave_where_that_gains_room() -> None:
    room = room_on(210, 297, Settings())
    rows, woven = arrangements(hexagon(40), Settings(), room)
    assert len(woven) > len(rows)
    assert best_layout(hexagon(40), Settings()).count >= len(woven)
    assert grid(hexagon(40), 0, 0, room) == rows
    assert interleaved(hexagon(300), 0, 0, room) == []


def inside(layout: Layout, settings: Settings) -> bool:
    margin, bleed, near = settings.margin, settings.bleed, 1e-6
    return all(
        x - bleed >= margin - near
        and x + layout.shape.width + bleed <= layout.width - margin + near
        and y - bleed >= max(margin, FOOT) - near
        and y + layout.shape.height + bleed <= layout.height - margin + near
        for x, y in layout.spots
    )


@given(SHAPES, SETTINGS)
def test_pieces_stay_inside_the_margins_and_do_not_overlap(shape: Shape, settings: Settings) -> None:
    layout = best_layout(shape, settings)
    assert inside(layout, settings)
    between = 2 * settings.bleed + settings.gutter - 1e-6
    rows = 0.75 if shape.kind == "hexagon" else 1
    for index, (x, y) in enumerate(layout.spots):
        for x2, y2 in layout.spots[:index]:
            assert abs(x - x2) >= shape.width + between or abs(y - y2) >= rows * shape.height + between


@given(SHAPES, SETTINGS)
def test_backs_lie_behind_their_fronts(shape: Shape, settings: Settings) -> None:
    layout = best_layout(shape, settings)
    about_level = turns_over(layout, settings)
    for x, y in layout.spots:
        back = back_of(layout, settings, x, y)
        assert back.turned == about_level
        assert (back.x + shape.width + x == pytest.approx(layout.width)) != about_level or back.x == pytest.approx(x)
        if about_level:
            assert (back.x, back.y + shape.height + y) == pytest.approx((x, layout.height))
        else:
            assert (back.y, back.x + shape.width + x) == pytest.approx((y, layout.width))


@given(SHAPES, SETTINGS)
def test_a_folded_page_keeps_fronts_and_backs_apart(shape: Shape, settings: Settings) -> None:
    settings = replace(settings, duplex="gutterfold")
    layout = best_layout(shape, settings)
    for x, y in layout.spots:
        back = back_of(layout, settings, x, y)
        if layout.fold == "upright":
            assert x + shape.width + settings.bleed <= layout.width / 2 + 1e-5
            assert back.x - settings.bleed >= layout.width / 2 - 1e-5
        else:
            assert y - settings.bleed >= layout.height / 2 - 1e-5
            assert back.y + shape.height + settings.bleed <= layout.height / 2 + 1e-5


def test_the_fold_is_where_more_pieces_fit() -> None:
    assert best_layout(POKER, Settings(duplex="gutterfold")).count == 4
    assert best_layout(strip_like(), Settings(duplex="gutterfold")).fold == "level"


def strip_like() -> Shape:
    """A piece wider than half a page."""
    return Shape("strip", 180, 20)


def test_the_long_and_the_short_edge_are_those_of_the_paper() -> None:
    upright, lying = best_layout(POKER, Settings()), best_layout(MINI, Settings(paper="letter", margin=5))
    for layout, long_turns in ((upright, False), (lying, True)):
        assert turns_over(layout, Settings(duplex="long-edge")) == long_turns
        assert turns_over(layout, Settings(duplex="short-edge")) != long_turns
        assert not turns_over(layout, Settings(duplex="separate"))


def test_a_margin_that_leaves_no_room_is_refused() -> None:
    with pytest.raises(Refused) as no:
        best_layout(Shape("strip", 180, 260), checked(margin=30))
    assert (no.value.code, no.value.field) == ("no-room", "margin")


@pytest.mark.parametrize(
    ("setting", "value", "code"),
    [
        ("margin", 4.9, "too-small"),
        ("margin", 41, "too-big"),
        ("bleed", 3.3, "too-big"),
        ("offset_x", -10.1, "too-small"),
        ("rotation", float("nan"), "too-small"),
        ("paper", "a6", "not-allowed"),
        ("paper", "0x9mm", "too-small"),
        ("paper", "200x9999mm", "too-big"),
        ("paper", "1e3x5mm", "not-allowed"),
        ("duplex", "both", "not-allowed"),
        ("marks", "dots", "not-allowed"),
        ("colour", "red", "unknown-field"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_by_name(setting: str, value: object, code: str) -> None:
    with pytest.raises(Refused) as no:
        checked(**{setting: value})
    assert (no.value.code, no.value.field) == (code, setting)

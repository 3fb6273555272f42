"""Several shapes on a page, text on both sides of a leaf, and backs only where a front needs one."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printables.packing import laid_out, one_by_one
from printables.page_layout import Placed
from printables.paper import Settings, checked
from printables.pdf import plan_pages
from printables.pieces import Batch, Block, Face, Piece, Shape, Sheet, disc, hexagon, square, strip


def face(key: str) -> Face:
    return Face(key, key, lambda pen: None)


def some(shape: Shape, count: int, back: bool = True) -> Batch:
    name = f"{shape.kind}-{shape.width:g}"
    return Batch("counters", shape, [(Piece(face(f"{name}-{n}"), face(f"{name}-{n}-back") if back else None), 1)
                                     for n in range(count)])  # fmt: skip


MIXED = [some(disc(20), 130), some(square(20), 52), some(hexagon(25), 43), some(disc(40), 8), some(square(40), 3)]


def test_shapes_of_a_product_share_pages_where_that_takes_fewer() -> None:
    settings = checked()
    apart = sum(len(list(one_by_one(batch, settings))) for batch in MIXED)
    assert (apart, len(laid_out(MIXED, settings))) == (6, 3)


SHAPES = st.sampled_from([disc(20), square(16), hexagon(25), disc(40), square(60), strip(25, 12.5), strip(66, 22)])


@given(
    st.lists(st.tuples(SHAPES, st.integers(1, 90)), min_size=2, max_size=5, unique_by=lambda one: one[0]),
    st.builds(Settings, paper=st.sampled_from(["a4", "letter", "a5"]), bleed=st.floats(0, 3), gutter=st.floats(0, 3),
              duplex=st.sampled_from(["long-edge", "short-edge", "gutterfold"])),
)  # fmt: skip
def test_each_piece_is_laid_once_and_none_over_another(wanted: list[tuple[Shape, int]], settings: Settings) -> None:
    batches = [some(shape, count) for shape, count in wanted]
    laid = [face.key for page in plan_pages(batches, settings) for face, _ in page.faces if "back" not in face.key]
    assert sorted(laid) == sorted(piece.front.key for batch in batches for piece in batch.each())
    for page in plan_pages(batches, settings):
        check_apart([placed for _, placed in page.faces], settings)


def check_apart(every: Sequence[Placed], settings: Settings) -> None:
    near, out = 1e-4, 2 * settings.bleed + settings.gutter
    for place, one in enumerate(every):
        for other in every[:place]:
            assert one.shape
            assert other.shape
            both = one.shape.kind == other.shape.kind == "hexagon" and one.shape == other.shape
            rows = 0.75 if both else 1
            beside = max(one.x - other.x - other.shape.width, other.x - one.x - one.shape.width)
            above = max(one.y - other.y - other.shape.height * rows, other.y - one.y - one.shape.height * rows)
            assert beside >= out - near or above >= (out if not both else 0) - near


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
def test_the_back_of_each_shape_lies_behind_its_front(duplex: str) -> None:
    settings = checked(duplex=duplex)
    pages = plan_pages(MIXED, settings)
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        behind = {face.key.removesuffix("-back"): placed for face, placed in back.faces}
        for one, placed in front.faces:
            other = behind[one.key]
            assert other.shape == placed.shape
            assert placed.shape
            if other.turned:
                assert (other.x, other.y + placed.shape.height) == pytest.approx((placed.x, front.height - placed.y))
            else:
                assert (other.x + placed.shape.width, other.y) == pytest.approx((front.width - placed.x, placed.y))


def test_pieces_with_backs_come_last_so_that_few_pages_have_one() -> None:
    card = Shape("card", 97, 140, 3)
    secret, open_ = some(card, 2), some(card, 8, back=False)
    batch = Batch("cards", card, [*secret.pieces, *open_.pieces])
    sides = [(page.side, len(page.faces)) for page in plan_pages([batch], checked())]
    assert sides == [("front", 4), ("back", 0), ("front", 4), ("back", 0), ("front", 2), ("back", 2)]
    assert [page.side for page in plan_pages([open_], checked())] == ["front", "front"]


def sheet(product: str, page: int) -> Sheet:
    return Sheet(product, [Block(face(f"{product}:{page}"), (0, 0, 1, 1))])


def leaves(*sheets: Sheet, duplex: str = "long-edge") -> list[str]:
    pages = plan_pages(sheets, checked(duplex=duplex))
    return [page.blocks[0].face.key if page.blocks else "" for page in pages]


def test_text_goes_on_behind_and_each_copy_begins_a_leaf() -> None:
    rules = [sheet("rules", 0), sheet("rules", 1)]
    assert leaves(*rules) == ["rules:0", "rules:1"]
    assert leaves(*rules, *rules) == ["rules:0", "rules:1"] * 2
    assert leaves(*[sheet("rules", 0)] * 2) == ["rules:0"] * 2
    three = [*rules, sheet("rules", 2)]
    assert leaves(*three, *three) == ["rules:0", "rules:1", "rules:2", ""] * 2
    assert leaves(sheet("set-up", 0), sheet("evening", 0)) == ["set-up:0", "evening:0"]
    assert leaves(sheet("evening", 0), *rules) == ["evening:0", "", "rules:0", "rules:1"]
    assert leaves(*three, duplex="fronts-only") == ["rules:0", "rules:1", "rules:2"]


def test_text_behind_is_turned_where_the_leaf_turns_over_its_short_edge() -> None:
    rules = [sheet("rules", 0), sheet("rules", 1)]
    for duplex, turned in (("long-edge", False), ("short-edge", True)):
        front, back = plan_pages(rules, checked(duplex=duplex))
        assert (front.turned, back.side, back.turned) == (False, "back", turned)

"""Drawings for stand-ups, front and rear: soldiers by what they carry, and bugs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import hypot
from typing import Literal

from printables import pdf_operators
from printables.pdf_operators import Icon
from printables.pen import INK, WHITE, Colour

Kind = Literal["officer", "radio", "rifle", "mini-gun", "warrior", "flyer", "tank", "brain"]
Point = tuple[float, float]
Layer = tuple[Icon, Colour]
"""A drawing in one colour, over the layers before it; the square of 512 that icons have."""
MIDDLE = 256.0
EDGE = 9.0
"""White around what is carried before the body."""


def polygon(*points: Point) -> str:
    """Return a polygon counterclockwise, so that shapes that overlap add up."""
    area = sum(x * y2 - x2 * y for (x, y), (x2, y2) in pairwise([*points, points[0]]))
    return pdf_operators.polygon(points if area > 0 else points[::-1])


def ellipse(x: float, y: float, wide: float, high: float) -> str:
    """Return an ellipse about a point, with half its width and height."""
    across, up = wide * pdf_operators.ROUND, high * pdf_operators.ROUND
    quarters = (
        (x + wide, y + up, x + across, y + high, x, y + high),
        (x - across, y + high, x - wide, y + up, x - wide, y),
        (x - wide, y - up, x - across, y - high, x, y - high),
        (x + across, y - high, x + wide, y - up, x + wide, y),
    )
    curves = (f"{pdf_operators.numbers(*quarter)} c" for quarter in quarters)
    return f"{pdf_operators.numbers(x + wide, y)} m {' '.join(curves)} h"


def limb(width: float, *points: Point) -> str:
    found = [ellipse(*point, width / 2, width / 2) for point in points]
    for (x, y), (x2, y2) in pairwise(points):
        long = hypot(x2 - x, y2 - y)
        out, up = (y - y2) / long * width / 2, (x2 - x) / long * width / 2
        found.append(polygon((x + out, y + up), (x - out, y - up), (x2 - out, y2 - up), (x2 + out, y2 + up)))
    return " ".join(found)


def mirrored(points: Iterable[Point]) -> list[Point]:
    return [(2 * MIDDLE - x, y) for x, y in points]


def both(width: float, *points: Point) -> list[str]:
    return [limb(width, *points), limb(width, *mirrored(points))]


# -- soldiers


def armour(rear: bool) -> list[str]:
    shoulders = [ellipse(MIDDLE - 96, 372, 46, 40), ellipse(MIDDLE + 96, 372, 46, 40)]
    legs = both(64, (MIDDLE - 36, 226), (MIDDLE - 52, 118), (MIDDLE - 58, 40))
    boots = [ellipse(MIDDLE + side * 66, 24, 46 if rear else 50, 22) for side in (-1, 1)]
    torso = polygon(
        (MIDDLE - 98, 396), (MIDDLE + 98, 396), (MIDDLE + 62, 232), (MIDDLE + 66, 204), (MIDDLE - 66, 204),
        (MIDDLE - 62, 232),
    )  # fmt: skip
    return [torso, *shoulders, *legs, *boots, ellipse(MIDDLE, 446, 52, 56)]


def face_of_armour() -> list[str]:
    visor = polygon((MIDDLE - 38, 462), (MIDDLE + 38, 462), (MIDDLE + 30, 438), (MIDDLE - 30, 438))
    return [visor, limb(7, (MIDDLE - 56, 222), (MIDDLE + 56, 222))]


def back_of_armour(large: bool) -> list[str]:
    wide, low, high = (62, 246, 388) if large else (48, 268, 382)
    left, right = MIDDLE - wide, MIDDLE + wide
    around = [(left, low), (right, low), (right, high), (left, high), (left, low)]
    seams = [limb(6, (left, low + 42), (right, low + 42)), limb(6, (MIDDLE, 416), (MIDDLE, 496))]
    dials = [ellipse(MIDDLE - 26, high - 36, 16, 16), ellipse(MIDDLE + 26, high - 36, 16, 16)] if large else []
    jets = [ellipse(MIDDLE + side * wide / 2, low + 20, 9, 12) for side in (-1, 1)]
    return [limb(7, *around), *seams, *dials, *jets, limb(7, (MIDDLE - 56, 222), (MIDDLE + 56, 222))]


def officer(rear: bool) -> tuple[list[str], list[str]]:
    raised, rests = ((352, 376), (420, 424), (452, 484)), ((154, 372), (96, 292), (168, 226))
    arms = [limb(46, *(mirrored(arm) if rear else arm)) for arm in (raised, rests)]
    stripes = [limb(12, (MIDDLE - 40, y + 24), (MIDDLE, y), (MIDDLE + 40, y + 24)) for y in (276, 306, 336)]
    return arms, [] if rear else stripes


def radio(rear: bool) -> tuple[list[str], list[str]]:
    side = -1 if rear else 1
    mast = limb(10, (MIDDLE + side * 70, 380), (MIDDLE + side * 112, 504))
    flag = polygon((MIDDLE + side * 112, 504), (MIDDLE + side * 190, 478), (MIDDLE + side * 104, 456))
    talks = limb(44, (MIDDLE - side * 102, 372), (MIDDLE - side * 158, 306), (MIDDLE - side * 84, 416))
    hangs = limb(44, (MIDDLE + side * 102, 372), (MIDDLE + side * 134, 290), (MIDDLE + side * 120, 214))
    return [mast, flag, talks, hangs], []


def rifle(rear: bool) -> tuple[list[str], list[str]]:
    arms = both(44, (154, 372), (118, 292), (178, 258))
    muzzle, stock = ((440, 388), (88, 196)) if not rear else ((72, 388), (424, 196))
    return [*arms, limb(22, stock, muzzle)], []


def mini_gun(rear: bool) -> tuple[list[str], list[str]]:
    side = -1 if rear else 1
    barrels = [limb(15, (MIDDLE, y), (MIDDLE + side * 212, y)) for y in (194, 216, 238)]
    ring = limb(22, (MIDDLE + side * 184, 182), (MIDDLE + side * 184, 250))
    drum = ellipse(MIDDLE - side * 20, 208, 70, 62)
    arms = both(46, (154, 372), (120, 288), (164, 236))
    return [*arms, *barrels, ring, drum], []


def soldier(kind: Kind, rear: bool) -> Iterator[tuple[list[str], Colour]]:
    carried, marks = SOLDIERS[kind](rear)
    white = [*(back_of_armour(kind == "radio") if rear else face_of_armour()), *marks]
    held = before(kind) if not rear else []
    yield [*armour(rear), *carried], INK
    yield white, WHITE
    if held:
        yield [grown for _, grown in held], WHITE
        yield [drawn for drawn, _ in held], INK


def before(kind: Kind) -> list[tuple[str, str]]:
    lines: Sequence[tuple[float, tuple[Point, ...]]] = {
        "rifle": ((22, ((88, 196), (440, 388))), (40, ((96, 200), (168, 240))), (30, ((250, 270), (262, 216)))),
        "mini-gun": ((64, ((236, 204), (300, 216))), (15, ((300, 194), (468, 194))), (15, ((300, 238), (468, 238)))),
    }.get(kind, ())
    return [(limb(width, *points), limb(width + 2 * EDGE, *points)) for width, points in lines]


# -- bugs


def legs(*points: Point, width: float = 26) -> list[str]:
    return both(width, *points)


def warrior(rear: bool) -> Iterator[tuple[list[str], Colour]]:
    stand = [
        *legs((230, 220), (112, 366), (40, 22)), *legs((240, 190), (156, 262), (128, 16), width=24),
    ]  # fmt: skip
    if rear:
        yield [*stand, ellipse(MIDDLE, 236, 108, 118), polygon((222, 340), (290, 340), (MIDDLE, 468))], INK
        yield [limb(8, (MIDDLE - wide, y), (MIDDLE, y - 26), (MIDDLE + wide, y)) for wide, y in BANDS], WHITE
        return
    claws = both(30, (226, 306), (150, 430), (214, 496))
    jaws = [polygon((200, 250), (MIDDLE, 250), (226, 128)), polygon((312, 250), (MIDDLE, 250), (286, 128))]
    yield [*stand, *claws, *jaws, polygon((MIDDLE, 392), (372, 292), (318, 216), (194, 216), (140, 292))], INK
    eyes = [polygon((196, 292), (240, 276), (206, 262)), polygon((316, 292), (272, 276), (306, 262))]
    yield [*eyes, limb(7, (MIDDLE, 372), (MIDDLE, 312)), limb(7, (214, 234), (298, 234))], WHITE


BANDS = ((62, 318), (88, 272), (94, 222), (74, 174))


def flyer(rear: bool) -> Iterator[tuple[list[str], Colour]]:
    wing = ((240, 330), (24, 486), (6, 402), (120, 296))
    low = ((240, 300), (52, 258), (66, 200), (160, 226))
    wings = [shape for one in (wing, low) for shape in (polygon(*one), polygon(*mirrored(one)))]
    veins = [both(6, (216, 326), (60, 440)), both(6, (206, 290), (92, 238))]
    hang = [*legs((236, 240), (180, 160), (196, 92), width=18), *legs((246, 220), (222, 120), (236, 40), width=18)]
    if rear:
        body = [
            ellipse(MIDDLE, 320, 44, 62),
            ellipse(MIDDLE, 210, 54, 96),
            polygon((238, 130), (274, 130), (MIDDLE, 14)),
        ]
        yield [*wings, *hang, *body], INK
        rings = [limb(8, (MIDDLE - wide, y), (MIDDLE, y - 14), (MIDDLE + wide, y)) for wide, y in RINGS]
        yield [*(line for vein in veins for line in vein), *rings], WHITE
        return
    head = polygon((190, 348), (322, 348), (300, 270), (MIDDLE, 236), (212, 270))
    jaws = [polygon((214, 268), (248, 250), (226, 196)), polygon((298, 268), (264, 250), (286, 196))]
    yield [*wings, *hang, ellipse(MIDDLE, 252, 40, 74), head, *jaws, *both(14, (222, 346), (176, 424))], INK
    eyes = [ellipse(220, 318, 18, 20), ellipse(292, 318, 18, 20)]
    yield [*(line for vein in veins for line in vein), *eyes], WHITE


RINGS = ((34, 272), (42, 236), (44, 200), (36, 164))


def tank(rear: bool) -> Iterator[tuple[list[str], Colour]]:
    dome = polygon(
        (14, 150), (34, 262), (104, 362), (196, 414), (316, 414), (408, 362), (478, 262), (498, 150), (430, 96),
        (82, 96),
    )  # fmt: skip
    stand = [shape for x in (70, 138, 206) for shape in legs((x, 130), (x - 22, 64), (x - 8, 18), width=38)]
    plates = [limb(9, (MIDDLE - wide, y), (MIDDLE, y + 44), (MIDDLE + wide, y)) for wide, y in PLATES]
    if rear:
        vent = [limb(7, (x, 116), (x, 172)) for x in (226, 246, 266, 286)]
        yield [*stand, dome], INK
        yield [*plates, limb(9, (MIDDLE, 402), (MIDDLE, 204)), *vent], WHITE
        return
    horns = both(26, (150, 250), (96, 420), (140, 500))
    yield [*stand, dome, *horns], INK
    eyes = [ellipse(MIDDLE + side * x, y, 17, 14) for side in (-1, 1) for x, y in ((92, 228), (132, 194))]
    yield [ellipse(MIDDLE, 152, 66, 46), *eyes, limb(8, *PLATES_OVER)], WHITE
    yield [ellipse(MIDDLE, 152, 30, 24), *both(12, (212, 196), (222, 140)), limb(10, (MIDDLE, 202), (MIDDLE, 164))], INK


PLATES = ((138, 344), (186, 270), (208, 192))
PLATES_OVER = ((118, 306), (MIDDLE, 352), (394, 306))


def brain(rear: bool) -> Iterator[tuple[list[str], Colour]]:
    lobes = [ellipse(MIDDLE, 300, 196, 176), ellipse(MIDDLE - 112, 210, 120, 120), ellipse(MIDDLE + 112, 210, 120, 120)]
    feet = [ellipse(MIDDLE + x, 56, 46, 40) for x in (-150, -76, 0, 76, 150)]
    folds = [
        line
        for points in (
            ((228, 452), (206, 400), (232, 350)), ((148, 410), (166, 356), (134, 318)),
            ((92, 300), (130, 262), (108, 216)),
        )
        for line in both(9, *points)
    ]  # fmt: skip
    yield [*lobes, *feet, ellipse(MIDDLE, 130, 170, 76)], INK
    if rear:
        yield [*folds, limb(9, (MIDDLE, 460), (MIDDLE, 120)), *both(9, (214, 270), (176, 210), (212, 160))], WHITE
        return
    eyes = [
        ellipse(MIDDLE + side * x, y, r, r)
        for side in (-1, 1)
        for x, y, r in ((34, 236, 20), (88, 218, 16), (132, 186, 13))
    ]
    yield [*folds, *eyes, ellipse(MIDDLE, 132, 62, 30)], WHITE
    yield [limb(8, (MIDDLE + x, 156), (MIDDLE + x * 0.7, 118)) for x in (-36, -12, 12, 36)], INK


SOLDIERS: Mapping[Kind, Callable[[bool], tuple[list[str], list[str]]]] = {
    "officer": officer, "radio": radio, "rifle": rifle, "mini-gun": mini_gun,
}  # fmt: skip
BUGS: Mapping[Kind, Callable[[bool], Iterator[tuple[list[str], Colour]]]] = {
    "warrior": warrior, "flyer": flyer, "tank": tank, "brain": brain,
}  # fmt: skip


@cache
def layers(kind: Kind, rear: bool) -> tuple[Layer, ...]:
    drawn = soldier(kind, rear) if kind in SOLDIERS else BUGS[kind](rear)
    side = "rear" if rear else "front"
    return tuple(
        (Icon(f"{kind}-{side}-{place}", " ".join(paths)), colour) for place, (paths, colour) in enumerate(drawn)
    )

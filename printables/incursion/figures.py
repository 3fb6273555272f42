"""Our own drawings of the models, seen from the front and from the rear.

A figure is 200 wide and 240 high, its feet about (0, 0). Parts are painted in order, each with a white edge; the rear
is the front in a mirror, with a back instead of a face.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from printables import pdf_operators
from printables.pdf_operators import numbers, shade
from printables.pen import INK, WHITE, Colour, Pen

HIGH = 240.0
EDGE = 6.0
"""Width of the white edge about each part."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Part:
    corners: Sequence[Point]
    colour: Colour = INK


Parts = list[Part]
View = Callable[[bool], Parts]
"""Draws the model from the rear or not."""


# -- shapes


def poly(*corners: Point) -> Part:
    return Part(corners)


def box(x: float, y: float, wide: float, high: float) -> Part:
    return Part([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)])


def oval(x: float, y: float, across: float, up: float) -> Part:
    turns = [step * math.tau / 24 for step in range(24)]
    return Part([(x + across * math.cos(turn), y + up * math.sin(turn)) for turn in turns])


def limb(x: float, y: float, x2: float, y2: float, wide: float, wide2: float) -> Part:
    """Return a limb with round ends, `wide` at its first and `wide2` at its second."""
    along = math.atan2(y2 - y, x2 - x)
    corners = []
    for middle_x, middle_y, radius, start in ((x2, y2, wide2 / 2, -0.5), (x, y, wide / 2, 0.5)):
        for step in range(7):
            turn = along + (start + step / 6) * math.pi
            corners.append((middle_x + radius * math.cos(turn), middle_y + radius * math.sin(turn)))
    return Part(corners)


def bare(*parts: Part) -> Parts:
    """Return parts in white, to be seen on others."""
    return [Part(part.corners, WHITE) for part in parts]


def mirrored(parts: Iterable[Part]) -> Parts:
    return [Part([(-x, y) for x, y in part.corners], part.colour) for part in parts]


def both(*parts: Part) -> Parts:
    return [*parts, *mirrored(parts)]


# -- powered suits


def suit(back: bool) -> Parts:
    legs = both(
        poly((12, 0), (62, 0), (58, 16), (44, 24), (18, 20)), limb(36, 56, 36, 24, 34, 28), oval(34, 62, 17, 15)
    )
    hips = [*both(limb(24, 92, 34, 66, 34, 30)), poly((-34, 84), (34, 84), (26, 104), (-26, 104))]
    arms = both(limb(68, 150, 76, 112, 26, 24), limb(76, 108, 74, 78, 32, 34))
    chest = [poly((-30, 100), (30, 100), (52, 132), (58, 176), (-58, 176), (-52, 132))]
    return [*legs, *hips, *arms, *chest, *both(oval(66, 166, 26, 24)), *(pack() if back else breast())]


def breast() -> Parts:
    slits = [box(-18, 112 + step * 9, 36, 3.5) for step in range(3)]
    return [*bare(poly((-34, 150), (34, 150), (28, 143), (-28, 143))), *bare(*slits)]


def pack() -> Parts:
    grille = [box(-20, 122 + step * 10, 40, 4) for step in range(4)]
    stacks = both(box(30, 150, 14, 66), box(27, 208, 20, 9))
    return [*stacks, poly((-40, 106), (40, 106), (44, 182), (-44, 182)), *bare(*grille, oval(0, 170, 6, 6))]


def helmet(back: bool) -> Parts:
    dome = [oval(0, 190, 25, 25)]
    return [oval(0, 192, 22, 18)] if back else [*dome, *bare(poly((-17, 194), (17, 194), (13, 184), (-13, 184)))]


# -- people


def person(back: bool, wide: float = 1.0, coat: bool = False) -> Parts:
    shoulder = 38 * wide
    legs = both(
        poly((6, 0), (40 * wide, 0), (36 * wide, 14), (10, 18)), limb(22 * wide, 16, 16 * wide, 84, 22, 30 * wide)
    )
    skirt = [poly((-46, 22), (46, 22), (28, 112), (-28, 112))] if coat else []
    body = [
        poly((-26 * wide, 82), (26 * wide, 82), (24 * wide, 112), (shoulder, 164), (-shoulder, 164), (-24 * wide, 112))
    ]
    arms = both(
        limb(shoulder + 4, 154, shoulder + 14, 116, 22 * wide, 18 * wide),
        limb(shoulder + 14, 114, shoulder, 86, 18 * wide, 16 * wide),
    )
    belt = bare(box(-25 * wide, 100, 50 * wide, 4))
    return [*legs, *arms, *skirt, *body, *belt, *(straps(wide) if back else collar(coat))]


def collar(coat: bool) -> Parts:
    seam = [box(-1.5, 26, 3, 70)] if coat else []
    return bare(poly((-12, 166), (0, 146), (12, 166), (8, 166), (0, 153), (-8, 166)), *seam)


def straps(wide: float) -> Parts:
    out, low = 28 * wide, 108
    return bare(
        poly((-out, 162), (-out + 8, 162), (out * 0.7 + 4, low), (out * 0.7 - 4, low)),
        poly((out, 162), (out - 8, 162), (-out * 0.7 - 4, low), (-out * 0.7 + 4, low)),
    )


def head(back: bool) -> Parts:
    return [oval(0, 190, 18, 22)] if back else [oval(0, 190, 18, 22), *eyes(7, 192, 3.5)]


def eyes(out: float, y: float, size: float) -> Parts:
    return bare(*both(oval(out, y, size, size)))


def steel_helmet(back: bool) -> Parts:
    face = [oval(0, 184, 17, 22)]
    crown = poly((-32, 184), (-25, 192), (-24, 206), (-12, 220), (12, 220), (24, 206), (25, 192), (32, 184))
    low = poly((-32, 180), (-25, 192), (-24, 206), (-12, 220), (12, 220), (24, 206), (25, 192), (32, 180), (0, 174))
    return [*face, low] if back else [*face, crown]


# -- weapons, in the right hand: at the left of who looks at the front


def barrel(x: float, y: float, length: float, thick: float) -> Part:
    return limb(x, y, x - length * 0.26, y - length * 0.97, thick, thick * 0.8)


def lmg() -> Parts:
    return [limb(-52, 136, -84, 46, 15, 11), limb(-84, 48, -94, 16, 8, 8), box(-96, 80, 26, 24)]


def smg() -> Parts:
    return [limb(-70, 96, -50, 62, 8, 8), limb(-46, 112, -78, 66, 15, 12), limb(-78, 66, -92, 46, 7, 7)]


def hmg() -> Parts:
    tubes = [limb(-68 + step * 12, 112, -86 + step * 12, 18, 9, 9) for step in range(4)]
    return [
        *tubes,
        poly((-98, 46), (-44, 54), (-46, 64), (-100, 56)),
        oval(-58, 112, 30, 26),
        *bare(oval(-58, 112, 9, 8)),
    ]


def shotgun() -> Parts:
    return [limb(-48, 134, -84, 40, 15, 11), limb(-64, 96, -72, 74, 19, 17)]


def pistol() -> Parts:
    return [poly((-86, 82), (-62, 84), (-64, 66), (-72, 66), (-72, 74), (-112, 72), (-112, 84))]


def flamethrower() -> Parts:
    flame = poly(
        (-84, 52), (-102, 40), (-98, 20), (-108, 28), (-104, 2), (-88, 0), (-66, 4), (-60, 26), (-70, 20), (-68, 40)
    )
    return [limb(-60, 122, -78, 56, 15, 11), flame, *bare(poly((-86, 30), (-94, 8), (-80, 4), (-74, 16)))]


def launcher() -> Parts:
    return [limb(46, 168, 96, 220, 24, 24), oval(96, 220, 15, 15), *bare(oval(96, 220, 7, 7))]


def grenade() -> Parts:
    return [limb(80, 82, 86, 58, 7, 7), limb(86, 56, 88, 40, 18, 18)]


def harpoon_gun() -> Parts:
    point = poly((-104, 44), (-112, 4), (-86, 36), (-92, 36), (-92, 44))
    chain = [oval(-64 + step * 11, 70 - abs(step - 2) * 4, 6, 5) for step in range(4)]
    return [*chain, limb(-58, 134, -94, 50, 19, 12), point]


WEAPONS: dict[str, Callable[[], Parts]] = {
    "lmg": lmg, "smg": smg, "hmg": hmg, "shotgun": shotgun, "pistol": pistol, "flamethrower": flamethrower,
    "grenade-launcher": launcher, "grenade": grenade, "harpoon-gun": harpoon_gun,
}  # fmt: skip


# -- models


def ape(back: bool) -> Parts:
    return [*suit(back), *helmet(back)]


def slugger(back: bool) -> Parts:
    fist = [
        limb(78, 112, 84, 78, 34, 40),
        box(58, 28, 54, 46),
        *bare(*(box(61 + step * 13, 28, 2.5, 18) for step in range(1, 4))),
    ]
    hair = oval(0, 199, 19, 15) if back else poly((-20, 200), (-14, 216), (16, 218), (20, 198), (6, 206))
    return [*suit(back), *fist, oval(0, 192, 18, 21), *([] if back else eyes(7, 190, 3)), hair]


def blazer(back: bool) -> Parts:
    tanks = both(limb(24, 118, 24, 196, 38, 38)) if back else both(limb(34, 150, 38, 206, 30, 26))
    hoops = bare(*both(box(6, 138, 36, 4), box(6, 172, 36, 4))) if back else []
    return [*suit(back), *tanks, *hoops, *helmet(back)] if back else [*tanks, *suit(back), *helmet(back)]


def sarge(back: bool) -> Parts:
    rows = [
        poly((-22, 122 + up), (0, 138 + up), (22, 122 + up), (22, 129 + up), (0, 145 + up), (-22, 129 + up))
        for up in (-16, -2, 12)
    ]
    body = [part for part in suit(back) if back or part.colour is INK]
    return [*body, *helmet(back), *(bare(*rows) if not back else [])]


def hmg_ape(back: bool) -> Parts:
    drum = [box(-46, 104, 92, 46), *bare(*(box(-40 + step * 13, 108, 4, 38) for step in range(7)))]
    return [*suit(back), *(drum if back else []), *helmet(back)]


def gretel(back: bool) -> Parts:
    mast = [limb(58, 112, 74, 208, 5, 4), oval(75, 212, 7, 7), *bare(oval(75, 212, 3, 3))]
    waves = [
        poly((84, 226), (97, 216), (100, 204), (95, 204), (92, 214), (81, 221)),
        poly((66, 226), (54, 216), (50, 204), (55, 204), (59, 214), (69, 221)),
    ]
    cap = [poly((-28, 204), (-22, 222), (22, 222), (28, 204), (20, 200), (-20, 200))]
    brim = [] if back else [poly((-24, 201), (24, 201), (16, 195), (-16, 195))]
    knot = [oval(0, 182, 12, 11)] if back else []
    return [
        *person(back, 0.86, coat=True),
        *mast,
        *waves,
        box(42, 92, 30, 26),
        *bare(oval(57, 105, 7, 7)),
        *head(back),
        *knot,
        *cap,
        *brim,
    ]


def ilsa(back: bool) -> Parts:
    hair = [poly((-20, 206), (20, 206), (26, 160), (-26, 160))]
    tail = [oval(0, 196, 21, 19), limb(0, 178, 0, 122, 13, 7), *bare(box(-8, 176, 16, 4))]
    mask = [oval(0, 190, 19, 22), *eyes(9, 195, 6.5), oval(0, 174, 9, 10), *bare(oval(0, 173, 4, 4))]
    guns = mirrored(smg())
    return (
        [*person(back, 0.84), *guns, oval(0, 190, 18, 22), *tail]
        if back
        else [*hair, *person(back, 0.84), *guns, *mask]
    )


def hans(back: bool) -> Parts:
    club = [limb(60, 88, 84, 34, 8, 10), limb(82, 40, 92, 12, 22, 30)]
    ring = [oval(0, 168, 40, 12)]
    ball = [oval(0, 196, 35, 34)]
    glass = [*bare(oval(0, 197, 19, 18)), oval(0, 197, 15, 14), *bare(box(-15, 195.5, 30, 3), box(-1.5, 183, 3, 28))]
    ports = bare(*both(oval(28, 198, 4, 8)))
    bolts = bare(box(-2, 176, 4, 46), *(box(-22, 188 + step * 14, 44, 3) for step in range(2)))
    tank = [limb(0, 104, 0, 146, 38, 38), *bare(box(-18, 128, 36, 4), box(-18, 110, 36, 4))]
    return [*person(back, 1.32), *club, *(tank if back else []), *ring, *ball, *(bolts if back else [*glass, *ports])]


def hound(back: bool) -> Parts:
    ribs = [oval(0, 96, 46, 54)]
    legs = both(limb(30, 90, 36, 20, 30, 18), poly((22, 0), (52, 0), (50, 14), (26, 16)))
    if back:
        tail = [limb(0, 112, 20, 168, 20, 14), limb(20, 168, 10, 204, 14, 6)]
        haunches = both(oval(32, 84, 30, 40), limb(46, 60, 38, 18, 24, 18))
        ears = both(poly((14, 150), (34, 190), (38, 146)))
        return [*ears, oval(0, 146, 34, 26), *legs, *ribs, *haunches, *tail]
    ears = both(poly((16, 176), (40, 226), (48, 168)))
    skull = [poly((-48, 172), (-24, 196), (24, 196), (48, 172), (34, 140), (22, 104), (-22, 104), (-34, 140))]
    sight = bare(*both(poly((12, 160), (34, 170), (30, 158))))
    fangs = bare(poly((-16, 120), (16, 120), (18, 112), (13, 100), (8, 112), (-8, 112), (-13, 100), (-18, 112)))
    nose = [*bare(oval(0, 130, 13, 9)), oval(0, 131, 9, 6)]
    return [*legs, *ribs, *ears, *skull, *sight, *nose, *fangs]


def undead(back: bool) -> Parts:
    legs = both(poly((4, 0), (44, 0), (36, 14), (10, 18)), limb(24, 14, 18, 84, 20, 30))
    rags = [poly((-30, 58), (-20, 70), (-12, 54), (0, 72), (12, 56), (20, 70), (30, 58), (28, 108), (-28, 108))]
    body = [poly((-27, 90), (27, 90), (40, 160), (-40, 160))]
    reach = [
        limb(46, 150, 84, 158, 22, 18),
        limb(84, 158, 88, 198, 18, 14),
        *(limb(86 + step * 6, 198, 82 + step * 9, 220, 6, 5) for step in range(3)),
    ]
    hang = [
        limb(-46, 150, -72, 122, 22, 18),
        limb(-72, 122, -90, 92, 18, 14),
        *(limb(-90 - step * 5, 92, -100 + step * 8, 68, 6, 5) for step in range(3)),
    ]
    ribs = bare(
        *(
            poly((-20, 138 - step * 12), (20, 138 - step * 12), (17, 134 - step * 12), (-17, 134 - step * 12))
            for step in range(3)
        )
    )
    spine = bare(*(oval(0, 100 + step * 9, 5, 3) for step in range(7)))
    return [*legs, *rags, *reach, *hang, *body, *(spine if back else ribs)]


def dead_face(back: bool) -> Parts:
    teeth = [box(-10 + step * 5, 168, 3, 8) for step in range(5)]
    return [] if back else bare(*both(oval(7, 183, 5, 5)), *teeth)


def sturmzombie(back: bool) -> Parts:
    return [*undead(back), *steel_helmet(back), *dead_face(back)]


def bomberzombie(back: bool) -> Parts:
    horns = [
        limb(0, 118, 40 * math.cos(turn * math.tau / 8 + 0.39), 118 + 40 * math.sin(turn * math.tau / 8 + 0.39), 9, 9)
        for turn in range(8)
    ]
    mine = [*horns, oval(0, 118, 31, 31), *bare(oval(0, 118, 12, 12)), oval(0, 118, 7, 7)]
    sticks = [
        *(limb(-24 + step * 16, 92, -24 + step * 16, 150, 15, 15) for step in range(4)),
        *bare(box(-33, 108, 66, 5), box(-33, 132, 66, 5)),
    ]
    fuse = [limb(0, 158, 14, 176, 5, 5)] if back else []
    skull = [oval(0, 188, 20, 23)]
    return [*undead(back), *(sticks if back else mine), *skull, *dead_face(back), *fuse]


def soldier(back: bool) -> Parts:
    return [*person(back), *steel_helmet(back), *([] if back else eyes(7, 181, 3))]


MODELS: dict[str, View] = {
    "grunt-ape": ape, "slugger-murphy": slugger, "hmg-ape": hmg_ape, "ape-blazer": blazer, "ape-sarge": sarge,
    "gretel": gretel, "ilsa": ilsa, "hans": hans, "blitzhund": hound, "sturmzombie": sturmzombie,
    "bomberzombie": bomberzombie,
}  # fmt: skip
OF_SIDES: dict[str, View] = {"allied": ape, "german": soldier}


def parts_of(key: str, side: str, weapons: Iterable[str], back: bool) -> Parts:
    body = MODELS.get(key, OF_SIDES[side])
    held = [part for name in weapons if name in WEAPONS for part in WEAPONS[name]()]
    return mirrored([*held, *body(True)]) if back else [*body(False), *held]


def reach(parts: Parts) -> tuple[float, float]:
    """Return how far a figure goes to either side, and how high."""
    corners = [corner for part in parts for corner in part.corners]
    return max(abs(x) for x, _ in corners), max(y for _, y in corners)


def draw(pen: Pen, parts: Parts, x: float, y: float, wide: float, high: float) -> None:
    """Draw a figure to fit a box in millimetres; (x, y) is the middle of its lower side."""
    out, up = reach(parts)
    scale = min(wide / 2 / out, high / up, high / HIGH)
    told = [f"q {scale:.5f} 0 0 {scale:.5f} {numbers(x, y)} cm {numbers(EDGE)} w {shade(WHITE)} RG 1 j"]
    for part in parts:
        path = pdf_operators.polygon((round(across), round(up)) for across, up in part.corners)
        edge = f"{path} S " if part.colour is INK else ""
        told.append(f"{edge}{shade(part.colour)} rg {path} f")
    pen.canvas.addLiteral(" ".join([*told, "Q"]))

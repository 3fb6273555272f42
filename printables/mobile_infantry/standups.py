"""Stand-ups instead of miniatures, front and rear: men by number, bugs by letter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import cast

from printables import folding, fonts
from printables.folding import BAND, how_to_fold
from printables.mobile_infantry import style
from printables.mobile_infantry.figures import SOLDIERS, Kind, layers
from printables.mobile_infantry.source import IN_PLACE_OF_A_RIFLE, Man, Source, looks
from printables.paper import SAFE
from printables.pen import FADED, INK, Colour, Pen
from printables.pieces import Batch, Face, Piece, strip

WIDE, FOOT, HIGH, FIGURE = 25.0, 12.5, 36.0, 20.6
"""Base of 25 mm: a foot before the picture and one behind it."""
ARROW = SAFE + 4.2
"""The tip of the arrow of a foot that has its team beside it."""
SHAPE = strip(WIDE, 2 * (FOOT + HIGH))
FOLDS = (FOOT, FOOT + HIGH, FOOT + 2 * HIGH)


@dataclass(frozen=True)
class StandUp:
    key: str
    kind: Kind
    name: str
    colour: Colour
    number: str
    glue: str
    team: str = ""

    def face(self) -> Face:
        return Face(f"stand-up:{self.key}", f"{self.name} {self.number}".strip(), self.draw)

    def draw(self, pen: Pen) -> None:
        for rear in (False, True):
            with pen.upside_down() if rear else nullcontext():
                half = Pen(pen.canvas, pen.name, pen.width, pen.height, pen.bleed, pen.low_ink)
                self.half(half, rear)
                half.finish()
        for y in FOLDS:
            pen.line(0, y, pen.width, y, FADED, 0.15, (1, 1))

    def half(self, pen: Pen, rear: bool) -> None:
        self.foot(pen, rear)
        pen.band(FOOT, BAND, self.colour)
        room = pen.width - 2 * SAFE
        folding.named(pen, FOOT, self.name, pen.over(self.colour))
        low, size = FOOT + BAND + 0.7, FIGURE if self.kind in SOLDIERS else room
        for icon, colour in layers(self.kind, rear):
            pen.icon(icon, (pen.width - size) / 2, low, size, colour)
        top = FOOT + BAND + 0.7 + FIGURE
        pen.label(SAFE, top, room, FOOT + HIGH - top - 1, self.number, 17, fonts.DISPLAY)

    def foot(self, pen: Pen, rear: bool) -> None:
        if rear:
            pen.label(SAFE, SAFE, pen.width - 2 * SAFE, FOOT - SAFE - 1, self.glue, 9, fonts.TEXT, FADED)
            return
        middle, tip = ARROW if self.team else pen.width / 2, SAFE
        arrow = ((0, 0), (4.2, 4.2), (1.5, 4.2), (1.5, 8), (-1.5, 8), (-1.5, 4.2), (-4.2, 4.2))
        pen.polygon([(middle + x, tip + y) for x, y in arrow], self.colour)
        if self.team:
            word, _, number = self.team.rpartition(" ")
            left = middle + 4.6
            pen.label(left, FOOT - 4, pen.width - SAFE - left, 3, word, 9, fonts.BOLD)
            pen.label(left, tip, pen.width - SAFE - left, FOOT - 4 - tip, number, 14, fonts.DISPLAY)


def colours(source: Source) -> dict[str, Colour]:
    """Return team → colour: ink for commanders, one of eight (repeating) for each other team."""
    eight: list[Colour] = [(red, green, blue) for red, green, blue in looks()["stand-ups"]["colours"]]
    found, place = {}, 0
    for key, team in source.teams.items():
        found[key] = INK if team.kind == "command" else eight[place % len(eight)]
        place += team.kind != "command"
    return found


def kind_of(source: Source, man: Man) -> Kind:
    if any(arm.type == IN_PLACE_OF_A_RIFLE for arm in man.arms):
        return "mini-gun"
    return "officer" if man.role in source.book.organisation.officers else "radio" if man.role == "radio" else "rifle"


def men(source: Source, key: str, count: int) -> Iterator[StandUp]:
    every, colour, glue = source.teams[key].men, colours(source)[key], source.speech.translate("stand-up.glue")
    team = source.speech.name(key)
    for place in range(count):
        man = every[place] if place < len(every) else Man(every[-1].role, every[-1].arms)
        rank, number = style.rank(source, man.role), str(man.number) if man.number else ""
        yield StandUp(f"{key}:{place}", kind_of(source, man), rank, colour, number, glue, team)


def bugs(source: Source, key: str, count: int) -> Iterator[StandUp]:
    letter, glue = source.speech.translate(f"letter.{key}"), source.speech.translate("stand-up.glue")
    name = source.speech.name(key)
    for number in range(1, count + 1):
        label = f"{letter}{number}" if count > 1 else letter
        yield StandUp(f"{key}:{number}", cast(Kind, key), name, INK, label, glue)


def batch(source: Source, wanted: Mapping[str, int]) -> Batch:
    every = (one for key, count in wanted.items() for one in (men if key in source.teams else bugs)(source, key, count))
    laid = [(Piece(one.face()), 1) for one in every]
    return Batch("stand-ups", SHAPE, laid, folds=FOLDS, notes=how_to_fold(source.speech))

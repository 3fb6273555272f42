"""Tracks for a paper clip: magazines of mini-guns, turns, clocks of boats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from printables import fonts, words
from printables.mobile_infantry.needs import SEARCH
from printables.mobile_infantry.source import Source, looks
from printables.paper import SAFE
from printables.pen import FADED, INK, WASH, Pen
from printables.pieces import Batch, Face, Piece, strip

SHORT, LONG = strip(66, 22), strip(188, 24)
HEAD = 4.6


def batches(source: Source, wanted: Mapping[str, int]) -> Iterator[Batch]:
    clocks = [(clock(source, number), 1) for number in range(1, wanted.get("boat-clock", 0) + 1)]
    guns = [(mini_gun(source), wanted["mini-gun"])] if wanted.get("mini-gun") else []
    if guns or clocks:
        yield Batch("tracks", SHORT, [*guns, *clocks])
    if count := wanted.get("turns"):
        yield Batch("tracks", LONG, [(turns(source, place), 1) for place in range(count)])


def mini_gun(source: Source) -> Piece:
    gun, speech = source.book.weapons["mini-gun"], source.speech
    name = words.capital(speech.name("mini-gun"))
    shots = Face("track:mini-gun", name, lambda pen: row(pen, name, countdown(gun.capacity), False))
    reload = f"{name}: {speech.translate('track.reload')}"
    back = Face("track:mini-gun:reload", reload, lambda pen: row(pen, reload, countdown(gun.reload), True))
    return Piece(shots, back)


def countdown(first: int) -> list[str]:
    return [str(number) for number in range(first, 0, -1)]


def turns(source: Source, place: int) -> Piece:
    each = int(looks()["turns"]["of-a-strip"])
    last = source.book.turn_limits.limits[source.mission - 1] if source.mission else each
    first = place * each + 1
    numbers = range(first, (min(last, first + each - 1) if first <= last else first + each - 1) + 1)
    name = source.speech.translate("track.turns")
    marked = source.book.boats.overflights if source.mission in (None, SEARCH) else []
    below = [source.speech.translate("track.overflight") if number in marked else "" for number in numbers]

    def draw(pen: Pen) -> None:
        row(pen, name, [str(number) for number in numbers], False, below, each)

    return Piece(Face(f"track:turns:{place}", f"{name} {numbers[0]}–{numbers[-1]}", draw))


def clock(source: Source, number: int) -> Piece:
    speech = source.speech
    name = f"{speech.name(f'boat-{number}')}: {speech.translate('track.back-in')}"
    lift = countdown(source.book.boats.lift)
    return Piece(Face(f"track:boat:{number}", name, lambda pen: row(pen, name, lift, False)))


def row(pen: Pen, name: str, labels: list[str], shaded: bool, below: list[str] | None = None, least: int = 0) -> None:
    room = pen.width - 2 * SAFE
    with pen.part("H"):
        pen.label(SAFE, pen.height - SAFE - HEAD + 1, room, HEAD - 1.4, name, 9, fonts.BOLD, FADED, "left")
    low = SAFE + (3.8 if below and any(below) else 0)
    tall = pen.height - SAFE - HEAD - low
    each = (room - 1.2 * (max(len(labels), least) - 1)) / max(len(labels), least)
    with pen.part():
        for place, label in enumerate(labels):
            x = SAFE + place * (each + 1.2)
            if shaded:
                pen.fill(x, low, each, tall, WASH, 1)
            heavy = bool(below and below[place])
            pen.frame(x, low, each, tall, INK, 0.7 if heavy else 0.3, 1)
            pen.label(x + 0.6, low + 0.6, each - 1.2, tall - 1.2, label, 17, fonts.DISPLAY, INK)
            if below and below[place]:
                pen.label(x - 1, SAFE, each + 2, 3.2, below[place], 9, fonts.TEXT)

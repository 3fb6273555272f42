"""Battle Cards with backs, and the frame of an Experience Card.

Source: Incursion, Battle Cards; Campaign.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from app.core.errors import Refused
from app.games.incursion.book import BattleCard
from printables import blocks, fonts
from printables.incursion import style
from printables.incursion.source import Source
from printables.paper import MM, SAFE
from printables.pen import BRASS, FADED, INK, LINE, RUST, WHITE, Colour, Pen
from printables.pieces import POKER, Batch, Face, Piece
from printables.text_fit import Paragraph, fit

COLOURS: Mapping[str, Colour] = {"effect": BRASS, "event": RUST}
BAND, DISC = 17.0, 6.6
LEAST, PICTURES = 9.0, (28.0, 24.0, 20.0, 16.0, 12.0)
"""The least size of a text beside somebody's own picture, and heights of that picture, half as high as wide."""
TOLD = ("on", "change", "effect", "amount", "reminder", "ignored-by")
"""Values that a card's text contains."""


@dataclass(frozen=True)
class BattleFace:
    """The front of a Battle Card; `kept` marks one that a model keeps as Experience."""

    source: Source
    key: str
    kept: bool = False

    @property
    def card(self) -> BattleCard:
        return self.source.book.battle[self.key]

    @property
    def name(self) -> str:
        named: str = getattr(self.card.name, self.source.speech.language)
        return named

    def face(self) -> Face:
        return Face(f"battle:{self.key}:{self.kept}", self.name, self.draw)

    def draw(self, pen: Pen) -> None:
        self.head(pen)
        self.text(pen)
        self.conditions(pen)
        self.foot(pen)
        style.legend(pen, self.source.speech, (style.worst(self.card.from_, names) for names in self.shown()))

    def shown(self) -> list[Sequence[str]]:
        """Return the values on this card by provenance key; those that share a text are grouped."""
        card = self.card
        there = {"any-time": card.any_time, "side": bool(card.side), "zombie-icon": card.zombie_icon}
        there["copies"] = not self.kept
        return [["kill"], ["kind"], ["lasts"], TOLD, *([name] for name, shown in there.items() if shown)]

    def marked(self, pen: Pen, words: str, *names: str) -> str:
        return words + style.worst(style.marks(pen, self.card.from_), names)

    def head(self, pen: Pen) -> None:
        colour, speech = COLOURS[self.card.kind], self.source.speech
        y = pen.height - BAND
        pen.band(y, BAND, colour)
        over = pen.over(colour)
        wide = pen.width - 2 * SAFE - 14
        kind = self.marked(pen, speech.name(self.card.kind), "kind")
        if self.kept:
            kind += f" · {speech.translate('card.experience')}"
        with pen.part("H"):
            named = [[(fonts.DISPLAY, self.name)]]
            pen.text(SAFE, y + 0.8, wide, BAND - SAFE - 4.8, named, 17, colour=over, middle=True)
        with pen.part(said=f"{kind}."):
            pen.label(SAFE, pen.height - SAFE - 3.6, wide, 3.6, kind.upper(), 9, fonts.BOLD, over, "left")
        self.price(pen, pen.width - SAFE - DISC, y + 7.1)

    def price(self, pen: Pen, x: float, y: float) -> None:
        def disc(pen: Pen) -> None:
            pen.disc(x, y, DISC, WHITE)
            pen.ring(x, y, DISC, INK, 0.3)

        speech = self.source.speech
        pen.once("kill", disc)
        with pen.part(said=f"{speech.translate('value.kill-said')} {self.card.kill}."):
            pen.label(x - 5.9, y - 3.0, 11.8, 2.7, speech.translate("value.kill"), 9, fonts.DISPLAY, INK)
            pen.label(x - 4, y + 0.2, 8, 5.2, str(self.card.kill), 16, fonts.DISPLAY, INK)
            if sign := style.mark(style.marks(pen, self.card.from_), "kill"):
                pen.write(x + 2.6, y + 2.6, sign, 10, fonts.BOLD, INK)

    def text(self, pen: Pen) -> None:
        words: str = getattr(self.card.text, self.source.speech.language)
        told = blocks.plain(self.marked(pen, words, *TOLD))
        low, wide = 31.0, pen.width - 2 * SAFE - 4
        high = pen.height - BAND - low - 2
        own = self.source.picture(self.key)
        if own and (picture := self.picture_height(told, wide, high)):
            own.draw(pen, pen.width / 2 - picture, low + high - picture, 2 * picture, picture)
            high -= picture + 1.5
        pen.text(SAFE + 2, low, wide, high, told, 14, "centre", middle=True)

    def picture_height(self, told: Sequence[Paragraph], wide: float, high: float) -> float:
        """Return the greatest height of a picture that leaves the text its size, else the least.

        0 where the text would not fit at all.
        """
        size = 0.0
        for picture in PICTURES:
            with suppress(Refused):
                size = fit(told, wide, high - picture - 1.5, 14, self.name).size
            if size >= LEAST:
                return picture
        return PICTURES[-1] if size else 0

    def conditions(self, pen: Pen) -> None:
        speech, card = self.source.speech, self.card
        lasts = "until-removed" if card.kind == "effect" and card.lasts == "mission" else card.lasts
        told = [self.marked(pen, speech.translate(f"lasts.{lasts}"), "lasts")]
        if card.any_time:
            told.append(self.marked(pen, speech.translate("card.any-time"), "any-time"))
        if card.side:
            told.append(self.marked(pen, speech.translate("card.only", side=card.side), "side"))
        if card.zombie_icon:
            told.append(self.marked(pen, speech.translate("card.zombie-icon"), "zombie-icon"))
            pen.icon(style.icons()["shambling-zombie"], SAFE + 0.5, 18.5, 9.5, INK)
        left = SAFE + (11 if card.zombie_icon else 0)
        pen.line(SAFE, 30, pen.width - SAFE, 30, LINE, 0.2)
        pen.text(
            left,
            17.5,
            pen.width - SAFE - left,
            12,
            blocks.plain(*told),
            9,
            "left" if card.zombie_icon else "centre",
            FADED,
            True,
            0.1,
        )

    def foot(self, pen: Pen) -> None:
        speech, card = self.source.speech, self.card
        pen.line(SAFE, 16.5, pen.width - SAFE, 16.5, LINE, 0.2)
        if self.kept:
            for y, word in ((11.6, "kept-by"), (6.8, "since-mission")):
                told = speech.translate(f"card.{word}")
                pen.write(SAFE, y, told, 9, fonts.BOLD, FADED)
                start = SAFE + fonts.width(fonts.BOLD, told) * 9 / MM + 1.5
                pen.line(start, y - 0.6, pen.width - SAFE, y - 0.6, INK, 0.15)
            return
        if card.side:
            style.stamp(pen, card.side, pen.width / 2, 13, 5)
        told = self.marked(pen, speech.translate("value.copies", copies=card.copies), "copies")
        pen.label(SAFE, 6.4 if card.side else 8.5, pen.width - 2 * SAFE, 3.4, told, 9, fonts.TEXT, FADED)


def back(source: Source) -> Face:
    """Return the one back of all: an even pattern, for hands and deck are secret."""
    return style.alike("battle-back", source.speech.translate("card.battle"), RUST)


def batch(source: Source, wanted: Mapping[str, int], kept: bool = False) -> Batch:
    behind = back(source)
    pieces = [(Piece(BattleFace(source, key, kept).face(), behind), count) for key, count in wanted.items()]
    return Batch("experience-cards" if kept else "battle-cards", POKER, pieces, group=style.GROUP)

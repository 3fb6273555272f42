"""Team cards: a row for each man with magazines, and boxes to tick."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.core.messages.translator import Verbatim
from app.games.mobile_infantry.book import Weapon
from printables import fonts, words
from printables.card_text import tick
from printables.mobile_infantry import style
from printables.mobile_infantry.source import Arm, Man, Source, Team
from printables.paper import MM, SAFE
from printables.pen import FADED, INK, LINE, OLIVE, WASH, Pen
from printables.pieces import Batch, Face, Piece, Shape

SHAPE = Shape("card", 148, 105, 3)
BAND, SIDE = 12.0, SAFE + 0.8
NAME = 34.0
"""The column of a man's rank and name."""
BOX, GAP, APART = 4.7, 0.35, 2.6
"""Size of a magazine's box, gap between boxes, gap between magazines."""
EXPERIENCES = ("rookie", "experienced", "veteran")
REACTIONS = ("no-advance", "withdrew", "fleeing", "berserk", "owes")
ROW, FURTHER = 4.0, 13.0
"""Maximum height of a man's row: by itself, and for each of his weapons."""
FOOT = 21.0
OPTIONS = 8.5


@dataclass(frozen=True)
class TeamCard:
    """The card of a team."""

    source: Source
    key: str

    @property
    def team(self) -> Team:
        return self.source.teams[self.key]

    @property
    def name(self) -> str:
        """The player's name of the team, or its number."""
        speech = self.source.speech
        return speech.name(Verbatim(self.team.name)) if self.team.name else speech.name(self.key)

    def piece(self) -> Piece:
        """Return the card; it has no back."""
        return Piece(Face(f"team:{self.key}", self.name, self.draw))

    def draw(self, pen: Pen) -> None:
        self.head(pen)
        self.experience(pen, pen.height - BAND - 6.6)
        top = pen.height - BAND - 9
        low = SIDE + FOOT + (OPTIONS if self.team.options else 0)
        most = max((len(man.arms) for man in self.team.men), default=1)
        high = min((top - low) / max(len(self.team.men), 1), ROW + most * FURTHER)
        for place, man in enumerate(self.team.men):
            self.man(pen, man, top - (place + 1) * high, high)
        if self.team.options:
            self.options(pen, SIDE + FOOT)
        self.foot(pen)

    def head(self, pen: Pen) -> None:
        """Draw name, kind and squad."""
        speech, y = self.source.speech, pen.height - BAND
        pen.band(y, BAND, OLIVE)
        over, wide = pen.over(OLIVE), pen.width - 2 * SIDE
        pen.label(SIDE, y + 1.2, wide * 0.5, BAND - SAFE - 1.2, self.name, 18, fonts.DISPLAY, over, "left")
        told = [self.kind()] + ([speech.name(self.team.squad)] if self.team.squad else [])
        pen.label(SIDE + wide * 0.52, y + 1.2, wide * 0.48, 6, " · ".join(told), 12, fonts.BOLD, over, "right")

    def kind(self) -> str:
        """Return the kind of team in words."""
        names = {"fire": "fire-team", "crew": "boat-crew"}
        return words.capital(self.source.speech.name(names.get(self.team.kind, self.team.kind)))

    def ticks(self, pen: Pen, x: float, y: float, words: list[tuple[str, bool]], size: float = 9) -> float:
        """Draw boxes to tick, each before its word. Return the end of the last word."""
        for word, ticked in words:
            tick(pen, x, y, 3.2, ticked)
            pen.write(x + 4.2, y + 0.5, word, size, fonts.TEXT, INK)
            x += 4.2 + fonts.width(fonts.TEXT, word) * size / MM + 3.4
        return x

    def experience(self, pen: Pen, y: float) -> None:
        """Draw experience, the first test, and bugs that were near."""
        speech, known = self.source.speech, self.team.experience
        pen.write(SIDE, y + 0.5, speech.translate("team.experience"), 9, fonts.BOLD, FADED)
        boxes = [(speech.name(one), one == known) for one in EXPERIENCES]
        more = [(speech.translate("team.first-test"), False), (style.told(self.source, "team.near"), False)]
        x = SIDE + fonts.width(fonts.BOLD, speech.translate("team.experience")) * 9 / MM + 3
        self.ticks(pen, self.ticks(pen, x, y, boxes, 8.5) + 1, y, more, 8.5)

    # -- men and weapons

    def man(self, pen: Pen, man: Man, y: float, high: float) -> None:
        pen.line(SIDE, y + high, pen.width - SIDE, y + high, LINE, 0.25)
        rank = style.rank(self.source, man.role)
        pen.label(SIDE, y + high - 4.9, NAME - 2, 4.2, rank, 10.5, fonts.BOLD, INK, "left")
        pen.line(SIDE, y + 1.8, SIDE + NAME - 3, y + 1.8, LINE, 0.25)
        each = high / max(len(man.arms), 1)
        for place, arm in enumerate(man.arms):
            self.arm(pen, arm, y + high - (place + 1) * each, each)
        if man.lost:
            pen.line(SIDE, y + 1, pen.width - SIDE, y + high - 1, INK, 0.5)

    def arm(self, pen: Pen, arm: Arm, y: float, high: float) -> None:
        speech, x = self.source.speech, SIDE + NAME
        gun = self.source.gun(arm)
        box = min(BOX, high - 3.6)
        pen.label(x, y + box + 0.7, 50, 2.6, words.capital(speech.name(arm.type)), 7, fonts.TEXT, FADED, "left")
        if not gun.capacity:
            jam = [(speech.translate("team.jams"), arm.jammed)]
            pen.write(
                self.ticks(pen, x, y + 0.8, jam, 8.5) + 1, y + 1.3, speech.translate("team.unlimited"), 8, colour=FADED
            )
        elif not gun.reload:
            self.ticks(pen, x, y + 0.8, [(speech.translate("team.spent"), arm.spent or arm.shots == 0)], 8.5)
        else:
            self.magazines(pen, gun, arm, x, y + 0.3, pen.width - SIDE - x, box)

    def magazines(self, pen: Pen, gun: Weapon, arm: Arm, x: float, y: float, wide: float, box: float) -> None:
        """Draw as many magazines as fit, each with its reloading turns; cross out used shots."""
        each = (gun.capacity + gun.reload) * (box + GAP) + APART
        gone = gun.capacity - arm.shots if arm.shots is not None else 0
        for number in range(int((wide + APART) / each)):
            self.magazine(pen, gun, x + number * each, y, box, 0 if number else gone)

    def magazine(self, pen: Pen, gun: Weapon, x: float, y: float, box: float, gone: int) -> None:
        sign = self.source.speech.translate("team.reload-sign")
        for shot in range(gun.capacity + gun.reload):
            left, reload = x + shot * (box + GAP), shot >= gun.capacity
            if reload:
                pen.fill(left, y, box, box, WASH)
            pen.frame(left, y, box, box, INK, 0.25 if not reload else 0.5)
            label = sign if reload else str(gun.capacity - shot)
            pen.label(left + 0.6, y + 0.6, box - 1.2, box - 1.2, label, 8, fonts.BOLD, FADED if reload else LINE)
            if shot < gone:
                pen.line(left, y, left + box, y + box, INK, 0.5)

    def options(self, pen: Pen, y: float) -> None:
        """Draw the heavy weapons that may still be issued to a man of the team."""
        speech, book = self.source.speech, self.source.book
        pen.line(SIDE, y + OPTIONS, pen.width - SIDE, y + OPTIONS, LINE, 0.25)
        name = f"{words.capital(speech.name('mini-gun'))} ({speech.translate('team.instead')})"
        x = self.ticks(pen, SIDE, y + 2.4, [(name, False)], 8.5)
        gun = book.weapons["mini-gun"]
        self.magazine(pen, gun, x - 1, y + 1.6, BOX, 0)
        if book.answer_for("nuke") != "not-used":
            x += (gun.capacity + gun.reload) * (BOX + GAP) + 2
            self.ticks(pen, x, y + 2.4, [(words.capital(speech.name("nuclear-launcher")), False)], 8.5)

    # -- foot

    def foot(self, pen: Pen) -> None:
        """Draw reaction, casualties and the team's knowledge."""
        speech, y = self.source.speech, SIDE
        pen.line(SIDE, y + FOOT, pen.width - SIDE, y + FOOT, INK, 0.4)
        pen.write(SIDE, y + 15.4, speech.translate("team.reaction"), 9, fonts.BOLD, FADED)
        x = SIDE + 18
        self.ticks(pen, x, y + 15, [(speech.translate(f"team.{one}"), False) for one in REACTIONS])
        pen.write(SIDE, y + 9.2, speech.translate("team.casualties"), 9, fonts.BOLD, FADED)
        for word in ("this-turn", "last-turn"):
            x = self.boxes(pen, x, y + 8.8, speech.translate(f"team.{word}"), len(self.team.men)) + 5
        pen.write(SIDE, y + 3, speech.translate("team.knows"), 9, fonts.BOLD, FADED)
        after = SIDE + fonts.width(fonts.BOLD, speech.translate("team.knows")) * 9 / MM + 2
        pen.line(after, y + 2.6, pen.width - SIDE - 46, y + 2.6, LINE, 0.3)
        pen.label(
            pen.width - SIDE - 44, y + 2.2, 44, 3, speech.translate("team.reload"), 7.5, fonts.TEXT, FADED, "right"
        )

    def boxes(self, pen: Pen, x: float, y: float, word: str, count: int) -> float:
        """Draw a word and boxes after it. Return where they end."""
        pen.write(x, y + 0.5, word, 9, fonts.TEXT, INK)
        x += fonts.width(fonts.TEXT, word) * 9 / MM + 1.5
        for place in range(count):
            tick(pen, x + place * 4.4, y, 3.4, False)
        return x + count * 4.4


def batch(source: Source, wanted: Mapping[str, int]) -> Batch:
    return Batch("team-cards", SHAPE, [(TeamCard(source, key).piece(), count) for key, count in wanted.items()])

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
from printables.paper import MM, SAFE, Settings
from printables.pen import FADED, INK, LINE, OLIVE, WASH, Pen
from printables.pieces import Batch, Face, Piece

BAND, SIDE = 12.0, SAFE + 0.8
BOX, GAP, APART = 4.4, 0.35, 1.6
"""Size of a magazine's box, gap between boxes, gap between magazines."""
EXPERIENCES = ("rookie", "experienced", "veteran")
REACTIONS = ("no-advance", "withdrew", "fleeing", "berserk", "owes")
SIZE, STEP = 9.0, 5.2
"""Size of texts in points, and height of a line of boxes to tick."""
RANK, ARM = 5.6, 8.2
"""Height of a man's first line, and of each of his weapons."""
MOST = 26.0
"""Maximum height of a man's part."""


@dataclass(frozen=True)
class TeamCard:
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
        return Piece(Face(f"team:{self.key}", self.name, self.draw))

    def draw(self, pen: Pen) -> None:
        self.head(pen)
        top = self.experience(pen, pen.height - BAND - 5.2) - 1.8
        low = self.foot(pen)
        if self.team.options:
            low = self.options(pen, low)
        needs = [RANK + ARM * len(man.arms) for man in self.team.men]
        spare = max(top - low - sum(needs), 0) / max(len(needs), 1)
        for man, need in zip(self.team.men, needs, strict=True):
            high = min(need + spare, MOST)
            self.man(pen, man, top - high, high)
            top -= high

    def head(self, pen: Pen) -> None:
        speech, y = self.source.speech, pen.height - BAND
        pen.band(y, BAND, OLIVE)
        over, wide = pen.over(OLIVE), pen.width - 2 * SIDE
        with pen.part("H"):
            pen.label(SIDE, y + 1.2, wide * 0.5, BAND - SAFE - 1.2, self.name, 18, fonts.DISPLAY, over, "left")
        told = [self.kind()] + ([speech.name(self.team.squad)] if self.team.squad else [])
        pen.label(SIDE + wide * 0.52, y + 1.2, wide * 0.48, 6, " · ".join(told), 12, fonts.BOLD, over, "right")

    def kind(self) -> str:
        names = {"fire": "fire-team", "crew": "boat-crew"}
        return words.capital(self.source.speech.name(names.get(self.team.kind, self.team.kind)))

    def ticks(
        self, pen: Pen, x: float, y: float, words: list[tuple[str, bool]], left: float = SIDE
    ) -> tuple[float, float]:
        """Draw boxes to tick before their words, wrapped. Return where the last word ends."""
        for word, ticked in words:
            wide = 4.2 + fonts.width(fonts.TEXT, word) * SIZE / MM
            if x > left and x + wide > pen.width - SIDE + 0.1:
                x, y = left, y - STEP
            tick(pen, x, y, 3.2, ticked)
            pen.write(x + 4.2, y + 0.5, word, SIZE, fonts.TEXT, INK)
            x += wide + 2.6
        return x, y

    def headed(self, pen: Pen, y: float, word: str) -> float:
        """Draw the bold word that begins a line. Return where it ends."""
        pen.write(SIDE, y + 0.5, word, SIZE, fonts.BOLD, FADED)
        return SIDE + fonts.width(fonts.BOLD, word) * SIZE / MM + 2

    def experience(self, pen: Pen, y: float) -> float:
        """Draw experience, first test and bugs met. Return the height of the last line."""
        speech, known = self.source.speech, self.team.experience
        boxes = [(speech.name(one), one == known) for one in EXPERIENCES]
        more = [(speech.translate("team.first-test"), False), (style.told(self.source, "team.near"), False)]
        title = speech.translate("team.experience")
        with pen.part(said=f"{title}: {', '.join(f'☒ {word}' if on else word for word, on in [*boxes, *more])}."):
            _, y = self.ticks(pen, self.headed(pen, y, title), y, boxes)
            return self.ticks(pen, SIDE, y - STEP, more)[1]

    # -- men and weapons

    def man(self, pen: Pen, man: Man, y: float, high: float) -> None:
        pen.line(SIDE, y + high, pen.width - SIDE, y + high, LINE, 0.25)
        rank = f"{style.rank(self.source, man.role)} {man.number or ''}".strip()
        pen.label(SIDE, y + high - 4.9, 32, 4.2, rank, 11, fonts.BOLD, INK, "left")
        pen.line(SIDE + 34, y + high - 4.6, pen.width - SIDE, y + high - 4.6, LINE, 0.25)
        each = (high - RANK) / max(len(man.arms), 1)
        for place, arm in enumerate(man.arms):
            self.arm(pen, arm, y + high - RANK - (place + 1) * each + (each - ARM) / 2)
        if man.lost:
            pen.line(SIDE, y + 1, pen.width - SIDE, y + high - 1, INK, 0.5)

    def arm(self, pen: Pen, arm: Arm, y: float) -> None:
        gun, name = self.source.gun(arm), words.capital(self.source.speech.name(arm.type))
        with pen.part(said=self.magazines_said(gun, arm, name)):
            self.drawn_arm(pen, gun, arm, name, y)

    def magazines_said(self, gun: Weapon, arm: Arm, name: str) -> str:
        if not (gun.capacity and gun.reload):
            return ""
        left = gun.capacity if arm.shots is None else arm.shots
        numbers = {"capacity": gun.capacity, "left": left, "turns": gun.reload}
        return style.told(self.source, "team.magazine", weapon=name, **numbers)

    def drawn_arm(self, pen: Pen, gun: Weapon, arm: Arm, name: str, y: float) -> None:
        speech, x = self.source.speech, SIDE
        pen.write(x, y + BOX + 1.2, name, SIZE, fonts.TEXT, FADED)
        if not gun.capacity:
            jam = [(speech.translate("team.jams"), arm.jammed)]
            end, _ = self.ticks(pen, x, y + 0.8, jam)
            pen.write(end, y + 1.3, speech.translate("team.unlimited"), SIZE, colour=FADED)
        elif not gun.reload:
            self.ticks(pen, x, y + 0.8, [(speech.translate("team.spent"), arm.spent or arm.shots == 0)])
        else:
            self.magazines(pen, gun, arm, x, y + 0.3, pen.width - SIDE - x, BOX)

    def magazines(self, pen: Pen, gun: Weapon, arm: Arm, x: float, y: float, wide: float, box: float) -> None:
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
            pen.label(left + 0.6, y + 0.6, box - 1.2, box - 1.2, label, SIZE, fonts.BOLD, FADED)
            if shot < gone:
                pen.line(left, y, left + box, y + box, INK, 0.5)

    def options(self, pen: Pen, y: float) -> float:
        """Draw heavy weapons still to be issued. Return the height above them."""
        speech, book = self.source.speech, self.source.book
        if book.answer_for("nuke") != "not-used":
            self.ticks(pen, SIDE, y + 1.2, [(words.capital(speech.name("nuclear-launcher")), False)])
            y += STEP
        name = f"{words.capital(speech.name('mini-gun'))} ({speech.translate('team.instead')})"
        gun = book.weapons["mini-gun"]
        long = (gun.capacity + gun.reload) * (BOX + GAP)
        with pen.part():
            self.ticks(pen, SIDE, y + 1.6, [(name, False)])
            self.magazine(pen, gun, pen.width - SIDE - long, y + 0.9, BOX, 0)
        pen.line(SIDE, y + STEP + 1.6, pen.width - SIDE, y + STEP + 1.6, LINE, 0.25)
        return y + STEP + 1.6

    # -- foot

    def foot(self, pen: Pen) -> float:
        """Draw reaction, casualties and knowledge from below. Return the height above them."""
        speech, y = self.source.speech, SIDE
        note = speech.translate("team.reload")
        pen.write(pen.width - SIDE, y + 0.5, note, SIZE, fonts.TEXT, FADED, "right")
        after = self.headed(pen, y, speech.translate("team.knows"))
        end = pen.width - SIDE - fonts.width(fonts.TEXT, note) * SIZE / MM - 2
        pen.line(after, y + 0.2, end, y + 0.2, LINE, 0.3)
        y += STEP
        with pen.part():
            x = self.headed(pen, y, speech.translate("team.casualties"))
            for word in ("this-turn", "last-turn"):
                x = self.boxes(pen, x, y, speech.translate(f"team.{word}"), len(self.team.men)) + 3
        y += STEP
        reactions = [(speech.translate(f"team.{one}"), False) for one in REACTIONS]
        with pen.part():
            x = self.headed(pen, y + STEP, speech.translate("team.reaction"))
            self.ticks(pen, x, y + STEP, reactions, x)
        top = y + 2 * STEP
        pen.line(SIDE, top, pen.width - SIDE, top, INK, 0.4)
        return top

    def boxes(self, pen: Pen, x: float, y: float, word: str, count: int) -> float:
        """Draw a word and boxes after it. Return where they end."""
        pen.write(x, y + 0.5, word, SIZE, fonts.TEXT, INK)
        x += fonts.width(fonts.TEXT, word) * SIZE / MM + 1.2
        for place in range(count):
            tick(pen, x + place * 3.9, y, 3.2, False)
        return x + count * 3.9


def batch(source: Source, wanted: Mapping[str, int], settings: Settings) -> Batch:
    shape = style.card_shape(settings)
    return Batch("team-cards", shape, [(TeamCard(source, key).piece(), count) for key, count in wanted.items()])

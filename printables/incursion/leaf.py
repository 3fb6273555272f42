"""A leaf for each player, half a sheet: look-ups, and on the rear this mission."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.core.errors import Refused
from app.core.messages.translator import Verbatim
from app.games.incursion.turn.maintenance import Hand, command_points, hand_size
from app.games.incursion.words import rules_by_id
from printables import blocks, fonts
from printables.card_text import Line, Set, flow, height_of, put, set_at, title
from printables.incursion import mission_sheet, style
from printables.incursion.lines import LOOKED_UP, every_weapon, line, looked_up
from printables.incursion.needs import forces_of, levels_by_side, mission_of, needed_counters
from printables.incursion.reference import ranges
from printables.incursion.source import Source
from printables.page_layout import room_on
from printables.paper import SAFE, Settings
from printables.pen import FADED, INK, LINE, Pen
from printables.pieces import Batch, Face, Piece, Shape
from printables.text_fit import LEAST, STEP

LARGEST, HEAD, TRACK = 11.0, 10.0, 14.0
WIDEST, HIGHEST = 140.5, 200.0


def shape(settings: Settings) -> Shape:
    """Return half of a sheet that lies on its side, or the whole of a smaller one."""
    wide, high = max(settings.size), min(settings.size)
    lying, upright = room_on(wide, high, settings), room_on(high, wide, settings)
    between = 2 * settings.bleed + settings.gutter
    half, whole = (lying.width - between) / 2 - settings.bleed, upright.width - 2 * settings.bleed
    if half < WIDEST * 0.8:
        return Shape("strip", min(whole, WIDEST), min(upright.height - 2 * settings.bleed, HIGHEST))
    return Shape("strip", min(half, WIDEST), min(lying.height - 2 * settings.bleed, HIGHEST))


def batch(source: Source, count: int, settings: Settings) -> Batch:
    front, rear = (
        Face(f"leaf:{one.side}", one.name, one.draw)
        for one in (Front(source), Rear(source) if source.book.mission else RearOfAll(source))
    )
    return Batch("leaf", shape(settings), [(Piece(front, rear), count)])


@dataclass(frozen=True)
class Side:
    source: Source
    side = ""

    @property
    def name(self) -> str:
        return self.source.speech.translate("product.leaf")

    def head(self, pen: Pen, name: str) -> None:
        speech, source = self.source.speech, self.source
        code = HEAD + 2 if source.address else 0.0
        top, wide = pen.height - SAFE - HEAD, pen.width - 2 * SAFE
        with pen.part("H"):
            pen.label(SAFE, top + 1.6, wide * 0.6, HEAD - 2.4, name, 18, fonts.DISPLAY, INK, "left")
        told = f"{speech.translate('sheet.made-for', edition=source.edition)}"
        pen.label(SAFE + wide * 0.6, top + 2, wide * 0.4 - code - 1, 4, told, 9, fonts.TEXT, FADED, "right")
        pen.line(SAFE, top, SAFE + wide, top, INK, 0.6)
        if code:
            pen.qr(source.address, SAFE + wide - HEAD, top + 0.6, HEAD - 0.6)


class Front(Side):
    side = "front"

    def draw(self, pen: Pen) -> None:
        self.head(pen, self.source.speech.name("incursion").upper())
        wide, top = pen.width - 2 * SAFE, pen.height - SAFE - HEAD
        parts = [(self.actions(), wide), (self.weapons(), wide - PICTURES), (self.rules(), wide)]
        size, laid = fitted(pen, parts, top - SAFE)
        y = top - GAP
        for (_, across), part in zip(parts, laid, strict=True):
            put(pen, SAFE, y, across, part, size)
            if across < wide:
                self.pictures(pen, SAFE + across + 2, y - height_of(part), height_of(part))
            y -= height_of(part) + GAP

    def actions(self) -> list[Line]:
        say = self.source.speech.translate
        costs = by_cost(self.source).items()
        told = [Line(", ".join(names) + ".", label=f"{ap} {say('value.ap')}") for ap, names in costs]
        return [title(say("sheet.actions")), *told]

    def weapons(self) -> list[Line]:
        source = self.source
        told = [Line(rule, label=name) for name, rule in every_weapon(source).items()]
        return [title(source.speech.translate("sheet.weapons")), *told]

    def rules(self) -> list[Line]:
        source, say = self.source, self.source.speech.translate
        told = [Line(looked_up(source, key), label=say(f"leaf.{key}")) for key in LOOKED_UP]
        return [title(say("sheet.look-up")), *told]

    def pictures(self, pen: Pen, x: float, low: float, high: float) -> None:
        each = high / len(GRIDS)
        size = min(each - 1.6, 12.0)
        for place, (key, (reach, marked)) in enumerate(GRIDS.items()):
            y = low + high - (place + 1) * each + 0.6
            grid(pen, x, y, size, reach, marked)
            told = [[(fonts.TEXT, self.source.speech.translate(f"leaf.grid-{key}"))]]
            pen.text(x + size + 1.5, y, PICTURES - size - 3.5, size, told, 9.5, middle=True)


GAP = 1.2


def fitted(pen: Pen, parts: Sequence[tuple[Sequence[Line], float]], high: float) -> tuple[float, list[list[Set]]]:
    """Return the largest size at which parts fit one above the other, and each part set at it.

    Raise Refused below 6 points.
    """
    size = LARGEST
    while size >= LEAST:
        laid = [set_at(told, wide, size, pen.name) for told, wide in parts]
        if all(laid) and sum(height_of(part) + GAP for part in laid) <= high:
            return size, laid
        size -= STEP
    raise Refused("text-does-not-fit", field=pen.name, card=Verbatim(pen.name), least=LEAST)


PICTURES = 50.0
"""Width of the pictures beside the weapons."""
Marked = Callable[[int, int], bool]
GRIDS: Mapping[str, tuple[int, Marked]] = {
    "sight": (2, lambda x, y: y >= 0),
    "hth": (1, lambda x, y: y == 1),
    "blast": (1, lambda x, y: True),
}
"""Squares on each side of the middle, and which of them are marked; the model looks up the page."""


def grid(pen: Pen, x: float, y: float, size: float, reach: int, marked: Marked) -> None:
    each = size / (2 * reach + 1)
    for across in range(-reach, reach + 1):
        for up in range(-reach, reach + 1):
            left, low = x + (across + reach) * each, y + (up + reach) * each
            if (marked(across, up) and (across, up) != (0, 0)) or (reach == 1 and marked(0, 0)):
                pen.fill(left, low, each, each, LINE)
                if pen.low_ink:
                    pen.line(left, low, left + each, low + each, INK, 0.15)
            pen.frame(left, low, each, each, INK, 0.15)
    if not marked(0, -1):
        middle, low = x + size / 2, y + size / 2
        ahead = [(middle, low + each * 0.4), (middle + each * 0.3, low - each * 0.35)]
        pen.polygon([*ahead, (middle - each * 0.3, low - each * 0.35)], INK)


def by_cost(source: Source) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for name, ap in sorted(source.book.action_cost.items(), key=lambda one: one[1]):
        found.setdefault(ap, []).append(source.speech.name(name))
    return found


class Rear(Side):
    """This mission alone: forces, set-up, rules, end, answers, counters, turns."""

    side = "rear"

    def draw(self, pen: Pen) -> None:
        mission, speech = mission_of(self.source), self.source.speech
        name = speech.translate(f"mission.{mission.number or mission.key}")
        self.head(pen, f"{mission.number}. {name}" if mission.number else name)
        low = SAFE + TRACK + 2
        flow(pen, SAFE, low, pen.width - 2 * SAFE, pen.height - 2 * SAFE - HEAD - low + 1, [*self.lines()], LARGEST)
        self.turns(pen)

    def lines(self) -> Iterator[Line]:
        source, say = self.source, self.source.speech.translate
        mission = mission_of(source)
        yield title(say("sheet.forces"))
        for side, level in levels_by_side(source, forces_of(source)).items():
            cards = hand_size(Hand(rp=level.rp), source.book)["cards"]
            told = [
                f"{mission.rp[side]} {say('column.rp')}",
                f"{command_points(level, source.book)['cp']} {say('column.cp')}" if source.forces else "",
                "" if source.forces else f"{source.book.command_points.by_rp.at(level.rp)} {say('column.cp')}",
                say("leaf.hand", cards=cards),
                *mission_sheet.demands(source, side),
            ]
            yield Line(" · ".join(filter(None, told)) + ".", label=source.speech.name(side))
        yield from map(Line, mission_sheet.chosen(source))
        yield title(say("sheet.set-up"))
        for step in mission_sheet.own_lines(source, "set-up", mission.set_up.steps):
            yield Line(step, tick=True)
        own = mission_sheet.own_lines(source, "special-rules", [] if mission.number else mission.special_rules.lines)
        if special := [*self.rules(mission.rules), *own]:
            yield title(say("sheet.special-rules"))
            yield from map(Line, special)
        yield title(say("sheet.ends"))
        if mission.last_turn:
            yield Line(say("ends.last-turn", turn=mission.last_turn))
        yield from map(Line, self.rules(mission.end_rules))
        if answers := [*self.answers()]:
            yield title(say("sheet.rulings"))
            yield from answers
        yield title(say("sheet.counters"))
        needed = needed_counters(source, forces_of(source))
        yield Line(", ".join(f"{count} × {say(f'counter.{key}')}" for key, count in needed.items() if count) + ".")

    def rules(self, rules: list[str]) -> Iterator[str]:
        mission = mission_of(self.source)
        for rule in rules:
            if rule == "missions.wiped-out" and (told := line(self.source, f"wiped-out-{mission.number}")):
                yield told
            elif rule.startswith(OF_MISSIONS) and self.source.edition in rules_by_id()[rule]["sources"]:
                yield style.rule_text(self.source, rule)

    def answers(self) -> Iterator[Line]:
        book, say = self.source.book, self.source.speech.translate
        mission = mission_of(self.source)
        for question in filter(book.asks, book.questions):
            answer = book.answer_for(question)
            changed = answer != book.questions[question].default
            if changed or (question in mission.questions and question != "wiped-out"):
                sign = "• " if changed else ""
                yield Line(say(f"answer.{answer}"), lead=f"{sign}{say(f'question.{question}')}:")

    def turns(self, pen: Pen) -> None:
        labels, below = mission_sheet.turn_track(self.source)
        track = Pen(pen.canvas, pen.name, pen.width - 2 * SAFE, pen.height, low_ink=pen.low_ink)
        pen.canvas.addLiteral(f"q 1 0 0 1 {SAFE:.2f} {SAFE:.2f} cm")
        with pen.picture(f"{self.source.speech.translate('sheet.turns')}: {blocks.told(labels, below)}"):
            blocks.track(track, TRACK, labels, below)
            track.finish()
        pen.canvas.addLiteral("Q")


class RearOfAll(Side):
    """Without a mission: CP and cards by RP, and answers that no other print tells."""

    side = "rear"

    def draw(self, pen: Pen) -> None:
        source, say = self.source, self.source.speech.translate
        self.head(pen, say("sheet.pools"))
        told = []
        for name, table in (("cp", source.book.command_points.by_rp), ("cards", source.book.hand_size.by_rp)):
            levels = " · ".join(f"{rp} {say('column.rp')}: {table.at(low)}" for rp, low in ranges(table))
            told.append(Line(levels, label=say(f"column.{name}")))
        told.append(title(say("sheet.rulings")))
        for question in filter(source.book.asks, source.book.questions):
            answer = source.book.answer_for(question)
            if not source.speech.has(f"answered.{question}.{answer}"):
                told.append(Line(say(f"answer.{answer}"), lead=f"{say(f'question.{question}')}:"))
        flow(pen, SAFE, SAFE, pen.width - 2 * SAFE, pen.height - 2 * SAFE - HEAD - 2, told, LARGEST)


OF_MISSIONS = ("missions.", "countdown.")

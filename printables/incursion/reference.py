"""Reference sheet of one edition: turn, actions, weapons, CP, cards, then the answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from app.core.rules.book import RangeTable
from printables import blocks, fonts
from printables.blocks import Column
from printables.incursion import lines, style
from printables.incursion.source import Source
from printables.paper import MM
from printables.pen import QUIET, Pen
from printables.pieces import Block, Face, Sheet

Draw = Callable[[Source, Pen], None]


def block(source: Source, name: str, draw: Draw, box: tuple[float, float, float, float], product: str) -> Block:
    title = source.speech.translate(f"sheet.{name}")
    return Block(Face(f"{product}:{name}", title, partial(draw, source)), box)


Boxes = list[tuple[str, Draw, tuple[float, float, float, float]]]


def sheets(source: Source) -> list[Sheet]:
    """Return both sides: one would leave its texts less than 9 points."""
    front: Boxes = [
        ("title", title, (0, 0.94, 1, 0.06)),
        ("turn-sequence", sequence, (0, 0.42, 0.53, 0.51)),
        ("actions", actions, (0.56, 0.60, 0.44, 0.33)),
        ("weapons", weapons, (0.56, 0.36, 0.44, 0.23)),
        ("pools", pools, (0, 0.2, 0.53, 0.21)),
        ("look-up", look_up, (0.56, 0, 0.44, 0.35)),
    ]
    rear: Boxes = [("rulings", rulings, (0, 0, 1, 1))]
    return [Sheet("reference", [block(source, *box, "reference") for box in boxes]) for boxes in (front, rear)]


def title(source: Source, pen: Pen) -> None:
    masthead(source, pen, source.speech.name("incursion"), source.speech.translate("product.reference"))


ON_ONE_LINE = 12.0
"""Font size from which a title takes one line; at smaller sizes a longer one takes several."""


def masthead(source: Source, pen: Pen, name: str, told: str) -> None:
    speech = source.speech
    code = (pen.height - 2.8) / (1 + QUIET) if source.address else 0.0
    left, right = pen.width * 0.56, pen.width - code * (1 + QUIET)
    with pen.part("H", name):
        if fonts.width(fonts.DISPLAY, name.upper()) * ON_ONE_LINE / MM <= pen.width * 0.55:
            pen.label(0, 4, pen.width * 0.55, 10, name.upper(), 28, fonts.DISPLAY, align="left")
        else:
            pen.text(0, 4, pen.width * 0.55, 10, [[(fonts.DISPLAY, name)]], ON_ONE_LINE, middle=True)
    pen.label(left, 8.6, right - left, 5, told, 12, fonts.BOLD, align="right")
    edition = speech.translate("sheet.made-for", edition=source.edition)
    told = f"{edition} · {speech.translate('sheet.unofficial')}"
    pen.label(left, 4.4, right - left, 3.6, told, 7.5, fonts.TEXT, align="right")
    pen.line(0, 2.6, pen.width, 2.6, width=0.8)
    if code:
        pen.qr(source.address, pen.width - code, pen.height - code, code)


def sequence(source: Source, pen: Pen) -> None:
    left = blocks.heading(pen, source.speech.translate("sheet.turn-sequence"))
    told = [step(source, key) for key in style.looks()["sequence"]["rules"]]
    steps = [[(fonts.BOLD, f"{number}. "), (fonts.TEXT, one)] for number, one in enumerate(told, start=1)]
    blocks.prose(pen, left, steps, 10)


def step(source: Source, key: str) -> str:
    """Return a step of the turn: what players look up, a rule in one line, or else the rule."""
    if key in lines.LOOKED_UP:
        return f"{source.speech.translate(f'leaf.{key}')}: {lines.looked_up(source, key)}"
    return lines.line(source, key) or style.rule_text(source, key)


def actions(source: Source, pen: Pen) -> None:
    speech = source.speech
    left = blocks.heading(pen, speech.translate("sheet.actions"))
    columns = [Column(speech.translate("column.action"), 5), Column(speech.translate("column.ap"), 1, "centre")]
    blocks.table(pen, left, columns, [(speech.name(name), str(ap)) for name, ap in source.book.action_cost.items()])


def weapons(source: Source, pen: Pen) -> None:
    speech = source.speech
    left = blocks.heading(pen, speech.translate("sheet.weapons"))
    columns = [Column(speech.translate("column.weapon"), 1), Column(speech.translate("column.note"), 1.8)]
    blocks.table(pen, left, columns, [*lines.every_weapon(source).items()])


def ranges(*tables: RangeTable) -> list[tuple[str, int]]:
    ends = sorted({upper for table in tables for upper, _ in table.steps})
    lows = [3] + [end + 1 for end in ends]
    written = [str(low) if low == high else f"{low}–{high}" for low, high in zip(lows, ends, strict=False)]
    return list(zip([*written, f"{lows[-1]}+"], lows, strict=True))


def pools(source: Source, pen: Pen) -> None:
    speech, book = source.speech, source.book
    left = blocks.heading(pen, speech.translate("sheet.pools"))
    cp, hand = book.command_points.by_rp, book.hand_size.by_rp
    levels = ranges(cp, hand)
    columns = [Column(speech.translate("column.rp"), 1.6), *(Column(written, 1, "centre") for written, _ in levels)]
    rows = [
        (speech.translate("column.cp"), *(str(cp.at(level)) for _, level in levels)),
        (speech.translate("column.cards"), *(str(hand.at(level)) for _, level in levels)),
    ]
    left = blocks.table(pen, left, columns, rows) - 1
    told = [style.rule_text(source, rule) for rule in ("cp.sarge-in-charge", "cp.zombie-controller", "hand.commander")]
    pen.text(0, 0, pen.width, left, blocks.plain(" ".join(told)), 10)


def look_up(source: Source, pen: Pen) -> None:
    say = source.speech.translate
    left = blocks.heading(pen, say("sheet.look-up"))
    told = [
        [(fonts.BOLD, f"{say(f'leaf.{key}')}: "), (fonts.TEXT, lines.looked_up(source, key))]
        for key in lines.LOOKED_UP
        if key not in style.looks()["sequence"]["rules"] and key != "turn"
    ]
    blocks.prose(pen, left, told, 10)


def rulings(source: Source, pen: Pen) -> None:
    speech, book = source.speech, source.book
    left = blocks.heading(pen, speech.translate("sheet.rulings"))
    told = []
    answers = {key: answer for key, answer in book.answers.items() if book.asks(key)}
    for key, answer in answers.items():
        sign = "" if answer == book.questions[key].default else "• "
        question = speech.translate(f"question.{key}")
        told.append([(fonts.TEXT, f"{sign}{question}: "), (fonts.BOLD, speech.translate(f"answer.{answer}"))])
    columns, gap = 2, 6.0
    each, wide = -(-len(told) // columns), (pen.width - gap * (columns - 1)) / columns
    for column in range(columns):
        lines = told[column * each : (column + 1) * each]
        pen.text(column * (wide + gap), 3.2, wide, left - 3.2, lines, 11, gap=0.3)
    if any(answer != book.questions[key].default for key, answer in answers.items()):
        pen.write(0, 0.6, speech.translate("sheet.changed"), 9)

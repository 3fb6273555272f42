"""Reading sheets: the scenario's rules or all of them, as large as the pages allow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from app.core.content.missions import BriefingLine as Said
from app.core.errors import Refused
from app.core.messages.translator import Translator, Verbatim
from app.games.memoir_44.geometry import name_of
from app.games.memoir_44.scenarios.scenario import Scenario
from app.games.memoir_44.scenarios.set_up import Piece
from app.games.memoir_44.scenarios.tiles import between_sides
from printables import fonts
from printables.card_text import Line, Set, columns, height_of, put, set_at, title
from printables.memoir_44 import board_map, deck
from printables.memoir_44.effects_table import Table
from printables.memoir_44.keywords import keywords
from printables.memoir_44.needs import ground_names, unit_badges
from printables.memoir_44.source import Source
from printables.page_layout import room_on
from printables.paper import Settings
from printables.pen import INK, QUIET, Pen
from printables.pieces import Block, Face, Sheet
from printables.text_fit import STEP
from printables.words import capital

READABLE, LARGEST, LARGE = 9.0, 12.0, 16.0
"""Minimum and maximum font size of a sheet, and large print, in points."""
HEAD, GAP, CODE = 15.0, 6.0, 13.0
STORY = ("part-subtitle", "part-historical", "part-description")
"""Texts of a scenario that are not rules."""
NOTE = "scenario-note."
"""Keys of the lines that tell when and where a battle was fought."""
KINDS = ("terrain", "landmark", "obstacle", "marker")


@dataclass(frozen=True)
class Above:
    """A drawing over the columns of the first page: its height, and its function."""

    high: float
    draw: Callable[[Pen, float], None]


@dataclass(frozen=True)
class Paper:
    """A sheet in columns, at the largest size that fits one page, down to the minimum."""

    product: str
    name: str
    below: str
    lines: Sequence[Line]
    columns: int
    least: float
    largest: float
    address: str = ""
    above: Above | None = None


def evening(source: Source, settings: Settings, large: bool = False) -> list[Sheet]:
    product = "evening-large" if large else "evening"
    name, below = headed(source)
    if large:
        lines = evening_lines(source)
        return laid_out(Paper(product, name, below, lines, 1, LARGE, LARGE, source.address), settings)
    wide = room_on(*settings.size, settings).width
    table = Table(source, ground_names(source), wide)
    lines = evening_lines(source, in_words=False)
    over = Above(table.high, table.draw)
    return laid_out(Paper(product, name, below, lines, 2, READABLE, LARGEST, source.address, over), settings)


def set_up(source: Source, settings: Settings) -> list[Sheet]:
    name, below = headed(source)
    over = None
    if source.scenario is not None:
        room = room_on(*settings.size, settings)
        width, high = board_map.size_of(source.scenario, room.width, room.height)
        over = Above(high + 3, lambda pen, top: board_map.draw(source, pen, top, width))
    lines = list(pieces(source))
    return laid_out(Paper("set-up", name, below, lines, 2, READABLE, LARGEST, source.address, over), settings)


def reference(source: Source, settings: Settings) -> list[Sheet]:
    speech = source.speech
    lines = [title(speech.translate("head.units")), *deck.units(source), *deck.die(source), *rules(source)]
    for kind in KINDS:
        lines += listed(source, kind, list(source.book.terrain))
    lines += answers(source)
    paper = Paper(
        "reference", speech.translate("product.reference"), speech.name(source.game), lines, 2, READABLE, LARGEST
    )
    return laid_out(paper, settings)


# -- content


def headed(source: Source) -> tuple[str, str]:
    speech, scenario = source.speech, source.scenario
    if scenario is None:
        return speech.translate("product.evening"), speech.name(source.game)
    board = f"{speech.name(scenario.board.name)}, {speech.name(f'face-{scenario.face}')}"
    return fonts.on_one_line(speech.translate(f"mission.{scenario.key}")), f"{speech.name(source.game)} · {board}"


def evening_lines(source: Source, in_words: bool = True) -> list[Line]:
    speech = source.speech
    lines = [*sides(source), title(speech.translate("head.units")), *deck.units(source), *rules(source)]
    for kind in KINDS if in_words else ():
        lines += listed(source, kind, ground_names(source))
    return [*lines, *badges(source), *special(source), *answers(source), *ending(source)]


def pieces(source: Source) -> Iterator[Line]:
    found, speech = source.set_up, source.speech
    if found is None or source.briefing is None:
        return
    yield from said(source, [line for line in source.briefing.set_up if line.key.startswith(NOTE)])
    for place, laid in found.sections.items():
        if laid:
            yield title(capital(speech.translate(f"scenario.seen-by-{source.bottom}", section=place)))
        for piece, (count, hexes) in laid.items():
            yield Line(fonts.on_one_line(f"{piece_told(speech, piece, count)}: {', '.join(hexes)}"), tick=True)
    yield from names_on_the_map(source)
    for box, needed in found.boxes.items():
        if needed:
            yield title(capital(speech.name(box)))
        for piece, count in needed.items():
            yield Line(fonts.on_one_line(piece_told(speech, piece, count)), tick=True)


def names_on_the_map(source: Source) -> Iterator[Line]:
    scenario = source.scenario
    if scenario is not None and scenario.labels:
        yield title(source.speech.translate("head.names"))
        for one in scenario.labels:
            yield Line(fonts.on_one_line(one.text), lead=f"{name_of(scenario.board, one.at)}:")


def piece_told(speech: Translator, piece: Piece, count: int) -> str:
    whose = [piece.side and speech.name(piece.side), piece.nation and speech.name(piece.of_nation)]
    each = speech.translate("scenario.each", count=piece.each) if piece.each else ""
    told = ", ".join(filter(None, (*whose, each)))
    shape = speech.name(f"shape-{piece.shape}") if piece.shape else ""
    towards = between_sides(piece.name, piece.sides) or piece.sides
    sides = "–".join(speech.name(f"compass-{side.lower()}") for side in towards)
    lies = " ".join(filter(None, (shape, sides)))
    return f"{count} × {speech.name(piece.name)}{f', {lies}' if lies else ''}{f' ({told})' if told else ''}"


def rules(source: Source) -> Iterator[Line]:
    for entry in ("? hard-stop", "soft-stop", "best-only"):
        yield from deck.lines_for(source, entry)


def listed(source: Source, kind: str, names: Sequence[str]) -> Iterator[Line]:
    found = [name for name in names if source.book.ground(name).kind == kind]
    if found:
        yield title(source.speech.translate(f"head.{kind}"))
    alike: dict[str, list[str]] = {}
    for name in found:
        alike.setdefault("; ".join(keywords(source, name)), []).append(source.speech.name(name))
    for told, same in alike.items():
        yield Line(told, lead=f"{capital(', '.join(same))}:")


def badges(source: Source) -> Iterator[Line]:
    worn, there = unit_badges(source), set(ground_names(source))
    if worn:
        yield title(source.speech.translate("head.badges"))
    for name in worn:
        yield Line("; ".join(deck.badge_facts(source, name)), lead=f"{capital(source.speech.name(name))}:")
        entries = [one for one in deck.contents()["badges"].get(name, ()) if deck.ABOUT.get(one) in (None, *there)]
        yield from (line for entry in entries for line in deck.lines_for(source, entry))
        yield from deck.rule_of_other_box(source, name)
    yield from deck.rules_of_single_units(source)


def sides(source: Source) -> Iterator[Line]:
    if source.briefing is None:
        return
    for asked in source.briefing.sides:
        told = [asked.size.said(source.speech), *(line.said(source.speech) for line in asked.demands)]
        yield Line("; ".join(told), lead=f"{source.speech.name(asked.side)}:")


def special(source: Source) -> Iterator[Line]:
    scenario = source.scenario
    if scenario is None or source.briefing is None:
        return
    things = things_in(scenario)
    told = [line for line in source.briefing.special if is_rule(line, things)]
    if told or things:
        yield title(source.speech.translate("head.special"))
    yield from said(source, told)
    for name in things:
        for entry in deck.contents()["evening"][name]:
            yield from deck.lines_for(source, entry)


def is_rule(line: Said, things: Sequence[str]) -> bool:
    return line.values.get("part") not in STORY and line.key.removeprefix("special-rule.") not in things


def things_in(scenario: Scenario) -> list[str]:
    there = {
        "mines": scenario.mines,
        "train": scenario.trains,
        "pontoons": scenario.pontoons,
        "boat": [unit for unit in scenario.units if unit.sign.boat],
        "leader": [unit for unit in scenario.units if unit.sign.leader],
        "mountain-gun": [
            one for one in scenario.units if one.type == "artillery" and "mountain" in scenario.lying(one.at)
        ],
    }
    found = {name for name, some in there.items() if some}
    found |= {f"train-{train.kind}" for train in scenario.trains}
    found |= {f"purpose-{star.purpose}" for star in scenario.stars} | scenario.special_rules
    found |= {f"blow-bridges-{scenario.blow_bridges.option}"} if scenario.blow_bridges else set()
    return [name for name in deck.contents()["evening"] if name in found]


def answers(source: Source) -> Iterator[Line]:
    book, speech = source.book, source.speech
    other = [key for key, one in book.questions.items() if book.answer_for(key) != one.answers[0]]
    if other:
        yield title(speech.translate("sheet.rulings"))
    for key in other:
        yield Line(speech.translate(f"answer.{book.answer_for(key)}"), lead=speech.translate(f"question.{key}"))


def ending(source: Source) -> Iterator[Line]:
    if source.briefing is None:
        return
    yield title(source.speech.translate("head.medals"))
    yield from deck.lines_for(source, "medals")
    yield from said(source, source.briefing.ending)


def said(source: Source, lines: Sequence[Said]) -> Iterator[Line]:
    return (Line(fonts.on_one_line(capital(line.said(source.speech)))) for line in lines)


# -- page layout


def laid_out(paper: Paper, settings: Settings) -> list[Sheet]:
    room = room_on(*settings.size, settings)
    wide = (room.width - (paper.columns - 1) * GAP) / paper.columns
    over = paper.above.high if paper.above else 0.0
    heights = [room.height - HEAD - over] * paper.columns + [room.height]
    size, parted = largest_on_a_page(paper, wide, heights)
    pages = [parted[first : first + paper.columns] for first in range(0, len(parted), paper.columns)]
    return [page(paper, number, laid, wide, size) for number, laid in enumerate(pages)]


def largest_on_a_page(paper: Paper, wide: float, heights: Sequence[float]) -> tuple[float, list[list[Set]]]:
    """Return the largest size at which all columns fit a page, or the minimum, with the columns.

    Raise Refused for a word that is wider than its column.
    """
    size = paper.largest
    while True:
        laid = set_at(paper.lines, wide, size, paper.name)
        parted = columns(laid, heights)
        if laid and len(parted) <= paper.columns:
            return size, evened(laid, heights[0], paper.columns)
        if size <= paper.least:
            break
        size -= STEP
    if not laid:
        raise Refused("text-does-not-fit", field=paper.name, card=Verbatim(paper.name), least=paper.least)
    return size, parted


def evened(laid: Sequence[Set], high: float, count: int) -> list[list[Set]]:
    room = height_of(laid) / count
    while room < high and len(columns(laid, [room])) > count:
        room += 1.0
    return columns(laid, [min(room, high)])


def page(paper: Paper, number: int, laid: Sequence[Sequence[Set]], wide: float, size: float) -> Sheet:

    def draw(pen: Pen) -> None:
        top = pen.height
        if not number:
            head(pen, paper)
            top -= HEAD
            if paper.above:
                paper.above.draw(pen, top)
                top -= paper.above.high
        for place, lines in enumerate(laid):
            put(pen, place * (wide + GAP), top, wide, lines, size)

    face = Face(f"{paper.product}:{number}", paper.name, draw)
    return Sheet(paper.product, [Block(face, (0, 0, 1, 1))])


def head(pen: Pen, paper: Paper) -> None:
    y, wide = pen.height - HEAD + 2, pen.width
    if paper.address:
        size = CODE * (1 - QUIET)
        pen.qr(paper.address, pen.width - size, y + 1, size)
        wide -= CODE + 2
    with pen.part("H"):
        pen.label(0, y + 4.6, wide, 7.6, paper.name, 20, fonts.DISPLAY, INK, "left")
    pen.label(0, y + 0.6, wide, 3.6, paper.below, 9.5, fonts.BOLD, INK, "left", READABLE)
    pen.line(0, y, wide, y, INK, 0.5)

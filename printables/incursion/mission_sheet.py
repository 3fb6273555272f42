"""Mission sheet: set-up, forces, rules and counters; behind, victory, turns, countdown.

Source: Incursion, Missions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.games.incursion.book import Demand
from app.games.incursion.turn.maintenance import Clock, Hand, Levels, command_points, countdown, hand_size
from app.games.incursion.words import rules_by_id
from printables import blocks, fonts
from printables.blocks import Column
from printables.incursion import style
from printables.incursion.needs import forces_of, mission_of, needed_counters
from printables.incursion.reference import Boxes, block, masthead
from printables.incursion.source import Source
from printables.pen import Pen
from printables.pieces import Sheet

TURNS = 12


def sheets(source: Source) -> list[Sheet]:
    """Return both sides: one would leave its texts less than 9 points."""
    front: Boxes = [
        ("title", title, (0, 0.94, 1, 0.06)),
        ("set-up", set_up, (0, 0.62, 0.53, 0.31)),
        ("forces", forces, (0.56, 0.62, 0.44, 0.31)),
        ("special-rules", special_rules, (0, 0, 0.53, 0.61)),
        ("counters", counters, (0.56, 0, 0.44, 0.61)),
    ]
    rear: Boxes = [
        ("ends", ends, (0, 0.56, 1, 0.44)),
        ("turns", turns, (0, 0.45, 1, 0.10)),
        ("notes", notes, (0, 0, 1, 0.44)),
    ]
    return [Sheet("mission", [block(source, *box, "mission") for box in boxes]) for boxes in (front, rear)]


def title(source: Source, pen: Pen) -> None:
    mission = mission_of(source)
    name = source.speech.translate(f"mission.{mission.number or mission.key}")
    named = f"{mission.number}. {name}" if mission.number else name
    masthead(source, pen, named, f"{source.speech.name('incursion')} · {source.speech.translate('product.mission')}")


def set_up(source: Source, pen: Pen) -> None:
    left = blocks.heading(pen, source.speech.translate("sheet.set-up"))
    blocks.checklist(pen, left, own_lines(source, "set-up", mission_of(source).set_up.steps))


def forces(source: Source, pen: Pen) -> None:
    speech, mission = source.speech, mission_of(source)
    left = blocks.heading(pen, speech.translate("sheet.forces"))
    titles = [("side", 2.2), ("rp", 1), ("cp", 1), ("cards", 1.3)]
    columns = [
        Column(speech.translate(f"column.{name}"), share, "centre" if place else "left")
        for place, (name, share) in enumerate(titles)
    ]
    rows = [
        (
            speech.name(side),
            str(rp),
            str(command_points(Levels(rp=rp), source.book)["cp"]),
            str(hand_size(Hand(rp=rp), source.book)["cards"]),
        )
        for side, rp in mission.rp.items()
    ]
    left = blocks.table(pen, left, columns, rows, 7) - 2
    lines = [
        [(fonts.BOLD, f"{speech.name(side)}: "), (fonts.TEXT, ", ".join(told))]
        for side in mission.rp
        if (told := demands(source, side))
    ]
    lines += [[(fonts.TEXT, line)] for line in chosen(source)]
    pen.text(0, 0, pen.width, left, lines, 11)


def demands(source: Source, side: str) -> list[str]:
    speech, demand = source.speech, mission_of(source).demands.get(side) or Demand()
    told = [speech.translate("demand.only", only=demand.only)] if demand.only else []
    if demand.spend_all:
        told.append(speech.translate("demand.spend-all"))
    if demand.least_models:
        told.append(speech.translate("demand.least-models", models=demand.least_models))
    horde = [card for card in source.book.models.values() if card.horde and card.side == side]
    if horde and not demand.only:
        told.append(speech.translate("demand.horde-first", rp=source.book.force.sturmzombie_rp))
    return told


def chosen(source: Source) -> list[str]:
    names = [(getattr(source.book.models[card].name, source.speech.language), n) for card, n in source.forces.items()]
    return [", ".join(f"{count} × {name}" for name, count in names)] if names else []


def special_rules(source: Source, pen: Pen) -> None:
    left = blocks.heading(pen, source.speech.translate("sheet.special-rules"))
    mission = mission_of(source)
    own = own_lines(source, "special-rules", [] if mission.number else mission.special_rules.lines)
    blocks.prose(pen, left, blocks.plain(*summaries(source, mission.rules), *own), 12)


def own_lines(source: Source, section: str, lines: Sequence[Any]) -> list[str]:
    speech, numbers = source.speech, mission_of(source).numbers
    return [
        speech.translate(f"{section}.{line}", **numbers) if isinstance(line, str) else getattr(line, speech.language)
        for line in lines
    ]


def summaries(source: Source, rules: list[str]) -> list[str]:
    return [style.rule_text(source, rule) for rule in rules if source.edition in rules_by_id()[rule]["sources"]]


def ends(source: Source, pen: Pen) -> None:
    speech, mission = source.speech, mission_of(source)
    left = blocks.heading(pen, speech.translate("sheet.ends"))
    lines = [[(fonts.TEXT, line)] for line in summaries(source, mission.end_rules)]
    if mission.last_turn:
        lines.insert(0, [(fonts.TEXT, speech.translate("ends.last-turn", turn=mission.last_turn))])
    for question in filter(source.book.asks, mission.questions):
        answer = speech.translate(f"answer.{source.book.answer_for(question)}")
        lines.append([(fonts.TEXT, f"{speech.translate(f'question.{question}')}: "), (fonts.BOLD, answer)])
    pen.text(0, 0, pen.width, left, lines, 12)


def counters(source: Source, pen: Pen) -> None:
    speech = source.speech
    left = blocks.heading(pen, speech.translate("sheet.counters"))
    needed = needed_counters(source, forces_of(source))
    told = [f"{count} × {speech.translate(f'counter.{key}')}" for key, count in needed.items() if count]
    blocks.checklist(pen, left, told, 10.5)


def turns(source: Source, pen: Pen) -> None:
    left = blocks.heading(pen, source.speech.translate("sheet.turns"))
    blocks.track(pen, left, *turn_track(source))


def turn_track(source: Source) -> tuple[list[str], list[str]]:
    mission = mission_of(source)
    numbers = range(1, (mission.last_turn or TURNS) + 1)
    faces = [_launches(source, turn) for turn in numbers] if "countdown.launch" in mission.rules else []
    return [str(turn) for turn in numbers], faces


def _launches(source: Source, turn: int) -> str:
    launch_on = int(countdown(Clock(turn=turn), source.book)["launch_on"])
    return f"1–{launch_on}" if launch_on > 1 else "1" if launch_on else ""


def notes(source: Source, pen: Pen) -> None:
    blocks.ruled(pen, blocks.heading(pen, source.speech.translate("sheet.notes")), 6.5)

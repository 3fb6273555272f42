"""The briefing of a mission by its data and the book of an edition.

Forces, set-up, special rules, ends and points. Source: Incursion, Missions.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.core.content.missions import AskedOfSide, Briefing, BriefingLine, MissionData, OpenQuestion
from app.core.messages.rule_catalogue import rule_links_of
from app.games.incursion.book import FOLDER, SIDES, Book, Demand, Mission
from app.games.incursion.turn.sequence import by_dice_off
from app.games.incursion.words import line_keys

DOORS = {True: "doors-sealed", False: "doors-open"}


def briefing(data: MissionData, book: Book) -> Briefing:
    mission = Mission.model_validate(data)
    return Briefing(
        sides=[
            AskedOfSide(
                side, BriefingLine("levels.told", {"number": mission.rp[side]}), list(force_lines(mission, side, book))
            )
            for side in SIDES
        ],
        set_up=list(set_up_lines(data, mission)),
        special=[*special_lines(mission, book), *(BriefingLine(key) for key in line_keys(data, "special-rules"))],
        ending=list(ending_lines(mission, book)),
        questions=[
            OpenQuestion(
                BriefingLine(f"question.{key}", rule=rule_asking(key)), BriefingLine(f"answer.{book.answer_for(key)}")
            )
            for key in mission.questions
            if book.asks(key)
        ],
    )


def rule_asking(question: str) -> str | None:
    return next((rule for rule, links in rule_links_of(FOLDER).items() if question in links["questions"]), None)


def set_up_lines(data: MissionData, mission: Mission) -> Iterator[BriefingLine]:
    for line, key in zip(mission.set_up.steps, line_keys(data, "set-up"), strict=True):
        yield BriefingLine(key, mission.numbers if isinstance(line, str) else {})


def force_lines(mission: Mission, side: str, book: Book) -> Iterator[BriefingLine]:
    demand = mission.demands.get(side) or Demand()
    if demand.least_models > 1:
        yield BriefingLine("mission-demand.least-models", {"least": demand.least_models}, "force.demands")
    if demand.only:
        yield BriefingLine("mission-demand.only", {"card": demand.only}, "force.demands")
    if demand.spend_all:
        yield BriefingLine("mission-demand.spend-all", rule="force.demands")
    if not demand.only and any(card.horde and card.side == side for card in book.models.values()):
        yield BriefingLine("mission-demand.horde", {"rp": book.force.sturmzombie_rp}, "force.horde-first")
    if mission.stranded is not None and mission.stranded.side == side:
        yield BriefingLine("mission-demand.stranded", {"rp": mission.stranded.least_rp}, "missions.stranded")


def special_lines(mission: Mission, book: Book) -> Iterator[BriefingLine]:
    yield from ways_out(mission)
    yield from things_on_the_board(mission, book)
    yield from comings_and_goings(mission, book)


def ways_out(mission: Mission) -> Iterator[BriefingLine]:
    if mission.exits:
        yield BriefingLine("mission-rule.exits", {"sides": list(mission.exits)}, "missions.exits")
    if mission.green_doors:
        rule = None if mission.green_sealed else "missions.seal"
        yield BriefingLine(f"mission-rule.{DOORS[mission.green_sealed]}", {"doors": mission.green_doors}, rule)


def things_on_the_board(mission: Mission, book: Book) -> Iterator[BriefingLine]:
    if mission.items:
        yield BriefingLine("mission-rule.items", {"items": list(mission.items)}, "action.items")
    if mission.counters:
        yield BriefingLine("mission-rule.counters", {"counters": mission.counters}, "missions.twitcher")
        twitcher = {"face": book.twitcher.wakes_on, "dice": book.twitcher.dice}
        yield BriefingLine("mission-rule.twitcher", twitcher, "missions.twitcher")
    if mission.zombies_carry:
        yield BriefingLine("mission-rule.zombies-carry", rule="missions.twitcher")


def comings_and_goings(mission: Mission, book: Book) -> Iterator[BriefingLine]:
    if mission.stranded is not None:
        yield BriefingLine("mission-rule.stranded", {"side": mission.stranded.side}, "missions.stranded")
    if mission.panels:
        yield BriefingLine("mission-rule.panels", {"panels": mission.panels}, "missions.panels")
    if mission.device is not None:
        yield BriefingLine("mission-rule.countdown", {"turn": book.countdown.first_turn}, "countdown.launch")
    if mission.one_by_one is not None:
        yield BriefingLine("mission-rule.one-by-one", {"side": mission.one_by_one}, "missions.desperate-defence")
    if by_dice_off(mission, book):
        yield BriefingLine("mission-rule.dice-off", rule="missions.dice-off")
    if mission.pickets:
        yield BriefingLine("mission-rule.pickets", rule="missions.doomsday")


RULE_OF = {
    "no-man-left-behind": "missions.recon",
    "green-doors": "missions.seal",
    "pinger": "missions.pinger",
    "most-points": "missions.twitcher",
    "behind-enemy-lines": "missions.stranded",
    "most-panels": "missions.panels",
    "doomsday": "missions.doomsday",
}


def ending_lines(mission: Mission, book: Book) -> Iterator[BriefingLine]:
    stopper = mission.device or (mission.stranded.side if mission.stranded else "allied")
    values = {"side": stopper, "other": next(side for side in SIDES if side != stopper)}
    turns = {"turn": mission.last_turn or mission.agreed_turn}
    rule = RULE_OF[mission.ends]
    yield BriefingLine(f"mission-end.{mission.ends}", {**values, **turns}, rule)
    if mission.counters:
        for worth in sorted(set(book.victory_counters.values[: mission.counters])):
            faces = [face for face, value in _numbered(book, mission.counters) if value == worth]
            yield BriefingLine("mission-points.counters", {"faces": faces, "points": worth}, rule)
    if mission.stranded is not None:
        points = {name: getattr(book.points, name) for name in type(book.points).model_fields}
        yield BriefingLine("mission-points.rescued", {**values, **points}, rule)
        yield BriefingLine("mission-points.killed", {**values, **points}, rule)
    if mission.ends == "most-panels" and book.panels_end == "as-asked":
        yield BriefingLine("mission-points.agreed-turn", turns, rule)


def _numbered(book: Book, counters: int) -> list[tuple[int, int]]:
    return list(enumerate(book.victory_counters.values[:counters], start=1))

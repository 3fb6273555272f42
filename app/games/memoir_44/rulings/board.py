"""The map: distance and line of sight between two hexes."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.core.errors import Refused
from app.core.rules.inputs import BookEntry, Facts
from app.core.rules.ruling import Ruling, RulingResult
from app.games.memoir_44.book import Book, UnitType
from app.games.memoir_44.geometry import BoardName, line, rows_and_steps
from app.games.memoir_44.rulings.asking import HexFact, HexFacts, all_on_board, board_of, on_board
from app.games.memoir_44.rulings.rule_of import GROUND


class Ends(Facts):
    """Two hexes of a board, each as column and row."""

    from_: Annotated[HexFact, Field(alias="from", examples=[[0, 0]])]
    to: Annotated[HexFact, Field(examples=[[2, 0]])]
    board: BoardName = "standard"


def distance(facts: Ends, book: Book) -> RulingResult:
    """Calculate the distance of two hexes, the second one counted."""
    board = board_of(facts.board)
    start, end = on_board(facts.from_, board, "from"), on_board(facts.to, board, "to")
    rows, steps = rows_and_steps(start, end)
    hexes = Ruling().plus("rows", rows, "board.distance").plus("along-the-row", steps, "board.distance")
    return RulingResult({"hexes": hexes.total}, hexes)


class SightLine(Ends):
    """Two hexes of a board, and the hexes that block a line of sight, by terrain or a unit."""

    blocking: HexFacts = []


def line_of_sight(facts: SightLine, book: Book) -> RulingResult:
    """Calculate whether a unit sees from one hex to another, and the hexes that block its sight."""
    board = board_of(facts.board)
    start, end = on_board(facts.from_, board, "from"), on_board(facts.to, board, "to")
    blocked_by = line(start, end, board).blocked_by(all_on_board(facts.blocking, board, "blocking"))
    hexes = Ruling().plus("blocking-hexes", len(blocked_by), "sight.line")
    return RulingResult({"clear": not blocked_by, "blocked_by": [list(place) for place in blocked_by]}, hexes)


class Looked(Facts):
    """Something on a hex, and the type of the unit that moves there, is there or fires at it."""

    ground: Annotated[str, BookEntry("terrain")]
    unit: UnitType = "infantry"


def terrain(facts: Looked, book: Book) -> RulingResult:
    """Calculate its effect on a unit of this type. Raise Refused, naming the field."""
    if facts.ground not in book.terrain:
        raise Refused("not-allowed", field="ground", allowed=", ".join(book.terrain))
    ground, unit, rule = book.ground(facts.ground), facts.unit, GROUND[facts.ground]
    soft = ground.soft_ground and unit == "armour"
    protection = Ruling().plus(facts.ground, ground.protection.get(unit, 0), rule)
    result = {
        "enters": unit not in ground.closed_to and not ground.water,
        "stop": ground.stop.get(unit, "none"),
        "battle_on_entry": ground.battle_on_entry and unit not in ground.no_battle_from and not soft,
        "protection": protection.total,
        "own_penalty": ground.out.get(unit, 0),
        "ignores": ground.ignores if unit in ground.ignored_by else 0,
        "sight": ground.sight,
    }
    return RulingResult(result, protection)
